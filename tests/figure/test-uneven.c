/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rulers of notes, against 12 log2 (f / A4), and of periods along a linear axis of frequencies: at any zoom at least two labels,
 * apart and at their true places. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/axis.h"

static double
random_log (double lo,
            double hi)
{
  return lo * pow (hi / lo, g_test_rand_double ());
}

/* Reads digits with a decimal point and perhaps U+2212. */
static double
read_number (const char **text)
{
  const gboolean negative = g_str_has_prefix (*text, "\u2212");
  char *end;
  double value;

  *text += negative ? strlen ("\u2212") : **text == '+';
  value = g_ascii_strtod (*text, &end);
  g_assert_true (end > *text);
  *text = end;
  return negative ? -value : value;
}

/* The frequency of "A4", "F♯−1 −12.5¢". */
static double
read_note (const char *label,
           double      a4)
{
  static const int classes[] = { 9, 11, 0, 2, 4, 5, 7 }; /* of A to G */
  const char *text = label + 1;
  double semitones = classes[*label - 'A'];

  g_assert_true (*label >= 'A' && *label <= 'G');
  if (g_str_has_prefix (text, "♯"))
    {
      semitones++;
      text += strlen ("♯");
    }
  semitones += 12 * (read_number (&text) + 1);
  if (*text == ' ')
    {
      double cents;

      text++;
      cents = read_number (&text);
      g_assert_cmpfloat (fabs (cents), <=, 50);
      semitones += cents / 100;
      g_assert_true (g_str_has_prefix (text, "¢"));
      text += strlen ("¢");
    }
  g_assert_cmpstr (text, ==, "");
  return a4 * pow (2, (semitones - 69) / 12);
}

static double
read_value (const OndesAxis *axis,
            const char      *label)
{
  g_auto (GStrv) parts = g_strsplit (label, "\u2212", -1);
  g_autofree char *ascii = g_strjoinv ("-", parts);

  return axis->a4 > 0 ? read_note (label, axis->a4) : g_ascii_strtod (ascii, NULL);
}

static void
check (const OndesAxis *axis,
       double           spacing)
{
  const double apart = MIN (MAX (spacing, 8), axis->pixels / 2);
  g_autoptr (GArray) ticks = ondes_axis_ticks (axis, spacing);
  g_autoptr (GHashTable) labels = g_hash_table_new (g_str_hash, g_str_equal);
  double before = -1, last = -INFINITY;

  g_test_message ("mode %d, %.17g … %.17g, A4 %.17g, over %g pixels, labels %g apart", axis->mode, axis->lo, axis->hi, axis->a4,
                  axis->pixels, spacing);
  for (guint i = 0; i < ticks->len; i++)
    {
      const OndesTick *tick = &g_array_index (ticks, OndesTick, i);

      g_assert_cmpfloat (tick->pixel, >=, MAX (before, 0));
      g_assert_cmpfloat (tick->pixel, <=, axis->pixels);
      before = tick->pixel;
      if (!tick->major)
        {
          g_assert_cmpstr (tick->label, ==, "");
          continue;
        }
      g_assert_true (g_hash_table_add (labels, (char *) tick->label));
      g_assert_cmpfloat_with_epsilon (ondes_axis_pixel (axis, read_value (axis, tick->label)), tick->pixel, 0.1);
      g_assert_cmpfloat (tick->pixel - last, >=, apart - 1e-3);
      last = tick->pixel;
    }
  g_assert_cmpuint (g_hash_table_size (labels), >=, 2);
}

static void
test_notes (gconstpointer mode)
{
  for (int i = 0; i < 700; i++)
    {
      const double scale = i % 7 == 0 ? 1e-3 : 1; /* of kHz */
      OndesAxis axis = { .mode = GPOINTER_TO_INT (mode), .pixels = random_log (20, 4000),
                         .a4 = scale * g_test_rand_double_range (415, 466) };

      axis.lo = axis.mode == ONDES_AXIS_LINEAR && i % 3 == 0 ? 0 : scale * random_log (1e-3, 1e6);
      axis.hi = axis.lo == 0 ? scale * random_log (1, 1e6) : axis.lo * (1 + random_log (1e-6, 1e6));
      check (&axis, random_log (8, 200));
    }
}

static void
test_periods (void)
{
  for (int i = 0; i < 700; i++)
    {
      OndesAxis axis = { .mode = ONDES_AXIS_RECIPROCAL, .pixels = random_log (20, 4000) };

      axis.lo = i % 3 == 0 ? 0 : random_log (1e-6, 1e6);
      axis.hi = axis.lo == 0 ? random_log (1e-6, 1e6) : axis.lo * (1 + random_log (1e-6, 1e6));
      g_assert_cmpfloat_with_epsilon (ondes_axis_pixel (&axis, ondes_axis_value (&axis, axis.pixels / 3)), axis.pixels / 3, 1e-6);
      check (&axis, random_log (8, 200));
    }
}

static void
test_printed (void)
{
  static const struct
  {
    double      f, a4;
    const char *note;
  } notes[] = { { 440, 440, "A4" },      { 261.6256, 440, "C4" },    { 442, 440, "A4 +8¢" }, { 440, 442, "A4 \u22128¢" },
                { 27.5, 440, "A0" },     { 4186.009, 440, "C8" },    { 8.1758, 440, "C\u22121" }, { 466.1638, 440, "A♯4" },
                { 7.7169, 440, "B\u22122" }, { 0.44, 0.44, "A4" } };

  for (guint i = 0; i < G_N_ELEMENTS (notes); i++)
    {
      g_autofree char *note = ondes_note_print (notes[i].f, notes[i].a4);

      g_assert_cmpstr (note, ==, notes[i].note);
    }
  for (int i = 0; i < 2000; i++)
    {
      const double f = random_log (1e-3, 1e6), a4 = g_test_rand_double_range (415, 466);
      g_autofree char *note = ondes_note_print (f, a4);

      g_assert_cmpfloat (fabs (1200 * log2 (read_note (note, a4) / f)), <=, 0.5 + 1e-6);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/ondes/uneven/notes-on-a-logarithmic-axis", GINT_TO_POINTER (ONDES_AXIS_LOG), test_notes);
  g_test_add_data_func ("/ondes/uneven/notes-on-a-linear-axis", GINT_TO_POINTER (ONDES_AXIS_LINEAR), test_notes);
  g_test_add_func ("/ondes/uneven/periods-on-a-linear-axis-of-frequencies", test_periods);
  g_test_add_func ("/ondes/uneven/notes-and-cents-as-printed", test_printed);
  return g_test_run ();
}
