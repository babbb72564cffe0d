/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pauser.h"
#include "cuda-engine.h"

#include "transform/dyadic.h"

#define LIMIT  ((guint64) 8 << 20) /* bytes: batches of few samples, so that there are many pieces */

const PauseCase pause_cases[N_PAUSE_CASES] = {
  { "overlap-save", "2,3,5,9,17,33,65,129", 14, ONDES_F64, LIMIT, .method = ONDES_METHOD_OVERLAP_SAVE },
  { "overlap-save-single", "2,3,5,9,17,33,65,129", 15, ONDES_F32, LIMIT, .method = ONDES_METHOD_OVERLAP_SAVE,
    .precision = ONDES_PRECISION_SINGLE },
  { "direct", "2,3,5,7,8,9,10,11,12,13,14,15,16,17,18,19,20", 12, ONDES_F64, LIMIT, .method = ONDES_METHOD_DIRECT },
  { "both-methods", "2,3,5,9,17,33,65,129", 14, ONDES_F64, LIMIT },
  { "complex", "2,3,5,9,17,33,65,129", 13, ONDES_C128, LIMIT },
  { "analytic", "6,9.5,20,50", 14, ONDES_F64, LIMIT, .wavelet = ONDES_WAVELET_ANALYTIC_MORLET },
  { "periodic", "2,5,11,47", 15, ONDES_F64, LIMIT, .boundary = ONDES_BOUNDARY_PERIODIC },
  { "long-copy", "2,5", 22, ONDES_F64, 0, .boundary = ONDES_BOUNDARY_PERIODIC, .count = 600 }, /* of several chunks */
  { "tiles", "2,5,11,47,95,200", 17, ONDES_F32, 1 << 20, .boundary = ONDES_BOUNDARY_REFLECT, .precision = ONDES_PRECISION_SINGLE },
  { "columns", "2,5,11,23,47", 18, ONDES_F32, LIMIT, .columns = 300, .precision = ONDES_PRECISION_SINGLE },
  { "columns-rms", "2,5,11,23,47", 18, ONDES_F32, LIMIT, .columns = 300, .pool = ONDES_POOL_RMS,
    .precision = ONDES_PRECISION_SINGLE },
  { "walsh-rows", NULL, 16, ONDES_F64, 1 << 18, .kind = ONDES_SPECTRUM_WALSH, .type = ONDES_F64, .row_length = 1 << 10 },
  { "haar-rows", NULL, 16, ONDES_F32, 1 << 18, .kind = ONDES_SPECTRUM_HAAR, .type = ONDES_F32, .row_length = 1 << 8 },
  { "arithmetic", NULL, 16, ONDES_I32, 0, .kind = ONDES_SPECTRUM_ARITHMETIC, .type = ONDES_I64 },
  { "arithmetic-inverse", NULL, 16, ONDES_I32, 1 << 18, .kind = ONDES_SPECTRUM_ARITHMETIC, .type = ONDES_I64, .inverse = TRUE,
    .row_length = 1 << 10 },
  { "reed-muller-packed", NULL, 20, ONDES_U8, 1 << 18, .kind = ONDES_SPECTRUM_REED_MULLER, .type = ONDES_BITS,
    .row_length = 1 << 12 },
  { "dyadic", NULL, 16, ONDES_F64, 0, .dyadic = TRUE, .type = ONDES_F64 },
  { "filters", NULL, 14, ONDES_F64, 1 << 18, .taps = 200 },
};

static OndesSpec *
filters_of (const PauseCase *c)
{
  const OndesFilterOptions options = { .method = c->method, .precision = c->precision };
  g_autofree double *taps = g_new (double, c->taps);
  const OndesFilterBand bands[] = { { .n = c->taps, .taps = taps }, { .n = c->taps / 2, .taps = taps },
                                    { .n = c->taps / 7, .taps = taps } };
  g_autoptr (OndesFilterBank) bank = NULL;

  for (guint i = 0; i < c->taps; i++)
    taps[i] = g_test_rand_double_range (-1, 1);
  bank = ondes_filter_bank_new (bands, G_N_ELEMENTS (bands), NULL);
  return ondes_filter_new (&options, bank, NULL);
}

static OndesSpec *
spec_of (const PauseCase *c)
{
  const OndesSpectrumOptions spectrum = { .kind = c->kind, .type = c->type, .inverse = c->inverse, .row_length = c->row_length,
                                          .order = ondes_spectrum_default_order (c->kind) };
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (OndesScaleList) list = c->scales != NULL ? ondes_scale_list_parse (c->scales, 0, NULL) : NULL;

  if (c->taps > 0)
    return filters_of (c);
  if (list == NULL)
    return c->dyadic ? ondes_dyadic_new (c->type, NULL) : ondes_spectrum_new (&spectrum, NULL);
  options.method = c->method;
  options.wavelet = c->wavelet;
  options.omega0 = c->wavelet == ONDES_WAVELET_ANALYTIC_MORLET ? 9 : options.omega0;
  options.precision = c->precision;
  options.boundary = c->boundary;
  options.pool = c->pool;
  options.quantity = c->columns > 0 ? ONDES_QUANTITY_MAGNITUDE : ONDES_QUANTITY_COEFFICIENTS;
  return ondes_cwt_new (&options, list, NULL);
}

static OndesSource *
complex_source (gsize n)
{
  g_autofree double *x = g_new (double, 2 * n);

  for (gsize i = 0; i < 2 * n; i++)
    x[i] = g_test_rand_double_range (-1, 1);
  return ondes_array_source_new (ONDES_C128, x, n, 1);
}

void
pause_case_init (const PauseCase *c,
                 Job             *job)
{
  const gsize n = ((gsize) 1 << c->log_n) + (c->scales != NULL || c->taps > 0);

  *job = (Job) { .spec = spec_of (c), .n_sources = 1, .view = { .count = c->count > 0 ? c->count : n, .columns = c->columns } };
  job->sources[0] = c->source == ONDES_C128 ? complex_source (n) : random_source (c->source, n, 1000);
  g_assert_nonnull (job->spec);
}

GBytes *
cuda_result_on (OndesEngine  *engine,
                const Job    *job,
                GCancellable *cancellable,
                GError      **error)
{
  g_autoptr (OndesRequest) request = ondes_request_new (job->spec, job->sources, job->n_sources, &job->view, error);
  OndesArraySink *sink = ondes_array_sink_new ();
  OndesStatistics statistics = { 0 };
  GByteArray *all = NULL;

  if (cuda_run_on (engine, request, &sink->sink, &(OndesWatch) { .cancellable = cancellable }, error))
    {
      all = g_byte_array_new ();
      g_byte_array_append (all, sink->data, (guint) ondes_type_bytes (sink->type, sink->rows * sink->cols));
      cuda_class ()->statistics (engine, &statistics);
      g_byte_array_append (all, statistics.methods, statistics.n_methods);
      g_free (statistics.methods);
    }
  ondes_sink_free (&sink->sink);
  return all != NULL ? g_byte_array_free_to_bytes (all) : NULL;
}

static gboolean
is_wanted (gpointer data)
{
  const Pauser *self = data;

  return !self->within && self->pauses < self->most;
}

static void
pause_for_others (gpointer data)
{
  Pauser *self = data;

  self->pauses++;
  self->within = TRUE;
  self->between (self);
  self->within = FALSE;
}

void
pauser_init (Pauser          *self,
             const PauseCase *c)
{
  static const PauseCase others[OTHERS] = {
    { "small", "2,7", 8, ONDES_F64 },
    { "same", "2,3", 10, ONDES_F64 },
    { "walsh", NULL, 8, ONDES_F32, .kind = ONDES_SPECTRUM_WALSH, .type = ONDES_F32 },
    { "columns", "2,3,5", 12, ONDES_F32, .columns = 50, .precision = ONDES_PRECISION_SINGLE },
  };
  OndesEngine *alone = cuda_engine_new (c->limit);
  g_autoptr (GError) error = NULL;

  *self = (Pauser) { .pause = { is_wanted, pause_for_others, self }, .limit = c->limit, .most = G_MAXUINT };
  pause_case_init (c, &self->job);
  self->want = cuda_result_on (alone, &self->job, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < OTHERS; i++)
    {
      pause_case_init (&others[i], &self->others[i]);
      if (i == 1 && (c->scales != NULL || c->taps > 0))
        {
          ondes_source_unref (self->others[i].sources[0]);
          self->others[i].sources[0] = ondes_source_ref (self->job.sources[0]);
          self->others[i].view = (OndesView) { .first = self->job.sources[0]->n / 2, .count = 600 };
        }
      self->wants[i] = cuda_result_on (alone, &self->others[i], NULL, &error);
      g_assert_no_error (error);
    }
  cuda_class ()->close (alone);
  self->engine = cuda_engine_new (c->limit);
  cuda_class ()->on_pause (self->engine, &self->pause);
}

void
pauser_clear (Pauser *self)
{
  cuda_class ()->close (self->engine);
  g_bytes_unref (self->want);
  job_clear (&self->job);
  for (guint i = 0; i < OTHERS; i++)
    {
      g_bytes_unref (self->wants[i]);
      job_clear (&self->others[i]);
    }
}

void
pauser_check_other (Pauser *self,
                    guint   which)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) result = cuda_result_on (self->engine, &self->others[which], NULL, &error);

  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (result, self->wants[which]));
}

void
pauser_check (Pauser *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) result = NULL;

  result = cuda_result_on (self->engine, &self->job, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (result, self->want));
  g_test_message ("%u pauses", self->pauses);
}
