/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dyadic convolution by the convolution theorem: 2⁻ⁿ W(W f · W g). */
#include "spectral-io.h"
#include "transform/dyadic.h"

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
  OndesSpectralRun run;
  OndesType        type;
  void            *f, *g; /* the same for the autocorrelation */
} Dyadic;

static void
multiply_piece (gpointer data,
                guint    worker,
                gsize    i)
{
  const Dyadic *self = data;
  const gsize from = i * PIECE, to = MIN (from + PIECE, self->run.total);

  if (self->type == ONDES_I64)
    for (gsize k = from; k < to; k++)
      ((guint64 *) self->f)[k] *= ((const guint64 *) self->g)[k];
  else if (self->type == ONDES_F64)
    for (gsize k = from; k < to; k++)
      ((double *) self->f)[k] *= ((const double *) self->g)[k];
  else
    for (gsize k = from; k < to; k++)
      ((float *) self->f)[k] *= ((const float *) self->g)[k];
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
  const double transfer = 4;
  Dyadic self = { .type = ondes_spec_dyadic (plan->spec)->type };
  OndesRange ranges[2];
  guint64 bytes;

  if (!supports (engine, plan->spec, sources, n_sources, view, &bytes, error))
    return FALSE;
  ondes_spectral_begin (&self.run, engine, progress, user_data, cancellable);
  self.run.n = g_bit_storage (view->count) - 1;
  self.run.total = view->count;
  self.run.job.work = (n_sources + 1) * (transfer + self.run.n) + 1;
  bytes = ondes_spectral_bytes (self.type, view->count);
  self.f = self.g = ondes_buffer_get (&engine->shared[0], bytes);
  if (n_sources == 2)
    self.g = ondes_buffer_get (&engine->shared[1], bytes);
  if (!self.f || !self.g)
    {
      g_set_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
                   "--length: there is not memory enough for %" G_GUINT64_FORMAT " values; take fewer", view->count);
      return FALSE;
    }

  for (guint i = 0; i < n_sources; i++)
    ondes_spectral_read (&self.run, transfer, sources[i], view->first, self.type, ONDES_READ_MAGNITUDE, NULL, i ? self.g : self.f, &ranges[i]);
  if (!ondes_job_stopped (&self.run.job))
    {
      if (self.type == ONDES_I64 && !fits (&ranges[0], &ranges[n_sources - 1], self.run.n))
        {
          g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                       "2^%u times the largest value of the convolution can leave int64; scale the values down or compute in "
                       "float64", self.run.n);
          return FALSE;
        }
      if (!sink->klass->begin (sink, self.type, 1, view->count, error))
        return FALSE;
      for (guint i = 0; i <= n_sources; i++)
        {
          if (i == n_sources)
            ondes_job_pass (&self.run.job, 1, (self.run.total + PIECE - 1) / PIECE, multiply_piece, &self);
          ondes_spectral_transform (engine, &self.run.job, self.run.n, self.type, ONDES_BUTTERFLY_WALSH, i == 1 && i < n_sources ? self.g
                                    : self.f, self.run.total, self.run.n);
        }
      ondes_spectral_put (&self.run, transfer, sink, self.type, self.type, NULL, TRUE, self.f);
    }
  return ondes_spectral_end (&self.run, start, error);
}

const OndesCpuTransform ondes_cpu_dyadic = { supports, run };
