/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dyadic convolution by the convolution theorem: 2⁻ⁿ W(W f · W g). */
#include "spectral-io.h"
#include "spectral-transform.h"
#include "transform/dyadic.h"

#include <math.h>

#define PIECE ((gsize) 1 << 15) /* values */

static gboolean
supports (OndesEngine        *self,
          const OndesSpec    *spec,
          OndesSource *const *sources,
          guint               n_sources,
          const OndesView    *view,
          guint64            *bytes,
          GError            **error)
{
  const OndesType type = ondes_spec_dyadic (spec)->type;
  const guint64 n = view->count;

  *bytes = n_sources * (n > G_MAXUINT64 / 32 ? G_MAXUINT64 / 4 : ondes_spectral_bytes (type, n));
  if (n_sources < 1 || n_sources > 2 || view->columns > 0)
    {
      g_set_error_literal (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED,
                           "dyadic convolution takes one recording or two, and is not pooled");
      return FALSE;
    }
  if (n_sources == 2 && (view->first > sources[1]->n || n > sources[1]->n - view->first))
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   "the second recording has %" G_GUINT64_FORMAT " samples where the first has %" G_GUINT64_FORMAT
                   "; dyadic convolution takes two of one length", sources[1]->n, sources[0]->n);
      return FALSE;
    }
  if (n == 0 || (n & (n - 1)) != 0)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   "--length: %" G_GUINT64_FORMAT " values are no power of two, as dyadic convolution needs", n);
      return FALSE;
    }
  for (guint i = 0; i < n_sources; i++)
    if (!ondes_spectral_check_source (sources[i], type, error))
      return FALSE;
  return ondes_spectral_fits (self, *bytes, n, type, error);
}

typedef struct
{
  OndesSpectralRun       run;
  OndesSpectralTransform walsh;
  void                  *f, *g; /* the same for the autocorrelation */
  const double          *near;  /* NULL, or about what f should be */
} Dyadic;

static void
multiply_piece (gpointer data,
                guint    worker,
                gsize    i)
{
  Dyadic *self = data;
  const gsize at = (i << self->walsh.block) * self->walsh.size;
  gsize count = ondes_spectral_block (&self->walsh, self->f, i);

  if (self->g != self->f)
    ondes_spectral_block (&self->walsh, self->g, i);
  self->walsh.type->multiply ((char *) self->f + at, (const char *) self->g + at, count);
  ondes_spectral_block (&self->walsh, self->f, i);
}

/* 2ⁿ C into f. */
static gboolean
convolve (Dyadic   *self,
          OndesType type,
          double    work)
{
  OndesJob *job = &self->run.job;

  ondes_spectral_transform_init (&self->walsh, self->run.engine, type, ONDES_BUTTERFLY_WALSH, self->run.total, self->run.n);
  return ondes_spectral_tiles (&self->walsh, job, work / 6, self->f)
         && (self->g == self->f || ondes_spectral_tiles (&self->walsh, job, work / 6, self->g))
         && ondes_job_pass (job, work / 2, ondes_spectral_blocks (&self->walsh), multiply_piece, self)
         && ondes_spectral_tiles (&self->walsh, job, work / 6, self->f);
}

static guint64
largest (const OndesRange *range)
{
  return MAX (range->hi > 0 ? (guint64) range->hi : 0, range->lo < 0 ? -(guint64) range->lo : 0);
}

/* 2ⁿ max|C| < 2^63 for sure, for max|C| ≤ max|f| Σ|g|. What wraps on the way comes back: the result is right modulo 2^64. */
static gboolean
fits (const OndesRange *f,
      const OndesRange *g,
      guint             n)
{
  const unsigned __int128 limit = ((unsigned __int128) 1 << 63 >> n) - 1;
  const guint64 a = largest (f), b = largest (g);

  return a == 0 || b == 0 || g->magnitude <= limit / a || f->magnitude <= limit / b;
}

/* Fails for what is 2^64 off, or the one value whose opposite int64 has not. */
static void
compare_piece (gpointer data,
               guint    worker,
               gsize    i)
{
  Dyadic *self = data;
  const gint64 *exact = self->f;
  const gsize from = i * PIECE, to = MIN (from + PIECE, self->run.total);
  gboolean wrapped = FALSE;

  for (gsize k = from; k < to; k++)
    wrapped |= fabs (self->near[k] - (double) exact[k]) >= 0x1p63 || exact[k] == G_MININT64;
  if (wrapped)
    ondes_job_fail (&self->run.job, g_error_new (ONDES_ERROR, ONDES_ERROR_FILE,
                                                 "2^%u times the largest value of the convolution leaves int64; make the values "
                                                 "smaller, or compute in float64 with --precision double", self->run.n));
}

/* The product modulo 2^64 stands in f. The same in doubles tells whether that is the product itself, as long as their rounding
 * is below 2^62: with u = 2^-53 a Walsh transform of f rounds by at most (n + 1) u Σ|f|, so that all in all it is less than
 * 4 (n + 1) u 2ⁿ Σ|f| Σ|g|. */
static gboolean
check_product (Dyadic             *self,
               OndesSource *const *sources,
               guint               n_sources,
               guint64             first,
               const OndesRange   *ranges,
               double              transfer)
{
  const guint n = self->run.n;
  const double sums = (double) ranges[0].magnitude * (double) ranges[n_sources - 1].magnitude;
  const double rounding = ldexp (4 * (n + 1) * sums, (int) n - 53);
  const gsize bytes = self->run.total * sizeof (double);
  void *const exact = self->f;
  OndesRange ignored;
  GError *error = NULL;

  if (!(rounding < 0x1p62))
    error = g_error_new (ONDES_ERROR, ONDES_ERROR_FILE,
                         "the values are so large that nothing tells whether their convolution leaves int64; "
                         "compute in float64 with --precision double");
  else if ((self->f = self->g = ondes_spectral_buffer (&self->run, 2, bytes, &error)) && n_sources == 2)
    self->g = ondes_spectral_buffer (&self->run, 3, bytes, &error);
  if (error)
    {
      ondes_job_fail (&self->run.job, error);
      return FALSE;
    }
  self->run.job.work += n_sources * transfer + n + transfer;
  for (guint i = 0; i < n_sources; i++)
    ondes_spectral_read (&self->run, transfer, sources[i], first, ONDES_F64, 0, ONDES_MAP_NONE, i ? self->g : self->f, &ignored);
  if (ondes_job_stopped (&self->run.job) || !convolve (self, ONDES_F64, n))
    return FALSE;
  self->near = self->f;
  self->f = exact;
  return ondes_job_pass (&self->run.job, transfer, (self->run.total + PIECE - 1) / PIECE, compare_piece, self);
}

static gboolean
run (OndesEngine        *engine,
     OndesPlan          *plan,
     OndesSource *const *sources,
     guint               n_sources,
     const OndesView    *view,
     OndesSink          *sink,
     OndesProgress       progress,
     gpointer            user_data,
     GCancellable       *cancellable,
     GError            **error)
{
  const gint64 start = g_get_monotonic_time ();
  const OndesType type = ondes_spec_dyadic (plan->spec)->type;
  const double transfer = 4; /* what reading and putting take, in levels of a transform */
  Dyadic self = { 0 };
  OndesRange ranges[2];
  guint64 bytes;
  double work;

  if (!supports (engine, plan->spec, sources, n_sources, view, &bytes, error))
    return FALSE;
  ondes_spectral_begin (&self.run, engine, progress, user_data, cancellable);
  self.run.n = g_bit_storage (view->count) - 1;
  self.run.total = view->count;
  work = (n_sources + 1) * self.run.n;
  self.run.job.work = (n_sources + 1) * transfer + work;
  bytes = ondes_spectral_bytes (type, view->count);
  self.f = self.g = ondes_spectral_buffer (&self.run, 0, bytes, error);
  if (n_sources == 2 && self.f)
    self.g = ondes_spectral_buffer (&self.run, 1, bytes, error);
  if (!self.f || !self.g)
    return FALSE;

  for (guint i = 0; i < n_sources; i++)
    ondes_spectral_read (&self.run, transfer, sources[i], view->first, type, ONDES_READ_MAGNITUDE, ONDES_MAP_NONE,
                         i ? self.g : self.f, &ranges[i]);
  if (!ondes_job_stopped (&self.run.job) && convolve (&self, type, work)
      && (type != ONDES_I64 || fits (&ranges[0], &ranges[n_sources - 1], self.run.n)
          || check_product (&self, sources, n_sources, view->first, ranges, transfer)))
    {
      if (!sink->klass->begin (sink, type, 1, view->count, error))
        return FALSE;
      ondes_spectral_put (&self.run, transfer, sink, type, type, ONDES_MAP_NONE, TRUE, self.f);
    }
  return ondes_spectral_end (&self.run, start, error);
}

const OndesCpuTransform ondes_cpu_dyadic = { supports, run };
