/* SPDX-License-Identifier: GPL-3.0-or-later */
#define T       double
#define SQRT    sqrt
#define TABLE   ondes_kernels_double
#define SINGLE  0
#include "kernels-levels.h"
