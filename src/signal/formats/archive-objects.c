/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of what is in an archive. */
#include "archive.h"

#include "base/display-text.h"
#include "base/memory.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

#define PIECE_BYTES ((gsize) 256 << 10)

gpointer
ondes_archive_new (gsize                    size,
                   const OndesArchiveClass *klass,
                   const OndesOpening      *opening,
                   const char              *format)
{
  OndesArchive *self = g_malloc0 (size);

  self->klass = klass;
  self->display = opening->display;
  self->format = g_strdup (format);
  self->objects = g_ptr_array_new_with_free_func (ondes_archive_object_free);
  self->paths = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
ondes_archive_free (OndesArchive *self)
{
  self->klass->finalize (self);
  g_hash_table_unref (self->paths);
  g_ptr_array_unref (self->objects);
  g_free (self->format);
  g_free (self);
}

OndesArchiveObject *
ondes_archive_add (OndesArchive *self,
                   const char   *path)
{
  OndesArchiveObject *object;

  if (self->objects->len >= ONDES_ARCHIVE_OBJECTS)
    return NULL;
  object = g_new0 (OndesArchiveObject, 1);
  object->shown.path = ondes_display_text (path);
  object->value = object->fill = NAN;
  g_ptr_array_add (self->objects, object);
  g_hash_table_insert (self->paths, object->shown.path, object);
  return object;
}

void
ondes_archive_object_free (gpointer data)
{
  OndesArchiveObject *object = data;

  if (object->free_data)
    object->free_data (object->data);
  for (guint i = 0; i < ONDES_ARCHIVE_DIMENSIONS; i++)
    g_free (object->coordinates[i]);
  g_free (object->text);
  g_free (object->shown.path);
  g_free (object->shown.shape);
  g_free (object->shown.type);
  g_free (object->shown.unit);
  g_free (object->shown.problem);
  g_strfreev (object->shown.attributes);
  g_free (object);
}

void
ondes_archive_set_attributes (OndesArchiveObject *object,
                              GPtrArray          *list)
{
  g_strfreev (object->shown.attributes);
  g_ptr_array_add (list, NULL);
  object->shown.attributes = (char **) g_ptr_array_steal (list, NULL);
}

OndesArchiveObject *
ondes_archive_find (OndesArchive *self,
                    const char   *path)
{
  return g_hash_table_lookup (self->paths, path);
}

void
ondes_archive_mark_coordinates (OndesArchive *self)
{
  for (guint i = 0; i < self->objects->len; i++)
    {
      const OndesArchiveObject *object = g_ptr_array_index (self->objects, i);

      for (guint d = 0; d < object->n_dimensions; d++)
        {
          OndesArchiveObject *of = object->coordinates[d] ? ondes_archive_find (self, object->coordinates[d]) : NULL;

          if (of)
            of->is_coordinate = TRUE;
        }
    }
}

const char *
ondes_archive_attribute (const OndesArchiveObject *object,
                         const char               *name)
{
  for (char **pair = object->shown.attributes; pair && pair[0]; pair += 2)
    if (strcmp (pair[0], name) == 0)
      return pair[1];
  return NULL;
}

guint64
ondes_archive_length (const OndesArchiveObject *object,
                      guint                     axis)
{
  return object->n_dimensions > 0 ? object->dimensions[axis] : 1;
}

guint64
ondes_archive_elements (const OndesArchiveObject *object)
{
  guint64 n = 1;

  for (guint i = 0; i < object->n_dimensions; i++)
    if (!g_uint64_checked_mul (&n, n, object->dimensions[i]))
      return G_MAXUINT64;
  return n;
}

static char *
print_shape (const OndesArchiveObject *object)
{
  GString *text = g_string_new (object->n_dimensions == 0 ? "1" : NULL);

  for (guint i = 0; i < object->n_dimensions; i++)
    g_string_append_printf (text, "%s%" G_GUINT64_FORMAT, i > 0 ? " × " : "",
                            object->dimensions[object->reversed ? object->n_dimensions - 1 - i : i]);
  return g_string_free (text, FALSE);
}

static char *
print_type (const OndesArchiveObject *object)
{
  static const struct
  {
    char        kind;
    const char *name;
  } kinds[] = { { 'i', "int" }, { 'u', "uint" }, { 'f', "float" }, { 'c', "complex" } };

  if (object->as_double)
    return g_strdup ("float64");
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].kind == object->element.kind)
      return g_strdup_printf ("%s%u", kinds[i].name, 8 * object->element.bytes);
  return g_strdup (object->element.kind == 'b' ? "boolean" : "");
}

/* Takes the numbers as unsigned, or as signed, if an attribute says so: netCDF's classic format has no unsigned types. */
static void
take_sign (OndesArchiveObject *object)
{
  const char *is_unsigned = ondes_archive_attribute (object, "_Unsigned");
  const char before = object->element.kind;

  if (is_unsigned == NULL || (before != 'i' && before != 'u'))
    return;
  if (g_ascii_strcasecmp (is_unsigned, "true") == 0)
    object->element.kind = 'u';
  else if (g_ascii_strcasecmp (is_unsigned, "false") == 0)
    object->element.kind = 'i';
  object->resigned |= object->element.kind != before;
}

void
ondes_archive_describe (OndesArchiveObject *object,
                        const char         *type)
{
  static const char *const units[] = { "units", "unit", "Units", "Unit", "Yunits", "UNITS", "unit_string" };
  const char *unit = NULL;
  OndesType as;
  guint bits;

  if (object->is_group)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (units) && !unit; i++)
    unit = ondes_archive_attribute (object, units[i]);
  take_sign (object);
  object->shown.unit = ondes_display_text (unit ? unit : "");
  object->shown.shape = print_shape (object);
  object->shown.type = type ? g_strdup (type) : print_type (object);
  if (object->shown.problem)
    return;
  if (object->element.kind == 0)
    object->shown.problem = g_strdup_printf (_("holds no numbers (%s)"), object->shown.type);
  else if (!ondes_element_type (&object->element, &as, &bits))
    object->shown.problem = g_strdup (_("holds numbers of a kind that is not read"));
  else if (ondes_archive_elements (object) == 0)
    object->shown.problem = g_strdup (_("is empty"));
  else if (ondes_archive_elements (object) > G_MAXINT64 / 16)
    object->shown.problem = g_strdup (_("is larger than any file"));
}

/* Reads the elements [first, first + n) of the object as it stands in a file with records. */
static gboolean
read_elements (const OndesArchiveObject *object,
               const OndesArchivePlace  *place,
               const char               *display,
               const guint64             range[2],
               guint8                   *dst,
               GError                  **error)
{
  const gsize bytes = object->element.bytes;
  const guint64 in_record = object->n_dimensions > 0 ? ondes_archive_elements (object) / object->dimensions[0] : 1;
  const gsize gather = place->record > 0 ? MAX (PIECE_BYTES / place->record, 1) : 0;
  g_autofree guint8 *piece = NULL;

  if (place->record == 0 || place->record == in_record * bytes)
    return ondes_pread_all (place->fd, display, place->offset + range[0] * bytes, range[1] * bytes, dst, error);
  if (gather > 1)
    piece = g_malloc (gather * place->record);
  for (guint64 done = 0, m; done < range[1]; done += m)
    {
      const guint64 record = (range[0] + done) / in_record, within = (range[0] + done) % in_record;
      const guint64 offset = place->offset + record * place->record + within * bytes;
      const gsize records = within == 0 ? MIN ((range[1] - done) / in_record, gather) : 0;

      m = records > 1 ? records * in_record : MIN (in_record - within, range[1] - done);
      if (records <= 1)
        {
          if (!ondes_pread_all (place->fd, display, offset, m * bytes, dst + done * bytes, error))
            return FALSE;
          continue;
        }
      if (!ondes_pread_all (place->fd, display, offset, (records - 1) * place->record + in_record * bytes, piece, error))
        return FALSE;
      for (gsize r = 0; r < records; r++)
        memcpy (dst + (done + r * in_record) * bytes, piece + r * place->record, in_record * bytes);
    }
  return TRUE;
}

gboolean
ondes_archive_read_place (OndesArchive             *self,
                          const OndesArchiveObject *object,
                          const OndesArchivePlace  *place,
                          const OndesArchiveSlab   *slab,
                          void                     *dst,
                          GError                  **error)
{
  const guint64 length = ondes_archive_length (object, slab->axis);
  guint64 outer = 1, inner = 1;

  for (guint i = 0; i < object->n_dimensions; i++)
    if (i < slab->axis)
      outer *= object->dimensions[i];
    else if (i > slab->axis)
      inner *= object->dimensions[i];
  for (guint64 o = 0; o < outer; o++)
    if (!read_elements (object, place, self->display, (const guint64[]) { (o * length + slab->at) * inner, slab->n * inner },
                        (guint8 *) dst + o * slab->n * inner * object->element.bytes, error))
      return FALSE;
  return TRUE;
}
