/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overlap-save: every sample, or pooled into columns. */
#include "cwt-private.h"

#define MAX_BANKS         32        /* enough for dragging a control back and forth */
#define BATCH_SAMPLES     (1 << 22) /* samples pooled per launch: some milliseconds, with 100 MB of spectra */
#define MIN_BATCH_SAMPLES (1 << 16)
#define UNCHECKED_BATCHES 4 /* batches launched between two looks at the cancellable */

typedef struct
{
  GBytes        *key; /* wavelet and rows that it was made from */
  OndesCudaBank *bank;
} Bank;

static void
bank_forget (OndesEngine *engine,
             guint        i)
{
  Bank *bank = g_ptr_array_steal_index (engine->banks, i);

  g_bytes_unref (bank->key);
  ondes_cuda_bank_free (engine->cuda, bank->bank);
  g_free (bank);
}

void
ondes_cuda_banks_forget (OndesEngine *engine)
{
  while (engine->banks->len > 0)
    bank_forget (engine, engine->banks->len - 1);
}

guint64
ondes_cuda_banks_bytes (OndesEngine *engine)
{
  guint64 bytes = 0;

  for (guint i = 0; i < engine->banks->len; i++)
    bytes += ondes_cuda_bank_bytes (((const Bank *) engine->banks->pdata[i])->bank);
  return bytes;
}

/* Least recently used first. Only while no layout refers to a bank. */
static void
forget_old_banks (OndesEngine *engine)
{
  while (engine->banks->len > MAX_BANKS)
    bank_forget (engine, 0);
}

static GBytes *
key_of (const OndesCudaCwtLayout *layout,
        const OndesCudaRow       *rows,
        guint                     n)
{
  const OndesCudaWavelet *wavelet = &layout->wavelet;
  const double head[] = { wavelet->omega0, wavelet->l1, wavelet->real, layout->cwt->options.wavelet, layout->single,
                          layout->complex_in };
  GByteArray *key = g_byte_array_new ();

  g_byte_array_append (key, (const guint8 *) head, sizeof head);
  g_byte_array_append (key, (const guint8 *) rows, n * sizeof *rows);
  return g_byte_array_free_to_bytes (key);
}

gboolean
ondes_cuda_cwt_bank (OndesEngine              *engine,
                     const OndesCudaCwtLayout *layout,
                     guint                     first,
                     guint                     n,
                     OndesCudaBank           **bank,
                     GError                  **error)
{
  g_autofree OndesCudaRow *rows = g_new0 (OndesCudaRow, n);
  g_autoptr (GBytes) key = NULL;
  OndesCudaStatus status;
  Bank *made;
  char why[ONDES_CUDA_WHY] = "";

  if (layout->sets->len == 0)
    forget_old_banks (engine);
  for (guint i = 0; i < n; i++)
    {
      rows[i].numerator = layout->rows[first + i].numerator;
      rows[i].denominator = layout->rows[first + i].denominator;
      rows[i].gain = 1;
    }
  key = key_of (layout, rows, n);
  for (guint i = engine->banks->len; i-- > 0;)
    {
      made = engine->banks->pdata[i];
      if (g_bytes_equal (made->key, key))
        {
          g_ptr_array_add (engine->banks, g_ptr_array_steal_index (engine->banks, i));
          *bank = made->bank;
          return TRUE;
        }
    }
  status = ondes_cuda_bank_new (engine->cuda, &layout->wavelet,
                                layout->cwt->options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET, rows, n, layout->single,
                                layout->complex_in, bank, why);
  if (!ondes_cuda_ok (engine, status, why, error))
    return FALSE;
  made = g_new (Bank, 1);
  *made = (Bank) { g_steal_pointer (&key), *bank };
  g_ptr_array_add (engine->banks, made);
  return TRUE;
}

gboolean
ondes_cuda_cwt_overlap_save (OndesCudaRun             *run,
                             const OndesCudaCwtLayout *layout,
                             const OndesCudaCwtSet    *set,
                             const OndesCudaSignal    *signal,
                             guint64                   n,
                             const OndesCudaOutput    *output,
                             GError                  **error)
{
  char why[ONDES_CUDA_WHY] = "";
  OndesCudaStatus status = ondes_cuda_overlap_save (run->engine->cuda, set->bank, signal, n, output, why);

  return ondes_cuda_ok (run->engine, status, why, error);
}

/* First sample of a column, counted from the view's first. */
static guint64
column_start (const OndesCudaCwtLayout *layout,
              guint64                   column)
{
  return (guint64) ((unsigned __int128) column * layout->count / layout->pooled_columns);
}

/* Samples per launch that the arena has room for. */
static guint64
batch_samples (const OndesCudaRun       *run,
               const OndesCudaCwtLayout *layout,
               const OndesCudaCwtSet    *set)
{
  const guint64 limit = run->engine->limit;
  guint64 n = layout->single ? BATCH_SAMPLES : BATCH_SAMPLES / 2;

  while (limit > 0 && n > MIN_BATCH_SAMPLES
         && ondes_cuda_bank_work (set->bank, n, layout->count, layout->pooled_columns) > limit / 2)
    n /= 2;
  return n;
}

/* Computes columns [column, column + n_columns) of one set. */
static gboolean
pool_columns (OndesCudaRun             *run,
              const OndesCudaCwtLayout *layout,
              const OndesCudaCwtSet    *set,
              OndesSource              *source,
              OndesCudaInput           *input,
              const OndesCudaColumns   *columns,
              GError                  **error)
{
  OndesCuda *cuda = run->engine->cuda;
  const guint64 begin = column_start (layout, columns->column);
  const guint64 end = column_start (layout, columns->column + columns->n_columns);
  const guint64 batch = batch_samples (run, layout, set);
  guint launched = 0;
  OndesCudaStatus status;
  char why[ONDES_CUDA_WHY] = "";

  if (columns->sums != NULL)
    status = ondes_cuda_memset (cuda, columns->sums, 0, set->n * columns->stride * sizeof (double), why);
  else
    status = ondes_cuda_memset (cuda, columns->values, 0, set->n * columns->stride * sizeof (float), why);
  if (!ondes_cuda_ok (run->engine, status, why, error))
    return FALSE;
  for (guint64 at = begin; at < end; at += batch)
    {
      const guint64 n = MIN (batch, end - at);
      OndesCudaSignal signal;

      if (launched++ % UNCHECKED_BATCHES == UNCHECKED_BATCHES - 1
          && (!ondes_cuda_ok (run->engine, ondes_cuda_synchronize (cuda, why), why, error)
              || g_cancellable_set_error_if_cancelled (run->cancellable, error)))
        return FALSE;
      if (!ondes_cuda_cwt_signal (run, layout, source, input, layout->first + at, n, &signal, error)
          || !ondes_cuda_ok (run->engine, ondes_cuda_pool (cuda, set->bank, &signal, at, n, columns, why), why, error))
        return FALSE;
    }
  return columns->sums == NULL
         || ondes_cuda_ok (run->engine, ondes_cuda_pool_means (cuda, columns, set->n, why), why, error);
}

/* Sets columns->sums if the root mean square is asked for. */
static gboolean
get_sums (OndesCudaRun             *run,
          const OndesCudaCwtLayout *layout,
          const OndesCudaCwtSet    *set,
          OndesCudaColumns         *columns,
          GError                  **error)
{
  OndesCudaStatus status = ONDES_CUDA_OK;
  char why[ONDES_CUDA_WHY] = "";
  void *sums = NULL;

  if (layout->cwt->options.pool == ONDES_POOL_RMS)
    status = ondes_cuda_buffer (run->engine->cuda, ONDES_CUDA_PARTIAL, set->n * columns->stride * sizeof (double), &sums, why);
  columns->sums = sums;
  return ondes_cuda_ok (run->engine, status, why, error);
}

gboolean
ondes_cuda_cwt_pool (OndesCudaRun             *run,
                     const OndesCudaCwtLayout *layout,
                     OndesSource              *source,
                     OndesCudaInput           *input,
                     GError                  **error)
{
  const OndesCudaCwtSet *sets = (const OndesCudaCwtSet *) (void *) layout->sets->data;
  const guint64 span = MAX (1, layout->count / layout->pooled_columns), batch = batch_samples (run, layout, &sets[0]);
  const guint64 most = CLAMP (batch / span, 1, layout->pooled_columns);

  run->work = (double) layout->cwt->n_scales * (double) layout->pooled_columns;
  for (guint64 column = 0; column < layout->pooled_columns; column += most)
    for (guint i = 0; i < layout->sets->len; i++)
      {
        const OndesCudaCwtSet *set = &sets[i];
        const gboolean launched = ondes_cuda_graph_mode (run) != ONDES_CUDA_GRAPH_REPLAY;
        OndesCudaColumns columns = { .stride = MIN (most, layout->pooled_columns - column), .total = layout->count,
                                     .columns = layout->pooled_columns,
                                     .column = column, .power = layout->cwt->options.quantity == ONDES_QUANTITY_POWER };
        void *values;

        columns.n_columns = columns.stride;
        if (!ondes_cuda_job_begin (run, set->n * columns.stride * sizeof (float), &values, error))
          return FALSE;
        columns.values = values;
        if ((launched && !(get_sums (run, layout, set, &columns, error)
                           && pool_columns (run, layout, set, source, input, &columns, error)))
            || !ondes_cuda_job_end (run, layout->row_of + set->first, set->n, column, columns.n_columns, sizeof (float), TRUE,
                                    (double) set->n * (double) columns.n_columns, error))
          return FALSE;
      }
  return ondes_cuda_jobs_finish (run, error);
}
