/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "computed-source.h"

#include "base/counted.h"
#include "base/threads.h"
#include "base/words.h"
#include "computed-blocks.h"

#include <math.h>
#include <string.h>

#define MAX_HEIGHT 1000   /* most operations in a chain that calls engines */
#define BLOCK_BYTES 65536 /* bytes per block; small, so that a sparse preview computes few samples that it does not need */

/* The state that equal sources share. */
typedef struct
{
  char              *key;   /* key in the table; NULL if not shared */
  guint              users; /* number of sources; guarded by the mutex */
  guint64            id;
  OndesOperation    *operation;
  OndesSource      **parents;
  gpointer           state;
  OndesComputedShape shape;
  gsize              block_n; /* outputs per block */
  guint              height;  /* 1 + the highest parent's; 0 for a source that is not computed */
  char              *identity;
} Computation;

typedef struct
{
  OndesSource  source;
  Computation *computation;
} ComputedSource;

static GMutex mutex;
static GHashTable *computations; /* key → Computation */

void
ondes_operation_init (OndesOperation            *self,
                      const OndesOperationClass *klass,
                      char                      *canonical)
{
  self->klass = klass;
  self->canonical = canonical;
  g_atomic_ref_count_init (&self->ref_count);
}

static void
ondes_operation_finalize (OndesOperation *self)
{
  if (self->klass->finalize != NULL)
    self->klass->finalize (self);
  g_free (self->canonical);
  g_free (self);
}

ONDES_DEFINE_COUNTED_CLASS (OndesOperation, ondes_operation)

gboolean
ondes_operation_shape_of_parent (const OndesOperation *self,
                                 OndesSource *const   *parents,
                                 OndesComputedShape   *shape,
                                 GError              **error)
{
  const OndesSource *parent = parents[0];

  *shape = (OndesComputedShape) { ondes_type_is_complex (parent->type) ? ONDES_C128 : ONDES_F64, parent->n, parent->rate_hz };
  return TRUE;
}

gboolean
ondes_operation_read_parent (const OndesOperationCall *call,
                             void                     *out,
                             GError                  **error)
{
  const OndesType type = ondes_type_is_complex (call->parents[0]->type) ? ONDES_C128 : ONDES_F64;

  return ondes_source_read_as (call->parents[0], call->at, (gsize) call->n, type, out, error);
}

gboolean
ondes_operation_read_padded (OndesSource *parent,
                             gint64       at,
                             guint64      n,
                             double      *in,
                             GError     **error)
{
  const guint width = ondes_type_is_complex (parent->type) ? 2 : 1;
  const gint64 first = CLAMP (at, 0, (gint64) parent->n), end = CLAMP (at + (gint64) n, 0, (gint64) parent->n);

  memset (in, 0, (gsize) n * width * sizeof *in);
  if (end > first
      && !ondes_source_read_as (parent, (guint64) first, (gsize) (end - first), width == 2 ? ONDES_C128 : ONDES_F64,
                                in + (first - at) * width, error))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    if (!isfinite (in[i * width]) || !isfinite (in[i * width + width - 1]))
      in[i * width] = in[i * width + width - 1] = 0;
  return TRUE;
}

gpointer
ondes_measurement_new (gsize size)
{
  OndesMeasurement *self = g_malloc0 (size);

  g_mutex_init (&self->mutex);
  return self;
}

void
ondes_measurement_free (gpointer self)
{
  g_mutex_clear (&((OndesMeasurement *) self)->mutex);
  g_free (self);
}

gboolean
ondes_measurement_run (const OndesOperationCall *call,
                       guint64                   all,
                       OndesMeasureNext          next,
                       const OndesWatch         *watch,
                       GError                  **error)
{
  OndesMeasurement *self = call->state;

  while (!g_atomic_int_get (&self->is_known))
    {
      double fraction;
      gboolean ok;

      if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (watch), error))
        return FALSE;
      g_mutex_lock (&self->mutex);
      ok = self->is_known || next (call, error);
      fraction = (double) self->done / (double) MAX (all, 1);
      g_mutex_unlock (&self->mutex);
      if (!ok)
        return FALSE;
      ondes_watch_tell (watch, fraction);
    }
  return TRUE;
}

/* Reading. */

static OndesOperationCall
make_call (const Computation *self,
           guint64            at,
           guint64            n)
{
  return (OndesOperationCall) { self->operation, self->state, self->parents, at, n };
}

/* Sets the depth of @self's engine requests, whichever run or thread reads, and returns the outer depth. A run that waits for a
 * block thus waits for a parent's block, never for the engine that it holds itself. */
static guint
go_in (const Computation *self)
{
  const guint outer = ondes_threads_get_depth ();

  ondes_threads_set_depth (MAX_HEIGHT - MIN (self->height, MAX_HEIGHT - 1));
  return outer;
}

static gboolean
compute (const Computation *self,
         guint64            at,
         gsize              n,
         void              *out,
         GError           **error)
{
  const guint outer = go_in (self);
  const OndesOperationCall call = make_call (self, at, n);
  const gboolean done = self->operation->klass->compute (&call, out, error);

  ondes_threads_set_depth (outer);
  return done;
}

static gboolean
compute_block (gpointer data,
               guint64  index,
               void    *block,
               GError **error)
{
  const Computation *self = data;
  const guint64 at = index * self->block_n;

  return compute (self, at, (gsize) MIN (self->block_n, self->shape.n - at), block, error);
}

static gboolean
computed_read (OndesSource *source,
               guint64      at,
               gsize        n,
               void        *dst,
               GError     **error)
{
  Computation *self = ((ComputedSource *) source)->computation;
  const gsize element = ondes_type_bytes (source->type, 1);

  if (self->operation->klass->is_pointwise)
    return compute (self, at, n, dst, error);
  for (gsize done = 0, m; done < n; done += m)
    {
      const guint64 index = (at + done) / self->block_n;
      const gsize from = (gsize) ((at + done) % self->block_n);
      const gsize there = (gsize) MIN (self->block_n, source->n - index * self->block_n);
      const char *block;

      if (g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error))
        return FALSE;
      block = ondes_computed_block_get (self->id, index, there * element, compute_block, self, error);
      if (block == NULL)
        return FALSE;
      m = MIN (n - done, there - from);
      memcpy ((char *) dst + done * element, block + from * element, m * element);
      ondes_computed_block_unref (block);
    }
  return TRUE;
}

/* Creation. */

static void
computation_free (Computation *self)
{
  const guint64 id = self->id;

  ondes_computed_blocks_forget (id);
  if (self->state != NULL)
    self->operation->klass->state_free (self->state);
  for (guint i = 0; i < self->operation->klass->n_parents; i++)
    ondes_source_unref (self->parents[i]);
  g_free (self->parents);
  ondes_operation_unref (self->operation);
  g_free (self->identity);
  g_free (self->key);
  g_free (self);
  ondes_source_gone (id);
}

static void
computed_finalize (OndesSource *source)
{
  Computation *self = ((ComputedSource *) source)->computation;
  gboolean last;

  g_mutex_lock (&mutex);
  last = --self->users == 0;
  if (last && self->key != NULL)
    g_hash_table_remove (computations, self->key);
  g_mutex_unlock (&mutex);
  if (last)
    computation_free (self);
  g_free (source);
}

static guint64
computed_gap (OndesSource *source,
              guint64      at)
{
  const Computation *self = ((ComputedSource *) source)->computation;

  return self->operation->klass->keeps_gaps ? ondes_source_gap (self->parents[0], at) : 0;
}

static const OndesSourceClass computed_class = { computed_read, computed_finalize, computed_gap };

static Computation *
get_computation (OndesSource *source)
{
  return source->klass == &computed_class ? ((ComputedSource *) source)->computation : NULL;
}

/* Id, revision, channel and type identify a source's data within this process. */
static char *
make_key (const OndesOperation *operation,
          OndesSource *const   *parents)
{
  GString *key = g_string_new (operation->canonical);

  for (guint i = 0; i < operation->klass->n_parents; i++)
    g_string_append_printf (key, "\n%" PRIu64 " %" PRIu64 " %u %d", parents[i]->id, parents[i]->revision, parents[i]->channel,
                            parents[i]->type);
  return g_string_free (key, FALSE);
}

/* Returns text that identifies the data across processes; NULL if a parent has no identity. */
static char *
make_identity (const OndesOperation *operation,
               OndesSource *const   *parents)
{
  GString *identity = g_string_new (NULL);

  for (guint i = 0; i < operation->klass->n_parents; i++)
    {
      if (parents[i]->identity == NULL)
        return g_string_free (identity, TRUE);
      g_string_append_printf (identity, i > 0 ? "; and %s" : "%s", parents[i]->identity);
    }
  g_string_append_printf (identity, "; %s", operation->canonical);
  return g_string_free (identity, FALSE);
}

/* Creates another source of @self; caller holds the mutex. */
static OndesSource *
source_new (Computation *self)
{
  ComputedSource *source = g_new0 (ComputedSource, 1);

  ondes_source_init (&source->source, &computed_class, self->shape.type, self->shape.n, self->shape.rate_hz);
  source->source.id = self->id;
  source->source.channel = self->parents[0]->channel;
  source->source.identity = self->identity;
  source->computation = self;
  self->users++;
  return &source->source;
}

/* Takes ownership of @state, or creates a state if NULL. */
static Computation *
computation_new (OndesOperation           *operation,
                 OndesSource *const       *parents,
                 const OndesComputedShape *shape,
                 gpointer                  state)
{
  const guint n = operation->klass->n_parents;
  Computation *self = g_new0 (Computation, 1);

  self->id = ondes_source_new_id ();
  self->operation = ondes_operation_ref (operation);
  self->parents = g_new (OndesSource *, n);
  for (guint i = 0; i < n; i++)
    {
      const Computation *parent = get_computation (parents[i]);

      self->parents[i] = ondes_source_ref (parents[i]);
      self->height = MAX (self->height, 1 + (parent != NULL ? parent->height : 0));
    }
  if (operation->klass->n_inner > 1)
    self->height += operation->klass->n_inner - 1;
  self->shape = *shape;
  self->block_n = shape->block_n > 0 ? shape->block_n : BLOCK_BYTES / ondes_type_bytes (shape->type, 1);
  self->state = state != NULL || operation->klass->state_new == NULL ? state : operation->klass->state_new (operation, parents);
  return self;
}

OndesSource *
ondes_computed_source_new (OndesOperation     *operation,
                           OndesSource *const *parents,
                           GError            **error)
{
  g_autofree char *key = NULL;
  OndesComputedShape shape;
  Computation *self;
  OndesSource *source;

  g_return_val_if_fail (operation != NULL && parents != NULL, NULL);
  if (!operation->klass->shape (operation, parents, &shape, error))
    return NULL;
  key = make_key (operation, parents);
  g_mutex_lock (&mutex);
  if (computations == NULL)
    computations = g_hash_table_new (g_str_hash, g_str_equal);
  self = g_hash_table_lookup (computations, key);
  if (self == NULL)
    {
      self = computation_new (operation, parents, &shape, NULL);
      self->key = g_steal_pointer (&key);
      self->identity = make_identity (operation, parents);
      g_hash_table_insert (computations, self->key, self);
    }
  source = source_new (self);
  g_mutex_unlock (&mutex);
  return source;
}

/* Preparation. */

typedef struct
{
  const OndesWatch *watch;
  guint             part, parts;
} Part;

static void
on_part (double   fraction,
         gpointer data)
{
  const Part *part = data;

  ondes_watch_tell (part->watch, (part->part + fraction) / part->parts);
}

/* Turns the span of outputs into the span of @parent that they need. */
static void
get_needs (const Computation *self,
           const OndesSource *parent,
           guint64           *at,
           guint64           *n)
{
  gint64 first = (gint64) *at, end;

  self->operation->klass->needs (self->operation, parent->n, &first, n);
  end = CLAMP (first + (gint64) *n, 0, (gint64) parent->n);
  first = CLAMP (first, 0, end);
  *at = (guint64) first;
  *n = (guint64) (end - first);
}

static gboolean
prepare_parents (Computation        *self,
                 guint64             at,
                 guint64             n,
                 Part               *part,
                 const OndesWatch   *watch,
                 GError            **error)
{
  for (guint i = 0; i < self->operation->klass->n_parents; i++)
    {
      OndesSource *parent = self->parents[i];
      guint64 first = at, count = n;

      if (get_computation (parent) == NULL)
        continue;
      get_needs (self, parent, &first, &count);
      if (!ondes_computed_source_prepare (parent, first, count, watch, error))
        return FALSE;
      part->part++;
    }
  return TRUE;
}

gboolean
ondes_computed_source_prepare (OndesSource        *source,
                               guint64             at,
                               guint64             n,
                               const OndesWatch   *watch,
                               GError            **error)
{
  Computation *self = get_computation (source);
  Part part = { watch, 0, 0 };
  const OndesWatch inner = { on_part, &part, ondes_watch_cancellable (watch) };
  OndesOperationCall call;
  guint outer;
  gboolean done;

  g_return_val_if_fail (at <= source->n && n <= source->n - at, FALSE);
  if (self == NULL || n == 0)
    return TRUE;
  for (guint i = 0; i < self->operation->klass->n_parents; i++)
    part.parts += get_computation (self->parents[i]) != NULL;
  part.parts++;
  if (!prepare_parents (self, at, n, &part, &inner, error))
    return FALSE;
  if (self->operation->klass->prepare == NULL)
    return TRUE;
  call = make_call (self, at, n);
  outer = go_in (self);
  done = self->operation->klass->prepare (&call, &inner, error);
  ondes_threads_set_depth (outer);
  return done;
}

/* Fills @parents with estimates; FALSE, and no references held, if one fails. */
static gboolean
estimate_parents (Computation              *self,
                  const OndesOperationCall *call,
                  OndesSource             **parents,
                  gboolean                 *changed,
                  GCancellable             *cancellable,
                  GError                  **error)
{
  *changed = FALSE;
  for (guint i = 0; i < self->operation->klass->n_parents; i++)
    {
      guint64 at = call->at, n = call->n;

      get_needs (self, self->parents[i], &at, &n);
      parents[i] = ondes_computed_source_estimate (self->parents[i], at, n, cancellable, error);
      if (parents[i] == NULL)
        {
          while (i > 0)
            ondes_source_unref (parents[--i]);
          return FALSE;
        }
      *changed |= parents[i] != self->parents[i];
    }
  return TRUE;
}

OndesSource *
ondes_computed_source_estimate (OndesSource  *source,
                                guint64       at,
                                guint64       n,
                                GCancellable *cancellable,
                                GError      **error)
{
  Computation *self = get_computation (source), *made;
  OndesOperationCall call;
  const OndesOperationClass *klass;
  g_autofree OndesSource **parents = NULL;
  gpointer state = NULL;
  gboolean changed, done;
  OndesSource *estimate = NULL;

  if (self == NULL)
    return ondes_source_ref (source);
  klass = self->operation->klass;
  parents = g_new (OndesSource *, klass->n_parents);
  call = make_call (self, at, n);
  if (!estimate_parents (self, &call, parents, &changed, cancellable, error))
    return NULL;
  call.parents = parents;
  call.state = changed ? NULL : self->state;
  done = klass->estimate == NULL || klass->estimate (&call, &state, cancellable, error);
  if (done && !changed && state == NULL)
    estimate = ondes_source_ref (source);
  else if (done)
    {
      made = computation_new (self->operation, parents, &self->shape, state);
      g_mutex_lock (&mutex);
      estimate = source_new (made);
      g_mutex_unlock (&mutex);
    }
  for (guint i = 0; i < klass->n_parents; i++)
    ondes_source_unref (parents[i]);
  return estimate;
}

const OndesOperation *
ondes_computed_source_get_operation (OndesSource *source)
{
  const Computation *self = get_computation (source);

  return self != NULL ? self->operation : NULL;
}

OndesSource *
ondes_computed_source_get_parent (OndesSource *source)
{
  const Computation *self = get_computation (source);

  return self != NULL ? self->parents[0] : NULL;
}

gpointer
ondes_computed_source_get_state (OndesSource *source)
{
  const Computation *self = get_computation (source);

  return self != NULL ? self->state : NULL;
}
