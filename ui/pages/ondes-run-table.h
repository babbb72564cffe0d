/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesRunTable: the recordings of a run as rows with small pictures, sorted by any column. Main thread only.
 *
 * Signal "opened" (guint position): a row was activated, by Return or a double click.
 */
#pragma once

#include <adwaita.h>

#include "batch/run-list.h"

G_BEGIN_DECLS

#define ONDES_TYPE_RUN_TABLE (ondes_run_table_get_type ())
G_DECLARE_FINAL_TYPE (OndesRunTable, ondes_run_table, ONDES, RUN_TABLE, AdwBin)

GtkWidget       *ondes_run_table_new      (OndesRunModel *model);
OndesSortedList *ondes_run_table_get_list (OndesRunTable *self); /* borrowed */

G_END_DECLS
