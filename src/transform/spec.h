/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Specs: what is asked for, apart from where (the view) and how it is computed (the engine).
 *
 * A spec is immutable, checked once when it is made, reference counted, and may be used from any thread. Its canonical
 * bytes identify it: equal bytes, equal result. A kind of transform is one header of its own.
 */
#pragma once

#include "signal/source.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_TRANSFORM_CWT,      /* cwt.h */
  ONDES_TRANSFORM_SPECTRUM, /* spectrum.h */
  ONDES_TRANSFORM_DYADIC,   /* dyadic.h */
} OndesTransform;

typedef struct _OndesSpec OndesSpec;

/* A part of the result. Not in the spec: zooming plans nothing anew. */
typedef struct
{
  guint64  first, count; /* samples of the source: [first, first + count); what lies outside is seen as neighbour */
  guint    columns;      /* 0: every sample; else pooled: the largest magnitude (power) of each of min (columns, count) spans,
                          * span j = [first + ⌊j count / columns⌋, first + ⌊(j + 1) count / columns⌋), F32 */
  gboolean preview;      /* pooled values may be sampled: one window a column */
} OndesView;

typedef struct
{
  OndesType type;
  guint64   rows, columns;
} OndesShape;

OndesSpec     *ondes_spec_ref       (OndesSpec       *self);
void           ondes_spec_unref     (OndesSpec       *self);
OndesTransform ondes_spec_transform (const OndesSpec *self);
/* Canonical bytes, owned by the spec, and their hash. */
GBytes        *ondes_spec_bytes     (const OndesSpec *self);
guint          ondes_spec_hash      (const OndesSpec *self);
gboolean       ondes_spec_equal     (const OndesSpec *a,
                                     const OndesSpec *b);
/* The options of ondes-cli that make this spec, defaults left out: "--wavelet morlet --scales 1:200". Transfer full. */
char          *ondes_spec_print     (const OndesSpec *self);
/* One readable line for a caption. Transfer full. */
char          *ondes_spec_describe  (const OndesSpec *self);
/* Type and shape of the result for inputs of type @input. */
OndesShape     ondes_spec_shape     (const OndesSpec *self,
                                     OndesType        input,
                                     const OndesView *view);

/* For the kinds: @canonical is taken over, @finalize frees @self, which begins with this struct. */
typedef struct
{
  OndesTransform transform;
  char         *(*print)    (const OndesSpec *self);
  char         *(*describe) (const OndesSpec *self);
  OndesShape    (*shape)    (const OndesSpec *self,
                             OndesType        input,
                             const OndesView *view);
  void          (*finalize) (OndesSpec       *self);
} OndesSpecClass;

struct _OndesSpec
{
  const OndesSpecClass *klass;
  gatomicrefcount       ref_count;
  GBytes               *bytes;
};

void           ondes_spec_init      (OndesSpec            *self,
                                     const OndesSpecClass *klass,
                                     GBytes               *canonical);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesSpec, ondes_spec_unref)

G_END_DECLS
