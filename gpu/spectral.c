/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fast spectra and dyadic convolution: values go to the device as they are read, are transformed there as a whole, and come back in
 * pieces. What needs the CPU engine's care (integers near the end of their type) is left to it.
 */
#include "engine-private.h"
#include "spectral-kernels.h"

#include "transform/dyadic.h"
#include "transform/spectrum.h"

#define PIECE_BYTES (8 << 20)
#define LEAST_BITS  32 /* values that a packed word holds */

/* Transfers are most of the work: a piece counts as such in the progress. */
typedef struct
{
  OndesCudaRun *run;
  guint64       total;  /* values of all rows */
  guint         bits;   /* of a row */
  OndesType     type;   /* of the result, and as values are sent */
  guint         pieces, n_pieces;
} Transfer;

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

static void
tell_progress (Transfer *self)
{
  OndesCudaRun *run = self->run;

  self->pieces++;
  if (run->progress != NULL && self->pieces < self->n_pieces)
    run->progress ((double) self->pieces / self->n_pieces, run->user_data);
}

static guint64
values_a_piece (OndesType type)
{
  return type == ONDES_BITS ? (guint64) PIECE_BYTES * 8 : PIECE_BYTES / ondes_type_bytes (type, 1);
}

static guint
pieces_of (const Transfer *self)
{
  const guint64 most = values_a_piece (self->type);

  return (guint) ((self->total + most - 1) / most);
}

/* Values from sample @first on to @device as they are read, checked on the way. */
static gboolean
send (Transfer    *self,
      OndesSource *source,
      guint64      first,
      gboolean     binary,
      void        *device,
      OndesRange  *range,
      GError     **error)
{
  OndesCudaRun *run = self->run;
  OndesCuda *cuda = run->engine->cuda;
  const guint64 most = values_a_piece (self->type);
  char why[ONDES_CUDA_WHY] = "";

  *range = ONDES_RANGE_NONE;
  for (guint64 at = 0; at < self->total; at += most)
    {
      const gsize n = MIN (most, self->total - at), bytes = ondes_type_bytes (self->type, n);
      const guint slot = run->engine->send_slot++ % 2;
      const gint64 start = g_get_monotonic_time ();
      OndesCudaStatus status;
      OndesRange piece;
      void *host;

      if (g_cancellable_set_error_if_cancelled (run->cancellable, error))
        return FALSE;
      status = ondes_cuda_send_wait (cuda, slot, why);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_staging (cuda, ONDES_CUDA_UP, slot, PIECE_BYTES, &host, why);
      if (!ondes_cuda_result (run->engine, status, why, error)
          || !ondes_source_read_as (source, first + at, n, self->type, host, error))
        return FALSE;
      piece = ondes_range_of (self->type, host, n, TRUE);
      if (!ondes_range_check (&piece, first + at, n, binary, error))
        return FALSE;
      ondes_range_join (range, &piece);
      if (!ondes_cuda_result (run->engine,
                              ondes_cuda_send (cuda, slot, (char *) device + ondes_type_bytes (self->type, at), bytes, FALSE, why),
                              why, error))
        return FALSE;
      run->bytes_moved += bytes;
      run->move_us += g_get_monotonic_time () - start;
      tell_progress (self);
    }
  return ondes_cuda_result (run->engine, ondes_cuda_sent (cuda, why), why, error);
}

typedef struct
{
  guint64 at;
  gsize   n;
} Piece;

static gboolean
put (Transfer    *self,
     const Piece *piece,
     const void  *host,
     GError     **error)
{
  const guint64 columns = (guint64) 1 << self->bits;
  OndesRect where = { piece->at >> self->bits, 1, piece->at & (columns - 1), piece->n };

  if (piece->n >= columns)
    where = (OndesRect) { piece->at >> self->bits, piece->n >> self->bits, 0, columns };
  return !g_cancellable_set_error_if_cancelled (self->run->cancellable, error)
         && self->run->sink->klass->put (self->run->sink, &where, host, ondes_type_bytes (self->type, columns), TRUE, error);
}

/* The result from the device to the sink: one piece is put while the next one comes. */
static gboolean
fetch (Transfer   *self,
       const void *device,
       GError    **error)
{
  OndesCudaRun *run = self->run;
  OndesCuda *cuda = run->engine->cuda;
  const guint64 most = values_a_piece (self->type);
  Piece pieces[2] = { { 0 } };
  void *hosts[2];
  guint slot = 0;
  char why[ONDES_CUDA_WHY] = "";
  const gint64 start = g_get_monotonic_time ();

  for (guint64 at = 0; at < self->total || pieces[slot ^ 1].n > 0; slot ^= 1)
    {
      Piece *next = &pieces[slot], *last = &pieces[slot ^ 1];
      OndesCudaStatus status = ONDES_CUDA_OK;

      *next = (Piece) { at, MIN (most, self->total - at) };
      at += next->n;
      if (next->n > 0)
        {
          status = ondes_cuda_staging (cuda, ONDES_CUDA_DOWN, slot, PIECE_BYTES, &hosts[slot], why);
          if (status == ONDES_CUDA_OK)
            status = ondes_cuda_fetch (cuda, slot, hosts[slot], (const char *) device + ondes_type_bytes (self->type, next->at),
                                       ondes_type_bytes (self->type, next->n), why);
        }
      if (status == ONDES_CUDA_OK && last->n > 0)
        status = ondes_cuda_fetched (cuda, slot ^ 1, why);
      if (!ondes_cuda_result (run->engine, status, why, error))
        return FALSE;
      if (last->n > 0)
        {
          if (!put (self, last, hosts[slot ^ 1], error))
            return FALSE;
          last->n = 0;
          tell_progress (self);
        }
    }
  run->bytes_moved += ondes_type_bytes (self->type, self->total);
  run->move_us += g_get_monotonic_time () - start;
  return TRUE;
}

/* Ends the kernels, for both slots of what is fetched; @inexact: an integer was not divisible. */
static gboolean
end_kernels (OndesCudaRun   *run,
             const unsigned *flags,
             gboolean       *inexact,
             GError        **error)
{
  OndesCuda *cuda = run->engine->cuda;
  unsigned host[2] = { 0 };
  double seconds = 0;
  char why[ONDES_CUDA_WHY] = "";
  OndesCudaStatus status = ondes_cuda_end (cuda, 0, why);

  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_end (cuda, 1, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_load (cuda, host, flags, sizeof host, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_computed (cuda, 0, &seconds, why);
  run->compute_s += seconds;
  *inexact = host[0] != 0;
  return ondes_cuda_result (run->engine, status, why, error);
}

/* Device memory: two arrays, and a word for what kernels have to say. */
static gboolean
take_buffers (OndesCudaRun    *run,
              OndesCudaElement element,
              guint64          n,
              void            *arrays[2],
              unsigned       **flags,
              GError         **error)
{
  OndesCuda *cuda = run->engine->cuda;
  const gsize bytes = ondes_cuda_spectral_bytes (element, n);
  char why[ONDES_CUDA_WHY] = "";
  OndesCudaStatus status = ondes_cuda_buffer (cuda, ONDES_CUDA_WORK, bytes, &arrays[0], why);

  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_buffer (cuda, ONDES_CUDA_WORK_2, bytes, &arrays[1], why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_buffer (cuda, ONDES_CUDA_TABLE, 2 * sizeof **flags, (void **) flags, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_fill (cuda, *flags, 0, 2 * sizeof **flags, why);
  /* the table of masks has lost its place */
  g_clear_pointer (&run->engine->masks, g_bytes_unref);
  return ondes_cuda_result (run->engine, status, why, error);
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
  *bytes = is_packed (o) ? 2 * ondes_cuda_spectral_bytes (ONDES_CUDA_INT32, (view->count + 31) / 32)
                             + (o->type == ONDES_U8 ? view->count : 0)
                         : 2 * ondes_cuda_spectral_bytes (elements[o->type], view->count);
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

static gboolean
spectrum_run (OndesCudaRun       *run,
              const OndesSpec    *spec,
              OndesSource *const *sources,
              guint               n_sources,
              const OndesView    *view,
              GError            **error)
{
  const OndesSpectrumOptions *o = &ondes_spec_spectrum (spec)->options;
  const OndesShape shape = ondes_spec_shape (spec, sources[0]->type, view);
  const guint bits = g_bit_storage (shape.columns) - 1;
  const gboolean packed = is_packed (o), bytes_in = packed && o->type == ONDES_U8;
  const OndesCudaElement element = packed ? ONDES_CUDA_INT32 : elements[o->type];
  const OndesCudaSpectral spectral = {
    .spectrum = spectrum_of (o),
    .type = element,
    .order = (OndesCudaOrder) o->order,
    .algorithm = (OndesCudaAlgorithm) o->algorithm,
    .bits = (int) bits,
    .rows = shape.rows,
    .shift = o->kind == ONDES_SPECTRUM_WALSH && o->inverse ? (int) bits : 0,
  };
  Transfer transfer = { .run = run, .total = view->count, .bits = bits, .type = o->type };
  OndesCuda *cuda = run->engine->cuda;
  void *arrays[2], *result, *as_bytes = NULL;
  gboolean inexact;
  OndesCudaStatus status;
  OndesRange range;
  unsigned *flags;
  guint64 bytes;
  char why[ONDES_CUDA_WHY] = "";

  if (!spectrum_supports (run->engine, spec, sources, n_sources, view, &bytes, error)
      || !take_buffers (run, element, packed ? (view->count + 31) / 32 : view->count, arrays, &flags, error))
    return FALSE;
  if (bytes_in
      && !ondes_cuda_result (run->engine, ondes_cuda_buffer (cuda, ONDES_CUDA_PARTIAL, view->count, &as_bytes, why), why, error))
    return FALSE;
  transfer.n_pieces = 2 * pieces_of (&transfer);
  if (!send (&transfer, sources[0], view->first, o->kind == ONDES_SPECTRUM_REED_MULLER, bytes_in ? as_bytes : arrays[0], &range,
             error))
    return FALSE;
  if (!ondes_spectrum_check_sums (ondes_spec_spectrum (spec), bits, &range, error))
    return FALSE;
  if (!haar_fits (o, &range))
    return leave (error, "the CUDA engine adds two values of an inverse Haar transform, which may leave the integers here; "
                         "compute in float64");

  status = ondes_cuda_begin (cuda, 0, why);
  if (status == ONDES_CUDA_OK && bytes_in)
    status = ondes_cuda_pack (cuda, arrays[0], as_bytes, view->count, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_spectral (cuda, &spectral, arrays[0], arrays[1], flags, &result, why);
  if (status == ONDES_CUDA_OK && bytes_in)
    {
      status = ondes_cuda_unpack (cuda, as_bytes, result, view->count, why);
      result = as_bytes;
    }
  if (!ondes_cuda_result (run->engine, status, why, error) || !end_kernels (run, flags, &inexact, error))
    return FALSE;
  if (inexact)
    {
      g_propagate_error (error, ondes_spectrum_inexact (o->type));
      return FALSE;
    }
  return run->sink->klass->begin (run->sink, shape.type, shape.rows, shape.columns, error) && fetch (&transfer, result, error);
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

  *bytes = 2 * ondes_cuda_spectral_bytes (elements[type], view->count);
  if (n_sources < 1 || n_sources > 2 || view->columns > 0)
    return leave (error, "the CUDA engine convolves one recording or two, and does not pool");
  return ondes_dyadic_check_sources (ondes_spec_dyadic (spec), sources, n_sources, view, error);
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
  Transfer transfer = { .run = run, .total = view->count, .bits = bits, .type = type };
  OndesCuda *cuda = run->engine->cuda;
  void *arrays[2];
  gboolean inexact;
  OndesCudaStatus status;
  OndesRange ranges[2];
  unsigned *flags;
  guint64 bytes;
  char why[ONDES_CUDA_WHY] = "";

  if (!dyadic_supports (run->engine, spec, sources, n_sources, view, &bytes, error)
      || !take_buffers (run, elements[type], view->count, arrays, &flags, error))
    return FALSE;
  transfer.n_pieces = (n_sources + 1) * pieces_of (&transfer);
  for (guint i = 0; i < n_sources; i++)
    if (!send (&transfer, sources[i], view->first, FALSE, arrays[i], &ranges[i], error))
      return FALSE;
  if (type == ONDES_I64 && !ondes_dyadic_fits (&ranges[0], &ranges[n_sources - 1], bits))
    return leave (error, "the convolution may leave int64, which the CUDA engine does not follow; compute in float64");

  status = ondes_cuda_begin (cuda, 0, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_dyadic (cuda, elements[type], (int) bits, arrays[0], arrays[n_sources - 1], flags, why);
  if (!ondes_cuda_result (run->engine, status, why, error) || !end_kernels (run, flags, &inexact, error))
    return FALSE;
  return run->sink->klass->begin (run->sink, type, 1, view->count, error) && fetch (&transfer, arrays[0], error);
}

const OndesCudaTransform ondes_cuda_dyadic_convolution = { dyadic_supports, dyadic_run };
