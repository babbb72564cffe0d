/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What becomes of rows that filters computed by their masks (device/masks.cu). Threading and errors are as in kernels.h. */
#pragma once

#include "bank.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Outputs of ondes_cuda_fir_run(). */
typedef struct
{
  const void *data; /* device: rows of @n values, real or complex, in single or double precision */
  uint64_t    n;    /* at least 1 */
  unsigned    n_rows;
  int         is_complex, single;
} OndesCudaMaskOutputs;

/* Stores magnitude, power or phase of all outputs. */
OndesCudaStatus ondes_cuda_mask_values (OndesCuda                  *self,
                                        const OndesCudaMaskOutputs *masks,
                                        const OndesCudaOutput      *output);
/* Does for them what ondes_cuda_pool() does: they are samples @at … @at + n − 1 of the view. */
OndesCudaStatus ondes_cuda_mask_pool (OndesCuda                  *self,
                                      const OndesCudaMaskOutputs *masks,
                                      uint64_t                    at,
                                      const OndesCudaColumns     *columns);

#ifdef __cplusplus
}
#endif
