/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "once.h"
#include "fake-load.h"
#include "watch-sink.h"

#include "engine/compute.h"
#include "engine/plans.h"
#include "transform/cwt.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#define N 150

static FakeControl *control;
static guint next_device; /* a device that is lost stays lost in this process, so that each case has its own */

/* The double sum of the definition: zeroes outside, l1. */
static void
definition (const double   *x,
            const double   *scales,
            guint           n_scales,
            double complex *w)
{
  for (guint i = 0; i < n_scales; i++)
    for (gint t = 0; t < N; t++)
      {
        double s = scales[i];
        gint h = (gint) floor (8 * s);
        double complex sum = 0;

        for (gint k = -h; k <= h; k++)
          if (t + k >= 0 && t + k < N)
            sum += x[t + k] * sqrt (2 / G_PI) / s * exp (-(k / s) * (k / s) / 2) * cexp (-I * 5 * k / s);
        w[i * N + t] = sum;
      }
}

static OndesSpec *
make_spec (const char *scales)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse (scales, 0, &error);
  OndesSpec *spec;

  g_assert_no_error (error);
  options.precision = ONDES_PRECISION_DOUBLE;
  options.quantity = ONDES_QUANTITY_COEFFICIENTS;
  spec = ondes_cwt_new (&options, list, &error);
  g_assert_no_error (error);
  return spec;
}

/* A source that fails to be read. */
static gboolean
broken_read (OndesSource *self,
             guint64      at,
             gsize        n,
             void        *dst,
             GError     **error)
{
  g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_IO, "the disk is gone");
  return FALSE;
}

static void
broken_finalize (OndesSource *self)
{
  g_free (self);
}

/* Everything that a case needs. */
typedef struct
{
  double         x[N];
  OndesSource   *source;
  OndesSpec     *specs[2];
  double complex want[2][3 * N];
  guint          rows[2];
} Fixture;

static void
fixture_init (Fixture *f)
{
  static const double scales[2][3] = { { 2, 3.5, 7 }, { 1, 11, 0 } };

  for (guint i = 0; i < N; i++)
    f->x[i] = g_test_rand_double_range (-1, 1);
  f->source = ondes_array_source_new (ONDES_F64, f->x, N, 1000);
  f->specs[0] = make_spec ("2,7/2,7");
  f->specs[1] = make_spec ("1,11");
  for (guint i = 0; i < 2; i++)
    {
      f->rows[i] = 3 - i;
      definition (f->x, scales[i], f->rows[i], f->want[i]);
    }
}

static void
fixture_clear (Fixture *f)
{
  ondes_source_unref (f->source);
  ondes_spec_unref (f->specs[0]);
  ondes_spec_unref (f->specs[1]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

/* Clears what a case before left; the calls are counted from here. */
static void
arm (FakeCall         call,
     guint            at,
     gboolean         on,
     OndesEngineError code)
{
  g_assert_cmpuint (control->engines, ==, 0);
  g_assert_cmpuint (control->plans, ==, 0);
  *control = (FakeControl) { .armed = at > 0, .on = on, .call = call, .at = at, .code = code, .devices = G_MAXUINT };
}

static gboolean
compute (Fixture       *f,
         guint          which,
         OndesComputer *computer,
         WatchSink     *sink,
         OndesReport   *report,
         GError       **error)
{
  return compute_once (computer, ondes_request_new_of (f->specs[which], f->source, NULL, error), &sink->sink, NULL, report, error);
}

static void
check_values (Fixture         *f,
              guint            which,
              const WatchSink *sink)
{
  const double complex *have = sink->array->data;
  double wrong = 0, all = 0;

  g_assert_cmpint (sink->array->type, ==, ONDES_C128);
  g_assert_cmpuint (sink->array->rows, ==, f->rows[which]);
  g_assert_cmpuint (sink->array->cols, ==, N);
  g_assert_cmpuint (sink->finishes, ==, 1);
  for (guint i = 0; i < f->rows[which] * N; i++)
    {
      g_assert_cmpuint (sink->seen[i], ==, 1);
      wrong += pow (cabs (have[i] - f->want[which][i]), 2);
      all += pow (cabs (f->want[which][i]), 2);
    }
  g_assert_cmpfloat (sqrt (wrong / all), <, 1e-12);
}

static void
check_statistics (Fixture           *f,
                  guint              which,
                  const OndesReport *report)
{
  g_assert_cmpuint (report->statistics.n_methods, ==, f->rows[which]);
  for (guint i = 0; i < report->statistics.n_methods; i++)
    {
      g_assert_cmpint (report->statistics.methods[i], >, ONDES_METHOD_AUTO);
      g_assert_cmpint (report->statistics.methods[i], <=, ONDES_METHOD_FFT);
    }
  g_assert_cmpfloat (report->statistics.compute_s, >=, 0);
  g_assert_cmpfloat (report->statistics.compute_s, <, 100);
  if (g_str_equal (report->engine, "cuda"))
    g_assert_cmpuint (report->statistics.bytes_moved, ==, 4711);
  else
    g_assert_cmpuint (report->statistics.bytes_moved, !=, 4711);
}

/* Four transforms in a row, of two specs, on one computer. Each is right, or an error with a sentence where there is no
 * fall-back. Returns how many ended on the CPU or with an error. */
static guint
four_in_a_row (Fixture    *f,
               const char *engine,
               guint       device)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new (engine, device, 1);
  guint elsewhere = 0;
  gboolean lost = FALSE;

  for (guint i = 0; i < 4; i++)
    {
      g_auto (WatchSink) sink;
      g_auto (OndesReport) report = { NULL };
      g_autoptr (GError) error = NULL;
      guint fired = control->fired;
      gboolean ok;

      watch_sink_init (&sink);
      ok = compute (f, i % 2, computer, &sink, &report, &error);
      g_assert_true (ok == (error == NULL));

      if (report.lost)
        {
          g_assert_false (lost); /* told once */
          lost = TRUE;
        }
      if (lost)
        g_assert_cmpuint (control->engines, ==, 0);
      g_assert_true (lost == (control->fired > 0 && control->code == ONDES_ENGINE_ERROR_LOST));

      if (!ok)
        {
          g_assert_cmpstr (engine, ==, "cuda");
          g_assert_true (fired < control->fired || lost);
          g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
          g_assert_true (g_str_has_prefix (error->message, "--engine cuda: "));
          g_assert_nonnull (strstr (error->message, "the fake engine fails call"));
          g_assert_cmpstr (report.engine, ==, "cuda");
          g_assert_cmpuint (sink.finishes, ==, 0);
          elsewhere++;
          continue;
        }
      check_values (f, i % 2, &sink);
      check_statistics (f, i % 2, &report);
      if (g_str_equal (report.engine, "cpu"))
        {
          g_assert_cmpstr (engine, ==, "auto");
          g_assert_nonnull (report.fallback);
          g_assert_nonnull (strstr (report.fallback, "the fake engine fails call"));
          elsewhere++;
        }
      else
        {
          g_assert_cmpstr (report.engine, ==, "cuda");
          g_assert_null (report.fallback);
        }
    }
  return elsewhere;
}

/* For every n, call and error, until no call has an n-th: alone, and from then on. */
static void
test_nth_call_fails (gconstpointer engine)
{
  g_auto (Fixture) f;

  fixture_init (&f);
  for (guint call = 0; call < FAKE_N; call++)
    for (guint code = 0; code <= ONDES_ENGINE_ERROR_LOST; code++)
      for (guint on = 0; on < 2; on++)
        for (guint n = 1;; n++)
          {
            guint device = next_device++;
            guint elsewhere;

            arm (call, n, on, code);
            elsewhere = four_in_a_row (&f, engine, device);
            g_assert_cmpuint (control->engines, ==, 0);
            g_assert_cmpuint (control->plans, ==, 0);
            if (control->fired == 0)
              {
                g_assert_cmpuint (n, >, 1); /* the fault did come before */
                g_assert_cmpuint (elsewhere, ==, 0);
                g_assert_cmpuint (control->trims, ==, 0);
                break;
              }
            switch (code)
              {
              case ONDES_ENGINE_ERROR_UNSUPPORTED:
                g_assert_cmpuint (elsewhere, ==, control->fired);
                g_assert_cmpuint (control->trims, ==, 0);
                break;
              case ONDES_ENGINE_ERROR_NO_MEMORY:
                if (call == FAKE_OPEN)
                  g_assert_cmpuint (elsewhere, ==, control->fired);
                else if (!on)
                  {
                    g_assert_cmpuint (elsewhere, ==, 0); /* the second try, with less memory, works */
                    g_assert_cmpuint (control->trims, ==, 1);
                  }
                else
                  {
                    g_assert_cmpuint (elsewhere, >=, 1);
                    g_assert_cmpuint (control->trims, >=, 4);
                  }
                break;
              default:
                g_assert_cmpuint (elsewhere, >=, 1);
                g_assert_cmpuint (control->fired, ==, 1); /* it is never called again */
                g_assert_cmpuint (control->trims, ==, 0);
              }
          }
}

static void
test_no_fault (void)
{
  g_auto (Fixture) f;

  fixture_init (&f);
  arm (0, 0, FALSE, 0);
  g_assert_cmpuint (four_in_a_row (&f, "auto", 41), ==, 0);
  g_assert_cmpuint (control->device, ==, 41);
  g_assert_cmpuint (control->calls[FAKE_OPEN], ==, 1);
  g_assert_cmpuint (control->calls[FAKE_PLAN], ==, 2); /* the second time each plan is there */
  g_assert_cmpuint (control->calls[FAKE_RUN], ==, 4);

  arm (0, 0, FALSE, 0);
  {
    g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);
    g_auto (WatchSink) sink;
    g_auto (OndesReport) report = { NULL };

    watch_sink_init (&sink);
    g_assert_true (compute (&f, 0, computer, &sink, &report, NULL));
    g_assert_cmpstr (report.engine, ==, "cpu");
    g_assert_null (report.fallback);
    check_values (&f, 0, &sink);
    check_statistics (&f, 0, &report);
    g_assert_cmpuint (control->calls[FAKE_OPEN], ==, 0);
  }
}

static void
test_halvings (void)
{
  g_auto (Fixture) f;
  g_auto (WatchSink) sink;
  g_auto (OndesReport) report = { NULL };
  OndesComputer *computer = ondes_computer_new ("auto", next_device++, 1);

  fixture_init (&f);
  watch_sink_init (&sink);
  arm (FAKE_PUT, 1, TRUE, ONDES_ENGINE_ERROR_NO_MEMORY);
  control->run_bytes = 64 << 20;
  g_assert_true (compute (&f, 0, computer, &sink, &report, NULL));
  g_assert_cmpstr (report.engine, ==, "cpu");
  check_values (&f, 0, &sink);
  g_assert_cmpuint (sink.begins, ==, 6); /* five tries, then the CPU's */
  g_assert_cmpstr (report.fallback, ==, "the fake engine fails call 1 of 4"); /* what was needed at first */
  g_assert_cmpuint (control->trims, ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (control->limits[i], ==, (64u << 20) >> (i + 1));

  /* a while after it has gone well, the limit is lifted */
  control->armed = FALSE;
  for (guint i = 0; i < 40 && control->trims == 4; i++)
    {
      g_auto (WatchSink) again;

      watch_sink_init (&again);
      g_assert_true (compute (&f, 0, computer, &again, &report, NULL));
      g_assert_cmpstr (report.engine, ==, "cuda");
      g_assert_null (report.fallback);
    }
  g_assert_cmpuint (control->trims, ==, 5);
  g_assert_cmpuint (control->limits[4], ==, G_MAXUINT64);
  ondes_computer_free (computer);
}

/* Another computer of the process finds the device lost without touching it, and closes its own. */
static void
test_lost_for_the_process (void)
{
  guint device = next_device++;
  OndesComputer *first = ondes_computer_new ("auto", device, 1), *second = ondes_computer_new ("auto", device, 1);
  OndesComputer *order = ondes_computer_new ("cuda", device, 1), *other = ondes_computer_new ("auto", next_device++, 1);
  OndesComputer *all[] = { first, second, order, other };
  g_auto (Fixture) f;

  fixture_init (&f);
  arm (0, 0, FALSE, 0);
  for (guint i = 0; i < 2; i++)
    {
      g_auto (WatchSink) sink;

      watch_sink_init (&sink);
      g_assert_true (compute (&f, 0, all[i], &sink, NULL, NULL));
    }
  g_assert_cmpuint (control->engines, ==, 1); /* both use it */
  control->armed = TRUE;
  control->call = FAKE_RUN;
  control->at = control->calls[FAKE_RUN] + 1;
  control->code = ONDES_ENGINE_ERROR_LOST;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_auto (WatchSink) sink;
      g_auto (OndesReport) report = { NULL };
      g_autoptr (GError) error = NULL;
      gboolean ok;

      watch_sink_init (&sink);
      ok = compute (&f, 0, all[i], &sink, &report, &error);
      g_assert_true (ok == (all[i] != order));
      g_assert_true (report.lost == (i == 0));
      if (all[i] == other)
        g_assert_cmpstr (report.engine, ==, "cuda");
      else if (ok)
        g_assert_nonnull (strstr (report.fallback, "was lost"));
      else
        g_assert_nonnull (strstr (error->message, "was lost"));
      if (ok)
        check_values (&f, 0, &sink);
    }
  g_assert_cmpuint (control->engines, ==, 1); /* the other device's */
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    ondes_computer_free (all[i]);
}

static void
test_no_device (void)
{
  g_auto (Fixture) f;

  fixture_init (&f);
  arm (0, 0, FALSE, 0);
  control->devices = 0;
  for (guint order = 0; order < 2; order++)
    {
      g_autoptr (OndesComputer) computer = ondes_computer_new (order ? "cuda" : "auto", 0, 1);
      g_auto (WatchSink) sink;
      g_auto (OndesReport) report = { NULL };
      g_autoptr (GError) error = NULL;

      watch_sink_init (&sink);
      g_assert_true (compute (&f, 0, computer, &sink, &report, &error) == !order);
      if (order)
        {
          g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
          g_assert_nonnull (strstr (error->message, "--engine cuda: the fake engine has no device"));
        }
      else
        {
          g_assert_cmpstr (report.engine, ==, "cpu");
          g_assert_null (report.fallback);
          check_values (&f, 0, &sink);
        }
      g_assert_cmpuint (control->calls[FAKE_OPEN], ==, 0);
    }
}

/* Errors of sink and source and a cancel are nobody's reason to try elsewhere. */
static void
test_foreign_errors (void)
{
  enum { BEGIN, PUT, FINISH, READ, CANCEL_BEFORE, CANCEL_WITHIN, CASES };
  static const OndesSourceClass broken = { broken_read, broken_finalize };
  g_auto (Fixture) f;

  fixture_init (&f);
  for (guint i = 0; i < CASES; i++)
    {
      g_autoptr (OndesComputer) computer = NULL;
      g_autoptr (OndesSource) source = i == READ ? g_new0 (OndesSource, 1) : ondes_source_ref (f.source);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_auto (WatchSink) sink;
      g_auto (OndesReport) report = { NULL };
      g_autoptr (GError) error = NULL;

      arm (0, 0, FALSE, 0);
      computer = ondes_computer_new ("auto", next_device++, 1);
      watch_sink_init (&sink);
      sink.fail_begin = i == BEGIN;
      sink.fail_at = i == PUT;
      sink.fail_finish = i == FINISH;
      if (i == READ)
        ondes_source_init (source, &broken, ONDES_F64, N, 1);
      if (i == CANCEL_BEFORE)
        g_cancellable_cancel (cancellable);
      if (i == CANCEL_WITHIN)
        sink.cancel_at_put = cancellable;

      /* a cancel in the last put may come too late to be seen */
      if (compute_once (computer, ondes_request_new_of (f.specs[0], source, NULL, &error), &sink.sink,
                        &(OndesWatch) { .cancellable = cancellable }, &report, &error))
        g_assert_cmpuint (i, ==, CANCEL_WITHIN);
      else if (i >= CANCEL_BEFORE)
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      else if (i == READ)
        g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_IO);
      else
        g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC);
      g_assert_cmpstr (report.engine, ==, "cuda");
      g_assert_null (report.fallback);
      g_assert_false (report.lost);
      g_assert_cmpuint (sink.begins, <=, 1);
      g_assert_cmpuint (control->trims, ==, 0);
      g_clear_pointer (&computer, ondes_computer_free);
    }
}

static void
test_spans (void)
{
  static const guint64 wrong[][2] = {
    { 0, 0 },           { 0, N + 1 },       { 1, N },
    { N, 1 },           { N + 1, 0 },       { G_MAXUINT64, 1 },
    { 1, G_MAXUINT64 }, { G_MAXUINT64, G_MAXUINT64 },
  };
  g_auto (Fixture) f;
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);
  const OndesView part = { .first = 40, .count = 30 };
  g_auto (WatchSink) sink;
  g_autoptr (GError) error = NULL;

  fixture_init (&f);
  watch_sink_init (&sink);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      const OndesView view = { .first = wrong[i][0], .count = wrong[i][1] };

      g_assert_false (compute_once (computer, ondes_request_new_of (f.specs[0], f.source, &view, &error), &sink.sink, NULL,
                                    NULL, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_clear_error (&error);
    }
  g_assert_cmpuint (sink.begins, ==, 0);

  /* one inside sees its neighbours */
  g_assert_true (compute_once (computer, ondes_request_new_of (f.specs[0], f.source, &part, &error), &sink.sink, NULL, NULL,
                               &error));
  g_assert_cmpuint (sink.array->cols, ==, part.count);
  for (guint i = 0; i < f.rows[0]; i++)
    for (guint t = 0; t < part.count; t++)
      g_assert_cmpfloat (cabs (((double complex *) sink.array->data)[i * part.count + t] - f.want[0][i * N + part.first + t]),
                         <, 1e-12);
}

static void
test_plans_are_bounded (void)
{
  OndesComputer *computer = ondes_computer_new ("auto", next_device++, 1);
  g_auto (Fixture) f;

  fixture_init (&f);
  arm (0, 0, FALSE, 0);
  for (guint i = 0; i < 2 * ONDES_PLANS_MAX + 7; i++)
    {
      g_autofree char *scales = g_strdup_printf ("%u/8", i + 8);
      g_autoptr (OndesSpec) spec = make_spec (scales);

      for (guint twice = 0; twice < 2; twice++)
        {
          g_auto (WatchSink) sink;

          watch_sink_init (&sink);
          g_assert_true (compute_once (computer, ondes_request_new_of (twice ? spec : f.specs[0], f.source, NULL, NULL),
                                       &sink.sink, NULL, NULL, NULL));
        }
      g_assert_cmpuint (control->plans, ==, MIN (i + 2, ONDES_PLANS_MAX));
      g_assert_cmpuint (control->calls[FAKE_PLAN], ==, i + 2); /* what is used between stays */
    }

  /* by bytes: the newest alone is kept where it is larger than all may be */
  control->plan_bytes = ONDES_PLANS_MAX_BYTES + 1;
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *scales = g_strdup_printf ("%u/7", i + 9);
      g_autoptr (OndesSpec) spec = make_spec (scales);
      g_auto (WatchSink) sink;

      watch_sink_init (&sink);
      g_assert_true (compute_once (computer, ondes_request_new_of (spec, f.source, NULL, NULL), &sink.sink, NULL, NULL, NULL));
      g_assert_cmpuint (control->plans, ==, 1);
    }
  ondes_computer_free (computer);
  g_assert_cmpuint (control->plans, ==, 0);
}

static void
test_forget (void)
{
  OndesComputer *computer = ondes_computer_new ("auto", next_device++, 1);
  g_auto (Fixture) f;
  g_auto (WatchSink) sink;

  fixture_init (&f);
  watch_sink_init (&sink);
  arm (0, 0, FALSE, 0);
  ondes_engine_host_forget (ondes_engine_host_default (), 1); /* nothing is open */
  g_assert_cmpuint (control->forgets, ==, 0);
  g_assert_true (compute (&f, 0, computer, &sink, NULL, NULL));
  ondes_engine_host_forget (ondes_engine_host_default (), f.source->id);
  g_assert_cmpuint (control->forgets, ==, 1);
  g_assert_cmpuint (control->forgotten, ==, f.source->id);
  ondes_computer_free (computer);
}

static void
test_environment (void)
{
  static const struct
  {
    const char *value, *engine, *sentence;
    int         code;
  } cases[] = {
    { "cpu", "cpu", NULL, 0 },
    { "auto", "cuda", NULL, 0 },
    { "", "cuda", NULL, 0 },
    { "cuda", NULL, "ONDES_ENGINE=cuda: ", ONDES_ERROR_FILE },
    { "abacus", NULL, "ONDES_ENGINE=abacus: there is no such engine", ONDES_ERROR_REQUEST },
  };
  g_auto (Fixture) f;

  fixture_init (&f);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OndesComputer) computer = NULL;
      g_auto (WatchSink) sink;
      g_auto (OndesReport) report = { NULL };
      g_autoptr (GError) error = NULL;

      arm (FAKE_RUN, cases[i].sentence != NULL, TRUE, ONDES_ENGINE_ERROR_UNSUPPORTED);
      g_setenv ("ONDES_ENGINE", cases[i].value, TRUE);
      computer = ondes_computer_new (NULL, g_str_equal (cases[i].value, "cpu") ? 0 : next_device++, 1);
      watch_sink_init (&sink);
      g_assert_true (compute (&f, 0, computer, &sink, &report, &error) == (cases[i].sentence == NULL));
      if (cases[i].sentence != NULL)
        {
          g_assert_error (error, ONDES_ERROR, cases[i].code);
          g_assert_true (g_str_has_prefix (error->message, cases[i].sentence));
        }
      else
        g_assert_cmpstr (report.engine, ==, cases[i].engine);
      g_clear_pointer (&computer, ondes_computer_free);
    }
  g_unsetenv ("ONDES_ENGINE");
}

/* The CPU is device 0 and has no other: an order for one is refused, a wish for the GPU's falls back. */
static void
test_device_of_the_cpu (void)
{
  g_auto (Fixture) f;

  fixture_init (&f);
  arm (0, 0, FALSE, 0);
  control->devices = 0;
  for (guint order = 0; order < 2; order++)
    {
      g_autoptr (OndesComputer) computer = ondes_computer_new (order ? "cpu" : "auto", 3, 1);
      g_auto (WatchSink) sink;
      g_autoptr (GError) error = NULL;

      watch_sink_init (&sink);
      g_assert_true (compute (&f, 0, computer, &sink, NULL, &error) == !order);
      if (order)
        g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
    }
}

static void
test_methods (void)
{
  guint8 methods[] = { ONDES_METHOD_DIRECT, ONDES_METHOD_OVERLAP_SAVE, ONDES_METHOD_OVERLAP_SAVE };
  OndesReport report = { .statistics = { .methods = methods, .n_methods = 3 } };
  g_autofree char *three = ondes_report_methods (&report);
  g_autofree char *one = NULL;
  g_autofree char *none = NULL;

  g_assert_cmpstr (three, ==, "overlap-save 2, direct 1");
  report.statistics.n_methods = 1;
  one = ondes_report_methods (&report);
  g_assert_cmpstr (one, ==, "direct");
  report.statistics.n_methods = 0;
  none = ondes_report_methods (&report);
  g_assert_cmpstr (none, ==, "");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  control = fake_load (NULL);

  g_test_add_func ("/ondes/compute/no-fault", test_no_fault);
  g_test_add_data_func ("/ondes/compute/nth-call-fails/auto-falls-back", "auto", test_nth_call_fails);
  g_test_add_data_func ("/ondes/compute/nth-call-fails/ordered-says-why", "cuda", test_nth_call_fails);
  g_test_add_func ("/ondes/compute/no-memory-halves-then-cpu", test_halvings);
  g_test_add_func ("/ondes/compute/lost-for-the-process", test_lost_for_the_process);
  g_test_add_func ("/ondes/compute/no-device-is-no-fall-back", test_no_device);
  g_test_add_func ("/ondes/compute/foreign-errors-pass-through", test_foreign_errors);
  g_test_add_func ("/ondes/compute/spans", test_spans);
  g_test_add_func ("/ondes/compute/plans-are-bounded", test_plans_are_bounded);
  g_test_add_func ("/ondes/compute/forget-reaches-open-engines", test_forget);
  g_test_add_func ("/ondes/compute/environment", test_environment);
  g_test_add_func ("/ondes/compute/device-of-the-cpu", test_device_of_the_cpu);
  g_test_add_func ("/ondes/compute/methods-in-words", test_methods);
  return g_test_run ();
}
