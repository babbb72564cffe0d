/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparison of the scalogram with and without compensation, and the keys of what is compared on the page in view. */
#include "config.h"

#include <glib/gi18n.h>

#include "charts/ondes-compare-bar.h"
#include "pages/ondes-filter-page.h"
#include "ondes-window-private.h"

/* Computes the scalogram without compensation only while it is shown. */
static void
update_active (OndesWindow *self)
{
  const OndesShown shown = ondes_compare_bar_get_shown (ONDES_COMPARE_BAR (self->compare_bar));

  if (self->uncompensated != NULL) /* else the window closes */
    ondes_analysis_set_active (ONDES_ANALYSIS (self->uncompensated),
                               shown != ONDES_SHOWN_LEFT && gtk_widget_get_mapped (self->compare_box));
}

/* What is in view is what is exported. */
static void
on_compared (OndesWindow *self)
{
  ondes_scalogram_analysis_set_difference (ondes_window_get_scalogram (self),
                                           ondes_scalogram_view_get_difference (ONDES_SCALOGRAM_VIEW (self->scalogram_view)));
}

/* Offers the comparison while something is compensated. */
static void
update (OndesWindow *self)
{
  OndesScalogramAnalysis *scalogram = ondes_window_get_scalogram (self);
  const gboolean applied = ondes_scalogram_analysis_get_applied (scalogram) != NULL;

  if (self->comparison != NULL && ondes_comparison_is_ready (self->comparison))
    return;
  if (applied)
    {
      g_autoptr (GVariant) saved = g_steal_pointer (&self->compensation_saved);

      gtk_widget_set_visible (self->compare_box, TRUE);
      if (saved != NULL)
        ondes_compare_bar_restore (ONDES_COMPARE_BAR (self->compare_bar), saved);
    }
  else if (!ondes_analysis_is_busy (ONDES_ANALYSIS (scalogram), NULL))
    {
      ondes_compare_bar_set_shown (ONDES_COMPARE_BAR (self->compare_bar), ONDES_SHOWN_LEFT);
      gtk_widget_set_visible (self->compare_box, FALSE);
      if (ondes_scalogram_analysis_get_scalogram (scalogram) != NULL)
        g_clear_pointer (&self->compensation_saved, g_variant_unref);
    }
  if (self->second_box != NULL) /* else the window is being made */
    ondes_window_update_compared (self);
}

GVariant *
ondes_window_save_compensation (OndesWindow *self)
{
  return self->compensation_saved != NULL ? self->compensation_saved
                                          : ondes_compare_bar_save (ONDES_COMPARE_BAR (self->compare_bar));
}

void
ondes_window_restore_compensation (OndesWindow *self,
                                   GVariant    *saved)
{
  g_clear_pointer (&self->compensation_saved, g_variant_unref);
  self->compensation_saved = g_variant_ref (saved);
  update (self);
}

static GtkWidget *
new_box (GtkWidget *bar)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *label = gtk_label_new (_("Compensation"));

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (box, "filter-bar");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_widget_set_visible (box, FALSE);
  return box;
}

static void
install (OndesWindow *self)
{
  const OndesScalogramSides sides = { .left = _("with compensation"), .right = _("without"),
                                      .difference = _("with / without compensation, dB") };

  ondes_scalogram_view_compare (ONDES_SCALOGRAM_VIEW (self->scalogram_view), self->uncompensated, &sides);
}

void
ondes_window_suspend_compensation (OndesWindow *self,
                                   gboolean     suspended)
{
  if (suspended)
    {
      if (gtk_widget_get_visible (self->compare_box))
        ondes_compare_bar_set_shown (ONDES_COMPARE_BAR (self->compare_bar), ONDES_SHOWN_LEFT);
      gtk_widget_set_visible (self->compare_box, FALSE);
      return;
    }
  install (self);
  ondes_compare_bar_apply (ONDES_COMPARE_BAR (self->compare_bar));
  update (self);
}

void
ondes_window_add_comparison (OndesWindow *self)
{
  static const OndesCompareChoice choices[ONDES_N_SHOWN] = {
    { N_("With"), N_("The scalogram with compensation") },
    { N_("Without"), N_("The scalogram without compensation") },
    { N_("Both"), N_("With and without compensation side by side, with a line to drag (C)") },
    { N_("Difference"), N_("What the compensation changes, in decibels (D)") },
  };
  OndesScalogramAnalysis *scalogram = ondes_window_get_scalogram (self);
  OndesScalogramView *view = ONDES_SCALOGRAM_VIEW (self->scalogram_view);

  self->uncompensated = ondes_scalogram_analysis_new_second (scalogram, NULL, ONDES_ANALYSIS (scalogram));
  install (self);
  self->compare_bar = ondes_compare_bar_new (view, choices, ONDES_SHOWN_LEFT);
  self->compare_box = new_box (self->compare_bar);
  gtk_box_append (self->scalogram_box, self->compare_box);
  g_signal_connect_object (self->compare_bar, "shown-changed", G_CALLBACK (update_active), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "compared-changed", G_CALLBACK (on_compared), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->compare_box, "map", G_CALLBACK (update_active), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->compare_box, "unmap", G_CALLBACK (update_active), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (scalogram, "state-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (scalogram, "picture-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

/* TRUE if the scalogram without compensation is shown, too. */
static gboolean
is_compared (OndesWindow *self)
{
  return ondes_window_get_shown (self) == ONDES_MODEL_SCALOGRAM && ondes_analysis_is_active (ONDES_ANALYSIS (self->uncompensated));
}

/* TRUE if a second is chosen beside the page in view. */
static gboolean
has_second (OndesWindow *self)
{
  return self->comparison != NULL && ondes_window_get_shown (self) == ONDES_MODEL_SCALOGRAM
         && ondes_comparison_get_second (self->comparison) != ONDES_SECOND_NONE;
}

gboolean
ondes_window_is_busy (OndesWindow *self,
                      double *progress)
{
  return ondes_analysis_is_busy (ondes_window_get_model (self), progress)
         || (is_compared (self) && ondes_analysis_is_busy (ONDES_ANALYSIS (self->uncompensated), progress))
         || (has_second (self) && ondes_analysis_is_busy (ONDES_ANALYSIS (self->comparison), progress));
}

static void
act_on_shown (OndesWindow *self,
              void       (*act) (OndesAnalysis *analysis))
{
  act (ondes_window_get_model (self));
  if (is_compared (self))
    act (ONDES_ANALYSIS (self->uncompensated));
  if (has_second (self))
    act (ONDES_ANALYSIS (self->comparison));
}

void
ondes_window_cancel (OndesWindow *self)
{
  act_on_shown (self, ondes_analysis_cancel);
}

void
ondes_window_recompute (OndesWindow *self)
{
  act_on_shown (self, ondes_analysis_recompute);
}

/* Returns the bar of what the page in view compares; NULL if there is none. */
static OndesCompareBar *
find_bar (OndesWindow *self)
{
  const OndesModelIndex page = ondes_window_get_shown (self);

  if (ondes_session_get_recording (self->session) == NULL)
    return NULL;
  if (page == ONDES_MODEL_FILTER && ondes_analysis_get_formats (self->models[ONDES_MODEL_FILTER]) != 0)
    return ondes_filter_page_get_compared (ONDES_FILTER_PAGE (self->filter_page));
  if (page == ONDES_MODEL_SCALOGRAM && gtk_widget_get_visible (self->second_box))
    return ONDES_COMPARE_BAR (self->second_bar);
  return page == ONDES_MODEL_SCALOGRAM && gtk_widget_get_visible (self->compare_box) ? ONDES_COMPARE_BAR (self->compare_bar) : NULL;
}

static void
compare_action (GtkWidget *widget,
                const char *name,
                GVariant *parameter)
{
  OndesCompareBar *bar = find_bar (ONDES_WINDOW (widget));

  if (bar != NULL)
    ondes_compare_bar_toggle (bar, g_str_equal (name, "win.difference") ? ONDES_SHOWN_DIFFERENCE : ONDES_SHOWN_BOTH);
}

void
ondes_window_update_compared (OndesWindow *self)
{
  const gboolean compared = find_bar (self) != NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.compare", compared);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.difference", compared);
}

void
ondes_window_class_install_comparison (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.compare", NULL, compare_action);
  gtk_widget_class_install_action (klass, "win.difference", NULL, compare_action);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_c, 0, "win.compare", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_d, 0, "win.difference", NULL);
}
