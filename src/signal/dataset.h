/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data sets: the arrays of an archive, a file that holds many (HDF5, netCDF, MATLAB's MAT). */
#pragma once

#include "recording-info.h"

G_BEGIN_DECLS

/* Lists the data sets of the file at @path, of any format: an empty list if its format has none. Elements are OndesDataset, in
 * the order of the file. Blocks; any thread. Fails as ondes_recording_open() does. Transfer full. */
GPtrArray *ondes_datasets_list (const char             *path,
                                const OndesReadOptions *options,
                                const OndesWatch       *watch,
                                GError                **error);

G_END_DECLS
