/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench.h"
#include "base/compare.h"
#include "engine/result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const CliOption bench_options[] = {
  { .help = "Bench" },
  { "--json", NULL, "one JSON array on standard output instead of a table" },
  { "--quick", NULL, "the smallest case alone, and fewer runs" },
  { "--table", "paper", "the tables of the method's paper instead" },
  { "--seed", "N", "precision: which random cases (default others each time)" },
  { NULL },
};

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
        ondes_computer_forget (work->computer, work->request->sources[0]->id);
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

static gboolean
run_bench (const CliRun *run,
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

static const char *const names[] = {
  "cwt", "masks", "spectrum", "convolve", "filter", "walshgram", "pairs", "precision", "cancel", "batch", "all", NULL,
};
static const CliOption *const groups[] = { bench_options, cli_compute_options, NULL };

const CliCommand cli_bench = {
  .name = "bench",
  .operand = "NAME",
  .choices = names,
  .usage = "[OPTION…]",
  .summary = "Seconds that transforms take on this machine, beside its peers: cwt, masks, spectrum, convolve, filter, "
             "walshgram, pairs or all; worst errors: precision; how soon an interrupt ends a command: cancel; and runs over many "
             "recordings: batch.",
  .groups = groups,
  .epilogue =
      "Each line is the median of several runs: its value, how many times faster than a peer measured in the same run, and a\n"
      "remark. The peers of spectrum and convolve are the loops of their papers, on one thread and in place in memory that is\n"
      "there. Beside them stands what is computed without reading and storing, and in the remark the whole call, from a\n"
      "source in memory to a result in memory. auto transforms values while it reads them: what is “with reading” holds that\n"
      "too, and what is “in place” is the same transform timed alone, as the loops are. The peers of cwt are the libraries of\n"
      "Python that python3 finds (or the interpreter that ONDES_PYTHON names): fCWT and PyWavelets. With ONDES_FCWT_WISDOM\n"
      "naming a folder, fCWT plans by measuring there, once, and that is not counted.\n"
      "filter measures banks of random filters on the CPU, from samples in memory to a result in memory, over signals, filters,\n"
      "taps and segments (F), beside SciPy's oaconvolve where python3 finds it; before, the memory that ten hours take, and last\n"
      "the part of a core that a bank of third octaves takes while it is heard.\n"
      "walshgram measures Walsh spectra of sliding windows over an hour at 48 kHz, the largest of each of 1600 spans.\n"
      "pairs is Table 1 of its paper: 4096 vectors of 256 values, transformed by tables of pairs in the order of GF(256), in\n"
      "random order, optimised by swaps, and by reversals too (“reversed”), and on a graphics card by numbers of blocks, and not\n"
      "unrolled; beside them auto, the fast Walsh transform.\n"
      "cancel interrupts every command and export at moments spread over its work, and tells the milliseconds until it ends.\n"
      "batch runs third octaves of minutes at 48 kHz by one and two worker processes, and by one graphics card and 2, 4 and 8 of\n"
      "them, where they are, many recordings that are over at once, and finds 100,000 of them, and that they are done, in a\n"
      "temporary folder.\n"
      "Where a graphics card is usable (and --engine is not cpu) its lines end in cuda or begin with GPU: device time without\n"
      "transfers, and the whole call with them. “crossover” tells from which length on it is quicker than the CPU, or from which\n"
      "mask on overlap-save is quicker than direct sums, and what auto goes by.\n"
      "precision compares random transforms with the double sum of their definition, and tells of each method and precision the\n"
      "worst relative Frobenius errors with what they were met in: of the matrix of all rows, of a row alone (both where they are\n"
      "no less than a thousandth of what they could be), and of a row relative to max |x| Σ |ψ|, what it could be at most, which\n"
      "bounds what rounding does where addends cancel. docs/precision.md tells of them.",
  .run = run_bench,
};
