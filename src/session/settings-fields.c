/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "settings-fields.h"

#include <math.h>
#include <string.h>

#include "transform/cwt.h"

#define ESCAPED "percent:" /* before text whose bytes are escaped */

/* Returns @text, which may hold a path of any bytes, as a string of UTF-8. */
static GVariant *
save_text (const char *text)
{
  g_autofree char *escaped = NULL;

  if (g_utf8_validate (text, -1, NULL) && !g_str_has_prefix (text, ESCAPED))
    return g_variant_new_string (text);
  escaped = g_uri_escape_bytes ((const guint8 *) text, strlen (text), "/:;, ");
  return g_variant_new_take_string (g_strconcat (ESCAPED, escaped, NULL));
}

static void
restore_text (const char *saved,
              char       *place,
              gsize       size)
{
  g_autoptr (GBytes) bytes = g_str_has_prefix (saved, ESCAPED)
                             ? g_uri_unescape_bytes (saved + strlen (ESCAPED), -1, NULL, NULL) : NULL;
  g_autofree char *text = bytes != NULL ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes)) : NULL;

  g_strlcpy (place, text != NULL ? text : saved, size);
}

static GVariant *
save (const OndesSettingsField *field,
      gconstpointer place)
{
  switch (field->type)
    {
    case ONDES_FIELD_WORD:
      return g_variant_new_string (field->words[*(const guint *) place]);
    case ONDES_FIELD_NUMBER:
      return g_variant_new_double (*(const double *) place);
    case ONDES_FIELD_COUNT:
      return g_variant_new_uint64 (*(const guint64 *) place);
    case ONDES_FIELD_INDEX:
      return g_variant_new_uint32 (*(const guint *) place);
    case ONDES_FIELD_BOOLEAN:
      return g_variant_new_boolean (*(const gboolean *) place != FALSE);
    default:
      return save_text (place);
    }
}

void
ondes_settings_fields_save (const OndesSettingsField *fields,
                            gconstpointer settings,
                            GVariantBuilder *builder)
{
  for (; fields->name != NULL; fields++)
    g_variant_builder_add (builder, "{sv}", fields->name, save (fields, (const char *) settings + fields->offset));
}

static void
restore_word (const OndesSettingsField *field,
              guint *place,
              const char *word)
{
  const int index = ondes_name_index (field->words, word);

  if (index >= 0)
    *place = (guint) index;
}

void
ondes_settings_fields_restore (const OndesSettingsField *fields,
                               gpointer settings,
                               GVariant *saved)
{
  for (; fields->name != NULL; fields++)
    {
      gpointer place = (char *) settings + fields->offset;
      const char *text;
      double number;

      switch (fields->type)
        {
        case ONDES_FIELD_WORD:
          if (g_variant_lookup (saved, fields->name, "&s", &text))
            restore_word (fields, place, text);
          break;
        case ONDES_FIELD_NUMBER:
          if (g_variant_lookup (saved, fields->name, "d", &number) && isfinite (number))
            *(double *) place = number;
          break;
        case ONDES_FIELD_COUNT:
          g_variant_lookup (saved, fields->name, "t", place);
          break;
        case ONDES_FIELD_INDEX:
          g_variant_lookup (saved, fields->name, "u", place);
          break;
        case ONDES_FIELD_BOOLEAN:
          g_variant_lookup (saved, fields->name, "b", place);
          break;
        default:
          if (g_variant_lookup (saved, fields->name, "&s", &text))
            restore_text (text, place, fields->size);
        }
    }
}
