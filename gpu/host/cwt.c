/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Morlet transform. Rows are split into sets, each computed by one method, and outputs into batches; each set of each batch
 * is a job. */
#include "cwt-private.h"

#include "base/compare.h"
#include "base/words.h"

#include <math.h>

#define JOB_BYTES         (64 << 20)  /* maximum result of a job, bytes */
#define TAP_TABLE_BYTES   (256 << 20) /* maximum taps of a set, bytes */
#define MIN_BATCH_SAMPLES 4096        /* minimum batch: fewer samples do not fill a device */
#define BATCH_ROUNDING    1024        /* batches begin at multiples of this */
#define POOL_SAMPLES      (1 << 22)   /* per launch of a pooled view: a few milliseconds, 100 MB of spectra */
#define MIN_POOL_SAMPLES  (1 << 16)
/* A mask that a delay of more than this, in s, shifts is cut where it matters: of 8 s on each side too little is left. */
#define CUT_SINGLE        1.5
#define CUT_DOUBLE        0.2
#define JOB_SECONDS       0.015       /* per job: two are in flight, and cancellation must take effect within 50 ms */
/* Largest view whose jobs become graphs. On an H200, graphs cut a tenth off the time of a call of this size, but add a tenth
 * for 2^16 pooled samples. */
#define SMALL_SAMPLES (1 << 10)

typedef OndesCudaCwtLayout Layout;
typedef OndesCudaCwtRow Row;
typedef OndesCudaCwtSet Set;

static const OndesCudaCwtMethod methods[] = {
  [ONDES_METHOD_DIRECT] = ondes_cuda_cwt_direct,
  [ONDES_METHOD_OVERLAP_SAVE] = ondes_cuda_cwt_overlap_save,
};

static void
layout_free (gpointer data)
{
  Layout *self = data;

  g_clear_pointer (&self->sets, g_array_unref);
  g_free (self->rows);
  g_free (self->row_of);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Layout, layout_free)

static void
set_clear (gpointer data)
{
  ondes_cuda_cwt_bank_release (data);
}

static int
by_half (gconstpointer a,
         gconstpointer b)
{
  const Row *p = a, *q = b;

  return ONDES_COMPARE (p->half, q->half) ?: ONDES_COMPARE (p->row, q->row);
}

/* Returns the bytes for @taps taps of @n rows, the longest of half length @half. */
static guint64
tap_table_bytes (const Layout *self,
                 guint         n,
                 guint64       taps,
                 guint64       half)
{
  return self->tensor ? ondes_cuda_tensor_bytes (n, half) : taps * ondes_cuda_cwt_tap_bytes (self);
}

/* Splits the first @n rows into sets for direct convolution whose taps fit and whose smallest batch takes one job at most. */
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

/* Returns the samples per launch of a pooled view that the arena has room for. */
static guint64
pool_samples (const Layout *self,
              const Set    *set)
{
  guint64 n = self->single ? POOL_SAMPLES : POOL_SAMPLES / 2;

  while (self->limit > 0 && n > MIN_POOL_SAMPLES
         && ondes_cuda_bank_work (set->bank, n, self->count, self->pooled_columns) > self->limit / 2)
    n /= 2;
  return n;
}

/* Returns the rows from @first on that one bank takes: at most @most, all regular, or all irregular with masks that fit; 0 if the
 * first one's mask does not. */
static guint
rows_of_bank (const Layout *self,
              guint         first,
              guint         most)
{
  const gboolean irregular = self->rows[first].irregular;
  guint64 bytes = 0;
  guint n = 0;

  for (; n < most && first + n < self->cwt->n_scales && self->rows[first + n].irregular == irregular; n++)
    {
      /* spectra of segments twice as long as the taps in them */
      bytes += 4 * (2 * self->rows[first + n].half + 1) * (self->single ? sizeof (float) : sizeof (double));
      if (irregular && bytes > (n > 0 ? self->tap_table_bytes : 4 * (guint64) TAP_TABLE_BYTES))
        break;
    }
  return n;
}

/* Splits the rows from @first on into banks whose results fit. If @engine is NULL, only checks whether banks are possible and
 * adds no set. */
static OndesCudaStatus
add_banks (OndesEngine *engine,
           Layout      *self,
           guint        first)
{
  const guint64 least = MIN (self->count, MIN_BATCH_SAMPLES);
  const guint most = (guint) CLAMP (self->job_bytes / (least * self->element_bytes), 1, self->cwt->n_scales);
  OndesCudaStatus status = ONDES_CUDA_OK;

  for (guint from = first, n; from < self->cwt->n_scales && status == ONDES_CUDA_OK; from += n)
    {
      Set set = { .method = ONDES_METHOD_OVERLAP_SAVE, .first = from, .n = n = rows_of_bank (self, from, most) };

      if (n == 0)
        {
          status = ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED, "masks as long as these are left to the CPU");
          break;
        }
      status = (self->rows[from].irregular ? ondes_cuda_cwt_mask_bank : ondes_cuda_cwt_bank) (engine, self, &set);
      if (status != ONDES_CUDA_OK || engine == NULL)
        continue;
      if (set.bank != NULL)
        {
          set.taps = (guint64) (set.n * self->crossover);
          set.halo = ondes_cuda_bank_halo (set.bank);
          set.pool_samples = pool_samples (self, &set);
        }
      g_array_append_val (self->sets, set);
    }
  if (status != ONDES_CUDA_OK)
    g_array_set_size (self->sets, 0);
  return status;
}

/* Chooses the largest batch whose jobs fit in memory and take at most JOB_SECONDS. */
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

/* TRUE if overlap-save can compute the wavelet. For the analytic one, truncating its spectrum must have no effect, and circular
 * convolution must not wrap around. */
static gboolean
check_analytic (const Layout *self,
                GError      **error)
{
  const OndesCwtOptions *options = &self->cwt->options;
  guint64 half = 0, length = options->fft_length;

  if (options->wavelet != ONDES_WAVELET_ANALYTIC_MORLET)
    return TRUE;
  for (guint i = 0; i < self->cwt->n_scales; i++)
    half = MAX (half, self->rows[i].half + (guint64) ceil (fabs (self->rows[i].mask.delay)));
  if (length == 0)
    for (length = 2; length < 2 * self->extent;)
      length *= 2;
  if (half > length || length - half < self->extent + half)
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

  if (self->pooled_columns > 0 || options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET)
    return unsupported (error, _("the direct method of the CUDA engine only computes every sample, by sampled wavelets"));
  /* the longest row must fit in a job of its own */
  if ((double) longest->half * 2 * BATCH_ROUNDING * ondes_cuda_cwt_tap_cost (self) > 2 * JOB_SECONDS * self->rate / 128
      || tap_table_bytes (self, 1, 2 * longest->half + 1, longest->half) > 4 * (guint64) TAP_TABLE_BYTES)
    return unsupported (error, _("the wavelet of scale %g is too long for the direct method of the CUDA engine"),
                        longest->numerator / longest->denominator);
  return TRUE;
}

/* Chooses overlap-save, with direct convolution for short rows. If overlap-save is impossible and the method is auto, chooses
 * direct convolution for all rows. If @filling is NULL, only checks whether this is possible and makes no bank. */
static gboolean
choose_methods (OndesEngine *engine,
                OndesEngine *filling,
                Layout      *self,
                GError     **error)
{
  const OndesCwtOptions *options = &self->cwt->options;
  const gboolean sampled = self->pooled_columns == 0 && options->wavelet != ONDES_WAVELET_ANALYTIC_MORLET;
  const guint n_direct = options->method == ONDES_METHOD_AUTO && sampled ? ondes_cuda_cwt_direct_rows (self) : 0;

  if (options->method == ONDES_METHOD_FFT)
    return unsupported (error, _("the CUDA engine has no kernel for the method %s"), ondes_method_names[options->method]);
  if (options->method != ONDES_METHOD_DIRECT)
    {
      OndesCudaStatus status;

      if (!check_analytic (self, error))
        return FALSE;
      status = add_banks (filling, self, n_direct);
      if (status == ONDES_CUDA_OK)
        {
          add_sets (self, n_direct);
          return TRUE;
        }
      if (status != ONDES_CUDA_UNSUPPORTED || options->method == ONDES_METHOD_OVERLAP_SAVE || self->pooled_columns > 0)
        return ondes_cuda_ok (engine, status, error);
      self->in_place_of_bank = TRUE;
    }
  if (!check_direct (self, error))
    return FALSE;
  add_sets (self, self->cwt->n_scales);
  return TRUE;
}

static void
init_rows (Layout *self)
{
  const OndesCwt *cwt = self->cwt;
  const gboolean analytic = cwt->options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
  const double cut = self->single ? CUT_SINGLE : CUT_DOUBLE;

  self->rows = g_new (Row, cwt->n_scales);
  self->row_of = g_new (guint, cwt->n_scales);
  for (guint i = 0; i < cwt->n_scales; i++)
    {
      Row row = { .row = i, .half = ondes_cwt_half_length (ondes_cwt_scale (cwt, i)), .mask = ondes_cwt_mask (cwt, i) };

      row.numerator = cwt->scales[i].numerator;
      row.denominator = cwt->scales[i].denominator;
      row.irregular = cwt->quantisation.bits > 0 || row.mask.offset != 0
                      || (!analytic && fabs (row.mask.delay) > cut * ondes_cwt_scale (cwt, i));
      self->late = self->late || row.mask.delay != 0;
      if (cwt->options.boundary == ONDES_BOUNDARY_ZERO && !analytic)
        row.half = MIN (row.half, self->extent);
      self->rows[i] = row;
    }
  qsort (self->rows, cwt->n_scales, sizeof *self->rows, by_half);
  for (guint i = 0; i < cwt->n_scales; i++)
    self->row_of[i] = self->rows[i].row;
}

/* Fills the parts of the layout that do not depend on whether there are banks. */
static Layout *
layout_begin (OndesEngine        *engine,
              const OndesRequest *request)
{
  static const OndesCudaCwtSums sums_of[] = {
    [ONDES_PRECISION_DOUBLE] = ONDES_CUDA_CWT_DOUBLE,
    [ONDES_PRECISION_SINGLE] = ONDES_CUDA_CWT_SINGLE,
    [ONDES_PRECISION_SINGLE2] = ONDES_CUDA_CWT_SINGLE2,
  };
  const OndesCwt *cwt = ondes_spec_cwt (request->spec);
  const OndesCudaLimits *limits = ondes_cuda_limits (engine->cuda);
  const OndesType type = request->shape.types[0];
  const guint64 limit = engine->limit;
  OndesCudaCwtSums sums;
  Layout *self = g_new0 (Layout, 1);

  self->cwt = cwt;
  self->wavelet = (OndesCudaWavelet) { .omega0 = cwt->options.omega0,
                                       .l1 = cwt->options.normalisation == ONDES_NORMALISATION_L1,
                                       .real = cwt->options.wavelet == ONDES_WAVELET_MORLET,
                                       .bits = cwt->quantisation.bits, .rounding = (guint16) cwt->quantisation.rounding,
                                       .dither = cwt->quantisation.dither != FALSE };
  self->shape = request->result;
  self->element_bytes = ondes_type_bytes (self->shape.type, 1);
  self->single = cwt->options.precision != ONDES_PRECISION_DOUBLE;
  self->complex_in = ondes_type_is_complex (type);
  self->resident = ondes_cuda_resident_type (type);
  self->extent = request->shape.extent;
  self->count = request->view.count;
  self->limit = limit;
  self->pooled_columns = MIN (request->view.columns, self->count);
  init_rows (self);
  self->tensor = !self->single && limits->major >= 8 && !self->late && cwt->quantisation.bits == 0;
  sums = self->tensor ? ONDES_CUDA_CWT_TENSOR : sums_of[cwt->options.precision];
  self->rate = ondes_cuda_cwt_rate (limits, sums);
  self->crossover = ondes_cuda_cwt_crossover (limits, sums, self->wavelet.real, self->complex_in);
  self->job_bytes = MIN (JOB_BYTES, MAX (limit / 8, limit > 0 ? 1 << 20 : JOB_BYTES));
  self->tap_table_bytes = MIN (TAP_TABLE_BYTES, MAX (limit / 4, limit > 0 ? 1 << 20 : TAP_TABLE_BYTES));
  self->sets = g_array_new (FALSE, FALSE, sizeof (Set));
  g_array_set_clear_func (self->sets, set_clear);
  return self;
}

static gboolean
cwt_supports (OndesEngine        *engine,
              const OndesRequest *request,
              GError            **error)
{
  g_autoptr (Layout) layout = layout_begin (engine, request);

  return choose_methods (engine, NULL, layout, error);
}

/* The transform computes far more than it copies; only direct convolution of all rows may fail to beat the CPU's
 * overlap-save. */
static gboolean
cwt_worthwhile (OndesEngine        *engine,
                const OndesRequest *request,
                double              cpu_s)
{
  g_autoptr (Layout) layout = engine != NULL ? layout_begin (engine, request) : NULL;
  double taps = 0;

  if (layout == NULL || !choose_methods (engine, NULL, layout, NULL) || !layout->in_place_of_bank)
    return TRUE;
  for (guint i = 0; i < layout->cwt->n_scales; i++)
    taps += 2 * (double) layout->rows[i].half + 1;
  return taps * ondes_cuda_cwt_tap_cost (layout) * (double) layout->count / layout->rate <= cpu_s;
}

/* Returns the bytes of a set's spectra or taps, and of its results. */
static guint64
set_workspace (const Layout *layout,
               const Set    *set)
{
  const guint64 pooled = layout->pooled_columns, batch = layout->batch_samples;

  /* spectra or coefficients of a batch, results of two slots, sums for the root mean square */
  if (set->method == ONDES_METHOD_OVERLAP_SAVE)
    return (set->masks != NULL ? ondes_cuda_cwt_mask_work (layout, set, pooled > 0 ? set->pool_samples : batch)
                               : ondes_cuda_bank_work (set->bank, MIN (batch, POOL_SAMPLES), layout->count, pooled))
           + 2 * set->n * (pooled > 0 ? pooled : batch) * layout->element_bytes
           + (layout->cwt->options.pool == ONDES_POOL_RMS ? set->n * pooled * sizeof (double) : 0);
  /* taps, results of two slots, partial sums of lobes */
  return tap_table_bytes (layout, set->n, set->taps, set->halo) + 2 * set->n * batch * layout->element_bytes
         + 2 * set->n * (batch + BATCH_ROUNDING) * (layout->single ? 4 : 8);
}

static gboolean
cwt_plan (OndesEngine        *engine,
          OndesCudaPlan      *plan,
          const OndesRequest *request,
          GError            **error)
{
  Layout *layout = plan->own = layout_begin (engine, request);
  guint64 *workspace = &plan->plan.workspace_bytes;

  if (!choose_methods (engine, engine, layout, error))
    return FALSE;
  choose_batch (layout);
  for (guint i = 0; i < layout->sets->len; i++)
    *workspace = MAX (*workspace, set_workspace (layout, &g_array_index (layout->sets, Set, i)));
  *workspace += (layout->batch_samples + 2 * layout->halo) * 2 * ondes_type_bytes (layout->resident, 1);
  plan->plan.bytes += sizeof *layout + layout->cwt->n_scales * (sizeof (Row) + sizeof (guint)) + layout->sets->len * sizeof (Set);
  return TRUE;
}

static void
report_methods (OndesCudaRun *run,
                const Layout *layout)
{
  run->n_methods = layout->cwt->n_scales;
  run->methods = g_new (guint8, layout->cwt->n_scales);
  for (guint i = 0; i < layout->sets->len; i++)
    {
      const Set *set = &g_array_index (layout->sets, Set, i);

      for (guint j = 0; j < set->n; j++)
        run->methods[layout->row_of[set->first + j]] = (guint8) set->method;
    }
}

/* Launches the kernels that compute a set's rows of a batch. */
static gboolean
launch_set (const OndesCudaCwtPiece *piece,
            const OndesCudaOutput   *output,
            GError                 **error)
{
  const Set *set = piece->set;
  const OndesCudaCwtMethod method = set->masks != NULL ? ondes_cuda_cwt_masks : methods[set->method];

  return ondes_cuda_ok (piece->run->engine, method (piece, output), error);
}

/* Runs all sets of a batch, one job per set. */
static gboolean
run_batch (OndesCudaRun      *run,
           OndesCudaCwtBatch *batch,
           GError           **error)
{
  const Layout *layout = batch->layout;
  const guint64 n = batch->n;
  OndesCudaSignal signal;

  if (!ondes_cuda_cwt_samples (run, batch, error))
    return FALSE;
  for (guint i = 0; i < layout->sets->len; i++)
    {
      const Set *set = &g_array_index (layout->sets, Set, i);
      const gboolean launched = ondes_cuda_graph_mode (run) != ONDES_CUDA_GRAPH_REPLAY;
      const OndesCudaPending result = { .rows = layout->row_of + set->first, .n_rows = set->n,
                                        .col0 = batch->at - run->request->view.first, .cols = n,
                                        .element_bytes = layout->element_bytes, .final = TRUE,
                                        .work = (double) set->taps * (double) n };
      OndesCudaOutput output = { .stride = n, .quantity = (OndesCudaQuantity) layout->cwt->options.quantity };

      if (!ondes_cuda_job_begin (run, set->n * n * layout->element_bytes, &output.data, error)
          || (launched && i == 0 && !ondes_cuda_cwt_signal (run, batch, &signal, error))
          || (launched && !launch_set (&(OndesCudaCwtPiece) { run, layout, set, &signal, result.col0, n }, &output, error))
          || !ondes_cuda_job_end (run, &result, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
run_batches (OndesCudaRun   *run,
             const Layout   *layout,
             OndesCudaInput *input,
             GError        **error)
{
  const guint64 first = run->request->view.first, end = first + layout->count;

  for (guint i = 0; i < layout->sets->len; i++)
    run->work += (double) g_array_index (layout->sets, Set, i).taps * (double) layout->count;
  for (guint64 at = first; at < end; at += layout->batch_samples)
    {
      OndesCudaCwtBatch batch = { .layout = layout, .input = input, .at = at, .n = MIN (layout->batch_samples, end - at) };

      if (!run_batch (run, &batch, error))
        return FALSE;
    }
  return ondes_cuda_jobs_finish (run, error);
}

static gboolean
cwt_run (OndesCudaRun        *run,
         const OndesCudaPlan *plan,
         GError             **error)
{
  OndesEngine *engine = run->engine;
  const Layout *layout = plan->own;
  OndesCudaCwtBatch whole = { .layout = layout, .at = run->request->view.first, .n = layout->count };
  gboolean small, done;

  if (!ondes_cuda_run_begin (run, &layout->shape, error))
    return FALSE;
  whole.input = ondes_cuda_input (engine, run->request->sources[0], layout->resident);
  small = whole.input != NULL && layout->count <= SMALL_SAMPLES && layout->count <= layout->batch_samples
          && layout->sets->len <= ONDES_CUDA_N_GRAPHS;
  /* a graph cannot wait for a copy in another stream */
  done = !small || ondes_cuda_cwt_samples (run, &whole, error);
  run->small = small;
  done = done && (layout->pooled_columns > 0 ? ondes_cuda_cwt_pool : run_batches) (run, layout, whole.input, error);
  ondes_cuda_input_release (engine, whole.input);
  if (done)
    report_methods (run, layout);
  return done;
}

const OndesCudaTransform ondes_cuda_cwt = {
  .supports = cwt_supports, .worthwhile = cwt_worthwhile, .plan = cwt_plan, .free_own = layout_free, .run = cwt_run,
  .resident = TRUE,
};
