/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fast spectra and dyadic convolution: values go to the device as they are read, are transformed there, and come back in pieces. A
 * vector goes as a whole. Rows go in batches: while one is computed, the next comes and the last one leaves, so that more of them
 * than the device holds take no more of its memory. Values are looked at before a kernel takes them: what is refused in a later
 * batch fails when earlier ones have gone to the sink, which then is not finished, or begins again.
 * What needs the CPU engine's care (integers near the end of their type) is left to it.
 */
#include "engine-private.h"
#include "spectral-kernels.h"
#include "transfer.h"

#include "transform/dyadic.h"
#include "transform/spectrum.h"

#define BATCH_BYTES (16 << 20) /* of rows: as much as is computed while the batches before and behind it come and go */
#define LEAST_BITS  32         /* values that a packed word holds */

static const OndesCudaElement elements[] = {
  [ONDES_I32] = ONDES_CUDA_INT32,
  [ONDES_I64] = ONDES_CUDA_INT64,
  [ONDES_F32] = ONDES_CUDA_FLOAT,
  [ONDES_F64] = ONDES_CUDA_DOUBLE,
};

static gboolean
leave (GError    **error,
       const char *why)
{
  g_set_error_literal (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED, why);
  return FALSE;
}

/* A word for what kernels have to say, and one that they count in; zero. */
static gboolean
take_flags (OndesCudaRun *run,
            unsigned    **flags,
            GError      **error)
{
  OndesCuda *cuda = run->engine->cuda;
  void *memory = NULL;
  char why[ONDES_CUDA_WHY] = "";
  OndesCudaStatus status = ondes_cuda_buffer (cuda, ONDES_CUDA_TABLE, 2 * sizeof **flags, &memory, why);

  *flags = memory;
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_fill (cuda, memory, 0, 2 * sizeof **flags, why);
  /* the table of masks has lost its place */
  g_clear_pointer (&run->engine->masks, g_bytes_unref);
  return ondes_cuda_result (run->engine, status, why, error);
}

/* Waits for the kernels of @slot. */
static gboolean
end_job (OndesCudaRun *run,
         guint         slot,
         GError      **error)
{
  char why[ONDES_CUDA_WHY] = "";
  double seconds = 0;
  OndesCudaStatus status = ondes_cuda_computed (run->engine->cuda, slot, &seconds, why);

  run->compute_s += seconds;
  return ondes_cuda_result (run->engine, status, why, error);
}

/* Fails where a kernel met an integer that was not divisible, as an inverse may. */
static gboolean
tell_exact (const OndesSpectrumOptions *o,
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
    status = ondes_cuda_load (run->engine->cuda, &inexact, flags, sizeof inexact, why);
  return ondes_cuda_result (run->engine, status, why, error) && tell_exact (o, inexact, error);
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

/* How a view is cut. */
typedef struct
{
  guint64 rows, per_batch, n_batches;
  guint   slots;                     /* batches on the device at a time */
  gsize   array_bytes, batch_bytes;  /* device memory of an array, of a batch */
} Cut;

#define ALIGNED(bytes) (((bytes) + 255) / 256 * 256)

static Cut
cut_of (OndesEngine                *engine,
        const OndesSpectrumOptions *o,
        guint64                     count)
{
  const guint64 length = row_length (o, count), row_bytes = MAX (ondes_type_bytes (o->type, length), 1);
  const guint64 most = engine->limit > 0 ? MIN (BATCH_BYTES, engine->limit / 8) : BATCH_BYTES;
  Cut self = { .rows = count / length };
  guint64 values;

  self.per_batch = CLAMP (most / row_bytes, 1, self.rows);
  self.n_batches = (self.rows + self.per_batch - 1) / self.per_batch;
  self.slots = (guint) MIN (self.n_batches, 3);
  values = self.per_batch * length;
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
  Cut cut;

  *bytes = 0;
  if (n_sources != 1 || view->columns > 0)
    return leave (error, "the CUDA engine transforms one recording, and does not pool");
  if (!ondes_range_check_type (sources[0], o->type, error) || !ondes_spectrum_check_length (spectrum, view->count, error))
    return FALSE;
  if (is_packed (o) && (o->algorithm != ONDES_ALGORITHM_AUTO || length < LEAST_BITS))
    return leave (error, "the CUDA engine computes packed Reed–Muller spectra of 32 values and more by the algorithm auto alone");
  if (o->inverse && o->algorithm == ONDES_ALGORITHM_CONSTANT_GEOMETRY && o->kind <= ONDES_SPECTRUM_HAAR_ORTHONORMAL
      && o->kind >= ONDES_SPECTRUM_HAAR)
    return leave (error, "the CUDA engine has no kernel for the inverse Haar transform by constant geometry");
  cut = cut_of (engine, o, view->count);
  *bytes = cut.slots * cut.batch_bytes;
  return TRUE;
}

/* An integer is halved after it was added, so that twice the largest has to fit: for the inverse Haar transform more than the
 * result needs. */
static gboolean
haar_fits (const OndesSpectrumOptions *o,
           const OndesRange           *range)
{
  return o->kind != ONDES_SPECTRUM_HAAR || !o->inverse || !ondes_type_is_integer (o->type)
         || ondes_range_largest (range) < G_GUINT64_CONSTANT (1) << (o->type == ONDES_I32 ? 30 : 62);
}

/* A batch on the device: two arrays, and where packed values come as bytes, these. */
typedef struct
{
  void         *arrays[2], *bytes, *result;
  guint64       first;      /* value */
  OndesCudaLoad up, down;
} Batch;

static gboolean
take_arrays (OndesCudaRun *run,
             const Cut    *cut,
             Batch         batches[3],
             GError      **error)
{
  static const OndesCudaBuffer buffers[] = { ONDES_CUDA_WORK, ONDES_CUDA_WORK_2, ONDES_CUDA_PARTIAL };
  OndesCudaStatus status = ONDES_CUDA_OK;
  char why[ONDES_CUDA_WHY] = "";
  void *memory = NULL;

  for (guint i = 0; i < cut->slots && status == ONDES_CUDA_OK; i++)
    {
      status = ondes_cuda_buffer (run->engine->cuda, buffers[i], cut->batch_bytes, &memory, why);
      batches[i] = (Batch) { .arrays = { memory, (char *) memory + cut->array_bytes },
                             .bytes = (char *) memory + 2 * cut->array_bytes };
    }
  return ondes_cuda_result (run->engine, status, why, error);
}

/* The kernels of a batch, between events that time them. */
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
  OndesCudaStatus status = ondes_cuda_begin (cuda, slot, why);

  spectral->rows = rows;
  if (status == ONDES_CUDA_OK && batch->first > 0) /* the kernels of the batch before have counted */
    status = ondes_cuda_fill (cuda, flags + 1, 0, sizeof *flags, why);
  if (status == ONDES_CUDA_OK && bytes_in)
    status = ondes_cuda_pack (cuda, batch->arrays[0], batch->bytes, values, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_spectral (cuda, spectral, batch->arrays[0], batch->arrays[1], flags, &batch->result, why);
  if (status == ONDES_CUDA_OK && bytes_in)
    {
      status = ondes_cuda_unpack (cuda, batch->bytes, batch->result, values, why);
      batch->result = batch->bytes;
    }
  return status == ONDES_CUDA_OK ? ondes_cuda_end (cuda, slot, why) : status;
}

/* What kernels can do with the values that were read. */
static gboolean
check_values (const OndesSpectrum *spectrum,
              guint                bits,
              const OndesRange    *range,
              GError             **error)
{
  return ondes_spectrum_check_sums (spectrum, bits, range, error)
         && (haar_fits (&spectrum->options, range)
             || leave (error, "the CUDA engine adds two values of an inverse Haar transform, which may leave the integers here; "
                              "compute in float64"));
}

/* All of it at once. */
static gboolean
run_small (OndesCudaTransfer   *transfer,
           const OndesSpectrum *spectrum,
           OndesCudaSpectral   *spectral,
           const Cut           *cut,
           OndesSource         *source,
           guint64              first,
           GError             **error)
{
  const OndesSpectrumOptions *o = &spectrum->options;
  OndesCudaRun *run = transfer->run;
  Batch batch[3] = { { { NULL } } };
  OndesCudaLoad up = { .end = transfer->total, .source = source, .first = first, .binary = o->kind == ONDES_SPECTRUM_REED_MULLER,
                       .range = ONDES_RANGE_NONE };
  OndesCudaLoad down = { .end = transfer->total };
  char why[ONDES_CUDA_WHY] = "";
  unsigned *flags = NULL, inexact = 0;

  if (!ondes_cuda_small_read (transfer, &up, 0, error) || !check_values (spectrum, transfer->bits, &up.range, error)
      || !take_arrays (run, cut, batch, error))
    return FALSE;
  up.device = is_packed (o) && o->type == ONDES_U8 ? batch->bytes : batch->arrays[0];
  if (ondes_cuda_graph_of (run) != ONDES_CUDA_GRAPH_AGAIN
      && (!ondes_cuda_small_begin (transfer, &up, 1, error) || !take_flags (run, &flags, error)
          || !ondes_cuda_result (run->engine, launch (run->engine->cuda, o, spectral, cut->rows, 0, batch, flags, why), why,
                                 error)))
    return FALSE;
  down.device = batch->result;
  return ondes_cuda_small_end (transfer, &down, flags, &inexact, error) && tell_exact (o, inexact, error)
         && ondes_cuda_transfer_begin (transfer, error) && ondes_cuda_small_put (transfer, &down, error);
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
  const Cut cut = cut_of (run->engine, o, view->count);
  const guint64 columns = row_length (o, view->count);
  const guint bits = g_bit_storage (columns) - 1;
  const gboolean packed = is_packed (o), bytes_in = packed && o->type == ONDES_U8;
  OndesCudaSpectral spectral = {
    .spectrum = spectrum_of (o),
    .type = packed ? ONDES_CUDA_INT32 : elements[o->type],
    .order = (OndesCudaOrder) o->order,
    .algorithm = (OndesCudaAlgorithm) o->algorithm,
    .bits = (int) bits,
    .shift = o->kind == ONDES_SPECTRUM_WALSH && o->inverse ? (int) bits : 0,
  };
  OndesCudaTransfer transfer = { .run = run, .total = view->count, .bits = bits, .type = o->type };
  OndesCuda *cuda = run->engine->cuda;
  Batch batches[3] = { { { NULL } } };
  char why[ONDES_CUDA_WHY] = "";
  unsigned *flags;
  guint64 bytes;

  if (!spectrum_supports (run->engine, spec, sources, n_sources, view, &bytes, error))
    return FALSE;
  run->small = cut.n_batches == 1 && ondes_cuda_is_small (o->type, view->count);
  if (run->small)
    return run_small (&transfer, spectrum, &spectral, &cut, sources[0], view->first, error);
  if (!take_arrays (run, &cut, batches, error) || !take_flags (run, &flags, error))
    return FALSE;
  for (guint64 i = 0; i < cut.n_batches; i++)
    transfer.n_pieces += 2 * ondes_cuda_transfer_pieces (o->type, MIN (cut.per_batch, cut.rows - i * cut.per_batch) * columns);

  /* batch i comes, i − 1 is computed, i − 2 leaves */
  for (guint64 i = 0; i < cut.n_batches + 2; i++)
    {
      Batch *next = i < cut.n_batches ? &batches[i % 3] : NULL, *last = i >= 2 ? &batches[(i - 2) % 3] : NULL;
      const guint64 row = i * cut.per_batch, rows = next != NULL ? MIN (cut.per_batch, cut.rows - row) : 0;

      if (last != NULL && !end_job (run, i % 2, error))
        return FALSE;
      if (i == 2 && cut.n_batches == 1 && !check_exact (run, o, flags, error))
        return FALSE;
      if (i == 2 && !ondes_cuda_transfer_begin (&transfer, error))
        return FALSE;
      if (next != NULL)
        {
          next->first = row * columns;
          next->up = (OndesCudaLoad) { .at = next->first, .end = (row + rows) * columns, .source = sources[0], .first = view->first,
                                       .device = bytes_in ? next->bytes : next->arrays[0],
                                       .binary = o->kind == ONDES_SPECTRUM_REED_MULLER, .range = ONDES_RANGE_NONE };
        }
      if (last != NULL)
        last->down = (OndesCudaLoad) { .at = last->first, .asked = last->first, .end = last->up.end, .device = last->result };
      if (!ondes_cuda_transfer_move (&transfer, next != NULL ? &next->up : NULL, last != NULL ? &last->down : NULL, error))
        return FALSE;
      if (next == NULL)
        continue;
      if (!check_values (spectrum, bits, &next->up.range, error))
        return FALSE;
      if (!ondes_cuda_result (run->engine, launch (cuda, o, &spectral, rows, i % 2, next, flags, why), why, error))
        return FALSE;
    }
  return cut.n_batches == 1 || check_exact (run, o, flags, error);
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
    return leave (error, "the CUDA engine convolves one recording or two, and does not pool");
  return ondes_dyadic_check_sources (ondes_spec_dyadic (spec), sources, n_sources, view, error);
}

static OndesCudaStatus
launch_dyadic (OndesCuda        *cuda,
               OndesCudaElement  type,
               guint             bits,
               void *const       arrays[2],
               unsigned         *flags,
               char              why[ONDES_CUDA_WHY])
{
  OndesCudaStatus status = ondes_cuda_begin (cuda, 0, why);

  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_dyadic (cuda, type, (int) bits, arrays[0], arrays[1], flags, why);
  return status == ONDES_CUDA_OK ? ondes_cuda_end (cuda, 0, why) : status;
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
  OndesCudaLoad loads[2], result = { .end = view->count };
  OndesCudaStatus status = ONDES_CUDA_OK;
  void *arrays[2];
  unsigned *flags = NULL, told;
  guint64 bytes;
  char why[ONDES_CUDA_WHY] = "";

  run->small = ondes_cuda_is_small (type, view->count);
  if (!dyadic_supports (run->engine, spec, sources, n_sources, view, &bytes, error))
    return FALSE;
  for (guint i = 0; i < n_sources && status == ONDES_CUDA_OK; i++)
    status = ondes_cuda_buffer (cuda, i == 0 ? ONDES_CUDA_WORK : ONDES_CUDA_WORK_2, array_bytes, &arrays[i], why);
  if (!ondes_cuda_result (run->engine, status, why, error))
    return FALSE;
  if (n_sources == 1)
    arrays[1] = arrays[0];
  transfer.n_pieces = (n_sources + 1) * ondes_cuda_transfer_pieces (type, view->count);
  for (guint i = 0; i < n_sources; i++)
    {
      loads[i] = (OndesCudaLoad) { .end = view->count, .device = arrays[i], .source = sources[i], .first = view->first,
                                   .range = ONDES_RANGE_NONE };
      if (!(run->small ? ondes_cuda_small_read (&transfer, &loads[i], i, error)
                       : ondes_cuda_transfer_move (&transfer, &loads[i], NULL, error)))
        return FALSE;
    }
  if (type == ONDES_I64 && !ondes_dyadic_fits (&loads[0].range, &loads[n_sources - 1].range, bits))
    return leave (error, "the convolution may leave int64, which the CUDA engine does not follow; compute in float64");

  if (ondes_cuda_graph_of (run) != ONDES_CUDA_GRAPH_AGAIN
      && ((run->small && !ondes_cuda_small_begin (&transfer, loads, n_sources, error)) || !take_flags (run, &flags, error)
          || !ondes_cuda_result (run->engine, launch_dyadic (cuda, elements[type], bits, arrays, flags, why), why, error)))
    return FALSE;
  result.device = arrays[0];
  if (run->small)
    return ondes_cuda_small_end (&transfer, &result, flags, &told, error) && ondes_cuda_transfer_begin (&transfer, error)
           && ondes_cuda_small_put (&transfer, &result, error);
  return end_job (run, 0, error) && ondes_cuda_transfer_begin (&transfer, error)
         && ondes_cuda_transfer_move (&transfer, NULL, &result, error);
}

const OndesCudaTransform ondes_cuda_dyadic_convolution = { dyadic_supports, dyadic_run };
