/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calibration sheets and tables of errors, by the first byte: what is read is finite, in order, and the same again as points. */
#include "fuzz.h"

#include "transform/error-model.h"

#include <math.h>

static void
check_model (const OndesErrorModel *model)
{
  g_autofree char *text = NULL;
  g_autoptr (OndesErrorModel) again = NULL;
  GError *error = NULL;

  if (model == NULL)
    return;
  for (guint i = 0; i < model->n_points; i++)
    if (!isfinite (model->points[i].value) || !(model->points[i].hz > 0)
        || (i > 0 && model->points[i].hz <= model->points[i - 1].hz))
      g_error ("point %u is %g at %g Hz", i, model->points[i].value, model->points[i].hz);
  if (model->n_points > 0 && !isfinite (ondes_error_model_at (model, model->points[0].hz * 1.5)))
    g_error ("a value between points is not finite");
  text = ondes_error_model_print_points (model->points, model->n_points);
  again = model->n_points > 0 ? ondes_error_model_parse (text, ONDES_SETTING_TIMING_ERROR, &error) : NULL;
  if (model->n_points > 0 && (again == NULL || again->n_points != model->n_points))
    g_error ("the points are not read back: %s", error != NULL ? error->message : "others");
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  const char *path = size > 0 ? fuzz_file ("sheet.txt", data + 1, size - 1) : NULL;
  g_autofree char *table = g_strconcat ("table:", path, NULL);
  g_autoptr (OndesErrorModel) amplitude = NULL, timing = NULL;
  GError *error = NULL;

  fuzz_small_machine ();
  if (path == NULL)
    return 0;
  if (data[0] % 2)
    ondes_calibration_read (path, &amplitude, &timing, &error);
  else
    timing = ondes_error_model_parse (table, data[0] & 2 ? ONDES_SETTING_AMPLITUDE_ERROR : ONDES_SETTING_TIMING_ERROR, &error);
  fuzz_check_error (error);
  check_model (amplitude);
  check_model (timing);
  return 0;
}
