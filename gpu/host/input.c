/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings on the device. Each is copied once, as far as needed, while kernels already use its beginning, and stays there.
 * One that does not fit is copied tile by tile. */
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

/* FALSE if this run uses all that are left. */
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

/* Copies [at, at + n): extended by @boundary, or inside the source if that is NULL. */
static gboolean
copy_chunks (OndesCudaRun        *run,
             OndesSource         *source,
             const OndesBoundary *boundary,
             gint64               at,
             guint64              n,
             OndesType            type,
             char                *device,
             GError             **error)
{
  OndesEngine *engine = run->engine;
  const gsize most = type == ONDES_BITS ? 8 * CHUNK_BYTES : CHUNK_BYTES / ondes_type_bytes (type, 1);
  char why[ONDES_CUDA_WHY] = "";

  for (guint64 copied = 0; copied < n;)
    {
      const gsize m = MIN (n - copied, most), bytes = ondes_type_bytes (type, m);
      const guint slot = engine->send_slot++ % 2;
      const gint64 start = g_get_monotonic_time ();
      void *host;
      OndesCudaStatus status;

      if (g_cancellable_set_error_if_cancelled (run->cancellable, error))
        return FALSE;
      status = ondes_cuda_wait_h2d (engine->cuda, slot, why);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_staging (engine->cuda, ONDES_CUDA_H2D, slot, CHUNK_BYTES, &host, why);
      if (!ondes_cuda_ok (engine, status, why, error))
        return FALSE;
      if (boundary != NULL ? !ondes_halo_read (source, *boundary, at + (gint64) copied, m, type, host, error)
          : type == source->type ? !ondes_source_read (source, (guint64) at + copied, m, host, error)
                                 : !ondes_source_read_as (source, (guint64) at + copied, m, type, host, error))
        return FALSE;
      status = ondes_cuda_copy_h2d (engine->cuda, slot, device + ondes_type_bytes (type, copied), bytes, boundary != NULL, why);
      if (!ondes_cuda_ok (engine, status, why, error))
        return FALSE;
      copied += m;
      run->bytes_moved += bytes;
      run->move_us += g_get_monotonic_time () - start;
    }
  return TRUE;
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
      if (!copy_chunks (run, source, NULL, (gint64) low, input->low - low, input->type,
                        (char *) input->data + ondes_type_bytes (input->type, low), error))
        return FALSE;
      input->low = low;
    }
  if (high > input->high)
    {
      if (!copy_chunks (run, source, NULL, (gint64) input->high, high - input->high, input->type,
                        (char *) input->data + ondes_type_bytes (input->type, input->high), error))
        return FALSE;
      input->high = high;
    }
  return ondes_cuda_ok (run->engine, ondes_cuda_kernels_after_h2d (run->engine->cuda, why), why, error);
}

gboolean
ondes_cuda_tile_h2d (OndesCudaRun *run,
                     OndesSource  *source,
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
         && copy_chunks (run, source, &boundary, at, n, type, *device, error);
}
