/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writers that are cancelled: no more is written, and nothing is there. And what may fit on the disk is begun. */
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
      g_assert_false (ondes_figure_write (fixture->path, format, &size, picture, &display, NULL, &error));
      g_cancellable_pop_current (cancellable);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
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
  ADD ("/ondes/cancel/csv-that-may-fit-is-begun", test_space);
  return g_test_run ();
}
