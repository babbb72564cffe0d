/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spec.h"

#include "base/counted.h"

GByteArray *
ondes_spec_identify (OndesTransform    transform,
                     const OndesParam *rows,
                     gconstpointer     owner)
{
  const gint32 kind = (gint32) transform;
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) &kind, sizeof kind);
  ondes_params_identify (rows, owner, bytes);
  return bytes;
}

void
ondes_spec_init (OndesSpec            *self,
                 const OndesSpecClass *klass,
                 GBytes               *canonical)
{
  self->klass = klass;
  self->bytes = canonical;
  g_atomic_ref_count_init (&self->ref_count);
}

static void
ondes_spec_finalize (OndesSpec *self)
{
  g_bytes_unref (self->bytes);
  self->klass->finalize (self);
}

ONDES_DEFINE_COUNTED_CLASS (OndesSpec, ondes_spec)

OndesTransform
ondes_spec_transform (const OndesSpec *self)
{
  return self->klass->transform;
}

GBytes *
ondes_spec_bytes (const OndesSpec *self)
{
  return self->bytes;
}

guint
ondes_spec_hash (const OndesSpec *self)
{
  return g_bytes_hash (self->bytes);
}

gboolean
ondes_spec_equal (const OndesSpec *a,
                  const OndesSpec *b)
{
  return a == b || g_bytes_equal (a->bytes, b->bytes);
}

char *
ondes_spec_print (const OndesSpec *self)
{
  return self->klass->print (self);
}

char *
ondes_spec_describe (const OndesSpec *self)
{
  return self->klass->describe (self);
}

OndesShape
ondes_spec_shape (const OndesSpec *self,
                  OndesType        input,
                  const OndesView *view)
{
  return self->klass->shape (self, input, view);
}
