/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out-file.h"

#include "base/words.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/display-text.h"
#include "base/result-stream.h"
#include "base/temporary.h"
#include "base/whole.h"
#include "stamp.h"

#define MAX_LINKS 40 /* same limit as the kernel */
#define LARGE ((off_t) 16 << 20) /* bytes */
#define DECISION "ondes-out-file-decision"

/* A temporary file's name for ondes_out_file_unlink_all(), a signal handler that must not lock. Slots are reused and never freed;
 * the list only grows. */
typedef struct _Slot Slot;

struct _Slot
{
  char *name; /* NULL if free */
  Slot *next; /* constant once the slot is in the list */
};

static Slot *named_temporaries;

struct _OndesOutFile
{
  char   *name;      /* name used in errors */
  char   *target;    /* the file to replace, symbolic links followed; NULL if the contents are copied at the end */
  char   *into;      /* pipe or device to copy to; NULL for standard output */
  char   *folder;    /* of the temporary file */
  char   *temporary; /* name of the temporary file; NULL if unnamed */
  Slot   *slot;      /* with its name; NULL if none */
  int     fd;
  mode_t  mode;      /* of an existing target; 0 if none */
  guint64 at;        /* position of write() */
};

static GMutex decision_mutex; /* guards the DECISION data of cancellables */

static GMutex commit_mutex; /* held while a file is moved into place */
static guint n_committed;
static _Thread_local gboolean is_committing; /* this thread holds commit_mutex and may call code that ends the process */

static gboolean
fail (OndesOutFile *self,
      GError      **error,
      int           code,
      const char   *advice)
{
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: cannot be written: %s%s%s"), self->name, g_strerror (code),
               advice != NULL ? "; " : "", advice != NULL ? advice : "");
  return ondes_error_name_file (error, self->name);
}

static const char *
advice_for (int code)
{
  switch (code)
    {
    case ENOENT:
      return "make the folder first, or choose another";
    case EACCES:
    case EPERM:
    case EROFS:
      return "choose a place that you may write to";
    case ENOSPC:
    case EDQUOT:
      return "free some space, or choose another place";
    case EFBIG:
      return "choose a place that takes larger files";
    default:
      return NULL;
    }
}

/* Makes @name known to ondes_out_file_unlink_all() and returns its slot. */
static Slot *
remember_temporary (char *name)
{
  Slot *slot = g_atomic_pointer_get (&named_temporaries);

  for (; slot != NULL; slot = slot->next)
    if (g_atomic_pointer_compare_and_exchange (&slot->name, NULL, name))
      return slot;
  slot = g_new (Slot, 1);
  slot->name = name;
  do
    slot->next = g_atomic_pointer_get (&named_temporaries);
  while (!g_atomic_pointer_compare_and_exchange (&named_temporaries, slot->next, slot));
  return slot;
}

/* Opens an unnamed file if the file system can, so that even a kill leaves nothing; otherwise a named one in the folder. */
static gboolean
open_temporary (OndesOutFile *self)
{
  g_autofree char *fd_path = NULL;

  self->fd = open (self->folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (self->fd >= 0)
    {
      /* Naming it later needs /proc. */
      fd_path = g_strdup_printf ("/proc/self/fd/%d", self->fd);
      if (access (fd_path, F_OK) == 0)
        return TRUE;
      close (self->fd);
    }
  self->fd = ondes_temporary_open (self->folder, &self->temporary);
  if (self->fd >= 0)
    self->slot = remember_temporary (self->temporary);
  return self->fd >= 0;
}

static void
forget_temporary (OndesOutFile *self)
{
  /* A signal handler that took the name first may still be reading it, so leak it. */
  if (self->slot != NULL && !g_atomic_pointer_compare_and_exchange (&self->slot->name, self->temporary, NULL))
    self->temporary = NULL;
  self->slot = NULL;
  g_clear_pointer (&self->temporary, g_free);
}

void
ondes_out_file_unlink_all (void)
{
  for (Slot *slot = g_atomic_pointer_get (&named_temporaries); slot != NULL; slot = slot->next)
    {
      const char *name = g_atomic_pointer_exchange (&slot->name, NULL);

      if (name != NULL)
        unlink (name);
    }
}

/* Returns the final target of the symbolic links at @path, which does not exist; @path itself if it is no link or has too
 * many. */
static char *
follow_links (const char *path)
{
  g_autofree char *at = g_strdup (path);

  for (guint links = 0; links < MAX_LINKS; links++)
    {
      g_autofree char *to = g_file_read_link (at, NULL), *folder = NULL;

      if (to == NULL)
        return g_steal_pointer (&at);
      folder = g_path_get_dirname (at);
      g_free (at);
      at = to[0] == '/' ? g_strdup (to) : g_build_filename (folder, to, NULL);
    }
  return g_strdup (path);
}

/* Finds out what @path is: a file to replace once complete, or a pipe or device to copy to. */
static gboolean
find_target (OndesOutFile *self,
             const char   *path,
             GError      **error)
{
  struct stat info;

  if (stat (path, &info) != 0)
    {
      if (errno != ENOENT)
        return fail (self, error, errno, advice_for (errno));
      self->target = follow_links (path);
    }
  else if (S_ISDIR (info.st_mode))
    return fail (self, error, EISDIR, "name a file in it");
  else if (S_ISBLK (info.st_mode))
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: is a disk; name a file"), path);
      return ondes_error_name_file (error, path);
    }
  else if (access (path, W_OK) != 0)
    return fail (self, error, errno, advice_for (errno));
  else if (S_ISREG (info.st_mode))
    {
      char *real = realpath (path, NULL);

      self->target = g_strdup (real != NULL ? real : path);
      self->mode = info.st_mode & 0777; /* new content must not run as the owner or group of the file */
      free (real);
    }
  else
    self->into = g_strdup (path);
  self->folder = self->target != NULL ? g_path_get_dirname (self->target) : g_strdup (g_get_tmp_dir ());
  return TRUE;
}

/* TRUE for the names of standard output; those of the system would lead to where ondes_result_stream_claim() lets it lead. */
static gboolean
is_standard_output (const char *path)
{
  static const char *const names[] = { "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", NULL };

  return g_strv_contains (names, path);
}

OndesOutFile *
ondes_out_file_new (const char *path,
                    GError    **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (OndesOutFile) self = g_new0 (OndesOutFile, 1);

  self->fd = -1;
  if (is_standard_output (path))
    {
      self->name = g_strdup ("standard output");
      self->folder = g_strdup (g_get_tmp_dir ());
    }
  else if (path[0] == '\0')
    {
      ondes_request_error_set (error, ONDES_SETTING_FILE, path,
                               _("the name of the output is empty"));
      return NULL;
    }
  else
    {
      self->name = g_strdup (path);
      if (!find_target (self, path, error))
        return NULL;
    }

  if (self->target != NULL)
    ondes_temporary_remove_stale (self->folder);
  if (!open_temporary (self))
    {
      int code = errno;

      if (self->target != NULL)
        fail (self, error, code, advice_for (code));
      else
        g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                     _("%s: cannot be written: no temporary file can be made in %s: %s; set TMPDIR to another folder"),
                     self->name,
                     self->folder, g_strerror (code));
      ondes_error_name_file (error, self->name);
      return NULL;
    }
  return g_steal_pointer (&self);
}

OndesOutFile *
ondes_out_file_new_scratch (OndesOutFile *neighbour,
                            GError      **error)
{
  g_autoptr (OndesOutFile) self = g_new0 (OndesOutFile, 1);

  self->fd = -1;
  self->name = g_strdup (neighbour->name);
  self->folder = g_strdup (neighbour->folder);
  if (!open_temporary (self))
    {
      fail (self, error, errno, advice_for (errno));
      return NULL;
    }
  if (self->temporary != NULL)
    {
      unlink (self->temporary);
      forget_temporary (self);
    }
  return g_steal_pointer (&self);
}

gboolean
ondes_out_file_check (OndesOutFile *self,
                      guint64       bytes,
                      GError      **error)
{
  struct statvfs disk;
  guint64 free_bytes;
  g_autofree char *needed = NULL, *left = NULL;

  if (fstatvfs (self->fd, &disk) != 0)
    return TRUE; /* unknown: a write will report a full disk */
  if (__builtin_mul_overflow ((guint64) disk.f_bavail, (guint64) disk.f_frsize, &free_bytes))
    free_bytes = G_MAXUINT64;
  if (bytes <= free_bytes)
    return TRUE;
  needed = g_format_size_full (bytes, G_FORMAT_SIZE_LONG_FORMAT);
  left = g_format_size_full (free_bytes, G_FORMAT_SIZE_LONG_FORMAT);
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%s: the output takes %s and the disk has %s free; ask for less, or choose another disk"),
               self->name, needed, left);
  return ondes_error_name_file (error, self->name);
}

gboolean
ondes_out_file_reserve (OndesOutFile *self,
                        guint64       bytes,
                        GError      **error)
{
  if (!ondes_out_file_check (self, bytes, error))
    return FALSE;
  /* Allocate the blocks now if the file system can, so a full disk does not end a long job. */
  if (bytes == 0 || bytes > G_MAXINT64 || fallocate (self->fd, FALLOC_FL_KEEP_SIZE, 0, bytes) == 0 ||
      (errno != ENOSPC && errno != EDQUOT && errno != EFBIG))
    return TRUE;
  return fail (self, error, errno, advice_for (errno));
}

gboolean
ondes_out_file_write_text (OndesOutFile *self,
                           GString      *text,
                           GError      **error)
{
  const gboolean done = !g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error)
                        && ondes_out_file_write (self, text->str, text->len, error);

  g_string_truncate (text, 0);
  return done;
}

gboolean
ondes_out_file_pwrite (OndesOutFile *self,
                       const void   *data,
                       gsize         n,
                       guint64       offset,
                       GError      **error)
{
  return ondes_whole_pwrite (self->fd, data, n, (off_t) offset) || fail (self, error, errno, advice_for (errno));
}

gboolean
ondes_out_file_pread (OndesOutFile *self,
                      void         *data,
                      gsize         n,
                      guint64       offset,
                      GError      **error)
{
  return ondes_whole_pread (self->fd, data, n, (off_t) offset) || fail (self, error, errno, NULL);
}

gboolean
ondes_out_file_write (OndesOutFile *self,
                      const void   *data,
                      gsize         n,
                      GError      **error)
{
  if (!ondes_out_file_pwrite (self, data, n, self->at, error))
    return FALSE;
  self->at += n;
  return TRUE;
}

const char *
ondes_out_file_get_name (OndesOutFile *self)
{
  return self->name;
}

/* Writes the first @got bytes of @buffer, or the whole lines of them; a terminal gets them without the characters that it obeys.
 * Returns the number that was written; 0 with errno. */
static gsize
put_out (int      fd,
         char    *buffer,
         gsize    got,
         gboolean screen)
{
  g_autofree char *valid = NULL, *shown = NULL;
  gsize end = got;

  if (!screen)
    return ondes_whole_write (fd, buffer, got) ? got : 0;
  while (end > 0 && buffer[end - 1] != '\n')
    end--;
  end = end > 0 ? end : got;
  valid = g_utf8_make_valid (buffer, (gssize) end);
  shown = ondes_display_lines (valid);
  return ondes_whole_write (fd, shown, strlen (shown)) ? end : 0;
}

/* Copies the temporary file to a pipe or device. */
static gboolean
copy_out (OndesOutFile *self,
          GError      **error)
{
  g_autofree char *buffer = g_malloc (1 << 18);
  int code = 0, fd = ondes_result_fd ();
  gboolean screen;

  if (self->into != NULL)
    fd = open (self->into, O_WRONLY | O_CLOEXEC);
  if (fd < 0)
    return fail (self, error, errno, advice_for (errno));
  screen = isatty (fd);
  for (guint64 at = 0; code == 0;)
    {
      const ssize_t got = pread (self->fd, buffer, 1 << 18, at);
      const gsize put = got > 0 ? put_out (fd, buffer, (gsize) got, screen) : 0;

      if (got == 0)
        break;
      if (put == 0 && !(got < 0 && errno == EINTR))
        code = errno;
      at += put;
    }
  if (self->into != NULL && close (fd) != 0 && code == 0)
    code = errno;
  return code == 0 || fail (self, error, code, advice_for (code));
}

/* Closes a duplicate descriptor: network file systems report a full disk only on close, and this must come before the file is
 * moved into place. The original descriptor keeps the lock. */
static gboolean
flush (int fd)
{
  int copy = fcntl (fd, F_DUPFD_CLOEXEC, 0);

  return copy >= 0 && close (copy) == 0;
}

/* Links an unnamed file directly as the target if nothing is there; otherwise renames the file over the target. */
static gboolean
put_into_place (OndesOutFile *self)
{
  if (self->temporary == NULL)
    {
      if (ondes_temporary_link_to (self->fd, self->target))
        return TRUE;
      if (errno != EEXIST)
        return FALSE;
      self->temporary = ondes_temporary_link (self->fd, self->folder);
      if (self->temporary == NULL)
        return FALSE;
    }
  if (rename (self->temporary, self->target) != 0)
    return FALSE;
  forget_temporary (self);
  return TRUE;
}

/* Makes @decision for @cancellable unless one has been made; TRUE if @decision is the one that counts. */
static gboolean
decide (GCancellable *cancellable,
        const char   *decision)
{
  const char *current;

  g_mutex_lock (&decision_mutex);
  current = g_object_get_data (G_OBJECT (cancellable), DECISION);
  if (current == NULL)
    g_object_set_data (G_OBJECT (cancellable), DECISION, (gpointer) (current = decision));
  g_mutex_unlock (&decision_mutex);
  return g_str_equal (current, decision);
}

gboolean
ondes_out_file_cancel (GCancellable *cancellable)
{
  if (!decide (cancellable, "cancel"))
    return FALSE;
  g_cancellable_cancel (cancellable);
  return TRUE;
}

static gboolean
may_commit (GError **error)
{
  GCancellable *cancellable = g_cancellable_get_current ();

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (cancellable == NULL || decide (cancellable, "place"))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("The request was cancelled"));
  return FALSE;
}

/* Adds the stamp that is in force. */
static gboolean
add_stamp (OndesOutFile     *self,
           const OndesStamp *stamp,
           GError          **error)
{
  if (!ondes_stamp_write (self->fd, stamp->text))
    return fail (self, error, errno, advice_for (errno));
  return stamp->check == NULL || stamp->check (stamp->data, error);
}

gboolean
ondes_out_file_commit (OndesOutFile *self,
                       GError      **error)
{
  const OndesStamp *stamp = self->target != NULL ? ondes_stamp_get () : NULL;
  struct stat info;
  gboolean done;
  int code;

  if (!may_commit (error) || (self->target == NULL && !copy_out (self, error)))
    return FALSE;
  if (stamp != NULL && !add_stamp (self, stamp, error))
    return FALSE;
  /* Return the excess allocated by reserve(). */
  if (self->target != NULL && (fstat (self->fd, &info) != 0 || ftruncate (self->fd, info.st_size) != 0
                               || (self->mode != 0 && fchmod (self->fd, self->mode) != 0) || !flush (self->fd)))
    return fail (self, error, errno, advice_for (errno));
  g_mutex_lock (&commit_mutex);
  is_committing = TRUE;
  done = self->target == NULL || put_into_place (self);
  code = errno;
  n_committed += done;
  is_committing = FALSE;
  g_mutex_unlock (&commit_mutex);
  if (!done)
    return fail (self, error, code, advice_for (code));
  close (g_steal_fd (&self->fd));
  return TRUE;
}

guint
ondes_out_file_hold_commits (void)
{
  if (!is_committing)
    g_mutex_lock (&commit_mutex);
  return n_committed;
}

void
ondes_out_file_release_commits (void)
{
  g_mutex_unlock (&commit_mutex);
}

static gpointer
close_file (gpointer fd)
{
  close (GPOINTER_TO_INT (fd));
  return NULL;
}

/* Closing an unnamed file waits until the system has freed it, some 100 ms for 1 GB, so a thread closes large ones. */
static void
let_go (int fd)
{
  struct stat info;
  GThread *thread = NULL;

  if (fstat (fd, &info) == 0 && info.st_blocks > LARGE / 512)
    thread = g_thread_try_new ("ondes-close", close_file, GINT_TO_POINTER (fd), NULL);
  if (thread != NULL)
    g_thread_unref (thread);
  else
    close (fd);
}

void
ondes_out_file_free (OndesOutFile *self)
{
  if (self->temporary != NULL)
    unlink (self->temporary);
  if (self->fd >= 0)
    let_go (self->fd);
  forget_temporary (self);
  g_free (self->name);
  g_free (self->target);
  g_free (self->into);
  g_free (self->folder);
  g_free (self);
}

gboolean
ondes_out_file_is_input (const char *path,
                         const char *input)
{
  struct stat in, out;

  return !g_str_equal (path, "-") && g_stat (input, &in) == 0 && g_stat (path, &out) == 0 && in.st_dev == out.st_dev
         && in.st_ino == out.st_ino;
}
