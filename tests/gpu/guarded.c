/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "guarded.h"

#include "transform/compensation.h"

#include <math.h>
#include <string.h>

#define GUARD 4096 /* bytes before and behind an output */

OndesCuda *cuda;

void
must (OndesCudaStatus status)
{
  if (status != ONDES_CUDA_OK)
    g_error ("status %d: %s", (int) status, ondes_cuda_reason ());
}

gboolean
have_device (void)
{
  if (cuda == NULL)
    g_test_skip ("no usable CUDA device");
  return cuda != NULL;
}

void *
guarded_new (gsize bytes)
{
  void *device;

  must (ondes_cuda_alloc (cuda, bytes + 2 * GUARD, &device));
  must (ondes_cuda_memset (cuda, device, POISON, bytes + 2 * GUARD));
  return (char *) device + GUARD;
}

void *
guarded_take (void *device,
              gsize bytes)
{
  g_autofree guint8 *all = g_malloc (bytes + 2 * GUARD);

  must (ondes_cuda_read (cuda, all, (char *) device - GUARD, bytes + 2 * GUARD));
  for (gsize i = 0; i < GUARD; i++)
    {
      g_assert_cmpuint (all[i], ==, POISON);
      g_assert_cmpuint (all[GUARD + bytes + i], ==, POISON);
    }
  ondes_cuda_free (cuda, (char *) device - GUARD);
  return g_memdup2 (all + GUARD, bytes);
}

void *
sent_new (const void *host,
          gsize       bytes)
{
  void *device = guarded_new (bytes);

  must (ondes_cuda_write (cuda, device, host, bytes));
  must (ondes_cuda_synchronize (cuda));
  return device;
}

void
sent_free (void *device)
{
  ondes_cuda_free (cuda, (char *) device - GUARD);
}

guint64
random_rows (OndesCudaRow *rows,
             guint         n,
             double        most)
{
  guint64 start = 0;

  for (guint i = 0; i < n; i++)
    {
      const double denominator = g_test_rand_int_range (1, 9);
      const double scale = 0.05 * pow (most / 0.05, g_test_rand_double ());

      rows[i] = (OndesCudaRow) { .numerator = scale * denominator, .denominator = denominator, .gain = 1 };
      rows[i].half = (guint64) floor (8 * (rows[i].numerator / rows[i].denominator));
    }
  for (guint i = 1; i < n; i++)
    for (guint j = i; j > 0 && rows[j].half < rows[j - 1].half; j--)
      {
        const OndesCudaRow row = rows[j];

        rows[j] = rows[j - 1];
        rows[j - 1] = row;
      }
  for (guint i = 0; i < n; i++)
    {
      rows[i].start = start;
      start += 2 * rows[i].half + 1;
    }
  return start;
}

/* Parts of tap k, before they are quantised; @full_scale: c(s). Returns how far the order of operations may move them. */
static double
tap_parts (const OndesCudaWavelet *wavelet,
           const OndesCudaRow     *row,
           double                  k,
           double                 *full_scale,
           double                  parts[2])
{
  const double s = row->numerator / row->denominator, u = (k + row->delay) / s;
  const double c = wavelet->l1 ? sqrt (2 / G_PI) / s : 1 / sqrt (s), g = c * row->gain * exp (-u * u / 2);

  *full_scale = c;
  parts[0] = row->offset + g * cos (wavelet->omega0 * u);
  parts[1] = wavelet->real ? 0 : -g * sin (wavelet->omega0 * u);
  return 4e-13 * (g + fabs (row->offset)); /* of phases up to 240, in steps of 2e-16 */
}

static double
quantised (const OndesCudaWavelet *wavelet,
           const OndesCudaRow     *row,
           double                  k,
           double                  full_scale,
           guint                   part,
           double                  value)
{
  const OndesQuantisation rounding = { wavelet->bits, (OndesRounding) wavelet->rounding, wavelet->dither };

  if (wavelet->bits > 0 && (part == 0 || !wavelet->real))
    ondes_mask_quantise (&rounding, &(OndesMaskTaps) { full_scale, row->numerator / row->denominator, part, (gint64) k }, 1,
                         &value);
  return value;
}

double complex
tap_of (const OndesCudaWavelet *wavelet,
        const OndesCudaRow     *row,
        double                  k)
{
  double c, parts[2];

  tap_parts (wavelet, row, k, &c, parts);
  return quantised (wavelet, row, k, c, 0, parts[0]) + I * quantised (wavelet, row, k, c, 1, parts[1]);
}

double complex
tap_near (const OndesCudaWavelet *wavelet,
          const OndesCudaRow     *row,
          double                  k,
          double complex          have,
          double                 *doubt)
{
  double c, parts[2], near[2] = { creal (have), cimag (have) }, error;

  if (wavelet->bits == 0)
    return tap_of (wavelet, row, k);
  error = tap_parts (wavelet, row, k, &c, parts);
  for (guint part = 0; part < (wavelet->real ? 1 : 2); part++)
    {
      const double least = quantised (wavelet, row, k, c, part, parts[part] - error);
      const double most = quantised (wavelet, row, k, c, part, parts[part] + error);

      near[part] = CLAMP (near[part], least, most);
      *doubt += most - least;
    }
  return near[0] + I * near[1];
}

double complex
value_at (const void *data,
          gsize       i,
          gboolean    single,
          gboolean    complex_value)
{
  if (single)
    return complex_value ? ((const float complex *) data)[i] : ((const float *) data)[i];
  return complex_value ? ((const double complex *) data)[i] : ((const double *) data)[i];
}

gsize
value_bytes (gboolean single,
             gboolean complex_value)
{
  return (single ? 4 : 8) * (complex_value ? 2 : 1);
}

void
compare (Distance      *self,
         double complex have,
         double complex want)
{
  const double complex d = have - want;

  g_assert_true (isfinite (creal (have)) && isfinite (cimag (have)));
  self->off += creal (d) * creal (d) + cimag (d) * cimag (d);
  self->all += creal (want) * creal (want) + cimag (want) * cimag (want);
}

double
squared (double complex value)
{
  return creal (value) * creal (value) + cimag (value) * cimag (value);
}

void
compare_quantity (Distance         *self,
                  double complex    have,
                  double complex    want,
                  OndesCudaQuantity quantity,
                  double            usual)
{
  const double size = squared (want);

  switch (quantity)
    {
    case ONDES_CUDA_MAGNITUDE:
      compare (self, have - cabs (want), 0);
      break;
    case ONDES_CUDA_POWER: /* where an error of the coefficient doubles */
      compare (self, (have - size) / (2 * sqrt (MAX (size, usual))), 0);
      break;
    case ONDES_CUDA_PHASE:
      g_assert_cmpfloat (fabs (creal (have)), <=, 3.1415928);
      compare (self, cabs (want) * cexp (I * creal (have)) - want, 0);
      break;
    default:
      compare (self, have - want, 0);
    }
  self->all += MAX (size, usual);
}

int
run_with_device (void)
{
  int status;

  if (ondes_cuda_count () > 0 && ondes_cuda_check (0) == ONDES_CUDA_OK)
    must (ondes_cuda_open (0, &cuda));
  status = g_test_run ();
  if (cuda != NULL)
    ondes_cuda_close (cuda);
  return status;
}
