/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/option.h"
#include "export/export-psd.h"
#include "figure/draw-slice.h"
#include "figure/psd-picture.h"
#include "psd-analysis.h"
#include "session/exports.h"
#include "session/settings.h"
#include "session/words-settings.h"
#include "session/words.h"

struct _OndesPsdAnalysis
{
  OndesAnalysis    parent_instance;

  OndesSession    *session;   /* borrowed from the parent */
  OndesScheduler  *computing;
  OndesPsdSettings settings;
  OndesPsdCurve    shown;     /* its psd is NULL if there is none */
  GArray          *kept;      /* of OndesPsdCurve */
  guint            colours;   /* given so far */
  guint            opened;    /* number of the session's opening that is shown */
  double           pointer_hz, cursor_hz;
};

G_DEFINE_FINAL_TYPE (OndesPsdAnalysis, ondes_psd_analysis, ONDES_TYPE_ANALYSIS)

static guint curves_changed, pointer_changed;

/* Parameters. */

static const char *const of_names[] = { "selection", "view", "whole", NULL };
static const char *const of_titles[] = { N_("Selection or view"), N_("View"), N_("Whole recording"), NULL };
static const OndesPsdSettings settings_default = { .options = { .overlap = 0.5, .detrend = ONDES_PSD_DETREND_MEAN } };

static const OndesParam of_rows[] = {
  { "psd-of", ONDES_PARAM_WORD, G_STRUCT_OFFSET (OndesPsdSettings, of), of_names,
    .flags = ONDES_PARAM_SESSION | ONDES_PARAM_REMEMBERED, .group = "of",
    .title = N_("Samples"), .said = N_("Samples of the spectrum"), .titles = of_titles,
    .tip = N_("The spectrum is of the selection, or of the view where nothing is selected; of the view; or of all samples") },
  { NULL },
};

const OndesParamTable ondes_psd_of_params = { of_rows, &settings_default };

/* Computing. */

typedef struct
{
  OndesSource    *source;
  OndesSpan       span;
  OndesPsdOptions options;
  OndesPsdCurve   curve;
} Job;

static void
curve_clear (gpointer data)
{
  OndesPsdCurve *curve = data;

  g_clear_pointer (&curve->psd, ondes_psd_unref);
  g_clear_pointer (&curve->label, g_free);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  ondes_source_unref (job->source);
  curve_clear (&job->curve);
  g_free (job);
}

static OndesSpan
find_span (OndesPsdAnalysis *self)
{
  OndesTimeline *timeline = ondes_session_get_timeline (self->session);
  const OndesSelection selection = ondes_timeline_get_selection (timeline);
  const guint64 n = ondes_session_get_source (self->session)->n;
  OndesSpan span = { 0, n };

  if (self->settings.of == ONDES_PSD_OF_SELECTION && ondes_selection_is_set (&selection))
    ondes_selection_get_samples (&selection, n, &span.first, &span.count);
  else if (self->settings.of != ONDES_PSD_OF_WHOLE)
    ondes_timeline_get_span (timeline, &span.first, &span.count);
  return span;
}

/* Returns "Channel 1, 31.7 s – 32.8 s". */
static char *
make_label (OndesPsdAnalysis *self,
            OndesSpan         span)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  g_autofree char *unit = ondes_words_time_unit (info->time_unit);
  g_autofree char *from = ondes_words_quantity ((double) span.first / info->rate_hz, unit, 4);
  g_autofree char *to = ondes_words_quantity ((double) (span.first + span.count) / info->rate_hz, unit, 4);
  g_autofree char *channel = ondes_words_channel (recording, ondes_session_get_channel (self->session));

  return info->channels > 1 ? g_strdup_printf ("%s, %s – %s", channel, from, to) : g_strdup_printf ("%s – %s", from, to);
}

static gpointer
prepare (gpointer         owner,
         gboolean         anew,
         OndesStageFlags *flags)
{
  OndesPsdAnalysis *self = owner;
  Job *job;

  if (!ondes_session_has_time (self->session))
    return NULL;
  *flags = ONDES_STAGE_BRIEF;
  job = g_new0 (Job, 1);
  job->source = ondes_source_ref (ondes_session_get_source (self->session));
  job->span = find_span (self);
  job->options = self->settings.options;
  job->curve.label = make_label (self, job->span);
  job->curve.colour = ONDES_SLICE_OVER_SELECTION;
  return job;
}

static gboolean
work (OndesComputer    *computer,
      gpointer          data,
      const OndesWatch *watch,
      GError          **error)
{
  Job *job = data;
  OndesPsdCurve *curve = &job->curve;

  curve->psd = ondes_psd_compute (job->source, job->span, &job->options, watch, error);
  if (curve->psd != NULL)
    curve->n_peaks = ondes_psd_peaks (curve->psd, -INFINITY, INFINITY, curve->peaks, ONDES_PSD_PEAKS_MOST);
  return curve->psd != NULL;
}

/* Tells how many segments were averaged. */
static char *
describe (OndesPsdAnalysis *self,
          const OndesPsd   *psd)
{
  const char *time_unit = ondes_recording_get_info (ondes_session_get_recording (self->session))->time_unit;
  g_autofree char *unit = ondes_words_frequency_unit (time_unit);
  g_autofree char *bin = ondes_words_quantity (psd->bin_hz, unit, 3);
  g_autofree char *averages = ondes_words_count (psd->averages), *length = ondes_words_count (psd->options.length);

  /* Translators: the status of a spectrum; the third is the width of a frequency bin, “2.69 Hz”. */
  return g_strdup_printf (ngettext ("%s segment of %s samples · bins of %s", "mean of %s segments of %s samples · bins of %s",
                                    psd->averages), averages, length, bin);
}

static void
show (OndesPsdAnalysis *self,
      Job              *job)
{
  curve_clear (&self->shown);
  if (job != NULL)
    {
      self->shown = job->curve;
      job->curve = (OndesPsdCurve) { NULL };
    }
  ondes_analysis_take_status (ONDES_ANALYSIS (self), job != NULL ? describe (self, self->shown.psd) : NULL);
  g_signal_emit (self, curves_changed, 0);
}

static void
landed (gpointer      data,
        const GError *error,
        gpointer      owner)
{
  OndesAnalysis *self = owner;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  ondes_analysis_take_error (self, error);
  if (error == NULL)
    show (owner, data);
  ondes_analysis_settings_changed (self);
}

static const OndesSchedulerClass computing = {
  .key = "psd", .prepare = prepare, .work = work, .landed = landed, .free = job_free, .changed = ondes_analysis_changed,
};

/* What the spectrum is of. */

static void
want (OndesAnalysis *analysis)
{
  OndesPsdAnalysis *self = ONDES_PSD_ANALYSIS (analysis);

  if (ondes_session_has_time (self->session))
    {
      ondes_analysis_compute (analysis);
      return;
    }
  ondes_scheduler_leave (self->computing);
  ondes_analysis_take_problem (analysis, NULL, ONDES_SETTING_NONE);
  show (self, NULL);
  ondes_analysis_changed (analysis);
}

/* Frequencies in view and kept spectra belong to one file. */
static void
on_recording (OndesPsdAnalysis *self)
{
  const guint opened = ondes_session_get_opened (self->session);

  ondes_scheduler_leave (self->computing);
  if (opened != self->opened)
    {
      self->opened = opened;
      self->settings.options.view_lo = self->settings.options.view_hi = 0;
      self->settings.options.length = 0;
      self->pointer_hz = self->cursor_hz = NAN;
      g_array_set_size (self->kept, 0);
      show (self, NULL);
    }
  ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
  ondes_analysis_want (ONDES_ANALYSIS (self));
}

static void
on_span (OndesPsdAnalysis *self)
{
  if (self->settings.of != ONDES_PSD_OF_WHOLE && ondes_session_has_time (self->session))
    ondes_analysis_want (ONDES_ANALYSIS (self));
}

/* Settings. */

static void
save (OndesAnalysis   *analysis,
      GVariantBuilder *settings)
{
  OndesPsdAnalysis *self = ONDES_PSD_ANALYSIS (analysis);

  ondes_params_save (of_rows, ONDES_PARAM_SESSION, &self->settings, settings);
  ondes_params_save (ondes_psd_params.rows, ONDES_PARAM_SESSION, &self->settings.options, settings);
}

static void
restore (OndesAnalysis *analysis,
         GVariant      *saved)
{
  OndesPsdSettings settings = ONDES_PSD_ANALYSIS (analysis)->settings;

  ondes_params_restore (of_rows, ONDES_PARAM_SESSION, &settings, saved);
  ondes_params_restore (ondes_psd_params.rows, ONDES_PARAM_SESSION, &settings.options, saved);
  ondes_psd_analysis_set_settings (ONDES_PSD_ANALYSIS (analysis), &settings);
}

static void
remember (OndesAnalysis   *analysis,
          OndesRemembered *list)
{
  ondes_remembered_add_rows (list, "", of_rows);
  ondes_remembered_add_rows (list, "", ondes_psd_params.rows);
}

/* Shows all frequencies, or zooms about the middle of those in view. */
static void
zoom (OndesAnalysis *analysis,
      double         factor)
{
  OndesPsdAnalysis *self = ONDES_PSD_ANALYSIS (analysis);
  OndesPsdSettings settings = self->settings;
  const OndesPsd *psd = self->shown.psd;
  OndesAxis axis;

  if (psd == NULL)
    return;
  axis = ondes_psd_picture_frequencies (&(OndesPsdPicture) { &psd, 1, &settings.options }, 1);
  settings.options.view_lo = factor > 0 ? ondes_axis_value (&axis, 0.5 - 0.5 / factor) : 0;
  settings.options.view_hi = factor > 0 ? ondes_axis_value (&axis, 0.5 + 0.5 / factor) : 0;
  ondes_psd_analysis_set_settings (self, &settings);
}

/* Exports. */

typedef struct
{
  OndesExportJob parent;
  OndesPsdExport export;
} Exporting;

static OndesPsdExport *
take_export (OndesExportJob *job)
{
  OndesPsdExport *export = &((Exporting *) job)->export;

  export->recording = job->recording;
  export->read = job->read;
  export->channel = job->channel;
  export->path = job->path;
  export->surface = job->surface;
  return export;
}

static gboolean
exporting_run (OndesExportJob   *job,
               OndesComputer    *computer,
               const OndesWatch *watch,
               GError          **error)
{
  return ondes_psd_export_run (take_export (job), watch, error);
}

static char *
exporting_command (OndesExportJob *job)
{
  return ondes_psd_export_command (take_export (job));
}

static void
exporting_clear (OndesExportJob *job)
{
}

static OndesExportJob *
make_export (OndesAnalysis         *analysis,
             OndesExportFormat      format,
             const OndesFigureSize *size,
             guint                  columns)
{
  static const OndesExportJobClass klass = { sizeof (Exporting), exporting_run, exporting_command, exporting_clear };
  OndesPsdAnalysis *self = ONDES_PSD_ANALYSIS (analysis);
  Exporting *exporting;

  if (self->shown.psd == NULL)
    return NULL;
  exporting = ondes_export_job_new (&klass, self->session);
  exporting->export = (OndesPsdExport) { .span = find_span (self), .options = self->settings.options, .size = *size,
                                         .format = format };
  return &exporting->parent;
}

static guint
get_formats (OndesAnalysis *analysis)
{
  return ONDES_PSD_ANALYSIS (analysis)->shown.psd != NULL ? ONDES_PSD_FORMATS : 0;
}

static char *
name_export (OndesAnalysis *analysis,
             char         **folder)
{
  OndesPsdAnalysis *self = ONDES_PSD_ANALYSIS (analysis);
  g_autofree char *base = ondes_exports_base_name (ondes_session_get_recording (self->session), folder);

  return g_strconcat (base, " spectrum", NULL);
}

static char *
count_numbers (OndesAnalysis    *analysis,
               OndesExportFormat format,
               guint             columns)
{
  const OndesPsd *psd = ONDES_PSD_ANALYSIS (analysis)->shown.psd;
  g_autofree char *count = psd != NULL ? ondes_words_count (psd->n) : NULL;
  g_autofree char *bytes = psd != NULL ? g_format_size ((format == ONDES_EXPORT_CSV ? 40 : 16) * psd->n) : NULL;

  if (psd == NULL)
    return g_strdup ("");
  /* Translators: how many, and the size of the file. */
  return g_strdup_printf (ngettext ("%s value, about %s", "%s values, about %s", psd->n), count, bytes);
}

/* The object. */

static void
ondes_psd_analysis_constructed (GObject *object)
{
  OndesPsdAnalysis *self = ONDES_PSD_ANALYSIS (object);
  OndesTimeline *timeline;

  G_OBJECT_CLASS (ondes_psd_analysis_parent_class)->constructed (object);
  self->session = ondes_analysis_get_session (ONDES_ANALYSIS (self));
  self->computing = ondes_analysis_add_scheduler (ONDES_ANALYSIS (self), &computing);
  timeline = ondes_session_get_timeline (self->session);
  g_signal_connect_object (self->session, "recording-changed", G_CALLBACK (on_recording), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (timeline, "view-changed", G_CALLBACK (on_span), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (timeline, "selection-changed", G_CALLBACK (on_span), self, G_CONNECT_SWAPPED);
  if (ondes_session_get_recording (self->session) != NULL)
    on_recording (self);
}

static void
ondes_psd_analysis_finalize (GObject *object)
{
  OndesPsdAnalysis *self = ONDES_PSD_ANALYSIS (object);

  curve_clear (&self->shown);
  g_array_unref (self->kept);
  G_OBJECT_CLASS (ondes_psd_analysis_parent_class)->finalize (object);
}

static void
ondes_psd_analysis_class_init (OndesPsdAnalysisClass *klass)
{
  OndesAnalysisClass *analysis_class = ONDES_ANALYSIS_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = ondes_psd_analysis_constructed;
  G_OBJECT_CLASS (klass)->finalize = ondes_psd_analysis_finalize;
  analysis_class->name = "psd";
  analysis_class->save = save;
  analysis_class->restore = restore;
  analysis_class->remember = remember;
  analysis_class->want = want;
  analysis_class->zoom = zoom;
  analysis_class->get_formats = get_formats;
  analysis_class->name_export = name_export;
  analysis_class->count_numbers = count_numbers;
  analysis_class->make_export = make_export;
  curves_changed = g_signal_new ("curves-changed", ONDES_TYPE_PSD_ANALYSIS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  pointer_changed
    = g_signal_new ("pointer-changed", ONDES_TYPE_PSD_ANALYSIS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ondes_psd_analysis_init (OndesPsdAnalysis *self)
{
  self->settings = settings_default;
  self->kept = g_array_new (FALSE, FALSE, sizeof (OndesPsdCurve));
  g_array_set_clear_func (self->kept, curve_clear);
  self->pointer_hz = self->cursor_hz = NAN;
}

OndesPsdAnalysis *
ondes_psd_analysis_new (OndesSession *session)
{
  return g_object_new (ONDES_TYPE_PSD_ANALYSIS, "session", session, NULL);
}

const OndesPsdSettings *
ondes_psd_analysis_get_settings (OndesPsdAnalysis *self)
{
  return &self->settings;
}

/* TRUE if the values of @a and @b are the same, however they are drawn. */
static gboolean
same_values (const OndesPsdOptions *a,
             const OndesPsdOptions *b)
{
  for (const OndesParam *row = ondes_psd_params.rows; row->key != NULL; row++)
    if ((row->flags & ONDES_PARAM_FIGURE) == 0 && !ondes_param_equal (row, a, b))
      return FALSE;
  return TRUE;
}

/* Replaces values that no control can set. A session that was edited by hand may have them. */
static void
mend (OndesPsdOptions *options)
{
  if (!(options->overlap >= 0 && options->overlap <= ONDES_PSD_OVERLAP_MOST))
    options->overlap = settings_default.options.overlap;
  if (options->length < ONDES_PSD_LENGTH_LEAST || options->length > ONDES_PSD_LENGTH_MOST)
    options->length = 0;
}

void
ondes_psd_analysis_set_settings (OndesPsdAnalysis       *self,
                                 const OndesPsdSettings *settings)
{
  const OndesPsdSettings before = self->settings;
  OndesPsdSettings fresh = *settings;
  gboolean same;

  mend (&fresh.options);
  same = same_values (&fresh.options, &before.options) && fresh.of == before.of;
  if (same && ondes_params_equal (ondes_psd_params.rows, 0, &fresh.options, &before.options))
    return;
  self->settings = fresh;
  ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
  if (!same)
    ondes_analysis_want (ONDES_ANALYSIS (self));
}

GPtrArray *
ondes_psd_analysis_list_curves (OndesPsdAnalysis *self)
{
  GPtrArray *curves = g_ptr_array_new ();
  const OndesPsd *psd = self->shown.psd;

  if (psd != NULL)
    g_ptr_array_add (curves, &self->shown);
  for (guint i = 0; psd != NULL && i < self->kept->len; i++)
    {
      OndesPsdCurve *curve = &g_array_index (self->kept, OndesPsdCurve, i);
      const OndesPsdOptions *options = &curve->psd->options;

      if (options->bands == psd->options.bands && (options->bands > 0 || options->scaling == psd->options.scaling))
        g_ptr_array_add (curves, curve);
    }
  return curves;
}

void
ondes_psd_analysis_keep (OndesPsdAnalysis *self)
{
  OndesPsdCurve curve;

  if (self->shown.psd == NULL)
    return;
  if (self->kept->len == ONDES_PSD_KEPT_MOST)
    g_array_remove_index (self->kept, 0);
  curve = self->shown;
  curve.psd = ondes_psd_ref (self->shown.psd);
  curve.label = g_strdup (self->shown.label);
  curve.colour = self->colours++;
  g_array_append_val (self->kept, curve);
  g_signal_emit (self, curves_changed, 0);
}

void
ondes_psd_analysis_drop_kept (OndesPsdAnalysis *self)
{
  g_array_set_size (self->kept, 0);
  self->colours = 0;
  g_signal_emit (self, curves_changed, 0);
}

guint
ondes_psd_analysis_count_kept (OndesPsdAnalysis *self)
{
  return self->kept->len;
}

double
ondes_psd_analysis_get_pointer (OndesPsdAnalysis *self)
{
  return self->pointer_hz;
}

/* Sets one of the two frequencies. */
static void
set_place (OndesPsdAnalysis *self,
           double           *place,
           double            hz)
{
  if (hz == *place || (isnan (hz) && isnan (*place)))
    return;
  *place = hz;
  g_signal_emit (self, pointer_changed, 0);
}

void
ondes_psd_analysis_set_pointer (OndesPsdAnalysis *self,
                                double            hz)
{
  set_place (self, &self->pointer_hz, hz);
}

double
ondes_psd_analysis_get_cursor (OndesPsdAnalysis *self)
{
  return self->cursor_hz;
}

void
ondes_psd_analysis_set_cursor (OndesPsdAnalysis *self,
                               double            hz)
{
  set_place (self, &self->cursor_hz, hz);
}
