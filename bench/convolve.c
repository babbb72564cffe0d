/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Table 2 of Gajić and Stanković 2012 on this machine: dyadic convolution of random binary vectors of 2^n values. */
#include "bench.h"
#include "loops.h"
#include "transform/dyadic.h"
#include "transform/spectrum.h"

#define N_MIN 4
#define N_MAX   25
#define N_QUICK 16

static gint64 *
bits_new (guint n,
          guint seed)
{
  gint64 *x = g_new (gint64, (gsize) 1 << n);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  for (gsize i = 0; i < (gsize) 1 << n; i++)
    x[i] = g_rand_boolean (random);
  return x;
}

static gboolean
bench_length (Bench         *self,
              OndesComputer *cpu,
              OndesComputer *cuda,
              guint          n,
              BenchCalls    *calls,
              GError       **error)
{
  const guint64 count = G_GUINT64_CONSTANT (1) << n;
  const OndesSpectrumOptions walsh = { .kind = ONDES_SPECTRUM_WALSH, .type = ONDES_I64 };
  const guint repeats = self->quick || n > 20 ? 3 : 7, batch = bench_batch (n);
  g_autofree gint64 *f = bits_new (n, 2 * n), *g = bits_new (n, 2 * n + 1);
  g_autoptr (OndesSource) source_f = ondes_array_source_new (ONDES_I64, f, count, 1);
  g_autoptr (OndesSource) source_g = ondes_array_source_new (ONDES_I64, g, count, 1);
  OndesSource *const sources[] = { source_f, source_g };
  g_autoptr (OndesSpec) dyadic = ondes_dyadic_new (ONDES_I64, error);
  g_autoptr (OndesSpec) one = ondes_spectrum_new (&walsh, error);
  g_autoptr (OndesRequest) transform = one != NULL ? ondes_request_new (one, sources, 1, NULL, error) : NULL;
  g_autoptr (OndesRequest) convolution = dyadic != NULL ? ondes_request_new (dyadic, sources, 2, NULL, error) : NULL;
  g_autoptr (OndesSink) sink = &bench_sink_new ()->sink;
  g_autofree char *loop_name = g_strdup_printf ("dyadic n %u loop B", n);
  double times[7], loop;

  if (transform == NULL || convolution == NULL)
    return FALSE;

  for (guint i = 0; i < repeats; i++)
    {
      gint64 start = g_get_monotonic_time ();

      for (guint j = 0; j < batch; j++)
        bench_loop_convolve (f, g, n); /* values wrap around from the second run on, which takes as long */
      times[i] = (g_get_monotonic_time () - start) / 1e6 / batch;
    }
  loop = bench_median (times, repeats);
  bench_add (self, &(BenchLine) { .name = loop_name, .value = loop, .unit = "s", .remark = "one thread" });

  for (guint i = 0; i < 2; i++)
    {
      OndesComputer *computer = i == 0 ? cpu : cuda;
      BenchTimes timed = { 0 };
      g_autofree char *name = g_strdup_printf ("dyadic n %u%s", n, i == 0 ? "" : " cuda"), *remark = NULL;
      double seconds[2][7], alone[2][7], whole_s, computing;

      if (computer == NULL)
        continue;
      /* interleaved, so a temporary slowdown of the machine affects both */
      for (guint j = 0; j < 2 * repeats; j++)
        {
          const BenchWork work = { computer, j % 2 ? convolution : transform, sink, 1, batch };
          const gboolean done = bench_time (self, &work, &timed, i == 0 ? error : NULL);

          ondes_report_clear (&timed.report);
          if (!done)
            return i > 0;
          seconds[j % 2][j / 2] = timed.seconds;
          alone[j % 2][j / 2] = timed.computing;
        }
      whole_s = bench_median (seconds[1], repeats);
      (i == 0 ? calls->cpu : calls->gpu)[n] = whole_s;
      computing = bench_median (alone[1], repeats);
      remark = g_strdup_printf ("%s%.2f x one Walsh; with reading and putting %.3g s, %.2f x", i > 0 ? "without transfers; " : "",
                                computing / MAX (bench_median (alone[0], repeats), 1e-9), whole_s,
                                whole_s / bench_median (seconds[0], repeats));
      computing = MAX (computing, 1e-9);
      bench_add (self, &(BenchLine) { name, computing, "s", remark, "loop B", loop / computing });
    }
  return TRUE;
}

gboolean
bench_convolve (Bench   *self,
                GError **error)
{
  g_autoptr (OndesComputer) cpu = ondes_computer_new ("cpu", 0, self->compute.threads);
  g_autoptr (OndesComputer) cuda = ondes_computer_new ("cuda", self->compute.device, 0);
  g_autoptr (OndesSpec) dyadic = ondes_dyadic_new (ONDES_I64, error);
  BenchCalls calls = { { 0 } };

  if (dyadic == NULL)
    return FALSE;
  for (guint n = N_MIN; n <= (self->quick ? N_QUICK : N_MAX); n += self->quick ? N_QUICK - N_MIN : 1)
    if (!bench_length (self, cpu, bench_cuda (self) != NULL ? cuda : NULL, n, &calls, error))
      return FALSE;
  bench_crossover (self, "dyadic", &calls, dyadic);
  return TRUE;
}
