/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-find.h"

#include "base/compare.h"
#include "base/request-error.h"
#include "base/words.h"
#include "batch-file.h"
#include "signal/formats/file-formats.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_OPEN 64 /* folders, one within another, that are read at once */
#define KEY       33 /* characters before the path in a line of the first order: device, inode, and how many links led there */

typedef struct
{
  const OndesBatchSearch *search;
  OndesBatchFound        *found;
  GPtrArray              *patterns; /* GPatternSpec */
  OndesLineSorter        *by_identity;
  GHashTable             *seen;     /* "device inode" of the folders that were named or are behind links */
  GHashTable             *links;    /* the same of folders behind links, to be read once all others are → least path */
  GQueue                  folders;  /* paths to be read */
  char                   *but;      /* "device inode" that is left out; NULL for none */
  guint                   open;     /* folders being read */
  gboolean                linked;   /* TRUE if a link led to the folder being read */
} Walk;

void
ondes_batch_found_clear (OndesBatchFound *self)
{
  g_clear_pointer (&self->why, g_free);
}

static void
walk_clear (Walk *self)
{
  g_clear_pointer (&self->patterns, g_ptr_array_unref);
  g_clear_pointer (&self->by_identity, ondes_line_sorter_free);
  g_clear_pointer (&self->seen, g_hash_table_unref);
  g_clear_pointer (&self->links, g_hash_table_unref);
  g_clear_pointer (&self->but, g_free);
  g_queue_clear_full (&self->folders, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Walk, walk_clear)

static gboolean
fits (const Walk *self,
      const char *name)
{
  g_autofree char *valid = self->patterns->len > 0 ? g_utf8_make_valid (name, -1) : NULL; /* GLib aborts at other bytes */

  if (name[0] == '.')
    return FALSE;
  for (guint i = 0; i < self->patterns->len; i++)
    if (g_pattern_spec_match_string (g_ptr_array_index (self->patterns, i), valid))
      return TRUE;
  return self->patterns->len == 0 && ondes_file_format_in_folder (name);
}

static gboolean
add_file (Walk              *self,
          const char        *path,
          const struct stat *info,
          gint               links,
          GError           **error)
{
  g_autofree char *escaped = ondes_batch_escape (path);
  g_autofree char *mtime
    = ondes_batch_time_print ((gint64) info->st_mtim.tv_sec * 1000000000 + info->st_mtim.tv_nsec);
  g_autofree char *line
    = g_strdup_printf ("%016" PRIx64 "%016" PRIx64 "%d%s\t%" PRIu64 "\t%s", (guint64) info->st_dev, (guint64) info->st_ino,
                       links, escaped, (guint64) info->st_size, mtime);

  return ondes_line_sorter_add (self->by_identity, line, error);
}

static gboolean read_folder (Walk *self, const char *path, GError **error);

static char *
identity_of (const struct stat *info)
{
  return g_strdup_printf ("%" PRIx64 " %" PRIx64, (guint64) info->st_dev, (guint64) info->st_ino);
}

/* Keeps the least path of each folder that links lead to. */
static void
note_link (Walk              *self,
           const char        *path,
           const struct stat *info)
{
  g_autofree char *identity = identity_of (info);
  const char *known = g_hash_table_lookup (self->links, identity);

  if (!g_hash_table_contains (self->seen, identity) && (known == NULL || strcmp (path, known) < 0))
    g_hash_table_insert (self->links, g_steal_pointer (&identity), g_strdup (path));
}

/* Sorts the entry @name of the folder @path, open as @fd, to what it is. Entries that vanish meanwhile are no errors. */
static gboolean
take_entry (Walk       *self,
            const char *path,
            int         fd,
            const char *name,
            GError    **error)
{
  g_autofree char *full = g_build_filename (path, name, NULL);
  struct stat info;
  gboolean is_link;

  if (name[0] == '.' || fstatat (fd, name, &info, AT_SYMLINK_NOFOLLOW) != 0)
    return TRUE;
  is_link = S_ISLNK (info.st_mode);
  if (is_link && fstatat (fd, name, &info, 0) != 0)
    return TRUE;
  if (S_ISREG (info.st_mode) && fits (self, name))
    return add_file (self, full, &info, is_link + self->linked, error);
  if (self->search->flat)
    return TRUE;
  if (S_ISDIR (info.st_mode) && is_link)
    note_link (self, full, &info);
  else if (S_ISDIR (info.st_mode) && self->open < MOST_OPEN)
    return read_folder (self, full, error);
  else if (S_ISDIR (info.st_mode))
    g_queue_push_tail (&self->folders, g_steal_pointer (&full));
  return TRUE;
}

static void
note_unreadable (Walk       *self,
                 const char *path,
                 int         code)
{
  g_autofree char *name = g_filename_display_name (path);

  if (self->found->unreadable++ == 0)
    self->found->why = g_strdup_printf (_("%s: cannot be read: %s"), name, g_strerror (code));
}

/* TRUE if the folder is left out, or is one to begin with that was read before. */
static gboolean
is_over (Walk       *self,
         const char *path)
{
  g_autofree char *identity = NULL;
  struct stat info;

  if (stat (path, &info) != 0)
    return FALSE;
  identity = identity_of (&info);
  return g_strcmp0 (identity, self->but) == 0
         || (self->open == 0 && !g_hash_table_add (self->seen, g_steal_pointer (&identity)));
}

/* Reads a folder and those in it, one at a time, so that few names are in memory. */
static gboolean
read_folder (Walk       *self,
             const char *path,
             GError    **error)
{
  struct dirent *entry;
  gboolean good = TRUE;
  DIR *folder;

  if (is_over (self, path))
    return TRUE;
  folder = opendir (path);
  if (folder == NULL)
    {
      note_unreadable (self, path, errno);
      return TRUE;
    }
  self->found->folders++;
  self->open++;
  while (good && (errno = 0, entry = readdir (folder)) != NULL)
    good = !g_cancellable_set_error_if_cancelled (self->search->cancellable, error)
           && take_entry (self, path, dirfd (folder), entry->d_name, error);
  if (good && errno != 0)
    note_unreadable (self, path, errno);
  self->open--;
  closedir (folder);
  return good;
}

static gboolean
read_folders (Walk    *self,
              GError **error)
{
  g_autofree char *path = NULL;

  while ((path = g_queue_pop_head (&self->folders)) != NULL)
    {
      if (!read_folder (self, path, error))
        return FALSE;
      g_clear_pointer (&path, g_free);
    }
  return TRUE;
}

static int
compare_paths (gconstpointer a,
               gconstpointer b)
{
  return strcmp (a, b);
}

static GHashTable *
new_links (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

/* Reads folders behind links in the order of their paths, for the same names whatever the order of the entries. */
static gboolean
read_links (Walk    *self,
            GError **error)
{
  self->linked = TRUE;
  while (g_hash_table_size (self->links) > 0)
    {
      g_autoptr (GHashTable) links = g_steal_pointer (&self->links);
      g_autoptr (GList) paths = g_list_sort (g_hash_table_get_values (links), compare_paths);

      self->links = new_links ();
      for (GList *path = paths; path != NULL; path = path->next)
        {
          g_queue_push_tail (&self->folders, g_strdup (path->data));
          if (!read_folders (self, error))
            return FALSE;
        }
    }
  return TRUE;
}

/* Takes what a person named. */
static gboolean
take_named (Walk       *self,
            const char *name,
            GError    **error)
{
  g_autofree char *path = g_canonicalize_filename (name, NULL);
  struct stat info;

  if (stat (path, &info) != 0 || (S_ISDIR (info.st_mode) && access (path, R_OK | X_OK) != 0))
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: cannot be read: %s"), name, g_strerror (errno));
  else if (S_ISREG (info.st_mode))
    return add_file (self, path, &info, 0, error);
  else if (S_ISDIR (info.st_mode))
    {
      g_queue_push_tail (&self->folders, g_steal_pointer (&path));
      return TRUE;
    }
  else
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: is neither a folder nor a file; name a folder of recordings"), name);
  return FALSE;
}

/* Turns the order of identities into that of paths, each file once. */
static OndesLineSorter *
sort_by_path (Walk    *self,
              GError **error)
{
  g_autoptr (OndesLineSorter) by_path = ondes_line_sorter_new (0);
  char last[KEY] = "";
  GError *local = NULL;
  const char *line;

  if (!ondes_line_sorter_finish (self->by_identity, error))
    return NULL;
  while ((line = ondes_line_sorter_next (self->by_identity, &local)) != NULL)
    if (strncmp (line, last, KEY - 1) != 0)
      {
        memcpy (last, line, KEY - 1);
        if (!ondes_line_sorter_add (by_path, line + KEY, error))
          return NULL;
      }
  if (!ondes_error_none (local, error))
    return NULL;
  return ondes_line_sorter_finish (by_path, error) ? g_steal_pointer (&by_path) : NULL;
}

OndesLineSorter *
ondes_batch_find (const OndesBatchSearch *search,
                  OndesBatchFound        *found,
                  GError                **error)
{
  g_auto (Walk) walk = { .search = search, .found = found, .folders = G_QUEUE_INIT };
  struct stat info;

  *found = (OndesBatchFound) { 0 };
  walk.patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free);
  for (guint i = 0; search->patterns != NULL && search->patterns[i] != NULL; i++)
    {
      g_autofree char *valid = g_utf8_make_valid (search->patterns[i], -1);

      g_ptr_array_add (walk.patterns, g_pattern_spec_new (valid));
    }
  walk.by_identity = ondes_line_sorter_new (0);
  walk.seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  walk.links = new_links ();
  if (search->but != NULL && stat (search->but, &info) == 0)
    walk.but = identity_of (&info);
  for (guint i = 0; search->folders[i] != NULL; i++)
    if (!take_named (&walk, search->folders[i], error))
      return NULL;
  if (!read_folders (&walk, error) || !read_links (&walk, error))
    return NULL;
  return sort_by_path (&walk, error);
}
