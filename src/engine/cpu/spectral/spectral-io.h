/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values in and out of a transform in memory: read and checked, scaled, reordered and put. */
#pragma once

#include "spectral.h"

G_BEGIN_DECLS

#define ONDES_SPECTRAL_PIECE_BITS 16 /* log2 of the values that are read or put at a time; whole words of bits */

/* Takes, or makes, @values: values [at, at + count) of all vectors one behind another, whole vectors or a part of one. */
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
  gint64        move_us; /* reading and putting */
  guint64       bytes_moved;
  void         *lent;   /* NULL, or the sink's own memory */
  /* NULL, or what stands between source or sink and memory; it counts as computing. What is read is taken while it is still in
   * the first cache, and what a thread has taken is completed in the second. */
  OndesSpectralHook take, complete, give;
  gboolean      in_place; /* they work on the values where they stand in memory, not beside it */
  guint         unit, piece; /* log2 of the values that are completed or given, and that are taken at a time */
  gpointer      data;
} OndesSpectralRun;

/* Bytes of @total values of @type, whole words. */
gsize    ondes_spectral_bytes        (OndesType          type,
                                      gsize              total);
/* Refuses, naming the size, what does not fit memory beside what the engine holds. */
gboolean ondes_spectral_fits         (OndesEngine       *engine,
                                      guint64            bytes,
                                      guint64            values,
                                      OndesType          type,
                                      GError           **error);

void     ondes_spectral_begin        (OndesSpectralRun  *self,
                                      OndesEngine       *engine,
                                      const OndesWatch  *watch);
/* The engine's shared buffer @i; NULL where there is no memory. */
void    *ondes_spectral_buffer       (OndesSpectralRun  *self,
                                      guint              i,
                                      gsize              bytes,
                                      GError           **error);
/* Counts for the engine's statistics what began at @start_us, and hands over the error. */
gboolean ondes_spectral_end          (OndesSpectralRun  *self,
                                      gint64             start_us,
                                      GError           **error);

typedef enum
{
  ONDES_READ_BINARY = 1,    /* values other than 0 and 1 are refused */
  ONDES_READ_MAGNITUDE = 2, /* Σ|x| is wanted */
} OndesReadFlags;

/* Begins the sink, and borrows its memory where it has any. */
gboolean ondes_spectral_begin_sink   (OndesSpectralRun  *self,
                                      OndesSink         *sink,
                                      OndesType          type,
                                      guint64            rows,
                                      guint64            columns,
                                      GError           **error);

/* Reads values from sample @first on to elements of @type at @x: value k at the place of its vector that @map says. Only what
 * ondes_range_check() lets pass; @range is of them all. */
gboolean ondes_spectral_read         (OndesSpectralRun  *self,
                                      double             work,
                                      OndesSource       *source,
                                      guint64            first,
                                      OndesType          type,
                                      OndesReadFlags     flags,
                                      OndesSpectralMap   map,
                                      void              *x,
                                      OndesRange        *range);
/* @n values at @x of @type, divided by 2^n of the vectors, to @dst, which may be @x. */
void     ondes_spectral_divide       (OndesSpectralRun  *self,
                                      OndesType          type,
                                      const void        *x,
                                      gsize              n,
                                      void              *dst);
/* Whether the sink's memory can hold the @total values of @type while they are made, as it will hold them in the end. */
gboolean ondes_spectral_may_borrow   (const OndesSpectralRun *self,
                                      OndesType               type,
                                      OndesType               as);
/* Puts the value of each vector at @x that @map says, of @type, as value k of a row of @as; divided by 2^n where @divide. */
gboolean ondes_spectral_put          (OndesSpectralRun  *self,
                                      double             work,
                                      OndesSink         *sink,
                                      OndesType          type,
                                      OndesType          as,
                                      OndesSpectralMap   map,
                                      gboolean           divide,
                                      void              *x);

G_END_DECLS
