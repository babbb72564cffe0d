/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings on the device. */
#pragma once

#include "engine-private.h"

#include "transform/boundary.h"

G_BEGIN_DECLS

/* Returns the type in which a recording is stored on the device, and as what the kernels know that type. */
OndesType     ondes_cuda_resident_type (OndesType type);
OndesCudaType ondes_cuda_type_of       (OndesType resident);

/* A recording on the device, copied on demand. */
typedef struct
{
  guint64   id, revision, n;
  guint     channel;
  OndesType source_type, type; /* of the source, and as stored on the device */
  void     *data;              /* device pointer */
  guint64   bytes;
  guint64   low, high; /* elements [low, high) have been copied */
  guint     users;     /* runs that use it, paused ones included: it stays on the device until they release it */
} OndesCudaInput;

/* Returns @source on the device as @type (its own, or one that ondes_source_read_as() supports), valid until it is released; its
 * samples are copied by ondes_cuda_input_h2d(). Returns NULL without an error if there is no room beside the inputs in use; the
 * caller then copies tiles. */
OndesCudaInput *ondes_cuda_input (OndesEngine *engine,
                                  OndesSource *source,
                                  OndesType    type);
/* Ends the use of @input, which may be NULL. */
void            ondes_cuda_input_release (OndesEngine    *engine,
                                          OndesCudaInput *input);
/* Copies the part of [low, high) that is not yet on the device; later launches wait for it. The run may pause, except within a
 * job. */
gboolean        ondes_cuda_input_h2d (OndesCudaRun   *run,
                                      OndesCudaInput *input,
                                      OndesSource    *source,
                                      guint64         low,
                                      guint64         high,
                                      GError        **error);

/* Samples [at, at + n) of a source, extended by the boundary rule, in memory on the device. */
typedef struct
{
  OndesSource  *source;
  OndesBoundary boundary;
  gint64        at;
  guint64       n;
  OndesType     type; /* as stored on the device */
  void         *device;
} OndesCudaTile;

/* Copies @tile in-stream with the kernels, with gaps set to 0. The run may pause, except within a job. */
gboolean        ondes_cuda_tile_h2d (OndesCudaRun        *run,
                                     const OndesCudaTile *tile,
                                     GError             **error);
/* Frees the inputs of @source_id, or of all recordings if it is 0. An input in use is freed once released, or kept if
 * @source_id is 0. */
void            ondes_cuda_inputs_forget (OndesEngine *engine,
                                          guint64      source_id);
guint64         ondes_cuda_inputs_bytes (OndesEngine    *engine);

G_END_DECLS
