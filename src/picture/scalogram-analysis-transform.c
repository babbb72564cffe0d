/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What depends on the transform of the pictures: the Morlet transform, or the Walsh spectra of a Walshgram. */
#include "config.h"

#include <math.h>

#include "analysis/walshgram.h"
#include "scalogram-analysis-private.h"

#define WIDE        16 /* minimum samples per column for which a preview saves work */
#define WIDE_HOPS   4  /* minimum windows */
/* Of a Walshgram's picture, which has up to 2.5 times as many: with long windows, columns are wider than a pixel, so that the
 * widget thread puts tiles together in about a frame. */
#define VALUES_MOST (1u << 21)

double
ondes_scalogram_analysis_work (const OndesSpec *spec,
                               guint64          count)
{
  const OndesCwt *cwt;
  double work = 0;

  if (ondes_spec_is_walshgram (spec))
    {
      const OndesWalshgramOptions *options = &ondes_spec_walshgram (spec)->options;

      return (double) count / (double) options->hop * (double) options->window;
    }
  cwt = ondes_spec_cwt (spec);
  for (guint i = 0; i < cwt->n_scales; i++)
    work += cwt->options.method == ONDES_METHOD_DIRECT ? 1 + 0.1 * (double) ondes_cwt_half_length (ondes_cwt_scale (cwt, i)) : 1;
  return work * (double) count * ondes_cwt_oversampling (cwt);
}

guint
ondes_scalogram_analysis_spec_oversampling (const OndesSpec *spec)
{
  return spec == NULL || ondes_spec_is_walshgram (spec) ? 1 : ondes_cwt_oversampling (ondes_spec_cwt (spec));
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

gboolean
ondes_scalogram_analysis_same_measure (const OndesSpec *a,
                                       const OndesSpec *b)
{
  const OndesCwt *p, *q;
  const OndesCwtOptions *x, *y;
  double gains, ends[4];

  if (ondes_spec_is_walshgram (a))
    {
      const OndesWalshgramOptions *one = &ondes_spec_walshgram (a)->options, *other = &ondes_spec_walshgram (b)->options;

      return one->window == other->window && one->taper == other->taper;
    }
  p = ondes_spec_cwt (a);
  q = ondes_spec_cwt (b);
  x = &p->options;
  y = &q->options;
  gains = largest_gain (p) / largest_gain (q);
  for (guint i = 0; i < 2; i++)
    {
      ends[i] = ondes_cwt_frequency_hz (p, i == 0 ? 0 : p->n_scales - 1, ondes_cwt_oversampling (p));
      ends[2 + i] = ondes_cwt_frequency_hz (q, i == 0 ? 0 : q->n_scales - 1, ondes_cwt_oversampling (q));
    }
  return x->wavelet == y->wavelet && x->normalisation == y->normalisation && x->quantity == y->quantity && x->pool == y->pool
         && gains > 0.5 && gains < 2 && fabs (log (ends[0] / ends[2])) < 0.1 && fabs (log (ends[1] / ends[3])) < 0.1;
}

gboolean
ondes_scalogram_analysis_same_words (const OndesSpec *a,
                                     const OndesSpec *b)
{
  const OndesCompensation *p, *q;
  g_autofree char *first = NULL, *second = NULL;

  if (ondes_spec_is_walshgram (a))
    return TRUE;
  p = ondes_spec_cwt (a)->options.compensation;
  q = ondes_spec_cwt (b)->options.compensation;
  first = p != NULL ? ondes_compensation_print (p) : NULL;
  second = q != NULL ? ondes_compensation_print (q) : NULL;
  return p == q || g_strcmp0 (first, second) == 0;
}

OndesView
ondes_scalogram_analysis_asked_view (const OndesSpec *spec,
                                     OndesView        view)
{
  if (ondes_spec_is_walshgram (spec))
    {
      /* Its windows begin there, the last one a hop before the end. */
      view.first -= ondes_walshgram_offset (ondes_spec_walshgram (spec));
      view.count -= ondes_spec_walshgram (spec)->options.hop - 1;
      return view;
    }
  view.first *= ondes_scalogram_analysis_spec_oversampling (spec);
  view.count *= ondes_scalogram_analysis_spec_oversampling (spec);
  return view;
}

OndesView
ondes_scalogram_analysis_whole_view (const OndesSpec *spec,
                                     guint64          n,
                                     guint            columns)
{
  if (ondes_spec_is_walshgram (spec))
    {
      const OndesWalshgram *walshgram = ondes_spec_walshgram (spec);

      return ondes_walshgram_view (walshgram, ondes_walshgram_frames (walshgram, n, 0, n), columns);
    }
  return (OndesView) { .count = n, .columns = columns };
}

gboolean
ondes_scalogram_analysis_get_bounds (OndesScalogramAnalysis *self,
                                     const OndesSpec        *spec,
                                     OndesGridBounds        *bounds)
{
  const guint64 n = self->source->n;
  const OndesWalshgram *walshgram;
  OndesSpan shown;

  *bounds = (OndesGridBounds) { .count = n, .step = 1, .wide = WIDE, .columns = self->columns };
  if (!ondes_spec_is_walshgram (spec))
    return TRUE;
  walshgram = ondes_spec_walshgram (spec);
  shown = ondes_walshgram_shown (walshgram, ondes_walshgram_frames (walshgram, n, 0, n));
  *bounds = (OndesGridBounds) { shown.first, MAX (shown.count, 1), walshgram->options.hop, WIDE_HOPS * walshgram->options.hop,
                                (guint) MIN (self->columns, VALUES_MOST / walshgram->options.window), TRUE };
  return shown.count > 0;
}

double
ondes_scalogram_analysis_row_distance (OndesScalogramAnalysis *self)
{
  const OndesWalshgramOptions *options = &ondes_spec_walshgram (self->spec)->options;

  return options->order == ONDES_ORDER_SEQUENCY ? self->source->rate_hz / (double) options->window : 1;
}

/* Rows extend half-way to their neighbours. With equal voices that is computed here, because a denser picture has other edges;
 * otherwise the edges are those of a picture with exactly these rows, once there is one. */
static void
find_row_edges (OndesScalogramAnalysis *self,
                double                 *lo,
                double                 *hi)
{
  const OndesCwt *cwt = ondes_spec_cwt (self->spec);

  *lo = G_MAXDOUBLE;
  *hi = 0;
  for (guint i = 0; i < cwt->n_scales; i++)
    {
      double f = ondes_scalogram_analysis_row_hz (self, i);

      *lo = MIN (*lo, f);
      *hi = MAX (*hi, f);
    }
  if (cwt->voices > 0 && cwt->n_scales > 1)
    {
      *lo /= exp2 (0.5 / cwt->voices);
      *hi *= exp2 (0.5 / cwt->voices);
    }
  else if (self->scalogram != NULL && self->scalogram->spec == self->spec && self->scalogram->rows == cwt->n_scales)
    for (guint i = 0; i < 2 * cwt->n_scales; i++)
      {
        *lo = MIN (*lo, self->scalogram->edges_hz[i]);
        *hi = MAX (*hi, self->scalogram->edges_hz[i]);
      }
}

gboolean
ondes_scalogram_analysis_row_limits (OndesScalogramAnalysis *self,
                                     double                 *lo,
                                     double                 *hi)
{
  if (self->spec == NULL || self->source == NULL)
    return FALSE;
  if (ondes_spec_is_walshgram (self->spec))
    {
      *lo = -0.5 * ondes_scalogram_analysis_row_distance (self);
      *hi = ((double) ondes_spec_walshgram (self->spec)->options.window - 0.5) * ondes_scalogram_analysis_row_distance (self);
      return TRUE;
    }
  find_row_edges (self, lo, hi);
  return *hi > *lo && *lo > 0;
}
