/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real window at the sizes of text that people choose: no label of a ruler is cut, and no text stays small beside the rest. */
#include <glib/gstdio.h>
#include <math.h>

#include "charts/ondes-charts.h"
#include "charts/ondes-table-view.h"
#include "dialogs/ondes-export-dialog.h"
#include "pages/ondes-spectra-page.h"
#include "picture/slices.h"
#include "shell/ondes-window-private.h"
#include "sound/ondes-play-bar.h"
#include "window-fixture.h"

#define INK 12 /* lightness by which a pixel differs from the background */

/* Sanitizers see the same code at each. */
#ifdef __SANITIZE_ADDRESS__
static const int sizes[] = { 17 };
#else
static const int sizes[] = { 11, 14, 17, 22 };
#endif

static double
points_of (GtkWidget *widget)
{
  const PangoFontDescription *font = pango_context_get_font_description (gtk_widget_get_pango_context (widget));
  double size = pango_font_description_get_size (font) / (double) PANGO_SCALE;

  return pango_font_description_get_size_is_absolute (font) ? size * 0.75 : size;
}

static gboolean
has_points (gpointer points)
{
  return fabs (points_of (GTK_WIDGET (window)) - GPOINTER_TO_INT (points)) < 0.1;
}

static void
set_points (int points)
{
  g_autofree char *name = g_strdup_printf ("Cantarell %d", points);

  g_object_set (gtk_settings_get_default (), "gtk-font-name", name, NULL);
  driver_wait (has_points, GINT_TO_POINTER (points), "text of another size");
  driver_wait_drawn (GTK_WIDGET (window));
}

/* Counts the pixels that are not background on a line of the screen along an edge of @widget. */
static guint
ink_along (const DriverShot *shot,
           GtkWidget        *widget,
           double            x,
           double            y,
           double            dx,
           double            dy,
           int               n)
{
  guint32 background = driver_pixel (shot, widget, x, y);
  guint ink = 0;

  for (int i = 0; i < n; i++)
    ink += fabs (driver_lightness (driver_pixel (shot, widget, x + i * dx, y + i * dy)) - driver_lightness (background)) > INK;
  return ink;
}

typedef struct
{
  guint    charts;
  GString *ink; /* where there is any */
} Edges;

/* A label that is cut reaches the edge of its chart; one that is whole ends before. Above the plot itself there are none. */
static void
look_at_edges (Edges            *self,
               GtkWidget        *from,
               const DriverShot *shot)
{
  int width = gtk_widget_get_width (from), height = gtk_widget_get_height (from);

  if (ONDES_IS_CHART (from) && gtk_widget_get_mapped (from) && !ondes_chart_is_empty (ONDES_CHART (from)))
    {
      graphene_rect_t plot;
      guint top, bottom, left, right;

      ondes_chart_get_plot (ONDES_CHART (from), &plot);
      right = plot.origin.x + plot.size.width + 1;
      top = ink_along (shot, from, 0.5, 0.5, 1, 0, plot.origin.x) + ink_along (shot, from, right + 0.5, 0.5, 1, 0, width - right);
      bottom = ink_along (shot, from, 0.5, height - 0.5, 1, 0, width);
      left = ink_along (shot, from, 0.5, 0.5, 0, 1, height);
      right = ink_along (shot, from, width - 0.5, 0.5, 0, 1, height);

      if (top + bottom + left + right > 0)
        g_string_append_printf (self->ink, "%s: top %u, bottom %u, left %u, right %u; ", G_OBJECT_TYPE_NAME (from), top, bottom,
                                left, right);
      self->charts++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    look_at_edges (self, child, shot);
}

/* Handles lie on the edges of charts that they move; their grips are no labels. */
static void
hide_grips (GtkWidget *from)
{
  if (gtk_widget_has_css_class (from, "pane-handle"))
    gtk_widget_set_opacity (from, 0);
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    hide_grips (child);
}

static gboolean
edges_are_clear (gpointer edges)
{
  Edges *self = edges;
  g_autoptr (DriverShot) shot = driver_shot (GTK_WIDGET (window));

  self->charts = 0;
  g_string_truncate (self->ink, 0);
  look_at_edges (self, GTK_WIDGET (window), shot);
  return self->ink->len == 0;
}

static gboolean
is_of_page (gpointer name)
{
  return window_shows (name) && !ondes_analysis_is_busy (ondes_window_get_model (window), NULL);
}

/* On the page in front. */
static void
assert_whole_labels (const char *page,
                     guint       charts,
                     const char *what)
{
  g_autofree char *said = g_strdup_printf ("edges without ink: %s at %g pt", what, points_of (GTK_WIDGET (window)));
  Edges edges = { 0, g_string_new (NULL) };

  driver_wait (is_of_page, (gpointer) page, page);
  hide_grips (GTK_WIDGET (window));
  driver_wait_drawn (GTK_WIDGET (window));
  /* A tab that fades still colours the row of pixels where the chart below it begins. */
  if (!edges_are_clear (&edges))
    g_test_message ("%s", edges.ink->str);
  driver_wait (edges_are_clear, &edges, said);
  g_assert_cmpuint (edges.charts, >=, charts);
  g_string_free (edges.ink, TRUE);
}

/* Opens a tone of @amplitude, so that the waveform's ruler has labels at both ends. */
static void
open_tone (double amplitude)
{
  g_autofree char *path = g_build_filename (folder, "tone.txt", NULL);
  g_autoptr (GString) text = g_string_new ("time value\n");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 4096; i++)
    {
      char time[G_ASCII_DTOSTR_BUF_SIZE], value[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (text, "%s %s\n", g_ascii_formatd (time, sizeof time, "%.3f", i * 0.004),
                              g_ascii_formatd (value, sizeof value, "%.8e", amplitude * sin (0.2 * i)));
    }
  g_file_set_contents (path, text->str, -1, &error);
  g_assert_no_error (error);
  ondes_window_open (window, file);
  window_settle ();
}

static gboolean
is_height (gpointer height)
{
  return abs (gtk_widget_get_height (GTK_WIDGET (window)) - GPOINTER_TO_INT (height)) < 60;
}

/* The pages of series scroll with large letters; the window is high enough for all of one. */
static void
go (const char *page)
{
  const int height = g_str_equal (page, "scalogram") ? 820 : 1180;

  gtk_window_set_default_size (GTK_WINDOW (window), 1400, height);
  driver_wait (is_height, GINT_TO_POINTER (height), "the window's height");
  window_go (page);
  driver_wait (is_of_page, (gpointer) page, page);
}

static void
set_decibel (gboolean decibel)
{
  OndesDisplay display = *ondes_scalogram_analysis_get_display (analysis);

  display.decibel = decibel;
  ondes_scalogram_analysis_set_display (analysis, &display);
  window_settle ();
}

/* Labels with exponents are wider and otherwise alike: the least and the largest size are enough for them. */
static void
test_tone (gconstpointer amplitude)
{
  const guint step = *(const double *) amplitude < 1e-3 ? MAX (G_N_ELEMENTS (sizes) - 1, 1) : 1;

  window_begin ();
  open_tone (*(const double *) amplitude);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i += step)
    {
      set_points (sizes[i]);
      assert_whole_labels ("scalogram", 3, "decibels");
      set_decibel (FALSE);
      assert_whole_labels ("scalogram", 3, "a linear colour bar");
      set_decibel (TRUE);
      ondes_slices_set_shown (ondes_scalogram_analysis_get_slices (analysis), TRUE);
      window_settle ();
      assert_whole_labels ("scalogram", 5, "slices");
      ondes_slices_set_shown (ondes_scalogram_analysis_get_slices (analysis), FALSE);
      window_settle ();
      go ("spectra");
      assert_whole_labels ("spectra", 2, "a spectrum");
      go ("convolution");
      assert_whole_labels ("convolution", 2, "a convolution");
      go ("scalogram");
    }
  set_points (11);
}

static gboolean
is_label (GtkWidget    *widget,
          gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
         && g_str_has_prefix (gtk_label_get_text (GTK_LABEL (widget)), text);
}

static gboolean
says (gpointer text)
{
  return window_find (GTK_WIDGET (window), is_label, text) != NULL;
}

static void
test_table (void)
{
  GtkWidget *page;

  window_open_sample ("rd84.pla");
  go ("spectra");
  page = window_by_type (window, ONDES_TYPE_SPECTRA_PAGE);
  driver_wait (says, (gpointer) "LAT", "the tables");
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      set_points (sizes[i]);
      assert_whole_labels ("spectra", 2, "bits");
      window_click (window_find (page, is_label, "LAT"));
      driver_wait (window_is_mapped, window_by_type (page, ONDES_TYPE_TABLE_VIEW), "the table");
      assert_whole_labels ("spectra", 2, "a table");
      window_click (window_find (page, is_label, "Largest"));
    }
  set_points (11);
  go ("scalogram");
}

/* A size in points of the theme would stay as it is. */
static guint
assert_sizes (GtkWidget  *from,
              double      points,
              const char *what)
{
  guint labels = 0;

  if (GTK_IS_LABEL (from) && gtk_widget_get_mapped (from) && *gtk_label_get_text (GTK_LABEL (from)) != 0)
    {
      double size = points_of (from);

      if (size < points * (gtk_widget_has_css_class (from, "heading") ? 1 : 0.74) - 0.1)
        g_error ("%s: “%s” has %.2f pt beside text of %g pt", what, gtk_label_get_text (GTK_LABEL (from)), size, points);
      labels++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    labels += assert_sizes (child, points, what);
  return labels;
}

/* Icons of the sound bar grow with the text; returns how many there are. */
static guint
assert_icons (GtkWidget *from,
              double     points)
{
  guint icons = 0;

  if (GTK_IS_IMAGE (from) && gtk_widget_get_mapped (from))
    {
      int size;

      gtk_widget_measure (from, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &size, NULL, NULL);
      g_assert_cmpfloat (size, >=, 16 * points / 11 - 1);
      icons++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    icons += assert_icons (child, points);
  return icons;
}

static gboolean
is_unmapped (gpointer widget)
{
  return !gtk_widget_get_mapped (widget);
}

static void
test_sizes (void)
{
  static const char *const pages[] = { "scalogram", "spectra", "convolution" };

  GtkWindow *dialog;

  window_open_sample ("ecg.txt");
  set_points (22);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      go (pages[i]);
      /* Type this large leaves the side bar a place over the picture alone. */
      driver_key ("F9");
      driver_wait (window_is_mapped, window_by_id (window, "side_bar"), "the side bar");
      driver_wait_drawn (GTK_WIDGET (window));
      g_assert_cmpuint (assert_sizes (GTK_WIDGET (window), 22, pages[i]), >, 20);
      driver_key ("F9");
      driver_wait (is_unmapped, window_by_id (window, "side_bar"), "the side bar to go");
    }
  go ("scalogram");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_cmpuint (assert_icons (window_by_type (window, ONDES_TYPE_PLAY_BAR), 22), >, 4);
  /* The dialogs grow with it: 26 times the size is wide enough for a title between two buttons in every language. */
  driver_key ("ctrl+e");
  dialog = window_wait_dialog (ONDES_TYPE_EXPORT_DIALOG);
  driver_wait_drawn (GTK_WIDGET (dialog));
  g_assert_cmpuint (assert_sizes (GTK_WIDGET (dialog), 22, "export"), >, 5);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (dialog)), >=, 26 * 22 * 96 / 72);
  driver_key ("Escape");
  window_wait_gone (ONDES_TYPE_EXPORT_DIALOG);
  set_points (11);
}

static gboolean
is_shortcut (GtkWidget    *widget,
             gconstpointer title)
{
  g_autofree char *own = NULL;

  if (!GTK_IS_SHORTCUTS_SHORTCUT (widget))
    return FALSE;
  g_object_get (widget, "title", &own, NULL);
  return g_strcmp0 (own, title) == 0;
}

/* A warning is fatal in tests. Names stand close to their keys. */
static void
test_shortcuts (void)
{
  GtkWidget *sheet, *row;
  int width;

  window_open_sample ("ecg.txt");
  driver_key ("ctrl+question");
  sheet = GTK_WIDGET (window_wait_dialog (GTK_TYPE_SHORTCUTS_WINDOW));
  driver_wait_drawn (sheet);
  row = window_find (sheet, is_shortcut, "Show the whole recording");
  g_assert_nonnull (row);
  gtk_widget_measure (row, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  g_assert_cmpint (width, <, 700);
  driver_key ("Escape");
  window_wait_gone (GTK_TYPE_SHORTCUTS_WINDOW);
}

static gboolean
is_named (GtkWidget    *widget,
          gconstpointer name)
{
  return GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), name);
}

static gboolean
is_shown (GtkWidget  *readout,
          const char *name)
{
  GtkWidget *label = window_find (readout, is_named, name);

  g_assert_nonnull (label);
  return gtk_widget_get_child_visible (label);
}

static gboolean
has_pointer (gpointer data)
{
  return !isnan (ondes_scalogram_analysis_get_pointer (analysis)->sample);
}

/* The values of time, frequency and magnitude stay, if shortened, and within the line. */
static void
check_stay (GtkWidget *readout,
            int        width)
{
  static const char *const names[] = { "Time", "Frequency", "Magnitude" };
  graphene_rect_t box;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *value = gtk_widget_get_next_sibling (window_find (readout, is_named, names[i]));

      g_assert_true (gtk_widget_get_child_visible (value));
      g_assert_true (gtk_widget_compute_bounds (value, readout, &box));
      if (width > 120)
        g_assert_cmpfloat (box.origin.x + box.size.width, <=, width + 1);
    }
}

/* Narrower and narrower: nothing comes back, time and frequency are named while anything less important is there. */
static void
test_narrow (void)
{
  static const char *const less[] = { "Scale", "Phase", "Cone", "Column" };
  GtkWidget *readout, *chart;
  gboolean named = TRUE;
  guint before = G_MAXUINT;
  int natural;

  window_open_sample ("ecg.txt");
  chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  readout = window_by_type (window, ONDES_TYPE_READOUT);
  driver_move (chart, gtk_widget_get_width (chart) / 2.0, gtk_widget_get_height (chart) / 2.0);
  driver_wait (has_pointer, NULL, "the crosshair");
  driver_wait_drawn (GTK_WIDGET (window));
  gtk_widget_measure (readout, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  for (int width = natural; width > 0; width -= 3)
    {
      guint shown = 0;

      gtk_widget_allocate (readout, width, gtk_widget_get_height (readout), -1, NULL);
      for (GtkWidget *child = gtk_widget_get_first_child (readout); child != NULL; child = gtk_widget_get_next_sibling (child))
        shown += gtk_widget_get_child_visible (child) != FALSE;
      g_assert_cmpuint (shown, <=, before);
      check_stay (readout, width);
      if (width == natural)
        g_assert_cmpuint (shown, ==, 15);
      for (guint i = 0; i < G_N_ELEMENTS (less); i++)
        if (is_shown (readout, less[i]) && !(is_shown (readout, "Time") && is_shown (readout, "Frequency")))
          g_error ("in %d px “%s” stays, but time and frequency are not named", width, less[i]);
      g_assert_true (named || !is_shown (readout, "Time"));
      named = is_shown (readout, "Time");
      before = shown;
    }
  g_assert_false (named);
  gtk_widget_queue_allocate (readout);
}

int
main (int    argc,
      char **argv)
{
  static const double one = 0.99, strain = 0.99e-20;

  window_init (&argc, &argv);
  g_test_add_data_func ("/ondes/text/labels-at-the-ends-of-rulers-are-whole", &one, test_tone);
  g_test_add_data_func ("/ondes/text/labels-with-exponents-are-whole", &strain, test_tone);
  g_test_add_func ("/ondes/text/labels-of-tables-are-whole", test_table);
  g_test_add_func ("/ondes/text/all-of-it-follows-the-size", test_sizes);
  g_test_add_func ("/ondes/text/shortcuts-open-without-a-warning", test_shortcuts);
  g_test_add_func ("/ondes/text/a-narrow-readout-keeps-time-frequency-and-value", test_narrow);
  return window_run ();
}
