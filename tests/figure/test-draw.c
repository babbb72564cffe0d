/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing: rulers whose numbers stand at their ticks, apart and inside, and shapes that cover what they should. */
#include <string.h>

#include "figure/layers.h"
#include "picture.h"

#define PAD 100

/* Black on white, the font that is there. */
static OndesTheme
black_theme (const char *font)
{
  const OndesColour black = { 0, 0, 0, 1 }, white = { 1, 1, 1, 1 };

  return (OndesTheme) { white, black, black, black, black, black, font };
}

static const OndesTheme colourful = {
  .background = { 1, 1, 1, 1 },
  .foreground = { 0, 0, 0, 1 },
  .dim = { 0.5, 0.5, 0.5, 1 },
  .grid = { 1, 1, 1, 1 },
  .wave = { 0, 0, 1, 1 },
  .accent = { 1, 0, 0, 1 },
  .font = "Sans 9",
};

typedef void (*Waveform) (const OndesPlot *plot, const OndesExtent *extents, guint columns);

static const Waveform waveforms[] = { ondes_draw_waveform, ondes_draw_waveform_pixels };

static cairo_t *
new_page (int    width,
          int    height,
          double grey)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t         *cr = cairo_create (surface);

  cairo_set_source_rgb (cr, grey, grey, grey);
  cairo_paint (cr);
  cairo_surface_destroy (surface);
  return cr;
}

static guint32
page_pixel (cairo_t *cr,
            int      x,
            int      y)
{
  cairo_surface_flush (cairo_get_target (cr));
  return pixel_at (cairo_get_target (cr), x, y) & 0xffffff;
}

static gboolean
is_ink (cairo_t *cr,
        int      x,
        int      y)
{
  return (page_pixel (cr, x, y) & 0xff) < 0xc0;
}

/* Whether anything stands across at @along: x, or y where @vertical. */
static gboolean
ink_across (cairo_t *cr,
            gboolean vertical,
            int      along,
            int      from,
            int      to)
{
  for (int i = from; i < to; i++)
    if (vertical ? is_ink (cr, i, along) : is_ink (cr, along, i))
      return TRUE;
  return FALSE;
}

/* Stretches of ink along, with gaps of less than @gap closed; middles as doubles. */
static GArray *
find_groups (cairo_t *cr,
             gboolean vertical,
             int      length,
             int      from,
             int      to,
             int      gap)
{
  GArray *middles = g_array_new (FALSE, FALSE, sizeof (double));
  int     first = -1, last = -1;

  for (int i = 0; i < length; i++)
    {
      if (ink_across (cr, vertical, i, from, to))
        {
          first = first < 0 ? i : first;
          last = i;
        }
      if (first >= 0 && (i - last > gap || i == length - 1))
        {
          double middle = (first + last + 1) / 2.0;

          g_array_append_val (middles, middle);
          first = -1;
        }
    }
  return middles;
}

static double
random_log (double lo,
            double hi)
{
  return lo * pow (hi / lo, g_test_rand_double ());
}

static OndesAxis
random_axis (double pixels)
{
  OndesAxis axis = { g_test_rand_int_range (0, 4), 0, 0, pixels };

  if (axis.mode == 3)
    {
      axis.mode = ONDES_AXIS_DATE;
      axis.date_s = floor (g_test_rand_double_range (-1e10, 1e10));
      axis.unit_s = 1;
      axis.hi = random_log (1e-3, 1e11);
    }
  else if (axis.mode == ONDES_AXIS_LOG)
    {
      axis.lo = random_log (1e-20, 1e9);
      axis.hi = axis.lo * (1 + random_log (1e-4, 1e8));
    }
  else if (axis.mode == ONDES_AXIS_TIME)
    {
      axis.lo = g_test_rand_double_range (0, 1e5);
      axis.hi = axis.lo + random_log (1e-3, 1e10);
    }
  else
    {
      double span = random_log (1e-20, 1e9);

      axis.lo = g_test_rand_double_range (-1, 1) * span * random_log (1, 1e4);
      axis.hi = axis.lo + span;
    }
  return axis;
}

/* What lies within a label at most: those of times and dates may have a space ("12 d 04:00"). */
static int
label_gap (const OndesAxis *axis)
{
  return axis->mode == ONDES_AXIS_DATE || axis->mode == ONDES_AXIS_TIME ? 10 : 7;
}

/* Each group of ink in the labels' band belongs to the major tick in its middle, and each such tick has one. */
static void
check_ruler (const OndesTheme *theme,
             const OndesAxis  *axis,
             OndesSide         side)
{
  gboolean          vertical = side == ONDES_SIDE_LEFT || side == ONDES_SIDE_RIGHT;
  int               length = ceil (axis->pixels) + 2 * PAD, thick, edge = 300;
  cairo_t          *cr = vertical ? new_page (600, length, 1) : new_page (length, 600, 1);
  gboolean          before = side == ONDES_SIDE_LEFT || side == ONDES_SIDE_TOP;
  g_autoptr (GArray) ticks = NULL, labels = NULL;

  thick = ondes_ruler_thickness (cr, theme, axis, side, FALSE);
  g_assert_cmpint (thick, <, edge);
  if (vertical)
    ondes_draw_ruler (cr, &(OndesRuler) { .theme = theme, .axis = axis, .side = side, .x = edge, .y = PAD + axis->pixels });
  else
    ondes_draw_ruler (cr, &(OndesRuler) { .theme = theme, .axis = axis, .side = side, .x = PAD, .y = edge });

  /* Major ticks are 6 units long, minor ones 3: a band between tells them apart. */
  ticks = find_groups (cr, vertical, length, before ? edge - 5 : edge + 4, before ? edge - 4 : edge + 5, 0);
  labels = find_groups (cr, vertical, length, before ? edge - thick : edge + 7, before ? edge - 7 : edge + thick,
                        vertical ? 1 : label_gap (axis));
  g_assert_cmpuint (ticks->len, >=, 2);
  g_assert_cmpuint (labels->len, ==, ticks->len);
  for (guint i = 0; i < ticks->len; i++)
    g_assert_cmpfloat_with_epsilon (g_array_index (labels, double, i), g_array_index (ticks, double, i), 3.5);

  /* Nothing beyond the thickness that was told, and nothing on the plot. */
  for (int i = 0; i < length; i++)
    {
      g_assert_false (ink_across (cr, vertical, i, before ? edge + 1 : 0, before ? 600 : edge - 1));
      g_assert_false (ink_across (cr, vertical, i, before ? 0 : edge + thick + 1, before ? edge - thick - 1 : 600));
    }
  cairo_destroy (cr);
}

static void
test_rulers (void)
{
  static const char *const fonts[] = { "Sans 9", "Cantarell 9", "Serif 12", "Monospace 7" };

  for (int i = 0; i < 160; i++)
    {
      OndesTheme theme = black_theme (fonts[i % 4]);
      OndesAxis  axis = random_axis (floor (random_log (420, 1500)));

      check_ruler (&theme, &axis, i / 4 % 4);
    }
}

static void
test_small_rulers (void)
{
  /* However little room: no label on another, and none out of the ruler by more than half of itself. */
  for (int i = 0; i < 300; i++)
    {
      OndesTheme       theme = black_theme ("Sans 9");
      OndesAxis        axis = random_axis (g_test_rand_int_range (1, 200));
      OndesSide        side = g_test_rand_int_range (0, 4);
      gboolean         vertical = side == ONDES_SIDE_LEFT || side == ONDES_SIDE_RIGHT;
      cairo_surface_t *tape = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
      cairo_t         *cr = cairo_create (tape);
      double           thick = ondes_ruler_thickness (cr, &theme, &axis, side, TRUE), x, y, width, height;

      ondes_draw_ruler (cr, &(OndesRuler) { .theme = &theme, .axis = &axis, .side = side, .title = "a title that is long" });
      cairo_recording_surface_ink_extents (tape, &x, &y, &width, &height);
      g_assert_cmpfloat (vertical ? width : height, <=, thick + 2);
      if (vertical)
        {
          g_assert_cmpfloat (y, >=, -axis.pixels - 12);
          g_assert_cmpfloat (y + height, <=, 12);
        }
      else
        {
          g_assert_cmpfloat (x, >=, -120);
          g_assert_cmpfloat (x + width, <=, axis.pixels + 120);
        }
      cairo_destroy (cr);
      cairo_surface_destroy (tape);
    }
}

static void
test_ruler_within (void)
{
  for (int i = 0; i < 100; i++)
    {
      OndesTheme       theme = black_theme ("Sans 9");
      OndesAxis        axis = { ONDES_AXIS_LINEAR, 1234.5, 1234.5 + random_log (1e-5, 1), g_test_rand_int_range (60, 500) };
      cairo_surface_t *tape = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
      cairo_t         *cr = cairo_create (tape);
      double           room = g_test_rand_double_range (60, 120), x, y, width, height;

      ondes_draw_ruler (cr, &(OndesRuler) { .theme = &theme, .axis = &axis, .side = ONDES_SIDE_LEFT, .title = "frequency (Hz)",
                                            .room = room });
      cairo_recording_surface_ink_extents (tape, &x, &y, &width, &height);
      g_assert_cmpfloat (x, >=, -room - 1);
      g_assert_cmpfloat (x + width, <=, 1);
      cairo_destroy (cr);
      cairo_surface_destroy (tape);
    }
}

static void
test_waveform (gconstpointer data)
{
  const Waveform draw = *(const Waveform *) data;
  enum { COLUMNS = 200, HEIGHT = 120 };
  OndesExtent extents[COLUMNS];
  cairo_t    *cr = new_page (COLUMNS + 20, HEIGHT + 20, 1);

  for (int i = 0; i < COLUMNS; i++)
    {
      float middle = g_test_rand_double_range (-0.8, 0.8), half = g_test_rand_double_range (0, 0.2);

      extents[i] = (OndesExtent) { middle - half, middle + half, 0, 0 };
      if (i >= 50 && i < 60)
        extents[i] = (OndesExtent) { 1, -1, 0, 0 }; /* not built yet */
      if (i >= 90 && i < 100)
        extents[i] = (OndesExtent) { 1, -1, 0, 7 }; /* a gap */
    }
  draw (&(OndesPlot) { .area = { 10, 10, COLUMNS, HEIGHT }, .lo = -1, .hi = 1, .cr = cr, .theme = &colourful }, extents, COLUMNS);

  for (int i = 0; i < COLUMNS; i++)
    for (int y = 0; y < HEIGHT + 20; y++)
      {
        guint32 seen = page_pixel (cr, 10 + i, y);
        double  top, bottom;
        double  lo = extents[i].min, hi = extents[i].max;

        if (i >= 50 && i < 60)
          {
            g_assert_cmphex (seen, ==, 0xffffff);
            continue;
          }
        if (i >= 90 && i < 100)
          {
            /* Reddish from top to bottom. */
            if (y >= 10 && y < 10 + HEIGHT)
              g_assert_cmphex (seen & 0xff, <, 0xf8);
            else
              g_assert_cmphex (seen, ==, 0xffffff);
            continue;
          }
        /* It reaches to its neighbour. */
        if (i > 0 && extents[i - 1].min <= extents[i - 1].max)
          {
            lo = MIN (lo, extents[i - 1].max);
            hi = MAX (hi, extents[i - 1].min);
          }
        top = 10 + HEIGHT * (1 - (hi + 1) / 2);
        bottom = 10 + HEIGHT * (1 - (lo + 1) / 2);
        if (y >= top + 1 && y + 1 <= bottom - 1)
          g_assert_cmphex (seen, ==, 0x0000ff);
        else if (y + 1 < top - 1 || y > bottom + 1)
          g_assert_cmphex (seen, ==, 0xffffff);
      }
  cairo_destroy (cr);
}

/* Both ways to draw it make the same picture, but for the edges, which Cairo places to fifteenths of a pixel. */
static void
test_waveform_pixels (void)
{
  enum { WIDTH = 100, HEIGHT = 60 };
  const int scale = g_test_rand_int_range (1, 3), columns = WIDTH * scale, lines = HEIGHT * scale;
  g_autofree OndesExtent *extents = g_new (OndesExtent, columns);
  const double height = g_test_rand_double_range (HEIGHT / 2, HEIGHT - 4);
  cairo_t *pages[2];

  for (int i = 0; i < columns; i++)
    {
      float middle = g_test_rand_double_range (-1.1, 1.1), half = g_test_rand_double_range (0, 0.3);

      extents[i] = (OndesExtent) { middle - half, middle + half, 0, 0 };
      if (g_test_rand_int_range (0, 10) == 0)
        extents[i] = (OndesExtent) { 1, -1, 0, g_test_rand_int_range (0, 2) };
    }
  for (guint i = 0; i < 2; i++)
    {
      pages[i] = new_page (columns, lines, 1);
      cairo_scale (pages[i], scale, scale);
      waveforms[i](&(OndesPlot) { .area = { 0, 2, WIDTH, height }, .lo = -1, .hi = 1, .cr = pages[i], .theme = &colourful },
                   extents, columns);
    }
  for (int y = 0; y < lines; y++)
    for (int x = 0; x < columns; x++)
      for (int shift = 0; shift < 24; shift += 8)
        {
          int shape = page_pixel (pages[0], x, y) >> shift & 255, pixels = page_pixel (pages[1], x, y) >> shift & 255;

          g_assert_cmpint (abs (shape - pixels), <=, 70);
        }
  cairo_destroy (pages[0]);
  cairo_destroy (pages[1]);
}

static void
test_flat_line (gconstpointer data)
{
  const Waveform draw = *(const Waveform *) data;
  OndesExtent extents[50];
  cairo_t    *cr = new_page (50, 40, 1);
  guint32     darkest = 0xff;

  for (int i = 0; i < 50; i++)
    extents[i] = (OndesExtent) { 0.3f, 0.3f, 0.3f, 0 };
  draw (&(OndesPlot) { .area = { 0, 0, 50, 40 }, .lo = -1, .hi = 1, .cr = cr, .theme = &colourful }, extents, 50);
  for (int y = 0; y < 40; y++)
    darkest = MIN (darkest, page_pixel (cr, 25, y) >> 16);
  g_assert_cmpuint (darkest, <=, 0x80);
  cairo_destroy (cr);
}

static void
test_samples (void)
{
  const double positions[] = { 10, 30, 50, 70, 90, 110 }, values[] = { 0, 0.5, NAN, -0.5, -0.5, 0.25 };
  cairo_t     *cr = new_page (120, 100, 1);

  ondes_draw_samples (&(OndesPlot) { .area = { 0, 0, 120, 100 }, .lo = -1, .hi = 1, .cr = cr, .theme = &colourful }, positions,
                      values, 6);
  for (int i = 0; i < 6; i++)
    if (isfinite (values[i]))
      g_assert_cmphex (page_pixel (cr, positions[i], 50 - values[i] * 50), ==, 0x0000ff);
  /* Joined, but not across the gap. */
  g_assert_true (ink_across (cr, FALSE, 20, 0, 100) || (page_pixel (cr, 20, 37) & 0xff0000) < 0xff0000);
  for (int y = 0; y < 100; y++)
    {
      g_assert_cmphex (page_pixel (cr, 45, y), ==, 0xffffff);
      g_assert_cmphex (page_pixel (cr, 60, y), ==, 0xffffff);
    }
  g_assert_cmphex (page_pixel (cr, 80, 75) & 0xff0000, <, 0x600000);
  cairo_destroy (cr);
}

static void
test_cone (void)
{
  for (int round = 0; round < 9; round++)
    {
      g_autoptr (OndesScalogram) picture = picture_new (2, 400, 8, 1000, 300, 3000);
      OndesDisplay               display = ondes_display_default;
      OndesAxis                  axis;
      cairo_t                   *cr = new_page (320, 220, 0);
      double                     first = round % 2 ? 0 : -200, count = round % 2 ? 3000 : 1500;
      int                        probes = 0;

      display.show = (OndesShow[]) { ONDES_SHOW_LOG, ONDES_SHOW_LINEAR, ONDES_SHOW_SCALE }[round % 3];
      axis = ondes_display_axis (&display, picture, 200);
      ondes_layer_cone.draw (&(OndesScalogramPlot) { &colourful, picture, &display, &axis,
                                                     { .area = { 10, 10, 300, 200 }, .first = first, .count = count } }, cr);
      while (probes < 5000)
        {
          int    x = g_test_rand_int_range (10, 310), y = g_test_rand_int_range (10, 210);
          double f = ondes_display_to_frequency (&display, picture, ondes_axis_value (&axis, 209.5 - y));
          double reach = G_SQRT2 * 5 * 1000 / (2 * G_PI * f);
          double sample = first + (x - 9.5) / 300 * count, near = 2.5 * count / 300;
          double from_ends = MIN (sample, 3000 - sample);
          /* Where the edge is nearly level, a line of it is wide in samples. */
          double above = ondes_display_to_frequency (&display, picture, ondes_axis_value (&axis, 211.5 - y));
          double below = MAX (ondes_display_to_frequency (&display, picture, ondes_axis_value (&axis, 207.5 - y)), f / 4);
          double reach_lo = G_SQRT2 * 5 * 1000 / (2 * G_PI * above), reach_hi = G_SQRT2 * 5 * 1000 / (2 * G_PI * below);

          probes++;
          if (from_ends > reach_lo - near && from_ends < reach_hi + near)
            continue;
          if (from_ends < reach)
            g_assert_cmpuint (page_pixel (cr, x, y) & 0xff, >, 50);
          else
            g_assert_cmpuint (page_pixel (cr, x, y) & 0xff, ==, 0);
        }
      /* Not outside of the plot. */
      for (int x = 0; x < 320; x++)
        {
          g_assert_cmphex (page_pixel (cr, x, 9), ==, 0);
          g_assert_cmphex (page_pixel (cr, x, 210), ==, 0);
        }
      cairo_destroy (cr);
    }
}

static void
test_aliased (void)
{
  g_autoptr (OndesScalogram) picture = picture_new (10, 450, 8, 1000, 100, 1000);
  OndesDisplay               display = ondes_display_default;
  OndesAxis                  axis = ondes_display_axis (&display, picture, 200);
  const OndesScalogramPlot   on = { &colourful, picture, &display, &axis, { .area = { 0, 0, 200, 200 }, .count = 1000 } };
  cairo_t                   *cr = new_page (200, 200, 0.5);
  double                     lowest = G_MAXDOUBLE;
  int                        edge, touched = 0;

  ondes_layer_aliased.draw (&on, cr);
  for (int y = 0; y < 200; y++)
    g_assert_cmphex (page_pixel (cr, 100, y), ==, page_pixel (cr, 100, 199));

  /* The same rows at a third of the rate: those above half of it are covered, and no other. */
  picture->rate_hz = 300;
  ondes_layer_aliased.draw (&on, cr);
  for (guint i = 0; i < picture->rows; i++)
    if (picture->frequencies_hz[i] > 150)
      lowest = MIN (lowest, picture->edges_hz[2 * i]);
  edge = 200 - ondes_axis_pixel (&axis, lowest);
  for (int y = 0; y < 200; y++)
    for (int x = 0; x < 200; x++)
      if (y > edge + 1)
        g_assert_cmphex (page_pixel (cr, x, y), ==, page_pixel (cr, 100, 199));
      else if (y < edge - 1)
        touched += page_pixel (cr, x, y) != page_pixel (cr, 100, 199);
  g_assert_cmpint (touched, >=, (edge - 1) * 199);
  cairo_destroy (cr);
}

/* Makes @picture one of a recording oversampled twice, with quantised masks. */
static void
oversample (OndesScalogram *picture)
{
  const OndesCompensationOptions compensated = { .oversample = 2, .quantisation = { .bits = 8 } };
  g_autoptr (OndesCompensation)  compensation = ondes_compensation_new (&compensated, NULL);
  OndesCwtOptions                options = ondes_spec_cwt (picture->spec)->options;
  g_autoptr (OndesScaleList)     scales = NULL;

  scales = ondes_scale_list_new_frequencies (picture->frequencies_hz[picture->rows - 1] * 0.999, picture->frequencies_hz[0], 8,
                                             options.omega0, picture->rate_hz, NULL);
  options.compensation = compensation;
  options.rate_hz = picture->rate_hz;
  ondes_spec_unref (picture->spec);
  picture->spec = ondes_cwt_new (&options, scales, NULL);
  picture->rate_hz /= 2;
  picture->oversampling = 2;
}

/* A dashed line and a mark on the ruler lie at half of the rate before, and the bar's title tells the noise of the masks. */
static void
test_half_rate (void)
{
  g_autoptr (OndesScalogram) picture = picture_new (10, 450, 8, 1000, 100, 1000);
  OndesDisplay               display = ondes_display_default;
  OndesAxis                  axis;
  cairo_t                   *cr = new_page (300, 200, 0);
  g_autofree char           *title = NULL, *noise = NULL;
  cairo_rectangle_t          parts[ONDES_LAYER_PARTS];
  int                        white = 0, y, marked = 0;

  picture_fill_noise (picture);
  axis = ondes_display_axis (&display, picture, 200);
  g_assert_cmpuint (ondes_layer_half_rate.parts (&(OndesScalogramPlot) { &colourful, picture, &display, &axis,
                                                                         { .area = { 20, 0, 280, 200 }, .count = 1000 } }, parts),
                    ==, 0);
  oversample (picture);
  ondes_layer_half_rate.draw (&(OndesScalogramPlot) { &colourful, picture, &display, &axis,
                                                      { .area = { 20, 0, 280, 200 }, .count = 1000 } }, cr);
  y = floor (200 - ondes_axis_pixel (&axis, 250));
  for (int x = 20; x < 300; x++)
    white += (page_pixel (cr, x, y) & 0xff) > 200;
  g_assert_cmpint (white, >, 280 / 2);
  g_assert_cmpint (white, <, 280 * 0.75);
  ondes_draw_ruler_mark (cr, &(OndesRuler) { .theme = &colourful, .axis = &axis, .side = ONDES_SIDE_LEFT, .x = 20, .y = 200 }, 250);
  for (int i = 0; i < 200; i++)
    for (int x = 0; x < 20; x++)
      if (page_pixel (cr, x, i) != 0)
        {
          g_assert_cmpint (ABS (i - y), <=, 5);
          marked++;
        }
  g_assert_cmpint (marked, >, 12);
  title = ondes_colour_bar_title (picture, &display);
  noise = g_strdup_printf ("; noise of 8-bit masks \u2212%.0f dB", -ondes_spec_cwt (picture->spec)->noise_db);
  g_assert_true (g_str_has_suffix (title, noise));
  cairo_destroy (cr);
}

/* What a layer draws lies within the parts that it tells, whatever is in view. */
static void
test_layer_parts (void)
{
  int drawn[8] = { 0 };

  for (int round = 0; round < 60; round++)
    {
      double           n = g_test_rand_int_range (100, 5000), first = g_test_rand_double_range (-n / 2, n);
      double           lo = g_test_rand_double_range (2, 40), hi = g_test_rand_double_range (50, 450);
      g_autoptr (OndesScalogram) picture = picture_new (lo, hi, 8, 1000, 100, n);
      OndesDisplay     display = ondes_display_default;
      OndesAxis        axis;
      OndesPlot        plot = { .area = { 10, 10, 280, 180 }, .first = first, .count = g_test_rand_double_range (n / 8, 2 * n) };
      OndesScalogramPlot on = { &colourful, picture, &display, &axis, plot };

      display.show = (OndesShow[]) { ONDES_SHOW_LOG, ONDES_SHOW_LINEAR, ONDES_SHOW_SCALE, ONDES_SHOW_PERIOD }[round % 4];
      display.selection = ONDES_SELECTION_SPAN (first + n / 9, first + n / 8);
      display.cursors.at[round % 2].sample = first + n / 10;
      display.cursors.at[round % 2].hz = round % 3 ? g_test_rand_double_range (lo, hi) : NAN;
      display.cursors.harmonic_hz = round % 5 ? g_test_rand_double_range (lo, hi) : NAN;
      if (round % 3 == 0)
        picture->rate_hz = g_test_rand_double_range (50, 900);
      else if (round % 3 == 1)
        oversample (picture);
      axis = ondes_display_axis (&display, picture, 180);
      for (guint i = 0; ondes_scalogram_layer (i) != NULL; i++)
        {
          const OndesLayer *layer = ondes_scalogram_layer (i);
          cairo_rectangle_t parts[ONDES_LAYER_PARTS];
          guint             parts_n = layer->parts (&on, parts);
          cairo_t          *whole = new_page (300, 200, 0), *cut = new_page (300, 200, 0);

          g_assert_cmpuint (i, <, G_N_ELEMENTS (drawn));
          layer->draw (&on, whole);
          for (guint j = 0; j < parts_n; j++)
            cairo_rectangle (cut, parts[j].x, parts[j].y, parts[j].width, parts[j].height);
          cairo_clip (cut);
          if (parts_n > 0)
            layer->draw (&on, cut);
          for (int y = 0; y < 200; y++)
            for (int x = 0; x < 300; x++)
              {
                g_assert_cmphex (page_pixel (cut, x, y), ==, page_pixel (whole, x, y));
                drawn[i] += page_pixel (whole, x, y) != 0;
              }
          cairo_destroy (whole);
          cairo_destroy (cut);
        }
    }
  g_assert_cmpint (drawn[0], >, 0);
  g_assert_cmpint (drawn[1], >, 0);
  g_assert_cmpint (drawn[2], >, 0);
  g_assert_cmpint (drawn[4], >, 0); /* the selection and the cursors */
  g_assert_cmpint (drawn[5], >, 0);
}

/* Cursors are white lines at their times and frequencies, the harmonic cursor at the multiples of its own. */
static void
test_cursors (void)
{
  for (int round = 0; round < 20; round++)
    {
      g_autoptr (OndesScalogram) picture = picture_new (10, 400, 8, 1000, 100, 1000);
      OndesDisplay     display = ondes_display_default;
      const int        x = g_test_rand_int_range (120, 280);
      /* One of them, for lines that are close cover each other. */
      const double     hz = round % 4 < 2 ? g_test_rand_double_range (15, 350) : NAN;
      const double     harmonic = round % 4 < 2 ? NAN : g_test_rand_double_range (15, 150);
      OndesAxis        axis;
      OndesScalogramPlot on = { &colourful, picture, &display, &axis, { .area = { 10, 10, 280, 180 }, .count = 1000 } };
      cairo_t         *cr = new_page (300, 200, 0);
      int              bright = 0;

      display.show = round % 2 ? ONDES_SHOW_LOG : ONDES_SHOW_LINEAR;
      axis = ondes_display_axis (&display, picture, 180);
      display.cursors.at[0].sample = (x + 0.5 - 10) / 280 * 1000;
      display.cursors.at[1].sample = 0;
      display.cursors.at[1].hz = hz;
      display.cursors.harmonic_hz = harmonic;
      ondes_layer_cursors.draw (&on, cr);
      for (int y = 10; y < 190; y++)
        bright += (page_pixel (cr, x, y) >> 16 & 0xff) > 0xd0;
      g_assert_cmpint (bright, >, 60); /* other lines cross it */
      for (int k = 0; k < 3; k++)
        {
          const double f = k == 0 ? hz : k * harmonic;
          const double y = round % 2 ? log (axis.hi / f) / log (axis.hi / axis.lo) : (axis.hi - f) / (axis.hi - axis.lo);

          /* Left of the first cursor, right of the labels. */
          if (y > 0.02 && y < 0.98)
            g_assert_cmpint (page_pixel (cr, 100, (int) floor (10 + 180 * y)) >> 16 & 0xff, >, 0xd0);
        }
      cairo_destroy (cr);
    }
}

static void
test_colour_bar (void)
{
  for (int round = 0; round < 24; round++)
    {
      g_autoptr (OndesScalogram) picture = picture_new (10, 400, 8, 1000, 100, 1000);
      OndesDisplay               display = ondes_display_default;
      int                        height = 256 * g_test_rand_int_range (1, 3);
      cairo_t                   *cr = new_page (160, height + 60, 1);
      const guint32             *colours;
      g_autofree char           *title = NULL;

      picture_fill_noise (picture);
      display.palette = round % 6;
      display.decibel = round % 2;
      display.reference = random_log (1e-21, 1e6);
      colours = ondes_palette_colours (display.palette);
      title = ondes_colour_bar_title (picture, &display);
      ondes_draw_colour_bar (cr, &colourful, picture, &display, &(cairo_rectangle_t) { 10, 30, 20, height }, title);
      for (int i = 1; i < 255; i++)
        g_assert_cmphex (page_pixel (cr, 20, 30 + (255 - i) * height / 256), ==, colours[i] & 0xffffff);
      /* Ruler and title are there, and inside. */
      g_assert_true (ink_across (cr, FALSE, 33, 30, 30 + height));
      for (int y = 0; y < height + 60; y++)
        g_assert_cmphex (page_pixel (cr, 120, y), ==, 0xffffff);
      cairo_destroy (cr);
    }
}

static void
test_colour_bar_titles (void)
{
  g_autoptr (OndesScalogram) picture = picture_new (10, 400, 8, 1000, 100, 1000);
  OndesDisplay               display = ondes_display_default;
  g_autofree char           *decibel = NULL, *linear = NULL, *tiny = NULL;

  display.reference = 1.2;
  decibel = ondes_colour_bar_title (picture, &display);
  g_assert_cmpstr (decibel, ==, "magnitude, dB re 1.20 mV");
  display.decibel = FALSE;
  linear = ondes_colour_bar_title (picture, &display);
  g_assert_cmpstr (linear, ==, "magnitude (mV)");
  display.reference = 2e-19;
  tiny = ondes_colour_bar_title (picture, &display);
  g_assert_cmpstr (tiny, ==, "magnitude (1e\u2212" "19 mV)");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/draw/ruler-labels-stand-at-their-ticks", test_rulers);
  g_test_add_func ("/ondes/draw/small-rulers-stay-inside", test_small_rulers);
  g_test_add_func ("/ondes/draw/ruler-keeps-to-its-room", test_ruler_within);
  g_test_add_data_func ("/ondes/draw/waveform-covers-its-extents", &waveforms[0], test_waveform);
  g_test_add_data_func ("/ondes/draw/waveform-in-pixels-covers-its-extents", &waveforms[1], test_waveform);
  g_test_add_data_func ("/ondes/draw/flat-line-is-seen", &waveforms[0], test_flat_line);
  g_test_add_data_func ("/ondes/draw/flat-line-in-pixels-is-seen", &waveforms[1], test_flat_line);
  g_test_add_func ("/ondes/draw/waveform-in-pixels-is-the-shape", test_waveform_pixels);
  g_test_add_func ("/ondes/draw/samples-are-joined-up-to-gaps", test_samples);
  g_test_add_func ("/ondes/draw/cone-shades-the-ends", test_cone);
  g_test_add_func ("/ondes/draw/aliased-is-drawn-apart", test_aliased);
  g_test_add_func ("/ondes/draw/half-rate-and-noise-are-marked", test_half_rate);
  g_test_add_func ("/ondes/draw/layer-draws-within-its-parts", test_layer_parts);
  g_test_add_func ("/ondes/draw/cursors-are-lines-at-their-places", test_cursors);
  g_test_add_func ("/ondes/draw/colour-bar-has-the-palette", test_colour_bar);
  g_test_add_func ("/ondes/draw/colour-bar-titles", test_colour_bar_titles);
  return g_test_run ();
}
