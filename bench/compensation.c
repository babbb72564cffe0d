/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What compensation costs, on the CPU and on any GPU, by each method: masks and transform with it, against the same without, and a
 * recording oversampled four times, against itself. Without compensation, single precision leaves out samples that it interpolates
 * and pictures those between their nodes; quantised masks fill all frequencies and cannot, unless their noise is hidden. In double
 * precision both compute every sample. */
#include "bench.h"

#include "signal/oversampled-source.h"

#define RATE    48000.0
#define COLUMNS 1600

typedef struct
{
  const char    *name;
  OndesMethod    method;
  gboolean       pooled;
  guint          bits;
  OndesPrecision precision;
} Case;

#define DOUBLE ONDES_PRECISION_DOUBLE
#define SINGLE ONDES_PRECISION_SINGLE

static const Case cases[] = {
  { "direct, gain, delay and 12 bits", ONDES_METHOD_DIRECT, FALSE, 12, SINGLE },
  { "overlap-save, gain and delay", ONDES_METHOD_OVERLAP_SAVE, FALSE, 0, SINGLE },
  { "overlap-save, gain, delay and 12 bits", ONDES_METHOD_OVERLAP_SAVE, FALSE, 12, SINGLE },
  { "overlap-save, gain, delay and 24 bits", ONDES_METHOD_OVERLAP_SAVE, FALSE, 24, SINGLE },
  { "overlap-save in double, gain, delay and 12 bits", ONDES_METHOD_OVERLAP_SAVE, FALSE, 12, DOUBLE },
  { "auto, gain, delay and 12 bits", ONDES_METHOD_AUTO, FALSE, 12, SINGLE },
  { "picture, gain and delay", ONDES_METHOD_AUTO, TRUE, 0, SINGLE },
  { "picture, gain, delay and 8 bits", ONDES_METHOD_AUTO, TRUE, 8, SINGLE },
  { "picture, gain, delay and 12 bits", ONDES_METHOD_AUTO, TRUE, 12, SINGLE },
  { "picture, gain, delay and 16 bits", ONDES_METHOD_AUTO, TRUE, 16, SINGLE },
};

static OndesRequest *
request_new (const Case        *which,
             OndesSource       *source,
             guint              scales,
             OndesCompensation *compensation,
             GError           **error)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  const OndesView view = { .count = source->n, .columns = which->pooled ? COLUMNS : 0 };
  g_autofree char *list = g_strdup_printf ("2:%u", scales);
  g_autoptr (OndesScaleList) rows = ondes_scale_list_parse (list, 0, error);
  g_autoptr (OndesSpec) spec = NULL;

  options.method = which->method;
  options.precision = which->precision;
  options.quantity = which->pooled ? ONDES_QUANTITY_MAGNITUDE : ONDES_QUANTITY_COEFFICIENTS;
  options.compensation = compensation;
  options.rate_hz = RATE;
  spec = ondes_cwt_new (&options, rows, error);
  return spec != NULL ? ondes_request_new_of (spec, source, &view, error) : NULL;
}

/* Adds a line of what @with took if it was @done, and clears both. */
static void
add_times (Bench      *self,
           const char *name,
           gboolean    done,
           BenchTimes *with,
           BenchTimes *without)
{
  g_autofree char *remark = g_strdup_printf ("%.3g s there, %.2f times as long", without->seconds,
                                             with->seconds / without->seconds);

  if (done)
    bench_add (self, &(BenchLine) { name, with->seconds, "s", remark, "without", without->seconds / with->seconds });
  ondes_report_clear (&without->report);
  ondes_report_clear (&with->report);
}

/* Times a case with and without its compensation. */
static gboolean
measure (Bench         *self,
         OndesComputer *computer,
         const char    *suffix,
         OndesSource   *source,
         const Case    *which,
         GError       **error)
{
  const guint scales = self->quick ? 48 : 200;
  g_autoptr (OndesCompensation) compensation = ondes_compensation_new (&(OndesCompensationOptions) {
    .amplitude = "power:1e-5,1,0.1", .timing = "constant:4e-6", .quantisation.bits = which->bits }, error);
  g_autoptr (OndesRequest) plain = NULL, compensated = NULL;
  g_autoptr (OndesSink) sink = &bench_sink_new ()->sink;
  g_autofree char *name = g_strdup_printf ("compensated %s%s", which->name, suffix);
  BenchTimes without = { 0 }, with = { 0 };
  gboolean done;

  if (compensation == NULL || (plain = request_new (which, source, scales, NULL, error)) == NULL
      || (compensated = request_new (which, source, scales, compensation, error)) == NULL)
    return FALSE;
  done = bench_time (self, &(BenchWork) { computer, plain, sink, self->quick ? 3 : 7, 1 }, &without, error)
         && bench_time (self, &(BenchWork) { computer, compensated, sink, self->quick ? 3 : 7, 1 }, &with, error);
  add_times (self, name, done, &with, &without);
  return done;
}

/* Returns a request for a picture of rows that oversampling leaves where they are. */
static OndesRequest *
picture_new (Bench       *self,
             OndesSource *source,
             guint        factor,
             GError     **error)
{
  const OndesView view = { .count = source->n, .columns = COLUMNS };
  g_autofree char *list = g_strdup_printf ("%u:%u:%u", 2 * factor, (self->quick ? 48 : 200) * factor, factor);
  g_autoptr (OndesScaleList) rows = ondes_scale_list_parse (list, 0, error);
  g_autoptr (OndesSpec) spec = rows != NULL ? ondes_cwt_new (&ondes_cwt_options_default, rows, error) : NULL;

  return spec != NULL ? ondes_request_new_of (spec, source, &view, error) : NULL;
}

/* Times a picture of a recording four times oversampled, from its own samples on, and of the recording. */
static gboolean
measure_oversampled (Bench         *self,
                     OndesComputer *computer,
                     const char    *suffix,
                     OndesSource   *source,
                     GError       **error)
{
  const guint repeats = self->quick ? 3 : 7;
  g_autoptr (OndesOversampling) by_sinc = ondes_oversampling_new (4, "sinc", NULL, error);
  g_autoptr (OndesSource) finer = by_sinc != NULL ? ondes_source_oversample (source, by_sinc, error) : NULL;
  g_autoptr (OndesRequest) once = picture_new (self, source, 1, error);
  g_autoptr (OndesRequest) oversampled = finer != NULL && once != NULL ? picture_new (self, finer, 4, error) : NULL;
  g_autoptr (OndesSink) sink = &bench_sink_new ()->sink;
  g_autofree char *name = g_strconcat ("oversampled 4 times by sinc, picture", suffix, NULL);
  BenchTimes without = { 0 }, with = { 0 };
  gboolean done;

  done = oversampled != NULL && bench_time (self, &(BenchWork) { computer, once, sink, repeats, 1, TRUE }, &without, error)
         && bench_time (self, &(BenchWork) { computer, oversampled, sink, repeats, 1, TRUE }, &with, error);
  add_times (self, name, done, &with, &without);
  return done;
}

gboolean
bench_compensation (Bench   *self,
                    GError **error)
{
  const gsize n = self->quick ? 16384 : 102400;
  const gboolean on_cuda = bench_cuda (self) != NULL;
  g_autofree float *x = g_new (float, n);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (OndesSource) source = NULL;

  for (gsize i = 0; i < n; i++)
    x[i] = (float) g_rand_double_range (random, -1, 1);
  source = ondes_array_source_new (ONDES_F32, x, n, RATE);
  for (guint cuda = g_strcmp0 (self->compute.engine, "cuda") == 0; cuda <= on_cuda; cuda++)
    {
      const char *suffix = cuda ? ", cuda" : "";
      g_autoptr (OndesComputer) computer
        = ondes_computer_new (cuda ? "cuda" : "cpu", self->compute.device, cuda ? 0 : self->compute.threads);

      for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
        if (!measure (self, computer, suffix, source, &cases[i], error))
          return FALSE;
      if (!measure_oversampled (self, computer, suffix, source, error))
        return FALSE;
    }
  return TRUE;
}
