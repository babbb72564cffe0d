/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports that are cancelled in the midst of a figure: told at once, and nothing comes of them. */
#include "scalogram-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

/* Whether this process holds a file of @folder open: a figure is being written. */
static gboolean
writes_into (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/fd", 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *link = g_build_filename ("/proc/self/fd", name, NULL), *target = g_file_read_link (link, NULL);

      if (target != NULL && g_str_has_prefix (target, folder))
        return TRUE;
    }
  return FALSE;
}

static void
wait_until_it_writes (const char *folder,
                      gboolean writes)
{
  while (writes_into (folder) != writes)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
test_cancelled_figure (Watched *watched,
                       gconstpointer data)
{
  static const struct
  {
    OndesExportFormat format;
    const char       *name;
  } outputs[] = { { ONDES_EXPORT_PNG, "out.png" }, { ONDES_EXPORT_SVG, "out.svg" }, { ONDES_EXPORT_PDF, "out.pdf" } };
  g_autofree char *path = tone_file ("figure.wav", 20000, 300);
  g_autofree char *own = g_build_filename (scalogram_folder, "figures", NULL);
  OndesFigureSize size = ondes_figure_size_default;

  g_mkdir (own, 0700);
  open_and_settle (watched, path);
  size.width = size.height = 4000; /* seconds of Cairo's */
  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      g_autofree char *out = g_build_filename (own, outputs[i].name, NULL), *contents = NULL;

      g_assert_true (g_file_set_contents (out, "before", -1, NULL));
      g_string_truncate (watched->messages, 0);
      ondes_analysis_export (ONDES_ANALYSIS (watched->analysis), out, outputs[i].format, &size, 0);
      wait_until_it_writes (own, TRUE);
      ondes_analysis_cancel_export (ONDES_ANALYSIS (watched->analysis));
      /* Not a turn of the main loop later. */
      g_assert_false (ondes_analysis_is_exporting (ONDES_ANALYSIS (watched->analysis), NULL));
      g_assert_nonnull (strstr (watched->messages->str, outputs[i].name));
      g_assert_nonnull (strstr (watched->messages->str, "cancelled"));
      g_string_truncate (watched->messages, 0);
      wait_until_it_writes (own, FALSE);
      settle (watched);
      g_assert_cmpstr (watched->messages->str, ==, ""); /* told once */
      g_assert_true (g_file_get_contents (out, &contents, NULL, NULL));
      g_assert_cmpstr (contents, ==, "before");
      g_assert_cmpuint (count_files (own), ==, i + 1);
    }
  g_assert_cmpuint (watched->errors, ==, 0);
}

/* One that waits behind another, which goes on, and an export after a cancel. */
static void
test_next (Watched *watched,
           gconstpointer data)
{
  g_autofree char *path = tone_file ("next.wav", 20000, 300);
  g_autofree char *own = g_build_filename (scalogram_folder, "next", NULL);
  g_autofree char *first = g_build_filename (own, "first.svg", NULL), *second = g_build_filename (own, "second.png", NULL);
  g_autofree char *third = g_build_filename (own, "third.png", NULL);
  OndesFigureSize size = ondes_figure_size_default;

  g_mkdir (own, 0700);
  open_and_settle (watched, path);
  size.width = size.height = 3000;
  ondes_analysis_export (ONDES_ANALYSIS (watched->analysis), first, ONDES_EXPORT_SVG, &size, 0);
  ondes_analysis_export (ONDES_ANALYSIS (watched->analysis), second, ONDES_EXPORT_PNG, &ondes_figure_size_default, 0);
  wait_until_it_writes (own, TRUE);
  ondes_analysis_cancel_export (ONDES_ANALYSIS (watched->analysis));
  g_assert_false (ondes_analysis_is_exporting (ONDES_ANALYSIS (watched->analysis), NULL));
  ondes_analysis_export (ONDES_ANALYSIS (watched->analysis), third, ONDES_EXPORT_PNG, &ondes_figure_size_default, 0);
  g_assert_true (ondes_analysis_is_exporting (ONDES_ANALYSIS (watched->analysis), NULL));
  settle (watched);
  g_assert_cmpuint (watched->errors, ==, 0);
  g_assert_true (g_file_test (third, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (count_files (own), ==, 1);
}

int
main (int argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  ADD ("exports/cancelled-figure-is-told-at-once", test_cancelled_figure);
  ADD ("exports/next-one-after-a-cancel", test_next);
  return scalogram_run ();
}
