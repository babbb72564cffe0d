/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of the Morlet transform by their masks (compensation.h): taps for the filters of filter.cu, and what becomes of their
 * outputs.
 *
 * Method: a mask that is quantised, offset or cut has no narrow spectrum, so every sample is computed, by overlap-save with the
 * mask's own spectrum; a picture then reads them once. Groups of up to 32 threads reduce a slice of a column each, and combine
 * columns of several slices by atomics.
 *
 * Floor: reading the outputs, and writing them if every sample is asked for: 8 and 4 bytes for a magnitude in single precision,
 * 0.6 ms for 1,024,000 samples × 200 rows at 4 TB/s.
 *
 * Layout: row after row; neighbouring threads read neighbouring outputs.
 */
#include "filter-private.cuh"
#include "mask-kernels.h"

static const unsigned THREADS = 256, WARP = 32, MOST_ROWS = 65535; /* of a grid */
static const uint64_t SLICE = 4096; /* outputs that a group of threads reduces */

/* Writes filters y[t] = Σ_m h[m] x[t + half − m] from taps of ψ*, W[t] = Σ_k ψ*(k) x[t + k]: each row backwards. */
__global__ static void __launch_bounds__ (THREADS)
reverse_taps (const OndesCudaRow *rows,
              const double       *taps,
              bool                real,
              Complex<double>    *table)
{
  const OndesCudaRow &row = rows[blockIdx.x];

  for (uint64_t m = threadIdx.x; m <= 2 * row.half; m += THREADS)
    {
      const uint64_t from = row.start + 2 * row.half - m;

      table[row.start + m] = { taps[real ? from : 2 * from], real ? 0 : taps[2 * from + 1] };
    }
}

OndesCudaStatus
ondes_cuda_fir_masks (OndesCuda              *self,
                      const OndesCudaWavelet *wavelet,
                      const OndesCudaRow     *rows,
                      unsigned                n_rows,
                      Complex<double>        *table)
{
  const uint64_t row_bytes = blocks_for (n_rows * sizeof *rows, 256) * 256;
  const uint64_t n_taps = rows[n_rows - 1].start + 2 * rows[n_rows - 1].half + 1;
  OndesCudaRow *device_rows;
  double *taps;
  void *memory;
  OndesCudaStatus status = ondes_cuda_alloc (self, row_bytes + n_taps * (wavelet->real ? 1 : 2) * sizeof (double), &memory);

  if (status != ONDES_CUDA_OK)
    return status;
  device_rows = (OndesCudaRow *) memory;
  taps = (double *) ((char *) memory + row_bytes);
  if ((status = ondes_cuda_write (self, device_rows, rows, n_rows * sizeof *rows)) == ONDES_CUDA_OK
      && (status = ondes_cuda_taps (self, wavelet, device_rows, n_rows, n_taps, false, taps)) == ONDES_CUDA_OK)
    reverse_taps<<<n_rows, THREADS, 0, self->compute>>> (device_rows, taps, wavelet->real != 0, table);
  ondes_cuda_free (self, memory);
  ONDES_CUDA_LAUNCHED ("computing the masks failed");
  return status;
}

template<typename T>
struct Outputs
{
  const T *data;
  uint64_t stride;
  bool     is_complex;

  /* In double, where squares neither overflow nor underflow. */
  __device__ inline Complex<double>
  at (unsigned row,
      uint64_t t) const
  {
    const uint64_t i = row * stride + t;

    return { (double) data[is_complex ? 2 * i : i], is_complex ? (double) data[2 * i + 1] : 0 };
  }
};

__device__ static inline double
magnitude_of (Complex<double> w,
              bool            single)
{
  return single ? sqrt (w.re * w.re + w.im * w.im) : hypot (w.re, w.im);
}

template<typename T>
__global__ static void __launch_bounds__ (THREADS)
convert_values (const Outputs<T> outputs,
                uint64_t          n,
                unsigned          first_row,
                OndesCudaOutput   output)
{
  const uint64_t t = blockIdx.x * (uint64_t) THREADS + threadIdx.x;
  const unsigned row = first_row + blockIdx.y;

  if (t < n)
    {
      const Complex<double> w = outputs.at (row, t);
      const double magnitude = magnitude_of (w, sizeof (T) == 4);

      ((T *) output.data)[row * output.stride + t] = (T) (output.quantity == ONDES_CUDA_PHASE   ? atan2 (w.im, w.re)
                                                          : output.quantity == ONDES_CUDA_POWER ? magnitude * magnitude
                                                                                                : magnitude);
    }
}

/* Launches rows from @row on, as many as a grid takes. */
template<typename T>
static void
launch_convert (OndesCuda                  *self,
                const OndesCudaMaskOutputs *masks,
                const OndesCudaOutput      *output,
                unsigned                    row)
{
  const dim3 grid ((unsigned) blocks_for (masks->n, THREADS), masks->n_rows - row < MOST_ROWS ? masks->n_rows - row : MOST_ROWS);
  const Outputs<T> outputs = { (const T *) masks->data, masks->n, masks->is_complex != 0 };

  convert_values<T><<<grid, THREADS, 0, self->compute>>> (outputs, masks->n, row, *output);
}

extern "C" OndesCudaStatus
ondes_cuda_mask_values (OndesCuda                  *self,
                        const OndesCudaMaskOutputs *masks,
                        const OndesCudaOutput      *output)
{
  for (unsigned row = 0; row < masks->n_rows; row += MOST_ROWS)
    (masks->single ? launch_convert<float> : launch_convert<double>) (self, masks, output, row);
  ONDES_CUDA_LAUNCHED ("converting coefficients failed");
  return ONDES_CUDA_OK;
}

/* Columns first … first + n_columns − 1 of the view, of which outputs 0 … n − 1 are samples @at … */
struct PoolValues
{
  OndesCudaColumns columns;
  uint64_t         at, n, first, n_columns;
  unsigned         lanes; /* threads of a column, a power of two */
};

/* A group of threads reduces slice blockIdx.z of its column of row blockIdx.y. */
template<typename T, bool MEAN>
__global__ static void __launch_bounds__ (THREADS)
pool_values (const Outputs<T> outputs,
             const PoolValues pool,
             unsigned         first_row)
{
  const OndesCudaColumns &columns = pool.columns;
  const uint64_t index = (blockIdx.x * (uint64_t) THREADS + threadIdx.x) / pool.lanes, column = pool.first + index;
  const unsigned lane = threadIdx.x % pool.lanes, row = first_row + blockIdx.y;
  uint64_t begin = column * columns.total / columns.columns, end = (column + 1) * columns.total / columns.columns;
  double result = 0;

  begin = max (begin, pool.at) - pool.at + blockIdx.z * SLICE;
  end = min (min (end, pool.at + pool.n) - pool.at, begin + SLICE);
  if (index < pool.n_columns)
    for (uint64_t t = begin + lane; t < end; t += pool.lanes)
      {
        const Complex<double> w = outputs.at (row, t);
        const double value = MEAN ? w.re * w.re + w.im * w.im : magnitude_of (w, sizeof (T) == 4);

        result = MEAN ? result + value : fmax (result, value);
      }
  for (unsigned n = pool.lanes / 2; n > 0; n /= 2)
    {
      const double other = __shfl_xor_sync (~0u, result, n);

      result = MEAN ? result + other : fmax (result, other);
    }
  if (lane > 0 || index >= pool.n_columns || begin >= end)
    return;
  if (MEAN)
    atomicAdd (columns.sums + row * columns.stride + (column - columns.column), result);
  else if (result > 0)
    atomicMax ((unsigned *) columns.values + row * columns.stride + (column - columns.column),
               __float_as_uint ((float) (columns.power ? result * result : result)));
}

template<typename T>
static void
launch_pool (OndesCuda                  *self,
             const OndesCudaMaskOutputs *masks,
             const PoolValues           *pool,
             unsigned                    row)
{
  const uint64_t widest = min (pool->columns.total / pool->columns.columns + 1, pool->n);
  const dim3 grid ((unsigned) blocks_for (pool->n_columns * pool->lanes, THREADS),
                   masks->n_rows - row < MOST_ROWS ? masks->n_rows - row : MOST_ROWS, (unsigned) blocks_for (widest, SLICE));
  const Outputs<T> outputs = { (const T *) masks->data, masks->n, masks->is_complex != 0 };

  if (pool->columns.sums != nullptr)
    pool_values<T, true><<<grid, THREADS, 0, self->compute>>> (outputs, *pool, row);
  else
    pool_values<T, false><<<grid, THREADS, 0, self->compute>>> (outputs, *pool, row);
}

extern "C" OndesCudaStatus
ondes_cuda_mask_pool (OndesCuda                  *self,
                      const OndesCudaMaskOutputs *masks,
                      uint64_t                    at,
                      const OndesCudaColumns     *columns)
{
  PoolValues pool = { *columns, at, masks->n, 0, 0, WARP };
  const uint64_t last = at + masks->n - 1;

  /* the largest j whose column begins at or before a sample */
  pool.first = ((at + 1) * columns->columns + columns->total - 1) / columns->total - 1;
  pool.n_columns = ((last + 1) * columns->columns + columns->total - 1) / columns->total - pool.first;
  while (pool.lanes > 1 && pool.lanes > columns->total / columns->columns)
    pool.lanes /= 2;
  for (unsigned row = 0; row < masks->n_rows; row += MOST_ROWS)
    (masks->single ? launch_pool<float> : launch_pool<double>) (self, masks, &pool, row);
  ONDES_CUDA_LAUNCHED ("pooling columns failed");
  return ONDES_CUDA_OK;
}
