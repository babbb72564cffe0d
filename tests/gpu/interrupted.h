/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A device that fails while an export is paused on it. */
#pragma once

#include "../engine/clients.h"

/* Three clients of one host: an export pauses for a picture in view; @trouble is made while that has the engine, and then a hidden
 * page needs more memory than is held so far. Each gets its result; a device that is lost is reported once. */
typedef struct
{
  gboolean lost;   /* @trouble loses the device, otherwise it fills its memory */
  void   (*trouble) (void);
  void   (*end)     (void); /* of the trouble, once all are done; NULL: none */
} Interruption;

/* Checks an interruption in a subprocess, since a lost device stays lost in its process; does nothing without a device. */
void test_interrupted (gconstpointer interruption);
