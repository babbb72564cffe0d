/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the engine promises besides its values: linearity and shift, the same bits from any number of threads, cancel at any
 * moment, errors passed on, memory refused before it is taken. */
#include "common.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static void
test_linear (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 20011;
  const double complex a = 0.7, b = -3;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);
  g_autofree double complex *y = signal_new (CHIRP, n, FALSE);
  g_autofree double complex *z = g_new (double complex, n);
  g_autofree double complex *sum = NULL;
  g_autofree double complex *whole = NULL;

  for (gsize i = 0; i < n; i++)
    z[i] = a * x[i] + b * y[i];
  o.quantity = ONDES_QUANTITY_COEFFICIENTS;
  o.precision = ONDES_PRECISION_DOUBLE;
  for (o.method = ONDES_METHOD_AUTO; o.method <= ONDES_METHOD_FFT; o.method++)
    {
      g_autoptr (OndesSpec) spec = spec_new (&o, "1,8.5,30,90");
      double complex *inputs[] = { x, y, z };
      OndesArraySink *sinks[3];
      const gsize values = 4 * n;

      for (int i = 0; i < 3; i++)
        {
          g_autoptr (OndesSource) source = source_new (inputs[i], n, FALSE);

          sinks[i] = run_new (spec, source, (OndesView) { .first = 0, .count = n }, 2, NULL);
        }
      g_free (sum);
      g_free (whole);
      sum = g_new (double complex, values);
      whole = g_new (double complex, values);
      for (gsize i = 0; i < values; i++)
        {
          sum[i] = a * value_at (sinks[0], i) + b * value_at (sinks[1], i);
          whole[i] = value_at (sinks[2], i);
        }
      g_assert_cmpfloat (distance (sum, whole, values), <=, 1e-12);
      for (int i = 0; i < 3; i++)
        ondes_sink_free (&sinks[i]->sink);
    }
}

/* Of a periodic recording turned by some samples, W is turned by as many. */
static void
test_shift (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 9001, by = 1234;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);
  g_autofree double complex *y = g_new (double complex, n);

  for (gsize i = 0; i < n; i++)
    y[(i + by) % n] = x[i];
  o.quantity = ONDES_QUANTITY_COEFFICIENTS;
  o.boundary = ONDES_BOUNDARY_PERIODIC;
  o.precision = ONDES_PRECISION_DOUBLE;
  for (o.method = ONDES_METHOD_AUTO; o.method <= ONDES_METHOD_FFT; o.method++)
    {
      g_autoptr (OndesSpec) spec = spec_new (&o, "1.7,21,77");
      g_autoptr (OndesSource) source = source_new (x, n, FALSE);
      g_autoptr (OndesSource) turned = source_new (y, n, FALSE);
      OndesArraySink *a = run_new (spec, source, (OndesView) { .first = 0, .count = n }, 2, NULL);
      OndesArraySink *b = run_new (spec, turned, (OndesView) { .first = 0, .count = n }, 2, NULL);
      g_autofree double complex *got = g_new (double complex, 3 * n);
      g_autofree double complex *want = g_new (double complex, 3 * n);

      for (gsize r = 0; r < 3; r++)
        for (gsize i = 0; i < n; i++)
          {
            got[r * n + (i + by) % n] = value_at (a, r * n + i);
            want[r * n + i] = value_at (b, r * n + i);
          }
      g_assert_cmpfloat (distance (got, want, 3 * n), <=, 1e-12);
      ondes_sink_free (&a->sink);
      ondes_sink_free (&b->sink);
    }
}

static void
test_threads (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 50021;
  g_autofree double complex *x = signal_new (RED_NOISE, n, FALSE);
  g_autoptr (OndesSource) source = source_new (x, n, FALSE);

  for (o.method = ONDES_METHOD_AUTO; o.method <= ONDES_METHOD_FFT; o.method++)
    for (guint columns = 0; columns < 1000; columns += 333)
      {
        g_autoptr (OndesSpec) spec = spec_new (&o, "0.3,2,6,19.5,60");
        OndesArraySink *one = run_new (spec, source, (OndesView) { .first = 0, .count = n, .columns = columns }, 1, NULL);

        for (guint threads = 2; threads <= 5; threads += 3)
          {
            OndesArraySink *many = run_new (spec, source, (OndesView) { .first = 0, .count = n, .columns = columns }, threads,
                                            NULL);

            g_assert_cmpmem (one->data, ondes_type_bytes (one->type, one->rows * one->cols), many->data,
                             ondes_type_bytes (many->type, many->rows * many->cols));
            ondes_sink_free (&many->sink);
          }
        ondes_sink_free (&one->sink);
      }
}

/* Very small and very large values neither vanish nor overflow on the way. */
static void
test_range (void)
{
  static const double sizes[] = { 1e-21, 1e-12, 1e20, 1e30 };
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 5000;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);
  g_autofree double complex *y = g_new (double complex, n);

  for (guint columns = 0; columns <= 20; columns += 20)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      for (o.method = ONDES_METHOD_DIRECT; o.method <= ONDES_METHOD_FFT; o.method++)
        {
          g_autoptr (OndesSpec) spec = spec_new (&o, "2,25");
          g_autoptr (OndesSource) source = source_new (x, n, FALSE);
          g_autoptr (OndesSource) sized = NULL;
          OndesArraySink *a, *b;

          for (gsize t = 0; t < n; t++)
            y[t] = sizes[i] * x[t];
          sized = source_new (y, n, FALSE);
          a = run_new (spec, source, (OndesView) { .first = 0, .count = n, .columns = columns }, 2, NULL);
          b = run_new (spec, sized, (OndesView) { .first = 0, .count = n, .columns = columns }, 2, NULL);
          for (gsize t = 0; t < a->rows * a->cols; t++)
            g_assert_cmpfloat (fabs (creal (value_at (b, t)) / sizes[i] - creal (value_at (a, t))), <=, 1e-5);
          ondes_sink_free (&a->sink);
          ondes_sink_free (&b->sink);
        }
}

typedef struct
{
  GCancellable *cancellable;
  guint         steps, stop; /* cancels at the stop-th call */
  double        last;
} Steps;

static void
step (double   fraction,
      gpointer user_data)
{
  Steps *self = user_data;

  g_assert_cmpfloat (fraction, >, self->last);
  g_assert_cmpfloat (fraction, <=, 1);
  self->last = fraction;
  if (++self->steps == self->stop)
    g_cancellable_cancel (self->cancellable);
}

/* Cancelled at every step of its progress, a run says so, and the same engine then does it right. */
static void
test_cancel (void)
{
  const OndesEngineClass *klass = ondes_cpu_engine ();
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 30011;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);
  g_autoptr (OndesSource) source = source_new (x, n, FALSE);

  for (o.method = ONDES_METHOD_AUTO; o.method <= ONDES_METHOD_FFT; o.method++)
    {
      g_autoptr (OndesSpec) spec = spec_new (&o, "1,2,5,9,20,44,100");
      GError *error = NULL;
      /* one thread, so that the caller, which is told of progress, has work to do */
      OndesEngine *engine = klass->open (0, 1, &error);
      g_autoptr (OndesRequest) request = ondes_request_new_of (spec, source, NULL, &error);
      OndesPlan *plan = klass->plan (engine, request, &error);
      OndesArraySink *whole = run_new (spec, source, (OndesView) { .first = 0, .count = n }, 2, NULL);
      guint most = 0;

      for (guint stop = 0; stop == 0 || stop <= most; stop++)
        {
          g_autoptr (GCancellable) cancellable = g_cancellable_new ();
          OndesArraySink *sink = ondes_array_sink_new ();
          Steps steps = { .cancellable = cancellable, .stop = stop };
          gboolean done = klass->run (engine, plan, request, &sink->sink, &(OndesWatch) { step, &steps, cancellable }, &error);

          if (stop == 0)
            {
              g_assert_no_error (error);
              g_assert_true (done);
              g_assert_cmpfloat (steps.last, ==, 1);
              g_assert_cmpmem (sink->data, whole->rows * n * sizeof (float), whole->data, whole->rows * n * sizeof (float));
              most = MIN (steps.steps, 60);
              g_assert_cmpuint (most, >, 1);
            }
          else if (!done)
            g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          else /* the step was the last one */
            g_assert_no_error (error);
          g_clear_error (&error);
          ondes_sink_free (&sink->sink);
        }
      ondes_sink_free (&whole->sink);
      klass->unplan (engine, plan);
      klass->close (engine);
    }
}

static gboolean
failing_read (OndesSource *source,
              guint64      at,
              gsize        n,
              void        *dst,
              GError     **error)
{
  if (at + n <= 100000)
    {
      memset (dst, 0, n * sizeof (float));
      return TRUE;
    }
  g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE, "the file cannot be read further");
  return FALSE;
}

static void
failing_finalize (OndesSource *source)
{
  g_free (source);
}

static void
test_errors (void)
{
  static const OndesSourceClass source_class = { failing_read, failing_finalize };
  const OndesEngineClass *klass = ondes_cpu_engine ();
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 20000;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);
  g_autoptr (OndesSource) source = source_new (x, n, FALSE);
  OndesSource *broken = g_new (OndesSource, 1);
  GError *error = NULL;
  OndesEngine *engine = klass->open (0, 2, &error);

  ondes_source_init (broken, &source_class, ONDES_F32, 200000, 1);
  for (o.method = ONDES_METHOD_DIRECT; o.method <= ONDES_METHOD_FFT; o.method++)
    {
      g_autoptr (OndesSpec) spec = spec_new (&o, "1,10,50");
      g_autoptr (OndesRequest) request = ondes_request_new_of (spec, source, NULL, &error);
      g_autoptr (OndesRequest) unreadable = ondes_request_new_of (spec, broken, NULL, &error);
      OndesPlan *plan = klass->plan (engine, request, &error), *other = klass->plan (engine, unreadable, &error);

      for (guint left = 0; left < 3; left++)
        {
          FullSink full = { { &full_sink_class }, left };

          g_assert_false (klass->run (engine, plan, request, &full.sink, &(OndesWatch) { NULL }, &error));
          g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
          g_assert_cmpstr (error->message, ==, "the disk is full");
          g_clear_error (&error);
        }
      {
        FullSink full = { { &full_sink_class }, G_MAXUINT };

        g_assert_false (klass->run (engine, other, unreadable, &full.sink, &(OndesWatch) { NULL }, &error));
        g_assert_cmpstr (error->message, ==, "the file cannot be read further");
        g_clear_error (&error);
      }
      klass->unplan (engine, plan);
      klass->unplan (engine, other);
    }
  ondes_source_unref (broken);
  klass->close (engine);
}

typedef struct
{
  OndesSink       sink;
  OndesArraySink *array;
} Copying;

static gboolean
copying_begin (OndesSink *sink,
               OndesType  type,
               guint64    rows,
               guint64    cols,
               GError   **error)
{
  OndesSink *array = &((Copying *) sink)->array->sink;

  return array->klass->begin (array, type, rows, cols, error);
}

static gboolean
copying_put (OndesSink       *sink,
             const OndesRect *where,
             const void      *data,
             gsize            stride_bytes,
             gboolean         final,
             GError         **error)
{
  OndesSink *array = &((Copying *) sink)->array->sink;

  return array->klass->put (array, where, data, stride_bytes, final, error);
}

/* Values written into mapped memory of the sink are those that are put without it. */
static void
test_mapped (void)
{
  static const OndesSinkClass klass = { .begin = copying_begin, .put = copying_put };
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 30000;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);
  g_autoptr (OndesSource) source = source_new (x, n, FALSE);
  const OndesView view = { .first = 77, .count = n - 100 };
  GError *error = NULL;

  for (o.quantity = ONDES_QUANTITY_COEFFICIENTS; o.quantity <= ONDES_QUANTITY_PHASE; o.quantity++)
    for (o.method = ONDES_METHOD_AUTO; o.method <= ONDES_METHOD_FFT; o.method++)
      {
        g_autoptr (OndesSpec) spec = spec_new (&o, "1,3,40,100,300");
        OndesArraySink *mapped = run_new (spec, source, view, 2, NULL);
        Copying put = { { &klass }, ondes_array_sink_new () };
        const OndesEngineClass *cpu = ondes_cpu_engine ();
        OndesEngine *engine = cpu->open (0, 2, &error);
        g_autoptr (OndesRequest) request = ondes_request_new_of (spec, source, &view, &error);
        OndesPlan *plan = cpu->plan (engine, request, &error);

        g_assert_true (cpu->run (engine, plan, request, &put.sink, &(OndesWatch) { NULL }, &error));
        g_assert_no_error (error);
        g_assert_cmpmem (mapped->data, ondes_type_bytes (mapped->type, mapped->rows * mapped->cols), put.array->data,
                         ondes_type_bytes (put.array->type, put.array->rows * put.array->cols));
        cpu->unplan (engine, plan);
        cpu->close (engine);
        ondes_sink_free (&put.array->sink);
        ondes_sink_free (&mapped->sink);
      }
}

static void
test_memory (void)
{
  const OndesEngineClass *klass = ondes_cpu_engine ();
  OndesCwtOptions o = ondes_cwt_options_default;
  double x[64] = { 1 };
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, 64, 1);
  GError *error = NULL;
  OndesEngine *engine = klass->open (0, 1, &error);
  g_autoptr (OndesRequest) request = NULL;
  OndesSpec *spec;

  /* masks of 1.6e9 taps over a recording of 64: with zeros outside only 127 of them meet anything */
  o.precision = ONDES_PRECISION_DOUBLE;
  spec = spec_new (&o, "1e8");
  g_assert_cmpuint (workspace_of (engine, spec, source, NULL), <, 16 << 20);
  ondes_spec_unref (spec);
  /* with the recording repeated all of them do; a mask alone takes 25 GB, and an FFT of all that they meet: neither is held */
  o.boundary = ONDES_BOUNDARY_PERIODIC;
  for (o.method = ONDES_METHOD_DIRECT; o.method <= ONDES_METHOD_FFT; o.method++)
    {
      spec = spec_new (&o, "1e8");
      g_assert_cmpuint (workspace_of (engine, spec, source, NULL), <, 200 << 20);
      ondes_spec_unref (spec);
    }
  /* what is transformed as a whole is refused where it does not fit, before anything is taken */
  o = ondes_cwt_options_default;
  o.wavelet = ONDES_WAVELET_ANALYTIC_MORLET;
  o.fft_length = G_GUINT64_CONSTANT (1) << 40;
  spec = spec_new (&o, "10");
  request = ondes_request_new_of (spec, source, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (klass->plan (engine, request, &error));
  g_assert_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY);
  g_assert_nonnull (strstr (error->message, "GB"));
  g_clear_error (&error);
  ondes_spec_unref (spec);
  klass->close (engine);
}

/* After trim() an engine keeps no more than it was told, works with less, and is as right. */
static void
test_trim (void)
{
  const OndesEngineClass *klass = ondes_cpu_engine ();
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 200003;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);
  g_autoptr (OndesSource) source = source_new (x, n, FALSE);
  g_autoptr (OndesSpec) spec = spec_new (&o, "3,50,400,1500");
  const OndesView view = { .first = 0, .count = n };
  OndesArraySink *whole = run_new (spec, source, view, 2, NULL);
  OndesArraySink *sink = ondes_array_sink_new ();
  GError *error = NULL;
  OndesEngine *engine = klass->open (0, 2, &error);
  g_autoptr (OndesRequest) request = ondes_request_new_of (spec, source, &view, &error);
  g_autofree double complex *got = g_new (double complex, 4 * n);
  g_autofree double complex *want = g_new (double complex, 4 * n);

  for (int pass = 0; pass < 2; pass++)
    {
      OndesPlan *plan = klass->plan (engine, request, &error);

      g_assert_no_error (error);
      klass->run (engine, plan, request, &sink->sink, &(OndesWatch) { NULL }, &error);
      g_assert_no_error (error);
      klass->unplan (engine, plan);
      for (gsize i = 0; i < 4 * n; i++)
        {
          got[i] = value_at (sink, i);
          want[i] = value_at (whole, i);
        }
      g_assert_cmpfloat (distance (got, want, 4 * n), <=, pass ? 3e-6 : 0);
      klass->trim (engine, 1 << 20);
    }
  ondes_sink_free (&sink->sink);
  ondes_sink_free (&whole->sink);
  klass->close (engine);
}

/* Wisdom that is none is passed over, and replaced once sizes that were used have been measured. */
static void
test_wisdom (void)
{
  g_autofree char *dir = g_build_filename (g_get_user_cache_dir (), "ondes", NULL);
  g_autofree char *path = g_build_filename (dir, "fftw-wisdom-double", NULL);
  g_autofree char *text = NULL;

  ondes_cpu_measure_in_background ();
  do
    {
      g_usleep (G_USEC_PER_SEC / 20);
      g_clear_pointer (&text, g_free);
      g_file_get_contents (path, &text, NULL, NULL);
    }
  while (!text || !strstr (text, "fftw_codelet"));
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *cache = g_dir_make_tmp ("ondes-cpu-XXXXXX", NULL);
  g_autofree char *dir = g_build_filename (cache, "ondes", NULL);
  g_autofree char *path = g_build_filename (dir, "fftw-wisdom-double", NULL);
  g_autofree char *single = g_build_filename (dir, "fftw-wisdom-single", NULL);
  int status;

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_mkdir (dir, 0700);
  g_file_set_contents (path, "(fftw-3.3.10 fftw_wisdom #x0\n  (cut", -1, NULL);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/cpu/behaviour/mapped-memory", test_mapped);
  g_test_add_func ("/ondes/cpu/behaviour/linear", test_linear);
  g_test_add_func ("/ondes/cpu/behaviour/shift", test_shift);
  g_test_add_func ("/ondes/cpu/behaviour/same-bits-from-any-number-of-threads", test_threads);
  g_test_add_func ("/ondes/cpu/behaviour/very-small-and-very-large-values", test_range);
  g_test_add_func ("/ondes/cpu/behaviour/cancel-at-every-step", test_cancel);
  g_test_add_func ("/ondes/cpu/behaviour/errors-pass", test_errors);
  g_test_add_func ("/ondes/cpu/behaviour/memory-is-refused-before-it-is-taken", test_memory);
  g_test_add_func ("/ondes/cpu/behaviour/less-memory-after-trim", test_trim);
  if (g_test_slow ())
    g_test_add_func ("/ondes/cpu/behaviour/wisdom-is-measured-in-the-background", test_wisdom);
  status = g_test_run ();
  g_remove (path);
  g_remove (single);
  g_rmdir (dir);
  g_rmdir (cache);
  return status;
}
