/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slider row as it is made: no end of its slider is ever beyond the other, of which newer GTK warns. */
#include "rows/ondes-slider-row.h"
#include "window-fixture.h"

static void
ends_are_in_order (GtkAdjustment *adjustment)
{
  g_assert_cmpfloat (gtk_adjustment_get_lower (adjustment) + gtk_adjustment_get_page_size (adjustment), <=,
                     gtk_adjustment_get_upper (adjustment));
}

/* As a .ui file gives them, one by one, in any order. */
static void
test_order (void)
{
  static const struct
  {
    const char *first, *second;
    double a, b;
  } cases[] = {
    { "lower", "upper", 20, 500 },
    { "upper", "lower", 500, 20 },
    { "upper", "lower", -3, -7 },
    { "lower", "upper", -7, -3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *row = g_object_ref_sink (g_object_new (ONDES_TYPE_SLIDER_ROW, NULL));
      GtkAdjustment *adjustment = gtk_range_get_adjustment (GTK_RANGE (window_by_id (row, "scale")));

      g_signal_connect (adjustment, "changed", G_CALLBACK (ends_are_in_order), NULL);
      g_object_set (row, cases[i].first, cases[i].a, NULL);
      g_object_set (row, cases[i].second, cases[i].b, NULL);
      g_assert_cmpfloat (gtk_adjustment_get_lower (adjustment), ==, MIN (cases[i].a, cases[i].b));
      g_assert_cmpfloat (gtk_adjustment_get_upper (adjustment), ==, MAX (cases[i].a, cases[i].b));
      ondes_slider_row_set_value (ONDES_SLIDER_ROW (row), (cases[i].a + cases[i].b) / 2);
      g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, (cases[i].a + cases[i].b) / 2);
      g_object_unref (row);
    }
}

int
main (int argc,
      char *argv[])
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/slider-row/ends-are-in-order-while-it-is-made", test_order);
  return window_run ();
}
