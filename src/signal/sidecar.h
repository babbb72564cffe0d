/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FILE.ondes next to FILE: the user's notes about a recording. */
#pragma once

#include "recording-info.h"

G_BEGIN_DECLS

typedef struct
{
  OndesReadOptions options; /* the user's, merged over the sidecar's; owns its strings */
  char            *title;
  double           start;  /* in time units; NaN for the file's own */
  double           date_s; /* the start as a date, in seconds since 1970-01-01 00:00 UTC; NaN if not a date */
  OndesZone        zone;   /* of the date; UTC if the key file does not say */
} OndesSidecar;

/* Reads the sidecar of @path, if there is one; @options (NULL if none) override it. Invalid values in either are errors. */
gboolean ondes_sidecar_read  (OndesSidecar           *self,
                              const char             *path,
                              const OndesReadOptions *options,
                              GError                **error);
/* Stores how a text is read, the marked parameters, in the sidecar of @path. Each is removed if it is left to the reader. Other
 * keys, groups and comments stay. Blocks; not for the widget thread. */
gboolean ondes_sidecar_store_text (const char             *path,
                                   const OndesReadOptions *options,
                                   GError                **error);
void     ondes_sidecar_clear (OndesSidecar           *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesSidecar, ondes_sidecar_clear)

G_END_DECLS
