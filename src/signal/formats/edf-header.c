/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "edf-header.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/display-text.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"

#define SAMPLES_MOST 1e8 /* of a signal in a record */

/* Returns a field of text, safe to display. */
static char *
field_text (const char *at,
            gsize       bytes)
{
  g_autofree char *text = g_strndup (at, bytes);

  return ondes_display_text (g_strstrip (text));
}

/* Returns the number in a field; NaN if there is none. */
static double
field_number (const char *at,
              gsize       bytes)
{
  g_autofree char *text = g_strndup (at, bytes);
  double value;

  return ondes_number_parse (g_strstrip (text), &value) ? value : NAN;
}

/* Returns the number of signals; 0 if this is no header. */
static guint
count_signals (const char *head)
{
  double signals;

  if (memcmp (head, "0       ", 8) != 0 && memcmp (head, "\377BIOSEMI", 8) != 0)
    return 0;
  signals = field_number (head + 252, 4);
  return signals >= 1 && signals == floor (signals) && field_number (head + 184, 8) == ONDES_EDF_HEAD * (signals + 1)
           ? (guint) signals : 0;
}

gboolean
ondes_edf_begins (const guint8 *head,
                  gsize         n)
{
  static const char day[] = "00.00.00";

  if (n >= 8 && memcmp (head, "\377BIOSEMI", 8) == 0)
    return TRUE;
  if (n < ONDES_EDF_HEAD || memcmp (head, "0       ", 8) != 0)
    return FALSE;
  if (count_signals ((const char *) head) > 0)
    return TRUE;
  for (gsize i = 0; day[i]; i++)
    if (day[i] == '.' ? head[168 + i] != '.' : !g_ascii_isdigit (head[168 + i]))
      return FALSE;
  return TRUE;
}

/* Fills the signals from the fields at @fields, each of which stands once a signal before the next one begins. */
static gboolean
take_signals (OndesEdfHeader *self,
              const char     *fields)
{
  const gsize n = self->n;
  const char *annotations = self->wide ? "BDF Annotations" : "EDF Annotations";

  self->signals = g_new0 (OndesEdfSignal, n);
  for (gsize i = 0; i < n; i++)
    {
      OndesEdfSignal *signal = &self->signals[i];
      const double samples = field_number (fields + n * 216 + i * 8, 8);

      signal->label = field_text (fields + i * 16, 16);
      signal->unit = field_text (fields + n * 96 + i * 8, 8);
      signal->physical_min = field_number (fields + n * 104 + i * 8, 8);
      signal->physical_max = field_number (fields + n * 112 + i * 8, 8);
      signal->digital_min = field_number (fields + n * 120 + i * 8, 8);
      signal->digital_max = field_number (fields + n * 128 + i * 8, 8);
      signal->prefilter = field_text (fields + n * 136 + i * 80, 80);
      signal->annotations = self->plus && g_str_has_prefix (signal->label, annotations);
      signal->offset = self->record_bytes;
      if (!(samples >= 0 && samples < SAMPLES_MOST) || samples != floor (samples))
        return FALSE;
      signal->samples = (guint64) samples;
      self->record_bytes += signal->samples * (self->wide ? 3 : 2);
    }
  return TRUE;
}

/* The number of whole records in the file, whatever the header claims. */
static void
count_records (OndesEdfHeader *self,
               guint64         size)
{
  self->records = (size - self->header_bytes) / MAX (self->record_bytes, 1);
  if (self->claimed >= 0 && self->claimed < (double) self->records)
    self->records = (guint64) self->claimed;
}

static void
take_head (OndesEdfHeader *self,
           const char     *head)
{
  self->wide = head[0] == '\377';
  self->plus = strncmp (head + 192, "EDF+", 4) == 0 || strncmp (head + 192, "BDF+", 4) == 0;
  self->discontinuous = self->plus && head[196] == 'D';
  self->patient = field_text (head + 8, 80);
  self->recording = field_text (head + 88, 80);
  self->date = field_text (head + 168, 8);
  self->time = field_text (head + 176, 8);
  self->claimed = field_number (head + 236, 8);
  self->record_s = field_number (head + 244, 8);
}

gboolean
ondes_edf_header_read (OndesEdfHeader *self,
                       int             fd,
                       const char     *display,
                       guint64         size,
                       GError        **error)
{
  g_autofree char *fields = NULL;
  char head[ONDES_EDF_HEAD];

  *self = (OndesEdfHeader) { 0 };
  if (size < sizeof head)
    return ondes_file_error_set (error, display, _("the file is too short for EDF; find a whole copy"));
  if (!ondes_pread_all (fd, display, 0, sizeof head, head, error))
    return FALSE;
  self->n = count_signals (head);
  self->header_bytes = (guint64) ONDES_EDF_HEAD * (self->n + 1);
  if (self->n == 0)
    return ondes_file_error_set (error, display,
                                 _("its header is not that of EDF or BDF: the number of signals does not fit its length"));
  if (size < self->header_bytes)
    return ondes_file_error_set (error, display, _("the file breaks off within its header; find a whole copy"));
  fields = ondes_memory_try ((gsize) self->n * ONDES_EDF_HEAD, error);
  if (fields == NULL || !ondes_pread_all (fd, display, sizeof head, (gsize) self->n * ONDES_EDF_HEAD, fields, error))
    return FALSE;
  take_head (self, head);
  if (!take_signals (self, fields))
    return ondes_file_error_set (error, display,
                                 _("the header does not tell how many samples a record of each signal has; find a whole copy"));
  count_records (self, size);
  return TRUE;
}

void
ondes_edf_header_clear (OndesEdfHeader *self)
{
  for (guint i = 0; self->signals != NULL && i < self->n; i++)
    {
      g_free (self->signals[i].label);
      g_free (self->signals[i].unit);
      g_free (self->signals[i].prefilter);
    }
  g_free (self->signals);
  g_free (self->patient);
  g_free (self->recording);
  g_free (self->date);
  g_free (self->time);
  *self = (OndesEdfHeader) { 0 };
}

/* Reads the date "Startdate 02-MAR-2002 …" of EDF+; FALSE if it is not told. */
static gboolean
long_date (const char *recording,
           int        *year,
           int        *month,
           int        *day)
{
  static const char months[] = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC";
  char name[4] = "";
  const char *found;

  if (sscanf (recording, "Startdate %2d-%3[A-Z]-%4d", day, name, year) != 3)
    return FALSE;
  found = strstr (months, name);
  if (found == NULL || strlen (name) != 3 || (found - months) % 3 != 0)
    return FALSE;
  *month = (int) (found - months) / 3 + 1;
  return TRUE;
}

gboolean
ondes_edf_header_start (const OndesEdfHeader *self,
                        OndesStart           *start)
{
  g_autoptr (GDateTime) date = NULL;
  int year, month, day, hour, minute, second;

  if (sscanf (self->time, "%2d%*[.:]%2d%*[.:]%2d", &hour, &minute, &second) != 3)
    return FALSE;
  if (!long_date (self->recording, &year, &month, &day))
    {
      if (sscanf (self->date, "%2d%*[./-]%2d%*[./-]%2d", &day, &month, &year) != 3)
        return FALSE;
      year += year < 85 ? 2000 : 1900; /* EDF+, 2.1.3.3 */
    }
  date = g_date_time_new_utc (year, month, day, hour, minute, second);
  if (date == NULL)
    return FALSE;
  *start = (OndesStart) { ONDES_START_HEADER, g_date_time_to_unix (date) * G_USEC_PER_SEC, { .unknown = TRUE } };
  return TRUE;
}

gboolean
ondes_edf_onset (const char *list,
                 gsize       n,
                 double     *onset_s)
{
  gsize end = 0;

  while (end < n && list[end] != '\024' && list[end] != '\025' && list[end] != '\0')
    end++;
  if (end == n || list[end] == '\0' || (list[0] != '+' && list[0] != '-'))
    return FALSE;
  *onset_s = field_number (list, end);
  return isfinite (*onset_s);
}
