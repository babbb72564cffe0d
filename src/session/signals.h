/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals without arguments, which most signals of this program are. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Adds signal @name to @klass, from its class_init(), and returns its id. */
static inline guint
ondes_signal_new (gpointer    klass,
                  const char *name)
{
  return g_signal_new (name, G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

/* Adds @n signals and fills their ids. */
static inline void
ondes_signals_new (gpointer           klass,
                   const char *const *names,
                   guint              n,
                   guint             *ids)
{
  for (guint i = 0; i < n; i++)
    ids[i] = ondes_signal_new (klass, names[i]);
}

G_END_DECLS
