/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies behind a thread's back, made as late as they may be: who reads too early reads poison. */
#pragma once

#include "cuda_runtime.h"

void __pipeline_memcpy_async (void *to, const void *from, size_t bytes, size_t zeros = 0);
void __pipeline_commit       (void);
void __pipeline_wait_prior   (unsigned n);
