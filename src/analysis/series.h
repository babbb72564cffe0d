/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Series: values by index (a spectrum, a dyadic convolution or a source) with everything needed to draw, read and label them.
 *
 * Immutable once created, reference counted, readable from any thread.
 */
#pragma once

#include "engine/compute.h"
#include "signal/pyramid.h"
#include "transform/dyadic.h"
#include "transform/spectrum.h"

G_BEGIN_DECLS

/* Labels of a series; copied. */
typedef struct
{
  const char *name;   /* title of a figure; NULL if none */
  const char *source; /* origin of the values, for the caption: "samples 0 to 1024 of channel 2 as (−1)^f"; NULL to omit */
  const char *unit;   /* unit of the values; NULL or "" if none */
} OndesSeriesLabels;

/* Vertical scale of a chart. */
typedef enum
{
  ONDES_SCALE_LINEAR,
  ONDES_SCALE_DB,         /* 20 log₁₀ of the magnitude relative to the series' largest */
  ONDES_SCALE_SIGNED_LOG, /* ondes_signed_log() with the series' threshold */
} OndesSeriesScale;

extern const char *const ondes_series_scale_names[]; /* linear db log, NULL-terminated */

/* If @lo < @hi, the values (dB for ONDES_SCALE_DB) at bottom and top; otherwise the range in view. NULL is equivalent to all
 * zeros. */
typedef struct
{
  OndesSeriesScale scale;
  double           lo, hi;
} OndesSeriesDisplay;

/* The parameters of OndesSeriesDisplay. */
extern const OndesParamTable ondes_series_display_params;

typedef struct
{
  OndesSpec      *spec;   /* an OndesSpectrum or OndesDyadic; NULL for values of a source */
  OndesType       type;   /* U8, I32, I64, F32, F64 or BITS */
  guint64         n;      /* number of values */
  guint           bits;   /* binary digits of an index: smallest number with 2^bits ≥ n */
  const void     *values; /* ondes_type_bytes (type, n) */
  double          lo, hi; /* smallest and largest finite value; both 0 if none */
  guint64         gaps;   /* number of NaN or infinite values */
  /* TRUE if the value at index 0 of a spectrum, a sum of all samples, is more than twice as large as any other: it is then
   * scaled separately, so it does not flatten the others. */
  gboolean        first_is_outlier;
  double          largest;   /* largest magnitude, excluding index 0 if that is an outlier; 1 if all values are 0 */
  double          threshold; /* a power of ten near the 10th percentile of the magnitudes */
  char           *name, *source, *unit; /* copies of OndesSeriesLabels, never NULL */
  char           *report; /* engine, size, time for the status line; never in a figure, which must be reproducible */
  OndesPyramid    pyramid;
} OndesSeries;

/* Blocks: call from a worker thread. */
OndesSeries *ondes_series_compute     (OndesComputer           *computer,
                                       OndesRequest            *request,
                                       const OndesSeriesLabels *labels,
                                       const OndesWatch        *watch,
                                       OndesReport             *report,
                                       GError                 **error);
/* Reads the values of a real source unchanged. Blocks. */
OndesSeries *ondes_series_read        (OndesSource             *source,
                                       const OndesSeriesLabels *labels,
                                       GCancellable            *cancellable,
                                       GError                 **error);
/* Takes ownership of @values; @spec may be NULL. Returns NULL if there is no memory for the overview. */
OndesSeries *ondes_series_new         (OndesSpec               *spec,
                                       OndesType                type,
                                       guint64                  n,
                                       void                    *values,
                                       const OndesSeriesLabels *labels);
OndesSeries *ondes_series_ref         (OndesSeries             *self);
void         ondes_series_unref       (OndesSeries             *self);

double       ondes_series_get         (const OndesSeries       *self,
                                       guint64                  i);
/* Returns value @i with all its digits and U+2212 as minus; transfer full. */
char        *ondes_series_print       (const OndesSeries       *self,
                                       guint64                  i);
/* Returns index @i in binary, x₁ first, padded to the width of the largest index; transfer full. */
char        *ondes_series_binary      (const OndesSeries       *self,
                                       guint64                  i);
/* FALSE if the values are not a Walsh spectrum. */
gboolean     ondes_series_sequency    (const OndesSeries       *self,
                                       guint64                  i,
                                       guint64                 *sequency);

/* Fills @extents[columns] for the values [first, first + count) in equal columns, with edges at floor (j count / columns), at
 * least one value each; outside the series min > max. Always exact: no value is skipped. */
void         ondes_series_extents     (const OndesSeries       *self,
                                       double                   first,
                                       double                   count,
                                       guint                    columns,
                                       OndesExtent             *extents);
/* Gets the range of the finite values in [first, first + count), extended to include 0. */
void         ondes_series_range       (const OndesSeries       *self,
                                       double                   first,
                                       double                   count,
                                       double                  *lo,
                                       double                  *hi);

/* Like ondes_series_range(), but excludes index 0 if that is an outlier. */
void         ondes_series_range_without_outlier (const OndesSeries       *self,
                                                 double                   first,
                                                 double                   count,
                                                 double                  *lo,
                                                 double                  *hi);
/* Returns the @fraction quantile of the nonzero magnitudes in [first, first + count), from a few thousand of them if there are
 * more; 0 if there are none. */
double       ondes_series_quantile    (const OndesSeries       *self,
                                       guint64                  first,
                                       guint64                  count,
                                       double                   fraction);

/* Texts for a figure; transfer full. Index title: "index, natural order", "sequency", "shift τ"; value title: "coefficient
 * (mV)"; caption: transform, order, sign and bit order, and values used. @first, @count: the indices shown. */
char        *ondes_series_index_title (const OndesSeries       *self);
char        *ondes_series_value_title (const OndesSeries       *self,
                                       OndesSeriesScale         scale);
char        *ondes_series_caption     (const OndesSeries       *self,
                                       const OndesSeriesDisplay *display,
                                       guint64                  first,
                                       guint64                  count);

/* Returns the indices of the @k values of largest magnitude (all if fewer; @n returns the number), largest first, ties by lower
 * index; NaN counts as 0. Blocks. Free with g_free(). */
guint64     *ondes_series_largest     (const OndesSeries       *self,
                                       guint64                  k,
                                       guint64                 *n);
/* Returns a source with the same @k values in place and 0 everywhere else: F64, or U8 if the series is U8 or BITS. Blocks. */
OndesSource *ondes_series_keep        (OndesSeries             *self,
                                       guint64                  k);
/* "the 3 largest of 8 coefficients", "the largest of 8 coefficients". Transfer full. */
char        *ondes_series_name_largest (const OndesSeries      *self,
                                       guint64                  k);
/* Reconstructs from the @k largest coefficients of a spectrum (not an inverse): the inverse transform of ondes_series_keep(),
 * with the labels of @self. Blocks. */
OndesSeries *ondes_series_reconstruct (OndesSeries             *self,
                                       OndesComputer           *computer,
                                       guint64                  k,
                                       GCancellable            *cancellable,
                                       OndesReport             *report,
                                       GError                 **error);

/* Deviation of one set of values from another. */
typedef struct
{
  double  rms, largest; /* of the differences */
  double  relative;     /* rms divided by the rms of the original; 0 if both are 0 */
  guint64 different;    /* number of values that differ */
} OndesDeviation;

/* Computes the deviation of @self from @original, of the same length. Blocks. */
gboolean     ondes_series_deviation   (const OndesSeries       *self,
                                       OndesSource             *original,
                                       OndesDeviation          *deviation,
                                       GCancellable            *cancellable,
                                       GError                 **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesSeries, ondes_series_unref)

G_END_DECLS
