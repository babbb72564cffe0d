/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows PKWARE APPNOTE 6.3.9, sections 4.3 and 4.5.3. */
#include "zip.h"

#include <string.h>
#include <zlib.h>

#define LIMIT 0xffffffffu /* smallest size or offset that needs zip64 */
#define UNIX_644 (0100644u << 16)

typedef struct
{
  char   *name;
  guint64 header, data, bytes; /* offsets, size */
  guint32 crc;
} Member;

struct _OndesZip
{
  OndesOutFile *file;
  GArray       *members;
  guint64       at; /* offset of the next member */
};

static void
clear_member (gpointer data)
{
  g_free (((Member *) data)->name);
}

OndesZip *
ondes_zip_new (OndesOutFile *file)
{
  g_return_val_if_fail (file != NULL, NULL);

  OndesZip *self = g_new0 (OndesZip, 1);

  self->file = file;
  self->members = g_array_new (FALSE, TRUE, sizeof (Member));
  g_array_set_clear_func (self->members, clear_member);
  return self;
}

void
ondes_zip_free (OndesZip *self)
{
  g_array_unref (self->members);
  g_free (self);
}

/* Appends the lowest @bytes bytes of @value, the lowest first. */
static void
put (GByteArray *to,
     guint       bytes,
     guint64     value)
{
  value = GUINT64_TO_LE (value);
  g_byte_array_append (to, (const guint8 *) &value, bytes);
}

/* Writes the fields common to both headers: version to flags, method, date (fixed at 1980-01-01, so equal results make equal
 * files), checksum and sizes. */
static void
put_common (GByteArray   *to,
            const Member *member,
            gboolean      zip64)
{
  guint32 size = member->bytes >= LIMIT ? LIMIT : member->bytes;

  put (to, 2, zip64 ? 45 : 20);
  put (to, 2, 0);
  put (to, 2, 0);
  put (to, 2, 0);
  put (to, 2, 0x21);
  put (to, 4, member->crc);
  put (to, 4, size);
  put (to, 4, size);
  put (to, 2, strlen (member->name));
}

static GByteArray *
local_header (const Member *member)
{
  GByteArray *header = g_byte_array_new ();
  gboolean zip64 = member->bytes >= LIMIT;

  put (header, 4, 0x04034b50);
  put_common (header, member, zip64);
  put (header, 2, zip64 ? 20 : 0);
  g_byte_array_append (header, (const guint8 *) member->name, strlen (member->name));
  if (zip64)
    {
      put (header, 2, 1);
      put (header, 2, 16);
      put (header, 8, member->bytes);
      put (header, 8, member->bytes);
    }
  return header;
}

guint64
ondes_zip_begin (OndesZip   *self,
                 const char *name,
                 guint64     bytes,
                 GError    **error)
{
  Member member = { .name = g_strdup (name), .header = self->at, .bytes = bytes };
  g_autoptr (GByteArray) header = local_header (&member);

  member.data = self->at + header->len;
  self->at = member.data + bytes;
  g_array_append_val (self->members, member);
  return ondes_out_file_pwrite (self->file, header->data, header->len, member.header, error) ? member.data : 0;
}

gboolean
ondes_zip_end (OndesZip *self,
               GError  **error)
{
  g_return_val_if_fail (self != NULL && self->members->len > 0, FALSE);

  const gsize block = 1 << 18;
  Member *member = &g_array_index (self->members, Member, self->members->len - 1);
  g_autofree guint8 *buffer = g_malloc (block);
  g_autoptr (GByteArray) header = NULL;

  member->crc = 0;
  for (guint64 done = 0; done < member->bytes;)
    {
      gsize n = MIN (block, member->bytes - done);

      if (g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error))
        return FALSE;
      if (!ondes_out_file_pread (self->file, buffer, n, member->data + done, error))
        return FALSE;
      member->crc = crc32_z (member->crc, buffer, n);
      done += n;
    }
  header = local_header (member);
  return ondes_out_file_pwrite (self->file, header->data, header->len, member->header, error);
}

gboolean
ondes_zip_add (OndesZip   *self,
               const char *name,
               const void *data,
               gsize       n,
               GError    **error)
{
  guint64 at = ondes_zip_begin (self, name, n, error);

  return at != 0 && ondes_out_file_pwrite (self->file, data, n, at, error) && ondes_zip_end (self, error);
}

gboolean
ondes_zip_add_behind (OndesZip         *self,
                      const char       *name,
                      const GByteArray *head,
                      const void       *data,
                      gsize             n,
                      GError          **error)
{
  guint64 at = ondes_zip_begin (self, name, head->len + n, error);

  return at != 0 && ondes_out_file_pwrite (self->file, head->data, head->len, at, error)
         && ondes_out_file_pwrite (self->file, data, n, at + head->len, error) && ondes_zip_end (self, error);
}

static void
put_directory_entry (GByteArray   *directory,
                     const Member *member)
{
  gboolean big = member->bytes >= LIMIT, far = member->header >= LIMIT;
  guint extra = (big ? 16 : 0) + (far ? 8 : 0);

  put (directory, 4, 0x02014b50);
  put (directory, 2, 3 << 8 | (big || far ? 45 : 20));
  put_common (directory, member, big || far);
  put (directory, 2, extra > 0 ? extra + 4 : 0);
  put (directory, 2, 0);
  put (directory, 2, 0);
  put (directory, 2, 0);
  put (directory, 4, UNIX_644);
  put (directory, 4, far ? LIMIT : member->header);
  g_byte_array_append (directory, (const guint8 *) member->name, strlen (member->name));
  if (extra > 0)
    {
      put (directory, 2, 1);
      put (directory, 2, extra);
    }
  if (big)
    {
      put (directory, 8, member->bytes);
      put (directory, 8, member->bytes);
    }
  if (far)
    put (directory, 8, member->header);
}

/* Writes the zip64 end records of a directory of @n members and @bytes that begins beyond 32-bit offsets. */
static void
put_zip64_end (GByteArray *directory,
               guint       n,
               guint64     bytes,
               guint64     begin)
{
  put (directory, 4, 0x06064b50);
  put (directory, 8, 44);
  put (directory, 2, 3 << 8 | 45);
  put (directory, 2, 45);
  put (directory, 4, 0);
  put (directory, 4, 0);
  put (directory, 8, n);
  put (directory, 8, n);
  put (directory, 8, bytes);
  put (directory, 8, begin);
  put (directory, 4, 0x07064b50);
  put (directory, 4, 0);
  put (directory, 8, begin + bytes);
  put (directory, 4, 1);
}

gboolean
ondes_zip_finish (OndesZip *self,
                  GError  **error)
{
  g_autoptr (GByteArray) directory = g_byte_array_new ();
  guint64 begin = self->at, bytes;
  guint n = self->members->len;

  for (guint i = 0; i < n; i++)
    put_directory_entry (directory, &g_array_index (self->members, Member, i));
  bytes = directory->len;
  if (begin >= LIMIT)
    put_zip64_end (directory, n, bytes, begin);
  put (directory, 4, 0x06054b50);
  put (directory, 2, 0);
  put (directory, 2, 0);
  put (directory, 2, n);
  put (directory, 2, n);
  put (directory, 4, bytes);
  put (directory, 4, MIN (begin, LIMIT));
  put (directory, 2, 0);
  return ondes_out_file_pwrite (self->file, directory->data, directory->len, begin, error);
}
