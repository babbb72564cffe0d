/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fast spectra and dyadic convolution. One vector is copied, transformed and copied back as a whole. Rows are pipelined in
 * batches, so device memory does not limit their number.
 *
 * Values are checked before a kernel reads them. If a later batch is rejected, earlier ones have already reached the sink,
 * which is then left unfinished or restarted by the CPU. Integers near the limits of their type are left to the CPU engine.
 */
#include "spectral-kernels.h"
#include "transfer.h"

#include "base/words.h"
#include "transform/dyadic.h"
#include "transform/spectrum.h"

#define BATCH_BYTES       (16 << 20) /* per batch: computing one takes about as long as copying its neighbours */
#define MIN_PACKED_VALUES 32         /* values of one packed word */

static const OndesCudaElement elements[] = {
  [ONDES_I32] = ONDES_CUDA_INT32,
  [ONDES_I64] = ONDES_CUDA_INT64,
  [ONDES_F32] = ONDES_CUDA_FLOAT,
  [ONDES_F64] = ONDES_CUDA_DOUBLE,
};

static gboolean
unsupported (GError    **error,
             const char *why)
{
  g_set_error_literal (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED, why);
  return FALSE;
}

/* Points @flags to two zeroed words of device memory: an error flag and a counter of thread blocks. */
static gboolean
clear_flags (OndesCudaRun *run,
             unsigned    **flags,
             GError      **error)
{
  OndesCuda *cuda = run->engine->cuda;
  void *memory = NULL;
  OndesCudaStatus status = ondes_cuda_buffer (cuda, ONDES_CUDA_TABLE, 2 * sizeof **flags, &memory);

  *flags = memory;
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_memset (cuda, memory, 0, 2 * sizeof **flags);
  /* the tap table was in this buffer */
  g_clear_pointer (&run->engine->taps_key, g_bytes_unref);
  return ondes_cuda_ok (run->engine, status, error);
}

/* Waits for the kernels of @slot and adds their time to the run's. */
static gboolean
wait_job (OndesCudaRun *run,
          guint         slot,
          GError      **error)
{
  double seconds = 0;
  OndesCudaStatus status = ondes_cuda_wait_kernels (run->engine->cuda, slot, &seconds);

  run->compute_s += seconds;
  return ondes_cuda_ok (run->engine, status, error);
}

/* Fails if a kernel found an integer that is not divisible. */
static gboolean
check_flag (const OndesSpectrumOptions *o,
            unsigned                    inexact,
            GError                    **error)
{
  if (inexact != 0)
    g_propagate_error (error, ondes_spectrum_inexact ());
  return inexact == 0;
}

static gboolean
check_exact (OndesCudaRun               *run,
             const OndesSpectrumOptions *o,
             const unsigned             *flags,
             GError                    **error)
{
  unsigned inexact = 0;
  OndesCudaStatus status = ONDES_CUDA_OK;

  if (o->inverse && ondes_type_is_integer (o->type))
    status = ondes_cuda_read (run->engine->cuda, &inexact, flags, sizeof inexact);
  return ondes_cuda_ok (run->engine, status, error) && check_flag (o, inexact, error);
}

/* --- Spectra -------------------------------------------------------------------------------------------------------------- */

static OndesCudaSpectrum
spectrum_of (const OndesSpectrumOptions *o)
{
  switch (o->kind)
    {
    case ONDES_SPECTRUM_HAAR:
      return o->inverse ? ONDES_CUDA_HAAR_INVERSE : ONDES_CUDA_HAAR;
    case ONDES_SPECTRUM_HAAR_ORTHONORMAL:
      return o->inverse ? ONDES_CUDA_HAAR_ORTHONORMAL_INVERSE : ONDES_CUDA_HAAR_ORTHONORMAL;
    case ONDES_SPECTRUM_ARITHMETIC:
      return o->inverse ? ONDES_CUDA_ARITHMETIC_INVERSE : ONDES_CUDA_ARITHMETIC;
    case ONDES_SPECTRUM_REED_MULLER:
      return o->type == ONDES_I32 ? ONDES_CUDA_REED_MULLER : ONDES_CUDA_REED_MULLER_PACKED;
    case ONDES_SPECTRUM_WALSH:
    default:
      return ONDES_CUDA_WALSH;
    }
}

static gboolean
is_packed (const OndesSpectrumOptions *o)
{
  return spectrum_of (o) == ONDES_CUDA_REED_MULLER_PACKED;
}

static guint64
row_length (const OndesSpectrumOptions *o,
            guint64                     count)
{
  return o->row_length > 0 ? o->row_length : count;
}

/* How a view is divided into batches. */
typedef struct
{
  guint64 rows, rows_per_batch, n_batches;
  guint   slots;                    /* batches on the device at once */
  gsize   array_bytes, batch_bytes; /* device memory of an array and of a batch */
} Batching;

#define ALIGNED(bytes) (((bytes) + 255) / 256 * 256)

static Batching
batching_of (OndesEngine                *engine,
             const OndesSpectrumOptions *o,
             guint64                     count)
{
  const guint64 length = row_length (o, count), row_bytes = MAX (ondes_type_bytes (o->type, length), 1);
  const guint64 most = engine->limit > 0 ? MIN (BATCH_BYTES, engine->limit / 8) : BATCH_BYTES;
  Batching self = { .rows = count / length };
  guint64 values;

  self.rows_per_batch = CLAMP (most / row_bytes, 1, self.rows);
  self.n_batches = (self.rows + self.rows_per_batch - 1) / self.rows_per_batch;
  self.slots = (guint) MIN (self.n_batches, 3);
  values = self.rows_per_batch * length;
  self.array_bytes = ALIGNED (is_packed (o) ? ondes_cuda_spectral_bytes (ONDES_CUDA_INT32, (values + 31) / 32)
                                            : ondes_cuda_spectral_bytes (elements[o->type], values));
  self.batch_bytes = 2 * self.array_bytes + (is_packed (o) && o->type == ONDES_U8 ? ALIGNED (values) : 0);
  return self;
}

static gboolean
spectrum_supports (OndesEngine        *engine,
                   const OndesRequest *request,
                   GError            **error)
{
  const OndesSpectrumOptions *o = &ondes_spec_spectrum (request->spec)->options;
  const guint64 length = row_length (o, request->view.count);

  if (is_packed (o) && (o->algorithm != ONDES_ALGORITHM_AUTO || length < MIN_PACKED_VALUES))
    return unsupported (error, _("the CUDA engine computes packed Reed–Muller spectra of 32 values and more, and by the algorithm "
                                 "auto alone"));
  if (o->inverse && o->algorithm == ONDES_ALGORITHM_CONSTANT_GEOMETRY && o->kind <= ONDES_SPECTRUM_HAAR_ORTHONORMAL
      && o->kind >= ONDES_SPECTRUM_HAAR)
    return unsupported (error, _("the CUDA engine has no kernel for the inverse Haar transform by constant geometry"));
  return TRUE;
}

static gboolean
spectrum_plan (OndesEngine        *engine,
               OndesCudaPlan      *plan,
               const OndesRequest *request,
               GError            **error)
{
  const Batching batching = batching_of (engine, &ondes_spec_spectrum (request->spec)->options, request->view.count);

  plan->own = g_memdup2 (&batching, sizeof batching);
  plan->plan.bytes += sizeof batching;
  plan->plan.workspace_bytes = batching.slots * batching.batch_bytes;
  return TRUE;
}

static OndesCudaSpectral
make_spectral (const OndesSpectrumOptions *o,
               guint                       bits)
{
  return (OndesCudaSpectral) {
    .spectrum = spectrum_of (o),
    .type = is_packed (o) ? ONDES_CUDA_INT32 : elements[o->type],
    .order = (OndesCudaOrder) o->order,
    .algorithm = (OndesCudaAlgorithm) o->algorithm,
    .bits = (int) bits,
    .shift = o->kind == ONDES_SPECTRUM_WALSH && o->inverse ? (int) bits : 0,
  };
}

/* FALSE if the inverse Haar transform may overflow: it adds before it halves, so twice the largest value must fit, which is
 * more than the result needs. */
static gboolean
haar_fits (const OndesSpectrumOptions *o,
           const OndesRange           *range)
{
  return o->kind != ONDES_SPECTRUM_HAAR || !o->inverse || !ondes_type_is_integer (o->type)
         || ondes_range_largest (range) < G_GUINT64_CONSTANT (1) << (o->type == ONDES_I32 ? 30 : 62);
}

/* A batch on the device: two arrays, and a byte array if packed values are copied as bytes. */
typedef struct
{
  void         *arrays[2], *bytes, *result;
  guint64       first; /* index of its first value */
  OndesCudaCopy h2d, d2h;
} Batch;

static gboolean
get_arrays (OndesCudaRun   *run,
            const Batching *batching,
            Batch           batches[3],
            GError        **error)
{
  static const OndesCudaBuffer buffers[] = { ONDES_CUDA_WORK, ONDES_CUDA_WORK_2, ONDES_CUDA_PARTIAL };
  OndesCudaStatus status = ONDES_CUDA_OK;
  void *memory = NULL;

  for (guint i = 0; i < batching->slots && status == ONDES_CUDA_OK; i++)
    {
      status = ondes_cuda_buffer (run->engine->cuda, buffers[i], batching->batch_bytes, &memory);
      batches[i] = (Batch) { .arrays = { memory, (char *) memory + batching->array_bytes },
                             .bytes = (char *) memory + 2 * batching->array_bytes };
    }
  return ondes_cuda_ok (run->engine, status, error);
}

/* State of a spectrum being computed. */
typedef struct
{
  const OndesSpectrum *spectrum;
  const Batching      *batching;
  OndesCudaSpectral    spectral;
  OndesCudaTransfer    transfer;
  unsigned            *flags;
  Batch                batches[3];
} Spectrum;

/* Launches and times the kernels of a batch. */
static gboolean
launch (Spectrum *self,
        guint64   rows,
        guint     slot,
        Batch    *batch,
        GError  **error)
{
  const OndesSpectrumOptions *o = &self->spectrum->options;
  OndesEngine *engine = self->transfer.run->engine;
  OndesCuda *cuda = engine->cuda;
  const gboolean bytes_in = is_packed (o) && o->type == ONDES_U8;
  const guint64 values = rows << self->spectral.bits;
  OndesCudaStatus status = ondes_cuda_timer_start (cuda, slot);

  self->spectral.rows = rows;
  if (status == ONDES_CUDA_OK && batch->first > 0) /* the previous batch used the counter */
    status = ondes_cuda_memset (cuda, self->flags + 1, 0, sizeof *self->flags);
  if (status == ONDES_CUDA_OK && bytes_in)
    status = ondes_cuda_pack (cuda, batch->arrays[0], batch->bytes, values);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_spectral (cuda, &self->spectral, batch->arrays[0], batch->arrays[1], self->flags, &batch->result);
  if (status == ONDES_CUDA_OK && bytes_in)
    {
      status = ondes_cuda_unpack (cuda, batch->bytes, batch->result, values);
      batch->result = batch->bytes;
    }
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_timer_stop (cuda, slot);
  return ondes_cuda_ok (engine, status, error);
}

/* FALSE if the kernels may overflow on values within @range. */
static gboolean
check_values (const OndesSpectrum *spectrum,
              guint                bits,
              const OndesRange    *range,
              GError             **error)
{
  return ondes_spectrum_check_sums (spectrum, bits, range, error)
         && (haar_fits (&spectrum->options, range)
             || unsupported (error, _("the CUDA engine adds two values of an inverse Haar transform, which may overflow integers "
                                      "here; compute in float64")));
}

/* Returns the H2D copy of values [at, end) from the source to the array that the kernels read. */
static OndesCudaCopy
reading (const Spectrum *self,
         const Batch    *batch,
         guint64         at,
         guint64         end)
{
  const OndesSpectrumOptions *o = &self->spectrum->options;
  const OndesRequest *request = self->transfer.run->request;

  return (OndesCudaCopy) { .at = at, .end = end, .source = request->sources[0], .first = request->view.first,
                           .device = is_packed (o) && o->type == ONDES_U8 ? batch->bytes : batch->arrays[0],
                           .binary = o->kind == ONDES_SPECTRUM_REED_MULLER, .range = ONDES_RANGE_NONE };
}

/* Runs a single batch, without pipelining. */
static gboolean
run_small (Spectrum *self,
           GError  **error)
{
  const OndesSpectrumOptions *o = &self->spectrum->options;
  OndesCudaTransfer *transfer = &self->transfer;
  OndesCudaRun *run = transfer->run;
  Batch *batch = self->batches;
  OndesCudaCopy h2d = reading (self, batch, 0, transfer->total), d2h = { .end = transfer->total };
  unsigned inexact = 0;

  if (!ondes_cuda_small_read (transfer, &h2d, 0, error)
      || !check_values (self->spectrum, (guint) self->spectral.bits, &h2d.range, error)
      || !get_arrays (run, self->batching, batch, error))
    return FALSE;
  h2d.device = reading (self, batch, 0, transfer->total).device;
  if (ondes_cuda_graph_mode (run) != ONDES_CUDA_GRAPH_REPLAY
      && (!ondes_cuda_small_begin (transfer, &h2d, 1, error) || !clear_flags (run, &self->flags, error)
          || !launch (self, self->batching->rows, 0, batch, error)))
    return FALSE;
  d2h.device = batch->result;
  return ondes_cuda_small_end (transfer, &d2h, self->flags, &inexact, error) && check_flag (o, inexact, error)
         && ondes_cuda_transfer_begin (transfer, error) && ondes_cuda_small_put (transfer, &d2h, error);
}

/* Runs step @i of the pipeline: batch i is copied to the device, i − 1 is computed, i − 2 is copied back. */
static gboolean
run_step (Spectrum *self,
          guint64   i,
          GError  **error)
{
  const Batching *batching = self->batching;
  const guint64 columns = self->transfer.columns, row = i * batching->rows_per_batch;
  const guint64 rows = i < batching->n_batches ? MIN (batching->rows_per_batch, batching->rows - row) : 0;
  OndesCudaRun *run = self->transfer.run;
  Batch *next = rows > 0 ? &self->batches[i % 3] : NULL, *last = i >= 2 ? &self->batches[(i - 2) % 3] : NULL;

  if (last != NULL && !wait_job (run, i % 2, error))
    return FALSE;
  if (i == 2 && batching->n_batches == 1 && !check_exact (run, &self->spectrum->options, self->flags, error))
    return FALSE;
  if (i == 2 && !ondes_cuda_transfer_begin (&self->transfer, error))
    return FALSE;
  if (next != NULL)
    {
      next->first = row * columns;
      next->h2d = reading (self, next, next->first, (row + rows) * columns);
    }
  if (last != NULL)
    last->d2h = (OndesCudaCopy) { .at = last->first, .requested = last->first, .end = last->h2d.end, .device = last->result };
  if (!ondes_cuda_transfer_move (&self->transfer, next != NULL ? &next->h2d : NULL, last != NULL ? &last->d2h : NULL, error))
    return FALSE;
  return next == NULL
         || (check_values (self->spectrum, (guint) self->spectral.bits, &next->h2d.range, error)
             && launch (self, rows, i % 2, next, error));
}

static gboolean
spectrum_run (OndesCudaRun        *run,
              const OndesCudaPlan *plan,
              GError             **error)
{
  const OndesSpectrum *spectrum = ondes_spec_spectrum (plan->spec);
  const OndesSpectrumOptions *o = &spectrum->options;
  const Batching *batching = plan->own;
  const guint64 count = run->request->view.count, columns = row_length (o, count);
  const guint bits = g_bit_storage (columns) - 1;
  Spectrum self = { .spectrum = spectrum, .batching = batching, .spectral = make_spectral (o, bits),
                    .transfer = { .run = run, .total = count, .columns = columns, .type = o->type } };

  run->small = batching->n_batches == 1 && ondes_cuda_is_small (o->type, count);
  if (run->small)
    return run_small (&self, error);
  if (!get_arrays (run, batching, self.batches, error) || !clear_flags (run, &self.flags, error))
    return FALSE;
  for (guint64 i = 0; i < batching->n_batches; i++)
    {
      const guint64 rows = MIN (batching->rows_per_batch, batching->rows - i * batching->rows_per_batch);

      self.transfer.n_chunks += 2 * ondes_cuda_transfer_chunks (o->type, rows * columns);
    }
  for (guint64 i = 0; i < batching->n_batches + 2; i++)
    if (!run_step (&self, i, error))
      return FALSE;
  return batching->n_batches == 1 || check_exact (run, o, self.flags, error);
}

const OndesCudaTransform ondes_cuda_spectrum = {
  .supports = spectrum_supports, .worthwhile = ondes_cuda_spectral_worthwhile, .plan = spectrum_plan, .free_own = g_free,
  .run = spectrum_run,
};

/* --- Dyadic convolution --------------------------------------------------------------------------------------------------- */

static gboolean
dyadic_supports (OndesEngine        *engine,
                 const OndesRequest *request,
                 GError            **error)
{
  return TRUE; /* every valid request */
}

static gboolean
dyadic_plan (OndesEngine        *engine,
             OndesCudaPlan      *plan,
             const OndesRequest *request,
             GError            **error)
{
  const OndesType type = ondes_spec_dyadic (request->spec)->type;

  plan->plan.workspace_bytes = request->n_sources * ondes_cuda_spectral_bytes (elements[type], request->view.count);
  return TRUE;
}

static OndesCudaStatus
launch_dyadic (OndesCuda       *cuda,
               OndesCudaElement type,
               guint            bits,
               void            *const       arrays[2],
               unsigned        *flags)
{
  OndesCudaStatus status = ondes_cuda_timer_start (cuda, 0);

  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_dyadic (cuda, type, (int) bits, arrays[0], arrays[1], flags);
  return status == ONDES_CUDA_OK ? ondes_cuda_timer_stop (cuda, 0) : status;
}

/* Allocates the device arrays. With a single source, both are the same. */
static gboolean
get_inputs (OndesCudaRun *run,
            gsize         bytes,
            void         *arrays[2],
            GError      **error)
{
  const guint n_sources = run->request->n_sources;
  OndesCudaStatus status = ONDES_CUDA_OK;

  for (guint i = 0; i < n_sources && status == ONDES_CUDA_OK; i++)
    status = ondes_cuda_buffer (run->engine->cuda, i == 0 ? ONDES_CUDA_WORK : ONDES_CUDA_WORK_2, bytes, &arrays[i]);
  if (n_sources == 1)
    arrays[1] = arrays[0];
  return ondes_cuda_ok (run->engine, status, error);
}

static gboolean
dyadic_run (OndesCudaRun        *run,
            const OndesCudaPlan *plan,
            GError             **error)
{
  const OndesRequest *request = run->request;
  const OndesType type = ondes_spec_dyadic (plan->spec)->type;
  const guint64 count = request->view.count;
  const guint bits = g_bit_storage (count) - 1, n_sources = request->n_sources;
  OndesCudaTransfer transfer = { .run = run, .total = count, .columns = count, .type = type };
  OndesCudaCopy inputs[2], result = { .end = count };
  void *arrays[2];
  unsigned *flags = NULL, value;

  run->small = ondes_cuda_is_small (type, count);
  if (!get_inputs (run, ondes_cuda_spectral_bytes (elements[type], count), arrays, error))
    return FALSE;
  transfer.n_chunks = (n_sources + 1) * ondes_cuda_transfer_chunks (type, count);
  for (guint i = 0; i < n_sources; i++)
    {
      inputs[i] = (OndesCudaCopy) { .end = count, .device = arrays[i], .source = request->sources[i], .first = request->view.first,
                                    .range = ONDES_RANGE_NONE };
      if (!(run->small ? ondes_cuda_small_read (&transfer, &inputs[i], i, error)
                       : ondes_cuda_transfer_move (&transfer, &inputs[i], NULL, error)))
        return FALSE;
    }
  if (type == ONDES_I64 && !ondes_dyadic_fits (&inputs[0].range, &inputs[n_sources - 1].range, bits))
    return unsupported (error, _("the convolution may overflow int64, which the CUDA engine cannot detect; compute in float64"));

  if (ondes_cuda_graph_mode (run) != ONDES_CUDA_GRAPH_REPLAY
      && ((run->small && !ondes_cuda_small_begin (&transfer, inputs, n_sources, error)) || !clear_flags (run, &flags, error)
          || !ondes_cuda_ok (run->engine, launch_dyadic (run->engine->cuda, elements[type], bits, arrays, flags), error)))
    return FALSE;
  result.device = arrays[0];
  if (run->small)
    return ondes_cuda_small_end (&transfer, &result, flags, &value, error) && ondes_cuda_transfer_begin (&transfer, error)
           && ondes_cuda_small_put (&transfer, &result, error);
  return wait_job (run, 0, error) && ondes_cuda_transfer_begin (&transfer, error)
         && ondes_cuda_transfer_move (&transfer, NULL, &result, error);
}

const OndesCudaTransform ondes_cuda_dyadic_convolution = {
  .supports = dyadic_supports, .worthwhile = ondes_cuda_spectral_worthwhile, .plan = dyadic_plan, .free_own = g_free,
  .run = dyadic_run,
};
