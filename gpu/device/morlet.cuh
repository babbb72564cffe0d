/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sampled Morlet wavelet, one tap at a time; src/transform/cwt.h has the definition. */
#pragma once

#include "private.cuh"

/* Parameters common to all taps of a row, with 1/s in place of the scale. */
struct Morlet
{
  double inverse, omega0, amplitude, offset, delay; /* amplitude: c(s) gain */
  bool   real;
};

__device__ static inline Morlet
morlet_of (const OndesCudaWavelet &wavelet,
           const OndesCudaRow     &row)
{
  const double inverse = row.denominator / row.numerator;
  const double c = wavelet.l1 ? 0.79788456080286535588 * inverse /* √(2/π)/s */ : sqrt (inverse);

  return { inverse, wavelet.omega0, c * row.gain, row.offset, row.delay, wavelet.real != 0 };
}

/* Returns tap k of ψ*. */
__device__ static inline double2
morlet_tap (const Morlet &morlet,
            double        k)
{
  const double u = (k + morlet.delay) * morlet.inverse;
  const double g = morlet.amplitude * exp (-0.5 * u * u);
  double sine, cosine;

  if (morlet.real)
    return { g * cos (morlet.omega0 * u) + morlet.offset, 0 };
  sincos (morlet.omega0 * u, &sine, &cosine);
  return { g * cosine + morlet.offset, -g * sine };
}
