/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "charts/ondes-charts.h"
#include "charts/ondes-levels-view.h"
#include "charts/ondes-response-view.h"
#include "charts/ondes-slice-pane.h"
#include "export/export-filter.h"
#include "ondes-filter-page.h"
#include "session/words.h"
#include "shell/ondes-empty-page.h"
#include "shell/ondes-template.h"

#define SIDE_WIDTH 300 /* of the small charts, pixels at the usual font */
#define NARROW     640 /* without room for them */
#define RESPONSE_HEIGHT 228
#define PICTURE_HEIGHT  100 /* that the charts below have beyond their least one before the response has its own */

enum { VIEW_WAVEFORM, VIEW_SCALOGRAM, VIEW_LEVELS, N_VIEWS };

struct _OndesFilterPage
{
  AdwBin                  parent_instance;

  OndesFilterAnalysis    *filter;
  OndesFilterControls    *controls; /* borrowed from the window */

  GtkStack               *stack, *waves, *readouts;
  AdwStatusPage          *status;
  GtkWidget              *open, *choose, *charts;
  OndesScalogramAnalysis *after;    /* borrowed from the filter */
  GtkWidget              *response, *second, *scalogram, *filtered;
  GtkWidget              *levels, *views, *slices;
  int                     height; /* that update_height() gave the response; another one is a person's */
  gboolean                squeezed;      /* the room, not a person, took some of it away */
  guint                   height_source; /* 0 for none */
  GtkStack               *pictures;
  OndesSecondPicture     *compared; /* borrowed from the filter */
  GtkToggleButton        *view[N_VIEWS];
  GtkLabel               *what;
};

G_DEFINE_FINAL_TYPE (OndesFilterPage, ondes_filter_page, ADW_TYPE_BIN)

/* Says why there is nothing to show, and offers what to do. */
static void
update_empty (OndesFilterPage *self)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self->filter));
  const gboolean open = ondes_session_get_recording (session) != NULL;
  const gboolean possible = ondes_session_has_time (session);
  const OndesFilterSettings *settings = ondes_filter_analysis_get_settings (self->filter);
  const gboolean lacks_taps = possible && settings->kind == ONDES_FILTER_TAPS && settings->taps[0] == '\0';
  const char *problem = ondes_analysis_get_problem (ONDES_ANALYSIS (self->filter));
  const char *title, *text = NULL;

  if (!open)
    {
      title = _("No Recording");
      text = _("Open a recording to filter it.");
    }
  else if (!possible)
    {
      title = _("Nothing to Filter");
      text = _("A truth table has no time axis. Open a recording to filter it.");
    }
  else if (lacks_taps)
    {
      title = _("No Taps");
      text = _("Choose a file of taps: text, .npy or a recording as impulse response.");
    }
  else
    {
      title = problem != NULL ? _("Could Not Compute") : _("Computing…");
      text = problem;
    }
  adw_status_page_set_title (self->status, title);
  ondes_widget_set_text (self->status, "description", text);
  gtk_widget_set_visible (self->open, !possible);
  gtk_widget_set_visible (self->choose, lacks_taps);
}

static char *
describe (OndesFilterPage *self)
{
  const OndesFilterBand *band = ondes_filter_analysis_get_band (self->filter);
  const char *kind = ondes_filter_settings_title (ondes_filter_analysis_get_settings (self->filter));
  g_autofree char *name = band->name != NULL ? ondes_number_to_locale (band->name) : NULL;
  guint n;

  ondes_filter_bank_get (ondes_filter_analysis_get_bank (self->filter), &n);
  if (n == 1 || name == NULL)
    return g_strdup (kind);
  /* Translators: "Octave bank", and the name of the band that is shown, such as 1 kHz. */
  return g_strdup_printf (_("%s, band %s"), kind, name);
}

static guint
get_view (OndesFilterPage *self)
{
  for (guint i = 0; i < N_VIEWS; i++)
    if (gtk_toggle_button_get_active (self->view[i]))
      return i;
  return VIEW_SCALOGRAM;
}

/* Shows the chart that was chosen: the waveform alone, or below it the scalogram or the levels, which one filter does not have. */
static void
update_view (OndesFilterPage *self)
{
  const gboolean possible = ondes_filter_analysis_has_levels (self->filter);
  const guint view = possible ? get_view (self) : VIEW_SCALOGRAM;

  gtk_widget_set_visible (self->views, possible);
  gtk_widget_set_visible (GTK_WIDGET (self->pictures), view != VIEW_WAVEFORM);
  gtk_widget_set_vexpand (GTK_WIDGET (self->waves), view == VIEW_WAVEFORM);
  gtk_stack_set_visible_child_name (self->pictures, view == VIEW_LEVELS ? "levels" : "scalogram");
  gtk_stack_set_visible_child_name (self->readouts, view == VIEW_LEVELS ? "levels" : "scalogram");
  gtk_widget_set_visible (GTK_WIDGET (self->readouts), view != VIEW_WAVEFORM);
}

static void
update (OndesFilterPage *self)
{
  const gboolean any = ondes_filter_analysis_get_response (self->filter) != NULL;
  g_autofree char *what = any ? describe (self) : NULL;

  gtk_stack_set_visible_child_name (self->stack, any ? "filter" : "empty");
  if (!any)
    update_empty (self);
  gtk_label_set_text (self->what, what != NULL ? what : "");
  update_view (self);
  /* The filter shown was designed with other settings. */
  ondes_widget_set_class (self->charts, "stale", ondes_analysis_get_problem (ONDES_ANALYSIS (self->filter)) != NULL);
}

/* What is in view is what is exported, unless another choice is made then. */
static void
on_view (OndesFilterPage *self,
         GtkToggleButton *button)
{
  if (!gtk_toggle_button_get_active (button))
    return;
  update_view (self);
  ondes_analysis_set_product (ONDES_ANALYSIS (self->filter), button == self->view[VIEW_LEVELS] ? ONDES_FILTER_LEVELS
                                                                                              : ONDES_FILTER_RECORDING);
}

/* TRUE if the recording is shown without the filter. */
static gboolean
shows_before (OndesFilterPage *self)
{
  return ondes_second_picture_get_view (self->compared)->shown == ONDES_SHOWN_LEFT;
}

static void
on_shown (OndesFilterPage *self)
{
  const gboolean before = shows_before (self);

  gtk_stack_set_visible_child_name (self->waves, before ? "before" : "after");
  ondes_slice_pane_set_result (ONDES_SLICE_PANE (self->slices), before ? NULL : self->after);
  g_signal_emit_by_name (self, "shown-changed");
}

OndesSession *
ondes_filter_page_get_shown (OndesFilterPage *self)
{
  return shows_before (self)
           ? ondes_analysis_get_session (ONDES_ANALYSIS (self->filter))
           : ondes_filter_analysis_get_after (self->filter);
}

static const char *const view_names[N_VIEWS] = { "waveform", "scalogram", "levels" };

GVariant *
ondes_filter_page_save (OndesFilterPage *self)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  g_variant_builder_add (&builder, "{sv}", "compared", ondes_second_picture_save (self->compared));
  g_variant_builder_add (&builder, "{sv}", "view", g_variant_new_string (view_names[get_view (self)]));
  return g_variant_builder_end (&builder);
}

void
ondes_filter_page_restore (OndesFilterPage *self,
                           GVariant        *saved)
{
  g_autoptr (GVariant) compared = g_variant_lookup_value (saved, "compared", G_VARIANT_TYPE_VARDICT);
  const char *view;

  if (compared != NULL)
    ondes_second_picture_restore (self->compared, compared);
  if (g_variant_lookup (saved, "view", "&s", &view))
    for (guint i = 0; i < N_VIEWS; i++)
      if (g_str_equal (view, view_names[i]))
        gtk_toggle_button_set_active (self->view[i], TRUE);
}

static void
switch_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  OndesFilterPage *self = ONDES_FILTER_PAGE (widget);

  ondes_second_picture_set_shown (self->compared, shows_before (self) ? ONDES_SHOWN_RIGHT : ONDES_SHOWN_LEFT);
}

static void
on_second (OndesFilterPage *self)
{
  ondes_response_view_set_quantity (ONDES_RESPONSE_VIEW (self->second), ondes_filter_controls_wants_phase (self->controls)
                                                                          ? ONDES_RESPONSE_PHASE
                                                                          : ONDES_RESPONSE_DELAY);
}

static void
on_peaks (OndesFilterPage *self)
{
  ondes_waveform_view_set_peaks (ONDES_WAVEFORM_VIEW (self->filtered), ondes_filter_analysis_get_peaks (self->filter));
}

static void
on_choose (OndesFilterPage *self)
{
  ondes_filter_controls_choose_taps (self->controls);
}

static void
add_empty (OndesFilterPage *self)
{
  GtkBox *box;

  self->status = ondes_empty_page_new_status ("ondes-filter-symbolic", &box, &self->open);
  self->choose = ondes_empty_page_add_button (box, _("_Choose…"));
  gtk_widget_add_css_class (self->choose, "suggested-action");
  g_signal_connect_swapped (self->choose, "clicked", G_CALLBACK (on_choose), self);
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->status), "empty");
}

/* Lays out the response and, where there is room, the small charts at its right. */

static void
measure_responses (GtkWidget     *box,
                   GtkOrientation orientation,
                   int            for_size,
                   int           *minimum,
                   int           *natural,
                   int           *minimum_baseline,
                   int           *natural_baseline)
{
  GtkWidget *response = gtk_widget_get_first_child (box), *side = gtk_widget_get_last_child (box);
  int least, wanted;

  /* The small charts are left out where there is no room for them. */
  gtk_widget_measure (response, orientation, -1, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  gtk_widget_measure (side, orientation, -1, &least, &wanted, NULL, NULL);
  *natural = MAX (*natural, wanted);
}

static void
allocate_responses (GtkWidget *box,
                    int        width,
                    int        height,
                    int        baseline)
{
  GtkWidget *response = gtk_widget_get_first_child (box), *side = gtk_widget_get_last_child (box);
  OndesChartMargins margins;
  int wide, least, high;
  gboolean room;

  ondes_chart_measure_margins (box, &margins);
  gtk_widget_measure (side, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (side, GTK_ORIENTATION_VERTICAL, -1, &high, NULL, NULL, NULL);
  wide = MAX ((int) (SIDE_WIDTH * margins.zoom), least);
  room = width >= NARROW * margins.zoom && height >= high;
  gtk_widget_set_child_visible (side, room);
  if (!room)
    wide = 0;
  else
    gtk_widget_allocate (side, wide, height, -1, gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT (width - wide, 0)));
  gtk_widget_allocate (response, width - wide, height, -1, NULL);
}

/* The response, and beside it the impulse response above group delay or phase. */
static GtkWidget *
new_responses (OndesFilterPage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *impulse = ondes_response_view_new (self->filter, ONDES_RESPONSE_IMPULSE);

  self->response = ondes_response_view_new (self->filter, ONDES_RESPONSE_MAGNITUDE);
  self->second = ondes_response_view_new (self->filter, ONDES_RESPONSE_DELAY);
  gtk_widget_set_vexpand (impulse, TRUE);
  gtk_widget_set_vexpand (self->second, TRUE);
  gtk_box_append (GTK_BOX (side), impulse);
  gtk_box_append (GTK_BOX (side), self->second);
  gtk_box_append (GTK_BOX (box), self->response);
  gtk_box_append (GTK_BOX (box), side);
  gtk_widget_set_layout_manager (box, gtk_custom_layout_new (NULL, measure_responses, allocate_responses));
  return box;
}

static GtkWidget *
new_analyse_button (void)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("ondes-spectra-symbolic");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Spectra of the result: the filter becomes a step of conditioning, and "
                                         "they come into view"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Spectra of the result"), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.analyse-result");
  return button;
}

/* The switches between before and after, and between the charts of a bank, and what the filter is. */
static GtkWidget *
new_bar (OndesFilterPage *self)
{
  static const OndesCompareChoice views[N_VIEWS] = { { N_("Waveform"), N_("The waveform alone") },
                                                     { N_("Scalogram"), N_("The waveform and the scalogram of the band shown") },
                                                     { N_("Levels"), N_("The levels of all bands over time") } };
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  gtk_widget_add_css_class (bar, "filter-bar");
  gtk_box_append (GTK_BOX (bar), ondes_compare_bar_new (self->compared));
  self->what = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->what, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->what, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->what), TRUE);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->what));
  self->views = ondes_compare_new_switch (views, self->view, N_VIEWS, VIEW_SCALOGRAM);
  gtk_box_append (GTK_BOX (bar), self->views);
  gtk_box_append (GTK_BOX (bar), new_analyse_button ());
  g_signal_connect_object (self->compared, "changed", G_CALLBACK (on_shown), self, G_CONNECT_SWAPPED);
  for (guint i = 0; i < N_VIEWS; i++)
    g_signal_connect_object (self->view[i], "toggled", G_CALLBACK (on_view), self, G_CONNECT_SWAPPED);
  return bar;
}

static GtkStack *
new_stack (void)
{
  GtkStack *stack = GTK_STACK (gtk_stack_new ());

  gtk_stack_set_hhomogeneous (stack, FALSE);
  gtk_stack_set_vhomogeneous (stack, FALSE);
  return stack;
}

/* The readouts of the scalogram and the one below it, and the button of its slices. */
static GtkWidget *
new_readout (OndesFilterPage *self,
             GtkWidget *below)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *readout;

  readout = ondes_readout_new (ONDES_SCALOGRAM_VIEW (self->scalogram));
  gtk_widget_set_hexpand (readout, TRUE);
  gtk_box_append (GTK_BOX (box), readout);
  gtk_box_append (GTK_BOX (box), ondes_readout_new_below (below));
  gtk_box_append (GTK_BOX (box), ondes_slice_pane_new_button (ONDES_SLICE_PANE (self->slices)));
  return box;
}

/* The scalogram with its slices, above the filtered one if both are stacked. */
static GtkWidget *
new_scalograms (OndesFilterPage *self,
                GtkWidget *below)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->slices = ondes_slice_pane_new (ONDES_SCALOGRAM_VIEW (self->scalogram));
  ondes_slice_pane_align (ONDES_SLICE_PANE (self->slices), GTK_WIDGET (self->waves));
  ondes_slice_pane_align (ONDES_SLICE_PANE (self->slices), below);
  gtk_box_append (GTK_BOX (box), self->slices);
  gtk_box_append (GTK_BOX (box), below);
  return box;
}

static GtkWidget *
new_pictures (OndesFilterPage        *self,
              OndesScalogramAnalysis *before)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self->filter));
  OndesScalogramAnalysis *after = ondes_filter_analysis_compare (self->filter, before);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *below, *scalograms;

  self->after = after;
  self->waves = new_stack ();
  self->filtered = ondes_waveform_view_new (ondes_filter_analysis_get_after (self->filter));
  ondes_waveform_view_set_before (ONDES_WAVEFORM_VIEW (self->filtered), session);
  gtk_stack_add_named (self->waves, self->filtered, "after");
  gtk_stack_add_named (self->waves, ondes_waveform_view_new (session), "before");
  self->scalogram = ondes_scalogram_view_new (before);
  self->compared = ondes_filter_analysis_get_picture (self->filter);
  ondes_scalogram_view_compare (ONDES_SCALOGRAM_VIEW (self->scalogram), self->compared);
  gtk_widget_set_hexpand (self->scalogram, TRUE);
  gtk_widget_set_vexpand (self->scalogram, TRUE);
  below = ondes_scalogram_view_new_below (ONDES_SCALOGRAM_VIEW (self->scalogram));
  scalograms = new_scalograms (self, below);
  self->readouts = new_stack ();
  gtk_widget_add_css_class (GTK_WIDGET (self->readouts), "readoutbar");
  gtk_stack_add_named (self->readouts, new_readout (self, below), "scalogram");
  self->levels = ondes_levels_view_new (self->filter);
  gtk_stack_add_named (self->readouts, ondes_levels_readout_new (ONDES_LEVELS_VIEW (self->levels)), "levels");
  self->pictures = new_stack ();
  gtk_stack_add_named (self->pictures, scalograms, "scalogram");
  gtk_stack_add_named (self->pictures, self->levels, "levels");
  gtk_box_append (GTK_BOX (box), new_bar (self));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->waves));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->pictures));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->readouts));
  return box;
}

/* Gives the response its usual height, or less where the charts below have little more than they need. */
static gboolean
update_height (gpointer data)
{
  OndesFilterPage *self = data;
  GtkPaned *paned = GTK_PANED (self->charts);
  int least, most;

  self->height_source = 0;
  g_object_get (paned, "min-position", &least, "max-position", &most, NULL);
  if (!self->squeezed && gtk_paned_get_position (paned) != self->height)
    return G_SOURCE_REMOVE;
  self->squeezed = FALSE;
  self->height = CLAMP (most - PICTURE_HEIGHT, least, MAX (RESPONSE_HEIGHT, least));
  gtk_paned_set_position (paned, self->height);
  return G_SOURCE_REMOVE;
}

/* The room changes while it is being allotted. */
static void
on_room (OndesFilterPage *self)
{
  int most;

  g_object_get (self->charts, "max-position", &most, NULL);
  self->squeezed |= gtk_paned_get_position (GTK_PANED (self->charts)) >= most;
  if (self->height_source == 0)
    self->height_source = g_idle_add (update_height, self);
}

static void
ondes_filter_page_dispose (GObject *object)
{
  g_clear_handle_id (&ONDES_FILTER_PAGE (object)->height_source, g_source_remove);
  g_clear_object (&ONDES_FILTER_PAGE (object)->filter);
  G_OBJECT_CLASS (ondes_filter_page_parent_class)->dispose (object);
}

static void
ondes_filter_page_class_init (OndesFilterPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ondes_filter_page_dispose;
  g_signal_new ("shown-changed", ONDES_TYPE_FILTER_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_install_action (widget_class, "filter.switch", NULL, switch_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_b, 0, "filter.switch", NULL);
}

static void
ondes_filter_page_init (OndesFilterPage *self)
{
  self->stack = new_stack ();
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->stack));
  add_empty (self);
}

GtkWidget *
ondes_filter_page_get_response (OndesFilterPage *self)
{
  return self->response;
}

GtkWidget *
ondes_filter_page_get_picture (OndesFilterPage *self)
{
  return self->scalogram;
}

GtkWidget *
ondes_filter_page_new (OndesFilterAnalysis    *filter,
                       OndesScalogramAnalysis *before,
                       OndesFilterControls    *controls)
{
  OndesFilterPage *self = g_object_new (ONDES_TYPE_FILTER_PAGE, NULL);
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);

  self->filter = g_object_ref (filter);
  self->controls = controls;
  self->charts = paned;
  gtk_paned_set_start_child (GTK_PANED (paned), new_responses (self));
  gtk_paned_set_end_child (GTK_PANED (paned), new_pictures (self, before));
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_resize_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_position (GTK_PANED (paned), self->height = RESPONSE_HEIGHT);
  g_signal_connect_object (paned, "notify::max-position", G_CALLBACK (on_room), self, G_CONNECT_SWAPPED);
  gtk_widget_set_vexpand (paned, TRUE);
  gtk_stack_add_named (self->stack, paned, "filter");
  g_signal_connect_object (filter, "response-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (filter, "settings-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (filter, "state-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (filter, "peaks-changed", G_CALLBACK (on_peaks), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (controls, "second-changed", G_CALLBACK (on_second), self, G_CONNECT_SWAPPED);
  on_shown (self);
  update (self);
  return GTK_WIDGET (self);
}
