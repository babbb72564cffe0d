/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The title of a window, and the automatic choice of page for a newly opened file. */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-window-private.h"
#include "session/words.h"

static void
turn_page (OndesWindow *self,
           const char  *name)
{
  self->turning = TRUE;
  ondes_window_show (self, name);
  self->turning = FALSE;
}

void
ondes_window_choose_page (OndesWindow *self,
                          OndesRecording *recording)
{
  OndesOperand *operand = ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (self->models[ONDES_MODEL_SPECTRA]), 0);
  const char *path = ondes_recording_get_info (recording)->path;

  if (g_strcmp0 (path, self->shown_path) == 0)
    return;
  g_free (self->shown_path);
  self->shown_path = g_strdup (path);
  if (ondes_recording_get_truth_table (recording) != NULL)
    {
      if (ondes_operand_get_kind (operand) != ONDES_OPERAND_VIEW)
        ondes_operand_set_kind (operand, ONDES_OPERAND_WHOLE);
      if (ondes_window_get_shown (self) != ONDES_MODEL_SCALOGRAM)
        return;
      turn_page (self, "spectra");
      self->turned = TRUE;
    }
  else if (self->turned)
    {
      turn_page (self, "scalogram");
      self->turned = FALSE;
    }
}

void
ondes_window_update_title (OndesWindow *self)
{
  OndesOperand *operand = ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (self->models[ONDES_MODEL_SPECTRA]), 0);
  OndesOperandKind kind = ondes_operand_get_kind (operand);
  OndesRecording *recording = ondes_session_get_recording (self->session);
  OndesTruthTable *table = ondes_operand_get_truth_table (operand);
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;

  if (ondes_window_get_shown (self) == ONDES_MODEL_SPECTRA && kind == ONDES_OPERAND_TEXT)
    {
      gboolean is_sbox = table != NULL && ondes_truth_table_is_sbox (table);

      title = g_strdup (is_sbox ? _("Typed S-box") : _("Typed truth table"));
      subtitle = g_strdup (table != NULL ? ondes_truth_table_format (table) : "");
    }
  else if (ondes_window_get_shown (self) == ONDES_MODEL_SPECTRA && kind == ONDES_OPERAND_FILE
           && ondes_operand_get_path (operand) != NULL)
    {
      title = g_filename_display_basename (ondes_operand_get_path (operand));
      subtitle = g_strdup (table != NULL ? ondes_truth_table_format (table) : "");
    }
  else if (recording != NULL)
    {
      title = g_strdup (ondes_words_recording_name (ondes_recording_get_info (recording)->name));
      subtitle = ondes_window_describe (self);
    }
  else
    {
      title = g_strdup (_("Ondes"));
      subtitle = g_strdup ("");
    }
  gtk_label_set_text (self->title, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), title);
  gtk_label_set_text (self->subtitle, subtitle);
  gtk_window_set_title (GTK_WINDOW (self), title);
}
