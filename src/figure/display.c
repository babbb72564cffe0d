/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display.h"

#include "palette.h"
#include "base/number.h"

const char *const ondes_show_names[] = { "log", "linear", "scale", "period", "auto", NULL };

const OndesDisplay ondes_display_default = {
  .palette = 0,
  .decibel = TRUE,
  .db_range = 0,
  .reference = 0,
  .show = ONDES_SHOW_AUTO,
  .view_lo = 0,
  .view_hi = 0,
  .cone = TRUE,
  .cursors = { { { NAN, NAN }, { NAN, NAN } }, NAN },
  .a4_hz = ONDES_A4_HZ,
};

gboolean
ondes_display_same_colours (const OndesDisplay *a,
                            const OndesDisplay *b)
{
  return a->palette == b->palette && a->decibel == b->decibel && a->db_range == b->db_range && a->reference == b->reference
         && a->equalise == b->equalise;
}

char *
ondes_display_print (const OndesDisplay *display)
{
  GString *line = g_string_new (NULL);
  char     a[ONDES_NUMBER_SIZE], b[ONDES_NUMBER_SIZE];

  if (display->palette != ondes_display_default.palette)
    g_string_append_printf (line, " --palette %s", ondes_palette_names[display->palette]);
  if (!display->decibel)
    g_string_append (line, " --linear");
  else if (display->db_range != ondes_display_default.db_range)
    g_string_append_printf (line, " --db %s", ondes_number_print (a, display->db_range));
  if (display->reference != 0)
    g_string_append_printf (line, " --reference %s", ondes_number_print (a, display->reference));
  if (display->equalise)
    g_string_append (line, " --equalise");
  if (display->show != ondes_display_default.show)
    g_string_append_printf (line, " --axis %s", ondes_show_names[display->show]);
  if (display->view_lo != 0 || display->view_hi != 0)
    g_string_append_printf (line, " --view %s:%s", ondes_number_print (a, display->view_lo),
                            ondes_number_print (b, display->view_hi));
  if (!display->cone)
    g_string_append (line, " --no-cone");
  if (display->smooth)
    g_string_append (line, " --smooth");
  if (display->notes)
    g_string_append (line, " --notes");
  if (display->notes && display->a4_hz != ondes_display_default.a4_hz)
    g_string_append_printf (line, " --a4 %s", ondes_number_print (a, display->a4_hz));
  if (display->time_ruler != ondes_display_default.time_ruler)
    g_string_append_printf (line, " --time-ruler %s", ondes_time_ruler_names[display->time_ruler]);
  if (line->len)
    g_string_erase (line, 0, 1);
  return g_string_free (line, FALSE);
}
