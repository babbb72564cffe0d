/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesHistory: the settings as steps to undo and redo. Settings are a dictionary (a{sv}) of names and values, or of further
 * dictionaries, whose entries keep their order. Main thread only.
 *
 * A change joins the previous step if that has no name and it changes the same entries within ONDES_HISTORY_PAUSE_S of the last
 * change, or if both are of one hold, such as a pointer button that is held, however long. The oldest steps are dropped if there
 * are more than ONDES_HISTORY_STEPS or if all take more than ONDES_HISTORY_BYTES.
 *
 * Entries at the top whose names begin with "view" count as one: a zoom may change what is in view along several axes.
 *
 * A step can have a name, for a person to read.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_HISTORY_PAUSE_S 1.0
#define ONDES_HISTORY_STEPS   1000
#define ONDES_HISTORY_BYTES   (16u << 20)

typedef struct _OndesHistory OndesHistory;

/* Creates an empty history, which records nothing before ondes_history_begin(). */
OndesHistory *ondes_history_new      (void);
void          ondes_history_free     (OndesHistory *self);

/* Drops all steps and starts from @now. This and the next two functions take a floating @now. */
void          ondes_history_begin    (OndesHistory *self,
                                      GVariant     *now);
/* Replaces the current settings without a step, for changes that no person made. */
void          ondes_history_replace  (OndesHistory *self,
                                      GVariant     *now);
/* Makes the next change a step of its own. */
void          ondes_history_part     (OndesHistory *self);
/* Records the settings @now, which a person changed at @time_us on the monotonic clock; @hold numbers the button hold or the act
 * of several changes, 0 for none. Returns FALSE if they equal the current ones. */
gboolean      ondes_history_add      (OndesHistory *self,
                                      GVariant     *now,
                                      gint64        time_us,
                                      guint         hold);

/* Lets changes of @hold join the newest step if that changed nothing but the entry @name. Otherwise they begin another. */
void          ondes_history_join     (OndesHistory *self,
                                      const char   *name,
                                      guint         hold);

/* Names the step of the last change; only changes of its hold join it then. No-op if nothing was changed since
 * ondes_history_part() or a step was gone to, or if the change was not of @hold, unless that is 0. */
void          ondes_history_name     (OndesHistory *self,
                                      const char   *name,
                                      guint         hold);

/* Calls @func with the settings in use, then with the settings of each step (GVariant, borrowed). */
void          ondes_history_foreach  (OndesHistory *self,
                                      GFunc         func,
                                      gpointer      user_data);

gboolean      ondes_history_can_undo (OndesHistory *self);
gboolean      ondes_history_can_redo (OndesHistory *self);
/* Returns the settings to go back or forward to, borrowed until the next call, or NULL if there are none. */
GVariant     *ondes_history_undo     (OndesHistory *self);
GVariant     *ondes_history_redo     (OndesHistory *self);
/* Return the name of the step that undo or redo would go back or forth over; NULL if it has none. Borrowed until the next call.
 */
const char   *ondes_history_get_undo_name (OndesHistory *self);
const char   *ondes_history_get_redo_name (OndesHistory *self);
/* Return the paths of what undo or redo would change, such as "/scalogram/voices ", each with a blank after it; NULL if there is
 * nothing to go to. Transfer full. */
char         *ondes_history_get_undo_changes (OndesHistory *self);
char         *ondes_history_get_redo_changes (OndesHistory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesHistory, ondes_history_free)

G_END_DECLS
