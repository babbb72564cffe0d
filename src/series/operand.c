/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "operand.h"
#include "session/signals.h"
#include "transform/cwt.h"

const char *const ondes_operand_kind_names[] = { "view", "selection", "whole", "file", "text", "same", NULL };

struct _OndesOperand
{
  GObject          parent_instance;

  OndesSession    *session;
  gboolean         own;
  OndesOperandKind kind;
  char            *text, *path, *table_name;
  char            *recording_path; /* path that output and table were chosen for; NULL if none */
  guint            output;
  OndesSpan        selected;       /* samples, as was told last */
  OndesRecording  *file;           /* the other file, or the session's file with another table, once opened; otherwise NULL */
  OndesTruthTable *found;          /* table of the newest values; NULL if none */
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndesOperand, ondes_operand, G_TYPE_OBJECT)

struct _OndesOperandJob
{
  OndesOperandKind kind;
  OndesRecording  *recording; /* NULL for a text, or a path not opened yet */
  OndesTruthTable *table;     /* set once the job has run; NULL if none */
  OndesReadOptions read;      /* owns its strings */
  char            *path, *text; /* path is NULL for the session's recording and for a text */
  guint            channel;
  guint64          first, count; /* if count is 0, the whole */
};

static void
changed (OndesOperand *self)
{
  g_signal_emit (self, changed_signal, 0);
}

gboolean
ondes_operand_is_of_recording (OndesOperand *self)
{
  return self->kind == ONDES_OPERAND_VIEW || self->kind == ONDES_OPERAND_SELECTION || self->kind == ONDES_OPERAND_WHOLE;
}

/* TRUE if output and table are the session's. */
static gboolean
follows (OndesOperand *self)
{
  return ondes_operand_is_of_recording (self) && !self->own;
}

static const char *
path_of_session (OndesOperand *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);

  return recording != NULL ? ondes_recording_get_info (recording)->path : NULL;
}

/* TRUE if the values come from another table of the session's file than the session's own. */
static gboolean
has_table_beside (OndesOperand *self)
{
  return ondes_operand_is_of_recording (self) && self->own
         && g_strcmp0 (self->table_name, ondes_session_get_read_options (self->session)->table) != 0;
}

/* Resets output and table: another file or text has its own. */
static void
forget_choice (OndesOperand *self)
{
  const char *table = NULL;

  self->output = 1;
  if (ondes_operand_is_of_recording (self))
    {
      self->output = MAX (ondes_session_get_channel (self->session), 1);
      table = ondes_session_get_read_options (self->session)->table;
      g_free (self->recording_path);
      self->recording_path = g_strdup (path_of_session (self));
    }
  g_free (self->table_name);
  self->table_name = g_strdup (table);
  g_clear_pointer (&self->file, ondes_recording_unref);
}

static void
on_recording (OndesOperand *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  guint channels = recording != NULL ? ondes_recording_get_info (recording)->channels : 0;

  /* Another recording, or the same one read with fewer channels. */
  if (ondes_operand_is_of_recording (self) && (g_strcmp0 (self->recording_path, path_of_session (self)) != 0
                                 || (!has_table_beside (self) && self->output > channels)))
      forget_choice (self);
  if (ondes_operand_is_of_recording (self))
    changed (self);
}

static void
on_view (OndesOperand *self)
{
  if (self->kind == ONDES_OPERAND_VIEW)
    changed (self);
}

/* Gets the samples selected, none if nothing is selected, or no recording open. */
static OndesSpan
find_selected (OndesOperand *self)
{
  const OndesSelection selection = ondes_timeline_get_selection (ondes_session_get_timeline (self->session));
  OndesRecording *recording = ondes_session_get_recording (self->session);
  OndesSpan span = { 0, 0 };

  if (recording != NULL && ondes_selection_is_set (&selection))
    ondes_selection_get_samples (&selection, ondes_recording_get_info (recording)->frames, &span.first, &span.count);
  return span;
}

/* The signal also tells of the tool, and of changes within a sample. */
static void
on_selection (OndesOperand *self)
{
  const OndesSpan span = find_selected (self);

  if (span.first == self->selected.first && span.count == self->selected.count)
    return;
  self->selected = span;
  if (self->kind == ONDES_OPERAND_SELECTION)
    changed (self);
}

static void
ondes_operand_dispose (GObject *object)
{
  OndesOperand *self = ONDES_OPERAND (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->recording_path, g_free);
  g_clear_pointer (&self->table_name, g_free);
  g_clear_pointer (&self->file, ondes_recording_unref);
  g_clear_pointer (&self->found, ondes_truth_table_unref);
  G_OBJECT_CLASS (ondes_operand_parent_class)->dispose (object);
}

static void
ondes_operand_class_init (OndesOperandClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_operand_dispose;
  changed_signal = ondes_signal_new (klass, "changed");
}

static void
ondes_operand_init (OndesOperand *self)
{
  self->text = g_strdup ("");
  self->output = 1;
}

OndesOperand *
ondes_operand_new (OndesSession *session,
                   gboolean own)
{
  OndesOperand *self = g_object_new (ONDES_TYPE_OPERAND, NULL);

  self->session = g_object_ref (session);
  self->own = own;
  forget_choice (self);
  g_signal_connect_object (session, "recording-changed", G_CALLBACK (on_recording), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ondes_session_get_timeline (session), "view-changed", G_CALLBACK (on_view), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ondes_session_get_timeline (session), "selection-changed", G_CALLBACK (on_selection), self,
                           G_CONNECT_SWAPPED);
  return self;
}

OndesOperandKind
ondes_operand_get_kind (OndesOperand *self)
{
  return self->kind;
}

void
ondes_operand_set_kind (OndesOperand *self,
                        OndesOperandKind kind)
{
  gboolean was_of_recording = ondes_operand_is_of_recording (self);

  if (kind == self->kind)
    return;
  self->kind = kind;
  if (!was_of_recording || !ondes_operand_is_of_recording (self))
    forget_choice (self);
  changed (self);
}

const char *
ondes_operand_get_text (OndesOperand *self)
{
  return self->text;
}

void
ondes_operand_set_text (OndesOperand *self,
                        const char *text)
{
  if (g_str_equal (text, self->text))
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  if (self->kind != ONDES_OPERAND_TEXT)
    return;
  forget_choice (self);
  changed (self);
}

const char *
ondes_operand_get_path (OndesOperand *self)
{
  return self->path;
}

void
ondes_operand_set_path (OndesOperand *self,
                        const char *path)
{
  g_free (self->path);
  self->path = g_strdup (path);
  self->kind = ONDES_OPERAND_FILE;
  forget_choice (self);
  changed (self);
}

guint
ondes_operand_get_output (OndesOperand *self)
{
  return follows (self) ? ondes_session_get_channel (self->session) : self->output;
}

void
ondes_operand_set_output (OndesOperand *self,
                          guint output)
{
  if (follows (self))
    {
      ondes_session_set_channel (self->session, output);
      return;
    }
  if (output == self->output)
    return;
  self->output = output;
  changed (self);
}

const char *
ondes_operand_get_table (OndesOperand *self)
{
  return follows (self) ? ondes_session_get_read_options (self->session)->table : self->table_name;
}

void
ondes_operand_set_table (OndesOperand *self,
                         const char *table)
{
  if (g_strcmp0 (table, ondes_operand_get_table (self)) == 0)
    return;
  if (follows (self))
    {
      OndesReadOptions options = *ondes_session_get_read_options (self->session);

      options.table = table;
      ondes_session_open (self->session, path_of_session (self), &options);
      return;
    }
  g_free (self->table_name);
  self->table_name = g_strdup (table);
  self->output = 1;
  g_clear_pointer (&self->file, ondes_recording_unref);
  changed (self);
}

gboolean
ondes_operand_is_ready (OndesOperand *self)
{
  if (self->kind == ONDES_OPERAND_SELECTION)
    return find_selected (self).count > 0;
  if (ondes_operand_is_of_recording (self))
    return ondes_session_get_recording (self->session) != NULL;
  if (self->kind == ONDES_OPERAND_FILE)
    return self->path != NULL;
  return self->kind == ONDES_OPERAND_TEXT && self->text[strspn (self->text, " \t\r\n")] != '\0';
}

int
ondes_operand_is_table (OndesOperand *self)
{
  OndesRecording *recording =
    self->kind == ONDES_OPERAND_FILE ? self->file : ondes_session_get_recording (self->session);

  if (self->kind == ONDES_OPERAND_TEXT)
    return 1;
  return recording != NULL ? ondes_recording_get_truth_table (recording) != NULL : -1;
}

/* Settings. */

static GVariant *
new_bytes (const char *text)
{
  return g_variant_new_bytestring (text != NULL ? text : "");
}

/* File and table names are byte strings. Output and table are not saved here if they are the session's. */
GVariant *
ondes_operand_save (OndesOperand *self)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  g_variant_builder_add (&builder, "{sv}", "kind", g_variant_new_string (ondes_operand_kind_names[self->kind]));
  g_variant_builder_add (&builder, "{sv}", "text", g_variant_new_take_string (g_utf8_make_valid (self->text, -1)));
  g_variant_builder_add (&builder, "{sv}", "path", new_bytes (self->path));
  g_variant_builder_add (&builder, "{sv}", "output", g_variant_new_uint32 (follows (self) ? 0 : self->output));
  g_variant_builder_add (&builder, "{sv}", "table", new_bytes (follows (self) ? NULL : self->table_name));
  return g_variant_builder_end (&builder);
}

static void
take_string (char **to,
             const char *text,
             gboolean may_be_null)
{
  g_free (*to);
  *to = may_be_null && *text == '\0' ? NULL : g_strdup (text);
}

void
ondes_operand_restore (OndesOperand *self,
                       GVariant *settings)
{
  g_autoptr (GVariant) before = g_variant_ref_sink (ondes_operand_save (self)), after = NULL;
  const char *word, *text;
  int kind;

  if (g_variant_lookup (settings, "kind", "&s", &word) && (kind = ondes_name_index (ondes_operand_kind_names, word)) >= 0)
    self->kind = (OndesOperandKind) kind;
  if (g_variant_lookup (settings, "text", "&s", &text))
    take_string (&self->text, text, FALSE);
  if (g_variant_lookup (settings, "path", "^&ay", &text))
    take_string (&self->path, text, TRUE);
  if (!follows (self) && g_variant_lookup (settings, "table", "^&ay", &text))
    take_string (&self->table_name, text, TRUE);
  if (!follows (self))
    g_variant_lookup (settings, "output", "u", &self->output);
  after = g_variant_ref_sink (ondes_operand_save (self));
  if (g_variant_equal (before, after))
    return;
  g_clear_pointer (&self->file, ondes_recording_unref);
  if (ondes_operand_is_of_recording (self))
    {
      g_free (self->recording_path);
      self->recording_path = g_strdup (path_of_session (self));
    }
  changed (self);
}

/* Jobs. */

OndesOperandJob *
ondes_operand_take (OndesOperand *self)
{
  OndesReadOptions read = { 0 };
  OndesOperandJob *job;

  if (!ondes_operand_is_ready (self))
    return NULL;
  if (ondes_operand_is_of_recording (self))
    read = *ondes_session_get_read_options (self->session);
  read.table = ondes_operand_get_table (self);
  job = g_new0 (OndesOperandJob, 1);
  job->kind = self->kind;
  job->channel = ondes_operand_get_output (self);
  ondes_read_options_copy (&job->read, &read);
  if (self->kind == ONDES_OPERAND_TEXT)
    job->text = g_strdup (self->text);
  else if (self->kind == ONDES_OPERAND_FILE)
    job->path = g_strdup (self->path);
  else if (has_table_beside (self))
    job->path = g_strdup (path_of_session (self)); /* the whole file: the span in view belongs to the session's table */
  else
    {
      job->recording = ondes_recording_ref (ondes_session_get_recording (self->session));
      if (self->kind == ONDES_OPERAND_VIEW)
        ondes_timeline_get_span (ondes_session_get_timeline (self->session), &job->first, &job->count);
      else if (self->kind == ONDES_OPERAND_SELECTION)
        {
          const OndesSpan span = find_selected (self);

          job->first = span.first;
          job->count = span.count;
        }
    }
  if (job->path != NULL && self->file != NULL)
    job->recording = ondes_recording_ref (self->file);
  return job;
}

OndesOperandJob *
ondes_operand_job_copy (OndesOperandJob *self)
{
  OndesOperandJob *copy = g_new0 (OndesOperandJob, 1);

  *copy = *self;
  copy->recording = self->recording != NULL ? ondes_recording_ref (self->recording) : NULL;
  copy->table = self->table != NULL ? ondes_truth_table_ref (self->table) : NULL;
  copy->path = g_strdup (self->path);
  copy->text = g_strdup (self->text);
  ondes_read_options_copy (&copy->read, &self->read);
  return copy;
}

void
ondes_operand_job_free (OndesOperandJob *self)
{
  g_clear_pointer (&self->recording, ondes_recording_unref);
  g_clear_pointer (&self->table, ondes_truth_table_unref);
  ondes_read_options_clear (&self->read);
  g_free (self->path);
  g_free (self->text);
  g_free (self);
}

gboolean
ondes_operand_job_run (OndesOperandJob *self,
                       OndesSeriesInput *input,
                       GCancellable *cancellable,
                       GError **error)
{
  *input = (OndesSeriesInput) { .read = self->read, .channel = self->channel, .first = self->first, .count = self->count };
  if (self->kind == ONDES_OPERAND_TEXT)
    {
      /* Translators: what a sentence calls the text that was typed, as in “the text, line 3: …”. */
      const char *name = _("the text");

      if (self->table == NULL)
        self->table = ondes_truth_table_parse (self->text, strlen (self->text), name, self->read.table, cancellable, error);
      if (self->table == NULL || !ondes_truth_table_check (self->table, self->channel, ONDES_DONT_CARE_0, error))
        return FALSE;
      input->table = self->table;
      input->name = ondes_operand_job_get_labels (self, &(OndesDerivation) { 0 }).name;
      input->count = G_GUINT64_CONSTANT (1) << ondes_truth_table_inputs (self->table);
      return TRUE;
    }
  if (self->recording == NULL)
    self->recording = ondes_recording_open (self->path, &self->read, &(OndesWatch) { .cancellable = cancellable }, error);
  if (self->recording == NULL)
    return FALSE;
  if (self->table == NULL && ondes_recording_get_truth_table (self->recording) != NULL)
    self->table = ondes_truth_table_ref (ondes_recording_get_truth_table (self->recording));
  input->recording = self->recording;
  if (self->count == 0)
    input->count = ondes_recording_get_info (self->recording)->frames;
  return TRUE;
}

double
ondes_operand_job_get_origin (OndesOperandJob *self)
{
  const gboolean of_recording = self->kind == ONDES_OPERAND_VIEW || self->kind == ONDES_OPERAND_SELECTION
                                || self->kind == ONDES_OPERAND_WHOLE;

  return of_recording && self->path == NULL ? (double) self->first : NAN;
}

OndesTruthTable *
ondes_operand_job_get_table (OndesOperandJob *self)
{
  return self->table;
}

guint
ondes_operand_job_get_output (OndesOperandJob *self)
{
  return self->channel;
}

OndesSeriesLabels
ondes_operand_job_get_labels (OndesOperandJob *self,
                              const OndesDerivation *derivation)
{
  const OndesRecordingInfo *info = self->recording != NULL ? ondes_recording_get_info (self->recording) : NULL;
  OndesSeriesLabels labels = { 0 };

  if (info != NULL)
    labels.name = info->name;
  else if (self->table != NULL && !g_str_equal (ondes_truth_table_name (self->table), _("the text")))
    labels.name = ondes_truth_table_name (self->table);
  else if (self->table != NULL)
    labels.name = ondes_truth_table_is_sbox (self->table) ? _("Typed S-box") : _("Typed truth table");
  /* Bits, signs and PCM integers have no unit: a PCM recording's unit applies to its full scale. */
  if (info != NULL && self->table == NULL && info->pcm_bits == 0 && derivation->binarise.kind == ONDES_BINARISE_NONE
      && !derivation->is_signed)
    labels.unit = info->unit;
  return labels;
}

/* Results of a job. */

void
ondes_operand_found (OndesOperand *self,
                     OndesOperandJob *job)
{
  g_clear_pointer (&self->found, ondes_truth_table_unref);
  self->found = job->table != NULL ? ondes_truth_table_ref (job->table) : NULL;
  if (job->path == NULL || job->recording == NULL || g_strcmp0 (job->read.table, self->table_name) != 0
      || g_strcmp0 (job->path, self->kind == ONDES_OPERAND_FILE ? self->path : path_of_session (self)) != 0)
    return;
  g_clear_pointer (&self->file, ondes_recording_unref);
  self->file = ondes_recording_ref (job->recording);
}

OndesTruthTable *
ondes_operand_get_truth_table (OndesOperand *self)
{
  return self->found;
}

gboolean
ondes_operand_has_open_values (OndesOperand *self)
{
  guint output = ondes_operand_get_output (self);

  return self->found != NULL && output >= 1 && output <= ondes_truth_table_outputs (self->found)
         && ondes_truth_table_n_dont_care (self->found, output) > 0;
}

/* Returns the recording whose channels can be chosen, or NULL if there is none or the session chooses them. */
static const OndesRecordingInfo *
get_info (OndesOperand *self)
{
  OndesRecording *recording = self->kind == ONDES_OPERAND_FILE ? self->file
                              : ondes_operand_is_of_recording (self) && self->own ? ondes_session_get_recording (self->session)
                                                                    : NULL;

  return recording != NULL ? ondes_recording_get_info (recording) : NULL;
}

guint
ondes_operand_get_n_outputs (OndesOperand *self)
{
  const OndesRecordingInfo *info = get_info (self);

  if (self->kind != ONDES_OPERAND_FILE && self->found != NULL)
    return ondes_truth_table_outputs (self->found);
  return info != NULL ? info->channels : 0;
}

char *
ondes_operand_name_output (OndesOperand *self,
                           guint output)
{
  const OndesRecordingInfo *info = get_info (self);
  const char *name = NULL;

  if (self->found != NULL && output <= ondes_truth_table_outputs (self->found))
    name = ondes_truth_table_output_name (self->found, output);
  else if (info != NULL && output <= info->channels)
    name = info->channel_names[output - 1];
  if (name != NULL && *name != '\0')
    return g_strdup_printf ("%u: %s", output, name);
  return g_strdup_printf ("%u", output);
}
