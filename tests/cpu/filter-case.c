/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-case.h"

#include <math.h>

#define FEW_SAMPLES 64

static OndesFilterBand
random_band (guint    taps,
             gboolean is_complex)
{
  const guint values = is_complex ? 2 * taps : taps;
  OndesFilterBand band = { .n = taps, .is_complex = is_complex, .taps = g_new (double, values) };

  for (guint m = 0; m < values; m++)
    band.taps[m] = g_test_rand_double_range (-1, 1);
  return band;
}

void
filter_case_set_bank (FilterCase *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesFilterBank) bank = ondes_filter_bank_new (self->bands, self->n_bands, &error);

  g_assert_no_error (error);
  g_clear_pointer (&self->spec, ondes_spec_unref);
  self->spec = ondes_filter_new (&self->options, bank, &error);
  g_assert_no_error (error);
}

void
filter_case_init (FilterCase               *self,
                  guint64                   n,
                  guint                     taps,
                  const OndesFilterOptions *options)
{
  *self = (FilterCase) { .n = n, .options = *options, .rate_hz = g_test_rand_double_range (0.1, 1000) };
  self->iq = g_test_rand_int_range (0, 4) == 0;
  self->n_sources = (guint) g_test_rand_int_range (1, 3);
  self->n_bands = (guint) g_test_rand_int_range (1, FILTER_CASE_BANDS + 1);
  for (guint i = 0; i < self->n_sources; i++)
    {
      g_autofree double *samples = g_new (double, 2 * n);

      self->x[i] = g_new (double complex, n);
      for (guint64 t = 0; t < n; t++)
        {
          self->x[i][t] = g_test_rand_double_range (-1, 1) + (self->iq ? I * g_test_rand_double_range (-1, 1) : 0);
          samples[self->iq ? 2 * t : t] = creal (self->x[i][t]);
          if (self->iq)
            samples[2 * t + 1] = cimag (self->x[i][t]);
        }
      self->sources[i] = ondes_array_source_new (self->iq ? ONDES_C128 : ONDES_F64, samples, n, self->rate_hz);
    }
  for (guint i = 0; i < self->n_bands; i++)
    self->bands[i] = random_band (i == 0 ? taps : (guint) g_test_rand_int_range (1, (gint) taps + 1),
                                  g_test_rand_int_range (0, 6) == 0);
  filter_case_set_bank (self);
}

void
filter_case_clear (FilterCase *self)
{
  for (guint i = 0; i < self->n_sources; i++)
    {
      g_free (self->x[i]);
      ondes_source_unref (self->sources[i]);
    }
  for (guint i = 0; i < self->n_bands; i++)
    g_free (self->bands[i].taps);
  ondes_spec_unref (self->spec);
}

void
filter_case_reduce (FilterCase *self)
{
  while (self->n_bands > 1)
    g_free (self->bands[--self->n_bands].taps);
  while (self->n_sources > 1)
    {
      ondes_source_unref (self->sources[--self->n_sources]);
      g_free (self->x[self->n_sources]);
    }
  filter_case_set_bank (self);
}

double complex
filter_case_at (const FilterCase *self,
                guint             source,
                guint             b,
                gint64            t)
{
  const OndesFilterBand *band = &self->bands[b];
  const gint64 d = self->options.causal ? 0 : (band->n - 1) / 2;
  double complex sum = 0;

  for (gint64 m = MAX (t + d - (gint64) self->n + 1, 0); m < (gint64) band->n && m <= t + d; m++)
    {
      const double complex h = band->is_complex ? band->taps[2 * m] + I * band->taps[2 * m + 1] : band->taps[m];

      sum += h * self->x[source][t + d - m];
    }
  return sum;
}

guint
filter_case_times (const FilterCase *self)
{
  return self->options.post == ONDES_POST_INTERPOLATION ? 2 : 1;
}

static double
square_of (double complex y)
{
  return creal (y * conj (y));
}

/* The post-processed row, and its scale: what errors are relative to. A transform's are relative to all that it gives, of which a
 * recording of few samples keeps a small part. */
static double complex *
expected_row (const FilterCase *self,
              guint             row,
              double           *scale)
{
  const gint64 n = (gint64) self->n, before = self->options.post == ONDES_POST_INTERPOLATION, after = 2 * before;
  g_autofree double complex *around = g_new (double complex, n + 3);
  double complex *y = around + 1, *out = g_new (double complex, 2 * n);
  double squares = 0;

  for (gint64 t = -1; t < n + 2; t++)
    y[t] = filter_case_at (self, row / self->n_bands, row % self->n_bands, t);
  for (gint64 t = -before; t < n + after; t++)
    squares += square_of (y[t]);
  for (gint64 t = 1; t < (gint64) self->bands[row % self->n_bands].n && n < FEW_SAMPLES; t++)
    squares += square_of (filter_case_at (self, row / self->n_bands, row % self->n_bands, -before - t))
               + square_of (filter_case_at (self, row / self->n_bands, row % self->n_bands, n + after - 1 + t));
  *scale = sqrt (squares / (double) (n + before + after));
  for (gint64 t = 0; t < n; t++)
    switch (self->options.post)
      {
      case ONDES_POST_POWER:
        out[t] = creal (y[t]) * creal (y[t]) + cimag (y[t]) * cimag (y[t]);
        break;
      case ONDES_POST_DERIVATIVE:
        if (n == 1)
          out[t] = 0;
        else if (t == 0 || t == n - 1)
          out[t] = (t == 0 ? y[1] - y[0] : y[n - 1] - y[n - 2]) * self->rate_hz;
        else
          out[t] = (y[t + 1] - y[t - 1]) * self->rate_hz / 2;
        break;
      case ONDES_POST_INTERPOLATION:
        out[2 * t] = y[t];
        out[2 * t + 1] = (9 * (y[t] + y[t + 1]) - y[t - 1] - y[t + 2]) / 16;
        break;
      default:
        out[t] = y[t];
      }
  if (self->options.post == ONDES_POST_POWER)
    *scale *= 4 * *scale;
  else if (self->options.post == ONDES_POST_DERIVATIVE)
    *scale *= self->rate_hz;
  return out;
}

void
filter_case_assert (const FilterCase     *self,
                    const OndesArraySink *sink,
                    guint64               first,
                    const char           *what)
{
  const double allowed = self->options.precision == ONDES_PRECISION_DOUBLE ? 1e-12 : 3e-6;
  const guint times = filter_case_times (self);

  g_assert_cmpuint (sink->rows, ==, self->n_sources * self->n_bands);
  g_assert_cmpuint (times * first + sink->cols, <=, times * self->n);
  for (guint row = 0; row < sink->rows; row++)
    {
      double scale, squares = 0;
      g_autofree double complex *want = expected_row (self, row, &scale);

      for (guint64 i = 0; i < sink->cols; i++)
        {
          const double complex off = value_at (sink, row * sink->cols + i) - want[times * first + i];

          squares += creal (off) * creal (off) + cimag (off) * cimag (off);
        }
      if (!(sqrt (squares / (double) sink->cols) <= allowed * scale))
        g_error ("%s, row %u: off by %g of %g", what, row, sqrt (squares / (double) sink->cols), scale);
    }
}

char *
filter_case_print (const FilterCase *self)
{
  const OndesFilterOptions *o = &self->options;

  return g_strdup_printf ("%s, %s, %s%s%s, segment %u, %u filters of up to %u taps, %u channels of %u samples",
                          ondes_method_names[o->method], ondes_precision_names[o->precision], ondes_post_names[o->post],
                          o->causal ? ", causal" : "", self->iq ? ", I/Q" : "", (guint) o->segment, self->n_bands,
                          self->bands[0].n, self->n_sources, (guint) self->n);
}
