/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands in for libFuzzer: runs a target on the files and the archives (.tar.gz) named, one TAP test each. */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

#define TAR_BLOCK   512
#define TAR_SIZE_AT 124

/* Runs the target on bytes of their own, so that a sanitizer sees reads beyond their end. */
static void
run (const char *data,
     gsize       size)
{
  g_autofree char *own = g_malloc (MAX (size, 1)); /* a target gets no NULL */

  memcpy (own, data, size);
  LLVMFuzzerTestOneInput ((const uint8_t *) own, size);
}

/* Returns the bytes of a file that gzip packed. */
static GBytes *
unpack (const char *path,
        GError    **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) packed = g_file_read (file, NULL, error);
  g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  g_autoptr (GInputStream) stream = packed ? g_converter_input_stream_new (G_INPUT_STREAM (packed), converter) : NULL;
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  const GOutputStreamSpliceFlags flags = G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET;

  if (!stream || g_output_stream_splice (memory, stream, flags, NULL, error) < 0)
    return NULL;
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

/* Replays the files of an archive as corpora.py writes it. Returns their number. */
static guint
replay_archive (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = unpack (path, &error);
  const char *data;
  gsize size, at = 0;
  guint inputs = 0;

  g_assert_no_error (error);
  data = g_bytes_get_data (bytes, &size);
  while (at + TAR_BLOCK <= size && data[at] != 0)
    {
      const guint64 length = g_ascii_strtoull (data + at + TAR_SIZE_AT, NULL, 8);

      at += TAR_BLOCK;
      g_assert_cmpuint (length, <=, size - at);
      run (data + at, length);
      at += (length + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK;
      inputs++;
    }
  /* A block of zeros ends an archive that is whole. */
  g_assert_cmpuint (at + TAR_BLOCK, <=, size);
  return inputs;
}

static guint
replay (const char *path)
{
  g_autofree char *data = NULL;
  gsize size;

  if (g_str_has_suffix (path, ".tar.gz"))
    return replay_archive (path);
  if (!g_file_get_contents (path, &data, &size, NULL))
    return 0;
  run (data, size);
  return 1;
}

int
main (int    argc,
      char **argv)
{
  guint failed = 0;

  printf ("1..%d\n", argc - 1);
  for (int i = 1; i < argc; i++)
    {
      g_autofree char *name = g_path_get_basename (argv[i]);
      const guint inputs = replay (argv[i]);

      failed += inputs == 0;
      printf ("%s %d - /ondes/fuzz/%s %u inputs\n", inputs > 0 ? "ok" : "not ok", i, name, inputs);
    }
  return failed > 0;
}
