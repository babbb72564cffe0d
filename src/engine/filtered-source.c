/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filtered-source.h"

#include "array-sink.h"
#include "compute.h"
#include "cpu/filter/filter-layout.h"

#include <string.h>

typedef struct
{
  OndesOperation operation;
  OndesSpec     *spec;
} Filtered;

/* Computers that no thread uses now: each serves one thread at a time. */
typedef struct
{
  GMutex     mutex;
  GPtrArray *idle;
} State;

static gboolean
filtered_shape (const OndesOperation *operation,
                OndesSource *const   *parents,
                OndesComputedShape   *shape,
                GError              **error)
{
  const OndesSpec *spec = ((const Filtered *) operation)->spec;
  const OndesSource *parent = parents[0];
  const OndesView all = { .count = parent->n };
  const guint times = ondes_filter_times (&ondes_spec_filter (spec)->options);
  OndesFilterLayout layout;

  ondes_filter_layout (ondes_spec_filter (spec), ondes_type_is_complex (parent->type), parent->n, 1, &layout);
  *shape = (OndesComputedShape) { ondes_spec_shape (spec, parent->type, &all).type, times * parent->n,
                                  times * parent->rate_hz, times * MIN ((guint64) layout.step * layout.segments, parent->n) };
  return TRUE;
}

static void
filtered_needs (const OndesOperation *operation,
                guint64               parent_n,
                gint64               *at,
                guint64              *n)
{
  const OndesFilter *filter = ondes_spec_filter (((const Filtered *) operation)->spec);
  const guint64 taps = ondes_filter_bank_longest (filter->bank), delay = ondes_filter_delay (&filter->options, taps);
  const guint times = ondes_filter_times (&filter->options);
  const gint64 first = *at / times, last = (*at + (gint64) *n - 1) / times;
  guint before, after;

  ondes_filter_reach (&filter->options, &before, &after);
  *at = first + (gint64) delay - (gint64) (taps - 1) - before;
  *n = (guint64) (last - first) + taps + before + after;
}

static gpointer
filtered_state_new (const OndesOperation *operation,
                    OndesSource *const   *parents)
{
  State *self = g_new0 (State, 1);

  g_mutex_init (&self->mutex);
  self->idle = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_computer_free);
  return self;
}

static void
filtered_state_free (gpointer state)
{
  State *self = state;

  g_ptr_array_unref (self->idle);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static OndesComputer *
take_computer (State *self)
{
  OndesComputer *computer = NULL;

  g_mutex_lock (&self->mutex);
  if (self->idle->len > 0)
    computer = g_ptr_array_steal_index_fast (self->idle, self->idle->len - 1);
  g_mutex_unlock (&self->mutex);
  return computer != NULL ? computer : ondes_computer_new ("cpu", 0, 0);
}

static void
give_computer (State         *self,
               OndesComputer *computer)
{
  g_mutex_lock (&self->mutex);
  g_ptr_array_add (self->idle, computer);
  g_mutex_unlock (&self->mutex);
}

/* Copies a result into a block of the shape's type, which is narrower if single precision did not hold the numbers. */
static void
copy_result (const OndesArraySink *sink,
             OndesType             type,
             gsize                 n,
             void                 *out)
{
  const gsize values = n * (ondes_type_is_complex (type) ? 2 : 1);

  if (sink->type == type)
    memcpy (out, sink->data, ondes_type_bytes (type, n));
  else
    for (gsize i = 0; i < values; i++)
      ((float *) out)[i] = (float) ((const double *) sink->data)[i];
}

static gboolean
filtered_compute (const OndesOperationCall *call,
                  void                     *out,
                  GError                  **error)
{
  const OndesFilter *filter = ondes_spec_filter (((const Filtered *) call->operation)->spec);
  const guint times = ondes_filter_times (&filter->options); /* blocks are whole samples */
  const OndesView view = { .first = call->at / times, .count = call->n / times };
  const OndesWatch watch = { .cancellable = g_cancellable_get_current () };
  g_autoptr (OndesRequest) request = NULL;
  OndesArraySink *sink;
  OndesComputer *computer;
  gboolean done;

  request = ondes_request_new (((const Filtered *) call->operation)->spec, call->parents, 1, &view, error);
  if (request == NULL)
    return FALSE;
  sink = ondes_array_sink_new ();
  computer = take_computer (call->state);
  done = ondes_compute (computer, request, &sink->sink, &watch, NULL, error);
  give_computer (call->state, computer);
  if (done)
    copy_result (sink, request->result.type, call->n, out);
  ondes_sink_free (&sink->sink);
  return done;
}

static void
filtered_finalize (OndesOperation *operation)
{
  ondes_spec_unref (((Filtered *) operation)->spec);
}

OndesOperation *
ondes_filtered_new (OndesSpec *spec)
{
  static const OndesOperationClass klass = {
    .n_parents = 1, .shape = filtered_shape, .needs = filtered_needs, .state_new = filtered_state_new,
    .state_free = filtered_state_free, .compute = filtered_compute,
    .finalize = filtered_finalize,
  };
  Filtered *self;
  g_autofree char *print = NULL, *digest = NULL;
  guint n;

  ondes_filter_bank_get (ondes_spec_filter (spec)->bank, &n);
  g_return_val_if_fail (n == 1, NULL);
  self = g_new0 (Filtered, 1);
  self->spec = ondes_spec_ref (spec);
  print = ondes_spec_print (spec);
  digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, ondes_spec_bytes (spec));
  ondes_operation_init (&self->operation, &klass, g_strdup_printf ("filter %s %s", print, digest));
  return &self->operation;
}
