/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "batch-screen.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/option.h"
#include "base/words.h"
#include "batch-files.h"
#include "export/command-line.h"

/* --- from the screen */

/* Adds the words of a command line's options, quoted for a shell. */
static void
add_line (GPtrArray  *words,
          const char *line)
{
  g_auto (GStrv) parts = NULL;
  int n = 0;

  if (!g_shell_parse_argv (line, &n, &parts, NULL))
    return; /* an empty line */
  for (int i = 0; i < n; i++)
    {
      const gboolean flag = i + 1 == n || g_str_has_prefix (parts[i + 1], "--");

      g_ptr_array_add (words, g_strdup (parts[i]));
      g_ptr_array_add (words, g_strdup (flag ? "" : parts[++i]));
    }
}

static void
add (GPtrArray  *words,
     const char *option,
     const char *value)
{
  g_ptr_array_add (words, g_strdup (option));
  g_ptr_array_add (words, g_strdup (value));
}

/* Adds what the page of filters does: its bank are the bands, its filter is the last step before all else. */
static void
add_filter (GPtrArray           *words,
            OndesAnalysisPreset *preset,
            OndesFilterAnalysis *filter)
{
  g_autofree char *bank = ondes_filter_analysis_print_bank (filter), *step = ondes_filter_analysis_print_step (filter);
  g_autofree char *steps = g_strconcat (preset->steps, preset->steps[0] != '\0' ? "\n" : "", step, NULL);

  if (bank != NULL)
    add (words, "--bands", bank);
  else if (step != NULL && strlen (steps) < sizeof preset->steps)
    g_strlcpy (preset->steps, steps, sizeof preset->steps);
}

/* Adds what a preset leaves out: how files are read, the channel, the compensation. */
static void
add_reading (GPtrArray              *words,
             const OndesBatchScreen *screen)
{
  OndesCompensation *applied = ondes_scalogram_analysis_get_applied (screen->scalogram);
  g_autofree char *compensation = applied != NULL ? ondes_compensation_print (applied) : NULL;
  OndesRecording *recording = ondes_session_get_recording (screen->session);
  g_autoptr (GString) line = g_string_new (NULL);

  ondes_line_add_channel (line, recording, "--channel", ondes_session_get_channel (screen->session));
  ondes_line_add_read (line, ondes_session_get_read_options (screen->session));
  if (compensation != NULL)
    ondes_line_add_options (line, compensation);
  add_line (words, line->str);
}

/* Adds what a preset leaves out of the picture: fixed colours, notes, rulers and the size. */
static void
add_picture (GPtrArray              *words,
             const OndesBatchScreen *screen)
{
  OndesDisplay display = *ondes_scalogram_analysis_get_display (screen->scalogram), own = ondes_display_default;
  const OndesRulers *rulers = ondes_timeline_get_rulers (ondes_session_get_timeline (screen->session));
  OndesFigureSize size = screen->size != NULL ? *screen->size : ondes_figure_size_default;
  g_autofree char *options = NULL;
  g_autoptr (GString) line = g_string_new (NULL);

  own.reference = display.reference;
  own.smooth = display.smooth;
  own.notes = display.notes;
  own.a4_hz = display.a4_hz;
  options = ondes_display_print (&own);
  ondes_line_add_options (line, options);
  size.second_axis = rulers->second_axis;
  ondes_line_add_size (line, &size);
  add_line (words, line->str);
}

OndesBatchParameters *
ondes_batch_screen_take (const OndesBatchScreen *screen)
{
  OndesBatchParameters *self = g_new (OndesBatchParameters, 1);
  g_autofree OndesAnalysisPreset *preset = g_new0 (OndesAnalysisPreset, 1);

  self->words = g_ptr_array_new_with_free_func (g_free);
  ondes_analysis_preset_take (preset, screen->session);
  if (screen->filter != NULL)
    add_filter (self->words, preset, screen->filter);
  add_reading (self->words, screen);
  add_picture (self->words, screen);
  self->preset = ondes_analysis_preset_save (preset);
  return self;
}

OndesBatchParameters *
ondes_batch_parameters_copy (const OndesBatchParameters *self)
{
  OndesBatchParameters *copy = g_new (OndesBatchParameters, 1);

  copy->preset = g_variant_ref (self->preset);
  copy->words = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->words->len; i++)
    g_ptr_array_add (copy->words, g_strdup (g_ptr_array_index (self->words, i)));
  return copy;
}

void
ondes_batch_parameters_free (OndesBatchParameters *self)
{
  g_variant_unref (self->preset);
  g_ptr_array_unref (self->words);
  g_free (self);
}

/* --- for people */

/* Options that have no table of parameters, or another title there. */
static const struct
{
  const char *option, *title;
} titles[] = {
  { "--preset", N_("Preset") },
  { "--condition", N_("Conditioning") },
  { "--channel", N_("Channel") },
  { "--mask-bits", N_("Bits of masks") },
  { "--mask-rounding", N_("Rounding of masks") },
};

static const char *
find_title (const char *option)
{
  const OndesParam *tables[] = { ondes_cwt_params.rows, ondes_display_params.rows, ondes_figure_size_params.rows,
                                 ondes_read_params.rows, ondes_compensation_params.rows, ondes_batch_level_params.rows,
                                 ondes_batch_detection_params.rows };

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    if (g_str_equal (titles[i].option, option))
      return _(titles[i].title);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      const OndesParam *row = ondes_params_find_option (tables[i], option);

      if (row != NULL)
        return _(row->said != NULL ? row->said : row->title);
    }
  return option;
}

static void
line_free (gpointer data)
{
  g_free (((OndesBatchLine *) data)->value);
  g_free (data);
}

static void
put_line (GPtrArray  *lines,
          const char *option,
          const char *value)
{
  OndesBatchLine *line = g_new (OndesBatchLine, 1);

  /* Translators: a setting that is switched on. */
  *line = (OndesBatchLine) { find_title (option), *value != '\0' ? g_utf8_make_valid (value, -1) : g_strdup (_("on")) };
  g_ptr_array_add (lines, line);
}

GPtrArray *
ondes_batch_parameters_lines (const OndesBatchParameters *self)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (line_free);
  g_autofree OndesAnalysisPreset *preset = g_new (OndesAnalysisPreset, 1);
  g_auto (GStrv) options = NULL, steps = NULL;
  char lo[ONDES_NUMBER_SIZE], hi[ONDES_NUMBER_SIZE];

  ondes_analysis_preset_restore (preset, self->preset);
  options = ondes_analysis_preset_options (preset, TRUE);
  for (char **option = options; *option != NULL; option += 2)
    put_line (lines, option[0], option[1]);
  if (preset->cwt.rows == ONDES_ROWS_FREQUENCIES && preset->highest > 0)
    {
      g_autofree char *range
        = g_strdup_printf ("%s:%s", ondes_number_print (lo, preset->lowest), ondes_number_print (hi, preset->highest));

      put_line (lines, "--frequencies", range);
    }
  steps = g_strsplit (preset->steps, "\n", -1);
  for (char **step = steps; *step != NULL; step++)
    if (**step != '\0')
      put_line (lines, "--condition", *step);
  for (guint i = 0; i + 1 < self->words->len; i += 2)
    put_line (lines, g_ptr_array_index (self->words, i), g_ptr_array_index (self->words, i + 1));
  return lines;
}

/* --- back to a window */

/* Fills the preset. */
static gboolean
find_preset (OndesBatchSettings  *self,
             GError             **error)
{
  OndesAnalysisPreset *preset = self->preset;
  g_autoptr (GString) steps = g_string_new (NULL);

  if (!ondes_batch_words_parse (self->words, ondes_cwt_params.rows, ONDES_PARAM_PRESET, &preset->cwt, error)
      || !ondes_batch_words_parse (self->words, ondes_display_params.rows, ONDES_PARAM_PRESET, &preset->display, error))
    return FALSE;
  for (guint i = 0; i + 1 < self->words->len; i += 2)
    {
      const char *option = g_ptr_array_index (self->words, i), *value = g_ptr_array_index (self->words, i + 1);

      if (g_str_equal (option, "--condition"))
        g_string_append_printf (steps, "%s%s", steps->len > 0 ? "\n" : "", value);
      else if (g_str_equal (option, "--scales"))
        preset->cwt.rows = strchr (value, ':') != NULL ? ONDES_ROWS_SCALES : ONDES_ROWS_LIST;
      else if (g_str_equal (option, "--period-axis"))
        preset->display.show = ONDES_SHOW_PERIOD;
      else if (g_str_equal (option, "--frequencies")
               && !ondes_option_range (option, value, &preset->lowest, &preset->highest, error))
        return FALSE;
    }
  if (steps->len > 0)
    g_strlcpy (preset->steps, steps->str, sizeof preset->steps);
  return TRUE;
}

/* Returns the last value of @option, borrowed, or NULL. */
static const char *
find_option (const OndesBatchSettings *self,
             const char               *option)
{
  return ondes_batch_words_find (self->words, option);
}

static gboolean
find_compensation (OndesBatchSettings  *self,
                   GError             **error)
{
  self->compensation = ondes_compensation_settings_default;
  if (!ondes_batch_words_parse (self->words, ondes_compensation_params.rows, 0, &self->compensation, error))
    return FALSE;
  self->compensation.quantise = find_option (self, "--mask-bits") != NULL;
  self->compensation.on = !ondes_compensation_settings_is_idle (&self->compensation);
  return TRUE;
}

static gboolean
find_reading (OndesBatchSettings  *self,
              GError             **error)
{
  const char *channel = find_option (self, "--channel");
  guint64 number = G_MAXUINT;

  if (!ondes_batch_words_parse (self->words, ondes_read_params.rows, 0, &self->read, error))
    return FALSE;
  if (g_strcmp0 (channel, "mix") == 0)
    number = 0;
  else if (channel != NULL && !ondes_option_integer ("--channel", channel, 1, G_MAXUINT, &number, error))
    return FALSE;
  self->channel = (guint) number;
  return TRUE;
}

gboolean
ondes_batch_settings_find (OndesBatchSettings  *self,
                           const OndesBatchRun *run,
                           GError             **error)
{
  g_autoptr (GVariant) none = g_variant_ref_sink (g_variant_new ("a{sv}", NULL));
  g_autofree char *folder = g_strconcat (run->folder, "/", NULL);
  const char *named;

  *self = (OndesBatchSettings) { .words = ondes_batch_run_words (run->words, folder) };
  named = find_option (self, "--preset");
  if (named != NULL)
    self->preset = ondes_analysis_preset_load (named, error);
  else
    {
      self->preset = g_new (OndesAnalysisPreset, 1);
      ondes_analysis_preset_restore (self->preset, none);
    }
  return self->preset != NULL && find_preset (self, error) && find_compensation (self, error) && find_reading (self, error);
}

void
ondes_batch_settings_clear (OndesBatchSettings *self)
{
  g_clear_pointer (&self->preset, g_free);
  g_clear_pointer (&self->words, g_ptr_array_unref);
}
