/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include <errno.h>
#include <stdio.h>

#include "signal/display-text.h"

static gint64 progress_shown; /* monotonic time; 0: nothing on the line */

void
cli_progress (double   fraction,
              gpointer unused)
{
  gint64 now = g_get_monotonic_time ();

  if (progress_shown != 0 && now - progress_shown < G_USEC_PER_SEC / 10)
    return;
  progress_shown = now;
  fprintf (stderr, "\r%3.0f %%", CLAMP (fraction, 0, 1) * 100);
  fflush (stderr);
}

void
cli_progress_clear (void)
{
  if (progress_shown == 0)
    return;
  fputs ("\r\033[K", stderr);
  progress_shown = 0;
}

void
cli_tell (const char *format,
          ...)
{
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  shown = ondes_display_text (text);
  fprintf (stderr, "%s\n", shown);
}

gboolean
cli_print (const char *text,
           GError    **error)
{
  errno = 0;
  /* What printf() wrote before may have failed already, and its reason is gone. */
  if (fputs (text, stdout) != EOF && fflush (stdout) == 0 && !ferror (stdout))
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "standard output: cannot be written: %s",
               g_strerror (errno != 0 ? errno : EIO));
  return FALSE;
}
