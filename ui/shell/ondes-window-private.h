/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the window share. */
#pragma once

#include "session/dyadic-analysis.h"
#include "session/scalogram-analysis.h"
#include "session/spectrum-analysis.h"
#include "ondes-window.h"

G_BEGIN_DECLS

typedef enum { ONDES_PAGE_SCALOGRAM, ONDES_PAGE_SPECTRA, ONDES_PAGE_CONVOLUTION, ONDES_N_PAGES } OndesPageIndex;

struct _OndesWindow
{
  AdwApplicationWindow parent_instance;

  OndesSession    *session;
  OndesAnalysis   *models[ONDES_N_PAGES]; /* of the session */
  GSettings       *settings; /* may be NULL */
  guint            store_source, busy_source;
  gboolean         closing;  /* an export was asked about */
  gboolean         turning;  /* the page is turned by what was opened: it is not remembered as a choice */
  int              page_before; /* the page that a truth table turned from; −1: none */
  char            *shown_path;  /* of the recording that the page was chosen for */

  AdwToastOverlay *toasts;
  AdwWindowTitle  *title;
  AdwSplitButton  *open_button;
  GtkDropDown     *channel;
  GtkWidget       *export_button, *menu_button, *sidebar_button;
  GtkStack        *stack;
  AdwFlap         *flap;
  AdwViewStack    *views;
  AdwViewSwitcherTitle *switcher;
  GtkStack        *controls;
  GtkBox          *welcome_box, *charts, *readout_box;
  GtkRevealer     *progress_revealer, *notes_revealer;
  GtkProgressBar  *progress;
  GtkLabel        *status, *notes;
  GtkWidget       *cancel_button, *resample_button, *options_button, *export_box;
  GtkProgressBar  *export_progress;
  GtkWidget       *scalogram_view;
};

/* The page in view, and its model. */
OndesPageIndex  ondes_window_get_page    (OndesWindow    *self);
OndesAnalysis  *ondes_window_get_model   (OndesWindow    *self);

/* As the view stack, the action and the settings name the pages. */
extern const char *const ondes_window_page_names[];
/* Title and subtitle where there is room for them. */
void            ondes_window_show_title  (OndesWindow    *self);
/* Format, length and rate of the recording; transfer full. */
char           *ondes_window_describe    (OndesWindow    *self);

/* ondes-window-title.c */
/* Of what the page in view shows. */
void ondes_window_update_title          (OndesWindow    *self);
/* A truth table has no time: it opens on its spectrum, and a recording after it where one was before. */
void ondes_window_choose_page           (OndesWindow    *self,
                                         OndesRecording *recording);

/* ondes-window-channel.c */
/* Shows the channels of the recording and the one that is chosen, or takes the one that the person chose. */
void ondes_window_update_channels       (OndesWindow    *self);
void ondes_window_take_channel          (OndesWindow    *self);
/* The button has the name without its number, where there is one, and cuts it short, so that the window can be narrow; the list
 * has all of it. */
void ondes_window_shorten_channel       (OndesWindow    *self);

/* ondes-window-actions.c */
void ondes_window_class_install_actions (GtkWidgetClass *klass);
void ondes_window_update_actions        (OndesWindow    *self);
void ondes_window_update_recent         (OndesWindow    *self);
void ondes_window_remember_file         (OndesWindow    *self);

/* ondes-window-focus.c: the focus to the chart of the page in view, and Home to the whole from anywhere. */
void ondes_window_focus_chart           (OndesWindow    *self);
void ondes_window_watch_home            (OndesWindow    *self);

/* ondes-window-notes.c */
void ondes_window_say                   (OndesWindow    *self,
                                         const char     *text,
                                         gboolean        is_error);
void ondes_window_update_notes          (OndesWindow    *self);

G_END_DECLS
