/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Table 1 of Onsjö, Kasai and Watanabe 2010 on this machine: the Walsh transform of 4096 vectors of 256 floats in the
 * order of GF(256). The order of the pairs matters to a graphics card alone, whose engine measures it by numbers of
 * blocks; on the CPU the same tables, and the fast Walsh transform beside them. */
#include "bench.h"
#include "shuffled.h"
#include "transform/pair-order.h"
#include "transform/pairs.h"
#include "transform/spectrum.h"

#define VALUES 256
#define ROWS   4096

/* Measures @spec of the noise @source on the CPU. */
static gboolean
time_spec (Bench       *self,
           OndesSpec   *spec,
           OndesSource *source,
           double      *seconds,
           GError     **error)
{
  OndesArraySink *sink = bench_sink_new ();
  OndesComputer *computer = ondes_computer_new ("cpu", 0, self->compute.threads);
  g_autoptr (OndesRequest) request = spec != NULL ? ondes_request_new_of (spec, source, NULL, error) : NULL;
  const BenchWork work = { .computer = computer, .request = request, .sink = &sink->sink, .repeats = self->quick ? 5 : 25 };
  BenchTimes times = { 0 };
  const gboolean done = request != NULL && bench_time (self, &work, &times, error);

  *seconds = times.seconds;
  ondes_report_clear (&times.report);
  ondes_computer_free (computer);
  ondes_sink_free (&sink->sink);
  return done;
}

static OndesSource *
noise_new (void)
{
  g_autofree float *x = g_new (float, VALUES * ROWS);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint i = 0; i < VALUES * ROWS; i++)
    x[i] = (float) g_rand_double_range (random, -1, 1);
  return ondes_array_source_new (ONDES_F32, x, VALUES * ROWS, 1);
}

static guint
sum_passes (const OndesPairTable *table)
{
  guint sum = 0;

  for (guint stage = 0; stage < table->stages; stage++)
    sum += ondes_pair_passes (table, stage, ondes_pair_group (sizeof (float)));
  return sum;
}

/* Measures one order of the table, and reports it with its passes. */
static gboolean
bench_order (Bench          *self,
             const char     *name,
             OndesPairTable *table,
             OndesSource    *source,
             double         *seconds,
             GError        **error)
{
  const OndesPairsOptions options = { .type = ONDES_F32 };
  g_autoptr (OndesSpec) spec = ondes_pairs_new (table, &options, error);
  g_autofree char *remark = g_strdup_printf ("%u passes of banks for reading, %u without conflicts", sum_passes (table),
                                             table->stages
                                               * ondes_pair_least_passes (table, ondes_pair_group (sizeof (float))));

  if (spec == NULL || !time_spec (self, spec, source, seconds, error))
    return FALSE;
  bench_add (self, &(BenchLine) { .name = name, .value = *seconds, .unit = "s", .remark = remark });
  return TRUE;
}

static gboolean
bench_auto (Bench       *self,
            OndesSource *source,
            double       pairs_s,
            GError     **error)
{
  const OndesSpectrumOptions options = { .kind = ONDES_SPECTRUM_WALSH, .type = ONDES_F32, .row_length = VALUES };
  g_autoptr (OndesSpec) spec = ondes_spectrum_new (&options, error);
  double seconds;

  if (spec == NULL || !time_spec (self, spec, source, &seconds, error))
    return FALSE;
  bench_add (self, &(BenchLine) { .name = "pairs CPU auto", .value = seconds, .unit = "s", .remark = "the fast Walsh transform",
                                  .peer = "pairs", .ratio = pairs_s / seconds });
  return TRUE;
}

gboolean
bench_pairs (Bench   *self,
             GError **error)
{
  g_autoptr (OndesSource) source = noise_new ();
  g_autoptr (OndesPairTable) field = ondes_pair_table_parse ("field", VALUES, error);
  g_autoptr (OndesPairTable) random = field != NULL ? bench_shuffled (field, error) : NULL;
  const gint64 start = g_get_monotonic_time ();
  g_autoptr (OndesPairTable) swaps = random != NULL ? ondes_pair_reorder (random, sizeof (float), FALSE, NULL, error) : NULL;
  const double took = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  g_autoptr (OndesPairTable) reversals = swaps != NULL ? ondes_pair_reorder (random, sizeof (float), TRUE, NULL, error) : NULL;
  double seconds;

  if (reversals == NULL)
    return FALSE;
  bench_add (self, &(BenchLine) { .name = "pairs reordered", .value = took, .unit = "s", .remark = "256 values, by swaps" });
  return bench_order (self, "pairs CPU random", random, source, &seconds, error)
         && bench_order (self, "pairs CPU optimised", swaps, source, &seconds, error)
         && bench_order (self, "pairs CPU reversed", reversals, source, &seconds, error)
         && bench_auto (self, source, seconds, error) && bench_kernels (self, "pairs", NULL, error);
}
