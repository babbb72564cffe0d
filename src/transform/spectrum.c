/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spectrum.h"

#include "base/number.h"
#include "base/request-error.h"
#include "base/words.h"

const char *const ondes_spectrum_names[] = { "walsh", "haar", "haar-orthonormal", "reed-muller", "arithmetic", NULL };
const char *const ondes_order_names[] = { "natural", "sequency", "paley", NULL };
const char *const ondes_algorithm_names[] = { "auto", "cooley-tukey", "constant-geometry", NULL };
const char *const ondes_spectrum_titles[] = { N_("Walsh–Hadamard"), N_("Haar"), N_("Haar, orthonormal"), N_("Reed–Muller"),
                                              N_("Arithmetic"), NULL };
const char *const ondes_order_titles[] = { N_("Natural"), N_("Sequency"), N_("Paley"), NULL };
static const char *const algorithms[] = { N_("Automatic"), N_("Cooley–Tukey"), N_("Constant geometry"), NULL };

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

gboolean
ondes_spectrum_has_order (OndesSpectrumKind kind,
                          OndesOrder        order)
{
  return (kinds[kind].orders & BIT (order)) != 0;
}

static gboolean
has_order (gconstpointer owner,
           guint         order)
{
  return ondes_spectrum_has_order (((const OndesSpectrumOptions *) owner)->kind, order);
}

static gboolean
keeps (gconstpointer owner)
{
  return *(const guint64 *) owner > 0;
}

#define FIELD(name) G_STRUCT_OFFSET (OndesSpectrumOptions, name)
#define KEPT        (ONDES_PARAM_SPEC | ONDES_PARAM_SESSION | ONDES_PARAM_REMEMBERED)

static const OndesParam rows[] = {
  { "transform", ONDES_PARAM_WORD, FIELD (kind), ondes_spectrum_names, .flags = KEPT | ONDES_PARAM_STATED,
    .option = "--transform", .argument = "NAME",
    .help = "walsh, haar, haar-orthonormal, reed-muller or arithmetic (default walsh)", .group = "spectrum",
    .title = N_("Transform"), .titles = ondes_spectrum_titles, .setting = ONDES_SETTING_TRANSFORM },
  { "order", ONDES_PARAM_WORD, FIELD (order), ondes_order_names, .flags = ONDES_PARAM_SPEC, .option = "--order", .argument = "O",
    .help = "of the coefficients: walsh natural, sequency or paley (default natural); haar sequency or natural (default "
            "sequency); reed-muller and arithmetic natural or paley (default natural)",
    .group = "spectrum", .title = N_("Order"), .titles = ondes_order_titles, .has_word = has_order,
    .setting = ONDES_SETTING_ORDER, .tip = N_("How the coefficients are sorted") },
  { "algorithm", ONDES_PARAM_WORD, FIELD (algorithm), ondes_algorithm_names, .flags = KEPT,
    .option = "--algorithm", .argument = "A",
    .help = "auto, or step by step cooley-tukey or constant-geometry; all give the same (default auto)", .group = "algorithm",
    .title = N_("Algorithm"), .titles = algorithms, .tip = N_("All give the same result; Automatic is the fastest") },
  { "inverse", ONDES_PARAM_BOOLEAN, FIELD (inverse), .flags = ONDES_PARAM_SPEC | ONDES_PARAM_SESSION, .option = "--inverse",
    .help = "the values are a spectrum in the order", .group = "inverse", .title = N_("Inverse"),
    .setting = ONDES_SETTING_INVERSE, .tip = N_("Treat the values as a spectrum in this order") },
  { "type", ONDES_PARAM_INDEX, FIELD (type), .flags = ONDES_PARAM_SPEC },
  { "row-length", ONDES_PARAM_COUNT, FIELD (row_length), .flags = ONDES_PARAM_SPEC },
  { NULL },
};

static const OndesParam keep_rows[] = {
  { "keep", ONDES_PARAM_COUNT, .flags = ONDES_PARAM_SESSION | ONDES_PARAM_REMEMBERED, .low = 1,
    .high = (double) (G_GUINT64_CONSTANT (1) << 62), .option = "--keep", .argument = "K",
    .help = "compression: not the spectrum, but what its K coefficients of largest magnitude give back, and on standard error "
            "how far that is off",
    .group = "keep", .title = N_("Coefficients"), .said = N_("Keep the largest"), .slider_low = 1, .slider_high = 1024,
    .setting = ONDES_SETTING_KEEP, .tip = N_("How many of the largest coefficients are kept"), .applies = keeps },
  { NULL },
};

static const OndesSpectrumOptions spectrum_default;
static const guint64 keep_default;

const OndesParamTable ondes_spectrum_params = { rows, &spectrum_default };
const OndesParamTable ondes_keep_params = { keep_rows, &keep_default };

static char *
spectrum_print (const OndesSpec *spec)
{
  const OndesSpectrumOptions *o = &ondes_spec_spectrum (spec)->options;
  const OndesSpectrumOptions usual = { .order = ondes_spectrum_default_order (o->kind) };
  GString *out = g_string_new (NULL);

  ondes_params_print (&(OndesParamTable) { rows, &usual }, ONDES_PARAM_SPEC, 0, o, out);
  g_string_erase (out, 0, 1);
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
  OndesSpectrum *self;

  if (!ondes_spectrum_has_order (options->kind, options->order))
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

  self = g_new0 (OndesSpectrum, 1);
  ondes_spec_init (&self->spec, &spectrum_class,
                   g_byte_array_free_to_bytes (ondes_spec_identify (ONDES_TRANSFORM_SPECTRUM, rows, options)));
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
