/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "figure-private.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>
#include <zlib.h>

#include "image-memory.h"
#include "io/out-file.h"
#include "base/words.h"

#define PNG_HEADER 33 /* bytes: signature and IHDR */

/* Destination of Cairo's output. */
typedef struct
{
  OndesOutFile *file;
  GByteArray   *chunks; /* PNG: chunks to insert after the header */
  GString      *svg;    /* the entire SVG, which is changed before it is written; NULL for other formats */
  guint64       written;
  GError       *error;
  gboolean      is_vector;

  /* For vector formats, which a separate thread finishes. */
  gatomicrefcount  ref_count;
  GMutex           mutex;
  GCond            cond;
  GCancellable    *cancellable;
  cairo_surface_t *surface;
  cairo_status_t   status;
  gboolean         finished;
  gboolean         left; /* abandoned: the file is gone */
} Stream;

static Stream *
stream_new (OndesOutFile *file)
{
  Stream *stream = g_new0 (Stream, 1);

  g_atomic_ref_count_init (&stream->ref_count);
  g_mutex_init (&stream->mutex);
  g_cond_init (&stream->cond);
  g_set_object (&stream->cancellable, g_cancellable_get_current ());
  stream->file = file;
  return stream;
}

static void
stream_unref (Stream *stream)
{
  if (!g_atomic_ref_count_dec (&stream->ref_count))
    return;
  g_clear_pointer (&stream->chunks, g_byte_array_unref);
  if (stream->svg != NULL)
    g_string_free (stream->svg, TRUE);
  g_clear_pointer (&stream->surface, cairo_surface_destroy);
  g_clear_error (&stream->error);
  g_clear_object (&stream->cancellable);
  g_cond_clear (&stream->cond);
  g_mutex_clear (&stream->mutex);
  g_free (stream);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Stream, stream_unref)

static gboolean
stream_put (Stream       *stream,
            const guchar *data,
            gsize         n)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&stream->mutex);

  if (stream->left)
    return FALSE;
  if (!stream->error && !g_cancellable_set_error_if_cancelled (stream->cancellable, &stream->error))
    ondes_out_file_write (stream->file, data, n, &stream->error);
  return !stream->error;
}

static cairo_status_t
stream_write (void                *closure,
              const unsigned char *data,
              unsigned int         length)
{
  Stream *stream = closure;
  guint   head = 0;

  if (stream->svg)
    {
      g_string_append_len (stream->svg, (const char *) data, length);
      return CAIRO_STATUS_SUCCESS;
    }
  if (stream->chunks && stream->written + length >= PNG_HEADER)
    {
      head = PNG_HEADER - stream->written;
      if (stream_put (stream, data, head))
        stream_put (stream, stream->chunks->data, stream->chunks->len);
      g_clear_pointer (&stream->chunks, g_byte_array_unref);
    }
  stream->written += length;
  /* Cairo 1.18 leaks the images of a vector surface if its output fails, so @stream alone remembers the error. */
  return stream_put (stream, data + head, length - head) || stream->is_vector ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static void
add_u32 (GByteArray *bytes,
         guint32     value)
{
  guint32 big = GUINT32_TO_BE (value);

  g_byte_array_append (bytes, (const guint8 *) &big, sizeof big);
}

static void
add_chunk (GByteArray *chunks,
           const char *type,
           GByteArray *data)
{
  guint from;

  add_u32 (chunks, data->len);
  from = chunks->len;
  g_byte_array_append (chunks, (const guint8 *) type, 4);
  g_byte_array_append (chunks, data->data, data->len);
  add_u32 (chunks, crc32_z (0, chunks->data + from, chunks->len - from));
}

/* Adds an iTXt chunk: uncompressed, no language, UTF-8. */
static void
add_text (GByteArray *chunks,
          const char *key,
          const char *text)
{
  g_autoptr (GByteArray) data = g_byte_array_new ();

  g_byte_array_append (data, (const guint8 *) key, strlen (key) + 1);
  g_byte_array_append (data, (const guint8 *) "\0\0\0\0", 4);
  g_byte_array_append (data, (const guint8 *) text, strlen (text));
  add_chunk (chunks, "iTXt", data);
}

static GByteArray *
png_chunks (const OndesFigureSize *size,
            const char            *title,
            const char            *caption)
{
  GByteArray            *chunks = g_byte_array_new ();
  g_autoptr (GByteArray) density = g_byte_array_new ();
  guint32                per_metre = lround (size->dpi / 0.0254);

  add_u32 (density, per_metre);
  add_u32 (density, per_metre);
  g_byte_array_append (density, (const guint8 *) "\1", 1);
  add_chunk (chunks, "pHYs", density);
  add_text (chunks, "Title", title);
  add_text (chunks, "Description", caption);
  add_text (chunks, "Software", "Ondes " ONDES_VERSION);
  return chunks;
}

/* Replaces a name that Cairo made up, "image20", by one with the number of its first use. */
static gboolean
renumber (const GMatchInfo *match,
          GString          *result,
          gpointer          numbers)
{
  g_autofree char *before = g_match_info_fetch (match, 1), *name = g_match_info_fetch (match, 2);
  g_autofree char *digits = g_match_info_fetch (match, 3), *whole = g_strconcat (name, digits, NULL);
  gpointer number = g_hash_table_lookup (numbers, whole);

  if (number == NULL)
    {
      number = GUINT_TO_POINTER (g_hash_table_size (numbers) + 1);
      g_hash_table_insert (numbers, g_steal_pointer (&whole), number);
    }
  g_string_append_printf (result, "%s%s%u", before, name, GPOINTER_TO_UINT (number));
  return FALSE;
}

/* Writes the SVG with @text inserted before its end. Cairo numbers its parts by a counter of the whole process, so they are
 * numbered anew: equal figures are equal bytes. */
static void
put_svg (Stream        *stream,
         const GString *text)
{
  g_autoptr (GString) svg = g_steal_pointer (&stream->svg);
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GRegex) names = g_regex_new ("( id=\"|#)([a-z-]+)([0-9]+)(?=[\")])", G_REGEX_RAW, 0, NULL);
  g_autofree char *numbered = g_regex_replace_eval (names, svg->str, (gssize) svg->len, 0, 0, renumber, numbers, NULL);
  const char *end = numbered != NULL ? g_strrstr (numbered, "</svg>") : NULL;
  const gsize before = end != NULL ? (gsize) (end - numbered) : 0;

  if (end == NULL)
    {
      stream_put (stream, (const guchar *) svg->str, svg->len);
      return;
    }
  if (stream_put (stream, (const guchar *) numbered, before) && stream_put (stream, (const guchar *) text->str, text->len))
    stream_put (stream, (const guchar *) end, strlen (end));
}

static gpointer
finish_surface (gpointer data)
{
  g_autoptr (Stream) stream = data;

  cairo_surface_finish (stream->surface);
  g_mutex_lock (&stream->mutex);
  stream->status = cairo_surface_status (stream->surface);
  stream->finished = TRUE;
  g_cond_signal (&stream->cond);
  g_mutex_unlock (&stream->mutex);
  return NULL;
}

static void
on_cancelled (GCancellable *cancellable,
              gpointer      data)
{
  Stream *stream = data;

  g_mutex_lock (&stream->mutex);
  g_cond_signal (&stream->cond);
  g_mutex_unlock (&stream->mutex);
}

/* Cairo compresses an entire picture in one call, which takes seconds for a large one and cannot be cancelled. So a thread runs
 * it; if the figure is cancelled, the thread is left to finish alone and writes nothing more. */
static cairo_status_t
finish_or_leave (Stream *stream)
{
  GThread *thread;
  gulong   handler;

  g_atomic_ref_count_inc (&stream->ref_count);
  thread = g_thread_try_new ("cairo", finish_surface, stream, NULL);
  if (thread == NULL)
    {
      finish_surface (stream);
      return stream->status;
    }
  g_thread_unref (thread);
  handler = stream->cancellable ? g_cancellable_connect (stream->cancellable, G_CALLBACK (on_cancelled), stream, NULL) : 0;
  g_mutex_lock (&stream->mutex);
  while (!stream->finished && !g_cancellable_is_cancelled (stream->cancellable))
    g_cond_wait (&stream->cond, &stream->mutex);
  stream->left = !stream->finished;
  if (stream->left && stream->error == NULL)
    g_cancellable_set_error_if_cancelled (stream->cancellable, &stream->error);
  g_mutex_unlock (&stream->mutex);
  g_cancellable_disconnect (stream->cancellable, handler);
  return stream->left ? CAIRO_STATUS_WRITE_ERROR : stream->status;
}

static cairo_status_t
write_vector (Stream           *stream,
              OndesImageFormat  format,
              const OndesImage *image)
{
  const OndesFigureSize *size = image->size;
  /* PDF units are points of 1/72 inch, SVG units pixels of 1/96 inch. */
  const double     inch = format == ONDES_IMAGE_PDF ? 72 : 96, unit = inch / ondes_figure_size_per_inch (size);
  const double     width = size->width * unit, height = size->height_mm > 0 ? size->height_mm / 25.4 * inch : size->height * unit;
  cairo_surface_t *surface;
  cairo_status_t   status, finished;
  cairo_t         *cr;
  g_autoptr (GString) text = g_string_new (NULL);

  stream->is_vector = TRUE;
  if (format == ONDES_IMAGE_SVG)
    stream->svg = g_string_new (NULL);
  if (format == ONDES_IMAGE_PDF)
    {
      surface = cairo_pdf_surface_create_for_stream (stream_write, stream, width, height);
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, image->title ? image->title : "");
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, image->caption);
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Ondes " ONDES_VERSION);
      /* Without the date of now, equal figures are equal bytes. */
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, NULL);
    }
  else
    {
      surface = cairo_svg_surface_create_for_stream (stream_write, stream, width, height);
      cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
      if (size->svg_text)
        ondes_draw_text_as_text (surface, text);
    }
  cr = cairo_create (surface);
  cairo_scale (cr, unit, unit);
  image->draw (cr, size, image->data);
  status = cairo_status (cr);
  cairo_destroy (cr);
  stream->surface = surface;
  finished = finish_or_leave (stream);
  if (stream->svg && !stream->left)
    put_svg (stream, text);
  return status == CAIRO_STATUS_SUCCESS ? finished : status;
}

/* Draws a figure whose size has been checked; the surface may be in an error state. */
static cairo_surface_t *
draw_pixels (const OndesImage *image)
{
  const OndesFigureSize *size = image->size;
  cairo_surface_t *surface;
  cairo_t         *cr;

  surface = ondes_image_new (CAIRO_FORMAT_RGB24, lround (size->width * size->scale_factor),
                             lround (size->height * size->scale_factor));
  cr = cairo_create (surface);
  /* Fill the background, including a last pixel that is only partly covered. */
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_scale (cr, size->scale_factor, size->scale_factor);
  image->draw (cr, size, image->data);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* Returns the pixels; NULL on failure. */
static cairo_surface_t *
render (const OndesImage *image,
        GError          **error)
{
  cairo_surface_t *surface = draw_pixels (image);
  cairo_status_t   status = cairo_surface_status (surface);

  if (status == CAIRO_STATUS_SUCCESS && !g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error))
    return surface;
  if (status != CAIRO_STATUS_SUCCESS)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("Could not create the image: %s"), cairo_status_to_string (status));
  cairo_surface_destroy (surface);
  return NULL;
}

static gboolean
write_file (const OndesImageTarget *to,
            const OndesImage       *image,
            GError                **error)
{
  const OndesFigureSize   *size = image->size;
  g_autoptr (OndesOutFile) file = NULL;
  g_autoptr (Stream)       stream = NULL;
  cairo_status_t           status;

  file = ondes_out_file_new (to->path, error);
  if (!file)
    return FALSE;

  stream = stream_new (file);
  if (to->format == ONDES_IMAGE_PNG)
    {
      cairo_surface_t *surface = draw_pixels (image);

      stream->chunks = png_chunks (size, image->title ? image->title : "", image->caption);
      status = cairo_surface_status (surface);
      if (g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), &stream->error))
        status = CAIRO_STATUS_WRITE_ERROR;
      if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png_stream (surface, stream_write, stream);
      cairo_surface_destroy (surface);
      g_clear_pointer (&stream->chunks, g_byte_array_unref);
    }
  else
    status = write_vector (stream, to->format, image);

  if (stream->error)
    {
      g_propagate_error (error, g_steal_pointer (&stream->error));
      return FALSE;
    }
  if (status != CAIRO_STATUS_SUCCESS)
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_SIZE,
                                   _("%s: the figure of %dx%d could not be drawn: %s; choose a smaller %s"),
                                   ondes_out_file_get_name (file), size->width, size->height, cairo_status_to_string (status),
                                   ondes_setting_name (ONDES_SETTING_SIZE, NULL));
  return ondes_out_file_commit (file, error);
}

/* Without any font, Pango draws letters from memory that is not its own. */
static gboolean
check_fonts (GError **error)
{
  static gsize found;

  if (g_once_init_enter (&found))
    {
      PangoFontMap *map = pango_cairo_font_map_get_default ();
      PangoContext *context = pango_font_map_create_context (map);
      PangoFontDescription *description = pango_font_description_from_string ("Sans 10");
      PangoFont *font = pango_font_map_load_font (map, context, description);

      g_once_init_leave (&found, font != NULL ? 2 : 1);
      g_clear_object (&font);
      pango_font_description_free (description);
      g_object_unref (context);
    }
  if (found == 2)
    return TRUE;
  g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE,
                       _("fonts: none is installed, so no figure can be drawn; install one, such as Debian’s fonts-dejavu-core"));
  return FALSE;
}

gboolean
ondes_image_write (const OndesImageTarget *to,
                   const OndesImage       *image,
                   GError                **error)
{
  g_return_val_if_fail (to != NULL && (to->path != NULL || to->surface != NULL), FALSE);
  g_return_val_if_fail (image != NULL && image->size != NULL && image->draw != NULL, FALSE);

  if (to->surface != NULL)
    *to->surface = NULL;
  if (!ondes_figure_size_check (image->size, error) || !check_fonts (error))
    return FALSE;
  if (to->surface == NULL)
    return write_file (to, image, error);
  *to->surface = render (image, error);
  return *to->surface != NULL;
}
