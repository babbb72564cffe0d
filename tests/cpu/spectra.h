/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the fast spectra share: values of any type, one-call runs, and each transform's matrix by definition. */
#pragma once

#include "engine/array-sink.h"
#include "engine/compute.h"
#include "transform/spectrum.h"

/* A source of @n values, each cast to @type. */
OndesSource    *values_new       (OndesType                   type,
                                  const gint64               *x,
                                  gsize                       n);
/* Value @i of the whole result, rows of bits padded to bytes. */
double          spectra_value    (const OndesArraySink       *sink,
                                  gsize                       i);
gint64          spectra_integer  (const OndesArraySink       *sink,
                                  gsize                       i);
/* Runs on the CPU; NULL on errors. */
OndesArraySink *spectra_try      (OndesSpec                  *spec,
                                  OndesSource *const         *sources,
                                  guint                       n_sources,
                                  guint                       threads,
                                  GError                    **error);
OndesArraySink *spectra_run      (const OndesSpectrumOptions *options,
                                  OndesSource                *source,
                                  guint                       threads);
/* The 2^n × 2^n matrix in @order, row-major, plain; of the inverse of the Walsh and Haar transforms there is none. g_free() it. */
gint64         *spectra_matrix   (OndesSpectrumKind           kind,
                                  OndesOrder                  order,
                                  guint                       n);
gint64          random_integer   (gint64                      lo,
                                  gint64                      hi);
