/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Banks of random filters over random samples in memory, into a result in memory. */
#include "bench.h"

#include "transform/filter.h"

/* As the paper's sweeps: signal lengths, filters and taps. */
static const struct
{
  guint64        n;
  guint          filters, taps;
  OndesPrecision precision;
  OndesPost      post;
  gboolean       quick; /* also with --quick */
} cases[] = {
  { 250000, 8, 513, ONDES_PRECISION_DOUBLE, ONDES_POST_NONE, TRUE },
  { 2000000, 1, 64, ONDES_PRECISION_DOUBLE, ONDES_POST_NONE, FALSE },
  { 2000000, 1, 513, ONDES_PRECISION_DOUBLE, ONDES_POST_NONE, FALSE },
  { 2000000, 8, 64, ONDES_PRECISION_DOUBLE, ONDES_POST_NONE, FALSE },
  { 2000000, 8, 129, ONDES_PRECISION_DOUBLE, ONDES_POST_NONE, FALSE },
  { 2000000, 8, 513, ONDES_PRECISION_DOUBLE, ONDES_POST_NONE, FALSE },
  { 2000000, 8, 513, ONDES_PRECISION_DOUBLE, ONDES_POST_DERIVATIVE, FALSE },
  { 2000000, 8, 513, ONDES_PRECISION_DOUBLE, ONDES_POST_POWER, FALSE },
  { 2000000, 8, 2049, ONDES_PRECISION_DOUBLE, ONDES_POST_NONE, FALSE },
  { 2000000, 64, 129, ONDES_PRECISION_SINGLE, ONDES_POST_NONE, FALSE },
  { 2000000, 64, 2049, ONDES_PRECISION_SINGLE, ONDES_POST_NONE, FALSE },
  { 2000000, 1, 200001, ONDES_PRECISION_DOUBLE, ONDES_POST_NONE, FALSE },
  { 16000000, 8, 513, ONDES_PRECISION_DOUBLE, ONDES_POST_NONE, FALSE },
  { 16000000, 8, 513, ONDES_PRECISION_SINGLE, ONDES_POST_NONE, FALSE },
};

static double *
noise_new (gsize n,
           guint seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  double *x = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    x[i] = g_rand_double_range (random, -1, 1);
  return x;
}

static OndesSpec *
spec_new (guint          filters,
          guint          taps,
          OndesPrecision precision,
          OndesPost      post,
          GError       **error)
{
  const OndesFilterOptions options = { .precision = precision, .post = post };
  g_autofree double *values = noise_new ((gsize) filters * taps, 1);
  g_autofree OndesFilterBand *bands = g_new0 (OndesFilterBand, filters);
  g_autoptr (OndesFilterBank) bank = NULL;

  for (guint i = 0; i < filters; i++)
    bands[i] = (OndesFilterBand) { .n = taps, .taps = values + (gsize) i * taps };
  bank = ondes_filter_bank_new (bands, filters, error);
  return bank != NULL ? ondes_filter_new (&options, bank, error) : NULL;
}

static gboolean
bench_case (Bench         *self,
            OndesComputer *computer,
            OndesSource   *source,
            guint          i,
            OndesSink     *sink,
            GError       **error)
{
  g_autoptr (OndesSpec) spec = spec_new (cases[i].filters, cases[i].taps, cases[i].precision, cases[i].post, error);
  g_autoptr (OndesRequest) request = spec != NULL ? ondes_request_new_of (spec, source, NULL, error) : NULL;
  g_autofree char *name = NULL, *remark = NULL;
  BenchTimes times = { 0 };

  if (request == NULL
      || !bench_time (self, &(BenchWork) { computer, request, sink, cases[i].n > 1000000 ? 3 : 7, 1 }, &times, error))
    return FALSE;
  name = g_strdup_printf ("filter %u k x %u of %u%s%s%s", (guint) (cases[i].n / 1000), cases[i].filters, cases[i].taps,
                          cases[i].precision == ONDES_PRECISION_SINGLE ? " single" : "",
                          cases[i].post != ONDES_POST_NONE ? " " : "",
                          cases[i].post != ONDES_POST_NONE ? ondes_post_names[cases[i].post] : "");
  remark = g_strdup_printf ("%s, %.0f million outputs a second", ondes_method_names[times.report.statistics.methods[0]],
                            1e-6 * (double) cases[i].n * cases[i].filters / times.seconds);
  bench_add (self, &(BenchLine) { .name = name, .value = times.seconds, .unit = "s", .remark = remark });
  ondes_report_clear (&times.report);
  return TRUE;
}

gboolean
bench_filter (Bench   *self,
              GError **error)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, self->compute.threads);
  g_autoptr (OndesSink) sink = &bench_sink_new ()->sink;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree double *x = NULL;
      g_autoptr (OndesSource) source = NULL;

      if (self->quick && !cases[i].quick)
        continue;
      x = noise_new (cases[i].n, 2);
      source = ondes_array_source_new (ONDES_F64, x, cases[i].n, 48000);
      if (!bench_case (self, computer, source, i, sink, error))
        return FALSE;
    }
  return TRUE;
}
