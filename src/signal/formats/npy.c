/* SPDX-License-Identifier: GPL-3.0-or-later */
/* NumPy's .npy, versions 1 to 3: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
#include "elements.h"

#include "base/number.h"
#include "base/words.h"

#include <string.h>

#define LONGEST_HEADER 65536
#define MAX_CHANNELS 65536

/* Contents of the header's Python dictionary. */
typedef struct
{
  char    *descr; /* NULL if not a plain type */
  gboolean has_descr, has_order, fortran;
  guint    dimensions; /* G_MAXUINT if missing */
  guint64  shape[2];
} Header;

static gboolean
refuse (const OndesOpening *opening,
        GError            **error,
        const char         *what)
{
  return ondes_error_set (error, ONDES_ERROR_FILE, _("%s is a .npy file %s"), opening->display, what);
}

static const char *
skip_blanks (const char *p)
{
  while (g_ascii_isspace (*p))
    p++;
  return p;
}

/* Parses a quoted string and returns the text after it; NULL if there is none. */
static const char *
take_string (const char *p,
             char      **string)
{
  const char *end = *p == '\'' || *p == '"' ? strchr (p + 1, *p) : NULL;

  if (!end)
    return NULL;
  *string = g_strndup (p + 1, (gsize) (end - p - 1));
  return end + 1;
}

static const char *
take_shape (const char *p,
            Header     *header)
{
  if (*p++ != '(')
    return NULL;
  header->dimensions = 0;
  while (*(p = skip_blanks (p)) != ')')
    {
      guint64 value = 0;

      if (!g_ascii_isdigit (*p))
        return NULL;
      for (; g_ascii_isdigit (*p); p++)
        if (!g_uint64_checked_mul (&value, value, 10) || !g_uint64_checked_add (&value, value, (guint64) (*p - '0')))
          return NULL;
      if (*p == 'L') /* Python 2 */
        p++;
      if (header->dimensions < 2)
        header->shape[header->dimensions] = value;
      header->dimensions++;
      p = skip_blanks (p);
      if (*p == ',')
        p++;
      else if (*p != ')')
        return NULL;
    }
  return p + 1;
}

/* Skips the field list of a structured type; its contents do not matter. */
static const char *
skip_list (const char *p)
{
  guint depth = 0;

  for (; *p; p++)
    if (strchr ("[(", *p))
      depth++;
    else if (strchr ("])", *p) && --depth == 0)
      return p + 1;
  return NULL;
}

static gboolean
parse_header (const char *p,
              Header     *header)
{
  p = skip_blanks (p);
  if (*p++ != '{')
    return FALSE;
  while (*(p = skip_blanks (p)) != '}')
    {
      g_autofree char *key = NULL;

      p = take_string (p, &key);
      if (!p || *(p = skip_blanks (p)) != ':')
        return FALSE;
      p = skip_blanks (p + 1);
      if (g_str_equal (key, "descr") && !header->has_descr)
        {
          header->has_descr = TRUE;
          p = *p == '[' || *p == '(' ? skip_list (p) : take_string (p, &header->descr);
        }
      else if (g_str_equal (key, "fortran_order"))
        {
          header->has_order = TRUE;
          header->fortran = g_str_has_prefix (p, "True");
          p = header->fortran ? p + 4 : g_str_has_prefix (p, "False") ? p + 5 : NULL;
        }
      else if (g_str_equal (key, "shape"))
        p = take_shape (p, header);
      else
        return FALSE;
      if (!p)
        return FALSE;
      p = skip_blanks (p);
      if (*p == ',')
        p++;
      else if (*p != '}')
        return FALSE;
    }
  return header->has_descr && header->has_order && header->dimensions != G_MAXUINT;
}

/* Parses an element type such as "<f8". */
static gboolean
parse_descr (const char   *descr,
             OndesElement *element,
             const char  **name)
{
  static const struct
  {
    char        kind;
    const char *name;
  } kinds[] = { { 'b', N_("boolean") }, { 'i', N_("integer") }, { 'u', N_("unsigned integer") },
              { 'f', N_("float") },   { 'c', N_("complex") } };
  gboolean little = G_BYTE_ORDER == G_LITTLE_ENDIAN;
  guint64 bytes;
  OndesType type;
  guint bits;

  if (strchr ("<>|=", descr[0]) && descr[0])
    {
      little = descr[0] == '<' || (descr[0] != '>' && little);
      descr++;
    }
  if (!descr[0] || !g_ascii_string_to_unsigned (descr + 1, 10, 1, 32, &bytes, NULL))
    return FALSE;
  *element = (OndesElement) { descr[0], (guint) bytes, little != (G_BYTE_ORDER == G_LITTLE_ENDIAN) };
  if (strchr ("mjk", element->kind) != NULL || (element->kind == 'i' && bytes == 3) || !ondes_element_type (element, &type, &bits))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].kind == element->kind)
      *name = kinds[i].name;
  return TRUE;
}

static gboolean
read_header (const OndesOpening *opening,
             Header             *header,
             guint64            *data,
             GError            **error)
{
  g_autofree char *text = NULL;
  guint8 start[12];
  guint64 length, begin;

  if (opening->size < sizeof start)
    return refuse (opening, error, _("that ends within its header"));
  if (!ondes_pread_all (opening->fd, opening->display, 0, sizeof start, start, error))
    return FALSE;
  if (start[6] < 1 || start[6] > 3)
    return refuse (opening, error, _("of a version that is not known; save it as version 1, 2 or 3"));
  length = start[8] | start[9] << 8;
  begin = 10;
  if (start[6] > 1)
    {
      length |= (guint64) start[10] << 16 | (guint64) start[11] << 24;
      begin = 12;
    }
  if (length > LONGEST_HEADER || begin + length > opening->size)
    return refuse (opening, error, _("that ends within its header"));
  text = g_malloc0 (length + 1);
  if (!ondes_pread_all (opening->fd, opening->display, begin, length, text, error))
    return FALSE;
  if (!parse_header (text, header))
    return refuse (opening, error, _("with a header that cannot be understood; save it again with numpy.save"));
  *data = begin + length;
  return TRUE;
}

/* Finds the frames and channels: of two dimensions the first is time unless the options choose the other. */
static gboolean
check_shape (const OndesOpening *opening,
             const Header       *header,
             guint64            *frames,
             guint64            *channels,
             GError            **error)
{
  const guint time_axis = MAX (opening->options->time_axis, 1);

  if (header->dimensions < 1 || header->dimensions > 2)
    return ondes_error_set (error, ONDES_ERROR_FILE,
                            _("%s is an array of %u dimensions; give one of one dimension, or of two with columns as channels"),
                            opening->display, header->dimensions);
  if (time_axis > header->dimensions)
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_TIME_AXIS,
                                   g_dngettext (GETTEXT_PACKAGE, "%s: the array has %u dimension, so %u is none of them",
                                                "%s: the array has %u dimensions, so %u is none of them", header->dimensions),
                                   opening->display, header->dimensions, time_axis);
  *frames = header->shape[time_axis - 1];
  *channels = header->dimensions == 2 ? header->shape[2 - time_axis] : 1;
  if (*frames == 0 || *channels == 0)
    return ondes_error_set (error, ONDES_ERROR_FILE, _("%s holds an array without elements"), opening->display);
  if (*channels > MAX_CHANNELS)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("%s would have %" PRIu64 " channels; say which dimension is time with %s"), opening->display, *channels,
                   ondes_setting_name (ONDES_SETTING_TIME_AXIS, NULL));
      return FALSE;
    }
  return TRUE;
}

OndesReader *
ondes_npy_open (const OndesOpening *opening,
                GError            **error)
{
  Header header = { .dimensions = G_MAXUINT };
  g_autofree char *descr = NULL;
  OndesReader *reader;
  OndesElement element;
  const char *name = "";
  guint64 data, frames = 0, channels = 0, size, available, row;
  gboolean planar;
  gboolean ok = read_header (opening, &header, &data, error);

  descr = header.descr;
  if (!ok)
    return NULL;
  if (!descr || !parse_descr (descr, &element, &name))
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("%s is a .npy file of type %s, which is not a number; save it as integers, floats or complex numbers"),
                   opening->display, descr ? descr : _("record"));
      return NULL;
    }
  if (!check_shape (opening, &header, &frames, &channels, error))
    return NULL;
  planar = channels > 1 && header.fortran != (opening->options->time_axis == 2);
  available = opening->size - data;
  if (!g_uint64_checked_mul (&row, channels, element.bytes) || !g_uint64_checked_mul (&size, row, frames))
    size = row = G_MAXUINT64;
  if (size > available && (planar || available < row))
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("%s says in its header that it has %" PRIu64 " × %" PRIu64
                     " elements of %u bytes, but only %" PRIu64 " bytes follow"),
                   opening->display, header.shape[0], header.dimensions == 2 ? header.shape[1] : 1, element.bytes, available);
      return NULL;
    }
  reader = ondes_elements_open (opening, &(OndesElementLayout) { .element = element, .offset = data,
                                                                 .channels = (guint) channels,
                                                                 .frames = MIN (frames, available / row),
                                                                 .planar = planar }, error);
  if (!reader)
    return NULL;
  reader->format = g_strdup_printf (_(".npy, %u bit %s"), element.bytes * 8, _(name));
  if (size > available)
    ondes_reader_note (reader,
                       g_dngettext (GETTEXT_PACKAGE,
                                    "The header of %s claims %" PRIu64 " frame, but only %" PRIu64 " can be read.",
                                    "The header of %s claims %" PRIu64 " frames, but only %" PRIu64 " can be read.",
                                    (gulong) frames),
                       opening->display, frames, reader->frames);
  reader->takes_time_axis = header.dimensions == 2;
  if (channels >= frames && channels > 1 && opening->options->time_axis == 0)
    ondes_reader_note (reader, _("%s is an array of %" PRIu64 " × %" PRIu64 "; the first dimension is taken as time, and the "
                                 "second as channels. Choose with %s."), opening->display, frames, channels,
                       ondes_setting_name (ONDES_SETTING_TIME_AXIS, NULL));
  return reader;
}
