/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <string.h>

#include "figure/draw-slice.h"
#include "session/signals.h"
#include "slices-private.h"

G_DEFINE_FINAL_TYPE (OndesSlices, ondes_slices, G_TYPE_OBJECT)

static guint changed;

void
ondes_slices_emit (OndesSlices *self)
{
  g_signal_emit (self, changed, 0);
}

static void
entry_free (gpointer data)
{
  OndesSlicesHeld *self = data;

  for (guint i = 0; i < ONDES_SLICE_KINDS; i++)
    {
      g_clear_pointer (&self->entry.slices[i], ondes_slice_unref);
      g_clear_pointer (&self->exact[i].spec, ondes_spec_unref);
    }
  g_free (self);
}

static OndesSlicesHeld *
find_role (OndesSlices    *self,
           OndesSlicesRole role)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (ondes_slices_at (self, i)->entry.role == role)
      return ondes_slices_at (self, i);
  return NULL;
}

static void
update (OndesSlices *self)
{
  ondes_slices_refresh (self);
  ondes_slices_emit (self);
}

/* Sets the places of the entry of @role, made if there is none; none if both are empty. */
static void
set_places (OndesSlices           *self,
            OndesSlicesRole        role,
            const OndesSlicePlace *spectrum,
            const OndesSlicePlace *envelope)
{
  OndesSlicesHeld *entry = find_role (self, role);

  if (spectrum->count == 0 && envelope->count == 0)
    {
      if (entry != NULL)
        g_ptr_array_remove (self->entries, entry);
      return;
    }
  if (entry == NULL)
    {
      entry = g_new0 (OndesSlicesHeld, 1);
      entry->entry.role = role;
      entry->entry.colour = role == ONDES_SLICES_SELECTION ? ONDES_SLICE_OVER_SELECTION : ONDES_SLICE_AT_CROSSHAIR;
      entry->entry.progress = NAN;
      g_ptr_array_insert (self->entries, role == ONDES_SLICES_SELECTION && find_role (self, ONDES_SLICES_CROSSHAIR) != NULL, entry);
    }
  entry->entry.places[ONDES_SLICE_SPECTRUM] = *spectrum;
  entry->entry.places[ONDES_SLICE_ENVELOPE] = *envelope;
}

OndesSlicePlace
ondes_slices_envelope_at (OndesSlices *self,
                          double       lo_hz,
                          double       hi_hz)
{
  OndesSlicePlace place = { .kind = ONDES_SLICE_ENVELOPE, .lo_hz = lo_hz, .hi_hz = hi_hz };

  ondes_timeline_get_span (self->analysis->timeline, &place.first, &place.count);
  return place;
}

static void
place_crosshair (OndesSlices *self)
{
  OndesScalogramAnalysis *analysis = self->analysis;
  const OndesPointer *pointer = &analysis->pointer;
  const double sample = ondes_timeline_get_pointer (analysis->timeline);
  OndesSlicePlace spectrum = { .kind = ONDES_SLICE_SPECTRUM }, envelope = { .kind = ONDES_SLICE_ENVELOPE };

  if (!(sample >= 0 && sample < (double) analysis->source->n))
    return; /* it stays where it was */
  spectrum.first = (guint64) sample;
  spectrum.count = 1;
  if (pointer->valid)
    envelope = ondes_slices_envelope_at (self, pointer->row_frequency_hz, pointer->row_frequency_hz);
  set_places (self, ONDES_SLICES_CROSSHAIR, &spectrum, &envelope);
}

/* Makes a band without rows that of its middle, as the command does with a single frequency. */
static void
fit_band (const OndesScalogram *scalogram,
          OndesSlicePlace      *place)
{
  for (guint i = 0; i < scalogram->rows; i++)
    if (scalogram->frequencies_hz[i] >= place->lo_hz && scalogram->frequencies_hz[i] <= place->hi_hz)
      return;
  place->lo_hz = place->hi_hz = place->lo_hz > 0 ? sqrt (place->lo_hz * place->hi_hz) : place->hi_hz / 2;
}

static void
place_selection (OndesSlices *self)
{
  const OndesSelection selection = ondes_timeline_get_selection (self->analysis->timeline);
  OndesSlicePlace spectrum = { .kind = ONDES_SLICE_SPECTRUM }, envelope = { .kind = ONDES_SLICE_ENVELOPE };

  if (ondes_selection_is_set (&selection))
    {
      const guint64 end = MIN ((guint64) ceil (selection.end), self->analysis->source->n);

      spectrum.first = (guint64) ceil (selection.first);
      spectrum.count = end - MIN (spectrum.first, end);
    }
  /* Numbers of rows are no frequencies. */
  if (ondes_selection_has_band (&selection) && ondes_scalogram_get_place (self->analysis->scalogram) != ONDES_PLACE_ROW)
    {
      envelope = ondes_slices_envelope_at (self, selection.low_hz, selection.high_hz);
      fit_band (self->analysis->scalogram, &envelope);
    }
  set_places (self, ONDES_SLICES_SELECTION, &spectrum, &envelope);
}

/* TRUE if both have the same slices at the same places. */
static gboolean
is_alike (OndesSlices *self,
          OndesSlices *other)
{
  if (self->shown != other->shown || self->entries->len != other->entries->len)
    return FALSE;
  for (guint i = 0; i < self->entries->len; i++)
    {
      const OndesSlicesEntry *a = &ondes_slices_at (self, i)->entry, *b = &ondes_slices_at (other, i)->entry;

      if (a->id != b->id || a->role != b->role)
        return FALSE;
      for (guint kind = 0; kind < ONDES_SLICE_KINDS; kind++)
        if (!ondes_slices_same_place (&a->places[kind], &b->places[kind]))
          return FALSE;
    }
  return TRUE;
}

void
ondes_slices_follow (OndesSlices *self)
{
  GPtrArray *entries;

  if (self->leader == NULL || self->analysis == NULL)
    return;
  if (!is_alike (self, self->leader))
    {
      entries = g_ptr_array_new_with_free_func (entry_free);
      for (guint i = 0; i < self->leader->entries->len; i++)
        {
          const OndesSlicesEntry *from = &ondes_slices_at (self->leader, i)->entry;
          OndesSlicesHeld *own = ondes_slices_find (self, from->id, from->role), *entry = g_new0 (OndesSlicesHeld, 1);

          if (own != NULL)
            {
              *entry = *own;
              memset (own, 0, sizeof *own);
              own->entry.id = G_MAXUINT; /* no other one takes it */
            }
          entry->entry.id = from->id;
          entry->entry.role = from->role;
          entry->entry.colour = from->colour;
          memcpy (entry->entry.places, from->places, sizeof from->places);
          if (own == NULL)
            entry->entry.progress = NAN;
          g_ptr_array_add (entries, entry);
        }
      g_ptr_array_unref (self->entries);
      self->entries = entries;
      if (self->shown && !self->leader->shown)
        ondes_slices_leave (self);
      self->shown = self->leader->shown;
    }
  update (self);
}

/* The other's progress and values change much more often than the places. */
static void
on_leader (OndesSlices *self)
{
  if (!is_alike (self, self->leader))
    ondes_slices_follow (self);
}

static void
on_own_picture (OndesSlices *self)
{
  if (ondes_slices_can_compute (self))
    ondes_slices_follow (self);
}

/* What is known is of other samples. */
static void
on_own_recording (OndesSlices *self)
{
  ondes_slices_leave (self);
  g_ptr_array_set_size (self->entries, 0);
  ondes_slices_follow (self);
}

static void
on_pointer (OndesSlices *self)
{
  if (!ondes_slices_can_compute (self))
    return;
  place_crosshair (self);
  update (self);
}

static void
on_selection (OndesSlices *self)
{
  if (!ondes_slices_can_compute (self))
    return;
  place_selection (self);
  update (self);
}

/* Envelopes are of what is in view. */
static void
on_view (OndesSlices *self)
{
  if (!ondes_slices_can_compute (self))
    return;
  for (guint i = 0; i < self->entries->len; i++)
    {
      OndesSlicePlace *place = &ondes_slices_at (self, i)->entry.places[ONDES_SLICE_ENVELOPE];

      if (place->count > 0)
        *place = ondes_slices_envelope_at (self, place->lo_hz, place->hi_hz);
    }
  update (self);
}

static void
on_picture (OndesSlices *self)
{
  if (!ondes_slices_can_compute (self))
    return;
  place_selection (self);
  on_view (self);
}

void
ondes_slices_rescale_place (OndesSlicePlace *place,
                            double           factor,
                            guint64          n)
{
  place->first = MIN ((guint64) llround ((double) place->first * factor), n - 1);
  if (place->count > 1)
    place->count = (guint64) llround ((double) place->count * factor);
  place->count = MIN (MAX (place->count, 1), n - place->first);
}

/* Moves the places to another rate, within what the recording has now. */
static void
rescale (OndesSlices *self,
         double       factor)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      OndesSlicePlace *place = &ondes_slices_at (self, i)->entry.places[ONDES_SLICE_SPECTRUM];

      if (place->count > 0)
        ondes_slices_rescale_place (place, factor, self->analysis->source->n);
    }
}

static void
on_recording (OndesSlices *self)
{
  OndesSession *session = self->analysis != NULL ? self->analysis->session : NULL;
  OndesSource *source = session != NULL ? ondes_session_get_source (session) : NULL;
  const guint opened = session != NULL ? ondes_session_get_opened (session) : 0;

  ondes_slices_leave (self);
  if (opened != self->opened || source == NULL)
    g_ptr_array_set_size (self->entries, 0);
  else
    rescale (self, source->rate_hz / self->rate_hz);
  self->opened = opened;
  self->rate_hz = source != NULL ? source->rate_hz : 0;
  ondes_slices_emit (self);
}

gboolean
ondes_slices_get_shown (OndesSlices *self)
{
  return self->shown;
}

void
ondes_slices_set_shown (OndesSlices *self,
                        gboolean     shown)
{
  shown = !!shown;
  if (shown == self->shown || self->leader != NULL)
    return;
  self->shown = shown;
  if (!shown)
    ondes_slices_leave (self);
  else if (ondes_slices_can_compute (self))
    {
      place_crosshair (self);
      on_picture (self);
    }
  ondes_slices_emit (self);
  if (self->analysis == NULL)
    return;
  ondes_scalogram_analysis_emit (self->analysis, SIGNAL_DISPLAY_CHANGED);
  ondes_session_note_change (self->analysis->session);
}

guint
ondes_slices_get_n (OndesSlices *self)
{
  return self->entries->len;
}

const OndesSlicesEntry *
ondes_slices_get (OndesSlices *self,
                  guint        i)
{
  return &ondes_slices_at (self, i)->entry;
}

/* What a person holds or removes is a step of its own. */
static void
note_held (OndesSlices *self)
{
  if (self->analysis == NULL)
    return;
  ondes_session_part_steps (self->analysis->session);
  ondes_session_note_change (self->analysis->session);
}

/* Returns the smallest colour that is free. */
static guint
free_colour (OndesSlices *self)
{
  for (guint colour = 0;; colour++)
    {
      gboolean taken = FALSE;

      for (guint i = 0; i < self->entries->len && !taken; i++)
        taken = ondes_slices_at (self, i)->entry.role == ONDES_SLICES_HOLDING && ondes_slices_at (self, i)->entry.colour == colour;
      if (!taken)
        return colour;
    }
}

static gboolean
is_held (OndesSlices            *self,
         const OndesSlicesEntry *entry,
         guint                  *held)
{
  gboolean found = FALSE;

  *held = 0;
  for (guint i = 0; i < self->entries->len; i++)
    {
      const OndesSlicesEntry *other = &ondes_slices_at (self, i)->entry;

      if (other->role != ONDES_SLICES_HOLDING)
        continue;
      ++*held;
      found |= ondes_slices_same_place (&entry->places[0], &other->places[0])
               && ondes_slices_same_place (&entry->places[1], &other->places[1]);
    }
  return found;
}

gboolean
ondes_slices_hold (OndesSlices *self)
{
  OndesSlicesHeld *from = find_role (self, ONDES_SLICES_SELECTION), *entry;
  guint held;

  if (from == NULL)
    from = find_role (self, ONDES_SLICES_CROSSHAIR);
  if (from == NULL || is_held (self, &from->entry, &held) || held == ONDES_SLICES_HELD)
    return FALSE;
  entry = g_memdup2 (from, sizeof *from);
  entry->entry.role = ONDES_SLICES_HOLDING;
  entry->entry.id = ++self->last_id;
  entry->entry.colour = free_colour (self);
  entry->entry.progress = NAN;
  for (guint i = 0; i < ONDES_SLICE_KINDS; i++)
    {
      if (entry->entry.slices[i] != NULL)
        ondes_slice_ref (entry->entry.slices[i]);
      if (entry->exact[i].spec != NULL)
        ondes_spec_ref (entry->exact[i].spec);
    }
  g_ptr_array_add (self->entries, entry);
  update (self);
  note_held (self);
  return TRUE;
}

void
ondes_slices_remove (OndesSlices *self,
                     guint        id)
{
  for (guint i = self->entries->len; i-- > 0;)
    if (ondes_slices_at (self, i)->entry.role == ONDES_SLICES_HOLDING && (id == 0 || ondes_slices_at (self, i)->entry.id == id))
      g_ptr_array_remove_index (self->entries, i);
  update (self);
  note_held (self);
}

OndesSlicePlace *
ondes_slices_list (OndesSlices   *self,
                   OndesSliceKind kind,
                   guint         *n,
                   guint        **colours)
{
  OndesSlicePlace *places = g_new0 (OndesSlicePlace, self->entries->len);

  if (colours != NULL)
    *colours = g_new0 (guint, self->entries->len);
  *n = 0;
  for (guint i = 0; i < self->entries->len; i++)
    {
      const OndesSlicesEntry *entry = &ondes_slices_at (self, i)->entry;

      if (entry->places[kind].count == 0)
        continue;
      if (colours != NULL)
        (*colours)[*n] = entry->colour;
      places[(*n)++] = entry->places[kind];
    }
  return places;
}

gboolean
ondes_slices_is_settled (OndesSlices *self)
{
  if (!ondes_slices_can_compute (self))
    return !self->shown;
  for (guint i = 0; i < self->entries->len; i++)
    for (guint kind = 0; kind < ONDES_SLICE_KINDS; kind++)
      if (!ondes_slices_is_exact (self, ondes_slices_at (self, i), kind))
        return FALSE;
  return TRUE;
}

static void
ondes_slices_finalize (GObject *object)
{
  OndesSlices *self = ONDES_SLICES (object);

  for (guint i = 0; i < N_QUEUES; i++)
    {
      g_clear_pointer (&self->queues[i], ondes_queue_free);
      g_clear_pointer (&self->schedulers[i], ondes_scheduler_free);
    }
  g_ptr_array_unref (self->entries);
  g_clear_object (&self->leader);
  g_clear_weak_pointer (&self->analysis);
  G_OBJECT_CLASS (ondes_slices_parent_class)->finalize (object);
}

static void
ondes_slices_class_init (OndesSlicesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ondes_slices_finalize;
  changed = ondes_signal_new (klass, "changed");
}

static void
ondes_slices_init (OndesSlices *self)
{
  self->entries = g_ptr_array_new_with_free_func (entry_free);
}

OndesSlices *
ondes_slices_new (OndesScalogramAnalysis *analysis)
{
  OndesSlices *self = g_object_new (ONDES_TYPE_SLICES, NULL);
  OndesSource *source = ondes_session_get_source (analysis->session);
  OndesScalogramAnalysis *leader = analysis->leader;

  g_set_weak_pointer (&self->analysis, analysis);
  self->opened = ondes_session_get_opened (analysis->session);
  self->rate_hz = source != NULL ? source->rate_hz : 0;
  if (leader != NULL)
    {
      self->leader = g_object_ref (ondes_scalogram_analysis_get_slices (leader));
      g_signal_connect_object (self->leader, "changed", G_CALLBACK (on_leader), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (analysis, "picture-changed", G_CALLBACK (on_own_picture), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (analysis->session, "recording-changed", G_CALLBACK (on_own_recording), self, G_CONNECT_SWAPPED);
      ondes_slices_follow (self);
      return self;
    }
  g_signal_connect_object (analysis, "pointer-changed", G_CALLBACK (on_pointer), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "picture-changed", G_CALLBACK (on_picture), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis->timeline, "selection-changed", G_CALLBACK (on_selection), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis->timeline, "view-changed", G_CALLBACK (on_view), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (analysis->session, "recording-changed", G_CALLBACK (on_recording), self, G_CONNECT_SWAPPED);
  return self;
}

OndesSlices *
ondes_scalogram_analysis_get_slices (OndesScalogramAnalysis *analysis)
{
  if (analysis->slices == NULL)
    analysis->slices = ondes_slices_new (analysis);
  return analysis->slices;
}
