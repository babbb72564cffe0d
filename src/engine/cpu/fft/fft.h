/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Process-wide cache of FFTW plans, which are never destroyed.
 *
 * Thread-safe. Arrays must be aligned to 64 bytes. Transforms are not normalised. A plan is estimated (or taken from the
 * user's wisdom) on first request and replaced by a measured one once available.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_FFT_FORWARD_REAL, /* n real → n/2 + 1 complex; preserves the input unless in place */
  ONDES_FFT_INVERSE_REAL, /* n/2 + 1 complex → n real; destroys the input */
  ONDES_FFT_FORWARD,
  ONDES_FFT_INVERSE,
} OndesFftKind;

typedef struct _OndesFft OndesFft;

/* Returns the cached plan, created on demand; NULL only if FFTW is out of memory. */
const OndesFft *ondes_fft_get       (OndesFftKind    kind,
                                     gsize           length,
                                     gboolean        single,
                                     gboolean        in_place);
void            ondes_fft_execute   (const OndesFft *self,
                                     void           *in,
                                     void           *out);
/* Returns the smallest length ≥ @n with no prime factor above 7. */
gsize           ondes_fft_good_size (gsize           n);
/* Adds @change to the count of computations; the background thread measures only while the count is 0. */
void            ondes_fft_busy      (int             change);

/* Measures plans for all sizes used so far, now, as the background thread does in time. */
void            ondes_fft_measure_now (void);

G_END_DECLS
