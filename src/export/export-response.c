/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export-response.h"

#include <math.h>

#include "analysis/filter-response.h"
#include "base/number.h"
#include "figure/response-figure.h"
#include "io/out-file.h"

#define LINES 1024 /* written at once */

/* Adds a cell, empty for NaN. */
static void
add_cell (GString *lines,
          double   value)
{
  char number[ONDES_NUMBER_SIZE];

  g_string_append_printf (lines, ",%s", isnan (value) ? "" : ondes_number_print (number, value));
}

static gboolean
write_curves (const OndesFilterResponse *response,
              OndesOutFile              *file,
              GError                   **error)
{
  g_autoptr (GString) lines = g_string_new ("filter,frequency_hz,magnitude_db,phase_deg,delay_samples\n");

  for (guint i = 0; i < response->n_curves; i++)
    {
      const OndesResponseCurve *curve = &response->curves[i];

      for (guint j = 0; j < curve->n; j++)
        {
          g_string_append_printf (lines, "%u", i + 1);
          add_cell (lines, curve->frequencies_hz[j]);
          add_cell (lines, curve->magnitudes_db[j]);
          add_cell (lines, curve->phases[j] * 180 / G_PI);
          add_cell (lines, curve->delays[j]);
          g_string_append_c (lines, '\n');
        }
      if (!ondes_out_file_write_text (file, lines, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_taps (const OndesResponseExport *export,
            OndesOutFile              *file,
            GError                   **error)
{
  g_autoptr (GString) lines = g_string_new ("\nfilter,sample,real,imaginary\n");
  guint n;
  const OndesFilterBand *bands = ondes_filter_bank_get (export->bank, &n);

  for (guint i = 0; i < n; i++)
    for (guint m = 0; m < bands[i].n; m++)
      {
        const gint64 d = ondes_filter_band_middle (&bands[i], export->choice->causal);
        const double *tap = bands[i].taps + (bands[i].is_complex ? 2 * (gsize) m : m);

        g_string_append_printf (lines, "%u,%" G_GINT64_FORMAT, i + 1, (gint64) m - d);
        add_cell (lines, tap[0]);
        add_cell (lines, bands[i].is_complex ? tap[1] : 0);
        g_string_append_c (lines, '\n');
        if (m % LINES == LINES - 1 && !ondes_out_file_write_text (file, lines, error))
          return FALSE;
      }
  return ondes_out_file_write_text (file, lines, error);
}

gboolean
ondes_response_export_run (const OndesResponseExport *export,
                           const OndesWatch          *watch,
                           GError                   **error)
{
  const gboolean is_figure = ondes_export_is_figure (export->format);
  const OndesResponseJob job = {
    .bank = export->bank, .all = TRUE, .rate_hz = export->rate_hz, .causal = export->choice->causal,
    .lo_hz = ondes_filter_choice_lowest (export->choice, export->bank, export->rate_hz),
    .points = is_figure ? ondes_response_figure_points (&export->size) : ONDES_RESPONSE_POINTS,
  };
  g_autoptr (OndesFilterResponse) response = ondes_filter_response_new (&job, ondes_watch_cancellable (watch), error);
  g_autoptr (OndesOutFile) file = NULL;
  OndesFirDesign design;

  if (response == NULL)
    return FALSE;
  ondes_filter_settings_design (export->choice, &design);
  if (is_figure)
    return ondes_response_figure_write (
      &(OndesImageTarget) { export->path, ondes_export_images[export->format], export->surface }, &export->size,
      &(OndesResponseFigure) { response, export->bank, export->choice->causal, design.ripple_db, export->time_unit,
                               export->filter }, error);
  file = ondes_out_file_new (export->path, error);
  return file != NULL && write_curves (response, file, error) && write_taps (export, file, error)
         && ondes_out_file_commit (file, error);
}
