/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Direct convolution, on FP64 tensor cores if available, otherwise on ordinary FMA units. */
#include "cwt-private.h"

/* Describes the tap table. It follows the rows, then ranges or groups, in a Table, which is copied to the device and is the key
 * by which the tap table is reused. */
typedef struct
{
  OndesCudaWavelet wavelet;
  gint32           single, tensor;
  guint32          n_rows, n_ranges;
  guint64          tap_table_bytes;
} TableHead;

#define ALIGNED(n) (((n) + 15) / 16 * 16)

typedef struct
{
  gsize row_bytes, range_bytes, bytes;
  char *data;
} Table;

static Table
make_table (const OndesCudaCwtLayout *layout,
            const OndesCudaCwtSet    *set,
            guint                    *n_unsplit)
{
  Table self = { .row_bytes = ALIGNED (set->n * sizeof (OndesCudaRow)) };
  const gsize each = layout->tensor ? sizeof (OndesCudaTensorGroup) : sizeof (OndesCudaTapRange);
  guint64 start = 0;
  OndesCudaRow *rows;
  TableHead *head;

  self.range_bytes = ALIGNED (set->n * each);
  self.bytes = self.row_bytes + self.range_bytes + sizeof (TableHead);
  self.data = g_malloc0 (self.bytes);
  rows = (OndesCudaRow *) (void *) self.data;
  head = (TableHead *) (void *) (self.data + self.row_bytes + self.range_bytes);
  *n_unsplit = 0;
  for (guint i = 0; i < set->n; i++)
    {
      const OndesCudaCwtRow *row = &layout->rows[set->first + i];

      rows[i] = ondes_cuda_cwt_device_row (row);
      rows[i].start = start;
      start += 2 * row->half + 1;
      if (2 * row->half + 1 <= ONDES_CUDA_UNSPLIT_TAPS)
        ++*n_unsplit;
    }
  *head = (TableHead) { .wavelet = layout->wavelet, .single = layout->single, .tensor = layout->tensor, .n_rows = set->n,
                        .n_ranges = set->n, .tap_table_bytes = set->taps * ondes_cuda_cwt_tap_bytes (layout) };
  if (layout->tensor)
    head->n_ranges = ondes_cuda_tensor_groups (rows, set->n, layout->wavelet.real,
                                               (OndesCudaTensorGroup *) (void *) (self.data + self.row_bytes),
                                               &head->tap_table_bytes);
  else
    ondes_cuda_tap_ranges (rows, set->n, (OndesCudaTapRange *) (void *) (self.data + self.row_bytes));
  return self;
}

OndesCudaStatus
ondes_cuda_cwt_direct (const OndesCudaCwtPiece *piece,
                       const OndesCudaOutput   *output)
{
  const OndesCudaCwtLayout *layout = piece->layout;
  const OndesCudaCwtSet *set = piece->set;
  OndesEngine *engine = piece->run->engine;
  OndesCuda *cuda = engine->cuda;
  guint n_unsplit;
  const Table table = make_table (layout, set, &n_unsplit);
  const TableHead *head = (const TableHead *) (void *) (table.data + table.row_bytes + table.range_bytes);
  g_autoptr (GBytes) key = g_bytes_new_take (table.data, table.bytes);
  const gboolean same = engine->taps_key != NULL && g_bytes_equal (engine->taps_key, key);
  OndesCudaStatus status;
  void *rows, *ranges, *sums, *taps;

  if (!same)
    g_clear_pointer (&engine->taps_key, g_bytes_unref);
  status = ondes_cuda_buffer (cuda, ONDES_CUDA_TABLE, table.bytes, &rows);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_buffer (cuda, ONDES_CUDA_TAP_SUMS, set->n * 2 * sizeof (double), &sums);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_buffer (cuda, ONDES_CUDA_TAPS, head->tap_table_bytes, &taps);
  if (status != ONDES_CUDA_OK)
    return status;
  ranges = (char *) rows + table.row_bytes;

  if (!same)
    {
      status = ondes_cuda_write (cuda, rows, table.data, table.bytes);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_tap_sums (cuda, &layout->wavelet, rows, set->n, sums);
    }
  if (layout->tensor)
    {
      const OndesCudaTensor tensor = { .rows = rows, .groups = ranges, .fragments = taps, .tap_sums = sums,
                                       .n_groups = head->n_ranges, .real = layout->wavelet.real };

      if (status == ONDES_CUDA_OK && !same)
        status = ondes_cuda_tensor_fragments (cuda, &layout->wavelet, &tensor);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_tensor (cuda, &tensor, piece->signal, piece->n, output);
    }
  else
    {
      const OndesCudaDirect direct = { .rows = rows, .ranges = ranges, .taps = taps, .tap_sums = sums, .n_rows = set->n,
                                       .first_split = n_unsplit, .real = layout->wavelet.real,
                                       .compensated = layout->cwt->options.precision == ONDES_PRECISION_SINGLE2 };

      if (status == ONDES_CUDA_OK && !same)
        status = ondes_cuda_taps (cuda, &layout->wavelet, rows, set->n, set->taps, layout->single, taps);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_direct (cuda, &direct, piece->signal, piece->n, output);
    }
  if (status == ONDES_CUDA_OK && !same)
    engine->taps_key = g_steal_pointer (&key);
  return status;
}
