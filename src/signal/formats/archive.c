/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "archive.h"

#include "base/display-text.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

#define MAX_CHANNELS 65536
#define LARGER 16     /* a data set so many times as large as the others is the recording */
#define NAMED  8      /* paths of data sets that a sentence lists */
#define MISSING 8     /* most values that stand for missing */

typedef struct
{
  double   missing[MISSING]; /* as stored */
  guint    n_missing;
  double   low, high;        /* valid values; ±∞ for none … */
  gboolean real_range;       /* … before they are packed, otherwise as stored */
  double   scale, offset;
} Packing;

typedef struct
{
  OndesReader               reader;
  OndesArchive             *archive;
  const OndesArchiveObject *object;
  guint                     axis;
  guint64                   outer, inner; /* places in the dimensions before and after time */
  gboolean                  packed;
  Packing                   packing;
} ArchiveReader;

/* Returns the number that an attribute begins with; NaN if there is none. */
static double
number_attribute (const OndesArchiveObject *object,
                  const char               *name)
{
  const char *text = ondes_archive_attribute (object, name);
  char *end;
  double value = text ? g_ascii_strtod (text, &end) : NAN;

  return text && end != text ? value : NAN;
}

/* Gets the numbers of an attribute of the kind of the elements, as stored, but for NaN; returns how many, at most @most. */
static guint
stored_numbers (const OndesArchiveObject *object,
                const char               *name,
                double                   *numbers,
                guint                     most)
{
  const double wrap = ldexp (1, 8 * (int) object->element.bytes);
  const char *text = ondes_archive_attribute (object, name);
  guint n = 0;

  for (char *end; text != NULL && n < most; text = *end == ',' ? end + 1 : NULL)
    {
      double value = g_ascii_strtod (text, &end);

      if (end == text)
        break;
      if (object->resigned && object->element.kind == 'u' && value < 0)
        value += wrap;
      else if (object->resigned && object->element.kind == 'i' && value >= wrap / 2)
        value -= wrap;
      if (!isnan (value))
        numbers[n++] = object->element.kind == 'f' && object->element.bytes <= 4 ? (float) value : value;
    }
  return n;
}

static void
find_range (const OndesArchiveObject *object,
            Packing                  *packing)
{
  double range[2];

  packing->low = -INFINITY;
  packing->high = INFINITY;
  packing->real_range = object->real_range && object->element.kind != 'f';
  if (stored_numbers (object, "valid_range", range, 2) == 2)
    {
      packing->low = range[0];
      packing->high = range[1];
      return;
    }
  stored_numbers (object, "valid_min", &packing->low, 1);
  stored_numbers (object, "valid_max", &packing->high, 1);
}

/* Finds how the numbers are packed; FALSE if they stand as they are. */
static gboolean
find_packing (const OndesArchiveObject *object,
              Packing                  *packing)
{
  const double scale = number_attribute (object, "scale_factor"), offset = number_attribute (object, "add_offset");
  guint n = stored_numbers (object, "_FillValue", packing->missing, 1);

  if (n == 0 && !isnan (object->fill))
    packing->missing[n++] = object->fill;
  packing->n_missing = n + stored_numbers (object, "missing_value", packing->missing + n, MISSING - n);
  packing->scale = isnan (scale) ? 1 : scale;
  packing->offset = isnan (offset) ? 0 : offset;
  find_range (object, packing);
  return object->element.kind != 'c' && (object->as_double || packing->n_missing > 0 || packing->low > -INFINITY
                                         || packing->high < INFINITY || packing->scale != 1 || packing->offset != 0);
}

void
ondes_archive_to_real (const OndesElement *element,
                       const guint8       *from,
                       gsize               n,
                       double             *to)
{
  OndesType type;
  guint bits;

  if (!ondes_element_type (element, &type, &bits))
    g_return_if_reached ();
  for (gsize i = 0; i < n; i++)
    {
      union
      {
        guint8  u8;
        gint32  i32;
        gint64  i64;
        guint64 u64;
        float   f32;
        double  f64;
      } value = { 0 };

      ondes_element_decode (element, from + i * element->bytes, element->bytes, 1, &value);
      to[i] = type == ONDES_U8    ? value.u8
              : type == ONDES_I32 ? value.i32
              : type == ONDES_F32 ? value.f32
              : type == ONDES_F64 ? value.f64
              : element->kind == 'u' && element->bytes == 8 ? (double) value.u64 : (double) value.i64;
    }
}

/* Unpacks @n numbers. Those that stand for missing are compared as the file stores them. */
static void
unpack (const Packing *packing,
        gsize          n,
        double        *to)
{
  for (gsize i = 0; i < n; i++)
    {
      const double stored = to[i], value = stored * packing->scale + packing->offset;
      const double ranged = packing->real_range ? value : stored;
      gboolean missing = ranged < packing->low || ranged > packing->high;

      for (guint k = 0; k < packing->n_missing; k++)
        missing |= stored == packing->missing[k];
      to[i] = missing ? NAN : value;
    }
}

gboolean
ondes_archive_read_real (OndesArchive             *self,
                         const OndesArchiveObject *object,
                         const OndesArchiveSlab   *slab,
                         double                   *dst,
                         GError                  **error)
{
  const guint64 length = ondes_archive_length (object, slab->axis);
  const gsize n = (gsize) (ondes_archive_elements (object) / length * slab->n);
  g_autofree guint8 *raw = ondes_memory_try (n * object->element.bytes, error);
  Packing packing;

  if (!raw || !self->klass->read (self, object, slab, raw, error))
    return FALSE;
  ondes_archive_to_real (&object->element, raw, n, dst);
  if (find_packing (object, &packing))
    unpack (&packing, n, dst);
  return TRUE;
}

/* Reads a slab whose numbers are packed, as doubles of the file's order. */
static gboolean
read_packed (ArchiveReader          *self,
             const OndesArchiveSlab *slab,
             void                   *dst,
             GError                **error)
{
  const gsize n = (gsize) slab->n;
  g_autofree double *values = ondes_memory_try (n * self->reader.channels * sizeof *values, error);

  if (!values || !ondes_archive_read_real (self->archive, self->object, slab, values, error))
    return FALSE;
  for (guint64 o = 0; o < self->outer; o++)
    for (guint64 i = 0; i < self->inner; i++)
      for (gsize k = 0; k < n; k++)
        ((double *) dst)[(o * self->inner + i) * n + k] = values[(o * n + k) * self->inner + i];
  return TRUE;
}

static gboolean
archive_read (OndesReader *reader,
              guint64      at,
              gsize        n,
              void        *dst,
              GError     **error)
{
  ArchiveReader *self = (ArchiveReader *) reader;
  const OndesArchiveSlab slab = { self->axis, at, n };
  const gsize width = self->object->element.bytes;
  g_autofree guint8 *raw = NULL;

  if (self->packed)
    return read_packed (self, &slab, dst, error);
  raw = ondes_memory_try (n * reader->channels * width, error);
  if (!raw || !self->archive->klass->read (self->archive, self->object, &slab, raw, error))
    return FALSE;
  for (guint64 o = 0; o < self->outer; o++)
    for (guint64 i = 0; i < self->inner; i++)
      ondes_element_decode (&self->object->element, raw + (o * n * self->inner + i) * width, (gsize) self->inner * width, n,
                            (char *) dst + ondes_type_bytes (reader->type, (gsize) ((o * self->inner + i) * n)));
  return TRUE;
}

static void
archive_finalize (OndesReader *reader)
{
  ArchiveReader *self = (ArchiveReader *) reader;

  reader->datasets = NULL; /* the archive's */
  g_clear_pointer (&self->archive, ondes_archive_free);
}

/* TRUE if the object can be a recording: no single number, and no coordinates of others. */
static gboolean
is_candidate (const OndesArchiveObject *object)
{
  return !object->is_group && !object->is_coordinate && !object->shown.problem && ondes_archive_elements (object) > 1;
}

/* Of candidates, times are the worst, for they tell when the others were taken; then the largest is the best. */
static double
rank (const OndesArchiveObject *object)
{
  const double n = (double) ondes_archive_elements (object);

  return ondes_archive_is_time (object) ? n * 1e-30 : n;
}

OndesArchiveObject *
ondes_archive_choose (OndesArchive *self,
                      guint        *n)
{
  OndesArchiveObject *best = NULL;
  double first = 0, second = 0;

  ondes_archive_mark_coordinates (self);
  *n = 0;
  for (guint i = 0; i < self->objects->len; i++)
    {
      OndesArchiveObject *object = g_ptr_array_index (self->objects, i);
      const double r = is_candidate (object) ? rank (object) : 0;

      *n += r > 0;
      if (r > first)
        {
          second = first;
          first = r;
          best = object;
        }
      else
        second = MAX (second, r);
    }
  if (best)
    best->shown.fits = TRUE;
  return first >= LARGER * second ? best : NULL;
}

/* Lists the paths of the first few that could be opened; transfer full. */
static char *
list_paths (OndesArchive *self)
{
  GString *text = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < self->objects->len; i++)
    {
      const OndesArchiveObject *object = g_ptr_array_index (self->objects, i);

      if (!is_candidate (object))
        continue;
      if (++n > NAMED)
        {
          g_string_append (text, ", …");
          break;
        }
      g_string_append_printf (text, "%s%s", n > 1 ? ", " : "", object->shown.path);
    }
  return g_string_free (text, FALSE);
}

/* Returns the data set that --dataset names: by its path, with the first slash or without, or by its last part if that is the only
 * one of the name. */
static OndesArchiveObject *
find_named (OndesArchive *self,
            const char   *name)
{
  g_autofree char *slashed = g_strconcat ("/", name, NULL);
  OndesArchiveObject *object = ondes_archive_find (self, name);

  if (!object)
    object = ondes_archive_find (self, slashed);
  if (object && !object->is_group)
    return object;
  object = NULL;
  for (guint i = 0; i < self->objects->len; i++)
    {
      OndesArchiveObject *other = g_ptr_array_index (self->objects, i);

      if (other->is_group || !g_str_has_suffix (other->shown.path, slashed))
        continue;
      if (object)
        return NULL;
      object = other;
    }
  return object;
}

static OndesArchiveObject *
choose (OndesArchive       *self,
        const OndesOpening *opening,
        GError            **error)
{
  const char *name = opening->options->dataset;
  guint n;
  OndesArchiveObject *object = ondes_archive_choose (self, &n);
  g_autofree char *paths = list_paths (self), *shown = name ? ondes_display_text (name) : NULL;

  if (name)
    {
      object = find_named (self, name);
      if (object && !object->shown.problem)
        return object;
      if (object)
        ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_DATASET, _("%s: the data set %s %s"),
                                opening->display, shown, object->shown.problem);
      else
        ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_DATASET,
                                _("%s has no data set %s; those of numbers are: %s"), opening->display, shown,
                                *paths ? paths : "–");
      return NULL;
    }
  if (object)
    return object;
  for (guint i = 0; i < self->objects->len && n == 0; i++)
    {
      const OndesArchiveObject *unread = g_ptr_array_index (self->objects, i);

      if (unread->shown.problem == NULL)
        continue;
      return ondes_error_set_null (error, ONDES_ERROR_FILE, _("%s: the data set %s %s"), opening->display, unread->shown.path,
                                   unread->shown.problem);
    }
  if (n == 0)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s is a file of %s without a data set of numbers that could be read"),
                 opening->display, self->format);
  else
    ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_NEEDS_DATASET, ONDES_SETTING_DATASET,
                            _("%s holds %u data sets of numbers; choose one with %s: %s"), opening->display, n,
                            ondes_setting_name (ONDES_SETTING_DATASET, NULL), paths);
  return NULL;
}

/* Returns the longest dimension; of some as long the first, as people count them. Sets @tie if there are some. */
static guint
longest_dimension (const OndesArchiveObject *object,
                   gboolean                 *tie)
{
  const guint n = object->n_dimensions;
  guint longest = object->reversed ? n - 1 : 0;

  *tie = FALSE;
  for (guint i = 1; i < n; i++)
    {
      const guint at = object->reversed ? n - 1 - i : i;

      if (object->dimensions[at] == object->dimensions[longest])
        *tie = TRUE;
      if (object->dimensions[at] <= object->dimensions[longest])
        continue;
      longest = at;
      *tie = FALSE;
    }
  return longest;
}

/* Finds the dimension that is time: the one asked for, that of coordinates that are times, or the longest. Sets @tie if another is
 * as long. */
static gboolean
find_axis (OndesArchive             *self,
           const OndesArchiveObject *object,
           const OndesOpening       *opening,
           guint                    *axis,
           gboolean                 *tie,
           GError                  **error)
{
  const guint n = object->n_dimensions, asked = opening->options->time_axis;

  *tie = FALSE;
  if (asked > MAX (n, 1))
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_TIME_AXIS,
                                   _("%s: the data set %s has %u dimensions (%s), so %u is none of them"), opening->display,
                                   object->shown.path, n, object->shown.shape, asked);
  *axis = asked == 0 ? ondes_archive_time_axis (self, object) : object->reversed ? n - asked : asked - 1;
  if (n == 0)
    *axis = 0;
  else if (asked == 0 && *axis >= n)
    *axis = longest_dimension (object, tie);
  return TRUE;
}

static void
take_time (OndesReader            *reader,
           const OndesArchiveTime *time)
{
  reader->rate = time->rate;
  reader->time_unit = g_strdup (time->time_unit);
  reader->start = time->start;
  reader->date_s = time->date_s;
  reader->noted = time->noted;
  reader->irregular = time->irregular;
  reader->irregular_max = time->irregular_max;
  if (time->irregular)
    ondes_reader_note (reader, _("%" PRIu64 " of %" PRIu64 " times of %s are irregular, by up to %.3g samples; the samples are "
                                 "taken as evenly spaced."),
                       time->irregular, reader->frames, reader->display, time->irregular_max);
}

/* Says what was guessed, and what is left out. */
static void
note_guesses (ArchiveReader *self,
              gboolean       tie)
{
  const OndesArchiveObject *object = self->object;
  OndesReader *reader = &self->reader;
  char low[ONDES_NUMBER_SIZE], high[ONDES_NUMBER_SIZE];

  if (tie)
    ondes_reader_note (reader, _("%s: the data set %s is %s, so which dimension is time cannot be told. The first one is "
                                 "taken as time, and the rest as channels. Choose with %s."),
                       reader->display, object->shown.path, object->shown.shape,
                       ondes_setting_name (ONDES_SETTING_TIME_AXIS, NULL));
  if (self->packed && (self->packing.low > -INFINITY || self->packing.high < INFINITY))
    ondes_reader_note (reader, _("%s: values of %s outside its valid range, %s to %s, are read as missing."), reader->display,
                       object->shown.path, ondes_number_print (low, self->packing.low),
                       ondes_number_print (high, self->packing.high));
}

/* Fills what the reader tells of the data set. */
static void
describe (ArchiveReader *self)
{
  const OndesArchiveObject *object = self->object;
  OndesReader *reader = &self->reader;
  const char *slash = strrchr (object->shown.path, '/');

  /* Translators: format, path, type and shape of a data set */
  reader->format = g_strdup_printf (_("%s, %s, %s of %s"), self->archive->format, object->shown.path, object->shown.type,
                                    object->shown.shape);
  if (*object->shown.unit && self->reader.unit == NULL)
    reader->unit = g_strdup (object->shown.unit);
  reader->names = g_new0 (char *, reader->channels);
  if (reader->channels == 1)
    reader->names[0] = ondes_display_text (slash ? slash + 1 : object->shown.path);
  reader->dataset = g_strdup (object->shown.path);
  for (char **pair = object->shown.attributes; pair && pair[0]; pair += 2)
    ondes_reader_add_metadata (reader, pair[0], pair[1]);
  for (guint i = 0; i < self->archive->objects->len;)
    if (((OndesArchiveObject *) g_ptr_array_index (self->archive->objects, i))->is_group)
      g_ptr_array_remove_index (self->archive->objects, i);
    else
      i++;
  reader->datasets = self->archive->objects;
}

/* Finds the type of the samples and the number of channels. */
static gboolean
shape (ArchiveReader *self,
       GError       **error)
{
  const OndesArchiveObject *object = self->object;
  const OndesElement *element = &object->element;
  OndesReader *reader = &self->reader;
  guint64 channels = 1;

  self->outer = self->inner = 1;
  for (guint i = 0; i < object->n_dimensions; i++)
    {
      if (i == self->axis)
        continue;
      channels *= object->dimensions[i];
      if (i < self->axis)
        self->outer *= object->dimensions[i];
      else
        self->inner *= object->dimensions[i];
    }
  reader->frames = ondes_archive_length (object, self->axis);
  if (channels > MAX_CHANNELS)
    return ondes_error_set (error, ONDES_ERROR_FILE,
                            _("%s: the data set %s (%s) would have %" PRIu64 " channels; say which dimension is time with %s"),
                            reader->display, object->shown.path, object->shown.shape, channels,
                            ondes_setting_name (ONDES_SETTING_TIME_AXIS, NULL));
  reader->channels = (guint) channels;
  ondes_element_type (element, &reader->type, &reader->bits);
  reader->is_uint64 = element->kind == 'u' && element->bytes == 8;
  self->packed = find_packing (object, &self->packing);
  if (self->packed)
    {
      reader->type = ONDES_F64;
      reader->bits = 0;
      reader->is_uint64 = FALSE;
    }
  return TRUE;
}

OndesReader *
ondes_archive_open (OndesArchive       *archive,
                    const OndesOpening *opening,
                    GError            **error)
{
  static const OndesReaderClass klass = { archive_read, NULL, NULL, archive_finalize };
  g_autoptr (OndesArchive) owned = archive;
  OndesArchiveObject *object = owned ? choose (owned, opening, error) : NULL;
  g_autoptr (OndesReader) reader = NULL;
  ArchiveReader *self;
  OndesArchiveTime time;
  gboolean tie = FALSE;
  guint axis = 0;

  if (!object || !find_axis (owned, object, opening, &axis, &tie, error)
      || !(reader = ondes_reader_new (sizeof *self, &klass, opening, error)))
    return NULL;
  self = (ArchiveReader *) reader;
  owned->display = reader->display; /* lives as long as the archive now */
  self->object = object;
  self->axis = axis;
  self->archive = g_steal_pointer (&owned);
  if (!shape (self, error) || (archive->klass->choose && !archive->klass->choose (archive, object, opening->watch, error))
      || !ondes_archive_find_time (archive, object, axis, &time, opening->watch, error))
    return NULL;
  take_time (reader, &time);
  note_guesses (self, tie);
  describe (self);
  return g_steal_pointer (&reader);
}
