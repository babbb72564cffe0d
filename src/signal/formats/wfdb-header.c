/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wfdb-header.h"

#include "base/display-text.h"
#include "base/memory.h"
#include "base/words.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define HEADER_MOST    ((guint64) 16 << 20)
#define DEFAULT_HZ     250
#define DEFAULT_GAIN   200 /* numbers a unit */
#define FRAMES_MOST    (G_GUINT64_CONSTANT (1) << 60)

static void
clear_signal (gpointer data)
{
  OndesWfdbSignal *signal = data;

  g_free (signal->file);
  g_free (signal->unit);
  g_free (signal->label);
}

static void
clear_segment (gpointer data)
{
  g_free (((OndesWfdbSegment *) data)->name);
}

void
ondes_wfdb_header_clear (OndesWfdbHeader *self)
{
  g_clear_pointer (&self->signals, g_array_unref);
  g_clear_pointer (&self->segments, g_array_unref);
  if (self->comments != NULL)
    g_string_free (g_steal_pointer (&self->comments), TRUE);
}

/* Returns the next word of a line, NULL at its end; transfer full. */
static char *
next_word (const char **at)
{
  const char *from;

  while (g_ascii_isspace (**at))
    (*at)++;
  for (from = *at; **at != '\0' && !g_ascii_isspace (**at);)
    (*at)++;
  return *at > from ? g_strndup (from, (gsize) (*at - from)) : NULL;
}

/* Parses digits and moves on. */
static gboolean
take_count (const char **at,
            guint64      most,
            guint64     *value)
{
  char *end;

  if (!g_ascii_isdigit (**at))
    return FALSE;
  errno = 0;
  *value = g_ascii_strtoull (*at, &end, 10);
  *at = end;
  return errno == 0 && *value <= most;
}

/* Parses a whole number of 32 bits, perhaps negative, and moves on. */
static gboolean
take_integer (const char **at,
              gint64      *value)
{
  const gboolean negative = **at == '-';
  guint64 size;

  *at += negative || **at == '+';
  if (!take_count (at, G_MAXUINT32, &size))
    return FALSE;
  *value = negative ? -(gint64) size : (gint64) size;
  return TRUE;
}

/* Parses a number in decimal digits and moves on. */
static gboolean
take_real (const char **at,
           double      *value)
{
  const char *digits = *at + (**at == '-' || **at == '+');
  char *end;

  if (!g_ascii_isdigit (*digits) && *digits != '.')
    return FALSE;
  *value = g_ascii_strtod (*at, &end);
  if (end == *at || !isfinite (*value))
    return FALSE;
  *at = end;
  return TRUE;
}

/* "212x2:10+512": the format, samples in a frame, skew in frames and offset in bytes. */
static gboolean
parse_format (OndesWfdbSignal *signal,
              const char      *word)
{
  guint64 value;

  if (!take_count (&word, G_MAXUINT16, &value))
    return FALSE;
  signal->format = (guint) value;
  signal->samples = 1;
  while (*word != '\0')
    {
      const char mark = *word++;

      if (!take_count (&word, mark == 'x' ? ONDES_WFDB_FRAME_MOST : FRAMES_MOST, &value) || strchr ("x:+", mark) == NULL
          || (mark == 'x' && value == 0))
        return FALSE;
      if (mark == 'x')
        signal->samples = (guint) value;
      else if (mark == ':')
        signal->skew = value;
      else
        signal->offset = value;
    }
  return TRUE;
}

/* "200(1024)/mV": the gain, the number of the value 0, and the unit. */
static gboolean
parse_gain (OndesWfdbSignal *signal,
            const char      *word,
            gboolean        *baseline_told)
{
  gint64 baseline = 0;

  if (!take_real (&word, &signal->gain))
    return FALSE;
  *baseline_told = *word == '(';
  if (*baseline_told)
    {
      word++;
      if (!take_integer (&word, &baseline) || *word++ != ')')
        return FALSE;
    }
  signal->baseline = (double) baseline;
  if (*word == '/' && word[1] != '\0')
    signal->unit = ondes_display_text (word + 1);
  return *word == '\0' || *word == '/';
}

static gboolean
parse_signal (OndesWfdbSignal *signal,
              const char      *line)
{
  g_autofree char *format = NULL, *gain = NULL;
  gint64 numbers[5] = { 0 }; /* ADC's bits and zero, initial value, checksum, block size */
  gboolean baseline_told = FALSE;
  guint told = 0;

  signal->file = next_word (&line);
  format = next_word (&line);
  gain = next_word (&line);
  if (format == NULL || !parse_format (signal, format) || (gain != NULL && !parse_gain (signal, gain, &baseline_told)))
    return FALSE;
  for (; told < G_N_ELEMENTS (numbers); told++)
    {
      const char *after = line;
      g_autofree char *word = next_word (&after);
      const char *digits = word;

      if (word == NULL || !take_integer (&digits, &numbers[told]) || *digits != '\0')
        break;
      line = after;
    }
  signal->calibrated = signal->gain != 0;
  if (!signal->calibrated)
    signal->gain = DEFAULT_GAIN;
  if (!baseline_told)
    signal->baseline = (double) numbers[1];
  signal->initial = told > 2 ? numbers[2] : numbers[1];
  if (signal->unit == NULL)
    signal->unit = g_strdup ("mV");
  signal->label = ondes_display_text (line);
  g_strstrip (signal->label);
  return TRUE;
}

static gboolean
parse_segment (OndesWfdbSegment *segment,
               const char       *line)
{
  g_autofree char *frames = NULL;
  const char *digits;

  segment->name = next_word (&line);
  frames = next_word (&line);
  digits = frames;
  return frames != NULL && take_count (&digits, FRAMES_MOST, &segment->frames) && *digits == '\0';
}

/* Takes the time of day and the date, "12:30:05.5 31/01/1998"; one without the other is no start. */
static void
take_start (OndesWfdbHeader *self,
            const char      *time,
            const char      *date)
{
  g_auto (GStrv) times = time != NULL ? g_strsplit (time, ":", 3) : NULL, dates = date != NULL ? g_strsplit (date, "/", 3) : NULL;
  g_autofree char *text = NULL;
  const guint n = times != NULL ? g_strv_length (times) : 0;
  double seconds = 0, part, date_s;

  if (n == 0 || dates == NULL || g_strv_length (dates) != 3)
    return;
  for (guint i = 0; i < n; i++)
    {
      const char *at = times[i];

      if (!take_real (&at, &part) || *at != '\0' || part < 0 || part >= (i == 0 && n == 1 ? 86400 : 60))
        return;
      seconds = seconds * 60 + part;
    }
  text = g_strdelimit (g_strdup_printf ("%4s-%2s-%2s", dates[2], dates[1], dates[0]), " ", '0');
  if (ondes_date_parse (text, &date_s) && seconds < 86400)
    self->start = (OndesStart) { ONDES_START_HEADER, llround ((date_s + seconds) * 1e6), { .unknown = TRUE } };
}

/* "NAME/SEGMENTS SIGNALS RATE/COUNTER(BASE) FRAMES TIME DATE". */
static gboolean
parse_record (OndesWfdbHeader *self,
              const char      *line,
              guint64         *n_segments)
{
  g_autofree char *name = next_word (&line), *signals = next_word (&line), *rate = next_word (&line), *frames = next_word (&line);
  g_autofree char *time = next_word (&line), *date = next_word (&line);
  const char *slash = strchr (name, '/'), *at = signals;
  guint64 n;

  *n_segments = 0;
  if (slash != NULL && (slash++, !take_count (&slash, G_MAXUINT32, n_segments) || *slash != '\0' || *n_segments == 0))
    return FALSE;
  if (signals == NULL || !take_count (&at, ONDES_WFDB_FRAME_MOST, &n) || *at != '\0')
    return FALSE;
  self->n_signals = (guint) n;
  self->rate_hz = DEFAULT_HZ;
  at = rate;
  self->rate_told = rate != NULL;
  if (rate != NULL && (!take_real (&at, &self->rate_hz) || (*at != '\0' && *at != '/')))
    return FALSE;
  if (!ondes_rate_valid (self->rate_hz))
    return FALSE;
  at = frames;
  if (frames != NULL && (!take_count (&at, FRAMES_MOST, &self->frames) || *at != '\0'))
    return FALSE;
  take_start (self, time, date);
  return TRUE;
}

/* Takes a line with a signal or a segment. */
static gboolean
take_line (OndesWfdbHeader *self,
           const char      *line,
           gboolean         segment)
{
  if (segment)
    {
      g_array_set_size (self->segments, self->segments->len + 1);
      return parse_segment (&g_array_index (self->segments, OndesWfdbSegment, self->segments->len - 1), line);
    }
  g_array_set_size (self->signals, self->signals->len + 1);
  return parse_signal (&g_array_index (self->signals, OndesWfdbSignal, self->signals->len - 1), line);
}

gboolean
ondes_wfdb_header_parse (OndesWfdbHeader *self,
                         const char      *text,
                         const char      *display,
                         GError         **error)
{
  guint64 n_segments = 0, expected = 0;
  guint number = 0;

  self->signals = g_array_new (FALSE, TRUE, sizeof (OndesWfdbSignal));
  self->segments = g_array_new (FALSE, TRUE, sizeof (OndesWfdbSegment));
  self->comments = g_string_new (NULL);
  g_array_set_clear_func (self->signals, clear_signal);
  g_array_set_clear_func (self->segments, clear_segment);
  for (const char *at = text, *end; *at != '\0'; at = *end == '\0' ? end : end + 1)
    {
      g_autofree char *line = NULL;

      end = strchrnul (at, '\n');
      line = g_strstrip (g_strndup (at, (gsize) (end - at)));
      number++;
      if (line[0] == '#')
        g_string_append_printf (self->comments, "%s%s", self->comments->len > 0 ? "; " : "", g_strstrip (line + 1));
      if (line[0] == '#' || line[0] == '\0' || (self->begins && self->signals->len + self->segments->len >= expected))
        continue;
      if (!(self->begins ? take_line (self, line, n_segments > 0) : parse_record (self, line, &n_segments)))
        {
          g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                       _("%s: line %u does not follow the format of a WFDB header; find an undamaged copy"), display, number);
          return FALSE;
        }
      if (!self->begins)
        expected = n_segments > 0 ? n_segments : self->n_signals;
      self->begins = TRUE;
    }
  if (self->begins && self->signals->len + self->segments->len == expected)
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_FILE, _("%s: the header ends too soon; find a whole copy"), display);
}

gboolean
ondes_wfdb_header_read (OndesWfdbHeader *self,
                        int              fd,
                        guint64          size,
                        const char      *display,
                        GError         **error)
{
  g_autofree char *text = NULL;

  if (size > HEADER_MOST)
    return ondes_error_set (error, ONDES_ERROR_FILE, _("%s: the header is larger than 16 MiB; find an undamaged copy"),
                            display);
  text = ondes_memory_try ((gsize) size + 1, error);
  if (text == NULL || !ondes_pread_all (fd, display, 0, (gsize) size, text, error))
    return FALSE;
  text[size] = '\0';
  return ondes_wfdb_header_parse (self, text, display, error);
}

char *
ondes_wfdb_header_path (const char *path)
{
  const gsize n = strlen (path);

  return n > 4 && g_ascii_strcasecmp (path + n - 4, ".dat") == 0 ? g_strdup_printf ("%.*s.hea", (int) (n - 4), path) : NULL;
}
