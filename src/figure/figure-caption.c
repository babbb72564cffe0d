/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "figure.h"

#include <math.h>
#include <string.h>

#include "palette.h"

#define LONGEST_OPTIONS 160 /* characters: a long list of scales is told by its ends alone */

static void
add_rows (GString              *caption,
          const OndesScalogram *scalogram,
          const char           *unit)
{
  g_autofree char *lo = NULL, *hi = NULL;
  double           least = G_MAXDOUBLE, most = 0;

  for (guint i = 0; i < scalogram->rows; i++)
    {
      least = MIN (least, scalogram->frequencies_hz[i]);
      most = MAX (most, scalogram->frequencies_hz[i]);
    }
  lo = ondes_format_value (least, unit, 4);
  hi = ondes_format_value (most, unit, 4);
  g_string_append_printf (caption, " (%s to %s)", lo, hi);
}

static void
add_display (GString              *caption,
             const OndesScalogram *scalogram,
             const OndesDisplay   *display,
             const char           *unit)
{
  g_autofree char *reference = ondes_format_value (ondes_display_reference (display, scalogram), NULL, 6);

  g_string_append_printf (caption, "%s, ", ondes_palette_names[display->palette]);
  if (display->decibel)
    {
      g_autofree char *range = ondes_format_value (display->db_range, NULL, display->db_range < 100 ? 2 : 3);

      g_string_append_printf (caption, "%s dB below %s", range, reference);
    }
  else
    g_string_append_printf (caption, "linear from 0 to %s", reference);
  if (!(display->reference > 0))
    g_string_append (caption, " (the largest)");
  if (display->cone)
    g_string_append (caption, "; shaded: within √2 scales of the recording's ends");
}

char *
ondes_figure_caption (const OndesScalogram *scalogram,
                      const OndesDisplay   *display)
{
  const OndesView *view = &scalogram->view;
  g_autofree char *what = ondes_spec_describe (scalogram->spec);
  g_autofree char *options = ondes_spec_print (scalogram->spec);
  g_autofree char *unit = ondes_frequency_unit (scalogram->time_unit);
  g_autofree char *rate = NULL;
  GString         *caption = g_string_new (what);
  gboolean         seconds = g_strcmp0 (scalogram->time_unit, "s") == 0;

  *caption->str = g_ascii_toupper (*caption->str);
  add_rows (caption, scalogram, unit);
  g_string_append (caption, ". ");
  if (*options && g_utf8_strlen (options, -1) <= LONGEST_OPTIONS)
    g_string_append_printf (caption, "Options: %s. ", options);

  rate = ondes_format_value (scalogram->rate_hz, seconds ? "Hz" : NULL, 6);
  if (view->first == 0 && view->count == scalogram->n)
    g_string_append_printf (caption, "All %" G_GUINT64_FORMAT " samples", scalogram->n);
  else
    g_string_append_printf (caption, "Samples %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT, view->first,
                            view->first + view->count, scalogram->n);
  if (seconds)
    g_string_append_printf (caption, " at %s", rate);
  else
    g_string_append_printf (caption, " at %s per %s", rate, strchr (unit, '/') ? strchr (unit, '/') + 1 : scalogram->time_unit);
  g_string_append_printf (caption, ", the largest of each of %u spans. ", scalogram->columns);
  add_display (caption, scalogram, display, unit);
  g_string_append (caption, ". Ondes " ONDES_VERSION ".");
  return g_string_free (caption, FALSE);
}
