/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-layout.h"

#include "engine/cpu/fft/fft.h"

#include <math.h>

#define DIRECT_STEP   4080                  /* outputs, a multiple of ONDES_CONVOLVE_BLOCK */
#define PIECE         8192                  /* least outputs of a piece, so that handing it out costs nothing */
#define PIECE_VALUES  ((gsize) 1 << 20)     /* most values of a piece, unless one segment has more */
#define FFT_VALUES    ((guint64) 1 << 22)   /* most values of an FFT's outputs, all rows, for method fft */
#define FFT_LONGEST   ((guint64) 1 << 19)   /* values of one FFT: a cancellation waits for it, 50 ms at most */
#define RING_BYTES    ((gsize) 64 << 20)    /* most memory of a worker for spectra that several segments share */
#define SHRUNK        1024                  /* shortest FFT length after shrinking */
#define SHORTEST      64                    /* FFT length */
#define LONGEST       ((guint64) 1 << 22)   /* values of a segment's outputs, all rows, for overlap-save */
#define LONGEST_LEAST ((guint64) 1 << 13)   /* but so long a segment is always allowed */

/* Nanoseconds of one core with AVX-512, double precision: per output and tap; per sample and log2 of the length of a real FFT; per
 * bin of a product; per output stored. */
#define TAP_NS     0.07
#define FFT_NS     0.17
#define PRODUCT_NS 0.7
#define STORE_NS   0.5
#define IN_CACHE   32768 /* samples; longer FFTs leave the second-level cache */
#define OUT_FACTOR 1.6

/* Sets the common frame of all filters. */
static void
find_frame (const OndesFilter *filter,
            guint64            n,
            OndesFilterLayout *layout)
{
  guint n_bands;
  const OndesFilterBand *bands = ondes_filter_bank_get (filter->bank, &n_bands);
  gint64 lead = 0, taps = 0, end;

  for (guint i = 0; i < n_bands; i++)
    lead = MAX (lead, (gint64) ondes_filter_delay (&filter->options, bands[i].n));
  for (guint i = 0; i < n_bands; i++)
    taps = MAX (taps, bands[i].n + lead - (gint64) ondes_filter_delay (&filter->options, bands[i].n));
  /* Drop taps that only multiply zeros outside the recording: tap m multiplies x[t + lead − m], and t lies in the recording or at
   * most layout->before before it or layout->after behind it. */
  layout->skip = (guint64) MAX (lead - layout->before - ((gint64) n - 1), 0);
  end = MIN (taps, lead + (gint64) n + layout->after);
  layout->taps = (guint64) end - layout->skip;
  layout->lead = lead - (gint64) layout->skip;
}

/* Partitions the taps for FFTs of @length. */
static void
set_parts (OndesFilterLayout *layout,
           gsize              length)
{
  const gsize others = layout->before + layout->after;
  const gsize half = (length + 1 - MAX (others, 2)) / 2; /* as a part leaves length + 1 − half ≥ half + others outputs */

  layout->length = length;
  if (layout->taps + others + half <= length + 1)
    {
      layout->part = layout->taps;
      layout->parts = 1;
      layout->step = length + 1 - layout->taps - others;
    }
  else
    {
      layout->part = layout->step = half;
      layout->parts = (guint) ((layout->taps - 1) / layout->part + 1);
    }
}

/* Returns the nanoseconds per output and row. */
static double
cost_of (const OndesFilterLayout *layout,
         guint                    n_bands)
{
  const double length = (double) layout->length, bins = length / 2;
  const double fft = FFT_NS * length * log2 (length) * (length > IN_CACHE ? OUT_FACTOR : 1);

  return (fft / n_bands + fft + PRODUCT_NS * bins * layout->parts + STORE_NS * length) / (double) layout->step;
}

/* Returns the cheapest FFT length up to @most. */
static gsize
find_length (const OndesFilterLayout *layout,
             guint64                  n,
             guint                    n_bands,
             guint64                  most)
{
  OndesFilterLayout tried = *layout;
  double least = INFINITY;
  gsize best = 0;

  for (guint64 two = SHORTEST; two <= most; two *= 2)
    for (guint three = 0; three < 2; three++)
      {
        const gsize length = three ? two + two / 2 : two;
        double cost;

        if (length > most)
          return best;
        set_parts (&tried, length);
        cost = cost_of (&tried, n_bands);
        if (cost < least)
          {
            least = cost;
            best = length;
          }
        if (length >= n + layout->taps + 1)
          return best;
      }
  return best;
}

/* Returns the longest FFT for @rows rows of which at most @values are computed together. */
static guint64
longest_for (const OndesFilterLayout *layout,
             guint64                  rows,
             guint64                  values)
{
  return CLAMP (values / rows, LONGEST_LEAST, FFT_LONGEST / (layout->is_complex ? 2 : 1));
}

static gsize
fft_length (const OndesFilterLayout *layout,
            guint64                  n,
            guint64                  rows)
{
  const guint64 most = longest_for (layout, rows, FFT_VALUES), whole = n + layout->taps - 1 + layout->before + layout->after;
  guint64 length = LONGEST_LEAST;

  if (whole <= most)
    return MAX (ondes_fft_good_size (whole), ONDES_SEGMENT_LEAST);
  while (2 * length <= most)
    length *= 2;
  return length;
}

void
ondes_filter_layout (const OndesFilter *filter,
                     gboolean           complex_in,
                     guint64            n,
                     guint              n_sources,
                     OndesFilterLayout *layout)
{
  const OndesFilterOptions *options = &filter->options;
  guint n_bands;
  guint64 rows;

  ondes_filter_bank_get (filter->bank, &n_bands);
  rows = (guint64) n_bands * n_sources;
  *layout = (OndesFilterLayout) { .method = options->method, .single = options->precision != ONDES_PRECISION_DOUBLE,
                                  .is_complex = complex_in || ondes_filter_bank_is_complex (filter->bank),
                                  .segments = 1 };
  ondes_filter_reach (options, &layout->before, &layout->after);
  find_frame (filter, n, layout);
  if (options->segment > 0)
    set_parts (layout, options->segment);
  else if (layout->method == ONDES_METHOD_FFT)
    set_parts (layout, fft_length (layout, n, rows));
  else
    set_parts (layout, find_length (layout, n, n_bands, longest_for (layout, rows, LONGEST)));
  if (layout->method == ONDES_METHOD_AUTO)
    layout->method = options->segment == 0 && TAP_NS * (double) layout->taps + STORE_NS < cost_of (layout, n_bands)
                       ? ONDES_METHOD_DIRECT
                       : ONDES_METHOD_OVERLAP_SAVE;
  if (layout->method == ONDES_METHOD_DIRECT)
    {
      layout->length = 0;
      layout->part = layout->taps;
      layout->parts = 1;
      layout->step = DIRECT_STEP;
    }
  /* Consecutive segments share the inputs of their parts. */
  layout->segments = MAX (layout->parts > 1 ? MIN (2 * layout->parts, 64) : 1, (guint) (PIECE / layout->step));
  layout->segments = (guint) MIN (layout->segments, MAX (PIECE_VALUES / (layout->step * rows), 1));
  layout->slots = (guint) CLAMP (RING_BYTES / ((layout->length + 2) * (layout->single ? 4 : 8) * (layout->is_complex ? 2 : 1)), 1,
                                 layout->parts);
}

gboolean
ondes_filter_layout_shrink (OndesFilterLayout *layout)
{
  if (layout->segments > 1)
    layout->segments /= 2;
  else if (layout->slots > 1)
    layout->slots /= 2;
  else if (layout->length >= 2 * SHRUNK)
    set_parts (layout, layout->length / 2);
  else
    return FALSE;
  return TRUE;
}
