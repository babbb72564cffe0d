/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows by their masks in double precision, on the tensor cores.
 *
 * A mask is even in its real part and odd in the imaginary one, so that W = Σ_k (x[t + k] + x[t − k]) re ψ*(k) + i Σ_k (x[t + k] −
 * x[t − k]) im ψ*(k) over k ≥ 0, the middle tap taken half: a product of matrices, outputs × taps by taps × rows, whose left one
 * is built from two windows of samples in shared memory. A warp has 16 MI outputs and four slots, each of eight rows with real
 * and imaginary parts, or of sixteen real ones; rows are grouped from the longest down, and a slot is dropped where the longest
 * mask in it has ended. Taps lie in the order in which lanes take them and come by chunks of 64, samples by segments of 256 taps,
 * the next one while this one is multiplied.
 * Instructions: m16n8k16 from compute capability 9.0 on, eight m8n8k4 on 8.x; there is no such thing before.
 * Floor: 200 scales 1 … 200 have 321,800 taps, two FMAs for half of them: 102,400 outputs are 66 GFLOP, 0.99 ms at 65.9 TFLOP/s.
 * An H200 takes 1.27 ms, and 12.6 for ten times the outputs (12.8 when hot: there power is near its limit). 0.05 of the gap are
 * slots that end with their longest row, 0.08 the additions, which the units of the products make. The rest is pauses of these
 * units: where a warp goes from products to additions and back, so that few and large groups of additions win; and while blocks
 * begin and end, or wait for a chunk.
 * Slower: m16n8k4 (14 %: it takes 17 cycles where 16 are due); m16n8k8 (1 %, and 5 % where power is the limit); additions where the
 * assembler would put them (2 %); taps straight from the first-level cache (10 %); chunks of 32 taps (2 %); lanes whose outputs
 * are neighbours, for wider loads, but their stores take half sectors (4 %); eight warps a block, which fetch half the taps at less
 * power, but wait for each other (2 %). Complex coefficients by masks up to 67 taps took 3 to 12 % less by steps of four taps.
 */
#include "morlet.cuh"
#include "output.cuh"

#include <cuda_pipeline.h>

#include <cstring>

static const unsigned SLOTS = ONDES_CUDA_SLOTS, STEP = 16, SEGMENT = 256, CHUNK = 4;
static const unsigned SLOT_SIZE = 4 * 32, STEP_SIZE = SLOTS * SLOT_SIZE; /* of fragments, in pairs */

static_assert (SEGMENT % (CHUNK * STEP) == 0, "a segment is whole chunks of steps");
static_assert (sizeof (double2) == 16, "a lane fetches two taps at once");

/* Rows in a slot. */
__host__ __device__ static inline unsigned
slot_rows (bool real)
{
  return real ? 16 : 8;
}

/* c += a b: sixteen outputs by eight rows by sixteen taps. Lane j of four has every fourth tap from j on, of @a for two
 * outputs that are eight apart. */
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
  __trap (); /* the host does not launch it there */
#endif
}

/* The assembler moves no loads across this, so that the additions stay together; nobody counts the event. */
__device__ static inline void
hold_order (void)
{
  asm volatile ("pmevent 0;" ::: "memory");
}

/* Two pairs of each lane, slot, half of its taps and step of a group. */
__global__ static void
make_fragments (OndesCudaWavelet            wavelet,
                const OndesCudaRow         *rows,
                const OndesCudaTensorGroup *groups,
                double2                    *fragments)
{
  const OndesCudaTensorGroup group = groups[blockIdx.y];

  for (uint64_t i = blockIdx.x * (uint64_t) blockDim.x + threadIdx.x; i < (uint64_t) group.steps[SLOTS - 1] * STEP_SIZE / 2;
       i += (uint64_t) gridDim.x * blockDim.x)
    {
      const unsigned lane = i % 32, half = i / 32 % 2, slot = i / 64 % SLOTS;
      const uint64_t step = i / 64 / SLOTS, k = step * STEP + half * 8 + lane % 4;
      const int row = group.first + (int) (slot * slot_rows (wavelet.real) + lane / 4);
      double2 *to = fragments + group.offset + step * STEP_SIZE + slot * SLOT_SIZE + half * 32 + lane;
      double even[2] = { 0, 0 }, other[2] = { 0, 0 };

      for (unsigned j = 0; j < 2; j++)
        {
          if (row >= 0 && k + 4 * j <= rows[row].half)
            {
              const double2 tap = morlet_tap (morlet_of (wavelet, rows[row]), (double) (k + 4 * j));

              even[j] = tap.x;
              other[j] = tap.y;
            }
          if (wavelet.real && row + 8 >= 0 && k + 4 * j <= rows[row + 8].half)
            other[j] = morlet_tap (morlet_of (wavelet, rows[row + 8]), (double) (k + 4 * j)).x;
        }
      if (k == 0)
        {
          even[0] /= 2;
          other[0] = wavelet.real ? other[0] / 2 : 0;
        }
      to[0] = { even[0], even[1] };
      to[64] = { other[0], other[1] };
    }
}

/* What a block has in shared memory. */
template<unsigned MI, unsigned WARPS, bool COMPLEX_IN>
struct Tile
{
  static constexpr unsigned PARTS = COMPLEX_IN ? 2 : 1, THREADS = 32 * WARPS, WARP_OUTPUTS = 16 * MI / PARTS;
  static constexpr unsigned OUTPUTS = WARPS * WARP_OUTPUTS, REACH = SEGMENT + STEP, WINDOW = OUTPUTS + REACH;

  /* by chunk in turn */
  double2 taps[2][CHUNK * STEP_SIZE];
  /* by segment in turn: behind the outputs, before them, and as far into the next segment as samples are taken ahead */
  double right[2][PARTS][WINDOW], left[2][PARTS][WINDOW];
};

/* Begins to fetch the windows of the segment from tap @k on, for no more than @reach taps. */
template<unsigned MI, unsigned WARPS, bool COMPLEX_IN>
__device__ static inline void
fetch_segment (Tile<MI, WARPS, COMPLEX_IN> &tile,
               const OndesCudaSignal       &signal,
               unsigned                     turn,
               int64_t                      t0, /* in the signal */
               int64_t                      k,
               unsigned                     reach)
{
  typedef Tile<MI, WARPS, COMPLEX_IN> Mine;

  reach = min (reach, Mine::REACH);
  for (unsigned part = 0; part < Mine::PARTS; part++)
    for (unsigned i = threadIdx.x; i < Mine::OUTPUTS + reach; i += Mine::THREADS)
      {
        const double *x = (const double *) signal.x + part * signal.stride;
        const int64_t right = t0 + k + i, left = t0 - k - reach + i;
        const bool have_right = right >= 0 && right < (int64_t) signal.count;
        const bool have_left = left >= 0 && left < (int64_t) signal.count;

        __pipeline_memcpy_async (&tile.right[turn][part][i], x + (have_right ? right : 0), 8, have_right ? 0 : 8);
        __pipeline_memcpy_async (&tile.left[turn][part][Mine::REACH - reach + i], x + (have_left ? left : 0), 8, have_left ? 0 : 8);
      }
}

/* Begins to fetch the taps of the chunk from step @begin on, of slots that have not ended. */
template<unsigned MI, unsigned WARPS, bool COMPLEX_IN>
__device__ static inline void
fetch_chunk (Tile<MI, WARPS, COMPLEX_IN> &tile,
             const OndesCudaTensorGroup  &group,
             const double2               *fragments,
             unsigned                     turn,
             unsigned                     begin)
{
  static_assert (32 * WARPS == SLOT_SIZE, "a pair of a slot for each thread");
  const double2 *from = fragments + (size_t) begin * STEP_SIZE + threadIdx.x;
  double2 *to = tile.taps[turn] + threadIdx.x;

#pragma unroll
  for (unsigned f = 0; f < SLOTS; f++)
    {
      if (begin + CHUNK <= group.steps[f])
#pragma unroll
        for (unsigned step = 0; step < CHUNK; step++)
          __pipeline_memcpy_async (to + step * STEP_SIZE, from + step * STEP_SIZE, 16);
      else
#pragma unroll 1
        for (unsigned step = 0; begin + step < group.steps[f]; step++)
          __pipeline_memcpy_async (to + step * STEP_SIZE, from + step * STEP_SIZE, 16);
      to += SLOT_SIZE;
      from += SLOT_SIZE;
    }
}

/* What a lane takes of the windows for a step: every fourth sample, from its first output and tap on, and from twelve before. */
template<unsigned MI>
struct Samples
{
  double right[MI][6], left[MI][6];
};

template<unsigned MI, bool COMPLEX_IN, unsigned WINDOW>
__device__ static inline void
take_samples (Samples<MI>  &samples,
              const double (*right)[WINDOW], /* the lane's own first sample of the segment */
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

/* By real and imaginary part of the masks, or by the halves of a slot of real ones. */
template<unsigned MI>
struct Sums
{
  double c[2][MI][SLOTS][4];
};

/* Steps up to @end with the slots from FIRST on. */
template<unsigned FIRST, unsigned MI, bool COMPLEX_IN, bool REAL, unsigned WINDOW>
__device__ static inline void
multiply_steps (Sums<MI>      &sums,
                Samples<MI>   &samples, /* of the step that is next */
                const double (*right)[WINDOW],
                const double (*left)[WINDOW],
                const double2 *taps,  /* the lane's own, of step 0 if all were there */
                unsigned       begin, /* of the segment */
                unsigned      &step,
                unsigned       end)
{
#pragma unroll 1
  for (; step < end; step++)
    {
      const double2 *const mine = taps + step * STEP_SIZE;
      double a[MI][8];

#pragma unroll
      for (unsigned parity = 0; parity < 2; parity++)
        {
          double b[SLOTS][4];

          hold_order ();
#pragma unroll
          for (unsigned f = FIRST; f < SLOTS; f++)
#pragma unroll
            for (unsigned j = 0; j < 2; j++)
              {
                const double2 pair = mine[f * SLOT_SIZE + parity * 64 + j * 32];

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
          for (unsigned f = FIRST; f < SLOTS; f++)
            {
#pragma unroll
              for (unsigned i = 0; i < MI; i++)
                multiply (sums.c[parity][i][f], a[i], b[f]);
              if (parity == 1 && f == FIRST)
                take_samples<MI, COMPLEX_IN, WINDOW> (samples, right, left, (int) ((step + 1 - begin) * STEP));
            }
        }
    }
}

template<unsigned MI, unsigned WARPS, bool COMPLEX_IN, bool REAL>
__global__ static void __launch_bounds__ (32 * WARPS)
add_products (OndesCudaTensor tensor,
              OndesCudaSignal signal,
              OndesCudaOutput output,
              uint64_t        n)
{
  typedef Tile<MI, WARPS, COMPLEX_IN> Mine;
  constexpr bool COMPLEX_OUT = COMPLEX_IN || !REAL;
  constexpr unsigned COLUMNS = REAL ? 4 : 2;
  extern __shared__ __align__ (16) char shared[];
  Mine &tile = *(Mine *) shared;
  const OndesCudaTensorGroup group = tensor.groups[blockIdx.y];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, steps = group.steps[SLOTS - 1];
  const uint64_t first = (uint64_t) blockIdx.x * Mine::OUTPUTS;
  const int64_t t0 = (int64_t) (signal.halo + first);
  const double2 *fragments = (const double2 *) tensor.fragments + group.offset;
  const unsigned right_at = warp * Mine::WARP_OUTPUTS + lane / 4 + lane % 4;
  const unsigned left_at = warp * Mine::WARP_OUTPUTS + lane / 4 + Mine::REACH - lane % 4 - 12;
  Sums<MI> sums;
  Samples<MI> samples;
  unsigned step = 0;

  memset (&sums.c, 0, sizeof sums.c);
  fetch_chunk (tile, group, fragments, 0, 0);
  fetch_segment (tile, signal, 0, t0, 0, steps * STEP);
  __pipeline_commit ();
#pragma unroll 1
  for (unsigned chunk = 0; step < steps; chunk++)
    {
      const unsigned begin = step / (SEGMENT / STEP) * (SEGMENT / STEP), turn = step / (SEGMENT / STEP) % 2;
      const unsigned end = min (steps, step + CHUNK);
      const double (*right)[Mine::WINDOW] = (const double (*)[Mine::WINDOW]) &tile.right[turn][0][right_at];
      const double (*left)[Mine::WINDOW] = (const double (*)[Mine::WINDOW]) &tile.left[turn][0][left_at];
      const double2 *taps = tile.taps[chunk % 2] + lane - (ptrdiff_t) (step * STEP_SIZE);

      __pipeline_wait_prior (0);
      __syncthreads (); /* what came is there for all, and nobody is in the chunk before */
      fetch_chunk (tile, group, fragments, (chunk + 1) % 2, step + CHUNK);
      if (step == begin && begin + SEGMENT / STEP < steps)
        fetch_segment (tile, signal, turn ^ 1, t0, (int64_t) (begin * STEP + SEGMENT), (steps - begin) * STEP - SEGMENT);
      __pipeline_commit ();
      if (step == 0)
        take_samples<MI, COMPLEX_IN, Mine::WINDOW> (samples, right, left, 0);
      multiply_steps<0, MI, COMPLEX_IN, REAL> (sums, samples, right, left, taps, begin, step, min (end, group.steps[0]));
      multiply_steps<1, MI, COMPLEX_IN, REAL> (sums, samples, right, left, taps, begin, step, min (end, group.steps[1]));
      multiply_steps<2, MI, COMPLEX_IN, REAL> (sums, samples, right, left, taps, begin, step, min (end, group.steps[2]));
      multiply_steps<3, MI, COMPLEX_IN, REAL> (sums, samples, right, left, taps, begin, step, end);
    }

  Owed<double> owe[SLOTS][COLUMNS];
#pragma unroll
  for (unsigned f = 0; f < SLOTS; f++)
#pragma unroll
    for (unsigned column = 0; column < COLUMNS; column++)
      {
        const int row = group.first + (int) (f * slot_rows (REAL) + lane % 4 * 2 + column % 2 + column / 2 * 8);

        owe[f][column] = owed<double> (signal.level, ((const double2 *) tensor.sums)[max (row, 0)]);
      }
#pragma unroll
  for (unsigned f = 0; f < SLOTS; f++)
#pragma unroll
    for (unsigned column = 0; column < COLUMNS; column++)
      {
        const int row = group.first + (int) (f * slot_rows (REAL) + lane % 4 * 2 + column % 2 + column / 2 * 8);
        double *out = (double *) output.data
                      + row * output.stride * (COMPLEX_OUT && output.quantity == ONDES_CUDA_COEFFICIENTS ? 2 : 1);

        if (row < 0)
          continue;
#pragma unroll
        for (unsigned i = 0; i < MI; i += Mine::PARTS)
#pragma unroll
          for (unsigned half = 0; half < 2; half++)
            {
              const uint64_t t = first + warp * Mine::WARP_OUTPUTS + 16 * i / Mine::PARTS + 8 * half + lane / 4;
              const unsigned j = 2 * half + column % 2, even = column / 2;
              double a = sums.c[even][i][f][j], b = REAL ? 0 : sums.c[1][i][f][j];

              if (COMPLEX_IN)
                {
                  a -= REAL ? 0 : sums.c[1][i + Mine::PARTS - 1][f][j];
                  b += sums.c[even][i + Mine::PARTS - 1][f][j];
                }
              if (t < n)
                put_value (out, t, output.quantity, COMPLEX_OUT, owe[f][column], a, b);
            }
      }
}

extern "C" unsigned
ondes_cuda_tensor_groups (const OndesCudaRow   *rows,
                          unsigned              n_rows,
                          int                   real,
                          OndesCudaTensorGroup *groups,
                          uint64_t             *fragment_bytes)
{
  const unsigned each = SLOTS * slot_rows (real), n = (unsigned) blocks_for (n_rows, each);
  uint64_t offset = 0;

  /* the longest first, for what is left at the end is short */
  for (unsigned g = 0; g < n; g++)
    {
      groups[g].first = (int) n_rows - (int) (each * (g + 1));
      groups[g].offset = offset;
      for (unsigned f = 0; f < SLOTS; f++)
        {
          const int longest = groups[g].first + (int) ((f + 1) * slot_rows (real)) - 1;

          groups[g].steps[f] = longest >= 0 ? (uint32_t) (rows[longest].half / STEP + 1) : 0;
        }
      offset += (uint64_t) groups[g].steps[SLOTS - 1] * STEP_SIZE;
    }
  *fragment_bytes = offset * sizeof (double2);
  return n;
}

extern "C" uint64_t
ondes_cuda_tensor_bytes (unsigned n_rows,
                         uint64_t half)
{
  /* a group takes as many steps as its longest row, and there are at most as many groups as of complex wavelets */
  return blocks_for (n_rows, SLOTS * slot_rows (false)) * (half / STEP + 1) * STEP_SIZE * sizeof (double2);
}

extern "C" OndesCudaStatus
ondes_cuda_tensor_fragments (OndesCuda              *self,
                             const OndesCudaWavelet *wavelet,
                             const OndesCudaTensor  *tensor,
                             char                    why[ONDES_CUDA_WHY])
{
  make_fragments<<<dim3 (4 * self->limits.processors, tensor->n_groups), 256, 0, self->compute>>> (
    *wavelet, tensor->rows, tensor->groups, (double2 *) tensor->fragments);
  ONDES_CUDA_LAUNCHED ("the masks cannot be made");
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
  typedef Tile<MI, WARPS, COMPLEX_IN> Mine;
  const dim3 blocks ((unsigned) blocks_for (n, Mine::OUTPUTS), tensor->n_groups);
  const cudaError_t error = cudaFuncSetAttribute (add_products<MI, WARPS, COMPLEX_IN, REAL>,
                                                  cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof (Mine));

  if (error != cudaSuccess)
    return error;
  add_products<MI, WARPS, COMPLEX_IN, REAL><<<blocks, Mine::THREADS, sizeof (Mine), self->compute>>> (*tensor, *signal, *output, n);
  return cudaGetLastError ();
}

extern "C" OndesCudaStatus
ondes_cuda_tensor (OndesCuda             *self,
                   const OndesCudaTensor *tensor,
                   const OndesCudaSignal *signal,
                   uint64_t               n,
                   const OndesCudaOutput *output,
                   char                   why[ONDES_CUDA_WHY])
{
  cudaError_t error;

  if (self->limits.major < 8 || signal->single)
    {
      strcpy (why, "there is no tensor core for double precision");
      return ONDES_CUDA_UNSUPPORTED;
    }
  if (!signal->complex_in && !tensor->real)
    error = run<2, 4, false, false> (self, tensor, signal, n, output);
  else if (!signal->complex_in)
    error = run<2, 4, false, true> (self, tensor, signal, n, output);
  else if (!tensor->real)
    error = run<2, 4, true, false> (self, tensor, signal, n, output);
  else
    error = run<2, 4, true, true> (self, tensor, signal, n, output);
  ONDES_CUDA_TRY (error, "the direct sums do not start");
  return ONDES_CUDA_OK;
}
