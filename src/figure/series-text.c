/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts that describe a series. */
#include "config.h"
#include "analysis/series.h"

#include "axis.h"
#include "base/number.h"

#define MINUS "\u2212"

/* Replaces hyphens by the typographic minus, as in figures. */
static char *
with_minus (const char *number)
{
  g_auto (GStrv) parts = g_strsplit (number, "-", -1);

  return g_strjoinv (MINUS, parts);
}

char *
ondes_series_print (const OndesSeries *self,
                    guint64            i)
{
  g_return_val_if_fail (self != NULL && i < self->n, NULL);

  char text[ONDES_NUMBER_SIZE];

  if (self->type == ONDES_I64)
    g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, ((const gint64 *) self->values)[i]);
  else if (self->type == ONDES_F32)
    g_ascii_formatd (text, sizeof text, "%.9g", ((const float *) self->values)[i]);
  else
    ondes_number_print (text, ondes_series_get (self, i));
  return with_minus (text);
}

char *
ondes_series_binary (const OndesSeries *self,
                     guint64            i)
{
  g_return_val_if_fail (self != NULL && i < self->n, NULL);

  char *text = g_new0 (char, self->bits + 1);

  for (guint bit = 0; bit < self->bits; bit++)
    text[bit] = '0' + (i >> (self->bits - 1 - bit) & 1);
  return text;
}

static gboolean
is_spectrum (const OndesSeries *self)
{
  return self->spec != NULL && ondes_spec_transform (self->spec) == ONDES_TRANSFORM_SPECTRUM;
}

/* Returns the options of a forward spectrum; NULL if the values are a function of the index. */
static const OndesSpectrumOptions *
forward (const OndesSeries *self)
{
  const OndesSpectrumOptions *options = is_spectrum (self) ? &ondes_spec_spectrum (self->spec)->options : NULL;

  return options != NULL && !options->inverse ? options : NULL;
}

gboolean
ondes_series_sequency (const OndesSeries *self,
                       guint64            i,
                       guint64           *sequency)
{
  g_return_val_if_fail (self != NULL && i < self->n, FALSE);

  const OndesSpectrumOptions *options = forward (self);

  if (options == NULL || options->kind != ONDES_SPECTRUM_WALSH)
    return FALSE;
  *sequency = ondes_walsh_sequency (options->order, self->bits, i);
  return TRUE;
}

char *
ondes_series_index_title (const OndesSeries *self)
{
  const OndesSpectrumOptions *options = forward (self);

  if (self->spec != NULL && !is_spectrum (self))
    return g_strdup ("shift τ");
  if (options == NULL)
    return g_strdup ("index");
  if (options->kind == ONDES_SPECTRUM_WALSH && options->order == ONDES_ORDER_SEQUENCY)
    return g_strdup ("sequency (sign changes)");
  return g_strdup_printf ("index, %s order", ondes_order_names[options->order]);
}

char *
ondes_series_value_title (const OndesSeries *self,
                          OndesSeriesScale   scale)
{
  const char *what = forward (self) != NULL ? "coefficient" : self->spec != NULL && !is_spectrum (self) ? "C(τ)" : "value";

  if (scale == ONDES_SCALE_DB)
    {
      g_autofree char *reference = ondes_format_value (self->largest, self->unit, 4);

      return g_strdup_printf ("%s (dB re %s)", what, reference);
    }
  return self->unit[0] != '\0' ? g_strdup_printf ("%s (%s)", what, self->unit) : g_strdup (what);
}

char *
ondes_series_caption (const OndesSeries        *self,
                      const OndesSeriesDisplay *display,
                      guint64                   first,
                      guint64                   count)
{
  char threshold[ONDES_NUMBER_SIZE];
  GString *caption = g_string_new (NULL);

  if (self->spec != NULL)
    {
      g_autofree char *what = ondes_spec_describe (self->spec), *options = ondes_spec_print (self->spec);

      g_string_append (caption, what);
      caption->str[0] = g_ascii_toupper (caption->str[0]);
      if (self->source[0] != '\0')
        g_string_append_printf (caption, ", of %s", self->source);
      g_string_append (caption, ". ");
      if (options[0] != '\0')
        g_string_append_printf (caption, "Options %s. ", options);
    }
  else if (self->source[0] != '\0')
    g_string_append_printf (caption, "%s. ", self->source);
  if (first == 0 && count == self->n)
    g_string_append_printf (caption, "All %" G_GUINT64_FORMAT " value%s", self->n, ondes_plural (self->n));
  else
    g_string_append_printf (caption, "Indices %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT, first,
                            first + count - 1, self->n);
  if (self->first_is_outlier && first == 0)
    g_string_append (caption, "; the value at index 0 stands apart from their range");
  if (display != NULL && display->scale == ONDES_SCALE_SIGNED_LOG)
    g_string_append_printf (caption, "; values v at log (1 + |v| / %s), with their sign",
                            g_ascii_formatd (threshold, sizeof threshold, "%g", self->threshold));
  g_string_append (caption, "; x₁ is the most significant bit of an index. Ondes " ONDES_VERSION ".");
  return g_string_free (caption, FALSE);
}
