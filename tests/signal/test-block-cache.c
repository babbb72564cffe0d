/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scratch.h"
#include "signal/block-cache.h"

#include <glib/gstdio.h>
#include <string.h>

enum { CHANNELS = 3, FRAMES = 1000000, THREADS = 8 };

/* A file whose samples tell where they come from, and which notices two decodings at once. */
typedef struct
{
  OndesReader reader;
  int         busy;
  gboolean    forward;
  guint64     position;   /* forward: of the next frame */
  guint64     went_back;
  guint64     broken_at;
} FakeReader;

static int
sample (guint   channel,
        guint64 frame)
{
  return (int) (frame * 7 + channel);
}

static gboolean
fake_read (OndesReader *reader,
           guint64      at,
           gsize        n,
           void        *dst,
           GError     **error)
{
  FakeReader *self = (FakeReader *) reader;

  g_assert_true (g_atomic_int_compare_and_exchange (&self->busy, 0, 1));
  g_assert_cmpuint (at + n, <=, reader->frames);
  if (at < self->position)
    self->went_back++;
  self->position = at + n;
  for (guint c = 0; c < reader->channels; c++)
    for (gsize i = 0; i < n; i++)
      ((gint32 *) dst)[c * n + i] = sample (c + 1, at + i);
  g_atomic_int_set (&self->busy, 0);
  if (self->broken_at >= at && self->broken_at < at + n)
    {
      g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE, "fake is broken there");
      return FALSE;
    }
  return TRUE;
}

static guint64
fake_next_frame (OndesReader *reader,
                 guint64      at)
{
  FakeReader *self = (FakeReader *) reader;

  return self->forward ? (self->position <= at ? self->position : 0) : at;
}

static void
fake_finalize (OndesReader *reader)
{
}

static FakeReader *
fake_new (void)
{
  static const OndesReaderClass klass = { fake_read, NULL, fake_next_frame, fake_finalize };
  OndesOpening opening = { .display = "fake" };
  FakeReader *self = ondes_reader_new (sizeof (FakeReader), &klass, &opening, NULL);

  self->reader.type = ONDES_I32;
  self->reader.channels = CHANNELS;
  self->reader.frames = FRAMES;
  self->broken_at = G_MAXUINT64;
  return self;
}

/* How often each thread reads. */
static int reads;

static gpointer
read_at_random (gpointer data)
{
  OndesBlockCache *cache = data;
  g_autoptr (GRand) random = g_rand_new ();

  for (int k = 0; k < reads; k++)
    {
      guint channel = (guint) g_rand_int_range (random, 1, CHANNELS + 1);
      gint32 samples[40000];
      guint64 at = (guint64) g_rand_int_range (random, 0, FRAMES);
      gsize asked = (gsize) g_rand_int_range (random, 1, G_N_ELEMENTS (samples) + 1), n = MIN (asked, FRAMES - at);

      g_assert_true (ondes_block_cache_read (cache, channel, at, n, samples, NULL));
      for (gsize i = 0; i < n; i++)
        if (samples[i] != sample (channel, at + i))
          g_assert_cmpint (samples[i], ==, sample (channel, at + i));
    }
  return NULL;
}

static void
threads_agree (gconstpointer data)
{
  gsize limit = GPOINTER_TO_SIZE (data), bytes;
  g_autoptr (OndesBlockCache) cache = ondes_block_cache_new (&fake_new ()->reader, limit);
  GThread *threads[THREADS];
  guint64 decoded, blocks = (FRAMES + ondes_block_cache_frames (cache) - 1) / ondes_block_cache_frames (cache);

  reads = 300;
  for (int i = 0; i < THREADS; i++)
    threads[i] = g_thread_new ("reader", read_at_random, cache);
  for (int i = 0; i < THREADS; i++)
    g_thread_join (threads[i]);
  ondes_block_cache_statistics (cache, &bytes, &decoded);
  g_assert_cmpuint (bytes, <=, limit);
  if (limit > FRAMES * CHANNELS * sizeof (gint32))
    {
      g_assert_cmpuint (decoded, <=, blocks); /* each once, however many asked */
      g_assert_cmpuint (bytes, <=, FRAMES * CHANNELS * sizeof (gint32));
    }
}

static void
least_recent_goes (void)
{
  g_autoptr (OndesBlockCache) cache = NULL;
  gsize frames, bytes;
  guint64 decoded, before;
  gint32 x;

  cache = ondes_block_cache_new (&fake_new ()->reader, 3 * 256 << 10);
  frames = ondes_block_cache_frames (cache);
  g_assert_cmpuint (frames * CHANNELS * sizeof x, <=, 256 << 10);
  for (guint i = 0; i < 4; i++)
    g_assert_true (ondes_block_cache_read (cache, 1, i * frames, 1, &x, NULL));
  for (int i = 0; i < 5; i++) /* 0 1 2 3 fit in 3 × 256 KiB; 0 is used, 1 goes for 4 */
    g_assert_true (ondes_block_cache_read (cache, 1, 0, 1, &x, NULL));
  g_assert_true (ondes_block_cache_read (cache, 1, 4 * frames, 1, &x, NULL));
  ondes_block_cache_statistics (cache, &bytes, &before);
  g_assert_true (ondes_block_cache_read (cache, 2, 0, 1, &x, NULL));
  ondes_block_cache_statistics (cache, &bytes, &decoded);
  g_assert_cmpuint (decoded, ==, before);
  g_assert_true (ondes_block_cache_read (cache, 1, frames, 1, &x, NULL));
  ondes_block_cache_statistics (cache, &bytes, &decoded);
  g_assert_cmpuint (decoded, ==, before + 1);
  g_assert_cmpuint (bytes, <=, 3 * 256 << 10);
}

/* A block that cannot be decoded is an error each time, and its neighbours are not. */
static void
errors_are_not_cached (void)
{
  FakeReader *fake = fake_new ();
  g_autoptr (OndesBlockCache) cache = ondes_block_cache_new (&fake->reader, 64 << 20);
  gsize frames = ondes_block_cache_frames (cache);
  gint32 x;

  fake->broken_at = 3 * frames + 5;
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (ondes_block_cache_read (cache, 1, 3 * frames, 1, &x, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
    }
  g_assert_true (ondes_block_cache_read (cache, 1, 4 * frames, 1, &x, NULL));
  fake->broken_at = G_MAXUINT64;
  g_assert_true (ondes_block_cache_read (cache, 1, 3 * frames, 1, &x, NULL));
}

/* A reader that only goes forward is not sent back by threads that are a few blocks apart. */
static void
forward_readers_go_forward (void)
{
  FakeReader *fake = fake_new ();
  g_autoptr (OndesBlockCache) cache = ondes_block_cache_new (&fake->reader, 64 << 20);
  gsize frames = ondes_block_cache_frames (cache);
  gint32 x;

  fake->forward = TRUE;
  for (guint64 block = 0; (block + 8) * frames < FRAMES; block += 8)
    for (int i = 7; i >= 0; i--)
      {
        g_assert_true (ondes_block_cache_read (cache, 2, (block + (guint64) i) * frames + 3, 1, &x, NULL));
        g_assert_cmpint (x, ==, sample (2, (block + (guint64) i) * frames + 3));
      }
  g_assert_cmpuint (fake->went_back, ==, 0);
}

/* What does not fit in memory is decoded once all the same, where a disk has room for it, and right where none has. */
static void
decoded_once (gconstpointer data)
{
  const gboolean disk = GPOINTER_TO_INT (data);
  const gsize limit = 3 * 256 << 10;
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "ondes", NULL);
  FakeReader *fake = fake_new ();
  g_autoptr (OndesBlockCache) cache = NULL;
  GThread *threads[THREADS];
  gsize frames, bytes;
  guint64 decoded, blocks;
  gint32 x;

  fake->forward = TRUE;
  fake->reader.slow_seeks = TRUE;
  if (!disk) /* no folder can be made there */
    {
      g_assert_cmpint (g_mkdir_with_parents (g_get_user_cache_dir (), 0700), ==, 0);
      g_assert_true (g_file_set_contents (folder, "", -1, NULL));
    }
  cache = ondes_block_cache_new (&fake->reader, limit);
  frames = ondes_block_cache_frames (cache);
  blocks = (FRAMES + frames - 1) / frames;
  /* the last block first: what is passed on the way is kept too */
  g_assert_true (ondes_block_cache_read (cache, 3, FRAMES - 1, 1, &x, NULL));
  g_assert_cmpint (x, ==, sample (3, FRAMES - 1));
  reads = disk ? 300 : 30; /* each read decodes anew all that lies before it, if there is no disk */
  for (int i = 0; i < THREADS; i++)
    threads[i] = g_thread_new ("reader", read_at_random, cache);
  for (int i = 0; i < THREADS; i++)
    g_thread_join (threads[i]);
  ondes_block_cache_statistics (cache, &bytes, &decoded);
  g_assert_cmpuint (bytes, <=, limit);
  if (disk)
    {
      g_assert_cmpuint (decoded, ==, blocks);
      g_assert_cmpuint (fake->went_back, ==, 0);
    }
  else
    g_assert_cmpuint (decoded, >, blocks);
  g_assert_cmpint (g_remove (folder), ==, 0); /* which nothing is left in */
}

int
main (int   argc,
      char *argv[])
{
  scratch_make ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/ondes/block-cache/threads-agree/all-fits", GSIZE_TO_POINTER (64 << 20), threads_agree);
  g_test_add_data_func ("/ondes/block-cache/threads-agree/little-fits", GSIZE_TO_POINTER (1 << 20), threads_agree);
  g_test_add_func ("/ondes/block-cache/least-recently-used-goes", least_recent_goes);
  g_test_add_func ("/ondes/block-cache/errors-are-not-cached", errors_are_not_cached);
  g_test_add_func ("/ondes/block-cache/forward-readers-go-forward", forward_readers_go_forward);
  g_test_add_data_func ("/ondes/block-cache/slow-files-are-decoded-once", GINT_TO_POINTER (TRUE), decoded_once);
  g_test_add_data_func ("/ondes/block-cache/slow-files-where-no-disk-is", GINT_TO_POINTER (FALSE), decoded_once);
  return scratch_run ();
}
