/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "figure/draw.h"
#include "ondes-series-readout.h"
#include "series/words-spectra.h"

enum { FIELD_CHART, FIELD_INDEX, FIELD_VALUE, FIELD_BINARY, FIELD_SEQUENCY, FIELD_OVER, N_FIELDS };

#define FIELDS(over, about_over)                                         \
  { { N_("Chart"), 8, 1, 5, NULL },                                     \
    { N_("Index"), 8, 0, 7, NULL },                                     \
    { N_("Value"), 20, 0, 8, NULL },                                    \
    { N_("Binary"), 10, 2, 4, N_("The index in binary, x₁ first") },    \
    { N_("Sequency"), 8, 0, 3, N_("Sign changes of the Walsh function") }, \
    { over, 12, 0, 6, about_over } }

static const OndesField fields[][N_FIELDS] = {
  [ONDES_OVER_KEPT] = FIELDS (N_("Kept"), N_("Reconstruction from the coefficients kept")),
  [ONDES_OVER_SECOND] = FIELDS ("g", N_("Second Source, g")),
};

struct _OndesSeriesReadout
{
  OndesFields       parent_instance;

  GPtrArray        *models, *names;
  OndesSeriesModel *pointed; /* the model last pointed at; borrowed from models */
};

G_DEFINE_FINAL_TYPE (OndesSeriesReadout, ondes_series_readout, ONDES_TYPE_FIELDS)

static gboolean
has_any (OndesSeriesReadout *self)
{
  for (guint i = 0; i < self->models->len; i++)
    if (ondes_series_model_get_series (g_ptr_array_index (self->models, i)) != NULL)
      return TRUE;
  return FALSE;
}

/* Prints the value, with its level in decibels if the chart shows decibels. */
static char *
value_of (OndesSeriesModel *model,
          OndesSeries      *series,
          guint64           index)
{
  const OndesSeriesDisplay *display = ondes_series_model_get_display (model);
  double value = ondes_series_get (series, index);
  g_autofree char *text = ondes_words_value (series, index);
  g_autofree char *decibel = NULL;

  if (display->scale != ONDES_SCALE_DB || value == 0 || !isfinite (value))
    return g_steal_pointer (&text);
  decibel = ondes_words_quantity (round (10 * ondes_series_level (series, display, value)) / 10, "dB", 4);
  return g_strdup_printf ("%s (%s)", text, decibel);
}

static void
update (OndesSeriesReadout *self)
{
  OndesFields *line = ONDES_FIELDS (self);
  guint64 index = self->pointed != NULL ? ondes_series_model_get_index (self->pointed) : ONDES_INDEX_NONE;
  OndesSeries *series, *over;
  guint64 sequency;
  guint at;

  if (index != ONDES_INDEX_NONE)
    {
      series = ondes_series_model_get_series (self->pointed);
      over = ondes_series_model_get_over (self->pointed);
      g_ptr_array_find (self->models, self->pointed, &at);
      ondes_fields_set (line, FIELD_CHART, g_strdup (g_ptr_array_index (self->names, at)));
      ondes_fields_set (line, FIELD_INDEX, g_strdup_printf ("%" G_GUINT64_FORMAT, index));
      ondes_fields_set (line, FIELD_VALUE, value_of (self->pointed, series, index));
      ondes_fields_set (line, FIELD_BINARY, ondes_series_binary (series, index));
      ondes_fields_set (line, FIELD_SEQUENCY, ondes_series_sequency (series, index, &sequency)
                                                ? g_strdup_printf ("%" G_GUINT64_FORMAT, sequency) : NULL);
      ondes_fields_set (line, FIELD_OVER, over != NULL ? ondes_words_value (over, index) : NULL);
    }
  ondes_fields_show (line, index != ONDES_INDEX_NONE, has_any (self));
}

static void
on_pointer (OndesSeriesReadout *self,
            OndesSeriesModel *model)
{
  /* The chart that the pointer leaves must not take the line from the chart that it enters. */
  if (ondes_series_model_get_index (model) != ONDES_INDEX_NONE || self->pointed == model)
    self->pointed = model;
  update (self);
}

static void
ondes_series_readout_dispose (GObject *object)
{
  OndesSeriesReadout *self = ONDES_SERIES_READOUT (object);

  self->pointed = NULL;
  for (guint i = 0; self->models != NULL && i < self->models->len; i++)
    g_signal_handlers_disconnect_by_data (g_ptr_array_index (self->models, i), self);
  g_clear_pointer (&self->models, g_ptr_array_unref);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  G_OBJECT_CLASS (ondes_series_readout_parent_class)->dispose (object);
}

static void
ondes_series_readout_class_init (OndesSeriesReadoutClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_series_readout_dispose;
}

static void
ondes_series_readout_init (OndesSeriesReadout *self)
{
  self->models = g_ptr_array_new_with_free_func (g_object_unref);
  self->names = g_ptr_array_new_with_free_func (g_free);
}

void
ondes_series_readout_add (OndesSeriesReadout *self,
                          OndesSeriesModel *model,
                          const char *name)
{
  g_ptr_array_add (self->models, g_object_ref (model));
  g_ptr_array_add (self->names, g_strdup (name));
  g_signal_connect_swapped (model, "pointer-changed", G_CALLBACK (on_pointer), self);
  g_signal_connect_swapped (model, "series-changed", G_CALLBACK (update), self);
  update (self);
}

GtkWidget *
ondes_series_readout_new (OndesSeriesOver over)
{
  GtkWidget *self = g_object_new (ONDES_TYPE_SERIES_READOUT, NULL);

  ondes_fields_set_table (ONDES_FIELDS (self), fields[over], N_FIELDS,
                          _("Point at a chart to read values, or move the crosshair with Alt and the arrow keys"));
  return self;
}
