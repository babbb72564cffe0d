/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The header of EDF (Kemp and others 1992, "A simple format for exchange of digitized polygraphic recordings"), EDF+ (Kemp and
 * Olivan 2003, https://www.edfplus.info/specs/edfplus.html) and BDF (BioSemi; samples of three bytes).
 *
 * Debian has EDFlib for these files; it refuses recordings with gaps and keeps the open files of a process in one table without a
 * lock. The samples are plain integers, so that they are read here.
 */
#pragma once

#include "signal/reader.h"

G_BEGIN_DECLS

#define ONDES_EDF_HEAD 256 /* bytes of the header, and as many again for each signal */

typedef struct
{
  char    *label, *unit;                  /* safe to display; "" if there is none */
  char    *prefilter;
  double   physical_min, physical_max;    /* NaN if damaged */
  double   digital_min, digital_max;
  guint64  samples;                       /* in a data record */
  guint64  offset;                        /* of them in a data record, bytes */
  gboolean annotations;                   /* holds annotations instead of samples */
} OndesEdfSignal;

typedef struct
{
  gboolean        wide;         /* BDF: samples of three bytes, not two */
  gboolean        plus;         /* EDF+ or BDF+, which may have annotations */
  gboolean        discontinuous; /* the records have gaps between them */
  guint64         header_bytes, record_bytes;
  guint64         records;      /* whole ones in the file, or fewer if the header claims fewer */
  double          claimed;      /* records, by the header; −1 if it does not say, NaN if damaged */
  double          record_s;     /* NaN if damaged */
  char           *patient, *recording, *date, *time; /* as they stand, safe to display */
  guint           n;
  OndesEdfSignal *signals;      /* [n] */
} OndesEdfHeader;

/* TRUE if a file that begins with the @n bytes at @head is EDF, EDF+ or BDF: version, date and length of the header fit. */
gboolean ondes_edf_begins        (const guint8      *head,
                                  gsize              n);
/* Reads the header of the file open as @fd, of @size bytes; on failure, one sentence that begins with @display. */
gboolean ondes_edf_header_read   (OndesEdfHeader    *self,
                                  int                fd,
                                  const char        *display,
                                  guint64            size,
                                  GError           **error);
void     ondes_edf_header_clear  (OndesEdfHeader    *self);
/* Returns the start that the header tells: the date in @recording if it has one, for its year has four digits, and the time. */
gboolean ondes_edf_header_start  (const OndesEdfHeader *self,
                                  OndesStart        *start);
/* Parses the beginning of a list of annotations, "+1.5" and 0x14 or 0x15: a record's first one tells when the record begins, in
 * seconds after the start that the header tells. */
gboolean ondes_edf_onset         (const char        *list,
                                  gsize              n,
                                  double            *onset_s);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesEdfHeader, ondes_edf_header_clear)

G_END_DECLS
