/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "memory.h"

#include <stdio.h>
#include <string.h>

static gboolean
read_number (const char *path,
             guint64    *value)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && sscanf (text, "%" G_GUINT64_FORMAT, value) == 1;
}

guint64
ondes_memory_available (void)
{
  g_autofree char *text = NULL;
  guint64 available = G_MAXUINT64, kib, limit, used;
  const char *line;

  if (g_file_get_contents ("/proc/meminfo", &text, NULL, NULL) && (line = strstr (text, "MemAvailable:"))
      && sscanf (line, "MemAvailable: %" G_GUINT64_FORMAT, &kib) == 1)
    available = kib * 1024;
  if (read_number ("/sys/fs/cgroup/memory.max", &limit) && read_number ("/sys/fs/cgroup/memory.current", &used))
    available = MIN (available, limit > used ? limit - used : 0);
  return available;
}
