/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model of the page of filters, with a tone over noise. */
#pragma once

#include "scalogram-fixture.h"
#include "series/filter-analysis.h"

#define FRAMES 3000

typedef struct
{
  Watched              watched;
  OndesFilterAnalysis *filter;
  guint                responses, afters;
} Fixture;

void setup (Fixture *fixture, gconstpointer data);
void teardown (Fixture *fixture, gconstpointer data);
/* Until the analysis is neither busy nor exporting. */
void wait_idle (gpointer model);
/* Computes the first filter. */
void activate (Fixture *fixture);
void set (Fixture *fixture, const OndesFilterSettings *settings);
OndesFilterSettings settings_of (Fixture *fixture);
/* A filter of a random kind and cut-offs, of few taps. */
OndesFilterSettings random_settings (Fixture *fixture);
/* Sets the response Σ h[m] exp (−2πi f (m − d)/rate), and the delay Re (Σ (m − d) h[m] exp (…) / Σ h[m] exp (…)). */
void dft (const OndesFilterBand *band, double f_hz, gint64 d, double h[2], double *delay);
/* Returns Σ |h[m]|. */
double size_of (const OndesFilterBand *band);
/* Sets @y to Σ h[m] x[t + d − m] of the session's recording, FRAMES sums; returns Σ |h[m]| max |x|. */
double sum_output (Fixture *fixture, double *y);
/* y[t] = Σ h[m] x[t + d − m] */
void check_output (Fixture *fixture);
/* Sets what makes no filter, which is told with these words at this setting, and the last filter again. */
void refuse (Fixture *fixture, const OndesFilterSettings *settings, OndesSetting setting, const char *words);
/* Exports to scalogram_folder/ours, and runs the copied command, which writes the same bytes. */
void check_command (Fixture *fixture, OndesExportFormat format);

#define ADD_TEST(path, function) \
  g_test_add ("/ondes/filter-analysis/" path, Fixture, NULL, setup, function, teardown)
