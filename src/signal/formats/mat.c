/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MATLAB's files of version 5 (6, 7): "MAT-File Format", MathWorks. Elements of tag and data, compressed ones (zlib) with one array
 * within. Read here and not by libmatio, which inflates a compressed array from its beginning at each read and holds it whole; here
 * the array that was chosen is inflated once, to a file without a name, and read from there. */
#include "archive.h"
#include "mat-stream.h"

#include "base/display-text.h"
#include "base/memory.h"
#include "base/whole.h"
#include "base/words.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define HEADER 128
#define PIECE ((gsize) 64 << 10)
#define NAMES (1 << 20)    /* bytes of the names of a structure's fields */

enum { MI_INT8 = 1, MI_UINT8, MI_INT16, MI_UINT16, MI_INT32, MI_UINT32, MI_SINGLE, MI_DOUBLE = 9, MI_INT64 = 12, MI_UINT64,
       MI_MATRIX, MI_COMPRESSED, MI_UTF8, MI_UTF16, MI_UTF32 };
enum { MX_CELL = 1, MX_STRUCT, MX_OBJECT, MX_CHAR, MX_SPARSE, MX_DOUBLE, MX_SINGLE, MX_INT8, MX_UINT8, MX_INT16, MX_UINT16,
       MX_INT32,
       MX_UINT32, MX_INT64, MX_UINT64, MX_FUNCTION, MX_OPAQUE };

/* Where an array's numbers are; bytes of the stream of its element. */
typedef struct
{
  guint64  element, size; /* of the compressed element in the file; size 0 if it is not compressed */
  guint64  real, imaginary, length; /* places of the parts, and bytes of one; imaginary 0 if there is none */
  guint    mi;            /* how the parts are stored */
  int      fd;            /* of the inflated parts; −1 if there are none */
  gboolean ready;         /* the parts can be read */
} Place;

typedef struct
{
  OndesArchive archive;
  OndesMatFile file;
  guint64      size;
} MatArchive;

/* What an array's head tells. */
typedef struct
{
  guint    class;
  gboolean is_complex, is_logical;
  guint    n_dimensions;
  guint64  dimensions[ONDES_ARCHIVE_DIMENSIONS]; /* the first varies fastest */
  char     name[256];
} Head;

static gboolean
read_head (OndesMatStream  *self,
           Head    *head,
           GError **error)
{
  guint8 flags[8] = { 0 }, dimensions[4 * 32];
  OndesMatTag tag;
  guint32 bits;

  memset (head, 0, sizeof *head);
  if (!ondes_mat_read_tag (self, &tag, error))
    return FALSE;
  if (tag.type != MI_UINT32 || tag.bytes != sizeof flags)
    return ondes_mat_refuse (self->display, error, _("with an array that cannot be understood"));
  if (!ondes_mat_read_data (self, &tag, flags, sizeof flags, error))
    return FALSE;
  bits = ondes_mat_word (self, flags);
  head->class = bits & 0xff;
  head->is_complex = bits >> 11 & 1;
  head->is_logical = bits >> 9 & 1;
  if (!ondes_mat_read_tag (self, &tag, error))
    return FALSE;
  if (head->class == MX_OPAQUE) /* which has a name, but no dimensions */
    return ondes_mat_read_data (self, &tag, head->name, sizeof head->name - 1, error);
  if (tag.type != MI_INT32 || tag.bytes % 4 || tag.bytes < 8 || tag.bytes > sizeof dimensions)
    return ondes_mat_refuse (self->display, error, _("with an array that cannot be understood"));
  if (!ondes_mat_read_data (self, &tag, dimensions, sizeof dimensions, error))
    return FALSE;
  head->n_dimensions = (guint) tag.bytes / 4;
  for (guint i = 0; i < MIN (head->n_dimensions, ONDES_ARCHIVE_DIMENSIONS); i++)
    head->dimensions[i] = ondes_mat_word (self, dimensions + 4 * i);
  return ondes_mat_read_tag (self, &tag, error) && ondes_mat_read_data (self, &tag, head->name, sizeof head->name - 1, error);
}

/* Fills the element of a stored type; FALSE if it holds no numbers. */
static gboolean
element_of (guint         mi,
            gboolean      swap,
            OndesElement *element)
{
  static const struct
  {
    guint mi;
    char  kind;
    guint bytes;
  } kinds[] = { { MI_INT8, 'i', 1 },   { MI_UINT8, 'u', 1 },  { MI_INT16, 'i', 2 },  { MI_UINT16, 'u', 2 }, { MI_INT32, 'i', 4 },
                { MI_UINT32, 'u', 4 }, { MI_SINGLE, 'f', 4 }, { MI_DOUBLE, 'f', 8 }, { MI_INT64, 'i', 8 },  { MI_UINT64, 'u', 8 },
                { MI_UTF8, 'u', 1 },   { MI_UTF16, 'u', 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].mi == mi)
      {
        *element = (OndesElement) { kinds[i].kind, kinds[i].bytes, swap && kinds[i].bytes > 1 };
        return TRUE;
      }
  return FALSE;
}

static void
place_free (gpointer data)
{
  Place *place = data;

  if (place->fd >= 0)
    close (place->fd);
  g_free (place);
}

static guint64
element_count (const Head *head)
{
  guint64 n = 1;

  for (guint i = 0; i < head->n_dimensions && i < ONDES_ARCHIVE_DIMENSIONS; i++)
    if (!g_uint64_checked_mul (&n, n, head->dimensions[i]))
      return G_MAXUINT64;
  return n;
}

/* Sets the dimensions, the one that varies fastest last. */
static void
take_dimensions (OndesArchiveObject *object,
                 const Head         *head)
{
  object->reversed = TRUE;
  for (guint i = MIN (head->n_dimensions, ONDES_ARCHIVE_DIMENSIONS); i-- > 0;)
    object->dimensions[object->n_dimensions++] = head->dimensions[i];
  if (head->n_dimensions > ONDES_ARCHIVE_DIMENSIONS)
    object->shown.problem = g_strdup (_("has too many dimensions"));
}

/* Takes a single number or a short text. */
static gboolean
take_value (OndesMatStream             *self,
            OndesArchiveObject *object,
            const Head         *head,
            const OndesMatTag          *tag,
            GError            **error)
{
  const OndesElement element = object->element;
  guint8 bytes[2 * ONDES_ARCHIVE_TEXT + 8] = { 0 };
  GString *text;

  if (!ondes_mat_read_data (self, tag, bytes, sizeof bytes - 8, error))
    return FALSE;
  if (head->class != MX_CHAR)
    {
      ondes_archive_to_real (&element, bytes, 1, &object->value);
      return TRUE;
    }
  text = g_string_new (NULL);
  for (guint64 i = 0; i < tag->bytes / element.bytes; i++)
    {
      gunichar letter = bytes[i * element.bytes];

      if (element.bytes == 2)
        letter = element.swap ? (gunichar) bytes[2 * i] << 8 | bytes[2 * i + 1] : (gunichar) bytes[2 * i + 1] << 8 | bytes[2 * i];
      if (tag->type == MI_UTF8)
        g_string_append_c (text, (char) letter);
      else if (letter)
        g_string_append_unichar (text, g_unichar_validate (letter) ? letter : 0xfffd);
    }
  object->text = ondes_display_text (text->str);
  g_string_free (text, TRUE);
  return TRUE;
}

/* Checks that the parts are as long as the dimensions say, and sets what they are read as. */
static void
take_numbers (OndesArchiveObject *object,
              const Head         *head,
              const OndesMatTag          *tag,
              Place              *place)
{
  const OndesElement stored = object->element;
  guint64 bytes;

  if (!g_uint64_checked_mul (&bytes, element_count (head), stored.bytes) || bytes != tag->bytes)
    {
      object->shown.problem = g_strdup (_("is not as long as its dimensions say"));
      return;
    }
  place->length = tag->bytes;
  if (head->is_complex)
    {
      place->imaginary = place->real + tag->bytes + 7 - (tag->bytes + 7) % 8;
      object->element = (OndesElement) { 'c', head->class == MX_SINGLE ? 8 : 16, FALSE };
    }
  else if (head->class == MX_DOUBLE || head->class == MX_SINGLE)
    object->as_double = stored.kind != 'f';
  else if (head->is_logical && stored.bytes == 1)
    object->element.kind = 'b';
}

static gboolean list_matrix (MatArchive *self, OndesMatStream *stream, const char *group, guint64 size, const Place *outer,
                             guint depth, GError **error);

/* Lists the fields of a structure of one element, as a group. */
static gboolean
list_fields (MatArchive         *self,
             OndesMatStream             *stream,
             OndesArchiveObject *object,
             const Place        *outer,
             guint               depth,
             GError            **error)
{
  g_autofree char *names = NULL, *group = g_strdup (object->shown.path);
  guint32 length = 0;
  guint8 four[4] = { 0 };
  guint64 n;
  OndesMatTag tag;

  object->is_group = TRUE;
  if (!ondes_mat_read_tag (stream, &tag, error) || !ondes_mat_read_data (stream, &tag, four, sizeof four, error))
    return FALSE;
  length = ondes_mat_word (stream, four);
  if (!ondes_mat_read_tag (stream, &tag, error))
    return FALSE;
  if (length == 0 || length > 4096 || tag.bytes > NAMES || tag.bytes % length)
    return ondes_mat_refuse (stream->display, error, _("with an array that cannot be understood"));
  names = g_malloc0 (tag.bytes + 1);
  if (!ondes_mat_read_data (stream, &tag, names, tag.bytes, error))
    return FALSE;
  n = tag.bytes / length;
  for (guint64 i = 0; i < n && self->archive.objects->len < ONDES_ARCHIVE_OBJECTS; i++)
    {
      g_autofree char *field = g_strndup (names + i * length, length), *path = g_strdup_printf ("%s/%s", group, field);

      if (!ondes_mat_read_tag (stream, &tag, error))
        return FALSE;
      if (tag.type != MI_MATRIX || tag.is_small)
        return ondes_mat_refuse (stream->display, error, _("with an array that cannot be understood"));
      if (tag.bytes > 0 && !list_matrix (self, stream, path, tag.bytes, outer, depth + 1, error))
        return FALSE;
    }
  return TRUE;
}

/* Fills an object of numbers or text, whose first part comes next in the stream. */
static gboolean
list_numbers (OndesMatStream             *stream,
              OndesArchiveObject *object,
              const Head         *head,
              const Place        *outer,
              GError            **error)
{
  Place *place;
  OndesMatTag tag;

  take_dimensions (object, head);
  if (element_count (head) == 0)
    {
      object->element = (OndesElement) { 'f', 8, FALSE };
      return TRUE;
    }
  if (!ondes_mat_read_tag (stream, &tag, error))
    return FALSE;
  if (!element_of (tag.type, stream->swap, &object->element))
    {
      object->shown.problem = g_strdup (_("holds numbers of a kind that is not read"));
      return TRUE;
    }
  place = g_new (Place, 1);
  *place = *outer;
  place->fd = -1;
  place->mi = tag.type;
  place->real = stream->at - (tag.is_small ? 4 : 0);
  object->data = place;
  object->free_data = place_free;
  if (head->class == MX_CHAR || (element_count (head) == 1 && !head->is_complex))
    {
      if (tag.bytes <= 2 * ONDES_ARCHIVE_TEXT && !take_value (stream, object, head, &tag, error))
        return FALSE;
    }
  if (head->class != MX_CHAR)
    take_numbers (object, head, &tag, place);
  else
    object->element.kind = 0;
  if (tag.is_small && place->imaginary > 0)
    place->imaginary = place->real + 4;
  return TRUE;
}

/* Lists the array whose element of @size bytes comes next in the stream, which is then at its end. */
static gboolean
list_matrix (MatArchive  *self,
             OndesMatStream      *stream,
             const char  *path,
             guint64      size,
             const Place *outer,
             guint        depth,
             GError     **error)
{
  static const char *const classes[] = { [MX_CELL] = N_("cells"), [MX_STRUCT] = N_("structures"), [MX_OBJECT] = N_("objects"),
                                         [MX_CHAR] = N_("text"), [MX_SPARSE] = N_("sparse"), [MX_FUNCTION] = N_("function"),
                                         [MX_OPAQUE] = N_("objects") };
  const guint64 end = stream->at + size;
  g_autofree char *own = NULL;
  const char *kind = NULL;
  OndesArchiveObject *object;
  Head head;

  if (size > stream->end - stream->at)
    return ondes_mat_refuse (stream->display, error, _("that ends within an array"));
  if (!read_head (stream, &head, error))
    return FALSE;
  own = depth > 0 ? g_strdup (path) : g_strdup_printf ("/%s", head.name);
  /* An array without a name holds what MATLAB's objects are made of. */
  object = own[1] != '\0' ? ondes_archive_add (&self->archive, own) : NULL;
  if (!object)
    return stream->compressed || ondes_mat_read (stream, NULL, end - MIN (end, stream->at), error);
  if (head.class < G_N_ELEMENTS (classes))
    kind = classes[head.class];
  if (head.class == MX_STRUCT && element_count (&head) == 1 && depth < ONDES_ARCHIVE_DEPTH)
    {
      if (!list_fields (self, stream, object, outer, depth, error))
        return FALSE;
    }
  else if ((!kind || head.class == MX_CHAR) && head.class >= MX_CHAR && head.class < MX_FUNCTION)
    {
      if (!list_numbers (stream, object, &head, outer, error))
        return FALSE;
    }
  else
    {
      take_dimensions (object, &head);
      kind = kind ? kind : N_("unknown");
    }
  ondes_archive_describe (object, kind ? _(kind) : NULL);
  /* What of a compressed array comes after the head is inflated only where something is listed behind it. */
  if (stream->compressed && depth == 0)
    return TRUE;
  if (stream->at > end)
    return ondes_mat_refuse (stream->display, error, _("with an element of a wrong size"));
  return ondes_mat_read (stream, NULL, end - stream->at, error);
}

/* Lists one element of the file, which may be compressed. */
static gboolean
list_element (MatArchive *self,
              const OndesMatTag  *tag,
              guint64     at,
              GError    **error)
{
  Place outer = { .fd = -1 };
  OndesMatStream stream;
  OndesMatTag within;
  gboolean good;

  if (tag->type != MI_COMPRESSED)
    {
      ondes_mat_begin (&stream, &self->file, at, tag->bytes, FALSE);
      return tag->type != MI_MATRIX || list_matrix (self, &stream, "", tag->bytes, &outer, 0, error);
    }
  outer.element = at;
  outer.size = tag->bytes;
  ondes_mat_begin (&stream, &self->file, at, tag->bytes, TRUE);
  good = ondes_mat_read_tag (&stream, &within, error)
         && (within.type != MI_MATRIX || list_matrix (self, &stream, "", within.bytes, &outer, 0, error));
  ondes_mat_end (&stream);
  return good;
}

/* Lists what the file holds. */
static gboolean
list_all (MatArchive         *self,
          const OndesOpening *opening,
          GError            **error)
{
  guint64 at = HEADER;

  while (at + 8 <= self->size && self->archive.objects->len < ONDES_ARCHIVE_OBJECTS)
    {
      OndesMatStream stream;
      OndesMatTag tag;

      if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (opening->watch), error))
        return FALSE;
      ondes_watch_tell (opening->watch, (double) at / (double) self->size);
      ondes_mat_begin (&stream, &self->file, at, self->size - at, FALSE);
      if (!ondes_mat_read_tag (&stream, &tag, error))
        return FALSE;
      at += 8;
      if (tag.is_small)
        continue;
      if (tag.bytes > self->size - at)
        return ondes_mat_refuse (self->archive.display, error, _("that ends within an array"));
      if (!list_element (self, &tag, at, error))
        return FALSE;
      at += tag.type == MI_COMPRESSED ? tag.bytes : tag.bytes + 7 - (tag.bytes + 7) % 8;
    }
  return TRUE;
}

/* Opens a file without a name for the inflated parts; −1 with @error if there is no place for them. */
static int
open_spill (const char *display,
            GError    **error)
{
  const char *folder = g_get_tmp_dir ();
  g_autofree char *path = g_build_filename (folder, "ondes-XXXXXX", NULL);
  int fd = open (folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

  /* Some file systems know none without a name. */
  if (fd < 0 && (fd = g_mkstemp_full (path, O_RDWR | O_CLOEXEC, 0600)) >= 0)
    unlink (path);
  if (fd < 0)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s is compressed, and cannot be unpacked in %s: %s"), display, folder,
                 g_strerror (errno));
  return fd;
}

static gboolean
copy_part (OndesMatStream           *stream,
           int               fd,
           guint64           length,
           const OndesWatch *watch,
           double            share[2], /* of the progress: from, to */
           GError          **error)
{
  g_autofree guint8 *piece = g_malloc (PIECE);

  for (guint64 done = 0, m; done < length; done += m)
    {
      m = MIN (length - done, PIECE);
      if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (watch), error)
          || !ondes_mat_read (stream, piece, m, error))
        return FALSE;
      if (!ondes_whole_write (fd, piece, m))
        return ondes_error_set (error, ONDES_ERROR_FILE, _("%s is compressed, and cannot be unpacked in %s: %s"),
                                stream->display, g_get_tmp_dir (), g_strerror (errno));
      ondes_watch_tell (watch, share[0] + (share[1] - share[0]) * (double) done / (double) length);
    }
  return TRUE;
}

/* Moves the stream to the imaginary part, whose tag comes before it. */
static gboolean
find_imaginary (OndesMatStream      *stream,
                const Place *place,
                GError     **error)
{
  OndesMatTag tag;

  if (place->imaginary < stream->at)
    return ondes_mat_refuse (stream->display, error, _("with an element of a wrong size"));
  if (!ondes_mat_read (stream, NULL, place->imaginary - stream->at, error) || !ondes_mat_read_tag (stream, &tag, error))
    return FALSE;
  if (tag.type == place->mi && tag.bytes == place->length && !tag.is_small)
    return TRUE;
  return ondes_mat_refuse (stream->display, error, _("with an imaginary part unlike its real part"));
}

/* Checks that parts that are not compressed are all there. */
static gboolean
find_parts (MatArchive *self,
            Place      *place,
            GError    **error)
{
  OndesMatStream stream;

  ondes_mat_begin (&stream, &self->file, place->real, self->size - place->real, FALSE);
  if (!ondes_mat_read (&stream, NULL, place->length, error))
    return FALSE;
  if (place->imaginary == 0)
    return TRUE;
  if (!find_imaginary (&stream, place, error))
    return FALSE;
  place->imaginary = stream.at;
  return ondes_mat_read (&stream, NULL, place->length, error);
}

/* Inflates the parts, one after the other. */
static gboolean
inflate_parts (MatArchive       *self,
               Place            *place,
               const OndesWatch *watch,
               GError          **error)
{
  OndesMatStream stream;
  gboolean good;

  place->fd = open_spill (self->archive.display, error);
  if (place->fd < 0)
    return FALSE;
  ondes_mat_begin (&stream, &self->file, place->element, place->size, TRUE);
  good = ondes_mat_read (&stream, NULL, place->real, error)
         && copy_part (&stream, place->fd, place->length, watch, (double[]) { 0, place->imaginary ? 0.5 : 1 }, error)
         && (place->imaginary == 0
             || (find_imaginary (&stream, place, error)
                 && copy_part (&stream, place->fd, place->length, watch, (double[]) { 0.5, 1 }, error)));
  ondes_mat_end (&stream);
  return good;
}

static gboolean
mat_choose (OndesArchive             *archive,
            const OndesArchiveObject *object,
            const OndesWatch         *watch,
            GError                  **error)
{
  MatArchive *self = (MatArchive *) archive;
  Place *place = object->data;

  self->file.cancellable = ondes_watch_cancellable (watch);
  if (!place->ready)
    place->ready = place->size > 0 ? inflate_parts (self, place, watch, error) : find_parts (self, place, error);
  self->file.cancellable = NULL;
  return place->ready;
}

/* Reads both parts of complex numbers and puts them together. */
static gboolean
read_complex (OndesArchive             *archive,
              const OndesArchiveObject *object,
              OndesArchivePlace         at[2],
              const OndesArchiveSlab   *slab,
              void                     *dst,
              GError                  **error)
{
  const Place *place = object->data;
  const gsize n = (gsize) (ondes_archive_elements (object) / ondes_archive_length (object, slab->axis) * slab->n);
  OndesArchiveObject part = { .n_dimensions = object->n_dimensions };
  g_autofree guint8 *raw = NULL;
  g_autofree double *values = ondes_memory_try (n * sizeof *values, error);

  memcpy (part.dimensions, object->dimensions, sizeof part.dimensions);
  element_of (place->mi, ((MatArchive *) archive)->file.swap, &part.element);
  raw = values ? ondes_memory_try (n * part.element.bytes, error) : NULL;
  for (guint p = 0; p < 2; p++)
    {
      if (!raw || !ondes_archive_read_place (archive, &part, &at[p], slab, raw, error))
        return FALSE;
      ondes_archive_to_real (&part.element, raw, n, values);
      for (gsize i = 0; i < n; i++)
        if (object->element.bytes == 8)
          ((float *) dst)[2 * i + p] = (float) values[i];
        else
          ((double *) dst)[2 * i + p] = values[i];
    }
  return TRUE;
}

static gboolean
mat_read (OndesArchive             *archive,
          const OndesArchiveObject *object,
          const OndesArchiveSlab   *slab,
          void                     *dst,
          GError                  **error)
{
  MatArchive *self = (MatArchive *) archive;
  const Place *place = object->data;
  const int fd = place->fd >= 0 ? place->fd : self->file.fd;
  OndesArchivePlace parts[2] = { { fd, place->fd >= 0 ? 0 : place->real, 0 },
                                 { fd, place->fd >= 0 ? place->length : place->imaginary, 0 } };

  if (place->imaginary > 0)
    return read_complex (archive, object, parts, slab, dst, error);
  return ondes_archive_read_place (archive, object, &parts[0], slab, dst, error);
}

static void
mat_finalize (OndesArchive *archive)
{
  close (((MatArchive *) archive)->file.fd);
}

OndesArchive *
ondes_mat_archive (const OndesOpening *opening,
                   GError            **error)
{
  static const OndesArchiveClass klass = { mat_read, mat_choose, mat_finalize };
  guint8 head[HEADER];
  g_autoptr (OndesArchive) archive = NULL;
  MatArchive *self;
  gboolean listed;
  int fd;

  if (opening->size < HEADER + 8)
    {
      ondes_mat_refuse (opening->display, error, _("that ends within its header"));
      return NULL;
    }
  if (!ondes_pread_all (opening->fd, opening->display, 0, HEADER, head, error))
    return NULL;
  if (!(head[126] == 'I' && head[127] == 'M' && head[125] == 1) && !(head[126] == 'M' && head[127] == 'I' && head[124] == 1))
    {
      ondes_mat_refuse (opening->display, error, _("of a version that is not known; save it with -v7"));
      return NULL;
    }
  fd = fcntl (opening->fd, F_DUPFD_CLOEXEC, 0);
  if (fd < 0)
    return ondes_error_set_null (error, ONDES_ERROR_FILE, _("%s cannot be read: %s"), opening->display, g_strerror (errno));
  archive = ondes_archive_new (sizeof (MatArchive), &klass, opening, "MAT 5");
  self = (MatArchive *) archive;
  self->file = (OndesMatFile) { .fd = fd, .display = opening->display, .cancellable = ondes_watch_cancellable (opening->watch) };
  self->size = opening->size;
  self->file.swap = (head[126] == 'I') != (G_BYTE_ORDER == G_LITTLE_ENDIAN);
  listed = list_all (self, opening, error);
  self->file.cancellable = NULL;
  return listed ? g_steal_pointer (&archive) : NULL;
}
