/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Annotations converted from one format to another, merged, shifted and picked. */
#include "output.h"

#include <math.h>

#include "annotation/annotation-file.h"
#include "io/out-file.h"

/* The option's words; their places follow the formats'. */
static const char *const formats[] = { "auto", "ondes", "audacity", "raven", "textgrid", "csv", "edf", "sigmf", "wav", NULL };
static const char *const written[] = { "auto", "ondes", "audacity", "raven", "textgrid", "csv", NULL };

typedef struct
{
  const char            *path;
  OndesAnnotationReading reading;
  OndesAnnotationWriting writing;
  const char            *track;   /* of all annotations; NULL for their own */
  double                 from, to;
  GPtrArray             *labels, *tracks; /* of GPatternSpec, any of which an annotation has to match; empty for all */
  double                *offsets; /* [operands] */
} Request;

static void
request_clear (Request *self)
{
  g_clear_pointer (&self->labels, g_ptr_array_unref);
  g_clear_pointer (&self->tracks, g_ptr_array_unref);
  g_clear_pointer (&self->offsets, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

/* Adds the patterns of @option to @patterns. GLib ends the program at a pattern that is not in UTF-8. */
static gboolean
parse_patterns (const CliArguments *arguments,
                const char         *option,
                GPtrArray          *patterns,
                GError            **error)
{
  g_autofree const char **texts = cli_texts (arguments, option);

  for (guint i = 0; texts[i] != NULL; i++)
    if (g_utf8_validate (texts[i], -1, NULL))
      g_ptr_array_add (patterns, g_pattern_spec_new (texts[i]));
    else
      return cli_refuse (error, option, "“%s” is not in UTF-8", texts[i]);
  return TRUE;
}

/* Parses one offset for all files, or one for each. */
static gboolean
parse_offsets (const CliArguments *arguments,
               Request            *request,
               GError            **error)
{
  g_autofree const char **texts = cli_texts (arguments, "--offset");
  const guint n = g_strv_length ((char **) texts), files = arguments->operands->len;

  request->offsets = g_new0 (double, files);
  if (n > 1 && n != files)
    return cli_refuse (error, "--offset", "it stands %u times for %u files; give it once, or once for each file, in order", n,
                       files);
  for (guint i = 0; n > 0 && i < files; i++)
    if (!ondes_option_number ("--offset", texts[MIN (i, n - 1)], -1e300, 1e300, &request->offsets[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
parse_output (const CliArguments *arguments,
              Request            *request,
              GError            **error)
{
  guint format = 0;

  request->path = cli_text (arguments, "-o");
  if (request->path == NULL || request->path[0] == '\0')
    return cli_refuse (error, "-o", "missing; name the output, ending in .txt, .csv, .TextGrid or .ondes-annotations");
  if (!cli_choice (arguments, "--to-format", written, &format, error))
    return FALSE;
  request->writing.format = format > 0 ? format : ondes_annotation_format_of_path (request->path);
  if (request->writing.format == ONDES_ANNOTATIONS_ANY)
    return cli_refuse (error, "-o", "“%s” does not end in .txt, .csv, .TextGrid or .ondes-annotations; choose such a name or say "
                       "--to-format", request->path);
  for (guint i = 0; i < arguments->operands->len; i++)
    if (ondes_out_file_is_input (request->path, arguments->operands->pdata[i]))
      return cli_refuse_input (request->path, error);
  return TRUE;
}

static gboolean
parse (const CliArguments *arguments,
       Request            *request,
       GError            **error)
{
  guint format = 0;

  request->labels = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free);
  request->tracks = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free);
  request->from = -INFINITY;
  request->to = INFINITY;
  request->track = cli_text (arguments, "--track");
  request->reading.label_column = request->writing.label_column = cli_text (arguments, "--label-column");
  if (!parse_output (arguments, request, error) || !parse_offsets (arguments, request, error)
      || !parse_patterns (arguments, "--label", request->labels, error)
      || !parse_patterns (arguments, "--only-track", request->tracks, error)
      || !cli_choice (arguments, "--from-format", formats, &format, error)
      || !cli_number (arguments, "--from", -1e300, 1e300, &request->from, error)
      || !cli_number (arguments, "--to", -1e300, 1e300, &request->to, error)
      || !cli_number (arguments, "--length", 0, 1e300, &request->writing.length, error))
    return FALSE;
  request->reading.format = format;
  if (!(request->from < request->to))
    return cli_refuse (error, "--from", "does not lie before --to");
  if (request->track != NULL && !g_utf8_validate (request->track, -1, NULL))
    return cli_refuse (error, "--track", "the name is not in UTF-8");
  if (request->reading.label_column != NULL && !g_utf8_validate (request->reading.label_column, -1, NULL))
    return cli_refuse (error, "--label-column", "the name is not in UTF-8");
  return TRUE;
}

static gboolean
matches (const GPtrArray *patterns,
         const char      *text)
{
  for (guint i = 0; i < patterns->len; i++)
    if (g_pattern_spec_match_string (patterns->pdata[i], text))
      return TRUE;
  return patterns->len == 0;
}

typedef struct
{
  const Request *request;
  double         offset;
} Change;

/* Returns the annotation shifted and in its track; NULL if it is not wanted. */
static OndesAnnotation *
change_one (OndesAnnotation *annotation,
            gpointer         data)
{
  const Change *change = data;
  const Request *request = change->request;
  OndesAnnotation values = *annotation;

  values.start = CLAMP (annotation->start + change->offset, -G_MAXDOUBLE, G_MAXDOUBLE);
  values.end = CLAMP (annotation->end + change->offset, -G_MAXDOUBLE, G_MAXDOUBLE);
  if (!(values.start < request->to) || !(values.end > request->from || values.start >= request->from)
      || !matches (request->labels, annotation->label) || !matches (request->tracks, annotation->track))
    return NULL;
  if (change->offset == 0 && request->track == NULL)
    return ondes_annotation_ref (annotation);
  if (request->track != NULL)
    values.track = request->track;
  return ondes_annotation_new (&values);
}

/* Reads operand @i, and returns what is wanted of it. */
static OndesAnnotationSet *
read_one (const CliRun  *cli,
          const Request *request,
          guint          i,
          GError       **error)
{
  const char *path = cli->arguments->operands->pdata[i];
  g_auto (GStrv) notes = NULL;
  g_autoptr (OndesAnnotationSet) set = ondes_annotations_read (path, &request->reading, &cli->watch, NULL, &notes, error);
  Change change = { request, request->offsets[i] };

  if (set == NULL)
    return NULL;
  cli_progress_clear ();
  for (guint note = 0; notes[note] != NULL; note++)
    cli_tell ("%s", notes[note]);
  return ondes_annotation_set_change (set, change_one, &change);
}

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  g_auto (Request) request = { 0 };
  g_autoptr (OndesAnnotationSet) all = ondes_annotation_set_new ();
  g_auto (GStrv) notes = NULL;

  if (!parse (cli->arguments, &request, error))
    return FALSE;
  for (guint i = 0; i < cli->arguments->operands->len; i++)
    {
      g_autoptr (OndesAnnotationSet) set = read_one (cli, &request, i, error);
      OndesAnnotationSet *merged;

      if (set == NULL)
        return FALSE;
      merged = ondes_annotation_set_merge (all, set);
      ondes_annotation_set_unref (all);
      all = merged;
    }
  if (cli_has (cli->arguments, "--unique"))
    {
      OndesAnnotationSet *unique = ondes_annotation_set_unique (all);

      ondes_annotation_set_unref (all);
      all = unique;
    }
  if (!ondes_annotations_write (all, request.path, &request.writing, &notes, error))
    return FALSE;
  for (guint note = 0; notes[note] != NULL; note++)
    cli_tell ("%s", notes[note]);
  return TRUE;
}

static const CliOption output_options[] = {
  { .help = "Output" },
  { "-o", "OUT", "the file: .txt, .csv, .TextGrid or .ondes-annotations; - is standard output and needs --to-format" },
  { "--to-format", "F", "ondes, audacity, raven, textgrid or csv, whatever the ending (default: by the ending, .txt is audacity)",
    written },
  { "--length", "S", "TextGrid: the time it lasts at least, such as the recording's (default: to the last end)" },
  { NULL },
};

static const CliOption input_options[] = {
  { .help = "Input" },
  { "--from-format", "F", "ondes, audacity, raven, textgrid, csv, edf, sigmf or wav (default: by content)", formats },
  { "--label-column", "NAME",
    "Raven and CSV: the column of the labels, read and written (default: annotation, label, species and the like; written as "
    "Annotation or label)" },
  { NULL },
};

static const CliOption change_options[] = {
  { .help = "What is written" },
  { "--offset", "S", "added to all times; once for all files, or once for each, in order (default 0)" },
  { "--from", "S", "annotations that end after S, or are points from S on, by the shifted times (default: all)" },
  { "--to", "S", "annotations that start before S (default: all)" },
  { "--label", "PATTERN", "annotations with this label, * and ? any characters and any one; repeat it for more (default: all)" },
  { "--only-track", "PATTERN", "annotations of this track, likewise (default: all)" },
  { "--track", "NAME", "puts all of them into one track (default: the files' tracks)" },
  { "--unique", NULL, "of annotations with the same times, frequencies, track and label keeps the first" },
  { NULL },
};

static const CliOption *const groups[] = { output_options, input_options, change_options, NULL };

const CliCommand cli_annotate = {
  .name = "annotate",
  .operand = "FILE…",
  .usage = "-o OUT.(txt|csv|TextGrid|ondes-annotations) [OPTION…]",
  .summary = "Annotations converted from one format to another, merged, shifted and picked.",
  .groups = groups,
  .epilogue = "Read and written are Ondes's own annotations, Audacity's labels with their frequencies, Raven's selection tables,\n"
              "Praat's TextGrids (read long and short, in UTF-8 or UTF-16, written long) and CSV with a line of column names:\n"
              "start, end, low, high, track, label and any others. Of EDF+, BDF+ and SigMF recordings the annotations are read,\n"
              "of WAV the cue points.\n"
              "Times are in time units (seconds) from the recording's first sample, frequencies in cycles a time unit (Hz).\n"
              "Numbers keep all their digits, and columns that mean nothing here are kept where the output has columns.\n"
              "What a format cannot hold is left out, and said.",
  .run = run,
};
