/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-draft.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/words.h"
#include "batch-annotations.h"
#include "batch-child.h"
#include "batch-files.h"
#include "batch-screen.h"
#include "engine/queue.h"
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
  char              *problem;
  OndesDraftPlace    place;
  gboolean           counting, measuring, writing;
  guint              seen;    /* files counted so far; atomic, as a worker counts them */
};

enum { CHANGED, WRITTEN, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OndesBatchDraft, ondes_batch_draft, G_TYPE_OBJECT)

/* What a worker needs of a draft. */
typedef struct
{
  OndesBatchRun     *run;      /* with the preset once keep_files() has put it there */
  GVariant          *preset;
  GHashTable        *files;    /* of the parameters (batch-files.h) */
  OndesBatchSettings settings; /* how files are read */
  char              *folders[2];
  char             **patterns;
  gboolean           flat, dry;
  guint             *seen;     /* of the draft, which outlives the worker */
  OndesBatchCounts   counts;
  OndesDraftPlace    place;    /* of the error */
  double             out_bytes, out_s;
} Work;

static void
work_free (gpointer data)
{
  Work *self = data;

  ondes_batch_settings_clear (&self->settings);
  ondes_batch_counts_clear (&self->counts);
  g_clear_pointer (&self->run, ondes_batch_run_free);
  g_clear_pointer (&self->preset, g_variant_unref);
  g_hash_table_unref (self->files);
  g_free (self->folders[0]);
  g_strfreev (self->patterns);
  g_free (self);
}

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

/* Returns the run as it would be, but for the preset. */
static OndesBatchRun *
make_run (OndesBatchDraft *self)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (guint i = 0; i < self->parameters->words->len; i++)
    g_ptr_array_add (words, g_ptr_array_index (self->parameters->words, i));
  for (guint i = 0; i < self->options->len; i++)
    g_ptr_array_add (words, g_ptr_array_index (self->options, i));
  return ondes_batch_run_new (self->output, words, self->products);
}

static Work *
work_new (OndesBatchDraft *self,
          gboolean dry)
{
  Work *work = g_new0 (Work, 1);

  work->run = make_run (self);
  work->preset = g_variant_ref (self->parameters->preset);
  work->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref);
  work->folders[0] = g_strdup (self->folder);
  work->patterns = split_patterns (self->patterns);
  work->flat = self->flat;
  work->dry = dry;
  work->seen = &self->seen;
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

/* --- measuring one recording */

/* Adds up the files below @path and removes them with it. */
static double
remove_all (const char *path)
{
  g_autoptr (GDir) dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;
  double bytes = 0;
  struct stat info;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *within = g_build_filename (path, name, NULL);

      bytes += remove_all (within);
    }
  if (dir == NULL && stat (path, &info) == 0)
    bytes = (double) info.st_size;
  g_remove (path);
  return bytes;
}

/* Adds up the outputs of a run of one recording, those of each recording and those that grow with its length. */
static double
add_outputs (const Work *self,
             const char *folder)
{
  double bytes = 0;

  for (guint i = 0; i < ONDES_BATCH_N_PRODUCTS; i++)
    {
      g_autofree char *path = g_build_filename (folder, ondes_batch_products[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        bytes += remove_all (path) * (i == ONDES_BATCH_SCALOGRAM || i == ONDES_BATCH_SHEET
                                        ? (double) self->counts.files : self->counts.seconds / self->counts.sample_s);
    }
  return bytes;
}

/* Plans the sample into @folder and runs it there, in one thread as each worker of a run has. */
static gboolean
run_sample (Work *self,
            const char *folder,
            GCancellable *cancellable,
            GError **error)
{
  g_autofree char *workers = g_strdup_printf ("%u", g_get_num_processors ()), *output = NULL;
  const char *const words[] = { "batch", "run", "--json", "--workers", workers, "--", folder, NULL };
  const char *const sample[] = { self->counts.sample, NULL };
  g_autoptr (OndesBatchRun) run = ondes_batch_run_new (folder, self->run->words, self->run->outputs);
  const OndesBatchPlan plan = { .search = { .folders = sample, .cancellable = cancellable }, .read = &self->settings.read };
  const OndesWatch watch = { .cancellable = cancellable };
  g_auto (OndesBatchCounts) counts = { 0 };

  if (!ondes_batch_write_files (self->files, folder, error) || !ondes_batch_run_save (run, error)
      || !ondes_batch_plan (run, &plan, &watch, &counts, error) || !ondes_batch_child_run (words, &output, cancellable, error))
    return FALSE;
  self->out_s = ondes_batch_child_number (output != NULL ? output : "", "elapsed_s");
  for (const char *line = output; line != NULL && (line = strchr (line, '\n')) != NULL && line[1] != '\0';)
    self->out_s = ondes_batch_child_number (++line, "elapsed_s"); /* of the last line */
  return TRUE;
}

static gboolean
measure_work (OndesComputer *computer,
              gpointer data,
              const OndesWatch *watch,
              GError **error)
{
  Work *self = data;
  g_autofree char *folder = g_dir_make_tmp ("ondes-batch-XXXXXX", error);
  gboolean done;

  if (folder == NULL)
    return FALSE;
  done = run_sample (self, folder, watch->cancellable, error);
  self->out_bytes = add_outputs (self, folder);
  self->out_s *= self->counts.seconds / self->counts.sample_s / g_get_num_processors ();
  remove_all (folder);
  return done;
}

static void
on_measured (gpointer data,
             const GError *error,
             gpointer user_data)
{
  OndesBatchDraft *self = user_data;
  const Work *work = data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->measuring = FALSE;
  if (error != NULL)
    take_error (self, ONDES_DRAFT_SETTINGS, error);
  else
    {
      self->estimate.estimated = !isnan (work->out_s);
      self->estimate.out_bytes = work->out_bytes;
      self->estimate.out_s = work->out_s;
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- counting */

/* Refuses parameters that are wrong whatever the recordings. */
static gboolean
check_products (Work *self,
                GError **error)
{
  g_autoptr (OndesBatchBands) bands = NULL;
  g_autoptr (OndesBatchAnnotations) annotations = NULL;

  self->place = ONDES_DRAFT_BANDS;
  bands = ondes_batch_bands_new (self->run, error);
  if (bands == NULL)
    return FALSE;
  if (self->run->outputs & 1u << ONDES_BATCH_ENERGY && ondes_batch_bands_are_spectra (bands))
    return ondes_error_set (error, ONDES_ERROR_FILE,
                            _("Millidecades have no filters, whose energy could be told; choose a bank."));
  self->place = ONDES_DRAFT_ANNOTATIONS;
  if (self->run->outputs & 1u << ONDES_BATCH_ANNOTATIONS)
    annotations = ondes_batch_annotations_new (self->run, error);
  return annotations != NULL || !(self->run->outputs & 1u << ONDES_BATCH_ANNOTATIONS);
}

/* Puts the preset before the parameters and takes the files that they name, as “ondes-cli batch plan --preset” does. */
static gboolean
keep_files (Work *self,
            GError **error)
{
  g_autofree char *scratch = g_dir_make_tmp ("ondes-preset-XXXXXX", error);
  g_autofree char *preset = scratch != NULL ? g_build_filename (scratch, ONDES_DRAFT_PRESET, NULL) : NULL;
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  OndesBatchRun *kept;
  gboolean done;

  self->place = ONDES_DRAFT_SETTINGS;
  if (scratch == NULL)
    return FALSE;
  g_ptr_array_add (words, g_strdup ("--preset"));
  g_ptr_array_add (words, g_strdup (preset));
  for (guint i = 0; i < self->run->words->len; i++)
    g_ptr_array_add (words, g_strdup (g_ptr_array_index (self->run->words, i)));
  done = ondes_analysis_presets.write (preset, self->preset, error)
         && ondes_batch_take_files (words, self->run->folder, self->files, error);
  remove_all (scratch);
  if (!done)
    return FALSE;
  kept = ondes_batch_run_new (self->run->folder, words, self->run->products);
  ondes_batch_run_free (self->run);
  self->run = kept;
  return TRUE;
}

/* Refuses the folder of another run; one of the same parameters gets the products too. */
static gboolean
check_output (Work *self,
              GError **error)
{
  g_autoptr (OndesBatchRun) old = NULL;
  OndesBatchRun *both;

  self->place = ONDES_DRAFT_FOLDER;
  if (!ondes_batch_run_exists (self->run->folder))
    return TRUE;
  old = ondes_batch_run_open (self->run->folder, error);
  if (old == NULL)
    return FALSE;
  if (strcmp (old->parameters, self->run->parameters) != 0)
    return ondes_error_set (error, ONDES_ERROR_FILE, _("%s: has a run of other settings; choose another folder"),
                            self->run->folder);
  both = ondes_batch_run_new (self->run->folder, old->words, old->products | self->run->products);
  ondes_batch_run_free (self->run);
  self->run = both;
  return TRUE;
}

/* Counts the recordings, and writes the run unless it is a dry one. */
static gboolean
plan_work (OndesComputer *computer,
           gpointer data,
           const OndesWatch *watch,
           GError **error)
{
  Work *self = data;
  OndesBatchPlan plan = { .dry = self->dry, .seen = self->seen, .read = &self->settings.read };

  g_atomic_int_set (self->seen, 0);
  if (!check_products (self, error))
    return FALSE;
  self->place = ONDES_DRAFT_SETTINGS;
  if (!ondes_batch_settings_find (&self->settings, self->run, error) || !keep_files (self, error)
      || !check_output (self, error))
    return FALSE;
  plan.search = (OndesBatchSearch) { .folders = (const char *const *) self->folders, .flat = self->flat,
                                     .patterns = (const char *const *) self->patterns, .cancellable = watch->cancellable };
  self->place = ONDES_DRAFT_FOLDER;
  if (!self->dry
      && (!ondes_batch_write_files (self->files, self->run->folder, error) || !ondes_batch_run_save (self->run, error)))
    return FALSE;
  self->place = ONDES_DRAFT_RECORDINGS;
  return ondes_batch_plan (self->run, &plan, watch, &self->counts, error);
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
         Work *counted)
{
  Work *work = work_new (self, TRUE);

  work->counts = counted->counts;
  counted->counts = (OndesBatchCounts) { 0 };
  work->settings = counted->settings;
  counted->settings = (OndesBatchSettings) { 0 };
  ondes_batch_run_free (work->run);
  work->run = g_steal_pointer (&counted->run);
  g_hash_table_unref (work->files);
  work->files = g_hash_table_ref (counted->files);
  self->measuring = TRUE;
  ondes_queue_submit (self->queue, &(OndesTask) { .key = "draft", .work = measure_work, .data = work, .destroy = work_free,
                                                  .done = on_measured, .user_data = self });
}

static void
on_counted (gpointer data,
            const GError *error,
            gpointer user_data)
{
  OndesBatchDraft *self = user_data;
  Work *work = data;
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
      else if (counts->sample != NULL && counts->sample_s > 0)
        measure (self, work);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
count (gpointer user_data)
{
  OndesBatchDraft *self = user_data;

  self->source = 0;
  ondes_queue_submit (self->queue, &(OndesTask) { .key = "draft", .work = plan_work, .data = work_new (self, TRUE),
                                                  .destroy = work_free, .progress = on_counting, .done = on_counted,
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
    take_error (self, ((Work *) data)->place, error);
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
  ondes_queue_submit (self->queue, &(OndesTask) { .key = "write", .work = plan_work, .data = work_new (self, FALSE),
                                                  .destroy = work_free, .progress = on_counting, .done = on_written,
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
  GPtrArray *const both[] = { self->options, self->parameters->words };

  for (guint k = 0; k < G_N_ELEMENTS (both); k++)
    for (guint i = 0; i + 1 < both[k]->len; i += 2)
      if (g_str_equal (g_ptr_array_index (both[k], i), option))
        return g_ptr_array_index (both[k], i + 1);
  return NULL;
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
