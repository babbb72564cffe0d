/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is shown of both, in exports of the first. */
#include "config.h"

#include <glib/gi18n.h>

#include "comparison-private.h"
#include "export/export-second.h"
#include "scalogram-analysis-private.h"

/* Returns the recording that the second's pictures are of; transfer full. */
static OndesRecording *
oversampled (OndesComparison *self)
{
  OndesScalogramAnalysis *scalogram = self->scalogram;

  if (ondes_scalogram_analysis_get_oversampling (scalogram) == 1)
    return ondes_recording_ref (self->aligned);
  return ondes_recording_oversample (
    self->aligned, ondes_compensation_get_oversampling (ondes_spec_cwt (scalogram->spec)->options.compensation));
}

static OndesComparedKind
find_kind (OndesComparison *self)
{
  if (self->shown == ONDES_SHOWN_STACKED)
    return ONDES_COMPARED_STACKED;
  return self->shown == ONDES_SHOWN_DIFFERENCE ? ONDES_COMPARED_DIFFERENCE : ONDES_COMPARED_WIPE;
}

void
ondes_comparison_fill_export (OndesComparison *self,
                              OndesExport *export)
{
  const OndesCwtSettings *settings = ondes_scalogram_analysis_get_settings (self->scalogram);

  if (self->aligned == NULL || self->shown == ONDES_SHOWN_LEFT || self->scalogram->spec == NULL
      || !ondes_export_is_figure (export->format))
    return;
  export->second = (OndesExportSecond) {
    .recording = oversampled (self), .plain = ondes_recording_ref (self->recording),
    .channel = ondes_comparison_get_channel (self), .detrend = settings->detrend, .detrend_window = settings->detrend_window,
    .spec = ondes_spec_ref (self->scalogram->spec), .alignment = self->alignment, .kind = find_kind (self),
    .line = self->shown == ONDES_SHOWN_RIGHT ? 0 : self->line,
  };
  ondes_read_options_copy (&export->second.read, self->second == ONDES_SECOND_FILE
                                                   ? &self->read : ondes_session_get_read_options (self->session));
  export->difference_db = self->shown == ONDES_SHOWN_DIFFERENCE ? self->range_db : 0;
}

void
ondes_comparison_clear_export (OndesExport *export)
{
  g_clear_pointer (&export->second.recording, ondes_recording_unref);
  g_clear_pointer (&export->second.plain, ondes_recording_unref);
  g_clear_pointer (&export->second.spec, ondes_spec_unref);
  ondes_read_options_clear (&export->second.read);
}

/* Returns the name of a channel, or of the file if the second is of another one; transfer full. */
static char *
name_recording (OndesComparison *self,
                gboolean second)
{
  OndesExport export = { .recording = ondes_session_get_recording (self->session) };

  export.plain = export.recording;
  export.channel = ondes_session_get_channel (self->session);
  export.second = (OndesExportSecond) { .recording = self->aligned, .plain = self->recording,
                                        .channel = ondes_comparison_get_channel (self) };
  return ondes_export_second_name (&export, second);
}

char *
ondes_comparison_name (OndesComparison *self,
                       gboolean second)
{
  g_autofree char *name = NULL;

  if (self->aligned == NULL)
    return NULL;
  if (self->second == ONDES_SECOND_SETTINGS)
    /* Translators: A is the first of two pictures, with the settings as they are now, B the second, with those that were held. */
    return g_strdup (second ? _("B: held") : _("A: now"));
  name = name_recording (self, second);
  return g_strdup_printf ("%s: %s", second ? "B" : "A", name);
}
