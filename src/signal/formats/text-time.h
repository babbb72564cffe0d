/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derives a rate from time stamps, and their deviation from it. */
#pragma once

#include "text-table.h"

G_BEGIN_DECLS

typedef struct
{
  double   rate;       /* mean, (rows − 1) / (last − first), or a round number within the printed precision; 0 if the stamps do
                        * not give a rate */
  double   start;      /* the first stamp */
  guint64  irregular;  /* stamps off the grid by more than 0.5 % of a sample plus the rounding in print */
  double   irregular_max; /* largest deviation of the irregular stamps, in samples */
  guint64  missing;    /* stamps that are not finite */
  guint64  repeated;   /* stamps equal to the one before */
  guint64  backward;   /* stamps earlier than the one before */
  double   quantum;    /* the resolution of the printed stamps */
  double   snapping;   /* how far the printed stamps leave the rate open, relative to it */
  gboolean near_regular; /* TRUE if always increasing, with nine steps in ten within 50 % of the median: such a column counts as
                          * time even if nothing declares it so */
} OndesStamps;

/* @decimals: digits printed after the point, one entry per row. FALSE with @error if cancelled. */
gboolean        ondes_stamps_analyse  (OndesStamps          *self,
                                       const OndesTextTable *table,
                                       guint                 column,
                                       const gint8          *decimals,
                                       GCancellable         *cancellable,
                                       GError              **error);
/* Sets @usual to the median of the steps between the stamps of @rows, of @n ≥ 2 rows, or of the first @n rows if NULL; at most
 * 4096 of the steps are looked at, of stamps that are missing none. TRUE if nine in ten are within 50 % of it. */
gboolean        ondes_stamps_usual_step (const OndesTextTable *table,
                                         guint                 column,
                                         const guint64        *rows,
                                         guint64               n,
                                         double               *usual);
/* If all stamps in @column, in seconds since 1970, are first days of different months in order, 00:00 UTC, converts them to
 * years since 1970 of twelve equal months, so that months are evenly spaced. Otherwise leaves them and returns FALSE. */
gboolean        ondes_stamps_months   (OndesTextTable       *table,
                                       guint                 column);
/* Returns the rate with the fewest digits, in itself or in its period, within @relative of @rate; the nearer of the two if
 * tied. */
double          ondes_stamps_snap     (double                rate,
                                       double                relative);

G_END_DECLS
