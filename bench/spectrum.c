/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figure 4 of Gajić and Stanković 2011 on this machine: random binary vectors of 2^n values; FWT, FAT and FHT on 32-bit
 * integers, FRMT on bytes and on packed bits; on the CPU and on any GPU, with and without transfers. */
#include "bench.h"
#include "loops.h"
#include "transform/spectrum.h"

#define N_MIN 10
#define N_MAX   25
#define N_QUICK 16
#define A_MAX   22 /* largest n of the strided loop, which takes minutes beyond; the paper's table has no limit */

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
           guint        n,
           double      *seconds,
           GError     **error)
{
  const guint repeats = self->quick || n > 20 ? 3 : 7, batch = bench_batch (n);
  g_autofree char *x = g_malloc (ondes_type_bytes (source->type, source->n));
  double times[7];

  for (guint i = 0; i < repeats; i++)
    {
      gint64 start;

      if (!ondes_source_read (source, 0, source->n, x, error)
          || g_cancellable_set_error_if_cancelled (self->run->watch.cancellable, error))
        return FALSE;
      start = g_get_monotonic_time ();
      for (guint j = 0; j < batch; j++)
        loop (x, n);
      times[i] = (g_get_monotonic_time () - start) / 1e6 / batch;
    }
  *seconds = bench_median (times, repeats);
  return TRUE;
}

/* A measurement of the engine against loop B. Work done by the CPU while reading cannot be separated from the reading; an
 * in-place transform is timed alone, like loop B, and against copies by as many threads. Initialise by member name. */
typedef struct
{
  OndesComputer        *computer;
  OndesSpectrumOptions  options;
  OndesSource          *source;
  const char           *name;
  double                loop; /* seconds */
  gboolean              in_place;
} Measured;

/* Measures @what; sets @whole_s to the seconds of a whole call. */
static gboolean
measure (Bench          *self,
         const Measured *what,
         double         *whole_s,
         GError        **error)
{
  const OndesSpectrumOptions *options = &what->options;
  const guint n = g_bit_storage (what->source->n) - 1, repeats = self->quick ? 3 : 7;
  g_autoptr (OndesSpec) spec = ondes_spectrum_new (options, error);
  g_autoptr (OndesRequest) request = spec != NULL ? ondes_request_new_of (spec, what->source, NULL, error) : NULL;
  g_autoptr (OndesSink) sink = &bench_sink_new ()->sink;
  const BenchWork work = { what->computer, request, sink, repeats, bench_batch (n) };
  BenchTimes times = { 0 };
  g_autofree char *remark = NULL, *how = NULL;
  gboolean done, cuda;
  double computing;

  done = request != NULL && bench_time (self, &work, &times, error);
  cuda = g_strcmp0 (times.report.engine, "cuda") == 0;
  ondes_report_clear (&times.report);
  if (!done)
    return FALSE;
  *whole_s = times.seconds;
  computing = times.computing;
  if (what->in_place)
    {
      const BenchCpuSpectrum cpu = { .kind = options->kind, .type = options->type, .n = n, .threads = self->compute.threads,
                                  .repeats = repeats };
      BenchCpuTimes alone;

      if (!bench_cpu_spectrum (&cpu, &alone, error))
        return FALSE;
      computing = alone.seconds;
      how = g_strdup_printf ("in place, %.1f copies by %u passes; ", computing / alone.copy_seconds, alone.passes);
    }
  else if (cuda)
    how = g_strdup ("without transfers; ");
  else if (options->algorithm == ONDES_ALGORITHM_AUTO)
    how = g_strdup ("with reading; ");
  remark = g_strdup_printf ("%swhole call %.3g s, %.1f x", how ? how : "", *whole_s, what->loop / *whole_s);
  computing = MAX (computing, 1e-9);
  bench_add (self, &(BenchLine) { what->name, computing, "s", remark, "loop B", what->loop / computing });
  return TRUE;
}

/* Returns the type that a transform is measured with. */
static OndesType
type_of (OndesSpectrumKind kind)
{
  return kind == ONDES_SPECTRUM_REED_MULLER ? ONDES_U8 : ONDES_I32;
}

/* The engines measured, and the times of whole calls of a transform. */
typedef struct
{
  OndesComputer    *cpu, *cuda; /* cuda: NULL if none */
  OndesSpectrumKind kind;
  BenchCalls        calls, packed;
} Spectra;

/* Measures Reed–Muller on bits, 64 to a word. @loop_b is the time of loop B in seconds. */
static gboolean
bench_packed (Bench   *self,
              Spectra *spectra,
              guint    n,
              double   loop_b,
              GError **error)
{
  g_autoptr (OndesSource) bits = bits_new (ONDES_BITS, n);
  g_autofree char *name = g_strdup_printf ("%s n %u auto, packed bits", bench_loops[spectra->kind].name, n);
  g_autofree char *gpu_name = g_strconcat (name, " cuda", NULL);
  Measured what = {
    .computer = spectra->cpu, .source = bits, .name = name, .loop = loop_b, .in_place = TRUE,
    .options = { .kind = spectra->kind, .order = ondes_spectrum_default_order (spectra->kind), .type = ONDES_BITS },
  };
  double whole_s;

  if (!measure (self, &what, &spectra->packed.cpu[n], error))
    return FALSE;
  what.computer = spectra->cuda;
  what.name = gpu_name;
  what.in_place = FALSE;
  if (spectra->cuda != NULL && measure (self, &what, &whole_s, NULL))
    spectra->packed.gpu[n] = whole_s;
  return TRUE;
}

/* Measures the algorithm of @cpu on the CPU, and the same algorithm on the GPU. */
static gboolean
bench_algorithm (Bench          *self,
                 Spectra        *spectra,
                 const Measured *cpu,
                 guint           n,
                 GError        **error)
{
  const gboolean is_auto = cpu->options.algorithm == ONDES_ALGORITHM_AUTO;
  /* the GPU's kernels for the papers' algorithms store one value per word */
  const gboolean words = spectra->kind == ONDES_SPECTRUM_REED_MULLER && !is_auto;
  g_autoptr (OndesSource) source = NULL;
  g_autofree char *name = NULL;
  Measured gpu = *cpu;
  double whole_s;

  if (!measure (self, cpu, &whole_s, error))
    return FALSE;
  if (is_auto)
    spectra->calls.cpu[n] = whole_s;
  if (spectra->cuda == NULL)
    return TRUE;
  gpu.computer = spectra->cuda;
  gpu.source = source = words ? bits_new (ONDES_I32, n) : ondes_source_ref (cpu->source);
  gpu.options.type = source->type;
  gpu.name = name = g_strconcat (cpu->name, " cuda", words ? ", int32" : NULL, NULL);
  gpu.in_place = FALSE;
  if (measure (self, &gpu, &whole_s, NULL) && is_auto)
    spectra->calls.gpu[n] = whole_s;
  return TRUE;
}

static gboolean
bench_length (Bench   *self,
              Spectra *spectra,
              guint    n,
              GError **error)
{
  const OndesSpectrumKind kind = spectra->kind;
  const BenchLoops *loops = &bench_loops[kind];
  const gboolean paper = cli_text (self->run->arguments, "--table") != NULL;
  const gboolean in_place = kind == ONDES_SPECTRUM_WALSH || kind == ONDES_SPECTRUM_ARITHMETIC;
  OndesSpectrumOptions options = { .kind = kind, .order = ondes_spectrum_default_order (kind), .type = type_of (kind) };
  g_autoptr (OndesSource) source = bits_new (options.type, n);
  g_autofree char *name_a = g_strdup_printf ("%s n %u loop A", loops->name, n);
  g_autofree char *name_b = g_strdup_printf ("%s n %u loop B", loops->name, n);
  double a, b;

  if (!time_loop (self, loops->b, source, n, &b, error))
    return FALSE;
  if (loops->a && (n <= A_MAX || paper))
    {
      if (!time_loop (self, loops->a, source, n, &a, error))
        return FALSE;
      bench_add (self, &(BenchLine) { name_a, a, "s", "strided, one thread", "loop B", b / a });
    }
  else if (loops->a == NULL)
    options.order = ONDES_ORDER_NATURAL; /* as in the paper */
  bench_add (self, &(BenchLine) { .name = name_b, .value = b, .unit = "s", .remark = "local, one thread" });

  for (int algorithm = ONDES_ALGORITHM_CONSTANT_GEOMETRY; algorithm >= ONDES_ALGORITHM_AUTO; algorithm--)
    {
      g_autofree char *name = g_strdup_printf ("%s n %u %s", loops->name, n, ondes_algorithm_names[algorithm]);
      Measured what = { spectra->cpu, options, source, name, b, in_place && algorithm == ONDES_ALGORITHM_AUTO };

      what.options.algorithm = (OndesAlgorithm) algorithm;
      if (!bench_algorithm (self, spectra, &what, n, error))
        return FALSE;
    }
  return kind != ONDES_SPECTRUM_REED_MULLER || bench_packed (self, spectra, n, b, error);
}

/* Reports the crossover; @remark follows the transform's name. */
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
      Spectra spectra = { .cpu = cpu, .cuda = bench_cuda (self) != NULL ? cuda : NULL, .kind = kinds[i] };

      for (guint n = N_MIN; n <= (self->quick ? N_QUICK : N_MAX); n += self->quick ? N_QUICK - N_MIN : 1)
        if (!bench_length (self, &spectra, n, error))
          return FALSE;
      if (!tell_crossover (self, kinds[i], type_of (kinds[i]), "", &spectra.calls, error)
          || (kinds[i] == ONDES_SPECTRUM_REED_MULLER
              && !tell_crossover (self, kinds[i], ONDES_BITS, " packed", &spectra.packed, error)))
        return FALSE;
    }
  return TRUE;
}
