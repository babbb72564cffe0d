/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings on the device. Each is copied once and on demand, while kernels already use its beginning, and stays there. A
 * recording that does not fit is copied tile by tile. */
#include "engine-private.h"

#define CHUNK_BYTES (8 << 20)
#define MAX_INPUTS  8
#define SLICES      16 /* of a chunk, which threads read */

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
  char why[ONDES_CUDA_WHY];
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
  while (ondes_cuda_free_bytes (engine->cuda, &available, why) != ONDES_CUDA_OK || bytes > available / 2
         || ondes_cuda_alloc (engine->cuda, bytes, &data, why) != ONDES_CUDA_OK)
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
  const guint slot = engine->send_slot++ % 2;
  const gint64 start = g_get_monotonic_time ();
  char why[ONDES_CUDA_WHY] = "";
  OndesCudaStatus status;
  Chunk chunk = { stretch, from, NULL };
  void *host = NULL;

  status = ondes_cuda_wait_h2d (engine->cuda, slot, why);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_staging (engine->cuda, ONDES_CUDA_H2D, slot, CHUNK_BYTES, &host, why);
  chunk.host = host;
  if (!ondes_cuda_ok (engine, status, why, error)
      || !ondes_cuda_slices (engine, n, values_per_slice (type), read_slice, &chunk, error))
    return FALSE;
  status = ondes_cuda_copy_h2d (engine->cuda, slot, stretch->device + ondes_type_bytes (type, from), bytes,
                                stretch->boundary != NULL, why);
  run->bytes_moved += bytes;
  run->move_us += g_get_monotonic_time () - start;
  return ondes_cuda_ok (engine, status, why, error);
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
  char why[ONDES_CUDA_WHY] = "";

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
              || !ondes_cuda_ok (run->engine, ondes_cuda_kernels_after_h2d (cuda, why), why, error)))
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
