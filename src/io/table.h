/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deep copies of a table, for the sinks. */
#pragma once

#include "file-sinks.h"

G_BEGIN_DECLS

void ondes_table_copy  (OndesTable       *to,
                        const OndesTable *from);
void ondes_table_clear (OndesTable       *table);

G_END_DECLS
