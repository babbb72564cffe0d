/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CLONES before a function: compiled for several levels of x86-64, of which the machine's is taken when the program starts.
 * CLONES_MADE is defined where there are some. */
#pragma once

#include <glib.h>

/* AddressSanitizer does not stand what chooses so early. */
#if defined __SANITIZE_ADDRESS__
#define CLONES_SANITIZED
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define CLONES_SANITIZED
#endif
#endif

/* Clang 14 links no clones: it gives their choosers global names, and those of public functions other names than are called. */
#if !defined __x86_64__ || !defined __gnu_linux__ || defined CLONES_SANITIZED || defined __clang__
#define CLONES
#else
#define CLONES_MADE
#define CLONES __attribute__ ((target_clones ("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif

/* The machine's level of x86-64: 4, 3, or 1 for what is below, and for other machines. */
static inline guint
ondes_x86_level (void)
{
#if !defined __x86_64__
  return 1;
#elif defined __clang__
  if (!__builtin_cpu_supports ("avx2") || !__builtin_cpu_supports ("fma") || !__builtin_cpu_supports ("bmi2"))
    return 1;
  return __builtin_cpu_supports ("avx512vl") && __builtin_cpu_supports ("avx512bw") && __builtin_cpu_supports ("avx512dq") ? 4 : 3;
#else
  return __builtin_cpu_supports ("x86-64-v4") ? 4 : __builtin_cpu_supports ("x86-64-v3") ? 3 : 1;
#endif
}
