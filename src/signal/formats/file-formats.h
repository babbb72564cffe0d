/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formats of recordings, one table. It says what opens a file, what `ondes-cli info --formats`, the open dialog and
 * docs/formats.md list, and which files a batch takes out of a folder.
 *
 * A reader whose library is optional has a row whether it was built or not: its files are known by their content, and refused
 * with the name of what is missing. To add one: a name in `optional_readers` of meson.build and an option in meson_options.txt,
 * which define ONDES_HAVE_NAME where the library is found; its source in formats/meson.build, compiled only then; a row here with
 * its open function, or NULL without ONDES_HAVE_NAME.
 */
#pragma once

#include "signal/reader.h"

G_BEGIN_DECLS

#define ONDES_FORMAT_ENDINGS_MOST 12

typedef enum
{
  ONDES_FORMAT_SOUND,   /* text under such a name is an error */
  ONDES_FORMAT_ARCHIVE, /* of instruments; a batch takes these and sounds out of a folder */
  ONDES_FORMAT_NUMBERS,
} OndesFormatKind;

typedef struct
{
  const char      *id;       /* "edf"; NULL ends the table */
  const char      *name;     /* for people, in English, to be translated: "EDF, EDF+, BDF" */
  const char      *what;     /* in sentences, in English, to be translated: "an EDF recording"; NULL if open is never */
  OndesFormatKind  kind;
  const char      *endings[ONDES_FORMAT_ENDINGS_MOST]; /* ".edf", in small letters; NULL-terminated */
  const char      *beside;   /* the one of these endings that a second file has, which a batch leaves to the first; NULL if none */
  const char      *library;  /* "libsndfile"; NULL if Ondes reads it by itself */
  const char      *package;  /* of the library's headers, in Debian; NULL if none */
  int              major;    /* libsndfile's number of the format, which a build of it may lack; 0 if none */
  /* TRUE if a file of the path @path that begins with the @n bytes at @head is of this format; NULL if recording.c knows it
   * otherwise. */
  gboolean       (*detect)   (const char          *path,
                              const guint8        *head,
                              gsize                n);
  OndesReader   *(*open)     (const OndesOpening  *opening,
                              GError             **error); /* NULL if this build lacks the library */
} OndesFileFormat;

/* The table, ended by an entry without id. Constant; any thread. */
const OndesFileFormat *ondes_file_formats        (void);
/* FALSE if this build cannot read the format. */
gboolean               ondes_file_format_built   (const OndesFileFormat *self);
/* Returns the format whose ending @path has, in small or capital letters; NULL if there is none. */
const OndesFileFormat *ondes_file_format_of_name (const char            *path);
/* TRUE if a batch takes a file of this name out of a folder. */
gboolean               ondes_file_format_in_folder (const char          *path);
/* Returns the format that a file begins like; NULL if no format with a detect function does. */
const OndesFileFormat *ondes_file_format_detect  (const char            *path,
                                                  const guint8          *head,
                                                  gsize                  n);
/* TRUE if a text begins like the metadata of SigMF. */
gboolean               ondes_sigmf_begins        (const char            *text,
                                                  gsize                  n);
/* Opens a file of the format; one sentence names the missing library if it was not built. */
OndesReader           *ondes_file_format_open    (const OndesFileFormat *self,
                                                  const OndesOpening    *opening,
                                                  GError               **error);

G_END_DECLS
