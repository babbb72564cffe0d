/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "line-sorter.h"

#include "base/compare.h"
#include "base/request-error.h"
#include "base/words.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_RUNS 64 /* files open at once */

/* A sorted run with its line to come. */
typedef struct
{
  FILE  *file;
  char  *line; /* NULL at the end */
  size_t size;
} Run;

struct _OndesLineSorter
{
  gsize      limit, bytes; /* most, and now, in memory */
  char      *text;         /* lines that are not yet in a run, one behind another; NULL if there never were any */
  gsize      used, size;   /* of text */
  GPtrArray *lines;        /* in text */
  GArray    *runs;
  guint      at;     /* line that next() returns, if there are no runs */
  Run       *taken;  /* run whose line was returned last; NULL if none */
};

static void
run_clear (gpointer data)
{
  Run *run = data;

  if (run->file != NULL)
    fclose (run->file);
  free (run->line);
}

OndesLineSorter *
ondes_line_sorter_new (gsize bytes)
{
  OndesLineSorter *self = g_new0 (OndesLineSorter, 1);

  self->limit = bytes > 0 ? bytes : ONDES_LINE_SORTER_BYTES;
  self->lines = g_ptr_array_new ();
  self->runs = g_array_new (FALSE, TRUE, sizeof (Run));
  g_array_set_clear_func (self->runs, run_clear);
  return self;
}

void
ondes_line_sorter_free (OndesLineSorter *self)
{
  g_ptr_array_unref (self->lines);
  g_array_unref (self->runs);
  g_free (self->text);
  g_free (self);
}

static gboolean
fail (int      code,
      GError **error)
{
  return ondes_error_set (error, ONDES_ERROR_FILE,
                          _("%s: no temporary file can be written: %s; free some space, or set TMPDIR"),
                          g_get_tmp_dir (), g_strerror (code));
}

static FILE *
open_scratch (GError **error)
{
  g_autofree char *name = g_build_filename (g_get_tmp_dir (), "ondes-XXXXXX", NULL);
  const int fd = g_mkstemp (name);
  FILE *file = fd >= 0 ? fdopen (fd, "w+") : NULL;

  if (fd >= 0)
    g_unlink (name);
  if (file == NULL)
    fail (errno, error);
  return file;
}

/* Reads the next line of a run, without its newline. */
static gboolean
advance (Run     *run,
         GError **error)
{
  const ssize_t n = getline (&run->line, &run->size, run->file);

  if (n > 0)
    run->line[n - 1] = '\0';
  else if (!feof (run->file)) /* without memory for a line too, of which ferror() does not tell */
    return fail (errno, error);
  else
    g_clear_pointer (&run->line, free);
  return TRUE;
}

/* Ends the writing of a run and reads its first line. */
static gboolean
rewind_run (OndesLineSorter *self,
            FILE            *file,
            GError         **error)
{
  Run run = { .file = file };

  if (fflush (file) != 0 || fseek (file, 0, SEEK_SET) != 0)
    {
      fail (errno, error);
      fclose (file);
      return FALSE;
    }
  if (!advance (&run, error))
    {
      run_clear (&run);
      return FALSE;
    }
  g_array_append_val (self->runs, run);
  return TRUE;
}

static Run *
find_least (OndesLineSorter *self)
{
  Run *least = NULL;

  for (guint i = 0; i < self->runs->len; i++)
    {
      Run *run = &g_array_index (self->runs, Run, i);

      if (run->line != NULL && (least == NULL || strcmp (run->line, least->line) < 0))
        least = run;
    }
  return least;
}

/* Merges all runs into one. */
static gboolean
join_runs (OndesLineSorter *self,
           GError         **error)
{
  FILE *file = open_scratch (error);
  gboolean good = file != NULL;
  Run *run;

  while (good && (run = find_least (self)) != NULL)
    good = (fputs (run->line, file) >= 0 && putc ('\n', file) != EOF) ? advance (run, error) : fail (errno, error);
  if (good)
    {
      g_array_set_size (self->runs, 0);
      return rewind_run (self, file, error);
    }
  if (file != NULL)
    fclose (file);
  return FALSE;
}

/* Writes the lines in memory as a run. */
static gboolean
write_run (OndesLineSorter *self,
           GError         **error)
{
  FILE *file = open_scratch (error);
  gboolean good = file != NULL;

  g_ptr_array_sort (self->lines, ondes_compare_strings);
  for (guint i = 0; i < self->lines->len && good; i++)
    good = (fputs (g_ptr_array_index (self->lines, i), file) >= 0 && putc ('\n', file) != EOF) || fail (errno, error);
  if (!good)
    {
      if (file != NULL)
        fclose (file);
      return FALSE;
    }
  g_ptr_array_set_size (self->lines, 0);
  self->bytes = self->used = 0;
  return rewind_run (self, file, error) && (self->runs->len < MOST_RUNS || join_runs (self, error));
}

/* Makes room for @n bytes behind the lines in memory, which never move. */
static gboolean
make_room (OndesLineSorter *self,
           gsize            n,
           GError         **error)
{
  if (self->used + n <= self->size)
    return TRUE;
  if (self->lines->len > 0 && !write_run (self, error))
    return FALSE;
  if (n <= self->size)
    return TRUE;
  g_free (self->text);
  self->size = MAX (self->limit, n);
  self->text = g_malloc (self->size);
  return TRUE;
}

gboolean
ondes_line_sorter_add (OndesLineSorter *self,
                       const char      *line,
                       GError         **error)
{
  const gsize n = strlen (line) + 1;

  if (!make_room (self, n, error))
    return FALSE;
  g_ptr_array_add (self->lines, memcpy (self->text + self->used, line, n));
  self->used += n;
  self->bytes += n + 2 * sizeof (gpointer); /* one more while it is sorted */
  return self->bytes < self->limit || write_run (self, error);
}

gboolean
ondes_line_sorter_finish (OndesLineSorter *self,
                          GError         **error)
{
  if (self->runs->len == 0)
    {
      g_ptr_array_sort (self->lines, ondes_compare_strings);
      return TRUE;
    }
  if (self->lines->len > 0 && !write_run (self, error))
    return FALSE;
  g_clear_pointer (&self->text, g_free);
  self->size = 0;
  return TRUE;
}

const char *
ondes_line_sorter_next (OndesLineSorter *self,
                        GError         **error)
{
  if (self->runs->len == 0)
    return self->at < self->lines->len ? g_ptr_array_index (self->lines, self->at++) : NULL;
  if (self->taken != NULL && !advance (self->taken, error))
    return NULL;
  self->taken = find_least (self);
  return self->taken != NULL ? self->taken->line : NULL;
}
