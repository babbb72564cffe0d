/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code compiled for several x86-64 microarchitecture levels.
 *
 * CLONES before a function compiles it once per level and picks the best version for the machine at program start; compilers
 * without support compile it once.
 * LEVEL_3 or LEVEL_4 before functions, and LEVEL_END after them, compile them for that level only; the caller selects with
 * ondes_x86_level(). Works with any compiler. X86_LEVELS is defined if there is more than one level. */
#pragma once

#include <glib.h>

/* AddressSanitizer does not support ifunc resolvers, which run too early. */
#if defined __SANITIZE_ADDRESS__
#define CLONES_SANITIZED
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define CLONES_SANITIZED
#endif
#endif

/* Clang 14 fails to link clones: it makes their resolvers global, and gives clones of public functions names that no caller
 * uses. */
#if !defined __x86_64__ || !defined __gnu_linux__ || defined CLONES_SANITIZED || defined __clang__
#define CLONES
#else
#define CLONES __attribute__ ((target_clones ("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif

/* GCC's AddressSanitizer aligns 64-byte vectors on its stack to only 32 bytes (GCC bug 110027). */
#if defined __x86_64__ && !defined CLONES_SANITIZED
#define X86_LEVELS
#ifdef __clang__
#define LEVEL_3 _Pragma ("clang attribute push (__attribute__ ((target (\"arch=x86-64-v3\"))), apply_to = function)")
/* Lists the features one by one: given the level's name, Clang would avoid 64-byte registers. */
#define LEVEL_4 \
  _Pragma ("clang attribute push (__attribute__ ((target (\"avx512vl,avx512bw,avx512dq,avx512cd,bmi2\"))), apply_to = function)")
#define LEVEL_END _Pragma ("clang attribute pop")
#else
#define LEVEL_3   _Pragma ("GCC push_options") _Pragma ("GCC target (\"arch=x86-64-v3\")")
#define LEVEL_4   _Pragma ("GCC push_options") _Pragma ("GCC target (\"arch=x86-64-v4\")")
#define LEVEL_END _Pragma ("GCC pop_options")
#endif
#endif

/* Returns the machine's x86-64 level: 4, 3, or 1 for lower levels and other architectures. */
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
