/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "convolution.h"
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

struct _OndesConvolution
{
  GObject           parent_instance;

  OndesOperand     *operands[2];
  OndesDerivation   derivation;
  OndesDontCare     dont_care;
  gboolean          active, dirty;

  OndesQueue       *queue;
  OndesScheduler      *computing;
  OndesExports     *exports;

  Result           *result; /* NULL: none */
  OndesSeriesModel *values, *convolution;
  char             *problem, *status;
  int               place;
};

enum { SETTINGS_CHANGED, RESULT_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void page_model_init (OndesPageModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (OndesConvolution, ondes_convolution, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (ONDES_TYPE_PAGE_MODEL, page_model_init))

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
is_same (OndesConvolution *self)
{
  return ondes_operand_get_kind (self->operands[1]) == ONDES_OPERAND_SAME;
}

static gboolean
is_ready (OndesConvolution *self)
{
  return ondes_operand_is_ready (self->operands[0]) && (is_same (self) || ondes_operand_is_ready (self->operands[1]));
}

static gpointer
prepare (gpointer model,
         gboolean anew,
         OndesStageFlags *flags)
{
  OndesConvolution *self = model;
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
      OndesProgress progress,
      gpointer progress_data,
      GCancellable *cancellable,
      GError **error)
{
  Result *result = data;
  g_auto (OndesSeriesJob) job = { 0 };
  OndesSeriesRequest request;

  make_request (result, &request);
  for (guint i = 0; i < 2 && result->operands[i] != NULL; i++)
    {
      result->place = (int) i;
      if (!ondes_operand_job_run (result->operands[i], &request.inputs[i], cancellable, error))
        return FALSE;
      result->given[i] = request.inputs[i].count;
    }
  result->place = 2;
  if (!ondes_series_job_init (&job, &request, error))
    return FALSE;
  for (guint i = 0; i < job.n_sources; i++)
    {
      OndesSeriesLabels labels = ondes_operand_job_get_labels (result->operands[i], &result->derivation);

      result->values[i] = ondes_series_read (job.sources[i], &labels, cancellable, error);
      if (result->values[i] == NULL)
        return FALSE;
    }
  result->result = ondes_series_job_run (&job, computer, progress, progress_data, cancellable, NULL, error);
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
  OndesConvolution *self = user_data;
  Result *result = data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_pointer (&self->problem, g_free);
  for (guint i = 0; i < 2; i++)
    if (result->operands[i] != NULL)
      ondes_operand_found (self->operands[i], result->operands[i]);
  if (error != NULL)
    {
      self->problem = ondes_words_error (error);
      self->place = result->place;
      g_signal_emit (self, signals[SETTINGS_CHANGED], 0);
      return;
    }
  g_clear_pointer (&self->result, result_free);
  self->result = g_new0 (Result, 1);
  *self->result = *result;
  /* The queue frees what landed. */
  *result = (Result) { 0 };
  g_free (self->status);
  self->status = g_strdup (self->result->result->report);
  ondes_series_model_set_series (self->values, self->result->values[0]);
  ondes_series_model_set_over (self->values, self->result->values[1]);
  ondes_series_model_set_series (self->convolution, self->result->result);
  g_signal_emit (self, signals[SETTINGS_CHANGED], 0);
  g_signal_emit (self, signals[RESULT_CHANGED], 0);
}

static void
changed (gpointer model)
{
  ondes_page_model_changed (ONDES_PAGE_MODEL (model));
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
drop_result (OndesConvolution *self)
{
  g_clear_pointer (&self->problem, g_free);
  g_clear_pointer (&self->status, g_free);
  g_clear_pointer (&self->result, result_free);
  ondes_series_model_set_series (self->values, NULL);
  ondes_series_model_set_series (self->convolution, NULL);
  g_signal_emit (self, signals[RESULT_CHANGED], 0);
}

static void
want (OndesConvolution *self)
{
  g_signal_emit (self, signals[SETTINGS_CHANGED], 0);
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
ondes_convolution_dispose (GObject *object)
{
  OndesConvolution *self = ONDES_CONVOLUTION (object);

  for (guint i = 0; i < 2; i++)
    if (self->operands[i] != NULL)
      g_signal_handlers_disconnect_by_data (self->operands[i], self);
  /* The queues first: no callback comes once they are gone. */
  g_clear_pointer (&self->queue, ondes_queue_free);
  g_clear_pointer (&self->exports, ondes_exports_free);
  g_clear_pointer (&self->computing, ondes_scheduler_free);
  g_clear_pointer (&self->result, result_free);
  g_clear_object (&self->values);
  g_clear_object (&self->convolution);
  g_clear_object (&self->operands[0]);
  g_clear_object (&self->operands[1]);
  g_clear_pointer (&self->problem, g_free);
  g_clear_pointer (&self->status, g_free);
  G_OBJECT_CLASS (ondes_convolution_parent_class)->dispose (object);
}

static void
ondes_convolution_class_init (OndesConvolutionClass *klass)
{
  static const char *const names[N_SIGNALS] = { "settings-changed", "result-changed" };

  G_OBJECT_CLASS (klass)->dispose = ondes_convolution_dispose;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], ONDES_TYPE_CONVOLUTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ondes_convolution_init (OndesConvolution *self)
{
  self->values = ondes_series_model_new ();
  self->convolution = ondes_series_model_new ();
  self->dirty = TRUE;
}

OndesConvolution *
ondes_convolution_new (OndesDocument *document)
{
  const OndesClient client = { .priority = ONDES_PRIORITY_HIDDEN, .owner = document };
  OndesConvolution *self = g_object_new (ONDES_TYPE_CONVOLUTION, NULL);

  self->queue = ondes_queue_new (ondes_computer_new_at (NULL, 0, 0, &client));
  self->computing = ondes_scheduler_new (&computing, self->queue, self);
  self->exports = ondes_exports_new (ONDES_PAGE_MODEL (self), document);
  for (guint i = 0; i < 2; i++)
    self->operands[i] = ondes_operand_new (document, i == 1);
  ondes_operand_set_kind (self->operands[1], ONDES_OPERAND_SAME);
  for (guint i = 0; i < 2; i++)
    g_signal_connect_object (self->operands[i], "changed", G_CALLBACK (want), self, G_CONNECT_SWAPPED);
  return self;
}

void
ondes_convolution_set_active (OndesConvolution *self,
                              gboolean active)
{
  self->active = active;
  ondes_queue_set_priority (self->queue, active ? ONDES_PRIORITY_INTERACTIVE : ONDES_PRIORITY_HIDDEN);
  if (active && self->dirty)
    want (self);
}

OndesOperand *
ondes_convolution_get_operand (OndesConvolution *self,
                               guint which)
{
  return self->operands[which];
}

const OndesDerivation *
ondes_convolution_get_derivation (OndesConvolution *self)
{
  return &self->derivation;
}

OndesDontCare
ondes_convolution_get_dont_care (OndesConvolution *self)
{
  return self->dont_care;
}

void
ondes_convolution_set_values (OndesConvolution *self,
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
ondes_convolution_get_values (OndesConvolution *self)
{
  return self->values;
}

OndesSeriesModel *
ondes_convolution_get_result (OndesConvolution *self)
{
  return self->convolution;
}

gboolean
ondes_convolution_is_auto (OndesConvolution *self)
{
  return self->result != NULL && self->result->operands[1] == NULL;
}

const OndesDerivation *
ondes_convolution_get_shown (OndesConvolution *self)
{
  return self->result != NULL ? &self->result->derivation : &self->derivation;
}

guint64
ondes_convolution_get_given (OndesConvolution *self,
                             guint which)
{
  return self->result != NULL ? self->result->given[which] : 0;
}

const guint64 *
ondes_convolution_get_largest (OndesConvolution *self,
                               guint *n)
{
  *n = self->result != NULL ? (guint) self->result->n_largest : 0;
  return self->result != NULL ? self->result->largest : NULL;
}

int
ondes_convolution_get_problem_place (OndesConvolution *self)
{
  return self->problem != NULL ? self->place : -1;
}

/* The page model. */

static gboolean
is_busy (OndesPageModel *model,
         double *progress)
{
  return ondes_scheduler_is_busy (ONDES_CONVOLUTION (model)->computing, progress);
}

static const char *
get_status (OndesPageModel *model)
{
  const char *status = ONDES_CONVOLUTION (model)->status;

  return status != NULL ? status : "";
}

static const char *
get_problem (OndesPageModel *model)
{
  return ONDES_CONVOLUTION (model)->problem;
}

static void
cancel (OndesPageModel *model)
{
  ondes_scheduler_cancel (ONDES_CONVOLUTION (model)->computing);
}

static void
recompute (OndesPageModel *model)
{
  ondes_scheduler_want (ONDES_CONVOLUTION (model)->computing, ONDES_WANT_SOON);
}

static void
zoom (OndesPageModel *model,
      double factor)
{
  ondes_series_model_zoom (ONDES_CONVOLUTION (model)->convolution, factor);
  if (!(factor > 0))
    ondes_series_model_zoom (ONDES_CONVOLUTION (model)->values, factor);
}

static guint
get_formats (OndesPageModel *model)
{
  /* Numbers and the raster alone, as ondes-cli writes them. */
  return ONDES_CONVOLUTION (model)->result != NULL ? ONDES_SERIES_FORMATS : 0;
}

static char *
name_export (OndesPageModel *model,
             char **folder)
{
  OndesConvolution *self = ONDES_CONVOLUTION (model);

  return ondes_series_exports_name (self->result->operands[0],
                                    self->result->operands[1] != NULL ? "convolution" : "autocorrelation", folder);
}

static char *
count_numbers (OndesPageModel *model,
               OndesExportFormat format,
               guint columns)
{
  OndesConvolution *self = ONDES_CONVOLUTION (model);

  return self->result != NULL ? ondes_series_exports_count (self->result->result, format) : g_strdup ("");
}

static gboolean
is_exporting (OndesPageModel *model,
              double *progress)
{
  return ondes_exports_is_busy (ONDES_CONVOLUTION (model)->exports, progress);
}

static void
cancel_export (OndesPageModel *model)
{
  ondes_exports_cancel (ONDES_CONVOLUTION (model)->exports);
}

/* NULL: there is no result. */
static OndesSeriesExporting *
exporting_new (OndesConvolution *self,
               OndesExportFormat format,
               const OndesFigureSize *size)
{
  OndesSeriesExporting *exporting;
  OndesSeriesRequest request;

  if (self->result == NULL)
    return NULL;
  make_request (self->result, &request);
  exporting = ondes_series_exporting_new (&request, self->result->operands[0], self->result->operands[1], format, size);
  ondes_series_model_get_span (self->convolution, &exporting->export.first, &exporting->export.count);
  return exporting;
}

static void
export (OndesPageModel *model,
        const char *path,
        OndesExportFormat format,
        const OndesFigureSize *size,
        guint columns)
{
  OndesConvolution *self = ONDES_CONVOLUTION (model);

  ondes_series_exports_write (self->exports, exporting_new (self, format, size), path);
}

static char *
command (OndesPageModel *model,
         const char *path,
         OndesExportFormat format,
         const OndesFigureSize *size,
         guint columns)
{
  return ondes_series_exporting_command (exporting_new (ONDES_CONVOLUTION (model), format, size), path);
}

static void
copy_image (OndesPageModel *model,
            const OndesFigureSize *size,
            OndesImageDone done,
            gpointer user_data)
{
  OndesConvolution *self = ONDES_CONVOLUTION (model);

  ondes_series_exports_copy (self->exports, exporting_new (self, ONDES_EXPORT_PNG, size), done, user_data);
}

static void
page_model_init (OndesPageModelInterface *iface)
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
