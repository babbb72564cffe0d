/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How quickly the charts follow: from the start, and from a change, to its preview and to its picture on the screen; and the
 * frames, and how long the widget thread is busy at a time, while ω₀ is dragged and while the view is panned, there and back,
 * and zoomed, while it is computed and when all of it has been. Prints median, 99 %, longest. Of a recording whose picture takes
 * long, changes are left out, and nothing is computed beforehand. Annotations beside the recording are drawn.
 *
 * Usage: with-display bench-live RECORDING
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "charts/ondes-annotation-layer.h"
#include "charts/ondes-charts.h"

#define CHANGES 9
#define STEPS   180
#define LONG_MS 3000.0
#define WIDTH   1600 /* of the picture */
#define HEIGHT  800

static OndesSession *session;
static OndesTimeline *timeline; /* of the session */
static OndesScalogramAnalysis *analysis;
static OndesAnnotationsModel *annotations;
static GtkWidget *scalogram;
static gint64 changed; /* µs */

/* When a preview, and the picture, of the last change was there; µs, 0: not yet. */
typedef struct
{
  gint64 preview, picture;
} Arrival;

static Arrival ready, shown; /* as a texture, on the screen */

/* What the thread did between two waits, and how much of it was the frame's drawing by GTK: by the clock, and in time of the
 * processor, which leaves out what others took of it meanwhile. */
typedef struct
{
  gint64 clock, processor; /* µs */
} Moment;

static Moment woken, render_begun, rendering;
static gint64 frames_begun; /* µs */
static GArray *busy, *own, *own_processor, *frames, *frames_processor; /* of double, ms */
static void (*chart_snapshot) (GtkWidget *, GtkSnapshot *);

static Moment
moment (void)
{
  struct timespec used;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &used);
  return (Moment) { g_get_monotonic_time (), used.tv_sec * G_USEC_PER_SEC + used.tv_nsec / 1000 };
}

/* @to and @times the time since @from. */
static Moment
add_since (Moment to,
           int    times,
           Moment from)
{
  Moment now = moment ();

  return (Moment) { to.clock + times * (now.clock - from.clock), to.processor + times * (now.processor - from.processor) };
}

static void
timed_snapshot (GtkWidget   *widget,
                GtkSnapshot *snapshot)
{
  Moment begun = moment ();

  chart_snapshot (widget, snapshot);
  rendering = add_since (rendering, -1, begun);
}

static void
look (Arrival *arrival)
{
  OndesScalogram *scalogram_shown = ondes_scalogram_analysis_get_scalogram (analysis);
  gint64 now = g_get_monotonic_time ();

  if (arrival->picture != 0 || scalogram_shown == NULL || ondes_scalogram_analysis_get_asked (analysis) < changed
      || !ondes_scalogram_view_is_settled (ONDES_SCALOGRAM_VIEW (scalogram)))
    return;
  if (arrival->preview == 0)
    arrival->preview = now;
  if (!scalogram_shown->view.preview && !ondes_analysis_is_stale (ONDES_ANALYSIS (analysis)))
    arrival->picture = now;
}

static gint
timed_poll (GPollFD *fds,
            guint    n,
            gint     timeout)
{
  gint result;

  if (woken.clock != 0 && busy != NULL)
    {
      Moment all = add_since ((Moment) { 0, 0 }, 1, woken);
      double ms = (double) all.clock / 1000;

      g_array_append_val (busy, ms);
      ms = (double) (all.clock - rendering.clock) / 1000;
      g_array_append_val (own, ms);
      ms = (double) (all.processor - rendering.processor) / 1000;
      g_array_append_val (own_processor, ms);
    }
  look (&ready);
  result = g_poll (fds, n, timeout);
  rendering = (Moment) { 0, 0 };
  woken = moment ();
  return result;
}

static void
on_change (OndesScalogramAnalysis *self)
{
  changed = g_get_monotonic_time ();
  ready = shown = (Arrival) { 0, 0 };
}

static void
on_after_paint (GdkFrameClock *clock)
{
  look (&shown);
}

static void
set_omega0 (double omega0)
{
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (analysis);

  settings.options.omega0 = omega0;
  on_change (analysis);
  ondes_scalogram_analysis_set_settings (analysis, &settings);
}

static void
wait_picture (void)
{
  while (shown.picture == 0)
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
on_time (gpointer flag)
{
  *(gboolean *) flag = TRUE;
  return G_SOURCE_REMOVE;
}

static void
wait_ms (guint ms)
{
  gboolean over = FALSE;

  g_timeout_add (ms, on_time, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static double
quantile (GArray *values,
          double  q)
{
  g_array_sort (values, compare);
  return values->len > 0 ? g_array_index (values, double, (guint) (q * (values->len - 1))) : NAN;
}

static void
add_ms (GArray *values,
        gint64  from,
        gint64  to)
{
  double ms = (double) (to - from) / 1000;

  g_array_append_val (values, ms);
}

static void
bench_changes (void)
{
  static const char *const names[] = { "preview ready", "preview on screen", "picture ready", "picture on screen" };
  GArray *times[G_N_ELEMENTS (names)];

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    times[i] = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < CHANGES; i++)
    {
      set_omega0 (4 + 0.37 * i);
      wait_picture ();
      add_ms (times[0], changed, ready.preview);
      add_ms (times[1], changed, shown.preview);
      add_ms (times[2], changed, ready.picture);
      add_ms (times[3], changed, shown.picture);
      wait_ms (100);
    }
  printf ("a change of omega0 (median, longest):");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      printf ("%s %s after %.0f, %.0f ms", i > 0 ? ";" : "", names[i], quantile (times[i], 0.5), quantile (times[i], 1));
      g_array_unref (times[i]);
    }
  printf ("\n");
}

static void
begin_frames (void)
{
  busy = g_array_new (FALSE, FALSE, sizeof (double));
  own = g_array_new (FALSE, FALSE, sizeof (double));
  own_processor = g_array_new (FALSE, FALSE, sizeof (double));
  frames = g_array_new (FALSE, FALSE, sizeof (double));
  frames_processor = g_array_new (FALSE, FALSE, sizeof (double));
  frames_begun = g_get_monotonic_time ();
}

static void
end_frames (const char *name,
            guint       landed)
{
  double seconds = (double) (g_get_monotonic_time () - frames_begun) / G_USEC_PER_SEC;

  printf ("%-21s %4.1f frames/s of %4.1f %4.1f %4.1f ms (%4.1f %4.1f %4.1f of the processor); ", name, frames->len / seconds,
          quantile (frames, 0.5), quantile (frames, 0.99), quantile (frames, 1), quantile (frames_processor, 0.5),
          quantile (frames_processor, 0.99), quantile (frames_processor, 1));
  printf ("thread busy %4.1f ms at a time at the most, %4.1f of them ours (%4.1f of the processor); %3u pictures in %u steps\n",
          quantile (busy, 1), quantile (own, 1), quantile (own_processor, 1), landed, STEPS);
  g_clear_pointer (&busy, g_array_unref);
  g_clear_pointer (&own, g_array_unref);
  g_clear_pointer (&own_processor, g_array_unref);
  g_clear_pointer (&frames, g_array_unref);
  g_clear_pointer (&frames_processor, g_array_unref);
}

static void
on_picture (OndesScalogramAnalysis *self,
            guint                  *landed)
{
  ++*landed;
}

static void
drag (double at)
{
  set_omega0 (5 + 2 * sin (9 * at));
}

static void
view (double first,
      double count)
{
  on_change (analysis);
  ondes_timeline_set_view (timeline, first, count);
}

/* An eighth of the recording, through half of it. */
static void
pan (double at)
{
  double n = (double) ondes_session_get_source (session)->n;

  view (n * (0.1 + 0.5 * at), n / 8);
}

static void
pan_back (double at)
{
  pan (1 - at);
}

static void
zoom (double at)
{
  double n = (double) ondes_session_get_source (session)->n, count = n * pow (0.5, 3 * sin (G_PI * at));

  view ((n - count) * (0.5 + 0.4 * sin (10.8 * at)), count);
}

static void
bench_frames (double opened_ms)
{
  static const struct { const char *name; void (*step) (double at); gboolean computed; } scripts[] = {
    { "a drag of omega0", drag, FALSE },  { "pan, computing", pan, FALSE },      { "pan, computed", pan, TRUE },
    { "pan back, computed", pan_back, TRUE }, { "zoom, computing", zoom, FALSE }, { "zoom, computed", zoom, TRUE },
  };
  guint landed = 0;
  gulong handler = g_signal_connect (analysis, "picture-changed", G_CALLBACK (on_picture), &landed);

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      for (guint j = 0; j < STEPS && scripts[i].computed && opened_ms < LONG_MS; j++)
        {
          scripts[i].step ((double) j / STEPS);
          wait_picture ();
        }
      wait_ms (300);
      landed = 0;
      begin_frames ();
      for (guint j = 0; j < STEPS; j++)
        {
          scripts[i].step ((double) j / STEPS);
          wait_ms (16);
        }
      end_frames (scripts[i].name, landed);
      wait_picture ();
    }
  g_signal_handler_disconnect (analysis, handler);
}

/* A frame is the charts' snapshot and then GTK's rendering of it, which is left out. */
static void
on_paint (GdkFrameClock *clock)
{
  render_begun = moment ();
}

static void
on_painted (GdkFrameClock *clock)
{
  if (render_begun.clock != 0)
    {
      const Moment frame = add_since ((Moment) { 0, 0 }, 1, render_begun);
      double ms = (double) frame.clock / 1000, processor_ms = (double) frame.processor / 1000;

      rendering = add_since (rendering, 1, render_begun);
      if (frames != NULL)
        {
          g_array_append_val (frames, ms);
          g_array_append_val (frames_processor, processor_ms);
        }
    }
  render_begun = (Moment) { 0, 0 };
}

int
main (int    argc,
      char **argv)
{
  GtkWidget *window, *box;
  GdkFrameClock *clock;
  graphene_rect_t plot;
  OndesChartMargins margins;
  double opened_ms;

  if (argc != 2)
    {
      fprintf (stderr, "Usage: %s RECORDING\n", argv[0]);
      return 2;
    }
  changed = g_get_monotonic_time ();
  adw_init ();
  session = ondes_session_new ();
  timeline = ondes_session_get_timeline (session);
  analysis = ondes_scalogram_analysis_new (session);
  annotations = ondes_annotations_model_new (session);
  window = gtk_window_new ();
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_box_append (GTK_BOX (box), ondes_overview_view_new (session));
  gtk_box_append (GTK_BOX (box), ondes_waveform_view_new (session));
  scalogram = ondes_scalogram_view_new (analysis);
  ondes_chart_measure_margins (scalogram, &margins);
  gtk_widget_set_size_request (scalogram, WIDTH + margins.left + margins.right, HEIGHT + margins.half_above + margins.below);
  gtk_box_append (GTK_BOX (box), scalogram);
  for (GtkWidget *chart = gtk_widget_get_first_child (box); chart != NULL; chart = gtk_widget_get_next_sibling (chart))
    {
      GtkWidgetClass *klass = GTK_WIDGET_GET_CLASS (chart);

      ondes_annotation_layer_attach (ONDES_TIME_CHART (chart), annotations);
      chart_snapshot = klass->snapshot;
      klass->snapshot = timed_snapshot;
    }
  gtk_window_present (GTK_WINDOW (window));
  clock = gtk_widget_get_frame_clock (window);
  g_signal_connect_after (clock, "before-paint", G_CALLBACK (on_paint), NULL);
  g_signal_connect_after (clock, "after-paint", G_CALLBACK (on_painted), NULL);
  g_signal_connect (clock, "after-paint", G_CALLBACK (on_after_paint), NULL);
  ondes_session_open (session, argv[1], NULL);
  wait_picture ();
  opened_ms = (double) (shown.picture - changed) / 1000;
  ondes_chart_get_plot (ONDES_CHART (scalogram), &plot);
  printf ("%s: %" G_GUINT64_FORMAT " samples, picture of %.0f × %.0f, %u rows\n", argv[1],
          ondes_session_get_source (session)->n, plot.size.width, plot.size.height,
          ondes_scalogram_analysis_get_scalogram (analysis)->rows);
  printf ("from the start: preview on screen after %.0f ms; picture on screen after %.0f ms\n",
          (double) (shown.preview - changed) / 1000, opened_ms);
  while (ondes_analysis_is_busy (ONDES_ANALYSIS (analysis), NULL) || !ondes_annotations_model_is_ready (annotations)
         || ondes_overview_fraction (ondes_session_get_overview (session)) < 1)
    g_main_context_iteration (NULL, TRUE);
  printf ("%" G_GUINT64_FORMAT " annotations\n",
          ondes_annotation_set_get_length (ondes_annotations_model_get_shown (annotations)));
  g_main_context_set_poll_func (NULL, timed_poll);
  wait_ms (300);
  if (opened_ms < LONG_MS)
    bench_changes ();
  bench_frames (opened_ms);
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (annotations);
  g_object_unref (analysis);
  g_object_unref (session);
  return EXIT_SUCCESS;
}
