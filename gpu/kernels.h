/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C interface between host/ and device/. It is plain C, because nvcc cannot parse GLib's headers and the engine does not
 * include CUDA's.
 *
 * Devices are numbered as by the CUDA runtime. Functions never abort: they return a status, and ondes_cuda_reason() tells why they
 * failed. A context must be used by one thread at a time. Kernels run in order in one stream, and launches are asynchronous. Device
 * pointers are valid on the context's device only.
 *
 * A row's kernel taps are the samples of its wavelet, ψ*(k, s) for k = −h … h; the papers call them its mask.
 */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The errors of the engine contract (engine/engine.h). */
typedef enum
{
  ONDES_CUDA_OK,
  ONDES_CUDA_UNSUPPORTED,
  ONDES_CUDA_NO_MEMORY,
  ONDES_CUDA_LOST,
} OndesCudaStatus;

/* Returns why the last call that failed on this thread did: a sentence fragment without a full stop, valid until the next one. */
const char     *ondes_cuda_reason    (void);
/* Keeps a reason as printf() would print it, and returns @status. */
OndesCudaStatus ondes_cuda_fail_with (OndesCudaStatus status,
                                      const char     *format,
                                      ...) __attribute__ ((format (printf, 2, 3)));

typedef struct
{
  char     name[64];
  int      major, minor;        /* compute capability */
  int      driver;              /* CUDA version that the driver supports, 1000 major + 10 minor */
  uint64_t mem_free, mem_total; /* bytes */
} OndesCudaDevice;

/* Returns the number of devices; where it is 0, ondes_cuda_reason() tells why. Initialises no device. */
int             ondes_cuda_count    (void);
/* Fills @name, with "" if unknown. Does not initialise the device. */
void            ondes_cuda_name (int  device,
                                 char name[64]);
/* Fills @description. Initialises the device, because free memory is known only afterwards. */
OndesCudaStatus ondes_cuda_describe (int              device,
                                     OndesCudaDevice *description);
/* Runs a kernel with a known result, to detect an unsupported, forbidden or broken device before a transform does. */
OndesCudaStatus ondes_cuda_check (int device);

/* An open device (host/context.cu): streams, and an arena of buffers, pinned staging buffers and events. */
typedef struct _OndesCuda OndesCuda;

typedef struct
{
  int      major, minor;
  unsigned processors;             /* number of multiprocessors */
  uint64_t shared_bytes;           /* shared memory available to a thread block */
  double   fp32_flops, fp64_flops; /* peak operations per second from the data sheet; an FMA counts as two */
} OndesCudaLimits;

/* Tells how many FP32 and FP64 FMA units a multiprocessor of compute capability @major.@minor has. Needs no device. */
void ondes_cuda_fma_units (int       major,
                           int       minor,
                           unsigned *fp32,
                           unsigned *fp64);

/* Opens a device; close it with ondes_cuda_close(). On failure leaves @self unset and holds no resources. */
OndesCudaStatus        ondes_cuda_open (int         device,
                                        OndesCuda **self);
/* Closes @self, even if the device is lost. Free banks and memory from ondes_cuda_alloc() first. */
void                   ondes_cuda_close  (OndesCuda       *self);
const OndesCudaLimits *ondes_cuda_limits (const OndesCuda *self);

/* Memory outside the arena, for recordings that stay on the device. Freeing it synchronises with the device. */
OndesCudaStatus ondes_cuda_alloc (OndesCuda *self,
                                  uint64_t   bytes,
                                  void     **device);
void            ondes_cuda_free (OndesCuda *self,
                                 void      *device);
OndesCudaStatus ondes_cuda_free_bytes (OndesCuda *self,
                                       uint64_t  *free_bytes);

/* Buffers of the arena. They are kept between runs and only grow. */
typedef enum
{
  ONDES_CUDA_OUT_0, /* results of a job, one buffer per slot */
  ONDES_CUDA_OUT_1,
  ONDES_CUDA_RAW,      /* samples as copied, if the recording does not stay on the device */
  ONDES_CUDA_PARENT,   /* samples that are oversampled, behind the weights of the interpolation */
  ONDES_CUDA_SIGNAL,   /* samples of a tile, scaled and in the precision of the transform */
  ONDES_CUDA_SCALING,  /* scaling of the tile, and scratch memory for its reductions */
  ONDES_CUDA_TABLE,    /* rows and tap ranges */
  ONDES_CUDA_TAP_SUMS, /* Σ taps of each row */
  ONDES_CUDA_TAPS,
  ONDES_CUDA_PARTIAL, /* partial sums of lobes, or power sums of pooled columns */
  ONDES_CUDA_SPECTRA, /* spectra of the wavelets */
  ONDES_CUDA_WORK,    /* scratch memory for one launch */
  ONDES_CUDA_WORK_2,
  ONDES_CUDA_OUTPUTS, /* of filters, where only their peaks are wanted */
  ONDES_CUDA_LAST,    /* last magnitude of each row before a tile, for peaks */
  ONDES_CUDA_N_BUFFERS,
} OndesCudaBuffer;

/* Sets @device to a buffer of at least @bytes. Growing it discards its contents. */
OndesCudaStatus ondes_cuda_buffer (OndesCuda      *self,
                                   OndesCudaBuffer which,
                                   uint64_t        bytes,
                                   void          **device);
/* Pinned staging buffers for each direction. Jobs use slots 0 and 1. The copies of one buffer are slow while the processors' caches
 * hold it, so long copies take all in turn: together these are larger than the caches of the cores that copy. */
#define ONDES_CUDA_N_STAGING 4
typedef enum { ONDES_CUDA_D2H, ONDES_CUDA_H2D } OndesCudaDirection;
OndesCudaStatus ondes_cuda_staging (OndesCuda         *self,
                                    OndesCudaDirection direction,
                                    unsigned           slot,
                                    uint64_t           bytes,
                                    void             **host);
/* Returns the device memory of all arenas in bytes, those of paused runs included. */
uint64_t        ondes_cuda_arena_bytes    (const OndesCuda *self);
/* Frees the buffers and staging buffers of the arena, and the spare arena. Synchronises with the device. */
void            ondes_cuda_arena_free  (OndesCuda       *self);

/* The first function sets the arena aside with everything that the jobs in flight refer to, so that another run can use the
 * device, and gives @self the spare arena, or an empty one. Call it outside of jobs and captures. The second gives the arena
 * back and keeps the other run's as the spare; the third frees the spare, if any, as an allocation does that finds no memory. */
typedef struct _OndesCudaArena OndesCudaArena;
OndesCudaStatus ondes_cuda_arena_set_aside (OndesCuda       *self,
                                            OndesCudaArena **aside);
void            ondes_cuda_arena_take_back (OndesCuda      *self,
                                            OndesCudaArena *aside);
void            ondes_cuda_spare_free      (OndesCuda       *self);

/* Copies from staging buffer @slot: in-stream with the kernels if @in_stream, otherwise in the H2D stream, for which kernels
 * wait only after ondes_cuda_kernels_after_h2d(). */
OndesCudaStatus ondes_cuda_copy_h2d (OndesCuda *self,
                                     unsigned   slot,
                                     void      *device,
                                     uint64_t   bytes,
                                     int        in_stream);
/* Blocks until staging buffer @slot may be overwritten. */
OndesCudaStatus ondes_cuda_wait_h2d (OndesCuda *self,
                                     unsigned   slot);
OndesCudaStatus ondes_cuda_kernels_after_h2d (OndesCuda *self);
/* Copies a small table from pageable memory, in-stream with the kernels. @host may be reused on return. */
OndesCudaStatus ondes_cuda_write (OndesCuda  *self,
                                  void       *device,
                                  const void *host,
                                  uint64_t    bytes);
/* Copies a small result to pageable memory and waits for it. */
OndesCudaStatus ondes_cuda_read (OndesCuda  *self,
                                 void       *host,
                                 const void *device,
                                 uint64_t    bytes);

/* A job's kernels are launched between timer start and stop. Its result is then copied to the slot's staging buffer while the
 * next job uses the other slot. */
OndesCudaStatus ondes_cuda_timer_start (OndesCuda *self,
                                        unsigned   slot);
OndesCudaStatus ondes_cuda_timer_stop (OndesCuda *self,
                                       unsigned   slot);
/* When a D2H copy starts: at once, in the D2H stream; in the D2H stream after the slot's stop event; in-stream with the
 * kernels. */
typedef enum { ONDES_CUDA_UNORDERED, ONDES_CUDA_AFTER_EVENT, ONDES_CUDA_IN_STREAM } OndesCudaOrdering;
OndesCudaStatus ondes_cuda_copy_d2h (OndesCuda        *self,
                                     unsigned          slot,
                                     OndesCudaOrdering ordering,
                                     void             *host,
                                     const void       *device,
                                     uint64_t          bytes);
/* The first blocks until a job's kernels have finished and sets @seconds to their time, the second until its result has been
 * copied. */
OndesCudaStatus ondes_cuda_wait_kernels (OndesCuda *self,
                                         unsigned   slot,
                                         double    *seconds);
OndesCudaStatus ondes_cuda_wait_d2h (OndesCuda *self,
                                     unsigned   slot);
/* Blocks until all kernels and copies have finished. Aborts any capture. */
OndesCudaStatus ondes_cuda_synchronize (OndesCuda *self);
/* CUDA graphs (host/graph.cu). Between begin and end, launches, timing and in-stream copies are captured as graph @which
 * instead of being executed. No call in between may wait for the device. */
#define ONDES_CUDA_N_GRAPHS 4
OndesCudaStatus ondes_cuda_capture_begin (OndesCuda *self);
OndesCudaStatus ondes_cuda_capture_end (OndesCuda *self,
                                        unsigned   which);
/* Replays graph @which. The buffers used by the captured launches must still exist. Wait with ondes_cuda_wait_d2h() for @slot;
 * ondes_cuda_wait_kernels() returns a valid time only afterwards. */
OndesCudaStatus ondes_cuda_graph_launch (OndesCuda *self,
                                         unsigned   which,
                                         unsigned   slot);
/* Fills memory in-stream, for tests and to flush the L2 cache before a measurement. */
OndesCudaStatus ondes_cuda_memset (OndesCuda *self,
                                   void      *device,
                                   int        byte,
                                   uint64_t   bytes);

/* Sample types as they are stored on the device. */
typedef enum { ONDES_CUDA_F32, ONDES_CUDA_F64, ONDES_CUDA_C64, ONDES_CUDA_C128 } OndesCudaType;
/* Same order as OndesBoundary. */
typedef enum { ONDES_CUDA_ZERO, ONDES_CUDA_REFLECT, ONDES_CUDA_PERIODIC, ONDES_CUDA_EDGE } OndesCudaBoundary;

/* Kernels operate on (x − mean) gain, so that a large DC offset costs no precision in single and squares neither overflow nor
 * underflow. Their stores undo both. */
typedef struct
{
  double mean[2]; /* re, im */
  double gain;    /* a power of two */
} OndesCudaScaling;

typedef struct
{
  /* device pointer to float if @single, otherwise double; split complex: imaginary parts start at x + stride */
  const void       *x;
  OndesCudaScaling *scaling;       /* device pointer */
  uint64_t          stride, count; /* elements from real to imaginary parts; valid elements of each */
  uint64_t          halo;          /* output t uses x[halo + t + k] for tap k */
  int               single, complex_in;
} OndesCudaSignal;

/* Prepares samples [at − halo, at + n + halo) of a recording of @total samples for the kernels (device/signal.cu). The samples
 * that the boundary rule maps them to must be on the device. NaNs and infinities become 0. */
OndesCudaStatus ondes_cuda_signal (OndesCuda        *self,
                                   const void       *source,
                                   OndesCudaType     type,
                                   uint64_t          total,
                                   OndesCudaBoundary boundary,
                                   int64_t           at,
                                   uint64_t          n,
                                   uint64_t          halo,
                                   int               single,
                                   OndesCudaSignal  *signal);

/* Interpolates between samples (src/signal/oversampled-source.h): sets @out, @n doubles or pairs of them, to
 * Σ_i weights[(o mod times) width + i] x[⌊o/times⌋ − ⌊at/times⌋ + i] for o = at … at + n − 1. All device pointers. */
typedef struct
{
  const double *weights, *x;
  unsigned      times, width;
  int           is_complex;
  uint64_t      at, n;
} OndesCudaOversampling;
OndesCudaStatus ondes_cuda_oversample (OndesCuda                   *self,
                                       const OndesCudaOversampling *oversampling,
                                       double                      *out);

/* One row of a Morlet transform; device/morlet.cuh has the formula. */
typedef struct
{
  double   numerator, denominator; /* numerator / denominator is the scale in samples */
  double   gain, offset, delay;    /* modified wavelet c(s) gain ψ(k + delay) + offset; 1, 0 and 0 if unmodified */
  uint64_t half;                   /* h: taps −h … h */
  uint64_t start;                  /* index of its first tap in the tap table: exclusive prefix sum of 2 h + 1 */
} OndesCudaRow;

/* Same order as OndesRounding. */
typedef enum { ONDES_CUDA_NEAREST, ONDES_CUDA_UP, ONDES_CUDA_DOWN, ONDES_CUDA_TOWARDS_ZERO } OndesCudaRounding;

typedef struct
{
  double   omega0;
  int      l1;   /* L1 normalisation, otherwise L2 */
  int      real; /* real Morlet, otherwise complex */
  uint32_t bits; /* of the taps; 0: not quantised (src/transform/compensation.h) */
  uint16_t rounding, dither;
} OndesCudaWavelet;

/* The first writes the taps of ψ* of @n_rows rows, sorted by length, to @out as one table of @n_taps elements, real or complex
 * by @wavelet, float or double by @single. The second writes Σ taps of each row to @sums as re, im. @rows, @out and @sums are
 * device pointers. */
OndesCudaStatus ondes_cuda_taps (OndesCuda              *self,
                                 const OndesCudaWavelet *wavelet,
                                 const OndesCudaRow     *rows,
                                 unsigned                n_rows,
                                 uint64_t                n_taps,
                                 int                     single,
                                 void                   *out);
OndesCudaStatus ondes_cuda_tap_sums (OndesCuda              *self,
                                     const OndesCudaWavelet *wavelet,
                                     const OndesCudaRow     *rows,
                                     unsigned                n_rows,
                                     double                 *sums);

/* Output of a job: rows of n elements, @stride elements apart. */
typedef enum { ONDES_CUDA_COEFFICIENTS, ONDES_CUDA_MAGNITUDE, ONDES_CUDA_POWER, ONDES_CUDA_PHASE } OndesCudaQuantity;
typedef struct
{
  void             *data;   /* device pointer; real or complex, in the precision of the signal */
  uint64_t          stride; /* elements from one row to the next */
  OndesCudaQuantity quantity;
} OndesCudaOutput;

/* Taps [first, first + count) of a row, which a thread block convolves as one unit of work. */
typedef struct
{
  uint32_t row, count;
  uint64_t first;
} OndesCudaTapRange;

#define ONDES_CUDA_LOBE_TAPS    512
#define ONDES_CUDA_UNSPLIT_TAPS (2 * ONDES_CUDA_LOBE_TAPS) /* most taps of a row that is not split */

/* Direct convolution (device/direct.cu). @ranges holds the taps of short rows and the centres of long ones, sorted by length.
 * Rows from @first_split on also have lobes. @compensated selects compensated summation (precision single2). */
typedef struct
{
  const OndesCudaRow      *rows;
  const OndesCudaTapRange *ranges;
  const void              *taps;
  const double            *tap_sums;
  const unsigned          *places; /* row of the output, by row; NULL: the same */
  unsigned                 n_rows, first_split;
  int                      real, compensated;
} OndesCudaDirect;

/* Host code. Fills @ranges with one range per row, sorted by length. */
void            ondes_cuda_tap_ranges (const OndesCudaRow *rows,
                                       unsigned            n_rows,
                                       OndesCudaTapRange  *ranges);
OndesCudaStatus ondes_cuda_direct (OndesCuda             *self,
                                   const OndesCudaDirect *direct,
                                   const OndesCudaSignal *signal,
                                   uint64_t               n,
                                   const OndesCudaOutput *output);

/* Direct convolution in double precision on tensor cores (device/direct-tensor.cu), only for rows without delay and quantisation,
 * because their taps have an even real and an odd imaginary part. */
#define ONDES_CUDA_ROW_TILES 4
typedef struct
{
  int32_t first; /* first row; negative rows are padding */
  /* per row tile: 16-tap steps up to the end of the longest row of this and all earlier tiles */
  uint32_t steps[ONDES_CUDA_ROW_TILES];
  uint64_t offset; /* of its fragments, in pairs of doubles */
} OndesCudaTensorGroup;

typedef struct
{
  const OndesCudaRow         *rows; /* all device pointers */
  const OndesCudaTensorGroup *groups;
  void                       *fragments;
  const double               *tap_sums;
  unsigned                    n_groups;
  int                         real;
} OndesCudaTensor;

/* Host code. Fills @groups, at most one per row, and returns the number of groups. Sets @fragment_bytes to the size of their
 * fragments. */
unsigned        ondes_cuda_tensor_groups (const OndesCudaRow   *rows,
                                          unsigned              n_rows,
                                          int                   real,
                                          OndesCudaTensorGroup *groups,
                                          uint64_t             *fragment_bytes);
/* Returns an upper bound on the fragments' bytes for @n_rows rows of half length up to @half. */
uint64_t        ondes_cuda_tensor_bytes (unsigned n_rows,
                                         uint64_t half);
/* Writes the taps in the order in which the tensor cores load them. */
OndesCudaStatus ondes_cuda_tensor_fragments (OndesCuda              *self,
                                             const OndesCudaWavelet *wavelet,
                                             const OndesCudaTensor  *tensor);
OndesCudaStatus ondes_cuda_tensor (OndesCuda             *self,
                                   const OndesCudaTensor *tensor,
                                   const OndesCudaSignal *signal,
                                   uint64_t               n,
                                   const OndesCudaOutput *output);

#ifdef __cplusplus
}
#endif
