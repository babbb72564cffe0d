/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/display-text.h"
#include "base/result-stream.h"

#define LEFT_AFTER_S 5 /* seconds after which the rate of progress is known */

static gint64 progress_shown; /* monotonic time; 0 if nothing is displayed */
static gint64 progress_begun; /* start of the current progress */
static double progress_last;

/* Formats ", 12 min left", or "". */
static void
print_left (gint64 now,
            double fraction,
            char  *text,
            gsize  size)
{
  const double spent = (double) (now - progress_begun) / G_USEC_PER_SEC, left = spent * (1 - fraction) / fraction;

  text[0] = '\0';
  if (spent < LEFT_AFTER_S || !(fraction > 0) || left < 1)
    return;
  if (left < 120)
    g_snprintf (text, size, ", %.0f s left", left);
  else if (left < 7200)
    g_snprintf (text, size, ", %.0f min left", left / 60);
  else
    g_snprintf (text, size, ", %.0f h left", left / 3600);
}

void
cli_progress (double   fraction,
              gpointer unused)
{
  gint64 now = g_get_monotonic_time ();
  char left[32];

  if (progress_begun == 0 || fraction < progress_last)
    progress_begun = now;
  progress_last = fraction;
  if (progress_shown != 0 && now - progress_shown < G_USEC_PER_SEC / 10)
    return;
  progress_shown = now;
  print_left (now, fraction, left, sizeof left);
  fprintf (stderr, "\r%3.0f %%%s\033[K", CLAMP (fraction, 0, 1) * 100, left);
  fflush (stderr);
}

void
cli_progress_clear (void)
{
  if (progress_shown == 0)
    return;
  fputs ("\r\033[K", stderr);
  progress_shown = progress_begun = 0;
}

void
cli_progress_wipe (void)
{
  static const char wipe[] = "\r\033[K";

  /* Avoid stdio, whose lock may be held by a thread that was stopped. */
  if (progress_shown != 0 && write (STDERR_FILENO, wipe, sizeof wipe - 1) < 0)
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
  g_autofree char *shown = ondes_display_lines (text);

  errno = 0;
  /* An earlier printf() may have failed already, and its errno is lost. */
  if (fputs (shown, ondes_result_stream ()) != EOF && fflush (ondes_result_stream ()) == 0 && !ferror (ondes_result_stream ()))
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_FILE, "standard output: cannot be written: %s",
                          g_strerror (errno != 0 ? errno : EIO));
}
