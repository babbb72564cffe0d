/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "dataset.h"

#include "base/display-text.h"
#include "formats/archive.h"
#include "sidecar.h"

#include <string.h>
#include <unistd.h>

#define SNIFF 4096

/* TRUE if the bytes at @at begin with those of @magic. */
static gboolean
begins (const guint8 *head,
        gsize         n,
        gsize         at,
        const char   *magic,
        gsize         length)
{
  return n >= at + length && memcmp (head + at, magic, length) == 0;
}

gboolean
ondes_mat_detect (const char   *path,
                  const guint8 *head,
                  gsize         n)
{
  return begins (head, n, 0, "MATLAB 5.0 MAT-file", 19);
}

gboolean
ondes_cdf_detect (const char   *path,
                  const guint8 *head,
                  gsize         n)
{
  return begins (head, n, 0, "CDF\1", 4) || begins (head, n, 0, "CDF\2", 4) || begins (head, n, 0, "CDF\5", 4);
}

/* The superblock stands at 0 or behind a block of the user's, such as MATLAB's header, at a power of two from 512. */
gboolean
ondes_hdf5_detect (const char   *path,
                   const guint8 *head,
                   gsize         n)
{
  for (gsize at = 0; at < n; at = at == 0 ? 512 : 2 * at)
    if (begins (head, n, at, "\x89HDF\r\n\x1a\n", 8))
      return TRUE;
  return FALSE;
}

/* TRUE if libsndfile wrote the file: a number "samplerate", then the sound, whose integers are PCM. Others it misunderstands. */
static gboolean
is_sound (const OndesOpening *opening)
{
  static const char name[] = "samplerate";
  guint8 head[256];

  return opening->size > sizeof head && ondes_pread_all (opening->fd, opening->display, 0, sizeof head, head, NULL)
         && memcmp (head + 176, name, strlen (name)) == 0;
}

OndesReader *
ondes_mat_open (const OndesOpening *opening,
                GError            **error)
{
  OndesReader *reader = !opening->options->dataset && is_sound (opening) ? ondes_sndfile_open (opening, NULL) : NULL;

  if (reader || g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (opening->watch), error))
    return reader;
  return ondes_archive_open (ondes_mat_archive (opening, error), opening, error);
}

OndesReader *
ondes_cdf_open (const OndesOpening *opening,
                GError            **error)
{
  return ondes_archive_open (ondes_cdf_archive (opening, error), opening, error);
}

#ifdef ONDES_HAVE_HDF5
OndesReader *
ondes_hdf5_open (const OndesOpening *opening,
                 GError            **error)
{
  return ondes_archive_open (ondes_hdf5_archive (opening, error), opening, error);
}
#endif

/* Opens the archive that the file is; NULL without an error if it is none. */
static OndesArchive *
open_archive (const OndesOpening *opening,
              GError            **error)
{
  guint8 head[SNIFF];
  const gsize n = (gsize) MIN (opening->size, SNIFF);

  if (!ondes_pread_all (opening->fd, opening->display, 0, n, head, error))
    return NULL;
  if (ondes_mat_detect (opening->path, head, n))
    return ondes_mat_archive (opening, error);
  if (ondes_cdf_detect (opening->path, head, n))
    return ondes_cdf_archive (opening, error);
#ifdef ONDES_HAVE_HDF5
  if (ondes_hdf5_detect (opening->path, head, n))
    return ondes_hdf5_archive (opening, error);
#endif
  return NULL;
}

/* Takes the data sets out of an archive, which is freed. */
static GPtrArray *
take_datasets (OndesArchive *archive)
{
  GPtrArray *datasets = g_ptr_array_new_with_free_func (ondes_archive_object_free);
  guint n;

  ondes_archive_choose (archive, &n);
  g_ptr_array_set_free_func (archive->objects, NULL);
  for (guint i = 0; i < archive->objects->len; i++)
    {
      OndesArchiveObject *object = g_ptr_array_index (archive->objects, i);

      if (object->is_group)
        ondes_archive_object_free (object);
      else
        g_ptr_array_add (datasets, object);
    }
  ondes_archive_free (archive);
  return datasets;
}

GPtrArray *
ondes_datasets_list (const char             *path,
                     const OndesReadOptions *options,
                     const OndesWatch       *watch,
                     GError                **error)
{
  g_autofree char *display = ondes_display_path (path);
  g_auto (OndesSidecar) sidecar = { 0 };
  GError *local = NULL;
  OndesArchive *archive = NULL;
  guint64 size;
  const int fd = ondes_file_open (path, display, &size, error);

  if (fd < 0)
    return NULL;
  if (ondes_sidecar_read (&sidecar, path, options, &local) && !sidecar.options.raw)
    archive = open_archive (&(OndesOpening) { path, display, fd, size, &sidecar.options, watch }, &local);
  close (fd);
  ondes_error_display (&local);
  if (local)
    g_propagate_error (error, local);
  else if (!archive)
    return g_ptr_array_new ();
  return archive ? take_datasets (archive) : NULL;
}
