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

/* Levels [low, low + n) of 2^n values x, which start at index first of the vector that spectrum belongs to. */
typedef struct
{
  char *const *scratch; /* of get_scratch() */
  guint        low, n;
  gsize        first;
  char        *x, *top; /* top: sum of the last level */
  char        *spectrum;
} Levels;

/* Returns where the differences of level low + @i begin. */
static char *
differences_of (const OndesSpectralHaar *self,
                const Levels            *levels,
                guint                    i)
{
  return levels->spectrum + (((gsize) 1 << (self->run->n - 1 - levels->low - i)) + (levels->first >> (i + 1))) * self->size;
}

/* Computes spectrum and top from x. */
static void
part_levels (const OndesSpectralHaar *self,
             const Levels            *levels)
{
  char local[sizeof (gint64) << (BLOCK - 1)] __attribute__ ((aligned (64)));
  const char *x = levels->x;

  for (guint i = 0; i < levels->n; i++)
    {
      const gboolean streamed = levels->low + i < LONG && self->run->total * self->size > STREAMED;
      const gsize pairs = (gsize) 1 << (levels->n - 1 - i);
      char *sums = i + 1 == levels->n ? levels->top : levels->scratch[i % 2], *differences = differences_of (self, levels, i);
      double sum, difference;

      gains (self, levels->low + i, FALSE, &sum, &difference);
      self->type->part (x, pairs, sum, difference, sums, streamed ? local : differences);
      if (streamed)
        ondes_result_copy (self->run->total * self->size, differences, local, pairs * self->size);
      x = sums;
    }
}

/* Computes x from spectrum and top. FALSE if halving a pair does not yield integers. */
static gboolean
join_levels (const OndesSpectralHaar *self,
             const Levels            *levels)
{
  const char *top = levels->top;
  gboolean exact = TRUE;

  for (guint i = levels->n; i-- > 0;)
    {
      char *joined = i == 0 ? levels->x : levels->scratch[1 - i % 2];
      double sum, difference;

      gains (self, levels->low + i, TRUE, &sum, &difference);
      exact &= self->type->join (top, differences_of (self, levels, i), (gsize) 1 << (levels->n - 1 - i), sum, difference, joined);
      top = joined;
    }
  return exact;
}

static gboolean
block (OndesSpectralHaar *self,
       guint              worker,
       gsize              at,
       gsize              count,
       char              *values,
       gboolean           inverse)
{
  const guint n = self->run->n;
  Levels levels = { .n = MIN (n, BLOCK) };
  gboolean exact = TRUE;
  char *scratch[2];

  if (!get_scratch (self, worker, scratch))
    return TRUE;
  levels.scratch = scratch;
  for (gsize i = 0; i < count; i += (gsize) 1 << levels.n)
    {
      levels.first = (at + i) & (((gsize) 1 << n) - 1);
      levels.spectrum = self->spectrum + (at + i - levels.first) * self->size;
      levels.x = values + i * self->size;
      levels.top = n > BLOCK ? self->tops + ((at + i) >> BLOCK) * self->size : levels.spectrum;
      if (levels.n == 0)
        memcpy (inverse ? levels.x : levels.spectrum, inverse ? levels.spectrum : levels.x, self->size);
      else if (inverse)
        exact &= join_levels (self, &levels);
      else
        part_levels (self, &levels);
    }
  return exact;
}

static void
consume (gpointer data,
         guint    worker,
         gsize    at,
         gsize    count,
         void    *values)
{
  block (data, worker, at, count, values, FALSE);
}

static void
produce (gpointer data,
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
  const guint n = self->run->n - BLOCK;
  char *spectrum = self->spectrum + (i << self->run->n) * self->size, *scratch[2];
  const Levels levels = { .scratch = scratch, .low = BLOCK, .n = n, .spectrum = spectrum, .top = spectrum,
                          .x = self->tops + (i << n) * self->size };

  if (!get_scratch (self, worker, scratch))
    return;
  if (!self->inverse)
    part_levels (self, &levels);
  else if (!join_levels (self, &levels))
    ondes_job_fail (&self->run->job, ondes_spectrum_inexact ());
}

gboolean
ondes_spectral_haar_init (OndesSpectralHaar *self,
                          OndesSpectralRun  *run,
                          OndesType          type,
                          GError           **error)
{
  self->run = run;
  self->type = ondes_spectral_types[type];
  self->size = ondes_type_bytes (type, 1);
  run->consume = self->inverse ? NULL : consume;
  run->produce = self->inverse ? produce : NULL;
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
