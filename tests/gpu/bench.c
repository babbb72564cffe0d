/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the kernels of the CUDA engine for the record: "bench NAME VALUE UNIT FLOOR PEER", parted by tabs. */
#include "../../bench/cuda/module.h"
#include "cuda-engine.h"

#include "transform/cwt.h"
#include "transform/filter.h"
#include "transform/spectrum.h"

#include <gmodule.h>
#include <stdlib.h>

/* Milliseconds on an H200 of the best that others reach, measured with this project's own programs. */
static const struct
{
  const char *name;
  double      ms;
} peers[] = {
  { "direct double tensor 102400", 0.816 }, /* torch.fft */
  { "direct double tensor 1024000", 8.104 },
  { "direct single plain 102400", 0.486 },
  { "direct single plain 1024000", 3.744 },
  { "walsh 2^16", 0.0116 }, /* NVIDIA's sample fastWalshTransform */
  { "walsh 2^20", 0.0245 },
  { "walsh 2^23", 0.123 },
  { "walsh 2^24", 0.318 },
  { "walsh 2^25", 0.628 },
  { "walsh 2^28", 5.755 },
  { "walsh 4096 rows of 2^8", 0.00653 }, /* Dao's fast-hadamard-transform */
  { "walsh 65536 rows of 2^8", 0.0438 },
  { "walsh 4096 rows of 2^12", 0.0431 },
  { "walsh 32768 rows of 2^13", 0.534 },
  { "walsh 8192 rows of 2^15", 0.913 },
  { "haar 2^20", 0.0149 }, /* NVIDIA's sample dwtHaar1D */
  { "haar 2^24", 0.0771 },
  { "dyadic 2^20", 0.0795 }, /* with three of fastWalshTransform */
  { "dyadic 2^24", 1.198 },
  { "dyadic 2^25", 2.362 },
  { "filters overlap-save complex 2097152 x 64 of 64", 0.786 }, /* Adámek's SM-OLS */
  { "filters overlap-save complex 2097152 x 1 of 129", 0.030 },
  { "filters overlap-save complex 2097152 x 64 of 129", 0.878 },
  { "filters overlap-save complex 2097152 x 64 of 513", 1.216 },
  { "filters overlap-save complex 2097152 x 64 of 2049", 2.245 },
  { "filters overlap-save real 2097152 x 64 of 129", 0.599 },
  { "filters overlap-save complex 16777216 x 64 of 129", 6.803 },
  { "filters overlap-save real 16777216 x 64 of 129", 4.569 },
  { "overlap-save single coefficients 102400", 0.486 },
  { "overlap-save single coefficients 1024000", 3.744 },
  { "overlap-save double coefficients 102400", 0.816 },
  { "overlap-save double coefficients 1024000", 8.104 },
};

static void
tell (const char *name,
      double      value,
      const char *unit,
      double      floor,
      gpointer    user_data)
{
  g_autofree char *least = floor > 0 ? g_strdup_printf ("%.5g", floor) : g_strdup ("-");
  g_autofree char *peer = g_strdup ("-");

  for (guint i = 0; i < G_N_ELEMENTS (peers); i++)
    if (g_str_equal (peers[i].name, name))
      {
        g_free (peer);
        peer = g_strdup_printf ("%.5g", peers[i].ms);
      }
  g_test_message ("bench\t%s\t%.5g\t%s\t%s\t%s", name, value, unit, least, peer);
  g_assert_cmpfloat (value, >, 0);
}

static void
test_bench (gconstpointer name)
{
  const BenchKernels what = { .name = name, .line = tell };
  g_autoptr (GError) error = NULL;
  GModule *module;
  gpointer entry;

  if (cuda_class () == NULL)
    return;
  module = g_module_open (MODULE, G_MODULE_BIND_LOCAL);
  g_assert_nonnull (module);
  g_assert_true (g_module_symbol (module, BENCH_CUDA_ENTRY, &entry));
  g_module_make_resident (module);
  ((BenchCudaEntry) entry) (&what, &error);
  g_assert_no_error (error);
}

/* --- Whole calls ---------------------------------------------------------------------------------------------------------- */

#define CALLS   101
#define BUS_GBS 55.4 /* of pinned memory, either way, through PCIe 5.0 with 16 lanes */

typedef struct
{
  const char  *name;
  OndesSpec   *spec;
  OndesSource *source;
  OndesView    view;
  guint        n_calls; /* up to CALLS */
  gboolean     again;   /* the same work each time, into memory that is there */
  double       bytes;   /* through the bus, both ways; 0 if it does not matter */
} Call;

static int
compare (const void *a,
         const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* From the request to the numbers in memory, by the host's clock, and the kernels alone. */
static void
time_calls (const Call *call)
{
  const OndesEngineClass *klass = cuda_class ();
  g_autoptr (GError) error = NULL;
  OndesEngine *engine = klass->open (0, 0, &error);
  g_autoptr (OndesRequest) request = ondes_request_new_of (call->spec, call->source, &call->view, &error);
  OndesPlan *plan = klass->plan (engine, request, &error);
  OndesArraySink *sink = ondes_array_sink_new ();
  g_autofree char *name = g_strdup_printf ("call %s%s", call->name, call->again ? " again" : "");
  g_autofree char *kernels = g_strdup_printf ("%s kernels", name);
  double took_ms[CALLS], computed_ms[CALLS];

  g_assert_no_error (error);
  sink->reuse = call->again;
  for (guint i = 0; i < call->n_calls; i++)
    {
      OndesStatistics statistics;
      gint64 start;

      klass->forget (engine, call->bytes > 0 ? call->source->id : call->again ? 0 : G_MAXUINT64);
      start = g_get_monotonic_time ();
      klass->run (engine, plan, request, &sink->sink, &(OndesWatch) { NULL }, &error);
      took_ms[i] = 1e-3 * (double) (g_get_monotonic_time () - start);
      g_assert_no_error (error);
      klass->statistics (engine, &statistics);
      computed_ms[i] = 1e3 * statistics.compute_s;
      g_free (statistics.methods);
    }
  ondes_sink_free (&sink->sink);
  qsort (took_ms, call->n_calls, sizeof *took_ms, compare);
  qsort (computed_ms, call->n_calls, sizeof *computed_ms, compare);
  tell (name, took_ms[call->n_calls / 2], "ms", call->bytes / BUS_GBS / 1e6, NULL);
  tell (kernels, computed_ms[call->n_calls / 2], "ms", 0, NULL);
  klass->unplan (engine, plan);
  klass->close (engine);
}

static OndesSpec *
random_filters (guint    n_filters,
                guint    n_taps,
                GError **error)
{
  const OndesFilterOptions options = { .precision = ONDES_PRECISION_SINGLE };
  g_autofree double *taps = g_new (double, (gsize) n_filters * n_taps);
  g_autofree OndesFilterBand *bands = g_new0 (OndesFilterBand, n_filters);
  g_autoptr (OndesFilterBank) bank = NULL;

  for (gsize i = 0; i < (gsize) n_filters * n_taps; i++)
    taps[i] = g_test_rand_double_range (-1, 1);
  for (guint i = 0; i < n_filters; i++)
    bands[i] = (OndesFilterBand) { .n = n_taps, .taps = taps + (gsize) i * n_taps };
  bank = ondes_filter_bank_new (bands, n_filters, error);
  return bank != NULL ? ondes_filter_new (&options, bank, error) : NULL;
}

static void
test_calls (void)
{
  const OndesSpectrumOptions walsh = { .kind = ONDES_SPECTRUM_WALSH, .type = ONDES_F32 };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesScaleList) scales = ondes_scale_list_parse ("2:200", 10, &error);
  g_autoptr (OndesSpec) spectrum = ondes_spectrum_new (&walsh, &error);
  g_autoptr (OndesSpec) picture = ondes_cwt_new (&ondes_cwt_options_default, scales, &error);
  g_autoptr (OndesSource) few = random_source (ONDES_F32, 1 << 10, 1);
  g_autoptr (OndesSource) many = random_source (ONDES_F32, 1 << 16, 1);

  g_assert_no_error (error);
  if (cuda_class () == NULL)
    return;
  for (guint again = 0; again < 2; again++)
    {
      time_calls (&(Call) { "walsh 2^10", spectrum, few, { .count = 1 << 10 }, CALLS, again });
      time_calls (&(Call) { "pooled 1000 columns of 2^16", picture, many, { .count = 1 << 16, .columns = 1000 }, CALLS, again });
    }
}

/* From host memory and back, so large that the bus dominates. */
static void
test_transfers (void)
{
  const OndesSpectrumOptions walsh = { .kind = ONDES_SPECTRUM_WALSH, .type = ONDES_F32 };
  const OndesCwtOptions morlet = { .wavelet = ondes_cwt_options_default.wavelet, .omega0 = 5, .precision = ONDES_PRECISION_SINGLE,
                                   .quantity = ONDES_QUANTITY_COEFFICIENTS };
  const guint64 long_n = 1 << 25, n = 1 << 21, short_n = 1 << 19;
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesScaleList) scales = ondes_scale_list_parse ("4:130:2", 0, &error);
  g_autoptr (OndesSpec) spectrum = ondes_spectrum_new (&walsh, &error);
  g_autoptr (OndesSpec) coefficients = ondes_cwt_new (&morlet, scales, &error);
  g_autoptr (OndesSpec) filters = random_filters (32, 129, &error);
  g_autoptr (OndesSource) samples = random_source (ONDES_F32, long_n, 1);
  g_autoptr (OndesSource) recording = random_source (ONDES_F32, n, 1);
  g_autoptr (OndesSource) part = random_source (ONDES_F32, short_n, 1);

  g_assert_no_error (error);
  if (cuda_class () == NULL)
    return;
  time_calls (&(Call) { "walsh 2^25", spectrum, samples, { .count = long_n }, 9, TRUE, 2.0 * 4 * (double) long_n });
  time_calls (&(Call) { "32 filters of 129, 2^21", filters, recording, { .count = n }, 9, TRUE, 33.0 * 4 * (double) n });
  time_calls (&(Call) { "64 rows of coefficients, 2^19", coefficients, part, { .count = short_n }, 9, TRUE,
                        (64.0 * 8 + 4) * (double) short_n });
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/ondes/gpu/bench/masks", "masks", test_bench);
  g_test_add_data_func ("/ondes/gpu/bench/cwt", "cwt", test_bench);
  g_test_add_data_func ("/ondes/gpu/bench/spectrum", "spectrum", test_bench);
  g_test_add_data_func ("/ondes/gpu/bench/walshgram", "walshgram", test_bench);
  g_test_add_data_func ("/ondes/gpu/bench/pairs", "pairs", test_bench);
  g_test_add_data_func ("/ondes/gpu/bench/convolve", "convolve", test_bench);
  g_test_add_data_func ("/ondes/gpu/bench/filter", "filter", test_bench);
  g_test_add_func ("/ondes/gpu/bench/calls", test_calls);
  g_test_add_func ("/ondes/gpu/bench/transfers", test_transfers);
  return g_test_run ();
}
