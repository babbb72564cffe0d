/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests: a spec, the sources to apply it to, and the view of the result.
 *
 * A request is immutable, checked once when it is made, reference counted, and may be used from any thread. It holds references
 * to its spec and its sources. The engine (engine.h) decides how to compute it, and makes one plan for all requests of one
 * shape.
 */
#pragma once

#include "transform/spec.h"

G_BEGIN_DECLS

/* The properties of a request that decide, together with its spec, how it is computed. Requests that differ only in where the
 * view begins have the same shape, unless an end of the recording is near enough to affect the transform. */
typedef struct
{
  guint     n_sources;
  OndesType types[2];  /* of the sources; 0 if there is none */
  guint64   extent;    /* of the recording as far as it matters, samples. Analytic Morlet and filters: its length, on which the
                        * FFTs depend; other wavelets with the boundary zero: the distance of the furthest sample that an
                        * output may depend on, or half the longest kernel if that is less; otherwise 0 */
  guint64   count;     /* as in the view */
  guint     columns;
  gboolean  preview;
} OndesRequestShape;

/* Read-only. */
typedef struct
{
  OndesSpec        *spec;
  OndesSource     **sources;
  guint             n_sources;
  OndesView         view;
  OndesRequestShape shape;
  OndesShape        result; /* passed to the sink's begin; its type may be widened if single precision cannot hold the source
                             * (levelling.h) */
} OndesRequest;

/* @view NULL means all of the first source. Fails with ONDES_ERROR_FILE if the view is empty or extends beyond the first
 * source, or if the sources do not fit the transform; with ONDES_ERROR_REQUEST if no source would. */
OndesRequest *ondes_request_new   (OndesSpec          *spec,
                                   OndesSource *const *sources,
                                   guint               n_sources,
                                   const OndesView    *view,
                                   GError            **error);
/* Makes a request for a single source. */
OndesRequest *ondes_request_new_of (OndesSpec         *spec,
                                    OndesSource       *source,
                                    const OndesView   *view,
                                    GError           **error);
gboolean      ondes_request_shape_equal (const OndesRequestShape *a,
                                         const OndesRequestShape *b);
OndesRequest *ondes_request_ref   (OndesRequest       *self);
void          ondes_request_unref (OndesRequest       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesRequest, ondes_request_unref)

G_END_DECLS
