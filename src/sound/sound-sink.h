/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSoundSink: where a player's sound goes: a sound device, or a test's memory. One channel of float32, full scale ±1. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _OndesSoundSink OndesSoundSink;

/* All functions but get_heard() are called by the player's thread alone. */
typedef struct
{
  /* Opens the device, running, with nothing written; fails with ONDES_ERROR_FILE and one sentence. */
  gboolean (*open)       (OndesSoundSink *self,
                          guint           rate_hz,
                          GError        **error);
  /* Takes as many of the @n frames as there is room for and returns their number, perhaps 0; never waits for room. Returns −1 and
   * fails with ONDES_ERROR_FILE if the device is lost. */
  gssize   (*write)      (OndesSoundSink *self,
                          const float    *frames,
                          gsize           n,
                          GError        **error);
  /* Returns the frames heard by now since open() or flush(), on the device's clock; runs on past the last frame written. Any
   * thread, also while other functions run; 0 if closed. Never waits. */
  double   (*get_heard)  (OndesSoundSink *self);
  void     (*set_paused) (OndesSoundSink *self,
                          gboolean        paused);
  /* Drops frames not yet heard; get_heard() counts from 0 again. */
  void     (*flush)      (OndesSoundSink *self);
  /* No-op if closed. */
  void     (*close)      (OndesSoundSink *self);
  /* Frees the closed sink. */
  void     (*free)       (OndesSoundSink *self);
} OndesSoundSinkClass;

/* Sinks begin with this struct. */
struct _OndesSoundSink
{
  const OndesSoundSinkClass *klass;
};

G_END_DECLS
