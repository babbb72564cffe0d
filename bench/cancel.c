/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how long a command keeps running after SIGINT at any moment of its work, from the signal to its exit as a shell sees
 * it. */
#include "bench.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/compare.h"

#define LONGEST_S 8.0 /* seconds of a command; longer ones are interrupted in their first seconds */
#define POLL_US 5000

/* Blank-separated command lines; quick replaces line with --quick. */
static const struct
{
  const char *name, *line, *quick;
} cases[] = {
  { "info, 65,536 channels", "info wide.npy", NULL },
  { "cwt csv", "cwt noise.npy --to 200000 --scales 4:64:2 -o o.csv", "cwt noise.npy --to 5000 --scales 4:64:2 -o o.csv" },
  { "cwt npy", "cwt noise.npy --scales 4:400:8 -o o.npy", "cwt noise.npy --scales 4:100:8 -o o.npy" },
  { "cwt npz", "cwt noise.npy --scales 4:400:8 -o o.npz", "cwt noise.npy --scales 4:100:8 -o o.npz" },
  { "cwt png", "cwt noise.npy --size 16000x16000 -o o.png", "cwt noise.npy --size 1000x1000 -o o.png" },
  { "cwt svg", "cwt noise.npy --size 8000x8000 -o o.svg", "cwt noise.npy --size 700x700 -o o.svg" },
  { "cwt pdf", "cwt noise.npy --size 8000x8000 -o o.pdf", "cwt noise.npy --size 700x700 -o o.pdf" },
  { "spectrum npy", "spectrum noise.npy -o o.npy", NULL },
  { "spectrum csv", "spectrum noise.npy -o o.csv", NULL },
  { "spectrum png", "spectrum noise.npy --size 8000x8000 -o o.png", "spectrum noise.npy --size 700x700 -o o.png" },
  { "spectrum svg", "spectrum noise.npy --size 8000x8000 -o o.svg", "spectrum noise.npy --size 700x700 -o o.svg" },
  { "spectrum pdf", "spectrum noise.npy --size 8000x8000 -o o.pdf", "spectrum noise.npy --size 700x700 -o o.pdf" },
  { "walshgram npy", "walshgram noise.npy --hop 16 -o o.npy", "walshgram noise.npy --hop 64 -o o.npy" },
  { "walshgram png", "walshgram noise.npy --window 4096 --hop 1 -o o.png", "walshgram noise.npy --window 512 --hop 8 -o o.png" },
  { "spectrum, the largest", "spectrum noise.npy --keep 100000 -o o.npy", NULL },
  { "convolve csv", "convolve noise.npy noise.npy -o o.csv", NULL },
  { "autocorrelate npy", "autocorrelate noise.npy -o o.npy", NULL },
  { "boolean, a large .pla", "boolean table.pla", NULL },
  { "boolean, tables", "boolean sbox.txt --lat o.csv --ddt p.png", NULL },
  { "generate csv", "generate noise --length 4000000 -o o.csv", "generate noise --length 100000 -o o.csv" },
  { "generate wav", "generate noise --length 40000000 -o o.wav", "generate noise --length 1000000 -o o.wav" },
};

typedef struct
{
  Bench  *bench;
  char   *folder;
  char   *program;
  GArray *all; /* double, ms */
  guint   lost; /* runs whose exit status does not say whether the output exists */
} Cancel;

static GPid
start (Cancel     *self,
       const char *line,
       GError    **error)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 0);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  GPid pid = 0;

  g_ptr_array_add (argv, self->program);
  for (char **word = words; *word != NULL; word++)
    g_ptr_array_add (argv, *word);
  g_ptr_array_add (argv, NULL);
  if (!g_spawn_async (self->folder, (char **) argv->pdata, NULL,
                      G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &pid,
                      error))
    return 0;
  return pid;
}

/* FALSE if the process is still running after @seconds. */
static gboolean
ends_within (Cancel *self,
             GPid    pid,
             double  seconds,
             int    *status)
{
  gint64 until = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);

  for (;;)
    {
      gint64 left = until - g_get_monotonic_time ();

      if (waitpid (pid, status, WNOHANG) == pid)
        return TRUE;
      if (left <= 0 || g_cancellable_is_cancelled (self->bench->run->watch.cancellable))
        return FALSE;
      g_usleep ((gulong) MIN (left, POLL_US));
    }
}

/* Returns the milliseconds from the signal to the exit; < 0 if the command had finished before. */
static double
interrupt (Cancel *self,
           GPid    pid,
           double  after_s)
{
  int status = 0;
  gint64 begun;

  if (ends_within (self, pid, after_s, &status))
    return -1;
  begun = g_get_monotonic_time ();
  kill (pid, SIGINT);
  while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
    ;
  self->lost += !WIFEXITED (status) || (WEXITSTATUS (status) != 130 && WEXITSTATUS (status) != 0);
  return (g_get_monotonic_time () - begun) / 1000.0;
}

/* Returns the smallest time that at least @fraction of the sorted times do not exceed. */
static double
quantile (GArray *times,
          double  fraction)
{
  guint at = (guint) (fraction * times->len + 0.999999);

  return g_array_index (times, double, CLAMP (at, 1, times->len) - 1);
}

static void
tell (Cancel     *self,
      const char *name,
      GArray     *times)
{
  g_autofree char *remark = NULL;

  if (times->len == 0)
    return;
  g_array_sort (times, ondes_compare_doubles);
  remark = g_strdup_printf ("99 %% of %u interrupts; median %.1f ms, longest %.1f ms", times->len, quantile (times, 0.5),
                            quantile (times, 1));
  bench_add (self->bench, &(BenchLine) { .name = name, .value = quantile (times, 0.99), .unit = "ms", .remark = remark });
}

static gboolean
run_case (Cancel     *self,
          const char *name,
          const char *line,
          guint       repeats,
          GError    **error)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  gint64 begun = g_get_monotonic_time ();
  GPid pid = start (self, line, error);
  double whole_s;
  int status = 0;

  if (pid == 0)
    return FALSE;
  if (!ends_within (self, pid, LONGEST_S, &status))
    {
      kill (pid, SIGKILL);
      waitpid (pid, &status, 0);
    }
  else if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "bench cancel: “%s” does not work here", line);
      return FALSE;
    }
  whole_s = (g_get_monotonic_time () - begun) / (double) G_USEC_PER_SEC;
  whole_s = MIN (whole_s, LONGEST_S);
  for (guint i = 0; i < repeats; i++)
    {
      double ms;

      if (g_cancellable_set_error_if_cancelled (self->bench->run->watch.cancellable, error))
        return FALSE;
      pid = start (self, line, error);
      if (pid == 0)
        return FALSE;
      ms = interrupt (self, pid, whole_s * (i + 0.5) / repeats);
      if (ms >= 0)
        {
          g_array_append_val (times, ms);
          g_array_append_val (self->all, ms);
        }
    }
  tell (self, name, times);
  return TRUE;
}

/* Writes a .npy of @rows × @columns float64 values, counting modulo 1000. */
static gboolean
write_npy (Cancel     *self,
           const char *name,
           guint64     rows,
           guint64     columns,
           GError    **error)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *header = g_strdup_printf ("{'descr': '<f8', 'fortran_order': False, 'shape': (%" G_GUINT64_FORMAT ", %"
                                             G_GUINT64_FORMAT "), }", rows, columns);
  g_autoptr (GString) file = g_string_new_len ("\x93NUMPY\x01\x00\x76\x00", 10);

  g_string_append_printf (file, "%-117s\n", header);
  for (guint64 i = 0; i < rows * columns; i++)
    {
      double value = (double) (i % 1000);

      g_string_append_len (file, (const char *) &value, sizeof value);
    }
  return g_file_set_contents (path, file->str, (gssize) file->len, error);
}

static gboolean
write_tables (Cancel  *self,
              gboolean quick,
              GError **error)
{
  g_autofree char *pla = g_build_filename (self->folder, "table.pla", NULL);
  g_autofree char *sbox = g_build_filename (self->folder, "sbox.txt", NULL);
  g_autoptr (GString) text = g_string_new (".i 20\n.o 8\n");
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint i = 0; i < (quick ? 1000 : 50000); i++)
    {
      for (guint j = 0; j < 20; j++)
        g_string_append_c (text, "01-"[g_rand_int_range (random, 0, j < 12 ? 2 : 3)]);
      g_string_append_printf (text, " %u%u00%u000\n", i & 1, i >> 1 & 1, i >> 2 & 1);
    }
  g_string_append (text, ".e\n");
  if (!g_file_set_contents (pla, text->str, (gssize) text->len, error))
    return FALSE;
  g_string_truncate (text, 0);
  for (guint i = 0; i < 1024; i++)
    g_string_append_printf (text, "%u ", (i * 5 + 3) % 1024);
  return g_file_set_contents (sbox, text->str, (gssize) text->len, error);
}

static gboolean
run_all (Cancel  *self,
         GError **error)
{
  gboolean quick = self->bench->quick;
  g_autofree char *noise = g_strdup_printf ("generate noise --rate 1 --length %u -o noise.npy", quick ? 1 << 16 : 1 << 21);
  GPid pid;
  int status = 0;

  if (!write_npy (self, "wide.npy", quick ? 4 : 16, 65536, error) || !write_tables (self, quick, error)
      || (pid = start (self, noise, error)) == 0)
    return FALSE;
  waitpid (pid, &status, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (!run_case (self, cases[i].name, quick && cases[i].quick != NULL ? cases[i].quick : cases[i].line, quick ? 3 : 20,
                   error))
      return FALSE;
  tell (self, "all", self->all);
  if (self->lost == 0)
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "bench cancel: %u commands ended otherwise than done or interrupted",
               self->lost);
  return FALSE;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

gboolean
bench_cancel (Bench   *bench,
              GError **error)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree char *program = g_file_read_link ("/proc/self/exe", error);
  g_autofree char *folder = program != NULL ? g_dir_make_tmp ("ondes-bench-XXXXXX", error) : NULL;
  Cancel self = { bench, folder, program, all, 0 };
  gboolean done;

  if (folder == NULL)
    return FALSE;
  cli_set_patience (2000); /* time to end a command and remove the folder */
  done = run_all (&self, error);
  remove_folder (folder);
  return done;
}
