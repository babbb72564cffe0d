/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "percentiles.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

#define BINS 1024 /* an octave: each is at most a 1024th of its lower edge wide */

typedef struct
{
  int     exponent;     /* values are in [2^(exponent − 1), 2^exponent) */
  guint64 counts[BINS];
  guint64 n;
} Octave;

struct _OndesPercentiles
{
  GPtrArray *octaves; /* from the lowest on */
  Octave    *last;    /* the one that was added to last; NULL if none */
  guint64    zeros, n;
  double     min, max;
};

static void
swap (double *a,
      double *b)
{
  const double value = *a;

  *a = *b;
  *b = value;
}

/* Puts the value that sorting would put at @k there, with none larger before it and none smaller behind it (Hoare's selection). */
static double
select_value (double *values,
              gsize   n,
              gsize   k)
{
  gssize from = 0, to = (gssize) n - 1;
  const gssize at = (gssize) k;

  while (from < to)
    {
      const double pivot = values[from + (to - from) / 2];
      gssize i = from, j = to;

      while (i <= j)
        {
          while (values[i] < pivot)
            i++;
          while (values[j] > pivot)
            j--;
          if (i <= j)
            swap (&values[i++], &values[j--]);
        }
      /* values[… j] ≤ pivot ≤ values[i …], and those between are equal to it */
      if (at > j && at < i)
        break;
      if (at <= j)
        to = j;
      else
        from = i;
    }
  return values[k];
}

void
ondes_percentiles_select (double       *values,
                          gsize         n,
                          const double *percents,
                          guint         n_percents,
                          double       *out)
{
  for (guint i = 0; i < n_percents; i++)
    {
      const double place = percents[i] / 100 * ((double) n - 1), below = floor (place);
      double low, high;

      if (n == 0)
        {
          out[i] = NAN;
          continue;
        }
      low = high = select_value (values, n, (gsize) below);
      /* The next value is the smallest of those behind. */
      for (gsize j = (gsize) below + 1; place > below && j < n; j++)
        high = j == (gsize) below + 1 ? values[j] : MIN (high, values[j]);
      out[i] = low + (place - below) * (high - low);
    }
}

OndesPercentiles *
ondes_percentiles_new (void)
{
  OndesPercentiles *self = g_new0 (OndesPercentiles, 1);

  self->octaves = g_ptr_array_new_with_free_func (g_free);
  self->min = INFINITY;
  self->max = -INFINITY;
  return self;
}

void
ondes_percentiles_free (OndesPercentiles *self)
{
  g_ptr_array_unref (self->octaves);
  g_free (self);
}

static Octave *
find_octave (OndesPercentiles *self,
             int               exponent,
             GError          **error)
{
  guint i = 0;
  Octave *octave;

  if (self->last != NULL && self->last->exponent == exponent)
    return self->last;
  while (i < self->octaves->len && ((Octave *) g_ptr_array_index (self->octaves, i))->exponent < exponent)
    i++;
  if (i < self->octaves->len && ((Octave *) g_ptr_array_index (self->octaves, i))->exponent == exponent)
    return self->last = g_ptr_array_index (self->octaves, i);
  octave = ondes_memory_try (sizeof *octave, error);
  if (octave == NULL)
    return NULL;
  memset (octave, 0, sizeof *octave);
  octave->exponent = exponent;
  g_ptr_array_insert (self->octaves, (int) i, octave);
  return self->last = octave;
}

gboolean
ondes_percentiles_add (OndesPercentiles *self,
                       double            value,
                       GError          **error)
{
  int exponent;
  double fraction;
  Octave *octave;

  if (!(value >= 0) || !isfinite (value))
    return TRUE;
  self->min = MIN (self->min, value);
  self->max = MAX (self->max, value);
  self->n++;
  if (value == 0)
    {
      self->zeros++;
      return TRUE;
    }
  fraction = frexp (value, &exponent); /* ½ … 1 */
  octave = find_octave (self, exponent, error);
  if (octave == NULL)
    return FALSE;
  octave->counts[(guint) ((fraction - 0.5) * (2 * BINS))]++;
  octave->n++;
  return TRUE;
}

/* Returns about the value at place @k in order: in its bin. */
static double
value_at (const OndesPercentiles *self,
          guint64                 k)
{
  guint64 before = self->zeros;

  if (k < before)
    return 0;
  for (guint i = 0; i < self->octaves->len; i++)
    {
      const Octave *octave = g_ptr_array_index (self->octaves, i);

      if (k >= before + octave->n)
        {
          before += octave->n;
          continue;
        }
      for (guint bin = 0; bin < BINS; bin++)
        {
          if (k < before + octave->counts[bin])
            return ldexp (0.5 + (bin + ((double) (k - before) + 0.5) / (double) octave->counts[bin]) / (2 * BINS),
                          octave->exponent);
          before += octave->counts[bin];
        }
    }
  return self->max;
}

double
ondes_percentiles_get (const OndesPercentiles *self,
                       double                  percent)
{
  const double place = percent / 100 * ((double) self->n - 1), below = floor (place);
  double low, high;

  if (self->n == 0)
    return NAN;
  low = value_at (self, (guint64) below);
  high = place > below ? value_at (self, (guint64) below + 1) : low;
  return CLAMP (low + (place - below) * (high - low), self->min, self->max);
}
