/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include <stdio.h>
#include <string.h>

#include "export/export-table.h"
#include "signal/derive.h"
#include "io/out-file.h"
#include "output.h"
#include "base/display-text.h"
#include "base/number.h"

#define N_TABLES 2
#define LONG_S   600 /* longer runs start only if --allow-long is given */
#define ANNOUNCED_S 30

typedef struct
{
  const char   *path, *table;
  guint64       output; /* 0 if not given */
  gboolean      all;    /* measure all outputs together: requested, or required by a table export */
  OndesDontCare dont_care;
  gboolean      allow_long;
  OndesTableExport exports[N_TABLES]; /* path is NULL if not requested */
} Request;

static gboolean
parse_tables (const CliArguments *arguments,
              Request            *request,
              GError            **error)
{
  OndesTableExport common = { .dont_care = request->dont_care };

  if (!cli_indices (arguments, "--columns", &common.first[0], &common.count[0], error)
      || !cli_indices (arguments, "--rows", &common.first[1], &common.count[1], error)
      || !cli_size_parse (arguments, &common.size, error))
    return FALSE;
  for (guint i = 0; i < N_TABLES; i++)
    {
      const char *path = cli_text (arguments, ondes_table_export_options[i]);
      OndesTableExport *export = &request->exports[i];

      *export = common;
      export->which = (OndesSboxTable) i;
      export->path = path;
      if (path == NULL)
        continue;
      if (!ondes_export_format_from_path (path, &export->format, NULL) || export->format == ONDES_EXPORT_NPZ)
        return cli_refuse (error, ondes_table_export_options[i], "%s ends in none of .csv, .npy, .png, .svg and .pdf", path);
      if (request->output > 0)
        return cli_refuse (error, ondes_table_export_options[i],
                           "the table is of all outputs together; leave --output out, or say --output all");
      request->all = TRUE;
    }
  if (request->exports[0].path != NULL
      && g_strcmp0 (request->exports[0].path, request->exports[1].path) == 0)
    return cli_refuse (error, "--ddt", "%s is the file of --lat; choose another name", request->exports[1].path);
  return TRUE;
}

static gboolean
parse_request (const CliArguments *arguments,
               Request            *request,
               GError            **error)
{
  OndesDerivation derivation = ondes_derivation_default;

  *request = (Request) { .path = g_ptr_array_index (arguments->operands, 0), .table = cli_text (arguments, "--table") };
  if (request->path[0] == '\0')
    return ondes_error_set (error, ONDES_ERROR_REQUEST, "FILE: its name is empty");
  request->all = g_strcmp0 (cli_text (arguments, "--output"), "all") == 0;
  if (!request->all && !cli_integer (arguments, "--output", 1, ONDES_TRUTH_TABLE_MAX_OUTPUTS, &request->output, error))
    return FALSE;
  if (!cli_params_parse (arguments, ondes_derivation_params.rows, &derivation, error))
    return FALSE;
  request->dont_care = derivation.dont_care;
  request->allow_long = cli_has (arguments, "--allow-long");
  return parse_tables (arguments, request, error);
}

/* Formats a duration: "39 hours". */
static char *
print_duration (double seconds)
{
  static const struct
  {
    double      seconds;
    const char *name;
  } units[] = { { 86400, "day" }, { 3600, "hour" }, { 60, "minute" }, { 1, "second" } };
  guint i = 0;
  guint64 n;

  while (i + 1 < G_N_ELEMENTS (units) && seconds < 2 * units[i].seconds)
    i++;
  n = (guint64) MAX (seconds / units[i].seconds + 0.5, 1);
  return g_strdup_printf ("%" G_GUINT64_FORMAT " %s%s", n, units[i].name, ondes_plural (n));
}

/* Announces a long run before it begins, and refuses a very long one unless it was allowed. */
static gboolean
check_time (const CliRun          *cli,
            const Request         *request,
            const OndesTruthTable *table,
            GError               **error)
{
  const guint lat = request->exports[ONDES_SBOX_LINEAR].path != NULL, ddt = request->exports[ONDES_SBOX_DIFFERENCE].path != NULL;
  g_autofree char *duration = NULL;
  const OndesSboxPasses passes = { .spectra = 1 + lat, .differences = 1 + ddt };
  double seconds;

  if (!ondes_sbox_estimate (table, request->dont_care, passes, &seconds, cli->watch.cancellable, error))
    return FALSE;
  duration = print_duration (seconds);
  if (seconds > LONG_S && !request->allow_long)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   "%s: an S-box of %u inputs takes about %s here, four times as long as one of %u; say --allow-long to start it "
                   "all the same, or take one output by --output K",
                   ondes_truth_table_name (table), ondes_truth_table_inputs (table), duration,
                   ondes_truth_table_inputs (table) - 1);
      return FALSE;
    }
  if (seconds > ANNOUNCED_S)
    cli_tell ("%s: this takes about %s.", ondes_truth_table_name (table), duration);
  return TRUE;
}

static gboolean
write_table (const CliRun          *cli,
             const Request         *request,
             guint                  i,
             OndesTruthTable       *table,
             GError               **error)
{
  const char *path = request->exports[i].path;

  if (path == NULL)
    return TRUE;
  if (ondes_out_file_is_input (path, request->path))
    return ondes_error_set (error, ONDES_ERROR_FILE, "%s: %s is the file itself; choose another name",
                            ondes_table_export_options[i], path);
  return ondes_table_export_run (&request->exports[i], table, &cli->watch, error);
}

static void
append_function (GString               *text,
                 const OndesTruthTable *table,
                 guint                  k,
                 const OndesBoolean    *boolean,
                 gboolean               json)
{
  const char *name = ondes_truth_table_output_name (table, k);
  g_autofree char *report = NULL;

  if (json)
    {
      cli_json_add_integer (text, "output", k);
      if (name != NULL)
        cli_json_add_text (text, "output_name", name);
      cli_json_add_integer (text, "variables", boolean->variables);
      cli_json_add_integer (text, "weight", (gint64) boolean->weight);
      cli_json_add_boolean (text, "balanced", boolean->balanced);
      cli_json_add_integer (text, "degree", boolean->degree);
      cli_json_add_integer (text, "nonlinearity", (gint64) boolean->nonlinearity);
      cli_json_add_integer (text, "spectral_radius", (gint64) boolean->spectral_radius);
      cli_json_add_integer (text, "correlation_immunity", boolean->correlation_immunity);
      cli_json_add_integer (text, "resiliency", boolean->resiliency);
      cli_json_add_integer (text, "absolute_indicator", (gint64) boolean->absolute_indicator);
      cli_json_add_integer (text, "propagation_criterion", boolean->propagation);
      cli_json_add_boolean (text, "bent", boolean->bent);
      cli_json_add_integer (text, "anf_terms", (gint64) boolean->anf_terms);
      cli_json_add_text (text, "anf", boolean->anf);
      return;
    }
  report = ondes_boolean_report (boolean);
  g_string_append_printf (text, "%-22s %u of %u%s%s\n%s", "output", k, ondes_truth_table_outputs (table), name != NULL ? ", " : "",
                          name != NULL ? name : "", report);
}

static void
append_sbox (GString         *text,
             const OndesSbox *sbox,
             gboolean         json)
{
  g_autofree char *report = NULL;

  if (json)
    {
      cli_json_add_integer (text, "inputs", sbox->inputs);
      cli_json_add_integer (text, "outputs", sbox->outputs);
      cli_json_add_integer (text, "max_walsh", (gint64) sbox->max_walsh);
      cli_json_add_integer (text, "nonlinearity", (gint64) sbox->nonlinearity);
      cli_json_add_integer (text, "degree", sbox->degree);
      cli_json_add_integer (text, "differential_uniformity", (gint64) sbox->differential_uniformity);
      cli_json_add_boolean (text, "balanced", sbox->balanced);
      return;
    }
  report = ondes_sbox_report (sbox);
  g_string_append (text, report);
}

/* Appends the file's properties, before the measures. */
static void
append_file (GString               *text,
             const char            *path,
             const OndesTruthTable *table,
             int                    width, /* column width of the names */
             gboolean               json)
{
  g_autofree char *shown = ondes_display_path (path);

  if (json)
    {
      g_string_append_c (text, '{');
      cli_json_add_text (text, "file", path);
      cli_json_add_text (text, "name", ondes_truth_table_name (table));
      cli_json_add_text (text, "format", ondes_truth_table_format (table));
    }
  else
    g_string_append_printf (text, "%-*s %s\n%-*s %s\n%-*s %s\n", width, "file", shown, width, "name",
                            ondes_truth_table_name (table), width, "format", ondes_truth_table_format (table));
}

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  g_autoptr (OndesTruthTable) table = NULL;
  g_autoptr (OndesBoolean) boolean = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean json = cli_has (cli->arguments, "--json"), all;
  Request request;
  OndesSbox sbox;
  guint k, n_outputs = 0;

  if (!parse_request (cli->arguments, &request, error))
    return FALSE;
  for (guint i = 0; i < N_TABLES; i++)
    n_outputs += request.exports[i].path != NULL;
  cli_expect_outputs (MAX (n_outputs, 1));
  table = ondes_truth_table_open (request.path, request.table, cli->watch.cancellable, error);
  if (table == NULL)
    return FALSE;
  all = request.all || (request.output == 0 && ondes_truth_table_is_sbox (table));
  k = MAX ((guint) request.output, 1);
  if (all)
    {
      if (!check_time (cli, &request, table, error) ||
          !ondes_sbox_measure (table, request.dont_care, &sbox, &cli->watch, error))
        return FALSE;
    }
  else
    {
      boolean = ondes_boolean_measure (table, k, request.dont_care, &cli->watch, error);
      if (boolean == NULL)
        return FALSE;
    }
  for (guint i = 0; i < N_TABLES; i++)
    if (!write_table (cli, &request, i, table, error))
      return FALSE;

  cli_progress_clear ();
  for (const char *const *note = ondes_truth_table_notes (table); *note != NULL; note++)
    cli_tell ("%s", *note);
  if (!all && request.output == 0 && ondes_truth_table_outputs (table) > 1)
    cli_tell ("%s has %u outputs; this is the first, --output K or all tells the others.", request.path,
              ondes_truth_table_outputs (table));
  append_file (text, request.path, table, all ? 24 : 22, json);
  if (all)
    append_sbox (text, &sbox, json);
  else
    append_function (text, table, k, boolean, json);
  g_string_append (text, json ? "\n}\n" : "");
  return cli_print (text->str, error);
}

static const CliOption options[] = {
  { .help = "What is measured" },
  { "--output", "K|all",
    "output K from 1 as a function, or all together as an S-box (default: an S-box given by its values all, else 1)" },
  { "--table", "NAME", "of a list of S-boxes (default: its first)" },
  { .params = &ondes_derivation_params, .section = "dont-care" },
  { "--allow-long", NULL, "all outputs together also where that takes more than ten minutes, as from about 20 inputs on" },
  { NULL },
};

static const CliOption output_options[] = {
  { .help = "Output" },
  { "--json", NULL,
    "as JSON: of a function variables weight balanced degree nonlinearity spectral_radius correlation_immunity resiliency "
    "absolute_indicator propagation_criterion bent anf_terms anf; of an S-box inputs outputs max_walsh nonlinearity degree "
    "differential_uniformity balanced" },
  { "--lat", "OUT.(csv|npy|png|svg|pdf)",
    "the linear approximation table of all outputs: row a, column b is the number of x with a·x = b·S(x), less half of all x" },
  { "--ddt", "OUT.(csv|npy|png|svg|pdf)",
    "the difference distribution table: row a, column b is the number of x with S(x) ⊕ S(x ⊕ a) = b" },
  { "--rows", "A:[B]", "pictures of tables: the rows shown, B left out (default all)" },
  { "--columns", "A:[B]", "pictures of tables: the columns shown, B left out (default all)" },
  { NULL },
};

static const CliOption *const groups[] = { options, output_options, cli_size_options, NULL };

const CliCommand cli_boolean = {
  .name = "boolean",
  .operand = "FILE",
  .usage = "[--output K|all] [--table NAME] [--json] [OPTION…]",
  .summary = "Properties of a Boolean function or an S-box: balance, degree, nonlinearity, normal form and more.",
  .groups = groups,
  .epilogue = "FILE is a .pla; text of 2ⁿ characters 0 and 1, of hexadecimal digits after 0x, or of 2ⁿ whole\n"
              "numbers (an S-box), of which all are hexadecimal where one has a letter or each two digits and one begins\n"
              "with 0, also as an array of C; a list of S-boxes, NAME,INPUTS,OUTPUTS,VALUES a line; or a .npy of 0 and 1, or\n"
              "of an S-box's values. Index 0 comes first; x1 is the most significant bit of the index, and\n"
              "output 1 that of an S-box's value.\n"
              "The spectral radius is the largest |Walsh coefficient| of (−1)^f. Resiliency is −1 where f is not\n"
              "balanced. The normal form is a sum modulo 2 of products of variables; 200 of them are shown.",
  .run = run,
};
