/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C interface of fast spectra and dyadic convolution.
 *
 * Arrays are device memory of ondes_cuda_spectral_bytes() bytes and hold consecutive rows of 2^bits values. Integers are two's
 * complement and wrap around; the caller must check that results fit. Threading and errors are as in kernels.h; launches are
 * asynchronous, and a status only says whether the launch succeeded.
 */
#pragma once

#include "kernels.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum
{
  ONDES_CUDA_FLOAT,
  ONDES_CUDA_DOUBLE,
  ONDES_CUDA_INT32,
  ONDES_CUDA_INT64,
  ONDES_CUDA_N_ELEMENTS,
} OndesCudaElement;
/* Same order as OndesOrder. */
typedef enum { ONDES_CUDA_NATURAL, ONDES_CUDA_SEQUENCY, ONDES_CUDA_PALEY } OndesCudaOrder;
/* Same order as OndesAlgorithm. */
typedef enum { ONDES_CUDA_AUTO, ONDES_CUDA_COOLEY_TUKEY, ONDES_CUDA_CONSTANT_GEOMETRY } OndesCudaAlgorithm;

typedef enum
{
  ONDES_CUDA_WALSH,
  ONDES_CUDA_ARITHMETIC,
  ONDES_CUDA_ARITHMETIC_INVERSE,
  ONDES_CUDA_REED_MULLER,        /* int32, one value of 0 or 1 per word */
  ONDES_CUDA_REED_MULLER_PACKED, /* int32, 32 values per word, least significant bit first */
  ONDES_CUDA_HAAR,
  ONDES_CUDA_HAAR_INVERSE,
  ONDES_CUDA_HAAR_ORTHONORMAL, /* float and double only */
  ONDES_CUDA_HAAR_ORTHONORMAL_INVERSE,
  ONDES_CUDA_N_SPECTRA,
} OndesCudaSpectrum;

typedef struct
{
  OndesCudaSpectrum  spectrum;
  OndesCudaElement   type;
  OndesCudaOrder     order; /* Haar: natural or sequency; Reed–Muller and arithmetic: natural or Paley */
  OndesCudaAlgorithm algorithm;
  int                bits; /* log2 of the row length */
  uint64_t           rows;
  int                shift; /* Walsh: the result is divided by 2^shift */
} OndesCudaSpectral;

/* Returns the bytes of an array of @n elements, including padding that kernels may read and write. */
size_t          ondes_cuda_spectral_bytes (OndesCudaElement type,
                                           uint64_t         n);
/* Transforms @data, with a second array @other of the same size, and sets @result to the array that holds the result. @flags:
 * two zeroed words of device memory; the first is set if an integer division is inexact. */
OndesCudaStatus ondes_cuda_spectral (OndesCuda               *self,
                                     const OndesCudaSpectral *spectral,
                                     void                    *data,
                                     void                    *other,
                                     unsigned                *flags,
                                     void                   **result);
/* Computes C(τ) = 2⁻ⁿ W (W f · W g) of 2ⁿ values, n = @bits, in float, double or int64, and writes C to @f. @g is overwritten;
 * pass @g = @f for the autocorrelation. */
OndesCudaStatus ondes_cuda_dyadic (OndesCuda       *self,
                                   OndesCudaElement type,
                                   int              bits,
                                   void            *f,
                                   void            *g,
                                   unsigned        *flags);
/* Pack @n bytes of 0 or 1 into bits of words, and unpack them. */
OndesCudaStatus ondes_cuda_pack (OndesCuda     *self,
                                 uint32_t      *words,
                                 const uint8_t *bytes,
                                 uint64_t       n);
OndesCudaStatus ondes_cuda_unpack (OndesCuda      *self,
                                   uint8_t        *bytes,
                                   const uint32_t *words,
                                   uint64_t        n);

#ifdef __cplusplus
}
#endif
