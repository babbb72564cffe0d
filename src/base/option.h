/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of options as text, in a command and within a step of conditioning: parsed, or refused with a sentence about the
 * option. Numbers have a decimal point in every locale. Values stay as they are where parsing fails. Any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the index of @word in @names, NULL-terminated, or −1 if absent. */
int      ondes_name_index     (const char *const *names,
                               const char        *word);
/* Sets ONDES_ERROR_REQUEST about @option; the message must not name it. Returns FALSE, for the caller to return. */
gboolean ondes_option_refuse  (GError    **error,
                               const char *option,
                               const char *format,
                               ...) G_GNUC_PRINTF (3, 4);
/* Fail with ONDES_ERROR_REQUEST for anything that is not a finite number from @lo to @hi. */
gboolean ondes_option_number  (const char *option,
                               const char *text,
                               double      lo,
                               double      hi,
                               double     *value,
                               GError    **error);
gboolean ondes_option_integer (const char *option,
                               const char *text,
                               guint64     lo,
                               guint64     hi,
                               guint64    *value,
                               GError    **error);
/* Parses "LO:HI". */
gboolean ondes_option_range   (const char *option,
                               const char *text,
                               double     *lo,
                               double     *hi,
                               GError    **error);
/* Stores the index of @text in @names. */
gboolean ondes_option_choice  (const char        *option,
                               const char        *text,
                               const char *const *names,
                               guint             *value,
                               GError           **error);

G_END_DECLS
