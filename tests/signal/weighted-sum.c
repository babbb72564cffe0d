/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weighted-sum.h"

#include "base/number.h"

#define PIECE 4096

typedef struct
{
  OndesOperation operation;
  double         a, b;
} WeightedSum;

static gboolean
sum_shape (const OndesOperation *operation,
           OndesSource *const   *parents,
           OndesComputedShape   *shape,
           GError              **error)
{
  const gboolean is_complex = ondes_type_is_complex (parents[0]->type) || ondes_type_is_complex (parents[1]->type);
  char rates[2][ONDES_NUMBER_SIZE];

  *shape = (OndesComputedShape) { is_complex ? ONDES_C128 : ONDES_F64, MIN (parents[0]->n, parents[1]->n), parents[0]->rate_hz };
  if (parents[0]->rate_hz == parents[1]->rate_hz)
    return TRUE;
  return ondes_request_error_set (error, ONDES_SETTING_RATE, NULL,
                                  "two recordings at rates of %s and %s have no samples in common; take recordings of one rate",
                                  ondes_number_print (rates[0], parents[0]->rate_hz),
                                  ondes_number_print (rates[1], parents[1]->rate_hz));
}

static void
sum_needs (const OndesOperation *operation,
           guint64               parent_n,
           gint64               *at,
           guint64              *n)
{
}

static gboolean
sum_compute (const OndesOperationCall *call,
             void                     *out,
             GError                  **error)
{
  const WeightedSum *self = (const WeightedSum *) call->operation;
  OndesSource *const *parents = call->parents;
  const gboolean is_complex = ondes_type_is_complex (parents[0]->type) || ondes_type_is_complex (parents[1]->type);
  const OndesType type = is_complex ? ONDES_C128 : ONDES_F64;
  const gsize parts = is_complex ? 2 : 1;
  double y[2 * PIECE];

  for (gsize done = 0, m; done < call->n; done += m)
    {
      double *x = (double *) out + parts * done;

      m = (gsize) MIN (call->n - done, PIECE);
      if (!ondes_source_read_as (parents[0], call->at + done, m, type, x, error)
          || !ondes_source_read_as (parents[1], call->at + done, m, type, y, error))
        return FALSE;
      for (gsize i = 0; i < parts * m; i++)
        x[i] = self->a * x[i] + self->b * y[i];
    }
  return TRUE;
}

OndesOperation *
ondes_weighted_sum_new (double a,
                        double b)
{
  static const OndesOperationClass klass = {
    .n_parents = 2, .is_pointwise = TRUE, .shape = sum_shape, .needs = sum_needs, .compute = sum_compute,
  };
  WeightedSum *self = g_new0 (WeightedSum, 1);
  char numbers[2][ONDES_NUMBER_SIZE];

  self->a = a;
  self->b = b;
  ondes_operation_init (&self->operation, &klass,
                        g_strdup_printf ("weighted sum, %s and %s", ondes_number_print (numbers[0], a),
                                         ondes_number_print (numbers[1], b)));
  return &self->operation;
}
