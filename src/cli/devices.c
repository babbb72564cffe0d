/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#define DEVICES_MAX 64

static void
append_bytes (GString    *text,
              const char *before,
              guint64     bytes)
{
  g_autofree char *size = g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS);

  g_string_append_printf (text, "%s%s", before, size);
}

static void
append_text (GString               *text,
             const OndesEngineInfo *engine,
             const OndesDevice     *devices,
             guint                  n,
             const char            *why)
{
  if (n == 0)
    g_string_append_printf (text, "%-6s not usable: %s\n", engine->name, why != NULL ? why : "no device");
  for (guint i = 0; i < n; i++)
    {
      const OndesDevice *device = &devices[i];

      g_string_append_printf (text, "%-6s %u  %s", engine->name, i, device->name);
      if (device->mem_total > 0)
        {
          append_bytes (text, ", ", device->mem_free);
          append_bytes (text, " free of ", device->mem_total);
        }
      if (device->detail[0] != '\0')
        g_string_append_printf (text, ", %s%s", device->usable ? "" : "not usable: ", device->detail);
      else if (!device->usable)
        g_string_append (text, ", not usable");
      g_string_append_c (text, '\n');
    }
}

static void
append_json (GString               *text,
             const OndesEngineInfo *engine,
             const OndesDevice     *devices,
             guint                  n,
             const char            *why)
{
  gboolean usable = FALSE;

  for (guint i = 0; i < n; i++)
    usable |= devices[i].usable;
  g_string_append (text, "  {\"engine\": ");
  cli_json_string (text, engine->name);
  g_string_append_printf (text, ", \"usable\": %s, \"why\": ", usable ? "true" : "false");
  cli_json_string (text, why);
  g_string_append (text, ", \"devices\": [");
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%s{\"device\": %u, \"name\": ", i > 0 ? ", " : "", i);
      cli_json_string (text, devices[i].name);
      g_string_append (text, ", \"detail\": ");
      cli_json_string (text, devices[i].detail);
      g_string_append_printf (
          text, ", \"usable\": %s, \"memory_free\": %" G_GUINT64_FORMAT ", \"memory_total\": %" G_GUINT64_FORMAT "}",
          devices[i].usable ? "true" : "false", devices[i].mem_free, devices[i].mem_total);
    }
  g_string_append (text, "]}");
}

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  gboolean json = cli_has (cli->arguments, "--json");
  g_autoptr (GString) text = g_string_new (json ? "{\"engines\": [\n" : NULL);
  guint n_engines;
  const OndesEngineInfo *engines = ondes_engines_list (&n_engines);

  for (guint i = 0; i < n_engines; i++)
    {
      g_autofree OndesDevice *devices = g_new0 (OndesDevice, DEVICES_MAX);
      g_autofree char *none = NULL;
      guint n = 0;
      const char *why = engines[i].why;

      if (engines[i].klass != NULL)
        n = engines[i].klass->list (devices, DEVICES_MAX, &none);
      if (n == 0 && none != NULL)
        why = none;
      (json ? append_json : append_text) (text, &engines[i], devices, MIN (n, DEVICES_MAX), why);
      if (json)
        g_string_append (text, i + 1 < n_engines ? ",\n" : "\n");
    }
  if (json)
    g_string_append (text, "]}\n");
  return cli_print (text->str, error);
}

static const CliOption options[] = {
  { .help = "Output" },
  { "--json", NULL, "as JSON" },
  { NULL },
};

static const CliOption *const groups[] = { options, NULL };

const CliCommand cli_devices = {
  .name = "devices",
  .usage = "[--json]",
  .summary = "What can compute here: engines and devices, memory, compute capability, why one is not usable.",
  .groups = groups,
  .run = run,
};
