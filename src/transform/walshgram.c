/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walshgram.h"

#include <math.h>

#include "base/request-error.h"
#include "base/words.h"
#include "picture.h"

const char *const ondes_taper_names[] = { "rect", "hann", NULL };

const OndesWalshgramOptions ondes_walshgram_options_default = {
  .window = 256, .hop = 64, .taper = ONDES_TAPER_RECT, .order = ONDES_ORDER_SEQUENCY, .type = ONDES_F32,
};

static const char *const tapers[] = {
  /* Translators: a window function: all samples alike. */
  N_("Rectangular"),
  /* Translators: a window function. */
  N_("Hann"),
  NULL,
};

#define FIELD(name) G_STRUCT_OFFSET (OndesWalshgramOptions, name)
#define KEPT        (ONDES_PARAM_SPEC | ONDES_PARAM_SESSION)

static const OndesParam rows[] = {
  { "window", ONDES_PARAM_COUNT, FIELD (window), .flags = KEPT | ONDES_PARAM_POWER, .option = "--window", .argument = "N",
    .help = "samples of a frame, a power of two from 16 to 32768 (default 256)", .group = "walshgram",
    .title = N_("Window (samples)"), .slider_low = ONDES_WALSHGRAM_WINDOW_LEAST, .slider_high = ONDES_WALSHGRAM_WINDOW_MOST,
    .setting = ONDES_SETTING_WINDOW,
    .tip = N_("Samples of each Walsh spectrum. Longer: finer in sequency, coarser in time. The hop changes with it.") },
  { "hop", ONDES_PARAM_COUNT, FIELD (hop), .flags = KEPT, .option = "--hop", .argument = "N",
    .help = "samples from the beginning of a frame to that of the next (default 64)", .group = "walshgram",
    .title = N_("Hop"), .slider_low = 1, .slider_high = 256, .unit = N_("samples"), .setting = ONDES_SETTING_HOP,
    .tip = N_("Samples from one window to the next; windows overlap if it is shorter than they are") },
  { "taper", ONDES_PARAM_WORD, FIELD (taper), ondes_taper_names, .flags = KEPT, .option = "--taper", .argument = "T",
    .help = "frames are multiplied by: rect, nothing, or hann (default rect)", .group = "walshgram",
    .title = N_("Taper"), .titles = tapers, .setting = ONDES_SETTING_TAPER,
    .tip = N_("How the samples of a window are weighted. Rectangular: all alike, so that a square wave that fits is one line. "
              "Hann: less at the ends.") },
  { "order", ONDES_PARAM_WORD, FIELD (order), ondes_order_names, .flags = KEPT, .option = "--order", .argument = "O",
    .help = "of the rows: sequency, natural or paley (default sequency)", .group = "walshgram",
    .title = N_("Order"), .titles = ondes_order_titles, .setting = ONDES_SETTING_ORDER,
    .tip = N_("How the rows are sorted: by zero crossings, or in natural or Paley order") },
  { "type", ONDES_PARAM_INDEX, FIELD (type), .flags = ONDES_PARAM_SPEC },
  { NULL },
};

const OndesParamTable ondes_walshgram_params = { rows, &ondes_walshgram_options_default };

static char *
walshgram_print (const OndesSpec *spec)
{
  const OndesWalshgramOptions *o = &ondes_spec_walshgram (spec)->options;
  GString *out = g_string_new (NULL);

  ondes_params_print (&ondes_walshgram_params, ONDES_PARAM_SPEC, 0, o, out);
  if (o->type != ONDES_I64)
    g_string_append_printf (out, " --precision %s", o->type == ONDES_F64 ? "double" : "single");
  if (out->len > 0)
    g_string_erase (out, 0, 1);
  return g_string_free (out, FALSE);
}

static char *
walshgram_describe (const OndesSpec *spec)
{
  const OndesWalshgramOptions *o = &ondes_spec_walshgram (spec)->options;

  return g_strdup_printf ("Walsh spectra of windows of %" G_GUINT64_FORMAT " samples, hop %" G_GUINT64_FORMAT ", taper %s, "
                          "%s order, %s", o->window, o->hop, ondes_taper_names[o->taper], ondes_order_names[o->order],
                          ondes_type_name (o->type));
}

/* The view of a request is narrowed to whole windows already. */
static OndesShape
walshgram_shape (const OndesSpec *spec,
                 OndesType        input,
                 const OndesView *view)
{
  const OndesWalshgramOptions *o = &ondes_spec_walshgram (spec)->options;
  const guint64 frames = ondes_picture_frames_from (spec, G_MAXUINT64, view->first, view->count).count;

  return view->columns > 0 ? (OndesShape) { ONDES_F32, o->window, MIN (view->columns, frames) }
                           : (OndesShape) { o->type, o->window, frames };
}

static void
walshgram_finalize (OndesSpec *spec)
{
  g_free (spec);
}

static const OndesSpecClass walshgram_class = { ONDES_TRANSFORM_WALSHGRAM, walshgram_print, walshgram_describe, walshgram_shape,
                                                walshgram_finalize, &ondes_walshgram_picture };

const OndesWalshgram *
ondes_spec_walshgram (const OndesSpec *spec)
{
  g_return_val_if_fail (spec->klass == &walshgram_class, NULL);
  return (const OndesWalshgram *) spec;
}

static gboolean
check_options (const OndesWalshgramOptions *o,
               GError                     **error)
{
  if (o->window < ONDES_WALSHGRAM_WINDOW_LEAST || o->window > ONDES_WALSHGRAM_WINDOW_MOST || (o->window & (o->window - 1)) != 0)
    return ondes_request_error_set (error, ONDES_SETTING_WINDOW, NULL,
                                    _("a Walsh spectrum has a power of two of samples, here from %d to %d, not %" PRIu64),
                                    ONDES_WALSHGRAM_WINDOW_LEAST, ONDES_WALSHGRAM_WINDOW_MOST, o->window);
  if (o->hop < 1 || o->hop > ONDES_WALSHGRAM_HOP_MOST)
    return ondes_request_error_set (error, ONDES_SETTING_HOP, NULL,
                                    _("a hop is 1 to %" PRIu64 " samples, not %" PRIu64),
                                    (guint64) ONDES_WALSHGRAM_HOP_MOST, o->hop);
  if (o->type != ONDES_I64 && o->type != ONDES_F32 && o->type != ONDES_F64)
    return ondes_request_error_set (error, ONDES_SETTING_PRECISION, NULL, _("Walshgrams are not computed in %s"),
                                    ondes_type_name (o->type));
  if (o->type == ONDES_I64 && o->taper != ONDES_TAPER_RECT)
    return ondes_request_error_set (error, ONDES_SETTING_TAPER, ondes_taper_names[o->taper],
                                    _("a tapered window is not computed in integers; use %s"), ondes_taper_names[ONDES_TAPER_RECT]);
  return TRUE;
}

OndesSpec *
ondes_walshgram_new (const OndesWalshgramOptions *options,
                     GError                     **error)
{
  OndesWalshgram *self;

  if (!check_options (options, error))
    return NULL;
  self = g_new0 (OndesWalshgram, 1);
  ondes_spec_init (&self->spec, &walshgram_class,
                   g_byte_array_free_to_bytes (ondes_spec_identify (ONDES_TRANSFORM_WALSHGRAM, rows, options)));
  self->options = *options;
  self->n = g_bit_storage (options->window) - 1;
  return &self->spec;
}

OndesType
ondes_walshgram_default_type (OndesTaper taper,
                              OndesType  input)
{
  return taper == ONDES_TAPER_RECT ? ondes_spectrum_default_type (ONDES_SPECTRUM_WALSH, input) : ONDES_F64;
}

/* Fails for a view of a recording of @n samples in which no window begins. */
static gboolean
refuse_view (const OndesWalshgram *self,
             guint64               n,
             const OndesView      *view,
             GError              **error)
{
  const OndesWalshgramOptions *o = &self->options;

  if (n < ONDES_WALSHGRAM_WINDOW_LEAST)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_WINDOW,
                                    g_dngettext (GETTEXT_PACKAGE,
                                                 "the shortest window has %d samples, and the recording has only %" PRIu64,
                                                 "the shortest window has %d samples, and the recording has only %" PRIu64,
                                                 (gulong) n),
                                    ONDES_WALSHGRAM_WINDOW_LEAST, n);
  if (n < o->window)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_WINDOW,
                                    _("%" PRIu64 " samples are longer than the recording, which has %" PRIu64 "; choose at most %"
                                      PRIu64),
                                    o->window, n, G_GUINT64_CONSTANT (1) << (g_bit_storage (n) - 1));
  return ondes_error_set (error, ONDES_ERROR_FILE,
                          _("no whole window begins between samples %" PRIu64 " and %" PRIu64 ": windows begin every %" PRIu64
                            " samples, the last one at sample %" PRIu64 "; ask for a longer span"),
                          view->first, view->first + view->count - 1, o->hop, (n - o->window) / o->hop * o->hop);
}

gboolean
ondes_walshgram_narrow (const OndesWalshgram *self,
                        guint64               n,
                        OndesView            *view,
                        GError              **error)
{
  const OndesSpan frames = ondes_picture_frames_from (&self->spec, n, view->first, view->count);

  if (frames.count == 0)
    return refuse_view (self, n, view, error);
  view->first = frames.first * self->options.hop;
  view->count = (frames.count - 1) * self->options.hop + 1;
  return TRUE;
}

guint64
ondes_walshgram_crossings (const OndesWalshgram *self,
                           guint64               row)
{
  return ondes_walsh_sequency (self->options.order, self->n, row);
}

void
ondes_walshgram_fill_taper (const OndesWalshgram *self,
                            double               *taper)
{
  const double window = (double) self->options.window;

  for (guint64 t = 0; t < self->options.window; t++)
    taper[t] = self->options.taper == ONDES_TAPER_RECT ? 1 : (1 - cos (2 * G_PI * ((double) t + 0.5) / window)) / 2;
}
