/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings on the device. One is sent once, as far as it is needed and while kernels already work on its beginning, and stays;
 * one that is too large for that goes by tiles. */
#include "engine-private.h"

#define PIECE_BYTES (8 << 20)
#define MOST_INPUTS 8

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

/* FALSE where there is none but what this run has borrowed. */
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
  while (engine->inputs->len >= MOST_INPUTS
         || (engine->limit > 0 && ondes_cuda_inputs_bytes (engine) + bytes > engine->limit / 2))
    if (!forget_oldest (engine))
      return NULL;
  /* half of what is free is left for the work, and for others */
  while (ondes_cuda_memory (engine->cuda, &available, why) != ONDES_CUDA_OK || bytes > available / 2
         || ondes_cuda_alloc (engine->cuda, bytes, &data, why) != ONDES_CUDA_OK)
    if (!forget_oldest (engine))
      return NULL;
  input = g_new (OndesCudaInput, 1);
  *input = (OndesCudaInput) { .id = source->id, .revision = source->revision, .n = source->n, .channel = source->channel,
                              .source_type = source->type, .type = type, .data = data, .bytes = bytes, .run = engine->runs };
  g_ptr_array_add (engine->inputs, input);
  return input;
}

/* Where [at, at + n) comes from: @boundary resolved, or inside the source. */
static gboolean
send_pieces (OndesCudaRun        *run,
             OndesSource         *source,
             const OndesBoundary *boundary,
             gint64               at,
             guint64              n,
             OndesType            type,
             char                *device,
             GError             **error)
{
  OndesEngine *engine = run->engine;
  const gsize most = type == ONDES_BITS ? 8 * PIECE_BYTES : PIECE_BYTES / ondes_type_bytes (type, 1);
  char why[ONDES_CUDA_WHY] = "";

  for (guint64 sent = 0; sent < n;)
    {
      const gsize m = MIN (n - sent, most), bytes = ondes_type_bytes (type, m);
      const guint slot = engine->send_slot++ % 2;
      const gint64 start = g_get_monotonic_time ();
      void *host;
      OndesCudaStatus status;

      if (g_cancellable_set_error_if_cancelled (run->cancellable, error))
        return FALSE;
      status = ondes_cuda_send_wait (engine->cuda, slot, why);
      if (status == ONDES_CUDA_OK)
        status = ondes_cuda_staging (engine->cuda, ONDES_CUDA_UP, slot, PIECE_BYTES, &host, why);
      if (!ondes_cuda_result (engine, status, why, error))
        return FALSE;
      if (boundary != NULL ? !ondes_halo_read (source, *boundary, at + (gint64) sent, m, type, host, error)
          : type == source->type ? !ondes_source_read (source, (guint64) at + sent, m, host, error)
                                 : !ondes_source_read_as (source, (guint64) at + sent, m, type, host, error))
        return FALSE;
      status = ondes_cuda_send (engine->cuda, slot, device + ondes_type_bytes (type, sent), bytes, boundary != NULL, why);
      if (!ondes_cuda_result (engine, status, why, error))
        return FALSE;
      sent += m;
      run->bytes_moved += bytes;
      run->move_us += g_get_monotonic_time () - start;
    }
  return TRUE;
}

gboolean
ondes_cuda_input_send (OndesCudaRun   *run,
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
      if (!send_pieces (run, source, NULL, (gint64) low, input->low - low, input->type,
                        (char *) input->data + ondes_type_bytes (input->type, low), error))
        return FALSE;
      input->low = low;
    }
  if (high > input->high)
    {
      if (!send_pieces (run, source, NULL, (gint64) input->high, high - input->high, input->type,
                        (char *) input->data + ondes_type_bytes (input->type, input->high), error))
        return FALSE;
      input->high = high;
    }
  return ondes_cuda_result (run->engine, ondes_cuda_sent (run->engine->cuda, why), why, error);
}

gboolean
ondes_cuda_tile_send (OndesCudaRun *run,
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

  return ondes_cuda_result (run->engine, status, why, error)
         && send_pieces (run, source, &boundary, at, n, type, *device, error);
}
