/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the names of columns mean. Pure functions; names and units may be NULL. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* TRUE if a column's name means time. @time_unit is then its unit, NULL if the name does not give one, and @factor the
 * multiplier that converts its stamps to that unit. "T" with another unit is no time. */
gboolean ondes_name_is_time    (const char  *name,
                                const char  *unit,
                                const char **time_unit,
                                double      *factor);
/* TRUE if a unit is one of time; sets its name and factor as above. */
gboolean ondes_unit_is_time    (const char  *unit,
                                const char **time_unit,
                                double      *factor);
/* TRUE if a column's name or unit means that it counts rows. */
gboolean ondes_name_is_counter (const char  *name,
                                const char  *unit);
/* TRUE if a column's name means a place or another axis that is not time, such as "Depth (m)". */
gboolean ondes_name_is_place   (const char  *name);

G_END_DECLS
