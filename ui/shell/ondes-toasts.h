/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short messages over a child, one at a time, in place of AdwToastOverlay: the one of libadwaita 1.2 reads freed memory if a toast
 * goes while it still comes, and queues toasts without limit. Main thread only.
 *
 * A new message replaces the one that is shown. If that one is urgent and the new one is not, the new one waits until it is gone;
 * of several that wait, the newest is kept. Escape, or the button, closes a message. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ONDES_TYPE_TOASTS (ondes_toasts_get_type ())
G_DECLARE_FINAL_TYPE (OndesToasts, ondes_toasts, ONDES, TOASTS, AdwBin)

typedef struct
{
  const char *text;    /* plain, shown in full */
  const char *button;  /* with a mnemonic; NULL for none */
  const char *action;  /* that the button activates */
  GVariant   *target;  /* of the action, sunk; NULL for none */
  gboolean    urgent;  /* an error, which stays longer, as it takes longer to read */
} OndesToast;

/* Shows @toast, which is copied. Returns its number, which is not 0. */
guint ondes_toasts_show        (OndesToasts      *self,
                                const OndesToast *toast);
/* Shows a sentence that is no error. */
void  ondes_toasts_say         (OndesToasts      *self,
                                const char       *text);
/* Takes the button off the message of that number; no-op if it is gone. */
void  ondes_toasts_take_button (OndesToasts      *self,
                                guint             number);

G_END_DECLS
