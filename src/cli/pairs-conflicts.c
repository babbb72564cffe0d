/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pairs-conflicts.h"

#include "transform/pair-order.h"

const char *const cli_reorder_names[] = { "none", "swaps", "reversals", NULL };

typedef struct
{
  OndesPairTable *tables[CLI_N_REORDERS];
  guint           width, element_bytes;
} Report;

static void
report_clear (Report *self)
{
  for (guint i = 0; i < CLI_N_REORDERS; i++)
    g_clear_pointer (&self->tables[i], ondes_pair_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Report, report_clear)

OndesPairTable *
cli_pairs_reorder (OndesPairTable *table,
                   CliReorder      how,
                   guint           element_bytes,
                   GCancellable   *cancellable,
                   GError        **error)
{
  if (how == CLI_REORDER_NONE)
    return ondes_pair_table_ref (table);
  return ondes_pair_reorder (table, element_bytes, how == CLI_REORDER_REVERSALS, cancellable, error);
}

static guint
sum_passes (const Report *self,
            guint         i)
{
  guint sum = 0;

  for (guint stage = 0; stage < self->tables[i]->stages; stage++)
    sum += ondes_pair_passes (self->tables[i], stage, self->width);
  return sum;
}

/* Conflicts of reading and of writing both values, above @least passes for each. */
static guint
conflicts (guint passes,
           guint least)
{
  return 2 * (passes - least);
}

static void
print_text (const Report *self,
            GString      *text)
{
  const OndesPairTable *table = self->tables[0];
  const guint least = ondes_pair_least_passes (table, self->width), stages = table->stages;
  const guint sums[] = { sum_passes (self, 0), sum_passes (self, 1), sum_passes (self, 2) };
  const double at_random = ondes_pair_random_passes (table, self->width);

  g_string_append_printf (text, "%s: %u stages of %u pairs; elements of %u bytes, %u threads at a time\n", table->name, stages,
                          table->n / 2, self->element_bytes, self->width);
  g_string_append (text, "        passes, for reading            conflicts, reading and writing\n"
                         "stage    given    swaps reversals        given    swaps reversals\n");
  for (guint stage = 0; stage < stages; stage++)
    {
      guint passes[CLI_N_REORDERS];

      for (guint i = 0; i < CLI_N_REORDERS; i++)
        passes[i] = ondes_pair_passes (self->tables[i], stage, self->width);
      g_string_append_printf (text, "%5u %8u %8u %9u     %8u %8u %9u\n", stage + 1, passes[0], passes[1], passes[2],
                              conflicts (passes[0], least), conflicts (passes[1], least), conflicts (passes[2], least));
    }
  g_string_append_printf (text, "  sum %8u %8u %9u     %8u %8u %9u\n", sums[0], sums[1], sums[2],
                          conflicts (sums[0], stages * least), conflicts (sums[1], stages * least),
                          conflicts (sums[2], stages * least));
  g_string_append_printf (text,
                          "Proposition 1: the time is at most c times the sum of passes, %u without conflicts (%u a stage), "
                          "%u at worst (%u).\n",
                          stages * least, least, stages * table->n, table->n);
  g_string_append_printf (text,
                          "Proposition 2: of pairs at random it is at most c times %.1f (%.1f a stage), n m/W ln W/ln ln W.\n",
                          stages * at_random, at_random);
}

static void
append_numbers (GString     *json,
                const char  *name,
                const guint  numbers[CLI_N_REORDERS])
{
  g_string_append_printf (json, "\"%s\": {\"given\": %u, \"swaps\": %u, \"reversals\": %u}", name, numbers[0], numbers[1],
                          numbers[2]);
}

/* Appends passes and conflicts of @stages stages that have @passes in sum. */
static void
append_counts (GString     *json,
               const guint  passes[CLI_N_REORDERS],
               guint        least)
{
  guint extra[CLI_N_REORDERS];

  for (guint i = 0; i < CLI_N_REORDERS; i++)
    extra[i] = conflicts (passes[i], least);
  append_numbers (json, "passes", passes);
  g_string_append (json, ", ");
  append_numbers (json, "conflicts", extra);
}

static void
print_json (const Report *self,
            GString      *json)
{
  const OndesPairTable *table = self->tables[0];
  const guint least = ondes_pair_least_passes (table, self->width), stages = table->stages;
  const guint sums[] = { sum_passes (self, 0), sum_passes (self, 1), sum_passes (self, 2) };
  const double at_random = ondes_pair_random_passes (table, self->width);

  g_string_append (json, "{\"table\": ");
  cli_json_string (json, table->name);
  g_string_append_printf (json,
                          ", \"values\": %u, \"stages\": %u, \"element_bytes\": %u, \"threads_at_a_time\": %u,\n"
                          " \"least_passes\": %u, \"by_stage\": [",
                          table->n, stages, self->element_bytes, self->width, least);
  for (guint stage = 0; stage < stages; stage++)
    {
      guint passes[CLI_N_REORDERS];

      for (guint i = 0; i < CLI_N_REORDERS; i++)
        passes[i] = ondes_pair_passes (self->tables[i], stage, self->width);
      g_string_append_printf (json, "%s{\"stage\": %u, ", stage > 0 ? ",\n  " : "", stage + 1);
      append_counts (json, passes, least);
      g_string_append (json, "}");
    }
  g_string_append (json, "],\n \"sum\": {");
  append_counts (json, sums, stages * least);
  g_string_append_printf (json, "},\n \"proposition_1\": {\"least\": %u, \"worst\": %u}, \"proposition_2\": ", stages * least,
                          stages * table->n);
  cli_json_number (json, stages * at_random);
  g_string_append (json, "}\n");
}

gboolean
cli_pairs_conflicts (OndesPairTable *table,
                     guint           element_bytes,
                     gboolean        json,
                     GCancellable   *cancellable,
                     GError        **error)
{
  g_auto (Report) report = { .width = ondes_pair_group (element_bytes), .element_bytes = element_bytes };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < CLI_N_REORDERS; i++)
    if ((report.tables[i] = cli_pairs_reorder (table, (CliReorder) i, element_bytes, cancellable, error)) == NULL)
      return FALSE;
  (json ? print_json : print_text) (&report, text);
  return cli_print (text->str, error);
}
