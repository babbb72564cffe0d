/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Walshgram: Walsh spectra of a window that slides over a recording, sequency against time.
 *
 * Frame j is samples j·hop … j·hop + window − 1 of the recording, whole windows only, times the taper:
 *   X[k, j] = Σ_t w[t] x[j·hop + t] wal_k(t), t = 0 … window − 1, unnormalised, wal_k the Walsh functions of spectrum.h
 *   rect  w[t] = 1
 *   hann  w[t] = (1 − cos (2π (t + ½)/window))/2: symmetric, no sample weighs nothing
 * Rows are the coefficients of a frame, in the order of the spec. In sequency order, row k has k zero crossings in a window:
 * it lies at k·rate/window zero crossings a time unit.
 *
 * A view holds the frames that begin in it: those with first ≤ j·hop < first + count whose whole window is in the recording.
 * Windows reach past the view's end, so views side by side give the frames of their union, each once. Without columns the
 * result is window × frames in the type of the spec. With columns it is window × min (columns, frames) of F32: column c has the
 * largest |X| of the view's frames [⌊c F/columns⌋, ⌊(c + 1) F/columns⌋), F being their number. A preview takes one frame a
 * column, the middle one. NaN and infinities among real samples count as 0.
 *
 * As a picture (analysis/scalogram.h), which is of the frames that begin in the job's view:
 *   rows            the window, in the spec's order; sequency order has its lowest row first
 *   frequencies_hz  in sequency order, zero crossings a time unit, k·rate/window; in the others, the row's index k
 *   edges_hz        half a row below and above, so that row 0 begins below 0: show rows on a linear axis, as ONDES_SHOW_AUTO
 *                   does; a view_lo and view_hi of 0 show all of them; a logarithmic axis leaves row 0 out
 *   columns         min (the job's columns, frames), each the largest magnitude of its frames, divided by the sum of the taper
 *   view            the samples over which the frames are drawn, ondes_picture_shown(); columns share it evenly
 * A frame is drawn over one hop around the middle of its window; from its first sample on if the hop is longer than the window.
 */
#pragma once

#include "spectrum.h"

G_BEGIN_DECLS

#define ONDES_WALSHGRAM_WINDOW_LEAST 16    /* samples */
#define ONDES_WALSHGRAM_WINDOW_MOST  32768
#define ONDES_WALSHGRAM_HOP_MOST     (G_GUINT64_CONSTANT (1) << 40) /* samples */

typedef enum { ONDES_TAPER_RECT, ONDES_TAPER_HANN } OndesTaper;

/* Names used on the command line, in settings and in captions: indexed by enum value, NULL-terminated. */
extern const char *const ondes_taper_names[]; /* rect hann */

typedef struct
{
  guint64    window; /* samples, a power of two, WINDOW_LEAST … WINDOW_MOST */
  guint64    hop;    /* samples, 1 … HOP_MOST */
  OndesTaper taper;
  OndesOrder order;  /* of the rows */
  /* Type of the arithmetic, and of the result without columns: I64 is exact, takes integer sources and no taper but rect, and
   * fails while running unless window max|x| < 2^63; F32 and F64 round. */
  OndesType  type;
} OndesWalshgramOptions;

/* window 256, hop 64, rect, sequency, F32 */
extern const OndesWalshgramOptions ondes_walshgram_options_default;

/* A validated spec; read-only. Begins with an OndesSpec. */
typedef struct
{
  OndesSpec             spec;
  OndesWalshgramOptions options;
  guint                 n; /* log2 of the window */
} OndesWalshgram;

/* Fails with ONDES_ERROR_REQUEST for a window that is no power of two or out of range, a hop out of range, or a type that is
 * not I64, F32 or F64, or is I64 with a taper. */
OndesSpec            *ondes_walshgram_new          (const OndesWalshgramOptions *options,
                                                    GError                     **error);
const OndesWalshgram *ondes_spec_walshgram         (const OndesSpec             *spec);

/* Returns the type that the command computes numbers in, as for spectra: I64 for integers without a taper, otherwise F64. */
OndesType             ondes_walshgram_default_type (OndesTaper                   taper,
                                                    OndesType                    input);
/* Narrows @view of a recording of @n samples to begin with its first frame, and to end one sample after its last one begins:
 * views of as many frames then have one shape. Fails with ONDES_ERROR_FILE if it has no frame. */
gboolean              ondes_walshgram_narrow       (const OndesWalshgram        *self,
                                                    guint64                      n,
                                                    OndesView                   *view,
                                                    GError                     **error);
/* Returns the zero crossings of row @row in a window. */
guint64               ondes_walshgram_crossings    (const OndesWalshgram        *self,
                                                    guint64                      row);
/* Fills @taper with the w[t] of a window. */
void                  ondes_walshgram_fill_taper   (const OndesWalshgram        *self,
                                                    double                      *taper);

G_END_DECLS
