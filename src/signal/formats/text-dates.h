/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dates and times of day as people and programs write them. Pure functions.
 *
 * Read are 2021-11-28, 2021/11/28, 2021.11.28, 2021-11, 2021-332 (day of the year), 28.11.2021, 11/28/2021, 28-11-21,
 * 28-Nov-2021, 28 Nov 2021, Nov 28, 2021, and 20211128 220000. Behind a date may stand a time of day, 22:00, 22:00:00 or
 * 10:00:00.25 PM, and a zone, Z, UTC or +01:00. A year of two digits is 1970 to 2069.
 */
#pragma once

#include "signal/zone.h"

G_BEGIN_DECLS

/* The text of a cell, borrowed. */
typedef struct
{
  const char *text;
  gsize       length;
} OndesCell;

typedef struct
{
  double   value;     /* seconds since 1970 UTC; without a date seconds since midnight */
  int      decimals;  /* of the seconds */
  gboolean has_date, has_clock, has_zone;
  int      zone_s;    /* local time less UTC */
  gboolean half_day;  /* has AM or PM */
  guint    first, second; /* the numbers of a date whose order is open, as 03/02/2020; 0 of other dates */
  char     mark;      /* between them */
} OndesStamp;

/* Parses a date with or without a time of day, or a time of day. An open date has the order @order; if that is automatic, the
 * day is the first of the two numbers, unless it then is no date. */
gboolean ondes_stamp_parse (OndesCell       cell,
                            OndesDateOrder  order,
                            char            decimal,
                            OndesStamp     *stamp);
/* Finds a zone in the name of a column, such as "Date Time, GMT-07:00" or "time (UTC+1)". */
gboolean ondes_zone_find   (const char     *name,
                            OndesZone      *zone);

/* What the open dates of a column tell of their order. */
typedef struct
{
  guint64  open;            /* dates whose order is open */
  guint64  not_month[2];    /* of them, those whose first or second number is no month */
  char     mark;
  gboolean half_day;
  guint64  steps, backward[2];  /* by order: day first, month first */
  double   last[2], least[2], most[2]; /* stamps and steps */
} OndesDateVotes;

void           ondes_date_votes_add    (OndesDateVotes       *self,
                                        OndesCell             cell,
                                        char                  decimal);
/* TRUE if a number larger than 12 tells the order, so that no more dates are needed. */
gboolean       ondes_date_votes_done   (const OndesDateVotes *self);
/* Returns the order; @sure is FALSE if the dates leave it open. AUTO if there was no open date. */
OndesDateOrder ondes_date_votes_decide (const OndesDateVotes *self,
                                        char                  decimal,
                                        gboolean             *sure);

G_END_DECLS
