/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "textgrid.h"

#include <math.h>

#include "base/words.h"

#define TIERS_MOST 1000 /* of one track */

/* Annotations of one track that do not overlap. */
typedef struct
{
  char      *name;
  gboolean   intervals;
  GPtrArray *items; /* borrowed, in order */
} Tier;

typedef struct
{
  OndesAnnotationOutput *output;
  GPtrArray             *tiers; /* of Tier, in the order of tracks */
  double                 from, to;
  guint64                boxes, unlabelled, fields, further;
} Grid;

static void
tier_free (gpointer data)
{
  Tier *tier = data;

  g_free (tier->name);
  g_ptr_array_unref (tier->items);
  g_free (tier);
}

/* The tiers of one track: intervals[i] and points[i] are the i-th of their kind. */
typedef struct
{
  const char *name;
  GPtrArray  *kinds[2]; /* of Tier, owned: points, intervals */
} Track;

static double
last_end (const Tier *tier)
{
  return tier->items->len > 0 ? ((OndesAnnotation *) tier->items->pdata[tier->items->len - 1])->end : -INFINITY;
}

/* Returns the first tier in which @a has room; a new one if there is none, or NULL if there are too many. */
static Tier *
find_room (Track                 *track,
           const OndesAnnotation *a)
{
  const gboolean intervals = !ondes_annotation_is_point (a);
  GPtrArray *tiers = track->kinds[intervals];
  Tier *tier;

  for (guint i = 0; i < tiers->len; i++)
    if (intervals ? last_end (tiers->pdata[i]) <= a->start : last_end (tiers->pdata[i]) < a->start)
      return tiers->pdata[i];
  if (tiers->len == TIERS_MOST)
    return NULL;
  tier = g_new (Tier, 1);
  *tier = (Tier) { .intervals = intervals, .items = g_ptr_array_new () };
  g_ptr_array_add (tiers, tier);
  return tier;
}

/* Names the tiers of a track and moves them to the grid: "song", "song (2)", and "song (points)" after intervals. */
static void
take_tiers (Grid  *self,
            Track *track)
{
  const gboolean both = track->kinds[0]->len > 0 && track->kinds[1]->len > 0;

  for (int kind = 1; kind >= 0; kind--)
    {
      GPtrArray *tiers = track->kinds[kind];

      for (guint i = 0; i < tiers->len; i++)
        {
          Tier *tier = tiers->pdata[i];
          const char *points = both && kind == 0 ? " (points)" : "";

          tier->name = i == 0 ? g_strconcat (track->name, points, NULL) : g_strdup_printf ("%s%s (%u)", track->name, points, i + 1);
          g_ptr_array_add (self->tiers, tier);
        }
      self->further += tiers->len > 1 ? tiers->len - 1 : 0;
      g_ptr_array_unref (tiers);
    }
}

/* Parts the annotations into tiers without overlaps; FALSE if there would be too many. */
static gboolean
part_tracks (Grid *self)
{
  const OndesAnnotationSet *set = self->output->set;
  const guint64 n = ondes_annotation_set_get_length (set);
  const char *const *names = ondes_annotation_set_get_tracks (set);
  const guint n_tracks = g_strv_length ((char **) names);
  g_autofree Track *tracks = g_new (Track, n_tracks);
  gboolean room = TRUE;

  for (guint i = 0; i < n_tracks; i++)
    tracks[i] = (Track) { names[i], { g_ptr_array_new (), g_ptr_array_new () } };
  for (guint64 i = 0; i < n; i++)
    {
      OndesAnnotation *a = ondes_annotation_set_get (set, i);
      const gboolean kept = ondes_annotation_is_point (a) || a->label[0] != '\0';
      Tier *tier = kept ? find_room (&tracks[ondes_annotation_set_get_track (set, a->track)], a) : NULL;

      self->unlabelled += !kept;
      self->boxes += kept && ondes_annotation_is_box (a);
      self->fields += kept && a->n_fields > 0;
      if (tier != NULL)
        g_ptr_array_add (tier->items, a);
      room = room && (tier != NULL || !kept);
    }
  for (guint i = 0; i < n_tracks; i++)
    {
      /* A track without annotations stays as an empty tier. */
      if (tracks[i].kinds[0]->len + tracks[i].kinds[1]->len == 0)
        {
          Tier *tier = g_new (Tier, 1);

          *tier = (Tier) { .intervals = TRUE, .items = g_ptr_array_new () };
          g_ptr_array_add (tracks[i].kinds[1], tier);
        }
      take_tiers (self, &tracks[i]);
    }
  return room;
}

static void
put_number (Grid       *self,
            const char *before,
            double      value)
{
  ondes_annotation_put (self->output, before);
  ondes_annotation_put_number (self->output, value);
  ondes_annotation_put (self->output, " \n");
}

static void
put_text (Grid       *self,
          const char *before,
          const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "\"", -1);
  g_autofree char *doubled = g_strjoinv ("\"\"", parts);

  ondes_annotation_put (self->output, before);
  ondes_annotation_put (self->output, "\"");
  ondes_annotation_put (self->output, doubled);
  ondes_annotation_put (self->output, "\" \n");
}

static void
put_item (Grid       *self,
          const char *kind,
          guint64     number)
{
  g_autofree char *line = g_strdup_printf ("        %s [%" G_GUINT64_FORMAT "]:\n", kind, number);

  ondes_annotation_put (self->output, line);
}

static void
put_interval (Grid       *self,
              guint64     number,
              double      from,
              double      to,
              const char *text)
{
  put_item (self, "intervals", number);
  put_number (self, "            xmin = ", from);
  put_number (self, "            xmax = ", to);
  put_text (self, "            text = ", text);
}

/* Writes the intervals of a tier, with empty ones in its gaps; counts them alone if @dry. */
static guint64
put_intervals (Grid       *self,
               const Tier *tier,
               gboolean    dry)
{
  double reached = self->from;
  guint64 n = 0;

  for (guint i = 0; i < tier->items->len; i++)
    {
      const OndesAnnotation *a = tier->items->pdata[i];

      if (a->start > reached && (++n, !dry))
        put_interval (self, n, reached, a->start, "");
      if (n++, !dry)
        put_interval (self, n, a->start, a->end, a->label);
      reached = a->end;
    }
  if (reached < self->to && (++n, !dry))
    put_interval (self, n, reached, self->to, "");
  return n;
}

static void
put_points (Grid       *self,
            const Tier *tier)
{
  for (guint i = 0; i < tier->items->len; i++)
    {
      const OndesAnnotation *a = tier->items->pdata[i];

      put_item (self, "points", i + 1);
      put_number (self, "            number = ", a->start);
      put_text (self, "            mark = ", a->label);
    }
}

static void
put_tier (Grid *self,
          guint i)
{
  const Tier *tier = self->tiers->pdata[i];
  g_autofree char *head = g_strdup_printf ("    item [%u]:\n", i + 1);

  ondes_annotation_put (self->output, head);
  put_text (self, "        class = ", tier->intervals ? "IntervalTier" : "TextTier");
  put_text (self, "        name = ", tier->name);
  put_number (self, "        xmin = ", self->from);
  put_number (self, "        xmax = ", self->to);
  if (tier->intervals)
    {
      put_number (self, "        intervals: size = ", put_intervals (self, tier, TRUE));
      put_intervals (self, tier, FALSE);
    }
  else
    {
      put_number (self, "        points: size = ", tier->items->len);
      put_points (self, tier);
    }
}

static void
note_losses (const Grid *self)
{
  GPtrArray *notes = self->output->notes;

  if (self->boxes > 0)
    ondes_annotation_note (notes, g_dngettext (GETTEXT_PACKAGE, "The frequencies of %" PRIu64 " annotation are left out, which a "
                                               "TextGrid does not have.", "The frequencies of %" PRIu64 " annotations are left "
                                               "out, which a TextGrid does not have.", (gulong) self->boxes), self->boxes);
  if (self->unlabelled > 0)
    ondes_annotation_note (notes, g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " span without a label is left out, which a TextGrid "
                                               "cannot tell from a gap.", "%" PRIu64 " spans without a label are left out, which "
                                               "a TextGrid cannot tell from gaps.", (gulong) self->unlabelled), self->unlabelled);
  if (self->fields > 0)
    ondes_annotation_note (notes, g_dngettext (GETTEXT_PACKAGE, "The further fields of %" PRIu64 " annotation are left out, which "
                                               "a TextGrid does not have.", "The further fields of %" PRIu64 " annotations are "
                                               "left out, which a TextGrid does not have.", (gulong) self->fields),
                           self->fields);
  if (self->further > 0)
    ondes_annotation_note (notes, g_dngettext (GETTEXT_PACKAGE, "Annotations that overlap are in %" PRIu64 " further tier, with a "
                                               "number after its name.", "Annotations that overlap are in %" PRIu64 " further "
                                               "tiers, with numbers after their names.", (gulong) self->further), self->further);
}

void
ondes_annotations_write_textgrid (OndesAnnotationOutput *output)
{
  const OndesAnnotation *first = ondes_annotation_set_get (output->set, 0);
  g_autoptr (GPtrArray) tiers = g_ptr_array_new_with_free_func (tier_free);
  Grid self = { .output = output, .tiers = tiers, .from = first != NULL ? MIN (first->start, 0) : 0 };

  self.to = MAX (MAX (output->writing->length, ondes_annotation_set_get_end (output->set)), self.from);
  if (!(self.to > self.from))
    self.to = self.from + 1; /* a grid lasts longer than nothing */
  if (!part_tracks (&self))
    {
      g_set_error (&output->error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("%s: more than %d annotations of a track overlap; a TextGrid needs a tier for each, so take another format"),
                   ondes_out_file_get_name (output->file), TIERS_MOST);
      return;
    }
  note_losses (&self);
  ondes_annotation_put (output, "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n");
  put_number (&self, "xmin = ", self.from);
  put_number (&self, "xmax = ", self.to);
  ondes_annotation_put (output, tiers->len > 0 ? "tiers? <exists> \n" : "tiers? <absent> \n");
  if (tiers->len == 0)
    return;
  put_number (&self, "size = ", tiers->len);
  ondes_annotation_put (output, "item []: \n");
  for (guint i = 0; i < tiers->len && output->error == NULL; i++)
    put_tier (&self, i);
}
