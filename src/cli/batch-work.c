/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A worker: recordings come by lines of a manifest on standard input, behind "K/N" for a part of them (CliBatchTask), each
 * is answered by a line on standard output. */
#include "batch-scalogram.h"

#include "batch/batch-files.h"
#include "engine/array-sink.h"
#include "engine/cpu/cpu.h"
#include "io/stamp.h"
#include "preset.h"
#include "transform/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct _CliBatchWorker
{
  OndesBatchRun    *run;
  GPtrArray        *words; /* of its parameters, with the paths of their files */
  CliBatchShare     share;
  const OndesWatch *watch;
  guint             parted;  /* products, of cli_batch_parted() */
  CliBatchScalograms *scalograms;
  OndesBatchBands  *bands;
  OndesBatchAnnotations *annotations; /* NULL unless they are asked for */
  OndesComputer    *computer;
};

/* The recording's file as it was before it was opened. */
typedef struct
{
  const OndesBatchFile *file;
  struct stat           info;
} Seen;

static gboolean
has_changed (const Seen *seen,
             GError    **error)
{
  struct stat now;

  if (stat (seen->file->path, &now) == 0 && now.st_dev == seen->info.st_dev && now.st_ino == seen->info.st_ino
      && now.st_size == seen->info.st_size && now.st_mtim.tv_sec == seen->info.st_mtim.tv_sec
      && now.st_mtim.tv_nsec == seen->info.st_mtim.tv_nsec)
    return FALSE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s: was replaced while it was read; plan the run again", seen->file->path);
  return TRUE;
}

static gboolean
check_unchanged (gpointer   seen,
                 GError   **error)
{
  return !has_changed (seen, error);
}

/* Fails unless the file is the one that was planned. */
static gboolean
see (Seen                 *seen,
     const OndesBatchFile *file,
     GError              **error)
{
  guint64 size;
  gint64 mtime_ns;

  seen->file = file;
  if (stat (file->path, &seen->info) != 0 || !ondes_batch_file_stat (file->path, &size, &mtime_ns))
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s: cannot be read: %s", file->path, g_strerror (errno));
  else if (size != file->size || mtime_ns != file->mtime_ns)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s: is another file than was planned; plan the run again", file->path);
  else
    return TRUE;
  return FALSE;
}

/* Computes a little on the worker's device, which then stays open, whatever the products compute by themselves. */
static gboolean
try_device (CliBatchWorker *self,
            GError        **error)
{
  double one = 1;
  OndesFilterBand band = { .name = (char *) "", .n = 1, .taps = &one };
  g_autoptr (OndesFilterBank) bank = ondes_filter_bank_new (&band, 1, error);
  g_autoptr (OndesSpec) spec = bank != NULL ? ondes_filter_new (&ondes_filter_options_default, bank, error) : NULL;
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, &one, 1, 1);
  g_autoptr (OndesRequest) request
    = spec != NULL ? ondes_request_new_of (spec, source, &(OndesView) { .count = 1 }, error) : NULL;
  g_autoptr (OndesSink) sink = &ondes_array_sink_new ()->sink;

  return request != NULL && ondes_compute (self->computer, request, sink, self->watch, NULL, error);
}

GPtrArray *
cli_batch_words (const GPtrArray *parameters,
                 gboolean       (*is_left_out) (const char *option))
{
  GPtrArray *words = g_ptr_array_new ();

  for (guint i = 0; i + 1 < parameters->len; i += 2)
    {
      const char *value = g_ptr_array_index (parameters, i + 1);

      if (is_left_out != NULL && is_left_out (g_ptr_array_index (parameters, i)))
        continue;
      g_ptr_array_add (words, g_ptr_array_index (parameters, i));
      if (value[0] != '\0')
        g_ptr_array_add (words, (gpointer) value);
    }
  return words;
}

guint
cli_batch_parted (const OndesBatchRun *run,
                  gboolean             on_devices)
{
  OndesComputer *computer;
  gboolean cpu;

  if (on_devices || !(run->outputs & CLI_BATCH_SCALOGRAMS))
    return ONDES_BATCH_PARTED & ~CLI_BATCH_SCALOGRAMS;
  computer = ondes_computer_new (ondes_batch_run_option (run, "--engine"), 0, 1);
  cpu = ondes_computer_is_cpu (computer);
  ondes_computer_free (computer);
  return cpu ? ONDES_BATCH_PARTED : ONDES_BATCH_PARTED & ~CLI_BATCH_SCALOGRAMS;
}

/* Makes what is computed of the levels of bands. */
static gboolean
make_levels (CliBatchWorker       *self,
             const OndesBatchFile *file,
             const OndesBatchPart *part,
             const char           *output,
             GError              **error)
{
  g_autoptr (GPtrArray) words = cli_batch_words (self->words, NULL);
  g_autoptr (CliArguments) arguments = NULL;
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSource) source = NULL;
  const OndesWatch watch = { .cancellable = ondes_watch_cancellable (self->watch) };
  OndesBatchJob job = { .file = file, .computer = self->computer, .watch = &watch, .part = part->n > 0 ? part : NULL };
  g_auto (CliPreset) preset = { 0 };
  CliInput input;

  g_ptr_array_insert (words, 0, (gpointer) CLI_BATCH_WORK);
  g_ptr_array_insert (words, 1, (gpointer) file->path);
  g_ptr_array_add (words, NULL);
  arguments = cli_arguments_parse (&cli_batch, (char **) words->pdata, error);
  if (arguments == NULL || !cli_preset_parse (arguments, FALSE, &preset, error) || !cli_input_parse (arguments, &input, error)
      || !cli_input_parse_conditioning (arguments, FALSE, &input, error))
    return FALSE;
  input.preset = preset.preset;
  recording = cli_input_open (&input, &(CliRun) { .arguments = arguments, .watch = watch }, 1, error);
  if (recording == NULL)
    return FALSE;
  job.info = ondes_recording_get_info (recording);
  job.source = source = ondes_recording_source (recording, cli_input_channel (&input, job.info), error);
  if (source == NULL)
    return FALSE;
  if (part->product == ONDES_BATCH_ANNOTATIONS)
    return ondes_batch_annotations_write (self->annotations, &job, output, error);
  if (part->product == ONDES_BATCH_ENERGY)
    return ondes_batch_bands_write_energy (self->bands, &job, output, error);
  return ondes_batch_bands_write (self->bands, &job, output, error);
}

/* Makes a product or a part of it, stamped. */
static gboolean
make_product (CliBatchWorker       *self,
              const OndesBatchPart *part,
              const char           *output,
              GError              **error)
{
  const OndesBatchFile *file = part->file;
  g_autofree char *text
    = part->k < part->n ? ondes_batch_part_stamp (part) : ondes_batch_run_stamp (self->run, file, part->product);
  Seen seen;
  const OndesStamp stamp = { text, check_unchanged, &seen };
  gboolean done;

  if (!see (&seen, file, error) || !ondes_batch_prepare (self->run->folder, output, error))
    return FALSE;
  ondes_stamp_set (&stamp);
  done = CLI_BATCH_SCALOGRAMS & 1u << part->product
           ? cli_batch_scalograms_make (self->scalograms, part, self->watch, error)
           : make_levels (self, file, part, output, error);
  ondes_stamp_set (NULL);
  return done;
}

/* TRUE if the product is done, whoever did it. */
static gboolean
is_over (const OndesBatchPart *part)
{
  guint missing;

  ondes_batch_run_state (part->run, part->file, &missing);
  return !(missing & 1u << part->product);
}

/* Computes a part, unless it is there. One of a product that others have joined meanwhile is not left behind. */
static gboolean
make_part (CliBatchWorker       *self,
           const OndesBatchPart *part,
           GError              **error)
{
  g_autofree char *path = ondes_batch_part_path (part);

  if (!ondes_batch_part_is_done (part) && !make_product (self, part, path, error))
    return FALSE;
  if (is_over (part))
    ondes_batch_part_remove (part);
  return TRUE;
}

/* Joins the parts. If one is missing, another process has removed it, whose output is there; otherwise all is computed at once. */
static gboolean
join_parts (CliBatchWorker       *self,
            const OndesBatchPart *part,
            const char           *output,
            GError              **error)
{
  const OndesBatchPart whole = { .run = part->run, .file = part->file, .product = part->product };
  GError *local = NULL;

  if (!make_product (self, part, output, &local) && !is_over (part))
    {
      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_propagate_error (error, local);
          return FALSE;
        }
      g_clear_error (&local);
      if (!make_product (self, &whole, output, error))
        return FALSE;
    }
  g_clear_error (&local);
  ondes_batch_part_remove (part);
  return TRUE;
}

/* Returns the products that the task is about. */
static guint
products_of (const CliBatchWorker *self,
             const CliBatchTask   *task)
{
  return task->n == 0 ? G_MAXUINT : task->k == CLI_BATCH_OTHERS ? ~self->parted : self->parted;
}

/* Makes a product as the task says. */
static gboolean
make (CliBatchWorker     *self,
      OndesBatchPart     *part,
      const CliBatchTask *task,
      const char         *output,
      GError            **error)
{
  if (task->n == 0 || task->k == CLI_BATCH_OTHERS)
    return make_product (self, part, output, error);
  part->n = ondes_batch_parts_of (part->product, task->n);
  part->k = (guint) task->k;
  if (part->k < task->n && part->k >= part->n) /* it has fewer parts than the others */
    return TRUE;
  part->k = MIN (part->k, part->n);
  return part->k < part->n ? make_part (self, part, error) : join_parts (self, part, output, error);
}

/* TRUE if @path, which may be NULL, lies in @folder. */
static gboolean
is_within (const char *path,
           const char *folder)
{
  return path != NULL && g_str_has_prefix (path, folder);
}

gboolean
cli_batch_worker_do (CliBatchWorker       *self,
                     const OndesBatchFile *file,
                     const CliBatchTask   *task,
                     gboolean             *stop,
                     GError              **error)
{
  GError *first = NULL;
  guint missing;

  *stop = FALSE;
  ondes_batch_run_state (self->run, file, &missing);
  missing &= products_of (self, task);
  cli_batch_scalograms_leave (self->scalograms, file);
  for (guint i = 0; i < ONDES_BATCH_N_PRODUCTS && !*stop; i++)
    if (missing & 1u << i)
      {
        g_autofree char *output = ondes_batch_run_output (self->run, file, i), *folder = g_path_get_dirname (output);
        OndesBatchPart part = { .run = self->run, .file = file, .product = i };
        GError *local = NULL;

        if (make (self, &part, task, output, &local))
          continue;
        *stop = g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED) || is_within (ondes_error_get_file (local), folder);
        if (first == NULL || *stop)
          {
            g_clear_error (&first);
            first = g_steal_pointer (&local);
          }
        g_clear_error (&local);
      }
  if (first == NULL)
    return TRUE;
  g_propagate_error (error, first);
  return FALSE;
}

CliBatchWorker *
cli_batch_worker_new (OndesBatchRun       *run,
                      const CliBatchShare *share,
                      const OndesWatch    *watch,
                      GError             **error)
{
  g_autoptr (CliBatchWorker) self = g_new0 (CliBatchWorker, 1);
  g_autofree char *folder = share->within ? g_strdup ("") : g_strconcat (run->folder, "/", NULL);

  ondes_cpu_forgo_wisdom ();
  self->run = run;
  self->words = ondes_batch_run_words (run->words, folder);
  self->share = *share;
  self->watch = watch;
  self->computer = ondes_computer_new (share->device >= 0 ? "cuda" : ondes_batch_run_option (run, "--engine"),
                                       share->device >= 0 ? (guint) share->device : 0, share->threads);
  self->parted = cli_batch_parted (run, share->device >= 0);
  self->scalograms = cli_batch_scalograms_new (run, self->words, share);
  self->bands = ondes_batch_bands_new (run, error);
  if (self->bands == NULL || !cli_batch_scalograms_check (self->scalograms, watch, error))
    return NULL;
  if (run->outputs & 1u << ONDES_BATCH_ANNOTATIONS && (self->annotations = ondes_batch_annotations_new (run, error)) == NULL)
    return NULL;
  if (!(run->outputs & 1u << ONDES_BATCH_ENERGY) || !ondes_batch_bands_are_spectra (self->bands))
    return g_steal_pointer (&self);
  cli_refuse (error, "--bands", "millidecades have no filters, whose energy could be told; choose a bank");
  return NULL;
}

void
cli_batch_worker_free (CliBatchWorker *self)
{
  g_clear_pointer (&self->scalograms, cli_batch_scalograms_free);
  g_clear_pointer (&self->bands, ondes_batch_bands_free);
  g_clear_pointer (&self->annotations, ondes_batch_annotations_free);
  g_clear_pointer (&self->computer, ondes_computer_free);
  g_clear_pointer (&self->words, g_ptr_array_unref);
  g_free (self);
}

/* Prints "failed\tSENTENCE" or "stop\tSENTENCE". */
static gboolean
print_failure (const char   *what,
               const GError *failure,
               GError      **error)
{
  g_autofree char *sentence = ondes_error_sentence (failure);
  g_autofree char *text = g_strdup_printf ("%s\t%s\n", what, g_strdelimit (sentence, "\t\n\r", ' '));

  return cli_print (text, error);
}

/* Answers "done", or that it failed. A device that does not compute any more ends the process, so that another one tries. */
static gboolean
answer (CliBatchWorker *self,
        const char     *line,
        GError        **error)
{
  g_auto (OndesBatchFile) file = { 0 };
  g_autoptr (GError) local = NULL;
  CliBatchTask task;
  gboolean stop = FALSE;
  int at = 0;

  if (sscanf (line, "%d/%u\t%n", &task.k, &task.n, &at) < 2 || at == 0 || !ondes_batch_file_parse (line + at, &file))
    return ondes_error_set (error, ONDES_ERROR_REQUEST, "%s: no line of a manifest", line);
  if (cli_batch_worker_do (self, &file, &task, &stop, &local))
    return cli_print ("done\n", error);
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (self->share.device >= 0 && !try_device (self, error))
    return FALSE;
  return print_failure (stop ? "stop" : "failed", local, error);
}

/* Makes the run's folder that of the process. */
static gboolean
enter (OndesBatchRun *run,
       GError       **error)
{
  char *folder = g_canonicalize_filename (run->folder, NULL);

  g_free (run->folder);
  run->folder = folder;
  if (chdir (folder) == 0)
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_FILE, "%s: cannot be entered: %s", folder, g_strerror (errno));
}

gboolean
cli_batch_work (const CliRun *cli,
                GError      **error)
{
  g_autoptr (OndesBatchRun) run = cli_batch_open (cli, error);
  g_autoptr (CliBatchWorker) worker = NULL;
  CliBatchShare share = { .threads = 1, .device = -1, .within = TRUE };
  g_autoptr (GError) local = NULL;
  guint64 threads = 1, device = 0;
  char *line = NULL;
  size_t size = 0;
  ssize_t n;
  gboolean good;

  cli_expect_outputs (G_MAXUINT); /* interrupted, it is never done */
  if (run == NULL || !enter (run, error) || !cli_integer (cli->arguments, "--threads", 1, 1024, &threads, error)
      || !cli_integer (cli->arguments, "--device", 0, 1023, &device, error))
    return FALSE;
  share.threads = (guint) threads;
  if (cli_has (cli->arguments, "--device"))
    share.device = (int) device;
  worker = cli_batch_worker_new (run, &share, &cli->watch, error);
  good = worker != NULL;
  if (good && share.device >= 0 && !try_device (worker, &local))
    return print_failure ("stop", local, error);
  while (good && (n = getline (&line, &size, stdin)) > 0)
    {
      line[strcspn (line, "\n")] = '\0';
      /* What a library or a command says of a recording ends nowhere but in the parent's words about a worker that died. */
      if (ftruncate (STDERR_FILENO, 0) == 0)
        lseek (STDERR_FILENO, 0, SEEK_SET);
      good = answer (worker, line, error);
    }
  free (line);
  if (!good || feof (stdin))
    return good;
  return ondes_error_set (error, ONDES_ERROR_FILE, "standard input: cannot be read: %s", g_strerror (errno));
}
