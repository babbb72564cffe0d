/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a spec of every transform, with defaults and with everything set: its canonical bytes, its options and its caption. */
#include <glib.h>

#include "transform/cwt.h"
#include "transform/dyadic.h"
#include "transform/filter.h"
#include "transform/pairs.h"
#include "transform/spectrum.h"
#include "transform/walshgram.h"

/* Prints @spec, and frees it. */
static void
print (const char *name,
       OndesSpec  *spec,
       GError     *error)
{
  g_autofree char *options = NULL, *caption = NULL;
  gconstpointer bytes;
  gsize size;

  if (spec == NULL)
    g_error ("%s: %s", name, error->message);
  options = ondes_spec_print (spec);
  caption = ondes_spec_describe (spec);
  bytes = g_bytes_get_data (ondes_spec_bytes (spec), &size);
  g_print ("%s\n  options %s\n  caption %s\n  bytes  ", name, options, caption);
  for (gsize i = 0; i < size; i++)
    g_print ("%s%02x", i % 4 == 0 ? " " : "", ((const guint8 *) bytes)[i]);
  g_print ("\n");
  ondes_spec_unref (spec);
}

static void
print_cwt (void)
{
  const OndesCompensationOptions errors = { .amplitude = "power:0.1,0.5,0.01", .timing = "constant:0.002", .aperture = 0.001,
                                            .quantisation = { .bits = 8, .rounding = ONDES_ROUND_UP, .dither = TRUE },
                                            .oversample = 2, .interpolation = "cubic" };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse ("2,7/2,40", 0, &error);
  g_autoptr (OndesScaleList) octaves = ondes_scale_list_new_frequencies (10, 40, 2, 6, 250, &error);
  OndesCompensation *compensation = ondes_compensation_new (&errors, &error);
  OndesCwtOptions options = ondes_cwt_options_default;

  print ("cwt", ondes_cwt_new (&options, list, &error), error);
  for (guint i = ONDES_WAVELET_COMPLEX_MORLET; i <= ONDES_WAVELET_ANALYTIC_MORLET; i++)
    {
      g_autofree char *name = g_strdup_printf ("cwt, %s", ondes_wavelet_names[i]);

      options = ondes_cwt_options_default;
      options.wavelet = i;
      options.omega0 = 6;
      options.normalisation = ONDES_NORMALISATION_L2;
      options.precision = ONDES_PRECISION_DOUBLE;
      options.method = ONDES_METHOD_FFT;
      options.quantity = ONDES_QUANTITY_POWER;
      options.pool = ONDES_POOL_RMS;
      options.fft_length = i == ONDES_WAVELET_ANALYTIC_MORLET ? 1024 : 0;
      print (name, ondes_cwt_new (&options, octaves, &error), error);
    }
  options = ondes_cwt_options_default;
  options.boundary = ONDES_BOUNDARY_REFLECT;
  options.method = ONDES_METHOD_DIRECT;
  options.precision = ONDES_PRECISION_SINGLE2;
  options.compensation = compensation;
  options.rate_hz = 250;
  print ("cwt, compensated", ondes_cwt_new (&options, list, &error), error);
  ondes_compensation_unref (compensation);
}

static void
print_spectra (void)
{
  g_autoptr (GError) error = NULL;

  for (guint kind = ONDES_SPECTRUM_WALSH; kind <= ONDES_SPECTRUM_ARITHMETIC; kind++)
    {
      const OndesSpectrumOptions plain = { .kind = kind, .order = ondes_spectrum_default_order (kind),
                                           .type = kind == ONDES_SPECTRUM_REED_MULLER ? ONDES_U8 : ONDES_F64 };
      g_autofree char *name = g_strdup_printf ("spectrum, %s", ondes_spectrum_names[kind]);

      print (name, ondes_spectrum_new (&plain, &error), error);
    }
  print ("spectrum, everything set",
         ondes_spectrum_new (&(OndesSpectrumOptions) { .kind = ONDES_SPECTRUM_WALSH, .order = ONDES_ORDER_PALEY, .inverse = TRUE,
                                                       .algorithm = ONDES_ALGORITHM_CONSTANT_GEOMETRY, .type = ONDES_I64,
                                                       .row_length = 256 }, &error), error);
  print ("dyadic", ondes_dyadic_new (ONDES_I64, &error), error);
}

static void
print_walshgrams (void)
{
  g_autoptr (GError) error = NULL;

  print ("walshgram", ondes_walshgram_new (&ondes_walshgram_options_default, &error), error);
  print ("walshgram, everything set",
         ondes_walshgram_new (&(OndesWalshgramOptions) { .window = 1024, .hop = 100, .taper = ONDES_TAPER_HANN,
                                                         .order = ONDES_ORDER_NATURAL, .type = ONDES_F64 }, &error), error);
}

static void
print_filters (void)
{
  static double taps[] = { 0.25, 0.5, 0.25 };
  const OndesFilterBand band = { .name = (char *) "three taps", .n = G_N_ELEMENTS (taps), .taps = taps };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesFilterBank) bank = ondes_filter_bank_new (&band, 1, &error);
  OndesFilterOptions options = ondes_filter_options_default;

  g_assert_no_error (error);
  print ("filter", ondes_filter_new (&options, bank, &error), error);
  options = (OndesFilterOptions) { .method = ONDES_METHOD_OVERLAP_SAVE, .precision = ONDES_PRECISION_SINGLE, .segment = 1024,
                                   .causal = TRUE, .post = ONDES_POST_DERIVATIVE };
  print ("filter, everything set", ondes_filter_new (&options, bank, &error), error);
}

static void
print_pairs (void)
{
  g_autoptr (GError) error = NULL;
  OndesPairTable *table = ondes_pair_table_parse ("field:0x11D", 0, &error);
  OndesPairsOptions options = { .type = ONDES_F64 };

  g_assert_no_error (error);
  print ("pairs", ondes_pairs_new (table, &options, &error), error);
  options.layout = (OndesPairsLayout) { .threads = 8, .blocks = 2, .jobs = 3 };
  print ("pairs, everything set", ondes_pairs_new (table, &options, &error), error);
  ondes_pair_table_unref (table);
}

int
main (void)
{
  print_cwt ();
  print_spectra ();
  print_walshgrams ();
  print_filters ();
  print_pairs ();
  return 0;
}
