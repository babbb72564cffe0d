/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Named presets as files, of several kinds: whole analyses (analysis-preset.h) and compensations (compensation-preset.h). Those
 * of a person lie in a folder of the kind within "ondes" of the data folder, one file each, NAME and the kind's suffix; one may
 * lie anywhere, and is shared as it is.
 *
 * A file is a key file with one group and, last, an empty group "end": what lacks it was cut off. All functions but
 * ondes_preset_clean_name(), ondes_preset_path() and ondes_preset_name() read or write files: any thread but the main one.
 * Errors are ONDES_ERROR_FILE, one sentence that begins with the file.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_PRESET_NAME_MAX  100        /* characters */
#define ONDES_PRESET_BYTES_MAX (24 << 20) /* of a file */

typedef struct
{
  const char *suffix;   /* of files, as ".ondes-preset" */
  const char *folder;   /* of the person's own, within that of Ondes */
  const char *group;    /* of the key file */
  const char *what;     /* "is not a preset of an analysis": the rest of the sentence about a file that is none; translated */
  const char *nameless; /* the name of one whose file's name leaves none; translated */
  const char *files;    /* what a file chooser calls such files; translated */
  /* Reads and checks all of a preset; returns its settings, an a{sv}, transfer full. */
  GVariant *(*read)  (const char *path,
                      GError    **error);
  /* Writes @settings, an a{sv}, with all that they need; makes the folder if it is the person's. */
  gboolean  (*write) (const char *path,
                      GVariant   *settings,
                      GError    **error);
} OndesPresetKind;

/* Returns @name without slashes, control characters, and dots and blanks at its ends, shortened; NULL if nothing is left.
 * Transfer full. */
char     *ondes_preset_clean_name (const char            *name);
/* Returns the path of the person's preset @name, which is clean. Transfer full. */
char     *ondes_preset_path       (const OndesPresetKind *kind,
                                   const char            *name);
/* Returns the name of a preset at any @path. Transfer full. */
char     *ondes_preset_name       (const OndesPresetKind *kind,
                                   const char            *path);
/* Returns the names of the person's presets, sorted as they are read; transfer full. An absent folder is an empty one. */
char    **ondes_preset_list       (const OndesPresetKind *kind,
                                   GError               **error);
/* Renames a person's preset. Fails if @to, which is clean, is there already. */
gboolean  ondes_preset_rename     (const OndesPresetKind *kind,
                                   const char            *from,
                                   const char            *to,
                                   GError               **error);
gboolean  ondes_preset_delete     (const OndesPresetKind *kind,
                                   const char            *name,
                                   GError               **error);

/* For the kinds. */

/* Sets ONDES_ERROR_FILE about @path, with the rest of its sentence; returns FALSE. */
gboolean  ondes_preset_refuse     (const char            *path,
                                   GError               **error,
                                   const char            *format,
                                   ...) G_GNUC_PRINTF (3, 4);
/* Reads a file of up to @most bytes, with a 0 after them; free with g_free(). */
gboolean  ondes_preset_read_bytes (const char            *path,
                                   gsize                  most,
                                   char                 **data,
                                   gsize                 *size,
                                   GError               **error);
/* Reads a key file of this kind and checks its groups, its end and its format. */
GKeyFile *ondes_preset_read_keys  (const OndesPresetKind *kind,
                                   const char            *path,
                                   GError               **error);
/* Sets the format of @keys and returns the text of the file at @path that has them, transfer full. */
char     *ondes_preset_print_keys (const OndesPresetKind *kind,
                                   const char            *path,
                                   GKeyFile              *keys,
                                   GError               **error);
/* Sets the format of @keys and writes them to @path whole or not at all. */
gboolean  ondes_preset_write_keys (const OndesPresetKind *kind,
                                   const char            *path,
                                   GKeyFile              *keys,
                                   GError               **error);
/* Puts the entries of @settings, an a{sv} of texts, numbers and booleans, into @keys, as they stand in a file. */
void      ondes_preset_put        (const OndesPresetKind *kind,
                                   GKeyFile              *keys,
                                   GVariant              *settings);
/* Parses @text, which stands under @key, as a value of the type of @like; transfer full. */
GVariant *ondes_preset_parse      (const char            *path,
                                   const char            *key,
                                   const char            *text,
                                   GVariant              *like,
                                   GError               **error);
/* Refuses those of @entries that @taken, made of the settings which took them, lacks: NaN or an unknown word. */
gboolean  ondes_preset_check      (const char            *path,
                                   GVariant              *entries,
                                   GVariant              *taken,
                                   GError               **error);

G_END_DECLS
