/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices that no machine at hand has. */
#include "../../engine/once.h"
#include "../cuda-engine.h"

#include "engine/compute.h"
#include "transform/cwt.h"

#include <string.h>

#define OLD "Emulated GPU has compute capability 6.1; this Ondes was built for 8.0 and newer: use a newer card, or the CPU"

/* Too old for what was compiled: told in these words by the list and where the CPU takes over, and CUDA's are not met. */
static void
test_old (void)
{
  guint n;
  const OndesEngineInfo *infos = ondes_engines_list (&n);
  g_autoptr (OndesScaleList) scales = ondes_scale_list_parse ("2,5", 0, NULL);
  g_autoptr (OndesSpec) spec = ondes_cwt_new (&ondes_cwt_options_default, scales, NULL);
  float samples[64];
  g_autoptr (OndesSource) source = NULL;
  const OndesView view = { .count = G_N_ELEMENTS (samples) };
  g_autoptr (OndesComputer) wish = ondes_computer_new ("auto", 0, 1);
  g_autoptr (OndesComputer) order = ondes_computer_new ("cuda", 0, 1);
  OndesArraySink *sink = ondes_array_sink_new ();
  g_auto (OndesReport) report = { NULL };
  g_autoptr (GError) error = NULL;
  OndesDevice device;

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    samples[i] = (float) g_test_rand_double_range (-1, 1);
  source = ondes_array_source_new (ONDES_F32, samples, G_N_ELEMENTS (samples), 1);
  g_setenv ("EMULATED_CAPABILITY", "6.1", TRUE);

  g_assert_cmpuint (infos[0].klass->list (&device, 1, NULL), ==, 1);
  g_assert_false (device.usable);
  g_assert_cmpstr (device.detail, ==, OLD);
  g_assert_cmpuint (device.mem_total, >, 0);

  g_assert_true (compute_once (wish, ondes_request_new_of (spec, source, &view, &error), &sink->sink, NULL, &report, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (report.engine, ==, "cpu");
  g_assert_cmpstr (report.fallback, ==, "CUDA device 0: " OLD);
  g_assert_false (report.lost);
  g_assert_false (compute_once (order, ondes_request_new_of (spec, source, &view, &error), &sink->sink, NULL, &report, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, OLD));
  g_clear_error (&error);

  g_setenv ("EMULATED_CAPABILITY", "8.0", TRUE);
  g_assert_true (compute_once (order, ondes_request_new_of (spec, source, &view, &error), &sink->sink, NULL, &report, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (report.engine, ==, "cuda");
  g_unsetenv ("EMULATED_CAPABILITY");
  ondes_sink_free (&sink->sink);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("ONDES_ENGINE");
  g_test_add_func ("/ondes/gpu/devices/too-old", test_old);
  return g_test_run ();
}
