/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Truth tables written as Boolean expressions, against what they say at each point. */
#include "scratch.h"

#include <string.h>

#include "signal/reader.h"

static OndesTruthTable *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  OndesTruthTable *table = ondes_truth_table_parse (text, strlen (text), "text", NULL, NULL, &error);

  g_assert_no_error (error);
  return table;
}

/* Of the first output. */
static gboolean
is_one (const OndesTruthTable *table,
        guint                  x)
{
  return ondes_truth_table_on (table, 1)[x / 8] >> (x % 8) & 1;
}

static void
assert_table (const OndesTruthTable *table,
              const char            *bits)
{
  g_assert_cmpuint (1u << ondes_truth_table_inputs (table), ==, strlen (bits));
  for (guint x = 0; bits[x] != '\0'; x++)
    g_assert_cmpint (is_one (table, x), ==, bits[x] == '1');
}

/* Typed, and in a file. */
static void
forms_are_understood (void)
{
  static const struct
  {
    const char *text, *bits;
  } forms[] = {
    { "x1 x2 + x3", "01010110" },
    { "x1 & x2 ^ x3", "01010110" },
    { "!x1 -> x2 | x3 ^ x4 & x1 <-> 1\n", "0011111111111111" },
    { "x1 -> x2 -> x1", "1111" },
    { " ( ~(X1 || x2) )", "1000" },
    { "x1", "01" },
    { "x3", "01010101" },
    { "1 + x1 + x1*x2", "1101" },
    { "x1x2 + x3(x1 + 1)", "01010011" },
    { "# carry\nx1x2\n| x3 x1\n", "00000111" },
    { "¬x1 ∧ x2 ⊕ x3 → x1 ↔ x2 ∨ x3", "00010111" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (OndesTruthTable) table = parse (forms[i].text), from_file = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_nonnull (strstr (ondes_truth_table_format (table), "Boolean expression"));
      assert_table (table, forms[i].bits);
      if (i == 0)
        continue; /* in a file, these may be names of columns */
      from_file = ondes_truth_table_open (scratch_text ("expression", forms[i].text), NULL, NULL, &error);
      g_assert_no_error (error);
      assert_table (from_file, forms[i].bits);
    }
}

/* Texts that begin alike and are none. */
static void
others_are_none (void)
{
  static const char *const texts[] = { "x1[4] = {3, 0, 2, 1}", "x1 x2\n0 1\n1 0\n", "x1, x2\n0, 1\n", "x1\n0.5\n0.25\n", "1 0" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (OndesTruthTable) table = ondes_truth_table_parse (texts[i], strlen (texts[i]), "text", NULL, NULL, NULL);

      g_assert_true (table == NULL || strstr (ondes_truth_table_format (table), "Boolean expression") == NULL);
      if (i > 0 && i < 4)
        g_assert_false (ondes_truth_table_detect ("text", texts[i], strlen (texts[i])));
    }
}

static void
faults_are_told (void)
{
  static const struct
  {
    const char *text, *fault;
  } faults[] = {
    { "x1 & x33", "line 1, column 6: an input is x1 to x32" },
    { "x0 | x1", "line 1, column 1: an input is x1 to x32" },
    { "x1 &", "line 1, column 5: an input such as x1" },
    { "x1 & y", "line 1, column 6: an input such as x1" },
    { "x1 & (x2 |\nx3", "line 1, column 6: this bracket is not closed" },
    { "(x1 & x2 5)", "line 1, column 10: an operator or a closing bracket is missing here" },
    { "x1 ^ x2 = x3", "line 1, column 9: an operator is missing here" },
    { "x1*x2 + x3 + …", "the terms that … stands for are missing" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ondes_truth_table_parse (faults[i].text, strlen (faults[i].text), "text", NULL, NULL, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, faults[i].fault));
    }
}

/* Appends a random expression of inputs x1 to x@n, and sets @values to what it is at each point. Fully in brackets. */
static void
make_expression (GString *text,
                 guint    n,
                 guint    depth,
                 gboolean values[64])
{
  static const char *const operators[] = { " & ", " | ", " ^ ", " -> ", " <-> ", "*", "+", " " };
  const guint size = 1u << n;
  gboolean other[64];
  guint which;

  if (depth == 0 || g_random_int_range (0, 8) == 0)
    {
      const guint i = (guint) g_random_int_range (1, (gint32) n + 1);

      g_string_append_printf (text, "x%u", i);
      for (guint x = 0; x < size; x++)
        values[x] = x >> (n - i) & 1;
      return;
    }
  if (g_random_int_range (0, 5) == 0)
    {
      g_string_append (text, "!(");
      make_expression (text, n, depth - 1, values);
      g_string_append_c (text, ')');
      for (guint x = 0; x < size; x++)
        values[x] = !values[x];
      return;
    }
  which = (guint) g_random_int_range (0, G_N_ELEMENTS (operators));
  g_string_append_c (text, '(');
  make_expression (text, n, depth - 1, values);
  g_string_append_printf (text, ")%s(", operators[which]);
  make_expression (text, n, depth - 1, other);
  g_string_append_c (text, ')');
  for (guint x = 0; x < size; x++)
    {
      const gboolean a = values[x], b = other[x];
      const gboolean results[] = { a && b, a || b, a != b, !a || b, a == b, a && b, a != b, a && b };

      values[x] = results[which];
    }
}

/* Random expressions against what they say of each point. The highest input is always in them. */
static void
expressions_are_computed (void)
{
  for (guint round = 0; round < 1000; round++)
    {
      const guint n = (guint) g_random_int_range (1, 7);
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (OndesTruthTable) table = NULL;
      gboolean values[64];

      make_expression (text, n, 5, values);
      g_string_append_printf (text, " | x%u & !x%u", n, n);
      table = parse (text->str);
      g_assert_cmpuint (ondes_truth_table_inputs (table), ==, n);
      for (guint x = 0; x < 1u << n; x++)
        g_assert_cmpint (is_one (table, x), ==, values[x]);
    }
}

static void
expressions_do_not_nest (void)
{
  static const char signs[] = "(!";

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *deep = g_strnfill (100000, signs[i]), *text = g_strconcat (deep, "x1", NULL);
      g_autoptr (GError) error = NULL;

      g_assert_null (ondes_truth_table_parse (text, strlen (text), "text", NULL, NULL, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_assert_nonnull (strstr (error->message, "within each other"));
    }
}

/* An algebraic normal form of random terms is the sum of them at each point. */
static void
normal_forms_are_computed (void)
{
  for (guint round = 0; round < 100; round++)
    {
      const guint n = (guint) g_random_int_range (2, 9), size = 1u << n;
      g_autoptr (GString) bits = g_string_new (NULL), form = g_string_new (NULL);
      g_autofree gboolean *terms = g_new (gboolean, size);
      g_autoptr (OndesTruthTable) table = NULL;

      for (guint x = 0; x < size; x++)
        {
          terms[x] = g_random_boolean () || x == size - 1;
          g_string_append (form, !terms[x] ? "" : form->len > 0 ? " + 1" : "1");
          for (guint i = 1; terms[x] && i <= n; i++)
            if (x >> (n - i) & 1)
              g_string_append_printf (form, "*x%u", i);
        }
      for (guint x = 0; x < size; x++)
        {
          gboolean value = FALSE;

          for (guint term = 0; term < size; term++)
            value ^= terms[term] && (x & term) == term;
          g_string_append_c (bits, value ? '1' : '0');
        }
      table = parse (form->str);
      assert_table (table, bits->str);
    }
}

int
main (int   argc,
       char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/expression/forms-are-understood", forms_are_understood);
  g_test_add_func ("/ondes/expression/other-texts-are-none", others_are_none);
  g_test_add_func ("/ondes/expression/faults-are-told-with-their-place", faults_are_told);
  g_test_add_func ("/ondes/expression/is-its-operators-at-each-point", expressions_are_computed);
  g_test_add_func ("/ondes/expression/normal-forms-are-the-sums-of-their-terms", normal_forms_are_computed);
  g_test_add_func ("/ondes/expression/does-not-nest-without-end", expressions_do_not_nest);
  return scratch_run ();
}
