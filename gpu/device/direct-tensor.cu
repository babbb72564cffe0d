/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Direct convolution in double precision on tensor cores.
 *
 * Method: taps have an even real and an odd imaginary part, so W = Σ_k (x[t + k] + x[t − k]) re ψ*(k) + i Σ_k (x[t + k] − x[t −
 * k]) im ψ*(k) over k ≥ 0, with the middle tap halved. This is a matrix product (outputs × taps) (taps × rows), whose left
 * matrix is built in registers from two windows of samples in shared memory. A warp computes 16 MI outputs of four row tiles; a
 * row tile is eight rows with real and imaginary parts, or 16 real rows. Rows are grouped from the longest down; a row tile is
 * dropped after the last tap of its longest row. The instruction is m16n8k16 from compute capability 9.0, eight m8n8k4 on 8.x.
 *
 * Layout: taps are stored in the order in which lanes load them. Shared memory is double buffered: taps in chunks of 64,
 * samples in segments of 256 taps.
 *
 * Operation count: scales 1 … 200 have 321,800 taps, with two FMAs for half of them: 66 GFLOP for 102,400 outputs, 0.99 ms at
 * 65.9 TFLOP/s. An H200 takes 1.27 ms, and 12.6 ms for ten times the outputs (12.8 near the power limit). Of the gap, 0.05 is
 * the padding of row tiles to their longest row, and 0.08 the additions, which share the tensor cores' units. The rest is
 * stalls when a warp switches between products and additions, hence few large groups of additions, and when thread blocks
 * start, end or wait for a chunk.
 *
 * Tried and slower: m16n8k4 (14 %: 17 cycles instead of 16), m16n8k8 (1 %, at the power limit 5 %), additions as scheduled by
 * the assembler (2 %), taps through L1 (10 %), chunks of 32 taps (2 %), neighbouring outputs per lane with wider loads but
 * half-sector stores (4 %), eight warps per block, which halve the tap traffic but wait for each other (2 %). Tried and faster:
 * steps of four taps, by 3 to 12 %, but only for complex coefficients of rows up to 67 taps.
 */
#include "morlet.cuh"
#include "output.cuh"

#include <cuda_pipeline.h>

#include <cstring>

static const unsigned ROW_TILES = ONDES_CUDA_ROW_TILES, STEP = 16, SEGMENT = 256, CHUNK = 4;
static const unsigned TILE_SIZE = 4 * 32, STEP_SIZE = ROW_TILES * TILE_SIZE; /* of fragments, in pairs of doubles */

static_assert (SEGMENT % (CHUNK * STEP) == 0, "a segment is whole chunks of steps");
static_assert (sizeof (double2) == 16, "a lane loads two taps at once");

/* Returns the number of rows of a row tile. */
__host__ __device__ static inline unsigned
rows_in_tile (bool real)
{
  return real ? 16 : 8;
}

/* Computes c += a b for 16 outputs × 8 rows × 16 taps. Lane j of each group of four holds every fourth tap from j on and, in
 * @a, two outputs that are eight apart. */
__device__ static inline void
multiply (double       (&c)[4],
          const double (&a)[8],
          const double (&b)[4])
{
#if __CUDA_ARCH__ >= 900
  asm ("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 "
       "{%0,%1,%2,%3},{%4,%5,%6,%7,%8,%9,%10,%11},{%12,%13,%14,%15},{%0,%1,%2,%3};"
       : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
       : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
         "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
#elif __CUDA_ARCH__ >= 800
#pragma unroll
  for (unsigned i = 0; i < 8; i++)
    asm ("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};"
         : "+d"(c[i % 2 * 2]), "+d"(c[i % 2 * 2 + 1]) : "d"(a[i]), "d"(b[i / 2]));
#else
  __trap (); /* never launched on older devices */
#endif
}

/* Keeps the assembler from moving loads across this point, so that additions stay grouped. The performance-monitor event itself
 * is a no-op. */
__device__ static inline void
pin_order (void)
{
  asm volatile ("pmevent 0;" ::: "memory");
}

/* Writes two pairs of taps for each lane, half step, row tile and step of a group. */
__global__ static void
make_fragments (OndesCudaWavelet            wavelet,
                const OndesCudaRow         *rows,
                const OndesCudaTensorGroup *groups,
                double2                    *fragments)
{
  const OndesCudaTensorGroup group = groups[blockIdx.y];

  for (uint64_t i = blockIdx.x * (uint64_t) blockDim.x + threadIdx.x; i < (uint64_t) group.steps[ROW_TILES - 1] * STEP_SIZE / 2;
       i += (uint64_t) gridDim.x * blockDim.x)
    {
      const unsigned lane = i % 32, half = i / 32 % 2, row_tile = i / 64 % ROW_TILES;
      const uint64_t step = i / 64 / ROW_TILES, k = step * STEP + half * 8 + lane % 4;
      const int row = group.first + (int) (row_tile * rows_in_tile (wavelet.real) + lane / 4);
      double2 *to = fragments + group.offset + step * STEP_SIZE + row_tile * TILE_SIZE + half * 32 + lane;
      double even[2] = { 0, 0 }, odd[2] = { 0, 0 };

      for (unsigned j = 0; j < 2; j++)
        {
          if (row >= 0 && k + 4 * j <= rows[row].half)
            {
              const double2 tap = morlet_tap (morlet_of (wavelet, rows[row]), (double) (k + 4 * j));

              even[j] = tap.x;
              odd[j] = tap.y;
            }
          if (wavelet.real && row + 8 >= 0 && k + 4 * j <= rows[row + 8].half)
            odd[j] = morlet_tap (morlet_of (wavelet, rows[row + 8]), (double) (k + 4 * j)).x;
        }
      if (k == 0)
        {
          even[0] /= 2;
          odd[0] = wavelet.real ? odd[0] / 2 : 0;
        }
      to[0] = { even[0], even[1] };
      to[64] = { odd[0], odd[1] };
    }
}

/* Shared memory of a thread block. */
template<unsigned MI, unsigned WARPS, bool COMPLEX_IN>
struct Shared
{
  static constexpr unsigned PARTS = COMPLEX_IN ? 2 : 1, THREADS = 32 * WARPS, WARP_OUTPUTS = 16 * MI / PARTS;
  static constexpr unsigned OUTPUTS = WARPS * WARP_OUTPUTS, REACH = SEGMENT + STEP, WINDOW = OUTPUTS + REACH;

  /* double buffered by chunk */
  double2 taps[2][CHUNK * STEP_SIZE];
  /* double buffered by segment: x[t + k] and x[t − k], each with one step of the next segment for prefetching */
  double right[2][PARTS][WINDOW], left[2][PARTS][WINDOW];
};

/* Starts async copies of both windows of the segment that begins at tap @k, for up to @reach taps. */
template<unsigned MI, unsigned WARPS, bool COMPLEX_IN>
__device__ static inline void
fetch_segment (Shared<MI, WARPS, COMPLEX_IN> &window,
               const OndesCudaSignal       &signal,
               unsigned                     buffer,
               int64_t                      t0, /* index in the signal */
               int64_t                      k,
               unsigned                     reach)
{
  typedef Shared<MI, WARPS, COMPLEX_IN> Shape;

  reach = min (reach, Shape::REACH);
  for (unsigned part = 0; part < Shape::PARTS; part++)
    for (unsigned i = threadIdx.x; i < Shape::OUTPUTS + reach; i += Shape::THREADS)
      {
        const double *x = (const double *) signal.x + part * signal.stride;
        const int64_t right = t0 + k + i, left = t0 - k - reach + i;
        const bool have_right = right >= 0 && right < (int64_t) signal.count;
        const bool have_left = left >= 0 && left < (int64_t) signal.count;

        __pipeline_memcpy_async (&window.right[buffer][part][i], x + (have_right ? right : 0), 8, have_right ? 0 : 8);
        __pipeline_memcpy_async (&window.left[buffer][part][Shape::REACH - reach + i], x + (have_left ? left : 0), 8,
                                 have_left ? 0 : 8);
      }
}

/* Starts async copies of the taps of the chunk that begins at step @begin, for row tiles that are still active. */
template<unsigned MI, unsigned WARPS, bool COMPLEX_IN>
__device__ static inline void
fetch_chunk (Shared<MI, WARPS, COMPLEX_IN> &window,
             const OndesCudaTensorGroup    &group,
             const double2                 *fragments,
             unsigned                       buffer,
             unsigned                       begin)
{
  static_assert (32 * WARPS == TILE_SIZE, "one pair of a row tile for each thread");
  const double2 *from = fragments + (size_t) begin * STEP_SIZE + threadIdx.x;
  double2 *to = window.taps[buffer] + threadIdx.x;

#pragma unroll
  for (unsigned f = 0; f < ROW_TILES; f++)
    {
      if (begin + CHUNK <= group.steps[f])
#pragma unroll
        for (unsigned step = 0; step < CHUNK; step++)
          __pipeline_memcpy_async (to + step * STEP_SIZE, from + step * STEP_SIZE, 16);
      else
#pragma unroll 1
        for (unsigned step = 0; begin + step < group.steps[f]; step++)
          __pipeline_memcpy_async (to + step * STEP_SIZE, from + step * STEP_SIZE, 16);
      to += TILE_SIZE;
      from += TILE_SIZE;
    }
}

/* Samples that a lane needs for one step: every fourth one, in @right from that of its first output and tap on, in @left from
 * twelve samples before that on. */
template<unsigned MI>
struct Samples
{
  double right[MI][6], left[MI][6];
};

template<unsigned MI, bool COMPLEX_IN, unsigned WINDOW>
__device__ static inline void
load_samples (Samples<MI>  &samples,
              const double (*right)[WINDOW], /* this lane's first sample of the segment */
              const double (*left)[WINDOW],
              int            k)
{
#pragma unroll
  for (unsigned i = 0; i < MI; i++)
#pragma unroll
    for (unsigned j = 0; j < 6; j++)
      {
        const unsigned part = COMPLEX_IN ? i % 2 : 0, at = 16 * (COMPLEX_IN ? i / 2 : i) + 4 * j;

        samples.right[i][j] = *(right[part] + at + k);
        samples.left[i][j] = *(left[part] + at - k);
      }
}

/* Sums of real and imaginary parts or, for the real wavelet, of both halves of a row tile. */
template<unsigned MI>
struct Sums
{
  double c[2][MI][ROW_TILES][4];
};

/* Multiplies and adds the steps up to @end for row tiles FIRST and later. */
template<unsigned FIRST, unsigned MI, bool COMPLEX_IN, bool REAL, unsigned WINDOW>
__device__ static inline void
multiply_steps (Sums<MI>      &sums,
                Samples<MI>   &samples, /* loaded for the next step */
                const double (*right)[WINDOW],
                const double (*left)[WINDOW],
                const double2 *taps,  /* this lane's taps, offset so that they are indexed by step */
                unsigned       begin, /* first step of the segment */
                unsigned      &step,
                unsigned       end)
{
#pragma unroll 1
  for (; step < end; step++)
    {
      const double2 *const lane_taps = taps + step * STEP_SIZE;
      double a[MI][8];

#pragma unroll
      for (unsigned parity = 0; parity < 2; parity++)
        {
          double b[ROW_TILES][4];

          pin_order ();
#pragma unroll
          for (unsigned f = FIRST; f < ROW_TILES; f++)
#pragma unroll
            for (unsigned j = 0; j < 2; j++)
              {
                const double2 pair = lane_taps[f * TILE_SIZE + parity * 64 + j * 32];

                b[f][2 * j] = pair.x;
                b[f][2 * j + 1] = pair.y;
              }
          if (parity == 0 || !REAL)
#pragma unroll
            for (unsigned i = 0; i < MI; i++)
#pragma unroll
              for (unsigned j = 0; j < 8; j++)
                {
                  const double r = samples.right[i][j % 2 * 2 + j / 2], l = samples.left[i][j % 2 * 2 + 3 - j / 2];

                  a[i][j] = parity == 0 ? r + l : r - l;
                }
#pragma unroll
          for (unsigned f = FIRST; f < ROW_TILES; f++)
            {
#pragma unroll
              for (unsigned i = 0; i < MI; i++)
                multiply (sums.c[parity][i][f], a[i], b[f]);
              if (parity == 1 && f == FIRST)
                load_samples<MI, COMPLEX_IN, WINDOW> (samples, right, left, (int) ((step + 1 - begin) * STEP));
            }
        }
    }
}

/* Stores a lane's outputs of all rows of the group. @first is the thread block's first output. */
template<unsigned MI, unsigned WARPS, bool COMPLEX_IN, bool REAL>
__device__ static __forceinline__ void
store_outputs (const Sums<MI>             &sums,
               const OndesCudaTensor      &tensor,
               const OndesCudaSignal      &signal,
               const OndesCudaOutput      &output,
               const OndesCudaTensorGroup &group,
               uint64_t                    first,
               uint64_t                    n)
{
  typedef Shared<MI, WARPS, COMPLEX_IN> Shape;
  constexpr bool COMPLEX_OUT = COMPLEX_IN || !REAL;
  constexpr unsigned COLUMNS = REAL ? 4 : 2;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  DcCorrection<double> dc[ROW_TILES][COLUMNS];

#pragma unroll
  for (unsigned f = 0; f < ROW_TILES; f++)
#pragma unroll
    for (unsigned column = 0; column < COLUMNS; column++)
      {
        const int row = group.first + (int) (f * rows_in_tile (REAL) + lane % 4 * 2 + column % 2 + column / 2 * 8);

        dc[f][column] = dc_correction<double> (signal.scaling, ((const double2 *) tensor.tap_sums)[max (row, 0)]);
      }
#pragma unroll
  for (unsigned f = 0; f < ROW_TILES; f++)
#pragma unroll
    for (unsigned column = 0; column < COLUMNS; column++)
      {
        const int row = group.first + (int) (f * rows_in_tile (REAL) + lane % 4 * 2 + column % 2 + column / 2 * 8);
        double *out = (double *) output.data
                      + row * output.stride * (COMPLEX_OUT && output.quantity == ONDES_CUDA_COEFFICIENTS ? 2 : 1);

        if (row < 0)
          continue;
#pragma unroll
        for (unsigned i = 0; i < MI; i += Shape::PARTS)
#pragma unroll
          for (unsigned half = 0; half < 2; half++)
            {
              const uint64_t t = first + warp * Shape::WARP_OUTPUTS + 16 * i / Shape::PARTS + 8 * half + lane / 4;
              const unsigned j = 2 * half + column % 2, even = column / 2;
              double a = sums.c[even][i][f][j], b = REAL ? 0 : sums.c[1][i][f][j];

              if (COMPLEX_IN)
                {
                  a -= REAL ? 0 : sums.c[1][i + Shape::PARTS - 1][f][j];
                  b += sums.c[even][i + Shape::PARTS - 1][f][j];
                }
              if (t < n)
                store_value (out, t, output.quantity, COMPLEX_OUT, dc[f][column], a, b);
            }
      }
}

template<unsigned MI, unsigned WARPS, bool COMPLEX_IN, bool REAL>
__global__ static void __launch_bounds__ (32 * WARPS)
multiply_rows (OndesCudaTensor tensor,
               OndesCudaSignal signal,
               OndesCudaOutput output,
               uint64_t        n)
{
  typedef Shared<MI, WARPS, COMPLEX_IN> Shape;
  extern __shared__ __align__ (16) char shared[];
  Shape &window = *(Shape *) shared;
  const OndesCudaTensorGroup group = tensor.groups[blockIdx.y];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, steps = group.steps[ROW_TILES - 1];
  const uint64_t first = (uint64_t) blockIdx.x * Shape::OUTPUTS;
  const int64_t t0 = (int64_t) (signal.halo + first);
  const double2 *fragments = (const double2 *) tensor.fragments + group.offset;
  const unsigned right_at = warp * Shape::WARP_OUTPUTS + lane / 4 + lane % 4;
  const unsigned left_at = warp * Shape::WARP_OUTPUTS + lane / 4 + Shape::REACH - lane % 4 - 12;
  Sums<MI> sums;
  Samples<MI> samples;
  unsigned step = 0;

  memset (&sums.c, 0, sizeof sums.c);
  fetch_chunk (window, group, fragments, 0, 0);
  fetch_segment (window, signal, 0, t0, 0, steps * STEP);
  __pipeline_commit ();
#pragma unroll 1
  for (unsigned chunk = 0; step < steps; chunk++)
    {
      const unsigned begin = step / (SEGMENT / STEP) * (SEGMENT / STEP), buffer = step / (SEGMENT / STEP) % 2;
      const unsigned end = min (steps, step + CHUNK);
      const double (*right)[Shape::WINDOW] = (const double (*)[Shape::WINDOW]) &window.right[buffer][0][right_at];
      const double (*left)[Shape::WINDOW] = (const double (*)[Shape::WINDOW]) &window.left[buffer][0][left_at];
      const double2 *taps = window.taps[chunk % 2] + lane - (ptrdiff_t) (step * STEP_SIZE);

      __pipeline_wait_prior (0);
      __syncthreads (); /* the chunk has arrived, and no warp still reads the previous one */
      fetch_chunk (window, group, fragments, (chunk + 1) % 2, step + CHUNK);
      if (step == begin && begin + SEGMENT / STEP < steps)
        fetch_segment (window, signal, buffer ^ 1, t0, (int64_t) (begin * STEP + SEGMENT), (steps - begin) * STEP - SEGMENT);
      __pipeline_commit ();
      if (step == 0)
        load_samples<MI, COMPLEX_IN, Shape::WINDOW> (samples, right, left, 0);
      multiply_steps<0, MI, COMPLEX_IN, REAL> (sums, samples, right, left, taps, begin, step, min (end, group.steps[0]));
      multiply_steps<1, MI, COMPLEX_IN, REAL> (sums, samples, right, left, taps, begin, step, min (end, group.steps[1]));
      multiply_steps<2, MI, COMPLEX_IN, REAL> (sums, samples, right, left, taps, begin, step, min (end, group.steps[2]));
      multiply_steps<3, MI, COMPLEX_IN, REAL> (sums, samples, right, left, taps, begin, step, end);
    }
  store_outputs<MI, WARPS, COMPLEX_IN, REAL> (sums, tensor, signal, output, group, first, n);
}

extern "C" unsigned
ondes_cuda_tensor_groups (const OndesCudaRow   *rows,
                          unsigned              n_rows,
                          int                   real,
                          OndesCudaTensorGroup *groups,
                          uint64_t             *fragment_bytes)
{
  const unsigned each = ROW_TILES * rows_in_tile (real), n = (unsigned) blocks_for (n_rows, each);
  uint64_t offset = 0;

  /* longest first, so that the last ones to finish are short */
  for (unsigned g = 0; g < n; g++)
    {
      groups[g].first = (int) n_rows - (int) (each * (g + 1));
      groups[g].offset = offset;
      for (unsigned f = 0; f < ROW_TILES; f++)
        {
          const int longest = groups[g].first + (int) ((f + 1) * rows_in_tile (real)) - 1;

          groups[g].steps[f] = longest >= 0 ? (uint32_t) (rows[longest].half / STEP + 1) : 0;
        }
      offset += (uint64_t) groups[g].steps[ROW_TILES - 1] * STEP_SIZE;
    }
  *fragment_bytes = offset * sizeof (double2);
  return n;
}

extern "C" uint64_t
ondes_cuda_tensor_bytes (unsigned n_rows,
                         uint64_t half)
{
  /* each group is as long as its longest row; complex wavelets have the most groups */
  return blocks_for (n_rows, ROW_TILES * rows_in_tile (false)) * (half / STEP + 1) * STEP_SIZE * sizeof (double2);
}

extern "C" OndesCudaStatus
ondes_cuda_tensor_fragments (OndesCuda              *self,
                             const OndesCudaWavelet *wavelet,
                             const OndesCudaTensor  *tensor)
{
  make_fragments<<<dim3 (4 * self->limits.processors, tensor->n_groups), 256, 0, self->compute>>> (
    *wavelet, tensor->rows, tensor->groups, (double2 *) tensor->fragments);
  ONDES_CUDA_LAUNCHED ("computing the wavelets failed");
  return ONDES_CUDA_OK;
}

template<unsigned MI, unsigned WARPS, bool COMPLEX_IN, bool REAL>
static cudaError_t
run (OndesCuda             *self,
     const OndesCudaTensor *tensor,
     const OndesCudaSignal *signal,
     uint64_t               n,
     const OndesCudaOutput *output)
{
  typedef Shared<MI, WARPS, COMPLEX_IN> Shape;
  const dim3 blocks ((unsigned) blocks_for (n, Shape::OUTPUTS), tensor->n_groups);
  const cudaError_t error = cudaFuncSetAttribute (multiply_rows<MI, WARPS, COMPLEX_IN, REAL>,
                                                  cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof (Shape));

  if (error != cudaSuccess)
    return error;
  multiply_rows<MI, WARPS, COMPLEX_IN, REAL><<<blocks, Shape::THREADS, sizeof (Shape), self->compute>>> (
    *tensor, *signal, *output, n);
  return cudaGetLastError ();
}

extern "C" OndesCudaStatus
ondes_cuda_tensor (OndesCuda             *self,
                   const OndesCudaTensor *tensor,
                   const OndesCudaSignal *signal,
                   uint64_t               n,
                   const OndesCudaOutput *output)
{
  cudaError_t error;

  if (self->limits.major < 8 || signal->single)
    return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED, "there is no tensor core for double precision");
  if (!signal->complex_in && !tensor->real)
    error = run<2, 4, false, false> (self, tensor, signal, n, output);
  else if (!signal->complex_in)
    error = run<2, 4, false, true> (self, tensor, signal, n, output);
  else if (!tensor->real)
    error = run<2, 4, true, false> (self, tensor, signal, n, output);
  else
    error = run<2, 4, true, true> (self, tensor, signal, n, output);
  ONDES_CUDA_TRY (error, "direct convolution failed");
  return ONDES_CUDA_OK;
}
