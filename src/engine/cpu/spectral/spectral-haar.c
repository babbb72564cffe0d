/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Haar transform that reads each value once: all levels of a block of samples are computed while it is cached, and the
 * differences are stored directly in recursion order. Each block leaves one sum; the levels above the blocks transform these
 * sums. The inverse reverses these steps while the result is written. */
#include "spectral-haar.h"

#include "engine/result.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

#define BLOCK    12 /* log2 of the values per block; its intermediate results stay in L1 */
#define STREAMED ((gsize) 64 << 20) /* bytes of a spectrum above which differences are stored past the caches */
#define LONG     3  /* number of lowest levels stored that way: their runs are long */

static void
gains (const OndesSpectralHaar *self,
       guint                    t,
       gboolean                 inverse,
       double                  *sum,
       double                  *difference)
{
  *difference = self->orthonormal ? pow (0.5, (t + 1) / 2.0) : inverse ? 0.5 : 1;
  *sum = self->orthonormal && t + 1 < self->run->n ? 1 : *difference;
}

/* Gets buffers for the sums of even levels (0) and of odd levels (1), which are half as many. If out of memory, fails the job
 * and returns FALSE. */
static gboolean
get_scratch (OndesSpectralHaar *self,
             guint              worker,
             char              *scratch[2])
{
  OndesBuffer *buffers = self->run->engine->workers[worker].buffers;
  const gsize bytes = self->size << MAX (BLOCK, self->run->n > BLOCK ? self->run->n - BLOCK : 0);

  scratch[0] = ondes_buffer_get (&buffers[ONDES_BUFFER_PRODUCT], bytes / 2);
  scratch[1] = ondes_buffer_get (&buffers[ONDES_BUFFER_RESULT], bytes / 4);
  if (scratch[0] && scratch[1])
    return TRUE;
  ondes_job_fail (&self->run->job, g_error_new (ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
                                                _("there is not memory enough for a block of the Haar transform")));
  return FALSE;
}

/* Computes one level of a block, storing its differences past the caches. */
static void
part_streamed (const OndesSpectralHaar *self,
               const char              *x,
               gsize                    pairs,
               double                   sum,
               double                   difference,
               char                    *sums,
               char                    *differences)
{
  char local[sizeof (gint64) << (BLOCK - 1)] __attribute__ ((aligned (64)));

  self->type->part (x, pairs, sum, difference, sums, local);
  ondes_result_copy (self->run->total * self->size, differences, local, pairs * self->size);
}

/* Computes levels [t, t + levels) of the 2^levels values at @x, which start at index @first of the vector that @spectrum
 * belongs to. */
static void
part_levels (const OndesSpectralHaar *self,
             char *const              scratch[2],
             const char              *x,
             guint                    t,
             guint                    levels,
             gsize                    first,
             char                    *spectrum,
             char                    *top)
{
  for (guint i = 0; i < levels; i++)
    {
      const gsize row = ((gsize) 1 << (self->run->n - 1 - t - i)) + (first >> (i + 1));
      const gsize pairs = (gsize) 1 << (levels - 1 - i);
      char *sums = i + 1 == levels ? top : scratch[i % 2], *differences = spectrum + row * self->size;
      double sum, difference;

      gains (self, t + i, FALSE, &sum, &difference);
      if (t + i < LONG && self->run->total * self->size > STREAMED)
        part_streamed (self, x, pairs, sum, difference, sums, differences);
      else
        self->type->part (x, pairs, sum, difference, sums, differences);
      x = sums;
    }
}

static gboolean
join_levels (const OndesSpectralHaar *self,
             char *const              scratch[2],
             const char              *top,
             guint                    t,
             guint                    levels,
             gsize                    first,
             const char              *spectrum,
             char                    *x)
{
  gboolean whole = TRUE;

  for (guint i = levels; i-- > 0;)
    {
      const gsize row = ((gsize) 1 << (self->run->n - 1 - t - i)) + (first >> (i + 1));
      char *joined = i == 0 ? x : scratch[1 - i % 2];
      double sum, difference;

      gains (self, t + i, TRUE, &sum, &difference);
      whole &= self->type->join (top, spectrum + row * self->size, (gsize) 1 << (levels - 1 - i), sum, difference, joined);
      top = joined;
    }
  return whole;
}

static gboolean
block (OndesSpectralHaar *self,
       guint              worker,
       gsize              at,
       gsize              count,
       char              *values,
       gboolean           inverse)
{
  const guint n = self->run->n, levels = MIN (n, BLOCK);
  gboolean whole = TRUE;
  char *scratch[2];

  if (!get_scratch (self, worker, scratch))
    return TRUE;
  for (gsize i = 0; i < count; i += (gsize) 1 << levels)
    {
      const gsize first = (at + i) & (((gsize) 1 << n) - 1);
      char *spectrum = self->spectrum + (at + i - first) * self->size, *x = values + i * self->size;
      char *top = n > BLOCK ? self->tops + ((at + i) >> BLOCK) * self->size : spectrum;

      if (levels == 0)
        memcpy (inverse ? x : spectrum, inverse ? spectrum : x, self->size);
      else if (inverse)
        whole &= join_levels (self, scratch, top, 0, levels, first, spectrum, x);
      else
        part_levels (self, scratch, x, 0, levels, first, spectrum, top);
    }
  return whole;
}

static void
take (gpointer data,
      guint    worker,
      gsize    at,
      gsize    count,
      void    *values)
{
  block (data, worker, at, count, values, FALSE);
}

static void
give (gpointer data,
      guint    worker,
      gsize    at,
      gsize    count,
      void    *values)
{
  OndesSpectralHaar *self = data;

  if (!block (self, worker, at, count, values, TRUE))
    ondes_job_fail (&self->run->job, ondes_spectrum_inexact ());
}

/* Computes the levels above the blocks of vector @i; these have few values. */
static void
tops_piece (gpointer data,
            guint    worker,
            gsize    i)
{
  OndesSpectralHaar *self = data;
  const guint levels = self->run->n - BLOCK;
  char *spectrum = self->spectrum + (i << self->run->n) * self->size, *tops = self->tops + (i << levels) * self->size;
  char *scratch[2];

  if (!get_scratch (self, worker, scratch))
    return;
  if (!self->inverse)
    part_levels (self, scratch, tops, BLOCK, levels, 0, spectrum, spectrum);
  else if (!join_levels (self, scratch, spectrum, BLOCK, levels, 0, spectrum, tops))
    ondes_job_fail (&self->run->job, ondes_spectrum_inexact ());
}

gboolean
ondes_spectral_haar_init (OndesSpectralHaar *self,
                          OndesSpectralRun  *run,
                          OndesType          type,
                          gboolean           orthonormal,
                          gboolean           inverse,
                          void              *spectrum,
                          GError           **error)
{
  *self = (OndesSpectralHaar) {
    .run = run, .type = ondes_spectral_types[type], .size = ondes_type_bytes (type, 1), .orthonormal = orthonormal,
    .inverse = inverse, .spectrum = spectrum,
  };
  run->take = inverse ? NULL : take;
  run->give = inverse ? give : NULL;
  run->data = self;
  run->piece = BLOCK;
  return run->n <= BLOCK || (self->tops = ondes_spectral_buffer (run, 1, (run->total >> BLOCK) * self->size, error));
}

gboolean
ondes_spectral_haar_tops (OndesSpectralHaar *self,
                          double             work)
{
  if (self->run->n <= BLOCK)
    return TRUE;
  return ondes_job_pass (&self->run->job, work, self->run->total >> self->run->n, tops_piece, self);
}
