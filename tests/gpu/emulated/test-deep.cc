/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deep passes by their definition, of rows shorter than those that take them. */
#include <glib.h> /* before __noinline__ and its like are CUDA's words */

#include "butterflies.cuh"

typedef cudaError_t Launch (const SpectralDevice &, uint32_t *, const uint32_t *, uint64_t, int, int, int, Normaliser<uint32_t>);

/* Value @i of the transform of the bits [@low, @low + @k) of the index, and of packed words the bits [@first, @end) within. */
template <typename Step> static uint32_t
value_of (const uint32_t *in, size_t i, int low, int k, int first, int end);

template <> uint32_t
value_of<WalshStep> (const uint32_t *in,
                     size_t          i,
                     int             low,
                     int             k,
                     int,
                     int)
{
  const size_t mask = (((size_t) 1 << k) - 1) << low;
  uint32_t sum = 0;

  for (size_t j = 0; j < (size_t) 1 << k; j++)
    {
      const uint32_t x = in[(i & ~mask) | j << low];

      sum += __builtin_parityll (i & j << low) ? -x : x;
    }
  return sum;
}

template <> uint32_t
value_of<ReedMullerStep> (const uint32_t *in,
                          size_t          i,
                          int             low,
                          int             k,
                          int             first,
                          int             end)
{
  const size_t mask = (((size_t) 1 << k) - 1) << low;
  const unsigned mask_within = (1u << end) - (1u << first);
  uint32_t sum = 0, word = 0;

  for (size_t j = 0; j < (size_t) 1 << k; j++)
    if ((j << low & ~i) == 0)
      sum ^= in[(i & ~mask) | j << low];
  for (unsigned b = 0; b < 32; b++)
    for (unsigned c = 0; c < 32; c++)
      if ((c & ~b) == 0 && ((b ^ c) & ~mask_within) == 0)
        word ^= (sum >> c & 1) << b;
  return word;
}

/* Rows of one pass's bits, and above them one more that is left alone. */
template <typename Step> static void
check (Launch *launch,
       int     low,
       int     k,
       int     first,
       int     end)
{
  const size_t n = (size_t) 2 << (low + k);
  const SpectralDevice device = { 227 << 10, 3, true, NULL };
  g_autofree uint32_t *in = g_new (uint32_t, n), *out = g_new (uint32_t, n), *again = g_new (uint32_t, n);

  for (size_t i = 0; i < n; i++)
    again[i] = in[i] = g_test_rand_int ();
  memset (out, 0xa5, n * sizeof *out);
  g_assert_cmpint (launch (device, out, in, n, low, first, end, Normaliser<uint32_t> (0, NULL)), ==, cudaSuccess);
  for (int i = 0; i < 300; i++)
    {
      const size_t at = (size_t) g_test_rand_int_range (0, (int) n);

      g_assert_cmpuint (out[at], ==, value_of<Step> (in, at, low, k, first, end));
    }
  g_assert_cmpint (launch (device, again, again, n, low, first, end, Normaliser<uint32_t> (0, NULL)), ==, cudaSuccess);
  g_assert_cmpmem (out, n * sizeof *out, again, n * sizeof *again);
}

/* The low bits are the row's of one part. */
template <typename Step> static cudaError_t
launch_low (const SpectralDevice &device,
            uint32_t             *out,
            const uint32_t       *in,
            uint64_t              n,
            int                   low,
            int                   first,
            int                   end,
            Normaliser<uint32_t>  normaliser)
{
  return launch_deep<uint32_t, Step, PART_BITS> (device, out, in, n, PART_BITS + low, first, end, normaliser);
}

static void
test_low (void)
{
  check<WalshStep> (launch_low<WalshStep>, 0, 16, 0, 0);
  check<ReedMullerStep> (launch_low<ReedMullerStep>, 0, 16, 0, 2);
}

static void
test_columns (void)
{
  for (int above = 0; above < 3; above++)
    {
      check<WalshStep> (launch_deep<uint32_t, WalshStep, 5>, 5 + above, 11, 0, 0);
      check<WalshStep> (launch_deep<uint32_t, WalshStep, 4>, 4 + above, 12, 0, 0);
    }
  check<ReedMullerStep> (launch_deep<uint32_t, ReedMullerStep, 5>, 7, 11, 2, 5);
  check<ReedMullerStep> (launch_deep<uint32_t, ReedMullerStep, 4>, 6, 12, 0, 5);
}

/* A pass that a device has the shared memory for, but not the architecture whose code it runs, is not launched: its body is
 * empty. The emulated code is that of 8.0 and 9.0. */
static void
test_shared_memory (void)
{
  static const struct { int major, minor; size_t device_kb, usable_kb; } devices[] = {
    { 7, 5, 64, 48 },    /* no code at all: the least that any has */
    { 8, 0, 163, 163 },
    { 8, 6, 99, 99 },
    { 8, 7, 300, 163 },  /* runs the code of 8.0 */
    { 9, 0, 227, 227 },
    { 12, 0, 99, 99 },   /* runs the code of 9.0 */
  };

  for (const auto &d : devices)
    {
      _OndesCuda cuda = {};

      cuda.limits.major = d.major;
      cuda.limits.minor = d.minor;
      cuda.limits.shared_bytes = d.device_kb << 10;
      g_assert_cmpuint (ondes_cuda_spectral_device (&cuda).max_shared_bytes, ==, d.usable_kb << 10);
    }
  g_assert_cmpuint (arch_shared_bytes (800), <, DEEP_BYTES);
  g_assert_cmpuint (arch_shared_bytes (1200), <, DEEP_BYTES);
  g_assert_cmpuint (arch_shared_bytes (900), >=, DEEP_BYTES);
  g_assert_cmpuint (arch_shared_bytes (1000), >=, DEEP_BYTES);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/gpu/deep/low", test_low);
  g_test_add_func ("/ondes/gpu/deep/columns", test_columns);
  g_test_add_func ("/ondes/gpu/deep/shared-memory-of-the-code-that-runs", test_shared_memory);
  return g_test_run ();
}
