/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of “ondes-cli bench”. The benchmarks are a program of their own, ondes-bench in bench/, which has this table too. */
#include "input.h"

static const CliOption bench_options[] = {
  { .help = "Bench" },
  { "--json", NULL, "one JSON array on standard output instead of a table" },
  { "--quick", NULL, "the smallest case alone, and fewer runs" },
  { "--table", "paper", "the tables of the method's paper instead" },
  { "--seed", "N", "precision: which random cases (default others each time)" },
  { NULL },
};

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
  .run = cli_bench_run,
};
