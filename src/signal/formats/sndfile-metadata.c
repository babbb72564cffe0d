/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sndfile-metadata.h"

#include <math.h>
#include <string.h>

#include "base/display-text.h"
#include "base/number.h"
#include "base/words.h"

#define CHUNK_MAX 65536 /* bytes of a chunk of text */
#define ROUNDED_HZ 0.5 /* a header has whole hertz */

/* Takes @start as the reader's unless a better source told one. */
static void
note_start (OndesReader      *reader,
            const OndesStart *start)
{
  if (reader->noted.source == ONDES_START_UNKNOWN || start->source < reader->noted.source)
    reader->noted = *start;
}

static void
note_wrong (OndesReader *reader,
            gboolean     guano,
            const char  *text)
{
  g_autofree char *shown = ondes_display_text (text);

  if (guano)
    ondes_reader_note (reader, _("%s has the GUANO time stamp “%s”, which is not a date. It is not used."), reader->display, shown);
  else
    ondes_reader_note (reader, _("%s has the origination date “%s”, which is not a date. It is not used."), reader->display, shown);
}

/* Returns a field of @size bytes as text, which ends at its first zero; transfer full. */
static char *
text_of (const char *field,
         gsize       size)
{
  return g_strstrip (g_strndup (field, size));
}

static void
read_bext (SNDFILE     *file,
           OndesReader *reader)
{
  SF_BROADCAST_INFO info = { 0 };
  g_autofree char *description = NULL, *originator = NULL, *reference = NULL, *date = NULL, *time = NULL, *when = NULL;
  g_autofree char *count = NULL;
  OndesBroadcastTime bext;
  OndesStart start;

  if (sf_command (file, SFC_GET_BROADCAST_INFO, &info, sizeof info) != SF_TRUE)
    return;
  description = text_of (info.description, sizeof info.description);
  originator = text_of (info.originator, sizeof info.originator);
  reference = text_of (info.originator_reference, sizeof info.originator_reference);
  date = text_of (info.origination_date, sizeof info.origination_date);
  time = text_of (info.origination_time, sizeof info.origination_time);
  when = g_strjoin (" ", date, time, NULL);
  ondes_reader_add_metadata (reader, "BWF Description", description);
  ondes_reader_add_metadata (reader, "BWF Originator", originator);
  ondes_reader_add_metadata (reader, "BWF OriginatorReference", reference);
  ondes_reader_add_metadata (reader, "BWF Origination", when);
  bext = (OndesBroadcastTime) { date, time, (guint64) info.time_reference_high << 32 | info.time_reference_low, reader->rate };
  count = g_strdup_printf ("%" G_GUINT64_FORMAT, bext.reference);
  ondes_reader_add_metadata (reader, "BWF TimeReference", count);
  if (reader->rate > 0 && ondes_start_from_bext (&bext, &start))
    note_start (reader, &start);
  else if (*date != '\0')
    note_wrong (reader, FALSE, when);
}

/* What GUANO tells of the rate, as text; NULL if nothing. */
typedef struct
{
  char *expansion; /* TE: how many times as fast it was recorded as the header plays it */
  char *rate_hz;   /* Samplerate: the rate of the recorder */
} Guano;

/* Returns the number that @text is, NaN if it is none. */
static double
number_of (const char *text)
{
  char *end;
  const double number = g_ascii_strtod (text, &end);

  return end != text && *end == '\0' ? number : NAN;
}

/* Takes GUANO's time expansion as the reader's if it is one, and the rates agree. */
static void
take_expansion (OndesReader *reader,
                const Guano *guano)
{
  const double expansion = guano->expansion != NULL ? number_of (guano->expansion) : 1;
  g_autofree char *shown = ondes_display_text (guano->expansion != NULL ? guano->expansion : "");
  g_autofree char *rate = ondes_display_text (guano->rate_hz != NULL ? guano->rate_hz : "");
  char header[ONDES_NUMBER_SIZE];

  if (expansion == 1 || reader->rate <= 0)
    return;
  if (!(expansion > 1 && expansion <= ONDES_TIME_EXPANSION_MAX))
    ondes_reader_note (reader, _("%s has the GUANO time expansion “%s”, which is not a number from 1 to 1000. It is not used."),
                       reader->display, shown);
  else if (guano->rate_hz != NULL && !(fabs (number_of (guano->rate_hz) / expansion - reader->rate) <= ROUNDED_HZ))
    ondes_reader_note (reader,
                       _("The GUANO metadata of %s tell a time expansion of %s and a rate of %s Hz. The header has %s Hz, which "
                         "does not agree. The header’s rate is used."),
                       reader->display, shown, rate, ondes_number_print (header, reader->rate));
  else
    reader->time_expansion = expansion;
}

/* Reads a line "Name: value" of GUANO, whose values have line feeds as \n. */
static void
read_guano_line (OndesReader *reader,
                 const char  *line,
                 Guano       *guano)
{
  const char *colon = strchr (line, ':');
  g_autofree char *key = NULL, *name = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *value = NULL;
  OndesStart start;

  if (colon == NULL)
    return;
  key = g_strstrip (g_strndup (line, (gsize) (colon - line)));
  lines = g_strsplit (colon + 1, "\\n", -1);
  value = g_strstrip (g_strjoinv (" ", lines));
  name = g_strconcat ("GUANO ", key, NULL);
  ondes_reader_add_metadata (reader, name, value);
  if (*value == '\0')
    return;
  if (g_str_equal (key, "TE") && guano->expansion == NULL)
    guano->expansion = g_strdup (value);
  if (g_str_equal (key, "Samplerate") && guano->rate_hz == NULL)
    guano->rate_hz = g_strdup (value);
  if (!g_str_equal (key, "Timestamp"))
    return;
  if (ondes_start_from_guano (value, &start))
    note_start (reader, &start);
  else
    note_wrong (reader, TRUE, value);
}

static void
read_guano (SNDFILE     *file,
            OndesReader *reader)
{
  SF_CHUNK_INFO chunk = { .id = "guan", .id_size = 4 };
  SF_CHUNK_ITERATOR *iterator = sf_get_chunk_iterator (file, &chunk);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  Guano guano = { NULL };

  if (iterator == NULL || sf_get_chunk_size (iterator, &chunk) != SF_ERR_NO_ERROR || chunk.datalen == 0)
    return;
  if (chunk.datalen > CHUNK_MAX)
    {
      ondes_reader_note (reader, _("The GUANO metadata of %s claim %u bytes, more than any recorder writes, and are not read."),
                         reader->display, chunk.datalen);
      return;
    }
  text = g_malloc0 (chunk.datalen + 1);
  chunk.data = text;
  if (sf_get_chunk_data (iterator, &chunk) != SF_ERR_NO_ERROR)
    return;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    read_guano_line (reader, lines[i], &guano);
  take_expansion (reader, &guano);
  g_free (guano.expansion);
  g_free (guano.rate_hz);
}

/* Adds the number behind @before in a comment, "battery was 4.3V": an AudioMoth's battery and temperature. */
static void
add_measured (OndesReader *reader,
              const char  *comment,
              const char  *before,
              const char  *name)
{
  const char *at = strstr (comment, before);
  g_autofree char *value = NULL;
  gsize n;

  if (at == NULL)
    return;
  at += strlen (before);
  n = strspn (at, "0123456789.-<> ");
  if (n == 0 || (at[n] != 'V' && at[n] != 'C'))
    return;
  value = g_strdup_printf ("%.*s %s", (int) n, at, at[n] == 'V' ? "V" : "°C");
  ondes_reader_add_metadata (reader, name, value);
}

static void
read_strings (SNDFILE     *file,
              OndesReader *reader)
{
  static const struct
  {
    int         id;
    const char *name;
  } strings[] = {
    { SF_STR_TITLE, "Title" }, { SF_STR_ARTIST, "Artist" },       { SF_STR_ALBUM, "Album" },     { SF_STR_DATE, "Date" },
    { SF_STR_GENRE, "Genre" }, { SF_STR_COPYRIGHT, "Copyright" }, { SF_STR_SOFTWARE, "Software" }, { SF_STR_COMMENT, "Comment" },
  };
  const char *comment = sf_get_string (file, SF_STR_COMMENT);
  OndesStart start;

  for (gsize i = 0; i < G_N_ELEMENTS (strings); i++)
    if (sf_get_string (file, strings[i].id) != NULL)
      ondes_reader_add_metadata (reader, strings[i].name, sf_get_string (file, strings[i].id));
  if (comment == NULL)
    return;
  if (ondes_start_from_comment (comment, &start))
    note_start (reader, &start);
  add_measured (reader, comment, "battery state was ", "Battery");
  add_measured (reader, comment, "battery was ", "Battery");
  add_measured (reader, comment, "temperature was ", "Temperature");
}

/* Adds a note about cue points if they can be imported, as from WAV. */
static void
note_cues (SNDFILE     *file,
           OndesReader *reader)
{
  SF_INFO info = { 0 };
  uint32_t n = 0;

  sf_command (file, SFC_GET_CURRENT_SF_INFO, &info, sizeof info);
  switch (info.format & SF_FORMAT_TYPEMASK)
    {
    case SF_FORMAT_WAV:
    case SF_FORMAT_WAVEX:
    case SF_FORMAT_RF64:
      if (sf_command (file, SFC_GET_CUE_COUNT, &n, sizeof n) == SF_TRUE && n > 0)
        ondes_reader_note (reader, _("%s has cue points; import them as annotations from the file itself."), reader->display);
      break;
    default:
      break;
    }
}

void
ondes_sndfile_read_metadata (SNDFILE     *file,
                             OndesReader *reader)
{
  read_guano (file, reader);
  read_bext (file, reader);
  read_strings (file, reader);
  note_cues (file, reader);
}
