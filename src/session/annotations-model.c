/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The set, its edits as steps of the session's history, and which annotations are chosen. */
#include "config.h"

#include <glib/gi18n.h>

#include "annotations-model-private.h"
#include "history.h"
#include "signals.h"

#define KEPT_MAX (2 * ONDES_HISTORY_STEPS) /* revisions from which on those that the history dropped are looked for */
#define SET_PART "annotation-set" /* in the steps of the history */
#define FOUND_MAX 16 /* chosen annotations that are looked for by their ids after another revision was restored */

#define ZOOM 3.0  /* the view as a multiple of an annotation that fills it */
#define WIDER 1.25 /* the same of one that is wider than the view */

enum { CHANGED, CHOSEN_CHANGED, N_PLAIN };
static guint signals[N_PLAIN];

G_DEFINE_FINAL_TYPE (OndesAnnotationsModel, ondes_annotations_model, ONDES_TYPE_ANALYSIS)

void
ondes_annotations_model_changed (OndesAnnotationsModel *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* A step of the history that is still needed. */
static void
mark_step (gpointer settings,
           gpointer user_data)
{
  g_autoptr (GVariant) own = g_variant_lookup_value (settings, SET_PART, G_VARIANT_TYPE_VARDICT);
  GHashTable *needed = user_data;
  guint64 revision;

  if (own != NULL && g_variant_lookup (own, "revision", "t", &revision))
    g_hash_table_add (needed, g_memdup2 (&revision, sizeof revision));
}

static gboolean
is_not_needed (gpointer revision,
               gpointer set,
               gpointer needed)
{
  return !g_hash_table_contains (needed, revision);
}

/* Keeps the set under its revision, and drops those that no step of the history has any more. */
static void
keep_revision (OndesAnnotationsModel *self)
{
  g_hash_table_replace (self->kept, g_memdup2 (&self->revision, sizeof self->revision), ondes_annotation_set_ref (self->set));
  if (g_hash_table_size (self->kept) > KEPT_MAX)
    {
      g_autoptr (GHashTable) needed = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

      g_hash_table_add (needed, g_memdup2 (&self->revision, sizeof self->revision));
      ondes_session_foreach_step (ondes_analysis_get_session (ONDES_ANALYSIS (self)), mark_step, needed);
      g_hash_table_foreach_remove (self->kept, is_not_needed, needed);
    }
}

static gboolean
has (OndesAnnotationsModel *self,
     const OndesAnnotation *annotation)
{
  return ondes_annotation_set_index (self->set, annotation) < ondes_annotation_set_get_length (self->set);
}

/* Drops chosen annotations that are gone, and exchanges a few that were edited. */
static void
update_chosen (OndesAnnotationsModel *self)
{
  const gboolean few = self->chosen->len <= FOUND_MAX;
  gboolean changed = FALSE;

  for (guint i = self->chosen->len; i-- > 0;)
    {
      OndesAnnotation *annotation = g_ptr_array_index (self->chosen, i), *found;

      if (has (self, annotation) && ondes_annotation_set_get (self->set, ondes_annotation_set_index (self->set, annotation))
                                      == annotation)
        continue;
      changed = TRUE;
      found = few ? ondes_annotation_set_find (self->set, annotation->id) : NULL;
      if (found != NULL)
        {
          ondes_annotation_unref (annotation);
          g_ptr_array_index (self->chosen, i) = ondes_annotation_ref (found);
        }
      else
        g_ptr_array_remove_index (self->chosen, i);
    }
  if (changed)
    g_signal_emit (self, signals[CHOSEN_CHANGED], 0);
}

typedef struct
{
  OndesAnnotationsModel *self; /* borrowed: it owns the queue */
  OndesAnnotationSet    *set, *shown;
  GHashTable            *hidden;
} Showing;

static void
showing_free (gpointer data)
{
  Showing *showing = data;

  g_clear_pointer (&showing->set, ondes_annotation_set_unref);
  g_clear_pointer (&showing->shown, ondes_annotation_set_unref);
  g_hash_table_unref (showing->hidden);
  g_free (showing);
}

static gboolean
showing_work (OndesComputer *computer,
              gpointer data,
              const OndesWatch *watch,
              GError **error)
{
  Showing *showing = data;

  showing->shown = ondes_annotations_hide (showing->set, showing->hidden);
  return TRUE;
}

static void
take_shown (OndesAnnotationsModel *self,
            OndesAnnotationSet *shown)
{
  g_clear_pointer (&self->shown, ondes_annotation_set_unref);
  self->shown = shown;
  ondes_annotations_model_changed (self);
}

static void
on_shown (gpointer data,
          const GError *error,
          gpointer user_data)
{
  Showing *showing = data;

  if (error == NULL && showing->set == showing->self->set)
    take_shown (showing->self, g_steal_pointer (&showing->shown));
}

void
ondes_annotations_model_update_shown (OndesAnnotationsModel *self)
{
  Showing *showing;

  ondes_queue_cancel_key (self->jobs, "shown");
  if (ondes_annotations_model_is_all_shown (self))
    {
      take_shown (self, ondes_annotation_set_ref (self->set));
      return;
    }
  showing = g_new0 (Showing, 1);
  *showing = (Showing) { self, ondes_annotation_set_ref (self->set), NULL, ondes_annotations_model_get_hidden (self) };
  ondes_queue_submit (self->jobs, &(OndesTask) { .key = "shown", .work = showing_work, .data = showing, .destroy = showing_free,
                                                 .done = on_shown });
}

void
ondes_annotations_model_take (OndesAnnotationsModel *self,
                              OndesAnnotationSet *set,
                              OndesAnnotationSet *shown,
                              gboolean edit,
                              guint64 step)
{
  g_autoptr (OndesAnnotationSet) left = g_steal_pointer (&self->set);

  self->set = set;
  self->revision = ++self->newest;
  keep_revision (self);
  if (shown != NULL)
    {
      ondes_queue_cancel_key (self->jobs, "shown");
      take_shown (self, shown);
    }
  else
    ondes_annotations_model_update_shown (self);
  update_chosen (self);
  if (!edit)
    return;
  if (step == 0 || step != self->step)
    ondes_session_part_steps (ondes_analysis_get_session (ONDES_ANALYSIS (self)));
  self->step = step;
  ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
  ondes_annotations_model_save_soon (self);
}

/* Replaces @n annotations by others; the new ones are shown if their tracks are. */
static void
replace (OndesAnnotationsModel *self,
         OndesAnnotation *const *before,
         OndesAnnotation *const *after,
         guint n,
         guint64 step)
{
  OndesAnnotationEdit edit = { before, n, after, n };
  OndesAnnotationSet *set = ondes_annotation_set_edit (self->set, &edit), *shown;
  g_autoptr (GPtrArray) seen = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    if (ondes_annotations_model_is_track_shown (self, after[i]->track))
      g_ptr_array_add (seen, after[i]);
  edit.added = (OndesAnnotation *const *) seen->pdata;
  edit.n_added = seen->len;
  shown = ondes_annotations_model_is_all_shown (self) ? ondes_annotation_set_ref (set)
                                                      : ondes_annotation_set_edit (self->shown, &edit);
  ondes_annotations_model_take (self, set, shown, TRUE, step);
}

/* Replaces one annotation by another; either may be NULL. */
static void
edit_one (OndesAnnotationsModel *self,
          OndesAnnotation *before,
          OndesAnnotation *after,
          guint64 step)
{
  OndesAnnotation *const from[] = { before }, *const to[] = { after };
  OndesAnnotationEdit edit = { from, before != NULL, to, after != NULL };
  OndesAnnotationSet *set = ondes_annotation_set_edit (self->set, &edit), *shown;

  edit.n_added = after != NULL && ondes_annotations_model_is_track_shown (self, after->track);
  shown = ondes_annotations_model_is_all_shown (self) ? ondes_annotation_set_ref (set)
                                                      : ondes_annotation_set_edit (self->shown, &edit);
  ondes_annotations_model_take (self, set, shown, TRUE, step);
}

/* Ends an act that is named by the label of its annotation. */
static void
end_act (OndesAnnotationsModel *self,
         const char            *label)
{
  /* Translators: what a person did, after “Undo”; the label of an annotation. */
  g_autofree char *name = label != NULL && *label != '\0' ? g_strdup_printf (_("Annotate “%s”"), label) : g_strdup (_("Annotate"));

  ondes_session_end_act (ondes_analysis_get_session (ONDES_ANALYSIS (self)), name);
}

OndesAnnotation *
ondes_annotations_model_add (OndesAnnotationsModel *self,
                             const OndesAnnotation *values)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self));
  OndesAnnotation template = *values, *fresh;

  g_return_val_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self), NULL);
  if (!self->ready)
    return NULL;
  template.id = 0;
  if (template.track == NULL)
    template.track = self->track;
  fresh = ondes_annotation_new (&template);
  self->act = ondes_session_begin_act (session, 0);
  /* What was just made is seen. */
  ondes_annotations_model_show_track (self, fresh->track, TRUE);
  edit_one (self, NULL, fresh, 0);
  self->made = fresh->id;
  /* The handles of selection and annotation would lie on each other. */
  ondes_timeline_set_selection (ondes_session_get_timeline (session), ONDES_SELECTION_NONE);
  end_act (self, fresh->label);
  ondes_annotations_model_choose (self, &fresh, 1);
  ondes_annotation_unref (fresh);
  return fresh; /* the set's */
}

OndesAnnotation *
ondes_annotations_model_change (OndesAnnotationsModel *self,
                                OndesAnnotation *annotation,
                                const OndesAnnotation *values)
{
  OndesAnnotation template = *values, *fresh;

  g_return_val_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self), NULL);
  if (!self->ready || annotation == NULL || !has (self, annotation))
    return NULL;
  template.id = annotation->id;
  fresh = ondes_annotation_new (&template);
  if (ondes_annotation_equal (annotation, fresh))
    {
      ondes_annotation_unref (fresh);
      return annotation;
    }
  for (guint i = 0; i < self->chosen->len; i++)
    if (g_ptr_array_index (self->chosen, i) == annotation)
      {
        g_ptr_array_index (self->chosen, i) = ondes_annotation_ref (fresh);
        edit_one (self, annotation, fresh, fresh->id);
        ondes_annotation_unref (annotation);
        ondes_annotation_unref (fresh);
        return fresh;
      }
  edit_one (self, annotation, fresh, fresh->id);
  ondes_annotation_unref (fresh);
  return fresh;
}

OndesAnnotation *
ondes_annotations_model_complete (OndesAnnotationsModel *self,
                                  OndesAnnotation *annotation,
                                  const OndesAnnotation *values)
{
  const gboolean is_made = annotation->id == self->made;
  OndesAnnotation *fresh;

  self->made = 0;
  if (!is_made)
    return ondes_annotations_model_change (self, annotation, values);
  ondes_session_begin_act (ondes_analysis_get_session (ONDES_ANALYSIS (self)), self->act);
  fresh = ondes_annotations_model_change (self, annotation, values);
  end_act (self, values->label);
  return fresh;
}

void
ondes_annotations_model_change_chosen (OndesAnnotationsModel *self,
                                       const OndesAnnotation *values)
{
  g_autoptr (GPtrArray) before = NULL;
  gboolean changed = FALSE;

  g_return_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self));
  if (!self->ready || self->chosen->len == 0 || self->chosen->len > ONDES_ANNOTATIONS_TOGETHER)
    return;
  before = g_steal_pointer (&self->chosen);
  self->chosen = g_ptr_array_new_full (before->len, (GDestroyNotify) ondes_annotation_unref);
  for (guint i = 0; i < before->len; i++)
    {
      OndesAnnotation *old = g_ptr_array_index (before, i), template = values[i];

      template.id = old->id;
      g_ptr_array_add (self->chosen, ondes_annotation_new (&template));
      changed |= !ondes_annotation_equal (old, g_ptr_array_index (self->chosen, i));
    }
  if (changed)
    replace (self, (OndesAnnotation *const *) before->pdata, (OndesAnnotation *const *) self->chosen->pdata, before->len,
             ((OndesAnnotation *) g_ptr_array_index (before, 0))->id);
  else
    {
      /* Those of the set stay. */
      g_ptr_array_unref (self->chosen);
      self->chosen = g_steal_pointer (&before);
    }
}

void
ondes_annotations_model_begin_step (OndesAnnotationsModel *self)
{
  self->step = 0;
}

void
ondes_annotations_model_remove_chosen (OndesAnnotationsModel *self)
{
  g_autoptr (GPtrArray) gone = NULL;
  OndesAnnotationEdit edit = { 0 };
  OndesAnnotationSet *set, *shown;

  g_return_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self));
  if (!self->ready || self->chosen->len == 0)
    return;
  gone = g_steal_pointer (&self->chosen);
  self->chosen = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_annotation_unref);
  edit.removed = (OndesAnnotation *const *) gone->pdata;
  edit.n_removed = gone->len;
  set = ondes_annotation_set_edit (self->set, &edit);
  shown = ondes_annotations_model_is_all_shown (self) ? ondes_annotation_set_ref (set)
                                                      : ondes_annotation_set_edit (self->shown, &edit);
  ondes_annotations_model_take (self, set, shown, TRUE, 0);
  g_signal_emit (self, signals[CHOSEN_CHANGED], 0);
}

/* Chosen annotations. */

GPtrArray *
ondes_annotations_model_get_chosen (OndesAnnotationsModel *self)
{
  return self->chosen;
}

OndesAnnotation *
ondes_annotations_model_get_first (OndesAnnotationsModel *self)
{
  return self->chosen->len > 0 ? g_ptr_array_index (self->chosen, 0) : NULL;
}

static gboolean
is_chosen_alone (OndesAnnotationsModel *self,
                 OndesAnnotation *const *annotations,
                 guint n)
{
  if (self->chosen->len != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (g_ptr_array_index (self->chosen, i) != annotations[i])
      return FALSE;
  return TRUE;
}

void
ondes_annotations_model_choose (OndesAnnotationsModel *self,
                                OndesAnnotation *const *annotations,
                                guint n)
{
  g_return_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self));
  if (is_chosen_alone (self, annotations, n))
    return;
  {
    /* The old ones may be the only owners of those given. */
    g_autoptr (GPtrArray) left = g_steal_pointer (&self->chosen);

    self->chosen = g_ptr_array_new_full (n, (GDestroyNotify) ondes_annotation_unref);
    for (guint i = 0; i < n; i++)
      if (has (self, annotations[i]))
        g_ptr_array_add (self->chosen, ondes_annotation_ref (annotations[i]));
  }
  self->step = 0;
  g_signal_emit (self, signals[CHOSEN_CHANGED], 0);
}

void
ondes_annotations_model_toggle (OndesAnnotationsModel *self,
                                OndesAnnotation *annotation)
{
  g_return_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self));
  if (!g_ptr_array_remove (self->chosen, annotation))
    {
      if (!has (self, annotation))
        return;
      g_ptr_array_add (self->chosen, ondes_annotation_ref (annotation));
    }
  self->step = 0;
  g_signal_emit (self, signals[CHOSEN_CHANGED], 0);
}

/* Returns the place of the first annotation shown that starts at @time or later. */
static guint64
find_start (OndesAnnotationsModel *self,
            double time)
{
  guint64 lo = 0, hi = ondes_annotation_set_get_length (self->shown);

  while (lo < hi)
    {
      const guint64 middle = lo + (hi - lo) / 2;

      if (ondes_annotation_set_get (self->shown, middle)->start < time)
        lo = middle + 1;
      else
        hi = middle;
    }
  return lo;
}

gboolean
ondes_annotations_model_step (OndesAnnotationsModel *self,
                              int by,
                              double time)
{
  const guint64 n = ondes_annotation_set_get_length (self->shown);
  OndesAnnotation *from = ondes_annotations_model_get_first (self), *to;
  guint64 at = from != NULL ? ondes_annotation_set_index (self->shown, from) : n;

  if (at < n)
    at += by;
  else
    at = find_start (self, time) + (by < 0 ? -1 : 0);
  to = at < n ? ondes_annotation_set_get (self->shown, at) : NULL; /* before the first wraps around to a place after the last */
  if (to != NULL)
    ondes_annotations_model_choose (self, &to, 1);
  return to != NULL;
}

void
ondes_annotations_model_reveal (OndesAnnotationsModel *self,
                                OndesAnnotation *annotation,
                                gboolean zoom)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self));
  OndesTimeline *timeline = ondes_session_get_timeline (session);
  OndesSource *source = ondes_session_get_source (session);
  double first, count, start, length;

  g_return_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self) && annotation != NULL);
  if (source == NULL)
    return;
  start = annotation->start * source->rate_hz;
  length = (annotation->end - annotation->start) * source->rate_hz;
  ondes_timeline_get_view (timeline, &first, &count);
  if (!zoom && start >= first && start + length <= first + count)
    return;
  if (length > 0 && (zoom || length > count))
    count = length * (zoom ? ZOOM : WIDER);
  ondes_timeline_set_view (timeline, start + length / 2 - count / 2, count);
}

gboolean
ondes_annotations_model_is_ready (OndesAnnotationsModel *self)
{
  g_return_val_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self), FALSE);
  return self->ready;
}

OndesAnnotationSet *
ondes_annotations_model_get_set (OndesAnnotationsModel *self)
{
  return self->set;
}

OndesAnnotationSet *
ondes_annotations_model_get_shown (OndesAnnotationsModel *self)
{
  return self->shown;
}

gboolean
ondes_annotations_model_is_working (OndesAnnotationsModel *self)
{
  return self->working > 0;
}

void
ondes_annotations_model_say_notes (OndesAnnotationsModel *self,
                                   const char *text,
                                   char **notes)
{
  g_autoptr (GString) all = g_string_new (text);

  for (; notes != NULL && *notes != NULL; notes++)
    g_string_append_printf (all, "%s%s", all->len > 0 ? "\n" : "", *notes);
  if (all->len > 0)
    ondes_analysis_say (ONDES_ANALYSIS (self), FALSE, all->str);
}

/* The set is undone, but is no setting: another process knows none of its revisions, and reads the annotations of their file. */
static void
save_set (gpointer owner,
          GVariantBuilder *entries)
{
  g_variant_builder_add (entries, "{sv}", "revision", g_variant_new_uint64 (ONDES_ANNOTATIONS_MODEL (owner)->revision));
}

/* A revision from before the file was read is no longer known, and changes nothing. */
static void
restore_set (gpointer owner,
             GVariant *saved)
{
  OndesAnnotationsModel *self = owner;
  OndesAnnotationSet *set = NULL;
  guint64 revision;

  self->step = 0;
  if (g_variant_lookup (saved, "revision", "t", &revision) && revision != self->revision)
    set = g_hash_table_lookup (self->kept, &revision);
  if (set == NULL)
    return;
  ondes_annotation_set_unref (self->set);
  self->set = ondes_annotation_set_ref (set);
  self->revision = revision;
  ondes_annotations_model_save_soon (self);
  ondes_annotations_model_update_shown (self);
  update_chosen (self);
}

static const OndesSessionPart set_part = { SET_PART, "annotations", FALSE, save_set, restore_set };

static void
save (OndesAnalysis *analysis,
      GVariantBuilder *settings)
{
  ondes_annotations_model_save_looks (ONDES_ANNOTATIONS_MODEL (analysis), settings);
}

static void
restore (OndesAnalysis *analysis,
         GVariant *saved)
{
  OndesAnnotationsModel *self = ONDES_ANNOTATIONS_MODEL (analysis);

  ondes_annotations_model_restore_looks (self, saved);
  self->step = 0;
  ondes_annotations_model_update_shown (self);
}

static gboolean
is_never_busy (OndesAnalysis *self,
               double *progress)
{
  return FALSE;
}

static void
do_nothing (OndesAnalysis *self)
{
}

static void
ondes_annotations_model_dispose (GObject *object)
{
  OndesAnnotationsModel *self = ONDES_ANNOTATIONS_MODEL (object);

  ondes_session_remove_part (ondes_analysis_get_session (ONDES_ANALYSIS (self)), self);
  g_clear_handle_id (&self->save_source, g_source_remove);
  g_clear_pointer (&self->jobs, ondes_queue_free);
  G_OBJECT_CLASS (ondes_annotations_model_parent_class)->dispose (object);
}

static void
ondes_annotations_model_finalize (GObject *object)
{
  OndesAnnotationsModel *self = ONDES_ANNOTATIONS_MODEL (object);

  ondes_annotation_set_unref (self->set);
  ondes_annotation_set_unref (self->shown);
  g_hash_table_unref (self->kept);
  g_hash_table_unref (self->looks);
  g_ptr_array_unref (self->chosen);
  g_free (self->track);
  g_free (self->path);
  g_clear_pointer (&self->file, ondes_annotations_file_unref);
  G_OBJECT_CLASS (ondes_annotations_model_parent_class)->finalize (object);
}

static void
ondes_annotations_model_class_init (OndesAnnotationsModelClass *klass)
{
  static const char *const names[N_PLAIN] = { "changed", "chosen-changed" };
  OndesAnalysisClass *analysis_class = ONDES_ANALYSIS_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ondes_annotations_model_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_annotations_model_finalize;
  analysis_class->name = "annotations";
  analysis_class->save = save;
  analysis_class->restore = restore;
  analysis_class->is_busy = is_never_busy;
  analysis_class->cancel = do_nothing;
  analysis_class->recompute = do_nothing;
  analysis_class->want = do_nothing;
  ondes_signals_new (klass, names, N_PLAIN, signals);
  g_signal_new ("conflict", ONDES_TYPE_ANNOTATIONS_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ondes_annotations_model_init (OndesAnnotationsModel *self)
{
  self->set = ondes_annotation_set_new ();
  self->shown = ondes_annotation_set_ref (self->set);
  self->kept = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) ondes_annotation_set_unref);
  self->looks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->chosen = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_annotation_unref);
  self->track = g_strdup ("");
  self->revision = self->saved = self->newest = (guint64) g_random_int () << 32;
}

OndesAnnotationsModel *
ondes_annotations_model_new (OndesSession *session)
{
  OndesAnnotationsModel *self = g_object_new (ONDES_TYPE_ANNOTATIONS_MODEL, "session", session, NULL);

  ondes_analysis_set_silent (ONDES_ANALYSIS (self));
  self->jobs = ondes_session_new_queue (session, FALSE, ONDES_PRIORITY_INTERACTIVE);
  ondes_session_add_part (session, &set_part, self);
  g_signal_connect_object (session, "recording-changed", G_CALLBACK (ondes_annotations_model_follow), self, G_CONNECT_SWAPPED);
  ondes_annotations_model_follow (self);
  return self;
}
