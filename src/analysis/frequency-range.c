/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frequency-range.h"

#include "base/compare.h"
#include "base/number.h"
#include "levels.h"

#include <math.h>
#include <string.h>

#define HIGHEST      0.4    /* as a fraction of the rate */
#define LOWEST       0.0004
#define MIN_CYCLES 1.5
#define COLUMNS      512    /* of the quick look */
#define VOICES       8
#define MIN_COLUMNS  16     /* columns inside the cone; fewer are not conclusive */
#define FAINT_DB     50     /* a row is empty if its loud moments are this far below the loudest row, */
#define STEADY_DB    12     /* exceed its median by less than this (by 7 to 9 in plain noise), */
#define RARE_DB      40     /* and its largest value is more than this below the loudest row; */
#define SPARE_DB     6      /* or if its largest value is this far below the range of colours */
#define COMES_DB     6      /* if the loudest row varies less than this, no row counts as empty */
#define MIN_WIDTH    8.0    /* ratio of highest to lowest frequency: three octaves */

void
ondes_frequency_range_of (const OndesSource   *source,
                          OndesFrequencyRange *range)
{
  const double lowest = MAX (LOWEST, MIN_CYCLES / (double) source->n);

  /* Multiplying first keeps round rates round. */
  range->fmax_hz = source->rate_hz * 4 / 10;
  range->fmin_hz = ondes_number_round (MIN (lowest, HIGHEST / 2) * source->rate_hz, 3);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const float *x = a, *y = b;

  return ONDES_COMPARE (*x, *y);
}

/* Measures the median, 98th percentile and maximum of each row, in dB; NaN if too little lies inside the cone. */
static void
measure_rows (const OndesScalogram *preview,
              double               *median_db,
              double               *loud_db,
              double               *largest)
{
  g_autofree float *sorted = g_new (float, preview->columns);

  for (guint i = 0; i < preview->rows; i++)
    {
      const float *row = preview->values + (gsize) i * preview->columns;
      guint from, to, n = 0;

      ondes_scalogram_cone (preview, i, &from, &to);
      for (guint j = from; j < to; j++)
        if (isfinite (row[j]))
          sorted[n++] = row[j];
      qsort (sorted, n, sizeof *sorted, compare);
      median_db[i] = n < MIN_COLUMNS ? NAN : 20 * log10 (MAX (sorted[n / 2], G_MINFLOAT));
      loud_db[i] = n < MIN_COLUMNS ? NAN : 20 * log10 (MAX (sorted[(guint) (0.98 * n)], G_MINFLOAT));
      largest[i] = n < MIN_COLUMNS ? NAN : 20 * log10 (MAX (sorted[n - 1], G_MINFLOAT));
    }
}

/* Trims empty rows from both ends; rows run from the highest frequency down. */
static void
trim (const OndesScalogram *preview,
      OndesFrequencyRange  *range)
{
  g_autofree double *median_db = g_new (double, preview->rows), *loud_db = g_new (double, preview->rows);
  g_autofree double *largest = g_new (double, preview->rows);
  g_autofree gboolean *empty = g_new (gboolean, preview->rows);
  double top = -INFINITY, lo, hi;
  guint from = 0, to = preview->rows, loudest = 0;

  measure_rows (preview, median_db, loud_db, largest);
  for (guint i = 0; i < preview->rows; i++)
    if (loud_db[i] > top)
      {
        top = loud_db[i];
        loudest = i;
      }
  if (!(top > median_db[loudest] + COMES_DB))
    return;
  for (guint i = 0; i < preview->rows; i++)
    empty[i] = largest[i] < top - ONDES_DB_MAX - SPARE_DB
               || (loud_db[i] < top - FAINT_DB && loud_db[i] < median_db[i] + STEADY_DB && largest[i] < top - RARE_DB);
  while (to > from && empty[to - 1])
    to--;
  while (from < to && empty[from])
    from++;
  if (from == to)
    return;
  lo = ondes_number_round (preview->frequencies_hz[to - 1] / 2, 2);
  hi = ondes_number_round (preview->frequencies_hz[from] * G_SQRT2, 2);
  if (hi > range->fmax_hz / 2)
    hi = range->fmax_hz;
  lo = MIN (lo, hi / MIN_WIDTH);
  if (lo > range->fmin_hz * 2)
    range->fmin_hz = lo;
  range->fmax_hz = MIN (MAX (hi, range->fmin_hz * MIN_WIDTH), range->fmax_hz);
}

gboolean
ondes_frequency_range_find (OndesComputer            *computer,
                            OndesSource              *source,
                            const OndesRecordingInfo *info,
                            OndesFrequencyRange      *range,
                            GCancellable             *cancellable,
                            GError                  **error)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  OndesScalogramJob job = { .source = source, .view = { 0, source->n, COLUMNS, TRUE }, .info = info };
  g_autoptr (OndesScaleList) rows = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesScalogram) preview = NULL;

  ondes_frequency_range_of (source, range);
  options.quantity = ONDES_QUANTITY_MAGNITUDE;
  options.precision = ONDES_PRECISION_SINGLE;
  rows = ondes_scale_list_new_frequencies (range->fmin_hz, range->fmax_hz, VOICES, options.omega0, source->rate_hz, error);
  spec = rows != NULL ? ondes_cwt_new (&options, rows, error) : NULL;
  job.spec = spec;
  if (spec != NULL)
    preview = ondes_scalogram_preview (computer, &job, &(OndesWatch) { .cancellable = cancellable }, NULL, error);
  if (preview == NULL)
    return FALSE;
  trim (preview, range);
  return TRUE;
}
