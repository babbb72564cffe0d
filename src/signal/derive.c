/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "derive.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/request-error.h"
#include "base/words.h"
#include "value.h"

#define PIECE 4096

const OndesDerivation ondes_derivation_default = { .dont_care = ONDES_DONT_CARE_REFUSE };

static const char *const binarise_names[] = { "none", "sign", "threshold", "bit", NULL };

static const char *const binarised[] = { N_("Unchanged"), N_("By sign"), N_("By threshold"), N_("Bit plane"), NULL };
static const char *const dont_cares[] = { N_("As 0"), N_("As 1"), N_("Reject"), NULL };

#define FIELD(name) G_STRUCT_OFFSET (OndesDerivation, name)

static const OndesParam rows[] = {
  { "length", ONDES_PARAM_COUNT, FIELD (length), .flags = ONDES_PARAM_SESSION | ONDES_PARAM_POWER, .low = 1,
    .high = (double) (G_GUINT64_CONSTANT (1) << 62), .option = "--length", .section = "values", .argument = "N",
    .help = "the first N values, a power of two (default the largest that fits)", .group = "length",
    .title = N_("Length (empty: automatic)"), .said = N_("Length"), .setting = ONDES_SETTING_LENGTH,
    .tip = N_("Number of values used: a power of two, such as 1024 or 2^10") },
  { "pad", ONDES_PARAM_BOOLEAN, FIELD (pad), .flags = ONDES_PARAM_SESSION, .option = "--pad", .section = "values",
    .help = "fill up with zeros to --length (default the smallest power of two that holds all)", .group = "length",
    .title = N_("Pad with zeros"), .setting = ONDES_SETTING_PAD,
    .tip = N_("To the next power of two, or to the length") },
  { "binarise", ONDES_PARAM_WORD, FIELD (binarise.kind), binarise_names, .flags = ONDES_PARAM_SESSION,
    .option = "--binarise", .section = "values", .argument = "HOW",
    .help = "0 and 1: sign, 1 where below 0; threshold:V, 1 where V or above; bit:B, a bit of integers, 0 the least significant "
            "(default none)",
    .group = "bits", .title = N_("Make Boolean"), .titles = binarised, .setting = ONDES_SETTING_BINARISE,
    .tip = N_("By sign: 1 where a value is negative. By threshold: 1 where it is at or above the threshold. Bit plane: one bit "
              "of whole numbers.") },
  { "threshold", ONDES_PARAM_NUMBER, FIELD (binarise.threshold), .flags = ONDES_PARAM_SESSION, .argument = "V",
    .of = "binarise", .of_word = ONDES_BINARISE_THRESHOLD, .group = "bits", .title = N_("Threshold") },
  { "bit", ONDES_PARAM_INDEX, FIELD (binarise.bit), .flags = ONDES_PARAM_SESSION, .high = 63, .argument = "B",
    .of = "binarise", .of_word = ONDES_BINARISE_BIT, .group = "bits", .title = N_("Bit (0 = least significant)") },
  /* Spectra keep it apart for recordings and for truth tables. */
  { "signed", ONDES_PARAM_BOOLEAN, FIELD (is_signed), .option = "--signed", .section = "values",
    .help = "values 0 and 1 as (−1)^f: 1 and −1", .group = "bits", .title = N_("Bits as ±1"),
    .setting = ONDES_SETTING_SIGNED, .tip = N_("Values 0 and 1 become 1 and −1") },
  { "dont-care", ONDES_PARAM_WORD, FIELD (dont_care), ondes_dont_care_names,
    .flags = ONDES_PARAM_SESSION | ONDES_PARAM_REMEMBERED, .option = "--dont-care", .section = "dont-care",
    .argument = "0|1|refuse", .help = "value of don't-cares in a .pla (default refuse)", .group = "dont-care",
    .title = N_("Don’t-cares"), .titles = dont_cares, .setting = ONDES_SETTING_DONT_CARE,
    .tip = N_("Value used where the table is undefined") },
  { NULL },
};

const OndesParamTable ondes_derivation_params = { rows, &ondes_derivation_default };

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
    return ondes_error_set (error, ONDES_ERROR_FILE, _("%s has no values"), name);
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
    return ondes_error_set_null (error, ONDES_ERROR_FILE,
                                 _("%s holds complex samples, and a spectrum is taken of real ones"), name);
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
