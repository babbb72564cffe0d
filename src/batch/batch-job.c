/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-job.h"

#include "base/read-file.h"
#include "base/request-error.h"
#include "base/words.h"
#include "io/stamp.h"
#include "signal/date.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PART_ENDING ".part"
#define PART_WORD   " part="
#define MOST_WINDOWS 16  /* parts of a scalogram or a thumbnail */
#define MOST_STAMP  4096 /* bytes behind the values of a part */
#define MOST_LINES  ((gsize) 1 << 30) /* bytes of a part of a table */
#define FORGIVEN    1e-6 /* of a sample, as of the boundaries of spans */

guint
ondes_batch_parts_of (OndesBatchProduct product,
                      guint             n)
{
  return product == ONDES_BATCH_SCALOGRAM || product == ONDES_BATCH_SHEET ? MIN (n, MOST_WINDOWS) : n;
}

char *
ondes_batch_part_path (const OndesBatchPart *self)
{
  g_autofree char *output = ondes_batch_run_output (self->run, self->file, self->product);

  return g_strdup_printf ("%s.%u-%u%s" PART_ENDING, output, self->k + 1, self->n, self->second ? "b" : "");
}

char *
ondes_batch_part_stamp (const OndesBatchPart *self)
{
  g_autofree char *whole = ondes_batch_run_stamp (self->run, self->file, self->product);

  return g_strdup_printf ("%s" PART_WORD "%u/%u", whole, self->k + 1, self->n);
}

gboolean
ondes_batch_part_is_done (const OndesBatchPart *self)
{
  g_autofree char *path = ondes_batch_part_path (self), *stamp = ondes_batch_part_stamp (self);
  g_autofree char *found = ondes_stamp_read (path);

  return g_strcmp0 (found, stamp) == 0;
}

void
ondes_batch_part_remove (const OndesBatchPart *self)
{
  OndesBatchPart part = *self;
  const guint end = self->k < self->n ? self->k + 1 : self->n;

  for (part.k = self->k < self->n ? self->k : 0; part.k < end; part.k++)
    {
      for (guint second = 0; second < 2; second++)
        {
          g_autofree char *path = NULL;

          part.second = second != 0;
          path = ondes_batch_part_path (&part);
          g_unlink (path);
        }
    }
}

/* TRUE if each of the products has all of its parts, where they have @n. */
static gboolean
are_done (const OndesBatchRun  *run,
          const OndesBatchFile *file,
          guint                 products,
          guint                 n)
{
  for (guint i = 0; i < ONDES_BATCH_N_PRODUCTS; i++)
    if (products & 1u << i)
      {
        OndesBatchPart part = { .run = run, .file = file, .product = i, .n = ondes_batch_parts_of (i, n) };

        for (; part.k < part.n; part.k++)
          if (!ondes_batch_part_is_done (&part))
            return FALSE;
      }
  return TRUE;
}

/* Returns the number of parts that @name tells, if it is that of the first part of the output @base; 0 otherwise. */
static guint
parts_in_name (const char *name,
               const char *base)
{
  const gsize length = strlen (base);
  guint n = 0;
  int end = 0;

  if (strncmp (name, base, length) != 0 || sscanf (name + length, ".1-%u" PART_ENDING "%n", &n, &end) < 1
      || end == 0 || name[length + (gsize) end] != '\0')
    return 0;
  return n;
}

guint
ondes_batch_parts_ready (const OndesBatchRun  *run,
                         const OndesBatchFile *file,
                         guint                 missing)
{
  for (guint i = 0; i < ONDES_BATCH_N_PRODUCTS && !(missing & ~ONDES_BATCH_PARTED); i++)
    if (missing & 1u << i)
      {
        g_autofree char *output = ondes_batch_run_output (run, file, i);
        g_autofree char *folder = g_path_get_dirname (output), *base = g_path_get_basename (output);
        g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
        const char *name;

        while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
          {
            const guint n = parts_in_name (name, base);

            if (n > 0 && are_done (run, file, missing, n))
              return n;
          }
      }
  return 0;
}

/* Removes the part at @path if its output is there: a part's stamp is that of the output and more. */
static void
sweep_part (const char *path)
{
  g_autofree char *output = g_strndup (path, strlen (path) - strlen (PART_ENDING)), *part = NULL, *whole = NULL, *begin = NULL;
  char *dot = strrchr (output, '.');

  if (dot == NULL)
    return;
  *dot = '\0';
  part = ondes_stamp_read (path);
  whole = ondes_stamp_read (output);
  begin = g_strconcat (whole != NULL ? whole : "", PART_WORD, NULL);
  if (whole != NULL && part != NULL && g_str_has_prefix (part, begin))
    g_unlink (path);
}

static void
sweep_folder (const char *path,
              guint       depth)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *within = g_build_filename (path, name, NULL);

      if (g_file_test (within, G_FILE_TEST_IS_SYMLINK))
        continue;
      if (depth > 0)
        sweep_folder (within, depth - 1);
      else if (g_str_has_suffix (name, PART_ENDING))
        sweep_part (within);
    }
}

void
ondes_batch_sweep_parts (const OndesBatchRun *run)
{
  for (guint i = 0; i < ONDES_BATCH_N_PRODUCTS; i++)
    if (run->outputs & ONDES_BATCH_PARTED & 1u << i)
      {
        g_autofree char *path = ondes_batch_run_path (run, ondes_batch_products[i]);

        sweep_folder (path, 1);
      }
}

char *
ondes_batch_job_date (const OndesBatchJob *self,
                      double               after_s)
{
  const OndesZone zone = { .unknown = self->info->start_zone.unknown };

  return self->info->has_date ? ondes_date_print_iso_in (self->info->date_s + after_s, zone) : g_strdup ("");
}

gboolean
ondes_batch_job_is_part (const OndesBatchJob *self)
{
  return self->part != NULL && self->part->k < self->part->n;
}

/* Returns the sample at which part @k begins: that of the last span up to k/n of them all that begins at a whole sample. */
static guint64
part_begin (const OndesBatchJob *self,
            double               step,
            guint                k)
{
  const double samples = step * self->info->rate_hz, n = (double) self->source->n;
  const double spans = ceil (n / samples - FORGIVEN);

  if (k >= self->part->n)
    return self->source->n;
  for (double j = floor (spans * k / self->part->n); j > 0; j--)
    if (fabs (j * samples - round (j * samples)) <= FORGIVEN)
      return MIN ((guint64) round (j * samples), self->source->n);
  return 0;
}

void
ondes_batch_job_range (const OndesBatchJob *self,
                       double               step,
                       guint64             *first,
                       guint64             *end)
{
  const gboolean is_part = ondes_batch_job_is_part (self);

  *first = is_part ? part_begin (self, step, self->part->k) : 0;
  *end = is_part ? part_begin (self, step, self->part->k + 1) : self->source->n;
}

/* Reads the part at @path, of up to @most bytes. Transfer full. */
static char *
read_bytes (const char *path,
            gsize       most,
            gsize      *n,
            GError    **error)
{
  g_autofree char *problem = NULL, *data = ondes_file_read_whole (path, most, n, &problem);

  if (data != NULL && *n <= most)
    return g_steal_pointer (&data);
  if (data == NULL)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s%s", path, problem);
  else
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: is no part of this recording"), path);
  ondes_error_name_file (error, path);
  return NULL;
}

/* Reads the part at @path, of @rows × @spans values, which its stamp follows. Transfer full. */
static double *
read_part (const char *path,
           guint64     rows,
           guint64     spans,
           GError    **error)
{
  const gsize bytes = (gsize) (rows * spans) * sizeof (double);
  gsize n;
  g_autofree char *data = read_bytes (path, bytes + MOST_STAMP, &n, error);

  if (data == NULL)
    return NULL;
  if (n > bytes && g_str_has_prefix (data + bytes, "# " ONDES_STAMP_MAGIC))
    return (double *) (gpointer) g_steal_pointer (&data);
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: is no part of this recording"), path);
  ondes_error_name_file (error, path);
  return NULL;
}

static OndesBandLevels *
join_levels (const OndesBatchJob *self,
             const OndesBandJob  *bands,
             double               step,
             GError             **error)
{
  g_autoptr (OndesBandLevels) levels = ondes_band_levels_new_blank (bands, error);
  OndesBatchPart part = *self->part;
  const OndesBatchJob job = { .info = self->info, .source = self->source, .part = &part };

  for (part.k = 0; levels != NULL && part.k < part.n; part.k++)
    {
      g_autofree char *path = ondes_batch_part_path (&part);
      g_autofree double *values = NULL;
      guint64 first, end, at, to;

      ondes_batch_job_range (&job, step, &first, &end);
      at = first < self->source->n ? ondes_energy_span_of (levels->energy, first) : levels->energy->spans;
      to = end < self->source->n ? ondes_energy_span_of (levels->energy, end) : levels->energy->spans;
      values = read_part (path, levels->energy->rows, to - at, error);
      if (values == NULL)
        return NULL;
      ondes_band_levels_set (levels, at, to - at, values);
    }
  return g_steal_pointer (&levels);
}

OndesBandLevels *
ondes_batch_job_levels (const OndesBatchJob *self,
                        const OndesBandJob  *bands,
                        double               step,
                        GError             **error)
{
  return self->part != NULL ? join_levels (self, bands, step, error)
                            : ondes_band_levels_new (self->computer, bands, self->watch, error);
}

gboolean
ondes_batch_job_write_part (const OndesBatchJob *self,
                            const OndesBandJob  *bands,
                            double               step,
                            const char          *path,
                            GError             **error)
{
  g_autoptr (OndesOutFile) file = ondes_out_file_new (path, error);
  g_autoptr (OndesBandLevels) levels = NULL;
  OndesBandJob some = *bands;
  guint64 end;

  if (file == NULL)
    return FALSE;
  ondes_batch_job_range (self, step, &some.first, &end);
  some.count = end - some.first;
  if (some.count == 0)
    return ondes_out_file_commit (file, error);
  levels = ondes_band_levels_new (self->computer, &some, self->watch, error);
  return levels != NULL
         && ondes_out_file_write (file, levels->energy->mean_squares,
                                  (gsize) (levels->energy->rows * levels->energy->spans) * sizeof (double), error)
         && ondes_out_file_commit (file, error);
}

gboolean
ondes_batch_job_join_lines (const OndesBatchJob *self,
                            OndesOutFile        *file,
                            GError             **error)
{
  OndesBatchPart part = *self->part;

  for (part.k = 0; part.k < part.n; part.k++)
    {
      gsize n;
      g_autofree char *path = ondes_batch_part_path (&part), *data = read_bytes (path, MOST_LINES, &n, error);
      char *stamp;

      if (data == NULL)
        return FALSE;
      stamp = g_strrstr_len (data, (gssize) n, "# " ONDES_STAMP_MAGIC);
      if (!ondes_out_file_write (file, data, stamp != NULL ? (gsize) (stamp - data) : n, error))
        return FALSE;
    }
  return TRUE;
}
