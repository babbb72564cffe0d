/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cuda-engine.h"

#include "engine/compute.h"

const OndesEngineClass *
cuda_class (void)
{
  guint n;
  const OndesEngineInfo *infos = ondes_engines_list (&n);
  OndesDevice device;

  if (infos[0].klass != NULL && infos[0].klass->list (&device, 1, NULL) > 0 && device.usable)
    return infos[0].klass;
  g_test_skip ("no usable CUDA device");
  return NULL;
}

OndesArraySink *
cuda_run (OndesSpec       *spec,
          OndesSource     *source,
          OndesView        view,
          guint64          limit,
          GCancellable    *cancellable,
          OndesProgress    progress,
          gpointer         user_data,
          OndesStatistics *statistics,
          GError         **error)
{
  const OndesEngineClass *klass = cuda_class ();
  OndesArraySink *sink = ondes_array_sink_new ();
  OndesEngine *engine = klass->open (0, 0, error);
  OndesPlan *plan = NULL;
  guint64 bytes = 0;
  gboolean done = FALSE;

  if (engine != NULL && limit > 0)
    klass->trim (engine, limit);
  if (engine != NULL && klass->supports (engine, spec, &source, 1, &view, &bytes, error))
    plan = klass->plan (engine, spec, error);
  if (plan != NULL)
    {
      done = klass->run (engine, plan, &source, 1, &view, &sink->sink, progress, user_data, cancellable, error);
      if (done && statistics != NULL)
        klass->statistics (engine, statistics);
      klass->unplan (engine, plan);
    }
  if (engine != NULL)
    klass->close (engine);
  if (done)
    return sink;
  ondes_sink_free (&sink->sink);
  return NULL;
}
