/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "trace.h"

/* Returns when the process started, in seconds on the boot clock: field 22 of /proc/self/stat, counted after the name in
 * parentheses. */
static double
process_start (void)
{
  g_autofree char *text = NULL;
  const char *after;
  unsigned long long ticks = 0;

  if (!g_file_get_contents ("/proc/self/stat", &text, NULL, NULL) || !(after = strrchr (text, ')')))
    return 0;
  if (sscanf (after + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &ticks) != 1)
    return 0;
  return (double) ticks / sysconf (_SC_CLK_TCK);
}

static double start;

gboolean
ondes_trace_is_on (void)
{
  static gsize once;
  static gboolean on;

  if (g_once_init_enter (&once))
    {
      on = g_getenv ("ONDES_TRACE") != NULL;
      start = on ? process_start () : 0;
      g_once_init_leave (&once, 1);
    }
  return on;
}

void
ondes_trace (const char *format,
             ...)
{
  struct timespec now;
  g_autofree char *text = NULL;
  va_list args;

  if (!ondes_trace_is_on ())
    return;
  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  clock_gettime (CLOCK_BOOTTIME, &now);
  g_printerr ("ondes: %6.0f ms: %s\n", ((double) now.tv_sec + now.tv_nsec * 1e-9 - start) * 1000, text);
}

static double busy_ms;
static gint64 woken; /* µs; 0 before the first poll */

static gint
poll_and_tell (GPollFD *fds,
               guint n,
               gint timeout)
{
  gint result;

  if (woken != 0 && g_get_monotonic_time () - woken > busy_ms * 1000)
    ondes_trace ("busy for %.1f ms", (g_get_monotonic_time () - woken) / 1000.0);
  result = g_poll (fds, n, timeout);
  woken = g_get_monotonic_time ();
  return result;
}

void
ondes_trace_busy (double ms)
{
  if (!ondes_trace_is_on ())
    return;
  busy_ms = ms;
  g_main_context_set_poll_func (NULL, poll_and_tell);
}
