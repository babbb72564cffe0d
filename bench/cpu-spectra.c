/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench.h"

#include "base/compare.h"
#include "engine/result.h"
#include "engine/cpu/spectral/spectral-transform.h"

#include <stdlib.h>
#include <string.h>

#define PIECE    ((gsize) 256 << 10) /* bytes per piece of a copy */
#define MIN_US 1000 /* minimum duration that a microsecond clock measures well enough */

typedef struct
{
  OndesSpectralTransform fast;
  OndesJob               job;
  char                  *x, *copy;
  gsize                  bytes;
} Timing;

static void
block_piece (gpointer data,
             guint    worker,
             gsize    i)
{
  Timing *self = data;

  ondes_spectral_block (&self->fast, self->x, i);
}

static void
tile_piece (gpointer                 data,
            guint                    worker,
            const OndesSpectralTile *tile)
{
  Timing *self = data;

  ondes_spectral_tile (&self->fast, &self->job, worker, self->x, tile);
}

static void
copy_piece (gpointer data,
            guint    worker,
            gsize    i)
{
  Timing *self = data;

  memcpy (self->copy + i * PIECE, self->x + i * PIECE, MIN (PIECE, self->bytes - i * PIECE));
}

static void
transform (Timing *self)
{
  ondes_job_pass (&self->job, 1, ((self->fast.total - 1) >> self->fast.block) + 1, block_piece, self);
  for (guint pass = 0; pass < self->fast.passes; pass++)
    ondes_spectral_tiles (&self->fast, &self->job, 1, pass, tile_piece, self);
}

static void
copy (Timing *self)
{
  ondes_job_pass (&self->job, 1, (self->bytes + PIECE - 1) / PIECE, copy_piece, self);
}

static double
median_time (Timing *self,
             void  (*run) (Timing *self),
             guint   repeats)
{
  g_autofree double *times = g_new (double, repeats);
  guint batch = 1;

  run (self); /* do not time the first touch of the memory */
  for (guint i = 0; i < repeats;)
    {
      const gint64 start = g_get_monotonic_time ();
      gint64 us;

      for (guint j = 0; j < batch; j++)
        run (self);
      us = g_get_monotonic_time () - start;
      if (i == 0 && us < MIN_US)
        batch *= 2;
      else
        times[i++] = (double) us / G_USEC_PER_SEC / batch;
    }
  qsort (times, repeats, sizeof *times, ondes_compare_doubles);
  return times[repeats / 2];
}

gboolean
bench_cpu_spectrum (const BenchCpuSpectrum *what,
                    BenchCpuTimes          *times,
                    GError                **error)
{
  static const OndesButterfly butterflies[] = {
    [ONDES_SPECTRUM_WALSH] = ONDES_BUTTERFLY_WALSH,
    [ONDES_SPECTRUM_REED_MULLER] = ONDES_BUTTERFLY_XOR,
    [ONDES_SPECTRUM_ARITHMETIC] = ONDES_BUTTERFLY_DIFFERENCE,
  };
  const OndesWatch nobody = { NULL };
  OndesEngine *engine = ondes_cpu_engine ()->open (0, what->threads, error);
  const gsize bytes = ondes_type_bytes (what->type, (gsize) 1 << what->n);
  g_autofree char *x = ondes_result_new (bytes), *y = ondes_result_new (bytes);
  Timing self = { .x = x, .copy = y, .bytes = bytes };

  if (engine == NULL)
    return FALSE;
  if (x != NULL && y != NULL)
    {
      memset (x, 1, bytes);
      self.job = (OndesJob) { .threads = engine->threads, .watch = &nobody, .work = 1 };
      ondes_spectral_transform_init (&self.fast, engine, what->type, butterflies[what->kind], (gsize) 1 << what->n, what->n);
      times->seconds = median_time (&self, transform, what->repeats);
      times->copy_seconds = median_time (&self, copy, what->repeats);
      times->passes = self.fast.passes + 1;
    }
  else
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 "bench: two vectors of %" G_GSIZE_FORMAT " bytes are more than is free; try --quick", bytes);
  ondes_cpu_engine ()->close (engine);
  return x != NULL && y != NULL;
}
