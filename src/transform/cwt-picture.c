/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pictures of the Morlet transform. */
#include <math.h>

#include "cwt.h"
#include "picture.h"

static const OndesCwtOptions *
options_of (const OndesSpec *spec)
{
  return &ondes_spec_cwt (spec)->options;
}

static OndesPictureTraits
get_traits (const OndesSpec *spec)
{
  const OndesCwt *cwt = ondes_spec_cwt (spec);
  const OndesNormalisation scaling = cwt->options.normalisation;

  return (OndesPictureTraits) {
    .rows = cwt->n_scales,
    .place = ONDES_PLACE_FREQUENCY,
    .voices = cwt->voices,
    .frames = { 1, 1, 0 },
    .oversampling = ondes_cwt_oversampling (cwt),
    .pool = cwt->options.pool,
    .is_power = cwt->options.quantity == ONDES_QUANTITY_POWER,
    .scaling = scaling == ONDES_NORMALISATION_L1 ? NULL : ondes_normalisation_names[scaling],
    .mask_bits = cwt->quantisation.bits,
    .noise_db = cwt->noise_db,
  };
}

static double
get_row_hz (const OndesSpec *spec,
            guint            row,
            double           rate_hz)
{
  return ondes_cwt_frequency_hz (ondes_spec_cwt (spec), row, rate_hz);
}

static double
get_scale (const OndesSpec *spec,
           guint            row)
{
  return ondes_cwt_scale (ondes_spec_cwt (spec), row);
}

static double
get_scale_hz (const OndesSpec *spec,
              double           scale,
              double           rate_hz)
{
  return options_of (spec)->omega0 * rate_hz / (2 * G_PI * scale);
}

/* √s of l2, and the gain of a compensation. */
static double
get_row_factor (const OndesSpec *spec,
                guint            row)
{
  const double factor = options_of (spec)->normalisation == ONDES_NORMALISATION_L2 ? sqrt (get_scale (spec, row)) : 1;

  return factor * ondes_cwt_mask (ondes_spec_cwt (spec), row).gain;
}

static char *
get_usual_rows (const OndesSpec *spec,
                double           rate_hz)
{
  g_autoptr (OndesScaleList) usual = NULL;
  double fmin, fmax;

  ondes_cwt_default_frequencies (rate_hz, &fmin, &fmax);
  usual = ondes_scale_list_new_frequencies (fmin, fmax, 24, options_of (spec)->omega0, rate_hz, NULL);
  return usual != NULL ? g_strdup (usual->options) : NULL;
}

OndesDetrend
ondes_cwt_detrend (OndesDetrend  asked,
                   gboolean      picture,
                   OndesBoundary boundary)
{
  if (asked != ONDES_DETREND_AUTO)
    return asked;
  return picture && boundary == ONDES_BOUNDARY_ZERO ? ONDES_DETREND_MEAN : ONDES_DETREND_NONE;
}

static OndesDetrend
get_detrend (const OndesSpec *spec,
             OndesDetrend     asked,
             gboolean         picture)
{
  return ondes_cwt_detrend (asked, picture, options_of (spec)->boundary);
}

/* All methods give the same result. */
static OndesSpec *
take (const OndesSpec       *spec,
      const OndesRowsWanted *wanted,
      guint                 *first,
      GError               **error)
{
  const OndesCwt *cwt = ondes_spec_cwt (spec);
  OndesCwtOptions options = cwt->options;
  g_autofree OndesScale *scales = g_new (OndesScale, wanted->n);

  *first = 0;
  if (wanted->how == ONDES_ROWS_AS_SHOWN && wanted->n == cwt->n_scales && options.method == ONDES_METHOD_AUTO)
    return ondes_spec_ref ((OndesSpec *) spec);
  if (wanted->how == ONDES_ROWS_OF_COEFFICIENTS)
    options.quantity = ONDES_QUANTITY_COEFFICIENTS;
  else if (wanted->how != ONDES_ROWS_AS_SHOWN && options.quantity != ONDES_QUANTITY_POWER)
    options.quantity = ONDES_QUANTITY_MAGNITUDE;
  if (wanted->how != ONDES_ROWS_AS_MEASURED)
    options.method = ONDES_METHOD_AUTO;
  if (wanted->how == ONDES_ROWS_IN_DOUBLE || wanted->how == ONDES_ROWS_OF_COEFFICIENTS)
    options.precision = ONDES_PRECISION_DOUBLE;
  for (guint i = 0; i < wanted->n; i++)
    scales[i] = cwt->scales[wanted->rows[i]];
  if (wanted->hz > 0)
    scales[0] = (OndesScale) { options.omega0 * wanted->rate_hz / (2 * G_PI * wanted->hz), 1 };
  return ondes_cwt_new_scales (&options, scales, wanted->n, error);
}

/* Rows whose tails do not fit are computed over the whole recording. */
static gboolean
can_preview (const OndesSpec *spec)
{
  const OndesCwtOptions *options = options_of (spec);

  if (options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET)
    for (guint i = 0; i < ondes_spec_cwt (spec)->n_scales; i++)
      if (!ondes_cwt_analytic_tails_fit (options->omega0, get_scale (spec, i), options->precision))
        return FALSE;
  return TRUE;
}

static double
get_work (const OndesSpec *spec,
          guint64          count)
{
  const gboolean direct = options_of (spec)->method == ONDES_METHOD_DIRECT;
  double work = 0;

  for (guint i = 0; i < ondes_spec_cwt (spec)->n_scales; i++)
    work += direct ? 1 + 0.1 * (double) ondes_cwt_half_length (get_scale (spec, i)) : 1;
  return work * (double) count * ondes_cwt_oversampling (ondes_spec_cwt (spec));
}

/* Returns the largest gain of the masks. */
static double
largest_gain (const OndesCwt *cwt)
{
  double largest = 0;

  for (guint i = 0; i < cwt->n_scales; i++)
    largest = MAX (largest, ondes_cwt_mask (cwt, i).gain);
  return largest;
}

/* Gets the frequencies of the first and the last row. */
static void
get_ends (const OndesCwt *cwt,
          double          ends[2])
{
  const guint oversampling = ondes_cwt_oversampling (cwt);

  ends[0] = ondes_cwt_frequency_hz (cwt, 0, oversampling);
  ends[1] = ondes_cwt_frequency_hz (cwt, cwt->n_scales - 1, oversampling);
}

static gboolean
is_same_measure (const OndesSpec *a,
                 const OndesSpec *b)
{
  const OndesCwtOptions *x = options_of (a), *y = options_of (b);
  const double gains = largest_gain (ondes_spec_cwt (a)) / largest_gain (ondes_spec_cwt (b));
  double p[2], q[2];

  get_ends (ondes_spec_cwt (a), p);
  get_ends (ondes_spec_cwt (b), q);
  return x->wavelet == y->wavelet && x->normalisation == y->normalisation && x->quantity == y->quantity && x->pool == y->pool
         && gains > 0.5 && gains < 2 && fabs (log (p[0] / q[0])) < 0.1 && fabs (log (p[1] / q[1])) < 0.1;
}

static gboolean
has_same_words (const OndesSpec *a,
                const OndesSpec *b)
{
  const OndesCompensation *p = options_of (a)->compensation, *q = options_of (b)->compensation;
  g_autofree char *first = p != NULL ? ondes_compensation_print (p) : NULL;
  g_autofree char *second = q != NULL ? ondes_compensation_print (q) : NULL;

  return p == q || g_strcmp0 (first, second) == 0;
}

const OndesPictureClass ondes_cwt_picture = {
  .command = "cwt",
  .row_word = "frequency",
  .rows_word = "frequencies_hz",
  .cone = G_SQRT2,
  .traits = get_traits,
  .row_hz = get_row_hz,
  .scale = get_scale,
  .scale_hz = get_scale_hz,
  .row_factor = get_row_factor,
  .usual_rows = get_usual_rows,
  .detrend = get_detrend,
  .take = take,
  .can_preview = can_preview,
  .work = get_work,
  .same_measure = is_same_measure,
  .same_words = has_same_words,
};
