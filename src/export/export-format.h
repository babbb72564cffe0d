/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What exports of every kind share: formats, times as --from and --to take them, and the check of the output. */
#pragma once

#include "figure/figure.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_EXPORT_PNG,
  ONDES_EXPORT_SVG,
  ONDES_EXPORT_PDF,
  ONDES_EXPORT_NPY,
  ONDES_EXPORT_NPZ,
  ONDES_EXPORT_CSV,
  ONDES_EXPORT_WAV,  /* of filtered recordings, as is FLAC */
  ONDES_EXPORT_FLAC,
  ONDES_N_EXPORT_FORMATS
} OndesExportFormat;

extern const char *const ondes_export_names[]; /* figures and numbers: png svg pdf npy npz csv, NULL-terminated */
extern const char *const ondes_export_endings[]; /* of all formats: png … csv wav flac, NULL-terminated */
extern const OndesImageFormat ondes_export_images[]; /* image formats, indexed by the figure formats */

gboolean ondes_export_is_figure        (OndesExportFormat  format);

/* Gets the format from the extension of @path; ONDES_ERROR_REQUEST if it is unknown. */
gboolean ondes_export_format_from_path (const char        *path,
                                        OndesExportFormat *format,
                                        GError           **error);

/* Returns the first sample at or after @time (time units from the first sample), for --from and --to. Tolerates a millionth of
 * a sample, so printed times convert back to their sample. G_MAXUINT64 if @time is too large for any sample. */
guint64  ondes_export_sample           (double             time,
                                        double             rate_hz);
/* Returns the shortest number that ondes_export_sample() converts back to @sample. Transfer full. */
char    *ondes_export_print_time       (guint64            sample,
                                        double             rate_hz);

/* TRUE if writing @path would overwrite what @recording is made of: its file, or the taps of a step of its conditioning. */
gboolean     ondes_export_is_input     (const char        *path,
                                        OndesRecording    *recording);
/* Fails about ONDES_SETTING_FILE if it would. */
gboolean     ondes_export_check_output (const char        *path,
                                        OndesRecording    *recording,
                                        GError           **error);

G_END_DECLS
