/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "memory.h"

#include "request-error.h"
#include "words.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define TRIM_S 3
#define PAGES  16384 /* pages checked in one mincore() call */

typedef struct
{
  char *begin; /* address as allocated */
  gsize bytes;
} Promise;

static GMutex lock;
static GArray *promises; /* only a few elements */
static char *root;

static char *
read_text (const char *folder,
           const char *name)
{
  g_autofree char *path = g_strconcat (root ? root : "", folder, "/", name, NULL);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static gboolean
read_number (const char *folder,
             const char *name,
             guint64    *value)
{
  g_autofree char *text = read_text (folder, name);

  return text && sscanf (text, "%" G_GUINT64_FORMAT, value) == 1;
}

/* Returns the number that follows @key at the beginning of a line, or 0 if none. @key includes its trailing blank or colon. */
static guint64
find_number (const char *text,
             const char *key)
{
  for (const char *p = text; p && (p = strstr (p, key)); p++)
    if (p == text || p[-1] == '\n')
      return g_ascii_strtoull (p + strlen (key), NULL, 10);
  return 0;
}

typedef struct
{
  const char *mounts[2], *limits[2], *used, *file_key; /* file names within a group's folder; array entries may be NULL */
} Hierarchy;

/* Returns the bytes that one control group may still take. Inactive page cache counts as free: the kernel reclaims it before
 * allocations fail. */
static guint64
left_to_group (const Hierarchy *hierarchy,
               const char      *folder)
{
  guint64 limit = G_MAXUINT64, used, file;
  g_autofree char *statistics = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (hierarchy->limits); i++)
    {
      guint64 value;

      if (hierarchy->limits[i] && read_number (folder, hierarchy->limits[i], &value))
        limit = MIN (limit, value);
    }
  if (limit == G_MAXUINT64 || !read_number (folder, hierarchy->used, &used))
    return G_MAXUINT64;
  statistics = read_text (folder, "memory.stat");
  file = find_number (statistics, hierarchy->file_key);
  used -= MIN (used, file);
  return limit > used ? limit - used : 0;
}

/* Returns the bytes that this process's control group may still take within its own limit and those of all its ancestors. In a
 * container the ancestors' folders do not exist, and the group's own folder is the mount point of the hierarchy. */
static guint64
left_to_groups (void)
{
  static const Hierarchy version_1 = { { "/sys/fs/cgroup/memory", NULL }, { "memory.limit_in_bytes", NULL },
                                       "memory.usage_in_bytes", "total_inactive_file " };
  static const Hierarchy version_2 = { { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" }, { "memory.max", "memory.high" },
                                       "memory.current", "inactive_file " };
  g_autofree char *text = read_text ("/proc/self", "cgroup");
  g_auto (GStrv) lines = g_strsplit (text ? text : "0::/", "\n", -1);
  guint64 left = G_MAXUINT64;

  for (guint i = 0; lines[i]; i++)
    {
      g_auto (GStrv) parts = g_strsplit (lines[i], ":", 3);
      g_auto (GStrv) controllers = NULL;
      const Hierarchy *hierarchy;

      if (g_strv_length (parts) != 3)
        continue;
      controllers = g_strsplit (parts[1], ",", -1);
      if (parts[1][0] && !g_strv_contains ((const char *const *) controllers, "memory"))
        continue;
      hierarchy = parts[1][0] ? &version_1 : &version_2;
      for (gsize m = 0; m < G_N_ELEMENTS (hierarchy->mounts) && hierarchy->mounts[m]; m++)
        {
          /* ".." points outside the container's view */
          g_autofree char *group = g_strdup (strstr (parts[2], "/..") ? "" : parts[2]);

          for (;;)
            {
              g_autofree char *folder = g_strconcat (hierarchy->mounts[m], group, NULL);
              char *slash = strrchr (group, '/');
              const guint64 left_here = left_to_group (hierarchy, folder);

              left = MIN (left, left_here);
              if (!slash)
                break;
              *slash = '\0';
            }
        }
    }
  return left;
}

/* Returns the bytes of the whole pages that were never written. */
static guint64
untouched (const Promise *promise)
{
  const gsize page = (gsize) sysconf (_SC_PAGESIZE);
  char *begin = promise->begin + (gsize) (-(guintptr) promise->begin % page);
  gsize inside = (gsize) (begin - promise->begin), pages = promise->bytes > inside ? (promise->bytes - inside) / page : 0;
  unsigned char resident[PAGES];
  guint64 absent = 0;

  for (gsize at = 0, n; at < pages; at += n)
    {
      n = MIN (pages - at, PAGES);
      if (mincore (begin + at * page, n * page, resident) != 0)
        memset (resident, 0, n);
      for (gsize i = 0; i < n; i++)
        absent += !(resident[i] & 1);
    }
  return absent * page;
}

static guint64
available (void)
{
  g_autofree char *text = read_text ("/proc", "meminfo");
  const gboolean stated = text && strstr (text, "MemAvailable:");
  guint64 bytes = MIN (stated ? find_number (text, "MemAvailable:") * 1024 : G_MAXUINT64, left_to_groups ());

  for (guint i = 0; promises && i < promises->len; i++)
    {
      const guint64 promised = untouched (&g_array_index (promises, Promise, i));

      bytes -= MIN (bytes, promised);
    }
  return bytes;
}

guint64
ondes_memory_available (void)
{
  guint64 bytes;

  g_mutex_lock (&lock);
  bytes = available ();
  g_mutex_unlock (&lock);
  return bytes;
}

gpointer
ondes_memory_zeros (gsize bytes)
{
  const gsize page = (gsize) sysconf (_SC_PAGESIZE);
  void *data;

  if (bytes < page)
    return g_try_malloc0 (MAX (bytes, 1));
  if (posix_memalign (&data, page, bytes) != 0)
    return NULL;
  /* discarded pages read as zeros; the part after the last whole page is not discarded */
  if (madvise (data, bytes / page * page, MADV_DONTNEED) == 0)
    memset ((char *) data + bytes / page * page, 0, bytes % page);
  else
    memset (data, 0, bytes);
  return data;
}

gpointer
ondes_memory_take (guint64        bytes,
                   OndesAllocator allocate)
{
  Promise promise = { NULL, bytes };
  guint64 max;

  g_mutex_lock (&lock);
  max = available ();
  max -= max / 16; /* margin for the rest of the program and for memory that the system did not count */
  if (bytes <= max && (promise.begin = allocate (bytes)))
    {
      if (!promises)
        promises = g_array_new (FALSE, FALSE, sizeof promise);
      g_array_append_val (promises, promise);
    }
  g_mutex_unlock (&lock);
  return promise.begin;
}

gpointer
ondes_memory_try (gsize    bytes,
                  GError **error)
{
  gpointer memory = g_try_malloc (MAX (bytes, 1));

  if (!memory)
    g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE, _("there is not memory enough to read the samples"));
  return memory;
}

void
ondes_memory_settle (gconstpointer memory)
{
  g_mutex_lock (&lock);
  for (guint i = 0; memory && promises && i < promises->len; i++)
    if (g_array_index (promises, Promise, i).begin == memory)
      {
        g_array_remove_index_fast (promises, i);
        break;
      }
  g_mutex_unlock (&lock);
}

void
ondes_memory_give_back (gpointer pointer_to_memory)
{
  gpointer *memory = pointer_to_memory;

  ondes_memory_settle (*memory);
  g_clear_pointer (memory, g_free);
}

static gpointer
trim (gpointer unused)
{
#ifdef __GLIBC__
  malloc_trim (0);
#endif
  return NULL;
}

static gboolean
on_trim (gpointer trimming)
{
  GThread *thread = g_thread_try_new ("ondes-trim", trim, NULL, NULL);

  *(guint *) trimming = 0;
  g_clear_pointer (&thread, g_thread_unref);
  return G_SOURCE_REMOVE;
}

void
ondes_memory_trim_soon (void)
{
  static guint trimming; /* source; 0 if none */

  /* The last picture goes once there is one of the next recording. So the time counts from the last call: a trim that an earlier
   * call asked for would come too soon for this one. */
  g_clear_handle_id (&trimming, g_source_remove);
  trimming = g_timeout_add_seconds (TRIM_S, on_trim, &trimming);
}

void
ondes_memory_set_root (const char *folder)
{
  g_mutex_lock (&lock);
  g_free (root);
  root = g_strdup (folder);
  g_mutex_unlock (&lock);
}
