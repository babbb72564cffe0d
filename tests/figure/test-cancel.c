/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writers that are cancelled: no more is written, and nothing is there. And what may fit on the disk is begun. */
#include <glib/gstdio.h>
#include <sys/statvfs.h>

#include "figure/figure.h"
#include "io/file-sinks.h"
#include "folder.h"
#include "picture.h"

static void
test_sinks (Fixture      *fixture,
            gconstpointer data)
{
  enum { N = 1 << 16 };
  g_autofree double *values = g_new0 (double, N);
  const double one = 1;
  const OndesTable table = { 1, &one, &one, &one, 0, N, N, 1, "s", "", "" };
  OndesSink *const sinks[] = {
    ondes_csv_sink_new_vector (fixture->path, "v", FALSE, 0),
    ondes_csv_sink_new (fixture->path, &table),
    ondes_npz_sink_new (fixture->path, &table),
  };

  for (guint i = 0; i < G_N_ELEMENTS (sinks); i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;

      g_assert_true (sinks[i]->klass->begin (sinks[i], ONDES_F64, 1, N, NULL));
      g_assert_true (sinks[i]->klass->put (sinks[i], &(OndesRect) { 0, 1, 0, N }, values, N * sizeof *values, TRUE, NULL));
      g_cancellable_cancel (cancellable);
      g_cancellable_push_current (cancellable);
      g_assert_false (ondes_sink_finish (sinks[i], &error));
      g_cancellable_pop_current (cancellable);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      ondes_sink_free (sinks[i]);
    }
}

static void
test_figures (Fixture      *fixture,
              gconstpointer data)
{
  OndesFigureSize size = { 300, 200, 1, 96 };
  g_autoptr (OndesScalogram) picture = picture_new (10, 400, 12, 1000, 50, 500);
  OndesDisplay display = ondes_display_default;

  picture_fill_noise (picture);
  for (int format = ONDES_IMAGE_PNG; format <= ONDES_IMAGE_PDF; format++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;

      g_cancellable_cancel (cancellable);
      g_cancellable_push_current (cancellable);
      g_assert_false (ondes_figure_write (&(OndesImageTarget) { fixture->path, format }, &size, picture, &display, NULL, &error));
      g_cancellable_pop_current (cancellable);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

typedef struct
{
  const char         *path;
  OndesImageFormat    format;
  OndesScalogram     *picture;
  GCancellable       *cancellable;
  gint64              ended;
} Writing;

static gpointer
write_large (gpointer data)
{
  const OndesFigureSize size = { 4000, 4000, 1, 96 };
  OndesDisplay display = ondes_display_default;
  Writing *self = data;
  g_autoptr (GError) error = NULL;

  g_cancellable_push_current (self->cancellable);
  if (!ondes_figure_write (&(OndesImageTarget) { self->path, self->format }, &size, self->picture, &display, NULL, &error))
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_cancellable_pop_current (self->cancellable);
  self->ended = g_get_monotonic_time ();
  return NULL;
}

/* Microseconds from the cancel, so long behind the start, to the writer's end; below 0: it was done before. */
static gint64
cancel_after (Fixture          *fixture,
              OndesScalogram   *picture,
              OndesImageFormat  format,
              gint64            wait_us)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Writing writing = { fixture->path, format, picture, cancellable, 0 };
  GThread *thread = g_thread_new ("writer", write_large, &writing);
  gint64 cancelled;

  g_usleep ((gulong) wait_us);
  cancelled = g_get_monotonic_time ();
  g_cancellable_cancel (cancellable);
  g_thread_join (thread);
  return writing.ended - cancelled;
}

/* A vector figure that is cancelled while Cairo compresses it leaves the thread that wrote it to the next, and no file. */
static void
test_vectors (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (OndesScalogram) picture = picture_new (10, 400, 12, 1000, 50, 500);

  picture_fill_noise (picture);
  for (int format = ONDES_IMAGE_SVG; format <= ONDES_IMAGE_PDF; format++)
    {
      g_autoptr (GCancellable) never = g_cancellable_new ();
      Writing whole = { fixture->path, format, picture, never, 0 };
      gint64 least = G_MAXINT64, took = G_MAXINT64;

      /* Of several, for other programs compute too. */
      for (guint round = 0; round < 2; round++)
        {
          const gint64 began = g_get_monotonic_time ();

          write_large (&whole);
          took = MIN (took, whole.ended - began);
          g_assert_cmpint (g_unlink (fixture->path), ==, 0);
        }
      for (guint round = 0; round < 4; round++)
        {
          const gint64 us = cancel_after (fixture, picture, format, took / 2);

          if (us > 0)
            least = MIN (least, us);
        }
      g_test_message ("%s: %.0f ms; cancelled half way it ends after %.1f ms", format == ONDES_IMAGE_SVG ? "SVG" : "PDF",
                      (double) took / 1000, (double) least / 1000);
      g_assert_cmpint (least, <, took / 4);
      g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
    }
}

/* 64 characters a value would not fit, 7 do. */
static void
test_space (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  OndesSink *sink = ondes_csv_sink_new_vector (fixture->path, "v", FALSE, 0);
  struct statvfs disk;
  guint64 room;

  g_assert_cmpint (statvfs (fixture->folder, &disk), ==, 0);
  room = (guint64) disk.f_bavail * disk.f_frsize;
  sink->klass->begin (sink, ONDES_U8, 1, room / 40, &error);
  g_assert_no_error (error);
  g_assert_false (sink->klass->begin (sink, ONDES_U8, 1, room / 3, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  ondes_sink_free (sink);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, Fixture, NULL, folder_set_up, function, folder_tear_down)
  ADD ("/ondes/cancel/numbers", test_sinks);
  ADD ("/ondes/cancel/figures", test_figures);
  ADD ("/ondes/cancel/vectors-that-are-compressed", test_vectors);
  ADD ("/ondes/cancel/csv-that-may-fit-is-begun", test_space);
  return g_test_run ();
}
