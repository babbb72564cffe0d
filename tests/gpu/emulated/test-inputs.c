/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings on the device, of which a run may borrow several: none goes while it is borrowed, however little memory there is. */
#include "input.h"
#include "jobs.h"

#define MOST 12

extern const OndesEngineClass *ondes_engine_entry (void);

static void
check_values (OndesEngine          *engine,
              const OndesCudaInput *input,
              const float          *x)
{
  g_autofree float *have = g_new (float, input->n);

  g_assert_cmpint (ondes_cuda_read (engine->cuda, have, input->data, input->bytes), ==, ONDES_CUDA_OK);
  g_assert_cmpmem (have, input->bytes, x, input->bytes);
}

static void
test_borrowed (void)
{
  const OndesEngineClass *klass = ondes_engine_entry ();
  const guint64 n = 3000, bytes = n * sizeof (float);
  g_autofree float *x = g_new (float, MOST * n);
  OndesSource *sources[MOST];
  g_autoptr (GError) error = NULL;

  for (guint64 i = 0; i < MOST * n; i++)
    x[i] = (float) g_test_rand_double_range (-1, 1);
  for (guint i = 0; i < MOST; i++)
    sources[i] = ondes_array_source_new (ONDES_F32, x + i * n, n, 1);

  for (guint fit = 0; fit <= MOST; fit++)
    {
      OndesEngine *engine = klass->open (0, 1, &error);

      g_assert_no_error (error);
      klass->trim (engine, 2 * fit * bytes + bytes / 2); /* recordings may take half */
      for (guint round = 0; round < 20; round++)
        {
          const OndesWatch nobody = { NULL };
          OndesCudaRun run = { .engine = engine, .watch = &nobody };
          OndesCudaInput *borrowed[MOST] = { NULL };
          const guint wanted = (guint) g_test_rand_int_range (1, MOST + 1);
          guint order[MOST], had = 0;

          for (guint i = 0; i < MOST; i++)
            order[i] = i;
          for (guint i = MOST; i-- > 1;)
            {
              const guint j = (guint) g_test_rand_int_range (0, (int) i + 1), k = order[i];

              order[i] = order[j];
              order[j] = k;
            }
          for (guint i = 0; i < wanted; i++)
            {
              OndesCudaInput *input = ondes_cuda_input (engine, sources[order[i]], ONDES_F32);

              borrowed[i] = input;
              had += input != NULL;
              if (input == NULL)
                continue;
              g_assert_true (ondes_cuda_input_h2d (&run, input, sources[order[i]], 0, n, &error));
              g_assert_no_error (error);
            }
          g_assert_cmpuint (had, <=, fit);
          g_assert_cmpuint (had, >=, MIN (MIN (fit, 8), wanted)); /* eight are kept at most */
          for (guint i = 0; i < wanted; i++)
            if (borrowed[i] != NULL)
              {
                g_assert_true (g_ptr_array_find (engine->inputs, borrowed[i], NULL));
                check_values (engine, borrowed[i], x + order[i] * n);
              }
          for (guint i = 0; i < wanted; i++)
            ondes_cuda_input_release (engine, borrowed[i]);
        }
      klass->close (engine);
    }
  for (guint i = 0; i < MOST; i++)
    ondes_source_unref (sources[i]);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/gpu/inputs/borrowed-ones-stay", test_borrowed);
  return g_test_run ();
}
