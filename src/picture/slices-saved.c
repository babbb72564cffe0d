/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slices that are held, as a part of the session's state: they are undone and stored. Samples are those of the rate that is
 * stored with them, 0 without any. */
#include "config.h"

#include <math.h>

#include "slices-private.h"

/* Id, colour, first sample and count of the spectrum, whether there is an envelope, and its lowest and highest frequency. */
#define HELD "(uuttbdd)"

static void
save (gpointer         owner,
      GVariantBuilder *entries)
{
  OndesSlices *self = ONDES_SCALOGRAM_ANALYSIS (owner)->slices;
  GVariantBuilder held = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a" HELD));
  double rate_hz = 0;

  for (guint i = 0; self != NULL && i < self->entries->len; i++)
    {
      const OndesSlicesEntry *entry = &ondes_slices_at (self, i)->entry;
      const OndesSlicePlace *spectrum = &entry->places[ONDES_SLICE_SPECTRUM], *envelope = &entry->places[ONDES_SLICE_ENVELOPE];

      if (entry->role != ONDES_SLICES_HOLDING)
        continue;
      rate_hz = self->rate_hz;
      g_variant_builder_add (&held, HELD, entry->id, entry->colour, spectrum->first, spectrum->count, envelope->count > 0,
                             envelope->lo_hz, envelope->hi_hz);
    }
  g_variant_builder_add (entries, "{sv}", "rate", g_variant_new_double (rate_hz));
  g_variant_builder_add (entries, "{sv}", "held", g_variant_builder_end (&held));
}

/* Returns where the held one of @id is among the entries; −1 if it is not. */
static int
find_held (OndesSlices *self,
           guint        id)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (ondes_slices_at (self, i)->entry.role == ONDES_SLICES_HOLDING && ondes_slices_at (self, i)->entry.id == id)
      return (int) i;
  return -1;
}

/* Takes the entry with the places wanted out of those there, so that what was computed of it stays; makes it if it is not there. */
static OndesSlicesHeld *
take_entry (OndesSlices           *self,
            guint                  id,
            const OndesSlicePlace *places)
{
  const int at = find_held (self, id);
  OndesSlicesHeld *entry;

  if (at >= 0 && ondes_slices_same_place (&ondes_slices_at (self, (guint) at)->entry.places[0], &places[0])
      && ondes_slices_same_place (&ondes_slices_at (self, (guint) at)->entry.places[1], &places[1]))
    return g_ptr_array_steal_index (self->entries, (guint) at);
  entry = g_new0 (OndesSlicesHeld, 1);
  entry->entry.role = ONDES_SLICES_HOLDING;
  entry->entry.progress = NAN;
  entry->entry.places[0] = places[0];
  entry->entry.places[1] = places[1];
  return entry;
}

/* Sets the places of an entry as stored at @rate_hz; FALSE if they are none of this recording. */
static gboolean
find_places (OndesSlices     *self,
             GVariant        *saved,
             double           rate_hz,
             OndesSlicePlace *places)
{
  OndesSlicePlace *spectrum = &places[ONDES_SLICE_SPECTRUM], *envelope = &places[ONDES_SLICE_ENVELOPE];
  const guint64 n = ondes_session_get_source (self->analysis->session)->n;
  gboolean has_envelope;
  double lo_hz, hi_hz;

  *spectrum = (OndesSlicePlace) { .kind = ONDES_SLICE_SPECTRUM };
  *envelope = (OndesSlicePlace) { .kind = ONDES_SLICE_ENVELOPE };
  g_variant_get (saved, HELD, NULL, NULL, &spectrum->first, &spectrum->count, &has_envelope, &lo_hz, &hi_hz);
  if (spectrum->count > 0 && rate_hz != self->rate_hz)
    ondes_slices_rescale_place (spectrum, self->rate_hz / rate_hz, n);
  if (spectrum->count > 0 && (spectrum->first >= n || spectrum->count > n - spectrum->first))
    return FALSE;
  if (has_envelope && !(lo_hz >= 0 && hi_hz >= lo_hz && hi_hz < INFINITY))
    return FALSE;
  if (has_envelope)
    *envelope = ondes_slices_envelope_at (self, lo_hz, hi_hz);
  return spectrum->count > 0 || has_envelope;
}

static void
restore_held (OndesSlices *self,
              GVariant    *held,
              double       rate_hz)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new ();
  GVariantIter iter;
  GVariant *saved;

  g_variant_iter_init (&iter, held);
  while ((saved = g_variant_iter_next_value (&iter)) != NULL)
    {
      OndesSlicePlace places[ONDES_SLICE_KINDS];
      guint id, colour;

      g_variant_get_child (saved, 0, "u", &id);
      g_variant_get_child (saved, 1, "u", &colour);
      if (wanted->len < ONDES_SLICES_HELD && id > 0 && colour <= ONDES_SLICES_HELD && find_places (self, saved, rate_hz, places))
        {
          OndesSlicesHeld *entry = take_entry (self, id, places);

          entry->entry.id = id;
          entry->entry.colour = colour;
          self->last_id = MAX (self->last_id, id);
          g_ptr_array_add (wanted, entry);
        }
      g_variant_unref (saved);
    }
  for (guint i = self->entries->len; i-- > 0;)
    if (ondes_slices_at (self, i)->entry.role == ONDES_SLICES_HOLDING)
      g_ptr_array_remove_index (self->entries, i);
  for (guint i = 0; i < wanted->len; i++)
    g_ptr_array_add (self->entries, g_ptr_array_index (wanted, i));
}

static void
restore (gpointer  owner,
         GVariant *saved)
{
  OndesScalogramAnalysis *analysis = ONDES_SCALOGRAM_ANALYSIS (owner);
  g_autoptr (GVariant) held = g_variant_lookup_value (saved, "held", G_VARIANT_TYPE ("a" HELD));
  const gboolean any = held != NULL && g_variant_n_children (held) > 0;
  OndesSlices *self = any ? ondes_scalogram_analysis_get_slices (analysis) : analysis->slices;
  double rate_hz = 0;

  if (held == NULL || self == NULL || ondes_session_get_source (analysis->session) == NULL || !(self->rate_hz > 0)
      || (any && !(g_variant_lookup (saved, "rate", "d", &rate_hz) && ondes_rate_valid (rate_hz))))
    return;
  restore_held (self, held, rate_hz);
  ondes_slices_refresh (self);
  ondes_slices_emit (self);
}

void
ondes_slices_add_part (OndesScalogramAnalysis *analysis)
{
  static const OndesSessionPart parts[] = {
    { "slices-scalogram", "scalogram", TRUE, save, restore },
    { "slices-sequency", "sequency", TRUE, save, restore },
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (g_str_equal (parts[i].page, ondes_analysis_get_name (ONDES_ANALYSIS (analysis))))
      ondes_session_add_part (analysis->session, &parts[i], analysis);
}
