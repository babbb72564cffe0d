/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decimates a stream by repeated halving of its rate, in double precision.
 *
 * y[n] = (x[2n] + v)/2, where v is x[2n] interpolated by the polynomial through the fourteen nearest odd samples. A component
 * at ω radians per sample is attenuated by the fraction P, and one at π − ω leaks through as an alias by the same fraction:
 * P = Σ C(13, j) p^j (1 − p)^(13 − j) over j = 7 … 13, p = sin² (ω/2), the maximally flat half-band filter's: 1e-15 at ω = 0.1.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_HALVINGS_MAX 30
/* Band edge, in radians per sample of the lowest rate, up to which the spectrum matches the recording's to 1e-15. */
#define ONDES_HALVED_EDGE   0.2
/* Most samples taken at a time. */
#define ONDES_HALVING_PIECE 8192

/* State of one thread. Samples are real, or interleaved complex. */
typedef struct
{
  guint   level, parts;                   /* number of halvings, at least 1; doubles per sample */
  double *waiting[ONDES_HALVINGS_MAX];    /* per rate: samples that await further ones */
  gsize   n_waiting[ONDES_HALVINGS_MAX];
} OndesHalving;

/* Returns the number of samples needed on each side of an output's own sample. */
guint64  ondes_halving_reach (guint         level);
gsize    ondes_halving_bytes (guint         level,
                              guint         parts);
/* @work: ondes_halving_bytes() bytes, borrowed; must outlive the use of @self. The first sample to pass lies
 * ondes_halving_reach() samples before output 0. */
void     ondes_halving_begin (OndesHalving *self,
                              guint         level,
                              guint         parts,
                              void         *work);
/* Returns the place to store the next samples, at most ONDES_HALVING_PIECE. */
double  *ondes_halving_next  (OndesHalving *self);
/* Takes the @n samples stored there. Stores the outputs they complete in @out, one per 2^level samples; returns the count. */
gsize    ondes_halving_take  (OndesHalving *self,
                              gsize         n,
                              double       *out);

G_END_DECLS
