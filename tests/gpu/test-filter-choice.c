/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which segments banks of filters take, and how fast a device of some compute capability is. Needs no device. */
#include "../../gpu/filter-kernels.h"
#include "../../gpu/kernels.h"

#include <glib.h>
#include <math.h>

static void
test_lengths (void)
{
  const OndesCudaFir filter = { NULL, 100, 0, FALSE };
  static const guint64 wrong[] = { 1, 128, 300, 8192, 32768, 65537, G_GUINT64_CONSTANT (1) << 21 };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      OndesCudaFirBank *bank = NULL;
      const OndesCudaFirOptions options = { .filters = &filter, .n_filters = 1, .segment = wrong[i] };

      g_assert_cmpint (ondes_cuda_fir_bank_describe (&options, &bank), ==, ONDES_CUDA_UNSUPPORTED);
      g_assert_true (g_str_has_prefix (ondes_cuda_reason (), "segments "));
      g_assert_null (bank);
    }
}

/* Four-step segments take no filters that would need parts. */
static void
test_four_step_lengths (void)
{
  static const struct { guint64 taps, segment; OndesCudaStatus status; } cases[] = {
    { 65536 - ONDES_CUDA_BESIDE_TAPS, 65536, ONDES_CUDA_OK }, { 65537 - ONDES_CUDA_BESIDE_TAPS, 65536, ONDES_CUDA_UNSUPPORTED },
    { 1, 1 << 20, ONDES_CUDA_OK }, { 1 << 20, 1 << 20, ONDES_CUDA_UNSUPPORTED }, { 65536, 4096, ONDES_CUDA_OK },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint post = 0; post < 4; post++)
      {
        const OndesCudaFir filter = { NULL, cases[i].taps, 0, FALSE };
        const OndesCudaFirOptions options = { .filters = &filter, .n_filters = 1, .segment = cases[i].segment,
                                              .post = (OndesCudaPost) post };
        OndesCudaFirBank *bank = NULL;

        g_assert_cmpint (ondes_cuda_fir_bank_describe (&options, &bank), ==, cases[i].status);
        if (cases[i].status != ONDES_CUDA_OK)
          g_assert_true (g_str_has_prefix (ondes_cuda_reason (), "segments "));
        else
          g_assert_cmpuint (ondes_cuda_fir_bank_segment (bank), ==, cases[i].segment);
        ondes_cuda_fir_bank_free (NULL, bank);
      }
}

/* The lengths that bench filter measured to be fastest, in single precision, or those that the fit to it tells. */
static void
test_choice (void)
{
  static const struct { guint64 taps, real, complex_values; int long_segments; } measured[] = {
    { 32, 256, 256, TRUE }, { 64, 256, 256, TRUE }, { 129, 512, 1024, TRUE }, { 257, 2048, 1024, TRUE }, { 513, 2048, 2048, TRUE },
    { 1025, 4096, 4096, TRUE }, { 2049, 8192, 8192, TRUE }, { 2049, 4096, 4096, FALSE }, { 5001, 8192, 8192, TRUE },
    { 3500, 8192, 8192, TRUE }, { 8161, 131072, 131072, TRUE }, { 5001, 65536, 131072, FALSE }, { 131073, 1048576, 1048576, TRUE },
    { 1048577, 4096, 4096, TRUE },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (measured); i++)
    {
      const gboolean is_complex = i % 2 == 1;
      const OndesCudaFir filter = { NULL, measured[i / 2].taps, 0, is_complex };
      const OndesCudaFirOptions options = { .filters = &filter, .n_filters = 1, .single = TRUE, .complex_in = is_complex,
                                            .long_segments = measured[i / 2].long_segments };
      OndesCudaFirBank *bank = NULL;

      g_assert_cmpint (ondes_cuda_fir_bank_describe (&options, &bank), ==, ONDES_CUDA_OK);
      g_assert_cmpuint (ondes_cuda_fir_bank_segment (bank), ==, is_complex ? measured[i / 2].complex_values : measured[i / 2].real);
      ondes_cuda_fir_bank_free (NULL, bank);
    }
}

/* Of a segment's outputs those that a run does not ask for are computed in vain. */
static void
test_few_outputs (void)
{
  static const struct { guint64 outputs, segment; } cases[] = { { 0, 1048576 }, { 1 << 24, 1048576 }, { 100000, 262144 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const OndesCudaFir filter = { NULL, 131073, 0, FALSE };
      const OndesCudaFirOptions options = { .filters = &filter, .n_filters = 1, .single = TRUE, .complex_in = TRUE,
                                            .outputs = cases[i].outputs };
      OndesCudaFirBank *bank = NULL;

      g_assert_cmpint (ondes_cuda_fir_bank_describe (&options, &bank), ==, ONDES_CUDA_OK);
      g_assert_cmpuint (ondes_cuda_fir_bank_segment (bank), ==, cases[i].segment);
      ondes_cuda_fir_bank_free (NULL, bank);
    }
}

/* The least of masks takes a segment of 256 samples, the longest several parts. */
static void
test_banks_of_masks (void)
{
  OndesCudaFir filters[240];
  double alone = 0;

  for (guint i = 0; i <= G_N_ELEMENTS (filters); i++)
    {
      const OndesCudaFirOptions options = { .filters = i < G_N_ELEMENTS (filters) ? &filters[i] : filters, .complex_in = FALSE,
                                            .n_filters = i < G_N_ELEMENTS (filters) ? 1 : G_N_ELEMENTS (filters), .single = TRUE };
      OndesCudaFirBank *bank = NULL;
      double seconds;

      if (i < G_N_ELEMENTS (filters))
        {
          const guint64 half = (guint64) (15 * pow (1000, i / (double) (G_N_ELEMENTS (filters) - 1)));

          filters[i] = (OndesCudaFir) { NULL, 2 * half + 1, (gint64) half, TRUE };
        }
      g_assert_cmpint (ondes_cuda_fir_bank_describe (&options, &bank), ==, ONDES_CUDA_OK);
      seconds = ondes_cuda_fir_bank_seconds (bank, 1 << 20);
      if (i < G_N_ELEMENTS (filters))
        alone += seconds;
      else
        g_assert_cmpfloat (seconds, <, 0.6 * alone);
      ondes_cuda_fir_bank_free (NULL, bank);
    }
}

/* Of cards with many FP64 units, few were counted, so the CPU got their work. */
static void
test_fma_units (void)
{
  static const struct { int major, minor; unsigned fp32, fp64; } cases[] = {
    { 6, 0, 64, 32 }, { 6, 1, 128, 4 }, { 7, 0, 64, 32 }, { 7, 5, 64, 2 }, { 8, 0, 64, 32 }, { 8, 6, 128, 2 }, { 8, 9, 128, 2 },
    { 9, 0, 128, 64 }, { 10, 0, 128, 64 }, { 12, 0, 128, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      unsigned fp32 = 0, fp64 = 0;

      ondes_cuda_fma_units (cases[i].major, cases[i].minor, &fp32, &fp64);
      g_assert_cmpuint (fp32, ==, cases[i].fp32);
      g_assert_cmpuint (fp64, ==, cases[i].fp64);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/gpu/filter-choice/segments-of-other-lengths-are-refused", test_lengths);
  g_test_add_func ("/ondes/gpu/filter-choice/four-step-segments-hold-whole-filters", test_four_step_lengths);
  g_test_add_func ("/ondes/gpu/filter-choice/the-fastest-segments-are-chosen", test_choice);
  g_test_add_func ("/ondes/gpu/filter-choice/few-outputs-take-shorter-segments", test_few_outputs);
  g_test_add_func ("/ondes/gpu/filter-choice/filters-of-many-lengths-take-less-together", test_banks_of_masks);
  g_test_add_func ("/ondes/gpu/units-of-a-multiprocessor-by-compute-capability", test_fma_units);
  return g_test_run ();
}
