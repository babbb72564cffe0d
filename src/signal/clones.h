/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CLONES before a function: compiled for several levels of x86-64, of which the machine's is taken when the program starts. */
#pragma once

#if defined __x86_64__ && defined __gnu_linux__ && !defined __SANITIZE_ADDRESS__ && !defined __clang__
#define CLONES __attribute__ ((target_clones ("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLONES
#endif
