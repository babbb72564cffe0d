/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fft-split.h"

#include "base/clones.h"

#include <math.h>

#define RUN         32
#define COLUMN_STRIDE(parts) ((parts) + 8) /* column stride, padded: powers of two would conflict in the cache */

/* Computes the cosines and sines of angle j, j = 0 … RUN − 1. */
static void
powers (double  angle,
        double *cosines,
        double *sines)
{
  for (guint j = 0; j < RUN; j++)
    sincos (angle * j, &sines[j], &cosines[j]);
}

#define T       float
#define NAME(x) x##_float
#include "fft-split-template.h"
#undef T
#undef NAME

#define T       double
#define NAME(x) x##_double
#include "fft-split-template.h"

gboolean
ondes_fft_split_init (OndesFftSplit *self,
                      gsize          length,
                      guint          parts,
                      gboolean       single,
                      gboolean       inverse)
{
  const OndesFftKind kind = inverse ? ONDES_FFT_INVERSE : ONDES_FFT_FORWARD;

  *self = (OndesFftSplit) { .length = length, .parts = parts, .single = single, .inverse = inverse };
  self->column = ondes_fft_get (kind, parts, single, TRUE);
  self->block = ondes_fft_get (kind, length / parts, single, TRUE);
  return self->column && self->block;
}

gsize
ondes_fft_split_work (guint    parts,
                      gboolean single)
{
  return ONDES_FFT_COLUMNS * COLUMN_STRIDE (parts) * 2 * (single ? sizeof (float) : sizeof (double));
}

void
ondes_fft_split_columns (const OndesFftSplit *self,
                         void                *data,
                         gsize                from,
                         void                *work)
{
  if (self->single)
    columns_float (self, data, from, work);
  else
    columns_double (self, data, from, work);
}

void
ondes_fft_split_block (const OndesFftSplit *self,
                       void                *data,
                       guint                block)
{
  char *at = (char *) data + self->length / self->parts * block * 2 * (self->single ? sizeof (float) : sizeof (double));

  ondes_fft_execute (self->block, at, at);
}

void
ondes_fft_split_real (const OndesFftSplit *self,
                      void                *data,
                      guint                block)
{
  if (self->single)
    real_float (self, data, block);
  else
    real_double (self, data, block);
}
