/* SPDX-License-Identifier: GPL-3.0-or-later */
#define T       float
#define SQRT    sqrtf
#define TABLE   ondes_kernels_float
#define SINGLE  1
#include "kernels-levels.h"
