/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the CUDA engine share. */
#pragma once

#include "engine/array-sink.h"
#include "transform/spec.h"

/* The class, or NULL where no device is usable: the test is skipped then. */
const OndesEngineClass *cuda_class  (void);
/* A new engine, with at most @limit bytes (0: any). */
OndesEngine            *cuda_engine_new (guint64            limit);
/* Plans and runs @request on @engine; NULL is one that was refused with @error. */
gboolean                cuda_run_on (OndesEngine        *engine,
                                     const OndesRequest *request,
                                     OndesSink          *sink,
                                     const OndesWatch   *watch,
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
                                     OndesStatistics *statistics,
                                     GError         **error);
/* @n values: 0 and 1, integers of up to @most, or reals within 1. */
OndesSource            *random_source (OndesType           type,
                                       gsize               n,
                                       gint64              most);
