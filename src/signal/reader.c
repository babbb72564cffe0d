/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reader.h"

#include "base/display-text.h"
#include "base/memory.h"
#include "base/words.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define METADATA_MAX   256  /* facts of one file */
#define METADATA_BYTES 2048 /* of a fact */
#define SETTLED (2 * G_USEC_PER_SEC)

gpointer
ondes_reader_new (gsize                   size,
                  const OndesReaderClass *klass,
                  const OndesOpening     *opening,
                  GError                **error)
{
  OndesReader *self = ondes_memory_try (size, error);

  if (!self)
    return NULL;
  memset (self, 0, size);
  self->klass = klass;
  self->display = g_strdup (opening->display);
  self->channels = self->first_channel = 1;
  self->date_s = NAN;
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->metadata = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
ondes_reader_free (OndesReader *self)
{
  self->klass->finalize (self);
  if (self->names)
    for (guint i = 0; i < self->channels; i++)
      g_free (self->names[i]);
  g_free (self->names);
  g_free (self->display);
  g_free (self->format);
  g_free (self->time_unit);
  g_free (self->unit);
  g_free (self->dataset);
  g_free (self->companion);
  g_clear_pointer (&self->truth_table, ondes_truth_table_unref);
  g_clear_pointer (&self->runs, g_array_unref);
  g_ptr_array_unref (self->notes);
  g_ptr_array_unref (self->metadata);
  g_free (self);
}

void
ondes_reader_note (OndesReader *self,
                   const char  *format,
                   ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (self->notes, ondes_display_text (text));
}

void
ondes_reader_fill_gap (const OndesReader *self,
                       gsize              n,
                       void              *dst,
                       gsize              at)
{
  const guint parts = ondes_type_is_complex (self->type) ? 2 : 1;
  const gboolean single = self->type == ONDES_F32 || self->type == ONDES_C64;

  for (gsize i = parts * at; i < parts * (at + n); i++)
    if (single)
      ((float *) dst)[i] = NAN;
    else
      ((double *) dst)[i] = NAN;
}

void
ondes_reader_add_metadata (OndesReader *self,
                           const char  *name,
                           const char  *value)
{
  g_autofree char *bounded = g_strndup (value, METADATA_BYTES);
  g_autofree char *shown = ondes_display_text (name);

  g_strstrip (bounded);
  if (*bounded == '\0' || self->metadata->len >= 2 * METADATA_MAX)
    return;
  for (guint i = 0; i < self->metadata->len; i += 2)
    if (g_str_equal (g_ptr_array_index (self->metadata, i), shown))
      return;
  g_ptr_array_add (self->metadata, g_steal_pointer (&shown));
  g_ptr_array_add (self->metadata, ondes_display_text (bounded));
}

gboolean
ondes_pread_all (int         fd,
                 const char *display,
                 guint64     offset,
                 gsize       n,
                 void       *dst,
                 GError    **error)
{
  for (gsize done = 0; done < n;)
    {
      gssize got = pread (fd, (char *) dst + done, n - done, (off_t) (offset + done));

      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return ondes_error_set (error, ONDES_ERROR_FILE, _("%s cannot be read at byte %" PRIu64 ": %s"), display,
                                offset + done, g_strerror (errno));
      if (got == 0)
        {
          g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                       _("%s ends at byte %" PRIu64 ", though it was longer when it was opened; open it again"), display,
                       offset + done);
          return FALSE;
        }
      done += (gsize) got;
    }
  return TRUE;
}

/* Files that are not regular are not even opened: opening a pipe would block. */
int
ondes_file_open (const char *path,
                 const char *display,
                 guint64    *size,
                 GError    **error)
{
  const char *what = NULL;
  struct stat st;
  int fd = -1, saved = 0;

  if (stat (path, &st) != 0)
    saved = errno;
  else if (S_ISREG (st.st_mode))
    {
      fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
      saved = errno;
      if (fd >= 0 && fstat (fd, &st) != 0)
        {
          saved = errno;
          close (fd);
          fd = -1;
        }
    }
  if (fd < 0 && saved == ENOENT)
    what = _("does not exist; check its name");
  else if (fd < 0 && (saved == EACCES || saved == EPERM))
    what = _("may not be read by you; change its permissions or copy it");
  else if (fd < 0 && saved)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s cannot be opened: %s"), display, g_strerror (saved));
      return -1;
    }
  else if (S_ISDIR (st.st_mode))
    what = _("is a folder, not a recording; name a file in it");
  else if (S_ISFIFO (st.st_mode) || S_ISSOCK (st.st_mode))
    what = _("is a pipe, not a file; save what comes out of it first");
  else if (!S_ISREG (st.st_mode))
    what = _("is a device, not a file; save what comes out of it first");
  else if (st.st_size == 0)
    what = _("is empty, so there is nothing to read in it");
  if (what)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s %s", display, what);
      if (fd >= 0)
        close (fd);
      return -1;
    }
  *size = (guint64) st.st_size;
  return fd;
}

/* A program may set a file's modification time back, but not its change time (ctime). */
char *
ondes_file_identity (int fd)
{
  struct stat st;

  if (fstat (fd, &st) != 0 || g_get_real_time () - (st.st_ctim.tv_sec * G_USEC_PER_SEC + st.st_ctim.tv_nsec / 1000) < SETTLED)
    return NULL;
  return g_strdup_printf ("file %ju %ju of %ju bytes at %jd.%09ld %jd.%09ld", (uintmax_t) st.st_dev, (uintmax_t) st.st_ino,
                          (uintmax_t) st.st_size, (intmax_t) st.st_mtim.tv_sec, st.st_mtim.tv_nsec, (intmax_t) st.st_ctim.tv_sec,
                          st.st_ctim.tv_nsec);
}
