/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computed sources: sources whose samples are the output of an operation on other sources, their parents.
 *
 * A computed source is read like any other, by span and from any thread, and may itself be a parent. It is computed in blocks
 * aligned to multiples of their length, so no sample depends on the span that is read. Blocks are cached (computed-blocks.h),
 * except those of pointwise operations, which cost less to compute than to store. Sources of equal operations on the same
 * samples share an id, their blocks and their state; ondes_source_gone() is called once all are gone. A reader gets the error
 * of the parent that failed.
 */
#pragma once

#include "recording.h"

G_BEGIN_DECLS

typedef struct _OndesOperation OndesOperation;

/* Shape of the output; n > 0. */
typedef struct
{
  OndesType type;
  guint64   n;
  double    rate_hz;
  guint64   block_n; /* outputs that are computed together; 0 for the default, which suits operations of any span */
} OndesComputedShape;

/* A call of an operation: to compute outputs [at, at + n) of @operation on @parents. */
typedef struct
{
  const OndesOperation *operation;
  gpointer              state;   /* NULL if there is none (yet) */
  OndesSource *const   *parents;
  guint64               at, n;
} OndesOperationCall;

/* A kind of operation. All functions except the free ones may be called from any thread, and concurrently. */
typedef struct
{
  guint      n_parents;
  guint      n_inner;      /* computed sources of its own, one on another, from which compute() reads; 0 if none */
  gboolean   is_pointwise; /* an output depends only on the same sample of each parent and on prepared state */
  gboolean   keeps_gaps;   /* with one parent: an output is NaN where that sample of the parent is */
  /* Fails with ONDES_ERROR_REQUEST if the parents are incompatible. */
  gboolean (*shape)      (const OndesOperation *self,
                          OndesSource *const   *parents,
                          OndesComputedShape   *shape,
                          GError              **error);
  /* Turns the output span [*at, *at + *n) into the span of each parent, of length @parent_n, that it needs: halo included, not
   * clipped. */
  void     (*needs)      (const OndesOperation *self,
                          guint64               parent_n,
                          gint64               *at,
                          guint64              *n);
  /* Create and free the measurements of the parents that are kept from block to block; both NULL if there are none. */
  gpointer (*state_new)  (const OndesOperation *self,
                          OndesSource *const   *parents);
  void     (*state_free) (gpointer              state);
  /* Does the slow work that outputs [at, at + n) would otherwise wait for. Polls the cancellable at least every 50 ms; work
   * done before a cancel is kept. The function is NULL if there is no such work. */
  gboolean (*prepare)    (const OndesOperationCall *call,
                          const OndesWatch         *watch,
                          GError                  **error);
  /* Stores in *@estimate a state good enough for previews of these outputs, from a small part of the parents, or NULL if the
   * call's will do. The function is NULL if any state will do. */
  gboolean (*estimate)   (const OndesOperationCall *call,
                          gpointer                 *estimate,
                          GCancellable             *cancellable,
                          GError                  **error);
  /* Computes the outputs, which fit in memory, in the shape's type, whether prepared or not. */
  gboolean (*compute)    (const OndesOperationCall *call,
                          void                     *out,
                          GError                  **error);
  /* Frees what a subclass owns, not the instance; NULL if there is nothing. */
  void     (*finalize)   (OndesOperation           *self);
} OndesOperationClass;

/* Immutable and reference counted. Subclasses begin with this struct and are freed by finalize() and g_free(). */
struct _OndesOperation
{
  const OndesOperationClass *klass;
  gatomicrefcount            ref_count;
  char                      *canonical; /* kind and parameters as text: equal if and only if the results are equal */
};

/* For subclasses: fills the common part and takes ownership of @canonical. */
void            ondes_operation_init  (OndesOperation            *self,
                                       const OndesOperationClass *klass,
                                       char                      *canonical);
OndesOperation *ondes_operation_ref   (OndesOperation            *self);
void            ondes_operation_unref (OndesOperation            *self);
/* For subclasses: fills @shape with that of the first parent, in F64 or C128. Never fails. */
gboolean        ondes_operation_shape_of_parent (const OndesOperation      *self,
                                                 OndesSource *const        *parents,
                                                 OndesComputedShape        *shape,
                                                 GError                   **error);
/* For subclasses of that shape: reads the first parent's samples [at, at + n). */
gboolean        ondes_operation_read_parent     (const OndesOperationCall  *call,
                                                 void                      *out,
                                                 GError                   **error);

/* For subclasses: reads samples [at, at + n) of @parent in F64 or C128, zeros outside it and for NaN and infinities. */
gboolean        ondes_operation_read_padded     (OndesSource               *parent,
                                                 gint64                     at,
                                                 guint64                    n,
                                                 double                    *in,
                                                 GError                   **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesOperation, ondes_operation_unref)

/* A measurement of the parents, made piece by piece: the state of operations that take one begins with it. */
typedef struct
{
  int     is_known; /* atomic: complete, so that nothing changes any more */
  GMutex  mutex;    /* guards what follows */
  guint64 done;     /* of the samples or segments to measure */
} OndesMeasurement;

/* Measures the next piece, with the mutex held, adds it to done, and sets is_known after the last one. */
typedef gboolean (*OndesMeasureNext) (const OndesOperationCall *call,
                                      GError                  **error);

/* Returns a state of @size bytes, zeros; free the rest with ondes_measurement_free(), which may be state_free(). */
gpointer        ondes_measurement_new  (gsize                     size);
void            ondes_measurement_free (gpointer                  self);
/* Completes the measurement of @call->state, of @all samples or segments: concurrent callers take turns, and what a cancelled one
 * has measured is kept. */
gboolean        ondes_measurement_run  (const OndesOperationCall *call,
                                        guint64                   all,
                                        OndesMeasureNext          next,
                                        const OndesWatch         *watch,
                                        GError                  **error);

/* Creates a source of @operation on @parents, as many as it takes; adds a reference to each. Reads nothing. Fails if its
 * shape() does. The channel is the first parent's. */
OndesSource          *ondes_computed_source_new           (OndesOperation      *operation,
                                                           OndesSource *const  *parents,
                                                           GError             **error);
/* Does the slow work that reads of [at, at + n) would otherwise wait for, such as measuring a mean, for @source and its
 * parents. Any thread; concurrent callers share the work. TRUE if @source is not computed. */
gboolean              ondes_computed_source_prepare       (OndesSource         *source,
                                                           guint64              at,
                                                           guint64              n,
                                                           const OndesWatch    *watch,
                                                           GError             **error);
/* Returns a source for previews of [at, at + n): @source if it is prepared or needs no preparation, otherwise one with another
 * id that measures only a small part of the parents. Transfer full. */
OndesSource          *ondes_computed_source_estimate      (OndesSource         *source,
                                                           guint64              at,
                                                           guint64              n,
                                                           GCancellable        *cancellable,
                                                           GError             **error);
/* Returns the operation, borrowed; NULL if @source is not computed. */
const OndesOperation *ondes_computed_source_get_operation (OndesSource         *source);
/* Returns the first parent, borrowed; NULL if @source is not computed. */
OndesSource          *ondes_computed_source_get_parent    (OndesSource         *source);
/* For subclasses: returns the operation's state. */
gpointer              ondes_computed_source_get_state     (OndesSource         *source);

G_END_DECLS
