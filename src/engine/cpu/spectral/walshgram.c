/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walshgrams on the CPU. The view's columns are computed in batches, which are put in order; within a batch, threads take pieces of
 * consecutive frames, each read from the source as one span.
 *
 * W(n) = W(n − b) ⊗ W(b): a window's spectrum is W(n − b) across the spectra of its blocks of 2^b samples. Where 2^b divides the
 * hop, overlapping windows have blocks in common, so that each block is transformed once, and each window takes only the levels
 * across its blocks: of the 8 levels of window 256, hop 64, two. In radix-8 passes, these cost less than sharing pairs of blocks
 * as well would. */
#include "engine/cpu/cpu-private.h"
#include "spectral-kernels.h"
#include "walshgram-loops.h"

#include "base/memory.h"
#include "base/words.h"
#include "transform/boundary.h"
#include "transform/range.h"
#include "transform/walshgram.h"

#include <string.h>

#define PIECE_SAMPLES  ((guint64) 1 << 14) /* that a piece's windows begin in, at least: its samples stay in the L2 cache */
#define PIECE_WINDOWS  4                   /* and at least so many windows, as a piece reads and transforms one window more */
#define PIECE_VALUES   ((guint64) 1 << 20) /* coefficients of a piece: less than a millisecond */
#define GROUP_VALUES   ((guint64) 1 << 12) /* coefficients in the L1 cache between transform and pooling */
#define BATCH_BYTES    ((guint64) 8 << 20) /* of a batch's columns */
#define BATCH_VALUES   ((guint64) 1 << 26) /* coefficients of a batch: some ten batches a second */
#define TURNED         64                  /* columns turned into rows by a piece */

/* How a request is computed; a function of its spec and shape, and of the memory. */
typedef struct
{
  OndesType type;
  gsize     size;          /* bytes of a value */
  guint     n, block;      /* log2 of the window, and of its blocks */
  gboolean  shares;        /* TRUE if blocks are transformed once, a preview's by itself; otherwise whole windows are */
  guint64   frames, columns;
  gboolean  pooled, preview;
  guint64   piece;         /* frames a piece, or columns of a preview */
  guint64   group;         /* frames transformed before they are pooled */
  guint64   batch_columns; /* at most */
  guint64   x_bytes, y_bytes, local_bytes; /* of a worker: samples, a group's coefficients, rows of a tile */
  guint     workers;
} Layout;

typedef struct
{
  OndesEngine                *engine;
  const OndesRequest         *request;
  const OndesWalshgram       *walshgram;
  OndesJob                    job;
  Layout                      layout;
  const OndesWalshgramLoops  *loops;
  const OndesSpectralKernels *kernels;
  void                       *taper; /* of the layout's type; NULL if rect */
  guint32                    *rows;  /* of each natural index */
  guint64                     first; /* frame of the recording that is the view's first */
  guint64                     col0, cols, frame0, frames; /* of the batch */
  char                       *columns;
  char                       *out;   /* rows of the batch */
  gsize                       out_stride; /* elements */
  GMutex                      lock;  /* for columns that several pieces share, and the next member */
  gint64                      move_us;
} Run;

/* Returns the view's first frame of column @c. */
static guint64
column_begin (const Layout *self,
              guint64       c)
{
  return (guint64) ((unsigned __int128) c * self->frames / self->columns);
}

/* Returns the column of the view's frame @f: the last one that begins at or before it. */
static guint64
column_of (const Layout *self,
           guint64       f)
{
  return (guint64) (((unsigned __int128) (f + 1) * self->columns - 1) / self->frames);
}

/* Chooses how windows are divided into blocks. */
static void
choose_blocks (Layout                      *self,
               const OndesWalshgramOptions *o)
{
  const guint base = MIN (self->n, ONDES_SPECTRAL_BASE ((guint) self->size)), common = (guint) __builtin_ctzll (o->hop);

  self->shares = o->taper == ONDES_TAPER_RECT && o->hop <= o->window && common >= ONDES_SPECTRAL_SHORT
                 && self->n >= ONDES_SPECTRAL_SHORT;
  self->block = self->shares ? MIN (base, common) : base;
}

/* FALSE if there is not memory enough. */
static gboolean
lay_out (Layout             *self,
         OndesEngine        *engine,
         const OndesRequest *request,
         guint64            *bytes)
{
  const OndesWalshgram *walshgram = ondes_spec_walshgram (request->spec);
  const OndesWalshgramOptions *o = &walshgram->options;
  const guint64 window = o->window, limit = ondes_cpu_limit (engine);
  guint64 shared;

  *self = (Layout) { .type = o->type, .size = ondes_type_bytes (o->type, 1), .n = walshgram->n,
                     .frames = (request->view.count - 1) / o->hop + 1, .columns = request->result.columns,
                     .pooled = request->view.columns > 0, .preview = request->view.columns > 0 && request->view.preview };
  choose_blocks (self, o);
  self->group = MAX (GROUP_VALUES / window, 1);
  self->piece = MAX (MIN (MAX (PIECE_SAMPLES, PIECE_WINDOWS * window) / o->hop, PIECE_VALUES / window), 1);
  self->batch_columns = CLAMP (MIN (BATCH_BYTES, limit / 4) / (window * self->size), 1, self->columns);
  self->x_bytes = (self->preview ? window : (self->piece - 1) * o->hop + window) * self->size;
  self->y_bytes = self->group * window * self->size;
  self->local_bytes = ONDES_SPECTRAL_STRIDE ((guint64) 1 << self->block, self->size) * self->size << (self->n - self->block);
  shared = 2 * self->batch_columns * window * self->size;
  self->workers = ondes_cpu_fit (engine, shared, self->x_bytes + self->y_bytes + self->local_bytes + window * self->size, bytes);
  return self->workers > 0;
}

static gboolean
no_memory (GError **error)
{
  g_set_error_literal (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
                       _("there is not memory enough for windows of this length; choose a shorter one"));
  return FALSE;
}

static gboolean
plan (OndesEngine        *engine,
      OndesCpuPlan       *plan,
      const OndesRequest *request,
      GError            **error)
{
  Layout layout;

  return lay_out (&layout, engine, request, &plan->plan.workspace_bytes) || no_memory (error);
}

/* Returns a worker's buffer; NULL if out of memory: the job has failed. */
static void *
worker_buffer (Run    *self,
               guint   worker,
               guint   i,
               guint64 bytes)
{
  void *data = ondes_buffer_get (&self->engine->workers[worker].buffers[i], bytes);
  GError *error = NULL;

  if (data == NULL && !no_memory (&error))
    ondes_job_fail (&self->job, error);
  return data;
}

/* Fails unless all sums of windows of the integers @x, which begin with a window, are exact. */
static gboolean
check_integers (const Run *self,
                guint64    at,
                gsize      n,
                const void *x,
                GError    **error)
{
  const OndesSpectrum spectrum = { .options = { .kind = ONDES_SPECTRUM_WALSH, .type = ONDES_I64 } };
  const gsize hop = self->walshgram->options.hop, window = self->walshgram->options.window;
  const gint64 *samples = x;
  gboolean exact = TRUE;

  /* Samples between windows do not count. */
  for (gsize i = 0, step = hop > window ? hop : n; i < n && exact; i += step)
    {
      const OndesRange range = ondes_range_of (ONDES_I64, samples + i, hop > window ? MIN (window, n - i) : n, FALSE);

      exact = ondes_spectrum_check_sums (&spectrum, self->layout.n, &range, error);
    }
  return exact;
}

/* Reads samples of the recording; FALSE if the job has failed. */
static gboolean
read_samples (Run    *self,
              guint64 at,
              gsize   n,
              void   *x)
{
  const gint64 start = g_get_monotonic_time ();
  OndesSource *source = self->request->sources[0];
  GError *error = NULL;
  gboolean read;

  if (self->layout.type == ONDES_I64)
    read = ondes_source_read_as (source, at, n, ONDES_I64, x, &error) && check_integers (self, at, n, x, &error);
  else
    read = ondes_halo_read (source, ONDES_BOUNDARY_ZERO, (gint64) at, n, self->layout.type, x, &error);
  g_mutex_lock (&self->lock);
  self->move_us += g_get_monotonic_time () - start;
  g_mutex_unlock (&self->lock);
  if (!read)
    ondes_job_fail (&self->job, error);
  return read;
}

/* Transforms @count whole windows at @y in place. */
static void
transform_windows (const Run *self,
                   void      *y,
                   guint64    count,
                   void      *local)
{
  const Layout *l = &self->layout;
  const gsize block = (gsize) 1 << l->block;

  if (l->n < ONDES_SPECTRAL_SHORT)
    {
      for (guint step = l->n; step-- > 0;)
        ondes_spectral_types[l->type]->cooley_tukey (ONDES_BUTTERFLY_WALSH, y, step, 0, count << (l->n - 1));
      return;
    }
  self->kernels->low (y, count << l->n, l->block);
  for (guint64 i = 0; i < count && l->n > l->block; i++)
    {
      char *window = (char *) y + (i << l->n) * l->size;

      self->kernels->tile (&(OndesSpectralRows) { window, block, window, block, block }, l->n - l->block, local);
    }
}

/* A piece being computed. */
typedef struct
{
  Run    *run;
  guint64 from, end;   /* frames of the view */
  char   *x, *y, *local, *most;
  guint64 pooling;     /* column that is pooled in @most; G_MAXUINT64 if none */
} Piece;

/* Stores at @y the spectra of @count frames from @f on, or returns where they are already. */
static char *
transform_group (const Piece *piece,
                 guint64      f,
                 guint64      count,
                 char        *y)
{
  const Run *self = piece->run;
  const Layout *l = &self->layout;
  const guint64 hop = self->walshgram->options.hop;
  const gsize block = (gsize) 1 << l->block, bytes = l->size << l->n;
  const char *x = piece->x + (f - piece->from) * hop * l->size;

  for (guint64 i = 0; i < count; i++, x += hop * l->size)
    {
      char *to = y + i * bytes;

      if (l->shares && l->n > l->block)
        self->kernels->tile (&(OndesSpectralRows) { x, block, to, block, block }, l->n - l->block, piece->local);
      else if (self->taper != NULL)
        self->loops->taper (x, self->taper, (gsize) 1 << l->n, to);
      else
        memcpy (to, x, bytes);
    }
  if (!l->shares)
    transform_windows (self, y, count, piece->local);
  return y;
}

static char *
column_at (const Run *self,
           guint64    c)
{
  return self->columns + (c - self->col0) * (self->layout.size << self->layout.n);
}

/* Adds what the piece has of a column that it shares with other pieces. */
static void
end_column (Piece *piece)
{
  Run *self = piece->run;

  if (piece->pooling == G_MAXUINT64)
    return;
  g_mutex_lock (&self->lock);
  self->loops->pool (piece->most, (gsize) 1 << self->layout.n, column_at (self, piece->pooling));
  g_mutex_unlock (&self->lock);
  piece->pooling = G_MAXUINT64;
}

/* Pools the frames from @f on. */
static void
pool_group (Piece      *piece,
            guint64     f,
            guint64     count,
            const char *y)
{
  const Run *self = piece->run;
  const Layout *l = &self->layout;
  const gsize window = (gsize) 1 << l->n;

  for (const guint64 end = f + count; f < end;)
    {
      const guint64 c = column_of (l, f), next = column_begin (l, c + 1);
      const gboolean own = column_begin (l, c) >= piece->from && next <= piece->end;

      if (own || c != piece->pooling)
        end_column (piece);
      if (!own && piece->pooling != c)
        {
          memset (piece->most, 0, window * l->size);
          piece->pooling = c;
        }
      for (; f < MIN (end, next); f++, y += window * l->size)
        self->loops->pool (y, window, own ? column_at (self, c) : piece->most);
    }
}

static gboolean
begin_piece (Piece *piece,
             Run   *self,
             guint  worker)
{
  const Layout *l = &self->layout;

  *piece = (Piece) { .run = self, .pooling = G_MAXUINT64 };
  return (piece->x = worker_buffer (self, worker, ONDES_BUFFER_X, l->x_bytes)) != NULL
         && (piece->y = worker_buffer (self, worker, ONDES_BUFFER_RESULT, l->y_bytes)) != NULL
         && (piece->local = worker_buffer (self, worker, ONDES_BUFFER_SCRATCH, l->local_bytes)) != NULL
         && (piece->most = worker_buffer (self, worker, ONDES_BUFFER_POOL, l->size << l->n)) != NULL;
}

static void
frames_piece (gpointer data,
              guint    worker,
              gsize    i)
{
  Run *self = data;
  const Layout *l = &self->layout;
  const guint64 hop = self->walshgram->options.hop;
  guint64 samples;
  Piece piece;

  if (!begin_piece (&piece, self, worker))
    return;
  piece.from = self->frame0 + i * l->piece;
  piece.end = MIN (piece.from + l->piece, self->frame0 + self->frames);
  samples = (piece.end - 1 - piece.from) * hop + ((guint64) 1 << l->n);
  if (!read_samples (self, (self->first + piece.from) * hop, samples, piece.x))
    return;
  if (l->shares)
    self->kernels->low (piece.x, samples, l->block);
  for (guint64 f = piece.from, count; f < piece.end; f += count)
    {
      count = MIN (l->group, piece.end - f);
      if (l->pooled)
        pool_group (&piece, f, count, transform_group (&piece, f, count, piece.y));
      else
        transform_group (&piece, f, count, column_at (self, f));
    }
  end_column (&piece);
}

/* Computes the middle frame of some columns, divided into blocks as the exact ones are, so that it has their bits. */
static void
preview_piece (gpointer data,
               guint    worker,
               gsize    i)
{
  Run *self = data;
  const Layout *l = &self->layout;
  const gsize window = (gsize) 1 << l->n;
  const guint64 end = MIN (self->col0 + (i + 1) * l->piece, self->col0 + self->cols);
  Piece piece;

  if (!begin_piece (&piece, self, worker))
    return;
  for (guint64 c = self->col0 + i * l->piece; c < end; c++)
    {
      piece.from = (column_begin (l, c) + column_begin (l, c + 1)) / 2;
      if (!read_samples (self, (self->first + piece.from) * self->walshgram->options.hop, window, piece.x))
        return;
      if (l->shares)
        self->kernels->low (piece.x, window, l->block);
      self->loops->pool (transform_group (&piece, piece.from, 1, piece.y), window, column_at (self, c));
    }
}

static void
turn_piece (gpointer data,
            guint    worker,
            gsize    i)
{
  const Run *self = data;
  const Layout *l = &self->layout;
  const guint64 from = i * TURNED;
  const OndesWalshgramTurn turn = {
    .columns = self->columns + from * (l->size << l->n), .n_columns = MIN (TURNED, self->cols - from),
    .window = (gsize) 1 << l->n, .rows = self->rows,
    .out = self->out + from * ondes_type_bytes (self->request->result.type, 1), .stride = self->out_stride,
  };

  (l->pooled ? self->loops->turn_single : self->loops->turn) (&turn);
}

/* Returns the end of the batch that begins at column @col0. */
static guint64
batch_end (const Layout *self,
           guint64       col0)
{
  const guint64 frames = MAX (BATCH_VALUES >> self->n, 1);
  guint64 end = MIN (col0 + self->batch_columns, self->columns);

  if (!self->preview && column_begin (self, end) - column_begin (self, col0) > frames)
    end = MAX (column_of (self, column_begin (self, col0) + frames), col0 + 1);
  return end;
}

/* Computes the batch into its rows. */
static gboolean
run_batch (Run    *self,
           guint64 end)
{
  const Layout *l = &self->layout;
  const guint64 n = l->preview ? self->cols : self->frames;

  if (l->pooled)
    memset (self->columns, 0, self->cols * (l->size << l->n));
  return ondes_job_pass (&self->job, (double) self->frames, (gsize) ((n - 1) / l->piece + 1),
                         l->preview ? preview_piece : frames_piece, self)
         && ondes_job_pass (&self->job, 0, (gsize) ((self->cols - 1) / TURNED + 1), turn_piece, self);
}

static gboolean
put_batch (Run       *self,
           OndesSink *sink,
           GError   **error)
{
  const OndesType type = self->request->result.type;
  const OndesRect where = { 0, (guint64) 1 << self->layout.n, self->col0, self->cols };
  const gint64 start = g_get_monotonic_time ();
  const gboolean put = sink->klass->put (sink, &where, self->out, ondes_type_bytes (type, self->out_stride),
                                         !self->layout.preview, error);

  self->move_us += (g_get_monotonic_time () - start) * self->layout.workers;
  return put;
}

/* Runs all batches; @mapped: the sink's own memory, or NULL. */
static gboolean
run_batches (Run       *self,
             OndesSink *sink,
             char      *mapped,
             gsize      mapped_stride,
             GError   **error)
{
  const Layout *l = &self->layout;
  const gsize element = ondes_type_bytes (self->request->result.type, 1);
  GError *local = NULL;

  for (guint64 end; self->col0 < l->columns; self->col0 = end)
    {
      end = batch_end (l, self->col0);
      self->cols = end - self->col0;
      self->frame0 = column_begin (l, self->col0);
      self->frames = column_begin (l, end) - self->frame0;
      self->columns = ondes_buffer_get (&self->engine->shared[0], l->batch_columns * (l->size << l->n));
      self->out = mapped != NULL ? mapped + self->col0 * element
                               : ondes_buffer_get (&self->engine->shared[1], l->batch_columns * (element << l->n));
      self->out_stride = mapped != NULL ? mapped_stride / element : self->cols;
      if (self->columns == NULL || self->out == NULL)
        no_memory (&local);
      if (local != NULL || !run_batch (self, end) || (mapped == NULL && !put_batch (self, sink, &local)))
        break;
    }
  if (local != NULL)
    ondes_job_fail (&self->job, local);
  return ondes_job_end (&self->job, error);
}

/* Fills the tables of the taper and the rows. */
static void
make_tables (Run *self)
{
  const OndesWalshgramOptions *o = &self->walshgram->options;
  const guint n = self->layout.n;
  g_autofree double *taper = NULL;

  self->rows = g_new (guint32, o->window);
  for (guint32 row = 0; row < o->window; row++)
    self->rows[ondes_spectrum_natural_index (o->order, n, row)] = row;
  if (o->taper == ONDES_TAPER_RECT)
    return;
  taper = g_new (double, o->window);
  ondes_walshgram_fill_taper (self->walshgram, taper);
  if (o->type == ONDES_F64)
    self->taper = g_steal_pointer (&taper);
  else
    {
      float *single = self->taper = g_new (float, o->window);

      for (guint64 t = 0; t < o->window; t++)
        single[t] = (float) taper[t];
    }
}

static void
count_statistics (const Run *self,
                  gint64     start)
{
  OndesStatistics *statistics = &self->engine->statistics;
  const OndesShape *shape = &self->request->result;
  const double seconds = ondes_cpu_seconds (self->engine, start);

  g_clear_pointer (&statistics->methods, g_free);
  statistics->n_methods = 0;
  statistics->move_s = MIN (seconds, (double) self->move_us / G_USEC_PER_SEC / self->layout.workers);
  statistics->compute_s = seconds - statistics->move_s;
  statistics->bytes_moved = shape->rows * ondes_type_bytes (shape->type, shape->columns);
}

static gboolean
run (const OndesCpuCall *call,
     GError            **error)
{
  const gint64 start = g_get_monotonic_time ();
  const OndesRequest *request = call->request;
  const OndesShape *shape = &request->result;
  Run self = { .engine = call->engine, .request = request, .walshgram = ondes_spec_walshgram (request->spec) };
  guint64 bytes;
  char *mapped = NULL;
  gsize mapped_stride = 0;
  gboolean done;

  if (g_cancellable_set_error_if_cancelled (call->watch->cancellable, error))
    return FALSE;
  if (!lay_out (&self.layout, call->engine, request, &bytes))
    return no_memory (error);
  if (!call->sink->klass->begin (call->sink, shape->type, shape->rows, shape->columns, error))
    return FALSE;
  if (call->sink->klass->map != NULL)
    mapped = call->sink->klass->map (call->sink, &mapped_stride);
  self.job = (OndesJob) { .threads = call->engine->threads, .watch = call->watch, .work = (double) self.layout.frames,
                          .workers = self.layout.workers };
  self.loops = ondes_walshgram_loops (self.layout.type);
  self.kernels = ondes_spectral_kernels (self.layout.type, ONDES_BUTTERFLY_WALSH);
  self.first = request->view.first / self.walshgram->options.hop;
  make_tables (&self);
  g_mutex_init (&self.lock);
  done = run_batches (&self, call->sink, mapped, mapped_stride, error);
  g_mutex_clear (&self.lock);
  g_free (self.taper);
  g_free (self.rows);
  count_statistics (&self, start);
  return done;
}

const OndesCpuTransform ondes_cpu_walshgram = { plan, run };
