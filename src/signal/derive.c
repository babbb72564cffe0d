/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "derive.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/words.h"
#include "value.h"

#define PIECE 4096

gboolean
ondes_binarise_parse (const char    *text,
                      OndesBinarise *binarise,
                      GError       **error)
{
  const char *value = strchr (text, ':');
  guint64 bit;
  char *end;

  *binarise = (OndesBinarise) { ONDES_BINARISE_NONE };
  if (g_str_equal (text, "sign"))
    binarise->kind = ONDES_BINARISE_SIGN;
  else if (g_str_has_prefix (text, "bit:") && g_ascii_string_to_unsigned (value + 1, 10, 0, 63, &bit, NULL))
    {
      binarise->kind = ONDES_BINARISE_BIT;
      binarise->bit = bit;
    }
  else if (g_str_has_prefix (text, "threshold:") && strspn (value + 1, "0123456789+-.eE") == strlen (value + 1))
    {
      binarise->threshold = g_ascii_strtod (value + 1, &end);
      if (end > value + 1 && *end == '\0' && isfinite (binarise->threshold))
        binarise->kind = ONDES_BINARISE_THRESHOLD;
    }
  if (binarise->kind != ONDES_BINARISE_NONE)
    return TRUE;
  return ondes_request_error_set (error, ONDES_SETTING_BINARISE, text,
                                  _("“%s” is none of sign, threshold:V with a number V, and bit:B with a bit B from 0 to 63"),
                                  text);
}

char *
ondes_binarise_print (const OndesBinarise *binarise)
{
  char number[ONDES_NUMBER_SIZE];

  switch (binarise->kind)
    {
    case ONDES_BINARISE_SIGN:
      return g_strdup ("sign");
    case ONDES_BINARISE_THRESHOLD:
      return g_strdup_printf ("threshold:%s", ondes_number_print (number, binarise->threshold));
    case ONDES_BINARISE_BIT:
      return g_strdup_printf ("bit:%u", binarise->bit);
    case ONDES_BINARISE_NONE:
    default:
      return NULL;
    }
}

/* Returns the largest power of two up to @n, which must not be 0. */
static guint64
power_below (guint64 n)
{
  return G_GUINT64_CONSTANT (1) << (63 - __builtin_clzll (n));
}

gboolean
ondes_derivation_size (const OndesDerivation *self,
                       const char            *name,
                       guint64                count,
                       guint64               *size,
                       char                 **note,
                       GError               **error)
{
  g_autofree char *asked = NULL;
  guint64 below;

  *note = NULL;
  if (self->length > 0 && power_below (self->length) != self->length)
    {
      below = power_below (self->length);
      asked = g_strdup_printf ("%" PRIu64, self->length);
      return ondes_request_error_set (error, ONDES_SETTING_LENGTH, asked,
                                      _("%" PRIu64 " is no power of two; the nearest are %" PRIu64 " and %" PRIu64),
                                      self->length, below, 2 * below);
    }
  if (count == 0)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s has no values"), name);
      return FALSE;
    }
  below = power_below (count);
  *size = self->length > 0 ? self->length : self->pad && below < count ? 2 * below : below;
  if (*size > count && !self->pad)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_LENGTH,
                                    g_dngettext (GETTEXT_PACKAGE,
                                                 "%s has %" PRIu64 " value; take at most %" PRIu64 " of them, or fill up with "
                                                 "zeros by %s",
                                                 "%s has %" PRIu64 " values; take at most %" PRIu64 " of them, or fill up with "
                                                 "zeros by %s", (gulong) count),
                                    name, count, below, ondes_setting_name (ONDES_SETTING_PAD, NULL));
  if (*size < count && self->length == 0)
    *note = g_strdup_printf ("%s has %" G_GUINT64_FORMAT " values, no power of two: the first %" G_GUINT64_FORMAT
                             " are taken; --pad fills up to %" G_GUINT64_FORMAT " with zeros, --length takes as many as it says",
                             name, count, below, 2 * below);
  return TRUE;
}

typedef struct
{
  OndesSource     source;
  OndesSource    *base;
  OndesDerivation derivation;
  guint64         first, taken; /* span of base */
  char           *name;
} DerivedSource;

static void
derived_finalize (OndesSource *source)
{
  DerivedSource *self = (DerivedSource *) source;

  ondes_source_unref (self->base);
  g_free (self->name);
  g_free (self);
}

/* Returns value @i of a piece of any real type; a long double holds it without loss. */
static long double
value_at (OndesType   type,
          const void *data,
          gsize       i)
{
  return type == ONDES_I64 ? (long double) ((const gint64 *) data)[i] : ondes_value_at (type, data, i);
}

/* Converts sample @at, with value @value, to 0 or 1. */
static gboolean
to_bit (const DerivedSource *self,
        guint64              at,
        long double          value,
        guint8              *bit,
        GError             **error)
{
  const OndesBinarise *binarise = &self->derivation.binarise;

  if (binarise->kind == ONDES_BINARISE_NONE && (value == 0 || value == 1))
    *bit = value == 1;
  else if (binarise->kind == ONDES_BINARISE_NONE)
    {
      ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_BINARISE,
                              _("%s: sample %" PRIu64 " is %.9g, and %s takes 0 and 1 alone; make them with %s"), self->name, at,
                              (double) value, ondes_setting_name (ONDES_SETTING_SIGNED, NULL),
                              ondes_setting_name (ONDES_SETTING_BINARISE, NULL));
      return ondes_error_name_file (error, self->name);
    }
  else if (isnan (value))
    {
      ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_BINARISE,
                              _("%s: sample %" PRIu64 " is NaN, which %s makes neither 0 nor 1; choose a span without it"),
                              self->name, at, ondes_setting_name (ONDES_SETTING_BINARISE, NULL));
      return ondes_error_name_file (error, self->name);
    }
  else if (binarise->kind == ONDES_BINARISE_SIGN)
    *bit = value < 0;
  else if (binarise->kind == ONDES_BINARISE_THRESHOLD)
    *bit = value >= binarise->threshold;
  else
    *bit = (gint64) value >> binarise->bit & 1;
  return TRUE;
}

static void
put_bit (OndesType type,
         void     *dst,
         gsize     i,
         gboolean  is_signed,
         guint8    bit)
{
  int value = is_signed ? 1 - 2 * bit : bit;

  switch (type)
    {
    case ONDES_U8:
      ((guint8 *) dst)[i] = bit;
      break;
    case ONDES_I32:
      ((gint32 *) dst)[i] = value;
      break;
    case ONDES_F32:
      ((float *) dst)[i] = value;
      break;
    case ONDES_F64:
    default:
      ((double *) dst)[i] = value;
      break;
    }
}

/* Reads bits made from samples of any real type. */
static gboolean
bits_read (OndesSource *source,
           guint64      at,
           gsize        n,
           void        *dst,
           GError     **error)
{
  DerivedSource *self = (DerivedSource *) source;
  gint64 piece[PIECE];

  for (gsize done = 0, m; done < n; done += m)
    {
      guint64 from = at + done;
      gsize available = 0;

      m = MIN (n - done, PIECE);
      if (from < self->taken)
        {
          available = MIN (m, self->taken - from);
          if (!ondes_source_read (self->base, self->first + from, available, piece, error))
            return FALSE;
        }
      for (gsize i = 0; i < m; i++)
        {
          guint8 bit = 0;

          if (i < available
              && !to_bit (self, self->first + from + i, value_at (self->base->type, piece, i), &bit, error))
            return FALSE;
          put_bit (source->type, dst, done + i, self->derivation.is_signed, bit);
        }
    }
  return TRUE;
}

/* Returns the index of the first of @n values that cannot be transformed, or @n if none. */
static gsize
find_bad (const DerivedSource *self,
          const void          *values,
          gsize                n)
{
  gsize i = 0;

  if (self->base->type == ONDES_F32)
    for (; i < n && isfinite (((const float *) values)[i]); i++)
      ;
  else if (self->base->type == ONDES_F64)
    for (; i < n && isfinite (((const double *) values)[i]); i++)
      ;
  else if (self->derivation.is_binary)
    for (; i < n; i++)
      {
        long double value = value_at (self->base->type, values, i);

        if (value != 0 && value != 1)
          break;
      }
  else
    return n;
  return i;
}

/* Reads values unchanged. Bad values are reported here rather than in the transform, as here their place in the file is
 * known. */
static gboolean
plain_read (OndesSource *source,
            guint64      at,
            gsize        n,
            void        *dst,
            GError     **error)
{
  DerivedSource *self = (DerivedSource *) source;
  gsize available = at < self->taken ? MIN (n, self->taken - at) : 0, bad;

  if (available > 0 && !ondes_source_read (self->base, self->first + at, available, dst, error))
    return FALSE;
  bad = find_bad (self, dst, available);
  if (bad < available && self->derivation.is_binary)
    ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_BINARISE,
                            _("%s: sample %" PRIu64 " is %.9g, and the Reed–Muller transform takes 0 and 1; make them with %s"),
                            self->name, self->first + at + bad, (double) value_at (source->type, dst, bad),
                            ondes_setting_name (ONDES_SETTING_BINARISE, NULL));
  else if (bad < available)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 _("%s: sample %" PRIu64 " is no finite number, and every coefficient would be none; "
                   "take a span without it"), self->name, self->first + at + bad);
  if (bad < available)
    return ondes_error_name_file (error, self->name);
  memset ((char *) dst + ondes_type_bytes (source->type, available), 0, ondes_type_bytes (source->type, n - available));
  return TRUE;
}

static OndesType
derived_type (const OndesDerivation *derivation,
              OndesType              base)
{
  gboolean real = base == ONDES_F32 || base == ONDES_F64;

  if (derivation->is_signed)
    return real && derivation->binarise.kind == ONDES_BINARISE_NONE ? base : ONDES_I32;
  return derivation->binarise.kind != ONDES_BINARISE_NONE || base == ONDES_BITS ? ONDES_U8 : base;
}

OndesSource *
ondes_derived_source_new (OndesSource           *source,
                          const OndesDerivation *derivation,
                          const char            *name,
                          OndesSpan              span,
                          char                 **note,
                          GError               **error)
{
  static const OndesSourceClass plain = { plain_read, derived_finalize }, bits = { bits_read, derived_finalize };
  gboolean as_bits = derivation->binarise.kind != ONDES_BINARISE_NONE || derivation->is_signed || source->type == ONDES_BITS;
  DerivedSource *self;
  guint64 size;

  *note = NULL;
  g_return_val_if_fail (span.first <= source->n && span.count <= source->n - span.first, NULL);
  if (ondes_type_is_complex (source->type))
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("%s holds complex samples, and a spectrum is taken of real ones"), name);
      return NULL;
    }
  if (derivation->binarise.kind == ONDES_BINARISE_BIT && (source->type == ONDES_F32 || source->type == ONDES_F64))
    {
      ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_BINARISE,
                              _("%s holds no integers, so it has no bit %u; choose %s"), name, derivation->binarise.bit,
                              ondes_setting_name (ONDES_SETTING_BINARISE, "sign or threshold:V"));
      return NULL;
    }
  if (!ondes_derivation_size (derivation, name, span.count, &size, note, error))
    return NULL;

  self = g_new (DerivedSource, 1);
  ondes_source_init (&self->source, as_bits ? &bits : &plain, derived_type (derivation, source->type), size, source->rate_hz);
  self->source.channel = source->channel;
  self->base = ondes_source_ref (source);
  self->derivation = *derivation;
  self->first = span.first;
  self->taken = MIN (size, span.count);
  self->name = g_strdup (name);
  return &self->source;
}
