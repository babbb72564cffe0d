/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the source files of the window. */
#pragma once

#include "batch/run-model.h"
#include "charts/ondes-chart-selection.h"
#include "charts/ondes-slice-pane.h"
#include "session/annotations-model.h"
#include "picture/comparison.h"
#include "series/dyadic-analysis.h"
#include "series/filter-analysis.h"
#include "series/psd-analysis.h"
#include "sound/listening.h"
#include "picture/scalogram-analysis.h"
#include "picture/selection-readings.h"
#include "series/spectrum-analysis.h"
#include "picture/walshgram-analysis.h"
#include "ondes-toasts.h"
#include "ondes-window.h"

G_BEGIN_DECLS

/* The analyses of the session, pictures first. The stacks of a page and of controls know each by ondes_analysis_get_name(). */
typedef enum
{
  ONDES_MODEL_SCALOGRAM,
  ONDES_MODEL_WALSHGRAM,
  ONDES_MODEL_PSD,
  ONDES_MODEL_FILTER,
  ONDES_MODEL_SPECTRA,
  ONDES_MODEL_CONVOLUTION,
  ONDES_N_MODELS
} OndesModelIndex;

struct _OndesWindow
{
  AdwApplicationWindow parent_instance;

  OndesSession    *session;
  OndesAnalysis   *models[ONDES_N_MODELS];
  OndesListening  *listening;
  OndesAnnotationsModel *annotations;
  GSettings       *settings; /* NULL if none */
  guint            store_source, busy_source, focus_source;
  gboolean         closing;  /* the user agreed to stop the export and close */
  gboolean         turning;  /* the page is switched automatically for a file: not stored as the user's choice */
  gboolean         turned;   /* a truth table switched the page from the scalogram */
  char            *shown_path;  /* path of the recording for which the page was last chosen */

  OndesToasts     *toasts;
  guint            undo_toast; /* number of the last that offered to undo; 0 if there was none */
  GtkLabel        *title, *subtitle;
  GtkWidget       *title_row;
  GMenu           *steps; /* of the menu: undo and redo */
  AdwSplitButton  *open_button;
  GMenuModel      *samples; /* recordings in its menu */
  GtkDropDown     *channel;
  GtkWidget       *export_button, *menu_button, *sidebar_button;
  GtkStack        *stack;
  AdwFlap         *flap;
  GtkStack        *views;              /* the pages: "explore", "filter" and "logic" */
  GtkStack        *pictures, *readouts; /* of Explore */
  GtkStack        *logic;              /* spectra and convolution */
  GtkDropDown     *picture;
  GtkBox          *scalogram_box, *scalogram_readout;
  GtkBox          *side_bar;
  GtkStack        *inspector, *controls;
  GtkWidget       *inspector_tabs;
  AdwBin          *filters_bin, *measure_bin, *notes_bin;
  GtkBox          *welcome_box, *charts, *readout_box, *play_box, *tool_row;
  GtkRevealer     *progress_revealer, *notes_revealer;
  GtkProgressBar  *progress;
  GtkLabel        *status, *notes;
  GtkWidget       *cancel_button, *resample_button, *expansion_button, *options_button, *export_box;
  GtkProgressBar  *export_progress;
  GtkWidget       *scalogram_view, *walshgram_view, *filter_page, *play_bar;
  GtkWidget       *annotation_pane;
  GMenu           *annotation_exports; /* of the main menu */
  GPtrArray       *awaiting; /* owned paths of annotations for the recording that is being opened; NULL if none */
  gboolean         saving_to_close; /* the window closes once its annotations are saved */
  gboolean         losing_annotations; /* the user agreed to close without saving them */
  GtkWidget       *measure_panel;
  GtkToggleButton *tool_buttons[ONDES_N_TOOLS];
  GtkLabel        *hint; /* says what a drag does */
  gboolean         pointed, pressed; /* a click is under way; the button is held */
  gboolean         focus_by_key; /* the keyboard moved the focus where it is */
  gboolean         space_held, space_used; /* the key is down; with a drag, so that it does not play */
  GdkModifierType  held_keys; /* of Shift and Ctrl */
  OndesSelectionReadings *readings; /* of the selection, of the page in view */
  GtkWidget       *welcome;
  GVariant        *fresh[ONDES_N_MODELS]; /* settings of the models before any recording */
  GVariant        *reopening; /* how the window is to be once its recording is open; NULL if it is */
  gboolean         unopened;  /* that recording could not be opened */
  OndesComparison *comparison; /* of the scalogram with a second one */
  GtkWidget       *compare_button, *compare_modes; /* of the row of tools: what is compared, and what is shown of both */
  GtkWidget       *second_view, *second_readout, *compare_panel;
  GtkLabel        *differs;
  GtkWidget       *overview;
  GtkWidget       *waveform, *strips; /* one in the place of the other */
  GtkToggleButton *strips_button;
};

/* Return what the page in view shows. */
OndesModelIndex ondes_window_get_shown   (OndesWindow    *self);
OndesAnalysis  *ondes_window_get_model   (OndesWindow    *self);
/* Returns the picture in view; the scalogram on other pages. */
OndesScalogramAnalysis *ondes_window_get_picture (OndesWindow *self);
/* TRUE if the page of that name is in view. */
gboolean        ondes_window_is_on       (OndesWindow    *self,
                                          const char     *page);
/* Shows the page of that name, or the page of the analysis of that name with it; no-op for other names. */
void            ondes_window_show        (OndesWindow    *self,
                                          const char     *name);
/* Updates the window once something else is shown. */
void            ondes_window_update_shown (OndesWindow   *self);
/* Returns the format, length and rate of the recording; transfer full. */
char           *ondes_window_describe    (OndesWindow    *self);

/* ondes-window-pages.c: add_pictures() makes the stacks of pictures in the charts and of their readouts, and add_picture() puts
 * @view with its slices and readout into parts of them; add_pages() makes the rest, and add_chooser() the choice of a picture. */
void            ondes_window_add_pictures (OndesWindow   *self);
OndesSlicePane *ondes_window_add_picture (OndesWindow    *self,
                                          GtkWidget      *view,
                                          GtkBox         *box,
                                          GtkBox         *bar);
void            ondes_window_add_pages   (OndesWindow    *self);
void            ondes_window_add_chooser (OndesWindow    *self);
/* Names the page of the manual about what is in view. */
void            ondes_window_update_help (OndesWindow    *self);
/* Shows the tabs as icons, or as words. */
void            ondes_window_set_icons   (OndesWindow    *self,
                                          gboolean        icons);

/* ondes-window-status.c: shows the progress, and below the charts the file that is being opened, or else the problem or the state
 * of the page in view. */
void ondes_window_update_busy           (OndesWindow    *self);

/* ondes-window-inspector.c: the tabs beside the charts, named "picture", "filters", "measure" and "notes". */
void            ondes_window_add_inspector    (OndesWindow *self);
/* Names the first tab for the page in view. */
void            ondes_window_update_inspector (OndesWindow *self);
/* Shows a tab, and the side bar with it. */
void            ondes_window_show_tab         (OndesWindow *self,
                                               const char  *tab);
gboolean        ondes_window_shows_tab        (OndesWindow *self,
                                               const char  *tab);
/* Guesses the chart's number of columns, so that the picture started before the window is laid out is the one it will show. A
 * wrong guess costs a second picture. */
guint           ondes_window_guess_columns    (OndesWindow *self);

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
/* Shows the chooser where what is in view has a choice of channels. */
void ondes_window_show_channel          (OndesWindow    *self);
/* Shows only the channel's name on the button, without its number and ellipsised so that the window can be narrow; the list
 * shows it in full. */
void ondes_window_shorten_channel       (OndesWindow    *self);

/* ondes-window-actions.c */
void ondes_window_class_install_actions (GtkWidgetClass *klass);
void ondes_window_update_actions        (OndesWindow    *self);
/* Asks how to read a file without a header, and opens it. */
void ondes_window_ask_raw               (OndesWindow    *self,
                                         const char     *path);
/* Asks how to read the file at @path, which may be open, and opens it so. */
void ondes_window_ask_options           (OndesWindow    *self,
                                         const char     *path);
/* Asks before @window, of any class, is closed and stops work. Connects @answered (window, response), where "stop" is to close. */
void ondes_window_ask_to_stop           (GtkWindow      *window,
                                         const char     *title,
                                         const char     *text,
                                         GCallback       answered);
/* Asks which data set of an archive is the recording, and opens it. */
void ondes_window_ask_dataset           (OndesWindow    *self,
                                         const char     *path);

/* ondes-window-recordings.c: adds the welcome page and the menu of “Open”, with the recordings in the folder @samples, which may
 * be NULL. */
void ondes_window_add_recordings        (OndesWindow    *self,
                                         const char     *samples);
/* Makes the recording that is open a recent one. */
void ondes_window_remember_file         (OndesWindow    *self);

/* ondes-window-focus.c: focuses the chart of the page in view; makes Space play, Home show the whole and single letters work from
 * anywhere but a text, and returns the focus to the chart after a click. */
/* Returns the chart whose keys work from anywhere; NULL if there is none. */
GtkWidget *ondes_window_get_chart (OndesWindow *self);
void ondes_window_focus_chart           (OndesWindow    *self);
void ondes_window_watch_keys            (OndesWindow    *self);

/* ondes-window-sound.c: the properties and actions of playing, and the play bar with what it plays. */
void ondes_window_class_install_sound   (OndesWindowClass *klass);
void ondes_window_add_sound             (OndesWindow    *self);
/* Plays what the page in view shows: on the page of filters the filtered recording. */
void ondes_window_update_heard          (OndesWindow    *self);

/* ondes-window-compare.c: the scalogram beside a second one, and the actions of what the page in view compares. The charts come
 * first, then the row of tools. */
void            ondes_window_class_install_comparison (GtkWidgetClass *klass);
void            ondes_window_add_comparison (OndesWindow    *self);
void            ondes_window_add_compare_tools (OndesWindow *self);
/* Enables the actions of what is compared where the page in view compares. */
void            ondes_window_update_compared (OndesWindow   *self);
/* Takes what sessions of earlier versions have of a comparison with the picture without compensation. */
void            ondes_window_restore_compensation (OndesWindow *self,
                                          GVariant       *saved);
/* ondes-window-strips.c: all channels as strips, in the place of the waveform. */
void            ondes_window_class_install_strips (GtkWidgetClass *klass);
void            ondes_window_add_strips    (OndesWindow  *self);
void            ondes_window_update_strips (OndesWindow  *self);
/* Of the page in view, with the other scalogram if both are shown. */
gboolean        ondes_window_is_busy     (OndesWindow    *self,
                                          double         *progress);
void            ondes_window_cancel      (OndesWindow    *self);
void            ondes_window_recompute   (OndesWindow    *self);

/* ondes-window-annotations.c: the annotations on the charts, their list, and their actions. */
void            ondes_window_class_install_annotations (GtkWidgetClass *klass);
void            ondes_window_add_annotations (OndesWindow    *self);
/* TRUE if @file holds annotations, or is looked at for them: then they are read, or it is opened after all. */
gboolean        ondes_window_drop_annotations (OndesWindow   *self,
                                          GFile          *file);
/* TRUE if the window may close now; otherwise it closes once its annotations are saved. */
gboolean        ondes_window_close_annotations (OndesWindow  *self);

/* ondes-window-selection.c: the readings of the selection and cursors, and the actions of a selection. update_selection() measures
 * what the page in view shows. */
void            ondes_window_class_install_selection (GtkWidgetClass *klass);
void            ondes_window_add_selection    (OndesWindow *self);
void            ondes_window_update_selection (OndesWindow *self);
/* Enables the actions of what is selected. */
void            ondes_window_update_selected  (OndesWindow *self);
/* ondes-window-tools.c: the row above the charts of Explore, with the tools and the buttons of zoom. */
void            ondes_window_class_install_tools (GtkWidgetClass *klass);
void            ondes_window_add_tools        (OndesWindow *self);
void            ondes_window_update_hint      (OndesWindow *self);
/* ondes-window-batch.c: runs over many recordings. */
void            ondes_window_class_install_batch (GtkWidgetClass *klass);
/* Opens a recording of the run of @model as the run made it, with the annotations that it made. */
void            ondes_window_open_of_run (OndesWindow    *self,
                                          OndesRunModel  *model,
                                          OndesRunRow    *row);

/* ondes-window-session.c: what is stored of a window (session/saved-session.h); NULL if nothing is worth it. Transfer full. */
GVariant *ondes_window_save             (OndesWindow    *self);
/* Opens what save() returned. */
void ondes_window_reopen                (OndesWindow    *self,
                                         GVariant       *saved);
/* TRUE until the recording is open, or could not be. */
gboolean ondes_window_is_reopening      (OndesWindow    *self);
/* Shows the page and the side bar as they were; no-op if the window is not being reopened. */
void ondes_window_finish_reopening      (OndesWindow    *self);
/* Offers the windows of the last session on the welcome page; NULL for none. */
void ondes_window_offer_last            (OndesWindow    *self,
                                         GVariant       *last);
/* Begins each recording that has no state to restore with the defaults, before the panels of the pages hear of it. */
void ondes_window_watch_recordings      (OndesWindow    *self);
/* Has the application keep the window whenever something changes. */
void ondes_window_watch_state           (OndesWindow    *self);

/* ondes-window-notes.c */
void ondes_window_say                   (OndesWindow    *self,
                                         const char     *text,
                                         gboolean        is_error);
/* Says what was removed, or changed at once: with a button that undoes it, or redoes it if @redo, until the next change. */
void ondes_window_offer_undo            (OndesWindow    *self,
                                         const char     *text,
                                         gboolean        redo);
void ondes_window_withdraw_undo         (OndesWindow    *self);
/* Names the steps that the menu undoes and redoes, whenever it opens. */
void ondes_window_name_steps            (OndesWindow    *self);
/* Shows all notes about the file, in the bar above the charts if it @is_opening or has no picture yet. */
void ondes_window_update_notes          (OndesWindow    *self,
                                         gboolean        is_opening);

G_END_DECLS
