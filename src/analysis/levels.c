/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Percentiles of a picture's values, from a histogram, which is faster than sorting. Positive floats sort like their bit
 * patterns read as integers, so the leading bits of a value are its bin. */
#include "levels.h"

#include <math.h>
#include <string.h>


#define SHIFT        16    /* low bits of a float ignored by a bin: 7 fraction bits remain, 128 bins per octave */
#define BINS         (0x7f800000 >> SHIFT) /* up to, excluding, infinity */
#define SILENCE      1e-5f /* relative to the top: smaller values (below −100 dB) do not count for the bottom */
#define MIN_INSIDE 0.02 /* fraction of all values: if fewer lie inside the cone, all values count */

typedef struct
{
  guint32 bins[BINS];
  guint   from, to; /* all bins outside [from, to) are 0 */
  guint64 n;
} Histogram;

static guint
bin_of (float value)
{
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits >> SHIFT;
}

/* Returns the value at the middle of a bin. */
static float
value_of (guint bin)
{
  guint32 bits = (bin << SHIFT) | (1u << (SHIFT - 1));
  float value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/* Empties the histogram, which must be zeroed when created. On the stack, so no picture fails for lack of memory. */
static void
histogram_clear (Histogram *self)
{
  if (self->to > self->from)
    memset (self->bins + self->from, 0, (self->to - self->from) * sizeof self->bins[0]);
  self->from = BINS;
  self->to = 0;
  self->n = 0;
}

/* Adds the ratios of @values to @median; only finite values above 0 count. */
static void
histogram_add (Histogram   *self,
               const float *values,
               guint        n,
               float        median)
{
  for (guint j = 0; j < n; j++)
    {
      const float value = values[j] / median;

      if (value > 0 && value <= G_MAXFLOAT)
        {
          const guint bin = bin_of (value);

          self->bins[bin]++;
          self->from = MIN (self->from, bin);
          self->to = MAX (self->to, bin + 1);
          self->n++;
        }
    }
}

/* Returns the value below which @fraction lies of all values that are at least @min; 0 if there are none. */
static float
histogram_percentile (const Histogram *self,
                      double           fraction,
                      float            min)
{
  const guint from = MAX (bin_of (min), self->from);
  guint64 n = 0, below = 0, wanted;

  for (guint i = from; i < self->to; i++)
    n += self->bins[i];
  wanted = (guint64) floor (fraction * (double) n);
  for (guint i = from; i < self->to; i++)
    {
      below += self->bins[i];
      if (below > wanted)
        return value_of (i);
    }
  return 0;
}

/* Narrows the columns [@from, @to) to those whose middle lies in @part. */
static void
clamp_columns (const OndesScalogram  *self,
               const OndesLevelsPart *part,
               guint                 *from,
               guint                 *to)
{
  const double width = (double) self->view.count / self->columns, first = (part->first - self->view.first) / width - 0.5;

  *from = (guint) CLAMP (ceil (first), *from, *to);
  *to = (guint) CLAMP (floor (first + part->count / width) + 1, *from, *to);
}

/* TRUE if @row is within @part and counts: rows that are aliases never do, nor does that of the mean. */
static gboolean
row_counts (const OndesScalogram  *self,
            const OndesLevelsPart *part,
            guint                  row)
{
  if (part != NULL && part->hi_hz > 0 && (self->edges_hz[2 * row + 1] < part->lo_hz || self->edges_hz[2 * row] > part->hi_hz))
    return FALSE;
  /* An offset of the recording, which is row 0 of a Walshgram in any order, would leave all else dark. */
  return !ondes_scalogram_is_aliased (self, row) && !(row == 0 && ondes_scalogram_get_class (self)->linear);
}

/* Adds the values inside @part (NULL for all) as ratios to @medians (NULL for unscaled), if @cone only those inside the
 * cone. */
static void
fill (Histogram             *histogram,
      const OndesScalogram  *self,
      const double          *medians,
      const OndesLevelsPart *part,
      gboolean               cone)
{
  for (guint i = 0; i < self->rows; i++)
    {
      guint from = 0, to = self->columns;

      if (!row_counts (self, part, i))
        continue;
      if (cone)
        ondes_scalogram_cone (self, i, &from, &to);
      to = MAX (from, to);
      if (part != NULL)
        clamp_columns (self, part, &from, &to);
      histogram_add (histogram, self->values + (gsize) i * self->columns + from, to - from,
                     medians != NULL ? (float) ldexp (medians[i], -self->exponent) : 1);
    }
}

OndesLevels
ondes_levels_measure (const OndesScalogram  *self,
                      const double          *medians,
                      const OndesLevelsPart *part)
{
  Histogram histogram = { 0 };
  const gboolean power = ondes_scalogram_is_power (self);
  OndesLevels levels;

  histogram_clear (&histogram);
  fill (&histogram, self, medians, part, TRUE);
  if ((double) histogram.n < MIN_INSIDE * self->rows * self->columns)
    {
      histogram_clear (&histogram);
      fill (&histogram, self, medians, part, FALSE);
    }
  levels.top = histogram_percentile (&histogram, ONDES_LEVELS_TOP, 0);
  levels.bottom = histogram_percentile (&histogram, ONDES_LEVELS_BOTTOM,
                                        (float) levels.top * (power ? SILENCE * SILENCE : SILENCE));
  if (medians == NULL)
    {
      levels.top = ldexp (levels.top, self->exponent);
      levels.bottom = ldexp (levels.bottom, self->exponent);
    }
  return levels;
}

double *
ondes_levels_medians (const OndesScalogram *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  double *medians = g_atomic_rc_box_alloc (MAX (self->rows, 1) * sizeof (double));
  Histogram histogram = { 0 };

  for (guint i = 0; i < self->rows; i++)
    {
      histogram_clear (&histogram);
      histogram_add (&histogram, self->values + (gsize) i * self->columns, self->columns, 1);
      medians[i] = ldexp (histogram_percentile (&histogram, 0.5, 0), self->exponent);
      if (!(medians[i] > 0))
        medians[i] = ldexp (1, self->exponent);
    }
  return medians;
}
