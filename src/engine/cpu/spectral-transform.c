/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spectral.h"

#define PIECE ((gsize) 1 << 15) /* pairs */

typedef struct
{
  const OndesSpectralType *type;
  OndesButterfly           what;
  void                    *x;
  gsize                    total;
  guint                    step;
} Transforming;

static void
step_piece (gpointer data,
            guint    worker,
            gsize    i)
{
  const Transforming *self = data;

  self->type->cooley_tukey (self->what, self->x, self->step, i * PIECE, MIN ((i + 1) * PIECE, self->total / 2));
}

gboolean
ondes_spectral_transform (OndesJob      *job,
                          double         work,
                          OndesType      type,
                          OndesButterfly what,
                          void          *x,
                          gsize          total,
                          guint          n)
{
  Transforming self = { .type = ondes_spectral_types[type], .what = what, .x = x, .total = total };

  for (self.step = 0; self.step < n; self.step++)
    if (!ondes_job_pass (job, work / n, (total / 2 + PIECE - 1) / PIECE, step_piece, &self))
      return FALSE;
  return TRUE;
}
