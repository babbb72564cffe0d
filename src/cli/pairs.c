/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "input.h"
#include "output.h"
#include "pairs-conflicts.h"

#include <inttypes.h>
#include <string.h>

#include "base/number.h"
#include "io/file-sinks.h"
#include "io/out-file.h"
#include "transform/pairs.h"

#define FORMATS (1u << ONDES_EXPORT_NPY | 1u << ONDES_EXPORT_CSV)

static const char *const format_names[] = { "npy", "csv", NULL };

typedef struct
{
  CliInput          input;
  CliCompute        compute;
  OndesPairTable   *table; /* as given */
  CliReorder        reorder;
  OndesPairsOptions options;
  const char       *path; /* NULL if nothing is computed */
  const char       *table_path; /* NULL if the table is not written */
  OndesExportFormat format;
  gboolean          conflicts, json;
} Request;

static void
request_clear (Request *self)
{
  g_clear_pointer (&self->table, ondes_pair_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static gboolean
is_same_file (const char *path,
              const char *other)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  g_autofree char *full_other = other != NULL ? g_canonicalize_filename (other, NULL) : NULL;

  return g_strcmp0 (full, full_other) == 0 || (other != NULL && ondes_out_file_is_input (path, other));
}

static gboolean
parse_outputs (const CliArguments *arguments,
               Request            *request,
               GError            **error)
{
  const gboolean has_file = arguments->operands->len > 0;

  request->conflicts = cli_has (arguments, "--conflicts");
  request->json = cli_has (arguments, "--json");
  request->table_path = cli_text (arguments, "--save-table");
  if (request->conflicts && g_strcmp0 (request->table_path, "-") == 0)
    return cli_refuse (error, "--conflicts", "goes to standard output, as the table does; name a file with --save-table");
  if (request->json && !request->conflicts)
    return cli_refuse (error, "--json", "is how --conflicts prints its counts; add it, or leave --json out");
  if (!has_file && !cli_has (arguments, "-o") && (request->conflicts || request->table_path != NULL))
    return TRUE;
  if (!has_file)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST,
                   "FILE: missing; name the file of the vectors, or ask for --conflicts or --save-table, which need none");
      return FALSE;
    }
  if (!cli_output_parse (arguments, FORMATS, &request->path, &request->format, error))
    return FALSE;
  if (is_same_file (request->path, request->table_path))
    return cli_refuse (error, "--save-table", "%s is the file of -o too; choose another name", request->table_path);
  if (request->conflicts && g_str_equal (request->path, "-"))
    return cli_refuse (error, "--conflicts", "goes to standard output, as the result does; name a file with -o");
  return TRUE;
}

static gboolean
parse_layout (const CliArguments *arguments,
              OndesPairsLayout   *layout,
              GError            **error)
{
  guint64 threads = 0;

  if (!cli_integer (arguments, "--block-threads", 1, 1024, &threads, error)
      || !cli_integer (arguments, "--blocks", 1, G_MAXINT32, &layout->blocks, error)
      || !cli_integer (arguments, "--jobs", 1, G_GUINT64_CONSTANT (1) << 40, &layout->jobs, error))
    return FALSE;
  layout->threads = (guint) threads;
  return TRUE;
}

static gboolean
parse (const CliArguments *arguments,
       Request            *request,
       GError            **error)
{
  const char *table = cli_text (arguments, "--table");
  guint64 length = 0;
  guint reorder = CLI_REORDER_NONE;

  if (!parse_outputs (arguments, request, error) || !cli_input_parse (arguments, &request->input, error)
      || !cli_compute_parse (arguments, &request->compute, error) || !parse_layout (arguments, &request->options.layout, error)
      || !cli_choice (arguments, "--reorder", cli_reorder_names, &reorder, error)
      || !cli_integer (arguments, "--length", 1, G_GUINT64_CONSTANT (1) << 62, &length, error))
    return FALSE;
  if (request->compute.precision > ONDES_PRECISION_SINGLE)
    return cli_refuse (error, "--precision", "pairs are computed in double or single");
  request->input.read.table = NULL; /* --table is no S-box here */
  request->reorder = (CliReorder) reorder;
  request->table = ondes_pair_table_parse (table != NULL ? table : "walsh", length, error);
  if (request->table != NULL && request->table->modulus > 0 && request->compute.precision >= 0)
    return cli_refuse (error, "--precision", "is not for a table modulo %u, which takes integers; leave it out",
                       request->table->modulus);
  return request->table != NULL;
}

/* Returns the type to compute samples of @input in; a precision that is asked for makes integers real numbers. */
static OndesType
choose_type (const Request *request,
             OndesType      input)
{
  const gboolean single = request->compute.precision == ONDES_PRECISION_SINGLE;
  const OndesType type = ondes_pairs_default_type (request->table, input, single);

  return type == ONDES_I64 && request->compute.precision >= 0 ? ONDES_F64 : type;
}

/* Refuses an output that would replace the recording. */
static gboolean
check_output (const char               *path,
              const OndesRecordingInfo *info,
              GError                  **error)
{
  return path == NULL || !ondes_out_file_is_input (path, info->path) || cli_refuse_input (path, error);
}

/* Sets the view to the whole vectors of the channel; @rest: the values behind them. */
static gboolean
find_vectors (const Request  *request,
             OndesRecording *recording,
             OndesView      *view,
             guint64        *rest,
             GError        **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  const guint n = request->table->n;

  if (!cli_input_span (&request->input, info, &view->first, &view->count, error))
    return FALSE;
  *rest = view->count % n;
  if (view->count < n)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   "%s: %" PRIu64 " value%s are less than one vector of %u; take a table for fewer, or more of the file",
                   info->path, view->count, ondes_plural (view->count), n);
      return ondes_error_name_file (error, info->path);
    }
  view->count -= *rest;
  return TRUE;
}

/* .csv: the index of the value above, the number of the vector before. */
static OndesSink *
open_sink (const Request      *request,
           const OndesRequest *asked)
{
  const guint64 rows = asked->result.rows, n = asked->result.columns;
  g_autofree double *numbers = NULL;

  if (request->format == ONDES_EXPORT_NPY)
    return ondes_npy_sink_new (request->path);
  numbers = g_new (double, rows);
  for (guint64 i = 0; i < rows; i++)
    numbers[i] = (double) i;
  return ondes_csv_sink_new (request->path, &(OndesTable) { .rows = (guint) rows, .frequencies_hz = numbers, .scales = numbers,
                                                            .coi_s = numbers, .count = n, .columns = n, .rate_hz = 1 });
}

/* Puts the file before what the library says of its samples. */
static void
name_error (const char *input,
            GError     *error)
{
  g_autofree char *message = NULL;

  if (!ondes_error_lacks_subject (error))
    return;
  message = g_steal_pointer (&error->message);
  error->message = g_strdup_printf ("%s: %s", input, message);
}

static gboolean
compute (const CliRun   *cli,
         const Request  *request,
         OndesPairTable *table,
         OndesRecording *recording,
         OndesSource    *source,
         GError        **error)
{
  OndesPairsOptions options = request->options;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesRequest) asked = NULL;
  g_autoptr (OndesSink) sink = NULL;
  g_autoptr (OndesComputer) computer = NULL;
  g_auto (OndesReport) report = { 0 };
  OndesView view = { 0 };
  guint64 rest = 0;

  if (!find_vectors (request, recording, &view, &rest, error))
    return FALSE;
  options.type = choose_type (request, source->type);
  spec = ondes_pairs_new (table, &options, error);
  asked = spec != NULL ? ondes_request_new_of (spec, source, &view, error) : NULL;
  if (asked == NULL)
    return FALSE;
  if (request->format == ONDES_EXPORT_CSV && asked->result.rows > 1 << 20)
    return cli_refuse (error, "-o", "%" PRIu64 " vectors are too many for a .csv; write .npy", asked->result.rows);
  sink = open_sink (request, asked);
  computer = ondes_computer_new (request->compute.engine, request->compute.device, request->compute.threads);
  if (!ondes_compute (computer, asked, sink, &cli->watch, &report, error))
    return FALSE;
  cli_progress_clear ();
  cli_print_notes (ondes_recording_get_info (recording));
  if (rest > 0)
    cli_tell ("%s: the last %" PRIu64 " value%s, less than a vector of %u, are left out.",
              ondes_recording_get_info (recording)->path, rest, ondes_plural (rest), table->n);
  cli_compute_report (&request->compute, &report);
  return TRUE;
}

static gboolean
save_table (const char           *path,
            const OndesPairTable *table,
            GError              **error)
{
  g_autofree char *text = ondes_pair_table_print (table);
  g_autoptr (OndesOutFile) file = ondes_out_file_new (path, error);

  return file != NULL && ondes_out_file_write (file, text, strlen (text), error) && ondes_out_file_commit (file, error);
}

/* Returns the bytes of a value; without a source, NULL, of single precision unless double is asked for. */
static guint
element_bytes (const Request     *request,
               const OndesSource *source)
{
  if (source != NULL)
    return (guint) ondes_type_bytes (choose_type (request, source->type), 1);
  return (request->compute.precision == ONDES_PRECISION_DOUBLE ? 8 : 4) * (request->table->is_complex ? 2 : 1);
}

/* Opens the channel's values as the file stores them. */
static OndesSource *
open_source (const Request  *request,
             OndesRecording *recording,
             GError        **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);

  return check_output (request->path, info, error) && check_output (request->table_path, info, error)
           ? ondes_recording_values (recording, cli_input_channel (&request->input, info), error)
           : NULL;
}

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  g_auto (Request) request = { 0 };
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesPairTable) table = NULL;
  GError *local = NULL;
  guint bytes;

  if (!parse (cli->arguments, &request, error))
    return FALSE;
  if (request.path != NULL
      && ((recording = cli_input_open (&request.input, cli, 0, error)) == NULL
          || (source = open_source (&request, recording, error)) == NULL))
    return FALSE;
  bytes = element_bytes (&request, source);
  cli_expect_outputs ((request.path != NULL) + (request.table_path != NULL));
  table = cli_pairs_reorder (request.table, request.reorder, bytes, cli->watch.cancellable, error);
  if (table == NULL || (request.path != NULL && !compute (cli, &request, table, recording, source, &local))
      || (request.table_path != NULL && !save_table (request.table_path, table, error)))
    {
      if (local != NULL)
        {
          name_error (ondes_recording_get_info (recording)->path, local);
          g_propagate_error (error, local);
        }
      return FALSE;
    }
  return !request.conflicts
         || cli_pairs_conflicts (request.table, bytes, request.json, cli->watch.cancellable, error);
}

static const CliOption output_options[] = {
  { .help = "Output" },
  { "-o", "OUT", "the file, its ending the format; - is standard output and needs --format" },
  { "--format", "F", "npy or csv, whatever the ending", format_names },
  { "--conflicts", NULL,
    "print how many passes and conflicts of shared-memory banks the table meets, as given, with its pairs swapped, and with "
    "pairs reversed too: a stage and in sum, beside the paper's bounds; no FILE is needed" },
  { "--json", NULL,
    "--conflicts as JSON: table values stages element_bytes threads_at_a_time least_passes by_stage sum proposition_1 "
    "proposition_2" },
  { "--save-table", "OUT", "write the table, reordered by --reorder, as text that --table file: reads; no FILE is needed" },
  { NULL },
};

static const CliOption table_options[] = {
  { .help = "The pairs" },
  { "--table", "T",
    "walsh, dft (result bit-reversed), dft-reverse (values bit-reversed), arithmetic, reed-muller, field (Walsh in the order "
    "of GF(256)), field:POLYNOMIAL (of GF(2^v), primitive, the bits of its coefficients, as 0x13; default 0x11D) or file:FILE "
    "(default walsh)",
    ondes_pair_table_words },
  { "--length", "N", "values of a vector, a power of two to 4096 (default 256, or what the field or file has)" },
  { "--reorder", "HOW",
    "none, swaps of pairs, or reversals of pairs too, for fewer bank conflicts; no result changes (default none)",
    cli_reorder_names },
  { NULL },
};

static const CliOption layout_options[] = {
  { .help = "How a graphics card computes them" },
  { "--block-threads", "N", "threads of a block, to 1024 (default a thread a pair)" },
  { "--blocks", "N", "thread blocks (default as many as fill the card)" },
  { "--jobs", "N", "vectors that a block computes one after the other (default those that the blocks leave)" },
  { NULL },
};

static const CliOption *const groups[] = {
  output_options, table_options, layout_options, cli_span_options, cli_read_options, cli_compute_options, NULL,
};

const CliCommand cli_pairs = {
  .name = "pairs",
  .operand = "[FILE]",
  .usage = "[-o OUT.(npy|csv)] [--table T] [--conflicts] [OPTION…]",
  .summary = "Iterated pair updates of many small vectors: butterflies from a table, and its conflicts of memory banks.",
  .groups = groups,
  .epilogue = CLI_SCALE_INTEGERS
              "The file is split into vectors of N values one after the other; each becomes a row of the result.\n"
              "Integers give int64, exact or refused, if all coefficients are whole; else, and for what --precision asks for,\n"
              "float64 (float32 for single), complex for complex coefficients or samples.\n"
              "A table's text is a line “N STAGES” (or “N STAGES modulo 2”) and then a line for each pair, N/2 a stage:\n"
              "“K L” sets x_K to x_K + x_L and x_L to x_K − x_L; “K L W” weighs x_L with W, real or a+bj; “K L A B C D” sets x_K\n"
              "to A x_K + B x_L and x_L to C x_K + D x_L; a 1 behind (0 as without) exchanges what K and L do. Each stage has\n"
              "every index from 0 to N − 1 once; # begins a comment.\n"
              "--conflicts counts elements of 4 bytes (8 with --precision double, or a FILE without single), of a complex table\n"
              "twice that: a warp's 32 threads access 32 banks of 4 bytes, 16 threads at a time if elements have 8 bytes, and 8\n"
              "if they have 16.\n"
              ".npy: a row for each vector. .csv: the indices, then a line for each vector, its number first.",
  .run = run,
};
