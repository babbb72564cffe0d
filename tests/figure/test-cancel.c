/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writers that are cancelled: no more is written, and nothing is there. And what may fit on the disk is begun. */
#include <dlfcn.h>
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
  const OndesTable table = { .rows = 1, .frequencies_hz = &one, .scales = &one, .coi_s = &one, .count = N, .columns = N,
                             .rate_hz = 1, .time_unit = "s", .unit = "", .spec = "" };
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

/* Cairo's finishing of a surface, which compresses it, held as a large one would take its time. */
static struct
{
  GMutex   mutex;
  GCond    changed;
  gboolean holds;
  guint    reached, done; /* calls that began, and that ended */
} finishing;

/* In place of Cairo's. */
void
cairo_surface_finish (cairo_surface_t *surface)
{
  void (*finish) (cairo_surface_t *) = dlsym (RTLD_NEXT, "cairo_surface_finish");

  g_mutex_lock (&finishing.mutex);
  finishing.reached++;
  g_cond_broadcast (&finishing.changed);
  while (finishing.holds)
    g_cond_wait (&finishing.changed, &finishing.mutex);
  g_mutex_unlock (&finishing.mutex);
  finish (surface);
  g_mutex_lock (&finishing.mutex);
  finishing.done++;
  g_cond_broadcast (&finishing.changed);
  g_mutex_unlock (&finishing.mutex);
}

/* Waits until @value is at least @least. */
static void
await_finishing (const guint *value,
                 guint        least)
{
  g_mutex_lock (&finishing.mutex);
  while (*value < least)
    g_cond_wait (&finishing.changed, &finishing.mutex);
  g_mutex_unlock (&finishing.mutex);
}

static void
test_figures (Fixture      *fixture,
              gconstpointer data)
{
  OndesFigureSize size = { 300, 200, 1, 96, .title = TRUE, .caption = TRUE };
  g_autoptr (OndesScalogram) picture = picture_new (10, 400, 12, 1000, 50, 500);
  OndesDisplay display = ondes_display_default;

  picture_fill_noise (picture);
  for (int format = ONDES_IMAGE_PNG; format <= ONDES_IMAGE_PDF; format++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      const guint done = finishing.done;

      g_cancellable_cancel (cancellable);
      g_cancellable_push_current (cancellable);
      g_assert_false (ondes_figure_write (&(OndesImageTarget) { fixture->path, format }, &size, picture, &display, NULL, &error));
      g_cancellable_pop_current (cancellable);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      if (format != ONDES_IMAGE_PNG)
        await_finishing (&finishing.done, done + 1); /* by a thread that was left */
    }
}

typedef struct
{
  const char       *path;
  OndesImageFormat  format;
  OndesScalogram   *picture;
  GCancellable     *cancellable;
} Writing;

static gpointer
write_cancelled (gpointer data)
{
  const OndesFigureSize size = { 300, 200, 1, 96, .title = TRUE, .caption = TRUE };
  OndesDisplay display = ondes_display_default;
  Writing *self = data;
  g_autoptr (GError) error = NULL;

  g_cancellable_push_current (self->cancellable);
  g_assert_false (ondes_figure_write (&(OndesImageTarget) { self->path, self->format }, &size, self->picture, &display, NULL,
                                      &error));
  g_cancellable_pop_current (self->cancellable);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  return NULL;
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
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Writing writing = { fixture->path, format, picture, cancellable };
      GThread *thread;

      finishing.reached = finishing.done = 0;
      finishing.holds = TRUE;
      thread = g_thread_new ("writer", write_cancelled, &writing);
      await_finishing (&finishing.reached, 1);
      g_cancellable_cancel (cancellable);
      g_thread_join (thread); /* though Cairo is not done */
      g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
      g_mutex_lock (&finishing.mutex);
      g_assert_cmpuint (finishing.done, ==, 0);
      finishing.holds = FALSE;
      g_cond_broadcast (&finishing.changed);
      g_mutex_unlock (&finishing.mutex);
      await_finishing (&finishing.done, 1);
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
