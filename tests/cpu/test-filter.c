/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters against the sum of their definition: every method, precision, post-processing and segment, on fresh random data. */
#include "filter-case.h"

#include <math.h>
#include <string.h>

#include "engine/filtered-source.h"
#include "engine/compute.h"
#include "signal/computed-source.h"

static OndesArraySink *
case_run (const FilterCase *self,
          const OndesView  *view,
          guint             threads)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesRequest) request = ondes_request_new (self->spec, self->sources, self->n_sources, view, &error);
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, threads);
  OndesArraySink *sink = ondes_array_sink_new ();

  g_assert_no_error (error);
  ondes_compute (computer, request, &sink->sink, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sink->cols, ==, filter_case_times (self) * view->count);
  return sink;
}

static void
case_check (const FilterCase *self,
            const char       *what)
{
  OndesArraySink *sink = case_run (self, &(OndesView) { .count = self->n }, (guint) g_test_rand_int_range (1, 4));

  filter_case_assert (self, sink, 0, what);
  ondes_sink_free (&sink->sink);
}

/* Each method, precision and post-processing with filters about as long as a segment F and recordings about as long as what a
 * segment gives: F − M + 1. */
static void
test_definition (void)
{
  static const guint segments[] = { 0, 4, 7, 16, 64, 257, 1024 };

  for (guint round = 0; round < 330; round++)
    {
      OndesFilterOptions options = { .method = (OndesMethod) (round % 4), .precision = (OndesPrecision) (round / 4 % 3),
                                     .post = (OndesPost) (round / 12 % 4), .causal = g_test_rand_bit () };
      const guint length = segments[g_test_rand_int_range (0, G_N_ELEMENTS (segments))], f = length > 0 ? length : 300;
      const guint lengths[] = { 1, 2, 3, 4, 51, f / 2, f / 2 + 1, f - 1, f, f + 1, 5 * f + 3 };
      const guint taps = lengths[g_test_rand_int_range (0, G_N_ELEMENTS (lengths))], step = f > taps ? f - taps + 1 : f / 2;
      const guint counts[] = { 1, 2, MAX (taps, 2) - 1, step, step + 1, MAX (step, 2) - 1, 997, 2 * step + 1, 4 * f, 9001 };
      g_autofree char *what = NULL;
      FilterCase c;

      if (options.method == ONDES_METHOD_AUTO || options.method == ONDES_METHOD_OVERLAP_SAVE)
        options.segment = length;
      filter_case_init (&c, counts[g_test_rand_int_range (0, G_N_ELEMENTS (counts))], taps, &options);
      what = filter_case_print (&c);
      case_check (&c, what);
      filter_case_clear (&c);
    }
}

/* Filters and recordings so long that FFTs of several sizes, parts and pieces meet. */
static void
test_long (void)
{
  static const struct
  {
    guint n, taps, segment;
  } cases[] = { { 40001, 70001, 0 }, { 60000, 9001, 4096 }, { 100003, 513, 0 }, { 30011, 20000, 1000 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint method = ONDES_METHOD_AUTO; method <= ONDES_METHOD_FFT; method++)
      {
        OndesFilterOptions options = { .method = (OndesMethod) method, .precision = (OndesPrecision) g_test_rand_int_range (0, 2),
                                       .post = (OndesPost) g_test_rand_int_range (0, 3) };
        const double allowed = options.precision == ONDES_PRECISION_DOUBLE ? 1e-12 : 3e-6;
        OndesView all;
        OndesArraySink *sink;
        FilterCase c;

        if (method == ONDES_METHOD_AUTO || method == ONDES_METHOD_OVERLAP_SAVE)
          options.segment = cases[i].segment;
        filter_case_init (&c, cases[i].n, cases[i].taps, &options);
        c.options.post = ONDES_POST_NONE;
        filter_case_set_bank (&c);
        all = (OndesView) { .count = c.n };
        sink = case_run (&c, &all, 2);
        for (guint probe = 0; probe < 300; probe++)
          {
            const guint row = (guint) g_test_rand_int_range (0, (gint) sink->rows);
            const gint64 t = g_test_rand_int_range (0, (gint) c.n);
            const double complex want = filter_case_at (&c, row / c.n_bands, row % c.n_bands, t);
            const double scale = sqrt (MIN ((double) c.bands[row % c.n_bands].n, (double) c.n) / 6);

            g_assert_cmpfloat (cabs (value_at (sink, row * c.n + (guint64) t) - want), <, 8 * allowed * MAX (scale, 1));
          }
        ondes_sink_free (&sink->sink);
        filter_case_clear (&c);
      }
}

/* A view has the bits of the same samples of the whole, with any number of threads. */
static void
test_views (void)
{
  for (guint round = 0; round < 60; round++)
    {
      OndesFilterOptions options = { .method = (OndesMethod) (round % 4), .precision = (OndesPrecision) (round / 4 % 3),
                                     .post = (OndesPost) (round / 12 % 4) };
      const OndesView all = { .count = (guint64) g_test_rand_int_range (1, 40000) };
      OndesArraySink *whole;
      FilterCase c;

      if (options.method == ONDES_METHOD_OVERLAP_SAVE && g_test_rand_bit ())
        options.segment = (guint64) g_test_rand_int_range (4, 3000);
      filter_case_init (&c, all.count, (guint) g_test_rand_int_range (1, 900), &options);
      whole = case_run (&c, &all, 1);
      for (guint i = 0; i < 4; i++)
        {
          const guint64 first = (guint64) g_test_rand_int_range (0, (gint) c.n);
          const OndesView view = { .first = first, .count = (guint64) g_test_rand_int_range (1, (gint) (c.n - first) + 1) };
          OndesArraySink *part = case_run (&c, &view, i);

          for (guint row = 0; row < part->rows; row++)
            g_assert_cmpmem ((char *) part->data + ondes_type_bytes (part->type, row * part->cols),
                             ondes_type_bytes (part->type, part->cols),
                             (char *) whole->data + ondes_type_bytes (whole->type, filter_case_times (&c) * (row * c.n + first)),
                             ondes_type_bytes (part->type, part->cols));
          ondes_sink_free (&part->sink);
        }
      ondes_sink_free (&whole->sink);
      filter_case_clear (&c);
    }
}

/* A source that several threads read at random. */
typedef struct
{
  OndesSource *source;
  const char  *whole;
  guint32      seed;
} Reading;

static gpointer
read_spans (gpointer data)
{
  const Reading *self = data;
  g_autoptr (GRand) rand = g_rand_new_with_seed (self->seed);
  const guint64 n = self->source->n;
  g_autofree char *values = g_malloc (ondes_type_bytes (self->source->type, n));

  for (guint i = 0; i < 40; i++)
    {
      const guint64 at = (guint64) g_rand_int_range (rand, 0, (gint32) n);
      const gsize count = (gsize) g_rand_int_range (rand, 1, (gint32) (n - at) + 1);
      g_autoptr (GError) error = NULL;

      ondes_source_read (self->source, at, count, values, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (values, ondes_type_bytes (self->source->type, count),
                       self->whole + ondes_type_bytes (self->source->type, at), ondes_type_bytes (self->source->type, count));
    }
  return NULL;
}

static void
test_source (void)
{
  for (guint round = 0; round < 16; round++)
    {
      const OndesFilterOptions options = { .method = (OndesMethod) (round % 4), .post = (OndesPost) (round / 4 % 4),
                                           .precision = (OndesPrecision) g_test_rand_int_range (0, 2) };
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesOperation) operation = NULL;
      g_autoptr (OndesSource) filtered = NULL;
      GThread *threads[4];
      Reading readings[4];
      OndesArraySink *whole;
      FilterCase c;

      filter_case_init (&c, (guint64) g_test_rand_int_range (1, 90000), (guint) g_test_rand_int_range (1, 2000), &options);
      filter_case_reduce (&c);
      operation = ondes_filtered_new (c.spec);
      filtered = ondes_computed_source_new (operation, c.sources, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (filtered->n, ==, filter_case_times (&c) * c.n);
      g_assert_cmpfloat (filtered->rate_hz, ==, filter_case_times (&c) * c.rate_hz);
      whole = case_run (&c, &(OndesView) { .count = c.n }, 2);
      g_assert_cmpint (whole->type, ==, filtered->type);
      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        {
          readings[i] = (Reading) { filtered, whole->data, (guint32) g_test_rand_int () };
          threads[i] = g_thread_new ("read", read_spans, &readings[i]);
        }
      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        g_thread_join (threads[i]);
      ondes_sink_free (&whole->sink);
      filter_case_clear (&c);
    }
}

/* Filtered twice: a run reads a source that asks for an engine itself. */
static void
test_chain (void)
{
  const OndesFilterOptions options = { .method = ONDES_METHOD_AUTO };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesOperation) operation = NULL;
  g_autoptr (OndesSource) once = NULL, twice = NULL;
  g_autofree double *got = NULL;
  FilterCase c;

  filter_case_init (&c, 20011, 301, &options);
  filter_case_reduce (&c);
  operation = ondes_filtered_new (c.spec);
  once = ondes_computed_source_new (operation, c.sources, &error);
  twice = ondes_computed_source_new (operation, &once, &error);
  g_assert_no_error (error);
  got = g_new (double, 2 * c.n);
  ondes_source_read_as (twice, 0, c.n, ONDES_C128, got, &error);
  g_assert_no_error (error);
  for (guint probe = 0; probe < 50; probe++)
    {
      const gint64 t = g_test_rand_int_range (0, (gint) c.n), d = (c.bands[0].n - 1) / 2;
      double complex sum = 0;

      for (gint64 m = 0; m < (gint64) c.bands[0].n; m++)
        if (t + d - m >= 0 && t + d - m < (gint64) c.n)
          sum += (c.bands[0].is_complex ? c.bands[0].taps[2 * m] + I * c.bands[0].taps[2 * m + 1] : c.bands[0].taps[m])
                 * filter_case_at (&c, 0, 0, t + d - m);
      g_assert_true (cabs (got[2 * t] + I * got[2 * t + 1] - sum) < 1e-9);
    }
  filter_case_clear (&c);
}

/* A sink that takes what comes in order, and fails at a piece. */
typedef struct
{
  OndesSink     sink;
  guint64       rows, next, fail_at;
  GCancellable *cancel;
} Strict;

static gboolean
strict_begin (OndesSink *sink,
              OndesType  type,
              guint64    rows,
              guint64    cols,
              GError   **error)
{
  ((Strict *) sink)->rows = rows;
  return TRUE;
}

static gboolean
strict_put (OndesSink       *sink,
            const OndesRect *where,
            const void      *data,
            gsize            stride_bytes,
            gboolean         final,
            GError         **error)
{
  Strict *self = (Strict *) sink;

  g_assert_cmpuint (where->row0, ==, 0);
  g_assert_cmpuint (where->rows, ==, self->rows);
  g_assert_cmpuint (where->col0, ==, self->next);
  self->next += where->cols;
  if (self->next >= self->fail_at && self->cancel != NULL)
    g_cancellable_cancel (self->cancel);
  else if (self->next >= self->fail_at)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "full");
      return FALSE;
    }
  return TRUE;
}

static void
strict_free (OndesSink *sink)
{
}

static void
test_order (void)
{
  static const OndesSinkClass klass = { .begin = strict_begin, .put = strict_put, .free = strict_free };

  for (guint round = 0; round < 27; round++)
    {
      const OndesFilterOptions options = { .method = (OndesMethod) (round % 3) };
      g_autoptr (GError) error = NULL;
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 3);
      g_autoptr (OndesRequest) request = NULL;
      const guint end = round / 3 % 3;
      Strict strict = { .sink.klass = &klass, .fail_at = end == 0 ? G_MAXUINT64 : 60000,
                        .cancel = end == 1 ? cancellable : NULL };
      const OndesWatch watch = { .cancellable = cancellable };
      FilterCase c;

      filter_case_init (&c, 200000, (guint) g_test_rand_int_range (1, 400), &options);
      request = ondes_request_new (c.spec, c.sources, c.n_sources, NULL, &error);
      g_assert_no_error (error);
      ondes_compute (computer, request, &strict.sink, &watch, NULL, &error);
      if (end == 0)
        {
          g_assert_no_error (error);
          g_assert_cmpuint (strict.next, ==, c.n);
        }
      else
        {
          g_assert_error (error, G_IO_ERROR, (end == 1 ? G_IO_ERROR_CANCELLED : G_IO_ERROR_NO_SPACE));
          g_assert_cmpuint (strict.next, <, c.n);
        }
      filter_case_clear (&c);
    }
}

/* Away from the ends, an offset of a million costs single precision no digits of what a high-pass leaves. */
static void
test_offset (gconstpointer method)
{
  const guint n = 60000;
  OndesFirDesign design = ondes_fir_design_default;
  const OndesFilterOptions options = { .method = (OndesMethod) GPOINTER_TO_INT (method), .precision = ONDES_PRECISION_SINGLE };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesFilterBank) bank = NULL;
  g_autofree double *x = g_new (double, n);
  double worst = 0;
  FilterCase c = { .n = n, .n_sources = 1, .n_bands = 1, .options = options, .rate_hz = 1000 };

  design.kind = ONDES_FIR_HIGHPASS;
  design.lo_hz = 50;
  design.ripple_db = 200;
  design.transition_hz = 40;
  bank = ondes_filter_bank_design (&design, 1000, &error);
  g_assert_no_error (error);
  for (guint t = 0; t < n; t++)
    x[t] = 1e6 + cos (2 * G_PI * 0.2 * t);
  c.sources[0] = ondes_array_source_new (ONDES_F64, x, n, 1000);
  c.spec = ondes_filter_new (&options, bank, &error);
  g_assert_no_error (error);
  {
    OndesArraySink *sink = case_run (&c, &(OndesView) { .count = n }, 2);

    for (guint t = 20000; t < n - 20000; t++)
      {
        const double off = fabs (creal (value_at (sink, t)) - cos (2 * G_PI * 0.2 * t));

        g_assert_true (isfinite (off));
        worst = MAX (worst, off);
      }
    ondes_sink_free (&sink->sink);
  }
  g_assert_cmpfloat (worst, <, 1e-3);
  ondes_source_unref (c.sources[0]);
  ondes_spec_unref (c.spec);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/filter/the-sum-of-the-definition", test_definition);
  g_test_add_func ("/ondes/filter/long-filters-in-parts", test_long);
  g_test_add_func ("/ondes/filter/a-view-has-the-bits-of-the-whole", test_views);
  g_test_add_func ("/ondes/filter/a-source-read-at-random-from-several-threads", test_source);
  g_test_add_func ("/ondes/filter/a-filtered-source-is-filtered-again", test_chain);
  g_test_add_func ("/ondes/filter/pieces-come-in-order-and-stop-at-an-error", test_order);
  g_test_add_data_func ("/ondes/filter/an-offset-costs-single-precision-nothing/overlap-save",
                        GINT_TO_POINTER (ONDES_METHOD_OVERLAP_SAVE), test_offset);
  g_test_add_data_func ("/ondes/filter/an-offset-costs-single-precision-nothing/direct", GINT_TO_POINTER (ONDES_METHOD_DIRECT),
                        test_offset);
  return g_test_run ();
}
