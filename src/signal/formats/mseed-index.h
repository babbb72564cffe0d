/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the records of each stream of a miniSEED 2 file lie (FDSN, SEED Reference Manual 2.4), found by libmseed. */
#pragma once

#include "signal/reader.h"

G_BEGIN_DECLS

#define ONDES_MSEED_RECORD_MOST 1048576 /* bytes of a record */

typedef struct
{
  guint64 offset;        /* in the file, bytes */
  guint64 frame;         /* of its first sample that counts, from the first of the recording */
  gint64  start_us;      /* of its first sample, since 1970-01-01 00:00 UTC */
  guint32 length;        /* bytes */
  guint16 samples, skip; /* samples; those at its beginning that the record before it has too */
} OndesMseedRecord;

typedef struct
{
  char    *name;     /* NETWORK.STATION.LOCATION.CHANNEL, safe to display */
  double   rate;     /* Hz; the mean over the samples where records state rates that differ a little */
  double   lowest, highest; /* rates that records state */
  int      encoding; /* of the first record */
  gboolean integers, singles; /* all records are integers; float32 */
  gboolean whole;    /* has each sample from the first of the recording to the last */
  GArray  *records;  /* OndesMseedRecord, by time, after ondes_mseed_index_place() */
} OndesMseedStream;

typedef struct
{
  GPtrArray *streams;    /* OndesMseedStream, in the order in which they begin in the file */
  guint64    idle;       /* records without samples or of an unknown encoding */
  guint64    skipped;    /* bytes that are no records */
  gint64     start_us;   /* of the first sample of the streams placed */
  guint64    frames;     /* from there to the last sample */
  guint64    gaps, missing, overlaps;
  double     between;    /* most that a stream was moved to lie on the samples of the others, samples */
} OndesMseedIndex;

/* Finds all records. FALSE with @error if none has samples, if reading fails, or if the caller cancels. */
gboolean ondes_mseed_index_scan  (OndesMseedIndex    *self,
                                  const OndesOpening *opening,
                                  GError            **error);
/* Joins the records of the streams at @chosen (numbers of streams), which have one rate, on one time axis. */
gboolean ondes_mseed_index_place (OndesMseedIndex    *self,
                                  const OndesOpening *opening,
                                  GArray             *chosen,
                                  GError            **error);
void     ondes_mseed_index_clear (OndesMseedIndex    *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesMseedIndex, ondes_mseed_index_clear)

G_END_DECLS
