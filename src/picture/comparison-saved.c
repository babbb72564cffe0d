/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is compared, by names and values. */
#include "config.h"

#include <math.h>

#include "comparison-private.h"
#include "session/saved-session.h"
#include "param/param.h"

static const char *const second_names[] = { "nothing", "file", "channel", "settings", "uncompensated", NULL };

#define FIELD(name) G_STRUCT_OFFSET (OndesComparison, name)

static const OndesParam fields[] = {
  { "with", ONDES_PARAM_WORD, FIELD (second), second_names },
  { "channel", ONDES_PARAM_INDEX, FIELD (channel) },
  { "align", ONDES_PARAM_WORD, FIELD (alignment.align), ondes_align_names },
  { "offset", ONDES_PARAM_NUMBER, FIELD (alignment.offset) },
  { "shown", ONDES_PARAM_WORD, FIELD (view.shown), ondes_shown_names },
  { "own-range", ONDES_PARAM_BOOLEAN, FIELD (view.own_range) },
  { NULL },
};

static void
add_text (GVariantBuilder *builder,
          const char      *name,
          const char      *text)
{
  g_variant_builder_add (builder, "{sv}", name, g_variant_new_bytestring (text != NULL ? text : ""));
}

GVariant *
ondes_comparison_no_settings (void)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

void
ondes_comparison_save (OndesAnalysis   *analysis,
                       GVariantBuilder *builder)
{
  OndesComparison *self = ONDES_COMPARISON (analysis);

  ondes_params_save (fields, 0, self, builder);
  add_text (builder, "path", self->path);
  g_variant_builder_add (builder, "{sv}", "read", ondes_saved_read_options (&self->read));
  g_variant_builder_add (builder, "{sv}", "held", self->held);
}

/* Returns the text of @name if it is there, "" as NULL; else @now. Takes ownership of @now. */
static char *
load_text (GVariant   *settings,
           const char *name,
           char       *now)
{
  const char *text;

  if (!g_variant_lookup (settings, name, "^&ay", &text))
    return now;
  g_free (now);
  return *text != '\0' ? g_strdup (text) : NULL;
}

void
ondes_comparison_load (OndesComparison *self,
                       GVariant        *settings)
{
  g_autoptr (GVariant) read = g_variant_lookup_value (settings, "read", G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) held = g_variant_lookup_value (settings, "held", G_VARIANT_TYPE_VARDICT);

  ondes_params_restore (fields, 0, self, settings);
  self->path = load_text (settings, "path", self->path);
  if (read != NULL)
    {
      ondes_read_options_clear (&self->read);
      ondes_saved_restore_read (&self->read, read);
    }
  if (held != NULL)
    {
      g_variant_unref (self->held);
      self->held = g_steal_pointer (&held);
    }
  if ((self->second == ONDES_SECOND_FILE && self->path == NULL)
      || (self->second == ONDES_SECOND_SETTINGS && g_variant_n_children (self->held) == 0))
    self->second = ONDES_SECOND_NONE;
}
