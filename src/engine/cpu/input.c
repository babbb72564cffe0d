/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Caches the decoded recording if it is short enough: tiles of ten octaves read each sample ten times or more, and the next run
 * often uses the same recording. */
#include "cpu-private.h"

#include "transform/boundary.h"

#include <string.h>

#define KEPT_BYTES (64 << 20)
#define PIECE      (1 << 16)

typedef struct
{
  OndesSource source;
  char       *data;
} Input;

static gboolean
input_read (OndesSource *source,
            guint64      at,
            gsize        n,
            void        *dst,
            GError     **error)
{
  memcpy (dst, ((Input *) source)->data + ondes_type_bytes (source->type, at), ondes_type_bytes (source->type, n));
  return TRUE;
}

static void
input_finalize (OndesSource *source)
{
  g_free (((Input *) source)->data);
  g_free (source);
}

void
ondes_cpu_input_forget (OndesEngine *engine)
{
  g_clear_pointer (&engine->input, ondes_source_unref);
}

const double *
ondes_cpu_input_samples (OndesEngine *engine,
                         OndesSource *input)
{
  return input == engine->input ? (const double *) (void *) ((Input *) input)->data : NULL;
}

OndesSource *
ondes_cpu_input (OndesEngine  *engine,
                 OndesSource  *source,
                 GCancellable *cancellable,
                 GError      **error)
{
  static const OndesSourceClass klass = { input_read, input_finalize };
  const OndesType type = ondes_type_is_complex (source->type) ? ONDES_C128 : ONDES_F64;
  const gsize size = ondes_type_bytes (type, 1);
  Input *input;

  if (engine->input && engine->input_of[0] == source->id && engine->input_of[1] == source->revision
      && engine->input_of[2] == source->channel && engine->input_of[3] == source->type && engine->input->n == source->n)
    return ondes_source_ref (engine->input);
  ondes_cpu_input_forget (engine);
  if (source->n > KEPT_BYTES / size || (engine->limit && source->n * size > engine->limit / 2))
    return ondes_source_ref (source);

  input = g_new (Input, 1);
  ondes_source_init (&input->source, &klass, type, source->n, source->rate_hz);
  input->data = g_try_malloc (source->n * size);
  if (!input->data)
    {
      ondes_source_unref (&input->source);
      return ondes_source_ref (source);
    }
  for (guint64 at = 0; at < source->n; at += PIECE)
    if (g_cancellable_set_error_if_cancelled (cancellable, error)
        || !ondes_halo_read (source, ONDES_BOUNDARY_ZERO, (gint64) at, MIN (PIECE, source->n - at), type,
                             input->data + at * size, error))
      {
        ondes_source_unref (&input->source);
        return NULL;
      }
  engine->input = ondes_source_ref (&input->source);
  engine->input_of[0] = source->id;
  engine->input_of[1] = source->revision;
  engine->input_of[2] = source->channel;
  engine->input_of[3] = source->type;
  return &input->source;
}
