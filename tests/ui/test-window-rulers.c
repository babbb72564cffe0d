/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rulers and smooth pixels chosen by keys in the real window: what the charts, the readout and the copied command then say. */
#include <math.h>
#include <sndfile.h>
#include <string.h>

#include "charts/ondes-charts.h"
#include "pages/ondes-controls.h"
#include "session/words.h"
#include "window-fixture.h"

#define RATE 1000

/* Four seconds of a tone of 220 Hz and noise, across a midnight that the name tells. */
static void
open_dated (void)
{
  g_autofree char *path = g_build_filename (folder, "20240131_235958.wav", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  SF_INFO info = { .samplerate = RATE, .channels = 1, .format = SF_FORMAT_WAV | SF_FORMAT_PCM_16 };
  SNDFILE *sound = sf_open (path, SFM_WRITE, &info);

  for (int i = 0; i < 4 * RATE; i++)
    {
      const short sample = (short) (8000 * sin (2 * G_PI * 220 * i / RATE) + g_test_rand_int_range (-500, 500));

      g_assert_cmpint (sf_write_short (sound, &sample, 1), ==, 1);
    }
  sf_close (sound);
  window_begin ();
  ondes_window_open (window, file);
  window_settle ();
}

static GtkWidget *
chart (void)
{
  return window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
}

static GtkWidget *
panel (void)
{
  GtkWidget *controls = window_by_type (window, ONDES_TYPE_CONTROLS);

  return gtk_widget_get_ancestor (window_by_id (controls, "second_axis"), ADW_TYPE_PREFERENCES_GROUP);
}

typedef struct
{
  AdwComboRow *row;
  guint        item;
} Choice;

static gboolean
is_chosen (gpointer data)
{
  const Choice *choice = data;

  return adw_combo_row_get_selected (choice->row) == choice->item;
}

/* Opens the list by key, and takes the item that lies @steps below. */
static void
choose (const char *title,
        int         steps)
{
  GtkWidget *combo = window_scroll_to (window_row (panel (), title));
  Choice choice = { ADW_COMBO_ROW (combo), adw_combo_row_get_selected (ADW_COMBO_ROW (combo)) + steps };

  gtk_widget_grab_focus (combo);
  driver_key ("space");
  driver_wait_drawn (GTK_WIDGET (window));
  for (int i = 0; i < ABS (steps); i++)
    driver_key (steps > 0 ? "Down" : "Up");
  driver_key ("Return");
  driver_wait (is_chosen, &choice, title);
  window_settle ();
}

typedef struct
{
  GtkSwitch *widget;
  gboolean   active;
} Turned;

static gboolean
is_turned (gpointer data)
{
  const Turned *turned = data;

  return gtk_switch_get_active (turned->widget) == turned->active;
}

static void
toggle (const char *id)
{
  GtkWidget *row = window_scroll_to (window_by_id (panel (), id));
  GtkWidget *widget = adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row));
  Turned turned = { GTK_SWITCH (widget), !gtk_switch_get_active (GTK_SWITCH (widget)) };

  gtk_widget_grab_focus (widget);
  driver_key ("space");
  driver_wait (is_turned, &turned, id);
  driver_wait_drawn (GTK_WIDGET (window));
  window_settle ();
}

static gboolean
has_text (GtkWidget    *widget,
          gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL;
}

static gboolean
is_read (gpointer text)
{
  return window_find (window_by_type (window, ONDES_TYPE_READOUT), has_text, text) != NULL;
}

/* Points at a frequency right of the middle of the picture. */
static void
point (double frequency_hz)
{
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  graphene_rect_t plot;
  OndesAxis axis;

  ondes_chart_get_plot (ONDES_CHART (chart ()), &plot);
  axis = ondes_display_axis (ondes_scalogram_analysis_get_display (analysis), scalogram, plot.size.height);
  driver_move (chart (), plot.origin.x + 0.55 * plot.size.width,
               plot.origin.y + plot.size.height - ondes_axis_pixel (&axis, frequency_hz));
  driver_wait_drawn (chart ());
}

static char *
time_title (void)
{
  const OndesAxis axis = ondes_time_chart_time_axis (ONDES_TIME_CHART (chart ()));

  return ondes_words_time_title ("s", &axis);
}

static gboolean
is_titled (gpointer title)
{
  g_autofree char *now = time_title ();

  return g_str_equal (now, title);
}

/* The number of dark pixels left of the plot or, with a distance from it, right of it: ticks and labels. */
static guint
ink (gboolean right)
{
  g_autoptr (DriverShot) shot = driver_shot (GTK_WIDGET (window));
  const int room = ondes_chart_get_second_room (ONDES_CHART (chart ()));
  graphene_rect_t plot;
  guint dark = 0;

  ondes_chart_get_plot (ONDES_CHART (chart ()), &plot);
  for (int y = 0; y < (int) plot.size.height; y++)
    for (int x = 1; x < (right ? room : (int) plot.origin.x); x++)
      {
        const double at = right ? plot.origin.x + plot.size.width + x : x;

        dark += driver_lightness (driver_pixel (shot, chart (), at + 0.5, plot.origin.y + y + 0.5)) < 128;
      }
  return dark;
}

static void
test_notes (void)
{
  double row_hz;
  g_autofree char *note = NULL;
  guint numbers, letters;

  open_dated ();
  numbers = ink (FALSE);
  choose ("Labels", 1);
  letters = ink (FALSE);
  g_assert_cmpuint (letters, >, 100);
  g_assert_cmpuint (letters, !=, numbers);
  g_assert_true (gtk_widget_get_visible (window_by_id (panel (), "a4")));
  point (220);
  row_hz = ondes_scalogram_analysis_get_pointer (analysis)->row_frequency_hz;
  note = ondes_note_print (row_hz, 440);
  g_assert_true (g_str_has_prefix (note, "A3"));
  driver_wait (is_read, note, note);
  choose ("Labels", -1);
  g_assert_cmpuint (ink (FALSE), ==, numbers);
  g_assert_false (gtk_widget_get_visible (window_by_id (panel (), "a4")));
}

static void
test_clock (void)
{
  open_dated ();
  driver_wait (is_titled, (gpointer) "time (s)", "time from the start");
  choose ("Time", 2);
  {
    g_autofree char *zone = ondes_words_zone ((OndesZone) { .unknown = TRUE });
    g_autofree char *title = g_strdup_printf ("time (2024, %s)", zone);

    driver_wait (is_titled, title, title);
  }
  point (100);
  driver_wait (is_read, (gpointer) "2024-02-01 00:00:00", "the clock in the readout");
  driver_key ("ctrl+z");
  driver_wait (is_titled, (gpointer) "time (s)", "the choice undone");
  driver_key ("ctrl+shift+z");
  choose ("Time", -1);
  driver_wait (is_titled, (gpointer) "time (s)", "time from the start");
  choose ("Time", -1);
}

/* The second axis takes room from all charts alike, where there is room. */
static void
test_second_axis (void)
{
  graphene_rect_t with, without, wave;

  open_dated ();
  ondes_chart_get_plot (ONDES_CHART (chart ()), &with);
  g_assert_cmpint (ondes_chart_get_second_room (ONDES_CHART (chart ())), >, 30);
  g_assert_cmpuint (ink (TRUE), >, 100);
  toggle ("second_axis");
  ondes_chart_get_plot (ONDES_CHART (chart ()), &without);
  ondes_chart_get_plot (ONDES_CHART (window_by_type (window, ONDES_TYPE_WAVEFORM_VIEW)), &wave);
  g_assert_cmpint (ondes_chart_get_second_room (ONDES_CHART (chart ())), ==, 0);
  g_assert_cmpfloat (without.size.width, >, with.size.width + 30);
  g_assert_cmpfloat (wave.size.width, ==, without.size.width);
  toggle ("second_axis");
  ondes_chart_get_plot (ONDES_CHART (chart ()), &without);
  g_assert_cmpfloat (without.size.width, ==, with.size.width);
}

static gboolean
has_magnitude (gpointer of)
{
  return isfinite (ondes_scalogram_analysis_get_pointer (of)->magnitude);
}

/* Few rows have more colours where they pass into each other, and what is read stays. */
static void
test_smooth (void)
{
  OndesCwtSettings settings;
  guint32 sharp;
  double before;

  open_dated ();
  settings = *ondes_scalogram_analysis_get_settings (analysis);
  settings.rows = ONDES_ROWS_LIST;
  g_strlcpy (settings.scales, "2,4,8,16", sizeof settings.scales);
  ondes_scalogram_analysis_set_settings (analysis, &settings);
  window_settle ();
  point (150);
  driver_wait (has_magnitude, analysis, "a value");
  before = ondes_scalogram_analysis_get_pointer (analysis)->magnitude;
  sharp = window_hash ();
  toggle ("smooth");
  g_assert_true (ondes_scalogram_analysis_get_display (analysis)->smooth);
  g_assert_cmpuint (window_hash (), !=, sharp);
  driver_wait (has_magnitude, analysis, "a value");
  g_assert_cmpfloat (ondes_scalogram_analysis_get_pointer (analysis)->magnitude, ==, before);
  toggle ("smooth");
  g_assert_cmpuint (window_hash (), ==, sharp);
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window-rulers/notes", test_notes);
  g_test_add_func ("/ondes/window-rulers/clock", test_clock);
  g_test_add_func ("/ondes/window-rulers/second-axis", test_second_axis);
  g_test_add_func ("/ondes/window-rulers/smooth-pixels", test_smooth);
  return window_run ();
}
