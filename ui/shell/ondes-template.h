/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Templates of widget classes: tables of the children and callbacks to bind, in place of one call for each; and what a widget
 * keeps. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

typedef struct
{
  const char *name; /* NULL ends a table */
  gsize       offset; /* of the instance's pointer to the child */
} OndesTemplateChild;

typedef struct
{
  const char *name; /* NULL ends a table */
  GCallback   callback;
} OndesTemplateCallback;

#define ONDES_TEMPLATE_CHILD(Type, member) { #member, G_STRUCT_OFFSET (Type, member) }
#define ONDES_CALLBACK(function) { #function, G_CALLBACK (function) }

/* Sets the template to the program's resource @file and binds; @children and @callbacks may be NULL. Call in class_init(). */
void ondes_template_install (GtkWidgetClass              *klass,
                             const char                  *file,
                             const OndesTemplateChild    *children,
                             const OndesTemplateCallback *callbacks);

/* The same for a window that Escape closes. */
void ondes_template_install_dialog (GtkWidgetClass              *klass,
                                    const char                  *file,
                                    const OndesTemplateChild    *children,
                                    const OndesTemplateCallback *callbacks);

/* Adds or removes a CSS class. */
void     ondes_widget_set_class (gpointer                    widget,
                                 const char                 *name,
                                 gboolean                    has);
/* Sets a property that libadwaita may read as markup, such as "subtitle" or "description", so that @text is shown as it is;
 * NULL for none. */
void     ondes_widget_set_text  (gpointer                    widget,
                                 const char                 *property,
                                 const char                 *text);
/* Shows or hides the flap. One without a width yet does so at once: libadwaita divides a speed by the width, and its animation then
 * gives widgets a width that is no number. */
void     ondes_flap_reveal      (AdwFlap                    *flap,
                                 gboolean                    shown);
/* Returns @object with a reference that lasts as long as @self. At most one of a type; not for a widget with children of its own
 * that could call it while it is disposed of. */
gpointer ondes_widget_keep   (gpointer                     self,
                              gpointer                     object);
/* Returns @data, which @free frees after @self; @name is that of the member that has it. */
gpointer ondes_widget_own    (gpointer                     self,
                              const char                  *name,
                              gpointer                     data,
                              GDestroyNotify               free);

G_END_DECLS
