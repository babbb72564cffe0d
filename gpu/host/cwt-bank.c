/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overlap-save: every sample, or pooled into columns. */
#include "cwt-private.h"

#define UNCHECKED_BATCHES 4          /* batches launched per check of the cancellable */

static void
free_bank (OndesCuda *cuda,
           gpointer   bank)
{
  ondes_cuda_bank_free (cuda, bank);
}

void
ondes_cuda_cwt_bank_release (OndesCudaCwtSet *set)
{
  g_clear_pointer (&set->held, ondes_cuda_shared_bank_unref);
}

static GBytes *
key_of (const OndesCudaCwtLayout *layout,
        const OndesCudaRow       *rows,
        guint                     n)
{
  const OndesCudaWavelet *wavelet = &layout->wavelet;
  const double head[] = { ONDES_TRANSFORM_CWT, wavelet->omega0, wavelet->l1, wavelet->real, layout->cwt->options.wavelet,
                          layout->single, layout->complex_in };

  return ondes_cuda_bank_key (head, G_N_ELEMENTS (head), rows, n * sizeof *rows);
}

static OndesCudaStatus
describe (const OndesCudaCwtLayout *layout,
          const OndesCudaFilters   *filters)
{
  OndesCudaBank *bank;
  OndesCudaStatus status = ondes_cuda_bank_describe (filters, &bank);

  if (status == ONDES_CUDA_OK && layout->pooled_columns > 0)
    status = ondes_cuda_pool_check (bank, layout->count, layout->pooled_columns);
  ondes_cuda_bank_free (NULL, bank);
  return status;
}

OndesCudaStatus
ondes_cuda_cwt_bank (OndesEngine              *engine,
                     const OndesCudaCwtLayout *layout,
                     OndesCudaCwtSet          *set)
{
  g_autofree OndesCudaRow *rows = g_new0 (OndesCudaRow, set->n);
  const OndesCudaFilters filters = { layout->wavelet, layout->cwt->options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET,
                                     layout->single, layout->complex_in, rows, set->n };
  g_autoptr (GBytes) key = NULL;
  OndesCudaStatus status = ONDES_CUDA_OK;
  OndesCudaSharedBank *shared;

  for (guint i = 0; i < set->n; i++)
    {
      rows[i] = ondes_cuda_cwt_device_row (&layout->rows[set->first + i]);
      rows[i].half = 0; /* depends on the recording, unlike the bank */
    }
  if (engine == NULL)
    return describe (layout, &filters);
  key = key_of (layout, rows, set->n);
  shared = ondes_cuda_shared_bank_get (engine, key);
  if (shared == NULL)
    {
      OndesCudaBank *made;

      status = ondes_cuda_bank_new (engine->cuda, &filters, &made);
      if (status != ONDES_CUDA_OK)
        return status;
      shared = ondes_cuda_shared_bank_new (engine, key, made, ondes_cuda_bank_bytes (made), free_bank);
    }
  if (layout->pooled_columns > 0)
    status = ondes_cuda_pool_check (shared->bank, layout->count, layout->pooled_columns);
  if (status != ONDES_CUDA_OK)
    {
      ondes_cuda_shared_bank_unref (shared);
      return status;
    }
  set->bank = shared->bank;
  set->held = shared;
  return ONDES_CUDA_OK;
}

OndesCudaStatus
ondes_cuda_cwt_overlap_save (const OndesCudaCwtPiece *piece,
                             const OndesCudaOutput   *output)
{
  return ondes_cuda_overlap_save (piece->run->engine->cuda, piece->set->bank, piece->signal, piece->n, output);
}

/* Returns the first sample of a column, relative to the view's first sample. */
static guint64
column_start (const OndesCudaCwtLayout *layout,
              guint64                   column)
{
  return (guint64) ((unsigned __int128) column * layout->count / layout->pooled_columns);
}

/* Computes columns [column, column + n_columns) of one set. */
static gboolean
pool_columns (OndesCudaRun             *run,
              const OndesCudaCwtLayout *layout,
              const OndesCudaCwtSet    *set,
              OndesCudaInput           *input,
              const OndesCudaColumns   *columns,
              GError                  **error)
{
  OndesCuda *cuda = run->engine->cuda;
  const guint64 begin = column_start (layout, columns->column);
  const guint64 end = column_start (layout, columns->column + columns->n_columns);
  const guint64 most = set->pool_samples;
  guint launched = 0;
  OndesCudaStatus status;

  if (columns->sums != NULL)
    status = ondes_cuda_memset (cuda, columns->sums, 0, set->n * columns->stride * sizeof (double));
  else
    status = ondes_cuda_memset (cuda, columns->values, 0, set->n * columns->stride * sizeof (float));
  if (!ondes_cuda_ok (run->engine, status, error))
    return FALSE;
  for (guint64 at = begin; at < end; at += most)
    {
      const guint64 n = MIN (most, end - at);
      OndesCudaCwtBatch batch = { .layout = layout, .input = input, .at = run->request->view.first + at, .n = n };
      OndesCudaSignal signal;

      if (launched++ % UNCHECKED_BATCHES == UNCHECKED_BATCHES - 1
          && (!ondes_cuda_ok (run->engine, ondes_cuda_synchronize (cuda), error)
              || g_cancellable_set_error_if_cancelled (run->watch->cancellable, error)))
        return FALSE;
      if (!ondes_cuda_cwt_samples (run, &batch, error) || !ondes_cuda_cwt_signal (run, &batch, &signal, error))
        return FALSE;
      if (set->masks != NULL)
        status = ondes_cuda_cwt_mask_pool (&(OndesCudaCwtPiece) { run, layout, set, &signal, at, n }, columns);
      else
        status = ondes_cuda_pool (cuda, set->bank, &signal, at, n, columns);
      if (!ondes_cuda_ok (run->engine, status, error))
        return FALSE;
    }
  return columns->sums == NULL
         || ondes_cuda_ok (run->engine, ondes_cuda_pool_means (cuda, columns, set->n), error);
}

/* Sets columns->sums to a buffer for the root mean square, or to NULL if another pooling is requested. */
static gboolean
get_sums (OndesCudaRun             *run,
          const OndesCudaCwtLayout *layout,
          const OndesCudaCwtSet    *set,
          OndesCudaColumns         *columns,
          GError                  **error)
{
  OndesCudaStatus status = ONDES_CUDA_OK;
  void *sums = NULL;

  if (layout->cwt->options.pool == ONDES_POOL_RMS)
    status = ondes_cuda_buffer (run->engine->cuda, ONDES_CUDA_PARTIAL, set->n * columns->stride * sizeof (double), &sums);
  columns->sums = sums;
  return ondes_cuda_ok (run->engine, status, error);
}

/* Runs one job: columns [column, column + n_columns) of one set. */
static gboolean
run_columns (OndesCudaRun             *run,
             const OndesCudaCwtLayout *layout,
             const OndesCudaCwtSet    *set,
             OndesCudaInput           *input,
             OndesCudaColumns          columns,
             GError                  **error)
{
  const guint64 first = run->request->view.first, begin = column_start (layout, columns.column);
  const guint64 end = column_start (layout, columns.column + columns.n_columns);
  OndesCudaCwtBatch samples = { .layout = layout, .input = input, .at = first + begin, .n = end - begin };
  const gboolean launched = ondes_cuda_graph_mode (run) != ONDES_CUDA_GRAPH_REPLAY;
  const OndesCudaPending result = { .rows = layout->row_of + set->first, .n_rows = set->n, .col0 = columns.column,
                                    .cols = columns.n_columns, .element_bytes = sizeof (float), .final = TRUE,
                                    .work = (double) set->n * (double) columns.n_columns };
  void *values;

  /* within the job, the run could not pause for a long copy */
  if (input != NULL && !ondes_cuda_cwt_samples (run, &samples, error))
    return FALSE;
  if (!ondes_cuda_job_begin (run, set->n * columns.stride * sizeof (float), &values, error))
    return FALSE;
  columns.values = values;
  if (launched && !(get_sums (run, layout, set, &columns, error) && pool_columns (run, layout, set, input, &columns, error)))
    return FALSE;
  return ondes_cuda_job_end (run, &result, error);
}

gboolean
ondes_cuda_cwt_pool (OndesCudaRun             *run,
                     const OndesCudaCwtLayout *layout,
                     OndesCudaInput           *input,
                     GError                  **error)
{
  const OndesCudaCwtSet *sets = (const OndesCudaCwtSet *) (void *) layout->sets->data;
  const guint64 span = MAX (1, layout->count / layout->pooled_columns), all = layout->pooled_columns;
  const guint64 most = CLAMP (sets[0].pool_samples / span, 1, all);

  run->work = (double) layout->cwt->n_scales * (double) all;
  for (guint64 column = 0; column < all; column += most)
    for (guint i = 0; i < layout->sets->len; i++)
      {
        const guint64 n = MIN (most, all - column);
        const OndesCudaColumns columns = { .stride = n, .total = layout->count, .columns = all, .column = column, .n_columns = n,
                                           .power = layout->cwt->options.quantity == ONDES_QUANTITY_POWER };

        if (!run_columns (run, layout, &sets[i], input, columns, error))
          return FALSE;
      }
  return ondes_cuda_jobs_finish (run, error);
}
