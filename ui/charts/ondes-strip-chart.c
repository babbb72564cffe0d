/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "figure/strips-figure.h"
#include "ondes-strip-chart.h"
#include "session/words.h"
#include "shell/ondes-popovers.h"
#include "shell/ondes-template.h"

#define DESCRIBED    64 /* parts of the view for the description */
#define NAME_GAP     6 /* between the name and the plot, pixels */
#define CHOSEN_ALPHA 0.18 /* of the ground of the channel that is chosen */

struct _OndesStripChart
{
  OndesTimeChart parent_instance;

  OndesStrips   *strips;
  guint          channel; /* 0 for none */
};

G_DEFINE_FINAL_TYPE (OndesStripChart, ondes_strip_chart, ONDES_TYPE_TIME_CHART)

static OndesSession *
get_session (OndesStripChart *self)
{
  return ondes_time_chart_get_session (ONDES_TIME_CHART (self));
}

static gboolean
is_chosen (OndesStripChart *self)
{
  return ondes_session_get_channel (get_session (self)) == self->channel;
}

/* Draws the name left of the plot, so far as there is room. */
static void
draw_name (OndesStripChart        *self,
           const OndesChartCanvas *canvas)
{
  g_autofree char *name = ondes_strips_name (self->strips, self->channel);
  g_autoptr (PangoLayout) text = gtk_widget_create_pango_layout (GTK_WIDGET (self), name);
  const OndesColour *ink = is_chosen (self) ? &canvas->theme->accent : &canvas->theme->foreground;
  const GdkRGBA colour = { ink->r, ink->g, ink->b, ink->a };
  const int room = (int) canvas->plot.origin.x - 2 * NAME_GAP;
  int width, height;

  pango_layout_set_width (text, MAX (room, 1) * PANGO_SCALE);
  pango_layout_set_ellipsize (text, PANGO_ELLIPSIZE_MIDDLE);
  pango_layout_set_single_paragraph_mode (text, TRUE);
  pango_layout_get_pixel_size (text, &width, &height);
  gtk_snapshot_save (canvas->snapshot);
  gtk_snapshot_translate (canvas->snapshot, &GRAPHENE_POINT_INIT (canvas->plot.origin.x - NAME_GAP - width,
                                                                  canvas->plot.origin.y
                                                                    + roundf ((canvas->plot.size.height - height) / 2)));
  gtk_snapshot_append_layout (canvas->snapshot, text, &colour);
  gtk_snapshot_restore (canvas->snapshot);
}

static void
ondes_strip_chart_base (OndesChart             *chart,
                        const OndesChartCanvas *canvas)
{
  OndesStripChart *self = ONDES_STRIP_CHART (chart);
  const graphene_rect_t *plot = &canvas->plot;
  const guint columns = MAX (1, (guint) ceil (plot->size.width) * gtk_widget_get_scale_factor (GTK_WIDGET (self)));
  g_autofree OndesExtent *extents = NULL;
  const OndesColour *accent = &canvas->theme->accent;
  OndesPlot drawn = { .area = ondes_chart_area (plot), .theme = canvas->theme };

  if (self->channel < 1 || self->channel > ondes_strips_get_n (self->strips))
    return;
  extents = g_new (OndesExtent, columns);
  ondes_strips_get (self->strips, self->channel, columns, extents);
  if (is_chosen (self))
    gtk_snapshot_append_color (canvas->snapshot, &(GdkRGBA) { accent->r, accent->g, accent->b, CHOSEN_ALPHA }, plot);
  ondes_strip_range (extents, columns, &drawn.lo, &drawn.hi);
  drawn.cr = gtk_snapshot_append_cairo (canvas->snapshot, plot);
  ondes_draw_waveform_pixels (&drawn, extents, columns);
  cairo_destroy (drawn.cr);
  draw_name (self, canvas);
}

static void
choose (OndesStripChart *self)
{
  if (self->channel > 0 && self->channel <= ondes_strips_get_n (self->strips))
    ondes_session_set_channel (get_session (self), self->channel);
}

static void
ondes_strip_chart_clicked (OndesChart *chart,
                           double      x,
                           double      y)
{
  choose (ONDES_STRIP_CHART (chart));
}

static gboolean
on_enter (GtkWidget *widget,
          GVariant  *args,
          gpointer   user_data)
{
  choose (ONDES_STRIP_CHART (widget));
  return GDK_EVENT_STOP;
}

static void
choose_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  choose (ONDES_STRIP_CHART (widget));
}

/* Returns the menu of the channel's name. */
static GMenuModel *
ondes_strip_chart_menu_at (OndesChart *chart,
                           double      x,
                           double      y)
{
  static const OndesMenuItem items[] = {
    { N_("_Show This Channel"), "strip.choose" }, { N_("Close the S_trips"), "win.strips" }, { NULL },
  };
  graphene_rect_t plot;

  ondes_chart_get_plot (chart, &plot);
  return x < plot.origin.x ? ondes_popovers_menu (items) : NULL;
}

static char *
ondes_strip_chart_describe (OndesChart *chart)
{
  OndesStripChart *self = ONDES_STRIP_CHART (chart);
  OndesRecording *recording = ondes_session_get_recording (get_session (self));
  OndesExtent extents[DESCRIBED];
  double min = G_MAXDOUBLE, max = -G_MAXDOUBLE;
  g_autofree char *lo = NULL, *hi = NULL;

  ondes_strips_peek (self->strips, self->channel, DESCRIBED, extents);
  for (guint i = 0; i < DESCRIBED; i++)
    if (extents[i].min <= extents[i].max)
      {
        min = MIN (min, extents[i].min);
        max = MAX (max, extents[i].max);
      }
  if (min > max || recording == NULL)
    return g_strdup (_("no samples yet"));
  lo = ondes_words_quantity (min, ondes_recording_get_info (recording)->unit, 3);
  hi = ondes_words_quantity (max, ondes_recording_get_info (recording)->unit, 3);
  /* Translators: the least and the largest sample in view. */
  return g_strdup_printf (_("between %s and %s"), lo, hi);
}

static void
ondes_strip_chart_class_init (OndesStripChartClass *klass)
{
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);

  chart_class->shape = (OndesChartShape) { .min_height = 18, .natural_height = 30 };
  chart_class->base = ondes_strip_chart_base;
  chart_class->clicked = ondes_strip_chart_clicked;
  chart_class->describe = ondes_strip_chart_describe;
  chart_class->menu_at = ondes_strip_chart_menu_at;
  ondes_chart_class_set_navigable (chart_class);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "strip.choose", NULL, choose_action);
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_Return, 0, on_enter, NULL);
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_KP_Enter, 0, on_enter, NULL);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "waveform");
}

static void
ondes_strip_chart_init (OndesStripChart *self)
{
}

void
ondes_strip_chart_set_channel (OndesStripChart *self,
                               guint            channel)
{
  OndesRecording *recording = ondes_session_get_recording (get_session (self));

  if (self->channel > 0)
    ondes_strips_set_in_view (self->strips, self->channel, FALSE);
  self->channel = channel;
  if (channel > 0)
    ondes_strips_set_in_view (self->strips, channel, TRUE);
  if (channel > 0 && recording != NULL && channel <= ondes_recording_get_info (recording)->channels)
    {
      g_autofree char *name = ondes_words_channel (recording, channel);

      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self), name);
    }
  ondes_chart_changed (ONDES_CHART (self));
}

guint
ondes_strip_chart_get_channel (OndesStripChart *self)
{
  return self->channel;
}

GtkWidget *
ondes_strip_chart_new (OndesStrips *strips)
{
  OndesStripChart *self = g_object_new (ONDES_TYPE_STRIP_CHART, "session", ondes_strips_get_session (strips), NULL);

  self->strips = ondes_widget_keep (self, strips);
  g_signal_connect_object (strips, "changed", G_CALLBACK (ondes_chart_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
