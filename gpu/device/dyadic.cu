/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dyadic convolution.
 *
 * Method: one kernel does the low bits of both spectra, their product and the low bits of the inverse; column passes before and
 * after it do the higher bits.
 *
 * Memory floor: 1.5 copies without column passes (reads two arrays, writes one), three times that with one before and after.
 *
 * Layout: as in the tile pass; the result replaces @f.
 */
#include "butterflies.cuh"
#include "spectral-private.cuh"

#include <cstdio>

/* Convolves one tile of both arrays per thread block, in place in @f. @g = @f for the autocorrelation. */
template <typename T, int BITS, bool FULL> static __global__ void __launch_bounds__ (1 << (BITS - 5))
dyadic_pass (T            *f,
             const T      *g,
             int           bits,
             Normaliser<T> normaliser)
{
  typedef TileLayout<Vector<T>::LOG, BITS, true> Layout;
  extern __shared__ __align__ (16) unsigned char shared[];
  T *tile = (T *) shared, x[32], y[32];
  const size_t base = (size_t) blockIdx.x << BITS;

  wait_for_dependencies ();
  tile_load<Layout> (x, f + base);
  if (f != g)
    tile_load<Layout> (y, g + base); /* loads while f is transformed */
  tile_transform<Layout, FULL, WalshStep> (x, tile, bits, 0);
  if (f != g)
    {
      __syncthreads ();
      tile_transform<Layout, FULL, WalshStep> (y, tile, bits, 0);
#pragma unroll
      for (int j = 0; j < 32; j++)
        x[j] *= y[j];
    }
  else
    {
#pragma unroll
      for (int j = 0; j < 32; j++)
        x[j] *= x[j];
    }

  /* the rounds in reverse order, ending in the register layout of the load */
  tile_round<Layout, FULL, 2, WalshStep> (x, bits);
  tile_exchange<Layout, 2, true> (x, tile); /* to the positions that round 2 read, so no barrier before it */
  tile_barrier<Layout> ();
  tile_exchange<Layout, 1, false> (x, tile);
  tile_round<Layout, FULL, 1, WalshStep> (x, bits);
  tile_exchange<Layout, 1, true> (x, tile);
  __syncthreads ();
  tile_exchange<Layout, 0, false> (x, tile);
  tile_round<Layout, FULL, 0, WalshStep> (x, bits);
  launch_dependents ();
  normaliser.divide_all (x);
  tile_store<Layout, 0> (f + base, x);
}

template <typename T, int BITS> static cudaError_t
dyadic (const SpectralDevice &device,
        T                    *f,
        T                    *g,
        int                   bits,
        unsigned             *inexact)
{
  const uint64_t n = 1ull << bits;
  const Normaliser<T> unscaled (0, NULL), last (bits, inexact);
  const int low = bits < BITS ? bits : BITS;
  const unsigned blocks = (unsigned) ((n + (1u << BITS) - 1) >> BITS);
  cudaError_t error;

  error = ondes_cuda_walsh_columns<T> (device, f, f, f != g ? g : NULL, n, bits, low, false, unscaled);
  if (error == cudaSuccess)
    error = launch (device, true, low == BITS ? dyadic_pass<T, BITS, true> : dyadic_pass<T, BITS, false>, blocks,
                    1 << (BITS - 5), Shapes<T>::tile_bytes (BITS), f, g, low, low == bits ? last : unscaled);
  if (error == cudaSuccess)
    error = ondes_cuda_walsh_columns<T> (device, f, f, NULL, n, bits, low, true, last);
  return error;
}

/* Uses a larger tile if that avoids an inefficient size of column pass. */
template <typename T> static cudaError_t
dyadic_of (const SpectralDevice &device,
           T                    *f,
           T                    *g,
           int                   bits,
           unsigned             *inexact)
{
  const int TILE = Shapes<T>::TILE;

  return Shapes<T>::tile_bits (bits) > TILE ? dyadic<T, TILE + 1> (device, f, g, bits, inexact)
                                            : dyadic<T, TILE> (device, f, g, bits, inexact);
}

extern "C" OndesCudaStatus
ondes_cuda_dyadic (OndesCuda       *self,
                   OndesCudaElement type,
                   int              bits,
                   void            *f,
                   void            *g,
                   unsigned        *inexact)
{
  const SpectralDevice device = ondes_cuda_spectral_device (self);
  cudaError_t error;

  switch (type)
    {
    case ONDES_CUDA_FLOAT:
      error = dyadic_of (device, (float *) f, (float *) g, bits, inexact);
      break;
    case ONDES_CUDA_DOUBLE:
      error = dyadic_of (device, (double *) f, (double *) g, bits, inexact);
      break;
    case ONDES_CUDA_INT64:
      error = dyadic_of (device, (uint64_t *) f, (uint64_t *) g, bits, inexact);
      break;
    default:
      return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED, "there is no kernel for dyadic convolution in this type");
    }
  ONDES_CUDA_TRY (error, "dyadic convolution failed");
  return ONDES_CUDA_OK;
}
