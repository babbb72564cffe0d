/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/out-file.h"
#include "folder.h"

/* TRUE: as on a file system without unnamed files. */
static gboolean no_tmpfile;

int open64 (const char *path, int flags, ...);

/* Stands before the C library's. */
int
open64 (const char *path,
        int         flags,
        ...)
{
  va_list arguments;
  mode_t mode = 0;

  va_start (arguments, flags);
  if (flags & (O_CREAT | __O_TMPFILE))
    mode = va_arg (arguments, mode_t);
  va_end (arguments);
  if (no_tmpfile && (flags & O_TMPFILE) == O_TMPFILE)
    {
      errno = EOPNOTSUPP;
      return -1;
    }
  return (int) syscall (SYS_openat, AT_FDCWD, path, flags, mode);
}

/* Nothing stands there before the end, and then all of it; write() goes on where it was, whatever pwrite() does. */
static void
test_commit (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (OndesOutFile) file = ondes_out_file_new (fixture->path, NULL);
  g_autofree char *text = NULL;
  char back[4] = "";
  gsize n;

  g_assert_true (ondes_out_file_reserve (file, 1 << 20, NULL));
  g_assert_true (ondes_out_file_write (file, "one ", 4, NULL));
  g_assert_true (ondes_out_file_pwrite (file, "four", 4, 10, NULL));
  g_assert_true (ondes_out_file_write (file, "two ", 4, NULL));
  g_assert_true (ondes_out_file_pread (file, back, 3, 4, NULL));
  g_assert_cmpstr (back, ==, "two");
  g_assert_false (ondes_out_file_pread (file, back, 4, 11, NULL)); /* past the end */
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  g_assert_true (ondes_out_file_commit (file, NULL));
  g_assert_true (g_file_get_contents (fixture->path, &text, &n, NULL));
  g_assert_cmpmem (text, n, "one two \0\0four", 14); /* and not what was reserved */
  g_assert_cmpuint (folder_count (fixture->folder), ==, 1);
}

static void
test_abort (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *text = NULL;

  for (guint round = 0; round < 2; round++)
    {
      OndesOutFile *file = ondes_out_file_new (fixture->path, NULL), *scratch = ondes_out_file_new_scratch (file, NULL);

      g_assert_true (ondes_out_file_write (file, "new", 3, NULL));
      g_assert_true (ondes_out_file_write (scratch, "new", 3, NULL));
      ondes_out_file_free (scratch);
      ondes_out_file_free (file);
      g_assert_cmpuint (folder_count (fixture->folder), ==, round);
      g_assert_true (g_file_set_contents (fixture->path, "old", 3, NULL));
    }
  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "old");
}

/* A file comes to its place, or its cancel is told to have worked: never both, and never neither. */
static void
test_cancel (Fixture      *fixture,
             gconstpointer data)
{
  for (guint cancelled = 0; cancelled < 2; cancelled++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (OndesOutFile) file = ondes_out_file_new (fixture->path, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_true (ondes_out_file_write (file, "new", 3, NULL));
      if (cancelled)
        g_assert_true (ondes_out_file_cancel (cancellable));
      g_cancellable_push_current (cancellable);
      g_assert_true (ondes_out_file_commit (file, &error) != cancelled);
      g_cancellable_pop_current (cancellable);
      g_assert_true (ondes_out_file_cancel (cancellable) == cancelled);
      g_assert_true (g_cancellable_is_cancelled (cancellable) == cancelled);
      g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS) != cancelled);
      g_assert_true (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) == cancelled);
      g_unlink (fixture->path);
    }
}

/* A symbolic link stays one, and a file keeps its permissions, but not that its owner or group runs it: what it holds is new. */
static void
test_in_place (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *real = g_build_filename (fixture->folder, "real", NULL);
  g_autoptr (OndesOutFile) file = NULL;
  g_autoptr (GError) error = NULL;
  struct stat info;
  char *text;

  g_assert_true (g_file_set_contents (real, "old", 3, NULL));
  g_assert_cmpint (chmod (real, 06640), ==, 0);
  g_assert_cmpint (symlink ("real", fixture->path), ==, 0);
  file = ondes_out_file_new (fixture->path, &error);
  g_assert_no_error (error);
  g_assert_true (ondes_out_file_write (file, "new", 3, NULL));
  g_assert_true (ondes_out_file_commit (file, NULL));
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_get_contents (real, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "new");
  g_free (text);
  g_assert_cmpint (g_stat (real, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 07777, ==, 0640);
  g_assert_cmpuint (folder_count (fixture->folder), ==, 2);
  g_unlink (real);
}

static gpointer
read_fifo (gpointer path)
{
  gsize n;
  char *text;

  g_assert_true (g_file_get_contents (path, &text, &n, NULL));
  g_assert_cmpuint (n, ==, 300000);
  return text;
}

/* A pipe is written into; a rename would put a file in its place. */
static void
test_fifo (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *sent = g_malloc (300000), *got = NULL;
  g_autoptr (OndesOutFile) file = NULL;
  g_autoptr (GError) error = NULL;
  GThread *reader;
  struct stat info;

  for (guint i = 0; i < 300000; i++)
    sent[i] = g_test_rand_int_range (0, 256);
  g_assert_cmpint (mkfifo (fixture->path, 0600), ==, 0);
  file = ondes_out_file_new (fixture->path, &error);
  g_assert_no_error (error);
  g_assert_true (ondes_out_file_write (file, sent, 300000, NULL));
  reader = g_thread_new ("reader", read_fifo, fixture->path);
  ondes_out_file_commit (file, &error);
  g_assert_no_error (error);
  got = g_thread_join (reader);
  g_assert_cmpmem (got, 300000, sent, 300000);
  g_assert_cmpint (g_stat (fixture->path, &info), ==, 0);
  g_assert_true (S_ISFIFO (info.st_mode));
}

/* Where a link leads that does not exist is where the file comes to be; the link stays. */
static void
test_dangling_link (Fixture      *fixture,
                    gconstpointer data)
{
  g_autofree char *there = g_build_filename (fixture->folder, "there", NULL);
  g_autofree char *middle = g_build_filename (fixture->folder, "middle", NULL);
  g_autofree char *text = NULL;
  g_autoptr (OndesOutFile) file = NULL;

  g_assert_cmpint (symlink ("middle", fixture->path), ==, 0);
  g_assert_cmpint (symlink (there, middle), ==, 0);
  file = ondes_out_file_new (fixture->path, NULL);
  g_assert_true (ondes_out_file_write (file, "new", 3, NULL));
  g_assert_true (ondes_out_file_commit (file, NULL));
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_test (middle, G_FILE_TEST_IS_SYMLINK));
  g_assert_false (g_file_test (there, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_get_contents (there, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "new");
  g_unlink (there);
  g_unlink (middle);
}

/* What a killed process left goes with the next output, what another still writes and what is not ours stays. */
static void
test_stale (Fixture      *fixture,
            gconstpointer data)
{
  static const char *const names[] = { ".ondes-0123456789abcdef", ".ondes-fedcba9876543210", ".ondes-notes",
                                       "x.ondes-0123456789abcdef" };
  char *paths[G_N_ELEMENTS (names)];
  g_autoptr (OndesOutFile) file = NULL;
  int fd;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      paths[i] = g_build_filename (fixture->folder, names[i], NULL);
      g_assert_true (g_file_set_contents (paths[i], "half", 4, NULL));
    }
  fd = open (paths[1], O_RDWR | O_CLOEXEC);
  g_assert_cmpint (flock (fd, LOCK_EX), ==, 0);
  file = ondes_out_file_new (fixture->path, NULL);
  g_assert_nonnull (file);
  g_assert_false (g_file_test (paths[0], G_FILE_TEST_EXISTS));
  for (guint i = 1; i < G_N_ELEMENTS (names); i++)
    {
      g_assert_true (g_file_test (paths[i], G_FILE_TEST_EXISTS));
      g_unlink (paths[i]);
    }
  close (fd);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_free (paths[i]);
}

/* As at an interrupt, after which the process ends: the names are not freed. */
static void
unlink_in_child (void)
{
  const pid_t child = fork ();

  if (child == 0)
    {
      ondes_out_file_unlink_all ();
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
}

/* As many files at once as a bank has bands, where the file system has no unnamed files: an interrupt leaves none. */
static void
test_named (Fixture      *fixture,
            gconstpointer data)
{
  OndesOutFile *files[40];

  for (guint round = 0; round < 2; round++)
    {
      no_tmpfile = TRUE;
      for (guint i = 0; i < G_N_ELEMENTS (files); i++)
        {
          g_autofree char *path = g_strdup_printf ("%s-%u", fixture->path, i);

          files[i] = ondes_out_file_new (path, NULL);
          g_assert_nonnull (files[i]);
        }
      no_tmpfile = FALSE;
      g_assert_cmpuint (folder_count (fixture->folder), ==, G_N_ELEMENTS (files));
      if (round == 1)
        unlink_in_child ();
      for (guint i = 0; round == 0 && i < G_N_ELEMENTS (files); i++)
        ondes_out_file_free (files[i]);
      g_assert_cmpuint (folder_count (fixture->folder), ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    ondes_out_file_free (files[i]);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, Fixture, NULL, folder_set_up, function, folder_tear_down_with_file)
  ADD ("/ondes/out-file/appears-at-the-end", test_commit);
  ADD ("/ondes/out-file/given-up-leaves-nothing", test_abort);
  ADD ("/ondes/out-file/is-there-or-cancelled", test_cancel);
  ADD ("/ondes/out-file/replaces-in-place", test_in_place);
  ADD ("/ondes/out-file/pipes-are-written-into", test_fifo);
  ADD ("/ondes/out-file/dangling-link-is-followed", test_dangling_link);
  ADD ("/ondes/out-file/left-by-the-killed-goes", test_stale);
  ADD ("/ondes/out-file/many-named-files-go-at-an-interrupt", test_named);
  return g_test_run ();
}
