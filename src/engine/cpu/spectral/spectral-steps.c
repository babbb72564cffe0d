/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of the papers (Gajić and Stanković 2011), one element at a time, for all types. */
#include "spectral.h"

#include "base/clones.h"

#include <math.h>
#include <string.h>

static inline guint64
haar_position (guint   n,
                  guint64 k)
{
  const guint level = 63 - (guint) __builtin_clzll (k | 1);

  return k > 0 ? (2 * (k - (G_GUINT64_CONSTANT (1) << level)) + 1) << (n - 1 - level) : 0;
}

static inline guint64
haar_row (guint   n,
                guint64 k)
{
  const guint t = (guint) __builtin_ctzll (k | G_GUINT64_CONSTANT (1) << 63);

  return k > 0 ? (G_GUINT64_CONSTANT (1) << (n - 1 - t)) + (k >> (t + 1)) : 0;
}

/* Bit-reversed row or column index of a tile (5 bits). */
static const guint8 reversed[] = { 0, 16, 8, 24, 4, 20, 12, 28, 2, 18, 10, 26, 6, 22, 14, 30,
                                   1, 17, 9, 25, 5, 21, 13, 29, 3, 19, 11, 27, 7, 23, 15, 31 };

#define T       guint8
#define U       guint8
#define NAME(x) x##_u8
#define INTEGER 1
#include "spectral-steps-template.h"

#define T       gint32
#define U       guint32
#define NAME(x) x##_i32
#define INTEGER 1
#include "spectral-steps-template.h"

#define T       gint64
#define U       guint64
#define NAME(x) x##_i64
#define INTEGER 1
#include "spectral-steps-template.h"

#define T       float
#define U       float
#define NAME(x) x##_f32
#define INTEGER 0
#include "spectral-steps-template.h"

#define T       double
#define U       double
#define NAME(x) x##_f64
#define INTEGER 0
#include "spectral-steps-template.h"

const OndesSpectralType *const ondes_spectral_types[] = {
  [ONDES_U8] = &ondes_spectral_u8,   [ONDES_I32] = &ondes_spectral_i32, [ONDES_I64] = &ondes_spectral_i64,
  [ONDES_F32] = &ondes_spectral_f32, [ONDES_F64] = &ondes_spectral_f64, [ONDES_BITS] = &ondes_spectral_bits,
};
