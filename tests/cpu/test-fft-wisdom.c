/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured plans in the user's cache: taken when whole, left out when a bit of them is wrong. */
#include "engine/cpu/fft/fft-wisdom.h"

#include <fftw3.h>
#include <glib/gstdio.h>
#include <string.h>

static char *folder; /* the user's cache */

static char *
wisdom_file (gboolean single)
{
  return g_build_filename (folder, "ondes", single ? "fftw-wisdom-single" : "fftw-wisdom-double", NULL);
}

/* A file as it is after two transforms were measured. */
static void
save_measured (gboolean single)
{
  for (int n = 64; n <= 256; n *= 4)
    {
      void *x = fftw_malloc ((gsize) n * sizeof (fftw_complex));

      if (single)
        fftwf_destroy_plan (fftwf_plan_dft_1d (n, x, x, FFTW_FORWARD, FFTW_MEASURE));
      else
        fftw_destroy_plan (fftw_plan_dft_1d (n, x, x, FFTW_FORWARD, FFTW_MEASURE));
      fftw_free (x);
    }
  ondes_fft_wisdom_save (single);
}

static void
write_wisdom (gboolean    single,
              const char *text,
              gsize       bytes)
{
  g_autofree char *path = wisdom_file (single);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, (gssize) bytes, &error);
  g_assert_no_error (error);
}

static void
test_whole_file_is_taken (gconstpointer data)
{
  const gboolean single = GPOINTER_TO_INT (data);

  save_measured (single);
  g_assert_true (ondes_fft_wisdom_load (single));
}

static void
test_any_flipped_bit_is_noticed (gconstpointer data)
{
  const gboolean single = GPOINTER_TO_INT (data);
  g_autofree char *path = wisdom_file (single);
  g_autofree char *text = NULL;
  gsize bytes;

  save_measured (single);
  g_assert_true (g_file_get_contents (path, &text, &bytes, NULL));
  for (guint i = 0; i < 300; i++)
    {
      const gsize at = i < 64 ? i : (gsize) g_test_rand_int_range (0, (gint32) bytes);
      const char bit = (char) (1 << g_test_rand_int_range (0, 8));

      text[at] ^= bit;
      write_wisdom (single, text, bytes);
      g_assert_false (ondes_fft_wisdom_load (single));
      text[at] ^= bit;
    }
  for (gsize n = 0; n < bytes; n += 97)
    {
      write_wisdom (single, text, n);
      g_assert_false (ondes_fft_wisdom_load (single));
    }
}

/* Of another format: dropped with a debug line, and the next one saved is taken. */
static void
assert_left_out (gboolean    single,
                 const char *text)
{
  write_wisdom (single, text, strlen (text));
  g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_DEBUG, "*fftw-wisdom-* is damaged or of another version: left out");
  g_assert_false (ondes_fft_wisdom_load (single));
  g_test_assert_expected_messages ();
  ondes_fft_wisdom_save (single);
  g_assert_true (ondes_fft_wisdom_load (single));
}

/* Bare wisdom is what Ondes wrote before it wrote a digest. */
static void
test_other_formats_are_left_out (gconstpointer data)
{
  const gboolean single = GPOINTER_TO_INT (data);
  g_autofree char *digest = NULL;
  char *bare;

  save_measured (single);
  bare = single ? fftwf_export_wisdom_to_string () : fftw_export_wisdom_to_string ();
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, bare, -1);
  assert_left_out (single, bare);
  for (int version = 0; version <= 3; version++)
    {
      g_autofree char *text = g_strdup_printf ("ondes-wisdom %d %s\n%s", version, digest, bare);

      if (version != 1)
        assert_left_out (single, text);
      else
        {
          write_wisdom (single, text, strlen (text));
          g_assert_true (ondes_fft_wisdom_load (single));
        }
    }
  fftw_free (bare);
}

static void
test_no_file_is_no_wisdom (gconstpointer data)
{
  g_autofree char *path = wisdom_file (GPOINTER_TO_INT (data));

  g_unlink (path);
  g_assert_false (ondes_fft_wisdom_load (GPOINTER_TO_INT (data)));
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *sub = NULL;
  int status;

  folder = g_dir_make_tmp ("ondes-wisdom-XXXXXX", NULL);
  g_setenv ("XDG_CACHE_HOME", folder, TRUE);
  g_test_init (&argc, &argv, NULL);
  for (int single = 0; single < 2; single++)
    {
      const char *precision = single ? "single" : "double";
      const struct { const char *name; GTestDataFunc test; } tests[] = {
        { "no-file-is-no-wisdom", test_no_file_is_no_wisdom },
        { "whole-file-is-taken", test_whole_file_is_taken },
        { "any-flipped-bit-is-noticed", test_any_flipped_bit_is_noticed },
        { "other-formats-are-left-out", test_other_formats_are_left_out },
      };

      for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
        {
          g_autofree char *path = g_strdup_printf ("/ondes/fft-wisdom/%s/%s", precision, tests[i].name);

          g_test_add_data_func (path, GINT_TO_POINTER (single), tests[i].test);
        }
    }
  status = g_test_run ();
  for (int single = 0; single < 2; single++)
    {
      g_autofree char *path = wisdom_file (single);

      g_unlink (path);
    }
  sub = g_build_filename (folder, "ondes", NULL);
  g_rmdir (sub);
  g_rmdir (folder);
  g_free (folder);
  return status;
}
