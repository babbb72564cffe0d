/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "dyadic-analysis.h"
#include "scheduler.h"
#include "series-exports.h"
#include "words-settings.h"

#define LARGEST_MOST 256

typedef struct
{
  OndesOperandJob *operands[2]; /* the second NULL: the same */
  OndesDerivation  derivation;
  OndesDontCare    dont_care;
  guint64          given[2]; /* values before one power of two was made of them */
  OndesSeries     *values[2], *result;
  guint64         *largest;
  guint64          n_largest;
  int              place; /* that an error is about */
} Result;

struct _OndesDyadicAnalysis
{
  OndesAnalysis     parent_instance;

  OndesOperand     *operands[2];
  OndesDerivation   derivation;
  OndesDontCare     dont_care;
  gboolean          active, dirty;

  OndesQueue       *queue;
  OndesScheduler      *computing;

  Result           *result; /* NULL: none */
  OndesSeriesModel *values, *convolution;
  int               place;
};

enum { RESULT_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OndesDyadicAnalysis, ondes_dyadic_analysis, ONDES_TYPE_ANALYSIS)

/* The result. */

static void
result_free (gpointer data)
{
  Result *result = data;

  for (guint i = 0; i < 2; i++)
    {
      g_clear_pointer (&result->operands[i], ondes_operand_job_free);
      g_clear_pointer (&result->values[i], ondes_series_unref);
    }
  g_clear_pointer (&result->result, ondes_series_unref);
  g_free (result->largest);
  g_free (result);
}

static gboolean
is_same (OndesDyadicAnalysis *self)
{
  return ondes_operand_get_kind (self->operands[1]) == ONDES_OPERAND_SAME;
}

static gboolean
is_ready (OndesDyadicAnalysis *self)
{
  return ondes_operand_is_ready (self->operands[0]) && (is_same (self) || ondes_operand_is_ready (self->operands[1]));
}

static gpointer
prepare (gpointer model,
         gboolean anew,
         OndesStageFlags *flags)
{
  OndesDyadicAnalysis *self = model;
  Result *result;

  if (!is_ready (self))
    return NULL;
  *flags = ONDES_STAGE_BRIEF;
  result = g_new0 (Result, 1);
  for (guint i = 0; i < 2; i++)
    result->operands[i] = ondes_operand_take (self->operands[i]);
  result->derivation = self->derivation;
  result->dont_care = self->dont_care;
  return result;
}

static void
make_request (const Result *result,
              OndesSeriesRequest *request)
{
  *request = (OndesSeriesRequest) {
    .kind = result->operands[1] != NULL ? ONDES_SERIES_CONVOLUTION : ONDES_SERIES_AUTOCORRELATION,
    .derivation = result->derivation,
    .dont_care = result->dont_care,
    .precision = -1,
  };
}

static gboolean
work (OndesComputer *computer,
      gpointer data,
      const OndesWatch *watch,
      GError **error)
{
  Result *result = data;
  g_auto (OndesSeriesJob) job = { 0 };
  OndesSeriesRequest request;

  make_request (result, &request);
  for (guint i = 0; i < 2 && result->operands[i] != NULL; i++)
    {
      result->place = (int) i;
      if (!ondes_operand_job_run (result->operands[i], &request.inputs[i], watch->cancellable, error))
        return FALSE;
      result->given[i] = request.inputs[i].count;
    }
  result->place = 2;
  if (!ondes_series_job_init (&job, &request, error))
    return FALSE;
  for (guint i = 0; i < job.n_sources; i++)
    {
      OndesSeriesLabels labels = ondes_operand_job_get_labels (result->operands[i], &result->derivation);

      result->values[i] = ondes_series_read (job.sources[i], &labels, watch->cancellable, error);
      if (result->values[i] == NULL)
        return FALSE;
    }
  result->result = ondes_series_job_run (&job, computer, watch, NULL, error);
  if (result->result == NULL)
    return FALSE;
  result->largest = ondes_series_largest (result->result, LARGEST_MOST, &result->n_largest);
  return TRUE;
}

static void
landed (gpointer data,
        const GError *error,
        gpointer user_data)
{
  OndesDyadicAnalysis *self = user_data;
  Result *result = data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  ondes_analysis_take_problem (ONDES_ANALYSIS (self), NULL, ONDES_SETTING_NONE);
  for (guint i = 0; i < 2; i++)
    if (result->operands[i] != NULL)
      ondes_operand_found (self->operands[i], result->operands[i]);
  if (error != NULL)
    {
      ondes_analysis_take_problem (ONDES_ANALYSIS (self), ondes_words_error (error), ondes_error_get_setting (error));
      self->place = result->place;
      ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
      return;
    }
  g_clear_pointer (&self->result, result_free);
  self->result = g_new0 (Result, 1);
  *self->result = *result;
  /* The queue frees what landed. */
  *result = (Result) { 0 };
  ondes_analysis_take_status (ONDES_ANALYSIS (self), g_strdup (self->result->result->report));
  ondes_series_model_set_series (self->values, self->result->values[0]);
  ondes_series_model_set_over (self->values, self->result->values[1]);
  ondes_series_model_set_series (self->convolution, self->result->result);
  ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
  g_signal_emit (self, signals[RESULT_CHANGED], 0);
}

static void
changed (gpointer model)
{
  ondes_analysis_changed (ONDES_ANALYSIS (model));
}

static const OndesSchedulerClass computing = {
  .key = "convolution",
  .prepare = prepare,
  .work = work,
  .landed = landed,
  .free = result_free,
  .changed = changed,
};

static void
drop_result (OndesDyadicAnalysis *self)
{
  ondes_analysis_take_problem (ONDES_ANALYSIS (self), NULL, ONDES_SETTING_NONE);
  ondes_analysis_take_status (ONDES_ANALYSIS (self), NULL);
  g_clear_pointer (&self->result, result_free);
  ondes_series_model_set_series (self->values, NULL);
  ondes_series_model_set_series (self->convolution, NULL);
  g_signal_emit (self, signals[RESULT_CHANGED], 0);
}

static void
want (OndesDyadicAnalysis *self)
{
  ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
  if (!is_ready (self))
    {
      ondes_scheduler_cancel (self->computing);
      drop_result (self);
      changed (self);
      return;
    }
  self->dirty = !self->active;
  if (self->active)
    ondes_scheduler_want (self->computing, ONDES_WANT_SOON);
}

/* The object. */

static void
ondes_dyadic_analysis_dispose (GObject *object)
{
  OndesDyadicAnalysis *self = ONDES_DYADIC_ANALYSIS (object);

  for (guint i = 0; i < 2; i++)
    if (self->operands[i] != NULL)
      g_signal_handlers_disconnect_by_data (self->operands[i], self);
  /* The queue first: no callback comes once it is gone. */
  g_clear_pointer (&self->queue, ondes_queue_free);
  g_clear_pointer (&self->result, result_free);
  g_clear_object (&self->values);
  g_clear_object (&self->convolution);
  g_clear_object (&self->operands[0]);
  g_clear_object (&self->operands[1]);
  G_OBJECT_CLASS (ondes_dyadic_analysis_parent_class)->dispose (object);
}

static void
ondes_dyadic_analysis_init (OndesDyadicAnalysis *self)
{
  self->values = ondes_series_model_new ();
  self->convolution = ondes_series_model_new ();
  self->dirty = TRUE;
}

OndesDyadicAnalysis *
ondes_dyadic_analysis_new (OndesSession *session)
{
  const OndesClient client = { .priority = ONDES_PRIORITY_HIDDEN, .owner = session };
  OndesDyadicAnalysis *self = g_object_new (ONDES_TYPE_DYADIC_ANALYSIS, "session", session, NULL);

  self->queue = ondes_queue_new (ondes_computer_new_at (NULL, 0, 0, &client));
  self->computing = ondes_analysis_add_scheduler (ONDES_ANALYSIS (self), &computing, self->queue);
  for (guint i = 0; i < 2; i++)
    self->operands[i] = ondes_operand_new (session, i == 1);
  ondes_operand_set_kind (self->operands[1], ONDES_OPERAND_SAME);
  for (guint i = 0; i < 2; i++)
    g_signal_connect_object (self->operands[i], "changed", G_CALLBACK (want), self, G_CONNECT_SWAPPED);
  return self;
}

void
ondes_dyadic_analysis_set_active (OndesDyadicAnalysis *self,
                                  gboolean active)
{
  self->active = active;
  ondes_queue_set_priority (self->queue, active ? ONDES_PRIORITY_INTERACTIVE : ONDES_PRIORITY_HIDDEN);
  if (active && self->dirty)
    want (self);
}

OndesOperand *
ondes_dyadic_analysis_get_operand (OndesDyadicAnalysis *self,
                                   guint which)
{
  return self->operands[which];
}

const OndesDerivation *
ondes_dyadic_analysis_get_derivation (OndesDyadicAnalysis *self)
{
  return &self->derivation;
}

OndesDontCare
ondes_dyadic_analysis_get_dont_care (OndesDyadicAnalysis *self)
{
  return self->dont_care;
}

void
ondes_dyadic_analysis_set_values (OndesDyadicAnalysis *self,
                                  const OndesDerivation *derivation,
                                  OndesDontCare dont_care)
{
  if (ondes_derivation_equal (derivation, &self->derivation) && dont_care == self->dont_care)
    return;
  self->derivation = *derivation;
  self->dont_care = dont_care;
  want (self);
}

OndesSeriesModel *
ondes_dyadic_analysis_get_values (OndesDyadicAnalysis *self)
{
  return self->values;
}

OndesSeriesModel *
ondes_dyadic_analysis_get_result (OndesDyadicAnalysis *self)
{
  return self->convolution;
}

gboolean
ondes_dyadic_analysis_is_auto (OndesDyadicAnalysis *self)
{
  return self->result != NULL && self->result->operands[1] == NULL;
}

const OndesDerivation *
ondes_dyadic_analysis_get_shown (OndesDyadicAnalysis *self)
{
  return self->result != NULL ? &self->result->derivation : &self->derivation;
}

guint64
ondes_dyadic_analysis_get_given (OndesDyadicAnalysis *self,
                                 guint which)
{
  return self->result != NULL ? self->result->given[which] : 0;
}

const guint64 *
ondes_dyadic_analysis_get_largest (OndesDyadicAnalysis *self,
                                   guint *n)
{
  *n = self->result != NULL ? (guint) self->result->n_largest : 0;
  return self->result != NULL ? self->result->largest : NULL;
}

int
ondes_dyadic_analysis_get_problem_place (OndesDyadicAnalysis *self)
{
  return ondes_analysis_get_problem (ONDES_ANALYSIS (self)) != NULL ? self->place : -1;
}

/* The analysis. */

static void
zoom (OndesAnalysis *model,
      double factor)
{
  ondes_series_model_zoom (ONDES_DYADIC_ANALYSIS (model)->convolution, factor);
  if (!(factor > 0))
    ondes_series_model_zoom (ONDES_DYADIC_ANALYSIS (model)->values, factor);
}

static guint
get_formats (OndesAnalysis *model)
{
  /* Numbers and the raster alone, as ondes-cli writes them. */
  return ONDES_DYADIC_ANALYSIS (model)->result != NULL ? ONDES_SERIES_FORMATS : 0;
}

static char *
name_export (OndesAnalysis *model,
             char **folder)
{
  OndesDyadicAnalysis *self = ONDES_DYADIC_ANALYSIS (model);

  return ondes_series_exports_name (self->result->operands[0],
                                    self->result->operands[1] != NULL ? "convolution" : "autocorrelation", folder);
}

static char *
count_numbers (OndesAnalysis *model,
               OndesExportFormat format,
               guint columns)
{
  OndesDyadicAnalysis *self = ONDES_DYADIC_ANALYSIS (model);

  return self->result != NULL ? ondes_series_exports_count (self->result->result, format) : g_strdup ("");
}

static gpointer
make_export (OndesAnalysis *analysis,
             OndesExportFormat format,
             const OndesFigureSize *size,
             guint columns,
             const OndesExportJobClass **klass)
{
  OndesDyadicAnalysis *self = ONDES_DYADIC_ANALYSIS (analysis);
  OndesSeriesExporting *exporting;
  OndesSeriesRequest request;

  if (self->result == NULL)
    return NULL;
  *klass = &ondes_series_exporting;
  make_request (self->result, &request);
  exporting = ondes_series_exporting_new (&request, self->result->operands[0], self->result->operands[1], format, size);
  ondes_series_model_get_span (self->convolution, &exporting->export.first, &exporting->export.count);
  return exporting;
}

static const OndesSettingsField fields[] = {
  { "dont-care", ONDES_FIELD_WORD, G_STRUCT_OFFSET (OndesDyadicAnalysis, dont_care), ondes_dont_care_names },
  { "signed", ONDES_FIELD_BOOLEAN, G_STRUCT_OFFSET (OndesDyadicAnalysis, derivation.is_signed) },
  { NULL },
};

static const char *const operand_names[] = { "first", "second" };

static void
save (OndesAnalysis *analysis,
      GVariantBuilder *settings)
{
  OndesDyadicAnalysis *self = ONDES_DYADIC_ANALYSIS (analysis);

  ondes_settings_fields_save (fields, self, settings);
  ondes_settings_fields_save (ondes_derivation_fields, &self->derivation, settings);
  for (guint i = 0; i < G_N_ELEMENTS (operand_names); i++)
    g_variant_builder_add (settings, "{sv}", operand_names[i], ondes_operand_save (self->operands[i]));
}

static void
restore (OndesAnalysis *analysis,
         GVariant *settings)
{
  OndesDyadicAnalysis *self = ONDES_DYADIC_ANALYSIS (analysis);
  const OndesDerivation derivation = self->derivation;
  const OndesDontCare dont_care = self->dont_care;

  ondes_settings_fields_restore (fields, self, settings);
  ondes_settings_fields_restore (ondes_derivation_fields, &self->derivation, settings);
  if (!ondes_derivation_equal (&derivation, &self->derivation) || dont_care != self->dont_care)
    want (self);
  for (guint i = 0; i < G_N_ELEMENTS (operand_names); i++)
    {
      g_autoptr (GVariant) operand = g_variant_lookup_value (settings, operand_names[i], G_VARIANT_TYPE_VARDICT);

      if (operand != NULL)
        ondes_operand_restore (self->operands[i], operand);
    }
}

static void
ondes_dyadic_analysis_class_init (OndesDyadicAnalysisClass *klass)
{
  static const char *const names[N_SIGNALS] = { "result-changed" };
  OndesAnalysisClass *analysis_class = ONDES_ANALYSIS_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ondes_dyadic_analysis_dispose;
  analysis_class->name = "convolution";
  analysis_class->save = save;
  analysis_class->restore = restore;
  analysis_class->zoom = zoom;
  analysis_class->get_formats = get_formats;
  analysis_class->name_export = name_export;
  analysis_class->count_numbers = count_numbers;
  analysis_class->make_export = make_export;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], ONDES_TYPE_DYADIC_ANALYSIS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}
