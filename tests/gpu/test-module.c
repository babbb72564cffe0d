/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CUDA module as a program meets it, with a GPU and without. */
#include "../engine/once.h"
#include "sources.h"

#include "engine/array-sink.h"
#include "engine/compute.h"
#include "transform/cwt.h"

#include <glib/gstdio.h>
#include <string.h>

static const OndesEngineInfo *
cuda (void)
{
  guint n;
  const OndesEngineInfo *infos = ondes_engines_list (&n);

  g_assert_cmpstr (infos[0].name, ==, "cuda");
  return infos;
}

/* The engine has no FFT over the whole. */
static OndesSpec *
make_spec (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesScaleList) scales = ondes_scale_list_parse ("2,5", 0, NULL);
  OndesCwtOptions options = ondes_cwt_options_default;
  OndesSpec *spec;

  options.method = ONDES_METHOD_FFT;
  spec = ondes_cwt_new (&options, scales, &error);

  g_assert_no_error (error);
  return spec;
}

static void
test_loads (void)
{
  g_assert_cmpstr (cuda ()->why, ==, NULL);
  g_assert_nonnull (cuda ()->klass);
  g_assert_cmpuint (cuda ()->klass->abi, ==, ONDES_ENGINE_ABI);
}

/* For the record: what is tested here. */
static void
tell (const OndesEngineClass *klass)
{
  OndesDevice device;

  if (klass->list (&device, 1, NULL) == 0 || !device.usable)
    return;
  g_test_message ("device\t%s, %s", device.name, device.detail);
  g_test_message ("sources_sha256\t%s", klass->sources_sha256);
}

static void
test_sources (void)
{
  const char *source = g_getenv ("ONDES_SOURCE_DIR");
  g_autofree char *directory = NULL;
  g_autofree char *now = NULL;

  if (source == NULL)
    {
      g_test_skip ("ONDES_SOURCE_DIR does not say where the sources are");
      return;
    }
  directory = g_build_filename (source, "gpu", NULL);
  now = gpu_sources_sha256 (directory);
  g_assert_cmpstr (cuda ()->klass->sources_sha256, ==, now);
  tell (cuda ()->klass);
}

/* CUDA's runtime lies in the module: none of its names may meet another copy in the program. */
static void
test_one_symbol (void)
{
  g_autofree char *nm = g_find_program_in_path ("nm");
  g_autofree char *path = g_build_filename (g_getenv ("ONDES_BACKEND_DIR"), "ondes-cuda.so", NULL);
  const char *argv[] = { nm, "--dynamic", "--defined-only", "--format=just-symbols", path, NULL };
  g_autofree char *names = NULL;
  g_autoptr (GError) error = NULL;

  if (nm == NULL)
    {
      g_test_skip ("nm is not here");
      return;
    }
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &names, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (names, ==, "ondes_engine_entry\n");
}

/* A packager's module has code for six generations of cards and PTX for later ones, in 25 MB: 3 of them are the rest of it, with
 * its debugging symbols. */
static void
test_size (void)
{
  const char *images = g_getenv ("ONDES_CUDA_IMAGES");
  g_autofree char *path = g_build_filename (g_getenv ("ONDES_BACKEND_DIR"), "ondes-cuda.so", NULL);
  GStatBuf status;

  if (images == NULL)
    {
      g_test_skip ("the module has source lines, or it is not told for how many architectures it is");
      return;
    }
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_test_message ("%s architectures, %" G_GOFFSET_FORMAT " bytes", images, (goffset) status.st_size);
  g_assert_cmpint (status.st_size, <, g_ascii_strtoull (images, NULL, 10) * (22000000 / 7) + 3000000);
}

static void
test_list (void)
{
  const OndesEngineClass *klass = cuda ()->klass;
  OndesDevice devices[16];
  g_autofree char *why = NULL;
  g_autofree char *again = NULL;
  guint n = klass->list (NULL, 0, &why);

  memset (devices, 0x5a, sizeof devices);
  g_assert_cmpuint (klass->list (devices, G_N_ELEMENTS (devices), NULL), ==, n);
  if (n == 0)
    {
      g_assert_nonnull (why);
      g_assert_cmpuint (strlen (why), >, 10);
      g_assert_cmpuint (klass->list (devices, G_N_ELEMENTS (devices), &again), ==, 0);
      g_assert_cmpstr (why, ==, again);
      g_test_message ("no device: %s", why);
    }
  else
    g_assert_null (why);
  for (guint i = 0; i < MIN (n, G_N_ELEMENTS (devices)); i++)
    {
      const OndesDevice *d = &devices[i];

      g_assert_nonnull (memchr (d->name, '\0', sizeof d->name));
      g_assert_nonnull (memchr (d->detail, '\0', sizeof d->detail));
      g_test_message ("%s, %s, %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " bytes free", d->name, d->detail, d->mem_free,
                      d->mem_total);
      g_assert_cmpuint (strlen (d->name), >, 0);
      g_assert_cmpuint (strlen (d->detail), >, 0);
      if (!d->usable)
        continue;
      g_assert_true (g_str_has_prefix (d->detail, "compute capability "));
      g_assert_cmpuint (d->mem_total, >, 1 << 28);
      g_assert_cmpuint (d->mem_free, >, 0);
      g_assert_cmpuint (d->mem_free, <=, d->mem_total);
    }
}

/* TRUE where the first device is there and usable. */
static gboolean
have_device (void)
{
  OndesDevice device;

  return cuda ()->klass->list (&device, 1, NULL) > 0 && device.usable;
}

static void
test_open (void)
{
  const OndesEngineClass *klass = cuda ()->klass;
  guint n = klass->list (NULL, 0, NULL);
  g_autoptr (GError) error = NULL;
  OndesEngine *engine;

  g_assert_null (klass->open (n, 0, &error)); /* one past the last */
  g_assert_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  g_assert_null (klass->open (G_MAXUINT, 0, &error));
  g_assert_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED);
  g_clear_error (&error);

  if (!have_device ())
    {
      g_test_skip ("no usable CUDA device");
      return;
    }
  for (guint i = 0; i < 3; i++)
    {
      OndesStatistics statistics = { .n_methods = 9 };

      engine = klass->open (0, 0, &error);
      g_assert_no_error (error);
      klass->forget (engine, 1);
      klass->trim (engine, 0);
      klass->statistics (engine, &statistics);
      g_assert_cmpuint (statistics.n_methods, ==, 0);
      klass->close (engine);
    }
}

static void
test_unsupported (void)
{
  const OndesEngineClass *klass = cuda ()->klass;
  g_autoptr (OndesSpec) spec = make_spec ();
  const float samples[64] = { 1 };
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F32, samples, G_N_ELEMENTS (samples), 1);
  g_autoptr (OndesRequest) request = NULL;
  g_autoptr (GError) error = NULL;
  OndesEngine *engine;

  if (!have_device ())
    {
      g_test_skip ("no usable CUDA device");
      return;
    }
  engine = klass->open (0, 0, &error);
  g_assert_no_error (error);
  request = ondes_request_new_of (spec, source, NULL, NULL);
  g_assert_false (klass->supports (engine, request, &error));
  g_assert_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED);
  g_assert_cmpstr (error->message, ==, "the CUDA engine has no kernel for the method fft");
  klass->close (engine);
}

/* auto computes on the CPU and says why where there was a device; cuda fails and says why. */
static void
test_compute (void)
{
  g_autoptr (OndesSpec) spec = make_spec ();
  float samples[64];
  g_autoptr (OndesSource) source = NULL;
  const OndesView view = { .count = G_N_ELEMENTS (samples) };
  g_autoptr (OndesComputer) cpu = ondes_computer_new ("cpu", 0, 1);
  g_autoptr (OndesComputer) wish = ondes_computer_new ("auto", 0, 1);
  g_autoptr (OndesComputer) order = ondes_computer_new ("cuda", 0, 1);
  OndesArraySink *want = ondes_array_sink_new (), *have = ondes_array_sink_new (), *none = ondes_array_sink_new ();
  g_auto (OndesReport) report = { NULL };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    samples[i] = (float) g_test_rand_double_range (-1, 1);
  source = ondes_array_source_new (ONDES_F32, samples, G_N_ELEMENTS (samples), 1);

  g_assert_true (compute_once (cpu, ondes_request_new_of (spec, source, &view, &error), &want->sink, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (compute_once (wish, ondes_request_new_of (spec, source, &view, &error), &have->sink, NULL, &report, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (report.engine, ==, "cpu");
  g_assert_false (report.lost);
  if (have_device ())
    g_assert_cmpstr (report.fallback, ==, "the CUDA engine has no kernel for the method fft");
  g_assert_cmpuint (have->rows, ==, 2);
  g_assert_cmpuint (have->cols, ==, G_N_ELEMENTS (samples));
  g_assert_cmpmem (have->data, 2 * sizeof samples, want->data, 2 * sizeof samples);

  g_assert_false (compute_once (order, ondes_request_new_of (spec, source, &view, &error), &none->sink, NULL, &report, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_true (g_str_has_prefix (error->message, "--engine cuda: "));
  g_assert_cmpstr (report.engine, ==, "cuda");
  g_assert_null (none->data);
  ondes_sink_free (&want->sink);
  ondes_sink_free (&have->sink);
  ondes_sink_free (&none->sink);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("ONDES_ENGINE");
  g_test_add_func ("/ondes/gpu/module/loads", test_loads);
  g_test_add_func ("/ondes/gpu/module/is-built-from-these-sources", test_sources);
  g_test_add_func ("/ondes/gpu/module/exports-one-symbol", test_one_symbol);
  g_test_add_func ("/ondes/gpu/module/is-small", test_size);
  g_test_add_func ("/ondes/gpu/module/lists-devices-or-says-why", test_list);
  g_test_add_func ("/ondes/gpu/module/opens-devices", test_open);
  g_test_add_func ("/ondes/gpu/module/refuses-what-it-has-no-kernel-for", test_unsupported);
  g_test_add_func ("/ondes/gpu/module/computing-falls-back", test_compute);
  return g_test_run ();
}
