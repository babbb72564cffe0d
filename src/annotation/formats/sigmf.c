/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The annotations in the metadata of SigMF. Their frequencies are those of the air: that of the capture they lie in is
 * subtracted, so that they are those of the samples. */
#include "formats.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/words.h"
#include "signal/formats/file-formats.h"

#ifdef ONDES_HAVE_SIGMF
#include "signal/formats/sigmf-meta.h"

/* Returns the frequency that is 0 Hz in the samples at @frame. */
static double
centre_at (const OndesSigmfMeta *meta,
           gint64                frame)
{
  double centre = 0;

  for (guint i = 0; i < meta->captures->len; i++)
    {
      const OndesSigmfCapture *capture = &g_array_index (meta->captures, OndesSigmfCapture, i);

      if (!isnan (capture->frequency) && (i == 0 || (gint64) capture->frame <= frame))
        centre = capture->frequency;
    }
  return centre;
}

/* How much of a mark's band lies above 0. */
typedef enum { BAND_WHOLE, BAND_CUT, BAND_BELOW, N_BANDS } Band;

/* Takes a mark. Annotations have no frequencies below 0, as complex samples do: of a band there, the edges that the file tells are
 * kept as fields. */
static Band
take_mark (OndesAnnotationInput *input,
           const OndesSigmfMeta *meta,
           const OndesSigmfMark *mark)
{
  const double centre = centre_at (meta, mark->frame), high = mark->high_hz - centre;
  const Band band = high < 0 ? BAND_BELOW : mark->low_hz < centre ? BAND_CUT : BAND_WHOLE;
  static const char *const names[] = { "freq_lower_edge", "freq_upper_edge" };
  const double of_air[] = { mark->low_hz, mark->high_hz };
  char edges[2][ONDES_NUMBER_SIZE];
  OndesAnnotationField fields[3] = { { "comment", mark->comment } };
  OndesAnnotation values = { .start = (double) mark->frame / meta->rate,
                             .end = (double) (mark->frame + mark->frames) / meta->rate,
                             .low_hz = isnan (mark->low_hz) ? NAN : MAX (mark->low_hz - centre, 0),
                             .high_hz = high,
                             .label = mark->label != NULL ? mark->label : mark->comment,
                             .fields = fields,
                             .n_fields = mark->comment != NULL && mark->label != NULL };

  if (band == BAND_BELOW)
    values.low_hz = values.high_hz = NAN;
  for (guint i = 0; band != BAND_WHOLE && i < 2; i++)
    if (!isnan (of_air[i]))
      fields[values.n_fields++]
        = (OndesAnnotationField) { names[i], g_ascii_formatd (edges[i], sizeof edges[i], "%.15g", of_air[i]) };
  ondes_annotation_found (input, &values);
  return band;
}

static gboolean
parse (OndesAnnotationInput *input,
       GError              **error)
{
  g_auto (OndesSigmfMeta) meta = { 0 };
  guint64 n[N_BANDS] = { 0 };

  if (!ondes_sigmf_meta_parse (&meta, input->p, (gsize) (input->end - input->p), input->display, error))
    return FALSE;
  if (meta.rate == 0)
    return ondes_file_error_set (error, input->display,
                                 _("the metadata do not tell the sampling rate (core:sample_rate), and so no times"));
  for (guint i = 0; i < meta.marks->len; i++)
    {
      if (!ondes_annotation_go_on (input, error))
        return FALSE;
      n[take_mark (input, &meta, &g_array_index (meta.marks, OndesSigmfMark, i))]++;
    }
  if (n[BAND_BELOW] > 0)
    ondes_annotation_note (input->notes,
                           g_dngettext (GETTEXT_PACKAGE,
                                        "%" PRIu64 " annotation lies below the frequency of its capture; its band is left out.",
                                        "%" PRIu64 " annotations lie below the frequency of their capture; their bands are left "
                                        "out.",
                                        (gulong) n[BAND_BELOW]), n[BAND_BELOW]);
  if (n[BAND_CUT] > 0)
    ondes_annotation_note (input->notes,
                           g_dngettext (GETTEXT_PACKAGE,
                                        "%" PRIu64 " annotation reaches below the frequency of its capture; only the part of "
                                        "its band above that is shown.",
                                        "%" PRIu64 " annotations reach below the frequency of their capture; only the parts of "
                                        "their bands above that are shown.",
                                        (gulong) n[BAND_CUT]), n[BAND_CUT]);
  return TRUE;
}
#else
static gboolean
parse (OndesAnnotationInput *input,
       GError              **error)
{
  g_autofree char *sentence = g_strdup_printf (_("Ondes was built without %s (Debian: %s)"), "JSON-GLib", "libjson-glib-dev");

  return ondes_file_error_set (error, input->display, sentence);
}
#endif

static gboolean
detect (const char *text,
        const char *end)
{
  return ondes_sigmf_begins (text, (gsize) (end - text));
}

const OndesAnnotationFormatClass ondes_annotations_sigmf
  = { { "sigmf", N_("annotations of SigMF"), ".sigmf-meta", FALSE }, detect, parse, NULL };
