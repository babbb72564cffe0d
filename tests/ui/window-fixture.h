/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real window for tests that drive it by pointer and keys: one of a program, with its own settings and folder. */
#pragma once

#include <adwaita.h>

#include "driver.h"
#include "shell/ondes-application.h"
#include "shell/ondes-window.h"

G_BEGIN_DECLS

extern OndesApplication *application;
extern OndesWindow *window;     /* NULL before window_begin() */
extern OndesSession *session;   /* of the window, and its */
extern OndesTimeline *timeline;
extern OndesScalogramAnalysis *analysis;
extern char *folder;            /* of the tests' own files; goes with window_run() */

/* Sets all up; then add tests, then run them. */
void       window_init        (int            *argc,
                               char         ***argv);
int        window_run         (void);

/* Has the test that runs go on after what GTK says by itself, as window_begin() does. */
void       window_watch_log    (void);
/* Shows the window, empty. */
void       window_begin       (void);
/* Has the tests drive @other from here on. */
void       window_use         (OndesWindow    *other);
/* The path of a sample of the project; transfer full. */
char      *window_sample      (const char     *name);
/* Opens one, and waits for its picture. */
void       window_open_sample (const char     *name);

/* Widgets by what they are: the first below @from, itself included. By id and by type there has to be one. */
typedef gboolean (*Wanted) (GtkWidget *widget, gconstpointer data);
GtkWidget *window_find        (GtkWidget      *from,
                               Wanted          wanted,
                               gconstpointer   data);
GtkWidget *window_by_id       (gpointer        from,
                               const char     *id);
GtkWidget *window_by_type     (gpointer        from,
                               GType           type);

/* The row of that title below @from, once it is mapped. */
GtkWidget *window_row         (GtkWidget      *from,
                               const char     *title);
/* Waits until the label has @text in it; @what is for the message. */
void       window_wait_says   (GtkWidget      *label,
                               const char     *text,
                               const char     *what);

/* The newest toplevel of a type, once it is on the screen; and until it is gone. */
GtkWindow *window_wait_dialog (GType           type);
void       window_wait_gone   (GType           type);
/* Exports what is in view to @path by keys and pointer, and waits until the dialog is gone; the export may go on. */
void       window_export_to   (const char     *path);

/* Until the picture that was asked for is on the screen. */
void       window_settle      (void);
/* Conditions for driver_wait(). */
gboolean   window_is_idle     (gpointer        data);
gboolean   window_is_mapped   (gpointer        data);

/* Shows the analysis of that name, as a person does: by the key of its page, then by the switch of the page. */
void       window_go          (const char     *name);
/* Condition: the analysis of that name is in view. */
gboolean   window_shows       (gpointer        name);

/* Clicks the middle of @widget. */
void       window_click       (GtkWidget      *widget);
/* Types into the entry of a row, and enters that. */
void       window_type_into   (const char     *row,
                               const char     *text);
/* Shows the tab of the inspector that @widget is on, unfolds what it is in, and returns it. */
GtkWidget *window_reveal      (GtkWidget      *widget);
/* Reveals @widget, scrolls its middle to that of the side bar, and returns it. */
GtkWidget *window_scroll_to   (GtkWidget      *widget);
/* The text in the clipboard, once it is there; transfer full. */
char      *window_read_clipboard (void);
/* The item of the menu that is open, once it is there; a submenu's too. */
GtkWidget *window_menu_item   (const char     *text);
/* Condition: the main menu is closed. */
gboolean   window_has_no_menu (gpointer        data);
/* How many colours the scalogram's place on the screen has, and a hash of them. */
guint      window_colours     (void);
guint32    window_hash        (void);

G_END_DECLS
