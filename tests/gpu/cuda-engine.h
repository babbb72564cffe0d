/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the CUDA engine share. */
#pragma once

#include "engine/array-sink.h"
#include "transform/spec.h"

/* The class, or NULL where no device is usable: the test is skipped then. */
const OndesEngineClass *cuda_class  (void);
/* Runs @spec on @engine. */
gboolean                cuda_run_on (OndesEngine        *engine,
                                     OndesSpec          *spec,
                                     OndesSource *const *sources,
                                     guint               n_sources,
                                     const OndesView    *view,
                                     OndesSink          *sink,
                                     OndesProgress       progress,
                                     gpointer            user_data,
                                     GCancellable       *cancellable,
                                     GError            **error);
/* What the CPU engine makes of the same; with @error as far as it came. */
OndesArraySink         *cpu_result  (OndesSpec          *spec,
                                     OndesSource *const *sources,
                                     guint               n_sources,
                                     OndesView           view,
                                     GError            **error);
/* Runs @spec on a new engine, with at most @limit bytes (0: any); NULL with @error. */
OndesArraySink         *cuda_run    (OndesSpec       *spec,
                                     OndesSource     *source,
                                     OndesView        view,
                                     guint64          limit,
                                     GCancellable    *cancellable,
                                     OndesProgress    progress,
                                     gpointer         user_data,
                                     OndesStatistics *statistics,
                                     GError         **error);
/* @n values: 0 and 1, integers of up to @most, or reals within 1. */
OndesSource            *random_source (OndesType           type,
                                       gsize               n,
                                       gint64              most);
