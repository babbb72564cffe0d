/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions as files, and the keeper of those of a process: damaged files, files that moved, several processes, and ones that
 * are killed at random moments. */
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../remove-all.h"
#include "session/session-keeper.h"

static char *folder;
static char *program;

/* A window whose recording and number can be told apart. */
static GVariant *
make_window (const char *path,
             guint       number)
{
  GVariantBuilder window = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT), state = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  GVariantBuilder part = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  g_autofree char *other = g_strconcat (path, ".other", NULL);

  g_variant_builder_add (&part, "{sv}", "path", g_variant_new_bytestring (other));
  g_variant_builder_add (&part, "{sv}", "nan", g_variant_new ("(dd)", g_ascii_strtod ("nan", NULL), 0.1));
  g_variant_builder_add (&state, "{sv}", "number", g_variant_new_uint32 (number));
  g_variant_builder_add (&state, "{sv}", "second", g_variant_builder_end (&part));
  g_variant_builder_add (&window, "{sv}", "path", g_variant_new_bytestring (path));
  g_variant_builder_add (&window, "{sv}", "state", g_variant_builder_end (&state));
  return g_variant_builder_end (&window);
}

static GVariant *
make_windows (const char *const *paths,
              guint              number)
{
  GVariantBuilder windows = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE (ONDES_SAVED_WINDOWS));

  for (; *paths != NULL; paths++)
    g_variant_builder_add_value (&windows, make_window (*paths, number));
  return g_variant_ref_sink (g_variant_builder_end (&windows));
}

static guint
number_of (GVariant *windows)
{
  g_autoptr (GVariant) window = g_variant_get_child_value (windows, 0);
  g_autoptr (GVariant) state = g_variant_lookup_value (window, "state", G_VARIANT_TYPE_VARDICT);
  guint number = 0;

  g_assert_true (state != NULL && g_variant_lookup (state, "number", "u", &number));
  return number;
}

static char *
in_folder (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* Names of all bytes come back; a session can be moved with what is below its folder. */
static void
test_files (void)
{
  g_autofree char *below = in_folder ("a/rec\xff\"ording'\n.wav"), *path = in_folder ("x.ondes-session"), *text = NULL;
  g_autofree char *moved = in_folder ("moved"), *there = in_folder ("moved/x.ondes-session"), *new_name = NULL;
  const char *paths[] = { below, "/some/where/else.wav", NULL };
  g_autoptr (GVariant) windows = make_windows (paths, 7), again = NULL, other = NULL, first = NULL;
  g_autoptr (GError) error = NULL;
  const char *name;
  guint attempts = 0;

  g_assert_true (ondes_saved_write (path, windows, 3, &error));
  g_assert_no_error (error);
  again = ondes_saved_read (path, TRUE, &attempts, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (attempts, ==, 3);
  g_assert_true (g_variant_equal (windows, again));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_null (strstr (text, folder));

  g_assert_cmpint (g_mkdir (moved, 0700), ==, 0);
  g_assert_cmpint (g_rename (path, there), ==, 0);
  other = ondes_saved_read (there, TRUE, NULL, &error);
  g_assert_no_error (error);
  first = g_variant_get_child_value (other, 0);
  g_assert_true (g_variant_lookup (first, "path", "^&ay", &name));
  new_name = in_folder ("moved/a/rec\xff\"ording'\n.wav");
  g_assert_cmpstr (name, ==, new_name);
}

/* A name that leads through a link out of the session's folder stands there in full: a person opened that recording. Whoever else
 * wrote a session does not get so far. */
static void
test_link (void)
{
  g_autofree char *path = in_folder ("link.ondes-session"), *link = in_folder ("data"), *through = in_folder ("data/null");
  g_autofree char *text = NULL, *edited = NULL;
  const char *paths[] = { through, NULL };
  g_autoptr (GVariant) windows = make_windows (paths, 1), again = NULL;
  g_autoptr (GError) none = NULL, error = NULL;

  g_assert_cmpint (symlink ("/dev", link), ==, 0);
  g_assert_true (ondes_saved_write (path, windows, 0, &none));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, through));
  again = ondes_saved_read (path, TRUE, NULL, &none);
  g_assert_no_error (none);
  g_assert_true (g_variant_equal (windows, again));
  edited = g_strdup_printf ("Ondes session 1\n(uint32 0, @aa{sv} [{'path': <b'data/null'>}])\nend %064d\n", 0);
  g_assert_true (g_file_set_contents (path, edited, -1, NULL));
  g_assert_null (ondes_saved_read (path, FALSE, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "names “data/null”"));
}

/* A relative name lies in the session's folder or below: nothing that leads out is written so, and nothing is read so. */
static void
test_outside (void)
{
  static const char *const wrong[] = { "../outside.wav", "a/../../outside.wav", "..", "a//b.wav" };
  g_autofree char *path = in_folder ("outside.ondes-session"), *roundabout = in_folder ("a/../../outside.wav"), *text = NULL;
  const char *paths[] = { roundabout, NULL };
  g_autoptr (GVariant) windows = make_windows (paths, 1), again = NULL;
  g_autoptr (GError) none = NULL;

  g_assert_true (ondes_saved_write (path, windows, 0, &none));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, roundabout));
  again = ondes_saved_read (path, TRUE, NULL, &none);
  g_assert_no_error (none);
  g_assert_true (g_variant_equal (windows, again));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *edited
        = g_strdup_printf ("Ondes session 1\n(uint32 0, @aa{sv} [{'path': <b'%s'>}])\nend %064d\n", wrong[i], 0);
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (path, edited, -1, NULL));
      g_assert_null (ondes_saved_read (path, FALSE, NULL, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_assert_nonnull (strstr (error->message, wrong[i]));
    }
}

/* Without waiting for the disk, which hundreds of files would take long for. */
static gboolean
write_quickly (const char *path,
               const char *text,
               gsize       size)
{
  FILE *file = fopen (path, "wb");
  const gboolean written = fwrite (text, 1, size, file) == size;

  return fclose (file) == 0 && written;
}

/* Whatever is cut off or changed is refused with a sentence, or read as it was. */
static void
test_damage (void)
{
  g_autofree char *path = in_folder ("damage.ondes-session"), *text = NULL;
  const char *paths[] = { "/one.wav", "/two.wav", NULL };
  g_autoptr (GVariant) windows = make_windows (paths, 1);
  gsize size;

  g_assert_true (ondes_saved_write (path, windows, 0, NULL));
  g_assert_true (g_file_get_contents (path, &text, &size, NULL));
  for (gsize cut = 0; cut + 1 < size; cut += (gsize) g_test_rand_int_range (1, 12)) /* the last byte ends the line alone */
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (write_quickly (path, text, cut));
      g_assert_null (ondes_saved_read (path, TRUE, NULL, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_assert_true (g_str_has_prefix (error->message, path));
    }
  for (guint i = 0; i < 200; i++)
    {
      const gsize at = (gsize) g_test_rand_int_range (0, (gint32) size - 1);
      const char before = text[at];
      g_autoptr (GVariant) read = NULL;
      g_autoptr (GError) error = NULL;

      text[at] ^= (char) (1 << g_test_rand_int_range (0, 8));
      g_assert_true (write_quickly (path, text, size));
      text[at] = before;
      g_assert_null (ondes_saved_read (path, TRUE, NULL, &error));
      g_assert_nonnull (error);
      /* Edited by a person it is read as far as it is one. */
      read = ondes_saved_read (path, FALSE, NULL, NULL);
      if (read != NULL)
        g_variant_unref (ondes_saved_replace (read, NULL, NULL));
    }
}

static void
test_missing (void)
{
  g_autofree char *here = in_folder ("here.wav"), *gone = in_folder ("gone.wav"), *other = g_strconcat (here, ".other", NULL);
  g_autofree char *other_gone = g_strconcat (gone, ".other", NULL), *described = NULL;
  const char *paths[] = { here, gone, NULL }, *dropped[] = { gone, NULL };
  g_autoptr (GVariant) windows = make_windows (paths, 1), found = NULL, left = NULL;
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto (GStrv) missing = NULL, none = NULL;

  g_assert_true (g_file_set_contents (here, "", 0, NULL) && g_file_set_contents (other, "", 0, NULL));
  missing = ondes_saved_find_missing (windows);
  g_assert_cmpuint (g_strv_length (missing), ==, 2);
  g_assert_true (g_strv_contains ((const char *const *) missing, gone));
  g_assert_true (g_strv_contains ((const char *const *) missing, other_gone));
  g_hash_table_insert (names, gone, here);
  g_hash_table_insert (names, other_gone, other);
  found = ondes_saved_replace (windows, names, NULL);
  none = ondes_saved_find_missing (found);
  g_assert_null (none[0]);
  left = ondes_saved_replace (windows, NULL, dropped);
  described = ondes_saved_describe (left);
  g_assert_cmpstr (described, ==, "here.wav");
}

static void
test_read_options (void)
{
  const OndesReadOptions options = { .raw = TRUE, .raw_format = { 16, 's', TRUE, 2, 44100.5 }, .column = 3, .time_column = 1,
                                     .rate_hz = 0.25, .time_unit = "a", .unit = "°C", .resample = TRUE, .table = "S1",
                                     .dataset = "/g/\xff", .time_axis = 2, .time_expansion = 10 };
  g_autoptr (GVariant) saved = g_variant_ref_sink (ondes_saved_read_options (&options)), again = NULL, junk = NULL;
  OndesReadOptions read;

  ondes_saved_restore_read (&read, saved);
  again = g_variant_ref_sink (ondes_saved_read_options (&read));
  g_assert_true (g_variant_equal (saved, again));
  g_assert_cmpstr (read.dataset, ==, options.dataset);
  g_assert_cmpuint (read.time_axis, ==, 2);
  g_assert_cmpfloat (read.time_expansion, ==, 10);
  g_assert_true (read.raw && read.raw_format.big_endian && read.resample && read.column == 3 && read.rate_hz == 0.25);
  ondes_read_options_clear (&read);
  junk = g_variant_ref_sink (g_variant_new_parsed ("{'raw': <'none'>, 'rate': <-3.0>, 'time-unit': <b'week'>, 'column': <'1'>}"));
  ondes_saved_restore_read (&read, junk);
  g_assert_true (!read.raw && read.rate_hz == 0 && read.time_unit == NULL && read.column == 0);
  ondes_read_options_clear (&read);
}

/* The keeper. */

static GVariant *
collect (gpointer user_data)
{
  return *(GVariant **) user_data != NULL ? g_variant_ref (*(GVariant **) user_data) : NULL;
}

static char *
make_folder (void)
{
  static guint n;
  g_autofree char *name = g_strdup_printf ("keeper-%u", n++);

  return in_folder (name);
}

/* What ends well is the last session; two processes keep theirs apart, and each sees the other as alive. */
static void
test_ends (void)
{
  const char *paths[] = { "/one.wav", NULL };
  g_autofree char *state = make_folder (), *name = NULL;
  g_autoptr (GVariant) one = make_windows (paths, 1), two = make_windows (paths, 2);
  g_autoptr (GVariant) now = g_variant_ref (one), other = g_variant_ref (two);
  OndesKeeper *first = ondes_keeper_new (state, collect, &now), *second = ondes_keeper_new (state, collect, &other);
  g_autoptr (OndesKeeper) third = ondes_keeper_new (state, collect, &other);
  OndesKept *kept;
  g_autoptr (GDir) dir = NULL;

  ondes_keeper_note (first);
  ondes_keeper_note (second);
  ondes_keeper_flush (first);
  ondes_keeper_flush (second);
  kept = ondes_keeper_find (third);
  g_assert_null (kept->crashed);
  g_assert_null (kept->last);
  ondes_kept_free (kept);
  ondes_keeper_end (first, NULL);
  ondes_keeper_free (first);
  kept = ondes_keeper_find (third);
  g_assert_null (kept->crashed);
  g_assert_cmpuint (number_of (kept->last), ==, 1);
  ondes_kept_free (kept);
  ondes_keeper_end (second, NULL);
  ondes_keeper_go_on (second); /* nothing of it is left: not the last session either */
  ondes_keeper_free (second);
  kept = ondes_keeper_find (third);
  g_assert_cmpuint (number_of (kept->last), ==, 1);
  ondes_kept_free (kept);
  dir = g_dir_open (state, 0, NULL);
  while ((name = g_strdup (g_dir_read_name (dir))) != NULL)
    {
      g_assert_cmpstr (name, ==, "last.ondes-session");
      g_clear_pointer (&name, g_free);
    }
}

/* The child: changes its window all the time, and tells each change, and what is collected for each write. */

#define CHILD_DELAY_MS 20

static GVariant *child_windows;
static OndesKeeper *child_keeper;

static GVariant *
child_collect (gpointer unused)
{
  printf ("w %u\n", number_of (child_windows));
  fflush (stdout);
  return g_variant_ref (child_windows);
}

static gboolean
child_change (gpointer unused)
{
  static guint number;
  const char *paths[] = { "/child.wav", NULL };

  g_clear_pointer (&child_windows, g_variant_unref);
  child_windows = make_windows (paths, ++number);
  ondes_keeper_note (child_keeper);
  printf ("c %u\n", number);
  fflush (stdout);
  g_timeout_add ((guint) g_random_int_range (0, CHILD_DELAY_MS / 2), child_change, NULL);
  return G_SOURCE_REMOVE;
}

static int
run_child (const char *state)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  child_keeper = ondes_keeper_new (state, child_collect, NULL);
  ondes_keeper_set_delay (child_keeper, CHILD_DELAY_MS);
  child_change (NULL);
  g_main_loop_run (loop);
  return 0;
}

/* What a child has said. */
typedef struct
{
  guint changes, writes;
  guint collected[2]; /* for the last write that began, and for the one before */
} Said;

/* Takes one line; those that the kill cut are none. */
static void
hear (Said       *said,
      const char *line)
{
  guint number = 0;
  char what = 0, end = 0;

  if (sscanf (line, "%c %u%c", &what, &number, &end) != 3 || end != '\n')
    return;
  if (what == 'c')
    {
      g_assert_cmpuint (number, ==, said->changes + 1);
      said->changes = number;
      return;
    }
  said->writes++;
  said->collected[1] = said->collected[0];
  said->collected[0] = number;
}

/* Runs a child until it has begun @writes, kills it a moment later, and hears all that it said. The timer of a write is not put off
 * by changes, which come faster: otherwise there would be no writes. */
static Said
kill_child (const char *state,
            guint       writes,
            gulong      moment_us)
{
  const char *words[] = { program, "--child", state, NULL };
  Said said = { 0 };
  char line[64];
  int out, status;
  GPid pid;
  FILE *from;

  g_assert_true (g_spawn_async_with_pipes (NULL, (char **) words, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL,
                                           &out, NULL, NULL));
  from = fdopen (out, "r");
  while (said.writes < writes)
    {
      g_assert_nonnull (fgets (line, sizeof line, from));
      hear (&said, line);
    }
  g_usleep (moment_us);
  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_true (WIFSIGNALED (status));
  while (fgets (line, sizeof line, from) != NULL)
    hear (&said, line);
  fclose (from);
  return said;
}

/* A write begins once the last one has ended, so what was collected for the last but one is kept, or newer. In the program the
 * delay is a second, which leaves another for the write. */
static void
test_killed (void)
{
  G_STATIC_ASSERT (ONDES_KEEPER_DELAY_MS <= 1000);
  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *state = make_folder ();
      g_autoptr (GVariant) none = NULL;
      g_autoptr (OndesKeeper) keeper = ondes_keeper_new (state, collect, &none);
      OndesKept *kept;
      guint number;
      const Said said = kill_child (state, (guint) g_test_rand_int_range (1, 5), (gulong) g_test_rand_int_range (0, 30000));

      kept = ondes_keeper_find (keeper);
      number = kept->crashed != NULL ? number_of (kept->crashed) : 0;
      g_assert_cmpuint (number, >=, said.collected[1]);
      g_assert_cmpuint (number, <=, said.changes + 1);
      if (kept->crashed == NULL)
        {
          ondes_kept_free (kept);
          continue;
        }
      /* Another process does not take it too; reopened once, it is no longer there, and it counts. */
      {
        g_autoptr (OndesKeeper) second = ondes_keeper_new (state, collect, &none);
        g_autoptr (OndesKept) nothing = ondes_keeper_find (second);

        g_assert_null (nothing->crashed);
      }
      none = g_variant_ref (kept->crashed);
      ondes_keeper_adopt (keeper, kept, TRUE);
      ondes_keeper_flush (keeper);
      {
        g_autoptr (OndesKeeper) second = ondes_keeper_new (state, collect, &none);
        g_autoptr (OndesKept) nothing = ondes_keeper_find (second);

        g_assert_null (nothing->crashed);
      }
    }
}

/* A damaged file of a process that is gone is passed over, and goes. */
static void
test_damaged_state (void)
{
  g_autofree char *state = make_folder (), *path = g_build_filename (state, "window-1.ondes-session", NULL);
  g_autofree char *lock = g_build_filename (state, "window-1.lock", NULL);
  g_autofree char *last = g_build_filename (state, "last.ondes-session", NULL);
  const char *paths[] = { "/one.wav", NULL };
  g_autoptr (GVariant) windows = make_windows (paths, 5);
  OndesKeeper *keeper = ondes_keeper_new (state, collect, &windows);
  OndesKept *kept;

  g_assert_cmpint (g_mkdir_with_parents (state, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "Ondes session 1\n{", -1, NULL) && g_file_set_contents (lock, "", 0, NULL));
  g_assert_true (g_file_set_contents (last, "junk", -1, NULL));
  kept = ondes_keeper_find (keeper);
  g_assert_true (kept->crashed == NULL && kept->last == NULL);
  ondes_keeper_adopt (keeper, kept, FALSE);
  ondes_keeper_flush (keeper);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  ondes_keeper_free (keeper);
}

/* What is not reopened after a crash becomes the last session. */
static void
test_rescued (void)
{
  g_autofree char *state = make_folder (), *path = g_build_filename (state, "window-1.ondes-session", NULL);
  g_autofree char *lock = g_build_filename (state, "window-1.lock", NULL);
  const char *paths[] = { "/one.wav", NULL };
  g_autoptr (GVariant) windows = make_windows (paths, 5), none = NULL;
  g_autoptr (OndesKeeper) keeper = ondes_keeper_new (state, collect, &none);
  OndesKept *kept;

  g_assert_cmpint (g_mkdir_with_parents (state, 0700), ==, 0);
  g_assert_true (ondes_saved_write (path, windows, ONDES_KEEPER_ATTEMPTS, NULL) && g_file_set_contents (lock, "", 0, NULL));
  kept = ondes_keeper_find (keeper);
  g_assert_cmpuint (kept->attempts, ==, ONDES_KEEPER_ATTEMPTS);
  ondes_keeper_adopt (keeper, kept, FALSE);
  ondes_keeper_flush (keeper);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  kept = ondes_keeper_find (keeper);
  g_assert_true (kept->crashed == NULL && number_of (kept->last) == 5);
  ondes_kept_free (kept);
}

/* So it does where the process ends without a recording before it was written; where it cannot be written, it is found again. */
static void
test_rescued_at_end (void)
{
  g_autofree char *state = make_folder (), *path = g_build_filename (state, "window-1.ondes-session", NULL);
  g_autofree char *lock = g_build_filename (state, "window-1.lock", NULL);
  g_autofree char *last = g_build_filename (state, "last.ondes-session", NULL), *in_last = g_build_filename (last, "x", NULL);
  const char *paths[] = { "/one.wav", NULL };
  g_autoptr (GVariant) windows = make_windows (paths, 5), none = NULL;
  g_autoptr (GVariant) empty = g_variant_ref_sink (g_variant_new_array (G_VARIANT_TYPE_VARDICT, NULL, 0));

  g_assert_cmpint (g_mkdir_with_parents (in_last, 0700), ==, 0);
  g_assert_true (ondes_saved_write (path, windows, 0, NULL) && g_file_set_contents (lock, "", 0, NULL));
  for (guint i = 0; i < 3; i++)
    {
      OndesKeeper *keeper = ondes_keeper_new (state, collect, &none);
      OndesKept *kept = ondes_keeper_find (keeper);

      g_assert_cmpint (number_of (i < 2 ? kept->crashed : kept->last), ==, 5);
      g_assert_true ((kept->crashed != NULL) == (i < 2));
      ondes_keeper_adopt (keeper, kept, FALSE);
      ondes_keeper_end (keeper, empty);
      if (i == 1)
        g_assert_true (g_rmdir (in_last) == 0 && g_rmdir (last) == 0);
      ondes_keeper_free (keeper);
    }
}

static GVariant *
collect_counted (gpointer user_data)
{
  ++*(guint *) user_data;
  return g_variant_ref_sink (g_variant_new_parsed ("[{'path': <b'/one.wav'>}]"));
}

static gboolean
on_turn (gpointer user_data)
{
  ++*(guint *) user_data;
  return G_SOURCE_CONTINUE;
}

/* A keeper that is freed while it writes waits for that without the main loop, which would turn while windows are torn down. */
static void
test_freed_while_writing (void)
{
  g_autofree char *state = make_folder (), *last = g_build_filename (state, "last.ondes-session", NULL);
  guint collected = 0, turns = 0;
  OndesKeeper *keeper = ondes_keeper_new (state, collect_counted, &collected);
  guint source;

  ondes_keeper_set_delay (keeper, 0);
  ondes_keeper_note (keeper);
  while (collected == 0)
    g_main_context_iteration (NULL, TRUE);
  source = g_idle_add_full (G_PRIORITY_HIGH, on_turn, &turns, NULL);
  ondes_keeper_end (keeper, NULL);
  ondes_keeper_free (keeper);
  g_source_remove (source);
  g_assert_cmpuint (turns, ==, 0);
  g_assert_true (g_file_test (last, G_FILE_TEST_EXISTS));
  /* Nothing of it is left in the main loop. */
  g_assert_false (g_main_context_pending (NULL));
}

int
main (int argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  int result;

  if (argc == 3 && g_str_equal (argv[1], "--child"))
    return run_child (argv[2]);
  g_test_init (&argc, &argv, NULL);
  program = g_file_read_link ("/proc/self/exe", NULL);
  folder = g_dir_make_tmp ("ondes-saved-XXXXXX", &error);
  g_assert_no_error (error);
  g_test_add_func ("/ondes/saved/a-session-is-a-file-that-can-be-moved", test_files);
  g_test_add_func ("/ondes/saved/relative-names-lie-in-the-folder", test_outside);
  g_test_add_func ("/ondes/saved/links-do-not-lead-out", test_link);
  g_test_add_func ("/ondes/saved/damaged-files-are-refused", test_damage);
  g_test_add_func ("/ondes/saved/files-that-moved-are-found", test_missing);
  g_test_add_func ("/ondes/saved/how-recordings-are-read-comes-back", test_read_options);
  g_test_add_func ("/ondes/keeper/what-ends-well-is-the-last-session", test_ends);
  g_test_add_func ("/ondes/keeper/what-is-killed-comes-back-as-it-was-two-seconds-before", test_killed);
  g_test_add_func ("/ondes/keeper/damaged-files-are-passed-over", test_damaged_state);
  g_test_add_func ("/ondes/keeper/what-is-not-reopened-is-not-lost", test_rescued);
  g_test_add_func ("/ondes/keeper/what-is-not-reopened-is-not-lost-at-the-end", test_rescued_at_end);
  g_test_add_func ("/ondes/keeper/freed-while-it-writes", test_freed_while_writing);
  result = g_test_run ();
  remove_all (folder);
  return result;
}
