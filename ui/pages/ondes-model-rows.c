/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "charts/ondes-curve-editor.h"
#include "ondes-model-rows.h"
#include "rows/ondes-file-row.h"
#include "rows/ondes-rows.h"
#include "rows/ondes-slider-row.h"
#include "session/signals.h"
#include "session/words.h"

#define TABLE  "table:"
#define POINTS "points:"
#define AMPLITUDE_SPAN 0.2 /* of the curve's ruler, at least */
#define TIMING_SPAN    1.0 /* the same, in samples */
#define AMPLITUDE_LEAST (-0.99)
#define PRODUCT_DIGITS 12 /* round off what a product of powers of ten leaves behind a number */

/* The items of the kind. */
typedef enum { KIND_NONE, KIND_CONSTANT, KIND_POWER, KIND_CURVE, KIND_OFFSET } Kind;

enum { FACTOR, EXPONENT, CONSTANT, N_NUMBERS };

struct _OndesModelRows
{
  GObject           parent_instance;

  OndesSetting      setting;
  gboolean          updating; /* a text is being shown: changes are not the user's */
  char             *text;
  OndesModelUnits   units;    /* its string is interned */
  OndesFineUnit     fine;
  OndesErrorModel  *model;    /* of the text; NULL if it is none or still being read */

  AdwExpanderRow   *expander; /* keeps the rows while a table is being read */
  AdwComboRow      *kind;
  OndesSliderRow   *value;    /* of a constant and of an offset */
  OndesSliderRow   *numbers[N_NUMBERS];
  OndesFileRow     *table;
  OndesCurveEditor *editor;
  GtkWidget        *editor_row, *problem;
};

G_DEFINE_FINAL_TYPE (OndesModelRows, ondes_model_rows, G_TYPE_OBJECT)

static guint changed_signal;

/* Units. */

double
ondes_from_fine (double value,
                 double factor)
{
  return ondes_number_round (value / factor, PRODUCT_DIGITS);
}

double
ondes_to_fine (double value,
               double factor)
{
  return ondes_number_round (value * factor, PRODUCT_DIGITS);
}

OndesFineUnit
ondes_fine_unit (const OndesModelUnits *units)
{
  static const struct
  {
    double      below_s; /* length of a sample */
    const char *name;
    double      per_s;
  } fine[] = { { 2e-6, "ns", 1e9 }, { 2e-3, "µs", 1e6 }, { 2, "ms", 1e3 } };
  const double unit_s = g_strcmp0 (units->time_unit, "s") == 0 ? 1 : g_strcmp0 (units->time_unit, "ms") == 0 ? 1e-3 : INFINITY;

  for (guint i = 0; i < G_N_ELEMENTS (fine); i++)
    if (unit_s / units->rate_hz < fine[i].below_s)
      return (OndesFineUnit) { g_strdup (fine[i].name), fine[i].per_s * unit_s };
  return (OndesFineUnit) { ondes_words_time_unit (units->time_unit), 1 };
}

static gboolean
is_amplitude (OndesModelRows *self)
{
  return self->setting == ONDES_SETTING_AMPLITUDE_ERROR;
}

static double
get_factor (OndesModelRows *self)
{
  return is_amplitude (self) ? 1 : self->fine.factor;
}

/* Returns an error that is large for the recording, in the model's values. */
static double
get_span (OndesModelRows *self)
{
  return is_amplitude (self) ? AMPLITUDE_SPAN : TIMING_SPAN / self->units.rate_hz;
}

/* The model. */

static Kind
kind_of (const char *text)
{
  static const struct
  {
    const char *prefix;
    Kind        kind;
  } kinds[] = { { "constant:", KIND_CONSTANT }, { "power:", KIND_POWER }, { TABLE, KIND_CURVE }, { POINTS, KIND_CURVE },
                { "offset:", KIND_OFFSET } };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (text, kinds[i].prefix))
      return kinds[i].kind;
  return KIND_NONE;
}

/* Offers only the amplitudes an offset. */
static void
show_kind (OndesModelRows *self)
{
  const Kind kind = kind_of (self->text);
  const gboolean table = g_str_has_prefix (self->text, TABLE);

  adw_combo_row_set_selected (self->kind, kind == KIND_OFFSET && !is_amplitude (self) ? KIND_CONSTANT : kind);
  gtk_widget_set_visible (GTK_WIDGET (self->value), kind == KIND_CONSTANT || kind == KIND_OFFSET);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->value),
                                 /* Translators: a number that is added to every value of a mask. */
                                 kind == KIND_OFFSET ? _("Mask offset")
                                 /* Translators: an error of the amplitude or of the time. */
                                                     : _("Error"));
  for (guint i = 0; i < N_NUMBERS; i++)
    gtk_widget_set_visible (GTK_WIDGET (self->numbers[i]), kind == KIND_POWER);
  gtk_widget_set_visible (GTK_WIDGET (self->table), kind == KIND_CURVE);
  gtk_widget_set_visible (self->editor_row, kind == KIND_CONSTANT || kind == KIND_POWER || kind == KIND_CURVE);
  ondes_file_row_set_path (self->table, table ? self->text + strlen (TABLE) : "");
}

/* Fits the sliders to the recording and to the model's exponent. */
static void
show_ranges (OndesModelRows *self)
{
  const double factor = get_factor (self), most = 5 * get_span (self) * factor;
  const double k = self->model != NULL && self->model->kind == ONDES_MODEL_POWER ? self->model->k : 1;
  const double steepest = MAX (pow (self->units.lo_hz, k), pow (self->units.hi_hz, k));
  const char *unit = is_amplitude (self) ? NULL : self->fine.name;
  const double least = is_amplitude (self) ? AMPLITUDE_LEAST : -most;

  ondes_slider_row_set_range (self->value, least, most);
  ondes_slider_row_set_range (self->numbers[CONSTANT], least, most);
  if (steepest > 0 && isfinite (steepest))
    ondes_slider_row_set_range (self->numbers[FACTOR], -most / steepest, most / steepest);
  ondes_slider_row_set_unit (self->value, unit);
  ondes_slider_row_set_unit (self->numbers[CONSTANT], unit);
  ondes_slider_row_set_unit (self->numbers[FACTOR], unit);
}

static void
show_numbers (OndesModelRows *self)
{
  const double factor = get_factor (self);

  if (self->model == NULL)
    return;
  if (self->model->kind == ONDES_MODEL_CONSTANT || self->model->kind == ONDES_MODEL_OFFSET)
    ondes_slider_row_set_value (self->value, ondes_to_fine (self->model->c, factor));
  if (self->model->kind != ONDES_MODEL_POWER)
    return;
  ondes_slider_row_set_value (self->numbers[FACTOR], ondes_to_fine (self->model->a, factor));
  ondes_slider_row_set_value (self->numbers[EXPONENT], self->model->k);
  ondes_slider_row_set_value (self->numbers[CONSTANT], ondes_to_fine (self->model->c, factor));
}

static void
take_model (OndesModelRows  *self,
            OndesErrorModel *model)
{
  const gboolean offset = model != NULL && model->kind == ONDES_MODEL_OFFSET;

  g_clear_pointer (&self->model, ondes_error_model_unref);
  self->model = model;
  self->updating = TRUE;
  show_kind (self);
  show_ranges (self);
  show_numbers (self);
  self->updating = FALSE;
  ondes_curve_editor_set_model (self->editor, offset ? NULL : model);
}

/* Reading. */

typedef struct
{
  char        *text;
  OndesSetting setting;
} Reading;

static void
reading_free (gpointer data)
{
  g_free (((Reading *) data)->text);
  g_free (data);
}

static void
read_table (GTask        *task,
            gpointer      source,
            gpointer      data,
            GCancellable *cancellable)
{
  const Reading *reading = data;

  g_task_return_pointer (task, ondes_error_model_parse (reading->text, reading->setting, NULL),
                         (GDestroyNotify) ondes_error_model_unref);
}

/* Shows the table unless the text is another one meanwhile. What is wrong with it is the analysis's to tell. */
static void
on_read (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  OndesModelRows *self = ONDES_MODEL_ROWS (source);
  const Reading *reading = g_task_get_task_data (G_TASK (result));
  g_autoptr (OndesErrorModel) model = g_task_propagate_pointer (G_TASK (result), NULL);

  if (g_str_equal (reading->text, self->text))
    take_model (self, g_steal_pointer (&model));
}

void
ondes_model_rows_set_text (OndesModelRows *self,
                           const char     *text)
{
  g_autoptr (GTask) task = NULL;
  Reading *reading;

  if (g_str_equal (text, self->text))
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  if (!ondes_error_model_is_file (text))
    {
      take_model (self, *text != '\0' ? ondes_error_model_parse (text, self->setting, NULL) : NULL);
      return;
    }
  take_model (self, NULL);
  reading = g_new0 (Reading, 1);
  *reading = (Reading) { g_strdup (text), self->setting };
  task = g_task_new (self, NULL, on_read, NULL);
  g_task_set_task_data (task, reading, reading_free);
  g_task_run_in_thread (task, read_table);
}

void
ondes_model_rows_show_read (OndesModelRows *self,
                            const char *text,
                            const OndesErrorModel *model)
{
  if (model != NULL && model != self->model && g_strcmp0 (text, self->text) == 0 && ondes_error_model_is_file (text))
    take_model (self, ondes_error_model_ref ((OndesErrorModel *) model));
}

const char *
ondes_model_rows_get_text (OndesModelRows *self)
{
  return self->text;
}

/* Editing. */

/* Takes @text, which becomes owned, as a person's choice. */
static void
choose_text (OndesModelRows *self,
             char           *text)
{
  ondes_model_rows_set_text (self, text);
  g_free (text);
  g_signal_emit (self, changed_signal, 0);
}

static char *
print_numbers (const char *prefix,
               const double *values,
               guint        n)
{
  GString *text = g_string_new (prefix);
  char number[ONDES_NUMBER_SIZE];

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "," : "", ondes_number_print (number, values[i]));
  return g_string_free (text, FALSE);
}

/* Returns the value of the model in the middle of the rows, rounded. */
static double
get_middle (OndesModelRows *self)
{
  double value;

  if (self->model == NULL || self->model->kind == ONDES_MODEL_OFFSET)
    return 0;
  value = ondes_error_model_at (self->model, sqrt (self->units.lo_hz * self->units.hi_hz));
  return ondes_number_round (value, 3);
}

static char *
print_points (OndesModelRows *self)
{
  guint n;
  const OndesModelPoint *points = ondes_curve_editor_get_points (self->editor, &n);

  return ondes_error_model_print_points (points, n);
}

/* Begins a model of another kind with what there was. */
static void
on_kind (OndesModelRows *self)
{
  const Kind kind = adw_combo_row_get_selected (self->kind);
  const double middle[] = { get_middle (self) }, power[] = { 0, 1, get_middle (self) };

  if (self->updating || kind == kind_of (self->text))
    return;
  switch (kind)
    {
    case KIND_CONSTANT:
      choose_text (self, print_numbers ("constant:", middle, 1));
      break;
    case KIND_POWER:
      choose_text (self, print_numbers ("power:", power, N_NUMBERS));
      break;
    case KIND_OFFSET:
      choose_text (self, g_strdup ("offset:0"));
      break;
    case KIND_CURVE:
      if (self->model == NULL || self->model->kind == ONDES_MODEL_OFFSET)
        {
          g_autoptr (OndesErrorModel) none = ondes_error_model_parse ("constant:0", self->setting, NULL);

          ondes_curve_editor_set_model (self->editor, none);
        }
      choose_text (self, print_points (self));
      break;
    case KIND_NONE:
    default:
      choose_text (self, g_strdup (""));
    }
}

static void
on_number (OndesModelRows *self)
{
  const double factor = get_factor (self), value = ondes_from_fine (ondes_slider_row_get_value (self->value), factor);
  double power[N_NUMBERS];

  if (self->updating)
    return;
  for (guint i = 0; i < N_NUMBERS; i++)
    power[i] = ondes_from_fine (ondes_slider_row_get_value (self->numbers[i]), i == EXPONENT ? 1 : factor);
  if (kind_of (self->text) == KIND_POWER)
    choose_text (self, print_numbers ("power:", power, N_NUMBERS));
  else
    choose_text (self, print_numbers (kind_of (self->text) == KIND_OFFSET ? "offset:" : "constant:", &value, 1));
}

static void
on_table (OndesModelRows *self)
{
  const char *path = ondes_file_row_get_path (self->table);

  /* Without its file the curve stays, as points. */
  if (*path != '\0')
    choose_text (self, g_strconcat (TABLE, path, NULL));
  else
    choose_text (self, self->model != NULL ? print_points (self) : g_strdup (""));
}

/* Takes the points without showing them again, since they may be dragged. */
static void
on_points (OndesModelRows *self)
{
  g_free (self->text);
  self->text = print_points (self);
  g_clear_pointer (&self->model, ondes_error_model_unref);
  self->model = ondes_error_model_parse (self->text, self->setting, NULL);
  self->updating = TRUE;
  show_kind (self);
  self->updating = FALSE;
  g_signal_emit (self, changed_signal, 0);
}

/* Rows. */

static void
show_scale (OndesModelRows *self)
{
  const OndesCurveScale amplitude = { /* Translators: the title of a ruler; the chart is low. */
                                      .title = _("error"), .unit = "", .factor = 1, .span = get_span (self),
                                      .least = AMPLITUDE_LEAST, .is_gain = TRUE };
  /* Translators: the title of a ruler, with its unit; the chart is low. */
  g_autofree char *title = g_strdup_printf (_("error (%s)"), self->fine.name);
  const OndesCurveScale timing = { .title = title, .unit = self->fine.name, .factor = self->fine.factor,
                                   .span = get_span (self), .least = -INFINITY };

  ondes_curve_editor_set_scale (self->editor, is_amplitude (self) ? &amplitude : &timing);
}

void
ondes_model_rows_set_units (OndesModelRows        *self,
                            const OndesModelUnits *units)
{
  const gboolean same = g_strcmp0 (units->time_unit, self->units.time_unit) == 0 && units->rate_hz == self->units.rate_hz;
  g_autofree char *frequency = ondes_words_frequency_unit (units->time_unit);

  self->units = *units;
  self->units.time_unit = g_intern_string (units->time_unit);
  if (!same)
    {
      g_free (self->fine.name);
      self->fine = ondes_fine_unit (units);
      show_scale (self);
    }
  self->updating = TRUE;
  show_ranges (self);
  show_numbers (self);
  self->updating = FALSE;
  ondes_curve_editor_set_frequencies (self->editor, units->lo_hz, units->hi_hz, frequency);
}

void
ondes_model_rows_set_notes (OndesModelRows *self,
                            const char     *problem,
                            const char     *note)
{
  ondes_row_set_wrong (GTK_WIDGET (self->kind), problem != NULL);
  ondes_rows_show_problem (self->problem, problem);
  ondes_file_row_set_note (self->table, _("Drawn by hand"), note);
}

void
ondes_model_rows_set_sensitive (OndesModelRows *self,
                                gboolean        sensitive)
{
  GtkWidget *rows[] = { GTK_WIDGET (self->kind), GTK_WIDGET (self->value), GTK_WIDGET (self->numbers[0]),
                        GTK_WIDGET (self->numbers[1]), GTK_WIDGET (self->numbers[2]), GTK_WIDGET (self->table), self->editor_row };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ondes_rows_set_sensitive (rows[i], sensitive);
}

static OndesSliderRow *
add_slider (OndesModelRows *self,
            AdwExpanderRow *expander,
            const char     *title,
            const char     *tooltip)
{
  GtkWidget *row = g_object_new (ONDES_TYPE_SLIDER_ROW, "title", title, "tooltip-text", tooltip, NULL);

  g_signal_connect_object (row, "changed", G_CALLBACK (on_number), self, G_CONNECT_SWAPPED);
  adw_expander_row_add_row (expander, row);
  return ONDES_SLIDER_ROW (row);
}

static void
add_rows (OndesModelRows *self,
          AdwExpanderRow *expander)
{
  /* Translators: kinds of an error as a function of frequency; the offset is added to every value of a mask. */
  static const char *const kinds[] = { N_("None"), N_("Constant"), N_("Power law"), N_("Curve"), N_("Mask offset"), NULL };
  static const char *const timing_kinds[] = { N_("None"), N_("Constant"), N_("Power law"), N_("Curve"), NULL };
  const gboolean amplitude = is_amplitude (self);

  self->kind = ondes_rows_add_combo (expander, amplitude ? _("Amplitude error") : _("Timing error"),
                                     amplitude ? _("Error A of the sampled amplitude at each frequency; masks are multiplied "
                                                   "by 1 + A")
                                               : _("How late samples were taken, at each frequency; masks are shifted by it"),
                                     amplitude ? kinds : timing_kinds);
  g_signal_connect_object (self->kind, "notify::selected", G_CALLBACK (on_kind), self, G_CONNECT_SWAPPED);
  self->value = add_slider (self, expander, _("Error"), NULL);
  self->numbers[FACTOR] = add_slider (self, expander, _("Factor a"), _("The error is a · f^k + c"));
  self->numbers[EXPONENT] = add_slider (self, expander, _("Exponent k"), _("The error is a · f^k + c"));
  self->numbers[CONSTANT] = add_slider (self, expander, _("Constant c"), _("The error is a · f^k + c"));
  ondes_slider_row_set_range (self->numbers[EXPONENT], -4, 4);
  self->table = ondes_file_row_new (_("Table"), _("A file with two columns, frequency and error; drawing a curve replaces it"),
                                    _("Choose a Table"));
  adw_expander_row_add_row (expander, GTK_WIDGET (self->table));
  g_signal_connect_object (self->table, "changed", G_CALLBACK (on_table), self, G_CONNECT_SWAPPED);
  self->editor = ONDES_CURVE_EDITOR (ondes_curve_editor_new (amplitude ? _("Amplitude error over frequency")
                                                                       : _("Timing error over frequency")));
  self->editor_row = ondes_rows_add_widget (expander, GTK_WIDGET (self->editor));
  g_signal_connect_object (self->editor, "changed", G_CALLBACK (on_points), self, G_CONNECT_SWAPPED);
  self->problem = ondes_rows_add_problem (expander);
}

static void
ondes_model_rows_finalize (GObject *object)
{
  OndesModelRows *self = ONDES_MODEL_ROWS (object);

  g_clear_object (&self->expander);
  g_free (self->text);
  g_free (self->fine.name);
  g_clear_pointer (&self->model, ondes_error_model_unref);
  G_OBJECT_CLASS (ondes_model_rows_parent_class)->finalize (object);
}

static void
ondes_model_rows_class_init (OndesModelRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ondes_model_rows_finalize;
  changed_signal = ondes_signal_new (klass, "changed");
}

static void
ondes_model_rows_init (OndesModelRows *self)
{
  self->text = g_strdup ("");
  self->fine = (OndesFineUnit) { g_strdup ("s"), 1 };
  self->units = (OndesModelUnits) { "", 1, 0.001, 0.5 };
}

OndesModelRows *
ondes_model_rows_new (AdwExpanderRow *expander,
                      OndesSetting    setting)
{
  OndesModelRows *self = g_object_new (ONDES_TYPE_MODEL_ROWS, NULL);

  self->setting = setting;
  self->expander = g_object_ref (expander);
  self->updating = TRUE;
  add_rows (self, expander);
  self->updating = FALSE;
  show_scale (self);
  take_model (self, NULL);
  ondes_model_rows_set_notes (self, NULL, NULL);
  return self;
}
