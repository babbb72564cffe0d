/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analysis/extents.h"
#include "base/memory.h"
#include "scheduler.h"
#include "signals.h"
#include "strips.h"
#include "words.h"

#define AT_ONCE 4          /* overviews that are built at one time: they share the blocks of the file that are decoded */
#define STRETCHES (1 << 16) /* of the finest level of each */
#define CLOSE   (1u << 23) /* samples of all channels in view that are read */

/* A channel. */
typedef struct
{
  OndesStrips   *strips;
  OndesSource   *source;
  OndesOverview *overview; /* NULL until it is built */
  guint          in_view;  /* charts of it in view */
} Strip;

/* The samples in view of some channels, read. */
typedef struct
{
  double       first, count;
  guint        columns, n;
  guint       *channels;   /* n of them, from 0 */
  OndesSource **sources;
  OndesExtent *extents;    /* n × columns */
} Reading;

struct _OndesStrips
{
  GObject         parent_instance;

  OndesSession   *session;
  gboolean        shown;
  OndesRecording *recording; /* of the strips; NULL if there is none */
  Strip          *strips;
  guint           n, columns; /* channels; device pixels asked for last */
  OndesQueue     *queue;
  OndesScheduler *reading;
  Reading        *read;      /* the newest that has landed; NULL if none */
  guint           idle;      /* 0 if nothing is to be wanted */
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndesStrips, ondes_strips, G_TYPE_OBJECT)

static void
emit_changed (gpointer self)
{
  g_signal_emit (self, changed_signal, 0);
}

static void
reading_free (gpointer data)
{
  Reading *self = data;

  for (guint i = 0; i < self->n; i++)
    ondes_source_unref (self->sources[i]);
  g_free (self->sources);
  g_free (self->channels);
  g_free (self->extents);
  g_free (self);
}

/* TRUE if the overviews do not resolve the view, whose samples are few enough to be read. */
static gboolean
is_close (OndesStrips *self,
          guint        in_view,
          double       count)
{
  guint64 stride = 1;

  while (self->n > 0 && self->strips[0].source->n / stride >= STRETCHES)
    stride *= 2;
  return self->columns > 0 && stride > 1 && count / self->columns < (double) stride && count * in_view <= CLOSE;
}

static guint
count_in_view (OndesStrips *self)
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    n += self->strips[i].in_view > 0;
  return n;
}

static gpointer
prepare (gpointer         owner,
         gboolean         anew,
         OndesStageFlags *flags)
{
  OndesStrips *self = owner;
  const guint n = count_in_view (self);
  Reading *reading;
  double first, count;

  ondes_timeline_get_view (ondes_session_get_timeline (self->session), &first, &count);
  if (!self->shown || n == 0 || !is_close (self, n, count))
    return NULL;
  reading = g_new0 (Reading, 1);
  *reading = (Reading) { .first = first, .count = count, .columns = self->columns, .channels = g_new (guint, n),
                         .sources = g_new (OndesSource *, n) };
  for (guint i = 0; i < self->n; i++)
    if (self->strips[i].in_view > 0)
      {
        reading->channels[reading->n] = i;
        reading->sources[reading->n++] = ondes_source_ref (self->strips[i].source);
      }
  *flags = 0;
  return reading;
}

static gboolean
work (OndesComputer    *computer,
      gpointer          data,
      const OndesWatch *watch,
      GError          **error)
{
  Reading *self = data;

  self->extents = ondes_memory_try ((gsize) self->n * self->columns * sizeof *self->extents, error);
  for (guint i = 0; self->extents != NULL && i < self->n; i++)
    {
      const guint64 n = self->sources[i]->n, first = (guint64) MIN (MAX (floor (self->first), 0), (double) (n - 1));
      const guint64 end = (guint64) MIN (ceil (self->first + self->count), (double) n);

      if (!ondes_extents_read (self->sources[i], (OndesSpan) { first, MAX (end, first + 1) - first }, self->columns,
                               self->extents + (gsize) i * self->columns, watch->cancellable, error))
        return FALSE;
    }
  return self->extents != NULL;
}

static gboolean
is_wanted (gpointer job,
           gpointer owner)
{
  OndesStrips *self = owner;
  const Reading *reading = job;
  double first, count;
  guint n = 0;

  ondes_timeline_get_view (ondes_session_get_timeline (self->session), &first, &count);
  if (!self->shown || reading->first != first || reading->count != count || reading->columns != self->columns)
    return FALSE;
  for (guint i = 0; i < self->n; i++)
    if (self->strips[i].in_view > 0
        && (n >= reading->n || reading->channels[n] != i || reading->sources[n++] != self->strips[i].source))
      return FALSE;
  return n == reading->n;
}

static void
landed (gpointer      job,
        const GError *error,
        gpointer      owner)
{
  OndesStrips *self = owner;
  Reading *reading = job, *kept;

  if (error != NULL)
    return;
  kept = g_new (Reading, 1);
  *kept = *reading;
  *reading = (Reading) { 0 };
  g_clear_pointer (&self->read, reading_free);
  self->read = kept;
  emit_changed (self);
}

static const OndesSchedulerClass reading_class = {
  .key = "strips", .prepare = prepare, .work = work, .free = reading_free, .is_wanted = is_wanted, .landed = landed,
  .changed = emit_changed,
};

static gboolean
on_built (gpointer data);

/* Begins the next overviews, those in view first. */
static void
build_next (OndesStrips *self)
{
  guint building = 0;

  for (guint i = 0; i < self->n; i++)
    building += self->strips[i].overview != NULL && ondes_overview_fraction (self->strips[i].overview) < 1;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->n && building < AT_ONCE; i++)
      if (self->strips[i].overview == NULL && (pass > 0 || self->strips[i].in_view > 0))
        {
          self->strips[i].overview = ondes_overview_new_sized (self->strips[i].source, STRETCHES, on_built, &self->strips[i]);
          building++;
        }
}

static gboolean
on_built (gpointer data)
{
  OndesStrips *self = ((Strip *) data)->strips;

  build_next (self);
  emit_changed (self);
  return G_SOURCE_REMOVE;
}

static void
drop (OndesStrips *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      g_clear_pointer (&self->strips[i].overview, ondes_overview_abandon);
      ondes_source_unref (self->strips[i].source);
    }
  g_clear_pointer (&self->strips, g_free);
  g_clear_pointer (&self->read, reading_free);
  g_clear_pointer (&self->recording, ondes_recording_unref);
  self->n = 0;
  ondes_scheduler_leave (self->reading);
}

/* Takes the channels of the recording that is open now. */
static void
take_recording (OndesStrips *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  guint n;

  if (recording == self->recording)
    return;
  drop (self);
  if (!self->shown || !ondes_session_has_time (self->session))
    return;
  n = ondes_recording_get_info (recording)->channels;
  self->strips = g_new0 (Strip, n);
  for (guint i = 0; i < n; i++)
    {
      self->strips[i].strips = self;
      self->strips[i].source = ondes_recording_source (recording, i + 1, NULL);
      if (self->strips[i].source == NULL)
        break;
      self->n++;
    }
  self->recording = ondes_recording_ref (recording);
  build_next (self);
}

static void
on_recording (OndesStrips *self)
{
  take_recording (self);
  emit_changed (self);
}

static gboolean
on_idle (gpointer data)
{
  OndesStrips *self = data;

  self->idle = 0;
  build_next (self);
  ondes_scheduler_want (self->reading, ONDES_WANT_SOON);
  return G_SOURCE_REMOVE;
}

/* Several charts come and go at once. */
static void
want_soon (OndesStrips *self)
{
  if (self->idle == 0 && self->shown)
    self->idle = g_idle_add (on_idle, self);
}

static void
ondes_strips_dispose (GObject *object)
{
  OndesStrips *self = ONDES_STRIPS (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_pointer (&self->queue, ondes_queue_free);
  if (self->reading != NULL)
    drop (self);
  g_clear_pointer (&self->reading, ondes_scheduler_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ondes_strips_parent_class)->dispose (object);
}

static void
ondes_strips_class_init (OndesStripsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_strips_dispose;
  changed_signal = ondes_signal_new (klass, "changed");
}

static void
ondes_strips_init (OndesStrips *self)
{
}

OndesStrips *
ondes_strips_new (OndesSession *session)
{
  OndesStrips *self = g_object_new (ONDES_TYPE_STRIPS, NULL);

  self->session = g_object_ref (session);
  self->queue = ondes_session_new_queue (session, FALSE, ONDES_PRIORITY_INTERACTIVE);
  self->reading = ondes_scheduler_new (&reading_class, self->queue, self);
  g_signal_connect_object (session, "recording-changed", G_CALLBACK (on_recording), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ondes_session_get_timeline (session), "view-changed", G_CALLBACK (want_soon), self, G_CONNECT_SWAPPED);
  return self;
}

OndesSession *
ondes_strips_get_session (OndesStrips *self)
{
  return self->session;
}

guint
ondes_strips_get_n (OndesStrips *self)
{
  return self->n;
}

char *
ondes_strips_name (OndesStrips *self,
                   guint        channel)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (self->recording);
  const char *name = info->channel_names[channel - 1];
  g_autofree char *shown = ondes_words_channel_short (self->recording, channel);
  g_autofree char *unit = info->unit != NULL && *info->unit != '\0' ? g_strdup_printf (" (%s)", info->unit) : g_strdup ("");

  if (name == NULL || *name == '\0')
    return g_strdup_printf ("%u%s", channel, unit);
  return g_strdup_printf ("%u: %s%s", channel, shown, unit);
}

void
ondes_strips_set_shown (OndesStrips *self,
                        gboolean     shown)
{
  if (!shown == !self->shown)
    return;
  self->shown = shown;
  if (!shown)
    drop (self);
  take_recording (self);
  emit_changed (self);
}

void
ondes_strips_set_in_view (OndesStrips *self,
                          guint        channel,
                          gboolean     in_view)
{
  Strip *strip;

  if (channel < 1 || channel > self->n)
    return;
  strip = &self->strips[channel - 1];
  if (in_view)
    strip->in_view++;
  else if (strip->in_view > 0)
    strip->in_view--;
  want_soon (self);
}

void
ondes_strips_peek (OndesStrips *self,
                   guint        channel,
                   guint        columns,
                   OndesExtent *extents)
{
  double first, count;

  for (guint i = 0; i < columns; i++)
    extents[i] = (OndesExtent) { .min = 1, .max = -1 };
  if (channel < 1 || channel > self->n || self->strips[channel - 1].overview == NULL)
    return;
  ondes_timeline_get_view (ondes_session_get_timeline (self->session), &first, &count);
  ondes_overview_get (self->strips[channel - 1].overview, first, count, columns, extents);
}

void
ondes_strips_get (OndesStrips *self,
                  guint        channel,
                  guint        columns,
                  OndesExtent *extents)
{
  double first, count;

  if (columns != self->columns)
    {
      self->columns = columns;
      want_soon (self);
    }
  ondes_timeline_get_view (ondes_session_get_timeline (self->session), &first, &count);
  for (guint i = 0; self->read != NULL && i < self->read->n; i++)
    if (self->read->channels[i] == channel - 1 && self->read->first == first && self->read->count == count
        && self->read->columns == columns)
      {
        memcpy (extents, self->read->extents + (gsize) i * columns, columns * sizeof *extents);
        return;
      }
  ondes_strips_peek (self, channel, columns, extents);
}

gboolean
ondes_strips_is_busy (OndesStrips *self)
{
  if (self->idle != 0 || ondes_scheduler_is_busy (self->reading, NULL))
    return TRUE;
  for (guint i = 0; i < self->n; i++)
    if (self->strips[i].overview == NULL || ondes_overview_fraction (self->strips[i].overview) < 1)
      return TRUE;
  return FALSE;
}
