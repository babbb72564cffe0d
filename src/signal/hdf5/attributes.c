/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process.h"

#include <string.h>

#define NUMBERS 256 /* most of an attribute */
#define TEXTS 16

/* Names that the libraries keep for themselves. */
static const char *const internal[] = { "CLASS", "NAME", "REFERENCE_LIST", "DIMENSION_LIST", "_Netcdf4Dimid", "_Netcdf4Coordinates",
                                        "_nc3_strict", "MATLAB_class", "MATLAB_int_decode", "MATLAB_fields", "H5PATH", NULL };

char *
hdf5_read_text (hid_t    from,
                Hdf5Get  get,
                hid_t    type,
                hssize_t n)
{
  const gsize size = H5Tget_size (type);
  const gboolean variable = H5Tis_variable_str (type) > 0;
  g_autofree char *bytes = NULL;
  GString *text = g_string_new (NULL);
  hid_t memory;

  if (n < 1 || n > TEXTS || size == 0 || size > HDF5_TEXT)
    return g_string_free (text, TRUE);
  bytes = g_malloc0 (size * (gsize) n);
  memory = H5Tcopy (type);
  if (get (from, memory, bytes) < 0)
    {
      H5Tclose (memory);
      return g_string_free (text, TRUE);
    }
  for (hssize_t i = 0; i < n && text->len < HDF5_TEXT; i++)
    {
      const char *one = variable ? *(char **) (bytes + (gsize) i * size) : bytes + (gsize) i * size;

      g_string_append_printf (text, "%s%.*s", i > 0 ? "; " : "", (int) (variable ? HDF5_TEXT : size), one ? one : "");
    }
  H5Tclose (memory);
  g_strchomp (text->str);
  return g_string_free (text, FALSE);
}

static herr_t
get_attribute (hid_t from,
               hid_t type,
               void *to)
{
  return H5Aread (from, type, to);
}

/* Reads an attribute of numbers; NULL if it has none. */
static char *
read_numbers (hid_t    attribute,
              hid_t    type,
              hssize_t n)
{
  const gboolean is_integer = H5Tget_class (type) == H5T_INTEGER, is_unsigned = is_integer && H5Tget_sign (type) == H5T_SGN_NONE;
  const gboolean is_narrow = H5Tget_size (type) <= 4;
  union
  {
    gint64  i[NUMBERS];
    guint64 u[NUMBERS];
    double  f[NUMBERS];
  } values;
  GString *text;

  if (n < 1 || n > NUMBERS || (!is_integer && H5Tget_class (type) != H5T_FLOAT)
      || H5Aread (attribute, is_unsigned ? H5T_NATIVE_UINT64 : is_integer ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE, &values) < 0)
    return NULL;
  text = g_string_new (NULL);
  for (hssize_t i = 0; i < n; i++)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append (text, i > 0 ? ", " : "");
      if (is_unsigned)
        g_string_append_printf (text, "%" G_GUINT64_FORMAT, values.u[i]);
      else if (is_integer)
        g_string_append_printf (text, "%" G_GINT64_FORMAT, values.i[i]);
      else
        g_string_append (text, g_ascii_formatd (number, sizeof number, is_narrow ? "%.9g" : "%.17g", values.f[i]));
    }
  return g_string_free (text, FALSE);
}

static char *
read_attribute (hid_t attribute)
{
  const hid_t type = H5Aget_type (attribute), space = H5Aget_space (attribute);
  const hssize_t n = space >= 0 ? H5Sget_simple_extent_npoints (space) : 0;
  char *text = NULL;

  if (type >= 0 && space >= 0)
    text = H5Tget_class (type) == H5T_STRING ? hdf5_read_text (attribute, get_attribute, type, n)
                                             : read_numbers (attribute, type, n);
  H5Sclose (space);
  H5Tclose (type);
  return text;
}

char *
hdf5_text_attribute (hid_t       object,
                     const char *name)
{
  hid_t attribute = H5Aexists (object, name) > 0 ? H5Aopen (object, name, H5P_DEFAULT) : -1;
  char *text;

  if (attribute < 0)
    return NULL;
  text = read_attribute (attribute);
  H5Aclose (attribute);
  return text;
}

typedef struct
{
  GVariantBuilder *builder;
  guint            n;
} Listing;

static herr_t
on_attribute (hid_t             object,
              const char       *name,
              const H5A_info_t *info,
              void             *data)
{
  Listing *self = data;
  g_autofree char *text = g_strv_contains (internal, name) ? NULL : hdf5_text_attribute (object, name);

  if (text)
    g_variant_builder_add (self->builder, "(^ay^ay)", name, text);
  return ++self->n >= HDF5_ATTRIBUTES;
}

void
hdf5_list_attributes (hid_t            object,
                      GVariantBuilder *attributes)
{
  Listing listing = { attributes, 0 };

  H5Aiterate2 (object, H5_INDEX_NAME, H5_ITER_INC, NULL, on_attribute, &listing);
}
