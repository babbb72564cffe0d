/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures: one that takes a while is previewed first and then computed exactly, part by part; both are stages of one want
 * (scheduler.h). A preview, or a picture that is as quick as one, is a brief stage. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/cpu/cpu.h"
#include "scalogram-analysis-private.h"
#include "session/words.h"
#include "session/trace.h"
#include "session/words-settings.h"

#define QUICK_MS    120.0 /* expected time below which a picture needs no preview */
#define COARSER_US  (70 * 1000) /* a preview that took longer makes the next one coarser */
#define FINER_US    (30 * 1000) /* a preview that took less makes the next one finer */
#define SAY_US      (500 * 1000) /* delay before the status line shows progress */
#define WAITED_S    0.1 /* minimum wait that the status line mentions */
#define MEASURING   0.05 /* share of the progress for measuring the recording's trend, if that is not known yet */

static const OndesScalogramSkip skips[] = {
  { 1, 1, TRUE }, { 2, 1, TRUE }, { 2, 2, TRUE }, { 4, 2, TRUE }, { 4, 4, TRUE }, { 8, 6, TRUE },
};

typedef struct
{
  guint              serial; /* shown by the trace */
  gboolean           preview;
  OndesScalogramSkip skip;
  OndesRecording    *recording;
  OndesSpec         *spec;
  OndesSource       *source;
  OndesGrid          grid;
  OndesView          run;  /* the part of the grid to compute; columns is 0 if all was cached, as the base */
  OndesScalogram    *base; /* what is there already of the grid, to be overwritten by the run; NULL if nothing */
  double            *medians; /* of the spec's rows, reference counted; NULL if unknown */
  OndesScalogram    *kept; /* an earlier picture whose exact columns a preview reuses; NULL if none */
  OndesScalogram    *scalogram;
  OndesReport        report;
  gint64             took; /* µs, without waiting for other users of the engine */
  double             waited_s; /* for other users of the engine, by the preview of this picture */
  gboolean           seen;   /* the base resumes an unfinished picture, and shows at once */
  char              *status; /* status line of a cached picture */

  GMutex             mutex;
  OndesScalogram    *part; /* the newest partial picture that has not been shown */
  OndesScalogram    *last; /* the newest partial picture */
  guint              done; /* number of exact columns of the run in it */
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
  g_free (picture->status);
  g_mutex_clear (&picture->mutex);
  ondes_spec_unref (picture->spec);
  ondes_source_unref (picture->source);
  ondes_recording_unref (picture->recording);
  g_free (picture);
}

typedef struct
{
  Picture          *picture;
  const OndesWatch *watch;
  double            measured; /* share of the work that measuring the trend has taken */
} Working;

/* Puts @piece, of which it takes ownership, in its place in the picture and measures the levels; NULL with @error set if there is
 * not enough memory, and for a @piece of NULL. */
static OndesScalogram *
complete (Picture *picture,
          OndesScalogram *piece,
          gboolean preview,
          GError **error)
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
      whole = picture->base != NULL ? ondes_scalogram_assemble (&view, step, parts, 2, error)
                                    : ondes_scalogram_assemble (&view, step, &piece, 1, error);
      ondes_scalogram_unref (piece);
      if (whole == NULL)
        return NULL;
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

  part = complete (picture, part, TRUE, NULL);
  if (part == NULL)
    return;
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

  ondes_watch_tell (working->watch, working->measured + (1 - working->measured) * fraction);
}

static void
on_measuring (double fraction,
              gpointer user_data)
{
  Working *working = user_data;

  working->measured = MEASURING * fraction;
  ondes_watch_tell (working->watch, working->measured);
}

/* Returns how many samples of the source there are to each of those that the picture and its grid count. */
static guint
oversampling_of (const Picture *picture)
{
  return ondes_picture_traits (picture->spec).oversampling;
}

/* Returns the view to ask for, to get @view. */
static OndesView
view_of (const Picture *picture,
         OndesView view)
{
  const OndesSpan begins = ondes_picture_begins (picture->spec, (OndesSpan) { view.first, view.count });

  view.first = begins.first * oversampling_of (picture);
  view.count = begins.count * oversampling_of (picture);
  return view;
}

/* Computes the run exactly: its full columns, and then the recording's last column if it has fewer samples. */
static OndesScalogram *
compute_run (Picture *picture,
             OndesComputer *computer,
             Working *working,
             GError **error)
{
  GCancellable *cancellable = working->watch->cancellable;
  OndesScalogramJob job = { .spec = picture->spec, .source = picture->source, .view = picture->run,
                            .oversampling = oversampling_of (picture),
                            .info = ondes_recording_get_info (picture->recording), .part = on_part, .part_data = working };
  g_autoptr (OndesScalogram) base = NULL, body = NULL, end = NULL;
  OndesView last = picture->run;
  guint64 step = picture->grid.step;

  if (step == 0 || picture->run.count % step == 0 || picture->run.columns == 1)
    step = 0;
  else
    {
      job.view.columns--;
      job.view.count = job.view.columns * step;
      last.first += job.view.count;
      last.count -= job.view.count;
      last.columns = 1;
    }
  if (picture->base != NULL && picture->grid.step == 0)
    base = ondes_scalogram_ref (picture->base);
  else if (picture->base != NULL)
    base = ondes_scalogram_cut (picture->base, picture->grid.step,
                                (guint) ((job.view.first - picture->grid.view.first) / picture->grid.step), job.view.columns, NULL);
  job.base = base;
  job.view = view_of (picture, job.view);
  body = ondes_scalogram_compute (computer, &job, &(OndesWatch) { on_working, working, cancellable }, &picture->report, error);
  if (body == NULL || step == 0)
    return g_steal_pointer (&body);
  job = (OndesScalogramJob) { .spec = picture->spec, .source = picture->source, .view = view_of (picture, last), .info = job.info,
                              .oversampling = job.oversampling };
  end = ondes_scalogram_compute (computer, &job, &(OndesWatch) { .cancellable = cancellable }, NULL, error);
  if (end == NULL)
    return NULL;
  return ondes_scalogram_assemble (&picture->run, step, (OndesScalogram *[]) { body, end }, 2, error);
}

/* A preview does not wait until the trend of a long recording has been measured. */
static OndesScalogram *
compute_preview (Picture *picture,
                 OndesComputer *computer,
                 GCancellable *cancellable,
                 GError **error)
{
  const OndesView view = view_of (picture, picture->run);
  g_autoptr (OndesSource) source = ondes_computed_source_estimate (picture->source, view.first, view.count, cancellable, error);
  const OndesScalogramJob job = { .spec = picture->spec, .source = source, .view = view, .oversampling = oversampling_of (picture),
                                  .info = ondes_recording_get_info (picture->recording), .skip = picture->skip,
                                  .kept = picture->kept };

  if (source == NULL)
    return NULL;
  return ondes_scalogram_preview (computer, &job, &(OndesWatch) { .cancellable = cancellable }, &picture->report, error);
}

static gboolean
picture_work (OndesComputer *computer,
              gpointer data,
              const OndesWatch *watch,
              GError **error)
{
  Picture *picture = data;
  Working working = { picture, watch, 0 };
  const OndesWatch measuring = { on_measuring, &working, watch->cancellable };
  const OndesView view = view_of (picture, picture->run);
  OndesScalogram *run = NULL;
  gint64 start = g_get_monotonic_time ();

  if (picture->preview)
    run = compute_preview (picture, computer, watch->cancellable, error);
  else if (ondes_computed_source_prepare (picture->source, view.first, view.count, &measuring, error))
    run = compute_run (picture, computer, &working, error);
  picture->scalogram = complete (picture, run, picture->preview, error);
  picture->took = g_get_monotonic_time () - start - (gint64) (picture->report.waited_s * G_USEC_PER_SEC);
  ondes_trace ("%s %u, %u columns (÷ %u, rows ÷ %u) %s in %.0f ms, %.0f ms waited",
               picture->preview ? "preview" : "picture", picture->serial, picture->run.columns, picture->skip.columns,
               picture->skip.rows, picture->scalogram != NULL ? "computed" : "given up", picture->took / 1000.0,
               picture->report.waited_s * 1000);
  return picture->scalogram != NULL;
}

static void
take_status (OndesScalogramAnalysis *self,
             char *status)
{
  ondes_analysis_take_status (ONDES_ANALYSIS (self), status);
}

/* "28,504", "28,504 less their mean" */
static char *
print_samples (const Picture *picture)
{
  g_autofree char *plain = ondes_words_count (picture->run.count * oversampling_of (picture));
  /* Translators: a number of samples, which were filtered, whitened or otherwise conditioned. */
  g_autofree char *count = picture->scalogram->conditioning != NULL ? g_strdup_printf (_("%s, conditioned"), plain)
                                                                    : g_steal_pointer (&plain);

  switch (picture->scalogram->detrend)
    {
    case ONDES_DETREND_LINEAR:
      /* Translators: a number of samples, from which their straight line of least squares was subtracted. */
      return g_strdup_printf (_("%s, trend subtracted"), count);
    case ONDES_DETREND_MOVING:
      /* Translators: a number of samples, from each of which the mean of those around it was subtracted. */
      return g_strdup_printf (_("%s, moving mean subtracted"), count);
    case ONDES_DETREND_MEAN:
    case ONDES_DETREND_SPAN_MEAN:
      /* Translators: a number of samples, from which a mean was subtracted. */
      return g_strdup_printf (_("%s, mean subtracted"), count);
    default:
      return g_steal_pointer (&count);
    }
}

static void
set_status (OndesScalogramAnalysis *self,
            Picture *picture)
{
  g_autofree char *methods = ondes_report_methods (&picture->report);
  g_autofree char *samples = print_samples (picture);
  g_autofree char *engine = ondes_report_engine (&picture->report);
  const OndesStatistics *statistics = &picture->report.statistics;
  const double waited_s = picture->waited_s + picture->report.waited_s;
  g_autofree char *times = NULL;
  g_autofree char *line = NULL;
  g_autofree char *how = NULL;

  if (picture->report.device[0] != 0)
    /* Translators: milliseconds that a graphics card computed, and those for bringing data there and back. */
    times = g_strdup_printf (_("%.1f ms + %.1f ms transfer"), 1e3 * statistics->compute_s, 1e3 * statistics->move_s);
  else
    times = g_strdup_printf (_("%.0f ms"), picture->took / 1000.0);
  how = methods != NULL && *methods != 0 ? g_strconcat (" · ", methods, NULL) : g_strdup ("");
  /* Translators: engine, “ · ” and method (or how many rows had which) if there are several, rows × samples, milliseconds. */
  line = g_strdup_printf (_("%s%s · %u × %s · %s"), engine, how, picture->scalogram->rows, samples, times);
  if (picture->preview)
    {
      g_autofree char *whole = g_steal_pointer (&line);

      /* Translators: a quick, coarse picture is shown; then how it was computed. */
      line = g_strdup_printf (_("Preview · %s"), whole);
    }
  if (waited_s >= WAITED_S)
    {
      g_autofree char *alone = g_steal_pointer (&line);

      /* Translators: seconds that it waited for the engine, which worked for others. */
      line = g_strdup_printf (_("%s · waited %.1f s"), alone, waited_s);
    }
  /* The reason for a fallback follows the line. */
  take_status (self, picture->report.fallback != NULL ? g_strdup_printf ("%s · %s", line, picture->report.fallback)
                                                      : g_steal_pointer (&line));
  /* Translators: what is shown, and the milliseconds that it took. */
  ondes_analysis_take_summary (ONDES_ANALYSIS (self),
                               g_strdup_printf (picture->preview ? _("Preview · %s") : _("Ready · %s"), times));
}

/* Returns the fraction of the picture that was there before the run. */
static double
fraction_before (const Picture *picture)
{
  return 1 - (double) picture->run.count / (double) picture->grid.view.count;
}

static gint64
remaining (const Picture *picture,
           double progress,
           gint64 age)
{
  return (gint64) ((double) age * (1 - progress) / MAX (progress - fraction_before (picture), 1e-3));
}

/* "Preview · 38 %, 12 s left" */
static void
say_progress (OndesScalogramAnalysis *self,
              const Picture *picture,
              double progress)
{
  const gint64 age = g_get_monotonic_time () - ondes_scheduler_get_started (self->picture);
  gboolean preview = self->scalogram != NULL && self->scalogram->view.preview;
  double percent = floor (100 * progress), left = ceil ((double) remaining (picture, progress, age) / G_USEC_PER_SEC);

  if (age < SAY_US)
    return;
  if (progress - fraction_before (picture) < 0.02)
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

/* Takes ownership of @scalogram. */
static void
show (OndesScalogramAnalysis *self,
      OndesScalogram *scalogram)
{
  double *medians;

  ondes_scalogram_analysis_take_levels (self, scalogram);
  medians = ondes_scalogram_analysis_get_medians (self, scalogram->spec);
  g_clear_pointer (&self->scalogram, ondes_scalogram_unref);
  self->scalogram = scalogram;
  if (scalogram->medians == NULL && medians != NULL)
    {
      self->scalogram = ondes_scalogram_with_medians (scalogram, medians, self->equalised);
      ondes_scalogram_unref (scalogram);
    }
  ondes_scalogram_analysis_want_medians (self);
  self->shown_asked = ondes_scheduler_get_asked (self->picture);
  ondes_scalogram_analysis_place_pointer (self);
  ondes_scalogram_analysis_emit (self, SIGNAL_PICTURE_CHANGED);
}

static double
picture_progress (gpointer job,
                  double fraction,
                  gpointer owner)
{
  Picture *picture = job;
  OndesScalogramAnalysis *self = owner;
  OndesScalogram *part;
  double progress;

  if (picture->preview)
    return 0;
  g_mutex_lock (&picture->mutex);
  part = g_steal_pointer (&picture->part);
  g_mutex_unlock (&picture->mutex);
  progress = fraction_before (picture) + fraction * (1 - fraction_before (picture));
  say_progress (self, picture, progress);
  if (part != NULL)
    {
      ondes_trace ("%u of %u columns are exact", part->exact, part->columns);
      show (self, part);
    }
  return progress;
}

/* Adjusts the coarseness of the next preview to the time that this one took. */
static void
picture_ended (gpointer job,
               gpointer owner)
{
  const Picture *picture = job;
  OndesScalogramAnalysis *self = owner;
  guint used = 0;
  gint64 took = picture->took;

  if (!picture->preview || took == 0)
    return;
  while (used + 1 < G_N_ELEMENTS (skips)
         && (skips[used].columns != picture->skip.columns || skips[used].rows != picture->skip.rows))
    used++;
  if (took < FINER_US && picture->scalogram != NULL)
    self->skip = used > 0 ? used - 1 : 0;
  /* Each skip takes about half as long as the one before it. */
  for (; took > COARSER_US && used + 1 < G_N_ELEMENTS (skips); took /= 2)
    self->skip = ++used;
}

/* Caches an exact picture that ends unfinished: its tiles, and the rest as it was shown. */
static void
picture_left (gpointer job,
              gpointer owner)
{
  Picture *picture = job;
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
    ondes_scalogram_analysis_keep_left (owner, picture->source, left, &picture->grid, &picture->run, done);
}

void
ondes_scalogram_analysis_say_cancelled (OndesScalogramAnalysis *self)
{
  const gboolean preview = self->scalogram != NULL && self->scalogram->view.preview
                           && self->shown_asked == ondes_scheduler_get_asked (self->picture);

  take_status (self, g_strdup (preview ? _("Cancelled: showing a preview; press F5 to compute")
                                       : _("Cancelled: showing earlier settings; press F5 to recompute")));
}

/* Shows a cached picture at once. */
static void
show_found (OndesScalogramAnalysis *self,
            Picture *picture)
{
  const OndesPictureClass *klass = ondes_spec_picture (self->spec);
  OndesScalogram *found = picture->base;

  ondes_trace ("a picture of %u columns was there", found->columns);
  /* Share the picture's own spec, which is equal, because row_limits() compares pointers; not one that says it in other words. */
  if (ondes_spec_equal (self->spec, found->spec) && (klass->same_words == NULL || klass->same_words (self->spec, found->spec)))
    {
      ondes_spec_unref (self->spec);
      self->spec = ondes_spec_ref (found->spec);
    }
  ondes_spec_unref (self->picture_spec);
  self->picture_spec = ondes_spec_ref (found->spec);
  g_clear_pointer (&self->kept, ondes_scalogram_unref);
  self->kept = ondes_scalogram_ref (found);
  take_status (self, g_steal_pointer (&picture->status));
  ondes_analysis_take_summary (ONDES_ANALYSIS (self), g_strdup (_("Ready")));
  if (found == self->scalogram)
    self->shown_asked = ondes_scheduler_get_asked (self->picture);
  else
    show (self, ondes_scalogram_ref (found));
}

static void
show_computed (OndesScalogramAnalysis *self,
               Picture *picture)
{
  static gsize measuring;

  if (!picture->preview)
    self->cost = (double) picture->took * 1000 / ondes_spec_picture (picture->spec)->work (picture->spec, picture->run.count);
  set_status (self, picture);
  if (!picture->preview)
    ondes_scalogram_analysis_keep_tiles (self, picture->scalogram, &picture->grid, &picture->run);
  show (self, ondes_scalogram_ref (picture->scalogram));
  if (picture->preview && ondes_scheduler_is_stopped (self->picture))
    ondes_scalogram_analysis_say_cancelled (self);
  if (!picture->preview && g_once_init_enter (&measuring))
    {
      ondes_cpu_measure_in_background ();
      g_once_init_leave (&measuring, 1);
    }
}

static void
picture_landed (gpointer job,
                const GError *error,
                gpointer owner)
{
  OndesScalogramAnalysis *self = owner;
  Picture *picture = job;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ondes_scalogram_analysis_say_cancelled (self);
  else if (error != NULL)
    {
      take_status (self, ondes_words_error (error));
      ondes_analysis_say_error (ONDES_ANALYSIS (self), error);
    }
  else if (picture->run.columns == 0)
    show_found (self, picture);
  else
    show_computed (self, picture);
}

/* Creates a job for the view that computes @run over @base; takes ownership of @base. */
static Picture *
picture_new (OndesScalogramAnalysis *self,
             gboolean preview,
             const OndesGrid *grid,
             const OndesView *run,
             OndesScalogram *base)
{
  Picture *picture = g_new0 (Picture, 1);

  g_mutex_init (&picture->mutex);
  picture->serial = ++self->serial;
  picture->preview = preview;
  picture->skip = preview ? skips[self->skip] : skips[0];
  picture->recording = ondes_recording_ref (self->recording);
  picture->spec = ondes_spec_ref (self->picture_spec);
  picture->source = ondes_source_ref (self->picture_source);
  picture->grid = *grid;
  picture->run = *run;
  picture->base = base;
  picture->medians = ondes_scalogram_analysis_get_medians (self, self->picture_spec);
  if (picture->medians != NULL)
    g_atomic_rc_box_acquire (picture->medians);
  picture->kept = preview && self->kept != NULL ? ondes_scalogram_ref (self->kept) : NULL;
  return picture;
}

/* Prepares a job for what is in view, less what is cached, unless @anew. */
static gpointer
picture_prepare (gpointer owner,
                 gboolean anew,
                 OndesStageFlags *flags)
{
  OndesScalogramAnalysis *self = owner;
  const OndesPictureClass *klass;
  OndesScalogram *found = NULL;
  const char *status = NULL;
  Picture *picture;
  OndesView missing;
  OndesGrid grid;
  gboolean quick, preview, seen = FALSE;

  ondes_scalogram_analysis_get_grid (self, &grid);
  missing = grid.view;
  if (!anew)
    found = ondes_scalogram_analysis_find_tiles (self, &grid, &missing, &seen, &status);
  if (missing.columns == 0)
    {
      *flags = ONDES_STAGE_COMPUTED;
      picture = picture_new (self, FALSE, &grid, &missing, found);
      picture->status = g_strdup (status);
      return picture;
    }
  klass = ondes_spec_picture (self->picture_spec);
  quick = klass->work (self->picture_spec, missing.count) * self->cost * 1e-6 < QUICK_MS;
  preview = !quick && !seen && missing.count / missing.columns >= grid.wide && klass->can_preview (self->picture_spec);
  *flags = preview ? ONDES_STAGE_BRIEF | ONDES_STAGE_MORE : quick ? ONDES_STAGE_BRIEF : 0;
  picture = picture_new (self, preview, &grid, &missing, found);
  picture->seen = seen;
  return picture;
}

/* Prepares the exact picture that follows a preview. */
static gpointer
picture_next (gpointer job,
              gpointer owner,
              OndesStageFlags *flags)
{
  const Picture *picture = job;
  Picture *next;

  *flags = 0;
  next = picture_new (owner, FALSE, &picture->grid, &picture->run, ondes_scalogram_ref (picture->scalogram));
  next->waited_s = picture->report.waited_s;
  return next;
}

static void
picture_begun (gpointer job,
               gpointer owner)
{
  OndesScalogramAnalysis *self = owner;
  const Picture *picture = job;

  if (!picture->seen)
    return;
  /* Resume an unfinished picture as it was shown last. */
  take_status (self, g_strdup_printf (_("Preview · %.0f %%"), floor (100 * fraction_before (picture))));
  show (self, ondes_scalogram_ref (picture->base));
}

static gboolean
picture_is_wanted (gpointer job,
                   gpointer owner)
{
  OndesScalogramAnalysis *self = owner;
  const Picture *picture = job;
  OndesGrid grid;

  ondes_scalogram_analysis_get_grid (self, &grid);
  return picture->grid.step == grid.step && picture->grid.view.first == grid.view.first
         && picture->grid.view.count == grid.view.count && picture->grid.view.columns == grid.view.columns
         && ondes_spec_equal (picture->spec, self->picture_spec);
}

static gboolean
picture_is_computed (gpointer owner)
{
  return ondes_scalogram_analysis_is_computed (owner);
}

const OndesSchedulerClass ondes_scalogram_analysis_picture = {
  .key = "picture",
  .prepare = picture_prepare,
  .next = picture_next,
  .work = picture_work,
  .free = picture_free,
  .is_wanted = picture_is_wanted,
  .is_computed = picture_is_computed,
  .begun = picture_begun,
  .progress = picture_progress,
  .ended = picture_ended,
  .left = picture_left,
  .landed = picture_landed,
  .changed = ondes_analysis_changed,
};

void
ondes_scalogram_analysis_want_picture (OndesScalogramAnalysis *self,
                                       OndesWant want)
{
  OndesGridBounds bounds;

  if (self->source == NULL || self->spec == NULL)
    return;
  ondes_scalogram_analysis_update_rows (self);
  if (!ondes_scalogram_analysis_get_bounds (self, self->picture_spec, &bounds))
    return;
  if (self->lazy && !ondes_analysis_is_active (ONDES_ANALYSIS (self)))
    {
      ondes_analysis_compute (ONDES_ANALYSIS (self)); /* once it is active */
      return;
    }
  ondes_scheduler_want (self->picture, want);
}

void
ondes_scalogram_analysis_drop_pictures (OndesScalogramAnalysis *self)
{
  ondes_scheduler_leave (self->picture);
  g_clear_pointer (&self->kept, ondes_scalogram_unref);
  ondes_scalogram_analysis_drop_levels (self);
}
