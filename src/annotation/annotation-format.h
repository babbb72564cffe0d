/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formats of annotation files, and how a file of one is read and written. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Ends the name of the annotations that belong to a recording: RECORDING.ondes-annotations. */
#define ONDES_ANNOTATIONS_SUFFIX ".ondes-annotations"

typedef enum
{
  ONDES_ANNOTATIONS_ANY,      /* found by content and name, or by the ending of the name */
  ONDES_ANNOTATIONS_OWN,      /* all that annotations have; formats/own.c has the format */
  ONDES_ANNOTATIONS_AUDACITY, /* labels: no tracks, no further fields */
  ONDES_ANNOTATIONS_RAVEN,    /* selection tables: all, in the column "Track" where there are tracks */
  ONDES_ANNOTATIONS_TEXTGRID, /* Praat: no frequencies, no further fields, no spans without a label */
  ONDES_ANNOTATIONS_CSV,      /* all */
  ONDES_ANNOTATIONS_EDF,      /* the annotations of a recording in EDF+ or BDF+; read only */
  ONDES_ANNOTATIONS_SIGMF,    /* those in the metadata of SigMF; read only */
  ONDES_ANNOTATIONS_WAV,      /* the cue points of a recording in WAV; read only */
  ONDES_N_ANNOTATION_FORMATS,
} OndesAnnotationFormat;

typedef struct
{
  const char *name;     /* of options: "ondes", "audacity", "raven", "textgrid", "csv", "edf", "sigmf", "wav" */
  const char *title;    /* to be translated: N_("Audacity labels") */
  const char *suffix;   /* ".txt" */
  gboolean    writable;
} OndesAnnotationFormatInfo;

/* Initialise by member name; NULL in place of the struct for all defaults. */
typedef struct
{
  OndesAnnotationFormat format;
  const char           *label_column; /* Raven and CSV: the column that has the label; NULL: a known name */
  const char           *track;        /* track of annotations that have none in the file; NULL: none */
} OndesAnnotationReading;

typedef struct
{
  OndesAnnotationFormat format;
  const char           *label_column; /* Raven and CSV: the name of the column for labels; NULL: "Annotation", "label" */
  double                length;       /* of the recording, in time units; TextGrid lasts at least as long; 0 if not known */
} OndesAnnotationWriting;

G_END_DECLS
