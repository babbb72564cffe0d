/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "dyadic-analysis.h"
#include "session/settings.h"

struct _OndesDyadicAnalysis
{
  OndesSeriesAnalysis parent_instance;

  OndesDerivation     derivation;
  OndesDontCare       dont_care;
};

G_DEFINE_FINAL_TYPE (OndesDyadicAnalysis, ondes_dyadic_analysis, ONDES_TYPE_SERIES_ANALYSIS)

static void
prepare (OndesSeriesAnalysis *analysis,
         OndesSeriesResult *result)
{
  OndesDyadicAnalysis *self = ONDES_DYADIC_ANALYSIS (analysis);

  result->request.kind = result->operands[1] != NULL ? ONDES_SERIES_CONVOLUTION : ONDES_SERIES_AUTOCORRELATION;
  result->request.derivation = self->derivation;
  result->request.dont_care = self->dont_care;
}

static char *
name_result (OndesSeriesAnalysis *self)
{
  return g_strdup (ondes_dyadic_analysis_is_auto (ONDES_DYADIC_ANALYSIS (self)) ? "autocorrelation" : "convolution");
}

static const OndesParam fields[] = {
  { "dont-care", ONDES_PARAM_WORD, G_STRUCT_OFFSET (OndesDyadicAnalysis, dont_care), ondes_dont_care_names },
  { "signed", ONDES_PARAM_BOOLEAN, G_STRUCT_OFFSET (OndesDyadicAnalysis, derivation.is_signed) },
  { NULL },
};

static const char *const operand_names[] = { "first", "second" };

static void
save (OndesAnalysis *analysis,
      GVariantBuilder *settings)
{
  OndesDyadicAnalysis *self = ONDES_DYADIC_ANALYSIS (analysis);

  ondes_params_save (fields, 0, self, settings);
  ondes_params_save (ondes_derivation_fields, 0, &self->derivation, settings);
  for (guint i = 0; i < G_N_ELEMENTS (operand_names); i++)
    g_variant_builder_add (settings, "{sv}", operand_names[i],
                           ondes_operand_save (ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (self), i)));
}

static void
restore (OndesAnalysis *analysis,
         GVariant *settings)
{
  OndesDyadicAnalysis *self = ONDES_DYADIC_ANALYSIS (analysis);
  const OndesDerivation derivation = self->derivation;
  const OndesDontCare dont_care = self->dont_care;

  ondes_params_restore (fields, 0, self, settings);
  ondes_params_restore (ondes_derivation_fields, 0, &self->derivation, settings);
  if (!ondes_derivation_equal (&derivation, &self->derivation) || dont_care != self->dont_care)
    ondes_analysis_want (analysis);
  for (guint i = 0; i < G_N_ELEMENTS (operand_names); i++)
    {
      g_autoptr (GVariant) operand = g_variant_lookup_value (settings, operand_names[i], G_VARIANT_TYPE_VARDICT);

      if (operand != NULL)
        ondes_operand_restore (ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (self), i), operand);
    }
}

static void
remember (OndesAnalysis   *analysis,
          OndesRemembered *list)
{
  ondes_remembered_add (list, "convolution-dont-care", NULL, "dont-care");
  ondes_remembered_add (list, "convolution-first", "first", "kind");
  ondes_remembered_add (list, "convolution-first-text", "first", "text");
  ondes_remembered_add (list, "convolution-second", "second", "kind");
  ondes_remembered_add (list, "convolution-second-text", "second", "text");
}

static void
ondes_dyadic_analysis_class_init (OndesDyadicAnalysisClass *klass)
{
  OndesAnalysisClass *analysis_class = ONDES_ANALYSIS_CLASS (klass);
  OndesSeriesAnalysisClass *series_class = ONDES_SERIES_ANALYSIS_CLASS (klass);

  analysis_class->name = "convolution";
  analysis_class->save = save;
  analysis_class->restore = restore;
  analysis_class->remember = remember;
  series_class->n_operands = 2;
  series_class->prepare = prepare;
  series_class->name_result = name_result;
}

static void
ondes_dyadic_analysis_init (OndesDyadicAnalysis *self)
{
}

OndesDyadicAnalysis *
ondes_dyadic_analysis_new (OndesSession *session)
{
  return g_object_new (ONDES_TYPE_DYADIC_ANALYSIS, "session", session, NULL);
}

const OndesDerivation *
ondes_dyadic_analysis_get_derivation (OndesDyadicAnalysis *self)
{
  return &self->derivation;
}

OndesDontCare
ondes_dyadic_analysis_get_dont_care (OndesDyadicAnalysis *self)
{
  return self->dont_care;
}

void
ondes_dyadic_analysis_set_values (OndesDyadicAnalysis *self,
                                  const OndesDerivation *derivation,
                                  OndesDontCare dont_care)
{
  if (ondes_derivation_equal (derivation, &self->derivation) && dont_care == self->dont_care)
    return;
  self->derivation = *derivation;
  self->dont_care = dont_care;
  ondes_analysis_want (ONDES_ANALYSIS (self));
}

gboolean
ondes_dyadic_analysis_is_auto (OndesDyadicAnalysis *self)
{
  const OndesSeriesResult *result = ondes_series_analysis_get_computed (ONDES_SERIES_ANALYSIS (self));

  return result != NULL && result->operands[1] == NULL;
}
