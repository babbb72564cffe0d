/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recording at a lower rate: halved again and again while it streams by, in double precision.
 *
 * y[n] = (x[2n] + v)/2, where v is x[2n] as the polynomial through the fourteen nearest odd samples has it. What lies at ω radians
 * a sample comes out weaker by the part P, and what lies at π − ω is let through by it:
 * P = Σ C(13, j) p^j (1 − p)^(13 − j) over j = 7 … 13, p = sin² (ω/2), the maximally flat half-band filter's: 1e-15 at ω = 0.1.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_HALVINGS_MOST 30
/* Radians a sample of the lowest rate, up to which it has the recording's own spectrum to 1e-15. */
#define ONDES_HALVED_EDGE   0.2
/* Samples that are taken at a time, at most. */
#define ONDES_HALVING_PIECE 8192

/* Of one thread. Samples are real, or complex and interleaved. */
typedef struct
{
  guint   level, parts;                   /* times that the rate is halved, 1 or more; doubles a sample */
  double *waiting[ONDES_HALVINGS_MOST];   /* at each rate, samples that further ones are needed for */
  gsize   n_waiting[ONDES_HALVINGS_MOST];
} OndesHalving;

/* Samples before and after that of an output which it is made from. */
guint64  ondes_halving_reach (guint         level);
gsize    ondes_halving_bytes (guint         level,
                              guint         parts);
/* @work: ondes_halving_bytes(), borrowed as long as it is used. The first sample is that ondes_halving_reach() before output 0. */
void     ondes_halving_begin (OndesHalving *self,
                              guint         level,
                              guint         parts,
                              void         *work);
/* Where the next samples are to be written, ONDES_HALVING_PIECE at most. */
double  *ondes_halving_next  (OndesHalving *self);
/* They were, @n of them. Outputs that they complete go to @out, one in 2^level samples; returns how many. */
gsize    ondes_halving_take  (OndesHalving *self,
                              gsize         n,
                              double       *out);

G_END_DECLS
