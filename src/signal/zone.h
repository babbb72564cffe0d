/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a file's dates and times of day are meant. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The zone of a file's times of day: fixed, as a recorder's clock has no summer time in the middle of a file. */
typedef struct
{
  gboolean unknown;  /* the file does not tell; its times of day are then taken as UTC */
  int      offset_s; /* local time less UTC; 0 if unknown */
} OndesZone;

typedef enum
{
  ONDES_DATE_ORDER_AUTO,
  ONDES_DATE_ORDER_YMD,
  ONDES_DATE_ORDER_DMY,
  ONDES_DATE_ORDER_MDY,
} OndesDateOrder;

G_END_DECLS
