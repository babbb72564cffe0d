/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fake-load.h"

#include <gmodule.h>

FakeControl *
fake_load (FakePausesEntry *pauses)
{
  g_autofree char *directory = g_test_build_filename (G_TEST_BUILT, "engine", NULL);
  g_autofree char *path = g_build_filename (directory, "ondes-cuda.so", NULL);
  GModule *module;
  gpointer control, set;

  g_unsetenv ("ONDES_ENGINE");
  g_setenv ("ONDES_BACKEND_DIR", directory, TRUE);
  module = g_module_open (path, G_MODULE_BIND_LOCAL);
  if (module == NULL || !g_module_symbol (module, "fake_control", &control)
      || !g_module_symbol (module, "fake_set_pauses", &set))
    g_error ("%s", g_module_error ());
  if (pauses != NULL)
    *pauses = (FakePausesEntry) set;
  return ((FakeControlEntry) control) ();
}
