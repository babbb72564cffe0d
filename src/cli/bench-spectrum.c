/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figure 4 of Gajić and Stanković 2011 on this machine: random binary vectors of 2^n values, FWT, FAT and FHT on integers of 32
 * bits, FRMT on bytes and on packed bits; on the CPU, and where there is one on a GPU, without transfers and with. */
#include "bench.h"
#include "bench-loops.h"
#include "engine/cpu/cpu.h"
#include "transform/spectrum.h"

#define N_LEAST 10
#define N_MOST  25
#define N_QUICK 16
#define A_MOST  22 /* the strided loop takes minutes beyond, but for the paper's table */

static OndesSource *
bits_new (OndesType type,
          guint     n)
{
  const gsize count = (gsize) 1 << n;
  g_autofree char *data = g_malloc0 (ondes_type_bytes (type, count));
  g_autoptr (GRand) random = g_rand_new_with_seed (n);

  for (gsize i = 0; i < count; i++)
    {
      const guint bit = g_rand_boolean (random);

      if (type == ONDES_BITS)
        data[i / 8] |= (char) (bit << i % 8);
      else if (type == ONDES_U8)
        data[i] = (char) bit;
      else
        ((gint32 *) (void *) data)[i] = (gint32) bit;
    }
  return ondes_array_source_new (type, data, count, 1);
}

static gboolean
time_loop (Bench       *self,
           BenchLoop    loop,
           OndesSource *source,
           gsize        size,
           guint        n,
           double      *seconds,
           GError     **error)
{
  const guint repeats = self->quick || n > 20 ? 3 : 7, batch = bench_batch (n);
  g_autofree char *x = g_malloc (size << n);
  double times[7];

  for (guint i = 0; i < repeats; i++)
    {
      gint64 start;

      if (!ondes_source_read (source, 0, source->n, x, error)
          || g_cancellable_set_error_if_cancelled (self->run->cancellable, error))
        return FALSE;
      start = g_get_monotonic_time ();
      for (guint j = 0; j < batch; j++)
        loop (x, n);
      times[i] = (g_get_monotonic_time () - start) / 1e6 / batch;
    }
  *seconds = bench_median (times, repeats);
  return TRUE;
}

/* What the engine takes, against loop B; @whole: a call. What the CPU computes while it reads cannot be told from the reading;
 * where it works in place, that transform is timed alone, as loop B is, and against copies by as many threads. */
static gboolean
measure (Bench                *self,
         OndesComputer        *computer,
         OndesSpectrumOptions *options,
         OndesSource          *source,
         const char           *name,
         double                loop,
         gboolean              in_place,
         double               *whole,
         GError              **error)
{
  const guint n = g_bit_storage (source->n) - 1, repeats = self->quick ? 3 : 7;
  const OndesView view = { .count = source->n };
  g_autoptr (OndesSpec) spec = ondes_spectrum_new (options, error);
  g_autoptr (OndesSink) sink = &bench_sink_new ()->sink;
  g_auto (OndesReport) report = { 0 };
  g_autofree char *remark = NULL, *how = NULL;
  double seconds, computing, copy;
  guint passes;

  if (spec == NULL
      || !bench_time_sources (self, computer, spec, &source, 1, &view, sink, repeats, bench_batch (n), &seconds, &computing,
                              &report, error))
    return FALSE;
  *whole = seconds;
  if (in_place)
    {
      if (!ondes_cpu_bench_spectrum (options->kind, options->type, n, self->compute.threads, repeats, &computing, &copy, &passes,
                                     error))
        return FALSE;
      how = g_strdup_printf ("in place, %.1f copies by %u passes; ", computing / copy, passes);
    }
  else if (g_str_equal (report.engine, "cuda"))
    how = g_strdup ("without transfers; ");
  else if (options->algorithm == ONDES_ALGORITHM_AUTO)
    how = g_strdup ("with reading; ");
  remark = g_strdup_printf ("%swhole call %.3g s, %.1f x", how ? how : "", seconds, loop / seconds);
  bench_add (self, name, MAX (computing, 1e-9), "s", remark, "loop B", loop / MAX (computing, 1e-9));
  return TRUE;
}

/* What a transform is measured on. */
static OndesType
type_of (OndesSpectrumKind kind)
{
  return kind == ONDES_SPECTRUM_REED_MULLER ? ONDES_U8 : ONDES_I32;
}

/* Reed-Muller of bits, 64 to a word. */
static gboolean
bench_packed (Bench         *self,
              OndesComputer *cpu,
              OndesComputer *cuda,
              guint          n,
              double         loop_b, /* seconds */
              BenchCalls    *packed,
              GError       **error)
{
  OndesSpectrumOptions options = {
    .kind = ONDES_SPECTRUM_REED_MULLER,
    .order = ondes_spectrum_default_order (ONDES_SPECTRUM_REED_MULLER),
    .type = ONDES_BITS,
  };
  g_autoptr (OndesSource) bits = bits_new (ONDES_BITS, n);
  g_autofree char *name = g_strdup_printf ("%s n %u auto, packed bits", bench_loops[options.kind].name, n);
  g_autofree char *gpu_name = g_strconcat (name, " cuda", NULL);
  double whole;

  if (!measure (self, cpu, &options, bits, name, loop_b, TRUE, &packed->cpu[n], error))
    return FALSE;
  if (cuda != NULL && measure (self, cuda, &options, bits, gpu_name, loop_b, FALSE, &whole, NULL))
    packed->gpu[n] = whole;
  return TRUE;
}

static gboolean
bench_length (Bench             *self,
              OndesComputer     *cpu,
              OndesComputer     *cuda,
              OndesSpectrumKind  kind,
              guint              n,
              BenchCalls        *calls,
              BenchCalls        *packed,
              GError           **error)
{
  const BenchLoops *loops = &bench_loops[kind];
  const gboolean paper = cli_text (self->run->arguments, "--table") != NULL;
  OndesSpectrumOptions options = { .kind = kind, .order = ondes_spectrum_default_order (kind), .type = type_of (kind) };
  g_autoptr (OndesSource) source = bits_new (options.type, n);
  const gboolean in_place = kind == ONDES_SPECTRUM_WALSH || kind == ONDES_SPECTRUM_ARITHMETIC;
  double a, b, whole;

  if (!time_loop (self, loops->b, source, loops->size, n, &b, error))
    return FALSE;
  if (loops->a && (n <= A_MOST || paper))
    {
      g_autofree char *name = g_strdup_printf ("%s n %u loop A", loops->name, n);

      if (!time_loop (self, loops->a, source, loops->size, n, &a, error))
        return FALSE;
      bench_add (self, name, a, "s", "strided, one thread", "loop B", b / a);
    }
  else if (loops->a == NULL)
    options.order = ONDES_ORDER_NATURAL; /* as the paper's */
  {
    g_autofree char *name = g_strdup_printf ("%s n %u loop B", loops->name, n);

    bench_add (self, name, b, "s", "local, one thread", NULL, 0);
  }

  for (int algorithm = ONDES_ALGORITHM_CONSTANT_GEOMETRY; algorithm >= ONDES_ALGORITHM_AUTO; algorithm--)
    {
      g_autofree char *name = g_strdup_printf ("%s n %u %s", loops->name, n, ondes_algorithm_names[algorithm]);

      options.algorithm = (OndesAlgorithm) algorithm;
      if (!measure (self, cpu, &options, source, name, b, in_place && algorithm == ONDES_ALGORITHM_AUTO, &whole, error))
        return FALSE;
      if (algorithm == ONDES_ALGORITHM_AUTO)
        calls->cpu[n] = whole;
      if (cuda != NULL)
        {
          /* its kernels of the papers' steps take a value a word */
          const gboolean words = kind == ONDES_SPECTRUM_REED_MULLER && algorithm != ONDES_ALGORITHM_AUTO;
          OndesSpectrumOptions gpu = options;
          g_autoptr (OndesSource) gpu_source = words ? bits_new (ONDES_I32, n) : ondes_source_ref (source);
          g_autofree char *gpu_name = g_strconcat (name, " cuda", words ? ", int32" : NULL, NULL);

          gpu.type = gpu_source->type;
          if (measure (self, cuda, &gpu, gpu_source, gpu_name, b, FALSE, &whole, NULL) && algorithm == ONDES_ALGORITHM_AUTO)
            calls->gpu[n] = whole;
        }
    }
  return kind != ONDES_SPECTRUM_REED_MULLER || bench_packed (self, cpu, cuda, n, b, packed, error);
}

/* @remark: behind the transform's name. */
static gboolean
tell_crossover (Bench             *self,
                OndesSpectrumKind  kind,
                OndesType          type,
                const char        *remark,
                const BenchCalls  *calls,
                GError           **error)
{
  const OndesSpectrumOptions options = { .kind = kind, .order = ondes_spectrum_default_order (kind), .type = type };
  g_autoptr (OndesSpec) spec = ondes_spectrum_new (&options, error);
  g_autofree char *name = g_strconcat (bench_loops[kind].name, remark, NULL);

  if (spec == NULL)
    return FALSE;
  bench_crossover (self, name, calls, spec);
  return TRUE;
}

gboolean
bench_spectrum (Bench   *self,
                GError **error)
{
  static const OndesSpectrumKind kinds[] = { ONDES_SPECTRUM_WALSH, ONDES_SPECTRUM_REED_MULLER, ONDES_SPECTRUM_ARITHMETIC,
                                             ONDES_SPECTRUM_HAAR };
  g_autoptr (OndesComputer) cpu = ondes_computer_new ("cpu", 0, self->compute.threads);
  g_autoptr (OndesComputer) cuda = ondes_computer_new ("cuda", self->compute.device, 0);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      BenchCalls calls = { { 0 } }, packed = { { 0 } };

      for (guint n = N_LEAST; n <= (self->quick ? N_QUICK : N_MOST); n += self->quick ? N_QUICK - N_LEAST : 1)
        if (!bench_length (self, cpu, bench_cuda (self) != NULL ? cuda : NULL, kinds[i], n, &calls, &packed, error))
          return FALSE;
      if (!tell_crossover (self, kinds[i], type_of (kinds[i]), "", &calls, error)
          || (kinds[i] == ONDES_SPECTRUM_REED_MULLER && !tell_crossover (self, kinds[i], ONDES_BITS, " packed", &packed, error)))
        return FALSE;
    }
  return TRUE;
}
