/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FFTW plans, made once for the whole process and never destroyed.
 *
 * All calls are from any thread. Arrays must be aligned to 64 bytes. Transforms are not normalised. A plan is estimated
 * (or taken from the user's wisdom) when it is first asked for, and replaced by a measured one when there is one.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_FFT_FORWARD_REAL, /* n real → n/2 + 1 complex; the input is kept unless in place */
  ONDES_FFT_INVERSE_REAL, /* n/2 + 1 complex → n real; the input is lost */
  ONDES_FFT_FORWARD,
  ONDES_FFT_INVERSE,
} OndesFftKind;

typedef struct _OndesFft OndesFft;

/* NULL only where FFTW finds no plan for want of memory. */
const OndesFft *ondes_fft_get       (OndesFftKind    kind,
                                     gsize           length,
                                     gboolean        single,
                                     gboolean        in_place);
void            ondes_fft_execute   (const OndesFft *self,
                                     void           *in,
                                     void           *out);
/* The smallest length ≥ @n with no prime factor above 7. */
gsize           ondes_fft_good_size (gsize           n);
/* While anything computes, the background thread does not measure. */
void            ondes_fft_busy      (int             change);

G_END_DECLS
