/* SPDX-License-Identifier: GPL-3.0-or-later */
/* NAME.ondes beside a file that has all that a sidecar may speak of. */
#include "fuzz.h"

#include "signal/sidecar.h"

#include <glib/gstdio.h>
#include <string.h>

static const char recording[] = "t,a,b\n0,1,2\n1,3,4\n2,5,6\n3,7,8\n";

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *path = g_build_filename (fuzz_folder (), "x.csv", NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_set_contents (path, recording, -1, NULL))
    g_error ("%s cannot be written", path);
  fuzz_file ("x.csv.ondes", data, size);
  fuzz_open (path, NULL);
  g_unlink (path);
  return 0;
}
