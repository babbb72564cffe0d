/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-bands.h"

#include "analysis/band-levels.h"
#include "analysis/band-pieces.h"
#include "analysis/millidecades.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/option.h"
#include "base/words.h"
#include "export/export-energy.h"
#include "io/csv-text.h"
#include "io/out-file.h"
#include "transform/filter-text.h"

#include <math.h>
#include <string.h>

#define PIECES           60 /* of a span */
#define MOST_PERCENTILES 20
#define FORGIVEN         1e-6 /* of a sample, so that rounding moves no boundary */

struct _OndesBatchBands
{
  gboolean           millidecades;
  OndesFilterSettings choice; /* its words are the run's */
  OndesFilterOptions options;
  double             every; /* time units */
  guint              n_percentiles;
  double             percentiles[MOST_PERCENTILES];
  char              *bank_text;

  /* Of recordings at bank_rate_hz of up to bank_n samples: long filters take long to design. */
  double             bank_rate_hz;
  guint64            bank_n;
  OndesFilterBank   *bank;
  OndesMillidecades *spectra;
};

/* A table being written. */
typedef struct
{
  OndesBatchBands     *bands;
  const OndesBatchJob *job;
  OndesOutFile        *file;
  GString             *line;
  char                *name; /* of the recording */
  double               unit_s;
} Table;

/* The mean squares of a span: pieces × bands. */
typedef struct
{
  guint64       first, count; /* samples of the span */
  const double *values;
  const double *weights;      /* of the pieces; NULL if they are equal */
  gsize         pieces, bands;
} Span;

static const char *
look_up (gconstpointer bank,
         const char   *option)
{
  return g_str_equal (option, "--bank") ? bank : NULL;
}

static gboolean
parse_percentiles (OndesBatchBands *self,
                   const char      *text,
                   GError         **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  if (g_str_equal (text, "none"))
    return TRUE;
  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (i == MOST_PERCENTILES)
        return ondes_option_refuse (error, "--percentiles", _("there are more than %d"), MOST_PERCENTILES);
      if (!ondes_option_number ("--percentiles", parts[i], 0, 100, &self->percentiles[self->n_percentiles++], error))
        return FALSE;
    }
  return TRUE;
}

OndesBatchBands *
ondes_batch_bands_new (const OndesBatchRun *run,
                       GError             **error)
{
  g_autoptr (OndesBatchBands) self = g_new0 (OndesBatchBands, 1);
  OndesBatchOptions options = *(const OndesBatchOptions *) ondes_batch_level_params.defaults;
  const char *precision = ondes_batch_run_option (run, "--precision");
  guint chosen = ONDES_PRECISION_DOUBLE;
  g_autoptr (GError) local = NULL;

  self->options = ondes_filter_options_default;
  if (!ondes_batch_words_parse (run->words, ondes_batch_level_params.rows, 0, &options, error)
      || (precision != NULL && !ondes_option_choice ("--precision", precision, ondes_precision_names, &chosen, error))
      || !parse_percentiles (self, options.percentiles, error))
    return NULL;
  self->every = options.every;
  self->bank_text = g_strdup (options.bands);
  self->millidecades = g_str_equal (self->bank_text, "millidecades");
  self->options.precision = chosen;
  if (self->millidecades || ondes_filter_choice_parse (&self->choice, look_up, self->bank_text, &local))
    return g_steal_pointer (&self);
  ondes_option_refuse (error, "--bands", "%s", local->message);
  return NULL;
}

void
ondes_batch_bands_free (OndesBatchBands *self)
{
  g_clear_pointer (&self->bank, ondes_filter_bank_unref);
  g_clear_pointer (&self->spectra, ondes_millidecades_free);
  g_free (self->bank_text);
  g_free (self);
}

static gboolean
write_line (Table   *self,
            GError **error)
{
  gboolean done;

  g_string_append_c (self->line, '\n');
  done = !g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (self->job->watch), error)
         && ondes_out_file_write (self->file, self->line->str, self->line->len, error);
  g_string_truncate (self->line, 0);
  return done;
}

static void
add_number (GString *line,
            double   value)
{
  char text[ONDES_NUMBER_SIZE];

  g_string_append_printf (line, ",%s", ondes_number_print (text, value));
}

/* Appends a level to a thousandth of a decibel; nothing for NaN. */
static void
add_level (GString *line,
           double   level_db)
{
  char text[ONDES_NUMBER_SIZE];

  g_string_append_c (line, ',');
  if (isinf (level_db))
    g_string_append (line, level_db > 0 ? "inf" : "-inf");
  else if (!isnan (level_db))
    g_string_append (line, g_ascii_formatd (text, sizeof text, "%.3f", level_db));
}

/* Appends a centre: six digits tell millidecades apart. */
static void
add_centre (GString *line,
            double   centre_hz)
{
  char text[ONDES_NUMBER_SIZE];

  g_string_append_printf (line, ",%s", g_ascii_formatd (text, sizeof text, "%.6g", centre_hz));
}

/* Begins a row: all before the levels. */
static void
add_row_head (Table      *self,
              const Span *span,
              const char *statistic)
{
  const OndesRecordingInfo *info = self->job->info;
  const double time = (double) span->first / info->rate_hz;
  g_autofree char *date = ondes_batch_job_date (self->job, time * self->unit_s);

  ondes_csv_add_cell (self->line, self->name);
  if (self->job->source->channel == 0)
    g_string_append (self->line, ",mix,");
  else
    g_string_append_printf (self->line, ",%u,", self->job->source->channel);
  g_string_append (self->line, date);
  add_number (self->line, time);
  add_number (self->line, (double) span->count / info->rate_hz);
  g_string_append_printf (self->line, ",%s", statistic);
}

/* Writes the rows of a span. */
static gboolean
write_span (Table      *self,
            const Span *span,
            GError    **error)
{
  g_autofree double *column = g_new (double, span->pieces), *scratch = g_new (double, span->pieces);
  const OndesBatchBands *bands = self->bands;

  for (guint statistic = 0; statistic <= bands->n_percentiles; statistic++)
    {
      char text[ONDES_NUMBER_SIZE];
      const double percentile = statistic > 0 ? bands->percentiles[statistic - 1] : NAN;
      g_autofree char *name = statistic == 0 ? g_strdup ("mean") : g_strconcat ("p", ondes_number_print (text, percentile), NULL);

      add_row_head (self, span, name);
      for (gsize band = 0; band < span->bands; band++)
        {
          for (gsize i = 0; i < span->pieces; i++)
            column[i] = span->values[i * span->bands + band];
          add_level (self->line, statistic == 0 ? ondes_pieces_level (column, span->weights, span->pieces)
                                                : ondes_pieces_percentile (column, span->pieces, percentile, scratch));
        }
      if (!write_line (self, error))
        return FALSE;
    }
  return TRUE;
}

/* Returns the first sample of span @j, or the length of the recording. */
static guint64
span_begin (const Table *self,
            guint64      j)
{
  const double at = ceil ((double) j * self->bands->every * self->job->info->rate_hz - FORGIVEN);

  return at < (double) self->job->source->n ? (guint64) MAX (at, 0) : self->job->source->n;
}

/* --- millidecades */

static gboolean
prepare_spectra (OndesBatchBands *self,
                 double           rate_hz,
                 GError         **error)
{
  if (self->spectra != NULL && self->bank_rate_hz == rate_hz)
    return TRUE;
  g_clear_pointer (&self->spectra, ondes_millidecades_free);
  self->bank_rate_hz = rate_hz;
  self->spectra = ondes_millidecades_new (rate_hz, error);
  return self->spectra != NULL;
}

static gboolean
write_millidecades (Table   *self,
                    GError **error)
{
  const OndesBatchJob *job = self->job;
  const guint64 n = job->source->n;
  guint64 at, end;
  g_autofree double *densities = NULL;
  const OndesMillidecade *bands;
  guint n_bands;
  gsize most;

  if (!prepare_spectra (self->bands, job->info->rate_hz / self->unit_s, error))
    return FALSE;
  bands = ondes_millidecades_get (self->bands->spectra, &n_bands);
  most = ondes_millidecades_windows (self->bands->spectra, MIN (span_begin (self, 1) + 1, n));
  if (most == 0)
    return ondes_error_set (error, ONDES_ERROR_FILE, _("%s: lasts less than a second, which millidecades need"),
                            job->info->path);
  densities = ondes_memory_try (most * n_bands * sizeof *densities, error);
  if (densities == NULL)
    return FALSE;
  ondes_batch_job_range (job, self->bands->every, &at, &end);
  for (guint i = 0; i < n_bands && at == 0; i++)
    add_centre (self->line, bands[i].centre_hz);
  if (at > 0)
    g_string_truncate (self->line, 0);
  else if (end > 0 && !write_line (self, error))
    return FALSE;
  for (guint64 j = (guint64) round ((double) at / (self->bands->every * job->info->rate_hz)); span_begin (self, j) < end; j++)
    {
      Span span = { .first = span_begin (self, j), .values = densities, .bands = n_bands };

      span.count = span_begin (self, j + 1) - span.first;
      span.pieces = ondes_millidecades_windows (self->bands->spectra, span.count);
      if (span.pieces > 0
          && (!ondes_millidecades_compute (self->bands->spectra, job->source, span.first, span.count, densities, error)
              || !write_span (self, &span, error)))
        return FALSE;
      ondes_watch_tell (job->watch, (double) (span.first + span.count) / (double) n);
    }
  return TRUE;
}

/* --- filters */

/* Returns the bank without the filters that are longer than the recording. */
static OndesFilterBank *
bank_for (OndesBatchBands     *self,
          const OndesBatchJob *job,
          GError             **error)
{
  const OndesFilterBand *bands;
  g_autofree OndesFilterBand *fitting = NULL;
  guint n, kept = 0;

  if (self->bank == NULL || self->bank_rate_hz != job->info->rate_hz || self->bank_n < job->source->n)
    {
      g_clear_pointer (&self->bank, ondes_filter_bank_unref);
      self->bank_rate_hz = job->info->rate_hz;
      for (self->bank_n = 1; self->bank_n < job->source->n;)
        self->bank_n *= 2;
      self->bank = ondes_filter_choice_bank (
        &self->choice, &(OndesFilterInput) { job->info->path, self->bank_rate_hz, self->bank_n }, job->watch, error);
    }
  if (self->bank == NULL || ondes_filter_bank_longest (self->bank) <= job->source->n)
    return self->bank != NULL ? ondes_filter_bank_ref (self->bank) : NULL;
  bands = ondes_filter_bank_get (self->bank, &n);
  fitting = g_new (OndesFilterBand, n);
  for (guint i = 0; i < n; i++)
    if (bands[i].n <= job->source->n)
      fitting[kept++] = bands[i];
  if (kept > 0)
    return ondes_filter_bank_new (fitting, kept, error);
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%s: is shorter than the filter of every band; choose wider or higher bands"), job->info->path);
  return NULL;
}

/* Writes span @j, whose pieces are spans of the energy. */
static gboolean
write_energies (Table             *self,
                const OndesEnergy *energy,
                guint64            j,
                GError           **error)
{
  Span span = { .first = span_begin (self, j), .bands = energy->rows };
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) weights = g_array_new (FALSE, FALSE, sizeof (double));
  guint64 end;

  span.count = span_begin (self, j + 1) - span.first;
  for (guint64 i = ondes_energy_span_of (energy, span.first); i < energy->spans; i++)
    {
      const guint64 begin = ondes_energy_begin (energy, i);
      const double weight = (double) ((end = ondes_energy_begin (energy, i + 1)) - begin);

      if (begin >= span.first + span.count)
        break;
      for (guint64 row = 0; row < energy->rows; row++)
        g_array_append_val (values, energy->mean_squares[row * energy->spans + i]);
      g_array_append_val (weights, weight);
    }
  span.values = (const double *) (gconstpointer) values->data;
  span.weights = (const double *) (gconstpointer) weights->data;
  span.pieces = weights->len;
  return write_span (self, &span, error);
}

/* Returns the job of all pieces of the recording, which has the bank. */
static OndesBandJob
band_job (OndesBatchBands     *self,
          const OndesBatchJob *job,
          OndesFilterBank     *bank)
{
  return (OndesBandJob) { .source = job->source, .source_id = job->source->id, .bank = bank, .options = self->options,
                          .count = job->source->n, .every = MAX (self->every / PIECES, 1 / job->info->rate_hz) };
}

/* Returns the levels of all pieces of the recording. */
static OndesBandLevels *
filter_all (OndesBatchBands     *self,
            const OndesBatchJob *job,
            GError             **error)
{
  g_autoptr (OndesFilterBank) bank = bank_for (self, job, error);
  const OndesBandJob bands = band_job (self, job, bank);

  return bank != NULL ? ondes_batch_job_levels (job, &bands, self->every, error) : NULL;
}

/* Writes the levels of the pieces of the job's part. */
static gboolean
filter_part (OndesBatchBands     *self,
             const OndesBatchJob *job,
             const char          *path,
             GError             **error)
{
  g_autoptr (OndesFilterBank) bank = bank_for (self, job, error);
  const OndesBandJob bands = band_job (self, job, bank);

  return bank != NULL && ondes_batch_job_write_part (job, &bands, self->every, path, error);
}

static gboolean
write_filtered (Table   *self,
                GError **error)
{
  const OndesBatchJob *job = self->job;
  g_autoptr (OndesBandLevels) levels = filter_all (self->bands, job, error);
  const OndesFilterBand *bands;
  guint n;

  if (levels == NULL)
    return FALSE;
  bands = ondes_filter_bank_get (levels->job.bank, &n);
  for (guint i = 0; i < n; i++)
    add_centre (self->line, bands[i].centre_hz);
  if (!write_line (self, error))
    return FALSE;
  for (guint64 j = 0; span_begin (self, j) < job->source->n; j++)
    if (!write_energies (self, levels->energy, j, error))
      return FALSE;
  return TRUE;
}

/* Writes what the table is to have. */
static gboolean
write_table (Table   *self,
             GError **error)
{
  if (!self->bands->millidecades)
    return write_filtered (self, error);
  if (self->job->part != NULL && !ondes_batch_job_is_part (self->job))
    return ondes_batch_job_join_lines (self->job, self->file, error);
  return write_millidecades (self, error);
}

gboolean
ondes_batch_bands_write (OndesBatchBands     *self,
                         const OndesBatchJob *job,
                         const char          *path,
                         GError             **error)
{
  const double unit_s = ondes_time_unit_seconds (job->info->time_unit);
  g_autoptr (OndesOutFile) file = ondes_out_file_new (path, error);
  g_autofree char *name = ondes_batch_escape (job->file->path);
  Table table = { self, job, file, NULL, name, unit_s > 0 ? unit_s : 1 };
  gboolean done;

  if (file == NULL)
    return FALSE;
  if (!(self->every * job->info->rate_hz >= 1))
    return ondes_option_refuse (error, "--every", _("%g is shorter than a sample of this recording"), self->every);
  if (ondes_batch_job_is_part (job) && !self->millidecades)
    return filter_part (self, job, path, error);
  table.line = g_string_new ("file,channel,start,time,length,statistic");
  done = write_table (&table, error) && ondes_out_file_commit (file, error);
  g_string_free (table.line, TRUE);
  return done;
}

gboolean
ondes_batch_bands_write_energy (OndesBatchBands     *self,
                                const OndesBatchJob *job,
                                const char          *path,
                                GError             **error)
{
  g_autoptr (OndesBandLevels) levels = NULL;
  g_autofree char *filter = g_strconcat ("--bank ", self->bank_text, NULL);

  if (self->millidecades)
    return ondes_option_refuse (error, "--bands", _("millidecades have no filters, whose energy could be told; choose a bank"));
  if (ondes_batch_job_is_part (job))
    return filter_part (self, job, path, error);
  levels = filter_all (self, job, error);
  return levels != NULL
         && ondes_energy_export_run (&(OndesEnergyExport) {
              .figure = { .energy = levels->energy, .bank = levels->job.bank, .channels = 1,
                          .base = ondes_export_time_base (job->info), .unit = job->info->unit, .title = job->info->name,
                          .filter = filter },
              .channels = &job->source->channel, .format = ONDES_EXPORT_NPZ, .path = path }, error);
}

gboolean
ondes_batch_bands_are_spectra (const OndesBatchBands *self)
{
  return self->millidecades;
}
