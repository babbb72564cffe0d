/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels of filters alone, without the engine: outputs are poisoned before, guarded on all sides, and compared with the sum of the
 * definition in double on the host. */
#include "../../gpu/filter-kernels.h"
#include "../../gpu/mask-kernels.h"
#include "guarded.h"

#include <float.h>
#include <math.h>

#define MAX_FILTERS 5

/* A recording, a bank and a tile of it. */
typedef struct
{
  gboolean        single, compensated, direct, complex_in, complex_taps;
  guint64         segment;
  OndesCudaPost   post;
  guint           n_filters;
  guint64         n_taps[MAX_FILTERS]; /* of each filter */
  gboolean        causal;
  guint64         total, at, n;
  guint           compared; /* one of so many outputs, 0 for all */
  double          offset;
} Case;

typedef struct
{
  double complex *x, *h[MAX_FILTERS];
  double         *taps[MAX_FILTERS]; /* as the bank takes them */
  gint64          delays[MAX_FILTERS];
  double          rate_hz;
} Data;

static void
data_init (Data       *data,
           const Case *c)
{
  data->rate_hz = g_test_rand_double_range (0.5, 2);
  data->x = g_new (double complex, c->total);
  for (guint64 i = 0; i < c->total; i++)
    data->x[i] = c->offset + g_test_rand_double_range (-3, 3) + (c->complex_in ? I * g_test_rand_double_range (-3, 3) : 0);
  for (guint f = 0; f < c->n_filters; f++)
    {
      const gboolean is_complex = c->complex_taps && f % 2 == 0;

      data->h[f] = g_new (double complex, c->n_taps[f]);
      data->taps[f] = g_new (double, 2 * c->n_taps[f]);
      data->delays[f] = c->causal ? 0 : (gint64) (c->n_taps[f] - 1) / 2;
      for (guint64 m = 0; m < c->n_taps[f]; m++)
        {
          data->h[f][m] = g_test_rand_double_range (-1, 1) + (is_complex ? I * g_test_rand_double_range (-1, 1) : 0);
          data->taps[f][is_complex ? 2 * m : m] = creal (data->h[f][m]);
          if (is_complex)
            data->taps[f][2 * m + 1] = cimag (data->h[f][m]);
        }
    }
}

static void
data_clear (Data       *data,
            const Case *c)
{
  g_free (data->x);
  for (guint f = 0; f < c->n_filters; f++)
    {
      g_free (data->h[f]);
      g_free (data->taps[f]);
    }
}

static double complex
filtered (const Data *data,
          const Case *c,
          guint       f,
          gint64      t)
{
  double complex sum = 0;

  for (guint64 m = 0; m < c->n_taps[f]; m++)
    {
      const gint64 from = t + data->delays[f] - (gint64) m;

      if (from >= 0 && from < (gint64) c->total)
        sum += data->h[f][m] * data->x[from];
    }
  return sum;
}

static double complex
expected (const Data *data,
          const Case *c,
          guint       f,
          gint64      t)
{
  const gint64 last = (gint64) c->total - 1;

  switch (c->post)
    {
    case ONDES_CUDA_POST_POWER:
      return squared (filtered (data, c, f, t));
    case ONDES_CUDA_POST_DERIVATIVE:
      if (c->total == 1)
        return 0;
      return (filtered (data, c, f, MIN (t + 1, last)) - filtered (data, c, f, MAX (t - 1, 0))) * data->rate_hz
             / (t > 0 && t < last ? 2 : 1);
    default:
      return filtered (data, c, f, t);
    }
}

/* Outputs per sample. */
static guint
times_of (const Case *c)
{
  return c->post == ONDES_CUDA_POST_INTERPOLATION ? 2 : 1;
}

/* The value between outputs t and t + 1. */
static double complex
between (const Data *data,
         const Case *c,
         guint       f,
         gint64      t)
{
  const double complex near = filtered (data, c, f, t) + filtered (data, c, f, t + 1);

  return (9 * near - filtered (data, c, f, t - 1) - filtered (data, c, f, t + 2)) / 16;
}

static OndesCudaFirBank *
bank_new (const Data *data,
          const Case *c)
{
  OndesCudaFir filters[MAX_FILTERS];
  OndesCudaFirOptions options = { .filters = filters, .n_filters = c->n_filters, .complex_in = c->complex_in, .single = c->single,
                                  .direct = c->direct, .compensated = c->compensated, .segment = c->segment, .post = c->post,
                                  .long_segments = ondes_cuda_fir_long_segments (cuda), .rate_hz = data->rate_hz };
  OndesCudaFirBank *bank, *described;

  for (guint f = 0; f < c->n_filters; f++)
    filters[f] = (OndesCudaFir) { data->taps[f], c->n_taps[f], data->delays[f], c->complex_taps && f % 2 == 0 };
  must (ondes_cuda_fir_bank_describe (&options, &described));
  must (ondes_cuda_fir_bank_new (cuda, &options, &bank));
  g_assert_cmpuint (ondes_cuda_fir_bank_bytes (bank), ==, ondes_cuda_fir_bank_bytes (described));
  g_assert_cmpfloat (ondes_cuda_fir_bank_seconds (bank, c->n), >, 0);
  ondes_cuda_fir_bank_free (NULL, described);
  return bank;
}

/* Prepares the samples of a tile in one of the two ways that the header names. */
static void *
prepare (const Data             *data,
         const Case             *c,
         const OndesCudaFirBank *bank,
         OndesCudaSignal        *signal)
{
  const guint64 left = ondes_cuda_fir_bank_left (bank), right = ondes_cuda_fir_bank_right (bank);
  g_autofree double *parts = g_new (double, 2 * c->total);
  const OndesCudaType type = c->complex_in ? ONDES_CUDA_C128 : ONDES_CUDA_F64;
  void *source;

  for (guint64 i = 0; i < c->total; i++)
    {
      parts[c->complex_in ? 2 * i : i] = creal (data->x[i]);
      if (c->complex_in)
        parts[2 * i + 1] = cimag (data->x[i]);
    }
  source = sent_new (parts, c->total * (c->complex_in ? 16 : 8));
  if (g_test_rand_bit ())
    must (ondes_cuda_signal (cuda, source, type, c->total, ONDES_CUDA_ZERO, (gint64) c->at, c->n, MAX (left, right), c->single,
                             signal));
  else
    {
      must (ondes_cuda_signal (cuda, source, type, c->total, ONDES_CUDA_ZERO, (gint64) c->at - (gint64) left, left + c->n + right,
                               0, c->single, signal));
      signal->halo = left;
    }
  return source;
}

static double
most_off (const Case *c)
{
  const double off = !c->single ? 2e-14 : c->compensated ? 2e-7 : 1e-6;

  /* The weights add up to 20/16; of its own sums, b + c rounds in 18/16, a + d in 2/16, and their difference in 1. */
  if (c->post == ONDES_CUDA_POST_INTERPOLATION)
    return 1.25 * off + 2.25 * (c->single ? FLT_EPSILON : DBL_EPSILON) / 2;
  return c->post == ONDES_CUDA_POST_POWER ? 4 * off : off;
}

static void
report (const Case *c,
        double      off)
{
  if (!(off <= most_off (c)))
    g_test_message ("off by %g: single %d, compensated %d, direct %d, complex samples %d, taps %d, segment %d, post %d, %u filters "
                    "of %d, %d …, causal %d, [%d, %d + %d) of %d, offset %g",
                    off, c->single, c->compensated, c->direct, c->complex_in, c->complex_taps, (int) c->segment, (int) c->post,
                    c->n_filters, (int) c->n_taps[0], (int) c->n_taps[1], c->causal, (int) c->at, (int) c->at, (int) c->n,
                    (int) c->total, c->offset);
  g_assert_cmpfloat (off, <=, most_off (c));
}

/* Σ |y|² over @n outputs of each filter that noise of the samples' power would have. Rounding of an FFT is relative to that, also
 * where the few outputs of a tile nearly cancel. */
static double
likely_sum (const Data *data,
            const Case *c,
            guint64     n)
{
  double power = 0, sum = 0;

  for (guint64 i = 0; i < c->total; i++)
    power += creal (data->x[i]) * creal (data->x[i]) + cimag (data->x[i]) * cimag (data->x[i]);
  power /= (double) c->total;
  for (guint f = 0; f < c->n_filters; f++)
    {
      double gain = 0;

      for (guint64 m = 0; m < c->n_taps[f]; m++)
        gain += creal (data->h[f][m]) * creal (data->h[f][m]) + cimag (data->h[f][m]) * cimag (data->h[f][m]);
      if (c->post == ONDES_CUDA_POST_DERIVATIVE)
        gain *= data->rate_hz * data->rate_hz / 2;
      sum += c->post == ONDES_CUDA_POST_POWER ? gain * gain * power * power : gain * power;
    }
  return sum * (double) n;
}

/* Returns the next output to compare; the last one is. */
static guint64
next_output (const Case *c,
             guint64     t)
{
  const guint64 skipped = c->compared > 0 ? (guint64) g_test_rand_int_range (0, 2 * (gint32) c->compared) : 0;

  return t + 1 < c->n ? MIN (t + 1 + skipped, c->n - 1) : c->n;
}

static void
check_outputs (const Case *c)
{
  Data data;
  OndesCudaFirBank *bank;
  OndesCudaSignal signal;
  Distance distance = { 0 };
  const guint times = times_of (c);
  const guint64 stride = times * (c->n + (guint64) g_test_rand_int_range (0, 9));
  gboolean complex_value, single_value;
  g_autofree void *have = NULL;
  guint64 n_compared = 0;
  gsize value, bytes;
  void *source, *out;

  data_init (&data, c);
  bank = bank_new (&data, c);
  complex_value = ondes_cuda_fir_bank_is_complex (bank);
  single_value = c->single && c->post != ONDES_CUDA_POST_POWER;
  g_assert_cmpint (complex_value, ==, c->post != ONDES_CUDA_POST_POWER && (c->complex_in || c->complex_taps));
  value = value_bytes (single_value, complex_value);
  bytes = stride * c->n_filters * value;
  out = guarded_new (bytes);
  source = prepare (&data, c, bank, &signal);
  must (ondes_cuda_fir_run (cuda, bank, &signal, c->n,
                            &(OndesCudaFirOutput) { out, stride, c->at == 0, c->at + c->n == c->total }));
  have = guarded_take (out, bytes);
  for (guint f = 0; f < c->n_filters; f++)
    {
      for (guint64 t = 0; t < c->n; t = next_output (c, t))
        {
          const double complex wanted = expected (&data, c, f, (gint64) (c->at + t));

          n_compared++;
          compare (&distance, value_at (have, f * stride + times * t, single_value, complex_value), wanted);
          if (times == 2)
            compare (&distance, value_at (have, f * stride + 2 * t + 1, single_value, complex_value),
                     between (&data, c, f, (gint64) (c->at + t)));
        }
      for (gsize i = (f * stride + times * c->n) * value; i < (f + 1) * stride * value; i++)
        g_assert_cmpuint (((guint8 *) have)[i], ==, POISON);
    }
  report (c, sqrt (distance.off / MAX (distance.all, likely_sum (&data, c, n_compared / c->n_filters))));
  ondes_cuda_fir_bank_free (cuda, bank);
  sent_free (source);
  data_clear (&data, c);
}

/* Sets a tile of up to @most samples of a recording of @total. */
static void
random_tile (Case   *c,
             guint64 total,
             guint64 most)
{
  c->total = total;
  c->n = MIN (total, most);
  c->at = g_test_rand_bit () ? 0 : (guint64) g_test_rand_int_range (0, (gint32) (total - c->n + 1));
  if (g_test_rand_int_range (0, 3) == 0)
    c->at = total - c->n;
}

/* Numbers of taps about a segment of @length. */
static guint64
random_taps (guint64 length)
{
  const guint64 counts[] = { 1, 2, 7, 32, 33, 64, length / 2 + 1, length - 32, length - 31, length - 30, length - 1, length,
                             length + 1, length * 3 / 2, 4 * length + 5 };

  return counts[g_test_rand_int_range (0, G_N_ELEMENTS (counts))];
}

static guint64
random_total (guint64 length,
              guint64 taps)
{
  const guint64 counts[] = { 1, 2, 17, length - 1, length, length + 1, length - MIN (taps, length) + 1, 997, 2 * length + 3, 4099 };

  return MAX (counts[g_test_rand_int_range (0, G_N_ELEMENTS (counts))], 1);
}

static void
test_segments (gconstpointer user_data)
{
  const gboolean single = GPOINTER_TO_INT (user_data);

  if (!have_device ())
    return;
  for (guint64 length = ONDES_CUDA_SEGMENT_LEAST; length <= ONDES_CUDA_SEGMENT_MOST; length *= 2)
    for (guint kind = 0; kind < 16; kind++)
      for (guint i = 0; i < (few_cases () ? (kind + length / 256) % 6 == 0 : 4); i++)
        {
          const guint64 most = few_cases () ? 1500 : 9000;
          Case c = { .single = single, .complex_in = kind & 1, .complex_taps = kind >> 1 & 1, .segment = length, .post = kind / 4,
                     .causal = g_test_rand_bit (), .offset = i % 4 == 3 ? 100 : 0 };

          c.n_filters = (guint) g_test_rand_int_range (1, few_cases () ? 3 : MAX_FILTERS + 1);
          for (guint f = 0; f < c.n_filters; f++)
            c.n_taps[f] = random_taps (length);
          random_tile (&c, random_total (length, c.n_taps[0]), most);
          check_outputs (&c);
        }
}

/* Filters that take segments of 8192 samples where the device has them, up to those that take parts. */
static void
test_long (void)
{
  static const guint64 taps[] = { 2000, 2049, 3001, 4097, 5001, 6017 };

  if (!have_device ())
    return;
  for (guint kind = 0; kind < 8; kind++)
    for (guint i = 0; i < G_N_ELEMENTS (taps); i++)
      {
        Case c = { .single = TRUE, .complex_in = kind & 1, .complex_taps = kind >> 1 & 1, .causal = g_test_rand_bit (),
                   .post = kind >> 2 ? ONDES_CUDA_POST_DERIVATIVE : ONDES_CUDA_POST_NONE, .n_filters = 1 + i % 3,
                   .n_taps = { taps[i] - g_test_rand_bit (), 1990, 2001 }, .offset = i % 4 == 3 ? 100 : 0 };

        if (few_cases () && i != (kind + 1) % G_N_ELEMENTS (taps))
          continue;
        random_tile (&c, few_cases () ? 6300 : 13001, few_cases () ? 300 : 13001);
        check_outputs (&c);
      }
}

/* Filters that take four-step segments: the first is the longest, and up to twice as many outputs as its segments have. */
static void
test_four_step (gconstpointer user_data)
{
  static const guint64 taps[] = { 9001, 15000, 32769, 65505, 65506, 70001, 131073, 524289 };

  if (!have_device ())
    return;
  for (guint kind = 0; kind < 16; kind++)
    for (guint i = 0; i < G_N_ELEMENTS (taps); i++)
      {
        Case c = { .single = GPOINTER_TO_INT (user_data), .complex_in = kind & 1, .complex_taps = kind >> 1 & 1, .post = kind / 4,
                   .causal = g_test_rand_bit (), .n_filters = 1 + (kind + i) % 3, .n_taps = { taps[i], taps[i] - 997, 8900 },
                   .offset = i % 4 == 3 ? 100 : 0 };
        const guint64 totals[] = { 1, 2, taps[i] / 2, taps[i], 65537, 150001, 300007 };

        if (few_cases () ? i > 2 || kind % 3 != i : i > 5 && kind % 4 != i % 4)
          continue;
        random_tile (&c, totals[g_test_rand_int_range (0, few_cases () ? 5 : G_N_ELEMENTS (totals))], 300007);
        c.compared = (guint) (c.n * taps[i] / (few_cases () ? 1000000 : 20000000));
        check_outputs (&c);
      }
}

/* Banks of filters whose lengths take segments and parts of their own. */
static void
test_mixed (void)
{
  if (!have_device ())
    return;
  for (guint kind = 0; kind < 8; kind++)
    {
      Case c = { .single = kind & 1, .complex_in = kind >> 1 & 1, .complex_taps = kind >> 2, .n_filters = 5,
                 .n_taps = { 3000, 5, 900, 301, 6001 }, .causal = g_test_rand_bit () };

      if (few_cases () && kind != (guint) g_test_rand_int_range (0, 8))
        continue;
      random_tile (&c, 4001, few_cases () ? 800 : 4000);
      check_outputs (&c);
    }
}

static void
test_direct (gconstpointer user_data)
{
  const guint precision = GPOINTER_TO_UINT (user_data);

  if (!have_device ())
    return;
  for (guint kind = 0; kind < 16; kind++)
    for (guint i = 0; i < (few_cases () ? kind % 5 == 0 : 3); i++)
      {
        Case c = { .single = precision > 0, .compensated = precision > 1, .direct = TRUE, .complex_in = kind & 1,
                   .complex_taps = kind >> 1 & 1, .post = kind / 4, .causal = g_test_rand_bit (), .offset = i == 2 ? 100 : 0 };

        c.n_filters = (guint) g_test_rand_int_range (1, MAX_FILTERS + 1);
        for (guint f = 0; f < c.n_filters; f++)
          c.n_taps[f] = (guint64) g_test_rand_int_range (1, f == 2 ? 1500 : 40);
        random_tile (&c, (guint64) g_test_rand_int_range (1, 3000), 1500);
        check_outputs (&c);
      }
}

/* Two tiles of a recording, whose boundary need not be that of a span. */
static void
check_energy (const Case *whole,
              guint64     width)
{
  const guint64 n_spans = (whole->total + width - 1) / width, stride = n_spans + 2;
  const gsize bytes = stride * whole->n_filters * sizeof (double);
  g_autofree double *zeros = g_new0 (double, stride * whole->n_filters);
  g_autofree double *have = g_new (double, stride * whole->n_filters);
  Case span = *whole;
  Data data;
  OndesCudaFirBank *bank;
  double *sums, likely;

  data_init (&data, whole);
  span.n = width;
  if (span.post == ONDES_CUDA_POST_POWER)
    span.post = ONDES_CUDA_POST_NONE;
  likely = likely_sum (&data, &span, span.n);
  bank = bank_new (&data, whole);
  sums = sent_new (zeros, bytes);
  for (guint part = 0; part < 2; part++)
    {
      Case c = *whole;
      OndesCudaSignal signal;
      void *source;

      c.at = part == 0 ? 0 : whole->at;
      c.n = part == 0 ? whole->at : whole->total - whole->at;
      if (c.n == 0)
        continue;
      source = prepare (&data, &c, bank, &signal);
      must (ondes_cuda_fir_energy (cuda, bank, &signal, c.n,
                                   &(OndesCudaFirSpans) { sums + c.at / width, stride, c.at, width, c.at / width, c.at == 0,
                                                          c.at + c.n == c.total }));
      must (ondes_cuda_synchronize (cuda));
      sent_free (source);
    }
  must (ondes_cuda_read (cuda, have, sums, bytes));
  for (guint f = 0; f < whole->n_filters; f++)
    for (guint64 j = 0; j < stride; j++)
      {
        double want = 0;

        for (guint64 t = j * width; t < MIN ((j + 1) * width, whole->total); t++)
          want += whole->post == ONDES_CUDA_POST_POWER ? creal (expected (&data, whole, f, (gint64) t))
                                                       : squared (expected (&data, whole, f, (gint64) t));
        g_assert_cmpfloat (fabs (have[f * stride + j] - want), <=, (whole->single ? 1e-5 : 1e-12) * (want + likely));
      }
  sent_free (sums);
  ondes_cuda_fir_bank_free (cuda, bank);
  data_clear (&data, whole);
}

static void
test_energy (void)
{
  static const guint64 widths[] = { 1, 7, 100, 4096, 4500, 100000 };

  if (!have_device ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    for (guint kind = 0; kind < 8; kind++)
      {
        Case c = { .single = kind & 1, .complex_in = kind >> 1 & 1, .complex_taps = kind >> 2,
                   .direct = g_test_rand_int_range (0, 4) == 0, .post = (OndesCudaPost) g_test_rand_int_range (0, 4),
                   .n_filters = 2, .n_taps = { 33, 8 } };

        if (few_cases () && kind != i)
          continue;
        c.total = few_cases () ? (i == 4 ? 9100 : 700) : 12345;
        c.at = (guint64) g_test_rand_int_range (0, (gint32) c.total);
        check_energy (&c, widths[i]);
      }
}

#define MASKS 4
#define MASK_OUTPUTS 600

/* W of every row by the sum of its taps. */
static void
check_coefficients (const OndesCudaWavelet *wavelet,
                    const OndesCudaRow     *rows,
                    const Case             *c,
                    const Data             *data,
                    const double complex   *have)
{
  Distance distance = { 0 };

  for (guint r = 0; r < MASKS; r++)
    {
      const gint64 half = (gint64) rows[r].half;
      g_autofree double complex *mask = g_new (double complex, 2 * half + 1);

      for (gint64 k = -half; k <= half; k++)
        mask[k + half] = tap_of (wavelet, &rows[r], (double) k);
      for (guint64 t = 0; t < c->n; t++)
        {
          double complex sum = 0;

          for (gint64 k = -half; k <= half; k++)
            if ((gint64) (c->at + t) + k >= 0 && (gint64) (c->at + t) + k < (gint64) c->total)
              sum += mask[k + half] * data->x[(gint64) (c->at + t) + k];
          compare (&distance, have[r * c->n + t], sum);
        }
    }
  g_assert_cmpfloat (sqrt (distance.off), <=, (c->single ? 2e-6 : 1e-13) * sqrt (distance.all));
}

/* What columns that cover the outputs become, and magnitude, power or phase of each. */
static void
check_values (const OndesCudaMaskOutputs *outputs,
              const double complex       *have)
{
  const OndesCudaQuantity quantity = (OndesCudaQuantity) g_test_rand_int_range (ONDES_CUDA_MAGNITUDE, ONDES_CUDA_PHASE + 1);
  const guint64 n = outputs->n, stride = n + 3, n_columns = (guint64) g_test_rand_int_range (1, 300);
  const gsize each = value_bytes (outputs->single, FALSE), bytes = MASKS * stride * each, cells = MASKS * n_columns;
  const gboolean mean = g_test_rand_bit ();
  OndesCudaColumns columns = { .values = guarded_new (cells * sizeof (float)), .stride = n_columns, .total = n,
                               .columns = n_columns, .n_columns = n_columns, .power = g_test_rand_bit (),
                               .sums = mean ? guarded_new (cells * sizeof (double)) : NULL };
  void *out = guarded_new (bytes);
  g_autofree guint8 *values = NULL;
  g_autofree float *pooled = NULL;

  must (ondes_cuda_mask_values (cuda, outputs, &(OndesCudaOutput) { out, stride, quantity }));
  must (ondes_cuda_memset (cuda, columns.values, 0, cells * sizeof (float)));
  if (mean)
    must (ondes_cuda_memset (cuda, columns.sums, 0, cells * sizeof (double)));
  must (ondes_cuda_mask_pool (cuda, outputs, 0, &columns));
  if (mean)
    must (ondes_cuda_pool_means (cuda, &columns, MASKS));
  values = guarded_take (out, bytes);
  pooled = guarded_take (columns.values, cells * sizeof (float));
  if (mean)
    g_free (guarded_take (columns.sums, cells * sizeof (double)));
  for (guint r = 0; r < MASKS; r++)
    {
      for (guint64 t = 0; t < n; t++)
        {
          const double size = cabs (have[r * n + t]), got = creal (value_at (values, r * stride + t, outputs->single, FALSE));

          if (quantity == ONDES_CUDA_PHASE)
            g_assert_cmpfloat (cabs (cexp (I * got) * size - have[r * n + t]), <=, 1e-6 * size);
          else
            g_assert_cmpfloat (fabs (got - (quantity == ONDES_CUDA_POWER ? size * size : size)), <=, 1e-6 * size * MAX (1, size));
        }
      for (gsize i = (r * stride + n) * each; i < (r + 1) * stride * each; i++)
        g_assert_cmpuint (values[i], ==, POISON);
      for (guint64 j = 0; j < n_columns; j++)
        {
          const guint64 begin = j * n / n_columns, end = (j + 1) * n / n_columns;
          double want = 0;

          for (guint64 t = begin; t < end; t++)
            want = mean ? want + squared (have[r * n + t]) / (double) (end - begin) : MAX (want, squared (have[r * n + t]));
          want = columns.power ? want : sqrt (want);
          g_assert_cmpfloat (fabs (pooled[r * n_columns + j] - want), <=, 1e-6 * want);
        }
    }
}

static void
test_masks (gconstpointer user_data)
{
  const gboolean single = GPOINTER_TO_INT (user_data);

  if (!have_device ())
    return;
  for (guint kind = some_of (2) - 1; kind < 4; kind += few_cases () ? 2 : 1)
    {
      const OndesCudaWavelet wavelet = { .omega0 = 5, .l1 = 1, .real = kind & 1, .bits = (guint32) g_test_rand_int_range (0, 9),
                                         .rounding = (guint16) g_test_rand_int_range (0, 4), .dither = g_test_rand_bit () };
      const Case c = { .single = single, .complex_in = kind >> 1, .total = MASK_OUTPUTS + 70, .at = 30, .n = MASK_OUTPUTS };
      OndesCudaRow rows[MASKS];
      OndesCudaFir filters[MASKS];
      const OndesCudaFirOptions options = { .filters = filters, .n_filters = MASKS, .complex_in = c.complex_in, .single = single,
                                            .segment = kind == 3 ? 256 : 0, .wavelet = &wavelet, .rows = rows };
      g_autofree double complex *have = g_new (double complex, MASKS * c.n);
      g_autofree void *raw = NULL;
      OndesCudaMaskOutputs outputs = { .n = c.n, .n_rows = MASKS, .single = single };
      OndesCudaSignal signal;
      OndesCudaFirBank *bank;
      Data data;
      gsize bytes;
      void *source, *out;

      random_rows (rows, MASKS, 80);
      for (guint i = 0; i < MASKS; i++)
        {
          rows[i].offset = g_test_rand_double_range (-0.1, 0.1);
          rows[i].delay = g_test_rand_double_range (-3, 3);
          filters[i] = (OndesCudaFir) { NULL, 2 * rows[i].half + 1, (gint64) rows[i].half, !wavelet.real };
        }
      data_init (&data, &c);
      must (ondes_cuda_fir_bank_new (cuda, &options, &bank));
      source = prepare (&data, &c, bank, &signal);
      outputs.is_complex = ondes_cuda_fir_bank_is_complex (bank);
      bytes = MASKS * c.n * value_bytes (single, outputs.is_complex);
      outputs.data = out = guarded_new (bytes);
      must (ondes_cuda_fir_run (cuda, bank, &signal, c.n, &(OndesCudaFirOutput) { out, c.n, 0, 0 }));
      raw = g_malloc (bytes);
      must (ondes_cuda_read (cuda, raw, out, bytes));
      for (gsize i = 0; i < MASKS * c.n; i++)
        have[i] = value_at (raw, i, single, outputs.is_complex);
      check_coefficients (&wavelet, rows, &c, &data, have);
      check_values (&outputs, have);
      g_free (guarded_take (out, bytes));
      ondes_cuda_fir_bank_free (cuda, bank);
      sent_free (source);
      data_clear (&data, &c);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/ondes/gpu/filter/segments-double", GINT_TO_POINTER (FALSE), test_segments);
  g_test_add_data_func ("/ondes/gpu/filter/segments-single", GINT_TO_POINTER (TRUE), test_segments);
  g_test_add_func ("/ondes/gpu/filter/long-segments", test_long);
  g_test_add_data_func ("/ondes/gpu/filter/four-step-double", GINT_TO_POINTER (FALSE), test_four_step);
  g_test_add_data_func ("/ondes/gpu/filter/four-step-single", GINT_TO_POINTER (TRUE), test_four_step);
  g_test_add_func ("/ondes/gpu/filter/banks-of-many-lengths", test_mixed);
  g_test_add_data_func ("/ondes/gpu/filter/direct-double", GUINT_TO_POINTER (0), test_direct);
  g_test_add_data_func ("/ondes/gpu/filter/direct-single", GUINT_TO_POINTER (1), test_direct);
  g_test_add_data_func ("/ondes/gpu/filter/direct-single2", GUINT_TO_POINTER (2), test_direct);
  g_test_add_func ("/ondes/gpu/filter/energy-of-spans", test_energy);
  g_test_add_data_func ("/ondes/gpu/filter/masks-single", GINT_TO_POINTER (TRUE), test_masks);
  g_test_add_data_func ("/ondes/gpu/filter/masks-double", GINT_TO_POINTER (FALSE), test_masks);
  return run_with_device ();
}
