/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "figure/axis.h"
#include "words-spectra.h"

const char *const ondes_words_spectra[] = { N_("Walsh–Hadamard"), N_("Haar"), N_("Haar, orthonormal"), N_("Reed–Muller"),
                                            N_("Arithmetic"), NULL };
const char *const ondes_words_orders[] = { N_("Natural"), N_("Sequency"), N_("Paley"), NULL };

/* For each kind: the forward and the inverse name. */
static const char *const spectra[][2] = {
  { N_("Walsh–Hadamard spectrum"), N_("Inverse Walsh–Hadamard transform") },
  { N_("Haar spectrum"), N_("Inverse Haar transform") },
  { N_("Orthonormal Haar spectrum"), N_("Inverse orthonormal Haar transform") },
  { N_("Reed–Muller spectrum"), N_("Inverse Reed–Muller transform") },
  { N_("Arithmetic spectrum"), N_("Inverse arithmetic transform") },
};

static const char *const orders[] = { N_("natural order"), N_("sequency order"), N_("Paley order") };
static const char *const index_titles[] = { N_("index, natural order"), N_("index, sequency order"), N_("index, Paley order") };

static const OndesSpectrumOptions *
options_of (const OndesSeries *series)
{
  if (series->spec == NULL || ondes_spec_transform (series->spec) != ONDES_TRANSFORM_SPECTRUM)
    return NULL;
  return &ondes_spec_spectrum (series->spec)->options;
}

char *
ondes_words_index_title (const OndesSeries *series)
{
  const OndesSpectrumOptions *spectrum = options_of (series);

  if (series->spec != NULL && spectrum == NULL)
    return g_strdup (_("shift τ"));
  if (spectrum == NULL || spectrum->inverse)
    return g_strdup (_("index"));
  if (spectrum->kind == ONDES_SPECTRUM_WALSH && spectrum->order == ONDES_ORDER_SEQUENCY)
    return g_strdup (_("sequency (sign changes)"));
  return g_strdup (_(index_titles[spectrum->order]));
}

char *
ondes_words_value_title (const OndesSeries *series,
                         OndesSeriesScale   scale)
{
  const OndesSpectrumOptions *spectrum = options_of (series);
  const char *what = spectrum != NULL && !spectrum->inverse ? _("coefficient")
                     : spectrum == NULL && series->spec != NULL ? "C(τ)"
                                                                : _("value");

  if (scale == ONDES_SCALE_DB)
    {
      g_autofree char *reference = ondes_words_quantity (series->largest, series->unit, 4);

      /* Translators: a coefficient in decibels over what is 0 dB, with its unit. */
      return g_strdup_printf (_("%s (dB re %s)"), what, reference);
    }
  return series->unit[0] != '\0' ? g_strdup_printf ("%s (%s)", what, series->unit) : g_strdup (what);
}

char *
ondes_words_series (const OndesSeries *series)
{
  const OndesSpectrumOptions *spectrum = options_of (series);

  if (spectrum != NULL)
    return g_strdup_printf ("%s, %s", _(spectra[spectrum->kind][spectrum->inverse]), _(orders[spectrum->order]));
  return g_strdup (series->spec != NULL ? _("Dyadic convolution") : _("Values"));
}

char *
ondes_words_convention (const OndesDerivation *derivation)
{
  /* Translators: how bits count, then how an index is read. */
  return g_strdup_printf (_("%s · x₁ is the most significant bit"),
                          derivation->is_signed ? _("bits f as (−1)^f") : _("values unchanged"));
}

char *
ondes_words_values (guint64 count)
{
  g_autofree char *number = ondes_words_count (count);

  return g_strdup_printf (ngettext ("%s value", "%s values", count), number);
}

char *
ondes_words_taken (guint64 n,
                   guint64 given)
{
  g_autofree char *taken = ondes_words_count (MIN (n, given));
  g_autofree char *all = ondes_words_count (MAX (n, given));

  if (given > n)
    /* Translators: how many of how many values were transformed. */
    return g_strdup_printf (ngettext ("the first %s of %s value", "the first %s of %s values", given), taken, all);
  if (given < n)
    /* Translators: how many values, and how many there are with zeros behind them. */
    return g_strdup_printf (ngettext ("%s value, zero-padded to %s", "%s values, zero-padded to %s", given), taken, all);
  return ondes_words_values (n);
}

char *
ondes_words_value (const OndesSeries *series,
                   guint64            i)
{
  GString *text;
  double value;

  if (ondes_type_is_integer (series->type))
    return ondes_series_print (series, i);
  value = ondes_series_get (series, i);
  text = g_string_new (value < 0 ? "−" : "");
  g_string_append_printf (text, "%.9g", fabs (value));
  /* One sign for both, as the rulers and the other readings have it. */
  g_string_replace (text, "e-", "e−", 1);
  return g_string_free (text, FALSE);
}
