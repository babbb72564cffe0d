/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of filters around another library's transforms, with the sums of the Fourier transform in its place: outputs are
 * poisoned before, guarded on both sides, and compared with the double sum of the definition. */
#include "../../bench/cuda/bench-kernels.h"
#include "guarded.h"

#include <math.h>
#include <string.h>

/* Returns value @k of the spectrum of a row, of which real ones store the first half. */
static double complex
spectrum_at (const OndesCudaPlainFilter *f,
             const float complex        *row,
             gsize                       k)
{
  return k < ondes_cuda_plain_room (f) ? row[k] : conj ((double complex) row[f->segment - k]);
}

/* Transforms each of @rows segments in place, by the definition: @sign −1 to spectra, 1 back. */
static void
transform (const OndesCudaPlainFilter *f,
           float complex              *values,
           gsize                       rows,
           double                      sign)
{
  const gsize n = f->segment, room = ondes_cuda_plain_room (f);
  g_autofree double complex *out = g_new (double complex, n);

  for (gsize row = 0; row < rows; row++)
    {
      float complex *x = values + row * room;
      float *reals = (float *) x;

      for (gsize k = 0; k < n; k++)
        {
          out[k] = 0;
          for (gsize t = 0; t < n; t++)
            out[k] += (sign > 0 ? spectrum_at (f, x, t) : f->is_real ? reals[t] : x[t])
                      * cexp (sign * 2 * I * G_PI * (double) (k * t % n) / (double) n);
        }
      if (f->is_real && sign > 0)
        for (gsize t = 0; t < n; t++)
          reals[t] = (float) creal (out[t]);
      else
        for (gsize k = 0; k < room; k++)
          x[k] = (float complex) out[k];
    }
}

/* Returns the bytes of a sample, tap or output. */
static gsize
sample_bytes (const OndesCudaPlainFilter *f)
{
  return f->is_real ? sizeof (float) : sizeof (float complex);
}

/* Runs the kernels on samples and taps, complex or real; transfer full. */
static void *
run_kernels (const OndesCudaPlainFilter *f,
             const void                 *x,
             const void                 *h)
{
  const gsize segments = ondes_cuda_plain_segments (f), room = ondes_cuda_plain_room (f), value = sample_bytes (f);
  const gsize cut = segments * room, all = cut * f->filters, spectrum = sizeof (float complex);
  g_autofree float complex *spectra = g_new0 (float complex, f->filters * room), *parts = NULL, *products = NULL;
  void *device_x = sent_new (x, f->n * value), *device_parts = guarded_new (cut * spectrum), *device_spectra, *device_products;
  void *device_out = guarded_new (f->filters * f->n * value);

  for (guint i = 0; i < f->filters; i++)
    memcpy (spectra + i * room, (const char *) h + i * f->taps * value, f->taps * value);
  transform (f, spectra, f->filters, -1);
  must (ondes_cuda_plain_cut (cuda, f, device_x, device_parts));
  parts = guarded_take (device_parts, cut * spectrum);
  transform (f, parts, segments, -1);
  device_parts = sent_new (parts, cut * spectrum);
  device_spectra = sent_new (spectra, f->filters * room * spectrum);
  device_products = guarded_new (all * spectrum);
  must (ondes_cuda_plain_multiply (cuda, f, device_parts, device_spectra, device_products));
  products = guarded_take (device_products, all * spectrum);
  transform (f, products, f->filters * segments, 1);
  device_products = sent_new (products, all * spectrum);
  must (ondes_cuda_plain_join (cuda, f, device_products, device_out));
  sent_free (device_x);
  sent_free (device_parts);
  sent_free (device_spectra);
  sent_free (device_products);
  return guarded_take (device_out, f->filters * f->n * value);
}

/* Returns @n random values, complex or real; transfer full. */
static void *
random_values (const OndesCudaPlainFilter *f,
               gsize                       n)
{
  float *values = g_malloc (n * sample_bytes (f));

  for (gsize i = 0; i < n * sample_bytes (f) / sizeof *values; i++)
    values[i] = (float) g_test_rand_double_range (-1, 1);
  return values;
}

static double complex
at (const OndesCudaPlainFilter *f,
    const void                 *values,
    gsize                       i)
{
  return f->is_real ? ((const float *) values)[i] : ((const float complex *) values)[i];
}

static void
check (const OndesCudaPlainFilter *f)
{
  g_autofree void *x = random_values (f, f->n), *h = random_values (f, f->filters * f->taps), *y = run_kernels (f, x, h);
  Distance distance = { 0 };

  for (guint i = 0; i < f->filters; i++)
    for (guint64 t = 0; t < f->n; t++)
      {
        double complex sum = 0;

        for (guint64 m = 0; m < f->taps; m++)
          if (t + f->delay >= m && t + f->delay - m < f->n)
            sum += at (f, h, i * f->taps + m) * at (f, x, t + f->delay - m);
        compare (&distance, at (f, y, i * f->n + t), sum);
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
    { .n = 1, .segment = 1, .taps = 1, .filters = 1, .is_real = TRUE },
    { .n = 100, .segment = 32, .taps = 9, .delay = 4, .filters = 3, .is_real = TRUE },
    { .n = 25, .segment = 33, .taps = 8, .delay = 3, .filters = 2, .is_real = TRUE },
  };

  if (!have_device ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (&cases[i]);
  for (guint i = 0; i < (few_cases () ? 2 : 8); i++)
    {
      OndesCudaPlainFilter f = { .n = (guint64) g_test_rand_int_range (1, 400), .taps = (guint64) g_test_rand_int_range (1, 60),
                                 .filters = (guint) g_test_rand_int_range (1, 5), .is_real = g_test_rand_bit () };

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
