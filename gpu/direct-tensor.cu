/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows by their masks in double precision, on the tensor cores.
 *
 * A mask is even in its real part and odd in the imaginary one, so that W = Σ_k (x[t + k] + x[t − k]) re ψ*(k) + i Σ_k (x[t + k] −
 * x[t − k]) im ψ*(k) over k ≥ 0, the middle tap taken half: a product of matrices, outputs × taps by taps × rows, whose left one
 * is built from two windows of samples in shared memory. A warp has 16 MI outputs and four slots, each of eight rows with real
 * and imaginary parts, or of sixteen real ones; rows are grouped from the longest down, and a slot is dropped where the longest
 * mask in it has ended. Taps lie in the order in which lanes take them and are fetched a step ahead; samples come by segments of
 * 256 taps, the next one while this one is multiplied.
 * Instructions: m16n8k4 from compute capability 9.0 on, two m8n8k4 on 8.x; there is no such thing before.
 * Floor: 200 scales 1 … 200 have 321,800 taps, two FMAs for half of them: 102,400 outputs are 66 GFLOP, 0.99 ms at 65.9 TFLOP/s.
 * An H200 takes 1.47 ms: 0.05 of the gap are slots that end with their longest row, 0.16 the additions, which the products wait
 * for, 0.05 the fetching of taps, the rest the beginnings and ends of blocks. Eight slots a warp, half the additions for twice the
 * taps, are slower (1.55); so are blocks that go from tile to tile (1.54). Additions a step ahead of their products take 1.43
 * here, but 3 % longer with ten times the outputs, where the card's power is the limit.
 */
#include "morlet.cuh"
#include "output.cuh"

#include <cuda_pipeline.h>

#include <cstring>

static const unsigned SLOTS = ONDES_CUDA_SLOTS, SEGMENT = 256, STEP = 4;
static const unsigned STEP_SIZE = SLOTS * 32; /* of fragments, in pairs */

static_assert (SEGMENT % STEP == 0, "a segment is whole steps");
static_assert (sizeof (double2) == 16, "a lane fetches both parts at once");

/* Rows in a slot. */
__host__ __device__ static inline unsigned
slot_rows (bool real)
{
  return real ? 16 : 8;
}

/* c += a b: sixteen outputs (a0 and, eight on, a1) by eight rows by four taps. */
__device__ static inline void
multiply (double (&c)[4],
          double   a0,
          double   a1,
          double   b)
{
#if __CUDA_ARCH__ >= 900
  asm ("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};"
       : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
       : "d"(a0), "d"(a1), "d"(b));
#elif __CUDA_ARCH__ >= 800
  asm ("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};" : "+d"(c[0]), "+d"(c[1]) : "d"(a0), "d"(b));
  asm ("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};" : "+d"(c[2]), "+d"(c[3]) : "d"(a1), "d"(b));
#else
  __trap (); /* the host does not launch it there */
#endif
}

/* A pair of each lane, slot and step of a group. */
__global__ static void
make_fragments (OndesCudaWavelet            wavelet,
                const OndesCudaRow         *rows,
                const OndesCudaTensorGroup *groups,
                double2                    *fragments)
{
  const OndesCudaTensorGroup group = groups[blockIdx.y];

  for (uint64_t i = blockIdx.x * (uint64_t) blockDim.x + threadIdx.x; i < (uint64_t) group.steps[SLOTS - 1] * STEP_SIZE;
       i += (uint64_t) gridDim.x * blockDim.x)
    {
      const unsigned lane = i % 32, slot = i / 32 % SLOTS;
      const uint64_t k = i / STEP_SIZE * STEP + lane % 4;
      const int row = group.first + (int) (slot * slot_rows (wavelet.real) + lane / 4);
      double2 pair = { 0, 0 };

      if (row >= 0 && k <= rows[row].half)
        pair = morlet_tap (morlet_of (wavelet, rows[row]), (double) k);
      if (wavelet.real && row + 8 >= 0 && k <= rows[row + 8].half)
        pair.y = morlet_tap (morlet_of (wavelet, rows[row + 8]), (double) k).x;
      if (k == 0)
        {
          pair.x /= 2;
          pair.y = wavelet.real ? pair.y / 2 : 0;
        }
      fragments[group.offset + i] = pair;
    }
}

/* What a block knows of its work. */
template<unsigned MI, unsigned WARPS, bool COMPLEX_IN>
struct Tile
{
  static constexpr unsigned PARTS = COMPLEX_IN ? 2 : 1, THREADS = 32 * WARPS, WARP_OUTPUTS = 16 * MI / PARTS;
  static constexpr unsigned OUTPUTS = WARPS * WARP_OUTPUTS, WINDOW = OUTPUTS + SEGMENT;

  /* by segment in turn: behind the outputs, before them */
  double right[2][PARTS][WINDOW], left[2][PARTS][WINDOW];
};

/* Begins to fetch the windows of the segment from tap @k on. */
template<unsigned MI, unsigned WARPS, bool COMPLEX_IN>
__device__ static inline void
fetch_segment (Tile<MI, WARPS, COMPLEX_IN> &tile,
               const OndesCudaSignal       &signal,
               unsigned                     turn,
               int64_t                      t0, /* in the signal */
               int64_t                      k)
{
  typedef Tile<MI, WARPS, COMPLEX_IN> Mine;

  for (unsigned part = 0; part < Mine::PARTS; part++)
    for (unsigned i = threadIdx.x; i < Mine::WINDOW; i += Mine::THREADS)
      {
        const double *x = (const double *) signal.x + part * signal.stride;
        const int64_t right = t0 + k + i, left = t0 - k - (SEGMENT - 1) + i;
        const bool have_right = right >= 0 && right < (int64_t) signal.count;
        const bool have_left = left >= 0 && left < (int64_t) signal.count;

        __pipeline_memcpy_async (&tile.right[turn][part][i], x + (have_right ? right : 0), 8, have_right ? 0 : 8);
        __pipeline_memcpy_async (&tile.left[turn][part][i], x + (have_left ? left : 0), 8, have_left ? 0 : 8);
      }
  __pipeline_commit ();
}

template<unsigned MI>
struct Sums
{
  double  c[MI][2 * SLOTS][4];
  double2 next[SLOTS]; /* taps of the next step */
};

/* Steps up to @end with the slots from FIRST on. */
template<unsigned FIRST, unsigned MI, bool COMPLEX_IN, bool REAL, unsigned WINDOW>
__device__ static inline void
multiply_steps (Sums<MI>      &sums,
                const double (*right)[WINDOW], /* the lane's own first sample of the segment */
                const double (*left)[WINDOW],
                const double2 *fragments,
                unsigned       begin, /* of the segment */
                unsigned      &step,
                unsigned       end,
                unsigned       last)
{
#pragma unroll 2
  for (; step < end; step++)
    {
      const int k = (int) ((step - begin) * STEP);
      const double2 *ahead = fragments + (size_t) min (step + 1, last) * STEP_SIZE;
      double2 taps[SLOTS];

#pragma unroll
      for (unsigned f = FIRST; f < SLOTS; f++)
        {
          taps[f] = sums.next[f];
          sums.next[f] = ahead[32 * f];
        }
#pragma unroll
      for (unsigned i = 0; i < MI; i++)
        {
          const unsigned part = COMPLEX_IN ? i % 2 : 0, at = 16 * (COMPLEX_IN ? i / 2 : i);
          const double r0 = right[part][at + k], r1 = right[part][at + k + 8];
          const double l0 = *(left[part] + at - k), l1 = *(left[part] + at - k + 8);
          const double s0 = r0 + l0, s1 = r1 + l1, d0 = r0 - l0, d1 = r1 - l1;

#pragma unroll
          for (unsigned f = FIRST; f < SLOTS; f++)
            {
              multiply (sums.c[i][f], s0, s1, taps[f].x);
              multiply (sums.c[i][SLOTS + f], REAL ? s0 : d0, REAL ? s1 : d1, taps[f].y);
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
  __shared__ Mine tile;
  const OndesCudaTensorGroup group = tensor.groups[blockIdx.y];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, steps = group.steps[SLOTS - 1];
  const uint64_t first = (uint64_t) blockIdx.x * Mine::OUTPUTS;
  const int64_t t0 = (int64_t) (signal.halo + first);
  const double2 *fragments = (const double2 *) tensor.fragments + group.offset + lane;
  const unsigned right_at = warp * Mine::WARP_OUTPUTS + lane / 4 + lane % 4;
  const unsigned left_at = warp * Mine::WARP_OUTPUTS + lane / 4 + SEGMENT - 1 - lane % 4;
  Sums<MI> sums;
  unsigned step = 0;

  memset (&sums.c, 0, sizeof sums.c);
#pragma unroll
  for (unsigned f = 0; f < SLOTS; f++)
    sums.next[f] = fragments[32 * f];
  fetch_segment (tile, signal, 0, t0, 0);
  for (unsigned begin = 0, turn = 0; begin < steps; begin += SEGMENT / STEP, turn ^= 1)
    {
      const unsigned end = min (steps, begin + SEGMENT / STEP);
      const double (*right)[Mine::WINDOW] = (const double (*)[Mine::WINDOW]) &tile.right[turn][0][right_at];
      const double (*left)[Mine::WINDOW] = (const double (*)[Mine::WINDOW]) &tile.left[turn][0][left_at];

      if (end < steps)
        fetch_segment (tile, signal, turn ^ 1, t0, (int64_t) end * STEP);
      __pipeline_wait_prior (end < steps ? 1 : 0);
      __syncthreads ();
      multiply_steps<0, MI, COMPLEX_IN, REAL> (sums, right, left, fragments, begin, step, min (end, group.steps[0]), steps - 1);
      multiply_steps<1, MI, COMPLEX_IN, REAL> (sums, right, left, fragments, begin, step, min (end, group.steps[1]), steps - 1);
      multiply_steps<2, MI, COMPLEX_IN, REAL> (sums, right, left, fragments, begin, step, min (end, group.steps[2]), steps - 1);
      multiply_steps<3, MI, COMPLEX_IN, REAL> (sums, right, left, fragments, begin, step, end, steps - 1);
      __syncthreads ();
    }

#pragma unroll
  for (unsigned f = 0; f < SLOTS; f++)
#pragma unroll
    for (unsigned column = 0; column < (REAL ? 4 : 2); column++)
      {
        const int row = group.first + (int) (f * slot_rows (REAL) + lane % 4 * 2 + column % 2 + column / 2 * 8);

        if (row < 0)
          continue;
        const Owed<double> owe = owed<double> (signal.level, ((const double2 *) tensor.sums)[row]);
        double *out = (double *) output.data
                      + row * output.stride * (COMPLEX_OUT && output.quantity == ONDES_CUDA_COEFFICIENTS ? 2 : 1);

#pragma unroll
        for (unsigned i = 0; i < MI; i += Mine::PARTS)
#pragma unroll
          for (unsigned half = 0; half < 2; half++)
            {
              const uint64_t t = first + warp * Mine::WARP_OUTPUTS + 16 * i / Mine::PARTS + 8 * half + lane / 4;
              const unsigned j = 2 * half + column % 2, even = REAL ? f + column / 2 * SLOTS : f;
              double a = sums.c[i][even][j], b = REAL ? 0 : sums.c[i][SLOTS + f][j];

              if (COMPLEX_IN)
                {
                  a -= REAL ? 0 : sums.c[i + Mine::PARTS - 1][SLOTS + f][j];
                  b += sums.c[i + Mine::PARTS - 1][even][j];
                }
              if (t < n)
                put_value (out, t, output.quantity, COMPLEX_OUT, owe, a, b);
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
static void
run (OndesCuda             *self,
     const OndesCudaTensor *tensor,
     const OndesCudaSignal *signal,
     uint64_t               n,
     const OndesCudaOutput *output)
{
  typedef Tile<MI, WARPS, COMPLEX_IN> Mine;
  const dim3 blocks ((unsigned) blocks_for (n, Mine::OUTPUTS), tensor->n_groups);

  add_products<MI, WARPS, COMPLEX_IN, REAL><<<blocks, Mine::THREADS, 0, self->compute>>> (*tensor, *signal, *output, n);
}

extern "C" OndesCudaStatus
ondes_cuda_tensor (OndesCuda             *self,
                   const OndesCudaTensor *tensor,
                   const OndesCudaSignal *signal,
                   uint64_t               n,
                   const OndesCudaOutput *output,
                   char                   why[ONDES_CUDA_WHY])
{
  if (self->limits.major < 8 || signal->single)
    {
      strcpy (why, "there is no tensor core for double precision");
      return ONDES_CUDA_UNSUPPORTED;
    }
  if (!signal->complex_in && !tensor->real)
    run<2, 4, false, false> (self, tensor, signal, n, output);
  else if (!signal->complex_in)
    run<2, 4, false, true> (self, tensor, signal, n, output);
  else if (!tensor->real)
    run<2, 4, true, false> (self, tensor, signal, n, output);
  else
    run<2, 4, true, true> (self, tensor, signal, n, output);
  ONDES_CUDA_LAUNCHED ("the direct sums do not start");
  return ONDES_CUDA_OK;
}
