/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the samples of a view so narrow that single samples are visible, on the queue for files. */
#include "config.h"

#include <math.h>

#include "session-private.h"

typedef struct
{
  OndesSource *source;
  guint64      first;
  guint        count;
  double      *values;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  ondes_source_unref (reading->source);
  g_free (reading->values);
  g_free (reading);
}

static gboolean
reading_work (OndesComputer *computer,
              gpointer data,
              const OndesWatch *watch,
              GError **error)
{
  Reading *reading = data;
  double *pairs;

  if (!ondes_type_is_complex (reading->source->type))
    {
      reading->values = g_new (double, reading->count);
      return ondes_source_read_as (reading->source, reading->first, reading->count, ONDES_F64, reading->values, error);
    }
  pairs = reading->values = g_new (double, 2 * reading->count);
  if (!ondes_source_read_as (reading->source, reading->first, reading->count, ONDES_C128, pairs, error))
    return FALSE;
  for (guint i = 0; i < reading->count; i++)
    pairs[i] = hypot (pairs[2 * i], pairs[2 * i + 1]);
  return TRUE;
}

static void
on_reading (gpointer data,
            const GError *error,
            gpointer user_data)
{
  OndesSession *self = user_data;
  Reading *reading = data;

  if (error != NULL)
    return;
  g_free (self->samples);
  self->samples = g_steal_pointer (&reading->values);
  self->samples_first = reading->first;
  self->samples_count = reading->count;
  ondes_session_emit (self, SESSION_OVERVIEW_CHANGED);
}

/* Returns the samples that the view needs: one more at each end, for the line that leaves the view. */
static void
needed_samples (OndesSession *self,
                guint64 *at,
                guint64 *n)
{
  guint64 end;

  ondes_timeline_get_span (self->timeline, at, n);
  end = MIN (*at + *n + 1, self->source->n);
  *at = *at > 0 ? *at - 1 : 0;
  *n = MIN (end - *at, ONDES_SESSION_SAMPLES_MAX);
}

static gpointer
prepare_reading (gpointer owner,
                 gboolean anew,
                 OndesStageFlags *flags)
{
  OndesSession *self = owner;
  Reading *reading = g_new0 (Reading, 1);
  guint64 at, n;

  needed_samples (self, &at, &n);
  reading->source = ondes_source_ref (self->source);
  /* Read half a view more on each side, so that a drag does not read at every step. */
  reading->first = at > n / 2 ? at - n / 2 : 0;
  reading->count = (guint) MIN (MIN (at + n + n / 2, self->source->n) - reading->first, ONDES_SESSION_SAMPLES_MAX);
  if (at + n > reading->first + reading->count)
    {
      reading->first = at;
      reading->count = (guint) n;
    }
  return reading;
}

static gboolean
is_reading_wanted (gpointer data,
                   gpointer owner)
{
  const Reading *reading = data;
  guint64 at, n;

  needed_samples (owner, &at, &n);
  return at >= reading->first && at + n <= reading->first + reading->count;
}

const OndesSchedulerClass ondes_session_samples = {
  .key = "samples",
  .prepare = prepare_reading,
  .work = reading_work,
  .free = reading_free,
  .is_wanted = is_reading_wanted,
  .landed = on_reading,
};

void
ondes_session_drop_samples (OndesSession *self)
{
  g_clear_pointer (&self->samples, g_free);
  self->samples_count = 0;
  ondes_scheduler_leave (self->reading);
}

gboolean
ondes_session_get_samples (OndesSession *self,
                           guint64 *first,
                           guint *count,
                           const double **values)
{
  guint64 at, n;
  double in_view;

  ondes_timeline_get_view (self->timeline, NULL, &in_view);
  if (self->source == NULL || in_view > ONDES_SESSION_SAMPLES_MAX - 2)
    return FALSE;
  needed_samples (self, &at, &n);
  if (self->samples == NULL || at < self->samples_first || at + n > self->samples_first + self->samples_count)
    {
      ondes_scheduler_want (self->reading, ONDES_WANT_SOON);
      return FALSE;
    }
  *first = self->samples_first;
  *count = self->samples_count;
  *values = self->samples;
  return TRUE;
}
