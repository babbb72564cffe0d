/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "truth-table-private.h"

#include <string.h>

#include "base/counted.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"

const char *const ondes_dont_care_names[] = { "0", "1", "refuse", NULL };

gboolean
ondes_power_of_two (guint64 n,
                    guint  *exponent)
{
  *exponent = g_bit_storage (n) - 1;
  return (n & (n - 1)) == 0;
}

OndesTruthTable *
ondes_truth_table_new (guint64               inputs,
                       guint64               outputs,
                       const char           *display,
                       const OndesTruthText *text,
                       GError              **error)
{
  g_autofree char *where = text ? g_strdup_printf ("%s, line %u", display, text->line) : g_strdup (display);
  OndesTruthTable *self;

  if (inputs > ONDES_TRUTH_TABLE_MAX_INPUTS || outputs > ONDES_TRUTH_TABLE_MAX_OUTPUTS)
    return ondes_error_set_null (error, ONDES_ERROR_FILE, _("%s: a table of %" PRIu64 " inputs and %" PRIu64
                                   " outputs is too large; at most %u inputs and %u outputs are taken"),
                                 where, inputs, outputs, ONDES_TRUTH_TABLE_MAX_INPUTS, ONDES_TRUTH_TABLE_MAX_OUTPUTS);
  self = g_atomic_rc_box_new0 (OndesTruthTable);
  self->inputs = (guint) inputs;
  self->outputs = (guint) outputs;
  self->words = inputs < 6 ? 1 : (guint64) 1 << (inputs - 6);
  self->display = g_strdup (display);
  self->tables = g_new0 (char *, 1);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->on = ondes_truth_table_plane (self, error);
  if (!self->on)
    g_clear_pointer (&self, ondes_truth_table_unref);
  return self;
}

guint64 *
ondes_truth_table_plane (const OndesTruthTable *self,
                         GError               **error)
{
  guint planes = 1 + (self->on != NULL) + (self->dont_care != NULL);
  guint64 bytes = self->words * self->outputs * sizeof (guint64);
  guint64 *plane = ondes_memory_take (bytes, ondes_memory_zeros);

  if (!plane)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 _("%s: a table of %u inputs and %u outputs takes %" PRIu64 " bytes of memory, more than there are"),
                 self->display, self->inputs, self->outputs, planes * bytes);
  return plane;
}

void
ondes_truth_table_plane_free (guint64 *plane)
{
  ondes_memory_settle (plane);
  g_free (plane);
}

static void
ondes_truth_table_clear (gpointer data)
{
  OndesTruthTable *self = data;

  ondes_truth_table_plane_free (self->on);
  ondes_truth_table_plane_free (self->dont_care);
  g_free (self->n_dont_care);
  g_free (self->display);
  g_free (self->name);
  g_free (self->format);
  g_strfreev (self->input_names);
  g_strfreev (self->output_names);
  g_strfreev (self->tables);
  g_ptr_array_unref (self->notes);
}

ONDES_DEFINE_COUNTED (OndesTruthTable, ondes_truth_table)

void
ondes_truth_table_note (OndesTruthTable *self,
                        const char      *format,
                        ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (self->notes, g_strdup_vprintf (format, args));
  va_end (args);
}

void
ondes_truth_table_set (OndesTruthTable *self,
                       guint64          x,
                       guint64          value)
{
  for (guint k = 0; k < self->outputs; k++)
    if (value >> (self->outputs - 1 - k) & 1)
      ((guint8 *) (self->on + k * self->words))[x / 8] |= (guint8) (1 << (x % 8));
}

/* Counts the don't-cares and clears them in the ones. */
static gboolean
count_dont_cares (OndesTruthTable *self,
                  GCancellable    *cancellable,
                  GError         **error)
{
  guint64 total = 0;

  self->n_dont_care = g_new0 (guint64, self->outputs);
  for (guint k = 0; k < self->outputs; k++)
    {
      for (guint64 w = k * self->words; w < (k + 1) * self->words; w++)
        {
          if (w % WORDS_BETWEEN == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
          self->n_dont_care[k] += (guint64) __builtin_popcountll (self->dont_care[w]);
          if (self->on[w] & self->dont_care[w]) /* an untouched page of zeros takes no memory */
            self->on[w] &= ~self->dont_care[w];
        }
      total += self->n_dont_care[k];
    }
  if (total == 0)
    {
      g_clear_pointer (&self->dont_care, ondes_truth_table_plane_free);
      g_clear_pointer (&self->n_dont_care, g_free);
    }
  return TRUE;
}

OndesTruthTable *
ondes_truth_table_finish (OndesTruthTable *self,
                          const char      *how,
                          GCancellable    *cancellable,
                          GError         **error)
{
  g_autofree char *inputs = NULL, *outputs = NULL;

  if (self->dont_care && !count_dont_cares (self, cancellable, error))
    {
      ondes_truth_table_unref (self);
      return NULL;
    }
  ondes_memory_settle (self->on);
  ondes_memory_settle (self->dont_care);
  if (!self->name)
    self->name = g_path_get_basename (self->display);
  inputs = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u input", "%u inputs", self->inputs), self->inputs);
  outputs = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u output", "%u outputs", self->outputs), self->outputs);
  self->format = g_strdup_printf ("%s, %s, %s, %s", self->sbox ? _("S-box") : _("truth table"), how, inputs, outputs);
  g_ptr_array_add (self->notes, NULL);
  return self;
}

guint
ondes_truth_table_inputs (const OndesTruthTable *self)
{
  return self->inputs;
}

guint
ondes_truth_table_outputs (const OndesTruthTable *self)
{
  return self->outputs;
}

const char *
ondes_truth_table_name (const OndesTruthTable *self)
{
  return self->name;
}

const char *
ondes_truth_table_format (const OndesTruthTable *self)
{
  return self->format;
}

const char *
ondes_truth_table_input_name (const OndesTruthTable *self,
                              guint                  i)
{
  return self->input_names && i >= 1 && i <= self->inputs ? self->input_names[i - 1] : NULL;
}

const char *
ondes_truth_table_output_name (const OndesTruthTable *self,
                               guint                  k)
{
  return self->output_names && k >= 1 && k <= self->outputs ? self->output_names[k - 1] : NULL;
}

gboolean
ondes_truth_table_is_sbox (const OndesTruthTable *self)
{
  return self->sbox;
}

const char *const *
ondes_truth_table_tables (const OndesTruthTable *self)
{
  return (const char *const *) self->tables;
}

const char *const *
ondes_truth_table_notes (const OndesTruthTable *self)
{
  return (const char *const *) self->notes->pdata;
}

const guint8 *
ondes_truth_table_on (const OndesTruthTable *self,
                      guint                  k)
{
  return (const guint8 *) (self->on + (k - 1) * self->words);
}

const guint8 *
ondes_truth_table_dont_care (const OndesTruthTable *self,
                             guint                  k)
{
  return self->dont_care ? (const guint8 *) (self->dont_care + (k - 1) * self->words) : NULL;
}

gboolean
ondes_truth_table_has_open_values (const OndesTruthTable *self)
{
  return self->dont_care != NULL;
}

guint64
ondes_truth_table_n_dont_care (const OndesTruthTable *self,
                               guint                  k)
{
  return self->n_dont_care ? self->n_dont_care[k - 1] : 0;
}

gboolean
ondes_truth_table_check (const OndesTruthTable *self,
                         guint                  k,
                         OndesDontCare          dont_care,
                         GError               **error)
{
  if (k < 1 || k > self->outputs)
    return ondes_error_set (error, ONDES_ERROR_FILE, g_dngettext (GETTEXT_PACKAGE,
                                         "%s has %u output, so output %u is not in it",
                                         "%s has %u outputs, so output %u is not in it", (gulong) self->outputs),
                            self->display,
                            self->outputs, k);
  if (dont_care != ONDES_DONT_CARE_REFUSE || ondes_truth_table_n_dont_care (self, k) == 0)
    return TRUE;
  return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_DONT_CARE,
                                 g_dngettext (GETTEXT_PACKAGE,
                                              "%s leaves %" PRIu64 " value of output %u open; say whether to take 0 or 1 with %s",
                                              "%s leaves %" PRIu64 " values of output %u open; say whether to take 0 or 1 with %s",
                                              (gulong) (self->n_dont_care[k - 1])),
                                 self->display, self->n_dont_care[k - 1], k,
                                 ondes_setting_name (ONDES_SETTING_DONT_CARE, NULL));
}

typedef struct
{
  OndesSource      source;
  OndesTruthTable *table;
  const guint8    *on, *dont_care; /* dont_care is NULL if don't-cares count as 0 */
} TableSource;

static gboolean
table_read (OndesSource *source,
            guint64      at,
            gsize        n,
            void        *dst,
            GError     **error)
{
  const TableSource *self = (const TableSource *) source;
  guint8 *out = dst;

  for (gsize i = 0; i < n; i++)
    {
      guint64 x = at + i;

      out[i] = self->on[x / 8] >> (x % 8) & 1;
      if (self->dont_care)
        out[i] |= self->dont_care[x / 8] >> (x % 8) & 1;
    }
  return TRUE;
}

static void
table_finalize (OndesSource *source)
{
  ondes_truth_table_unref (((TableSource *) source)->table);
  g_free (source);
}

OndesSource *
ondes_truth_table_source (OndesTruthTable *self,
                          guint            k,
                          OndesDontCare    dont_care,
                          GError         **error)
{
  static const OndesSourceClass klass = { table_read, table_finalize };
  TableSource *source;

  if (!ondes_truth_table_check (self, k, dont_care, error))
    return NULL;
  source = g_new0 (TableSource, 1);
  ondes_source_init (&source->source, &klass, ONDES_U8, (guint64) 1 << self->inputs, 1);
  source->source.channel = k;
  source->table = ondes_truth_table_ref (self);
  source->on = ondes_truth_table_on (self, k);
  source->dont_care = dont_care == ONDES_DONT_CARE_1 ? ondes_truth_table_dont_care (self, k) : NULL;
  return &source->source;
}
