/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows by their masks: on the tensor cores in double precision where there are any, else by plain sums. */
#include "cwt-private.h"

/* What the masks on the device were made from, and lies there itself: rows, and their parts or groups. */
typedef struct
{
  OndesCudaWavelet wavelet;
  gint32           single, tensor;
  guint32          n_rows, n_others;
  guint64          mask_bytes;
} Head;

#define ALIGNED(n) (((n) + 15) / 16 * 16)

typedef struct
{
  gsize row_bytes, other_bytes, bytes;
  char *data;
} Table;

static Table
make_table (const OndesCudaCwtLayout *layout,
            const OndesCudaCwtSet    *set,
            guint                    *n_small)
{
  Table self = { .row_bytes = ALIGNED (set->n * sizeof (OndesCudaRow)) };
  const gsize each = layout->tensor ? sizeof (OndesCudaTensorGroup) : sizeof (OndesCudaPart);
  guint64 start = 0;
  OndesCudaRow *rows;
  Head *head;

  self.other_bytes = ALIGNED (set->n * each);
  self.bytes = self.row_bytes + self.other_bytes + sizeof (Head);
  self.data = g_malloc0 (self.bytes);
  rows = (OndesCudaRow *) (void *) self.data;
  head = (Head *) (void *) (self.data + self.row_bytes + self.other_bytes);
  *n_small = 0;
  for (guint i = 0; i < set->n; i++)
    {
      const OndesCudaCwtRow *row = &layout->rows[set->first + i];

      rows[i] = (OndesCudaRow) { .numerator = row->numerator, .denominator = row->denominator, .gain = 1, .half = row->half,
                                 .start = start };
      start += 2 * row->half + 1;
      if (2 * row->half + 1 <= ONDES_CUDA_SMALL)
        ++*n_small;
    }
  *head = (Head) { .wavelet = layout->wavelet, .single = layout->single, .tensor = layout->tensor, .n_rows = set->n,
                   .n_others = set->n, .mask_bytes = set->taps * ondes_cuda_cwt_tap_bytes (layout) };
  if (layout->tensor)
    head->n_others = ondes_cuda_tensor_groups (rows, set->n, layout->wavelet.real,
                                               (OndesCudaTensorGroup *) (void *) (self.data + self.row_bytes), &head->mask_bytes);
  else
    ondes_cuda_parts (rows, set->n, (OndesCudaPart *) (void *) (self.data + self.row_bytes));
  return self;
}

gboolean
ondes_cuda_cwt_direct (OndesCudaRun             *run,
                       const OndesCudaCwtLayout *layout,
                       const OndesCudaCwtSet    *set,
                       const OndesCudaSignal    *signal,
                       guint64                   n,
                       const OndesCudaOutput    *output,
                       GError                  **error)
{
  OndesEngine *engine = run->engine;
  OndesCuda *cuda = engine->cuda;
  guint n_small;
  const Table table = make_table (layout, set, &n_small);
  const Head *head = (const Head *) (void *) (table.data + table.row_bytes + table.other_bytes);
  g_autoptr (GBytes) key = g_bytes_new_take (table.data, table.bytes);
  const gboolean same = engine->masks != NULL && g_bytes_equal (engine->masks, key);
  OndesCudaStatus status;
  void *rows, *others, *sums, *masks;
  char why[ONDES_CUDA_WHY] = "";

  if (!same)
    g_clear_pointer (&engine->masks, g_bytes_unref);
  status = ondes_cuda_buffer (cuda, ONDES_CUDA_TABLE, table.bytes, &rows, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_buffer (cuda, ONDES_CUDA_SUMS, set->n * 2 * sizeof (double), &sums, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_buffer (cuda, ONDES_CUDA_MASKS, head->mask_bytes, &masks, why);
  if (status != ONDES_CUDA_OK)
    return ondes_cuda_result (engine, status, why, error);
  others = (char *) rows + table.row_bytes;

  if (!same)
    {
      status = ondes_cuda_store (cuda, rows, table.data, table.bytes, why);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_mask_sums (cuda, &layout->wavelet, rows, set->n, sums, why);
    }
  if (layout->tensor)
    {
      const OndesCudaTensor tensor = { .rows = rows, .groups = others, .fragments = masks, .sums = sums, .n_groups = head->n_others,
                                       .real = layout->wavelet.real };

      if (status == ONDES_CUDA_OK && !same)
        status = ondes_cuda_tensor_fragments (cuda, &layout->wavelet, &tensor, why);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_tensor (cuda, &tensor, signal, n, output, why);
    }
  else
    {
      const OndesCudaDirect direct = { .rows = rows, .parts = others, .masks = masks, .sums = sums, .n_rows = set->n,
                                       .first_large = n_small, .real = layout->wavelet.real,
                                       .compensated = layout->cwt->options.precision == ONDES_PRECISION_SINGLE2 };

      if (status == ONDES_CUDA_OK && !same)
        status = ondes_cuda_masks (cuda, &layout->wavelet, rows, set->n, set->taps, layout->single, masks, why);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_direct (cuda, &direct, signal, n, output, why);
    }
  if (status == ONDES_CUDA_OK && !same)
    engine->masks = g_steal_pointer (&key);
  return ondes_cuda_result (engine, status, why, error);
}
