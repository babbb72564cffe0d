/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys, their sheet and command-line options of the application, also used to generate its manual page. Free of GTK. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *action;          /* with its target: "win.page::spectra" */
  const char *accelerators[3]; /* in the syntax of gtk_accelerator_parse(), NULL-terminated */
} OndesKeys;

/* A row of the sheet of keys. */
typedef struct
{
  enum
  {
    ONDES_SHEET_SECTION,       /* text: its name in GTK */
    ONDES_SHEET_GROUP,         /* of the last section */
    ONDES_SHEET_ACTION,        /* text: the action whose keys are shown; of the last group, as all below */
    ONDES_SHEET_KEYS,          /* text: keys, parted by blanks, in the syntax of gtk_accelerator_parse() */
    ONDES_SHEET_KEYS_IN_WORDS, /* text: keys; words: how they are shown */
    ONDES_SHEET_POINTER,       /* text: what the pointer does, in words */
    ONDES_SHEET_PINCH,         /* two fingers */
  } kind;
  const char *title, *text, *words; /* titles and words in English, of ONDES_SHEET_CONTEXT in the catalogues */
} OndesSheetRow;

#define ONDES_SHEET_CONTEXT "shortcut window"

extern const OndesKeys     ondes_keys[];       /* terminated by a NULL action */
extern const OndesSheetRow ondes_sheet_rows[]; /* from top to bottom, terminated by a NULL title */
extern const GOptionEntry  ondes_options[];    /* terminated by a NULL name */

G_END_DECLS
