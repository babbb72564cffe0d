/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "series-request.h"

#include <string.h>

#include "base/number.h"
#include "base/words.h"
#include "figure/readings-text.h"

static const char *
input_name (const OndesSeriesInput *input)
{
  return input->recording != NULL ? ondes_recording_get_info (input->recording)->path : ondes_truth_table_name (input->table);
}

static OndesTruthTable *
input_table (const OndesSeriesInput *input)
{
  return input->recording != NULL ? ondes_recording_get_truth_table (input->recording) : input->table;
}

/* Opens the values as stored in the file: integers if it has any. */
static OndesSource *
open_input (const OndesSeriesInput *input,
            OndesDontCare           dont_care,
            GError                **error)
{
  OndesTruthTable *table = input_table (input);

  if (table != NULL)
    return ondes_truth_table_source (table, input->channel, dont_care, error);
  return ondes_recording_values (input->recording, input->channel, error);
}

/* Appends, for example, "samples 0 to 1023 of channel 2 of 3, 1 where negative, as (−1)^f". */
static void
describe_input (GString                  *text,
                const OndesSeriesInput   *input,
                const OndesSeriesRequest *request,
                guint64                   size)
{
  const OndesBinarise *binarise = &request->derivation.binarise;
  OndesTruthTable *table = input_table (input);
  guint64 count = input->recording != NULL ? input->count : size, taken = MIN (size, count);
  guint64 first = input->recording != NULL ? input->first : 0;

  if (table != NULL)
    {
      const char *name = ondes_truth_table_output_name (table, input->channel);

      if (ondes_truth_table_outputs (table) > 1)
        g_string_append_printf (text, "output %u of %u%s%s%s, ", input->channel, ondes_truth_table_outputs (table),
                                name != NULL ? " (" : "", name != NULL ? name : "", name != NULL ? ")" : "");
      g_string_append_printf (text, "a function of %u variable%s", ondes_truth_table_inputs (table),
                              ondes_plural (ondes_truth_table_inputs (table)));
      if (taken < (guint64) 1 << ondes_truth_table_inputs (table))
        g_string_append_printf (text, ", its values %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, first, first + taken - 1);
      if (ondes_truth_table_n_dont_care (table, input->channel) > 0)
        g_string_append_printf (text, ", don’t-cares as %s", ondes_dont_care_names[request->dont_care]);
    }
  else
    {
      const OndesRecordingInfo *info = ondes_recording_get_info (input->recording);
      g_autofree char *channel = ondes_channel_text (input->channel, info);

      if (taken == info->frames)
        g_string_append_printf (text, "all %" G_GUINT64_FORMAT " sample%s", taken, ondes_plural (taken));
      else
        g_string_append_printf (text, "samples %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, first, first + taken - 1);
      if (channel != NULL)
        g_string_append_printf (text, " of %s", channel);
      if (info->resampling.samples > 0)
        g_string_append (text, ", interpolated at even times");
      if (info->conditioning != NULL)
        {
          g_autofree char *steps = g_strjoinv (" ", (char **) info->conditioning);

          g_string_append_printf (text, ", conditioned by %s", steps);
        }
    }
  if (binarise->kind == ONDES_BINARISE_SIGN)
    g_string_append (text, ", 1 where negative");
  else if (binarise->kind != ONDES_BINARISE_NONE)
    {
      g_autofree char *how = ondes_binarise_print (binarise);

      g_string_append_printf (text, ", binarised by %s", how);
    }
  if (taken < size)
    g_string_append_printf (text, ", zeros up to %" G_GUINT64_FORMAT, size);
  if (request->derivation.is_signed)
    g_string_append (text, ", as (\u22121)^f");
}

/* Returns the unit of the values; "" if they are counts. */
static const char *
input_unit (const OndesSeriesInput   *input,
            const OndesSeriesRequest *request)
{
  const OndesRecordingInfo *info;

  if (input_table (input) != NULL || request->derivation.binarise.kind != ONDES_BINARISE_NONE || request->derivation.is_signed)
    return "";
  info = ondes_recording_get_info (input->recording);
  return info->pcm_bits > 0 ? "" : info->unit; /* PCM values are counts, as is their mean */
}

static char *
column_name (const OndesSeriesRequest *request)
{
  const OndesSpectrumOptions *options = &request->spectrum;
  const char *is_signed = request->derivation.is_signed ? "_signed" : "";
  char *name;

  if (request->kind != ONDES_SERIES_SPECTRUM)
    return g_strdup_printf ("dyadic_%s%s",
                            request->kind == ONDES_SERIES_CONVOLUTION ? "convolution" : "autocorrelation", is_signed);
  name = g_strdup_printf ("%s%s_%s%s", options->inverse ? "inverse_" : "", ondes_spectrum_names[options->kind],
                          ondes_order_names[options->order], is_signed);
  if (request->keep > 0)
    {
      char *kept = g_strdup_printf ("%s_kept_%" G_GUINT64_FORMAT, name, request->keep);

      g_free (name);
      name = kept;
    }
  return g_strdelimit (name, "-", '_');
}

gboolean
ondes_series_request_check (const OndesSeriesRequest *request,
                            GError                  **error)
{
  OndesSpectrumOptions options = request->spectrum;
  g_autoptr (OndesSpec) spec = NULL;
  g_autofree char *note = NULL;
  guint64 size;

  if (!ondes_derivation_size (&request->derivation, "", G_MAXINT64, &size, &note, error))
    return FALSE;
  if (request->kind != ONDES_SERIES_SPECTRUM)
    return TRUE;
  if (request->keep > 0 && options.inverse)
    return ondes_request_error_set (error, ONDES_SETTING_KEEP, NULL,
                                    _("it keeps coefficients of the values, while %s starts from coefficients; leave one out"),
                                    ondes_setting_name (ONDES_SETTING_INVERSE, NULL));
  options.type = ondes_spectrum_default_type (options.kind, ONDES_F64);
  spec = ondes_spectrum_new (&options, error);
  if (spec == NULL || options.kind != ONDES_SPECTRUM_REED_MULLER)
    return spec != NULL;
  if (request->derivation.is_signed)
    ondes_request_error_set (error, ONDES_SETTING_SIGNED, NULL,
                             _("the Reed–Muller transform takes 0 and 1, not signs; leave it out"));
  else if (request->precision >= 0)
    ondes_request_error_set (error, ONDES_SETTING_PRECISION, ondes_precision_names[request->precision],
                             _("the Reed–Muller transform knows 0 and 1 alone; leave it out"));
  else
    return TRUE;
  return FALSE;
}

static gboolean
is_reed_muller (const OndesSeriesRequest *request)
{
  return request->kind == ONDES_SERIES_SPECTRUM && request->spectrum.kind == ONDES_SPECTRUM_REED_MULLER;
}

static OndesType
real_type (int precision)
{
  return precision == ONDES_PRECISION_DOUBLE ? ONDES_F64 : ONDES_F32;
}

static OndesSpec *
make_spec (const OndesSeriesRequest *request,
           OndesSource *const       *sources,
           guint                     n_sources,
           GError                  **error)
{
  OndesSpectrumOptions options = request->spectrum;
  OndesType type = ONDES_I64;

  if (request->kind == ONDES_SERIES_SPECTRUM)
    {
      options.type = ondes_spectrum_default_type (options.kind, sources[0]->type);
      if (request->precision >= 0)
        options.type = real_type (request->precision);
      return ondes_spectrum_new (&options, error);
    }
  for (guint i = 0; i < n_sources; i++)
    if (!ondes_type_is_integer (sources[i]->type))
      type = ONDES_F64;
  return ondes_dyadic_new (request->precision >= 0 ? real_type (request->precision) : type, error);
}

static guint64
input_count (const OndesSeriesInput *input,
             const OndesSource      *base)
{
  return input->recording != NULL ? input->count : base->n;
}

/* Finds a length for both inputs of a convolution if none is requested. */
static gboolean
find_length (const OndesSeriesRequest *request,
             OndesSource *const       *bases,
             OndesDerivation          *derivation,
             GPtrArray                *notes,
             GError                  **error)
{
  guint64 sizes[2];

  for (guint i = 0; i < 2; i++)
    {
      const OndesSeriesInput *input = &request->inputs[i];
      g_autofree char *note = NULL;

      if (!ondes_derivation_size (derivation, input_name (input), input_count (input, bases[i]), &sizes[i], &note, error))
        return FALSE;
      if (note != NULL)
        g_ptr_array_add (notes, g_steal_pointer (&note));
    }
  derivation->length = derivation->pad ? MAX (sizes[0], sizes[1]) : MIN (sizes[0], sizes[1]);
  if (sizes[0] != sizes[1])
    g_ptr_array_add (notes, g_strdup_printf ("%s and %s differ in length: %" G_GUINT64_FORMAT " values of each %s",
                                             input_name (&request->inputs[0]), input_name (&request->inputs[1]),
                                             derivation->length, derivation->pad ? "with zeros filled up" : "are taken"));
  return TRUE;
}

static gboolean
derive_input (OndesSeriesJob           *job,
              const OndesSeriesRequest *request,
              const OndesDerivation    *derivation,
              OndesSource              *base,
              GError                  **error)
{
  const OndesSeriesInput *input = &request->inputs[job->n_sources];
  g_autofree char *note = NULL;
  const OndesSpan span = { input->recording != NULL ? input->first : 0, input_count (input, base) };
  OndesSource *source = ondes_derived_source_new (base, derivation, input_name (input), span, &note, error);

  if (source == NULL)
    return FALSE;
  job->sources[job->n_sources++] = source;
  if (note != NULL)
    g_ptr_array_add (job->notes, g_steal_pointer (&note));
  if (!derivation->is_binary || ondes_type_is_integer (source->type))
    return TRUE;
  return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_BINARISE,
                                 _("%s holds no integers, and the Reed–Muller transform takes 0 and 1; make them with %s"),
                                 input_name (input), ondes_setting_name (ONDES_SETTING_BINARISE, NULL));
}

/* Composes the result's labels from all inputs. */
static void
name_job (OndesSeriesJob           *job,
          const OndesSeriesRequest *request)
{
  GString *source = g_string_new (NULL), *name = g_string_new (NULL);
  const char *units[2] = { "", "" };

  for (guint i = 0; i < job->n_sources; i++)
    {
      const OndesSeriesInput *input = &request->inputs[i];

      g_string_append (source, i > 0 ? " with " : "");
      describe_input (source, input, request, job->sources[i]->n);
      g_string_append_printf (name, "%s%s", i > 0 ? " ∗ " : "",
                              input->recording != NULL ? ondes_recording_get_info (input->recording)->name
                              : input->name != NULL ? input->name : input_name (input));
      job->files[i] = g_strdup (input_name (input));
      units[i] = input_unit (input, request);
    }
  if (job->n_sources == 1)
    units[1] = units[0];
  if (request->kind == ONDES_SERIES_SPECTRUM || units[0][0] == '\0' || units[1][0] == '\0')
    job->unit = g_strdup (units[0][0] != '\0' ? units[0] : units[1]);
  else
    job->unit = g_str_equal (units[0], units[1]) ? ondes_unit_squared (units[0]) : g_strjoin ("·", units[0], units[1], NULL);
  job->source = g_string_free (source, FALSE);
  job->name = g_string_free (name, FALSE);
  job->column = column_name (request);
  job->labels = (OndesSeriesLabels) { job->name, job->source, job->unit };
}

static gboolean
init (OndesSeriesJob           *job,
      const OndesSeriesRequest *request,
      GError                  **error)
{
  OndesDerivation derivation = request->derivation;
  g_autoptr (OndesSource) first = NULL, second = NULL;
  OndesSource *bases[2];
  guint n = request->kind == ONDES_SERIES_CONVOLUTION ? 2 : 1;

  if (!ondes_series_request_check (request, error))
    return FALSE;
  derivation.is_binary = is_reed_muller (request);
  bases[0] = first = open_input (&request->inputs[0], request->dont_care, error);
  bases[1] = second = first != NULL && n == 2 ? open_input (&request->inputs[1], request->dont_care, error) : NULL;
  if (bases[n - 1] == NULL || (n == 2 && derivation.length == 0 && !find_length (request, bases, &derivation, job->notes, error)))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!derive_input (job, request, &derivation, bases[i], error))
      return FALSE;
  job->spec = make_spec (request, job->sources, n, error);
  if (job->spec == NULL)
    return FALSE;
  name_job (job, request);
  return TRUE;
}

gboolean
ondes_series_job_init (OndesSeriesJob           *job,
                       const OndesSeriesRequest *request,
                       GError                  **error)
{
  *job = (OndesSeriesJob) { .notes = g_ptr_array_new_with_free_func (g_free) };
  if (init (job, request, error))
    return TRUE;
  ondes_series_job_clear (job);
  return FALSE;
}

void
ondes_series_job_clear (OndesSeriesJob *job)
{
  for (guint i = 0; i < job->n_sources; i++)
    {
      ondes_source_unref (job->sources[i]);
      g_free (job->files[i]);
    }
  g_clear_pointer (&job->spec, ondes_spec_unref);
  g_clear_pointer (&job->notes, g_ptr_array_unref);
  g_free (job->name);
  g_free (job->source);
  g_free (job->unit);
  g_free (job->column);
  *job = (OndesSeriesJob) { 0 };
}

/* Prefixes an engine's message with the names of the inputs, which engines do not know. */
static void
name_error (const OndesSeriesJob *job,
            GError               *error)
{
  g_autofree char *message = NULL;

  if (!ondes_error_lacks_subject (error))
    return;
  message = g_steal_pointer (&error->message);
  error->message = job->n_sources == 1 ? g_strdup_printf ("%s: %s", job->files[0], message)
                                       : g_strdup_printf (_("%s with %s: %s"), job->files[0], job->files[1], message);
}

gboolean
ondes_series_job_put (const OndesSeriesJob *job,
                      OndesComputer        *computer,
                      OndesSink            *sink,
                      const OndesWatch     *watch,
                      OndesReport          *report,
                      GError              **error)
{
  GError *local = NULL;
  g_autoptr (OndesRequest) request = ondes_request_new (job->spec, job->sources, job->n_sources, NULL, &local);

  if (request != NULL && ondes_compute (computer, request, sink, watch, report, &local))
    return TRUE;
  name_error (job, local);
  g_propagate_error (error, local);
  return FALSE;
}

OndesSeries *
ondes_series_job_run (const OndesSeriesJob *job,
                      OndesComputer        *computer,
                      const OndesWatch     *watch,
                      OndesReport          *report,
                      GError              **error)
{
  GError *local = NULL;
  g_autoptr (OndesRequest) request = ondes_request_new (job->spec, job->sources, job->n_sources, NULL, &local);
  OndesSeries *series = request != NULL ? ondes_series_compute (computer, request, &job->labels, watch, report, &local) : NULL;

  if (series != NULL)
    return series;
  name_error (job, local);
  g_propagate_error (error, local);
  return NULL;
}
