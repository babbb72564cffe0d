/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The waveforms of all channels: against the samples, whole and close up; another recording; and nothing while hidden. */
#include "session/strips.h"

#include <math.h>
#include <string.h>

#include "scalogram-fixture.h"

#define CHANNELS 5
#define FRAMES   100000
#define COLUMNS  400

static void
wait_built (OndesStrips *strips)
{
  while (ondes_strips_is_busy (strips))
    g_main_context_iteration (NULL, TRUE);
}

/* Each column holds the least and the largest of its samples, but for stretches that it shares with its neighbours. */
static void
check (OndesStrips  *strips,
       const gint16 *samples,
       double        first,
       double        count,
       guint         slack)
{
  for (guint channel = 1; channel <= CHANNELS; channel++)
    {
      OndesExtent extents[COLUMNS];

      ondes_strips_get (strips, channel, COLUMNS, extents);
      for (guint j = 0; j < COLUMNS; j += 7)
        {
          const int from = (int) floor (first + j * count / COLUMNS), to = (int) floor (first + (j + 1) * count / COLUMNS);
          int lo = G_MAXINT, hi = G_MININT, least = G_MAXINT, most = G_MININT;

          for (int i = MAX (from - (int) slack, 0); i < MIN (MAX (to, from + 1) + (int) slack, FRAMES); i++)
            {
              const int value = samples[i * CHANNELS + channel - 1];

              least = MIN (least, value);
              most = MAX (most, value);
              if (i >= from && i < MAX (to, from + 1))
                {
                  lo = MIN (lo, value);
                  hi = MAX (hi, value);
                }
            }
          g_assert_cmpfloat (extents[j].min, <=, lo / 32768.0 + 1e-6);
          g_assert_cmpfloat (extents[j].max, >=, hi / 32768.0 - 1e-6);
          g_assert_cmpfloat (extents[j].min, >=, least / 32768.0 - 1e-6);
          g_assert_cmpfloat (extents[j].max, <=, most / 32768.0 + 1e-6);
        }
    }
}

static void
test_extents (Watched      *watched,
              gconstpointer data)
{
  g_autofree gint16 *samples = g_new (gint16, CHANNELS * FRAMES);
  g_autofree char *path = NULL, *name = NULL, *other = tone_file ("one.wav", 5000, 500);
  OndesStrips *strips = ondes_strips_new (watched->session);
  OndesExtent extents[COLUMNS];

  for (guint i = 0; i < CHANNELS * FRAMES; i++)
    samples[i] = (gint16) g_test_rand_int_range (-32000, 32000);
  path = write_wav ("many.wav", samples, FRAMES, CHANNELS, RATE);
  open_and_settle (watched, path);
  g_assert_cmpuint (ondes_strips_get_n (strips), ==, 0);
  ondes_strips_set_shown (strips, TRUE);
  g_assert_cmpuint (ondes_strips_get_n (strips), ==, CHANNELS);
  name = ondes_strips_name (strips, 2);
  g_assert_cmpstr (name, ==, "2");
  for (guint channel = 1; channel <= CHANNELS; channel++)
    ondes_strips_set_in_view (strips, channel, TRUE);
  wait_built (strips);
  check (strips, samples, 0, FRAMES, 2); /* an overview has stretches of two samples */
  /* Close up, the samples are read: columns are exact. */
  ondes_timeline_set_view (watched->timeline, 50000, 600);
  ondes_strips_get (strips, 1, COLUMNS, extents);
  wait_built (strips);
  check (strips, samples, 50000, 600, 0);
  /* Another recording, and none. */
  open_and_settle (watched, other);
  g_assert_cmpuint (ondes_strips_get_n (strips), ==, 1);
  wait_built (strips);
  ondes_strips_set_shown (strips, FALSE);
  g_assert_cmpuint (ondes_strips_get_n (strips), ==, 0);
  ondes_strips_get (strips, 1, COLUMNS, extents);
  g_assert_cmpfloat (extents[0].min, >, extents[0].max);
  g_assert_finalize_object (strips);
}

/* Recordings follow each other before any of them is built. */
static void
test_haste (Watched      *watched,
            gconstpointer data)
{
  g_autofree gint16 *samples = g_new0 (gint16, 64 * 20000);
  g_autofree char *many = write_wav ("64.wav", samples, 20000, 64, RATE), *one = tone_file ("one.wav", 5000, 500);
  OndesStrips *strips = ondes_strips_new (watched->session);

  ondes_strips_set_shown (strips, TRUE);
  for (guint i = 0; i < 4; i++)
    {
      open_and_settle (watched, i % 2 == 0 ? many : one);
      g_assert_cmpuint (ondes_strips_get_n (strips), ==, i % 2 == 0 ? 64 : 1);
    }
  open_and_settle (watched, many);
  ondes_strips_set_shown (strips, FALSE);
  g_assert_finalize_object (strips);
}

/* Names are shown without the words that they have in common, unless nothing but a number would be left. */
static void
test_names (Watched      *watched,
            gconstpointer data)
{
  static const struct
  {
    const char *heading, *shown[2];
  } files[] = {
    { "EEG Fp1-Ref;EEG Cz-Ref", { "1: Fp1", "2: Cz" } }, { "EEG Fp1;ECG", { "1: EEG Fp1", "2: ECG" } },
    { "lead_1;lead_2", { "1: lead_1", "2: lead_2" } },    { "x;y", { "1: x", "2: y" } },
    { "hole A;hole A2", { "1: A", "2: A2" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (scalogram_folder, "names.csv", NULL);
      g_autoptr (GString) text = g_string_new (files[i].heading);
      g_autoptr (OndesStrips) strips = ondes_strips_new (watched->session);

      g_string_append_c (text, '\n');
      for (guint j = 0; j < 500; j++)
        g_string_append_printf (text, "%.6f;%.6f\n", sin (j * 0.2), cos (j * 0.1));
      g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
      open_and_settle (watched, path);
      ondes_strips_set_shown (strips, TRUE);
      for (guint channel = 1; channel <= 2; channel++)
        {
          g_autofree char *name = ondes_strips_name (strips, channel);

          g_assert_cmpstr (name, ==, files[i].shown[channel - 1]);
        }
      ondes_strips_set_shown (strips, FALSE);
    }
}

int
main (int    argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  g_test_add ("/ondes/strips/extents-are-those-of-the-samples", Watched, NULL, watched_setup, test_extents, watched_teardown);
  g_test_add ("/ondes/strips/recordings-in-haste", Watched, NULL, watched_setup, test_haste, watched_teardown);
  g_test_add ("/ondes/strips/names-are-short", Watched, NULL, watched_setup, test_names, watched_teardown);
  return scalogram_run ();
}
