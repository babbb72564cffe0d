/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources: where numbers come from.
 *
 * A source is authoritative data on the host: one channel of a recording, an array, or a wrapper around another source. It has
 * an element type, a length, a rate and an identity, and is read by span from any thread.
 */
#pragma once

#include <gio/gio.h>

#include "base/request-error.h"

G_BEGIN_DECLS

/* Element types of sources and results. ONDES_BITS packs eight elements per byte, least significant bit first. */
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

/* Returns the bytes that @n elements of @type take. */
gsize       ondes_type_bytes      (OndesType type,
                                   gsize     n);
gboolean    ondes_type_is_complex (OndesType type);
gboolean    ondes_type_is_integer (OndesType type);
const char *ondes_type_name       (OndesType type);

typedef struct _OndesSource OndesSource;

/* Samples [first, first + count). */
typedef struct
{
  guint64 first, count;
} OndesSpan;

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
  /* For ondes_source_gap(); NULL if it is always 0. */
  guint64  (*gap)      (OndesSource *self,
                        guint64      at);
} OndesSourceClass;

/* Read-only except to the code that creates it. Subclasses begin with this struct. */
struct _OndesSource
{
  const OndesSourceClass *klass;
  gatomicrefcount         ref_count;
  guint64                 id;       /* the same for all sources of the same data (a file opened once) */
  guint64                 revision; /* changes when the data of @id change; differs if the data are read in another unit */
  guint64                 n;        /* elements */
  guint                   channel;  /* 1-based; 0 is the mean of all channels */
  OndesType               type;
  double                  rate_hz;  /* in elements per time unit of the recording: hertz if that is the second */
  const char             *identity; /* identifies these numbers across processes: the file as it was when opened, the channel,
                                     * the way it is read; NULL if nothing identifies them */
  guint64                 own_id;   /* the id assigned on creation, which is unique */
  gint                    level;    /* atomic, for engine/levelling.c: magnitude of the samples; 0 if not yet measured */
};

/* For subclasses: fills the common part, with a reference count of one and a fresh id. */
void         ondes_source_init      (OndesSource            *self,
                                     const OndesSourceClass *klass,
                                     OndesType               type,
                                     guint64                 n,
                                     double                  rate_hz);
/* Returns a number that is unique in this process. */
guint64      ondes_source_new_id    (void);
/* Sets the process's only callback for ids that no source has any more, so that caches can drop their data. It may be called on
 * any thread and with locks held, so it must not read sources. */
void         ondes_source_on_gone   (void                  (*gone) (guint64 id));
/* For code that gives one id to several sources: reports that none is left, nor will be. */
void         ondes_source_gone      (guint64                 id);
OndesSource *ondes_source_ref       (OndesSource            *self);
void         ondes_source_unref     (OndesSource            *self);

/* Copies [at, at + n) into @dst in the source's own type; fails with ONDES_ERROR_FILE if the span is not wholly inside. */
gboolean     ondes_source_read      (OndesSource            *self,
                                     guint64                 at,
                                     gsize                   n,
                                     void                   *dst,
                                     GError                **error);
/* Returns the number of elements from @at on that are NaN because the file has none there; 0 if unknown. Reads nothing, so that
 * whoever measures a source can step over a gap of years at once. Any thread. */
guint64      ondes_source_gap       (OndesSource            *self,
                                     guint64                 at);
/* Copies [at, at + n) converted to @as. Integers keep their value; real numbers get a zero imaginary part. Fails for complex to
 * real, for non-integers to integers, and for integers that @as cannot hold. NaN and infinities pass through; ondes_halo_read()
 * of transform/boundary.h zeroes them. */
gboolean     ondes_source_read_as   (OndesSource            *self,
                                     guint64                 at,
                                     gsize                   n,
                                     OndesType               as,
                                     void                   *dst,
                                     GError                **error);

/* Creates a source of a copy of the @n elements at @data. */
OndesSource *ondes_array_source_new (OndesType               type,
                                     const void             *data,
                                     gsize                   n,
                                     double                  rate_hz);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesSource, ondes_source_unref)

G_END_DECLS
