/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ondes-table.h"

OndesTable *
ondes_table_new (gint32 *values,
                 guint inputs,
                 guint outputs)
{
  OndesTable *self = g_new0 (OndesTable, 1);
  guint64 n = G_GUINT64_CONSTANT (1) << (inputs + outputs);

  g_atomic_ref_count_init (&self->count);
  self->values = values;
  self->rows = G_GUINT64_CONSTANT (1) << inputs;
  self->columns = G_GUINT64_CONSTANT (1) << outputs;
  self->most = 1;
  for (guint64 a = 1; a < self->rows; a++)
    for (guint64 b = 1; b < self->columns; b++)
      self->most = MAX (self->most, ABS (values[a * self->columns + b]));
  self->levels = g_new (guint8, n);
  for (guint64 i = 0; i < n; i++)
    self->levels[i] = (guint8) ((gint64) MIN (ABS (values[i]), self->most) * 255 / self->most);
  return self;
}

OndesTable *
ondes_table_ref (OndesTable *self)
{
  g_atomic_ref_count_inc (&self->count);
  return self;
}

void
ondes_table_unref (OndesTable *self)
{
  if (!g_atomic_ref_count_dec (&self->count))
    return;
  g_free (self->values);
  g_free (self->levels);
  g_free (self);
}
