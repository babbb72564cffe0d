/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the CUDA code offers for fast spectra and dyadic convolution, in plain C.
 *
 * Arrays are device memory of ondes_cuda_spectral_bytes(). Rows of 2^bits values lie one behind another. Integers are two's
 * complement and wrap: the caller has checked that the result fits. Threads and errors are as in kernels.h: what is returned
 * tells whether the launches went well, not whether they have ended.
 */
#pragma once

#include "kernels.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { ONDES_CUDA_FLOAT, ONDES_CUDA_DOUBLE, ONDES_CUDA_INT32, ONDES_CUDA_INT64, ONDES_CUDA_N_ELEMENTS } OndesCudaElement;
typedef enum { ONDES_CUDA_NATURAL, ONDES_CUDA_SEQUENCY, ONDES_CUDA_PALEY } OndesCudaOrder; /* as OndesOrder */
typedef enum { ONDES_CUDA_AUTO, ONDES_CUDA_COOLEY_TUKEY, ONDES_CUDA_CONSTANT_GEOMETRY } OndesCudaAlgorithm; /* as OndesAlgorithm */

typedef enum
{
  ONDES_CUDA_WALSH,
  ONDES_CUDA_ARITHMETIC,
  ONDES_CUDA_ARITHMETIC_INVERSE,
  ONDES_CUDA_REED_MULLER,        /* I32, 0 or 1 a word */
  ONDES_CUDA_REED_MULLER_PACKED, /* I32, 32 values a word, least significant bit first */
  ONDES_CUDA_HAAR,
  ONDES_CUDA_HAAR_INVERSE,
  ONDES_CUDA_HAAR_ORTHONORMAL,   /* F32, F64 */
  ONDES_CUDA_HAAR_ORTHONORMAL_INVERSE,
  ONDES_CUDA_N_SPECTRA,
} OndesCudaSpectrum;

typedef struct
{
  OndesCudaSpectrum  spectrum;
  OndesCudaElement      type;
  OndesCudaOrder     order;     /* Haar: natural or sequency; reed-muller, arithmetic: natural or Paley */
  OndesCudaAlgorithm algorithm;
  int                bits;      /* of a row: 2^bits values */
  uint64_t           rows;
  int                shift;     /* Walsh: the result is divided by 2^shift */
} OndesCudaSpectral;

/* Bytes of an array of @n elements of @type, with room for what passes touch behind its end. */
size_t          ondes_cuda_spectral_bytes (OndesCudaElement         type,
                                           uint64_t                 n);
/* Transforms what is in @data. @other is a second array of the same size, and @result is set to the one that holds the result.
 * @flags: two words of device memory, zero; where a division leaves a rest the first is set. */
OndesCudaStatus ondes_cuda_spectral       (OndesCuda               *self,
                                           const OndesCudaSpectral *spectral,
                                           void                    *data,
                                           void                    *other,
                                           unsigned                *flags,
                                           void                   **result,
                                           char                     why[ONDES_CUDA_WHY]);
/* C(τ) = 2⁻ⁿ W (W f · W g) of 2^@bits values of F32, F64 or I64; into @f. @g is @f for the autocorrelation, and lost. */
OndesCudaStatus ondes_cuda_dyadic         (OndesCuda               *self,
                                           OndesCudaElement         type,
                                           int                      bits,
                                           void                    *f,
                                           void                    *g,
                                           unsigned                *flags,
                                           char                     why[ONDES_CUDA_WHY]);
/* @n values of 0 or 1 a byte to packed words, and back. */
OndesCudaStatus ondes_cuda_pack           (OndesCuda               *self,
                                           uint32_t                *words,
                                           const uint8_t           *bytes,
                                           uint64_t                 n,
                                           char                     why[ONDES_CUDA_WHY]);
OndesCudaStatus ondes_cuda_unpack         (OndesCuda               *self,
                                           uint8_t                 *bytes,
                                           const uint32_t          *words,
                                           uint64_t                 n,
                                           char                     why[ONDES_CUDA_WHY]);

#ifdef __cplusplus
}
#endif
