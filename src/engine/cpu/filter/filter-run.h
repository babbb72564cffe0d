/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the files of the CPU engine's filters. */
#pragma once

#include "engine/cpu/cpu-private.h"
#include "engine/cpu/fft/fft.h"
#include "engine/cpu/job.h"
#include "filter-layout.h"
#include "filter-loops.h"

G_BEGIN_DECLS

struct _OndesFilterPlan
{
  OndesFilterLayout       layout;
  const OndesFilterLoops *loops;
  const OndesFft         *forward, *inverse, *taps_forward; /* NULL for DIRECT; the last one is double */
  guint                   workers; /* threads whose workspace fits in memory */
  gboolean                has_taps; /* TRUE once a run has made the taps */
  gsize                   bins;   /* complex values of a spectrum */
  gsize                   stride; /* bytes from one filter's part (DIRECT: from one filter) to the next */
  OndesBuffer             taps;   /* spectra of the parts of each filter, over length; DIRECT: reversed taps, real parts, then
                                   * imaginary ones */
  gboolean               *empty;  /* of each part of each filter: its taps are all 0, as of a short filter among long ones */
};

typedef struct
{
  OndesJob               job;
  OndesEngine           *engine;
  const OndesFilterPlan *plan;
  const OndesFilter     *filter;
  const OndesRequest    *request;
  OndesSink             *sink;
  guint                  n_bands;
  guint                  times;   /* outputs per sample */
  guint64                segment; /* number of the first */
  GMutex                 lock;    /* guards the rest */
  GCond                  turn;
  gsize                  next;    /* piece to put next: they are put in order */
  gint64                 move_us; /* spent reading and putting, by all threads */
} OndesFilterRun;

/* Rows of one source, for outputs [from, end). */
typedef struct
{
  guint   source, worker;
  guint64 from, end;
  char   *rows;      /* output @from of the source's first row */
  gsize   row_bytes; /* from one row to the next */
} OndesFilterTile;

/* Most taps for which DIRECT reads samples at a time. */
#define ONDES_FILTER_CHUNK ((gsize) 1 << 15)

/* Makes the taps of @plan, the run's own, unless an earlier run has. FALSE if the job stopped. */
gboolean ondes_filter_make_taps (OndesFilterRun     *run,
                                OndesFilterPlan    *plan);
/* Compute a tile; they return early if the job stops or fails. */
void     ondes_filter_segments (OndesFilterRun        *self,
                                const OndesFilterTile *tile);
void     ondes_filter_direct   (OndesFilterRun        *self,
                                const OndesFilterTile *tile);
/* Reads [at, at + n) of a source into @dst, C128 if @is_complex, otherwise F64. FALSE if the job stops or fails. */
gboolean ondes_filter_read     (OndesFilterRun        *self,
                                guint                  source,
                                gint64                 at,
                                gsize                  n,
                                gboolean               is_complex,
                                double                *dst);
/* Post-processes outputs [at, end) of row @band of the tile. @y: T, output @at, with before and after more on its sides. */
void     ondes_filter_finish   (OndesFilterRun        *self,
                                const OndesFilterTile *tile,
                                guint                  band,
                                guint64                at,
                                guint64                end,
                                const char            *y);
void     ondes_filter_no_memory (OndesFilterRun       *self);

G_END_DECLS
