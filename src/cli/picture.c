/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture.h"

#include "analysis/extents.h"
#include "annotation/annotation-file.h"
#include "base/number.h"
#include "figure/palette.h"
#include "io/out-file.h"
#include "output.h"

const CliOption cli_colour_options[] = {
  { .help = "Colours of pictures" },
  { "--palette", "NAME", "viridis, magma, inferno, cividis, grey and others (default viridis)", ondes_palette_names },
  { "--db", "RANGE", "decibels below the reference (default: down to what a tenth of the values lie below, 20 to 60)" },
  { "--linear", NULL, "linear from 0 to the reference, not decibels" },
  { "--reference", "V", "value at 0 dB, in the unit of the values (default: what 99.8 % of the values lie below)" },
  { "--equalise", NULL, "each row divided by its median over the whole recording; --reference is then such a ratio" },
  { NULL },
};

const CliOption cli_time_ruler_options[] = {
  { .help = "Rulers and pixels of pictures" },
  { "--time-ruler", "R",
    "auto, start (time from the first sample) or clock (date and time of day, in the file’s own zone) (default auto: clock where "
    "time stamps or the key file tell it, and for ten minutes and more)",
    ondes_time_ruler_names },
  { "--clock", NULL, "the same as --time-ruler clock" },
  { "--smooth", NULL, "rows and columns of more than two pixels pass into each other; numbers stay as they are" },
  { NULL },
};

gboolean
cli_time_ruler_parse (const CliArguments *arguments,
                      OndesDisplay       *display,
                      GError            **error)
{
  guint ruler = display->time_ruler;

  if (!cli_choice (arguments, "--time-ruler", ondes_time_ruler_names, &ruler, error))
    return FALSE;
  if (cli_has (arguments, "--clock") && cli_has (arguments, "--time-ruler") && ruler != ONDES_TIME_RULER_CLOCK)
    return cli_refuse (error, "--clock", "--time-ruler asks for another one; leave one out");
  display->time_ruler = cli_has (arguments, "--clock") ? ONDES_TIME_RULER_CLOCK : ruler;
  display->smooth = cli_has (arguments, "--smooth");
  return TRUE;
}

gboolean
cli_time_ruler_check (const OndesDisplay       *display,
                      const OndesRecordingInfo *info,
                      GError                  **error)
{
  if (display->time_ruler != ONDES_TIME_RULER_CLOCK || info->has_date)
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               "--clock: nothing tells when %s began; say it as start= in a key file %s.ondes", info->path, info->path);
  return FALSE;
}

gboolean
cli_colours_parse (const CliArguments *arguments,
                   OndesDisplay       *display,
                   GError            **error)
{
  guint palette = display->palette;

  if (cli_has (arguments, "--db") && cli_has (arguments, "--linear"))
    return cli_refuse (error, "--db", "--linear asks for no decibels; leave one out");
  if (!cli_choice (arguments, "--palette", ondes_palette_names, &palette, error) ||
      !cli_number (arguments, "--db", G_MINDOUBLE, G_MAXDOUBLE, &display->db_range, error) ||
      !cli_number (arguments, "--reference", G_MINDOUBLE, G_MAXDOUBLE, &display->reference, error))
    return FALSE;
  display->palette = palette;
  display->equalise = cli_has (arguments, "--equalise");
  if (cli_has (arguments, "--linear"))
    display->decibel = FALSE;
  if (cli_has (arguments, "--db"))
    display->decibel = TRUE;
  return TRUE;
}

gboolean
cli_view_parse (const CliArguments *arguments,
                OndesDisplay       *display,
                GError            **error)
{
  const gboolean from_zero = display->show == ONDES_SHOW_LINEAR;

  if (!cli_has (arguments, "--view"))
    return TRUE;
  if (!cli_range (arguments, "--view", &display->view_lo, &display->view_hi, error))
    return FALSE;
  if (display->view_lo < display->view_hi && (display->view_lo > 0 || (display->view_lo == 0 && from_zero)))
    return TRUE;
  return cli_refuse (error, "--view", "“%s” is not FLO:FHI, the lower one first and above 0 (0 where --axis is linear)",
                     cli_text (arguments, "--view"));
}

const CliOption cli_mark_options[] = {
  { .help = "Marks in pictures: times from the first sample on, frequencies in cycles per time unit or those of the rows" },
  { "--select", "T0:T1[:FLO:FHI]", "a span, or a box of frequencies too, outlined" },
  { "--cursor", "T[:F]",
    "a cursor; repeat it for the second, and the caption says what lies between them; none leaves the first one out" },
  { "--harmonics", "F", "lines at the multiples of a frequency" },
  { NULL },
};

static gboolean
parse_select (const CliArguments *arguments,
              OndesSelection     *selection,
              GError            **error)
{
  const char *text = cli_text (arguments, "--select");
  double values[4] = { NAN, NAN, NAN, NAN };
  g_auto (GStrv) parts = NULL;
  guint n;

  if (text == NULL)
    return TRUE;
  parts = g_strsplit (text, ":", -1);
  n = g_strv_length (parts);
  for (guint i = 0; i < MIN (n, G_N_ELEMENTS (values)); i++)
    ondes_number_parse (parts[i], &values[i]);
  if ((n != 2 && n != 4) || !(values[0] >= 0 && values[0] < values[1]) || (n == 4 && !(values[2] >= 0 && values[2] < values[3])))
    return cli_refuse (error, "--select", "“%s” is not T0:T1 or T0:T1:FLO:FHI, each lower one first and from 0 on", text);
  *selection = (OndesSelection) { values[0], values[1], values[2], values[3] };
  return TRUE;
}

static gboolean
parse_cursors (const CliArguments *arguments,
               OndesCursors       *cursors,
               GError            **error)
{
  g_autofree const char **texts = cli_texts (arguments, "--cursor");

  if (g_strv_length ((char **) texts) > ONDES_CURSORS)
    return cli_refuse (error, "--cursor", "“%s” is one cursor too many; there are two", texts[ONDES_CURSORS]);
  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (texts[i], ":", -1);
      const guint n = g_strv_length (parts);
      double time = NAN, hz = NAN;

      if (g_str_equal (texts[i], "none"))
        continue;
      if (n < 1 || n > 2 || !ondes_number_parse (parts[0], &time) || !(time >= 0 && isfinite (time))
          || (n == 2 && (!ondes_number_parse (parts[1], &hz) || !(hz > 0 && isfinite (hz)))))
        return cli_refuse (error, "--cursor", "“%s” is not T or T:F, a time from 0 on and a frequency above 0, nor none", texts[i]);
      cursors->at[i].sample = time;
      cursors->at[i].hz = hz;
    }
  return cli_number (arguments, "--harmonics", G_MINDOUBLE, G_MAXDOUBLE, &cursors->harmonic_hz, error);
}

gboolean
cli_marks_parse (const CliArguments *arguments,
                 OndesDisplay       *display,
                 GError            **error)
{
  return parse_select (arguments, &display->selection, error) && parse_cursors (arguments, &display->cursors, error);
}

void
cli_marks_scale (OndesDisplay *display,
                 double        rate_hz)
{
  display->selection.first *= rate_hz;
  display->selection.end *= rate_hz;
  for (guint i = 0; i < ONDES_CURSORS; i++)
    display->cursors.at[i].sample *= rate_hz;
}

gboolean
cli_gaps_count (const OndesExport *export,
                const CliRun      *run,
                guint             *gaps,
                GError           **error)
{
  g_autoptr (OndesSource) source = NULL;
  OndesExtent all;
  OndesRecording *original = ondes_recording_get_original (export->recording);
  const OndesSpan span = ondes_recording_original_span (export->recording, (OndesSpan) { export->first, export->count });

  *gaps = 0;
  if (ondes_recording_get_info (export->recording)->pcm_bits > 0) /* integers have no gaps */
    return TRUE;
  source = ondes_recording_source (original, export->channel, error);
  if (source == NULL || !ondes_extents_read (source, span, 1, &all, run->watch.cancellable, error))
    return FALSE;
  *gaps = all.gaps;
  return TRUE;
}

void
cli_gaps_tell (const OndesExport *export,
               guint              gaps)
{
  if (gaps > 0)
    cli_tell ("%s: %u of the samples are NaN or infinite; they are computed as 0",
              ondes_recording_get_info (export->recording)->path, gaps);
}

gboolean
cli_annotations_read (const CliRun        *run,
                      OndesExport         *export,
                      OndesAnnotationSet **set,
                      GError             **error)
{
  const char *path = cli_text (run->arguments, "--annotations");
  const OndesWatch watch = { .cancellable = run->watch.cancellable };
  g_auto (GStrv) notes = NULL;

  if (path == NULL)
    return TRUE;
  if (!ondes_export_is_figure (export->format))
    return cli_refuse (error, "--annotations", "they are drawn in pictures; write .png, .svg or .pdf");
  if (path[0] == '\0')
    return cli_refuse (error, "--annotations", "needs the name of a file");
  if (ondes_out_file_is_input (export->path, path))
    return cli_refuse_input (export->path, error);
  *set = ondes_annotations_read (path, NULL, &watch, NULL, &notes, error);
  if (*set == NULL)
    return FALSE;
  for (guint i = 0; notes[i] != NULL; i++)
    cli_tell ("%s", notes[i]);
  export->display.annotations = *set;
  export->annotations = path;
  return TRUE;
}
