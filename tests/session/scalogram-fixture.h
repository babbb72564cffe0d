/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An analysis and what it says, and small recordings for it. */
#pragma once

#include "picture/scalogram-analysis.h"
#include "series/series-analysis.h"

#include "../engine/fake-engine.h"

#define RATE 8000

/* So long that its picture is previewed by two processors of any machine; the sanitizers make all take ten times as long. */
#ifdef __SANITIZE_ADDRESS__
#define LONG 700000
#else
#define LONG 3000000
#endif

typedef struct
{
  OndesSession           *session;
  OndesTimeline          *timeline; /* of the session */
  OndesScalogramAnalysis *analysis;
  GString                *messages;
  guint                   errors, needs_raw;
} Watched;

extern char *scalogram_folder; /* for files of the test */

/* Before anything else, and in place of g_test_run(). */
void    scalogram_init    (int *argc, char ***argv);
/* When changes are made, as undo knows it: all at 0 unless a test sets it. */
void    set_history_time_us (gint64 us);
int     scalogram_run     (void);
/* Loads the fake graphics card, which the analysis may then choose. */
FakeControl *scalogram_fake (void);
/* Writes little-endian 16 bit PCM of @channels, interleaved; returns the path. */
char   *write_wav        (const char *name, const gint16 *samples, guint frames, guint channels, guint rate);
/* A tone of @hz over noise. */
gint16 *make_tone        (guint frames, double hz);
char   *tone_file        (const char *name, guint frames, double hz);
void    watched_setup    (Watched *watched, gconstpointer data);
void    watched_teardown (Watched *watched, gconstpointer data);
/* Until nothing is under way; the alarm ends a wait without end. */
void    settle           (Watched *watched);
void    open_and_settle  (Watched *watched, const char *path);
void    set_omega0       (Watched *watched, double omega0);
/* The picture of the whole is the one computed by itself, but for @tolerance of its largest value. */
void    assert_is_computed (Watched *watched, const OndesScalogram *scalogram, double tolerance);
/* Rows × samples that the last computation was of, as the status line says it. */
guint64 samples_computed (Watched *watched);
/* Of a series analysis. */
OndesOperand *operand_of (gpointer analysis, guint which);
OndesSeries  *values_of  (gpointer analysis);
OndesSeries  *result_of  (gpointer analysis);
/* Asserts that the copied command, which has @part in it, writes the same bytes as the export. */
void    assert_command    (Watched *watched, OndesExportFormat format, guint columns, const char *part);

#define ADD(path, function) \
  g_test_add ("/ondes/scalogram-analysis/" path, Watched, NULL, watched_setup, function, watched_teardown)
