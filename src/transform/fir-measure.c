/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fir-private.h"

#include "base/memory.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#define TURNS_KEPT 64    /* of a recurrence */
#define EXACT_DB   180.0 /* attenuation beyond which the rounding of sums in double would be seen */
#define STEPS_MIN  8
#define PER_LOBE   6 /* least frequencies in the narrowest ripple */

/* A measurement under way; see fir-measure-template.h. */
typedef struct
{
  const OndesFirDesign *design;
  double        rate_hz, transition_hz;
  const double *taps;
  guint         half;   /* taps on each side of the middle */
  guint         length; /* L */
  guint         steps;  /* S */
  gboolean      is_odd; /* the taps are antisymmetric */
  double        factor; /* the top of a ripple over the largest of the frequencies beside it, at most */
  double        worst;
} Measured;

/* Returns the wanted amplitude at @f_hz; NAN in a transition, whose edges are outside however they are rounded. */
static double
find_ideal (const Measured *self,
            double          f_hz)
{
  const OndesFirDesign *d = self->design;
  const double transition_hz = self->transition_hz * (1 - 1e-6), half_hz = transition_hz / 2, lo = d->lo_hz, hi = d->hi_hz;
  double away_hz;

  switch (d->kind)
    {
    case ONDES_FIR_LOWPASS:
      return f_hz <= hi - half_hz ? 1 : f_hz >= hi + half_hz ? 0 : NAN;
    case ONDES_FIR_HIGHPASS:
      return f_hz >= lo + half_hz ? 1 : f_hz <= lo - half_hz ? 0 : NAN;
    case ONDES_FIR_BANDPASS:
      return f_hz >= lo + half_hz && f_hz <= hi - half_hz ? 1 : f_hz <= lo - half_hz || f_hz >= hi + half_hz ? 0 : NAN;
    case ONDES_FIR_BANDSTOP:
      return f_hz >= lo + half_hz && f_hz <= hi - half_hz ? 0 : f_hz <= lo - half_hz || f_hz >= hi + half_hz ? 1 : NAN;
    case ONDES_FIR_NOTCH:
      away_hz = fabs (f_hz - lo * CLAMP (rint (f_hz / lo), 1, d->harmonics));
      return away_hz <= hi / 2 - half_hz ? 0 : away_hz >= hi / 2 + half_hz ? 1 : NAN;
    case ONDES_FIR_DIFFERENTIATOR:
      return f_hz <= self->rate_hz / 2 - transition_hz ? -2 * G_PI * f_hz : NAN;
    case ONDES_FIR_HILBERT:
    default:
      return f_hz >= transition_hz && f_hz <= self->rate_hz / 2 - transition_hz ? 1 : NAN;
    }
}

/* Updates the worst deviation by @amplitude at @cycles a sample, times @factor. */
static void
see (Measured   *self,
     double      cycles,
     long double amplitude,
     double      factor)
{
  const double ideal = find_ideal (self, cycles * self->rate_hz);
  double deviation;

  if (isnan (ideal))
    return;
  deviation = (double) fabsl (amplitude - ideal);
  if (self->design->kind == ONDES_FIR_DIFFERENTIATOR)
    {
      /* The slope at 0 is exact, and the deviation small of third order before the first ripple. */
      if (cycles * (2 * self->half + 1) < 0.5)
        return;
      deviation /= fabs (ideal);
    }
  self->worst = MAX (self->worst, factor * deviation);
}

/* Returns @i, below @length, a power of two, with its bits reversed. */
static guint
reverse_bits (guint i,
              guint length)
{
  i = (i & 0x55555555) << 1 | (i >> 1 & 0x55555555);
  i = (i & 0x33333333) << 2 | (i >> 2 & 0x33333333);
  i = (i & 0x0f0f0f0f) << 4 | (i >> 4 & 0x0f0f0f0f);
  return (guint) (GUINT32_SWAP_LE_BE (i) >> (32 - g_bit_nth_msf (length, -1)));
}

#define REAL double
#define NAME(name) name##_double
#define COS cos
#include "fir-measure-template.h"
#undef REAL
#undef NAME
#undef COS
#define REAL long double
#define NAME(name) name##_long
#define COS cosl
#include "fir-measure-template.h"
#undef REAL
#undef NAME
#undef COS

/* Updates the worst deviation by those at the edges of all transitions: nothing falls between two frequencies there. */
static gboolean
measure_edges (Measured *self,
               void    (*measure_edge) (Measured *self, double cycles),
               GError  **error)
{
  const OndesFirDesign *design = self->design;
  const double rate_hz = self->rate_hz, half_hz = self->transition_hz / 2;

  measure_edge (self, 0.5);
  measure_edge (self, self->transition_hz / rate_hz);
  measure_edge (self, 0.5 - self->transition_hz / rate_hz);
  for (guint i = 0; i < ondes_fir_count_bands (design); i++)
    {
      double cutoffs_hz[2];
      const guint n = ondes_fir_cutoffs (design, i, cutoffs_hz);

      for (guint j = 0; j < n; j++)
        for (gint side = -1; side <= 1; side += 2)
          {
            const double f_hz = cutoffs_hz[j] + side * half_hz;

            if (f_hz >= 0 && f_hz <= rate_hz / 2)
              measure_edge (self, f_hz / rate_hz);
          }
      if (g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error))
        return FALSE;
    }
  return TRUE;
}

/* Chooses the frequencies, so that no ripple falls between them. Ripples are 1/M wide, but narrower beside a transition: there they
 * are the lobes of the window, whose spectrum is 0 where √((π M f)² − β²) is a multiple of π. */
static void
choose_steps (Measured *self,
              double    beta)
{
  const double narrowest = hypot (2, beta / G_PI) - hypot (1, beta / G_PI);

  for (self->steps = STEPS_MIN; self->steps * narrowest < PER_LOBE;)
    self->steps *= 2;
  self->factor = 1 / cos (G_PI / 2 / (self->steps * narrowest));
}

gboolean
ondes_fir_measure (const OndesFirFit *fit,
                   double            *deviation,
                   GError           **error)
{
  const OndesFirDesign *design = fit->design;
  const gboolean is_exact = design->ripple_db > EXACT_DB;
  Measured self = {
    .design = design, .rate_hz = fit->rate_hz, .transition_hz = fit->transition_hz, .taps = fit->taps, .half = fit->n / 2,
    .length = 4, .is_odd = design->kind == ONDES_FIR_DIFFERENTIATOR || design->kind == ONDES_FIR_HILBERT,
  };

  while (self.length < fit->n)
    self.length *= 2;
  choose_steps (&self, fit->beta);
  if (!(is_exact ? measure_all_long : measure_all_double) (&self, error)
      || !measure_edges (&self, is_exact ? measure_edge_long : measure_edge_double, error))
    return FALSE;
  *deviation = self.worst;
  return TRUE;
}
