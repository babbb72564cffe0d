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

/* Starts a thread of idle priority that measures FFT plans for the sizes used so far whenever nothing computes; for
 * long-running programs. Measured plans are kept in the user's cache directory; until then, estimated plans are used. */
void            ondes_cpu_measure_in_background (void);
/* Makes this process use estimated plans alone, so that the bits of its results do not depend on what was measured before: for
 * jobs that several processes share. Call it before anything is computed. */
void            ondes_cpu_forgo_wisdom (void);
/* Measures plans for all sizes used so far, now, as the background thread does in time. */
void            ondes_fft_measure_now (void);

G_END_DECLS
