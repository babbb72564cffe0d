/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read-options.h"

#include "base/option.h"
#include "base/request-error.h"
#include "base/words.h"
#include "date.h"

#include <string.h>

#define MOST_ROWS 1000000

static const char *const separators[] = { "auto", "comma", "semicolon", "tab", "blank", NULL };
static const char separator_marks[] = { 0, ',', ';', '\t', ' ' };
static const char *const decimals[] = { "auto", "point", "comma", NULL };
static const char decimal_marks[] = { 0, '.', ',' };
static const char *const date_orders[] = { "auto", "ymd", "dmy", "mdy", NULL };
static const char *const gaps[] = { "auto", "fill", "keep", NULL };
static const char *const times[] = { "auto", "none", NULL };
static const char *const expansions[] = { "auto", "ignore", NULL };
const char *const ondes_time_units[] = { "s", "ms", "min", "h", "d", "a", NULL };

static const char *const separator_titles[]
  = { N_("Automatic"), N_("Comma"), N_("Semicolon"), N_("Tab"), N_("Blanks"), NULL };
static const char *const decimal_titles[] = { N_("Automatic"), N_("Point"), N_("Comma"), NULL };
static const char *const order_titles[]
  = { N_("Automatic"), N_("Year, month, day"), N_("Day, month, year"), N_("Month, day, year"), NULL };
static const char *const gap_titles[] = { N_("Automatic"), N_("Gaps"), N_("No gaps"), NULL };

static const char *const unit_titles[]
  = { N_("From the file"), N_("Seconds"), N_("Milliseconds"), N_("Minutes"), N_("Hours"), N_("Days"), N_("Years"), NULL };
static const char *const axis_titles[] = { N_("From the file"), N_("First dimension"), N_("Second dimension"), NULL };
static const char *const filled[] = { NULL };

/* The rows show what is recognised, so they do not offer "auto". */
static gboolean
is_choice (gconstpointer owner,
           guint         word)
{
  return word > 0;
}

static gboolean
parse_raw (const OndesParam *row,
           const char       *text,
           gpointer          owner,
           GError          **error)
{
  OndesReadOptions *options = owner;
  const gboolean raw = ondes_raw_format_parse (text, &options->raw_format, error);

  options->raw = options->raw || raw;
  if (row->setting != ONDES_SETTING_RAW)
    g_prefix_error (error, "%s: ", row->option); /* of a second file */
  return raw;
}

static char *
print_raw (gconstpointer owner)
{
  const OndesReadOptions *options = owner;

  return options->raw ? ondes_raw_format_print (&options->raw_format) : NULL;
}

static gboolean
parse_mark (const OndesParam *row,
            const char       *text,
            gpointer          owner,
            GError          **error)
{
  const int index = ondes_name_index (row->words, text);

  if (index >= 0)
    *((char *) owner + row->offset) = row->words == separators ? separator_marks[index] : decimal_marks[index];
  return index >= 0;
}

static char *
print_mark (const char *const *words,
            const char        *marks,
            char               mark)
{
  guint index = 0;

  while (mark != 0 && words[index] != NULL && marks[index] != mark)
    index++;
  return g_strdup (index > 0 ? words[index] : NULL);
}

static char *
print_separator (gconstpointer owner)
{
  return print_mark (separators, separator_marks, ((const OndesReadOptions *) owner)->text.separator);
}

static char *
print_decimal (gconstpointer owner)
{
  return print_mark (decimals, decimal_marks, ((const OndesReadOptions *) owner)->text.decimal);
}

static gboolean
parse_header_rows (const OndesParam *row,
                   const char       *text,
                   gpointer          owner,
                   GError          **error)
{
  OndesTextFormat *format = &((OndesReadOptions *) owner)->text;
  const gboolean given = !g_str_equal (text, "auto");
  guint64 rows = 0;

  if (given && !g_ascii_string_to_unsigned (text, 10, 0, MOST_ROWS, &rows, NULL))
    return FALSE;
  format->has_header_rows = given;
  format->header_rows = (guint) rows;
  return TRUE;
}

static char *
print_header_rows (gconstpointer owner)
{
  const OndesTextFormat *format = &((const OndesReadOptions *) owner)->text;

  return format->has_header_rows ? g_strdup_printf ("%u", format->header_rows) : NULL;
}

/* Parses "auto", "UTC", "Z", "+01:00", "-0730" or "unknown". */
static gboolean
parse_zone (const OndesParam *row,
            const char       *text,
            gpointer          owner,
            GError          **error)
{
  OndesTextFormat *format = &((OndesReadOptions *) owner)->text;
  g_autofree char *date = g_strconcat ("2000-01-01T00:00", text, NULL);
  OndesZone zone = { .unknown = g_str_equal (text, "unknown") };
  const gboolean given = !g_str_equal (text, "auto");
  double at_s;

  if (given && !zone.unknown && g_ascii_strcasecmp (text, "UTC") != 0 && g_ascii_strcasecmp (text, "Z") != 0
      && ((text[0] != '+' && text[0] != '-') || !ondes_date_parse_zone (date, &at_s, &zone)))
    return FALSE;
  format->has_zone = given;
  format->zone = zone;
  return TRUE;
}

static char *
print_zone (gconstpointer owner)
{
  const OndesTextFormat *format = &((const OndesReadOptions *) owner)->text;
  g_autofree char *date = ondes_date_print_iso_in (-format->zone.offset_s, format->zone);

  if (!format->has_zone)
    return NULL;
  if (format->zone.unknown)
    return g_strdup ("unknown");
  return g_strdup (format->zone.offset_s == 0 ? "UTC" : date + strlen (date) - strlen ("+01:00"));
}

static gboolean
parse_columns (const OndesParam *row,
               const char       *text,
               gpointer          owner,
               GError          **error)
{
  const gboolean all = g_str_equal (text, "auto");

  if (!all && !ondes_text_columns_valid (text))
    return FALSE;
  ((OndesReadOptions *) owner)->text.columns = all ? NULL : text;
  return TRUE;
}

#define FIELD(name) G_STRUCT_OFFSET (OndesReadOptions, name)
#define BYTES(from, to) (G_STRUCT_OFFSET (OndesReadOptions, to) - G_STRUCT_OFFSET (OndesReadOptions, from))
#define OF_TEXT     (ONDES_PARAM_SESSION | ONDES_PARAM_MARKED)
#define SAMPLES     (ONDES_PARAM_SESSION | ONDES_PARAM_SPEC)
#define TEXT_SAMPLES (OF_TEXT | SAMPLES)

static const OndesParam rows[] = {
  { "raw", ONDES_PARAM_FORM, FIELD (raw), .size = BYTES (raw, column), .flags = ONDES_PARAM_SESSION,
    .parse = parse_raw, .print = print_raw, .option = "--raw", .argument = "FORMAT:RATE:CHANNELS",
    .help = "headerless samples, as s16le:16000:1; u8 s8 s16 s24 s32 f32 f64 with le or be, rate in "
            "samples per time unit",
    .second = "how it is read", .expected = N_("FORMAT:RATE:CHANNELS, such as s16le:16000:1"),
    .title = N_("Raw format"), .setting = ONDES_SETTING_RAW },
  { "column", ONDES_PARAM_INDEX, FIELD (column), .flags = TEXT_SAMPLES | ONDES_PARAM_SPIN, .low = 1, .high = G_MAXINT,
    .option = "--column", .argument = "K",
    .help = "text: the column of the values, counting all columns of the file from 1 (default: the first, a time column aside); "
            "EDF and miniSEED: the signal whose rate, and the others of it, are read (default: the rate of the most)",
    .second = "its column of values", .expected = N_("the number of a column"),
    .group = "signals", .title = N_("Values"), .said = N_("Column of values"), .slider_high = 10000,
    .setting = ONDES_SETTING_COLUMN },
  { "time-column", ONDES_PARAM_INDEX, FIELD (time_column), .flags = TEXT_SAMPLES, .low = 1, .high = G_MAXINT,
    .option = "--time-column", .argument = "K", .help = "text: the column of the times, from 1 (default: guessed)",
    .second = "its column of times", .expected = N_("the number of a column"),
    .group = "times", .title = N_("Time column"), .said = N_("Column of times"), .titles = filled,
    .setting = ONDES_SETTING_TIME_COLUMN },
  { "text-separator", ONDES_PARAM_FORM, FIELD (text.separator), separators, 1, TEXT_SAMPLES,
    .parse = parse_mark, .print = print_separator, .option = "--text-separator", .argument = "MARK",
    .help = "text: what stands between its columns (default: recognised)",
    .second = "its separator", .expected = N_("one of auto, comma, semicolon, tab, blank"),
    .group = "text", .title = N_("Separator"), .titles = separator_titles, .has_word = is_choice,
    .setting = ONDES_SETTING_TEXT_SEPARATOR },
  { "decimal-mark", ONDES_PARAM_FORM, FIELD (text.decimal), decimals, 1, TEXT_SAMPLES,
    .parse = parse_mark, .print = print_decimal, .option = "--decimal-mark", .argument = "MARK",
    .help = "text: point or comma (default: recognised)",
    .second = "its decimal mark", .expected = N_("one of auto, point, comma"),
    .group = "text", .title = N_("Decimal mark"), .titles = decimal_titles, .has_word = is_choice,
    .setting = ONDES_SETTING_DECIMAL_MARK },
  { "header-rows", ONDES_PARAM_FORM, FIELD (text.has_header_rows), NULL, BYTES (text.has_header_rows, text.date_order),
    TEXT_SAMPLES | ONDES_PARAM_SPIN, .parse = parse_header_rows, .print = print_header_rows,
    .option = "--header-rows", .argument = "N",
    .help = "text: lines above its numbers, blank ones and comments too (default: recognised)",
    .second = "its header rows", .expected = N_("a number of lines, from 0 to 1000000"),
    .group = "text", .title = N_("Header rows"), .slider_high = MOST_ROWS, .setting = ONDES_SETTING_HEADER_ROWS },
  { "date-order", ONDES_PARAM_WORD, FIELD (text.date_order), date_orders, .flags = TEXT_SAMPLES,
    .option = "--date-order", .argument = "ORDER",
    .help = "text: ymd, dmy or mdy, of dates such as 03/02/2020 (default: recognised, or told as guessed)",
    .second = "its date order", .expected = N_("one of auto, ymd, dmy, mdy"),
    .group = "times", .title = N_("Date order"), .titles = order_titles, .has_word = is_choice,
    .setting = ONDES_SETTING_DATE_ORDER },
  { "zone", ONDES_PARAM_FORM, FIELD (text.has_zone), NULL, BYTES (text.has_zone, text.gaps), TEXT_SAMPLES,
    .parse = parse_zone, .print = print_zone, .option = "--zone", .argument = "ZONE",
    .help = "text: of time stamps that tell none: UTC, unknown, or a difference from UTC such as +01:00 (default: as the header "
            "says, else unknown)",
    .second = "its zone", .expected = N_("UTC, unknown, or a difference from UTC such as +01:00"),
    .title = N_("Time zone"), .setting = ONDES_SETTING_ZONE },
  { "text-gaps", ONDES_PARAM_WORD, FIELD (text.gaps), gaps, .flags = TEXT_SAMPLES, .option = "--text-gaps", .argument = "HOW",
    .help = "text: rows missing from even time stamps: fill (they are gaps) or keep (each row follows the one above); default: "
            "fill where the stamps lie on an even grid",
    .second = "its missing rows", .expected = N_("one of auto, fill, keep"),
    .group = "gaps", .title = N_("Missing rows"), .titles = gap_titles, .has_word = is_choice,
    .setting = ONDES_SETTING_TEXT_GAPS },
  { "text-times", ONDES_PARAM_WORD, FIELD (text.times), times, .flags = TEXT_SAMPLES,
    .option = "--text-times", .argument = "HOW",
    .help = "text: none if no column holds times, whatever its name; default: guessed",
    .second = "its times", .expected = N_("one of auto, none"),
    .title = N_("Time column"), .setting = ONDES_SETTING_TEXT_TIMES },
  { "text-columns", ONDES_PARAM_STRING, FIELD (text.columns), .flags = TEXT_SAMPLES, .parse = parse_columns,
    .option = "--text-columns", .argument = "LIST",
    .help = "text: the columns that are channels, from 1, as 2,4-6 (default: all numbers, times aside)",
    .second = "its columns that are channels", .expected = N_("a list of columns, such as 2 or 2,4-6"),
    .title = N_("Channels"), .setting = ONDES_SETTING_TEXT_COLUMNS },
  { "dataset", ONDES_PARAM_STRING, FIELD (dataset), .flags = SAMPLES, .option = "--dataset", .argument = "PATH",
    .help = "HDF5, netCDF, MAT: the data set, as “info” lists them (default: the only one that fits)",
    .second = "its data set", .title = N_("Data set"), .setting = ONDES_SETTING_DATASET },
  { "time-axis", ONDES_PARAM_INDEX, FIELD (time_axis), .flags = SAMPLES, .low = 1, .high = G_MAXINT,
    .option = "--time-axis", .argument = "K",
    .help = "of its dimensions, and of those of a .npy, from 1, the one that is time; each place in the others is a channel "
            "(default: that of the time coordinates, or the longest; of a .npy, and of dimensions as long, the first)",
    .second = "its dimension that is time", .expected = N_("the number of a dimension"),
    .group = "time-axis", .title = N_("Time axis"), .titles = axis_titles, .setting = ONDES_SETTING_TIME_AXIS },
  { "rate", ONDES_PARAM_NUMBER, FIELD (rate_hz), .flags = OF_TEXT, .low = ONDES_RATE_MIN, .high = ONDES_RATE_MAX,
    .option = "--rate", .argument = "HZ", .help = "samples per time unit (default: the file's own; 1 where it has none)",
    .second = "its rate", .expected = N_("a rate from 1e-18 to 1e18"),
    .title = N_("Rate"), .setting = ONDES_SETTING_RATE },
  { "time-expansion", ONDES_PARAM_NUMBER, FIELD (time_expansion), expansions, .flags = ONDES_PARAM_SESSION,
    .low = 1, .high = ONDES_TIME_EXPANSION_MAX, .option = "--time-expansion", .argument = "N",
    .help = "sound: how many times as fast as it plays it was recorded; its rate is then as many times the header's. auto is the "
            "file's own (GUANO's TE), ignore reads it as it plays; --rate goes before it (default auto)",
    .second = "its time expansion", .expected = N_("auto, ignore, or a number from 1 to 1000"),
    .title = N_("Time expansion"), .setting = ONDES_SETTING_TIME_EXPANSION },
  { "time-unit", ONDES_PARAM_STRING, FIELD (time_unit), ondes_time_units, .flags = OF_TEXT,
    .option = "--time-unit", .argument = "T",
    .help = "of the time axis: s, ms, min, h, d or a; dates are counted in it (default: the file's own; of dates a day or more "
            "apart d, of months a; else s)",
    .second = "its time unit", .expected = N_("one of s, ms, min, h, d, a"),
    .group = "time-unit", .title = N_("Time unit"), .titles = unit_titles, .setting = ONDES_SETTING_TIME_UNIT },
  { "unit", ONDES_PARAM_STRING, FIELD (unit), .flags = OF_TEXT, .option = "--unit", .argument = "NAME",
    .help = "of the values (default: the file's own)", .second = "its unit", .title = N_("Unit") },
  { "resample", ONDES_PARAM_BOOLEAN, FIELD (resample), .flags = OF_TEXT, .option = "--resample",
    .help = "irregular time stamps: correct them, each sample being interpolated at its even time, and tell what that changed "
            "(default: taken as even, and told)",
    .second = "its irregular time stamps", .expected = N_("true or false"),
    .group = "timing", .title = N_("Correct irregular times"), .setting = ONDES_SETTING_RESAMPLE },
  { "table", ONDES_PARAM_STRING, FIELD (table), .flags = SAMPLES, .option = "--table", .argument = "NAME",
    .title = N_("S-box"), .setting = ONDES_SETTING_TABLE },
  { NULL },
};

static const OndesReadOptions defaults;

const OndesParamTable ondes_read_params = { rows, &defaults };

const OndesParam *
ondes_read_text_row (OndesTextField field)
{
  return ondes_params_find (rows, "text-separator") + field;
}

void
ondes_read_options_copy (OndesReadOptions       *to,
                         const OndesReadOptions *from)
{
  *to = from != NULL ? *from : defaults;
  ondes_params_own (rows, to);
}

void
ondes_read_options_clear (OndesReadOptions *self)
{
  ondes_params_clear (rows, self);
  *self = defaults;
}

gboolean
ondes_read_options_equal (const OndesReadOptions *a,
                          const OndesReadOptions *b)
{
  return ondes_params_equal (rows, 0, a, b) && !a->text_alone == !b->text_alone;
}
