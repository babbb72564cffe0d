/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "elements.h"

#include "base/words.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define PIECE_BYTES ((gsize) 256 << 10)

/* TRUE if a long double is x87's, in 16 bytes, which NumPy calls float128 on such machines. */
#define HAVE_LONG_DOUBLE (LDBL_MANT_DIG == 64 && G_BYTE_ORDER == G_LITTLE_ENDIAN)

typedef struct
{
  OndesReader  reader;
  OndesElement element;
  int          fd;
  guint64      offset;
  gboolean     planar;
} ElementsReader;

gboolean
ondes_element_type (const OndesElement *self,
                    OndesType          *type,
                    guint              *bits)
{
  static const struct
  {
    char      kind;
    guint     bytes;
    OndesType type;
    guint     bits;
  } types[] = {
    { 'b', 1, ONDES_U8, 8 },    { 'u', 1, ONDES_U8, 8 },    { 'u', 2, ONDES_I32, 16 }, { 'u', 4, ONDES_I64, 32 },
    { 'u', 8, ONDES_I64, 64 },  { 'i', 1, ONDES_I32, 8 },   { 'i', 2, ONDES_I32, 16 }, { 'i', 3, ONDES_I32, 24 },
    { 'i', 4, ONDES_I32, 32 },  { 'i', 8, ONDES_I64, 64 },  { 'm', 1, ONDES_I32, 8 },  { 'f', 2, ONDES_F32, 0 },
    { 'f', 4, ONDES_F32, 0 },   { 'f', 8, ONDES_F64, 0 },   { 'f', 16, ONDES_F64, 0 }, { 'c', 8, ONDES_C64, 0 },
    { 'c', 16, ONDES_C128, 0 }, { 'c', 32, ONDES_C128, 0 }, { 'm', 2, ONDES_I32, 16 },  { 'm', 4, ONDES_I32, 32 },
    { 'j', 2, ONDES_C64, 0 },   { 'j', 4, ONDES_C64, 0 },   { 'j', 8, ONDES_C128, 0 },  { 'k', 2, ONDES_C64, 0 },
    { 'k', 4, ONDES_C64, 0 },   { 'k', 8, ONDES_C128, 0 },
  };

  if (!HAVE_LONG_DOUBLE && (self->kind == 'f' ? self->bytes == 16 : self->bytes == 32))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].kind == self->kind && types[i].bytes == self->bytes)
      {
        *type = types[i].type;
        *bits = types[i].bits;
        return TRUE;
      }
  return FALSE;
}

/* Converts an IEEE 754 binary16 number. */
static float
half (guint16 h)
{
  int exponent = h >> 10 & 31, fraction = h & 1023;
  float magnitude = exponent == 31 ? (fraction ? NAN : INFINITY)
                  : exponent == 0  ? ldexpf ((float) fraction, -24)
                                   : ldexpf ((float) (fraction + 1024), exponent - 25);

  return h >> 15 ? -magnitude : magnitude;
}

/* Loads a number of @bytes at @from in the machine's byte order. */
static inline void
load (const guint8 *from,
      guint         bytes,
      gboolean      swap,
      void         *to)
{
  if (!swap)
    memcpy (to, from, bytes);
  else
    for (guint i = 0; i < bytes; i++)
      ((guint8 *) to)[i] = from[bytes - 1 - i];
}

static double
load_real (const guint8 *from,
           guint         bytes,
           gboolean      swap)
{
  union
  {
    guint16     h;
    float       f;
    double      d;
    long double l;
  } u;

  load (from, bytes, swap, &u);
  return bytes == 2 ? half (u.h) : bytes == 4 ? u.f : bytes == 8 ? u.d : (double) u.l;
}

static gint64
load_integer (const guint8 *from,
              guint         bytes,
              gboolean      swap,
              gboolean      is_signed)
{
  gboolean little = (G_BYTE_ORDER == G_LITTLE_ENDIAN) != swap;
  guint64 value = 0;

  for (guint i = 0; i < bytes; i++)
    value |= (guint64) from[little ? i : bytes - 1 - i] << 8 * i;
  if (is_signed && bytes < 8 && value >> (8 * bytes - 1))
    value -= G_GUINT64_CONSTANT (1) << 8 * bytes;
  return (gint64) value;
}

/* The number that stands for 0. */
static gint64
offset_of (const OndesElement *self)
{
  return self->kind == 'm' ? G_GINT64_CONSTANT (1) << (8 * self->bytes - 1)
         : self->kind == 'k' ? G_GINT64_CONSTANT (1) << (4 * self->bytes - 1)
                             : 0;
}

/* Returns a part of a complex number of integers. */
static double
load_part (const OndesElement *self,
           const guint8       *from)
{
  const guint bytes = self->bytes / 2;

  return ldexp ((double) (load_integer (from, bytes, self->swap, self->kind == 'j') - offset_of (self)), 1 - 8 * (int) bytes);
}

static void
decode_integer_pairs (const OndesElement *self,
                      const guint8       *from,
                      gsize               stride,
                      gsize               n,
                      void               *dst)
{
  const gsize parts[2] = { 0, self->bytes / 2 };

  for (gsize i = 0; i < 2 * n; i++)
    {
      const double part = load_part (self, from + i / 2 * stride + parts[i % 2]);

      if (self->bytes < 8)
        ((float *) dst)[i] = (float) part;
      else
        ((double *) dst)[i] = part;
    }
}

/* Converts @n elements of type Raw, @stride bytes apart, to type To; SWAP converts them to the machine's byte order. */
#define LOOP(Raw, To, SWAP)                                                                                                    \
  for (gsize i = 0; i < n; i++)                                                                                                \
    {                                                                                                                          \
      Raw raw;                                                                                                                 \
      To to;                                                                                                                   \
                                                                                                                               \
      memcpy (&raw, from + i * stride, sizeof raw);                                                                            \
      to = (To) SWAP (raw);                                                                                                    \
      memcpy ((To *) dst + i, &to, sizeof to);                                                                                 \
    }
#define AS_IT_IS(raw) (raw)
#define SWAP16(raw) ((gint16) GUINT16_SWAP_LE_BE (raw))
#define SWAP32(raw) GUINT32_SWAP_LE_BE (raw)
#define SWAP64(raw) GUINT64_SWAP_LE_BE (raw)

/* Decodes the common element kinds; FALSE for any other. Floats are copied as integer words. */
static inline gboolean
decode_common (const OndesElement *self,
               const guint8       *from,
               gsize               stride,
               gsize               n,
               void               *dst)
{
  if (self->kind == 'i' && self->bytes == 2)
    {
      if (self->swap)
        LOOP (gint16, gint32, SWAP16)
      else
        LOOP (gint16, gint32, AS_IT_IS)
    }
  else if ((self->kind == 'i' || self->kind == 'f') && self->bytes == 4)
    {
      if (self->swap)
        LOOP (guint32, guint32, SWAP32)
      else
        LOOP (guint32, guint32, AS_IT_IS)
    }
  else if (self->kind == 'f' && self->bytes == 8)
    {
      if (self->swap)
        LOOP (guint64, guint64, SWAP64)
      else
        LOOP (guint64, guint64, AS_IT_IS)
    }
  else if (self->kind == 'i' && self->bytes == 3)
    {
      const int low = (G_BYTE_ORDER == G_LITTLE_ENDIAN) != self->swap ? 0 : 2, high = 2 - low;

      for (gsize i = 0; i < n; i++, from += stride)
        ((gint32 *) dst)[i] = (gint8) from[high] * 65536 + from[1] * 256 + from[low];
    }
  else if (self->kind == 'm' && self->bytes == 1)
    for (gsize i = 0; i < n; i++)
      ((gint32 *) dst)[i] = from[i * stride] - 128;
  else
    return FALSE;
  return TRUE;
}

void
ondes_element_decode (const OndesElement *self,
                      const guint8       *from,
                      gsize               stride,
                      gsize               n,
                      void               *dst)
{
  OndesType type;
  guint bits;

  if (!ondes_element_type (self, &type, &bits))
    g_return_if_reached ();
  /* Two calls, so that the compiler can vectorise the one for contiguous elements. */
  if (stride == self->bytes ? decode_common (self, from, self->bytes, n, dst) : decode_common (self, from, stride, n, dst))
    return;
  if (self->kind == 'j' || self->kind == 'k')
    {
      decode_integer_pairs (self, from, stride, n, dst);
      return;
    }
  for (gsize i = 0; i < n; i++, from += stride)
    switch (type)
      {
      case ONDES_U8:
        ((guint8 *) dst)[i] = self->kind == 'b' ? *from != 0 : *from;
        break;
      case ONDES_I32:
        ((gint32 *) dst)[i] =
            (gint32) (load_integer (from, self->bytes, self->swap, self->kind == 'i') - offset_of (self));
        break;
      case ONDES_I64:
        ((gint64 *) dst)[i] = load_integer (from, self->bytes, self->swap, self->kind == 'i');
        break;
      case ONDES_F32:
        ((float *) dst)[i] = (float) load_real (from, self->bytes, self->swap);
        break;
      case ONDES_F64:
        ((double *) dst)[i] = load_real (from, self->bytes, self->swap);
        break;
      case ONDES_C64:
        ((float *) dst)[2 * i] = (float) load_real (from, 4, self->swap);
        ((float *) dst)[2 * i + 1] = (float) load_real (from + 4, 4, self->swap);
        break;
      default:
        ((double *) dst)[2 * i] = load_real (from, self->bytes / 2, self->swap);
        ((double *) dst)[2 * i + 1] = load_real (from + self->bytes / 2, self->bytes / 2, self->swap);
      }
}

static gboolean
elements_read (OndesReader *reader,
               guint64      at,
               gsize        n,
               void        *dst,
               GError     **error)
{
  ElementsReader *self = (ElementsReader *) reader;
  gsize width = self->element.bytes, channels = reader->channels;
  gsize row = self->planar ? width : width * channels; /* bytes between successive elements of a channel */
  gsize max = MAX (PIECE_BYTES / row, 1);
  g_autofree guint8 *piece = g_try_malloc (MIN (max, n) * row);

  if (!piece)
    return ondes_error_set (error, ONDES_ERROR_FILE, _("%s has frames of %zu bytes, more than is free"),
                            reader->display, row);
  for (gsize plane = 0; plane < (self->planar ? channels : 1); plane++)
    for (gsize done = 0, m; done < n; done += m)
      {
        guint64 offset = self->offset + plane * reader->frames * width + (at + done) * row;

        m = MIN (n - done, max);
        if (!ondes_pread_all (self->fd, reader->display, offset, m * row, piece, error))
          return FALSE;
        if (self->planar)
          ondes_element_decode (&self->element, piece, row, m,
                                (char *) dst + ondes_type_bytes (reader->type, plane * n + done));
        else
          for (gsize c = 0; c < channels; c++)
            ondes_element_decode (&self->element, piece + c * width, row, m,
                                  (char *) dst + ondes_type_bytes (reader->type, c * n + done));
      }
  return TRUE;
}

static void
elements_finalize (OndesReader *reader)
{
  ElementsReader *self = (ElementsReader *) reader;

  if (self->fd >= 0)
    close (self->fd);
}

OndesReader *
ondes_elements_open (const OndesOpening       *opening,
                     const OndesElementLayout *layout,
                     GError                  **error)
{
  static const OndesReaderClass klass = { elements_read, NULL, NULL, elements_finalize };
  OndesReader *reader = ondes_reader_new (sizeof (ElementsReader), &klass, opening, error);
  ElementsReader *self = (ElementsReader *) reader;

  if (!reader)
    return NULL;
  self->element = layout->element;
  self->offset = layout->offset;
  self->planar = layout->planar;
  self->fd = dup (opening->fd);
  reader->channels = layout->channels;
  reader->frames = layout->frames;
  reader->pcm = FALSE;
  reader->is_uint64 = layout->element.kind == 'u' && layout->element.bytes == 8;
  if (self->fd < 0 || !ondes_element_type (&layout->element, &reader->type, &reader->bits))
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s cannot be read: %s"), opening->display,
                   self->fd < 0 ? _("no more files may be open") : _("its kind of number is not known on this machine"));
      ondes_reader_free (reader);
      return NULL;
    }
  return reader;
}
