/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "once.h"
#include "clients.h"

#include "transform/cwt.h"

#include <gmodule.h>

#define THREADS 2

static int begun, ended; /* atomic */
static gint64 time_us;   /* atomic */

static gint64
get_time_us (void)
{
  return __atomic_load_n (&time_us, __ATOMIC_SEQ_CST);
}

void
set_time_us (gint64 us)
{
  __atomic_store_n (&time_us, us, __ATOMIC_SEQ_CST);
}

OndesEngineHost *
timed_host_new (void)
{
  OndesEngineHost *self = ondes_engine_host_new ();

  set_time_us (0);
  ondes_engine_host_set_clock (self, get_time_us);
  return self;
}

void
gate_init (Gate *self)
{
  *self = (Gate) { .reached = FALSE };
  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
}

void
gate_clear (Gate *self)
{
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->changed);
}

void
gate_pass (Gate *self)
{
  g_mutex_lock (&self->mutex);
  self->reached = TRUE;
  g_cond_broadcast (&self->changed);
  while (!self->open)
    g_cond_wait (&self->changed, &self->mutex);
  g_mutex_unlock (&self->mutex);
}

void
gate_await (Gate *self)
{
  g_mutex_lock (&self->mutex);
  while (!self->reached)
    g_cond_wait (&self->changed, &self->mutex);
  g_mutex_unlock (&self->mutex);
}

void
gate_open (Gate *self)
{
  g_mutex_lock (&self->mutex);
  self->open = TRUE;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
}

void
job_init (Job        *self,
          guint64     n,
          const char *scales)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse (scales, 0, NULL);
  g_autofree double *x = g_new (double, n);

  for (guint64 i = 0; i < n; i++)
    x[i] = g_test_rand_double_range (-1, 1);
  options.precision = ONDES_PRECISION_DOUBLE;
  options.quantity = ONDES_QUANTITY_COEFFICIENTS;
  *self = (Job) { .spec = ondes_cwt_new (&options, list, NULL), .sources = { ondes_array_source_new (ONDES_F64, x, n, 1) },
                  .n_sources = 1, .view = { .count = n } };
  g_assert_nonnull (self->spec);
}

void
job_clear (Job *self)
{
  ondes_spec_unref (self->spec);
  for (guint i = 0; i < self->n_sources; i++)
    ondes_source_unref (self->sources[i]);
}

GBytes *
job_result (const Job *self)
{
  g_autoptr (OndesEngineHost) host = ondes_engine_host_new ();
  Client client = { .place = { .host = host }, .engine = "cpu", .job = self };
  GBytes *result;

  client_run (&client);
  g_assert_no_error (client.error);
  result = g_bytes_ref (client.result);
  client_clear (&client);
  return result;
}

static Client *
client_of (OndesSink *sink)
{
  return (Client *) (void *) ((char *) sink - G_STRUCT_OFFSET (Client, sink));
}

static gboolean
client_begin (OndesSink *sink,
              OndesType  type,
              guint64    rows,
              guint64    cols,
              GError   **error)
{
  Client *self = client_of (sink);

  if (self->begun == 0)
    g_atomic_int_set (&self->begun, (guint) g_atomic_int_add (&begun, 1) + 1);
  return self->array->sink.klass->begin (&self->array->sink, type, rows, cols, error);
}

static gboolean
client_put (OndesSink       *sink,
            const OndesRect *where,
            const void      *data,
            gsize            stride_bytes,
            gboolean         final,
            GError         **error)
{
  Client *self = client_of (sink);

  if (++self->puts == self->gate_at && self->gate != NULL)
    gate_pass (self->gate);
  if (self->on_put != NULL)
    self->on_put (self->puts, self->data);
  return self->array->sink.klass->put (&self->array->sink, where, data, stride_bytes, final, error);
}

guint
clients_begun (void)
{
  return (guint) g_atomic_int_get (&begun);
}

void
client_run (Client *self)
{
  static const OndesSinkClass klass = { .begin = client_begin, .put = client_put };
  const Job *job = self->job;

  if (self->computer == NULL)
    self->computer = ondes_computer_new_at (self->engine, self->device, self->threads > 0 ? self->threads : THREADS, &self->place);
  self->sink.klass = &klass;
  self->array = ondes_array_sink_new ();
  if (compute_once (self->computer, ondes_request_new (job->spec, job->sources, job->n_sources, &job->view, &self->error),
                    &self->sink, &(OndesWatch) { .cancellable = self->cancellable }, &self->report, &self->error))
    {
      const gsize bytes = ondes_type_bytes (self->array->type, self->array->rows * self->array->cols);

      self->result = g_bytes_new_take (ondes_array_sink_steal (self->array), bytes);
    }
  self->ended = (guint) g_atomic_int_add (&ended, 1) + 1;
  ondes_sink_free (&self->array->sink);
  g_atomic_int_set (&self->done, TRUE);
}

static gpointer
client_thread (gpointer data)
{
  client_run (data);
  return NULL;
}

void
client_start (Client *self)
{
  self->thread = g_thread_new ("client", client_thread, self);
}

void
client_join (Client *self)
{
  g_clear_pointer (&self->thread, g_thread_join);
}

void
client_clear (Client *self)
{
  client_join (self);
  g_clear_pointer (&self->computer, ondes_computer_free);
  g_clear_pointer (&self->result, g_bytes_unref);
  g_clear_error (&self->error);
  ondes_report_clear (&self->report);
}

void
await_waiting (OndesEngineHost *host,
               const char      *name,
               guint            device,
               guint            n)
{
  OndesHostedEngine engines[16];

  for (;;)
    {
      const guint all = ondes_engine_host_list (host, engines, G_N_ELEMENTS (engines));

      for (guint i = 0; i < MIN (all, G_N_ELEMENTS (engines)); i++)
        if (g_str_equal (engines[i].name, name) && engines[i].device == device && engines[i].waiting >= n)
          return;
      g_usleep (1000);
    }
}

static gboolean
held_read (OndesSource *source,
           guint64      at,
           gsize        n,
           void        *dst,
           GError     **error)
{
  HeldSource *self = (HeldSource *) source;
  const guint read = self->host != NULL ? (guint) g_atomic_int_add (&self->reads, 1) : 0;

  if (self->host != NULL && (self->period > 0 ? read % self->period == self->period - 1 : read == 0))
    await_waiting (self->host, self->engine, 0, 1);
  return ondes_source_read (self->base, at, n, dst, error);
}

static void
held_finalize (OndesSource *source)
{
  ondes_source_unref (((HeldSource *) source)->base);
  g_free (source);
}

OndesSource *
held_source_new (OndesSource     *base,
                 OndesEngineHost *host,
                 const char      *engine,
                 guint            period)
{
  static const OndesSourceClass klass = { held_read, held_finalize };
  HeldSource *self = g_new0 (HeldSource, 1);

  ondes_source_init (&self->source, &klass, base->type, base->n, base->rate_hz);
  self->base = ondes_source_ref (base);
  self->host = host;
  self->engine = engine;
  self->period = period;
  return &self->source;
}
