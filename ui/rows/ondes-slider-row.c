/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <string.h>

#include "ondes-slider-row.h"
#include "base/number.h"
#include "session/signals.h"
#include "shell/ondes-template.h"

struct _OndesSliderRow
{
  AdwPreferencesRow parent_instance;

  GtkLabel         *title, *unit;
  GtkEntry         *entry;
  GtkScale         *scale;
  GtkAdjustment    *adjustment;

  double            lower, upper, value;
  gboolean          logarithmic, fractions;
  char             *text; /* the last valid text, with a decimal point */
};

G_DEFINE_FINAL_TYPE (OndesSliderRow, ondes_slider_row, ADW_TYPE_PREFERENCES_ROW)

enum
{
  PROP_LOWER = 1,
  PROP_UPPER,
  PROP_LOGARITHMIC,
  PROP_FRACTIONS,
  PROP_UNIT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint changed_signal;

static double
to_slider (OndesSliderRow *self,
           double value)
{
  return self->logarithmic ? log10 (MAX (value, 1e-300)) : value;
}

/* Parses all of @text as a number or, if fractions are allowed, a quotient. NaN if it is neither. */
static double
parse (OndesSliderRow *self,
       const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "/", self->fractions ? 2 : 1);

  if (parts[0] == NULL)
    return NAN;
  return parts[1] != NULL ? ondes_number_read (parts[0]) / ondes_number_read (parts[1]) : ondes_number_read (parts[0]);
}

/* Makes screen readers announce the value as in the entry, because the slider's position may be a logarithm. */
static void
update_accessible (OndesSliderRow *self)
{
  g_autofree char *number = ondes_number_to_locale (ondes_slider_row_get_text (self));
  const char *unit = gtk_label_get_text (self->unit);
  g_autofree char *text = *unit != 0 ? g_strdup_printf ("%s %s", number, unit) : g_strdup (number);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, self->lower,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, self->upper, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
  /* GTK takes no other value, but the text may be one. */
  if (isfinite (self->value))
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, self->value, -1);
}

static void
update_slider (OndesSliderRow *self)
{
  double lower = to_slider (self, self->lower);
  double upper = to_slider (self, self->upper);
  double step = (upper - lower) / 200;

  /* Properties are set one at a time, so lower may temporarily exceed upper. */
  if (lower > upper)
    return;
  gtk_adjustment_configure (self->adjustment, CLAMP (to_slider (self, self->value), lower, upper), lower, upper, step, 10 * step,
                            0);
  update_accessible (self);
}

/* Clears the entry's own undo history, because its current text is now a setting that the window undoes. */
static void
forget_typing (GtkEditable *editable)
{
  gtk_editable_set_enable_undo (editable, FALSE);
  gtk_editable_set_enable_undo (editable, TRUE);
}

static void
show_text (OndesSliderRow *self,
           const char *text)
{
  g_autofree char *shown = NULL;
  char buffer[40];

  if (text == NULL)
    text = g_ascii_formatd (buffer, sizeof buffer, "%.6g", self->value);
  shown = ondes_number_to_locale (text);
  g_free (self->text);
  self->text = g_strdup (text);
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->entry)), shown) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->entry), shown);
  forget_typing (GTK_EDITABLE (self->entry));
  gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "error");
  update_accessible (self);
}

void
ondes_slider_row_set_range (OndesSliderRow *self,
                            double lower,
                            double upper)
{
  if (lower == self->lower && upper == self->upper)
    return;
  self->lower = lower;
  self->upper = upper;
  update_slider (self);
}

void
ondes_slider_row_add_suffix (OndesSliderRow *self,
                             GtkWidget      *widget)
{
  gtk_box_append (GTK_BOX (gtk_widget_get_parent (GTK_WIDGET (self->unit))), widget);
}

void
ondes_slider_row_set_unit (OndesSliderRow *self,
                           const char *unit)
{
  gtk_label_set_text (self->unit, unit != NULL ? unit : "");
  gtk_widget_set_visible (GTK_WIDGET (self->unit), unit != NULL && *unit != 0);
  update_accessible (self);
}

void
ondes_slider_row_set_value (OndesSliderRow *self,
                            double value)
{
  if (value == self->value && self->text != NULL)
    return;
  self->value = value;
  update_slider (self);
  show_text (self, NULL);
}

double
ondes_slider_row_get_value (OndesSliderRow *self)
{
  return self->value;
}

const char *
ondes_slider_row_get_text (OndesSliderRow *self)
{
  return self->text != NULL ? self->text : "";
}

void
ondes_slider_row_set_text (OndesSliderRow *self,
                           const char *text)
{
  double value = parse (self, text);

  if (g_strcmp0 (text, self->text) == 0)
    return;
  if (isfinite (value))
    self->value = value;
  update_slider (self);
  show_text (self, text);
}

static void
on_entry_done (OndesSliderRow *self)
{
  g_autofree char *text = ondes_number_to_point (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  double value = parse (self, text);

  if (g_strcmp0 (text, self->text) == 0)
    {
      show_text (self, text);
      return;
    }
  if (isnan (value))
    {
      gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
      gtk_widget_error_bell (GTK_WIDGET (self->entry));
      return;
    }
  self->value = value;
  show_text (self, text);
  update_slider (self);
  g_signal_emit (self, changed_signal, 0);
}

static gboolean
on_change_value (OndesSliderRow *self,
                 GtkScrollType scroll,
                 double at)
{
  double lower = to_slider (self, self->lower);
  double upper = to_slider (self, self->upper);
  char buffer[40];

  at = CLAMP (at, lower, upper);
  /* Round to the slider's resolution, so that the value equals the entry's text. */
  g_ascii_formatd (buffer, sizeof buffer, self->logarithmic || upper - lower < 1000 ? "%.4g" : "%.0f",
                   self->logarithmic ? pow (10, at) : at);
  self->value = CLAMP (g_ascii_strtod (buffer, NULL), self->lower, self->upper);
  update_slider (self);
  show_text (self, NULL);
  g_signal_emit (self, changed_signal, 0);
  return TRUE;
}

static void
ondes_slider_row_set_property (GObject *object,
                               guint id,
                               const GValue *value,
                               GParamSpec *pspec)
{
  OndesSliderRow *self = ONDES_SLIDER_ROW (object);

  switch (id)
    {
    case PROP_LOWER:
      ondes_slider_row_set_range (self, g_value_get_double (value), self->upper);
      break;
    case PROP_UPPER:
      ondes_slider_row_set_range (self, self->lower, g_value_get_double (value));
      break;
    case PROP_LOGARITHMIC:
      self->logarithmic = g_value_get_boolean (value);
      update_slider (self);
      break;
    case PROP_FRACTIONS:
      self->fractions = g_value_get_boolean (value);
      break;
    case PROP_UNIT:
      ondes_slider_row_set_unit (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ondes_slider_row_finalize (GObject *object)
{
  g_free (ONDES_SLIDER_ROW (object)->text);
  G_OBJECT_CLASS (ondes_slider_row_parent_class)->finalize (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesSliderRow, name)

static void
ondes_slider_row_class_init (OndesSliderRowClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (title), CHILD (unit), CHILD (entry), CHILD (scale), CHILD (adjustment), { NULL },
  };
  static const OndesTemplateCallback callbacks[] = {
    ONDES_CALLBACK (on_entry_done), ONDES_CALLBACK (on_change_value), { NULL },
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  object_class->set_property = ondes_slider_row_set_property;
  object_class->finalize = ondes_slider_row_finalize;
  properties[PROP_LOWER] = g_param_spec_double ("lower", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
  properties[PROP_UPPER] = g_param_spec_double ("upper", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 1, flags);
  properties[PROP_LOGARITHMIC] = g_param_spec_boolean ("logarithmic", NULL, NULL, FALSE, flags);
  properties[PROP_FRACTIONS] = g_param_spec_boolean ("fractions", NULL, NULL, FALSE, flags);
  properties[PROP_UNIT] = g_param_spec_string ("unit", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  changed_signal = ondes_signal_new (klass, "changed");
  ondes_template_install (widget_class, "ondes-slider-row.ui", children, callbacks);
}

/* Lets the wheel scroll the side bar even over the slider. */
static void
leave_wheel (GtkWidget *scale)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (scale);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
    }
}

/* Undoes in the window, unless there is uncommitted text, which is undone in the entry. The entry would otherwise always
 * consume the keys. */
static gboolean
on_undo (GtkWidget *entry,
         GVariant *args,
         gpointer action)
{
  OndesSliderRow *self = ONDES_SLIDER_ROW (gtk_widget_get_ancestor (entry, ONDES_TYPE_SLIDER_ROW));
  g_autofree char *taken = ondes_number_to_locale (ondes_slider_row_get_text (self));

  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (entry)), taken) != 0)
    return GDK_EVENT_PROPAGATE;
  gtk_widget_activate_action (entry, action, NULL);
  return GDK_EVENT_STOP;
}

static void
leave_undo (GtkWidget *entry)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  static const struct { GdkModifierType modifiers; const char *action; } keys[] = {
    { GDK_CONTROL_MASK, "win.undo" }, { GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.redo" },
  };

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                          gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_z, keys[i].modifiers),
                                                            gtk_callback_action_new (on_undo, (gpointer) keys[i].action, NULL)));
  gtk_widget_add_controller (entry, controller);
}

static void
ondes_slider_row_init (OndesSliderRow *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->upper = 1;
  gtk_widget_init_template (GTK_WIDGET (self));
  /* A sign precedes its number in every language. */
  gtk_widget_set_direction (GTK_WIDGET (self->entry), GTK_TEXT_DIR_LTR);
  leave_wheel (GTK_WIDGET (self->scale));
  leave_undo (GTK_WIDGET (self->entry));
  /* Leaving the entry commits its text, as Enter does. */
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_entry_done), self);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), focus);
}

void
ondes_row_set_wrong (GtkWidget *row,
                     gboolean wrong)
{
  ondes_widget_set_class (row, "error", wrong);
  gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_INVALID,
                               wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

void
ondes_entry_row_show (AdwEntryRow *row,
                      const char  *text)
{
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (row)), text) == 0)
    return;
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  forget_typing (GTK_EDITABLE (row));
}

void
ondes_label_show_problem (GtkLabel   *label,
                          const char *problem)
{
  gtk_label_set_text (label, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (label), problem != NULL);
}
