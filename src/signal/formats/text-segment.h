/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Segments: runs of rows, each below a header of its own, of the programs that write several into one file.
 *
 * LabVIEW writes Date, Time, X0 and Delta_X above each; SLIST (of seismology) a line
 * "TIMESERIES ID, N samples, R sps, 2008-01-15T00:00:00.025000, SLIST, INTEGER, Counts". Pure functions.
 */
#pragma once

#include "text-cells.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_SEGMENT_NONE,
  ONDES_SEGMENT_LABVIEW,
  ONDES_SEGMENT_SLIST,
} OndesSegmentKind;

typedef struct
{
  OndesSegmentKind kind;
  gboolean         complete;  /* its header has ended */
  guint            ends;      /* lines ***End_of_Header*** */
  gboolean         no_times;  /* its rows have no times */
  double           step_s;    /* from row to row, 0 if not told */
  double           x0_s;      /* of the first row, as LabVIEW counts */
  double           date_s;    /* of the header, by its clock; NaN if not told */
  double           day_s;     /* its date alone, of LabVIEW */
  char             separator, decimal; /* as told, 0 if not */
  char             id[64], unit[32]; /* of SLIST */
} OndesTextSegment;

/* Takes a line; FALSE if it is no line of a header. */
gboolean ondes_text_segment_take (OndesTextSegment *self,
                                  OndesCell         line);

G_END_DECLS
