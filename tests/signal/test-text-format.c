/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scratch.h"

#include "signal/sidecar.h"
#include "signal/text-recognition.h"

#include <string.h>

/* Sets every field to a random value of those it may have; the texts are in @texts, NULL where the field is left to the reader. */
static void
fill (OndesReadOptions *options,
      char            **texts)
{
  static const char *const zones[] = { "UTC", "unknown", "+05:30", "-07:00" };
  static const char *const columns[] = { "2", "1,3", "2-4,7" };

  options->text = (OndesTextFormat) { 0 };
  for (guint i = 0; i < ONDES_N_TEXT_FIELDS; i++)
    {
      const OndesParam *row = ondes_read_text_row (i);
      const char *const *words = row->words;

      texts[i] = i == ONDES_TEXT_HEADER_ROWS ? g_strdup_printf ("%d", g_test_rand_int_range (0, 100))
                 : i == ONDES_TEXT_ZONE      ? g_strdup (zones[g_test_rand_int_range (0, G_N_ELEMENTS (zones))])
                 : i == ONDES_TEXT_COLUMNS   ? g_strdup (columns[g_test_rand_int_range (0, G_N_ELEMENTS (columns))])
                                             : g_strdup (words[g_test_rand_int_range (0, (int) g_strv_length ((char **) words))]);
      if (g_test_rand_int_range (0, 4) == 0)
        {
          g_free (texts[i]);
          texts[i] = g_strdup ("auto");
        }
      g_assert_true (ondes_param_parse (ondes_read_params.rows, row, texts[i], options, NULL));
      if (g_str_equal (texts[i], "auto"))
        g_clear_pointer (&texts[i], g_free);
    }
}

static void
fields_print_as_they_were_parsed (void)
{
  for (int round = 0; round < 200; round++)
    {
      char *texts[ONDES_N_TEXT_FIELDS];
      OndesReadOptions options = { 0 };

      fill (&options, texts);
      for (guint i = 0; i < ONDES_N_TEXT_FIELDS; i++)
        {
          const OndesParam *row = ondes_read_text_row (i);
          g_autofree char *printed = ondes_param_print (ondes_read_params.rows, row, &options);

          g_assert_cmpint (ondes_param_is_given (&ondes_read_params, row, &options), ==, texts[i] != NULL);
          if (texts[i] != NULL)
            g_assert_cmpstr (printed, ==, texts[i]);
        }
      for (guint i = 0; i < ONDES_N_TEXT_FIELDS; i++)
        g_free (texts[i]);
    }
}

static void
wrong_texts_are_refused (void)
{
  static const struct
  {
    OndesTextField field;
    const char    *text;
  } wrong[] = {
    { ONDES_TEXT_SEPARATOR, "pipe" },  { ONDES_TEXT_SEPARATOR, "" },     { ONDES_TEXT_DECIMAL, "dot" },
    { ONDES_TEXT_HEADER_ROWS, "-1" },  { ONDES_TEXT_HEADER_ROWS, "3x" }, { ONDES_TEXT_DATE_ORDER, "ydm" },
    { ONDES_TEXT_ZONE, "Berlin" },     { ONDES_TEXT_ZONE, "+1x" },       { ONDES_TEXT_GAPS, "yes" },
    { ONDES_TEXT_COLUMNS, "" },        { ONDES_TEXT_COLUMNS, "0" },      { ONDES_TEXT_COLUMNS, "3-2" },
    { ONDES_TEXT_COLUMNS, "1,,2" },    { ONDES_TEXT_COLUMNS, "1," },     { ONDES_TEXT_COLUMNS, "99999999999999999999" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      const OndesParam *row = ondes_read_text_row (wrong[i].field);
      const OndesReadOptions none = { 0 };
      OndesReadOptions options = { 0 };
      g_autoptr (GError) error = NULL;

      g_assert_false (ondes_param_parse (ondes_read_params.rows, row, wrong[i].text, &options, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
      g_assert_cmpuint (ondes_error_get_setting (error), ==, row->setting);
      g_assert_true (ondes_read_options_equal (&options, &none));
    }
}

static void
columns_of_a_list (void)
{
  g_assert_true (ondes_text_columns_have ("2,4-6", 2));
  g_assert_false (ondes_text_columns_have ("2,4-6", 3));
  g_assert_true (ondes_text_columns_have ("2,4-6", 5));
  g_assert_false (ondes_text_columns_have ("2,4-6", 7));
  g_assert_cmpuint (ondes_text_columns_last ("2,4-6,1"), ==, 6);
}

/* What is stored beside a recording is read again; other keys and comments stay. */
static void
the_key_file_keeps_it (void)
{
  const char *path = scratch_text ("kept.csv", "1;2\n3;4\n");
  char *texts[ONDES_N_TEXT_FIELDS];
  OndesReadOptions options = { .time_column = 1, .rate_hz = 12.5, .unit = "mV", .resample = TRUE,
                               .text_alone = TRUE };
  g_auto (OndesSidecar) sidecar = { 0 };
  g_autofree char *stored = NULL;
  g_autoptr (GError) error = NULL;

  scratch_text ("kept.csv.ondes", "# mine\n[recording]\ntitle=T\nunit=V\ncolumn=2\n");
  fill (&options, texts);
  g_assert_true (ondes_sidecar_store (path, &options, 3, &error));
  g_assert_no_error (error);
  g_assert_true (ondes_sidecar_read (&sidecar, path, NULL, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < ONDES_N_TEXT_FIELDS; i++)
    g_assert_true (ondes_param_equal (ondes_read_text_row (i), &sidecar.options, &options));
  g_assert_cmpuint (sidecar.options.column, ==, 0);
  g_assert_cmpuint (sidecar.options.time_column, ==, 1);
  g_assert_cmpfloat (sidecar.options.rate_hz, ==, 12.5);
  g_assert_cmpstr (sidecar.options.unit, ==, "mV");
  g_assert_true (sidecar.options.resample);
  g_assert_cmpstr (sidecar.title, ==, "T");
  g_assert_true (g_file_get_contents (scratch_path ("kept.csv.ondes"), &stored, NULL, NULL));
  g_assert_nonnull (strstr (stored, "# mine"));
  g_assert_cmpuint (sidecar.channel, ==, 3);
  /* All of it is forgotten, and the title stays. */
  g_assert_true (ondes_sidecar_store (path, NULL, 0, &error));
  g_assert_no_error (error);
  ondes_sidecar_clear (&sidecar);
  g_assert_true (ondes_sidecar_read (&sidecar, path, NULL, &error));
  g_assert_true (ondes_read_options_equal (&sidecar.options, &(OndesReadOptions) { 0 }));
  g_assert_cmpuint (sidecar.channel, ==, 0);
  g_assert_cmpstr (sidecar.title, ==, "T");
  for (guint i = 0; i < ONDES_N_TEXT_FIELDS; i++)
    g_free (texts[i]);
}

/* Of another file than a text, the keys that are not given stay. Nothing that was kept leaves a file behind. */
static void
any_file_has_a_key_file (void)
{
  const char *path = scratch_text ("any.wav", "");
  g_auto (OndesSidecar) sidecar = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (ondes_sidecar_store (path, &(OndesReadOptions) { .rate_hz = 250, .unit = "mV" }, 2, &error));
  g_assert_no_error (error);
  g_assert_true (ondes_sidecar_store (path, &(OndesReadOptions) { .time_unit = "h" }, 0, &error));
  g_assert_no_error (error);
  g_assert_true (ondes_sidecar_read (&sidecar, path, NULL, &error));
  g_assert_cmpfloat (sidecar.options.rate_hz, ==, 250);
  g_assert_cmpstr (sidecar.options.unit, ==, "mV");
  g_assert_cmpstr (sidecar.options.time_unit, ==, "h");
  g_assert_cmpuint (sidecar.channel, ==, 2);
  g_assert_true (ondes_sidecar_store (path, NULL, 0, &error));
  g_assert_no_error (error);
  g_assert_false (g_file_test (scratch_path ("any.wav.ondes"), G_FILE_TEST_EXISTS));
  g_assert_true (ondes_sidecar_store (path, NULL, 0, &error));
}

static void
a_wrong_key_is_refused (void)
{
  const char *path = scratch_text ("wrong.csv", "1;2\n3;4\n");

  scratch_text ("wrong.csv.ondes", "[recording]\ndate-order=ydm\n");
  scratch_refuse (path, NULL, ONDES_ERROR_FILE, "date-order=ydm, which is not one of auto, ymd, dmy, mdy");
  scratch_text ("wrong.csv.ondes", "[recording]\nresample=yes\n");
  scratch_refuse (path, NULL, ONDES_ERROR_FILE, "resample=yes, which is not true or false");
}

static void
a_text_is_recognised (void)
{
  const char *path = scratch_text ("seen.csv", "Station 5\nTime [s];Pressure [hPa];Remark\n0,0;5,5;a\n0,5;7,5;b\n1,0;6,5;c\n");
  g_autoptr (OndesTextRecognition) found = ondes_text_recognise (path, NULL, NULL, NULL);
  const OndesTextPreview *row;

  g_assert_nonnull (found);
  g_assert_no_error (found->problem);
  g_assert_cmpint (found->format.separator, ==, ';');
  g_assert_cmpint (found->format.decimal, ==, ',');
  g_assert_cmpuint (found->format.header_rows, ==, 2);
  g_assert_cmpint (found->origins[ONDES_TEXT_SEPARATOR], ==, ONDES_TEXT_RECOGNISED);
  g_assert_cmpuint (found->time_column, ==, 1);
  g_assert_cmpfloat (found->rate_hz, ==, 2);
  g_assert_cmpint (found->rate_origin, ==, ONDES_TEXT_RECOGNISED);
  g_assert_cmpstr (found->unit, ==, "hPa");
  g_assert_cmpuint (found->n_columns, ==, 3);
  g_assert_cmpint (found->columns[0].role, ==, ONDES_TEXT_TIME);
  g_assert_cmpint (found->columns[1].role, ==, ONDES_TEXT_CHANNEL);
  g_assert_cmpint (found->columns[2].role, ==, ONDES_TEXT_WORDS);
  g_assert_cmpuint (found->rows->len, ==, 5);
  row = g_ptr_array_index (found->rows, 1);
  g_assert_true (row->is_header);
  g_assert_cmpstr (row->cells[1], ==, "Pressure [hPa]");
  row = g_ptr_array_index (found->rows, 2);
  g_assert_false (row->is_header);
  g_assert_cmpstr (row->cells[2], ==, "a");
}

/* A text without numbers has a problem, and its lines all the same. */
static void
prose_is_shown_with_its_problem (void)
{
  const char *path = scratch_text ("prose.csv", "one,two\nthree,four\n");
  g_autoptr (OndesTextRecognition) found = ondes_text_recognise (path, NULL, NULL, NULL);

  g_assert_nonnull (found);
  g_assert_error (found->problem, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_cmpuint (found->n_columns, ==, 0);
  g_assert_cmpuint (found->rows->len, ==, 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/text-format/fields-print-as-they-were-parsed", fields_print_as_they_were_parsed);
  g_test_add_func ("/ondes/text-format/wrong-texts-are-refused", wrong_texts_are_refused);
  g_test_add_func ("/ondes/text-format/columns-of-a-list", columns_of_a_list);
  g_test_add_func ("/ondes/text-format/the-key-file-keeps-it", the_key_file_keeps_it);
  g_test_add_func ("/ondes/text-format/any-file-has-a-key-file", any_file_has_a_key_file);
  g_test_add_func ("/ondes/text-format/a-wrong-key-is-refused", a_wrong_key_is_refused);
  g_test_add_func ("/ondes/text-format/a-text-is-recognised", a_text_is_recognised);
  g_test_add_func ("/ondes/text-format/prose-is-shown-with-its-problem", prose_is_shown_with_its_problem);
  return scratch_run ();
}
