/* SPDX-License-Identifier: GPL-3.0-or-later */
/* “ondes-cli batch submit”: an array job of Slurm, a task a shard, and a job behind it that merges. */
#include "batch.h"

#include <inttypes.h>
#include <string.h>

#include "export/command-line.h"

#define MOST_SHARDS 1000000
#define FLAGS       "HhkIOQsvVWX" /* short options of sbatch that take no value, so that another one may follow in the word */
#define LOGS        "slurm" /* in the run's folder */
#define JOB         "${job%%;*}" /* of the array, for a shell */

/* What is sent to sbatch: its words and, on standard input, a script. */
typedef struct
{
  GPtrArray *words;
  char      *script;
} Message;

/* Initialise by member name. */
typedef struct
{
  OndesBatchRun *run;
  char          *folder; /* of the run, absolute: tasks start in it */
  char          *ondes;  /* the command, absolute */
  const char   **options; /* of --sbatch-option */
  guint64        shards, workers;
  guint          devices; /* of a task; 0 without */
  char          *listed;  /* --devices */
  gboolean       retry;
} Submission;

static void
message_clear (Message *self)
{
  g_clear_pointer (&self->words, g_ptr_array_unref);
  g_clear_pointer (&self->script, g_free);
}

static void
submission_clear (Submission *self)
{
  g_clear_pointer (&self->run, ondes_batch_run_free);
  g_free (self->folder);
  g_free (self->ondes);
  g_free (self->options);
  g_free (self->listed);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Message, message_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Submission, submission_clear)

/* --- options */

/* A task's devices are counted from 0 whichever ones Slurm gives it. */
static gboolean
parse_devices (Submission          *self,
               const CliArguments  *arguments,
               GError             **error)
{
  const char *text = cli_text (arguments, "--devices");
  g_auto (GStrv) parts = text != NULL ? g_strsplit (text, ",", -1) : NULL;

  for (; parts != NULL && parts[self->devices] != NULL; self->devices++)
    {
      guint64 device;

      if (!g_ascii_string_to_unsigned (parts[self->devices], 10, self->devices, self->devices, &device, NULL))
        return cli_refuse (error, "--devices",
                           "“%s”: say how many devices a task has, as 0 for one or 0,1 for two; Slurm chooses which", text);
    }
  self->listed = g_strdup (text);
  return TRUE;
}

/* TRUE if @option is @own, of a long option also if it is abbreviated, of a short one also with its value or behind flags. */
static gboolean
is_option (const char *option,
           const char *own)
{
  const gsize length = strcspn (option, "=");

  if (own[1] == '-')
    return length > 2 && strncmp (own, option, length) == 0;
  return option[1] != '-' && option[1 + strspn (option + 1, FLAGS)] == own[1];
}

/* Options that would take away what the jobs need. */
static gboolean
check_option (const char *option,
              GError    **error)
{
  static const char *const own[] = { "--dependency", "-d", "--parsable", "--wrap", "--chdir", "-D" };
  const gsize dashes = strspn (option, "-");

  if (dashes == 0 || dashes > 2 || !g_ascii_isalpha (option[dashes])
      || option[strcspn (option, " \t\n")] != '\0')
    return cli_refuse (error, "--sbatch-option", "“%s” is no option of sbatch in one word; write it as --partition=long", option);
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (is_option (option, own[i]))
      return cli_refuse (error, "--sbatch-option", "%s is set by the submission; leave “%s” out", own[i], option);
  return TRUE;
}

/* Counts the recordings: a shard has at least one. */
static gboolean
fit_shards (Submission *self,
            GError    **error)
{
  g_autoptr (OndesBatchManifest) manifest = ondes_batch_manifest_open (self->run, error);
  g_auto (OndesBatchFile) file = { 0 };
  GError *local = NULL;
  guint64 n = 0;

  while (manifest != NULL && n < self->shards && ondes_batch_manifest_next (manifest, &file, &local))
    n++;
  if (local != NULL)
    g_propagate_error (error, local);
  if (manifest == NULL || local != NULL)
    return FALSE;
  if (n == 0)
    return ondes_error_set (error, ONDES_ERROR_FILE, "%s: has no recordings; plan it with other folders", self->run->folder);
  if (n < self->shards)
    cli_tell ("--shards: %s has %" PRIu64 " recording%s, and no more shards than that", self->run->folder, n, n == 1 ? "" : "s");
  self->shards = n;
  return TRUE;
}

static gboolean
parse (Submission    *self,
       const CliRun  *cli,
       GError       **error)
{
  const CliArguments *arguments = cli->arguments;

  self->options = cli_texts (arguments, "--sbatch-option");
  self->retry = cli_has (arguments, "--retry-failed");
  if (!cli_has (arguments, "--slurm"))
    return cli_refuse (error, "--slurm", "missing; it is what a run can be submitted to");
  if (!cli_has (arguments, "--shards"))
    return cli_refuse (error, "--shards", "missing; say of how many tasks the array is, each with its share of the recordings");
  for (guint i = 0; self->options != NULL && self->options[i] != NULL; i++)
    if (!check_option (self->options[i], error))
      return FALSE;
  if (!cli_integer (arguments, "--shards", 1, MOST_SHARDS, &self->shards, error)
      || !cli_integer (arguments, "--workers", 1, 1024, &self->workers, error) || !parse_devices (self, arguments, error)
      || (self->run = cli_batch_open (cli, error)) == NULL || !fit_shards (self, error))
    return FALSE;
  if (self->workers == 0)
    self->workers = MAX (self->devices, 1);
  self->folder = g_canonicalize_filename (self->run->folder, NULL);
  self->ondes = g_file_read_link ("/proc/self/exe", NULL);
  if (self->ondes == NULL)
    g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE, "/proc/self/exe: does not tell where the command is; mount /proc");
  return self->ondes != NULL;
}

/* --- messages */

static void G_GNUC_PRINTF (2, 3)
add_word (GPtrArray  *words,
          const char *format,
          ...)
{
  va_list values;

  va_start (values, format);
  g_ptr_array_add (words, g_strdup_vprintf (format, values));
  va_end (values);
}

/* TRUE if merging needs no such option: it has no use of a device, and is no array. */
static gboolean
is_of_tasks (const char *option)
{
  static const char *const prefixes[] = { "--array", "-a", "--gres", "--gpu", "-G", "--cpus-per-gpu", "--mem-per-gpu" };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (option, prefixes[i]))
      return TRUE;
  return FALSE;
}

/* Appends the options of --sbatch-option, which come last and therefore count, but for those of tasks if @merges. */
static void
add_options (const Submission *self,
             gboolean          merges,
             GPtrArray        *words)
{
  for (guint i = 0; self->options != NULL && self->options[i] != NULL; i++)
    if (!merges || !is_of_tasks (self->options[i]))
      add_word (words, "%s", self->options[i]);
}

/* Begins the words of both jobs. What stands in the job's folder has no characters that sbatch would replace. */
static void
begin_message (const Submission *self,
               const char       *what,
               const char       *log,
               Message          *message)
{
  g_autofree char *name = g_path_get_basename (self->folder);

  message->words = g_ptr_array_new_with_free_func (g_free);
  add_word (message->words, "sbatch");
  add_word (message->words, "--parsable");
  add_word (message->words, "--job-name=ondes-%s-%s", what, name);
  add_word (message->words, "--chdir=%s", self->folder);
  add_word (message->words, "--output=" LOGS "/%s", log);
  add_word (message->words, "--open-mode=append");
  add_word (message->words, "--requeue");
}

/* Appends the command's @words, which need no quotes, and the folder of the run. */
static void
append_command (const Submission *self,
                const char       *words,
                GString          *script)
{
  ondes_line_add_word (script, self->ondes);
  g_string_append_printf (script, " batch %s -- ", words);
  ondes_line_add_word (script, self->folder);
}

/* A task says its shard itself: so some of the array may be sent again with --sbatch-option --array=3,5. */
static void
make_array (const Submission *self,
            Message          *message)
{
  g_autoptr (GString) script = g_string_new ("#!/bin/sh\nexec ");
  g_autofree char *words
    = g_strdup_printf ("run --shard \"$SLURM_ARRAY_TASK_ID/%" PRIu64 "\" --workers %" PRIu64 "%s%s%s", self->shards, self->workers,
                       self->devices > 0 ? " --devices " : "", self->devices > 0 ? self->listed : "",
                       self->retry ? " --retry-failed" : "");

  begin_message (self, "run", "%A_%a.txt", message);
  add_word (message->words, "--array=0-%" PRIu64, self->shards - 1);
  add_word (message->words, "--cpus-per-task=%" PRIu64, self->workers);
  if (self->devices > 0)
    add_word (message->words, "--gres=gpu:%u", self->devices);
  add_options (self, FALSE, message->words);
  append_command (self, words, script);
  message->script = g_strdup_printf ("%s\n", script->str);
}

/* What a shard left to do is told by the status of the merging job, which puts the rest in one. */
static void
make_merge (const Submission *self,
            const char       *job,
            Message          *message)
{
  g_autoptr (GString) script = g_string_new ("#!/bin/sh\n");

  begin_message (self, "merge", "merge_%j.txt", message);
  add_word (message->words, "--dependency=afterany:%s", job);
  add_options (self, TRUE, message->words);
  append_command (self, "merge", script);
  g_string_append (script, " && exit\n");
  append_command (self, "merge --partial", script);
  message->script = g_strdup_printf ("%s\nexit 1\n", script->str);
}

/* Returns the message as a shell would send it. JOB alone is left to the shell to replace. */
static char *
print_message (const Message *message)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < message->words->len; i++)
    {
      const char *word = g_ptr_array_index (message->words, i);

      g_string_append (text, i > 0 ? " " : "");
      if (g_str_equal (word, "--dependency=afterany:" JOB))
        g_string_append_printf (text, "\"%s\"", word);
      else
        ondes_line_add_word (text, word);
    }
  g_string_append_printf (text, " <<'END'\n%sEND\n", message->script);
  return g_string_free (text, FALSE);
}

/* --- sending */

/* Returns the last line of what sbatch said, or how it ended. */
static char *
why_refused (char        *said,
             GSubprocess *process)
{
  g_auto (GStrv) lines = g_strsplit (g_strstrip (said), "\n", -1);
  const guint n = g_strv_length (lines);

  if (n > 0 && lines[n - 1][0] != '\0')
    return g_strdup (lines[n - 1]);
  return g_subprocess_get_if_exited (process) ? g_strdup_printf ("status %d", g_subprocess_get_exit_status (process))
                                              : g_strdup_printf ("signal %d", g_subprocess_get_term_sig (process));
}

/* Sends the message and returns the number of the job, transfer full. */
static char *
send_message (const CliRun  *cli,
              const Message *message,
              GError       **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *out = NULL, *said = NULL, *why = NULL;

  for (guint i = 0; i < message->words->len; i++)
    g_ptr_array_add (words, g_ptr_array_index (message->words, i));
  g_ptr_array_add (words, NULL);
  process = g_subprocess_newv ((const char *const *) words->pdata,
                               G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                               error);
  if (process == NULL
      || !g_subprocess_communicate_utf8 (process, message->script, cli->watch.cancellable, &out, &said, error))
    return NULL;
  /* Behind a semicolon stands the cluster, where there are several. */
  if (g_subprocess_get_successful (process) && g_ascii_isdigit (out[0]))
    return g_strndup (out, strspn (out, "0123456789"));
  why = why_refused (said, process);
  return ondes_error_set_null (error, ONDES_ERROR_FILE, "--slurm: sbatch takes no such job: %s", why);
}

/* Prints both messages as a script of their own. */
static gboolean
show (const Submission *self,
      GError          **error)
{
  g_auto (Message) array = { 0 }, merge = { 0 };
  g_autofree char *first = NULL, *second = NULL;
  g_autoptr (GString) all = g_string_new ("mkdir -p ");

  make_array (self, &array);
  make_merge (self, JOB, &merge);
  first = print_message (&array);
  second = print_message (&merge);
  ondes_line_add_word (all, self->folder);
  g_string_append_printf (all, "/" LOGS "\njob=$(%s)\n%s", first, second);
  return cli_print (all->str, error);
}

static gboolean
send_all (const Submission *self,
          const CliRun     *cli,
          GError          **error)
{
  g_auto (Message) array = { 0 }, merge = { 0 };
  g_autofree char *log = ondes_batch_run_path (self->run, LOGS "/log"), *first = NULL, *second = NULL, *job = NULL, *last = NULL;
  g_autofree char *found = g_find_program_in_path ("sbatch");

  if (found == NULL)
    return ondes_error_set (error, ONDES_ERROR_FILE,
                            "--slurm: there is no sbatch here; submit on a machine of the cluster, or see with --dry-run what "
                            "would be sent");
  if (!ondes_batch_prepare (self->run->folder, log, error))
    return FALSE;
  make_array (self, &array);
  first = print_message (&array);
  if (!cli_print (first, error) || (job = send_message (cli, &array, error)) == NULL)
    return FALSE;
  make_merge (self, job, &merge);
  second = print_message (&merge);
  if (cli_print (second, error) && (last = send_message (cli, &merge, error)) != NULL)
    {
      cli_tell ("%s: job %s does %" PRIu64 " shard%s, and job %s merges them; “ondes-cli batch status” tells how far they are",
                self->run->folder, job, self->shards, self->shards == 1 ? "" : "s", last);
      return TRUE;
    }
  g_prefix_error (error, "job %s does the shards, and is to be merged by “ondes-cli batch merge”: ", job);
  return FALSE;
}

gboolean
cli_batch_submit (const CliRun *cli,
                  GError      **error)
{
  g_auto (Submission) self = { 0 };

  cli_expect_outputs (G_MAXUINT); /* interrupted, it is not sent */
  if (!parse (&self, cli, error))
    return FALSE;
  return cli_has (cli->arguments, "--dry-run") ? show (&self, error) : send_all (&self, cli, error);
}
