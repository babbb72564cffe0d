/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs on one engine that pause at each of their pieces, and what may come between. */
#pragma once

#include "../engine/clients.h"

#include "transform/cwt.h"
#include "transform/filter.h"
#include "transform/spectrum.h"

#define OTHERS 4
#define N_PAUSE_CASES 18

typedef struct
{
  const char       *name;
  const char       *scales; /* of the Morlet transform; NULL for others */
  guint             log_n;  /* samples: 2^log_n, and one of what takes any number, so that the last batch is short */
  OndesType         source;
  guint64           limit;  /* of the engine, bytes; 0: none */
  OndesMethod       method;
  OndesWavelet      wavelet;
  OndesPrecision    precision;
  OndesBoundary     boundary;
  guint             columns;
  OndesPooling      pool;
  gboolean          dyadic, inverse;
  OndesSpectrumKind kind;
  OndesType         type;
  guint64           row_length;
  guint64           count; /* samples in view; 0: all */
  guint             taps;  /* of the longest of three filters; 0: no filters */
} PauseCase;

extern const PauseCase pause_cases[N_PAUSE_CASES];

void    pause_case_init (const PauseCase *c,
                         Job             *job);
/* Runs @job on @engine; returns the values, and the method of each row if there are methods; NULL with @error. */
GBytes *cuda_result_on  (OndesEngine     *engine,
                         const Job       *job,
                         GCancellable    *cancellable,
                         GError         **error);

/* A run that pauses at each of its pieces, and what comes between. */
typedef struct
{
  OndesPause   pause;
  OndesEngine *engine;
  Job          job, others[OTHERS]; /* other 0 repeats, as graphs do; other 1 is of the same recording */
  GBytes      *want, *wants[OTHERS];
  guint64      limit;
  guint        most;                /* pauses that are wanted */
  guint        pauses;
  gboolean     within;              /* during a pause, whose runs do not pause */
  void       (*between) (gpointer pauser);
  GCancellable *cancellable;
} Pauser;

/* @between of the pauser is set by the test. */
void    pauser_init        (Pauser          *self,
                            const PauseCase *c);
void    pauser_clear       (Pauser          *self);
/* Runs the job, or an other one, and compares the result with that of an engine alone, bit by bit. */
void    pauser_check       (Pauser          *self);
void    pauser_check_other (Pauser          *self,
                            guint            which);
