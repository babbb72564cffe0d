/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "settings-fields.h"

#include <math.h>

#include "transform/cwt.h"

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
      return g_variant_new_take_string (g_utf8_make_valid (place, -1)); /* truncated text may end within a character */
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
            g_strlcpy (place, text, fields->size);
        }
    }
}
