/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture.h"

const OndesPictureClass *
ondes_spec_picture (const OndesSpec *spec)
{
  return spec->klass->picture;
}

OndesPictureTraits
ondes_picture_traits (const OndesSpec *spec)
{
  return ondes_spec_picture (spec)->traits (spec);
}

double
ondes_picture_file_hz (const OndesSpec *spec,
                       guint            row,
                       double           rate_hz)
{
  const OndesPictureClass *klass = ondes_spec_picture (spec);

  return (klass->file_hz != NULL ? klass->file_hz : klass->row_hz) (spec, row, rate_hz);
}

OndesDetrend
ondes_picture_detrend (const OndesSpec *spec,
                       OndesDetrend     asked,
                       gboolean         picture)
{
  const OndesPictureClass *klass = ondes_spec_picture (spec);

  return klass->detrend != NULL ? klass->detrend (spec, asked, picture) : ONDES_DETREND_NONE;
}

/* Returns the multiples of @hop in [@first, @end). */
static OndesSpan
multiples (guint64 hop,
           guint64 first,
           guint64 end)
{
  const guint64 from = first / hop + (first % hop > 0), to = end > 0 ? (end - 1) / hop + 1 : 0;

  return (OndesSpan) { from, to > from ? to - from : 0 };
}

OndesSpan
ondes_picture_frames_from (const OndesSpec *spec,
                           guint64          n,
                           guint64          first,
                           guint64          count)
{
  const OndesFrames frames = ondes_picture_traits (spec).frames;
  const guint64 whole = n >= frames.window ? n - frames.window + 1 : 0; /* frames begin before it */

  if (first >= whole)
    return (OndesSpan) { 0, 0 };
  return multiples (frames.hop, first, first + MIN (count, whole - first));
}

OndesSpan
ondes_picture_shown (const OndesSpec *spec,
                     OndesSpan        frames)
{
  const OndesFrames of = ondes_picture_traits (spec).frames;

  return (OndesSpan) { frames.first * of.hop + of.offset, frames.count * of.hop };
}

OndesSpan
ondes_picture_shown_whole (const OndesSpec *spec,
                           guint64          n)
{
  return ondes_picture_shown (spec, ondes_picture_frames_from (spec, n, 0, n));
}

OndesSpan
ondes_picture_frames_over (const OndesSpec *spec,
                           guint64          n,
                           guint64          first,
                           guint64          count)
{
  const OndesSpan shown = ondes_picture_shown_whole (spec, n);
  const guint64 from = MAX (first, shown.first), to = MIN (first + MIN (count, G_MAXUINT64 - first), shown.first + shown.count);
  const guint64 hop = ondes_picture_traits (spec).frames.hop, begin = (from - shown.first) / hop;

  if (shown.count == 0 || to <= from)
    return (OndesSpan) { 0, 0 };
  return (OndesSpan) { begin, (to - shown.first - 1) / hop + 1 - begin };
}

OndesSpan
ondes_picture_frames_near (const OndesSpec *spec,
                           guint64          n,
                           guint64          first,
                           guint64          count)
{
  const OndesSpan all = ondes_picture_frames_from (spec, n, 0, n), over = ondes_picture_frames_over (spec, n, first, count);

  if (over.count > 0 || all.count == 0)
    return over;
  return (OndesSpan) { first < ondes_picture_traits (spec).frames.offset ? 0 : all.count - 1, 1 };
}

OndesSpan
ondes_picture_begins (const OndesSpec *spec,
                      OndesSpan        shown)
{
  const OndesFrames frames = ondes_picture_traits (spec).frames;

  return (OndesSpan) { shown.first - frames.offset, shown.count - (frames.hop - 1) };
}

OndesView
ondes_picture_view (const OndesSpec *spec,
                    OndesSpan        frames,
                    guint            columns)
{
  const guint64 hop = ondes_picture_traits (spec).frames.hop;

  return (OndesView) { frames.first * hop, (frames.count - 1) * hop + 1, columns, FALSE };
}
