/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The span in view and the sample pointed at. */
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

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/timeline/stays-inside-and-zooms-about-a-point", test_view);
  g_test_add_func ("/ondes/timeline/tells-what-changes", test_signals);
  return g_test_run ();
}
