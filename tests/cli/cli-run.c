/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli-run.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void
cli_folder_set_up (CliFolder    *self,
                   gconstpointer data)
{
  g_autofree char *places = g_strdup_printf ("%s/ondes-:%s/#:%s/ondes:/proc/:/sys/", g_get_tmp_dir (), g_get_tmp_dir (),
                                             g_get_user_cache_dir ());
  g_autoptr (GError) error = NULL;

  /* For tests/faults: folders of tests, temporary files, Ondes' cache and facts of the machine, and no library's cache. */
  g_setenv ("ONDES_FAULT_PLACES", places, TRUE);
  self->folder = g_dir_make_tmp ("ondes-cli-XXXXXX", &error);
  g_assert_no_error (error);
}

void
cli_folder_set_up_engine (CliFolder    *self,
                          gconstpointer module)
{
  cli_folder_set_up (self, NULL);
  g_setenv ("ONDES_BACKEND_DIR", self->folder, TRUE);
  if (module != NULL)
    {
      g_autofree char *name = g_strconcat (module, ".so", NULL);
      g_autofree char *built = g_test_build_filename (G_TEST_BUILT, "engine", name, NULL);
      g_autofree char *path = cli_folder_path (self, "ondes-cuda.so");

      g_assert_true (g_file_test (built, G_FILE_TEST_EXISTS));
      g_assert_cmpint (symlink (built, path), ==, 0);
    }
}

void
cli_folder_tear_down (CliFolder    *self,
                      gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = cli_folder_path (self, name);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
}

char *
cli_folder_path (CliFolder  *self,
                 const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

guint
cli_folder_count (CliFolder *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

void
cli_folder_write (CliFolder  *self,
                  const char *name,
                  const void *data,
                  gsize       n)
{
  g_autofree char *path = cli_folder_path (self, name);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, data, n, &error);
  g_assert_no_error (error);
}

void
cli_folder_write_array (CliFolder  *self,
                        const char *name,
                        const char *descr,
                        const void *values,
                        guint64     n,
                        guint       bytes)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  char header[118];
  guint16 length = GUINT16_TO_LE (sizeof header);

  memset (header, ' ', sizeof header);
  header[snprintf (header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (%" G_GUINT64_FORMAT ",), }", descr,
                   n)] = ' ';
  header[sizeof header - 1] = '\n';
  g_byte_array_append (file, (const guint8 *) "\x93NUMPY\x01\x00", 8);
  g_byte_array_append (file, (const guint8 *) &length, 2);
  g_byte_array_append (file, (const guint8 *) header, sizeof header);
  g_byte_array_append (file, (const guint8 *) values, n * bytes);
  cli_folder_write (self, name, file->data, file->len);
}

void
cli_folder_write_npy (CliFolder    *self,
                      const char   *name,
                      const double *values,
                      guint64       n)
{
  cli_folder_write_array (self, name, "<f8", values, n, sizeof *values);
}

static void
put (GByteArray *to,
     guint32     value,
     guint       bytes)
{
  value = GUINT32_TO_LE (value);
  g_byte_array_append (to, (const guint8 *) &value, bytes);
}

void
cli_folder_write_wav (CliFolder    *self,
                      const char   *name,
                      guint         channels,
                      guint32       rate,
                      const gint16 *samples,
                      guint32       n,
                      guint32       claimed)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  guint32 bytes = claimed * channels * 2;

  g_byte_array_append (file, (const guint8 *) "RIFF", 4);
  put (file, 36 + bytes, 4);
  g_byte_array_append (file, (const guint8 *) "WAVEfmt ", 8);
  put (file, 16, 4);
  put (file, 1, 2);
  put (file, channels, 2);
  put (file, rate, 4);
  put (file, rate * channels * 2, 4);
  put (file, channels * 2, 2);
  put (file, 16, 2);
  g_byte_array_append (file, (const guint8 *) "data", 4);
  put (file, bytes, 4);
  g_byte_array_append (file, (const guint8 *) samples, n * channels * 2);
  cli_folder_write (self, name, file->data, file->len);
}

char *
cli_folder_read (CliFolder  *self,
                 const char *name,
                 gsize      *n)
{
  g_autofree char *path = cli_folder_path (self, name);
  g_autoptr (GError) error = NULL;
  char *data;

  g_file_get_contents (path, &data, n, &error);
  g_assert_no_error (error);
  return data;
}

CliResult *
cli_run_words (CliFolder         *self,
               const char *const *words)
{
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) out = NULL, err = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) line = g_ptr_array_new ();
  CliResult *result = g_new0 (CliResult, 1);

  g_assert_nonnull (g_getenv ("ONDES_CLI"));
  g_ptr_array_add (line, (gpointer) g_getenv ("ONDES_CLI"));
  for (; *words != NULL; words++)
    g_ptr_array_add (line, (gpointer) *words);
  g_ptr_array_add (line, NULL);
  g_subprocess_launcher_set_cwd (launcher, self->folder);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) line->pdata, &error);
  g_assert_no_error (error);
  g_subprocess_communicate (process, NULL, NULL, &out, &err, &error);
  g_assert_no_error (error);

  result->status =
      g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process) : -g_subprocess_get_term_sig (process);
  result->n_out = g_bytes_get_size (out);
  result->out = g_malloc (result->n_out + 1);
  if (result->n_out > 0)
    memcpy (result->out, g_bytes_get_data (out, NULL), result->n_out);
  result->out[result->n_out] = '\0';
  result->err = g_strndup (g_bytes_get_size (err) > 0 ? g_bytes_get_data (err, NULL) : "", g_bytes_get_size (err));
  return result;
}

CliResult *
cli_run (CliFolder *self,
         ...)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  va_list list;
  char *word;

  va_start (list, self);
  do
    g_ptr_array_add (words, word = va_arg (list, char *));
  while (word != NULL);
  va_end (list);
  return cli_run_words (self, (const char *const *) words->pdata);
}

void
cli_result_free (CliResult *result)
{
  g_free (result->out);
  g_free (result->err);
  g_free (result);
}

void
cli_assert_refused (const CliResult *result,
                    int              status,
                    const char      *about)
{
  gsize n = strlen (result->err);

  g_test_message ("%s", result->err);
  g_assert_cmpint (result->status, ==, status);
  g_assert_true (g_str_has_prefix (result->err, about));
  g_assert_cmpuint (n, >, strlen (about) + 10);
  g_assert_true (strchr (result->err, '\n') == result->err + n - 1);
  g_assert_cmpuint (result->n_out, ==, 0);
}

void
cli_assert_done (const CliResult *result)
{
  if (result->status != 0)
    g_test_message ("%s", result->err);
  g_assert_cmpint (result->status, ==, 0);
}

/* The values behind a header whose shape begins at *@shape. */
static const char *
npy_values (const char  *data,
            gsize        n,
            const char  *descr,
            const char **shape)
{
  g_autofree char *begin = g_strdup_printf ("{'descr': '%s', 'fortran_order': False, 'shape': (", descr);
  guint length;

  g_assert_cmpuint (n, >, 10);
  g_assert_cmpmem (data, 8, "\x93NUMPY\x01\x00", 8);
  length = 10 + ((guint8) data[8] | (guint8) data[9] << 8);
  g_assert_cmpuint (length, <=, n);
  g_assert_cmpmem (data + 10, strlen (begin), begin, strlen (begin));
  *shape = data + 10 + strlen (begin);
  return data + length;
}

const void *
cli_npy (const char *data,
         gsize       n,
         const char *descr,
         guint64    *rows,
         guint64    *cols)
{
  const char *shape, *values = npy_values (data, n, descr, &shape);
  char *end;

  *rows = g_ascii_strtoull (shape, &end, 10);
  g_assert_cmpint (*end, ==, ',');
  *cols = g_ascii_strtoull (end + 1, &end, 10);
  g_assert_cmpint (*end, ==, ')');
  return values;
}

const void *
cli_npy_vector (const char *data,
                gsize       n,
                const char *descr,
                guint64    *count)
{
  const char *shape, *values = npy_values (data, n, descr, &shape);
  char *end;

  *count = g_ascii_strtoull (shape, &end, 10);
  g_assert_true (g_str_has_prefix (end, ",)"));
  return values;
}
