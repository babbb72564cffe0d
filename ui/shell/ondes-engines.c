/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ondes-engines.h"

typedef struct
{
  GApplication  *application; /* the owner of this data */
  OndesEnginePreference *preference; /* shared by the sessions of all windows */
  GSettings     *settings;
  GSimpleAction *action;
  GMenu         *menu;    /* shared by all windows */
  GPtrArray     *devices; /* of OndesEngineDevice; NULL until known */
  void         (*changed) (GApplication *application);
} Engines;

static void
engines_free (gpointer data)
{
  Engines *self = data;

  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  g_clear_object (&self->settings);
  ondes_engine_preference_unref (self->preference);
  g_object_unref (self->action);
  g_object_unref (self->menu);
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  g_free (self);
}

static void
append (Engines *self,
        const char *label,
        const char *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "app.engine", "s", target);
  g_menu_append_item (self->menu, item);
}

static void
fill_menu (Engines *self)
{
  g_autoptr (GVariant) state = g_action_get_state (G_ACTION (self->action));
  const char *chosen = g_variant_get_string (state, NULL);
  gboolean found = g_str_equal (chosen, "auto") || g_str_equal (chosen, "cpu");

  g_menu_remove_all (self->menu);
  append (self, _("_Automatic"), "auto");
  for (guint i = 0; self->devices != NULL && i < self->devices->len; i++)
    {
      const OndesEngineDevice *device = g_ptr_array_index (self->devices, i);
      g_auto (GStrv) parts = g_strsplit (device->name, "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts); /* a single underscore would mark a mnemonic */

      append (self, label, device->target);
      found |= g_str_equal (chosen, device->target);
    }
  if (!found)
    {
      /* The device chosen in an earlier session is missing or not found yet. */
      g_autofree char *label = g_strdup_printf (self->devices != NULL ? _("%s (missing)") : "%s", chosen);

      append (self, label, chosen);
    }
  append (self, _("_CPU"), "cpu");
}

/* Lists the devices on a worker thread, because the driver takes a moment. Wakes no device. */
static void
query (GTask *task,
       gpointer source,
       gpointer data,
       GCancellable *cancellable)
{
  g_task_return_pointer (task, ondes_engine_list_devices (), (GDestroyNotify) g_ptr_array_unref);
}

static void
on_queried (GObject *source,
           GAsyncResult *result,
           gpointer user_data)
{
  Engines *self = g_object_get_data (source, "ondes-engines");

  self->devices = g_task_propagate_pointer (G_TASK (result), NULL);
  fill_menu (self);
}

/* Applies a choice. Only "cuda" has a device number, as in "cuda:1". */
static void
choose (Engines *self,
        const char *engine,
        guint device)
{
  g_autofree char *target = g_str_equal (engine, "cuda") ? g_strdup_printf ("%s:%u", engine, device) : g_strdup (engine);
  g_autoptr (GVariant) state = g_action_get_state (G_ACTION (self->action));

  if (g_str_equal (g_variant_get_string (state, NULL), target))
    return;
  ondes_engine_preference_set (self->preference, engine, strchr (target, ':') != NULL ? device : 0);
  g_simple_action_set_state (self->action, g_variant_new_string (target));
  fill_menu (self);
  if (self->changed != NULL)
    self->changed (self->application);
}

static void
on_settings (Engines *self)
{
  g_autofree char *engine = g_settings_get_string (self->settings, "engine");

  choose (self, engine, g_settings_get_uint (self->settings, "device"));
}

static void
on_change_state (Engines *self,
                 GVariant *value)
{
  g_auto (GStrv) parts = g_strsplit (g_variant_get_string (value, NULL), ":", 2);
  guint64 device = 0;

  if (parts[0] == NULL || (parts[1] != NULL && !g_ascii_string_to_unsigned (parts[1], 10, 0, G_MAXINT32, &device, NULL)))
    return;
  if (self->settings == NULL)
    {
      choose (self, parts[0], (guint) device);
      return;
    }
  /* Set the number first: it has no effect until a card is selected. */
  if (parts[1] != NULL)
    g_settings_set_uint (self->settings, "device", (guint) device);
  g_settings_set_string (self->settings, "engine", parts[0]);
}

void
ondes_engines_start (GApplication *application,
                     GSettings *settings,
                     void (*changed) (GApplication *application))
{
  Engines *self = g_new0 (Engines, 1);
  g_autoptr (GTask) task = g_task_new (application, NULL, on_queried, NULL);

  self->application = application;
  self->preference = ondes_engine_preference_new ();
  self->menu = g_menu_new ();
  self->action = g_simple_action_new_stateful ("engine", G_VARIANT_TYPE_STRING, g_variant_new_string ("auto"));
  g_signal_connect_swapped (self->action, "change-state", G_CALLBACK (on_change_state), self);
  g_action_map_add_action (G_ACTION_MAP (application), G_ACTION (self->action));
  g_object_set_data_full (G_OBJECT (application), "ondes-engines", self, engines_free);
  if (settings != NULL)
    {
      self->settings = g_object_ref (settings);
      g_signal_connect_swapped (settings, "changed::engine", G_CALLBACK (on_settings), self);
      g_signal_connect_swapped (settings, "changed::device", G_CALLBACK (on_settings), self);
      on_settings (self);
    }
  self->changed = changed;
  fill_menu (self);
  g_task_run_in_thread (task, query);
}

void
ondes_engines_add_to_menu (GApplication *application,
                           GMenu *menu)
{
  Engines *self = g_object_get_data (G_OBJECT (application), "ondes-engines");
  g_autoptr (GMenu) section = g_menu_new ();

  g_menu_append_submenu (section, _("Co_mpute On"), G_MENU_MODEL (self->menu));
  g_menu_insert_section (menu, g_menu_model_get_n_items (G_MENU_MODEL (menu)) - 1, NULL, G_MENU_MODEL (section));
}

OndesSession *
ondes_engines_new_session (GApplication *application)
{
  Engines *self = g_object_get_data (G_OBJECT (application), "ondes-engines");

  return ondes_session_new_with_engine (self->preference);
}
