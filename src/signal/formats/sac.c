/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SAC, the binary files of the Seismic Analysis Code (header versions 6 and 7, either byte order): one evenly sampled series of
 * float32. https://ds.iris.edu/files/sac-manual/manual/file_format.html */
#include "elements.h"

#include <math.h>
#include <string.h>

#include "base/display-text.h"
#include "base/words.h"
#include "sac.h"

#define HEADER_BYTES 632
#define FLOATS       0   /* where each part of the header begins, bytes */
#define INTEGERS     280
#define TEXTS        440
#define DELTA        0   /* places in these parts */
#define BEGIN        5
#define VERSION      6
#define SAMPLES      9
#define KIND         15
#define QUANTITY     16
#define EVEN         35
#define STATION      0
#define HOLE         3
#define COMPONENT    20
#define NETWORK      21
#define UNDEFINED    -12345
#define TIME_SERIES  1

static guint32
word_at (const guint8 *at,
         gboolean      big)
{
  guint32 word;

  memcpy (&word, at, sizeof word);
  return big ? GUINT32_FROM_BE (word) : GUINT32_FROM_LE (word);
}

static int
integer_at (const guint8 *head,
            guint         i,
            gboolean      big)
{
  return (int) word_at (head + INTEGERS + 4 * i, big);
}

static double
float_at (const guint8 *head,
          guint         i,
          gboolean      big)
{
  const guint32 word = word_at (head + FLOATS + 4 * i, big);
  float value;

  memcpy (&value, &word, sizeof value);
  return value;
}

/* TRUE if a header of this byte order has a version and flags that there are. */
static gboolean
fits (const guint8 *head,
      gboolean      big)
{
  const int version = integer_at (head, VERSION, big), even = integer_at (head, EVEN, big), kind = integer_at (head, KIND, big);

  return (version == 6 || version == 7) && (even == 0 || even == 1) && (kind == UNDEFINED || (kind >= 1 && kind <= 100))
         && integer_at (head, SAMPLES, big) >= 0;
}

gboolean
ondes_sac_detect (const char   *path,
                  const guint8 *head,
                  gsize         n)
{
  return n >= HEADER_BYTES && (fits (head, FALSE) || fits (head, TRUE));
}

/* Returns a text of the header, "" if it is undefined; transfer full. */
static char *
text_at (const guint8 *head,
         guint         i)
{
  g_autofree char *text = g_strndup ((const char *) head + TEXTS + 8 * i, 8);

  g_strstrip (text);
  return g_str_equal (text, "-12345") ? g_strdup ("") : ondes_display_text (text);
}

/* Takes the time of the first sample: @begin_s after the reference that the header tells, if it does. */
static void
take_start (OndesReader  *reader,
            const guint8 *head,
            gboolean      big,
            double        begin_s)
{
  int date[6]; /* year, day of the year from 1, hour, minute, second, millisecond */
  g_autoptr (GDateTime) year = NULL;

  for (guint i = 0; i < 6; i++)
    date[i] = integer_at (head, i, big);
  year = date[0] >= 1 && date[0] <= 9999 ? g_date_time_new_utc (date[0], 1, 1, 0, 0, 0) : NULL;
  if (year == NULL || date[1] < 1 || date[1] > 366 || date[2] < 0 || date[2] > 23 || date[3] < 0 || date[3] > 59 || date[4] < 0
      || date[4] > 60)
    {
      reader->start = begin_s;
      return;
    }
  reader->noted = (OndesStart) { ONDES_START_HEADER,
                                 ((g_date_time_to_unix (year) + (date[1] - 1) * 86400 + date[2] * 3600 + date[3] * 60 + date[4])
                                  * 1000 + CLAMP (date[5], 0, 999)) * 1000 + llround (begin_s * 1e6), { .unknown = FALSE } };
}

static void
take_facts (OndesReader  *reader,
            const guint8 *head,
            gboolean      big)
{
  static const struct
  {
    int         quantity;
    const char *unit;
  } units[] = { { 6, "nm" }, { 7, "nm/s" }, { 8, "nm/s²" }, { 50, "V" } };
  g_autofree char *network = text_at (head, NETWORK), *station = text_at (head, STATION), *hole = text_at (head, HOLE);
  g_autofree char *component = text_at (head, COMPONENT);

  reader->format = g_strdup (big ? _("SAC, big-endian") : _("SAC, little-endian"));
  reader->names = g_new0 (char *, 1);
  if (*station != '\0' || *component != '\0')
    reader->names[0] = g_strdup_printf ("%s.%s.%s.%s", network, station, hole, component);
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (units[i].quantity == integer_at (head, QUANTITY, big))
      reader->unit = g_strdup (units[i].unit);
}

/* Finds the step and the first time in seconds; version 7 has them in double behind the samples. */
static gboolean
find_times (const OndesOpening *opening,
            const guint8       *head,
            gboolean            big,
            double             *rate_hz,
            double             *begin_s)
{
  const double step = float_at (head, DELTA, big), begin = float_at (head, BEGIN, big);
  const guint64 end = HEADER_BYTES + 4 * (guint64) integer_at (head, SAMPLES, big);
  guint64 words[2];
  double wide[2];

  *rate_hz = (float) (1 / step); /* 100, where a float32 of 0.01 is meant */
  *begin_s = begin;
  if (integer_at (head, VERSION, big) == 7 && opening->size >= end + sizeof words
      && ondes_pread_all (opening->fd, opening->display, end, sizeof words, words, NULL))
    {
      for (guint i = 0; i < 2; i++)
        {
          words[i] = big ? GUINT64_FROM_BE (words[i]) : GUINT64_FROM_LE (words[i]);
          memcpy (&wide[i], &words[i], sizeof wide[i]);
        }
      if (fabs (wide[0] - step) <= 1e-6 * fabs (step))
        {
          *rate_hz = 1 / wide[0];
          *begin_s = fabs (wide[1] - begin) <= 1e-3 + 1e-6 * fabs (begin) ? wide[1] : begin;
        }
    }
  *begin_s = *begin_s == UNDEFINED || !(fabs (*begin_s) < 1e11) ? 0 : *begin_s;
  return step > 0 && ondes_rate_valid (*rate_hz);
}

static OndesReader *
refuse (const OndesOpening *opening,
        GError            **error,
        const char         *sentence)
{
  return ondes_error_set_null (error, ONDES_ERROR_FILE, "%s: %s", opening->display, sentence);
}

OndesReader *
ondes_sac_open (const OndesOpening *opening,
                GError            **error)
{
  g_autoptr (OndesReader) reader = NULL;
  guint8 head[HEADER_BYTES];
  double rate_hz, begin_s;
  guint64 claimed;
  gboolean big;
  int kind;

  if (opening->size < sizeof head)
    return refuse (opening, error, _("the file breaks off within its header; find a whole copy"));
  if (!ondes_pread_all (opening->fd, opening->display, 0, sizeof head, head, error))
    return NULL;
  big = !fits (head, FALSE);
  kind = integer_at (head, KIND, big);
  claimed = (guint64) MAX (integer_at (head, SAMPLES, big), 0);
  if (integer_at (head, EVEN, big) == 0 || (kind != TIME_SERIES && kind != UNDEFINED))
    return refuse (opening, error, _("it holds no evenly sampled series, but a spectrum or pairs of values; save these as text"));
  if (claimed == 0 || opening->size < HEADER_BYTES + 4)
    return refuse (opening, error, _("it holds no samples after its header; find a whole copy"));
  if (!find_times (opening, head, big, &rate_hz, &begin_s))
    return refuse (opening, error, _("its header has no time between samples (DELTA); find an undamaged copy"));
  reader = ondes_elements_open (opening, &(OndesElementLayout) { .element = { 'f', 4, big == (G_BYTE_ORDER == G_LITTLE_ENDIAN) },
                                                                 .offset = HEADER_BYTES, .channels = 1,
                                                                 .frames = MIN (claimed, (opening->size - HEADER_BYTES) / 4) },
                                error);
  if (reader == NULL)
    return NULL;
  reader->rate = rate_hz;
  take_facts (reader, head, big);
  take_start (reader, head, big, begin_s);
  if (reader->frames < claimed)
    ondes_reader_note (reader, _("%s has %" PRIu64 " samples, fewer than its header tells."), opening->display, reader->frames);
  return g_steal_pointer (&reader);
}
