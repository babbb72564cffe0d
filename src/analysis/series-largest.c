/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The largest values of a series, and reconstruction from them. The k-th largest magnitude is found digit by digit from the
 * highest, by counting (radix select), so 2²⁵ values need little memory and only a few passes. */
#include "series.h"

#include "base/compare.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DIGIT 16 /* bits */
#define SHORT_DIGIT 8 /* bits, if there is no memory to count longer digits */
#define BLOCK 4096

/* The values to keep: all magnitudes above @min, and those equal to @min up to index @last. */
typedef struct
{
  guint64  min, last;
  gboolean none;
} Kept;

/* Returns a key that sorts like the magnitude of value @i. */
static inline guint64
magnitude_key (const OndesSeries *self,
               guint64            i)
{
  union
  {
    double  value;
    guint64 key;
  } bits;
  gint64 integer;

  switch (self->type)
    {
    case ONDES_I32:
      return (guint64) llabs ((gint64) ((const gint32 *) self->values)[i]);
    case ONDES_I64:
      integer = ((const gint64 *) self->values)[i];
      return integer < 0 ? -(guint64) integer : (guint64) integer;
    case ONDES_F32:
    case ONDES_F64:
      bits.value = fabs (ondes_series_get (self, i));
      return isnan (bits.value) ? 0 : bits.key;
    default:
      return (guint64) ondes_series_get (self, i);
    }
}

static Kept
choose (const OndesSeries *self,
        guint64            k)
{
  g_autofree guint64 *many = NULL;
  guint64 few[1 << SHORT_DIGIT], *counts = few;
  guint bits = SHORT_DIGIT;
  Kept kept = { 0, G_MAXUINT64, k == 0 };
  guint64 left = k; /* still to be found among values with the digits found so far */

  if (k == 0 || k >= self->n)
    return kept;
  many = g_try_new (guint64, 1 << DIGIT);
  if (many != NULL)
    {
      counts = many;
      bits = DIGIT;
    }
  for (int shift = 64 - (int) bits; shift >= 0; shift -= (int) bits)
    {
      guint64 above = shift + bits < 64 ? kept.min >> (shift + bits) : 0, digit = (1 << bits) - 1;

      memset (counts, 0, sizeof *counts << bits);
      for (guint64 i = 0; i < self->n; i++)
        {
          guint64 key = magnitude_key (self, i);

          if (shift + bits == 64 || key >> (shift + bits) == above)
            counts[key >> shift & ((1 << bits) - 1)]++;
        }
      for (; counts[digit] < left; digit--)
        left -= counts[digit];
      kept.min |= digit << shift;
    }
  for (guint64 i = 0; left > 0; i++)
    if (magnitude_key (self, i) == kept.min && --left == 0)
      kept.last = i;
  return kept;
}

static inline gboolean
is_kept (const OndesSeries *self,
         const Kept        *kept,
         guint64            i)
{
  guint64 key = magnitude_key (self, i);

  return !kept->none && (key > kept->min || (key == kept->min && i <= kept->last));
}

typedef struct
{
  guint64 key, index;
} Candidate;

static int
compare_candidates (gconstpointer a,
                    gconstpointer b)
{
  const Candidate *x = a, *y = b;

  return ONDES_COMPARE (y->key, x->key) ?: ONDES_COMPARE (x->index, y->index);
}

guint64 *
ondes_series_largest (const OndesSeries *self,
                      guint64            k,
                      guint64           *n)
{
  Kept kept = choose (self, k);
  g_autofree Candidate *candidates = NULL;
  guint64 *indices;

  *n = MIN (k, self->n);
  candidates = g_new (Candidate, MAX (*n, 1));
  for (guint64 i = 0, found = 0; found < *n; i++)
    if (is_kept (self, &kept, i))
      candidates[found++] = (Candidate) { magnitude_key (self, i), i };
  qsort (candidates, *n, sizeof *candidates, compare_candidates);
  indices = g_new (guint64, MAX (*n, 1));
  for (guint64 i = 0; i < *n; i++)
    indices[i] = candidates[i].index;
  return indices;
}

typedef struct
{
  OndesSource  source;
  OndesSeries *series;
  Kept         kept;
} KeptSource;

static gboolean
kept_read (OndesSource *source,
           guint64      at,
           gsize        n,
           void        *dst,
           GError     **error)
{
  const KeptSource *self = (const KeptSource *) source;

  for (gsize i = 0; i < n; i++)
    {
      double value = is_kept (self->series, &self->kept, at + i) ? ondes_series_get (self->series, at + i) : 0;

      if (source->type == ONDES_U8)
        ((guint8 *) dst)[i] = (guint8) value;
      else
        ((double *) dst)[i] = value;
    }
  return TRUE;
}

static void
kept_finalize (OndesSource *source)
{
  ondes_series_unref (((KeptSource *) source)->series);
  g_free (source);
}

static gboolean
is_bits (const OndesSeries *self)
{
  return self->type == ONDES_U8 || self->type == ONDES_BITS;
}

OndesSource *
ondes_series_keep (OndesSeries *self,
                   guint64      k)
{
  static const OndesSourceClass klass = { kept_read, kept_finalize };
  KeptSource *kept = g_new (KeptSource, 1);

  ondes_source_init (&kept->source, &klass, is_bits (self) ? ONDES_U8 : ONDES_F64, self->n, 1);
  kept->series = ondes_series_ref (self);
  kept->kept = choose (self, k);
  return &kept->source;
}

char *
ondes_series_name_largest (const OndesSeries *self,
                           guint64            k)
{
  const guint64 taken = MIN (k, self->n);
  g_autofree char *number = taken > 1 ? g_strdup_printf ("%" G_GUINT64_FORMAT " ", taken) : g_strdup ("");

  return g_strdup_printf ("the %slargest of %" G_GUINT64_FORMAT " coefficient%s", number, self->n, ondes_plural (self->n));
}

OndesSeries *
ondes_series_reconstruct (OndesSeries   *self,
                          OndesComputer *computer,
                          guint64        k,
                          GCancellable  *cancellable,
                          OndesReport   *report,
                          GError       **error)
{
  OndesSpectrumOptions options = ondes_spec_spectrum (self->spec)->options;
  g_autofree char *largest = ondes_series_name_largest (self, k);
  g_autofree char *from = g_strconcat (largest, self->source[0] != '\0' ? " of " : "", self->source, NULL);
  OndesSeriesLabels labels = { self->name, from, self->unit };
  g_autoptr (OndesSource) kept = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesRequest) request = NULL;

  options.inverse = TRUE;
  options.type = is_bits (self) ? ONDES_U8 : ONDES_F64;
  spec = ondes_spectrum_new (&options, error);
  if (spec == NULL)
    return NULL;
  kept = ondes_series_keep (self, k);
  request = ondes_request_new_of (spec, kept, NULL, error);
  if (request == NULL)
    return NULL;
  return ondes_series_compute (computer, request, &labels, &(OndesWatch) { .cancellable = cancellable }, report, error);
}

gboolean
ondes_series_deviation (const OndesSeries *self,
                        OndesSource       *original,
                        OndesDeviation    *deviation,
                        GCancellable      *cancellable,
                        GError           **error)
{
  double block[BLOCK], differences = 0, squares = 0;

  g_return_val_if_fail (original->n == self->n, FALSE);
  *deviation = (OndesDeviation) { 0 };
  for (guint64 at = 0; at < self->n; at += BLOCK)
    {
      gsize n = MIN (BLOCK, self->n - at);

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !ondes_source_read_as (original, at, n, ONDES_F64, block, error))
        return FALSE;
      for (gsize i = 0; i < n; i++)
        {
          double difference = fabs (ondes_series_get (self, at + i) - block[i]);

          differences += difference * difference;
          squares += block[i] * block[i];
          deviation->largest = MAX (deviation->largest, difference);
          deviation->different += difference != 0;
        }
    }
  deviation->rms = sqrt (differences / self->n);
  deviation->relative = differences > 0 ? sqrt (differences / squares) : 0;
  return TRUE;
}
