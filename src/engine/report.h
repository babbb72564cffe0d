/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of ondes_compute(). */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

/* How a request was computed, for the status line and --timing. Clear with ondes_report_clear(). */
typedef struct
{
  const char     *engine;   /* static; the engine that computed */
  char            device[64]; /* its device, "NVIDIA H200"; "" for the CPU */
  char           *fallback; /* one sentence on why an engine was not used although the user chose it, its device is present, or
                             * a device number above 0 was requested; NULL if none */
  gboolean        lost;     /* TRUE if this call was the process's first to lose a device: tell the user once */
  double          waited_s; /* for turns on an engine, before the run and in its pauses */
  OndesStatistics statistics;
} OndesReport;

void           ondes_report_clear  (OndesReport   *report);
/* Returns "CPU" or "CUDA, NVIDIA H200", for example. Transfer full. */
char          *ondes_report_engine  (const OndesReport *report);
/* Returns "overlap-save", or with several methods "overlap-save 180, direct 20". Transfer full. */
char          *ondes_report_methods (const OndesReport *report);

G_END_DECLS
