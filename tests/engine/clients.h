/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clients of one host of engines, each on a thread of its own, with sinks that can be held. */
#pragma once

#include "engine/array-sink.h"
#include "engine/compute.h"
#include "fake-engine.h"

/* Where a run can be held, so that it has its engine for as long as a test wants. */
typedef struct
{
  GMutex   mutex;
  GCond    changed;
  gboolean reached, open;
} Gate;

void gate_init  (Gate *self);
void gate_clear (Gate *self);
/* By the run. */
void gate_pass  (Gate *self);
/* By the test. */
void gate_await (Gate *self);
void gate_open  (Gate *self);

/* A host whose time, from 0, is what the test sets. One at a time. */
OndesEngineHost *timed_host_new (void);
void             set_time_us    (gint64 us);

/* What to compute. */
typedef struct
{
  OndesSpec   *spec;
  OndesSource *sources[2];
  guint        n_sources;
  OndesView    view;
} Job;

/* Morlet coefficients of @n random samples at @scales, in double precision. */
void job_init  (Job *self, guint64 n, const char *scales);
void job_clear (Job *self);
/* What it is, computed alone, by the CPU with two threads as any client of these is. */
GBytes *job_result (const Job *self);

typedef struct
{
  /* set by the test */
  OndesClient   place;
  const char   *engine;      /* as ondes_computer_new() */
  guint         device;
  guint         threads;     /* 0: two */
  const Job    *job;
  Gate         *gate;        /* in the put of that number, from 1; NULL: none */
  guint         gate_at;
  GCancellable *cancellable; /* NULL: none */
  void        (*on_put) (guint put, gpointer data);
  gpointer      data;

  /* what came of it */
  GBytes       *result;      /* NULL: an error */
  GError       *error;
  OndesReport   report;
  guint         begun, ended; /* atomic: the how manieth of the process's clients it was */
  guint         puts;
  int           done;        /* atomic */

  OndesSink     sink;
  OndesArraySink *array;
  OndesComputer *computer;
  GThread      *thread;
} Client;

void client_start (Client *self);
/* Also where it ran here. */
void client_join  (Client *self);
/* Here, on this thread. */
void client_run   (Client *self);
void client_clear (Client *self);
/* How many of the process's clients have begun. */
guint clients_begun (void);

/* Until @n runs wait for the engine of that name and device of @host. */
void await_waiting (OndesEngineHost *host, const char *name, guint device, guint n);

/* A source whose reads wait until another run waits for the engine, so that the reading run pauses at its next piece. */
typedef struct
{
  OndesSource      source;
  OndesSource     *base;
  OndesEngineHost *host;   /* NULL: no read waits */
  const char      *engine; /* name of the engine, on device 0 */
  guint            period; /* every period-th read waits; 0: only the first read */
  int              reads;  /* atomic */
} HeldSource;

OndesSource *held_source_new (OndesSource *base, OndesEngineHost *host, const char *engine, guint period);
