/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the fast spectra promise besides their values: exact to the edge and refused past it, one sentence for bad input, cancel
 * at any moment, errors passed on, memory refused before it is taken. */
#include "../engine/once.h"
#include "common.h"
#include "spectra.h"

#include <math.h>
#include <string.h>

/* The one sentence of a run that is refused with @code. */
static void
assert_refused (const OndesSpectrumOptions *options,
                OndesSource                *source,
                OndesError                  code,
                const char                 *word)
{
  GError *error = NULL;
  g_autoptr (OndesSpec) spec = ondes_spectrum_new (options, &error);
  OndesArraySink *sink;

  g_assert_no_error (error);
  sink = spectra_try (spec, &source, 1, 2, &error);
  g_assert_null (sink);
  g_assert_error (error, ONDES_ERROR, code);
  if (!strstr (error->message, word))
    g_error ("“%s” does not say “%s”", error->message, word);
  g_clear_error (&error);
}

static void
refused_values (const OndesSpectrumOptions *options,
                OndesType                   type,
                const gint64               *x,
                gsize                       n,
                OndesError                  code,
                const char                 *word)
{
  g_autoptr (OndesSource) source = values_new (type, x, n);

  assert_refused (options, source, code, word);
}

/* The largest values whose sums fit: each transform by its own largest coefficient. */
static void
test_edge (void)
{
  static const OndesSpectrumKind kinds[] = { ONDES_SPECTRUM_WALSH, ONDES_SPECTRUM_HAAR, ONDES_SPECTRUM_ARITHMETIC };
  static const OndesType types[] = { ONDES_I32, ONDES_I64 };

  for (guint n = 2; n <= 9; n++)
    for (guint i = 0; i < 6; i++)
      for (guint negative = 0; negative < 2; negative++)
        {
          OndesSpectrumOptions o = { .kind = kinds[i % 3], .type = types[i / 3] };
          const gsize size = (gsize) 1 << n;
          const guint bits = o.type == ONDES_I32 ? 31 : 63;
          const gboolean arithmetic = o.kind == ONDES_SPECTRUM_ARITHMETIC;
          /* arithmetic: half the values are subtracted, so that 0 and twice as much fit */
          const gint64 most = (gint64) (G_GUINT64_CONSTANT (1) << (bits - n + arithmetic)) - 1;
          g_autofree gint64 *matrix = spectra_matrix (o.kind, ONDES_ORDER_NATURAL, n);
          g_autofree gint64 *x = g_new (gint64, size);

          for (o.algorithm = ONDES_ALGORITHM_AUTO; o.algorithm <= ONDES_ALGORITHM_CONSTANT_GEOMETRY; o.algorithm++)
            {
              g_autoptr (OndesSource) source = NULL;
              OndesArraySink *sink;

              /* arithmetic: as the last row has them */
              for (gsize k = 0; k < size; k++)
                x[k] = arithmetic && matrix[(size - 1) * size + k] < 0 ? 0 : negative ? -most : most;
              source = values_new (o.type, x, size);
              sink = spectra_run (&o, source, 2);
              for (gsize k = 0; k < size; k++)
                {
                  __int128 sum = 0;

                  for (gsize t = 0; t < size; t++)
                    sum += (__int128) matrix[k * size + t] * x[t];
                  g_assert_true (spectra_integer (sink, k) == sum);
                }
              ondes_sink_free (&sink->sink);
              for (gsize k = 0; k < size; k++)
                x[k] += x[k] > 0 ? 1 : x[k] < 0 ? -1 : 0;
              refused_values (&o, o.type, x, size, ONDES_ERROR_FILE, ondes_type_name (o.type));
            }
        }
}

static void
test_inverse_leaves (void)
{
  static const gint64 x[] = { 1, 0, 0, 0 };
  OndesSpectrumOptions o = { .inverse = TRUE };

  for (o.algorithm = ONDES_ALGORITHM_AUTO; o.algorithm <= ONDES_ALGORITHM_CONSTANT_GEOMETRY; o.algorithm++)
    for (o.type = ONDES_I32; o.type <= ONDES_I64; o.type++)
      {
        o.kind = ONDES_SPECTRUM_WALSH;
        refused_values (&o, o.type, x, 4, ONDES_ERROR_FILE, "its inverse has fractions");
        o.kind = ONDES_SPECTRUM_HAAR;
        refused_values (&o, o.type, x, 4, ONDES_ERROR_FILE, "its inverse has fractions");
      }
}

static void
test_bad_values (void)
{
  static const gint64 x[] = { 1, 0, 2, 0, 1, 1 }, large[] = { 0, G_GINT64_CONSTANT (1) << 31 };
  static const double bad[] = { 1, 2, NAN, 4 }, infinite[] = { 1, 2, 3, -INFINITY };
  static const double complex_values[] = { 1, 2, 3, 4 };
  OndesSpectrumOptions o = { .kind = ONDES_SPECTRUM_REED_MULLER, .type = ONDES_BITS };
  g_autoptr (OndesSource) nan_source = ondes_array_source_new (ONDES_F64, bad, 4, 1);
  g_autoptr (OndesSource) infinite_source = ondes_array_source_new (ONDES_F64, infinite, 4, 1);
  g_autoptr (OndesSource) iq = ondes_array_source_new (ONDES_C128, complex_values, 2, 1);

  refused_values (&o, ONDES_I64, x, 4, ONDES_ERROR_FILE, "a 2;");
  o.type = ONDES_U8;
  refused_values (&o, ONDES_U8, x, 4, ONDES_ERROR_FILE, "a 2;");
  refused_values (&o, ONDES_F64, x, 2, ONDES_ERROR_REQUEST, "float64");
  o = (OndesSpectrumOptions) { .type = ONDES_I32 };
  refused_values (&o, ONDES_I64, large, 2, ONDES_ERROR_FILE, "2147483648");
  refused_values (&o, ONDES_F32, x, 2, ONDES_ERROR_REQUEST, "float32");
  refused_values (&o, ONDES_I32, x, 6, ONDES_ERROR_FILE, "6 values");
  assert_refused (&o, iq, ONDES_ERROR_REQUEST, "complex128");
  o.type = ONDES_F64;
  assert_refused (&o, nan_source, ONDES_ERROR_FILE, "sample 2 ");
  assert_refused (&o, infinite_source, ONDES_ERROR_FILE, "sample 3 ");
  o.row_length = 4;
  refused_values (&o, ONDES_F64, x, 6, ONDES_ERROR_FILE, "rows of 4");
}

/* A source that has as many values as asked for, and fails from one on. */
typedef struct
{
  OndesSource source;
  guint64     bad;
} Failing;

static gboolean
failing_read (OndesSource *source,
              guint64      at,
              gsize        n,
              void        *dst,
              GError     **error)
{
  const Failing *self = (const Failing *) source;

  if (at + n > self->bad)
    {
      g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE, "the disk is gone");
      return FALSE;
    }
  memset (dst, 0, ondes_type_bytes (source->type, n));
  return TRUE;
}

static void
failing_finalize (OndesSource *source)
{
  g_free (source);
}

static OndesSource *
failing_new (guint64 n,
             guint64 bad)
{
  static const OndesSourceClass klass = { failing_read, failing_finalize };
  Failing *self = g_new (Failing, 1);

  ondes_source_init (&self->source, &klass, ONDES_I64, n, 1);
  self->bad = bad;
  return &self->source;
}

static void
test_source_fails (void)
{
  g_autoptr (OndesSource) source = failing_new (1 << 19, 300000);
  OndesSpectrumOptions o = { 0 };

  for (o.kind = ONDES_SPECTRUM_WALSH; o.kind <= ONDES_SPECTRUM_ARITHMETIC; o.kind++)
    for (o.algorithm = ONDES_ALGORITHM_AUTO; o.algorithm <= ONDES_ALGORITHM_CONSTANT_GEOMETRY; o.algorithm++)
      {
        o.type = ondes_spectrum_default_type (o.kind, ONDES_I64);
        assert_refused (&o, source, ONDES_ERROR_FILE, "the disk is gone");
      }
}

static void
test_memory (void)
{
  g_autoptr (OndesSource) source = failing_new (G_GUINT64_CONSTANT (1) << 42, 0);
  OndesSpectrumOptions o = { .type = ONDES_I64 };

  assert_refused (&o, source, ONDES_ERROR_FILE, "4398046511104 values");
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

/* Cancelled at every step of its progress a run says so, and the same computer then does it right. */
static void
check_cancel (const OndesSpectrumOptions *options)
{
  const gsize size = 1 << 18;
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);
  g_autoptr (OndesSpec) spec = ondes_spectrum_new (options, NULL);
  g_autoptr (OndesSource) source = failing_new (size, size);
  const OndesView view = { .count = size };
  guint most = 0;

  for (guint stop = 0; stop == 0 || stop <= most; stop++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      OndesArraySink *sink = ondes_array_sink_new ();
      Steps steps = { .cancellable = cancellable, .stop = stop };
      GError *error = NULL;
      gboolean done = compute_once (computer, ondes_request_new_of (spec, source, &view, &error), &sink->sink,
                                    &(OndesWatch) { step, &steps, cancellable }, NULL, &error);

      if (stop == 0)
        {
          g_assert_no_error (error);
          g_assert_true (done);
          g_assert_cmpfloat (steps.last, ==, 1);
          most = steps.steps;
          g_assert_cmpuint (most, >, 1);
        }
      else if (!done)
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      else /* the step was the last one */
        g_assert_cmpuint (stop, ==, most);
      g_clear_error (&error);
      ondes_sink_free (&sink->sink);
    }
}

static void
test_cancel (void)
{
  OndesSpectrumOptions o = { 0 };

  for (o.kind = ONDES_SPECTRUM_WALSH; o.kind <= ONDES_SPECTRUM_ARITHMETIC; o.kind++)
    for (o.algorithm = ONDES_ALGORITHM_AUTO; o.algorithm <= ONDES_ALGORITHM_CONSTANT_GEOMETRY; o.algorithm++)
      {
        o.type = ondes_spectrum_default_type (o.kind, ONDES_I64);
        check_cancel (&o);
      }
}

static void
test_sink_fails (void)
{
  const OndesView view = { .count = 1 << 19 };
  const OndesSpectrumOptions o = { .type = ONDES_I64 };
  g_autoptr (OndesSpec) spec = ondes_spectrum_new (&o, NULL);
  g_autoptr (OndesSource) source = failing_new (view.count, view.count);
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 3);

  for (guint left = 0; left < 8; left++)
    {
      FullSink full = { { &full_sink_class }, left };
      GError *error = NULL;

      g_assert_false (compute_once (computer, ondes_request_new_of (spec, source, &view, &error), &full.sink, NULL, NULL,
                                    &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_assert_cmpstr (error->message, ==, "the disk is full");
      g_clear_error (&error);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/cpu/spectra/exact-at-the-edge-and-refused-past-it", test_edge);
  g_test_add_func ("/ondes/cpu/spectra/inverse-that-leaves-the-integers-is-refused", test_inverse_leaves);
  g_test_add_func ("/ondes/cpu/spectra/bad-values-are-refused-in-one-sentence", test_bad_values);
  g_test_add_func ("/ondes/cpu/spectra/passes-errors-of-a-source-on", test_source_fails);
  g_test_add_func ("/ondes/cpu/spectra/passes-errors-of-a-sink-on", test_sink_fails);
  g_test_add_func ("/ondes/cpu/spectra/refuses-memory-before-it-is-taken", test_memory);
  g_test_add_func ("/ondes/cpu/spectra/cancels-at-every-step", test_cancel);
  return g_test_run ();
}
