/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings at two or four times their rate, with samples put between theirs: a computed source (computed-source.h), F64 or C128.
 *
 * N samples become K N; output K n + j lies j/K of an interval after sample n. Between samples the value is
 *   hold      that of the sample before                linear    on the line between two
 *   cubic     on the cubic of Catmull and Rom (1974) through two of them, its slopes those of their neighbours
 *   sinc      by windowed sinc (resampler.h): frequencies up to 0.9 of the old half rate within 0.0001 dB, images 100 dB down
 *   taps:FILE by a filter of the user's at the new rate: y[p] = Σ_m h[m] u[p + d − m], d = ⌊(M − 1)/2⌋, u being the samples with
 *             K − 1 zeros behind each; h is not scaled, so it keeps the level if every K-th tap adds up to 1
 * Beyond the ends hold, linear and cubic go on with the end's value; sinc and taps take zeros. NaN and infinities count as 0.
 *
 * The largest error of a tone of frequency f, of its amplitude:
 *   f/f_s        1/64      1/32      1/16      1/8
 *   hold, 4×     0.074     0.15      0.29      0.58     2 sin (π f/f_s (K − 1)/K)
 *   linear       0.0012    0.0048    0.019     0.076    1 − cos (π f/f_s)
 *   cubic        0.000015  0.00012   0.0010    0.0092
 */
#pragma once

#include "computed-source.h"

G_BEGIN_DECLS

extern const char *const ondes_interpolation_names[]; /* hold linear cubic sinc taps:, NULL-terminated */

#define ONDES_OVERSAMPLE_TAPS_MAX (1u << 16)

/* What is put between samples; immutable and reference counted, any thread. */
typedef struct _OndesOversampling OndesOversampling;

/* Oversamples by @factor, 2 or 4; @interpolation is "hold" … "taps:FILE", or NULL for sinc. Reads the file of taps: text, .npy or
 * any recording, its first channel. Fails with ONDES_ERROR_REQUEST for another number or word, and with ONDES_ERROR_FILE for taps
 * that cannot be read, are too many or complex, or are no finite numbers. */
OndesOversampling *ondes_oversampling_new   (guint              factor,
                                             const char        *interpolation,
                                             GCancellable      *cancellable,
                                             GError           **error);
OndesOversampling *ondes_oversampling_ref   (OndesOversampling *self);
void               ondes_oversampling_unref (OndesOversampling *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesOversampling, ondes_oversampling_unref)

/* Creates a source, or a recording, of more samples; reads nothing. */
OndesSource    *ondes_source_oversample     (OndesSource       *source,
                                             OndesOversampling *oversampling,
                                             GError           **error);
OndesRecording *ondes_recording_oversample  (OndesRecording    *recording,
                                             OndesOversampling *oversampling);
/* Fails with ONDES_ERROR_REQUEST if @interpolation is none; opens no file. */
gboolean        ondes_interpolation_check  (const char     *interpolation,
                                            GError        **error);
/* TRUE if that is a file. */
gboolean        ondes_interpolation_is_file (const char    *interpolation);

/* How a source of such a recording is computed, for who interpolates its parent's samples elsewhere: output K n + j is
 * Σ_i weights[j width + i] x[n − back + i]. */
typedef struct
{
  guint         factor, width; /* K */
  gint64        back;
  const double *weights;      /* owned by the source */
} OndesPolyphase;

/* Fills @self; FALSE if @source is no such source. */
gboolean        ondes_source_polyphase      (OndesSource    *source,
                                             OndesPolyphase *self);
/* Reads inputs [at, at + n) of such a @source, at least one of them within its parent, as F64 or C128: beyond the ends what the
 * interpolation takes there. */
gboolean        ondes_source_polyphase_read (OndesSource    *source,
                                             gint64          at,
                                             guint64         n,
                                             double         *in,
                                             GError        **error);

G_END_DECLS
