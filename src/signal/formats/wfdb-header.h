/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The headers of WFDB, the records of PhysioNet: text in NAME.hea that tells where the samples are and how they are stored.
 * https://physionet.org/physiotools/wag/header-5.htm */
#pragma once

#include "signal/reader.h"

G_BEGIN_DECLS

#define ONDES_WFDB_FRAME_MOST 262144 /* samples of all signals in one frame */

typedef struct
{
  char    *file;            /* "~" if the signal has no samples */
  guint    format;          /* 212 */
  guint    samples;         /* in each frame, 1 … ONDES_WFDB_FRAME_MOST */
  guint64  skew;            /* frames that its samples are stored late */
  guint64  offset;          /* of the first sample in the file, bytes */
  double   gain, baseline;  /* value = (number − baseline) ÷ gain */
  gboolean calibrated;      /* FALSE if the header tells no gain, so that the default is taken */
  gint64   initial;         /* before the first difference, in formats of differences */
  char    *unit, *label;    /* label is "" if not told */
} OndesWfdbSignal;

typedef struct
{
  char    *name;            /* of its record; "~" if nothing was recorded */
  guint64  frames;
} OndesWfdbSegment;

typedef struct
{
  gboolean   begins;        /* the first line is that of a record, whatever follows */
  guint      n_signals;
  double     rate_hz;       /* frames a second */
  gboolean   rate_told;     /* FALSE if the default is taken */
  guint64    frames;        /* 0 if not told */
  OndesStart start;         /* of source UNKNOWN if not told */
  GArray    *signals;       /* OndesWfdbSignal; empty if there are segments */
  GArray    *segments;      /* OndesWfdbSegment; empty if there are none */
  GString   *comments;
} OndesWfdbHeader;

/* Parses the text of a header; on failure, one sentence that begins with @display. @self must be zeroes. */
gboolean ondes_wfdb_header_parse (OndesWfdbHeader *self,
                                  const char      *text,
                                  const char      *display,
                                  GError         **error);
/* Reads the header of @size bytes that is open as @fd. Reads a file: no main thread. */
gboolean ondes_wfdb_header_read  (OndesWfdbHeader *self,
                                  int              fd,
                                  guint64          size,
                                  const char      *display,
                                  GError         **error);
void     ondes_wfdb_header_clear (OndesWfdbHeader *self);

/* Returns the path of the header NAME.hea of NAME.dat; NULL if @path does not end so. Transfer full. */
char    *ondes_wfdb_header_path  (const char      *path);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesWfdbHeader, ondes_wfdb_header_clear)

G_END_DECLS
