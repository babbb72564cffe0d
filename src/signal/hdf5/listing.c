/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process.h"

#include <math.h>
#include <string.h>

#define DEFLATE_MOST 1032        /* most that deflate makes of a byte */
#define NC_FILL 9.9692099683868690e+36 /* what netCDF fills numbers with that were not written */

typedef struct
{
  GVariantBuilder list;
  GHashTable     *seen; /* addresses of objects, against loops */
  guint64         size; /* of the file */
  guint           n, depth;
  const char     *group; /* path of the group that is walked, "" for the root */
} Walk;

/* What is told of an object. */
typedef struct
{
  const char *path, *type;
  char       *text;
  guint       flags, n_dimensions, problem, number;
  guint64     dimensions[HDF5_DIMENSIONS];
  char       *coordinates[HDF5_DIMENSIONS];
  Hdf5Element element;
  double      value, fill;
} Object;

/* TRUE if a compound is a complex number: two floating point numbers with the names that h5py, MATLAB and others use. */
static gboolean
is_complex (hid_t type)
{
  static const char *const names[][2] = { { "r", "i" }, { "real", "imag" }, { "re", "im" }, { "real", "imaginary" } };
  gboolean named = FALSE;

  if (H5Tget_nmembers (type) != 2 || H5Tget_member_class (type, 0) != H5T_FLOAT || H5Tget_member_class (type, 1) != H5T_FLOAT)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      char *first = H5Tget_member_name (type, 0), *second = H5Tget_member_name (type, 1);

      named |= first && second && g_ascii_strcasecmp (first, names[i][0]) == 0 && g_ascii_strcasecmp (second, names[i][1]) == 0;
      H5free_memory (first);
      H5free_memory (second);
    }
  return named;
}

static Hdf5Element
complex_element (hid_t type)
{
  const hid_t part = H5Tget_member_type (type, 0);
  const gsize bytes = H5Tget_size (part) <= 4 ? 4 : 8;
  char *first = H5Tget_member_name (type, 0), *second = H5Tget_member_name (type, 1);
  Hdf5Element element = { 'c', (guint) (2 * bytes), H5Tcreate (H5T_COMPOUND, 2 * bytes) };

  H5Tinsert (element.type, first, 0, bytes == 4 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE);
  H5Tinsert (element.type, second, bytes, bytes == 4 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE);
  H5free_memory (first);
  H5free_memory (second);
  H5Tclose (part);
  return element;
}

/* TRUE for h5py's booleans: an enumeration of FALSE and TRUE in a byte. */
static gboolean
is_boolean (hid_t type)
{
  char *name = H5Tget_size (type) == 1 && H5Tget_nmembers (type) == 2 ? H5Tget_member_name (type, 0) : NULL;
  const gboolean boolean = name && g_ascii_strcasecmp (name, "false") == 0;

  H5free_memory (name);
  return boolean;
}

Hdf5Element
hdf5_element (hid_t type)
{
  const hid_t integers[2][4] = { { H5T_NATIVE_UINT8, H5T_NATIVE_UINT16, H5T_NATIVE_UINT32, H5T_NATIVE_UINT64 },
                                 { H5T_NATIVE_INT8, H5T_NATIVE_INT16, H5T_NATIVE_INT32, H5T_NATIVE_INT64 } };
  const gsize size = H5Tget_size (type);
  const guint width = size <= 1 ? 0 : size <= 2 ? 1 : size <= 4 ? 2 : 3;
  Hdf5Element element = { 0, 0, -1 };
  hid_t base;
  gboolean is_signed;

  switch (H5Tget_class (type))
    {
    case H5T_INTEGER:
      is_signed = H5Tget_sign (type) == H5T_SGN_2;
      return size > 8 ? element : (Hdf5Element) { is_signed ? 'i' : 'u', 1u << width, H5Tcopy (integers[is_signed][width]) };
    case H5T_FLOAT:
      return (Hdf5Element) { 'f', size <= 4 ? 4 : 8, H5Tcopy (size <= 4 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE) };
    case H5T_BITFIELD: /* PyTables' booleans */
      return size == 1 ? (Hdf5Element) { 'b', 1, H5Tcopy (H5T_NATIVE_B8) } : element;
    case H5T_COMPOUND:
      return is_complex (type) ? complex_element (type) : element;
    case H5T_ENUM:
      base = H5Tget_super (type);
      element = hdf5_element (base);
      if (element.type >= 0)
        H5Tclose (element.type);
      element.type = H5Tcopy (type);
      if (H5Tget_size (base) != element.bytes || H5Tget_order (base) != H5Tget_order (H5T_NATIVE_INT))
        element = (Hdf5Element) { 0, 0, -1 };
      else if (is_boolean (type))
        element.kind = 'b';
      H5Tclose (base);
      return element;
    default:
      return element;
    }
}

static const char *
type_name (H5T_class_t class)
{
  switch (class)
    {
    case H5T_STRING:
      return "text";
    case H5T_COMPOUND:
      return "records";
    case H5T_REFERENCE:
      return "references";
    case H5T_VLEN:
      return "lists";
    default:
      return "other";
    }
}

/* Returns the bytes that the data set takes unpacked; G_MAXUINT64 if they are more than that. */
static guint64
bytes_of (const Object *object)
{
  guint64 bytes = MAX (object->element.bytes, 1);

  for (guint i = 0; i < object->n_dimensions; i++)
    if (!g_uint64_checked_mul (&bytes, bytes, object->dimensions[i]))
      return G_MAXUINT64;
  return bytes;
}

/* Finds why chunks cannot be read. */
static void
check_chunks (Object *object,
              hid_t   properties)
{
  hsize_t chunk[HDF5_DIMENSIONS];
  guint64 bytes = object->element.bytes;
  const int rank = H5Pget_chunk (properties, HDF5_DIMENSIONS, chunk), filters = H5Pget_nfilters (properties);

  for (int i = 0; i < rank; i++)
    if (!g_uint64_checked_mul (&bytes, bytes, chunk[i]))
      bytes = G_MAXUINT64;
  if (bytes > HDF5_CHUNK)
    {
      object->problem = HDF5_HUGE_CHUNK;
      object->number = (guint) (HDF5_CHUNK >> 20);
    }
  for (int i = 0; i < filters && object->problem == HDF5_FINE; i++)
    {
      unsigned flags, configuration;
      size_t n = 0;
      const H5Z_filter_t filter = H5Pget_filter2 (properties, (unsigned) i, &flags, &n, NULL, 0, NULL, &configuration);

      if (filter < 0 || H5Zfilter_avail (filter) > 0)
        continue;
      object->problem = HDF5_FILTER;
      object->number = (guint) filter;
    }
}

/* Finds why the numbers of a data set cannot be read, by how they are stored. */
static void
check_storage (Walk   *self,
               Object *object,
               hid_t   dataset)
{
  const hid_t properties = H5Dget_create_plist (dataset);
  const H5D_layout_t layout = H5Pget_layout (properties);
  const guint64 stored = H5Dget_storage_size (dataset), bytes = bytes_of (object);

  if (layout == H5D_VIRTUAL || H5Pget_external_count (properties) > 0)
    object->problem = HDF5_ELSEWHERE;
  else if (layout == H5D_CHUNKED)
    check_chunks (object, properties);
  if (object->problem == HDF5_FINE && bytes > 0 && stored == 0)
    object->problem = HDF5_UNWRITTEN;
  /* Chunks that were not written take no room, but not a thousand times as many as those that were, packed as well as can be. */
  if (object->problem == HDF5_FINE
      && (layout == H5D_CHUNKED ? bytes / 1024 / DEFLATE_MOST > self->size : stored > self->size))
    object->problem = HDF5_TOO_LONG;
  H5Pclose (properties);
}

static herr_t
get_data (hid_t from,
          hid_t type,
          void *to)
{
  return H5Dread (from, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, to);
}

/* Reads a data set of one number, or of a short text. */
static void
take_value (Object  *object,
            hid_t    dataset,
            hid_t    type,
            hssize_t n)
{
  const H5T_class_t class = H5Tget_class (type);
  guint16 letters[HDF5_TEXT / 2 + 1] = { 0 };
  double value;

  if (object->problem != HDF5_FINE)
    return;
  if (class == H5T_STRING)
    object->text = hdf5_read_text (dataset, get_data, type, n);
  else if (object->type != NULL && class == H5T_INTEGER && n > 0 && n < (hssize_t) G_N_ELEMENTS (letters)
           && H5Dread (dataset, H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, letters) >= 0)
    object->text = g_utf16_to_utf8 (letters, (glong) n, NULL, NULL, NULL); /* MATLAB's */
  else if (n == 1 && (class == H5T_INTEGER || class == H5T_FLOAT)
           && H5Dread (dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value) >= 0)
    object->value = value;
}

/* Takes what netCDF fills with, as the data set's fill value is. */
static void
take_fill (Object *object,
           hid_t   dataset)
{
  const hid_t properties = H5Dget_create_plist (dataset);
  H5D_fill_value_t defined = H5D_FILL_VALUE_UNDEFINED;
  double fill = NAN;

  if (object->element.kind == 'f' && H5Pfill_value_defined (properties, &defined) >= 0 && defined == H5D_FILL_VALUE_USER_DEFINED
      && H5Pget_fill_value (properties, H5T_NATIVE_DOUBLE, &fill) >= 0 && (float) fill == (float) NC_FILL)
    object->fill = fill;
  H5Pclose (properties);
}

/* Finds the data sets of the coordinates, by the attribute of the dimension scales. */
static void
take_coordinates (Object *object,
                  hid_t   dataset)
{
  const hid_t attribute = H5Aexists (dataset, "DIMENSION_LIST") > 0 ? H5Aopen (dataset, "DIMENSION_LIST", H5P_DEFAULT) : -1;
  const hid_t type = attribute >= 0 ? H5Aget_type (attribute) : -1, space = attribute >= 0 ? H5Aget_space (attribute) : -1;
  const hid_t base = type >= 0 && H5Tget_class (type) == H5T_VLEN ? H5Tget_super (type) : -1;
  hvl_t lists[HDF5_DIMENSIONS] = { { 0, NULL } };

  if (base >= 0 && H5Tequal (base, H5T_STD_REF_OBJ) > 0 && H5Sget_simple_extent_npoints (space) == object->n_dimensions
      && object->n_dimensions > 0 && H5Aread (attribute, type, lists) >= 0)
    for (guint i = 0; i < object->n_dimensions; i++)
      {
        const hid_t of = lists[i].len > 0 ? H5Rdereference2 (dataset, H5P_DEFAULT, H5R_OBJECT, lists[i].p) : -1;
        char name[1024];

        if (of >= 0 && H5Iget_name (of, name, sizeof name) > 0)
          object->coordinates[i] = g_strdup (name);
        if (of >= 0)
          H5Oclose (of);
      }
  if (base >= 0)
    H5Tclose (base);
  if (space >= 0)
    H5Sclose (space);
  if (type >= 0)
    H5Tclose (type);
  if (attribute >= 0)
    H5Aclose (attribute);
}

/* TRUE if the attribute holds floating point numbers. */
static gboolean
is_real_attribute (hid_t       dataset,
                   const char *name)
{
  const hid_t attribute = H5Aexists (dataset, name) > 0 ? H5Aopen (dataset, name, H5P_DEFAULT) : -1;
  const hid_t type = attribute >= 0 ? H5Aget_type (attribute) : -1;
  const gboolean real = type >= 0 && H5Tget_class (type) == H5T_FLOAT;

  if (type >= 0)
    H5Tclose (type);
  if (attribute >= 0)
    H5Aclose (attribute);
  return real;
}

/* Takes what MATLAB, the dimension scales and netCDF say in attributes. */
static void
take_conventions (Object *object,
                  hid_t   dataset)
{
  static const char *const ranges[] = { "valid_range", "valid_min", "valid_max" };
  g_autofree char *matlab = hdf5_text_attribute (dataset, "MATLAB_class"), *class = hdf5_text_attribute (dataset, "CLASS");

  if (matlab)
    object->flags |= HDF5_IS_REVERSED;
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    if (is_real_attribute (dataset, ranges[i]))
      object->flags |= HDF5_REAL_RANGE;
  if (g_strcmp0 (matlab, "logical") == 0 && object->element.bytes == 1)
    object->element.kind = 'b';
  if (g_strcmp0 (matlab, "char") == 0)
    {
      object->element.kind = 0;
      object->type = "text";
    }
  take_coordinates (object, dataset);
  if (g_strcmp0 (class, "DIMENSION_SCALE") == 0 && object->n_dimensions == 1 && !object->coordinates[0])
    object->coordinates[0] = g_strdup (object->path);
}

static void
add (Walk         *self,
     const Object *object,
     hid_t         id)
{
  GVariantBuilder *list = &self->list;

  g_variant_builder_open (list, G_VARIANT_TYPE (HDF5_LISTING + 1));
  g_variant_builder_add (list, "^ay", object->path);
  g_variant_builder_add (list, "u", object->flags);
  g_variant_builder_open (list, G_VARIANT_TYPE ("at"));
  for (guint i = 0; i < object->n_dimensions; i++)
    g_variant_builder_add (list, "t", object->dimensions[i]);
  g_variant_builder_close (list);
  g_variant_builder_add (list, "y", (guchar) object->element.kind);
  g_variant_builder_add (list, "u", object->element.bytes);
  g_variant_builder_add (list, "^ay", object->type ? object->type : "");
  g_variant_builder_open (list, G_VARIANT_TYPE ("a(ayay)"));
  if (id >= 0)
    hdf5_list_attributes (id, list);
  g_variant_builder_close (list);
  g_variant_builder_add (list, "d", object->value);
  g_variant_builder_add (list, "^ay", object->text ? object->text : "");
  g_variant_builder_open (list, G_VARIANT_TYPE ("aay"));
  for (guint i = 0; i < object->n_dimensions; i++)
    g_variant_builder_add (list, "^ay", object->coordinates[i] ? object->coordinates[i] : "");
  g_variant_builder_close (list);
  g_variant_builder_add (list, "u", object->problem);
  g_variant_builder_add (list, "u", object->number);
  g_variant_builder_add (list, "d", object->fill);
  g_variant_builder_close (list);
  self->n++;
}

static void
list_dataset (Walk       *self,
              hid_t       dataset,
              const char *path)
{
  const hid_t type = H5Dget_type (dataset), space = H5Dget_space (dataset);
  Object object = { .path = path, .value = NAN, .fill = NAN, .element = { 0, 0, -1 } };
  const int rank = space >= 0 ? H5Sget_simple_extent_ndims (space) : -1;

  if (type < 0 || rank < 0)
    return;
  object.element = hdf5_element (type);
  if (object.element.kind == 0)
    object.type = type_name (H5Tget_class (type));
  if (rank > HDF5_DIMENSIONS)
    object.problem = HDF5_TOO_MANY_DIMENSIONS;
  else
    {
      hsize_t dimensions[HDF5_DIMENSIONS] = { 0 };

      H5Sget_simple_extent_dims (space, dimensions, NULL);
      object.n_dimensions = (guint) rank;
      for (int i = 0; i < rank; i++)
        object.dimensions[i] = dimensions[i];
      if (H5Sget_simple_extent_type (space) == H5S_NULL)
        object.n_dimensions = 1;
      take_conventions (&object, dataset);
      check_storage (self, &object, dataset);
      take_value (&object, dataset, type, H5Sget_simple_extent_npoints (space));
      take_fill (&object, dataset);
    }
  add (self, &object, dataset);
  if (object.element.type >= 0)
    H5Tclose (object.element.type);
  for (guint i = 0; i < HDF5_DIMENSIONS; i++)
    g_free (object.coordinates[i]);
  g_free (object.text);
  H5Sclose (space);
  H5Tclose (type);
}

static herr_t on_link (hid_t group, const char *name, const H5L_info_t *info, void *data);

static void
list_group (Walk       *self,
            hid_t       group,
            const char *path)
{
  const char *outer = self->group;

  add (self, &(Object) { .path = *path ? path : "/", .flags = HDF5_IS_GROUP, .value = NAN, .fill = NAN }, group);
  if (self->depth >= HDF5_DEPTH)
    return;
  self->group = path;
  self->depth++;
  H5Literate (group, H5_INDEX_NAME, H5_ITER_INC, NULL, on_link, self);
  self->depth--;
  self->group = outer;
}

/* TRUE if the object was not met before; fills its @info. */
static gboolean
is_new (Walk       *self,
        hid_t       object,
        H5O_info_t *info)
{
  guint64 *address;

  if (H5Oget_info2 (object, info, H5O_INFO_BASIC) < 0)
    return FALSE;
  address = g_new (guint64, 1);
  *address = info->addr;
  return g_hash_table_add (self->seen, address);
}

static herr_t
on_failure (unsigned           i,
            const H5E_error2_t *failure,
            void               *newer)
{
  *(gboolean *) newer |= failure->desc != NULL && strstr (failure->desc, "bad version number") != NULL;
  return 0;
}

/* TRUE if the last call failed as libhdf5 does not know the version of a part of the file. */
static gboolean
is_newer (void)
{
  gboolean newer = FALSE;

  H5Ewalk2 (H5E_DEFAULT, H5E_WALK_UPWARD, on_failure, &newer);
  return newer;
}

/* Lists what a hard link leads to; soft ones lead to what another link leads to, and links to other files are not followed. */
static herr_t
on_link (hid_t             group,
         const char       *name,
         const H5L_info_t *info,
         void             *data)
{
  Walk *self = data;
  g_autofree char *path = g_strconcat (self->group, "/", name, NULL);
  H5O_info_t object_info;
  hid_t object;

  if (self->n >= HDF5_OBJECTS || strlen (path) >= HDF5_PATH)
    return 1;
  if (info->type == H5L_TYPE_EXTERNAL)
    add (self, &(Object) { .path = path, .type = "link", .problem = HDF5_ELSEWHERE, .value = NAN, .fill = NAN }, -1);
  if (info->type != H5L_TYPE_HARD || strcmp (path, "/#refs#") == 0 || strcmp (path, "/#subsystem#") == 0)
    return 0;
  object = H5Oopen (group, name, H5P_DEFAULT);
  if (object < 0)
    {
      if (is_newer ())
        add (self, &(Object) { .path = path, .type = "other", .problem = HDF5_NEWER, .value = NAN, .fill = NAN }, -1);
      return 0;
    }
  if (!is_new (self, object, &object_info))
    ;
  else if (object_info.type == H5O_TYPE_GROUP)
    list_group (self, object, path);
  else if (object_info.type == H5O_TYPE_DATASET)
    list_dataset (self, object, path);
  H5Oclose (object);
  return 0;
}

GVariant *
hdf5_list (hid_t   file,
           guint64 size)
{
  Walk walk = { .size = size, .group = "" };
  const hid_t root = H5Gopen2 (file, "/", H5P_DEFAULT);
  H5O_info_t info;

  if (root < 0)
    return NULL;
  g_variant_builder_init (&walk.list, G_VARIANT_TYPE (HDF5_LISTING));
  walk.seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  is_new (&walk, root, &info);
  list_group (&walk, root, "");
  g_hash_table_unref (walk.seen);
  H5Gclose (root);
  return g_variant_builder_end (&walk.list);
}
