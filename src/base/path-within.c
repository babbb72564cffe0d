/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "path-within.h"

#include "display-text.h"
#include "request-error.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* TRUE unless the text of @name alone leads out: links may. */
static gboolean
is_plain (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", -1);

  for (char **part = parts; *part != NULL; part++)
    if ((*part)[0] == '\0' || g_str_equal (*part, ".") || g_str_equal (*part, ".."))
      return FALSE;
  return parts[0] != NULL;
}

/* TRUE if @path is a link, and not to something in @folder. */
static gboolean
leads_out (const char *path,
           const char *folder)
{
  struct stat info;
  char *real_folder, *real;
  gboolean within;

  if (lstat (path, &info) != 0 || !S_ISLNK (info.st_mode))
    return FALSE;
  real_folder = realpath (folder, NULL);
  real = realpath (path, NULL); /* NULL if nothing is there yet: an output would be made there */
  within = real_folder != NULL && real != NULL && g_str_has_prefix (real, real_folder)
           && (real[strlen (real_folder)] == '/' || g_str_equal (real_folder, "/"));
  free (real_folder);
  free (real);
  return !within;
}

char *
ondes_path_within (const char *source,
                   const char *folder,
                   const char *name,
                   GError    **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL), *shown = NULL, *shown_source = NULL;
  gboolean within = is_plain (name);

  for (const char *end = name; within && end != NULL && *end != '\0';)
    {
      g_autofree char *part = NULL, *way = NULL;

      end = strchr (end + 1, '/');
      part = end != NULL ? g_strndup (name, (gsize) (end - name)) : g_strdup (name);
      way = g_build_filename (folder, part, NULL);
      within = !leads_out (way, folder);
    }
  if (within)
    return g_steal_pointer (&path);
  shown = ondes_display_path (name);
  shown_source = ondes_display_path (source);
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%s: names “%s”, which is not a file in its folder or leads out of it; put the file itself into the folder"),
               shown_source, shown);
  return NULL;
}
