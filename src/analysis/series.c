/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/compare.h"
#include "engine/array-sink.h"
#include "base/counted.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"
#include "signal/value.h"

#define STRIDE 128 /* values: the ends of a column are at most this far from whole stretches of the pyramid */
#define BLOCK 65536
#define SAMPLES 4096
#define MIN_OUTLIER_LENGTH 4 /* minimum length of a spectrum whose first value may be an outlier */

const char *const ondes_series_scale_names[] = { "linear", "db", "log", NULL };
static const char *const scales[] = { N_("Linear"), N_("Decibels"), N_("Signed logarithm"), NULL };

static gboolean
has_range (gconstpointer owner)
{
  return ((const OndesSeriesDisplay *) owner)->lo < ((const OndesSeriesDisplay *) owner)->hi;
}

static const OndesParam rows[] = {
  { "scale", ONDES_PARAM_WORD, G_STRUCT_OFFSET (OndesSeriesDisplay, scale), ondes_series_scale_names, .option = "--scale",
    .argument = "S",
    .help = "pictures: values linear, db (of the magnitude, 0 the largest) or log (with their sign); default linear",
    .group = "scale", .title = N_("Vertical scale"), .titles = scales,
    .tip = N_("Scale of the vertical axis: decibels show the magnitude, with 0 dB at the largest; the logarithm keeps the sign") },
  { "range", ONDES_PARAM_RANGE, G_STRUCT_OFFSET (OndesSeriesDisplay, lo), .option = "--range", .argument = "LO:HI",
    .help = "pictures: the values from bottom to top, of --scale db the decibels (default those in view)", .applies = has_range },
  { NULL },
};

static const OndesSeriesDisplay display_default;

const OndesParamTable ondes_series_display_params = { rows, &display_default };

static char *
report_text (const OndesReport *report,
             guint64            n,
             gint64             us)
{
  g_autofree char *engine = ondes_report_engine (report);
  GString *text = g_string_new (engine);

  g_string_append_printf (text,
                          g_dngettext (GETTEXT_PACKAGE, " · %" PRIu64 " value · ", " · %" PRIu64 " values · ", (gulong) n), n);
  if (report->device[0] != '\0')
    g_string_append_printf (text, _("%.1f ms + %.1f ms transfer"), 1e3 * report->statistics.compute_s,
                            1e3 * report->statistics.move_s);
  else
    g_string_append_printf (text, us < 10000 ? "%.1f ms" : "%.0f ms", us / 1000.0);
  return g_string_free (text, FALSE);
}

static void measure (const OndesSeries *self, guint64 from, guint64 to, OndesStretch *sum);

double
ondes_series_quantile (const OndesSeries *self,
                       guint64            first,
                       guint64            count,
                       double             fraction)
{
  guint64 samples = MIN (count, SAMPLES), found = 0;
  g_autofree double *magnitudes = g_new (double, MAX (samples, 1));

  for (guint64 i = 0; i < samples; i++)
    {
      double value = fabs (ondes_series_get (self, first + (guint64) ((double) i / samples * count)));

      if (value > 0 && isfinite (value))
        magnitudes[found++] = value;
    }
  if (found == 0)
    return 0;
  qsort (magnitudes, found, sizeof *magnitudes, ondes_compare_doubles);
  return magnitudes[MIN ((guint64) (fraction * found), found - 1)];
}

static gboolean
is_forward_spectrum (const OndesSeries *self)
{
  return self->spec != NULL && ondes_spec_transform (self->spec) == ONDES_TRANSFORM_SPECTRUM
         && !ondes_spec_spectrum (self->spec)->options.inverse;
}

static void
find_scales (OndesSeries *self)
{
  double max = MAX (fabs (self->lo), fabs (self->hi)), small;
  OndesStretch others = ONDES_STRETCH_NONE;

  self->largest = max;
  if (self->n >= MIN_OUTLIER_LENGTH && is_forward_spectrum (self) && isfinite (ondes_series_get (self, 0)))
    {
      double rest;

      measure (self, 1, self->n, &others);
      rest = others.finite > 0 ? MAX (fabs (others.min), fabs (others.max)) : 0;
      self->first_is_outlier = rest > 0 && fabs (ondes_series_get (self, 0)) > 2 * rest;
      if (self->first_is_outlier)
        self->largest = rest;
    }
  if (!(self->largest > 0))
    self->largest = 1;
  small = MAX (ondes_series_quantile (self, 0, self->n, 0.1), self->largest * 1e-6);
  self->threshold = pow (10, floor (log10 (MAX (small, G_MINDOUBLE * 10))));
}

OndesSeries *
ondes_series_new (OndesSpec               *spec,
                  OndesType                type,
                  guint64                  n,
                  void                    *values,
                  const OndesSeriesLabels *labels)
{
  OndesSeries *self = g_atomic_rc_box_new0 (OndesSeries);
  OndesStretch all = ONDES_STRETCH_NONE;

  self->spec = spec != NULL ? ondes_spec_ref (spec) : NULL;
  self->type = type;
  self->n = n;
  self->bits = n > 1 ? g_bit_storage (n - 1) : 0;
  self->values = values;
  self->name = g_strdup (labels->name != NULL ? labels->name : "");
  self->source = g_strdup (labels->source != NULL ? labels->source : "");
  self->unit = g_strdup (labels->unit != NULL ? labels->unit : "");
  self->report = g_strdup ("");
  if (!ondes_pyramid_init (&self->pyramid, n, STRIDE))
    {
      ondes_series_unref (self);
      return NULL;
    }
  for (guint64 i = 0; i < self->pyramid.stretches; i++)
    {
      OndesStretch stretch = ONDES_STRETCH_NONE;

      ondes_stretch_add (&stretch, type, values, i * STRIDE, MIN (STRIDE, n - i * STRIDE));
      self->pyramid.levels[0][i] = ondes_extent_of (&stretch);
      ondes_pyramid_raise (&self->pyramid, i);
      ondes_stretch_join (&all, &stretch);
    }
  self->gaps = all.nan + all.inf;
  self->lo = all.finite > 0 ? all.min : 0;
  self->hi = all.finite > 0 ? all.max : 0;
  find_scales (self);
  return self;
}

static void
ondes_series_clear (gpointer data)
{
  OndesSeries *self = data;

  ondes_pyramid_clear (&self->pyramid);
  if (self->spec != NULL)
    ondes_spec_unref (self->spec);
  g_free ((void *) self->values);
  g_free (self->name);
  g_free (self->source);
  g_free (self->unit);
  g_free (self->report);
}

ONDES_DEFINE_COUNTED (OndesSeries, ondes_series)

static OndesSeries *
series_new (OndesSpec               *spec,
            OndesType                type,
            guint64                  n,
            void                    *values,
            const OndesSeriesLabels *labels,
            GError                 **error)
{
  OndesSeries *self = ondes_series_new (spec, type, n, values, labels);

  if (self == NULL)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 _("%" PRIu64 " values with their overview take more than there is memory; choose a shorter span"), n);
  return self;
}

OndesSeries *
ondes_series_compute (OndesComputer           *computer,
                      OndesRequest            *request,
                      const OndesSeriesLabels *labels,
                      const OndesWatch        *watch,
                      OndesReport             *report,
                      GError                 **error)
{
  OndesArraySink *sink = ondes_array_sink_new ();
  g_auto (OndesReport) own_report = { 0 };
  OndesSeries *self = NULL;
  gint64 start_us = g_get_monotonic_time ();

  if (report == NULL)
    report = &own_report;
  if (ondes_compute (computer, request, &sink->sink, watch, report, error))
    {
      gint64 us = g_get_monotonic_time () - start_us;
      guint64 n = sink->rows * sink->cols;

      self = series_new (request->spec, sink->type, n, ondes_array_sink_steal (sink), labels, error);
      if (self != NULL)
        {
          g_free (self->report);
          self->report = report_text (report, n, us);
        }
    }
  ondes_sink_free (&sink->sink);
  return self;
}

OndesSeries *
ondes_series_read (OndesSource             *source,
                   const OndesSeriesLabels *labels,
                   GCancellable            *cancellable,
                   GError                 **error)
{
  gsize bytes = ondes_type_bytes (source->type, source->n);
  ONDES_AUTO_MEMORY char *values = NULL;

  g_return_val_if_fail (!ondes_type_is_complex (source->type), NULL);
  values = ondes_memory_take (MAX (bytes, 1), g_try_malloc);
  if (values == NULL)
    return ondes_error_set_null (error, ONDES_ERROR_FILE,
                                 _("%" PRIu64 " values take %.0f bytes, more than there is memory for; choose a shorter span"),
                                 source->n, (double) bytes);
  for (guint64 at = 0; at < source->n; at += BLOCK)
    if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
        !ondes_source_read (source, at, MIN (BLOCK, source->n - at), values + ondes_type_bytes (source->type, at), error))
      return NULL;
  ondes_memory_settle (values);
  return series_new (NULL, source->type, source->n, g_steal_pointer (&values), labels, error);
}

double
ondes_series_get (const OndesSeries *self,
                  guint64            i)
{
  return ondes_value_at (self->type, self->values, i);
}

/* Measures [from, to) from the pyramid's whole stretches inside, and from the values themselves at the ends. */
static void
measure (const OndesSeries *self,
         guint64            from,
         guint64            to,
         OndesStretch      *sum)
{
  guint64 a = (from + STRIDE - 1) / STRIDE, b = to == self->n ? self->pyramid.stretches : to / STRIDE;

  if (a >= b)
    {
      ondes_stretch_add (sum, self->type, self->values, from, to - from);
      return;
    }
  if (from < a * STRIDE)
    ondes_stretch_add (sum, self->type, self->values, from, a * STRIDE - from);
  ondes_pyramid_add (&self->pyramid, a, b, sum);
  if (to > b * STRIDE)
    ondes_stretch_add (sum, self->type, self->values, b * STRIDE, to - b * STRIDE);
}

void
ondes_series_extents (const OndesSeries *self,
                      double             first,
                      double             count,
                      guint              columns,
                      OndesExtent       *extents)
{
  for (guint j = 0; j < columns; j++)
    {
      double from = floor (first + j * count / columns), to = floor (first + (j + 1) * count / columns);
      OndesStretch sum = ONDES_STRETCH_NONE;

      to = MIN (MAX (to, from + 1), (double) self->n);
      from = MAX (from, 0);
      if (from < to)
        measure (self, (guint64) from, (guint64) to, &sum);
      extents[j] = ondes_extent_of (&sum);
    }
}

static void
range_from (const OndesSeries *self,
            double             from,
            double             to,
            double            *lo,
            double            *hi)
{
  OndesStretch sum = ONDES_STRETCH_NONE;

  to = MIN (ceil (to), (double) self->n);
  if (from < to)
    measure (self, (guint64) from, (guint64) to, &sum);
  *lo = sum.finite > 0 ? MIN (sum.min, 0) : 0;
  *hi = sum.finite > 0 ? MAX (sum.max, 0) : 0;
}

void
ondes_series_range (const OndesSeries *self,
                    double             first,
                    double             count,
                    double            *lo,
                    double            *hi)
{
  range_from (self, MAX (floor (first), 0), first + count, lo, hi);
}

void
ondes_series_range_without_outlier (const OndesSeries *self,
                                    double             first,
                                    double             count,
                                    double            *lo,
                                    double            *hi)
{
  range_from (self, MAX (floor (first), self->first_is_outlier ? 1 : 0), first + count, lo, hi);
}
