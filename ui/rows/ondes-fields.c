/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-fields.h"

#define GAP    16  /* pixels between fields */
#define NAME_GAP 6 /* pixels between a name and its value */
#define FIELDS 8   /* maximum number of fields */

typedef struct
{
  const OndesField *table; /* in display order */
  guint             n;
  GtkWidget        *hint;
  GtkLabel         *names[FIELDS];
  GtkLabel         *values[FIELDS];
  gboolean          left_out[FIELDS];
} OndesFieldsPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (OndesFields, ondes_fields, GTK_TYPE_WIDGET)

void
ondes_fields_set (OndesFields *self,
                  guint        field,
                  char        *text)
{
  OndesFieldsPrivate *priv = ondes_fields_get_instance_private (self);
  int length = text != NULL ? g_utf8_strlen (text, -1) : 1;
  g_autofree char *taken = text;
  /* Keep a sign before its number in right-to-left text. */
  g_autofree char *marked = text != NULL && gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL
                              ? g_strconcat ("\u200e", text, NULL) : g_strdup (text);

  /* A field that has grown keeps its width, so that nothing moves back and forth. */
  if (length > gtk_label_get_width_chars (priv->values[field]))
    gtk_label_set_width_chars (priv->values[field], length);
  gtk_label_set_text (priv->values[field], marked != NULL ? marked : "—");
}

void
ondes_fields_set_if (OndesFields *self,
                     guint        field,
                     char        *text)
{
  OndesFieldsPrivate *priv = ondes_fields_get_instance_private (self);
  const gboolean left_out = text == NULL;

  if (priv->left_out[field] != left_out)
    gtk_widget_queue_allocate (GTK_WIDGET (self));
  priv->left_out[field] = left_out;
  ondes_fields_set (self, field, text);
}

void
ondes_fields_set_hint (OndesFields *self,
                       const char  *hint)
{
  OndesFieldsPrivate *priv = ondes_fields_get_instance_private (self);

  gtk_label_set_text (GTK_LABEL (priv->hint), hint);
}

void
ondes_fields_set_name (OndesFields *self,
                       guint        field,
                       const char  *name)
{
  OndesFieldsPrivate *priv = ondes_fields_get_instance_private (self);

  gtk_label_set_text (priv->names[field], name);
}

void
ondes_fields_show (OndesFields *self,
                   gboolean     values,
                   gboolean     hint)
{
  OndesFieldsPrivate *priv = ondes_fields_get_instance_private (self);
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < priv->n; i++)
    {
      gtk_widget_set_visible (GTK_WIDGET (priv->names[i]), values);
      gtk_widget_set_visible (GTK_WIDGET (priv->values[i]), values);
      if (!priv->left_out[i])
        g_string_append_printf (line, "%s%s %s", line->len > 0 ? ", " : "", gtk_label_get_text (priv->names[i]),
                                gtk_label_get_text (priv->values[i]));
    }
  gtk_widget_set_visible (priv->hint, !values && hint);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  values ? line->str : gtk_label_get_text (GTK_LABEL (priv->hint)), -1);
}

/* Returns the natural width of a field, with or without its name. */
static int
field_width (OndesFieldsPrivate *priv,
             guint               field,
             gboolean            named)
{
  int name, value;

  gtk_widget_measure (GTK_WIDGET (priv->names[field]), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &name, NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (priv->values[field]), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &value, NULL, NULL);
  return named ? name + NAME_GAP + value : value;
}

static void
ondes_fields_measure (GtkWidget      *widget,
                      GtkOrientation  orientation,
                      int             for_size,
                      int            *minimum,
                      int            *natural,
                      int            *minimum_baseline,
                      int            *natural_baseline)
{
  OndesFieldsPrivate *priv = ondes_fields_get_instance_private (ONDES_FIELDS (widget));
  int sum = 0, high;

  gtk_widget_measure (priv->hint, orientation, -1, minimum, natural, NULL, NULL);
  /* Measure all fields even while hidden, so that the line keeps its size when it shows the hint. */
  for (guint i = 0; i < priv->n && orientation == GTK_ORIENTATION_VERTICAL; i++)
    {
      gtk_widget_measure (GTK_WIDGET (priv->values[i]), orientation, -1, NULL, &high, NULL, NULL);
      *minimum = MAX (*minimum, high);
      *natural = MAX (*natural, high);
    }
  for (guint i = 0; i < priv->n && orientation == GTK_ORIENTATION_HORIZONTAL; i++)
    {
      sum += field_width (priv, i, TRUE) + (i > 0 ? GAP : 0);
      *minimum = 0;
      *natural = MAX (*natural, sum);
    }
}

/* Places a child, @width wide, at @at from the start of the line, or hides it if it does not fit. */
static void
allocate_child (OndesFields *self,
                gpointer     child,
                gboolean     fits,
                int          at,
                int          width)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  GtkAllocation box = { rtl ? gtk_widget_get_width (GTK_WIDGET (self)) - at - width : at, 0, width,
                        gtk_widget_get_height (GTK_WIDGET (self)) };

  gtk_widget_set_child_visible (child, fits);
  if (gtk_widget_should_layout (child) && fits)
    gtk_widget_size_allocate (child, &box, -1);
}

/* Returns the natural width of a field after @gone steps of the order in which names and fields give way; 0 if it is gone. */
static int
width_after (OndesFieldsPrivate *priv,
             guint               field,
             guint               gone)
{
  const OndesField *f = &priv->table[field];

  return (f->goes > 0 && f->goes <= gone) || priv->left_out[field]
           ? 0
           : field_width (priv, field, f->name_goes == 0 || f->name_goes > gone);
}

/* Returns how wide the fields are together after @gone steps. */
static int
sum_after (OndesFieldsPrivate *priv,
           guint               gone)
{
  int sum = -GAP;

  for (guint i = 0; i < priv->n; i++)
    {
      const int wide = width_after (priv, i, gone);

      sum += wide > 0 ? wide + GAP : 0;
    }
  return sum;
}

/* Returns how many steps it takes until the fields fit in @width, or until those that stay are left. */
static guint
steps_to_fit (OndesFieldsPrivate *priv,
              int                 width)
{
  gboolean any_stays = FALSE;
  guint gone = 0, last = 0;

  for (guint i = 0; i < priv->n; i++)
    {
      last = MAX (last, MAX (priv->table[i].goes, priv->table[i].name_goes));
      any_stays = any_stays || priv->table[i].goes == 0;
    }
  /* If all can go, the last stays. */
  while (gone + (any_stays ? 0 : 1) < last && sum_after (priv, gone) > width)
    gone++;
  return gone;
}

static void
ondes_fields_size_allocate (GtkWidget *widget,
                            int        width,
                            int        height,
                            int        baseline)
{
  OndesFields *self = ONDES_FIELDS (widget);
  OndesFieldsPrivate *priv = ondes_fields_get_instance_private (self);
  const guint gone = steps_to_fit (priv, width);
  const int sum = sum_after (priv, gone);
  int at = 0, gaps = -GAP, min, wish;

  gtk_widget_measure (priv->hint, GTK_ORIENTATION_HORIZONTAL, -1, &min, &wish, NULL, NULL);
  allocate_child (self, priv->hint, TRUE, 0, MAX (min, MIN (wish, width)));

  for (guint i = 0; i < priv->n; i++)
    gaps += width_after (priv, i, gone) > 0 ? GAP : 0;
  for (guint i = 0; i < priv->n; i++)
    {
      int all = width_after (priv, i, gone), value = field_width (priv, i, FALSE);
      const gboolean named = all > value;

      /* The fields that stay share what room there is. */
      if (sum > width && all > 0)
        {
          value = MAX ((int) ((gint64) value * (width - gaps) / MAX (sum - gaps, 1)), 1);
          all = value + (named ? all - field_width (priv, i, FALSE) : 0);
        }

      allocate_child (self, priv->names[i], named, at, all - value - (named ? NAME_GAP : 0));
      allocate_child (self, priv->values[i], all > 0, at + all - value, value);
      at += all > 0 ? all + GAP : 0;
    }
}

static void
ondes_fields_dispose (GObject *object)
{
  OndesFieldsPrivate *priv = ondes_fields_get_instance_private (ONDES_FIELDS (object));

  g_clear_pointer (&priv->hint, gtk_widget_unparent);
  for (guint i = 0; i < priv->n; i++)
    {
      gtk_widget_unparent (GTK_WIDGET (priv->names[i]));
      gtk_widget_unparent (GTK_WIDGET (priv->values[i]));
    }
  priv->n = 0;
  G_OBJECT_CLASS (ondes_fields_parent_class)->dispose (object);
}

static void
ondes_fields_class_init (OndesFieldsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ondes_fields_dispose;
  widget_class->measure = ondes_fields_measure;
  widget_class->size_allocate = ondes_fields_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "readout");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ondes_fields_init (OndesFields *self)
{
  OndesFieldsPrivate *priv = ondes_fields_get_instance_private (self);

  priv->hint = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (priv->hint), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (priv->hint), 0);
  gtk_widget_add_css_class (priv->hint, "dim-label");
  gtk_widget_add_css_class (priv->hint, "caption");
  gtk_widget_set_parent (priv->hint, GTK_WIDGET (self));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Readout"), -1);
}

void
ondes_fields_set_table (OndesFields      *self,
                        const OndesField *table,
                        guint             n,
                        const char       *hint)
{
  OndesFieldsPrivate *priv = ondes_fields_get_instance_private (self);

  g_return_if_fail (n <= FIELDS);
  priv->table = table;
  priv->n = n;
  gtk_label_set_text (GTK_LABEL (priv->hint), hint);
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *name = gtk_label_new (_(table[i].name));
      GtkWidget *value = gtk_label_new ("—");

      priv->names[i] = GTK_LABEL (name);
      priv->values[i] = GTK_LABEL (value);
      gtk_widget_add_css_class (name, "dim-label");
      gtk_widget_add_css_class (name, "caption");
      gtk_widget_add_css_class (value, "numeric");
      gtk_widget_add_css_class (value, "caption");
      gtk_label_set_width_chars (GTK_LABEL (value), table[i].width);
      gtk_label_set_xalign (GTK_LABEL (value), 0);
      gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_END);
      gtk_accessible_update_relation (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_RELATION_LABELLED_BY, name, NULL, -1);
      if (table[i].tooltip != NULL)
        gtk_widget_set_tooltip_text (value, _(table[i].tooltip));
      gtk_widget_set_parent (name, GTK_WIDGET (self));
      gtk_widget_set_parent (value, GTK_WIDGET (self));
    }
}
