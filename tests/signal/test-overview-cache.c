/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scratch.h"
#include "signal/overview.h"
#include "signal/overview-cache.h"

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STRETCHES = 1000 };

static char *
cache_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "ondes", "overview", NULL);
}

/* Files in the cache; the path of one of them at @path. */
static guint
count_files (char **path)
{
  g_autofree char *folder = cache_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir && (name = g_dir_read_name (dir)))
    if (n++ == 0 && path)
      *path = g_build_filename (folder, name, NULL);
  return n;
}

static void
empty_cache (void)
{
  ondes_overview_cache_trim (0);
  g_assert_cmpuint (count_files (NULL), ==, 0);
}

/* An entry of random numbers that follow from @seed. */
static OndesOverviewEntry
entry_of (const char *identity,
          guint32     seed)
{
  OndesOverviewEntry entry = { identity, STRETCHES * 64 - 5, 64, STRETCHES, g_new (OndesExtent, STRETCHES) };
  g_autoptr (GRand) numbers = g_rand_new_with_seed (seed);

  for (guint i = 0; i < STRETCHES; i++)
    {
      double a = g_rand_double (numbers), b = g_rand_double (numbers);

      entry.extents[i] = (OndesExtent) { (float) MIN (a, b), (float) MAX (a, b), (float) a, (guint) (b * 64) };
    }
  entry.scan = (OndesScan) { entry.n, g_rand_double (numbers), g_rand_int (numbers), g_rand_int (numbers) };
  return entry;
}

/* One of its own. */
static OndesOverviewEntry
entry_new (const char *identity)
{
  return entry_of (identity, (guint32) g_test_rand_int ());
}

/* Whether the cache has the entry; if so, it has all of it. */
static gboolean
finds (const OndesOverviewEntry *entry)
{
  g_autofree OndesExtent *extents = g_new0 (OndesExtent, entry->stretches);
  OndesOverviewEntry found = *entry;

  found.extents = extents;
  found.scan = (OndesScan) { 0 };
  if (!ondes_overview_cache_load (&found))
    return FALSE;
  g_assert_cmpmem (extents, entry->stretches * sizeof *extents, entry->extents, entry->stretches * sizeof *extents);
  g_assert_cmpuint (found.scan.frames, ==, entry->scan.frames);
  g_assert_cmpfloat (found.scan.peak, ==, entry->scan.peak);
  g_assert_cmpuint (found.scan.nan, ==, entry->scan.nan);
  g_assert_cmpuint (found.scan.inf, ==, entry->scan.inf);
  return TRUE;
}

static void
gives_back_what_it_took (void)
{
  OndesOverviewEntry entry = entry_new ("one"), other;
  g_autofree OndesExtent *extents = entry.extents;

  empty_cache ();
  g_assert_false (finds (&entry));
  ondes_overview_cache_store (&entry);
  g_assert_true (finds (&entry));
  g_assert_cmpuint (count_files (NULL), ==, 1);
  other = entry;
  other.identity = "other";
  g_assert_false (finds (&other));
  other = entry;
  other.n++;
  g_assert_false (finds (&other));
  other = entry;
  other.stride *= 2;
  g_assert_false (finds (&other));
  other = entry;
  other.stretches--;
  g_assert_false (finds (&other));
}

/* Cut anywhere, one bit changed anywhere, too long, or not a file at all: it is not there, and can be stored again. */
static void
damage_is_seen (void)
{
  OndesOverviewEntry entry = entry_new ("damaged");
  g_autofree OndesExtent *extents = entry.extents;
  g_autofree char *path = NULL, *whole = NULL, *longer = NULL;
  gsize n;

  empty_cache ();
  ondes_overview_cache_store (&entry);
  g_assert_cmpuint (count_files (&path), ==, 1);
  g_assert_true (g_file_get_contents (path, &whole, &n, NULL));
  g_assert_cmpuint (n, >, STRETCHES * sizeof *extents);
  for (gsize length = 0; length < n; length += length < 200 ? 1 : 997)
    {
      g_assert_true (g_file_set_contents (path, whole, (gssize) length, NULL));
      g_assert_false (finds (&entry));
    }
  for (gsize bit = 0; bit < 8 * n; bit += bit < 8 * 200 ? 3 : 1 + (gsize) g_test_rand_int_range (0, 2000))
    {
      whole[bit / 8] ^= (char) (1 << bit % 8);
      g_assert_true (g_file_set_contents (path, whole, (gssize) n, NULL));
      g_assert_false (finds (&entry));
      whole[bit / 8] ^= (char) (1 << bit % 8);
    }
  longer = g_malloc0 (n + 16);
  memcpy (longer, whole, n);
  g_assert_true (g_file_set_contents (path, longer, (gssize) n + 16, NULL));
  g_assert_false (finds (&entry));
  ondes_overview_cache_store (&entry);
  g_assert_true (finds (&entry));

  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  g_assert_false (finds (&entry));
  ondes_overview_cache_store (&entry);
  g_assert_cmpuint (count_files (NULL), ==, 1); /* nothing is left beside it */
  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_false (finds (&entry));
  ondes_overview_cache_store (&entry);
  g_assert_true (finds (&entry));
}

/* A file as Ondes has written it since it keeps overviews. */
typedef struct
{
  char    magic[8];
  guint32 format, order;
  guint8  key[32];
  guint64 n, stride, stretches, frames, nan, inf;
  double  peak;
  guint64 sum;
} File1;

static guint64
mix (guint64       sum,
     const guint64 *words,
     gsize         n)
{
  for (gsize i = 0; i < n; i++)
    {
      sum = (sum ^ words[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      sum ^= sum >> 32;
    }
  return sum;
}

/* Writes @entry into @path as @version of Ondes would, with the numbers of format and byte order given and a sum that is right. */
static void
write_file (const OndesOverviewEntry *entry,
            const char               *path,
            const char               *version,
            guint32                   format,
            guint32                   order)
{
  const gsize bytes = entry->stretches * sizeof *entry->extents;
  g_autoptr (GChecksum) key = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *identity = g_strconcat (version, "\n", entry->identity, NULL), *text = g_malloc (sizeof (File1) + bytes);
  File1 file = {
    .magic = "OndesOvw",
    .format = format,
    .order = order,
    .n = entry->n,
    .stride = entry->stride,
    .stretches = entry->stretches,
    .frames = entry->scan.frames,
    .nan = entry->scan.nan,
    .inf = entry->scan.inf,
    .peak = entry->scan.peak,
  };
  gsize length = sizeof file.key;

  g_checksum_update (key, (const guchar *) identity, -1);
  g_checksum_get_digest (key, file.key, &length);
  file.sum = mix (mix (1, (const guint64 *) &file, G_STRUCT_OFFSET (File1, sum) / 8), (const guint64 *) entry->extents, bytes / 8);
  memcpy (text, &file, sizeof file);
  memcpy (text + sizeof file, entry->extents, bytes);
  g_assert_true (g_file_set_contents (path, text, (gssize) (sizeof file + bytes), NULL));
}

/* Files of another version, format or byte order, with all else right, are dropped with a debug line and written anew. */
static void
other_formats_are_left_out (void)
{
  static const struct
  {
    const char *version;
    guint32     format, order;
  } files[] = {
    { "0.0.9", 1, 0x01020304 },
    { ONDES_VERSION, 0, 0x01020304 },
    { ONDES_VERSION, 2, 0x01020304 },
    { ONDES_VERSION, 1, 0x04030201 },
  };
  OndesOverviewEntry entry = entry_new ("other formats");
  g_autofree OndesExtent *extents = entry.extents;
  g_autofree char *path = NULL;

  empty_cache ();
  ondes_overview_cache_store (&entry);
  g_assert_cmpuint (count_files (&path), ==, 1);
  write_file (&entry, path, ONDES_VERSION, 1, 0x01020304);
  g_assert_true (finds (&entry));
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      write_file (&entry, path, files[i].version, files[i].format, files[i].order);
      g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_DEBUG, "*.overview is damaged or of another version: left out");
      g_assert_false (finds (&entry));
      g_test_assert_expected_messages ();
      ondes_overview_cache_store (&entry);
      g_assert_true (finds (&entry));
      g_assert_cmpuint (count_files (NULL), ==, 1);
    }
}

static void
set_age (const char *path,
         int         hours)
{
  const struct timespec times[2] = { { 0, UTIME_NOW }, { 1700000000 - hours * 3600, 0 } };

  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

/* What was used longest ago goes first; to be loaded is to be used. */
static void
size_is_bounded (void)
{
  static const char *const names[] = { "a", "b", "c", "d", "e" };
  g_autofree char *folder = cache_folder (), *stranger = g_build_filename (folder, "stranger", NULL);
  g_autofree char *half = g_build_filename (folder, "0123.overview.Ab3dE6", NULL);
  OndesOverviewEntry entries[5];
  char *paths[5] = { NULL };
  gsize bytes = 0;

  empty_cache ();
  for (int i = 0; i < 5; i++)
    {
      g_autofree char *path = NULL;

      entries[i] = entry_new (names[i]);
      ondes_overview_cache_store (&entries[i]);
      if (i == 0)
        {
          struct stat st;

          g_assert_cmpuint (count_files (&path), ==, 1);
          g_assert_cmpint (g_stat (path, &st), ==, 0);
          bytes = (gsize) st.st_size;
        }
    }
  for (int i = 0; i < 5; i++)
    {
      g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
      const char *name;

      /* Which file is whose: the one without which it is not found. */
      while (!paths[i] && (name = g_dir_read_name (dir)))
        {
          g_autofree char *path = g_build_filename (folder, name, NULL), *away = g_strconcat (path, "-away", NULL);

          g_assert_cmpint (g_rename (path, away), ==, 0);
          if (!finds (&entries[i]))
            paths[i] = g_strdup (path);
          g_assert_cmpint (g_rename (away, path), ==, 0);
        }
      g_assert_nonnull (paths[i]);
    }
  for (int i = 0; i < 5; i++)
    set_age (paths[i], 10 + i);
  g_assert_true (g_file_set_contents (stranger, "x", 1, NULL));
  set_age (stranger, 1000);
  g_assert_true (g_file_set_contents (half, "half", 4, NULL));
  set_age (half, 999);

  g_assert_true (finds (&entries[3]));
  ondes_overview_cache_trim (3 * bytes);
  g_assert_true (finds (&entries[3]));
  g_assert_true (finds (&entries[0]));
  g_assert_true (finds (&entries[1]));
  g_assert_false (finds (&entries[2]));
  g_assert_false (finds (&entries[4]));
  g_assert_false (g_file_test (half, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (stranger, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_unlink (stranger), ==, 0);
  for (int i = 0; i < 5; i++)
    {
      g_free (entries[i].extents);
      g_free (paths[i]);
    }
}

static gpointer
store_and_find (gpointer data)
{
  const OndesOverviewEntry *entry = data;

  for (int k = 0; k < 200; k++)
    {
      ondes_overview_cache_store (entry);
      finds (entry);
    }
  return NULL;
}

/* Threads that write and read one entry see it whole. */
static void
used_by_many (void)
{
  OndesOverviewEntry entry = entry_new ("shared");
  g_autofree OndesExtent *extents = entry.extents;
  GThread *threads[4];

  empty_cache ();
  for (int t = 0; t < 4; t++)
    threads[t] = g_thread_new ("store", store_and_find, &entry);
  for (int t = 0; t < 4; t++)
    g_thread_join (threads[t]);
  g_assert_true (finds (&entry));
  g_assert_cmpuint (count_files (NULL), ==, 1);
}

#define SHARE "ONDES_TEST_SHARES_CACHE"

/* One of the processes below. */
static int
share_cache (const char *seed)
{
  OndesOverviewEntry entry = entry_of (SHARE, (guint32) g_ascii_strtoull (seed, NULL, 10));

  store_and_find (&entry);
  g_free (entry.extents);
  return EXIT_SUCCESS;
}

/* Processes that write and read one entry see it whole, also while every second of them is killed. */
static void
used_by_processes (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  const char *words[] = { program, NULL };
  const guint32 seed = (guint32) g_test_rand_int ();
  g_autofree char *text = g_strdup_printf ("%u", seed);
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), SHARE, text, TRUE);
  OndesOverviewEntry entry = entry_of (SHARE, seed);
  g_autofree OndesExtent *extents = entry.extents;
  GPid processes[6];

  empty_cache ();
  for (guint i = 0; i < G_N_ELEMENTS (processes); i++)
    g_assert_true (g_spawn_async (NULL, (char **) words, environment, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &processes[i], NULL));
  while (count_files (NULL) == 0)
    g_usleep (1000);
  for (guint i = 0; i < G_N_ELEMENTS (processes); i++)
    {
      int status;

      if (i % 2 == 1)
        {
          g_usleep ((gulong) g_test_rand_int_range (0, 10000));
          kill (processes[i], SIGKILL);
        }
      g_assert_cmpint (waitpid (processes[i], &status, 0), ==, processes[i]);
      g_assert_true (i % 2 == 1 ? WIFSIGNALED (status) || WEXITSTATUS (status) == 0 : g_spawn_check_wait_status (status, NULL));
    }
  g_assert_true (finds (&entry));
  empty_cache (); /* of what the killed ones left, too */
}

/* A recording of a slow medium, that counts how often it is read. */
typedef struct
{
  OndesSource source;
  float      *samples;
  gulong      pause; /* µs a reading */
  int         reads;
} SlowSource;

static gboolean
slow_read (OndesSource *source,
           guint64      at,
           gsize        n,
           void        *dst,
           GError     **error)
{
  SlowSource *self = (SlowSource *) source;

  g_usleep (self->pause);
  g_atomic_int_inc (&self->reads);
  memcpy (dst, self->samples + at, n * sizeof *self->samples);
  return TRUE;
}

static void
slow_finalize (OndesSource *source)
{
  g_free (((SlowSource *) source)->samples);
  g_free (source);
}

static SlowSource *
slow_new (guint64     n,
          gulong      pause,
          const char *identity)
{
  static const OndesSourceClass klass = { slow_read, slow_finalize };
  SlowSource *self = g_new0 (SlowSource, 1);

  ondes_source_init (&self->source, &klass, ONDES_F32, n, 1);
  self->source.identity = identity;
  self->pause = pause;
  self->samples = g_new (float, n);
  for (guint64 i = 0; i < n; i++)
    self->samples[i] = i % 4999 == 7 ? NAN : i % 7919 == 11 ? INFINITY : (float) sin (0.37 * (double) i * (double) i);
  return self;
}

static gboolean
count_call (gpointer data)
{
  ++*(int *) data;
  return G_SOURCE_CONTINUE;
}

/* Builds an overview of a source with or without a cache; returns how often the source was read for it. */
static int
build (SlowSource  *slow,
       OndesExtent *extents,
       OndesScan   *scan)
{
  int calls = 0;
  g_autoptr (OndesOverview) overview = ondes_overview_new (&slow->source, count_call, &calls);

  while (ondes_overview_fraction (overview) < 1 || calls == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (ondes_overview_scan (overview, scan, NULL));
  for (int k = 0; k < 5; k++) /* from all of it to single stretches */
    ondes_overview_get (overview, 12345.6 * k, (double) slow->source.n / pow (9, k), 100, extents + 100 * k);
  return g_atomic_int_get (&slow->reads);
}

static void
second_opening_reads_nothing (void)
{
  enum { N = 1000000 };
  SlowSource *first = slow_new (N, 12000, "long"), *second = slow_new (N, 0, "long"), *other = slow_new (N, 0, "another"),
             *nameless = slow_new (N, 12000, NULL), *brief = slow_new (1000, 350000, "brief");
  OndesExtent a[500], b[500];
  OndesScan scan_a, scan_b;

  empty_cache ();
  g_assert_cmpint (build (nameless, a, &scan_a), >, 0);
  g_assert_cmpint (build (brief, a, &scan_a), >, 0);
  g_assert_cmpuint (count_files (NULL), ==, 0);

  g_assert_cmpint (build (first, a, &scan_a), >, 0);
  g_assert_cmpuint (count_files (NULL), ==, 1);
  g_assert_cmpint (build (second, b, &scan_b), ==, 0);
  g_assert_cmpmem (a, sizeof a, b, sizeof b);
  g_assert_cmpuint (scan_a.frames, ==, N);
  g_assert_cmpuint (scan_b.frames, ==, N);
  g_assert_cmpfloat (scan_a.peak, ==, scan_b.peak);
  g_assert_cmpuint (scan_a.nan, ==, scan_b.nan);
  g_assert_cmpuint (scan_a.inf, ==, scan_b.inf);
  g_assert_cmpuint (scan_b.nan, ==, (N - 7 + 4998) / 4999);
  g_assert_cmpint (build (other, b, &scan_b), >, 0);

  ondes_source_unref (&first->source);
  ondes_source_unref (&second->source);
  ondes_source_unref (&other->source);
  ondes_source_unref (&nameless->source);
  ondes_source_unref (&brief->source);
}

/* A file stands where the folder would be: nothing is kept, nothing fails. */
static void
cache_cannot_be_written (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "ondes", NULL), *within = cache_folder ();
  SlowSource *slow = slow_new (1000000, 12000, "unwritable");
  OndesExtent extents[500];
  OndesScan scan;
  int reads;

  empty_cache ();
  g_rmdir (within);
  g_rmdir (folder);
  g_assert_cmpint (g_mkdir_with_parents (g_get_user_cache_dir (), 0700), ==, 0);
  g_assert_true (g_file_set_contents (folder, "", 0, NULL));
  reads = build (slow, extents, &scan);
  g_assert_cmpint (build (slow, extents, &scan), ==, 2 * reads);
  g_assert_cmpuint (scan.frames, ==, 1000000);
  g_assert_cmpint (g_unlink (folder), ==, 0);
  ondes_source_unref (&slow->source);
}

/* The identity of a channel of a file, once the file has not changed for long enough to have one; opened without it before. */
static char *
identity_of (const char             *path,
             const OndesReadOptions *options,
             guint                   channel)
{
  for (;;)
    {
      g_autoptr (OndesRecording) recording = scratch_open (path, options);
      g_autoptr (OndesSource) source = ondes_recording_source (recording, channel, NULL);

      g_assert_nonnull (source);
      if (source->identity)
        return g_strdup (source->identity);
      g_usleep (50000);
    }
}

static void
identity_tells_files_apart (void)
{
  gint64 begun = g_get_monotonic_time ();
  const char *path = scratch_write ("a.raw", "abcdefghijklmnop", 16), *copy = scratch_write ("b.raw", "abcdefghijklmnop", 16),
             *link = scratch_path ("c.raw");
  OndesReadOptions stereo = { .raw = TRUE, .raw_format = { 16, 's', FALSE, 2, 1000 } };
  OndesReadOptions mono = { .raw = TRUE, .raw_format = { 16, 's', FALSE, 1, 1000 } };
  OndesReadOptions swapped = { .raw = TRUE, .raw_format = { 16, 's', TRUE, 2, 1000 } };
  OndesReadOptions faster = { .raw = TRUE, .raw_format = { 16, 's', FALSE, 2, 2000 } };
  const struct timespec stamps[2] = { { 1000, 1 }, { 1000, 1 } };
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *reference = NULL, *again = NULL, *linked = NULL, *rate = NULL;

  g_assert_cmpint (symlink (path, link), ==, 0);
  g_assert_cmpint (utimensat (AT_FDCWD, path, stamps, 0), ==, 0);
  {
    g_autoptr (OndesRecording) recording = scratch_open (path, &stereo);
    g_autoptr (OndesSource) source = ondes_recording_source (recording, 1, NULL);

    /* Its time stamp is old, but it was changed just now. */
    if (g_get_monotonic_time () - begun < G_USEC_PER_SEC)
      g_assert_null (source->identity);
  }
  reference = identity_of (path, &stereo, 1);
  again = identity_of (path, &stereo, 1);
  linked = identity_of (link, &stereo, 1);
  rate = identity_of (path, &faster, 1);
  g_assert_cmpstr (again, ==, reference);
  g_assert_cmpstr (linked, ==, reference);
  g_assert_cmpstr (rate, ==, reference); /* the numbers are the same */

  g_hash_table_add (seen, g_strdup (reference));
  g_assert_true (g_hash_table_add (seen, identity_of (path, &stereo, 2)));
  g_assert_true (g_hash_table_add (seen, identity_of (path, &stereo, 0)));
  g_assert_true (g_hash_table_add (seen, identity_of (path, &mono, 1)));
  g_assert_true (g_hash_table_add (seen, identity_of (path, &swapped, 1)));
  g_assert_true (g_hash_table_add (seen, identity_of (copy, &stereo, 1)));
  scratch_write ("a.raw", "Abcdefghijklmnop", 16); /* in place, and its time set back */
  g_assert_cmpint (utimensat (AT_FDCWD, path, stamps, 0), ==, 0);
  g_assert_true (g_hash_table_add (seen, identity_of (path, &stereo, 1)));
  {
    g_autoptr (OndesRecording) recording = scratch_open (path, &stereo);
    g_autoptr (OndesSource) integers = ondes_recording_integers (recording, 1, NULL);

    g_assert_nonnull (integers->identity);
    g_assert_true (g_hash_table_add (seen, g_strdup (integers->identity)));
  }
}

int
main (int   argc,
      char *argv[])
{
  if (g_getenv (SHARE))
    return share_cache (g_getenv (SHARE));
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/overview-cache/gives-back-what-it-took", gives_back_what_it_took);
  g_test_add_func ("/ondes/overview-cache/damage-is-seen", damage_is_seen);
  g_test_add_func ("/ondes/overview-cache/other-formats-are-left-out", other_formats_are_left_out);
  g_test_add_func ("/ondes/overview-cache/size-is-bounded", size_is_bounded);
  g_test_add_func ("/ondes/overview-cache/used-by-many", used_by_many);
  g_test_add_func ("/ondes/overview-cache/used-by-processes", used_by_processes);
  g_test_add_func ("/ondes/overview-cache/second-opening-reads-nothing", second_opening_reads_nothing);
  g_test_add_func ("/ondes/overview-cache/cannot-be-written", cache_cannot_be_written);
  g_test_add_func ("/ondes/overview-cache/identity-tells-files-apart", identity_tells_files_apart);
  return scratch_run ();
}
