/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What computes for the windows of this program: the preference, what there is to prefer, and what a report of a problem tells of
 * it. Any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *target; /* "cuda:1": engine and number of the device */
  char *name;   /* "NVIDIA H200", with its number where there are several */
} OndesEngineDevice;

/* For all that is computed from now on without an engine of its own. @engine: "auto" (which is what a program begins with), "cpu"
 * or "cuda". */
void       ondes_engine_prefer         (const char *engine,
                                        guint       device);
/* The devices other than the CPU, of OndesEngineDevice; transfer full. None is woken, but drivers take a moment: on a worker. */
GPtrArray *ondes_engine_list_devices   (void);
/* Lines on every engine and device, and on what is open, in English; transfer full. Slow: on a worker. */
char      *ondes_engine_describe       (void);

G_END_DECLS
