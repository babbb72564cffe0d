/* SPDX-License-Identifier: GPL-3.0-or-later */
/* netCDF classic (CDF-1), with 64-bit offsets (CDF-2) and 64-bit data (CDF-5): "NetCDF Classic Format Specification", Unidata. A
 * header of big-endian numbers, then the arrays as they stand: simpler to read than a library for it is to bind, and safe from
 * headers that lie. netCDF-4 is HDF5. */
#include "archive.h"

#include "base/display-text.h"
#include "base/words.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define WINDOW ((gsize) 64 << 10) /* bytes of the header read at once */
#define NAME_MAX_BYTES 1024
#define DIMENSIONS_MAX 4096
#define STREAMING 0xffffffff

enum { TAG_DIMENSION = 10, TAG_VARIABLE, TAG_ATTRIBUTE };

typedef struct
{
  OndesArchive archive;
  int          fd;
  guint64      size;
  guint        version;
  guint64      at;          /* of the header that is read */
  guint8      *window;      /* WINDOW bytes of the file … */
  guint64      window_at;
  gsize        window_n;
  guint64      records;     /* G_MAXUINT64 if as many as the file holds */
  guint64      record;      /* bytes of one record of all variables */
  GArray      *lengths;     /* guint64, of the dimensions; 0 for that of records */
  GPtrArray   *names;       /* of the dimensions */
} CdfArchive;

/* Where a variable begins, and if it has records. */
typedef struct
{
  guint64  begin;
  gboolean has_records;
} Place;

static const struct
{
  char  kind;
  guint bytes;
} types[] = { { 0, 1 },   { 'i', 1 }, { 0, 1 },   { 'i', 2 }, { 'i', 4 }, { 'f', 4 },
              { 'f', 8 }, { 'u', 1 }, { 'u', 2 }, { 'u', 4 }, { 'i', 8 }, { 'u', 8 } };
#define TYPE_CHAR 2

static gboolean
refuse (CdfArchive *self,
        GError    **error,
        const char *what)
{
  return ondes_error_set (error, ONDES_ERROR_FILE, _("%s is a netCDF file %s"), self->archive.display, what);
}

/* Reads the next @n bytes of the header; NULL skips them. */
static gboolean
take (CdfArchive *self,
      void       *dst,
      guint64     n,
      GError    **error)
{
  if (n > self->size - self->at)
    return refuse (self, error, _("that ends within its header"));
  for (guint64 done = 0, m; dst && done < n; done += m)
    {
      const guint64 at = self->at + done;

      if (at < self->window_at || at >= self->window_at + self->window_n)
        {
          self->window_at = at;
          self->window_n = (gsize) MIN (WINDOW, self->size - at);
          if (!ondes_pread_all (self->fd, self->archive.display, at, self->window_n, self->window, error))
            return FALSE;
        }
      m = MIN (n - done, self->window_at + self->window_n - at);
      memcpy ((guint8 *) dst + done, self->window + (at - self->window_at), m);
    }
  self->at += n;
  return TRUE;
}

static gboolean
take_number (CdfArchive *self,
             gboolean    wide,
             guint64    *value,
             GError    **error)
{
  guint8 bytes[8];

  if (!take (self, bytes, wide ? 8 : 4, error))
    return FALSE;
  *value = 0;
  for (guint i = 0; i < (wide ? 8 : 4); i++)
    *value = *value << 8 | bytes[i];
  return TRUE;
}

/* Takes a count or a length, which have 64 bits in CDF-5. */
static gboolean
take_count (CdfArchive *self,
            guint64    *value,
            GError    **error)
{
  return take_number (self, self->version == 5, value, error);
}

/* Takes the tag and the number of elements of a list; an absent list has neither. */
static gboolean
take_list (CdfArchive *self,
           guint       expected,
           guint64    *n,
           GError    **error)
{
  guint64 tag;

  if (!take_number (self, FALSE, &tag, error) || !take_count (self, n, error))
    return FALSE;
  if ((tag == 0 && *n == 0) || (tag == expected && *n <= self->size))
    return TRUE;
  return refuse (self, error, _("with a header that cannot be understood"));
}

static char *
take_name (CdfArchive *self,
           GError    **error)
{
  guint64 n;
  g_autofree char *name = NULL;

  if (!take_count (self, &n, error))
    return NULL;
  if (n == 0 || n > NAME_MAX_BYTES)
    {
      refuse (self, error, _("with a header that cannot be understood"));
      return NULL;
    }
  name = g_malloc0 (n + 1);
  return take (self, name, n, error) && take (self, NULL, (4 - n % 4) % 4, error) ? g_steal_pointer (&name) : NULL;
}

/* Prints the numbers of an attribute, as many as there is room for. */
static char *
print_numbers (const guint8 *bytes,
               guint64       n,
               guint         type)
{
  const OndesElement element = { types[type].kind, types[type].bytes, types[type].bytes > 1 && G_BYTE_ORDER == G_LITTLE_ENDIAN };
  GString *text = g_string_new (NULL);

  for (guint64 i = 0; i < n && text->len < ONDES_ARCHIVE_TEXT; i++)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];
      double value;

      ondes_archive_to_real (&element, bytes + i * element.bytes, 1, &value);
      g_ascii_formatd (number, sizeof number, element.bytes == 4 && element.kind == 'f' ? "%.9g" : "%.17g", value);
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", number);
    }
  return g_string_free (text, FALSE);
}

/* Takes one attribute of @object into @list; of a long one the beginning. */
static gboolean
take_attribute (CdfArchive         *self,
                OndesArchiveObject *object,
                GPtrArray          *list,
                GError            **error)
{
  guint8 bytes[ONDES_ARCHIVE_TEXT + 1] = { 0 };
  g_autofree char *name = take_name (self, error);
  guint64 type, n, kept, length;

  if (!name || !take_number (self, FALSE, &type, error) || !take_count (self, &n, error))
    return FALSE;
  if (type == 0 || type >= G_N_ELEMENTS (types) || n > self->size)
    return refuse (self, error, _("with a header that cannot be understood"));
  length = n * types[type].bytes;
  kept = MIN (length, ONDES_ARCHIVE_TEXT);
  if (!take (self, bytes, kept, error) || !take (self, NULL, length - kept + (4 - length % 4) % 4, error))
    return FALSE;
  if (list->len >= 2 * ONDES_ARCHIVE_ATTRIBUTES)
    return TRUE;
  object->real_range |= types[type].kind == 'f' && g_str_has_prefix (name, "valid_");
  g_ptr_array_add (list, ondes_display_text (name));
  g_ptr_array_add (list, type == TYPE_CHAR ? ondes_display_text ((char *) bytes)
                                           : print_numbers (bytes, kept / types[type].bytes, (guint) type));
  return TRUE;
}

static gboolean
take_attributes (CdfArchive         *self,
                 OndesArchiveObject *object,
                 GError            **error)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_free);
  guint64 n;

  if (!take_list (self, TAG_ATTRIBUTE, &n, error))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    if (!take_attribute (self, object, list, error))
      return FALSE;
  ondes_archive_set_attributes (object, list);
  return TRUE;
}

static gboolean
take_dimensions (CdfArchive *self,
                 GError    **error)
{
  guint64 n, length;

  if (!take_list (self, TAG_DIMENSION, &n, error))
    return FALSE;
  if (n > DIMENSIONS_MAX)
    return refuse (self, error, _("with a header that cannot be understood"));
  for (guint64 i = 0; i < n; i++)
    {
      char *name = take_name (self, error);

      if (!name)
        return FALSE;
      g_ptr_array_add (self->names, name);
      if (!take_count (self, &length, error))
        return FALSE;
      g_array_append_val (self->lengths, length);
    }
  return TRUE;
}

/* Takes the dimensions of a variable; that of records may only be the first. */
static gboolean
take_shape (CdfArchive         *self,
            OndesArchiveObject *object,
            gboolean           *has_records,
            GError            **error)
{
  guint64 n, id;

  if (!take_count (self, &n, error))
    return FALSE;
  if (n > DIMENSIONS_MAX)
    return refuse (self, error, _("with a header that cannot be understood"));
  if (n > ONDES_ARCHIVE_DIMENSIONS)
    object->shown.problem = g_strdup (_("has too many dimensions"));
  *has_records = FALSE;
  for (guint64 i = 0; i < n; i++)
    {
      if (!take_count (self, &id, error))
        return FALSE;
      if (id >= self->lengths->len || (i > 0 && g_array_index (self->lengths, guint64, id) == 0))
        return refuse (self, error, _("with a header that cannot be understood"));
      if (i >= ONDES_ARCHIVE_DIMENSIONS)
        continue;
      object->dimensions[i] = g_array_index (self->lengths, guint64, id);
      object->coordinates[i] = g_strdup_printf ("/%s", (char *) g_ptr_array_index (self->names, id));
      object->n_dimensions = (guint) i + 1;
      *has_records |= i == 0 && object->dimensions[0] == 0;
    }
  return TRUE;
}

/* The values that stand for missing where a variable names none (netCDF's NC_FILL). */
static double
usual_fill (guint type)
{
  return type == 5 ? 9.9692099683868690e+36f : type == 6 ? 9.9692099683868690e+36 : NAN;
}

static gboolean
take_variable (CdfArchive *self,
               GError    **error)
{
  g_autofree char *name = take_name (self, error), *path = g_strconcat ("/", name, NULL);
  OndesArchiveObject *object = name ? ondes_archive_add (&self->archive, path) : NULL;
  guint64 type, size;
  Place *place;

  if (!name)
    return FALSE;
  if (!object)
    return refuse (self, error, _("with more variables than are read"));
  place = g_new0 (Place, 1);
  object->data = place;
  object->free_data = g_free;
  if (!take_shape (self, object, &place->has_records, error) || !take_attributes (self, object, error)
      || !take_number (self, FALSE, &type, error) || !take_count (self, &size, error)
      || !take_number (self, self->version >= 2, &place->begin, error))
    return FALSE;
  if (type == 0 || type >= G_N_ELEMENTS (types))
    return refuse (self, error, _("with a header that cannot be understood"));
  object->element = (OndesElement) { types[type].kind, types[type].bytes,
                                     types[type].bytes > 1 && G_BYTE_ORDER == G_LITTLE_ENDIAN };
  object->fill = usual_fill ((guint) type);
  return TRUE;
}

/* Returns the bytes of a variable, or of one record of it; G_MAXUINT64 if they are more than that. */
static guint64
bytes_of (const OndesArchiveObject *object)
{
  const Place *place = object->data;
  guint64 bytes = object->element.bytes;

  for (guint i = place->has_records; i < object->n_dimensions; i++)
    if (!g_uint64_checked_mul (&bytes, bytes, object->dimensions[i]))
      return G_MAXUINT64;
  return bytes;
}

/* Adds up the bytes of a record: each variable's part is filled up to four, except where there is only one. */
static gboolean
measure_record (CdfArchive *self,
                GError    **error)
{
  guint64 only = 0;
  guint n = 0;

  for (guint i = 0; i < self->archive.objects->len; i++)
    {
      OndesArchiveObject *object = g_ptr_array_index (self->archive.objects, i);
      const guint64 bytes = !object->is_group && ((Place *) object->data)->has_records ? bytes_of (object) : 0;

      if (bytes == 0)
        continue;
      if (bytes > G_MAXINT64 - 3 || !g_uint64_checked_add (&self->record, self->record, bytes + (4 - bytes % 4) % 4))
        return refuse (self, error, _("with a header that cannot be understood"));
      only = bytes;
      n++;
    }
  if (n == 1)
    self->record = only;
  return TRUE;
}

/* Checks that the variable lies in the file, of records as many as there are, and describes it. */
static void
place_variable (CdfArchive         *self,
                OndesArchiveObject *object)
{
  const Place *place = object->data;
  const guint64 bytes = bytes_of (object), left = self->size - MIN (place->begin, self->size);
  const gboolean is_text = object->element.kind == 0 && object->element.bytes == 1;

  if (place->has_records)
    {
      object->dimensions[0] = left < bytes || self->record == 0 ? 0 : MIN (self->records, (left - bytes) / self->record + 1);
      if (object->dimensions[0] < self->records && self->records != G_MAXUINT64 && !object->shown.problem)
        object->shown.problem = object->dimensions[0] == 0 ? g_strdup (_("lies beyond the end of the file")) : NULL;
    }
  else if (bytes > left && !object->shown.problem)
    object->shown.problem = g_strdup (_("lies beyond the end of the file"));
  ondes_archive_describe (object, is_text ? _("text") : NULL);
}

static gboolean
cdf_read (OndesArchive             *archive,
          const OndesArchiveObject *object,
          const OndesArchiveSlab   *slab,
          void                     *dst,
          GError                  **error)
{
  CdfArchive *self = (CdfArchive *) archive;
  const Place *place = object->data;
  const OndesArchivePlace at = { self->fd, place->begin, place->has_records ? self->record : 0 };

  return ondes_archive_read_place (archive, object, &at, slab, dst, error);
}

static void
cdf_finalize (OndesArchive *archive)
{
  CdfArchive *self = (CdfArchive *) archive;

  if (self->fd >= 0)
    close (self->fd);
  g_free (self->window);
  g_array_unref (self->lengths);
  g_ptr_array_unref (self->names);
}

/* Takes single numbers, and texts that are short. */
static gboolean
take_values (CdfArchive *self,
             GError    **error)
{
  for (guint i = 0; i < self->archive.objects->len; i++)
    {
      OndesArchiveObject *object = g_ptr_array_index (self->archive.objects, i);
      const guint64 n = object->is_group ? 0 : ondes_archive_elements (object);
      const OndesArchiveSlab all = { 0, 0, ondes_archive_length (object, 0) };
      char text[256] = "";

      if (n == 1 && !object->shown.problem)
        {
          if (!ondes_archive_read_real (&self->archive, object, &all, &object->value, error))
            return FALSE;
        }
      else if (n > 0 && n < sizeof text && object->element.kind == 0
               && !((Place *) object->data)->has_records && n <= self->size && ((Place *) object->data)->begin <= self->size - n)
        {
          if (!cdf_read (&self->archive, object, &all, text, error))
            return FALSE;
          object->text = ondes_display_text (text);
        }
    }
  return TRUE;
}

static gboolean
list_all (CdfArchive *self,
          GError    **error)
{
  OndesArchiveObject *root = ondes_archive_add (&self->archive, "/");
  guint64 n;

  root->is_group = TRUE;
  self->at = 4;
  if (!take_count (self, &self->records, error) || !take_dimensions (self, error) || !take_attributes (self, root, error)
      || !take_list (self, TAG_VARIABLE, &n, error))
    return FALSE;
  if (self->records == (self->version == 5 ? G_MAXUINT64 : STREAMING))
    self->records = G_MAXUINT64;
  for (guint64 i = 0; i < n; i++)
    if (!take_variable (self, error))
      return FALSE;
  if (!measure_record (self, error))
    return FALSE;
  for (guint i = 1; i < self->archive.objects->len; i++)
    place_variable (self, g_ptr_array_index (self->archive.objects, i));
  return take_values (self, error);
}

OndesArchive *
ondes_cdf_archive (const OndesOpening *opening,
                   GError            **error)
{
  static const OndesArchiveClass klass = { cdf_read, NULL, cdf_finalize };
  g_autoptr (OndesArchive) archive = ondes_archive_new (sizeof (CdfArchive), &klass, opening, NULL);
  CdfArchive *self = (CdfArchive *) archive;
  guint8 magic[4] = { 0 };

  self->fd = fcntl (opening->fd, F_DUPFD_CLOEXEC, 0);
  self->size = opening->size;
  self->window = g_malloc (WINDOW);
  self->lengths = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->names = g_ptr_array_new_with_free_func (g_free);
  if (self->fd < 0)
    return ondes_error_set_null (error, ONDES_ERROR_FILE, _("%s cannot be read: %s"), opening->display, g_strerror (errno));
  if (!take (self, magic, sizeof magic, error))
    return NULL;
  self->version = magic[3];
  archive->format = g_strdup_printf ("netCDF (CDF-%u)", self->version);
  return list_all (self, error) ? g_steal_pointer (&archive) : NULL;
}
