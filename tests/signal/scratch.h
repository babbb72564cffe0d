/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder of files that a test writes, and what it does with them. */
#pragma once

#include "signal/recording.h"

#include <sndfile.h>

G_BEGIN_DECLS

/* Makes the folder, and removes it with all that is in it. The user's cache folder lies in it too, so make it before anything
 * looks there. */
void            scratch_make     (void);
void            scratch_remove   (void);
/* Runs the tests, removes the folder, and returns the tests' status: in place of g_test_run(). */
int             scratch_run      (void);
/* The path of @name in the folder; owned by it. */
const char     *scratch_path     (const char             *name);
/* The same, written first. */
const char     *scratch_write    (const char             *name,
                                  const void             *data,
                                  gsize                   n);
const char     *scratch_text     (const char             *name,
                                  const char             *text);
/* Opens, or fails the test with the sentence. */
OndesRecording *scratch_open     (const char             *path,
                                  const OndesReadOptions *options);
/* Fails the test unless it is refused with @code by one sentence that begins with @path (or an option) and has @part in it. */
void            scratch_refuse   (const char             *path,
                                  const OndesReadOptions *options,
                                  int                     code,
                                  const char             *part);
/* Whether a note has @part in it. */
gboolean        scratch_has_note (OndesRecording         *recording,
                                  const char             *part);
/* All of a channel as doubles (complex: both parts); free with g_free(). */
double         *scratch_read     (OndesRecording         *recording,
                                  guint                   channel);
/* @frames × @channels of @data through libsndfile. */
void            scratch_sndfile  (const char             *path,
                                  int                     format,
                                  int                     rate,
                                  int                     channels,
                                  const double           *data,
                                  gsize                   frames);

G_END_DECLS
