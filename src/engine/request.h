/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests: a spec, the sources that it is of, and the view of them that is wanted.
 *
 * A request is immutable, checked once when it is made, reference counted, and may be used from any thread. It keeps its spec and
 * its sources. How it is computed is the engine's (engine.h), which plans for all requests of one shape at once.
 */
#pragma once

#include "transform/spec.h"

G_BEGIN_DECLS

/* Read-only. */
typedef struct
{
  gatomicrefcount ref_count;
  OndesSpec      *spec;
  OndesSource   **sources;
  guint           n_sources;
  OndesView       view;
  OndesShape      result; /* what the sink is begun with; a source that single precision does not hold may widen its type
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
OndesRequest *ondes_request_ref   (OndesRequest       *self);
void          ondes_request_unref (OndesRequest       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesRequest, ondes_request_unref)

G_END_DECLS
