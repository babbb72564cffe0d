/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scalogram-private.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/words.h"

float *
ondes_scalogram_copy_floats (const float *values,
                             gsize        n,
                             GError     **error)
{
  float *copy = n <= G_MAXSIZE / sizeof (float) ? ondes_memory_try (n * sizeof (float), NULL) : NULL;

  if (copy == NULL)
    g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE,
                         _("there is not enough memory for the picture; make the window smaller, or close others"));
  else if (values != NULL)
    memcpy (copy, values, n * sizeof (float));
  return copy;
}

/* Creates a picture with the rows, recording and labels of @from; takes ownership of @values and @column_largest. */
static OndesScalogram *
new_like (const OndesScalogram *from,
          const OndesView      *view,
          float                *values,
          float                *column_largest)
{
  OndesScalogram *self = g_atomic_rc_box_new0 (OndesScalogram);

  *self = *from;
  self->spec = ondes_spec_ref (from->spec);
  self->view = *view;
  self->columns = view->columns;
  self->values = values;
  self->exact = view->columns;
  self->time_unit = g_strdup (from->time_unit);
  self->unit = g_strdup (from->unit);
  self->name = g_strdup (from->name);
  self->channel = g_strdup (from->channel);
  self->conditioning = g_strdup (from->conditioning);
  self->report = g_strdup (from->report);
  self->frequencies_hz = g_memdup2 (from->frequencies_hz, from->rows * sizeof (double));
  self->edges_hz = g_memdup2 (from->edges_hz, 2 * from->rows * sizeof (double));
  self->column_largest = column_largest;
  ondes_scalogram_find_largest (self);
  self->medians = from->medians != NULL ? g_atomic_rc_box_acquire (from->medians) : NULL;
  return self;
}

OndesScalogram *
ondes_scalogram_with_medians (OndesScalogram *self,
                              double         *medians,
                              OndesLevels     equalised)
{
  float *values = ondes_scalogram_copy_floats (self->values, (gsize) self->rows * self->columns, NULL);
  OndesScalogram *copy;

  if (values == NULL)
    return ondes_scalogram_ref (self);
  copy = new_like (self, &self->view, values, g_memdup2 (self->column_largest, self->columns * sizeof (float)));
  copy->exact = self->exact;
  copy->largest = self->largest;
  g_clear_pointer (&copy->medians, g_atomic_rc_box_release);
  copy->medians = g_atomic_rc_box_acquire (medians);
  copy->equalised = equalised;
  return copy;
}

/* Copies @columns columns of a picture, from @column on, to rows of @stride values, times @gain. */
static void
copy_columns (float                *to,
              guint                 stride,
              const OndesScalogram *from,
              guint                 column,
              guint                 columns,
              float                 gain)
{
  for (guint i = 0; i < from->rows; i++)
    {
      const float *values = from->values + (gsize) i * from->columns + column;
      float *row = to + (gsize) i * stride;

      if (gain == 1)
        memcpy (row, values, columns * sizeof (float));
      for (guint j = 0; j < columns && gain != 1; j++)
        row[j] = values[j] * gain;
    }
}

OndesScalogram *
ondes_scalogram_cut (const OndesScalogram *self,
                     guint64               step,
                     guint                 column,
                     guint                 columns,
                     GError              **error)
{
  g_return_val_if_fail (self != NULL && step > 0 && columns <= self->columns && column <= self->columns - columns, NULL);

  OndesView view = self->view;
  float *values = ondes_scalogram_copy_floats (NULL, (gsize) self->rows * columns, error);
  OndesScalogram *part;

  if (values == NULL)
    return NULL;
  view.first += column * step;
  view.count = MIN (columns * step, self->view.count - column * step);
  view.columns = columns;
  copy_columns (values, columns, self, column, columns, 1);
  part = new_like (self, &view, values, g_memdup2 (self->column_largest + column, columns * sizeof (float)));
  if (view.preview)
    part->exact = self->exact > column ? MIN (self->exact - column, columns) : 0;
  return part;
}

OndesScalogram *
ondes_scalogram_assemble (const OndesView       *view,
                          guint64                step,
                          OndesScalogram *const *parts,
                          guint                  n_parts,
                          GError               **error)
{
  g_return_val_if_fail (n_parts > 0 && step > 0, NULL);

  const guint rows = parts[0]->rows;
  const gsize n = (gsize) rows * view->columns;
  g_autofree gboolean *is_exact = g_new0 (gboolean, view->columns);
  float *values = ondes_scalogram_copy_floats (NULL, n, error), *largest;
  guint columns = 0;
  int exponent = parts[0]->exponent; /* maximum of the parts' exponents, which are larger where values exceed the float range */
  OndesScalogram *self;

  if (values == NULL)
    return NULL;
  largest = g_new0 (float, view->columns);
  for (guint p = 0; p < n_parts; p++)
    {
      columns += parts[p]->columns;
      exponent = MAX (exponent, parts[p]->exponent);
    }
  for (gsize i = 0; i < n && columns < view->columns; i++)
    values[i] = NAN;
  for (guint p = 0; p < n_parts; p++)
    {
      const OndesScalogram *part = parts[p];
      const guint at = (guint) ((part->view.first - view->first) / step);
      const float gain = (float) ldexp (1, part->exponent - exponent);

      copy_columns (values + at, view->columns, part, 0, part->columns, gain);
      for (guint j = 0; j < part->columns; j++)
        {
          is_exact[at + j] = j < part->exact;
          largest[at + j] = view->preview ? MAX (largest[at + j], part->column_largest[j] * gain)
                                          : part->column_largest[j] * gain;
        }
    }
  self = new_like (parts[n_parts - 1], view, values, largest);
  self->exponent = exponent;
  if (!view->preview)
    return self;
  for (self->exact = 0; self->exact < self->columns && is_exact[self->exact]; self->exact++)
    ;
  return self;
}
