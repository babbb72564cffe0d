/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesEnginePreference: the engine that computes for a session. Sessions may share one, as those of a program's windows do. Also
 * lists the engines, for menus and for reports of problems. Any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *target; /* "cuda:1": engine and device number */
  char *name;   /* "NVIDIA H200", with its number if there are several */
} OndesEngineDevice;

/* Reference counted. If the preferred engine is missing or fails, the CPU computes, and an analysis says why in a "message". */
typedef struct _OndesChoice OndesEnginePreference;

/* Creates an automatic preference. */
OndesEnginePreference *ondes_engine_preference_new   (void);
OndesEnginePreference *ondes_engine_preference_ref   (OndesEnginePreference *self);
void                   ondes_engine_preference_unref (OndesEnginePreference *self);
/* Takes effect with the next computation. @engine: "auto", "cpu" or "cuda". */
void                   ondes_engine_preference_set   (OndesEnginePreference *self,
                                                      const char            *engine,
                                                      guint                  device);

/* Returns the devices other than the CPU, as OndesEngineDevice; transfer full. Wakes none, but drivers take a moment: call it on a
 * worker. */
GPtrArray *ondes_engine_list_devices   (void);
/* Describes every engine, device and open engine in lines of English; transfer full. Slow: call it on a worker. */
char      *ondes_engine_describe       (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesEnginePreference, ondes_engine_preference_unref)

G_END_DECLS
