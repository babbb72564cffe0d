/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures: what takes a while is previewed first, and then computed exactly, part by part.
 *
 * A change ends an exact picture under way at once. A preview, or a picture that is as quick as one, may land, so that a drag
 * is seen however fast its changes come, unless it takes too long; the newest change comes next.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/cpu/cpu.h"
#include "document-private.h"
#include "words.h"
#include "trace.h"
#include "words-settings.h"

#define QUICK_MS    120.0 /* expected: shown without a preview */
#define PATIENCE_US (400 * 1000)
#define COARSER_US  (70 * 1000) /* a preview that took longer: the next one has less … */
#define FINER_US    (30 * 1000) /* … or more */
#define SAY_US      (500 * 1000) /* before progress is said in words */
#define WAITED_S    0.1 /* is told */
#define MEASURING   0.05 /* of the work, where the trend of the recording is not known yet */
#define WIDE        16 /* samples a column that a preview can leave out */

static const OndesScalogramSkip skips[] = { { 1, 1 }, { 2, 1 }, { 2, 2 }, { 4, 2 }, { 4, 4 }, { 8, 6 } };

typedef struct
{
  OndesDocument     *document;
  guint              serial;
  gboolean           preview;
  OndesScalogramSkip skip;
  gint64             asked;
  OndesRecording    *recording;
  OndesSpec         *spec;
  OndesSource       *source;
  OndesGrid          grid;
  OndesView          run;  /* what of the grid is computed now */
  OndesScalogram    *base; /* of the grid: what is there already, and where the run comes over it; NULL: nothing */
  double            *medians; /* those of the spec, counted; NULL: not known */
  OndesScalogram    *kept; /* a preview takes from it what is exact; NULL: nothing */
  OndesScalogram    *scalogram;
  OndesReport        report;
  gint64             took; /* µs, without waiting for others on the engine */

  GMutex             mutex;
  OndesScalogram    *part; /* the newest that was not shown yet */
  OndesScalogram    *last; /* the newest */
  guint              done; /* columns of the run that are exact in it */
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  ondes_report_clear (&picture->report);
  g_clear_pointer (&picture->scalogram, ondes_scalogram_unref);
  g_clear_pointer (&picture->base, ondes_scalogram_unref);
  g_clear_pointer (&picture->kept, ondes_scalogram_unref);
  g_clear_pointer (&picture->medians, g_atomic_rc_box_release);
  g_clear_pointer (&picture->part, ondes_scalogram_unref);
  g_clear_pointer (&picture->last, ondes_scalogram_unref);
  g_mutex_clear (&picture->mutex);
  ondes_spec_unref (picture->spec);
  ondes_source_unref (picture->source);
  ondes_recording_unref (picture->recording);
  g_free (picture);
}

typedef struct
{
  Picture      *picture;
  OndesProgress progress;
  gpointer      data;
  double        measured; /* the part of the work that measuring the trend was */
} Working;

/* @piece, taken over, in its place in the picture, with its levels. */
static OndesScalogram *
complete (Picture *picture,
          OndesScalogram *piece,
          gboolean preview)
{
  OndesView view = picture->grid.view;
  const guint64 step = picture->grid.step;
  OndesScalogram *parts[] = { picture->base, piece }, *whole;

  if (piece == NULL || step == 0)
    return piece;
  if (piece->columns == view.columns)
    whole = piece;
  else
    {
      view.preview = preview;
      whole = picture->base != NULL ? ondes_scalogram_assemble (&view, step, parts, 2)
                                    : ondes_scalogram_assemble (&view, step, &piece, 1);
      ondes_scalogram_unref (piece);
    }
  ondes_scalogram_set_medians (whole, picture->medians != NULL ? g_atomic_rc_box_acquire (picture->medians) : NULL);
  return whole;
}

static void
on_part (OndesScalogram *part,
         gpointer user_data)
{
  Picture *picture = ((Working *) user_data)->picture;
  guint done = part->exact;

  part = complete (picture, part, TRUE);
  g_mutex_lock (&picture->mutex);
  g_clear_pointer (&picture->part, ondes_scalogram_unref);
  g_clear_pointer (&picture->last, ondes_scalogram_unref);
  picture->part = part;
  picture->last = ondes_scalogram_ref (part);
  picture->done = done;
  g_mutex_unlock (&picture->mutex);
}

static void
on_working (double fraction,
            gpointer user_data)
{
  Working *working = user_data;

  working->progress (working->measured + (1 - working->measured) * fraction, working->data);
}

static void
on_measuring (double fraction,
              gpointer user_data)
{
  Working *working = user_data;

  working->measured = MEASURING * fraction;
  working->progress (working->measured, working->data);
}

/* The run, exactly: its full columns, and at the end of the recording the last one, which has fewer samples. */
static OndesScalogram *
compute_run (Picture *picture,
             OndesComputer *computer,
             const OndesRecordingInfo *info,
             Working *working,
             GCancellable *cancellable,
             GError **error)
{
  OndesView full = picture->run, last = picture->run;
  g_autoptr (OndesScalogram) base = NULL, body = NULL, end = NULL;
  guint64 step = picture->grid.step;

  if (step == 0 || picture->run.count % step == 0 || picture->run.columns == 1)
    step = 0;
  else
    {
      full.columns--;
      full.count = full.columns * step;
      last.first += full.count;
      last.count -= full.count;
      last.columns = 1;
    }
  if (picture->base != NULL && picture->grid.step == 0)
    base = ondes_scalogram_ref (picture->base);
  else if (picture->base != NULL)
    base = ondes_scalogram_cut (picture->base, picture->grid.step,
                                (guint) ((full.first - picture->grid.view.first) / picture->grid.step), full.columns);
  body = ondes_scalogram_compute_parts (computer, picture->spec, picture->source, &full, info, base, on_part, on_working, working,
                                        cancellable, &picture->report, error);
  if (body == NULL || step == 0)
    return g_steal_pointer (&body);
  end = ondes_scalogram_compute (computer, picture->spec, picture->source, &last, info, NULL, NULL, cancellable, NULL, error);
  if (end == NULL)
    return NULL;
  return ondes_scalogram_assemble (&picture->run, step, (OndesScalogram *[]) { body, end }, 2);
}

/* A preview does not wait for the trend of a long recording. */
static OndesScalogram *
compute_preview (Picture *picture,
                 OndesComputer *computer,
                 const OndesRecordingInfo *info,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (OndesSource) source = ondes_detrended_source_estimate (picture->source, cancellable, error);

  if (source == NULL)
    return NULL;
  return ondes_scalogram_preview (computer, picture->spec, source, &picture->run, info, picture->skip, picture->kept,
                                  cancellable, &picture->report, error);
}

static gboolean
picture_work (OndesComputer *computer,
              gpointer data,
              OndesProgress progress,
              gpointer progress_data,
              GCancellable *cancellable,
              GError **error)
{
  Picture *picture = data;
  const OndesRecordingInfo *info = ondes_recording_get_info (picture->recording);
  Working working = { picture, progress, progress_data, 0 };
  OndesScalogram *run = NULL;
  gint64 start = g_get_monotonic_time ();

  if (picture->preview)
    run = compute_preview (picture, computer, info, cancellable, error);
  else if (ondes_detrended_source_measure (picture->source, on_measuring, &working, cancellable, error))
    run = compute_run (picture, computer, info, &working, cancellable, error);
  picture->scalogram = complete (picture, run, picture->preview);
  picture->took = g_get_monotonic_time () - start - (gint64) (picture->report.waited_s * G_USEC_PER_SEC);
  ondes_trace ("%s %u, %u columns (÷ %u, rows ÷ %u) %s in %.0f ms, %.0f ms waited",
               picture->preview ? "preview" : "picture", picture->serial, picture->run.columns, picture->skip.columns,
               picture->skip.rows, picture->scalogram != NULL ? "computed" : "given up", picture->took / 1000.0,
               picture->report.waited_s * 1000);
  return picture->scalogram != NULL;
}

static void
take_status (OndesDocument *self,
             char *status)
{
  g_free (self->status);
  self->status = status;
}

/* "28,504", "28,504 less their mean" */
static char *
print_samples (const Picture *picture)
{
  g_autofree char *count = ondes_words_count (picture->run.count);

  if (picture->scalogram->detrend == ONDES_DETREND_NONE)
    return g_steal_pointer (&count);
  /* Translators: a number of samples, from which their mean, or their straight line of least squares, was subtracted. */
  return g_strdup_printf (picture->scalogram->detrend == ONDES_DETREND_MEAN ? _("%s, mean subtracted") : _("%s, trend subtracted"),
                          count);
}

static void
set_status (OndesDocument *self,
            Picture *picture)
{
  g_autofree char *methods = ondes_report_methods (&picture->report);
  g_autofree char *samples = print_samples (picture);
  g_autofree char *engine = ondes_report_engine (&picture->report);
  const OndesStatistics *statistics = &picture->report.statistics;
  g_autofree char *times = NULL;
  g_autofree char *line = NULL;

  if (picture->report.device[0] != 0)
    /* Translators: milliseconds that a graphics card computed, and those for bringing data there and back. */
    times = g_strdup_printf (_("%.1f ms + %.1f ms transfer"), 1e3 * statistics->compute_s, 1e3 * statistics->move_s);
  else
    times = g_strdup_printf (_("%.0f ms"), picture->took / 1000.0);
  /* Translators: engine, method (or how many rows had which), rows × samples, milliseconds. */
  line = g_strdup_printf (_("%s · %s · %u × %s · %s"), engine, methods != NULL && *methods != 0 ? methods : "—",
                          picture->scalogram->rows, samples, times);
  if (picture->preview)
    {
      g_autofree char *whole = g_steal_pointer (&line);

      /* Translators: a quick, coarse picture is shown; then how it was computed. */
      line = g_strdup_printf (_("Preview · %s"), whole);
    }
  if (picture->report.waited_s >= WAITED_S)
    {
      g_autofree char *alone = g_steal_pointer (&line);

      /* Translators: seconds that it waited for the engine, which worked for others. */
      line = g_strdup_printf (_("%s · waited %.1f s"), alone, picture->report.waited_s);
    }
  /* Why another engine did not do it stands behind. */
  take_status (self, picture->report.fallback != NULL ? g_strdup_printf ("%s · %s", line, picture->report.fallback)
                                                      : g_steal_pointer (&line));
}

/* What of the picture was there before it began. */
static double
fraction_before (const Picture *picture)
{
  return 1 - (double) picture->run.count / (double) picture->grid.view.count;
}

static gint64
remaining (OndesDocument *self)
{
  gint64 age = g_get_monotonic_time () - self->picture_started;

  return (gint64) ((double) age * (1 - self->progress) / MAX (self->progress - fraction_before (self->running), 1e-3));
}

/* "Preview · 38 %, 12 s left" */
static void
say_progress (OndesDocument *self)
{
  gboolean preview = self->scalogram != NULL && self->scalogram->view.preview;
  double percent = floor (100 * self->progress), left = ceil ((double) remaining (self) / G_USEC_PER_SEC);

  if (g_get_monotonic_time () - self->picture_started < SAY_US)
    return;
  if (self->progress - fraction_before (self->running) < 0.02)
    take_status (self, g_strdup_printf (preview ? _("Preview · %.0f %%") : _("Computing · %.0f %%"), percent));
  else if (left < 100)
    /* Translators: per cent done, seconds left. */
    take_status (self, g_strdup_printf (preview ? _("Preview · %.0f %%, %.0f s left") : _("Computing · %.0f %%, %.0f s left"),
                                        percent, left));
  else
    /* Translators: per cent done, minutes left. */
    take_status (self, g_strdup_printf (preview ? _("Preview · %.0f %%, %.0f min left") : _("Computing · %.0f %%, %.0f min left"),
                                        percent, ceil (left / 60)));
}

/* Takes @scalogram over. */
static void
show (OndesDocument *self,
      OndesScalogram *scalogram,
      gint64 asked)
{
  double *medians;

  ondes_document_take_levels (self, scalogram);
  medians = ondes_document_get_medians (self, scalogram->spec);
  g_clear_pointer (&self->scalogram, ondes_scalogram_unref);
  self->scalogram = scalogram;
  if (scalogram->medians == NULL && medians != NULL)
    {
      self->scalogram = ondes_scalogram_with_medians (scalogram, medians, self->equalised);
      ondes_scalogram_unref (scalogram);
    }
  ondes_document_want_medians (self);
  self->shown_asked = asked;
  ondes_document_place_pointer (self);
  ondes_document_emit (self, SIGNAL_PICTURE_CHANGED);
}

static void
on_picture_progress (double fraction,
                     gpointer user_data)
{
  Picture *picture = user_data;
  OndesDocument *self = picture->document;
  OndesScalogram *part;

  if (picture->serial != self->serial)
    return; /* overtaken */
  g_mutex_lock (&picture->mutex);
  part = g_steal_pointer (&picture->part);
  g_mutex_unlock (&picture->mutex);
  self->progress = fraction_before (picture) + fraction * (1 - fraction_before (picture));
  say_progress (self);
  if (part != NULL)
    {
      ondes_trace ("%u of %u columns are exact", part->exact, part->columns);
      show (self, part, picture->asked);
    }
  ondes_document_emit (self, SIGNAL_STATE_CHANGED);
}

/* In rows × samples of a method other than direct, about. */
static double
work_of (const OndesSpec *spec,
         guint64 count)
{
  const OndesCwt *cwt = ondes_spec_cwt (spec);
  double work = 0;

  for (guint i = 0; i < cwt->n_scales; i++)
    work += cwt->options.method == ONDES_METHOD_DIRECT ? 1 + 0.1 * (double) ondes_cwt_half_length (ondes_cwt_scale (cwt, i)) : 1;
  return work * (double) count;
}

/* Previews as fine as are quick, as the one before it was. */
static void
adapt (OndesDocument *self,
       const Picture *picture)
{
  guint used = 0;
  gint64 took = picture->took;

  while (used + 1 < G_N_ELEMENTS (skips)
         && (skips[used].columns != picture->skip.columns || skips[used].rows != picture->skip.rows))
    used++;
  if (took < FINER_US && picture->scalogram != NULL)
    self->skip = used > 0 ? used - 1 : 0;
  /* Each is about half of the one before it. */
  for (; took > COARSER_US && used + 1 < G_N_ELEMENTS (skips); took /= 2)
    self->skip = ++used;
}

static void begin (OndesDocument *self, gboolean anew);
static void submit (OndesDocument *self, gboolean preview, const OndesGrid *grid, const OndesView *run, OndesScalogram *base);

/* What there is of an exact picture that ends before it is done: its tiles, and what else is to be seen of it. */
static void
keep_left (OndesDocument *self,
           Picture *picture)
{
  g_autoptr (OndesScalogram) left = NULL;
  guint done;

  if (picture->preview)
    return;
  g_mutex_lock (&picture->mutex);
  done = picture->done;
  if (picture->last != NULL)
    left = ondes_scalogram_ref (picture->last);
  else if (picture->base != NULL && picture->base->exact < picture->base->columns)
    left = ondes_scalogram_ref (picture->base);
  g_mutex_unlock (&picture->mutex);
  if (left != NULL && left->view.preview)
    ondes_document_keep_left (self, picture->source, left, &picture->grid, &picture->run, done);
}

static void
on_landed (OndesDocument *self,
           Picture *picture)
{
  static gsize measuring;

  if (!picture->preview)
    self->cost = (double) picture->took * 1000 / work_of (picture->spec, picture->run.count);
  set_status (self, picture);
  if (!picture->preview)
    ondes_document_keep_tiles (self, picture->scalogram, &picture->grid, &picture->run);
  self->stale = self->again || picture->preview;
  show (self, ondes_scalogram_ref (picture->scalogram), picture->asked);
  if (!picture->preview && g_once_init_enter (&measuring))
    {
      ondes_cpu_measure_in_background ();
      g_once_init_leave (&measuring, 1);
    }
}

static void
on_picture (gpointer data,
            const GError *error,
            gpointer user_data)
{
  Picture *picture = data;
  OndesDocument *self = picture->document;
  gboolean cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  if (picture->preview && picture->took > 0)
    adapt (self, picture);
  if (picture->serial != self->serial)
    return; /* overtaken */
  self->picture = 0;
  self->progress = 0;
  if (error != NULL)
    keep_left (self, picture);
  if (error == NULL)
    {
      on_landed (self, picture);
      /* Whoever heard of it may have asked for another. */
      if (picture->serial != self->serial)
        return;
      cancelled = picture->preview && self->stopped;
    }
  if (cancelled)
    take_status (self, g_strdup (self->scalogram != NULL && self->scalogram->view.preview && self->shown_asked == picture->asked
                                   ? _("Cancelled: showing a preview; press F5 to compute")
                                   : _("Cancelled: showing earlier settings; press F5 to recompute")));
  else if (error != NULL)
    {
      take_status (self, ondes_words_error (error));
      ondes_page_model_say_error (ONDES_PAGE_MODEL (self), error);
    }
  if (self->again)
    begin (self, FALSE);
  else if (picture->preview && error == NULL && !cancelled)
    {
      self->landing = FALSE;
      submit (self, FALSE, &picture->grid, &picture->run, picture->scalogram);
    }
  else
    ondes_document_emit (self, SIGNAL_STATE_CHANGED);
}

static void
submit (OndesDocument *self,
        gboolean preview,
        const OndesGrid *grid,
        const OndesView *run,
        OndesScalogram *base)
{
  Picture *picture = g_new0 (Picture, 1);

  g_mutex_init (&picture->mutex);
  picture->document = self;
  picture->serial = ++self->serial;
  picture->preview = preview;
  picture->skip = preview ? skips[self->skip] : skips[0];
  picture->asked = self->asked;
  picture->recording = ondes_recording_ref (self->recording);
  picture->spec = ondes_spec_ref (self->picture_spec);
  picture->source = ondes_source_ref (self->pictured);
  picture->grid = *grid;
  picture->run = *run;
  picture->base = base != NULL ? ondes_scalogram_ref (base) : NULL;
  picture->medians = ondes_document_get_medians (self, self->picture_spec);
  if (picture->medians != NULL)
    g_atomic_rc_box_acquire (picture->medians);
  picture->kept = preview && self->kept != NULL ? ondes_scalogram_ref (self->kept) : NULL;
  self->progress = preview ? 0 : fraction_before (picture);
  self->stopped = FALSE;
  self->picture_started = g_get_monotonic_time ();
  self->running = picture;
  self->picture = ondes_queue_submit (self->pictures, "picture", picture_work, picture, picture_free,
                                      preview ? NULL : on_picture_progress, on_picture, picture);
  ondes_document_emit (self, SIGNAL_STATE_CHANGED);
}

/* Whatever is under way is of no use any more. */
static void
leave (OndesDocument *self)
{
  g_clear_handle_id (&self->patience_source, g_source_remove);
  if (self->picture != 0)
    keep_left (self, self->running);
  self->again = FALSE;
  self->serial++;
  self->picture = 0;
  self->progress = 0;
  ondes_queue_cancel_key (self->pictures, "picture");
}

/* What was computed before shows at once. */
static void
show_found (OndesDocument *self,
            OndesScalogram *found,
            const char *status)
{
  ondes_trace ("a picture of %u columns was there", found->columns);
  leave (self);
  /* The same, and the one that the picture knows. */
  if (ondes_spec_equal (self->spec, found->spec))
    {
      ondes_spec_unref (self->spec);
      self->spec = ondes_spec_ref (found->spec);
    }
  ondes_spec_unref (self->picture_spec);
  self->picture_spec = ondes_spec_ref (found->spec);
  g_clear_pointer (&self->kept, ondes_scalogram_unref);
  self->kept = ondes_scalogram_ref (found);
  take_status (self, g_strdup (status));
  self->stale = FALSE;
  if (found == self->scalogram)
    self->shown_asked = self->asked;
  else
    show (self, ondes_scalogram_ref (found), self->asked);
  ondes_document_emit (self, SIGNAL_STATE_CHANGED);
}

/* The newest that is wanted, less what was computed before, unless @anew; what is under way is overtaken. */
static void
begin (OndesDocument *self,
       gboolean anew)
{
  g_autoptr (OndesScalogram) found = NULL;
  const char *status = NULL;
  OndesView missing;
  OndesGrid grid;
  gboolean quick, preview, seen = FALSE;

  g_clear_handle_id (&self->patience_source, g_source_remove);
  if (self->picture != 0)
    keep_left (self, self->running);
  self->again = FALSE;
  ondes_document_get_grid (self, &grid);
  missing = grid.view;
  if (!anew)
    found = ondes_document_find_tiles (self, &grid, &missing, &seen, &status);
  if (missing.columns == 0)
    {
      show_found (self, found, status);
      return;
    }
  quick = work_of (self->picture_spec, missing.count) * self->cost * 1e-6 < QUICK_MS;
  preview = !quick && !seen && missing.count / missing.columns >= WIDE && ondes_scalogram_can_preview (self->picture_spec);
  self->landing = quick || preview;
  submit (self, preview, &grid, &missing, found);
  if (!seen)
    return;
  /* It goes on where it was left, and from what was seen then. */
  take_status (self, g_strdup_printf (_("Preview · %.0f %%"), floor (100 * self->progress)));
  show (self, ondes_scalogram_ref (found), self->asked);
  ondes_document_emit (self, SIGNAL_STATE_CHANGED);
}

static gboolean
on_patience (gpointer user_data)
{
  OndesDocument *self = user_data;

  self->patience_source = 0;
  if (self->again)
    begin (self, FALSE);
  return G_SOURCE_REMOVE;
}

/* What is under way is what is wanted. */
static gboolean
is_under_way (OndesDocument *self)
{
  const Picture *picture = self->running;
  OndesGrid grid;

  if (self->picture == 0 || self->stopped)
    return FALSE;
  ondes_document_get_grid (self, &grid);
  return picture->grid.step == grid.step && picture->grid.view.first == grid.view.first
         && picture->grid.view.count == grid.view.count && picture->grid.view.columns == grid.view.columns
         && ondes_spec_equal (picture->spec, self->picture_spec);
}

void
ondes_document_want_picture (OndesDocument *self,
                             OndesWant want)
{
  gint64 patience;

  if (self->source == NULL || self->spec == NULL)
    return;
  ondes_document_update_rows (self);
  self->stale = TRUE;
  self->asked = g_get_monotonic_time ();
  if (want == ONDES_WANT_SOON && is_under_way (self))
    {
      g_clear_handle_id (&self->patience_source, g_source_remove);
      self->again = FALSE;
      ((Picture *) self->running)->asked = self->asked;
      return;
    }
  patience = self->picture_started + PATIENCE_US - self->asked;
  if (want != ONDES_WANT_SOON || self->picture == 0 || !self->landing || patience <= 0 || ondes_document_is_computed (self))
    {
      begin (self, want == ONDES_WANT_ANEW);
      return;
    }
  self->again = TRUE;
  if (self->patience_source == 0)
    self->patience_source = g_timeout_add ((guint) (patience / 1000) + 1, on_patience, self);
  ondes_document_emit (self, SIGNAL_STATE_CHANGED);
}

void
ondes_document_drop_pictures (OndesDocument *self)
{
  leave (self);
  g_clear_pointer (&self->kept, ondes_scalogram_unref);
  ondes_document_drop_levels (self);
}

void
ondes_document_cancel_picture (OndesDocument *self)
{
  if (self->picture == 0)
    return;
  g_clear_handle_id (&self->patience_source, g_source_remove);
  self->again = FALSE;
  self->stopped = TRUE;
  ondes_queue_cancel (self->pictures, self->picture);
}
