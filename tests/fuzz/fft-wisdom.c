/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of FFTW's wisdom: the one that was saved with some bits turned where the first byte is odd, else any bytes. FFTW sees what
 * was saved, or nothing. */
#include "fuzz.h"

#include "engine/cpu/fft/fft-wisdom.h"

#include <fftw3.h>
#include <string.h>

#define LENGTH 64

static char *path, *saved;
static gsize saved_length;

static void
save (void)
{
  fftw_complex *x = fftw_malloc (LENGTH * sizeof *x);

  fftw_destroy_plan (fftw_plan_dft_1d (LENGTH, x, x, FFTW_FORWARD, FFTW_MEASURE));
  fftw_free (x);
  path = g_build_filename (fuzz_folder (), "ondes", "fftw-wisdom-double", NULL);
  ondes_fft_wisdom_save (FALSE);
  if (!g_file_get_contents (path, &saved, &saved_length, NULL))
    g_error ("the cache keeps nothing");
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *text = NULL;
  gsize length;

  if (!path)
    save ();
  text = size > 0 && data[0] % 2 == 1 ? fuzz_damaged (saved, saved_length, data + 1, size - 1, &length)
                                      : fuzz_damaged ("", 0, data, size, &length);
  fuzz_write (path, text, length);
  /* A text ends at its first NUL. */
  if (ondes_fft_wisdom_load (FALSE) != (strcmp (text, saved) == 0))
    g_error ("wisdom that was not saved is taken, or what was is not");
  return 0;
}
