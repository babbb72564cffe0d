/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs-fixture.h"

#include <glib/gstdio.h>

#include "batch/batch-screen.h"
#include "../remove-all.h"

void
setup (Fixture *self,
       gconstpointer data)
{
  watched_setup (&self->watched, NULL);
  self->recordings = g_build_filename (scalogram_folder, "recordings", NULL);
  self->run = g_build_filename (scalogram_folder, "run", NULL);
  g_assert_cmpint (g_mkdir (self->recordings, 0777), ==, 0);
}

void
teardown (Fixture *self,
          gconstpointer data)
{
  remove_all (self->recordings);
  remove_all (self->run);
  g_free (self->recordings);
  g_free (self->run);
  watched_teardown (&self->watched, NULL);
}

char *
write_tone (const char *name,
            guint frames,
            double hz)
{
  g_autofree char *inner = g_build_filename ("recordings", name, NULL);

  return tone_file (inner, frames, hz);
}

char *
write_noise (const char *name,
             guint channels,
             guint rate)
{
  g_autofree char *inner = g_build_filename ("recordings", name, NULL);
  g_autofree gint16 *samples = g_new (gint16, FRAMES * channels);

  for (guint i = 0; i < FRAMES * channels; i++)
    samples[i] = (gint16) g_test_rand_int_range (-16000, 16000);
  return write_wav (inner, samples, FRAMES, channels, rate);
}

void
write_some (Fixture *self,
            guint n)
{
  g_autofree char *bad = g_build_filename (self->recordings, "bad.wav", NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("r%u_20240%u02_030405.wav", i, 1 + i % 9), *path = NULL;

      path = write_tone (name, FRAMES + 200 * (n - i), 1000);
    }
  g_assert_true (g_file_set_contents (bad, "hello", 5, NULL));
}

void
run_cli (const char *const *words)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autofree char *said = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_ptr_array_add (all, (gpointer) g_getenv ("ONDES_CLI"));
  for (; *words != NULL; words++)
    g_ptr_array_add (all, (gpointer) *words);
  g_ptr_array_add (all, NULL);
  g_spawn_sync (NULL, (char **) all->pdata, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &said, &status, &error);
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, NULL))
    g_error ("the command failed: %s", said);
}

OndesBatchParameters *
parameters_of (Fixture *self)
{
  const OndesFigureSize size = { .width = 300, .height = 200, .scale_factor = 1, .dpi = 96, .title = TRUE, .caption = TRUE };
  const OndesBatchScreen screen = { .session = self->watched.session, .scalogram = self->watched.analysis, .size = &size };

  return ondes_batch_screen_take (&screen);
}

OndesBatchDraft *
draft_of (Fixture *self,
          guint products)
{
  g_autoptr (OndesBatchParameters) parameters = parameters_of (self);
  OndesBatchDraft *draft = ondes_batch_draft_new (parameters);

  ondes_batch_draft_set_folder (draft, self->recordings);
  ondes_batch_draft_set_output (draft, self->run);
  ondes_batch_draft_set_products (draft, products);
  return draft;
}

void
wait_draft (OndesBatchDraft *draft)
{
  while (ondes_batch_draft_is_busy (draft))
    g_main_context_iteration (NULL, TRUE);
}
