/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "continued-source.h"

#include "base/memory.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#define ORDER 64    /* P at most */
#define KNOWN 65536 /* K at most */

typedef struct
{
  OndesOperation operation;
  guint          halo;
  double        *ends[2]; /* the halo before the first sample and the one after the last, in the parent's order */
} Continuation;

static gboolean
continued_shape (const OndesOperation *operation,
                 OndesSource *const   *parents,
                 OndesComputedShape   *shape,
                 GError              **error)
{
  ondes_operation_shape_of_parent (operation, parents, shape, error);
  shape->n += 2 * (guint64) ((const Continuation *) operation)->halo;
  return TRUE;
}

static void
continued_needs (const OndesOperation *operation,
                 guint64               parent_n,
                 gint64               *at,
                 guint64              *n)
{
  *at -= ((const Continuation *) operation)->halo;
}

static gboolean
continued_compute (const OndesOperationCall *call,
                   void                     *out,
                   GError                  **error)
{
  const Continuation *self = (const Continuation *) call->operation;
  OndesSource *parent = call->parents[0];
  const guint width = ondes_type_is_complex (parent->type) ? 2 : 1;
  const gint64 n = (gint64) parent->n, at = (gint64) call->at - self->halo;
  double *x = out;

  if (!ondes_operation_read_padded (parent, at, call->n, x, error))
    return FALSE;
  for (guint64 i = 0; i < call->n; i++)
    {
      const gint64 t = at + (gint64) i;

      if (t < 0)
        memcpy (x + i * width, self->ends[0] + (guint64) (t + self->halo) * width, width * sizeof *x);
      else if (t >= n)
        memcpy (x + i * width, self->ends[1] + (guint64) (t - n) * width, width * sizeof *x);
    }
  return TRUE;
}

static void
continued_finalize (OndesOperation *operation)
{
  for (guint i = 0; i < 2; i++)
    g_free (((Continuation *) operation)->ends[i]);
}

/* Stores Burg's coefficients a[1 … @order] of the @n samples at @x. @f and @b are room for @n errors, forwards and backwards. */
static void
find_coefficients (const double complex *x,
                   guint                 n,
                   guint                 order,
                   double complex       *f,
                   double complex       *b,
                   double complex       *a)
{
  memcpy (f, x, n * sizeof *f);
  memcpy (b, x, n * sizeof *b);
  memset (a, 0, (order + 1) * sizeof *a);
  a[0] = 1;
  for (guint m = 1; m <= order; m++)
    {
      double complex sum = 0, reflection, before[ORDER + 1];
      double squares = 0;

      for (guint t = m; t < n; t++)
        {
          sum += f[t] * conj (b[t - 1]);
          squares += creal (f[t] * conj (f[t])) + creal (b[t - 1] * conj (b[t - 1]));
        }
      if (!(squares > 0))
        return;
      reflection = -2 * sum / squares;
      memcpy (before, a, (m + 1) * sizeof *a);
      for (guint j = 1; j <= m; j++)
        a[j] = before[j] + reflection * conj (before[m - j]);
      for (guint t = n - 1; t >= m; t--) /* downwards, as b moves up by one */
        {
          const double complex forwards = f[t];

          f[t] = forwards + reflection * b[t - 1];
          b[t] = b[t - 1] + conj (reflection) * forwards;
        }
    }
}

/* Stores in @end the @halo samples that follow the last @n of the parent, or, if @backwards, come before its first, the nearest
 * first. */
static gboolean
predict (OndesSource    *parent,
         gboolean        backwards,
         guint           n,
         guint           halo,
         double complex *end,
         GError        **error)
{
  const guint width = ondes_type_is_complex (parent->type) ? 2 : 1, order = MIN (MIN (ORDER, halo), n / 2);
  g_autofree double *read = ondes_memory_try ((gsize) n * width * sizeof *read, error);
  g_autofree double complex *x = read != NULL ? ondes_memory_try (3 * (gsize) n * sizeof *x, error) : NULL;
  double complex a[ORDER + 1];

  if (x == NULL || !ondes_operation_read_padded (parent, backwards ? 0 : (gint64) (parent->n - n), n, read, error))
    return FALSE;
  for (guint t = 0; t < n; t++)
    {
      const double *from = read + (gsize) (backwards ? n - 1 - t : t) * width;

      x[t] = from[0] + (width > 1 ? I * from[1] : 0);
    }
  find_coefficients (x, n, order, x + n, x + 2 * (gsize) n, a);
  for (guint t = 0; t < halo; t++)
    {
      end[t] = 0;
      for (guint j = 1; j <= order; j++)
        end[t] -= a[j] * (j <= t ? end[t - j] : x[n + t - j]);
    }
  return TRUE;
}

static gboolean
fill_ends (Continuation *self,
           OndesSource  *parent,
           GError      **error)
{
  const guint width = ondes_type_is_complex (parent->type) ? 2 : 1, halo = self->halo;
  const guint n = (guint) MIN (MIN (parent->n, 8 * (guint64) halo), KNOWN);
  g_autofree double complex *end = ondes_memory_try (halo * sizeof *end, error);

  for (guint side = 0; side < 2; side++)
    {
      if (end == NULL || !predict (parent, side == 0, n, halo, end, error))
        return FALSE;
      self->ends[side] = ondes_memory_try ((gsize) halo * width * sizeof (double), error);
      if (self->ends[side] == NULL)
        return FALSE;
      for (guint t = 0; t < halo; t++)
        memcpy (self->ends[side] + (gsize) t * width, &end[side == 0 ? halo - 1 - t : t], width * sizeof (double));
    }
  return TRUE;
}

OndesSource *
ondes_continued_source_new (OndesSource *parent,
                            guint        halo,
                            GError     **error)
{
  /* As cheap as what is pointwise. */
  static const OndesOperationClass klass = {
    .n_parents = 1, .is_pointwise = TRUE, .shape = continued_shape, .needs = continued_needs, .compute = continued_compute,
    .finalize = continued_finalize,
  };
  Continuation *self = g_new0 (Continuation, 1);
  g_autoptr (OndesOperation) operation = &self->operation;

  self->halo = halo;
  ondes_operation_init (operation, &klass, g_strdup_printf ("continued by %u samples at each end", halo));
  return fill_ends (self, parent, error) ? ondes_computed_source_new (operation, &parent, error) : NULL;
}
