/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of filters around another library's transforms, with the sums of the Fourier transform in its place: outputs are
 * poisoned before, guarded on both sides, and compared with the double sum of the definition. */
#include "../../gpu/plain-filter-kernels.h"
#include "guarded.h"

#include <math.h>
#include <string.h>

/* Transforms each of @rows rows of @n values in place, by the definition. */
static void
transform (float complex *values,
           gsize          rows,
           gsize          n,
           double         sign)
{
  g_autofree double complex *out = g_new (double complex, n);

  for (gsize row = 0; row < rows; row++)
    {
      float complex *x = values + row * n;

      for (gsize k = 0; k < n; k++)
        {
          out[k] = 0;
          for (gsize t = 0; t < n; t++)
            out[k] += x[t] * cexp (sign * 2 * I * G_PI * (double) (k * t % n) / (double) n);
        }
      for (gsize k = 0; k < n; k++)
        x[k] = (float complex) out[k];
    }
}

static float complex
random_value (void)
{
  return (float) g_test_rand_double_range (-1, 1) + I * (float) g_test_rand_double_range (-1, 1);
}

/* Runs the kernels; transfer full. */
static float complex *
run_kernels (const OndesCudaPlainFilter *f,
             const float complex        *x,
             const float complex        *h)
{
  const gsize segments = ondes_cuda_plain_segments (f), cut = segments * f->segment, all = cut * f->filters, value = sizeof *x;
  g_autofree float complex *spectra = g_new0 (float complex, f->filters * f->segment), *parts = NULL, *products = NULL;
  void *device_x = sent_new (x, f->n * value), *device_parts = guarded_new (cut * value), *device_spectra, *device_products;
  void *device_out = guarded_new (f->filters * f->n * value);

  for (guint i = 0; i < f->filters; i++)
    memcpy (spectra + i * f->segment, h + i * f->taps, f->taps * value);
  transform (spectra, f->filters, f->segment, -1);
  must (ondes_cuda_plain_cut (cuda, f, device_x, device_parts, why));
  parts = guarded_take (device_parts, cut * value);
  transform (parts, segments, f->segment, -1);
  device_parts = sent_new (parts, cut * value);
  device_spectra = sent_new (spectra, f->filters * f->segment * value);
  device_products = guarded_new (all * value);
  must (ondes_cuda_plain_multiply (cuda, f, device_parts, device_spectra, device_products, why));
  products = guarded_take (device_products, all * value);
  transform (products, f->filters * segments, f->segment, 1);
  device_products = sent_new (products, all * value);
  must (ondes_cuda_plain_join (cuda, f, device_products, device_out, why));
  sent_free (device_x);
  sent_free (device_parts);
  sent_free (device_spectra);
  sent_free (device_products);
  return guarded_take (device_out, f->filters * f->n * value);
}

static void
check (const OndesCudaPlainFilter *f)
{
  g_autofree float complex *x = g_new (float complex, f->n), *h = g_new (float complex, f->filters * f->taps), *y = NULL;
  Distance distance = { 0 };

  for (guint64 t = 0; t < f->n; t++)
    x[t] = random_value ();
  for (guint64 m = 0; m < f->filters * f->taps; m++)
    h[m] = random_value ();
  y = run_kernels (f, x, h);
  for (guint i = 0; i < f->filters; i++)
    for (guint64 t = 0; t < f->n; t++)
      {
        double complex sum = 0;

        for (guint64 m = 0; m < f->taps; m++)
          if (t + f->delay >= m && t + f->delay - m < f->n)
            sum += (double complex) h[i * f->taps + m] * x[t + f->delay - m];
        compare (&distance, y[i * f->n + t], sum);
      }
  g_assert_cmpfloat (sqrt (distance.off), <, 2e-6 * sqrt (distance.all));
}

static void
test_sums (void)
{
  static const OndesCudaPlainFilter cases[] = {
    { .n = 1, .segment = 1, .taps = 1, .filters = 1 },
    { .n = 100, .segment = 32, .taps = 9, .delay = 4, .filters = 3 },
    { .n = 25, .segment = 32, .taps = 8, .delay = 3, .filters = 2 },
    { .n = 24, .segment = 32, .taps = 9, .filters = 2 },
    { .n = 7, .segment = 64, .taps = 20, .delay = 9, .filters = 2 },
    { .n = 60, .segment = 16, .taps = 16, .delay = 15, .filters = 1 },
    { .n = 333, .segment = 512, .taps = 40, .delay = 19, .filters = 2 },
  };

  if (!have_device ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (&cases[i]);
  for (guint i = 0; i < (few_cases () ? 2 : 8); i++)
    {
      OndesCudaPlainFilter f = { .n = (guint64) g_test_rand_int_range (1, 400), .taps = (guint64) g_test_rand_int_range (1, 60),
                                 .filters = (guint) g_test_rand_int_range (1, 5) };

      f.segment = f.taps + (guint64) g_test_rand_int_range (0, 100);
      f.delay = (guint64) g_test_rand_int_range (0, (int) f.taps);
      check (&f);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/gpu/plain-filter/segments-give-the-sums", test_sums);
  return run_with_device ();
}
