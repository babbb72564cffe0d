/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesFields: one line of named values under the charts, or a hint if there are none. In a narrow line names and whole fields give
 * way, the least important first; nothing moves while the values change. A screen reader reads the line as the widget's
 * description. Main thread only.
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
  const char *name;      /* marked for translation */
  int         width;     /* expected width of the value in characters */
  guint       name_goes; /* place in the order in which names and fields give way, from 1 on; 0: with the field */
  guint       goes;      /* the same of the whole field; 0: it stays, and is shortened where there is no room for it */
  const char *tooltip;   /* marked for translation; NULL if none */
} OndesField;

/* Call once, before the widget is shown. @table must have static storage duration. */
void     ondes_fields_set_table (OndesFields      *self,
                                 const OndesField *table,
                                 guint             n,
                                 const char       *hint);
/* Replaces the hint; "" for none. */
void     ondes_fields_set_hint  (OndesFields      *self,
                                 const char       *hint);
/* Replaces the name of a field; @name is translated. */
void     ondes_fields_set_name  (OndesFields      *self,
                                 guint             field,
                                 const char       *name);
/* Sets the value of a field and takes ownership of @text; NULL means unknown. */
void     ondes_fields_set       (OndesFields      *self,
                                 guint             field,
                                 char             *text);
/* Does the same, but leaves the field out of the line if @text is NULL. */
void     ondes_fields_set_if    (OndesFields      *self,
                                 guint             field,
                                 char             *text);
/* Shows the values, otherwise the hint if @hint is TRUE, otherwise nothing. Call after the values are set. */
void     ondes_fields_show      (OndesFields      *self,
                                 gboolean          values,
                                 gboolean          hint);

G_END_DECLS
