/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Benchmarks of filters by cuFFT, beside those of bench-filter.c: overlap-save with plain kernels between its transforms, by the
 * segment length that suits it, and one transform of the whole signal. All on the device, the filters transformed before.
 * cuFFT is opened where it is: it is no part of the program, and without it its rows are left out. */
#include "bench.h"

#include <complex.h>
#include <gmodule.h>
#include <math.h>

#include "bench-kernels.h"

#define MOST_TAPS    131073
#define MOST_FILTERS 8 /* of the longest */
#define SPARE_BYTES  ((guint64) 1 << 30) /* of the device's memory, for what cuFFT takes itself */
#define CHECKED      24                  /* outputs that are compared with the sums */
#define VALUE        ((guint64) 2 * sizeof (float)) /* of a spectrum */

/* Of cufft.h. */
enum { CUFFT_FORWARD = -1, CUFFT_INVERSE = 1, CUFFT_C2C = 0x29, CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c };

typedef struct
{
  int (*plan_many)  (int *plan, int rank, int *n, int *in_embed, int in_stride, int in_distance, int *out_embed, int out_stride,
                     int out_distance, int type, int batch);
  int (*set_stream) (int plan, void *stream);
  int (*execute)    (int plan, void *in, void *out, int direction);
  int (*to_complex) (int plan, void *in, void *out);
  int (*to_real)    (int plan, void *in, void *out);
  int (*destroy)    (int plan);
} Cufft;

enum { SEGMENTS, PRODUCTS, FILTERS, N_PLANS };

typedef struct
{
  const Cufft          *cufft;
  OndesCudaPlainFilter  filter;
  int                   plans[N_PLANS]; /* −1 for none */
  void                 *x, *segments, *spectra, *products, *out; /* device; spectra are the filters' */
} Work;

/* What all cases share. */
typedef struct
{
  OndesCudaBench *bench;
  Cufft           cufft;
  float          *samples, *taps; /* random, of filters one after another; complex, or as many values of real ones */
  guint64         most;           /* samples */
  void           *x;              /* device */
} Sweep;

/* Returns the bytes of a sample, tap or output. */
static guint64
value_bytes (const OndesCudaPlainFilter *filter)
{
  return (filter->is_real ? 1 : 2) * sizeof (float);
}

static gboolean
load (Cufft *self)
{
  /* The names of cuFFT 12, of CUDA 13, and before. */
  static const char *const names[] = { "libcufft.so.12", "/usr/local/cuda/lib64/libcufft.so.12", "libcufft.so.11",
                                       "/usr/local/cuda/lib64/libcufft.so.11", "libcufft.so" };
  const struct
  {
    const char *name;
    gpointer   *to;
  } symbols[] = { { "cufftPlanMany", (gpointer *) &self->plan_many }, { "cufftSetStream", (gpointer *) &self->set_stream },
                  { "cufftExecC2C", (gpointer *) &self->execute }, { "cufftExecR2C", (gpointer *) &self->to_complex },
                  { "cufftExecC2R", (gpointer *) &self->to_real }, { "cufftDestroy", (gpointer *) &self->destroy } };
  GModule *module = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names) && module == NULL; i++)
    module = g_module_open (names[i], G_MODULE_BIND_LOCAL | G_MODULE_BIND_LAZY);
  if (module == NULL)
    return FALSE;
  g_module_make_resident (module);
  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    if (!g_module_symbol (module, symbols[i].name, symbols[i].to))
      return FALSE;
  return TRUE;
}

static OndesCudaStatus
transform (const Work *self,
           int         plan,
           void       *data,
           int         direction)
{
  const Cufft *cufft = self->cufft;
  const int error = !self->filter.is_real        ? cufft->execute (plan, data, data, direction)
                    : direction == CUFFT_FORWARD ? cufft->to_complex (plan, data, data)
                                                 : cufft->to_real (plan, data, data);

  if (error == 0)
    return ONDES_CUDA_OK;
  return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED, "cuFFT failed with error %d", error);
}

static OndesCudaStatus
launch_plain (OndesCuda *cuda,
              gpointer   work)
{
  const Work *self = work;
  OndesCudaStatus status = ondes_cuda_plain_cut (cuda, &self->filter, self->x, self->segments);

  if (status == ONDES_CUDA_OK)
    status = transform (self, self->plans[SEGMENTS], self->segments, CUFFT_FORWARD);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_plain_multiply (cuda, &self->filter, self->segments, self->spectra, self->products);
  if (status == ONDES_CUDA_OK)
    status = transform (self, self->plans[PRODUCTS], self->products, CUFFT_INVERSE);
  return status == ONDES_CUDA_OK ? ondes_cuda_plain_join (cuda, &self->filter, self->products, self->out) : status;
}

/* Makes the plan of @batch transforms; FALSE if cuFFT cannot, as without memory for it. */
static gboolean
plan (Work     *self,
      guint     which,
      guint64   batch,
      OndesCuda *cuda)
{
  const gboolean is_inverse = which == PRODUCTS, is_real = self->filter.is_real;
  const int room = (int) ondes_cuda_plain_room (&self->filter), type = !is_real ? CUFFT_C2C : is_inverse ? CUFFT_C2R : CUFFT_R2C;
  int n = (int) self->filter.segment, made, samples = is_real ? 2 * room : room, spectrum = room;
  int *from = is_inverse ? &spectrum : &samples, *to = is_inverse ? &samples : &spectrum;

  if (batch > G_MAXINT || self->cufft->plan_many (&made, 1, &n, from, 1, *from, to, 1, *to, type, (int) batch) != 0)
    return FALSE;
  self->plans[which] = made;
  return self->cufft->set_stream (made, ondes_cuda_compute_stream (cuda)) == 0;
}

static void
work_free (Work      *self,
           OndesCuda *cuda)
{
  void *const memory[] = { self->segments, self->spectra, self->products, self->out };

  for (guint i = 0; i < G_N_ELEMENTS (self->plans); i++)
    if (self->plans[i] >= 0)
      self->cufft->destroy (self->plans[i]);
  for (guint i = 0; i < G_N_ELEMENTS (memory); i++)
    if (memory[i] != NULL)
      ondes_cuda_free (cuda, memory[i]);
}

/* Sends the filters, zeros behind their taps, and transforms them. */
static OndesCudaStatus
send_filters (const Sweep *sweep,
              Work        *work)
{
  const guint64 room = ondes_cuda_plain_room (&work->filter), value = value_bytes (&work->filter);
  g_autofree float *padded = g_new0 (float, 2 * room);
  OndesCudaStatus status = ONDES_CUDA_OK;

  for (guint i = 0; i < work->filter.filters && status == ONDES_CUDA_OK; i++)
    {
      memcpy (padded, (const char *) sweep->taps + i * work->filter.taps * value, work->filter.taps * value);
      status = ondes_cuda_write (sweep->bench->engine->cuda, (char *) work->spectra + i * room * VALUE, padded, room * VALUE);
    }
  return status == ONDES_CUDA_OK ? transform (work, work->plans[FILTERS], work->spectra, CUFFT_FORWARD) : status;
}

/* Returns value @i of an array, complex or real. */
static double complex
value_at (const OndesCudaPlainFilter *f,
          const float                *values,
          guint64                     i)
{
  return f->is_real ? values[i] : values[2 * i] + I * values[2 * i + 1];
}

/* Compares a few random outputs with their sums in double: figures of wrong results would mean nothing. */
static OndesCudaStatus
check (const Sweep *sweep,
       const Work  *work)
{
  const OndesCudaPlainFilter *f = &work->filter;
  const guint64 value = value_bytes (f);
  double off = 0, all = 0;

  for (guint i = 0; i < CHECKED; i++)
    {
      const guint which = i % f->filters;
      const guint64 t = i < 2 ? i * (f->n - 1) : (guint64) g_random_double_range (0, (double) f->n);
      double complex sum = 0, distance;
      float have[2];
      OndesCudaStatus status
        = ondes_cuda_read (sweep->bench->engine->cuda, have, (const char *) work->out + (which * f->n + t) * value, value);

      if (status != ONDES_CUDA_OK)
        return status;
      for (guint64 m = 0; m < f->taps; m++)
        if (t + f->delay >= m && t + f->delay - m < f->n)
          sum += value_at (f, sweep->taps, which * f->taps + m) * value_at (f, sweep->samples, t + f->delay - m);
      distance = value_at (f, have, 0) - sum;
      off += creal (distance * conj (distance));
      all += creal (sum * conj (sum));
    }
  if (off <= 1e-10 * all)
    return ONDES_CUDA_OK;
  return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED, "filters by cuFFT are %.1e off", sqrt (off / all));
}

/* Takes the memory and the plans; FALSE if there is no room for them. */
static gboolean
prepare (const Sweep *sweep,
         Work        *work)
{
  OndesCuda *cuda = sweep->bench->engine->cuda;
  const OndesCudaPlainFilter *f = &work->filter;
  const guint64 segments = ondes_cuda_plain_segments (f), room = ondes_cuda_plain_room (f);
  const struct
  {
    void  **to;
    guint64 values;
  } memory[] = { { &work->segments, segments * room }, { &work->spectra, f->filters * room },
                 { &work->products, f->filters * segments * room }, { &work->out, f->filters * f->n } };
  guint64 free_bytes, bytes = SPARE_BYTES;

  for (guint i = 0; i < G_N_ELEMENTS (memory); i++)
    bytes += memory[i].values * VALUE;
  /* Transforms that are not of short lengths have work space of their size. */
  if (ondes_cuda_free_bytes (cuda, &free_bytes) != ONDES_CUDA_OK || bytes + memory[2].values * VALUE > free_bytes)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (memory); i++)
    if (ondes_cuda_alloc (cuda, memory[i].values * VALUE, memory[i].to) != ONDES_CUDA_OK)
      return FALSE;
  return plan (work, SEGMENTS, segments, cuda) && plan (work, PRODUCTS, f->filters * segments, cuda)
         && plan (work, FILTERS, f->filters, cuda);
}

/* Measures one case; leaves it out, and says so, where there is no room for it. @segment 0 is the whole signal. */
static gboolean
bench_case (const Sweep                *sweep,
            const OndesCudaPlainFilter *which,
            GError                    **error)
{
  OndesCudaBench *bench = sweep->bench;
  const gboolean whole = which->segment == 0;
  const guint64 bytes = (which->filters + 1) * which->n * value_bytes (which);
  g_autoptr (GString) name = g_string_new (NULL);
  Work work = { .cufft = &sweep->cufft, .filter = *which, .plans = { -1, -1, -1 }, .x = sweep->x };
  OndesCudaStatus status;
  gboolean done = TRUE;

  g_string_printf (name, "filters cuFFT %s %s %" G_GUINT64_FORMAT " x %u of %" G_GUINT64_FORMAT,
                   whole ? "whole signal" : "overlap-save", which->is_real ? "real" : "complex", which->n, which->filters,
                   which->taps);
  work.filter.delay = (which->taps - 1) / 2;
  if (whole)
    for (work.filter.segment = 1; work.filter.segment < which->n + which->taps - 1;)
      work.filter.segment *= 2;
  else
    g_string_append_printf (name, " F %" G_GUINT64_FORMAT, which->segment);
  if (prepare (sweep, &work))
    {
      status = send_filters (sweep, &work);
      if (status == ONDES_CUDA_OK)
        status = launch_plain (bench->engine->cuda, &work);
      if (status == ONDES_CUDA_OK)
        status = check (sweep, &work);
      done = ondes_cuda_ok (bench->engine, status, error)
             && ondes_cuda_bench_report (bench, name->str, launch_plain, &work, (double) bytes / bench->write_rate, error);
    }
  else
    g_printerr ("%s: cuFFT makes no plan of it, or there is no room\n", name->str);
  work_free (&work, bench->engine->cuda);
  return done;
}

/* One signal and bank by segments of several lengths, and as a whole. */
static gboolean
bench_lengths (const Sweep         *sweep,
               OndesCudaPlainFilter which,
               GError             **error)
{
  /* By which length a segment gives most for its transform depends on the taps. */
  for (which.segment = 2048; which.segment <= MAX (32768, 8 * which.taps); which.segment *= 4)
    if (which.segment > which.taps && which.segment < 128 * which.taps && !bench_case (sweep, &which, error))
      return FALSE;
  which.segment = 0;
  return bench_case (sweep, &which, error);
}

static gboolean
bench_cases (const Sweep *sweep,
             GError     **error)
{
  static const guint64 lengths[] = { 1 << 21, 1 << 24, 500000, 250000 }, taps[] = { 129, 2049, 64, 257, 513, 1025 };
  static const guint64 long_taps[] = { 16385, MOST_TAPS };
  static const guint counts[] = { 64, 8 };
  const gboolean quick = sweep->bench->quick;

  for (guint is_real = 0; is_real < (quick ? 1 : 2); is_real++)
    {
      for (guint l = 0; l < (quick ? 1 : G_N_ELEMENTS (lengths)); l++)
        for (guint m = 0; m < (quick ? 2 : G_N_ELEMENTS (taps)); m++)
          for (guint c = 0; c < (quick ? 1 : G_N_ELEMENTS (counts)); c++)
            if (!bench_lengths (sweep, (OndesCudaPlainFilter) { .n = lengths[l], .taps = taps[m], .filters = counts[c],
                                                                .is_real = is_real }, error))
              return FALSE;
      for (guint m = 0; m < (quick ? 0 : G_N_ELEMENTS (long_taps)); m++)
        if (!bench_lengths (sweep, (OndesCudaPlainFilter) { .n = 1 << 24, .taps = long_taps[m], .filters = MOST_FILTERS,
                                                            .is_real = is_real }, error))
          return FALSE;
    }
  return TRUE;
}

gboolean
ondes_cuda_bench_cufft (OndesCudaBench *bench,
                        GError        **error)
{
  Sweep sweep = { .bench = bench, .most = (guint64) 1 << (bench->quick ? 21 : 24) };
  g_autofree float *samples = NULL, *taps = NULL;

  if (!load (&sweep.cufft))
    {
      g_printerr ("cuFFT is not here: filters are not compared with it\n");
      return TRUE;
    }
  sweep.samples = samples = g_new (float, 2 * sweep.most);
  sweep.taps = taps = g_new (float, 2 * MOST_TAPS * MOST_FILTERS);
  for (guint64 i = 0; i < 2 * sweep.most; i++)
    samples[i] = (float) g_random_double_range (-1, 1);
  for (guint i = 0; i < 2 * MOST_TAPS * MOST_FILTERS; i++)
    taps[i] = (float) g_random_double_range (-1, 1);
  sweep.x = ondes_cuda_bench_alloc (bench, sweep.most * VALUE, error);
  return sweep.x != NULL
         && ondes_cuda_ok (bench->engine, ondes_cuda_write (bench->engine->cuda, sweep.x, samples, sweep.most * VALUE),
                           error)
         && bench_cases (&sweep, error);
}
