/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels that no even step gives: notes of the equal-tempered scale, and values on an axis that is linear in their reciprocals.
 *
 * Both have a ladder of sets of ticks, coarse to fine. On a logarithmic axis the distances of notes are the same everywhere, and
 * one set is labelled. On the others the sets are gone through from coarse to fine, and a tick gets a label where it is far enough
 * from those that have one. */
#include "axis-private.h"

#include <math.h>
#include <string.h>

#define MINUS      "\u2212"
#define A4         69   /* number of A4; C−1 is 0, as in MIDI */
#define FINEST     -7   /* smallest step: 10^FINEST cents */
#define LEAST      15   /* smallest step of values, as a power of ten of the largest */

/* Sets of notes by pitch class, C first, with the least distance in semitones. */
static const struct
{
  guint  classes;
  int    octaves; /* 1: of every octave */
  double apart;
} note_sets[] = {
  { 0x001, 8, 96 }, { 0x001, 4, 48 }, { 0x001, 2, 24 }, { 0x001, 1, 12 }, { 0x081, 1, 5 },
  { 0x091, 1, 3 },  { 0x295, 1, 2 },  { 0xfff, 1, 1 },
};

#define N_NOTE_SETS  ((int) G_N_ELEMENTS (note_sets))
#define N_CENT_STEPS (3 * (2 - FINEST) - 1) /* 50, 20, 10, … 10^FINEST */

typedef struct
{
  const OndesAxis *axis;
  double           lo, hi;  /* values in view, above 0 */
  double           spacing;
  GArray          *ticks;
} Ruler;

/* Adds the candidates of set @i to @ticks, in ascending order of values, all with labels. Returns the least distance between notes
 * of the set, in octaves, or 1 for values; 0 if there is no such set. */
typedef double (*AddSet) (const Ruler *ruler,
                          int          i,
                          GArray      *ticks);

static gint64
floor_div (gint64 a,
           gint64 b)
{
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Prints note @number with @cents × 10^−decimals more: "A4", "A4 +20¢", "C♯−1 −12.5¢". */
static void
print_note (char  *label,
            gsize  size,
            int    number,
            gint64 cents,
            int    decimals)
{
  static const char *const names[] = { "C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B" };
  const int octave = (int) floor_div (number, 12);
  const gint64 unit = (gint64) pow (10, decimals);
  gsize n = 0;

  n += g_snprintf (label, size, "%s%s%d", names[number - 12 * octave], octave < 1 ? MINUS : "", ABS (octave - 1));
  if (cents == 0)
    return;
  n += g_snprintf (label + n, size - n, " %s%d", cents < 0 ? MINUS : "+", (int) (ABS (cents) / unit));
  if (decimals > 0)
    n += g_snprintf (label + n, size - n, ".%0*d", decimals, (int) (ABS (cents) % unit));
  g_strlcat (label, "¢", size);
}

char *
ondes_note_print (double value,
                  double a4)
{
  const double number = A4 + 12 * log2 (value / a4);
  char label[40];
  gint64 cents;

  if (!(fabs (number) < 1e4))
    return g_strdup ("");
  cents = llround ((number - round (number)) * 100);
  print_note (label, sizeof label, (int) round (number), cents, 0);
  return g_strdup (label);
}

static void
add_candidate (const Ruler *ruler,
               double       value,
               OndesTick    tick,
               GArray      *ticks)
{
  tick.value = value;
  tick.pixel = ondes_axis_pixel (ruler->axis, value);
  tick.major = TRUE;
  if (tick.pixel < -1e-4 || tick.pixel > ruler->axis->pixels + 1e-4 || ticks->len >= ONDES_TICKS_MAX)
    return;
  tick.pixel = CLAMP (tick.pixel, 0, ruler->axis->pixels);
  g_array_append_val (ticks, tick);
}

/* Returns the cents from note 0 to @value. */
static double
cents_of (const Ruler *ruler,
          double       value)
{
  return 100.0 * A4 + 1200 * log2 (value / ruler->axis->a4);
}

static double
value_of (const Ruler *ruler,
          double       cents)
{
  return ruler->axis->a4 * exp2 ((cents - 100.0 * A4) / 1200);
}

static double
add_notes (const Ruler *ruler,
           int          i,
           GArray      *ticks)
{
  static const int mantissas[] = { 5, 2, 1 };
  const double lo = cents_of (ruler, ruler->lo), hi = cents_of (ruler, ruler->hi);
  const int step = i - N_NOTE_SETS, exponent = 1 - step / 3;
  const gint64 mantissa = mantissas[MAX (step, 0) % 3] * (exponent > 0 ? 10 : 1);
  const int decimals = MAX (-exponent, 0);
  const double unit = pow (10, decimals);
  OndesTick tick;

  if (i < N_NOTE_SETS)
    {
      for (int n = (int) floor (lo / 100); n <= (int) ceil (hi / 100); n++)
        if ((note_sets[i].classes >> (n - 12 * floor_div (n, 12)) & 1) != 0 && floor_div (n, 12) % note_sets[i].octaves == 0)
          {
            print_note (tick.label, sizeof tick.label, n, 0, 0);
            add_candidate (ruler, value_of (ruler, 100.0 * n), tick, ticks);
          }
      return note_sets[i].apart / 12;
    }
  if (i >= N_NOTE_SETS + N_CENT_STEPS || (hi - lo) * unit / (double) mantissa > ONDES_TICKS_MAX)
    return 0;
  for (gint64 n = (gint64) floor (lo * unit / (double) mantissa); n <= (gint64) ceil (hi * unit / (double) mantissa); n++)
    {
      const gint64 cents = n * mantissa, per = 100 * (gint64) unit, note = -floor_div (per / 2 - cents, per);

      print_note (tick.label, sizeof tick.label, (int) note, cents - note * per, decimals);
      add_candidate (ruler, value_of (ruler, (double) cents / unit), tick, ticks);
    }
  return (double) mantissa / unit / 1200;
}

/* Adds multiples of 5, 2, 1 × 10^e of values whose reciprocals the axis is linear in. */
static double
add_values (const Ruler *ruler,
            int          i,
            GArray      *ticks)
{
  static const int mantissas[] = { 5, 2, 1 };
  const int exponent = (int) floor (log10 (ruler->hi)) - i / 3, mantissa = mantissas[i % 3];
  const double step = mantissa * pow (10, exponent);
  OndesTick tick;

  if (i > 3 * LEAST || (ruler->hi - ruler->lo) / step > ONDES_TICKS_MAX)
    return 0;
  for (gint64 n = (gint64) ceil (ruler->lo / step - 1e-9); n <= (gint64) floor (ruler->hi / step + 1e-9); n++)
    {
      gint64 digits = n * mantissa;
      int power = exponent;

      if (n <= 0)
        continue;
      for (; power < 0 && digits % 10 == 0; power++)
        digits /= 10;
      ondes_axis_print_number (tick.label, sizeof tick.label, digits, power);
      add_candidate (ruler, power >= 0 ? (double) digits * pow (10, power) : (double) digits / pow (10, -power), tick, ticks);
    }
  return 1;
}

/* TRUE if @tick is at least @spacing from all of @ticks. */
static gboolean
is_free (const GArray    *ticks,
         const OndesTick *tick,
         double           spacing)
{
  for (guint i = 0; i < ticks->len; i++)
    if (fabs (g_array_index (ticks, OndesTick, i).pixel - tick->pixel) < spacing)
      return FALSE;
  return TRUE;
}

/* TRUE if the outermost two of @set are far enough apart; then they are the labels. */
static gboolean
take_outermost (const Ruler *ruler,
                const GArray *set)
{
  const OndesTick *ticks = (const OndesTick *) (gpointer) set->data;

  if (set->len < 2 || fabs (ticks[set->len - 1].pixel - ticks[0].pixel) < ruler->spacing)
    return FALSE;
  g_array_set_size (ruler->ticks, 0);
  g_array_append_val (ruler->ticks, ticks[0]);
  g_array_append_val (ruler->ticks, ticks[set->len - 1]);
  return TRUE;
}

/* Adds ticks of @set without labels where there is room. */
static void
add_minors (const Ruler *ruler,
            const GArray *set)
{
  for (guint i = set->len; i-- > 0 && ruler->ticks->len < 1000;)
    {
      OndesTick tick = g_array_index (set, OndesTick, i);

      tick.major = FALSE;
      memset (tick.label, 0, sizeof tick.label);
      if (is_free (ruler->ticks, &tick, ONDES_MINOR_SPACING))
        g_array_append_val (ruler->ticks, tick);
    }
}

/* Labels one set of an axis on which all distances are as in octaves. */
static gboolean
add_even (const Ruler *ruler,
          AddSet       add_set)
{
  const double octave = ruler->axis->pixels / log2 (ruler->hi / ruler->lo);
  g_autoptr (GArray) set = g_array_new (FALSE, TRUE, sizeof (OndesTick)), minors = g_array_new (FALSE, TRUE, sizeof (OndesTick));
  int best = -1;
  double apart;

  for (int i = 0; i < N_NOTE_SETS + N_CENT_STEPS; i++)
    {
      g_array_set_size (set, 0);
      apart = add_set (ruler, i, set);
      if (apart * octave < ruler->spacing)
        {
          if (best >= 0)
            break;
          if (take_outermost (ruler, set))
            return TRUE;
        }
      else if (set->len >= 2)
        best = i;
    }
  if (best < 0)
    return FALSE;
  add_set (ruler, best, ruler->ticks);
  if (add_set (ruler, best + 1, minors) * octave >= ONDES_MINOR_SPACING)
    add_minors (ruler, minors);
  return TRUE;
}

/* Labels the ticks of ever finer sets that are far enough from those before. */
static gboolean
add_greedily (const Ruler *ruler,
              AddSet       add_set)
{
  g_autoptr (GArray) set = g_array_new (FALSE, TRUE, sizeof (OndesTick));

  for (int i = 0; i < N_NOTE_SETS + 3 * LEAST; i++)
    {
      const guint before = ruler->ticks->len;

      g_array_set_size (set, 0);
      if (add_set (ruler, i, set) <= 0)
        break;
      for (guint j = 0; j < set->len; j++)
        {
          /* From where the axis has most room for them: notes are wide apart at high values, reciprocals at low ones. */
          const OndesTick *tick = &g_array_index (set, OndesTick, add_set == add_notes ? set->len - 1 - j : j);

          if (is_free (ruler->ticks, tick, ruler->spacing))
            g_array_append_val (ruler->ticks, *tick);
        }
      if (before >= 2 && ruler->ticks->len == before)
        {
          add_minors (ruler, set);
          return TRUE;
        }
      if (ruler->ticks->len < 2)
        take_outermost (ruler, set);
    }
  return ruler->ticks->len >= 2;
}

gboolean
ondes_axis_add_uneven (const OndesAxis *axis,
                       double           spacing,
                       GArray          *ticks)
{
  const gboolean notes = axis->mode != ONDES_AXIS_RECIPROCAL;
  /* On an axis that begins at 0 there is no end of notes or values in its first half pixel. */
  const double edge = axis->mode == ONDES_AXIS_LOG ? 0 : MIN (0.5, axis->pixels / 4);
  const double start = ondes_axis_value (axis, edge), stop = ondes_axis_value (axis, axis->pixels - edge);
  const Ruler ruler = { axis, MIN (start, stop), MAX (start, stop), spacing, ticks };

  if (!(ruler.lo > 0) || !isfinite (ruler.hi) || !(ruler.hi > ruler.lo))
    return FALSE;
  if (notes && axis->mode == ONDES_AXIS_LOG ? add_even (&ruler, add_notes)
                                            : add_greedily (&ruler, notes ? add_notes : add_values))
    return TRUE;
  g_array_set_size (ticks, 0);
  return FALSE;
}
