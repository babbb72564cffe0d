/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spectrum.h"

#include "base/number.h"
#include "base/words.h"

const char *const ondes_spectrum_names[] = { "walsh", "haar", "haar-orthonormal", "reed-muller", "arithmetic", NULL };
const char *const ondes_order_names[] = { "natural", "sequency", "paley", NULL };
const char *const ondes_algorithm_names[] = { "auto", "cooley-tukey", "constant-geometry", NULL };

#define BIT(x) (1u << (x))
#define INTEGERS (BIT (ONDES_I32) | BIT (ONDES_I64))
#define REALS    (BIT (ONDES_F32) | BIT (ONDES_F64))

/* Title, supported orders and types, and default order of each kind of transform. */
static const struct
{
  const char *title;
  guint       orders, types; /* bit masks */
  OndesOrder  order;
} kinds[] = {
  [ONDES_SPECTRUM_WALSH] = { "Walsh", BIT (ONDES_ORDER_NATURAL) | BIT (ONDES_ORDER_SEQUENCY) | BIT (ONDES_ORDER_PALEY),
                             INTEGERS | REALS, ONDES_ORDER_NATURAL },
  [ONDES_SPECTRUM_HAAR] = { "Haar", BIT (ONDES_ORDER_NATURAL) | BIT (ONDES_ORDER_SEQUENCY), INTEGERS | REALS,
                            ONDES_ORDER_SEQUENCY },
  [ONDES_SPECTRUM_HAAR_ORTHONORMAL] = { "orthonormal Haar", BIT (ONDES_ORDER_NATURAL) | BIT (ONDES_ORDER_SEQUENCY), REALS,
                                        ONDES_ORDER_SEQUENCY },
  [ONDES_SPECTRUM_REED_MULLER] = { "Reed–Muller", BIT (ONDES_ORDER_NATURAL) | BIT (ONDES_ORDER_PALEY),
                                   BIT (ONDES_U8) | BIT (ONDES_I32) | BIT (ONDES_BITS), ONDES_ORDER_NATURAL },
  [ONDES_SPECTRUM_ARITHMETIC] = { "arithmetic", BIT (ONDES_ORDER_NATURAL) | BIT (ONDES_ORDER_PALEY), INTEGERS | REALS,
                                  ONDES_ORDER_NATURAL },
};

OndesOrder
ondes_spectrum_default_order (OndesSpectrumKind kind)
{
  return kinds[kind].order;
}

OndesType
ondes_spectrum_default_type (OndesSpectrumKind kind,
                             OndesType         input)
{
  if (kind == ONDES_SPECTRUM_REED_MULLER)
    return ONDES_U8;
  return ondes_type_is_integer (input) && kind != ONDES_SPECTRUM_HAAR_ORTHONORMAL ? ONDES_I64 : ONDES_F64;
}

static char *
spectrum_print (const OndesSpec *spec)
{
  const OndesSpectrumOptions *o = &ondes_spec_spectrum (spec)->options;
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "--transform %s", ondes_spectrum_names[o->kind]);
  if (o->order != ondes_spectrum_default_order (o->kind))
    g_string_append_printf (out, " --order %s", ondes_order_names[o->order]);
  if (o->algorithm != ONDES_ALGORITHM_AUTO)
    g_string_append_printf (out, " --algorithm %s", ondes_algorithm_names[o->algorithm]);
  if (o->inverse)
    g_string_append (out, " --inverse");
  return g_string_free (out, FALSE);
}

static char *
spectrum_describe (const OndesSpec *spec)
{
  const OndesSpectrumOptions *o = &ondes_spec_spectrum (spec)->options;

  return g_strdup_printf ("%s%s transform, %s order, %s", o->inverse ? "inverse " : "", kinds[o->kind].title,
                          ondes_order_names[o->order], ondes_type_name (o->type));
}

static OndesShape
spectrum_shape (const OndesSpec *spec,
                OndesType        input,
                const OndesView *view)
{
  const OndesSpectrumOptions *o = &ondes_spec_spectrum (spec)->options;
  guint64 columns = o->row_length > 0 ? o->row_length : view->count;

  return (OndesShape) { o->type, view->count / columns, columns };
}

static void
spectrum_finalize (OndesSpec *spec)
{
  g_free (spec);
}

static const OndesSpecClass spectrum_class = { ONDES_TRANSFORM_SPECTRUM, spectrum_print, spectrum_describe, spectrum_shape,
                                               spectrum_finalize };

const OndesSpectrum *
ondes_spec_spectrum (const OndesSpec *spec)
{
  g_return_val_if_fail (spec->klass == &spectrum_class, NULL);
  return (const OndesSpectrum *) spec;
}

static gboolean
is_power_of_two (guint64 n)
{
  return n > 0 && (n & (n - 1)) == 0;
}

OndesSpec *
ondes_spectrum_new (const OndesSpectrumOptions *options,
                    GError                    **error)
{
  const gint32 words[] = { ONDES_TRANSFORM_SPECTRUM, (gint32) options->kind, (gint32) options->order,
                           (gint32) options->algorithm, options->inverse != FALSE, (gint32) options->type };
  GByteArray *canonical;
  OndesSpectrum *self;

  if (!(kinds[options->kind].orders & BIT (options->order)))
    {
      ondes_request_error_set (error, ONDES_SETTING_ORDER, ondes_order_names[options->order],
                               _("the %s transform has no %s order; use %s"),
                               kinds[options->kind].title, ondes_order_names[options->order],
                               kinds[options->kind].orders & BIT (ONDES_ORDER_PALEY) ? _("natural or paley")
                                                                                     : _("natural or sequency"));
      return NULL;
    }
  if (!(kinds[options->kind].types & BIT (options->type)))
    {
      ondes_request_error_set (error, ONDES_SETTING_TRANSFORM, ondes_spectrum_names[options->kind],
                               _("the %s transform is not computed in %s"),
                               kinds[options->kind].title, ondes_type_name (options->type));
      return NULL;
    }
  if (options->row_length != 0 && !is_power_of_two (options->row_length))
    {
      ondes_request_error_set (error, ONDES_SETTING_LENGTH, NULL,
                               _("%" PRIu64 " is no power of two"), options->row_length);
      return NULL;
    }

  canonical = g_byte_array_new ();
  g_byte_array_append (canonical, (const guint8 *) words, sizeof words);
  g_byte_array_append (canonical, (const guint8 *) &options->row_length, sizeof options->row_length);
  self = g_new0 (OndesSpectrum, 1);
  ondes_spec_init (&self->spec, &spectrum_class, g_byte_array_free_to_bytes (canonical));
  self->options = *options;
  return &self->spec;
}

gboolean
ondes_spectrum_check_length (const OndesSpectrum *self,
                             guint64              count,
                             GError             **error)
{
  guint64 row_length = self->options.row_length;
  guint64 below = count > 0 ? G_GUINT64_CONSTANT (1) << (g_bit_storage (count) - 1) : 0;

  if (row_length > 0 ? count > 0 && count % row_length == 0 : is_power_of_two (count))
    return TRUE;
  if (row_length > 0)
    ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_LENGTH,
                             g_dngettext (GETTEXT_PACKAGE,
                                          "%" PRIu64 " value: no whole number of rows of %" PRIu64,
                                          "%" PRIu64 " values: no whole number of rows of %" PRIu64, (gulong) count),
                             count, row_length);
  else if (count == 0)
    ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_LENGTH,
                             _("there are no values to transform"));
  else
    ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_LENGTH,
                             _("%" PRIu64 " values are no power of two; take the first %" PRIu64 " with %s %"
                               PRIu64 ", or fill up to %" PRIu64 " with zeros by %s"),
                             count, below, ondes_setting_name (ONDES_SETTING_LENGTH, NULL), below, 2 * below,
                             ondes_setting_name (ONDES_SETTING_PAD, NULL));
  return FALSE;
}

/* Each step adds or subtracts, so no intermediate value exceeds the largest possible result. */
gboolean
ondes_spectrum_check_sums (const OndesSpectrum *self,
                           guint                n,
                           const OndesRange    *range,
                           GError             **error)
{
  const OndesSpectrumOptions *o = &self->options;
  const guint64 max = ondes_range_largest (range);
  const unsigned __int128 limit = (unsigned __int128) 1 << (o->type == ONDES_I32 ? 31 : 63);
  unsigned __int128 bound = (unsigned __int128) max << n;
  g_autofree char *wider = NULL;

  if (!ondes_type_is_integer (o->type) || o->kind == ONDES_SPECTRUM_REED_MULLER)
    return TRUE;
  if (o->kind == ONDES_SPECTRUM_ARITHMETIC && !o->inverse && n > 0) /* equal numbers of values are added and subtracted */
    bound = MAX (max, (unsigned __int128) ((guint64) range->hi - (guint64) range->lo) << (n - 1));
  else if (o->inverse) /* Σ|x| is a tighter bound, as a spectrum is rarely large everywhere */
    bound = o->kind == ONDES_SPECTRUM_HAAR ? max : MIN (bound, range->magnitude);
  if (bound < limit)
    return TRUE;
  wider = o->type == ONDES_I32 ? g_strdup (_("int64 or float64"))
                               : g_strdup_printf (_("float64 with %s"), ondes_setting_name (ONDES_SETTING_PRECISION, "double"));
  return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_PRECISION,
                                 _("sums of 2^%u values from %" PRId64 " to %" PRId64 " can leave %s; compute in %s"), n,
                                 range->lo, range->hi, ondes_type_name (o->type), wider);
}

GError *
ondes_spectrum_inexact (void)
{
  GError *error = NULL;

  ondes_remedy_error_set (&error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_PRECISION,
                          _("this is not the spectrum of integers: its inverse has fractions; compute it in float64 with %s"),
                          ondes_setting_name (ONDES_SETTING_PRECISION, "double"));
  return error;
}

guint64
ondes_reverse_bits (guint64 value,
                    guint   bits)
{
  guint64 reversed = 0;

  for (guint i = 0; i < bits; i++)
    reversed |= (value >> i & 1) << (bits - 1 - i);
  return reversed;
}

/* Walsh in sequency order: row k is the natural row at the bit-reversed Gray code of k. */
guint64
ondes_spectrum_natural_index (OndesOrder order,
                              guint      n,
                              guint64    index)
{
  switch (order)
    {
    case ONDES_ORDER_SEQUENCY:
      return ondes_reverse_bits (index ^ index >> 1, n);
    case ONDES_ORDER_PALEY:
      return ondes_reverse_bits (index, n);
    case ONDES_ORDER_NATURAL:
    default:
      return index;
    }
}

guint64
ondes_walsh_sequency (OndesOrder order,
                      guint      n,
                      guint64    index)
{
  guint64 gray = ondes_reverse_bits (ondes_spectrum_natural_index (order, n, index), n), sequency = gray;

  for (guint shift = 1; shift < n; shift *= 2)
    sequency ^= sequency >> shift;
  return sequency;
}
