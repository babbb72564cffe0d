/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Included by spectral-kernels.c once per instruction-set level: ISA is its name, VECTOR_BYTES its register width. */

#define JOIN_(a, b, c, d) a##_##b##_##c##_##d
#define JOIN(a, b, c, d)  JOIN_ (a, b, c, d)

#define T gfloat
#define EVEN EVEN_4
#define ODD  ODD_4
#define NAME(x) JOIN (x, f32, walsh, ISA)
#define PRODUCT
#define FIRST   u + v
#define SECOND  u - v
#include "spectral-kernels-template.h"
#define NAME(x) JOIN (x, f32, difference, ISA)
#define FIRST   u
#define SECOND  v - u
#include "spectral-kernels-template.h"
#define NAME(x) JOIN (x, f32, sum, ISA)
#define FIRST   u
#define SECOND  v + u
#include "spectral-kernels-template.h"
#undef T

#define T guint32
#define NAME(x) JOIN (x, i32, walsh, ISA)
#define FIRST   u + v
#define SECOND  u - v
#include "spectral-kernels-template.h"
#define NAME(x) JOIN (x, i32, difference, ISA)
#define FIRST   u
#define SECOND  v - u
#include "spectral-kernels-template.h"
#define NAME(x) JOIN (x, i32, sum, ISA)
#define FIRST   u
#define SECOND  v + u
#include "spectral-kernels-template.h"
#undef T
#undef EVEN
#undef ODD

#define T gdouble
#define EVEN EVEN_8
#define ODD  ODD_8
#define NAME(x) JOIN (x, f64, walsh, ISA)
#define PRODUCT
#define FIRST   u + v
#define SECOND  u - v
#include "spectral-kernels-template.h"
#define NAME(x) JOIN (x, f64, difference, ISA)
#define FIRST   u
#define SECOND  v - u
#include "spectral-kernels-template.h"
#define NAME(x) JOIN (x, f64, sum, ISA)
#define FIRST   u
#define SECOND  v + u
#include "spectral-kernels-template.h"
#undef T

#define T guint64
#define NAME(x) JOIN (x, i64, walsh, ISA)
#define PRODUCT
#define FIRST   u + v
#define SECOND  u - v
#include "spectral-kernels-template.h"
#define NAME(x) JOIN (x, i64, difference, ISA)
#define FIRST   u
#define SECOND  v - u
#include "spectral-kernels-template.h"
#define NAME(x) JOIN (x, i64, sum, ISA)
#define FIRST   u
#define SECOND  v + u
#include "spectral-kernels-template.h"

/* Packed bits: butterflies within a word, by shift and mask. */
#define IN_WORD(w) \
  w ^= (w & G_GUINT64_CONSTANT (0x5555555555555555)) << 1; \
  w ^= (w & G_GUINT64_CONSTANT (0x3333333333333333)) << 2; \
  w ^= (w & G_GUINT64_CONSTANT (0x0f0f0f0f0f0f0f0f)) << 4; \
  w ^= (w & G_GUINT64_CONSTANT (0x00ff00ff00ff00ff)) << 8; \
  w ^= (w & G_GUINT64_CONSTANT (0x0000ffff0000ffff)) << 16; \
  w ^= w << 32;
#define NAME(x) JOIN (x, bits, xor, ISA)
#define FIRST   u
#define SECOND  v ^ u
#include "spectral-kernels-template.h"
#undef IN_WORD
#undef T
#undef EVEN
#undef ODD

#define BY_TYPE(type) \
  { \
    [ONDES_BUTTERFLY_WALSH] = &JOIN (kernels, type, walsh, ISA), \
    [ONDES_BUTTERFLY_DIFFERENCE] = &JOIN (kernels, type, difference, ISA), \
    [ONDES_BUTTERFLY_SUM] = &JOIN (kernels, type, sum, ISA), \
  }
static const OndesSpectralKernels *const JOIN (by, type, and_butterfly, ISA)[][ONDES_BUTTERFLY_XOR + 1] = {
  [ONDES_I32] = BY_TYPE (i32), [ONDES_I64] = BY_TYPE (i64), [ONDES_F32] = BY_TYPE (f32), [ONDES_F64] = BY_TYPE (f64),
  [ONDES_BITS] = { [ONDES_BUTTERFLY_XOR] = &JOIN (kernels, bits, xor, ISA) },
};
#undef BY_TYPE

#undef JOIN
#undef JOIN_
#undef ISA
#undef VECTOR_BYTES
#undef WITHIN
#undef EVEN_4
#undef EVEN_8
#undef ODD_4
#undef ODD_8
