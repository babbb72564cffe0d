/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the CUDA code offers to the engine: plain C, for GLib's headers do not pass nvcc, nor CUDA's the C side.
 *
 * Devices are numbered from 0 as the CUDA runtime numbers them. Every function may be called from any thread and none aborts;
 * what fails says why in @why, half a sentence without a full stop.
 */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ONDES_CUDA_WHY 256

/* The three errors of the contract (engine.h). */
typedef enum
{
  ONDES_CUDA_OK,
  ONDES_CUDA_UNSUPPORTED,
  ONDES_CUDA_NO_MEMORY,
  ONDES_CUDA_LOST,
} OndesCudaStatus;

typedef struct
{
  char     name[64];
  int      major, minor;  /* compute capability */
  int      driver;        /* the CUDA version that the driver speaks, 1000 major + 10 minor */
  uint64_t mem_free, mem_total; /* bytes */
} OndesCudaDevice;

/* How many devices there are. 0: none, and @why says why. Wakes no device. */
int             ondes_cuda_count    (char             why[ONDES_CUDA_WHY]);
/* Wakes the device: the free memory is only known then. */
OndesCudaStatus ondes_cuda_describe (int              device,
                                     OndesCudaDevice *description,
                                     char             why[ONDES_CUDA_WHY]);
/* Runs a kernel whose result is known: a device that is too old for the architectures compiled in, in a mode that forbids
 * its use, or broken is found here and not in the middle of a transform. */
OndesCudaStatus ondes_cuda_check    (int              device,
                                     char             why[ONDES_CUDA_WHY]);

#ifdef __cplusplus
}
#endif
