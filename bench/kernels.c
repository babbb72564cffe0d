/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels of the CUDA engine, measured by a module that has them (cuda/module.h). */
#include <gmodule.h>
#include <string.h>

#include "bench.h"
#include "cuda/module.h"

typedef struct
{
  Bench      *bench;
  GHashTable *seconds;
  double      naive_ms; /* time of the naive kernel, for the lines that follow it; 0 if none */
  double      bank_ps;  /* picoseconds per coefficient by overlap-save, from the last such line */
} Kernels;

const OndesEngineClass *
bench_cuda (const Bench *self)
{
  guint n;
  const OndesEngineInfo *infos = ondes_engines_list (&n);
  OndesDevice devices[16];

  if (self->compute.engine != NULL && !g_str_equal (self->compute.engine, "auto") && !g_str_equal (self->compute.engine, "cuda"))
    return NULL;
  for (guint i = 0; i < n; i++)
    if (g_str_equal (infos[i].name, "cuda") && infos[i].klass != NULL
        && self->compute.device < MIN (infos[i].klass->list (devices, G_N_ELEMENTS (devices), NULL), G_N_ELEMENTS (devices))
        && devices[self->compute.device].usable)
      return infos[i].klass;
  return NULL;
}

static void
add_line (const char *name,
          double      value,
          const char *unit,
          double      floor,
          gpointer    data)
{
  Kernels *self = data;
  const double *seconds = self->seconds != NULL ? g_hash_table_lookup (self->seconds, name) : NULL;
  g_autofree char *title = g_strdup_printf ("GPU %s", name);
  g_autoptr (GString) remark = g_string_new (NULL);

  if (floor > 0)
    g_string_append_printf (remark, "%.2f times the floor", value / floor);
  if (self->naive_ms > 0 && floor > 0)
    g_string_append_printf (remark, ", %.2f times as fast as the naive kernel", self->naive_ms / value);
  if (g_str_equal (unit, "ms"))
    self->naive_ms = strstr (name, "naive") != NULL ? value : floor > 0 ? self->naive_ms : 0;
  if (g_str_equal (unit, "ps") && strstr (name, "overlap-save") != NULL)
    self->bank_ps = value;
  else if (g_str_equal (unit, "ps"))
    {
      bench_add (self->bench, &(BenchLine) { title, value, unit, "a coefficient", "overlap-save", self->bank_ps / value });
      return;
    }
  bench_add (self->bench, &(BenchLine) { title, value, unit, remark->str, seconds != NULL ? "CPU" : NULL,
                                         seconds != NULL ? *seconds * 1e3 / value : 0 });
}

gboolean
bench_kernels (Bench      *self,
               const char *name,
               GHashTable *seconds,
               GError    **error)
{
  Kernels kernels = { .bench = self, .seconds = seconds };
  const BenchKernels what = { .device = self->compute.device, .name = name, .quick = self->quick, .line = add_line,
                              .user_data = &kernels };
  g_autofree char *path = bench_beside (BENCH_CUDA_MODULE);
  GModule *module;
  gpointer entry;

  if (bench_cuda (self) == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  module = g_module_open (path, G_MODULE_BIND_LOCAL);
  if (module == NULL || !g_module_symbol (module, BENCH_CUDA_ENTRY, &entry))
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s: cannot be loaded (%s); install Ondes again", path, g_module_error ());
      return FALSE;
    }
  g_module_make_resident (module); /* as CUDA's libraries do not survive unloading */
  return ((BenchCudaEntry) entry) (&what, error);
}

static gboolean
never_read (OndesSource *source,
            guint64      at,
            gsize        n,
            void        *dst,
            GError     **error)
{
  g_return_val_if_reached (FALSE);
}

static void
length_finalize (OndesSource *source)
{
  g_free (source);
}

/* Returns the smallest n from which on auto asks for the GPU; 0 if none. */
static guint
auto_from (const OndesEngineClass *klass,
           OndesSpec              *spec)
{
  static const OndesSourceClass length_class = { never_read, length_finalize };
  guint from = 0;

  for (guint n = BENCH_LENGTHS - 1; n > 0; n--)
    {
      g_autoptr (OndesSource) source = g_new (OndesSource, 1);
      g_autoptr (OndesRequest) request = NULL;

      ondes_source_init (source, &length_class, ONDES_U8, G_GUINT64_CONSTANT (1) << n, 1);
      request = ondes_request_new_of (spec, source, NULL, NULL);
      if (request == NULL || !ondes_engine_is_worthwhile (klass, NULL, request))
        break;
      from = n;
    }
  return from;
}

void
bench_crossover (Bench            *self,
                 const char       *name,
                 const BenchCalls *calls,
                 OndesSpec        *spec)
{
  const OndesEngineClass *klass = bench_cuda (self);
  g_autofree char *title = g_strconcat (name, " crossover", NULL);
  g_autoptr (GString) remark = g_string_new (NULL);
  guint min = 0, max = 0, from = 0, chosen;

  for (guint n = 0; n < BENCH_LENGTHS; n++)
    if (calls->gpu[n] > 0 && calls->cpu[n] > 0)
      {
        min = min > 0 ? min : n;
        max = n;
        if (calls->gpu[n] >= calls->cpu[n])
          from = 0;
        else if (from == 0)
          from = n;
      }
  if (max == 0 || klass == NULL)
    return;
  if (from > 0)
    g_string_append_printf (remark, "whole calls with transfers: CPU %.3g s, GPU %.3g s there", calls->cpu[from], calls->gpu[from]);
  else
    g_string_append_printf (remark, "the CPU is quicker to n %u: whole calls with transfers %.3g s, GPU %.3g s", max,
                            calls->cpu[max], calls->gpu[max]);
  chosen = auto_from (klass, spec);
  if (chosen > 0)
    g_string_append_printf (remark, "; auto takes the GPU from n %u on; it took %.3g s at n %u", chosen, calls->gpu[min], min);
  else
    g_string_append_printf (remark, "; auto takes the CPU; the GPU took %.3g s at n %u", calls->gpu[min], min);
  bench_add (self, &(BenchLine) { .name = title, .value = from, .unit = "n", .remark = remark->str });
}
