/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real window in the locale of the test: its numbers by the locale, the height of its labels, and what it copies by the
 * point. */
#include "config.h"

#include <langinfo.h>
#include <libintl.h>
#include <math.h>
#include <string.h>

#include "charts/ondes-charts.h"
#include "session/analysis.h"
#include "session/words.h"
#include "base/number.h"
#include "window-fixture.h"

static gboolean
has_comma (void)
{
  return strcmp (nl_langinfo (RADIXCHAR), ",") == 0;
}

/* 3,5 or 3.5, whichever is written here. */
static const char *
local (const char *comma,
       const char *point)
{
  return has_comma () ? comma : point;
}

static gboolean
omega0_is (gpointer data)
{
  return ondes_scalogram_analysis_get_settings (analysis)->options.omega0 == *(double *) data;
}

static void
test_entry (void)
{
  static const char *const typed[] = { "6.25", "3.5", "5" }, *const commas[] = { "6,25", "3,5", "5" };
  double values[] = { 6.25, 3.5, 5 };
  GtkWidget *row;

  window_open_sample ("ecg.txt");
  row = window_by_id (window, "omega0");
  for (guint comma = 0; comma < (has_comma () ? 2 : 1); comma++)
    for (guint i = 0; i < G_N_ELEMENTS (values); i++)
      {
        window_type_into ("omega0", comma ? commas[i] : typed[i]);
        driver_wait (omega0_is, &values[i], "ω₀ as it was typed");
        g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (window_by_id (row, "entry"))), ==, local (commas[i], typed[i]));
        gtk_test_accessible_assert_property (window_by_id (row, "scale"), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                             local (commas[i], typed[i]));
      }
  window_settle ();
}

/* Points between digits in what is shown; commas where the locale has points. */
static void
check_labels (GtkWidget *widget,
              guint *wrong,
              guint *right)
{
  static const char mark[] = ".";
  const char *text = GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget))
                     : GTK_IS_TEXT (widget) ? gtk_editable_get_text (GTK_EDITABLE (widget))
                                            : "";
  const char *other = has_comma () ? mark : ",";

  for (const char *c = text; *c != 0; c++)
    if (c > text && g_ascii_isdigit (c[-1]) && g_ascii_isdigit (c[1]) && gtk_widget_get_mapped (widget))
      {
        /* Marks of thousands have three digits behind them. */
        gboolean thousands = strspn (c + 1, "0123456789") == 3;

        if (*c == *other && !thousands)
          {
            ++*wrong;
            g_test_message ("“%s”", text);
          }
        else if (*c == (has_comma () ? ',' : '.'))
          ++*right;
      }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    check_labels (child, wrong, right);
}

static gboolean
is_pointed (gpointer data)
{
  return ondes_scalogram_analysis_get_pointer (analysis)->valid;
}

static void
test_marks (void)
{
  GtkWidget *chart;
  guint wrong = 0, right = 0;

  window_open_sample ("ecg.txt");
  chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  driver_move (chart, gtk_widget_get_width (chart) / 2.0, gtk_widget_get_height (chart) / 2.0);
  driver_wait (is_pointed, NULL, "the pointer on the picture");
  driver_wait_drawn (chart);
  check_labels (GTK_WIDGET (window), &wrong, &right);
  g_assert_cmpuint (wrong, ==, 0);
  g_assert_cmpuint (right, >, 2);
}

/* How high the labels of the time ruler are on the screen: the rows that have ink, at most so far apart that they are one line. */
static guint
label_height (void)
{
  GtkWidget *chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  g_autoptr (DriverShot) shot = NULL;
  int bottom = gtk_widget_get_height (chart);
  guint highest = 0, run = 0;
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  driver_wait_drawn (GTK_WIDGET (window));
  shot = driver_shot (GTK_WIDGET (window));
  /* Behind the ticks. */
  for (int y = bottom - 34; y < bottom; y++)
    {
      double least = 255, most = 0;

      for (int x = (int) ceilf (plot.origin.x); x < (int) (plot.origin.x + plot.size.width); x++)
        {
          double light = driver_lightness (driver_pixel (shot, chart, x, y));

          least = MIN (least, light);
          most = MAX (most, light);
        }
      run = most - least > 60 ? run + 1 : 0;
      highest = MAX (highest, run);
    }
  return highest;
}

static void
test_font (void)
{
  OndesTheme theme;
  PangoFontDescription *font;

  window_open_sample ("ecg.txt");
  theme = ondes_chart_theme (window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW));
  font = pango_font_description_from_string (theme.font);
  g_assert_cmpint (pango_font_description_get_size (font), >=, 6 * PANGO_SCALE);
  g_assert_null (strchr (pango_font_description_get_family (font), ','));
  pango_font_description_free (font);
  g_assert_cmpuint (label_height (), >=, 6);
}

static void
test_copied (void)
{
  OndesCwtSettings settings;
  OndesFigureSize size = { 600, 400, 1.5, 96, .title = TRUE, .caption = TRUE };
  g_autofree char *command = NULL;

  window_open_sample ("ecg.txt");
  settings = *ondes_scalogram_analysis_get_settings (analysis);
  settings.options.omega0 = 5.5;
  ondes_scalogram_analysis_set_settings (analysis, &settings);
  window_settle ();
  ondes_timeline_set_view (timeline, 1000.5, 2000.25);
  window_settle ();
  command = ondes_analysis_command (ONDES_ANALYSIS (analysis), "figure.png", ONDES_EXPORT_PNG, &size, 0);
  g_assert_nonnull (strstr (command, "--omega0 5.5"));
  g_assert_null (strstr (command, "5,5"));
  settings.options.omega0 = 5;
  ondes_scalogram_analysis_set_settings (analysis, &settings);
  ondes_scalogram_analysis_view_all (analysis);
  window_settle ();
}

static gboolean
is_phase (GtkWidget *widget,
          gconstpointer data)
{
  return GTK_IS_LABEL (widget) && g_str_has_suffix (gtk_label_get_text (GTK_LABEL (widget)), "°")
         && strstr (gtk_label_get_text (GTK_LABEL (widget)), "−") != NULL;
}

static gboolean
has_negative_phase (gpointer data)
{
  GtkWidget *chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  static double at = 100;

  if (window_find (GTK_WIDGET (window), is_phase, NULL) != NULL)
    return TRUE;
  at += 7;
  driver_move (chart, at, gtk_widget_get_height (chart) / 2.0);
  driver_wait_drawn (chart);
  return FALSE;
}

/* A negative angle has no letter that would tell the direction of its text: its sign is the first on the left all the same. */
static void
test_sign (void)
{
  PangoLayout *layout;
  PangoRectangle sign, digit;
  const char *text;
  GtkWidget *label;

  window_open_sample ("ecg.txt");
  driver_wait (has_negative_phase, NULL, "a negative phase");
  label = window_find (GTK_WIDGET (window), is_phase, NULL);
  layout = gtk_label_get_layout (GTK_LABEL (label));
  text = pango_layout_get_text (layout);
  pango_layout_index_to_pos (layout, (int) (strstr (text, "−") - text), &sign);
  pango_layout_index_to_pos (layout, (int) (strpbrk (text, "0123456789") - text), &digit);
  g_assert_cmpint (MIN (sign.x, sign.x + sign.width), <, MIN (digit.x, digit.x + digit.width));
}

static gboolean
has_recent (gpointer name)
{
  GMenuModel *menu = adw_split_button_get_menu_model (ADW_SPLIT_BUTTON (window_by_id (window, "open_button")));
  gboolean found = FALSE;

  for (int i = 0; i < g_menu_model_get_n_items (menu) && !found; i++)
    {
      g_autofree char *label = NULL;

      found = g_menu_model_get_item_attribute (menu, i, "label", "s", &label) && g_str_equal (label, name);
    }
  return found;
}

/* A sample is listed among the recent files by the same name as in the title and on the first page. */
static void
test_recent (void)
{
  static const char english[] = "Electrocardiogram, lead II";
  g_autofree char *catalogues = g_build_filename (g_getenv ("ONDES_BUILD_DIR"), "po", NULL);
  const gboolean german = g_str_has_prefix (g_getenv ("LC_ALL"), "de_");
  const char *name;

  g_unsetenv ("LANGUAGE");
  bindtextdomain (GETTEXT_PACKAGE, catalogues);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  name = ondes_words_recording_name (english);
  g_assert_cmpint (g_strcmp0 (name, english) != 0, ==, german || g_str_has_prefix (g_getenv ("LC_ALL"), "fr_"));
  window_open_sample ("ecg.txt");
  driver_wait (has_recent, (gpointer) name, "the name among the recent files");
}

/* The sheet of keys fits a screen of 1280 × 800. */
static void
test_sheet (void)
{
  GtkWindow *sheet;
  int wide, high;

  driver_key ("ctrl+question");
  sheet = window_wait_dialog (GTK_TYPE_SHORTCUTS_WINDOW);
  driver_wait_drawn (GTK_WIDGET (sheet));
  gtk_widget_measure (GTK_WIDGET (sheet), GTK_ORIENTATION_HORIZONTAL, -1, &wide, NULL, NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (sheet), GTK_ORIENTATION_VERTICAL, -1, &high, NULL, NULL, NULL);
  g_test_message ("the sheet is %d × %d", wide, high);
  g_assert_cmpint (wide, <=, 1280);
  g_assert_cmpint (high, <=, 800);
  driver_key ("Escape");
  window_wait_gone (GTK_TYPE_SHORTCUTS_WINDOW);
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  /* As GTK's own catalogue has it, which may not be installed. */
  if (g_str_has_prefix (g_getenv ("LC_ALL"), "ar_"))
    gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  g_test_add_func ("/ondes/locale/labels-of-rulers-are-readable", test_font);
  g_test_add_func ("/ondes/locale/entry-reads-both-marks-and-writes-its-own", test_entry);
  g_test_add_func ("/ondes/locale/all-that-is-shown-has-one-mark", test_marks);
  g_test_add_func ("/ondes/locale/sign-stands-before-its-number", test_sign);
  g_test_add_func ("/ondes/locale/sheet-of-keys-fits-a-small-screen", test_sheet);
  g_test_add_func ("/ondes/locale/copied-command-is-by-the-point", test_copied);
  /* The last: its catalogues stay. */
  g_test_add_func ("/ondes/locale/recent-sample-has-its-translated-name", test_recent);
  return window_run ();
}
