/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values in and out of a transform in memory: read and checked, scaled, reordered and put. */
#pragma once

#include "spectral.h"

G_BEGIN_DECLS

typedef struct
{
  OndesEngine  *engine;
  OndesJob      job;
  guint         n;     /* vectors of 2^n values */
  gsize         total; /* values of all vectors */
  gint64        move_us; /* reading and putting */
  guint64       bytes_moved;
} OndesSpectralRun;

/* Fails where @source does not hold integers and @type is of integers. */
gboolean ondes_spectral_check_source (const OndesSource *source,
                                      OndesType          type,
                                      GError           **error);
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
                                      OndesProgress      progress,
                                      gpointer           user_data,
                                      GCancellable      *cancellable);
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

/* Reads values from sample @first on to elements of @type at @x: value k at map (k) of its vector. Finite numbers only. */
gboolean ondes_spectral_read         (OndesSpectralRun  *self,
                                      double             work,
                                      OndesSource       *source,
                                      guint64            first,
                                      OndesType          type,
                                      OndesReadFlags     flags,
                                      OndesIndexMap      map,
                                      void              *x,
                                      OndesRange        *range);
/* Puts value map (k) of each vector at @x, of @type, as value k of a row of @as; divided by 2^n where @divide. */
gboolean ondes_spectral_put          (OndesSpectralRun  *self,
                                      double             work,
                                      OndesSink         *sink,
                                      OndesType          type,
                                      OndesType          as,
                                      OndesIndexMap      map,
                                      gboolean           divide,
                                      const void        *x);

G_END_DECLS
