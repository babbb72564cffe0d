/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the files of the CPU engine. */
#pragma once

#include "cpu.h"
#include "engine/cpu/cwt/cwt-spectrum.h"
#include "base/threads.h"

G_BEGIN_DECLS

/* Memory that is kept between runs and only grows, aligned to 64 bytes. */
typedef struct
{
  void *data;
  gsize bytes;
} OndesBuffer;

/* Returns at least @bytes, or NULL if out of memory. Growing loses the contents. */
void *ondes_buffer_get   (OndesBuffer *self,
                          gsize        bytes);
void  ondes_buffer_clear (OndesBuffer *self);

enum
{
  ONDES_BUFFER_RAW,      /* samples as read, doubles */
  ONDES_BUFFER_X,        /* samples of a tile */
  ONDES_BUFFER_SPECTRUM, /* spectra of the tile's blocks */
  ONDES_BUFFER_PRODUCT,
  ONDES_BUFFER_RESULT,
  ONDES_BUFFER_OUT,      /* a row of the tile, as put into the sink */
  ONDES_BUFFER_WIDE,     /* samples interpolated between nodes */
  ONDES_BUFFER_POOL,     /* workspace of pool.h, such as where columns begin in a tile */
  ONDES_BUFFER_SCRATCH,  /* intermediate spectrum values */
  ONDES_N_BUFFERS,
};

#define ONDES_N_SHARED 4

typedef struct
{
  OndesBuffer buffers[ONDES_N_BUFFERS];
} OndesWorker;

/* A row's spectrum, kept between runs. */
typedef struct
{
  gsize     length;
  guint64   half;
  gboolean  windowed, complex_out, single;
  OndesBand band;
  OndesBand core;   /* of a noisy row: the band that it has but for its noise … */
  double    noise[ONDES_NOISE_BANDS]; /* … and the largest |value|² outside of that, in each part of all bins */
  void     *values; /* NULL if computed on demand */
  gsize     bytes;  /* of values */
} OndesRowSpectrum;

/* State that a run leaves to the next one and needs back after a pause. */
typedef struct
{
  OndesWorker      *workers; /* one per thread */
  OndesBuffer       shared[ONDES_N_SHARED];
  OndesSpec        *spectra_of;
  OndesRowSpectrum *spectra;
  gsize             spectra_bytes;
} OndesArena;

struct _OndesEngine
{
  OndesThreads   *threads;
  OndesWorker    *workers; /* one per thread */
  OndesBuffer     shared[ONDES_N_SHARED]; /* samples and spectrum of a shared tile; kernel taps; or whole vectors */
  guint64         limit;   /* set by trim(), bytes; 0: none */
  OndesSource    *input;   /* in-memory copy of the last source */
  guint64         input_of[4]; /* its id, revision, channel and type */
  OndesSpec      *spectra_of;
  OndesRowSpectrum  *spectra; /* one per row of spectra_of */
  gsize           spectra_bytes;
  const OndesPause *pause; /* NULL if none */
  OndesArena     *spare;   /* arena of runs that interrupt a paused run; NULL if none */
  guint64         kept_bytes, aside_bytes; /* of this arena and input; of the arenas of paused runs and the spare */
  gint64          paused_us; /* pauses of the run */
  OndesStatistics statistics;
};

typedef struct _OndesFilterPlan OndesFilterPlan; /* filter/filter-run.h */

typedef struct
{
  OndesPlan       plan;
  OndesSpec      *spec;
  guint64         limit;   /* of trim() when the plan was made */
  OndesCwtLayout *layout;  /* of a Morlet transform; otherwise NULL */
  OndesCwtLayout *precise; /* in double precision, for quiet columns next to loud samples; NULL until needed */
  OndesFilterPlan *filter; /* of a filter; otherwise NULL */
} OndesCpuPlan;

/* A run of a plan. */
typedef struct
{
  OndesEngine        *engine;
  OndesCpuPlan       *plan;
  const OndesRequest *request;
  OndesSink          *sink;
  const OndesWatch   *watch;
} OndesCpuCall;

/* Returns @source, or an in-memory copy without gaps if it is short enough. NULL on errors and cancellation. Transfer full. */
OndesSource *ondes_cpu_input            (OndesEngine  *engine,
                                         OndesSource  *source,
                                         GCancellable *cancellable,
                                         GError      **error);
/* Returns the doubles of such a copy, two per complex sample; NULL if @input is not a copy. */
const double *ondes_cpu_input_samples   (OndesEngine  *engine,
                                         OndesSource  *input);
void         ondes_cpu_input_forget     (OndesEngine  *engine);
/* Returns the seconds since @start_us (monotonic time), when the run began, less its pauses. */
double       ondes_cpu_seconds          (OndesEngine  *engine,
                                         gint64        start_us);
void         ondes_cpu_spectra_forget   (OndesEngine  *engine);
/* Returns the number of threads with which a workspace of @shared_bytes, and @worker_bytes a thread, fits in memory, and sets
 * @bytes to that workspace; 0 if it does not fit with one thread. The limit of trim() may be exceeded with one thread. */
guint        ondes_cpu_fit              (OndesEngine  *engine,
                                         guint64       shared_bytes,
                                         guint64       worker_bytes,
                                         guint64      *bytes);
/* Returns the bytes that a workspace should not exceed after trim(); G_MAXUINT64 if there is no limit. */
guint64      ondes_cpu_limit            (OndesEngine  *engine);
gboolean     ondes_cpu_cwt_plan         (OndesEngine        *engine,
                                         OndesCpuPlan       *plan,
                                         const OndesRequest *request,
                                         GError            **error);
gboolean     ondes_cpu_cwt_run          (const OndesCpuCall *call,
                                         GError            **error);

gboolean     ondes_cpu_filter_plan      (OndesEngine        *engine,
                                         OndesCpuPlan       *plan,
                                         const OndesRequest *request,
                                         GError            **error);
void         ondes_cpu_filter_plan_free (OndesFilterPlan    *self);
gboolean     ondes_cpu_filter_run       (const OndesCpuCall *call,
                                         GError            **error);

/* Functions of a transform. */
typedef struct
{
  /* Fills the transform's members of @plan, which the caller frees, also on failure. */
  gboolean (*plan) (OndesEngine        *self,
                    OndesCpuPlan       *plan,
                    const OndesRequest *request,
                    GError            **error);
  gboolean (*run)  (const OndesCpuCall *call,
                    GError            **error);
} OndesCpuTransform;

extern const OndesCpuTransform ondes_cpu_spectrum, ondes_cpu_dyadic, ondes_cpu_walshgram, ondes_cpu_pairs;

G_END_DECLS
