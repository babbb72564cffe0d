/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../engine/once.h"
#include "spectra.h"

#include <string.h>

gint64
random_integer (gint64 lo,
                gint64 hi)
{
  const guint64 bits = (guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();

  return lo + (gint64) (bits % ((guint64) hi - (guint64) lo + 1));
}

OndesSource *
values_new (OndesType     type,
            const gint64 *x,
            gsize         n)
{
  g_autofree char *data = g_malloc0 (ondes_type_bytes (type, n) + 8);

  for (gsize i = 0; i < n; i++)
    switch (type)
      {
      case ONDES_U8:
        ((guint8 *) data)[i] = (guint8) x[i];
        break;
      case ONDES_I32:
        ((gint32 *) data)[i] = (gint32) x[i];
        break;
      case ONDES_I64:
        ((gint64 *) data)[i] = x[i];
        break;
      case ONDES_F32:
        ((float *) data)[i] = (float) x[i];
        break;
      case ONDES_F64:
        ((double *) data)[i] = (double) x[i];
        break;
      default:
        data[i / 8] |= (char) ((x[i] & 1) << i % 8);
      }
  return ondes_array_source_new (type, data, n, 1);
}

gint64
spectra_integer (const OndesArraySink *sink,
                 gsize                 i)
{
  const gsize row = i / sink->cols, col = i % sink->cols;

  switch (sink->type)
    {
    case ONDES_U8:
      return ((const guint8 *) sink->data)[i];
    case ONDES_I32:
      return ((const gint32 *) sink->data)[i];
    case ONDES_I64:
      return ((const gint64 *) sink->data)[i];
    case ONDES_BITS:
      return ((const guint8 *) sink->data)[row * ((sink->cols + 7) / 8) + col / 8] >> col % 8 & 1;
    default:
      g_assert_not_reached ();
    }
}

double
spectra_value (const OndesArraySink *sink,
               gsize                 i)
{
  if (sink->type == ONDES_F32)
    return ((const float *) sink->data)[i];
  if (sink->type == ONDES_F64)
    return ((const double *) sink->data)[i];
  return (double) spectra_integer (sink, i);
}

static OndesArraySink *
compute (OndesSpec          *spec,
         OndesSource *const *sources,
         guint               n_sources,
         guint               threads,
         gboolean            maps,
         GError            **error)
{
  static OndesSinkClass put_only;
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, threads);
  OndesArraySink *sink = ondes_array_sink_new ();
  const OndesView view = { .count = sources[0]->n };

  g_assert_nonnull (sink->sink.klass->map);
  if (!maps)
    {
      put_only = *sink->sink.klass;
      put_only.map = NULL;
      sink->sink.klass = &put_only;
    }
  if (compute_once (computer, ondes_request_new (spec, sources, n_sources, &view, error), &sink->sink, NULL, NULL, error))
    return sink;
  ondes_sink_free (&sink->sink);
  return NULL;
}

/* Into mapped memory of the sink, and by putting; both are the same. */
OndesArraySink *
spectra_try (OndesSpec          *spec,
             OndesSource *const *sources,
             guint               n_sources,
             guint               threads,
             GError            **error)
{
  g_autoptr (GError) why = NULL;
  OndesArraySink *put = compute (spec, sources, n_sources, threads, FALSE, &why);
  OndesArraySink *mapped = compute (spec, sources, n_sources, threads, TRUE, error);

  g_assert_true ((put == NULL) == (mapped == NULL));
  if (put != NULL)
    {
      const gsize bytes = ondes_type_bytes (put->type, put->cols) * put->rows;

      g_assert_cmpmem (put->data, bytes, mapped->data, bytes);
      ondes_sink_free (&put->sink);
    }
  else if (error != NULL)
    g_assert_cmpstr ((*error)->message, ==, why->message);
  return mapped;
}

OndesArraySink *
spectra_run (const OndesSpectrumOptions *options,
             OndesSource                *source,
             guint                       threads)
{
  GError *error = NULL;
  g_autoptr (OndesSpec) spec = ondes_spectrum_new (options, &error);
  OndesArraySink *sink;

  g_assert_no_error (error);
  sink = spectra_try (spec, &source, 1, threads, &error);
  g_assert_no_error (error);
  return sink;
}

/* ⊗ [a b; c d] */
static gint64
kronecker (const gint64 entries[4],
           guint        n,
           gsize        row,
           gsize        col)
{
  gint64 value = 1;

  for (guint i = 0; i < n; i++)
    value *= entries[2 * (row >> i & 1) + (col >> i & 1)];
  return value;
}

/* H(n) = [H(n−1) ⊗ [1 1]; I(n−1) ⊗ [1 −1]] */
static gint64
haar (guint n,
      gsize row,
      gsize col)
{
  const gsize half = n > 0 ? (gsize) 1 << (n - 1) : 0;

  if (n == 0)
    return 1;
  if (row < half)
    return haar (n - 1, row, col / 2);
  return col / 2 != row - half ? 0 : col % 2 ? -1 : 1;
}

static gsize
sign_changes (const gint64 *row,
              gsize         n)
{
  gsize changes = 0;

  for (gsize i = 1; i < n; i++)
    changes += row[i] != row[i - 1];
  return changes;
}

gint64 *
spectra_matrix (OndesSpectrumKind kind,
                OndesOrder        order,
                guint             n)
{
  static const gint64 entries[][4] = {
    [ONDES_SPECTRUM_WALSH] = { 1, 1, 1, -1 },
    [ONDES_SPECTRUM_REED_MULLER] = { 1, 0, 1, 1 },
    [ONDES_SPECTRUM_ARITHMETIC] = { 1, 0, -1, 1 },
  };
  const gboolean is_haar = kind == ONDES_SPECTRUM_HAAR || kind == ONDES_SPECTRUM_HAAR_ORTHONORMAL;
  const gsize size = (gsize) 1 << n;
  g_autofree gint64 *row = g_new (gint64, size);
  gint64 *matrix = g_new (gint64, size * size);

  for (gsize r = 0; r < size; r++)
    {
      gsize place = r;

      for (gsize c = 0; c < size; c++)
        row[c] = is_haar ? haar (n, r, c) : kronecker (entries[kind], n, r, c);
      if (is_haar && order == ONDES_ORDER_NATURAL && r > 0)
        {
          guint t = 0;
          gsize m;

          while ((gsize) 1 << (n - 1 - t) > r)
            t++;
          m = r - ((gsize) 1 << (n - 1 - t));
          place = (2 * m + 1) << t;
        }
      else if (order == ONDES_ORDER_PALEY)
        for (guint i = place = 0; i < n; i++)
          place = place * 2 + (r >> i & 1);
      else if (!is_haar && order == ONDES_ORDER_SEQUENCY)
        place = sign_changes (row, size);
      memcpy (matrix + place * size, row, size * sizeof *row);
    }
  return matrix;
}
