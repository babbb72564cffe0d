/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walshgram.h"

gboolean
ondes_scalogram_is_walshgram (const OndesScalogram *self)
{
  return ondes_spec_is_walshgram (self->spec);
}

gboolean
ondes_scalogram_has_sequency (const OndesScalogram *self)
{
  return ondes_scalogram_is_walshgram (self) && ondes_spec_walshgram (self->spec)->options.order == ONDES_ORDER_SEQUENCY;
}

guint64
ondes_walshgram_offset (const OndesWalshgram *self)
{
  const OndesWalshgramOptions *o = &self->options;

  return o->hop < o->window ? (o->window - o->hop) / 2 : 0;
}

OndesSpan
ondes_walshgram_shown (const OndesWalshgram *self,
                       OndesSpan             frames)
{
  return (OndesSpan) { frames.first * self->options.hop + ondes_walshgram_offset (self), frames.count * self->options.hop };
}

OndesSpan
ondes_walshgram_frames_over (const OndesWalshgram *self,
                             guint64               n,
                             guint64               first,
                             guint64               count)
{
  const OndesSpan all = ondes_walshgram_frames (self, n, 0, n), shown = ondes_walshgram_shown (self, all);
  const guint64 from = MAX (first, shown.first), to = MIN (first + MIN (count, G_MAXUINT64 - first), shown.first + shown.count);
  const guint64 begin = (from - shown.first) / self->options.hop;

  if (all.count == 0 || to <= from)
    return (OndesSpan) { 0, 0 };
  return (OndesSpan) { begin, (to - shown.first - 1) / self->options.hop + 1 - begin };
}

OndesView
ondes_walshgram_view (const OndesWalshgram *self,
                      OndesSpan             frames,
                      guint                 columns)
{
  return (OndesView) { frames.first * self->options.hop, (frames.count - 1) * self->options.hop + 1, columns, FALSE };
}

OndesSource *
ondes_walshgram_source (OndesRecording *recording,
                        guint           channel,
                        GError        **error)
{
  return ondes_recording_values (recording, channel, error);
}
