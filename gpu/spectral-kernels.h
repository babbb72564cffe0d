/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The C interface for fast spectra and dyadic convolution.
 *
 * Arrays are device memory of ondes_cuda_spectral_bytes() and hold consecutive rows of 2^bits values. Integers are two's
 * complement and wrap; the caller checks that the result fits. Threads and errors as in kernels.h; a returned status tells
 * whether the launch succeeded, not whether the kernel has finished.
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

/* Bytes of an array of @n elements, with padding that kernels may read and write. */
size_t          ondes_cuda_spectral_bytes (OndesCudaElement type,
                                           uint64_t         n);
/* Transforms @data. @other is a second array of the same size; @result is set to whichever holds the result. @flags: two zeroed
 * words of device memory; the first is set if an integer is not divisible. */
OndesCudaStatus ondes_cuda_spectral (OndesCuda               *self,
                                     const OndesCudaSpectral *spectral,
                                     void                    *data,
                                     void                    *other,
                                     unsigned                *flags,
                                     void                   **result,
                                     char                     why[ONDES_CUDA_WHY]);
/* C(τ) = 2⁻ⁿ W (W f · W g) of 2^@bits values in float, double or int64, written to @f. Pass @g = @f for the autocorrelation; @g
 * is overwritten. */
OndesCudaStatus ondes_cuda_dyadic (OndesCuda       *self,
                                   OndesCudaElement type,
                                   int              bits,
                                   void            *f,
                                   void            *g,
                                   unsigned        *flags,
                                   char             why[ONDES_CUDA_WHY]);
/* Packs @n bytes of 0 or 1 into words, and unpacks them. */
OndesCudaStatus ondes_cuda_pack (OndesCuda     *self,
                                 uint32_t      *words,
                                 const uint8_t *bytes,
                                 uint64_t       n,
                                 char           why[ONDES_CUDA_WHY]);
OndesCudaStatus ondes_cuda_unpack (OndesCuda      *self,
                                   uint8_t        *bytes,
                                   const uint32_t *words,
                                   uint64_t        n,
                                   char            why[ONDES_CUDA_WHY]);

#ifdef __cplusplus
}
#endif
