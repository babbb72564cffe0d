/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What fibers.cc and runtime.cc share. */
#pragma once

#include "cuda_runtime.h"

#include <mutex>

static const size_t EMULATED_SHARED = 227 << 10; /* bytes that a block may ask for on 9.0 */
static const int EMULATED_POISON = 0xa5;

extern std::recursive_mutex emulated_lock;
extern cudaError_t          emulated_error; /* what cudaGetLastError() gives */

/* Gives @stream something to do. */
void emulated_give (cudaStream_t stream, std::function<void ()> work);
