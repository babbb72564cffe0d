/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resources of a layout: its own memory, its FFTs, and the workspace of a run. */
#include "cwt-layout.h"
#include "cwt-spectrum.h"

#include "halve.h"

/* Returns the bytes of the longest spectrum that is computed from the taps of a row of @group; 0 if none is. */
static guint64
windowed_bytes (const OndesCwtGroup *group)
{
  gsize values = 0;

  for (guint i = 0; i < group->n_rows; i++)
    if (group->rows[i].windowed)
      values = MAX (values, ondes_cwt_spectrum_size (&group->rows[i], group->length + 2));
  return values * sizeof (double);
}

/* Must match the buffers that the files around cwt-run.c allocate. */
void
ondes_cwt_layout_count_bytes (OndesCwtLayout *self)
{
  const guint64 t = self->kernels->size, complex = 2 * t, x = self->complex_in ? complex : t;

  for (guint i = 0; i < self->groups->len; i++)
    {
      const OndesCwtGroup *group = &g_array_index (self->groups, OndesCwtGroup, i);
      const gboolean pooled = self->shape.type == ONDES_F32; /* or magnitudes of all samples, which take slightly less */
      guint64 shared = 0, worker;

      if (group->method == ONDES_METHOD_DIRECT)
        {
          const gboolean streamed = group->mask_taps > ONDES_CWT_DIRECT_MAX;

          shared = streamed ? 0 : group->mask_taps * complex;
          worker = (2 * group->halo + group->step) * x + group->step * 8 * complex;
          if (streamed)
            worker = ONDES_CWT_DIRECT_PIECE * 4 * sizeof (double) + group->step * 16 * sizeof (double);
        }
      else if (group->level > 0)
        {
          const guint parts = self->complex_in ? 2 : 1;

          shared = group->shared ? (group->length + 2) * (x + complex) : 0;
          worker = (group->length + 2) * (x + 4 * complex + parts * sizeof (double)) + ondes_halving_bytes (group->level, parts)
                   + (1 << 20); /* interpolated samples */
        }
      else if (group->shared)
        {
          /* the tables of an FFT that is not split take about as much again */
          shared = (group->length + 2) * (group->parts > 1 ? x : x + complex);
          worker = (group->length + 2) * (self->complex_out ? complex : t) + windowed_bytes (group)
                   + (pooled ? ondes_pool_work (t) : 0);
        }
      else
        worker = ((guint64) (group->blocks - 1) * group->step + group->length) * (x + complex)
                 + group->length * group->blocks * complex + 3 * group->length * complex + windowed_bytes (group);
      self->shared_bytes = MAX (self->shared_bytes, shared);
      self->worker_bytes = MAX (self->worker_bytes, worker);
    }
  self->worker_bytes += 1 << 20;
}

gboolean
ondes_cwt_layout_get_ffts (OndesCwtLayout *self)
{
  const OndesFftKind forward = self->complex_in ? ONDES_FFT_FORWARD : ONDES_FFT_FORWARD_REAL;
  const OndesFftKind inverse = self->complex_out ? ONDES_FFT_INVERSE : ONDES_FFT_INVERSE_REAL;

  for (guint i = 0; i < self->groups->len; i++)
    {
      OndesCwtGroup *group = &g_array_index (self->groups, OndesCwtGroup, i);

      if (group->method == ONDES_METHOD_DIRECT || group->parts > 1)
        continue;
      group->forward = ondes_fft_get (forward, group->length, self->single, group->shared);
      if (!group->forward)
        return FALSE;
      for (guint j = 0; j < group->n_rows; j++)
        {
          OndesCwtRow *row = &group->rows[j];

          row->inverse = ondes_fft_get (inverse, group->length / row->stride, self->single, group->shared);
          row->fine_inverse = ondes_fft_get (inverse, group->length / row->fine_stride, self->single, group->shared);
          if (!row->inverse || !row->fine_inverse)
            return FALSE;
        }
    }
  return TRUE;
}

guint64
ondes_cwt_layout_bytes (const OndesCwtLayout *self)
{
  return sizeof *self + self->cwt->n_scales * sizeof *self->rows + self->groups->len * sizeof (OndesCwtGroup)
         + self->sampled->len * sizeof (OndesCwtSampled);
}

void
ondes_cwt_layout_free (OndesCwtLayout *self)
{
  g_array_unref (self->groups);
  g_array_unref (self->sampled);
  g_free (self->rows);
  g_free (self);
}

guint8 *
ondes_cwt_layout_methods (const OndesCwtLayout *self)
{
  guint8 *methods = g_new (guint8, self->cwt->n_scales);

  for (guint i = 0; i < self->groups->len; i++)
    {
      const OndesCwtGroup *group = &g_array_index (self->groups, OndesCwtGroup, i);

      for (guint j = 0; j < group->n_rows; j++)
        methods[group->rows[j].row] = (guint8) group->method;
    }
  for (guint i = 0; i < self->sampled->len; i++)
    {
      const OndesCwtSampled *group = &g_array_index (self->sampled, OndesCwtSampled, i);

      for (guint j = 0; j < group->n_rows; j++)
        methods[group->rows[j].row] = ONDES_METHOD_DIRECT;
    }
  return methods;
}
