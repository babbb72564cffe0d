/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "key-text.h"

#include <string.h>

char *
ondes_key_text (GKeyFile   *keys,
                const char *group,
                const char *key)
{
  g_autofree char *value = g_key_file_get_value (keys, group, key, NULL);

  if (value == NULL || !g_utf8_validate (value, -1, NULL))
    return NULL;
  for (const char *at = strchr (value, '\\'); at != NULL; at = strchr (at + 2, '\\'))
    if (at[1] == '\0' || strchr ("sntr\\", at[1]) == NULL)
      return g_steal_pointer (&value);
  return g_key_file_get_string (keys, group, key, NULL);
}
