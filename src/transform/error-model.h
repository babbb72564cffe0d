/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models of a sampler's error as a function of frequency, and the sheets of calibrated sensors.
 *
 *   constant:C      C at every frequency
 *   power:A,K,C     A f^K + C
 *   offset:C        C added to every tap of the mask (amplitude); for timing the same as constant:C
 *   table:FILE      pairs (frequency, value), interpolated linearly in the logarithm of the frequency, end values held
 *   points:F,V;F,V  such a table in the text itself
 *
 * Frequencies are in cycles per time unit of the recording, timing errors in its time units. A table is text of two columns
 * parted by commas, semicolons, tabs or blanks; "#" begins a comment, and one line of names may come first.
 *
 * A calibration sheet is such text whose first line names its columns: Hz (or kHz), dB (the response), and one of degrees,
 * radians (the phase) or s (or ms; the group delay). It is both models at once:
 *   A = 1/G − 1 with G = 10^(dB/20), so that masks times 1 + A undo the sensor's gain;
 *   τ = −d, d the sensor's delay: what it says at t happened at t − d, hence was taken early. From a phase φ, d = −φ/(2π f), the
 *   phase delay, with φ unwrapped along the frequencies (steps of less than half a turn) from the first as it stands. From a
 *   group delay, d is that delay. A single shift cannot undo both where they differ: a sheet of phase gives coefficients their
 *   phase, one of group delay puts magnitudes in their place. Give the group delay where that is what the sheet has.
 *
 * Immutable and reference counted; any thread.
 */
#pragma once

#include "base/request-error.h"

G_BEGIN_DECLS

typedef enum { ONDES_MODEL_CONSTANT, ONDES_MODEL_POWER, ONDES_MODEL_OFFSET, ONDES_MODEL_TABLE } OndesModelKind;

/* Largest table, bytes. */
#define ONDES_MODEL_BYTES_MAX (4 << 20)

typedef struct
{
  double hz, value;
} OndesModelPoint;

typedef struct
{
  OndesModelKind   kind;
  double           a, k, c;  /* CONSTANT and OFFSET use c alone; none for TABLE */
  OndesModelPoint *points;   /* TABLE: in rising order of frequency, at least one */
  guint            n_points;
  char            *note;     /* a sentence if the table had to be sorted; NULL if not */
} OndesErrorModel;

/* Parses a model of @setting; reads the file of a table. Fails with ONDES_ERROR_REQUEST if the text is no model, and with
 * ONDES_ERROR_FILE, naming file and line, if the table cannot be read, is empty, repeats a frequency, or holds anything but finite
 * numbers, frequencies above 0; points in the text fail likewise, with ONDES_ERROR_REQUEST. */
OndesErrorModel *ondes_error_model_parse (const char       *text,
                                          OndesSetting      setting,
                                          GError          **error);
/* TRUE if ondes_error_model_parse() would read a file. */
gboolean         ondes_error_model_is_file (const char     *text);
OndesErrorModel *ondes_error_model_ref   (OndesErrorModel  *self);
void             ondes_error_model_unref (OndesErrorModel  *self);
/* Returns the text of a table, "points:10,0.1;100,0.2". Transfer full. */
char            *ondes_error_model_print_points (const OndesModelPoint *points,
                                                 guint            n);
/* Returns the value at @hz > 0; the constant c for OFFSET. */
double           ondes_error_model_at    (const OndesErrorModel *self,
                                          double                 hz);
/* TRUE if @hz lies outside the table, whose end value is held there. */
gboolean         ondes_error_model_holds (const OndesErrorModel *self,
                                          double                 hz);

/* Reads a calibration sheet. Either model is NULL if the sheet has no column for it; the first of them has the note. Fails like
 * ondes_error_model_parse(). */
gboolean         ondes_calibration_read  (const char        *path,
                                          OndesErrorModel  **amplitude,
                                          OndesErrorModel  **timing,
                                          GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesErrorModel, ondes_error_model_unref)

G_END_DECLS
