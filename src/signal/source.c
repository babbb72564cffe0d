/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "source.h"

#include <string.h>

G_DEFINE_QUARK (ondes-error-quark, ondes_error)

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

void
ondes_source_init (OndesSource            *self,
                   const OndesSourceClass *klass,
                   OndesType               type,
                   guint64                 n,
                   double                  rate_hz)
{
  *self = (OndesSource) { .klass = klass, .id = ondes_source_new_id (), .n = n, .channel = 1, .type = type, .rate_hz = rate_hz };
  g_atomic_ref_count_init (&self->ref_count);
}

OndesSource *
ondes_source_ref (OndesSource *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ondes_source_unref (OndesSource *self)
{
  if (g_atomic_ref_count_dec (&self->ref_count))
    self->klass->finalize (self);
}

gboolean
ondes_source_read (OndesSource *self,
                   guint64      at,
                   gsize        n,
                   void        *dst,
                   GError     **error)
{
  if (at > self->n || n > self->n - at)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   "samples %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " were asked for, but there are only %" G_GUINT64_FORMAT,
                   at, at + n, self->n);
      return FALSE;
    }
  return n == 0 || self->klass->read (self, at, n, dst, error);
}

/* Element @i of @data, of any type, as a complex number in double precision. */
static void
element (OndesType   type,
         const void *data,
         gsize       i,
         double     *re,
         double     *im)
{
  *re = *im = 0;
  switch (type)
    {
    case ONDES_U8:
      *re = ((const guint8 *) data)[i];
      break;
    case ONDES_I32:
      *re = ((const gint32 *) data)[i];
      break;
    case ONDES_I64:
      *re = (double) ((const gint64 *) data)[i];
      break;
    case ONDES_F32:
      *re = ((const float *) data)[i];
      break;
    case ONDES_F64:
      *re = ((const double *) data)[i];
      break;
    case ONDES_C64:
      *re = ((const float *) data)[2 * i];
      *im = ((const float *) data)[2 * i + 1];
      break;
    case ONDES_C128:
      *re = ((const double *) data)[2 * i];
      *im = ((const double *) data)[2 * i + 1];
      break;
    case ONDES_BITS:
      *re = ((const guint8 *) data)[i / 8] >> (i % 8) & 1;
      break;
    }
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
  double block[2 * BLOCK]; /* room for the widest type, aligned for every type */

  if (self->type == as)
    return ondes_source_read (self, at, n, dst, error);
  g_return_val_if_fail (as == ONDES_F32 || as == ONDES_F64 || ondes_type_is_complex (as), FALSE);
  if (ondes_type_is_complex (self->type) && !ondes_type_is_complex (as))
    {
      g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE, "the samples are complex where real ones are needed");
      return FALSE;
    }

  for (gsize done = 0; done < n;)
    {
      gsize m = MIN (n - done, BLOCK);

      if (!ondes_source_read (self, at + done, m, block, error))
        return FALSE;
      for (gsize i = 0; i < m; i++)
        {
          double re = 0, im = 0;

          element (self->type, block, i, &re, &im);
          switch (as)
            {
            case ONDES_F32:
              ((float *) dst)[done + i] = (float) re;
              break;
            case ONDES_F64:
              ((double *) dst)[done + i] = re;
              break;
            case ONDES_C64:
              ((float *) dst)[2 * (done + i)] = (float) re;
              ((float *) dst)[2 * (done + i) + 1] = (float) im;
              break;
            default:
              ((double *) dst)[2 * (done + i)] = re;
              ((double *) dst)[2 * (done + i) + 1] = im;
            }
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

  if (source->type == ONDES_BITS)
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
