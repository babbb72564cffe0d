/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "resampled-source.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"
#include "resampler.h"

#include <math.h>

#define BLOCK       16384 /* outputs per block at ratios up to 1: more than the halo of most */
#define BLOCK_MIN 16

typedef struct
{
  OndesOperation operation;
  double         rate_hz;
} Resampling;

/* Returns ⌈n g/f⌉; a ratio that is a whole number but for rounding counts as one. */
static guint64
count_outputs (guint64 n,
               double  f,
               double  g)
{
  const double count = (double) n * g / f, near = round (count);

  return (guint64) MAX (fabs (count - near) < 1e-6 ? near : ceil (count), 1);
}

static gboolean
resampled_shape (const OndesOperation *operation,
                 OndesSource *const   *parents,
                 OndesComputedShape   *shape,
                 GError              **error)
{
  const double rate_hz = ((const Resampling *) operation)->rate_hz, step = parents[0]->rate_hz / rate_hz;
  const double block = BLOCK / MAX (step * step, 1); /* an output takes more inputs, and more of each, the lower its rate */

  if (!(step >= ONDES_RESAMPLER_STEP_MIN && step <= ONDES_RESAMPLER_STEP_MAX))
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_CONDITION,
                                    _("a rate of %g Hz is too far from the recording's %g Hz; choose at most %g times more or "
                                      "less"),
                                    rate_hz, parents[0]->rate_hz, ONDES_RESAMPLER_STEP_MAX);
  *shape = (OndesComputedShape) { ondes_type_is_complex (parents[0]->type) ? ONDES_C128 : ONDES_F64,
                                  count_outputs (parents[0]->n, parents[0]->rate_hz, rate_hz), rate_hz,
                                  (guint) MAX (block, BLOCK_MIN) };
  return TRUE;
}

/* All of the parent: the operation does not know the parent's rate here. */
static void
resampled_needs (const OndesOperation *operation,
                 guint64               parent_n,
                 gint64               *at,
                 guint64              *n)
{
  *at = 0;
  *n = parent_n;
}

static gpointer
resampled_state_new (const OndesOperation *operation,
                     OndesSource *const   *parents)
{
  return ondes_resampler_new (parents[0]->rate_hz / ((const Resampling *) operation)->rate_hz);
}

static void
resampled_state_free (gpointer state)
{
  ondes_resampler_free (state);
}

static gboolean
resampled_compute (const OndesOperationCall *call,
                   void                     *out,
                   GError                  **error)
{
  OndesSource *parent = call->parents[0];
  const guint width = ondes_type_is_complex (parent->type) ? 2 : 1;
  gint64 at = (gint64) call->at;
  guint64 n = call->n;
  g_autofree double *in = NULL;

  ondes_resampler_needs (call->state, &at, &n);
  in = ondes_memory_try ((gsize) n * width * sizeof *in, error);
  if (in == NULL || !ondes_operation_read_padded (parent, at, n, in, error))
    return FALSE;
  return ondes_resampler_run (call->state, (OndesSpan) { call->at, call->n }, width, in, out, error);
}

OndesOperation *
ondes_resampled_new (double rate_hz)
{
  static const OndesOperationClass klass = {
    .n_parents = 1, .shape = resampled_shape, .needs = resampled_needs, .state_new = resampled_state_new,
    .state_free = resampled_state_free, .compute = resampled_compute,
  };
  Resampling *self = g_new0 (Resampling, 1);
  char number[ONDES_NUMBER_SIZE];

  self->rate_hz = rate_hz;
  ondes_operation_init (&self->operation, &klass, g_strdup_printf ("resampled, %s", ondes_number_print (number, rate_hz)));
  return &self->operation;
}
