/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computed sources against their definitions, summed in extended precision, and how they are read, kept and given back. */
#include "signal/computed-blocks.h"
#include "signal/detrended-source.h"
#include "signal/moving-mean.h"
#include "scratch.h"
#include "weighted-sum.h"

#include <math.h>
#include <string.h>

static OndesSource *
moving_new (OndesSource *parent,
            guint64      window)
{
  g_autoptr (OndesOperation) operation = ondes_moving_mean_new (window);

  return ondes_computed_source_new (operation, &parent, NULL);
}

static OndesSource *
sum_new (OndesSource *x,
         OndesSource *y,
         double       a,
         double       b,
         GError     **error)
{
  g_autoptr (OndesOperation) operation = ondes_weighted_sum_new (a, b);

  return ondes_computed_source_new (operation, (OndesSource *[]) { x, y }, error);
}

static double *
read_all (OndesSource *source)
{
  double *x = g_malloc (ondes_type_bytes (source->type, source->n));
  g_autoptr (GError) error = NULL;

  ondes_source_read (source, 0, source->n, x, &error);
  g_assert_no_error (error);
  return x;
}

/* Noise, an offset and now and then a gap or a spike. */
static double *
noise (guint64 n,
       double  offset,
       double  gaps)
{
  double *x = g_new (double, n);

  for (guint64 i = 0; i < n; i++)
    {
      x[i] = offset + g_test_rand_double_range (-1, 1);
      if (g_test_rand_double () < gaps)
        x[i] = g_test_rand_bit () ? NAN : g_test_rand_bit () ? INFINITY : -INFINITY;
      else if (g_test_rand_double () < gaps)
        x[i] *= pow (10, g_test_rand_double_range (0, 200));
    }
  return x;
}

static gboolean
counts (const double *x,
        gint64        i,
        guint         parts)
{
  return isfinite (x[parts * i]) && isfinite (x[parts * i + parts - 1]);
}

/* By the definition: each window summed anew. */
static void
assert_moving_mean (OndesSource  *parent,
                    const double *x,
                    guint64       window)
{
  g_autoptr (OndesSource) self = moving_new (parent, window);
  g_autofree double *got = read_all (self);
  const gint64 n = (gint64) parent->n, half = (gint64) MIN (window / 2, parent->n);
  const guint parts = ondes_type_is_complex (parent->type) ? 2 : 1;

  g_assert_cmpint (self->type, ==, parts == 2 ? ONDES_C128 : ONDES_F64);
  g_assert_cmpuint (self->n, ==, parent->n);
  for (guint look = 0; look < 200; look++)
    {
      const gint64 t = look < 3 ? MIN ((gint64) look, n - 1) : look < 6 ? MAX (n - 1 - look, 0) : g_test_rand_int_range (0, n);

      for (guint c = 0; c < parts; c++)
        {
          long double sum = 0, largest = 0, count = 0, mean;
          const double value = x[parts * t + c], result = got[parts * t + c];

          for (gint64 i = MAX (t - half, 0); i <= MIN (t + half, n - 1); i++)
            if (counts (x, i, parts))
              {
                sum += x[parts * i + c];
                largest = MAX (largest, fabsl ((long double) x[parts * i + c]));
                count++;
              }
          mean = count > 0 ? sum / count : 0;
          if (isfinite (value))
            g_assert_cmpfloat (fabsl ((long double) result - (value - mean)), <=, 1e-12L * largest);
          else
            g_assert_true (isnan (value) ? isnan (result) : value == result);
        }
    }
}

static void
test_moving_mean (void)
{
  static const guint64 lengths[] = { 1, 2, 3, 4095, 4096, 4097, 8192, 100003 };

  for (guint k = 0; k < 60; k++)
    {
      const guint64 n = k < G_N_ELEMENTS (lengths) ? lengths[k] : (guint64) g_test_rand_int_range (1, 70000);
      const guint64 windows[] = { 1, 3, 4095, 4097, 2 * n + 1, 1 | n, 1 | (guint64) g_test_rand_int_range (1, 200),
                                  1 | (guint64) g_test_rand_int_range (1, 30000), G_MAXUINT64 };
      g_autofree double *x = noise (n, k % 3 == 0 ? 1e6 : 0, k % 4 == 0 ? 0.3 : k % 4 == 1 ? 1e-3 : 0);
      g_autoptr (OndesSource) parent = ondes_array_source_new (ONDES_F64, x, n, 1);

      assert_moving_mean (parent, x, windows[k % G_N_ELEMENTS (windows)]);
      assert_moving_mean (parent, x, windows[g_test_rand_int_range (0, G_N_ELEMENTS (windows))]);
    }
}

/* Windows that hold many groups of cells. */
static void
test_long_window (void)
{
  const guint64 n = 3000017;
  g_autofree double *x = noise (n, 3, 1e-6);
  g_autoptr (OndesSource) parent = ondes_array_source_new (ONDES_F64, x, n, 1);

  assert_moving_mean (parent, x, 1 | (guint64) g_test_rand_int_range (1000000, 2000000));
  assert_moving_mean (parent, x, 262144 * 2 + 1);
}

static void
test_types (void)
{
  const guint64 n = (guint64) g_test_rand_int_range (5000, 30000), window = 1 | (guint64) g_test_rand_int_range (1, 20000);
  g_autofree double *x = noise (2 * n, 50, 1e-3), *y = g_new (double, n);
  g_autofree guint8 *bytes = g_new (guint8, n);
  g_autofree gint32 *integers = g_new (gint32, n);
  g_autofree float *floats = g_new (float, 2 * n);
  g_autoptr (OndesSource) pairs = ondes_array_source_new (ONDES_C128, x, n, 1), u8 = NULL, i32 = NULL, c64 = NULL;

  assert_moving_mean (pairs, x, window);
  for (guint64 i = 0; i < n; i++)
    y[i] = bytes[i] = (guint8) g_test_rand_int_range (0, 256);
  u8 = ondes_array_source_new (ONDES_U8, bytes, n, 1);
  assert_moving_mean (u8, y, window);
  for (guint64 i = 0; i < n; i++)
    y[i] = integers[i] = (gint32) g_test_rand_int ();
  i32 = ondes_array_source_new (ONDES_I32, integers, n, 1);
  assert_moving_mean (i32, y, window);
  for (guint64 i = 0; i < 2 * n; i++)
    x[i] = floats[i] = (float) g_test_rand_double_range (-1, 1);
  c64 = ondes_array_source_new (ONDES_C64, floats, n, 1);
  assert_moving_mean (c64, x, window);
}

/* What left the window leaves no trace, however large it was. */
static void
test_spike (void)
{
  enum { N = 200000, WINDOW = 20001 };
  g_autofree double *x = noise (N, 0, 0);
  g_autoptr (OndesSource) parent = NULL;

  for (guint i = 0; i < 20; i++)
    x[g_test_rand_int_range (0, N)] = 1e300;
  parent = ondes_array_source_new (ONDES_F64, x, N, 1);
  assert_moving_mean (parent, x, WINDOW);
  assert_moving_mean (parent, x, 301);
}

static void
test_window_in_samples (void)
{
  g_assert_cmpuint (ondes_moving_mean_samples (1, 100), ==, 101);
  g_assert_cmpuint (ondes_moving_mean_samples (1, 101), ==, 101);
  g_assert_cmpuint (ondes_moving_mean_samples (0.1, 4), ==, 3);
  g_assert_cmpuint (ondes_moving_mean_samples (1e-9, 4), ==, 3);
  g_assert_cmpuint (ondes_moving_mean_samples (600, 48000) % 2, ==, 1);
  g_assert_cmpuint (ondes_moving_mean_samples (1e300, 48000) % 2, ==, 1);
}

static void
test_span_mean (void)
{
  for (guint k = 0; k < 20; k++)
    {
      const guint64 n = (guint64) g_test_rand_int_range (1, 100000), first = (guint64) g_test_rand_int_range (0, (gint32) n);
      const guint64 count = (guint64) g_test_rand_int_range (1, (gint32) (n - first + 1));
      g_autofree double *x = noise (n, 20, 0), *got = NULL;
      g_autoptr (OndesSource) parent = ondes_array_source_new (ONDES_F64, x, n, 1), self = NULL;
      const OndesDetrending detrending = { .kind = ONDES_DETREND_SPAN_MEAN, .first = first, .count = count };
      long double sum = 0;

      self = ondes_detrended_source_new (parent, &detrending);
      got = read_all (self);
      for (guint64 i = first; i < first + count; i++)
        sum += x[i];
      for (guint64 i = 0; i < n; i++)
        g_assert_cmpfloat_with_epsilon (got[i], (double) (x[i] - sum / count), 1e-13);
    }
}

static void
test_weighted_sum (void)
{
  const guint64 n = (guint64) g_test_rand_int_range (1, 20000), m = (guint64) g_test_rand_int_range (1, 20000);
  const guint64 shorter = MIN (n, m);
  const double a = g_test_rand_double_range (-2, 2), b = g_test_rand_double_range (-2, 2);
  g_autofree double *x = noise (n, 0, 0), *pairs = noise (2 * m, 0, 0), *got = NULL, *got_complex = NULL;
  g_autofree gint32 *y = g_new (gint32, m);
  g_autoptr (OndesSource) of_x = ondes_array_source_new (ONDES_F64, x, n, 8), of_y = NULL, of_pairs = NULL, other = NULL;
  g_autoptr (OndesSource) self = NULL, with_complex = NULL, none = NULL;
  g_autoptr (GError) error = NULL;

  for (guint64 i = 0; i < m; i++)
    y[i] = g_test_rand_int_range (-1000, 1000);
  of_y = ondes_array_source_new (ONDES_I32, y, m, 8);
  of_pairs = ondes_array_source_new (ONDES_C128, pairs, m, 8);
  other = ondes_array_source_new (ONDES_F64, x, n, 9);
  self = sum_new (of_x, of_y, a, b, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (self->n, ==, shorter);
  g_assert_cmpfloat (self->rate_hz, ==, 8);
  got = read_all (self);
  for (guint64 i = 0; i < shorter; i++)
    g_assert_cmpfloat_with_epsilon (got[i], a * x[i] + b * y[i], 1e-12);
  with_complex = sum_new (of_x, of_pairs, a, b, &error);
  g_assert_cmpint (with_complex->type, ==, ONDES_C128);
  got_complex = read_all (with_complex);
  for (guint64 i = 0; i < shorter; i++)
    {
      g_assert_cmpfloat_with_epsilon (got_complex[2 * i], a * x[i] + b * pairs[2 * i], 1e-14);
      g_assert_cmpfloat_with_epsilon (got_complex[2 * i + 1], b * pairs[2 * i + 1], 1e-14);
    }
  none = sum_new (of_x, other, 1, 1, &error);
  g_assert_null (none);
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_assert_nonnull (strstr (error->message, "rates of 8 and 9"));
}

/* A source that counts what is read, may fail from a sample on, and may be told to be slow. */
typedef struct
{
  OndesSource source;
  guint64     fails_at;
  gint        reads; /* atomic */
} Counting;

static gboolean
counting_read (OndesSource *source,
               guint64      at,
               gsize        n,
               void        *dst,
               GError     **error)
{
  Counting *self = (Counting *) source;

  g_atomic_int_inc (&self->reads);
  if (at + n > self->fails_at)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "the disk is gone at sample %" G_GUINT64_FORMAT, self->fails_at);
      return FALSE;
    }
  for (gsize i = 0; i < n; i++)
    ((double *) dst)[i] = (double) ((at + i) * 7919 % 1009);
  return TRUE;
}

static void
counting_finalize (OndesSource *source)
{
  g_free (source);
}

static OndesSource *
counting_new (guint64 n,
              guint64 fails_at)
{
  static const OndesSourceClass klass = { counting_read, counting_finalize };
  Counting *self = g_new0 (Counting, 1);

  ondes_source_init (&self->source, &klass, ONDES_F64, n, 1000);
  self->fails_at = fails_at;
  return &self->source;
}

/* The difference of two, less its moving mean, less its line. */
static OndesSource *
chain_new (OndesSource *x,
           OndesSource *y,
           guint64      window)
{
  g_autoptr (OndesSource) difference = sum_new (x, y, 1, -0.5, NULL);
  g_autoptr (OndesSource) moving = moving_new (difference, window);

  return ondes_detrended_source_new (moving, &(OndesDetrending) { .kind = ONDES_DETREND_LINEAR });
}

static void
test_chain (void)
{
  const guint64 n = 50000, window = 9001;
  g_autofree double *x = noise (n, 5, 0), *y = noise (n, -2, 0), *z = g_new (double, n), *w = NULL, *got = NULL, *expected = NULL;
  g_autoptr (OndesSource) of_x = ondes_array_source_new (ONDES_F64, x, n, 1), of_y = ondes_array_source_new (ONDES_F64, y, n, 1);
  g_autoptr (OndesSource) chain = chain_new (of_x, of_y, window), of_z = NULL, of_w = NULL, moving = NULL, line = NULL;

  /* Step by step, each over an array of what the one before gave. */
  for (guint64 i = 0; i < n; i++)
    z[i] = x[i] - 0.5 * y[i];
  of_z = ondes_array_source_new (ONDES_F64, z, n, 1);
  assert_moving_mean (of_z, z, window);
  moving = moving_new (of_z, window);
  w = read_all (moving);
  of_w = ondes_array_source_new (ONDES_F64, w, n, 1);
  line = ondes_detrended_source_new (of_w, &(OndesDetrending) { .kind = ONDES_DETREND_LINEAR });
  expected = read_all (line);
  got = read_all (chain);
  g_assert_cmpmem (got, n * sizeof *got, expected, n * sizeof *expected);
}

typedef struct
{
  OndesSource  *source;
  const double *expected;
  guint32       seed;
} Reader;

static gpointer
read_at_random (gpointer data)
{
  const Reader *self = data;
  OndesSource *source = self->source;
  g_autoptr (GRand) rand = g_rand_new_with_seed (self->seed);
  g_autofree double *x = g_new (double, source->n);

  for (guint k = 0; k < 200; k++)
    {
      const guint64 at = (guint64) g_rand_int_range (rand, 0, (gint32) source->n);
      const guint64 wanted = (guint64) g_rand_int_range (rand, 1, k % 10 == 0 ? 60000 : 500);
      const gsize n = (gsize) MIN (source->n - at, wanted);

      if (!ondes_source_read (source, at, n, x, NULL) || memcmp (x, self->expected + at, n * sizeof *x) != 0)
        return GINT_TO_POINTER (FALSE);
    }
  return GINT_TO_POINTER (TRUE);
}

/* Also while blocks come and go. */
static void
test_threads (void)
{
  const guint64 n = 200003;
  g_autofree double *x = noise (n, 5, 1e-4), *y = noise (n, -2, 0);

  for (guint round = 0; round < 4; round++)
    {
      g_autoptr (OndesSource) of_x = ondes_array_source_new (ONDES_F64, x, n, 1);
      g_autoptr (OndesSource) of_y = ondes_array_source_new (ONDES_F64, y, n, 1);
      g_autoptr (OndesSource) whole = chain_new (of_x, of_y, round % 2 == 0 ? 501 : 30001), fresh = NULL;
      g_autofree double *expected = read_all (whole);
      Reader readers[8];
      GThread *threads[8];

      g_clear_pointer (&whole, ondes_source_unref);
      ondes_computed_blocks_set_limit (round < 2 ? 0 : 200000);
      fresh = chain_new (of_x, of_y, round % 2 == 0 ? 501 : 30001);
      for (guint i = 0; i < 8; i++)
        {
          readers[i] = (Reader) { fresh, expected, g_test_rand_int () };
          threads[i] = g_thread_new ("read", read_at_random, &readers[i]);
        }
      for (guint i = 0; i < 8; i++)
        g_assert_true (GPOINTER_TO_INT (g_thread_join (threads[i])));
    }
  ondes_computed_blocks_set_limit (0);
}

static gpointer
read_first (gpointer source)
{
  double x[100];

  return GINT_TO_POINTER (ondes_source_read (source, 0, 100, x, NULL));
}

static void
test_once (void)
{
  g_autoptr (OndesSource) parent = counting_new (100000, G_MAXUINT64), self = moving_new (parent, 101);
  g_autoptr (OndesSource) same = moving_new (parent, 101), other = moving_new (parent, 103);
  GThread *threads[8];
  guint64 bytes, before, after;

  g_assert_cmpuint (self->id, ==, same->id);
  g_assert_cmpuint (self->id, !=, other->id);
  g_assert_cmpuint (self->id, !=, parent->id);
  ondes_computed_blocks_statistics (&bytes, &before);
  for (guint i = 0; i < 8; i++)
    threads[i] = g_thread_new ("read", read_first, i % 2 == 0 ? self : same);
  for (guint i = 0; i < 8; i++)
    g_assert_true (GPOINTER_TO_INT (g_thread_join (threads[i])));
  ondes_computed_blocks_statistics (&bytes, &after);
  g_assert_cmpuint (after, ==, before + 1);
  g_assert_cmpuint (bytes, ==, 65536);
}

static void
test_limit (void)
{
  const guint64 n = 1000000, limit = 10 * 65536;
  g_autoptr (OndesSource) parent = counting_new (n, G_MAXUINT64), self = moving_new (parent, 101);
  g_autofree double *x = NULL, *again = NULL;
  guint64 bytes, computed, more;

  ondes_computed_blocks_set_limit (limit);
  x = read_all (self);
  ondes_computed_blocks_statistics (&bytes, &computed);
  g_assert_cmpuint (bytes, <=, limit);
  g_assert_cmpuint (bytes, >, limit / 2);
  again = read_all (self);
  g_assert_cmpmem (x, n * sizeof *x, again, n * sizeof *again);
  ondes_computed_blocks_statistics (&bytes, &more);
  g_assert_cmpuint (bytes, <=, limit);
  g_assert_cmpuint (more, >, computed); /* what went is computed again, */
  g_assert_true (ondes_source_read (self, n - 1, 1, x, NULL));
  ondes_computed_blocks_statistics (&bytes, &computed);
  g_assert_cmpuint (more, ==, computed); /* and what was read last is there */
  ondes_computed_blocks_set_limit (0);
}

static guint64 gone_id; /* of the last source that is gone */

static void
on_gone (guint64 id)
{
  gone_id = id;
}

static void
test_gone (void)
{
  OndesSource *parent = counting_new (100000, G_MAXUINT64), *self = moving_new (parent, 101), *same = moving_new (parent, 101);
  const guint64 id = self->id;
  guint64 bytes, computed;

  ondes_source_on_gone (on_gone);
  ondes_source_unref (parent);
  g_free (read_all (self));
  ondes_computed_blocks_statistics (&bytes, &computed);
  g_assert_cmpuint (bytes, ==, 100000 * sizeof (double));
  ondes_source_unref (self);
  ondes_computed_blocks_statistics (&bytes, &computed);
  g_assert_cmpuint (bytes, ==, 100000 * sizeof (double)); /* the other has them */
  gone_id = 0;
  ondes_source_unref (same);
  ondes_computed_blocks_statistics (&bytes, &computed);
  g_assert_cmpuint (bytes, ==, 0);
  g_assert_cmpuint (gone_id, ==, id);
  ondes_source_on_gone (NULL);
}

/* A channel asked for twice is one; another channel, and the same one in other units, are others. With the recording all goes. */
static void
test_recording (void)
{
  enum { FRAMES = 50000 };
  g_autofree double *data = noise (2 * FRAMES, 0, 0);
  OndesRecording *recording;
  OndesSource *parents[6], *sources[6];
  guint64 bytes, computed;
  double x[10];

  for (guint i = 0; i < 2 * FRAMES; i++)
    data[i] *= 0.9;
  scratch_make ();
  scratch_sndfile (scratch_path ("x.wav"), SF_FORMAT_WAV | SF_FORMAT_PCM_16, 8000, 2, data, FRAMES);
  recording = scratch_open (scratch_path ("x.wav"), NULL);
  parents[0] = ondes_recording_source (recording, 1, NULL);
  parents[1] = ondes_recording_source (recording, 1, NULL);
  parents[2] = ondes_recording_source (recording, 2, NULL);
  parents[3] = ondes_recording_integers (recording, 1, NULL);
  parents[4] = ondes_recording_source (recording, 0, NULL);
  parents[5] = ondes_recording_values (recording, 0, NULL);
  ondes_recording_unref (recording);
  for (guint i = 0; i < 6; i++)
    {
      sources[i] = moving_new (parents[i], 8001);
      ondes_source_unref (parents[i]);
      g_assert_true (ondes_source_read (sources[i], 20000, 10, x, NULL));
    }
  g_assert_true (sources[0] != sources[1]);
  g_assert_cmpuint (sources[0]->id, ==, sources[1]->id);
  g_assert_cmpuint (sources[0]->id, !=, sources[2]->id);
  g_assert_cmpuint (sources[0]->id, !=, sources[3]->id);
  g_assert_cmpuint (sources[4]->id, !=, sources[5]->id);
  ondes_computed_blocks_statistics (&bytes, &computed);
  g_assert_cmpuint (bytes, ==, 5 * 65536);
  for (guint i = 0; i < 6; i++)
    ondes_source_unref (sources[i]);
  ondes_computed_blocks_statistics (&bytes, &computed);
  g_assert_cmpuint (bytes, ==, 0);
  scratch_remove ();
}

static void
test_error (void)
{
  g_autoptr (OndesSource) parent = counting_new (500000, 300000), good = counting_new (500000, G_MAXUINT64);
  g_autoptr (OndesSource) chain = chain_new (good, parent, 20001), moving = moving_new (parent, 101);
  g_autoptr (GError) error = NULL;
  const OndesWatch watch = { NULL };
  double x[100];

  g_assert_false (ondes_source_read (chain, 0, 100, x, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_cmpstr (error->message, ==, "the disk is gone at sample 300000");
  g_clear_error (&error);
  g_assert_false (ondes_computed_source_prepare (chain, 0, chain->n, &watch, &error));
  g_assert_cmpstr (error->message, ==, "the disk is gone at sample 300000");
  g_clear_error (&error);
  /* What lies before it can be read, and once it is mended all can. */
  g_assert_true (ondes_source_read (moving, 0, 100, x, &error));
  g_assert_false (ondes_source_read (moving, 299990, 100, x, NULL));
  ((Counting *) parent)->fails_at = G_MAXUINT64;
  g_assert_true (ondes_source_read (moving, 299990, 100, x, &error));
  g_assert_true (ondes_source_read (chain, 0, 100, x, &error));
}

typedef struct
{
  GCancellable *cancellable; /* cancelled at half */
  double        last;
} Watching;

static void
watch (double   fraction,
       gpointer data)
{
  Watching *self = data;

  g_assert_cmpfloat (fraction, >=, self->last);
  g_assert_cmpfloat (fraction, <=, 1);
  self->last = fraction;
  if (fraction > 0.5)
    g_cancellable_cancel (self->cancellable);
}

/* Of a chain: the cells of its moving mean, then its line. What was done before the cancel is not done again. */
static void
test_cancel (void)
{
  g_autoptr (OndesSource) x = counting_new (4000000, G_MAXUINT64), y = counting_new (4000000, G_MAXUINT64);
  g_autoptr (OndesSource) chain = chain_new (x, y, 2000001);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Watching watching = { cancellable, 0 };
  double sample;
  int reads;

  g_assert_false (ondes_computed_source_prepare (chain, 0, chain->n, &(OndesWatch) { watch, &watching, cancellable }, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpfloat (watching.last, <, 0.7);
  g_clear_error (&error);
  g_cancellable_reset (cancellable);
  watching = (Watching) { NULL, 0 };
  g_assert_true (ondes_computed_source_prepare (chain, 0, chain->n, &(OndesWatch) { watch, &watching, NULL }, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (watching.last, ==, 1);
  reads = g_atomic_int_get (&((Counting *) x)->reads);
  g_assert_true (ondes_source_read (chain, 2000000, 1, &sample, &error));
  g_assert_cmpint (g_atomic_int_get (&((Counting *) x)->reads) - reads, <, 30); /* a few blocks, nothing is measured */
}

/* For previews: close to the exact mean, wherever that is not known yet. */
static void
test_estimate (void)
{
  const guint64 n = 1500000, window = 400001;
  g_autofree double *x = noise (n, 7, 0), *exact = NULL, *close = NULL;
  g_autoptr (OndesSource) parent = NULL, self = NULL, estimate = NULL, now = NULL, elsewhere = NULL;
  g_autoptr (OndesSource) shorter = NULL, of_shorter = NULL;
  const OndesWatch watch = { NULL };

  for (guint64 i = 0; i < n; i++)
    x[i] += 1e-5 * (double) i;
  parent = ondes_array_source_new (ONDES_F64, x, n, 1);
  self = moving_new (parent, window);
  estimate = ondes_computed_source_estimate (self, 0, n, NULL, NULL);
  g_assert_cmpuint (estimate->id, !=, self->id);
  close = read_all (estimate);
  /* What a preview looks at once it is measured there is exact. */
  g_assert_true (ondes_computed_source_prepare (self, 600000, 1000, &watch, NULL));
  now = ondes_computed_source_estimate (self, 600000, 1000, NULL, NULL);
  g_assert_true (now == self);
  elsewhere = ondes_computed_source_estimate (self, 0, 1000, NULL, NULL);
  g_assert_true (elsewhere != self);
  exact = read_all (self);
  for (guint64 i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (close[i], exact[i], 0.05);
  shorter = moving_new (parent, 1001);
  of_shorter = ondes_computed_source_estimate (shorter, 0, n, NULL, NULL);
  g_assert_true (of_shorter == shorter); /* nothing to wait for */
}

/* A look at a day with a window of ten minutes. */
static void
test_estimate_reads_little (void)
{
  g_autoptr (OndesSource) parent = counting_new (G_GUINT64_CONSTANT (48000) * 86400, G_MAXUINT64);
  g_autoptr (OndesSource) self = moving_new (parent, 48000 * 600 + 1);
  g_autoptr (OndesSource) estimate = ondes_computed_source_estimate (self, 0, self->n, NULL, NULL);
  double x[100];

  for (guint i = 0; i < 10; i++)
    g_assert_true (ondes_source_read (estimate, self->n / 10 * i, 100, x, NULL));
  g_assert_cmpint (((Counting *) parent)->reads, <, 250);
}

/* Reading sees the cancel of whoever reads. */
static void
test_cancelled_read (void)
{
  g_autoptr (OndesSource) parent = counting_new (4000000, G_MAXUINT64), self = moving_new (parent, 2000001);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  double sample;

  g_cancellable_cancel (cancellable);
  g_cancellable_push_current (cancellable);
  g_assert_false (ondes_source_read (self, 0, 1, &sample, &error));
  g_cancellable_pop_current (cancellable);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (((Counting *) parent)->reads, ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/computed-source/moving-mean-is-that-of-the-definition", test_moving_mean);
  g_test_add_func ("/ondes/computed-source/moving-mean-of-a-long-window", test_long_window);
  g_test_add_func ("/ondes/computed-source/moving-mean-of-integers-floats-and-complex", test_types);
  g_test_add_func ("/ondes/computed-source/a-spike-that-left-the-window-leaves-no-trace", test_spike);
  g_test_add_func ("/ondes/computed-source/window-is-an-odd-number-of-samples", test_window_in_samples);
  g_test_add_func ("/ondes/computed-source/mean-of-a-span", test_span_mean);
  g_test_add_func ("/ondes/computed-source/weighted-sum-of-two", test_weighted_sum);
  g_test_add_func ("/ondes/computed-source/chain-of-three", test_chain);
  g_test_add_func ("/ondes/computed-source/random-spans-from-eight-threads-equal-the-whole", test_threads);
  g_test_add_func ("/ondes/computed-source/a-block-is-computed-once", test_once);
  g_test_add_func ("/ondes/computed-source/blocks-stay-under-the-limit", test_limit);
  g_test_add_func ("/ondes/computed-source/blocks-are-given-back-with-the-last-source", test_gone);
  g_test_add_func ("/ondes/computed-source/blocks-of-a-closed-recording-are-given-back", test_recording);
  g_test_add_func ("/ondes/computed-source/errors-of-a-parent-pass-up", test_error);
  g_test_add_func ("/ondes/computed-source/a-cancelled-preparation-goes-on", test_cancel);
  g_test_add_func ("/ondes/computed-source/an-estimate-is-close", test_estimate);
  g_test_add_func ("/ondes/computed-source/an-estimate-reads-little-of-a-day", test_estimate_reads_little);
  g_test_add_func ("/ondes/computed-source/a-cancelled-read-ends", test_cancelled_read);
  return g_test_run ();
}
