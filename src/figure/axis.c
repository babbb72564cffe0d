/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every tick is n × 10^exponent with integer n, and its label is made of the digits of n, so label and value agree exactly. */
#include "axis-private.h"

#include <math.h>
#include <string.h>

#include "base/compare.h"

#define MINUS         "\u2212"
#define N_LARGEST     1e15 /* largest integer that both a double and a label hold exactly */
#define EDGE          1e-4 /* pixels: tolerance at the edges */

/* State while adding ticks. */
typedef struct
{
  const OndesAxis *axis;
  double           lo, hi; /* lo < hi */
  double           spacing;
  GArray          *ticks;  /* sorted by value */
} Ruler;

static double
scaled (double n,
        int    exponent)
{
  return exponent >= 0 ? n * pow (10, exponent) : exponent >= -300 ? n / pow (10, -exponent) : n * pow (10, exponent);
}

/* Prints n × 10^exponent: plain if @top is G_MININT, otherwise as a mantissa with exponent 10^@top. */
static void
print_number (char  *label,
              gsize  size,
              gint64 n,
              int    exponent,
              int    top)
{
  char digits[32], body[40];
  int  length, point;

  if (n == 0 && top != G_MININT)
    {
      g_strlcpy (label, "0", size);
      return;
    }

  point = top == G_MININT ? -exponent : top - exponent; /* digits after the decimal point */
  g_snprintf (digits, sizeof digits, "%0*" G_GINT64_FORMAT, MAX (point, 0) + 1, ABS (n));
  length = strlen (digits);
  if (point > 0)
    g_snprintf (body, sizeof body, "%.*s.%s", length - point, digits, digits + length - point);
  else
    g_snprintf (body, sizeof body, "%s%.*s", digits, n ? -point : 0, "00000000000000000000");

  if (top == G_MININT)
    g_snprintf (label, size, "%s%s", n < 0 ? MINUS : "", body);
  else
    g_snprintf (label, size, "%s%se%s%d", n < 0 ? MINUS : "", body, top < 0 ? MINUS : "", ABS (top));
}

/* Returns the number of digits before the decimal point, minus one. */
static int
magnitude (gint64 n)
{
  int m = 0;

  for (gint64 a = ABS (n); a >= 10; a /= 10)
    m++;
  return m;
}

/* Returns the exponent for labels up to @largest × 10^exponent, if it saves four zeros; otherwise G_MININT for plain labels. */
static int
label_exponent (gint64 largest,
                int    exponent)
{
  int top = magnitude (largest) + exponent;

  return top < -4 || (top > 4 && exponent > 3) ? top : G_MININT;
}

void
ondes_axis_print_number (char  *label,
                         gsize  size,
                         gint64 n,
                         int    exponent)
{
  print_number (label, size, n, exponent, label_exponent (n, exponent));
}

static void
add_tick (Ruler      *ruler,
          gint64      n,
          int         exponent,
          gboolean    major,
          int         top)
{
  OndesTick tick = { .value = scaled (n, exponent), .major = major };

  if (ruler->ticks->len >= ONDES_TICKS_MAX)
    return;
  tick.pixel = CLAMP (ondes_axis_pixel (ruler->axis, tick.value), 0, ruler->axis->pixels);
  if (major)
    print_number (tick.label, sizeof tick.label, n, exponent, top);
  g_array_append_val (ruler->ticks, tick);
}

/* Finds the multiples of a step inside; FALSE if the step is too fine for exact integers, or none lies inside. */
static gboolean
steps_inside (const Ruler *ruler,
              int          mantissa,
              int          exponent,
              gint64      *first,
              gint64      *last)
{
  double step = scaled (mantissa, exponent);
  double slack = (ruler->hi - ruler->lo) * 1e-9 / step;
  double a, b;

  if (!(step > 0) || !isfinite (step))
    return FALSE;
  a = ceil (ruler->lo / step - slack);
  b = floor (ruler->hi / step + slack);
  if (!(fabs (a) * mantissa < N_LARGEST && fabs (b) * mantissa < N_LARGEST))
    return FALSE;
  *first = a;
  *last = b;
  return a <= b;
}

/* Converts a step number to a step: 1, 2, 5 × 10^e are numbers 3 e, 3 e + 1, 3 e + 2. */
static void
step_of (int  number,
         int *mantissa,
         int *exponent)
{
  static const int mantissas[] = { 1, 2, 5 };

  *exponent = number >= 0 ? number / 3 : -((2 - number) / 3);
  *mantissa = mantissas[number - 3 * *exponent];
}

/* Returns the number of the smallest step ≥ @min. */
static int
step_number (double min)
{
  int number = 3 * (int) floor (log10 (min)) - 1;

  for (;; number++)
    {
      int mantissa, exponent;

      step_of (number, &mantissa, &exponent);
      if (scaled (mantissa, exponent) >= min * (1 - 1e-12))
        return number;
    }
}

static void
add_steps (Ruler *ruler,
           int    mantissa,
           int    exponent,
           gint64 first,
           gint64 last,
           int    minors) /* parts into which a step is divided; 1 for no minor ticks */
{
  int top = label_exponent (MAX (ABS (first), ABS (last)) * mantissa, exponent);

  for (gint64 i = first - 1; i <= last; i++)
    {
      if (i >= first)
        add_tick (ruler, i * mantissa, exponent, TRUE, top);
      for (int j = 1; j < minors; j++)
        {
          gint64 n = (i * mantissa * 10) + j * mantissa * 10 / minors;
          double value = scaled (n, exponent - 1);

          if (value >= ruler->lo && value <= ruler->hi)
            add_tick (ruler, n, exponent - 1, FALSE, 0);
        }
    }
}

/* Returns into how many parts to divide a step of @pixels: as many as fit, at round values. */
static int
minor_parts (int    mantissa,
             double pixels)
{
  if (mantissa == 2)
    return pixels >= 4 * ONDES_MINOR_SPACING ? 4 : pixels >= 2 * ONDES_MINOR_SPACING ? 2 : 1;
  if (pixels >= 5 * ONDES_MINOR_SPACING)
    return 5;
  return mantissa == 1 && pixels >= 2 * ONDES_MINOR_SPACING ? 2 : 1;
}

/* Adds the outermost two multiples of a finer step, used if fewer than two multiples of the round step lie inside. */
static gboolean
add_outermost (Ruler *ruler,
               int    number)
{
  for (int tries = 0; tries < 60; tries++, number--)
    {
      int    mantissa, exponent;
      gint64 first, last;

      step_of (number, &mantissa, &exponent);
      if (!steps_inside (ruler, mantissa, exponent, &first, &last))
        continue;
      if (last > first
          && fabs (ondes_axis_pixel (ruler->axis, scaled (last * mantissa, exponent))
                   - ondes_axis_pixel (ruler->axis, scaled (first * mantissa, exponent)))
               >= ruler->spacing)
        {
          int top = label_exponent (MAX (ABS (first), ABS (last)) * mantissa, exponent);

          add_tick (ruler, first * mantissa, exponent, TRUE, top);
          add_tick (ruler, last * mantissa, exponent, TRUE, top);
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
add_linear (Ruler *ruler)
{
  double min = ruler->spacing * ((ruler->hi - ruler->lo) / ruler->axis->pixels);
  int    number, mantissa, exponent;
  gint64 first, last;

  if (!(min > 0))
    return FALSE;
  number = step_number (min);
  step_of (number, &mantissa, &exponent);
  if (steps_inside (ruler, mantissa, exponent, &first, &last) && last > first)
    {
      add_steps (ruler, mantissa, exponent, first, last,
                 minor_parts (mantissa, scaled (mantissa, exponent) / min * ruler->spacing));
      return TRUE;
    }
  return add_outermost (ruler, number);
}

/* Labelled digits in each decade, as bit masks. */
#define DIGITS_1   (1u << 1)
#define DIGITS_13  (1u << 1 | 1u << 3)
#define DIGITS_125 (1u << 1 | 1u << 2 | 1u << 5)
#define DIGITS_ALL 0x3feu

static gboolean
is_inside (const Ruler *ruler,
           double       value)
{
  double pixel = ondes_axis_pixel (ruler->axis, value);

  return pixel >= -EDGE && pixel <= ruler->axis->pixels + EDGE;
}

/* Counts the labels that @digits puts inside the axis; sets @gap to the smallest distance between neighbours, in pixels. */
static guint
count_digits (const Ruler *ruler,
              guint        digits,
              double      *gap)
{
  int    first = floor (log10 (ruler->lo)), last = floor (log10 (ruler->hi));
  double before = NAN;
  guint  n = 0;

  *gap = G_MAXDOUBLE;
  for (int e = first; e <= last; e++)
    for (int d = 1; d <= 9; d++)
      {
        double value = scaled (d, e), pixel;

        if (!(digits & 1u << d) || !is_inside (ruler, value))
          continue;
        pixel = ondes_axis_pixel (ruler->axis, value);
        if (n++)
          *gap = MIN (*gap, fabs (pixel - before));
        before = pixel;
      }
  return n;
}

static void
add_digits (Ruler *ruler,
            guint  majors,
            guint  minors,
            int    every) /* decades between labels, for DIGITS_1 */
{
  int first = floor (log10 (ruler->lo)), last = floor (log10 (ruler->hi));

  for (int e = first; e <= last; e++)
    for (int d = 1; d <= 9; d++)
      {
        double   value = scaled (d, e);
        gboolean major = (majors & 1u << d) && e % every == 0;

        if (!is_inside (ruler, value))
          continue;
        if (major)
          add_tick (ruler, d, e, TRUE, e < -4 || e > 4 ? e : G_MININT);
        else if (minors & 1u << d)
          add_tick (ruler, d, e, FALSE, 0);
      }
}

/* Returns the step whose last two labels, which are the closest, are @min pixels apart. */
static int
log_step_number (const Ruler *ruler,
                 double       min)
{
  double top = fabs (log (ruler->hi / ruler->lo)) / ruler->axis->pixels * min;

  return step_number (-expm1 (-top) * ruler->hi);
}

/* Labels every second, third … decade if decades are too close together. */
static gboolean
add_decades (Ruler *ruler,
             double decade) /* pixels per decade */
{
  for (int every = 2; every < 400; every++)
    if (every * decade >= ruler->spacing)
      {
        int e0 = ceil (log10 (ruler->lo) - 1e-9), e1 = floor (log10 (ruler->hi) + 1e-9);

        if (floor ((double) e1 / every) - ceil ((double) e0 / every) < 1)
          break;
        add_digits (ruler, DIGITS_1, decade >= 2 ? DIGITS_1 : 0, every);
        return TRUE;
      }
  return FALSE;
}

/* Adds the outermost two of the decades' digits; FALSE, and adds none, if fewer than two lie inside or they are too close. */
static gboolean
add_outermost_digits (Ruler *ruler)
{
  double gap;
  guint at;

  if (count_digits (ruler, DIGITS_ALL, &gap) < 2)
    return FALSE;
  add_digits (ruler, DIGITS_ALL, 0, 1);
  at = ruler->ticks->len - 1;
  if (fabs (g_array_index (ruler->ticks, OndesTick, at).pixel - g_array_index (ruler->ticks, OndesTick, 0).pixel)
      >= ruler->spacing)
    {
      g_array_remove_range (ruler->ticks, 1, at - 1);
      return TRUE;
    }
  g_array_set_size (ruler->ticks, 0);
  return FALSE;
}

static gboolean
add_log (Ruler *ruler)
{
  static const guint levels[] = { DIGITS_125, DIGITS_ALL, DIGITS_13, DIGITS_1 };
  double             decades = log10 (ruler->hi / ruler->lo);
  double             decade = ruler->axis->pixels / decades;
  double             gap;
  guint              best = 0, best_level = 0, n;
  int                number, mantissa, exponent;
  gint64             first, last;

  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    {
      n = count_digits (ruler, levels[i], &gap);
      if (n >= 2 && gap >= ruler->spacing && n > best)
        {
          best = n;
          best_level = levels[i];
        }
    }

  number = log_step_number (ruler, ruler->spacing);
  step_of (number, &mantissa, &exponent);
  if (decades <= 1.01 && steps_inside (ruler, mantissa, exponent, &first, &last) && last > first && last - first + 1 > best)
    {
      double step = scaled (mantissa, exponent);

      add_steps (ruler, mantissa, exponent, first, last,
                 minor_parts (mantissa, fabs (ondes_axis_pixel (ruler->axis, ruler->hi)
                                              - ondes_axis_pixel (ruler->axis, ruler->hi - step))));
      return TRUE;
    }
  if (best)
    {
      add_digits (ruler, best_level,
                  0.0458 * decade >= 2 || best_level == DIGITS_125 || best_level == DIGITS_ALL ? DIGITS_ALL : DIGITS_125, 1);
      return TRUE;
    }

  return add_decades (ruler, decade) || add_outermost_digits (ruler)
         || add_outermost (ruler, step_number (ruler->hi - ruler->lo));
}

static void
print_time (char      *label,
            gsize      size,
            gint64     n, /* seconds × 10^decimals */
            int        decimals,
            OndesClock clock)
{
  gint64      unit = pow (10, decimals), a = ABS (n), seconds = a / unit, hours = seconds / 3600;
  const char *sign = n < 0 ? MINUS : "";
  int         minute = seconds / 60 % 60, second = seconds % 60;
  char        part[24] = "";

  if (decimals > 0)
    g_snprintf (part, sizeof part, ".%0*d", decimals, (int) (a % unit));
  if (clock == ONDES_CLOCK_MINUTES)
    g_snprintf (label, size, "%s%d:%02d%s", sign, (int) (seconds / 60), second, part);
  else if (clock == ONDES_CLOCK_HOURS)
    g_snprintf (label, size, "%s%d:%02d:%02d%s", sign, (int) hours, minute, second, part);
  else
    g_snprintf (label, size, "%s%" G_GINT64_FORMAT " d %02d:%02d:%02d%s", sign, hours / 24, (int) (hours % 24), minute, second,
                part);
}

/* Adds decimal steps of days or years. */
static gboolean
add_long (Ruler *ruler,
          double unit_s)
{
  OndesAxis axis = *ruler->axis;
  Ruler     inner = *ruler;

  axis.lo /= unit_s;
  axis.hi /= unit_s;
  inner.axis = &axis;
  inner.lo /= unit_s;
  inner.hi /= unit_s;
  if (!add_linear (&inner))
    return FALSE;
  for (guint i = 0; i < ruler->ticks->len; i++)
    g_array_index (ruler->ticks, OndesTick, i).value *= unit_s;
  return TRUE;
}

/* Clock steps of seconds, minutes, hours and days: their length in seconds, and the parts into which each is divided. */
static const int clock_steps[][2] = { { 1, 5 },      { 2, 4 },     { 5, 5 },     { 10, 5 },    { 15, 3 },    { 30, 3 },
                                      { 60, 4 },     { 120, 4 },   { 300, 5 },   { 600, 5 },   { 900, 3 },   { 1800, 3 },
                                      { 3600, 4 },   { 7200, 4 },  { 10800, 3 }, { 21600, 6 }, { 43200, 4 }, { 86400, 4 },
                                      { 172800, 2 }, { 432000, 5 } };

static void
add_clock_step (Ruler     *ruler,
                int        step,
                int        parts,
                gint64     first,
                gint64     last,
                OndesClock clock)
{
  for (gint64 j = first - 1; j <= last; j++)
    {
      gint64 n = j * step;

      if (j >= first)
        {
          add_tick (ruler, n, 0, TRUE, 0);
          print_time (g_array_index (ruler->ticks, OndesTick, ruler->ticks->len - 1).label, 40, n, 0, clock);
        }
      for (int k = 1; k < parts; k++)
        {
          gint64 tenths = n * 10 + (gint64) k * step * 10 / parts;

          if (tenths >= ruler->lo * 10 && tenths <= ruler->hi * 10)
            add_tick (ruler, tenths, -1, FALSE, 0);
        }
    }
}

/* Adds decimal steps below a second and relabels them as times. */
static gboolean
add_clock_decimals (Ruler     *ruler,
                    OndesClock clock)
{
  if (!add_linear (ruler))
    return FALSE;
  for (int decimals = 0; decimals <= 9; decimals++)
    {
      double   unit = pow (10, decimals);
      gboolean exact = TRUE;

      for (guint j = 0; j < ruler->ticks->len && exact; j++)
        {
          const OndesTick *tick = &g_array_index (ruler->ticks, OndesTick, j);
          double           n = tick->value * unit;

          exact = !tick->major || fabs (n - round (n)) <= fabs (n) * 4e-16;
        }
      if (!exact)
        continue;
      for (guint j = 0; j < ruler->ticks->len; j++)
        {
          OndesTick *tick = &g_array_index (ruler->ticks, OndesTick, j);

          if (tick->major)
            print_time (tick->label, sizeof tick->label, llround (tick->value * unit), decimals, clock);
        }
      return TRUE;
    }
  g_array_set_size (ruler->ticks, 0);
  return FALSE;
}

/* Adds clock steps; or decimal steps, below a second and on axes labelled in days alone or in years. */
static gboolean
add_time (Ruler *ruler)
{
  double     min = ruler->spacing * ((ruler->hi - ruler->lo) / ruler->axis->pixels);
  OndesClock clock = ondes_axis_clock (ruler->axis);
  guint      i;

  if (clock == ONDES_CLOCK_DAYS || clock == ONDES_CLOCK_YEARS)
    return add_long (ruler, clock == ONDES_CLOCK_DAYS ? ONDES_CLOCK_DAY_S : ONDES_CLOCK_YEAR_S);
  if (MAX (fabs (ruler->lo), fabs (ruler->hi)) > 0.01 * N_LARGEST)
    return FALSE;
  for (i = 0; i < G_N_ELEMENTS (clock_steps) && (clock_steps[i][0] < min || (clock_steps[i][0] == 1 && min <= 0.5)); i++)
    ;
  if (min > 0.5 && i < G_N_ELEMENTS (clock_steps))
    {
      double step = clock_steps[i][0];
      int    parts = step / min * ruler->spacing >= clock_steps[i][1] * ONDES_MINOR_SPACING ? clock_steps[i][1] : 1;
      gint64 first = ceil (ruler->lo / step - 1e-9), last = floor (ruler->hi / step + 1e-9);

      if (last > first)
        {
          add_clock_step (ruler, clock_steps[i][0], parts, first, last, clock);
          return TRUE;
        }
    }

  /* If fewer than two round steps lie inside, label the outermost two multiples of a finer one. */
  while (min > 0.5 && i-- > 0)
    {
      double step = clock_steps[i][0];
      gint64 ends[] = { ceil (ruler->lo / step - 1e-9) * step, floor (ruler->hi / step + 1e-9) * step };

      if (fabs (ondes_axis_pixel (ruler->axis, ends[1]) - ondes_axis_pixel (ruler->axis, ends[0])) < ruler->spacing
          || ends[1] <= ends[0])
        continue;
      for (guint j = 0; j < 2; j++)
        {
          add_tick (ruler, ends[j], 0, TRUE, 0);
          print_time (g_array_index (ruler->ticks, OndesTick, j).label, 40, ends[j], 0, clock);
        }
      return TRUE;
    }
  return add_clock_decimals (ruler, clock);
}

/* Adds whole numbers in steps of a power of two, the natural boundaries of 2ⁿ values; if fewer than two lie inside, the
 * outermost two of a finer step. */
static void
add_index (Ruler *ruler)
{
  double min = ruler->spacing * ((ruler->hi - ruler->lo) / ruler->axis->pixels);
  gint64 step = 1, first, last, part;

  if (MAX (fabs (ruler->lo), fabs (ruler->hi)) > N_LARGEST)
    return;
  while (step < min)
    step *= 2;
  first = ceil (ruler->lo / step);
  last = floor (ruler->hi / step);
  if (last > first)
    {
      part = step / min * ruler->spacing >= 4 * ONDES_MINOR_SPACING ? MAX (step / 4, 1) : MAX (step / 2, 1);
      for (gint64 n = ceil (ruler->lo / part) * part; n <= ruler->hi; n += part)
        add_tick (ruler, n, 0, n % step == 0, G_MININT);
      return;
    }

  while (step > 1 && (last <= first || (last - first) * step < min))
    {
      step /= 2;
      first = ceil (ruler->lo / step);
      last = floor (ruler->hi / step);
    }
  if (last >= first)
    add_tick (ruler, first * step, 0, TRUE, G_MININT);
  if (last > first && (last - first) * step >= min)
    add_tick (ruler, last * step, 0, TRUE, G_MININT);
}

/* Adds 0 and the powers of ten on both sides of it, as densely as there is room; FALSE if fewer than two get labels. */
static gboolean
add_signed_log (Ruler *ruler)
{
  double threshold = ruler->axis->threshold;
  int min = (int) ceil (log10 (threshold) - 1e-9);
  guint majors = 0;

  if (!(threshold > 0))
    return FALSE;
  for (int sign = -1; sign <= 1; sign += 2)
    {
      double last = ondes_axis_pixel (ruler->axis, 0);

      for (int k = min; k <= 308 && scaled (1, k) <= MAX (fabs (ruler->lo), fabs (ruler->hi)); k++)
        {
          double value = sign * scaled (1, k), pixel = ondes_axis_pixel (ruler->axis, value);
          gboolean major = fabs (pixel - last) >= ruler->spacing;

          last = major ? pixel : last;
          if (value < ruler->lo || value > ruler->hi)
            continue;
          add_tick (ruler, sign, k, major, label_exponent (1, k));
          majors += major;
        }
    }
  if (ruler->lo <= 0 && ruler->hi >= 0)
    {
      add_tick (ruler, 0, 0, TRUE, G_MININT);
      majors++;
    }
  if (majors < 2)
    g_array_set_size (ruler->ticks, 0);
  return majors >= 2;
}

static int
compare_pixels (gconstpointer a,
                gconstpointer b)
{
  const OndesTick *x = a, *y = b;

  return ONDES_COMPARE (x->pixel, y->pixel) ?: y->major - x->major;
}

GArray *
ondes_axis_ticks (const OndesAxis *axis,
                  double           spacing)
{
  g_return_val_if_fail (axis != NULL, NULL);

  Ruler ruler = { .axis = axis, .lo = MIN (axis->lo, axis->hi), .hi = MAX (axis->lo, axis->hi) };

  ruler.ticks = g_array_new (FALSE, TRUE, sizeof (OndesTick));
  if (!isfinite (axis->lo) || !isfinite (axis->hi) || !isfinite (ruler.hi - ruler.lo) || !(ruler.hi > ruler.lo)
      || !isfinite (axis->pixels) || !(axis->pixels >= 1) || (axis->mode == ONDES_AXIS_LOG && !(ruler.lo > 0)))
    return ruler.ticks;

  ruler.spacing = MIN (MAX (spacing, 8), axis->pixels / 2);
  if (axis->mode == ONDES_AXIS_INDEX)
    add_index (&ruler);
  else if (axis->mode == ONDES_AXIS_RECIPROCAL)
    ondes_axis_add_uneven (axis, ruler.spacing, ruler.ticks);
  else if (!(axis->a4 > 0 && ondes_axis_add_uneven (axis, ruler.spacing, ruler.ticks))
           && !(axis->mode == ONDES_AXIS_DATE && ondes_axis_add_dates (axis, ruler.spacing, ruler.ticks))
           && !(axis->mode == ONDES_AXIS_TIME && add_time (&ruler)) && !(axis->mode == ONDES_AXIS_LOG && add_log (&ruler))
           && !(axis->mode == ONDES_AXIS_SIGNED_LOG && add_signed_log (&ruler)))
    add_linear (&ruler);
  g_array_sort (ruler.ticks, compare_pixels);
  return ruler.ticks;
}
