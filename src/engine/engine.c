/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine.h"

GQuark
ondes_engine_error_quark (void)
{
  static gsize quark;

  if (g_once_init_enter (&quark))
    g_once_init_leave (&quark, ondes_error_domain ("ondes-engine-error-quark"));
  return (GQuark) quark;
}

gboolean
ondes_sink_finish (OndesSink *self,
                   GError   **error)
{
  return self->klass->finish == NULL || self->klass->finish (self, error);
}

gboolean
ondes_sink_wants (OndesSink       *self,
                  const OndesRect *where)
{
  return self->klass->wants == NULL || self->klass->wants (self, where);
}

void
ondes_sink_free (OndesSink *self)
{
  self->klass->free (self);
}
