/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-empty-page.h"
#include "ondes-template.h"

struct _OndesEmptyPage
{
  AdwBin                parent_instance;

  AdwStatusPage        *status;
  GtkWidget            *open, *choose, *type;
  OndesOperandControls *controls; /* from the latest update; borrowed from the window */
};

G_DEFINE_FINAL_TYPE (OndesEmptyPage, ondes_empty_page, ADW_TYPE_BIN)

/* Reveals the side bar, where the user is to type. */
static void
show_side_bar (OndesEmptyPage *self)
{
  GtkWidget *flap = gtk_widget_get_ancestor (GTK_WIDGET (self->controls), ADW_TYPE_FLAP);

  if (flap != NULL)
    ondes_flap_reveal (ADW_FLAP (flap), TRUE);
}

static void
on_choose (OndesEmptyPage *self)
{
  ondes_operand_controls_choose_file (self->controls);
}

static void
on_type (OndesEmptyPage *self)
{
  show_side_bar (self);
  ondes_operand_controls_edit_text (self->controls);
}

GtkWidget *
ondes_empty_page_add_button (GtkBox *box,
                             const char *label)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "pill");
  gtk_box_append (box, button);
  return button;
}

AdwStatusPage *
ondes_empty_page_new_status (const char *icon_name,
                             GtkBox    **box,
                             GtkWidget **open)
{
  AdwStatusPage *status = ADW_STATUS_PAGE (adw_status_page_new ());

  *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 12));
  adw_status_page_set_icon_name (status, icon_name);
  gtk_widget_add_css_class (GTK_WIDGET (status), "compact");
  gtk_widget_set_vexpand (GTK_WIDGET (status), TRUE);
  *open = ondes_empty_page_add_button (*box, _("_Open…"));
  gtk_widget_add_css_class (*open, "suggested-action");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (*open), "win.open");
  adw_status_page_set_child (status, GTK_WIDGET (*box));
  return status;
}

static void
ondes_empty_page_class_init (OndesEmptyPageClass *klass)
{
}

static void
ondes_empty_page_init (OndesEmptyPage *self)
{
  GtkBox *box;

  self->status = ondes_empty_page_new_status (NULL, &box, &self->open);
  self->choose = ondes_empty_page_add_button (box, _("_Choose a File…"));
  self->type = ondes_empty_page_add_button (box, _("_Type a Truth Table"));
  g_signal_connect_swapped (self->choose, "clicked", G_CALLBACK (on_choose), self);
  g_signal_connect_swapped (self->type, "clicked", G_CALLBACK (on_type), self);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->status));
}

void
ondes_empty_page_update (OndesEmptyPage *self,
                         OndesOperand *operand,
                         OndesOperandControls *controls,
                         const char *problem)
{
  static const struct
  {
    const char *title, *description;
  } lacks[] = {
    [ONDES_OPERAND_VIEW] = { N_("No Recording"), N_("Open a recording or a truth table, or type one.") },
    [ONDES_OPERAND_SELECTION] = { N_("Nothing Selected"),
                                  N_("Select a part of the recording, or choose another input in the side bar.") },
    [ONDES_OPERAND_WHOLE] = { N_("No Recording"), N_("Open a recording or a truth table, or type one.") },
    [ONDES_OPERAND_FILE] = { N_("No File"), N_("Choose a recording or a truth table.") },
    [ONDES_OPERAND_TEXT] = { N_("No Truth Table"),
                             N_("Type or paste one in the side bar: bits, hexadecimal digits, numbers of an S-box, or a .pla.") },
  };
  OndesOperandKind kind = ondes_operand_get_kind (operand);
  gboolean ready = ondes_operand_is_ready (operand), recording = kind == ONDES_OPERAND_VIEW || kind == ONDES_OPERAND_WHOLE;
  const gboolean types = kind == ONDES_OPERAND_TEXT || recording;

  self->controls = controls;
  if (!ready)
    {
      adw_status_page_set_title (self->status, _(lacks[kind].title));
      ondes_widget_set_text (self->status, "description", _(lacks[kind].description));
    }
  else
    {
      adw_status_page_set_title (self->status, problem != NULL ? _("Could Not Compute") : _("Computing…"));
      /* The side bar or, if it is hidden, the status line shows the error. */
      ondes_widget_set_text (self->status, "description", NULL);
    }
  gtk_widget_set_visible (self->open, !ready && recording);
  gtk_widget_set_visible (self->choose, !ready && kind == ONDES_OPERAND_FILE);
  gtk_widget_set_visible (self->type, !ready && types);
}

GtkWidget *
ondes_empty_page_new (const char *icon_name)
{
  OndesEmptyPage *self = g_object_new (ONDES_TYPE_EMPTY_PAGE, NULL);

  adw_status_page_set_icon_name (self->status, icon_name);
  return GTK_WIDGET (self);
}
