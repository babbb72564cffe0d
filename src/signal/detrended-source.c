/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "detrended-source.h"

#include "base/memory.h"

#include <math.h>

#define PIECE 32768 /* samples of a read */
#define BLOCK 128   /* samples of a plain sum */
#define RUNS  32    /* of an estimate */
#define RUN   4096

const char *const ondes_detrend_names[] = { "auto", "none", "mean", "linear", NULL };

/* A sum, and what was lost of it in rounding. */
typedef struct
{
  double sum, lost;
} Sum;

/* With u = (t − (n − 1)/2)/(n/2), so that squares stay small; [1] of the imaginary parts. */
typedef struct
{
  Sum x[2], ux[2], u, uu;
  guint64 finite;
} Sums;

typedef struct
{
  OndesSource  source;
  OndesSource *parent;
  OndesDetrend detrend;
  char        *identity;
  OndesTrend   trend;
  int          is_known;  /* atomic: the trend is there to stay */
  GMutex       measuring; /* what follows */
  Sums         sums;
  guint64      measured;  /* samples in the sums */
} DetrendedSource;

static void
sum_add (Sum   *self,
         double x)
{
  double total = self->sum + x;

  self->lost += fabs (self->sum) >= fabs (x) ? (self->sum - total) + x : (x - total) + self->sum;
  self->sum = total;
}

static double
sum_get (const Sum *self)
{
  return self->sum + self->lost;
}

/* @n samples from @at on of a source of @length; complex ones are pairs. */
static void
add_block (Sums         *self,
           const double *x,
           gboolean      is_complex,
           guint64       at,
           gsize         n,
           guint64       length)
{
  const double half = (double) length / 2, first = ((double) at - ((double) length - 1) / 2) / half;
  double sums[4] = { 0 }, u_sum = 0, uu_sum = 0;

  for (gsize i = 0; i < n; i++)
    {
      double re = x[is_complex ? 2 * i : i], im = is_complex ? x[2 * i + 1] : 0, u = first + (double) i / half;

      if (!isfinite (re) || !isfinite (im))
        continue;
      sums[0] += re;
      sums[1] += im;
      sums[2] += u * re;
      sums[3] += u * im;
      u_sum += u;
      uu_sum += u * u;
      self->finite++;
    }
  for (guint c = 0; c < 2; c++)
    {
      sum_add (&self->x[c], sums[c]);
      sum_add (&self->ux[c], sums[2 + c]);
    }
  sum_add (&self->u, u_sum);
  sum_add (&self->uu, uu_sum);
}

/* The samples [at, at + n), at most PIECE of them; @piece has room for as many of C128. */
static gboolean
add_piece (Sums        *self,
           OndesSource *parent,
           guint64      at,
           gsize        n,
           double      *piece,
           GError     **error)
{
  const gboolean is_complex = ondes_type_is_complex (parent->type);

  if (!ondes_source_read_as (parent, at, n, is_complex ? ONDES_C128 : ONDES_F64, piece, error))
    return FALSE;
  for (gsize done = 0; done < n; done += BLOCK)
    add_block (self, piece + (is_complex ? 2 : 1) * done, is_complex, at + done, MIN (BLOCK, n - done), parent->n);
  return TRUE;
}

/* Least squares of level + slope u on the finite samples. */
static OndesTrend
find_trend (const Sums  *sums,
            OndesDetrend detrend,
            guint64      length)
{
  const double n = (double) sums->finite, u = sum_get (&sums->u), uu = sum_get (&sums->uu), spread = n * uu - u * u;
  OndesTrend trend = { 0 };

  if (sums->finite == 0)
    return trend;
  for (guint c = 0; c < 2; c++)
    {
      const double x = sum_get (&sums->x[c]), ux = sum_get (&sums->ux[c]);
      double slope = detrend == ONDES_DETREND_LINEAR && spread > 1e-12 * n * uu ? (n * ux - u * x) / spread : 0;
      double level = (x - slope * u) / n;

      if (!isfinite (slope) || !isfinite (level))
        return (OndesTrend) { 0 };
      trend.level[c] = level;
      trend.slope[c] = slope / ((double) length / 2);
    }
  return trend;
}

/* The next piece, with the mutex held: callers take turns, and what a cancelled one summed is not lost. */
static gboolean
measure_piece (DetrendedSource *self,
               GError         **error)
{
  const guint64 length = self->parent->n;
  const gsize n = (gsize) MIN (PIECE, length - self->measured);
  g_autofree double *piece = ondes_memory_try (2 * PIECE * sizeof (double), error);

  if (piece == NULL || (n > 0 && !add_piece (&self->sums, self->parent, self->measured, n, piece, error)))
    return FALSE;
  self->measured += n;
  if (self->measured < length)
    return TRUE;
  self->trend = find_trend (&self->sums, self->detrend, length);
  g_atomic_int_set (&self->is_known, TRUE);
  return TRUE;
}

static gboolean
measure (DetrendedSource *self,
         OndesProgress    progress,
         gpointer         user_data,
         GCancellable    *cancellable,
         GError         **error)
{
  while (!g_atomic_int_get (&self->is_known))
    {
      gboolean ok;
      double fraction;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      g_mutex_lock (&self->measuring);
      ok = self->is_known || measure_piece (self, error);
      fraction = (double) self->measured / (double) MAX (self->parent->n, 1);
      g_mutex_unlock (&self->measuring);
      if (!ok)
        return FALSE;
      if (progress != NULL)
        progress (fraction, user_data);
    }
  return TRUE;
}

static gboolean
detrended_read (OndesSource *source,
                guint64      at,
                gsize        n,
                void        *dst,
                GError     **error)
{
  DetrendedSource *self = (DetrendedSource *) source;
  const gboolean is_complex = source->type == ONDES_C128;
  const double middle = ((double) source->n - 1) / 2;
  const OndesTrend *trend = &self->trend;
  double *x = dst;

  if (!measure (self, NULL, NULL, NULL, error) || !ondes_source_read_as (self->parent, at, n, source->type, dst, error))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      const double t = (double) (at + i) - middle;

      if (is_complex)
        {
          x[2 * i] -= trend->level[0] + trend->slope[0] * t;
          x[2 * i + 1] -= trend->level[1] + trend->slope[1] * t;
        }
      else
        x[i] -= trend->level[0] + trend->slope[0] * t;
    }
  return TRUE;
}

static void
detrended_finalize (OndesSource *source)
{
  DetrendedSource *self = (DetrendedSource *) source;

  ondes_source_unref (self->parent);
  g_mutex_clear (&self->measuring);
  g_free (self->identity);
  g_free (self);
}

static const OndesSourceClass detrended_class = { detrended_read, detrended_finalize };

OndesSource *
ondes_detrended_source_new (OndesSource *parent,
                            OndesDetrend detrend)
{
  const OndesType type = ondes_type_is_complex (parent->type) ? ONDES_C128 : ONDES_F64;
  DetrendedSource *self;

  if (detrend <= ONDES_DETREND_NONE)
    return ondes_source_ref (parent);
  self = g_new0 (DetrendedSource, 1);
  ondes_source_init (&self->source, &detrended_class, type, parent->n, parent->rate_hz);
  self->source.channel = parent->channel;
  self->source.revision = parent->revision;
  self->parent = ondes_source_ref (parent);
  self->detrend = detrend;
  g_mutex_init (&self->measuring);
  if (parent->identity != NULL)
    self->identity = g_strdup_printf ("%s; detrended, %s", parent->identity, ondes_detrend_names[detrend]);
  self->source.identity = self->identity;
  return &self->source;
}

gboolean
ondes_detrended_source_measure (OndesSource  *source,
                                OndesProgress progress,
                                gpointer      user_data,
                                GCancellable *cancellable,
                                GError      **error)
{
  return source->klass != &detrended_class
         || measure ((DetrendedSource *) source, progress, user_data, cancellable, error);
}

OndesSource *
ondes_detrended_source_estimate (OndesSource  *source,
                                 GCancellable *cancellable,
                                 GError      **error)
{
  DetrendedSource *self = (DetrendedSource *) source, *estimate;
  g_autofree double *piece = NULL;
  Sums sums = { 0 };
  guint64 runs;

  if (source->klass != &detrended_class || g_atomic_int_get (&self->is_known))
    return ondes_source_ref (source);
  runs = source->n / RUN < RUNS ? (source->n + RUN - 1) / RUN : RUNS;
  piece = ondes_memory_try (2 * RUN * sizeof (double), error);
  if (piece == NULL)
    return NULL;
  for (guint64 i = 0; i < runs; i++)
    {
      /* The first and the last samples too: a line needs them most. */
      guint64 at = runs > 1 && source->n > RUN ? (guint64) ((double) i / (double) (runs - 1) * (double) (source->n - RUN)) : 0;

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !add_piece (&sums, self->parent, at, (gsize) MIN (RUN, source->n - at), piece, error))
        return NULL;
    }
  estimate = (DetrendedSource *) ondes_detrended_source_new (self->parent, self->detrend);
  estimate->trend = find_trend (&sums, self->detrend, source->n);
  estimate->is_known = TRUE;
  g_clear_pointer (&estimate->identity, g_free);
  estimate->source.identity = NULL;
  return &estimate->source;
}

OndesDetrend
ondes_source_get_detrend (OndesSource *source,
                          OndesTrend  *trend)
{
  DetrendedSource *self = (DetrendedSource *) source;

  if (trend != NULL)
    *trend = (OndesTrend) { 0 };
  if (source->klass != &detrended_class)
    return ONDES_DETREND_NONE;
  if (trend != NULL && g_atomic_int_get (&self->is_known))
    *trend = self->trend;
  return self->detrend;
}
