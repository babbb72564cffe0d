/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Reads JSON (RFC 8259): objects become a{sv}, arrays av, numbers d, null the empty tuple. Returns a full reference,
 * or NULL where @text is not one JSON value; keys that come twice are refused too. */
GVariant *json_parse  (const char *text);
