/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the page model of the spectra is: their state, and exports of what is in view. */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ondes-series-exports.h"
#include "ondes-spectra-private.h"

static gboolean
is_busy (OndesPageModel *model,
         double *progress)
{
  OndesSpectra *self = ONDES_SPECTRA (model);

  if (ondes_latest_is_busy (self->spectra, progress))
    return TRUE;
  return ondes_latest_is_busy (self->keeping, progress) || ondes_latest_is_busy (self->measuring, progress);
}

static const char *
get_status (OndesPageModel *model)
{
  OndesSpectra *self = ONDES_SPECTRA (model);

  return self->status != NULL ? self->status : "";
}

static const char *
get_problem (OndesPageModel *model)
{
  return ONDES_SPECTRA (model)->problem;
}

static void
cancel (OndesPageModel *model)
{
  OndesSpectra *self = ONDES_SPECTRA (model);

  ondes_latest_cancel (self->spectra);
  ondes_latest_cancel (self->keeping);
  ondes_latest_cancel (self->measuring);
}

static void
recompute (OndesPageModel *model)
{
  ondes_latest_want (ONDES_SPECTRA (model)->spectra);
}

static void
zoom (OndesPageModel *model,
      double factor)
{
  ondes_series_model_zoom (ONDES_SPECTRA (model)->spectrum, factor);
}

static guint
get_formats (OndesPageModel *model)
{
  return ONDES_SPECTRA (model)->result != NULL ? ONDES_SERIES_FORMATS : 0;
}

static char *
name_export (OndesPageModel *model,
             char **folder)
{
  OndesSpectra *self = ONDES_SPECTRA (model);
  const OndesSpectrumOptions *options = &self->result->settings.spectrum;
  g_autofree char *word = g_strconcat (ondes_spectrum_names[options->kind], " ", ondes_order_names[options->order], NULL);

  return ondes_series_exports_name (self->result->operand, word, folder);
}

static char *
count_numbers (OndesPageModel *model,
               OndesExportFormat format,
               guint columns)
{
  OndesSpectra *self = ONDES_SPECTRA (model);

  return self->result != NULL ? ondes_series_exports_count (self->result->spectrum, format) : g_strdup ("");
}

static gboolean
is_exporting (OndesPageModel *model,
              double *progress)
{
  return ondes_exports_is_busy (ONDES_SPECTRA (model)->exports, progress);
}

static void
cancel_export (OndesPageModel *model)
{
  ondes_exports_cancel (ONDES_SPECTRA (model)->exports);
}

/* NULL: there is no spectrum. */
static OndesSeriesExporting *
exporting_new (OndesSpectra *self,
               OndesExportFormat format,
               const OndesFigureSize *size)
{
  OndesSeriesExporting *exporting;
  OndesSeriesInput none = { 0 };
  OndesSeriesRequest request;

  if (self->result == NULL)
    return NULL;
  ondes_spectra_request (&self->result->settings, &none, &request);
  exporting = ondes_series_exporting_new (&request, self->result->operand, NULL, format, size);
  ondes_series_model_get_span (self->spectrum, &exporting->export.first, &exporting->export.count);
  return exporting;
}

static void
export (OndesPageModel *model,
        const char *path,
        OndesExportFormat format,
        const OndesFigureSize *size,
        guint columns)
{
  OndesSpectra *self = ONDES_SPECTRA (model);

  ondes_series_exports_write (self->exports, exporting_new (self, format, size), path);
}

static char *
command (OndesPageModel *model,
         const char *path,
         OndesExportFormat format,
         const OndesFigureSize *size,
         guint columns)
{
  return ondes_series_exporting_command (exporting_new (ONDES_SPECTRA (model), format, size), path);
}

static void
copy_image (OndesPageModel *model,
            const OndesFigureSize *size,
            OndesImageDone done,
            gpointer user_data)
{
  OndesSpectra *self = ONDES_SPECTRA (model);

  ondes_series_exports_copy (self->exports, exporting_new (self, ONDES_EXPORT_PNG, size), done, user_data);
}

void
ondes_spectra_page_model_init (OndesPageModelInterface *iface)
{
  iface->is_busy = is_busy;
  iface->get_status = get_status;
  iface->get_problem = get_problem;
  iface->cancel = cancel;
  iface->recompute = recompute;
  iface->zoom = zoom;
  iface->get_formats = get_formats;
  iface->name_export = name_export;
  iface->count_numbers = count_numbers;
  iface->is_exporting = is_exporting;
  iface->cancel_export = cancel_export;
  iface->export = export;
  iface->command = command;
  iface->copy_image = copy_image;
}
