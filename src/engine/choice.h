/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesChoice: the engine that the user of one window, or of several, chose. Computers created with it (OndesClient) follow it from
 * their next call of ondes_compute().
 *
 * A choice is a preference: if the engine is missing or fails, the CPU takes over, and the reason is kept here until it is
 * reported. A chosen engine also gets the small jobs that auto gives to the CPU. Thread-safe; reference counted.
 */
#pragma once

#include "report.h"

G_BEGIN_DECLS

typedef struct _OndesChoice OndesChoice;

/* Creates a choice of auto. */
OndesChoice *ondes_choice_new   (void);
OndesChoice *ondes_choice_ref   (OndesChoice       *self);
void     ondes_choice_unref     (OndesChoice       *self);
/* @engine: "auto", "cpu" or "cuda". Discards any unreported reason. */
void     ondes_choice_set       (OndesChoice       *self,
                                 const char        *engine,
                                 guint              device);
/* Returns one sentence, transfer full, on why the CPU is used instead; NULL if there is nothing to report. Reported once per
 * choice, and once more when a device is lost, however many computers fall back. */
char    *ondes_choice_take_why  (OndesChoice       *self);

/* For computers. TRUE if there is a newer choice than @serial (0 before the first); stores its serial, @engine (transfer full,
 * NULL for auto) and @device. */
gboolean ondes_choice_changed   (OndesChoice       *self,
                                 guint             *serial,
                                 char             **engine,
                                 guint             *device);
/* Notes the fallback that @report states, if any. @serial: the choice that the run was made under; ignored if outdated. */
void     ondes_choice_note      (OndesChoice       *self,
                                 guint              serial,
                                 const OndesReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesChoice, ondes_choice_unref)

G_END_DECLS
