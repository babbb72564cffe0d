/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns computed for a view. The whole of a short recording is one picture with a column per pixel; only an oversampled one,
 * and what it is compared with, have columns of whole recorded samples, or their difference would lean. The whole of a long one has
 * slightly fewer columns than pixels and is made of tiles, so that finished tiles remain when it is left. A part of a recording is
 * made of tiles on a grid that is fixed while the view moves: TILE columns of 2^k samples each, with the largest k that gives at
 * least a column per pixel. So a pan computes only the tiles that come into view, and going back, or zooming within an octave,
 * computes nothing. The columns of a Walshgram have whole hops, and begin where its first frame is shown.
 */
#include "config.h"

#include <math.h>

#include "scalogram-analysis-private.h"

#define TILE       128 /* columns, or of a Walshgram with long windows down to a quarter */
#define WHOLE_TILE 16  /* columns, for the whole recording; leaving it loses only the tile in progress */
#define WHOLE_STEP 256 /* samples per column from which rounding them up costs at most 1/256 of the columns */

/* Returns the samples per column of the whole recording; 0 if it has one column per pixel without tiles. */
static guint64
whole_step (OndesScalogramAnalysis *self,
            const OndesGridBounds *bounds)
{
  /* A Walshgram has as many columns as pixels or up to twice as many, of whole hops. */
  if (bounds->in_steps)
    return bounds->step * MAX (bounds->count / bounds->step / bounds->columns, 1);
  if (bounds->count >= (guint64) WHOLE_STEP * bounds->columns)
    return (bounds->count + bounds->columns - 1) / bounds->columns;
  return bounds->count > bounds->columns && ondes_scalogram_analysis_get_rows_oversampling (self) > 1
           ? bounds->count / bounds->columns
           : 0;
}

void
ondes_scalogram_analysis_get_grid (OndesScalogramAnalysis *self,
                                   OndesGrid              *grid)
{
  OndesGridBounds bounds;
  guint64 first, count, tile, step;
  gboolean whole;

  ondes_scalogram_analysis_get_bounds (self, self->picture_spec, &bounds);
  ondes_timeline_get_span (self->timeline, &first, &count);
  whole = count >= self->source->n;
  step = whole ? whole_step (self, &bounds) : bounds.step;
  while (!whole && step * 2 * bounds.columns <= count)
    step *= 2;
  *grid = (OndesGrid) { { .first = first, .count = count, .columns = bounds.columns }, step, bounds.wide,
                        whole ? WHOLE_TILE : bounds.in_steps ? CLAMP (bounds.columns / 2, TILE / 4, TILE) : TILE };
  if (step == 0)
    return;
  tile = step * grid->tile;
  /* Where the view shows nothing, take the nearest tile. */
  count = CLAMP (first + count, bounds.first + 1, bounds.first + bounds.count) - bounds.first;
  first = (CLAMP (first, bounds.first, bounds.first + bounds.count - 1) - bounds.first) / tile * tile;
  grid->view.first = bounds.first + first;
  grid->view.count = MIN ((count + tile - 1) / tile * tile, bounds.count) - first;
  grid->view.columns = (guint) ((grid->view.count + step - 1) / step);
}

/* Returns the span and columns of the tiles [from, to). */
static OndesView
tiles_of (const OndesGrid *grid,
          guint            from,
          guint            to)
{
  const OndesView *view = &grid->view;
  guint columns = MIN (to * grid->tile, view->columns) - from * grid->tile;
  guint64 first = from * grid->tile * grid->step;

  return (OndesView) { .first = view->first + first,
                       .count = MIN (columns * grid->step, view->count - first),
                       .columns = columns };
}

static guint
tile_count (const OndesGrid *grid,
            const OndesView *view)
{
  return (view->columns + grid->tile - 1) / grid->tile;
}

static gboolean
is_kept (OndesScalogramAnalysis *self,
         const OndesView        *view)
{
  return self->kept != NULL && self->kept->view.first == view->first && self->kept->view.count == view->count
         && self->kept->view.columns == view->columns && ondes_spec_equal (self->kept->spec, self->picture_spec);
}

/* Returns what was shown of the picture when it was left, borrowed, or NULL if none was kept or the picture has no tiles. */
static OndesScalogram *
find_left (OndesScalogramAnalysis *self,
           const OndesGrid        *grid)
{
  OndesView view = grid->view;

  view.preview = TRUE;
  return grid->step > 0 ? ondes_picture_cache_find (self->cache, self->picture_source, self->picture_spec, &view, NULL) : NULL;
}

OndesScalogram *
ondes_scalogram_analysis_find_tiles (OndesScalogramAnalysis *self,
                                     const OndesGrid        *grid,
                                     OndesView              *missing,
                                     gboolean               *seen,
                                     const char            **status)
{
  OndesScalogram *found;
  OndesView whole = grid->view;
  guint tiles = tile_count (grid, &whole), from = tiles, to = 0, n = 0;
  g_autofree OndesScalogram **parts = NULL;

  *seen = FALSE;
  found = ondes_picture_cache_find (self->cache, self->picture_source, self->picture_spec, &whole, status);
  *missing = found == NULL ? whole : (OndesView) { 0 };
  if (found != NULL || grid->step == 0)
    return found != NULL ? ondes_scalogram_ref (found) : NULL;
  /* Start with what was shown, so that the tiles overwrite it. */
  parts = g_new (OndesScalogram *, tiles + 1);
  parts[0] = find_left (self, grid);
  for (guint i = 0; i < tiles; i++)
    {
      OndesView tile = tiles_of (grid, i, i + 1);

      parts[n + 1] = ondes_picture_cache_find (self->cache, self->picture_source, self->picture_spec, &tile, status);
      if (parts[n + 1] != NULL)
        n++;
      else
        {
          from = MIN (from, i);
          to = i + 1;
        }
    }
  *missing = to > 0 ? tiles_of (grid, from, to) : (OndesView) { 0 };
  if (n == tiles && is_kept (self, &whole))
    return ondes_scalogram_ref (self->kept);
  whole.preview = n < tiles;
  *seen = whole.preview && parts[0] != NULL;
  if (!*seen && n == 0)
    return NULL;
  found = *seen ? ondes_scalogram_assemble (&whole, grid->step, parts, n + 1, NULL)
                : ondes_scalogram_assemble (&whole, grid->step, parts + 1, n, NULL);
  if (found == NULL)
    {
      /* Memory is tight: all is computed again. */
      *missing = grid->view;
      *seen = FALSE;
    }
  else if (*seen && self->kept != NULL)
    ondes_scalogram_refine (found, self->kept);
  return found;
}

gboolean
ondes_scalogram_analysis_is_computed (OndesScalogramAnalysis *self)
{
  OndesGrid grid;

  ondes_scalogram_analysis_get_grid (self, &grid);
  if (ondes_picture_cache_find (self->cache, self->picture_source, self->picture_spec, &grid.view, NULL) != NULL)
    return TRUE;
  if (grid.step == 0)
    return FALSE;
  for (guint i = 0; i < tile_count (&grid, &grid.view); i++)
    {
      OndesView tile = tiles_of (&grid, i, i + 1);

      if (ondes_picture_cache_find (self->cache, self->picture_source, self->picture_spec, &tile, NULL) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Caches the full tiles in columns [from, to); from is the first column of a tile. */
static void
add_tiles (OndesScalogramAnalysis *self,
           OndesSource            *source,
           OndesScalogram         *scalogram,
           const OndesGrid        *grid,
           guint                   from,
           guint                   to)
{
  for (guint i = from / grid->tile; i * grid->tile < to; i++)
    {
      OndesView tile = tiles_of (grid, i, i + 1);
      g_autoptr (OndesScalogram) part = NULL;

      if (i * grid->tile + tile.columns > to)
        return;
      part = ondes_scalogram_cut (scalogram, grid->step, i * grid->tile, tile.columns, NULL);
      if (part == NULL)
        return;
      part->view.preview = FALSE;
      ondes_picture_cache_add (self->cache, source, part, ondes_analysis_get_status (ONDES_ANALYSIS (self)));
    }
}

static guint
column_of (const OndesGrid *grid,
           guint64          sample)
{
  return (guint) ((sample - grid->view.first) / grid->step);
}

void
ondes_scalogram_analysis_keep_tiles (OndesScalogramAnalysis *self,
                                     OndesScalogram         *scalogram,
                                     const OndesGrid        *grid,
                                     const OndesView        *fresh)
{
  g_clear_pointer (&self->kept, ondes_scalogram_unref);
  self->kept = ondes_scalogram_ref (scalogram);
  if (grid->step == 0 || grid->tile == WHOLE_TILE)
    ondes_picture_cache_add (self->cache, self->picture_source, scalogram, ondes_analysis_get_status (ONDES_ANALYSIS (self)));
  else
    add_tiles (self, self->picture_source, scalogram, grid, column_of (grid, fresh->first),
               column_of (grid, fresh->first) + fresh->columns);
}

/* FALSE if some columns have no value yet. */
static gboolean
is_whole (const OndesScalogram *scalogram)
{
  for (guint j = 0; j < scalogram->columns; j++)
    if (isnan (scalogram->values[j]))
      return FALSE;
  return TRUE;
}

void
ondes_scalogram_analysis_keep_left (OndesScalogramAnalysis *self,
                                    OndesSource            *source,
                                    OndesScalogram         *scalogram,
                                    const OndesGrid        *grid,
                                    const OndesView        *fresh,
                                    guint                   done)
{
  guint from;

  if (grid->step == 0)
    return;
  from = column_of (grid, fresh->first);
  if (is_whole (scalogram))
    ondes_picture_cache_add (self->cache, source, scalogram, ondes_analysis_get_status (ONDES_ANALYSIS (self)));
  add_tiles (self, source, scalogram, grid, from, from + done);
}
