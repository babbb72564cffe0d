/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rate from time stamps, and how far the stamps are from it. */
#pragma once

#include "text-table.h"

G_BEGIN_DECLS

typedef struct
{
  double   rate;       /* mean, (rows − 1) / (last − first), a round one where that lies within what the digits printed say;
                        * 0: the stamps do not give one */
  double   start;      /* the first stamp */
  guint64  irregular;  /* off their place by more than half a per cent of a sample and what printing rounds */
  double   irregular_max; /* in samples, of those */
  guint64  missing;    /* not a number */
  guint64  repeated;   /* the same as the one before */
  guint64  backward;   /* before the one before */
  gboolean near_regular; /* always increasing, and nine steps of ten within half of the median: time without being told so */
} OndesStamps;

/* @decimals: digits printed behind the point, a row each. FALSE when cancelled. */
gboolean        ondes_stamps_analyse  (OndesStamps          *self,
                                       const OndesTextTable *table,
                                       guint                 column,
                                       const gint8          *decimals,
                                       GCancellable         *cancellable,
                                       GError              **error);
/* Where all stamps in @column, seconds since 1970, are first days of months, 00:00 UTC, and a month or more apart: makes them years
 * since 1970, a twelfth a month, so that months are evenly spaced. FALSE: they are not, and stay. */
gboolean        ondes_stamps_months   (OndesTextTable       *table,
                                       guint                 column);
/* The table with its value columns interpolated linearly on the regular grid; stamps that do not go on are left out. */
OndesTextTable *ondes_stamps_resample (const OndesTextTable *table,
                                       guint                 columns,
                                       guint                 column,
                                       const OndesStamps    *stamps,
                                       const char           *display,
                                       GCancellable         *cancellable,
                                       GError              **error);

G_END_DECLS
