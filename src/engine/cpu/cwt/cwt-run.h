/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of a Morlet transform: what its tiles share. */
#pragma once

#include "engine/cpu/cpu-private.h"
#include "engine/cpu/fft/fft-split.h"
#include "pool.h"

G_BEGIN_DECLS

/* A tile's samples are taken as (x − mean) gain: a large offset would cost single precision its digits, and very small or
 * large numbers their squares. The offset is put back by its known response. */
typedef struct
{
  double mean[2]; /* re, im */
  double gain;    /* a power of two */
} OndesLevel;

typedef struct
{
  OndesEngine          *engine;
  const OndesCwtLayout *layout;
  OndesSource          *source;
  const double         *samples; /* all of source, where it is in memory */
  OndesSink            *sink;
  OndesPool            *pool; /* NULL: every sample is put */
  guint64               first;   /* the view's, where the layout's outputs begin */
  guint                 n_workers;
  const OndesWatch     *watch;

  GMutex                lock; /* of what follows, and of the sink */
  GError               *error;
  int                   stopped; /* atomic */
  gint64                move_us;      /* atomic */
  guint64               bytes_moved;  /* atomic */
  char                 *lent;         /* where the sink has the result, rows so many bytes apart; NULL: it is put */
  gsize                 lent_stride;
  double                done, total, shown;

  /* the pass: outputs [begin, end) of some groups, each with its next tile */
  guint64               begin, end;
  const OndesCwtGroup  *groups;
  guint                 n_groups;
  guint64              *next;

  /* the tile that all share, or the masks */
  const OndesCwtGroup  *group;
  int                   next_row; /* atomic */
  OndesLevel            level;
  guint64               tile_begin, tile_end;
  OndesFftSplit         split;    /* its forward transform, of which a step is of so many pieces */
  guint                 split_step;
  gsize                 split_pieces;
  char                 *masks;    /* re, then im */
  const gsize          *starts;   /* of each row's mask */
  double               *sums;     /* of its taps */
} OndesCwtRun;

/* TRUE when the work should end: an error, or cancelled. */
gboolean ondes_cwt_stopped (OndesCwtRun *self);
/* Takes @error over; the first one counts. */
void     ondes_cwt_fail    (OndesCwtRun *self,
                            GError      *error);
void     ondes_cwt_no_memory (OndesCwtRun *self);
/* Counts work done; worker 0 tells the caller. */
void     ondes_cwt_advance (OndesCwtRun *self,
                            guint        worker,
                            double       work);
double   ondes_cwt_row_work (const OndesCwtGroup *group,
                             const OndesCwtRow   *row);
/* To read a group's tiles, in the same unit a sample; 0 where that is little beside its rows. */
double   ondes_cwt_load_work (const OndesCwtGroup *group);
/* Of all its rows in a column. */
double   ondes_cwt_sampled_work (const OndesCwtSampled *group);
/* Counts bytes that were moved from @start (monotonic time) on until now. */
void     ondes_cwt_moved   (OndesCwtRun *self,
                            gint64       start,
                            gsize        bytes);
/* Puts a row of outputs from sample @at on. FALSE when stopped. */
gboolean ondes_cwt_put     (OndesCwtRun *self,
                            guint        row,
                            guint64      at,
                            gsize        n,
                            const void  *data);
/* Results of a row, @z (complex or real as the transform's) times @gain, into @out as the quantity asked for. */
void     ondes_cwt_convert (OndesCwtRun *self,
                            const void  *z,
                            gsize        n,
                            double       gain,
                            void        *out);
/* Samples [at, at + n) into @x, of the type of @kernels, complex interleaved, or where @im is given planar. FALSE when stopped. */
gboolean ondes_cwt_load    (OndesCwtRun *self,
                            guint        worker,
                            const OndesKernels *kernels,
                            gint64       at,
                            gsize        n,
                            OndesLevel  *level,
                            void        *x,
                            void        *im);

/* Samples of a group's tile, @n of its rate, the first at the recording's sample @at: as
 * ondes_cwt_load(). */
gboolean ondes_cwt_load_halved (OndesCwtRun         *self,
                                guint                worker,
                                const OndesCwtGroup *group,
                                gint64               at,
                                gsize                n,
                                OndesLevel          *level,
                                void                *x);

/* Whether columns are of so little beside what their tiles meet that single precision does not do. */
gboolean ondes_cwt_is_quiet (OndesCwtRun          *self,
                             const OndesCwtLayout *layout);

#define ONDES_CWT_SPECTRUM_PIECE 2048 /* values of a row's spectrum that are made at a time */
/* The row on spectrum @x into @z (which may be @y), one output in as many as is returned, 0 where the run was stopped; of them
 * those of samples [@offset, @offset + @n) are wanted, of the group's rate. @scratch holds ONDES_CWT_SPECTRUM_PIECE doubles and as
 * many T, or the whole spectrum of a windowed row. */
guint    ondes_cwt_make_row       (OndesCwtRun         *self,
                                   guint                worker,
                                   const OndesCwtGroup *group,
                                   const OndesCwtRow   *row,
                                   double               gain,
                                   const char          *x,
                                   char                *y,
                                   char                *z,
                                   gsize                offset,
                                   gsize                n,
                                   double              *scratch);
/* Bins by which a row that is made at nodes is turned down. */
gint64   ondes_cwt_row_shift      (const OndesCwtLayout *layout,
                                   const OndesCwtGroup  *group,
                                   const OndesCwtRow    *row);

/* A tile of a group with FFTs, for one worker. */
void     ondes_cwt_overlap_save_tile   (OndesCwtRun         *self,
                                        guint                worker,
                                        const OndesCwtGroup *group,
                                        guint64              at,
                                        guint64              end);
/* One of a lower rate. */
void     ondes_cwt_halved_tile         (OndesCwtRun         *self,
                                        guint                worker,
                                        const OndesCwtGroup *group,
                                        guint64              at,
                                        guint64              end);
/* The tile of @self->group at @at, by all workers together. */
void     ondes_cwt_overlap_save_shared (OndesCwtRun         *self,
                                        guint64              at,
                                        guint64              end);
/* Makes the spectra of all rows whose tiles are many. */
void     ondes_cwt_overlap_save_prepare (OndesCwtRun        *self);

/* The masks of one group, by all workers; then its tiles. */
void     ondes_cwt_direct_prepare      (OndesCwtRun         *self,
                                        const OndesCwtGroup *group);
void     ondes_cwt_direct_tile         (OndesCwtRun         *self,
                                        guint                worker,
                                        const OndesCwtGroup *group,
                                        guint64              at,
                                        guint64              end);

/* The masks of all rows that a preview samples; then the columns that are gathered. */
void     ondes_cwt_preview_prepare     (OndesCwtRun         *self);
void     ondes_cwt_preview_columns     (OndesCwtRun         *self);

/* On the calling thread, between two pieces. */
void     ondes_cwt_between             (gpointer             run);

G_END_DECLS
