/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dyadic.h"

#include "base/number.h"
#include "base/words.h"

static char *
dyadic_print (const OndesSpec *spec)
{
  return g_strdup (""); /* convolve and autocorrelate have no options of their own */
}

static char *
dyadic_describe (const OndesSpec *spec)
{
  return g_strdup_printf ("dyadic convolution, %s", ondes_type_name (ondes_spec_dyadic (spec)->type));
}

static OndesShape
dyadic_shape (const OndesSpec *spec,
              OndesType        input,
              const OndesView *view)
{
  return (OndesShape) { ondes_spec_dyadic (spec)->type, 1, view->count };
}

static void
dyadic_finalize (OndesSpec *spec)
{
  g_free (spec);
}

static const OndesSpecClass dyadic_class = { ONDES_TRANSFORM_DYADIC, dyadic_print, dyadic_describe, dyadic_shape,
                                             dyadic_finalize };

const OndesDyadic *
ondes_spec_dyadic (const OndesSpec *spec)
{
  g_return_val_if_fail (spec->klass == &dyadic_class, NULL);
  return (const OndesDyadic *) spec;
}

OndesSpec *
ondes_dyadic_new (OndesType type,
                  GError  **error)
{
  const gint32 words[] = { ONDES_TRANSFORM_DYADIC, (gint32) type };
  OndesDyadic *self;

  if (type != ONDES_I64 && type != ONDES_F64 && type != ONDES_F32)
    {
      ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_PRECISION,
                              _("dyadic convolution is not computed in %s"), ondes_type_name (type));
      return NULL;
    }
  self = g_new0 (OndesDyadic, 1);
  ondes_spec_init (&self->spec, &dyadic_class, g_bytes_new (words, sizeof words));
  self->type = type;
  return &self->spec;
}

gboolean
ondes_dyadic_check_sources (const OndesDyadic  *self,
                            OndesSource *const *sources,
                            guint               n_sources,
                            const OndesView    *view,
                            GError            **error)
{
  const guint64 n = view->count;

  if (n_sources == 2 && (view->first > sources[1]->n || n > sources[1]->n - view->first))
    return ondes_error_set (error, ONDES_ERROR_FILE, g_dngettext (GETTEXT_PACKAGE,
                                         "the second recording has %" PRIu64 " sample where the first has %" PRIu64 "; dyadic "
                                         "convolution takes two of one length",
                                         "the second recording has %" PRIu64 " samples where the first has %" PRIu64 "; dyadic "
                                         "convolution takes two of one length", (gulong) sources[1]->n),
                            sources[1]->n, sources[0]->n);
  if (n == 0 || (n & (n - 1)) != 0)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_LENGTH,
                                    _("%" PRIu64 " values are no power of two, as dyadic convolution needs"), n);
  for (guint i = 0; i < n_sources; i++)
    if (!ondes_range_check_type (sources[i], self->type, error))
      return FALSE;
  return TRUE;
}

gboolean
ondes_dyadic_fits (const OndesRange *f,
                   const OndesRange *g,
                   guint             n)
{
  const unsigned __int128 limit = ((unsigned __int128) 1 << 63 >> n) - 1;
  const guint64 a = ondes_range_largest (f), b = ondes_range_largest (g);

  return a == 0 || b == 0 || g->magnitude <= limit / a || f->magnitude <= limit / b;
}
