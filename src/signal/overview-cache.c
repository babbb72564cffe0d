/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "overview-cache.h"

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/compare.h"
#include "base/whole.h"

#define FORMAT 1
#define ORDER 0x01020304 /* reads differently in the other byte order */
#define ENDING ".overview"

typedef struct
{
  char    magic[8];
  guint32 format, order;
  guint8  key[32]; /* SHA-256 of version and identity; also names the file */
  guint64 n, stride, stretches;
  guint64 frames, nan, inf;
  double  peak;
  guint64 sum; /* checksum of all data before and after it */
} Header;

G_STATIC_ASSERT (sizeof (Header) == 112);
G_STATIC_ASSERT (sizeof (OndesExtent) == 16);

static char *
folder_path (void)
{
  return g_build_filename (g_get_user_cache_dir (), "ondes", "overview", NULL);
}

/* Fills the entry's header, except for scan and sum, and returns the path of its file. */
static char *
describe (const OndesOverviewEntry *entry,
          Header                   *header)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *folder = folder_path ();
  g_autofree char *name = NULL;
  gsize length = sizeof header->key;

  g_checksum_update (checksum, (const guchar *) ONDES_VERSION "\n", -1);
  g_checksum_update (checksum, (const guchar *) entry->identity, -1);
  name = g_strconcat (g_checksum_get_string (checksum), ENDING, NULL);
  *header = (Header) {
    .format = FORMAT,
    .order = ORDER,
    .n = entry->n,
    .stride = entry->stride,
    .stretches = entry->stretches,
  };
  memcpy (header->magic, "OndesOvw", sizeof header->magic);
  g_checksum_get_digest (checksum, header->key, &length);
  return g_build_filename (folder, name, NULL);
}

/* Updates the checksum @sum. Each step is a bijection in @sum and in the word, so a change of any single word is detected.
 * @bytes must be a multiple of 8. */
static guint64
mix (guint64     sum,
     const void *data,
     gsize       bytes)
{
  for (gsize i = 0; i < bytes; i += 8)
    {
      guint64 word;

      memcpy (&word, (const char *) data + i, 8);
      sum = (sum ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      sum ^= sum >> 32;
    }
  return sum;
}

static guint64
sum_of (const Header             *header,
        const OndesOverviewEntry *entry)
{
  return mix (mix (1, header, G_STRUCT_OFFSET (Header, sum)), entry->extents, entry->stretches * sizeof *entry->extents);
}

gboolean
ondes_overview_cache_load (OndesOverviewEntry *entry)
{
  gsize bytes = entry->stretches * sizeof *entry->extents;
  Header expected, header;
  g_autofree char *path = describe (entry, &expected);
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat st;
  gboolean good;

  if (fd < 0)
    return FALSE;
  good = fstat (fd, &st) == 0 && S_ISREG (st.st_mode) && (guint64) st.st_size == sizeof header + bytes
         && ondes_whole_read (fd, &header, sizeof header) && memcmp (&header, &expected, G_STRUCT_OFFSET (Header, frames)) == 0
         && ondes_whole_read (fd, entry->extents, bytes) && sum_of (&header, entry) == header.sum;
  if (good)
    {
      entry->scan = (OndesScan) { .frames = header.frames, .peak = header.peak, .nan = header.nan, .inf = header.inf };
      futimens (fd, NULL); /* marks it as just used */
    }
  else
    g_debug ("%s is damaged or of another version: left out", path);
  close (fd);
  return good;
}

void
ondes_overview_cache_store (const OndesOverviewEntry *entry)
{
  Header header;
  g_autofree char *path = describe (entry, &header);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *temporary = g_strconcat (path, ".XXXXXX", NULL);
  gboolean good;
  int fd;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    return;
  fd = g_mkstemp_full (temporary, O_WRONLY | O_CLOEXEC, 0600);
  if (fd < 0)
    return;
  header.frames = entry->scan.frames;
  header.nan = entry->scan.nan;
  header.inf = entry->scan.inf;
  header.peak = entry->scan.peak;
  header.sum = sum_of (&header, entry);
  good = ondes_whole_write (fd, &header, sizeof header)
         && ondes_whole_write (fd, entry->extents, entry->stretches * sizeof *entry->extents);
  good = close (fd) == 0 && good;
  if (!good || g_rename (temporary, path) != 0)
    g_unlink (temporary);
  ondes_overview_cache_trim (ONDES_OVERVIEW_CACHE_LIMIT);
}

typedef struct
{
  char           *path;
  struct timespec used;
  guint64         bytes;
} Kept;

static void
kept_free (gpointer data)
{
  Kept *self = data;

  g_free (self->path);
  g_free (self);
}

/* Sorts the most recently used first. */
static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Kept *x = *(const Kept *const *) a, *y = *(const Kept *const *) b;

  return ONDES_COMPARE (y->used.tv_sec, x->used.tv_sec) ?: ONDES_COMPARE (y->used.tv_nsec, x->used.tv_nsec);
}

void
ondes_overview_cache_trim (guint64 limit)
{
  g_autofree char *folder = folder_path ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (kept_free);
  guint64 bytes = 0;
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat st;
      Kept *kept;

      /* Includes half-written files of killed processes, but no files of other programs. */
      if (!strstr (name, ENDING) || lstat (path, &st) != 0 || !S_ISREG (st.st_mode))
        continue;
      kept = g_new (Kept, 1);
      *kept = (Kept) { g_steal_pointer (&path), st.st_mtim, (guint64) st.st_size };
      g_ptr_array_add (all, kept);
    }
  g_ptr_array_sort (all, compare);
  for (guint i = 0; i < all->len; i++)
    {
      const Kept *kept = all->pdata[i];

      bytes += kept->bytes;
      if (bytes > limit)
        g_unlink (kept->path);
    }
}
