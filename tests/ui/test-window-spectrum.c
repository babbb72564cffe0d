/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of Fourier spectra in the real window, by pointer and keys. */
#include <math.h>
#include <string.h>

#include "charts/ondes-psd-view.h"
#include "pages/ondes-psd-controls.h"
#include "pages/ondes-psd-page.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

static GtkWidget *
page (void)
{
  return window_by_type (window, ONDES_TYPE_PSD_PAGE);
}

static GtkWidget *
chart (void)
{
  return window_by_type (page (), ONDES_TYPE_PSD_VIEW);
}

static OndesPsdAnalysis *
psd (void)
{
  return ONDES_PSD_ANALYSIS (window->models[ONDES_MODEL_PSD]);
}

/* Returns the spectrum that is shown; NULL if there is none. */
static const OndesPsd *
shown (void)
{
  g_autoptr (GPtrArray) curves = ondes_psd_analysis_list_curves (psd ());

  return curves->len > 0 ? ((OndesPsdCurve *) curves->pdata[0])->psd : NULL;
}

static gboolean
is_settled (gpointer unused)
{
  return shown () != NULL && gtk_widget_get_mapped (chart ()) && !ondes_analysis_is_busy (ONDES_ANALYSIS (psd ()), NULL)
         && !ondes_analysis_is_stale (ONDES_ANALYSIS (psd ()));
}

static void
go (void)
{
  window_go ("psd");
  driver_wait (is_settled, NULL, "a spectrum");
  driver_wait_drawn (GTK_WIDGET (window));
}

static GtkLabel *
label (const char *name)
{
  return GTK_LABEL (window_by_id (window, name));
}

/* Points at a share of the chart's width. */
static void
point_at (double share)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (chart ()), &plot);
  driver_move (chart (), plot.origin.x + share * plot.size.width, plot.origin.y + plot.size.height / 3);
}

static gboolean
is_pointed (gpointer unused)
{
  return !isnan (ondes_psd_analysis_get_pointer (psd ()));
}

static gboolean
has_cursor (gpointer wanted)
{
  return isnan (ondes_psd_analysis_get_cursor (psd ())) == (wanted == NULL);
}

static double
count_hz (void)
{
  OndesChartSpan span;

  g_assert_true (ondes_chart_get_span (ONDES_CHART (chart ()), GTK_ORIENTATION_HORIZONTAL, &span));
  return span.count;
}

static gboolean
is_zoomed (gpointer wanted)
{
  return (count_hz () < 1) == (wanted != NULL);
}

/* The mains of the sample are a peak, which the readout and the list name. */
static void
test_reads (void)
{
  window_open_sample ("ecg.txt");
  go ();
  g_assert_cmpuint (shown ()->span.count, ==, ondes_session_get_source (session)->n);
  g_assert_nonnull (strstr (gtk_label_get_text (label ("psd_peaks")), " Hz: "));
  point_at (0.5);
  driver_wait (is_pointed, NULL, "the crosshair");
  window_wait_says (GTK_WIDGET (label ("psd_readout")), "peak", "the peak beside the pointer");
  g_assert_nonnull (strstr (gtk_label_get_text (label ("psd_readout")), "dB"));
}

static void
test_zoom (void)
{
  go ();
  point_at (0.7);
  driver_wait (is_pointed, NULL, "the crosshair");
  driver_click (4, 1, NULL);
  driver_wait (is_zoomed, GINT_TO_POINTER (TRUE), "a zoom by wheel");
  driver_key ("Home");
  driver_wait (is_zoomed, NULL, "all frequencies");
}

/* A click at the largest peak marks its multiples, and Escape takes the marks away. */
static void
test_harmonics (void)
{
  OndesPsdPeak peak;

  go ();
  g_assert_cmpuint (ondes_psd_peaks (shown (), 0, INFINITY, &peak, 1), ==, 1);
  /* The axis is logarithmic, from the first bin to half the rate. */
  point_at (log (peak.hz / shown ()->bin_hz) / log (shown ()->rate_hz / 2 / shown ()->bin_hz));
  driver_wait (is_pointed, NULL, "the crosshair");
  driver_click (1, 1, NULL);
  driver_wait (has_cursor, GINT_TO_POINTER (TRUE), "the harmonic cursor");
  g_assert_cmpfloat_with_epsilon (ondes_psd_analysis_get_cursor (psd ()), peak.hz, 1e-9);
  driver_key ("Escape");
  driver_wait (has_cursor, NULL, "no cursor");
}

static gboolean
spans (gpointer whole)
{
  return is_settled (NULL) && (shown ()->span.count == ondes_session_get_source (session)->n) == (whole != NULL);
}

static gboolean
has_kept (gpointer n)
{
  return ondes_psd_analysis_count_kept (psd ()) == GPOINTER_TO_UINT (n);
}

/* What is kept stays while the spectrum follows the view. */
static void
test_keeps (void)
{
  g_autoptr (GPtrArray) curves = NULL;

  go ();
  window_click (window_by_id (window, "psd_keep"));
  driver_wait (has_kept, GUINT_TO_POINTER (1), "a spectrum that is kept");
  window_go ("scalogram");
  window_settle ();
  driver_key ("plus");
  driver_key ("plus");
  window_settle ();
  go ();
  driver_wait (spans, NULL, "the spectrum of the view");
  curves = ondes_psd_analysis_list_curves (psd ());
  g_assert_cmpuint (curves->len, ==, 2);
  g_assert_cmpuint (((OndesPsdCurve *) curves->pdata[1])->psd->span.count, ==, ondes_session_get_source (session)->n);
  window_click (window_by_id (window, "psd_drop"));
  driver_wait (has_kept, NULL, "nothing kept");
  window_go ("scalogram");
  driver_key ("Home");
  window_settle ();
  go ();
  driver_wait (spans, GINT_TO_POINTER (TRUE), "the spectrum of all");
}

static gboolean
has_bands (gpointer wanted)
{
  return is_settled (NULL) && (shown ()->edges_hz != NULL) == (wanted != NULL);
}

static gboolean
is_refused (gpointer wanted)
{
  return (ondes_analysis_get_problem (ONDES_ANALYSIS (psd ())) != NULL) == (wanted != NULL);
}

static void
type_length (GtkWidget  *row,
             const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  g_signal_emit_by_name (row, "apply");
}

/* Rows change the spectrum, one act of a person is undone as one, and a length that is too long is told. */
static void
test_rows (void)
{
  GtkWidget *controls = window_by_type (window, ONDES_TYPE_PSD_CONTROLS);

  go ();
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (controls, "psd_bands")), 2);
  driver_wait (has_bands, GINT_TO_POINTER (TRUE), "third octaves");
  driver_key ("ctrl+z");
  driver_wait (has_bands, NULL, "bins again");
  type_length (window_by_id (controls, "psd_length"), "1000000");
  driver_wait (is_refused, GINT_TO_POINTER (TRUE), "a sentence on the length");
  g_assert_nonnull (shown ());
  type_length (window_by_id (controls, "psd_length"), "1024");
  driver_wait (is_refused, NULL, "no sentence");
  driver_wait (is_settled, NULL, "the spectrum");
  g_assert_cmpuint (shown ()->options.length, ==, 1024);
}

static gboolean
has_file (gpointer path)
{
  return !ondes_analysis_is_exporting (ONDES_ANALYSIS (psd ()), NULL) && g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
test_export (void)
{
  g_autofree char *path = g_build_filename (folder, "spectrum.csv", NULL), *text = NULL;

  go ();
  window_export_to (path);
  driver_wait (has_file, path, "the file");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "frequency (Hz),power spectral density ("));
}

/* A truth table has no spectrum, and the page says so. */
static void
test_table (void)
{
  window_open_sample ("rd84.pla");
  g_assert_null (shown ());
  window_go ("psd");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_mapped (chart ()));
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window-spectrum/reads-values-and-peaks", test_reads);
  g_test_add_func ("/ondes/window-spectrum/zooms-by-wheel-and-keys", test_zoom);
  g_test_add_func ("/ondes/window-spectrum/click-marks-harmonics", test_harmonics);
  g_test_add_func ("/ondes/window-spectrum/keeps-while-the-view-changes", test_keeps);
  g_test_add_func ("/ondes/window-spectrum/rows-change-it", test_rows);
  g_test_add_func ("/ondes/window-spectrum/exports", test_export);
  g_test_add_func ("/ondes/window-spectrum/truth-table-has-none", test_table);
  return window_run ();
}
