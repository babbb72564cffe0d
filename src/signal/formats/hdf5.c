/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HDF5, netCDF-4 and MATLAB's files of version 7.3, read by a process of its own (hdf5/protocol.h). */
#include "archive.h"

#include "base/display-text.h"
#include "base/memory.h"
#include "base/words.h"
#include "signal/hdf5/protocol.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define FIRST_FREE 16 /* descriptors above those that the process has */
#define TICK_MS 50    /* between looks at the cancellable */
#define PROGRAM "ondes-hdf5"

typedef struct
{
  OndesArchive archive;
  int          fd;     /* of the file */
  int          socket; /* −1 while there is no process */
  pid_t        pid;
} Hdf5Archive;

static gboolean
fail (const char *display,
      GError    **error)
{
  return ondes_error_set (error, ONDES_ERROR_FILE,
                          _("%s cannot be read as HDF5: libhdf5 gave it up, as it does with damaged files"), display);
}

/* Returns the path of the program, which lies beside this library; transfer full. */
static char *
find_program (void)
{
#ifdef ONDES_HDF5_PROGRAM
  return g_strdup (ONDES_HDF5_PROGRAM);
#else
  Dl_info info;
  g_autofree char *folder = dladdr ((void *) find_program, &info) != 0 ? g_path_get_dirname (info.dli_fname) : g_strdup (".");

  return g_build_filename (folder, PROGRAM, NULL);
#endif
}

static void
stop (Hdf5Archive *self)
{
  if (self->socket < 0)
    return;
  close (self->socket);
  self->socket = -1;
  kill (self->pid, SIGKILL);
  while (waitpid (self->pid, NULL, 0) < 0 && errno == EINTR)
    ;
}

/* Starts the program with nothing of this process but the socket and the file; 0 or an error number. */
static int
spawn (Hdf5Archive *self,
       int          socket)
{
  g_autofree char *program = find_program ();
  char *arguments[] = { (char *) PROGRAM, NULL };
  const char *libraries = g_getenv ("LD_LIBRARY_PATH");
  g_autofree char *path = g_strconcat ("LD_LIBRARY_PATH=", libraries ? libraries : "", NULL);
  char *environment[] = { (char *) "LC_ALL=C", (char *) "HDF5_USE_FILE_LOCKING=FALSE", (char *) "HDF5_PLUGIN_PRELOAD=::",
                          libraries ? path : NULL, NULL };
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none;
  int failed;

  sigemptyset (&none);
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, socket, HDF5_FD_SOCKET);
  posix_spawn_file_actions_adddup2 (&actions, self->fd, HDF5_FD_FILE);
  posix_spawn_file_actions_addopen (&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen (&actions, 2, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_init (&attributes);
  posix_spawnattr_setsigmask (&attributes, &none);
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETSIGMASK);
  failed = posix_spawn (&self->pid, program, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy (&attributes);
  posix_spawn_file_actions_destroy (&actions);
  return failed;
}

static gboolean
start (Hdf5Archive *self,
       GError     **error)
{
  int pair[2], raised, failed;

  if (self->socket >= 0)
    return TRUE;
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    failed = errno;
  else
    {
      raised = fcntl (pair[1], F_DUPFD_CLOEXEC, FIRST_FREE);
      close (pair[1]);
      failed = raised < 0 ? errno : spawn (self, raised);
      if (raised >= 0)
        close (raised);
      if (failed == 0)
        self->socket = pair[0];
      else
        close (pair[0]);
    }
  if (failed != 0)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s cannot be read: the program %s, which reads HDF5, does not start: %s"),
                 self->archive.display, PROGRAM, g_strerror (failed));
  return failed == 0;
}

static gboolean
put (Hdf5Archive *self,
     const void  *from,
     gsize        n)
{
  for (gsize done = 0; done < n;)
    {
      const gssize sent = send (self->socket, (const char *) from + done, n - done, MSG_NOSIGNAL);

      if (sent < 0 && errno == EINTR)
        continue;
      if (sent <= 0)
        return FALSE;
      done += (gsize) sent;
    }
  return TRUE;
}

/* Receives @n bytes; FALSE if the process has ended, or with @error if it was cancelled. */
static gboolean
get (Hdf5Archive  *self,
     void         *to,
     gsize         n,
     GCancellable *cancellable,
     GError      **error)
{
  for (gsize done = 0; done < n;)
    {
      struct pollfd wait = { self->socket, POLLIN, 0 };
      gssize got;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (cancellable && poll (&wait, 1, TICK_MS) == 0)
        continue;
      got = recv (self->socket, (char *) to + done, n - done, 0);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return FALSE;
      done += (gsize) got;
    }
  return TRUE;
}

/* Asks, and returns the answer, of @length bytes, or of *@length where that is 0; NULL with an error. Whatever fails ends the
 * process, so that the next question finds a fresh one. */
static gpointer
ask (Hdf5Archive       *self,
     const Hdf5Request *request,
     const char        *path,
     gsize             *length,
     GCancellable      *cancellable,
     GError           **error)
{
  g_autofree gpointer bytes = NULL;
  GError *local = NULL;
  Hdf5Reply reply;

  if (!start (self, error))
    return NULL;
  if (put (self, request, sizeof *request) && put (self, path, request->path_length)
      && get (self, &reply, sizeof reply, cancellable, &local) && reply.good && reply.length <= HDF5_BLOCK
      && (*length == 0 || *length == reply.length) && (bytes = ondes_memory_try ((gsize) reply.length, &local))
      && get (self, bytes, (gsize) reply.length, cancellable, &local))
    {
      *length = (gsize) reply.length;
      return g_steal_pointer (&bytes);
    }
  stop (self);
  if (local)
    g_propagate_error (error, local);
  else
    fail (self->archive.display, error);
  return NULL;
}

static gboolean
hdf5_read (OndesArchive             *archive,
           const OndesArchiveObject *object,
           const OndesArchiveSlab   *slab,
           void                     *dst,
           GError                  **error)
{
  Hdf5Archive *self = (Hdf5Archive *) archive;
  const char *path = object->data;
  Hdf5Request request = { .question = HDF5_READ, .path_length = (guint32) strlen (path), .n_dimensions = (guint32) object->at };
  const guint64 all = ondes_archive_elements (object) / ondes_archive_length (object, slab->axis) * object->element.bytes;
  const guint64 most = MAX (HDF5_BLOCK / all, 1);
  g_autofree gpointer bytes = NULL;
  gsize length;

  if (most < slab->n && slab->axis > 0)
    return ondes_error_set (error, ONDES_ERROR_FILE, _("%s has frames of %" PRIu64 " bytes, more than are read at once"),
                            archive->display, all);
  /* Along the first dimension pieces stand one after the other. */
  for (guint64 done = 0, m; done < slab->n; done += m)
    {
      m = MIN (slab->n - done, most);
      for (guint i = 0; i < request.n_dimensions; i++)
        {
          request.first[i] = i == slab->axis && object->n_dimensions > 0 ? slab->at + done : 0;
          request.count[i] = i == slab->axis && object->n_dimensions > 0 ? m : object->n_dimensions > 0 ? object->dimensions[i] : 1;
        }
      length = (gsize) (m * all);
      bytes = ask (self, &request, path, &length, NULL, error);
      if (!bytes)
        return FALSE;
      memcpy ((char *) dst + done * all, bytes, length);
      g_clear_pointer (&bytes, g_free);
    }
  return TRUE;
}

static void
hdf5_finalize (OndesArchive *archive)
{
  Hdf5Archive *self = (Hdf5Archive *) archive;

  stop (self);
  if (self->fd >= 0)
    close (self->fd);
}

/* Returns why a data set cannot be read; NULL if it can. Transfer full. */
static char *
problem_text (guint problem,
              guint number)
{
  switch (problem)
    {
    case HDF5_FINE:
      return NULL;
    case HDF5_ELSEWHERE:
      return g_strdup (_("lies in another file, which is not opened"));
    case HDF5_FILTER:
      return g_strdup_printf (_("is packed by a filter that libhdf5 does not bring (number %u)"), number);
    case HDF5_HUGE_CHUNK:
      return g_strdup_printf (_("has chunks of more than %u MiB"), number);
    case HDF5_TOO_MANY_DIMENSIONS:
      return g_strdup (_("has too many dimensions"));
    case HDF5_UNWRITTEN:
      return g_strdup (_("was never written"));
    case HDF5_NEWER:
      return g_strdup (_("is stored as only a newer HDF5 can read it; write it again for version 1.10 (h5py: libver=\"v110\")"));
    default:
      return g_strdup (_("claims more numbers than the file can hold"));
    }
}

static const char *
type_text (const char *type)
{
  static const char *const types[] = { N_("text"), N_("records"), N_("references"), N_("lists"), N_("link"), N_("other") };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strcmp (types[i], type) == 0)
      return _(types[i]);
  return NULL;
}

static void
take_attributes (OndesArchiveObject *object,
                 GVariant           *attributes)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_free);
  GVariantIter iter;
  const char *name, *value;

  g_variant_iter_init (&iter, attributes);
  while (g_variant_iter_next (&iter, "(^&ay^&ay)", &name, &value) && list->len < 2 * ONDES_ARCHIVE_ATTRIBUTES)
    {
      g_ptr_array_add (list, ondes_display_text (name));
      g_ptr_array_add (list, ondes_display_text (value));
    }
  ondes_archive_set_attributes (object, list);
}

/* Takes an object of the list; FALSE once there are too many. */
static gboolean
take_object (Hdf5Archive *self,
             GVariant    *listed)
{
  g_autoptr (GVariantIter) dimensions = NULL, coordinates = NULL;
  g_autoptr (GVariant) attributes = NULL;
  const char *path, *type, *text, *of;
  guint flags, bytes, problem, number;
  double value, fill;
  guchar kind;
  OndesArchiveObject *object;
  guint64 n;

  g_variant_get (listed, "(^&ayuatyu^&ay@a(ayay)d^&ayaayuud)", &path, &flags, &dimensions, &kind, &bytes, &type, &attributes,
                 &value, &text, &coordinates, &problem, &number, &fill);
  object = ondes_archive_add (&self->archive, path);
  if (!object)
    return FALSE;
  object->data = g_strdup (path);
  object->free_data = g_free;
  object->is_group = flags & HDF5_IS_GROUP;
  object->reversed = flags & HDF5_IS_REVERSED;
  object->real_range = flags & HDF5_REAL_RANGE;
  object->element = (OndesElement) { (char) kind, bytes, FALSE };
  object->value = value;
  object->fill = fill;
  object->text = *text ? ondes_display_text (text) : NULL;
  object->shown.problem = problem_text (problem, number);
  while (object->n_dimensions < ONDES_ARCHIVE_DIMENSIONS && g_variant_iter_next (dimensions, "t", &n))
    object->dimensions[object->n_dimensions++] = n;
  for (guint i = 0; i < object->n_dimensions && g_variant_iter_next (coordinates, "^&ay", &of); i++)
    object->coordinates[i] = *of ? ondes_display_text (of) : NULL;
  object->at = object->n_dimensions; /* as the file has them */
  take_attributes (object, attributes);
  ondes_archive_describe (object, type_text (type));
  return TRUE;
}

static gboolean
list_all (Hdf5Archive        *self,
          const OndesOpening *opening,
          GError            **error)
{
  const Hdf5Request request = { .question = HDF5_LIST };
  gsize length = 0;
  gpointer bytes = ask (self, &request, "", &length, ondes_watch_cancellable (opening->watch), error);
  g_autoptr (GVariant) list = NULL, normal = NULL;
  GVariantIter iter;
  GVariant *listed;

  if (!bytes)
    return FALSE;
  list = g_variant_ref_sink (g_variant_new_from_data (G_VARIANT_TYPE (HDF5_LISTING), bytes, length, FALSE, g_free, bytes));
  normal = g_variant_get_normal_form (list);
  g_variant_iter_init (&iter, normal);
  while ((listed = g_variant_iter_next_value (&iter)) != NULL)
    {
      const gboolean more = take_object (self, listed);

      g_variant_unref (listed);
      if (!more)
        break;
    }
  return TRUE;
}

/* Names the format: netCDF-4 and MAT 7.3 are HDF5. */
static const char *
find_format (OndesArchive *self)
{
  const OndesArchiveObject *root = ondes_archive_find (self, "/");

  if (root && root->shown.attributes && ondes_archive_attribute (root, "_NCProperties"))
    return "netCDF-4";
  for (guint i = 0; i < self->objects->len; i++)
    if (((OndesArchiveObject *) g_ptr_array_index (self->objects, i))->reversed)
      return "MAT 7.3";
  return "HDF5";
}

OndesArchive *
ondes_hdf5_archive (const OndesOpening *opening,
                    GError            **error)
{
  static const OndesArchiveClass klass = { hdf5_read, NULL, hdf5_finalize };
  g_autoptr (OndesArchive) archive = ondes_archive_new (sizeof (Hdf5Archive), &klass, opening, NULL);
  Hdf5Archive *self = (Hdf5Archive *) archive;

  self->socket = -1;
  self->fd = fcntl (opening->fd, F_DUPFD_CLOEXEC, FIRST_FREE);
  if (self->fd < 0)
    return ondes_error_set_null (error, ONDES_ERROR_FILE, _("%s cannot be read: %s"), opening->display, g_strerror (errno));
  if (!list_all (self, opening, error))
    return NULL;
  archive->format = g_strdup (find_format (archive));
  return g_steal_pointer (&archive);
}
