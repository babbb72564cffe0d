/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exported figures: pixels of the raster are pixels of the file, files are whole, sizes are checked, captions tell all. */
#include <glib/gstdio.h>
#include <string.h>

#include "picture.h"

static OndesExtent *
random_extents (const OndesFigureSize *size)
{
  guint        columns = ondes_figure_columns (size);
  OndesExtent *extents = g_new0 (OndesExtent, columns);

  for (guint i = 0; i < columns; i++)
    {
      extents[i].max = g_test_rand_double_range (0, 1e-3);
      extents[i].min = -extents[i].max;
      extents[i].gaps = g_test_rand_int_range (0, 40) == 0;
    }
  return extents;
}

static OndesFigureSize
random_size (void)
{
  OndesFigureSize size = ondes_figure_size_default;

  size.width = 200 * pow (8, g_test_rand_double ());
  size.height = 150 * pow (8, g_test_rand_double ());
  size.scale_factor = (double[]) { 1, 1, 2, 1.5, 3, 1.25 }[g_test_rand_int_range (0, 6)];
  return size;
}

static char *
new_folder (void)
{
  GError *error = NULL;
  char   *folder = g_dir_make_tmp ("ondes-figure-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint            n = 0;

  while (g_dir_read_name (dir))
    n++;
  return n;
}

static void
test_columns_are_pixels (void)
{
  for (int round = 0; round < 20; round++)
    {
      OndesFigureSize            size = random_size ();
      guint                      columns = ondes_figure_columns (&size), at = 0, found = 0;
      g_autoptr (OndesScalogram) picture = picture_new (10, 400, 4, 1000, columns, (guint64) columns * 7);
      g_autofree OndesExtent    *extents = random_extents (&size);
      OndesDisplay               display = ondes_display_default;
      cairo_surface_t           *surface;
      const guint32             *colours;
      int                        width, height;

      /* A colour of each column's own, all over its height. */
      display.palette = 0;
      display.decibel = FALSE;
      display.reference = 256;
      display.cone = FALSE;
      for (guint j = 0; j < columns; j++)
        for (guint i = 0; i < picture->rows; i++)
          *picture_at (picture, i, j) = (j * 101) % 256 + 0.5f;
      picture_done (picture);

      ondes_figure_write (&(OndesImageTarget) { .surface = &surface }, &size, picture, &display, extents, NULL);
      width = cairo_image_surface_get_width (surface);
      height = cairo_image_surface_get_height (surface);
      g_assert_cmpint (width, ==, lround (size.width * size.scale_factor));
      g_assert_cmpint (height, ==, lround (size.height * size.scale_factor));
      colours = ondes_palette_colours (0);
      for (int y = 0; y < height; y++)
        for (int x = 0; x + (int) columns <= width; x++)
          {
            for (at = 0; at < columns && (pixel_at (surface, x + at, y) & 0xffffff) == (colours[(at * 101) % 256] & 0xffffff); at++)
              ;
            if (at == columns)
              {
                found++;
                break;
              }
          }
      if (found == 0)
        g_test_message ("%d × %d, %g", size.width, size.height, size.scale_factor);
      g_assert_cmpuint (found, >=, 20 * size.scale_factor);
      cairo_surface_destroy (surface);
    }
}

/* What a figure of any size must have: nothing at its very edge, where something would be cut. */
static void
test_nothing_is_cut (void)
{
  for (int round = 0; round < 60; round++)
    {
      OndesFigureSize            size = random_size ();
      guint                      columns = ondes_figure_columns (&size);
      double                     rate = pow (10, g_test_rand_double_range (-3, 6));
      g_autoptr (OndesScalogram) picture = picture_new (rate / 1000, rate * 0.45, 4, rate, columns, (guint64) columns * 9);
      g_autofree OndesExtent    *extents = random_extents (&size);
      OndesDisplay               display = ondes_display_default;
      cairo_surface_t           *surface;
      int                        width, height;

      picture_fill_noise (picture);
      display.show = round % 3;
      display.decibel = round % 2;
      display.reference = round % 4 == 1 ? 1.234e-19 : 0;
      if (round % 5 == 0)
        {
          display.view_lo = rate * 0.123456;
          display.view_hi = rate * 0.123457;
        }
      g_free (picture->unit);
      picture->unit = g_strdup (round % 3 ? "m/s²" : "");
      ondes_figure_write (&(OndesImageTarget) { .surface = &surface }, &size, picture, &display, round % 7 ? extents : NULL, NULL);
      width = cairo_image_surface_get_width (surface);
      height = cairo_image_surface_get_height (surface);
      for (int x = 0; x < width; x++)
        {
          g_assert_cmphex (pixel_at (surface, x, 0) & 0xffffff, ==, 0xffffff);
          g_assert_cmphex (pixel_at (surface, x, height - 1) & 0xffffff, ==, 0xffffff);
        }
      for (int y = 0; y < height; y++)
        {
          g_assert_cmphex (pixel_at (surface, 0, y) & 0xffffff, ==, 0xffffff);
          g_assert_cmphex (pixel_at (surface, width - 1, y) & 0xffffff, ==, 0xffffff);
        }
      cairo_surface_destroy (surface);
    }
}

static guint32
read_u32 (const char *data)
{
  guint32 big;

  memcpy (&big, data, sizeof big);
  return GUINT32_FROM_BE (big);
}

/* CRC-32 of the PNG specification's appendix, by its table. */
static guint32
png_crc (const char *data,
         gsize       n)
{
  guint32 table[256], crc = 0xffffffff;

  for (guint i = 0; i < 256; i++)
    {
      table[i] = i;
      for (int k = 0; k < 8; k++)
        table[i] = table[i] & 1 ? 0xedb88320 ^ (table[i] >> 1) : table[i] >> 1;
    }
  for (gsize i = 0; i < n; i++)
    crc = table[(crc ^ (guint8) data[i]) & 0xff] ^ (crc >> 8);
  return crc ^ 0xffffffff;
}

static void
test_png (void)
{
  g_autofree char           *folder = new_folder (), *path = g_build_filename (folder, "figure.png", NULL), *data = NULL;
  g_autofree char           *caption = NULL;
  OndesFigureSize            size = { 500, 400, 2, 300, .title = TRUE, .caption = TRUE };
  guint                      columns = ondes_figure_columns (&size);
  g_autoptr (OndesScalogram) picture = picture_new (10, 400, 12, 1000, columns, columns * 7);
  g_autofree OndesExtent    *extents = random_extents (&size);
  OndesDisplay               display = ondes_display_default;
  cairo_surface_t           *read, *drawn;
  gboolean                   density = FALSE, described = FALSE, ended = FALSE;
  GError                    *error = NULL;
  gsize                      length;

  g_assert_cmphex (png_crc ("IEND", 4), ==, 0xae426082);
  picture_fill_noise (picture);
  ondes_figure_write (&(OndesImageTarget) { path, ONDES_IMAGE_PNG }, &size, picture, &display, extents, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_files (folder), ==, 1);

  /* The same pixels as the clipboard's, twice. */
  read = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (read), ==, CAIRO_STATUS_SUCCESS);
  ondes_figure_write (&(OndesImageTarget) { .surface = &drawn }, &size, picture, &display, extents, NULL);
  g_assert_cmpint (cairo_image_surface_get_width (read), ==, 1000);
  g_assert_cmpint (cairo_image_surface_get_height (read), ==, 800);
  for (int y = 0; y < 800; y++)
    for (int x = 0; x < 1000; x++)
      g_assert_cmphex (pixel_at (read, x, y) & 0xffffff, ==, pixel_at (drawn, x, y) & 0xffffff);
  cairo_surface_destroy (read);
  cairo_surface_destroy (drawn);

  /* Its chunks. */
  caption = ondes_figure_caption (picture, &display);
  g_file_get_contents (path, &data, &length, &error);
  g_assert_no_error (error);
  for (gsize at = 8; at < length;)
    {
      guint32     n = read_u32 (data + at);
      const char *body = data + at + 8;

      g_assert_cmpuint (at + 12 + n, <=, length);
      g_assert_cmphex (read_u32 (body + n), ==, png_crc (data + at + 4, n + 4));
      if (memcmp (data + at + 4, "pHYs", 4) == 0)
        {
          density = TRUE;
          g_assert_cmpuint (n, ==, 9);
          g_assert_cmpuint (read_u32 (body), ==, 11811);
          g_assert_cmpuint (read_u32 (body + 4), ==, 11811);
          g_assert_cmpint (body[8], ==, 1);
        }
      if (memcmp (data + at + 4, "iTXt", 4) == 0 && strcmp (body, "Description") == 0)
        {
          described = TRUE;
          g_assert_cmpmem (body + 16, n - 16, caption, strlen (caption));
        }
      ended = memcmp (data + at + 4, "IEND", 4) == 0;
      at += 12 + n;
    }
  g_assert_true (density);
  g_assert_true (described);
  g_assert_true (ended);
  g_unlink (path);
  g_rmdir (folder);
}

/* A PDF and after it what its compressed streams hold; newer Cairo puts the page's size and the title into one. */
static GByteArray *
pdf_inflated (const char *bytes,
              gsize       length)
{
  GByteArray *text = g_byte_array_append (g_byte_array_new (), (const guint8 *) bytes, length);
  const char *end = bytes + length, *at = bytes;

  while ((at = memmem (at, end - at, "stream\n", 7)) != NULL)
    {
      g_autoptr (GConverter) inflate = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB));
      GConverterResult result = G_CONVERTER_CONVERTED;
      gsize read, written;
      char plain[4096];

      /* What is no zlib stream (a font, an image) or ends early is an error, and left. */
      for (at += 7; result == G_CONVERTER_CONVERTED; at += read)
        {
          read = written = 0;
          result = g_converter_convert (inflate, at, end - at, plain, sizeof plain, 0, &read, &written, NULL);
          g_byte_array_append (text, (const guint8 *) plain, written);
        }
    }
  return text;
}

static void
test_vectors (void)
{
  g_autofree char           *folder = new_folder (), *svg = g_build_filename (folder, "figure.svg", NULL);
  g_autofree char           *pdf = g_build_filename (folder, "figure.pdf", NULL), *text = NULL, *bytes = NULL;
  OndesFigureSize            size = { 600, 450, 1, 96, .title = TRUE, .caption = TRUE };
  guint                      columns = ondes_figure_columns (&size);
  g_autoptr (OndesScalogram) picture = picture_new (10, 400, 12, 1000, columns, columns * 7);
  OndesDisplay               display = ondes_display_default;
  g_autoptr (GByteArray)     inflated = NULL;
  GError                    *error = NULL;
  gsize                      length;

  picture_fill_noise (picture);
  ondes_figure_write (&(OndesImageTarget) { svg, ONDES_IMAGE_SVG }, &size, picture, &display, NULL, &error);
  g_assert_no_error (error);
  g_file_get_contents (svg, &text, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (text, "<svg"));
  g_assert_nonnull (strstr (text, "width=\"600px\""));
  g_assert_nonnull (strstr (text, "height=\"450px\""));
  g_assert_nonnull (strstr (text, "data:image/png"));
  g_assert_true (g_str_has_suffix (g_strchomp (text), "</svg>"));

  /* 600 units at 150 an inch are 4 inches: 288 points. */
  size.dpi = 150;
  ondes_figure_write (&(OndesImageTarget) { pdf, ONDES_IMAGE_PDF }, &size, picture, &display, NULL, &error);
  g_assert_no_error (error);
  g_file_get_contents (pdf, &bytes, &length, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (bytes, "%PDF-"));
  inflated = pdf_inflated (bytes, length);
  g_assert_nonnull (memmem (inflated->data, inflated->len, "0 0 288 216", 11));
  g_assert_nonnull (memmem (inflated->data, inflated->len, "a recording", 11));
  g_assert_nonnull (memmem (bytes + length - 16, 16, "%%EOF", 5));

  g_assert_cmpuint (count_files (folder), ==, 2);
  g_unlink (svg);
  g_unlink (pdf);
  g_rmdir (folder);
}

/* Returns the numbers of a PDF's MediaBox, in points. */
static void
read_page (const GByteArray *inflated,
           double           *width,
           double           *height)
{
  const char *box = memmem (inflated->data, inflated->len, "/MediaBox", 9);
  g_autofree char *text = box != NULL ? g_strndup (box, 60) : NULL;
  const char *numbers = text != NULL ? strchr (text, '[') : NULL;
  char *rest;

  g_assert_nonnull (numbers);
  g_assert_cmpfloat (g_ascii_strtod (numbers + 1, &rest), ==, 0);
  g_assert_cmpfloat (g_ascii_strtod (rest, &rest), ==, 0);
  *width = g_ascii_strtod (rest, &rest);
  *height = g_ascii_strtod (rest, &rest);
}

/* Returns the size in points of @words of an SVG, whose pixels are 1/96 inch. */
static double
type_of (const char *svg,
         const char *words)
{
  const char *end = strstr (svg, words), *text = end != NULL ? g_strrstr_len (svg, end - svg, "<text") : NULL;
  const char *size = text != NULL ? strstr (text, "font-size") : NULL;
  char *rest;
  double xx, yx;

  g_assert_true (size != NULL && size < end);
  xx = g_ascii_strtod (strstr (text, "matrix(") + strlen ("matrix("), &rest);
  yx = g_ascii_strtod (rest, NULL);
  return g_ascii_strtod (size + strlen ("font-size") + 1 + (size[strlen ("font-size") + 1] == '"'), NULL) * hypot (xx, yx) * 0.75;
}

/* On paper a figure has the millimetres, the points and the dots an inch that are asked for, and no words that are not. */
static void
test_paper (void)
{
  static const double widths_mm[] = { 53, 85, 170, 123.4 };
  g_autoptr (OndesScalogram) picture = picture_new (50, 2000, 24, 10000, 40, 100000);
  g_autofree char *folder = new_folder (), *pdf = g_build_filename (folder, "x.pdf", NULL);
  g_autofree char *svg = g_build_filename (folder, "x.svg", NULL);
  const double type_pt = g_test_rand_double_range (5, 6);

  picture_done (picture);
  for (guint i = 0; i < G_N_ELEMENTS (widths_mm); i++)
    {
      OndesFigureSize size = ondes_figure_size_default;
      g_autoptr (GByteArray) inflated = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *bytes = NULL, *text = NULL;
      cairo_surface_t *surface;
      double width, height;
      gsize length;

      size.width_mm = widths_mm[i];
      size.height_mm = i % 2 ? 57.3 : 0;
      size.dpi = 300;
      size.type_pt = type_pt;
      size.title = size.caption = i == 3;
      size.svg_text = TRUE;
      ondes_figure_size_settle (&size);
      g_assert_true (ondes_figure_size_check (&size, NULL));
      ondes_figure_write (&(OndesImageTarget) { pdf, ONDES_IMAGE_PDF }, &size, picture, &ondes_display_default, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (pdf, &bytes, &length, NULL));
      inflated = pdf_inflated (bytes, length);
      read_page (inflated, &width, &height);
      g_assert_cmpfloat (fabs (width / 72 * 25.4 - widths_mm[i]), <, 0.001);
      g_assert_cmpfloat (fabs (height / 72 * 25.4 - (i % 2 ? 57.3 : MAX (widths_mm[i] * 2 / 3, 40))), <, i % 2 ? 0.001 : 0.14);

      ondes_figure_write (&(OndesImageTarget) { svg, ONDES_IMAGE_SVG }, &size, picture, &ondes_display_default, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (svg, &text, NULL, NULL));
      g_assert_cmpint (strstr (text, ">a recording</text>") != NULL, ==, size.title);
      g_assert_cmpint (strstr (text, "Morlet") != NULL, ==, size.caption);
      g_assert_cmpfloat (fabs (type_of (text, ">frequency (Hz)</text>") - type_pt), <, 0.02);

      g_assert_true (ondes_figure_write (&(OndesImageTarget) { .surface = &surface }, &size, picture, &ondes_display_default, NULL,
                                         NULL));
      g_assert_cmpint (cairo_image_surface_get_width (surface), ==, lround (widths_mm[i] / 25.4 * 300));
      cairo_surface_destroy (surface);
    }
  g_unlink (pdf);
  g_unlink (svg);
  g_rmdir (folder);
}

/* The same figure is the same bytes, whatever was drawn in between and whenever that is. */
static void
test_same_bytes (void)
{
  static const OndesImageFormat formats[] = { ONDES_IMAGE_PNG, ONDES_IMAGE_SVG, ONDES_IMAGE_PDF, ONDES_IMAGE_SVG };
  g_autoptr (OndesScalogram)    s = picture_new (50, 2000, 24, 10000, 40, 100000);
  g_autofree char              *folder = new_folder (), *path = g_build_filename (folder, "x", NULL);
  g_autoptr (GPtrArray)         kept = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  picture_done (s);
  for (guint round = 0; round < 2; round++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
        {
          OndesFigureSize    size = ondes_figure_size_default;
          g_autoptr (GError) error = NULL;
          char              *text;
          gsize              n;

          size.svg_text = i == 3;
          ondes_figure_write (&(OndesImageTarget) { path, formats[i] }, &size, s, &ondes_display_default, NULL, &error);
          g_assert_no_error (error);
          g_assert_true (g_file_get_contents (path, &text, &n, NULL));
          g_ptr_array_add (kept, g_bytes_new_take (text, n));
        }
      cairo_surface_destroy (cairo_image_surface_create (CAIRO_FORMAT_A8, 8, 8));
      if (round == 0)
        g_usleep (1100000); /* the date in a PDF has seconds */
    }
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    g_assert_true (g_bytes_equal (kept->pdata[i], kept->pdata[i + G_N_ELEMENTS (formats)]));
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_no_half_file (void)
{
  g_autofree char           *folder = new_folder (), *missing = g_build_filename (folder, "no", "figure.png", NULL);
  g_autofree char           *there = g_build_filename (folder, "there.png", NULL), *data = NULL;
  const char *const          paths[] = { missing, folder, "/dev/full" };
  OndesFigureSize            size = { 300, 200, 1, 96 }, wrong = { 30, 20, 1, 96 };
  g_autoptr (OndesScalogram) picture = picture_new (10, 400, 12, 1000, 50, 500);
  OndesDisplay               display = ondes_display_default;
  GError                    *error = NULL;

  picture_fill_noise (picture);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    for (int format = ONDES_IMAGE_PNG; format <= ONDES_IMAGE_PDF; format++)
      {
        g_assert_false (ondes_figure_write (&(OndesImageTarget) { paths[i], format }, &size, picture, &display, NULL, &error));
        g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
        g_assert_true (g_str_has_prefix (error->message, paths[i]));
        g_clear_error (&error);
        g_assert_cmpuint (count_files (folder), ==, 0);
      }

  /* What was there stays. */
  g_file_set_contents (there, "mine", -1, &error);
  g_assert_no_error (error);
  g_assert_false (ondes_figure_write (&(OndesImageTarget) { there, ONDES_IMAGE_PNG }, &wrong, picture, &display, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);
  g_file_get_contents (there, &data, NULL, &error);
  g_assert_cmpstr (data, ==, "mine");
  g_unlink (there);
  g_rmdir (folder);
}

static void
test_sizes (void)
{
  static const OndesFigureSize wrong[] = {
    { 0, 0, 1, 96 },        { 199, 800, 1, 96 },   { 800, 149, 1, 96 },       { -800, 600, 1, 96 },     { 800, 600, 0, 96 },
    { 800, 600, -1, 96 },   { 800, 600, 21, 96 },  { 800, 600, 1, 0 },        { 40000, 600, 1, 96 },    { 20000, 600, 2, 96 },
    { 32000, 32000, 1, 96 }, { G_MAXINT, G_MAXINT, 20, 96 }, { 800, 600, NAN, 96 }, { 800, 600, 1, NAN }, { 800, 600, 1, INFINITY },
  };
  static const OndesFigureSize right[] = {
    { 200, 150, 1, 96 }, { 1200, 800, 1, 96 }, { 1200, 800, 4, 600 }, { 32767, 200, 1, 96 }, { 200, 150, 0.1, 1 },
  };
  g_autoptr (OndesScalogram) picture = picture_new (10, 400, 8, 1000, 100, 1000);

  picture_fill_noise (picture);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *sentence = NULL;
      cairo_surface_t *surface;

      g_assert_false (ondes_figure_size_check (&wrong[i], &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
      sentence = ondes_error_sentence (error);
      g_assert_true (g_str_has_prefix (sentence, "--"));
      g_assert_false (g_str_has_prefix (error->message, "--"));
      g_assert_nonnull (ondes_error_get_value (error));
      g_assert_cmpuint (ondes_figure_columns (&wrong[i]), ==, 1);
      g_assert_false (ondes_figure_write (&(OndesImageTarget) { .surface = &surface }, &wrong[i], picture,
                                          &ondes_display_default, NULL, NULL));
      g_assert_null (surface);
    }
  for (guint i = 0; i < G_N_ELEMENTS (right); i++)
    {
      GError *error = NULL;

      ondes_figure_size_check (&right[i], &error);
      g_assert_no_error (error);
      g_assert_cmpuint (ondes_figure_columns (&right[i]), >=, 1);
      g_assert_cmpuint (ondes_figure_columns (&right[i]), <, right[i].width * right[i].scale_factor);
    }
}

static void
test_caption (void)
{
  g_autoptr (OndesScalogram) picture = picture_new (10, 400, 12, 1000, 50, 500);
  OndesDisplay               display = ondes_display_default;
  g_autofree char           *caption = NULL, *again = NULL, *other = NULL, *spec = NULL;

  picture_fill_noise (picture);
  display.reference = 0.0125;
  display.db_range = 60;
  caption = ondes_figure_caption (picture, &display);
  spec = ondes_spec_describe (picture->spec);
  g_assert_nonnull (strstr (caption, spec + 1));
  g_assert_nonnull (strstr (caption, "--frequencies 10:400 --voices 12"));
  g_assert_nonnull (strstr (caption, "400 Hz"));
  g_assert_nonnull (strstr (caption, "500 samples at 1000 Hz"));
  g_assert_nonnull (strstr (caption, "viridis"));
  g_assert_nonnull (strstr (caption, "60 dB below 0.0125"));

  /* Nothing of the machine or the moment. */
  g_assert_null (strstr (caption, "ms"));
  g_free (picture->report);
  picture->report = g_strdup ("cuda, 0.2 ms");
  again = ondes_figure_caption (picture, &display);
  g_assert_cmpstr (caption, ==, again);

  display.decibel = FALSE;
  picture->view.first = 100;
  picture->view.count = 200;
  g_free (picture->time_unit);
  picture->time_unit = g_strdup ("a");
  picture->channel = g_strdup ("channel 2 of 3 (H1)");
  other = ondes_figure_caption (picture, &display);
  g_assert_nonnull (strstr (other, "Samples 100 to 300 (of 500) of channel 2 of 3 (H1) at 1000 a year"));
  g_assert_nonnull (strstr (other, "linear from 0 to 0.0125"));
  g_assert_nonnull (strstr (other, "400 cycles/year"));
}

static void
test_channels (void)
{
  static const char *const   names[] = { "H1", NULL, "V1" };
  static const char *const   expected[] = { "the mean of 3 channels", "channel 1 of 3 (H1)", "channel 2 of 3",
                                            "channel 3 of 3 (V1)" };
  const OndesView            view = { 0, 64, 8, FALSE };
  const double               samples[64] = { [20] = 1 };
  g_autoptr (OndesComputer)  computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (OndesSource)    source = ondes_array_source_new (ONDES_F64, samples, 64, 100);
  g_autoptr (OndesScalogram) made = picture_new (5, 40, 4, 100, 8, 64);
  GError                    *error = NULL;

  for (guint channels = 1; channels <= 3; channels += 2)
    for (guint channel = 0; channel <= channels; channel++)
      {
        OndesRecordingInfo         info = { .name = "", .time_unit = "s", .unit = "", .channels = channels,
                                            .channel_names = names };
        const OndesScalogramJob    job = { .spec = made->spec, .source = source, .view = view, .info = &info };
        g_autoptr (OndesScalogram) picture = NULL;

        source->channel = channel;
        picture = ondes_scalogram_compute (computer, &job, NULL, NULL, &error);
        g_assert_no_error (error);
        g_assert_cmpstr (picture->channel, ==, channels == 1 ? NULL : expected[channel]);
      }
}

static void
test_odd_pictures (void)
{
  OndesFigureSize            size = { 300, 240, 1, 96, .title = TRUE, .caption = TRUE };
  g_autoptr (OndesScalogram) picture = picture_new (100, 101, 1, 1000, 1, 1);
  guint                      columns = ondes_figure_columns (&size);
  g_autofree OndesExtent    *extents = g_new0 (OndesExtent, columns);
  OndesDisplay               display = ondes_display_default;

  /* One row, one sample, silence, no name, no unit; then nothing known at all. */
  g_clear_pointer (&picture->name, g_free);
  g_clear_pointer (&picture->unit, g_free);
  for (int round = 0; round < 12; round++)
    {
      cairo_surface_t *surface;

      display.show = round % 3;
      display.decibel = round % 2;
      if (round == 6)
        {
          *picture_at (picture, 0, 0) = NAN;
          for (guint i = 0; i < columns; i++)
            extents[i] = (OndesExtent) { 1, -1, 0, 1 };
        }
      ondes_figure_write (&(OndesImageTarget) { .surface = &surface }, &size, picture, &display, extents, NULL);
      g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
      cairo_surface_destroy (surface);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/figure/a-column-is-a-pixel", test_columns_are_pixels);
  g_test_add_func ("/ondes/figure/nothing-is-cut", test_nothing_is_cut);
  g_test_add_func ("/ondes/figure/png-has-the-pixels-and-the-density", test_png);
  g_test_add_func ("/ondes/figure/svg-and-pdf-are-whole", test_vectors);
  g_test_add_func ("/ondes/figure/on-paper-is-in-true-size", test_paper);
  g_test_add_func ("/ondes/figure/the-same-figure-is-the-same-bytes", test_same_bytes);
  g_test_add_func ("/ondes/figure/no-half-file", test_no_half_file);
  g_test_add_func ("/ondes/figure/sizes-are-checked", test_sizes);
  g_test_add_func ("/ondes/figure/caption-tells-the-parameters", test_caption);
  g_test_add_func ("/ondes/figure/caption-names-the-channel", test_channels);
  g_test_add_func ("/ondes/figure/odd-pictures-draw", test_odd_pictures);
  return g_test_run ();
}
