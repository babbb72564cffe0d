/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-draft.h"

#include <math.h>
#include <string.h>

#include "base/words.h"
#include "batch-draft-work.h"
#include "batch-screen.h"
#include "export/command-line.h"
#include "session/signals.h"
#include "session/words-settings.h"

#define WAIT_MS 250 /* for the next change */

struct _OndesBatchDraft
{
  GObject            parent_instance;

  OndesQueue        *queue;
  OndesBatchParameters *parameters; /* of the screen */
  GPtrArray         *options; /* of the products: names and values in turn */
  char              *folder, *patterns, *output;
  gboolean           flat;
  guint              products;
  guint              source;  /* of a count to come; 0 for none */
  OndesDraftEstimate estimate;
  char              *problem, *warning;
  OndesDraftPlace    place;
  gboolean           counting, measuring, writing;
  guint              seen;    /* files counted so far; atomic, as a worker counts them */
};

enum { CHANGED, WRITTEN, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OndesBatchDraft, ondes_batch_draft, G_TYPE_OBJECT)

/* Returns the patterns of “*.wav; *.flac”. */
static char **
split_patterns (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ";", -1);
  GStrvBuilder *builder = g_strv_builder_new ();
  char **patterns;

  for (char **part = parts; *part != NULL; part++)
    if (*g_strstrip (*part) != '\0')
      g_strv_builder_add (builder, *part);
  patterns = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return patterns;
}

/* Returns the value of an option among names and values, borrowed; NULL if it is not there. */
static const char *
find_option (const GPtrArray *words,
             const char      *option)
{
  for (guint i = 0; i + 1 < words->len; i += 2)
    if (g_str_equal (g_ptr_array_index (words, i), option))
      return g_ptr_array_index (words, i + 1);
  return NULL;
}

/* Returns the run as it would be, but for the preset. */
static OndesBatchRun *
make_run (OndesBatchDraft *self)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (guint i = 0; i + 1 < self->parameters->words->len; i += 2)
    if (find_option (self->options, g_ptr_array_index (self->parameters->words, i)) == NULL)
      {
        g_ptr_array_add (words, g_ptr_array_index (self->parameters->words, i));
        g_ptr_array_add (words, g_ptr_array_index (self->parameters->words, i + 1));
      }
  for (guint i = 0; i < self->options->len; i++)
    g_ptr_array_add (words, g_ptr_array_index (self->options, i));
  return ondes_batch_run_new (self->output, words, self->products);
}

static OndesDraftWork *
work_new (OndesBatchDraft *self,
          gboolean dry)
{
  OndesDraftWork *work = g_new0 (OndesDraftWork, 1);

  work->run = make_run (self);
  work->preset = g_variant_ref (self->parameters->preset);
  work->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref);
  work->folders[0] = g_strdup (self->folder);
  work->patterns = split_patterns (self->patterns);
  work->flat = self->flat;
  work->dry = dry;
  work->seen = &self->seen;
  work->failures = g_string_new (NULL);
  return work;
}

/* Takes ownership of @sentence. */
static void
take_problem (OndesBatchDraft *self,
              OndesDraftPlace place,
              char *sentence)
{
  g_free (self->problem);
  self->problem = sentence;
  self->place = place;
}

static void
take_error (OndesBatchDraft *self,
            OndesDraftPlace place,
            const GError *error)
{
  take_problem (self, place, ondes_error_is_about (error) ? ondes_words_row_error (error) : ondes_error_sentence (error));
}

/* Tells which recordings fail. If all do, that is a problem. */
static void
take_failures (OndesBatchDraft *self,
               const GString *lines,
               guint64 failing)
{
  if (failing == 0)
    return;
  self->estimate.failing += failing;
  if (self->estimate.failing >= self->estimate.files)
    {
      take_problem (self, ONDES_DRAFT_SETTINGS, g_strdup (lines->str));
      return;
    }
  g_free (self->warning);
  self->warning = g_strdup (lines->str);
}

static void
on_measured (gpointer data,
             const GError *error,
             gpointer user_data)
{
  OndesBatchDraft *self = user_data;
  const OndesDraftWork *work = data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->measuring = FALSE;
  if (error != NULL)
    take_error (self, ONDES_DRAFT_SETTINGS, error);
  else
    {
      self->estimate.estimated = !isnan (work->out_s) && work->failing < self->estimate.files;
      self->estimate.out_bytes = work->out_bytes;
      self->estimate.out_s = work->out_s;
      take_failures (self, work->failures, work->failing);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_counting (double fraction,
             gpointer user_data)
{
  OndesBatchDraft *self = user_data;

  self->estimate.files = (guint64) g_atomic_int_get (&self->seen);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Measures with the recording that was found. */
static void
measure (OndesBatchDraft *self,
         OndesDraftWork *counted)
{
  OndesDraftWork *work = work_new (self, TRUE);

  work->counts = counted->counts;
  counted->counts = (OndesBatchCounts) { 0 };
  work->settings = counted->settings;
  counted->settings = (OndesBatchSettings) { 0 };
  ondes_batch_run_free (work->run);
  work->run = g_steal_pointer (&counted->run);
  g_hash_table_unref (work->files);
  work->files = g_hash_table_ref (counted->files);
  g_string_assign (work->failures, counted->failures->str);
  self->measuring = TRUE;
  ondes_queue_submit (self->queue, &(OndesTask) { .key = "draft", .work = ondes_draft_work_measure, .data = work,
                                                  .destroy = ondes_draft_work_free,
                                                  .done = on_measured, .user_data = self });
}

static void
on_counted (gpointer data,
            const GError *error,
            gpointer user_data)
{
  OndesBatchDraft *self = user_data;
  OndesDraftWork *work = data;
  const OndesBatchCounts *counts = &work->counts;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->counting = FALSE;
  if (error != NULL)
    take_error (self, work->place, error);
  else
    {
      self->estimate = (OndesDraftEstimate) { .counted = TRUE, .files = counts->files, .unreadable = counts->unreadable,
                                              .utc = counts->utc, .clocks = counts->clocks, .labels = counts->labels,
                                              .seconds = counts->seconds, .bytes = counts->bytes };
      if (counts->files == 0)
        take_problem (self, ONDES_DRAFT_RECORDINGS, g_strdup (_("No file of the folder fits the names.")));
      else
        {
          ondes_draft_work_find_failures (work);
          take_failures (self, work->failures, work->failing);
        }
      if (self->problem == NULL && counts->sample != NULL && counts->sample_s > 0)
        measure (self, work);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
count (gpointer user_data)
{
  OndesBatchDraft *self = user_data;

  self->source = 0;
  ondes_queue_submit (self->queue, &(OndesTask) { .key = "draft", .work = ondes_draft_work_plan, .data = work_new (self, TRUE),
                                                  .destroy = ondes_draft_work_free, .progress = on_counting, .done = on_counted,
                                                  .user_data = self });
  return G_SOURCE_REMOVE;
}

/* TRUE if there is enough to count with. */
static gboolean
is_whole (OndesBatchDraft *self)
{
  return self->folder != NULL && self->output != NULL && self->products != 0;
}

/* Something changed: counts anew, once nothing more changes. */
static void
change (OndesBatchDraft *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  ondes_queue_cancel_key (self->queue, "draft");
  take_problem (self, ONDES_DRAFT_RECORDINGS, NULL);
  g_clear_pointer (&self->warning, g_free);
  self->estimate = (OndesDraftEstimate) { 0 };
  self->measuring = FALSE;
  self->counting = is_whole (self);
  if (self->counting)
    self->source = g_timeout_add (WAIT_MS, count, self);
  else if (self->folder != NULL && self->products == 0)
    take_problem (self, ONDES_DRAFT_PRODUCTS, g_strdup (_("Choose at least one product.")));
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- writing */

static void
on_written (gpointer data,
            const GError *error,
            gpointer user_data)
{
  OndesBatchDraft *self = user_data;

  self->writing = FALSE;
  if (error != NULL)
    take_error (self, ((OndesDraftWork *) data)->place, error);
  g_signal_emit (self, signals[CHANGED], 0);
  g_signal_emit (self, signals[WRITTEN], 0);
}

void
ondes_batch_draft_write (OndesBatchDraft *self)
{
  g_return_if_fail (ONDES_IS_BATCH_DRAFT (self));
  if (!ondes_batch_draft_is_ready (self))
    return;
  ondes_queue_cancel_key (self->queue, "draft");
  self->measuring = FALSE;
  self->writing = TRUE;
  ondes_queue_submit (self->queue, &(OndesTask) { .key = "write", .work = ondes_draft_work_plan, .data = work_new (self, FALSE),
                                                  .destroy = ondes_draft_work_free, .progress = on_counting, .done = on_written,
                                                  .user_data = self });
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- what is asked for */

/* Replaces *@text by @value, "" for NULL unless @is_path; TRUE if it is another one. */
static gboolean
replace (char **text,
         const char *value,
         gboolean is_path)
{
  if (is_path && value != NULL && *value == '\0')
    value = NULL;
  if (!is_path && value == NULL)
    value = "";
  if (g_strcmp0 (*text, value) == 0)
    return FALSE;
  g_free (*text);
  *text = g_strdup (value);
  return TRUE;
}

void
ondes_batch_draft_set_folder (OndesBatchDraft *self,
                              const char *folder)
{
  g_return_if_fail (ONDES_IS_BATCH_DRAFT (self));
  if (replace (&self->folder, folder, TRUE))
    change (self);
}

void
ondes_batch_draft_set_patterns (OndesBatchDraft *self,
                                const char *patterns)
{
  g_return_if_fail (ONDES_IS_BATCH_DRAFT (self));
  if (replace (&self->patterns, patterns, FALSE))
    change (self);
}

void
ondes_batch_draft_set_flat (OndesBatchDraft *self,
                            gboolean flat)
{
  g_return_if_fail (ONDES_IS_BATCH_DRAFT (self));
  if (!self->flat == !flat)
    return;
  self->flat = flat;
  change (self);
}

void
ondes_batch_draft_set_products (OndesBatchDraft *self,
                                guint products)
{
  g_return_if_fail (ONDES_IS_BATCH_DRAFT (self));
  if (self->products == products)
    return;
  self->products = products;
  change (self);
}

void
ondes_batch_draft_set_output (OndesBatchDraft *self,
                              const char *folder)
{
  g_return_if_fail (ONDES_IS_BATCH_DRAFT (self));
  if (replace (&self->output, folder, TRUE))
    change (self);
}

void
ondes_batch_draft_set_option (OndesBatchDraft *self,
                              const char *option,
                              const char *value)
{
  g_return_if_fail (ONDES_IS_BATCH_DRAFT (self));
  if (value != NULL && *value == '\0')
    value = NULL;
  for (guint i = 0; i < self->options->len; i += 2)
    if (g_str_equal (g_ptr_array_index (self->options, i), option))
      {
        if (g_strcmp0 (g_ptr_array_index (self->options, i + 1), value) == 0)
          return;
        g_ptr_array_remove_range (self->options, i, 2);
        break;
      }
  if (value != NULL)
    {
      g_ptr_array_add (self->options, g_strdup (option));
      g_ptr_array_add (self->options, g_strdup (value));
    }
  change (self);
}

const char *
ondes_batch_draft_get_option (OndesBatchDraft *self,
                              const char *option)
{
  const char *own = find_option (self->options, option);

  return own != NULL ? own : find_option (self->parameters->words, option);
}

const char *
ondes_batch_draft_get_folder (OndesBatchDraft *self)
{
  return self->folder;
}

const char *
ondes_batch_draft_get_output (OndesBatchDraft *self)
{
  return self->output;
}

const OndesDraftEstimate *
ondes_batch_draft_get_estimate (OndesBatchDraft *self)
{
  return &self->estimate;
}

gboolean
ondes_batch_draft_is_busy (OndesBatchDraft *self)
{
  return self->counting || self->measuring || self->writing;
}

gboolean
ondes_batch_draft_is_writing (OndesBatchDraft *self)
{
  return self->writing;
}

const char *
ondes_batch_draft_get_problem (OndesBatchDraft *self,
                               OndesDraftPlace *place)
{
  if (place != NULL)
    *place = self->place;
  return self->problem;
}

const char *
ondes_batch_draft_get_warning (OndesBatchDraft *self)
{
  return self->warning;
}

gboolean
ondes_batch_draft_is_ready (OndesBatchDraft *self)
{
  return is_whole (self) && self->problem == NULL && !self->writing && !self->counting && self->estimate.files > 0;
}

char *
ondes_batch_draft_submit_line (OndesBatchDraft *self,
                               guint shards)
{
  GString *line = g_string_new ("ondes-cli batch submit ");

  ondes_line_add_word (line, self->output != NULL ? self->output : "RUN");
  g_string_append_printf (line, " --slurm --shards %u", shards);
  return g_string_free (line, FALSE);
}

static void
ondes_batch_draft_dispose (GObject *object)
{
  OndesBatchDraft *self = ONDES_BATCH_DRAFT (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_pointer (&self->queue, ondes_queue_free);
  G_OBJECT_CLASS (ondes_batch_draft_parent_class)->dispose (object);
}

static void
ondes_batch_draft_finalize (GObject *object)
{
  OndesBatchDraft *self = ONDES_BATCH_DRAFT (object);

  g_clear_pointer (&self->parameters, ondes_batch_parameters_free);
  g_ptr_array_unref (self->options);
  g_free (self->folder);
  g_free (self->patterns);
  g_free (self->output);
  g_free (self->problem);
  g_free (self->warning);
  G_OBJECT_CLASS (ondes_batch_draft_parent_class)->finalize (object);
}

static void
ondes_batch_draft_class_init (OndesBatchDraftClass *klass)
{
  static const char *const names[] = { "changed", "written" };

  G_OBJECT_CLASS (klass)->dispose = ondes_batch_draft_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_batch_draft_finalize;
  ondes_signals_new (klass, names, N_SIGNALS, signals);
}

static void
ondes_batch_draft_init (OndesBatchDraft *self)
{
  self->queue = ondes_queue_new (ondes_computer_new ("cpu", 0, 1));
  self->options = g_ptr_array_new_with_free_func (g_free);
  self->patterns = g_strdup ("");
}

OndesBatchDraft *
ondes_batch_draft_new (const OndesBatchParameters *parameters)
{
  OndesBatchDraft *self = g_object_new (ONDES_TYPE_BATCH_DRAFT, NULL);

  self->parameters = ondes_batch_parameters_copy (parameters);
  return self;
}
