/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overlap-save by the masks themselves, as filters (filter-kernels.h): of rows that a compensation quantises, offsets or shifts so
 * far that they are cut. Their spectra are wide, so that every sample is computed, of pictures too. */
#include "cwt-private.h"

#include "filter-kernels.h"
#include "mask-kernels.h"

#define MASK_KEY     (-1.0)      /* in place of a wavelet: no key of another bank */
#define OUTPUT_BYTES (256 << 20) /* coefficients of a launch of a pooled view */
#define MIN_SAMPLES  (1 << 12)

static void
free_bank (OndesCuda *cuda,
           gpointer   bank)
{
  ondes_cuda_fir_bank_free (cuda, bank);
}

/* Returns how many outputs of a set fit into what a launch of a pooled view stores. */
static guint64
outputs_that_fit (const OndesCudaCwtLayout *layout,
                  const OndesCudaCwtSet    *set,
                  gboolean                  is_complex)
{
  const guint64 most = layout->limit > 0 ? MIN (layout->limit / 4, OUTPUT_BYTES) : OUTPUT_BYTES;
  const guint64 samples = most / (set->n * (layout->single ? 4 : 8) * (is_complex ? 2 : 1));

  return MAX (samples, MIN_SAMPLES);
}

static GBytes *
key_of (const OndesCudaCwtLayout *layout,
        const OndesCudaRow       *rows,
        guint                     n,
        guint64                   outputs)
{
  const OndesCudaWavelet *wavelet = &layout->wavelet;
  const double head[] = { ONDES_TRANSFORM_CWT, wavelet->omega0, wavelet->l1, wavelet->real, MASK_KEY, layout->single,
                          layout->complex_in, wavelet->bits, wavelet->rounding, wavelet->dither, (double) outputs };

  return ondes_cuda_bank_key (head, G_N_ELEMENTS (head), rows, n * sizeof *rows);
}

/* Returns the bytes of @n outputs of a set. */
static guint64
output_bytes (const OndesCudaCwtLayout *layout,
              const OndesCudaCwtSet    *set,
              guint64                   n)
{
  return set->n * n * (layout->single ? 4 : 8) * (ondes_cuda_fir_bank_is_complex (set->masks) ? 2 : 1);
}

guint64
ondes_cuda_cwt_mask_work (const OndesCudaCwtLayout *layout,
                          const OndesCudaCwtSet    *set,
                          guint64                   n)
{
  return ondes_cuda_fir_bank_work (set->masks, n) + output_bytes (layout, set, n);
}

/* Fills the members of @set that follow from its bank. */
static void
measure (const OndesCudaCwtLayout *layout,
         OndesCudaCwtSet          *set)
{
  const guint64 n = MAX (MIN (layout->count, 1 << 20), 1);
  const double seconds = ondes_cuda_fir_bank_seconds (set->masks, n);

  set->taps = (guint64) (seconds * layout->rate / ((double) n * ondes_cuda_cwt_tap_cost (layout))) + 1;
  set->halo = MAX (ondes_cuda_fir_bank_left (set->masks), ondes_cuda_fir_bank_right (set->masks));
  set->pool_samples = outputs_that_fit (layout, set, ondes_cuda_fir_bank_is_complex (set->masks));
}

OndesCudaStatus
ondes_cuda_cwt_mask_bank (OndesEngine              *engine,
                          const OndesCudaCwtLayout *layout,
                          OndesCudaCwtSet          *set)
{
  g_autofree OndesCudaRow *rows = g_new0 (OndesCudaRow, set->n);
  g_autofree OndesCudaFir *filters = g_new0 (OndesCudaFir, set->n);
  const guint64 fit = outputs_that_fit (layout, set, layout->complex_in || !layout->wavelet.real);
  const OndesCudaFirOptions options = { .filters = filters, .n_filters = set->n, .complex_in = layout->complex_in,
                                        .single = layout->single, .outputs = fit, .wavelet = &layout->wavelet, .rows = rows };
  g_autoptr (GBytes) key = NULL;
  OndesCudaFirBank *bank;
  OndesCudaStatus status = ONDES_CUDA_OK;

  /* positions of columns are products in 64 bits */
  if (layout->pooled_columns > 0 && layout->count >= G_MAXINT64 / (layout->pooled_columns + 1))
    return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED, "pictures of so many samples are left to the CPU");
  for (guint i = 0; i < set->n; i++)
    {
      rows[i] = ondes_cuda_cwt_device_row (&layout->rows[set->first + i]);
      filters[i] = (OndesCudaFir) { .n_taps = 2 * rows[i].half + 1, .delay = (gint64) rows[i].half,
                                    .is_complex = !layout->wavelet.real };
    }
  if (engine == NULL)
    {
      status = ondes_cuda_fir_bank_describe (&options, &bank);
      if (status == ONDES_CUDA_OK)
        ondes_cuda_fir_bank_free (NULL, bank);
      return status;
    }
  key = key_of (layout, rows, set->n, fit);
  set->held = ondes_cuda_shared_bank_get (engine, key);
  if (set->held == NULL)
    {
      status = ondes_cuda_fir_bank_new (engine->cuda, &options, &bank);
      if (status != ONDES_CUDA_OK)
        return status;
      set->held = ondes_cuda_shared_bank_new (engine, key, bank, ondes_cuda_fir_bank_bytes (bank), free_bank);
    }
  set->masks = set->held->bank;
  measure (layout, set);
  return ONDES_CUDA_OK;
}

/* Computes the coefficients of a set into scratch memory. */
static OndesCudaStatus
run_masks (const OndesCudaCwtPiece *piece,
           OndesCudaMaskOutputs    *outputs)
{
  const OndesCudaCwtSet *set = piece->set;
  OndesCuda *cuda = piece->run->engine->cuda;
  const guint64 n = piece->n;
  void *data;
  OndesCudaStatus status = ondes_cuda_buffer (cuda, ONDES_CUDA_WORK_2, output_bytes (piece->layout, set, n), &data);

  *outputs = (OndesCudaMaskOutputs) { data, n, set->n, ondes_cuda_fir_bank_is_complex (set->masks), piece->layout->single };
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_fir_run (cuda, set->masks, piece->signal, n, &(OndesCudaFirOutput) { data, n, 0, 0 });
  return status;
}

OndesCudaStatus
ondes_cuda_cwt_masks (const OndesCudaCwtPiece *piece,
                      const OndesCudaOutput   *output)
{
  const OndesCudaFirOutput coefficients = { output->data, output->stride, 0, 0 };
  OndesCuda *cuda = piece->run->engine->cuda;
  OndesCudaMaskOutputs outputs;
  OndesCudaStatus status;

  if (output->quantity == ONDES_CUDA_COEFFICIENTS)
    return ondes_cuda_fir_run (cuda, piece->set->masks, piece->signal, piece->n, &coefficients);
  status = run_masks (piece, &outputs);
  return status == ONDES_CUDA_OK ? ondes_cuda_mask_values (cuda, &outputs, output) : status;
}

OndesCudaStatus
ondes_cuda_cwt_mask_pool (const OndesCudaCwtPiece *piece,
                          const OndesCudaColumns  *columns)
{
  OndesCudaMaskOutputs outputs;
  OndesCudaStatus status = run_masks (piece, &outputs);

  return status == ONDES_CUDA_OK ? ondes_cuda_mask_pool (piece->run->engine->cuda, &outputs, piece->at, columns) : status;
}
