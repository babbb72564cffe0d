/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "param/param.h"
#include "scalogram-analysis-private.h"
#include "second-picture.h"
#include "session/signals.h"

#define MIDDLE 0.5

struct _OndesSecondPicture
{
  GObject                 parent_instance;

  OndesSession           *of;        /* of the first, borrowed: it outlives this */
  OndesSession           *session;
  OndesScalogramAnalysis *first;     /* NULL until it is followed */
  OndesScalogramAnalysis *scalogram; /* NULL until it follows */
  OndesPairSides          sides;     /* owns its names */
  OndesPairView           view;
  OndesShown              before;    /* what was shown last */
  gboolean                is_there;
};

G_DEFINE_FINAL_TYPE (OndesSecondPicture, ondes_second_picture, G_TYPE_OBJECT)

static guint changed_signal, moved_signal;

const char *const ondes_shown_names[] = { "first", "second", "wipe", "difference", "stacked", NULL };

#define FIELD(name) G_STRUCT_OFFSET (OndesPairView, name)

static const OndesParam fields[] = {
  { "shown", ONDES_PARAM_WORD, FIELD (shown), ondes_shown_names },
  { "line", ONDES_PARAM_NUMBER, FIELD (line) },
  { "range", ONDES_PARAM_NUMBER, FIELD (range_db) },
  { "own-range", ONDES_PARAM_BOOLEAN, FIELD (own_range) },
  { NULL },
};

static void
emit_changed (OndesSecondPicture *self)
{
  g_signal_emit (self, changed_signal, 0);
}

OndesSession *
ondes_second_picture_get_session (OndesSecondPicture *self)
{
  return self->session;
}

OndesScalogramAnalysis *
ondes_second_picture_get_scalogram (OndesSecondPicture *self)
{
  return self->scalogram;
}

void
ondes_second_picture_follow (OndesSecondPicture     *self,
                             OndesScalogramAnalysis *first,
                             OndesAnalysis          *owner)
{
  g_return_if_fail (self->scalogram == NULL);
  self->first = g_object_ref (first);
  self->scalogram = ondes_scalogram_analysis_new_second (first, self->session, owner);
}

void
ondes_second_picture_show (OndesSecondPicture *self,
                           OndesRecording     *recording,
                           guint               channel,
                           OndesSource        *source)
{
  const gboolean came = !self->is_there;

  self->is_there = TRUE;
  ondes_session_derive (self->session, self->of, recording, channel, source);
  if (came)
    emit_changed (self);
}

void
ondes_second_picture_hide (OndesSecondPicture *self)
{
  if (!self->is_there)
    return;
  self->is_there = FALSE;
  emit_changed (self);
}

gboolean
ondes_second_picture_is_there (OndesSecondPicture *self)
{
  return self->is_there;
}

gboolean
ondes_second_picture_is_same (OndesSecondPicture *self)
{
  const OndesScalogramAnalysis *first = self->first, *second = self->scalogram;
  const OndesSource *a = ondes_session_get_source (self->of), *b = ondes_session_get_source (self->session);

  if (!self->is_there || a == NULL || b == NULL || second == NULL || first->spec == NULL || second->spec == NULL)
    return FALSE;
  return a->id == b->id && a->channel == b->channel && a->revision == b->revision
         && first->settings.detrend == second->settings.detrend && ondes_spec_equal (first->spec, second->spec);
}

void
ondes_second_picture_set_sides (OndesSecondPicture   *self,
                                const OndesPairSides *sides)
{
  OndesPairSides left = self->sides;

  self->sides = *sides;
  for (guint i = 0; i < 2; i++)
    self->sides.names[i] = g_strdup (sides->names[i]);
  for (guint i = 0; i < 2; i++)
    g_free ((char *) left.names[i]);
  emit_changed (self);
}

const OndesPairSides *
ondes_second_picture_get_sides (OndesSecondPicture *self)
{
  return &self->sides;
}

const OndesPairView *
ondes_second_picture_get_view (OndesSecondPicture *self)
{
  return &self->view;
}

void
ondes_second_picture_set_view (OndesSecondPicture  *self,
                               const OndesPairView *view)
{
  const OndesPairView left = self->view;

  if (view->shown < ONDES_N_SHOWN)
    self->view.shown = view->shown;
  if (view->line > 0 && view->line < 1)
    self->view.line = view->line;
  if (view->range_db > 0)
    self->view.range_db = view->range_db;
  self->view.own_range = view->own_range;
  if (left.shown != self->view.shown)
    self->before = left.shown;
  if (!ondes_params_equal (fields, 0, &left, &self->view))
    emit_changed (self);
}

void
ondes_second_picture_set_shown (OndesSecondPicture *self,
                                OndesShown          shown)
{
  OndesPairView view = self->view;

  if (shown == view.shown)
    return;
  view.shown = shown;
  view.line = MIDDLE;
  ondes_second_picture_set_view (self, &view);
}

void
ondes_second_picture_toggle (OndesSecondPicture *self,
                             OndesShown          shown)
{
  ondes_second_picture_set_shown (self, shown != self->view.shown ? shown : self->before);
}

void
ondes_second_picture_move (OndesSecondPicture *self,
                           double              samples)
{
  g_signal_emit (self, moved_signal, 0, samples);
}

GVariant *
ondes_second_picture_save (OndesSecondPicture *self)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  ondes_params_save (fields, 0, &self->view, &builder);
  return g_variant_builder_end (&builder);
}

void
ondes_second_picture_restore (OndesSecondPicture *self,
                              GVariant           *saved)
{
  OndesPairView view = self->view;

  ondes_params_restore (fields, 0, &view, saved);
  ondes_second_picture_set_view (self, &view);
}

static void
ondes_second_picture_dispose (GObject *object)
{
  OndesSecondPicture *self = ONDES_SECOND_PICTURE (object);

  g_clear_object (&self->scalogram);
  g_clear_object (&self->first);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ondes_second_picture_parent_class)->dispose (object);
}

static void
ondes_second_picture_finalize (GObject *object)
{
  for (guint i = 0; i < 2; i++)
    g_free ((char *) ONDES_SECOND_PICTURE (object)->sides.names[i]);
  G_OBJECT_CLASS (ondes_second_picture_parent_class)->finalize (object);
}

static void
ondes_second_picture_class_init (OndesSecondPictureClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_second_picture_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_second_picture_finalize;
  changed_signal = ondes_signal_new (klass, "changed");
  moved_signal = g_signal_new ("moved", ONDES_TYPE_SECOND_PICTURE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                               G_TYPE_DOUBLE);
}

static void
ondes_second_picture_init (OndesSecondPicture *self)
{
  self->view = (OndesPairView) { .line = MIDDLE, .range_db = 6 };
}

OndesSecondPicture *
ondes_second_picture_new (OndesSession *session,
                          OndesShown    shown)
{
  OndesSecondPicture *self = g_object_new (ONDES_TYPE_SECOND_PICTURE, NULL);

  self->of = session;
  self->session = ondes_session_new_derived (session);
  self->view.shown = shown;
  return self;
}
