/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the kernels of the CUDA engine for the record: "bench NAME VALUE UNIT FLOOR PEER", parted by tabs. */
#include "cuda-engine.h"

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
  const OndesEngineClass *klass = cuda_class ();
  g_autoptr (GError) error = NULL;
  OndesEngine *engine;

  if (klass == NULL)
    return;
  engine = klass->open (0, 0, &error);
  g_assert_no_error (error);
  klass->bench (engine, name, FALSE, tell, NULL, &error);
  g_assert_no_error (error);
  klass->close (engine);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/ondes/gpu/bench/masks", "masks", test_bench);
  g_test_add_data_func ("/ondes/gpu/bench/cwt", "cwt", test_bench);
  g_test_add_data_func ("/ondes/gpu/bench/spectrum", "spectrum", test_bench);
  g_test_add_data_func ("/ondes/gpu/bench/convolve", "convolve", test_bench);
  return g_test_run ();
}
