/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests: checked when they are made, whatever engine computes them. */
#include "engine/request.h"

#include "base/request-error.h"
#include "transform/cwt.h"
#include "transform/dyadic.h"
#include "transform/spectrum.h"

#define N 64

typedef struct
{
  OndesSource *reals, *integers, *complex, *longer;
  OndesSpec   *magnitude, *coefficients, *analytic, *walsh, *rows, *dyadic;
} Fixture;

static OndesSpec *
cwt_new (OndesWavelet  wavelet,
         OndesQuantity quantity,
         guint64       fft_length)
{
  g_autoptr (OndesScaleList) scales = ondes_scale_list_parse ("2,5", 0, NULL);
  OndesCwtOptions options = ondes_cwt_options_default;

  options.wavelet = wavelet;
  options.quantity = quantity;
  options.fft_length = fft_length;
  return ondes_cwt_new (&options, scales, NULL);
}

static void
fixture_init (Fixture *self)
{
  const OndesSpectrumOptions walsh = { .type = ONDES_I64 }, rows = { .type = ONDES_I64, .row_length = 16 };
  const double samples[4 * N] = { 1 };
  const gint64 integers[N] = { 1 };

  *self = (Fixture) {
    .reals = ondes_array_source_new (ONDES_F64, samples, N, 1),
    .integers = ondes_array_source_new (ONDES_I64, integers, N, 1),
    .complex = ondes_array_source_new (ONDES_C128, samples, N, 1),
    .longer = ondes_array_source_new (ONDES_F64, samples, 4 * N, 1),
    .magnitude = cwt_new (ONDES_WAVELET_COMPLEX_MORLET, ONDES_QUANTITY_MAGNITUDE, 0),
    .coefficients = cwt_new (ONDES_WAVELET_COMPLEX_MORLET, ONDES_QUANTITY_COEFFICIENTS, 0),
    .analytic = cwt_new (ONDES_WAVELET_ANALYTIC_MORLET, ONDES_QUANTITY_MAGNITUDE, N),
    .walsh = ondes_spectrum_new (&walsh, NULL),
    .rows = ondes_spectrum_new (&rows, NULL),
    .dyadic = ondes_dyadic_new (ONDES_F64, NULL),
  };
}

static void
fixture_clear (Fixture *self)
{
  OndesSource *sources[] = { self->reals, self->integers, self->complex, self->longer };
  OndesSpec *specs[] = { self->magnitude, self->coefficients, self->analytic, self->walsh, self->rows, self->dyadic };

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    ondes_source_unref (sources[i]);
  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    ondes_spec_unref (specs[i]);
}

/* @code -1: it is not refused. */
static void
check (OndesSpec   *spec,
       OndesSource *first,
       OndesSource *second,
       OndesView    view,
       int          code)
{
  OndesSource *const sources[] = { first, second };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesRequest) request = ondes_request_new (spec, sources, (first != NULL) + (second != NULL), &view, &error);

  if (code < 0)
    {
      g_assert_no_error (error);
      g_assert_nonnull (request);
      return;
    }
  g_assert_null (request);
  g_assert_error (error, ONDES_ERROR, code);
}

static void
test_refused (void)
{
  enum { TAKEN = -1, FILE = ONDES_ERROR_FILE, REQUEST = ONDES_ERROR_REQUEST };
  const OndesView all = { 0, N, 0, FALSE }, none = { 3, 0, 0, FALSE }, beyond = { 1, N, 0, FALSE }, pooled = { 0, N, 8, FALSE };
  const OndesView wraps = { 1, G_MAXUINT64, 0, FALSE }, odd = { 0, N - 1, 0, FALSE }, late = { N, N, 0, FALSE };
  Fixture f;

  fixture_init (&f);
  /* the view */
  check (f.magnitude, f.reals, NULL, all, TAKEN);
  check (f.magnitude, f.reals, NULL, pooled, TAKEN);
  check (f.magnitude, f.reals, NULL, none, FILE);
  check (f.magnitude, f.reals, NULL, beyond, FILE);
  check (f.magnitude, f.reals, NULL, wraps, FILE);
  check (f.magnitude, f.reals, NULL, late, FILE);
  check (f.magnitude, NULL, NULL, all, FILE);
  /* the Morlet transform */
  check (f.coefficients, f.reals, NULL, all, TAKEN);
  check (f.coefficients, f.reals, NULL, pooled, REQUEST);
  check (f.magnitude, f.reals, f.reals, all, REQUEST);
  check (f.analytic, f.reals, NULL, all, TAKEN);
  check (f.analytic, f.longer, NULL, all, FILE); /* its FFT is shorter than the recording */
  /* spectra */
  check (f.walsh, f.integers, NULL, all, TAKEN);
  check (f.walsh, f.integers, NULL, odd, FILE);
  check (f.walsh, f.integers, NULL, pooled, REQUEST);
  check (f.walsh, f.integers, f.integers, all, REQUEST);
  check (f.walsh, f.reals, NULL, all, REQUEST);
  check (f.walsh, f.complex, NULL, all, REQUEST);
  check (f.rows, f.integers, NULL, (OndesView) { 8, 3 * 16, 0, FALSE }, TAKEN);
  check (f.rows, f.integers, NULL, (OndesView) { 8, 17, 0, FALSE }, FILE);
  /* dyadic convolution */
  check (f.dyadic, f.reals, NULL, all, TAKEN);
  check (f.dyadic, f.reals, f.integers, all, TAKEN);
  check (f.dyadic, f.reals, f.longer, all, TAKEN);
  check (f.dyadic, f.longer, f.reals, late, FILE);
  check (f.dyadic, f.reals, NULL, odd, FILE);
  check (f.dyadic, f.reals, NULL, pooled, REQUEST);
  check (f.dyadic, f.reals, f.complex, all, REQUEST);
  fixture_clear (&f);
}

/* It tells what the sink will be begun with, and keeps what it is of. */
static void
test_made (void)
{
  Fixture f;
  OndesRequest *request, *other;

  fixture_init (&f);
  request = ondes_request_new_of (f.magnitude, f.reals, &(OndesView) { 4, 40, 8, TRUE }, NULL);
  g_assert_cmpint (request->result.type, ==, ONDES_F32);
  g_assert_cmpuint (request->result.rows, ==, 2);
  g_assert_cmpuint (request->result.columns, ==, 8);
  g_assert_cmpuint (request->view.first, ==, 4);
  g_assert_true (request->view.preview);

  other = ondes_request_new_of (f.rows, f.integers, NULL, NULL);
  g_assert_cmpuint (other->view.count, ==, N);
  g_assert_cmpuint (other->result.rows, ==, N / 16);
  g_assert_cmpuint (other->result.columns, ==, 16);
  fixture_clear (&f);

  g_assert_cmpuint (request->sources[0]->n, ==, N);
  g_assert_cmpint (ondes_spec_transform (request->spec), ==, ONDES_TRANSFORM_CWT);
  ondes_request_unref (ondes_request_ref (request));
  g_assert_cmpint (ondes_spec_transform (request->spec), ==, ONDES_TRANSFORM_CWT);
  ondes_request_unref (request);
  ondes_request_unref (other);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/request/what-cannot-be-computed-is-refused", test_refused);
  g_test_add_func ("/ondes/request/tells-its-result-and-keeps-its-sources", test_made);
  return g_test_run ();
}
