/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread whose standard error leads nowhere, for libraries that print there: its descriptors are its own, and those of all other
 * threads stay as they are. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _OndesQuiet OndesQuiet;
typedef void (*OndesQuietWork) (gpointer data);

/* Work in the thread has its own copy of @fd, and no other descriptor that is open now. NULL where the system refuses it. */
OndesQuiet *ondes_quiet_new  (int             fd);
/* Does @work in the thread, waits for it; where @self is NULL it is done here, and what it prints is seen. One caller at a time. */
void        ondes_quiet_run  (OndesQuiet     *self,
                              OndesQuietWork  work,
                              gpointer        data);
void        ondes_quiet_free (OndesQuiet     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesQuiet, ondes_quiet_free)

G_END_DECLS
