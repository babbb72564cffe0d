/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tracks of annotations: which are shown, their colours, and their changes, which visit every annotation on a worker. */
#include "config.h"

#include "annotations-model-private.h"
#include "figure/draw-annotations.h"

static OndesTrackLook
get_look (OndesAnnotationsModel *self,
          const char *name)
{
  const OndesTrackLook *look = g_hash_table_lookup (self->looks, name);

  return look != NULL ? *look : (OndesTrackLook) { 0 };
}

static void
set_look (OndesAnnotationsModel *self,
          const char *name,
          const OndesTrackLook *look)
{
  if (look->hidden || look->has_colour)
    g_hash_table_replace (self->looks, g_strdup (name), g_memdup2 (look, sizeof *look));
  else
    g_hash_table_remove (self->looks, name);
}

gboolean
ondes_annotations_model_is_track_shown (OndesAnnotationsModel *self,
                                        const char *name)
{
  return !get_look (self, name).hidden;
}

static GHashTable *
find_hidden (OndesAnnotationsModel *self)
{
  GHashTable *hidden = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer name, look;

  g_hash_table_iter_init (&iter, self->looks);
  while (g_hash_table_iter_next (&iter, &name, &look))
    if (((const OndesTrackLook *) look)->hidden)
      g_hash_table_add (hidden, g_strdup (name));
  return hidden;
}

GHashTable *
ondes_annotations_model_get_hidden (OndesAnnotationsModel *self)
{
  return find_hidden (self);
}

gboolean
ondes_annotations_model_is_all_shown (OndesAnnotationsModel *self)
{
  g_autoptr (GHashTable) hidden = find_hidden (self);

  return g_hash_table_size (hidden) == 0;
}

static gboolean
is_shown (const OndesAnnotation *annotation,
          gpointer hidden)
{
  return !g_hash_table_contains (hidden, annotation->track);
}

OndesAnnotationSet *
ondes_annotations_hide (OndesAnnotationSet *set,
                        GHashTable *hidden)
{
  return ondes_annotation_set_filter (set, is_shown, hidden);
}

void
ondes_annotations_model_show_track (OndesAnnotationsModel *self,
                                    const char *name,
                                    gboolean shown)
{
  OndesTrackLook look = get_look (self, name);

  g_return_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self));
  if (look.hidden == !shown)
    return;
  look.hidden = !shown;
  set_look (self, name, &look);
  ondes_annotations_model_update_shown (self);
  ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
}

OndesColour
ondes_annotations_model_get_colour (OndesAnnotationsModel *self,
                                    const char *name)
{
  const OndesTrackLook look = get_look (self, name);

  return look.has_colour ? look.colour : ondes_annotation_colour (ondes_annotation_set_get_track (self->set, name));
}

void
ondes_annotations_model_set_colour (OndesAnnotationsModel *self,
                                    const char *name,
                                    const OndesColour *colour)
{
  OndesTrackLook look = get_look (self, name);

  look.has_colour = TRUE;
  look.colour = *colour;
  set_look (self, name, &look);
  ondes_annotations_model_changed (self);
  ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
}

const char *
ondes_annotations_model_get_track (OndesAnnotationsModel *self)
{
  return self->track;
}

void
ondes_annotations_model_set_track (OndesAnnotationsModel *self,
                                   const char *name)
{
  if (g_str_equal (self->track, name))
    return;
  g_free (self->track);
  self->track = g_strdup (name);
  ondes_annotations_model_changed (self);
}

void
ondes_annotations_model_add_track (OndesAnnotationsModel *self,
                                   const char *name)
{
  OndesAnnotationSet *set, *shown;

  g_return_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self));
  if (!self->ready || *name == 0)
    return;
  ondes_annotations_model_set_track (self, name);
  if (ondes_annotation_set_get_track (self->set, name) >= 0)
    return;
  set = ondes_annotation_set_add_track (self->set, name);
  shown = ondes_annotations_model_is_all_shown (self) ? ondes_annotation_set_ref (set)
                                                      : ondes_annotation_set_add_track (self->shown, name);
  ondes_annotations_model_take (self, set, shown, TRUE, 0);
}

/* A change of one track with all its annotations. */
typedef struct
{
  OndesAnnotationsModel *self; /* borrowed: it owns the queue */
  guint                  serial;
  OndesAnnotationSet    *from, *to;
  char                  *name, *fresh; /* @fresh is NULL to remove the track */
} Change;

static void
change_free (gpointer data)
{
  Change *change = data;

  ondes_annotation_set_unref (change->from);
  g_clear_pointer (&change->to, ondes_annotation_set_unref);
  g_free (change->name);
  g_free (change->fresh);
  g_free (change);
}

static gboolean
change_work (OndesComputer *computer,
             gpointer data,
             const OndesWatch *watch,
             GError **error)
{
  Change *change = data;

  change->to = change->fresh != NULL ? ondes_annotation_set_rename_track (change->from, change->name, change->fresh)
                                     : ondes_annotation_set_remove_track (change->from, change->name);
  return TRUE;
}

static void submit (OndesAnnotationsModel *self,
                    const char            *name,
                    const char            *fresh);

/* The look goes with the track. */
static void
move_look (OndesAnnotationsModel *self,
           const char *name,
           const char *fresh)
{
  const OndesTrackLook look = get_look (self, name);

  g_hash_table_remove (self->looks, name);
  if (fresh != NULL && !g_hash_table_contains (self->looks, fresh))
    set_look (self, fresh, &look);
  if (g_str_equal (self->track, name))
    {
      g_free (self->track);
      self->track = g_strdup (fresh != NULL ? fresh : "");
    }
}

static void
land_change (Change *change)
{
  OndesAnnotationsModel *self = change->self;

  if (change->from != self->set)
    {
      submit (self, change->name, change->fresh); /* edited in the meantime */
      return;
    }
  move_look (self, change->name, change->fresh);
  ondes_annotations_model_take (self, g_steal_pointer (&change->to), NULL, TRUE, 0);
}

static void
on_changed (gpointer data,
            const GError *error,
            gpointer user_data)
{
  Change *change = data;
  OndesAnnotationsModel *self = change->self;

  self->working--;
  if (error == NULL && change->serial == self->serial && self->ready)
    land_change (change);
  ondes_analysis_changed (self);
}

static void
submit (OndesAnnotationsModel *self,
        const char *name,
        const char *fresh)
{
  Change *change = g_new0 (Change, 1);

  *change = (Change) { self, self->serial, ondes_annotation_set_ref (self->set), NULL, g_strdup (name), g_strdup (fresh) };
  self->working++;
  ondes_queue_submit (self->jobs, &(OndesTask) { .work = change_work, .data = change, .destroy = change_free, .done = on_changed });
}

void
ondes_annotations_model_rename_track (OndesAnnotationsModel *self,
                                      const char *name,
                                      const char *fresh)
{
  g_return_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self));
  if (self->ready && !g_str_equal (name, fresh))
    submit (self, name, fresh);
}

void
ondes_annotations_model_remove_track (OndesAnnotationsModel *self,
                                      const char *name)
{
  g_return_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self));
  if (self->ready)
    submit (self, name, NULL);
}

/* Looks as settings: name, whether it is hidden, and its colour as "#rrggbb", "" for the usual one; in the order of the names. */

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (a, b);
}

static char *
print_colour (const OndesTrackLook *look)
{
  const OndesColour *colour = &look->colour;

  if (!look->has_colour)
    return g_strdup ("");
  return g_strdup_printf ("#%02x%02x%02x", (guint) (CLAMP (colour->r, 0, 1) * 255 + 0.5),
                          (guint) (CLAMP (colour->g, 0, 1) * 255 + 0.5), (guint) (CLAMP (colour->b, 0, 1) * 255 + 0.5));
}

static gboolean
parse_colour (const char *text,
              OndesColour *colour)
{
  guint64 value;

  if (*text != '#' || strlen (text) != 7 || !g_ascii_string_to_unsigned (text + 1, 16, 0, 0xffffff, &value, NULL))
    return FALSE;
  *colour = (OndesColour) { (double) (value >> 16) / 255, (double) (value >> 8 & 255) / 255, (double) (value & 255) / 255, 1 };
  return TRUE;
}

void
ondes_annotations_model_save_looks (OndesAnnotationsModel *self,
                                    GVariantBuilder *settings)
{
  GVariantBuilder looks = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(sbs)"));
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (self->looks), compare_names);

  for (GList *l = names; l != NULL; l = l->next)
    {
      const OndesTrackLook *look = g_hash_table_lookup (self->looks, l->data);
      g_autofree char *colour = print_colour (look);

      g_variant_builder_add (&looks, "(sbs)", l->data, look->hidden, colour);
    }
  g_variant_builder_add (settings, "{sv}", "tracks", g_variant_builder_end (&looks));
}

void
ondes_annotations_model_restore_looks (OndesAnnotationsModel *self,
                                       GVariant *settings)
{
  g_autoptr (GVariantIter) iter = NULL;
  const char *name, *colour;
  gboolean hidden;

  if (!g_variant_lookup (settings, "tracks", "a(sbs)", &iter))
    return;
  g_hash_table_remove_all (self->looks);
  while (g_variant_iter_next (iter, "(&sb&s)", &name, &hidden, &colour))
    {
      OndesTrackLook look = { .hidden = hidden };

      look.has_colour = parse_colour (colour, &look.colour);
      set_look (self, name, &look);
    }
}
