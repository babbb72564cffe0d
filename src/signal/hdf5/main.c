/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process that runs libhdf5 for a file (protocol.h). */
#include "process.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/whole.h"

#define MEMORY ((rlim_t) 2 << 30)         /* bytes of address space */
#define CACHE ((gsize) 128 << 20)         /* of chunks, unpacked, at most */
#define ATTEMPTS 3                        /* to read what another process writes */
#define WAIT 120                          /* seconds that a request may take, on a disk that sleeps */
#define SLOTS 10007                       /* of the cache's table, a prime */

/* The data set that was read last stays open, with its cache. */
typedef struct
{
  hid_t    file, dataset, space;
  char    *path;
  Hdf5Element element;
  guint64  size;
} Server;

static gboolean
answer (gboolean    good,
        const void *bytes,
        gsize       n)
{
  const Hdf5Reply reply = { good, 0, good ? n : 0 };

  return ondes_whole_write (HDF5_FD_SOCKET, &reply, sizeof reply)
         && ondes_whole_write (HDF5_FD_SOCKET, bytes, (gsize) reply.length);
}

static void
limit (int    resource,
       rlim_t most)
{
  struct rlimit now;

  if (getrlimit (resource, &now) != 0)
    return;
  now.rlim_cur = MIN (most, now.rlim_max);
  if (resource != RLIMIT_CPU)
    now.rlim_max = now.rlim_cur;
  setrlimit (resource, &now);
}

/* Gives the process another few seconds of the processor, more if the file, of @size bytes, is large: what takes longer is a loop
 * in a damaged one. */
static void
allow_time (guint64 size)
{
  const guint64 seconds = MIN (HDF5_SECONDS_LEAST + size / HDF5_SECOND_BYTES, HDF5_SECONDS);
  struct rusage used = { 0 };

  getrusage (RUSAGE_SELF, &used);
  alarm (WAIT);
  limit (RLIMIT_CPU, (rlim_t) (used.ru_utime.tv_sec + used.ru_stime.tv_sec) + seconds);
}

/* Opens the file, and gives up the right to open another: no link, virtual data set or plugin leads out of it. */
static hid_t
open_file (void)
{
  static const char path[] = "/proc/self/fd/3";
  const hid_t access = H5Pcreate (H5P_FILE_ACCESS);
  hid_t file = H5Fopen (path, H5F_ACC_RDONLY, H5P_DEFAULT);

  /* One that is still written to, or was not closed; libhdf5 would wait long for a damaged one to be whole. */
  H5Pset_metadata_read_attempts (access, ATTEMPTS);
  if (file < 0)
    file = H5Fopen (path, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access);
  H5Pclose (access);
  limit (RLIMIT_NOFILE, 0);
  return file;
}

/* Returns a cache as large as all chunks at one time, so that none is unpacked twice. */
static gsize
cache_bytes (hid_t              dataset,
             const Hdf5Request *request,
             gsize              bytes)
{
  const hid_t properties = H5Dget_create_plist (dataset), space = H5Dget_space (dataset);
  hsize_t chunk[HDF5_DIMENSIONS] = { 0 }, dimensions[HDF5_DIMENSIONS] = { 0 };
  const int rank = H5Pget_layout (properties) == H5D_CHUNKED ? H5Pget_chunk (properties, HDF5_DIMENSIONS, chunk) : 0;
  double all = (double) bytes;

  if (rank > 0 && H5Sget_simple_extent_ndims (space) == rank)
    H5Sget_simple_extent_dims (space, dimensions, NULL);
  for (int i = 0; i < rank; i++)
    all *= (double) chunk[i] * (request->count[i] == dimensions[i] ? (double) ((dimensions[i] - 1) / MAX (chunk[i], 1) + 1) : 2);
  H5Sclose (space);
  H5Pclose (properties);
  return (gsize) CLAMP (all, (double) (1 << 20), (double) CACHE);
}

static void
close_dataset (Server *self)
{
  if (self->dataset >= 0)
    {
      H5Tclose (self->element.type);
      H5Sclose (self->space);
      H5Dclose (self->dataset);
    }
  self->dataset = -1;
  g_clear_pointer (&self->path, g_free);
}

static gboolean
open_dataset (Server            *self,
              const char        *path,
              const Hdf5Request *request)
{
  hid_t type, access;
  gsize cache;

  if (self->dataset >= 0 && strcmp (self->path, path) == 0)
    return TRUE;
  close_dataset (self);
  self->dataset = H5Dopen2 (self->file, path, H5P_DEFAULT);
  if (self->dataset < 0)
    return FALSE;
  type = H5Dget_type (self->dataset);
  self->element = hdf5_element (type);
  H5Tclose (type);
  cache = cache_bytes (self->dataset, request, self->element.bytes);
  H5Dclose (self->dataset);
  access = H5Pcreate (H5P_DATASET_ACCESS);
  H5Pset_chunk_cache (access, SLOTS, cache, 1);
  self->dataset = H5Dopen2 (self->file, path, access);
  H5Pclose (access);
  if (self->dataset < 0)
    return FALSE;
  self->space = H5Dget_space (self->dataset);
  self->path = g_strdup (path);
  return self->element.kind != 0 && self->space >= 0;
}

static gboolean
answer_read (Server            *self,
             const char        *path,
             const Hdf5Request *request)
{
  g_autofree void *bytes = NULL;
  guint64 n;
  hid_t memory = -1;
  gboolean good;

  if (!open_dataset (self, path, request) || H5Sget_simple_extent_ndims (self->space) != (int) request->n_dimensions)
    return answer (FALSE, NULL, 0);
  n = self->element.bytes;
  for (guint i = 0; i < request->n_dimensions; i++)
    if (!g_uint64_checked_mul (&n, n, request->count[i]) || n > HDF5_BLOCK)
      return answer (FALSE, NULL, 0);
  bytes = g_try_malloc0 (MAX (n, 1));
  if (!bytes)
    return answer (FALSE, NULL, 0);
  if (request->n_dimensions > 0)
    memory = H5Screate_simple ((int) request->n_dimensions, (const hsize_t *) request->count, NULL);
  good = request->n_dimensions == 0
         || H5Sselect_hyperslab (self->space, H5S_SELECT_SET, (const hsize_t *) request->first, NULL,
                                 (const hsize_t *) request->count, NULL) >= 0;
  good = good && H5Dread (self->dataset, self->element.type, request->n_dimensions > 0 ? memory : H5S_ALL,
                          request->n_dimensions > 0 ? self->space : H5S_ALL, H5P_DEFAULT, bytes) >= 0;
  if (memory >= 0)
    H5Sclose (memory);
  return answer (good, bytes, (gsize) n);
}

static gboolean
answer_list (Server *self)
{
  g_autoptr (GVariant) list = self->file >= 0 ? hdf5_list (self->file, self->size) : NULL;
  gboolean good;

  if (!list)
    return answer (FALSE, NULL, 0);
  g_variant_ref_sink (list);
  good = g_variant_get_size (list) <= HDF5_BLOCK;
  return answer (good, good ? g_variant_get_data (list) : NULL, good ? g_variant_get_size (list) : 0);
}

int
main (void)
{
  Server server = { .file = -1, .dataset = -1 };
  Hdf5Request request;
  struct stat st;

  close_range (HDF5_FD_FILE + 1, ~0U, 0);
  limit (RLIMIT_CORE, 0);
  limit (RLIMIT_FSIZE, 0);
#ifndef __SANITIZE_ADDRESS__
  limit (RLIMIT_AS, MEMORY);
#endif
  if (fstat (HDF5_FD_FILE, &st) == 0)
    server.size = (guint64) st.st_size;
  allow_time (server.size);
  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
  H5PLset_loading_state (0);
  server.file = open_file ();
  alarm (0);
  while (ondes_whole_read (HDF5_FD_SOCKET, &request, sizeof request)
         && request.path_length < HDF5_PATH && request.n_dimensions <= HDF5_DIMENSIONS)
    {
      g_autofree char *path = g_malloc0 (request.path_length + 1);

      allow_time (server.size);
      if (!ondes_whole_read (HDF5_FD_SOCKET, path, request.path_length)
          || !(request.question == HDF5_LIST ? answer_list (&server)
               : server.file < 0             ? answer (FALSE, NULL, 0)
                                             : answer_read (&server, path, &request)))
        break;
      alarm (0); /* questions may be hours apart */
    }
  _exit (0); /* libhdf5's own way out may fail on what it has read */
}
