/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export-second.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "command-line.h"
#include "figure/denser-rows.h"

/* Returns @spec without its compensation, for the recording before it was oversampled. */
static OndesSpec *
plain_spec (const OndesSpec *spec,
            GError         **error)
{
  const OndesCwt *cwt = ondes_spec_cwt (spec);
  OndesCwtOptions options = cwt->options;
  OndesScaleList list = { .options = (char *) cwt->scale_options, .voices = cwt->voices };
  OndesSpec *plain;

  options.compensation = NULL;
  list.scales = g_array_sized_new (FALSE, FALSE, sizeof (OndesScale), cwt->n_scales);
  for (guint i = 0; i < cwt->n_scales; i++)
    {
      const OndesScale scale = { cwt->scales[i].numerator, cwt->scales[i].denominator * ondes_cwt_oversampling (cwt) };

      g_array_append_val (list.scales, scale);
    }
  plain = ondes_cwt_new (&options, &list, error);
  g_array_unref (list.scales);
  return plain;
}

/* Returns the second's spec, with as dense rows in view as the first has. */
static OndesSpec *
second_spec (const OndesExport *export,
             const OndesSpec   *first,
             GError           **error)
{
  if (export->second.recording == NULL)
    return plain_spec (first, error);
  return ondes_denser_rows (export->second.spec, &export->display, ondes_recording_get_info (export->second.recording)->rate_hz,
                            export->size.height * export->size.scale_factor);
}

/* Returns how the second is detrended; @first and @count are its span. */
static OndesDetrending
second_detrending (const OndesExport *export,
                   guint64            first,
                   guint64            count)
{
  const OndesExportSecond *second = &export->second;
  const gboolean is_own = second->recording != NULL;

  return (OndesDetrending) { ondes_picture_detrend (is_own ? second->spec : export->spec,
                                                    is_own ? second->detrend : export->detrend,
                                                    ondes_export_is_figure (export->format)),
                             is_own ? second->detrend_window : export->detrend_window, first, count };
}

static void
second_clear (OndesScalogramJob *job)
{
  g_clear_pointer (&job->spec, ondes_spec_unref);
  g_clear_pointer (&job->source, ondes_source_unref);
}

/* Fills @job, whose spec and source are then owned, also on failure. */
static gboolean
second_open (const OndesExport *export,
             OndesSpec         *first,
             const OndesView   *view,
             const OndesWatch  *watch,
             OndesScalogramJob *job,
             GError           **error)
{
  const guint before = ondes_cwt_oversampling (ondes_spec_cwt (first));
  OndesRecording *recording = export->second.recording != NULL ? export->second.recording : export->plain;
  const guint channel = export->second.recording != NULL ? export->second.channel : export->channel;
  OndesDetrending detrending;
  guint times;

  *job = (OndesScalogramJob) { .spec = second_spec (export, first, error), .view = { .columns = view->columns },
                               .info = ondes_recording_get_info (recording), .parts = export->second_parts };
  if (job->spec == NULL)
    return FALSE;
  times = ondes_cwt_oversampling (ondes_spec_cwt (job->spec));
  job->view.first = view->first / before * times;
  job->view.count = view->count / before * times;
  detrending = second_detrending (export, export->first / before * times, export->count / before * times);
  job->source = ondes_recording_detrended (recording, channel, &detrending, error);
  return job->source != NULL && ondes_computed_source_prepare (job->source, job->view.first, job->view.count, watch, error);
}

OndesScalogram *
ondes_export_second_compute (const OndesExport *export,
                             OndesSpec         *first,
                             const OndesView   *view,
                             OndesComputer     *computer,
                             const OndesWatch  *watch,
                             GError           **error)
{
  OndesScalogramJob job;
  OndesScalogram *second
    = second_open (export, first, view, watch, &job, error) ? ondes_scalogram_compute (computer, &job, watch, NULL, error) : NULL;

  second_clear (&job);
  return second;
}

gboolean
ondes_export_second_compute_part (const OndesExport *export,
                                  OndesSpec         *first,
                                  const OndesView   *view,
                                  OndesComputer     *computer,
                                  const OndesWatch  *watch,
                                  GError           **error)
{
  OndesScalogramJob job;
  const gboolean done = second_open (export, first, view, watch, &job, error)
                        && ondes_scalogram_compute_part (computer, &job, watch, error);

  second_clear (&job);
  return done;
}

/* TRUE if both are of one file. */
static gboolean
is_one_file (const OndesExport *export)
{
  return g_str_equal (ondes_recording_get_info (export->plain)->path, ondes_recording_get_info (export->second.plain)->path);
}

char *
ondes_export_second_name (const OndesExport *export,
                          gboolean           second)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (second ? export->second.plain : export->plain);
  const guint channel = second ? export->second.channel : export->channel;

  if (!is_one_file (export))
    return g_strdup (info->name);
  if (export->channel == export->second.channel)
    return g_strdup (second ? "second" : "first");
  return ondes_channel_text (channel, info);
}

/* Returns the options that a picture is made by, as the command takes them, one a string; free with g_strfreev(). */
static char **
list_options (const OndesSpec       *spec,
              const OndesDetrending *detrending,
              OndesRecording        *recording)
{
  g_autofree char *plain = ondes_spec_print (spec), *detrend = ondes_detrending_print (detrending);
  const char *const *steps = ondes_recording_get_info (recording)->conditioning;
  GStrvBuilder *builder = g_strv_builder_new ();
  g_auto (GStrv) options = ondes_options_split (plain);
  g_autofree char *last = g_strdup_printf ("--detrend %s", detrend);
  char **list;

  g_strv_builder_addv (builder, (const char **) options);
  g_strv_builder_add (builder, last);
  for (; steps != NULL && *steps != NULL; steps++)
    {
      g_autofree char *step = g_strdup_printf ("--condition %s", *steps);

      g_strv_builder_add (builder, step);
    }
  list = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return list;
}

/* Returns the value that @list has for the option of @other, NULL if it has none. */
static const char *
find_value (char      **list,
            const char *other)
{
  const gsize length = strcspn (other, " ");

  for (; *list != NULL; list++)
    if (strncmp (*list, other, length) == 0 && ((*list)[length] == ' ' || (*list)[length] == '\0'))
      return (*list)[length] == ' ' ? *list + length + 1 : "";
  return NULL;
}

static void
add_part (GString    *text,
          const char *part)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", part);
}

/* Adds the options that differ; those that may be repeated are said as they are. */
static void
add_options (GString *text,
             char   **first,
             char   **second)
{
  for (char **at = second; *at != NULL; at++)
    {
      const char *value = find_value (first, *at);

      if (g_strv_contains ((const char *const *) first, *at))
        continue;
      add_part (text, *at);
      if (value != NULL && *value != '\0' && !g_str_has_prefix (*at, "--condition "))
        g_string_append_printf (text, " in the place of %s", value);
    }
  for (char **at = first; *at != NULL; at++)
    if (!g_strv_contains ((const char *const *) second, *at)
        && (find_value (second, *at) == NULL || g_str_has_prefix (*at, "--condition ")))
      {
        add_part (text, "without ");
        g_string_append (text, *at);
      }
}

static OndesDetrending
first_detrending (const OndesExport *export)
{
  return (OndesDetrending) { ondes_picture_detrend (export->spec, export->detrend, ondes_export_is_figure (export->format)),
                             export->detrend_window, export->first, export->count };
}

/* Returns what the second differs by: "b.wav, channel 2 of 2, from 0.5 s on, resampled from 500 Hz, --omega0 8 in the place of 5".
 * Transfer full. */
static char *
print_differences (const OndesExport *export)
{
  const OndesRecordingInfo *a = ondes_recording_get_info (export->plain), *b = ondes_recording_get_info (export->second.plain);
  const gint64 shift = ondes_alignment_shift (&export->second.alignment, a, b);
  const OndesDetrending before = first_detrending (export), after = second_detrending (export, export->first, export->count);
  g_auto (GStrv) first = list_options (export->spec, &before, export->plain);
  g_auto (GStrv) second = list_options (export->second.spec, &after, export->second.plain);
  g_autofree char *channel = ondes_channel_text (export->second.channel, b);
  GString *text = g_string_new (NULL);
  g_autofree char *unit = ondes_frequency_unit (a->time_unit);
  char number[ONDES_NUMBER_SIZE];

  if (!is_one_file (export))
    add_part (text, b->name);
  if (channel != NULL && (!is_one_file (export) || export->channel != export->second.channel))
    add_part (text, channel);
  if (a->rate_hz != b->rate_hz)
    g_string_append_printf (text, "%sresampled from %s %s", text->len > 0 ? ", " : "", ondes_number_print (number, b->rate_hz),
                            unit);
  if (shift != 0)
    {
      g_autofree char *time = ondes_export_print_time ((guint64) ABS (shift), a->rate_hz);

      g_string_append_printf (text, "%s%s %s %s", text->len > 0 ? ", " : "", time, a->time_unit, shift > 0 ? "later" : "earlier");
    }
  add_options (text, first, second);
  if (export->second.own_range && export->difference_db == 0)
    add_part (text, "with its own value at 0 dB");
  if (text->len == 0)
    g_string_append (text, "the same");
  return g_string_free (text, FALSE);
}

gboolean
ondes_export_second_write (const OndesExport      *export,
                           const OndesImageTarget *to,
                           const OndesScalogram   *first,
                           OndesScalogram         *second,
                           const OndesExtent      *extents,
                           GError                **error)
{
  const OndesExportSecond *of = &export->second;
  const guint times = ondes_cwt_oversampling (ondes_spec_cwt (export->spec));
  g_autoptr (OndesScalogram) equalised = export->display.equalise ? ondes_compared_equalise (first, second)
                                                                  : ondes_scalogram_ref (second);
  g_autofree char *name = ondes_export_second_name (export, FALSE), *other = ondes_export_second_name (export, TRUE);
  g_autofree char *differs = print_differences (export);
  OndesCompared pair = { .kind = of->kind, .first = first, .second = equalised, .line = of->line, .range_db = export->difference_db,
                     .own_range = of->own_range, .reference = of->reference, .names = { name, other }, .differs = differs };

  pair.cover = ondes_alignment_cover (&of->alignment, ondes_recording_get_info (export->plain),
                                      ondes_recording_get_info (of->plain));
  pair.cover.first *= times;
  pair.cover.count *= times;
  return ondes_compared_figure_write (to, &export->size, &pair, &export->display, extents, error);
}

/* Adds the steps of the second where they are not the first's. */
static void
add_conditioning (GString           *line,
                  const OndesExport *export)
{
  const char *const *a = ondes_recording_get_info (export->plain)->conditioning;
  const char *const *b = ondes_recording_get_info (export->second.plain)->conditioning;

  if (a == b || (a != NULL && b != NULL && g_strv_equal (a, b)))
    return;
  if (b == NULL)
    ondes_line_add_option (line, "--condition-2", "none");
  else
    ondes_line_add_conditioning (line, export->second.plain, "--condition-2");
}

/* Adds the second's options of the transform as one text if one of them differs. */
static void
add_spec (GString           *line,
          const OndesExport *export)
{
  const OndesDetrending before = first_detrending (export), after = second_detrending (export, export->first, export->count);
  g_autofree char *a = ondes_spec_print (export->spec), *b = ondes_spec_print (export->second.spec);
  g_autofree char *detrend_a = ondes_detrending_print (&before), *detrend_b = ondes_detrending_print (&after);
  g_autoptr (GString) text = g_string_new (NULL);

  if (g_str_equal (a, b) && g_str_equal (detrend_a, detrend_b))
    return;
  ondes_line_add_options (text, b);
  ondes_line_add_option (text, "--detrend", detrend_b);
  ondes_line_add_option (line, "--set-2", text->str + 1);
}

void
ondes_export_second_add (GString           *line,
                         const OndesExport *export)
{
  const OndesExportSecond *second = &export->second;
  const OndesRecordingInfo *info = ondes_recording_get_info (second->plain);
  g_autofree char *path = g_canonicalize_filename (info->path, NULL);
  char number[ONDES_NUMBER_SIZE];

  ondes_line_add_option (line, "--compare", path);
  ondes_line_add_second_read (line, &export->read, &second->read);
  if (second->channel == 0)
    ondes_line_add_option (line, "--channel-2", "mix");
  else if (second->channel != export->channel)
    ondes_line_add_number (line, "--channel-2", second->channel);
  add_conditioning (line, export);
  add_spec (line, export);
  if (second->alignment.align != ONDES_ALIGN_FIRST_SAMPLES)
    ondes_line_add_option (line, "--align", ondes_align_names[second->alignment.align]);
  if (second->alignment.offset != 0)
    ondes_line_add_number (line, "--offset", second->alignment.offset);
  if (second->own_range && second->reference > 0)
    ondes_line_add_number (line, "--reference-2", second->reference);
  else if (second->own_range)
    ondes_line_add_option (line, "--reference-2", "auto");
  if (second->kind == ONDES_COMPARED_WIPE)
    {
      g_autofree char *wipe = g_strdup_printf ("wipe:%s", ondes_number_print (number, second->line));

      ondes_line_add_option (line, "--show", wipe);
    }
}
