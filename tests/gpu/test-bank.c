/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filter banks alone, without the engine: every sample and columns, poisoned before, guarded on all sides, and compared with the
 * formula summed on the host. */
#include "guarded.h"

#include "../../gpu/bank.h"

#include <math.h>

/* Where a kernel's samples come from, and what it is to find. */
typedef struct
{
  OndesCudaWavelet  wavelet;
  OndesCudaBoundary boundary;
  gboolean          single, complex_in;
  guint             n_rows;
  OndesCudaRow     *rows;
  guint64           total, first, n;
  double complex   *x;
  double complex   *w; /* rows × n */
  double           *usual; /* squared size of a row's coefficients over the recording */
} Case;

static gint64
boundary_index (OndesCudaBoundary boundary,
                gint64            at,
                gint64            n)
{
  if (at >= 0 && at < n)
    return at;
  if (boundary == ONDES_CUDA_ZERO)
    return -1;
  if (boundary == ONDES_CUDA_EDGE || n == 1)
    return CLAMP (at, 0, n - 1);
  if (boundary == ONDES_CUDA_PERIODIC)
    return (at % n + n) % n;
  at = (at % (2 * n - 2) + 2 * n - 2) % (2 * n - 2);
  return at < n ? at : 2 * n - 2 - at;
}

static void
sum_rows (Case *self)
{
  double energy = 0;

  for (guint64 i = 0; i < self->total; i++)
    energy += squared (self->x[i]) / (double) self->total;
  self->w = g_new (double complex, self->n_rows * self->n);
  self->usual = g_new0 (double, self->n_rows);
  for (guint r = 0; r < self->n_rows; r++)
    {
      const gint64 half = (gint64) self->rows[r].half;
      g_autofree double complex *mask = g_new (double complex, 2 * half + 1);
      g_autofree double complex *x = g_new (double complex, self->n + 2 * self->rows[r].half);

      for (gint64 k = -half; k <= half; k++)
        {
          mask[k + half] = tap_of (&self->wavelet, &self->rows[r], (double) k);
          self->usual[r] += energy * squared (mask[k + half]);
        }
      for (gint64 i = 0; i < (gint64) self->n + 2 * half; i++)
        {
          const gint64 at = boundary_index (self->boundary, (gint64) self->first - half + i, (gint64) self->total);

          x[i] = at < 0 ? 0 : self->x[at];
        }
      for (guint64 t = 0; t < self->n; t++)
        {
          double re = 0, im = 0;

          for (gint64 k = 0; k <= 2 * half; k++)
            {
              const double complex a = x[t + (guint64) k], b = mask[k];

              re += creal (a) * creal (b) - cimag (a) * cimag (b);
              im += creal (a) * cimag (b) + cimag (a) * creal (b);
            }
          self->w[r * self->n + t] = re + I * im;
        }
    }
}

typedef enum { WHITE, CLICK, TONES, SWEEP, BESIDE, N_KINDS } Kind;

static Case
case_new (Kind     kind,
          gboolean single,
          gboolean real,
          gboolean complex_in,
          guint    n_rows,
          double   most)
{
  Case self = { .single = single, .complex_in = complex_in, .n_rows = n_rows };
  const gboolean late = g_test_rand_bit (); /* half of the cases have masks of a compensation */
  const double f = g_test_rand_double_range (0.02, 0.3), g = f * g_test_rand_double_range (1.02, 1.6);

  self.wavelet = (OndesCudaWavelet) { .omega0 = g_test_rand_double_range (4, 8), .l1 = g_test_rand_bit (), .real = real };
  self.boundary = (OndesCudaBoundary) g_test_rand_int_range (0, 4);
  self.first = (guint64) g_test_rand_int_range (0, 60);
  self.n = (guint64) exp (g_test_rand_double_range (0, log (6000)));
  self.total = self.first + self.n + (guint64) g_test_rand_int_range (64, 3000); /* fewer, repeated, are lines aside of all rows */
  self.rows = g_new (OndesCudaRow, n_rows);
  random_rows (self.rows, n_rows, most);
  for (guint i = 0; i < n_rows && late; i++)
    {
      const double s = self.rows[i].numerator / self.rows[i].denominator;

      self.rows[i].gain = g_test_rand_double_range (0.5, 2);
      self.rows[i].delay = s * g_test_rand_double_range (-1, 1) * (single ? 1.5 : 0.2);
    }
  self.x = g_new (double complex, self.total);
  for (guint64 i = 0; i < self.total; i++)
    {
      const double t = (double) i, noise = g_test_rand_double_range (-1, 1);

      switch (kind)
        {
        case CLICK:
          self.x[i] = 0.01 * noise + (i == self.first + self.n / 3 ? 30 : 0);
          break;
        case TONES: /* two that beat */
          self.x[i] = cos (f * t) + 0.7 * cos (g * t);
          break;
        case SWEEP:
          self.x[i] = cos (0.5 * t * t / (double) self.total);
          break;
        case BESIDE: /* on an offset */
          self.x[i] = 200 + noise;
          break;
        default:
          self.x[i] = noise;
        }
      self.x[i] = (float) creal (self.x[i]) + (complex_in ? I * (float) g_test_rand_double_range (-1, 1) : 0);
    }
  sum_rows (&self);
  return self;
}

static void
case_clear (Case *self)
{
  g_free (self->rows);
  g_free (self->x);
  g_free (self->w);
  g_free (self->usual);
}

/* The samples on the device; sent_free() them. */
static void *
send (const Case *self)
{
  g_autofree double *x = g_new (double, 2 * self->total);

  for (guint64 i = 0; i < self->total; i++)
    {
      x[self->complex_in ? 2 * i : i] = creal (self->x[i]);
      if (self->complex_in)
        x[2 * i + 1] = cimag (self->x[i]);
    }
  return sent_new (x, self->total * (self->complex_in ? 16 : 8));
}

static void
make_signal (const Case      *self,
             const void      *source,
             guint64          at,
             guint64          n,
             guint64          halo,
             OndesCudaSignal *signal)
{
  must (ondes_cuda_signal (cuda, source, self->complex_in ? ONDES_CUDA_C128 : ONDES_CUDA_F64, self->total, self->boundary,
                           (gint64) at, n, halo, self->single, signal));
}

static void
check_rows (Kind              kind,
            gboolean          single,
            gboolean          real,
            gboolean          complex_in,
            OndesCudaQuantity quantity,
            guint             n_rows)
{
  Case self = case_new (kind, single, real, complex_in, n_rows, 300);
  const gboolean complex_value = !real && quantity == ONDES_CUDA_COEFFICIENTS;
  const guint64 stride = self.n + (guint64) g_test_rand_int_range (0, 9);
  const gsize each = value_bytes (single, complex_value), bytes = stride * n_rows * each;
  g_autofree guint8 *have = NULL;
  void *source = send (&self), *out = guarded_new (bytes);
  OndesCudaBank *bank;
  OndesCudaSignal signal;
  Distance distance = { 0 };
  double off;

  must (ondes_cuda_bank_new (cuda, &(OndesCudaFilters) { self.wavelet, FALSE, single, complex_in, self.rows, n_rows }, &bank));
  make_signal (&self, source, self.first, self.n, ondes_cuda_bank_halo (bank) + (guint64) g_test_rand_int_range (0, 60), &signal);
  must (ondes_cuda_overlap_save (cuda, bank, &signal, self.n, &(OndesCudaOutput) { out, stride, quantity }));
  have = guarded_take (out, bytes);
  for (guint r = 0; r < n_rows; r++)
    {
      for (guint64 t = 0; t < self.n; t++)
        compare_quantity (&distance, value_at (have, r * stride + t, single, complex_value), self.w[r * self.n + t], quantity,
                          self.usual[r]);
      for (gsize i = (r * stride + self.n) * each; i < (r + 1) * stride * each; i++)
        g_assert_cmpuint (have[i], ==, POISON);
    }
  off = sqrt (distance.off / distance.all);
  if (!(off <= (single ? 3e-6 : 1e-12)))
    g_test_message ("kind %d, single %d, real %d, complex %d, quantity %d, %u rows, boundary %d, omega0 %g, %d of %d", kind, single,
                    real, complex_in, (int) quantity, n_rows, (int) self.boundary, self.wavelet.omega0, (int) self.n,
                    (int) self.total);
  g_assert_cmpfloat (off, <=, single ? 3e-6 : 1e-12);
  ondes_cuda_bank_free (cuda, bank);
  sent_free (source);
  case_clear (&self);
}

static void
test_rows (gconstpointer data)
{
  const gboolean single = GPOINTER_TO_INT (data);
  static const guint counts[] = { 1, 5, 25, 60 };

  if (!have_device ())
    return;
  for (guint kind = 0; kind < 3; kind++) /* complex, real, complex on I/Q */
    for (OndesCudaQuantity quantity = ONDES_CUDA_COEFFICIENTS; quantity <= ONDES_CUDA_PHASE; quantity++)
      for (guint i = few_cases () ? 3 : 0; i < 4; i++)
        check_rows (i % 2 == 0 ? WHITE : CLICK, single, kind == 1, kind == 2, quantity, counts[i]);
}

/* What column @j of row @row is by the definition: the largest of its samples, or the root of their mean power. */
static double
column_value (const Case             *self,
              const OndesCudaColumns *columns,
              guint                   row,
              guint64                 j)
{
  const guint64 begin = j * self->n / columns->columns, end = (j + 1) * self->n / columns->columns;
  double value = 0;

  for (guint64 t = begin; t < end; t++)
    {
      const double size = cabs (self->w[row * self->n + t]);

      value = columns->sums != NULL ? value + size * size / (double) (end - begin) : MAX (value, size * size);
    }
  return columns->power ? value : sqrt (value);
}

/* In two runs that meet anywhere. */
static void
check_columns (Kind     kind,
               gboolean single,
               gboolean mean,
               gboolean real,
               gboolean complex_in,
               guint64  most)
{
  Case self = case_new (kind, single, real, complex_in, 9, 400);
  const guint64 n_columns = MIN (most, self.n), stride = n_columns + (guint64) g_test_rand_int_range (0, 5);
  const guint64 cut = (guint64) g_test_rand_int_range (0, (gint32) self.n + 1);
  const gsize bytes = stride * self.n_rows * sizeof (float);
  OndesCudaColumns columns = { .values = guarded_new (bytes), .stride = stride, .total = self.n, .columns = n_columns,
                               .n_columns = n_columns, .power = g_test_rand_bit (),
                               .sums = mean ? guarded_new (2 * bytes) : NULL };
  g_autofree float *have = NULL;
  g_autofree double *sums = NULL;
  void *source = send (&self);
  double rounding = 0;
  OndesCudaBank *bank;

  for (guint64 i = 0; i < self.total; i++)
    rounding = MAX (rounding, cabs (self.x[i]) * (single ? 1e-6 : 1e-9)); /* double: tails cut off a row beside all tones */
  must (ondes_cuda_bank_new (cuda, &(OndesCudaFilters) { self.wavelet, FALSE, single, complex_in, self.rows, self.n_rows }, &bank));
  for (guint r = 0; r < self.n_rows; r++)
    must (mean ? ondes_cuda_memset (cuda, columns.sums + r * stride, 0, n_columns * sizeof (double))
               : ondes_cuda_memset (cuda, columns.values + r * stride, 0, n_columns * sizeof (float)));
  if (ondes_cuda_pool_check (bank, self.n, n_columns) == ONDES_CUDA_OK)
    {
      for (guint half = 0; half < 2; half++)
        {
          const guint64 at = half ? cut : 0, n = half ? self.n - cut : cut;
          OndesCudaSignal signal;

          if (n == 0)
            continue;
          make_signal (&self, source, self.first + at, n, ondes_cuda_bank_halo (bank), &signal);
          must (ondes_cuda_pool (cuda, bank, &signal, at, n, &columns));
        }
      if (mean)
        must (ondes_cuda_pool_means (cuda, &columns, self.n_rows));
      have = guarded_take (columns.values, bytes);
      for (guint r = 0; r < self.n_rows; r++)
        {
          double largest = 0, off = 0;

          for (guint64 j = 0; j < n_columns; j++)
            {
              const double got = have[r * stride + j], want = column_value (&self, &columns, r, j);

              g_assert_true (isfinite (got));
              largest = MAX (largest, want);
              off = MAX (off, fabs (got - want));
            }
          if (off > 1e-3 * largest + rounding)
            g_test_message ("kind %d, single %d, mean %d, real %d, complex %d, row %u of scale %g, omega0 %g, boundary %d, "
                            "%d samples, %d columns", kind, single, mean, real, complex_in, r,
                            self.rows[r].numerator / self.rows[r].denominator, self.wavelet.omega0, (int) self.boundary,
                            (int) self.n, (int) n_columns);
          g_assert_cmpfloat (off, <=, 1e-3 * largest + rounding);
          for (gsize i = (r * stride + n_columns) * sizeof (float); i < (r + 1) * stride * sizeof (float); i++)
            g_assert_cmpuint (((guint8 *) have)[i], ==, POISON);
        }
    }
  else
    g_free (guarded_take (columns.values, bytes));
  if (mean)
    sums = guarded_take (columns.sums, 2 * bytes);
  for (guint r = 0; r < self.n_rows && mean; r++)
    for (gsize i = (r * stride + n_columns) * sizeof (double); i < (r + 1) * stride * sizeof (double); i++)
      g_assert_cmpuint (((guint8 *) sums)[i], ==, POISON);
  ondes_cuda_bank_free (cuda, bank);
  sent_free (source);
  case_clear (&self);
}

typedef struct
{
  gboolean single, mean;
} Pooling;

static void
test_columns (gconstpointer data)
{
  const Pooling *pooling = data;
  static const guint64 columns[] = { 1, 7, 100, 640, 3999, 10000 };

  if (!have_device ())
    return;
  for (Kind kind = WHITE; kind < N_KINDS; kind++)
    for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
      for (guint j = few_cases () ? i % 3 : 0; j < (few_cases () ? i % 3 + 1 : 3); j++)
        check_columns (kind, pooling->single, pooling->mean, j == 1, j == 2, columns[i]);
}

int
main (int    argc,
      char **argv)
{
  static const Pooling poolings[] = { { TRUE, FALSE }, { FALSE, FALSE }, { TRUE, TRUE }, { FALSE, TRUE } };

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/ondes/gpu/bank/overlap-save-single", GINT_TO_POINTER (TRUE), test_rows);
  g_test_add_data_func ("/ondes/gpu/bank/overlap-save-double", GINT_TO_POINTER (FALSE), test_rows);
  g_test_add_data_func ("/ondes/gpu/bank/columns-single", &poolings[0], test_columns);
  g_test_add_data_func ("/ondes/gpu/bank/columns-double", &poolings[1], test_columns);
  g_test_add_data_func ("/ondes/gpu/bank/means-single", &poolings[2], test_columns);
  g_test_add_data_func ("/ondes/gpu/bank/means-double", &poolings[3], test_columns);
  return run_with_device ();
}
