/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the recordings in folders: all files below them whose names fit, each once however many names lead to it (device and
 * inode number tell): the name by the fewest symbolic links, those to folders counting one, and the least of several. Hidden files
 * and folders, whose names begin with a dot, are left out. The memory grows with the number of folders that links lead to, and
 * with no other. */
#pragma once

#include "line-sorter.h"

G_BEGIN_DECLS

/* Initialise by member name; borrowed for the call. */
typedef struct
{
  const char *const *folders;  /* or files, NULL-terminated */
  const char *const *patterns; /* of a file's name, with * and ?, NULL-terminated; NULL or empty: the endings of sound files,
                                * in capitals too. A file that is named itself fits in any case */
  gboolean           flat;     /* not the folders below */
  const char        *but;      /* a folder that is left out, such as the run's own; NULL for none */
  GCancellable      *cancellable;
} OndesBatchSearch;

typedef struct
{
  guint64 folders;    /* that were read */
  guint64 unreadable; /* that could not be */
  char   *why;        /* a sentence about the first of those; NULL if none */
} OndesBatchFound;

void             ondes_batch_found_clear (OndesBatchFound        *self);
/* Returns lines "path\tsize\tmtime" (batch-file.h) in the order of the paths' bytes, to be taken by ondes_line_sorter_next().
 * Fails with ONDES_ERROR_FILE if one of the folders is missing or cannot be read. */
OndesLineSorter *ondes_batch_find        (const OndesBatchSearch *search,
                                          OndesBatchFound        *found,
                                          GError                **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesBatchFound, ondes_batch_found_clear)

G_END_DECLS
