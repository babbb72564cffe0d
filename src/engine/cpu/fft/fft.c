/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fft.h"

#include <fftw3.h>
#include <gio/gio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fft-wisdom.h"

/* A caller that needs a new plan waits this long for a background measurement to release the planner: FFTW may overrun its time
 * limit by a repeated transform, and the niceness, which spares the machine's other work, lengthens the wait under load. */
#define MEASURE_SECONDS 0.1       /* FFTW's time limit per measurement */
#define MEASURE_LENGTH  (1 << 18) /* longest transform measured in the background */
#define MEASURE_NICE    10        /* niceness of the background thread */

struct _OndesFft
{
  OndesFftKind kind;
  gsize        length;
  gboolean     single, in_place;
  gpointer     plan; /* fftw_plan or fftwf_plan; replaced only by a better one, atomically, as it may be executing */
  gboolean     measured;
  gpointer     estimated; /* the plan that @plan replaced; kept because a thread may still be executing it */
};

static GMutex planner; /* guards FFTW's planner and wisdom; held throughout a measurement */
static GMutex table;   /* guards the cache, held briefly; writers hold @planner as well */
static GHashTable *cache;
static int busy;
static int without_wisdom;

static guint
fft_hash (gconstpointer key)
{
  const OndesFft *self = key;

  return (guint) (self->length * 2654435761u) ^ (guint) self->kind << 2 ^ (guint) self->single << 1 ^ (guint) self->in_place;
}

static gboolean
fft_equal (gconstpointer a,
           gconstpointer b)
{
  const OndesFft *p = a, *q = b;

  return p->kind == q->kind && p->length == q->length && p->single == q->single && p->in_place == q->in_place;
}

/* Call with @planner held. Uses guru64 because a whole recording may exceed 2^31 samples. */
static gpointer
make_plan (const OndesFft *self,
           void           *in,
           void           *out,
           unsigned        flags)
{
  const fftw_iodim64 d = { .n = (ptrdiff_t) self->length, .is = 1, .os = 1 };

  if (self->single)
    switch (self->kind)
      {
      case ONDES_FFT_FORWARD_REAL:
        return fftwf_plan_guru64_dft_r2c (1, &d, 0, NULL, in, out, flags);
      case ONDES_FFT_INVERSE_REAL:
        return fftwf_plan_guru64_dft_c2r (1, &d, 0, NULL, in, out, flags);
      default:
        return fftwf_plan_guru64_dft (1, &d, 0, NULL, in, out, self->kind == ONDES_FFT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD,
                                      flags);
      }
  switch (self->kind)
    {
    case ONDES_FFT_FORWARD_REAL:
      return fftw_plan_guru64_dft_r2c (1, &d, 0, NULL, in, out, flags);
    case ONDES_FFT_INVERSE_REAL:
      return fftw_plan_guru64_dft_c2r (1, &d, 0, NULL, in, out, flags);
    default:
      return fftw_plan_guru64_dft (1, &d, 0, NULL, in, out, self->kind == ONDES_FFT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD,
                                   flags);
    }
}

static OndesFft *
find (const OndesFft *key)
{
  OndesFft *self;

  g_mutex_lock (&table);
  self = cache ? g_hash_table_lookup (cache, key) : NULL;
  g_mutex_unlock (&table);
  return self;
}

/* Adds @self to the cache. Call with @planner held. */
static void
add_to_cache (OndesFft *self)
{
  g_mutex_lock (&table);
  g_hash_table_add (cache, self);
  g_mutex_unlock (&table);
}

const OndesFft *
ondes_fft_get (OndesFftKind kind,
               gsize        length,
               gboolean     single,
               gboolean     in_place)
{
  /* FFTW_ESTIMATE accesses no array: only the alignment of the addresses and whether they are equal matter. */
  static char dummy[256] __attribute__ ((aligned (128)));
  const OndesFft key = { .kind = kind, .length = length, .single = single, .in_place = in_place };
  OndesFft *self = find (&key);

  if (self)
    return self;
  g_mutex_lock (&planner);
  if (!cache)
    {
      if (!g_atomic_int_get (&without_wisdom))
        {
          ondes_fft_wisdom_load (FALSE);
          ondes_fft_wisdom_load (TRUE);
        }
      g_mutex_lock (&table);
      cache = g_hash_table_new (fft_hash, fft_equal);
      g_mutex_unlock (&table);
    }
  self = find (&key);
  if (!self)
    {
      gpointer plan = make_plan (&key, dummy, in_place ? dummy : dummy + 128, FFTW_MEASURE | FFTW_WISDOM_ONLY);
      gboolean measured = plan != NULL;

      if (!plan)
        plan = make_plan (&key, dummy, in_place ? dummy : dummy + 128, FFTW_ESTIMATE);
      if (plan)
        {
          self = g_memdup2 (&key, sizeof key);
          self->plan = plan;
          self->measured = measured;
          add_to_cache (self);
        }
    }
  g_mutex_unlock (&planner);
  return self;
}

void
ondes_fft_execute (const OndesFft *self,
                   void           *in,
                   void           *out)
{
  gpointer plan = g_atomic_pointer_get (&((OndesFft *) self)->plan);

  if (self->single)
    switch (self->kind)
      {
      case ONDES_FFT_FORWARD_REAL:
        fftwf_execute_dft_r2c (plan, in, out);
        break;
      case ONDES_FFT_INVERSE_REAL:
        fftwf_execute_dft_c2r (plan, in, out);
        break;
      default:
        fftwf_execute_dft (plan, in, out);
      }
  else
    switch (self->kind)
      {
      case ONDES_FFT_FORWARD_REAL:
        fftw_execute_dft_r2c (plan, in, out);
        break;
      case ONDES_FFT_INVERSE_REAL:
        fftw_execute_dft_c2r (plan, in, out);
        break;
      default:
        fftw_execute_dft (plan, in, out);
      }
}

gsize
ondes_fft_good_size (gsize n)
{
  gsize best = 1;

  while (best < n)
    best *= 2;
  for (gsize seven = 1; seven < best; seven *= 7)
    for (gsize five = seven; five < best; five *= 5)
      for (gsize three = five; three < best; three *= 3)
        {
          gsize m = three;

          while (m < n)
            m *= 2;
          best = MIN (best, m);
        }
  return best;
}

void
ondes_fft_busy (int change)
{
  g_atomic_int_add (&busy, change);
}

/* Returns the shortest cached transform not yet measured, NULL if none. Call with @planner held. */
static OndesFft *
next_unmeasured (gsize longest)
{
  GHashTableIter iter;
  gpointer key;
  OndesFft *shortest = NULL;

  if (!cache)
    return NULL;
  g_hash_table_iter_init (&iter, cache);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      OndesFft *self = key;

      if (!self->measured && self->length <= longest && (!shortest || self->length < shortest->length))
        shortest = self;
    }
  return shortest;
}

/* Replaces the plan of @self by a measured one. Call with @planner held. */
static void
measure (OndesFft *self,
         double    seconds)
{
  gsize bytes = (self->length + 2) * 2 * (self->single ? sizeof (float) : sizeof (double));
  void *in = fftw_malloc (bytes);
  void *out = self->in_place ? in : fftw_malloc (bytes);

  self->measured = TRUE;
  if (in && out)
    {
      gpointer plan;

      memset (in, 0, bytes);
      memset (out, 0, bytes);
      if (self->single)
        fftwf_set_timelimit (seconds);
      else
        fftw_set_timelimit (seconds);
      plan = make_plan (self, in, out, FFTW_MEASURE);
      if (self->single)
        fftwf_set_timelimit (FFTW_NO_TIMELIMIT);
      else
        fftw_set_timelimit (FFTW_NO_TIMELIMIT);
      if (plan)
        {
          self->estimated = self->plan;
          g_atomic_pointer_set (&self->plan, plan);
        }
    }
  if (out != in)
    fftw_free (out);
  fftw_free (in);
}

void
ondes_cpu_forgo_wisdom (void)
{
  g_atomic_int_set (&without_wisdom, TRUE);
}

void
ondes_fft_measure_now (void)
{
  OndesFft *next;

  g_mutex_lock (&planner);
  while ((next = next_unmeasured (G_MAXSIZE)))
    measure (next, 10);
  g_mutex_unlock (&planner);
}

static gpointer
background (gpointer user_data)
{
  gboolean unsaved[2] = { FALSE, FALSE };

  setpriority (PRIO_PROCESS, (id_t) syscall (SYS_gettid), MEASURE_NICE);
  for (;;)
    {
      OndesFft *next = NULL;

      g_usleep (G_USEC_PER_SEC / 2);
      if (g_atomic_int_get (&busy) > 0)
        continue;
      g_mutex_lock (&planner);
      next = next_unmeasured (MEASURE_LENGTH);
      if (next)
        {
          measure (next, MEASURE_SECONDS);
          unsaved[next->single] = TRUE;
        }
      else
        for (int single = 0; single < 2; single++)
          if (unsaved[single])
            {
              ondes_fft_wisdom_save (single);
              unsaved[single] = FALSE;
            }
      g_mutex_unlock (&planner);
    }
  return NULL;
}

void
ondes_cpu_measure_in_background (void)
{
  static gsize once;

  if (g_once_init_enter (&once))
    {
      GThread *thread = g_thread_try_new ("ondes-measure", background, NULL, NULL);

      if (thread)
        g_thread_unref (thread);
      g_once_init_leave (&once, 1);
    }
}
