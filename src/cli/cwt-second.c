/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt-second.h"

#include <math.h>
#include <string.h>

#include "cwt-compensation.h"

static const char *const aligns[] = { "first-samples", "clock", NULL };
static const char *const shows[] = { "stacked", "wipe", "wipe:", "second", NULL };

const CliOption cli_second_options[] = {
  { .help = "A second picture in the same figure, on the same time axis, with the same colours" },
  { "--compare", "FILE2", "another recording; without it, --channel-2, --condition-2 or --set-2 compare the same file" },
  { "--channel-2", "K|mix", "its channel (default as --channel)" },
  { "--condition-2", "STEP|none", "steps applied to it before, one each time, or none (default as --condition)",
    cli_condition_words },
  { "--set-2", "OPTIONS",
    "its options of the transform and the compensation, as one word, in the place of all of the first's, such as --set-2 "
    "\"--omega0 8\"; --scales, --frequencies and --voices are the first's unless given there" },
  { "--align", "A", "what lies at the same time: first-samples, or clock, equal dates (default first-samples)", aligns },
  { "--offset", "T", "the second begins T time units later than that; earlier if below 0 (default 0)" },
  { "--show", "S",
    "stacked, the second below the first, wipe[:F], the second right of a line at F of the width (default 0.5), or second, that "
    "alone with the axes and colours of the first; with --difference, first over second in dB (default stacked)",
    shows },
  { "--reference-2", "V|auto", "its own value at 0 dB, or auto: what 99.8 % of its values lie below (default as --reference)" },
  CLI_SECOND_READ_OPTIONS ("; another rate than the first's is resampled"),
  { NULL },
};

/* What --set-2 takes besides the transform and the compensation; their help stands where the first's is. */
static const CliOption value_options[] = {
  { .help = "" },
  { "--quantity", "Q", "" },
  { "--pool", "P", "" },
  { "--precision", "P", "" },
  { NULL },
};

static const CliOption *const set_groups[] = { cli_transform_options, cli_compensation_options, value_options, NULL };
static const CliCommand set_command = { .name = "cwt --set-2", .usage = "", .groups = set_groups };

static gboolean
parse_precision (const CliArguments *arguments,
                 int                *precision,
                 GError            **error)
{
  guint chosen = 0;

  if (!cli_choice (arguments, "--precision", ondes_precision_names, &chosen, error))
    return FALSE;
  if (cli_has (arguments, "--precision"))
    *precision = (int) chosen;
  return TRUE;
}

/* Parses the words of --set-2. */
static gboolean
parse_set (const char *text,
           CliSecond  *self,
           GError    **error)
{
  g_autoptr (GError) local = NULL;
  g_autofree char *sentence = NULL;
  int precision = -1;

  self->has_set = TRUE;
  if (text[strspn (text, " ")] == '\0')
    self->words = g_new0 (char *, 1);
  else
    g_shell_parse_argv (text, NULL, &self->words, &local);
  if (local == NULL)
    self->set = cli_arguments_parse (&set_command, self->words, &local);
  if (local == NULL && cli_has (self->set, "--condition"))
    return cli_refuse (error, "--set-2", "steps are no options of the transform; give --condition-2");
  if (local == NULL && cli_has (self->set, "--preset"))
    return cli_refuse (error, "--set-2", "a preset is of the first picture; give the options themselves");
  if (local == NULL && parse_precision (self->set, &precision, &local))
    cli_transform_parse (self->set, TRUE, FALSE, precision, &self->transform, &local);
  if (local == NULL)
    return TRUE;
  sentence = ondes_error_sentence (local);
  return ondes_error_set (error, ONDES_ERROR_REQUEST, "--set-2: %s", sentence);
}

static gboolean
parse_show (const CliArguments *arguments,
            CliSecond          *self,
            GError            **error)
{
  const char *text = cli_text (arguments, "--show");
  char *end;

  self->line = 0.5;
  if (text == NULL || g_str_equal (text, "stacked"))
    return TRUE;
  self->kind = ONDES_COMPARED_WIPE;
  if (g_str_equal (text, "second"))
    self->line = 0;
  else if (g_str_has_prefix (text, "wipe:"))
    {
      self->line = g_ascii_strtod (text + 5, &end);
      if (end == text + 5 || *end != '\0' || !(self->line >= 0 && self->line <= 1))
        return cli_refuse (error, "--show", "“%s” is no place of the line; choose 0 to 1, as wipe:0.5", text);
    }
  else if (!g_str_equal (text, "wipe"))
    return cli_refuse (error, "--show", "“%s” is none of stacked, wipe, wipe:F and second", text);
  return TRUE;
}

static gboolean
parse_channel (const CliArguments *arguments,
               CliSecond          *self,
               GError            **error)
{
  const char *channel = cli_text (arguments, "--channel-2");
  guint64 number = 1;

  if (channel == NULL)
    return TRUE;
  if (g_str_equal (channel, "mix"))
    self->input.channel = 0;
  else if (!cli_integer (arguments, "--channel-2", 1, G_MAXINT, &number, NULL))
    return cli_refuse (error, "--channel-2", "“%s” is neither a number from 1 nor mix", channel);
  else
    self->input.channel = (int) number;
  return TRUE;
}

static gboolean
parse_reference (const CliArguments *arguments,
                 CliSecond          *self,
                 gboolean            difference,
                 GError            **error)
{
  const char *text = cli_text (arguments, "--reference-2");

  self->own_range = text != NULL;
  if (text != NULL && difference)
    return cli_refuse (error, "--reference-2", "the colours of --difference have no such value; leave one out");
  if (text == NULL || g_str_equal (text, "auto"))
    return TRUE;
  return cli_number (arguments, "--reference-2", G_MINDOUBLE, G_MAXDOUBLE, &self->reference, NULL)
         || cli_refuse (error, "--reference-2", "“%s” is neither a number above 0 nor auto", text);
}

/* Refuses options of a second that is not there. */
static gboolean
check_alone (const CliArguments *arguments,
             GError            **error)
{
  for (const CliOption *option = cli_second_options + 1; option->name != NULL; option++)
    if (cli_has (arguments, option->name))
      return cli_refuse (error, option->name, "there is nothing to compare with; name a second file with --compare, or give "
                                              "--channel-2, --condition-2 or --set-2");
  return TRUE;
}

gboolean
cli_second_parse (const CliArguments *arguments,
                  const CliInput     *input,
                  const OndesExport  *export,
                  CliSecond          *self,
                  GError            **error)
{
  guint align = 0;

  self->path = cli_text (arguments, "--compare");
  self->is_asked = self->path != NULL || cli_has (arguments, "--channel-2") || cli_has (arguments, "--condition-2")
                   || cli_has (arguments, "--set-2");
  if (!self->is_asked)
    return check_alone (arguments, error);
  if (!ondes_export_is_figure (export->format))
    return cli_refuse (error, self->path != NULL ? "--compare" : "--set-2",
                       "two are compared in a picture; write .png, .svg or .pdf");
  self->input = *input;
  if (!cli_read_parse_second (arguments, &self->input.read, error) || !parse_channel (arguments, self, error) ||
      !parse_show (arguments, self, error) || !parse_reference (arguments, self, export->difference_db > 0, error) ||
      !cli_choice (arguments, "--align", aligns, &align, error) ||
      !cli_number (arguments, "--offset", -G_MAXDOUBLE, G_MAXDOUBLE, &self->alignment.offset, error))
    return FALSE;
  if (export->difference_db > 0 && cli_has (arguments, "--show"))
    return cli_refuse (error, "--show", "--difference shows both already; leave one out");
  self->alignment.align = align;
  if (export->difference_db > 0)
    self->kind = ONDES_COMPARED_DIFFERENCE;
  return !cli_has (arguments, "--set-2") || parse_set (cli_text (arguments, "--set-2"), self, error);
}

/* Rows that --set-2 does not give are the first's. */
static void
take_rows (CliTransform       *self,
           const CliTransform *first)
{
  if (self->scales != NULL || self->settings.fmax_hz > 0)
    return;
  if (self->settings.voices > 0 && first->scales == NULL)
    {
      self->settings.fmin_hz = first->settings.fmin_hz;
      self->settings.fmax_hz = first->settings.fmax_hz;
      return;
    }
  self->scales = first->scales;
  self->settings.fmin_hz = first->settings.fmin_hz;
  self->settings.fmax_hz = first->settings.fmax_hz;
  self->settings.voices = first->settings.voices;
}

static gboolean
make_spec (CliSecond          *self,
           const CliTransform *first,
           GError            **error)
{
  CliTransform own = self->has_set ? self->transform : *first;
  const double rate_hz = ondes_recording_get_info (self->recording)->rate_hz;
  g_autoptr (OndesScaleList) rows = NULL;

  if (self->has_set)
    take_rows (&own, first);
  own.settings.options.compensation = own.compensation;
  own.settings.options.rate_hz = rate_hz;
  rows = cli_transform_rows (&own, rate_hz, error);
  self->spec = rows != NULL ? ondes_cwt_new (&own.settings.options, rows, error) : NULL;
  return self->spec != NULL;
}

gboolean
cli_second_open (CliSecond          *self,
                 const CliRun       *run,
                 const CliTransform *first,
                 OndesExport        *export,
                 GError            **error)
{
  const CliTransform *own = self->has_set ? &self->transform : first;
  const char *path = self->path != NULL ? self->path : ondes_recording_get_info (export->plain)->path;
  g_autoptr (OndesRecording) aligned = NULL;
  g_autoptr (OndesSource) source = NULL;
  guint channel;

  self->plain = cli_input_open_path (&self->input, run, path, 1, error);
  if (self->plain == NULL)
    return FALSE;
  aligned = ondes_recording_align (self->plain, export->plain, &self->alignment, error);
  if (aligned == NULL)
    return FALSE;
  self->recording = cli_transform_times (own) > 1
                      ? ondes_recording_oversample (aligned, ondes_compensation_get_oversampling (own->compensation))
                      : ondes_recording_ref (aligned);
  channel = cli_input_channel (&self->input, ondes_recording_get_info (self->plain));
  source = ondes_recording_source (self->plain, channel, error);
  if (source == NULL || !make_spec (self, first, error))
    return FALSE;
  if (self->alignment.align == ONDES_ALIGN_CLOCK
      && !ondes_alignment_has_clock (ondes_recording_get_info (export->plain), ondes_recording_get_info (self->plain)))
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   "--align: %s and %s do not both tell the date of their first sample; align the first samples, with --offset",
                   ondes_recording_get_info (export->plain)->path, ondes_recording_get_info (self->plain)->path);
      return FALSE;
    }
  export->second = (OndesExportSecond) { .recording = self->recording, .plain = self->plain, .read = self->input.read,
                                         .channel = channel, .detrend = own->settings.detrend,
                                         .detrend_window = own->settings.detrend_window,
                                         .spec = self->spec, .alignment = self->alignment, .kind = self->kind, .line = self->line,
                                         .own_range = self->own_range, .reference = self->reference };
  return TRUE;
}

void
cli_second_clear (CliSecond *self)
{
  g_clear_pointer (&self->plain, ondes_recording_unref);
  g_clear_pointer (&self->recording, ondes_recording_unref);
  g_clear_pointer (&self->spec, ondes_spec_unref);
  g_clear_pointer (&self->set, cli_arguments_free);
  g_clear_pointer (&self->words, g_strfreev);
  cli_transform_clear (&self->transform);
}
