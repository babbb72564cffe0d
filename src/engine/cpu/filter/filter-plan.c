/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans of filters: the layout, and the taps as the loops need them. */
#include "filter-run.h"

#include "base/words.h"

#include <string.h>

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

static void
reverse_taps (OndesFilterPlan       *self,
              const OndesFilterBand *band,
              guint64                shift,
              void                  *to)
{
  const gsize taps = self->layout.taps;

  for (gsize k = 0; k < taps; k++)
    {
      double value[2];

      get_tap (self, band, shift, taps - 1 - k, value);
      put_value (self, to, k, value[0]);
      if (self->layout.is_complex)
        put_value (self, to, taps + k, value[1]);
    }
}

/* An FFT with its input and output. */
typedef struct
{
  const OndesFft *forward;
  OndesBuffer     x, spectrum;
} TapsFft;

/* Computes the spectra of the parts of a band in double precision, which keeps stop bands deep. */
static void
transform_taps (OndesFilterPlan       *self,
                const TapsFft         *fft,
                const OndesFilterBand *band,
                guint64                shift,
                char                  *to)
{
  double *x = fft->x.data, *spectrum = fft->spectrum.data;
  const OndesFilterLayout *layout = &self->layout;
  const gsize values = layout->is_complex ? 2 : 1;

  for (guint p = 0; p < layout->parts; p++)
    {
      memset (x, 0, layout->length * values * sizeof *x);
      for (gsize j = 0; j < layout->part; j++)
        {
          double value[2];

          get_tap (self, band, shift, p * layout->part + j, value);
          for (gsize i = 0; i < values; i++)
            x[j * values + i] = value[i] / (double) layout->length;
        }
      ondes_fft_execute (fft->forward, x, spectrum);
      self->loops->centre (spectrum, self->bins, (double[]) { 0, 0 }, to + p * self->stride);
    }
}

static gboolean
make_taps (OndesFilterPlan   *self,
           const OndesFilter *filter)
{
  const OndesFilterLayout *layout = &self->layout;
  const gboolean is_direct = layout->method == ONDES_METHOD_DIRECT;
  const gsize values = layout->is_complex ? 2 : 1;
  guint n, parts = is_direct ? 1 : layout->parts;
  const OndesFilterBand *bands = ondes_filter_bank_get (filter->bank, &n);
  const guint64 lead = (guint64) layout->lead + layout->skip;
  TapsFft fft = { NULL };
  char *taps;

  self->bins = layout->is_complex ? layout->length : layout->length / 2 + 1;
  self->stride = round_up (is_direct ? layout->taps * values * self->loops->size : self->bins * 2 * self->loops->size);
  if (self->stride > G_MAXSIZE / parts / n)
    return FALSE;
  taps = ondes_buffer_get (&self->taps, self->stride * parts * n);
  if (taps != NULL && !is_direct)
    {
      fft.forward = ondes_fft_get (layout->is_complex ? ONDES_FFT_FORWARD : ONDES_FFT_FORWARD_REAL, layout->length, FALSE, FALSE);
      ondes_buffer_get (&fft.x, layout->length * values * sizeof (double));
      ondes_buffer_get (&fft.spectrum, self->bins * 2 * sizeof (double));
    }
  if (taps == NULL || (!is_direct && (fft.forward == NULL || fft.x.data == NULL || fft.spectrum.data == NULL)))
    {
      ondes_buffer_clear (&fft.x);
      ondes_buffer_clear (&fft.spectrum);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    {
      const guint64 shift = lead - ondes_filter_delay (&filter->options, bands[i].n);

      if (is_direct)
        reverse_taps (self, &bands[i], shift, taps + i * self->stride);
      else
        transform_taps (self, &fft, &bands[i], shift, taps + i * parts * self->stride);
    }
  ondes_buffer_clear (&fft.x);
  ondes_buffer_clear (&fft.spectrum);
  return TRUE;
}

void
ondes_cpu_filter_plan_free (OndesFilterPlan *self)
{
  ondes_buffer_clear (&self->taps);
  g_free (self);
}

/* Returns the bytes that a worker needs. */
static guint64
worker_bytes (const OndesFilterPlan *self,
              guint64                rows)
{
  const OndesFilterLayout *layout = &self->layout;

  return 6 * (guint64) layout->length * 2 * self->loops->size + rows * layout->step * layout->segments * 16;
}

gboolean
ondes_cpu_filter_plan (OndesEngine        *engine,
                       OndesCpuPlan       *plan,
                       const OndesRequest *request,
                       GError            **error)
{
  const OndesFilter *filter = ondes_spec_filter (request->spec);
  OndesFilterPlan *self = plan->filter = g_new0 (OndesFilterPlan, 1);
  const OndesFilterLayout *layout = &self->layout;
  gboolean made = TRUE;

  ondes_filter_layout (filter, ondes_type_is_complex (request->sources[0]->type), request->sources[0]->n, request->n_sources,
                       &self->layout);
  self->loops = layout->single ? &ondes_filter_loops_float : &ondes_filter_loops_double;
  if (layout->method != ONDES_METHOD_DIRECT)
    {
      self->forward = ondes_fft_get (layout->is_complex ? ONDES_FFT_FORWARD : ONDES_FFT_FORWARD_REAL, layout->length,
                                     layout->single, FALSE);
      self->inverse = ondes_fft_get (layout->is_complex ? ONDES_FFT_INVERSE : ONDES_FFT_INVERSE_REAL, layout->length,
                                     layout->single, FALSE);
      made = self->forward != NULL && self->inverse != NULL;
    }
  if (!made || !make_taps (self, filter))
    {
      g_set_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
                   _("there is not memory enough for %" PRIu64 " taps; use a shorter filter, or fewer"), layout->taps);
      return FALSE;
    }
  plan->plan.bytes = sizeof *plan + sizeof *self + self->taps.bytes;
  plan->plan.workspace_bytes = ondes_threads_count (engine->threads) * worker_bytes (self, request->result.rows);
  return TRUE;
}
