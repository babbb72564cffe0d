/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stored sessions, which may be edited: what is read is written and read again as the same, and its names are absolute. */
#include "fuzz.h"

#include "session/saved-session.h"

#include <glib/gstdio.h>

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  const char *path = fuzz_file ("x" ONDES_SAVED_SUFFIX, data, size);
  g_autofree char *other = g_build_filename (fuzz_folder (), "again" ONDES_SAVED_SUFFIX, NULL), *text = NULL;
  g_autoptr (GVariant) windows = NULL, again = NULL, replaced = NULL;
  g_auto (GStrv) missing = NULL;
  GError *error = NULL;
  guint attempts = 0, attempts_again = 0;

  fuzz_guard ();
  windows = ondes_saved_read (path, FALSE, &attempts, &error);
  fuzz_check_error (g_steal_pointer (&error));
  fuzz_check_guard ();
  if (windows == NULL)
    return 0;
  text = ondes_saved_describe (windows);
  if (!g_utf8_validate (text, -1, NULL))
    g_error ("no UTF-8: %s", text);
  missing = ondes_saved_find_missing (windows);
  for (char **name = missing; *name != NULL; name++)
    if (!g_path_is_absolute (*name))
      g_error ("%s is relative", *name);
  replaced = ondes_saved_replace (windows, NULL, (const char *const *) missing);
  if (!ondes_saved_write (other, windows, attempts, &error)
      || (again = ondes_saved_read (other, TRUE, &attempts_again, &error)) == NULL)
    g_error ("it is not read back: %s", error->message);
  if (!g_variant_equal (windows, again) || attempts_again != attempts)
    g_error ("it is read back as another");
  g_unlink (other);
  return 0;
}
