/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readers of recordings: the first byte chooses the file's name and how it is read, the others are the file. */
#include "fuzz.h"

static const struct
{
  const char      *name;
  OndesReadOptions options;
} kinds[] = {
  { "x.wav", { 0 } },
  { "x.flac", { 0 } },
  { "x.ogg", { 0 } },
  { "x.aiff", { 0 } },
  { "x.txt", { 0 } },
  { "x.csv", { .column = 2, .time_column = 1, .resample = TRUE } },
  { "x.dat", { .rate_hz = 3, .unit = "V", .time_unit = "d" } },
  { "x.npy", { 0 } },
  { "x.pla", { 0 } },
  { "x.csv", { .table = "AES" } },
  { "x", { 0 } },
  { "x.raw", { .raw = TRUE, .raw_format = { .bits = 24, .kind = 's', .big_endian = TRUE, .channels = 3, .rate_hz = 8000 } } },
  { "x.raw", { .raw = TRUE, .raw_format = { .bits = 64, .kind = 'f', .channels = 1, .rate_hz = 0.5 } } },
  { "x.mp3", { 0 } },
  { "x.w64", { 0 } },
  { "x.au", { 0 } },
  { "x.caf", { 0 } },
  { "x.raw", { .raw = TRUE, .raw_format = { .bits = 16, .kind = 's', .channels = 2, .rate_hz = 8000 } } },
  { "x.raw", { .raw = TRUE, .raw_format = { .bits = 8, .kind = 'u', .channels = 1, .rate_hz = 1 } } },
  { "x.raw", { .raw = TRUE, .raw_format = { .bits = 32, .kind = 'f', .big_endian = TRUE, .channels = 1, .rate_hz = 1e9 } } },
  { "x.csv", { .text = { .separator = ';', .decimal = ',', .has_header_rows = TRUE, .header_rows = 1,
                         .date_order = ONDES_DATE_ORDER_DMY, .gaps = ONDES_TEXT_GAPS_FILL, .columns = "2-4" } } },
  { "x.hea", { 0 } },
};

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  const guint kind = size > 0 ? data[0] % G_N_ELEMENTS (kinds) : 0;

  fuzz_small_machine ();
  if (size > 1)
    fuzz_open (fuzz_file (kinds[kind].name, data + 1, size - 1), &kinds[kind].options);
  return 0;
}
