/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-levels-view.h"
#include "session/words.h"

enum { FIELD_TIME, FIELD_BAND, FIELD_LEVEL, N_FIELDS };

struct _OndesLevelsReadout
{
  OndesFields      parent_instance;

  OndesLevelsView *view; /* borrowed, NULL once it is gone */
};

G_DEFINE_FINAL_TYPE (OndesLevelsReadout, ondes_levels_readout, ONDES_TYPE_FIELDS)

static const OndesField fields[N_FIELDS] = {
  { N_("Time"), 9, 1, 4, NULL },
  { N_("Band"), 8, 2, 5, NULL },
  { N_("Level"), 9, 3, 6, N_("Ten times the logarithm of the mean square of what the filter gives in this span") },
};

static void
update (OndesLevelsReadout *self)
{
  OndesSession *session = ondes_time_chart_get_session (ONDES_TIME_CHART (self->view));
  const double sample = ondes_timeline_get_pointer (ondes_session_get_timeline (session));
  const gboolean there = ondes_session_get_source (session) != NULL && !isnan (sample);
  double level_db;
  const OndesFilterBand *band = ondes_levels_view_get_band (self->view, &level_db);
  OndesFields *line = ONDES_FIELDS (self);

  if (there)
    {
      ondes_fields_set (line, FIELD_TIME, ondes_words_pointer_time (session, sample));
      ondes_fields_set (line, FIELD_BAND, band != NULL ? ondes_number_to_locale (band->name != NULL ? band->name : "") : NULL);
      ondes_fields_set (line, FIELD_LEVEL, !isnan (level_db) ? ondes_words_fixed (level_db, 1, " dB") : NULL);
    }
  ondes_fields_show (line, there, ondes_session_get_source (session) != NULL);
}

static void
ondes_levels_readout_class_init (OndesLevelsReadoutClass *klass)
{
}

static void
ondes_levels_readout_init (OndesLevelsReadout *self)
{
  ondes_fields_set_table (ONDES_FIELDS (self), fields, N_FIELDS,
                          _("Point at the levels to read values, or move the crosshair with Alt and the arrow keys"));
}

GtkWidget *
ondes_levels_readout_new (OndesLevelsView *view)
{
  OndesLevelsReadout *self = g_object_new (ONDES_TYPE_LEVELS_READOUT, NULL);

  self->view = view;
  g_signal_connect_object (view, "band-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
