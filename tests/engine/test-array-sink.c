/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/array-sink.h"
#include "engine/result.h"

#include <string.h>

static gboolean
begin (OndesArraySink *sink,
       OndesType       type,
       guint64         rows,
       guint64         cols,
       GError        **error)
{
  return sink->sink.klass->begin (&sink->sink, type, rows, cols, error);
}

static gboolean
put (OndesArraySink *sink,
     guint64         row0,
     guint64         rows,
     guint64         col0,
     guint64         cols,
     const void     *data,
     gsize           stride,
     GError        **error)
{
  const OndesRect where = { row0, rows, col0, cols };

  return sink->sink.klass->put (&sink->sink, &where, data, stride, TRUE, error);
}

static void
sink_free (OndesArraySink *sink)
{
  ondes_sink_free (&sink->sink);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesArraySink, sink_free)

/* Cut into random tiles with random strides, every type comes back as it was. */
static void
test_tiles (void)
{
  static const OndesType types[] = { ONDES_U8, ONDES_I32, ONDES_I64, ONDES_F32, ONDES_F64, ONDES_C64, ONDES_C128, ONDES_BITS };

  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    for (guint round = 0; round < 20; round++)
      {
        g_autoptr (OndesArraySink) sink = ondes_array_sink_new ();
        g_autoptr (GError) error = NULL;
        OndesType type = types[t];
        gsize rows = (gsize) g_test_rand_int_range (1, 20), cols = (gsize) g_test_rand_int_range (1, 70);
        gsize row_bytes = ondes_type_bytes (type, cols), element = ondes_type_bytes (type, 8) / 8;
        g_autofree guint8 *want = g_malloc0 (rows * row_bytes);
        g_autofree guint8 *have = NULL;

        for (gsize i = 0; i < rows * row_bytes; i++)
          want[i] = (guint8) g_test_rand_int ();
        if (type == ONDES_BITS && cols % 8 != 0)
          for (gsize i = 0; i < rows; i++)
            want[i * row_bytes + cols / 8] &= (guint8) ((1 << (cols % 8)) - 1); /* the bits past the end are 0 */

        g_assert_true (begin (sink, type, rows, cols, &error));
        g_assert_no_error (error);
        for (gsize row = 0; row < rows;)
          {
            gsize m = (gsize) g_test_rand_int_range (1, (gint32) (rows - row) + 1);

            for (gsize col = 0; col < cols;)
              {
                gsize n = (gsize) g_test_rand_int_range (1, (gint32) (cols - col) + 1);
                gsize stride = ondes_type_bytes (type, n) + (gsize) g_test_rand_int_range (0, 9);
                g_autofree guint8 *tile = g_malloc0 (m * stride);

                for (gsize i = 0; i < m; i++)
                  if (type == ONDES_BITS)
                    for (gsize j = 0; j < n; j++)
                      tile[i * stride + j / 8] |= (guint8) ((want[(row + i) * row_bytes + (col + j) / 8] >> ((col + j) % 8) & 1)
                                                            << (j % 8));
                  else
                    memcpy (tile + i * stride, want + (row + i) * row_bytes + col * element, n * element);
                g_assert_true (put (sink, row, m, col, n, tile, stride, &error));
                g_assert_no_error (error);
                col += n;
              }
            row += m;
          }
        g_assert_cmpint (sink->type, ==, type);
        g_assert_cmpuint (sink->rows, ==, rows);
        g_assert_cmpuint (sink->cols, ==, cols);
        g_assert_true (ondes_sink_finish (&sink->sink, &error));
        have = ondes_array_sink_steal (sink);
        g_assert_null (sink->data);
        g_assert_cmpmem (have, rows * row_bytes, want, rows * row_bytes);
      }
}

static void
test_outside (void)
{
  static const guint64 wrong[][4] = {
    { 0, 4, 0, 1 },
    { 3, 1, 0, 1 },
    { 4, 0, 0, 1 },
    { 0, 1, 5, 1 },
    { 0, 1, 0, 6 },
    { 0, 1, 6, 0 },
    { 1, G_MAXUINT64, 0, 1 },
    { G_MAXUINT64, 1, 0, 1 },
    { 0, 1, 1, G_MAXUINT64 },
    { 0, 1, G_MAXUINT64, 2 },
  };
  g_autoptr (OndesArraySink) sink = ondes_array_sink_new ();
  g_autoptr (GError) error = NULL;
  double values[64] = { 0 };

  /* before begin there is nothing to put into */
  g_assert_false (put (sink, 0, 1, 0, 1, values, 8, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_clear_error (&error);

  g_assert_true (begin (sink, ONDES_F64, 3, 5, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_assert_false (put (sink, wrong[i][0], wrong[i][1], wrong[i][2], wrong[i][3], values, 8, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_clear_error (&error);
    }
  g_assert_true (put (sink, 2, 1, 4, 1, values, 8, NULL));
  g_assert_true (put (sink, 0, 3, 0, 5, values, 40, NULL));
}

static void
test_too_large (void)
{
  static const guint64 large[][2] = {
    { G_GUINT64_CONSTANT (1) << 30, G_GUINT64_CONSTANT (1) << 30 },
    { G_MAXUINT64, G_MAXUINT64 },
    { G_MAXUINT64 / 16, 2 },
    { 1, G_MAXUINT64 / 16 },
    { G_GUINT64_CONSTANT (1) << 32, G_GUINT64_CONSTANT (1) << 28 }, /* 2^64 bytes are 0 when they wrap */
    { 1, G_GUINT64_CONSTANT (1) << 44 },
  };
  g_autoptr (OndesArraySink) sink = ondes_array_sink_new ();

  for (guint i = 0; i < G_N_ELEMENTS (large); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (begin (sink, ONDES_C128, large[i][0], large[i][1], &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_assert_null (sink->data);
    }
  {
    g_autoptr (GError) error = NULL;

    g_assert_false (begin (sink, ONDES_C128, 1 << 20, 1 << 26, &error));
    g_assert_nonnull (strstr (error->message, "1125899906842624 bytes"));
  }
}

static void
test_begin_again (void)
{
  g_autoptr (OndesArraySink) sink = ondes_array_sink_new ();
  const double value = 7;

  g_assert_true (begin (sink, ONDES_F64, 2, 2, NULL));
  g_assert_true (put (sink, 1, 1, 1, 1, &value, 8, NULL));
  g_assert_true (begin (sink, ONDES_F64, 2, 3, NULL));
  for (guint i = 0; i < 6; i++)
    g_assert_cmpfloat (((double *) sink->data)[i], ==, 0);
  g_assert_true (begin (sink, ONDES_F64, 0, 3, NULL));
  g_assert_nonnull (sink->data);
}

/* Of small and of large results, at every alignment of both sides: what lies beside stays. */
static void
test_copies (void)
{
  static const gsize whole[] = { 1000, (gsize) 1 << 30 };
  guint8 src[400], dst[400];

  for (guint i = 0; i < sizeof src; i++)
    src[i] = (guint8) (1 + g_test_rand_int_range (0, 255));
  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    for (guint tries = 0; tries < 5000; tries++)
      {
        const gsize from = g_test_rand_int_range (0, 100), to = g_test_rand_int_range (0, 100);
        const gsize n = g_test_rand_int_range (0, 301);

        memset (dst, 0, sizeof dst);
        ondes_result_copy (whole[i], dst + to, src + from, n);
        for (gsize j = 0; j < sizeof dst; j++)
          g_assert_cmpuint (dst[j], ==, j < to || j >= to + n ? 0 : src[from + j - to]);
      }
}

/* A sink that may reuse its memory keeps it for results of the same size alone, and holds the newest. */
static void
test_reuse (void)
{
  g_autoptr (OndesArraySink) sink = ondes_array_sink_new ();
  const double first[] = { 1, 2, 3, 4 }, second[] = { 5, 6, 7, 8 };
  g_autoptr (GError) error = NULL;
  const void *memory;

  sink->reuse = TRUE;
  g_assert_true (begin (sink, ONDES_F64, 2, 2, &error) && put (sink, 0, 2, 0, 2, first, 2 * sizeof *first, &error));
  memory = sink->data;
  g_assert_true (begin (sink, ONDES_F64, 2, 2, &error));
  g_assert_true (sink->data == memory);
  g_assert_true (put (sink, 0, 2, 0, 2, second, 2 * sizeof *second, &error));
  g_assert_cmpmem (sink->data, sizeof second, second, sizeof second);
  g_assert_true (begin (sink, ONDES_F32, 3, 5, &error) && put (sink, 2, 1, 4, 1, first, sizeof *first, &error));
  g_assert_cmpuint (sink->rows, ==, 3);
  g_assert_no_error (error);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/array-sink/tiles-of-every-type", test_tiles);
  g_test_add_func ("/ondes/array-sink/outside-is-refused", test_outside);
  g_test_add_func ("/ondes/array-sink/larger-than-memory-is-refused", test_too_large);
  g_test_add_func ("/ondes/array-sink/begin-again-forgets", test_begin_again);
  g_test_add_func ("/ondes/array-sink/memory-is-reused", test_reuse);
  g_test_add_func ("/ondes/array-sink/copies", test_copies);
  return g_test_run ();
}
