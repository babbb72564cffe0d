/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spectral-kernels.h"

#include "base/clones.h"

/* Steps of a tile: of eight rows that stand a power of two apart the first cache still holds all. */
#define TILE_PARTS(n_rows) (((n_rows) + 2) / 3)

/* Loops over registers; the sanitizers leave none to be unrolled, and the compiler says so. */
#ifdef __SANITIZE_ADDRESS__
#define UNROLL(n)
#else
#define PRAGMA(x) _Pragma (#x)
#define UNROLL(n) PRAGMA (GCC unroll n)
#endif

/* The even and the odd of two vectors, of elements of 4 and 8 bytes. */
#define PICK(a, b, ...) __builtin_shufflevector (a, b, __VA_ARGS__)

#define ISA          base
#define VECTOR_BYTES 16
#define WITHIN       3 /* log2 of the vectors that registers hold beside what is made of them */
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
