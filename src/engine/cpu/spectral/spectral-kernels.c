/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spectral-kernels.h"

#include "base/clones.h"

/* Steps per tile, of up to eight rows each: L1 can still hold eight rows at a power-of-two stride. */
#define TILE_PARTS(n_rows) (((n_rows) + 2) / 3)

/* Unrolls a loop over registers. Disabled under the sanitizers, which leave nothing to unroll and make the compiler warn. */
#ifdef __SANITIZE_ADDRESS__
#define UNROLL(n)
#else
#define PRAGMA(x) _Pragma (#x)
#define UNROLL(n) PRAGMA (GCC unroll n)
#endif

/* EVEN_4 … ODD_8 pick the even or odd elements of two vectors, of 4- or 8-byte elements. */
#define PICK(a, b, ...) __builtin_shufflevector (a, b, __VA_ARGS__)

#define ISA          base
#define VECTOR_BYTES 16
#define WITHIN       3 /* log2 of the vectors that fit in registers along with their temporaries */
#define EVEN_4(a, b) PICK (a, b, 0, 2, 4, 6)
#define ODD_4(a, b)  PICK (a, b, 1, 3, 5, 7)
#define EVEN_8(a, b) PICK (a, b, 0, 2)
#define ODD_8(a, b)  PICK (a, b, 1, 3)
#include "spectral-kernels-isa.h"

#ifdef X86_LEVELS
LEVEL_3
#define ISA          v3
#define VECTOR_BYTES 32
#define WITHIN       3
#define EVEN_4(a, b) PICK (a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define ODD_4(a, b)  PICK (a, b, 1, 3, 5, 7, 9, 11, 13, 15)
#define EVEN_8(a, b) PICK (a, b, 0, 2, 4, 6)
#define ODD_8(a, b)  PICK (a, b, 1, 3, 5, 7)
#include "spectral-kernels-isa.h"
LEVEL_END

LEVEL_4
#define ISA          v4
#define VECTOR_BYTES 64
#define WITHIN       4
#define EVEN_4(a, b) PICK (a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define ODD_4(a, b)  PICK (a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
#define EVEN_8(a, b) PICK (a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define ODD_8(a, b)  PICK (a, b, 1, 3, 5, 7, 9, 11, 13, 15)
#include "spectral-kernels-isa.h"
LEVEL_END
#endif

const OndesSpectralKernels *
ondes_spectral_kernels (OndesType      type,
                        OndesButterfly what)
{
#ifdef X86_LEVELS
  const guint level = ondes_x86_level ();

  if (level >= 4)
    return by_type_and_butterfly_v4[type][what];
  if (level >= 3)
    return by_type_and_butterfly_v3[type][what];
#endif
  return by_type_and_butterfly_base[type][what];
}
