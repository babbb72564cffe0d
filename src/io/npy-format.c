/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "npy-format.h"

#include <string.h>

#define ORDER (G_BYTE_ORDER == G_LITTLE_ENDIAN ? '<' : '>')

static const char *const kinds[] = {
  [ONDES_U8] = "u1", [ONDES_I32] = "i4", [ONDES_I64] = "i8",  [ONDES_F32] = "f4",
  [ONDES_F64] = "f8", [ONDES_C64] = "c8", [ONDES_C128] = "c16",
};

/* Version 1.0: a two-byte length suffices for any dictionary written here. */
static GByteArray *
header (char          order,
        const char   *kind,
        guint         dimensions,
        const guint64 *shape)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  guint16 length;

  g_string_printf (text, "{'descr': '%c%s', 'fortran_order': False, 'shape': (", order, kind);
  for (guint i = 0; i < dimensions; i++)
    g_string_append_printf (text, i == 0 ? "%" G_GUINT64_FORMAT "," : " %" G_GUINT64_FORMAT ",", shape[i]);
  if (dimensions > 1)
    g_string_truncate (text, text->len - 1);
  g_string_append (text, "), }");
  while ((10 + text->len + 1) % 64 != 0)
    g_string_append_c (text, ' ');
  g_string_append_c (text, '\n');

  g_byte_array_append (bytes, (const guint8 *) "\x93NUMPY\x01\x00", 8);
  length = GUINT16_TO_LE (text->len);
  g_byte_array_append (bytes, (const guint8 *) &length, 2);
  g_byte_array_append (bytes, (const guint8 *) text->str, text->len);
  return bytes;
}

GByteArray *
ondes_npy_header (OndesType      type,
                  guint          dimensions,
                  const guint64 *shape)
{
  g_return_val_if_fail (type < G_N_ELEMENTS (kinds), NULL);

  return header (type == ONDES_U8 ? '|' : ORDER, kinds[type], dimensions, shape);
}

/* Returns an array of @n Unicode strings, as wide as the longest, in @dimensions. */
static GByteArray *
texts (const char *const *utf8,
       guint64            n,
       guint              dimensions)
{
  glong widest = 1;
  g_autofree char *kind = NULL;
  GByteArray *bytes;

  for (guint64 i = 0; i < n; i++)
    {
      g_autofree char *valid = g_utf8_make_valid (utf8[i], -1);

      widest = MAX (widest, g_utf8_strlen (valid, -1));
    }
  kind = g_strdup_printf ("U%ld", widest);
  bytes = header (ORDER, kind, dimensions, &n);
  for (guint64 i = 0; i < n; i++)
    {
      g_autofree char *valid = g_utf8_make_valid (utf8[i], -1);
      g_autofree gunichar *cell = g_new0 (gunichar, (gsize) widest);
      glong length;
      g_autofree gunichar *characters = g_utf8_to_ucs4_fast (valid, -1, &length);

      memcpy (cell, characters, (gsize) length * sizeof *cell);
      g_byte_array_append (bytes, (const guint8 *) cell, (guint) ((gsize) widest * sizeof *cell));
    }
  return bytes;
}

/* Returns a complete .npy file with a scalar Unicode string. Transfer full. */
static GByteArray *
npy_text (const char *utf8)
{
  return texts (&utf8, 1, 0);
}

GByteArray *
ondes_npy_texts (const char *const *utf8,
                 guint              n)
{
  return texts (utf8, n, 1);
}

guint64
ondes_grid_bytes (OndesType type,
                  guint64   rows,
                  guint64   cols)
{
  guint64 bytes;

  if (__builtin_mul_overflow (rows, cols, &bytes) || __builtin_mul_overflow (bytes, (guint64) ondes_type_bytes (type, 1), &bytes))
    return G_MAXUINT64;
  return bytes;
}

gboolean
ondes_file_sink_put (OndesSink       *sink,
                     const OndesRect *where,
                     const void      *data,
                     gsize            stride_bytes,
                     gboolean         final,
                     GError         **error)
{
  const OndesFileSink *self = (OndesFileSink *) sink;
  const guint64 cols = self->cols;
  gsize element = ondes_type_bytes (self->type, 1);
  guint64 at = self->base + (where->row0 * cols + where->col0) * element;

  if (where->cols == cols && stride_bytes == cols * element)
    return ondes_out_file_pwrite (self->file, data, where->rows * stride_bytes, at, error);
  for (guint64 row = 0; row < where->rows; row++)
    if (!ondes_out_file_pwrite (self->file, (const char *) data + row * stride_bytes, where->cols * element,
                                at + row * cols * element, error))
      return FALSE;
  return TRUE;
}

gboolean
ondes_zip_add_array (OndesZip      *zip,
                     const char    *name,
                     OndesType      type,
                     const guint64  shape[2],
                     const void    *values,
                     GError       **error)
{
  const guint dimensions = shape[1] > 0 ? 2 : shape[0] > 0 ? 1 : 0;
  const gsize n = (gsize) (MAX (shape[0], 1) * MAX (shape[1], 1));
  g_autoptr (GByteArray) header = ondes_npy_header (type, dimensions, shape);

  return ondes_zip_add_behind (zip, name, header, values, ondes_type_bytes (type, n), error);
}

gboolean
ondes_zip_add_text (OndesZip   *zip,
                    const char *name,
                    const char *text,
                    GError    **error)
{
  g_autoptr (GByteArray) bytes = npy_text (text != NULL ? text : "");

  return ondes_zip_add (zip, name, bytes->data, bytes->len, error);
}
