/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session's settings as one value, with its view and other parts, and their undo and redo. */
#include "config.h"

#include <math.h>

#include "session-private.h"
#include "words-settings.h"

typedef struct
{
  const OndesSessionPart *part;
  gpointer                owner;
} Part;

static gint64 (*history_clock) (void) = g_get_monotonic_time;

void
ondes_session_set_history_clock (gint64 (*now) (void))
{
  history_clock = now;
}

static void
add (GArray                 *list,
     const OndesSessionPart *part,
     gpointer                owner)
{
  const Part fresh = { part, owner };

  g_array_append_val (list, fresh);
}

/* @list is NULL once the session is disposed. */
static void
remove_owner (GArray  *list,
              gpointer owner)
{
  for (guint i = list != NULL ? list->len : 0; i > 0; i--)
    if (g_array_index (list, Part, i - 1).owner == owner)
      g_array_remove_index (list, i - 1);
}

/* TRUE if no earlier one of @list has the same name: there is one entry per name. */
static gboolean
is_first (GArray *list,
          guint   i)
{
  const char *name = g_array_index (list, Part, i).part->name;

  for (guint j = 0; j < i; j++)
    if (g_str_equal (g_array_index (list, Part, j).part->name, name))
      return FALSE;
  return TRUE;
}

void
ondes_session_add_settings (OndesSession *self,
                            const OndesSessionPart *part,
                            gpointer owner)
{
  add (self->settings, part, owner);
}

void
ondes_session_remove_settings (OndesSession *self,
                               gpointer owner)
{
  remove_owner (self->settings, owner);
}

GVariant *
ondes_session_get_settings (OndesSession *self)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  g_variant_builder_add (&builder, "{sv}", "channel", g_variant_new_uint32 (self->channel));
  g_variant_builder_add (&builder, "{sv}", "conditioning", g_variant_new_strv ((const char *const *) self->steps, -1));
  g_variant_builder_add (&builder, "{sv}", "conditioned", g_variant_new_boolean (self->conditioned));
  for (guint i = 0; i < self->settings->len; i++)
    if (is_first (self->settings, i))
      {
        const Part *part = &g_array_index (self->settings, Part, i);
        GVariantBuilder entries = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

        part->part->save (part->owner, &entries);
        g_variant_builder_add (&builder, "{sv}", part->part->name, g_variant_builder_end (&entries));
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

/* Restores what @state has of @list; if @stored, leaves the parts that are undone alone. */
static void
apply_list (GArray  *list,
            GVariant *state,
            gboolean stored)
{
  for (guint i = 0; i < list->len; i++)
    {
      const Part *part = &g_array_index (list, Part, i);
      g_autoptr (GVariant) own = g_variant_lookup_value (state, part->part->name, G_VARIANT_TYPE_VARDICT);

      if (own != NULL && (part->part->stored || !stored) && is_first (list, i))
        part->part->restore (part->owner, own);
    }
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
  apply_list (self->settings, settings, FALSE);
}

/* The view, in samples of the timeline; scale is how many of these a sample of the file has, as conditioning changes the rate. */

static double
get_scale (OndesSession *self)
{
  OndesRecording *original = self->recording != NULL ? ondes_recording_get_original (self->recording) : NULL;

  return original != NULL ? ondes_recording_get_info (self->recording)->rate_hz / ondes_recording_get_info (original)->rate_hz : 1;
}

static void
save_view (gpointer owner,
           GVariantBuilder *entries)
{
  OndesSession *self = owner;
  double first, count;

  ondes_timeline_get_view (self->timeline, &first, &count);
  g_variant_builder_add (entries, "{sv}", "view", g_variant_new ("(dd)", first, count));
  g_variant_builder_add (entries, "{sv}", "scale", g_variant_new_double (get_scale (self)));
}

static void
restore_view (gpointer owner,
              GVariant *saved)
{
  OndesSession *self = owner;
  double first, count, scale = 1, factor;

  if (!g_variant_lookup (saved, "view", "(dd)", &first, &count) || !(count > 0))
    return;
  g_variant_lookup (saved, "scale", "d", &scale);
  factor = get_scale (self) / scale;
  if (isfinite (factor) && factor > 0)
    ondes_timeline_set_view (self->timeline, first * factor, count * factor);
}

static const OndesSessionPart view_part = { ONDES_VIEW_PREFIX, NULL, TRUE, save_view, restore_view };

/* The selection and the cursors. */

static void
save_timeline (gpointer owner,
               GVariantBuilder *entries)
{
  ondes_timeline_save (ONDES_SESSION (owner)->timeline, entries);
}

static void
restore_timeline (gpointer owner,
                  GVariant *saved)
{
  ondes_timeline_restore (ONDES_SESSION (owner)->timeline, saved);
}

static const OndesSessionPart timeline_part = { "timeline", NULL, TRUE, save_timeline, restore_timeline };

/* Notes what a person moves in view, selects or marks. */
static void
on_timeline_changed (OndesSession *self)
{
  if (self->settling > 0)
    return;
  ondes_session_drop_pending (self);
  ondes_session_note_change (self);
}

void
ondes_session_history_init (OndesSession *self)
{
  static const char *const names[] = { "view-changed", "selection-changed", "cursors-changed" };

  self->history = ondes_history_new ();
  self->settings = g_array_new (FALSE, FALSE, sizeof (Part));
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  ondes_session_add_settings (self, &ondes_session_rulers_part, self);
  ondes_session_add_part (self, &view_part, self);
  ondes_session_add_part (self, &timeline_part, self);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_connect_object (self->timeline, names[i], G_CALLBACK (on_timeline_changed), self, G_CONNECT_SWAPPED);
}

void
ondes_session_history_clear (OndesSession *self)
{
  g_clear_pointer (&self->history, ondes_history_free);
  g_clear_pointer (&self->settings, g_array_unref);
  g_clear_pointer (&self->parts, g_array_unref);
  g_clear_pointer (&self->pending, g_variant_unref);
}

void
ondes_session_add_part (OndesSession *self,
                        const OndesSessionPart *part,
                        gpointer owner)
{
  g_return_if_fail (ONDES_IS_SESSION (self));
  add (self->parts, part, owner);
}

void
ondes_session_remove_part (OndesSession *self,
                           gpointer owner)
{
  remove_owner (self->parts, owner);
}

/* Adds what a part has, or what a stored one is to have once the recording is conditioned. */
static void
save_part (OndesSession *self,
           const Part *part,
           GVariantBuilder *state)
{
  g_autoptr (GVariant) coming
    = self->pending != NULL && part->part->stored
        ? g_variant_lookup_value (self->pending, part->part->name, G_VARIANT_TYPE_VARDICT)
        : NULL;
  GVariantBuilder entries = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  if (coming == NULL)
    part->part->save (part->owner, &entries);
  g_variant_builder_add (state, "{sv}", part->part->name, coming != NULL ? coming : g_variant_builder_end (&entries));
  if (coming != NULL)
    g_variant_builder_clear (&entries);
}

GVariant *
ondes_session_save_state (OndesSession *self,
                          gboolean stored)
{
  g_autoptr (GVariant) settings = NULL;
  GVariantBuilder state = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  GVariantIter iter;
  GVariant *entry;

  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  settings = ondes_session_get_settings (self);
  g_variant_iter_init (&iter, settings);
  while (g_variant_iter_loop (&iter, "@{sv}", &entry))
    g_variant_builder_add_value (&state, entry);
  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *part = &g_array_index (self->parts, Part, i);

      if ((part->part->stored || !stored) && is_first (self->parts, i))
        save_part (self, part, &state);
    }
  return g_variant_ref_sink (g_variant_builder_end (&state));
}

/* Until the recording is conditioned as it was, its rate may be another one, and what is in view or a part of the rate does not
 * fit: all is applied once more then. */
void
ondes_session_apply_state (OndesSession *self,
                           GVariant *state)
{
  ondes_session_begin_settling (self);
  apply (self, state);
  apply_list (self->parts, state, FALSE);
  if (self->conditioning != 0)
    {
      ondes_session_drop_pending (self);
      self->pending = g_variant_ref (state);
    }
  self->settling--;
}

void
ondes_session_restore_pending (OndesSession *self)
{
  g_autoptr (GVariant) state = g_steal_pointer (&self->pending);

  if (state == NULL)
    return;
  apply_list (self->settings, state, FALSE);
  apply_list (self->parts, state, TRUE); /* the others are as they were edited since */
}

void
ondes_session_drop_pending (OndesSession *self)
{
  g_clear_pointer (&self->pending, g_variant_unref);
}

void
ondes_session_restore_state (OndesSession *self,
                             GVariant *state)
{
  g_return_if_fail (ONDES_IS_SESSION (self) && g_variant_is_of_type (state, G_VARIANT_TYPE_VARDICT));
  ondes_session_apply_state (self, state);
  ondes_session_begin_history (self);
}

void
ondes_session_set_settings (OndesSession *self,
                            GVariant *settings)
{
  g_return_if_fail (ONDES_IS_SESSION (self) && g_variant_is_of_type (settings, G_VARIANT_TYPE_VARDICT));
  ondes_session_begin_step (self);
  apply (self, settings);
  ondes_session_end_step (self);
}

void
ondes_session_begin_history (OndesSession *self)
{
  g_autoptr (GVariant) now = ondes_session_save_state (self, FALSE);

  ondes_history_begin (self->history, now);
  ondes_session_emit (self, SESSION_HISTORY_CHANGED);
}

void
ondes_session_begin_settling (OndesSession *self)
{
  self->settling++;
}

void
ondes_session_end_settling (OndesSession *self,
                            gboolean anew)
{
  g_autoptr (GVariant) now = NULL;

  self->settling--;
  if (anew)
    {
      ondes_session_begin_history (self);
      return;
    }
  if (self->settling > 0)
    return; /* what is around this one takes all as it is in the end */
  now = ondes_session_save_state (self, FALSE);
  ondes_history_replace (self->history, now);
}

void
ondes_session_note_change (OndesSession *self)
{
  g_autoptr (GVariant) now = NULL;

  g_return_if_fail (ONDES_IS_SESSION (self));
  if (self->settling > 0 || self->history == NULL || self->is_derived)
    return;
  now = ondes_session_save_state (self, FALSE);
  if (!ondes_history_add (self->history, now, history_clock (), self->act != 0 ? self->act : self->hold))
    return;
  if (self->pending != NULL)
    {
      g_variant_unref (self->pending);
      self->pending = g_variant_ref (now);
    }
  ondes_session_emit (self, SESSION_HISTORY_CHANGED);
}

void
ondes_session_begin_step (OndesSession *self)
{
  g_return_if_fail (ONDES_IS_SESSION (self));
  self->settling++;
}

void
ondes_session_end_step (OndesSession *self)
{
  g_return_if_fail (ONDES_IS_SESSION (self) && self->settling > 0);
  self->settling--;
  ondes_session_note_change (self);
}

void
ondes_session_name_step (OndesSession *self,
                         const char *name)
{
  g_return_if_fail (ONDES_IS_SESSION (self));
  ondes_history_name (self->history, name, 0);
  ondes_history_part (self->history);
}

guint
ondes_session_begin_act (OndesSession *self,
                         guint         act)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self) && self->act == 0, 0);
  if (act == 0)
    {
      act = ++self->holds;
      ondes_history_join (self->history, timeline_part.name, act);
    }
  self->act = act;
  ondes_session_begin_step (self);
  return act;
}

void
ondes_session_end_act (OndesSession *self,
                       const char   *name)
{
  g_return_if_fail (ONDES_IS_SESSION (self) && self->act != 0);
  ondes_session_end_step (self);
  ondes_history_name (self->history, name, self->act);
  self->act = 0;
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

static gboolean
is_changed (const char *name,
            GVariant *before,
            GVariant *after)
{
  g_autoptr (GVariant) a = g_variant_lookup_value (before, name, NULL);
  g_autoptr (GVariant) b = g_variant_lookup_value (after, name, NULL);

  return a != NULL && b != NULL && !g_variant_equal (a, b);
}

/* Returns the page of the first settings that differ, or else of the first part. */
static const char *
name_changed (OndesSession *self,
              GVariant *before,
              GVariant *after)
{
  GArray *const lists[] = { self->settings, self->parts };

  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    for (guint i = 0; i < lists[k]->len; i++)
      {
        const OndesSessionPart *part = g_array_index (lists[k], Part, i).part;

        if (part->page != NULL && is_changed (part->name, before, after))
          return part->page;
      }
  return NULL;
}

static const char *
go (OndesSession *self,
    GVariant *state)
{
  g_autoptr (GVariant) before = NULL;
  g_autoptr (GVariant) now = NULL;

  if (state == NULL)
    return NULL;
  before = ondes_session_save_state (self, FALSE);
  ondes_session_apply_state (self, state);
  /* Take the state as it is now: apply() skips a channel that no longer exists. */
  now = ondes_session_save_state (self, FALSE);
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

void
ondes_session_part_steps (OndesSession *self)
{
  if (self->act == 0)
    ondes_history_part (self->history);
}

void
ondes_session_foreach_step (OndesSession *self,
                            GFunc func,
                            gpointer user_data)
{
  ondes_history_foreach (self->history, func, user_data);
}

const char *
ondes_session_get_undo_name (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  return ondes_history_get_undo_name (self->history);
}

const char *
ondes_session_get_redo_name (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  return ondes_history_get_redo_name (self->history);
}

static char *
describe (const char *name,
          char       *changes)
{
  g_autofree char *paths = changes;

  if (changes == NULL)
    return NULL;
  return g_strdup (name != NULL ? name : ondes_words_change (paths));
}

char *
ondes_session_describe_undo (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  return describe (ondes_history_get_undo_name (self->history), ondes_history_get_undo_changes (self->history));
}

char *
ondes_session_describe_redo (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  return describe (ondes_history_get_redo_name (self->history), ondes_history_get_redo_changes (self->history));
}
