/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesHistory: the steps of settings that can be undone and done again. Settings are a dictionary (a{sv}) of names and values,
 * or of further dictionaries, whose entries keep their order. Main thread only.
 *
 * What follows one upon another is one step: a change of the same entries as the last one's, within ONDES_HISTORY_PAUSE_S of
 * it, or whatever changes while a pointer's button is held, however long. The oldest steps go where there are more than
 * ONDES_HISTORY_STEPS, or where all take more than ONDES_HISTORY_BYTES.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_HISTORY_PAUSE_S 1.0
#define ONDES_HISTORY_STEPS   200
#define ONDES_HISTORY_BYTES   (16u << 20)

typedef struct _OndesHistory OndesHistory;

/* Empty: nothing is noted before ondes_history_begin(). */
OndesHistory *ondes_history_new      (void);
void          ondes_history_free     (OndesHistory *self);

/* Forgets all steps: they lead on from @now, of which a floating reference is taken over, as of every value here. */
void          ondes_history_begin    (OndesHistory *self,
                                      GVariant     *now);
/* Settings changed by themselves: that is no step. */
void          ondes_history_replace  (OndesHistory *self,
                                      GVariant     *now);
/* A person changed settings at @time_us on the monotonic clock, while button number @hold, 0: none, was down. FALSE: they are
 * as they were. */
gboolean      ondes_history_add      (OndesHistory *self,
                                      GVariant     *now,
                                      gint64        time_us,
                                      guint         hold);

gboolean      ondes_history_can_undo (OndesHistory *self);
gboolean      ondes_history_can_redo (OndesHistory *self);
/* The settings to go back, or forward, to; borrowed until the next call. NULL: there are none. */
GVariant     *ondes_history_undo     (OndesHistory *self);
GVariant     *ondes_history_redo     (OndesHistory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesHistory, ondes_history_free)

G_END_DECLS
