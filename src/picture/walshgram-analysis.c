/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "transform/range.h"
#include "picture-export.h"
#include "scalogram-analysis-private.h"
#include "session/settings.h"
#include "slices-export.h"
#include "walshgram-analysis.h"

struct _OndesWalshgramAnalysis
{
  OndesScalogramAnalysis parent_instance;

  OndesWalshgramOptions  options;
};

G_DEFINE_FINAL_TYPE (OndesWalshgramAnalysis, ondes_walshgram_analysis, ONDES_TYPE_SCALOGRAM_ANALYSIS)

static OndesSpec *
make_spec (OndesScalogramAnalysis *analysis,
           GError                **error)
{
  g_autoptr (OndesSpec) spec = ondes_walshgram_new (&ONDES_WALSHGRAM_ANALYSIS (analysis)->options, error);
  const guint64 n = analysis->source->n;

  if (spec == NULL || !ondes_range_check_type (analysis->source, ONDES_F32, error)
      || !ondes_walshgram_narrow (ondes_spec_walshgram (spec), n, &(OndesView) { .count = n }, error))
    return NULL;
  return g_steal_pointer (&spec);
}

const OndesWalshgramOptions *
ondes_walshgram_analysis_get_options (OndesWalshgramAnalysis *self)
{
  return &self->options;
}

void
ondes_walshgram_analysis_set_options (OndesWalshgramAnalysis      *self,
                                      const OndesWalshgramOptions *options)
{
  OndesScalogramAnalysis *analysis = &self->parent_instance;
  OndesWalshgramOptions *old = &self->options;
  const gboolean moves = (options->order == ONDES_ORDER_SEQUENCY) != (old->order == ONDES_ORDER_SEQUENCY);

  if (ondes_params_equal (ondes_walshgram_params.rows, ONDES_PARAM_SESSION, options, old))
    return;
  *old = *options;
  old->type = ONDES_F32;
  /* Sequencies in view are no rows. */
  if (moves)
    analysis->display.view_lo = analysis->display.view_hi = 0;
  ondes_scalogram_analysis_take_settings (analysis);
  if (moves)
    ondes_scalogram_analysis_emit (analysis, SIGNAL_DISPLAY_CHANGED);
}

static void
save (OndesAnalysis   *analysis,
      GVariantBuilder *settings)
{
  ondes_params_save (ondes_walshgram_params.rows, ONDES_PARAM_SESSION, &ONDES_WALSHGRAM_ANALYSIS (analysis)->options, settings);
  ondes_scalogram_analysis_save_display (ONDES_SCALOGRAM_ANALYSIS (analysis), settings);
}

static void
restore (OndesAnalysis *analysis,
         GVariant      *settings)
{
  OndesWalshgramAnalysis *self = ONDES_WALSHGRAM_ANALYSIS (analysis);
  OndesWalshgramOptions options = self->options;

  ondes_params_restore (ondes_walshgram_params.rows, ONDES_PARAM_SESSION, &options, settings);
  ondes_walshgram_analysis_set_options (self, &options);
  ondes_scalogram_analysis_restore_display (ONDES_SCALOGRAM_ANALYSIS (analysis), settings);
}

static void
remember (OndesAnalysis   *analysis,
          OndesRemembered *list)
{
  ondes_remembered_add_rows (list, "sequency-", ondes_display_params.rows);
  ondes_remembered_add (list, "sequency-slices", NULL, "slices");
}

/* Returns a spec for single precision as in pictures, or for the coefficients of every frame in double. */
static OndesSpec *
export_spec (OndesWalshgramAnalysis *self,
             gboolean                coefficients)
{
  OndesWalshgramOptions options = self->options;

  options.type = coefficients ? ONDES_F64 : ONDES_F32;
  return ondes_walshgram_new (&options, NULL);
}

/* Ends the rows in view as the command takes them: at 0, or on a logarithmic axis where row 1 begins. */
static void
show_rows (OndesScalogramAnalysis *self,
           OndesDisplay           *display)
{
  const double lowest = display->show == ONDES_SHOW_LOG ? ondes_scalogram_analysis_row_hz (self, 1) / 2 : 0;

  if (display->view_hi > 0)
    display->view_lo = MAX (display->view_lo, lowest);
}

static OndesExportJob *
make_export (OndesAnalysis         *analysis,
             OndesExportFormat      format,
             const OndesFigureSize *size,
             guint                  columns)
{
  OndesScalogramAnalysis *self = ONDES_SCALOGRAM_ANALYSIS (analysis);
  OndesSliceExporting *slices;
  OndesPictureExport *exporting;
  OndesSliceKind kind;

  if (ondes_slices_is_product (self, &kind))
    {
      slices = ondes_slices_make_export (self, kind, format, size, columns);
      if (slices != NULL)
        show_rows (self, &slices->export.export.display);
      return (OndesExportJob *) slices;
    }
  exporting = ondes_scalogram_analysis_new_export (self, format, size, columns);
  if (exporting == NULL)
    return NULL;
  exporting->export.spec = export_spec (ONDES_WALSHGRAM_ANALYSIS (analysis),
                                        exporting->export.columns == 0 && !ondes_export_is_figure (format));
  exporting->export.detrend = ONDES_DETREND_NONE;
  show_rows (self, &exporting->export.display);
  return &exporting->parent;
}

/* The scalogram's exports of the same view have another name. */
static char *
name_export (OndesAnalysis *analysis,
             char         **folder)
{
  g_autofree char *name = ONDES_ANALYSIS_CLASS (ondes_walshgram_analysis_parent_class)->name_export (analysis, folder);

  return g_strconcat (name, " walshgram", NULL);
}

static const OndesPictureWords walshgram_words = {
  .name = N_("Walsh spectrogram"),
  .axes = { N_("Logarithmic sequency"), N_("Linear sequency") },
  .axis_tip = N_("A logarithmic axis leaves out the row of sequency 0, the mean"),
  .equalise = N_("Equalise sequencies"),
  .equalise_tip = N_("Divide each row by its median over the whole recording, so that what stands out from coloured noise shows"),
  .samples = { N_("Every window"), N_("Largest of each interval") },
  .chart_tip = N_("Wheel: zoom in time. Ctrl and wheel: zoom in sequency. Shift and wheel: pan in time.\n"
                 "Drag: pan. Pinch: zoom both axes. Double-click or Home: show the whole recording.\n"
                 "+ and −: zoom in time, with Ctrl in sequency. Arrow keys: pan. Alt and arrow keys: move the "
                 "crosshair."),
  .bar_tip = N_("Drag the upper half to move the upper limit, the lower half to move the lower limit; double-click for "
               "automatic. Ctrl with Up or Down moves the upper limit, Ctrl with Shift the lower. Ctrl+F fits the "
               "range to the current view.\n"
               "A column shows the largest value of its windows."),
  .point = N_("Point at the Walsh spectrogram to read values, or move the crosshair with Alt and the arrow keys"),
};

static void
ondes_walshgram_analysis_class_init (OndesWalshgramAnalysisClass *klass)
{
  OndesAnalysisClass *analysis_class = ONDES_ANALYSIS_CLASS (klass);
  OndesScalogramAnalysisClass *scalogram_class = ONDES_SCALOGRAM_ANALYSIS_CLASS (klass);

  scalogram_class->picture = &ondes_walshgram_picture;
  scalogram_class->words = &walshgram_words;
  scalogram_class->make_spec = make_spec;
  analysis_class->name = "sequency";
  analysis_class->save = save;
  analysis_class->restore = restore;
  analysis_class->remember = remember;
  analysis_class->mend = NULL;
  analysis_class->make_export = make_export;
  analysis_class->name_export = name_export;
}

static void
ondes_walshgram_analysis_init (OndesWalshgramAnalysis *self)
{
  OndesScalogramAnalysis *analysis = &self->parent_instance;

  self->options = ondes_walshgram_options_default;
  self->options.type = ONDES_F32;
  analysis->lazy = TRUE;
  analysis->settings.detrend = ONDES_DETREND_NONE;
  analysis->display.show = ONDES_SHOW_LINEAR;
}

OndesWalshgramAnalysis *
ondes_walshgram_analysis_new (OndesSession *session)
{
  return g_object_new (ONDES_TYPE_WALSHGRAM_ANALYSIS, "session", session, NULL);
}
