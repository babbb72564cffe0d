/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which engine works: auto asks what is worthwhile, an order is an order, and what the user chose falls back and says why, once. */
#include "once.h"
#include "fake-load.h"
#include "watch-sink.h"

#include "engine/choice.h"
#include "transform/spectrum.h"

#include <string.h>

#define BITS 6
#define N (1 << BITS)

static FakeControl *control;
static OndesChoice *choice;
static guint next_device = 100; /* a device that is lost stays lost in this process, so that each case has its own */

static void
reset (void)
{
  g_assert_cmpuint (control->engines, ==, 0);
  *control = (FakeControl) { .devices = G_MAXUINT };
}

static OndesComputer *
new_follower (void)
{
  return ondes_computer_new_at (NULL, 0, 1, &(OndesClient) { .choice = choice });
}

/* The Walsh spectrum of fresh integers, checked against the definition: row w holds Σ x(t) (−1)^(bits that w and t share). */
static gboolean
compute (OndesComputer *computer,
         OndesReport   *report,
         GError       **error)
{
  const OndesSpectrumOptions options = { .type = ONDES_I64 };
  const OndesView view = { .count = N };
  g_autoptr (OndesSpec) spec = ondes_spectrum_new (&options, NULL);
  g_autoptr (OndesSource) source = NULL;
  g_auto (WatchSink) sink;
  gint64 x[N];

  g_assert_nonnull (spec);
  for (guint t = 0; t < N; t++)
    x[t] = g_test_rand_int_range (-1000, 1000);
  source = ondes_array_source_new (ONDES_I64, x, N, 1);
  watch_sink_init (&sink);
  if (!compute_once (computer, ondes_request_new_of (spec, source, &view, error), &sink.sink, NULL, report, error))
    return FALSE;

  g_assert_cmpint (sink.array->type, ==, ONDES_I64);
  g_assert_cmpuint (sink.array->cols, ==, N);
  for (guint w = 0; w < N; w++)
    {
      gint64 sum = 0;

      for (guint t = 0; t < N; t++)
        sum += __builtin_parity (w & t) ? -x[t] : x[t];
      g_assert_cmpint (((gint64 *) sink.array->data)[w], ==, sum);
    }
  return TRUE;
}

static void
test_worthwhile (void)
{
  reset ();
  for (guint64 least = N; least <= N + 1; least++)
    {
      const gboolean large = N >= least;
      g_autoptr (OndesComputer) automatic = ondes_computer_new ("auto", next_device++, 1);
      g_autoptr (OndesComputer) order = ondes_computer_new ("cuda", next_device++, 1);
      g_autoptr (OndesComputer) chosen = new_follower ();
      g_auto (OndesReport) report = { NULL };
      g_autofree char *name = NULL;
      g_autoptr (GError) error = NULL;

      ondes_choice_set (choice, "cuda", next_device++);
      control->worthwhile = least;
      control->calls[FAKE_OPEN] = 0;
      g_assert_true (compute (automatic, &report, &error));
      g_assert_no_error (error);
      g_assert_cmpstr (report.engine, ==, large ? "cuda" : "cpu");
      name = large ? g_strdup_printf ("fake %u", next_device - 3) : g_strdup ("");
      g_assert_cmpstr (report.device, ==, name);
      g_assert_null (report.fallback);
      g_assert_cmpuint (control->calls[FAKE_OPEN], ==, large); /* small work wakes no device */

      g_assert_true (compute (order, &report, &error));
      g_assert_cmpstr (report.engine, ==, "cuda");
      g_assert_true (compute (chosen, &report, &error));
      g_assert_cmpstr (report.engine, ==, "cuda");
      g_assert_null (report.fallback);
    }
}

/* The reason, which is told once. */
static void
assert_why (const char *part)
{
  g_autofree char *why = ondes_choice_take_why (choice);
  g_autofree char *again = ondes_choice_take_why (choice);

  if (part != NULL)
    g_assert_nonnull (strstr (why, part));
  else
    g_assert_null (why);
  g_assert_null (again);
}

static void
test_without_device (void)
{
  g_autoptr (OndesComputer) computer = new_follower ();
  g_auto (OndesReport) report = { NULL };

  reset ();
  control->devices = 0;
  ondes_choice_set (choice, "cuda", next_device++);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (compute (computer, &report, &error));
      g_assert_no_error (error);
      g_assert_cmpstr (report.engine, ==, "cpu");
      g_assert_cmpstr (report.device, ==, "");
      g_assert_cmpstr (report.fallback, ==, "the fake engine has no device");
      g_assert_false (report.lost);
      assert_why (i == 0 ? "the fake engine has no device" : NULL);
    }
}

/* Two computers, as of pictures and exports, fall back again and again, and it is told once. */
static void
test_fails (void)
{
  for (guint call = 0; call < FAKE_N; call++)
    for (guint code = ONDES_ENGINE_ERROR_UNSUPPORTED; code <= ONDES_ENGINE_ERROR_LOST; code++)
      {
        g_autoptr (OndesComputer) one = new_follower (), other = new_follower ();

        reset ();
        control->armed = control->on = TRUE;
        control->call = call;
        control->at = 1;
        control->code = code;
        ondes_choice_set (choice, "cuda", next_device++);
        for (guint i = 0; i < 4; i++)
          {
            g_auto (OndesReport) report = { NULL };
            g_autoptr (GError) error = NULL;

            g_assert_true (compute (i % 2 == 0 ? one : other, &report, &error));
            g_assert_no_error (error);
            g_assert_cmpstr (report.engine, ==, "cpu");
            g_assert_nonnull (strstr (report.fallback, "the fake engine fails"));
            g_assert_true (report.lost == (code == ONDES_ENGINE_ERROR_LOST && i == 0));
            assert_why (i == 0 ? "the fake engine fails" : NULL);
          }
      }
}

/* A loss is told though something else was before. */
static void
test_lost_after_unsupported (void)
{
  static const struct
  {
    OndesEngineError code;
    const char      *why;
  } steps[] = {
    { ONDES_ENGINE_ERROR_UNSUPPORTED, "fails" }, { ONDES_ENGINE_ERROR_NO_MEMORY, NULL }, { ONDES_ENGINE_ERROR_LOST, "was lost" },
    { ONDES_ENGINE_ERROR_UNSUPPORTED, NULL },
  };
  g_autoptr (OndesComputer) computer = new_follower ();

  reset ();
  control->armed = control->on = TRUE;
  control->call = FAKE_RUN;
  control->at = 1;
  ondes_choice_set (choice, "cuda", next_device++);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (GError) error = NULL;

      control->code = steps[i].code;
      g_assert_true (compute (computer, NULL, &error));
      g_assert_no_error (error);
      assert_why (steps[i].why);
    }
}

/* A computer that waited may hear of a lost device, and tell of it, before the one that saw it go. */
static void
test_lost_told_by_another (void)
{
  OndesReport heard = { .fallback = (char *) "the device was lost" }, saw = { .fallback = heard.fallback, .lost = TRUE };
  g_autofree char *engine = NULL;
  guint serial = 0, device;

  ondes_choice_set (choice, "cuda", next_device++);
  g_assert_true (ondes_choice_changed (choice, &serial, &engine, &device));
  ondes_choice_note (choice, serial, &heard);
  assert_why ("was lost");
  ondes_choice_note (choice, serial, &saw);
  assert_why (NULL);
  ondes_choice_note (choice, serial, &heard);
  assert_why (NULL);
}

/* A computer that is open follows, and gives the device back that it had; one with an order does not. */
static void
test_follows (void)
{
  static const struct
  {
    const char *chosen, *engine;
    guint       device, engines; /* those of the fake that are open, the order's among them */
  } steps[] = { { "cuda", "cuda", 1001, 2 }, { "cuda", "cuda", 1002, 2 }, { "cpu", "cpu", 1002, 1 }, { "auto", "cuda", 0, 2 } };
  g_autoptr (OndesComputer) follower = new_follower (), order = ondes_computer_new ("cuda", 1003, 1);
  g_auto (OndesReport) report = { NULL };

  reset ();
  g_assert_true (compute (order, &report, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (GError) error = NULL;

      ondes_choice_set (choice, steps[i].chosen, steps[i].device);
      g_assert_true (compute (follower, &report, &error));
      g_assert_no_error (error);
      g_assert_cmpstr (report.engine, ==, steps[i].engine);
      g_assert_null (report.fallback);
      g_assert_cmpuint (control->engines, ==, steps[i].engines);
      if (g_str_equal (steps[i].engine, "cuda"))
        g_assert_cmpuint (control->device, ==, steps[i].device);
      assert_why (NULL);
      g_assert_true (compute (order, &report, &error));
      g_assert_cmpstr (report.device, ==, "fake 1003");
    }
}

/* Two choices at once: each computer follows its own and hears why of its own; one with none follows neither. */
static void
test_two (void)
{
  g_autoptr (OndesChoice) other = ondes_choice_new ();
  g_autoptr (OndesComputer) one = new_follower (), none = ondes_computer_new (NULL, 0, 1);
  g_autoptr (OndesComputer) two = ondes_computer_new_at (NULL, 0, 1, &(OndesClient) { .choice = other });
  g_auto (OndesReport) report = { NULL };
  g_autofree char *why = NULL;

  reset ();
  control->worthwhile = G_MAXUINT64;
  ondes_choice_set (choice, "cpu", 0);
  ondes_choice_set (other, "cuda", next_device++);
  g_assert_true (compute (one, &report, NULL));
  g_assert_cmpstr (report.engine, ==, "cpu");
  g_assert_true (compute (two, &report, NULL));
  g_assert_cmpstr (report.engine, ==, "cuda");
  g_assert_true (compute (none, &report, NULL));
  g_assert_cmpstr (report.engine, ==, "cpu");
  control->devices = 0;
  ondes_choice_set (other, "cuda", next_device++);
  g_assert_true (compute (two, &report, NULL));
  g_assert_cmpstr (report.engine, ==, "cpu");
  assert_why (NULL);
  why = ondes_choice_take_why (other);
  g_assert_nonnull (strstr (why, "the fake engine has no device"));
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  control = fake_load (NULL);

  g_test_add_func ("/ondes/choice/auto-gives-small-works-to-the-cpu", test_worthwhile);
  g_test_add_func ("/ondes/choice/without-device-says-why-once", test_without_device);
  g_test_add_func ("/ondes/choice/falls-back-and-says-why-once", test_fails);
  g_test_add_func ("/ondes/choice/loss-is-told-in-any-case", test_lost_after_unsupported);
  g_test_add_func ("/ondes/choice/loss-is-told-once-whoever-tells-first", test_lost_told_by_another);
  g_test_add_func ("/ondes/choice/computers-follow", test_follows);
  g_test_add_func ("/ondes/choice/each-computer-follows-its-own", test_two);
  choice = ondes_choice_new ();
  status = g_test_run ();
  ondes_choice_unref (choice);
  return status;
}
