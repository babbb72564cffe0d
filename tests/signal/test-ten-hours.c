/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ten hours at 48 kHz in a file with holes, which takes no room on disk. */
#include "scratch.h"
#include "signal/overview.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LENGTH (G_GUINT64_CONSTANT (36000) * 48000)
#define MOST_BYTES (100 << 20)

enum { BURSTS = 12, BURST = 500, COLUMNS = 1600 };

typedef struct
{
  guint64 at[BURSTS];
  float   least[BURSTS], most[BURSTS];
} Night;

/* Bursts in silence: at both ends, and anywhere in each tenth between. */
static const char *
write_night (Night *night)
{
  const char *path = scratch_path ("night.raw");
  int fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

  g_assert_cmpint (fd, >=, 0);
  if (ftruncate (fd, (off_t) (2 * LENGTH)) != 0)
    g_error ("%s: cannot be that long", path);
  for (int b = 0; b < BURSTS; b++)
    {
      gint16 samples[BURST];
      double tenth = (double) LENGTH / 10;

      night->at[b] = b == 0            ? 0
                     : b == BURSTS - 1 ? LENGTH - BURST
                                       : (guint64) ((b - 1 + g_test_rand_double_range (0.1, 0.9)) * tenth);
      night->least[b] = night->most[b] = 0;
      for (int i = 0; i < BURST; i++)
        {
          samples[i] = (gint16) g_test_rand_int_range (-32768, 32768);
          night->least[b] = MIN (night->least[b], (float) samples[i] / 32768);
          night->most[b] = MAX (night->most[b], (float) samples[i] / 32768);
          samples[i] = GINT16_TO_LE (samples[i]);
        }
      g_assert_cmpint (pwrite (fd, samples, sizeof samples, (off_t) (2 * night->at[b])), ==, sizeof samples);
    }
  g_assert_cmpint (close (fd), ==, 0);
  return path;
}

/* The most memory that this process has had, bytes; 0 where the system does not say. */
static guint64
peak_memory (void)
{
  g_autofree char *text = NULL;
  const char *line;
  guint64 kib = 0;

  if (g_file_get_contents ("/proc/self/status", &text, NULL, NULL) && (line = strstr (text, "VmHWM:")))
    sscanf (line, "VmHWM: %" G_GUINT64_FORMAT, &kib);
  return kib * 1024;
}

static gboolean
count_call (gpointer data)
{
  ++*(int *) data;
  return G_SOURCE_CONTINUE;
}

/* Until the overview is whole, while it is looked at as a window does. Returns the seconds it took. */
static double
wait_for (OndesOverview *overview,
          int           *calls)
{
  gint64 begun = g_get_monotonic_time ();
  OndesExtent extents[COLUMNS];

  while (ondes_overview_fraction (overview) < 1 || *calls == 0)
    {
      g_main_context_iteration (NULL, TRUE);
      ondes_overview_get (overview, 0, LENGTH, COLUMNS, extents);
    }
  return (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC;
}

/* Every burst is seen, whole, in the columns that touch it, at any zoom; prints how long a look takes. */
static void
look (OndesOverview *overview,
      const Night   *night)
{
  for (double count = (double) LENGTH; count > COLUMNS; count /= 8)
    {
      gint64 longest = 0;

      for (int b = 0; b < BURSTS; b++)
        {
          OndesExtent extents[COLUMNS];
          double before = g_test_rand_double () * count;
          double first = CLAMP ((double) night->at[b] - before, 0, (double) LENGTH - count);
          double end = (double) (night->at[b] + BURST);
          float least = 0, most = 0;
          gint64 begun = g_get_monotonic_time ();

          ondes_overview_get (overview, first, count, COLUMNS, extents);
          longest = MAX (longest, g_get_monotonic_time () - begun);
          for (int j = 0; j < COLUMNS; j++)
            {
              double from = first + j * count / COLUMNS;

              g_assert_cmpfloat (extents[j].min, <=, extents[j].max);
              g_assert_cmpuint (extents[j].gaps, ==, 0);
              if (from < end && from + count / COLUMNS > (double) night->at[b])
                {
                  least = MIN (least, extents[j].min);
                  most = MAX (most, extents[j].max);
                }
            }
          if (first + count >= end)
            {
              g_assert_cmpfloat (least, <=, night->least[b]);
              g_assert_cmpfloat (most, >=, night->most[b]);
            }
        }
      g_test_message ("%d columns of %.0f samples: %.3f ms at most", COLUMNS, count, (double) longest / 1000);
    }
}

/* Where columns are stretches, each holds exactly its own samples: the bursts' extremes, and silence. */
static void
compare_stretches (OndesOverview *overview,
                   const Night   *night)
{
  guint64 stride = ondes_overview_stride (overview);
  guint loud = 0;

  for (guint64 at = 0; at < LENGTH; at += COLUMNS * stride)
    {
      OndesExtent extents[COLUMNS];

      ondes_overview_get (overview, (double) at, (double) (COLUMNS * stride), COLUMNS, extents);
      for (guint64 j = 0, from = at; j < COLUMNS && from < LENGTH; j++, from += stride)
        {
          gboolean touched = FALSE;

          for (int b = 0; b < BURSTS; b++)
            {
              touched |= from < night->at[b] + BURST && from + stride > night->at[b];
              if (from <= night->at[b] && from + stride >= night->at[b] + BURST)
                {
                  g_assert_cmpfloat (extents[j].min, ==, night->least[b]);
                  g_assert_cmpfloat (extents[j].max, ==, night->most[b]);
                  loud++;
                }
            }
          if (!touched)
            {
              g_assert_cmpfloat (extents[j].min, ==, 0);
              g_assert_cmpfloat (extents[j].max, ==, 0);
              g_assert_cmpfloat (extents[j].rms, ==, 0);
            }
        }
    }
  g_assert_cmpuint (loud, >, 0);
}

static void
ten_hours (void)
{
  OndesReadOptions options = { .raw = TRUE, .raw_format = { 16, 's', FALSE, 1, 48000 } };
  Night night;
  const char *path = write_night (&night);
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesOverview) overview = NULL, again = NULL;
  gint64 begun;
  guint64 before, after;
  int calls = 0;
  double seconds;
  OndesScan scan;
  struct stat st;

  g_assert_cmpint (stat (path, &st), ==, 0);
  if (st.st_blocks > (100 << 20) / 512)
    {
      g_test_skip ("files have no holes here");
      return;
    }
  before = peak_memory ();
  for (;;) /* until the file has not changed for long enough to be known again */
    {
      begun = g_get_monotonic_time ();
      recording = scratch_open (path, &options);
      g_test_message ("opened in %.1f ms", (double) (g_get_monotonic_time () - begun) / 1000);
      source = ondes_recording_source (recording, 1, NULL);
      if (source->identity)
        break;
      g_clear_pointer (&source, ondes_source_unref);
      g_clear_pointer (&recording, ondes_recording_unref);
      g_usleep (G_USEC_PER_SEC / 4);
    }
  g_assert_cmpuint (source->n, ==, LENGTH);

  overview = ondes_overview_new (source, count_call, &calls);
  seconds = wait_for (overview, &calls);
  g_test_message ("built in %.2f s, %.0f million samples a second", seconds, (double) LENGTH / seconds / 1e6);
  g_assert_true (ondes_overview_scan (overview, &scan, NULL));
  g_assert_cmpuint (scan.frames, ==, LENGTH);
  look (overview, &night);
  compare_stretches (overview, &night);

  g_clear_pointer (&overview, ondes_overview_free); /* it may still be writing it down */
  calls = 0;
  again = ondes_overview_new (source, count_call, &calls);
  g_test_message ("whole again in %.1f ms", 1000 * wait_for (again, &calls));
  look (again, &night);
  compare_stretches (again, &night);
  g_assert_true (ondes_overview_scan (again, &scan, NULL));
  g_assert_cmpuint (scan.frames, ==, LENGTH);

  after = peak_memory ();
  g_test_message ("memory grew by %.1f MB", (double) (after - before) / 1e6);
#ifndef __SANITIZE_ADDRESS__ /* which holds freed memory back */
  g_assert_cmpuint (after - before, <, MOST_BYTES);
#endif
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/overview/ten-hours", ten_hours);
  return scratch_run ();
}
