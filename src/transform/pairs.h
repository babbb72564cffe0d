/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Iterated pair updates: the stages of a pair table (pair-table.h) applied to vectors of n consecutive values.
 *
 * The span of a source is split into vectors of n values; row r of the result is what the stages make of vector r. Any
 * even n to 4096, any number of vectors.
 */
#pragma once

#include "pair-table.h"
#include "param/param.h"
#include "range.h"
#include "spec.h"

G_BEGIN_DECLS

/* How a GPU computes them; no result depends on it. 0: chosen. Blocks × jobs must suffice for all vectors. */
typedef struct
{
  guint   threads; /* of a block, to 1024; the paper has n/2 */
  guint64 blocks, jobs; /* jobs: vectors that a block computes one after the other */
} OndesPairsLayout;

typedef struct
{
  /* Type of the arithmetic and the result: I64, F32, F64, C64 or C128. I64 requires a source of integers and whole
   * coefficients, and is exact, or fails while running if a value may leave it; a modulus requires it. Complex
   * coefficients and sources require complex types. */
  OndesType        type;
  OndesPairsLayout layout;
} OndesPairsOptions;

/* Parameters of OndesPairsOptions. */
extern const OndesParamTable ondes_pairs_params;

/* A validated spec; read-only. Begins with an OndesSpec. */
typedef struct
{
  OndesSpec         spec;
  OndesPairTable   *table;
  OndesPairsOptions options;
  double            growth; /* bound of max |result| / max |value|, intermediate results included */
} OndesPairs;

/* Returns the type for a table and samples of type @input: I64 if all is whole, otherwise real or complex, single if
 * @single. */
OndesType         ondes_pairs_default_type (const OndesPairTable    *table,
                                            OndesType                input,
                                            gboolean                 single);
/* Creates a spec. Takes a reference of @table. Fails with ONDES_ERROR_REQUEST for a type that does not suit the table, or
 * a layout out of range. */
OndesSpec        *ondes_pairs_new          (OndesPairTable          *table,
                                            const OndesPairsOptions *options,
                                            GError                 **error);
const OndesPairs *ondes_spec_pairs         (const OndesSpec         *spec);
/* Checks that @source suits the type (ONDES_ERROR_REQUEST), and that @view is whole vectors (ONDES_ERROR_FILE). */
gboolean          ondes_pairs_check_source (const OndesPairs        *self,
                                            const OndesSource       *source,
                                            const OndesView         *view,
                                            GError                 **error);
/* Checks that no result of integers within @range can leave I64; otherwise fails with ONDES_ERROR_FILE. */
gboolean          ondes_pairs_check_sums   (const OndesPairs        *self,
                                            const OndesRange        *range,
                                            GError                 **error);

G_END_DECLS
