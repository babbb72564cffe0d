/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Series: values by index, those of a spectrum, a dyadic convolution or a source, with all that is needed to draw, read and name
 * them.
 *
 * Immutable once made, reference counted, read from any thread.
 */
#pragma once

#include "engine/compute.h"
#include "signal/pyramid.h"
#include "transform/dyadic.h"
#include "transform/spectrum.h"

G_BEGIN_DECLS

/* What a series is called. Copied. */
typedef struct
{
  const char *name;   /* the title of a figure; NULL: none */
  const char *source; /* of what, for the caption: "samples 0 to 1024 of channel 2 as (−1)^f"; NULL: not said */
  const char *unit;   /* of the values; NULL or "": none */
} OndesSeriesLabels;

/* How values stand above each other in a chart. */
typedef enum
{
  ONDES_SCALE_LINEAR,
  ONDES_SCALE_DB,         /* 20 log₁₀ of the magnitude over the series' largest */
  ONDES_SCALE_SIGNED_LOG, /* ondes_signed_log() with the series' threshold */
} OndesSeriesScale;

extern const char *const ondes_series_scale_names[]; /* linear db log NULL */

/* Where @lo < @hi the values from bottom to top (of ONDES_SCALE_DB the dB), else what is in view. NULL for a display is all 0. */
typedef struct
{
  OndesSeriesScale scale;
  double           lo, hi;
} OndesSeriesDisplay;

typedef struct
{
  gatomicrefcount ref_count;
  OndesSpec      *spec;   /* an OndesSpectrum or OndesDyadic; NULL: values of a source */
  OndesType       type;   /* U8, I32, I64, F32, F64 or BITS */
  guint64         n;      /* values */
  guint           bits;   /* the least whose power of two is no less: digits of an index in binary */
  const void     *values; /* ondes_type_bytes (type, n) */
  double          lo, hi; /* the least and the largest that are finite; both 0 where none is */
  guint64         gaps;   /* that are NaN or infinite */
  /* The value at index 0 of a spectrum, a sum of all, is more than twice as large as any other: it stands apart, so that it does
   * not flatten them. */
  gboolean        apart;
  double          largest;   /* magnitude, but for index 0 where that stands apart; 1 where all are 0 */
  double          threshold; /* a power of ten about as small as the small ones of the values */
  char           *name, *source, *unit; /* as in OndesSeriesLabels, never NULL */
  char           *report; /* engine, size, time: for the status line; never in a figure, which is the same each time */
  OndesPyramid    pyramid;
} OndesSeries;

/* Blocks: for a worker. */
OndesSeries *ondes_series_compute     (OndesComputer           *computer,
                                       OndesRequest            *request,
                                       const OndesSeriesLabels *labels,
                                       const OndesWatch        *watch,
                                       OndesReport             *report,
                                       GError                 **error);
/* The values of a real source as they stand. Blocks. */
OndesSeries *ondes_series_read        (OndesSource             *source,
                                       const OndesSeriesLabels *labels,
                                       GCancellable            *cancellable,
                                       GError                 **error);
/* From @values, which are taken over; @spec may be NULL. NULL where there is no memory for the overview. */
OndesSeries *ondes_series_new         (OndesSpec               *spec,
                                       OndesType                type,
                                       guint64                  n,
                                       void                    *values,
                                       const OndesSeriesLabels *labels);
OndesSeries *ondes_series_ref         (OndesSeries             *self);
void         ondes_series_unref       (OndesSeries             *self);

double       ondes_series_get         (const OndesSeries       *self,
                                       guint64                  i);
/* Value @i with all its digits, U+2212 as minus; transfer full. */
char        *ondes_series_print       (const OndesSeries       *self,
                                       guint64                  i);
/* Index @i in binary, x₁ first, as many digits as every index has; transfer full. */
char        *ondes_series_binary      (const OndesSeries       *self,
                                       guint64                  i);
/* FALSE where the values are no Walsh spectrum. */
gboolean     ondes_series_sequency    (const OndesSeries       *self,
                                       guint64                  i,
                                       guint64                 *sequency);

/* Fills @extents[columns] for the values [first, first + count) in equal columns, edges at floor (j count / columns), at least
 * one value each; outside of the series min > max. Exact whatever the length: no value is left out. */
void         ondes_series_extents     (const OndesSeries       *self,
                                       double                   first,
                                       double                   count,
                                       guint                    columns,
                                       OndesExtent             *extents);
/* The least and the largest of 0 and of the finite values in [first, first + count). */
void         ondes_series_range       (const OndesSeries       *self,
                                       double                   first,
                                       double                   count,
                                       double                  *lo,
                                       double                  *hi);

/* The same without index 0 where that stands apart. */
void         ondes_series_range_apart (const OndesSeries       *self,
                                       double                   first,
                                       double                   count,
                                       double                  *lo,
                                       double                  *hi);
/* Of the magnitudes that are not 0 in [first, first + count), a few thousand of them where there are more, the one with @fraction
 * of them below; 0 where there is none. */
double       ondes_series_quantile    (const OndesSeries       *self,
                                       guint64                  first,
                                       guint64                  count,
                                       double                   fraction);

/* What a figure says of it; transfer full. "index, natural order", "sequency", "shift τ"; "coefficient (mV)"; and transform,
 * order, sign and bit order, values taken. @first, @count: the indices shown. */
char        *ondes_series_index_title (const OndesSeries       *self);
char        *ondes_series_value_title (const OndesSeries       *self,
                                       OndesSeriesScale         scale);
char        *ondes_series_caption     (const OndesSeries       *self,
                                       const OndesSeriesDisplay *display,
                                       guint64                  first,
                                       guint64                  count);

/* The indices of the @k values of largest magnitude (all, where there are fewer; @n tells how many), the largest first, of equal
 * ones the lower index first; NaN counts as 0. Blocks. Free with g_free(). */
guint64     *ondes_series_largest     (const OndesSeries       *self,
                                       guint64                  k,
                                       guint64                 *n);
/* The same values where they are, and 0 everywhere else: F64, or U8 where the series is of U8 or BITS. Blocks. */
OndesSource *ondes_series_keep        (OndesSeries             *self,
                                       guint64                  k);
/* "the 3 largest of 8 coefficients", "the largest of 8 coefficients". Transfer full. */
char        *ondes_series_name_largest (const OndesSeries      *self,
                                       guint64                  k);
/* What the @k largest coefficients of a spectrum (not an inverse) give back: the inverse transform of ondes_series_keep(), named
 * as @self is. Blocks. */
OndesSeries *ondes_series_reconstruct (OndesSeries             *self,
                                       OndesComputer           *computer,
                                       guint64                  k,
                                       GCancellable            *cancellable,
                                       OndesReport             *report,
                                       GError                 **error);

/* How far values are off. */
typedef struct
{
  double  rms, largest; /* of the differences */
  double  relative;     /* rms over that of the original; 0 where both are */
  guint64 different;    /* values that differ */
} OndesDeviation;

/* Of @self from @original, of the same length. Blocks. */
gboolean     ondes_series_deviation   (const OndesSeries       *self,
                                       OndesSource             *original,
                                       OndesDeviation          *deviation,
                                       GCancellable            *cancellable,
                                       GError                 **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesSeries, ondes_series_unref)

G_END_DECLS
