/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spectral-io.h"

#include "base/memory.h"
#include "base/words.h"

#include <string.h>

#define PIECE ((gsize) 1 << ONDES_SPECTRAL_PIECE_BITS)

gsize
ondes_spectral_bytes (OndesType type,
                      gsize     total)
{
  return (ondes_type_bytes (type, total) + 7) / 8 * 8;
}

gboolean
ondes_spectral_fits (OndesEngine *engine,
                     guint64      bytes,
                     guint64      values,
                     OndesType    type,
                     GError     **error)
{
  const guint64 plenty = 64 << 20;
  const guint64 available = bytes <= plenty ? G_MAXUINT64 : ondes_memory_available ();
  g_autofree char *needed = NULL, *free_bytes = NULL;
  guint64 kept = 0;

  for (guint i = 0; i < ONDES_N_SHARED; i++)
    kept += engine->shared[i].bytes;
  if (bytes <= kept || bytes - kept <= available)
    return TRUE;
  needed = g_format_size_full (bytes, G_FORMAT_SIZE_LONG_FORMAT);
  free_bytes = g_format_size (available);
  return ondes_setting_error_set (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY, ONDES_SETTING_LENGTH,
                                  _("%" PRIu64 " values in %s need %s of memory, %s is free; take fewer"), values,
                                  ondes_type_name (type), needed, free_bytes);
}

void
ondes_spectral_begin (OndesSpectralRun *self,
                      OndesEngine      *engine,
                      const OndesWatch *watch)
{
  *self = (OndesSpectralRun) {
    .engine = engine,
    .unit = ONDES_SPECTRAL_PIECE_BITS,
    .piece = ONDES_SPECTRAL_PIECE_BITS,
    .job = { .threads = engine->threads, .watch = watch },
  };
}

gboolean
ondes_spectral_begin_sink (OndesSpectralRun *self,
                           OndesSink        *sink,
                           OndesType         type,
                           guint64           rows,
                           guint64           columns,
                           GError          **error)
{
  gsize stride = 0;

  if (!sink->klass->begin (sink, type, rows, columns, error))
    return FALSE;
  if (sink->klass->map)
    self->mapped = sink->klass->map (sink, &stride);
  if (stride != ondes_type_bytes (type, columns))
    self->mapped = NULL;
  return TRUE;
}

gboolean
ondes_spectral_may_map (const OndesSpectralRun *self,
                        OndesType               type,
                        OndesType               as)
{
  /* bit rows take whole bytes, vectors whole words */
  return self->mapped && type == as && (type != ONDES_BITS || self->n >= 6);
}

void *
ondes_spectral_buffer (OndesSpectralRun *self,
                       guint             i,
                       gsize             bytes,
                       GError          **error)
{
  void *data = ondes_buffer_get (&self->engine->shared[i], bytes);

  if (!data)
    ondes_setting_error_set (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY, ONDES_SETTING_LENGTH,
                             _("there is not memory enough for %zu values; take fewer"), self->total);
  return data;
}

gboolean
ondes_spectral_end (OndesSpectralRun *self,
                    gint64            start_us,
                    GError          **error)
{
  OndesStatistics *statistics = &self->engine->statistics;
  const double seconds = ondes_cpu_seconds (self->engine, start_us);

  for (guint i = 0; i < ONDES_N_SHARED; i++)
    ondes_memory_settle (self->engine->shared[i].data);
  g_clear_pointer (&statistics->methods, g_free);
  statistics->n_methods = 0;
  statistics->move_s = MIN (seconds, (double) self->move_us / G_USEC_PER_SEC);
  statistics->compute_s = seconds - statistics->move_s;
  statistics->bytes_moved = self->bytes_moved;
  return ondes_job_end (&self->job, error);
}

typedef struct
{
  OndesSpectralRun *run;
  OndesSource      *source;
  guint64           first;
  OndesType         type;
  OndesReadFlags    flags;
  OndesSpectralMap  map;
  char             *x;
  GMutex            lock;
  OndesRange       *range;
} Reading;

/* Checks the values from @at on and adds their range to @piece_range. */
static gboolean
check (Reading    *self,
       gsize       at,
       gsize       n,
       OndesType   type,
       const void *values,
       OndesRange *piece_range)
{
  const OndesRange range = ondes_range_of (type, values, n, self->flags & ONDES_READ_MAGNITUDE);
  GError *error = NULL;

  if (!ondes_range_check (&range, self->first + at, n, self->flags & ONDES_READ_BINARY, &error))
    {
      ondes_job_fail (&self->run->job, error);
      return FALSE;
    }
  ondes_range_join (piece_range, &range);
  return TRUE;
}

/* Multiplier that packs eight bytes 0 or 1 into eight bits: byte i times 2^(56 − 7 i) lands at bit 56 + i, and nothing else
 * does. */
#define GATHER_BITS G_GUINT64_CONSTANT (0x0102040810204080)

/* Packs @n bytes into bits, padded with zeros to whole words. */
static void
pack_u8 (const guint8 *from,
         gsize         n,
         guint8       *to)
{
  for (gsize i = 0; i < n / 8; i++)
    {
      guint64 bytes;

      memcpy (&bytes, from + 8 * i, 8);
      to[i] = (guint8) (GUINT64_FROM_LE (bytes) * GATHER_BITS >> 56);
    }
  memset (to + n / 8, 0, ondes_spectral_bytes (ONDES_BITS, n) - n / 8);
  for (gsize i = n / 8 * 8; i < n; i++)
    to[i / 8] |= (guint8) (from[i] << i % 8);
}

static void
pack (const gint64 *from,
      gsize         n,
      guint64      *to)
{
  for (gsize i = 0; i < n; i += 64)
    {
      guint64 word = 0;

      for (gsize j = 0; j < MIN (n - i, 64); j++)
        word |= (guint64) from[i + j] << j;
      to[i / 64] = word;
    }
}

static gboolean
read_values (Reading    *self,
             guint       worker,
             gsize       at,
             gsize       n,
             OndesRange *piece_range)
{
  OndesSpectralRun *run = self->run;
  const gboolean packs = self->type == ONDES_BITS && self->source->type != ONDES_BITS;
  const OndesType type = !packs ? self->type : self->source->type == ONDES_U8 ? ONDES_U8 : ONDES_I64;
  char *position = self->x + ondes_type_bytes (self->type, at), *values = position;
  GError *error = NULL;

  if (packs || self->map || (run->consume && !run->in_place))
    values = ondes_buffer_get (&run->engine->workers[worker].buffers[ONDES_BUFFER_RAW], PIECE * sizeof (gint64));
  else if (self->type == ONDES_BITS && n % 64 > 0)
    memset (position + n / 64 * 8, 0, 8);
  if (!values)
    error = g_error_new (ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY, _("there is not memory enough to read the samples"));
  else
    ondes_source_read_as (self->source, self->first + at, n, type, values, &error);
  if (error)
    ondes_job_fail (&run->job, error);
  if (error || !check (self, at, n, type, values, piece_range))
    return FALSE;
  if (packs && type == ONDES_U8)
    pack_u8 ((const guint8 *) values, n, (guint8 *) position);
  else if (packs)
    pack ((const gint64 *) (void *) values, n, (guint64 *) (void *) position);
  else if (run->consume && !run->in_place)
    run->consume (run->data, worker, at, n, values);
  else if (self->map)
    ondes_spectral_types[type]->scatter (self->map, run->n, values, at, n, self->x);
  return TRUE;
}

/* Returns where the 2^@unit values from @at on are stored: the Gray code maps each aligned block of this length to another
 * one. */
static gsize
position_of (const Reading *self,
             gsize          at,
             guint          unit)
{
  const guint above = self->run->n > unit ? self->run->n - unit : 0;
  const gsize i = at >> unit, k = i & (((gsize) 1 << above) - 1);

  return (self->map == ONDES_MAP_GRAY ? i ^ k >> 1 : i) << unit;
}

static void
read_piece (gpointer data,
            guint    worker,
            gsize    i)
{
  Reading *self = data;
  OndesSpectralRun *run = self->run;
  const gsize first = i << run->unit, end = MIN ((i + 1) << run->unit, run->total);
  OndesRange piece_range = ONDES_RANGE_NONE;

  for (gsize at = first, length; at < end; at += length)
    {
      length = MIN ((gsize) 1 << run->piece, end - at);
      for (gsize done = 0, n; done < length; done += n)
        {
          n = MIN (PIECE, length - done);
          if (!read_values (self, worker, at + done, n, &piece_range))
            return;
        }
      if (run->consume && run->in_place)
        run->consume (run->data, worker, position_of (self, at, run->piece), length, self->x);
    }
  if (run->complete)
    run->complete (run->data, worker, position_of (self, first, run->unit), end - first, self->x);

  g_mutex_lock (&self->lock);
  ondes_range_join (self->range, &piece_range);
  g_mutex_unlock (&self->lock);
}

gboolean
ondes_spectral_read (OndesSpectralRun         *self,
                     double                    work,
                     const OndesSpectralInput *input,
                     OndesRange               *range)
{
  Reading reading = { .run = self, .source = input->source, .first = input->first, .type = input->type, .flags = input->flags,
                      .map = input->map, .x = input->x, .range = range };
  const gint64 start = g_get_monotonic_time ();
  gboolean done;

  *range = ONDES_RANGE_NONE;
  g_mutex_init (&reading.lock);
  done = ondes_job_pass (&self->job, work, ((self->total - 1) >> self->unit) + 1, read_piece, &reading);
  g_mutex_clear (&reading.lock);
  self->move_us += self->consume ? 0 : g_get_monotonic_time () - start;
  self->bytes_moved += ondes_type_bytes (input->source->type, self->total);
  return done;
}

typedef struct
{
  OndesSpectralRun *run;
  OndesSink        *sink;
  OndesType         type, as;
  OndesSpectralMap  map;
  gboolean          divide;
  char             *x;
  GMutex            lock;
  GCond             put_done;
  gsize             next;
} Putting;

/* Unpacks @n bits, in rows of @columns, to elements of @as. If @as is bits, each row starts a new byte. */
static void
unpack (const guint64 *from,
        gsize          n,
        gsize          columns,
        OndesType      as,
        void          *to)
{
  const guint8 *bytes = (const guint8 *) from;
  gsize i = 0;

  if (as == ONDES_U8)
    for (; i + 8 <= n; i += 8)
      {
        /* replicate the byte, isolate one bit per copy, carry it to the top bit, and shift it down */
        const guint64 each = bytes[i / 8] * G_GUINT64_CONSTANT (0x0101010101010101) & G_GUINT64_CONSTANT (0x8040201008040201);
        const guint64 eight = GUINT64_TO_LE ((each + G_GUINT64_CONSTANT (0x7f7f7f7f7f7f7f7f)) >> 7
                                             & G_GUINT64_CONSTANT (0x0101010101010101));

        memcpy ((guint8 *) to + i, &eight, 8);
      }
  for (; i < n; i++)
    {
      const guint64 bit = bytes[i / 8] >> i % 8 & 1;

      if (as == ONDES_U8)
        ((guint8 *) to)[i] = (guint8) bit;
      else if (as == ONDES_I32)
        ((gint32 *) to)[i] = (gint32) bit;
      else if (i % columns == 0)
        ((guint8 *) to)[i / columns] = (guint8) bit;
      else
        ((guint8 *) to)[i / columns] |= (guint8) (bit << i % columns);
    }
}

void
ondes_spectral_divide (OndesSpectralRun        *self,
                       const OndesSpectralType *type,
                       const void              *x,
                       gsize                    n,
                       void                    *dst)
{
  if (!type->divide (x, n, self->n, dst))
    ondes_job_fail (&self->job, ondes_spectrum_inexact ());
}

/* Puts piece @i into the sink in order, although threads prepare the pieces concurrently. */
static void
put_in_order (Putting         *self,
              gsize            i,
              const OndesRect *where,
              const void      *values)
{
  GError *error = NULL;

  g_mutex_lock (&self->lock);
  while (self->next != i)
    g_cond_wait (&self->put_done, &self->lock);
  if (!ondes_job_stopped (&self->run->job)
      && !self->sink->klass->put (self->sink, where, values, ondes_type_bytes (self->as, (gsize) 1 << self->run->n), TRUE, &error))
    ondes_job_fail (&self->run->job, error);
  self->next = i + 1;
  g_cond_broadcast (&self->put_done);
  g_mutex_unlock (&self->lock);
}

static void
put_piece (gpointer data,
           guint    worker,
           gsize    i)
{
  Putting *self = data;
  OndesSpectralRun *run = self->run;
  const gsize columns = (gsize) 1 << run->n, at = i << run->unit, n = MIN ((gsize) 1 << run->unit, run->total - at);
  const OndesRect where = columns > n ? (OndesRect) { at / columns, 1, at % columns, n }
                                      : (OndesRect) { at / columns, n / columns, 0, columns };
  const OndesSpectralType *type = ondes_spectral_types[self->type];
  const gboolean unpacks = self->type == ONDES_BITS && (self->as != ONDES_BITS || columns < 8);
  const gboolean produces = run->produce && !run->in_place;
  OndesBuffer *buffers = run->engine->workers[worker].buffers;
  char *values = self->x + ondes_type_bytes (self->type, at), *out;
  GError *error = NULL;

  /* the last step writes into mapped memory of the sink */
  if (run->mapped)
    out = (char *) run->mapped + where.row0 * ondes_type_bytes (self->as, columns) + ondes_type_bytes (self->as, where.col0);
  else
    out = ondes_buffer_get (&buffers[ONDES_BUFFER_OUT], sizeof (gint64) << run->unit);
  if (!out)
    error = g_error_new (ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY, _("there is not memory enough to put the result"));
  else
    {
      if (run->produce)
        run->produce (run->data, worker, at, n, produces ? out : self->x);
      else if (self->map)
        type->gather (self->map, run->n, self->x, at, n, out);
      if (produces || self->map)
        values = out;
      if (unpacks)
        unpack ((const guint64 *) (const void *) values, n, columns, self->as, out);
      else if (self->divide)
        ondes_spectral_divide (run, ondes_spectral_types[self->type], values, n, out);
      else if (run->mapped && values != out)
        memcpy (out, values, ondes_type_bytes (self->as, n));
      if (unpacks || self->divide)
        values = out;
    }
  if (error)
    ondes_job_fail (&run->job, error);
  if (!run->mapped)
    put_in_order (self, i, &where, values);
}

gboolean
ondes_spectral_put (OndesSpectralRun          *self,
                    double                     work,
                    const OndesSpectralOutput *output)
{
  Putting putting = { .run = self, .sink = output->sink, .type = output->type, .as = output->as, .map = output->map,
                      .divide = output->divide, .x = output->x };
  const gint64 start = g_get_monotonic_time ();
  gboolean done;

  g_mutex_init (&putting.lock);
  g_cond_init (&putting.put_done);
  if (output->x == self->mapped && !self->produce && !output->divide) /* already in place */
    done = !ondes_job_stopped (&self->job);
  else
    done = ondes_job_pass (&self->job, work, ((self->total - 1) >> self->unit) + 1, put_piece, &putting);
  g_cond_clear (&putting.put_done);
  g_mutex_clear (&putting.lock);
  self->move_us += self->produce ? 0 : g_get_monotonic_time () - start;
  self->bytes_moved += ondes_type_bytes (output->as, self->total);
  return done;
}
