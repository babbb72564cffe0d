/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "rows/ondes-slider-row.h"
#include "ondes-values-controls.h"
#include "base/number.h"
#include "session/signals.h"
#include "shell/ondes-template.h"

struct _OndesValuesControls
{
  AdwBin          parent_instance;

  gboolean        updating; /* values are being shown: changes are not the user's */
  OndesDerivation derivation;
  OndesDontCare   dont_care;

  AdwComboRow    *binarise, *dont_care_row;
  AdwEntryRow    *threshold, *bit, *length;
  GtkSwitch      *is_signed, *pad;
  GtkLabel       *problem;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndesValuesControls, ondes_values_controls, ADW_TYPE_BIN)

static void
show_problem (OndesValuesControls *self,
              AdwEntryRow *row,
              const char *text)
{
  AdwEntryRow *const rows[] = { self->threshold, self->bit, self->length };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ondes_row_set_wrong (GTK_WIDGET (rows[i]), rows[i] == row);
  ondes_label_show_problem (self->problem, text);
}

/* Parses "1024" or "2^10"; an empty text gives 0. FALSE if not a power of two. */
static gboolean
parse_length (const char *text,
              guint64 *length)
{
  guint64 exponent;

  *length = 0;
  if (*text == '\0')
    return TRUE;
  if (g_str_has_prefix (text, "2^"))
    {
      if (!g_ascii_string_to_unsigned (text + 2, 10, 1, 62, &exponent, NULL))
        return FALSE;
      *length = G_GUINT64_CONSTANT (1) << exponent;
      return TRUE;
    }
  return g_ascii_string_to_unsigned (text, 10, 2, G_GUINT64_CONSTANT (1) << 62, length, NULL) && (*length & (*length - 1)) == 0;
}

static void
update_visible (OndesValuesControls *self)
{
  guint kind = adw_combo_row_get_selected (self->binarise);

  gtk_widget_set_visible (GTK_WIDGET (self->threshold), kind == ONDES_BINARISE_THRESHOLD);
  gtk_widget_set_visible (GTK_WIDGET (self->bit), kind == ONDES_BINARISE_BIT);
}

static void
on_changed (OndesValuesControls *self)
{
  g_autofree char *length = NULL;
  OndesDerivation fresh = self->derivation;
  guint64 bit = 0;
  double threshold;

  if (self->updating)
    return;
  update_visible (self);
  fresh.binarise.kind = (OndesBinariseKind) adw_combo_row_get_selected (self->binarise);
  length = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->length))));
  threshold = ondes_number_read (gtk_editable_get_text (GTK_EDITABLE (self->threshold)));
  if (isfinite (threshold))
    fresh.binarise.threshold = threshold;
  else if (fresh.binarise.kind == ONDES_BINARISE_THRESHOLD)
    {
      show_problem (self, self->threshold, _("The threshold must be a number"));
      return;
    }
  if (fresh.binarise.kind == ONDES_BINARISE_BIT
      && !g_ascii_string_to_unsigned (gtk_editable_get_text (GTK_EDITABLE (self->bit)), 10, 0, 63, &bit, NULL))
    {
      show_problem (self, self->bit, _("The bit must be a whole number from 0 to 63"));
      return;
    }
  fresh.binarise.bit = (guint) bit;
  if (!parse_length (length, &fresh.length))
    {
      show_problem (self, self->length, _("The length must be a power of two such as 1024 or 2^10, or empty"));
      return;
    }
  fresh.is_signed = gtk_switch_get_active (self->is_signed);
  fresh.pad = gtk_switch_get_active (self->pad);
  show_problem (self, NULL, NULL);
  self->derivation = fresh;
  self->dont_care = (OndesDontCare) adw_combo_row_get_selected (self->dont_care_row);
  g_signal_emit (self, changed_signal, 0);
}

static void
set_entry (AdwEntryRow *row,
           const char *text)
{
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (row)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (row), text);
}

void
ondes_values_controls_show (OndesValuesControls *self,
                            const OndesDerivation *derivation,
                            OndesDontCare dont_care,
                            gboolean open,
                            const char *problem)
{
  g_autofree char *threshold = g_strdup_printf ("%.9g", derivation->binarise.threshold);
  g_autofree char *bit = g_strdup_printf ("%u", derivation->binarise.bit);
  g_autofree char *length = g_strdup_printf ("%" G_GUINT64_FORMAT, derivation->length);
  guint64 now;

  self->updating = TRUE;
  self->derivation = *derivation;
  self->dont_care = dont_care;
  adw_combo_row_set_selected (self->binarise, derivation->binarise.kind);
  adw_combo_row_set_selected (self->dont_care_row, dont_care);
  gtk_switch_set_active (self->is_signed, derivation->is_signed);
  gtk_switch_set_active (self->pad, derivation->pad);
  if (ondes_number_read (gtk_editable_get_text (GTK_EDITABLE (self->threshold))) != derivation->binarise.threshold)
    set_entry (self->threshold, threshold);
  set_entry (self->bit, bit);
  /* Keep "2^10" as it was typed. */
  if (!parse_length (gtk_editable_get_text (GTK_EDITABLE (self->length)), &now) || now != derivation->length)
    set_entry (self->length, derivation->length > 0 ? length : "");
  gtk_widget_set_visible (GTK_WIDGET (self->dont_care_row), open);
  update_visible (self);
  show_problem (self, NULL, problem);
  self->updating = FALSE;
}

void
ondes_values_controls_get (OndesValuesControls *self,
                           OndesDerivation *derivation,
                           OndesDontCare *dont_care)
{
  *derivation = self->derivation;
  *dont_care = self->dont_care;
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesValuesControls, name)

static void
ondes_values_controls_class_init (OndesValuesControlsClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (binarise), CHILD (threshold), CHILD (bit), CHILD (length), CHILD (pad), CHILD (problem),
    { "signed", G_STRUCT_OFFSET (OndesValuesControls, is_signed) },
    { "dont_care", G_STRUCT_OFFSET (OndesValuesControls, dont_care_row) }, { NULL },
  };
  static const OndesTemplateCallback callbacks[] = { ONDES_CALLBACK (on_changed), { NULL } };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  changed_signal = ondes_signal_new (klass, "changed");
  ondes_template_install (widget_class, "ondes-values-controls.ui", children, callbacks);
}

static void
ondes_values_controls_init (OndesValuesControls *self)
{
  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->updating = FALSE;
}

GtkWidget *
ondes_values_controls_new (void)
{
  return g_object_new (ONDES_TYPE_VALUES_CONTROLS, NULL);
}
