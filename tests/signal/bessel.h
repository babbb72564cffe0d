/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modified Bessel function of windows, by its definition. */
#pragma once

#include <glib.h>
#include <math.h>

/* I₀(x) = 1/π ∫ exp(x cos θ) dθ by the trapezoid rule, which converges fast for a periodic function. */
static inline double
bessel (double x)
{
  double sum = 0;

  for (guint i = 0; i < 32; i++)
    sum += exp (x * cos (2 * G_PI * i / 32));
  return sum / 32;
}
