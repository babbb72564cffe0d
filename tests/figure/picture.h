/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures made by hand for the tests of figures. */
#pragma once

#include <math.h>

#include "figure/figure.h"
#include "figure/palette.h"

/* Rows at fmax 2^(−i / voices) down to @fmin, all values 0. */
static inline OndesScalogram *
picture_new (double  fmin,
             double  fmax,
             double  voices,
             double  rate,
             guint   columns,
             guint64 samples)
{
  OndesScalogram            *self = g_atomic_rc_box_new0 (OndesScalogram);
  g_autoptr (OndesScaleList) scales = NULL;
  OndesCwtOptions            options = ondes_cwt_options_default;
  double                     half = pow (2, 0.5 / voices);
  GError                    *error = NULL;

  options.quantity = ONDES_QUANTITY_MAGNITUDE;
  scales = ondes_scale_list_new_frequencies (fmin, fmax, voices, options.omega0, rate, &error);
  g_assert_no_error (error);
  self->oversampling = 1;
  self->spec = ondes_cwt_new (&options, scales, &error);
  g_assert_no_error (error);
  self->rows = ondes_spec_cwt (self->spec)->n_scales;
  self->columns = columns;
  self->view = (OndesView) { 0, samples, columns, FALSE };
  self->n = samples;
  self->rate_hz = rate;
  self->date_s = NAN;
  self->time_unit = g_strdup ("s");
  self->unit = g_strdup ("mV");
  self->name = g_strdup ("a recording");
  self->report = g_strdup ("cpu, 12.5 ms");
  self->values = g_new0 (float, (gsize) self->rows * columns);
  self->frequencies_hz = g_new (double, self->rows);
  self->edges_hz = g_new (double, 2 * self->rows);
  for (guint i = 0; i < self->rows; i++)
    {
      double f = ondes_cwt_frequency_hz (ondes_spec_cwt (self->spec), i, rate);

      self->frequencies_hz[i] = f;
      self->edges_hz[2 * i] = f / half;
      self->edges_hz[2 * i + 1] = f * half;
    }
  return self;
}

static inline float *
picture_at (OndesScalogram *self,
            guint           row,
            guint           column)
{
  return &self->values[(gsize) row * self->columns + column];
}

/* Values in, largest up to date. */
static inline void
picture_done (OndesScalogram *self)
{
  self->largest = 0;
  g_free (self->column_largest);
  self->column_largest = g_new0 (float, self->columns);
  for (gsize i = 0; i < (gsize) self->rows * self->columns; i++)
    if (isfinite (self->values[i]))
      {
        self->largest = MAX (self->largest, self->values[i]);
        self->column_largest[i % self->columns] = MAX (self->column_largest[i % self->columns], self->values[i]);
      }
}

/* A tone of @frequency with |W| of the l1 norm, as the definition has it: exp (−(s ω − ω₀)²/2). */
static inline void
picture_fill_tone (OndesScalogram *self,
                   double          frequency,
                   double          amplitude)
{
  double omega0 = ondes_spec_cwt (self->spec)->options.omega0;

  for (guint i = 0; i < self->rows; i++)
    {
      double off = omega0 * (frequency / self->frequencies_hz[i] - 1);

      for (guint j = 0; j < self->columns; j++)
        *picture_at (self, i, j) = amplitude * exp (-off * off / 2);
    }
  picture_done (self);
}

static inline void
picture_fill_noise (OndesScalogram *self)
{
  for (gsize i = 0; i < (gsize) self->rows * self->columns; i++)
    self->values[i] = pow (10, g_test_rand_double_range (-4, 0.5));
  picture_done (self);
}

static inline guint32
pixel_at (cairo_surface_t *surface,
          int              x,
          int              y)
{
  return *(guint32 *) (cairo_image_surface_get_data (surface) + (gsize) y * cairo_image_surface_get_stride (surface) + 4 * x);
}
