/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Annotations that change together, and those that are read too late. */
#include <math.h>
#include <string.h>

#include "scalogram-fixture.h"
#include "session/annotations-model.h"

typedef struct
{
  OndesSession          *session;
  OndesAnnotationsModel *model;
  GString               *messages;
  char                  *path; /* of the recording */
} Notes;

/* The alarm of the fixture ends a wait without end. */
#define WAIT(condition) \
  while (!(condition)) \
    g_main_context_iteration (NULL, TRUE)

static void
on_message (Notes *notes,
            const char *text)
{
  g_string_append_printf (notes->messages, "%s\n", text);
}

/* Asks for labels just before the model follows another recording. */
static void
on_recording_first (Notes *notes)
{
  g_autofree char *labels = g_build_filename (scalogram_folder, "late.txt", NULL);

  if (ondes_session_get_opened (notes->session) == 2)
    ondes_annotations_model_import (notes->model, labels, NULL, NULL);
}

static void
setup (Notes *notes,
       gconstpointer name)
{
  g_autofree char *file = g_strconcat (name, ".wav", NULL);

  notes->path = tone_file (file, 4 * RATE, 300);
  notes->messages = g_string_new (NULL);
  notes->session = ondes_session_new ();
  g_signal_connect_swapped (notes->session, "recording-changed", G_CALLBACK (on_recording_first), notes);
  notes->model = ondes_annotations_model_new (notes->session);
  g_signal_connect_swapped (notes->model, "message", G_CALLBACK (on_message), notes);
  ondes_session_open (notes->session, notes->path, NULL);
  WAIT (ondes_annotations_model_is_ready (notes->model));
}

static void
teardown (Notes *notes,
          gconstpointer name)
{
  g_assert_finalize_object (notes->model);
  g_assert_finalize_object (notes->session);
  g_string_free (notes->messages, TRUE);
  g_free (notes->path);
}

static OndesAnnotation *
add (Notes *notes,
     double start,
     double end_s)
{
  const OndesAnnotation values = { .start = start, .end = end_s, .low_hz = NAN, .high_hz = NAN, .label = "x" };

  return ondes_annotations_model_add (notes->model, &values);
}

static void
on_state (guint *states)
{
  ++*states;
}

/* What is read for a recording that is gone is said to be left out, and is under way no longer. */
static void
test_late (Notes *notes,
           gconstpointer data)
{
  g_autofree char *labels = g_build_filename (scalogram_folder, "late.txt", NULL), *other = tone_file ("other.wav", RATE, 300);
  guint states = 0;

  g_assert_true (g_file_set_contents (labels, "0.1\t0.2\tone\n", -1, NULL));
  ondes_session_open (notes->session, other, NULL);
  WAIT (ondes_session_get_opened (notes->session) == 2);
  g_assert_true (ondes_annotations_model_is_working (notes->model));
  g_signal_connect_swapped (notes->model, "state-changed", G_CALLBACK (on_state), &states);
  WAIT (!ondes_annotations_model_is_working (notes->model));
  g_assert_cmpuint (states, >, 0);
  g_assert_nonnull (strstr (notes->messages->str, "late.txt: its annotations were left out"));
  g_signal_handlers_disconnect_by_func (notes->model, on_state, &states);
}

static OndesAnnotation *
chosen (Notes *notes,
        guint i)
{
  return g_ptr_array_index (ondes_annotations_model_get_chosen (notes->model), i);
}

/* All that are chosen change together, in one step. */
static void
test_together (Notes *notes,
               gconstpointer data)
{
  OndesAnnotation values[3], *several[3];
  OndesAnnotationSet *set;

  for (guint i = 0; i < 3; i++)
    several[i] = add (notes, 0.25 * i, 0.25 * i + 0.125);
  ondes_annotations_model_choose (notes->model, several, 3);
  for (guint round = 1; round < 4; round++)
    {
      for (guint i = 0; i < 3; i++)
        {
          values[i] = *chosen (notes, i);
          values[i].start += 0.5;
          values[i].end += 0.5;
        }
      /* As within one drag. */
      if (round == 1)
        ondes_session_set_held (notes->session, TRUE);
      ondes_annotations_model_change_chosen (notes->model, values);
      g_assert_cmpuint (ondes_annotations_model_get_chosen (notes->model)->len, ==, 3);
      for (guint i = 0; i < 3; i++)
        g_assert_cmpfloat (chosen (notes, i)->start, ==, 0.25 * i + 0.5 * round);
    }
  ondes_session_set_held (notes->session, FALSE);
  ondes_annotations_model_change_chosen (notes->model, values); /* nothing is another */
  ondes_session_undo (notes->session);
  set = ondes_annotations_model_get_set (notes->model);
  g_assert_cmpuint (ondes_annotation_set_get_length (set), ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat (ondes_annotation_set_get (set, i)->start, ==, 0.25 * i);
  ondes_session_undo (notes->session);
  g_assert_cmpuint (ondes_annotation_set_get_length (ondes_annotations_model_get_set (notes->model)), ==, 2);
}

/* A selection, its annotation and the label, taken later, are one step with a name. */
static void
test_act (Notes *notes,
          gconstpointer data)
{
  OndesTimeline *timeline = ondes_session_get_timeline (notes->session);
  const OndesSelection selection = { 100, 200, 0, 0 };
  const OndesAnnotation unlabelled = { .start = 1, .end = 2, .low_hz = NAN, .high_hz = NAN };
  OndesSelection after;
  OndesAnnotation *made, values;

  ondes_timeline_set_selection (timeline, selection);
  made = ondes_annotations_model_add (notes->model, &unlabelled);
  g_assert_cmpstr (ondes_session_get_undo_name (notes->session), ==, "Annotate");
  after = ondes_timeline_get_selection (timeline);
  g_assert_false (ondes_selection_is_set (&after));
  values = *made;
  values.label = "call";
  made = ondes_annotations_model_complete (notes->model, made, &values);
  g_assert_cmpstr (ondes_session_get_undo_name (notes->session), ==, "Annotate “call”");
  /* Another label later is another act. */
  values = *made;
  values.label = "song";
  ondes_annotations_model_complete (notes->model, made, &values);
  ondes_session_undo (notes->session);
  g_assert_cmpstr (ondes_annotations_model_get_first (notes->model)->label, ==, "call");
  ondes_session_undo (notes->session);
  g_assert_cmpuint (ondes_annotation_set_get_length (ondes_annotations_model_get_set (notes->model)), ==, 0);
  g_assert_false (ondes_session_can_undo (notes->session));
  ondes_session_redo (notes->session);
  g_assert_cmpuint (ondes_annotation_set_get_length (ondes_annotations_model_get_set (notes->model)), ==, 1);
}

int
main (int argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  g_test_add ("/ondes/annotations-together/what-is-read-too-late-is-left-out", Notes, "late", setup, test_late, teardown);
  g_test_add ("/ondes/annotations-together/several-change-together", Notes, "several", setup, test_together, teardown);
  g_test_add ("/ondes/annotations-together/a-selection-its-annotation-and-label-are-one-step", Notes, "act", setup, test_act,
              teardown);
  return scalogram_run ();
}
