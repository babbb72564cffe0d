/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Input and output of an in-memory transform: values are read and checked, scaled, reordered and put. */
#pragma once

#include "spectral.h"

G_BEGIN_DECLS

#define ONDES_SPECTRAL_PIECE_BITS 16 /* log2 of the values read or put at a time; whole words of bits */

/* Consumes or produces @values: values [at, at + count) of all vectors in sequence, either whole vectors or a part of one. */
typedef void (*OndesSpectralHook) (gpointer data,
                                   guint    worker,
                                   gsize    at,
                                   gsize    count,
                                   void    *values);

typedef struct
{
  OndesEngine  *engine;
  OndesJob      job;
  guint         n;     /* vectors of 2^n values */
  gsize         total; /* values of all vectors */
  gint64        move_us; /* time reading and putting */
  guint64       bytes_moved;
  void         *mapped;   /* the sink's own memory; NULL if none */
  /* Hooks between source or sink and memory; NULL if none. They count as computing. Values are taken while still in the L1
   * cache, and what a thread has taken is completed while in the L2 cache. */
  OndesSpectralHook consume, complete, produce;
  const struct _OndesSpectralTransform *transform; /* applied by the hooks of ondes_spectral_transform_begin() */
  gboolean      divide; /* TRUE if these also divide by 2^n, if the transform needs no pass */
  gboolean      in_place; /* TRUE if the hooks work in place, not in a buffer */
  guint         unit, piece; /* log2 of the values completed or given at a time, and taken at a time */
  gpointer      data;
} OndesSpectralRun;

/* Returns the bytes of @total values of @type, rounded up to whole words. */
gsize    ondes_spectral_bytes        (OndesType          type,
                                      gsize              total);
/* FALSE with an error that names the size if @bytes do not fit in memory; counts the engine's shared buffers as available. */
gboolean ondes_spectral_fits         (OndesEngine       *engine,
                                      guint64            bytes,
                                      guint64            values,
                                      OndesType          type,
                                      GError           **error);

void     ondes_spectral_begin        (OndesSpectralRun  *self,
                                      OndesEngine       *engine,
                                      const OndesWatch  *watch);
/* Returns the engine's shared buffer @i of at least @bytes; NULL with an error if out of memory. */
void    *ondes_spectral_buffer       (OndesSpectralRun  *self,
                                      guint              i,
                                      gsize              bytes,
                                      GError           **error);
/* Sets the engine's statistics for the run that began at @start_us. Returns FALSE with the run's error, if any. */
gboolean ondes_spectral_end          (OndesSpectralRun  *self,
                                      gint64             start_us,
                                      GError           **error);

typedef enum
{
  ONDES_READ_BINARY = 1,    /* reject values other than 0 and 1 */
  ONDES_READ_MAGNITUDE = 2, /* compute Σ|x| */
} OndesReadFlags;

/* Begins the sink, and maps its memory if it can. */
gboolean ondes_spectral_begin_sink   (OndesSpectralRun  *self,
                                      OndesSink         *sink,
                                      OndesType          type,
                                      guint64            rows,
                                      guint64            columns,
                                      GError           **error);

/* Values from sample first on, read into elements of a type at x: value k of a vector at the position given by map. */
typedef struct
{
  OndesSource      *source;
  guint64           first;
  OndesReadFlags    flags;
  OndesType         type;
  OndesSpectralMap  map;
  void             *x;
} OndesSpectralInput;

/* Reads all values, and sets @range to their range. Fails for values that ondes_range_check() rejects. */
gboolean ondes_spectral_read         (OndesSpectralRun         *self,
                                      double                    work,
                                      const OndesSpectralInput *input,
                                      OndesRange               *range);
/* Divides @n values at @x by the vectors' 2^n into @dst, which may be @x. */
void     ondes_spectral_divide       (OndesSpectralRun  *self,
                                      const OndesSpectralType *type,
                                      const void        *x,
                                      gsize              n,
                                      void              *dst);
/* TRUE if the values, of @type in memory and @as in the sink, can be computed directly in the sink's memory. */
gboolean ondes_spectral_may_map      (const OndesSpectralRun *self,
                                      OndesType               type,
                                      OndesType               as);
/* Vectors at x, put into the sink as rows: value k of a row is the value at the position given by map, divided by 2^n if
 * divide. */
typedef struct
{
  OndesSink        *sink;
  OndesType         type, as; /* of the vectors, and of the rows */
  OndesSpectralMap  map;
  gboolean          divide;
  void             *x;
} OndesSpectralOutput;

gboolean ondes_spectral_put          (OndesSpectralRun          *self,
                                      double                     work,
                                      const OndesSpectralOutput *output);

G_END_DECLS
