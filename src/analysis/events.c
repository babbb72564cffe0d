/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "events.h"

GArray *
ondes_events_find (const double         *levels_db,
                   gsize                 n,
                   const OndesEventRule *rule)
{
  GArray *events = g_array_new (FALSE, FALSE, sizeof (OndesEvent));
  const double release_db = rule->above_db - rule->hysteresis_db;

  for (gsize i = 0; i < n; i++)
    {
      OndesEvent event = { .first = i, .peak = i };

      if (!(levels_db[i] >= rule->above_db))
        continue;
      for (; i < n && levels_db[i] >= release_db; i++)
        if (levels_db[i] > levels_db[event.peak])
          event.peak = i;
      event.count = i - event.first;
      if (event.count >= rule->least)
        g_array_append_val (events, event);
    }
  return events;
}
