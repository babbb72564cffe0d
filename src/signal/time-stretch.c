/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "time-stretch.h"

#include "base/dot.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

#define FRAME_S     0.012
#define FRAME_MIN   32
#define STRAIGHT    2    /* frames before an onset, and before the end, that go on unchanged */
#define NEARER      4    /* the place of a frame that leads to an onset is found that much more closely */
#define BLOCKS      8    /* in a frame, of the search for onsets */
#define HISTORY     20   /* blocks that an onset exceeds */
#define RISE        8.0  /* by how much */
#define ASTRAY      8    /* frames, at speeds up to 1, that onsets may keep the input from where it belongs */
#define TIE         1e-3 /* of equal similarities the nearer one wins */

struct _OndesTimeStretch
{
  OndesTimeStretchShape shape;
  guint    frame;        /* H */
  guint64  count, made, taken; /* outputs in all, computed, and given away */
  gint64   at;           /* p: the input that follows the last frame */
  double   slip;         /* by which p should lie later, in samples */
  double  *kept;         /* inputs [base, end); beyond the last one zeros */
  gint64   base, end;
  guint64  fed;
  double  *ready;        /* the last frame */
  double  *scores;
  gint64   scanned;      /* inputs searched for onsets */
  double   history[HISTORY]; /* energies of blocks, the last one first */
  GArray  *onsets;       /* of gint64, in order */
};

/* Where a frame belongs, and how far from there it may lie. */
typedef struct
{
  gint64 at, before, after;
} Place;

static gint64
block_of (const OndesTimeStretch *self)
{
  return self->frame / BLOCKS;
}

static gsize
max_kept (const OndesTimeStretch *self)
{
  return (gsize) ((4 * ASTRAY + 8) * MAX (self->shape.speed, 1) + 16) * self->frame;
}

OndesTimeStretch *
ondes_time_stretch_new (const OndesTimeStretchShape *shape,
                        GError **error)
{
  g_autoptr (OndesTimeStretch) self = NULL;

  g_return_val_if_fail (shape->speed >= ONDES_TIME_STRETCH_MIN && shape->speed <= ONDES_TIME_STRETCH_MAX, NULL);
  self = g_new0 (OndesTimeStretch, 1);
  self->shape = *shape;
  self->frame = (guint) MAX (round (FRAME_S * shape->rate_hz), FRAME_MIN);
  self->count = (guint64) ceil ((double) shape->n / shape->speed);
  self->onsets = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->kept = ondes_memory_try (max_kept (self) * shape->width * sizeof *self->kept, error);
  self->ready = self->kept != NULL ? ondes_memory_try ((gsize) self->frame * shape->width * sizeof *self->ready, error) : NULL;
  self->scores = self->ready != NULL ? ondes_memory_try ((2 * (gsize) self->frame + 3) * sizeof *self->scores, error) : NULL;
  return self->scores != NULL ? g_steal_pointer (&self) : NULL;
}

void
ondes_time_stretch_free (OndesTimeStretch *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->onsets);
  g_free (self->kept);
  g_free (self->ready);
  g_free (self->scores);
  g_free (self);
}

guint64
ondes_time_stretch_count (const OndesTimeStretch *self)
{
  return self->count;
}

static const double *
input (const OndesTimeStretch *self,
       gint64 at)
{
  return self->kept + (at - self->base) * self->shape.width;
}

/* Gets the inputs [*lo, *hi) that the next frame may depend on. */
static void
find_window (const OndesTimeStretch *self,
             gint64 *lo,
             gint64 *hi)
{
  const double speed = self->shape.speed, straight = STRAIGHT * (double) self->frame;
  const gint64 frame = self->frame, block = block_of (self);
  const double place = speed * (double) self->made, moved = (speed - 1) * straight;

  *lo = MIN (self->at, (gint64) (place + MIN (moved, 0)) - frame - 2);
  *lo = MAX (MIN (*lo, self->scanned - 1), 0);
  *hi = MAX (self->at, (gint64) (place + MAX (moved, 0)) + frame + 2) + (1 + STRAIGHT) * frame;
  *hi = MAX (*hi, (gint64) ceil (place + speed * straight));
  *hi = (*hi / block + 1) * block;
}

gsize
ondes_time_stretch_wants (const OndesTimeStretch *self)
{
  gint64 lo, hi;

  if (self->taken < self->made || self->made >= self->count)
    return 0;
  find_window (self, &lo, &hi);
  hi = MIN (hi, (gint64) self->shape.n);
  return hi > (gint64) self->fed ? (gsize) (hi - (gint64) self->fed) : 0;
}

/* Drops inputs before @lo. */
static void
drop (OndesTimeStretch *self,
      gint64 lo)
{
  const gsize width = self->shape.width;

  if (lo <= self->base)
    return;
  lo = MIN (lo, self->end);
  memmove (self->kept, input (self, lo), (gsize) (self->end - lo) * width * sizeof *self->kept);
  self->base = lo;
}

void
ondes_time_stretch_feed (OndesTimeStretch *self,
                         const double *samples,
                         gsize n)
{
  const gsize width = self->shape.width;
  gint64 lo, hi;

  g_return_if_fail (n <= ondes_time_stretch_wants (self));
  find_window (self, &lo, &hi);
  drop (self, lo);
  memcpy (self->kept + (gsize) (self->end - self->base) * width, samples, n * width * sizeof *samples);
  self->fed += n;
  self->end += (gint64) n;
}

/* Adds onsets among the inputs before @hi. */
static void
find_onsets (OndesTimeStretch *self,
             gint64 hi)
{
  const gsize width = self->shape.width;
  const gint64 block = block_of (self);

  for (; self->scanned + block <= hi; self->scanned += block)
    {
      const double *x = input (self, self->scanned);
      double energy = 0, most = 0;

      for (gsize i = self->scanned == 0 ? width : 0; i < (gsize) block * width; i++)
        energy += (x[i] - x[(gssize) (i - width)]) * (x[i] - x[(gssize) (i - width)]);
      for (guint i = 0; i < HISTORY; i++)
        most = MAX (most, self->history[i]);
      if (energy > RISE * most)
        g_array_append_val (self->onsets, self->scanned);
      memmove (self->history + 1, self->history, (HISTORY - 1) * sizeof *self->history);
      self->history[0] = energy;
    }
  while (self->onsets->len > 0 && g_array_index (self->onsets, gint64, 0) + self->frame < self->base)
    g_array_remove_index (self->onsets, 0);
}

/* Returns where the next frame belongs. The first onset ahead, or the end, is reached straight on, and not before. */
static Place
find_place (const OndesTimeStretch *self)
{
  const double made = (double) self->made;
  const gint64 frame = self->frame, straight = STRAIGHT * frame;
  Place place = { (gint64) round (self->shape.speed * made), frame, frame };

  for (guint i = 0; i <= self->onsets->len; i++)
    {
      const gboolean is_end = i == self->onsets->len;
      const gint64 at = is_end ? (gint64) self->shape.n : g_array_index (self->onsets, gint64, i);
      const double ahead = (double) at / self->shape.speed - made;

      if (at < self->at || ahead <= 0)
        continue;
      if (ahead <= (double) straight)
        return (Place) { at - (gint64) round (ahead), is_end ? frame : frame / NEARER, is_end ? 0 : frame / NEARER };
      place.at = MIN (place.at, at - straight);
      place.after = MIN (place.after, at - straight - place.at);
      break;
    }
  return place;
}

/* TRUE if no onset is left out or repeated by going on at @q. */
static gboolean
is_free (const OndesTimeStretch *self,
         gint64 q)
{
  const gint64 lo = MIN (self->at, q), hi = MAX (self->at, q) + self->frame;

  for (guint i = 0; i < self->onsets->len; i++)
    {
      const gint64 onset = g_array_index (self->onsets, gint64, i);

      if (onset < hi && onset + self->frame / 2 > lo)
        return FALSE;
    }
  return TRUE;
}

/* Fills scores with S(q) for q in [first, last]. */
static void
find_scores (OndesTimeStretch *self,
             gint64 first,
             gint64 last)
{
  const gsize width = self->shape.width, n = self->frame * width;
  const double *here = input (self, self->at);
  const double energy_here = ondes_dot (here, here, n);
  double energy = ondes_dot (input (self, first), input (self, first), n);

  for (gint64 q = first; q <= last; q++)
    {
      const double *there = input (self, q), both = energy_here + MAX (energy, 0);

      self->scores[q - first] = both > 0 ? 2 * ondes_dot (here, there, n) / both : 0;
      energy += ondes_dot (there + n, there + n, width) - ondes_dot (there, there, width);
    }
}

/* Returns the score at a fraction @t of a sample from the one at @s, and where the parabola through its neighbours is highest. */
static double
interpolate (const double *s,
             double t,
             double *peak)
{
  const double slope = (s[1] - s[-1]) / 2, bend = s[1] - 2 * s[0] + s[-1];

  *peak = bend < 0 ? -slope / bend : 0;
  return s[0] + t * slope + t * t / 2 * bend;
}

/* Moves *@q to the place most like what follows the last frame; FALSE if onsets leave none. */
static gboolean
find_similar (OndesTimeStretch *self,
              const Place *place,
              gboolean any,
              gint64 *q)
{
  const gint64 first = MAX (place->at - place->before, 1), last = MIN (place->at + place->after, (gint64) self->shape.n);
  double best = -G_MAXDOUBLE, slip = 0;

  if (last < first)
    return FALSE;
  find_scores (self, first - 1, last + 1);
  for (gint64 at = first; at <= last; at++)
    {
      double peak, score = interpolate (self->scores + (at - first + 1), -self->slip, &peak);

      score -= TIE * (double) ABS (at - place->at) / self->frame;
      if (score <= best || !(any || is_free (self, at)))
        continue;
      best = score;
      *q = at;
      slip = peak + self->slip;
    }
  if (best == -G_MAXDOUBLE)
    return FALSE;
  self->slip = fabs (slip) <= 1 ? slip : 0;
  return TRUE;
}

/* Returns the input from which the next frame goes on. */
static gint64
choose (OndesTimeStretch *self)
{
  const Place place = find_place (self);
  const gint64 astray = (gint64) (ASTRAY * MAX (self->shape.speed, 1) * self->frame);
  gint64 q = self->at;

  if (q >= place.at - place.before && q <= place.at + place.after)
    return q;
  find_similar (self, &place, ABS (q - place.at) > astray, &q);
  return q;
}

static void
make_frame (OndesTimeStretch *self)
{
  const gsize width = self->shape.width, frame = self->frame;
  const double *old, *new;
  gint64 lo, hi, q;

  find_window (self, &lo, &hi);
  drop (self, lo);
  if (hi > self->end)
    {
      memset (self->kept + (gsize) (self->end - self->base) * width, 0, (gsize) (hi - self->end) * width * sizeof *self->kept);
      self->end = hi;
    }
  find_onsets (self, MIN (hi, (gint64) self->shape.n));
  q = choose (self);
  old = input (self, self->at);
  new = input (self, q);
  for (gsize i = 0; i < frame; i++)
    {
      const double weight = 0.5 - 0.5 * cos (G_PI * ((double) i + 0.5) / (double) frame);

      for (gsize c = i * width; c < (i + 1) * width; c++)
        self->ready[c] = old[c] + weight * (new[c] - old[c]);
    }
  self->at = q + (gint64) frame;
  self->made = MIN (self->made + frame, self->count);
}

gsize
ondes_time_stretch_take (OndesTimeStretch *self,
                         double *samples,
                         gsize n)
{
  const gsize width = self->shape.width;
  gsize done = 0;

  while (done < n)
    {
      gsize now;

      if (self->taken == self->made)
        {
          if (self->made == self->count || ondes_time_stretch_wants (self) > 0)
            break;
          make_frame (self);
        }
      now = (gsize) MIN (n - done, self->made - self->taken);
      memcpy (samples + done * width, self->ready + (gsize) (self->taken % self->frame) * width, now * width * sizeof *samples);
      self->taken += now;
      done += now;
    }
  return done;
}
