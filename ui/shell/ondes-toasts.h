/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short messages over a child, one at a time. Takes the place of AdwToastOverlay: that of libadwaita 1.2 reads freed memory where a
 * toast goes while it still comes, and queues toasts without limit. Main thread only.
 *
 * A new message takes the place of the one that is shown. While an urgent one is shown, others wait until it is gone, and only the
 * newest of them is kept. Escape, or the button, closes a message. */
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
  GVariant   *target;  /* of the action; NULL if none, otherwise floating or not */
  gboolean    urgent;  /* an error: it stays longer, as that takes longer to read */
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
