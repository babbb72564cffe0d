/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every read and start of a thread fails, one after the other, and of the allocations some, chosen anew each time, while an
 * analysis opens a recording: it stands there whole, or a sentence says why not, and it opens the same the next time.
 * Opening changes no file. GLib and FFTW end a process that gets no memory for what they keep themselves; then too the
 * recording is as it was. */
#include "scalogram-fixture.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../faults/faults.h"

#define MOST        2000 /* calls: far more than opening makes of any kind but allocations */
#define IN_TURN     12   /* of the allocations */
#define TRIES       10   /* of those behind them */
#define SMALL_BYTES 65536
#define FAULT       "ONDES_OPEN_FAULT"

/* What a process of its own found. */
typedef struct
{
  gboolean  ended, aborted, struck;
  guint     calls;
  char     *told, *err;
} Opened;

static void
opened_clear (Opened *self)
{
  g_free (self->told);
  g_free (self->err);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Opened, opened_clear)

static void
open_with_fault (Watched *watched,
                 const char *path,
                 FaultKind kind,
                 guint n)
{
  faults_arm (kind, n, FAULT_FAIL);
  ondes_session_open (watched->session, path, NULL);
  settle (watched);
}

/* Returns whether the fault struck; counts what was told. */
static gboolean
open_twice (const char *path,
            FaultKind kind,
            guint n,
            guint *calls,
            char **told)
{
  Watched watched;
  gboolean struck;

  watched_setup (&watched, NULL);
  open_with_fault (&watched, path, kind, n);
  struck = faults_struck ();
  *calls = faults_count (kind);
  faults_arm (kind, 0, FAULT_FAIL);
  *told = g_strdup (watched.messages->str);
  if (watched.messages->len == 0)
    {
      g_assert_nonnull (ondes_scalogram_analysis_get_scalogram (watched.analysis));
      g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched.analysis)));
    }
  g_string_truncate (watched.messages, 0);
  open_and_settle (&watched, path);
  watched_teardown (&watched, NULL);
  return struck;
}

static void
test_kind (gconstpointer data)
{
  const FaultKind kind = GPOINTER_TO_UINT (data);
  g_autofree char *path = tone_file ("tone.wav", 4000, 440);
  guint n, sentences = 0;
  gboolean struck = TRUE;

  for (n = 1; struck && n < MOST; n++)
    {
      g_autofree char *told = NULL;
      guint calls;

      struck = open_twice (path, kind, n, &calls, &told);
      g_test_message ("call %u: %s", n, told);
      sentences += *told != '\0';
    }
  g_assert_cmpuint (n, >, 2);
  g_assert_cmpuint (n, <, MOST);
  g_test_message ("%u calls, of which %u made a sentence", n - 2, sentences);
}

/* The process of one fault: "KIND N PATH" is what it opens; it prints what came. */
static int
open_in_child (const char *fault)
{
  guint kind, n, calls;
  int at;
  g_autofree char *told = NULL;
  gboolean struck;

  setlocale (LC_ALL, "");
  alarm (600);
  /* GLib's first message takes a lock that a newer GLib holds where it runs out of memory, and waits for ever. */
  g_message ("the first");
  g_assert_cmpint (sscanf (fault, "%u %u %n", &kind, &n, &at), ==, 2);
  struck = open_twice (fault + at, kind, n, &calls, &told);
  printf ("%d %u %s", struck, calls, told);
  return EXIT_SUCCESS;
}

static Opened
open_in_process (const char *path,
                 FaultKind kind,
                 guint n)
{
  g_autofree char *fault = g_strdup_printf ("%u %u %s", kind, n, path), *out = NULL;
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), FAULT, fault, TRUE);
  const char *words[] = { program, NULL };
  Opened opened = { 0 };
  int status, at = 0;

  g_assert_true (g_spawn_sync (NULL, (char **) words, environment, G_SPAWN_DEFAULT, NULL, NULL, &out, &opened.err, &status, NULL));
  opened.ended = WIFEXITED (status) && WEXITSTATUS (status) == 0;
  opened.aborted = WIFSIGNALED (status) && (WTERMSIG (status) == SIGABRT || WTERMSIG (status) == SIGTRAP);
  if (opened.ended)
    g_assert_cmpint (sscanf (out, "%d %u %n", &opened.struck, &opened.calls, &at), ==, 2);
  opened.told = g_strdup (out + at);
  return opened;
}

/* Whether a library ended the process for want of memory of its own, and says so: GLib of a small piece, FFTW of a table. */
static gboolean
library_aborted (const Opened *opened)
{
  const char *bytes = strstr (opened->err, "failed to allocate ");

  return opened->aborted
         && (strstr (opened->err, "GSlice: failed") != NULL || strstr (opened->err, "GLib (gthread") != NULL
             || strstr (opened->err, "fftw: alloc.c") != NULL
             || (bytes != NULL && g_ascii_strtoull (bytes + strlen ("failed to allocate "), NULL, 10) < SMALL_BYTES));
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* Files of the cache that no later process would take for its own. */
static guint
count_strays (void)
{
  static const char *const own[] = { "fftw-wisdom-double", "fftw-wisdom-single", "overview", NULL };
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "ondes", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    n += !g_strv_contains (own, name);
  return n;
}

/* Opens the recording with the @n-th call failing, and looks at what is left; whether the fault struck. */
static gboolean
check_one (const char *path,
           FaultKind kind,
           guint n,
           guint *sentences,
           guint *aborts)
{
  g_autofree char *folder = g_path_get_dirname (path), *before = NULL, *after = NULL;
  const guint files = count_files (folder), strays = count_strays ();
  gsize length, length_after;
  g_auto (Opened) opened = { 0 };

  g_assert_true (g_file_get_contents (path, &before, &length, NULL));
  opened = open_in_process (path, kind, n);
  g_test_message ("call %u: %s%s%s", n, opened.ended ? opened.told : "ended", opened.ended ? "" : ": ", opened.err);
  g_assert_true (opened.ended || library_aborted (&opened));
  g_assert_true (g_file_get_contents (path, &after, &length_after, NULL));
  g_assert_cmpmem (before, length, after, length_after);
  g_assert_cmpuint (count_files (folder), ==, files);
  if (opened.ended)
    g_assert_cmpuint (count_strays (), ==, strays);
  *sentences += opened.ended && *opened.told != '\0';
  *aborts += !opened.ended;
  return opened.struck || !opened.ended;
}

/* The first calls in turn and some of the others; sentences are most of what comes. */
static void
test_allocations (gconstpointer data)
{
  const FaultKind kind = GPOINTER_TO_UINT (data);
  g_autofree char *path = tone_file ("tone.wav", 40000, 440);
  g_auto (Opened) whole = open_in_process (path, kind, 0);
  guint struck = 0, sentences = 0, aborts = 0;

  g_assert_true (whole.ended);
  g_assert_cmpstr (whole.told, ==, "");
  g_assert_cmpuint (whole.calls, >, IN_TURN);
  for (guint i = 1; i <= IN_TURN + TRIES; i++)
    {
      /* Most of the last are of FFTW's planner. */
      const guint n = i <= IN_TURN ? i : (guint) exp (g_test_rand_double_range (log (IN_TURN), log (whole.calls)));

      struck += check_one (path, kind, n, &sentences, &aborts);
    }
  /* Threads share the counting, so that the last calls may not come. */
  g_assert_cmpuint (struck, >, IN_TURN);
  g_test_message ("%u of %u allocations: %u made a sentence, at %u a library ended the process", IN_TURN + TRIES, whole.calls,
                  sentences, aborts);
}

static void
on_part (OndesScalogram *part,
         gpointer        parts)
{
  ondes_scalogram_unref (part);
  ++*(guint *) parts;
}

/* Computes the picture of @of again with the @n-th large allocation failing; TRUE if that came. It is there, or an error. */
static gboolean
compute_with_fault (Watched              *watched,
                    const OndesScalogram *of,
                    OndesSpec            *spec,
                    guint                 n,
                    guint                *parts)
{
  OndesRecording *recording = ondes_session_get_recording (watched->session);
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);
  const OndesScalogramJob job = { .spec = spec, .source = ondes_session_get_source (watched->session), .view = of->view,
                                  .info = ondes_recording_get_info (recording), .part = on_part, .part_data = parts };
  g_autoptr (OndesScalogram) whole = NULL;
  g_autoptr (GError) error = NULL;
  gboolean struck;

  faults_arm (FAULT_LARGE, n, FAULT_FAIL);
  whole = ondes_scalogram_compute (computer, &job, NULL, NULL, &error);
  struck = faults_struck ();
  faults_arm (FAULT_LARGE, 0, FAULT_FAIL);
  g_test_message ("allocation %u: %s", n, error != NULL ? error->message : "a picture");
  g_assert_true ((whole != NULL) == (error == NULL));
  if (whole != NULL)
    g_assert_cmpuint (whole->columns, ==, of->columns);
  return struck;
}

/* Where memory is tight, pictures are not put together, cut or computed, or come without their parts, and the process goes on. */
static void
test_pictures (Watched      *watched,
               gconstpointer data)
{
  g_autofree char *path = tone_file ("tone.wav", 200000, 440);
  g_autoptr (OndesScalogram) shown = NULL, copy = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (GError) cut_error = NULL, assemble_error = NULL;
  OndesScale scales[24];
  OndesCwtOptions options;
  OndesView view;
  guint parts = 0, n;

  open_and_settle (watched, path);
  shown = ondes_scalogram_ref (ondes_scalogram_analysis_get_scalogram (watched->analysis));
  g_assert_cmpuint (shown->rows * shown->columns * sizeof (float), >=, SMALL_BYTES);
  view = shown->view;
  faults_arm (FAULT_LARGE, 1, FAULT_FAIL);
  g_assert_null (ondes_scalogram_cut (shown, 1, 0, shown->columns, &cut_error));
  g_assert_true (g_error_matches (cut_error, ONDES_ERROR, ONDES_ERROR_FILE));
  faults_arm (FAULT_LARGE, 1, FAULT_FAIL);
  g_assert_null (ondes_scalogram_assemble (&view, 1, &shown, 1, &assemble_error));
  g_assert_true (g_error_matches (assemble_error, ONDES_ERROR, ONDES_ERROR_FILE));
  faults_arm (FAULT_LARGE, 1, FAULT_FAIL);
  copy = ondes_scalogram_with_medians (shown, shown->medians, shown->equalised);
  faults_arm (FAULT_LARGE, 0, FAULT_FAIL);
  g_assert_true (copy == shown);
  /* Directly, as FFTW ends the process for its own tables; of short scales, which are quick. */
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    scales[i] = (OndesScale) { 4 + 0.5 * i, 1 };
  options = ondes_spec_cwt (shown->spec)->options;
  options.method = ONDES_METHOD_DIRECT;
  spec = ondes_cwt_new_scales (&options, scales, G_N_ELEMENTS (scales), NULL);
  for (n = 1; n < 40 && compute_with_fault (watched, shown, spec, n, &parts); n++)
    ;
  g_assert_cmpuint (n, >, 1);
  g_assert_cmpuint (n, <, 40);
  g_test_message ("%u allocations, %u parts of pictures", n - 1, parts);
}

int
main (int argc,
      char **argv)
{
  g_autofree char *cache = NULL;

  if (g_getenv (FAULT) != NULL)
    return open_in_child (g_getenv (FAULT));
  scalogram_init (&argc, &argv);
  /* Without the modules: NVIDIA's runtime crashes where it gets no memory while it is loaded. */
  g_setenv ("ONDES_BACKEND_DIR", scalogram_folder, TRUE);
  cache = g_build_filename (scalogram_folder, "cache", NULL);
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_assert_cmpint (g_mkdir (cache, 0700), ==, 0);
  g_test_add_data_func ("/ondes/scalogram-analysis/faults/every-read-fails", GUINT_TO_POINTER (FAULT_READ), test_kind);
  g_test_add_data_func ("/ondes/scalogram-analysis/faults/every-thread-fails", GUINT_TO_POINTER (FAULT_THREAD), test_kind);
  g_test_add_data_func ("/ondes/scalogram-analysis/faults/large-allocations-fail", GUINT_TO_POINTER (FAULT_LARGE),
                        test_allocations);
  g_test_add_data_func ("/ondes/scalogram-analysis/faults/allocations-fail", GUINT_TO_POINTER (FAULT_ALLOCATION),
                        test_allocations);
  ADD ("faults/pictures-without-memory", test_pictures);
  return scalogram_run ();
}
