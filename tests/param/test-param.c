/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of parameters: every value comes back from text, from a dictionary and from a command; tables describe whole structs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "analysis/psd.h"
#include "analysis/series.h"
#include "base/request-error.h"
#include "figure/display.h"
#include "figure/figure-size.h"
#include "signal/derive.h"
#include "signal/read-options.h"
#include "sound/listening.h"
#include "transform/compensation-settings.h"
#include "transform/cwt-settings.h"
#include "transform/filter-settings.h"
#include "transform/pairs.h"
#include "transform/walshgram.h"

#define ROUNDS 200

static const char *const words[] = { "none", "mean", "moving", NULL };
static const char *const factors[] = { "1", "2", "4", NULL };

typedef struct
{
  guint    kind;
  double   window, level, range[2];
  guint64  count;
  guint    index;
  gboolean flag, unset;
  char     text[16];
  double   speed;
  const char *name;
  guint    pair[2];
  guint    factor;
} Owner;

static gboolean
is_flagged (gconstpointer owner)
{
  return ((const Owner *) owner)->flag;
}

static gboolean
parse_pair (const OndesParam *row,
            const char       *text,
            gpointer          owner,
            GError          **error)
{
  Owner *own = owner;
  guint pair[2];
  int end = 0;

  if (sscanf (text, "%u/%u%n", &pair[0], &pair[1], &end) != 2 || text[end] != '\0')
    return FALSE;
  memcpy (own->pair, pair, sizeof pair);
  return TRUE;
}

static char *
print_pair (gconstpointer owner)
{
  const Owner *own = owner;

  return own->pair[0] != 0 ? g_strdup_printf ("%u/%u", own->pair[0], own->pair[1]) : NULL;
}

static const char *const speeds[] = { "auto", "one", NULL };
static const char *const names[] = { "ada", "bob", "eve", NULL };

#define FIELD(name) G_STRUCT_OFFSET (Owner, name)

static const OndesParam rows[] = {
  { "kind", ONDES_PARAM_WORD, FIELD (kind), words, .flags = ONDES_PARAM_SPEC, .option = "--kind" },
  { "window", ONDES_PARAM_NUMBER, FIELD (window), .low = G_MINDOUBLE, .high = G_MAXDOUBLE, .argument = "T", .of = "kind",
    .of_word = 2 },
  { "level", ONDES_PARAM_NUMBER, FIELD (level), .low = 0.5, .high = 100, .option = "--level", .applies = is_flagged,
    .flags = ONDES_PARAM_SPEC },
  { "range", ONDES_PARAM_RANGE, FIELD (range), .option = "--range" },
  { "count", ONDES_PARAM_COUNT, FIELD (count), .low = 1, .high = 1 << 20, .option = "--count" },
  { "index", ONDES_PARAM_INDEX, FIELD (index), .option = "--index" },
  { "flag", ONDES_PARAM_BOOLEAN, FIELD (flag), .option = "--flag" },
  { "unset", ONDES_PARAM_BOOLEAN, FIELD (unset), .flags = ONDES_PARAM_UNSET, .option = "--no-unset" },
  { "text", ONDES_PARAM_TEXT, FIELD (text), NULL, sizeof ((Owner *) NULL)->text, .option = "--text" },
  { "speed", ONDES_PARAM_NUMBER, FIELD (speed), speeds, .low = 1, .high = 9, .option = "--speed",
    .expected = "auto, one, or a number from 1 to 9" },
  { "name", ONDES_PARAM_STRING, FIELD (name), names, .option = "--name", .expected = "one of ada, bob, eve" },
  { "pair", ONDES_PARAM_FORM, FIELD (pair), NULL, sizeof ((Owner *) NULL)->pair, .option = "--pair", .parse = parse_pair,
    .print = print_pair, .expected = "two numbers, as 1/2" },
  { "factor", ONDES_PARAM_INDEX, FIELD (factor), factors, .option = "--factor" },
  { NULL },
};

static const Owner defaults = { .window = 1, .level = 5, .count = 8, .unset = TRUE, .factor = 1 };
static const OndesParamTable table = { rows, &defaults };

static void
draw (Owner *owner)
{
  memset (owner, 0, sizeof *owner);
  owner->kind = (guint) g_test_rand_int_range (0, 3);
  owner->window = exp (g_test_rand_double_range (-20, 20));
  owner->level = g_test_rand_double_range (0.5, 100);
  owner->range[0] = g_test_rand_double_range (-9, 9);
  owner->range[1] = g_test_rand_double_range (-9, 9);
  owner->count = (guint64) g_test_rand_int_range (1, 1 << 20);
  owner->index = (guint) g_test_rand_int ();
  owner->flag = g_test_rand_bit ();
  owner->unset = g_test_rand_bit ();
  owner->factor = 1u << g_test_rand_int_range (0, 3);
  for (guint i = 0; i < 15; i++)
    owner->text[i] = (char) g_test_rand_int_range (1, 256); /* paths have any bytes */
  owner->speed = g_test_rand_int_range (0, 9);
  owner->name = names[g_test_rand_int_range (0, 3)];
  owner->pair[0] = (guint) g_test_rand_int_range (1, 9);
  owner->pair[1] = (guint) g_test_rand_int_range (0, 9);
}

static void
test_dictionary (void)
{
  for (guint i = 0; i < ROUNDS; i++)
    {
      GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
      g_autoptr (GVariant) saved = NULL;
      Owner before, after = defaults;

      draw (&before);
      ondes_params_save (rows, 0, &before, &builder);
      saved = g_variant_ref_sink (g_variant_builder_end (&builder));
      g_assert_cmpint ((gint) g_variant_n_children (saved), ==, G_N_ELEMENTS (rows) - 1);
      ondes_params_restore (rows, 0, &after, saved);
      g_assert_true (ondes_params_equal (rows, 0, &before, &after));
    }
}

/* Entries of other types, unknown words and numbers that are not finite change nothing. */
static void
test_bad_dictionary (void)
{
  static const char bad[] = "{'kind': <'other'>, 'window': <'1'>, 'level': <inf>, 'range': <(1.0, nan)>, 'count': <1.0>, "
                            "'index': <-1>, 'flag': <1>, 'unset': <'no'>, 'text': <5>, "
                            "'speed': <'one'>, 'name': <'joe'>, 'pair': <'1-2'>}";
  g_autoptr (GVariant) saved = g_variant_ref_sink (g_variant_new_parsed (bad));
  Owner owner = defaults;

  ondes_params_restore (rows, 0, &owner, saved);
  g_assert_true (ondes_params_equal (rows, 0, &owner, &defaults));
}

static void
test_equal (void)
{
  for (guint i = 0; i < ROUNDS; i++)
    for (const OndesParam *row = rows; row->key != NULL; row++)
      {
        Owner a, b, c;

        draw (&a);
        draw (&b);
        c = a;
        memcpy ((char *) &c + row->offset, (char *) &b + row->offset, ondes_param_bytes (row));
        g_assert_cmpint (ondes_params_equal (rows, 0, &a, &c), ==, ondes_param_equal (row, &a, &c));
      }
}

/* Returns the bytes that identify an owner in which every row belongs to the spec. */
static GBytes *
get_identity (const Owner *owner)
{
  OndesParam all[G_N_ELEMENTS (rows)];
  GByteArray *bytes = g_byte_array_new ();

  memcpy (all, rows, sizeof rows);
  for (guint i = 0; i + 1 < G_N_ELEMENTS (rows); i++)
    all[i].flags |= ONDES_PARAM_SPEC;
  ondes_params_identify (all, owner, bytes);
  return g_byte_array_free_to_bytes (bytes);
}

/* Strings that are copied are equal; strings and forms that say nothing are left out of a dictionary. */
static void
test_strings (void)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) saved = NULL;
  Owner owner = { .name = "bob" }, copy = owner;

  ondes_params_own (rows, &copy);
  g_assert_true (copy.name != owner.name);
  g_assert_true (ondes_params_equal (rows, 0, &owner, &copy));
  ondes_params_clear (rows, &copy);
  g_assert_null (copy.name);
  g_assert_false (ondes_params_equal (rows, 0, &owner, &copy));
  ondes_params_save (rows, 0, &copy, &builder);
  saved = g_variant_ref_sink (g_variant_builder_end (&builder));
  g_assert_false (g_variant_lookup (saved, "name", "ay", NULL));
  g_assert_false (g_variant_lookup (saved, "pair", "s", NULL));
  g_assert_true (ondes_param_check (ondes_params_find (rows, "name"), &owner, NULL));
  owner.name = "joe";
  g_assert_false (ondes_param_check (ondes_params_find (rows, "name"), &owner, NULL));
}

/* Owners that differ in any row have other bytes; what stands behind the end of a text does not count. */
static void
test_identity (void)
{
  for (guint i = 0; i < ROUNDS; i++)
    for (const OndesParam *row = rows; row->key != NULL; row++)
      {
        g_autoptr (GBytes) first = NULL, second = NULL, third = NULL;
        Owner a, b, c;

        draw (&a);
        draw (&b);
        c = a;
        memcpy ((char *) &c + row->offset, (char *) &b + row->offset, ondes_param_bytes (row));
        first = get_identity (&a);
        second = get_identity (&c);
        g_assert_cmpint (g_bytes_equal (first, second), ==, ondes_param_equal (row, &a, &c));
        c = a;
        a.text[8] = c.text[8] = '\0';
        c.text[12] ^= 1;
        third = get_identity (&a);
        g_clear_pointer (&second, g_bytes_unref);
        second = get_identity (&c);
        g_assert_true (g_bytes_equal (second, third));
      }
}

/* What a command prints, another one parses to the same values. */
static void
test_command (void)
{
  for (guint i = 0; i < ROUNDS; i++)
    {
      g_autoptr (GString) line = g_string_new (NULL);
      g_auto (GStrv) parts = NULL;
      Owner before, after = defaults;

      draw (&before);
      g_strlcpy (before.text, "a:b", sizeof before.text);
      if (before.kind != 2)
        before.window = defaults.window;
      if (!before.flag)
        before.level = defaults.level; /* it has no effect then, so that no command tells it */
      ondes_params_print (&table, 0, 0, &before, line);
      parts = g_strsplit (line->str, " ", -1);
      for (guint k = 1; parts[0] != NULL && parts[k] != NULL; k++)
        {
          const OndesParam *row = ondes_params_find_option (rows, parts[k]);
          g_autoptr (GError) error = NULL;

          g_assert_nonnull (row);
          g_assert_true (ondes_param_parse (rows, row, row->type == ONDES_PARAM_BOOLEAN ? "" : parts[++k], &after, &error));
          g_assert_no_error (error);
        }
      g_assert_true (ondes_params_equal (rows, 0, &before, &after));
    }
}

static void
test_refusals (void)
{
  static const char *const bad[][3] = {
    { "kind", "median", "“median” is none of none, mean, moving:T" },
    { "kind", "", "“” is none of none, mean, moving:T" },
    { "kind", "moving", "“moving” is none of none, mean, moving:T" },
    { "kind", "mean:2", "“mean:2” is none of none, mean, moving:T" },
    { "kind", "moving:", "“” is not a number" },
    { "kind", "moving:0", "0 is out of range; it has to be above 0" },
    { "kind", "moving:1 s", "“1 s” is not a number" },
    { "level", "100.5", "100.5 is out of range; choose 0.5 to 100" },
    { "level", "nan", "“nan” is not a number" },
    { "range", "5", "“5” is not two numbers with a colon, as 20:2000" },
    { "count", "0", "“0” is not a whole number from 1 to 1048576" },
    { "index", "-1", "“-1” is not a whole number from 0 to 4294967295" },
    { "text", "0123456789abcdef", "longer than 15 bytes" },
    { "speed", "two", "“two” is not auto, one, or a number from 1 to 9" },
    { "speed", "0.5", "“0.5” is not auto, one, or a number from 1 to 9" },
    { "name", "joe", "“joe” is not one of ada, bob, eve" },
    { "pair", "1-2", "“1-2” is not two numbers, as 1/2" },
    { "factor", "3", "“3” is none of 1, 2, 4" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      const OndesParam *row = ondes_params_find (rows, bad[i][0]);
      g_autofree char *sentence = g_strconcat (row->option, ": ", bad[i][2], NULL);
      g_autoptr (GError) error = NULL;
      Owner owner = defaults;

      g_assert_false (ondes_param_parse (rows, row, bad[i][1], &owner, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
      g_assert_cmpstr (error->message, ==, sentence);
      g_assert_true (ondes_params_equal (rows, 0, &owner, &defaults));
    }
}

/* Each window of a filter has its word, and a Kaiser window its β. */
static void
test_windows (void)
{
  static const char *const good[] = { "kaiser:7.5", "hann", "hamming", "blackman", "rect" };
  static const char *const bad[] = { "", "kaiser", "kaiser:", "kaiser:-1", "kaiser:1e9", "kaiser:x", "Hann", "hann ", "hann:2" };
  const OndesParam *of = ondes_filter_params.rows, *window = ondes_params_find (of, "window");
  OndesFilterSettings settings = ondes_filter_settings_default;

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *text = NULL;

      g_assert_true (ondes_param_parse (of, window, good[i], &settings, NULL));
      g_assert_cmpint (settings.window.kind, ==, i);
      g_assert_cmpfloat (settings.window.beta, ==, 7.5);
      text = ondes_param_print (of, window, &settings);
      g_assert_cmpstr (text, ==, good[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (ondes_param_parse (of, window, bad[i], &settings, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
    }
}

/* Commands give a window whose word is the default, but not its β. */
static void
test_given_argument (void)
{
  const OndesParam *window = ondes_params_find (ondes_filter_params.rows, "window");
  OndesFilterSettings settings = ondes_filter_settings_default;

  settings.by_length = TRUE;
  g_assert_false (ondes_param_is_given (&ondes_filter_params, window, &settings));
  settings.window.beta = 5;
  g_assert_true (ondes_param_is_given (&ondes_filter_params, window, &settings));
  settings.by_length = FALSE;
  g_assert_false (ondes_param_is_given (&ondes_filter_params, window, &settings));
}

/* Limits are part of the range, and what lies beyond them is refused. */
static void
test_limits (void)
{
  Owner owner = defaults;

  owner.level = 0.5;
  g_assert_true (ondes_params_check (rows, 0, &owner, NULL));
  owner.level = 100;
  g_assert_true (ondes_params_check (rows, ONDES_PARAM_SPEC, &owner, NULL));
  owner.level = nextafter (100, 101);
  g_assert_false (ondes_params_check (rows, ONDES_PARAM_SPEC, &owner, NULL));
  owner.level = NAN;
  g_assert_false (ondes_params_check (rows, 0, &owner, NULL));
  owner.level = 5;
  owner.window = 0;
  g_assert_false (ondes_params_check (rows, 0, &owner, NULL));
  g_assert_true (ondes_params_check (rows, ONDES_PARAM_SPEC, &owner, NULL));
}

/* Numbers of a slider: counts and indices are whole, and within their types. */
static void
test_numbers (void)
{
  static const struct { const char *key; double set, got; } cases[] = {
    { "level", 2.6, 2.6 }, { "level", -1, -1 }, { "count", 2.6, 3 }, { "count", -1, 0 }, { "count", NAN, 0 },
    { "count", 1e300, 0x1p63 }, { "index", 2.4, 2 }, { "index", -1, 0 }, { "index", NAN, 0 }, { "index", 1e300, G_MAXUINT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const OndesParam *row = ondes_params_find (rows, cases[i].key);
      Owner owner = defaults;

      ondes_param_set_number (row, &owner, cases[i].set);
      g_assert_cmpfloat (ondes_param_get_number (row, &owner), ==, cases[i].got);
    }
  g_assert_true (ondes_param_may_be_automatic (ondes_params_find (rows, "count")));
  g_assert_false (ondes_param_may_be_automatic (ondes_params_find (rows, "index")));
}

/* TRUE if @offset is within a parameter. */
static gboolean
is_described (const OndesParam *of,
              gsize             offset)
{
  for (; of->key != NULL; of++)
    if (offset >= of->offset && offset < of->offset + ondes_param_bytes (of))
      return TRUE;
  return FALSE;
}

/* Every field of a struct has its row, but for those from the offsets in @but on, and for the bytes between fields. */
static void
check_described (const OndesParam *of,
                 gsize             size,
                 const gsize      *but,
                 guint             n_but)
{
  for (gsize at = 0; at < size; at += 4)
    {
      gsize run = 0;
      gboolean excepted = FALSE;

      while (at + run < size && !is_described (of, at + run))
        run += 4;
      for (guint i = 0; i < n_but; i++)
        excepted = excepted || (but[i] >= at && but[i] < at + run);
      if (!excepted && run > 4)
        g_error ("%zu bytes from offset %zu on have no row", run, at);
      at += run;
    }
}

static void
test_structs (void)
{
  static const gsize of_cwt[] = { G_STRUCT_OFFSET (OndesCwtSettings, options.compensation),
                                  G_STRUCT_OFFSET (OndesCwtSettings, options.rate_hz) };
  static const gsize of_reading[] = { G_STRUCT_OFFSET (OndesReadOptions, text_alone) };
  static const gsize of_display[] = { G_STRUCT_OFFSET (OndesDisplay, selection), G_STRUCT_OFFSET (OndesDisplay, cursors),
                                      G_STRUCT_OFFSET (OndesDisplay, annotations) };

  check_described (rows, sizeof (Owner), NULL, 0);
  check_described (ondes_cwt_params.rows, sizeof (OndesCwtSettings), of_cwt, G_N_ELEMENTS (of_cwt));
  check_described (ondes_read_params.rows, sizeof (OndesReadOptions), of_reading, G_N_ELEMENTS (of_reading));
  check_described (ondes_display_params.rows, sizeof (OndesDisplay), of_display, G_N_ELEMENTS (of_display));
  check_described (ondes_derivation_params.rows, sizeof (OndesDerivation), NULL, 0);
  check_described (ondes_psd_params.rows, sizeof (OndesPsdOptions), NULL, 0);
  check_described (ondes_pairs_params.rows, sizeof (OndesPairsOptions), NULL, 0);
  check_described (ondes_series_display_params.rows, sizeof (OndesSeriesDisplay), NULL, 0);
  check_described (ondes_spectrum_params.rows, sizeof (OndesSpectrumOptions), NULL, 0);
  check_described (ondes_walshgram_params.rows, sizeof (OndesWalshgramOptions), NULL, 0);
  check_described (ondes_filter_params.rows, sizeof (OndesFilterSettings), NULL, 0);
  check_described (ondes_compensation_params.rows, sizeof (OndesCompensationSettings), NULL, 0);
  check_described (ondes_figure_size_params.rows, sizeof (OndesFigureSize), NULL, 0);
  check_described (ondes_listening_params.rows, sizeof (OndesListeningSettings), NULL, 0);
}

/* Keys and options are there once, and words have a title each, with one more of a STRING for none. */
static void
test_tables (void)
{
  const OndesParam *const tables[] = { rows, ondes_cwt_params.rows, ondes_display_params.rows, ondes_read_params.rows,
                                       ondes_derivation_params.rows, ondes_pairs_params.rows, ondes_series_display_params.rows,
                                       ondes_spectrum_params.rows, ondes_walshgram_params.rows, ondes_filter_params.rows,
                                       ondes_compensation_params.rows, ondes_raw_params.rows,
                                       ondes_figure_size_params.rows };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const OndesParam *row = tables[i]; row->key != NULL; row++)
      {
        g_assert_true (ondes_params_find (tables[i], row->key) == row);
        if (row->option != NULL)
          g_assert_true (ondes_params_find_option (tables[i], row->option) == row);
        if (row->of != NULL)
          g_assert_nonnull (ondes_params_find (tables[i], row->of));
        if (row->titles != NULL && row->words != NULL)
          g_assert_cmpuint (g_strv_length ((char **) row->titles), ==,
                            g_strv_length ((char **) row->words) + (row->type == ONDES_PARAM_STRING));
        if (row->group != NULL)
          g_assert_nonnull (row->title);
      }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/param/values-come-back-from-a-dictionary", test_dictionary);
  g_test_add_func ("/ondes/param/bad-entries-change-nothing", test_bad_dictionary);
  g_test_add_func ("/ondes/param/equal-is-equal-in-every-row", test_equal);
  g_test_add_func ("/ondes/param/identity-has-every-row", test_identity);
  g_test_add_func ("/ondes/param/strings-are-copied-and-freed", test_strings);
  g_test_add_func ("/ondes/param/values-come-back-from-a-command", test_command);
  g_test_add_func ("/ondes/param/bad-values-are-refused", test_refusals);
  g_test_add_func ("/ondes/param/windows-of-filters", test_windows);
  g_test_add_func ("/ondes/param/an-argument-that-differs-is-given", test_given_argument);
  g_test_add_func ("/ondes/param/limits", test_limits);
  g_test_add_func ("/ondes/param/numbers-are-rounded-to-their-type", test_numbers);
  g_test_add_func ("/ondes/param/every-field-has-a-row", test_structs);
  g_test_add_func ("/ondes/param/tables-are-whole", test_tables);
  return g_test_run ();
}
