/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The annotations of a recording in EDF+ (Kemp and Olivan 2003, "European data format 'plus'",
 * https://www.edfplus.info/specs/edfplus.html) or BDF+, whose samples have three bytes. Of the file, its header and
 * its annotation signals are read. */
#include "formats.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"
#include "signal/formats/edf-header.h"
#include "signal/reader.h"

typedef struct
{
  OndesAnnotationInput *input;
  int                   fd;
  OndesEdfHeader        header;
  double                first; /* onset of the first record */
  gboolean              has_first;
  guint64               invalid; /* labels that are not UTF-8 */
} Edf;

static guint64
signal_bytes (const Edf            *self,
              const OndesEdfSignal *signal)
{
  return signal->samples * (self->header.wide ? 3 : 2);
}

gboolean
ondes_annotations_edf_detect (const char *head,
                              gsize       size)
{
  return ondes_edf_begins ((const guint8 *) head, size);
}

/* Takes the text up to one of the bytes @ends, which *@end is set to; NULL if there is none before @limit. */
static char *
take_until (char      **p,
            const char *limit,
            const char *ends,
            char       *end)
{
  char *text = *p;

  while (*p < limit && **p != '\0' && strchr (ends, **p) == NULL)
    (*p)++;
  if (*p == limit || **p == '\0')
    return NULL;
  *end = **p;
  *(*p)++ = '\0';
  return text;
}

static gboolean
take_text (Edf        *self,
           const char *text,
           double      onset,
           double      duration)
{
  if (*text != '\0')
    {
      self->invalid += !g_utf8_validate (text, -1, NULL);
      ondes_annotation_found (self->input, &(OndesAnnotation) { .start = onset - self->first, .end = onset - self->first + duration,
                                                                .low_hz = NAN, .high_hz = NAN, .label = text });
    }
  return TRUE;
}

/* Takes one list: onset, duration if 0x15 follows, and texts, a 0x14 after each, up to a zero byte. */
static gboolean
take_list (Edf        *self,
           char      **p,
           const char *limit)
{
  double onset, duration = 0;
  char end, *text = take_until (p, limit, "\024\025", &end);

  if (text == NULL || (*text != '+' && *text != '-') || !ondes_number_parse (text, &onset))
    return FALSE;
  if (end == '\025' && ((text = take_until (p, limit, "\024", &end)) == NULL || !ondes_number_parse (text, &duration)
                        || duration < 0))
    return FALSE;
  if (!self->has_first)
    {
      self->first = onset;
      self->has_first = TRUE;
    }
  while (*p < limit && **p != '\0')
    if ((text = take_until (p, limit, "\024", &end)) == NULL || !take_text (self, text, onset, duration))
      return FALSE;
  return *p < limit;
}

static gboolean
take_record (Edf          *self,
             guint64       record,
             const OndesEdfSignal *signal,
             char         *buffer,
             GError      **error)
{
  const gsize bytes = signal_bytes (self, signal);
  char *p = buffer;

  if (!ondes_pread_all (self->fd, self->input->display,
                        self->header.header_bytes + record * self->header.record_bytes + signal->offset, bytes, buffer, error))
    return FALSE;
  while (p < buffer + bytes)
    if (*p == '\0')
      p++;
    else if (!take_list (self, &p, buffer + bytes))
      {
        g_autofree char *sentence = g_strdup_printf (_("the annotations of data record %" PRIu64 " are damaged"), record + 1);

        return ondes_file_error_set (error, self->input->display, sentence);
      }
  return TRUE;
}

static gboolean
take_records (Edf     *self,
              GError **error)
{
  const OndesEdfHeader *header = &self->header;
  guint64 largest = 0;
  g_autofree char *buffer = NULL;

  for (guint i = 0; i < header->n; i++)
    if (header->signals[i].annotations)
      largest = MAX (largest, signal_bytes (self, &header->signals[i]));
  buffer = ondes_memory_try (MAX (largest, 1), error);
  if (buffer == NULL)
    return FALSE;
  for (guint64 record = 0; record < header->records && largest > 0; record++)
    {
      if (record % 256 == 0)
        {
          ondes_watch_tell (self->input->watch, (double) record / (double) header->records);
          if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (self->input->watch), error))
            return FALSE;
        }
      for (guint i = 0; i < header->n; i++)
        if (header->signals[i].annotations && !take_record (self, record, &header->signals[i], buffer, error))
          return FALSE;
    }
  return TRUE;
}

static gboolean
read_all (Edf     *self,
          guint64  size,
          GError **error)
{
  OndesAnnotationInput *input = self->input;
  const OndesEdfHeader *header = &self->header;
  guint lists = 0;

  if (!ondes_edf_header_read (&self->header, self->fd, input->display, size, error))
    return FALSE;
  if (!header->plus)
    return ondes_file_error_set (error, self->input->display,
                                 _("the recording is in plain EDF, which has no annotations; only EDF+ has them"));
  for (guint i = 0; i < header->n; i++)
    lists += header->signals[i].annotations;
  if (lists == 0)
    ondes_annotation_note (input->notes, _("%s has no signal of annotations."), input->display);
  if (header->claimed > (double) header->records)
    ondes_annotation_note (input->notes, _("%s has %" PRIu64 " whole data records, fewer than its header tells."),
                           input->display, header->records);
  if (!take_records (self, error))
    return FALSE;
  if (header->discontinuous)
    ondes_annotation_note (input->notes, _("%s has gaps between its records; the times of the annotations include them."),
                           input->display);
  if (self->invalid > 0)
    ondes_annotation_note (input->notes, g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " label is not in UTF-8; “�” stands for what "
                                                      "could not be read.", "%" PRIu64 " labels are not in UTF-8; “�” stands "
                                                      "for what could not be read.", (gulong) self->invalid), self->invalid);
  return TRUE;
}

gboolean
ondes_annotations_edf_read (OndesAnnotationInput *input,
                            int                   fd,
                            guint64               size,
                            GError              **error)
{
  Edf self = { .input = input, .fd = fd };
  const gboolean done = read_all (&self, size, error);

  ondes_edf_header_clear (&self.header);
  return done;
}
