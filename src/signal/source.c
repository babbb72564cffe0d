/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "source.h"

#include "base/counted.h"
#include "base/words.h"

#include <string.h>

static const struct
{
  const char *name;
  guint       bits;
} type_info[] = {
  [ONDES_U8] = { "uint8", 8 },         [ONDES_I32] = { "int32", 32 },        [ONDES_I64] = { "int64", 64 },
  [ONDES_F32] = { "float32", 32 },     [ONDES_F64] = { "float64", 64 },      [ONDES_C64] = { "complex64", 64 },
  [ONDES_C128] = { "complex128", 128 }, [ONDES_BITS] = { "bits", 1 },
};

gsize
ondes_type_bytes (OndesType type,
                  gsize     n)
{
  return type == ONDES_BITS ? n / 8 + (n % 8 != 0) : n * (type_info[type].bits / 8);
}

gboolean
ondes_type_is_complex (OndesType type)
{
  return type == ONDES_C64 || type == ONDES_C128;
}

gboolean
ondes_type_is_integer (OndesType type)
{
  return type == ONDES_U8 || type == ONDES_I32 || type == ONDES_I64 || type == ONDES_BITS;
}

const char *
ondes_type_name (OndesType type)
{
  return type_info[type].name;
}

guint64
ondes_source_new_id (void)
{
  static gsize last;

  return g_atomic_pointer_add (&last, 1) + 1;
}

static void (*on_gone) (guint64 id); /* atomic */

void
ondes_source_on_gone (void (*gone) (guint64 id))
{
  g_atomic_pointer_set (&on_gone, gone);
}

void
ondes_source_gone (guint64 id)
{
  void (*gone) (guint64 id) = g_atomic_pointer_get (&on_gone);

  if (gone != NULL)
    gone (id);
}

void
ondes_source_init (OndesSource            *self,
                   const OndesSourceClass *klass,
                   OndesType               type,
                   guint64                 n,
                   double                  rate_hz)
{
  *self = (OndesSource) { .klass = klass, .id = ondes_source_new_id (), .n = n, .channel = 1, .type = type, .rate_hz = rate_hz };
  self->own_id = self->id;
  g_atomic_ref_count_init (&self->ref_count);
}

static void
ondes_source_finalize (OndesSource *self)
{
  const guint64 id = self->id == self->own_id ? self->id : 0;

  self->klass->finalize (self);
  if (id != 0)
    ondes_source_gone (id);
}

ONDES_DEFINE_COUNTED_CLASS (OndesSource, ondes_source)

gboolean
ondes_source_read (OndesSource *self,
                   guint64      at,
                   gsize        n,
                   void        *dst,
                   GError     **error)
{
  if (at > self->n || n > self->n - at)
    return ondes_error_set (error, ONDES_ERROR_FILE,
                            _("samples %" PRIu64 " to %" PRIu64 " were asked for, but there are only %" PRIu64),
                            at, at + n, self->n);
  return n == 0 || self->klass->read (self, at, n, dst, error);
}

guint64
ondes_source_gap (OndesSource *self,
                  guint64      at)
{
  return self->klass->gap != NULL && at < self->n ? MIN (self->klass->gap (self, at), self->n - at) : 0;
}

#define CASE(type, T, Out, count)           \
  case type:                                \
    for (gsize i = 0; i < count; i++)       \
      out[i] = (Out) ((const T *) data)[i]; \
    break;

/* Defines a conversion of elements of any type, two per complex element. */
#define DEFINE_WIDEN(name, Out)                                   \
  static void                                                     \
  name (OndesType   type,                                         \
        const void *data,                                         \
        gsize       n,                                            \
        Out        *out)                                          \
  {                                                               \
    switch (type)                                                 \
      {                                                           \
        CASE (ONDES_U8, guint8, Out, n)                           \
        CASE (ONDES_I32, gint32, Out, n)                          \
        CASE (ONDES_I64, gint64, Out, n)                          \
        CASE (ONDES_F32, float, Out, n)                           \
        CASE (ONDES_F64, double, Out, n)                          \
        CASE (ONDES_C64, float, Out, 2 * n)                       \
        CASE (ONDES_C128, double, Out, 2 * n)                     \
      case ONDES_BITS:                                            \
        for (gsize i = 0; i < n; i++)                             \
          out[i] = ((const guint8 *) data)[i / 8] >> (i % 8) & 1; \
      }                                                           \
  }

DEFINE_WIDEN (to_doubles, double)
DEFINE_WIDEN (to_integers, gint64) /* of integers and bits */

#undef DEFINE_WIDEN
#undef CASE

/* Fails if one of @n samples, the first at @at, does not fit in an element of @as. */
static gboolean
check_integers (const gint64 *x,
                guint64       at,
                gsize         n,
                OndesType     as,
                GError      **error)
{
  const gint64 lo = as == ONDES_I64 ? G_MININT64 : as == ONDES_I32 ? G_MININT32 : 0;
  const gint64 hi = as == ONDES_I64 ? G_MAXINT64 : as == ONDES_I32 ? G_MAXINT32 : as == ONDES_U8 ? G_MAXUINT8 : 1;

  for (gsize i = 0; i < n; i++)
    if (G_UNLIKELY (x[i] < lo || x[i] > hi))
      return ondes_error_set (error, ONDES_ERROR_FILE,
                              _("sample %" PRIu64 " is %" PRId64 ", which %s cannot hold"), at + i, x[i],
                              ondes_type_name (as));
  return TRUE;
}

/* Stores @n samples as elements of @as, from element @done of @dst on. */
static void
store_integers (const gint64 *x,
                gsize         n,
                OndesType     as,
                gsize         done,
                void         *dst)
{
  switch (as)
    {
    case ONDES_U8:
      for (gsize i = 0; i < n; i++)
        ((guint8 *) dst)[done + i] = (guint8) x[i];
      break;
    case ONDES_I32:
      for (gsize i = 0; i < n; i++)
        ((gint32 *) dst)[done + i] = (gint32) x[i];
      break;
    case ONDES_I64:
      memcpy ((gint64 *) dst + done, x, n * sizeof *x);
      break;
    default: /* BITS: blocks begin on a byte boundary */
      memset ((guint8 *) dst + done / 8, 0, (n + 7) / 8);
      for (gsize i = 0; i < n; i++)
        ((guint8 *) dst)[(done + i) / 8] |= (guint8) (x[i] << i % 8);
    }
}

static void
store_doubles (const double *x,
               gsize         n,
               gboolean      complex_in,
               OndesType     as,
               gsize         done,
               void         *dst)
{
  if (as == ONDES_F32 || (as == ONDES_C64 && complex_in))
    {
      float *out = (float *) dst + (complex_in ? 2 * done : done);

      for (gsize i = 0; i < (complex_in ? 2 * n : n); i++)
        out[i] = (float) x[i];
    }
  else if (as == ONDES_F64 || (as == ONDES_C128 && complex_in))
    memcpy ((double *) dst + (complex_in ? 2 * done : done), x, (complex_in ? 2 * n : n) * sizeof *x);
  else
    for (gsize i = 0; i < n; i++)
      if (as == ONDES_C64)
        {
          ((float *) dst)[2 * (done + i)] = (float) x[i];
          ((float *) dst)[2 * (done + i) + 1] = 0;
        }
      else
        {
          ((double *) dst)[2 * (done + i)] = x[i];
          ((double *) dst)[2 * (done + i) + 1] = 0;
        }
}

static gboolean
is_integer (OndesType type)
{
  return type == ONDES_U8 || type == ONDES_I32 || type == ONDES_I64 || type == ONDES_BITS;
}

gboolean
ondes_source_read_as (OndesSource *self,
                      guint64      at,
                      gsize        n,
                      OndesType    as,
                      void        *dst,
                      GError     **error)
{
  enum { BLOCK = 4096 };
  double block[2 * BLOCK], wide[2 * BLOCK]; /* room for the widest type, aligned for every type */
  const gboolean complex_in = ondes_type_is_complex (self->type);

  if (self->type == as)
    return ondes_source_read (self, at, n, dst, error);
  if (is_integer (as) && !is_integer (self->type))
    return ondes_error_set (error, ONDES_ERROR_FILE, _("the samples are %s where integers are needed"),
                            ondes_type_name (self->type));
  if (complex_in && !ondes_type_is_complex (as))
    return ondes_error_set (error, ONDES_ERROR_FILE, _("the samples are complex where real ones are needed"));

  for (gsize done = 0; done < n;)
    {
      gsize m = MIN (n - done, BLOCK);

      if (!ondes_source_read (self, at + done, m, block, error))
        return FALSE;
      if (is_integer (as))
        {
          gint64 *integers = (gint64 *) (void *) wide;

          to_integers (self->type, block, m, integers);
          if (!check_integers (integers, at + done, m, as, error))
            return FALSE;
          store_integers (integers, m, as, done, dst);
        }
      else
        {
          to_doubles (self->type, block, m, wide);
          store_doubles (wide, m, complex_in, as, done, dst);
        }
      done += m;
    }
  return TRUE;
}

typedef struct
{
  OndesSource source;
  void       *data;
} ArraySource;

static gboolean
array_read (OndesSource *source,
            guint64      at,
            gsize        n,
            void        *dst,
            GError     **error)
{
  const ArraySource *self = (const ArraySource *) source;

  if (source->type == ONDES_BITS && at % 8 != 0)
    {
      memset (dst, 0, ondes_type_bytes (ONDES_BITS, n));
      for (gsize i = 0; i < n; i++)
        if (((const guint8 *) self->data)[(at + i) / 8] >> ((at + i) % 8) & 1)
          ((guint8 *) dst)[i / 8] |= (guint8) (1 << (i % 8));
    }
  else
    memcpy (dst, (const char *) self->data + ondes_type_bytes (source->type, at), ondes_type_bytes (source->type, n));
  return TRUE;
}

static void
array_finalize (OndesSource *source)
{
  g_free (((ArraySource *) source)->data);
  g_free (source);
}

OndesSource *
ondes_array_source_new (OndesType   type,
                        const void *data,
                        gsize       n,
                        double      rate_hz)
{
  static const OndesSourceClass klass = { array_read, array_finalize };
  ArraySource *self = g_new (ArraySource, 1);

  ondes_source_init (&self->source, &klass, type, n, rate_hz);
  self->data = g_memdup2 (data, ondes_type_bytes (type, n));
  return &self->source;
}
