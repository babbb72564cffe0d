/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps that are undone, with a clock of the test's own: by hand, and random ones against a list of what was. */
#include "session/history.h"

#define SECOND G_USEC_PER_SEC

/* Two entries, the second within another dictionary. */
static GVariant *
settings (double omega0,
          guint palette)
{
  GVariantBuilder all = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT), within = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  g_variant_builder_add (&within, "{sv}", "palette", g_variant_new_uint32 (palette));
  g_variant_builder_add (&all, "{sv}", "omega0", g_variant_new_double (omega0));
  g_variant_builder_add (&all, "{sv}", "display", g_variant_builder_end (&within));
  return g_variant_builder_end (&all);
}

static void
assert_is (GVariant *value,
           double omega0,
           guint palette)
{
  g_autoptr (GVariant) expected = g_variant_ref_sink (settings (omega0, palette));

  g_assert_nonnull (value);
  g_assert_true (g_variant_equal (value, expected));
}

static void
test_steps (void)
{
  g_autoptr (OndesHistory) history = ondes_history_new ();

  /* Before it begins there is nothing to go back to. */
  g_assert_false (ondes_history_add (history, settings (5, 0), 0, 0));
  g_assert_false (ondes_history_can_undo (history));
  ondes_history_begin (history, settings (5, 0));
  g_assert_null (ondes_history_undo (history));
  g_assert_null (ondes_history_redo (history));
  g_assert_false (ondes_history_add (history, settings (5, 0), 0, 0));
  g_assert_true (ondes_history_add (history, settings (6, 0), 0, 0));
  g_assert_true (ondes_history_add (history, settings (6, 1), 10, 0)); /* another entry is another step, however soon */
  g_assert_true (ondes_history_add (history, settings (7, 1), 20, 0));
  assert_is (ondes_history_undo (history), 6, 1);
  assert_is (ondes_history_undo (history), 6, 0);
  g_assert_true (ondes_history_can_redo (history));
  assert_is (ondes_history_redo (history), 6, 1);
  assert_is (ondes_history_undo (history), 6, 0);
  assert_is (ondes_history_undo (history), 5, 0);
  g_assert_false (ondes_history_can_undo (history));
  g_assert_null (ondes_history_undo (history));
  assert_is (ondes_history_redo (history), 6, 0);

  /* What is changed then is where it goes on from. */
  g_assert_true (ondes_history_add (history, settings (9, 0), 30, 0));
  g_assert_false (ondes_history_can_redo (history));
  assert_is (ondes_history_undo (history), 6, 0);

  /* A name is that of the change that was just made, never that of an older step. */
  g_assert_true (ondes_history_add (history, settings (7, 0), 40, 0));
  ondes_history_part (history);
  g_assert_false (ondes_history_add (history, settings (7, 0), 50, 0));
  ondes_history_name (history, "nothing", 0);
  g_assert_null (ondes_history_get_undo_name (history));
  g_assert_true (ondes_history_add (history, settings (8, 0), 60, 0));
  ondes_history_name (history, "eight", 0);
  g_assert_cmpstr (ondes_history_get_undo_name (history), ==, "eight");

  ondes_history_begin (history, settings (1, 1));
  g_assert_false (ondes_history_can_undo (history));
  g_assert_false (ondes_history_can_redo (history));
}

static void
test_drags (void)
{
  g_autoptr (OndesHistory) history = ondes_history_new ();
  gint64 now = 0;

  ondes_history_begin (history, settings (5, 0));
  /* Quickly one upon another. */
  for (guint i = 1; i <= 30; i++)
    ondes_history_add (history, settings (5 + i, 0), now += SECOND / 2, 0);
  /* After a pause. */
  ondes_history_add (history, settings (50, 0), now += 3 * SECOND / 2, 0);
  /* While the button is held, with pauses; and with the next press. */
  for (guint i = 1; i <= 3; i++)
    ondes_history_add (history, settings (60 + i, i % 2), now += 5 * SECOND, 1);
  ondes_history_add (history, settings (70, 1), now += 5 * SECOND, 2);
  assert_is (ondes_history_undo (history), 63, 1);
  assert_is (ondes_history_undo (history), 50, 0);
  assert_is (ondes_history_undo (history), 35, 0);
  assert_is (ondes_history_undo (history), 5, 0);

  /* Nothing goes on with a step that was undone, nor with one before settings that changed by themselves. */
  assert_is (ondes_history_redo (history), 35, 0);
  ondes_history_add (history, settings (36, 0), now, 0);
  ondes_history_replace (history, settings (37, 0));
  ondes_history_add (history, settings (38, 0), now, 0);
  assert_is (ondes_history_undo (history), 37, 0);
  assert_is (ondes_history_undo (history), 35, 0);
}

/* Changes of one act are one step with its name, though time passes between them, and the entry that it joins is in it. */
static void
test_acts (void)
{
  g_autoptr (OndesHistory) history = ondes_history_new ();
  g_autofree char *changes = NULL;

  ondes_history_begin (history, settings (5, 0));
  ondes_history_add (history, settings (6, 0), 0, 0);
  ondes_history_join (history, "other", 7);
  ondes_history_add (history, settings (6, 1), SECOND, 7);
  assert_is (ondes_history_undo (history), 6, 0);
  assert_is (ondes_history_redo (history), 6, 1);
  /* The same with the entry that changed. */
  ondes_history_begin (history, settings (5, 0));
  ondes_history_add (history, settings (6, 0), 0, 0);
  ondes_history_join (history, "omega0", 8);
  ondes_history_add (history, settings (6, 1), 10 * SECOND, 8);
  ondes_history_name (history, "act", 8);
  ondes_history_add (history, settings (6, 2), 20 * SECOND, 8);
  g_assert_cmpstr (ondes_history_get_undo_name (history), ==, "act");
  /* Neither another change, however soon, nor another name belongs to it. */
  ondes_history_add (history, settings (6, 3), 20 * SECOND, 0);
  ondes_history_name (history, "no act", 8);
  g_assert_null (ondes_history_get_undo_name (history));
  assert_is (ondes_history_undo (history), 6, 2);
  assert_is (ondes_history_undo (history), 5, 0);
  changes = ondes_history_get_redo_changes (history);
  g_assert_cmpstr (changes, ==, "/omega0 /display/palette ");
  g_assert_false (ondes_history_can_undo (history));
}

/* The oldest steps go first, by number and by size. */
static void
test_limits (void)
{
  g_autoptr (OndesHistory) history = ondes_history_new ();
  g_autofree char *text = g_strnfill (ONDES_HISTORY_BYTES / 4, 'x');
  guint n = 0;

  ondes_history_begin (history, settings (0, 0));
  for (guint i = 1; i <= 2 * ONDES_HISTORY_STEPS; i++)
    ondes_history_add (history, settings (i, 0), i * (gint64) 10 * SECOND, 0);
  for (; ondes_history_can_undo (history); n++)
    assert_is (ondes_history_undo (history), 2.0 * ONDES_HISTORY_STEPS - 1 - n, 0);
  g_assert_cmpuint (n, ==, ONDES_HISTORY_STEPS);

  ondes_history_begin (history, settings (0, 0));
  for (guint i = 0; i < 20; i++)
    {
      GVariantBuilder all = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

      text[0] = (char) ('a' + i);
      g_variant_builder_add (&all, "{sv}", "text", g_variant_new_string (text));
      g_assert_true (ondes_history_add (history, g_variant_builder_end (&all), i * 10 * SECOND, 0));
    }
  for (n = 0; ondes_history_can_undo (history); n++)
    ondes_history_undo (history);
  g_assert_cmpuint (n, >=, 2);
  g_assert_cmpuint (n, <=, 4);
}

/* Against the list of all that was, and where in it one is. */
static void
test_random (void)
{
  g_autoptr (OndesHistory) history = ondes_history_new ();
  g_autoptr (GArray) was = g_array_new (FALSE, FALSE, sizeof (guint));
  guint at = 0, next = 0;

  ondes_history_begin (history, settings (0, 0));
  g_array_append_val (was, next);
  for (guint i = 1; i <= 5000; i++)
    {
      const int what = g_test_rand_int_range (0, 4);
      GVariant *now;

      if (what < 2 && at < ONDES_HISTORY_STEPS - 1)
        {
          next++;
          g_array_set_size (was, at + 1);
          g_array_append_val (was, next);
          at++;
          g_assert_true (ondes_history_add (history, settings (next, next % 7), i * (gint64) 10 * SECOND, 0));
        }
      else if (what == 2)
        {
          now = ondes_history_undo (history);
          g_assert_cmpint (now != NULL, ==, at > 0);
          if (now != NULL)
            assert_is (now, g_array_index (was, guint, at - 1), g_array_index (was, guint, at - 1) % 7), at--;
        }
      else
        {
          now = ondes_history_redo (history);
          g_assert_cmpint (now != NULL, ==, at + 1 < was->len);
          if (now != NULL)
            at++, assert_is (now, g_array_index (was, guint, at), g_array_index (was, guint, at) % 7);
        }
      g_assert_cmpint (ondes_history_can_undo (history), ==, at > 0);
      g_assert_cmpint (ondes_history_can_redo (history), ==, at + 1 < was->len);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/history/goes-back-and-forth-step-by-step", test_steps);
  g_test_add_func ("/ondes/history/a-drag-is-one-step", test_drags);
  g_test_add_func ("/ondes/history/an-act-of-several-changes-is-one-step", test_acts);
  g_test_add_func ("/ondes/history/forgets-the-oldest-steps", test_limits);
  g_test_add_func ("/ondes/history/is-the-list-of-what-was", test_random);
  return g_test_run ();
}
