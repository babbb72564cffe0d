/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-preference.h"

#include "engine/choice.h"
#include "engine/compute.h"
#include "signal/computed-blocks.h"

#define DEVICES_MAX 16 /* devices per engine that are listed */

OndesEnginePreference *
ondes_engine_preference_new (void)
{
  return ondes_choice_new ();
}

OndesEnginePreference *
ondes_engine_preference_ref (OndesEnginePreference *self)
{
  return ondes_choice_ref (self);
}

void
ondes_engine_preference_unref (OndesEnginePreference *self)
{
  ondes_choice_unref (self);
}

void
ondes_engine_preference_set (OndesEnginePreference *self,
                             const char *engine,
                             guint device)
{
  g_return_if_fail (self != NULL && engine != NULL);
  ondes_choice_set (self, engine, device);
}

static void
device_free (gpointer data)
{
  OndesEngineDevice *device = data;

  g_free (device->target);
  g_free (device->name);
  g_free (device);
}

GPtrArray *
ondes_engine_list_devices (void)
{
  GPtrArray *devices = g_ptr_array_new_with_free_func (device_free);
  guint n_engines;
  const OndesEngineInfo *engines = ondes_engines_list (&n_engines);

  for (guint i = 0; i < n_engines; i++)
    {
      const OndesEngineClass *klass = engines[i].klass;
      guint n = klass != NULL && !g_str_equal (engines[i].name, "cpu") ? klass->list (NULL, 0, NULL) : 0;

      for (guint j = 0; j < MIN (n, DEVICES_MAX); j++)
        {
          OndesEngineDevice *device = g_new0 (OndesEngineDevice, 1);
          char name[64] = "";

          if (klass->name_of != NULL)
            klass->name_of (j, name);
          device->target = g_strdup_printf ("%s:%u", engines[i].name, j);
          device->name = g_strdup (*name != 0 ? name : engines[i].name);
          if (n > 1)
            {
              g_autofree char *alone = g_steal_pointer (&device->name);

              device->name = g_strdup_printf ("%s · %u", alone, j);
            }
          g_ptr_array_add (devices, device);
        }
    }
  return devices;
}

static void
append_engine (GString *text,
               const OndesEngineInfo *info)
{
  OndesDevice devices[DEVICES_MAX];
  g_autofree char *why = NULL;
  char gib[G_ASCII_DTOSTR_BUF_SIZE]; /* with a decimal point, because users paste it into reports */
  guint n;

  if (info->klass == NULL)
    {
      g_string_append_printf (text, "Engine %s: not there: %s\n", info->name, info->why != NULL ? info->why : "no reason given");
      return;
    }
  n = MIN (info->klass->list (devices, G_N_ELEMENTS (devices), &why), G_N_ELEMENTS (devices));
  if (n == 0)
    g_string_append_printf (text, "Engine %s: no device: %s\n", info->name, why != NULL ? why : "no reason given");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "Engine %s, device %u: %s, %s, %s GiB%s\n", info->name, i, devices[i].name, devices[i].detail,
                            g_ascii_formatd (gib, sizeof gib, "%.1f", (double) devices[i].mem_total / (1 << 30)),
                            devices[i].usable ? "" : ", not usable");
}

static void
append_open (GString *text)
{
  OndesHostedEngine engines[DEVICES_MAX];
  const guint n = ondes_engine_host_list (ondes_engine_host_default (), engines, G_N_ELEMENTS (engines));
  guint64 bytes, computed;

  for (guint i = 0; i < MIN (n, G_N_ELEMENTS (engines)); i++)
    g_string_append_printf (text, "In use: engine %s, device %u, threads %u: %" G_GUINT64_FORMAT " bytes, %u plans of "
                            "%" G_GUINT64_FORMAT " bytes\n", engines[i].name, engines[i].device, engines[i].threads,
                            engines[i].bytes, engines[i].plans, engines[i].plan_bytes);
  ondes_computed_blocks_statistics (&bytes, &computed);
  if (computed > 0)
    g_string_append_printf (text, "Computed sources: %" G_GUINT64_FORMAT " bytes, %" G_GUINT64_FORMAT " blocks computed so far\n",
                            bytes, computed);
}

char *
ondes_engine_describe (void)
{
  GString *text = g_string_new (NULL);
  guint n;
  const OndesEngineInfo *engines = ondes_engines_list (&n);

  for (guint i = 0; i < n; i++)
    append_engine (text, &engines[i]);
  append_open (text);
  return g_string_free (text, FALSE);
}
