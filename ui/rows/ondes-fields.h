/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesFields: one line of names with their values under the charts, or a hint where there are none. Fields that find no room are
 * left out from the end; nothing moves while the values change. A screen reader reads the line as its description. Main
 * thread only.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ONDES_TYPE_FIELDS (ondes_fields_get_type ())
G_DECLARE_DERIVABLE_TYPE (OndesFields, ondes_fields, ONDES, FIELDS, GtkWidget)

struct _OndesFieldsClass
{
  GtkWidgetClass parent_class;
};

typedef struct
{
  const char *name;    /* to be translated */
  int         width;   /* characters that hold what the field can say */
  gboolean    named;   /* it needs its name where room is short too */
  const char *tooltip; /* to be translated; NULL: none */
} OndesField;

/* For init. @table lives as long as the process. */
void     ondes_fields_set_table (OndesFields      *self,
                                 const OndesField *table,
                                 guint             n,
                                 const char       *hint);
/* Another name, translated; at any time. */
void     ondes_fields_set_name  (OndesFields      *self,
                                 guint             field,
                                 const char       *name);
/* Takes @text; NULL: not known. */
void     ondes_fields_set       (OndesFields      *self,
                                 guint             field,
                                 char             *text);
/* The values, or else the hint, or nothing where there is nothing to point at. After the values were set. */
void     ondes_fields_show      (OndesFields      *self,
                                 gboolean          values,
                                 gboolean          hint);

G_END_DECLS
