/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of annotations in any format: what is read is the same again after it was written in Ondes's own, and every other format
 * reads what it wrote. */
#include "fuzz.h"

#include "annotation/annotation-file.h"

#include <stdio.h>

#define MOST 200 /* annotations of a set that is written */

static OndesAnnotationSet *
write_and_read (OndesAnnotationSet   *set,
                OndesAnnotationFormat format)
{
  g_autofree char *path = g_build_filename (fuzz_folder (), "again", NULL);
  GError *error = NULL;
  OndesAnnotationSet *again = NULL;

  if (ondes_annotations_write (set, path, &(OndesAnnotationWriting) { .format = format }, NULL, &error))
    again = ondes_annotations_read (path, &(OndesAnnotationReading) { .format = format }, NULL, NULL, NULL, &error);
  if (again == NULL)
    g_error ("%s is not read back: %s", ondes_annotation_format_info (format)->title, error->message);
  remove (path);
  return again;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  const char *path = fuzz_file ("annotations.txt", data, size);
  GError *error = NULL;
  g_auto (GStrv) notes = NULL;
  g_autoptr (OndesAnnotationSet) set = NULL, own = NULL, other = NULL;

  fuzz_small_machine ();
  set = ondes_annotations_read (path, NULL, NULL, NULL, &notes, &error);
  fuzz_check_error (error);
  if (set == NULL || ondes_annotation_set_get_length (set) > MOST)
    return 0;
  own = write_and_read (set, ONDES_ANNOTATIONS_OWN);
  if (!ondes_annotation_set_equal (set, own))
    g_error ("Ondes's own format does not hold all that was read");
  other = write_and_read (set, ONDES_ANNOTATIONS_AUDACITY + size % 4);
  if (ondes_annotation_set_get_length (other) > ondes_annotation_set_get_length (set))
    g_error ("more annotations are read than were written");
  return 0;
}
