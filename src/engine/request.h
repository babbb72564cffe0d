/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests: a spec, the sources that it is of, and the view of them that is wanted.
 *
 * A request is immutable, checked once when it is made, reference counted, and may be used from any thread. It keeps its spec and
 * its sources. How it is computed is the engine's (engine.h), which plans for all requests of one shape at once.
 */
#pragma once

#include "transform/spec.h"

G_BEGIN_DECLS

/* What of a request decides how it is computed, beside its spec: two that differ in where the view begins have one shape, unless an
 * end of the recording is so near that the transform sees it. */
typedef struct
{
  guint     n_sources;
  OndesType types[2];  /* of the sources; of what is not there 0 */
  guint64   extent;    /* of the recording, as far as it matters, samples. Analytic Morlet: its length, for the FFT is of it all;
                        * other wavelets with the boundary zero: how far the furthest sample is that an output may meet, or half
                        * the longest kernel where that is less; else 0 */
  guint64   count;     /* as in the view */
  guint     columns;
  gboolean  preview;
} OndesRequestShape;

/* Read-only. */
typedef struct
{
  gatomicrefcount   ref_count;
  OndesSpec        *spec;
  OndesSource     **sources;
  guint             n_sources;
  OndesView         view;
  OndesRequestShape shape;
  OndesShape        result; /* what the sink is begun with; a source that single precision does not hold may widen its type
                             * (levelling.h) */
} OndesRequest;

/* @view: NULL is all of the first source. Fails with ONDES_ERROR_FILE where the view is empty or goes beyond the first source, or
 * the sources do not fit the transform; with ONDES_ERROR_REQUEST where no source would. */
OndesRequest *ondes_request_new   (OndesSpec          *spec,
                                   OndesSource *const *sources,
                                   guint               n_sources,
                                   const OndesView    *view,
                                   GError            **error);
/* Of one source. */
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
