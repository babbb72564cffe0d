/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "compute.h"

#include "cpu/cpu.h"
#include "base/installed.h"
#include "base/words.h"

#include <gmodule.h>

#define ENTRY "ondes_engine_entry"

/* Engines that are modules, in the order in which "auto" tries them. */
static const struct
{
  const char *name;
  const char *file;
} modules[] = {
  { "cuda", "ondes-cuda.so" },
};

/* Loads the module and sets klass, or why on failure. */
static void
load (OndesEngineInfo *info,
      const char      *file)
{
  const char *named = g_getenv ("ONDES_BACKEND_DIR");
  g_autofree char *directory = named != NULL && *named != '\0' ? g_strdup (named) : ondes_installed_folder (ONDES_FOLDER_MODULES);
  g_autofree char *path = g_build_filename (directory, file, NULL);
  const OndesEngineClass *klass;
  GModule *module;
  gpointer entry;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      info->why = g_strdup_printf (_("%s is not there: Ondes was built or installed without the %s engine"), path, info->name);
      return;
    }
  module = g_module_open (path, G_MODULE_BIND_LOCAL);
  if (module == NULL)
    {
      info->why = g_strdup_printf ("%s cannot be loaded (%s); install Ondes again", path, g_module_error ());
      return;
    }
  if (!g_module_symbol (module, ENTRY, &entry) || entry == NULL)
    {
      info->why = g_strdup_printf (_("%s is no engine of Ondes, for it has no symbol %s; remove it"), path, ENTRY);
      g_module_close (module);
      return;
    }

  /* Libraries that a module depends on, such as CUDA's, do not survive unloading. */
  g_module_make_resident (module);
  klass = ((OndesEngineEntry) entry) ();
  if (klass == NULL || klass->abi != ONDES_ENGINE_ABI)
    info->why = g_strdup_printf ("%s speaks version %u of the engine contract where this Ondes speaks %u; "
                                 "install the engine that came with it",
                                 path, klass != NULL ? klass->abi : 0, ONDES_ENGINE_ABI);
  else if (g_strcmp0 (klass->name, info->name) != 0)
    info->why = g_strdup_printf ("%s calls itself the engine \"%s\" where \"%s\" was looked for; install Ondes again",
                                 path, klass->name, info->name);
  else
    info->klass = klass;
}

const OndesEngineInfo *
ondes_engines_list (guint *n)
{
  static OndesEngineInfo infos[G_N_ELEMENTS (modules) + 1];
  static gsize made;

  if (g_once_init_enter (&made))
    {
      for (guint i = 0; i < G_N_ELEMENTS (modules); i++)
        {
          infos[i].name = modules[i].name;
          load (&infos[i], modules[i].file);
        }
      infos[G_N_ELEMENTS (modules)] = (OndesEngineInfo) { .name = "cpu", .klass = ondes_cpu_engine () };
      g_once_init_leave (&made, 1);
    }
  *n = G_N_ELEMENTS (infos);
  return infos;
}

gboolean
ondes_engine_is_worthwhile (const OndesEngineClass *klass,
                            OndesEngine            *engine,
                            const OndesRequest     *request)
{
  return klass->worthwhile == NULL || klass->worthwhile (engine, request, ondes_cpu_engine ()->seconds (request));
}
