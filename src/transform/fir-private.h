/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What designs (fir.c) and their measurement (fir-measure.c) share. */
#pragma once

#include "fir.h"

G_BEGIN_DECLS

/* Returns the number of bands that a design passes or stops, each with cut-offs of its own. */
guint    ondes_fir_count_bands (const OndesFirDesign *design);
/* Stores the cut-offs of band @i and returns their number: 0 if the kind has none. */
guint    ondes_fir_cutoffs     (const OndesFirDesign *design,
                                guint                 i,
                                double                cutoffs_hz[2]);
/* Taps that a design made, of a Kaiser window; their number is odd. */
typedef struct
{
  const OndesFirDesign *design;
  double                rate_hz, transition_hz, beta;
  const double         *taps; /* symmetric, or antisymmetric of a differentiator and a Hilbert transform */
  guint                 n;
} OndesFirFit;

/* Sets @deviation to the largest |A(f) − 1| where the design passes and |A(f)| where it stops, A being the amplitude of the taps;
 * of a differentiator it is relative to 2πf. Fails with ONDES_ERROR_FILE if there is no memory, and with G_IO_ERROR_CANCELLED. */
gboolean ondes_fir_measure     (const OndesFirFit    *fit,
                                double               *deviation,
                                GError              **error);

G_END_DECLS
