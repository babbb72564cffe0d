/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dyadic convolution: both low tile passes, the product and the inverse low pass in one kernel, between the column passes of
 * the higher bits. With no column pass its floor is a copy and a half (two arrays read, one written), with one three times that.
 */
#include "butterflies.cuh"
#include "spectral-private.cuh"

#include <cstdio>

/* f and g, a tile a block: low bits of both spectra, their product, and its low bits back; into f. @g is @f: squares. */
template <typename T, int BITS, bool WHOLE> static __global__ void __launch_bounds__ (1 << (BITS - 5))
dyadic_pass (T        *f,
             const T  *g,
             int       bits,
             Finish<T> finish)
{
  typedef TileLayout<Vector<T>::LOG, BITS, true> Layout;
  extern __shared__ __align__ (16) unsigned char shared[];
  T *tile = (T *) shared, x[32], y[32];
  const size_t base = (size_t) blockIdx.x << BITS;

  await_previous ();
  tile_load<Layout> (x, f + base);
  if (f != g)
    tile_load<Layout> (y, g + base); /* on its way while f is transformed */
  tile_transform<Layout, WHOLE, WalshStep> (x, tile, bits, 0);
  if (f != g)
    {
      __syncthreads ();
      tile_transform<Layout, WHOLE, WalshStep> (y, tile, bits, 0);
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

  /* the rounds backwards, from registers to where memory was read */
  tile_round<Layout, WHOLE, 2, WalshStep> (x, bits);
  tile_exchange<Layout, 2, true> (x, tile); /* where the last round read */
  tile_barrier<Layout> ();
  tile_exchange<Layout, 1, false> (x, tile);
  tile_round<Layout, WHOLE, 1, WalshStep> (x, bits);
  tile_exchange<Layout, 1, true> (x, tile);
  __syncthreads ();
  tile_exchange<Layout, 0, false> (x, tile);
  tile_round<Layout, WHOLE, 0, WalshStep> (x, bits);
  release_next ();
  finish.divide_all (x);
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
  const Finish<T> none (0, NULL), last (bits, inexact);
  const int low = bits < BITS ? bits : BITS;
  const unsigned blocks = (unsigned) ((n + (1u << BITS) - 1) >> BITS);
  cudaError_t error;

  error = ondes_cuda_walsh_columns<T> (device, f, f, f != g ? g : NULL, n, bits, low, false, none);
  if (error == cudaSuccess)
    error = launch (device, true, low == BITS ? dyadic_pass<T, BITS, true> : dyadic_pass<T, BITS, false>, blocks,
                    1 << (BITS - 5), Shapes<T>::tile_bytes (BITS), f, g, low, low == bits ? last : none);
  if (error == cudaSuccess)
    error = ondes_cuda_walsh_columns<T> (device, f, f, NULL, n, bits, low, true, last);
  return error;
}

/* A larger tile where it spares the column passes a bit that they do slowly. */
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
                   unsigned        *inexact,
                   char             why[ONDES_CUDA_WHY])
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
      snprintf (why, ONDES_CUDA_WHY, "there is no kernel for dyadic convolution in this type");
      return ONDES_CUDA_UNSUPPORTED;
    }
  ONDES_CUDA_TRY (error, "dyadic convolution does not start");
  return ONDES_CUDA_OK;
}
