/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walshgrams as pictures: rows, times, colours. */
#include <math.h>

#include "analysis/levels.h"
#include "figure/raster.h"
#include "transform/walshgram.h"

#define RATE 48000.0

static const OndesRecordingInfo info = { .name = "a signal", .time_unit = "s", .unit = "V" };

static OndesSpec *
spec_of (guint64    window,
         guint64    hop,
         OndesOrder order)
{
  const OndesWalshgramOptions o = { .window = window, .hop = hop, .order = order, .type = ONDES_F32 };
  GError *error = NULL;
  OndesSpec *spec = ondes_walshgram_new (&o, &error);

  g_assert_no_error (error);
  return spec;
}

static OndesScalogram *
compute (OndesSpec       *spec,
         OndesSource     *source,
         const OndesView *view)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);
  const OndesScalogramJob job = { .spec = spec, .source = source, .view = *view, .info = &info };
  GError *error = NULL;
  OndesScalogram *self = ondes_scalogram_compute (computer, &job, NULL, NULL, &error);

  g_assert_no_error (error);
  return self;
}

/* A square wave of 16 samples a period, from 1000 samples on. */
static OndesSource *
square_new (guint64 n)
{
  g_autofree float *x = g_new (float, n);

  for (guint64 t = 0; t < n; t++)
    x[t] = t < 1000 ? 0 : t / 8 % 2 ? -1 : 1;
  return ondes_array_source_new (ONDES_F32, x, n, RATE);
}

/* Rows lie at their zero crossings a second, and frames around the middles of their windows. */
static void
test_places (void)
{
  const guint64 n = 40000;
  g_autoptr (OndesSource) source = square_new (n);
  g_autoptr (OndesSpec) spec = spec_of (256, 64, ONDES_ORDER_SEQUENCY), natural_spec = spec_of (256, 64, ONDES_ORDER_NATURAL);
  const OndesView view = { .count = n, .columns = 10000 };
  g_autoptr (OndesScalogram) self = compute (spec, source, &view), natural = compute (natural_spec, source, &view);
  const guint frames = (n - 256) / 64 + 1, row = 256 / 8 - 1;
  const guint column = (guint) ondes_scalogram_column (self, 20000);

  g_assert_true (ondes_scalogram_get_class (self) == &ondes_walshgram_picture);
  g_assert_cmpint (ondes_scalogram_get_place (self), ==, ONDES_PLACE_SEQUENCY);
  g_assert_cmpint (ondes_scalogram_get_place (natural), ==, ONDES_PLACE_ROW);
  g_assert_cmpuint (self->columns, ==, frames);
  g_assert_cmpuint (self->view.first, ==, 96);
  g_assert_cmpuint (self->view.count, ==, frames * 64);
  g_assert_cmpfloat (self->frequencies_hz[row], ==, row * RATE / 256);
  g_assert_cmpfloat (natural->frequencies_hz[row], ==, row);
  g_assert_cmpfloat (self->edges_hz[0], ==, -RATE / 512);
  g_assert_cmpint (ondes_scalogram_row (self, 31.2 * RATE / 256), ==, 31);
  g_assert_cmpuint (column, ==, (20000 - 96) / 64);
  for (guint i = 0; i < 256; i++)
    g_assert_cmpfloat (self->values[i * self->columns + column], ==, i == row ? 256 : 0);
  /* nothing lies above half the rate, or is doubted near the ends */
  g_assert_false (ondes_scalogram_is_aliased (self, 255));
  g_assert_cmpfloat (ondes_scalogram_coi_samples (self, 0), ==, 0);
  g_assert_cmpfloat (self->column_largest[frames - 1], ==, 256);
  g_assert_nonnull (self->medians);
  /* in the unit of the recording */
  g_assert_cmpfloat (ondes_scalogram_value (self, self->largest), ==, 1);
}

/* The frames over a span are those whose places meet it. */
static void
test_frames_over (void)
{
  for (guint i = 0; i < 300; i++)
    {
      const guint64 hop = (guint64) g_test_rand_int_range (1, 100), n = (guint64) g_test_rand_int_range (1, 700);
      const guint64 first = (guint64) g_test_rand_int_range (0, 700), count = (guint64) g_test_rand_int_range (1, 300);
      g_autoptr (OndesSpec) spec = spec_of (i % 2 ? 16 : 64, hop, ONDES_ORDER_SEQUENCY);
      const OndesWalshgram *w = ondes_spec_walshgram (spec);
      const OndesSpan over = ondes_picture_frames_over (spec, n, first, count);
      guint64 found = 0;

      for (guint64 j = 0; j * hop + w->options.window <= n; j++)
        {
          const OndesSpan shown = ondes_picture_shown (spec, (OndesSpan) { j, 1 });

          if (shown.first >= first + count || shown.first + hop <= first)
            continue;
          g_assert_cmpuint (j, ==, over.first + found);
          found++;
        }
      g_assert_cmpuint (over.count, ==, found);
      if (found > 0)
        {
          const OndesView view = ondes_picture_view (spec, over, 5);
          const OndesSpan frames = ondes_picture_frames_from (spec, n, view.first, view.count);

          g_assert_cmpuint (frames.first, ==, over.first);
          g_assert_cmpuint (frames.count, ==, over.count);
        }
    }
}

/* The axis is linear unless it is to be logarithmic, shows all rows, and the raster has the line where the axis has its
 * sequency. */
static void
test_raster (void)
{
  g_autoptr (OndesSource) source = square_new (40000);
  g_autoptr (OndesSpec) spec = spec_of (64, 16, ONDES_ORDER_SEQUENCY);
  g_autoptr (OndesScalogram) self = compute (spec, source, &(OndesView) { .count = 40000, .columns = 100 });
  OndesDisplay display = ondes_display_default;
  OndesAxis axis = ondes_display_axis (&display, self, 640);
  const OndesRasterView view = { (double) self->view.first, (double) self->view.count, 100, 640 };
  cairo_surface_t *raster = ondes_raster_new (self, &display, &axis, &view);
  const guint32 *pixels = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (raster);
  const int stride = cairo_image_surface_get_stride (raster) / 4;
  const guint32 lit = pixels[(639 - 75) * stride + 50], dark = pixels[(639 - 90) * stride + 50];

  g_assert_cmpint (axis.mode, ==, ONDES_AXIS_LINEAR);
  g_assert_cmpfloat (axis.lo, ==, -RATE / 128);
  g_assert_cmpfloat (axis.hi, ==, 63.5 * RATE / 64);
  g_assert_cmphex (lit, !=, dark);
  for (int y = 0; y < 640; y++) /* row 7 of 64 is ten pixels, from 70 upwards */
    g_assert_cmphex (pixels[(639 - y) * stride + 50], ==, y / 10 == 7 ? lit : dark);
  cairo_surface_destroy (raster);
  display.show = ONDES_SHOW_LOG;
  axis = ondes_display_axis (&display, self, 640);
  g_assert_cmpint (axis.mode, ==, ONDES_AXIS_LOG);
  g_assert_cmpfloat (axis.lo, ==, RATE / 128);
  display.show = ONDES_SHOW_PERIOD;
  g_assert_cmpint (ondes_display_show (&display, self), ==, ONDES_SHOW_LINEAR);
}

/* A preview is a frame of each column. */
static void
test_preview (void)
{
  g_autoptr (OndesSource) source = square_new (40000);
  g_autoptr (OndesSpec) spec = spec_of (64, 16, ONDES_ORDER_SEQUENCY);
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);
  const OndesScalogramJob job = { .spec = spec, .source = source, .view = { .count = 40000, .columns = 100 }, .info = &info };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesScalogram) self = ondes_scalogram_preview (computer, &job, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (ondes_spec_picture (spec)->can_preview (spec));
  g_assert_true (self->view.preview);
  g_assert_cmpuint (self->columns, ==, 100);
  g_assert_cmpuint (self->exact, ==, 0);
  g_assert_cmpfloat (self->values[7 * 100 + 50], ==, 64);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/walshgram-picture/places", test_places);
  g_test_add_func ("/ondes/walshgram-picture/frames-over-a-span", test_frames_over);
  g_test_add_func ("/ondes/walshgram-picture/raster", test_raster);
  g_test_add_func ("/ondes/walshgram-picture/preview", test_preview);
  return g_test_run ();
}
