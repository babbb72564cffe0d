/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the dialogs that ask how a file is read are given. */
#pragma once

#include "signal/recording.h"

G_BEGIN_DECLS

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
  guint                   channel;   /* in use, to be remembered; 0 for none */
  gboolean                raw;       /* as headerless samples, in the format of @options or the usual one */
  OndesReadChosen         chosen;    /* called if a person confirms, */
  gpointer                owner;     /* with this object, which is kept */
} OndesReadQuestion;

G_END_DECLS
