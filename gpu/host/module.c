/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The module's entry point: OndesEngineClass for CUDA. */
#include "input.h"
#include "jobs.h"
#include "shared-bank.h"
#include "sources-sha256.h"

#include "base/words.h"

#include <gmodule.h>
#include <string.h>

G_STATIC_ASSERT (sizeof (((OndesDevice *) NULL)->name) >= sizeof (((OndesCudaDevice *) NULL)->name));

static const OndesCudaTransform *const transforms[] = {
  [ONDES_TRANSFORM_CWT] = &ondes_cuda_cwt,
  [ONDES_TRANSFORM_SPECTRUM] = &ondes_cuda_spectrum,
  [ONDES_TRANSFORM_DYADIC] = &ondes_cuda_dyadic_convolution,
  [ONDES_TRANSFORM_FILTER] = &ondes_cuda_filter,
  [ONDES_TRANSFORM_WALSHGRAM] = &ondes_cuda_walshgrams,
  [ONDES_TRANSFORM_PAIRS] = &ondes_cuda_pair_updates,
};

/* Returns the bytes of device memory held by the engine. */
static guint64
device_bytes (OndesEngine *engine)
{
  return ondes_cuda_arena_bytes (engine->cuda) + ondes_cuda_inputs_bytes (engine) + engine->bank_bytes;
}

/* Returns for example "580.65.06", or NULL if unknown. The CUDA runtime reports only the driver's CUDA version. */
static char *
driver_version_text (void)
{
  char *text = NULL;

  if (g_file_get_contents ("/sys/module/nvidia/version", &text, NULL, NULL))
    g_strstrip (text);
  return text;
}

static guint
cuda_list (OndesDevice *devices,
           guint        n_max,
           char       **why)
{
  guint n = (guint) ondes_cuda_count ();
  g_autofree char *driver_version = n_max > 0 ? driver_version_text () : NULL;

  if (n == 0 && why != NULL)
    *why = g_strdup (ondes_cuda_reason ());
  for (guint i = 0; i < MIN (n, n_max); i++)
    {
      OndesDevice *d = &devices[i];
      OndesCudaDevice found;
      OndesCudaStatus status = ondes_cuda_describe ((int) i, &found);

      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_check ((int) i);
      memset (d, 0, sizeof *d);
      g_strlcpy (d->name, *found.name != '\0' ? found.name : "CUDA device", sizeof d->name);
      d->usable = status == ONDES_CUDA_OK;
      d->mem_free = found.mem_free;
      d->mem_total = found.mem_total;
      if (!d->usable)
        g_strlcpy (d->detail, ondes_cuda_reason (), sizeof d->detail);
      else
        g_snprintf (d->detail, sizeof d->detail, "compute capability %d.%d, driver %s%sCUDA %d.%d%s", found.major, found.minor,
                    driver_version != NULL ? driver_version : "", driver_version != NULL ? " (" : "for ", found.driver / 1000,
                    found.driver % 1000 / 10, driver_version != NULL ? ")" : "");
    }
  return n;
}

static void
cuda_name_of (guint device,
              char  name[64])
{
  ondes_cuda_name ((int) device, name);
}

static OndesEngine *
cuda_open (guint    device,
           guint    threads,
           GError **error)
{
  guint n = (guint) ondes_cuda_count ();
  OndesEngine *self;

  if (device >= n)
    {
      if (n == 0)
        g_set_error_literal (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED, ondes_cuda_reason ());
      else
        g_set_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED,
                     _("there is no CUDA device %u; the last one is %u"), device, n - 1);
      return NULL;
    }
  self = g_new0 (OndesEngine, 1);
  self->device = device;
  self->threads = threads;
  self->inputs = g_ptr_array_new ();
  self->banks = ondes_cuda_banks_new ();
  if (!ondes_cuda_ok (self, ondes_cuda_check ((int) device), error)
      || !ondes_cuda_ok (self, ondes_cuda_open ((int) device, &self->cuda), error))
    {
      g_ptr_array_unref (self->inputs);
      ondes_lru_free (self->banks);
      g_free (self);
      return NULL;
    }
  return self;
}

static OndesCudaFingerprint
fingerprint_of (const OndesRequest *request,
                gboolean            resident)
{
  const OndesView *view = &request->view;
  OndesCudaFingerprint self = { request->spec, { view->first, view->count, view->columns, request->n_sources } };

  for (guint i = 0; resident && i < MIN (request->n_sources, 2); i++)
    {
      const OndesSource *source = request->sources[i];
      const guint64 which[] = { source->id, source->revision, source->n, source->channel, source->type };

      memcpy (self.key + 4 + i * G_N_ELEMENTS (which), which, sizeof which);
    }
  return self;
}

static gboolean
same_fingerprint (const OndesCudaFingerprint *a,
                  const OndesCudaFingerprint *b)
{
  return a->spec != NULL && ondes_spec_equal (a->spec, b->spec) && memcmp (a->key, b->key, sizeof a->key) == 0;
}

/* Keeps the device's primary context, because the process may have another engine open. */
static void
cuda_close (OndesEngine *self)
{
  ondes_cuda_forget_last (self);
  ondes_cuda_inputs_forget (self, 0);
  g_ptr_array_unref (self->inputs);
  ondes_lru_free (self->banks);
  ondes_cuda_close (self->cuda);
  g_clear_pointer (&self->copy_threads, ondes_threads_free);
  g_clear_pointer (&self->taps_key, g_bytes_unref);
  g_free (self->statistics.methods);
  g_free (self);
}

static const OndesCudaTransform *
find_transform (const OndesSpec *spec,
                GError         **error)
{
  const OndesTransform transform = ondes_spec_transform (spec);

  if (transform < G_N_ELEMENTS (transforms) && transforms[transform] != NULL)
    return transforms[transform];
  g_set_error_literal (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED,
                       _("the CUDA engine has no kernel for this transform"));
  return NULL;
}

static gboolean
cuda_supports (OndesEngine        *self,
               const OndesRequest *request,
               GError            **error)
{
  const OndesCudaTransform *transform = find_transform (request->spec, error);

  return transform != NULL && transform->supports (self, request, error);
}

static gboolean
cuda_worthwhile (OndesEngine        *self,
                 const OndesRequest *request,
                 double              cpu_s)
{
  const OndesCudaTransform *transform = find_transform (request->spec, NULL);

  return transform == NULL || transform->worthwhile (self, request, cpu_s);
}

static void
cuda_unplan (OndesEngine *self,
             OndesPlan   *plan)
{
  OndesCudaPlan *own = (OndesCudaPlan *) plan;

  if (own->own != NULL)
    own->transform->free_own (own->own);
  ondes_spec_unref (own->spec);
  g_free (own);
}

static OndesPlan *
cuda_plan (OndesEngine        *self,
           const OndesRequest *request,
           GError            **error)
{
  const OndesCudaTransform *transform = find_transform (request->spec, error);
  OndesCudaPlan *plan;

  if (transform == NULL)
    return NULL;
  plan = g_new0 (OndesCudaPlan, 1);
  *plan = (OndesCudaPlan) { .plan.bytes = sizeof *plan, .spec = ondes_spec_ref (request->spec), .transform = transform };
  if (transform->plan (self, plan, request, error))
    return &plan->plan;
  cuda_unplan (self, &plan->plan);
  return NULL;
}

static gboolean
cuda_run (OndesEngine        *self,
          OndesPlan          *plan,
          const OndesRequest *request,
          OndesSink          *sink,
          const OndesWatch   *watch,
          GError            **error)
{
  OndesCudaRun run = { .engine = self, .request = request, .sink = sink, .watch = watch };
  const OndesCudaPlan *own = (const OndesCudaPlan *) plan;
  const OndesCudaFingerprint work = fingerprint_of (request, own->transform->resident);
  gboolean done;

  run.repeats = same_fingerprint (&self->last, &work) ? self->repeats + 1 : 0;
  done = own->transform->run (&run, own, error);
  /* launches of a failed run must not write into the next run's buffers */
  if (!done)
    ondes_cuda_synchronize (self->cuda);
  ondes_cuda_spare_free (self->cuda);
  if (done && run.repeats > 0)
    self->repeats = run.repeats;
  else
    ondes_cuda_forget_last (self);
  if (done && run.repeats == 0)
    {
      self->last = work;
      ondes_spec_ref (work.spec);
    }
  g_free (self->statistics.methods);
  self->statistics.methods = run.methods;
  self->statistics.n_methods = run.n_methods;
  self->statistics.compute_s = run.compute_s;
  self->statistics.move_s = (double) run.move_us / G_USEC_PER_SEC;
  self->statistics.bytes_moved = run.bytes_moved;
  self->statistics.bytes_workspace = MAX (self->statistics.bytes_workspace, device_bytes (self));
  return done;
}

static void
cuda_forget (OndesEngine *self,
             guint64      source_id)
{
  ondes_cuda_forget_last (self);
  ondes_cuda_inputs_forget (self, source_id);
}

static void
cuda_trim (OndesEngine *self,
           guint64      bytes)
{
  ondes_cuda_forget_last (self);
  self->limit = MAX (bytes, 1);
  if (device_bytes (self) > bytes)
    {
      ondes_cuda_arena_free (self->cuda);
      ondes_lru_clear (self->banks);
      g_clear_pointer (&self->taps_key, g_bytes_unref);
    }
  if (device_bytes (self) > bytes)
    ondes_cuda_inputs_forget (self, 0);
}

static void
cuda_on_pause (OndesEngine      *self,
               const OndesPause *pause)
{
  self->pause = pause;
}

static void
cuda_statistics (OndesEngine     *self,
                 OndesStatistics *statistics)
{
  *statistics = self->statistics;
  statistics->methods = g_memdup2 (self->statistics.methods, self->statistics.n_methods);
}

G_MODULE_EXPORT const OndesEngineClass *ondes_engine_entry (void);

const OndesEngineClass *
ondes_engine_entry (void)
{
  static const OndesEngineClass klass = {
    .abi = ONDES_ENGINE_ABI,
    .name = "cuda",
    .list = cuda_list,
    .name_of = cuda_name_of,
    .open = cuda_open,
    .close = cuda_close,
    .supports = cuda_supports,
    .worthwhile = cuda_worthwhile,
    .plan = cuda_plan,
    .unplan = cuda_unplan,
    .run = cuda_run,
    .forget = cuda_forget,
    .trim = cuda_trim,
    .statistics = cuda_statistics,
    .on_pause = cuda_on_pause,
    .bytes = device_bytes,
    .sources_sha256 = ONDES_GPU_SOURCES_SHA256,
  };

  return &klass;
}
