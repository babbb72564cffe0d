/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "words-runs.h"

#include <math.h>
#include <string.h>

#include "base/words.h"
#include "session/words.h"
#include "signal/date.h"

/* Returns the sentence with the name of the file in the place of its path. */
static char *
print_failure (const OndesRunRow *row)
{
  const char *path = row->file.path;

  if (row->sentence == NULL)
    return g_strdup (_("Failed"));
  return g_str_has_prefix (row->sentence, path) ? g_strconcat (row->name, row->sentence + strlen (path), NULL)
                                                : g_strdup (row->sentence);
}

static char *
print_state (const OndesRunRow *row)
{
  switch (row->state)
    {
    case ONDES_RUN_ROW_TO_DO:
      return g_strdup (_("To do"));
    case ONDES_RUN_ROW_DONE:
      return g_strdup (_("Done"));
    case ONDES_RUN_ROW_FAILED:
      return print_failure (row);
    default:
      return g_strdup ("…");
    }
}

static char *
print_level (double db)
{
  return isnan (db) ? g_strdup ("") : ondes_words_fixed (db, 1, " dB");
}

static char *
print_start (const OndesBatchFile *file)
{
  g_autofree char *date = NULL, *zone = NULL;

  if (isnan (file->date_s))
    return g_strdup ("");
  date = ondes_date_print (file->date_s, 0, 1);
  zone = ondes_words_zone ((OndesZone) { .unknown = file->by_clock });
  /* Translators: a date, and its time zone. */
  return g_strdup_printf (_("%s, %s"), date, zone);
}

char *
ondes_words_run_cell (const OndesRunRow *row,
                      OndesRunColumn     column)
{
  switch (column)
    {
    case ONDES_RUN_NAME:
      return g_strdup (row->name);
    case ONDES_RUN_START:
      return print_start (&row->file);
    case ONDES_RUN_DURATION:
      return row->file.rate_hz > 0 ? ondes_words_duration (ondes_batch_file_seconds (&row->file), "s") : g_strdup ("");
    case ONDES_RUN_RATE:
      return row->file.rate_hz > 0 ? ondes_words_rate (row->file.rate_hz, "s") : g_strdup ("");
    case ONDES_RUN_LEVEL:
      return print_level (row->level_db);
    case ONDES_RUN_PEAK:
      return print_level (row->peak_db);
    case ONDES_RUN_STATUS:
      return print_state (row);
    default:
      return g_strdup ("");
    }
}

char *
ondes_words_run_progress (OndesRunModel *model)
{
  const OndesRunProgress *progress = ondes_run_model_get_progress (model);
  g_autofree char *done = ondes_words_count (progress->done), *all = ondes_words_count (progress->files);
  g_autofree char *failed = ondes_words_count (progress->failed);
  GString *text = g_string_new (NULL);

  /* Translators: how many of how many recordings. */
  g_string_printf (text, ngettext ("%s of %s recording done", "%s of %s recordings done", progress->files), done, all);
  if (progress->failed > 0)
    /* Translators: how many recordings failed. */
    g_string_append_printf (text, ngettext (", %s failed", ", %s failed", progress->failed), failed);
  if (!isnan (progress->rate))
    {
      g_autofree char *rate = ondes_words_fixed (progress->rate, progress->rate < 10 ? 1 : 0, "");

      /* Translators: how often real time, as “85 × real time”. */
      g_string_append_printf (text, _(" · %s × real time"), rate);
    }
  if (!isnan (progress->left_s))
    {
      g_autofree char *left = ondes_words_duration (ceil (progress->left_s), "s");

      /* Translators: the time that is left. */
      g_string_append_printf (text, _(" · %s left"), left);
    }
  return g_string_free (text, FALSE);
}

char *
ondes_words_draft_counts (OndesBatchDraft *draft)
{
  const OndesDraftEstimate *estimate = ondes_batch_draft_get_estimate (draft);
  g_autofree char *files = ondes_words_count (estimate->files), *length = NULL, *bytes = NULL;
  GString *text;

  if (ondes_batch_draft_get_folder (draft) == NULL)
    return g_strdup (_("Choose a folder of recordings."));
  if (!estimate->counted && !ondes_batch_draft_is_busy (draft))
    return g_strdup ("");
  text = g_string_new (NULL);
  if (!estimate->counted || ondes_batch_draft_is_writing (draft))
    {
      if (estimate->files > 0)
        g_string_printf (text, ngettext ("Reading: %s recording", "Reading: %s recordings", estimate->files), files);
      else
        g_string_assign (text, _("Reading the folder"));
      return g_string_free (text, FALSE);
    }
  length = ondes_words_duration (estimate->seconds, "s");
  bytes = g_format_size (estimate->bytes);
  /* Translators: the number of recordings, their length together, and the size of their files. */
  g_string_printf (text, ngettext ("%s recording, %s, %s", "%s recordings, %s, %s", estimate->files), files, length, bytes);
  if (estimate->unreadable > 0)
    {
      g_autofree char *unreadable = ondes_words_count (estimate->unreadable);

      g_string_append_printf (text, ngettext ("; %s cannot be read", "; %s cannot be read", estimate->unreadable), unreadable);
    }
  if (estimate->labels > 0)
    {
      g_autofree char *labels = ondes_words_count (estimate->labels);

      g_string_append_printf (text, ngettext ("; %s file of annotations is left out", "; %s files of annotations are left out",
                                              estimate->labels), labels);
    }
  if (estimate->utc > 0 && estimate->clocks > 0)
    {
      g_autofree char *clocks = ondes_words_count (estimate->clocks);

      g_string_append_printf (text, ngettext ("; the start of %s has no time zone, and is kept apart from those in UTC",
                                              "; the starts of %s have no time zone, and are kept apart from those in UTC",
                                              estimate->clocks), clocks);
    }
  return g_string_free (text, FALSE);
}

char *
ondes_words_draft_estimate (OndesBatchDraft *draft)
{
  const OndesDraftEstimate *estimate = ondes_batch_draft_get_estimate (draft);
  g_autofree char *bytes = NULL, *time = NULL;

  if (!estimate->estimated)
    return g_strdup (estimate->counted && ondes_batch_draft_is_busy (draft) ? _("Measuring one of them") : "");
  bytes = g_format_size ((guint64) estimate->out_bytes);
  time = ondes_words_duration (MAX (ceil (estimate->out_s), 1), "s");
  /* Translators: the size of what is written, and how long it takes. */
  return g_strdup_printf (_("About %s of outputs, in about %s on this machine"), bytes, time);
}

const char *
ondes_words_product (OndesBatchProduct product)
{
  static const char *const names[] = {
    [ONDES_BATCH_SCALOGRAM] = N_("Scalograms"),
    [ONDES_BATCH_BANDS] = N_("Levels of bands"),
    [ONDES_BATCH_ENERGY] = N_("Energy of the filter bank"),
    [ONDES_BATCH_ANNOTATIONS] = N_("Annotations"),
    [ONDES_BATCH_SHEET] = N_("Contact sheet"),
    [ONDES_BATCH_LTSA] = N_("Long-term average"),
  };

  g_return_val_if_fail (product < ONDES_BATCH_N_PRODUCTS, "");
  return _(names[product]);
}

const char *
ondes_words_product_help (OndesBatchProduct product)
{
  static const char *const help[] = {
    [ONDES_BATCH_SCALOGRAM] = N_("A picture of each recording, as on the screen"),
    [ONDES_BATCH_BANDS] = N_("A table of each recording, and one of all"),
    [ONDES_BATCH_ENERGY] = N_("The levels of its bands each second, as numbers"),
    [ONDES_BATCH_ANNOTATIONS] = N_("Where a band is loud"),
    [ONDES_BATCH_SHEET] = N_("Small pictures of all, in one range of colours"),
    [ONDES_BATCH_LTSA] = N_("The bands of all recordings over date and time"),
  };

  g_return_val_if_fail (product < ONDES_BATCH_N_PRODUCTS, "");
  return _(help[product]);
}
