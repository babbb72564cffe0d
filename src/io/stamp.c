/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stamp.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "base/whole.h"

#define TAIL     (ONDES_STAMP_MAX + 64) /* bytes at the end of a file that hold its stamp */
#define PNG_END  12                     /* bytes of the last chunk, IEND */
#define ZIP_END  22                     /* bytes of the end of a zip's central directory, without a comment */
#define BLOCK    4096                   /* bytes that a disk writes as one */
#define KEYWORD  "Comment"

static _Thread_local const OndesStamp *current;

void
ondes_stamp_set (const OndesStamp *stamp)
{
  g_return_if_fail (stamp == NULL || (g_str_has_prefix (stamp->text, ONDES_STAMP_MAGIC)
                                      && strlen (stamp->text) <= ONDES_STAMP_MAX));
  current = stamp;
}

const OndesStamp *
ondes_stamp_get (void)
{
  return current;
}

static void
put_big (GByteArray *to,
         guint32     value)
{
  value = GUINT32_TO_BE (value);
  g_byte_array_append (to, (const guint8 *) &value, sizeof value);
}

/* Puts a tEXt chunk before the last one (PNG, third edition, 11.3.3.2). */
static gboolean
stamp_png (int         fd,
           off_t       size,
           const char *text)
{
  g_autoptr (GByteArray) chunk = g_byte_array_new ();
  const gsize n = strlen (text);
  guint8 end[PNG_END];

  if (size < PNG_END || pread (fd, end, sizeof end, size - PNG_END) != PNG_END)
    {
      errno = EIO;
      return FALSE;
    }
  put_big (chunk, (guint32) (sizeof KEYWORD + n));
  g_byte_array_append (chunk, (const guint8 *) "tEXt" KEYWORD, 4 + sizeof KEYWORD); /* and the 0 after the keyword */
  g_byte_array_append (chunk, (const guint8 *) text, (guint) n);
  put_big (chunk, (guint32) crc32 (0, chunk->data + 4, chunk->len - 4));
  g_byte_array_append (chunk, end, sizeof end);
  return ondes_whole_pwrite (fd, chunk->data, chunk->len, size - PNG_END);
}

/* Adds the comment of the archive (PKWARE APPNOTE 6.3.9, 4.3.16). */
static gboolean
stamp_zip (int         fd,
           off_t       size,
           const char *text)
{
  const gsize n = strlen (text);
  const guint8 length[2] = { (guint8) n, (guint8) (n >> 8) };

  return ondes_whole_pwrite (fd, text, n, size) && ondes_whole_pwrite (fd, length, sizeof length, size - 2);
}

static gboolean
stamp_text (int         fd,
            off_t       size,
            const char *text)
{
  g_autofree char *line = g_strdup_printf ("# %s", text);

  return ondes_whole_pwrite (fd, line, strlen (line), size);
}

gboolean
ondes_stamp_write (int         fd,
                   const char *stamp)
{
  g_autofree char *text = g_strconcat (stamp, "\n", NULL); /* what follows it in a PNG may be letters too */
  char head[8] = "";
  struct stat info;
  gboolean done;

  if (fstat (fd, &info) != 0 || pread (fd, head, sizeof head, 0) < 0)
    return FALSE;
  if (memcmp (head, "\x89PNG\r\n\x1a\n", 8) == 0)
    done = stamp_png (fd, info.st_size, text);
  else if (memcmp (head, "PK\x03\x04", 4) == 0 && info.st_size >= ZIP_END)
    done = stamp_zip (fd, info.st_size, text);
  else
    done = stamp_text (fd, info.st_size, text);
  /* Of a file of one block, the stamp is on the disk with all or not at all. A file system that cannot flush says EINVAL. */
  return done && (info.st_size + TAIL <= BLOCK || fsync (fd) == 0 || errno == EINVAL || errno == ENOTSUP);
}

/* Returns the last place of a stamp's beginning, as names of files before it may have the same words; NULL if there is none. */
static char *
find_last (char *bytes,
           gsize n)
{
  char *last = NULL;

  for (char *at = bytes; (at = memmem (at, (gsize) (bytes + n - at), ONDES_STAMP_MAGIC, strlen (ONDES_STAMP_MAGIC))) != NULL; at++)
    last = at;
  return last;
}

char *
ondes_stamp_read (const char *path)
{
  char tail[TAIL];
  struct stat info;
  ssize_t n = -1;
  char *at;
  gsize length = 0;
  const int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

  if (fd < 0)
    return NULL;
  if (fstat (fd, &info) == 0 && S_ISREG (info.st_mode))
    n = pread (fd, tail, sizeof tail, MAX (info.st_size - TAIL, 0));
  close (fd);
  at = n > 0 ? find_last (tail, (gsize) n) : NULL;
  if (at == NULL)
    return NULL;
  while (at + length < tail + n && g_ascii_isprint (at[length]))
    length++;
  return at + length < tail + n && at[length] == '\n' ? g_strndup (at, length) : NULL;
}
