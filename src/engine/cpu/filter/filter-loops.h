/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inner loops of filters, for float and for double (T). Complex arrays are interleaved; arrays must not overlap unless equal. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  gsize size; /* bytes of a T */
  /* y = x h, and y += x h, of @n complex values. */
  void (*multiply)     (const void *x, const void *h, gsize n, void *y);
  void (*multiply_add) (const void *x, const void *h, gsize n, void *y);
  /* out[i] = y[i]² of reals, or |y[i]|² of complex values; out is double. */
  void (*power)         (const void *y, gsize n, double *out);
  void (*power_complex) (const void *y, gsize n, double *out);
  /* out[i] = (y[i + stride] − y[i − stride]) gain of @n T. */
  void (*slope)        (const void *y, gsize n, gsize stride, double gain, void *out);
  /* out[2 i] = y[i], out[2 i + 1] = (9 (y[i] + y[i + 1]) − y[i − 1] − y[i + 2])/16, of @n elements of @width T. */
  void (*interpolate)  (const void *y, gsize n, gsize width, void *out);
  /* dst = src − mean, doubles to T, of @n pairs; even and odd ones have their own mean. */
  void (*centre)       (const double *src, gsize n, const double mean[2], void *dst);
} OndesFilterLoops;

/* Stores the mean of @n values: if @is_complex, pairs (re, im), otherwise @mean is (mean, 0). */
void ondes_filter_means (const double *x,
                         gsize         n,
                         gboolean      is_complex,
                         double        mean[2]);

extern const OndesFilterLoops ondes_filter_loops_float, ondes_filter_loops_double;

G_END_DECLS
