/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "comparison-private.h"
#include "session/signals.h"
#include "scalogram-analysis-private.h"
#include "session/words-settings.h"

G_DEFINE_FINAL_TYPE (OndesComparison, ondes_comparison, ONDES_TYPE_ANALYSIS)

static guint second_signal, raw_signal;

/* The channel that the second has of @recording. */
static guint
find_channel (OndesComparison *self,
              OndesRecording *recording)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  guint channel = self->channel;

  if (self->second == ONDES_SECOND_UNCOMPENSATED)
    channel = ondes_session_get_channel (self->session);
  if (self->second == ONDES_SECOND_SETTINGS)
    g_variant_lookup (self->held, "channel", "u", &channel);
  return channel <= info->channels ? channel : MAX (info->first_channel, 1);
}

/* Lays the second on the time axis of the first; NULL if that fails, which is a problem. */
static OndesRecording *
align (OndesComparison *self,
       OndesRecording *recording)
{
  g_autoptr (GError) error = NULL;
  OndesRecording *aligned
    = ondes_recording_align (recording, ondes_session_get_recording (self->session), &self->alignment, &error);

  if (aligned == NULL)
    ondes_analysis_take_problem (ONDES_ANALYSIS (self), ondes_words_error (error), ONDES_SETTING_FILE);
  if (aligned == NULL)
    ondes_analysis_say_error (ONDES_ANALYSIS (self), error);
  return aligned;
}

/* Gives the second's scalogram the settings that were held, or takes the compensation away. */
static void
update_held (OndesComparison *self)
{
  g_autoptr (GVariant) held = self->second == ONDES_SECOND_SETTINGS
                                ? g_variant_lookup_value (self->held, "scalogram", G_VARIANT_TYPE_VARDICT) : NULL;

  ondes_scalogram_analysis_hold (self->scalogram, held, self->second == ONDES_SECOND_UNCOMPENSATED);
}

void
ondes_comparison_ask_raw (OndesComparison *self,
                          const char *path)
{
  g_signal_emit (self, raw_signal, 0, path);
}

/* Shows the second that is there, under the names that tell the two apart. */
static void
show (OndesComparison *self,
      OndesRecording *recording)
{
  const guint channel = find_channel (self, recording);
  g_autoptr (OndesSource) source = ondes_recording_source (self->aligned, channel, NULL);
  g_autofree char *left = ondes_comparison_name (self, FALSE), *right = ondes_comparison_name (self, TRUE);
  OndesPairSides sides = { .names = { left, right }, .is_movable = TRUE, .is_partial = TRUE };

  update_held (self);
  ondes_comparison_get_recording (self, &sides.cover);
  ondes_second_picture_set_sides (self->picture, &sides);
  if (source != NULL)
    ondes_second_picture_show (self->picture, self->aligned, channel, source);
}

void
ondes_comparison_take (OndesComparison *self,
                       OndesRecording *recording)
{
  g_autoptr (OndesRecording) left = g_steal_pointer (&self->recording), aligned = g_steal_pointer (&self->aligned);

  if (recording != NULL)
    self->recording = ondes_recording_ref (recording);
  self->aligned = recording != NULL ? align (self, recording) : NULL;
  if (self->aligned != NULL)
    show (self, recording);
  else
    ondes_second_picture_hide (self->picture);
  if (self->aligned == NULL && aligned == NULL)
    return;
  g_signal_emit (self, second_signal, 0);
  ondes_analysis_changed (self);
}

/* Wants the second that is chosen now. */
static void
update (OndesComparison *self)
{
  ondes_analysis_take_problem (ONDES_ANALYSIS (self), NULL, ONDES_SETTING_NONE);
  if (self->second != ONDES_SECOND_NONE && ondes_session_get_recording (self->session) != NULL)
    {
      ondes_scheduler_want (self->opening, ONDES_WANT_SOON);
      return;
    }
  ondes_scheduler_leave (self->opening);
  g_clear_pointer (&self->file, ondes_recording_unref);
  ondes_comparison_take (self, NULL);
}

static void
settings_changed (OndesComparison *self)
{
  ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
}

/* TRUE if the second lies on the time axis that the session has now. */
static gboolean
has_time_axis (OndesComparison *self)
{
  OndesSource *now = ondes_session_get_source (self->session), *second;

  second = ondes_session_get_source (ondes_second_picture_get_session (self->picture));
  return ondes_session_get_change (self->session) != ONDES_CHANGE_RECORDING && now != NULL && second != NULL
         && now->n == second->n && now->rate_hz == second->rate_hz;
}

/* Another recording keeps a file beside it; the same one read or conditioned otherwise keeps all. */
static void
on_recording (OndesComparison *self)
{
  const guint opened = ondes_session_get_opened (self->session);

  if (opened != self->opened && self->opened > 0 && self->second != ONDES_SECOND_FILE)
    self->second = ONDES_SECOND_NONE;
  self->opened = opened;
  /* Until the newest is there, the last one has another time axis. */
  if (!has_time_axis (self))
    ondes_comparison_take (self, NULL);
  if (ondes_session_get_change (self->session) != ONDES_CHANGE_CHANNEL || self->second != ONDES_SECOND_NONE)
    update (self);
}

/* How the two are shown is a setting, but for the line and the range of the difference. */
static void
on_picture (OndesComparison *self)
{
  const OndesPairView *view = ondes_second_picture_get_view (self->picture);
  const gboolean changed = view->shown != self->view.shown || view->own_range != self->view.own_range;

  self->view = *view;
  if (changed)
    settings_changed (self);
}

/* Takes @second, of the same time axis, as what is compared. */
static void
choose (OndesComparison *self,
        OndesSecond second)
{
  self->second = second;
  self->alignment = (OndesAlignment) { 0 };
  settings_changed (self);
  update (self);
}

OndesSecond
ondes_comparison_get_second (OndesComparison *self)
{
  return self->second;
}

void
ondes_comparison_choose_file (OndesComparison *self,
                              const char *path,
                              const OndesReadOptions *read)
{
  g_autofree char *chosen = g_strdup (path);
  OndesReadOptions options;

  g_return_if_fail (ONDES_IS_COMPARISON (self) && path != NULL);
  ondes_read_options_copy (&options, read);
  g_clear_pointer (&self->file, ondes_recording_unref);
  /* The same one read otherwise stays where it is. */
  if (self->second != ONDES_SECOND_FILE || g_strcmp0 (self->path, chosen) != 0)
    {
      self->channel = 1;
      self->alignment = (OndesAlignment) { 0 };
    }
  self->second = ONDES_SECOND_FILE;
  g_free (self->path);
  self->path = g_steal_pointer (&chosen);
  ondes_read_options_clear (&self->read);
  self->read = options;
  settings_changed (self);
  update (self);
}

const OndesReadOptions *
ondes_comparison_get_read_options (OndesComparison *self)
{
  return &self->read;
}

OndesRecording *
ondes_comparison_get_file (OndesComparison *self)
{
  return self->file;
}

void
ondes_comparison_choose_channel (OndesComparison *self,
                                 guint channel)
{
  self->channel = channel;
  choose (self, ONDES_SECOND_CHANNEL);
}

void
ondes_comparison_choose_uncompensated (OndesComparison *self)
{
  choose (self, ONDES_SECOND_UNCOMPENSATED);
}

void
ondes_comparison_hold (OndesComparison *self)
{
  static const char *const names[] = { "channel", "conditioning", "conditioned", "scalogram" };
  g_autoptr (GVariant) settings = ondes_session_get_settings (self->session);
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GVariant) value = g_variant_lookup_value (settings, names[i], NULL);

      if (value != NULL)
        g_variant_builder_add (&builder, "{sv}", names[i], value);
    }
  g_variant_unref (self->held);
  self->held = g_variant_ref_sink (g_variant_builder_end (&builder));
  choose (self, ONDES_SECOND_SETTINGS);
}

void
ondes_comparison_remove (OndesComparison *self)
{
  if (self->second == ONDES_SECOND_NONE)
    return;
  self->second = ONDES_SECOND_NONE;
  settings_changed (self);
  update (self);
}

const char *
ondes_comparison_get_path (OndesComparison *self)
{
  return self->path;
}

guint
ondes_comparison_get_channel (OndesComparison *self)
{
  return self->recording != NULL ? find_channel (self, self->recording) : self->channel;
}

/* Shows the second again, of another channel or at another time. */
static void
realign (OndesComparison *self)
{
  g_autoptr (OndesRecording) recording = self->recording != NULL ? ondes_recording_ref (self->recording) : NULL;

  settings_changed (self);
  if (recording != NULL)
    ondes_comparison_take (self, recording);
}

void
ondes_comparison_set_channel (OndesComparison *self,
                              guint channel)
{
  if (channel == self->channel)
    return;
  self->channel = channel;
  realign (self);
}

const OndesAlignment *
ondes_comparison_get_alignment (OndesComparison *self)
{
  return &self->alignment;
}

void
ondes_comparison_set_alignment (OndesComparison *self,
                                const OndesAlignment *alignment)
{
  const OndesAlignment fresh = { MIN (alignment->align, ONDES_ALIGN_CLOCK), isfinite (alignment->offset) ? alignment->offset : 0 };

  if (fresh.align == self->alignment.align && fresh.offset == self->alignment.offset)
    return;
  self->alignment = fresh;
  realign (self);
}

/* Moves the second by @samples of the first, as far as the two may touch. */
static void
on_moved (OndesComparison *self,
          double samples)
{
  OndesAlignment alignment = self->alignment;
  OndesSource *source = ondes_session_get_source (self->session);
  double length;

  if (source == NULL)
    return;
  length = (double) source->n / source->rate_hz;
  alignment.offset = CLAMP (alignment.offset + samples / source->rate_hz, -length, length);
  ondes_comparison_set_alignment (self, &alignment);
}

gboolean
ondes_comparison_is_corrected (OndesComparison *self)
{
  return ondes_scalogram_analysis_get_applied (self->first) != NULL;
}

gboolean
ondes_comparison_has_clock (OndesComparison *self)
{
  return self->recording != NULL
         && ondes_alignment_has_clock (ondes_recording_get_info (ondes_session_get_recording (self->session)),
                                       ondes_recording_get_info (self->recording));
}

gboolean
ondes_comparison_is_ready (OndesComparison *self)
{
  return self->aligned != NULL;
}

OndesSecondPicture *
ondes_comparison_get_picture (OndesComparison *self)
{
  return self->picture;
}

OndesScalogramAnalysis *
ondes_comparison_get_scalogram (OndesComparison *self)
{
  return self->scalogram;
}

OndesRecording *
ondes_comparison_get_recording (OndesComparison *self,
                                OndesSpan *cover)
{
  if (self->aligned != NULL && cover != NULL)
    *cover = ondes_alignment_cover (&self->alignment, ondes_recording_get_info (ondes_session_get_recording (self->session)),
                                    ondes_recording_get_info (self->recording));
  return self->aligned;
}

static gboolean
same_entry (GVariant *before,
            GVariant *after,
            const char *name)
{
  g_autoptr (GVariant) a = g_variant_lookup_value (before, name, NULL), b = g_variant_lookup_value (after, name, NULL);

  return g_variant_equal (a, b);
}

static void
restore (OndesAnalysis *analysis,
         GVariant *settings)
{
  OndesComparison *self = ONDES_COMPARISON (analysis);
  g_autoptr (GVariant) before = g_variant_ref_sink (ondes_analysis_save_settings (analysis)), after = NULL;

  ondes_comparison_load (self, settings);
  after = g_variant_ref_sink (ondes_analysis_save_settings (analysis));
  if (g_variant_equal (before, after))
    return;
  if (!same_entry (before, after, "path") || !same_entry (before, after, "read"))
    g_clear_pointer (&self->file, ondes_recording_unref);
  ondes_second_picture_set_view (self->picture, &self->view);
  settings_changed (self);
  update (self);
}

static gboolean
is_busy (OndesAnalysis *analysis,
         double *progress)
{
  OndesComparison *self = ONDES_COMPARISON (analysis);

  return ondes_scheduler_is_busy (self->opening, progress)
         || (self->aligned != NULL && ondes_analysis_is_active (ONDES_ANALYSIS (self->scalogram))
             && ondes_analysis_is_busy (ONDES_ANALYSIS (self->scalogram), progress));
}

static void
cancel (OndesAnalysis *analysis)
{
  OndesComparison *self = ONDES_COMPARISON (analysis);

  ondes_scheduler_cancel (self->opening);
  ondes_analysis_cancel (ONDES_ANALYSIS (self->scalogram));
}

static void
recompute (OndesAnalysis *analysis)
{
  OndesComparison *self = ONDES_COMPARISON (analysis);

  if (self->second == ONDES_SECOND_FILE && self->aligned == NULL)
    update (self);
  else if (self->aligned != NULL)
    ondes_analysis_recompute (ONDES_ANALYSIS (self->scalogram));
}

/* The second is there whether or not its page is in view. */
static void
want (OndesAnalysis *analysis)
{
}

static guint
get_formats (OndesAnalysis *analysis)
{
  return 0;
}

static void
ondes_comparison_dispose (GObject *object)
{
  OndesComparison *self = ONDES_COMPARISON (object);

  if (self->first != NULL)
    ondes_scalogram_analysis_set_comparison (self->first, NULL);
  if (self->scalogram != NULL)
    g_signal_handlers_disconnect_by_data (self->scalogram, self);
  if (self->picture != NULL)
    g_signal_handlers_disconnect_by_data (self->picture, self);
  self->scalogram = NULL;
  g_clear_object (&self->picture);
  g_clear_object (&self->first);
  G_OBJECT_CLASS (ondes_comparison_parent_class)->dispose (object);
}

static void
ondes_comparison_finalize (GObject *object)
{
  OndesComparison *self = ONDES_COMPARISON (object);

  g_clear_pointer (&self->file, ondes_recording_unref);
  g_clear_pointer (&self->recording, ondes_recording_unref);
  g_clear_pointer (&self->aligned, ondes_recording_unref);
  g_variant_unref (self->held);
  ondes_read_options_clear (&self->read);
  g_free (self->path);
  G_OBJECT_CLASS (ondes_comparison_parent_class)->finalize (object);
}

static void
ondes_comparison_class_init (OndesComparisonClass *klass)
{
  OndesAnalysisClass *analysis_class = ONDES_ANALYSIS_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ondes_comparison_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_comparison_finalize;
  analysis_class->name = "compare";
  analysis_class->save = ondes_comparison_save;
  analysis_class->restore = restore;
  analysis_class->is_busy = is_busy;
  analysis_class->cancel = cancel;
  analysis_class->recompute = recompute;
  analysis_class->want = want;
  analysis_class->get_formats = get_formats;
  second_signal = ondes_signal_new (klass, "second-changed");
  raw_signal = g_signal_new ("needs-raw", ONDES_TYPE_COMPARISON, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                             G_TYPE_STRING);
}

static void
ondes_comparison_init (OndesComparison *self)
{
  self->held = ondes_comparison_no_settings ();
  self->channel = 1;
}

OndesComparison *
ondes_comparison_new (OndesScalogramAnalysis *first)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (first));
  OndesComparison *self = g_object_new (ONDES_TYPE_COMPARISON, "session", session, NULL);

  self->session = session;
  self->first = g_object_ref (first);
  self->opened = ondes_session_get_opened (session);
  self->opening = ondes_analysis_add_aside (ONDES_ANALYSIS (self), &ondes_comparison_opening);
  self->picture = ondes_second_picture_new (session, ONDES_SHOWN_BOTH);
  self->view = *ondes_second_picture_get_view (self->picture);
  ondes_second_picture_follow (self->picture, first, ONDES_ANALYSIS (self));
  self->scalogram = ondes_second_picture_get_scalogram (self->picture);
  g_signal_connect_swapped (self->picture, "changed", G_CALLBACK (on_picture), self);
  g_signal_connect_swapped (self->picture, "moved", G_CALLBACK (on_moved), self);
  ondes_scalogram_analysis_set_comparison (first, self);
  g_signal_connect_object (session, "recording-changed", G_CALLBACK (on_recording), self, G_CONNECT_SWAPPED);
  return self;
}
