/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "ondes-conditioning-panel.h"
#include "rows/ondes-slider-row.h"
#include "session/words-conditioning.h"
#include "session/words.h"
#include "session/words-settings.h"
#include "shell/ondes-accessible.h"
#include "shell/ondes-template.h"
#include "transform/cwt.h"

typedef struct
{
  GtkWidget *header;
  GtkWidget *buttons[3]; /* up, down, remove */
  GtkWidget *sliders[2]; /* NULL if the step has fewer numbers */
} StepRows;

struct _OndesConditioningPanel
{
  AdwBin          parent_instance;

  OndesSession   *session;
  gboolean        updating; /* the session is being shown: changes are not the user's */
  OndesStep       steps[ONDES_CONDITIONING_STEPS_MAX]; /* as in the session */
  StepRows        rows[ONDES_CONDITIONING_STEPS_MAX];
  guint           n, n_rows;

  AdwExpanderRow *expander;
  GtkSwitch      *apply;
  GtkWidget      *add_row;
  GtkMenuButton  *add;
  GtkLabel       *problem;
};

G_DEFINE_FINAL_TYPE (OndesConditioningPanel, ondes_conditioning_panel, ADW_TYPE_BIN)

/* Gives @steps to the session. */
static void
set_steps (OndesConditioningPanel *self,
           const OndesStep *steps,
           guint n,
           gboolean conditioned)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) texts = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = ondes_step_print (&steps[i]);

      g_strv_builder_add (builder, text);
    }
  texts = g_strv_builder_end (builder);
  ondes_session_set_conditioning (self->session, (const char *const *) texts, conditioned);
}

/* Returns the rate of the samples that step @i gets. */
static double
rate_before (OndesConditioningPanel *self,
             guint i)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  double rate_hz = recording != NULL ? ondes_recording_get_info (ondes_recording_get_original (recording))->rate_hz : 1;

  for (guint j = 0; j < i; j++)
    rate_hz = ondes_step_rate (&self->steps[j], rate_hz);
  return rate_hz;
}

static const char *
get_time_unit (OndesConditioningPanel *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);

  return recording != NULL ? ondes_recording_get_info (recording)->time_unit : "s";
}

/* The numbers of steps. */

typedef enum
{
  OF_RATE, /* limits and first value are times the rate */
  DECIBELS,
  COUNT,
} NumberUnit;

typedef struct
{
  const char *title;        /* NULL if the step has no such number */
  double      lower, upper; /* of the slider */
  double      first;        /* of a new step */
  NumberUnit  unit;
} Number;

static const Number numbers[ONDES_N_STEPS][2] = {
  [ONDES_STEP_HIGHPASS] = { { N_("Frequency"), 1e-4, 0.49, 0.01 } },
  [ONDES_STEP_LOWPASS] = { { N_("Frequency"), 1e-4, 0.49, 0.125 } },
  [ONDES_STEP_BANDPASS] = { { N_("From"), 1e-4, 0.49, 0.01 }, { N_("To"), 1e-4, 0.49, 0.125 } },
  [ONDES_STEP_NOTCH] = { { N_("Frequency"), 1e-4, 0.49, 0.1 },
                         /* Translators: how many frequencies a notch takes out, the fundamental and its harmonics. */
                         { N_("Harmonics"), 1, 20, 1, COUNT } },
  /* Translators: the width in hertz over which a spectrum is smoothed. */
  [ONDES_STEP_WHITEN] = { { N_("Smoothing"), 5e-5, 1.0 / ONDES_WHITEN_MIN, 0 } },
  [ONDES_STEP_RESAMPLE] = { { N_("Rate"), 0.01, 4, 0.5 } },
  [ONDES_STEP_GAIN] = { { N_("Gain"), -60, 60, 6, DECIBELS } },
};

/* Returns how many numbers a step of @kind has. */
static guint
count_numbers (OndesStepKind kind)
{
  return numbers[kind][1].title != NULL ? 2 : numbers[kind][0].title != NULL ? 1 : 0;
}

static double
get_number (const OndesStep *step,
            guint which,
            double rate_hz)
{
  if (step->kind == ONDES_STEP_GAIN)
    return step->db;
  if (step->kind == ONDES_STEP_WHITEN && step->hz == 0)
    return rate_hz / ondes_step_segment (step, rate_hz);
  if (which == 0)
    return step->hz;
  return step->kind == ONDES_STEP_NOTCH ? step->harmonics : step->hi_hz;
}

static void
set_number (OndesStep *step,
            guint which,
            double value)
{
  if (step->kind == ONDES_STEP_GAIN)
    step->db = value;
  else if (which == 0)
    step->hz = value;
  else if (step->kind == ONDES_STEP_NOTCH)
    step->harmonics = (guint) CLAMP (round (value), 0, G_MAXINT);
  else
    step->hi_hz = value;
}

/* Sets the limits of the slider for number @which of step @i. */
static void
set_range (OndesConditioningPanel *self,
           guint i,
           guint which)
{
  const Number *number = &numbers[self->steps[i].kind][which];
  const double times = number->unit == OF_RATE ? rate_before (self, i) : 1;

  ondes_slider_row_set_range (ONDES_SLIDER_ROW (self->rows[i].sliders[which]), number->lower * times, number->upper * times);
}

/* Returns a new step of @kind that fits samples at @rate_hz. */
static OndesStep
make_step (OndesStepKind kind,
           double rate_hz,
           const char *time_unit)
{
  OndesStep step = { .kind = kind };

  for (guint which = 0; which < count_numbers (kind); which++)
    {
      const Number *number = &numbers[kind][which];
      const double of_rate = number->first * rate_hz;

      set_number (&step, which, number->unit != OF_RATE         ? number->first
                                : kind == ONDES_STEP_RESAMPLE ? of_rate
                                                              : ondes_number_round (of_rate, 2));
    }
  if (kind == ONDES_STEP_NOTCH && g_str_equal (time_unit, "s") && rate_hz > 110)
    step.hz = 50; /* the mains */
  return step;
}

static void
on_number (OndesConditioningPanel *self,
           GtkWidget *slider)
{
  OndesStep steps[ONDES_CONDITIONING_STEPS_MAX];

  if (self->updating)
    return;
  memcpy (steps, self->steps, sizeof steps);
  for (guint i = 0; i < self->n; i++)
    for (guint which = 0; which < 2; which++)
      if (self->rows[i].sliders[which] == slider)
        {
          g_autoptr (GError) error = NULL;
          g_autofree char *sentence = NULL;

          set_number (&steps[i], which, ondes_slider_row_get_value (ONDES_SLIDER_ROW (slider)));
          if (ondes_step_check (&steps[i], 0, 0, &error))
            {
              ondes_row_set_wrong (slider, FALSE);
              set_steps (self, steps, self->n, ondes_session_is_conditioned (self->session));
              return;
            }
          ondes_row_set_wrong (slider, TRUE);
          sentence = ondes_words_row_error (error);
          ondes_label_show_problem (self->problem, sentence);
        }
}

/* Rows. */

#define STEP "ondes-step"

static void
on_step (OndesConditioningPanel *self,
         GtkWidget *button)
{
  gtk_widget_activate_action (GTK_WIDGET (self), gtk_widget_get_name (button), "u",
                              GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), STEP)));
}

/* Makes a button of step @i that does @action, which is its name too; as its action it would make the button sensitive. */
static GtkWidget *
make_button (OndesConditioningPanel *self,
             const char *icon_name,
             const char *action,
             guint i,
             const char *tooltip)
{
  GtkWidget *button = ondes_accessible_new_button (icon_name, tooltip);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_name (button, action);
  g_object_set_data (G_OBJECT (button), STEP, GUINT_TO_POINTER (i));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_step), self, G_CONNECT_SWAPPED);
  return button;
}

static void
add_step_rows (OndesConditioningPanel *self,
               guint i)
{
  const OndesStepKind kind = self->steps[i].kind;
  StepRows *rows = &self->rows[i];

  *rows = (StepRows) { .header = adw_action_row_new () };
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (rows->header), ondes_words_step_name (kind));
  rows->buttons[0] = make_button (self, "go-up-symbolic", "conditioning.up", i, _("Apply earlier"));
  rows->buttons[1] = make_button (self, "go-down-symbolic", "conditioning.down", i, _("Apply later"));
  rows->buttons[2] = make_button (self, "list-remove-symbolic", "conditioning.remove", i, _("Remove this step"));
  for (guint b = 0; b < 3; b++)
    adw_action_row_add_suffix (ADW_ACTION_ROW (rows->header), rows->buttons[b]);
  gtk_widget_set_sensitive (rows->buttons[0], i > 0);
  gtk_widget_set_sensitive (rows->buttons[1], i + 1 < self->n);
  adw_expander_row_add_row (self->expander, rows->header);
  for (guint which = 0; which < count_numbers (kind); which++)
    {
      const Number *number = &numbers[kind][which];

      rows->sliders[which] = g_object_new (ONDES_TYPE_SLIDER_ROW, "title", _(number->title), "logarithmic",
                                           number->unit == OF_RATE, NULL);
      g_signal_connect_object (rows->sliders[which], "changed", G_CALLBACK (on_number), self, G_CONNECT_SWAPPED);
      adw_expander_row_add_row (self->expander, rows->sliders[which]);
    }
}

static void
remove_rows (OndesConditioningPanel *self)
{
  for (guint i = 0; i < self->n_rows; i++)
    {
      adw_expander_row_remove (self->expander, self->rows[i].header);
      for (guint which = 0; which < 2; which++)
        if (self->rows[i].sliders[which] != NULL)
          adw_expander_row_remove (self->expander, self->rows[i].sliders[which]);
    }
  self->n_rows = 0;
}

/* Makes the rows anew, with the row that adds one last. */
static void
make_rows (OndesConditioningPanel *self)
{
  remove_rows (self);
  g_object_ref (self->add_row);
  adw_expander_row_remove (self->expander, self->add_row);
  for (guint i = 0; i < self->n; i++)
    add_step_rows (self, i);
  self->n_rows = self->n;
  adw_expander_row_add_row (self->expander, self->add_row);
  g_object_unref (self->add_row);
}

static void
show_numbers (OndesConditioningPanel *self)
{
  g_autofree char *unit = ondes_words_frequency_unit (get_time_unit (self));

  for (guint i = 0; i < self->n; i++)
    for (guint which = 0; which < count_numbers (self->steps[i].kind); which++)
      {
        OndesSliderRow *slider = ONDES_SLIDER_ROW (self->rows[i].sliders[which]);
        const char *const units[] = { unit, "dB", NULL };

        set_range (self, i, which);
        ondes_slider_row_set_unit (slider, units[numbers[self->steps[i].kind][which].unit]);
        ondes_slider_row_set_value (slider, get_number (&self->steps[i], which, rate_before (self, i)));
        ondes_row_set_wrong (GTK_WIDGET (slider), FALSE);
      }
  for (guint i = 0; i < self->n; i++)
    if (self->steps[i].kind == ONDES_STEP_FILTER)
      {
        g_autofree char *what = ondes_words_step_filter (&self->steps[i], get_time_unit (self));

        ondes_widget_set_text (self->rows[i].header, "subtitle", what);
      }
}

static void
show_summary (OndesConditioningPanel *self)
{
  g_autoptr (GString) summary = g_string_new (NULL);

  for (guint i = 0; i < self->n; i++)
    {
      g_autofree char *step = ondes_words_step (&self->steps[i], get_time_unit (self));

      g_string_append_printf (summary, "%s%s", i > 0 ? " · " : "", step);
    }
  /* Translators: of the steps of conditioning. */
  ondes_widget_set_text (self->expander, "subtitle", self->n > 0 ? summary->str : C_("steps", "None"));
}

/* Takes the session's steps; TRUE if their kinds differ from the rows'. */
static gboolean
take_steps (OndesConditioningPanel *self)
{
  const char *const *texts = ondes_session_get_conditioning (self->session);
  gboolean differ = FALSE;
  guint n = 0;

  for (; texts[n] != NULL && n < ONDES_CONDITIONING_STEPS_MAX; n++)
    {
      OndesStep step = { .text = NULL };

      if (!ondes_step_parse (texts[n], &step, NULL))
        break;
      differ |= n >= self->n_rows || step.kind != self->steps[n].kind;
      ondes_step_clear (&self->steps[n]);
      self->steps[n] = step;
    }
  self->n = n;
  return differ || n != self->n_rows;
}

static void
update (OndesConditioningPanel *self)
{
  self->updating = TRUE;
  if (take_steps (self))
    make_rows (self);
  show_numbers (self);
  show_summary (self);
  gtk_switch_set_active (self->apply, ondes_session_is_conditioned (self->session));
  gtk_widget_set_sensitive (GTK_WIDGET (self->apply), self->n > 0);
  gtk_widget_set_sensitive (self->add_row, self->n < ONDES_CONDITIONING_STEPS_MAX);
  ondes_label_show_problem (self->problem, ondes_session_get_conditioning_problem (self->session));
  /* A truth table has nothing to condition. */
  gtk_widget_set_visible (GTK_WIDGET (self), ondes_session_has_time (self->session));
  self->updating = FALSE;
}

static void
on_apply (OndesConditioningPanel *self)
{
  if (!self->updating && self->session != NULL)
    ondes_session_set_conditioning (self->session, ondes_session_get_conditioning (self->session),
                                    gtk_switch_get_active (self->apply));
}

/* Actions. */

static void
add_action (GtkWidget *widget,
            const char *name,
            GVariant *parameter)
{
  OndesConditioningPanel *self = ONDES_CONDITIONING_PANEL (widget);
  const int kind = ondes_name_index (ondes_step_names, g_variant_get_string (parameter, NULL));
  OndesStep steps[ONDES_CONDITIONING_STEPS_MAX];
  StepRows *rows;

  if (kind < 0 || kind == ONDES_STEP_FILTER || self->n == ONDES_CONDITIONING_STEPS_MAX)
    return;
  memcpy (steps, self->steps, sizeof steps);
  steps[self->n] = make_step ((OndesStepKind) kind, rate_before (self, self->n), get_time_unit (self));
  set_steps (self, steps, self->n + 1, TRUE);
  adw_expander_row_set_expanded (self->expander, TRUE);
  rows = &self->rows[self->n - 1];
  gtk_widget_child_focus (rows->sliders[0] != NULL ? rows->sliders[0] : rows->buttons[2], GTK_DIR_TAB_FORWARD);
}

static void
remove_action (GtkWidget *widget,
               const char *name,
               GVariant *parameter)
{
  OndesConditioningPanel *self = ONDES_CONDITIONING_PANEL (widget);
  const guint i = g_variant_get_uint32 (parameter);
  OndesStep steps[ONDES_CONDITIONING_STEPS_MAX];

  if (i >= self->n)
    return;
  memcpy (steps, self->steps, sizeof steps);
  memmove (steps + i, steps + i + 1, (self->n - i - 1) * sizeof *steps);
  set_steps (self, steps, self->n - 1, ondes_session_is_conditioned (self->session));
  gtk_widget_grab_focus (self->n > 0 ? self->rows[MIN (i, self->n - 1)].buttons[2] : GTK_WIDGET (self->add));
}

/* Moves a step up or down; the focus stays on its button, or goes to the other one at an end. */
static void
move_action (GtkWidget *widget,
             const char *name,
             GVariant *parameter)
{
  OndesConditioningPanel *self = ONDES_CONDITIONING_PANEL (widget);
  const gboolean up = g_str_equal (name, "conditioning.up");
  const guint i = g_variant_get_uint32 (parameter), to = up ? i - 1 : i + 1;
  OndesStep steps[ONDES_CONDITIONING_STEPS_MAX];

  if (i >= self->n || to >= self->n)
    return;
  memcpy (steps, self->steps, sizeof steps);
  steps[to] = self->steps[i];
  steps[i] = self->steps[to];
  set_steps (self, steps, self->n, ondes_session_is_conditioned (self->session));
  if (!gtk_widget_grab_focus (self->rows[to].buttons[up ? 0 : 1]))
    gtk_widget_grab_focus (self->rows[to].buttons[up ? 1 : 0]);
}

/* The page of filters adds filters of any kind. */
static void
make_menu (OndesConditioningPanel *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint kind = 0; kind < ONDES_STEP_FILTER; kind++)
    {
      g_autofree char *action = g_strdup_printf ("conditioning.add::%s", ondes_step_names[kind]);

      g_menu_append (menu, ondes_words_step_name ((OndesStepKind) kind), action);
    }
  gtk_menu_button_set_menu_model (self->add, G_MENU_MODEL (menu));
}

static void
ondes_conditioning_panel_dispose (GObject *object)
{
  OndesConditioningPanel *self = ONDES_CONDITIONING_PANEL (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  for (guint i = 0; i < ONDES_CONDITIONING_STEPS_MAX; i++)
    ondes_step_clear (&self->steps[i]);
  self->n = 0;
  G_OBJECT_CLASS (ondes_conditioning_panel_parent_class)->dispose (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesConditioningPanel, name)

static void
ondes_conditioning_panel_class_init (OndesConditioningPanelClass *klass)
{
  static const OndesTemplateChild children[] = { CHILD (expander), CHILD (apply), CHILD (add_row), CHILD (add), CHILD (problem),
                                                 { NULL } };
  static const OndesTemplateCallback callbacks[] = { ONDES_CALLBACK (on_apply), { NULL } };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ondes_conditioning_panel_dispose;
  ondes_template_install (widget_class, "ondes-conditioning-panel.ui", children, callbacks);
  gtk_widget_class_install_action (widget_class, "conditioning.add", "s", add_action);
  gtk_widget_class_install_action (widget_class, "conditioning.remove", "u", remove_action);
  gtk_widget_class_install_action (widget_class, "conditioning.up", "u", move_action);
  gtk_widget_class_install_action (widget_class, "conditioning.down", "u", move_action);
}

static void
ondes_conditioning_panel_init (OndesConditioningPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  make_menu (self);
}

GtkWidget *
ondes_conditioning_panel_new (OndesSession *session)
{
  OndesConditioningPanel *self = g_object_new (ONDES_TYPE_CONDITIONING_PANEL, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "conditioning-changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "recording-changed", G_CALLBACK (update), self);
  update (self);
  return GTK_WIDGET (self);
}
