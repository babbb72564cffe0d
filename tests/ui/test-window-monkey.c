/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random input at the real window: keys, clicks, drags, openings, pages, storms of undo, sizes, and closing while it computes and
 * plays. Nothing may end it, hang the main loop, or make it grow without bound. A warning ends it as in every test of the window.
 *
 * It lasts ONDES_MONKEY_SECONDS, a minute by default, and stderr tells each act. --seed SEED, as printed, repeats the acts; when
 * they come depends on the machine. A main loop that has not run for ONDES_MONKEY_HANG_S is hung. That is 5 s by default; the suite
 * allows more, as a sanitizer and other tests slow the machine. Files are copies in a folder of its own. */
#include <glib/gstdio.h>
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "shell/ondes-keys.h"
#include "shell/ondes-window-private.h"
#include "sound/sound-sink.h"
#include "window-fixture.h"

#include "../session/memory-sink.h"

#define ACTS_A_ROUND 60
#define WARM_ROUNDS  2          /* before memory is compared */
#define GROWTH       (1u << 30) /* bytes at most from then on: caches, and what a sanitizer holds back */

static gint64 beat_us;  /* when the main loop ran last; atomic */
static gint64 hang_us;
static pthread_t main_thread;
static GPtrArray *files; /* paths */

/* Main loop. */

static gint64
get_seconds (const char *name,
             gint64      otherwise)
{
  const char *text = g_getenv (name);

  return text != NULL && *text != '\0' ? g_ascii_strtoll (text, NULL, 10) : otherwise;
}

static void
beat (void)
{
  __atomic_store_n (&beat_us, g_get_monotonic_time (), __ATOMIC_RELAXED);
}

static gboolean
on_beat (gpointer unused)
{
  beat ();
  return G_SOURCE_CONTINUE;
}

/* The signal ends the main thread, so that a sanitizer or a core tells where it hangs. */
static gpointer
watch_beat (gpointer unused)
{
  for (;;)
    {
      g_usleep (G_USEC_PER_SEC / 10);
      if (g_get_monotonic_time () - __atomic_load_n (&beat_us, __ATOMIC_RELAXED) < hang_us)
        continue;
      g_printerr ("# the main loop hangs\n");
      pthread_kill (main_thread, SIGSEGV);
      return NULL;
    }
}

/* Runs the main loop for a moment. */
static void
run_for (guint ms)
{
  const gint64 end = g_get_monotonic_time () + ms * 1000;

  do
    while (g_main_context_iteration (NULL, FALSE) && g_get_monotonic_time () < end + 1000 * 1000)
      ;
  while (g_get_monotonic_time () < end && (g_usleep (1000), TRUE));
}

/* Files. */

static void
add_file (const char *name,
          const char *text,
          gsize       length)
{
  char *path = g_build_filename (folder, "recordings", name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, (gssize) length, &error);
  g_assert_no_error (error);
  g_ptr_array_add (files, path);
}

static void
make_files (void)
{
  static const char *const samples[] = { "ecg.txt", "gw150914.csv", "humpback.ogg", "nino3.dat", "rd84.pla" };
  static const char labels[] = "0.5\t1.25\tfirst\n\\\t100\t400\n2\t2\tsecond\n";
  g_autofree char *path = g_build_filename (folder, "recordings", NULL);
  g_autoptr (GString) columns = g_string_new ("time,one,two,three\n");

  files = g_ptr_array_new_with_free_func (g_free);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *from = window_sample (samples[i]), *text = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (from, &text, &length, NULL));
      add_file (samples[i], text, length);
      if (g_str_equal (samples[i], "humpback.ogg"))
        add_file ("cut <short> & broken.ogg", text, length / 3);
    }
  for (guint i = 0; i < 4000; i++)
    g_string_append_printf (columns, "%u,%d,%u,%d\n", i, (int) (1000 * sin (i * 0.1)), i % 97, g_test_rand_int_range (-9, 9));
  add_file ("columns.csv", columns->str, columns->len);
  add_file ("broken.wav", "RIFF....WAVE", 12);
  add_file ("empty.wav", "", 0);
  add_file ("labels.txt", labels, strlen (labels));
  g_ptr_array_add (files, g_build_filename (folder, "recordings", "absent.flac", NULL));
  /* What a file chooser writes stays here. */
  g_assert_cmpint (g_chdir (path), ==, 0);
}

/* Windows. */

static void
start (void)
{
  GtkWindow *active;

  g_application_activate (G_APPLICATION (application));
  active = gtk_application_get_active_window (GTK_APPLICATION (application));
  if (!ONDES_IS_WINDOW (active))
    {
      gtk_window_destroy (active);
      g_application_activate (G_APPLICATION (application));
      active = gtk_application_get_active_window (GTK_APPLICATION (application));
    }
  window = ONDES_WINDOW (active);
}

/* The windows on the screen; free with g_ptr_array_unref(). */
static GPtrArray *
list_windows (void)
{
  g_autoptr (GList) list = gtk_window_list_toplevels ();
  GPtrArray *windows = g_ptr_array_new ();

  for (GList *l = list; l != NULL; l = l->next)
    if (gtk_widget_get_mapped (l->data) && gtk_widget_get_width (l->data) > 0)
      g_ptr_array_add (windows, l->data);
  return windows;
}

/* A window at random, at most times the newest dialog; NULL if none is on the screen. */
static GtkWindow *
choose_window (gint32 random)
{
  g_autoptr (GPtrArray) windows = list_windows ();

  for (guint i = 0; i < windows->len && random % 4 != 0; i++)
    if (gtk_window_get_modal (windows->pdata[i]))
      return windows->pdata[i];
  return windows->len > 0 ? windows->pdata[(guint) (random / 4) % windows->len] : NULL;
}

/* TRUE if a dialog takes all that a person does in @one. */
static gboolean
is_blocked (gpointer one)
{
  g_autoptr (GPtrArray) windows = list_windows ();

  for (guint i = 0; i < windows->len; i++)
    if (gtk_window_get_modal (windows->pdata[i]))
      for (GtkWindow *over = gtk_window_get_transient_for (windows->pdata[i]); over != NULL;
           over = gtk_window_get_transient_for (over))
        if (over == one)
          return TRUE;
  return FALSE;
}

/* A window of the application at random; with @unblocked, one that no dialog blocks. NULL if there is none. */
static OndesWindow *
choose_main (gint32   random,
             gboolean unblocked)
{
  GList *all = gtk_application_get_windows (GTK_APPLICATION (application));
  g_autoptr (GPtrArray) windows = g_ptr_array_new ();

  for (GList *l = all; l != NULL; l = l->next)
    if (ONDES_IS_WINDOW (l->data) && (!unblocked || !is_blocked (l->data)))
      g_ptr_array_add (windows, l->data);
  return windows->len > 0 ? windows->pdata[(guint) random % windows->len] : NULL;
}

/* Closes all: dialogs first, as whoever made them expects, then the windows without being asked. */
static void
close_all (void)
{
  for (guint i = 0; i < 1000; i++)
    {
      g_autoptr (GPtrArray) windows = list_windows ();
      OndesWindow *left = choose_main (0, FALSE);
      GtkWindow *dialog = NULL;

      for (guint k = 0; k < windows->len; k++)
        if (!ONDES_IS_WINDOW (windows->pdata[k]))
          dialog = windows->pdata[k];
      if (dialog != NULL)
        gtk_window_close (dialog);
      else if (left != NULL)
        gtk_window_destroy (GTK_WINDOW (left));
      else
        break;
      run_for (1);
    }
  g_assert_null (choose_main (0, FALSE));
  window = NULL;
}

static gsize
get_resident_bytes (void)
{
  g_autofree char *text = NULL;
  unsigned long pages = 0;

  malloc_trim (0);
  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  g_assert_cmpint (sscanf (text, "%*u %lu", &pages), ==, 1);
  return pages * (gsize) sysconf (_SC_PAGESIZE);
}

/* Acts: each takes all that it chooses from @random, as the state depends on the machine's speed. */

typedef struct
{
  gint32 number[4];
  double place[4];
} Random;

static const char *const modifiers[] = { NULL, NULL, NULL, NULL, "ctrl", "shift", "alt", "ctrl+shift" };

static void
act_key (const Random *random)
{
  static const char *const keys[] = {
    "Left", "Right", "Up", "Down", "Home", "End", "Prior", "Next", "plus", "minus", "Tab", "shift+Tab", "Return",
    "Escape", "Escape", "space", "space", "Delete", "BackSpace", "ctrl+a", "ctrl+z", "ctrl+shift+z", "ctrl+c", "ctrl+v",
    "Menu", "shift+F10", "F5", "F7", "F8", "F9", "F10", "F1", "ctrl+h", "ctrl+h", "ctrl+o", "ctrl+s", "ctrl+b",
    "ctrl+n", "ctrl+w", "ctrl+f", "ctrl+shift+f", "ctrl+p", "ctrl+l", "ctrl+shift+l", "ctrl+shift+p", "ctrl+shift+c",
    "ctrl+alt+c", "alt+1", "alt+2", "alt+3", "alt+4", "alt+5", "shift+Left", "shift+Right", "ctrl+Left", "ctrl+Right",
    "alt+Left", "a", "b", "c", "i", "l", "m", "p", "s", "t", "x", "0", "1", "5", "9", "period", "comma", "bracketleft",
    "bracketright", "less", "greater",
  };
  GtkWindow *at = choose_window (random->number[0]);

  g_printerr (" %s\n", keys[random->number[1] % G_N_ELEMENTS (keys)]);
  if (at != NULL)
    driver_focus (at);
  for (gint32 i = 0; i <= random->number[2] % 3; i++)
    driver_key (keys[random->number[1] % G_N_ELEMENTS (keys)]);
}

static void
act_type (const Random *random)
{
  static const char *const texts[] = { "0", "-1", "1e9", "12,5", "nan", "a b", "<&>", "100:400", "0.5", "/", "x" };

  g_printerr (" “%s”\n", texts[random->number[1] % G_N_ELEMENTS (texts)]);
  driver_type (texts[random->number[1] % G_N_ELEMENTS (texts)]);
}

/* Moves the pointer to a place of the window in parts of its size. */
static gboolean
point (GtkWindow *at,
       double     x,
       double     y)
{
  if (at == NULL || !gtk_widget_get_mapped (GTK_WIDGET (at)))
    return FALSE;
  driver_move (GTK_WIDGET (at), x * gtk_widget_get_width (GTK_WIDGET (at)), y * gtk_widget_get_height (GTK_WIDGET (at)));
  return TRUE;
}

static void
act_click (const Random *random)
{
  static const guint buttons[] = { 1, 1, 1, 1, 1, 3, 2, 4, 5 };
  const guint button = buttons[random->number[1] % G_N_ELEMENTS (buttons)], times = 1 + (guint) random->number[2] % 4;
  GtkWindow *at = choose_window (random->number[0]);

  g_printerr (" %.3f %.3f of %s button %u\n", random->place[0], random->place[1], at != NULL ? G_OBJECT_TYPE_NAME (at) : "none",
              button);
  if (!point (at, random->place[0], random->place[1]))
    return;
  run_for (5);
  driver_click (button, button > 3 || times < 4 ? 1 : 2, modifiers[random->number[3] % G_N_ELEMENTS (modifiers)]);
}

static void
act_drag (const Random *random)
{
  GtkWindow *at = choose_window (random->number[0]);
  const double *place = random->place;

  g_printerr (" %.3f %.3f to %.3f %.3f of %s\n", place[0], place[1], place[2], place[3],
              at != NULL ? G_OBJECT_TYPE_NAME (at) : "none");
  /* GTK 4.8's file chooser does not survive every drag of its own files. */
  if (GTK_IS_FILE_CHOOSER_DIALOG (at) || !point (at, place[0], place[1]))
    return;
  driver_press (1);
  for (guint i = 1; i <= 4; i++)
    {
      const double part = i / 4.0;
      g_autoptr (GPtrArray) windows = list_windows ();

      run_for (5);
      if (g_ptr_array_find (windows, at, NULL))
        point (at, place[0] + part * (place[2] - place[0]), place[1] + part * (place[3] - place[1]));
    }
  driver_release (1);
}

static void
act_open (const Random *random)
{
  const char *path = g_ptr_array_index (files, (guint) random->number[1] % files->len);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  OndesWindow *at = choose_main (random->number[0], FALSE);

  g_printerr (" %s\n", path);
  if (at != NULL && random->number[2] % 3 != 0)
    ondes_window_open (at, file);
  else if (at != NULL)
    g_application_open (G_APPLICATION (application), &file, 1, "");
}

static void
act_page (const Random *random)
{
  OndesWindow *at = choose_main (random->number[0], TRUE);

  g_printerr ("\n");
  for (gint32 i = 0; at != NULL && i <= random->number[2] % 4; i++)
    gtk_widget_activate_action (GTK_WIDGET (at), "win.page", "s",
                                ondes_analysis_get_name (at->models[(random->number[1] + 3 * i) % ONDES_N_MODELS]));
}

static void
act_undo (const Random *random)
{
  OndesWindow *at = choose_main (random->number[0], TRUE);

  g_printerr ("\n");
  for (gint32 i = 0; at != NULL && i < random->number[1] % 24; i++)
    gtk_widget_activate_action (GTK_WIDGET (at), random->number[2] >> i & 1 ? "win.redo" : "win.undo", NULL);
}

/* One of the window's actions that take nothing. */
static void
act_action (const Random *random)
{
  OndesWindow *at = choose_main (random->number[0], TRUE);
  GtkWidgetClass *klass = g_type_class_peek (ONDES_TYPE_WINDOW);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const GVariantType *type;
  const char *name, *property;
  GType owner;

  for (guint i = 0; gtk_widget_class_query_action (klass, i, &owner, &name, &type, &property); i++)
    if (type == NULL && g_str_has_prefix (name, "win."))
      g_ptr_array_add (names, (gpointer) name);
  name = g_ptr_array_index (names, (guint) random->number[1] % names->len);
  g_printerr (" %s\n", name);
  if (at != NULL)
    gtk_widget_activate_action (GTK_WIDGET (at), name, NULL);
}

static void
act_size (const Random *random)
{
  OndesWindow *at = choose_main (random->number[0], FALSE);

  g_printerr ("\n");
  if (at != NULL)
    gtk_window_set_default_size (GTK_WINDOW (at), 360 + random->number[1] % 1240, 294 + random->number[2] % 900);
}

static void
act_close (const Random *random)
{
  GtkWindow *at = choose_window (random->number[0]);

  g_printerr (" %s\n", at != NULL ? G_OBJECT_TYPE_NAME (at) : "none");
  if (at != NULL && ONDES_IS_WINDOW (at) && random->number[1] % 2 == 0)
    gtk_widget_activate_action (GTK_WIDGET (at), "win.play", NULL);
  if (at != NULL && ONDES_IS_WINDOW (at) && random->number[1] % 3 == 0)
    gtk_widget_activate_action (GTK_WIDGET (at), "win.recompute", NULL);
  if (at != NULL)
    gtk_window_close (at);
}

static void
act_wait (const Random *random)
{
  g_printerr ("\n");
  run_for ((guint) random->number[0] % 1500);
}

static const struct
{
  const char *name;
  void      (*act) (const Random *random);
  guint       weight;
} acts[] = {
  { "key", act_key, 30 },      { "type", act_type, 4 }, { "click", act_click, 30 }, { "drag", act_drag, 14 },
  { "open", act_open, 5 },     { "page", act_page, 5 }, { "undo", act_undo, 3 },    { "size", act_size, 2 },
  { "action", act_action, 6 }, { "wait", act_wait, 2 }, { "close", act_close, 4 },
};

static void
act (guint number)
{
  Random random;
  guint all = 0, chosen, which = 0;

  for (guint i = 0; i < G_N_ELEMENTS (acts); i++)
    all += acts[i].weight;
  chosen = (guint) g_test_rand_int_range (0, (gint32) all);
  for (guint i = 0; i < 4; i++)
    random.number[i] = g_test_rand_int_range (0, G_MAXINT32);
  for (guint i = 0; i < 4; i++)
    random.place[i] = g_test_rand_double ();
  for (; chosen >= acts[which].weight; which++)
    chosen -= acts[which].weight;
  if (choose_main (0, FALSE) == NULL)
    start ();
  g_printerr ("# %u %s", number, acts[which].name);
  acts[which].act (&random);
  run_for (random.number[3] % 8 == 0 ? 100 : 5);
}

static OndesSoundSink *
new_sink (void)
{
  MemorySink *sink;

  return memory_sink_new (TRUE, &sink);
}

static void
test_monkey (void)
{
  const gint64 end = g_get_monotonic_time () + get_seconds ("ONDES_MONKEY_SECONDS", 60) * G_USEC_PER_SEC;
  const guint timer = g_timeout_add (50, on_beat, NULL);
  gsize warm = 0, now = 0;
  guint number = 0;

  window_watch_log ();
  hang_us = get_seconds ("ONDES_MONKEY_HANG_S", 5) * G_USEC_PER_SEC;
  main_thread = pthread_self ();
  beat ();
  g_thread_unref (g_thread_new ("beat", watch_beat, NULL));
  ondes_window_new_sink = new_sink;
  make_files ();
  for (guint round = 0; g_get_monotonic_time () < end; round++)
    {
      for (guint i = 0; i < ACTS_A_ROUND && g_get_monotonic_time () < end; i++)
        act (number++);
      close_all ();
      run_for (500);
      now = get_resident_bytes ();
      if (round == WARM_ROUNDS)
        warm = now;
      g_printerr ("# round %u: %u acts, %" G_GSIZE_FORMAT " MB\n", round, number, now >> 20);
      g_assert_true (warm == 0 || now < warm + GROWTH);
    }
  g_source_remove (timer);
  hang_us = G_MAXINT64;
  g_ptr_array_unref (files);
  g_assert_cmpint (g_chdir ("/"), ==, 0);
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/monkey/random-input-does-no-harm", test_monkey);
  return window_run ();
}
