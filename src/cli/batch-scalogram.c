/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-scalogram.h"

#include "cwt.h"

/* TRUE for options that “ondes-cli cwt” does not have. */
static gboolean
is_own (const char *option)
{
  const OndesParam *row = ondes_params_find_option (ondes_batch_level_params.rows, option);

  return (row != NULL && (row->flags & ONDES_PARAM_MARKED) == 0)
         || ondes_params_find_option (ondes_batch_detection_params.rows, option) != NULL;
}

/* And for options of which a thumbnail has its own. */
static gboolean
is_of_thumbnail (const char *option)
{
  static const char *const own[] = { "--columns", "--quantity", "--difference", NULL };

  return is_own (option) || g_strv_contains (own, option);
}

/* A recording as the command would open it for one product. */
typedef struct
{
  OndesBatchFile file;      /* as it was planned; its path is NULL if none is open */
  GPtrArray     *words;     /* owned strings, of which the arguments are made */
  CliArguments  *arguments;
  CliCwtRequest  request;
  OndesSource   *detrended; /* so that the trend stays known */
} Opened;

struct _CliBatchScalograms
{
  const OndesBatchRun *run;
  const GPtrArray     *words;
  CliBatchShare        share;
  Opened               opened[ONDES_BATCH_N_PRODUCTS];
};

CliBatchScalograms *
cli_batch_scalograms_new (const OndesBatchRun *run,
                          const GPtrArray     *words,
                          const CliBatchShare *share)
{
  CliBatchScalograms *self = g_new0 (CliBatchScalograms, 1);

  self->run = run;
  self->words = words;
  self->share = *share;
  return self;
}

static void
opened_clear (Opened *self)
{
  g_clear_pointer (&self->detrended, ondes_source_unref);
  cli_cwt_request_clear (&self->request);
  g_clear_pointer (&self->arguments, cli_arguments_free);
  g_clear_pointer (&self->words, g_ptr_array_unref);
  ondes_batch_file_clear (&self->file);
  *self = (Opened) { 0 };
}

void
cli_batch_scalograms_free (CliBatchScalograms *self)
{
  for (guint i = 0; i < ONDES_BATCH_N_PRODUCTS; i++)
    opened_clear (&self->opened[i]);
  g_free (self);
}

static gboolean
is_of (const Opened         *self,
       const OndesBatchFile *file)
{
  return g_strcmp0 (self->file.path, file->path) == 0 && self->file.size == file->size && self->file.mtime_ns == file->mtime_ns;
}

void
cli_batch_scalograms_leave (CliBatchScalograms   *self,
                            const OndesBatchFile *file)
{
  for (guint i = 0; i < ONDES_BATCH_N_PRODUCTS; i++)
    if (self->opened[i].file.path != NULL && !is_of (&self->opened[i], file))
      opened_clear (&self->opened[i]);
}

/* --- the command */

static void
add_word (GPtrArray  *words,
          const char *word)
{
  g_ptr_array_add (words, g_strdup (word));
}

/* Returns the words of the command that makes @output of the recording at @path. Transfer full. */
static GPtrArray *
command_words (const CliBatchScalograms *self,
               const char               *path,
               const char               *output)
{
  const gboolean picture = g_str_has_suffix (output, ".png"), thumbnail = g_str_has_suffix (output, ".npy");
  const gboolean chosen = ondes_batch_run_option (self->run, "--columns") != NULL;
  g_autoptr (GPtrArray) some = cli_batch_words (self->words, thumbnail ? is_of_thumbnail : is_own);
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  add_word (words, path);
  add_word (words, "-o");
  add_word (words, output);
  if (thumbnail || (!picture && !chosen))
    {
      add_word (words, "--columns");
      add_word (words, thumbnail ? CLI_BATCH_THUMBNAIL : "1000");
    }
  for (guint i = 0; i < some->len; i++)
    add_word (words, g_ptr_array_index (some, i));
  add_word (words, "--threads");
  g_ptr_array_add (words, g_strdup_printf ("%u", self->share.threads));
  if (self->share.device >= 0)
    {
      add_word (words, "--engine");
      add_word (words, "cuda");
      add_word (words, "--device");
      g_ptr_array_add (words, g_strdup_printf ("%d", self->share.device));
    }
  g_ptr_array_add (words, NULL);
  return words;
}

/* Opens the recording at @path to make @output of it. */
static gboolean
open_recording (const CliBatchScalograms *self,
                Opened                   *opened,
                const char               *path,
                const char               *output,
                const OndesWatch         *watch,
                GError                  **error)
{
  CliRun cli = { .watch = { .cancellable = ondes_watch_cancellable (watch) } };

  opened->words = command_words (self, path, output);
  opened->arguments = cli_arguments_parse (&cli_cwt, (char **) opened->words->pdata, error);
  cli.arguments = opened->arguments;
  return opened->arguments != NULL && cli_cwt_request_parse (opened->arguments, &opened->request, error)
         && cli_cwt_request_open (&cli, &opened->request, error)
         && (opened->detrended = ondes_export_detrended (&opened->request.export, error)) != NULL;
}

gboolean
cli_batch_scalograms_check (CliBatchScalograms *self,
                            const OndesWatch   *watch,
                            GError            **error)
{
  const gboolean numbers = g_strcmp0 (ondes_batch_run_option (self->run, "--scalogram"), "npz") == 0;
  Opened opened = { 0 };
  GError *local = NULL;

  /* a file that cannot be: whatever is refused before it is opened is wrong for all */
  open_recording (self, &opened, "/dev/null/none", numbers ? "/dev/null/none.npz" : "/dev/null/none.png", watch, &local);
  opened_clear (&opened);
  if (g_error_matches (local, ONDES_ERROR, ONDES_ERROR_REQUEST))
    {
      g_propagate_error (error, local);
      return FALSE;
    }
  g_clear_error (&local);
  return TRUE;
}

/* Returns the recording of the part, opened for its product; NULL with an error. */
static Opened *
find_opened (CliBatchScalograms   *self,
             const OndesBatchPart *part,
             const OndesWatch     *watch,
             GError              **error)
{
  Opened *opened = &self->opened[part->product];
  g_autofree char *output = NULL;

  if (opened->file.path != NULL && is_of (opened, part->file))
    return opened;
  opened_clear (opened);
  output = ondes_batch_run_output (self->run, part->file, part->product);
  opened->file = *part->file;
  opened->file.path = g_strdup (part->file->path);
  if (open_recording (self, opened, part->file->path, output, watch, error))
    return opened;
  opened_clear (opened);
  return NULL;
}

/* Returns the paths of all parts, or of their second pictures. */
static GPtrArray *
part_paths (const OndesBatchPart *part,
            gboolean              second)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  OndesBatchPart one = *part;

  one.second = second;
  for (one.k = 0; one.k < part->n; one.k++)
    g_ptr_array_add (paths, ondes_batch_part_path (&one));
  return paths;
}

/* Makes what the part says. @report is for the words of a product that is made at once. */
static gboolean
make (CliCwtRequest        *request,
      const OndesBatchPart *part,
      const OndesWatch     *watch,
      OndesReport          *report,
      GError              **error)
{
  g_autoptr (GPtrArray) firsts = part_paths (part, FALSE), seconds = part_paths (part, TRUE);
  const OndesResultParts parts = { part->k, part->n, (const char *const *) firsts->pdata };
  const OndesResultParts second_parts = { part->k, part->n, (const char *const *) seconds->pdata };
  gboolean done;

  if (part->k < part->n && !ondes_batch_prepare (part->run->folder, g_ptr_array_index (seconds, part->k), error))
    return FALSE;
  request->export.parts = part->n > 0 ? &parts : NULL;
  request->export.second_parts = part->n > 0 ? &second_parts : NULL;
  done = ondes_export_run (&request->export, request->computer, watch, report, error);
  request->export.parts = request->export.second_parts = NULL;
  return done;
}

gboolean
cli_batch_scalograms_make (CliBatchScalograms   *self,
                           const OndesBatchPart *part,
                           const OndesWatch     *watch,
                           GError              **error)
{
  const CliRun cli = { .watch = { .cancellable = ondes_watch_cancellable (watch) } };
  g_auto (OndesReport) report = { 0 };
  Opened *opened = find_opened (self, part, watch, error);
  gboolean done;

  if (opened == NULL)
    return FALSE;
  done = make (&opened->request, part, &cli.watch, &report, error)
         && (part->n > 0 || cli_cwt_request_tell (&cli, &opened->request, &report, error));
  if (!done || part->k >= part->n)
    opened_clear (opened);
  return done;
}
