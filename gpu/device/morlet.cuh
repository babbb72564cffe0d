/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sampled Morlet wavelet, one tap at a time, as it is or quantised; src/transform/cwt.h has the definition. */
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

/* Returns a number that looks random, of the bits of @x (SplitMix's finaliser, as in src/transform/compensation.c). */
__device__ static inline uint64_t
mix (uint64_t x)
{
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/* Returns tap @k of one part, 0 real or 1 imaginary, as ondes_mask_quantise() rounds it, with the same dither. */
__device__ static inline double
quantised (const OndesCudaWavelet &wavelet,
           double                  scale,
           double                  step,
           unsigned                part,
           int64_t                 k,
           double                  value)
{
  const uint64_t seed = 0x9e3779b97f4a7c15;
  double x = value / step;

  if (wavelet.dither)
    {
      const uint64_t of_scale = mix ((uint64_t) __double_as_longlong (scale) + seed * (part + 1));
      const uint64_t a = mix (of_scale + seed * (uint64_t) k), b = mix (a + seed);

      x += ldexp ((double) (a >> 11), -53) - ldexp ((double) (b >> 11), -53);
    }
  switch (wavelet.rounding)
    {
    case ONDES_CUDA_UP:
      return step * ceil (x);
    case ONDES_CUDA_DOWN:
      return step * floor (x);
    case ONDES_CUDA_TOWARDS_ZERO:
      return step * trunc (x);
    default:
      return step * rint (x);
    }
}

/* Returns tap @k of a quantised ψ*. */
__device__ static inline double2
quantised_tap (const OndesCudaWavelet &wavelet,
               const OndesCudaRow     &row,
               int64_t                 k)
{
  const double scale = row.numerator / row.denominator, full = wavelet.l1 ? 0.79788456080286535588 / scale : 1 / sqrt (scale);
  const double step = ldexp (full, 1 - (int) wavelet.bits);
  const Morlet morlet = { 1 / scale, wavelet.omega0, full * row.gain, row.offset, row.delay, wavelet.real != 0 };
  const double2 tap = morlet_tap (morlet, (double) k);

  return { quantised (wavelet, scale, step, 0, k, tap.x),
           morlet.real ? 0 : quantised (wavelet, scale, step, 1, k, tap.y) };
}
