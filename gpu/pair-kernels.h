/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C interface of iterated pair updates (src/transform/pair-table.h). Threading and errors are as in kernels.h; launches are
 * asynchronous, and a status only says whether the launch succeeded.
 */
#pragma once

#include "kernels.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Types of the values, and of the coefficients. Integers are two's complement and wrap around. */
typedef enum
{
  ONDES_CUDA_PAIRS_F32,
  ONDES_CUDA_PAIRS_F64,
  ONDES_CUDA_PAIRS_I64,
  ONDES_CUDA_PAIRS_C64,
  ONDES_CUDA_PAIRS_C128,
  ONDES_CUDA_PAIRS_N_TYPES,
} OndesCudaPairsType;
/* Same order as OndesPairKind. */
typedef enum
{
  ONDES_CUDA_PAIRS_SUM,
  ONDES_CUDA_PAIRS_BUTTERFLY,
  ONDES_CUDA_PAIRS_MATRIX,
  ONDES_CUDA_PAIRS_N_KINDS
} OndesCudaPairsKind;

/* A pair in a table: k in bits 0 … 11, l in 12 … 23, the role in bit 24. */
#define ONDES_CUDA_PAIR(k, l, role) ((uint32_t) (k) | (uint32_t) (l) << 12 | (uint32_t) (role) << 24)

typedef struct
{
  OndesCudaPairsType type;
  OndesCudaPairsKind kind;
  unsigned           n, stages;    /* n even, 2 … 4096 */
  const uint32_t    *pairs;        /* device: pair i of stage j at j n/2 + i */
  const void        *coefficients; /* device: 1 (butterfly) or 4 (matrix) values of the type a pair; NULL for sums */
  unsigned           modulus;      /* 2: results modulo 2, of I64 alone; otherwise 0 */
  uint64_t           rows;         /* vectors of n consecutive values */
  unsigned           threads;      /* of a block, to 1024; 0: n/2, at most 1024 */
  uint64_t           blocks, jobs; /* blocks, and vectors that each computes; 0: chosen, from the other if that is given */
  int                rolled;       /* TRUE: not the kernel unrolled for n = 64, 256 or 1024 with as many stages as bits */
} OndesCudaPairs;

/* Updates the vectors at @in into @out, which may be @in; device memory. UNSUPPORTED if blocks × jobs do not suffice for
 * the rows, or the device has too little shared memory for a vector. */
OndesCudaStatus ondes_cuda_pairs (OndesCuda            *self,
                                  const OndesCudaPairs *pairs,
                                  const void           *in,
                                  void                 *out);

#ifdef __cplusplus
}
#endif
