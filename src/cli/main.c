/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <fcntl.h>
#include <fftw3.h>
#include <malloc.h>
#include <pango/pango.h>
#include <cairo.h>
#include <sndfile.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/result-stream.h"
#include "command.h"

enum
{
  EXIT_DONE = 0,
  EXIT_REFUSED = 1,
  EXIT_WRONG = 2,
  EXIT_PARTLY = ONDES_STATUS_PARTLY,
  EXIT_INTERRUPTED = 130,
};

static int
fail (const GError *error)
{
  g_autofree char *sentence = ondes_error_sentence (error);

  cli_progress_clear ();
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return EXIT_INTERRUPTED;
  cli_tell ("%s", sentence);
  if (g_error_matches (error, ONDES_ERROR, ONDES_ERROR_PARTLY))
    return EXIT_PARTLY;
  return g_error_matches (error, ONDES_ERROR, ONDES_ERROR_REQUEST) ? EXIT_WRONG : EXIT_REFUSED;
}

static void
print_version (void)
{
  fprintf (ondes_result_stream (),
           "ondes-cli " ONDES_VERSION "\n"
           "GLib %d.%d.%d, running %u.%u.%u\n"
           "libsndfile " SNDFILE_COMPILED ", running %s\n"
           "FFTW " FFTW_COMPILED ", running %s\n"
           "cairo " CAIRO_VERSION_STRING ", running %s\n"
           "Pango " PANGO_VERSION_STRING ", running %s\n",
           GLIB_MAJOR_VERSION, GLIB_MINOR_VERSION, GLIB_MICRO_VERSION, glib_major_version, glib_minor_version,
           glib_micro_version, sf_version_string (), fftw_version, cairo_version_string (), pango_version_string ());
}

static void
print_usage (void)
{
  fprintf (ondes_result_stream (),
           "Usage: ondes-cli COMMAND …\n"
           "Wavelet scalograms and fast spectra of recordings and logic functions, as pictures and as numbers.\n\n");
  for (guint i = 0; cli_commands[i] != NULL; i++)
    fprintf (ondes_result_stream (), "  %-14s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
  fprintf (ondes_result_stream (),
           "\n“ondes-cli COMMAND --help” tells its options with units and defaults; “ondes-cli --version” the libraries.\n"
           "Status: 0 done; 1 the file or the machine refuses; 2 the command is wrong; 3 “batch run” did the others, but some\n"
           "recordings failed; 130 interrupted.\n");
}

/* Ends the process with one sentence and an exit status that scripts can handle if GLib, which would abort, gets no memory or
 * no thread. */
static void
fail_of_glib (const char     *domain,
              GLogLevelFlags  level,
              const char     *message,
              gpointer        unused)
{
  static const char memory[] = "memory: there is too little of it for this; close other programs, or ask for less\n";
  static const char threads[] = "threads: the machine gives no more of them; close other programs or raise ulimit -u\n";

  if (!(level & G_LOG_LEVEL_ERROR) || g_strcmp0 (domain, "GLib") != 0)
    ;
  else if (strstr (message, "allocat") != NULL || strstr (message, "overflow") != NULL)
    cli_end (memory, sizeof memory - 1, EXIT_REFUSED);
  else if (strstr (message, "creating thread") != NULL)
    cli_end (threads, sizeof threads - 1, EXIT_REFUSED);
  g_log_default_handler (domain, level, message, unused);
}

/* Returns the exit status after help or version output, which is a result too: failure if it cannot be written, on a full disk
 * for example. */
static int
printed (void)
{
  g_autoptr (GError) error = NULL;

  return cli_print ("", &error) ? EXIT_DONE : fail (error);
}

/* Ends the process without exit handlers, which would run while threads still compute, and while the signal thread ends the
 * process too: a leak checker among them traces it then, and who waits for it may be told another status. */
static void
end_interrupted (void)
{
  fflush (ondes_result_stream ());
  _exit (EXIT_INTERRUPTED);
}

static int
run_command (const CliCommand *command,
             char            **words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CliArguments) arguments = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  CliRun run = { .watch = { .progress = isatty (STDERR_FILENO) ? cli_progress : NULL, .cancellable = cancellable } };

  for (char **word = words; *word != NULL && !g_str_equal (*word, "--"); word++)
    if (g_str_equal (*word, "--help") || g_str_equal (*word, "-h"))
      {
        cli_print_help (command);
        return printed ();
      }
  arguments = cli_arguments_parse (command, words, &error);
  if (arguments == NULL)
    return fail (error);
  run.arguments = arguments;
  /* The signal thread outlives this function, so it gets its own reference. */
  cli_watch_signals (g_object_ref (cancellable));
  if (!command->run (&run, &error))
    {
      int status = fail (error);

      /* The requested output exists; only a message about it failed. */
      if (cli_outputs_done ())
        return EXIT_DONE;
      if (status == EXIT_INTERRUPTED)
        end_interrupted ();
      return status;
    }
  cli_progress_clear ();
  return EXIT_DONE;
}

/* Opens /dev/null for any closed standard stream: otherwise the next file opened would get its descriptor, and output would go
 * into that file. */
static void
fill_standard_streams (void)
{
  int fd;

  do
    fd = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd >= 0)
    close (fd);
}

/* For a limited address space (ulimit -v): avoids reserving a 64 MB arena per thread, and grows the heap by the megabyte, so
 * that an allocation within GLib, which aborts on failure, is not the first to fail. */
static void
spare_addresses (void)
{
  struct rlimit limit;
  volatile char stack[512 << 10];

  if (getrlimit (RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return;
  mallopt (M_ARENA_MAX, 1);
  mallopt (M_TOP_PAD, 1 << 20);
  /* The process dies if its stack cannot grow, so touch the needed stack now. */
  for (gsize i = 0; i < sizeof stack; i += 4096)
    stack[i] = 0;
}

int
main (int    argc,
      char **argv)
{
  spare_addresses ();
  fill_standard_streams ();
  ondes_result_stream_claim ();
  g_log_set_default_handler (fail_of_glib, NULL);
  if (argc < 2)
    {
      fputs ("COMMAND: missing; “ondes-cli --help” tells all\n", stderr);
      return EXIT_WRONG;
    }
  if (g_str_equal (argv[1], "--version"))
    {
      print_version ();
      return printed ();
    }
  if (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h") || g_str_equal (argv[1], "help"))
    {
      print_usage ();
      return printed ();
    }
  for (guint i = 0; cli_commands[i] != NULL; i++)
    if (g_str_equal (argv[1], cli_commands[i]->name))
      return run_command (cli_commands[i], argv + 2);
  cli_tell ("%s: no such command; “ondes-cli --help” tells all", argv[1]);
  return EXIT_WRONG;
}
