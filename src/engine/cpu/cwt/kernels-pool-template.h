/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pooling part of kernels-template.h, included only there: the largest |W|² of spans of samples, from more widely spaced
 * samples (nodes). */

static inline __attribute__ ((always_inline)) void
NAME (squares) (const T *restrict z,
                gsize    n,
                gsize    parts,
                T       *restrict out)
{
  if (parts == 2)
    for (gsize i = 0; i < n; i++)
      out[i] = z[2 * i] * z[2 * i] + z[2 * i + 1] * z[2 * i + 1];
  else
    for (gsize i = 0; i < n; i++)
      out[i] = z[i] * z[i];
}

/* A bitwise select, as arrays of lanes do not stay in registers; a macro, as no function may pass a V by value: its calling
 * convention depends on the x86-64 level. */
#define CHOSEN(mask, a, b) ((V) (((Mask) (a) & (mask)) | ((Mask) (b) & ~(mask))))

static inline __attribute__ ((always_inline)) void
NAME (raise) (V       *a,
              const V *b)
{
  *a = CHOSEN (*a > *b, *a, *b);
}

/* Returns the largest of @n non-negative values. */
static inline __attribute__ ((always_inline)) T
NAME (max_of) (const T *x,
               gsize    n)
{
  T best = 0;

  if (n >= LANES)
    {
      V top = *(const V *) x;

      for (gsize i = LANES; i + LANES <= n; i += LANES)
        NAME (raise) (&top, (const V *) (x + i));
      NAME (raise) (&top, (const V *) (x + n - LANES));
      for (gsize i = 0; i < LANES; i++)
        best = top[i] > best ? top[i] : best;
    }
  else
    for (gsize i = 0; i < n; i++)
      best = x[i] > best ? x[i] : best;
  return best;
}

#define SQUARES 512

static inline __attribute__ ((always_inline)) double
NAME (max_square) (const T *z,
                   gsize    n,
                   gsize    parts)
{
  T block[SQUARES], best = 0;

  for (gsize i = 0; i < n; i += SQUARES)
    {
      const gsize m = MIN (SQUARES, n - i);
      T v;

      NAME (squares) (z + i * parts, m, parts, block);
      v = NAME (max_of) (block, m);
      best = v > best ? v : best;
    }
  return best;
}

static double
NAME (maximum) (const void *z,
                gsize       n)
{
  return NAME (max_square) (z, n, 2);
}

static double
NAME (maximum_real) (const void *z,
                     gsize       n)
{
  return NAME (max_square) (z, n, 1);
}

static void
NAME (split) (const void *z,
              gsize       n,
              void       *re,
              void       *im)
{
  const T *restrict a = z;
  T *restrict x = re;
  T *restrict y = im;

  for (gsize i = 0; i < n; i++)
    {
      x[i] = a[2 * i];
      y[i] = a[2 * i + 1];
    }
}

static void
NAME (cut) (void         *cuts,
            guint         lane,
            guint         offset,
            const double *before,
            const double *at)
{
  Cuts *to = cuts;

  to->cut[lane] = (T) offset;
  for (guint k = 0; k < 8; k++)
    {
      to->before[k][lane] = (T) before[k];
      to->at[k][lane] = (T) at[k];
    }
}

static void
NAME (clear_cuts) (void *cuts)
{
  Cuts *to = cuts;

  *to = (Cuts) { 0 };
  for (guint lane = 0; lane < ONDES_CHUNK; lane++)
    to->cut[lane] = 1 << 20;
}

/* Computes |W|² by an eight-tap filter, with weights common to all lanes or, if @of_lanes, one set per lane. */
static inline __attribute__ ((always_inline)) void
NAME (filtered) (const V *x,
                 const V *y,
                 gsize    parts,
                 const T *weights,
                 gboolean of_lanes,
                 V       *square)
{
  V re = { 0 }, im = { 0 };

#pragma GCC unroll 8
  for (gsize k = 0; k < 8; k++)
    if (of_lanes)
      {
        const V w = *(const V *) (weights + k * ONDES_CHUNK);

        re += x[k] * w;
        if (parts == 2)
          im += y[k] * w;
      }
    else
      {
        re += x[k] * weights[k];
        if (parts == 2)
          im += y[k] * weights[k];
      }
  *square = re * re + im * im;
}

/* The largest |W|² of LANES intervals before their cuts and from them on. */
typedef struct
{
  V before, from;
} NAME (Peaks);

/* Evaluates every sample of LANES intervals between adjacent nodes and raises their peaks. */
static inline __attribute__ ((always_inline)) void
NAME (every_sample) (const V              *x,
                     const V              *y,
                     gsize                 parts,
                     const OndesPoolNodes *nodes,
                     const V              *cut,
                     NAME (Peaks)         *peaks)
{
  for (gsize p = 1; p < nodes->phases; p++)
    {
      const V none = { 0 };
      V value, before, from;

      NAME (filtered) (x, y, parts, (const T *) nodes->filters + 8 * p, FALSE, &value);
      before = cut ? CHOSEN (*cut > (T) p, value, none) : value;
      peaks->before = CHOSEN (before > peaks->before, before, peaks->before);
      from = cut ? CHOSEN (*cut > (T) p, none, value) : none;
      peaks->from = CHOSEN (from > peaks->from, from, peaks->from);
    }
}

/* Finds the single peak that so short an interval can have, by the parabola through the largest value and its neighbours:
 * @where is its sample, counted from the node, and @value its height there. Without a peak @value is 0: only the ends count. */
static inline __attribute__ ((always_inline)) void
NAME (vertex) (const V              *x,
               const V              *y,
               gsize                 parts,
               const OndesPoolNodes *nodes,
               V                    *where,
               V                    *value)
{
  const V none = { 0 };
  const T step = (T) nodes->stride / (T) nodes->phases, last = (T) (nodes->stride - 1);
  const T round = (T) (SINGLE ? 0x1.8p23 : 0x1.8p52);
  V best = none, best_slope = none, best_curvature = none + 1, position = none, ratio, offset;
  V a = x[3] * x[3] + y[3] * y[3], b;

  NAME (filtered) (x, y, parts, (const T *) nodes->filters + 8, FALSE, &b);
  for (gsize p = 1; p < nodes->phases; p++)
    {
      V c, slope, curvature, abs_slope, valid;

      if (p + 1 < nodes->phases)
        NAME (filtered) (x, y, parts, (const T *) nodes->filters + 8 * (p + 1), FALSE, &c);
      else
        c = x[4] * x[4] + y[4] * y[4];
      slope = c - a;
      curvature = 2 * ((b - a) + (b - c));
      abs_slope = CHOSEN (slope > 0, slope, -slope);
      valid = CHOSEN (abs_slope < curvature, b, none); /* the vertex lies between the neighbours */
      best_slope = CHOSEN (valid > best, slope, best_slope);
      best_curvature = CHOSEN (valid > best, curvature, best_curvature);
      position = CHOSEN (valid > best, none + (T) p, position);
      best = CHOSEN (valid > best, valid, best);
      a = b;
      b = c;
    }
  ratio = best_slope / best_curvature;
  *where = ((position + ratio) * step + round) - round;
  *where = CHOSEN (*where > last, none + last, *where);
  offset = *where * (1 / step) - (position + ratio);
  *value = best + (ratio * best_slope - best_curvature * offset * offset) / 4;
}

/* Finds the largest |W|² of LANES intervals from @first on, before and from their cuts. @cuts starts at the first lane; NULL if
 * none. */
static inline __attribute__ ((always_inline)) void
NAME (interval) (const OndesPoolNodes *nodes,
                 gsize                 first,
                 gsize                 parts,
                 gboolean              exact,
                 const Cuts           *cuts)
{
  const T *re = (const T *) nodes->re + first, *im = (const T *) nodes->im + first;
  T *left = (T *) nodes->left + first, *right = (T *) nodes->right + first;
  const V none = { 0 };
  const V cut = cuts ? *(const V *) cuts->cut : none;
  NAME (Peaks) peaks = { none, none };
  V x[8], y[8], node;

#pragma GCC unroll 8
  for (gsize k = 0; k < 8; k++)
    {
      x[k] = *(const V *) (re + k);
      y[k] = parts == 2 ? *(const V *) (im + k) : none;
    }
  node = x[3] * x[3] + y[3] * y[3];
  peaks.before = cuts ? CHOSEN (cut > 0, node, none) : node;
  if (cuts)
    peaks.from = CHOSEN (cut > 0, none, node);
  if (exact)
    NAME (every_sample) (x, y, parts, nodes, cuts ? &cut : NULL, &peaks);
  else
    {
      V where, value, before, from;

      NAME (vertex) (x, y, parts, nodes, &where, &value);
      before = cuts ? CHOSEN (where < cut, value, none) : value;
      peaks.before = CHOSEN (before > peaks.before, before, peaks.before);
      if (cuts)
        {
          from = CHOSEN (where < cut, none, value);
          peaks.from = CHOSEN (from > peaks.from, from, peaks.from);
          NAME (filtered) (x, y, parts, cuts->before[0], TRUE, &before);
          NAME (filtered) (x, y, parts, cuts->at[0], TRUE, &from);
          peaks.before = CHOSEN (before > peaks.before, before, peaks.before);
          peaks.from = CHOSEN (from > peaks.from, from, peaks.from);
        }
    }
  *(V *) left = peaks.before;
  *(V *) right = peaks.from;
}

static inline __attribute__ ((always_inline)) void
NAME (all_intervals) (const OndesPoolNodes *nodes,
                      gsize                 parts,
                      gboolean              exact)
{
  for (gsize chunk = 0; chunk < nodes->n_chunks; chunk++)
    {
      const gsize begin = chunk * ONDES_CHUNK;
      T *left = (T *) nodes->left + begin, *right = (T *) nodes->right + begin;
      const Cuts *cuts = nodes->cuts[chunk] < 0 ? NULL : (const Cuts *) nodes->records + nodes->cuts[chunk];

      if (nodes->active && !nodes->active[chunk])
        for (gsize i = 0; i < ONDES_CHUNK; i++)
          left[i] = right[i] = 0;
      else if (cuts)
        for (gsize i = 0; i < ONDES_CHUNK; i += LANES)
          NAME (interval) (nodes, begin + i, parts, exact, (const Cuts *) (const void *) ((const T *) cuts + i));
      else
        for (gsize i = 0; i < ONDES_CHUNK; i += LANES)
          NAME (interval) (nodes, begin + i, parts, exact, NULL);
    }
}

static void
NAME (intervals) (const OndesPoolNodes *nodes)
{
  const gboolean exact = nodes->phases == nodes->stride;

  if (nodes->im && exact)
    NAME (all_intervals) (nodes, 2, TRUE);
  else if (nodes->im)
    NAME (all_intervals) (nodes, 2, FALSE);
  else if (exact)
    NAME (all_intervals) (nodes, 1, TRUE);
  else
    NAME (all_intervals) (nodes, 1, FALSE);
}

/* A peak between two nodes is less than twice the larger of them. */
static void
NAME (prune) (const OndesPoolNodes *nodes,
              const OndesPoolSpans *spans,
              void                 *work,
              guint8               *active)
{
  const T *x = (const T *) nodes->re + 3, *y = nodes->im ? (const T *) nodes->im + 3 : NULL;
  T *max = work;

  for (gsize chunk = 0; chunk < nodes->n_chunks; chunk++)
    {
      T square[ONDES_CHUNK + 1], best = 0;

      for (gsize i = 0; i <= ONDES_CHUNK; i++)
        square[i] = x[chunk * ONDES_CHUNK + i] * x[chunk * ONDES_CHUNK + i]
                    + (y ? y[chunk * ONDES_CHUNK + i] * y[chunk * ONDES_CHUNK + i] : 0);
      for (gsize i = 0; i <= ONDES_CHUNK; i++)
        best = square[i] > best ? square[i] : best;
      max[chunk] = best;
      active[chunk] = TRUE;
    }
  for (gsize i = 0; i < spans->n; i++)
    {
      const gsize from = (gsize) spans->starts[i] / ONDES_CHUNK + 1, to = (gsize) spans->starts[i + 1] / ONDES_CHUNK;
      T best = 0;

      for (gsize chunk = from; chunk < to; chunk++)
        best = max[chunk] > best ? max[chunk] : best;
      for (gsize chunk = from; chunk < to; chunk++)
        active[chunk] = max[chunk] >= best / 2;
    }
}

/* Returns the largest value of a span that begins at the cut in interval @from. */
static inline __attribute__ ((always_inline)) T
NAME (span) (const T *left,
             const T *right,
             gint32   from,
             gint32   to)
{
  const T inner = NAME (max_of) (left + from + 1, (gsize) (to - from));

  return inner > right[from] ? inner : right[from];
}

static void
NAME (spans) (const OndesPoolNodes *nodes,
              const OndesPoolSpans *spans,
              double                gain,
              gboolean              power,
              void                 *work,
              float                *out)
{
  const gint32 *starts = spans->starts;
  const gsize n = spans->n;
  const T *right = nodes->right;
  const T g = (T) gain;
  T *left = nodes->left;
  T *restrict max = work;
  gint32 shortest = G_MAXINT32, longest = 0, window = 1;
  gboolean together;

  for (gsize i = 1; i + 1 < n; i++)
    {
      shortest = MIN (shortest, starts[i + 1] - starts[i]);
      longest = MAX (longest, starts[i + 1] - starts[i]);
    }
  while (2 * window <= MIN (shortest, (gint32) LANES))
    window *= 2;
  together = n > 2 && longest <= 2 * window;
  for (gsize i = 0; i < n; i += together ? n - 1 : 1)
    max[i] = NAME (span) (left, right, starts[i], starts[i + 1]);
  if (together) /* two windows of intervals cover each short span without a loop */
    {
      for (gsize step = 1; step < (gsize) window; step *= 2)
        for (gsize i = 0; i + step < nodes->n_chunks * ONDES_CHUNK; i++)
          left[i] = left[i + step] > left[i] ? left[i + step] : left[i];
      for (gsize i = 1; i + 1 < n; i++)
        {
          const T a = left[starts[i] + 1], b = left[starts[i + 1] + 1 - window], c = right[starts[i]];
          const T inner = a > b ? a : b;

          max[i] = inner > c ? inner : c;
        }
    }
  if (power)
    for (gsize i = 0; i < n; i++)
      out[i] = (float) (max[i] * g * g);
  else
    for (gsize i = 0; i < n; i++)
      out[i] = (float) (SQRT (max[i]) * g);
}
