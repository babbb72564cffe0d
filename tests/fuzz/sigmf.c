/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SigMF: the first byte is the number of bytes of samples that follow, the rest is the metadata; both the recording and its
 * annotations are read. */
#include "fuzz.h"

#include "annotation/annotation-file.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  const gsize samples = size > 0 ? MIN (data[0], size - 1) : 0;
  const OndesAnnotationReading reading = { .format = ONDES_ANNOTATIONS_SIGMF };
  g_autofree char *path = g_build_filename (fuzz_folder (), "x.sigmf-data", NULL);
  g_autoptr (OndesAnnotationSet) set = NULL;
  GError *error = NULL;
  const char *meta;

  fuzz_small_machine ();
  if (size == 0)
    return 0;
  fuzz_write (path, data + 1, samples);
  meta = fuzz_file ("x.sigmf-meta", data + 1 + samples, size - 1 - samples);
  fuzz_open (meta, NULL);
  set = ondes_annotations_read (meta, &reading, NULL, NULL, NULL, &error);
  fuzz_check_error (error);
  return 0;
}
