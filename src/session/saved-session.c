/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "saved-session.h"

#include <string.h>

#include "base/display-text.h"
#include "base/path-within.h"
#include "base/read-file.h"
#include "base/words.h"
#include "io/out-file.h"
#include "preset-store.h"

#define HEADER "Ondes session 1\n"
#define END    "\nend "
#define DIGITS 64 /* of a checksum */

gboolean
ondes_saved_is_session (const char *path)
{
  return g_str_has_suffix (path, ONDES_SAVED_SUFFIX);
}

/* Names of files. */

typedef struct
{
  /* Returns the name in the place of @path, transfer full; NULL to keep it. */
  char *(*change) (const char *path,
                   gpointer    data);
  gpointer data;
} Mapping;

static GVariant *
map_name (GVariant      *value,
          const Mapping *mapping)
{
  const char *path = g_variant_get_bytestring (value);
  g_autofree char *fresh = path[0] != '\0' ? mapping->change (path, mapping->data) : NULL;

  return fresh != NULL ? g_variant_new_bytestring (fresh) : value;
}

/* Returns @value, a dictionary, with all names of files within changed; floating, or @value. */
static GVariant *
map_names (GVariant      *value,
           const Mapping *mapping)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  GVariantIter iter;
  const char *name;
  GVariant *entry;

  g_variant_iter_init (&iter, value);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &entry))
    {
      GVariant *fresh = entry;

      if (g_str_equal (name, "path") && g_variant_is_of_type (entry, G_VARIANT_TYPE_BYTESTRING))
        fresh = map_name (entry, mapping);
      else if (g_variant_is_of_type (entry, G_VARIANT_TYPE_VARDICT))
        fresh = map_names (entry, mapping);
      g_variant_builder_add (&builder, "{sv}", name, fresh);
    }
  return g_variant_builder_end (&builder);
}

/* Returns @windows mapped; transfer full. */
static GVariant *
map_windows (GVariant      *windows,
             const Mapping *mapping)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE (ONDES_SAVED_WINDOWS));
  GVariantIter iter;
  GVariant *window;

  g_variant_iter_init (&iter, windows);
  while (g_variant_iter_loop (&iter, "@a{sv}", &window))
    g_variant_builder_add_value (&builder, map_names (window, mapping));
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

/* Returns the name of a file in or below the folder @data relative to it. */
static char *
make_relative (const char *path,
               gpointer    data)
{
  const char *folder = data;
  const gsize length = strlen (folder);
  g_autofree char *within = NULL;

  if (!g_str_has_prefix (path, folder) || path[length] != '/')
    return NULL;
  /* Nothing that leads out of the folder again, by its name or by a link, is relative to it. */
  within = ondes_path_within (folder, folder, path + length + 1, NULL);
  return within != NULL ? g_strdup (path + length + 1) : NULL;
}

/* A session's file and its folder, and the error of a relative name that leads out of it; NULL if none does. */
typedef struct
{
  const char *source;
  char       *folder;
  GError     *error;
} Place;

static void
place_clear (Place *self)
{
  g_free (self->folder);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

static char *
make_absolute (const char *path,
               gpointer    data)
{
  Place *place = data;

  if (g_path_is_absolute (path))
    return NULL;
  return ondes_path_within (place->source, place->folder, path, place->error == NULL ? &place->error : NULL);
}

/* Returns the absolute folder that the file at @path lies in. */
static char *
find_folder (const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);

  return g_path_get_dirname (absolute);
}

/* Files. */

gboolean
ondes_saved_write (const char *path,
                   GVariant   *windows,
                   guint       attempts,
                   GError    **error)
{
  g_autofree char *folder = find_folder (path), *checksum = NULL;
  g_autoptr (GVariant) relative = map_windows (windows, &(Mapping) { make_relative, folder });
  g_autoptr (GVariant) all = g_variant_ref_sink (g_variant_new ("(u@" ONDES_SAVED_WINDOWS ")", attempts, relative));
  g_autoptr (GString) text = g_string_new (HEADER);
  g_autoptr (OndesOutFile) file = NULL;

  g_variant_print_string (all, text, TRUE);
  checksum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str, (gssize) text->len);
  g_string_append_printf (text, END "%s\n", checksum);
  file = ondes_out_file_new (path, error);
  return file != NULL && ondes_out_file_write (file, text->str, text->len, error) && ondes_out_file_commit (file, error);
}

/* Returns the text of the dictionaries in @data, between its first and its last line; NULL with an error. */
static char *
find_body (const char *path,
           char       *data,
           gboolean    strict,
           GError    **error)
{
  char *end = g_strrstr (data, END);
  g_autofree char *checksum = NULL;

  if (!g_str_has_prefix (data, HEADER))
    {
      if (g_str_has_prefix (data, "Ondes session "))
        ondes_preset_refuse (path, error, _(" is a session of a newer version of Ondes"));
      else
        ondes_preset_refuse (path, error, _(" is not a session of Ondes"));
      return NULL;
    }
  if (end == NULL || strlen (end) < strlen (END) + DIGITS)
    {
      ondes_preset_refuse (path, error, _(" is cut off: its end is missing; copy it anew"));
      return NULL;
    }
  checksum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, data, end - data);
  if (strict && strncmp (end + strlen (END), checksum, DIGITS) != 0)
    {
      ondes_preset_refuse (path, error, _(" is damaged: its checksum is wrong"));
      return NULL;
    }
  *end = '\0';
  return data + strlen (HEADER);
}

GVariant *
ondes_saved_read (const char *path,
                  gboolean    strict,
                  guint      *attempts,
                  GError    **error)
{
  g_auto (Place) place = { path, find_folder (path), NULL };
  g_autofree char *problem = NULL, *data = NULL;
  g_autoptr (GVariant) all = NULL, windows = NULL, absolute = NULL;
  const char *body;
  gsize size;

  data = ondes_file_read_whole (path, ONDES_SAVED_BYTES_MAX, &size, &problem);
  if (data == NULL || size > ONDES_SAVED_BYTES_MAX)
    {
      ondes_preset_refuse (path, error, "%s", data == NULL ? problem : _(" is too large for a session"));
      return NULL;
    }
  if (!g_utf8_validate (data, (gssize) size, NULL))
    {
      ondes_preset_refuse (path, error, _(" is not a session of Ondes"));
      return NULL;
    }
  body = find_body (path, data, strict, error);
  if (body == NULL)
    return NULL;
  all = g_variant_parse (G_VARIANT_TYPE ("(u" ONDES_SAVED_WINDOWS ")"), body, NULL, NULL, NULL);
  if (all == NULL)
    {
      ondes_preset_refuse (path, error, _(" is damaged: it cannot be read as a session"));
      return NULL;
    }
  windows = g_variant_get_child_value (all, 1);
  absolute = map_windows (windows, &(Mapping) { make_absolute, &place });
  if (!ondes_error_none (g_steal_pointer (&place.error), error))
    return NULL;
  if (attempts != NULL)
    g_variant_get_child (all, 0, "u", attempts);
  return g_steal_pointer (&absolute);
}

/* How a recording is read. */

GVariant *
ondes_saved_read_options (const OndesReadOptions *options)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  ondes_params_save (ondes_read_params.rows, ONDES_PARAM_SESSION, options, &builder);
  return g_variant_builder_end (&builder);
}

void
ondes_saved_restore_read (OndesReadOptions *options,
                          GVariant         *saved)
{
  OndesReadOptions read = { 0 };
  char *unit;

  ondes_params_restore (ondes_read_params.rows, ONDES_PARAM_SESSION, &read, saved);
  for (const OndesParam *row = ondes_read_params.rows; row->key != NULL; row++)
    if (!ondes_param_check (row, &read, NULL))
      ondes_param_copy (row, &read, ondes_read_params.defaults);
  ondes_read_options_copy (options, &read);
  if (options->unit == NULL)
    return;
  unit = g_utf8_make_valid (options->unit, -1);
  g_free ((char *) options->unit);
  options->unit = unit;
}

/* Files that are not there. */

static char *
note_missing (const char *path,
              gpointer    data)
{
  GPtrArray *missing = data;

  if (!g_file_test (path, G_FILE_TEST_EXISTS) && !g_ptr_array_find_with_equal_func (missing, path, g_str_equal, NULL))
    g_ptr_array_add (missing, g_strdup (path));
  return NULL;
}

char **
ondes_saved_find_missing (GVariant *windows)
{
  GPtrArray *missing = g_ptr_array_new ();

  g_variant_unref (map_windows (windows, &(Mapping) { note_missing, missing }));
  g_ptr_array_add (missing, NULL);
  return (char **) g_ptr_array_free (missing, FALSE);
}

static char *
take_new (const char *path,
          gpointer    names)
{
  return g_strdup (g_hash_table_lookup (names, path));
}

GVariant *
ondes_saved_replace (GVariant          *windows,
                     GHashTable        *names,
                     const char *const *dropped)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE (ONDES_SAVED_WINDOWS));
  g_autoptr (GVariant) left = NULL;
  GVariantIter iter;
  GVariant *window;

  g_variant_iter_init (&iter, windows);
  while (g_variant_iter_loop (&iter, "@a{sv}", &window))
    {
      const char *path;

      if (dropped == NULL || !g_variant_lookup (window, "path", "^&ay", &path) || !g_strv_contains (dropped, path))
        g_variant_builder_add_value (&builder, window);
    }
  left = g_variant_ref_sink (g_variant_builder_end (&builder));
  return names != NULL ? map_windows (left, &(Mapping) { take_new, names }) : g_steal_pointer (&left);
}

char *
ondes_saved_describe (GVariant *windows)
{
  GString *text = g_string_new (NULL);
  GVariantIter iter;
  GVariant *window;

  g_variant_iter_init (&iter, windows);
  while (g_variant_iter_loop (&iter, "@a{sv}", &window))
    {
      const char *path;

      if (g_variant_lookup (window, "path", "^&ay", &path) && path[0] != '\0')
        {
          g_autofree char *base = g_path_get_basename (path), *shown = ondes_display_path (base);

          g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", shown);
        }
    }
  return g_string_free (text, FALSE);
}
