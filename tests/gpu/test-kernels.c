/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels alone, without the engine: outputs are poisoned before, guarded on all sides, and compared with the formula summed on the
 * host. */
#include "guarded.h"

#include <math.h>

/* Masks of any number, of plain, weighed, lifted and delayed rows, and quantised. */
static void
test_masks (void)
{
  static const guint counts[] = { 1, 2, 3, 31, 256, 257, 700 };

  if (!have_device ())
    return;
  for (guint c = 0; c < G_N_ELEMENTS (counts); c++)
    for (guint kind = some_of (2) - 1; kind < 12; kind += few_cases () ? 2 : 1)
      {
        const guint n = counts[c];
        const gboolean single = kind & 1, compensated = kind >> 2;
        const OndesCudaWavelet wavelet = { .omega0 = g_test_rand_double_range (0.5, 30), .l1 = g_test_rand_bit (),
                                           .real = kind >> 1 & 1, .bits = kind < 8 ? 0 : (guint32) g_test_rand_int_range (1, 31),
                                           .rounding = (guint16) g_test_rand_int_range (0, 4), .dither = g_test_rand_bit () };
        g_autofree OndesCudaRow *rows = g_new (OndesCudaRow, n);
        const guint64 taps = random_rows (rows, n, n < 100 ? 5000 : 300);
        const gsize bytes = taps * value_bytes (single, !wavelet.real);
        g_autofree void *have = NULL;
        g_autofree double complex *sums = NULL;
        Distance distance = { 0 }, sum_distance = { 0 };
        double size = 0, doubt = 0;
        void *masks, *device_rows, *device_sums;

        for (guint i = 0; i < n && compensated; i++)
          {
            rows[i].gain = g_test_rand_double_range (0.5, 2);
            rows[i].offset = i % 3 == 0 ? g_test_rand_double_range (-0.1, 0.1) : 0;
            rows[i].delay = i % 2 == 0 ? g_test_rand_double_range (-1, 1) : 0;
          }
        masks = guarded_new (bytes);
        device_rows = sent_new (rows, n * sizeof *rows);
        device_sums = guarded_new (n * 2 * sizeof (double));
        must (ondes_cuda_taps (cuda, &wavelet, device_rows, n, taps, single, masks));
        must (ondes_cuda_tap_sums (cuda, &wavelet, device_rows, n, device_sums));
        have = guarded_take (masks, bytes);
        sums = guarded_take (device_sums, n * 2 * sizeof (double));
        for (guint i = 0; i < n; i++)
          {
            const gint64 half = (gint64) rows[i].half;
            long double complex sum = 0;

            for (gint64 k = -half; k <= half; k++)
              {
                const double complex tap = value_at (have, rows[i].start + (guint64) (k + half), single, !wavelet.real);
                const double complex want = tap_near (&wavelet, &rows[i], (double) k, tap, &doubt);

                compare (&distance, tap, want);
                sum += want;
                size += cabs (want);
              }
            compare (&sum_distance, sums[i], (double complex) sum);
          }
        /* Taps of one bit may all be zero. */
        g_assert_cmpfloat (sqrt (distance.off), <=, (single ? 6e-8 : 5e-13) * sqrt (distance.all));
        g_assert_cmpfloat (sqrt (sum_distance.off), <=, 5e-14 * size + doubt); /* as a tap, where a row is one */
        sent_free (device_rows);
      }
}

typedef struct
{
  gboolean single, compensated, tensor;
} Kernel;

static const Kernel kernels[] = {
  { FALSE, FALSE, FALSE },
  { TRUE, FALSE, FALSE },
  { TRUE, TRUE, FALSE },
  { FALSE, FALSE, TRUE },
};

static void
check_direct (const Kernel     *kernel,
              OndesCudaBoundary boundary,
              gboolean          real,
              gboolean          complex_in,
              guint             n_rows,
              guint64           total,
              guint64           first,
              guint64           n)
{
  const gboolean single = kernel->single, complex_out = complex_in || !real;
  const OndesCudaWavelet wavelet = { .omega0 = g_test_rand_double_range (4, 8), .l1 = g_test_rand_bit (), .real = real };
  const OndesCudaQuantity quantity = g_test_rand_bit () ? ONDES_CUDA_COEFFICIENTS : ONDES_CUDA_POWER;
  const gboolean complex_value = complex_out && quantity == ONDES_CUDA_COEFFICIENTS;
  const guint64 stride = n + (guint64) g_test_rand_int_range (0, 9);
  const gsize bytes = stride * n_rows * value_bytes (single, complex_value);
  g_autofree OndesCudaRow *rows = g_new (OndesCudaRow, n_rows);
  g_autofree OndesCudaTapRange *parts = g_new (OndesCudaTapRange, n_rows);
  g_autofree OndesCudaTensorGroup *groups = g_new (OndesCudaTensorGroup, n_rows);
  g_autofree double complex *x = g_new (double complex, total);
  g_autofree double *parts_of_x = g_new (double, 2 * total);
  g_autofree void *have = NULL;
  const guint64 taps = random_rows (rows, n_rows, 300);
  guint64 fragment_bytes;
  OndesCudaDirect direct = { .n_rows = n_rows, .real = real, .compensated = kernel->compensated };
  OndesCudaTensor tensor = { .real = real };
  OndesCudaSignal signal;
  Distance distance = { 0 };
  const double most = !single ? 1e-12 : kernel->compensated ? 5e-7 : 3e-6;
  double off, energy = 0;
  void *source, *device_rows, *device_others, *masks, *sums, *out;

  for (guint64 i = 0; i < total; i++)
    {
      x[i] = g_test_rand_double_range (-3, 3) + (complex_in ? I * g_test_rand_double_range (-3, 3) : 0);
      energy += squared (x[i]) / (double) total;
      parts_of_x[complex_in ? 2 * i : i] = creal (x[i]);
      if (complex_in)
        parts_of_x[2 * i + 1] = cimag (x[i]);
    }
  ondes_cuda_tap_ranges (rows, n_rows, parts);
  tensor.n_groups = ondes_cuda_tensor_groups (rows, n_rows, real, groups, &fragment_bytes);
  source = sent_new (parts_of_x, total * (complex_in ? 16 : 8));
  device_rows = sent_new (rows, n_rows * sizeof *rows);
  device_others = kernel->tensor ? sent_new (groups, n_rows * sizeof *groups) : sent_new (parts, n_rows * sizeof *parts);
  sums = guarded_new (n_rows * 2 * sizeof (double));
  masks = guarded_new (kernel->tensor ? fragment_bytes : taps * value_bytes (single, !real));
  out = guarded_new (bytes);
  must (ondes_cuda_signal (cuda, source, complex_in ? ONDES_CUDA_C128 : ONDES_CUDA_F64, total, boundary, (gint64) first, n,
                           rows[n_rows - 1].half, single, &signal));
  must (ondes_cuda_tap_sums (cuda, &wavelet, device_rows, n_rows, sums));
  if (kernel->tensor)
    {
      tensor.rows = device_rows;
      tensor.groups = device_others;
      tensor.fragments = masks;
      tensor.tap_sums = sums;
      must (ondes_cuda_tensor_fragments (cuda, &wavelet, &tensor));
      must (ondes_cuda_tensor (cuda, &tensor, &signal, n, &(OndesCudaOutput) { out, stride, quantity }));
    }
  else
    {
      direct.rows = device_rows;
      direct.ranges = device_others;
      direct.taps = masks;
      direct.tap_sums = sums;
      while (direct.first_split < n_rows && 2 * rows[direct.first_split].half + 1 <= ONDES_CUDA_UNSPLIT_TAPS)
        direct.first_split++;
      must (ondes_cuda_taps (cuda, &wavelet, device_rows, n_rows, taps, single, masks));
      must (ondes_cuda_direct (cuda, &direct, &signal, n, &(OndesCudaOutput) { out, stride, quantity }));
    }
  have = guarded_take (out, bytes);
  g_free (guarded_take (masks, kernel->tensor ? fragment_bytes : taps * value_bytes (single, !real)));

  for (guint r = 0; r < n_rows; r++)
    {
      const gint64 half = (gint64) rows[r].half, last = (gint64) total - 1;
      g_autofree double complex *mask = g_new (double complex, 2 * half + 1);
      double usual = 0;

      for (gint64 k = -half; k <= half; k++)
        {
          mask[k + half] = tap_of (&wavelet, &rows[r], (double) k);
          usual += energy * squared (mask[k + half]);
        }
      for (guint64 t = 0; t < n; t++)
        {
          double complex sum = 0;

          for (gint64 k = -half; k <= half; k++)
            {
              gint64 at = (gint64) (first + t) + k;

              if (boundary == ONDES_CUDA_ZERO && (at < 0 || at > last))
                continue;
              if (boundary == ONDES_CUDA_EDGE || total == 1)
                at = CLAMP (at, 0, last);
              else if (boundary == ONDES_CUDA_PERIODIC)
                at = (at % (gint64) total + (gint64) total) % (gint64) total;
              else
                while (at < 0 || at > last)
                  at = at < 0 ? -at : 2 * last - at;
              sum += x[at] * mask[k + half];
            }
          compare_quantity (&distance, value_at (have, r * stride + t, single, complex_value), sum, quantity, usual);
        }
      for (gsize i = (r * stride + n) * value_bytes (single, complex_value);
           i < (r + 1) * stride * value_bytes (single, complex_value); i++)
        g_assert_cmpuint (((guint8 *) have)[i], ==, POISON);
    }
  off = sqrt (distance.off / distance.all);
  if (!(off <= most))
    g_test_message ("real %d, complex %d, l1 %d, quantity %d, %u rows, boundary %d, omega0 %g, %d from %d of %d", real, complex_in,
                    wavelet.l1, (int) quantity, n_rows, (int) boundary, wavelet.omega0, (int) n, (int) first, (int) total);
  g_assert_cmpfloat (off, <=, most);
  sent_free (source);
  sent_free (device_rows);
  sent_free (device_others);
  sent_free (sums);
}

static void
test_direct (gconstpointer data)
{
  const Kernel *kernel = data;

  if (!have_device ())
    return;
  if (kernel->tensor && ondes_cuda_limits (cuda)->major < 8)
    {
      g_test_skip ("no tensor cores for double precision");
      return;
    }
  for (OndesCudaBoundary boundary = ONDES_CUDA_ZERO; boundary <= ONDES_CUDA_EDGE; boundary++)
    for (guint kind = 0; kind < 4; kind++)
      {
        static const guint counts[] = { 1, 7, 33, 66, 129 };
        static const guint64 sizes[] = { 1, 5, 63, 64, 129, 1023 };

        for (guint i = 0; i < (few_cases () ? 1 : 4); i++)
          {
            const guint64 n = sizes[g_test_rand_int_range (0, G_N_ELEMENTS (sizes))];
            const guint64 first = (guint64) g_test_rand_int_range (0, 40);

            check_direct (kernel, boundary, kind & 1, kind >> 1, counts[g_test_rand_int_range (0, G_N_ELEMENTS (counts))],
                          first + n + (guint64) g_test_rand_int_range (0, 3000), first, n);
          }
      }
}

/* Outputs between samples, from any one on. */
static void
test_oversample (void)
{
  if (!have_device ())
    return;
  for (guint kind = 0; kind < 8; kind++)
    {
      const guint times = kind & 1 ? 2 : 4, width = (guint) g_test_rand_int_range (1, 140), parts = kind >> 1 & 1 ? 2 : 1;
      const guint64 at = (guint64) g_test_rand_int_range (0, 1000), n = (guint64) g_test_rand_int_range (1, 3000);
      const guint64 inputs = (at + n - 1) / times - at / times + width;
      g_autofree double *weights = g_new (double, times * width), *x = g_new (double, inputs * parts), *have = NULL;
      OndesCudaOversampling how = { .times = times, .width = width, .is_complex = parts == 2, .at = at, .n = n };
      void *out = guarded_new (n * parts * sizeof (double));

      for (guint i = 0; i < times * width; i++)
        weights[i] = g_test_rand_double_range (-1, 1);
      for (guint64 i = 0; i < inputs * parts; i++)
        x[i] = g_test_rand_double_range (-1, 1);
      how.weights = sent_new (weights, times * width * sizeof *weights);
      how.x = sent_new (x, inputs * parts * sizeof *x);
      must (ondes_cuda_oversample (cuda, &how, out));
      have = guarded_take (out, n * parts * sizeof (double));
      for (guint64 i = 0; i < n * parts; i++)
        {
          const guint64 o = at + i / parts;
          double sum = 0;

          for (guint k = 0; k < width; k++)
            sum += weights[o % times * width + k] * x[(o / times - at / times + k) * parts + i % parts];
          g_assert_cmpfloat (fabs (have[i] - sum), <=, 1e-13);
        }
      sent_free ((void *) how.weights);
      sent_free ((void *) how.x);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/gpu/kernels/masks", test_masks);
  g_test_add_data_func ("/ondes/gpu/kernels/direct-double", &kernels[0], test_direct);
  g_test_add_data_func ("/ondes/gpu/kernels/direct-single", &kernels[1], test_direct);
  g_test_add_data_func ("/ondes/gpu/kernels/direct-single2", &kernels[2], test_direct);
  g_test_add_data_func ("/ondes/gpu/kernels/direct-tensor", &kernels[3], test_direct);
  g_test_add_func ("/ondes/gpu/kernels/oversample", test_oversample);
  return run_with_device ();
}
