/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the window share. */
#pragma once

#include "ondes-window.h"

G_BEGIN_DECLS

struct _OndesWindow
{
  AdwApplicationWindow parent_instance;

  OndesDocument   *document;
  GSettings       *settings; /* may be NULL */
  guint            store_source, busy_source;
  gboolean         closing;  /* an export was asked about */

  AdwToastOverlay *toasts;
  AdwWindowTitle  *title;
  AdwSplitButton  *open_button;
  GtkDropDown     *channel;
  GtkWidget       *export_button, *menu_button, *sidebar_button;
  GtkStack        *stack;
  AdwFlap         *flap;
  GtkBox          *welcome_box, *charts, *controls_box, *readout_box;
  GtkRevealer     *progress_revealer, *notes_revealer;
  GtkProgressBar  *progress;
  GtkLabel        *status, *notes;
  GtkWidget       *cancel_button, *resample_button, *options_button, *export_box;
  GtkProgressBar  *export_progress;
  GtkWidget       *scalogram;
};

/* ondes-window-actions.c */
void ondes_window_class_install_actions (GtkWidgetClass *klass);
void ondes_window_update_actions        (OndesWindow    *self);
void ondes_window_update_recent         (OndesWindow    *self);
void ondes_window_remember_file         (OndesWindow    *self);

/* ondes-window-notes.c */
void ondes_window_say                   (OndesWindow    *self,
                                         const char     *text,
                                         gboolean        is_error);
void ondes_window_update_notes          (OndesWindow    *self);

G_END_DECLS
