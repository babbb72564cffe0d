/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "batch-ltsa.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/option.h"
#include "base/words.h"
#include "batch-table.h"
#include "export/export.h"
#include "figure/energy-figure.h"
#include "figure/palette.h"
#include "io/npy-format.h"
#include "io/out-file.h"
#include "signal/date.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SECOND      "ltsa-clock" /* the average by clocks of unknown zone where others are in UTC */
#define MOST_CELLS  8192
#define FORGIVEN_S  1e-5 /* overlap that is rounding of dates */
#define MOST_VALUES ((guint64) 1 << 23) /* of all cells and bands: 128 MiB with their weights */

/* Columns before the bands, but the name. */
enum { CHANNEL, START, TIME, LENGTH, STATISTIC, N_FIELDS };

typedef struct
{
  const OndesBatchRun *run;
  gboolean    by_clock;     /* of the recordings whose start has no zone; of those in UTC otherwise */
  const char *name;         /* of the outputs, without their endings */
  gboolean    has_rows;     /* the table that was read last has rows of these */
  double      from_s, to_s; /* of the clock */
  double      every_s;      /* longest span of the tables */
  guint64     recordings;   /* that have rows */
  GHashTable *columns;      /* names of the bands of all tables, and their places in order, from 1 */
  GPtrArray  *order;        /* of those, by centres; borrowed */
  double      cell_s;
  guint64     cells;
  double     *sums, *weights; /* bands × cells: of mean squares by seconds; seconds */
} Ltsa;

/* A row of a table. */
typedef struct
{
  double       begin_s, length_s;
  gboolean     by_clock;
  const char **cells;
} Row;

static void
ltsa_clear (Ltsa *self)
{
  g_clear_pointer (&self->columns, g_hash_table_unref);
  g_clear_pointer (&self->order, g_ptr_array_unref);
  g_free (self->sums);
  g_free (self->weights);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ltsa, ltsa_clear)

/* Reads the row in @table's line; FALSE unless it is a mean at a known time. */
static gboolean
parse_row (OndesBatchTable *table,
           Row             *row)
{
  char *head = ondes_batch_table_split (table, row->cells), *fields[N_FIELDS];
  OndesZone zone = { 0 };

  for (guint i = N_FIELDS; i > 0; i--)
    {
      char *comma = strrchr (head, ',');

      if (comma == NULL)
        return FALSE;
      *comma = '\0';
      fields[i - 1] = comma + 1;
    }
  row->length_s = g_ascii_strtod (fields[LENGTH], NULL);
  if (!g_str_equal (fields[STATISTIC], "mean") || !ondes_date_parse_zone (fields[START], &row->begin_s, &zone))
    return FALSE;
  row->by_clock = zone.unknown;
  return row->length_s > 0;
}

typedef void (*TakeRow) (Ltsa                  *self,
                         const OndesBatchTable *table,
                         const Row             *row);

/* Calls @take for each mean of the table of a recording with a start, of the clock of @self. */
static gboolean
read_rows (Ltsa                 *self,
           const OndesBatchFile *file,
           TakeRow               take,
           GError              **error)
{
  g_auto (OndesBatchTable) table = { 0 };
  g_autofree const char **cells = NULL;
  Row row;

  if (isnan (file->date_s))
    return TRUE;
  if (!ondes_batch_table_open (&table, self->run, file, ONDES_BATCH_BANDS, ONDES_BATCH_BANDS_HEAD, error))
    return FALSE;
  row.cells = cells = g_new (const char *, g_strv_length (table.columns) + 1);
  while (ondes_batch_table_next (&table))
    if (parse_row (&table, &row) && row.by_clock == self->by_clock)
      take (self, &table, &row);
  return ondes_batch_table_whole (&table, error);
}

static void
measure_row (Ltsa                  *self,
             const OndesBatchTable *table,
             const Row             *row)
{
  for (char **name = table->columns; *name != NULL; name++)
    if (!g_hash_table_contains (self->columns, *name))
      g_hash_table_insert (self->columns, g_strdup (*name), NULL);
  self->has_rows = TRUE;
  self->from_s = MIN (self->from_s, row->begin_s);
  self->to_s = MAX (self->to_s, row->begin_s + row->length_s);
  self->every_s = MAX (self->every_s, row->length_s);
}

static gboolean
measure (gpointer              data,
         const OndesBatchFile *file,
         GError              **error)
{
  Ltsa *self = data;

  self->has_rows = FALSE;
  if (!read_rows (self, file, measure_row, error))
    return FALSE;
  self->recordings += self->has_rows;
  return TRUE;
}

static void
add_row (Ltsa                  *self,
         const OndesBatchTable *table,
         const Row             *row)
{
  const double first = floor ((row->begin_s - self->from_s) / self->cell_s);

  for (guint64 cell = (guint64) MAX (first, 0); cell < self->cells; cell++)
    {
      const double begin_s = self->from_s + (double) cell * self->cell_s;
      const double overlap_s
        = MIN (begin_s + self->cell_s, row->begin_s + row->length_s) - MAX (begin_s, row->begin_s);

      if (begin_s >= row->begin_s + row->length_s)
        break;
      if (overlap_s < FORGIVEN_S)
        continue;
      for (guint i = 0; table->columns[i] != NULL; i++)
        {
          const guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->columns, table->columns[i]));
          const guint64 at = (place - 1) * self->cells + cell;

          if (place == 0 || row->cells[i][0] == '\0')
            continue;
          self->sums[at] += overlap_s * pow (10, g_ascii_strtod (row->cells[i], NULL) / 10);
          self->weights[at] += overlap_s;
        }
    }
}

static gboolean
add (gpointer              data,
     const OndesBatchFile *file,
     GError              **error)
{
  return read_rows (data, file, add_row, error);
}

/* Lays out cells and bands. */
static gboolean
lay_out (Ltsa    *self,
         GError **error)
{
  guint64 times = 1, most;
  GHashTableIter iter;
  gpointer name;
  gsize bytes;

  self->order = g_ptr_array_new ();
  g_hash_table_iter_init (&iter, self->columns);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (g_ascii_strtod (name, NULL) > 0) /* 0 Hz has no place on a logarithmic axis */
      g_ptr_array_add (self->order, name);
  g_ptr_array_sort (self->order, ondes_batch_compare_centres);
  most = MIN (MOST_CELLS, MAX (MOST_VALUES / MAX (self->order->len, 1), 1));
  times = (guint64) MAX (ceil ((self->to_s - self->from_s) / self->every_s / (double) (most - 1)), 1);
  self->cell_s = self->every_s * (double) times;
  self->from_s = floor (self->from_s / self->cell_s) * self->cell_s;
  self->cells = (guint64) MAX (ceil ((self->to_s - self->from_s) / self->cell_s - 1e-9), 1);
  bytes = (gsize) (self->order->len + 1) * self->cells * sizeof (double);
  self->sums = ondes_memory_try (bytes, error);
  self->weights = self->sums != NULL ? ondes_memory_try (bytes, error) : NULL;
  if (self->weights == NULL)
    return FALSE;
  memset (self->sums, 0, bytes);
  memset (self->weights, 0, bytes);
  for (guint i = 0; i < self->order->len; i++)
    g_hash_table_insert (self->columns, g_strdup (g_ptr_array_index (self->order, i)), GUINT_TO_POINTER (i + 1));
  return TRUE;
}

static gboolean
write_npz (const Ltsa    *self,
           const double  *centres,
           const char    *spec,
           GError       **error)
{
  const guint64 grid[2] = { self->order->len, self->cells }, bands[2] = { grid[0] }, cells[2] = { grid[1] }, scalar[2] = { 0 };
  g_autofree double *levels = g_new (double, grid[0] * grid[1]), *times = g_new (double, grid[1]);
  g_autofree char *name = g_strconcat (self->name, ".npz", NULL);
  g_autoptr (OndesOutFile) file = ondes_batch_run_create (self->run, name, error);
  g_autoptr (OndesZip) zip = file != NULL ? ondes_zip_new (file) : NULL;

  if (zip == NULL)
    return FALSE;
  for (guint64 i = 0; i < grid[0] * grid[1]; i++)
    levels[i] = 10 * log10 (self->sums[i]);
  for (guint64 i = 0; i < grid[1]; i++)
    times[i] = self->from_s + ((double) i + 0.5) * self->cell_s; /* the middles */
  return ondes_zip_add_array (zip, "values.npy", ONDES_F64, grid, levels, error)
         && ondes_zip_add_array (zip, "centre_hz.npy", ONDES_F64, bands, centres, error)
         && ondes_zip_add_array (zip, "times_s.npy", ONDES_F64, cells, times, error)
         && ondes_zip_add_array (zip, "every_s.npy", ONDES_F64, scalar, &self->cell_s, error)
         && ondes_zip_add_text (zip, "zone.npy", self->by_clock ? "unknown" : "UTC", error)
         && ondes_zip_add_text (zip, "spec.npy", spec, error) && ondes_zip_finish (zip, error)
         && ondes_out_file_commit (file, error);
}

/* Returns the bands as those of a bank, for the picture, which finds their edges between the centres. */
static OndesFilterBank *
make_bank (const Ltsa   *self,
           const double *centres,
           GError      **error)
{
  g_autofree OndesFilterBand *bands = g_new0 (OndesFilterBand, self->order->len);
  double tap = 1;

  for (guint i = 0; i < self->order->len; i++)
    bands[i] = (OndesFilterBand) { .centre_hz = centres[i], .n = 1, .taps = &tap };
  return ondes_filter_bank_new (bands, self->order->len, error);
}

static gboolean
write_picture (const Ltsa   *self,
               const double *centres,
               const char   *spec,
               GError      **error)
{
  const char *format = ondes_batch_run_option (self->run, "--ltsa"), *palette = ondes_batch_run_option (self->run, "--palette");
  g_autofree char *name = g_strconcat (self->name, ".", format != NULL ? format : "png", NULL);
  g_autofree char *path = ondes_batch_run_target (self->run, name, error);
  char cell[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *caption = g_strdup_printf (
    "%" PRIu64 " recording%s: mean of the mean squares of bands (%s) in cells of %s s; grey where nothing was "
    "recorded.%s Ondes " ONDES_VERSION ".",
    self->recordings, ondes_plural (self->recordings), spec, g_ascii_formatd (cell, sizeof cell, "%g", self->cell_s),
    self->by_clock ? " Times are by the recorders\u2019 clocks, whose zone is unknown." : "");
  const OndesEnergy energy = { .rows = self->order->len, .spans = self->cells, .count = self->cells, .rate_hz = 1 / self->cell_s,
                               .every = self->cell_s, .mean_squares = self->sums };
  g_autoptr (OndesFilterBank) bank = path != NULL ? make_bank (self, centres, error) : NULL;
  OndesExportFormat image;
  const int chosen = ondes_name_index (ondes_palette_names, palette);

  if (bank == NULL || !ondes_export_format_from_path (path, &image, error))
    return FALSE;
  return ondes_energy_figure_write (&(OndesImageTarget) { path, ondes_export_images[image], NULL }, &ondes_figure_size_default,
                                    &(OndesEnergyFigure) {
                                      .energy = &energy, .bank = bank, .channels = 1, .title = "Long-term average",
                                      .caption = caption,
                                      .base = { .unit = "s", .rate_hz = energy.rate_hz, .n = self->cells, .date_s = self->from_s,
                                                .zone = { .unknown = self->by_clock },
                                                .ruler = ONDES_TIME_RULER_CLOCK },
                                      .unit = ondes_batch_run_option (self->run, "--unit"),
                                      .palette = chosen >= 0 ? (guint) chosen : 0 }, error);
}

/* Writes the average of the recordings of one clock, if there are any. */
static gboolean
write_average (Ltsa             *self,
               const OndesWatch *watch,
               GError          **error)
{
  const char *bands = ondes_batch_run_option (self->run, "--bands");
  g_autofree char *spec = g_strconcat ("--bands ", bands != NULL ? bands : "third-octave", NULL);
  g_autofree double *centres = NULL;

  self->from_s = INFINITY;
  self->to_s = -INFINITY;
  self->columns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!ondes_batch_visit_outputs (self->run, ONDES_BATCH_BANDS, watch, measure, self, error))
    return FALSE;
  if (!(self->to_s > self->from_s))
    return TRUE;
  if (!lay_out (self, error) || !ondes_batch_visit_outputs (self->run, ONDES_BATCH_BANDS, watch, add, self, error))
    return FALSE;
  centres = g_new (double, self->order->len + 1);
  for (guint i = 0; i < self->order->len; i++)
    centres[i] = g_ascii_strtod (g_ptr_array_index (self->order, i), NULL);
  for (guint64 i = 0; i < self->order->len * self->cells; i++)
    self->sums[i] = self->weights[i] > 0 ? self->sums[i] / self->weights[i] : NAN;
  return write_npz (self, centres, spec, error) && write_picture (self, centres, spec, error);
}

/* Removes the second average of an earlier merge, which had recordings of both clocks. */
static void
remove_second (const OndesBatchRun *run)
{
  g_autofree char *npz = ondes_batch_run_path (run, SECOND ".npz");

  g_unlink (npz);
  for (const char *const *format = ondes_batch_ltsa_formats; *format != NULL; format++)
    {
      g_autofree char *name = g_strconcat (SECOND ".", *format, NULL), *path = ondes_batch_run_path (run, name);

      g_unlink (path);
    }
}

gboolean
ondes_batch_ltsa_write (const OndesBatchRun *run,
                        const OndesWatch    *watch,
                        GError             **error)
{
  g_auto (Ltsa) utc = { .run = run, .name = "ltsa" }, clocks = { .run = run, .name = "ltsa", .by_clock = TRUE };

  if (!write_average (&utc, watch, error))
    return FALSE;
  if (utc.recordings > 0)
    clocks.name = SECOND;
  if (!write_average (&clocks, watch, error))
    return FALSE;
  if (utc.recordings == 0 || clocks.recordings == 0)
    remove_second (run);
  if (utc.recordings + clocks.recordings > 0)
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%s: no recording has a start, which a long-term average needs; neither files nor their names tell it"),
               run->folder);
  return FALSE;
}
