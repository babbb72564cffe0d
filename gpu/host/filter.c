/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters. Outputs are split into tiles, and each tile of all rows is a job, so that a sink gets whole rows in order. */
#include "filter-kernels.h"
#include "input.h"
#include "jobs.h"
#include "shared-bank.h"

#include "base/words.h"
#include "transform/filter.h"

#include <string.h>

#define JOBS           8          /* of a result of some size: the copies of the first and last one overlap nothing */
#define JOB_BYTES      (16 << 20) /* maximum result of a job: computing it takes less than copying it */
#define LEAST_BYTES    (4 << 20)  /* minimum, where the result has as much: smaller jobs take longer to start */
#define MIN_JOB_BYTES  (1 << 16)  /* and where there is little memory */
#define MIN_TILE       1024       /* outputs; fewer do not fill a device. Tiles begin at multiples of this */
#define JOB_SECONDS    0.015      /* per job: two are in flight, and cancellation must take effect within 50 ms */
#define LONGEST_JOB    0.025      /* seconds of the smallest job: longer ones are left to the CPU */

/* How requests of one spec and shape are computed. */
typedef struct
{
  const OndesFilter   *filter;
  OndesMethod          method;  /* never AUTO */
  OndesCudaFir        *filters; /* without taps that never meet a sample; taps are borrowed from the spec */
  OndesCudaFirOptions  options; /* of the bank */
  OndesCudaSharedBank *held;
  OndesShape           shape;
  gsize                element_bytes;
  guint                times;   /* outputs per sample */
  guint               *rows;    /* 0, 1, 2 … */
  guint                n_sources;
  guint64              n;       /* samples of a source */
  guint64              tile;    /* samples per job */
} Layout;

static void
layout_free (gpointer data)
{
  Layout *self = data;

  g_clear_pointer (&self->held, ondes_cuda_shared_bank_unref);
  g_free (self->filters);
  g_free (self->rows);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Layout, layout_free)

/* A bank that is only described. */
typedef OndesCudaFirBank Description;

static void
description_free (Description *self)
{
  ondes_cuda_fir_bank_free (NULL, self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Description, description_free)

/* Fills @self with the taps of a filter that can meet a sample of a recording of @n: tap m meets x[t + d − m] with t + d − m within
 * it, and t within it and what post-processing needs beside it. */
static void
set_filter (const OndesFilterOptions *options,
            const OndesFilterBand    *band,
            guint64                   n,
            OndesCudaFir             *self)
{
  const guint64 delay = ondes_filter_delay (options, band->n);
  guint before, after;
  guint64 skip;

  ondes_filter_reach (options, &before, &after);
  skip = delay >= n + before ? delay - before - (n - 1) : 0;
  self->taps = band->taps + skip * (band->is_complex ? 2 : 1);
  self->n_taps = MIN (band->n, delay + n + after) - skip;
  self->delay = (int64_t) (delay - skip);
  self->is_complex = band->is_complex;
}

/* Returns how many outputs a job has as a rule, whatever part of a recording is asked for, as a power of two: then few banks differ
 * in it. */
static guint64
typical_outputs (const OndesRequest *request)
{
  const OndesFilter *filter = ondes_spec_filter (request->spec);
  const guint64 column = request->result.rows * ondes_filter_times (&filter->options) * ondes_type_bytes (request->result.type, 1);
  const guint64 n = CLAMP (JOB_BYTES / column, MIN_TILE, MAX (request->sources[0]->n, MIN_TILE));

  return (guint64) 1 << (g_bit_storage ((gulong) n) - 1);
}

static Layout *
layout_begin (const OndesRequest *request)
{
  const OndesFilter *filter = ondes_spec_filter (request->spec);
  const guint64 n = request->shape.extent;
  guint n_bands;
  const OndesFilterBand *bands = ondes_filter_bank_get (filter->bank, &n_bands);
  Layout *self = g_new0 (Layout, 1);

  self->filter = filter;
  self->shape = request->result;
  self->element_bytes = ondes_type_bytes (self->shape.type, 1);
  self->times = ondes_filter_times (&filter->options);
  self->n_sources = request->n_sources;
  self->n = n;
  self->filters = g_new0 (OndesCudaFir, n_bands);
  for (guint i = 0; i < n_bands; i++)
    set_filter (&filter->options, &bands[i], n, &self->filters[i]);
  self->options = (OndesCudaFirOptions) { .filters = self->filters, .n_filters = n_bands, .outputs = typical_outputs (request),
                                          .complex_in = ondes_type_is_complex (request->shape.types[0]),
                                          .single = filter->options.precision != ONDES_PRECISION_DOUBLE,
                                          .segment = filter->options.segment, .post = (OndesCudaPost) filter->options.post,
                                          .rate_hz = request->sources[0]->rate_hz };
  return self;
}

/* Returns the segment length of method FFT: the whole recording if that is possible, otherwise the longest. */
static guint64
whole_segment (const Layout *self)
{
  const guint64 taps = ondes_filter_bank_longest (self->filter->bank);
  const guint64 needed = self->n + MIN (taps, self->n) + ONDES_CUDA_BESIDE_TAPS;
  guint64 segment = ONDES_CUDA_SEGMENT_LEAST;

  while (segment < needed && segment < ONDES_CUDA_SEGMENT_MOST)
    segment *= 2;
  if (segment >= needed)
    return segment;
  segment = ONDES_CUDA_FOUR_STEP_LEAST;
  while (segment < needed && segment < ONDES_CUDA_FOUR_STEP_MOST)
    segment *= 2;
  return taps + ONDES_CUDA_BESIDE_TAPS <= segment ? segment : ONDES_CUDA_SEGMENT_MOST;
}

static void
set_method (Layout     *self,
            OndesMethod method)
{
  self->method = method;
  self->options.direct = method == ONDES_METHOD_DIRECT;
  self->options.compensated = self->options.direct && self->filter->options.precision == ONDES_PRECISION_SINGLE2;
  if (method == ONDES_METHOD_FFT)
    self->options.segment = whole_segment (self);
}

/* Returns the seconds for the outputs of @n samples by a method, or infinity if it is unsupported. */
static double
seconds_of (Layout     *self,
            OndesMethod method,
            guint64     n)
{
  g_autoptr (Description) bank = NULL;

  set_method (self, method);
  return ondes_cuda_fir_bank_describe (&self->options, &bank) == ONDES_CUDA_OK ? ondes_cuda_fir_bank_seconds (bank, n)
                                                                                     : G_MAXDOUBLE;
}

static void
choose_method (Layout *self)
{
  const OndesFilterOptions *options = &self->filter->options;
  OndesMethod method = options->method;

  if (method == ONDES_METHOD_AUTO)
    method = ONDES_METHOD_OVERLAP_SAVE;
  if (options->method == ONDES_METHOD_AUTO && options->segment == 0
      && seconds_of (self, ONDES_METHOD_DIRECT, self->shape.columns / self->times)
           < seconds_of (self, ONDES_METHOD_OVERLAP_SAVE, self->shape.columns / self->times))
    method = ONDES_METHOD_DIRECT;
  set_method (self, method);
}

static gboolean
check_segment (const Layout *self,
               GError      **error)
{
  const guint64 segment = self->filter->options.segment;

  if (segment > 0 && !ondes_cuda_fir_is_segment (segment))
    g_set_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED,
                 _("the segments of the CUDA engine are powers of two from %d to %d or from %d to %d, not %" PRIu64),
                 ONDES_CUDA_SEGMENT_LEAST, ONDES_CUDA_SEGMENT_MOST, ONDES_CUDA_FOUR_STEP_LEAST, ONDES_CUDA_FOUR_STEP_MOST, segment);
  else if (segment > ONDES_CUDA_SEGMENT_MOST && ondes_filter_bank_longest (self->filter->bank) > segment - ONDES_CUDA_BESIDE_TAPS)
    g_set_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED,
                 _("the CUDA engine applies filters in parts by segments of at most %d samples, not of %" PRIu64),
                 ONDES_CUDA_SEGMENT_MOST, segment);
  else
    return TRUE;
  return FALSE;
}

/* Returns the bytes of the samples for a tile of @n outputs, as prepared and as copied. */
static guint64
sample_bytes (const Layout      *self,
              const Description *bank,
              guint64            n)
{
  const guint64 samples = n + ondes_cuda_fir_bank_left (bank) + ondes_cuda_fir_bank_right (bank);

  return samples * (self->options.complex_in ? 2 : 1) * ((self->options.single ? 4 : 8) + self->n_sources * sizeof (double));
}

static guint64
workspace_bytes (const Layout      *self,
                 const Description *bank,
                 guint64            n)
{
  return ondes_cuda_fir_bank_work (bank, n) + sample_bytes (self, bank, n)
         + 2 * self->shape.rows * self->times * n * self->element_bytes;
}

/* Chooses the largest tile whose jobs fit in memory and take at most JOB_SECONDS. FALSE if there is none. */
static gboolean
choose_tile (Layout            *self,
             const Description *bank,
             guint64            limit,
             GError           **error)
{
  const guint64 count = self->shape.columns / self->times;
  const guint64 column = self->shape.rows * self->times * self->element_bytes; /* of a sample */
  guint64 most = CLAMP (count * column / JOBS, LEAST_BYTES, JOB_BYTES), n;

  if (limit > 0)
    most = CLAMP (limit / 8, MIN_JOB_BYTES, most);
  n = MIN (count, MAX (most / column, MIN_TILE));
  while (n > MIN_TILE
         && (ondes_cuda_fir_bank_seconds (bank, n) * self->n_sources > JOB_SECONDS
             || (limit > 0 && workspace_bytes (self, bank, n) > limit / 2)))
    n = MAX (n / 2, MIN_TILE);
  self->tile = n < count ? n / MIN_TILE * MIN_TILE : n;
  if (ondes_cuda_fir_bank_seconds (bank, self->tile) * self->n_sources <= LONGEST_JOB)
    return TRUE;
  g_set_error_literal (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED,
                       _("so many filters of such lengths would keep the CUDA device busy too long at a time"));
  return FALSE;
}

/* Lays out a request for an engine limited to @limit bytes, 0 if not limited; sets @bank to a description. */
static Layout *
layout_new (OndesEngine        *engine,
            const OndesRequest *request,
            Description       **bank,
            GError            **error)
{
  g_autoptr (Layout) self = layout_begin (request);

  if (!check_segment (self, error))
    return NULL;
  self->options.long_segments = ondes_cuda_fir_long_segments (engine->cuda);
  choose_method (self);
  if (!ondes_cuda_ok (engine, ondes_cuda_fir_bank_describe (&self->options, bank), error)
      || !choose_tile (self, *bank, engine->limit, error))
    return NULL;
  return g_steal_pointer (&self);
}

static gboolean
filter_supports (OndesEngine        *engine,
                 const OndesRequest *request,
                 GError            **error)
{
  g_autoptr (Description) bank = NULL;
  g_autoptr (Layout) layout = layout_new (engine, request, &bank, error);

  return layout != NULL;
}

static void
free_bank (OndesCuda *cuda,
           gpointer   bank)
{
  ondes_cuda_fir_bank_free (cuda, bank);
}

/* Returns all that a bank depends on. */
static GBytes *
key_of (const Layout       *self,
        const OndesRequest *request)
{
  const guint taps = ondes_filter_bank_longest (self->filter->bank);
  const double head[] = { ONDES_TRANSFORM_FILTER, self->method, self->options.complex_in, (double) self->options.outputs,
                          (double) MIN (request->sources[0]->n, taps), /* which taps meet a sample */
                          self->options.post == ONDES_CUDA_POST_DERIVATIVE ? request->sources[0]->rate_hz : 0 };
  const GBytes *spec = ondes_spec_bytes (request->spec);
  gsize n;
  gconstpointer bytes = g_bytes_get_data ((GBytes *) spec, &n);

  return ondes_cuda_bank_key (head, G_N_ELEMENTS (head), bytes, n);
}

/* Returns a reference to the bank for a request, from the cache or new. */
static OndesCudaSharedBank *
hold_bank (OndesEngine        *engine,
           const Layout       *layout,
           const OndesRequest *request,
           GError            **error)
{
  g_autoptr (GBytes) key = key_of (layout, request);
  OndesCudaSharedBank *held = ondes_cuda_shared_bank_get (engine, key);
  OndesCudaFirOptions options = layout->options;
  OndesCudaFirBank *bank = NULL;

  if (held != NULL)
    return held;
  options.rate_hz = request->sources[0]->rate_hz;
  if (!ondes_cuda_ok (engine, ondes_cuda_fir_bank_new (engine->cuda, &options, &bank), error))
    return NULL;
  return ondes_cuda_shared_bank_new (engine, key, bank, ondes_cuda_fir_bank_bytes (bank), free_bank);
}

static gboolean
filter_plan (OndesEngine        *engine,
             OndesCudaPlan      *plan,
             const OndesRequest *request,
             GError            **error)
{
  g_autoptr (Description) bank = NULL;
  Layout *layout = plan->own = layout_new (engine, request, &bank, error);

  if (layout == NULL || (layout->held = hold_bank (engine, layout, request, error)) == NULL)
    return FALSE;
  layout->rows = g_new (guint, layout->shape.rows);
  for (guint i = 0; i < layout->shape.rows; i++)
    layout->rows[i] = i;
  plan->plan.workspace_bytes = workspace_bytes (layout, bank, layout->tile);
  plan->plan.bytes += sizeof *layout + layout->options.n_filters * sizeof *layout->filters
                      + layout->shape.rows * sizeof *layout->rows;
  return TRUE;
}

/* State of a run. */
typedef struct
{
  OndesCudaRun      *run;
  const Layout      *layout;
  OndesCudaFirBank  *bank;
  guint64            left, right;
  OndesCudaInput   **inputs; /* of the sources; NULL entries are copied tile by tile */
  guint64            span;   /* samples of a span if the sink wants sums of squares, not interpolated; otherwise 0 */
  double             above;  /* threshold if the sink wants peaks; otherwise 0 */
  double            *last;   /* device: for peaks, of each row (filter-kernels.h) */
} Filtering;

/* Spans of a tile. */
typedef struct
{
  guint64 first, n;
} Spans;

/* Outputs [at, at + n), and the samples that they need of each source: from @first on, [low, high) of them in the recording. */
typedef struct
{
  guint64 at, n;
  gint64  first;
  guint64 samples, low, high;
  char   *raw; /* samples [low, high) of sources that do not stay on the device, one source after another */
  Spans   spans; /* if the sink wants sums of squares */
} Tile;

static gsize
raw_bytes (const Filtering *self,
           const Tile      *tile,
           guint            source)
{
  return self->inputs[source] == NULL
           ? ondes_type_bytes (ondes_cuda_resident_type (self->run->request->sources[source]->type), tile->high - tile->low)
           : 0;
}

/* Starts the H2D copies of a tile's samples. */
static gboolean
copy_samples (Filtering *self,
              Tile      *tile,
              GError   **error)
{
  OndesCudaRun *run = self->run;
  OndesCudaStatus status = ONDES_CUDA_OK;
  char *device;
  void *raw = NULL;
  gsize bytes = 0;

  for (guint i = 0; i < run->request->n_sources; i++)
    bytes += raw_bytes (self, tile, i);
  if (bytes > 0)
    status = ondes_cuda_buffer (run->engine->cuda, ONDES_CUDA_RAW, bytes, &raw);
  if (!ondes_cuda_ok (run->engine, status, error))
    return FALSE;
  tile->raw = device = raw;
  for (guint i = 0; i < run->request->n_sources; i++)
    {
      OndesSource *source = run->request->sources[i];
      const OndesCudaTile copy = { source, ONDES_BOUNDARY_ZERO, (gint64) tile->low, tile->high - tile->low,
                                   ondes_cuda_resident_type (source->type), device };

      if (!(self->inputs[i] != NULL ? ondes_cuda_input_h2d (run, self->inputs[i], source, tile->low, tile->high, error)
                                    : ondes_cuda_tile_h2d (run, &copy, error)))
        return FALSE;
      device += raw_bytes (self, tile, i);
    }
  return TRUE;
}

/* Launches the kernels of a tile of source @source, whose rows or sums over spans are stored at @data, or peaks added to the list
 * there. */
static OndesCudaStatus
launch_rows (const Filtering       *self,
             const Tile            *tile,
             const OndesCudaSignal *signal,
             guint                  source,
             void                  *data)
{
  const OndesRequest *request = self->run->request;
  OndesCuda *cuda = self->run->engine->cuda;
  const guint n_filters = self->layout->options.n_filters, first_row = source * n_filters;
  const guint64 at = tile->at - request->view.first;
  const gboolean is_first = tile->at == 0, is_last = tile->at + tile->n == request->sources[0]->n;
  const OndesCudaFirOutput output = { data, self->layout->times * tile->n, is_first, is_last };
  const OndesCudaFirSpans spans = { data, tile->spans.n, at, self->span, tile->spans.first, is_first, is_last };
  const OndesCudaFirPeaks peaks = { .above = self->above, .list = data, .capacity = ONDES_CUDA_MOST_PEAKS, .first_row = first_row,
                                    .first_column = self->layout->times * at, .is_first = is_first, .is_last = is_last,
                                    .last = self->above > 0 ? self->last + first_row : NULL };
  OndesCudaStatus status;

  if (self->above > 0)
    return ondes_cuda_fir_peaks (cuda, self->bank, signal, tile->n, &peaks);
  if (self->span == 0)
    return ondes_cuda_fir_run (cuda, self->bank, signal, tile->n, &output);
  status = ondes_cuda_memset (cuda, data, 0, n_filters * tile->spans.n * sizeof (double));
  return status == ONDES_CUDA_OK ? ondes_cuda_fir_energy (cuda, self->bank, signal, tile->n, &spans) : status;
}

/* Launches the kernels of a tile, whose rows are stored at @data. */
static OndesCudaStatus
launch (Filtering  *self,
        const Tile *tile,
        char       *data)
{
  const OndesRequest *request = self->run->request;
  const guint n_filters = self->layout->options.n_filters;
  OndesCuda *cuda = self->run->engine->cuda;
  const gsize row_bytes = self->span > 0 ? tile->spans.n * sizeof (double)
                                         : self->layout->times * tile->n * self->layout->element_bytes;
  OndesCudaStatus status = ONDES_CUDA_OK;
  const char *device = tile->raw;

  if (self->above > 0)
    status = ondes_cuda_memset (cuda, data, 0, sizeof (OndesCudaPeakList));
  for (guint i = 0; i < request->n_sources && status == ONDES_CUDA_OK; i++)
    {
      const OndesCudaType type = ondes_cuda_type_of (ondes_cuda_resident_type (request->sources[i]->type));
      const OndesCudaInput *input = self->inputs[i];
      OndesCudaSignal signal;

      status = ondes_cuda_signal (cuda, input != NULL ? input->data : device, type,
                                  input != NULL ? input->n : tile->high - tile->low, ONDES_CUDA_ZERO,
                                  tile->first - (input != NULL ? 0 : (gint64) tile->low), tile->samples, 0,
                                  self->layout->options.single, &signal);
      signal.halo = self->left;
      if (status == ONDES_CUDA_OK)
        status = launch_rows (self, tile, &signal, i, data);
      data += self->above > 0 ? 0 : n_filters * row_bytes;
      device += raw_bytes (self, tile, i);
    }
  return status;
}

static gboolean
run_tile (Filtering *self,
          Tile      *tile,
          GError   **error)
{
  OndesCudaRun *run = self->run;
  const Layout *layout = self->layout;
  const guint n_rows = (guint) layout->shape.rows;
  OndesCudaPending result = { .rows = layout->rows, .n_rows = n_rows,
                              .col0 = layout->times * (tile->at - run->request->view.first), .cols = layout->times * tile->n,
                              .element_bytes = layout->element_bytes, .final = TRUE, .work = (double) tile->n };
  gsize bytes;
  void *data;

  if (self->above == 0 && self->span > 0)
    {
      tile->spans = (Spans) { result.col0 / self->span, (result.col0 + tile->n - 1) / self->span - result.col0 / self->span + 1 };
      result.sums = TRUE;
      result.col0 = tile->spans.first;
      result.cols = tile->spans.n;
      result.element_bytes = sizeof (double);
    }
  bytes = self->above > 0 ? sizeof *result.peaks + ONDES_CUDA_MOST_PEAKS * sizeof *result.peaks->events
                          : n_rows * result.cols * result.element_bytes;
  if (!copy_samples (self, tile, error) || !ondes_cuda_job_begin (run, bytes, &data, error)
      || !ondes_cuda_ok (run->engine, launch (self, tile, data), error))
    return FALSE;
  if (self->above > 0)
    result.peaks = data;
  return ondes_cuda_job_end (run, &result, error);
}

/* Prepares for the peaks of a sink that wants no values. */
static gboolean
begin_peaks (Filtering *self,
             GError   **error)
{
  OndesCuda *cuda = self->run->engine->cuda;
  const guint n_rows = (guint) self->layout->shape.rows;
  g_autofree double *last = g_new (double, n_rows);
  void *device = NULL;
  OndesCudaStatus status = ondes_cuda_buffer (cuda, ONDES_CUDA_LAST, n_rows * sizeof *last, &device);

  for (guint i = 0; i < n_rows; i++)
    last[i] = -1; /* less than any magnitude */
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_write (cuda, device, last, n_rows * sizeof *last);
  self->last = device;
  return ondes_cuda_ok (self->run->engine, status, error);
}

static gboolean
run_tiles (Filtering *self,
           GError   **error)
{
  const guint64 first = self->run->request->view.first, end = first + self->run->request->view.count;

  self->left = ondes_cuda_fir_bank_left (self->bank);
  self->right = ondes_cuda_fir_bank_right (self->bank);
  self->run->work = (double) (end - first);
  if (self->layout->times == 1 && self->run->sink->klass->span != NULL)
    self->span = self->run->sink->klass->span (self->run->sink);
  if (self->run->sink->klass->above != NULL)
    self->above = self->run->sink->klass->above (self->run->sink);
  if (self->above > 0 && !begin_peaks (self, error))
    return FALSE;
  for (guint64 at = first; at < end; at += self->layout->tile)
    {
      Tile tile = { .at = at, .n = MIN (self->layout->tile, end - at) };

      tile.first = (gint64) at - (gint64) self->left;
      tile.samples = self->left + tile.n + self->right;
      tile.low = (guint64) MAX (tile.first, 0);
      tile.high = MIN (at + tile.n + self->right, self->run->request->sources[0]->n);
      if (!run_tile (self, &tile, error))
        return FALSE;
    }
  return ondes_cuda_jobs_finish (self->run, error);
}

static void
report_methods (OndesCudaRun *run,
                const Layout *layout)
{
  run->n_methods = (guint) layout->shape.rows;
  run->methods = g_malloc (run->n_methods);
  memset (run->methods, (int) layout->method, run->n_methods);
}

static gboolean
filter_run (OndesCudaRun        *run,
            const OndesCudaPlan *plan,
            GError             **error)
{
  OndesEngine *engine = run->engine;
  const guint n_sources = run->request->n_sources;
  g_autofree OndesCudaInput **inputs = g_new0 (OndesCudaInput *, n_sources);
  Filtering self = { .run = run, .layout = plan->own, .inputs = inputs };
  /* The plan's own, unless it is a derivative at another rate. */
  OndesCudaSharedBank *held = hold_bank (engine, self.layout, run->request, error);
  gboolean done;

  if (held == NULL)
    return FALSE;
  self.bank = held->bank;
  done = ondes_cuda_run_begin (run, &run->request->result, error);
  for (guint i = 0; i < n_sources && done; i++)
    inputs[i] = ondes_cuda_input (engine, run->request->sources[i], ondes_cuda_resident_type (run->request->sources[i]->type));
  done = done && run_tiles (&self, error);
  for (guint i = 0; i < n_sources; i++)
    ondes_cuda_input_release (engine, inputs[i]);
  ondes_cuda_shared_bank_unref (held);
  if (done)
    report_methods (run, self.layout);
  return done;
}

const OndesCudaTransform ondes_cuda_filter = {
  .supports = filter_supports, .worthwhile = ondes_cuda_filter_worthwhile, .plan = filter_plan, .free_own = layout_free,
  .run = filter_run, .resident = TRUE,
};
