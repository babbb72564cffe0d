/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An engine module that computes with the CPU engine, and fails or waits when it is told to. */
#pragma once

#include "engine/engine.h"

/* What list() tells of a device, and of one that is too old. */
#define FAKE_MEM_FREE   (G_GUINT64_CONSTANT (3) << 30)
#define FAKE_MEM_TOTAL  (G_GUINT64_CONSTANT (8) << 30)
#define FAKE_OLD_DETAIL "the device is too old"

typedef enum
{
  FAKE_OPEN,
  FAKE_SUPPORTS,
  FAKE_PLAN,
  FAKE_RUN, /* before the first value */
  FAKE_PUT, /* inside run, with a part of the result delivered */
  FAKE_N,
} FakeCall;

typedef struct
{
  /* the fault: call number @at (from 1) of @call fails with @code, and with @on all later ones too */
  gboolean         armed, on;
  FakeCall         call;
  guint            at;
  OndesEngineError code;

  guint            devices; /* what list() counts */
  guint32          old;     /* bit n: device n is too old to compute */
  guint64          plan_bytes, run_bytes; /* 0: the CPU's */
  guint64          worthwhile, worthwhile_open; /* values from which it is, to the class and to one that is open too */
  int              hold;    /* above 0: an exact run that has put so many columns waits there until it is cancelled or this is 0;
                             * atomic */

  /* what was seen */
  guint            fired;
  guint            calls[FAKE_N];
  guint            engines, plans; /* alive */
  guint            trims, forgets;
  guint64          limits[16]; /* of the trims */
  guint            device;     /* opened last */
  guint64          forgotten;
  double           cpu_s;      /* what it was told last that the CPU takes */
} FakeControl;

typedef FakeControl *(*FakeControlEntry) (void);
/* Whether its runs pause, as they do unless told otherwise. While none is open. */
typedef void (*FakePausesEntry) (gboolean pauses);
