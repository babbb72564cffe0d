/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "range.h"

#include "base/clones.h"
#include "base/words.h"

#include <math.h>

#define SMALL (G_GINT64_CONSTANT (1) << 31)

#define FUNCTION(name, T) \
  CLONES static void \
  name##_##T (const void *values, \
              gsize       n, \
              OndesRange *range)

/* Large magnitudes are summed in 32-bit halves, so no sum of fewer than 2^32 values overflows. */
#define OF_INTEGERS(T) \
  FUNCTION (range_of, T) \
  { \
    const T *x = values; \
    T lo = x[0], hi = x[0]; \
    \
    for (gsize i = 0; i < n; i++) \
      { \
        lo = MIN (lo, x[i]); \
        hi = MAX (hi, x[i]); \
      } \
    range->lo = (gint64) lo; \
    range->hi = (gint64) hi; \
  } \
  \
  FUNCTION (magnitude_of, T) \
  { \
    const T *x = values; \
    guint64 low = 0, high = 0; \
    \
    if (range->lo > -SMALL && range->hi < SMALL) \
      for (gsize i = 0; i < n; i++) \
        low += (guint64) ABS ((gint64) x[i]); \
    else \
      for (gsize i = 0; i < n; i++) \
        { \
          const gint64 value = (gint64) x[i]; \
          const guint64 size = value < 0 ? -(guint64) value : (guint64) value; \
          \
          low += (guint32) size; \
          high += size >> 32; \
        } \
    range->magnitude = ((unsigned __int128) high << 32) + low; \
  }

#define OF_REALS(T) \
  FUNCTION (range_of, T) \
  { \
    const T *x = values; \
    guint bad = 0; \
    \
    for (gsize i = 0; i < n; i++) \
      bad |= !(x[i] - x[i] == 0); /* x − x is NaN for NaN and infinity */ \
    for (gsize i = 0; bad && range->bad == G_MAXSIZE; i++) \
      if (!isfinite (x[i])) \
        range->bad = i; \
  }

OF_INTEGERS (guint8)
OF_INTEGERS (gint32)
OF_INTEGERS (gint64)
OF_REALS (float)
OF_REALS (double)

/* Functions by type; NULL if there is nothing to compute. */
static const struct
{
  void (*range)     (const void *values, gsize n, OndesRange *range);
  void (*magnitude) (const void *values, gsize n, OndesRange *range);
} types[] = {
  [ONDES_U8] = { range_of_guint8, magnitude_of_guint8 },
  [ONDES_I32] = { range_of_gint32, magnitude_of_gint32 },
  [ONDES_I64] = { range_of_gint64, magnitude_of_gint64 },
  [ONDES_F32] = { range_of_float, NULL },
  [ONDES_F64] = { range_of_double, NULL },
  [ONDES_BITS] = { NULL, NULL },
};

OndesRange
ondes_range_of (OndesType   type,
                const void *values,
                gsize       n,
                gboolean    magnitude)
{
  OndesRange range = ONDES_RANGE_NONE;

  if (ondes_type_is_complex (type))
    {
      types[type == ONDES_C64 ? ONDES_F32 : ONDES_F64].range (values, 2 * n, &range);
      range.bad = range.bad == G_MAXSIZE ? G_MAXSIZE : range.bad / 2;
      return range;
    }
  if (types[type].range != NULL)
    types[type].range (values, n, &range);
  if (magnitude && types[type].magnitude != NULL)
    types[type].magnitude (values, n, &range);
  return range;
}

void
ondes_range_join (OndesRange       *self,
                  const OndesRange *other)
{
  self->lo = MIN (self->lo, other->lo);
  self->hi = MAX (self->hi, other->hi);
  self->magnitude += other->magnitude;
  self->bad = MIN (self->bad, other->bad);
}

guint64
ondes_range_largest (const OndesRange *self)
{
  return MAX (self->hi > 0 ? (guint64) self->hi : 0, self->lo < 0 ? -(guint64) self->lo : 0);
}

gboolean
ondes_range_check (const OndesRange *self,
                   guint64           first,
                   gsize             n,
                   gboolean          binary,
                   GError          **error)
{
  if (self->bad != G_MAXSIZE)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 _("sample %" PRIu64 " is no finite number, and every coefficient would be none; take a span without it"),
                 first + self->bad);
  else if (binary && self->lo <= self->hi && (self->lo < 0 || self->hi > 1))
    ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_BINARISE,
                            _("the Reed–Muller transform takes values of 0 and 1, and among samples %" PRIu64 " to %"
                              PRIu64 " is a %" PRId64 "; make them Boolean with %s"),
                            first, first + n - 1, self->lo < 0 ? self->lo : self->hi,
                            ondes_setting_name (ONDES_SETTING_BINARISE, NULL));
  else
    return TRUE;
  return FALSE;
}

gboolean
ondes_range_check_type (const OndesSource *source,
                        OndesType          type,
                        GError           **error)
{
  if (ondes_type_is_complex (source->type))
    ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_CHANNEL,
                            _("the samples are %s; these spectra are of real values"), ondes_type_name (source->type));
  else if (ondes_type_is_integer (type) && !ondes_type_is_integer (source->type))
    ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_BINARISE,
                            _("an exact transform in %s takes integers, and the samples are %s; compute in float64, or make "
                              "them Boolean"),
                            ondes_type_name (type), ondes_type_name (source->type));
  else
    return TRUE;
  return FALSE;
}
