/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fast spectra and dyadic convolution. One vector is copied, transformed and copied back as a whole. Rows are pipelined in
 * batches, so that device memory does not limit their number.
 *
 * Values are checked before a kernel sees them. If a later batch is refused, earlier ones have reached the sink, which is then
 * not finished, or begun again by the CPU. Integers near the limits of their type are left to the CPU engine.
 */
#include "engine-private.h"
#include "spectral-kernels.h"
#include "transfer.h"

#include "base/words.h"
#include "transform/dyadic.h"
#include "transform/spectrum.h"

#define BATCH_BYTES       (16 << 20) /* of a batch's rows: computing one takes about as long as copying its neighbours */
#define MIN_PACKED_VALUES 32         /* one packed word */

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

/* Two zeroed words of device memory: an error flag and a counter of thread blocks. */
static gboolean
clear_flags (OndesCudaRun *run,
             unsigned    **flags,
             GError      **error)
{
  OndesCuda *cuda = run->engine->cuda;
  void *memory = NULL;
  char why[ONDES_CUDA_WHY] = "";
  OndesCudaStatus status = ondes_cuda_buffer (cuda, ONDES_CUDA_TABLE, 2 * sizeof **flags, &memory, why);

  *flags = memory;
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_memset (cuda, memory, 0, 2 * sizeof **flags, why);
  /* the tap table used this buffer */
  g_clear_pointer (&run->engine->taps_key, g_bytes_unref);
  return ondes_cuda_ok (run->engine, status, why, error);
}

/* Waits for the kernels of @slot. */
static gboolean
wait_job (OndesCudaRun *run,
          guint         slot,
          GError      **error)
{
  char why[ONDES_CUDA_WHY] = "";
  double seconds = 0;
  OndesCudaStatus status = ondes_cuda_wait_kernels (run->engine->cuda, slot, &seconds, why);

  run->compute_s += seconds;
  return ondes_cuda_ok (run->engine, status, why, error);
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
  char why[ONDES_CUDA_WHY] = "";
  OndesCudaStatus status = ONDES_CUDA_OK;

  if (o->inverse && ondes_type_is_integer (o->type))
    status = ondes_cuda_read (run->engine->cuda, &inexact, flags, sizeof inexact, why);
  return ondes_cuda_ok (run->engine, status, why, error) && check_flag (o, inexact, error);
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

/* How a view is divided. */
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
                   const OndesSpec    *spec,
                   OndesSource *const *sources,
                   guint               n_sources,
                   const OndesView    *view,
                   guint64            *bytes,
                   GError            **error)
{
  const OndesSpectrum *spectrum = ondes_spec_spectrum (spec);
  const OndesSpectrumOptions *o = &spectrum->options;
  const guint64 length = row_length (o, view->count);
  Batching batching;

  *bytes = 0;
  if (n_sources != 1 || view->columns > 0)
    return unsupported (error, _("the CUDA engine transforms one recording, and does not pool"));
  if (!ondes_range_check_type (sources[0], o->type, error) || !ondes_spectrum_check_length (spectrum, view->count, error))
    return FALSE;
  if (is_packed (o) && (o->algorithm != ONDES_ALGORITHM_AUTO || length < MIN_PACKED_VALUES))
    return unsupported (error, _("the CUDA engine computes packed Reed–Muller spectra of 32 values and more, and by the algorithm "
                                 "auto alone"));
  if (o->inverse && o->algorithm == ONDES_ALGORITHM_CONSTANT_GEOMETRY && o->kind <= ONDES_SPECTRUM_HAAR_ORTHONORMAL
      && o->kind >= ONDES_SPECTRUM_HAAR)
    return unsupported (error, _("the CUDA engine has no kernel for the inverse Haar transform by constant geometry"));
  batching = batching_of (engine, o, view->count);
  *bytes = batching.slots * batching.batch_bytes;
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

/* The inverse Haar transform adds before it halves, so twice the largest value must fit, more than the result needs. */
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
  guint64       first; /* its first value */
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
  char why[ONDES_CUDA_WHY] = "";
  void *memory = NULL;

  for (guint i = 0; i < batching->slots && status == ONDES_CUDA_OK; i++)
    {
      status = ondes_cuda_buffer (run->engine->cuda, buffers[i], batching->batch_bytes, &memory, why);
      batches[i] = (Batch) { .arrays = { memory, (char *) memory + batching->array_bytes },
                             .bytes = (char *) memory + 2 * batching->array_bytes };
    }
  return ondes_cuda_ok (run->engine, status, why, error);
}

/* Launches and times the kernels of a batch. */
static OndesCudaStatus
launch (OndesCuda                  *cuda,
        const OndesSpectrumOptions *o,
        OndesCudaSpectral          *spectral,
        guint64                     rows,
        guint                       slot,
        Batch                      *batch,
        unsigned                   *flags,
        char                        why[ONDES_CUDA_WHY])
{
  const gboolean bytes_in = is_packed (o) && o->type == ONDES_U8;
  const guint64 values = rows << spectral->bits;
  OndesCudaStatus status = ondes_cuda_timer_start (cuda, slot, why);

  spectral->rows = rows;
  if (status == ONDES_CUDA_OK && batch->first > 0) /* the previous batch has used the counter */
    status = ondes_cuda_memset (cuda, flags + 1, 0, sizeof *flags, why);
  if (status == ONDES_CUDA_OK && bytes_in)
    status = ondes_cuda_pack (cuda, batch->arrays[0], batch->bytes, values, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_spectral (cuda, spectral, batch->arrays[0], batch->arrays[1], flags, &batch->result, why);
  if (status == ONDES_CUDA_OK && bytes_in)
    {
      status = ondes_cuda_unpack (cuda, batch->bytes, batch->result, values, why);
      batch->result = batch->bytes;
    }
  return status == ONDES_CUDA_OK ? ondes_cuda_timer_stop (cuda, slot, why) : status;
}

/* Checks the values read against what the kernels can compute. */
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

/* One batch, without pipelining. */
static gboolean
run_small (OndesCudaTransfer   *transfer,
           const OndesSpectrum *spectrum,
           OndesCudaSpectral   *spectral,
           const Batching      *batching,
           OndesSource         *source,
           guint64              first,
           GError             **error)
{
  const OndesSpectrumOptions *o = &spectrum->options;
  OndesCudaRun *run = transfer->run;
  Batch batch[3] = { { { NULL } } };
  OndesCudaCopy h2d = { .end = transfer->total, .source = source, .first = first,
                        .binary = o->kind == ONDES_SPECTRUM_REED_MULLER, .range = ONDES_RANGE_NONE };
  OndesCudaCopy d2h = { .end = transfer->total };
  char why[ONDES_CUDA_WHY] = "";
  unsigned *flags = NULL, inexact = 0;

  if (!ondes_cuda_small_read (transfer, &h2d, 0, error) || !check_values (spectrum, transfer->bits, &h2d.range, error)
      || !get_arrays (run, batching, batch, error))
    return FALSE;
  h2d.device = is_packed (o) && o->type == ONDES_U8 ? batch->bytes : batch->arrays[0];
  if (ondes_cuda_graph_mode (run) != ONDES_CUDA_GRAPH_REPLAY
      && (!ondes_cuda_small_begin (transfer, &h2d, 1, error) || !clear_flags (run, &flags, error)
          || !ondes_cuda_ok (run->engine, launch (run->engine->cuda, o, spectral, batching->rows, 0, batch, flags, why), why,
                             error)))
    return FALSE;
  d2h.device = batch->result;
  return ondes_cuda_small_end (transfer, &d2h, flags, &inexact, error) && check_flag (o, inexact, error)
         && ondes_cuda_transfer_begin (transfer, error) && ondes_cuda_small_put (transfer, &d2h, error);
}

static gboolean
spectrum_run (OndesCudaRun       *run,
              const OndesSpec    *spec,
              OndesSource *const *sources,
              guint               n_sources,
              const OndesView    *view,
              GError            **error)
{
  const OndesSpectrum *spectrum = ondes_spec_spectrum (spec);
  const OndesSpectrumOptions *o = &spectrum->options;
  const Batching batching = batching_of (run->engine, o, view->count);
  const guint64 columns = row_length (o, view->count);
  const guint bits = g_bit_storage (columns) - 1;
  const gboolean bytes_in = is_packed (o) && o->type == ONDES_U8;
  OndesCudaSpectral spectral = make_spectral (o, bits);
  OndesCudaTransfer transfer = { .run = run, .total = view->count, .bits = bits, .type = o->type };
  OndesCuda *cuda = run->engine->cuda;
  Batch batches[3] = { { { NULL } } };
  char why[ONDES_CUDA_WHY] = "";
  unsigned *flags;
  guint64 bytes;

  if (!spectrum_supports (run->engine, spec, sources, n_sources, view, &bytes, error))
    return FALSE;
  run->small = batching.n_batches == 1 && ondes_cuda_is_small (o->type, view->count);
  if (run->small)
    return run_small (&transfer, spectrum, &spectral, &batching, sources[0], view->first, error);
  if (!get_arrays (run, &batching, batches, error) || !clear_flags (run, &flags, error))
    return FALSE;
  for (guint64 i = 0; i < batching.n_batches; i++)
    {
      const guint64 rows = MIN (batching.rows_per_batch, batching.rows - i * batching.rows_per_batch);

      transfer.n_chunks += 2 * ondes_cuda_transfer_chunks (o->type, rows * columns);
    }

  /* pipeline: batch i is copied to the device, i − 1 is computed, i − 2 is copied back */
  for (guint64 i = 0; i < batching.n_batches + 2; i++)
    {
      Batch *next = i < batching.n_batches ? &batches[i % 3] : NULL, *last = i >= 2 ? &batches[(i - 2) % 3] : NULL;
      const guint64 row = i * batching.rows_per_batch;
      const guint64 rows = next != NULL ? MIN (batching.rows_per_batch, batching.rows - row) : 0;

      if (last != NULL && !wait_job (run, i % 2, error))
        return FALSE;
      if (i == 2 && batching.n_batches == 1 && !check_exact (run, o, flags, error))
        return FALSE;
      if (i == 2 && !ondes_cuda_transfer_begin (&transfer, error))
        return FALSE;
      if (next != NULL)
        {
          next->first = row * columns;
          next->h2d = (OndesCudaCopy) { .at = next->first, .end = (row + rows) * columns, .source = sources[0],
                                        .first = view->first, .device = bytes_in ? next->bytes : next->arrays[0],
                                        .binary = o->kind == ONDES_SPECTRUM_REED_MULLER, .range = ONDES_RANGE_NONE };
        }
      if (last != NULL)
        last->d2h = (OndesCudaCopy) { .at = last->first, .requested = last->first, .end = last->h2d.end,
                                      .device = last->result };
      if (!ondes_cuda_transfer_move (&transfer, next != NULL ? &next->h2d : NULL, last != NULL ? &last->d2h : NULL, error))
        return FALSE;
      if (next == NULL)
        continue;
      if (!check_values (spectrum, bits, &next->h2d.range, error)
          || !ondes_cuda_ok (run->engine, launch (cuda, o, &spectral, rows, i % 2, next, flags, why), why, error))
        return FALSE;
    }
  return batching.n_batches == 1 || check_exact (run, o, flags, error);
}

const OndesCudaTransform ondes_cuda_spectrum = { spectrum_supports, spectrum_run };

/* --- Dyadic convolution --------------------------------------------------------------------------------------------------- */

static gboolean
dyadic_supports (OndesEngine        *engine,
                 const OndesSpec    *spec,
                 OndesSource *const *sources,
                 guint               n_sources,
                 const OndesView    *view,
                 guint64            *bytes,
                 GError            **error)
{
  const OndesType type = ondes_spec_dyadic (spec)->type;

  *bytes = n_sources * ondes_cuda_spectral_bytes (elements[type], view->count);
  if (n_sources < 1 || n_sources > 2 || view->columns > 0)
    return unsupported (error, _("the CUDA engine convolves one recording or two, and does not pool"));
  return ondes_dyadic_check_sources (ondes_spec_dyadic (spec), sources, n_sources, view, error);
}

static OndesCudaStatus
launch_dyadic (OndesCuda       *cuda,
               OndesCudaElement type,
               guint            bits,
               void            *const       arrays[2],
               unsigned        *flags,
               char             why[ONDES_CUDA_WHY])
{
  OndesCudaStatus status = ondes_cuda_timer_start (cuda, 0, why);

  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_dyadic (cuda, type, (int) bits, arrays[0], arrays[1], flags, why);
  return status == ONDES_CUDA_OK ? ondes_cuda_timer_stop (cuda, 0, why) : status;
}

static gboolean
dyadic_run (OndesCudaRun       *run,
            const OndesSpec    *spec,
            OndesSource *const *sources,
            guint               n_sources,
            const OndesView    *view,
            GError            **error)
{
  const OndesType type = ondes_spec_dyadic (spec)->type;
  const guint bits = g_bit_storage (view->count) - 1;
  OndesCudaTransfer transfer = { .run = run, .total = view->count, .bits = bits, .type = type };
  const gsize array_bytes = ondes_cuda_spectral_bytes (elements[type], view->count);
  OndesCuda *cuda = run->engine->cuda;
  OndesCudaCopy inputs[2], result = { .end = view->count };
  OndesCudaStatus status = ONDES_CUDA_OK;
  void *arrays[2];
  unsigned *flags = NULL, value;
  guint64 bytes;
  char why[ONDES_CUDA_WHY] = "";

  run->small = ondes_cuda_is_small (type, view->count);
  if (!dyadic_supports (run->engine, spec, sources, n_sources, view, &bytes, error))
    return FALSE;
  for (guint i = 0; i < n_sources && status == ONDES_CUDA_OK; i++)
    status = ondes_cuda_buffer (cuda, i == 0 ? ONDES_CUDA_WORK : ONDES_CUDA_WORK_2, array_bytes, &arrays[i], why);
  if (!ondes_cuda_ok (run->engine, status, why, error))
    return FALSE;
  if (n_sources == 1)
    arrays[1] = arrays[0];
  transfer.n_chunks = (n_sources + 1) * ondes_cuda_transfer_chunks (type, view->count);
  for (guint i = 0; i < n_sources; i++)
    {
      inputs[i] = (OndesCudaCopy) { .end = view->count, .device = arrays[i], .source = sources[i], .first = view->first,
                                    .range = ONDES_RANGE_NONE };
      if (!(run->small ? ondes_cuda_small_read (&transfer, &inputs[i], i, error)
                       : ondes_cuda_transfer_move (&transfer, &inputs[i], NULL, error)))
        return FALSE;
    }
  if (type == ONDES_I64 && !ondes_dyadic_fits (&inputs[0].range, &inputs[n_sources - 1].range, bits))
    return unsupported (error, _("the convolution may overflow int64, which the CUDA engine cannot detect; compute in float64"));

  if (ondes_cuda_graph_mode (run) != ONDES_CUDA_GRAPH_REPLAY
      && ((run->small && !ondes_cuda_small_begin (&transfer, inputs, n_sources, error)) || !clear_flags (run, &flags, error)
          || !ondes_cuda_ok (run->engine, launch_dyadic (cuda, elements[type], bits, arrays, flags, why), why, error)))
    return FALSE;
  result.device = arrays[0];
  if (run->small)
    return ondes_cuda_small_end (&transfer, &result, flags, &value, error) && ondes_cuda_transfer_begin (&transfer, error)
           && ondes_cuda_small_put (&transfer, &result, error);
  return wait_job (run, 0, error) && ondes_cuda_transfer_begin (&transfer, error)
         && ondes_cuda_transfer_move (&transfer, NULL, &result, error);
}

const OndesCudaTransform ondes_cuda_dyadic_convolution = { dyadic_supports, dyadic_run };
