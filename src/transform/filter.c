/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter.h"

#include "base/words.h"

const char *const ondes_post_names[] = { "none", "power", "derivative", "interpolation", NULL };

const OndesFilterOptions ondes_filter_options_default = { .method = ONDES_METHOD_AUTO, .precision = ONDES_PRECISION_DOUBLE };

static char *
filter_print (const OndesSpec *spec)
{
  const OndesFilterOptions *o = &ondes_spec_filter (spec)->options;
  GString *text = g_string_new (NULL);

  if (o->method != ONDES_METHOD_AUTO)
    g_string_append_printf (text, " --method %s", ondes_method_names[o->method]);
  if (o->segment > 0)
    g_string_append_printf (text, " --segment %" PRIu64, o->segment);
  if (o->causal)
    g_string_append (text, " --causal");
  if (o->post != ONDES_POST_NONE)
    g_string_append_printf (text, " --post %s", ondes_post_names[o->post]);
  g_string_append_printf (text, " --precision %s", ondes_precision_names[o->precision]);
  g_string_erase (text, 0, 1);
  return g_string_free (text, FALSE);
}

static char *
filter_describe (const OndesSpec *spec)
{
  const OndesFilter *self = ondes_spec_filter (spec);
  guint n;

  ondes_filter_bank_get (self->bank, &n);
  return g_strdup_printf ("%u filter%s of up to %u taps%s%s", n, n == 1 ? "" : "s", ondes_filter_bank_longest (self->bank),
                          self->options.post != ONDES_POST_NONE ? ", " : "",
                          self->options.post != ONDES_POST_NONE ? ondes_post_names[self->options.post] : "");
}

/* |y|² is always double: its exponents are twice those of the samples, which may leave no room in single precision. */
static OndesShape
filter_shape (const OndesSpec *spec,
              OndesType        input,
              const OndesView *view)
{
  const OndesFilter *self = ondes_spec_filter (spec);
  const gboolean is_double = self->options.precision == ONDES_PRECISION_DOUBLE;
  OndesShape shape = { .columns = view->count * ondes_filter_times (&self->options) };
  guint n;

  ondes_filter_bank_get (self->bank, &n);
  shape.rows = n;
  if (self->options.post == ONDES_POST_POWER)
    shape.type = ONDES_F64;
  else if (ondes_type_is_complex (input) || ondes_filter_bank_is_complex (self->bank))
    shape.type = is_double ? ONDES_C128 : ONDES_C64;
  else
    shape.type = is_double ? ONDES_F64 : ONDES_F32;
  return shape;
}

static void
filter_finalize (OndesSpec *spec)
{
  ondes_filter_bank_unref (((OndesFilter *) spec)->bank);
  g_free (spec);
}

static const OndesSpecClass filter_class = { ONDES_TRANSFORM_FILTER, filter_print, filter_describe, filter_shape, filter_finalize };

const OndesFilter *
ondes_spec_filter (const OndesSpec *spec)
{
  g_return_val_if_fail (spec->klass == &filter_class, NULL);
  return (const OndesFilter *) spec;
}

/* Returns the options and a digest of the taps, which may be many. */
static GBytes *
make_bytes (const OndesFilterOptions *options,
            const OndesFilterBank    *bank)
{
  const guint64 words[] = { ONDES_TRANSFORM_FILTER, options->method, options->precision, options->segment, options->causal,
                            options->lead, options->post };
  g_autoptr (GChecksum) taps = g_checksum_new (G_CHECKSUM_SHA256);
  GByteArray *bytes = g_byte_array_new ();
  guint8 digest[32];
  gsize length = sizeof digest;
  guint n;
  const OndesFilterBand *bands = ondes_filter_bank_get (bank, &n);

  for (guint i = 0; i < n; i++)
    {
      const guint64 head[] = { bands[i].n, bands[i].is_complex };
      const gsize values = (gsize) bands[i].n * (bands[i].is_complex ? 2 : 1);

      g_checksum_update (taps, (const guchar *) head, sizeof head);
      /* 1 GiB at a time, as the length is signed and may be 32 bits wide. */
      for (gsize at = 0, m; at < values; at += m)
        {
          m = MIN (values - at, (gsize) 1 << 27);
          g_checksum_update (taps, (const guchar *) (bands[i].taps + at), (gssize) (m * sizeof (double)));
        }
    }
  g_checksum_get_digest (taps, digest, &length);
  g_byte_array_append (bytes, (const guint8 *) words, sizeof words);
  g_byte_array_append (bytes, digest, (guint) length);
  return g_byte_array_free_to_bytes (bytes);
}

OndesSpec *
ondes_filter_new (const OndesFilterOptions *options,
                  OndesFilterBank          *bank,
                  GError                  **error)
{
  const gboolean has_segments = options->method == ONDES_METHOD_AUTO || options->method == ONDES_METHOD_OVERLAP_SAVE;
  OndesFilter *self;
  guint n;

  if (options->segment > 0 && !has_segments)
    {
      ondes_request_error_set (error, ONDES_SETTING_SEGMENT, NULL, _("method %s has no segments; leave it out"),
                               ondes_method_names[options->method]);
      return NULL;
    }
  if (options->segment > 0 && (options->segment < ONDES_SEGMENT_LEAST || options->segment > ONDES_SEGMENT_MOST))
    {
      ondes_request_error_set (error, ONDES_SETTING_SEGMENT, NULL,
                               _("a segment of %" PRIu64 " samples is out of range; choose %d to %" PRIu64), options->segment,
                               ONDES_SEGMENT_LEAST, ONDES_SEGMENT_MOST);
      return NULL;
    }
  self = g_new0 (OndesFilter, 1);
  self->options = *options;
  self->options.lead = ondes_filter_bank_get (bank, &n)->lead;
  self->bank = ondes_filter_bank_ref (bank);
  ondes_spec_init (&self->spec, &filter_class, make_bytes (&self->options, bank));
  return &self->spec;
}

guint64
ondes_filter_delay (const OndesFilterOptions *options,
                    guint64                   taps)
{
  return options->causal ? options->lead : (taps - 1) / 2;
}

guint
ondes_filter_times (const OndesFilterOptions *options)
{
  return options->post == ONDES_POST_INTERPOLATION ? 2 : 1;
}

void
ondes_filter_reach (const OndesFilterOptions *options,
                    guint                    *before,
                    guint                    *after)
{
  *before = options->post == ONDES_POST_DERIVATIVE || options->post == ONDES_POST_INTERPOLATION;
  *after = options->post == ONDES_POST_INTERPOLATION ? 2 : *before;
}

gboolean
ondes_filter_check_sources (OndesSource *const *sources,
                            guint               n_sources,
                            GError            **error)
{
  for (guint i = 1; i < n_sources; i++)
    if (sources[i]->n != sources[0]->n || sources[i]->rate_hz != sources[0]->rate_hz
        || ondes_type_is_complex (sources[i]->type) != ondes_type_is_complex (sources[0]->type))
      {
        g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE,
                             _("recordings that are filtered together need one length, one rate and one type; filter them one by "
                               "one"));
        return FALSE;
      }
  return TRUE;
}
