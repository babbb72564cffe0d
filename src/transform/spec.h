/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Specs: the computation requested, independent of the part of the result that is wanted (the view) and of how it is computed
 * (the engine).
 *
 * A spec is immutable, validated once on creation, reference counted, and usable from any thread. Its canonical bytes identify
 * it: equal bytes mean equal results. Each kind of transform has its own header.
 */
#pragma once

#include "param/param.h"
#include "signal/source.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_TRANSFORM_CWT,      /* cwt.h */
  ONDES_TRANSFORM_SPECTRUM, /* spectrum.h */
  ONDES_TRANSFORM_DYADIC,   /* dyadic.h */
  ONDES_TRANSFORM_FILTER,   /* filter.h */
  ONDES_TRANSFORM_WALSHGRAM, /* walshgram.h */
  ONDES_TRANSFORM_PAIRS,    /* pairs.h */
} OndesTransform;

typedef struct _OndesSpec OndesSpec;
typedef struct _OndesPictureClass OndesPictureClass; /* picture.h */

/* A part of the result. Not part of the spec, so zooming needs no new plan. */
typedef struct
{
  guint64  first, count; /* samples [first, first + count) of the source; the computation still sees the samples around them */
  guint    columns;      /* 0 for every sample; otherwise min (columns, count) F32 values, pooled as the spec says, of the spans
                          * [first + ⌊j count / columns⌋, first + ⌊(j + 1) count / columns⌋) */
  gboolean preview;      /* TRUE if pooled values may be sampled: one window per column */
} OndesView;

typedef struct
{
  OndesType type;
  guint64   rows, columns;
} OndesShape;

OndesSpec     *ondes_spec_ref       (OndesSpec       *self);
void           ondes_spec_unref     (OndesSpec       *self);
OndesTransform ondes_spec_transform (const OndesSpec *self);
/* Returns the canonical bytes, owned by the spec, or their hash. */
GBytes        *ondes_spec_bytes     (const OndesSpec *self);
guint          ondes_spec_hash      (const OndesSpec *self);
gboolean       ondes_spec_equal     (const OndesSpec *a,
                                     const OndesSpec *b);
/* Returns the ondes-cli options that produce this spec, defaults omitted: "--wavelet morlet --scales 1:200". Transfer full. */
char          *ondes_spec_print     (const OndesSpec *self);
/* Returns one human-readable line for a caption. Transfer full. */
char          *ondes_spec_describe  (const OndesSpec *self);
/* Returns the type and shape of the result for inputs of type @input. */
OndesShape     ondes_spec_shape     (const OndesSpec *self,
                                     OndesType        input,
                                     const OndesView *view);

/* For the implementations: @finalize frees @self, which begins with an OndesSpec; ondes_spec_init() takes ownership of
 * @canonical. */
typedef struct
{
  OndesTransform transform;
  char         *(*print)    (const OndesSpec *self);
  char         *(*describe) (const OndesSpec *self);
  OndesShape    (*shape)    (const OndesSpec *self,
                             OndesType        input,
                             const OndesView *view);
  void          (*finalize) (OndesSpec       *self);
  const OndesPictureClass *picture; /* NULL if it has no time-frequency pictures */
} OndesSpecClass;

struct _OndesSpec
{
  const OndesSpecClass *klass;
  gatomicrefcount       ref_count;
  GBytes               *bytes;
};

/* Returns the bytes of the parameters that have ONDES_PARAM_SPEC, after the bytes of @transform; transfer full. */
GByteArray    *ondes_spec_identify  (OndesTransform        transform,
                                     const OndesParam     *rows,
                                     gconstpointer         owner);
void           ondes_spec_init      (OndesSpec            *self,
                                     const OndesSpecClass *klass,
                                     GBytes               *canonical);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesSpec, ondes_spec_unref)

G_END_DECLS
