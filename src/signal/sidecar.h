/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FILE.ondes next to FILE: the user's notes about a recording. */
#pragma once

#include "recording-info.h"

G_BEGIN_DECLS

typedef struct
{
  OndesReadOptions options; /* the user's, merged over the sidecar's; owns its strings */
  char            *title;
  guint            channel; /* that a person chose; 0 for the file's own */
  double           start;  /* in time units; NaN for the file's own */
  double           date_s; /* the start as a date, in seconds since 1970-01-01 00:00 UTC; NaN if not a date */
  OndesZone        zone;   /* of the date; UTC if the key file does not say */
} OndesSidecar;

/* Reads the sidecar of @path, if there is one; @options (NULL if none) override it. Invalid values in either are errors. */
gboolean ondes_sidecar_read  (OndesSidecar           *self,
                              const char             *path,
                              const OndesReadOptions *options,
                              GError                **error);
/* Stores in the sidecar of @path what @options give, and the @channel that a person chose, unless it is 0. Of a text that is read
 * by them alone, keys of the others are removed. NULL forgets all of it. Other keys, groups and comments stay; a file without any
 * is removed. Blocks; not for the widget thread. */
gboolean ondes_sidecar_store (const char             *path,
                              const OndesReadOptions *options,
                              guint                   channel,
                              GError                **error);
void     ondes_sidecar_clear (OndesSidecar           *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesSidecar, ondes_sidecar_clear)

G_END_DECLS
