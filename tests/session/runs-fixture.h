/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window's recording beside a folder of recordings, and drafts of runs over that. */
#pragma once

#include "batch/batch-draft.h"
#include "scalogram-fixture.h"

#define FRAMES 4000

typedef struct
{
  Watched watched;
  char   *recordings; /* folder */
  char   *run;        /* folder, which is not there yet */
} Fixture;

void setup (Fixture *self, gconstpointer data);
void teardown (Fixture *self, gconstpointer data);
/* Writes a tone of half full scale as recordings/@name; returns the path. */
char *write_tone (const char *name, guint frames, double hz);
/* Writes noise as recordings/@name; returns the path. */
char *write_noise (const char *name, guint channels, guint rate);
/* Writes @n tones with dates in their names, and a file that is none. */
void write_some (Fixture *self, guint n);
/* Runs the command, which has to succeed. */
void run_cli (const char *const *words);
OndesBatchParameters *parameters_of (Fixture *self);
OndesBatchDraft *draft_of (Fixture *self, guint products);
/* Waits until a draft has counted, measured or written. */
void wait_draft (OndesBatchDraft *draft);
