/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scalogram-fixture.h"

#include <gmodule.h>
#include <locale.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../remove-all.h"

char *scalogram_folder;

/* Writes little-endian 16 bit PCM of @channels, interleaved; returns the path. */
char *
write_wav (const char *name,
           const gint16 *samples,
           guint frames,
           guint channels,
           guint rate)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (scalogram_folder, name, NULL);
  guint32 data_bytes = frames * channels * 2;
  guint32 words[] = { GUINT32_TO_LE (36 + data_bytes), GUINT32_TO_LE (16), GUINT32_TO_LE (1 | channels << 16),
                      GUINT32_TO_LE (rate), GUINT32_TO_LE (rate * channels * 2), GUINT32_TO_LE (channels * 2 | 16 << 16),
                      GUINT32_TO_LE (data_bytes) };

  g_byte_array_append (bytes, (const guint8 *) "RIFF", 4);
  g_byte_array_append (bytes, (const guint8 *) &words[0], 4);
  g_byte_array_append (bytes, (const guint8 *) "WAVEfmt ", 8);
  g_byte_array_append (bytes, (const guint8 *) &words[1], 20);
  g_byte_array_append (bytes, (const guint8 *) "data", 4);
  g_byte_array_append (bytes, (const guint8 *) &words[6], 4);
  for (guint i = 0; i < frames * channels; i++)
    {
      gint16 little = GINT16_TO_LE (samples[i]);

      g_byte_array_append (bytes, (const guint8 *) &little, 2);
    }
  g_file_set_contents (path, (const char *) bytes->data, bytes->len, &error);
  g_assert_no_error (error);
  return path;
}

/* A tone of @hz over noise. */
gint16 *
make_tone (guint frames,
           double hz)
{
  gint16 *samples = g_new (gint16, frames);

  for (guint i = 0; i < frames; i++)
    samples[i] = (gint16) (16384 * cos (2 * G_PI * hz / RATE * i) + g_test_rand_int_range (-300, 300));
  return samples;
}

char *
tone_file (const char *name,
           guint frames,
           double hz)
{
  g_autofree gint16 *samples = make_tone (frames, hz);

  return write_wav (name, samples, frames, 1, RATE);
}

static void
on_message (gpointer emitter,
            const char *text,
            gboolean is_error,
            gpointer user_data)
{
  Watched *watched = user_data;

  g_string_append_printf (watched->messages, "%s\n", text);
  watched->errors += is_error;
}

static void
on_needs_raw (OndesSession *session,
              const char *path,
              const char *text,
              gpointer user_data)
{
  ((Watched *) user_data)->needs_raw++;
}

void
watched_setup (Watched *watched,
               gconstpointer data)
{
  watched->session = ondes_session_new ();
  watched->timeline = ondes_session_get_timeline (watched->session);
  watched->analysis = ondes_scalogram_analysis_new (watched->session);
  watched->messages = g_string_new (NULL);
  watched->errors = watched->needs_raw = 0;
  g_signal_connect (watched->session, "message", G_CALLBACK (on_message), watched);
  g_signal_connect (watched->session, "needs-raw", G_CALLBACK (on_needs_raw), watched);
  g_signal_connect (watched->analysis, "message", G_CALLBACK (on_message), watched);
  ondes_scalogram_analysis_set_columns (watched->analysis, 300);
}

void
watched_teardown (Watched *watched,
                  gconstpointer data)
{
  g_assert_finalize_object (watched->analysis);
  g_assert_finalize_object (watched->session);
  g_string_free (watched->messages, TRUE);
}

/* Until nothing is under way. */
void
settle (Watched *watched)
{
  OndesAnalysis *analysis = ONDES_ANALYSIS (watched->analysis);

  while (ondes_analysis_is_busy (analysis, NULL) || ondes_analysis_is_exporting (analysis, NULL))
    g_main_context_iteration (NULL, TRUE);
}

void
open_and_settle (Watched *watched,
                 const char *path)
{
  ondes_session_open (watched->session, path, NULL);
  settle (watched);
  g_assert_cmpstr (watched->messages->str, ==, "");
  g_assert_nonnull (ondes_scalogram_analysis_get_scalogram (watched->analysis));
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
}

void
set_omega0 (Watched *watched,
            double omega0)
{
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (watched->analysis);

  settings.options.omega0 = omega0;
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
}

/* That of a long recording in equal columns, but for the last one. Another plan of an FFT may round another way. */
void
assert_is_computed (Watched *watched,
                    const OndesScalogram *scalogram,
                    double tolerance)
{
  const guint columns = scalogram->columns;
  const guint64 n = scalogram->view.count, step = (n + columns - 1) / columns, body = (columns - 1) * step;
  const gboolean tiled = n >= 256 * columns;
  const OndesView whole = { 0, n, columns, FALSE };
  const OndesView views[] = { tiled ? (OndesView) { 0, body, columns - 1, FALSE } : whole, { body, n - body, 1, FALSE } };

  g_assert_cmpuint (n, ==, ondes_session_get_source (watched->session)->n);
  for (guint part = 0, at = 0; part < (tiled ? 2 : 1); at += views[part++].columns)
    {
      g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesScalogram) own = NULL;
      const OndesScalogramJob job = {
        .spec = scalogram->spec, .source = ondes_scalogram_analysis_get_detrended (watched->analysis), .view = views[part],
        .info = ondes_recording_get_info (ondes_session_get_recording (watched->session)),
      };

      own = ondes_scalogram_compute (computer, &job, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (own->rows, ==, scalogram->rows);
      for (guint row = 0; row < own->rows; row++)
        for (guint j = 0; j < own->columns; j++)
          g_assert_cmpfloat_with_epsilon (scalogram->values[row * columns + at + j], own->values[row * own->columns + j],
                                          tolerance * scalogram->largest);
    }
}

guint64
samples_computed (Watched *watched)
{
  g_auto (GStrv) words = g_strsplit (ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), " · ", -1);

  g_assert_cmpuint (g_strv_length (words), ==, 4);
  return g_ascii_strtoull (strstr (words[2], "× ") + strlen ("× "), NULL, 10);
}

/* Keeps two processors, so that what is long here is long on a machine of many. */
static void
keep_two_processors (void)
{
  cpu_set_t all, kept;
  int n, begin;

  CPU_ZERO (&kept);
  if (sched_getaffinity (0, sizeof all, &all) != 0)
    return;
  n = CPU_COUNT (&all);
  begin = getpid () % n; /* other tests keep others */
  for (int cpu = 0, at = 0; cpu < CPU_SETSIZE; cpu++)
    if (CPU_ISSET (cpu, &all) && (at++ - begin + n) % n < 2)
      CPU_SET (cpu, &kept);
  sched_setaffinity (0, sizeof kept, &kept);
}

static gint64 history_time_us;

static gint64
get_history_time_us (void)
{
  return history_time_us;
}

void
set_history_time_us (gint64 us)
{
  history_time_us = us;
}

void
scalogram_init (int *argc,
                char ***argv)
{
  g_autoptr (GError) error = NULL;

  keep_two_processors ();
  setlocale (LC_ALL, "");
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  g_setenv ("ONDES_ENGINE", "cpu", TRUE);
  if (g_getenv ("ONDES_BUILD_DIR") != NULL)
    {
      g_autofree char *schemas = g_build_filename (g_getenv ("ONDES_BUILD_DIR"), "data", NULL);

      g_setenv ("GSETTINGS_SCHEMA_DIR", schemas, FALSE);
    }
  g_test_init (argc, argv, NULL);
  scalogram_folder = g_dir_make_tmp ("ondes-scalogram-XXXXXX", &error);
  g_assert_no_error (error);
  ondes_session_set_history_clock (get_history_time_us);
}

FakeControl *
scalogram_fake (void)
{
  g_autofree char *directory = g_test_build_filename (G_TEST_BUILT, "engine", NULL);
  g_autofree char *path = g_build_filename (directory, "ondes-cuda.so", NULL);
  GModule *module;
  gpointer entry;

  g_setenv ("ONDES_BACKEND_DIR", directory, TRUE);
  module = g_module_open (path, G_MODULE_BIND_LOCAL);
  if (module == NULL || !g_module_symbol (module, "fake_control", &entry))
    g_error ("%s", g_module_error ());
  return ((FakeControlEntry) entry) ();
}

OndesOperand *
operand_of (gpointer analysis, guint which)
{
  return ondes_series_analysis_get_operand (analysis, which);
}

OndesSeries *
values_of (gpointer analysis)
{
  return ondes_series_model_get_series (ondes_series_analysis_get_values (analysis));
}

OndesSeries *
result_of (gpointer analysis)
{
  return ondes_series_model_get_series (ondes_series_analysis_get_result (analysis));
}

void
assert_command (Watched          *watched,
                OndesExportFormat format,
                guint             columns,
                const char       *part)
{
  g_autofree char *ours = g_strdup_printf ("%s/ours.%s", scalogram_folder, ondes_export_endings[format]);
  g_autofree char *theirs = g_strdup_printf ("%s/theirs.%s", scalogram_folder, ondes_export_endings[format]);
  g_autofree char *command = NULL, *line = NULL, *one = NULL, *other = NULL, *errors = NULL;
  gsize lengths[2];
  int status;

  ondes_analysis_export (ONDES_ANALYSIS (watched->analysis), ours, format, NULL, columns);
  command = ondes_analysis_command (ONDES_ANALYSIS (watched->analysis), theirs, format, NULL, columns);
  g_assert_true (g_str_has_prefix (command, "ondes-cli "));
  g_assert_nonnull (strstr (command, part));
  line = g_strconcat (g_getenv ("ONDES_CLI"), command + strlen ("ondes-cli"), NULL);
  g_assert_true (g_spawn_command_line_sync (line, NULL, &errors, &status, NULL));
  g_assert_cmpstr (errors, ==, "");
  g_assert_cmpint (status, ==, 0);
  settle (watched);
  g_assert_true (g_file_get_contents (ours, &one, &lengths[0], NULL));
  g_assert_true (g_file_get_contents (theirs, &other, &lengths[1], NULL));
  g_assert_cmpmem (one, lengths[0], other, lengths[1]);
}

int
scalogram_run (void)
{
  int result = g_test_run ();

  remove_all (scalogram_folder);
  g_clear_pointer (&scalogram_folder, g_free);
  return result;
}
