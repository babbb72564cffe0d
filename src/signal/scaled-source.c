/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scaled-source.h"

#include "base/number.h"

typedef struct
{
  OndesOperation operation;
  double         factor;
} Scaled;

static void
scaled_needs (const OndesOperation *operation,
              guint64               parent_n,
              gint64               *at,
              guint64              *n)
{
}

static gboolean
scaled_compute (const OndesOperationCall *call,
                void                     *out,
                GError                  **error)
{
  const double factor = ((const Scaled *) call->operation)->factor;
  const guint64 n = call->n * (ondes_type_is_complex (call->parents[0]->type) ? 2 : 1);
  double *x = out;

  if (!ondes_operation_read_parent (call, out, error))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    x[i] *= factor;
  return TRUE;
}

OndesOperation *
ondes_scaled_new (double factor)
{
  static const OndesOperationClass klass = {
    .n_parents = 1, .is_pointwise = TRUE, .keeps_gaps = TRUE,
    .shape = ondes_operation_shape_of_parent, .needs = scaled_needs, .compute = scaled_compute,
  };
  Scaled *self = g_new0 (Scaled, 1);
  char number[ONDES_NUMBER_SIZE];

  self->factor = factor;
  ondes_operation_init (&self->operation, &klass, g_strdup_printf ("times %s", ondes_number_print (number, factor)));
  return &self->operation;
}
