/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page shown before anything is open: the samples, and how to open a recording. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ONDES_TYPE_WELCOME (ondes_welcome_get_type ())
G_DECLARE_FINAL_TYPE (OndesWelcome, ondes_welcome, ONDES, WELCOME, AdwBin)

/* Attributes of an item that is shown as a row, beside its target; both are text. */
#define ONDES_WELCOME_TITLE    "x-title"
#define ONDES_WELCOME_SUBTITLE "x-subtitle"

/* Creates the page, with a row for each item of @samples. The rows and the button activate win.open-uri and win.open. */
GtkWidget *ondes_welcome_new   (GMenuModel   *samples);
/* Shows recent recordings above the samples. */
void       ondes_welcome_show_recent (OndesWelcome *self,
                                      GMenuModel   *recent);
/* Offers the last session, by @names of its recordings (app.reopen-last); NULL if there is none. */
void       ondes_welcome_offer (OndesWelcome *self,
                                const char   *names);
/* Keeps @sentence on the page, such as why a file could not be opened; NULL says again how to begin. */
void       ondes_welcome_tell  (OndesWelcome *self,
                                const char   *sentence);

G_END_DECLS
