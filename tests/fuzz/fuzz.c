/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "../remove-all.h"
#include "base/memory.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define READ_SAMPLES 5000
#define HEALTHY_LINES 100000
#define WORK_MOST 20 /* times the work of the healthy file, which is larger than the inputs */

static char *folder, *last, *machine, *guarded;

/* Aborts at an error: libFuzzer keeps the input of a program that aborts, but not at a breakpoint, as GLib ends one. */
static GLogWriterOutput
write_log (GLogLevelFlags   level,
           const GLogField *fields,
           gsize            n_fields,
           gpointer         user_data)
{
  g_log_writer_default (level, fields, n_fields, user_data);
  if (level & (G_LOG_LEVEL_ERROR | G_LOG_FLAG_FATAL))
    abort ();
  return G_LOG_WRITER_HANDLED;
}

int
LLVMFuzzerInitialize (int    *argc,
                      char ***argv)
{
  g_log_set_writer_func (write_log, NULL, NULL);
  return 0;
}

static int
by_name (gconstpointer a,
         gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Adds what is in @path to @list, but for what is called @but: names, kinds, sizes and bytes. */
static void
list_all (const char *path,
          const char *but,
          GPtrArray  *list)
{
  g_autoptr (GDir) dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  g_autofree char *data = NULL, *sum = NULL;
  const char *name;
  gsize n = 0;
  GStatBuf info;

  while (dir && (name = g_dir_read_name (dir)))
    if (g_strcmp0 (name, but) != 0)
      {
        g_autofree char *within = g_build_filename (path, name, NULL);

        list_all (within, NULL, list);
      }
  if (g_lstat (path, &info) != 0)
    return;
  if (S_ISREG (info.st_mode))
    g_file_get_contents (path, &data, &n, NULL);
  sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) (data ? data : ""), n);
  g_ptr_array_add (list, g_strdup_printf ("%s %o %s", path, info.st_mode, sum));
}

static char *
describe_outside (void)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_free);

  list_all (folder, FUZZ_INSIDE, list);
  g_ptr_array_sort (list, by_name);
  g_ptr_array_add (list, NULL);
  return g_strjoinv ("\n", (char **) list->pdata);
}

void
fuzz_guard (void)
{
  g_autofree char *inside = g_build_filename (fuzz_folder (), FUZZ_INSIDE, NULL), *data = g_build_filename (inside, "data", NULL);
  g_autofree char *outside = g_build_filename (folder, FUZZ_OUTSIDE, NULL), *kept = g_build_filename (outside, "kept", NULL);

  remove_all (inside);
  if (!guarded)
    g_setenv ("XDG_DATA_HOME", data, TRUE);
  if (g_mkdir_with_parents (data, 0700) != 0 || g_mkdir_with_parents (outside, 0700) != 0
      || (!guarded && !g_file_set_contents (kept, "1 2\n3 4\n", -1, NULL)))
    g_error ("%s cannot be made", inside);
  g_free (guarded);
  guarded = describe_outside ();
}

void
fuzz_check_guard (void)
{
  g_autofree char *now = describe_outside ();

  if (strcmp (now, guarded) != 0)
    g_error ("outside the folder was:\n%s\nand is:\n%s", guarded, now);
}

static void
remove_folder (void)
{
  remove_all (folder);
}

const char *
fuzz_folder (void)
{
  if (!folder)
    {
      folder = g_dir_make_tmp ("ondes-fuzz-XXXXXX", NULL);
      if (!folder)
        g_error ("there is no folder for temporary files");
      g_setenv ("XDG_CACHE_HOME", folder, TRUE);
      atexit (remove_folder);
    }
  return folder;
}

void
fuzz_write (const char *path,
            const void *data,
            gsize       size)
{
  g_autoptr (GError) error = NULL;

  g_unlink (path); /* GLib writes into a file that is there, and leaves the end of a longer one */
  if (!g_file_set_contents_full (path, data, (gssize) size, G_FILE_SET_CONTENTS_NONE, 0600, &error))
    g_error ("%s", error->message);
}

const char *
fuzz_file (const char *name,
           const void *data,
           gsize       size)
{
  if (last)
    g_unlink (last);
  g_free (last);
  last = g_build_filename (fuzz_folder (), name, NULL);
  fuzz_write (last, data, size);
  return last;
}

char *
fuzz_damaged (const char    *whole,
              gsize          n,
              const uint8_t *data,
              gsize          size,
              gsize         *length)
{
  char *damaged = g_malloc0 (MAX (n, size) + 1);

  memcpy (damaged, whole, n);
  for (gsize i = 0; i < size; i++)
    damaged[i] ^= (char) data[i];
  *length = MAX (n, size);
  return damaged;
}

void
fuzz_small_machine (void)
{
  g_autofree char *proc = NULL, *meminfo = NULL;

  if (machine)
    return;
  machine = g_build_filename (fuzz_folder (), "machine", NULL);
  proc = g_build_filename (machine, "proc", NULL);
  meminfo = g_build_filename (proc, "meminfo", NULL);
  if (g_mkdir_with_parents (proc, 0700) != 0 || !g_file_set_contents (meminfo, "MemAvailable: 65536 kB\n", -1, NULL))
    g_error ("%s cannot be written", meminfo);
  ondes_memory_set_root (machine);
}

/* What people are shown: a terminal obeys control characters. */
static void
check_text (const char *text)
{
  if (!g_utf8_validate (text, -1, NULL))
    g_error ("no UTF-8: \"%s\"", text);
  for (const char *c = text; *c; c = g_utf8_next_char (c))
    if (g_unichar_iscntrl (g_utf8_get_char (c)))
      g_error ("a control character: \"%s\"", text);
}

void
fuzz_check_error (GError *error)
{
  if (!error)
    return;
  if (*error->message == '\0')
    g_error ("no sentence");
  check_text (error->message);
  g_error_free (error);
}

static void
check_info (const OndesRecordingInfo *info)
{
  check_text (info->name);
  check_text (info->format);
  check_text (info->time_unit);
  check_text (info->unit);
  for (guint i = 0; i < info->channels; i++)
    if (info->channel_names[i])
      check_text (info->channel_names[i]);
  for (const char *const *note = info->notes; *note; note++)
    check_text (*note);
  if (info->frames == 0 || info->channels == 0 || info->first_channel > info->channels || !isfinite (info->start)
      || !isfinite (info->rate_hz) || info->rate_hz <= 0)
    g_error ("%" G_GUINT64_FORMAT " frames of %u channels, the first of them %u, at %g from %g", info->frames, info->channels,
             info->first_channel, info->rate_hz, info->start);
}

static void
read_ends (OndesSource *source)
{
  const gsize n = (gsize) MIN (source->n, READ_SAMPLES);
  g_autofree void *samples = g_malloc (ondes_type_bytes (ONDES_C128, n));
  GError *error = NULL;

  ondes_source_read (source, 0, n, samples, &error);
  fuzz_check_error (g_steal_pointer (&error));
  ondes_source_read (source, source->n - n, n, samples, &error);
  fuzz_check_error (error);
}

static void
scan_all (OndesSource *source)
{
  GError *error = NULL;
  OndesScan scan;

  ondes_source_scan (source, &scan, NULL, &error);
  fuzz_check_error (error);
}

/* Returns the seconds of the processor that this process has used. */
static double
work_s (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static void
open_and_read (const char             *path,
               const OndesReadOptions *options)
{
  GError *error = NULL;
  g_autoptr (OndesRecording) recording = ondes_recording_open (path, options, NULL, &error);

  fuzz_check_error (error);
  if (!recording)
    return;
  check_info (ondes_recording_get_info (recording));
  for (guint channel = 0; channel <= MIN (ondes_recording_get_info (recording)->channels, 2); channel++)
    for (int integers = 0; integers < 2; integers++)
      {
        GError *refusal = NULL;
        g_autoptr (OndesSource) source = integers ? ondes_recording_integers (recording, channel, &refusal)
                                                  : ondes_recording_source (recording, channel, &refusal);

        if (source)
          read_ends (source);
        /* A few bytes may state a truth table of any length. */
        if (source && !ondes_recording_get_truth_table (recording))
          scan_all (source);
        fuzz_check_error (refusal);
      }
}

/* Returns the longest that a file may take: a multiple of what a healthy one takes on this machine in this build. */
static double
find_limit (void)
{
  g_autofree char *path = g_build_filename (fuzz_folder (), "healthy.csv", NULL);
  g_autoptr (GString) text = g_string_new ("t,v\n");
  double begun;

  for (guint i = 0; i < HEALTHY_LINES; i++)
    g_string_append_printf (text, "%u,%u\n", i, i * i % 1000);
  fuzz_write (path, text->str, text->len);
  begun = work_s ();
  open_and_read (path, NULL);
  begun = work_s () - begun;
  g_unlink (path);
  return WORK_MOST * begun;
}

void
fuzz_open (const char             *path,
           const OndesReadOptions *options)
{
  static double most_s;
  double begun;

  if (most_s == 0)
    most_s = find_limit ();
  begun = work_s ();
  open_and_read (path, options);
  begun = work_s () - begun;
  if (begun > most_s)
    g_error ("%s takes %.3g s of the processor, and %.3g s is the most", path, begun, most_s);
}
