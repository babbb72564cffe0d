/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows and samples of the Morlet transform, as its methods take them. */
#include "cwt-private.h"

typedef OndesCudaCwtLayout Layout;

OndesCudaRow
ondes_cuda_cwt_device_row (const OndesCudaCwtRow *row)
{
  return (OndesCudaRow) { .numerator = row->numerator, .denominator = row->denominator, .gain = row->mask.gain,
                          .offset = row->mask.offset, .delay = row->mask.delay, .half = row->half };
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

/* Finds the samples [low, high) of a source of @n that [at, at + count) needs under the boundary rule. */
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

/* Copies samples [begin, begin + count), extended by the boundary rule. */
static gboolean
copy_tile (OndesCudaRun      *run,
           OndesCudaCwtBatch *batch,
           gint64             begin,
           guint64            count,
           GError           **error)
{
  const Layout *layout = batch->layout;
  OndesCudaStatus status = ondes_cuda_buffer (run->engine->cuda, ONDES_CUDA_RAW, ondes_type_bytes (layout->resident, count),
                                              &batch->device);
  const OndesCudaTile tile = { run->request->sources[0], layout->cwt->options.boundary, begin, count, layout->resident,
                               batch->device };

  return ondes_cuda_ok (run->engine, status, error) && ondes_cuda_tile_h2d (run, &tile, error);
}

gboolean
ondes_cuda_cwt_samples (OndesCudaRun      *run,
                        OndesCudaCwtBatch *batch,
                        GError           **error)
{
  const Layout *layout = batch->layout;
  const OndesBoundary boundary = layout->cwt->options.boundary;
  const gint64 begin = (gint64) batch->at - (gint64) layout->halo;
  const guint64 count = batch->n + 2 * layout->halo;
  guint64 low, high;

  if (batch->input == NULL)
    return copy_tile (run, batch, begin, count, error);
  needed_range (boundary, begin, count, batch->input->n, &low, &high);
  batch->device = batch->input->data;
  return ondes_cuda_input_h2d (run, batch->input, run->request->sources[0], low, high, error);
}

gboolean
ondes_cuda_cwt_signal (OndesCudaRun            *run,
                       const OndesCudaCwtBatch *batch,
                       OndesCudaSignal         *signal,
                       GError                 **error)
{
  const Layout *layout = batch->layout;
  OndesCuda *cuda = run->engine->cuda;
  OndesCudaStatus status;

  /* a copied tile already includes the boundary extension */
  if (batch->input != NULL)
    status = ondes_cuda_signal (cuda, batch->device, ondes_cuda_type_of (layout->resident), batch->input->n,
                                (OndesCudaBoundary) layout->cwt->options.boundary, (gint64) batch->at, batch->n, layout->halo,
                                layout->single, signal);
  else
    status = ondes_cuda_signal (cuda, batch->device, ondes_cuda_type_of (layout->resident), batch->n + 2 * layout->halo,
                                ONDES_CUDA_ZERO, (gint64) layout->halo, batch->n, layout->halo, layout->single, signal);
  return ondes_cuda_ok (run->engine, status, error);
}
