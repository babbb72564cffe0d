/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of a filter's taps, as text, .npy or sound: the first byte chooses the ending and how they are used. */
#include "fuzz.h"

#include "transform/filter-bank.h"
#include "transform/filter-choice.h"

#include <math.h>

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  static const char *const names[] = { "taps.txt", "taps.csv", "taps.npy", "taps.wav" };
  const guint8 how = size > 0 ? data[0] : 0;
  const char *path = fuzz_file (names[how % G_N_ELEMENTS (names)], data + (size > 0), size - (size > 0));
  OndesFilterSettings choice
    = { .kind = ONDES_FILTER_TAPS, .resample_taps = (how & 4) != 0, .causal = (how & 8) != 0, .only = how >> 4 & 1 };
  const OndesFilterInput input = { "recording.wav", 8000, 100000 };
  g_autoptr (OndesFilterBank) bank = NULL;
  const OndesFilterBand *bands;
  GError *error = NULL;
  guint n = 0;

  g_strlcpy (choice.taps, path, sizeof choice.taps);
  fuzz_small_machine ();
  bank = ondes_filter_choice_bank (&choice, &input, NULL, &error);
  fuzz_check_error (error);
  bands = bank != NULL ? ondes_filter_bank_get (bank, &n) : NULL;
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < bands[i].n; k++)
      if (!isfinite (bands[i].taps[k]))
        g_error ("tap %u of filter %u is %g", k, i, bands[i].taps[k]);
  return 0;
}
