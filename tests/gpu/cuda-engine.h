/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the CUDA engine share. */
#pragma once

#include "engine/array-sink.h"
#include "transform/spec.h"

/* The class, or NULL where no device is usable: the test is skipped then. */
const OndesEngineClass *cuda_class (void);
/* Runs @spec on a new engine, with at most @limit bytes (0: any); NULL with @error. */
OndesArraySink         *cuda_run   (OndesSpec       *spec,
                                    OndesSource     *source,
                                    OndesView        view,
                                    guint64          limit,
                                    GCancellable    *cancellable,
                                    OndesProgress    progress,
                                    gpointer         user_data,
                                    OndesStatistics *statistics,
                                    GError         **error);
