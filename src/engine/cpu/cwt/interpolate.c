/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "interpolate.h"

#include "base/clones.h"

#include <math.h>

/* Returns ∫ cos (ω t) dω from 0 to @edge. */
static double
correlation (double edge,
             double t)
{
  return t == 0 ? edge : sin (edge * t) / t;
}

void
ondes_interpolate_filter (guint   n_taps,
                          double  edge,
                          double  offset,
                          double *out)
{
  const int n = (int) n_taps;
  double factor[ONDES_TAPS_MAX][ONDES_TAPS_MAX];

  /* solved by Cholesky factorisation */
  for (int i = 0; i < n; i++)
    {
      double sum = correlation (edge, offset + n / 2 - 1 - i);

      for (int j = 0; j < i; j++)
        {
          double rest = correlation (edge, i - j);

          for (int k = 0; k < j; k++)
            rest -= factor[i][k] * factor[j][k];
          factor[i][j] = rest / factor[j][j];
          sum -= factor[i][j] * out[j];
        }
      factor[i][i] = edge;
      for (int k = 0; k < i; k++)
        factor[i][i] -= factor[i][k] * factor[i][k];
      factor[i][i] = sqrt (factor[i][i]);
      out[i] = sum / factor[i][i];
    }
  for (int i = n - 1; i >= 0; i--)
    {
      for (int k = i + 1; k < n; k++)
        out[i] -= factor[k][i] * out[k];
      out[i] /= factor[i][i];
    }
}

/* Returns a matrix whose row k holds the nodes' weights in coefficient u^k of the Lagrange polynomial; u runs from −1/2 to 1/2
 * between the two middle nodes. */
static const double (*
powers (void))[ONDES_ORDER]
{
  static double matrix[ONDES_ORDER][ONDES_ORDER];
  static gsize once;

  if (g_once_init_enter (&once))
    {
      for (int i = 0; i < ONDES_ORDER; i++)
        {
          long double product[ONDES_ORDER] = { 1 };

          for (int j = 0; j < ONDES_ORDER; j++)
            if (j != i)
              for (int k = ONDES_ORDER - 1; k >= 0; k--)
                product[k] = ((k > 0 ? product[k - 1] : 0) - ((long double) j - (ONDES_ORDER - 1) / 2.0L) * product[k]) / (i - j);
          for (int k = 0; k < ONDES_ORDER; k++)
            matrix[k][i] = (double) product[k];
        }
      g_once_init_leave (&once, 1);
    }
  return matrix;
}

void
ondes_interpolate_polynomial (const OndesPolynomialNodes *self,
                              gsize                       from,
                              gsize                       n,
                              void                       *out)
{
  const OndesKernels *kernels = self->kernels;
  const guint parts = self->parts;
  const int level = (int) self->level;
  const gsize interval = (gsize) 1 << level;
  const double (*weights)[ONDES_ORDER] = powers ();

  for (gsize i = 0, run; i < n; i += run)
    {
      const gsize offset = (from + i) % interval;
      const gsize first = ((from + i) / interval - (ONDES_ORDER / 2 - 1)) * parts;
      double coefficients[2 * ONDES_ORDER] = { 0 };

      run = MIN (n - i, interval - offset);
      for (gsize k = 0; k < ONDES_ORDER; k++)
        for (gsize j = 0; j < ONDES_ORDER * parts; j++)
          coefficients[k * parts + j % parts] += weights[k][j / parts] * (kernels->size == sizeof (float)
                                                                            ? ((const float *) self->nodes)[first + j]
                                                                            : ((const double *) self->nodes)[first + j]);
      kernels->polynomial (coefficients, parts, ldexp ((double) offset, -level) - 0.5, ldexp (1, -level), run,
                           (char *) out + i * parts * kernels->size);
    }
}

#define LANES 8 /* complex samples per vector */
#define MAX_VECTORS (ONDES_EXPAND_MAX / LANES)

typedef float V __attribute__ ((vector_size (64), aligned (4), may_alias));
typedef double Pairs __attribute__ ((vector_size (64), may_alias)); /* one complex value per element */
typedef double Pair __attribute__ ((aligned (4), may_alias));

/* Filters of one stride: eight samples per vector, each weight stored twice, for real and imaginary parts. */
typedef struct
{
  V weights[MAX_VECTORS][ONDES_EXPAND_TAPS];
} Weights;

static const Weights *
weights_of (guint stride)
{
  static Weights weights[4] __attribute__ ((aligned (64)));
  static gsize once;

  if (g_once_init_enter (&once))
    {
      for (guint i = 0; i < G_N_ELEMENTS (weights); i++)
        for (guint at = 0; at < ONDES_EXPAND_MIN << i; at++)
          {
            double taps[ONDES_EXPAND_TAPS];

            ondes_interpolate_filter (ONDES_EXPAND_TAPS, ONDES_EXPAND_EDGE, (double) at / (ONDES_EXPAND_MIN << i), taps);
            for (guint k = 0; k < ONDES_EXPAND_TAPS; k++)
              for (guint part = 0; part < 2; part++)
                weights[i].weights[at / LANES][k][at % LANES * 2 + part] = (float) taps[k];
          }
      g_once_init_leave (&once, 1);
    }
  return &weights[g_bit_storage (stride / ONDES_EXPAND_MIN) - 1];
}

/* e^{iθ} for eight samples: factors of the values and of the values with their parts swapped. */
typedef struct
{
  V same, crossed;
} Rotation;

#ifdef __clang__
#define EXCHANGED(v) __builtin_shufflevector (v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14)
#else
typedef gint32 Places __attribute__ ((vector_size (64)));
#define EXCHANGED(v) __builtin_shuffle (v, (Places) { 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14 })
#endif

/* What some vectors of some intervals are made from. */
typedef struct
{
  const V     (*weights)[ONDES_EXPAND_TAPS]; /* per vector */
  const Rotation *rotations;                 /* per vector */
  const float (*phasors)[2];                 /* per interval: cosine and sine of the angle at its start */
} Factors;

/* Computes @vectors vectors of eight samples in each of @intervals intervals between nodes, @stride samples long. */
static inline __attribute__ ((always_inline)) void
expand_vectors (const float *nodes,
                gsize        vectors,
                gsize        intervals,
                Factors      factors,
                gsize        stride,
                float       *out)
{
  V sums[4][4] = { 0 };

  for (gsize k = 0; k < ONDES_EXPAND_TAPS; k++)
#pragma GCC unroll 4
    for (gsize j = 0; j < intervals; j++)
      {
        const Pair pair = *(const Pair *) (nodes + 2 * (j + k));
        const V node = (V) (Pairs) { pair, pair, pair, pair, pair, pair, pair, pair };

#pragma GCC unroll 4
        for (gsize i = 0; i < vectors; i++)
          sums[j][i] += node * factors.weights[i][k];
      }
#pragma GCC unroll 4
  for (gsize j = 0; j < intervals; j++)
    {
      const float c = factors.phasors[j][0], s = factors.phasors[j][1];
      const V sine = { -s, s, -s, s, -s, s, -s, s, -s, s, -s, s, -s, s, -s, s };

#pragma GCC unroll 4
      for (gsize i = 0; i < vectors; i++)
        {
          V v = sums[j][i];

          v = v * factors.rotations[i].same + EXCHANGED (v) * factors.rotations[i].crossed;
          v = v * c + EXCHANGED (v) * sine;
          *(V *) (out + 2 * (j * stride + i * LANES)) = v;
        }
    }
}

CLONES void
ondes_expand (const OndesExpansion *self,
              gsize                 from,
              gsize                 n,
              float                *out)
{
  const guint stride = self->stride;
  const gsize length = self->length;
  const Weights *weights = weights_of (stride);
  const guint vectors = stride / LANES;
  const double unit = 2 * G_PI / (double) length;
  const gint64 wrapped = (self->shift % (gint64) length + (gint64) length) % (gint64) length;
  const float *nodes = self->nodes + 2 * ((gssize) (from / stride) - (ONDES_EXPAND_TAPS / 2 - 1));
  double c, s, c_step, s_step;
  Rotation rotations[MAX_VECTORS];

  for (guint i = 0; i < stride; i++)
    {
      const gsize at = i % LANES * 2;

      sincos (unit * (double) ((guint64) wrapped * i % length), &s, &c);
      rotations[i / LANES].same[at] = rotations[i / LANES].same[at + 1] = (float) c;
      rotations[i / LANES].crossed[at] = (float) -s;
      rotations[i / LANES].crossed[at + 1] = (float) s;
    }
  sincos (unit * (double) ((unsigned __int128) (guint64) wrapped * from % length), &s, &c);
  sincos (unit * (double) ((unsigned __int128) (guint64) wrapped * stride % length), &s_step, &c_step);

  for (gsize done = 0; done < n; done += 4 * stride, nodes += 2 * 4, out += 2 * 4 * (gsize) stride)
    {
      float phasors[4][2];

      for (guint j = 0; j < 4; j++)
        {
          const double next = c * c_step - s * s_step;

          phasors[j][0] = (float) c;
          phasors[j][1] = (float) s;
          s = s * c_step + c * s_step;
          c = next;
        }
      if (vectors == 1)
        expand_vectors (nodes, 1, 4, (Factors) { weights->weights, rotations, phasors }, stride, out);
      else if (vectors == 2)
        expand_vectors (nodes, 2, 4, (Factors) { weights->weights, rotations, phasors }, stride, out);
      else
        for (guint j = 0; j < 4; j += 2)
          for (guint i = 0; i < vectors; i += 4)
            expand_vectors (nodes + 2 * j, 4, 2, (Factors) { weights->weights + i, rotations + i, phasors + j }, stride,
                            out + 2 * (j * (gsize) stride + i * LANES));
    }
}
