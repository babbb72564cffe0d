/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readers: one per file format, used by recordings.
 *
 * A reader is opened on a descriptor of a regular file and decodes frames by span. Its facts are filled in on opening and
 * constant from then on. read() is called by one thread at a time; read_channel(), if a reader has it, by any number of threads
 * at once, as its data are in memory.
 */
#pragma once

#include "recording-info.h"
#include "start-time.h"

G_BEGIN_DECLS

typedef struct _OndesReader OndesReader;

/* Samples that lie together in a file (formats/runs.h). */
typedef struct
{
  guint64 frame, frames; /* of the recording; no run has 0 frames */
  guint64 place;         /* in the file, for the reader: bytes, or samples without the gaps */
} OndesRun;

/* Where decoded samples go. */
typedef struct
{
  void *dst;
  gsize at;    /* of the first channel … */
  gsize apart; /* … and from one channel to the next, elements */
} OndesRunTarget;

typedef struct
{
  /* Decodes the frames [at, at + n), which are inside the file, into @dst, planar: n elements of channel 1, then of channel
   * 2 … */
  gboolean (*read)         (OndesReader *self,
                            guint64      at,
                            gsize        n,
                            void        *dst,
                            GError     **error);
  /* Copies one channel (1-based) straight from memory; NULL if blocks from read() are cached instead. */
  gboolean (*read_channel) (OndesReader *self,
                            guint        channel,
                            guint64      at,
                            gsize        n,
                            void        *dst,
                            GError     **error);
  /* For forward-only readers: returns the frame, at most @at, from which decoding would proceed to @at; the frames in between
   * are worth caching. NULL if the reader seeks. Serialised with read(). */
  guint64  (*next_frame)   (OndesReader *self,
                            guint64      at);
  /* Frees what the subclass owns, not the instance. */
  void     (*finalize)     (OndesReader *self);
  /* Returns how many samples of @channel (1-based) are missing from frame @at on, as its gap goes on so far; 0 if @at is in no gap.
   * Decodes nothing; any number of threads at once. NULL if the format has no gaps. */
  guint64  (*gap)          (const OndesReader *self,
                            guint              channel,
                            guint64            at);
  /* Decodes the frames [inside, inside + n) of @run to @to; NULL unless read() is ondes_runs_read(). */
  gboolean (*read_run)     (OndesReader          *self,
                            const OndesRun       *run,
                            guint64               inside,
                            gsize                 n,
                            const OndesRunTarget *to,
                            GError              **error);
} OndesReaderClass;

struct _OndesReader
{
  const OndesReaderClass *klass;
  char                   *display;     /* the file's name in messages */
  char                   *format;
  guint                   channels;
  guint64                 frames;      /* frames that can be read */
  OndesType               type;        /* of the elements that read() returns */
  guint                   bits;        /* bits of an integer's value, 8 … 64; 0 if not an integer */
  gboolean                pcm;         /* integers have a full scale of 2^(bits − 1) */
  gboolean                is_uint64;   /* type is I64, but its elements are guint64 */
  gboolean                slow_seeks;  /* seeking back means decoding from the beginning */
  gboolean                takes_column; /* the option column chooses among signals of several rates */
  gboolean                takes_time_axis; /* the option time_axis chooses between two dimensions; so it does of any archive */
  gboolean                takes_time_expansion; /* a sound file */
  gboolean                bits_text;   /* text in columns; a column of only 0 and 1 holds integers */
  double                  rate;        /* 0 if the file does not say; without the time expansion */
  double                  time_expansion; /* that the file tells, above 1; 0 if it tells none */
  char                   *time_unit;   /* NULL if the file does not say */
  char                   *unit;        /* NULL if the file does not say */
  char                  **names;       /* [channels], entries may be NULL; NULL if none */
  guint                   first_channel;
  double                  start;
  double                  date_s;      /* of the first sample, in seconds since 1970-01-01 00:00 UTC; NaN if the file does not
                                        * say */
  OndesZone               zone;        /* of that date */
  OndesStart              noted;       /* the start that the file's metadata tell; its source is UNKNOWN if they do not */
  GPtrArray              *metadata;    /* names and values in turn, for display */
  gboolean                time_unit_unsure;
  guint64                 irregular;
  double                  irregular_max;
  OndesTimingDeviation          deviation;
  OndesResampling         resampling;
  OndesTruthTable        *truth_table; /* NULL if the file is not a truth table */
  char                   *dataset;     /* path of the data set of an archive; NULL if it is none */
  GPtrArray              *datasets;    /* of the archive, of OndesDataset; borrowed, NULL if it is none */
  GArray                 *runs;        /* OndesRun; NULL unless read() is ondes_runs_read() */
  GPtrArray              *notes;       /* sentences for the user */
  gboolean                has_companion; /* its numbers come from a second file too … */
  char                   *companion;   /* … of this identity (ondes_file_identity()); NULL if nothing identifies it */
};

/* Arguments of an opening function. @fd is a regular file at its beginning; the function must duplicate it to keep it. */
typedef struct
{
  const char             *path;
  const char             *display;
  int                     fd;
  guint64                 size;        /* bytes */
  const OndesReadOptions *options;     /* with the sidecar merged in */
  const OndesWatch       *watch;       /* may be NULL */
} OndesOpening;

/* Allocates a zeroed reader of @size bytes and fills its common part; NULL if out of memory. */
gpointer     ondes_reader_new      (gsize                   size,
                                    const OndesReaderClass *klass,
                                    const OndesOpening     *opening,
                                    GError                **error);
void         ondes_reader_free     (OndesReader            *self);
/* Adds a sentence to the notes. */
void         ondes_reader_note     (OndesReader            *self,
                                    const char             *format,
                                    ...) G_GNUC_PRINTF (2, 3);
/* Sets @n samples of the reader's type, which is not an integer, to NaN, from element @at of @dst on. */
void         ondes_reader_fill_gap (const OndesReader      *self,
                                    gsize                   n,
                                    void                   *dst,
                                    gsize                   at);
/* Adds a fact that the file tells of itself, made safe to display. Empty values and what goes past a limit are left out; of one
 * name the first value stays. */
void         ondes_reader_add_metadata (OndesReader       *self,
                                        const char        *name,
                                        const char        *value);
/* Opens a non-empty regular file and stores its size in bytes; returns −1, with an error sentence, if @path is not one. */
int          ondes_file_open       (const char             *path,
                                    const char             *display,
                                    guint64                *size,
                                    GError                **error);
/* Returns the identity of an open file as it is now, transfer full; NULL if it changed within the coarsest clock tick of a file
 * system, for it could change again without a trace. */
char        *ondes_file_identity   (int                     fd);
/* Reads all of [offset, offset + n), or fails with an error sentence. Any thread. */
gboolean     ondes_pread_all       (int                     fd,
                                    const char             *display,
                                    guint64                 offset,
                                    gsize                   n,
                                    void                   *dst,
                                    GError                **error);

OndesReader *ondes_sndfile_open    (const OndesOpening     *opening,
                                    GError                **error);
OndesReader *ondes_text_open       (const OndesOpening     *opening,
                                    GError                **error);
OndesReader *ondes_npy_open        (const OndesOpening     *opening,
                                    GError                **error);
OndesReader *ondes_raw_open        (const OndesOpening     *opening,
                                    GError                **error);
OndesReader *ondes_edf_open        (const OndesOpening     *opening,
                                    GError                **error);
/* Only where ONDES_HAVE_MSEED and ONDES_HAVE_SIGMF are defined. */
OndesReader *ondes_mseed_open      (const OndesOpening     *opening,
                                    GError                **error);
OndesReader *ondes_sigmf_open      (const OndesOpening     *opening,
                                    GError                **error);
/* Opens a truth table in text; each output is a channel of 0 and 1, with don't-cares as 0. */
OndesReader *ondes_truth_table_reader_open (const OndesOpening *opening,
                                            GError            **error);
/* TRUE if the text file at @path, which begins with @head, looks like a truth table. */
gboolean     ondes_truth_table_detect (const char          *path,
                                       const char          *head,
                                       gsize                length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesReader, ondes_reader_free)

G_END_DECLS
