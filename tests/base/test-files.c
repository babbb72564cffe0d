/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names and small files that come from elsewhere. */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../remove-all.h"
#include "base/display-text.h"
#include "base/lines.h"
#include "base/path-within.h"
#include "base/read-file.h"
#include "base/request-error.h"

typedef struct
{
  char *folder;
} Fixture;

static char *
path_of (Fixture    *self,
         const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

static void
set_up (Fixture      *self,
        gconstpointer data)
{
  static const char *const folders[] = { "in", "in/sub", "out" };
  static const struct
  {
    const char *name, *to;
  } links[] = { { "in/here", "sub" }, { "in/sub/up", "../sub/file" }, { "in/there", "../out" }, { "in/sub/there", "/etc" },
                { "in/lost", "../out/lost" }, { "in/loop", "loop" }, { "linked", "in" } };

  self->folder = g_dir_make_tmp ("ondes-files-XXXXXX", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = path_of (self, folders[i]);

      g_assert_cmpint (g_mkdir (path, 0777), ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autofree char *path = path_of (self, links[i].name);

      g_assert_cmpint (symlink (links[i].to, path), ==, 0);
    }
}

static void
tear_down (Fixture      *self,
           gconstpointer data)
{
  remove_all (self->folder);
  g_free (self->folder);
}

static void
test_within (Fixture      *self,
             gconstpointer data)
{
  static const struct
  {
    const char *name;
    gboolean    within;
  } names[] = {
    { "file", TRUE },          { "sub/file", TRUE },      { "here/file", TRUE },     { "sub/up", TRUE },
    { "new/folder/x", TRUE },  { "..file", TRUE },        { "a\xff", TRUE },         { "", FALSE },
    { "/etc/passwd", FALSE },  { "../out/x", FALSE },     { "sub/../../x", FALSE },  { "..", FALSE },
    { ".", FALSE },            { "sub/./file", FALSE },   { "sub//file", FALSE },    { "sub/", FALSE },
    { "there", FALSE },        { "there/x", FALSE },      { "sub/there/x", FALSE },  { "lost", FALSE },
    { "loop", FALSE },
  };
  g_autofree char *plain = path_of (self, "in"), *linked = path_of (self, "linked"), *file = path_of (self, "in/sub/file");

  g_assert_true (g_file_set_contents (file, "x", 1, NULL));
  for (guint i = 0; i < 2 * G_N_ELEMENTS (names); i++)
    {
      const char *folder = i % 2 ? linked : plain, *name = names[i / 2].name; /* a person may choose a folder behind a link */
      g_autofree char *expected = g_build_filename (folder, name, NULL);
      g_autoptr (GError) error = NULL;
      g_autofree char *path = ondes_path_within ("a.list", folder, name, &error);

      if (names[i / 2].within)
        g_assert_cmpstr (path, ==, expected);
      else
        {
          g_assert_null (path);
          g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
          g_assert_true (g_str_has_prefix (error->message, "a.list: names “"));
        }
    }
}

/* What acts is replaced, what is seen stays: also marks that join letters of Persian or of emoji. */
static void
test_display (void)
{
  static const char *const shown[][2] = {
    { "plain é 中 \u200c\u200d", "plain é 中 \u200c\u200d" },
    { "\x1b[31mred", "\ufffd[31mred" },
    { "a\u202ewav.exe", "a\ufffdwav.exe" },
    { "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u2066\u2067\u2068\u2069\u2028\u2029", NULL },
    { "\xc2\x9b" "31m\x7f", "\ufffd" "31m\ufffd" },
    { "\xff", "\ufffd" },
    { "two\nlines\there\r", "two\ufffdlines\ufffdhere\ufffd" },
  };
  g_autofree char *lines = ondes_display_lines ("a\tb\n\x1b\u202e\r\n");

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      g_autofree char *text = ondes_display_text (shown[i][0]);

      if (shown[i][1] != NULL)
        g_assert_cmpstr (text, ==, shown[i][1]);
      for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
        if (shown[i][1] == NULL)
          g_assert_cmpuint (g_utf8_get_char (p), ==, 0xfffd);
      g_assert_true (ondes_display_safe (shown[i][0]) == (i == 0));
    }
  g_assert_cmpstr (lines, ==, "a\tb\n\ufffd\ufffd\ufffd\n");
}

/* Asserts that reading @path is refused, whole and by lines. */
static void
assert_refused (const char *path,
                const char *why)
{
  g_autofree char *problem = NULL, *text = NULL;
  g_auto (OndesLines) lines = { 0 };
  g_autoptr (GError) error = NULL;
  gsize n;

  text = ondes_file_read_whole (path, 1000, &n, &problem);
  g_assert_null (text);
  g_assert_nonnull (strstr (problem, why));
  g_assert_false (ondes_lines_open (&lines, path, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, why));
}

static void
test_special (Fixture      *self,
              gconstpointer data)
{
  g_autofree char *pipe = path_of (self, "pipe"), *zero = path_of (self, "zero");

  g_assert_cmpint (mkfifo (pipe, 0666), ==, 0);
  g_assert_cmpint (symlink ("/dev/zero", zero), ==, 0);
  assert_refused (pipe, "is a pipe");
  assert_refused (zero, "is a device");
  assert_refused ("/dev/full", "is a device");
  assert_refused (self->folder, "is a folder");
}

/* Lines of all lengths come back as they are, the last also without its newline. */
static void
test_lines (Fixture      *self,
            gconstpointer data)
{
  g_autofree char *path = path_of (self, "lines");
  g_autoptr (GPtrArray) expected = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (OndesLines) lines = { 0 };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 200; i++)
    {
      const gsize n = (gsize) g_test_rand_int_range (i < 199 ? 0 : 1, i % 20 == 0 ? 100000 : 600);
      char *line = g_strnfill (n, (char) g_test_rand_int_range ('a', 'z' + 1));

      g_string_append_printf (text, "%s%s", line, i < 199 ? "\n" : "");
      g_ptr_array_add (expected, line);
    }
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  g_assert_true (ondes_lines_open (&lines, path, &error));
  for (guint i = 0; i < expected->len; i++)
    {
      g_assert_true (ondes_lines_next (&lines, &error));
      g_assert_cmpstr (lines.line, ==, g_ptr_array_index (expected, i));
      g_assert_cmpuint (lines.number, ==, i + 1);
    }
  g_assert_false (ondes_lines_next (&lines, &error));
  g_assert_no_error (error);
}

/* A line without an end is no line: it is refused at a limit, not read into all memory. */
static void
test_endless (Fixture      *self,
              gconstpointer data)
{
  g_autofree char *path = path_of (self, "endless");
  g_auto (OndesLines) lines = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_assert_cmpint (truncate (path, (off_t) 1 << 40), ==, 0); /* a hole of a TiB */
  g_assert_true (ondes_lines_open (&lines, path, &error));
  g_assert_false (ondes_lines_next (&lines, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "line 1 cannot be read"));
  g_assert_cmpuint (lines.room, <=, 64 << 20);
}

#define ADD(path, test) g_test_add ("/ondes/files/" path, Fixture, NULL, set_up, test, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("names-lead-out-of-no-folder", test_within);
  g_test_add_func ("/ondes/files/text-to-a-terminal-does-nothing-there", test_display);
  ADD ("what-may-never-end-is-not-read", test_special);
  ADD ("lines-come-back", test_lines);
  ADD ("a-line-has-a-limit", test_endless);
  return g_test_run ();
}
