/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-time.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* @x with @digits significant decimal digits. */
static double
round_to (double x,
          int    digits)
{
  char format[8], text[64];

  g_snprintf (format, sizeof format, "%%.%de", digits - 1);
  return g_ascii_strtod (g_ascii_formatd (text, sizeof text, format, x), NULL);
}

/* The rate with the fewest digits, or with the period of the fewest digits, within @relative of @rate; of two, the nearer. */
static double
snap (double rate,
      double relative)
{
  for (int digits = 1; digits <= 15; digits++)
    {
      double a = round_to (rate, digits), b = 1 / round_to (1 / rate, digits);

      if (fabs (b - rate) < fabs (a - rate))
        a = b;
      if (fabs (a - rate) <= relative * rate)
        return a;
    }
  return rate;
}

static int
compare (const void *a,
         const void *b)
{
  const double *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

/* Nine steps of ten within half of the median of (at most 4096 of) them. */
static gboolean
steps_are_alike (const OndesTextTable *table,
                 guint                 column)
{
  guint64 steps = ondes_text_table_rows (table) - 1, alike = 0;
  gsize n = (gsize) MIN (steps, 4096);
  g_autofree double *some = g_new (double, n);
  double median;

  for (gsize i = 0; i < n; i++)
    {
      guint64 row = (guint64) ((double) i * (double) steps / (double) n);

      some[i] = ondes_text_table_get (table, row + 1, column) - ondes_text_table_get (table, row, column);
    }
  qsort (some, n, sizeof *some, compare);
  median = some[n / 2];
  for (gsize i = 0; i < n; i++)
    alike += fabs (some[i] - median) <= median / 2;
  return 10 * alike >= 9 * n;
}

/* Counts the stamps off the grid of self's rate that begins at row @first. */
static void
count_irregular (OndesStamps          *self,
                 const OndesTextTable *table,
                 guint                 column,
                 guint64               first,
                 double                quantum)
{
  self->irregular = 0;
  self->irregular_max = 0;
  for (guint64 i = first; i < ondes_text_table_rows (table); i++)
    {
      double t = ondes_text_table_get (table, i, column);
      double samples = fabs ((t - self->start) * self->rate - (double) (i - first));

      if (isfinite (t) && samples > 0.005 + quantum * self->rate)
        {
          self->irregular++;
          self->irregular_max = MAX (self->irregular_max, samples);
        }
    }
}

OndesStamps
ondes_stamps_analyse (const OndesTextTable *table,
                      guint                 column,
                      const gint8          *decimals)
{
  OndesStamps self = { 0 };
  guint64 rows = ondes_text_table_rows (table), i_first = G_MAXUINT64, i_last = 0;
  double first = NAN, last = NAN, previous = NAN, largest = 0, off = 0, quantum, mean;
  int digits = -128;

  for (guint64 i = 0; i < rows; i++)
    {
      double t = ondes_text_table_get (table, i, column);

      if (!isfinite (t))
        {
          self.missing++;
          continue;
        }
      if (i_first == G_MAXUINT64)
        {
          i_first = i;
          first = t;
        }
      self.repeated += t == previous;
      self.backward += t < previous;
      largest = MAX (largest, fabs (t));
      /* "%g" prints fewer digits of larger stamps, so the later half says how well they are known. */
      if (i >= rows / 2 || rows < 4)
        digits = MAX (digits, decimals[i]);
      previous = last = t;
      i_last = i;
    }
  self.start = i_first == G_MAXUINT64 ? 0 : first;
  if (!(last > first))
    return self;

  quantum = MAX (pow (10, -digits), 4 * DBL_EPSILON * largest);
  mean = self.rate = (double) (i_last - i_first) / (last - first);
  /* Stamps that lie on their grid to a hundredth of the last digit were not rounded. */
  for (guint64 i = i_first; i < rows; i++)
    {
      double t = ondes_text_table_get (table, i, column);

      if (isfinite (t))
        off = MAX (off, fabs (t - first - (double) (i - i_first) / mean));
    }
  self.rate = snap (mean, MAX ((off < 0.01 * quantum ? off : quantum) / (last - first), 4 * DBL_EPSILON));
  count_irregular (&self, table, column, i_first, quantum);
  if (self.rate != mean && 10 * self.irregular > rows)
    {
      self.rate = mean; /* the round one does not explain the stamps */
      count_irregular (&self, table, column, i_first, quantum);
    }
  self.near_regular = rows >= 3 && !self.missing && !self.repeated && !self.backward && steps_are_alike (table, column);
  return self;
}

OndesTextTable *
ondes_stamps_resample (const OndesTextTable *table,
                       guint                 columns,
                       guint                 column,
                       const OndesStamps    *stamps,
                       const char           *display,
                       GError              **error)
{
  g_autoptr (OndesTextTable) result = ondes_text_table_new (columns, display);
  guint64 rows = ondes_text_table_rows (table), a = 0, b;
  g_autofree double *row = g_new (double, columns);
  double ta, tb;

  while (!isfinite (ta = ondes_text_table_get (table, a, column)))
    a++;
  b = a;
  tb = ta;
  for (guint64 j = 0; j < rows; j++)
    {
      double t = stamps->start + (double) j / stamps->rate, w;

      /* Rows a and b with stamps around t; b is the next that lies after a. */
      while (tb < t)
        {
          guint64 next = b + 1;
          double tn = NAN;

          while (next < rows && !((tn = ondes_text_table_get (table, next, column)) > tb))
            next++;
          if (next >= rows)
            break;
          a = b;
          ta = tb;
          b = next;
          tb = tn;
        }
      /* A rounded rate may place the last sample a little beyond the last stamp. */
      if (t - tb > 0.5 / stamps->rate)
        break;
      w = tb > ta ? MIN ((t - ta) / (tb - ta), 1) : 1;
      for (guint c = 0; c < columns; c++)
        {
          double va = ondes_text_table_get (table, a, c), vb = ondes_text_table_get (table, b, c);

          row[c] = c == column ? t : w >= 1 ? vb : w <= 0 ? va : va + w * (vb - va);
        }
      if (!ondes_text_table_append (result, row, error))
        return NULL;
    }
  return g_steal_pointer (&result);
}
