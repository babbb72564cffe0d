/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings on the device. Each is copied once and on demand, while kernels already use its beginning, and stays there. A
 * recording that does not fit is copied tile by tile. One that is oversampled is interpolated on the device. */
#include "input.h"
#include "jobs.h"

#include "signal/oversampled-source.h"

#define CHUNK_BYTES (8 << 20)
#define MAX_INPUTS  8
#define SLICES      64 /* of a chunk, which threads read */

OndesType
ondes_cuda_resident_type (OndesType type)
{
  switch (type)
    {
    case ONDES_U8:
    case ONDES_F32:
      return ONDES_F32;
    case ONDES_C64:
    case ONDES_C128:
      return type;
    default:
      return ONDES_F64;
    }
}

OndesCudaType
ondes_cuda_type_of (OndesType resident)
{
  static const OndesCudaType types[] = { [ONDES_F32] = ONDES_CUDA_F32, [ONDES_F64] = ONDES_CUDA_F64,
                                         [ONDES_C64] = ONDES_CUDA_C64, [ONDES_C128] = ONDES_CUDA_C128 };

  return types[resident];
}

static void
input_free (OndesEngine    *engine,
            OndesCudaInput *input)
{
  ondes_cuda_free (engine->cuda, input->data);
  g_free (input);
}

void
ondes_cuda_inputs_forget (OndesEngine *engine,
                          guint64      source_id)
{
  for (guint i = engine->inputs->len; i-- > 0;)
    {
      OndesCudaInput *input = engine->inputs->pdata[i];

      if (input->users > 0 && input->id == source_id)
        input->id = 0; /* no source has this id */
      else if (input->users == 0 && (source_id == 0 || input->id == source_id))
        {
          g_ptr_array_remove_index (engine->inputs, i);
          input_free (engine, input);
        }
    }
}

void
ondes_cuda_input_release (OndesEngine    *engine,
                          OndesCudaInput *input)
{
  if (input == NULL || --input->users > 0 || input->id != 0)
    return;
  g_ptr_array_remove (engine->inputs, input);
  input_free (engine, input);
}

guint64
ondes_cuda_inputs_bytes (OndesEngine *engine)
{
  guint64 bytes = 0;

  for (guint i = 0; i < engine->inputs->len; i++)
    bytes += ((OndesCudaInput *) engine->inputs->pdata[i])->bytes;
  return bytes;
}

/* Frees the least recently used input. FALSE if all that are left are in use. */
static gboolean
forget_oldest (OndesEngine *engine)
{
  for (guint i = 0; i < engine->inputs->len; i++)
    if (((OndesCudaInput *) engine->inputs->pdata[i])->users == 0)
      {
        input_free (engine, g_ptr_array_steal_index (engine->inputs, i));
        return TRUE;
      }
  return FALSE;
}

OndesCudaInput *
ondes_cuda_input (OndesEngine *engine,
                  OndesSource *source,
                  OndesType    type)
{
  const guint64 bytes = ondes_type_bytes (type, source->n);
  OndesCudaInput *input;
  guint64 available;
  void *data;

  for (guint i = 0; i < engine->inputs->len; i++)
    {
      input = engine->inputs->pdata[i];
      if (input->id == source->id && input->revision == source->revision && input->channel == source->channel
          && input->source_type == source->type && input->type == type && input->n == source->n)
        {
          g_ptr_array_add (engine->inputs, g_ptr_array_steal_index (engine->inputs, i));
          input->users++;
          return input;
        }
    }
  if (engine->limit > 0 && bytes > engine->limit / 2)
    return NULL;
  while (engine->inputs->len >= MAX_INPUTS
         || (engine->limit > 0 && ondes_cuda_inputs_bytes (engine) + bytes > engine->limit / 2))
    if (!forget_oldest (engine))
      return NULL;
  /* leave half of the free memory for buffers and other programs */
  while (ondes_cuda_free_bytes (engine->cuda, &available) != ONDES_CUDA_OK || bytes > available / 2
         || ondes_cuda_alloc (engine->cuda, bytes, &data) != ONDES_CUDA_OK)
    if (!forget_oldest (engine))
      return NULL;
  input = g_new (OndesCudaInput, 1);
  *input = (OndesCudaInput) { .id = source->id, .revision = source->revision, .n = source->n, .channel = source->channel,
                              .source_type = source->type, .type = type, .data = data, .bytes = bytes, .users = 1 };
  g_ptr_array_add (engine->inputs, input);
  return input;
}

/* An H2D copy of samples from @at on of @source to @device, extended by @boundary. If @boundary is NULL, all samples are within
 * the source. */
typedef struct
{
  OndesSource         *source;
  const OndesBoundary *boundary;
  gint64               at;
  OndesType            type;
  char                *device;
} Stretch;

/* A chunk of @stretch from its element @from on, to be read to @host. */
typedef struct
{
  const Stretch *stretch;
  guint64        from;
  char          *host;
} Chunk;

static gboolean
read_slice (gpointer data,
            guint64  from,
            guint64  n,
            GError **error)
{
  const Chunk *chunk = data;
  const Stretch *self = chunk->stretch;
  const gint64 at = self->at + (gint64) (chunk->from + from);
  void *host = chunk->host + ondes_type_bytes (self->type, from);

  if (self->boundary != NULL)
    return ondes_halo_read (self->source, *self->boundary, at, n, self->type, host, error);
  if (self->type == self->source->type)
    return ondes_source_read (self->source, (guint64) at, n, host, error);
  return ondes_source_read_as (self->source, (guint64) at, n, self->type, host, error);
}

static gsize
values_per_chunk (OndesType type)
{
  return type == ONDES_BITS ? 8 * CHUNK_BYTES : CHUNK_BYTES / ondes_type_bytes (type, 1);
}

static gsize
values_per_slice (OndesType type)
{
  return values_per_chunk (type) / SLICES;
}

/* Samples of an oversampled recording's parent, to be read to @host. */
typedef struct
{
  OndesSource *source;
  gint64       at;
  double      *host;
} Inputs;

static gboolean
read_inputs (gpointer data,
             guint64  from,
             guint64  n,
             GError **error)
{
  const Inputs *self = data;

  return ondes_source_polyphase_read (self->source, self->at + (gint64) from, n,
                                  self->host + from * (ondes_type_is_complex (self->source->type) ? 2 : 1), error);
}

/* TRUE if the device interpolates elements [from, from + n) of @stretch. */
static gboolean
is_oversampled (const Stretch     *stretch,
                guint64            from,
                gsize              n,
                OndesPolyphase *how)
{
  const gint64 at = stretch->at + (gint64) from;

  return ondes_source_polyphase (stretch->source, how) && stretch->type == stretch->source->type && at >= 0
         && (guint64) at + n <= stretch->source->n;
}

/* Copies the samples that the outputs of @oversampling take through staging buffer @slot to the device, behind the weights. Sets
 * where both are. */
static gboolean
copy_inputs (OndesCudaRun            *run,
             OndesSource             *source,
             const OndesPolyphase *how,
             guint                    slot,
             OndesCudaOversampling   *oversampling,
             GError                 **error)
{
  OndesCuda *cuda = run->engine->cuda;
  const guint64 parts = oversampling->is_complex ? 2 : 1, parent_n = ondes_computed_source_get_parent (source)->n;
  const guint64 first = oversampling->at / how->factor, last = (oversampling->at + oversampling->n - 1) / how->factor;
  const guint64 n = last - first + how->width, bytes = n * parts * sizeof (double);
  const gsize weights = how->factor * how->width * sizeof *how->weights;
  Inputs inputs = { source, (gint64) first - how->back, NULL };
  const gboolean inside = inputs.at >= 0 && (guint64) inputs.at + n <= parent_n;
  void *host = NULL, *device = NULL;
  OndesCudaStatus status = ondes_cuda_staging (cuda, ONDES_CUDA_H2D, slot, MAX (CHUNK_BYTES, bytes), &host);

  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_buffer (cuda, ONDES_CUDA_PARENT, weights + bytes, &device);
  inputs.host = host;
  if (!ondes_cuda_ok (run->engine, status, error)
      || !ondes_cuda_slices (run->engine, n, inside ? (n + SLICES - 1) / SLICES : n, read_inputs, &inputs, error))
    return FALSE;
  oversampling->weights = device;
  oversampling->x = (double *) device + how->factor * how->width;
  status = ondes_cuda_write (cuda, device, how->weights, weights);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_copy_h2d (cuda, slot, (double *) device + how->factor * how->width, bytes, TRUE);
  run->bytes_moved += bytes;
  return ondes_cuda_ok (run->engine, status, error);
}

/* Does the same as copy_chunk() for an oversampled recording, a part of whose bytes is copied. */
static gboolean
copy_oversampled (OndesCudaRun            *run,
                  const Stretch           *stretch,
                  const OndesPolyphase *how,
                  guint64                  from,
                  gsize                    n,
                  GError                 **error)
{
  OndesEngine *engine = run->engine;
  const guint slot = engine->send_slot++ % ONDES_CUDA_N_STAGING;
  const gint64 start = g_get_monotonic_time ();
  OndesCudaOversampling oversampling = { .times = how->factor, .width = how->width, .at = (guint64) stretch->at + from, .n = n,
                                         .is_complex = ondes_type_is_complex (stretch->type) };
  OndesCudaStatus status = ondes_cuda_wait_h2d (engine->cuda, slot);

  if (!ondes_cuda_ok (engine, status, error)
      || !copy_inputs (run, stretch->source, how, slot, &oversampling, error))
    return FALSE;
  status = ondes_cuda_oversample (engine->cuda, &oversampling, (double *) (void *) (stretch->device
                                                                                    + ondes_type_bytes (stretch->type, from)));
  run->move_us += g_get_monotonic_time () - start;
  return ondes_cuda_ok (engine, status, error);
}

/* Copies elements [from, from + n) of @stretch, one chunk. */
static gboolean
copy_chunk (OndesCudaRun  *run,
            const Stretch *stretch,
            guint64        from,
            gsize          n,
            GError       **error)
{
  OndesEngine *engine = run->engine;
  const OndesType type = stretch->type;
  const gsize bytes = ondes_type_bytes (type, n);
  const gint64 start = g_get_monotonic_time ();
  OndesCudaStatus status;
  guint slot;
  Chunk chunk = { stretch, from, NULL };
  OndesPolyphase how;
  void *host = NULL;

  if (is_oversampled (stretch, from, n, &how))
    return copy_oversampled (run, stretch, &how, from, n, error);
  slot = engine->send_slot++ % ONDES_CUDA_N_STAGING;
  status = ondes_cuda_wait_h2d (engine->cuda, slot);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_staging (engine->cuda, ONDES_CUDA_H2D, slot, CHUNK_BYTES, &host);
  chunk.host = host;
  if (!ondes_cuda_ok (engine, status, error)
      || !ondes_cuda_slices (engine, n, values_per_slice (type), read_slice, &chunk, error))
    return FALSE;
  status = ondes_cuda_copy_h2d (engine->cuda, slot, stretch->device + ondes_type_bytes (type, from), bytes,
                                stretch->boundary != NULL);
  run->bytes_moved += bytes;
  run->move_us += g_get_monotonic_time () - start;
  return ondes_cuda_ok (engine, status, error);
}

gboolean
ondes_cuda_input_h2d (OndesCudaRun   *run,
                      OndesCudaInput *input,
                      OndesSource    *source,
                      guint64         low,
                      guint64         high,
                      GError        **error)
{
  const guint64 most = values_per_chunk (input->type);
  OndesCuda *cuda = run->engine->cuda;

  while (input->low == input->high || low < input->low || high > input->high)
    {
      Stretch stretch = { .source = source, .type = input->type, .device = input->data };
      guint64 from, to;

      if (!ondes_cuda_run_continues (run, error)) /* a run that comes between may copy some of it */
        return FALSE;
      if (input->low == input->high)
        input->low = input->high = low;
      from = low < input->low ? input->low - MIN (input->low - low, most) : input->high;
      to = low < input->low ? input->low : MAX (input->high, MIN (high, input->high + most));
      if (from < to
          && (!copy_chunk (run, &stretch, from, to - from, error)
              || !ondes_cuda_ok (run->engine, ondes_cuda_kernels_after_h2d (cuda), error)))
        return FALSE;
      input->low = MIN (input->low, from);
      input->high = MAX (input->high, to);
    }
  return TRUE;
}

gboolean
ondes_cuda_tile_h2d (OndesCudaRun        *run,
                     const OndesCudaTile *tile,
                     GError             **error)
{
  const Stretch stretch = { tile->source, &tile->boundary, tile->at, tile->type, tile->device };
  const gsize most = values_per_chunk (tile->type);

  for (guint64 copied = 0; copied < tile->n; copied += most)
    if (!ondes_cuda_run_continues (run, error) || !copy_chunk (run, &stretch, copied, MIN (tile->n - copied, most), error))
      return FALSE;
  return TRUE;
}
