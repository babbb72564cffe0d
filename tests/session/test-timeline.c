/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The span in view, the sample pointed at, the selection and the cursors. */
#include <math.h>

#include "session/timeline.h"

static void
test_view (void)
{
  g_autoptr (OndesTimeline) timeline = ondes_timeline_new ();
  double first, count;
  guint64 at, n;

  ondes_timeline_set_view (timeline, 3, 4); /* of nothing */
  ondes_timeline_get_view (timeline, &first, &count);
  g_assert_cmpfloat (count, ==, 0);
  ondes_timeline_reset (timeline, 100000);
  for (guint i = 0; i < 2000; i++)
    {
      double before, before_count, place, point = g_test_rand_double (), factor = exp (g_test_rand_double_range (-3, 3));

      if (i % 3 == 0)
        ondes_timeline_set_view (timeline, g_test_rand_double_range (-1e5, 2e5), g_test_rand_double_range (-10, 3e5));
      ondes_timeline_get_view (timeline, &before, &before_count);
      place = before + point * before_count;
      ondes_timeline_zoom (timeline, point, factor);
      ondes_timeline_get_view (timeline, &first, &count);
      ondes_timeline_get_span (timeline, &at, &n);
      g_assert_cmpfloat (first, >=, 0);
      g_assert_cmpfloat (first + count, <=, 100000);
      g_assert_cmpfloat (count, >=, ONDES_TIMELINE_MIN);
      g_assert_cmpfloat_with_epsilon (count, CLAMP (before_count / factor, ONDES_TIMELINE_MIN, 100000), 1e-6);
      /* The point stays where it is, but for the ends. */
      if (first > 0 && first + count < 100000)
        g_assert_cmpfloat_with_epsilon (first + point * count, place, 1e-6);
      g_assert_cmpuint (at, ==, (guint64) floor (first));
      g_assert_cmpfloat_with_epsilon ((double) (at + n), ceil (first + count), 1e-6);
    }
}

static void
count (guint *calls)
{
  ++*calls;
}

/* What changes is told; another recording is not, before the session does. */
static void
test_signals (void)
{
  g_autoptr (OndesTimeline) timeline = ondes_timeline_new ();
  guint views = 0, pointers = 0;

  g_signal_connect_swapped (timeline, "view-changed", G_CALLBACK (count), &views);
  g_signal_connect_swapped (timeline, "pointer-changed", G_CALLBACK (count), &pointers);
  g_assert_true (isnan (ondes_timeline_get_pointer (timeline)));
  ondes_timeline_set_pointer (timeline, NAN);
  ondes_timeline_reset (timeline, 1000);
  g_assert_cmpuint (views + pointers, ==, 0);
  ondes_timeline_notify_view (timeline);
  ondes_timeline_set_view (timeline, -10, 4000); /* the whole, as it is */
  g_assert_cmpuint (views, ==, 1);
  ondes_timeline_set_view (timeline, 10, 40);
  ondes_timeline_set_view (timeline, NAN, 40);
  g_assert_cmpuint (views, ==, 2);
  ondes_timeline_set_pointer (timeline, 12.5);
  g_assert_cmpfloat (ondes_timeline_get_pointer (timeline), ==, 12.5);
  ondes_timeline_set_pointer (timeline, 12.5); /* perhaps at another height */
  ondes_timeline_set_pointer (timeline, NAN);
  g_assert_cmpuint (pointers, ==, 3);
  ondes_timeline_set_pointer (timeline, 1);
  ondes_timeline_reset (timeline, 3);
  g_assert_true (isnan (ondes_timeline_get_pointer (timeline)));
  ondes_timeline_set_view (timeline, 1, 1); /* it has no more than three */
  g_assert_true (ondes_timeline_is_whole (timeline));
  ondes_timeline_show_all (timeline);
  g_assert_cmpuint (views, ==, 2);
}

static GVariant *
save (OndesTimeline *timeline)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  ondes_timeline_save (timeline, &builder);
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

/* Returns a number that may lie outside [0, @most] or be none. */
static double
pick (double most)
{
  return g_test_rand_int_range (0, 6) == 0 ? NAN : g_test_rand_double_range (-0.3, 1.3) * most;
}

/* Whatever is asked for, the selection lies in order within the recording; it is told once. */
static void
test_selection (void)
{
  g_autoptr (OndesTimeline) timeline = ondes_timeline_new ();
  guint calls = 0;

  g_signal_connect_swapped (timeline, "selection-changed", G_CALLBACK (count), &calls);
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_SPAN (1, 2)); /* of nothing */
  g_assert_cmpuint (calls, ==, 0);
  ondes_timeline_reset (timeline, 1000);
  ondes_timeline_notify_view (timeline);
  for (guint i = 0; i < 500; i++)
    {
      const double a = pick (1000), b = pick (1000), low = pick (50), high = pick (50);
      const double first = CLAMP (MIN (a, b), 0, 1000), end = CLAMP (MAX (a, b), 0, 1000);
      const gboolean set = !isnan (a) && !isnan (b) && end > first;
      const gboolean band = set && !isnan (low) && !isnan (high) && MAX (low, high) > MAX (MIN (low, high), 0);
      OndesSelection s;

      ondes_timeline_set_selection (timeline, (OndesSelection) { a, b, low, high });
      s = ondes_timeline_get_selection (timeline);
      calls = 0;
      ondes_timeline_set_selection (timeline, s);
      g_assert_cmpuint (calls, ==, 0);
      g_assert_true (set == ondes_selection_is_set (&s) && band == ondes_selection_has_band (&s));
      g_assert_true (set ? s.first == first && s.end == end : isnan (s.first) && isnan (s.end));
      g_assert_true (band ? s.low_hz == MAX (MIN (low, high), 0) && s.high_hz == MAX (low, high)
                          : isnan (s.low_hz) && isnan (s.high_hz));
    }
}

/* At another rate both stay in place in time, and what is saved stays the same. */
static void
test_rescaled (void)
{
  g_autoptr (OndesTimeline) timeline = ondes_timeline_new ();
  g_autoptr (GVariant) before = NULL;
  g_autoptr (GVariant) after = NULL;
  g_autoptr (GVariant) none = NULL;
  OndesSelection s;
  OndesCursors c;
  guint calls = 0;

  g_signal_connect_swapped (timeline, "selection-changed", G_CALLBACK (count), &calls);
  g_signal_connect_swapped (timeline, "cursors-changed", G_CALLBACK (count), &calls);
  ondes_timeline_reset (timeline, 44100);
  ondes_timeline_set_selection (timeline, (OndesSelection) { 441, 882, 20, 10 });
  ondes_timeline_set_cursors (timeline, (OndesCursors) { { { 4410, 7 }, { NAN, 3 } }, 5 });
  g_assert_cmpuint (calls, ==, 2);
  before = save (timeline);
  ondes_timeline_rescale (timeline, 48000, 48000.0 / 44100);
  ondes_timeline_notify_view (timeline);
  g_assert_cmpuint (calls, ==, 4);
  s = ondes_timeline_get_selection (timeline);
  c = ondes_timeline_get_cursors (timeline);
  g_assert_cmpfloat_with_epsilon (s.first, 480, 1e-9);
  g_assert_cmpfloat_with_epsilon (s.end, 960, 1e-9);
  g_assert_true (s.low_hz == 10 && s.high_hz == 20);
  g_assert_cmpfloat_with_epsilon (c.at[0].sample, 4800, 1e-9);
  g_assert_true (c.at[0].hz == 7 && isnan (c.at[1].sample) && isnan (c.at[1].hz) && c.harmonic_hz == 5);
  after = save (timeline);
  g_assert_true (g_variant_equal (before, after));

  ondes_timeline_set_selection (timeline, ONDES_SELECTION_NONE);
  ondes_timeline_set_cursors (timeline, ONDES_CURSORS_NONE);
  g_assert_cmpuint (calls, ==, 6);
  none = save (timeline);
  g_assert_cmpuint (g_variant_n_children (none), ==, 0);
  ondes_timeline_restore (timeline, before);
  s = ondes_timeline_get_selection (timeline);
  g_assert_cmpfloat_with_epsilon (s.first, 480, 1e-9);
  g_assert_cmpfloat (ondes_timeline_get_cursors (timeline).harmonic_hz, ==, 5);
  ondes_timeline_restore (timeline, none);
  s = ondes_timeline_get_selection (timeline);
  g_assert_false (ondes_selection_is_set (&s));
  g_assert_true (isnan (ondes_timeline_get_cursors (timeline).at[0].sample));

  ondes_timeline_restore (timeline, before);
  ondes_timeline_reset (timeline, 100);
  s = ondes_timeline_get_selection (timeline);
  g_assert_false (ondes_selection_is_set (&s));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/timeline/stays-inside-and-zooms-about-a-point", test_view);
  g_test_add_func ("/ondes/timeline/tells-what-changes", test_signals);
  g_test_add_func ("/ondes/timeline/keeps-a-selection-in-order-and-inside", test_selection);
  g_test_add_func ("/ondes/timeline/selection-and-cursors-stay-in-time-and-are-saved", test_rescaled);
  return g_test_run ();
}
