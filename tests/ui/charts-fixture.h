/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The four charts in a window, over a recorded tone with a gap; and where on the screen things should be, by definition. */
#pragma once

#include "driver.h"
#include "charts/ondes-charts.h"

#define RATE   8000.0
#define LENGTH 32000
#define GAP    400 /* samples that are no numbers, from GAP_AT */
#define GAP_AT 24000

typedef struct
{
  char                   *path;
  double                  tone_hz, amplitude;
  float                  *samples;
  OndesSession           *session;
  OndesTimeline          *timeline;
  OndesScalogramAnalysis *analysis;
  GtkWidget              *window, *overview, *waveform, *scalogram, *readout;
} Fixture;

void fixture_settle (Fixture *f);
void fixture_set_up (Fixture *f, gconstpointer data);
void fixture_tear_down (Fixture *f, gconstpointer data);
graphene_rect_t fixture_plot (GtkWidget *chart);
double fixture_expected_y (Fixture *f, double frequency, gboolean log_axis);
int fixture_palette_place (guint32 pixel);
double fixture_ridge_y (Fixture *f, const DriverShot *shot, double x);
gboolean fixture_has_pointer (gpointer data);
gboolean fixture_has_no_pointer (gpointer data);
void fixture_show (Fixture *f);
