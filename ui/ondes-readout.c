/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-charts.h"
#include "ondes-words.h"

#define GAP  16 /* between fields */
#define NEAR 6  /* between a name and its value */

/* In the order in which they stand, and in which they are left out from the end where there is no room. */
enum { FIELD_TIME, FIELD_FREQUENCY, FIELD_MAGNITUDE, FIELD_SCALE, FIELD_PHASE, FIELD_CONE, N_FIELDS };

struct _OndesReadout
{
  GtkWidget      parent_instance;

  OndesDocument *document;
  GtkWidget     *hint;
  GtkLabel      *names[N_FIELDS];
  GtkLabel      *values[N_FIELDS];
};

enum { PROP_0, PROP_DOCUMENT, N_PROPS };
static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (OndesReadout, ondes_readout, GTK_TYPE_WIDGET)

/* Widths in characters that hold what a field can say, so that nothing moves while the pointer does; and whether the value
 * needs its name where room is short. */
static const struct
{
  const char *name;
  int         width;
  gboolean    named;
} field_table[N_FIELDS] = {
  { N_("Time"), 9, FALSE },   { N_("Frequency"), 9, FALSE }, { N_("Magnitude"), 19, FALSE },
  { N_("Scale"), 6, TRUE }, { N_("Phase"), 6, FALSE },     { N_("Cone"), 6, TRUE },
};

#define MINUS "\u2212"

/* A number with @decimals, with the minus sign of print. */
static char *
print_fixed (double      value,
             int         decimals,
             const char *unit)
{
  g_autofree char *digits = g_strdup_printf ("%.*f", decimals, fabs (value));

  return g_strconcat (value < 0 && strpbrk (digits, "123456789") != NULL ? MINUS : "", digits, unit, NULL);
}

/* 1:02:03.45, as the ruler of a long recording counts. */
static char *
print_clock (double seconds,
             int    decimals)
{
  gint64 unit = llround (pow (10, decimals)), whole, all = llround (fabs (seconds) * unit);
  g_autofree char *fraction = NULL;

  whole = all / unit;
  fraction = decimals > 0 ? g_strdup_printf (".%0*" G_GINT64_FORMAT, decimals, all % unit) : g_strdup ("");
  return g_strdup_printf ("%s%" G_GINT64_FORMAT ":%02d:%02d%s", seconds < 0 && all > 0 ? MINUS : "", whole / 3600,
                          (int) (whole / 60 % 60), (int) (whole % 60), fraction);
}

/* As many decimals as tell two neighbouring pixels apart, the same all over the view. */
static char *
print_time (OndesReadout *self,
            double        sample)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_document_get_recording (self->document));
  OndesSource *source = ondes_document_get_source (self->document);
  double rate = source->rate_hz, first, count, step;
  int decimals;
  g_autofree char *word = ondes_words_time_unit (info->time_unit);
  g_autofree char *unit = g_strconcat (" ", word, NULL);

  ondes_document_get_view (self->document, &first, &count);
  step = MAX (count / rate / 1000, 1e-9);
  decimals = CLAMP ((int) ceil (-log10 (step)), 0, 9);
  if (ondes_time_axis_mode (info->time_unit, source->n / rate) == ONDES_AXIS_TIME)
    return print_clock (info->start + sample / rate, decimals);
  return print_fixed (info->start + sample / rate, decimals, unit);
}

static char *
print_magnitude (const OndesScalogram *scalogram,
                 const OndesDisplay   *display,
                 double                magnitude)
{
  gboolean power = ondes_spec_cwt (scalogram->spec)->options.quantity == ONDES_QUANTITY_POWER;
  g_autofree char *unit = g_strconcat (scalogram->unit, power && *scalogram->unit != 0 ? "²" : "", NULL);
  g_autofree char *value = NULL, *level = NULL;

  if (isnan (magnitude))
    return g_strdup ("—");
  value = ondes_format_value (magnitude, unit, 4);
  if (!(magnitude > 0))
    return g_steal_pointer (&value);
  level = print_fixed ((power ? 10 : 20) * log10 (magnitude / ondes_display_reference (display, scalogram)), 1, " dB");
  return g_strdup_printf ("%s (%s)", value, level);
}

static void
set_field (OndesReadout *self,
           int           field,
           char         *text)
{
  int length = text != NULL ? g_utf8_strlen (text, -1) : 1;

  /* A field that once had to grow stays so wide: nothing moves back and forth. */
  if (length > gtk_label_get_width_chars (self->values[field]))
    gtk_label_set_width_chars (self->values[field], length);
  gtk_label_set_text (self->values[field], text != NULL ? text : "—");
  g_free (text);
}

static void
update (OndesReadout *self)
{
  const OndesPointer *pointer = ondes_document_get_pointer (self->document);
  OndesScalogram *scalogram = ondes_document_get_scalogram (self->document);
  gboolean there = ondes_document_get_recording (self->document) != NULL && ondes_document_get_source (self->document) != NULL
                   && !isnan (pointer->sample);
  gboolean valid = there && pointer->valid && scalogram != NULL;
  g_autoptr (GString) line = NULL;
  g_autofree char *unit = NULL;

  for (int i = 0; i < N_FIELDS; i++)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->names[i]), there);
      gtk_widget_set_visible (GTK_WIDGET (self->values[i]), there);
    }
  gtk_widget_set_visible (self->hint, !there && ondes_document_get_recording (self->document) != NULL);
  if (!there)
    {
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      gtk_label_get_text (GTK_LABEL (self->hint)), -1);
      return;
    }

  set_field (self, FIELD_TIME, print_time (self, pointer->sample));
  unit = valid ? ondes_words_frequency_unit (scalogram->time_unit) : NULL;
  set_field (self, FIELD_FREQUENCY, valid ? ondes_format_value (pointer->row_frequency_hz, unit, 4) : NULL);
  set_field (self, FIELD_SCALE, valid ? g_strdup_printf ("%.4g", pointer->scale) : NULL);
  set_field (self, FIELD_MAGNITUDE,
             valid ? print_magnitude (scalogram, ondes_document_get_display (self->document), pointer->magnitude) : NULL);
  set_field (self, FIELD_PHASE, valid && !isnan (pointer->phase) ? print_fixed (pointer->phase * 180 / G_PI, 1, "°") : NULL);
  set_field (self, FIELD_CONE, valid ? g_strdup (pointer->inside_cone ? _("inside") : _("outside")) : NULL);

  line = g_string_new (NULL);
  for (int i = 0; i < N_FIELDS; i++)
    g_string_append_printf (line, "%s%s %s", i > 0 ? ", " : "", gtk_label_get_text (self->names[i]),
                            gtk_label_get_text (self->values[i]));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, line->str, -1);
}

/* The natural width of a field, with its name or without. */
static int
field_width (OndesReadout *self,
             int           field,
             gboolean      named)
{
  int name, value;

  gtk_widget_measure (GTK_WIDGET (self->names[field]), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &name, NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (self->values[field]), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &value, NULL, NULL);
  return named ? name + NEAR + value : value;
}

static void
ondes_readout_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  OndesReadout *self = ONDES_READOUT (widget);
  int sum = 0, high;

  gtk_widget_measure (self->hint, orientation, -1, minimum, natural, NULL, NULL);
  /* As if all were shown: the line is as high and as wide with the hint. */
  for (int i = 0; i < N_FIELDS && orientation == GTK_ORIENTATION_VERTICAL; i++)
    {
      gtk_widget_measure (GTK_WIDGET (self->values[i]), orientation, -1, NULL, &high, NULL, NULL);
      *minimum = MAX (*minimum, high);
      *natural = MAX (*natural, high);
    }
  for (int i = 0; i < N_FIELDS && orientation == GTK_ORIENTATION_HORIZONTAL; i++)
    {
      sum += field_width (self, i, TRUE) + (i > 0 ? GAP : 0);
      *minimum = 0;
      *natural = MAX (*natural, sum);
    }
}

/* Puts a child @width wide at @at from the start of the line. */
static void
place (OndesReadout *self,
       gpointer      child,
       gboolean      fits,
       int           at,
       int           width)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  GtkAllocation box = { rtl ? gtk_widget_get_width (GTK_WIDGET (self)) - at - width : at, 0, width,
                        gtk_widget_get_height (GTK_WIDGET (self)) };

  gtk_widget_set_child_visible (child, fits);
  if (gtk_widget_should_layout (child) && fits)
    gtk_widget_size_allocate (child, &box, -1);
}

static void
ondes_readout_size_allocate (GtkWidget *widget,
                             int        width,
                             int        height,
                             int        baseline)
{
  OndesReadout *self = ONDES_READOUT (widget);
  int at = 0, sum = -GAP, least, wish;

  gtk_widget_measure (self->hint, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wish, NULL, NULL);
  place (self, self->hint, TRUE, 0, MAX (least, MIN (wish, width)));

  for (int i = 0; i < N_FIELDS; i++)
    sum += field_width (self, i, TRUE) + GAP;
  for (int i = 0; i < N_FIELDS; i++)
    {
      gboolean named = sum <= width || field_table[i].named;
      int all = field_width (self, i, named), value = field_width (self, i, FALSE);
      gboolean fits = at + all <= width;

      place (self, self->names[i], named && fits, at, all - value - (named ? NEAR : 0));
      place (self, self->values[i], fits, at + all - value, value);
      at += all + GAP;
    }
}

static void
ondes_readout_set_document (OndesReadout  *self,
                            OndesDocument *document)
{
  static const char *const names[] = { "pointer-changed", "picture-changed", "recording-changed", "display-changed" };

  g_set_object (&self->document, document);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_connect_object (document, names[i], G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

static void
ondes_readout_set_property (GObject      *object,
                            guint         id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  if (id == PROP_DOCUMENT)
    ondes_readout_set_document (ONDES_READOUT (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ondes_readout_dispose (GObject *object)
{
  OndesReadout *self = ONDES_READOUT (object);

  g_clear_pointer (&self->hint, gtk_widget_unparent);
  for (int i = 0; i < N_FIELDS; i++)
    {
      GtkWidget *name = GTK_WIDGET (g_steal_pointer (&self->names[i])), *value = GTK_WIDGET (g_steal_pointer (&self->values[i]));

      g_clear_pointer (&name, gtk_widget_unparent);
      g_clear_pointer (&value, gtk_widget_unparent);
    }
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ondes_readout_parent_class)->dispose (object);
}

static void
ondes_readout_class_init (OndesReadoutClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ondes_readout_set_property;
  object_class->dispose = ondes_readout_dispose;
  widget_class->measure = ondes_readout_measure;
  widget_class->size_allocate = ondes_readout_size_allocate;
  properties[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, ONDES_TYPE_DOCUMENT,
                                                   G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_css_name (widget_class, "readout");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ondes_readout_init (OndesReadout *self)
{
  self->hint = gtk_label_new (_("Point at the picture to read it, or move the crosshair with Alt and the arrows"));
  gtk_label_set_ellipsize (GTK_LABEL (self->hint), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->hint), 0);
  gtk_widget_add_css_class (self->hint, "dim-label");
  gtk_widget_add_css_class (self->hint, "caption");
  gtk_widget_set_parent (self->hint, GTK_WIDGET (self));

  for (int i = 0; i < N_FIELDS; i++)
    {
      GtkWidget *name = gtk_label_new (_(field_table[i].name));
      GtkWidget *value = gtk_label_new ("—");

      self->names[i] = GTK_LABEL (name);
      self->values[i] = GTK_LABEL (value);
      gtk_widget_add_css_class (name, "dim-label");
      gtk_widget_add_css_class (name, "caption");
      gtk_widget_add_css_class (value, "numeric");
      gtk_widget_add_css_class (value, "caption");
      gtk_label_set_width_chars (GTK_LABEL (value), field_table[i].width);
      gtk_label_set_xalign (GTK_LABEL (value), 0);
      gtk_accessible_update_relation (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_RELATION_LABELLED_BY, name, NULL, -1);
      gtk_widget_set_parent (name, GTK_WIDGET (self));
      gtk_widget_set_parent (value, GTK_WIDGET (self));
    }
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->values[FIELD_SCALE]), _("In samples"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->values[FIELD_CONE]),
                               _("Outside the cone of influence the ends of the recording count in"));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Readout"), -1);
}

GtkWidget *
ondes_readout_new (OndesDocument *document)
{
  return g_object_new (ONDES_TYPE_READOUT, "document", document, NULL);
}
