/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench.h"

#include "base/compare.h"
#include "engine/result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void
line_free (gpointer data)
{
  BenchLine *line = data;

  g_free ((char *) line->name);
  g_free ((char *) line->unit);
  g_free ((char *) line->remark);
  g_free ((char *) line->peer);
  g_free (line);
}

void
bench_add (Bench           *self,
           const BenchLine *given)
{
  BenchLine *line = g_memdup2 (given, sizeof *given);
  g_autoptr (GString) text = NULL;

  line->name = g_strdup (given->name);
  line->unit = g_strdup (given->unit);
  line->remark = g_strdup (given->remark != NULL ? given->remark : "");
  line->peer = g_strdup (given->peer);
  g_ptr_array_add (self->lines, line);
  if (self->json)
    return;
  cli_progress_clear ();
  text = g_string_new (NULL);
  g_string_printf (text, "%-34s %10.4g %-3s", line->name, line->value, line->unit);
  if (line->peer != NULL)
    g_string_append_printf (text, " %8.2f x %s", line->ratio, line->peer);
  g_string_append_printf (text, "%s%s\n", line->remark[0] != '\0' ? "   " : "", line->remark);
  cli_print (text->str, NULL);
}

OndesArraySink *
bench_sink_new (void)
{
  OndesArraySink *self = ondes_array_sink_new ();

  self->reuse = TRUE;
  return self;
}

char *
bench_beside (const char *name)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (program != NULL ? program : name);

  return g_build_filename (folder, name, NULL);
}

double
bench_median (double *times,
              guint   n)
{
  qsort (times, n, sizeof *times, ondes_compare_doubles);
  return times[n / 2];
}

guint
bench_batch (guint n)
{
  return n < 18 ? 1u << MIN (18 - n, 8) : 1;
}

gboolean
bench_time (Bench           *self,
            const BenchWork *work,
            BenchTimes      *times,
            GError         **error)
{
  const OndesWatch watch = { .cancellable = self->run->watch.cancellable };
  const guint batch = MAX (work->batch, 1);
  g_autofree double *all = g_new (double, work->repeats), *alone = g_new0 (double, work->repeats);

  for (guint i = 0; i <= work->repeats; i++)
    {
      gint64 start;
      double sum = 0;

      if (work->anew)
        ondes_engine_host_forget (ondes_engine_host_default (), work->request->sources[0]->id);
      start = g_get_monotonic_time ();
      for (guint j = 0; j < (i > 0 ? batch : 1); j++, sum += times->report.statistics.compute_s)
        if (!ondes_compute (work->computer, work->request, work->sink, &watch, &times->report, error))
          return FALSE;
      if (i > 0)
        {
          all[i - 1] = (g_get_monotonic_time () - start) / 1e6 / batch;
          alone[i - 1] = sum / batch;
        }
    }
  times->seconds = bench_median (all, work->repeats);
  times->computing = bench_median (alone, work->repeats);
  return TRUE;
}

static gboolean
print_json (const Bench *self,
            GError     **error)
{
  g_autoptr (GString) out = g_string_new ("[");

  for (guint i = 0; i < self->lines->len; i++)
    {
      const BenchLine *line = self->lines->pdata[i];

      g_string_append (out, i > 0 ? ",\n {\"name\": " : "{\"name\": ");
      cli_json_string (out, line->name);
      g_string_append (out, ", \"value\": ");
      cli_json_number (out, line->value);
      g_string_append (out, ", \"unit\": ");
      cli_json_string (out, line->unit);
      g_string_append (out, ", \"remark\": ");
      cli_json_string (out, line->remark);
      if (line->peer != NULL)
        {
          g_string_append (out, ", \"peer\": ");
          cli_json_string (out, line->peer);
          g_string_append (out, ", \"ratio\": ");
          cli_json_number (out, line->ratio);
        }
      g_string_append (out, "}");
    }
  g_string_append (out, "]\n");
  return cli_print (out->str, error);
}

static const struct
{
  const char *name;
  gboolean  (*run)   (Bench *self, GError **error);
  gboolean  (*paper) (Bench *self, GError **error); /* the tables of the paper; NULL if another benchmark prints them */
} benches[] = {
  { "cwt", bench_cwt, bench_paper },
  { "masks", bench_masks, NULL },
  { "spectrum", bench_spectrum, bench_spectrum },
  { "convolve", bench_convolve, bench_convolve },
  { "filter", bench_filter, NULL },
  { "walshgram", bench_walshgram, NULL },
  { "pairs", bench_pairs, bench_pairs },
  { "precision", bench_precision, NULL },
  { "cancel", bench_cancel, NULL },
  { "batch", bench_batch_runs, NULL },
};

gboolean
cli_bench_run (const CliRun *run,
           GError      **error)
{
  const char *name = run->arguments->operands->pdata[0], *table = cli_text (run->arguments, "--table");
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (line_free);
  Bench self = {
    .run = run,
    .quick = cli_has (run->arguments, "--quick"),
    .json = cli_has (run->arguments, "--json"),
    .lines = lines,
  };
  gboolean known = FALSE;

  if (table != NULL && !g_str_equal (table, "paper"))
    {
      cli_refuse (error, "--table", "“%s” is no table; there is paper", table);
      return FALSE;
    }
  if (!cli_compute_parse (run->arguments, &self.compute, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (benches); i++)
    if (g_str_equal (name, benches[i].name) || (g_str_equal (name, "all") && (table == NULL || benches[i].paper != NULL)))
      {
        known = TRUE;
        if (!(table != NULL && benches[i].paper != NULL ? benches[i].paper : benches[i].run) (&self, error))
          return FALSE;
      }
  if (!known)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST,
                   "%s: no such bench; there are cwt, masks, spectrum, convolve, filter, walshgram, pairs, precision, cancel, "
                   "batch and all", name);
      return FALSE;
    }
  return self.json ? print_json (&self, error) : cli_print ("", error);
}
