/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presets of compensation: written and read again, whole without the files that they were made of; and files that are none. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../remove-all.h"
#include "../text-file.h"
#include "session/preset-files.h"
#include "picture/compensation-preset.h"

static char *folder;

static char *
in_folder (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* A table of random points, more than the settings hold if @n is large. */
static void
write_table (const char *path,
             guint       n,
             double      size)
{
  g_autoptr (GString) text = g_string_new ("# made at random\nHz;error\n");
  double hz = g_test_rand_double_range (0.5, 2);
  char number[2][G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < n; i++, hz *= g_test_rand_double_range (1.01, 1.1))
    g_string_append_printf (text, "%s;%s\n", g_ascii_dtostr (number[0], sizeof *number, hz),
                            g_ascii_dtostr (number[1], sizeof *number, g_test_rand_double_range (-size, size)));
  text_file_write (path, text->str);
}

static void
make_model (char  *text,
            char  *path,
            double size)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (number, sizeof number, g_test_rand_double_range (-size, size));
  text[0] = '\0';
  switch (g_test_rand_int_range (0, 5))
    {
    case 0:
      break;
    case 1:
      g_snprintf (text, ONDES_COMPENSATION_TEXT, "constant:%s", number);
      break;
    case 2:
      g_snprintf (text, ONDES_COMPENSATION_TEXT, "power:%s,-0.5,0.25", number);
      break;
    case 3:
      g_snprintf (text, ONDES_COMPENSATION_TEXT, "points:1,0.5;20,%s;300.5,-0.125", number);
      break;
    default:
      write_table (path, g_test_rand_bit () ? 5 : 400, size);
      g_snprintf (text, ONDES_COMPENSATION_TEXT, "table:%s", path);
    }
}

static void
make_settings (OndesCompensationSettings *settings,
               char *const                paths[4])
{
  *settings = ondes_compensation_settings_default;
  settings->on = g_test_rand_bit ();
  make_model (settings->amplitude, paths[0], 0.9);
  make_model (settings->timing, paths[1], 1e-3);
  if (g_test_rand_bit ())
    {
      text_file_write (paths[2], "# Universit\xe4t\nHz,dB,deg\n10,-3,12.5\n20,0.25,-4\n40,1e-3,0\n"); /* Latin-1 */
      g_strlcpy (settings->calibration, paths[2], ONDES_COMPENSATION_TEXT);
    }
  settings->aperture = g_test_rand_bit () ? g_test_rand_double_range (0, 1e-3) : 0;
  settings->quantise = g_test_rand_bit ();
  settings->bits = g_test_rand_int_range (1, 53);
  settings->rounding = (OndesRounding) g_test_rand_int_range (0, 4);
  settings->dither = g_test_rand_bit ();
  settings->oversample = 1u << g_test_rand_int_range (0, 3);
  if (g_test_rand_bit ())
    {
      text_file_write (paths[3], "0.25\n0.5\n0.75\n1\n0.75\n0.5\n0.25\n");
      g_snprintf (settings->interpolation, ONDES_COMPENSATION_TEXT, "taps:%s", paths[3]);
    }
  else
    g_strlcpy (settings->interpolation, g_test_rand_bit () ? "cubic" : "", ONDES_COMPENSATION_TEXT);
}

/* The same model: bit for bit the same values. */
static void
assert_same_model (OndesErrorModel *before,
                   const char      *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesErrorModel) after = NULL;

  if (before == NULL)
    {
      g_assert_cmpstr (text, ==, "");
      return;
    }
  after = ondes_error_model_parse (text, ONDES_SETTING_AMPLITUDE_ERROR, &error);
  g_assert_no_error (error);
  g_assert_cmpint (after->kind, ==, before->kind);
  g_assert_cmpuint (after->n_points, ==, before->n_points);
  for (guint i = 0; i < 50; i++)
    {
      const double hz = pow (10, g_test_rand_double_range (-1, 5));

      g_assert_cmpfloat (ondes_error_model_at (after, hz), ==, ondes_error_model_at (before, hz));
    }
}

static OndesErrorModel *
parse (const char *text)
{
  return *text != '\0' ? ondes_error_model_parse (text, ONDES_SETTING_AMPLITUDE_ERROR, NULL) : NULL;
}

static void
test_round_trip (void)
{
  g_autofree char *path = in_folder ("shared.ondes-compensation"), *again = in_folder ("again.ondes-compensation");
  char *paths[] = { in_folder ("a.csv"), in_folder ("t.csv"), in_folder ("microphone 7.csv"), in_folder ("h.txt") };
  g_autofree OndesCompensationSettings *before = g_new0 (OndesCompensationSettings, 1);
  g_autofree OndesCompensationSettings *after = g_new0 (OndesCompensationSettings, 1);

  for (guint i = 0; i < 30; i++)
    {
      g_autoptr (OndesErrorModel) amplitude = NULL, timing = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *first = NULL, *second = NULL;

      make_settings (before, paths);
      amplitude = parse (before->amplitude);
      timing = parse (before->timing);
      ondes_compensation_preset_write (path, before, &error);
      g_assert_no_error (error);
      for (guint j = 0; j < G_N_ELEMENTS (paths); j++)
        g_remove (paths[j]);
      ondes_compensation_preset_read (path, after, &error);
      g_assert_no_error (error);
      assert_same_model (amplitude, after->amplitude);
      assert_same_model (timing, after->timing);
      if (before->calibration[0] != '\0')
        {
          g_autofree char *name = ondes_kept_file_name (after->calibration), *sheet = text_file_read (after->calibration);

          g_assert_cmpstr (name, ==, "microphone 7.csv");
          g_assert_true (g_str_has_prefix (sheet, "# Universit\xe4t\nHz,dB,deg\n"));
        }
      g_assert_true (after->on == before->on && after->quantise == before->quantise && after->dither == before->dither);
      g_assert_cmpfloat (after->aperture, ==, before->aperture);
      g_assert_cmpuint (after->bits, ==, before->bits);
      g_assert_cmpint (after->rounding, ==, before->rounding);
      g_assert_cmpuint (after->oversample, ==, before->oversample);
      if (g_str_has_prefix (before->interpolation, "taps:"))
        {
          g_autofree char *taps = text_file_read (after->interpolation + strlen ("taps:"));

          g_assert_true (g_str_has_prefix (taps, "0.25\n0.5\n"));
        }
      else
        g_assert_cmpstr (after->interpolation, ==, before->interpolation);
      /* Written again it is the same file. */
      g_assert_true (ondes_compensation_preset_write (again, after, &error));
      first = text_file_read (path);
      second = text_file_read (again);
      g_assert_cmpstr (first, ==, second);
    }
  for (guint j = 0; j < G_N_ELEMENTS (paths); j++)
    g_free (paths[j]);
}

/* One sentence that begins with the file. */
static void
assert_refused (const char *path,
                const char *words)
{
  g_autofree OndesCompensationSettings *settings = g_memdup2 (&ondes_compensation_settings_default, sizeof *settings);
  g_autoptr (GError) error = NULL;

  g_assert_false (ondes_compensation_preset_read (path, settings, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_true (g_str_has_prefix (error->message, path));
  g_assert_null (strchr (error->message, '\n'));
  if (strstr (error->message, words) == NULL)
    g_error ("“%s” is not in “%s”", words, error->message);
  g_assert_true (ondes_compensation_settings_equal (settings, &ondes_compensation_settings_default));
}

static void
test_damaged (void)
{
  g_autofree char *path = in_folder ("damaged.ondes-compensation"), *large = in_folder ("large.ondes-compensation");
  g_autofree char *whole = NULL, *absent = in_folder ("absent.ondes-compensation");
  g_autofree OndesCompensationSettings *settings = g_memdup2 (&ondes_compensation_settings_default, sizeof *settings);
  g_autoptr (GError) error = NULL;
  gsize length;
  int fd;

  g_strlcpy (settings->amplitude, "points:1,0.25;10,0.5", ONDES_COMPENSATION_TEXT);
  g_assert_true (ondes_compensation_preset_write (path, settings, &error));
  whole = text_file_read (path);
  length = strlen (whole);
  /* Cut at every byte; without its last line break it is whole. */
  for (gsize n = 0; n + 1 < length; n++)
    {
      g_file_set_contents (path, whole, (gssize) n, NULL);
      assert_refused (path, n == 0 ? " is " : "");
    }
  fd = g_open (large, O_WRONLY | O_CREAT, 0600);
  g_assert_cmpint (ftruncate (fd, ONDES_PRESET_BYTES_MAX + 1), ==, 0);
  g_close (fd, NULL);
  assert_refused (large, "too large for a preset");
  assert_refused (absent, ":");
  assert_refused (folder, "is a folder");
}

static void
test_refused (void)
{
  static const struct
  {
    const char *lines, *words;
  } wrong[] = {
    { "volume=11", "“volume” is not known" },
    { "aperture=nan", "is not a value of aperture" },
    { "aperture=inf", "is not a value of aperture" },
    { "aperture=wide", "“wide” is not a value of aperture" },
    { "aperture=-1", "is not a width" },
    { "quantised=true\nmask-bits=70", "out of range" },
    { "mask-bits=-1", "“-1” is not a value of mask-bits" },
    { "mask-rounding=sideways", "“sideways” is not a value of mask-rounding" },
    { "dither=maybe", "“maybe” is not a value of dither" },
    { "oversample=3", "3" },
    { "interpolation=spline", "spline" },
    { "interpolation=taps:h.txt", "is not in it" },
    { "calibration=sheet.csv", "is not in it" },
    { "calibration-file=SHo=\ncalibration=a.csv", "a-" },
    { "amplitude-error=constant:-2", "has to be above 0" },
    { "amplitude-error=constant:nan", "is not a model" },
    { "amplitude-error=points:1,nan", "finite" },
    { "amplitude-error=points:0,1", "above 0" },
    { "amplitude-error=table:/etc/passwd", "has its points in itself" },
    { "timing-error=points:", "" },
    { "format=2", "format" },
    { "[more]\na=b", "“more” is not known" },
    { "aperture=\xff", "is not a preset" },
    { "loose words", "is not a preset" },
  };
  g_autofree char *path = in_folder ("wrong.ondes-compensation");

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *text = g_strdup_printf ("[Ondes compensation]\nformat=1\n%s\n[end]\n", wrong[i].lines);

      text_file_write (path, text);
      assert_refused (path, wrong[i].words);
    }
  text_file_write (path, "[Desktop Entry]\nName=x\n[end]\n");
  assert_refused (path, "is not a preset");
  text_file_write (path, "[Ondes compensation]\n[end]\n");
  assert_refused (path, "format");
}

/* A pipe that nobody writes into holds nothing up, as a preset or as a table of one. */
static void
test_pipes (void)
{
  g_autofree char *path = in_folder ("pipe.ondes-compensation"), *preset = in_folder ("of-a-pipe.ondes-compensation");
  g_autofree OndesCompensationSettings *settings = g_memdup2 (&ondes_compensation_settings_default, sizeof *settings);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  assert_refused (path, "is a pipe");
  g_snprintf (settings->amplitude, ONDES_COMPENSATION_TEXT, "table:%s", path);
  g_assert_false (ondes_compensation_preset_write (preset, settings, &error));
  g_assert_nonnull (strstr (error->message, "is a pipe"));
  g_clear_error (&error);
  settings->amplitude[0] = '\0';
  g_strlcpy (settings->calibration, path, ONDES_COMPENSATION_TEXT);
  g_assert_false (ondes_compensation_preset_write (preset, settings, &error));
  g_assert_nonnull (strstr (error->message, "is a pipe"));
  g_assert_false (g_file_test (preset, G_FILE_TEST_EXISTS));
  assert_refused ("/dev/zero", "is a device");
  assert_refused (folder, "is a folder");
}

/* What cannot be written leaves what was there. */
static void
test_unreadable_parts (void)
{
  g_autofree char *path = ondes_preset_path (&ondes_compensation_presets, "kept"), *before = NULL, *after = NULL;
  g_autofree OndesCompensationSettings *settings = g_memdup2 (&ondes_compensation_settings_default, sizeof *settings);
  g_autoptr (GError) error = NULL;

  g_strlcpy (settings->timing, "constant:0.001", ONDES_COMPENSATION_TEXT);
  g_assert_true (ondes_compensation_preset_write (path, settings, &error));
  before = text_file_read (path);
  g_strlcpy (settings->calibration, "/nowhere/sheet.csv", ONDES_COMPENSATION_TEXT);
  g_assert_false (ondes_compensation_preset_write (path, settings, &error));
  g_assert_true (g_str_has_prefix (error->message, "/nowhere/sheet.csv: "));
  after = text_file_read (path);
  g_assert_cmpstr (after, ==, before);
  g_assert_true (ondes_preset_delete (&ondes_compensation_presets, "kept", NULL));
}

static void
test_names (void)
{
  static const struct
  {
    const char *typed, *clean;
  } names[] = { { "Brüel & Kjær 4189", "Brüel & Kjær 4189" }, { "../../etc/passwd", "etcpasswd" }, { " a\tb\n ", "ab" },
                { "...", NULL }, { "", NULL }, { "/", NULL }, { "caf\xe9", "caf" }, { ".hidden", "hidden" } };
  g_autofree char *file = ondes_preset_name (&ondes_compensation_presets, "/some/where/Hydrophone 2.ondes-compensation");
  g_autofree char *long_name = g_strnfill (4000, 'x'), *shortened = ondes_preset_clean_name (long_name);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *clean = ondes_preset_clean_name (names[i].typed);

      g_assert_cmpstr (clean, ==, names[i].clean);
    }
  g_assert_cmpstr (file, ==, "Hydrophone 2");
  g_assert_cmpuint (strlen (shortened), ==, ONDES_PRESET_NAME_MAX);
}

/* A name that comes back from the folder is kept again at the same place, so that a preset that is written again is the same. */
static void
test_kept_names (void)
{
  static const char *const names[] = {
    "a.csv", "a", "a.-bits=8", "a-b.c-d", "sheet-0123456789ab", "x.0123456789ab", "a.b.c", "ü.",
  };

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (GString) name = g_string_new (i < G_N_ELEMENTS (names) ? names[i] : "z");
      g_autofree char *path = NULL, *again = NULL, *back = NULL;
      g_autoptr (GError) error = NULL;

      for (int n = i < G_N_ELEMENTS (names) ? 0 : g_test_rand_int_range (0, 150); n > 0; n--)
        g_string_append (name, (const char *const[]){ "a", "-", ".", "ü", "€", "0" }[g_test_rand_int_range (0, 6)]);
      path = ondes_kept_file_write (name->str, "1", 1, &error);
      g_assert_no_error (error);
      back = ondes_kept_file_name (path);
      g_assert_true (g_utf8_validate (back, -1, NULL));
      if (name->len < 100)
        g_assert_cmpstr (back, ==, name->str);
      again = ondes_kept_file_write (back, "1", 1, &error);
      g_assert_cmpstr (again, ==, path);
    }
}

static void
test_list (void)
{
  static const char *const names[] = { "sonde", "Ämter", "geophone" };
  g_autofree OndesCompensationSettings *settings = g_memdup2 (&ondes_compensation_settings_default, sizeof *settings);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) none = ondes_preset_list (&ondes_compensation_presets, &error), three = NULL, two = NULL;

  g_assert_cmpuint (g_strv_length (none), ==, 0);
  settings->aperture = 0.5;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = ondes_preset_path (&ondes_compensation_presets, names[i]);

      g_assert_true (ondes_compensation_preset_write (path, settings, &error));
    }
  three = ondes_preset_list (&ondes_compensation_presets, &error);
  g_assert_cmpuint (g_strv_length (three), ==, 3);
  for (guint i = 1; i < 3; i++)
    g_assert_cmpint (g_utf8_collate (three[i - 1], three[i]), <, 0);
  g_assert_false (ondes_preset_rename (&ondes_compensation_presets, "sonde", "geophone", &error));
  g_assert_nonnull (strstr (error->message, "is there already"));
  g_clear_error (&error);
  g_assert_true (ondes_preset_rename (&ondes_compensation_presets, "sonde", "probe", &error));
  g_assert_true (ondes_preset_delete (&ondes_compensation_presets, "geophone", &error));
  g_assert_false (ondes_preset_delete (&ondes_compensation_presets, "geophone", &error));
  two = ondes_preset_list (&ondes_compensation_presets, NULL);
  g_assert_cmpuint (g_strv_length (two), ==, 2);
  g_assert_true (g_strv_contains ((const char *const *) two, "probe"));
  g_assert_true (ondes_preset_delete (&ondes_compensation_presets, "probe", NULL));
  g_assert_true (ondes_preset_delete (&ondes_compensation_presets, "Ämter", NULL));
}

int
main (int   argc,
      char *argv[])
{
  int result;

  folder = g_dir_make_tmp ("ondes-presets-XXXXXX", NULL);
  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/presets/the-list-is-sorted-renamed-and-deleted", test_list);
  g_test_add_func ("/ondes/presets/names-are-cleaned", test_names);
  g_test_add_func ("/ondes/presets/names-of-kept-files-stay", test_kept_names);
  g_test_add_func ("/ondes/presets/a-preset-is-whole-without-the-files-it-was-made-of", test_round_trip);
  g_test_add_func ("/ondes/presets/damaged-files-are-refused-in-a-sentence", test_damaged);
  g_test_add_func ("/ondes/presets/wrong-values-are-refused-in-a-sentence", test_refused);
  g_test_add_func ("/ondes/presets/pipes-and-devices-are-refused-at-once", test_pipes);
  g_test_add_func ("/ondes/presets/what-cannot-be-read-leaves-the-preset-as-it-was", test_unreadable_parts);
  result = g_test_run ();
  remove_all (folder);
  g_free (folder);
  return result;
}
