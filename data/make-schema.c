/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make-schema TEMPLATE OUTPUT: writes the schema of the settings. In the template, "<!-- parameters -->" stands for the keys of
 * the parameters that are remembered, but for those that the template has itself. */
#include <string.h>

#include "figure/display.h"
#include "figure/figure-size.h"
#include "session/session.h"
#include "series/psd-analysis.h"
#include "sound/listening.h"
#include "transform/compensation-settings.h"
#include "transform/cwt-settings.h"
#include "transform/spectrum.h"

#define PLACE "    <!-- parameters -->\n"

/* A table whose parameters are remembered: a key is the prefix, then the key of the row. */
typedef struct
{
  const char            *prefix;
  const OndesParamTable *table;
  const char *const     *without; /* rows that are not remembered here, NULL-terminated; NULL for none */
} Remembered;

/* A Walshgram has no cone, and its rows are no notes. */
static const char *const not_of_walshgrams[] = { "cone", "notes", "a4", NULL };

static const Remembered tables[] = {
  { "", &ondes_cwt_params },
  { "", &ondes_display_params },
  { "", &ondes_compensation_params },
  { "", &ondes_psd_of_params },
  { "", &ondes_psd_params },
  { "", &ondes_rulers_params },
  { "play-", &ondes_listening_params },
  { "sequency-", &ondes_display_params, not_of_walshgrams },
  { "spectrum-", &ondes_spectrum_params },
  { "spectrum-", &ondes_keep_params },
  { "export-", &ondes_figure_size_params },
};

/* Finds the limits of a number: from its row, or from the list that the row offers. */
static void
find_limits (const OndesParam *row,
             double           *low,
             double           *high)
{
  const char *const *listed = row->words != NULL ? row->words : row->titles;
  const gboolean power = (row->flags & ONDES_PARAM_POWER) != 0;

  *low = power ? row->slider_low : row->low;
  *high = power ? row->slider_high : row->high;
  for (; row->type == ONDES_PARAM_INDEX && listed != NULL && *listed != NULL; listed++)
    {
      const double number = g_ascii_strtod (*listed, NULL);

      *low = *low == 0 ? number : MIN (*low, number);
      *high = MAX (*high, number);
    }
}

static void
add_range (GString          *out,
           const OndesParam *row,
           GVariant         *value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  const double usual = row->type == ONDES_PARAM_NUMBER  ? g_variant_get_double (value)
                       : row->type == ONDES_PARAM_COUNT ? (double) g_variant_get_uint64 (value)
                                                        : g_variant_get_uint32 (value);
  const char *format = row->type == ONDES_PARAM_NUMBER ? "%.15g" : "%.0f";
  double low, high;

  find_limits (row, &low, &high);
  if ((low == 0 && high == 0) || (low == G_MINDOUBLE && high == G_MAXDOUBLE))
    return;
  g_string_append (out, "      <range");
  /* A default below the limits stands for an automatic choice. */
  if (low != G_MINDOUBLE)
    g_string_append_printf (out, " min=\"%s\"", g_ascii_formatd (text, sizeof text, format, MIN (low, usual)));
  if (high != G_MAXDOUBLE)
    g_string_append_printf (out, " max=\"%s\"", g_ascii_formatd (text, sizeof text, format, high));
  g_string_append (out, "/>\n");
}

static void
add_choices (GString           *out,
             const char *const *words)
{
  g_string_append (out, "      <choices>");
  for (; *words != NULL; words++)
    g_string_append_printf (out, "<choice value=\"%s\"/>", *words);
  g_string_append (out, "</choices>\n");
}

static void
add_key (GString          *out,
         const char       *key,
         const OndesParam *row,
         GVariant         *value)
{
  g_autofree char *usual = g_variant_print (value, FALSE);
  g_autofree char *text = g_markup_escape_text (usual, -1);
  const char *title = row->said != NULL ? row->said : row->title != NULL ? row->title : row->key;
  g_autofree char *summary = g_markup_escape_text (title, -1);

  g_string_append_printf (out, "    <key name=\"%s\" type=\"%s\">\n", key, g_variant_get_type_string (value));
  if (row->type == ONDES_PARAM_WORD)
    add_choices (out, row->words);
  else if (row->type == ONDES_PARAM_NUMBER || row->type == ONDES_PARAM_COUNT || row->type == ONDES_PARAM_INDEX)
    add_range (out, row, value);
  g_string_append_printf (out, "      <default>%s</default>\n      <summary>%s</summary>\n    </key>\n", text, summary);
}

static void
add_table (GString          *out,
           const Remembered *remembered,
           const char       *template)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) defaults = NULL;

  ondes_params_save (remembered->table->rows, ONDES_PARAM_REMEMBERED, remembered->table->defaults, &builder);
  defaults = g_variant_ref_sink (g_variant_builder_end (&builder));
  for (const OndesParam *row = remembered->table->rows; row->key != NULL; row++)
    {
      g_autofree char *key = g_strconcat (remembered->prefix, row->key, NULL);
      g_autofree char *own = g_strdup_printf ("<key name=\"%s\"", key);
      g_autoptr (GVariant) value = g_variant_lookup_value (defaults, row->key, NULL);

      if (value != NULL && strstr (template, own) == NULL
          && (remembered->without == NULL || !g_strv_contains (remembered->without, row->key)))
        add_key (out, key, row, value);
    }
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GString) out = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *template = NULL;
  const char *place;

  if (argc != 3)
    g_error ("make-schema TEMPLATE OUTPUT");
  if (!g_file_get_contents (argv[1], &template, NULL, &error))
    g_error ("%s", error->message);
  place = strstr (template, PLACE);
  if (place == NULL)
    g_error ("%s has no place for parameters", argv[1]);
  out = g_string_new_len (template, place - template);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    add_table (out, &tables[i], template);
  g_string_append (out, place + strlen (PLACE));
  if (!g_file_set_contents (argv[2], out->str, (gssize) out->len, &error))
    g_error ("%s", error->message);
  return 0;
}
