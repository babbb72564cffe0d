/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes a spectrum from a source to a sink: reads all values, transforms them by the requested algorithm, puts them in
 * order.
 *
 * With R the bit reversal of the index and G the Gray code, Paley's order is R W x = W R x and sequency is G R W x. So the
 * inverse may reverse its output instead of its input; only G and the orders of Haar are undone while reading.
 */
#include "spectral-haar.h"
#include "spectral-transform.h"

#include <math.h>
#include <string.h>

#define PIECE ((gsize) 1 << 15) /* pairs */
#define HAAR_PART 12 /* log2 of the values for which all levels stay in the L1 cache */

static gboolean
is_haar (const OndesSpectrumOptions *o)
{
  return o->kind == ONDES_SPECTRUM_HAAR || o->kind == ONDES_SPECTRUM_HAAR_ORTHONORMAL;
}

/* TRUE if a Haar transform runs level by level in place: by cooley-tukey, or by auto in the order in which the levels leave
 * it. */
static gboolean
is_haar_in_place (const OndesSpectrumOptions *o)
{
  return is_haar (o) && (o->algorithm == ONDES_ALGORITHM_COOLEY_TUKEY
                         || (o->algorithm == ONDES_ALGORITHM_AUTO && o->order == ONDES_ORDER_NATURAL));
}

static OndesSpectralMap
haar_map (const OndesSpectrumOptions *o)
{
  if (is_haar_in_place (o))
    return o->order == ONDES_ORDER_SEQUENCY ? ONDES_MAP_HAAR_POSITION : ONDES_MAP_NONE;
  return o->order == ONDES_ORDER_NATURAL ? ONDES_MAP_HAAR_ROW : ONDES_MAP_NONE;
}

static OndesSpectralMap
reading_map (const OndesSpectrumOptions *o)
{
  if (!o->inverse)
    return ONDES_MAP_NONE;
  if (is_haar (o))
    return haar_map (o);
  return o->order == ONDES_ORDER_SEQUENCY ? ONDES_MAP_GRAY : ONDES_MAP_NONE;
}

static OndesSpectralMap
putting_map (const OndesSpectrumOptions *o)
{
  if (o->inverse)
    return ONDES_MAP_NONE;
  if (is_haar (o))
    return haar_map (o);
  /* constant geometry computes sequency order itself */
  return o->order == ONDES_ORDER_SEQUENCY && o->algorithm != ONDES_ALGORITHM_CONSTANT_GEOMETRY ? ONDES_MAP_GRAY : ONDES_MAP_NONE;
}

/* TRUE if the result must be bit-reversed: constant geometry yields Paley's order, the other algorithms natural order. */
static gboolean
needs_bit_reversal (const OndesSpectrumOptions *o)
{
  return !is_haar (o) && (o->algorithm == ONDES_ALGORITHM_CONSTANT_GEOMETRY) == (o->order == ONDES_ORDER_NATURAL);
}

/* Returns the type to compute in: packed bits for Reed–Muller by auto, otherwise the type of the spectrum. */
static OndesType
work_type (const OndesSpectrumOptions *o)
{
  return o->kind == ONDES_SPECTRUM_REED_MULLER && o->algorithm == ONDES_ALGORITHM_AUTO ? ONDES_BITS : o->type;
}

static guint64
bytes_needed (const OndesSpectrumOptions *o,
              guint64                     total)
{
  const guint64 vector = total > G_MAXUINT64 / 32 ? G_MAXUINT64 / 4 : ondes_spectral_bytes (work_type (o), total);

  return o->algorithm == ONDES_ALGORITHM_CONSTANT_GEOMETRY ? 2 * vector : vector;
}

static gboolean
plan (OndesEngine        *self,
      OndesCpuPlan       *plan,
      const OndesRequest *request,
      GError            **error)
{
  const OndesSpectrumOptions *o = &ondes_spec_spectrum (request->spec)->options;

  plan->plan.workspace_bytes = bytes_needed (o, request->view.count);
  return ondes_spectral_fits (self, plan->plan.workspace_bytes, request->view.count, work_type (o), error);
}

typedef struct
{
  OndesSpectralRun            run;
  const OndesSpectrumOptions *o;
  const OndesSpectralType    *type;
  OndesButterfly              what;
  void                       *x, *y; /* y: second buffer of constant geometry; otherwise NULL */
  guint                       step;
  OndesHaarStep               haar;
  OndesSpectralHaar           fast_haar;
  OndesSpectralTransform      fast;
  gsize                       tiles, all_tiles; /* of a reversal: per piece, and in total */
  guint                       copied; /* copy_piece(): 2^copied values of each vector, either all or from index 2^copied on */
} Spectrum;

static void
cooley_tukey_piece (gpointer data,
                    guint    worker,
                    gsize    i)
{
  const Spectrum *self = data;

  self->type->cooley_tukey (self->what, self->x, self->step, i * PIECE, MIN ((i + 1) * PIECE, self->run.total / 2));
}

static void
constant_geometry_piece (gpointer data,
                         guint    worker,
                         gsize    i)
{
  const Spectrum *self = data;
  const gboolean alternate = self->o->order == ONDES_ORDER_SEQUENCY && !self->o->inverse && self->step > 0;

  const OndesConstantStep step = { .what = self->what, .step = self->step, .alternate = alternate, .t0 = i * PIECE,
                                   .t1 = MIN ((i + 1) * PIECE, self->run.total / 2) };

  self->type->constant_geometry (&step, self->x, self->y);
}

static gboolean
run_steps (Spectrum *self,
           double    work)
{
  const guint n = self->run.n;
  const gsize pieces = (self->run.total / 2 + PIECE - 1) / PIECE;
  const gboolean constant = self->y != NULL;

  for (guint i = 0; i < n; i++)
    {
      void *x = self->x;

      self->step = n - 1 - i;
      if (!ondes_job_pass (&self->run.job, work / n, pieces, constant ? constant_geometry_piece : cooley_tukey_piece, self))
        return FALSE;
      if (constant)
        {
          self->x = self->y;
          self->y = x;
        }
    }
  return TRUE;
}

/* Returns the in-place step of level @t of vectors of 2^@n values, which may be parts of the transformed vectors. */
static OndesHaarStep
haar_step (const Spectrum *self,
           guint           t,
           guint           n)
{
  const gboolean orthonormal = self->o->kind == ONDES_SPECTRUM_HAAR_ORTHONORMAL;
  const double gain = orthonormal ? pow (0.5, (t + 1) / 2.0) : self->o->inverse ? 0.5 : 1;
  const gsize distance = (gsize) 1 << t;

  return (OndesHaarStep) {
    .n = n, .pairs = n - 1 - t, .from_shift = t + 1, .to_shift = t + 1, .from_delta = distance, .to_delta = distance,
    .inverse = self->o->inverse, .difference = gain, .sum = orthonormal && t < self->run.n - 1 ? 1 : gain,
  };
}

/* Applies the levels within parts. */
static void
consume_haar (gpointer data,
              guint    worker,
              gsize    at,
              gsize    count,
              void    *values)
{
  Spectrum *self = data;
  const guint n = MIN (self->run.n, HAAR_PART);
  char *x = (char *) values + ondes_type_bytes (self->o->type, at);
  gboolean exact = TRUE;

  for (guint i = 0; i < n; i++)
    {
      const OndesHaarStep step = haar_step (self, self->o->inverse ? n - 1 - i : i, n);

      exact &= self->type->haar (&step, x, x, 0, count >> n << step.pairs);
    }
  if (!exact)
    ondes_job_fail (&self->run.job, ondes_spectrum_inexact ());
}

static void
haar_part_piece (gpointer data,
                 guint    worker,
                 gsize    i)
{
  Spectrum *self = data;
  const gsize end = MIN ((i + 1) * PIECE, self->run.total);

  for (gsize at = i * PIECE, count; at < end; at += count)
    {
      count = MIN ((gsize) 1 << HAAR_PART, end - at);
      consume_haar (self, worker, at, count, self->x);
    }
}

static void
haar_piece (gpointer data,
            guint    worker,
            gsize    i)
{
  Spectrum *self = data;
  const gsize pairs = self->run.total >> self->run.n << self->haar.pairs;

  if (!self->type->haar (&self->haar, self->x, self->y ? self->y : self->x, i * PIECE, MIN ((i + 1) * PIECE, pairs)))
    ondes_job_fail (&self->run.job, ondes_spectrum_inexact ());
}

static void
copy_piece (gpointer data,
            guint    worker,
            gsize    i)
{
  const Spectrum *self = data;
  const gsize size = ondes_type_bytes (self->o->type, 1), length = (gsize) 1 << self->copied, n = self->run.n;
  const gsize end = MIN ((i + 1) * PIECE, self->run.total >> n << self->copied);

  for (gsize k = i * PIECE, run; k < end; k += run)
    {
      const gsize at = (k >> self->copied << n) + (k & (length - 1)) + (self->copied < n ? length : 0);

      run = MIN (end - k, length - (k & (length - 1)));
      memcpy ((char *) self->y + at * size, (const char *) self->x + at * size, run * size);
    }
}

/* Runs the Haar transform. Level t pairs values 2^t apart, and its sums enter the next level. By constant geometry, a level
 * reads and writes only the values that it changes, so the unchanged values must be copied to the other buffer: in the forward
 * transform those of the previous level, in the inverse all values. */
static gboolean
run_haar (Spectrum *self,
          double    work)
{
  const OndesSpectrumOptions *o = self->o;
  const guint n = self->run.n, levels = o->algorithm == ONDES_ALGORITHM_AUTO ? MIN (n, HAAR_PART) : 0; /* done within parts */

  for (guint i = 0; i < n - levels; i++)
    {
      const guint t = o->inverse ? n - 1 - i : levels + i, pairs = n - 1 - t;
      const gsize count = self->run.total >> n << pairs, distance = (gsize) 1 << pairs;

      self->haar = haar_step (self, t, n);
      if (self->y) /* pairs are adjacent on one side, @distance apart on the other */
        {
          self->haar.from_shift = o->inverse ? 0 : 1;
          self->haar.from_delta = o->inverse ? distance : 1;
          self->haar.to_shift = o->inverse ? 1 : 0;
          self->haar.to_delta = o->inverse ? 1 : distance;
        }
      self->copied = o->inverse ? n : pairs + 1;
      if (self->y && (o->inverse ? i == 0 : i > 0)
          && !ondes_job_pass (&self->run.job, 0, ((self->run.total >> n << self->copied) + PIECE - 1) / PIECE, copy_piece, self))
        return FALSE;
      if (!ondes_job_pass (&self->run.job, work / n, (count + PIECE - 1) / PIECE, haar_piece, self))
        return FALSE;
      if (self->y)
        {
          void *x = self->x;

          self->x = self->y;
          self->y = x;
        }
    }
  return levels == 0 || !o->inverse
         || ondes_job_pass (&self->run.job, work * levels / n, (self->run.total + PIECE - 1) / PIECE, haar_part_piece, self);
}

/* Returns the values that are reversed together: a vector, or all vectors of a word. */
static gsize
unit_of (const Spectrum *self)
{
  return (gsize) 1 << (work_type (self->o) == ONDES_BITS ? MAX (self->run.n, 6) : self->run.n);
}

static void
reverse_piece (gpointer data,
               guint    worker,
               gsize    i)
{
  const Spectrum *self = data;
  const guint n = self->run.n;
  const gsize tiles = ondes_spectral_reversal_tiles (self->type, n), end = MIN ((i + 1) * self->tiles, self->all_tiles);
  const gsize bytes = ondes_type_bytes (work_type (self->o), unit_of (self));

  for (gsize tile = i * self->tiles; tile < end;)
    {
      const gsize from = tile % tiles, to = MIN (tiles, from + end - tile);

      self->type->reverse ((char *) self->x + tile / tiles * bytes, n, from, to);
      tile += to - from;
    }
}

static gboolean
reverse (Spectrum *self,
         double    work)
{
  const gsize tiles = ondes_spectral_reversal_tiles (self->type, self->run.n);
  const gsize unit = unit_of (self);

  self->all_tiles = (self->run.total + unit - 1) / unit * tiles;
  self->tiles = MAX (1, PIECE / (unit / tiles));
  return ondes_job_pass (&self->run.job, work, (self->all_tiles + self->tiles - 1) / self->tiles, reverse_piece, self);
}

static void
tile_piece (gpointer                 data,
            guint                    worker,
            const OndesSpectralTile *tile)
{
  Spectrum *self = data;
  const OndesSpectralTransform *fast = &self->fast;
  const gsize local_stride = ondes_spectral_local_stride (fast, tile);
  char *x = (char *) self->x + tile->at * fast->size, *local;

  if (!self->run.divide || self->step + 1 < fast->passes)
    ondes_spectral_tile (fast, &self->run.job, worker, self->x, tile);
  else if ((local = ondes_spectral_local (fast, &self->run.job, worker, tile, 1)))
    {
      const OndesSpectralRows rows = { .src = x, .src_stride = tile->stride, .dst = local, .dst_stride = local_stride,
                                       .columns = tile->columns };

      fast->kernels->tile (&rows, tile->rows, local);
      for (gsize row = 0; row < (gsize) 1 << tile->rows; row++)
        ondes_spectral_divide (&self->run, self->type, local + row * local_stride * fast->size, tile->columns,
                               x + row * tile->stride * fast->size);
    }
}

/* Performs the part of the transform that is left after reading. */
static gboolean
transform (Spectrum *self,
           double    work)
{
  if (is_haar (self->o))
    return self->fast_haar.run ? ondes_spectral_haar_tops (&self->fast_haar, work) : run_haar (self, work);
  if (self->o->algorithm != ONDES_ALGORITHM_AUTO)
    return run_steps (self, work);
  for (self->step = 0; self->step < self->fast.passes; self->step++)
    if (!ondes_spectral_tiles (&self->fast, &self->run.job, work / self->fast.passes, self->step, tile_piece, self))
      return FALSE;
  return TRUE;
}

static void
sequency_piece (gpointer data,
                guint    worker,
                gsize    i)
{
  const Spectrum *self = data;
  const guint n = self->run.n;
  const gsize tiles = ondes_spectral_reversal_tiles (self->type, n) / 2, end = MIN ((i + 1) * self->tiles, self->all_tiles);
  const gsize bytes = ondes_type_bytes (self->o->type, (gsize) 1 << n);

  for (gsize tile = i * self->tiles; tile < end;)
    {
      const gsize from = tile % tiles, to = MIN (tiles, from + end - tile), vector = tile / tiles * bytes;

      self->type->sequency ((const char *) self->x + vector, n, from, to, (char *) self->run.mapped + vector);
      tile += to - from;
    }
}

/* Converts natural order to sequency in the sink's memory: bit reversal and Gray code in a single pass over the values. */
static gboolean
map_sequency (Spectrum *self,
              double    work)
{
  self->all_tiles = self->run.total >> (2 * self->type->reverse_bits + 1);
  self->tiles = PIECE >> (2 * self->type->reverse_bits + 1);
  if (!ondes_job_pass (&self->run.job, work, (self->all_tiles + self->tiles - 1) / self->tiles, sequency_piece, self))
    return FALSE;
  self->x = self->run.mapped;
  return TRUE;
}

/* Converts the order of the transformed values to the requested one. Sets @map to what remains to be done while putting. */
static gboolean
order (Spectrum         *self,
       double            work,
       gboolean          may_map,
       OndesSpectralMap *map)
{
  *map = putting_map (self->o);
  if (!needs_bit_reversal (self->o))
    return TRUE;
  if (*map != ONDES_MAP_GRAY || !may_map || self->run.n <= 2 * self->type->reverse_bits)
    return reverse (self, work);
  *map = ONDES_MAP_NONE;
  return map_sequency (self, work);
}

/* Sets the hooks that transform blocks, or the parts of an in-place Haar transform, while they are read. */
static void
prepare_blocks (Spectrum *self)
{
  if (is_haar (self->o))
    {
      self->run.in_place = TRUE;
      self->run.data = self;
      self->run.consume = self->o->inverse ? NULL : consume_haar;
      self->run.piece = HAAR_PART;
      return;
    }
  self->run.divide = self->o->kind == ONDES_SPECTRUM_WALSH && self->o->inverse;
  ondes_spectral_transform_begin (&self->fast, &self->run, work_type (self->o), self->what);
}

/* Gets the memory for the transform: the sink's own memory if it is suitable. */
static gboolean
get_memory (Spectrum         *self,
            const OndesShape *shape,
            GError          **error)
{
  const OndesSpectrumOptions *o = self->o;
  const OndesType type = work_type (o);
  const guint64 bytes = ondes_spectral_bytes (type, self->run.total);

  if (o->algorithm == ONDES_ALGORITHM_CONSTANT_GEOMETRY && !(self->y = ondes_spectral_buffer (&self->run, 1, bytes, error)))
    return FALSE;
  if (!self->y && !putting_map (o) && ondes_spectral_may_map (&self->run, type, shape->type)
      && !(is_haar (o) && o->inverse && !is_haar_in_place (o)))
    self->x = self->run.mapped;
  else
    self->x = ondes_spectral_buffer (&self->run, 0, bytes, error);
  return self->x != NULL;
}

static gboolean
prepare (Spectrum *self,
         GError  **error)
{
  static const OndesButterfly butterflies[][2] = {
    [ONDES_SPECTRUM_WALSH] = { ONDES_BUTTERFLY_WALSH, ONDES_BUTTERFLY_WALSH },
    [ONDES_SPECTRUM_REED_MULLER] = { ONDES_BUTTERFLY_XOR, ONDES_BUTTERFLY_XOR },
    [ONDES_SPECTRUM_ARITHMETIC] = { ONDES_BUTTERFLY_DIFFERENCE, ONDES_BUTTERFLY_SUM },
  };
  const OndesSpectrumOptions *o = self->o;

  if (!is_haar (o))
    self->what = butterflies[o->kind][o->inverse != FALSE];
  if (o->algorithm != ONDES_ALGORITHM_AUTO)
    return TRUE;
  if (is_haar (o) && !is_haar_in_place (o))
    {
      self->fast_haar = (OndesSpectralHaar) { .orthonormal = o->kind == ONDES_SPECTRUM_HAAR_ORTHONORMAL, .inverse = o->inverse,
                                              .spectrum = self->x };
      return ondes_spectral_haar_init (&self->fast_haar, &self->run, work_type (o), error);
    }
  prepare_blocks (self);
  return TRUE;
}

static gboolean
run (const OndesCpuCall *call,
     GError            **error)
{
  const OndesSpectrum *spectrum = ondes_spec_spectrum (call->plan->spec);
  const OndesSpectrumOptions *o = &spectrum->options;
  const OndesShape *shape = &call->request->result;
  const OndesType type = work_type (o);
  const gint64 start = g_get_monotonic_time ();
  const double transfer = 4; /* cost of reading or putting, in passes over memory */
  const OndesReadFlags flags = (o->kind == ONDES_SPECTRUM_REED_MULLER ? ONDES_READ_BINARY : 0)
                               | (o->inverse ? ONDES_READ_MAGNITUDE : 0);
  OndesSpectralInput input = { .source = call->request->sources[0], .first = call->request->view.first, .type = type,
                               .flags = flags, .map = reading_map (o) };
  Spectrum self = { .o = o, .type = ondes_spectral_types[type] };
  OndesSpectralMap map;
  OndesRange range;

  if (!ondes_spectral_fits (call->engine, call->plan->plan.workspace_bytes, call->request->view.count, type, error))
    return FALSE;
  ondes_spectral_begin (&self.run, call->engine, call->watch);
  self.run.n = g_bit_storage (shape->columns) - 1;
  self.run.total = call->request->view.count;
  self.run.job.work = (needs_bit_reversal (o) ? 3 : 2) * transfer + self.run.n;
  if (!ondes_spectral_begin_sink (&self.run, call->sink, shape->type, shape->rows, shape->columns, error)
      || !get_memory (&self, shape, error) || !prepare (&self, error))
    return FALSE;

  input.x = self.x;
  if (ondes_spectral_read (&self.run, transfer, &input, &range))
    {
      if (!ondes_spectrum_check_sums (spectrum, self.run.n, &range, error))
        return FALSE;
      self.run.unit = ONDES_SPECTRAL_PIECE_BITS;
      if (transform (&self, self.run.n)
          && order (&self, transfer, ondes_spectral_may_map (&self.run, type, shape->type), &map))
        {
          const OndesSpectralOutput output = { .sink = call->sink, .type = type, .as = shape->type, .map = map, .x = self.x,
                                               .divide = o->kind == ONDES_SPECTRUM_WALSH && o->inverse && !self.run.divide };

          ondes_spectral_put (&self.run, transfer, &output);
        }
    }
  return ondes_spectral_end (&self.run, start, error);
}

const OndesCpuTransform ondes_cpu_spectrum = { plan, run };
