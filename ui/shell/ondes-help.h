/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens the manual: the pages of docs/ as they are installed, or the project's own page without them. Main thread only. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Names the page about what is in front in @window, "filter.md"; static. Until then it is "window.md". */
void        ondes_help_set_page (GtkWindow  *window,
                                 const char *page);
const char *ondes_help_get_page (GtkWindow  *window);
/* Opens the page of @window, which may be NULL. */
void        ondes_help_show     (GtkWindow  *window);

/* Shows an address. Tests set another. */
extern void (*ondes_help_open) (GtkWindow *window, const char *uri, guint32 timestamp);

G_END_DECLS
