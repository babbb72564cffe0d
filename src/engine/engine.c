/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine.h"

G_DEFINE_QUARK (ondes-engine-error-quark, ondes_engine_error)

gboolean
ondes_sink_finish (OndesSink *self,
                   GError   **error)
{
  return self->klass->finish == NULL || self->klass->finish (self, error);
}

void
ondes_sink_free (OndesSink *self)
{
  self->klass->free (self);
}
