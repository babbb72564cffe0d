/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is shown of both, in exports of the first. */
#include "config.h"

#include <glib/gi18n.h>

#include "comparison-private.h"
#include "export/export-second.h"
#include "scalogram-analysis-private.h"
#include "session/words.h"

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
  if (self->view.shown == ONDES_SHOWN_STACKED)
    return ONDES_COMPARED_STACKED;
  return self->view.shown == ONDES_SHOWN_DIFFERENCE ? ONDES_COMPARED_DIFFERENCE : ONDES_COMPARED_WIPE;
}

void
ondes_comparison_fill_export (OndesComparison *self,
                              OndesExport *export)
{
  const OndesCwtSettings *settings = ondes_scalogram_analysis_get_settings (self->scalogram);

  if (self->aligned == NULL || self->view.shown == ONDES_SHOWN_LEFT || self->scalogram->spec == NULL
      || !ondes_export_is_figure (export->format))
    return;
  export->difference_db = self->view.shown == ONDES_SHOWN_DIFFERENCE ? self->view.range_db : 0;
  /* The command says this difference of one recording by --difference alone. */
  if (export->difference_db > 0 && self->second == ONDES_SECOND_UNCOMPENSATED
      && ondes_comparison_is_corrected (self))
    return;
  export->second = (OndesExportSecond) {
    .recording = oversampled (self), .plain = ondes_recording_ref (self->recording),
    .channel = ondes_comparison_get_channel (self), .detrend = settings->detrend, .detrend_window = settings->detrend_window,
    .spec = ondes_spec_ref (self->scalogram->spec), .alignment = self->alignment, .kind = find_kind (self),
    .line = self->view.shown == ONDES_SHOWN_RIGHT ? 0 : self->view.line,
    .own_range = self->view.own_range && export->difference_db == 0 && !export->display.equalise,
  };
  if (export->second.own_range && !ondes_timeline_is_whole (ondes_session_get_timeline (self->session)))
    export->second.reference = ondes_scalogram_analysis_get_own_colours (self->scalogram).reference;
  ondes_read_options_copy (&export->second.read, self->second == ONDES_SECOND_FILE
                                                   ? &self->read : ondes_session_get_read_options (self->session));
}

void
ondes_comparison_clear_export (OndesExport *export)
{
  g_clear_pointer (&export->second.recording, ondes_recording_unref);
  g_clear_pointer (&export->second.plain, ondes_recording_unref);
  g_clear_pointer (&export->second.spec, ondes_spec_unref);
  ondes_read_options_clear (&export->second.read);
}

/* Returns the name of a file; transfer full. */
static char *
name_file (OndesComparison *self,
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
    /* Translators: A is the first of two pictures, with the settings as they are now, B the second, with settings kept before. */
    return g_strdup (second ? _("B: snapshot") : _("A: now"));
  if (self->second == ONDES_SECOND_UNCOMPENSATED)
    return g_strdup (second ? _("B: without instrument correction") : _("A: with instrument correction"));
  if (self->second == ONDES_SECOND_FILE)
    name = name_file (self, second);
  else
    name = ondes_words_channel (second ? self->recording : ondes_session_get_recording (self->session),
                                second ? ondes_comparison_get_channel (self) : ondes_session_get_channel (self->session));
  return g_strdup_printf ("%s: %s", second ? "B" : "A", name);
}
