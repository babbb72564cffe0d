/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of the products of a run, and their tables: of the levels of bands, and of the annotations where a band is loud.
 * Any thread. */
#pragma once

#include "param/param.h"

G_BEGIN_DECLS

typedef struct
{
  guint       scalogram, ltsa; /* indices of the formats below */
  guint64     columns;         /* of scalograms as numbers */
  const char *bands;           /* a bank as ondes_filter_choice_parse() takes it, "preset" or "millidecades" */
  double      every;           /* time units */
  const char *percentiles;     /* "5,50,95", or "none" */
  double      detect_hz[2];    /* of the annotations */
  double      above_db;        /* NAN if it is not given */
  double      hysteresis_db;
  double      least, detect_every; /* time units */
} OndesBatchOptions;

extern const char *const ondes_batch_scalogram_formats[], *const ondes_batch_ltsa_formats[]; /* NULL-terminated */

/* Tables of it. ONDES_PARAM_MARKED are options of “ondes-cli cwt” too. */
extern const OndesParamTable ondes_batch_level_params, ondes_batch_detection_params;

/* Parses the @words of a run, options and their values in turn, that the rows with all of @flags know; strings are
 * borrowed from them. */
gboolean ondes_batch_words_parse (const GPtrArray  *words,
                                  const OndesParam *rows,
                                  guint             flags,
                                  gpointer          owner,
                                  GError          **error);

G_END_DECLS
