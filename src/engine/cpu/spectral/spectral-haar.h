/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Haar transform computed while values are read, and its inverse while they are written. */
#pragma once

#include "spectral-io.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean                 orthonormal, inverse;
  char                    *spectrum; /* in recursion order */
  /* set by ondes_spectral_haar_init() */
  OndesSpectralRun        *run;
  const OndesSpectralType *type;
  gsize                    size;
  char                    *tops; /* one sum per block */
} OndesSpectralHaar;

/* Makes @run transform the values it reads into the spectrum, or compute those it writes from the spectrum (inverse). Call
 * ondes_spectral_haar_tops() after reading and before writing. */
gboolean ondes_spectral_haar_init (OndesSpectralHaar *self,
                                   OndesSpectralRun  *run,
                                   OndesType          type,
                                   GError           **error);
gboolean ondes_spectral_haar_tops (OndesSpectralHaar *self,
                                   double             work);

G_END_DECLS
