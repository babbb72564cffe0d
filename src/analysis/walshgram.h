/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walshgrams as pictures: OndesScalogram (scalogram.h) with the spec of a Walshgram (transform/walshgram.h).
 *
 * ondes_scalogram_compute() and ondes_scalogram_preview() take such a spec too. The view of the job is that of the request: the
 * frames that begin in it. In the picture:
 *   rows            the window, in the spec's order; sequency order has its lowest row first
 *   frequencies_hz  in sequency order, zero crossings a time unit, k·rate/window; in the others, the row's index k
 *   edges_hz        half a row below and above, so that row 0 begins below 0: show rows on a linear axis, as ONDES_SHOW_AUTO
 *                   does; a view_lo and view_hi of 0 show all of them; a logarithmic axis leaves row 0 out
 *   columns         min (the job's columns, frames), each the largest magnitude of its frames
 *   view            the samples over which the frames are drawn, ondes_walshgram_shown(); columns share it evenly
 *   oversampling    1; exact, largest, levels, medians, equalised, exponent as for a scalogram; no cone of influence
 *   unit            of the samples; "" if the source holds integers
 * Palette, levels, rasters (figure/raster.h), figures, and reading by ondes_scalogram_row(), _column(), _value() work as for a
 * scalogram of magnitude. ondes_scalogram_cut() and _assemble() take Walshgrams at whole hops:
 * columns hold whole frames, not samples.
 *
 * Times: a frame is drawn over one hop around the middle of its window; from its first sample on if the hop is longer than the
 * window.
 */
#pragma once

#include "scalogram.h"
#include "transform/walshgram.h"

G_BEGIN_DECLS

/* TRUE if the picture is a Walshgram. */
gboolean  ondes_scalogram_is_walshgram (const OndesScalogram *self);
/* TRUE if it is one whose frequencies_hz are sequencies; FALSE if they are indices of rows in natural or Paley order. */
gboolean  ondes_scalogram_has_sequency (const OndesScalogram *self);

/* Returns the samples from a frame's first one to where it is drawn: ⌊(window − hop)/2⌋, or 0 if the hop is longer. */
guint64   ondes_walshgram_offset       (const OndesWalshgram *self);
/* Returns the samples over which @frames are drawn: count·hop of them, from first·hop + offset on. They may reach past the
 * recording's end if the hop is longer than the window. */
OndesSpan ondes_walshgram_shown        (const OndesWalshgram *self,
                                        OndesSpan             frames);
/* Returns the frames that are drawn, wholly or in part, over samples [@first, @first + @count) of a recording of @n; count 0
 * if there are none, as near its ends. */
OndesSpan ondes_walshgram_frames_over  (const OndesWalshgram *self,
                                        guint64               n,
                                        guint64               first,
                                        guint64               count);
/* Returns the view, for a job, of the frames @frames (at least one) in @columns columns. */
OndesView ondes_walshgram_view         (const OndesWalshgram *self,
                                        OndesSpan             frames,
                                        guint                 columns);

/* Returns the source whose coefficients are exported as numbers: the file's own, as spectra have them, PCM in counts. Pictures are
 * of ondes_recording_source(), as scalograms are. Blocks, as text files must be scanned. Transfer full. */
OndesSource *ondes_walshgram_source    (OndesRecording       *recording,
                                        guint                 channel,
                                        GError              **error);

G_END_DECLS
