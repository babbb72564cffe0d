/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../engine/once.h"
#include "common.h"
#include "engine/compute.h"

#include <math.h>

const char *const signal_names[] = { "noise", "chirp", "tone", "impulse", "red noise" };

static double
normal (void)
{
  double u = 0;

  for (int i = 0; i < 12; i++)
    u += g_test_rand_double ();
  return u - 6;
}

double complex *
signal_new (Signal   signal,
            gsize    n,
            gboolean iq)
{
  double complex *x = g_new0 (double complex, n);
  double walk = 1000, walk_im = -300;
  double frequency = g_test_rand_double_range (0.02, 0.3);
  gsize at = (gsize) (g_test_rand_double () * (double) n);

  for (gsize i = 0; i < n; i++)
    {
      double t = (double) i, re = 0, im = 0;

      switch (signal)
        {
        case NOISE:
          re = normal ();
          im = normal ();
          break;
        case CHIRP:
          re = cos (G_PI * 0.4 * t * t / (double) n);
          im = sin (G_PI * 0.4 * t * t / (double) n);
          break;
        case TONE:
          re = cos (2 * G_PI * frequency * t);
          im = sin (2 * G_PI * frequency * t);
          break;
        case IMPULSE:
          re = i == at;
          im = -(double) (i == at);
          break;
        default:
          re = walk += normal ();
          im = walk_im += normal ();
        }
      x[i] = iq ? re + I * im : re;
    }
  return x;
}

OndesSource *
source_new (const double complex *x,
            gsize                 n,
            gboolean              iq)
{
  g_autofree double *real = NULL;

  if (iq)
    return ondes_array_source_new (ONDES_C128, x, n, 1);
  real = g_new (double, n);
  for (gsize i = 0; i < n; i++)
    real[i] = creal (x[i]);
  return ondes_array_source_new (ONDES_F64, real, n, 1);
}

OndesSpec *
spec_new (const OndesCwtOptions *options,
          const char            *scales)
{
  GError *error = NULL;
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse (scales, 0, &error);
  OndesSpec *spec;

  g_assert_no_error (error);
  spec = ondes_cwt_new (options, list, &error);
  g_assert_no_error (error);
  return spec;
}

OndesArraySink *
run_new (OndesSpec       *spec,
         OndesSource     *source,
         OndesView        view,
         guint            threads,
         OndesStatistics *statistics)
{
  const OndesEngineClass *klass = ondes_cpu_engine ();
  GError *error = NULL;
  OndesArraySink *sink = ondes_array_sink_new ();
  OndesEngine *engine = klass->open (0, threads, &error);
  g_autoptr (OndesRequest) request = NULL;
  OndesPlan *plan;

  g_assert_no_error (error);
  request = ondes_request_new_of (spec, source, &view, &error);
  g_assert_no_error (error);
  klass->supports (engine, request, &error);
  g_assert_no_error (error);
  plan = klass->plan (engine, request, &error);
  g_assert_no_error (error);
  klass->run (engine, plan, request, &sink->sink, &(OndesWatch) { NULL }, &error);
  g_assert_no_error (error);
  if (statistics)
    klass->statistics (engine, statistics);
  klass->unplan (engine, plan);
  klass->close (engine);
  return sink;
}

guint64
workspace_of (OndesEngine     *engine,
              OndesSpec       *spec,
              OndesSource     *source,
              const OndesView *view)
{
  const OndesEngineClass *klass = ondes_cpu_engine ();
  GError *error = NULL;
  g_autoptr (OndesRequest) request = ondes_request_new_of (spec, source, view, &error);
  OndesPlan *plan;
  guint64 bytes;

  g_assert_no_error (error);
  g_assert_true (klass->supports (engine, request, &error));
  plan = klass->plan (engine, request, &error);
  g_assert_no_error (error);
  bytes = plan->workspace_bytes;
  klass->unplan (engine, plan);
  return bytes;
}

OndesArraySink *
compute_new (OndesSpec   *spec,
             OndesSource *source,
             OndesView    view)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 2);
  OndesArraySink *sink = ondes_array_sink_new ();
  GError *error = NULL;

  compute_once (computer, ondes_request_new_of (spec, source, &view, &error), &sink->sink, NULL, NULL, &error);
  g_assert_no_error (error);
  return sink;
}

double complex
value_at (const OndesArraySink *sink,
          gsize                 i)
{
  switch (sink->type)
    {
    case ONDES_F32:
      return ((const float *) sink->data)[i];
    case ONDES_F64:
      return ((const double *) sink->data)[i];
    case ONDES_C64:
      return ((const float complex *) sink->data)[i];
    case ONDES_C128:
      return ((const double complex *) sink->data)[i];
    default:
      g_assert_not_reached ();
    }
}

double
distance (const double complex *a,
          const double complex *b,
          gsize                 n)
{
  double off = 0, all = 0;

  for (gsize i = 0; i < n; i++)
    {
      double complex d = a[i] - b[i];

      g_assert_true (isfinite (creal (a[i])) && isfinite (cimag (a[i])));
      off += creal (d) * creal (d) + cimag (d) * cimag (d);
      all += creal (b[i]) * creal (b[i]) + cimag (b[i]) * cimag (b[i]);
    }
  return all > 0 ? sqrt (off / all) : sqrt (off);
}

double
tolerance (OndesPrecision precision)
{
  static const double of[] = {
    [ONDES_PRECISION_DOUBLE] = 1e-12,
    [ONDES_PRECISION_SINGLE] = 3e-6,
    [ONDES_PRECISION_SINGLE2] = 5e-7,
  };

  return of[precision];
}

double complex
quantity_of (OndesQuantity  quantity,
             double complex w)
{
  switch (quantity)
    {
    case ONDES_QUANTITY_MAGNITUDE:
      return cabs (w);
    case ONDES_QUANTITY_POWER:
      return creal (w) * creal (w) + cimag (w) * cimag (w);
    case ONDES_QUANTITY_PHASE:
      return cabs (w) * cexp (I * carg (w)); /* weighed by what it is the phase of */
    default:
      return w;
    }
}

double
energy (const double complex *x,
        gsize                 n)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += creal (x[i]) * creal (x[i]) + cimag (x[i]) * cimag (x[i]);
  return sum;
}

static gboolean
full_begin (OndesSink *sink,
            OndesType  type,
            guint64    rows,
            guint64    cols,
            GError   **error)
{
  return TRUE;
}

static gboolean
full_put (OndesSink       *sink,
          const OndesRect *where,
          const void      *data,
          gsize            stride_bytes,
          gboolean         final,
          GError         **error)
{
  if (((FullSink *) sink)->left-- > 0)
    return TRUE;
  g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE, "the disk is full");
  return FALSE;
}

const OndesSinkClass full_sink_class = { .begin = full_begin, .put = full_put };
