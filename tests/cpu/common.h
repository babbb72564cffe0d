/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the CPU engine share: signals, one-call runs of the engine, comparison. */
#pragma once

#include <complex.h>

#include "engine/array-sink.h"
#include "engine/cpu/cpu.h"
#include "reference.h"

typedef enum { NOISE, CHIRP, TONE, IMPULSE, RED_NOISE, N_SIGNALS } Signal;

extern const char *const signal_names[];

/* @n samples; @iq gives each part its own. */
double complex *signal_new  (Signal                 signal,
                             gsize                  n,
                             gboolean               iq);
OndesSource    *source_new  (const double complex  *x,
                             gsize                  n,
                             gboolean               iq);
/* "1,2.5,7/3" */
OndesSpec      *spec_new    (const OndesCwtOptions *options,
                             const char            *scales);
/* Runs @spec on a new engine of @threads; the sink holds the result. */
OndesArraySink *run_new     (OndesSpec             *spec,
                             OndesSource           *source,
                             OndesView              view,
                             guint                  threads,
                             OndesStatistics       *statistics);
/* A sink that fails with “the disk is full” after @left puts. */
typedef struct
{
  OndesSink sink; /* of full_sink_class */
  guint     left;
} FullSink;

extern const OndesSinkClass full_sink_class;

/* Bytes that a plan of all of @source, or of @view of it, says its runs take at most. */
guint64         workspace_of (OndesEngine          *engine,
                             OndesSpec             *spec,
                             OndesSource           *source,
                             const OndesView       *view);
/* The same by ondes_compute(), as the window and the command run it, on the CPU. */
OndesArraySink *compute_new (OndesSpec             *spec,
                             OndesSource           *source,
                             OndesView              view);
/* Value @i of a sink of any type. */
double complex  value_at    (const OndesArraySink  *sink,
                             gsize                  i);
/* ‖a − b‖ / ‖b‖; the absolute one where b is 0. */
double          distance    (const double complex  *a,
                             const double complex  *b,
                             gsize                  n);
double          tolerance   (OndesPrecision         precision);
/* What @quantity makes of the coefficient @w; the phase is weighed by the magnitude it is the phase of. */
double complex  quantity_of (OndesQuantity          quantity,
                             double complex         w);
/* ‖x‖² */
double          energy      (const double complex  *x,
                             gsize                  n);
