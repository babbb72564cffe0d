/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-private.h"

#include "base/words.h"

gboolean
ondes_cuda_ok (OndesEngine    *engine,
               OndesCudaStatus status,
               GError        **error)
{
  static const OndesEngineError codes[] = {
    [ONDES_CUDA_UNSUPPORTED] = ONDES_ENGINE_ERROR_UNSUPPORTED,
    [ONDES_CUDA_NO_MEMORY] = ONDES_ENGINE_ERROR_NO_MEMORY,
    [ONDES_CUDA_LOST] = ONDES_ENGINE_ERROR_LOST,
  };

  if (status == ONDES_CUDA_OK)
    return TRUE;
  g_set_error (error, ONDES_ENGINE_ERROR, codes[status], _("CUDA device %u: %s"), engine->device, ondes_cuda_reason ());
  return FALSE;
}

void
ondes_cuda_forget_last (OndesEngine *self)
{
  g_clear_pointer (&self->last.spec, ondes_spec_unref);
  self->repeats = 0;
}
