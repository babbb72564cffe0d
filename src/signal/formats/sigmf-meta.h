/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The metadata of SigMF (https://sigmf.org, version 1), parsed by JSON-GLib. Positions count from the first sample of the file of
 * data, whatever core:offset says. */
#pragma once

#include "elements.h"

G_BEGIN_DECLS

typedef struct
{
  guint64    frame;        /* where it begins in the data */
  guint64    header_bytes; /* before its samples */
  double     index;        /* of its first sample among all that were taken, core:global_index; NaN if not told */
  double     frequency;    /* core:frequency: that of 0 Hz in the samples, Hz; NaN if not told */
  OndesStart start;        /* of its first sample; of source UNKNOWN if not told */
} OndesSigmfCapture;

typedef struct
{
  gint64 frame, frames;    /* frames is 0 of a point */
  double low_hz, high_hz;  /* as the file has them; NaN if not told */
  char  *label, *comment;  /* NULL if not told */
} OndesSigmfMark;

typedef struct
{
  char        *datatype;   /* "cf32_le" */
  OndesElement element;
  double       rate;       /* 0 if not told */
  guint        channels;
  guint64      trailing_bytes;
  gboolean     metadata_only;
  char        *dataset;    /* name of the file of data; NULL for the usual one */
  GPtrArray   *facts;      /* names and values in turn, for display */
  GArray      *captures;   /* OndesSigmfCapture, by frame */
  GArray      *marks;      /* OndesSigmfMark */
} OndesSigmfMeta;

/* Parses @n bytes of text; on failure, one sentence that begins with @display. */
gboolean ondes_sigmf_meta_parse  (OndesSigmfMeta *self,
                                  const char     *text,
                                  gsize           n,
                                  const char     *display,
                                  GError        **error);
void     ondes_sigmf_meta_clear  (OndesSigmfMeta *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesSigmfMeta, ondes_sigmf_meta_clear)

G_END_DECLS
