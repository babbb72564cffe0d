/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "palette.h"

#include <math.h>

#include "palette-private.h"

const char *const ondes_palette_names[] = { "viridis", "magma", "inferno", "plasma", "cividis", "grey", NULL };

const guint32 *
ondes_palette_colours (guint index)
{
  return ondes_palette_data[MIN (index, G_N_ELEMENTS (ondes_palette_names) - 2)];
}

/* Oklab (Björn Ottosson 2020). */
static guint32
from_oklab (double lightness,
            double a,
            double b)
{
  const double l = pow (lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = pow (lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = pow (lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  const double linear[3] = { 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                             -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                             -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s };
  guint32 colour = 0xff;

  for (guint i = 0; i < 3; i++)
    {
      const double value = CLAMP (linear[i], 0, 1);

      colour = colour << 8 | (guint32) lrint (255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * pow (value, 1 / 2.4) - 0.055));
    }
  return colour;
}

/* Lightness in the middle and at the ends, and hue (radians) and chroma at both ends, within sRGB. */
typedef struct
{
  double middle, end;
  double hue[2], chroma[2];
} Diverging;

const guint32 *
ondes_palette_diverging (gboolean dark)
{
  static const Diverging both[2] = { { 1, 0.50, { 4.50, 0.85 }, { 0.15, 0.12 } }, { 0.18, 0.80, { 4.20, 1.05 }, { 0.11, 0.14 } } };
  static guint32 colours[2][ONDES_DIVERGING_COLOURS];
  static gsize made;

  if (g_once_init_enter (&made))
    {
      for (guint i = 0; i < 2 * ONDES_DIVERGING_COLOURS; i++)
        {
          const Diverging *of = &both[i / ONDES_DIVERGING_COLOURS];
          const int step = (int) (i % ONDES_DIVERGING_COLOURS) - ONDES_DIVERGING_COLOURS / 2;
          const double far = (double) ABS (step) / (ONDES_DIVERGING_COLOURS / 2);
          const double chroma = far * of->chroma[step > 0], hue = of->hue[step > 0];

          colours[i / ONDES_DIVERGING_COLOURS][i % ONDES_DIVERGING_COLOURS]
            = from_oklab (of->middle + far * (of->end - of->middle), chroma * cos (hue), chroma * sin (hue));
        }
      g_once_init_leave (&made, 1);
    }
  return colours[dark ? 1 : 0];
}
