/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The annotations of a session without a window: edited, undone, saved, read again, in conflict with another program, imported,
 * and listed. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "scalogram-fixture.h"
#include "session/annotation-list.h"
#include "session/words-annotations.h"

typedef struct
{
  OndesSession          *session;
  OndesAnnotationsModel *model;
  GString               *messages;
  guint                  errors, conflicts;
  char                  *path; /* of the recording */
} Notes;

static void
on_message (Notes *notes,
            const char *text,
            gboolean is_error)
{
  g_string_append_printf (notes->messages, "%s\n", text);
  notes->errors += is_error;
}

static void
on_conflict (Notes *notes)
{
  notes->conflicts++;
}

static void
begin (Notes *notes)
{
  notes->session = ondes_session_new ();
  notes->model = ondes_annotations_model_new (notes->session);
  notes->messages = g_string_new (NULL);
  notes->errors = notes->conflicts = 0;
  g_signal_connect_swapped (notes->model, "message", G_CALLBACK (on_message), notes);
  g_signal_connect_swapped (notes->model, "conflict", G_CALLBACK (on_conflict), notes);
}

static void
end (Notes *notes)
{
  g_assert_finalize_object (notes->model);
  g_assert_finalize_object (notes->session);
  g_string_free (notes->messages, TRUE);
}

/* The alarm of the fixture ends a wait without end. */
#define WAIT(condition) \
  while (!(condition)) \
    g_main_context_iteration (NULL, TRUE)

static void
open_recording (Notes *notes,
                const char *path)
{
  const guint before = ondes_session_get_opened (notes->session);

  ondes_session_open (notes->session, path, NULL);
  WAIT (ondes_session_get_opened (notes->session) > before && ondes_annotations_model_is_ready (notes->model));
}

/* Of a recording of its own. */
static void
notes_setup (Notes *notes,
             gconstpointer name)
{
  g_autofree char *file = g_strconcat (name, ".wav", NULL);

  notes->path = tone_file (file, 4 * RATE, 300);
  begin (notes);
  open_recording (notes, notes->path);
}

static void
notes_teardown (Notes *notes,
                gconstpointer name)
{
  end (notes);
  g_free (notes->path);
}

static OndesAnnotation *
add (Notes *notes,
     double start,
     double end_s,
     const char *label)
{
  const OndesAnnotation values = { .start = start, .end = end_s, .low_hz = NAN, .high_hz = NAN, .label = label };

  return ondes_annotations_model_add (notes->model, &values);
}

static guint
length (Notes *notes)
{
  return (guint) ondes_annotation_set_get_length (ondes_annotations_model_get_set (notes->model));
}

static void
save (Notes *notes)
{
  ondes_annotations_model_save (notes->model);
  WAIT (!ondes_annotations_model_is_saving (notes->model));
}

static OndesAnnotationSet *
read_own (const char *path)
{
  const OndesAnnotationReading reading = { .format = ONDES_ANNOTATIONS_OWN };
  g_autoptr (GError) error = NULL;
  OndesAnnotationSet *set = ondes_annotations_read (path, &reading, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return set;
}

static void
assert_saved (Notes *notes)
{
  g_autoptr (OndesAnnotationSet) set = read_own (ondes_annotations_model_get_path (notes->model));

  g_assert_true (ondes_annotation_set_equal (set, ondes_annotations_model_get_set (notes->model)));
  g_assert_false (ondes_annotations_model_is_unsaved (notes->model));
}

/* Nothing is written where nothing was annotated; a change is in the file soon, by itself. */
static void
test_autosave (Notes *notes,
               gconstpointer data)
{
  g_autofree char *path = ondes_annotations_beside (notes->path);

  g_assert_cmpstr (ondes_annotations_model_get_path (notes->model), ==, path);
  save (notes);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_nonnull (add (notes, 0.5, 1.25, "soon"));
  g_assert_true (ondes_annotations_model_is_unsaved (notes->model));
  WAIT (!ondes_annotations_model_is_unsaved (notes->model));
  assert_saved (notes);
  ondes_annotations_model_remove_chosen (notes->model);
  /* Who closes waits for one save, also of what changes while an older state is written. */
  ondes_annotations_model_save (notes->model);
  add (notes, 2, 3, "late");
  save (notes);
  g_assert_false (ondes_annotations_model_is_unsaved (notes->model));
  assert_saved (notes);
  g_assert_cmpuint (length (notes), ==, 1);
  g_assert_cmpstr (notes->messages->str, ==, "");
}

/* What was saved is there again in another session, and is no step to undo. */
static void
test_reload (Notes *notes,
             gconstpointer data)
{
  g_autoptr (OndesAnnotationSet) set = NULL;
  const OndesAnnotation box = { .start = 1, .end = 2, .low_hz = 200, .high_hz = INFINITY, .label = "a\tb\n\"c\"", .track = "T" };
  Notes again;

  add (notes, 0.25, 0.25, "point");
  ondes_annotations_model_add (notes->model, &box);
  save (notes);
  set = ondes_annotation_set_ref (ondes_annotations_model_get_set (notes->model));
  begin (&again);
  open_recording (&again, notes->path);
  g_assert_true (ondes_annotation_set_equal (set, ondes_annotations_model_get_set (again.model)));
  g_assert_false (ondes_session_can_undo (again.session));
  g_assert_false (ondes_annotations_model_is_unsaved (again.model));
  end (&again);
}

/* Another recording: what is unsaved goes into the file of the one that is left, and nothing of it stays. */
static void
test_leave (Notes *notes,
            gconstpointer data)
{
  g_autofree char *other = tone_file ("left-for.wav", RATE, 200), *path = ondes_annotations_beside (notes->path);

  add (notes, 0.5, 0.75, "left");
  open_recording (notes, other);
  g_assert_cmpuint (length (notes), ==, 0);
  g_assert_null (ondes_annotations_model_get_first (notes->model));
  g_assert_false (ondes_session_can_undo (notes->session));
  {
    g_autoptr (OndesAnnotationSet) set = read_own (path);

    g_assert_cmpuint (ondes_annotation_set_get_length (set), ==, 1);
  }
  open_recording (notes, notes->path);
  g_assert_cmpuint (length (notes), ==, 1);
}

static OndesAnnotation *
random_annotation (Notes *notes)
{
  const guint n = length (notes);

  return n > 0 ? ondes_annotation_set_get (ondes_annotations_model_get_set (notes->model), (guint64) g_test_rand_int_range (0, n))
               : NULL;
}

static void
edit_at_random (Notes *notes)
{
  OndesAnnotation *annotation = random_annotation (notes), values;

  ondes_annotations_model_begin_step (notes->model);
  switch (g_test_rand_int_range (0, annotation != NULL ? 4 : 1))
    {
    case 0:
      add (notes, g_test_rand_double_range (0, 2), g_test_rand_double_range (2, 4), "x");
      break;
    case 1:
      ondes_annotations_model_choose (notes->model, &annotation, 1);
      ondes_annotations_model_remove_chosen (notes->model);
      break;
    default:
      values = *annotation;
      values.start = g_test_rand_double_range (0, 1);
      values.label = values.label[0] == 'x' ? "y" : "x";
      g_assert_nonnull (ondes_annotations_model_change (notes->model, annotation, &values));
      break;
    }
}

/* Back to the first state and forward to the last, each as it was, however the edits came. */
static void
test_undo (Notes *notes,
           gconstpointer data)
{
  enum { EDITS = 120 };
  OndesAnnotationSet *states[EDITS + 1];

  states[0] = ondes_annotation_set_ref (ondes_annotations_model_get_set (notes->model));
  for (guint i = 1; i <= EDITS; i++)
    {
      edit_at_random (notes);
      states[i] = ondes_annotation_set_ref (ondes_annotations_model_get_set (notes->model));
    }
  for (guint i = EDITS; i-- > 0;)
    {
      g_assert_true (ondes_session_can_undo (notes->session));
      ondes_session_undo (notes->session);
      g_assert_true (ondes_annotation_set_equal (states[i], ondes_annotations_model_get_set (notes->model)));
      for (guint j = 0; j < ondes_annotations_model_get_chosen (notes->model)->len; j++)
        g_assert_cmpuint (ondes_annotation_set_index (states[i],
                                                      g_ptr_array_index (ondes_annotations_model_get_chosen (notes->model), j)),
                          <, ondes_annotation_set_get_length (states[i]));
    }
  g_assert_false (ondes_session_can_undo (notes->session));
  for (guint i = 1; i <= EDITS; i++)
    {
      ondes_session_redo (notes->session);
      g_assert_true (ondes_annotation_set_equal (states[i], ondes_annotations_model_get_set (notes->model)));
    }
  g_assert_false (ondes_session_can_redo (notes->session));
  save (notes);
  assert_saved (notes);
  for (guint i = 0; i <= EDITS; i++)
    ondes_annotation_set_unref (states[i]);
}

/* Far more edits than the history has steps: those that it has are undone all the same. */
static void
test_undo_many (Notes *notes,
                gconstpointer data)
{
  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *label = g_strdup_printf ("%u", i);

      add (notes, 1, 2, label);
    }
  for (guint i = 0; i < 200; i++)
    {
      g_assert_true (ondes_session_can_undo (notes->session));
      ondes_session_undo (notes->session);
      g_assert_cmpuint (length (notes), ==, 999 - i);
    }
}

/* A drag with a button held is one step, and so is what a setting of another session cannot undo. */
static void
test_drag (Notes *notes,
           gconstpointer data)
{
  OndesAnnotation *annotation = add (notes, 1, 2, "dragged"), values = *annotation;

  ondes_annotations_model_begin_step (notes->model);
  ondes_session_set_held (notes->session, TRUE);
  for (guint i = 1; i <= 50; i++)
    {
      values.start = 1 + i * 0.01;
      annotation = ondes_annotations_model_change (notes->model, annotation, &values);
      g_assert_true (ondes_annotations_model_get_first (notes->model) == annotation);
    }
  ondes_session_set_held (notes->session, FALSE);
  g_assert_cmpfloat (annotation->start, ==, 1.5);
  ondes_session_undo (notes->session);
  g_assert_cmpfloat (ondes_annotation_set_get (ondes_annotations_model_get_set (notes->model), 0)->start, ==, 1);
  ondes_session_undo (notes->session);
  g_assert_cmpuint (length (notes), ==, 0);
  g_assert_false (ondes_session_can_undo (notes->session));
}

/* A file that another program writes in the meantime stays as it is until a person has decided. */
static void
test_conflict (Notes *notes,
               gconstpointer data)
{
  const OndesAnnotationWriting writing = { .format = ONDES_ANNOTATIONS_OWN };
  g_autofree char *path = ondes_annotations_beside (notes->path);
  g_autoptr (OndesAnnotationSet) theirs = NULL, mine = NULL, read = NULL;
  g_autoptr (GError) error = NULL;
  const OndesAnnotation foreign = { .start = 3, .end = 3.5, .low_hz = NAN, .high_hz = NAN, .label = "theirs" };
  g_autoptr (OndesAnnotation) annotation = ondes_annotation_new (&foreign);
  g_autoptr (OndesAnnotationSet) none = ondes_annotation_set_new ();

  add (notes, 1, 2, "mine");
  save (notes);
  mine = ondes_annotation_set_ref (ondes_annotations_model_get_set (notes->model));
  theirs = ondes_annotation_set_add (none, annotation);
  g_assert_true (ondes_annotations_write (theirs, path, &writing, NULL, &error));
  g_assert_no_error (error);
  add (notes, 2, 3, "mine too");
  save (notes);
  g_assert_cmpuint (notes->conflicts, ==, 1);
  g_assert_true (ondes_annotations_model_is_in_conflict (notes->model));
  read = read_own (path);
  g_assert_true (ondes_annotation_set_equal (read, theirs));
  ondes_annotations_model_resolve (notes->model, ONDES_ANNOTATIONS_READ);
  WAIT (!ondes_annotations_model_is_unsaved (notes->model));
  g_assert_true (ondes_annotation_set_equal (ondes_annotations_model_get_set (notes->model), theirs));
  /* What was here is not lost. */
  ondes_session_undo (notes->session);
  g_assert_cmpuint (length (notes), ==, 2);
  save (notes);
  assert_saved (notes);
  g_assert_cmpuint (notes->conflicts, ==, 1);
  /* The other answers. */
  g_assert_true (ondes_annotations_write (theirs, path, &writing, NULL, &error));
  add (notes, 0, 1, "again");
  save (notes);
  g_assert_cmpuint (notes->conflicts, ==, 2);
  ondes_annotations_model_resolve (notes->model, ONDES_ANNOTATIONS_LATER);
  save (notes);
  g_assert_cmpuint (notes->conflicts, ==, 3);
  ondes_annotations_model_resolve (notes->model, ONDES_ANNOTATIONS_OVERWRITE);
  WAIT (!ondes_annotations_model_is_unsaved (notes->model));
  assert_saved (notes);
}

/* A damaged file is said, and not overwritten by what is annotated then. */
static void
test_damaged (Notes *notes,
              gconstpointer data)
{
  g_autofree char *recording = tone_file ("damaged.wav", RATE, 200), *path = ondes_annotations_beside (recording);
  g_autofree char *content = NULL;

  g_assert_true (g_file_set_contents (path, "no annotations at all", -1, NULL));
  open_recording (notes, recording);
  g_assert_cmpuint (notes->errors, ==, 1);
  g_assert_nonnull (strstr (notes->messages->str, "damaged.wav.ondes-annotations"));
  g_assert_nonnull (add (notes, 0.5, 0.5, "new"));
  save (notes);
  g_assert_cmpuint (notes->conflicts, ==, 1);
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "no annotations at all");
}

/* Where the folder cannot be written, the user's data folder has them, and it is said once. */
static void
test_folder (Notes *notes,
             gconstpointer data)
{
  g_autofree char *folder = g_build_filename (scalogram_folder, "gone", NULL), *moved = NULL;
  g_autofree char *path = g_build_filename (folder, "there.wav", NULL), *file = tone_file ("there.wav", RATE, 200);
  const char *where;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (g_rename (file, path), ==, 0);
  open_recording (notes, path);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  add (notes, 0.5, 0.5, "first");
  save (notes);
  add (notes, 0.75, 0.75, "second");
  save (notes);
  where = ondes_annotations_model_get_path (notes->model);
  g_assert_true (g_str_has_prefix (where, g_get_user_data_dir ()));
  assert_saved (notes);
  g_assert_cmpuint (notes->errors, ==, 0);
  g_assert_nonnull (strstr (notes->messages->str, "is not writable"));
  g_assert_null (strstr (strstr (notes->messages->str, "is not writable") + 1, "is not writable"));
  moved = g_strdup (where);
  /* They are found there when the recording opens again. */
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  file = (g_free (file), tone_file ("there.wav", RATE, 200));
  g_assert_cmpint (g_rename (file, path), ==, 0);
  open_recording (notes, path);
  g_assert_cmpuint (length (notes), ==, 2);
  g_assert_cmpstr (ondes_annotations_model_get_path (notes->model), ==, moved);
}

/* Tracks: hidden ones are not shown, names and colours go with their annotations, and all of it is undone. */
static void
test_tracks (Notes *notes,
             gconstpointer data)
{
  const OndesColour red = { 1, 0, 0, 1 };
  const OndesAnnotation in_a = { .start = 1, .end = 2, .low_hz = NAN, .high_hz = NAN, .track = "a" };
  OndesAnnotationsModel *model = notes->model;

  ondes_annotations_model_add (model, &in_a);
  add (notes, 1, 2, "none");
  ondes_annotations_model_set_colour (model, "a", &red);
  ondes_annotations_model_show_track (model, "a", FALSE);
  WAIT (ondes_annotation_set_get_length (ondes_annotations_model_get_shown (model)) == 1);
  g_assert_cmpuint (length (notes), ==, 2);
  ondes_annotations_model_rename_track (model, "a", "b");
  WAIT (!ondes_annotations_model_is_working (model));
  g_assert_cmpstr (ondes_annotation_set_get (ondes_annotations_model_get_set (model), 1)->track, ==, "b");
  g_assert_false (ondes_annotations_model_is_track_shown (model, "b"));
  g_assert_cmpfloat (ondes_annotations_model_get_colour (model, "b").r, ==, 1);
  g_assert_cmpfloat (ondes_annotations_model_get_colour (model, "b").g, ==, 0);
  ondes_annotations_model_remove_track (model, "b");
  WAIT (!ondes_annotations_model_is_working (model));
  g_assert_cmpuint (length (notes), ==, 1);
  g_assert_cmpint (ondes_annotation_set_get_track (ondes_annotations_model_get_set (model), "b"), ==, -1);
  ondes_session_undo (notes->session);
  ondes_session_undo (notes->session);
  g_assert_cmpint (ondes_annotation_set_get_track (ondes_annotations_model_get_set (model), "a"), >=, 0);
  g_assert_false (ondes_annotations_model_is_track_shown (model, "a"));
  while (ondes_session_can_undo (notes->session))
    ondes_session_undo (notes->session);
  g_assert_true (ondes_annotations_model_is_track_shown (model, "a"));
  g_assert_cmpuint (length (notes), ==, 0);
  ondes_annotations_model_add_track (model, "new");
  g_assert_cmpstr (add (notes, 1, 1, "")->track, ==, "new");
}

/* From one to the next, from the crosshair on, and into view. */
static void
test_steps (Notes *notes,
            gconstpointer data)
{
  OndesTimeline *timeline = ondes_session_get_timeline (notes->session);
  double first, count;

  add (notes, 1, 1.5, "one");
  add (notes, 2, 2.5, "two");
  add (notes, 3, 3.5, "three");
  ondes_annotations_model_choose (notes->model, NULL, 0);
  g_assert_true (ondes_annotations_model_step (notes->model, 1, 1.25));
  g_assert_cmpstr (ondes_annotations_model_get_first (notes->model)->label, ==, "two");
  g_assert_true (ondes_annotations_model_step (notes->model, 1, 0));
  g_assert_false (ondes_annotations_model_step (notes->model, 1, 0));
  g_assert_cmpstr (ondes_annotations_model_get_first (notes->model)->label, ==, "three");
  ondes_timeline_set_view (timeline, 0, RATE);
  ondes_annotations_model_reveal (notes->model, ondes_annotations_model_get_first (notes->model), FALSE);
  ondes_timeline_get_view (timeline, &first, &count);
  g_assert_cmpfloat (count, ==, RATE);
  g_assert_cmpfloat (first, <=, 3 * RATE);
  g_assert_cmpfloat (first + count, >=, 3.5 * RATE);
  ondes_annotations_model_reveal (notes->model, ondes_annotations_model_get_first (notes->model), TRUE);
  ondes_timeline_get_view (timeline, &first, &count);
  g_assert_cmpfloat_with_epsilon (count, 1.5 * RATE, 1e-6);
  for (guint i = 0; i < 2; i++)
    g_assert_true (ondes_annotations_model_step (notes->model, -1, 0));
  g_assert_false (ondes_annotations_model_step (notes->model, -1, 0));
  g_assert_cmpstr (ondes_annotations_model_get_first (notes->model)->label, ==, "one");
}

static void
on_other (const char *path,
          gpointer user_data)
{
  *(char **) user_data = g_strdup (path);
}

/* In a format and out of it, one step; columns of numbers are left to be a recording. */
static void
test_import (Notes *notes,
             gconstpointer data)
{
  g_autofree char *labels = g_build_filename (scalogram_folder, "labels.txt", NULL);
  g_autofree char *numbers = g_build_filename (scalogram_folder, "numbers.txt", NULL), *left = NULL;

  add (notes, 0.5, 0.5, "point");
  add (notes, 1, 2, "span");
  ondes_annotations_model_export (notes->model, labels, ONDES_ANNOTATIONS_AUDACITY);
  WAIT (!ondes_annotations_model_is_working (notes->model));
  g_assert_cmpuint (notes->errors, ==, 0);
  ondes_annotations_model_import (notes->model, labels, on_other, &left);
  WAIT (!ondes_annotations_model_is_working (notes->model));
  g_assert_null (left);
  g_assert_cmpuint (length (notes), ==, 4);
  ondes_session_undo (notes->session);
  g_assert_cmpuint (length (notes), ==, 2);
  /* An edit while the file is read keeps both. */
  ondes_annotations_model_import (notes->model, labels, NULL, NULL);
  add (notes, 3, 3, "meanwhile");
  WAIT (!ondes_annotations_model_is_working (notes->model));
  g_assert_cmpuint (length (notes), ==, 5);
  g_assert_true (g_file_set_contents (numbers, "0.1\t0.2\n0.3\t0.4\n0.5\t0.6\n", -1, NULL));
  ondes_annotations_model_import (notes->model, numbers, on_other, &left);
  WAIT (left != NULL);
  g_assert_cmpstr (left, ==, numbers);
  g_assert_cmpuint (length (notes), ==, 5);
  ondes_annotations_model_import (notes->model, notes->path, NULL, NULL);
  WAIT (!ondes_annotations_model_is_working (notes->model));
  g_assert_cmpuint (notes->errors, ==, 1);
}

/* The list. */

typedef struct
{
  guint landed, changes, position, removed, added;
} Seen;

static void
on_items (Seen *seen,
          guint position,
          guint removed,
          guint added)
{
  seen->changes++;
  seen->position = position;
  seen->removed = removed;
  seen->added = added;
}

static void
on_landed (Seen *seen)
{
  seen->landed++;
}

static OndesSortedList *
new_list (Notes *notes,
          Seen *seen)
{
  OndesSortedList *list = ondes_annotation_list_new (notes->model);

  *seen = (Seen) { 0 };
  g_signal_connect_swapped (list, "items-changed", G_CALLBACK (on_items), seen);
  g_signal_connect_swapped (list, "landed", G_CALLBACK (on_landed), seen);
  WAIT (!ondes_sorted_list_is_busy (list));
  return list;
}

static void
wait_list (OndesSortedList *list)
{
  WAIT (!ondes_sorted_list_is_busy (list));
}

static const char *
label_at (OndesSortedList *list,
          guint position)
{
  return ondes_annotation_list_get (list, position)->label;
}

/* Sorted and filtered by a worker; an edit changes its row alone, so that the list does not jump. */
static void
test_list (Notes *notes,
           gconstpointer data)
{
  g_autoptr (OndesSortedList) list = NULL;
  g_autoptr (OndesSortedItem) row = NULL;
  OndesAnnotation *annotation, values;
  Seen seen;

  add (notes, 1, 1, "Bird");
  annotation = add (notes, 2, 2, "ant");
  add (notes, 3, 3, "cat");
  list = new_list (notes, &seen);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 3);
  g_assert_cmpstr (label_at (list, 0), ==, "Bird");
  ondes_sorted_list_set_sort (list, ONDES_ANNOTATION_LABEL, TRUE);
  wait_list (list);
  g_assert_cmpstr (label_at (list, 0), ==, "cat");
  g_assert_cmpstr (label_at (list, 2), ==, "Bird");
  ondes_sorted_list_set_sort (list, ONDES_ANNOTATION_START, FALSE);
  wait_list (list);
  row = g_list_model_get_item (G_LIST_MODEL (list), 1);
  values = *annotation;
  values.label = "bee";
  seen.changes = 0;
  ondes_annotations_model_change (notes->model, annotation, &values);
  wait_list (list);
  g_assert_cmpuint (seen.changes, ==, 0);
  annotation = ondes_sorted_item_get (row);
  g_assert_cmpstr (annotation->label, ==, "bee");
  add (notes, 2.5, 2.5, "new");
  wait_list (list);
  g_assert_cmpuint (seen.changes, ==, 1);
  g_assert_cmpuint (seen.position, ==, 2);
  g_assert_cmpuint (seen.removed, ==, 0);
  g_assert_cmpuint (seen.added, ==, 1);
  ondes_sorted_list_set_filter (list, "B");
  wait_list (list);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 2);
  g_assert_cmpuint (ondes_annotation_list_find (list, annotation->id), ==, 1);
  ondes_sorted_list_set_filter (list, "");
  wait_list (list);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 4);
}

#ifdef __SANITIZE_ADDRESS__
#define MANY 20000
#else
#define MANY 1000000
#endif

static gboolean
count_visit (OndesAnnotation *annotation,
             gpointer visited)
{
  (*(guint *) visited)++;
  return TRUE;
}

/* A million: what is in view is found by looking at what is in view, and the list has rows for those asked for alone. */
static void
test_many (Notes *notes,
           gconstpointer data)
{
  const double step = 4.0 / MANY;
  const OndesAnnotationView whole = { 0, 4, 1000, 4 };
  g_autofree OndesAnnotation **all = g_new (OndesAnnotation *, MANY);
  const OndesAnnotationEdit edit = { .added = all, .n_added = MANY };
  guint visited = 0;

  for (guint i = 0; i < MANY; i++)
    all[i] = ondes_annotation_new (&(OndesAnnotation) { .start = i * step, .end = (i + 0.5) * step, .low_hz = NAN,
                                                        .high_hz = NAN });
  {
    g_autoptr (OndesAnnotationSet) none = ondes_annotation_set_new (), made = ondes_annotation_set_edit (none, &edit);
    g_autoptr (GArray) shown = ondes_annotation_set_list_shown (made, &whole);

    g_assert_cmpuint (shown->len, <=, whole.columns * whole.most);
    ondes_annotation_set_query (made, 2, 2 + 100 * step, count_visit, &visited);
    g_assert_cmpuint (visited, >=, 99);
    g_assert_cmpuint (visited, <=, 102);
  }
  for (guint i = 0; i < MANY; i++)
    ondes_annotation_unref (all[i]);
}

int
main (int argc,
      char **argv)
{
  static const struct
  {
    const char *name;
    void      (*test) (Notes *notes, gconstpointer data);
  } tests[] = {
    { "a-change-is-saved-by-itself", test_autosave },
    { "what-was-saved-is-read-again", test_reload },
    { "another-recording-leaves-them-saved", test_leave },
    { "undo-and-redo-restore-every-state", test_undo },
    { "many-edits-are-undone-as-far-as-the-history-goes", test_undo_many },
    { "a-drag-is-one-step", test_drag },
    { "a-file-changed-elsewhere-is-not-overwritten-silently", test_conflict },
    { "a-damaged-file-is-not-overwritten-silently", test_damaged },
    { "a-closed-folder-has-them-in-the-data-folder", test_folder },
    { "tracks-are-hidden-renamed-and-removed", test_tracks },
    { "steps-go-from-one-to-the-next", test_steps },
    { "files-are-imported-and-exported", test_import },
    { "the-list-sorts-filters-and-stays-in-place", test_list },
    { "a-million-are-viewed-by-what-is-in-view", test_many },
  };

  scalogram_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ondes/annotations-model/%s", tests[i].name);

      g_test_add (path, Notes, tests[i].name, notes_setup, tests[i].test, notes_teardown);
    }
  return scalogram_run ();
}
