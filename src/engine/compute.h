/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ondes_compute(): the only way to compute a result, and the only place that falls back to another engine.
 *
 * A computer is a client of a host (host.h); it takes the host's engines for one call and gives them back. Only one thread may
 * use a computer at a time; give each worker thread (pictures, exports) its own.
 */
#pragma once

#include "host.h"
#include "report.h"

G_BEGIN_DECLS

typedef struct _OndesComputer OndesComputer;
typedef struct _OndesChoice OndesChoice;

/* @engine is "auto" (the GPU if one is usable, otherwise the CPU), or "cpu" or "cuda" (an order, without fall-back). NULL means
 * the client's choice, otherwise ONDES_ENGINE, otherwise auto. @threads is for the CPU engine; 0 means
 * as many as the machine has. Never fails, because it opens nothing yet. */
OndesComputer *ondes_computer_new  (const char    *engine,
                                    guint          device,
                                    guint          threads);
/* The place of a computer among the host's clients. */
typedef struct
{
  OndesEngineHost *host;  /* NULL for the default */
  OndesPriority    priority;
  gconstpointer    owner; /* an identity, never dereferenced; NULL for the computer itself */
  OndesChoice     *choice; /* followed by a computer without an engine of its own (choice.h); NULL if none */
} OndesClient;

/* ondes_computer_new() makes an interactive client that is its own owner. */
OndesComputer *ondes_computer_new_at (const char       *engine,
                                      guint             device,
                                      guint             threads,
                                      const OndesClient *client);
void           ondes_computer_free (OndesComputer *self);
/* May be called from any thread, also while the computer computes or waits. */
void           ondes_computer_set_priority (OndesComputer *self,
                                            OndesPriority  priority);
/* TRUE if every request is computed by the CPU: it is ordered, or no other engine has a device here. Opens no engine. */
gboolean       ondes_computer_is_cpu (OndesComputer *self);

/* Runs @request into @sink and finishes the sink. Blocks. @report may be NULL; otherwise it is cleared first (so it must start
 * as zeroes) and filled, also on failure. Errors of the sources and the sink and G_IO_ERROR_CANCELLED pass through. Engine
 * errors never do: a request that no engine supports is ONDES_ERROR_REQUEST; a failure of the machine (no memory, or the
 * ordered engine is not available) is ONDES_ERROR_FILE. */
gboolean       ondes_compute       (OndesComputer       *self,
                                    OndesRequest        *request,
                                    OndesSink           *sink,
                                    const OndesWatch    *watch,
                                    OndesReport         *report,
                                    GError             **error);

/* An engine class, or a module that could not be loaded. */
typedef struct
{
  const char             *name;
  const OndesEngineClass *klass; /* NULL if not available */
  const char             *why;   /* one sentence on why klass is NULL; otherwise NULL */
} OndesEngineInfo;

/* TRUE if the engine beats the CPU, as far as its class can predict (engine.h). @engine may be NULL. */
gboolean ondes_engine_is_worthwhile (const OndesEngineClass *klass,
                                     OndesEngine            *engine,
                                     const OndesRequest     *request);

/* Returns all engine classes, "cpu" last; static, made once. Modules are searched for in ONDES_BACKEND_DIR, or libdir/ondes. */
const OndesEngineInfo *ondes_engines_list (guint *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesComputer, ondes_computer_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesReport, ondes_report_clear)

G_END_DECLS
