/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presets, of a whole analysis or of a compensation with its files in it: the first byte chooses. What is read is written and read
 * again as the same, and files are kept in the person's folder alone. */
#include "fuzz.h"

#include "picture/analysis-preset.h"
#include "picture/compensation-preset.h"

#include <glib/gstdio.h>

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  const OndesPresetKind *kind = size > 0 && data[0] % 2 ? &ondes_compensation_presets : &ondes_analysis_presets;
  const char *path = fuzz_file ("x.preset", data + (size > 0), size - (size > 0));
  g_autofree char *other = g_build_filename (fuzz_folder (), "again.preset", NULL);
  g_autoptr (GVariant) settings = NULL, again = NULL;
  GError *error = NULL;

  fuzz_small_machine ();
  fuzz_guard ();
  settings = kind->read (path, &error);
  fuzz_check_error (g_steal_pointer (&error));
  fuzz_check_guard ();
  if (settings == NULL)
    return 0;
  if (!kind->write (other, settings, &error))
    {
      /* Files of taps that an earlier version named are not there. */
      if (ondes_analysis_preset_check_whole (path, NULL))
        g_error ("it is not written: %s", error->message);
      fuzz_check_error (g_steal_pointer (&error));
      return 0;
    }
  again = kind->read (other, &error);
  if (again == NULL)
    g_error ("it is not read back: %s", error->message);
  if (!g_variant_equal (settings, again))
    g_error ("it is read back as another");
  g_unlink (other);
  return 0;
}
