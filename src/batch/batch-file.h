/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of a manifest: one recording of a batch.
 *
 *   path  size  mtime  start  rate  channels  frames  parameters  [changed]
 *
 * parted by tabs: the path with \\, \t, \n, \r and \xHH for other control characters, its other bytes as they are; the size in
 * bytes; the modification time in seconds since 1970 with nine decimals; the start, ISO 8601, in UTC, or without a zone by the
 * recorder's clock if nothing tells its zone; the samples a second;
 * the first 16 digits of the SHA-256 of the run's parameters. "-" stands for what is unknown, as of a file that cannot be read.
 * "changed" marks a file that was another when it was planned first. Pure functions; any thread.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define ONDES_BATCH_HASH 16 /* hexadecimal digits of a hash in manifests and stamps */

typedef struct
{
  char   *path;
  guint64 size;        /* bytes */
  gint64  mtime_ns;    /* since 1970-01-01 00:00 UTC */
  double  date_s;      /* of the first sample, seconds since 1970-01-01 00:00 UTC or, if @by_clock, 00:00; NaN if unknown */
  gboolean by_clock;   /* the start is by the recorder's clock, whose zone is unknown: it is not compared with those in UTC */
  double  rate_hz;     /* samples a second, whatever the recording's time unit; 0 if unknown */
  guint   channels;
  guint64 frames;
  char    parameters[ONDES_BATCH_HASH + 1];
  gboolean changed;
} OndesBatchFile;

void     ondes_batch_file_clear (OndesBatchFile       *self);
/* Returns the line, without a newline. Transfer full. */
char    *ondes_batch_file_print (const OndesBatchFile *self);
/* Parses a line; FALSE, leaving @self empty, if it is none. */
gboolean ondes_batch_file_parse (const char           *line,
                                 OndesBatchFile       *self);
/* Returns the length, 0 if it is unknown. */
double   ondes_batch_file_seconds (const OndesBatchFile *self);
/* Fills size and modification time of the file at @path. FALSE with errno if it is no regular file or cannot be reached. */
gboolean ondes_batch_file_stat  (const char           *path,
                                 guint64              *size,
                                 gint64               *mtime_ns);
/* Returns the hash of path, size and modification time, which tells sources apart. Transfer full. */
char    *ondes_batch_file_hash  (const OndesBatchFile *self);
/* Returns the first ONDES_BATCH_HASH digits of the SHA-256 of @text. Transfer full. */
char    *ondes_batch_hash       (const char           *text);
/* Print and parse a modification time. The text is transfer full. */
char    *ondes_batch_time_print (gint64                mtime_ns);
gboolean ondes_batch_time_parse (const char           *text,
                                 gint64               *mtime_ns);
/* Write and read a path as it stands in manifests and tables. Transfer full; unescape returns NULL for what escape never
 * writes. */
char    *ondes_batch_escape     (const char           *path);
char    *ondes_batch_unescape   (const char           *text);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesBatchFile, ondes_batch_file_clear)

G_END_DECLS
