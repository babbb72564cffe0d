/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "signal/derive.h"
#include "signal/read-options.h"
#include "transform/compensation-settings.h"
#include "transform/cwt-settings.h"
#include "transform/filter-settings.h"
#include "transform/walshgram.h"
#include "words-settings.h"

static const struct
{
  const char *title; /* title of its control; for a button or menu, with the mnemonic underscore; NULL if a table of
                      * parameters has it, or if only the command has the setting */
  OndesErrorPlace place;
} settings[] = {
  [ONDES_SETTING_RATE] = { N_("Rate and _Units…"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_TIME_UNIT] = { N_("Rate and _Units…"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_RAW] = { N_("Open as _Raw…"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_COLUMN] = { N_("Values"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_TIME_COLUMN] = { N_("Time column"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_TEXT_SEPARATOR] = { NULL, ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_DECIMAL_MARK] = { NULL, ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_HEADER_ROWS] = { NULL, ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_DATE_ORDER] = { NULL, ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_ZONE] = { NULL, ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_TEXT_GAPS] = { NULL, ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_TEXT_TIMES] = { NULL, ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_TEXT_COLUMNS] = { NULL, ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_RESAMPLE] = { NULL, ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_DATASET] = { NULL, ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_TIME_AXIS] = { NULL, ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_TIME_EXPANSION] = { N_("Read as It _Plays"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_TABLE] = { NULL, ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_CHANNEL] = { N_("Channel"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_CONDITION] = { N_("Conditioning"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_WINDOW] = { N_("Window"), ONDES_ERROR_PLACE_ROW },
  [ONDES_SETTING_SEGMENT] = { NULL, ONDES_ERROR_PLACE_NONE },
  [ONDES_SETTING_FILE] = { N_("File"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_FORMAT] = { N_("Format"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_SIZE] = { N_("Size"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_SCALE_FACTOR] = { N_("Scale factor"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_DPI] = { N_("Resolution (dpi)"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_TYPE_SIZE] = { N_("Type size"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_COLUMNS] = { N_("Columns"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_ROWS] = { N_("Rows"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_VIEW] = { N_("View"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_ENGINE] = { N_("Engine"), ONDES_ERROR_PLACE_TOAST },
  [ONDES_SETTING_DEVICE] = { N_("Engine"), ONDES_ERROR_PLACE_TOAST },
};

G_STATIC_ASSERT (G_N_ELEMENTS (settings) == ONDES_N_SETTINGS);

OndesErrorPlace
ondes_words_setting_place (OndesSetting setting)
{
  g_return_val_if_fail (setting < ONDES_N_SETTINGS, ONDES_ERROR_PLACE_TOAST);
  return settings[setting].place;
}

static const char *
find_title (OndesSetting setting)
{
  static const OndesParamTable *const tables[] = { &ondes_cwt_params, &ondes_read_params, &ondes_compensation_params,
                                                   &ondes_filter_params, &ondes_spectrum_params, &ondes_keep_params,
                                                   &ondes_derivation_params, &ondes_walshgram_params };

  if (settings[setting].title != NULL)
    return settings[setting].title;
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      const OndesParam *row = ondes_params_find_setting (tables[i]->rows, setting);

      if (row != NULL)
        return row->said != NULL ? row->said : row->title;
    }
  g_assert_not_reached ();
}

const char *
ondes_words_setting (OndesSetting setting)
{
  g_autoptr (GString) title = NULL;

  g_return_val_if_fail (setting > ONDES_SETTING_NONE && setting < ONDES_N_SETTINGS, "");
  if (settings[setting].place == ONDES_ERROR_PLACE_NONE)
    return ondes_setting_option (setting);
  title = g_string_new (_(find_title (setting)));
  g_string_replace (title, "_", "", 0);
  return g_intern_string (title->str);
}

/* Returns the name as a sentence shows it, in quotation marks. */
static const char *
quote (OndesSetting setting,
       const char  *argument)
{
  const char *name = ondes_words_setting (setting);
  g_autofree char *quoted = NULL;

  /* The spectra page has no precision setting. */
  if (setting == ONDES_SETTING_PRECISION && argument != NULL)
    name = "ondes-cli";
  else if (setting == ONDES_SETTING_BOUNDARY && argument != NULL)
    name = _("Zero");
  else if (setting == ONDES_SETTING_WAVELET && argument != NULL)
    name = _("Analytic Morlet");
  /* Translators: the name of a control within a sentence, in quotation marks. */
  quoted = g_strdup_printf (_("“%s”"), name);
  return g_intern_string (quoted);
}

void
ondes_words_name_settings (void)
{
  ondes_setting_set_namer (quote);
}

char *
ondes_words_error (const GError *error)
{
  if (!ondes_error_is_about (error))
    return g_strdup (error->message);
  /* Translators: the name of a setting, and what is wrong with it. */
  return g_strdup_printf (_("%s: %s"), ondes_words_setting (ondes_error_get_setting (error)), error->message);
}

char *
ondes_words_row_error (const GError *error)
{
  const char *rest = g_utf8_next_char (error->message);
  g_autofree char *first = g_utf8_strup (error->message, rest - error->message);

  return g_strconcat (first, rest, NULL);
}
