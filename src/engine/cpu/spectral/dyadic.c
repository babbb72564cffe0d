/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dyadic convolution by the convolution theorem: 2⁻ⁿ W(W f · W g). */
#include "spectral-io.h"
#include "spectral-transform.h"
#include "transform/dyadic.h"
#include "base/words.h"

#include <math.h>

#define PIECE ((gsize) 1 << 15) /* values */

static guint64
vectors_bytes (OndesType type,
               guint     n_sources,
               guint64   n)
{
  return n_sources * (n > G_MAXUINT64 / 32 ? G_MAXUINT64 / 4 : ondes_spectral_bytes (type, n));
}

static gboolean
plan (OndesEngine        *self,
      OndesCpuPlan       *plan,
      const OndesRequest *request,
      GError            **error)
{
  const OndesType type = ondes_spec_dyadic (request->spec)->type;
  const guint64 n = request->view.count, vectors = vectors_bytes (type, request->n_sources, n);

  /* int64 products that may overflow are computed a second time in doubles */
  plan->plan.workspace_bytes = type == ONDES_I64 ? 2 * vectors : vectors;
  return ondes_spectral_fits (self, vectors, n, type, error);
}

typedef struct
{
  OndesSpectralRun       run;
  const OndesRequest    *request;
  OndesSpectralTransform walsh;
  void                  *f, *g; /* equal for the autocorrelation */
  void                  *x;     /* f or g, whichever tile_piece() transforms */
  const double          *near;  /* the product in doubles, to check f against; NULL if none */
} Dyadic;

/* Transforms the values before they are put. If there are no tiles, first computes the product within the single block. */
static void
produce_block (gpointer data,
               guint    worker,
               gsize    at,
               gsize    count,
               void    *values)
{
  Dyadic *self = data;

  if (self->walsh.passes > 0)
    ondes_spectral_block (&self->walsh, values, at >> self->walsh.unit);
  else
    {
      for (gsize part = 0, size = (gsize) 1 << self->walsh.piece; part < count; part += size)
        {
          const gsize offset = part * self->walsh.size;

          self->walsh.type->multiply ((char *) values + offset, (char *) self->g + offset, MIN (size, count - part));
          ondes_spectral_part (&self->walsh, values, part >> self->walsh.piece);
        }
      ondes_spectral_parts (&self->walsh, values, 0);
    }
}

static void
finish_piece (gpointer data,
              guint    worker,
              gsize    i)
{
  const Dyadic *self = data;

  produce_block (data, worker, i << self->walsh.unit, MIN ((gsize) 1 << self->walsh.unit, self->run.total), self->f);
}

/* Applies the levels of one pass to a tile of x. */
static void
tile_piece (gpointer                 data,
            guint                    worker,
            const OndesSpectralTile *tile)
{
  Dyadic *self = data;

  ondes_spectral_tile (&self->walsh, &self->run.job, worker, self->x, tile);
}

/* Applies the last levels to a tile of f and of g, multiplies them, and applies the same levels to the product. */
static void
multiply_piece (gpointer                 data,
                guint                    worker,
                const OndesSpectralTile *tile)
{
  Dyadic *self = data;
  const OndesSpectralTransform *walsh = &self->walsh;
  const gsize at = tile->at * walsh->size;
  void *local = ondes_spectral_local (walsh, &self->run.job, worker, tile, 2);

  if (local)
    walsh->kernels->product ((char *) self->f + at, (const char *) self->g + at, tile->stride, tile->rows, tile->columns, local);
}

static gboolean
read_blocks (Dyadic         *self,
             OndesType       type,
             OndesReadFlags  flags,
             double          work,
             OndesRange     *ranges)
{
  const OndesRequest *request = self->request;

  ondes_spectral_transform_begin (&self->walsh, &self->run, type, ONDES_BUTTERFLY_WALSH);
  for (guint i = 0; i < request->n_sources; i++)
    {
      const OndesSpectralInput input = { .source = request->sources[i], .first = request->view.first, .type = type,
                                         .flags = flags, .x = i ? self->g : self->f };

      if (!ondes_spectral_read (&self->run, work / request->n_sources, &input, &ranges[i]))
        return FALSE;
    }
  return TRUE;
}

/* Computes 2ⁿ C in f from the values read, except for the levels within blocks. */
static gboolean
convolve (Dyadic *self,
          double  work)
{
  const guint passes = self->walsh.passes;
  const double part = work / (3 * MAX (passes, 1));
  void *const all[] = { self->f, self->g, self->f };

  for (guint i = 0; i < G_N_ELEMENTS (all) && passes > 0; i++)
    {
      self->x = all[i];
      for (guint pass = 0; pass + 1 < passes && (i != 1 || self->g != self->f); pass++)
        if (!ondes_spectral_tiles (&self->walsh, &self->run.job, part, pass, tile_piece, self))
          return FALSE;
      if (i == 1 && !ondes_spectral_tiles (&self->walsh, &self->run.job, 3 * part, passes - 1, multiply_piece, self))
        return FALSE;
    }
  return TRUE;
}

static gboolean
finish_blocks (Dyadic *self,
               double  work)
{
  return ondes_job_pass (&self->run.job, work, ((self->run.total - 1) >> self->walsh.unit) + 1, finish_piece, self);
}

/* Fails the job if a product wrapped around by 2^64, or is INT64_MIN, which has no negative. */
static void
compare_piece (gpointer data,
               guint    worker,
               gsize    i)
{
  Dyadic *self = data;
  const gint64 *exact = self->f;
  const gsize from = i * PIECE, to = MIN (from + PIECE, self->run.total);
  gboolean wrapped = FALSE;
  GError *error = NULL;

  for (gsize k = from; k < to; k++)
    wrapped |= fabs (self->near[k] - (double) exact[k]) >= 0x1p63 || exact[k] == G_MININT64;
  if (!wrapped)
    return;
  ondes_remedy_error_set (&error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_PRECISION,
                          _("2^%u times the largest value of the convolution leaves int64; make the values smaller, or compute in "
                            "float64 with %s"),
                          self->run.n, ondes_setting_name (ONDES_SETTING_PRECISION, "double"));
  ondes_job_fail (&self->run.job, error);
}

/* Checks that f, which holds the product modulo 2^64, is the product itself, by computing it again in doubles. This works if
 * their rounding error is below 2^62: with u = 2^-53, a Walsh transform of f rounds by at most (n + 1) u Σ|f|, so the total
 * error is below 4 (n + 1) u 2ⁿ Σ|f| Σ|g|. */
static gboolean
check_product (Dyadic           *self,
               const OndesRange *ranges,
               double            transfer)
{
  const guint n = self->run.n, n_sources = self->request->n_sources;
  const guint64 needed = 2 * n_sources * self->run.total * sizeof (double);
  const double sums = (double) ranges[0].magnitude * (double) ranges[n_sources - 1].magnitude;
  const double rounding = ldexp (4 * (n + 1) * sums, (int) n - 53);
  const gsize bytes = self->run.total * sizeof (double);
  void *const exact = self->f;
  OndesRange ignored[2];
  GError *error = NULL;

  if (!(rounding < 0x1p62))
    ondes_remedy_error_set (&error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_PRECISION,
                            _("the values are so large that nothing tells whether their convolution leaves int64; "
                              "compute in float64 with %s"),
                            ondes_setting_name (ONDES_SETTING_PRECISION, "double"));
  else if (ondes_spectral_fits (self->run.engine, needed, self->run.total, ONDES_F64, &error)
           && (self->f = self->g = ondes_spectral_buffer (&self->run, 2, bytes, &error)) && n_sources == 2)
    self->g = ondes_spectral_buffer (&self->run, 3, bytes, &error);
  if (error)
    {
      ondes_job_fail (&self->run.job, error);
      return FALSE;
    }
  self->run.job.work += (n_sources + 1) * n + transfer;
  if (!read_blocks (self, ONDES_F64, 0, n, ignored) || !convolve (self, (n_sources - 1) * n)
      || !finish_blocks (self, n))
    return FALSE;
  self->near = self->f;
  self->f = exact;
  return ondes_job_pass (&self->run.job, transfer, (self->run.total + PIECE - 1) / PIECE, compare_piece, self);
}

static gboolean
run (const OndesCpuCall *call,
     GError            **error)
{
  const gint64 start = g_get_monotonic_time ();
  const OndesType type = ondes_spec_dyadic (call->plan->spec)->type;
  const guint64 n = call->request->view.count, bytes = ondes_spectral_bytes (type, n);
  const guint n_sources = call->request->n_sources;
  const double transfer = 4; /* cost of reading or putting, in levels of a transform */
  Dyadic self = { .request = call->request };
  OndesRange ranges[2];
  double work;

  if (!ondes_spectral_fits (call->engine, vectors_bytes (type, n_sources, n), n, type, error))
    return FALSE;
  ondes_spectral_begin (&self.run, call->engine, call->watch);
  self.run.n = g_bit_storage (n) - 1;
  self.run.total = n;
  work = n_sources * (transfer + self.run.n);
  self.run.job.work = work + self.run.n + transfer;
  if (!ondes_spectral_begin_sink (&self.run, call->sink, type, 1, n, error))
    return FALSE;
  self.f = self.g = self.run.mapped ? self.run.mapped : ondes_spectral_buffer (&self.run, 0, bytes, error);
  if (n_sources == 2 && self.f)
    self.g = ondes_spectral_buffer (&self.run, 1, bytes, error);
  if (!self.f || !self.g)
    return FALSE;

  if (read_blocks (&self, type, ONDES_READ_MAGNITUDE, work / 2, ranges) && convolve (&self, work / 2))
    {
      gboolean sure = type != ONDES_I64 || ondes_dyadic_fits (&ranges[0], &ranges[n_sources - 1], self.run.n);

      self.run.produce = produce_block;
      if (!sure && finish_blocks (&self, self.run.n))
        {
          self.run.produce = NULL;
          sure = check_product (&self, ranges, transfer);
        }
      if (sure)
        ondes_spectral_put (&self.run, self.run.n + transfer,
                            &(OndesSpectralOutput) { .sink = call->sink, .type = type, .as = type, .divide = TRUE, .x = self.f });
    }
  return ondes_spectral_end (&self.run, start, error);
}

const OndesCpuTransform ondes_cpu_dyadic = { plan, run };
