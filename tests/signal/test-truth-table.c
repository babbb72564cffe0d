/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scratch.h"

#include <stdio.h>
#include <string.h>

/* A text, and each output as 0, 1 and - in the order of the index; outputs parted by a blank. */
typedef struct
{
  const char *name, *text, *outputs;
  guint       inputs;
  const char *format;
} Dialect;

#define HEAD ".i 2\n.o 1\n"

static const Dialect dialects[] = {
  { "f", ".i 2\n.o 1\n.type f\n1- 1\n-1 -\n.e\n", "0011", 2, ".pla" },
  { "fd-by-default", HEAD "11 1\n00 -\n01 0\n.e\n", "-001", 2, ".pla" },
  { "fd-both", HEAD ".type fd\n1- 1\n-1 2\n.e\n", "0-1-", 2, ".pla" },
  { "fr", HEAD ".type fr\n11 1\n0- 0\n.e\n", "00-1", 2, ".pla" },
  { "fr-without-zeros", HEAD ".type fr\n11 1\n.e\n", "---1", 2, ".pla" },
  { "fdr", HEAD ".type fdr\n11 1\n00 0\n01 -\n.e\n", "0--1", 2, ".pla" },
  { "first-input-is-most-significant", ".i 3\n.o 1\n1-- 1\n.e\n", "00001111", 3, ".pla" },
  { "many-outputs", ".i 2\n.o 3\n1- 1~~\n-1 ~10\n00 --1\n", "-011 -101 1000", 2, ".pla" },
  { "bars-and-twos", ".i 2\n.o 2\n1 2|1 ~\n2 1 | 0 1\n.e\n", "0011 0101", 2, ".pla" },
  { "no-blank-between", HEAD "111\n.e\n", "0001", 2, ".pla" },
  { "cube-over-lines", ".i 4\n.o 2\n11 # and more\n-- 1\n1\n0000 01\n.e\n", "0000000000001111 1000000000001111", 4, ".pla" },
  { "title", "a bare title, of 12 words or so\n.i 1\n.o 1\n1 1\n.e\n", "01", 1, ".pla" },
  { "comments", "# before .i 7\n.i 1 # one\n.o 1\n# 0 1\n1 1 # none\n.e\n", "01", 1, ".pla" },
  { "no-end", ".i 1\n.o 1\n1 1", "01", 1, ".pla" },
  { "what-follows-the-end", ".i 1\n.o 1\n1 1\n.end\nqqq\n", "01", 1, ".pla" },
  { "crlf", "\r\n.i 1\r\n.o 1\r\n.p 1\r\n1 1\r\n.e\r\n", "01", 1, ".pla" },
  { "no-cube", ".i 1\n.o 1\n.p 0\n.e\n", "00", 1, ".pla" },
  { "empty-cube", ".i 1\n.o 1\n? 1\n.e\n", "00", 1, ".pla" },
  { "unknown-word", ".i 1\n.o 1\n.phase 1\n1 1\n.e\n", "01", 1, ".pla" },
  { "bits", "0110\n", "0110", 2, "bit text" },
  { "bits-with-blanks", " 01 10\n\t1 0,0;1 # 000\n", "01101001", 3, "bit text" },
  { "two-bits", "10", "10", 1, "bit text" },
  { "byte-order-mark", "\xef\xbb\xbf" "0110", "0110", 2, "bit text" },
  { "hexadecimal", "0x1e", "00011110", 3, "hexadecimal" },
  { "hexadecimal-of-zero-and-one", "0x10", "00010000", 3, "hexadecimal" },
  { "hexadecimal-in-groups", "0xCAFE 0001\n", "11001010111111100000000000000001", 5, "hexadecimal" },
  { "hexadecimal-without-0x", "6996", "0110100110010110", 4, "hexadecimal" },
  { "numbers", "3, 0, 2, 1", "1010 1001", 2, "whole numbers" },
  { "numbers-of-c", "{ 0x3, 0x0, 0x2, 0x1 }", "1010 1001", 2, "whole numbers" },
  { "hexadecimal-numbers", "03 00 0a 01", "0010 0000 1010 1001", 2, "S-box, hexadecimal numbers" },
  { "hexadecimal-numbers-of-one-digit", "c 5\n6 b", "1001 1110 0011 0101", 2, "S-box, hexadecimal numbers" },
  { "hexadecimal-numbers-of-any-width", "3 0 a 10f", "0001 0000 0000 0000 0000 0011 0001 1011 1001", 2,
    "S-box, hexadecimal numbers" },
  { "hexadecimal-numbers-without-letters", "03 00 02 01", "1010 1001", 2, "S-box, hexadecimal numbers" },
  { "decimal-numbers-of-two-digits", "13 10 12 11", "1111 1010 0101 1001", 2, "S-box, whole numbers" },
  { "array-of-c", "static const uint8_t box[4] = { /* 0 */ 0x3, 0x0u,\n 2UL, // the last\n 0x1 };\n", "1010 1001", 2,
    "S-box, whole numbers" },
  { "array-of-c-without-declaration", "{0x3, 0x0, 0x2, 0x1};", "1010 1001", 2, "S-box, whole numbers" },
  { "array-of-python", "box = [3, 0, 2, 1]", "1010 1001", 2, "S-box, whole numbers" },
  { "numbers-below", "1\n0\n2\n0\n", "0010 1000", 2, "whole numbers" },
  { "sbox-list", "name,in,out,values\none,1,2,3 0\ntwo,1,1,0 1\n", "10 10", 1, "list of S-boxes" },
  { "sbox-list-without-heading", "one,1,2,3 0\n", "10 10", 1, "list of S-boxes" },
};

static char
said (const OndesTruthTable *table,
      guint                  k,
      guint64                x)
{
  const guint8 *on = ondes_truth_table_on (table, k), *dont_care = ondes_truth_table_dont_care (table, k);
  gboolean one = on[x / 8] >> (x % 8) & 1, open = dont_care && (dont_care[x / 8] >> (x % 8) & 1);

  g_assert_false (one && open);
  return open ? '-' : one ? '1' : '0';
}

static OndesTruthTable *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  OndesTruthTable *table = ondes_truth_table_parse (text, strlen (text), "text", NULL, NULL, &error);

  g_assert_no_error (error);
  return table;
}

static void
assert_table (const OndesTruthTable *table,
              const char            *expected)
{
  g_auto (GStrv) outputs = g_strsplit (expected, " ", 0);
  guint64 n = (guint64) 1 << ondes_truth_table_inputs (table);

  g_assert_cmpuint (ondes_truth_table_outputs (table), ==, g_strv_length (outputs));
  for (guint k = 0; outputs[k]; k++)
    {
      guint64 open = 0;

      g_assert_cmpuint (strlen (outputs[k]), ==, n);
      for (guint64 x = 0; x < n; x++)
        {
          g_assert_cmpint (said (table, k + 1, x), ==, outputs[k][x]);
          open += outputs[k][x] == '-';
        }
      g_assert_cmpuint (ondes_truth_table_n_dont_care (table, k + 1), ==, open);
    }
}

static void
dialect_is_understood (gconstpointer data)
{
  const Dialect *dialect = data;
  g_autoptr (OndesTruthTable) table = parse (dialect->text), from_file = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (ondes_truth_table_inputs (table), ==, dialect->inputs);
  g_assert_nonnull (strstr (ondes_truth_table_format (table), dialect->format));
  assert_table (table, dialect->outputs);
  from_file = ondes_truth_table_open (scratch_text ("dialect", dialect->text), NULL, NULL, &error);
  g_assert_no_error (error);
  assert_table (from_file, dialect->outputs);
  g_assert_cmpstr (ondes_truth_table_format (from_file), ==, ondes_truth_table_format (table));
}

/* Random cubes against what they say of each point, taken one by one. */
static void
cubes_are_expanded (void)
{
  static const char *const types[] = { "f", "fd", "fr", "fdr" };

  for (guint round = 0; round < 200; round++)
    {
      const char *type = types[round % 4];
      guint inputs = (guint) g_test_rand_int_range (1, 11), outputs = (guint) g_test_rand_int_range (1, 5);
      guint n = 1 << inputs, cubes = (guint) g_test_rand_int_range (1, 20);
      g_autofree guint8 *says = g_new0 (guint8, outputs * n); /* 1 one, 2 don't-care, 4 zero */
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (OndesTruthTable) table = NULL;

      g_string_printf (text, ".i %u\n.o %u\n.type %s\n", inputs, outputs, type);
      for (guint c = 0; c < cubes; c++)
        {
          char cube[16] = "";

          for (guint i = 0; i < inputs; i++)
            cube[i] = "01-2-"[g_test_rand_int_range (0, 5)];
          g_string_append_printf (text, "%s ", cube);
          for (guint k = 0; k < outputs; k++)
            {
              char value = "01-2~34"[g_test_rand_int_range (0, 7)];
              guint bit = strchr ("14", value) ? 1 : strchr ("2-", value) ? 2 : strchr ("03", value) ? 4 : 0;
              gboolean clash = FALSE;

              for (guint pass = 0; pass < 2; pass++)
                {
                  for (guint x = 0; x < n; x++)
                    {
                      gboolean inside = TRUE;

                      for (guint i = 0; i < inputs; i++)
                        inside &= !strchr ("01", cube[i]) || (x >> (inputs - 1 - i) & 1) == (guint) (cube[i] - '0');
                      if (inside && pass == 0)
                        clash |= (bit == 1 && says[k * n + x] & 4) || (bit == 4 && says[k * n + x] & 1);
                      else if (inside && !clash)
                        says[k * n + x] |= bit;
                    }
                }
              g_string_append_c (text, clash ? '~' : value);
            }
          g_string_append (text, g_test_rand_bit () ? "\n" : "\r\n\n");
        }
      table = parse (text->str);
      for (guint k = 0; k < outputs; k++)
        for (guint x = 0; x < n; x++)
          {
            guint all = says[k * n + x];
            gboolean one = all & 1, zero = strchr (type, 'r') ? (all & 4) != 0 : !one;
            gboolean open = (strchr (type, 'd') && all & 2) || (!one && !zero);

            g_assert_cmpint (said (table, k + 1, x), ==, open ? '-' : one ? '1' : '0');
          }
    }
}

static void
sixteen_bits_a_word_boundary (void)
{
  /* A cube that fixes one high and one low input, of 2²⁰ points. */
  g_autoptr (OndesTruthTable) table = parse (".i 20\n.o 1\n-1----------------1- 1\n.e\n");

  for (guint64 x = 0; x < 1 << 20; x++)
    g_assert_cmpint (said (table, 1, x), ==, (x >> 18 & 1) && (x >> 1 & 1) ? '1' : '0');
}

static void
names_titles_notes (void)
{
  g_autoptr (OndesTruthTable) table =
      parse ("  two-bit adder \n.i 2\n.o 2\n.ilb a b\n.ob carry sum\n.p 5\n11 1~\n01 ~1\n10 ~1\n.e\n");
  g_autoptr (OndesTruthTable) plain = parse (".i 2\n.o 1\n.ilb a\n.foo bar\n11 1\n.e\n");

  g_assert_cmpstr (ondes_truth_table_name (table), ==, "two-bit adder");
  g_assert_cmpstr (ondes_truth_table_input_name (table, 2), ==, "b");
  g_assert_cmpstr (ondes_truth_table_output_name (table, 1), ==, "carry");
  g_assert_null (ondes_truth_table_output_name (table, 3));
  g_assert_cmpuint (g_strv_length ((char **) ondes_truth_table_notes (table)), ==, 1);
  g_assert_nonnull (strstr (ondes_truth_table_notes (table)[0], "3 cubes, though .p tells 5"));
  g_assert_cmpstr (ondes_truth_table_name (plain), ==, "text");
  g_assert_null (ondes_truth_table_input_name (plain, 1));
  g_assert_cmpuint (g_strv_length ((char **) ondes_truth_table_notes (plain)), ==, 2);
}

/* Text, and a part of the sentence. */
static const struct
{
  const char *text, *part;
} faults[] = {
  { ".i 2\n.o 1\n11 1\n1x 1\n.e\n", "line 4, column 2: “x”" },
  { ".i 2\n.o 1\n11 1\n10 7\n.e\n", "line 4, column 4: “7”" },
  { ".i 2\n.o 1\n.type fr\n1- 1\n-1 0\n.e\n", "line 5, column 4: the cube says 0 of output 1" },
  { ".i 2\n.o 2\n.type fdr\n1- ~0\n-1 ~1\n.e\n", "line 5, column 5: the cube says 1 of output 2" },
  { ".i 2\n.o 1\n.type fx\n", "line 3, column 7: the type is none" },
  { ".i 2\n.o 1\n11 1\n.type fr\n", "line 4, column 7: .type has to stand" },
  { ".i 2\n.o 1\n11 1\n1", "line 4, column 2: the file breaks off within a cube" },
  { ".i 2\n.o 1\n11", "after 2 of its 3" },
  { ".i 2\n.o 1\n.p 3\n11 1\n", "breaks off without .e after 1 of its 3" },
  { ".i 2\n.o 1\n", "breaks off without .e" },
  { ".i 2\n", "before .i and .o" },
  { ".i 2\n.o", "line 2, column 3: .o needs" },
  { ".i two\n.o 1\n.i 3\n", "line 1, column 4: .i needs" },
  { ".i 0\n.o 1\n", "line 1, column 4: .i needs" },
  { ".i 2\n.o 1\n.i 3\n", ".i says 3, but it said 2" },
  { ".i 130\n.o 1\n", "line 2: a table of 130 inputs" },
  { ".i 33\n.o 1\n", "at most 32 inputs" },
  { ".i 99999999999999999999\n.o 1\n", "line 1, column 4" },
  { ".i 32\n.o 65536\n", "bytes of memory" },
  { ".i 2\n.o 70000\n", "70000 outputs" },
  { ".mv 4 2 3 4\n.i 2\n.o 1\n", "line 1, column 1: .mv is for functions of more than two values" },
  { ".i 2\n.o 1\n.", "line 3, column 1: a point without a word" },
  { "011010010110", "line 1, column 13: the table ends after 12 values, which is no power of two from 2 on; the nearest is 16" },
  { "0110\n1", "line 2, column 2: the table ends after 5 values" },
  { "1", "the nearest is 2" },
  { "01101x01", "line 1, column 6: “x” is no 0 or 1" },
  { "0110\n1012", "line 2, column 4: “2” is no 0 or 1" },
  { "0110\n10\xc3\xa9", "line 2, column 3: the byte 0xc3" },
  { "0xcaf", "ends after 12 values" },
  { "0xcafg", "line 1, column 6: “g”" },
  { "0x", "line 1, column 2: “x”" },
  { "", "no truth table before the end" },
  { "# nothing\n", "no truth table before the end" },
  { "1 2 3", "ends after 3 values" },
  { "1 2 3 4294967296", "line 1, column 7: the value is above 4294967295" },
  { "63 7c 77", "line 1, column 9: the table ends after 3 values" },
  { "63 7c 7g 7b", "line 1, column 5: “c” is no digit" },
  { "{0x63, 0x7cq}", "line 1, column 12: “q” is no digit" },
  { "box = {", "no truth table before the end" },
  { "1 2 3 -4", "line 1, column 7: “-” is no digit" },
  { "Dear reader", "line 1, column 1: “D”" },
  { "one,1,2,3 0 1\n", "line 1, column 13: more than the 2 values" },
  { "one,2,2,3 0 1\n", "line 1, column 14: one has 3 of the 4 values" },
  { "one,2,2,3 0 1 4\n", "line 1, column 15: the value is above 3" },
  { "name,n,m,v\none,2,2,3 0 1 q\n", "line 2, column 15: “q”" },
  { "one,0,2,3 0\n", "line 1, column 5: “0” is not a number of inputs" },
  { "one,25,2,3 0\n", "line 1, column 5: “25” is not a number of inputs" },
  { "A,1,1,0 1\nB,1,1,0 1\n# A\n a,1,1,1 0\n", "line 4, column 2: “a” is the name of the S-box of line 1 too" },
};

static void
faults_are_told (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesTruthTable) table = ondes_truth_table_parse (faults[i].text, strlen (faults[i].text), "text", NULL, NULL,
                                                                   &error);

      g_assert_null (table);
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_assert_true (g_str_has_prefix (error->message, "text"));
      g_assert_null (strchr (error->message, '\n'));
      if (!strstr (error->message, faults[i].part))
        g_error ("does not say “%s”: %s", faults[i].part, error->message);
    }
}

/* In comments and names too, where any other byte may stand. */
static void
zeros_are_no_text (void)
{
  static const char pla[] = "# a\0b\n.i 1\n.o 1\n1 1\n.e\n", list[] = "A,1,1,0 1\nB\0,1,1,0 1\n";
  const struct
  {
    const char *name, *text, *part;
    gsize       length;
  } cases[] = {
    { "zeros.pla", pla, "zeros.pla, line 1, column 4: a byte of 0, which no text has", sizeof pla - 1 },
    { "zeros.csv", list, "zeros.csv, line 2, column 2: a byte of 0, which no text has", sizeof list - 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ondes_truth_table_open (scratch_write (cases[i].name, cases[i].text, cases[i].length), NULL, NULL, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_assert_nonnull (strstr (error->message, cases[i].part));
    }
}

/* Cut at every byte, in a block of just that size, and with any one byte changed: read, or refused in one sentence. */
static void
broken_texts_are_survived (void)
{
  static const char *const more[] = {
    "# adder\n.i 3\n.o 2\n.ilb a b c\n.ob s t\n.type fdr\n.p 3\n1-1 |1~\n0?2 -0 # no\n111\n01\n.e\n",
    "name,n_in,n_out,values\nA,3,3,1 2 3 4 5 6 7 0\nB,2,1,0 1 1 0\n",
    "0x6996 cafe ",
    "{ 0x0c, 0x05, 6, 11 }",
  };

  for (guint t = 0; t < G_N_ELEMENTS (more) + G_N_ELEMENTS (dialects); t++)
    {
      const char *text = t < G_N_ELEMENTS (more) ? more[t] : dialects[t - G_N_ELEMENTS (more)].text;

      for (gsize n = strlen (text), cut = 0; cut <= n; cut++)
        for (guint round = 0; round < 8; round++)
          {
            g_autofree char *part = g_malloc (MAX (cut, 1));
            g_autoptr (GError) error = NULL;
            g_autoptr (OndesTruthTable) table = NULL;

            memcpy (part, text, cut);
            if (cut > 0 && round > 0)
              part[g_test_rand_int_range (0, (int) cut)] = (char) g_test_rand_int_range (0, 256);
            table = ondes_truth_table_parse (part, cut, "text", NULL, NULL, &error);
            if (!table)
              {
                g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
                g_assert_null (strchr (error->message, '\n'));
                g_assert_true (g_utf8_validate (error->message, -1, NULL));
              }
          }
    }
}

static void
sboxes_are_chosen_by_name (void)
{
  static const char text[] = "name,n_in,n_out,values\nA,2,2,1 2 3 0\nB b,2,1,0 1 1 0\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesTruthTable) first = parse (text), second = NULL, none = NULL;

  g_assert_cmpstr (ondes_truth_table_name (first), ==, "A");
  g_assert_true (ondes_truth_table_is_sbox (first));
  g_assert_cmpuint (g_strv_length ((char **) ondes_truth_table_tables (first)), ==, 2);
  g_assert_cmpstr (ondes_truth_table_tables (first)[1], ==, "B b");
  g_assert_nonnull (strstr (ondes_truth_table_notes (first)[0], "2 tables"));
  assert_table (first, "0110 1010");
  second = ondes_truth_table_parse (text, strlen (text), "text", "b B", NULL, &error);
  g_assert_no_error (error);
  assert_table (second, "0110");
  none = ondes_truth_table_parse (text, strlen (text), "text", "C", NULL, &error);
  g_assert_null (none);
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "A, B b"));
}

static void
sources_give_zero_and_one (void)
{
  g_autoptr (OndesTruthTable) table = parse (".i 3\n.o 2\n.type fr\n1-1 10\n0-- 01\n.e\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesSource) zero = ondes_truth_table_source (table, 2, ONDES_DONT_CARE_0, &error), one = NULL, none = NULL;
  guint8 values[8];

  g_assert_no_error (error);
  one = ondes_truth_table_source (table, 2, ONDES_DONT_CARE_1, &error);
  g_clear_pointer (&table, ondes_truth_table_unref); /* the sources keep it */
  g_assert_cmpint (one->type, ==, ONDES_U8);
  g_assert_cmpuint (one->n, ==, 8);
  g_assert_cmpfloat (one->rate_hz, ==, 1);
  g_assert_true (ondes_source_read (zero, 0, 8, values, &error));
  g_assert_cmpmem (values, 8, ((guint8[]) { 1, 1, 1, 1, 0, 0, 0, 0 }), 8);
  g_assert_true (ondes_source_read (one, 3, 5, values, &error));
  g_assert_cmpmem (values, 5, ((guint8[]) { 1, 1, 0, 1, 0 }), 5);
  table = parse (".i 1\n.o 1\n.type fr\n1 1\n.e\n");
  none = ondes_truth_table_source (table, 1, ONDES_DONT_CARE_REFUSE, &error);
  g_assert_null (none);
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "leaves 1 value"));
  g_clear_error (&error);
  none = ondes_truth_table_source (table, 2, ONDES_DONT_CARE_0, &error);
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
}

static void
recordings_have_outputs_as_channels (void)
{
  OndesReadOptions second = { .table = "B" };
  g_autoptr (OndesRecording) recording =
      scratch_open (scratch_text ("t.pla", ".i 2\n.o 2\n.ob carry sum\n11 1~\n01 ~1\n10 ~-\n.e\n"), NULL);
  g_autoptr (OndesRecording) sboxes = scratch_open (scratch_text ("s.csv", "A,1,1,0 1\nB,2,2,3 1 0 2\n"), &second);
  g_autoptr (OndesRecording) bits = scratch_open (scratch_text ("b.txt", "0110 1001\n"), NULL);
  g_autoptr (OndesRecording) hex = scratch_open (scratch_text ("h.txt", " 0x6 9\n"), NULL);
  g_autoptr (OndesRecording) column = scratch_open (scratch_text ("c.txt", "0\n1\n1\n0\n1\n"), NULL);
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  g_autofree double *samples = scratch_read (recording, 2);
  g_autoptr (OndesSource) integers = NULL;
  g_autoptr (GError) error = NULL;
  guint8 values[4];

  g_assert_cmpuint (info->channels, ==, 2);
  g_assert_cmpuint (info->frames, ==, 4);
  g_assert_cmpfloat (info->rate_hz, ==, 1);
  g_assert_true (info->rate_known);
  g_assert_cmpstr (info->channel_names[0], ==, "carry");
  g_assert_true (scratch_has_note (recording, "outputs are the channels"));
  g_assert_true (scratch_has_note (recording, "1 of its values, here taken as 0"));
  for (guint x = 0; x < 4; x++)
    g_assert_cmpfloat (samples[x], ==, x == 1);
  integers = ondes_recording_integers (recording, 1, &error);
  g_assert_no_error (error);
  g_assert_true (ondes_source_read (integers, 0, 4, values, &error));
  g_assert_cmpmem (values, 4, ((guint8[]) { 0, 0, 0, 1 }), 4);
  assert_table (ondes_recording_get_truth_table (recording), "0001 01-0");
  assert_table (ondes_recording_get_truth_table (sboxes), "1001 1100");
  assert_table (ondes_recording_get_truth_table (bits), "01101001");
  assert_table (ondes_recording_get_truth_table (hex), "01101001");
  g_assert_null (ondes_recording_get_truth_table (column));
  g_assert_cmpuint (ondes_recording_get_info (column)->frames, ==, 5);
  scratch_refuse (scratch_text ("bad.pla", ".i 130\n.o 1\n"), NULL, ONDES_ERROR_FILE, "130 inputs");
  scratch_refuse (scratch_text ("bad.txt", "011010010110\n"), NULL, ONDES_ERROR_FILE, "line 1, column 13");
  scratch_refuse (scratch_text ("empty.pla", "hello\n"), NULL, ONDES_ERROR_FILE, "line 2");
}

static void
sources_make_tables (void)
{
  const guint8 bits[2][4] = { { 0, 1, 1, 0 }, { 1, 1, 0, 0 } };
  const gint32 values[8] = { 5, 0, 1, 7, 2, 3, 6, 4 };
  g_autoptr (OndesSource) first = ondes_array_source_new (ONDES_U8, bits[0], 4, 1);
  g_autoptr (OndesSource) second = ondes_array_source_new (ONDES_U8, bits[1], 4, 1);
  g_autoptr (OndesSource) sbox = ondes_array_source_new (ONDES_I32, values, 8, 1);
  g_autoptr (OndesSource) half = ondes_array_source_new (ONDES_F64, (double[]) { 1, 0.5 }, 2, 1);
  g_autoptr (OndesSource) complex = ondes_array_source_new (ONDES_C64, (float[]) { 1, 0, 0, 0 }, 2, 1);
  g_autoptr (OndesSource) three = ondes_array_source_new (ONDES_I32, values, 3, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesTruthTable) pair = ondes_truth_table_from_sources ((OndesSource *[]) { first, second }, 2, "x", NULL, &error);
  g_autoptr (OndesTruthTable) box = ondes_truth_table_from_sources (&sbox, 1, "x", NULL, &error), none = NULL;

  g_assert_no_error (error);
  assert_table (pair, "0110 1100");
  assert_table (box, "10010011 00011110 10110100");
  none = ondes_truth_table_from_sources (&three, 1, "x", NULL, &error);
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_clear_error (&error);
  none = ondes_truth_table_from_sources ((OndesSource *[]) { sbox, sbox }, 2, "x", NULL, &error);
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "x: element 1 of column 1 is 5"));
  g_clear_error (&error);
  none = ondes_truth_table_from_sources (&half, 1, "x", NULL, &error);
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "x: element 2 of column 1 is 0.5"));
  g_clear_error (&error);
  none = ondes_truth_table_from_sources (&complex, 1, "x", NULL, &error);
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "x holds complex numbers"));
}

static void
npy_files (void)
{
  const char bits[] = "{'descr': '|b1', 'fortran_order': False, 'shape': (4, 2), }                                         ";
  const char words[] = "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }                                          ";
  const guint8 elements[] = { 0, 1, 1, 1, 1, 0, 0, 0 };
  const guint8 numbers[] = { 2, 0, 0, 0, 1, 0, 0, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesTruthTable) pair = NULL, sbox = NULL;
  g_autoptr (GByteArray) file = g_byte_array_new ();

  for (guint i = 0; i < 2; i++)
    {
      const char *header = i == 0 ? bits : words;
      guint8 start[] = { 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (guint8) strlen (header), 0 };

      g_byte_array_set_size (file, 0);
      g_byte_array_append (file, start, sizeof start);
      g_byte_array_append (file, (const guint8 *) header, (guint) strlen (header));
      g_byte_array_append (file, i == 0 ? elements : numbers, 8);
      *(i == 0 ? &pair : &sbox) = ondes_truth_table_open (scratch_write (i == 0 ? "a.npy" : "b.npy", file->data, file->len), NULL,
                                                          NULL, &error);
      g_assert_no_error (error);
    }
  assert_table (pair, "0110 1100");
  assert_table (sbox, "10 01");
}

typedef guint64 (*Function) (guint64 x);

static guint64
weight (guint64 x)
{
  return (guint64) __builtin_popcountll (x);
}

static guint64
nine_sym (guint64 x)
{
  return weight (x) >= 3 && weight (x) <= 6;
}

static guint64
rd53 (guint64 x)
{
  guint64 w = weight (x);

  return (w >> 2 & 1) << 2 | (w & 1) << 1 | (w >> 1 & 1);
}

static guint64
rd73 (guint64 x)
{
  guint64 w = weight (x);

  return (w >> 1 & 1) << 2 | (w & 1) << 1 | (w >> 2 & 1);
}

static guint64
rd84 (guint64 x)
{
  guint64 w = weight (x);

  return (w >> 1 & 1) << 3 | (w & 1) << 2 | (w >> 3 & 1) << 1 | (w >> 2 & 1);
}

static guint64
xor5 (guint64 x)
{
  return weight (x) & 1;
}

static guint64
mlp4 (guint64 x)
{
  return (x >> 4) * (x & 15);
}

static guint64
squar5 (guint64 x)
{
  return x * x >> 2;
}

static void
benchmark_is_its_formula (const char *folder,
                          const char *name,
                          guint       inputs,
                          guint       outputs,
                          Function    f)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesTruthTable) table = ondes_truth_table_open (path, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ondes_truth_table_inputs (table), ==, inputs);
  g_assert_cmpuint (ondes_truth_table_outputs (table), ==, outputs);
  for (guint64 x = 0; x < (guint64) 1 << inputs; x++)
    for (guint k = 1; k <= outputs; k++)
      g_assert_cmpint (said (table, k, x), ==, f (x) >> (outputs - k) & 1 ? '1' : '0');
}

/* Any .pla of whole lines, of type fd, cube by cube and point by point. */
static void
benchmark_is_its_cubes (const char *folder,
                        const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesTruthTable) table = ondes_truth_table_open (path, NULL, NULL, &error);
  g_autofree char *expected = NULL;
  g_auto (GStrv) lines = NULL;
  guint n, m, cubes = 0;

  g_assert_no_error (error);
  n = ondes_truth_table_inputs (table);
  m = ondes_truth_table_outputs (table);
  expected = g_strnfill ((gsize) m << n, '0');
  g_assert_true (g_file_get_contents (path, &text, NULL, &error));
  lines = g_strsplit (text, "\n", 0);
  for (guint i = 0; lines[i]; i++)
    {
      char inputs[64], outputs[64];

      if (lines[i][0] == '.' || sscanf (lines[i], "%63s %63s", inputs, outputs) != 2)
        continue;
      g_assert_cmpuint (strlen (inputs), ==, n);
      g_assert_cmpuint (strlen (outputs), ==, m);
      cubes++;
      for (guint x = 0; x < 1u << n; x++)
        {
          guint b = 0;

          while (b < n && (inputs[b] == '-' || (guint) (inputs[b] - '0') == (x >> (n - 1 - b) & 1)))
            b++;
          for (guint k = 0; b == n && k < m; k++)
            if (outputs[k] == '-' || (outputs[k] == '1' && expected[((gsize) k << n) + x] == '0'))
              expected[((gsize) k << n) + x] = outputs[k];
        }
    }
  g_assert_cmpuint (cubes, >, 0);
  for (guint k = 0; k < m; k++)
    for (guint x = 0; x < 1u << n; x++)
      g_assert_cmpint (said (table, k + 1, x), ==, expected[((gsize) k << n) + x]);
}

static void
benchmarks_are_their_formulas (void)
{
  g_autofree char *own = g_build_filename (g_getenv ("ONDES_SOURCE_DIR"), "tests", "data", "boolean", NULL);
  const char *data = g_getenv ("ONDES_TEST_DATA");
  g_autofree char *folder = data ? g_build_filename (data, "boolean", NULL) : NULL;

  benchmark_is_its_formula (own, "rd53.pla", 5, 3, rd53);
  benchmark_is_its_formula (own, "xor5.pla", 5, 1, xor5);
  benchmark_is_its_formula (own, "squar5.pla", 5, 8, squar5);
  if (!folder)
    return;
  benchmark_is_its_formula (folder, "9sym.pla", 9, 1, nine_sym);
  benchmark_is_its_formula (folder, "rd53.pla", 5, 3, rd53);
  benchmark_is_its_formula (folder, "rd73.pla", 7, 3, rd73);
  benchmark_is_its_formula (folder, "rd84.pla", 8, 4, rd84);
  benchmark_is_its_formula (folder, "xor5.pla", 5, 1, xor5);
  benchmark_is_its_formula (folder, "mlp4.pla", 8, 8, mlp4);
  benchmark_is_its_formula (folder, "squar5.pla", 5, 8, squar5);
  benchmark_is_its_cubes (folder, "5xp1.pla");
  benchmark_is_its_cubes (folder, "alu4.pla");
  benchmark_is_its_cubes (folder, "con1.pla");
  benchmark_is_its_cubes (folder, "t481.pla");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  for (guint i = 0; i < G_N_ELEMENTS (dialects); i++)
    {
      g_autofree char *path = g_strconcat ("/ondes/truth-table/dialect/", dialects[i].name, NULL);

      g_test_add_data_func (path, &dialects[i], dialect_is_understood);
    }
  g_test_add_func ("/ondes/truth-table/cubes-say-what-they-say-of-each-point", cubes_are_expanded);
  g_test_add_func ("/ondes/truth-table/cubes-reach-over-words", sixteen_bits_a_word_boundary);
  g_test_add_func ("/ondes/truth-table/names-titles-notes", names_titles_notes);
  g_test_add_func ("/ondes/truth-table/faults-are-told-with-their-place", faults_are_told);
  g_test_add_func ("/ondes/truth-table/broken-texts-are-survived", broken_texts_are_survived);
  g_test_add_func ("/ondes/truth-table/zeros-are-no-text", zeros_are_no_text);
  g_test_add_func ("/ondes/truth-table/sboxes-are-chosen-by-name", sboxes_are_chosen_by_name);
  g_test_add_func ("/ondes/truth-table/sources-give-zero-and-one", sources_give_zero_and_one);
  g_test_add_func ("/ondes/truth-table/recordings-have-outputs-as-channels", recordings_have_outputs_as_channels);
  g_test_add_func ("/ondes/truth-table/sources-make-tables", sources_make_tables);
  g_test_add_func ("/ondes/truth-table/npy-files", npy_files);
  g_test_add_func ("/ondes/truth-table/benchmarks-are-their-formulas", benchmarks_are_their_formulas);
  return scratch_run ();
}
