/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FIR filters: windowed-sinc design, and the frequency response of taps. Pure functions; any thread. Long filters take seconds:
 * what goes through their taps polls the thread's current cancellable.
 *
 * A filter of M taps gives y[t] = Σ_m h[m] x[t + d − m] with d = ⌊(M − 1)/2⌋, which is without delay if h is symmetric about d.
 * The impulse response of the ideal filter is truncated to M taps and windowed (Oppenheim and Schafer, Discrete-Time Signal
 * Processing, section 7.5). Length and β of a Kaiser window follow from ripple and transition width (Kaiser 1974). The response of
 * these taps is then measured, and they are designed anew until it holds the ripple.
 */
#pragma once

#include "base/request-error.h"

G_BEGIN_DECLS

/* Most taps of a design: 3 minutes at 96 kHz. */
#define ONDES_FIR_TAPS_MAX (1u << 24)

typedef enum
{
  ONDES_WINDOW_KAISER,
  ONDES_WINDOW_HANN,
  ONDES_WINDOW_HAMMING,
  ONDES_WINDOW_BLACKMAN,
  ONDES_WINDOW_RECT,
} OndesWindowKind;

typedef struct
{
  OndesWindowKind kind;
  double          beta; /* of a Kaiser window, ≥ 0 */
} OndesFirWindow;

/* Returns the weight at @x, −1 … 1 from end to end. */
double   ondes_window_at    (const OndesFirWindow *window,
                             long double           x);

typedef enum
{
  ONDES_FIR_LOWPASS,        /* below hi_hz */
  ONDES_FIR_HIGHPASS,       /* above lo_hz */
  ONDES_FIR_BANDPASS,       /* lo_hz … hi_hz */
  ONDES_FIR_BANDSTOP,       /* all but lo_hz … hi_hz */
  ONDES_FIR_NOTCH,          /* stops bands hi_hz wide at lo_hz and its harmonics */
  ONDES_FIR_DIFFERENTIATOR, /* d/dt, in the samples' unit a second */
  ONDES_FIR_HILBERT,        /* −i sgn f: turns a cosine into a sine */
} OndesFirKind;

/* The amplitude is ½ at the cut-offs, and 1 at 0 Hz, at half the rate or mid-band, whichever passes. The ripple of a differentiator
 * is relative to the derivative, and the derivative of a ramp is its slope. */
typedef struct
{
  OndesFirKind kind;
  double       lo_hz, hi_hz;
  guint        harmonics;     /* for NOTCH, ≥ 1: the number of bands, the fundamental included */
  guint        length;        /* taps; 0: from ripple and transition */
  OndesFirWindow window;      /* used if a length is given */
  double       ripple_db;     /* > 0: minimum attenuation; the passband ripple is as small */
  double       transition_hz; /* width from passband to stop band, half of it on each side of a cut-off; 0: a tenth of the lowest
                               * cut-off. DIFFERENTIATOR passes up to half the rate less this, HILBERT from this on as well */
} OndesFirDesign;

/* low-pass without a cut-off yet, 80 dB, automatic length */
extern const OndesFirDesign ondes_fir_design_default;

/* Fails with ONDES_ERROR_REQUEST if no rate allows the design: cut-offs are crossed or not above 0, the attenuation is out
 * of range, or the length is even but the kind needs an odd one (high-pass, band-stop, notch, differentiator, Hilbert); with
 * ONDES_ERROR_FILE if a cut-off is not below half of @rate_hz, which is infinite if it is not known yet. */
gboolean ondes_fir_design_check (const OndesFirDesign *design,
                             double                rate_hz,
                             GError              **error);
/* Returns taps for samples at @rate_hz, and sets @n to their number; free with g_free(). Fails like
 * ondes_fir_design_check(), with ONDES_ERROR_FILE if there would be too many taps or double precision cannot hold the
 * ripple, and with G_IO_ERROR_CANCELLED. */
double  *ondes_fir_design   (const OndesFirDesign *design,
                             double                rate_hz,
                             guint                *n,
                             GError              **error);

/* Sets length and window of a design from its ripple and transition by Kaiser's formulas, unmeasured. Fails as above. */
gboolean ondes_fir_design_window (OndesFirDesign       *design,
                                 double                rate_hz,
                                 GError              **error);
/* Returns the number of taps that Kaiser's formulas ask for: odd, and beyond ONDES_FIR_TAPS_MAX if no design is that long. A
 * design has more where the formulas fall short. */
double   ondes_fir_design_length (const OndesFirDesign *design,
                             double                rate_hz);
/* Sets @response to the real and the imaginary part of the frequency response Σ_m h[m] exp(−2πi f (m − d)/rate), summed in
 * double. If @is_complex, @taps are pairs (re, im). Ends with a part of the sum if the current cancellable is cancelled. */
void     ondes_fir_response (const double         *taps,
                             guint                 n,
                             gboolean              is_complex,
                             double                f_hz,
                             double                rate_hz,
                             double                response[2]);

G_END_DECLS
