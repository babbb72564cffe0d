/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a table of parameters (param/param.h) in the side bar: a list of words, a slider, an entry, a switch or a file for
 * each. A row shows the value of a model, and sets it. Main thread only.
 *
 * A row's widget name is its key. Rows that do not apply are hidden, and so are words that do not go together with the rest. A
 * value that its row refuses is told below its group, and is not set; sentences of the model are shown there by
 * ondes_param_rows_mark().
 */
#pragma once

#include <adwaita.h>

#include "base/request-error.h"
#include "param/param.h"

G_BEGIN_DECLS

/* How the values of a model, such as an analysis, are read and set. */
typedef struct
{
  const OndesParamTable *table;
  gsize                  size;  /* of the owner, or of the struct around it, in bytes */
  /* Copies the values in effect to @owner. */
  void (*get) (gpointer model, gpointer owner);
  /* Sets the values after the user changed @row. Call ondes_param_rows_show() if the model takes other values. */
  void (*set) (gpointer model, gpointer owner, const OndesParam *row);
  gsize                  offset; /* of the table's owner, where get() and set() take a struct around it */
  gboolean               resets; /* rows of other values than the table's defaults have a button that sets these */
} OndesParamModel;

typedef struct _OndesParamRows OndesParamRows;

/* @model has static storage duration; @object must outlive the rows. Free with ondes_param_rows_free() after the widgets. */
OndesParamRows *ondes_param_rows_new  (const OndesParamModel *model,
                                       gpointer               object);
void            ondes_param_rows_free (OndesParamRows        *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesParamRows, ondes_param_rows_free)

/* Adds the rows of the table's group @name to @group, or to an expander. */
void            ondes_param_rows_add  (OndesParamRows        *self,
                                       const char            *name,
                                       AdwPreferencesGroup   *group);
void            ondes_param_rows_add_expanded (OndesParamRows *self,
                                               const char     *name,
                                               AdwExpanderRow *expander);
/* Returns the widget of a row, such as an OndesSliderRow, to set its range or unit. */
gpointer        ondes_param_rows_get  (OndesParamRows        *self,
                                       const char            *key);
/* Returns the row of the switch for the automatic value, whose widget name is "KEY-automatic". The page sets the value that the
 * slider begins with where it is switched off. */
gpointer        ondes_param_rows_get_automatic (OndesParamRows *self,
                                                const char     *key);
/* Has @fill set the items of a list, in place of the table's words. */
void            ondes_param_rows_fill (OndesParamRows        *self,
                                       const char            *key,
                                       void                 (*fill) (AdwComboRow *row));
/* Sets the items of a list, in place of the table's words. */
void            ondes_param_rows_set_items (OndesParamRows    *self,
                                            const char        *key,
                                            const char *const *items);
/* Hides a row for good: what the page shows does not have the parameter. */
void            ondes_param_rows_leave_out (OndesParamRows   *self,
                                            const char       *key);
/* Shows the model's values. Text that means the same stays as it was typed. */
void            ondes_param_rows_show (OndesParamRows        *self);
/* Sets the defaults of all rows of a model that resets. */
void            ondes_param_rows_reset (OndesParamRows       *self);
/* Marks the row of @setting alone, and shows @problem below its group; NULL for none. FALSE if the setting has no row here. */
gboolean        ondes_param_rows_mark (OndesParamRows        *self,
                                       OndesSetting           setting,
                                       const char            *problem);
/* The same for the row of @key. */
void            ondes_param_rows_mark_key (OndesParamRows    *self,
                                           const char        *key,
                                           const char        *problem);

G_END_DECLS
