/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resampling by any real ratio with a Kaiser-windowed sinc (Smith and Gossett 1984, "A flexible sampling-rate conversion
 * method").
 *
 * Output j lies at input position j r, with r input samples per output sample:
 *
 *   y[j] = Σ_k x[k] h(j r − k),   h(u) = g sinc(g u) w(g u / 64) for |g u| < 64, 0 beyond,
 *   sinc(v) = sin(πv)/(πv),   g = 0.95 / max(1, r),   w the Kaiser window of 104 dB.
 *
 * Frequencies up to 0.9 of the lower of the two Nyquist frequencies pass, within 0.0001 dB; aliases and images of anything
 * above that Nyquist frequency are at least 100 dB down. If r is 1, y is x. h is interpolated from a table within 1e-8; sums
 * are in double precision.
 *
 * A resampler is immutable and may be used from any thread. Outputs are computed by span, in any order, and do not depend on
 * the span: streaming equals in-memory bit for bit. Resamplers of one ratio share their table, which the first run computes;
 * that takes a second for ratios of many thousands.
 */
#pragma once

#include "source.h"

G_BEGIN_DECLS

typedef struct _OndesResampler OndesResampler;

/* The smallest and the largest r. */
#define ONDES_RESAMPLER_STEP_MIN (1.0 / 16384)
#define ONDES_RESAMPLER_STEP_MAX 16384.0

/* Creates a resampler of @step input samples per output sample, within the limits above: input rate / output rate, times the
 * playback speed. Computes nothing. */
OndesResampler *ondes_resampler_new      (double                step);
void            ondes_resampler_free     (OndesResampler       *self);

/* Returns the number of outputs at positions below @n_inputs. */
guint64         ondes_resampler_count    (const OndesResampler *self,
                                          guint64               n_inputs);
/* Returns the position of output @j, in input samples. */
double          ondes_resampler_position (const OndesResampler *self,
                                          guint64               j);
/* Returns the inputs on each side of a position that its output depends on. */
guint           ondes_resampler_halo     (const OndesResampler *self);
/* Turns the output span [*at, *at + *n), n > 0, into the span of the inputs that it depends on; not clipped: inputs beyond the
 * ends of the signal are the caller's, usually zeros. */
void            ondes_resampler_needs    (const OndesResampler *self,
                                          gint64               *at,
                                          guint64              *n);
/* Computes @outputs of @in, the inputs that ondes_resampler_needs() tells. Samples are @width interleaved values: 1 if
 * real, 2 if complex or stereo. A NaN or infinity spreads over the halo: replace it before. Fails if the thread's current
 * cancellable (g_cancellable_get_current()) is cancelled, or with ONDES_ERROR_FILE if there is no memory for the table. */
gboolean        ondes_resampler_run      (const OndesResampler *self,
                                          OndesSpan             outputs,
                                          guint                 width,
                                          const double         *in,
                                          double               *out,
                                          GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesResampler, ondes_resampler_free)

G_END_DECLS
