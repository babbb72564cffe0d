/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walshgrams of an hour at 48 kHz as pictures draw them, from samples in memory to a result in memory: on the CPU, and on any GPU
 * with the samples on the device. */
#include "bench.h"

#include <string.h>

#include "base/memory.h"
#include "transform/walshgram.h"

#define RATE    48000
#define COLUMNS 1600

static const struct
{
  const char           *name;
  OndesWalshgramOptions options;
} cases[] = {
  { "walshgram 256 hop 64", { .window = 256, .hop = 64, .order = ONDES_ORDER_SEQUENCY, .type = ONDES_F32 } },
  { "walshgram 256 hop 64 hann",
    { .window = 256, .hop = 64, .taper = ONDES_TAPER_HANN, .order = ONDES_ORDER_SEQUENCY, .type = ONDES_F32 } },
  { "walshgram 256 hop 64 float64", { .window = 256, .hop = 64, .order = ONDES_ORDER_SEQUENCY, .type = ONDES_F64 } },
  { "walshgram 4096 hop 1024", { .window = 4096, .hop = 1024, .order = ONDES_ORDER_SEQUENCY, .type = ONDES_F32 } },
  { "walshgram 32768 hop 4096", { .window = 32768, .hop = 4096, .order = ONDES_ORDER_SEQUENCY, .type = ONDES_F32 } },
};

/* Noise in memory. */
typedef struct
{
  OndesSource source;
  float      *samples;
} Noise;

static gboolean
noise_read (OndesSource *source,
            guint64      at,
            gsize        n,
            void        *dst,
            GError     **error)
{
  memcpy (dst, ((Noise *) source)->samples + at, n * sizeof (float));
  return TRUE;
}

static void
noise_finalize (OndesSource *source)
{
  g_free (((Noise *) source)->samples);
  g_free (source);
}

/* Returns @n samples; NULL if there is not memory enough. */
static OndesSource *
noise_new (guint64  n,
           GError **error)
{
  static const OndesSourceClass klass = { noise_read, noise_finalize };
  float *samples = ondes_memory_try (n * sizeof *samples, error);
  guint32 state = 1;
  Noise *self;

  if (samples == NULL)
    return NULL;
  for (guint64 i = 0; i < n; i++)
    {
      state = state * 1664525 + 1013904223;
      samples[i] = (float) (gint32) state * 0x1p-31f;
    }
  self = g_new (Noise, 1);
  self->samples = samples;
  ondes_source_init (&self->source, &klass, ONDES_F32, n, RATE);
  return &self->source;
}

/* Measures case @i on @computer; @suffix follows its name. */
static gboolean
measure (Bench         *self,
         guint          i,
         OndesComputer *computer,
         OndesSource   *source,
         const char    *suffix,
         GError       **error)
{
  const OndesWalshgramOptions *options = &cases[i].options;
  const OndesView view = { .count = source->n, .columns = COLUMNS };
  g_autoptr (OndesSpec) spec = ondes_walshgram_new (options, error);
  g_autoptr (OndesRequest) request = spec != NULL ? ondes_request_new_of (spec, source, &view, error) : NULL;
  g_autoptr (OndesSink) sink = &bench_sink_new ()->sink;
  const BenchWork work = { computer, request, sink, self->quick ? 3 : 5, 1 };
  BenchTimes times = { 0 };
  g_autofree char *name = g_strconcat (cases[i].name, suffix, NULL), *remark = NULL;
  gboolean done;

  done = request != NULL && bench_time (self, &work, &times, error);
  ondes_report_clear (&times.report);
  if (!done)
    return FALSE;
  remark = g_strdup_printf ("%.3g s computing; %.0f s of samples in %u columns", times.computing, (double) source->n / RATE,
                            COLUMNS);
  bench_add (self, &(BenchLine) { .name = name, .value = times.seconds, .unit = "s", .remark = remark });
  return TRUE;
}

gboolean
bench_walshgram (Bench   *self,
                 GError **error)
{
  g_autoptr (OndesSource) source = noise_new ((guint64) RATE * (self->quick ? 60 : 3600), error);
  g_autoptr (OndesComputer) cpu = ondes_computer_new ("cpu", 0, self->compute.threads);
  g_autoptr (OndesComputer) cuda = ondes_computer_new ("cuda", self->compute.device, 0);

  if (source == NULL)
    return FALSE;
  for (guint i = 0; i < (self->quick ? 1 : G_N_ELEMENTS (cases)); i++)
    if (!measure (self, i, cpu, source, "", error)
        || (bench_cuda (self) != NULL && !measure (self, i, cuda, source, " cuda", error)))
      return FALSE;
  return bench_kernels (self, "walshgram", NULL, error);
}
