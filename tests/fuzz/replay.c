/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands in for libFuzzer: runs a target on the files and folders named, one TAP test each. */
#include "fuzz.h"

#include <stdio.h>

static guint n_inputs;

static void
replay (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autofree char *data = NULL;
  const char *name;
  gsize size;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *within = g_build_filename (path, name, NULL);

      replay (within);
    }
  if (dir || !g_file_get_contents (path, &data, &size, NULL))
    return;
  LLVMFuzzerTestOneInput ((const uint8_t *) data, size);
  n_inputs++;
}

int
main (int    argc,
      char **argv)
{
  guint failed = 0;

  printf ("1..%d\n", argc - 1);
  for (int i = 1; i < argc; i++)
    {
      g_autofree char *name = g_path_get_basename (argv[i]);

      n_inputs = 0;
      replay (argv[i]);
      failed += n_inputs == 0;
      printf ("%s %d - /ondes/fuzz/%s %u inputs\n", n_inputs > 0 ? "ok" : "not ok", i, name, n_inputs);
    }
  return failed > 0;
}
