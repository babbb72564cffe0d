/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../engine/once.h"
#include "cuda-engine.h"

#include "engine/compute.h"

const OndesEngineClass *
cuda_class (void)
{
  static const OndesEngineClass *klass; /* found once: a device that a test fills or loses is the test's all the same */
  guint n;
  const OndesEngineInfo *infos = ondes_engines_list (&n);
  OndesDevice device;

  if (klass == NULL && infos[0].klass != NULL && infos[0].klass->list (&device, 1, NULL) > 0 && device.usable)
    klass = infos[0].klass;
  if (klass == NULL)
    g_test_skip ("no usable CUDA device");
  return klass;
}

OndesEngine *
cuda_engine_new (guint64 limit)
{
  g_autoptr (GError) error = NULL;
  OndesEngine *engine = cuda_class ()->open (0, 0, &error);

  g_assert_no_error (error);
  if (limit > 0)
    cuda_class ()->trim (engine, limit);
  return engine;
}

gboolean
cuda_run_on (OndesEngine        *engine,
             const OndesRequest *request,
             OndesSink          *sink,
             const OndesWatch   *watch,
             GError            **error)
{
  const OndesEngineClass *klass = cuda_class ();
  OndesPlan *plan = NULL;
  gboolean done;

  if (request != NULL && klass->supports (engine, request, error))
    plan = klass->plan (engine, request, error);
  if (plan == NULL)
    return FALSE;
  done = klass->run (engine, plan, request, sink, watch, error);
  klass->unplan (engine, plan);
  return done;
}

OndesArraySink *
cpu_result (OndesSpec          *spec,
            OndesSource *const *sources,
            guint               n_sources,
            OndesView           view,
            GError            **error)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  OndesArraySink *sink = ondes_array_sink_new ();

  compute_once (computer, ondes_request_new (spec, sources, n_sources, &view, error), &sink->sink, NULL, NULL, error);
  return sink;
}

OndesArraySink *
cuda_run (OndesSpec       *spec,
          OndesSource     *source,
          OndesView        view,
          guint64          limit,
          OndesStatistics *statistics,
          GError         **error)
{
  const OndesEngineClass *klass = cuda_class ();
  OndesArraySink *sink = ondes_array_sink_new ();
  OndesEngine *engine = klass->open (0, 0, error);
  g_autoptr (OndesRequest) request = engine != NULL ? ondes_request_new_of (spec, source, &view, error) : NULL;
  gboolean done = FALSE;

  if (engine != NULL && limit > 0)
    klass->trim (engine, limit);
  if (engine != NULL)
    done = cuda_run_on (engine, request, &sink->sink, &(OndesWatch) { NULL }, error);
  if (done && statistics != NULL)
    klass->statistics (engine, statistics);
  if (engine != NULL)
    klass->close (engine);
  if (done)
    return sink;
  ondes_sink_free (&sink->sink);
  return NULL;
}

OndesSource *
random_source (OndesType type,
               gsize     n,
               gint64    most)
{
  g_autofree char *data = g_malloc0 (n * 8 + 8);

  for (gsize i = 0; i < n; i++)
    switch (type)
      {
      case ONDES_U8:
        ((guint8 *) data)[i] = (guint8) g_test_rand_int_range (0, 2);
        break;
      case ONDES_I32:
        ((gint32 *) (void *) data)[i] = g_test_rand_int_range ((gint32) -most, (gint32) most + 1);
        break;
      case ONDES_I64:
        ((gint64 *) (void *) data)[i] = (gint64) g_test_rand_double_range (-(double) most, (double) most);
        break;
      case ONDES_F32:
        ((float *) (void *) data)[i] = (float) g_test_rand_double_range (-1, 1);
        break;
      default:
        ((double *) (void *) data)[i] = g_test_rand_double_range (-1, 1);
      }
  return ondes_array_source_new (type, data, n, 1);
}
