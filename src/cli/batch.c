/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch.h"

#include <glib/gstdio.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "annotation/annotation-file.h"
#include "base/display-text.h"
#include "base/number.h"
#include "batch/batch-files.h"
#include "batch/batch-plan.h"
#include "cwt-compensation.h"
#include "cwt.h"
#include "export/export.h"
#include "output.h"
#include "picture.h"

#define PATIENCE_MS 2000 /* to remove what was tried after an interrupt */

static const char *const actions[] = { "plan", "run", "submit", "status", "merge", NULL };

/* Options that are no parameters of the products. */
static const char *const run_options[] = {
  "-o",     "--products", "--pattern", "--flat",    "--dry-run", "--workers", "--devices",       "--shard", "--retry-failed",
  "--json", "--watch",    "--partial", "--threads", "--device",  "--slurm",   "--sbatch-option", "--shards", "--part",
  NULL,
};

/* --- plan */

/* Appends the option, unless it is none of a product's. */
static gboolean
add_word (GPtrArray  *words,
          const char *option,
          const char *value,
          GError    **error)
{
  if (g_strv_contains (run_options, option))
    return TRUE;
  if (strpbrk (value, "\n\r") != NULL)
    return cli_refuse (error, option, "its value has a line break");
  if (g_ascii_isspace (value[0]) || (value[0] != '\0' && g_ascii_isspace (value[strlen (value) - 1])))
    return cli_refuse (error, option, "“%s” begins or ends with a blank, which a run's preset does not keep", value);
  g_ptr_array_add (words, g_strdup (option));
  g_ptr_array_add (words, g_strdup (value));
  return TRUE;
}

/* Parses the options of a preset by the command's table. */
static CliArguments *
parse_preset (const char  *path,
              GPtrArray   *lines,
              GError     **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  CliArguments *arguments;

  g_ptr_array_add (words, (gpointer) "plan");
  g_ptr_array_add (words, (gpointer) "FOLDER");
  for (guint i = 0; i + 1 < lines->len; i += 2)
    {
      const char *value = g_ptr_array_index (lines, i + 1);

      g_ptr_array_add (words, g_ptr_array_index (lines, i));
      if (value[0] != '\0')
        g_ptr_array_add (words, (gpointer) value);
    }
  g_ptr_array_add (words, NULL);
  arguments = cli_arguments_parse (&cli_batch, (char **) words->pdata, error);
  if (arguments != NULL && arguments->operands->len > 2)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s: “%s” is no option", path,
                   (const char *) g_ptr_array_index (arguments->operands, 2));
      g_clear_pointer (&arguments, cli_arguments_free);
    }
  return arguments;
}

/* Refuses words that planning does not write, such as -o, which would lead to another output. */
static gboolean
check_words (const OndesBatchRun *run,
             GError             **error)
{
  g_autofree char *path = ondes_batch_run_path (run, "preset");
  g_autoptr (CliArguments) parsed = parse_preset (path, run->words, error);

  for (guint i = 0; parsed != NULL && i < run->words->len; i++)
    {
      const char *word = g_ptr_array_index (run->words, i);

      if (i < parsed->given->len && g_str_equal (word, g_ptr_array_index (parsed->given, i))
          && (i % 2 == 1 || !g_strv_contains (run_options, word)))
        continue;
      return ondes_error_set (error, ONDES_ERROR_FILE, "%s: “%s” is no parameter of a run; plan the run again", path, word);
    }
  return parsed != NULL;
}

static OndesBatchRun *
open_run (const char *folder,
          GError    **error)
{
  g_autoptr (OndesBatchRun) run = ondes_batch_run_open (folder, error);

  return run != NULL && check_words (run, error) ? g_steal_pointer (&run) : NULL;
}

OndesBatchRun *
cli_batch_open (const CliRun *cli,
                GError      **error)
{
  const GPtrArray *operands = cli->arguments->operands;

  if (operands->len == 2)
    return open_run (g_ptr_array_index (operands, 1), error);
  if (operands->len < 2)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST, "RUN: missing; name the folder that “ondes-cli batch plan -o RUN” made");
  else
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST, "%s: one word too many; ondes-cli batch %s takes one RUN",
                 (const char *) g_ptr_array_index (operands, 2), (const char *) g_ptr_array_index (operands, 0));
  return NULL;
}

/* Reads a file of options; none of a preset of the window, which is a parameter itself. */
static GPtrArray *
read_options (const char *path,
              GError    **error)
{
  return path == NULL || ondes_batch_is_preset (path) ? g_ptr_array_new () : ondes_batch_preset_read (path, error);
}

/* Returns the parameters: those of the preset whose options the command does not give, then the command's. @products, NULL
 * without, is the text of --products. Transfer full. */
static GPtrArray *
find_words (const CliArguments *arguments,
            char              **products,
            GError            **error)
{
  const char *path = cli_text (arguments, "--preset");
  g_autoptr (GPtrArray) lines = read_options (path, error);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (CliArguments) preset = lines != NULL ? parse_preset (path, lines, error) : NULL;
  const char *listed;

  if (preset == NULL)
    return NULL;
  if (path != NULL && ondes_batch_is_preset (path) && !add_word (words, "--preset", path, error))
    return NULL;
  for (guint i = 0; i < preset->given->len; i += 2)
    {
      const char *option = g_ptr_array_index (preset->given, i);
      g_autofree char *value = ondes_batch_resolve_file (path, option, g_ptr_array_index (preset->given, i + 1), error);

      if (value == NULL || ((g_str_equal (option, "--preset") || !cli_has (arguments, option))
                            && !add_word (words, option, value, error)))
        return NULL;
    }
  for (guint i = 0; i < arguments->given->len; i += 2)
    if (!g_str_equal (g_ptr_array_index (arguments->given, i), "--preset")
        && !add_word (words, g_ptr_array_index (arguments->given, i), g_ptr_array_index (arguments->given, i + 1), error))
      return NULL;
  listed = cli_text (arguments, "--products");
  *products = g_strdup (listed != NULL ? listed : cli_text (preset, "--products"));
  return g_steal_pointer (&words);
}

/* Returns the run to plan: that of the folder, if there is one, with the products that are new, or a new one. Adds the files of
 * its parameters to @files (batch-files.h). */
static OndesBatchRun *
find_run (const CliArguments *arguments,
          GHashTable         *files,
          GError            **error)
{
  const char *folder = cli_text (arguments, "-o");
  g_autofree char *products = NULL;
  g_autoptr (GPtrArray) words = NULL;
  g_autoptr (OndesBatchRun) old = NULL, run = NULL;
  guint wanted = 0;

  if (folder == NULL || folder[0] == '\0')
    {
      cli_refuse (error, "-o", "missing; name the folder of the run");
      return NULL;
    }
  words = find_words (arguments, &products, error);
  if (words == NULL || (products != NULL && !ondes_batch_products_parse (products, &wanted, error)))
    return NULL;
  if ((ondes_batch_run_exists (folder) && (old = open_run (folder, error)) == NULL)
      || !ondes_batch_take_files (old != NULL && words->len == 0 ? old->words : words, folder, files, error))
    return NULL;
  if (wanted == 0 && old == NULL)
    {
      g_autofree char *all = g_strjoinv (",", (char **) ondes_batch_products);

      cli_refuse (error, "--products", "missing; say what is to be made, of %s", all);
      return NULL;
    }
  run = ondes_batch_run_new (folder, old != NULL && words->len == 0 ? old->words : words,
                             wanted | (old != NULL ? old->products : 0));
  if (old == NULL || strcmp (old->parameters, run->parameters) == 0)
    return g_steal_pointer (&run);
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               "%s: was planned with other parameters (%s/preset); leave the options out to add recordings, or name another folder",
               folder, folder);
  return NULL;
}

/* Removes an output, whose bytes are added to *@bytes, and those beside it with other endings. */
static void
remove_output (const char *output,
               double     *bytes)
{
  static const char *const endings[] = { "", ".raven.txt", ".audacity.txt" };
  const char *dot = strrchr (output, '.');

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name
        = i == 0 ? g_strdup (output) : g_strdup_printf ("%.*s%s", (int) (dot - output), output, endings[i]);
      struct stat info;

      if (stat (name, &info) != 0)
        continue;
      *bytes += (double) info.st_size;
      g_unlink (name);
    }
}

/* Removes what make_scratch() made, which it takes. */
static void
remove_scratch (OndesBatchRun *scratch,
                GHashTable    *files)
{
  ondes_batch_remove_files (files, scratch->folder);
  g_rmdir (scratch->folder);
  ondes_batch_run_free (scratch);
}

/* Returns the run in a folder of its own, with the files of its parameters. */
static OndesBatchRun *
make_scratch (const OndesBatchRun *run,
              GHashTable          *files,
              GError             **error)
{
  g_autofree char *folder = g_dir_make_tmp ("ondes-batch-XXXXXX", error);
  OndesBatchRun *scratch;

  if (folder == NULL)
    return NULL;
  scratch = ondes_batch_run_new (folder, run->words, run->products);
  if (ondes_batch_write_files (files, folder, error))
    return scratch;
  remove_scratch (scratch, files);
  return NULL;
}

/* Returns bytes and seconds that a recording took in the folder of @scratch. */
static gboolean
measure (const OndesBatchRun    *scratch,
         CliBatchWorker         *worker,
         const OndesBatchCounts *counts,
         double                 *bytes,
         double                 *seconds,
         GError                **error)
{
  g_auto (OndesBatchFile) file = { .path = g_strdup (counts->sample) };
  gboolean stop, done;
  gint64 begun;

  ondes_batch_file_stat (file.path, &file.size, &file.mtime_ns);
  begun = g_get_monotonic_time ();
  done = cli_batch_worker_do (worker, &file, &(CliBatchTask) { 0 }, &stop, error);
  *seconds = (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC;
  *bytes = 0;
  for (guint i = 0; i < ONDES_BATCH_N_PRODUCTS; i++)
    {
      g_autofree char *output = NULL, *hashed = NULL, *product = NULL;
      double taken = 0;

      if (i == ONDES_BATCH_LTSA) /* made by merging */
        continue;
      output = ondes_batch_run_output (scratch, &file, i);
      hashed = g_path_get_dirname (output);
      product = g_path_get_dirname (hashed);
      remove_output (output, &taken);
      *bytes += taken * (i == ONDES_BATCH_SCALOGRAM ? (double) counts->files : counts->seconds / counts->sample_s);
      g_rmdir (hashed);
      g_rmdir (product);
    }
  return done;
}

static void
append_duration (GString *text,
                 double   seconds)
{
  if (seconds < 120)
    g_string_append_printf (text, "%.0f s", seconds);
  else if (seconds < 7200)
    g_string_append_printf (text, "%.0f min", seconds / 60);
  else
    g_string_append_printf (text, "%.1f h", seconds / 3600);
}

/* Tells what there is, and of a dry run what it would take; @scratch is NULL of any other. */
static gboolean
print_counts (const OndesBatchRun    *scratch,
              CliBatchWorker         *worker,
              const OndesBatchCounts *counts,
              GError                **error)
{
  g_autofree char *size = g_format_size (counts->bytes);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text, "%" PRIu64 " recording%s, %.1f h, %s: %" PRIu64 " new, %" PRIu64 " changed, %" PRIu64 " cannot be read\n",
                   counts->files, ondes_plural (counts->files), counts->seconds / 3600, size, counts->added, counts->changed,
                   counts->unreadable);
  if (scratch != NULL && counts->sample != NULL)
    {
      g_autofree char *out = NULL, *shown = ondes_display_path (counts->sample);
      double bytes, seconds;

      if (!measure (scratch, worker, counts, &bytes, &seconds, error))
        return FALSE;
      out = g_format_size ((guint64) bytes);
      g_string_append_printf (text, "about %s of outputs, in ", out);
      append_duration (text, seconds * counts->seconds / counts->sample_s / g_get_num_processors ());
      g_string_append_printf (text, " on this machine's %u processors, by %s\n", g_get_num_processors (), shown);
    }
  return cli_print (text->str, error);
}

/* A run to plan, checked. Initialise by member name. */
typedef struct
{
  const CliRun   *cli;
  OndesBatchRun  *run;
  OndesBatchRun  *scratch; /* where its parameters are tried */
  CliBatchWorker *worker;  /* on it */
  GHashTable     *files;   /* of its parameters (batch-files.h) */
  CliInput        input;
} Plan;

static void
plan_clear (Plan *self)
{
  g_clear_pointer (&self->worker, cli_batch_worker_free);
  if (self->scratch != NULL)
    remove_scratch (self->scratch, self->files);
  g_clear_pointer (&self->run, ondes_batch_run_free);
  g_hash_table_unref (self->files);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Plan, plan_clear)

/* Finds the run, and tries its parameters. */
static gboolean
plan_parse (Plan    *self,
            GError **error)
{
  const CliArguments *arguments = self->cli->arguments;
  const CliBatchShare share = { .threads = 1, .device = -1 };

  self->run = find_run (arguments, self->files, error);
  if (self->run == NULL || !cli_input_parse (arguments, &self->input, error)
      || (self->scratch = make_scratch (self->run, self->files, error)) == NULL)
    return FALSE;
  self->worker = cli_batch_worker_new (self->scratch, &share, &self->cli->watch, error);
  return self->worker != NULL;
}

/* Refuses annotations where nothing else is named; those among others are left out. */
static gboolean
check_named (const Plan *self,
             GError    **error)
{
  const GPtrArray *operands = self->cli->arguments->operands;
  const OndesWatch watch = { .cancellable = self->cli->watch.cancellable };
  OndesAnnotationFormat format = ONDES_ANNOTATIONS_ANY;

  for (guint i = operands->len - 1; i > 0; i--)
    {
      const char *path = g_ptr_array_index (operands, i);
      g_autoptr (OndesRecording) recording = NULL;

      if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return TRUE;
      recording = ondes_recording_open (path, &self->input.read, &watch, NULL);
      if (!ondes_annotations_are_no_recording (path, &self->input.read, recording, &format))
        return TRUE;
    }
  return ondes_error_set (error, ONDES_ERROR_FILE,
                          "%s: holds annotations (%s), not a recording; name the recording that they are of, or its folder",
                          (const char *) g_ptr_array_index (operands, 1), ondes_annotation_format_info (format)->title);
}

void
cli_batch_tell_clocks (guint64 utc,
                       guint64 clocks)
{
  if (utc > 0 && clocks > 0)
    cli_tell ("%" PRIu64 " recording%s their start in UTC, and %" PRIu64 " by a clock of unknown zone; ltsa keeps them apart, "
              "and a key file (FILE.ondes) with a start sets the zone", utc, utc == 1 ? " tells" : "s tell", clocks);
}

/* Tells what was left out, and what cannot be read. */
static void
tell_left_out (const OndesBatchCounts *counts)
{
  cli_progress_clear ();
  if (counts->found.unreadable > 0)
    cli_tell ("%s; %" PRIu64 " folder%s left out", counts->found.why, counts->found.unreadable,
              ondes_plural (counts->found.unreadable));
  if (counts->labels == 1)
    cli_tell ("1 label file is left out: it annotates a recording");
  else if (counts->labels > 1)
    cli_tell ("%" PRIu64 " label files are left out: they annotate recordings", counts->labels);
  cli_batch_tell_clocks (counts->utc, counts->clocks);
  if (counts->why != NULL)
    cli_tell ("%s%s", counts->why, counts->unreadable > 1 ? "; others too" : "");
}

static gboolean
plan (const CliRun *cli,
      GError      **error)
{
  const CliArguments *arguments = cli->arguments;
  g_autofree const char **patterns = cli_texts (arguments, "--pattern");
  g_autoptr (GPtrArray) folders = g_ptr_array_new ();
  g_auto (OndesBatchCounts) counts = { 0 };
  g_auto (Plan) self = { .cli = cli };
  OndesBatchPlan request = { .dry = cli_has (arguments, "--dry-run") };

  cli_expect_outputs (G_MAXUINT); /* interrupted, it is to be done again */
  cli_set_patience (PATIENCE_MS);
  self.files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref);
  for (guint i = 1; i < arguments->operands->len; i++)
    g_ptr_array_add (folders, g_ptr_array_index (arguments->operands, i));
  g_ptr_array_add (folders, NULL);
  if (folders->len == 1)
    return ondes_error_set (error, ONDES_ERROR_REQUEST, "FOLDER: missing; name the folders of the recordings");
  if (!plan_parse (&self, error) || !check_named (&self, error))
    return FALSE;
  request.search = (OndesBatchSearch) { .folders = (const char *const *) folders->pdata, .patterns = patterns,
                                        .flat = cli_has (arguments, "--flat") };
  request.read = &self.input.read;
  if ((!request.dry && (!ondes_batch_write_files (self.files, self.run->folder, error) || !ondes_batch_run_save (self.run, error)))
      || !ondes_batch_plan (self.run, &request, &cli->watch, &counts, error))
    return FALSE;
  tell_left_out (&counts);
  return print_counts (request.dry ? self.scratch : NULL, self.worker, &counts, error);
}

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  static const struct
  {
    const char *name;
    gboolean  (*run) (const CliRun *cli, GError **error);
  } all[] = { { "plan", plan }, { "run", cli_batch_run }, { "submit", cli_batch_submit },
              { "status", cli_batch_status }, { "merge", cli_batch_merge },
              { CLI_BATCH_WORK, cli_batch_work } };
  const char *action = g_ptr_array_index (cli->arguments->operands, 0);

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (g_str_equal (action, all[i].name))
      return all[i].run (cli, error);
  return ondes_error_set (error, ONDES_ERROR_REQUEST,
                          "%s: no such action of batch; it knows plan, run, submit, status and merge", action);
}

static const CliOption plan_options[] = {
  { .help = "batch plan FOLDER… --products LIST -o RUN: what is to be done" },
  { "-o", "RUN", "the folder of the run; planning into an old one adds new recordings, and marks those that have changed" },
  { "--products", "LIST",
    "of scalogram (a picture or .npz of each recording), bands (levels of bands by minute: a .csv of each, and RUN/bands.csv), "
    "energy (levels of bands by second: a .npz of each), annotations (where a band is loud: .csv, Raven's and Audacity's "
    "tables of each, and RUN/annotations.csv), sheet (thumbnails of all on RUN/sheet-1.png and so on) and ltsa (the long-term "
    "average of the bands on the clock: RUN/ltsa.png and .npz)" },
  { "--pattern", "GLOB",
    "names of the recordings, as '*.wav'; repeat it for more (default: the endings of sound files). Files of annotations among "
    "them, such as labels beside recordings, are left out" },
  { "--flat", NULL, "of plan: only the files in the folders themselves, none below" },
  { "--dry-run", NULL,
    "only tell how many recordings there are, the bytes of the outputs and the time that they take; of submit: only print what "
    "would be sent, a shell script" },
  { NULL },
};

static const CliOption run_table[] = {
  { .help = "batch run RUN: what is left to do" },
  { "--workers", "N", "processes that share the recordings (default: one a processor, or a device)" },
  { "--devices", "LIST|all", "GPUs by their numbers, as 0,1, one worker each (default: the engine of the parameters)" },
  { "--shard", "K/N",
    "only every N-th recording, from the K-th on, K from 0 (default: Slurm's SLURM_ARRAY_TASK_ID and "
    "SLURM_ARRAY_TASK_COUNT, or all)" },
  { "--part", "S",
    "seconds of the parts in which workers share a recording, if there are more workers than recordings, or devices (default "
    "600); scalograms and thumbnails have 16 at most, and a device computes them whole; the outputs are the same" },
  { "--retry-failed", NULL, "also those that failed before" },
  { "--threads", "N", "of each worker process (default: the processors shared out among them)" },
  { "--device", "N", "of a worker process; set by the run" },
  { NULL },
};

static const CliOption submit_options[] = {
  { .help = "batch submit RUN --slurm --shards N: what is left to do, on a cluster" },
  { "--slurm", NULL, "by Slurm's sbatch: an array job of the shards, and behind it a job that merges" },
  { "--shards", "N", "tasks of the array, each with every N-th recording, on --workers processors or --devices, as 0 or 0,1" },
  { "--sbatch-option", "OPTION",
    "an option of sbatch, as --partition=long; repeat it for more. They come last and go to both jobs, but those of arrays "
    "and devices" },
  { NULL },
};

static const CliOption status_options[] = {
  { .help = "batch status RUN, batch merge RUN: what became of it" },
  { "--json", NULL, "of run and status: lines of JSON on standard output" },
  { "--watch", NULL, "of status: again every 2 s until nothing is left" },
  { "--partial", NULL, "of merge: what is done so far, without recordings of which a part is still to do" },
  { NULL },
};

static const CliOption product_options[] = {
  { .help = "Products" },
  { .params = &ondes_batch_level_params },
  { "--channel", "K|mix", "from 1, or the mean of all (default 1)" },
  { NULL },
};

static const CliOption detection_options[] = {
  { .help = "Annotations, where a band is loud" },
  { .params = &ondes_batch_detection_params },
  { NULL },
};

static const CliOption compute_options[] = {
  { .help = "How it is computed" },
  { "--engine", "NAME", "auto, cpu or cuda; auto falls back to the CPU, cuda never does (default auto)" },
  { "--precision", "P", "double, single, or single2 (default single for scalograms, double for bands)", ondes_precision_names },
  { NULL },
};

static const CliOption *const groups[] = {
  plan_options, run_table, submit_options, status_options, product_options, detection_options, cli_transform_options,
  cli_compensation_options, cli_cwt_display_options, cli_colour_options, cli_size_options, cli_read_options, compute_options, NULL,
};

const CliCommand cli_batch = {
  .name = "batch",
  .operand = "ACTION FOLDER…",
  .choices = actions,
  .usage = "[OPTION…]",
  .summary = "The same done to many recordings: planned, run by several processes or machines, and merged.",
  .groups = groups,
  .epilogue =
      "plan reads the recordings' heads; run computes what is not done; merge joins the recordings of which a run that was\n"
      "stopped has left all parts, and puts all in one. Stopped at any point, even by a power cut, run goes on where it was: an\n"
      "output that is there is whole, and carries the hash of its parameters and source. Its status is 3 if recordings failed.\n"
      "Any number of runs, on any machines that see the same folders, may work on one RUN.\n"
      "--preset is one of the window's, built in, by its name or as a file, whose conditioning is that of all products, or a file\n"
      "of options of the products, one a line, such as another RUN's preset. Files that options name are kept in RUN/files.\n"
      "submit prints what it sends, word by word; its tasks need nothing but Ondes and the folders, under the same names.\n"
      "RUN/preset has the parameters, RUN/manifest.tsv a line per recording (path, size, mtime, start, rate in Hz,\n"
      "channels, frames, hash of the parameters), RUN/PRODUCT the outputs, RUN/failed.tsv what failed and why.\n"
      "Levels are in dB re 1 of the recording's unit, of PCM full scale; --condition gain:170 --unit uPa calibrates full scale to\n"
      "170 dB re 1 uPa. Millidecades are spectral densities, re 1 unit²/Hz.\n"
      "A start ends in Z if it is in UTC; without it is by the recorder's clock, whose zone nothing tells.\n"
      "ltsa needs recordings whose start the file or its name tells; by clocks it is RUN/ltsa-clock.* if others are in UTC.\n"
      "annotations.csv: file, date, start, end, low, high, peak_db.\n"
      "bands.csv: file, channel, start, time (from the first sample), length, statistic (mean, p5 and so on), and a column\n"
      "per band, its centre in Hz.",
  .run = run,
};
