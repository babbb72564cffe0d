/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures errors against the definition, which is summed directly in extended precision: random recordings, spans, scales,
 * wavelets and ω₀, with every method in every precision. Records the worst error of each and its conditions. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "bench.h"
#include "signal/value.h"
#include "transform/boundary.h"

#define CASES       5000
#define CASES_QUICK 40
#define SAMPLES     1500
#define ANALYTIC    300     /* most samples of an analytic case, whose definition takes quadratic time */
#define ROWS        3
#define WORK        2000000 /* limit on taps × samples of a row */

typedef enum { NOISE, TONE, WALK, CLICK, OFFSET, N_SIGNALS } Signal;

static const char *const signal_names[] = { "noise", "a tone", "a random walk", "a click", "noise on an offset" };

typedef struct
{
  OndesCwtOptions options;
  Signal          signal;
  guint64         n, first, count;
  gboolean        iq;
  double          scales[ROWS];
  double complex *x;      /* [n] */
  double complex *want;   /* ROWS × count */
  double          max[ROWS]; /* max |x| Σ |ψ|: upper bound of a row */
} Case;

/* ‖error‖ relative to the correct result, of all rows together (MATRIX) and of one row (ROW), and of one row relative to its
 * upper bound (BOUND). If the correct result is less than CANCELLED of the bound, its terms cancel and only BOUND is
 * meaningful. */
typedef enum { MATRIX, ROW, BOUND, N_MEASURES } Measure;

#define CANCELLED 1e-3

static const char *const measure_names[] = { "matrix", "a row", "to max |x| Σ |ψ|" };

typedef struct
{
  double value[N_MEASURES];
  char  *what[N_MEASURES];
} Worst;

static double
uniform_log (GRand *random,
             double low,
             double high)
{
  return low * pow (high / low, g_rand_double (random));
}

static double
normal (GRand *random)
{
  return sqrt (-2 * log (1 - g_rand_double (random))) * cos (2 * G_PI * g_rand_double (random));
}

static void
make_signal (Case  *self,
             GRand *random)
{
  const double frequency = g_rand_double_range (random, 0.001, 0.5), offset = uniform_log (random, 1, 1e4);
  const guint64 at = (guint64) (g_rand_double (random) * (double) self->n);
  double complex walk = 0;

  self->x = g_new0 (double complex, self->n);
  for (guint64 t = 0; t < self->n; t++)
    {
      const double complex noise = normal (random) + (self->iq ? I * normal (random) : 0);

      walk += noise;
      self->x[t] = self->signal == TONE    ? cexp (2 * I * G_PI * frequency * (double) t)
                   : self->signal == WALK  ? walk
                   : self->signal == CLICK ? (t == at) + 0 * I
                   : self->signal == NOISE ? noise
                                           : noise + offset;
      if (!self->iq)
        self->x[t] = creal (self->x[t]);
    }
}

static void
case_init (Case  *self,
           GRand *random)
{
  gboolean analytic;

  *self = (Case) { .options = ondes_cwt_options_default };
  self->options.quantity = ONDES_QUANTITY_COEFFICIENTS;
  self->options.wavelet = (OndesWavelet) g_rand_int_range (random, 0, 3);
  analytic = self->options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
  self->options.omega0 = uniform_log (random, 0.5, 20);
  self->options.normalisation = (OndesNormalisation) g_rand_int_range (random, 0, 2);
  self->options.boundary = analytic ? ONDES_BOUNDARY_ZERO : (OndesBoundary) g_rand_int_range (random, 0, 4);
  self->signal = (Signal) g_rand_int_range (random, 0, N_SIGNALS);
  self->iq = g_rand_int_range (random, 0, 4) == 0;
  self->n = (guint64) uniform_log (random, 16, analytic ? ANALYTIC : SAMPLES);
  self->count = (guint64) uniform_log (random, 1, (double) self->n);
  self->first = (guint64) (g_rand_double (random) * (double) (self->n - self->count + 1));
  for (guint r = 0; r < ROWS; r++)
    self->scales[r] = uniform_log (random, 0.3, MIN (analytic ? 100 : 1000, WORK / 16.0 / (double) self->count));
  make_signal (self, random);
}

/* Computes Σ_k x[t + k] ψ*(k, s). */
static void
sum_sampled (Case *self,
             guint row)
{
  const double s = self->scales[row], c = ondes_cwt_amplitude (self->options.normalisation, s);
  const gint64 half = (gint64) ondes_cwt_half_length (s);
  const gsize taps = 2 * (gsize) half + 1, n = self->count + taps - 1;
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_C128, self->x, self->n, 1);
  g_autofree double complex *x = g_new (double complex, n), *psi = g_new (double complex, taps);
  double max = 0, sum = 0;

  ondes_halo_read (source, self->options.boundary, (gint64) self->first - half, n, ONDES_C128, x, NULL);
  for (gsize i = 0; i < taps; i++)
    {
      const double u = (double) ((gint64) i - half) / s, angle = self->options.omega0 * u;

      psi[i] = c * exp (-u * u / 2) * (self->options.wavelet == ONDES_WAVELET_MORLET ? cos (angle) : cexp (-I * angle));
    }
  for (guint64 t = 0; t < self->count; t++)
    {
      long double re = 0, im = 0;

      for (gsize i = 0; i < taps; i++)
        {
          re += (long double) creal (x[t + i]) * creal (psi[i]) - (long double) cimag (x[t + i]) * cimag (psi[i]);
          im += (long double) creal (x[t + i]) * cimag (psi[i]) + (long double) cimag (x[t + i]) * creal (psi[i]);
        }
      self->want[row * self->count + t] = (double) re + I * (double) im;
    }
  for (gsize i = 0; i < n; i++)
    max = MAX (max, cabs (x[i]));
  for (gsize i = 0; i < taps; i++)
    sum += cabs (psi[i]);
  self->max[row] = max * sum;
}

/* Sums the discrete Fourier transform of the padded recording directly. */
static void
sum_analytic (Case *self,
              guint row)
{
  const double s = self->scales[row];
  const double c = self->options.normalisation == ONDES_NORMALISATION_L1 ? 2 : sqrt (2 * G_PI * s);
  gsize m = 2;
  double max = 0;

  while (m < 2 * self->n)
    m *= 2;
  for (guint64 t = 0; t < self->count; t++)
    self->want[row * self->count + t] = 0;
  for (gsize k = 1; k <= m / 2; k++)
    {
      const double omega = 2 * G_PI * (double) k / (double) m, d = s * omega - self->options.omega0;
      const double weight = c * exp (-d * d / 2) / (double) m;
      long double re = 0, im = 0;

      if (weight == 0)
        continue;
      for (guint64 t = 0; t < self->n; t++)
        {
          const double complex term = cexp (-2 * I * G_PI * (double) ((k * t) % m) / (double) m) * self->x[t];

          re += creal (term);
          im += cimag (term);
        }
      for (guint64 t = 0; t < self->count; t++)
        self->want[row * self->count + t] += weight * ((double) re + I * (double) im)
                                             * cexp (2 * I * G_PI * (double) ((k * (self->first + t)) % m) / (double) m);
    }
  for (guint64 t = 0; t < self->n; t++)
    max = MAX (max, cabs (self->x[t]));
  self->max[row] = max * c; /* for a spectrum that is not truncated */
}

static double complex
value_of (const OndesArraySink *sink,
          gsize                 i)
{
  const void *data = sink->data;

  switch (sink->type)
    {
    case ONDES_C64:
      return ((const float complex *) data)[i];
    case ONDES_C128:
      return ((const double complex *) data)[i];
    default:
      return ondes_value_at (sink->type, data, i);
    }
}

static void
update_worst (Worst      *worst,
              Measure     measure,
              double      error,
              double      right,
              const Case *c,
              const char *options)
{
  const double value = right > 0 ? error / right : 0;

  if (!(value > worst->value[measure]))
    return;
  worst->value[measure] = value;
  g_free (worst->what[measure]);
  worst->what[measure] = g_strdup_printf ("%s%s of %u samples, span %u to %u, %s", c->iq ? "I/Q, " : "", signal_names[c->signal],
                                          (guint) c->n, (guint) c->first, (guint) (c->first + c->count), options);
}

static void
compare (const Case           *c,
         const OndesArraySink *sink,
         const char           *options,
         Worst                *worst)
{
  double deviation = 0, all = 0, max = 0;

  for (guint r = 0; r < ROWS; r++)
    {
      double row_off = 0, row_all = 0;

      for (guint64 t = 0; t < c->count; t++)
        {
          const double complex want = c->want[r * c->count + t], d = value_of (sink, r * c->count + t) - want;

          row_off += creal (d) * creal (d) + cimag (d) * cimag (d);
          row_all += creal (want) * creal (want) + cimag (want) * cimag (want);
        }
      if (sqrt (row_all / (double) c->count) > CANCELLED * c->max[r])
        update_worst (worst, ROW, sqrt (row_off), sqrt (row_all), c, options);
      update_worst (worst, BOUND, sqrt (row_off / (double) c->count), c->max[r], c, options);
      deviation += row_off;
      all += row_all;
      max += c->max[r] * c->max[r];
    }
  if (sqrt (all / (double) c->count) > CANCELLED * sqrt (max))
    update_worst (worst, MATRIX, sqrt (deviation), sqrt (all), c, options);
}

/* Runs one case with every applicable method, in all precisions. */
static gboolean
run_case (Bench          *self,
          OndesComputer  *computer,
          Case           *c,
          OndesArraySink *sink,
          Worst           worst[4][3],
          GError        **error)
{
  const gboolean analytic = c->options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
  g_autofree char *list = g_strdup_printf ("%.9g,%.9g,%.9g", c->scales[0], c->scales[1], c->scales[2]);
  g_autoptr (OndesScaleList) scales = ondes_scale_list_parse (list, 0, error);
  g_autofree double *real = g_new (double, c->n);
  g_autoptr (OndesSource) source = NULL;
  const OndesView view = { .first = c->first, .count = c->count };

  if (scales == NULL)
    return FALSE;
  for (guint64 t = 0; t < c->n; t++)
    real[t] = creal (c->x[t]);
  source = ondes_array_source_new (c->iq ? ONDES_C128 : ONDES_F64, c->iq ? (void *) c->x : (void *) real, c->n, 1);
  c->want = g_new (double complex, ROWS * c->count);
  for (guint r = 0; r < ROWS; r++)
    {
      const OndesScale *scale = &g_array_index (scales->scales, OndesScale, r);

      c->scales[r] = scale->numerator / scale->denominator;
      (analytic ? sum_analytic : sum_sampled) (c, r);
    }
  for (c->options.method = ONDES_METHOD_AUTO; c->options.method <= ONDES_METHOD_FFT; c->options.method++)
    for (c->options.precision = ONDES_PRECISION_DOUBLE; c->options.precision <= ONDES_PRECISION_SINGLE2; c->options.precision++)
      {
        g_auto (OndesReport) report = { 0 };
        g_autoptr (OndesSpec) spec = NULL;
        g_autoptr (OndesRequest) request = NULL;
        g_autofree char *options = NULL;

        if (analytic && (c->options.method == ONDES_METHOD_DIRECT || c->options.method == ONDES_METHOD_OVERLAP_SAVE))
          continue;
        spec = ondes_cwt_new (&c->options, scales, error);
        request = spec != NULL ? ondes_request_new_of (spec, source, &view, error) : NULL;
        if (request == NULL
            || !ondes_compute (computer, request, &sink->sink, &(OndesWatch) { .cancellable = self->run->watch.cancellable },
                               &report, error))
          return FALSE;
        options = ondes_spec_print (spec);
        compare (c, sink, options, &worst[c->options.method][c->options.precision]);
      }
  return TRUE;
}

static void
print_worst (Bench   *self,
             Worst    worst[4][3],
             gboolean print)
{
  for (guint p = 0; p < 3; p++)
    for (guint m = 0; m < 4; m++)
      for (Measure k = MATRIX; k < N_MEASURES; k++)
        {
          Worst *w = &worst[m][p];
          g_autofree char *name = g_strdup_printf ("%s %s, %s", ondes_precision_names[p], ondes_method_names[m], measure_names[k]);

          if (print && w->what[k] != NULL)
            bench_add (self, &(BenchLine) { .name = name, .value = w->value[k], .unit = "", .remark = w->what[k] });
          g_free (w->what[k]);
        }
}

gboolean
bench_precision (Bench   *self,
                 GError **error)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new (self->compute.engine, self->compute.device, self->compute.threads);
  OndesArraySink *sink = bench_sink_new ();
  g_autoptr (GRand) random = NULL;
  Worst worst[4][3] = { 0 };
  guint64 seed = g_random_int ();
  const guint n = self->quick ? CASES_QUICK : CASES;
  gboolean done = cli_integer (self->run->arguments, "--seed", 0, G_MAXUINT32, &seed, error);

  random = g_rand_new_with_seed ((guint32) seed);
  for (guint i = 0; done && i < n; i++)
    {
      Case c;

      case_init (&c, random);
      done = run_case (self, computer, &c, sink, worst, error);
      g_free (c.x);
      g_free (c.want);
      ondes_watch_tell (&self->run->watch, (double) i / n);
    }
  ondes_sink_free (&sink->sink);
  if (done)
    {
      g_autofree char *remark = g_strdup_printf ("cases, --seed %u; the worst relative Frobenius errors met", (guint) seed);

      bench_add (self, &(BenchLine) { .name = "precision", .value = n, .unit = "", .remark = remark });
    }
  print_worst (self, worst, done);
  return done;
}
