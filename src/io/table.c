/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table.h"

void
ondes_table_copy (OndesTable       *to,
                  const OndesTable *from)
{
  gsize bytes = from->rows * sizeof (double);

  *to = *from;
  to->frequencies_hz = g_memdup2 (from->frequencies_hz, bytes);
  to->sequencies = g_memdup2 (from->sequencies, bytes);
  to->scales = g_memdup2 (from->scales, bytes);
  to->coi_s = g_memdup2 (from->coi_s, bytes);
  to->time_unit = g_strdup (from->time_unit);
  to->unit = g_strdup (from->unit);
  to->spec = g_strdup (from->spec);
}

void
ondes_table_clear (OndesTable *table)
{
  g_free ((void *) table->frequencies_hz);
  g_free ((void *) table->sequencies);
  g_free ((void *) table->scales);
  g_free ((void *) table->coi_s);
  g_free ((void *) table->time_unit);
  g_free ((void *) table->unit);
  g_free ((void *) table->spec);
}

double
ondes_table_time (const OndesTable *table,
                  guint64           column)
{
  guint64 begin = (unsigned __int128) column * table->count / table->columns;
  guint64 end = (unsigned __int128) (column + 1) * table->count / table->columns;

  if (table->hop > 0)
    return ((double) (table->first + begin * table->hop) + (double) (end - begin - 1) / 2 * (double) table->hop
            + (double) (table->window - 1) / 2) / table->rate_hz;
  return ((double) (table->first + begin) + (double) (end - begin - 1) / 2) / table->rate_hz;
}
