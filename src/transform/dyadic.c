/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dyadic.h"

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
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST, "dyadic convolution is not computed in %s", ondes_type_name (type));
      return NULL;
    }
  self = g_new0 (OndesDyadic, 1);
  ondes_spec_init (&self->spec, &dyadic_class, g_bytes_new (words, sizeof words));
  self->type = type;
  return &self->spec;
}
