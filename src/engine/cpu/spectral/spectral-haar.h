/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Haar transform while its values are read, and its inverse while they are put. */
#pragma once

#include "spectral-io.h"

G_BEGIN_DECLS

typedef struct
{
  OndesSpectralRun        *run;
  const OndesSpectralType *type;
  gsize                    size;
  gboolean                 orthonormal, inverse;
  char                    *spectrum, *tops; /* in the order of the recursion; a sum a block */
} OndesSpectralHaar;

/* Has @run transform what it reads into @spectrum, or what it puts out of @spectrum. The tops are made between. */
gboolean ondes_spectral_haar_init (OndesSpectralHaar *self,
                                   OndesSpectralRun  *run,
                                   OndesType          type,
                                   gboolean           orthonormal,
                                   gboolean           inverse,
                                   void              *spectrum,
                                   GError           **error);
gboolean ondes_spectral_haar_tops (OndesSpectralHaar *self,
                                   double             work);

G_END_DECLS
