/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "request.h"

#include "base/counted.h"
#include "base/words.h"
#include "transform/cwt.h"
#include "transform/dyadic.h"
#include "transform/filter.h"
#include "transform/pairs.h"
#include "transform/range.h"
#include "transform/spectrum.h"
#include "transform/walshgram.h"

static gboolean
refuse (GError    **error,
        const char *why)
{
  return ondes_error_set (error, ONDES_ERROR_REQUEST, "%s", why);
}

static gboolean
check_view (const OndesRequest *self,
            GError            **error)
{
  const OndesView *v = &self->view;
  const guint64 n = self->n_sources > 0 ? self->sources[0]->n : 0;

  if (v->count > 0 && v->first <= n && v->count <= n - v->first)
    return TRUE;
  if (v->count == 0)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 _("the span at sample %" PRIu64 " holds no samples; ask for at least one"), v->first);
  else
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 g_dngettext (GETTEXT_PACKAGE,
                              "the span of %" PRIu64 " sample from sample %" PRIu64 " on goes beyond the recording, which has "
                              "%" PRIu64 "; ask for less",
                              "the span of %" PRIu64 " samples from sample %" PRIu64 " on goes beyond the recording, which "
                              "has %" PRIu64 "; ask for less", (gulong) v->count),
                 v->count, v->first, n);
  return FALSE;
}

static gboolean
check_cwt (OndesRequest *self,
           GError      **error)
{
  const OndesCwtOptions *options = &ondes_spec_cwt (self->spec)->options;

  if (self->n_sources != 1)
    return refuse (error, _("the Morlet transform takes one recording"));
  if (self->view.columns > 0 && options->quantity != ONDES_QUANTITY_MAGNITUDE && options->quantity != ONDES_QUANTITY_POWER)
    return ondes_request_error_set (error, ONDES_SETTING_COLUMNS, NULL, _("%s cannot be pooled; use magnitude or power"),
                                    ondes_quantity_names[options->quantity]);
  if (options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET && options->fft_length > 0 && options->fft_length < self->sources[0]->n)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_FFT_LENGTH,
                                    _("%" PRIu64 " is shorter than the recording; choose at least %" PRIu64),
                                    options->fft_length, self->sources[0]->n);
  return TRUE;
}

static gboolean
check_spectrum (OndesRequest *self,
                GError      **error)
{
  const OndesSpectrum *spectrum = ondes_spec_spectrum (self->spec);

  if (self->n_sources != 1 || self->view.columns > 0)
    return refuse (error, self->n_sources != 1 ? _("a spectrum is of one recording")
                                               : _("a spectrum is not pooled while it is computed"));
  return ondes_range_check_type (self->sources[0], spectrum->options.type, error)
         && ondes_spectrum_check_length (spectrum, self->view.count, error);
}

static gboolean
check_dyadic (OndesRequest *self,
              GError      **error)
{
  if (self->n_sources < 1 || self->n_sources > 2 || self->view.columns > 0)
    return refuse (error, _("dyadic convolution takes one recording or two, and is not pooled"));
  return ondes_dyadic_check_sources (ondes_spec_dyadic (self->spec), self->sources, self->n_sources, &self->view, error);
}

static gboolean
check_filter (OndesRequest *self,
              GError      **error)
{
  if (self->n_sources < 1 || self->view.columns > 0)
    return refuse (error, _("a filter takes at least one recording, and is not pooled"));
  return ondes_filter_check_sources (self->sources, self->n_sources, error);
}

/* Narrows the view to whole windows too. */
static gboolean
check_walshgram (OndesRequest *self,
                 GError      **error)
{
  const OndesWalshgram *walshgram = ondes_spec_walshgram (self->spec);

  if (self->n_sources != 1)
    return refuse (error, _("a Walshgram is of one recording"));
  return ondes_range_check_type (self->sources[0], walshgram->options.type, error)
         && ondes_walshgram_narrow (walshgram, self->sources[0]->n, &self->view, error);
}

static gboolean
check_pairs (OndesRequest *self,
             GError      **error)
{
  if (self->n_sources != 1 || self->view.columns > 0)
    return refuse (error, _("a transform by pairs takes one recording, and is not pooled"));
  return ondes_pairs_check_source (ondes_spec_pairs (self->spec), self->sources[0], &self->view, error);
}

static guint64
cwt_extent (const OndesRequest *self)
{
  const OndesCwt *cwt = ondes_spec_cwt (self->spec);
  const OndesView *v = &self->view;
  const guint64 n = self->sources[0]->n;
  guint64 longest = 0;

  if (cwt->options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET)
    return n;
  if (cwt->options.boundary != ONDES_BOUNDARY_ZERO)
    return 0;
  for (guint i = 0; i < cwt->n_scales; i++)
    longest = MAX (longest, ondes_cwt_half_length (ondes_cwt_scale (cwt, i)));
  return MIN (MAX (v->first + v->count, n - v->first) - 1, longest);
}

static OndesRequestShape
shape_of (const OndesRequest *self)
{
  OndesRequestShape shape = { .n_sources = self->n_sources, .count = self->view.count, .columns = self->view.columns,
                              .preview = self->view.preview };

  for (guint i = 0; i < MIN (self->n_sources, G_N_ELEMENTS (shape.types)); i++)
    shape.types[i] = self->sources[i]->type;
  if (ondes_spec_transform (self->spec) == ONDES_TRANSFORM_CWT)
    shape.extent = cwt_extent (self);
  else if (ondes_spec_transform (self->spec) == ONDES_TRANSFORM_FILTER)
    shape.extent = self->sources[0]->n;
  return shape;
}

gboolean
ondes_request_shape_equal (const OndesRequestShape *a,
                           const OndesRequestShape *b)
{
  return a->n_sources == b->n_sources && a->types[0] == b->types[0] && a->types[1] == b->types[1] && a->extent == b->extent
         && a->count == b->count && a->columns == b->columns && a->preview == b->preview;
}

OndesRequest *
ondes_request_new (OndesSpec          *spec,
                   OndesSource *const *sources,
                   guint               n_sources,
                   const OndesView    *view,
                   GError            **error)
{
  static gboolean (*const checks[]) (OndesRequest *self, GError **error) = {
    [ONDES_TRANSFORM_CWT] = check_cwt,
    [ONDES_TRANSFORM_SPECTRUM] = check_spectrum,
    [ONDES_TRANSFORM_DYADIC] = check_dyadic,
    [ONDES_TRANSFORM_FILTER] = check_filter,
    [ONDES_TRANSFORM_WALSHGRAM] = check_walshgram,
    [ONDES_TRANSFORM_PAIRS] = check_pairs,
  };
  OndesRequest *self;

  g_return_val_if_fail (spec != NULL && (n_sources == 0 || sources != NULL), NULL);
  self = g_atomic_rc_box_new0 (OndesRequest);
  self->spec = ondes_spec_ref (spec);
  self->sources = g_new0 (OndesSource *, n_sources);
  self->n_sources = n_sources;
  for (guint i = 0; i < n_sources; i++)
    self->sources[i] = ondes_source_ref (sources[i]);
  self->view = view != NULL ? *view : (OndesView) { .count = n_sources > 0 ? sources[0]->n : 0 };
  if (!check_view (self, error) || !checks[ondes_spec_transform (spec)] (self, error))
    {
      ondes_request_unref (self);
      return NULL;
    }
  self->shape = shape_of (self);
  self->result = ondes_spec_shape (spec, sources[0]->type, &self->view);
  if (ondes_spec_transform (spec) == ONDES_TRANSFORM_FILTER)
    self->result.rows *= n_sources;
  return self;
}

OndesRequest *
ondes_request_new_of (OndesSpec       *spec,
                      OndesSource     *source,
                      const OndesView *view,
                      GError         **error)
{
  return ondes_request_new (spec, &source, 1, view, error);
}

static void
ondes_request_clear (gpointer data)
{
  OndesRequest *self = data;

  for (guint i = 0; i < self->n_sources; i++)
    ondes_source_unref (self->sources[i]);
  g_free (self->sources);
  ondes_spec_unref (self->spec);
}

ONDES_DEFINE_COUNTED (OndesRequest, ondes_request)
