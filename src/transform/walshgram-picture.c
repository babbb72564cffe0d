/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pictures of Walshgrams. */
#include <math.h>

#include "picture.h"
#include "walshgram.h"

/* Frames of a window that count as independent. */
#define INDEPENDENT_FRAMES 2.0

static const OndesWalshgramOptions *
options_of (const OndesSpec *spec)
{
  return &ondes_spec_walshgram (spec)->options;
}

/* A frame is drawn around the middle of its window; from its first sample on if the hop is longer than the window. Values are
 * divided by the sum of the taper, so that the one line of a square wave reads its amplitude: of a Hann taper half the window. */
static OndesPictureTraits
get_traits (const OndesSpec *spec)
{
  const OndesWalshgramOptions *o = options_of (spec);

  return (OndesPictureTraits) {
    .rows = (guint) o->window,
    .place = o->order == ONDES_ORDER_SEQUENCY ? ONDES_PLACE_SEQUENCY : ONDES_PLACE_ROW,
    .order = o->order == ONDES_ORDER_SEQUENCY ? NULL : ondes_order_names[o->order],
    .frames = { o->hop, o->window, o->hop < o->window ? (o->window - o->hop) / 2 : 0 },
    .oversampling = 1,
    .gain = (o->taper == ONDES_TAPER_HANN ? 1 : 0) - (int) ondes_spec_walshgram (spec)->n,
    .is_integer = o->type == ONDES_I64,
    .correlation = MAX ((double) o->window / INDEPENDENT_FRAMES, (double) o->hop),
    .noise_db = NAN,
  };
}

static double
get_row_hz (const OndesSpec *spec,
            guint            row,
            double           rate_hz)
{
  return options_of (spec)->order == ONDES_ORDER_SEQUENCY ? row * (rate_hz / (double) options_of (spec)->window) : row;
}

static double
get_file_hz (const OndesSpec *spec,
             guint            row,
             double           rate_hz)
{
  return (double) ondes_walshgram_crossings (ondes_spec_walshgram (spec), row) * rate_hz / (double) options_of (spec)->window;
}

/* All rows of a window are computed at once. */
static OndesSpec *
take (const OndesSpec       *spec,
      const OndesRowsWanted *wanted,
      guint                 *first,
      GError               **error)
{
  OndesWalshgramOptions options = *options_of (spec);

  *first = wanted->rows[0];
  if (wanted->how == ONDES_ROWS_IN_DOUBLE || wanted->how == ONDES_ROWS_OF_COEFFICIENTS)
    options.type = ONDES_F64;
  return ondes_walshgram_new (&options, error);
}

static gboolean
can_preview (const OndesSpec *spec)
{
  return TRUE;
}

static double
get_work (const OndesSpec *spec,
          guint64          count)
{
  return (double) count / (double) options_of (spec)->hop * (double) options_of (spec)->window;
}

static gboolean
is_same_measure (const OndesSpec *a,
                 const OndesSpec *b)
{
  return options_of (a)->window == options_of (b)->window && options_of (a)->taper == options_of (b)->taper;
}

const OndesPictureClass ondes_walshgram_picture = {
  .command = "walshgram",
  .slices_of = "walsh",
  .row_word = "sequency",
  .rows_word = "sequencies",
  .linear = TRUE,
  .framed = TRUE,
  .real = TRUE,
  .traits = get_traits,
  .row_hz = get_row_hz,
  .file_hz = get_file_hz,
  .take = take,
  .can_preview = can_preview,
  .work = get_work,
  .same_measure = is_same_measure,
};
