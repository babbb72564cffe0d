/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "levelling.h"

#include "result.h"
#include "base/memory.h"
#include "signal/computed-source.h"
#include "signal/scan.h"
#include "transform/cwt.h"
#include "transform/filter.h"
#include "transform/picture.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

/* Range of the largest sample's exponent within which samples are not scaled. The square of 2^−16 is 2^−32, and squaring the
 * ends of a mask, at exp (−32), contributes 2^−93: all still normal float32. 2^42 leaves as much for l2, which grows with
 * √s. */
#define MIN_EXPONENT (-16)
#define MAX_EXPONENT   42
/* Wider range if only magnitudes or coefficients are computed, without squares. */
#define MIN_LINEAR     (-79)
#define MAX_LINEAR     106
#define MAX_WHOLE_SCAN (1 << 20) /* samples; a longer recording is sampled by STRETCHES stretches of STRETCH */
#define STRETCHES      32
#define MORE_STRETCHES 2048 /* stretches if the first ones are silent */
#define STRETCH        4096
#define HIGHER         60        /* added to e after an overflow */
#define PIECE          4096

/* Encodes OndesSource.level: e, and whether all samples were scanned. 0 means not determined yet. */
#define ENCODE(exponent, whole) (((exponent) + 4096) * 2 + (whole))

typedef struct
{
  OndesSource  source;
  OndesSource *base;
  double       gain;
  int         *overflow; /* atomic */
} Scaled;

typedef struct
{
  OndesSink      sink;
  OndesSink     *to;
  OndesSource   *base;
  OndesQuantity  quantity;
  int            exponent; /* e of the recording */
  gboolean       scaled;   /* the engine gets samples times 2^−exponent */
  gboolean       watched;
  int            overflow; /* atomic */
  OndesType      type, as; /* element types of the engine's and the sink's values */
  double         gain;
  void          *row;
  char          *mapped; /* the target's memory, once parts are put; rows @stride bytes apart */
  gsize          stride, bytes;
} Levelled;

static int
exponent_of (double peak)
{
  int exponent = 0;

  if (peak > 0)
    frexp (peak, &exponent);
  return exponent;
}

static gboolean
sample_peak (OndesSource  *source,
             guint         n_stretches,
             double       *peak,
             GCancellable *cancellable,
             GError      **error)
{
  g_autofree void *data = ondes_memory_try (ondes_type_bytes (source->type, STRETCH), error);
  OndesScan scan = { 0 };

  for (guint i = 0; data != NULL && i < n_stretches; i++)
    {
      const guint64 at = (guint64) ((double) (source->n - STRETCH) * i / (n_stretches - 1));
      OndesStretch stretch = ONDES_STRETCH_NONE;

      if (g_cancellable_set_error_if_cancelled (cancellable, error) || !ondes_source_read (source, at, STRETCH, data, error))
        return FALSE;
      ondes_stretch_add (&stretch, source->type, data, 0, STRETCH);
      ondes_scan_add (&scan, &stretch);
    }
  *peak = scan.peak;
  return data != NULL;
}

/* TRUE if the type's range needs no look at the samples. */
static gboolean
is_small (const OndesSource *source)
{
  return source->type == ONDES_U8 || source->type == ONDES_I32 || source->type == ONDES_BITS;
}

/* Finds e of @source, which is cached there; @whole: TRUE if all samples were scanned. */
static gboolean
find_exponent (OndesSource  *source,
               int          *exponent,
               gboolean     *whole,
               GCancellable *cancellable,
               GError      **error)
{
  const int kept = g_atomic_int_get (&source->level);
  g_autoptr (OndesSource) sampled = NULL;
  double peak = 0;

  if (kept != 0)
    {
      *exponent = kept / 2 - 4096;
      *whole = kept % 2;
      return TRUE;
    }
  *whole = source->n <= MAX_WHOLE_SCAN;
  /* A computed source might have to measure most of the recording for every stretch, so an estimate of it is used. */
  sampled = *whole ? ondes_source_ref (source) : ondes_computed_source_estimate (source, 0, source->n, cancellable, error);
  if (sampled == NULL || (!*whole && !sample_peak (sampled, STRETCHES, &peak, cancellable, error)))
    return FALSE;
  /* Long silence: look at more stretches, as reading the whole recording could take minutes. */
  if (!*whole && peak == 0 && !sample_peak (sampled, MORE_STRETCHES, &peak, cancellable, error))
    return FALSE;
  if (*whole)
    {
      OndesScan scan;

      if (!ondes_source_scan (source, &scan, &(OndesWatch) { .cancellable = cancellable }, error))
        return FALSE;
      peak = scan.peak;
    }
  *exponent = exponent_of (peak);
  if (*exponent >= MIN_EXPONENT && *exponent <= MAX_EXPONENT)
    *exponent = 0;
  g_atomic_int_set (&source->level, ENCODE (*exponent, *whole));
  return TRUE;
}

static gboolean
scaled_read (OndesSource *source,
             guint64      at,
             gsize        n,
             void        *dst,
             GError     **error)
{
  const Scaled *self = (const Scaled *) source;
  const gsize parts = ondes_type_is_complex (source->type) ? 2 : 1;
  gboolean overflow = FALSE;

  if (!ondes_source_read_as (self->base, at, n, source->type, dst, error))
    return FALSE;
  if (source->type == ONDES_F32 || source->type == ONDES_C64)
    for (gsize i = 0; i < n * parts; i++)
      {
        const float x = ((float *) dst)[i], y = (float) (x * self->gain);

        overflow |= isinf (y) && !isinf (x);
        ((float *) dst)[i] = y;
      }
  else
    for (gsize i = 0; i < n * parts; i++)
      {
        const double x = ((double *) dst)[i], y = x * self->gain;

        overflow |= isinf (y) && !isinf (x);
        ((double *) dst)[i] = y;
      }
  if (overflow)
    g_atomic_int_set (self->overflow, TRUE);
  return TRUE;
}

static void
scaled_finalize (OndesSource *source)
{
  ondes_source_unref (((Scaled *) source)->base);
  g_free (source);
}

/* Returns a source with the samples of @base times 2^−@exponent. It has the id of @base, so that engines forget both together,
 * but its own revision. */
static OndesSource *
scaled_new (OndesSource *base,
            int          exponent,
            int         *overflow)
{
  static const OndesSourceClass klass = { scaled_read, scaled_finalize };
  Scaled *self = g_new (Scaled, 1);

  ondes_source_init (&self->source, &klass, base->type == ONDES_I64 ? ONDES_F64 : base->type, base->n, base->rate_hz);
  self->source.id = base->id;
  self->source.channel = base->channel;
  self->source.revision = base->revision ^ ((guint64) (exponent + 4096) << 48);
  self->base = ondes_source_ref (base);
  self->gain = ldexp (1, -CLAMP (exponent, -1000, 1000));
  self->overflow = overflow;
  return &self->source;
}

/* Returns the exponent of the factor that restores the values. */
static int
result_exponent (const Levelled *self)
{
  const int exponent = self->scaled ? CLAMP (self->exponent, -1000, 1000) : 0;

  return self->quantity == ONDES_QUANTITY_PHASE ? 0 : self->quantity == ONDES_QUANTITY_POWER ? 2 * exponent : exponent;
}

static gboolean
levelled_begin (OndesSink *sink,
                OndesType  type,
                guint64    rows,
                guint64    cols,
                GError   **error)
{
  Levelled *self = (Levelled *) sink;
  const gboolean sink_scales = self->to->klass->scaled != NULL;
  const gboolean fits = self->exponent == 0 || self->quantity == ONDES_QUANTITY_PHASE
                        || (self->quantity != ONDES_QUANTITY_POWER && self->exponent >= MIN_LINEAR
                            && self->exponent <= MAX_LINEAR);

  self->type = type;
  self->bytes = rows * ondes_type_bytes (type, cols);
  if (ondes_type_is_complex (type))
    self->as = sink_scales || fits ? ONDES_C64 : ONDES_C128;
  else
    self->as = sink_scales || fits ? ONDES_F32 : ONDES_F64;
  self->gain = sink_scales ? 1 : ldexp (1, result_exponent (self));
  g_free (self->row);
  self->row = ondes_memory_try (ondes_type_bytes (self->as, PIECE), error);
  if (self->row == NULL)
    return FALSE;
  if (sink_scales)
    self->to->klass->scaled (self->to, result_exponent (self));
  return self->to->klass->begin (self->to, self->as, rows, cols, error);
}

static gboolean
is_finite (const float *values,
           gsize        n)
{
  guint infinite = 0;

  for (gsize i = 0; i < n; i++)
    infinite |= isinf (values[i]) != 0;
  return !infinite;
}

static gboolean
is_single (OndesType type)
{
  return type == ONDES_F32 || type == ONDES_C64;
}

/* Converts @n values from @from to the row buffer; FALSE if one overflowed float32. */
static gboolean
convert (const Levelled *self,
         const void     *from,
         gsize           n)
{
  const gboolean single = is_single (self->type);
  guint passed = 0;

  for (gsize i = 0; i < n; i++)
    {
      const double value = (single ? ((const float *) from)[i] : ((const double *) from)[i]) * self->gain;

      if (is_single (self->as))
        {
          const float narrow = (float) value;

          passed |= isinf (narrow) && !isinf (value);
          ((float *) self->row)[i] = narrow;
        }
      else
        ((double *) self->row)[i] = value;
    }
  return !passed;
}

static gboolean
fail_passed (Levelled *self,
             GError  **error)
{
  g_atomic_int_set (&self->overflow, TRUE);
  return ondes_error_set (error, ONDES_ERROR_FILE, _("values passed the range of single precision"));
}

static gboolean
levelled_put (OndesSink       *sink,
              const OndesRect *where,
              const void      *data,
              gsize            stride_bytes,
              gboolean         final,
              GError         **error)
{
  Levelled *self = (Levelled *) sink;
  const gsize parts = ondes_type_is_complex (self->type) ? 2 : 1;

  for (guint64 i = 0; self->watched && is_single (self->type) && i < where->rows; i++)
    if (!is_finite ((const float *) (const void *) ((const char *) data + i * stride_bytes), where->cols * parts))
      return fail_passed (self, error);
  if (self->gain == 1 && self->as == self->type)
    return self->to->klass->put (self->to, where, data, stride_bytes, final, error);
  for (guint64 i = 0; i < where->rows; i++)
    for (guint64 at = 0; at < where->cols; at += PIECE)
      {
        const OndesRect piece = { where->row0 + i, 1, where->col0 + at, MIN (PIECE, where->cols - at) };
        const char *from = (const char *) data + i * stride_bytes + ondes_type_bytes (self->type, at);

        if (!convert (self, from, piece.cols * parts) && self->watched)
          return fail_passed (self, error);
        if (!self->to->klass->put (self->to, &piece, self->row, ondes_type_bytes (self->as, piece.cols), final, error))
          return FALSE;
      }
  return TRUE;
}

/* Borrows the target's memory. */
static gboolean
borrow (Levelled *self)
{
  const OndesSinkClass *klass = self->to->klass;

  self->mapped = klass->map != NULL ? klass->map (self->to, &self->stride) : NULL;
  return self->mapped != NULL;
}

static gboolean
levelled_takes_parts (OndesSink *sink)
{
  Levelled *self = (Levelled *) sink;

  return self->gain == 1 && self->as == self->type && borrow (self);
}

static gboolean
levelled_wants (OndesSink       *sink,
                const OndesRect *where)
{
  return ondes_sink_wants (((Levelled *) sink)->to, where);
}

static void
place_part (Levelled   *self,
            guint64     row,
            guint64     col,
            guint64     n,
            const void *data)
{
  ondes_result_copy (self->bytes, self->mapped + row * self->stride + ondes_type_bytes (self->type, col), data,
                     ondes_type_bytes (self->type, n));
}

static gboolean
levelled_put_part (OndesSink  *sink,
                   guint64     row,
                   guint64     col,
                   guint64     n,
                   const void *data,
                   GError    **error)
{
  Levelled *self = (Levelled *) sink;

  if (self->watched && is_single (self->type) && !is_finite (data, n * (ondes_type_is_complex (self->type) ? 2 : 1)))
    return fail_passed (self, error);
  place_part (self, row, col, n, data);
  return TRUE;
}

static gboolean
watched_begin (OndesSink *sink,
               OndesType  type,
               guint64    rows,
               guint64    cols,
               GError   **error)
{
  Levelled *self = (Levelled *) sink;

  self->type = type;
  self->bytes = rows * ondes_type_bytes (type, cols);
  return self->to->klass->begin (self->to, type, rows, cols, error);
}

/* TRUE if no value is NaN or infinite. */
static gboolean
all_finite (const void *values,
            gboolean    single,
            gsize       n)
{
  guint bad = 0;

  if (single)
    for (gsize i = 0; i < n; i++)
      bad |= !(fabsf (((const float *) values)[i]) <= G_MAXFLOAT);
  else
    for (gsize i = 0; i < n; i++)
      bad |= !(fabs (((const double *) values)[i]) <= G_MAXDOUBLE);
  return !bad;
}

/* Overflows end as NaN where sums are by FFT. */
static gboolean
watched_put (OndesSink       *sink,
             const OndesRect *where,
             const void      *data,
             gsize            stride_bytes,
             gboolean         final,
             GError         **error)
{
  Levelled *self = (Levelled *) sink;
  const gsize n = where->cols * (ondes_type_is_complex (self->type) ? 2 : 1);

  for (guint64 i = 0; i < where->rows; i++)
    if (!all_finite ((const char *) data + i * stride_bytes, is_single (self->type), n))
      return fail_passed (self, error);
  return self->to->klass->put (self->to, where, data, stride_bytes, final, error);
}

static gboolean
watched_takes_parts (OndesSink *sink)
{
  return borrow ((Levelled *) sink);
}

static gboolean
watched_put_part (OndesSink  *sink,
                  guint64     row,
                  guint64     col,
                  guint64     n,
                  const void *data,
                  GError    **error)
{
  Levelled *self = (Levelled *) sink;

  if (!all_finite (data, is_single (self->type), n * (ondes_type_is_complex (self->type) ? 2 : 1)))
    return fail_passed (self, error);
  place_part (self, row, col, n, data);
  return TRUE;
}

/* Returns the binary exponent of what a filter multiplies samples by at most: of the largest Σ |h|, and of half the rate for a
 * derivative, or 2, above 20/16, for interpolation. */
static int
filter_exponent (const OndesFilter *filter,
                 double             rate_hz)
{
  double most = 0;
  guint n;
  const OndesFilterBand *bands = ondes_filter_bank_get (filter->bank, &n);

  for (guint i = 0; i < n; i++)
    {
      double sum = 0;

      for (gsize m = 0; m < (gsize) bands[i].n * (bands[i].is_complex ? 2 : 1); m++)
        sum += fabs (bands[i].taps[m]);
      most = MAX (most, sum);
    }
  return exponent_of (most) + (filter->options.post == ONDES_POST_INTERPOLATION)
         + (filter->options.post == ONDES_POST_DERIVATIVE ? MAX (exponent_of (rate_hz / 2), 0) : 0);
}

static gboolean
is_linear (int exponent)
{
  return exponent >= MIN_LINEAR && exponent <= MAX_LINEAR;
}

/* A filter needs no scaling: its sums are linear, and powers are formed in double precision. Recordings or taps that float32 does
 * not hold are filtered in double precision; so is the rest of a recording that turns out to be louder than its samples looked. */
static gboolean
init_filter (OndesLevelling *self,
             OndesRequest   *request,
             OndesSink      *sink,
             GCancellable   *cancellable,
             GError        **error)
{
  static const OndesSinkClass klass = { .begin = watched_begin, .put = watched_put, .takes_parts = watched_takes_parts,
                                        .put_part = watched_put_part };
  const OndesFilter *filter = ondes_spec_filter (request->spec);
  const int gain = filter_exponent (filter, request->sources[0]->rate_hz);
  OndesFilterOptions options = filter->options;
  g_autoptr (OndesSpec) wide = NULL;
  OndesSource *loudest = NULL;
  gboolean fits = is_linear (gain);
  int most = G_MININT;

  for (guint i = 0; i < request->n_sources; i++)
    {
      OndesSource *source = request->sources[i];
      gboolean whole = TRUE;
      int exponent = 0;

      if (!is_small (source) && !find_exponent (source, &exponent, &whole, cancellable, error))
        return FALSE;
      fits = fits && is_linear (exponent) && is_linear (exponent + gain);
      if (!whole && exponent > most)
        {
          loudest = source;
          most = exponent;
        }
    }
  if (!fits)
    {
      options.precision = ONDES_PRECISION_DOUBLE;
      wide = ondes_filter_new (&options, filter->bank, error);
      self->request = wide != NULL ? ondes_request_new (wide, request->sources, request->n_sources, &request->view, error) : NULL;
      return self->request != NULL;
    }
  self->request = ondes_request_ref (request);
  if (loudest != NULL)
    {
      Levelled *made = g_new0 (Levelled, 1);

      *made = (Levelled) { .sink = { &klass }, .to = sink, .base = ondes_source_ref (loudest), .exponent = most };
      self->sink = &made->sink;
      self->levelled = made;
    }
  return TRUE;
}

/* Returns the spec of @cwt with double precision. */
static OndesSpec *
double_spec (const OndesCwt *cwt)
{
  g_autoptr (GArray) scales = g_array_new (FALSE, FALSE, sizeof (OndesScale));
  const OndesScaleList list = { scales, (char *) cwt->scale_options, cwt->voices };
  OndesCwtOptions options = cwt->options;

  g_array_append_vals (scales, cwt->scales, cwt->n_scales);
  options.precision = ONDES_PRECISION_DOUBLE;
  return ondes_cwt_new (&options, &list, NULL);
}

/* Returns @asked with the source and precision meant for the engine, transfer full. */
static OndesRequest *
levelled_request (OndesRequest *asked,
                  Levelled     *made,
                  gboolean      wide,
                  GError      **error)
{
  const gboolean scaled = made != NULL && made->scaled;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesSource) source = NULL;

  if (!scaled && !wide)
    return ondes_request_ref (asked);
  spec = wide ? double_spec (ondes_spec_cwt (asked->spec)) : ondes_spec_ref (asked->spec);
  source = scaled ? scaled_new (asked->sources[0], made->exponent, &made->overflow) : ondes_source_ref (asked->sources[0]);
  return ondes_request_new_of (spec, source, &asked->view, error);
}

/* TRUE for transforms of samples times a power of two that give the result times one: not for integers. */
static gboolean
may_scale (const OndesSpec *spec)
{
  return ondes_spec_picture (spec) != NULL && !ondes_picture_traits (spec).is_integer;
}

gboolean
ondes_levelling_init (OndesLevelling *self,
                      OndesRequest   *request,
                      OndesSink      *sink,
                      GCancellable   *cancellable,
                      GError        **error)
{
  static const OndesSinkClass klass = { .begin = levelled_begin, .put = levelled_put, .takes_parts = levelled_takes_parts,
                                        .put_part = levelled_put_part, .wants = levelled_wants };
  const OndesCwt *cwt = ondes_spec_transform (request->spec) == ONDES_TRANSFORM_CWT ? ondes_spec_cwt (request->spec) : NULL;
  OndesSource *source = request->sources[0];
  gboolean whole = TRUE, wide, rounded;
  int exponent = 0;
  Levelled *made = NULL;

  *self = (OndesLevelling) { .sink = sink };
  if (ondes_spec_transform (request->spec) == ONDES_TRANSFORM_FILTER
      && ondes_spec_filter (request->spec)->options.precision != ONDES_PRECISION_DOUBLE)
    return init_filter (self, request, sink, cancellable, error);
  if (!may_scale (request->spec) || !is_single (request->result.type))
    {
      self->request = ondes_request_ref (request);
      return TRUE;
    }
  wide = cwt != NULL && cwt->options.precision == ONDES_PRECISION_SINGLE2 && cwt->options.method == ONDES_METHOD_AUTO;
  rounded = wide && request->view.columns == 0;
  if (!is_small (source) && !find_exponent (source, &exponent, &whole, cancellable, error))
    return FALSE;
  if (exponent != 0 || !whole || rounded)
    {
      made = g_new0 (Levelled, 1);
      made->sink.klass = &klass;
      made->to = sink;
      made->base = ondes_source_ref (source);
      made->quantity = cwt != NULL ? cwt->options.quantity : ONDES_QUANTITY_MAGNITUDE;
      made->exponent = exponent;
      made->scaled = exponent != 0 && !rounded;
      made->watched = !whole && made->quantity != ONDES_QUANTITY_PHASE;
      self->sink = &made->sink;
      self->levelled = made;
    }
  self->request = levelled_request (request, made, wide, error);
  if (self->request == NULL)
    ondes_levelling_again (self);
  return self->request != NULL;
}

gboolean
ondes_levelling_again (OndesLevelling *self)
{
  Levelled *made = self->levelled;
  gboolean again = FALSE;

  if (made != NULL)
    {
      again = g_atomic_int_get (&made->overflow) && made->exponent < 1024;
      if (again)
        g_atomic_int_set (&made->base->level, ENCODE (made->exponent + HIGHER, FALSE));
      ondes_source_unref (made->base);
      g_free (made->row);
    }
  g_clear_pointer (&self->request, ondes_request_unref);
  g_clear_pointer (&self->levelled, g_free);
  return again;
}
