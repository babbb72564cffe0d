/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ondes_compute(): the one way to a result, and the only owner of fall-back.
 *
 * A computer is one client of a host (host.h), whose engines it takes for a call and gives back. It is used by one thread at a
 * time; give each worker thread (pictures, exports) its own.
 */
#pragma once

#include "host.h"

G_BEGIN_DECLS

typedef struct _OndesComputer OndesComputer;

/* @engine: "auto" (the GPU where one is usable, else the CPU), "cpu" or "cuda" (an order: no fall-back); NULL is what
 * the user of the window chose (choice.h), else what ONDES_ENGINE says, or auto. @threads: of the CPU engine, 0 as many as the
 * machine has. Opens nothing yet, so that it never fails. */
OndesComputer *ondes_computer_new  (const char    *engine,
                                    guint          device,
                                    guint          threads);
/* Where a computer stands among the others. */
typedef struct
{
  OndesEngineHost *host;  /* NULL: the default */
  OndesPriority    priority;
  gconstpointer    owner; /* a name, never followed; NULL: the computer itself */
} OndesClient;

/* ondes_computer_new() is for interactive works of an owner of its own. */
OndesComputer *ondes_computer_new_at (const char       *engine,
                                      guint             device,
                                      guint             threads,
                                      const OndesClient *client);
void           ondes_computer_free (OndesComputer *self);
/* Any thread, also while it computes or waits. Either both priorities are of exports and batches, or none is. */
void           ondes_computer_set_priority (OndesComputer *self,
                                            OndesPriority  priority);
/* Gives back what engines of the host keep of a source. */
void           ondes_computer_forget (OndesComputer *self,
                                      guint64        source_id);

/* What happened, for the status line and --timing. Clear with ondes_report_clear(). */
typedef struct
{
  const char     *engine;   /* static: the engine that did it */
  char            device[64]; /* its name, "NVIDIA H200"; "" for the CPU */
  char           *fallback; /* NULL, or one sentence: why an engine that was wished for, or whose device is here, or was asked for
                             * by a number above 0, did not do it */
  gboolean        lost;     /* this call saw a device go, the first of the process to see it: tell the user once */
  double          waited_s; /* for its turn on an engine, before it and in pauses */
  OndesStatistics statistics;
} OndesReport;

void           ondes_report_clear  (OndesReport   *report);
/* "CPU"; "CUDA, NVIDIA H200". Transfer full. */
char          *ondes_report_engine  (const OndesReport *report);
/* "overlap-save", or with several methods "overlap-save 180, direct 20"; transfer full. */
char          *ondes_report_methods (const OndesReport *report);

/* Runs @request into @sink and finishes the sink. Blocks. @report may be NULL; otherwise it is cleared first (so it starts as
 * zeroes) and filled, also on failure. Errors of sources and sink and G_IO_ERROR_CANCELLED pass through; no ONDES_ENGINE_ERROR
 * leaves here: what no engine does is ONDES_ERROR_REQUEST, and what the machine does not (memory, an engine that was ordered)
 * ONDES_ERROR_FILE. */
gboolean       ondes_compute       (OndesComputer       *self,
                                    OndesRequest        *request,
                                    OndesSink           *sink,
                                    const OndesWatch    *watch,
                                    OndesReport         *report,
                                    GError             **error);

/* Every engine class that can be had here, "cpu" last; each why says why a module that was looked for is not there. */
typedef struct
{
  const char             *name;
  const OndesEngineClass *klass; /* NULL: not to be had */
  const char             *why;   /* NULL, or one sentence */
} OndesEngineInfo;

/* Whether it passes the CPU, as far as its class can tell (engine.h); @engine may be NULL. */
gboolean ondes_engine_is_worthwhile (const OndesEngineClass *klass,
                                     OndesEngine            *engine,
                                     const OndesRequest     *request);

/* Static, made once; modules are looked for in ONDES_BACKEND_DIR, or libdir/ondes. */
const OndesEngineInfo *ondes_engines_list (guint *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesComputer, ondes_computer_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesReport, ondes_report_clear)

G_END_DECLS
