/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computed sources: an operation over other sources, its parents, whose output is samples.
 *
 * It is read like every other source, by span and from any thread, and may be a parent itself. It is computed by blocks that lie at
 * multiples of their length, so that no sample depends on the span that is read; blocks are kept as computed-blocks.h says, but for
 * pointwise operations, which cost less than to keep them. Sources of equal operations over the same samples share an id, their
 * blocks and what was measured for them; ondes_source_gone() is told once all are gone. What a parent fails with, its reader gets.
 */
#pragma once

#include "recording.h"

G_BEGIN_DECLS

typedef struct _OndesOperation OndesOperation;

/* Of what is computed: 0 < n. */
typedef struct
{
  OndesType type;
  guint64   n;
  double    rate_hz;
} OndesComputedShape;

/* Outputs [at, at + n). */
typedef struct
{
  guint64 at, n;
} OndesComputedSpan;

/* A kind of operation. All but free are called from any thread, and from several at once. */
typedef struct
{
  guint      n_parents;
  gboolean   is_pointwise; /* an output depends on the same sample of each parent, and on what was prepared */
  /* Fails with ONDES_ERROR_REQUEST where parents do not go together. */
  gboolean (*shape)      (const OndesOperation *self,
                          OndesSource *const   *parents,
                          OndesComputedShape   *shape,
                          GError              **error);
  /* The samples of each parent, which has @parent_n, that outputs [*at, *at + *n) come from, their halo included; not clipped. */
  void     (*needs)      (const OndesOperation *self,
                          guint64               parent_n,
                          gint64               *at,
                          guint64              *n);
  /* What is measured of the parents and kept from block to block; both NULL where there is nothing. */
  gpointer (*state_new)  (const OndesOperation *self,
                          OndesSource *const   *parents);
  void     (*state_free) (gpointer              state);
  /* What the outputs [at, at + n) would else wait long for; looks at the cancellable at least every 50 ms, and what was done before
   * a cancel is not done again. NULL: nothing. */
  gboolean (*prepare)    (const OndesOperation *self,
                          gpointer              state,
                          OndesSource *const   *parents,
                          guint64               at,
                          guint64               n,
                          const OndesWatch     *watch,
                          GError              **error);
  /* A state good enough for previews of @span in *@estimate, by a look at a little of the parents; NULL there: @state is good
   * already. Of these parents there may be no @state (NULL) yet. NULL: a state is always good. */
  gboolean (*estimate)   (const OndesOperation *self,
                          gpointer              state,
                          OndesSource *const   *parents,
                          const OndesComputedSpan *span,
                          gpointer             *estimate,
                          GCancellable         *cancellable,
                          GError              **error);
  /* Outputs [at, at + n) in the shape's type, whatever was prepared. */
  gboolean (*compute)    (const OndesOperation *self,
                          gpointer              state,
                          OndesSource *const   *parents,
                          guint64               at,
                          gsize                 n,
                          void                 *out,
                          GError              **error);
} OndesOperationClass;

/* Immutable, counted. Kinds begin with this struct and are freed by g_free(). */
struct _OndesOperation
{
  const OndesOperationClass *klass;
  gatomicrefcount            ref_count;
  char                      *canonical; /* kind and parameters as text: equal for what computes the same, and for nothing else */
};

/* For kinds; takes @canonical over. */
void            ondes_operation_init  (OndesOperation            *self,
                                       const OndesOperationClass *klass,
                                       char                      *canonical);
OndesOperation *ondes_operation_ref   (OndesOperation            *self);
void            ondes_operation_unref (OndesOperation            *self);
/* For kinds: the shape of the first parent, in F64 or C128. Never fails. */
gboolean        ondes_operation_shape_of_parent (const OndesOperation      *self,
                                                 OndesSource *const        *parents,
                                                 OndesComputedShape        *shape,
                                                 GError                   **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesOperation, ondes_operation_unref)

/* @operation over as many @parents as it takes, which are counted. Reads nothing. Fails where its shape() does. The channel is that
 * of the first parent. */
OndesSource          *ondes_computed_source_new           (OndesOperation      *operation,
                                                           OndesSource *const  *parents,
                                                           GError             **error);
/* Does at once what reads of [at, at + n) would wait long for, of @source and of its parents, such as measuring a mean. Any thread,
 * several at once share the work. TRUE for a source that is not computed. */
gboolean              ondes_computed_source_prepare       (OndesSource         *source,
                                                           guint64              at,
                                                           guint64              n,
                                                           const OndesWatch    *watch,
                                                           GError             **error);
/* For previews of [at, at + n): @source where it is prepared for that or needs no preparation, else one of another id that takes
 * what it needs from a little of the parents. Transfer full. */
OndesSource          *ondes_computed_source_estimate      (OndesSource         *source,
                                                           guint64              at,
                                                           guint64              n,
                                                           GCancellable        *cancellable,
                                                           GError             **error);
/* NULL for a source that is not computed; borrowed. */
const OndesOperation *ondes_computed_source_get_operation (OndesSource         *source);
/* For kinds: the state that goes with the operation. */
gpointer              ondes_computed_source_get_state     (OndesSource         *source);

G_END_DECLS
