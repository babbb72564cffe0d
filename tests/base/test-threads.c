/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pool of threads: rounds that follow each other closely, sleeping and polling workers, pauses. */
#include <glib.h>

#include "base/threads.h"

#define PIECES 64

typedef struct
{
  guint next;         /* atomic */
  guint done[PIECES]; /* how often each piece was done; atomic */
  guint depth;
  guint wanted, pauses;
} Round;

static gboolean
do_piece (gpointer data,
          guint    worker)
{
  Round *self = data;
  const guint piece = (guint) g_atomic_int_add (&self->next, 1);

  if (piece >= PIECES)
    return FALSE;
  g_assert_cmpuint (ondes_threads_get_depth (), ==, self->depth);
  g_atomic_int_inc (&self->done[piece]);
  return TRUE;
}

static void
check_once (const Round *self)
{
  for (guint i = 0; i < PIECES; i++)
    g_assert_cmpuint (self->done[i], ==, 1);
}

/* However long its workers wait for the next round. */
static void
test_each_piece_once (gconstpointer patience_us)
{
  for (guint n = 1; n <= 9; n += 4)
    {
      g_autoptr (OndesThreads) threads = ondes_threads_new (n);

      ondes_threads_set_patience (threads, GPOINTER_TO_UINT (patience_us));
      for (guint i = 0; i < 150; i++)
        {
          Round round = { .depth = i % 3 };

          ondes_threads_set_depth (round.depth);
          ondes_threads_run (threads, do_piece, NULL, &round);
          check_once (&round);
          if (i % 50 == 49)
            g_usleep (2000); /* some workers sleep now, some do not */
        }
      ondes_threads_set_depth (0);
    }
}

static gboolean
wanted (gpointer data)
{
  Round *self = data;

  return g_atomic_int_get (&self->next) > PIECES / 2 && g_atomic_int_compare_and_exchange (&self->wanted, 1, 0);
}

static void
pause_run (gpointer data)
{
  Round *self = data;

  self->pauses++;
}

static void
test_pauses (void)
{
  g_autoptr (OndesThreads) threads = ondes_threads_new (4);

  for (guint i = 0; i < 100; i++)
    {
      Round round = { .wanted = 1 };

      ondes_threads_set_pause (threads, wanted, pause_run, &round);
      ondes_threads_run (threads, do_piece, NULL, &round);
      check_once (&round);
      g_assert_cmpuint (round.pauses, ==, 1);
    }
}

/* Workers that still poll for a round do not keep it from ending. */
static void
test_ends (void)
{
  for (guint i = 0; i < 50; i++)
    {
      OndesThreads *threads = ondes_threads_new (4);
      Round round = { 0 };

      ondes_threads_set_patience (threads, 1000);
      if (i % 2 == 0)
        ondes_threads_run (threads, do_piece, NULL, &round);
      ondes_threads_free (threads);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/ondes/threads/each-piece-once/sleeping", GUINT_TO_POINTER (0), test_each_piece_once);
  g_test_add_data_func ("/ondes/threads/each-piece-once/polling", GUINT_TO_POINTER (400), test_each_piece_once);
  g_test_add_func ("/ondes/threads/pauses", test_pauses);
  g_test_add_func ("/ondes/threads/ends-while-it-polls", test_ends);
  return g_test_run ();
}
