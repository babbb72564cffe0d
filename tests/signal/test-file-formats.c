/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of formats: its endings, what a build lacks, and the copy of it in docs/formats.md. */
#include "config.h"

#include "scratch.h"
#include "signal/formats/file-formats.h"

#include <string.h>

static void
each_ending_is_one_format (void)
{
  guint n = 0;

  for (const OndesFileFormat *format = ondes_file_formats (); format->id != NULL; format++, n++)
    for (guint i = 0; i < G_N_ELEMENTS (format->endings) && format->endings[i] != NULL; i++)
      {
        g_autofree char *small = g_strconcat ("night.1", format->endings[i], NULL), *large = g_ascii_strup (small, -1);

        g_assert_cmpuint (i, <, ONDES_FORMAT_ENDINGS_MOST - 1);
        g_assert_true (format->endings[i][0] == '.');
        g_assert_true (ondes_file_format_of_name (small) == format);
        g_assert_true (ondes_file_format_of_name (large) == format);
      }
  g_assert_cmpuint (n, >, 10);
  g_assert_null (ondes_file_format_of_name ("night"));
  g_assert_null (ondes_file_format_of_name ("night.wav.part"));
  g_assert_true (ondes_file_format_in_folder ("night.EDF") && ondes_file_format_in_folder ("x.sigmf-data"));
  g_assert_false (ondes_file_format_in_folder ("x.sigmf-meta") || ondes_file_format_in_folder ("x.csv")
                  || ondes_file_format_in_folder ("x"));
}

/* What is not built can be told: a name for sentences, the library and its package. */
static void
libraries_are_named (void)
{
  for (const OndesFileFormat *format = ondes_file_formats (); format->id != NULL; format++)
    {
      g_assert_true (format->open != NULL || (format->detect != NULL && format->what != NULL && format->library != NULL));
      g_assert_true ((format->library == NULL) == (format->package == NULL));
      g_assert_true (format->open != NULL || !ondes_file_format_built (format));
    }
}

static void
missing_library_is_one_sentence (void)
{
  const OndesFileFormat format = { "x", "X", "an EDF recording", ONDES_FORMAT_ARCHIVE, { ".x" }, NULL, "libx", "libx-dev" };
  const OndesOpening opening = { .path = "night.x", .display = "night.x" };
  g_autoptr (GError) error = NULL;

  g_assert_false (ondes_file_format_built (&format));
  g_assert_null (ondes_file_format_open (&format, &opening, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_cmpstr (error->message, ==, "night.x is an EDF recording; Ondes was built without libx (Debian: libx-dev)");
}

/* docs/formats.md has one line a format, with the same words. */
static void
the_page_has_the_table (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("ONDES_SOURCE_DIR"), "docs", "formats.md", NULL), *text = NULL;
  g_autoptr (GString) table = g_string_new ("| Format | Endings | Library |\n|---|---|---|\n");

  for (const OndesFileFormat *format = ondes_file_formats (); format->id != NULL; format++)
    {
      g_autofree char *endings = g_strjoinv ("` `", (char **) format->endings);
      g_autofree char *library = format->package == NULL ? g_strdup ("Ondes")
                                                         : g_strdup_printf ("%s (`%s`)", format->library, format->package);

      g_string_append_printf (table, "| %s | `%s` | %s |\n", format->name, endings, library);
    }
  g_string_append_c (table, '\n');
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  if (strstr (text, table->str) == NULL)
    g_error ("docs/formats.md has not this table:\n%s", table->str);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/file-formats/each-ending-is-one-format", each_ending_is_one_format);
  g_test_add_func ("/ondes/file-formats/libraries-are-named", libraries_are_named);
  g_test_add_func ("/ondes/file-formats/missing-library-is-one-sentence", missing_library_is_one_sentence);
  g_test_add_func ("/ondes/file-formats/the-page-has-the-table", the_page_has_the_table);
  return g_test_run ();
}
