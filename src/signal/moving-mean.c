/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "moving-mean.h"

#include "base/memory.h"
#include "base/sum.h"
#include "base/words.h"

#include <math.h>

#define CELL  4096 /* samples per cell; fewer if the window is shorter */
#define GROUP 64   /* cells per group, whose sum is also kept */
#define PIECE (8 * CELL)
#define PLAIN 64

/* Positions. Sample i has position i + half, so the window of output t is [t, t + 2 half]; positions beyond the ends exist but
 * do not count. Cells begin at multiples of their length. A window consists of the end of one cell, whole cells, and the
 * beginning of another: a suffix sum, cell sums and a prefix sum. A window as long as one cell has no whole cells in
 * between. */

typedef struct
{
  OndesOperation operation;
  guint64        window;
} MovingMean;

typedef struct
{
  double  sum[2];
  guint64 count;    /* finite samples */
  guint64 is_known;
} Cell;

typedef struct
{
  guint64  half;
  gsize    cell;     /* samples per cell */
  gboolean is_complex;
  GMutex   mutex;    /* guards the members below */
  Cell    *cells;    /* NULL if not yet needed */
  Cell    *groups;
  guint64  n_cells;
  guint64  known_from, known_to; /* range of cells that all have their sums */
  guint64  sampled;   /* samples that a cell's sum is estimated from; 0 means all of them, in exact states */
} State;

/* For each position in [at, end), the sum of the samples from it to the end of its cell, or from the beginning of its cell to
 * it. */
typedef struct
{
  guint64  at, end;
  gboolean to_end; /* sums run to the end of the cell */
  double  *x;      /* sums; complex ones are pairs */
  guint32 *counts; /* counts of finite samples */
} Edge;

/* Reads the samples at the positions [@at, @at + @n) as doubles; NaN beyond the ends. */
static gboolean
read_positions (const State *self,
                OndesSource *parent,
                guint64      at,
                gsize        n,
                double      *x,
                GError     **error)
{
  const gsize parts = self->is_complex ? 2 : 1;
  const guint64 first = CLAMP (at, self->half, self->half + parent->n);
  const guint64 end = CLAMP (at + n, self->half, self->half + parent->n);

  for (gsize i = 0; i < parts * (gsize) (CLAMP (first, at, at + n) - at); i++)
    x[i] = NAN;
  for (gsize i = parts * (gsize) (CLAMP (end, at, at + n) - at); i < parts * n; i++)
    x[i] = NAN;
  return first >= end
         || ondes_source_read_as (parent, first - self->half, (gsize) (end - first), self->is_complex ? ONDES_C128 : ONDES_F64,
                                  x + parts * (gsize) (first - at), error);
}

static inline gboolean
is_finite_at (const double *x,
              gsize         i,
              gboolean      is_complex)
{
  return is_complex ? isfinite (x[2 * i]) && isfinite (x[2 * i + 1]) : isfinite (x[i]);
}

/* Replaces the samples [from, to) of @edge, which lie in one cell, with their running sums. */
static void
accumulate (Edge    *edge,
            gsize    from,
            gsize    to,
            gboolean is_complex)
{
  OndesSum re = { 0, 0 }, im = { 0, 0 };
  guint32 count = 0;

  for (gsize k = from; k < to; k++)
    {
      const gsize i = edge->to_end ? from + to - 1 - k : k;

      if (is_finite_at (edge->x, i, is_complex))
        {
          ondes_sum_add (&re, edge->x[is_complex ? 2 * i : i]);
          if (is_complex)
            ondes_sum_add (&im, edge->x[2 * i + 1]);
          count++;
        }
      edge->x[is_complex ? 2 * i : i] = ondes_sum_get (&re);
      if (is_complex)
        edge->x[2 * i + 1] = ondes_sum_get (&im);
      edge->counts[i] = count;
    }
}

/* Whole cells. */

static gboolean
make_cells (State       *self,
            OndesSource *parent,
            GError     **error)
{
  const guint64 n_cells = (parent->n + 2 * self->half) / self->cell + 1;

  if (self->cells != NULL)
    return TRUE;
  self->cells = ondes_memory_take ((n_cells + n_cells / GROUP + 1) * sizeof (Cell), ondes_memory_zeros);
  self->groups = self->cells != NULL ? self->cells + n_cells : NULL;
  self->n_cells = n_cells;
  if (self->cells == NULL)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 _("a moving mean of so long a recording needs %" PRIu64 " bytes, more than is free"), n_cells * sizeof (Cell));
  return self->cells != NULL;
}

/* Sums a cell through uncompensated sums of PLAIN samples, which keep the mean accurate to 1e-14 of its largest sample. */
static void
sum_cell (const double *x,
          gsize         n,
          gboolean      is_complex,
          Cell         *cell)
{
  OndesSum sums[2] = { { 0, 0 }, { 0, 0 } };

  for (gsize at = 0; at < n; at += PLAIN)
    {
      const gsize end = MIN (at + PLAIN, n);
      double re = 0, im = 0;
      guint count = 0;

      for (gsize i = at; i < end; i++)
        if (is_finite_at (x, i, is_complex))
          {
            re += x[is_complex ? 2 * i : i];
            im += is_complex ? x[2 * i + 1] : 0;
            count++;
          }
      ondes_sum_add (&sums[0], re);
      ondes_sum_add (&sums[1], im);
      cell->count += count;
    }
  cell->sum[0] = ondes_sum_get (&sums[0]);
  cell->sum[1] = ondes_sum_get (&sums[1]);
  cell->is_known = TRUE;
}

/* Sums at most one piece of cells, beginning at the first in [@from, @to) without a sum; advances @from past them, to @to if
 * none is left. Caller holds the mutex. */
static gboolean
sum_piece (State       *self,
           OndesSource *parent,
           guint64     *from,
           guint64      to,
           double      *piece,
           GError     **error)
{
  const gsize parts = self->is_complex ? 2 : 1;
  guint64 end;

  while (*from < to && self->cells[*from].is_known)
    ++*from;
  for (end = *from; end < to && end - *from < PIECE / CELL && !self->cells[end].is_known; end++)
    ;
  if (end == *from)
    return TRUE;
  if (!read_positions (self, parent, *from * self->cell, (gsize) (end - *from) * self->cell, piece, error))
    return FALSE;
  for (; *from < end; ++*from, piece += parts * self->cell)
    sum_cell (piece, self->cell, self->is_complex, &self->cells[*from]);
  return TRUE;
}

/* Records that the cells [@from, @to) have their sums; caller holds the mutex. A known range that does not adjoin is forgotten
 * and rechecked cell by cell. */
static void
note_known (State  *self,
            guint64 from,
            guint64 to)
{
  const gboolean adjoins = from <= self->known_to && to >= self->known_from;

  self->known_from = adjoins ? MIN (from, self->known_from) : from;
  self->known_to = adjoins ? MAX (to, self->known_to) : to;
}

/* Computes those sums of cells [@from, @to) that are missing. */
static gboolean
sum_cells (State              *self,
           OndesSource        *parent,
           guint64             from,
           guint64             to,
           const OndesWatch   *watch,
           GError            **error)
{
  const guint64 first = from;
  g_autofree double *piece = NULL;
  gboolean ok;

  g_mutex_lock (&self->mutex);
  if (from >= self->known_from && to <= self->known_to)
    from = to;
  g_mutex_unlock (&self->mutex);
  while (from < to)
    {
      if (g_cancellable_set_error_if_cancelled (watch->cancellable, error)
          || (piece == NULL && (piece = ondes_memory_try (2 * PIECE * sizeof (double), error)) == NULL))
        return FALSE;
      g_mutex_lock (&self->mutex);
      if (from >= self->known_from && from < self->known_to)
        from = MIN (self->known_to, to);
      ok = make_cells (self, parent, error) && sum_piece (self, parent, &from, to, piece, error);
      if (ok && from == to)
        note_known (self, first, to);
      g_mutex_unlock (&self->mutex);
      if (!ok)
        return FALSE;
      ondes_watch_tell (watch, (double) (from - first) / (double) (to - first));
    }
  return TRUE;
}

static void
add_cell (const Cell *cell,
          OndesSum    sums[2],
          guint64    *count)
{
  ondes_sum_add (&sums[0], cell->sum[0]);
  ondes_sum_add (&sums[1], cell->sum[1]);
  *count += cell->count;
}

/* Returns the sum of a group whose cells all have their sums. */
static const Cell *
get_group (State  *self,
           guint64 index)
{
  Cell *group = &self->groups[index];
  OndesSum sums[2] = { { 0, 0 }, { 0, 0 } };

  if (group->is_known)
    return group;
  for (guint i = 0; i < GROUP; i++)
    add_cell (&self->cells[index * GROUP + i], sums, &group->count);
  group->sum[0] = ondes_sum_get (&sums[0]);
  group->sum[1] = ondes_sum_get (&sums[1]);
  group->is_known = TRUE;
  return group;
}

/* Returns the total of the cells [from, to), which have their sums. */
static Cell
add_cells (State  *self,
           guint64 from,
           guint64 to)
{
  OndesSum sums[2] = { { 0, 0 }, { 0, 0 } };
  Cell all = { .is_known = TRUE };

  if (from >= to)
    return all;
  g_mutex_lock (&self->mutex);
  while (from < to)
    if (from % GROUP == 0 && to - from >= GROUP)
      {
        add_cell (get_group (self, from / GROUP), sums, &all.count);
        from += GROUP;
      }
    else
      add_cell (&self->cells[from++], sums, &all.count);
  g_mutex_unlock (&self->mutex);
  all.sum[0] = ondes_sum_get (&sums[0]);
  all.sum[1] = ondes_sum_get (&sums[1]);
  return all;
}

/* Returns the cells that lie wholly inside windows of the outputs [at, at + n). */
static void
get_whole_cells (const State *self,
                 guint64      at,
                 guint64      n,
                 guint64     *from,
                 guint64     *to)
{
  *from = at / self->cell + 1;
  *to = MAX (*from, (at + n - 1 + 2 * self->half) / self->cell);
  if (self->cell == 2 * self->half + 1)
    *to = *from;
}

/* Estimates. A cell is then a sixteenth of the window, and its sum is scaled up from some of its samples. Means are computed at
 * places less than a cell apart, and interpolated linearly in between. */

#define ESTIMATED (16 * CELL) /* windows and recordings of up to this many samples are never estimated */
#define SAMPLED   1024
#define STEPS     4 /* places per cell */

/* Estimates the sums of the cells [@from, @to); caller holds the mutex. */
static gboolean
look_into_cells (State       *self,
                 OndesSource *parent,
                 guint64      from,
                 guint64      to,
                 GError     **error)
{
  const gsize parts = self->is_complex ? 2 : 1;
  double x[2 * SAMPLED];

  for (; from < to; from++)
    {
      const guint64 begin = CLAMP (from * self->cell, self->half, self->half + parent->n);
      const guint64 end = CLAMP ((from + 1) * self->cell, self->half, self->half + parent->n);
      const gsize n = (gsize) MIN (end - begin, SAMPLED);
      Cell *cell = &self->cells[from];

      if (cell->is_known)
        continue;
      if (!read_positions (self, parent, begin + (end - begin - n) / 2, n, x, error))
        return FALSE;
      for (gsize i = 0; i < n; i++)
        if (is_finite_at (x, i, self->is_complex))
          {
            for (gsize c = 0; c < parts; c++)
              cell->sum[c] += x[parts * i + c];
            cell->count++;
          }
      for (gsize c = 0; c < parts && cell->count > 0; c++)
        cell->sum[c] *= (double) (end - begin) / (double) n;
      cell->count = n > 0 ? (guint64) ((double) cell->count * (double) (end - begin) / (double) n) : 0;
      cell->is_known = TRUE;
    }
  return TRUE;
}

/* Estimates the mean of output @at, with partial cells at both ends of its window. */
static gboolean
estimate_mean (State       *self,
               OndesSource *parent,
               guint64      at,
               double       mean[2],
               GError     **error)
{
  const guint64 end = at + 2 * self->half + 1, from = at / self->cell, to = (end - 1) / self->cell + 1;
  double sums[2] = { 0, 0 }, count = 0;
  gboolean ok;

  g_mutex_lock (&self->mutex);
  ok = make_cells (self, parent, error) && look_into_cells (self, parent, from, to, error);
  for (guint64 i = from; ok && i < to; i++)
    {
      const guint64 inside = MIN (end, (i + 1) * self->cell) - MAX (at, i * self->cell);
      const double part = (double) inside / (double) self->cell;

      for (guint c = 0; c < 2; c++)
        sums[c] += part * self->cells[i].sum[c];
      count += part * (double) self->cells[i].count;
    }
  g_mutex_unlock (&self->mutex);
  for (guint c = 0; c < 2; c++)
    mean[c] = isfinite (sums[c] / count) ? sums[c] / count : 0;
  return ok;
}

static gboolean
subtract_estimates (State       *self,
                    OndesSource *parent,
                    guint64      at,
                    gsize        n,
                    double      *x,
                    GError     **error)
{
  const gsize parts = self->is_complex ? 2 : 1;
  const guint64 step = self->cell / STEPS;

  for (gsize k = 0; k < n;)
    {
      const guint64 node = (at + k) / step * step;
      double before[2], after[2];

      if (!estimate_mean (self, parent, MIN (node, parent->n - 1), before, error)
          || !estimate_mean (self, parent, MIN (node + step, parent->n - 1), after, error))
        return FALSE;
      for (; k < n && at + k < node + step; k++)
        {
          const double way = (double) (at + k - node) / (double) step;

          for (gsize c = 0; c < parts; c++)
            x[parts * k + c] -= (1 - way) * before[c] + way * after[c];
        }
    }
  return TRUE;
}

/* The operation. */

static void
needs (const OndesOperation *operation,
       guint64               parent_n,
       gint64               *at,
       guint64              *n)
{
  const guint64 half = MIN (((const MovingMean *) operation)->window / 2, parent_n);

  *at -= (gint64) half;
  *n += 2 * half;
}

static gpointer
state_new (const OndesOperation *operation,
           OndesSource *const   *parents)
{
  State *self = g_new0 (State, 1);

  /* In a longer window, every mean would be that of all samples. */
  self->half = MIN (((const MovingMean *) operation)->window / 2, parents[0]->n);
  self->cell = (gsize) MIN (2 * self->half + 1, CELL);
  self->is_complex = ondes_type_is_complex (parents[0]->type);
  g_mutex_init (&self->mutex);
  return self;
}

/* Creates an estimate state if some of the cells that the outputs of @span need have no sums. */
static gboolean
estimate (const OndesOperationCall *call,
          gpointer                 *made,
          GCancellable             *cancellable,
          GError                  **error)
{
  State *state = call->state, *estimated;
  guint64 from, to;
  gboolean known = TRUE;

  *made = NULL;
  if (((const MovingMean *) call->operation)->window <= ESTIMATED || call->parents[0]->n <= ESTIMATED || call->n == 0)
    return TRUE;
  if (state != NULL)
    {
      get_whole_cells (state, call->at, call->n, &from, &to);
      g_mutex_lock (&state->mutex);
      known = state->sampled > 0 || state->cells != NULL;
      for (; known && state->sampled == 0 && from < to; from++)
        known = state->cells[from].is_known != 0;
      g_mutex_unlock (&state->mutex);
      if (known)
        return TRUE;
    }
  estimated = state_new (call->operation, call->parents);
  estimated->cell = (gsize) (estimated->half / 8);
  estimated->sampled = SAMPLED;
  *made = estimated;
  return TRUE;
}

static void
state_free (gpointer data)
{
  State *self = data;

  ondes_memory_give_back (&self->cells);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static gboolean
prepare (const OndesOperationCall *call,
         const OndesWatch         *watch,
         GError                  **error)
{
  guint64 from, to;

  if (((State *) call->state)->sampled > 0)
    return TRUE;
  get_whole_cells (call->state, call->at, call->n, &from, &to);
  return sum_cells (call->state, call->parents[0], from, to, watch, error);
}

/* Fills @edge, whose range is set. */
static gboolean
read_edge (const State *self,
           OndesSource *parent,
           Edge        *edge,
           GError     **error)
{
  const gsize n = (gsize) (edge->end - edge->at), parts = self->is_complex ? 2 : 1;
  char *memory = ondes_memory_try (n * (parts * sizeof (double) + sizeof (guint32)), error);

  edge->x = (double *) (void *) memory;
  if (memory == NULL || !read_positions (self, parent, edge->at, n, edge->x, error))
    return FALSE;
  edge->counts = (guint32 *) (void *) (memory + n * parts * sizeof (double));
  for (gsize from = 0, to; from < n; from = to)
    {
      to = (gsize) MIN (((edge->at + from) / self->cell + 1) * self->cell, edge->end) - edge->at;
      accumulate (edge, from, to, self->is_complex);
    }
  return TRUE;
}

/* Subtracts the means of @n outputs, whose windows begin at @left, end at @right (NULL if in the cell they begin in) and have
 * the same whole cells in between. */
static void
subtract_run (const State *self,
              const Edge  *left,
              const Edge  *right,
              const Cell  *between,
              gsize        n,
              double      *x)
{
  const gsize parts = self->is_complex ? 2 : 1;

  for (gsize i = 0; i < n; i++)
    {
      const double count = (double) (left->counts[i] + between->count + (right != NULL ? right->counts[i] : 0));

      for (gsize c = 0; c < parts; c++)
        {
          const double sum = left->x[parts * i + c] + between->sum[c] + (right != NULL ? right->x[parts * i + c] : 0);
          const double mean = sum / count;

          x[parts * i + c] -= isfinite (mean) ? mean : 0;
        }
    }
}

/* Subtracts the means of the outputs [at, at + n). */
static void
subtract_means (State      *self,
                guint64     at,
                gsize       n,
                const Edge *left,
                const Edge *right,
                double     *x)
{
  const gsize parts = self->is_complex ? 2 : 1;
  const guint64 cell = self->cell;

  for (gsize k = 0, m; k < n; k += m)
    {
      const guint64 l = at + k, r = l + 2 * self->half, i = l / cell, j = r / cell;
      const Cell between = add_cells (self, i + 1, j);
      const Edge from = { .x = left->x + parts * (l - left->at), .counts = left->counts + (l - left->at) };
      const Edge to = { .x = right->x + parts * (r - right->at), .counts = right->counts + (r - right->at) };

      m = (gsize) MIN (MIN ((i + 1) * cell - l, (j + 1) * cell - r), n - k);
      subtract_run (self, &from, j > i ? &to : NULL, &between, m, x + parts * k);
    }
}

static gboolean
compute (const OndesOperationCall *call,
         void                     *out,
         GError                  **error)
{
  const OndesWatch watch = { .cancellable = g_cancellable_get_current () };
  State *self = call->state;
  OndesSource *parent = call->parents[0];
  const guint64 at = call->at, n = call->n;
  const guint64 cell = self->cell, right_at = at + 2 * self->half;
  Edge left = { .at = at, .end = ((at + n - 1) / cell + 1) * cell, .to_end = TRUE };
  Edge right = { .at = right_at / cell * cell, .end = right_at + n };
  gboolean ok;

  if (self->sampled > 0)
    return ondes_operation_read_parent (call, out, error) && subtract_estimates (self, parent, at, (gsize) n, out, error);
  ok = prepare (call, &watch, error) && ondes_operation_read_parent (call, out, error) && read_edge (self, parent, &left, error)
       && read_edge (self, parent, &right, error);
  if (ok)
    subtract_means (self, at, (gsize) n, &left, &right, out);
  g_free (left.x);
  g_free (right.x);
  return ok;
}

static const OndesOperationClass moving_class = {
  .n_parents = 1, .shape = ondes_operation_shape_of_parent, .needs = needs, .state_new = state_new, .state_free = state_free,
  .prepare = prepare, .estimate = estimate, .compute = compute,
};

guint64
ondes_moving_mean_samples (double window,
                           double rate_hz)
{
  const double half = round ((window * rate_hz - 1) / 2);

  return half > 1 ? 2 * (guint64) MIN (half, 0x1p60) + 1 : 3;
}

OndesOperation *
ondes_moving_mean_new (guint64 samples)
{
  MovingMean *self;

  g_return_val_if_fail (samples % 2 == 1, NULL);
  self = g_new0 (MovingMean, 1);
  self->window = samples;
  ondes_operation_init (&self->operation, &moving_class,
                        g_strdup_printf ("detrended, moving mean of %" PRIu64 " samples", samples));
  return &self->operation;
}

guint64
ondes_moving_mean_window (const OndesOperation *operation)
{
  return operation != NULL && operation->klass == &moving_class ? ((const MovingMean *) operation)->window : 0;
}
