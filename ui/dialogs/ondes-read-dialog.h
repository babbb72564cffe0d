/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks how a file is read: headerless samples, the columns of a text, rate and units, signals. What a person chooses overrides
 * the file. The waveform, the rate and the first rows of a text follow each change. Main thread only. */
#pragma once

#include <adwaita.h>

#include "session/session.h"

G_BEGIN_DECLS

#define ONDES_TYPE_READ_DIALOG (ondes_read_dialog_get_type ())
G_DECLARE_FINAL_TYPE (OndesReadDialog, ondes_read_dialog, ONDES, READ_DIALOG, AdwWindow)

/* Reads the file at @path with @options, which are borrowed. */
typedef void (*OndesReadChosen) (gpointer                owner,
                                 const char             *path,
                                 const OndesReadOptions *options);

/* What is asked, by name; copied. */
typedef struct
{
  const char             *path;
  OndesRecording         *recording; /* NULL if @path is not open; otherwise as it was opened with */
  const OndesReadOptions *options;   /* these, of which those that the dialog does not show are kept; may be NULL */
  gboolean                raw;       /* as headerless samples, in the format of @options or the usual one */
  OndesReadChosen         chosen;    /* called if a person confirms, */
  gpointer                owner;     /* with this object, which is kept */
} OndesReadQuestion;

void ondes_read_dialog_present (GtkWindow               *parent,
                                const OndesReadQuestion *question);

G_END_DECLS
