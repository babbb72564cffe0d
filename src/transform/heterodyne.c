/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "heterodyne.h"

#include "base/memory.h"
#include "base/words.h"

#include <math.h>

#define STOP_DB    80.0
#define TRANSITION 0.1 /* of the shift, or of the band */
#define BLOCK      64  /* samples turned from one exact phase */

/* Makes the low-pass of half the band complex, about the middle of the band. */
static OndesFilterBank *
modulate (const double *lowpass,
          guint         n,
          double        turns, /* of the middle of the band, a sample */
          double        gain,
          GError      **error)
{
  g_autofree double *taps = ondes_memory_try (2 * (gsize) n * sizeof *taps, error);

  if (taps == NULL)
    return NULL;
  for (guint m = 0; m < n; m++)
    {
      const double at = turns * ((double) m - (n - 1) / 2), angle = 2 * G_PI * (at - rint (at));

      taps[2 * m] = gain * lowpass[m] * cos (angle);
      taps[2 * m + 1] = gain * lowpass[m] * sin (angle);
    }
  return ondes_filter_bank_new (&(OndesFilterBand) { .n = n, .is_complex = TRUE, .taps = taps }, 1, error);
}

OndesFilterBank *
ondes_heterodyne_bank (double    shift_hz,
                       double    rate_hz,
                       gboolean  is_complex,
                       GError  **error)
{
  const double bottom = is_complex ? -rate_hz / 2 : 0;
  const double lo = MAX (bottom, bottom + shift_hz), hi = MIN (rate_hz / 2, rate_hz / 2 + shift_hz);
  OndesFirDesign design = ondes_fir_design_default;
  g_autofree double *lowpass = NULL;
  guint n;

  if (!(hi > lo) || shift_hz == 0)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("a shift by %g Hz leaves nothing of the frequencies up to %g Hz, half the rate; choose a smaller one"),
                   shift_hz, rate_hz / 2);
      return NULL;
    }
  design.ripple_db = STOP_DB;
  design.transition_hz = TRANSITION * MIN (fabs (shift_hz), hi - lo);
  design.hi_hz = (hi - lo - design.transition_hz) / 2;
  if (ondes_fir_design_length (&design, rate_hz) > ONDES_FIR_TAPS_MAX)
    return ondes_error_set_null (error, ONDES_ERROR_FILE, _("a shift by %g Hz needs more than %u taps; choose a larger one"),
                                 shift_hz, ONDES_FIR_TAPS_MAX);
  lowpass = ondes_fir_design (&design, rate_hz, &n, error);
  return lowpass != NULL ? modulate (lowpass, n, (lo + hi) / 2 / rate_hz, is_complex ? 1 : 2, error) : NULL;
}

void
ondes_heterodyne_rotate (double   shift_hz,
                         double   rate_hz,
                         guint64  at,
                         gsize    n,
                         double  *values)
{
  const double turns = shift_hz / rate_hz;
  double within[2 * BLOCK];

  for (guint i = 0; i < BLOCK; i++)
    {
      within[2 * i] = cos (2 * G_PI * turns * i);
      within[2 * i + 1] = -sin (2 * G_PI * turns * i);
    }
  for (gsize i = 0; i < n;)
    {
      /* Blocks lie at fixed samples, so that every span has the same bits. */
      const guint64 block = (at + i) / BLOCK * BLOCK;
      const double whole = turns * (double) block, angle = -2 * G_PI * (whole - rint (whole));
      const double re = cos (angle), im = sin (angle);

      for (guint k = (guint) (at + i - block); k < BLOCK && i < n; k++, i++)
        {
          const double c = re * within[2 * k] - im * within[2 * k + 1], s = re * within[2 * k + 1] + im * within[2 * k];
          const double x = values[2 * i], y = values[2 * i + 1];

          values[2 * i] = x * c - y * s;
          values[2 * i + 1] = x * s + y * c;
        }
    }
}
