/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pairs.h"

#include "base/number.h"
#include "base/words.h"
#include "spectrum.h"

#include <math.h>
#include <string.h>

#define MOST_THREADS 1024
#define MOST_BLOCKS  G_MAXINT32

#define FIELD(name) G_STRUCT_OFFSET (OndesPairsOptions, name)

static const OndesParam rows[] = {
  { "type", ONDES_PARAM_INDEX, FIELD (type), .flags = ONDES_PARAM_SPEC },
  { "block-threads", ONDES_PARAM_INDEX, FIELD (layout.threads), .flags = ONDES_PARAM_SPEC, .low = 1, .high = MOST_THREADS,
    .option = "--block-threads", .argument = "N", .help = "threads of a block, to 1024 (default a thread a pair)" },
  { "blocks", ONDES_PARAM_COUNT, FIELD (layout.blocks), .flags = ONDES_PARAM_SPEC, .low = 1, .high = MOST_BLOCKS,
    .option = "--blocks", .argument = "N", .help = "thread blocks (default as many as fill the card)" },
  { "jobs", ONDES_PARAM_COUNT, FIELD (layout.jobs), .flags = ONDES_PARAM_SPEC, .low = 1,
    .high = (double) (G_GUINT64_CONSTANT (1) << 40), .option = "--jobs", .argument = "N",
    .help = "vectors that a block computes one after the other (default those that the blocks leave)" },
  { NULL },
};

static const OndesPairsOptions defaults;

const OndesParamTable ondes_pairs_params = { rows, &defaults };

static char *
pairs_print (const OndesSpec *spec)
{
  return g_strdup_printf ("--table %s", ondes_spec_pairs (spec)->table->name);
}

static char *
pairs_describe (const OndesSpec *spec)
{
  const OndesPairTable *table = ondes_spec_pairs (spec)->table;

  return g_strdup_printf ("pairs %s, %u stages of %u", table->name, table->stages, table->n / 2);
}

static OndesShape
pairs_shape (const OndesSpec *spec,
             OndesType        input,
             const OndesView *view)
{
  const OndesPairs *self = ondes_spec_pairs (spec);

  return (OndesShape) { self->options.type, view->count / self->table->n, self->table->n };
}

static void
pairs_finalize (OndesSpec *spec)
{
  ondes_pair_table_unref (((OndesPairs *) spec)->table);
  g_free (spec);
}

static const OndesSpecClass pairs_class = { ONDES_TRANSFORM_PAIRS, pairs_print, pairs_describe, pairs_shape, pairs_finalize };

const OndesPairs *
ondes_spec_pairs (const OndesSpec *spec)
{
  g_return_val_if_fail (spec->klass == &pairs_class, NULL);
  return (const OndesPairs *) spec;
}

static gboolean
is_whole (const OndesPairTable *table)
{
  const gsize n = (gsize) table->n / 2 * table->stages * ondes_pair_coefficients (table->kind, table->is_complex);

  for (gsize i = 0; i < n; i++)
    if (table->coefficients[i] != rint (table->coefficients[i]) || fabs (table->coefficients[i]) > 0x1p53)
      return FALSE;
  return !table->is_complex;
}

OndesType
ondes_pairs_default_type (const OndesPairTable *table,
                          OndesType             input,
                          gboolean              single)
{
  if (table->modulus > 0 || (ondes_type_is_integer (input) && !single && is_whole (table)))
    return ONDES_I64;
  if (table->is_complex || ondes_type_is_complex (input))
    return single ? ONDES_C64 : ONDES_C128;
  return single ? ONDES_F32 : ONDES_F64;
}

static gboolean
check_type (const OndesPairTable *table,
            OndesType             type,
            GError              **error)
{
  const char *name = ondes_type_name (type);

  if (type == ONDES_BITS || type == ONDES_U8 || type == ONDES_I32)
    return ondes_request_error_set (error, ONDES_SETTING_PRECISION, NULL, _("pairs are not computed in %s"), name);
  if (table->modulus > 0 && !is_whole (table))
    return ondes_request_error_set (error, ONDES_SETTING_TABLE, table->name,
                                    _("%s is a table modulo %u, whose coefficients must be whole"), table->name,
                                    table->modulus);
  if (table->is_complex && !ondes_type_is_complex (type))
    return ondes_request_error_set (error, ONDES_SETTING_TABLE, table->name,
                                    _("%s has complex coefficients, which %s does not hold; compute in complex numbers"),
                                    table->name, name);
  if (type == ONDES_I64 && !is_whole (table))
    return ondes_request_error_set (error, ONDES_SETTING_TABLE, table->name,
                                    _("%s has coefficients with fractions, which %s does not hold; compute in float64"),
                                    table->name, name);
  if (table->modulus > 0 && type != ONDES_I64)
    return ondes_request_error_set (error, ONDES_SETTING_PRECISION, NULL,
                                    _("%s is computed modulo %u, of integers alone; leave the precision out"), table->name,
                                    table->modulus);
  return TRUE;
}

static gboolean
check_layout (const OndesPairsLayout *layout,
              GError                **error)
{
  if (layout->threads <= MOST_THREADS && layout->blocks <= MOST_BLOCKS)
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_REQUEST,
                          _("%u threads in each of %" PRIu64 " blocks are too many; take at most %d threads and %d blocks"),
                          layout->threads, layout->blocks, MOST_THREADS, MOST_BLOCKS);
}

/* Multiplies the largest sums of coefficients of all stages. */
static double
growth_of (const OndesPairTable *table)
{
  const gsize half = table->n / 2, numbers = ondes_pair_coefficients (table->kind, table->is_complex);
  double growth = 1;

  for (gsize stage = 0; stage < table->stages; stage++)
    {
      double largest = table->kind == ONDES_PAIRS_SUM ? 2 : 1;

      for (gsize i = stage * half; i < (stage + 1) * half && numbers > 0; i++)
        {
          const double *c = table->coefficients + i * numbers;
          double size[4] = { 0 };

          for (guint j = 0; j < numbers; j++)
            size[table->is_complex ? j / 2 : j] += fabs (c[j]);
          largest = MAX (largest, table->kind == ONDES_PAIRS_MATRIX ? MAX (size[0] + size[1], size[2] + size[3]) : 1 + size[0]);
        }
      growth *= largest;
    }
  return growth;
}

OndesSpec *
ondes_pairs_new (OndesPairTable          *table,
                 const OndesPairsOptions *options,
                 GError                 **error)
{
  GByteArray *canonical;
  OndesPairs *self;

  if (!check_type (table, options->type, error) || !check_layout (&options->layout, error))
    return NULL;
  canonical = ondes_spec_identify (ONDES_TRANSFORM_PAIRS, rows, options);
  g_byte_array_append (canonical, (const guint8 *) table->digest, sizeof table->digest);
  self = g_new0 (OndesPairs, 1);
  ondes_spec_init (&self->spec, &pairs_class, g_byte_array_free_to_bytes (canonical));
  self->table = ondes_pair_table_ref (table);
  self->options = *options;
  self->growth = growth_of (table);
  return &self->spec;
}

gboolean
ondes_pairs_check_source (const OndesPairs  *self,
                          const OndesSource *source,
                          const OndesView   *view,
                          GError           **error)
{
  const OndesType type = self->options.type;
  const guint n = self->table->n;

  if (ondes_type_is_complex (source->type) && !ondes_type_is_complex (type))
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_CHANNEL,
                                   _("the samples are %s, which %s does not hold; compute in complex numbers"),
                                   ondes_type_name (source->type), ondes_type_name (type));
  if (type == ONDES_I64 && !ondes_type_is_integer (source->type))
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_BINARISE,
                                   _("an exact transform in %s takes integers, and the samples are %s; take integers, or "
                                     "compute in float64"),
                                   ondes_type_name (type), ondes_type_name (source->type));
  if (view->count % n != 0)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_TABLE,
                                    _("the length of the span, %" PRIu64 ", is not a multiple of the vectors’ %u; take one"),
                                    view->count, n);
  return TRUE;
}

gboolean
ondes_pairs_check_sums (const OndesPairs *self,
                        const OndesRange *range,
                        GError          **error)
{
  /* sums modulo 2 are right however often they leave the type, which wraps around */
  if (self->options.type != ONDES_I64 || self->table->modulus > 0 || range->lo > range->hi
      || self->growth * (double) ondes_range_largest (range) < 0x1p63)
    return TRUE;
  return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_PRECISION,
                                 _("values up to %" PRIu64 " may grow %g times, beyond int64; make them smaller, or compute in "
                                   "float64 with %s"),
                                 ondes_range_largest (range), self->growth,
                                 ondes_setting_name (ONDES_SETTING_PRECISION, "double"));
}
