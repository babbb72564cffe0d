/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the CUDA code offers to the engine: plain C, for GLib's headers do not pass nvcc, nor CUDA's the C side.
 *
 * Devices are numbered from 0 as the CUDA runtime numbers them. Every function fails with one of the contract's errors and none
 * aborts; what fails says why in @why, half a sentence without a full stop. Functions of a context are called from one
 * thread at a time; the kernels they launch run one behind another, and a launch does not wait for them.
 * Pointers called device point to the memory of the context's device.
 */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ONDES_CUDA_WHY 256

/* The three errors of the contract (engine.h). */
typedef enum
{
  ONDES_CUDA_OK,
  ONDES_CUDA_UNSUPPORTED,
  ONDES_CUDA_NO_MEMORY,
  ONDES_CUDA_LOST,
} OndesCudaStatus;

typedef struct
{
  char     name[64];
  int      major, minor;  /* compute capability */
  int      driver;        /* the CUDA version that the driver speaks, 1000 major + 10 minor */
  uint64_t mem_free, mem_total; /* bytes */
} OndesCudaDevice;

/* How many devices there are. 0: none, and @why says why. Wakes no device. */
int             ondes_cuda_count    (char             why[ONDES_CUDA_WHY]);
/* Wakes no device; "" where it is not known. */
void            ondes_cuda_name     (int              device,
                                     char             name[64]);
/* Wakes the device: the free memory is only known then. */
OndesCudaStatus ondes_cuda_describe (int              device,
                                     OndesCudaDevice *description,
                                     char             why[ONDES_CUDA_WHY]);
/* Runs a kernel whose result is known: a device that is too old for the architectures compiled in, in a mode that forbids
 * its use, or broken is found here and not in the middle of a transform. */
OndesCudaStatus ondes_cuda_check    (int              device,
                                     char             why[ONDES_CUDA_WHY]);

/* A device in use (context.cu): its streams, its arena, two staging buffers in pinned host memory. */
typedef struct _OndesCuda OndesCuda;

typedef struct
{
  int      major, minor;
  unsigned processors;      /* multiprocessors */
  uint64_t shared_bytes;    /* shared memory that a block may ask for */
  double   fp32_flops, fp64_flops; /* a second, by the data sheet's counts; an FMA is two */
} OndesCudaLimits;

/* On failure @self is left alone and nothing is kept. Close it with ondes_cuda_close(). */
OndesCudaStatus        ondes_cuda_open   (int              device,
                                          OndesCuda      **self,
                                          char             why[ONDES_CUDA_WHY]);
/* May be called on a device that is lost. What alloc() gave and banks are freed before. */
void                   ondes_cuda_close  (OndesCuda       *self);
const OndesCudaLimits *ondes_cuda_limits (const OndesCuda *self);

/* Memory. alloc() and free() are for what lives on its own (resident sources); free() waits for the device. */
OndesCudaStatus ondes_cuda_alloc    (OndesCuda *self,
                                     uint64_t   bytes,
                                     void     **device,
                                     char       why[ONDES_CUDA_WHY]);
void            ondes_cuda_free     (OndesCuda *self,
                                     void      *device);
OndesCudaStatus ondes_cuda_memory   (OndesCuda *self,
                                     uint64_t  *free_bytes,
                                     char       why[ONDES_CUDA_WHY]);

/* The arena: buffers that are kept from run to run and only grow. */
typedef enum
{
  ONDES_CUDA_OUT_0,    /* results of a job, by its slot */
  ONDES_CUDA_OUT_1,
  ONDES_CUDA_RAW,      /* samples as they were sent, of a recording that does not stay on the device */
  ONDES_CUDA_SIGNAL,   /* samples of a tile, level and in the precision asked for */
  ONDES_CUDA_LEVEL,    /* of the tile, and what finding it takes */
  ONDES_CUDA_TABLE,    /* rows and parts of masks */
  ONDES_CUDA_SUMS,     /* of masks */
  ONDES_CUDA_MASKS,
  ONDES_CUDA_PARTIAL,  /* lobes */
  ONDES_CUDA_SPECTRA,  /* of filters */
  ONDES_CUDA_WORK,     /* anything else, for the length of a launch */
  ONDES_CUDA_WORK_2,
  ONDES_CUDA_N_BUFFERS,
} OndesCudaBuffer;

/* At least @bytes; what stood in the buffer is lost when it grows. */
OndesCudaStatus ondes_cuda_buffer   (OndesCuda      *self,
                                     OndesCudaBuffer which,
                                     uint64_t        bytes,
                                     void          **device,
                                     char            why[ONDES_CUDA_WHY]);
/* Pinned host memory of @slot, 0 or 1, for a direction: what comes from the device, what goes there. */
typedef enum { ONDES_CUDA_DOWN, ONDES_CUDA_UP } OndesCudaDirection;
OndesCudaStatus ondes_cuda_staging  (OndesCuda         *self,
                                     OndesCudaDirection direction,
                                     unsigned           slot,
                                     uint64_t           bytes,
                                     void             **host,
                                     char               why[ONDES_CUDA_WHY]);
/* Bytes of the arena on the device. */
uint64_t        ondes_cuda_arena    (const OndesCuda *self);
/* Gives the arena and the staging buffers back; waits for the device. */
void            ondes_cuda_release  (OndesCuda       *self);

/* Sends from the staging buffer @slot. Beside the kernels, which wait for what was sent when ondes_cuda_sent() is called; or
 * @behind them. */
OndesCudaStatus ondes_cuda_send     (OndesCuda  *self,
                                     unsigned    slot,
                                     void       *device,
                                     uint64_t    bytes,
                                     int         behind,
                                     char        why[ONDES_CUDA_WHY]);
/* Waits until the staging buffer @slot may be written again. */
OndesCudaStatus ondes_cuda_send_wait (OndesCuda *self,
                                     unsigned    slot,
                                     char        why[ONDES_CUDA_WHY]);
OndesCudaStatus ondes_cuda_sent     (OndesCuda  *self,
                                     char        why[ONDES_CUDA_WHY]);
/* A small table from any memory, behind the kernels launched so far. @host may be changed on return. */
OndesCudaStatus ondes_cuda_store    (OndesCuda  *self,
                                     void       *device,
                                     const void *host,
                                     uint64_t    bytes,
                                     char        why[ONDES_CUDA_WHY]);
/* A small result to any memory; waits for it. */
OndesCudaStatus ondes_cuda_load     (OndesCuda  *self,
                                     void       *host,
                                     const void *device,
                                     uint64_t    bytes,
                                     char        why[ONDES_CUDA_WHY]);

/* Jobs: the kernels between begin and end are timed together, then their result is fetched into the staging buffer of the
 * slot, while the next job runs in the other one. */
OndesCudaStatus ondes_cuda_begin    (OndesCuda  *self,
                                     unsigned    slot,
                                     char        why[ONDES_CUDA_WHY]);
OndesCudaStatus ondes_cuda_end      (OndesCuda  *self,
                                     unsigned    slot,
                                     char        why[ONDES_CUDA_WHY]);
/* Beside the kernels: at once, or when those of the job have ended; or in their stream. */
typedef enum { ONDES_CUDA_BESIDE, ONDES_CUDA_BEHIND, ONDES_CUDA_IN_LINE } OndesCudaWhen;
OndesCudaStatus ondes_cuda_fetch    (OndesCuda    *self,
                                     unsigned      slot,
                                     OndesCudaWhen when,
                                     void         *host,
                                     const void   *device,
                                     uint64_t      bytes,
                                     char          why[ONDES_CUDA_WHY]);
/* Waits for the kernels of a job, and tells what they took; waits for its result. */
OndesCudaStatus ondes_cuda_computed (OndesCuda  *self,
                                     unsigned    slot,
                                     double     *seconds,
                                     char        why[ONDES_CUDA_WHY]);
OndesCudaStatus ondes_cuda_fetched  (OndesCuda  *self,
                                     unsigned    slot,
                                     char        why[ONDES_CUDA_WHY]);
/* Waits for all that was launched and sent. */
OndesCudaStatus ondes_cuda_finish   (OndesCuda  *self,
                                     char        why[ONDES_CUDA_WHY]);
/* Graphs (graph.cu): what is given to the device between begin and end, kernels, timing, what is sent and fetched in their stream,
 * is taken down as the graph @which and not done before that is launched. Nothing waits in between; finish() forgets what was
 * begun. */
#define ONDES_CUDA_N_GRAPHS 4
OndesCudaStatus ondes_cuda_graph_begin  (OndesCuda *self,
                                         char       why[ONDES_CUDA_WHY]);
OndesCudaStatus ondes_cuda_graph_end    (OndesCuda *self,
                                         unsigned   which,
                                         char       why[ONDES_CUDA_WHY]);
/* A graph, any number of times, while the memory it was taken down with is there. The slot's ondes_cuda_fetched() waits for all
 * of it, and before that ondes_cuda_computed() tells nothing. */
OndesCudaStatus ondes_cuda_graph_launch (OndesCuda *self,
                                         unsigned   which,
                                         unsigned   slot,
                                         char       why[ONDES_CUDA_WHY]);
/* Within the device, behind the kernels launched so far. */
OndesCudaStatus ondes_cuda_copy     (OndesCuda  *self,
                                     void       *to,
                                     const void *from,
                                     uint64_t    bytes,
                                     char        why[ONDES_CUDA_WHY]);
/* Device memory filled with a byte: for tests, and to clear the cache before a measurement. */
OndesCudaStatus ondes_cuda_fill     (OndesCuda  *self,
                                     void       *device,
                                     int         byte,
                                     uint64_t    bytes,
                                     char        why[ONDES_CUDA_WHY]);

/* A tile of a recording, made ready for kernels (signal.cu). */
typedef enum { ONDES_CUDA_F32, ONDES_CUDA_F64, ONDES_CUDA_C64, ONDES_CUDA_C128 } OndesCudaType;
/* As OndesBoundary. */
typedef enum { ONDES_CUDA_ZERO, ONDES_CUDA_REFLECT, ONDES_CUDA_PERIODIC, ONDES_CUDA_EDGE } OndesCudaBoundary;

/* Samples are taken as (x − mean) gain: a large offset would cost single precision its digits, and very small or large numbers
 * their squares. Outputs put mean and gain back. */
typedef struct
{
  double mean[2]; /* re, im */
  double gain;    /* a power of two */
} OndesCudaLevel;

typedef struct
{
  const void     *x;      /* device: float or double by @single; the part im, of complex samples, @stride behind re */
  OndesCudaLevel *level;  /* device */
  uint64_t        stride, count; /* samples of a part that may be read */
  uint64_t        halo;   /* x[halo + t + k] meets output t at tap k */
  int             single, complex_in;
} OndesCudaSignal;

/* Samples [at − halo, at + n + halo) of the recording of @total at device @source, of which those that this takes have been sent.
 * NaN and infinities are 0. */
OndesCudaStatus ondes_cuda_signal   (OndesCuda        *self,
                                     const void       *source,
                                     OndesCudaType     type,
                                     uint64_t          total,
                                     OndesCudaBoundary boundary,
                                     int64_t           at,
                                     uint64_t          n,
                                     uint64_t          halo,
                                     int               single,
                                     OndesCudaSignal  *signal,
                                     char              why[ONDES_CUDA_WHY]);

/* A row of a Morlet transform (morlet.cuh has the formula). */
typedef struct
{
  double   numerator, denominator; /* of the scale */
  double   gain, offset, delay;    /* compensation: c(s) gain ψ(k + delay) + offset; 1, 0 and 0 are none */
  uint64_t half;                   /* h: taps −h … h */
  uint64_t start;                  /* of its mask: the exclusive scan of the lengths 2 h + 1 */
} OndesCudaRow;

typedef struct
{
  double omega0;
  int    l1;   /* else l2 */
  int    real; /* cos, else exp */
} OndesCudaWavelet;

/* The taps of ψ*, of @n_rows rows by length, shortest first, one mask behind another at @masks: @taps in all, T or pairs of T, T
 * float or double by @single. Σ taps, re and im, of each row go to @sums. All pointers are device. */
OndesCudaStatus ondes_cuda_masks    (OndesCuda              *self,
                                     const OndesCudaWavelet *wavelet,
                                     const OndesCudaRow     *rows,
                                     unsigned                n_rows,
                                     uint64_t                taps,
                                     int                     single,
                                     void                   *masks,
                                     char                    why[ONDES_CUDA_WHY]);
OndesCudaStatus ondes_cuda_mask_sums (OndesCuda             *self,
                                     const OndesCudaWavelet *wavelet,
                                     const OndesCudaRow     *rows,
                                     unsigned                n_rows,
                                     double                 *sums,
                                     char                    why[ONDES_CUDA_WHY]);

/* Where the rows of a job go: @rows of @n outputs, @stride apart, in the order of the job's rows. */
typedef enum { ONDES_CUDA_COEFFICIENTS, ONDES_CUDA_MAGNITUDE, ONDES_CUDA_POWER, ONDES_CUDA_PHASE } OndesCudaQuantity;
typedef struct
{
  void             *data;   /* device: T or pairs of T, T float or double as the signal's */
  uint64_t          stride; /* elements */
  OndesCudaQuantity quantity;
} OndesCudaOutput;

/* A convolution that a block makes at a time: the taps [first, first + count) of a row's mask. */
typedef struct
{
  uint32_t row, count;
  uint64_t first;
} OndesCudaPart;

#define ONDES_CUDA_LOBE  512
#define ONDES_CUDA_SMALL (2 * ONDES_CUDA_LOBE) /* masks up to this length are whole */

/* Rows by their masks (direct.cu). @parts: small masks and the centres of large ones, by length; the rows from @first_large on have
 * lobes. @compensated: large and small addends apart (single2). */
typedef struct
{
  const OndesCudaRow  *rows;
  const OndesCudaPart *parts;
  const void          *masks;
  const double        *sums;
  unsigned             n_rows, first_large;
  int                  real, compensated;
} OndesCudaDirect;

/* Fills @parts, on the host, one a row of @rows: its mask, or the centre of it, in order of length. */
void            ondes_cuda_parts    (const OndesCudaRow    *rows,
                                     unsigned               n_rows,
                                     OndesCudaPart         *parts);
OndesCudaStatus ondes_cuda_direct   (OndesCuda             *self,
                                     const OndesCudaDirect *direct,
                                     const OndesCudaSignal *signal,
                                     uint64_t               n,
                                     const OndesCudaOutput *output,
                                     char                   why[ONDES_CUDA_WHY]);

/* Baselines for measurements (naive.cu): real masks of @rows, which are on the host; coefficients of complex masks on real
 * samples. */
OndesCudaStatus ondes_cuda_naive_masks (OndesCuda              *self,
                                     const OndesCudaWavelet *wavelet,
                                     const OndesCudaRow     *rows,
                                     unsigned                n_rows,
                                     double                 *masks,
                                     char                    why[ONDES_CUDA_WHY]);
OndesCudaStatus ondes_cuda_naive    (OndesCuda             *self,
                                     const OndesCudaDirect *direct,
                                     const OndesCudaSignal *signal,
                                     uint64_t               n,
                                     void                  *out,
                                     char                   why[ONDES_CUDA_WHY]);

/* The same in double precision on tensor cores (direct-tensor.cu): rows whose masks are even in the real part and odd in the
 * imaginary one, that is without delay. */
#define ONDES_CUDA_SLOTS 4
typedef struct
{
  int32_t  first;                   /* row; those before row 0 are not there */
  uint32_t steps[ONDES_CUDA_SLOTS]; /* of sixteen taps, until the longest mask of a slot and those before it has ended */
  uint64_t offset;                  /* of its fragments, in pairs of doubles */
} OndesCudaTensorGroup;

typedef struct
{
  const OndesCudaRow         *rows;   /* all pointers are device */
  const OndesCudaTensorGroup *groups;
  void                       *fragments;
  const double               *sums;
  unsigned                    n_groups;
  int                         real;
} OndesCudaTensor;

/* Fills @groups, on the host, of which there are at most one a row; returns how many, and the bytes of their fragments. */
unsigned        ondes_cuda_tensor_groups    (const OndesCudaRow     *rows,
                                             unsigned                n_rows,
                                             int                     real,
                                             OndesCudaTensorGroup   *groups,
                                             uint64_t               *fragment_bytes);
/* The most that the fragments of @n_rows rows take, the longest of @half. */
uint64_t        ondes_cuda_tensor_bytes     (unsigned                n_rows,
                                             uint64_t                half);
/* Makes the taps in the order in which the kernel takes them. */
OndesCudaStatus ondes_cuda_tensor_fragments (OndesCuda              *self,
                                             const OndesCudaWavelet *wavelet,
                                             const OndesCudaTensor  *tensor,
                                             char                    why[ONDES_CUDA_WHY]);
OndesCudaStatus ondes_cuda_tensor           (OndesCuda              *self,
                                             const OndesCudaTensor  *tensor,
                                             const OndesCudaSignal  *signal,
                                             uint64_t                n,
                                             const OndesCudaOutput  *output,
                                             char                    why[ONDES_CUDA_WHY]);

#ifdef __cplusplus
}
#endif
