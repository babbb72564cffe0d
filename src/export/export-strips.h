/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of the waveforms of many channels. */
#pragma once

#include "export.h"
#include "figure/strips-figure.h"

G_BEGIN_DECLS

/* Borrowed for the call. */
typedef struct
{
  OndesRecording   *recording; /* as conditioned */
  OndesSpan         span;
  const guint      *channels;  /* n of them; 0 is the mean of all */
  guint             n;
  gboolean          common;    /* one range of values for all */
  OndesFigureSize   size;
  OndesExportFormat format;    /* of a figure */
  const char       *path;      /* path, or "-" */
} OndesStripsExport;

/* Reads the channels one after the other. Blocks. */
gboolean ondes_strips_export_run (const OndesStripsExport *export,
                                  const OndesWatch        *watch,
                                  GError                 **error);

G_END_DECLS
