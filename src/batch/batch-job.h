/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recording at work, at once or in parts that several workers compute and one joins.
 *
 * Part k of n of a product has the levels of consecutive spans that begin at whole samples, where those of part k − 1 end.
 * Filters see the samples on both sides, and the sums of a span are in the order of the whole: so joined parts have its bits. A
 * part of a scalogram or of a thumbnail has windows of its columns (io/result-parts.h), whose masks see the samples on both sides;
 * that of a difference has two files, the second picture's and then the first's.
 * A part is a file beside the output, with a stamp of its own, and gone once the output is there: float64, bands × spans, the lines
 * of a table, or the windows. An output that is there needs none of its parts, and parts that are there are not computed again,
 * however many workers there are. Use a job from one thread at a time.
 */
#pragma once

#include "analysis/band-levels.h"
#include "batch-run.h"
#include "io/out-file.h"
#include "signal/recording.h"

G_BEGIN_DECLS

/* Initialise by member name; borrowed. */
typedef struct
{
  const OndesBatchRun  *run;
  const OndesBatchFile *file;
  OndesBatchProduct     product;
  guint                 k; /* the part to compute; n to join all */
  guint                 n;
  gboolean              second; /* TRUE for the file of the second of two pictures, which is there before that of the first */
} OndesBatchPart;

/* Borrowed for the call. */
typedef struct
{
  const OndesBatchFile     *file;
  const OndesRecordingInfo *info;
  OndesSource              *source; /* the channel */
  OndesComputer            *computer;
  const OndesWatch         *watch;
  const OndesBatchPart     *part;   /* NULL: all at once */
} OndesBatchJob;

/* The products that may have parts, as OndesBatchRun has them. */
#define ONDES_BATCH_PARTED (1u << ONDES_BATCH_SCALOGRAM | 1u << ONDES_BATCH_BANDS | 1u << ONDES_BATCH_ENERGY \
                            | 1u << ONDES_BATCH_ANNOTATIONS | 1u << ONDES_BATCH_SHEET)

/* Returns how many parts the product has where the others have @n: a scalogram or a thumbnail has 16 at most, each with at least
 * a window of some million samples, and each measures the trend. */
guint            ondes_batch_parts_of     (OndesBatchProduct     product,
                                           guint                 n);
/* Returns the number of parts by which all products in @missing can be joined, as each has all of its parts; 0 if there is none. */
guint            ondes_batch_parts_ready  (const OndesBatchRun  *run,
                                           const OndesBatchFile *file,
                                           guint                 missing);
/* Return the path and the stamp of a part. Transfer full. */
char            *ondes_batch_part_path    (const OndesBatchPart *self);
char            *ondes_batch_part_stamp   (const OndesBatchPart *self);
gboolean         ondes_batch_part_is_done (const OndesBatchPart *self);
/* Removes the files of a part, or of all that are to be joined. */
void             ondes_batch_part_remove  (const OndesBatchPart *self);

/* Removes the parts of all outputs that are there, which a killed process has left. */
void             ondes_batch_sweep_parts  (const OndesBatchRun  *run);

/* Returns the date @after_s after the first sample, ISO 8601: with "Z" in UTC, without a zone by a clock of unknown zone, "" if the
 * recording has no date. Transfer full. */
char            *ondes_batch_job_date     (const OndesBatchJob  *self,
                                           double                after_s);
/* TRUE if the job is to compute one part. */
gboolean         ondes_batch_job_is_part  (const OndesBatchJob  *self);
/* Sets @first and @end to the samples of the job's part, or to all; @step: the spans that no part cuts, in time units. */
void             ondes_batch_job_range    (const OndesBatchJob  *self,
                                           double                step,
                                           guint64              *first,
                                           guint64              *end);
/* Returns the levels of the whole recording, computed or joined. */
OndesBandLevels *ondes_batch_job_levels   (const OndesBatchJob  *self,
                                           const OndesBandJob   *bands,
                                           double                step,
                                           GError              **error);
/* Computes the levels of the job's part and writes them to @path. */
gboolean         ondes_batch_job_write_part (const OndesBatchJob *self,
                                             const OndesBandJob  *bands,
                                             double               step,
                                             const char          *path,
                                             GError             **error);
/* Appends the lines of all parts to @file. */
gboolean         ondes_batch_job_join_lines (const OndesBatchJob *self,
                                             OndesOutFile        *file,
                                             GError             **error);

G_END_DECLS
