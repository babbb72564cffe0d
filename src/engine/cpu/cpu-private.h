/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the CPU engine share. */
#pragma once

#include "cpu.h"
#include "engine/cpu/cwt/cwt-spectrum.h"
#include "base/threads.h"

G_BEGIN_DECLS

/* Memory that is kept from run to run and only grows, aligned to 64 bytes. */
typedef struct
{
  void *data;
  gsize bytes;
} OndesBuffer;

/* NULL where there is no memory; what stood in it is lost when it grows. */
void *ondes_buffer_get   (OndesBuffer *self,
                          gsize        bytes);
void  ondes_buffer_clear (OndesBuffer *self);

enum
{
  ONDES_BUFFER_RAW,      /* samples as they are read, doubles */
  ONDES_BUFFER_X,        /* samples of a tile */
  ONDES_BUFFER_SPECTRUM, /* of the tile's blocks */
  ONDES_BUFFER_PRODUCT,
  ONDES_BUFFER_RESULT,
  ONDES_BUFFER_OUT,      /* a row of the tile as it is put */
  ONDES_BUFFER_WIDE,     /* samples made between nodes */
  ONDES_BUFFER_POOL,     /* where columns begin among the samples of a tile, and more of pool.h's */
  ONDES_BUFFER_SCRATCH,  /* spectrum values made on the way */
  ONDES_N_BUFFERS,
};

#define ONDES_N_SHARED 4

typedef struct
{
  OndesBuffer buffers[ONDES_N_BUFFERS];
} OndesWorker;

/* A row's spectrum, kept from run to run. */
typedef struct
{
  gsize     length;
  guint64   half;
  gboolean  windowed, complex_out, single;
  OndesBand band;
  void     *values; /* NULL: made by pieces when it is needed */
} OndesRowSpectrum;

/* What a run leaves to the next, and must find again after a pause. */
typedef struct
{
  OndesWorker      *workers; /* one a thread */
  OndesBuffer       shared[ONDES_N_SHARED];
  OndesSpec        *spectra_of;
  OndesRowSpectrum *spectra;
  gsize             spectra_bytes;
} OndesArena;

struct _OndesEngine
{
  OndesThreads   *threads;
  OndesWorker    *workers; /* one a thread */
  OndesBuffer     shared[ONDES_N_SHARED]; /* the samples and spectrum of a shared tile, or the masks; whole vectors */
  guint64         limit;   /* of trim(); 0: none */
  OndesSource    *input;   /* a copy in memory of what was read last */
  guint64         input_of[4]; /* its source: id, revision, channel, type */
  OndesSpec      *spectra_of;
  OndesRowSpectrum  *spectra; /* a row of spectra_of */
  gsize           spectra_bytes;
  const OndesPause *pause; /* NULL: none */
  OndesArena     *spare;   /* of runs that came between, while another is paused; NULL: none */
  guint64         kept_bytes, aside_bytes; /* of this arena and input, of those of paused runs and the spare */
  gint64          paused_us; /* of the run */
  OndesStatistics statistics;
};

typedef struct
{
  OndesPlan       plan;
  OndesSpec      *spec;
  guint64         limit;   /* of trim() when it was made */
  OndesCwtLayout *layout;  /* of a Morlet transform, else NULL */
  OndesCwtLayout *precise; /* the same in double precision, for columns of very little beside much; NULL: not needed yet */
} OndesCpuPlan;

/* @source, or a copy of it in memory without gaps where it is short enough; NULL on errors and cancel. Transfer full. */
OndesSource *ondes_cpu_input            (OndesEngine  *engine,
                                         OndesSource  *source,
                                         GCancellable *cancellable,
                                         GError      **error);
/* The doubles of such a copy, of complex samples two each; NULL where @input is none. */
const double *ondes_cpu_input_samples   (OndesEngine  *engine,
                                         OndesSource  *input);
void         ondes_cpu_input_forget     (OndesEngine  *engine);
/* Since @start_us (monotonic time), when the run began, less its pauses. */
double       ondes_cpu_seconds          (OndesEngine  *engine,
                                         gint64        start_us);
void         ondes_cpu_spectra_forget   (OndesEngine  *engine);
/* Bytes of workspace that @layout takes with the engine's threads, and with how many of them it fits memory; 0: with none,
 * and why. */
guint        ondes_cpu_fit              (OndesEngine          *engine,
                                         const OndesCwtLayout *layout,
                                         guint64              *bytes,
                                         GError              **error);
gboolean     ondes_cpu_cwt_plan         (OndesEngine        *engine,
                                         OndesCpuPlan       *plan,
                                         const OndesRequest *request,
                                         GError            **error);
gboolean     ondes_cpu_cwt_run          (OndesEngine        *engine,
                                         OndesCpuPlan       *plan,
                                         const OndesRequest *request,
                                         OndesSink          *sink,
                                         const OndesWatch   *watch,
                                         GError            **error);

/* How each transform is computed, by OndesTransform. */
typedef struct
{
  /* Fills in what is its own; what it has made is freed by who called, also on failure. */
  gboolean (*plan) (OndesEngine        *self,
                    OndesCpuPlan       *plan,
                    const OndesRequest *request,
                    GError            **error);
  gboolean (*run)  (OndesEngine        *self,
                    OndesCpuPlan       *plan,
                    const OndesRequest *request,
                    OndesSink          *sink,
                    const OndesWatch   *watch,
                    GError            **error);
} OndesCpuTransform;

extern const OndesCpuTransform ondes_cpu_spectrum, ondes_cpu_dyadic;

G_END_DECLS
