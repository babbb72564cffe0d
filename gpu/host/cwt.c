/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Morlet transform: rows in sets that one method computes, outputs in batches; each set of each batch is a job. */
#include "cwt-private.h"

#include "base/words.h"
#include "engine/cpu/cpu.h"

#define JOB_BYTES         (64 << 20)  /* maximum result of a job */
#define TAP_TABLE_BYTES   (256 << 20) /* maximum taps of a set */
#define MIN_BATCH_SAMPLES 4096        /* minimum of a batch: fewer samples do not fill a device */
#define BATCH_ROUNDING    1024        /* batches begin at multiples of this */
#define JOB_SECONDS       0.015       /* two jobs are in flight, and a cancel must be seen within 50 ms */
/* Largest view whose jobs become graphs. On an H200 graphs save a tenth of a call of this size, and cost a tenth for 2^16
 * pooled samples. */
#define SMALL_SAMPLES (1 << 10)

typedef OndesCudaCwtLayout Layout;
typedef OndesCudaCwtRow Row;
typedef OndesCudaCwtSet Set;

static const OndesCudaCwtMethod methods[] = {
  [ONDES_METHOD_DIRECT] = ondes_cuda_cwt_direct,
  [ONDES_METHOD_OVERLAP_SAVE] = ondes_cuda_cwt_overlap_save,
};

static void
layout_free (Layout *self)
{
  g_clear_pointer (&self->sets, g_array_unref);
  g_free (self->rows);
  g_free (self->row_of);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Layout, layout_free)

static int
by_half (gconstpointer a,
         gconstpointer b)
{
  const Row *p = a, *q = b;

  if (p->half != q->half)
    return p->half < q->half ? -1 : 1;
  return p->row < q->row ? -1 : p->row > q->row;
}

guint
ondes_cuda_cwt_tap_cost (const Layout *self)
{
  return (self->complex_in ? 2 : 1) * (self->wavelet.real ? 1 : 2);
}

gsize
ondes_cuda_cwt_tap_bytes (const Layout *self)
{
  return (self->single ? 4 : 8) * (self->wavelet.real ? 1 : 2);
}

/* Bytes for @taps taps of @n rows, the longest with half length @half. */
static guint64
tap_table_bytes (const Layout *self,
                 guint         n,
                 guint64       taps,
                 guint64       half)
{
  return self->tensor ? ondes_cuda_tensor_bytes (n, half) : taps * ondes_cuda_cwt_tap_bytes (self);
}

/* Splits the first @n rows into sets for direct convolution, whose taps fit and whose smallest batch is short. */
static void
add_sets (Layout *self,
          guint   n)
{
  const guint64 least = MIN (self->count, MIN_BATCH_SAMPLES);
  const double most_taps = JOB_SECONDS * self->rate / ((double) least * ondes_cuda_cwt_tap_cost (self));

  for (guint from = 0, to; from < n; from = to)
    {
      Set set = { .method = ONDES_METHOD_DIRECT, .first = from };

      for (to = from; to < n; to++)
        {
          const guint64 taps = set.taps + 2 * self->rows[to].half + 1;

          if (to > from && (tap_table_bytes (self, to + 1 - from, taps, self->rows[to].half) > self->tap_table_bytes
                            || (double) taps > most_taps
                            || (to + 1 - from) * least * self->element_bytes > self->job_bytes))
            break;
          set.taps = taps;
        }
      set.n = to - from;
      set.halo = self->rows[to - 1].half;
      g_array_append_val (self->sets, set);
    }
}

/* Splits the rows from @first into banks whose results fit. */
static gboolean
add_banks (OndesEngine *engine,
           Layout      *self,
           guint        first,
           GError     **error)
{
  const guint64 least = MIN (self->count, MIN_BATCH_SAMPLES);
  const guint most = (guint) CLAMP (self->job_bytes / (least * self->element_bytes), 1, self->cwt->n_scales);

  for (guint from = first; from < self->cwt->n_scales; from += most)
    {
      Set set = { .method = ONDES_METHOD_OVERLAP_SAVE, .first = from, .n = MIN (most, self->cwt->n_scales - from) };
      char why[ONDES_CUDA_WHY] = "";

      if (!ondes_cuda_cwt_bank (engine, self, set.first, set.n, &set.bank, error)
          || (self->pooled_columns > 0
              && !ondes_cuda_ok (engine, ondes_cuda_pool_check (set.bank, self->count, self->pooled_columns, why), why, error)))
        {
          g_array_set_size (self->sets, 0);
          return FALSE;
        }
      set.taps = (guint64) (set.n * self->crossover);
      set.halo = ondes_cuda_bank_halo (set.bank);
      g_array_append_val (self->sets, set);
    }
  return TRUE;
}

/* The largest batch whose jobs fit and are short. */
static void
choose_batch (Layout *self)
{
  self->batch_samples = self->count;
  for (guint i = 0; i < self->sets->len; i++)
    {
      const Set *set = &g_array_index (self->sets, Set, i);
      const double timely = JOB_SECONDS * self->rate / ((double) set->taps * ondes_cuda_cwt_tap_cost (self));
      guint64 columns = MIN (self->batch_samples, self->job_bytes / (set->n * self->element_bytes));

      columns = (double) columns > timely ? (guint64) timely : columns;
      if (columns < self->count)
        columns = MAX (columns / BATCH_ROUNDING, 1) * BATCH_ROUNDING;
      self->batch_samples = MIN (columns, self->count);
      self->halo = MAX (self->halo, set->halo);
    }
}

static gboolean
unsupported (GError    **error,
             const char *format,
             ...) G_GNUC_PRINTF (2, 3);

static gboolean
unsupported (GError    **error,
             const char *format,
             ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED, format, arguments));
  va_end (arguments);
  return FALSE;
}

/* Overlap-save computes the analytic wavelet if truncating its spectrum has no effect and circular convolution does not
 * wrap. */
static gboolean
check_analytic (const Layout *self,
                GError      **error)
{
  const OndesCwtOptions *options = &self->cwt->options;
  const guint64 half = self->rows[self->cwt->n_scales - 1].half;
  guint64 length = options->fft_length;

  if (options->wavelet != ONDES_WAVELET_ANALYTIC_MORLET)
    return TRUE;
  if (length == 0)
    for (length = 2; length < 2 * self->n;)
      length *= 2;
  if (half > length || length - half < self->n + half)
    return unsupported (error, _("the analytic Morlet wraps around the recording, which the CUDA engine leaves to the CPU"));
  for (guint i = 0; i < self->cwt->n_scales; i++)
    if (!ondes_cwt_analytic_tails_fit (options->omega0, ondes_cwt_scale (self->cwt, i), options->precision))
      return unsupported (error,
                          _("the CUDA engine has no transform of the whole recording, as the analytic Morlet of scale %g takes"),
                          ondes_cwt_scale (self->cwt, i));
  return TRUE;
}

static gboolean
check_direct (const Layout *self,
              GError      **error)
{
  const OndesCwtOptions *options = &self->cwt->options;
  const OndesCwt *cwt = self->cwt;
  const Row *longest = &self->rows[cwt->n_scales - 1];
  double taps = 0;

  if (self->pooled_columns > 0 || options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET)
    return unsupported (error, _("the direct method of the CUDA engine only computes every sample, by sampled wavelets"));
  /* the longest row must fit into a job of its own */
  if ((double) longest->half * 2 * BATCH_ROUNDING * ondes_cuda_cwt_tap_cost (self) > 2 * JOB_SECONDS * self->rate / 128
      || tap_table_bytes (self, 1, 2 * longest->half + 1, longest->half) > 4 * (guint64) TAP_TABLE_BYTES)
    return unsupported (error, _("the wavelet of scale %g is too long for the direct method of the CUDA engine"),
                        longest->numerator / longest->denominator);
  for (guint i = 0; i < cwt->n_scales; i++)
    taps += 2 * (double) self->rows[i].half + 1;
  if (options->method == ONDES_METHOD_AUTO
      && taps * ondes_cuda_cwt_tap_cost (self) / cwt->n_scales > self->rate / ondes_cpu_cwt_rate ())
    return unsupported (error, _("scales up to %g are faster by the CPU’s overlap-save than by the direct method of this device"),
                        longest->numerator / longest->denominator);
  return TRUE;
}

/* Overlap-save, and direct convolution for short rows. If overlap-save is impossible and the method is free, direct convolution
 * for all. */
static gboolean
choose_methods (OndesEngine *engine,
                Layout      *self,
                GError     **error)
{
  const OndesCwtOptions *options = &self->cwt->options;

  if (options->method == ONDES_METHOD_FFT)
    return unsupported (error, _("the CUDA engine has no kernel for the method %s"), ondes_method_names[options->method]);
  if (self->pooled_columns > 0 && options->quantity != ONDES_QUANTITY_MAGNITUDE && options->quantity != ONDES_QUANTITY_POWER)
    return unsupported (error, _("%s cannot be pooled"), ondes_quantity_names[options->quantity]);
  if (options->method != ONDES_METHOD_DIRECT)
    {
      g_autoptr (GError) failure = NULL;
      GError **to = options->method == ONDES_METHOD_OVERLAP_SAVE || self->pooled_columns > 0 ? error : &failure;
      const gboolean sampled = self->pooled_columns == 0 && options->wavelet != ONDES_WAVELET_ANALYTIC_MORLET;
      const guint n_direct = options->method == ONDES_METHOD_AUTO && sampled ? ondes_cuda_cwt_direct_rows (self) : 0;

      if (!check_analytic (self, error))
        return FALSE;
      if (add_banks (engine, self, n_direct, to))
        {
          add_sets (self, n_direct);
          return TRUE;
        }
      if (failure == NULL)
        return FALSE;
      if (!g_error_matches (failure, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED))
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
    }
  if (!check_direct (self, error))
    return FALSE;
  add_sets (self, self->cwt->n_scales);
  return TRUE;
}

/* The type in which a source is stored on the device. */
static OndesType
resident_type (OndesType type)
{
  switch (type)
    {
    case ONDES_U8:
    case ONDES_F32:
      return ONDES_F32;
    case ONDES_C64:
    case ONDES_C128:
      return type;
    default:
      return ONDES_F64;
    }
}

static Layout *
layout_new (OndesEngine     *engine,
            const OndesCwt  *cwt,
            OndesSource     *source,
            const OndesView *view,
            GError         **error)
{
  const OndesCudaLimits *limits = ondes_cuda_limits (engine->cuda);
  /* samples between an output and the furthest input */
  const guint64 reach = MAX (view->first + view->count, source->n - view->first) - 1;
  static const OndesCudaCwtSums sums_of[] = {
    [ONDES_PRECISION_DOUBLE] = ONDES_CUDA_CWT_DOUBLE,
    [ONDES_PRECISION_SINGLE] = ONDES_CUDA_CWT_SINGLE,
    [ONDES_PRECISION_SINGLE2] = ONDES_CUDA_CWT_SINGLE2,
  };
  OndesCudaCwtSums sums;
  g_autoptr (Layout) self = g_new0 (Layout, 1);

  self->cwt = cwt;
  self->wavelet = (OndesCudaWavelet) { .omega0 = cwt->options.omega0,
                                       .l1 = cwt->options.normalisation == ONDES_NORMALISATION_L1,
                                       .real = cwt->options.wavelet == ONDES_WAVELET_MORLET };
  self->shape = ondes_spec_shape (&cwt->spec, source->type, view);
  self->element_bytes = ondes_type_bytes (self->shape.type, 1);
  self->single = cwt->options.precision != ONDES_PRECISION_DOUBLE;
  self->complex_in = ondes_type_is_complex (source->type);
  self->resident = resident_type (source->type);
  self->n = source->n;
  self->first = view->first;
  self->count = view->count;
  self->pooled_columns = MIN (view->columns, view->count);
  self->tensor = !self->single && limits->major >= 8;
  sums = self->tensor ? ONDES_CUDA_CWT_TENSOR : sums_of[cwt->options.precision];
  self->rate = ondes_cuda_cwt_rate (limits, sums);
  self->crossover = ondes_cuda_cwt_crossover (limits, sums, self->wavelet.real, self->complex_in);
  self->job_bytes = MIN (JOB_BYTES, MAX (engine->limit / 8, engine->limit > 0 ? 1 << 20 : JOB_BYTES));
  self->tap_table_bytes = MIN (TAP_TABLE_BYTES, MAX (engine->limit / 4, engine->limit > 0 ? 1 << 20 : TAP_TABLE_BYTES));
  self->rows = g_new (Row, cwt->n_scales);
  self->row_of = g_new (guint, cwt->n_scales);
  self->sets = g_array_new (FALSE, FALSE, sizeof (Set));
  for (guint i = 0; i < cwt->n_scales; i++)
    {
      Row row = { .row = i, .half = ondes_cwt_half_length (ondes_cwt_scale (cwt, i)) };

      row.numerator = cwt->scales[i].numerator;
      row.denominator = cwt->scales[i].denominator;
      if (cwt->options.boundary == ONDES_BOUNDARY_ZERO)
        row.half = MIN (row.half, reach);
      self->rows[i] = row;
    }
  qsort (self->rows, cwt->n_scales, sizeof *self->rows, by_half);
  for (guint i = 0; i < cwt->n_scales; i++)
    self->row_of[i] = self->rows[i].row;
  if (!choose_methods (engine, self, error))
    return NULL;
  choose_batch (self);
  return g_steal_pointer (&self);
}

static gboolean
cwt_supports (OndesEngine        *engine,
              const OndesSpec    *spec,
              OndesSource *const *sources,
              guint               n_sources,
              const OndesView    *view,
              guint64            *bytes,
              GError            **error)
{
  g_autoptr (Layout) layout = layout_new (engine, ondes_spec_cwt (spec), sources[0], view, error);

  *bytes = 0;
  if (layout == NULL)
    return FALSE;
  for (guint i = 0; i < layout->sets->len; i++)
    {
      const Set *set = &g_array_index (layout->sets, Set, i);
      const guint64 pooled = layout->pooled_columns;
      guint64 need;

      if (set->bank != NULL)
        {
          const guint64 outputs = pooled > 0 ? pooled : layout->batch_samples;

          /* spectra of a batch, results of two slots, sums for the root mean square */
          need = ondes_cuda_bank_work (set->bank, MIN (layout->batch_samples, 1 << 22), layout->count, pooled)
                 + 2 * set->n * outputs * layout->element_bytes
                 + (layout->cwt->options.pool == ONDES_POOL_RMS ? set->n * pooled * sizeof (double) : 0);
        }
      else
        /* taps, results of two slots, partial sums of lobes */
        need = tap_table_bytes (layout, set->n, set->taps, set->halo)
               + 2 * set->n * layout->batch_samples * layout->element_bytes
               + 2 * set->n * (layout->batch_samples + BATCH_ROUNDING) * (layout->single ? 4 : 8);
      *bytes = MAX (*bytes, need);
    }
  *bytes += (layout->batch_samples + 2 * layout->halo) * 2 * ondes_type_bytes (layout->resident, 1);
  return TRUE;
}

/* The samples [low, high) of a source of @n that [at, at + count) needs under the boundary rule. */
static void
needed_range (OndesBoundary boundary,
              gint64        at,
              guint64       count,
              guint64       n,
              guint64      *low,
              guint64      *high)
{
  const gint64 last = (gint64) n - 1, end = at + (gint64) count; /* one past the last */
  const gint64 first = CLAMP (at, 0, last), behind = CLAMP (end, 1, last + 1);

  *low = (guint64) MIN (first, behind - 1);
  *high = (guint64) MAX (behind, first + 1);
  if (at >= 0 && end <= last + 1)
    return;
  if (boundary == ONDES_BOUNDARY_PERIODIC || at < -last || end - 1 > 2 * last)
    {
      *low = 0;
      *high = n;
    }
  else if (boundary == ONDES_BOUNDARY_REFLECT)
    {
      if (at < 0)
        *high = (guint64) MAX ((gint64) *high, -at + 1);
      if (end > last + 1)
        *low = (guint64) MIN ((gint64) *low, 2 * last - (end - 1));
    }
}

/* Starts the H2D copy of the samples for outputs [at, at + n). */
static gboolean
copy_samples (OndesCudaRun   *run,
              const Layout   *layout,
              OndesSource    *source,
              OndesCudaInput *input,
              guint64         at,
              guint64         n,
              void          **device,
              GError        **error)
{
  const OndesBoundary boundary = layout->cwt->options.boundary;
  const gint64 begin = (gint64) at - (gint64) layout->halo;
  const guint64 count = n + 2 * layout->halo;
  guint64 low, high;

  if (input == NULL)
    return ondes_cuda_tile_h2d (run, source, boundary, begin, count, layout->resident, device, error);
  needed_range (boundary, begin, count, layout->n, &low, &high);
  *device = input->data;
  return ondes_cuda_input_h2d (run, input, source, low, high, error);
}

static gboolean
make_signal (OndesCudaRun         *run,
             const Layout         *layout,
             const OndesCudaInput *input,
             const void           *device,
             guint64               at,
             guint64               n,
             OndesCudaSignal      *signal,
             GError              **error)
{
  static const OndesCudaType types[] = { [ONDES_F32] = ONDES_CUDA_F32, [ONDES_F64] = ONDES_CUDA_F64,
                                         [ONDES_C64] = ONDES_CUDA_C64, [ONDES_C128] = ONDES_CUDA_C128 };
  char why[ONDES_CUDA_WHY] = "";
  OndesCudaStatus status;

  /* a copied tile already includes the boundary extension */
  if (input != NULL)
    status = ondes_cuda_signal (run->engine->cuda, device, types[layout->resident], layout->n,
                                (OndesCudaBoundary) layout->cwt->options.boundary, (gint64) at, n, layout->halo, layout->single,
                                signal, why);
  else
    status = ondes_cuda_signal (run->engine->cuda, device, types[layout->resident], n + 2 * layout->halo, ONDES_CUDA_ZERO,
                                (gint64) layout->halo, n, layout->halo, layout->single, signal, why);
  return ondes_cuda_ok (run->engine, status, why, error);
}

gboolean
ondes_cuda_cwt_signal (OndesCudaRun             *run,
                       const OndesCudaCwtLayout *layout,
                       OndesSource              *source,
                       OndesCudaInput           *input,
                       guint64                   at,
                       guint64                   n,
                       OndesCudaSignal          *signal,
                       GError                  **error)
{
  void *device;

  return copy_samples (run, layout, source, input, at, n, &device, error)
         && make_signal (run, layout, input, device, at, n, signal, error);
}

static void
report_methods (OndesEngine  *engine,
                const Layout *layout)
{
  engine->statistics.n_methods = layout->cwt->n_scales;
  engine->statistics.methods = g_new (guint8, layout->cwt->n_scales);
  for (guint i = 0; i < layout->sets->len; i++)
    {
      const Set *set = &g_array_index (layout->sets, Set, i);

      for (guint j = 0; j < set->n; j++)
        engine->statistics.methods[layout->row_of[set->first + j]] = (guint8) set->method;
    }
}

static gboolean
cwt_run (OndesCudaRun       *run,
         const OndesSpec    *spec,
         OndesSource *const *sources,
         guint               n_sources,
         const OndesView    *view,
         GError            **error)
{
  OndesEngine *engine = run->engine;
  const OndesCwt *cwt = ondes_spec_cwt (spec);
  g_autoptr (Layout) layout = layout_new (engine, cwt, sources[0], view, error);
  OndesCudaInput *input;
  OndesCudaSignal signal;
  void *samples;

  if (layout == NULL || !ondes_cuda_run_begin (run, &layout->shape, error))
    return FALSE;
  input = ondes_cuda_input (engine, sources[0], layout->resident);
  run->small = input != NULL && layout->count <= SMALL_SAMPLES && layout->count <= layout->batch_samples
               && layout->sets->len <= ONDES_CUDA_N_GRAPHS;
  /* a graph cannot wait for a copy in another stream */
  if (run->small && !copy_samples (run, layout, sources[0], input, layout->first, layout->count, &samples, error))
    return FALSE;
  if (layout->pooled_columns > 0)
    {
      if (!ondes_cuda_cwt_pool (run, layout, sources[0], input, error))
        return FALSE;
      report_methods (engine, layout);
      return TRUE;
    }
  for (guint i = 0; i < layout->sets->len; i++)
    run->work += (double) g_array_index (layout->sets, Set, i).taps * (double) layout->count;

  for (guint64 at = layout->first; at < layout->first + layout->count; at += layout->batch_samples)
    {
      const guint64 n = MIN (layout->batch_samples, layout->first + layout->count - at);

      if (!copy_samples (run, layout, sources[0], input, at, n, &samples, error))
        return FALSE;
      for (guint i = 0; i < layout->sets->len; i++)
        {
          const Set *set = &g_array_index (layout->sets, Set, i);
          const gboolean launched = ondes_cuda_graph_mode (run) != ONDES_CUDA_GRAPH_REPLAY;
          OndesCudaOutput output = { .stride = n, .quantity = (OndesCudaQuantity) cwt->options.quantity };

          if (!ondes_cuda_job_begin (run, set->n * n * layout->element_bytes, &output.data, error)
              || (launched && i == 0 && !make_signal (run, layout, input, samples, at, n, &signal, error))
              || (launched && !methods[set->method] (run, layout, set, &signal, n, &output, error))
              || !ondes_cuda_job_end (run, layout->row_of + set->first, set->n, at - layout->first, n, layout->element_bytes,
                                      TRUE, (double) set->taps * (double) n, error))
            return FALSE;
        }
    }
  if (!ondes_cuda_jobs_finish (run, error))
    return FALSE;
  report_methods (engine, layout);
  return TRUE;
}

const OndesCudaTransform ondes_cuda_cwt = { cwt_supports, cwt_run, .resident = TRUE };
