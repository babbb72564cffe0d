/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is computed for a view. The whole recording is one picture, a column a pixel. A part of it is made of tiles of a grid that
 * stays where it is while the view moves: TILE columns of 2^k samples each, with the largest k that has a column a pixel. So a
 * pan computes the tiles that come into view, and neither going back nor a zoom within the octave computes anything.
 */
#include "config.h"

#include "ondes-document-private.h"

#define TILE 128 /* columns */

void
ondes_document_get_grid (OndesDocument *self,
                         OndesView     *view,
                         guint64       *step)
{
  guint64 first, count, tile;

  ondes_document_get_span (self, &first, &count);
  *step = 0;
  *view = (OndesView) { .first = first, .count = count, .columns = self->columns };
  if (count == self->source->n)
    return;
  for (*step = 1; *step * 2 * self->columns <= count; *step *= 2)
    ;
  tile = *step * TILE;
  view->first = first / tile * tile;
  view->count = MIN ((first + count + tile - 1) / tile * tile, self->source->n) - view->first;
  view->columns = (guint) ((view->count + *step - 1) / *step);
}

/* The tiles [from, to) of @view. */
static OndesView
tiles_of (const OndesView *view,
          guint64          step,
          guint            from,
          guint            to)
{
  guint columns = MIN (to * TILE, view->columns) - from * TILE;
  guint64 first = from * TILE * step;

  return (OndesView) { .first = view->first + first, .count = MIN (columns * step, view->count - first), .columns = columns };
}

static guint
tile_count (const OndesView *view)
{
  return (view->columns + TILE - 1) / TILE;
}

static gboolean
is_kept (OndesDocument   *self,
         const OndesView *view)
{
  return self->kept != NULL && self->kept->view.first == view->first && self->kept->view.count == view->count
         && self->kept->view.columns == view->columns && ondes_spec_equal (self->kept->spec, self->spec);
}

OndesScalogram *
ondes_document_find_tiles (OndesDocument   *self,
                           const OndesView *view,
                           guint64          step,
                           OndesView       *missing,
                           const char     **status)
{
  OndesScalogram *found;
  OndesView whole = *view;
  guint tiles = tile_count (view), from = tiles, to = 0, n = 0;
  g_autofree OndesScalogram **parts = NULL;

  if (step == 0)
    {
      found = ondes_picture_cache_find (self->cache, self->source, self->spec, view, status);
      *missing = found == NULL ? *view : (OndesView) { 0 };
      return found != NULL ? ondes_scalogram_ref (found) : NULL;
    }
  parts = g_new (OndesScalogram *, tiles);
  for (guint i = 0; i < tiles; i++)
    {
      OndesView tile = tiles_of (view, step, i, i + 1);

      parts[n] = ondes_picture_cache_find (self->cache, self->source, self->spec, &tile, status);
      if (parts[n] != NULL)
        n++;
      else
        {
          from = MIN (from, i);
          to = i + 1;
        }
    }
  *missing = to > 0 ? tiles_of (view, step, from, to) : (OndesView) { 0 };
  if (n == 0)
    return NULL;
  if (n == tiles && is_kept (self, view))
    return ondes_scalogram_ref (self->kept);
  whole.preview = n < tiles;
  return ondes_scalogram_assemble (&whole, step, parts, n);
}

gboolean
ondes_document_is_computed (OndesDocument *self)
{
  OndesView view;
  guint64 step;

  ondes_document_get_grid (self, &view, &step);
  if (step == 0)
    return ondes_picture_cache_find (self->cache, self->source, self->spec, &view, NULL) != NULL;
  for (guint i = 0; i < tile_count (&view); i++)
    {
      OndesView tile = tiles_of (&view, step, i, i + 1);

      if (ondes_picture_cache_find (self->cache, self->source, self->spec, &tile, NULL) == NULL)
        return FALSE;
    }
  return TRUE;
}

void
ondes_document_keep_tiles (OndesDocument   *self,
                           OndesScalogram  *scalogram,
                           guint64          step,
                           const OndesView *fresh)
{
  guint first, last;

  g_clear_pointer (&self->kept, ondes_scalogram_unref);
  self->kept = ondes_scalogram_ref (scalogram);
  if (step == 0)
    {
      ondes_picture_cache_add (self->cache, self->source, scalogram, self->status);
      return;
    }
  first = (guint) ((fresh->first - scalogram->view.first) / step) / TILE;
  last = first + tile_count (fresh);
  for (guint i = first; i < last; i++)
    {
      OndesView tile = tiles_of (&scalogram->view, step, i, i + 1);
      g_autoptr (OndesScalogram) part = ondes_scalogram_cut (scalogram, step, i * TILE, tile.columns);

      ondes_picture_cache_add (self->cache, self->source, part, self->status);
    }
}
