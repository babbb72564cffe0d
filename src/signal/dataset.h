/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data sets: the arrays of an archive, a file that holds many (HDF5, netCDF, MATLAB's MAT). */
#pragma once

#include "signal/recording.h"

G_BEGIN_DECLS

/* What a file says of one of its data sets, for people and to choose by. Immutable. */
struct _OndesDataset
{
  char     *path;       /* as --dataset takes it: "/strain/Strain" */
  char     *shape;      /* "32 × 10000", "1" of a single number */
  char     *type;       /* "float64", "complex128", "text", … */
  char     *unit;       /* of the values, "" if the file does not say */
  char    **attributes; /* names and values in turn, NULL-terminated, as in the file */
  char     *problem;    /* why it cannot be opened, as the rest of a sentence: "is text"; NULL if it can */
  gboolean  fits;       /* the one that is preselected */
};

/* Lists the data sets of the file at @path, of any format: an empty list if its format has none. Elements are OndesDataset, in
 * the order of the file. Blocks; any thread. Fails as ondes_recording_open() does. Transfer full. */
GPtrArray *ondes_datasets_list (const char             *path,
                                const OndesReadOptions *options,
                                const OndesWatch       *watch,
                                GError                **error);

G_END_DECLS
