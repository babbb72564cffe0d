/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walshgrams. Columns are split into jobs, so that a sink gets whole columns in order; a column of very many frames is computed in
 * several launches, between which a cancellation is seen. */
#include "input.h"
#include "jobs.h"
#include "walshgram-kernels.h"

#include "base/words.h"
#include "transform/walshgram.h"

#define JOB_BYTES      (16 << 20) /* maximum result of a job */
#define MIN_JOB_BYTES  (1 << 16)  /* and where there is little memory */
#define LAUNCH_SAMPLES ((guint64) 32 << 20) /* that a launch reads */
#define MIN_SAMPLES    ((guint64) 1 << 16)  /* and where there is little memory */
#define LAUNCH_SECONDS 0.01       /* of a launch: two jobs are in flight, and cancellation must take effect within 50 ms */

/* How requests of one spec and shape are computed. */
typedef struct
{
  OndesCudaWalshgram    walshgram;
  const OndesWalshgram *spec;
  gboolean              preview;
  gsize                 value_bytes, element_bytes; /* of the spectra on the device, and of the result */
  guint64               launch_frames, job_columns; /* at most; a job has one column at least */
  guint                *rows;                       /* 0, 1, 2 … */
} Layout;

static void
layout_free (gpointer data)
{
  Layout *self = data;

  g_free (self->rows);
  g_free (self);
}

static guint64
column_begin (const Layout *self,
              guint64       column)
{
  const OndesCudaWalshgram *w = &self->walshgram;

  return column * (w->frames / w->columns) + column * (w->frames % w->columns) / w->columns;
}

/* Returns the samples of consecutive frames. */
static guint64
samples_of (const Layout *self,
            guint64       frames)
{
  return (frames - 1) * self->walshgram.hop + ((guint64) 1 << self->walshgram.bits);
}

/* Returns the frames of a column at most. */
static guint64
column_frames (const Layout *self)
{
  return self->preview ? 1 : self->walshgram.frames / self->walshgram.columns + 1;
}

static Layout *
layout_new (OndesEngine        *engine,
            const OndesRequest *request)
{
  const OndesWalshgram *spec = ondes_spec_walshgram (request->spec);
  const OndesWalshgramOptions *o = &spec->options;
  const guint64 most = engine->limit > 0 ? CLAMP (engine->limit / 8, MIN_JOB_BYTES, JOB_BYTES) : JOB_BYTES;
  const guint64 samples = engine->limit > 0 ? CLAMP (engine->limit / 32, MIN_SAMPLES, LAUNCH_SAMPLES) : LAUNCH_SAMPLES;
  const gboolean pooled = request->view.columns > 0;
  Layout *self = g_new0 (Layout, 1);
  double seconds;

  self->spec = spec;
  self->preview = pooled && request->view.preview;
  self->walshgram = (OndesCudaWalshgram) { .bits = (int) spec->n, .hop = o->hop, .order = (OndesCudaOrder) o->order,
                                           .is_double = o->type == ONDES_F64, .pooled = pooled,
                                           .frames = (request->view.count - 1) / o->hop + 1, .columns = request->result.columns };
  self->element_bytes = ondes_type_bytes (request->result.type, 1);
  self->value_bytes = pooled ? sizeof (float) : self->element_bytes;
  seconds = ondes_cuda_walshgram_seconds (engine->cuda, &self->walshgram, 1);
  self->launch_frames = MAX (MIN ((guint64) (LAUNCH_SECONDS / seconds), samples / o->hop), 1);
  self->job_columns = CLAMP (MIN (most / (o->window * self->element_bytes), self->launch_frames / column_frames (self)), 1,
                             self->walshgram.columns);
  return self;
}

static gboolean
walshgram_supports (OndesEngine        *engine,
                    const OndesRequest *request,
                    GError            **error)
{
  if (ondes_spec_walshgram (request->spec)->options.type != ONDES_I64)
    return TRUE;
  g_set_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED,
               _("the CUDA engine computes Walshgrams in floating point, not in int64; ask for it with %s"),
               ondes_setting_name (ONDES_SETTING_PRECISION, "double"));
  return FALSE;
}

/* Returns the bytes of the samples of a launch that are copied for it alone. */
static guint64
raw_bytes (const Layout *self)
{
  const guint64 window = (guint64) 1 << self->walshgram.bits;
  const guint64 frames = MIN (self->launch_frames, self->job_columns * column_frames (self));

  return (self->preview ? self->job_columns * window : samples_of (self, frames)) * sizeof (double);
}

static gboolean
walshgram_plan (OndesEngine        *engine,
                OndesCudaPlan      *plan,
                const OndesRequest *request,
                GError            **error)
{
  Layout *layout = plan->own = layout_new (engine, request);
  const guint64 window = layout->spec->options.window;

  layout->rows = g_new (guint, window);
  for (guint i = 0; i < window; i++)
    layout->rows[i] = i;
  plan->plan.bytes += sizeof *layout + window * sizeof *layout->rows;
  plan->plan.workspace_bytes = raw_bytes (layout)
                               + layout->job_columns * window * (layout->value_bytes + 2 * layout->element_bytes);
  return TRUE;
}

/* State of a run. */
typedef struct
{
  OndesCudaRun      *run;
  const Layout      *layout;
  OndesCudaWalshgram walshgram; /* with its taper on the device */
  OndesCudaInput    *input;     /* NULL: samples are copied launch by launch */
  OndesType          type;      /* of the samples on the device */
} Walshgram;

/* Frames [from, to) of the view, and where their samples are on the device. */
typedef struct
{
  guint64     from, to;
  const char *x;
} Launch;

/* Returns the sample of the recording at which the view's frame @f begins. */
static guint64
sample_of (const Walshgram *self,
           guint64          f)
{
  return self->run->request->view.first + f * self->layout->walshgram.hop;
}

/* Copies samples [at, at + n) for this launch alone to @device. */
static gboolean
copy_alone (Walshgram *self,
            guint64    at,
            guint64    n,
            void      *device,
            GError   **error)
{
  const OndesCudaTile tile = { self->run->request->sources[0], ONDES_BOUNDARY_ZERO, (gint64) at, n, self->type, device };

  return ondes_cuda_tile_h2d (self->run, &tile, error);
}

/* Points @device to a buffer for @n samples. */
static gboolean
get_raw (Walshgram *self,
         guint64    n,
         char     **device,
         GError   **error)
{
  void *raw = NULL;
  const OndesCudaStatus status
    = ondes_cuda_buffer (self->run->engine->cuda, ONDES_CUDA_RAW, ondes_type_bytes (self->type, n), &raw);

  *device = raw;
  return ondes_cuda_ok (self->run->engine, status, error);
}

/* Copies the samples of @launch that are not on the device yet. */
static gboolean
copy_samples (Walshgram *self,
              Launch    *launch,
              GError   **error)
{
  const guint64 at = sample_of (self, launch->from), n = samples_of (self->layout, launch->to - launch->from);
  OndesSource *source = self->run->request->sources[0];
  char *raw;

  if (self->input != NULL)
    {
      launch->x = (const char *) self->input->data + ondes_type_bytes (self->type, at);
      return ondes_cuda_input_h2d (self->run, self->input, source, at, at + n, error);
    }
  if (!get_raw (self, n, &raw, error))
    return FALSE;
  launch->x = raw;
  return copy_alone (self, at, n, raw, error);
}

/* Copies the middle frame of each of the columns [@col0, @end), one behind another. */
static gboolean
copy_middles (Walshgram *self,
              guint64    col0,
              guint64    end,
              Launch    *launch,
              GError   **error)
{
  const guint64 window = self->layout->spec->options.window;
  const gsize bytes = ondes_type_bytes (self->type, window);
  char *raw;

  if (!get_raw (self, (end - col0) * window, &raw, error))
    return FALSE;
  for (guint64 c = col0; c < end; c++)
    {
      const guint64 middle = (column_begin (self->layout, c) + column_begin (self->layout, c + 1)) / 2;

      if (!copy_alone (self, sample_of (self, middle), window, raw + (c - col0) * bytes, error))
        return FALSE;
    }
  launch->x = raw;
  return TRUE;
}

/* Launches the transform of the frames of @launch into the spectra of the columns from @col0 on. */
static OndesCudaStatus
transform (const Walshgram *self,
           const Launch    *launch,
           guint64          col0,
           void            *spectra)
{
  const OndesCudaFrames frames = { launch->x, ondes_cuda_type_of (self->type), launch->from, launch->to - launch->from };

  return ondes_cuda_walshgram (self->run->engine->cuda, &self->walshgram, &frames, col0, spectra);
}

/* Transforms frames [@from, @end), which one launch would take too long for, one launch after another. */
static gboolean
transform_rest (Walshgram *self,
                guint64    from,
                guint64    end,
                guint64    col0,
                void      *spectra,
                GError   **error)
{
  OndesCudaRun *run = self->run;

  while (from < end)
    {
      Launch launch = { .from = from, .to = MIN (from + self->layout->launch_frames, end) };

      if (!ondes_cuda_ok (run->engine, ondes_cuda_synchronize (run->engine->cuda), error)
          || g_cancellable_set_error_if_cancelled (run->watch->cancellable, error) || !copy_samples (self, &launch, error)
          || !ondes_cuda_ok (run->engine, transform (self, &launch, col0, spectra), error))
        return FALSE;
      from = launch.to;
    }
  return TRUE;
}

/* Computes columns [@col0, @end). */
static gboolean
run_columns (Walshgram *self,
             guint64    col0,
             guint64    end,
             GError   **error)
{
  OndesCudaRun *run = self->run;
  OndesCuda *cuda = run->engine->cuda;
  const Layout *layout = self->layout;
  const guint64 window = layout->spec->options.window, bytes = (end - col0) * window * layout->value_bytes;
  const guint64 from = column_begin (layout, col0), to = column_begin (layout, end);
  const OndesCudaPending result = { .rows = layout->rows, .n_rows = (guint) window, .col0 = col0, .cols = end - col0,
                                    .element_bytes = layout->element_bytes, .final = !layout->preview,
                                    .work = (double) (to - from) };
  Launch launch = { from, MIN (from + layout->launch_frames, to), NULL };
  OndesCudaStatus status;
  void *out, *spectra = NULL;

  if (!(layout->preview ? copy_middles (self, col0, end, &launch, error) : copy_samples (self, &launch, error))
      || !ondes_cuda_job_begin (run, (end - col0) * window * layout->element_bytes, &out, error))
    return FALSE;
  if (layout->preview) /* each column's window is a frame of its own */
    {
      self->walshgram.hop = window;
      self->walshgram.frames = self->walshgram.columns = end - col0;
      launch.from = 0;
      launch.to = end - col0;
    }
  status = ondes_cuda_buffer (cuda, ONDES_CUDA_WORK, bytes, &spectra);
  if (status == ONDES_CUDA_OK && self->walshgram.pooled)
    status = ondes_cuda_memset (cuda, spectra, 0, bytes);
  if (status == ONDES_CUDA_OK)
    status = transform (self, &launch, layout->preview ? 0 : col0, spectra);
  if (!ondes_cuda_ok (run->engine, status, error)
      || (!layout->preview && !transform_rest (self, launch.to, to, col0, spectra, error)))
    return FALSE;
  status = ondes_cuda_walshgram_turn (cuda, &self->walshgram, spectra, end - col0, out);
  return ondes_cuda_ok (run->engine, status, error) && ondes_cuda_job_end (run, &result, error);
}

/* Copies the taper to the device, if there is one. */
static gboolean
send_taper (Walshgram *self,
            GError   **error)
{
  const OndesWalshgramOptions *o = &self->layout->spec->options;
  const gsize bytes = ondes_type_bytes (o->type, o->window);
  g_autofree double *taper = NULL;
  g_autofree float *single = NULL;
  OndesEngine *engine = self->run->engine;
  OndesCudaStatus status;
  void *device = NULL;

  if (o->taper == ONDES_TAPER_RECT)
    return TRUE;
  taper = g_new (double, o->window);
  ondes_walshgram_fill_taper (self->layout->spec, taper);
  single = g_new (float, o->window);
  for (guint64 t = 0; t < o->window; t++)
    single[t] = (float) taper[t];
  status = ondes_cuda_buffer (engine->cuda, ONDES_CUDA_TABLE, bytes, &device);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_write (engine->cuda, device, o->type == ONDES_F32 ? (const void *) single : taper, bytes);
  g_clear_pointer (&engine->taps_key, g_bytes_unref); /* the tap table was in this buffer */
  self->walshgram.taper = device;
  return ondes_cuda_ok (engine, status, error);
}

static gboolean
run_jobs (Walshgram *self,
          GError   **error)
{
  const Layout *layout = self->layout;

  self->run->work = (double) layout->walshgram.frames;
  if (!send_taper (self, error))
    return FALSE;
  for (guint64 col0 = 0, end; col0 < layout->walshgram.columns; col0 = end)
    {
      end = MIN (col0 + layout->job_columns, layout->walshgram.columns);
      if (!run_columns (self, col0, end, error))
        return FALSE;
    }
  return ondes_cuda_jobs_finish (self->run, error);
}

static gboolean
walshgram_run (OndesCudaRun        *run,
               const OndesCudaPlan *plan,
               GError             **error)
{
  const Layout *layout = plan->own;
  OndesSource *source = run->request->sources[0];
  Walshgram self = { .run = run, .layout = layout, .walshgram = layout->walshgram,
                     .type = ondes_cuda_resident_type (source->type) };
  gboolean done;

  if (!ondes_cuda_run_begin (run, &run->request->result, error))
    return FALSE;
  if (!layout->preview)
    self.input = ondes_cuda_input (run->engine, source, self.type);
  done = run_jobs (&self, error);
  ondes_cuda_input_release (run->engine, self.input);
  return done;
}

const OndesCudaTransform ondes_cuda_walshgrams = {
  .supports = walshgram_supports, .worthwhile = ondes_cuda_filter_worthwhile, .plan = walshgram_plan, .free_own = layout_free,
  .run = walshgram_run, .resident = TRUE,
};
