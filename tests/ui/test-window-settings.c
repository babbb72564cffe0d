/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window starts, and opens a recording, whatever the settings hold: with each value of every key of the schema that has few of
 * them, alone and all keys changed together. */
#include <string.h>

#include "session/settings.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

/* Returns the values of a key in the order of the schema; NULL if it is no switch and no choice. Free with g_ptr_array_unref(). */
static GPtrArray *
values_of (GSettingsSchema *schema,
           const char      *name)
{
  g_autoptr (GSettingsSchemaKey) key = g_settings_schema_get_key (schema, name);
  g_autoptr (GVariant) range = g_settings_schema_key_get_range (key), list = NULL;
  GPtrArray *values = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  const char *kind;

  g_variant_get (range, "(&sv)", &kind, &list);
  if (g_str_equal (kind, "enum"))
    for (gsize i = 0; i < g_variant_n_children (list); i++)
      g_ptr_array_add (values, g_variant_get_child_value (list, i));
  else if (g_variant_type_equal (g_settings_schema_key_get_value_type (key), G_VARIANT_TYPE_BOOLEAN))
    for (guint i = 0; i < 2; i++)
      g_ptr_array_add (values, g_variant_ref_sink (g_variant_new_boolean (i == 1)));
  else
    g_clear_pointer (&values, g_ptr_array_unref);
  return values;
}

/* Together, two values can make a page that has no spectrum of a recording, and says why. */
static gboolean
is_refused (OndesAnalysis *model)
{
  const char *problem = ondes_analysis_get_problem (model);

  return problem != NULL && strstr (problem, "holds no integers, and the Reed–Muller transform takes 0 and 1") != NULL;
}

static gboolean
shows_recording (gpointer data)
{
  OndesAnalysis *model = ondes_window_get_model (window);

  return ondes_session_get_recording (session) != NULL && !ondes_session_is_opening (session, NULL)
         && !ondes_analysis_is_busy (model, NULL) && (!ondes_analysis_is_stale (model) || is_refused (model))
         && gtk_widget_get_mapped (GTK_WIDGET (window));
}

/* Starts a window as the program does, opens a recording in it, and closes it. */
static void
start (const char *what)
{
  g_autofree char *path = window_sample ("nino3.dat");
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_null (window);
  g_application_activate (G_APPLICATION (application));
  window = ONDES_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
  session = ondes_window_get_session (window);
  ondes_window_open (window, file);
  driver_wait (shows_recording, NULL, what);
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_cmpuint (ondes_session_get_source (session)->n, ==, 504);
  gtk_window_destroy (GTK_WINDOW (window));
  window = NULL;
}

static GSettingsSchema *
get_schema (GSettings *settings)
{
  GSettingsSchema *schema;

  g_object_get (settings, "settings-schema", &schema, NULL);
  return schema;
}

static void
reset (GSettings         *settings,
       const char *const *names)
{
  for (const char *const *name = names; *name != NULL; name++)
    g_settings_reset (settings, *name);
}

static void
test_each (void)
{
  GSettings *settings = ondes_application_get_settings (application);
  g_autoptr (GSettingsSchema) schema = get_schema (settings);
  g_auto (GStrv) names = g_settings_schema_list_keys (schema);
  guint starts = 0;

  for (char **name = names; *name != NULL; name++)
    {
      g_autoptr (GPtrArray) values = values_of (schema, *name);

      for (guint i = 0; values != NULL && i < values->len; i++)
        {
          g_autofree char *text = g_variant_print (values->pdata[i], FALSE);
          g_autofree char *what = g_strdup_printf ("a recording with %s %s", *name, text);
          g_autoptr (GVariant) value = g_settings_get_default_value (settings, *name);

          if (g_variant_equal (value, values->pdata[i]))
            continue;
          g_assert_true (g_settings_set_value (settings, *name, values->pdata[i]));
          start (what);
          reset (settings, (const char *const *) names);
          starts++;
        }
    }
  g_assert_cmpuint (starts, >, 50);
}

/* Every key at its first value, then at its second: as often as the longest list has values. */
static void
test_together (void)
{
  GSettings *settings = ondes_application_get_settings (application);
  g_autoptr (GSettingsSchema) schema = get_schema (settings);
  g_auto (GStrv) names = g_settings_schema_list_keys (schema);
  guint rounds = 1;

  for (guint round = 0; round < rounds; round++)
    {
      g_autofree char *what = g_strdup_printf ("a recording with value %u of every key", round);

      for (char **name = names; *name != NULL; name++)
        {
          g_autoptr (GPtrArray) values = values_of (schema, *name);

          if (values == NULL)
            continue;
          rounds = MAX (rounds, values->len);
          g_assert_true (g_settings_set_value (settings, *name, values->pdata[round % values->len]));
        }
      start (what);
      reset (settings, (const char *const *) names);
    }
  g_assert_cmpuint (rounds, >, 2);
}

static gboolean
is_hidden (gpointer unused)
{
  return !g_settings_get_boolean (ondes_application_get_settings (application), "sidebar");
}

/* F9 hides the side bar, here and in the windows that come. */
static void
test_hidden (void)
{
  GSettings *settings = ondes_application_get_settings (application);

  window_open_sample ("nino3.dat");
  driver_key ("F9");
  driver_wait (is_hidden, NULL, "the side bar to go");
  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&window)));
  window_open_sample ("nino3.dat");
  g_assert_false (adw_flap_get_reveal_flap (ADW_FLAP (window_by_id (window, "flap"))));
  driver_key ("F9");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_true (adw_flap_get_reveal_flap (ADW_FLAP (window_by_id (window, "flap"))));
  g_assert_true (g_settings_get_boolean (settings, "sidebar"));
  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&window)));
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/settings/a-side-bar-that-is-hidden-stays-so", test_hidden);
  g_test_add_func ("/ondes/settings/a-window-starts-with-each-value-of-a-setting", test_each);
  g_test_add_func ("/ondes/settings/a-window-starts-with-all-settings-changed", test_together);
  return window_run ();
}
