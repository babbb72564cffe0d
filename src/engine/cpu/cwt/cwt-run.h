/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of a Morlet transform, and the state that its tiles share. */
#pragma once

#include "engine/cpu/cpu-private.h"
#include "engine/cpu/fft/fft-split.h"
#include "pool.h"

G_BEGIN_DECLS

/* A tile's samples are scaled to (x − mean) gain: a large offset would cost digits in single precision, and squares of very
 * small or large numbers would underflow or overflow. The response to the mean is added back. */
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
  const double         *samples; /* all samples of source if in memory; otherwise NULL */
  OndesSink            *sink;
  OndesPool            *pool; /* NULL if every sample is put */
  guint64               first;   /* first sample of the view, where the layout's outputs begin */
  guint                 n_workers;
  const OndesWatch     *watch;

  GMutex                lock; /* protects the members below and the sink */
  GError               *error;
  int                   stopped; /* atomic */
  gint64                move_us;      /* atomic */
  guint64               bytes_moved;  /* atomic */
  char                 *mapped;       /* the sink's memory, rows mapped_stride bytes apart; NULL: use put() */
  gsize                 mapped_stride;
  double                done, total, reported;

  /* the pass: outputs [begin, end) of some groups, and the start of each group's next tile */
  guint64               begin, end;
  const OndesCwtGroup  *groups;
  guint                 n_groups;
  guint64              *next;

  /* the tile that all workers share, or the masks */
  const OndesCwtGroup  *group;
  int                   next_row; /* atomic */
  OndesLevel            level;
  guint64               tile_begin, tile_end;
  OndesFftSplit         split;    /* forward transform of the tile, each step of split_pieces pieces */
  guint                 split_step;
  gsize                 split_pieces;
  char                 *masks;    /* all real parts, then all imaginary parts */
  const gsize          *starts;   /* where each row's mask starts */
  double               *sums;     /* sum of each row's taps: real parts, imaginary parts */
} OndesCwtRun;

/* TRUE if the run must end: after an error, or if cancelled. */
gboolean ondes_cwt_stopped (OndesCwtRun *self);
/* Stops the run. Takes ownership of @error; only the first error is kept. */
void     ondes_cwt_fail    (OndesCwtRun *self,
                            GError      *error);
void     ondes_cwt_no_memory (OndesCwtRun *self);
/* Adds to the work done; worker 0 also reports progress. */
void     ondes_cwt_advance (OndesCwtRun *self,
                            guint        worker,
                            double       work);
/* Returns the work per output of a row, in taps. */
double   ondes_cwt_row_work (const OndesCwtGroup *group,
                             const OndesCwtRow   *row);
/* Returns the work to load a group's tiles, in taps per sample; 0 if negligible next to the work of its rows. */
double   ondes_cwt_load_work (const OndesCwtGroup *group);
/* Returns the work of all rows of the group per column, in taps. */
double   ondes_cwt_sampled_work (const OndesCwtSampled *group);
/* Adds @bytes, and the time from @start (monotonic time) until now, to what was moved. */
void     ondes_cwt_moved   (OndesCwtRun *self,
                            gint64       start,
                            gsize        bytes);
/* Puts @n outputs of a row from sample @at on into the sink. FALSE if stopped. */
gboolean ondes_cwt_put     (OndesCwtRun *self,
                            guint        row,
                            guint64      at,
                            gsize        n,
                            const void  *data);
/* Converts @n results of a row, @z (complex or real as the transform) times @gain, to the requested quantity at @out. */
void     ondes_cwt_convert (OndesCwtRun *self,
                            const void  *z,
                            gsize        n,
                            double       gain,
                            void        *out);
/* Samples [at, at + n) to load, and the buffers they go to. */
typedef struct
{
  const OndesKernels *kernels; /* of the type of x */
  gint64              at;
  gsize               n;
  void               *x;       /* complex samples are interleaved … */
  void               *im;      /* … or planar, with imaginary parts here; otherwise NULL */
} OndesCwtInput;

/* Loads samples and sets @level. FALSE if stopped. */
gboolean ondes_cwt_load    (OndesCwtRun         *self,
                            guint                worker,
                            const OndesCwtInput *input,
                            OndesLevel          *level);

/* Loads the samples of a group's FFT at the group's rate, the first at sample @at of the recording. Otherwise like
 * ondes_cwt_load(). */
gboolean ondes_cwt_load_decimated (OndesCwtRun         *self,
                                   guint                worker,
                                   const OndesCwtGroup *group,
                                   gint64               at,
                                   OndesLevel          *level,
                                   void                *x);

/* TRUE if the view is so quiet, compared with the samples around it that its tiles use, that single precision is not enough. */
gboolean ondes_cwt_is_quiet (OndesCwtRun          *self,
                             const OndesCwtLayout *layout);

#define ONDES_CWT_SPECTRUM_PIECE 2048 /* values of a row's spectrum computed at a time */
/* A row to compute from the spectrum of a tile. */
typedef struct
{
  guint                worker;
  const OndesCwtGroup *group;
  const OndesCwtRow   *row;
  double               gain;
  const char          *x;         /* spectrum of the tile */
  char                *y, *z;     /* its product with the row's spectrum; outputs, which may overwrite y */
  gsize                offset, n; /* wanted outputs [offset, offset + n), at the group's rate; others need not be valid */
  const double        *powers;    /* of ondes_cwt_noise_powers(); NULL if unknown */
  double              *scratch;   /* ONDES_CWT_SPECTRUM_PIECE doubles and as many T, or the spectrum of a windowed row */
} OndesCwtProduct;

/* Computes a row and returns the stride of its outputs, or 0 if the run was stopped. */
guint    ondes_cwt_make_row       (OndesCwtRun           *self,
                                   const OndesCwtProduct *product);
/* Computes the energy of the spectrum @x of a tile of @group, of one part, in each of the ONDES_NOISE_BANDS parts of its bins. */
void     ondes_cwt_noise_powers   (const OndesCwtRun     *self,
                                   const OndesCwtGroup   *group,
                                   const char            *x,
                                   double                *powers);
/* Returns the bins by which a row that is computed at nodes is shifted down. */
gint64   ondes_cwt_row_shift      (const OndesCwtLayout *layout,
                                   const OndesCwtGroup  *group,
                                   const OndesCwtRow    *row);

/* Computes a tile of a group with FFTs, by one worker. */
void     ondes_cwt_overlap_save_tile   (OndesCwtRun         *self,
                                        guint                worker,
                                        const OndesCwtGroup *group,
                                        guint64              at,
                                        guint64              end);
/* Computes a tile of a group at a lower rate, by one worker. */
void     ondes_cwt_decimated_tile      (OndesCwtRun         *self,
                                        guint                worker,
                                        const OndesCwtGroup *group,
                                        guint64              at,
                                        guint64              end);
/* Computes the tile of @self->group at @at, by all workers together. */
void     ondes_cwt_overlap_save_shared (OndesCwtRun         *self,
                                        guint64              at,
                                        guint64              end);
/* Computes the spectra of all rows with many tiles. */
void     ondes_cwt_overlap_save_prepare (OndesCwtRun        *self);

/* ondes_cwt_direct_prepare() computes the masks of one group, by all workers; ondes_cwt_direct_tile() then computes one
 * tile. */
void     ondes_cwt_direct_prepare      (OndesCwtRun         *self,
                                        const OndesCwtGroup *group);
void     ondes_cwt_direct_tile         (OndesCwtRun         *self,
                                        guint                worker,
                                        const OndesCwtGroup *group,
                                        guint64              at,
                                        guint64              end);

/* ondes_cwt_preview_prepare() computes the masks of all rows that a preview samples; ondes_cwt_preview_columns() then computes
 * the gathered columns. */
void     ondes_cwt_preview_prepare     (OndesCwtRun         *self);
void     ondes_cwt_preview_columns     (OndesCwtRun         *self);

/* Reports progress. Called on the calling thread between two pieces. */
void     ondes_cwt_report              (gpointer             run);

G_END_DECLS
