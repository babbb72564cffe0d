/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives: the list of their data sets, and the first few of these; the first byte chooses the dimension that is time. */
#include "fuzz.h"

#include "signal/dataset.h"

#define OPENED 4

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  GError *error = NULL;
  g_autoptr (GPtrArray) datasets = NULL;
  const char *path;

  fuzz_small_machine ();
  if (size < 2)
    return 0;
  path = fuzz_file ("x.mat", data + 1, size - 1);
  datasets = ondes_datasets_list (path, NULL, NULL, &error);
  fuzz_check_error (error);
  for (guint i = 0; datasets && i < MIN (datasets->len, OPENED); i++)
    fuzz_open (path, &(OndesReadOptions) { .dataset = ((OndesDataset *) datasets->pdata[i])->path, .time_axis = data[0] % 4 });
  fuzz_open (path, NULL);
  return 0;
}
