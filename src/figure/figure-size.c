/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure-size.h"

#include "base/number.h"
#include "base/request-error.h"
#include "base/words.h"

#include <math.h>

#define MM_PER_INCH 25.4
#define UNITS_PER_INCH 96.0 /* on paper, up to the rounding of a width to whole units */
#define LEAST_MM     40     /* of height */
#define LEAST_WIDTH  260    /* units that a figure of full type needs */
#define LEAST_HEIGHT 150

const OndesFigureSize ondes_figure_size_default = { .width = 1200, .height = 800, .scale_factor = 1, .dpi = 96, .title = TRUE,
                                                    .caption = TRUE };

static gboolean
is_on_paper (gconstpointer owner)
{
  return ((const OndesFigureSize *) owner)->width_mm > 0;
}

static gboolean
is_in_pixels (gconstpointer owner)
{
  return !is_on_paper (owner);
}

static gboolean
parse_size (const OndesParam *row,
            const char       *text,
            gpointer          owner,
            GError          **error)
{
  OndesFigureSize *size = owner;
  g_auto (GStrv) parts = g_strsplit (text, "x", 3);
  guint64 width, height;

  if (g_strv_length (parts) != 2 || !g_ascii_string_to_unsigned (parts[0], 10, 0, G_MAXINT, &width, NULL)
      || !g_ascii_string_to_unsigned (parts[1], 10, 0, G_MAXINT, &height, NULL))
    return FALSE;
  size->width = (int) width;
  size->height = (int) height;
  return TRUE;
}

static char *
print_size (gconstpointer owner)
{
  const OndesFigureSize *size = owner;

  return g_strdup_printf ("%dx%d", size->width, size->height);
}

#define FIELD(name) G_STRUCT_OFFSET (OndesFigureSize, name)

static const OndesParam rows[] = {
  { "size", ONDES_PARAM_FORM, FIELD (width), .size = 2 * sizeof (int), .parse = parse_size, .print = print_size,
    .option = "--size", .argument = "WxH",
    .help = "user units, pixels at scale 1, 200x150 to 32767x32767, 268 million pixels in all (default 1200x800)",
    .expected = N_("WxH, two whole numbers, as 1200x800"), .title = N_("Size of pictures"), .setting = ONDES_SETTING_SIZE,
    .applies = is_in_pixels },
  { "width", ONDES_PARAM_INDEX, FIELD (width), .low = 200, .high = 16384, .group = "pixels", .title = N_("Width"),
    .slider_low = 400, .slider_high = 4000, .unit = N_("px"), .applies = is_in_pixels },
  { "height", ONDES_PARAM_INDEX, FIELD (height), .low = 200, .high = 16384, .group = "pixels", .title = N_("Height"),
    .slider_low = 300, .slider_high = 3000, .unit = N_("px"), .applies = is_in_pixels },
  { "scale", ONDES_PARAM_NUMBER, FIELD (scale_factor), .flags = ONDES_PARAM_REMEMBERED, .option = "--scale-factor",
    .argument = "K", .help = "pixels per user unit, 0.1 to 20 (default 1)", .group = "pixels", .title = N_("Scale factor"),
    .slider_low = 0.5, .slider_high = 8, .setting = ONDES_SETTING_SCALE_FACTOR, .applies = is_in_pixels,
    .tip = N_("Pixels of each unit of the size: type and lines grow with it") },
  { "width-mm", ONDES_PARAM_NUMBER, FIELD (width_mm), .flags = ONDES_PARAM_REMEMBERED, .low = 53, .high = 2000,
    .option = "--width-mm", .argument = "W",
    .help = "width on paper in millimetres, 53 to 2000, in place of --size and --scale-factor", .group = "paper",
    .title = N_("Width"), .said = N_("Width on paper (mm)"), .slider_low = 60, .slider_high = 300, .unit = N_("mm"),
    .applies = is_on_paper },
  { "height-mm", ONDES_PARAM_NUMBER, FIELD (height_mm), .flags = ONDES_PARAM_REMEMBERED, .low = LEAST_MM, .high = 2000,
    .option = "--height-mm", .argument = "H",
    .help = "height on paper in millimetres, 40 to 2000 (default two thirds of --width-mm, at least 40)", .group = "paper",
    .title = N_("Height"), .said = N_("Height on paper (mm)"), .slider_low = 40, .slider_high = 300, .unit = N_("mm"),
    .applies = is_on_paper },
  { "dpi", ONDES_PARAM_NUMBER, FIELD (dpi), .flags = ONDES_PARAM_REMEMBERED, .option = "--dpi", .argument = "D",
    .help = "resolution in dots per inch, 1 to 100000 (default 96, with --width-mm 300)", .group = "type",
    .title = N_("Resolution (dpi)"), .slider_low = 72, .slider_high = 1200, .setting = ONDES_SETTING_DPI },
  { "type-size", ONDES_PARAM_NUMBER, FIELD (type_pt), .flags = ONDES_PARAM_REMEMBERED | ONDES_PARAM_LINEAR, .low = 4, .high = 36,
    .option = "--type-size", .argument = "PT",
    .help = "type of the rulers in points, 4 to 36; title and caption go by it (default by the size, at most 9)", .group = "type",
    .title = N_("Type size"), .slider_low = 5, .slider_high = 16, .unit = N_("pt"), .setting = ONDES_SETTING_TYPE_SIZE,
    .automatic = N_("Type size by the size of the figure") },
  { "title", ONDES_PARAM_BOOLEAN, FIELD (title), .flags = ONDES_PARAM_REMEMBERED | ONDES_PARAM_UNSET, .option = "--no-title",
    .help = "no name of the recording above the plot", .group = "type", .title = N_("Title"), .said = N_("No title"),
    .tip = N_("The name of the recording above the plot") },
  { "caption", ONDES_PARAM_BOOLEAN, FIELD (caption), .flags = ONDES_PARAM_REMEMBERED | ONDES_PARAM_UNSET,
    .option = "--no-caption", .help = "no settings below the plot; the file has them as its description all the same",
    .group = "type", .title = N_("Caption"), .said = N_("No caption"),
    .tip = N_("The settings below the plot; the file has them as its description all the same") },
  { "svg-text", ONDES_PARAM_BOOLEAN, FIELD (svg_text), .flags = ONDES_PARAM_REMEMBERED, .option = "--svg-text",
    .help = "SVG: text as text, to be edited and searched, in fonts of the viewer (default: as outlines)", .group = "svg",
    .title = N_("Editable text"), .tip = N_("Otherwise it is drawn as outlines") },
  { "second-axis", ONDES_PARAM_BOOLEAN, FIELD (second_axis), .option = "--second-axis", .title = N_("Second axis") },
  { NULL },
};

const OndesParamTable ondes_figure_size_params = { rows, &ondes_figure_size_default };

void
ondes_figure_size_settle (OndesFigureSize *size)
{
  const double height_mm = size->height_mm > 0 ? size->height_mm : MAX (size->width_mm * 2 / 3, LEAST_MM);
  double per_inch;

  if (!is_on_paper (size))
    return;
  size->width = (int) lround (size->width_mm / MM_PER_INCH * UNITS_PER_INCH);
  per_inch = ondes_figure_size_per_inch (size);
  size->height = (int) lround (height_mm / MM_PER_INCH * per_inch);
  size->scale_factor = size->dpi / per_inch;
}

double
ondes_figure_size_per_inch (const OndesFigureSize *size)
{
  return is_on_paper (size) ? size->width * MM_PER_INCH / size->width_mm : size->dpi;
}

static gboolean
check_type (const OndesFigureSize *size,
            GError               **error)
{
  const double factor = size->type_pt / 9 * ondes_figure_size_per_inch (size) / UNITS_PER_INCH;
  char number[ONDES_NUMBER_SIZE];

  return (size->width >= LEAST_WIDTH * factor && size->height >= LEAST_HEIGHT * factor)
         || ondes_request_error_set (error, ONDES_SETTING_TYPE_SIZE, ondes_number_print (number, size->type_pt),
                                     _("%g points leave no room for the plot; choose smaller type or a larger figure"),
                                     size->type_pt);
}

gboolean
ondes_figure_size_check (const OndesFigureSize *size,
                         GError               **error)
{
  g_autofree char *asked = print_size (size);
  char number[ONDES_NUMBER_SIZE];
  double width = size->width * size->scale_factor, height = size->height * size->scale_factor;

  if (!(size->dpi >= 1 && size->dpi <= 100000))
    ondes_request_error_set (error, ONDES_SETTING_DPI, ondes_number_print (number, size->dpi),
                             _("%g is out of range; choose 1 to 100000"), size->dpi);
  else if (is_on_paper (size) && !(size->scale_factor >= 0.1 && size->scale_factor <= 20))
    ondes_request_error_set (error, ONDES_SETTING_DPI, ondes_number_print (number, size->dpi),
                             _("%g is out of range on paper; choose 10 to 1900"), size->dpi);
  else if (!(size->scale_factor >= 0.1 && size->scale_factor <= 20))
    ondes_request_error_set (error, ONDES_SETTING_SCALE_FACTOR, ondes_number_print (number, size->scale_factor),
                             _("%g is out of range; choose 0.1 to 20"), size->scale_factor);
  else if (size->width < 200 || size->height < 150)
    ondes_request_error_set (error, ONDES_SETTING_SIZE, asked,
                             _("%dx%d has no room for a figure; choose at least 200x150"), size->width, size->height);
  else if (width > 32767 || height > 32767 || width * height > 1 << 28)
    ondes_request_error_set (error, ONDES_SETTING_SIZE, asked,
                             _("%dx%d at scale factor %g is larger than an image can be; choose at most 32767 pixels a side and "
                               "268 million in all"),
                             size->width, size->height, size->scale_factor);
  else
    return check_type (size, error);
  return FALSE;
}
