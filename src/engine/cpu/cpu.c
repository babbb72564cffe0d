/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu-private.h"

#include "base/clones.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE ((gsize) 2 << 20)
#define PROMISED  ((gsize) 64 << 20) /* buffers of at least these bytes are reserved with ondes_memory_take() */

static gpointer
buffer_new (gsize bytes)
{
  void *data;

  if (posix_memalign (&data, bytes >= HUGE_PAGE ? HUGE_PAGE : 64, bytes) != 0)
    return NULL;
  if (bytes >= HUGE_PAGE)
    madvise (data, bytes, MADV_HUGEPAGE); /* a long FFT has large strides */
  return data;
}

void *
ondes_buffer_get (OndesBuffer *self,
                  gsize        bytes)
{
  if (bytes > self->bytes)
    {
      ondes_buffer_clear (self);
      self->data = bytes >= PROMISED ? ondes_memory_take (bytes, buffer_new) : buffer_new (bytes);
      self->bytes = self->data ? bytes : 0;
    }
  return self->data;
}

void
ondes_buffer_clear (OndesBuffer *self)
{
  ondes_memory_settle (self->data);
  free (self->data);
  *self = (OndesBuffer) { NULL, 0 };
}

static guint64
kept_bytes (OndesEngine *self)
{
  const guint n = ondes_threads_count (self->threads);
  guint64 bytes = self->spectra_bytes;

  for (guint i = 0; i < ONDES_N_SHARED; i++)
    bytes += self->shared[i].bytes;
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < ONDES_N_BUFFERS; j++)
      bytes += self->workers[i].buffers[j].bytes;
  if (self->input)
    bytes += ondes_type_bytes (self->input->type, self->input->n);
  return bytes;
}

static void
free_arena (OndesEngine *self)
{
  const guint n = ondes_threads_count (self->threads);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < ONDES_N_BUFFERS; j++)
      ondes_buffer_clear (&self->workers[i].buffers[j]);
  for (guint i = 0; i < ONDES_N_SHARED; i++)
    ondes_buffer_clear (&self->shared[i]);
}

/* Takes the engine's arena and leaves an empty one. */
static OndesArena
take_arena (OndesEngine *self)
{
  OndesArena arena = { .workers = self->workers, .spectra_of = self->spectra_of, .spectra = self->spectra,
                       .spectra_bytes = self->spectra_bytes };

  memcpy (arena.shared, self->shared, sizeof arena.shared);
  self->workers = g_new0 (OndesWorker, ondes_threads_count (self->threads));
  memset (self->shared, 0, sizeof self->shared);
  self->spectra_of = NULL;
  self->spectra = NULL;
  self->spectra_bytes = 0;
  return arena;
}

/* Replaces the engine's arena by @arena and frees the old one. */
static void
put_arena (OndesEngine      *self,
           const OndesArena *arena)
{
  free_arena (self);
  ondes_cpu_spectra_forget (self);
  g_free (self->workers);
  self->workers = arena->workers;
  memcpy (self->shared, arena->shared, sizeof self->shared);
  self->spectra_of = arena->spectra_of;
  self->spectra = arena->spectra;
  self->spectra_bytes = arena->spectra_bytes;
}

static guint64
arena_bytes (OndesEngine *self)
{
  return kept_bytes (self) - (self->input ? ondes_type_bytes (self->input->type, self->input->n) : 0);
}

static void
drop_spare (OndesEngine *self)
{
  OndesArena own;

  if (!self->spare)
    return;
  own = take_arena (self);
  put_arena (self, self->spare);
  self->aside_bytes -= arena_bytes (self);
  put_arena (self, &own);
  g_clear_pointer (&self->spare, g_free);
}

static gboolean
is_pause_wanted (gpointer engine)
{
  const OndesPause *pause = ((OndesEngine *) engine)->pause;

  return pause->wanted (pause->data);
}

/* Pauses the run and sets its arena aside. Runs that interrupt it reuse the spare arena of earlier ones, so that repeated
 * interruptions allocate no new memory. */
static void
pause_run (gpointer engine)
{
  OndesEngine *self = engine;
  const gint64 start = g_get_monotonic_time (), paused_us = self->paused_us;
  const guint64 bytes = arena_bytes (self);
  OndesArena own = take_arena (self);

  if (self->spare)
    {
      put_arena (self, self->spare);
      g_clear_pointer (&self->spare, g_free);
      self->aside_bytes -= arena_bytes (self);
    }
  self->aside_bytes += bytes;
  self->kept_bytes = kept_bytes (self);
  self->pause->pause (self->pause->data);
  drop_spare (self);
  self->aside_bytes += arena_bytes (self) - bytes;
  self->spare = g_new (OndesArena, 1);
  *self->spare = take_arena (self);
  put_arena (self, &own);
  self->kept_bytes = kept_bytes (self);
  self->paused_us = paused_us + g_get_monotonic_time () - start;
}

double
ondes_cpu_seconds (OndesEngine *engine,
                   gint64       start_us)
{
  return (double) (g_get_monotonic_time () - start_us - engine->paused_us) / G_USEC_PER_SEC;
}

/* Returns the vector extension that the loops use. */
static const char *
vectors (void)
{
#ifdef X86_LEVELS
  static const char *const names[] = { "", "", "", ", AVX2", ", AVX-512" };

  return names[ondes_x86_level ()];
#else
  return "";
#endif
}

static guint
cpu_list (OndesDevice *devices,
          guint        n_max,
          char       **why)
{
  if (why)
    *why = NULL;
  if (n_max > 0)
    {
      OndesDevice device = { .name = "CPU", .usable = TRUE };
      g_autofree char *text = NULL;
      const char *line;
      guint64 kib;

      if (g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL) && (line = strstr (text, "model name")))
        sscanf (line, "model name%*[ \t]: %63[^\n]", device.name);
      g_clear_pointer (&text, g_free);
      g_snprintf (device.detail, sizeof device.detail, "%u thread%s%s", g_get_num_processors (),
                  ondes_plural (g_get_num_processors ()), vectors ());
      device.mem_free = ondes_memory_available ();
      if (device.mem_free == G_MAXUINT64)
        device.mem_free = 0;
      if (g_file_get_contents ("/proc/meminfo", &text, NULL, NULL)
          && sscanf (text, "MemTotal: %" G_GUINT64_FORMAT, &kib) == 1)
        device.mem_total = kib * 1024;
      devices[0] = device;
    }
  return 1;
}

static OndesEngine *
cpu_open (guint    device,
          guint    threads,
          GError **error)
{
  OndesEngine *self;

  if (device > 0)
    {
      ondes_setting_error_set (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED, ONDES_SETTING_DEVICE,
                               _("the CPU is device 0; there is no device %u"), device);
      return NULL;
    }
  self = g_new0 (OndesEngine, 1);
  self->threads = ondes_threads_new (threads);
  self->workers = g_new0 (OndesWorker, ondes_threads_count (self->threads));
  return self;
}

static void
cpu_close (OndesEngine *self)
{
  drop_spare (self);
  free_arena (self);
  ondes_cpu_input_forget (self);
  ondes_cpu_spectra_forget (self);
  g_free (self->statistics.methods);
  g_free (self->workers);
  ondes_threads_free (self->threads);
  g_free (self);
}

guint64
ondes_cpu_limit (OndesEngine *engine)
{
  return engine->limit ? MAX (engine->limit, 16 << 20) : G_MAXUINT64;
}

guint
ondes_cpu_fit (OndesEngine *engine,
               guint64      shared_bytes,
               guint64      worker_bytes,
               guint64     *bytes)
{
  const guint64 plenty = 256 << 20;
  guint n = ondes_threads_count (engine->threads);
  guint64 max_bytes = ondes_cpu_limit (engine);

  /* memory that the arena already holds is not free, but can be reused */
  *bytes = shared_bytes + n * worker_bytes;
  if (*bytes > plenty || *bytes > max_bytes)
    {
      const guint64 usable = ondes_memory_available () + kept_bytes (engine);

      max_bytes = MIN (max_bytes, usable);
    }
  while (n > 1 && shared_bytes + n * worker_bytes > max_bytes)
    n--;
  *bytes = shared_bytes + n * worker_bytes;
  /* the limit of trim() may be exceeded if there is no choice, available memory may not */
  return *bytes <= plenty || *bytes <= max_bytes || *bytes <= ondes_memory_available () + kept_bytes (engine) ? n : 0;
}

static const OndesCpuTransform cwt = { ondes_cpu_cwt_plan, ondes_cpu_cwt_run };
static const OndesCpuTransform filter = { ondes_cpu_filter_plan, ondes_cpu_filter_run };

static const OndesCpuTransform *const transforms[] = {
  [ONDES_TRANSFORM_CWT] = &cwt,
  [ONDES_TRANSFORM_SPECTRUM] = &ondes_cpu_spectrum,
  [ONDES_TRANSFORM_DYADIC] = &ondes_cpu_dyadic,
  [ONDES_TRANSFORM_FILTER] = &filter,
  [ONDES_TRANSFORM_WALSHGRAM] = &ondes_cpu_walshgram,
  [ONDES_TRANSFORM_PAIRS] = &ondes_cpu_pairs,
};

static gboolean
cpu_supports (OndesEngine        *self,
              const OndesRequest *request,
              GError            **error)
{
  return TRUE; /* every valid request */
}

static void
cpu_unplan (OndesEngine *self,
            OndesPlan   *plan)
{
  OndesCpuPlan *own = (OndesCpuPlan *) plan;

  g_clear_pointer (&own->layout, ondes_cwt_layout_free);
  g_clear_pointer (&own->precise, ondes_cwt_layout_free);
  g_clear_pointer (&own->filter, ondes_cpu_filter_plan_free);
  ondes_spec_unref (own->spec);
  g_free (own);
}

static OndesPlan *
cpu_plan (OndesEngine        *self,
          const OndesRequest *request,
          GError            **error)
{
  OndesCpuPlan *plan = g_new0 (OndesCpuPlan, 1);

  plan->spec = ondes_spec_ref (request->spec);
  plan->limit = self->limit;
  plan->plan.bytes = sizeof *plan;
  if (transforms[ondes_spec_transform (request->spec)]->plan (self, plan, request, error))
    return &plan->plan;
  cpu_unplan (self, &plan->plan);
  return NULL;
}

static gboolean
cpu_run (OndesEngine        *self,
         OndesPlan          *plan,
         const OndesRequest *request,
         OndesSink          *sink,
         const OndesWatch   *watch,
         GError            **error)
{
  const OndesCpuCall call = { self, (OndesCpuPlan *) plan, request, sink, watch };
  gboolean done;

  self->paused_us = 0;
  done = transforms[ondes_spec_transform (request->spec)]->run (&call, error);
  self->kept_bytes = kept_bytes (self);
  self->statistics.bytes_workspace = MAX (self->statistics.bytes_workspace, self->kept_bytes);
  drop_spare (self);
  return done;
}

static void
cpu_forget (OndesEngine *self,
            guint64      source_id)
{
  if (self->input && self->input_of[0] == source_id)
    ondes_cpu_input_forget (self);
  self->kept_bytes = kept_bytes (self);
}

static void
cpu_trim (OndesEngine *self,
          guint64      bytes)
{
  self->limit = MAX (bytes, 1);
  drop_spare (self);
  if (kept_bytes (self) > bytes)
    free_arena (self);
  if (kept_bytes (self) > bytes)
    ondes_cpu_spectra_forget (self);
  if (kept_bytes (self) > bytes)
    ondes_cpu_input_forget (self);
  self->kept_bytes = kept_bytes (self);
}

static void
cpu_on_pause (OndesEngine      *self,
              const OndesPause *pause)
{
  self->pause = pause;
  ondes_threads_set_pause (self->threads, is_pause_wanted, pause_run, self);
}

static guint64
cpu_bytes (OndesEngine *self)
{
  return self->kept_bytes + self->aside_bytes;
}

static void
cpu_statistics (OndesEngine     *self,
                OndesStatistics *statistics)
{
  *statistics = self->statistics;
  statistics->methods = g_memdup2 (self->statistics.methods, self->statistics.n_methods);
}

const OndesEngineClass *
ondes_cpu_engine (void)
{
  static const OndesEngineClass klass = {
    .abi = ONDES_ENGINE_ABI,
    .name = "cpu",
    .list = cpu_list,
    .open = cpu_open,
    .close = cpu_close,
    .supports = cpu_supports,
    .seconds = ondes_cpu_run_seconds,
    .plan = cpu_plan,
    .unplan = cpu_unplan,
    .run = cpu_run,
    .forget = cpu_forget,
    .trim = cpu_trim,
    .statistics = cpu_statistics,
    .on_pause = cpu_on_pause,
    .bytes = cpu_bytes,
  };

  return &klass;
}
