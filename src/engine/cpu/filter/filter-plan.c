/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans of filters: the layout, and the taps as the loops need them. The first run makes the taps, since a run can be cancelled. */
#include "filter-run.h"

#include "base/words.h"

#include "engine/cpu/cwt/kernels.h"

#include <string.h>

#define REVERSED ((gsize) 1 << 18) /* taps of a piece */

static gsize
round_up (gsize bytes)
{
  return (bytes + 63) / 64 * 64;
}

/* Stores tap @at of the common frame, without the skipped ones, of a band; 0 outside the band's own taps. */
static void
get_tap (const OndesFilterPlan *self,
         const OndesFilterBand *band,
         guint64                shift, /* of the band's first tap in the frame */
         guint64                at,
         double                 value[2])
{
  const guint64 m = at + self->layout.skip - shift;

  value[0] = value[1] = 0;
  if (at + self->layout.skip < shift || m >= band->n || at >= self->layout.taps)
    return;
  value[0] = band->taps[band->is_complex ? 2 * m : m];
  value[1] = band->is_complex ? band->taps[2 * m + 1] : 0;
}

static void
put_value (const OndesFilterPlan *self,
           void                  *to,
           gsize                  at,
           double                 value)
{
  if (self->layout.single)
    ((float *) to)[at] = (float) value;
  else
    ((double *) to)[at] = value;
}

/* Stores the reversed taps [from, from + n) of a band at @to. */
static void
reverse_taps (OndesFilterPlan       *self,
              const OndesFilterBand *band,
              guint64                shift,
              gsize                  from,
              gsize                  n,
              void                  *to)
{
  const gsize taps = self->layout.taps;

  for (gsize k = from; k < from + n; k++)
    {
      double value[2];

      get_tap (self, band, shift, taps - 1 - k, value);
      put_value (self, to, k, value[0]);
      if (self->layout.is_complex)
        put_value (self, to, taps + k, value[1]);
    }
}

/* Buffers of an FFT in double precision. */
typedef struct
{
  double *x, *spectrum;
} TapsBuffers;

/* Computes the spectrum of part @p of a band in double precision, which keeps stop bands deep. */
static void
transform_part (OndesFilterPlan       *self,
                const OndesFilterBand *band,
                guint64                shift,
                guint                  p,
                gsize                  part, /* of all filters */
                const TapsBuffers     *fft,
                char                  *to)
{
  double *x = fft->x;
  const OndesFilterLayout *layout = &self->layout;
  const gsize values = layout->is_complex ? 2 : 1;
  gboolean empty = TRUE;

  memset (x, 0, layout->length * values * sizeof *x);
  for (gsize j = 0; j < layout->part; j++)
    {
      double value[2];

      get_tap (self, band, shift, p * layout->part + j, value);
      for (gsize i = 0; i < values; i++)
        x[j * values + i] = value[i] / (double) layout->length;
      empty = empty && value[0] == 0 && value[1] == 0;
    }
  self->empty[part] = empty;
  ondes_fft_execute (self->taps_forward, x, fft->spectrum);
  self->loops->centre (fft->spectrum, self->bins, (double[]) { 0, 0 }, to);
}

/* Taps of a plan being made by the threads, in pieces of a part of a band each, or of REVERSED taps. */
typedef struct
{
  OndesFilterRun  *run;
  OndesFilterPlan *plan;
  guint            pieces; /* per band */
} TapsJob;

static void
make_piece (gpointer data,
            guint    worker,
            gsize    i)
{
  const TapsJob *job = data;
  OndesFilterPlan *plan = job->plan;
  const OndesFilterLayout *layout = &plan->layout;
  const guint band = (guint) (i / job->pieces), p = (guint) (i % job->pieces);
  guint n;
  const OndesFilterBand *bands = ondes_filter_bank_get (job->run->filter->bank, &n);
  const guint64 shift = (guint64) layout->lead + layout->skip - ondes_filter_delay (&job->run->filter->options, bands[band].n);
  char *to = (char *) plan->taps.data + i * plan->stride;
  OndesBuffer *buffers = job->run->engine->workers[worker].buffers;
  TapsBuffers fft;

  if (layout->method == ONDES_METHOD_DIRECT)
    {
      reverse_taps (plan, &bands[band], shift, (gsize) p * REVERSED, MIN (REVERSED, layout->taps - (gsize) p * REVERSED),
                    (char *) plan->taps.data + band * plan->stride);
      return;
    }
  fft.x = ondes_buffer_get (&buffers[ONDES_BUFFER_RAW], (layout->length + 1) * (layout->is_complex ? 2 : 1) * sizeof *fft.x);
  fft.spectrum = ondes_buffer_get (&buffers[ONDES_BUFFER_SCRATCH], plan->bins * 2 * sizeof *fft.spectrum);
  if (fft.x != NULL && fft.spectrum != NULL)
    transform_part (plan, &bands[band], shift, p, i, &fft, to);
  else
    ondes_filter_no_memory (job->run);
}

gboolean
ondes_filter_make_taps (OndesFilterRun  *run,
                        OndesFilterPlan *plan)
{
  const OndesFilterLayout *layout = &plan->layout;
  TapsJob job = { run, plan, layout->method == ONDES_METHOD_DIRECT ? (guint) ((layout->taps - 1) / REVERSED + 1) : layout->parts };

  plan->has_taps = plan->has_taps || ondes_job_pass (&run->job, 0, (gsize) job.pieces * run->n_bands, make_piece, &job);
  return plan->has_taps;
}

/* Takes memory for the taps. */
static gboolean
take_taps (OndesFilterPlan *self,
           guint            n_bands)
{
  const OndesFilterLayout *layout = &self->layout;
  const gboolean is_direct = layout->method == ONDES_METHOD_DIRECT;
  const guint parts = is_direct ? 1 : layout->parts;

  self->bins = layout->is_complex ? layout->length : layout->length / 2 + 1;
  self->stride = round_up (is_direct ? layout->taps * (layout->is_complex ? 2 : 1) * self->loops->size
                                     : self->bins * 2 * self->loops->size);
  self->empty = g_new0 (gboolean, (gsize) parts * n_bands);
  return self->stride <= G_MAXSIZE / parts / n_bands && ondes_buffer_get (&self->taps, self->stride * parts * n_bands) != NULL;
}

void
ondes_cpu_filter_plan_free (OndesFilterPlan *self)
{
  ondes_buffer_clear (&self->taps);
  g_free (self->empty);
  g_free (self);
}

/* Returns the bytes that a worker needs; the buffers are those of filter-segments.c, filter-direct.c and filter-run.c. */
static guint64
worker_bytes (const OndesFilterPlan *self,
              const OndesShape      *result,
              guint                  times)
{
  const OndesFilterLayout *layout = &self->layout;
  const guint64 t = self->loops->size, values = layout->is_complex ? 2 : 1, spectrum = (layout->length + 2) * values * t;
  const guint64 out = (ondes_type_bytes (result->type, times * layout->step * layout->segments) + 64) * result->rows;

  if (layout->method == ONDES_METHOD_DIRECT)
    {
      const guint64 n = layout->step + layout->before + layout->after + ONDES_CONVOLVE_BLOCK;
      const guint64 taps = MIN (layout->taps, ONDES_FILTER_CHUNK);

      return out + (n + taps) * (2 * sizeof (double) + 2 * t) + 8 * n * t + n * values * t;
    }
  return out + (layout->length + 2) * values * (sizeof (double) + (layout->single ? t : 0)) + (layout->slots + 2) * spectrum
         + (self->has_taps ? 0 : (layout->length + 2) * values * sizeof (double));
}

static gboolean
fail_memory (const OndesFilterPlan *self,
             GError               **error)
{
  g_set_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
               _("there is not memory enough for %" PRIu64 " taps; use a shorter filter, or fewer"), self->layout.taps);
  return FALSE;
}

/* Gets the FFTs of the layout. */
static gboolean
get_ffts (OndesFilterPlan *self)
{
  const OndesFilterLayout *layout = &self->layout;
  const OndesFftKind forward = layout->is_complex ? ONDES_FFT_FORWARD : ONDES_FFT_FORWARD_REAL;
  const OndesFftKind inverse = layout->is_complex ? ONDES_FFT_INVERSE : ONDES_FFT_INVERSE_REAL;

  if (layout->method == ONDES_METHOD_DIRECT)
    return TRUE;
  self->forward = ondes_fft_get (forward, layout->length, layout->single, FALSE);
  self->inverse = ondes_fft_get (inverse, layout->length, layout->single, FALSE);
  self->taps_forward = ondes_fft_get (forward, layout->length, FALSE, FALSE);
  return self->forward != NULL && self->inverse != NULL && self->taps_forward != NULL;
}

gboolean
ondes_cpu_filter_plan (OndesEngine        *engine,
                       OndesCpuPlan       *plan,
                       const OndesRequest *request,
                       GError            **error)
{
  const OndesFilter *filter = ondes_spec_filter (request->spec);
  OndesFilterPlan *self = plan->filter = g_new0 (OndesFilterPlan, 1);
  OndesFilterLayout *layout = &self->layout;
  guint64 *bytes = &plan->plan.workspace_bytes;
  guint n_bands;

  ondes_filter_bank_get (filter->bank, &n_bands);
  ondes_filter_layout (filter, ondes_type_is_complex (request->sources[0]->type), request->sources[0]->n, request->n_sources,
                       layout);
  self->loops = layout->single ? &ondes_filter_loops_float : &ondes_filter_loops_double;
  do
    self->workers = ondes_cpu_fit (engine, 0, worker_bytes (self, &request->result, ondes_filter_times (&filter->options)), bytes);
  while ((self->workers == 0 || *bytes > ondes_cpu_limit (engine)) && ondes_filter_layout_shrink (layout));
  if (self->workers == 0 || !get_ffts (self) || !take_taps (self, n_bands))
    return fail_memory (self, error);
  plan->plan.bytes = sizeof *plan + sizeof *self + self->taps.bytes;
  return TRUE;
}
