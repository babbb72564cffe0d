/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "even-times.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

#define ROWS_BETWEEN 65536 /* rows between cancellation checks, of one column */
#define SIDE          4    /* samples of the polynomial on either side */
#define STEP_MIN      0.25 /* usual steps; beyond, a polynomial through the stamps would swing */
#define STEP_MAX      1.75
#define ROUNDING      0.05 /* samples that a rounded rate may move the last stamp */
#define MOST_PLACES  10    /* of the grid, per sample: a stray stamp far away is no gap */
#define AT_STAMP      1e-9 /* samples */
#define GRID_OFF     0.3  /* samples that the stamps of an even grid with gaps may lie off it */
#define LEFT_OUT    10    /* of as many rows one may be left out of such a grid */

typedef struct
{
  const OndesTextTable *table;  /* borrowed */
  guint                 column; /* of the stamps */
  guint64              *rows;   /* [n] rows with increasing stamps */
  guint64               n;
  double                usual;  /* median step, time units */
  gboolean              gaps;   /* TRUE if samples are missing in the longer steps */
  double                rate, start;
  OndesTimingDeviation        deviation;
} OndesEvenTimes;

static double
time_of (const OndesEvenTimes *self,
         guint64               i)
{
  return ondes_text_table_get (self->table, self->rows[i], self->column);
}

/* Returns the first of the rows' stamps that is not before @t, self->n if none. */
static guint64
find_stamp (const OndesEvenTimes *self,
            double                t)
{
  guint64 lo = 0, hi = self->n;

  if (self->n > 0 && time_of (self, self->n - 1) < t)
    return self->n;
  while (lo < hi)
    {
      const guint64 middle = lo + (hi - lo) / 2;

      if (time_of (self, middle) < t)
        lo = middle + 1;
      else
        hi = middle;
    }
  return lo;
}

/* Writes each row that is later than all before it to @kept; returns how many. */
static guint64
keep_rising (const OndesEvenTimes *self,
             guint64               rows,
             guint64              *kept)
{
  double last = -INFINITY;
  guint64 n = 0;

  for (guint64 row = 0; row < rows; row++)
    {
      const double t = ondes_text_table_get (self->table, row, self->column);

      if (isfinite (t) && t > last)
        {
          kept[n++] = row;
          last = t;
        }
    }
  return n;
}

/* Keeps the most rows whose stamps rise, so that a stray stamp, early or late, costs itself alone: rows[k] ends the rising rows of
 * k + 1 that end earliest (Fredman 1975), and @before are the rows before each. Of as many it keeps the first. */
static gboolean
collect_rows (OndesEvenTimes *self,
              GCancellable   *cancellable,
              GError        **error)
{
  const guint64 rows = ondes_text_table_rows (self->table);
  g_autofree guint64 *before = ondes_memory_try ((gsize) rows * sizeof *before, error);

  self->rows = before != NULL ? ondes_memory_try ((gsize) rows * sizeof *self->rows, error) : NULL;
  if (self->rows == NULL)
    return FALSE;
  for (guint64 row = 0; row < rows; row++)
    {
      const double t = ondes_text_table_get (self->table, row, self->column);
      guint64 k;

      if (row % ROWS_BETWEEN == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!isfinite (t) || ((k = find_stamp (self, t)) < self->n && time_of (self, k) == t))
        continue;
      before[row] = k > 0 ? self->rows[k - 1] : 0;
      self->rows[k] = row;
      self->n += k == self->n;
    }
  for (guint64 k = self->n; k > 1; k--)
    self->rows[k - 2] = before[self->rows[k - 1]];
  if (keep_rising (self, rows, before) == self->n)
    memcpy (self->rows, before, (gsize) self->n * sizeof *before);
  return TRUE;
}

/* Returns the samples that are missing between samples @i and @i + 1. */
static guint64
missing_after (const OndesEvenTimes *self,
               guint64               i)
{
  const double steps = self->gaps ? (time_of (self, i + 1) - time_of (self, i)) / self->usual : 1;

  return steps > STEP_MAX ? (guint64) MIN (round (steps), 1e15) - 1 : 0;
}

/* Solves the three normal equations in @a, with the right sides in its last column; @a is destroyed. */
static void
solve (double a[3][4],
       double x[3])
{
  for (guint i = 0; i < 3; i++)
    for (guint r = i + 1; r < 3; r++)
      {
        const double factor = a[i][i] != 0 ? a[r][i] / a[i][i] : 0;

        for (guint c = i; c < 4; c++)
          a[r][c] -= factor * a[i][c];
      }
  for (guint i = 3; i-- > 0;)
    {
      double sum = a[i][3];

      for (guint c = i + 1; c < 3; c++)
        sum -= a[i][c] * x[c];
      x[i] = a[i][i] != 0 ? sum / a[i][i] : 0;
    }
}

/* Measures the deviation from the grid of the rate. */
static void
measure (OndesEvenTimes *self,
         guint64         last)
{
  double moments[5] = { 0 }, products[3] = { 0 }, squares = 0, a[3][4], x[3] = { 0 }, explained = 0;
  guint64 k = 0;

  self->deviation = (OndesTimingDeviation) { 0 };
  for (guint64 i = 0; i < self->n; i++)
    {
      const double delta = (time_of (self, i) - self->start) * self->rate - (double) k, u = 2 * (double) k / (double) last - 1;
      double power = 1;

      for (guint p = 0; p < 5; p++, power *= u)
        {
          moments[p] += power;
          if (p < 3)
            products[p] += delta * power;
        }
      squares += delta * delta;
      self->deviation.largest = MAX (self->deviation.largest, fabs (delta));
      if (i + 1 < self->n)
        {
          const guint64 missing = missing_after (self, i);

          self->deviation.gaps += missing > 0;
          self->deviation.missing += missing;
          k += 1 + missing;
        }
    }
  for (guint r = 0; r < 3; r++)
    {
      for (guint c = 0; c < 3; c++)
        a[r][c] = moments[r + c];
      a[r][3] = products[r];
    }
  if (self->n > 3)
    solve (a, x);
  for (guint p = 0; p < 3; p++)
    explained += x[p] * products[p];
  self->deviation.rms = sqrt (squares / (double) self->n);
  self->deviation.jitter = sqrt (MAX (squares - explained, 0) / (double) self->n);
  self->deviation.drift = 8 * x[2] / (double) last; /* δ′ at the end less δ′ at the beginning */
}

/* Fits the grid with or without gaps. */
static void
fit (OndesEvenTimes    *self,
     gboolean           gaps,
     const OndesStamps *stamps)
{
  const double length = time_of (self, self->n - 1) - self->start;
  guint64 last = self->n - 1;

  self->gaps = gaps;
  for (guint64 i = 0; gaps && i + 1 < self->n; i++)
    last += missing_after (self, i);
  self->rate = (double) last / length;
  if (last + 1 == self->n && self->n == ondes_text_table_rows (self->table))
    self->rate = stamps->rate;
  else
    self->rate = ondes_stamps_snap (self->rate, MIN (stamps->snapping, ROUNDING / (double) last));
  measure (self, last);
}

/* Sets the usual step to the mean of those that are about the median; a median of rounded stamps would miscount long gaps. */
static void
refine_usual (OndesEvenTimes *self)
{
  double sum = 0;
  guint64 n = 0;

  for (guint64 i = 0; i + 1 < self->n; i++)
    {
      const double step = time_of (self, i + 1) - time_of (self, i);

      if (step >= STEP_MIN * self->usual && step <= STEP_MAX * self->usual)
        {
          sum += step;
          n++;
        }
    }
  if (n > 0)
    self->usual = sum / (double) n;
}

static gboolean
init (OndesEvenTimes       *self,
      const OndesTextTable *table,
      guint                 column,
      const OndesStamps    *stamps,
      GCancellable         *cancellable,
      GError              **error)
{
  OndesEvenTimes even;
  gboolean similar;

  *self = (OndesEvenTimes) { .table = table, .column = column, .start = stamps->start };
  if (!collect_rows (self, cancellable, error))
    return FALSE;
  similar = ondes_stamps_usual_step (table, column, self->rows, self->n, &self->usual);
  refine_usual (self);
  fit (self, FALSE, stamps);
  even = *self;
  if (similar && time_of (self, self->n - 1) - self->start < MOST_PLACES * self->usual * (double) self->n)
    fit (self, TRUE, stamps);
  if (self->deviation.missing == 0 || self->deviation.rms >= even.deviation.rms)
    *self = even;
  return TRUE;
}

static void
clear (OndesEvenTimes *self)
{
  g_free (self->rows);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesEvenTimes, clear)

/* The samples around a time. */
typedef struct
{
  const OndesEvenTimes *times;
  double                t;
  guint64               a;     /* the last sample at or before the time; a + 1 is after it */
  guint64               lo, hi; /* of the polynomial */
} Place;

/* TRUE if a polynomial may run from sample @i to the next. */
static gboolean
is_usual (const OndesEvenTimes *self,
          guint64               i)
{
  const double step = (time_of (self, i + 1) - time_of (self, i)) / self->usual;

  return step >= STEP_MIN && step <= STEP_MAX;
}

static void
find_neighbours (Place *self)
{
  const OndesEvenTimes *times = self->times;

  self->lo = self->a;
  self->hi = self->a + 1;
  if (!is_usual (times, self->a))
    return;
  while (self->lo > 0 && self->a - self->lo < SIDE - 1 && is_usual (times, self->lo - 1))
    self->lo--;
  while (self->hi + 1 < times->n && self->hi - self->a < SIDE && is_usual (times, self->hi))
    self->hi++;
}

/* Returns the sample at the place's time in column @c: Lagrange's polynomial. */
static double
interpolate (const Place *self,
             guint        c)
{
  const OndesEvenTimes *times = self->times;
  double z[2 * SIDE], values[2 * SIDE], sum = 0;
  guint64 lo = self->lo, hi = self->hi;
  guint n;

  for (guint64 i = self->a + 1; i-- > self->lo;)
    if (!isfinite (ondes_text_table_get (times->table, times->rows[i], c)))
      {
        lo = MIN (i + 1, self->a);
        break;
      }
  for (guint64 i = self->a + 1; i <= self->hi; i++)
    if (!isfinite (ondes_text_table_get (times->table, times->rows[i], c)))
      {
        hi = MAX (i - 1, self->a + 1);
        break;
      }
  n = (guint) (hi - lo + 1);
  for (guint i = 0; i < n; i++)
    {
      z[i] = (time_of (times, lo + i) - self->t) * times->rate;
      values[i] = ondes_text_table_get (times->table, times->rows[lo + i], c);
      if (fabs (z[i]) < AT_STAMP)
        return values[i];
    }
  for (guint i = 0; i < n; i++)
    {
      double weight = 1;

      for (guint k = 0; k < n; k++)
        if (k != i)
          weight *= z[k] / (z[k] - z[i]);
      sum += weight * values[i];
    }
  return sum;
}

/* What became of one column. */
typedef struct
{
  double mean, squares; /* of the samples; squares of the differences from their mean, by Welford */
  double changes;       /* squares */
  double n;
} Change;

static void
add_change (Change *self,
            double  before,
            double  after)
{
  const double off = before - self->mean;

  if (!isfinite (before) || !isfinite (after))
    return;
  self->n++;
  self->mean += off / self->n;
  self->squares += off * (before - self->mean);
  self->changes += (after - before) * (after - before);
}

/* Counts what happened to one output; returns its nearest sample, or G_MAXUINT64 if it was missing. */
static guint64
count_shift (OndesResampling *self,
             const Place     *place,
             guint64         *run)
{
  const OndesEvenTimes *times = place->times;
  const double before = (place->t - time_of (times, place->a)) * times->rate;
  const double after = (time_of (times, place->a + 1) - place->t) * times->rate, shift = fabs (MIN (before, after));

  if (shift > 0.5 && before + after > STEP_MAX)
    {
      self->gaps += (*run)++ == 0;
      self->filled++;
      self->longest = MAX (self->longest, *run);
      return G_MAXUINT64;
    }
  *run = 0;
  self->moved_1 += shift > 0.01;
  self->moved_10 += shift > 0.1;
  self->largest_shift = MAX (self->largest_shift, shift);
  return before <= after ? place->a : place->a + 1;
}

static OndesTextTable *
resample (const OndesEvenTimes *self,
          const char           *display,
          OndesResampling      *resampling,
          GCancellable         *cancellable,
          GError              **error)
{
  const guint columns = ondes_text_table_columns (self->table);
  const guint64 samples = 1 + (guint64) floor ((time_of (self, self->n - 1) - self->start) * self->rate + 0.5);
  g_autoptr (OndesTextTable) result = ondes_text_table_new (columns, display);
  g_autofree double *row = g_new (double, columns);
  g_autofree Change *changes = g_new0 (Change, columns);
  Place place = { .times = self };
  guint64 run = 0;

  *resampling = (OndesResampling) { .samples = samples, .left_out = ondes_text_table_rows (self->table) - self->n };
  for (guint64 j = 0; j < samples; j++)
    {
      guint64 nearest;

      if (j % MAX (ROWS_BETWEEN / columns, 1) == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      /* A rounded rate may place the last sample slightly beyond the last stamp. */
      place.t = MIN (self->start + (double) j / self->rate, time_of (self, self->n - 1));
      while (place.a + 2 < self->n && time_of (self, place.a + 1) <= place.t)
        place.a++;
      find_neighbours (&place);
      nearest = count_shift (resampling, &place, &run);
      for (guint c = 0; c < columns; c++)
        {
          row[c] = c == self->column ? place.t : interpolate (&place, c);
          if (c != self->column && nearest != G_MAXUINT64)
            add_change (&changes[c], ondes_text_table_get (self->table, self->rows[nearest], c), row[c]);
        }
      if (!ondes_text_table_append (result, row, error))
        return NULL;
    }
  for (guint c = 0; c < columns; c++)
    if (changes[c].squares > 0)
      resampling->change = MAX (resampling->change, sqrt (changes[c].changes / changes[c].squares));
  return g_steal_pointer (&result);
}

static void
note_deviation (OndesReader *reader)
{
  const OndesTimingDeviation *deviation = &reader->deviation;

  ondes_reader_note (reader,
                     /* Translators: rms is root mean square; ppm is parts per million. */
                     _("The time stamps of %s deviate from an even grid by %.3g samples rms, %.3g without the clock’s drift of "
                       "%.4g ppm, and by %.3g at most."),
                     reader->display, deviation->rms, deviation->jitter, deviation->drift * 1e6, deviation->largest);
  if (deviation->missing > 0)
    ondes_reader_note (reader,
                       g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " sample is missing between the time stamps of %s.",
                                    "%" PRIu64 " samples are missing between the time stamps of %s.", (gulong) deviation->missing),
                       deviation->missing, reader->display);
}

static void
note_left_out (OndesReader *reader,
               guint64      rows)
{
  if (rows > 0)
    ondes_reader_note (reader,
                       g_dngettext (GETTEXT_PACKAGE,
                                    "%" PRIu64 " row of %s whose time stamp is missing, repeats or goes back was left out.",
                                    "%" PRIu64 " rows of %s whose time stamps are missing, repeat or go back were left out.",
                                    (gulong) rows),
                       rows, reader->display);
}

static void
note_resampling (OndesReader *reader)
{
  const OndesResampling *resampling = &reader->resampling;
  char rate[ONDES_NUMBER_SIZE];

  ondes_reader_note (reader,
                     _("The samples of %s were interpolated at even times, %s a time unit: %" PRIu64 " of %" PRIu64
                       " by more than 1 %% of an interval from their stamps, %" PRIu64 " by more than 10 %%, at most %.3g %%; "
                       "values changed by %.3g %% rms."),
                     reader->display, ondes_number_print (rate, reader->rate), resampling->moved_1, resampling->samples,
                     resampling->moved_10, 100 * resampling->largest_shift, 100 * resampling->change);
  if (resampling->filled > 0)
    ondes_reader_note (reader,
                       g_dngettext (GETTEXT_PACKAGE,
                                    "%" PRIu64 " sample of %s was filled in by a straight line (at most %" PRIu64 " in a row).",
                                    "%" PRIu64 " samples of %s were filled in by straight lines (at most %" PRIu64 " in a row).",
                                    (gulong) resampling->filled),
                       resampling->filled, reader->display, resampling->longest);
  note_left_out (reader, resampling->left_out);
}

/* TRUE if the gaps between the rows are to be kept as gaps. */
static gboolean
is_grid (const OndesEvenTimes *self,
         OndesTextGaps         gaps)
{
  const guint64 rows = ondes_text_table_rows (self->table);

  return gaps != ONDES_TEXT_GAPS_KEEP && self->deviation.missing > 0 && ondes_rate_valid (self->rate)
         && LEFT_OUT * (rows - self->n) <= rows && (gaps == ONDES_TEXT_GAPS_FILL || self->deviation.largest <= GRID_OFF);
}

/* Gives the rows their places on the grid, and the reader what deviates from it. */
static void
take_grid (const OndesEvenTimes *self,
           const OndesStamps    *stamps,
           OndesReader          *reader,
           GArray              **runs)
{
  const double tolerance = 0.005 + stamps->quantum * self->rate;
  const guint64 left_out = ondes_text_table_rows (self->table) - self->n;
  guint64 k = 0;

  *runs = g_array_new (FALSE, FALSE, sizeof (OndesRowRun));
  reader->rate = self->rate;
  reader->start = self->start;
  reader->irregular = 0;
  reader->irregular_max = 0;
  for (guint64 i = 0; i < self->n; i++)
    {
      const double off = fabs ((time_of (self, i) - self->start) * self->rate - (double) k);
      OndesRowRun *run = (*runs)->len > 0 ? &g_array_index (*runs, OndesRowRun, (*runs)->len - 1) : NULL;

      if (off > tolerance)
        {
          reader->irregular++;
          reader->irregular_max = MAX (reader->irregular_max, off);
        }
      if (run != NULL && run->row + run->n == self->rows[i] && run->frame + run->n == k)
        run->n++;
      else
        g_array_append_val (*runs, ((OndesRowRun) { k, self->rows[i], 1 }));
      k += 1 + (i + 1 < self->n ? missing_after (self, i) : 0);
    }
  reader->frames = k;
  ondes_reader_note (reader,
                     g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " row is missing between the time stamps of %s; it is a gap.",
                                  "%" PRIu64 " rows are missing between the time stamps of %s; they are gaps.",
                                  (gulong) self->deviation.missing),
                     self->deviation.missing, reader->display);
  note_left_out (reader, left_out);
}

gboolean
ondes_even_times_take (OndesReader        *reader,
                       OndesTextTable    **table,
                       guint               column,
                       const OndesStamps  *stamps,
                       const OndesOpening *opening,
                       GArray            **runs,
                       GError            **error)
{
  g_auto (OndesEvenTimes) even = { 0 };
  OndesTextTable *corrected;

  *runs = NULL;

  if (stamps->irregular + stamps->repeated + stamps->backward + stamps->missing == 0)
    {
      if (opening->options->resample)
        ondes_reader_note (reader, _("The time stamps of %s are even, so there is nothing to correct."), opening->display);
      return TRUE;
    }
  if (!init (&even, *table, column, stamps, ondes_watch_cancellable (opening->watch), error))
    return FALSE;
  reader->deviation = even.deviation;
  if (!opening->options->resample && is_grid (&even, opening->options->text.gaps))
    {
      take_grid (&even, stamps, reader, runs);
      return TRUE;
    }
  note_deviation (reader);
  if (!opening->options->resample)
    return TRUE;
  if (!ondes_rate_valid (even.rate))
    {
      ondes_reader_note (reader, _("The time stamps of %s are %g apart, which gives no rate that can be used."), opening->display,
                         1 / even.rate);
      return TRUE;
    }
  corrected = resample (&even, opening->display, &reader->resampling, ondes_watch_cancellable (opening->watch), error);
  if (corrected == NULL)
    return FALSE;
  ondes_text_table_free (*table);
  *table = corrected;
  reader->rate = even.rate;
  note_resampling (reader);
  return TRUE;
}
