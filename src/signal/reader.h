/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readers: one file format each, behind the recording.
 *
 * A reader is opened on a descriptor of a regular file and decodes frames by span. Its facts are filled by the code that
 * opens it and constant from then on. read() is called by one thread at a time; read_channel(), where a reader has
 * it, from any thread at once (its numbers are in memory).
 */
#pragma once

#include "recording.h"

G_BEGIN_DECLS

typedef struct _OndesReader OndesReader;

typedef struct
{
  /* Decodes the frames [at, at + n), inside the file, into @dst, planar: n elements of channel 1, then of channel 2 … */
  gboolean (*read)         (OndesReader *self,
                            guint64      at,
                            gsize        n,
                            void        *dst,
                            GError     **error);
  /* One channel (1-based) straight from memory; NULL: the blocks of read() are cached instead. */
  gboolean (*read_channel) (OndesReader *self,
                            guint        channel,
                            guint64      at,
                            gsize        n,
                            void        *dst,
                            GError     **error);
  /* Where a reader decodes forward only: the frame, at most @at, from which it would go on to get there; what it passes on
   * its way is worth caching. NULL: it seeks. Serialised with read(). */
  guint64  (*next_frame)   (OndesReader *self,
                            guint64      at);
  /* Frees what the subclass owns, not the instance. */
  void     (*finalize)     (OndesReader *self);
} OndesReaderClass;

struct _OndesReader
{
  const OndesReaderClass *klass;
  char                   *display;     /* the file as sentences name it */
  char                   *format;
  guint                   channels;
  guint64                 frames;      /* readable */
  OndesType               type;        /* of the elements that read() gives */
  guint                   bits;        /* of an integer's value: 8 … 64; 0: not an integer */
  gboolean                pcm;         /* integers are of a full scale of 2^(bits − 1) */
  gboolean                is_uint64;   /* type is I64, but its elements are guint64 */
  gboolean                slow_seeks;  /* to go back is to decode from the beginning */
  gboolean                bits_text;   /* text in columns: integers where all are 0 or 1 */
  double                  rate;        /* 0: the file does not say */
  char                   *time_unit;   /* NULL: the file does not say */
  char                   *unit;        /* NULL: the file does not say */
  char                  **names;       /* [channels], entries may be NULL; NULL: none */
  guint                   first_channel;
  double                  start;
  double                  date_s;      /* of the first sample, since 1970-01-01 00:00 UTC; NaN: the file does not say */
  gboolean                time_unit_unsure;
  guint64                 irregular;
  double                  irregular_max;
  OndesTruthTable        *truth_table; /* NULL: the file is none */
  GPtrArray              *notes;       /* sentences */
};

/* What an opening function gets: a descriptor of a regular file at its beginning, of which it makes its own copy. */
typedef struct
{
  const char             *path;
  const char             *display;
  int                     fd;
  guint64                 size;        /* bytes */
  const OndesReadOptions *options;     /* sidecar merged in */
  OndesProgress           progress;    /* never NULL */
  gpointer                user_data;
  GCancellable           *cancellable;
} OndesOpening;

/* A zeroed reader of @size bytes with its common part filled; NULL where there is no memory for it. */
gpointer     ondes_reader_new      (gsize                   size,
                                    const OndesReaderClass *klass,
                                    const OndesOpening     *opening,
                                    GError                **error);
void         ondes_reader_free     (OndesReader            *self);
/* Adds a sentence to the notes. */
void         ondes_reader_note     (OndesReader            *self,
                                    const char             *format,
                                    ...) G_GNUC_PRINTF (2, 3);
/* A descriptor of a regular file that is not empty, and its size in bytes; −1 with a sentence where @path is none. */
int          ondes_file_open       (const char             *path,
                                    const char             *display,
                                    guint64                *size,
                                    GError                **error);
/* Reads all of [offset, offset + n), or fails with a sentence. Any thread. */
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
/* Truth tables of text: each output a channel of 0 and 1, its don't-cares 0. */
OndesReader *ondes_truth_table_reader_open (const OndesOpening *opening,
                                            GError            **error);
/* Whether a text that begins so, of a file of that name, is one. */
gboolean     ondes_truth_table_looks (const char           *path,
                                      const char           *head,
                                      gsize                 length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesReader, ondes_reader_free)

G_END_DECLS
