/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row's levels are found once, at all pixels of a line; a line mixes those of two rows. */
#include "raster-smooth.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "palette.h"

#define SHARP   2.0  /* pixels: rows and columns up to this size keep their edges */
#define TOUCH   1e-6 /* relative gap between the edges of rows that touch */
#define COLOURS ONDES_PALETTE_COLOURS

/* A row in lines of the raster, from the top. */
typedef struct
{
  double   centre, height;
  gboolean joins_next; /* passes into the next higher row */
} Place;

/* The levels of a row at all pixels of a line, in colours; NaN where not known. */
typedef struct
{
  int    row; /* by ascending frequency; −1 for none */
  float *levels;
} Slot;

struct _OndesRasterSmooth
{
  const OndesRasterMap *map;
  const guint32        *colours;
  const double         *medians;   /* NULL unless rows are equalised */
  gboolean              decibel;
  float                 add, times; /* the level is add + times log2 (value), or times value */
  Place                *places;
  double                first, samples; /* of the columns: the middle of column 0 in pixels, and their width */
  Slot                  slots[2];
  float                *columns;   /* levels of the scalogram's columns */
};

static double
line_of (const OndesRasterSmooth *self,
         const OndesDisplay      *display,
         const OndesAxis         *axis,
         double                   frequency)
{
  const double pixel = ondes_axis_pixel (axis, ondes_display_from_frequency (display, self->map->scalogram, frequency));

  return self->map->height * (1 - pixel / axis->pixels);
}

static void
find_places (OndesRasterSmooth  *self,
             const OndesDisplay *display,
             const OndesAxis    *axis)
{
  const OndesScalogram *scalogram = self->map->scalogram;

  for (guint i = 0; i < scalogram->rows; i++)
    {
      const guint row = self->map->rows[i];
      const double *edges = &scalogram->edges_hz[2 * row];
      Place *place = &self->places[i];

      place->centre = line_of (self, display, axis, scalogram->frequencies_hz[row]);
      place->height = fabs (line_of (self, display, axis, edges[0]) - line_of (self, display, axis, edges[1]));
      if (i + 1 < scalogram->rows)
        {
          const guint next = self->map->rows[i + 1];

          place->joins_next = scalogram->edges_hz[2 * next] <= edges[1] * (1 + TOUCH)
                              && ondes_scalogram_is_aliased (scalogram, row) == ondes_scalogram_is_aliased (scalogram, next);
        }
    }
}

OndesRasterSmooth *
ondes_raster_smooth_new (const OndesRasterMap  *map,
                         const OndesDisplay    *display,
                         const OndesAxis       *axis,
                         const OndesRasterView *view)
{
  const OndesScalogram *scalogram = map->scalogram;
  OndesRasterSmooth *self = g_new0 (OndesRasterSmooth, 1);
  const double reference = display->equalise ? display->reference : ldexp (display->reference, -scalogram->exponent);
  const double pixel = view->width / view->count;
  const double slope = ondes_scalogram_decade_db (scalogram) / display->db_range; /* levels a decade */

  self->map = map;
  self->colours = ondes_palette_colours (display->palette);
  self->medians = display->equalise ? scalogram->medians : NULL;
  self->decibel = display->decibel;
  self->add = (float) (display->decibel ? COLOURS * (1 - slope * log10 (reference)) : 0);
  self->times = (float) (display->decibel ? COLOURS * slope * log10 (2) : COLOURS / reference);
  self->samples = (double) scalogram->view.count / scalogram->columns * pixel;
  self->first = (scalogram->view.first - view->first) * pixel + self->samples / 2;
  self->places = g_new0 (Place, scalogram->rows);
  find_places (self, display, axis);
  for (guint i = 0; i < G_N_ELEMENTS (self->slots); i++)
    self->slots[i] = (Slot) { -1, g_new (float, map->width) };
  self->columns = g_new (float, scalogram->columns);
  return self;
}

void
ondes_raster_smooth_free (OndesRasterSmooth *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->slots); i++)
    g_free (self->slots[i].levels);
  g_free (self->places);
  g_free (self->columns);
  g_free (self);
}

/* Returns log2 (value) of a positive normal number to 2e-5, without a branch, so that loops over it are vectorised: the exponent,
 * and a polynomial through log2 of the mantissa at Chebyshev's nodes of 1 to 2. */
static inline float
quick_log2 (float value)
{
  gint32 bits, ones;
  float m;

  memcpy (&bits, &value, sizeof bits);
  ones = (bits & 0x7fffff) | 0x3f800000;
  memcpy (&m, &ones, sizeof m);
  return (float) ((bits >> 23) - 127)
         + (((((0.0430049578f * m - 0.402513394f) * m + 1.58947429f) * m
            - 3.48987855f) * m + 5.04785541f) * m - 2.78792621f);
}

/* Converts @values to levels in colours, below COLOURS; NaN for values that are not known. */
static void
to_levels (const OndesRasterSmooth *self,
           float                   *values,
           guint                    n)
{
  const float add = self->add, times = self->times, most = COLOURS - 0.01f;

  if (!self->decibel)
    for (guint i = 0; i < n; i++)
      values[i] = values[i] >= 0 ? MIN (times * values[i], most) : NAN;
  else
    for (guint i = 0; i < n; i++)
      {
        const float level = add + times * quick_log2 (MAX (values[i], FLT_MIN)), top = level < most ? level : most;

        values[i] = values[i] >= 0 ? (values[i] > 0 && top > 0 ? top : 0) : NAN;
      }
}

/* Interpolates the levels of columns wider than SHARP. */
static void
stretch (const OndesRasterSmooth *self,
         float                   *levels)
{
  const int last = (int) self->map->scalogram->columns - 1;

  for (int x = 0; x < self->map->width; x++)
    {
      const OndesRasterRange *own = &self->map->columns[x];
      const double at = (x + 0.5 - self->first) / self->samples;
      const int left = CLAMP ((int) floor (at), 0, MAX (last - 1, 0)), right = MIN (left + 1, last);
      const float a = self->columns[left], b = self->columns[right], t = (float) CLAMP (at - left, 0, 1);

      if (own->from == own->to)
        levels[x] = NAN;
      else if (isnan (a) || isnan (b))
        levels[x] = self->columns[own->from];
      else
        levels[x] = a + t * (b - a);
    }
}

static void
fill (const OndesRasterSmooth *self,
      Slot                    *slot,
      int                      row)
{
  const OndesScalogram *scalogram = self->map->scalogram;
  const guint at = self->map->rows[row];
  const float *values = scalogram->values + (gsize) at * scalogram->columns;
  const float divisor = self->medians != NULL ? (float) ldexp (self->medians[at], -scalogram->exponent) : 1;

  slot->row = row;
  if (self->samples > SHARP)
    {
      for (guint j = 0; j < scalogram->columns; j++)
        self->columns[j] = values[j] / divisor;
      to_levels (self, self->columns, scalogram->columns);
      stretch (self, slot->levels);
      return;
    }
  for (int x = 0; x < self->map->width; x++)
    slot->levels[x] = ondes_raster_map_value (self->map, values, x) / divisor;
  to_levels (self, slot->levels, (guint) self->map->width);
}

/* Returns the levels of @row; does not overwrite those of @keep. */
static const float *
levels_of (OndesRasterSmooth *self,
           int                row,
           int                keep)
{
  Slot *slot = self->slots[0].row == row || (self->slots[1].row != row && self->slots[0].row != keep) ? &self->slots[0]
                                                                                                     : &self->slots[1];

  if (slot->row != row)
    fill (self, slot, row);
  return slot->levels;
}

static void
colour (const OndesRasterSmooth *self,
        const float             *own,
        const float             *other,
        float                    t,
        guint32                 *line)
{
  for (int x = 0; x < self->map->width; x++)
    {
      const float mixed = own[x] + t * (other[x] - own[x]), level = isnan (mixed) ? own[x] : mixed;

      line[x] = isnan (level) ? 0 : self->colours[(int) level];
    }
}

gboolean
ondes_raster_smooth_line (OndesRasterSmooth *self,
                          int                y,
                          guint32           *line)
{
  const OndesRasterRange *rows = &self->map->lines[y];
  const Place *place = &self->places[rows->from];
  int row = (int) rows->from, other;
  const float *own, *mixed;
  double t = 0;

  if (rows->to - rows->from != 1 || (!(place->height > SHARP) && !(self->samples > SHARP)))
    return FALSE;
  other = y + 0.5 < place->centre ? row + 1 : row - 1;
  if (place->height > SHARP && other >= 0 && other < (int) self->map->scalogram->rows
      && self->places[MIN (row, other)].joins_next && isfinite (self->places[other].centre)
      && fabs (self->places[other].centre - place->centre) > 0)
    t = (y + 0.5 - place->centre) / (self->places[other].centre - place->centre);
  else
    other = row;
  own = levels_of (self, row, other);
  mixed = other == row ? own : levels_of (self, other, row);
  colour (self, own, mixed, (float) CLAMP (t, 0, 1), line);
  return TRUE;
}
