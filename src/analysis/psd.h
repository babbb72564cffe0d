/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fourier spectra by Welch's method (P. D. Welch 1967, "The use of fast Fourier transform for the estimation of power spectra",
 * IEEE Transactions on Audio and Electroacoustics 15, 70–73).
 *
 * Segments of L samples x begin every L − ⌊overlap · L⌋ samples; one that is not whole is left out. Each is detrended, then weighed
 * by the periodic window w. With X_k = Σ_t w_t x_t e^(−2πi k t/L) and the mean over segments, bin k lies at k f_s/L and has
 *   density    P_k = c |X_k|²/(f_s Σ w²), in unit² per hertz
 *   spectrum   c |X_k|²/(Σ w)², in unit²: a tone of amplitude A reads A²/2
 *   amplitude  the root of that times √c: a tone of amplitude A reads A
 * Of real samples c is 2, and 1 at 0 and at f_s/2: one side has the power of both. Of complex samples c is 1 and frequencies go
 * from −f_s/2 to f_s/2. Density and spectrum equal scipy.signal.welch. NaN and infinities count as 0.
 *
 * Bands have the power Σ P_k f_s/L of the bins within their edges (filter-bank.h), a bin at an edge counted by the part that lies
 * inside. A bin reaches half of f_s/L to each side. Of complex samples both sides are summed. The highest band ends at or below
 * f_s/2. The lowest is at least three bins wide: a narrower one would not hold a tone.
 */
#pragma once

#include "base/watch.h"
#include "param/param.h"
#include "signal/source.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_PSD_HANN,
  ONDES_PSD_HAMMING,
  ONDES_PSD_BLACKMAN,
  ONDES_PSD_BLACKMAN_HARRIS,
  ONDES_PSD_FLAT_TOP,
  ONDES_PSD_RECT,
} OndesPsdWindow;

typedef enum { ONDES_PSD_DETREND_NONE, ONDES_PSD_DETREND_MEAN, ONDES_PSD_DETREND_LINEAR } OndesPsdDetrend;
typedef enum { ONDES_PSD_DENSITY, ONDES_PSD_SPECTRUM, ONDES_PSD_AMPLITUDE } OndesPsdScaling;

/* Words of the command and the settings, indexed by value, NULL-terminated. */
extern const char *const ondes_psd_window_names[];  /* hann hamming blackman blackman-harris flat-top rect */
extern const char *const ondes_psd_detrend_names[]; /* none mean linear */
extern const char *const ondes_psd_scaling_names[]; /* density spectrum amplitude */
extern const char *const ondes_psd_band_names[];    /* none 1/1 1/3 1/6 1/12 1/24 */

typedef struct
{
  OndesPsdWindow  window;
  guint64         length;  /* samples of a segment; 0 for an automatic choice */
  double          overlap; /* part of a segment */
  OndesPsdDetrend detrend;
  OndesPsdScaling scaling; /* not of bands */
  guint           bands;   /* index of ondes_psd_band_names; 0 for none */
  /* How it is drawn. */
  gboolean        linear_axis;  /* of frequencies; complex samples always have it */
  gboolean        linear_scale; /* no decibels */
  double          view_lo, view_hi; /* frequencies in view; both 0 for all */
} OndesPsdOptions;

#define ONDES_PSD_LENGTH_LEAST 4
#define ONDES_PSD_LENGTH_MOST  (G_GUINT64_CONSTANT (1) << 26)
#define ONDES_PSD_OVERLAP_MOST 0.99

/* Parameters of OndesPsdOptions. */
extern const OndesParamTable ondes_psd_params;

/* Immutable once made, reference counted; any thread. */
typedef struct
{
  OndesPsdOptions options;  /* with the length of the segments */
  gsize    n;
  double  *frequencies_hz;  /* ascending; of bands their centres */
  double  *edges_hz;        /* of bands, lower and upper edge of each; otherwise NULL */
  double  *values;          /* of the scaling, or powers of bands */
  guint64  averages;        /* segments */
  guint64  step;            /* samples from one segment to the next */
  double   bin_hz;
  double   rate_hz;
  OndesSpan span;
  gboolean two_sided;
} OndesPsd;

/* A peak of a spectrum. */
typedef struct
{
  gsize    index;
  double   hz, value;    /* of the parabola's top */
  gboolean interpolated; /* FALSE: of the bin itself, which is the first, the last, or has a neighbour of 0 */
} OndesPsdPeak;

/* Returns the automatic length for a span of @n samples: the power of two nearest to 2n/51, within 256 … 65536, and at most n. That
 * makes about 50 segments that overlap by half. */
guint64       ondes_psd_auto_length (guint64                n);
/* Computes the spectrum of @span of @source, within it. Takes memory for one segment. Blocks: call from a worker thread. Fails
 * with ONDES_ERROR_FILE if the span is shorter than a segment, if no band is left, or if there is no memory, and with
 * G_IO_ERROR_CANCELLED. */
OndesPsd     *ondes_psd_compute     (OndesSource           *source,
                                     OndesSpan              span,
                                     const OndesPsdOptions *options,
                                     const OndesWatch      *watch,
                                     GError               **error);
OndesPsd     *ondes_psd_ref         (OndesPsd              *self);
void          ondes_psd_unref       (OndesPsd              *self);
/* Returns the index of the value nearest to @hz. */
gsize         ondes_psd_nearest     (const OndesPsd        *self,
                                     double                 hz);
/* Returns the peak uphill from @index. Its frequency and value are at the top of the parabola through the logarithms of three
 * values. With a flat top the value is the largest bin's, which is closer. A band is its own peak. */
OndesPsdPeak  ondes_psd_peak        (const OndesPsd        *self,
                                     gsize                  index);
/* Sets @peaks to the largest peaks of @lo_hz … @hi_hz, the largest first, at most @most, none within the window's main lobe of a
 * larger one; returns how many. Bands have none. */
guint         ondes_psd_peaks       (const OndesPsd        *self,
                                     double                 lo_hz,
                                     double                 hi_hz,
                                     OndesPsdPeak          *peaks,
                                     guint                  most);
/* Returns the unit of the values, "V²/Hz", for samples in @unit, "" or NULL if they have none, and frequencies in @frequency_unit;
 * transfer full. */
char         *ondes_psd_unit        (const OndesPsdOptions *options,
                                     const char            *unit,
                                     const char            *frequency_unit);
/* Returns the value in decibels, of an amplitude 20 log₁₀ and of a power 10 log₁₀; −∞ for 0. */
double        ondes_psd_db          (const OndesPsdOptions *options,
                                     double                 value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesPsd, ondes_psd_unref)

G_END_DECLS
