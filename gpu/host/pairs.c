/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Iterated pair updates: batches of vectors are copied, updated and copied back in a pipeline, so that device memory does
 * not limit their number. Tables stay on the device among the shared banks. */
#include "pair-kernels.h"
#include "shared-bank.h"
#include "transfer.h"

#include "base/memory.h"
#include "base/words.h"
#include "transform/pairs.h"

#define BATCH_BYTES (8 << 20) /* at most a chunk of the transfer, which then holds whole vectors */

/* A table on the device. */
typedef struct
{
  void *pairs, *coefficients; /* device pointers; the latter NULL for sums */
} Table;

typedef struct
{
  OndesCudaSharedBank *bank; /* a Table */
  guint64              rows_per_batch, n_batches;
  guint                slots;       /* batches on the device at once */
  gsize                batch_bytes;
} Plan;

static const OndesCudaPairsType types[] = {
  [ONDES_I64] = ONDES_CUDA_PAIRS_I64, [ONDES_F32] = ONDES_CUDA_PAIRS_F32,   [ONDES_F64] = ONDES_CUDA_PAIRS_F64,
  [ONDES_C64] = ONDES_CUDA_PAIRS_C64, [ONDES_C128] = ONDES_CUDA_PAIRS_C128,
};

static void
table_free (OndesCuda *cuda,
            gpointer   data)
{
  Table *self = data;

  if (self->pairs != NULL)
    ondes_cuda_free (cuda, self->pairs);
  if (self->coefficients != NULL)
    ondes_cuda_free (cuda, self->coefficients);
  g_free (self);
}

/* Copies @bytes at @host to new memory of the device. */
static gboolean
send (OndesEngine *engine,
      const void  *host,
      gsize        bytes,
      void       **device,
      GError     **error)
{
  OndesCudaStatus status = ondes_cuda_alloc (engine->cuda, bytes, device);

  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_write (engine->cuda, *device, host, bytes);
  return ondes_cuda_ok (engine, status, error);
}

/* Stores coefficient @i of @table, real or complex, at @to in @type. */
static void
store_coefficient (const OndesPairTable *table,
                   gsize                 i,
                   OndesType             type,
                   void                 *to)
{
  const double re = table->coefficients[table->is_complex ? 2 * i : i];
  const double im = table->is_complex ? table->coefficients[2 * i + 1] : 0;

  if (type == ONDES_I64)
    ((gint64 *) to)[i] = (gint64) re;
  else if (type == ONDES_F32)
    ((float *) to)[i] = (float) re;
  else if (type == ONDES_F64)
    ((double *) to)[i] = re;
  else if (type == ONDES_C64)
    {
      ((float *) to)[2 * i] = (float) re;
      ((float *) to)[2 * i + 1] = (float) im;
    }
  else
    {
      ((double *) to)[2 * i] = re;
      ((double *) to)[2 * i + 1] = im;
    }
}

static gboolean
send_table (OndesEngine          *engine,
            const OndesPairTable *table,
            OndesType             type,
            Table                *to,
            GError              **error)
{
  const gsize pairs = (gsize) table->n / 2 * table->stages, numbers = pairs * ondes_pair_coefficients (table->kind, FALSE);
  g_autofree guint32 *packed = ondes_memory_try (pairs * sizeof *packed, error);
  g_autofree void *coefficients = NULL;

  if (packed == NULL)
    return FALSE;
  for (gsize i = 0; i < pairs; i++)
    packed[i] = ONDES_CUDA_PAIR (table->k[i], table->l[i], table->roles[i]);
  if (!send (engine, packed, pairs * sizeof *packed, &to->pairs, error))
    return FALSE;
  if (numbers == 0)
    return TRUE;
  coefficients = ondes_memory_try (ondes_type_bytes (type, numbers), error);
  for (gsize i = 0; i < numbers && coefficients != NULL; i++)
    store_coefficient (table, i, type, coefficients);
  return coefficients != NULL && send (engine, coefficients, ondes_type_bytes (type, numbers), &to->coefficients, error);
}

/* Returns @table on the device with a reference of the caller's own. */
static OndesCudaSharedBank *
get_table (OndesEngine          *engine,
           const OndesPairTable *table,
           OndesType             type,
           GError              **error)
{
  const double head[] = { ONDES_TRANSFORM_PAIRS, type };
  g_autoptr (GBytes) key = ondes_cuda_bank_key (head, G_N_ELEMENTS (head), table->digest, sizeof table->digest);
  const gsize pairs = (gsize) table->n / 2 * table->stages;
  OndesCudaSharedBank *bank = ondes_cuda_shared_bank_get (engine, key);
  Table *made;

  if (bank != NULL)
    return bank;
  made = g_new0 (Table, 1);
  if (send_table (engine, table, type, made, error))
    return ondes_cuda_shared_bank_new (engine, key, made,
                                       pairs * sizeof (guint32)
                                         + ondes_type_bytes (type, pairs * ondes_pair_coefficients (table->kind, FALSE)),
                                       table_free);
  table_free (engine->cuda, made);
  return NULL;
}

static void
plan_free (gpointer data)
{
  Plan *self = data;

  g_clear_pointer (&self->bank, ondes_cuda_shared_bank_unref);
  g_free (self);
}

static gboolean
supports (OndesEngine        *engine,
          const OndesRequest *request,
          GError            **error)
{
  const OndesPairs *pairs = ondes_spec_pairs (request->spec);
  const OndesPairsLayout *layout = &pairs->options.layout;

  if (ondes_type_bytes (pairs->options.type, pairs->table->n) > ondes_cuda_limits (engine->cuda)->shared_bytes)
    {
      g_set_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED,
                   _("the device has no room in shared memory for a vector of %u values in %s"), pairs->table->n,
                   ondes_type_name (pairs->options.type));
      return FALSE;
    }
  if (layout->blocks > 0 && layout->jobs > 0 && layout->jobs < (request->result.rows - 1) / layout->blocks + 1)
    {
      g_set_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED,
                   _("blocks times jobs, %" PRIu64 " × %" PRIu64 ", are fewer than the vectors, %" PRIu64 "; leave one out"),
                   layout->blocks, layout->jobs, request->result.rows);
      return FALSE;
    }
  return TRUE;
}

static gboolean
plan (OndesEngine        *engine,
      OndesCudaPlan      *plan,
      const OndesRequest *request,
      GError            **error)
{
  const OndesPairs *pairs = ondes_spec_pairs (request->spec);
  const guint64 row_bytes = ondes_type_bytes (pairs->options.type, pairs->table->n);
  const guint64 most = engine->limit > 0 ? MIN (BATCH_BYTES, engine->limit / 8) : BATCH_BYTES;
  Plan *own = g_new0 (Plan, 1);

  plan->own = own;
  own->rows_per_batch = CLAMP (most / row_bytes, 1, request->result.rows);
  own->n_batches = (request->result.rows - 1) / own->rows_per_batch + 1;
  own->slots = (guint) MIN (own->n_batches, 3);
  own->batch_bytes = own->rows_per_batch * row_bytes;
  own->bank = get_table (engine, pairs->table, pairs->options.type, error);
  plan->plan.bytes += sizeof *own;
  plan->plan.workspace_bytes = own->slots * own->batch_bytes;
  return own->bank != NULL;
}

/* A batch on the device, which is updated in place. */
typedef struct
{
  void         *values;
  OndesCudaCopy h2d, d2h;
} Batch;

typedef struct
{
  const OndesPairs *pairs;
  const Plan       *plan;
  OndesCudaTransfer transfer;
  Batch             batches[3];
} Run;

static gboolean
get_batches (Run     *self,
             GError **error)
{
  static const OndesCudaBuffer buffers[] = { ONDES_CUDA_WORK, ONDES_CUDA_WORK_2, ONDES_CUDA_PARTIAL };
  OndesEngine *engine = self->transfer.run->engine;
  OndesCudaStatus status = ONDES_CUDA_OK;

  for (guint i = 0; i < self->plan->slots && status == ONDES_CUDA_OK; i++)
    status = ondes_cuda_buffer (engine->cuda, buffers[i], self->plan->batch_bytes, &self->batches[i].values);
  return ondes_cuda_ok (engine, status, error);
}

/* Launches and times the update of a batch of @rows. */
static gboolean
launch (Run     *self,
        Batch   *batch,
        guint64  rows,
        guint    slot,
        GError **error)
{
  OndesEngine *engine = self->transfer.run->engine;
  const OndesPairTable *table = self->pairs->table;
  const OndesPairsLayout *layout = &self->pairs->options.layout;
  const Table *on_device = self->plan->bank->bank;
  const OndesCudaPairs pairs = {
    .type = types[self->pairs->options.type], .kind = (OndesCudaPairsKind) table->kind, .n = table->n, .stages = table->stages,
    .pairs = on_device->pairs, .coefficients = on_device->coefficients, .modulus = table->modulus, .rows = rows,
    .threads = layout->threads, .blocks = layout->blocks, .jobs = layout->blocks > 0 ? 0 : layout->jobs,
  };
  OndesCudaStatus status = ondes_cuda_timer_start (engine->cuda, slot);

  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_pairs (engine->cuda, &pairs, batch->values, batch->values);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_timer_stop (engine->cuda, slot);
  return ondes_cuda_ok (engine, status, error);
}

/* Waits for the kernels of @slot and adds their time to the run's. */
static gboolean
wait_slot (OndesCudaRun *run,
           guint         slot,
           GError      **error)
{
  double seconds = 0;
  const OndesCudaStatus status = ondes_cuda_wait_kernels (run->engine->cuda, slot, &seconds);

  run->compute_s += seconds;
  return ondes_cuda_ok (run->engine, status, error);
}

/* Step @i of the pipeline: batch i is copied to the device, i − 1 is updated, i − 2 is copied back. */
static gboolean
run_step (Run     *self,
          guint64  i,
          GError **error)
{
  OndesCudaRun *run = self->transfer.run;
  const OndesShape *shape = &run->request->result;
  const guint64 row = i * self->plan->rows_per_batch;
  const guint64 rows = i < self->plan->n_batches ? MIN (self->plan->rows_per_batch, shape->rows - row) : 0;
  Batch *next = rows > 0 ? &self->batches[i % 3] : NULL, *last = i >= 2 ? &self->batches[(i - 2) % 3] : NULL;

  if ((last != NULL && !wait_slot (run, i % 2, error)) || (i == 2 && !ondes_cuda_transfer_begin (&self->transfer, error)))
    return FALSE;
  if (next != NULL)
    next->h2d = (OndesCudaCopy) { .at = row * shape->columns, .end = (row + rows) * shape->columns, .device = next->values,
                                  .source = run->request->sources[0], .first = run->request->view.first,
                                  .range = ONDES_RANGE_NONE };
  if (last != NULL)
    {
      const guint64 at = (i - 2) * self->plan->rows_per_batch * shape->columns;

      last->d2h = (OndesCudaCopy) { .at = at, .requested = at, .end = last->h2d.end, .device = last->values };
    }
  return ondes_cuda_transfer_move (&self->transfer, next != NULL ? &next->h2d : NULL, last != NULL ? &last->d2h : NULL, error)
         && (next == NULL
             || (ondes_pairs_check_sums (self->pairs, &next->h2d.range, error) && launch (self, next, rows, i % 2, error)));
}

static gboolean
run (OndesCudaRun        *run,
     const OndesCudaPlan *plan,
     GError             **error)
{
  const OndesShape *shape = &run->request->result;
  Run self = { .pairs = ondes_spec_pairs (plan->spec), .plan = plan->own,
               .transfer = { .run = run, .total = shape->rows * shape->columns, .columns = shape->columns,
                             .type = shape->type } };

  self.transfer.n_chunks = 2 * self.plan->n_batches;
  if (!get_batches (&self, error))
    return FALSE;
  for (guint64 i = 0; i < self.plan->n_batches + 2; i++)
    if (!run_step (&self, i, error))
      return FALSE;
  return TRUE;
}

const OndesCudaTransform ondes_cuda_pair_updates = {
  .supports = supports, .worthwhile = ondes_cuda_filter_worthwhile, .plan = plan, .free_own = plan_free, .run = run,
};
