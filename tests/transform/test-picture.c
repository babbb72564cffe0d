/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The classes of pictures: rows, frames and words. */
#include <math.h>

#include "transform/cwt.h"
#include "transform/picture.h"
#include "transform/walshgram.h"

#define RATE 1000.0

static OndesSpec *
cwt_new (const char *scales)
{
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse (scales, 0, NULL);

  return ondes_cwt_new (&ondes_cwt_options_default, list, NULL);
}

static OndesSpec *
walshgram_new (guint64    window,
               guint64    hop,
               OndesOrder order)
{
  OndesWalshgramOptions options = ondes_walshgram_options_default;

  options.window = window;
  options.hop = hop;
  options.order = order;
  return ondes_walshgram_new (&options, NULL);
}

/* Readers of pictures call these without asking whether they are there. */
static void
test_complete (void)
{
  const OndesPictureClass *const classes[] = { &ondes_cwt_picture, &ondes_walshgram_picture };

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      const OndesPictureClass *klass = classes[i];

      g_assert_true (klass->command != NULL && klass->row_word != NULL && klass->rows_word != NULL);
      g_assert_true (klass->traits != NULL && klass->row_hz != NULL && klass->take != NULL);
      g_assert_true (klass->can_preview != NULL && klass->work != NULL);
      g_assert_true (klass->same_measure != NULL);
      /* a cone and a peak between rows need scales */
      g_assert_true ((klass->scale != NULL && klass->scale_hz != NULL) || (klass->cone == 0 && klass->row_factor == NULL));
    }
}

static void
test_rows (void)
{
  g_autoptr (OndesSpec) cwt = cwt_new ("10,20,40"), sequency = walshgram_new (64, 16, ONDES_ORDER_SEQUENCY);
  g_autoptr (OndesSpec) paley = walshgram_new (64, 16, ONDES_ORDER_PALEY);
  const OndesPictureClass *morlet = ondes_spec_picture (cwt), *walsh = ondes_spec_picture (paley);

  g_assert_cmpuint (ondes_picture_traits (cwt).rows, ==, 3);
  g_assert_cmpuint (ondes_picture_traits (paley).rows, ==, 64);
  g_assert_cmpint (ondes_picture_traits (cwt).place, ==, ONDES_PLACE_FREQUENCY);
  g_assert_cmpint (ondes_picture_traits (sequency).place, ==, ONDES_PLACE_SEQUENCY);
  g_assert_cmpint (ondes_picture_traits (paley).place, ==, ONDES_PLACE_ROW);
  g_assert_cmpfloat_with_epsilon (morlet->row_hz (cwt, 1, RATE), 5 * RATE / (2 * G_PI * 20), 1e-12);
  g_assert_cmpfloat (ondes_picture_file_hz (cwt, 1, RATE), ==, morlet->row_hz (cwt, 1, RATE));
  g_assert_cmpfloat (walsh->row_hz (sequency, 5, RATE), ==, 5 * RATE / 64);
  /* row 1 of Paley order has one crossing, row 2 has three */
  g_assert_cmpfloat (walsh->row_hz (paley, 2, RATE), ==, 2);
  g_assert_cmpfloat (ondes_picture_file_hz (paley, 2, RATE), ==, 3 * RATE / 64);
  g_assert_cmpfloat (morlet->cone * morlet->scale (cwt, 2), ==, G_SQRT2 * 40);
  g_assert_cmpfloat (morlet->scale_hz (cwt, 40, RATE), ==, morlet->row_hz (cwt, 2, RATE));
}

/* A frame of a Morlet transform is a sample; frames that are asked for by the samples they are drawn over are those that begin
 * in the samples that the request gets. */
static void
test_frames (void)
{
  g_autoptr (OndesSpec) cwt = cwt_new ("10");

  for (guint i = 0; i < 300; i++)
    {
      const guint64 n = (guint64) g_test_rand_int_range (100, 2000), first = (guint64) g_test_rand_int_range (0, 2100);
      const guint64 count = (guint64) g_test_rand_int_range (1, 500), hop = (guint64) g_test_rand_int_range (1, 100);
      g_autoptr (OndesSpec) walsh = walshgram_new (i % 2 ? 16 : 64, hop, ONDES_ORDER_SEQUENCY);
      const OndesSpan over = ondes_picture_frames_over (cwt, n, first, count);
      const OndesSpan near = ondes_picture_frames_near (walsh, n, first, count);
      const OndesSpan shown = ondes_picture_shown (walsh, near), begins = ondes_picture_begins (walsh, shown);
      const OndesSpan again = ondes_picture_frames_from (walsh, n, begins.first, begins.count);
      const OndesView view = ondes_picture_view (walsh, near, 7);

      g_assert_cmpuint (over.count, ==, first < n ? MIN (count, n - first) : 0);
      g_assert_true (over.count == 0 || over.first == first);
      g_assert_cmpuint (near.count, >, 0);
      g_assert_cmpuint (again.first, ==, near.first);
      g_assert_cmpuint (again.count, ==, near.count);
      g_assert_cmpuint (view.first, ==, begins.first);
      g_assert_cmpuint (view.count, ==, begins.count);
    }
}

static void
test_take (void)
{
  static const guint rows[] = { 1, 2 };
  g_autoptr (OndesSpec) cwt = cwt_new ("10,20,40"), walsh = walshgram_new (64, 16, ONDES_ORDER_SEQUENCY);
  OndesRowsWanted wanted = { rows, 2, ONDES_ROWS_IN_DOUBLE, 0, RATE };
  g_autoptr (OndesSpec) two = NULL, own = NULL, all = NULL, same = NULL;
  static const guint every[] = { 0, 1, 2 };
  guint first = 9;

  two = ondes_cwt_picture.take (cwt, &wanted, &first, NULL);
  g_assert_cmpuint (first, ==, 0);
  g_assert_cmpuint (ondes_picture_traits (two).rows, ==, 2);
  g_assert_cmpfloat (ondes_cwt_picture.scale (two, 0), ==, 20);
  g_assert_cmpint (ondes_spec_cwt (two)->options.precision, ==, ONDES_PRECISION_DOUBLE);
  all = ondes_walshgram_picture.take (walsh, &wanted, &first, NULL);
  g_assert_cmpuint (first, ==, 1);
  g_assert_cmpuint (ondes_picture_traits (all).rows, ==, 64);
  wanted.hz = 7;
  wanted.n = 1;
  own = ondes_cwt_picture.take (cwt, &wanted, &first, NULL);
  g_assert_cmpfloat_with_epsilon (ondes_cwt_picture.row_hz (own, 0, RATE), 7, 1e-12);
  same = ondes_cwt_picture.take (cwt, &(OndesRowsWanted) { every, 3, ONDES_ROWS_AS_SHOWN }, &first, NULL);
  g_assert_true (same == cwt);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/picture/every-class-is-complete", test_complete);
  g_test_add_func ("/ondes/picture/rows-lie-where-the-class-says", test_rows);
  g_test_add_func ("/ondes/picture/frames-over-samples-begin-where-the-view-does", test_frames);
  g_test_add_func ("/ondes/picture/rows-are-taken-as-wanted", test_take);
  return g_test_run ();
}
