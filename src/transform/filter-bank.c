/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-bank.h"

#include "base/counted.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#define MORLET_OMEGA0    5.0
#define GAMMATONE_PEAK   3.0               /* of x³ exp(−x) */
#define GAMMATONE_END    17.50133499658972 /* where it is 10⁻⁴ of that */
#define FAMILY_BANDS_MAX 4096
#define FAMILY_TAPS_MAX  (1 << 26) /* of all bands, 1 GiB */
#define OCTAVES          10
#define STOP_DB          80.0 /* attenuation of the stop band */
#define EDGE_ROOM        0.2  /* distance to half the rate, as a fraction of a band's width */
#define TURNS_KEPT       256  /* of a recurrence */
#define BAND_TRANSITION  0.9  /* transition as a fraction of a band's width; class 1 of the standard allows at most 1.0 */

struct _OndesFilterBank
{
  guint            n;
  OndesFilterBand *bands;
};

static void
band_clear (OndesFilterBand *band)
{
  g_free (band->name);
  g_free (band->taps);
}

static void
ondes_filter_bank_clear (gpointer data)
{
  OndesFilterBank *self = data;

  for (guint i = 0; i < self->n; i++)
    band_clear (&self->bands[i]);
  g_free (self->bands);
}

ONDES_DEFINE_COUNTED (OndesFilterBank, ondes_filter_bank)

/* Takes ownership of @bands. */
static OndesFilterBank *
bank_take (OndesFilterBand *bands,
           guint      n)
{
  OndesFilterBank *self = g_atomic_rc_box_new0 (OndesFilterBank);

  self->bands = bands;
  self->n = n;
  return self;
}

OndesFilterBank *
ondes_filter_bank_new (const OndesFilterBand *bands,
                       guint            n,
                       GError         **error)
{
  g_autoptr (OndesFilterBank) self = bank_take (g_new0 (OndesFilterBand, n), n);

  g_return_val_if_fail (n > 0, NULL);
  for (guint i = 0; i < n; i++)
    {
      const OndesFilterBand *band = &bands[i];
      guint values = band->is_complex ? 2 * band->n : band->n;

      g_return_val_if_fail (band->n > 0, NULL);
      for (guint m = 0; m < values; m++)
        if (!isfinite (band->taps[m]))
          {
            ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_TAPS,
                                    _("%s: tap %u is not a finite number; a filter needs all of them"),
                                    band->name != NULL ? band->name
                                    : ondes_setting_name (ONDES_SETTING_TAPS, NULL),
                                    band->is_complex ? m / 2 : m);
            return NULL;
          }
      self->bands[i] = *band;
      self->bands[i].name = g_strdup (band->name);
      self->bands[i].taps = g_memdup2 (band->taps, values * sizeof *band->taps);
    }
  return g_steal_pointer (&self);
}

OndesFilterBank *
ondes_filter_bank_design (const OndesFirDesign *design,
                          double                rate_hz,
                          GError              **error)
{
  OndesFilterBand band = { 0 };

  /* What others pass is no band. */
  if (design->kind == ONDES_FIR_HIGHPASS || design->kind == ONDES_FIR_BANDPASS)
    band.lo_hz = design->lo_hz;
  if (design->kind == ONDES_FIR_LOWPASS || design->kind == ONDES_FIR_BANDPASS)
    band.hi_hz = design->hi_hz;
  band.taps = ondes_fir_design (design, rate_hz, &band.n, error);
  if (band.taps == NULL)
    return NULL;
  return bank_take (g_memdup2 (&band, sizeof band), 1);
}

static OndesFirDesign
design_of (const OndesFilterBand *band,
           double           shift) /* of the edges outwards, Hz */
{
  OndesFirDesign design = ondes_fir_design_default;

  design.kind = ONDES_FIR_BANDPASS;
  design.ripple_db = STOP_DB;
  design.transition_hz = BAND_TRANSITION * (band->hi_hz - band->lo_hz);
  design.lo_hz = band->lo_hz - shift;
  design.hi_hz = band->hi_hz + shift;
  return design;
}

static double
taps_of (const OndesFilterBand *band,
         double           rate_hz)
{
  const OndesFirDesign design = design_of (band, 0);

  return ondes_fir_design_length (&design, rate_hz);
}

/* The window of a band's filter at x = 1 … half samples from the middle, over π x and times 2 cos (2π f x/rate), for f the centre
 * and both edges. The ideal filter has sin (2π hi x/rate) − sin (2π lo x/rate) there. */
typedef struct
{
  guint   half;
  double *values; /* 3 × half */
} EdgeTable;

/* Stores the table; FALSE without memory or if cancelled. */
static gboolean
fill_edges (EdgeTable             *self,
            const OndesFilterBand *band,
            double                 rate_hz,
            GError               **error)
{
  const double at[] = { band->centre_hz, band->lo_hz, band->hi_hz };
  OndesFirDesign design = design_of (band, 0);

  if (!ondes_fir_design_window (&design, rate_hz, error))
    return FALSE;
  self->half = (design.length - 1) / 2;
  self->values = ondes_memory_try (3 * MAX (self->half, 1) * sizeof *self->values, error);
  if (self->values == NULL || g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error))
    return FALSE;
  for (guint x = 1; x <= self->half; x++)
    {
      const double weight = 2 * ondes_window_at (&design.window, (double) x / self->half) / (G_PI * x);

      for (guint i = 0; i < G_N_ELEMENTS (at); i++)
        {
          const double turns = at[i] / rate_hz * x;

          self->values[3 * (gsize) (x - 1) + i] = weight * cos (2 * G_PI * (turns - rint (turns)));
        }
    }
  return TRUE;
}

/* Returns the smaller amplitude of the two edges, relative to the centre, with cut-offs at @lo and @hi, cycles a sample. The sines
 * turn by a recurrence, which begins anew before its rounding shows. */
static double
edge_amplitude (const EdgeTable *self,
                double           lo,
                double           hi)
{
  const double f[] = { lo, hi };
  const double turn[][2] = { { cos (2 * G_PI * lo), sin (2 * G_PI * lo) }, { cos (2 * G_PI * hi), sin (2 * G_PI * hi) } };
  double amplitude[3] = { 2 * (hi - lo), 2 * (hi - lo), 2 * (hi - lo) }, at[2][2] = { 0 };

  for (guint x = 1; x <= self->half; x++)
    {
      for (guint k = 0; k < 2; k++)
        {
          const double turns = f[k] * x, angle = 2 * G_PI * (turns - rint (turns)), c = at[k][0], s = at[k][1];
          const gboolean anew = x % TURNS_KEPT == 1;

          at[k][0] = anew ? cos (angle) : c * turn[k][0] - s * turn[k][1];
          at[k][1] = anew ? sin (angle) : s * turn[k][0] + c * turn[k][1];
        }
      for (guint i = 0; i < 3; i++)
        amplitude[i] += self->values[3 * (gsize) (x - 1) + i] * (at[1][1] - at[0][1]);
    }
  return MIN (fabs (amplitude[1]), fabs (amplitude[2])) / fabs (amplitude[0]);
}

/* A windowed sinc has amplitude ½ at its edges, so it is designed wider than the band; bisection finds the widening that makes the
 * amplitude √½ at the band's own edges. */
static gboolean
find_shift (const OndesFilterBand *band,
            double                 rate_hz,
            double                *shift_hz,
            GError               **error)
{
  const double width = band->hi_hz - band->lo_hz;
  double lo = 0, hi = EDGE_ROOM;
  EdgeTable table = { 0 };
  gboolean good = fill_edges (&table, band, rate_hz, error);

  for (guint step = 0; good && step < 24; step++)
    {
      const double shift = (lo + hi) / 2;

      *shift_hz = shift * width;
      if (edge_amplitude (&table, (band->lo_hz - *shift_hz) / rate_hz, (band->hi_hz + *shift_hz) / rate_hz) < G_SQRT2 / 2)
        lo = shift;
      else
        hi = shift;
      good = !g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error);
    }
  g_free (table.values);
  return good;
}

static gboolean
design_band (OndesFilterBand *band,
             double     rate_hz,
             GError   **error)
{
  OndesFirDesign design;
  double response[2], shift_hz = 0;

  if (!find_shift (band, rate_hz, &shift_hz, error))
    return FALSE;
  design = design_of (band, shift_hz);
  if (ondes_fir_design_window (&design, rate_hz, error))
    band->taps = ondes_fir_design (&design, rate_hz, &band->n, error);
  if (band->taps == NULL)
    return FALSE;
  ondes_fir_response (band->taps, band->n, FALSE, band->centre_hz, rate_hz, response);
  if (g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error))
    return FALSE;
  for (guint m = 0; m < band->n; m++)
    band->taps[m] /= hypot (response[0], response[1]);
  return TRUE;
}

OndesFilterBand
ondes_filter_octave (guint fraction,
                     int   x)
{
  const double g = pow (10, 0.3), b = fraction;
  OndesFilterBand band = { .centre_hz = 1000 * pow (g, fraction % 2 ? x / b : (2 * x + 1) / (2 * b)) };

  band.lo_hz = band.centre_hz * pow (g, -1 / (2 * b));
  band.hi_hz = band.centre_hz * pow (g, 1 / (2 * b));
  return band;
}

static double
top_of (OndesFilterBand band)
{
  return band.hi_hz + EDGE_ROOM * (band.hi_hz - band.lo_hz);
}

/* Returns "31.5 Hz" or "2 kHz": the standard's nominal frequency for octaves and third octaves, otherwise three digits. */
static char *
name_band (guint  fraction,
           double centre_hz)
{
  static const char *const units[] = { "Hz", "kHz", "MHz", "GHz" };
  static const double nominal[] = { 1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8, 10 };
  double decade = pow (10, floor (log10 (centre_hz))), shown = centre_hz;
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  guint unit = 0;

  for (guint i = 0; (fraction == 1 || fraction == 3) && i < G_N_ELEMENTS (nominal); i++)
    if (fabs (log (centre_hz / (nominal[i] * decade))) < 0.03)
      shown = nominal[i] * decade;
  for (; shown >= 1000 && unit + 1 < G_N_ELEMENTS (units); unit++)
    shown /= 1000;
  g_ascii_formatd (digits, sizeof digits, "%.3g", shown);
  return g_strconcat (digits, " ", units[unit], NULL);
}

/* Returns a bank of @bands, which it takes; fails if there are none. */
static OndesFilterBank *
bank_of (GArray  *bands,
         GError **error)
{
  const guint n = bands->len;

  if (n > 0)
    return bank_take (g_array_steal (bands, NULL), n);
  ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_BANK,
                           _("no band has a filter as short as the recording; choose wider or higher bands, or a longer "
                             "recording"));
  return NULL;
}

OndesFilterBank *
ondes_filter_bank_octaves (guint    fraction,
                           double   rate_hz,
                           guint64  n,
                           GError **error)
{
  g_autoptr (GArray) bands = g_array_new (FALSE, FALSE, sizeof (OndesFilterBand));
  int highest = (int) floor (log (rate_hz / 2 / 1000) / log (pow (10, 0.3)) * fraction) + 1, lowest;

  g_return_val_if_fail (fraction >= 1 && fraction <= 24, NULL);
  g_array_set_clear_func (bands, (GDestroyNotify) band_clear);
  while (top_of (ondes_filter_octave (fraction, highest)) >= rate_hz / 2)
    highest--;
  lowest = highest - OCTAVES * (int) fraction;
  for (int x = highest; x >= lowest; x--)
    {
      OndesFilterBand band = ondes_filter_octave (fraction, x);

      if (n > 0 && taps_of (&band, rate_hz) > n)
        break;
      if (!design_band (&band, rate_hz, error))
        {
          band_clear (&band);
          return NULL;
        }
      band.name = name_band (fraction, band.centre_hz);
      g_array_prepend_val (bands, band);
    }
  return bank_of (bands, error);
}

/* Takes memory for the taps of a band. */
static gboolean
take_taps (OndesFilterBand *band,
           GError         **error)
{
  const gsize values = (gsize) band->n * (band->is_complex ? 2 : 1);

  band->taps = ondes_memory_try (values * sizeof *band->taps, error);
  return band->taps != NULL;
}

static double
wavelet_scale (double centre_hz,
               double rate_hz)
{
  return MORLET_OMEGA0 * rate_hz / (2 * G_PI * centre_hz);
}

static double
wavelet_taps (double centre_hz,
              double rate_hz)
{
  return 2 * floor (8 * wavelet_scale (centre_hz, rate_hz)) + 1;
}

static double
wavelet_centre (double fmax_hz,
                double steps)
{
  return fmax_hz * exp2 (-steps);
}

/* Fills @band with the conjugate wavelet at its centre, reversed in time, as the transform correlates. */
static gboolean
make_wavelet (OndesFilterBand *band,
              double           rate_hz,
              GError         **error)
{
  const gint64 h = band->n / 2;
  const double scale = wavelet_scale (band->centre_hz, rate_hz), c = sqrt (2 / G_PI) / scale;

  band->is_complex = TRUE;
  if (!take_taps (band, error))
    return FALSE;
  for (gint64 k = -h; k <= h; k++)
    {
      const double at = (double) k / scale, weight = c * exp (-at * at / 2);

      band->taps[2 * (k + h)] = weight * cos (MORLET_OMEGA0 * at);
      band->taps[2 * (k + h) + 1] = weight * sin (MORLET_OMEGA0 * at);
    }
  return TRUE;
}

static double
erb_of (double f_hz)
{
  return 24.7 * (0.00437 * f_hz + 1);
}

/* Returns the centre @steps equivalent rectangular bandwidths below @fmax_hz. */
static double
gammatone_centre (double fmax_hz,
                  double steps)
{
  return ((1 + 0.00437 * fmax_hz) * pow (10, -steps / 21.4) - 1) / 0.00437;
}

/* Returns 2π b/f_s. */
static double
gammatone_decay (double centre_hz,
                 double rate_hz)
{
  return 6.4 * erb_of (centre_hz) / rate_hz;
}

static double
gammatone_taps (double centre_hz,
                double rate_hz)
{
  const double decay = gammatone_decay (centre_hz, rate_hz);

  return 2 * (ceil (GAMMATONE_END / decay) - round (GAMMATONE_PEAK / decay)) + 1;
}

static gboolean
make_gammatone (OndesFilterBand *band,
                double           rate_hz,
                GError         **error)
{
  const double decay = gammatone_decay (band->centre_hz, rate_hz), peak = round (GAMMATONE_PEAK / decay);
  const double omega = 2 * G_PI * band->centre_hz / rate_hz, zeros = band->n / 2 - peak;
  const double width_hz = erb_of (band->centre_hz);
  double response[2];

  if (width_hz > rate_hz / 2)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_BANK,
                                    _("a gammatone at %g Hz is %g Hz wide, more than half the rate, %g Hz"), band->centre_hz,
                                    width_hz, rate_hz / 2);
  if (!take_taps (band, error))
    return FALSE;
  for (guint m = 0; m < band->n; m++)
    {
      const double k = MAX (m - zeros, 0), at = k * decay;

      band->taps[m] = at * at * at * exp (-at) * cos (omega * (k - peak));
    }
  ondes_fir_response (band->taps, band->n, FALSE, band->centre_hz, rate_hz, response);
  for (guint m = 0; m < band->n; m++)
    band->taps[m] /= hypot (response[0], response[1]);
  band->lo_hz = MAX (band->centre_hz - width_hz / 2, 0);
  band->hi_hz = MIN (band->centre_hz + width_hz / 2, rate_hz / 2);
  return TRUE;
}

/* Bands whose centres alone are chosen. */
typedef struct
{
  double   (*centre) (double fmax_hz, double steps); /* a step is an octave, or a bandwidth */
  double   (*taps)   (double centre_hz, double rate_hz); /* their number */
  gboolean (*make)   (OndesFilterBand *band, double rate_hz, GError **error);
} Family;

static const Family wavelets = { wavelet_centre, wavelet_taps, make_wavelet };
static const Family gammatones = { gammatone_centre, gammatone_taps, make_gammatone };

/* What a bank of a family is to have; see filter-bank.h. */
typedef struct
{
  double  fmin_hz, fmax_hz, per, rate_hz;
  guint64 n;
} Range;

static gboolean
check_range (const Range *range,
             GError     **error)
{
  g_return_val_if_fail (range->per > 0, FALSE);
  if (!(range->fmin_hz > 0 && range->fmin_hz <= range->fmax_hz))
    return ondes_request_error_set (error, ONDES_SETTING_BANK, NULL,
                                    _("the lowest band, at %g Hz, is not above 0 and below the highest, at %g Hz"),
                                    range->fmin_hz, range->fmax_hz);
  if (!(range->fmax_hz < range->rate_hz / 2))
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_BANK,
                                    _("a band at %g Hz is not below half the rate, %g Hz"), range->fmax_hz, range->rate_hz / 2);
  return TRUE;
}

static OndesFilterBank *
make_family (const Family *family,
             const Range  *range,
             GError      **error)
{
  g_autoptr (GArray) bands = g_array_new (FALSE, FALSE, sizeof (OndesFilterBand));
  double taps = 0;

  g_array_set_clear_func (bands, (GDestroyNotify) band_clear);
  if (!check_range (range, error))
    return NULL;
  for (guint i = 0;; i++)
    {
      OndesFilterBand band = { .centre_hz = family->centre (range->fmax_hz, i / range->per) };
      const double n = family->taps (MAX (band.centre_hz, range->fmin_hz), range->rate_hz);

      if (band.centre_hz < range->fmin_hz * (1 - 1e-12) || n > ONDES_FIR_TAPS_MAX || (range->n > 0 && n > (double) range->n + 1))
        break;
      band.n = (guint) n;
      taps += n;
      if (i >= FAMILY_BANDS_MAX || taps > FAMILY_TAPS_MAX)
        {
          ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_BANK,
                                   _("the bank would have more than %d bands or %d taps; choose fewer voices, or a higher lowest "
                                     "frequency"),
                                   FAMILY_BANDS_MAX, FAMILY_TAPS_MAX);
          return NULL;
        }
      if (g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error)
          || !family->make (&band, range->rate_hz, error))
        return NULL;
      band.name = name_band (0, band.centre_hz);
      g_array_prepend_val (bands, band);
    }
  return bank_of (bands, error);
}

OndesFilterBank *
ondes_filter_bank_morlet (double   fmin_hz,
                          double   fmax_hz,
                          double   voices,
                          double   rate_hz,
                          guint64  n,
                          GError **error)
{
  return make_family (&wavelets, &(Range) { fmin_hz, fmax_hz, voices, rate_hz, n }, error);
}

OndesFilterBank *
ondes_filter_bank_gammatone (double   fmin_hz,
                             double   fmax_hz,
                             double   per,
                             double   rate_hz,
                             guint64  n,
                             GError **error)
{
  return make_family (&gammatones, &(Range) { fmin_hz, fmax_hz, per, rate_hz, n }, error);
}

const OndesFilterBand *
ondes_filter_bank_get (const OndesFilterBank *self,
                       guint                 *n)
{
  *n = self->n;
  return self->bands;
}

guint
ondes_filter_band_middle (const OndesFilterBand *band,
                          gboolean               causal)
{
  return causal ? band->lead : (band->n - 1) / 2;
}

guint
ondes_filter_bank_longest (const OndesFilterBank *self)
{
  guint most = 0;

  for (guint i = 0; i < self->n; i++)
    most = MAX (most, self->bands[i].n);
  return most;
}

gboolean
ondes_filter_bank_is_complex (const OndesFilterBank *self)
{
  for (guint i = 0; i < self->n; i++)
    if (self->bands[i].is_complex)
      return TRUE;
  return FALSE;
}
