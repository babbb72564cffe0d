/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/series.h"
#include "figure/display.h"
#include "signal/derive.h"
#include "signal/read-options.h"
#include "transform/compensation-settings.h"
#include "transform/cwt-settings.h"
#include "transform/filter-settings.h"
#include "transform/walshgram.h"
#include "words-settings.h"

/* Titles of controls that no table of parameters has; of a button or menu with the mnemonic underscore. */
static const char *const titles[ONDES_N_SETTINGS] = {
  [ONDES_SETTING_RATE] = N_("Rate and _Units…"),
  [ONDES_SETTING_TIME_UNIT] = N_("Rate and _Units…"),
  [ONDES_SETTING_RAW] = N_("Open as _Raw…"),
  [ONDES_SETTING_COLUMN] = N_("Values"),
  [ONDES_SETTING_TIME_COLUMN] = N_("Time column"),
  [ONDES_SETTING_TIME_EXPANSION] = N_("Read as It _Plays"),
  [ONDES_SETTING_CHANNEL] = N_("Channel"),
  [ONDES_SETTING_CONDITION] = N_("Conditioning"),
  [ONDES_SETTING_WINDOW] = N_("Window"),
  [ONDES_SETTING_FILE] = N_("File"),
  [ONDES_SETTING_FORMAT] = N_("Format"),
  [ONDES_SETTING_SIZE] = N_("Size"),
  [ONDES_SETTING_SCALE_FACTOR] = N_("Scale factor"),
  [ONDES_SETTING_DPI] = N_("Resolution (dpi)"),
  [ONDES_SETTING_TYPE_SIZE] = N_("Type size"),
  [ONDES_SETTING_COLUMNS] = N_("Columns"),
  [ONDES_SETTING_ROWS] = N_("Rows"),
  [ONDES_SETTING_VIEW] = N_("View"),
  [ONDES_SETTING_ENGINE] = N_("Engine"),
  [ONDES_SETTING_DEVICE] = N_("Engine"),
};

/* Returns the title, marked for translation; NULL if the window does not have the setting. */
static const char *
find_title (OndesSetting setting)
{
  static const OndesParamTable *const tables[] = { &ondes_cwt_params, &ondes_read_params, &ondes_compensation_params,
                                                   &ondes_filter_params, &ondes_spectrum_params, &ondes_keep_params,
                                                   &ondes_derivation_params, &ondes_walshgram_params };

  if (titles[setting] != NULL)
    return titles[setting];
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      const OndesParam *row = ondes_params_find_setting (tables[i]->rows, setting);

      if (row != NULL)
        return row->said != NULL ? row->said : row->title;
    }
  return NULL;
}

const char *
ondes_words_setting (OndesSetting setting)
{
  const char *title;
  g_autoptr (GString) plain = NULL;

  g_return_val_if_fail (setting > ONDES_SETTING_NONE && setting < ONDES_N_SETTINGS, "");
  title = find_title (setting);
  if (title == NULL) /* only the command has it */
    return ondes_setting_option (setting);
  plain = g_string_new (_(title));
  g_string_replace (plain, "_", "", 0);
  return g_intern_string (plain->str);
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

/* Returns the title of the row whose key ends @path; NULL if it has none. */
static const char *
find_title_of_path (const char *path)
{
  static const OndesParamTable *const tables[] = { &ondes_cwt_params, &ondes_display_params, &ondes_compensation_params,
                                                   &ondes_filter_params, &ondes_spectrum_params, &ondes_keep_params,
                                                   &ondes_derivation_params, &ondes_walshgram_params,
                                                   &ondes_series_display_params };
  const char *key = strrchr (path, '/') + 1;

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      const OndesParam *row = ondes_params_find (tables[i]->rows, key);

      if (row != NULL && row->title != NULL)
        return row->said != NULL ? row->said : row->title;
    }
  return NULL;
}

const char *
ondes_words_change (const char *paths)
{
  static const struct
  {
    const char *path, *title;
  } parts[] = {
    { "/channel", N_("Channel") },         { "/conditioning", N_("Conditioning") }, { "/view", N_("View") },
    { "/timeline", N_("Selection") },      { "/annotations", N_("Annotations") },   { "/scalogram/fm", N_("Frequencies") },
    { "/slices", N_("Slices") },           { "/filter", N_("Filter") },            { "/rulers", N_("Rulers") },
  };
  g_auto (GStrv) all = g_strsplit (paths, " ", -1); /* the last is empty */

  for (guint i = 0; all[i] != NULL && all[i][0] == '/'; i++)
    {
      const char *title = find_title_of_path (all[i]);

      for (guint j = 0; title == NULL && j < G_N_ELEMENTS (parts); j++)
        if (g_str_has_prefix (all[i], parts[j].path))
          title = parts[j].title;
      if (title != NULL)
        return _(title);
    }
  return _("Settings");
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
