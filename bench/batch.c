/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures runs over many recordings, by the commands as they are typed: how they scale with workers, what a recording costs
 * besides its computing, how quickly recordings are found, and how soon a run that is done ends. */
#include "bench.h"

#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/wait.h>

#include "batch/batch-run.h"

#define RATE        48000
#define MINUTE_S    60
#define SHORT       400 /* samples of the shortest recordings */
#define POLL_US     2000
#define MOST_DEVICES 8
#define DEVICE_S    60     /* that one device has to do */
#define MOST_MINUTES 10000 /* of audio on devices */
#define PATIENCE_MS 20000 /* to remove the recordings after an interrupt */

/* A command that ran. */
typedef struct
{
  double seconds, cpu_s; /* processor time of all its processes */
  double memory_mb;      /* of the largest of them */
} Ran;

typedef struct
{
  Bench *bench;
  char  *folder;
} BatchBench;

/* --- files */

static void
remove_all (const char *path)
{
  g_autoptr (GDir) dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *within = g_build_filename (path, name, NULL);

      remove_all (within);
    }
  g_remove (path);
}

/* Returns a WAV of @n random samples of 16 bits. */
static GBytes *
make_wav (guint32 rate,
          guint32 n)
{
  GByteArray *file = g_byte_array_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (n);
  const guint32 size = GUINT32_TO_LE (36 + 2 * n), bytes = GUINT32_TO_LE (2 * n);
  const guint32 format[] = { GUINT32_TO_LE (16), GUINT32_TO_LE (1 | 1 << 16), GUINT32_TO_LE (rate), GUINT32_TO_LE (2 * rate),
                             GUINT32_TO_LE (2 | 16 << 16) };

  g_byte_array_append (file, (const guint8 *) "RIFF", 4);
  g_byte_array_append (file, (const guint8 *) &size, sizeof size);
  g_byte_array_append (file, (const guint8 *) "WAVEfmt ", 8);
  g_byte_array_append (file, (const guint8 *) format, sizeof format);
  g_byte_array_append (file, (const guint8 *) "data", 4);
  g_byte_array_append (file, (const guint8 *) &bytes, 4);
  for (guint32 i = 0; i < n; i++)
    {
      const guint16 sample = GUINT16_TO_LE ((guint16) g_rand_int_range (random, -8000, 8000));

      g_byte_array_append (file, (const guint8 *) &sample, 2);
    }
  return g_byte_array_free_to_bytes (file);
}

/* Writes @n recordings into the folder @name, a thousand in a folder. */
static gboolean
write_recordings (BatchBench *self,
                  const char *name,
                  GBytes     *wav,
                  guint       n,
                  GError    **error)
{
  gsize size;
  const char *data = g_bytes_get_data (wav, &size);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *within = g_strdup_printf ("%u", i / 1000), *file = g_strdup_printf ("rec-%07u.wav", i);
      g_autofree char *folder = g_build_filename (self->folder, name, within, NULL), *path = g_build_filename (folder, file, NULL);

      if (g_cancellable_set_error_if_cancelled (self->bench->run->watch.cancellable, error))
        return FALSE;
      if ((i % 1000 == 0 && g_mkdir_with_parents (folder, 0777) != 0)
          || !g_file_set_contents_full (path, data, (gssize) size, G_FILE_SET_CONTENTS_NONE, 0666, error))
        return FALSE;
    }
  return TRUE;
}

/* --- commands */

/* Runs “ondes-cli batch” with the words of @line, in the bench's folder. */
static gboolean
run_line (BatchBench *self,
          const char *line,
          Ran        *ran,
          GError    **error)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 0);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  const gint64 begun = g_get_monotonic_time ();
  struct rusage usage;
  GPid pid;
  int status;

  g_ptr_array_add (argv, (gpointer) "/proc/self/exe");
  g_ptr_array_add (argv, (gpointer) "batch");
  for (char **word = words; *word != NULL; word++)
    g_ptr_array_add (argv, *word);
  g_ptr_array_add (argv, NULL);
  if (!g_spawn_async (self->folder, (char **) argv->pdata, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL,
                      &pid, error))
    return FALSE;
  while (wait4 (pid, &status, WNOHANG, &usage) != pid)
    {
      if (g_cancellable_is_cancelled (self->bench->run->watch.cancellable))
        kill (pid, SIGTERM);
      g_usleep (POLL_US);
    }
  if (g_cancellable_set_error_if_cancelled (self->bench->run->watch.cancellable, error))
    return FALSE;
  ran->seconds = (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC;
  ran->cpu_s = (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
               + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / G_USEC_PER_SEC;
  ran->memory_mb = (double) usage.ru_maxrss / 1024;
  if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "batch: “ondes-cli batch %s” failed; its line above says why", line);
  return FALSE;
}

/* How processors share the minutes. */
typedef struct
{
  guint workers, threads; /* threads of each worker */
  Ran   least;            /* times of the best turn */
} Sharing;

/* Plans the minutes anew and runs them; keeps the least of the times. */
static gboolean
run_sharing (BatchBench *self,
             guint       turn,
             Sharing    *sharing,
             GError    **error)
{
  g_autofree char *run = g_strdup_printf ("by-%u-%u-%u", sharing->workers, sharing->threads, turn);
  g_autofree char *plan = g_strdup_printf ("plan minutes --products bands -o %s", run);
  g_autofree char *line = g_strdup_printf ("run %s --workers %u --threads %u", run, sharing->workers, sharing->threads);
  Ran planned, ran, *least = &sharing->least;

  if (!run_line (self, plan, &planned, error) || !run_line (self, line, &ran, error))
    return FALSE;
  least->seconds = turn == 0 ? ran.seconds : MIN (least->seconds, ran.seconds);
  least->cpu_s = turn == 0 ? ran.cpu_s : MIN (least->cpu_s, ran.cpu_s);
  return TRUE;
}

/* Adds the line of a sharing of @seconds of recordings beside @alone, which is one worker of one thread. */
static void
add_sharing (BatchBench    *self,
             const Sharing *sharing,
             const Sharing *alone,
             double         seconds)
{
  const double times_real = seconds / sharing->least.seconds;
  g_autofree char *name = g_strdup_printf ("third octaves, %u worker%s of %u thread%s", sharing->workers,
                                           ondes_plural (sharing->workers), sharing->threads, ondes_plural (sharing->threads));
  g_autofree char *remark = g_strdup_printf ("%.0f s at 48 kHz, %.3g s of processor time; %.0f times real time; 1000 h take %.2f h",
                                             seconds, sharing->least.cpu_s, times_real, 1000 / times_real);
  BenchLine line = { .name = name, .value = sharing->least.seconds, .unit = "s", .remark = remark };

  if (sharing != alone)
    {
      line.peer = sharing->workers == 2 && sharing->threads == 1 ? "1 worker of 1 thread; goal 1.9" : "1 worker of 1 thread";
      line.ratio = alone->least.seconds / sharing->least.seconds;
    }
  bench_add (self->bench, &line);
}

/* Third octaves of minutes at 48 kHz, by one worker of one thread, by two, by one worker on all cores and by one on each core: what
 * is lost to sharing by processes and by threads. In turns, the best of which counts: others may use the machine. */
static gboolean
bench_workers (BatchBench *self,
               GError    **error)
{
  const guint n = self->bench->quick ? 2 : 16, seconds = self->bench->quick ? 5 : MINUTE_S, turns = self->bench->quick ? 1 : 3;
  const guint cores = g_get_num_processors (), ways = MIN (cores, 3) + 1;
  Sharing sharings[] = { { 1, 1 }, { 2, 1 }, { 1, cores }, { MIN (cores, n), 1 } };
  g_autoptr (GBytes) wav = make_wav (RATE, RATE * seconds);

  if (!write_recordings (self, "minutes", wav, n, error))
    return FALSE;
  for (guint turn = 0; turn < turns; turn++)
    for (guint i = 0; i < ways; i++)
      if (!run_sharing (self, turn, &sharings[i], error))
        return FALSE;
  for (guint i = 0; i < ways; i++)
    add_sharing (self, &sharings[i], &sharings[0], n * seconds);
  return TRUE;
}

/* Returns how many devices CUDA has, unless another engine is wanted. */
static guint
count_devices (const BatchBench *self)
{
  const OndesEngineClass *klass = bench_cuda (self->bench);

  return klass != NULL ? MIN (klass->list (NULL, 0, NULL), MOST_DEVICES) : 0;
}

/* TRUE if both runs have the same levels of the same recordings; fails otherwise. */
static gboolean
compare_outputs (BatchBench *self,
                 const char *one,
                 const char *other,
                 GError    **error)
{
  g_autofree char *folder = g_build_filename (self->folder, one, NULL);
  g_autofree char *other_folder = g_build_filename (self->folder, other, NULL);
  g_autoptr (OndesBatchRun) a = ondes_batch_run_open (folder, error);
  g_autoptr (OndesBatchRun) b = a != NULL ? ondes_batch_run_open (other_folder, error) : NULL;
  g_autoptr (OndesBatchManifest) manifest = b != NULL ? ondes_batch_manifest_open (a, error) : NULL;
  g_auto (OndesBatchFile) file = { 0 };
  g_autoptr (GError) local = NULL;

  while (manifest != NULL && ondes_batch_manifest_next (manifest, &file, &local))
    {
      g_autofree char *name = ondes_batch_run_output (a, &file, ONDES_BATCH_BANDS), *text = NULL, *other_text = NULL;
      g_autofree char *other_name = ondes_batch_run_output (b, &file, ONDES_BATCH_BANDS);

      if (!g_file_get_contents (name, &text, NULL, error) || !g_file_get_contents (other_name, &other_text, NULL, error))
        return FALSE;
      if (g_str_equal (text, other_text))
        continue;
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "batch: %s and %s differ", name, other_name);
      return FALSE;
    }
  if (local == NULL)
    return manifest != NULL;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* Runs the minutes on the first @n devices into the run of that name, and adds the line of it; @one: by one device. */
static gboolean
bench_device_count (BatchBench *self,
                    guint       n,
                    double      minutes,
                    const Ran  *one,
                    Ran        *ran,
                    GError    **error)
{
  g_autoptr (GString) devices = g_string_new ("0");
  g_autofree char *line = NULL, *plan = g_strdup_printf ("plan on-devices --products bands -o on-%u", n), *remark = NULL;
  g_autofree char *name = g_strdup_printf ("third octaves, %u device%s", n, n > 1 ? "s" : "");
  g_autofree char *run = g_strdup_printf ("on-%u", n);
  Ran planned;

  for (guint i = 1; i < n; i++)
    g_string_append_printf (devices, ",%u", i);
  line = g_strdup_printf ("run on-%u --devices %s", n, devices->str);
  if (!run_line (self, plan, &planned, error) || !run_line (self, line, ran, error)
      || (n > 1 && !compare_outputs (self, "on-1", run, error)))
    return FALSE;
  remark = g_strdup_printf ("%.0f minutes at 48 kHz; 1000 h take %.2f h", minutes, 1000 * 60 / minutes * ran->seconds / 3600);
  bench_add (self->bench, &(BenchLine) { .name = name, .value = ran->seconds, .unit = "s", .remark = remark,
                                         .peer = n > 1 ? "1 device, whose bytes it has" : NULL,
                                         .ratio = n > 1 ? one->seconds / ran->seconds : 0 });
  return TRUE;
}

/* Third octaves of minutes by one graphics card and by more of them, as many minutes as one does in some time and as there is
 * room for. */
static gboolean
bench_devices (BatchBench *self,
               GError    **error)
{
  const guint n = count_devices (self), seconds = self->bench->quick ? 5 : MINUTE_S, few = self->bench->quick ? 2 : 40;
  g_autoptr (GBytes) wav = make_wav (RATE, RATE * seconds);
  Ran planned, start, first, one, more;
  struct statvfs disk;
  double most = few, per;

  if (n == 0)
    return TRUE;
  if (!write_recordings (self, "one-minute", wav, 1, error) || !write_recordings (self, "some-minutes", wav, few, error)
      || !run_line (self, "plan one-minute --products bands -o start-run", &planned, error)
      || !run_line (self, "plan some-minutes --products bands -o few-run-on-device", &planned, error)
      || !run_line (self, "run start-run --devices 0", &start, error)
      || !run_line (self, "run few-run-on-device --devices 0", &first, error))
    return FALSE;
  per = MAX ((first.seconds - start.seconds) / MAX (few - 1, 1), 1e-4);
  bench_add (self->bench, &(BenchLine) { .name = "start of a run on a device, and a minute", .value = start.seconds, .unit = "s" });
  if (!self->bench->quick)
    most = MIN (DEVICE_S / per, MOST_MINUTES);
  if (statvfs (self->folder, &disk) == 0)
    most = MIN (most, 0.6 * (double) disk.f_bavail * (double) disk.f_frsize / (double) g_bytes_get_size (wav));
  if (!write_recordings (self, "on-devices", wav, (guint) MAX (most, 1), error)
      || !bench_device_count (self, 1, floor (most) * seconds / MINUTE_S, NULL, &one, error))
    return FALSE;
  for (guint some = 2; some <= n; some *= 2)
    if (!bench_device_count (self, some, floor (most) * seconds / MINUTE_S, &one, &more, error))
      return FALSE;
  return TRUE;
}

/* Recordings that are over at once. */
static gboolean
bench_overhead (BatchBench *self,
                GError    **error)
{
  const guint few = self->bench->quick ? 20 : 100, n = self->bench->quick ? 120 : 2100;
  g_autoptr (GBytes) wav = make_wav (8000, SHORT);
  Ran planned, some, all;

  if (!write_recordings (self, "few", wav, few, error) || !write_recordings (self, "short", wav, n, error)
      || !run_line (self, "plan few --products bands --bands octave -o few-run", &planned, error)
      || !run_line (self, "plan short --products bands --bands octave -o short-run", &planned, error)
      || !run_line (self, "run few-run --workers 1", &some, error) || !run_line (self, "run short-run --workers 1", &all, error))
    return FALSE;
  bench_add (self->bench, &(BenchLine) { .name = "overhead a recording", .unit = "ms",
                                         .value = MAX ((all.seconds - some.seconds) / (n - few) * 1000, 1e-3),
                                         .remark = "50 ms in octaves; goal 5" });
  return TRUE;
}

/* Writes outputs that are done, with nothing but their stamps. */
static gboolean
pretend_outputs (BatchBench *self,
                 GError    **error)
{
  g_autofree char *folder = g_build_filename (self->folder, "many-run", NULL);
  g_autoptr (OndesBatchRun) run = ondes_batch_run_open (folder, error);
  g_autoptr (OndesBatchManifest) manifest = run != NULL ? ondes_batch_manifest_open (run, error) : NULL;
  g_auto (OndesBatchFile) file = { 0 };
  GError *local = NULL;

  if (manifest == NULL)
    return FALSE;
  while (local == NULL && ondes_batch_manifest_next (manifest, &file, &local))
    {
      g_autofree char *output = ondes_batch_run_output (run, &file, ONDES_BATCH_BANDS);
      g_autofree char *stamp = ondes_batch_run_stamp (run, &file, ONDES_BATCH_BANDS), *line = g_strdup_printf ("# %s\n", stamp);

      if (g_cancellable_set_error_if_cancelled (self->bench->run->watch.cancellable, error)
          || !ondes_batch_prepare (folder, output, error))
        return FALSE;
      g_file_set_contents_full (output, line, -1, G_FILE_SET_CONTENTS_NONE, 0666, &local);
    }
  if (local != NULL)
    g_propagate_error (error, local);
  return local == NULL;
}

/* How quickly recordings are found, in what memory, and how soon a run sees that all of them are done. */
static gboolean
bench_many (BatchBench *self,
            GError    **error)
{
  const guint n = self->bench->quick ? 2000 : 100000;
  g_autoptr (GBytes) wav = make_wav (8000, 8);
  g_autofree char *memory = NULL, *count = g_strdup_printf ("%u recordings; goal %s", n, self->bench->quick ? "0.2" : "10");
  Ran some, all, again;

  if (!write_recordings (self, "some", wav, n / 4, error) || !write_recordings (self, "many", wav, n, error)
      || !run_line (self, "plan some --products bands -o some-run", &some, error)
      || !run_line (self, "plan many --products bands -o many-run", &all, error) || !pretend_outputs (self, error)
      || !run_line (self, "run many-run --workers 1", &again, error))
    return FALSE;
  memory = g_strdup_printf ("of %u recordings; of %u %.1f MB", n, n / 4, some.memory_mb);
  bench_add (self->bench, &(BenchLine) { .name = "planned a second", .value = n / all.seconds, .unit = "", .remark = "goal 5000" });
  bench_add (self->bench, &(BenchLine) { .name = "memory of planning", .value = all.memory_mb, .unit = "MB", .remark = memory });
  bench_add (self->bench, &(BenchLine) { .name = "restart of a run that is done", .value = again.seconds, .unit = "s",
                                         .remark = count });
  return TRUE;
}

gboolean
bench_batch_runs (Bench   *bench,
                  GError **error)
{
  BatchBench self = { .bench = bench, .folder = g_dir_make_tmp ("ondes-bench-XXXXXX", error) };
  gboolean done;

  if (self.folder == NULL)
    return FALSE;
  cli_set_patience (PATIENCE_MS);
  done = bench_devices (&self, error);
  if (g_strcmp0 (bench->compute.engine, "cuda") != 0) /* the rest is the CPU's */
    done = done && bench_workers (&self, error) && bench_overhead (&self, error) && bench_many (&self, error);
  remove_all (self.folder);
  g_free (self.folder);
  return done;
}
