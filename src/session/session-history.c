/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session's settings as one value, and their undo and redo. */
#include "config.h"

#include "session-private.h"

void
ondes_session_add_analysis (OndesSession *self,
                            OndesAnalysis *analysis)
{
  g_ptr_array_add (self->analyses, analysis);
}

void
ondes_session_remove_analysis (OndesSession *self,
                               OndesAnalysis *analysis)
{
  g_ptr_array_remove (self->analyses, analysis);
}

/* TRUE if no earlier analysis has the same name: settings have one entry per name. */
static gboolean
is_first (OndesSession *self,
          guint i)
{
  const char *name = ondes_analysis_get_name (g_ptr_array_index (self->analyses, i));

  for (guint j = 0; j < i; j++)
    if (g_str_equal (ondes_analysis_get_name (g_ptr_array_index (self->analyses, j)), name))
      return FALSE;
  return TRUE;
}

GVariant *
ondes_session_get_settings (OndesSession *self)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  g_variant_builder_add (&builder, "{sv}", "channel", g_variant_new_uint32 (self->channel));
  g_variant_builder_add (&builder, "{sv}", "conditioning", g_variant_new_strv ((const char *const *) self->steps, -1));
  g_variant_builder_add (&builder, "{sv}", "conditioned", g_variant_new_boolean (self->conditioned));
  for (guint i = 0; i < self->analyses->len; i++)
    if (is_first (self, i))
      {
        OndesAnalysis *analysis = g_ptr_array_index (self->analyses, i);

        g_variant_builder_add (&builder, "{sv}", ondes_analysis_get_name (analysis), ondes_analysis_save_settings (analysis));
      }
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

static void
apply_conditioning (OndesSession *self,
                    GVariant *settings)
{
  g_autofree const char **steps = NULL;
  gboolean conditioned = self->conditioned;

  g_variant_lookup (settings, "conditioning", "^a&s", &steps);
  g_variant_lookup (settings, "conditioned", "b", &conditioned);
  ondes_session_set_conditioning (self, steps != NULL ? steps : (const char **) self->steps, conditioned);
}

static void
apply (OndesSession *self,
       GVariant *settings)
{
  guint channel;

  if (g_variant_lookup (settings, "channel", "u", &channel) && self->recording != NULL
      && channel <= ondes_recording_get_info (self->recording)->channels)
    ondes_session_set_channel (self, channel);
  apply_conditioning (self, settings);
  for (guint i = 0; i < self->analyses->len; i++)
    {
      OndesAnalysis *analysis = g_ptr_array_index (self->analyses, i);
      g_autoptr (GVariant) own
        = g_variant_lookup_value (settings, ondes_analysis_get_name (analysis), G_VARIANT_TYPE_VARDICT);

      if (own != NULL && is_first (self, i))
        ondes_analysis_restore_settings (analysis, own);
    }
}

void
ondes_session_set_settings (OndesSession *self,
                            GVariant *settings)
{
  g_return_if_fail (ONDES_IS_SESSION (self) && g_variant_is_of_type (settings, G_VARIANT_TYPE_VARDICT));
  self->settling = TRUE;
  apply (self, settings);
  self->settling = FALSE;
  ondes_session_note_settings (self);
}

void
ondes_session_begin_history (OndesSession *self)
{
  g_autoptr (GVariant) now = ondes_session_get_settings (self);

  ondes_history_begin (self->history, now);
  ondes_session_emit (self, SESSION_HISTORY_CHANGED);
}

void
ondes_session_begin_settling (OndesSession *self)
{
  self->settling = TRUE;
}

void
ondes_session_end_settling (OndesSession *self,
                            gboolean anew)
{
  g_autoptr (GVariant) now = NULL;

  self->settling = FALSE;
  if (anew)
    {
      ondes_session_begin_history (self);
      return;
    }
  now = ondes_session_get_settings (self);
  ondes_history_replace (self->history, now);
}

void
ondes_session_note_settings (OndesSession *self)
{
  g_autoptr (GVariant) now = NULL;

  if (self->settling || self->history == NULL)
    return;
  now = ondes_session_get_settings (self);
  if (ondes_history_add (self->history, now, g_get_monotonic_time (), self->hold))
    ondes_session_emit (self, SESSION_HISTORY_CHANGED);
}

void
ondes_session_set_held (OndesSession *self,
                        gboolean held)
{
  g_return_if_fail (ONDES_IS_SESSION (self));
  self->hold = held ? ++self->holds : 0;
}

gboolean
ondes_session_can_undo (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), FALSE);
  return ondes_history_can_undo (self->history);
}

gboolean
ondes_session_can_redo (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), FALSE);
  return ondes_history_can_redo (self->history);
}

/* Returns the name of the first analysis whose settings differ. */
static const char *
name_changed (OndesSession *self,
              GVariant *before,
              GVariant *after)
{
  for (guint i = 0; i < self->analyses->len; i++)
    {
      const char *name = ondes_analysis_get_name (g_ptr_array_index (self->analyses, i));
      g_autoptr (GVariant) a = g_variant_lookup_value (before, name, NULL);
      g_autoptr (GVariant) b = g_variant_lookup_value (after, name, NULL);

      if (a != NULL && b != NULL && !g_variant_equal (a, b))
        return name;
    }
  return NULL;
}

static const char *
go (OndesSession *self,
    GVariant *settings)
{
  g_autoptr (GVariant) before = NULL;
  g_autoptr (GVariant) now = NULL;

  if (settings == NULL)
    return NULL;
  before = ondes_session_get_settings (self);
  self->settling = TRUE;
  apply (self, settings);
  self->settling = FALSE;
  /* Take the settings as they are now: apply() skips a channel that no longer exists. */
  now = ondes_session_get_settings (self);
  ondes_history_replace (self->history, now);
  ondes_session_emit (self, SESSION_HISTORY_CHANGED);
  return name_changed (self, before, now);
}

const char *
ondes_session_undo (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  return go (self, ondes_history_undo (self->history));
}

const char *
ondes_session_redo (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  return go (self, ondes_history_redo (self->history));
}
