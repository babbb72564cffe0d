/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Local clocks: times of day that pass midnight, and clocks that change to summer time and back between two rows. */
#pragma once

#include "text-table.h"

G_BEGIN_DECLS

typedef struct
{
  guint   midnights;    /* that times of day without a date passed */
  guint   changes;      /* of the clock, by an hour */
  double  first_change; /* the stamp behind the first one, as it was written */
} OndesClockChanges;

/* Makes the stamps in @column, in seconds, go on where the clock was changed: behind a step that is an hour shorter than the
 * usual one, and, in the night of a Sunday in spring or autumn, an hour longer. @dated: the stamps have dates; else they are times
 * of day, which go on past midnight. Stamps of unusual steps stay. FALSE with @error if cancelled. */
gboolean ondes_clock_straighten (OndesTextTable    *table,
                                 guint              column,
                                 gboolean           dated,
                                 OndesClockChanges *changes,
                                 GCancellable      *cancellable,
                                 GError           **error);

G_END_DECLS
