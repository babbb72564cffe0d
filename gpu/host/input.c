/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings on the device. Each is copied once and on demand, while kernels already use its beginning, and stays there. A
 * recording that does not fit is copied tile by tile. */
#include "engine-private.h"

#define CHUNK_BYTES (8 << 20)
#define MAX_INPUTS  8

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

      if (source_id == 0 || input->id == source_id)
        {
          g_ptr_array_remove_index (engine->inputs, i);
          input_free (engine, input);
        }
    }
}

guint64
ondes_cuda_inputs_bytes (OndesEngine *engine)
{
  guint64 bytes = 0;

  for (guint i = 0; i < engine->inputs->len; i++)
    bytes += ((OndesCudaInput *) engine->inputs->pdata[i])->bytes;
  return bytes;
}

/* Frees the least recently used input. FALSE if this run uses all that are left. */
static gboolean
forget_oldest (OndesEngine *engine)
{
  if (engine->inputs->len == 0 || ((OndesCudaInput *) engine->inputs->pdata[0])->run == engine->runs)
    return FALSE;
  input_free (engine, g_ptr_array_steal_index (engine->inputs, 0));
  return TRUE;
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
          input->run = engine->runs;
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
                              .source_type = source->type, .type = type, .data = data, .bytes = bytes, .run = engine->runs };
  g_ptr_array_add (engine->inputs, input);
  return input;
}

/* An H2D copy of samples [at, at + n) of @source to @device, extended by @boundary. If @boundary is NULL, all samples are
 * within the source. */
typedef struct
{
  OndesSource         *source;
  const OndesBoundary *boundary;
  gint64               at;
  guint64              n;
  OndesType            type;
  char                *device;
} Stretch;

static gboolean
read_chunk (const Stretch *self,
            guint64        from,
            gsize          n,
            void          *host,
            GError       **error)
{
  if (self->boundary != NULL)
    return ondes_halo_read (self->source, *self->boundary, self->at + (gint64) from, n, self->type, host, error);
  if (self->type == self->source->type)
    return ondes_source_read (self->source, (guint64) self->at + from, n, host, error);
  return ondes_source_read_as (self->source, (guint64) self->at + from, n, self->type, host, error);
}

static gboolean
copy_chunks (OndesCudaRun  *run,
             const Stretch *stretch,
             GError       **error)
{
  OndesEngine *engine = run->engine;
  const OndesType type = stretch->type;
  const gsize most = type == ONDES_BITS ? 8 * CHUNK_BYTES : CHUNK_BYTES / ondes_type_bytes (type, 1);
  char why[ONDES_CUDA_WHY] = "";

  for (guint64 copied = 0; copied < stretch->n;)
    {
      const gsize m = MIN (stretch->n - copied, most), bytes = ondes_type_bytes (type, m);
      const guint slot = engine->send_slot++ % 2;
      const gint64 start = g_get_monotonic_time ();
      void *host;
      OndesCudaStatus status;

      if (g_cancellable_set_error_if_cancelled (run->watch->cancellable, error))
        return FALSE;
      status = ondes_cuda_wait_h2d (engine->cuda, slot, why);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_staging (engine->cuda, ONDES_CUDA_H2D, slot, CHUNK_BYTES, &host, why);
      if (!ondes_cuda_ok (engine, status, why, error) || !read_chunk (stretch, copied, m, host, error))
        return FALSE;
      status = ondes_cuda_copy_h2d (engine->cuda, slot, stretch->device + ondes_type_bytes (type, copied), bytes,
                                    stretch->boundary != NULL, why);
      if (!ondes_cuda_ok (engine, status, why, error))
        return FALSE;
      copied += m;
      run->bytes_moved += bytes;
      run->move_us += g_get_monotonic_time () - start;
    }
  return TRUE;
}

/* Copies samples [low, high) of the recording to their place in @input. */
static gboolean
copy_inside (OndesCudaRun         *run,
             const OndesCudaInput *input,
             OndesSource          *source,
             guint64               low,
             guint64               high,
             GError              **error)
{
  const Stretch stretch = { source, NULL, (gint64) low, high - low, input->type,
                            (char *) input->data + ondes_type_bytes (input->type, low) };

  return copy_chunks (run, &stretch, error);
}

gboolean
ondes_cuda_input_h2d (OndesCudaRun   *run,
                      OndesCudaInput *input,
                      OndesSource    *source,
                      guint64         low,
                      guint64         high,
                      GError        **error)
{
  char why[ONDES_CUDA_WHY] = "";

  if (input->low < input->high && low >= input->low && high <= input->high)
    return TRUE;
  if (input->low == input->high)
    input->low = input->high = low;
  if (low < input->low)
    {
      if (!copy_inside (run, input, source, low, input->low, error))
        return FALSE;
      input->low = low;
    }
  if (high > input->high)
    {
      if (!copy_inside (run, input, source, input->high, high, error))
        return FALSE;
      input->high = high;
    }
  return ondes_cuda_ok (run->engine, ondes_cuda_kernels_after_h2d (run->engine->cuda, why), why, error);
}

gboolean
ondes_cuda_tile_h2d (OndesCudaRun *run,
                     OndesBoundary boundary,
                     gint64        at,
                     guint64       n,
                     OndesType     type,
                     void        **device,
                     GError      **error)
{
  char why[ONDES_CUDA_WHY] = "";
  OndesCudaStatus status = ondes_cuda_buffer (run->engine->cuda, ONDES_CUDA_RAW, ondes_type_bytes (type, n), device, why);

  return ondes_cuda_ok (run->engine, status, why, error)
         && copy_chunks (run, &(Stretch) { run->request->sources[0], &boundary, at, n, type, *device }, error);
}
