/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All actions of the window on each page and in each state: what a menu or a key promises is done, and what cannot be done is
 * disabled; and all keys are in the sheet of keys. */
#include <math.h>
#include <string.h>

#include "pages/ondes-conditioning-panel.h"
#include "pages/ondes-presets-panel.h"
#include "rows/ondes-preset-row.h"
#include "shell/ondes-keys.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

/* States of the window, and what an action needs of them. */
enum
{
  OPEN = 1 << 0,
  TIME = 1 << 1,       /* a recording that is no truth table */
  CHANNELS = 1 << 2,   /* that has several */
  SELECTED = 1 << 3,
  SECOND = 1 << 4,     /* compared with a second */
  ANNOTATED = 1 << 5,  /* one annotation, chosen */
  RESULT = 1 << 6,     /* the page has a result */
  FIGURE = 1 << 7,     /* that can be drawn */
  SCALOGRAM = 1 << 8,  /* in view */
  PICTURE = 1 << 9,    /* a page of pictures: Explore or the filter's */
  COLOURS = 1 << 10,   /* a picture with colours is in view */
  COMPARED = 1 << 11,  /* the page shows two pictures */
  PLACE = 1 << 12,     /* not the page of welcome */
  EXPLORE = 1 << 17,   /* a picture of that page is in view */
  UNDO = 1 << 13,
  REDO = 1 << 14,
  FILTERED = 1 << 16,  /* the page of filters has a filter */
  NEVER = 1 << 15,     /* nothing is under way, and no time stamps are uneven */
};

static const struct
{
  const char *name;
  guint       needs;
} actions[] = {
  { "win.open", 0 },
  { "win.open-raw", 0 },
  { "win.open-uri", 0 },
  { "win.open-raw-path", 0 },
  { "win.open-text", 0 },
  { "win.read-options", OPEN },
  { "win.read-options-path", 0 },
  { "win.resample", NEVER },
  { "win.time-expansion", NEVER },
  { "win.batch", TIME },
  { "win.open-run", 0 },
  { "win.export", RESULT },
  { "win.copy-image", FIGURE },
  { "win.copy-command", RESULT },
  { "win.fit-colours", COLOURS },
  { "win.automatic-colours", COLOURS },
  { "win.whole", RESULT },
  { "win.zoom-in", RESULT },
  { "win.zoom-out", RESULT },
  { "win.cancel", NEVER },
  { "win.cancel-export", NEVER },
  { "win.recompute", OPEN },
  { "win.undo", UNDO },
  { "win.redo", REDO },
  { "win.page", 0 },
  { "win.say", 0 },
  { "win.slices", PICTURE | OPEN },
  { "win.hold-slice", PICTURE | OPEN },
  { "win.analyse-result", FILTERED },
  { "win.offer-undo", 0 },
  { "win.sidebar", PLACE },
  { "win.menu", 0 },
  { "win.compare", COMPARED },
  { "win.difference", COMPARED },
  { "win.annotate", OPEN },
  { "win.annotate-selection", SELECTED },
  { "win.annotate-here", OPEN },
  { "win.play-here", OPEN },
  { "win.edit-annotation", ANNOTATED },
  { "win.next-annotation", ANNOTATED },
  { "win.previous-annotation", ANNOTATED },
  { "win.remove-annotations", ANNOTATED },
  { "win.play-annotation", ANNOTATED },
  { "win.import-annotations", OPEN },
  { "win.export-annotations", ANNOTATED },
  { "win.annotations", PLACE },
  { "win.move-second", SECOND | SCALOGRAM },
  { "win.compare-with", TIME },
  { "win.presets", TIME },
  { "win.compare-file", TIME },
  { "win.compare-held", TIME },
  { "win.compare-nothing", SECOND },
  { "win.swap", SECOND | SCALOGRAM },
  { "win.stack", SECOND | SCALOGRAM },
  { "win.strips", CHANNELS | EXPLORE },
  { "win.loop", OPEN },
  { "win.follow", OPEN },
  { "win.keep-pitch", OPEN },
  { "win.play", OPEN },
  { "win.export-heard", OPEN },
  { "win.clear-band", NEVER },
  { "win.slower", OPEN },
  { "win.faster", OPEN },
  { "win.pan-tool", OPEN },
  { "win.select-tool", OPEN },
  { "win.annotate-tool", TIME },
  { "win.select-all", OPEN },
  { "win.cursor", OPEN },
  { "win.clear-selection", SELECTED },
  { "win.copy-selection", SELECTED },
  { "win.play-selection", SELECTED },
  { "win.zoom-selection", SELECTED },
  { "win.export-selection", SELECTED | RESULT },
  { "win.export-selection-sound", SELECTED },
  { "win.analyse-selection", SELECTED },
};

static GtkWidget *probe; /* a button that is sensitive if its action can be done; not shown */

/* Makes the button a child of @parent. */
static void
begin_probe (GtkWidget *parent)
{
  probe = gtk_button_new ();
  gtk_widget_set_visible (probe, FALSE);
  gtk_widget_set_parent (probe, parent);
}

/* TRUE if the action is there and can be done; @target NULL for none. */
static gboolean
is_enabled (const char *name,
            GVariant   *target)
{
  gtk_actionable_set_action_name (GTK_ACTIONABLE (probe), NULL);
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (probe), target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (probe), name);
  return gtk_widget_get_sensitive (probe);
}

static GVariant *
new_target (const GVariantType *type)
{
  if (type == NULL)
    return NULL;
  if (g_variant_type_equal (type, G_VARIANT_TYPE_UINT32))
    return g_variant_new_uint32 (1);
  if (g_variant_type_equal (type, G_VARIANT_TYPE_BYTESTRING))
    return g_variant_new_bytestring ("scalogram");
  return g_variant_type_equal (type, G_VARIANT_TYPE_INT32) ? g_variant_new_int32 (1) : g_variant_new_string ("scalogram");
}

static gboolean
is_quiet (gpointer unused)
{
  return !ondes_window_is_busy (window, NULL) && !ondes_session_is_busy (session, NULL)
         && (ondes_session_get_recording (session) == NULL || ondes_annotations_model_is_ready (window->annotations));
}

/* What is so now, as the models tell it. */
static guint
find_state (void)
{
  OndesRecording *recording = ondes_session_get_recording (session);
  const OndesModelIndex page = ondes_window_get_shown (window);
  const OndesSelection selection = ondes_timeline_get_selection (timeline);
  const guint formats = ondes_analysis_get_formats (ondes_window_get_model (window));
  const gboolean second = ondes_comparison_get_second (window->comparison) != ONDES_SECOND_NONE;
  guint state = 0;

  state |= recording != NULL ? OPEN : 0;
  state |= recording != NULL && ondes_recording_get_truth_table (recording) == NULL ? TIME : 0;
  state |= recording != NULL && ondes_recording_get_info (recording)->channels > 1 ? CHANNELS : 0;
  state |= ondes_selection_is_set (&selection) ? SELECTED : 0;
  state |= second ? SECOND : 0;
  state |= ondes_annotations_model_get_first (window->annotations) != NULL ? ANNOTATED : 0;
  state |= formats != 0 ? RESULT : 0;
  state |= (formats & 1u << ONDES_EXPORT_PNG) != 0 ? FIGURE : 0;
  state |= page == ONDES_MODEL_SCALOGRAM ? SCALOGRAM : 0;
  state |= page == ONDES_MODEL_SCALOGRAM || page == ONDES_MODEL_WALSHGRAM ? EXPLORE : 0;
  state |= (state & EXPLORE) != 0 || page == ONDES_MODEL_FILTER ? PICTURE : 0;
  state |= recording != NULL && (state & PICTURE) != 0 ? COLOURS : 0;
  state |= (page == ONDES_MODEL_SCALOGRAM && second) || (page == ONDES_MODEL_FILTER && recording != NULL) ? COMPARED : 0;
  state |= recording != NULL || (state & EXPLORE) == 0 ? PLACE : 0;
  state |= page == ONDES_MODEL_FILTER && formats != 0 ? FILTERED : 0;
  state |= ondes_session_can_undo (session) ? UNDO : 0;
  state |= ondes_session_can_redo (session) ? REDO : 0;
  return state;
}

static guint
find_needs (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (g_str_equal (actions[i].name, name))
      return actions[i].needs;
  g_error ("%s is not in the test's table: say what it needs", name);
}

/* All actions of the window are enabled where there is what they need, and only there. */
static void
check_actions (const char *when)
{
  static const char *const always_results[] = { "win.recompute", NULL };
  GType owner;
  const char *name, *property;
  const GVariantType *type;
  guint state, n = 0;

  driver_wait (is_quiet, NULL, when);
  state = find_state ();
  for (guint i = 0; gtk_widget_class_query_action (GTK_WIDGET_GET_CLASS (window), i, &owner, &name, &type, &property); i++)
    {
      guint needs;

      if (owner != ONDES_TYPE_WINDOW)
        continue;
      needs = find_needs (name);
      n++;
      /* Without a recording, what was typed has a result. */
      if (g_strv_contains (always_results, name) && (state & RESULT) != 0)
        needs = 0;
      if (is_enabled (name, new_target (type)) != ((state & needs) == needs))
        g_error ("%s on the page %s, %s: it should be %s", name, ondes_analysis_get_name (ondes_window_get_model (window)), when,
                 (state & needs) == needs ? "enabled" : "disabled");
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (actions));
}

static void
check_pages (const char *when)
{
  for (guint page = 0; page < ONDES_N_MODELS; page++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", ondes_analysis_get_name (window->models[page]));
      check_actions (when);
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "scalogram");
}

static gboolean
has_opened (gpointer path)
{
  OndesRecording *recording = ondes_session_get_recording (session);

  return recording != NULL && g_str_equal (ondes_recording_get_info (recording)->path, path) && is_quiet (NULL);
}

static void
open_text (const char *name,
           const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  ondes_window_open (window, file);
  driver_wait (has_opened, path, name);
}

/* Two channels, 2000 samples. */
static void
open_two (void)
{
  g_autoptr (GString) text = g_string_new ("# rate=1000\na,b\n");

  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (text, "%d,%d\n", g_test_rand_int_range (-99, 100), g_test_rand_int_range (-99, 100));
  open_text ("two.csv", text->str);
}

static gboolean
is_compared (gpointer unused)
{
  return ondes_comparison_is_ready (window->comparison) && is_quiet (NULL);
}

static void
test_actions (void)
{
  const OndesAnnotation values = { .start = 0.5, .end = 0.7, .low_hz = NAN, .high_hz = NAN, .label = "x" };

  window_begin ();
  begin_probe (GTK_WIDGET (window->charts));
  check_pages ("with nothing open");
  open_text ("table.txt", "0 1 1 0 1 0 0 1\n");
  check_pages ("with a truth table");
  open_two ();
  g_assert_cmpuint (ondes_recording_get_info (ondes_session_get_recording (session))->channels, ==, 2);
  check_pages ("with two channels");
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_SPAN (200, 700));
  check_pages ("with a selection");
  g_assert_nonnull (ondes_annotations_model_add (window->annotations, &values));
  ondes_comparison_choose_channel (window->comparison, 2);
  driver_wait (is_compared, NULL, "the second");
  check_pages ("with a second and an annotation");
  /* The annotation took the selection's place. A selection is what is analysed, whatever was before. */
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_SPAN (200, 700));
  ondes_operand_set_kind (ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (window->models[ONDES_MODEL_SPECTRA]), 0),
                          ONDES_OPERAND_WHOLE);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.analyse-selection", NULL);
  g_assert_cmpint (ondes_operand_get_kind (ondes_series_analysis_get_operand (
                     ONDES_SERIES_ANALYSIS (window->models[ONDES_MODEL_SPECTRA]), 0)), ==, ONDES_OPERAND_SELECTION);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "scalogram");
}

/* Every item of a menu has an action, which can be done now unless it is among @not_now. */
static void
check_menu (GMenuModel        *menu,
            const char *const *not_now)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      static const char *const links[] = { G_MENU_LINK_SECTION, G_MENU_LINK_SUBMENU };
      g_autofree char *action = NULL;
      g_autoptr (GVariant) target = g_menu_model_get_item_attribute_value (menu, i, G_MENU_ATTRIBUTE_TARGET, NULL);

      for (guint j = 0; j < G_N_ELEMENTS (links); j++)
        {
          g_autoptr (GMenuModel) below = g_menu_model_get_item_link (menu, i, links[j]);

          if (below != NULL)
            check_menu (below, not_now);
        }
      if (!g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action))
        continue;
      if (is_enabled (action, target) == g_strv_contains (not_now, action))
        g_error ("the menu's item of %s", action);
    }
}

/* All menus, with a second, a selection and an annotation. */
static void
test_menus (void)
{
  static const char *const not_now[] = { "app.reopen-last", "win.undo", "win.redo", "win.none", NULL };
  const char *const *without_steps = not_now;
  GMenuModel *menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (window->menu_button));
  g_autoptr (GPtrArray) allowed = g_ptr_array_new ();

  driver_wait (is_quiet, NULL, "the pictures");
  for (; *without_steps != NULL; without_steps++)
    if (!(g_str_equal (*without_steps, "win.undo") && ondes_session_can_undo (session))
        && !(g_str_equal (*without_steps, "win.redo") && ondes_session_can_redo (session)))
      g_ptr_array_add (allowed, (gpointer) *without_steps);
  g_ptr_array_add (allowed, NULL);
  check_menu (menu, (const char *const *) allowed->pdata);
  gtk_widget_unparent (probe);
}

/* Returns the button named @name, the @i-th of those below @from in their order. */
static GtkWidget *
find_named (GtkWidget  *from,
            const char *name,
            guint      *i)
{
  if (g_str_equal (gtk_widget_get_name (from), name) && (*i)-- == 0)
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_named (child, name, i);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
is_button_sensitive (const char *name,
                     guint       i)
{
  GtkWidget *button = find_named (window_by_type (window, ONDES_TYPE_CONDITIONING_PANEL), name, &i);

  g_assert_nonnull (button);
  return gtk_widget_get_sensitive (button);
}

/* The first step cannot be applied earlier, nor the last one later. */
static void
test_steps (void)
{
  static const char *const steps[] = { "mean", "trend", "gain:3", NULL };

  ondes_session_set_conditioning (session, steps, TRUE);
  driver_wait (is_quiet, NULL, "the steps");
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (is_button_sensitive ("conditioning.up", i) == (i > 0));
      g_assert_true (is_button_sensitive ("conditioning.down", i) == (i < 2));
      g_assert_true (is_button_sensitive ("conditioning.remove", i));
    }
}

/* Keys. */

/* Adds a key in one form, whatever the case of its letter. */
static void
add_key (GHashTable     *keys,
         guint           key,
         GdkModifierType modifiers)
{
  const guint lower = gdk_keyval_to_lower (key);

  if (lower != key)
    modifiers |= GDK_SHIFT_MASK;
  g_hash_table_add (keys, gtk_accelerator_name (lower, modifiers));
}

static void
add_keys (GHashTable *keys,
          const char *accelerators)
{
  g_auto (GStrv) each = g_strsplit (accelerators, " ", -1);

  for (guint i = 0; each[i] != NULL; i++)
    {
      GdkModifierType modifiers;
      guint key;

      g_assert_true (gtk_accelerator_parse (each[i], &key, &modifiers));
      add_key (keys, key, modifiers);
    }
}

/* Adds the keys of the sheet below @widget. */
static void
collect_sheet (GtkWidget  *widget,
               GHashTable *keys)
{
  g_autofree char *accelerators = NULL, *action = NULL;

  if (GTK_IS_SHORTCUTS_SHORTCUT (widget))
    {
      g_object_get (widget, "accelerator", &accelerators, "action-name", &action, NULL);
      if (accelerators != NULL && *accelerators != '\0')
        add_keys (keys, accelerators);
      if (action != NULL && *action != '\0')
        {
          g_auto (GStrv) all = gtk_application_get_accels_for_action (GTK_APPLICATION (application), action);

          for (guint i = 0; all[i] != NULL; i++)
            add_keys (keys, all[i]);
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    collect_sheet (child, keys);
}

static void
collect_trigger (GtkShortcutTrigger *trigger,
                 GHashTable         *keys)
{
  if (GTK_IS_ALTERNATIVE_TRIGGER (trigger))
    {
      collect_trigger (gtk_alternative_trigger_get_first (GTK_ALTERNATIVE_TRIGGER (trigger)), keys);
      collect_trigger (gtk_alternative_trigger_get_second (GTK_ALTERNATIVE_TRIGGER (trigger)), keys);
    }
  else if (GTK_IS_KEYVAL_TRIGGER (trigger))
    {
      const guint key = gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger));

      /* Keys of the number pad are those of their names. */
      if (!g_str_has_prefix (gdk_keyval_name (key), "KP_"))
        add_key (keys, key, gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)));
    }
}

static void
collect_own (GtkWidget  *widget,
             GHashTable *keys)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      for (guint j = 0; j < g_list_model_get_n_items (G_LIST_MODEL (controller)); j++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), j);

          collect_trigger (gtk_shortcut_get_trigger (shortcut), keys);
        }
    }
}

/* Adds the keys of Ondes' own classes below @widget, with the class, but for those that GTK's class has. */
static void
collect_bindings (GtkWidget  *widget,
                  GHashTable *keys)
{
  GType type = G_OBJECT_TYPE (widget);

  if (g_str_has_prefix (g_type_name (type), "Ondes"))
    {
      g_autoptr (GHashTable) own = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_autoptr (GHashTable) theirs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      GHashTableIter iter;
      gpointer key;

      while (g_str_has_prefix (g_type_name (type), "Ondes"))
        type = g_type_parent (type);
      if (!G_TYPE_IS_ABSTRACT (type))
        {
          GtkWidget *plain = g_object_ref_sink (g_object_new (type, NULL));

          collect_own (plain, theirs);
          if (GTK_IS_WINDOW (plain))
            gtk_window_destroy (GTK_WINDOW (plain));
          g_object_unref (plain);
        }
      collect_own (widget, own);
      g_hash_table_iter_init (&iter, own);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        if (!g_hash_table_contains (theirs, key))
          g_hash_table_insert (keys, g_strdup (key), (gpointer) G_OBJECT_TYPE_NAME (widget));
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    collect_bindings (child, keys);
}

static void
test_keys (void)
{
  g_autoptr (GHashTable) sheet = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) bound = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) missing = g_string_new (NULL);
  GHashTableIter iter;
  gpointer key, where;

  collect_sheet (GTK_WIDGET (gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window))), sheet);
  for (const OndesKeys *keys = ondes_keys; keys->action != NULL; keys++)
    for (guint i = 0; keys->accelerators[i] != NULL; i++)
      {
        GdkModifierType modifiers;
        guint value;

        g_assert_true (gtk_accelerator_parse (keys->accelerators[i], &value, &modifiers));
        g_hash_table_insert (bound, gtk_accelerator_name (gdk_keyval_to_lower (value), modifiers), (gpointer) keys->action);
      }
  collect_bindings (GTK_WIDGET (window), bound);
  g_assert_cmpuint (g_hash_table_size (bound), >, 90);
  g_hash_table_iter_init (&iter, bound);
  while (g_hash_table_iter_next (&iter, &key, &where))
    if (!g_hash_table_contains (sheet, key))
      g_string_append_printf (missing, "\n%s (%s)", (char *) key, (char *) where);
  if (missing->len > 0)
    g_error ("not in the sheet of keys:%s", missing->str);
}

static gboolean
shows_presets (gpointer wanted)
{
  GtkWidget *row = window_by_type (window_by_type (window, ONDES_TYPE_PRESETS_PANEL), ONDES_TYPE_PRESET_ROW);
  GtkWidget *button = window_by_type (row, GTK_TYPE_MENU_BUTTON);
  GtkPopover *popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (button));

  return (popover != NULL && gtk_widget_get_mapped (GTK_WIDGET (popover))) == GPOINTER_TO_INT (wanted);
}

/* A key finds the presets from wherever a person is. */
static void
test_presets (void)
{
  window_open_sample ("humpback.ogg");
  window_go ("spectra");
  driver_key ("F9");
  driver_key ("ctrl+p");
  driver_wait (window_shows, (gpointer) "scalogram", "the scalogram");
  driver_wait (shows_presets, GINT_TO_POINTER (TRUE), "the presets");
  driver_key ("Escape");
  driver_wait (shows_presets, GINT_TO_POINTER (FALSE), "them to close");
}

int
main (int    argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window/actions/are-enabled-where-they-do-something", test_actions);
  g_test_add_func ("/ondes/window/actions/menus-promise-what-is-done", test_menus);
  g_test_add_func ("/ondes/window/actions/steps-move-as-far-as-there-are-some", test_steps);
  g_test_add_func ("/ondes/window/actions/presets-by-a-key", test_presets);
  g_test_add_func ("/ondes/window/actions/all-keys-are-in-their-sheet", test_keys);
  return window_run ();
}
