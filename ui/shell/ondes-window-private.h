/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the source files of the window. */
#pragma once

#include "session/dyadic-analysis.h"
#include "session/filter-analysis.h"
#include "session/listening.h"
#include "session/scalogram-analysis.h"
#include "session/spectrum-analysis.h"
#include "ondes-window.h"

G_BEGIN_DECLS

typedef enum { ONDES_PAGE_SCALOGRAM, ONDES_PAGE_SPECTRA, ONDES_PAGE_CONVOLUTION, ONDES_PAGE_FILTER, ONDES_N_PAGES } OndesPageIndex;

struct _OndesWindow
{
  AdwApplicationWindow parent_instance;

  OndesSession    *session;
  OndesAnalysis   *models[ONDES_N_PAGES]; /* the analyses of the session, one per page */
  OndesListening  *listening;
  GSettings       *settings; /* NULL if none */
  guint            store_source, busy_source;
  gboolean         closing;  /* the user agreed to stop the export and close */
  gboolean         turning;  /* the page is switched automatically for a file: not stored as the user's choice */
  int              page_before; /* the page in view before a truth table switched it; −1: none */
  char            *shown_path;  /* path of the recording for which the page was last chosen */

  AdwToastOverlay *toasts;
  AdwWindowTitle  *title;
  AdwSplitButton  *open_button;
  GtkDropDown     *channel;
  GtkWidget       *export_button, *menu_button, *sidebar_button;
  GtkStack        *stack;
  AdwFlap         *flap;
  AdwViewStack    *views;
  AdwViewSwitcherTitle *switcher;
  AdwClamp        *title_clamp;
  GtkBox          *side_bar;
  GtkStack        *controls;
  GtkBox          *welcome_box, *charts, *readout_box, *play_box;
  GtkRevealer     *progress_revealer, *notes_revealer;
  GtkProgressBar  *progress;
  GtkLabel        *status, *notes;
  GtkWidget       *cancel_button, *resample_button, *options_button, *export_box;
  GtkProgressBar  *export_progress;
  GtkWidget       *scalogram_view, *filter_page, *play_bar;
  GtkWidget       *compare_box, *compare_bar;
  OndesScalogramAnalysis *uncompensated; /* compared with the scalogram */
};

/* Return the page in view, and its analysis. */
OndesPageIndex  ondes_window_get_page    (OndesWindow    *self);
OndesAnalysis  *ondes_window_get_model   (OndesWindow    *self);

/* The names of the pages in the view stack, the action and the settings. */
extern const char *const ondes_window_page_names[];
/* Shows the title and subtitle to the left of the page switcher, or in its place if it is disabled. */
void            ondes_window_show_title  (OndesWindow    *self);
/* Returns the format, length and rate of the recording; transfer full. */
char           *ondes_window_describe    (OndesWindow    *self);

/* ondes-window-title.c */
/* Updates the title for the contents of the page in view. */
void ondes_window_update_title          (OndesWindow    *self);
/* Chooses the page for a newly opened @recording: a truth table has no time axis, so it opens on the spectra page; the next
 * recording returns to the previous page. */
void ondes_window_choose_page           (OndesWindow    *self,
                                         OndesRecording *recording);

/* ondes-window-channel.c */
/* update_channels() shows the recording's channels and the selected channel; take_channel() applies the user's selection. */
void ondes_window_update_channels       (OndesWindow    *self);
void ondes_window_take_channel          (OndesWindow    *self);
/* Shows only the channel's name on the button, without its number and ellipsised so that the window can be narrow; the list
 * shows it in full. */
void ondes_window_shorten_channel       (OndesWindow    *self);

/* ondes-window-actions.c */
void ondes_window_class_install_actions (GtkWidgetClass *klass);
void ondes_window_update_actions        (OndesWindow    *self);
void ondes_window_update_recent         (OndesWindow    *self);
void ondes_window_remember_file         (OndesWindow    *self);

/* ondes-window-focus.c: focuses the chart of the page in view, and makes Home show the whole and Space play from anywhere in the
 * window where the focus has no use for them. */
void ondes_window_focus_chart           (OndesWindow    *self);
void ondes_window_watch_keys            (OndesWindow    *self);

/* ondes-window-sound.c: the properties and actions of playing, and the play bar with what it plays. */
void ondes_window_class_install_sound   (OndesWindowClass *klass);
void ondes_window_add_sound             (OndesWindow    *self);
/* Plays what the page in view shows: on the page of filters the filtered recording. */
void ondes_window_update_heard          (OndesWindow    *self);

/* ondes-window-compare.c: the scalogram without compensation beside the other, with a bar in the charts, and the actions of what is
 * compared. */
void            ondes_window_class_install_comparison (GtkWidgetClass *klass);
void            ondes_window_add_comparison (OndesWindow    *self);
/* Of the page in view, with the other scalogram if both are shown. */
gboolean        ondes_window_is_busy     (OndesWindow    *self,
                                          double         *progress);
void            ondes_window_cancel      (OndesWindow    *self);
void            ondes_window_recompute   (OndesWindow    *self);

/* ondes-window-notes.c */
void ondes_window_say                   (OndesWindow    *self,
                                         const char     *text,
                                         gboolean        is_error);
void ondes_window_update_notes          (OndesWindow    *self);

G_END_DECLS
