/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources: where numbers come from.
 *
 * A source is host truth: one channel of a recording, an array, or another source wrapped. It has an element type,
 * a length, a rate and an identity, and is read by span from any thread.
 */
#pragma once

#include <gio/gio.h>

#include "base/request-error.h"

G_BEGIN_DECLS

/* Element types of sources and of results. ONDES_BITS packs eight elements a byte, least significant bit first. */
typedef enum
{
  ONDES_U8,
  ONDES_I32,
  ONDES_I64,
  ONDES_F32,
  ONDES_F64,
  ONDES_C64,  /* two F32: re, im */
  ONDES_C128, /* two F64: re, im */
  ONDES_BITS,
} OndesType;

/* Bytes that @n elements of @type take. */
gsize       ondes_type_bytes      (OndesType type,
                                   gsize     n);
gboolean    ondes_type_is_complex (OndesType type);
const char *ondes_type_name       (OndesType type);

typedef struct _OndesSource OndesSource;

typedef struct
{
  /* Copies the elements [at, at + n) into @dst; the caller has checked the range. Called from any thread, and from
   * several at once. */
  gboolean (*read)     (OndesSource *self,
                        guint64      at,
                        gsize        n,
                        void        *dst,
                        GError     **error);
  /* Frees what the subclass owns, and the instance itself. */
  void     (*finalize) (OndesSource *self);
} OndesSourceClass;

/* Read-only to all but the code that makes it. Subclasses begin with this struct. */
struct _OndesSource
{
  const OndesSourceClass *klass;
  gatomicrefcount         ref_count;
  guint64                 id;       /* the same for every source of the same data (a file opened once) */
  guint64                 revision; /* changes when the numbers behind @id change; other for what reads them in another unit */
  guint64                 n;        /* elements */
  guint                   channel;  /* 1-based; 0 is the mean of all channels */
  OndesType               type;
  double                  rate_hz;  /* elements a time unit of the recording: hertz where that is the second */
  const char             *identity; /* tells these numbers from all others, in other processes too: the file as it was when it
                                     * was opened, the channel, how it is read; NULL where nothing tells */
  guint64                 own_id;   /* that it was made with: nothing else has it */
  gint                    level;    /* atomic, of engine/levelling.c: how large the samples are; 0: not looked for yet */
};

/* For subclasses: fills the common part with a count of one and a fresh id. */
void         ondes_source_init      (OndesSource            *self,
                                     const OndesSourceClass *klass,
                                     OndesType               type,
                                     guint64                 n,
                                     double                  rate_hz);
/* A number that no other call in this process returns. */
guint64      ondes_source_new_id    (void);
/* @gone is told of each id once nothing has it any more, so that what was kept of it can be given back; on any thread, and while
 * locks may be held: it does not read. One for the process. */
void         ondes_source_on_gone   (void                  (*gone) (guint64 id));
/* For who gives one id to several sources: none of them is left, nor will there be. */
void         ondes_source_gone      (guint64                 id);
OndesSource *ondes_source_ref       (OndesSource            *self);
void         ondes_source_unref     (OndesSource            *self);

/* Copies [at, at + n) into @dst in the source's own type; fails with ONDES_ERROR_FILE where the span is not all inside. */
gboolean     ondes_source_read      (OndesSource            *self,
                                     guint64                 at,
                                     gsize                   n,
                                     void                   *dst,
                                     GError                **error);
/* The same, converted to @as (integers become their value, a real number has no imaginary part; complex to real, anything but
 * integers to integers, and integers that @as cannot hold are refused). NaN and infinities pass; ondes_halo_read() of
 * transform/boundary.h makes them 0. */
gboolean     ondes_source_read_as   (OndesSource            *self,
                                     guint64                 at,
                                     gsize                   n,
                                     OndesType               as,
                                     void                   *dst,
                                     GError                **error);

/* A source over a copy of @n elements at @data. */
OndesSource *ondes_array_source_new (OndesType               type,
                                     const void             *data,
                                     gsize                   n,
                                     double                  rate_hz);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesSource, ondes_source_unref)

G_END_DECLS
