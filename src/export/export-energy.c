/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export-energy.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "io/csv-text.h"
#include "io/npy-format.h"
#include "io/npy-format.h"
#include "io/out-file.h"
#include "io/zip.h"

#define ROW_HEAD "channel,band,lo_hz,centre_hz,hi_hz"

/* Returns the time of the middle of a span, between its first and its last sample. */
static double
time_of (const OndesEnergyExport *export,
         guint64                  j)
{
  const OndesEnergy *energy = export->figure.energy;
  const guint64 begin = ondes_energy_begin (energy, j), end = ondes_energy_begin (energy, j + 1);

  return ((double) (export->figure.first + begin) + (double) (end - begin - 1) / 2) / energy->rate_hz;
}

static const char *
name_of (const OndesFilterBand *band)
{
  return band->name != NULL ? band->name : "";
}

static gboolean
write_line (OndesOutFile *file,
            GString      *line,
            GError      **error)
{
  g_string_append_c (line, '\n');
  return ondes_out_file_write_text (file, line, error);
}

/* Appends channel,band,lo_hz,centre_hz,hi_hz of a row. */
static void
add_row_head (GString               *line,
              const OndesFilterBank *bank,
              const guint           *channels,
              guint64                row)
{
  char number[ONDES_NUMBER_SIZE];
  guint n_bands;
  const OndesFilterBand *bands = ondes_filter_bank_get (bank, &n_bands), *band = &bands[row % n_bands];
  const double hz[] = { band->lo_hz, band->centre_hz, band->hi_hz };

  if (channels[row / n_bands] == 0)
    g_string_append (line, "mix,");
  else
    g_string_append_printf (line, "%u,", channels[row / n_bands]);
  ondes_csv_add_cell (line, name_of (band));
  for (guint i = 0; i < G_N_ELEMENTS (hz); i++)
    g_string_append_printf (line, ",%s", hz[i] > 0 ? ondes_number_print (number, hz[i]) : "");
}

gboolean
ondes_peaks_export_run (const OndesPeaksExport *export,
                        GError                **error)
{
  g_autoptr (OndesOutFile) file = ondes_out_file_new (export->path, error);
  g_autoptr (GString) line = g_string_new (ROW_HEAD ",time,value");
  char numbers[2][ONDES_NUMBER_SIZE];

  if (file == NULL || !write_line (file, line, error))
    return FALSE;
  for (guint i = 0; i < export->n; i++)
    {
      const OndesPeak *peak = &export->peaks[i];

      add_row_head (line, export->bank, export->channels, peak->row);
      g_string_append_printf (line, ",%s,%s",
                              ondes_number_print (numbers[0], (double) (export->first + peak->column) / export->rate_hz),
                              ondes_number_print (numbers[1], peak->value));
      if (!write_line (file, line, error))
        return FALSE;
    }
  return ondes_out_file_commit (file, error);
}

static gboolean
write_csv (const OndesEnergyExport *export,
           OndesOutFile            *file,
           GError                 **error)
{
  const OndesEnergy *energy = export->figure.energy;
  g_autoptr (GString) line = g_string_new (ROW_HEAD);
  char number[ONDES_NUMBER_SIZE];

  for (guint64 j = 0; j < energy->spans; j++)
    g_string_append_printf (line, ",%s", ondes_number_print (number, time_of (export, j)));
  if (!write_line (file, line, error))
    return FALSE;
  for (guint64 row = 0; row < energy->rows; row++)
    {
      add_row_head (line, export->figure.bank, export->channels, row);
      for (guint64 j = 0; j < energy->spans; j++)
        g_string_append_printf (line, ",%s", ondes_number_print (number, ondes_energy_level_db (energy, row, j)));
      if (!write_line (file, line, error))
        return FALSE;
    }
  return TRUE;
}

/* Adds what describes the rows. */
static gboolean
add_rows (const OndesEnergyExport *export,
          OndesZip                *zip,
          GError                 **error)
{
  const guint rows = (guint) export->figure.energy->rows;
  const guint64 shape[2] = { rows };
  g_autofree const char **names = g_new (const char *, rows);
  g_autofree double *lo = g_new (double, rows), *centre = g_new (double, rows), *hi = g_new (double, rows);
  g_autofree gint32 *channels = g_new (gint32, rows);
  g_autoptr (GByteArray) bytes = NULL;
  guint n_bands;
  const OndesFilterBand *bands = ondes_filter_bank_get (export->figure.bank, &n_bands);

  for (guint i = 0; i < rows; i++)
    {
      const OndesFilterBand *band = &bands[i % n_bands];

      channels[i] = (gint32) export->channels[i / n_bands];
      names[i] = name_of (band);
      lo[i] = band->lo_hz;
      centre[i] = band->centre_hz;
      hi[i] = band->hi_hz;
    }
  bytes = ondes_npy_texts (names, rows);
  return ondes_zip_add (zip, "bands.npy", bytes->data, bytes->len, error)
         && ondes_zip_add_array (zip, "channels.npy", ONDES_I32, shape, channels, error)
         && ondes_zip_add_array (zip, "lo_hz.npy", ONDES_F64, shape, lo, error)
         && ondes_zip_add_array (zip, "centre_hz.npy", ONDES_F64, shape, centre, error)
         && ondes_zip_add_array (zip, "hi_hz.npy", ONDES_F64, shape, hi, error);
}

static gboolean
write_npz (const OndesEnergyExport *export,
           OndesOutFile            *file,
           GError                 **error)
{
  const OndesEnergy *energy = export->figure.energy;
  const guint64 grid[2] = { energy->rows, energy->spans }, row[2] = { energy->spans }, scalar[2] = { 0 };
  g_autoptr (OndesZip) zip = ondes_zip_new (file);
  g_autofree double *levels = g_new (double, energy->rows * energy->spans), *times = g_new (double, energy->spans);

  for (guint64 i = 0; i < energy->rows * energy->spans; i++)
    levels[i] = ondes_energy_level_db (energy, i / energy->spans, i % energy->spans);
  for (guint64 j = 0; j < energy->spans; j++)
    times[j] = time_of (export, j);
  return ondes_zip_add_array (zip, "values.npy", ONDES_F64, grid, levels, error)
         && ondes_zip_add_array (zip, "times_s.npy", ONDES_F64, row, times, error) && add_rows (export, zip, error)
         && ondes_zip_add_array (zip, "every_s.npy", ONDES_F64, scalar, &energy->every, error)
         && ondes_zip_add_array (zip, "rate_hz.npy", ONDES_F64, scalar, &energy->rate_hz, error)
         && ondes_zip_add_text (zip, "spec.npy", export->figure.filter, error)
         && ondes_zip_add_text (zip, "time_unit.npy", export->figure.base.unit, error)
         && ondes_zip_add_text (zip, "unit.npy", export->figure.unit, error) && ondes_zip_finish (zip, error);
}

OndesTimeBase
ondes_export_time_base (const OndesRecordingInfo *info)
{
  return (OndesTimeBase) { info->time_unit, info->rate_hz, info->frames, info->start, info->has_date ? info->date_s : NAN,
                           info->start_zone, ondes_recording_info_notes_date (info), ONDES_TIME_RULER_AUTO };
}

gboolean
ondes_energy_export_run (const OndesEnergyExport *export,
                         GError                 **error)
{
  g_autoptr (OndesOutFile) file = NULL;

  if (ondes_export_is_figure (export->format))
    return ondes_energy_figure_write (&(OndesImageTarget) { export->path, ondes_export_images[export->format],
                                                            export->surface },
                                      &export->size, &export->figure, error);
  file = ondes_out_file_new (export->path, error);
  return file != NULL && (export->format == ONDES_EXPORT_NPZ ? write_npz : write_csv) (export, file, error)
         && ondes_out_file_commit (file, error);
}
