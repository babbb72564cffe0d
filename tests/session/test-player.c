/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The player against the resampler's definition, into a sink that keeps what it is given and whose clock the test moves. */
#include "../signal/bessel.h"
#include "memory-sink.h"
#include "base/request-error.h"
#include "sound/player.h"

#include <float.h>
#include <math.h>

#define FADE 240

typedef struct
{
  OndesPlayer     *player;
  MemorySink      *sink;
  OndesPlayerState state;
} Fixture;

static void
fixture_open (Fixture *f)
{
  *f = (Fixture) { 0 };
  f->player = ondes_player_new (memory_sink_new (FALSE, &f->sink));
}

static void
fixture_close (Fixture *f)
{
  ondes_player_free (f->player);
  g_free (f->state.problem);
}

static const OndesPlayerState *
look (Fixture *f)
{
  g_free (f->state.problem);
  ondes_player_get_state (f->player, &f->state);
  return &f->state;
}

/* Lets the sink play until @frames were written in all, or, if 0, until nothing sounds. */
static void
pump (Fixture *f,
      guint64  frames)
{
  guint64 last = 0;
  guint same = 0;

  while (frames > 0 ? memory_sink_get_count (f->sink) < frames : look (f)->sounding)
    {
      const guint64 count = memory_sink_get_count (f->sink);

      same = count == last ? same + 1 : 0;
      last = count;
      /* Nothing more came for long: this was the end. */
      memory_sink_advance (f->sink, same > 200 && !look (f)->playing ? 0 : 1);
      g_usleep (500);
    }
}

static double
frame_at (Fixture *f,
          guint64  i)
{
  double frame;

  g_mutex_lock (&f->sink->mutex);
  g_assert_cmpuint (i, <, f->sink->frames->len);
  frame = g_array_index (f->sink->frames, float, i);
  g_mutex_unlock (&f->sink->mutex);
  return frame;
}

static double *
noise_new (gsize n)
{
  double *x = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    x[i] = g_test_rand_double_range (-0.5, 0.5);
  return x;
}

/* The output at position @p of @n samples, by the double sum of resampler.h. */
static double
heard_at (const double *x,
          gint64        n,
          double        step,
          double        p)
{
  const double g = 0.95 / MAX (1, step), beta = 0.1102 * (104 - 8.7), half = 64 / g;
  double sum = 0;

  if (step == 1)
    return p >= 0 && p < n ? x[(gint64) p] : 0;
  for (gint64 k = (gint64) MAX (ceil (p - half), 0); k < n && k < p + half; k++)
    {
      const double v = g * (p - k);
      const double tap = v == 0 ? g : g * sin (G_PI * v) / (G_PI * v);

      sum += x[k] * tap * bessel (beta * sqrt (MAX (1 - v * v / 4096, 0)));
    }
  return sum / bessel (beta);
}

/* Weight of what fades in, at frame @j of the crossfade. */
static double
weight (gint64 j)
{
  return j < 0 ? 0 : j >= FADE ? 1 : 0.5 - 0.5 * cos (G_PI * (double) (j + 1) / (FADE + 1));
}

static void
test_speeds (void)
{
  const double rates[] = { 48000, 44100, 250 * 40, 96000, 8000 }, speeds[] = { 0.05, 0.5, 1, 1.7, 4 };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    for (guint s = 0; s < G_N_ELEMENTS (speeds); s++)
      {
        const double step = rates[i] * speeds[s] / 48000;
        const gsize n = (gsize) (4000 * step) + 3;
        g_autofree double *x = noise_new (n);
        g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, n, rates[i]);
        const OndesTrack track = { source, rates[i], 0, n, 0, 1 };
        gint64 seam;
        Fixture f;

        fixture_open (&f);
        ondes_player_set_pace (f.player, &(OndesPace) { .speed = speeds[s] });
        ondes_player_play (f.player, &track, 0);
        pump (&f, 0);
        g_assert_true (f.state.ended && !f.state.playing);
        g_assert_cmpuint (f.state.underruns, ==, 0);
        seam = (gint64) memory_sink_get_count (f.sink) - FADE;
        g_assert_cmpfloat (fabs ((double) seam - (n - FADE * step) / step), <=, 1.0 + 1e-6);
        g_assert_cmpfloat (fabs (f.state.position - n), <=, 2 * step + 1e-6);
        for (gint64 j = 0; j < seam + FADE; j += j < 10 ? 1 : 61)
          g_assert_cmpfloat_with_epsilon (frame_at (&f, j),
                                          weight (j) * (1 - weight (j - seam)) * heard_at (x, n, step, j * step), 2e-6);
        fixture_close (&f);
      }
}

static void
test_loop (void)
{
  const gsize n = 9000, first = 1000, count = 4800;
  g_autofree double *x = g_new (double, n);
  g_autoptr (OndesSource) source = NULL;
  double roughest = 0;
  Fixture f;

  /* An offset, and a tone that does not fit into the span: a cut would jump by up to 0.9. */
  for (gsize i = 0; i < n; i++)
    x[i] = 0.3 + 0.45 * sin (2 * G_PI * 441.3 * i / 48000);
  source = ondes_array_source_new (ONDES_F64, x, n, 48000);
  fixture_open (&f);
  ondes_player_set_loop (f.player, TRUE);
  ondes_player_play (f.player, &(OndesTrack) { source, 48000, first, count, 0, 1 }, 3000);
  pump (&f, 20000);
  for (gint64 j = 0; j < 20000; j++)
    {
      const gint64 pass = j < 2800 ? -1 : (j - 2800) / 4800, at = pass < 0 ? j + 3000 : 1000 + (j - 2800) % 4800;
      const double in = pass < 0 ? weight (j) : weight (at - 1000), old = pass < 0 || in == 1 ? 0 : x[at + 4800];

      g_assert_cmpfloat_with_epsilon (frame_at (&f, j), in * x[at] + (1 - in) * old, 1e-6);
      if (j >= 2)
        roughest = MAX (roughest, fabs (frame_at (&f, j) - 2 * frame_at (&f, j - 1) + frame_at (&f, j - 2)));
    }
  /* The tone alone has 0.45 (2π 441/48000)² = 0.0015; a cut, 0.1 and more. */
  g_assert_cmpfloat (roughest, <, 0.003);
  g_assert_true (look (&f)->playing);
  g_assert_cmpfloat (f.state.position, >=, 1000);
  g_assert_cmpfloat (f.state.position, <=, 5800);
  ondes_player_set_loop (f.player, FALSE);
  pump (&f, 0);
  g_assert_true (f.state.ended);
  fixture_close (&f);
}

static void
test_seek_and_pause (void)
{
  const gsize n = 200000;
  g_autofree double *x = noise_new (n);
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, n, 48000);
  const OndesTrack track = { source, 48000, 0, n, 0, 1 };
  guint64 cut = 0, end;
  double held;
  Fixture f;

  fixture_open (&f);
  ondes_player_play (f.player, &track, 500);
  pump (&f, 20000);
  ondes_player_seek (f.player, 150000);
  g_assert_cmpfloat (look (&f)->position, ==, 150000);
  pump (&f, 60000);
  while (fabs (frame_at (&f, cut + 300) - x[500 + cut + 300]) < 1e-7)
    cut++;
  /* From the seam on, x[150000 …] fades in over what went on. */
  for (guint j = 0; j < 10000; j++)
    g_assert_cmpfloat_with_epsilon (frame_at (&f, cut + 300 + j),
                                    weight (j) * x[150000 + j] + (1 - weight (j)) * x[500 + cut + 300 + j], 1e-6);
  g_assert_cmpfloat (look (&f)->position, >, 150000);

  ondes_player_stop (f.player);
  g_assert_false (look (&f)->playing);
  pump (&f, 0);
  end = memory_sink_get_count (f.sink);
  held = f.state.position;
  g_assert_cmpfloat_with_epsilon (held, 150000 + (double) end - (cut + 300), 1.5);
  for (gint64 j = 0; j < FADE; j++)
    g_assert_cmpfloat_with_epsilon (frame_at (&f, end - FADE + j), (1 - weight (j)) * x[(gint64) held - FADE + j], 1e-6);
  g_assert_false (f.state.ended);
  g_assert_true (f.sink->is_paused);

  ondes_player_seek (f.player, 10);
  g_assert_cmpfloat (look (&f)->position, ==, held);
  ondes_player_play (f.player, &track, held);
  pump (&f, end + 5000);
  for (gint64 j = 0; j < 5000; j++)
    g_assert_cmpfloat_with_epsilon (frame_at (&f, end + j), weight (j) * x[(gint64) held + j], 1e-6);
  g_assert_cmpuint (f.state.underruns, ==, 0);
  g_assert_cmpuint (f.sink->opened, ==, 1);
  fixture_close (&f);
}

static void
test_underrun (void)
{
  const gsize n = 60000;
  g_autofree double *x = noise_new (n);
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, n, 48000);
  Fixture f;

  fixture_open (&f);
  ondes_player_play (f.player, &(OndesTrack) { source, 48000, 0, n, 0, 1 }, 0);
  pump (&f, 3000);
  /* More than once, if the player was just about to write. */
  while (look (&f)->underruns == 0)
    {
      g_mutex_lock (&f.sink->mutex);
      f.sink->heard = (double) f.sink->written + 100;
      g_mutex_unlock (&f.sink->mutex);
      g_usleep (20000);
    }
  g_assert_cmpuint (f.state.underruns, <=, 2);
  pump (&f, 0);
  g_assert_cmpuint (f.state.underruns, <=, 2);
  g_assert_true (f.state.ended);
  /* Nothing is lost or comes twice. */
  for (gsize j = FADE; j < n - FADE; j += 7)
    g_assert_cmpfloat_with_epsilon (frame_at (&f, j), x[j], 1e-6);
  fixture_close (&f);
}

typedef struct
{
  OndesSource base;
  guint64     good;
  gint       *freed;
  gint        stuck; /* atomic: 1: reads end only when they are cancelled; 2: one waits */
} BadSource;

static gboolean
bad_read (OndesSource *source,
          guint64      at,
          gsize        n,
          void        *dst,
          GError     **error)
{
  GCancellable *cancellable = g_cancellable_get_current ();

  while (g_atomic_int_get (&((BadSource *) source)->stuck) > 0)
    {
      g_atomic_int_set (&((BadSource *) source)->stuck, 2);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      g_usleep (1000);
    }
  for (gsize i = 0; i < n; i++)
    ((double *) dst)[i] = 0.25;
  if (at + n <= ((BadSource *) source)->good)
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "night.wav: the disk has gone");
  return FALSE;
}

static void
bad_finalize (OndesSource *source)
{
  g_atomic_int_inc (((BadSource *) source)->freed);
  g_free (source);
}

static OndesSource *
bad_source_new (guint64 good,
                gint   *freed)
{
  static const OndesSourceClass klass = { bad_read, bad_finalize };
  BadSource *self = g_new0 (BadSource, 1);

  ondes_source_init (&self->base, &klass, ONDES_F64, 480000, 48000);
  self->good = good;
  self->freed = freed;
  return &self->base;
}

static void
test_failures (void)
{
  gint freed = 0;
  g_autoptr (OndesSource) bad = bad_source_new (20000, &freed);
  const OndesTrack track = { bad, 48000, 0, bad->n, 0, 1 };
  Fixture f;

  fixture_open (&f);
  ondes_player_play (f.player, &track, 0);
  pump (&f, 0);
  g_assert_false (f.state.playing);
  g_assert_false (f.state.ended);
  g_assert_cmpstr (f.state.problem, ==, "night.wav: the disk has gone");
  g_assert_cmpuint (memory_sink_get_count (f.sink), >=, 19000);

  /* Unplugged once, it goes on where it was heard; twice at once, it stops. */
  ((BadSource *) bad)->good = G_MAXUINT64;
  f.sink->lose = 1;
  ondes_player_play (f.player, &track, 0);
  g_assert_null (look (&f)->problem);
  pump (&f, 60000);
  g_assert_true (look (&f)->playing);
  g_assert_cmpuint (f.sink->opened, ==, 2);
  g_mutex_lock (&f.sink->mutex);
  f.sink->lose = 2;
  g_mutex_unlock (&f.sink->mutex);
  pump (&f, 0);
  g_assert_false (f.state.playing);
  g_assert_cmpstr (f.state.problem, ==, "the sound device was unplugged");

  f.sink->absent = TRUE;
  ondes_player_play (f.player, &track, 0);
  pump (&f, 0);
  g_assert_cmpstr (f.state.problem, ==, "no sound device answers");
  fixture_close (&f);
}

static void
wait_stuck (OndesSource *source)
{
  while (g_atomic_int_get (&((BadSource *) source)->stuck) < 2)
    g_usleep (500);
}

/* A read that takes for ever holds up neither another track nor the end. */
static void
test_stuck (void)
{
  gint freed = 0;
  g_autoptr (OndesSource) stuck = bad_source_new (G_MAXUINT64, &freed);
  g_autofree double *x = noise_new (10000);
  g_autoptr (OndesSource) newer = ondes_array_source_new (ONDES_F64, x, 10000, 48000);
  const OndesTrack track = { stuck, 48000, 0, stuck->n, 0, 1 };
  Fixture f;

  ((BadSource *) stuck)->stuck = 1;
  fixture_open (&f);
  ondes_player_play (f.player, &track, 0);
  wait_stuck (stuck);
  ondes_player_play (f.player, &(OndesTrack) { newer, 48000, 0, 10000, 0, 1 }, 0);
  pump (&f, 0);
  g_assert_true (f.state.ended);
  g_assert_null (f.state.problem);
  g_assert_cmpuint (memory_sink_get_count (f.sink), >=, 9000);
  g_atomic_int_set (&((BadSource *) stuck)->stuck, 1);
  ondes_player_play (f.player, &track, 0);
  wait_stuck (stuck);
  fixture_close (&f);
}

/* Values that no sound has, and what they overflow to, are heard as full scale or not at all. */
static void
test_huge (void)
{
  g_autofree double *x = noise_new (10000);
  g_autoptr (OndesSource) source = NULL;
  Fixture f;

  x[3000] = DBL_MAX;
  x[5000] = -DBL_MAX;
  source = ondes_array_source_new (ONDES_F64, x, 10000, 44100);
  fixture_open (&f);
  ondes_player_play (f.player, &(OndesTrack) { source, 44100, 0, 10000, 0.5, 4 }, 0);
  ondes_player_set_volume (f.player, 0);
  pump (&f, 0);
  for (guint64 i = 0; i < memory_sink_get_count (f.sink); i++)
    g_assert_cmpfloat (fabs (frame_at (&f, i)), <=, 1);
  fixture_close (&f);
}

static void
test_overtaking (void)
{
  gint freed = 0;
  OndesSource *closed = bad_source_new (G_MAXUINT64, &freed);
  g_autofree double *x = noise_new (100000);
  g_autoptr (OndesSource) newer = ondes_array_source_new (ONDES_F64, x, 100000, 48000);
  guint64 end;
  Fixture f;

  fixture_open (&f);
  ondes_player_play (f.player, &(OndesTrack) { closed, 48000, 0, closed->n, 0, 1 }, 0);
  pump (&f, 10000);
  ondes_source_unref (closed); /* its recording is closed while it plays */
  pump (&f, 30000);
  g_assert_cmpint (g_atomic_int_get (&freed), ==, 0);
  for (guint i = 0; i < 5; i++)
    ondes_player_play (f.player, &(OndesTrack) { newer, 48000, 0, 100000, 0, 1 }, 1000 * i);
  g_assert_cmpfloat (look (&f)->position, ==, 4000);
  pump (&f, 0);
  g_assert_cmpint (g_atomic_int_get (&freed), ==, 1);
  g_assert_true (f.state.ended);
  end = memory_sink_get_count (f.sink);
  for (guint j = FADE; j < 96000 - FADE; j += 11)
    g_assert_cmpfloat_with_epsilon (frame_at (&f, end - 96000 + j), x[4000 + j], 1e-6);
  /* Closed while it plays. */
  ondes_player_play (f.player, &(OndesTrack) { newer, 48000, 0, 100000, 0, 1 }, 0);
  pump (&f, end + 1000);
  fixture_close (&f);
}

static void
test_samples (void)
{
  static float x[2 * 20000];
  g_autoptr (OndesSource) source = NULL;
  double level = 0;
  Fixture f;

  /* The real part counts; a gap is silent; offset and gain are applied. */
  for (guint i = 0; i < 20000; i++)
    {
      x[2 * i] = i % 1000 == 500 ? NAN : i % 2 ? 1010 : 990;
      x[2 * i + 1] = 5000;
    }
  source = ondes_array_source_new (ONDES_C64, x, 20000, 48000);
  fixture_open (&f);
  ondes_player_play (f.player, &(OndesTrack) { source, 48000, 0, 20000, 1000, 0.05 }, 0);
  pump (&f, 10000);
  while (look (&f)->level == 0)
    memory_sink_advance (f.sink, 1);
  level = f.state.level;
  g_assert_cmpfloat_with_epsilon (level, 0.5, 1e-6);
  g_assert_false (f.state.clipped);
  g_assert_cmpfloat_with_epsilon (frame_at (&f, 1499), 0.5, 1e-6);
  g_assert_cmpfloat (frame_at (&f, 1500), ==, 0);
  ondes_player_set_volume (f.player, 3);
  pump (&f, 0);
  g_assert_true (f.state.clipped);
  for (guint64 i = 0; i < memory_sink_get_count (f.sink); i++)
    g_assert_cmpfloat (fabs (frame_at (&f, i)), <=, 1);
  g_assert_cmpfloat_with_epsilon (frame_at (&f, 19001), 1, 1e-6);
  fixture_close (&f);
}

static void
test_speed_while_playing (void)
{
  const gsize n = 200000;
  g_autofree double *x = noise_new (n);
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, n, 48000);
  guint64 cut = FADE;
  Fixture f;

  fixture_open (&f);
  ondes_player_play (f.player, &(OndesTrack) { source, 48000, 0, n, 0, 1 }, 0);
  pump (&f, 20000);
  ondes_player_set_pace (f.player, &(OndesPace) { .speed = 2 });
  pump (&f, 50000);
  while (fabs (frame_at (&f, cut) - x[cut]) < 1e-7)
    cut++;
  for (gint64 j = 0; j < 3000; j += 37)
    g_assert_cmpfloat_with_epsilon (frame_at (&f, cut + j),
                                    weight (j) * heard_at (x, n, 2, cut + 2 * j) + (1 - weight (j)) * x[cut + j], 2e-6);
  fixture_close (&f);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/player/what-is-played-is-the-source-at-every-speed", test_speeds);
  g_test_add_func ("/ondes/player/loop-seams-do-not-click", test_loop);
  g_test_add_func ("/ondes/player/seeks-to-the-sample-and-pauses", test_seek_and_pause);
  g_test_add_func ("/ondes/player/underruns-are-counted", test_underrun);
  g_test_add_func ("/ondes/player/failures-stop-it-with-a-sentence", test_failures);
  g_test_add_func ("/ondes/player/a-read-that-does-not-end-holds-nothing-up", test_stuck);
  g_test_add_func ("/ondes/player/huge-values-do-no-harm", test_huge);
  g_test_add_func ("/ondes/player/a-newer-track-overtakes", test_overtaking);
  g_test_add_func ("/ondes/player/offset-gain-gaps-and-level", test_samples);
  g_test_add_func ("/ondes/player/speed-changes-while-it-plays", test_speed_while_playing);
  return g_test_run ();
}
