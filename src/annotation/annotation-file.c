/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotation-file.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "annotation-set-private.h"
#include "base/display-text.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/read-file.h"
#include "base/words.h"
#include "formats/formats.h"
#include "signal/reader.h"

#define BYTES_MOST     ((gsize) 512 << 20)
#define BYTES_A_LINE   256 /* of memory for the annotation of a line, about */
#define HEAD_BYTES     65536
#define RECORDING_HEAD_BYTES 256 /* that tell EDF+ and WAV */
#define SERIES_LEAST   16   /* lines of numbers that may be even by no accident */
#define SERIES_UNEVEN  1e-3 /* of a step */

static const OndesAnnotationFormatClass edf = { { "edf", N_("annotations of EDF+"), ".edf", FALSE } };
static const OndesAnnotationFormatClass wav = { { "wav", N_("cue points of WAV"), ".wav", FALSE } };

static const OndesAnnotationFormatClass *const classes[ONDES_N_ANNOTATION_FORMATS] = {
  [ONDES_ANNOTATIONS_OWN] = &ondes_annotations_own,         [ONDES_ANNOTATIONS_AUDACITY] = &ondes_annotations_audacity,
  [ONDES_ANNOTATIONS_RAVEN] = &ondes_annotations_raven,     [ONDES_ANNOTATIONS_TEXTGRID] = &ondes_annotations_textgrid,
  [ONDES_ANNOTATIONS_CSV] = &ondes_annotations_csv,         [ONDES_ANNOTATIONS_EDF] = &edf,
  [ONDES_ANNOTATIONS_SIGMF] = &ondes_annotations_sigmf,     [ONDES_ANNOTATIONS_WAV] = &wav,
};

/* The order in which contents are tried: a table of Raven's is one of CSV's, with tabs, too. */
static const OndesAnnotationFormat tried[] = { ONDES_ANNOTATIONS_OWN,   ONDES_ANNOTATIONS_SIGMF, ONDES_ANNOTATIONS_TEXTGRID,
                                               ONDES_ANNOTATIONS_RAVEN, ONDES_ANNOTATIONS_CSV,   ONDES_ANNOTATIONS_AUDACITY };

const OndesAnnotationFormatInfo *
ondes_annotation_format_info (OndesAnnotationFormat format)
{
  return format > ONDES_ANNOTATIONS_ANY && format < ONDES_N_ANNOTATION_FORMATS ? &classes[format]->info : NULL;
}

static gboolean
has_ending (const char *path,
            const char *suffix)
{
  const gsize n = strlen (path), ending = strlen (suffix);

  return n >= ending && g_ascii_strcasecmp (path + n - ending, suffix) == 0;
}

OndesAnnotationFormat
ondes_annotation_format_of_path (const char *path)
{
  for (OndesAnnotationFormat format = ONDES_ANNOTATIONS_OWN; format < ONDES_N_ANNOTATION_FORMATS; format++)
    if (classes[format]->info.writable && has_ending (path, classes[format]->info.suffix))
      return format;
  return ONDES_ANNOTATIONS_ANY;
}

char *
ondes_annotations_beside (const char *path)
{
  return g_strconcat (path, ONDES_ANNOTATIONS_SUFFIX, NULL);
}

/* Reading */

/* Returns the UTF-8 of the @n units of UTF-16 at @from, of *@size bytes and a 0 after them; NULL without an error if the units are
 * damaged. */
static char *
decode_utf16 (const guint8 *from,
              gsize         n,
              gboolean      big,
              gsize        *size,
              GError      **error)
{
  char *text = ondes_memory_try (3 * n + 1, error), *to = text;

  for (gsize i = 0; text != NULL && i < n; i++)
    {
      gunichar c = (gunichar) from[2 * i + !big] << 8 | from[2 * i + big];

      if (c >= 0xd800 && c < 0xdc00 && i + 1 < n)
        {
          const gunichar low = (gunichar) from[2 * i + 2 + !big] << 8 | from[2 * i + 2 + big];

          c = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00) : 0xd800;
          i++;
        }
      if (c >= 0xd800 && c < 0xe000)
        g_clear_pointer (&text, g_free);
      else
        to += g_unichar_to_utf8 (c, to);
    }
  if (text == NULL)
    return NULL;
  *to = '\0';
  *size = (gsize) (to - text);
  return text;
}

/* Makes the text that was read UTF-8 without a byte order mark, and sets the input to it. Takes ownership of *@text. */
static gboolean
take_text (OndesAnnotationInput *input,
           char                **text,
           gsize                 size,
           GError              **error)
{
  const guint8 *bytes = (const guint8 *) *text;
  const gboolean little = size >= 2 && bytes[0] == 0xff && bytes[1] == 0xfe;
  const gboolean big = size >= 2 && bytes[0] == 0xfe && bytes[1] == 0xff;
  const char *invalid;

  if (little || big)
    {
      GError *problem = NULL;
      char *decoded = size % 2 == 0 ? decode_utf16 (bytes + 2, size / 2 - 1, big, &size, &problem) : NULL;

      if (decoded == NULL && problem == NULL)
        g_set_error (&problem, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: its text in UTF-16 is damaged; find a whole copy"),
                     input->display);
      g_free (*text);
      *text = decoded;
      if (decoded == NULL)
        {
          g_propagate_error (error, problem);
          return FALSE;
        }
    }
  input->p = *text + (size >= 3 && memcmp (*text, "\357\273\277", 3) == 0 ? 3 : 0);
  input->begin = input->p;
  input->end = *text + size;
  if (g_utf8_validate (input->p, input->end - input->p, &invalid))
    return TRUE;
  for (const char *p = input->p; p < invalid; p++)
    input->line += *p == '\n';
  input->line++;
  return ondes_annotation_refuse (input, error, *invalid == '\0' ? _("a byte of 0, which no text has; find an undamaged copy")
                                                                 : _("the text is not in UTF-8; save the file as UTF-8"));
}

static guint64
count (const OndesAnnotationInput *input,
       char                        c)
{
  guint64 n = 0;

  for (const char *p = input->p; (p = memchr (p, c, (gsize) (input->end - p))) != NULL; p++)
    n++;
  return n;
}

/* Refuses a text whose annotations would not fit into memory. */
static gboolean
check_memory (const OndesAnnotationInput *input,
              OndesAnnotationFormat       format,
              GError                    **error)
{
  guint64 lines = count (input, '\n') + 1;

  /* A TextGrid may have all its texts in one line. */
  if (format == ONDES_ANNOTATIONS_TEXTGRID)
    lines = MAX (lines, count (input, '"') / 2);
  if (lines * BYTES_A_LINE + 2 * (guint64) (input->end - input->p) <= ondes_memory_available ())
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%s: there is not memory enough for the annotations of %" PRIu64 " lines; split the file"), input->display,
               lines);
  return FALSE;
}

static gboolean
is_empty (const OndesAnnotationInput *input)
{
  for (const char *p = input->p; p < input->end; p++)
    if (!g_ascii_isspace (*p))
      return FALSE;
  return TRUE;
}

/* Finds the format of a text that is to be found out. */
static OndesAnnotationFormat
detect (const OndesAnnotationInput *input)
{
  for (guint i = 0; i < G_N_ELEMENTS (tried); i++)
    if (classes[tried[i]]->detect (input->p, MIN (input->end, input->p + HEAD_BYTES)))
      return tried[i];
  return ONDES_ANNOTATIONS_ANY;
}

static gboolean
parse_text (OndesAnnotationInput  *input,
            const char            *name,
            OndesAnnotationFormat *format,
            GError               **error)
{
  if (is_empty (input) && *format != ONDES_ANNOTATIONS_TEXTGRID && *format != ONDES_ANNOTATIONS_OWN)
    {
      /* Audacity's file of no labels is empty. */
      if (*format == ONDES_ANNOTATIONS_ANY && has_ending (name, ondes_annotations_audacity.info.suffix))
        *format = ONDES_ANNOTATIONS_AUDACITY;
      if (*format == ONDES_ANNOTATIONS_AUDACITY)
        return TRUE;
      return ondes_error_set (error, ONDES_ERROR_FILE, _("%s is empty"), input->display);
    }
  if (*format == ONDES_ANNOTATIONS_ANY)
    *format = detect (input);
  if (*format == ONDES_ANNOTATIONS_ANY)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("%s holds no known annotations. Known are Ondes’s own, Audacity’s labels, Raven’s selection tables, Praat’s "
                     "TextGrids, CSV with a column “start”, EDF+, SigMF and WAV"), input->display);
      return FALSE;
    }
  return check_memory (input, *format, error) && classes[*format]->parse (input, error);
}

typedef struct
{
  OndesAnnotationInput   input;
  OndesAnnotationReading reading;
  char                  *display;
} Reader;

static void
reader_begin (Reader                       *self,
              const char                   *path,
              const OndesAnnotationReading *reading,
              const OndesWatch             *watch)
{
  *self = (Reader) { .display = ondes_display_path (path) };
  if (reading != NULL)
    self->reading = *reading;
  self->input = (OndesAnnotationInput) { .display = self->display, .reading = &self->reading, .watch = watch,
                                         .items = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_annotation_unref),
                                         .tracks = g_ptr_array_new_with_free_func (g_free),
                                         .notes = g_ptr_array_new_with_free_func (g_free) };
}

/* Hands out the notes of a call that is @done; frees them otherwise. */
static void
take_notes (GPtrArray *taken,
            gboolean   done,
            char    ***notes)
{
  g_autoptr (GPtrArray) array = taken;

  if (notes != NULL)
    *notes = NULL;
  if (!done || notes == NULL)
    return;
  g_ptr_array_add (array, NULL);
  *notes = (char **) g_ptr_array_steal (array, NULL);
}

/* Returns the set that was read if @done, and frees the reader. */
static OndesAnnotationSet *
reader_end (Reader  *self,
            gboolean done,
            char  ***notes)
{
  OndesAnnotationSet *set = done ? ondes_annotation_set_make (self->input.items, self->input.tracks) : NULL;

  take_notes (self->input.notes, done, notes);
  g_ptr_array_unref (self->input.items);
  g_ptr_array_unref (self->input.tracks);
  g_free (self->display);
  return set;
}

/* Sets the error "NAME PROBLEM"; returns FALSE. */
static gboolean
refuse_file (const Reader *self,
             char         *problem,
             GError      **error)
{
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s%s", self->display, problem);
  g_free (problem);
  return FALSE;
}

static gboolean
read_text (Reader                *self,
           const char            *path,
           OndesAnnotationFormat *format,
           GError               **error)
{
  GCancellable *cancellable = ondes_watch_cancellable (self->input.watch);
  char *problem = NULL, *text;
  gsize size = 0;
  gboolean done;

  if (cancellable != NULL)
    g_cancellable_push_current (cancellable);
  text = ondes_file_read_whole (path, BYTES_MOST, &size, &problem);
  if (cancellable != NULL)
    g_cancellable_pop_current (cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      g_free (problem);
      g_free (text);
      return FALSE;
    }
  if (text == NULL)
    return refuse_file (self, problem, error);
  if (size > BYTES_MOST)
    {
      g_free (text);
      return refuse_file (self, g_strdup (_(" is larger than 512 MiB; split the file")), error);
    }
  done = take_text (&self->input, &text, size, error) && parse_text (&self->input, path, format, error);
  g_free (text);
  return done;
}

/* TRUE if annotations of this format lie in a recording that is no text. */
static gboolean
is_in_recording (OndesAnnotationFormat format)
{
  return format == ONDES_ANNOTATIONS_EDF || format == ONDES_ANNOTATIONS_WAV;
}

static OndesAnnotationFormat
detect_recording (int     fd,
                  guint64 size)
{
  char head[RECORDING_HEAD_BYTES];
  const gsize n = MIN (size, sizeof head);

  if (!ondes_pread_all (fd, "", 0, n, head, NULL))
    return ONDES_ANNOTATIONS_ANY;
  return ondes_annotations_edf_detect (head, n)   ? ONDES_ANNOTATIONS_EDF
         : ondes_annotations_wav_detect (head, n) ? ONDES_ANNOTATIONS_WAV
                                                  : ONDES_ANNOTATIONS_ANY;
}

static gboolean
read_file (Reader                *self,
           const char            *path,
           OndesAnnotationFormat *format,
           GError               **error)
{
  const gboolean asked = is_in_recording (*format);
  guint64 size = 0;
  gboolean done = FALSE;
  int fd = -1;

  /* A recording is read by parts. Whatever cannot be opened so, such as standard input, is text. */
  if (asked || *format == ONDES_ANNOTATIONS_ANY)
    fd = ondes_file_open (path, self->display, &size, asked ? error : NULL);
  if (fd >= 0)
    {
      if (!asked)
        *format = detect_recording (fd, size);
      done = *format == ONDES_ANNOTATIONS_EDF   ? ondes_annotations_edf_read (&self->input, fd, size, error)
             : *format == ONDES_ANNOTATIONS_WAV && ondes_annotations_wav_read (&self->input, path, fd, size, error);
      close (fd);
    }
  return asked || is_in_recording (*format) ? done : read_text (self, path, format, error);
}

OndesAnnotationSet *
ondes_annotations_read (const char                   *path,
                        const OndesAnnotationReading *reading,
                        const OndesWatch             *watch,
                        OndesAnnotationFormat        *format,
                        char                       ***notes,
                        GError                      **error)
{
  OndesAnnotationFormat found = reading != NULL ? reading->format : ONDES_ANNOTATIONS_ANY;
  Reader self;
  gboolean done;

  reader_begin (&self, path, reading, watch);
  done = read_file (&self, path, &found, error);
  if (done && format != NULL)
    *format = found;
  return reader_end (&self, done, notes);
}

OndesAnnotationSet *
ondes_annotations_parse (const OndesAnnotationText    *text,
                         const OndesAnnotationReading *reading,
                         OndesAnnotationFormat        *format,
                         char                       ***notes,
                         GError                      **error)
{
  OndesAnnotationFormat found = reading != NULL ? reading->format : ONDES_ANNOTATIONS_ANY;
  Reader self;
  char *copy = ondes_memory_try (text->size + 1, error);
  gboolean done = copy != NULL && !is_in_recording (found);

  reader_begin (&self, text->name, reading, NULL);
  if (copy != NULL)
    {
      memcpy (copy, text->text, text->size);
      copy[text->size] = '\0';
    }
  if (copy != NULL && !done)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: the annotations of recordings can only be read from a file"),
                 self.display);
  done = done && take_text (&self.input, &copy, text->size, error) && parse_text (&self.input, text->name, &found, error);
  g_free (copy);
  if (done && format != NULL)
    *format = found;
  return reader_end (&self, done, notes);
}

/* Recognising */

/* Returns the first part of the file at @path as far as its last whole line, of *@size bytes and a 0 after them; NULL if there is
 * none. */
static char *
read_head (const char *path,
           gsize      *size)
{
  guint64 whole;
  const int fd = ondes_file_open (path, path, &whole, NULL);
  char *head;

  if (fd < 0)
    return NULL;
  *size = MIN (whole, HEAD_BYTES);
  head = g_malloc (*size + 1);
  if (!ondes_pread_all (fd, path, 0, *size, head, NULL))
    g_clear_pointer (&head, g_free);
  close (fd);
  /* The bytes of UTF-16 are even. */
  while (head != NULL && whole > HEAD_BYTES && *size > 0 && (head[*size - 1] != '\n' || *size % 2 != 0) && *size > HEAD_BYTES / 2)
    --*size;
  if (head != NULL)
    head[*size] = '\0';
  return head;
}

/* TRUE if two columns of numbers are times and values: the second goes below the first, or the first is even and the second is not
 * at a fixed distance from it. */
static gboolean
is_series (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  double first = 0, last = 0, step = 0, length = 0;
  gboolean even = TRUE, fixed = TRUE;
  guint n = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "\t", 3);
      double start, end;

      if (cells[0] == NULL || cells[1] == NULL || !ondes_annotation_time_parse (cells[0], &start)
          || !ondes_annotation_time_parse (cells[1], &end))
        continue;
      if (end < start || (strchr (cells[0], ':') == NULL) != (strchr (cells[1], ':') == NULL))
        return TRUE;
      if (n == 0)
        {
          first = start;
          length = end - start;
        }
      else if (n == 1)
        step = start - first;
      even = even && fabs (start - first - n * step) <= SERIES_UNEVEN * fabs (step);
      fixed = fixed && fabs (end - start - length) <= SERIES_UNEVEN * fabs (step);
      last = start;
      n++;
    }
  return n >= SERIES_LEAST && last > first && even && !fixed;
}

/* TRUE if a label has a letter. */
static gboolean
has_words (const GPtrArray *items)
{
  for (guint i = 0; i < items->len; i++)
    for (const char *c = ((const OndesAnnotation *) items->pdata[i])->label; *c != '\0'; c = g_utf8_next_char (c))
      if (g_unichar_isalpha (g_utf8_get_char (c)))
        return TRUE;
  return FALSE;
}

/* TRUE if the text is that of annotations for certain. */
static gboolean
recognise_text (OndesAnnotationInput  *input,
                OndesAnnotationFormat *format)
{
  *format = detect (input);
  switch (*format)
    {
    case ONDES_ANNOTATIONS_OWN:
    case ONDES_ANNOTATIONS_TEXTGRID:
    case ONDES_ANNOTATIONS_RAVEN:
      return TRUE;
    case ONDES_ANNOTATIONS_AUDACITY:
      return !is_series (input->p) && classes[*format]->parse (input, NULL) && has_words (input->items);
    case ONDES_ANNOTATIONS_CSV:
      return classes[*format]->parse (input, NULL) && has_words (input->items);
    default:
      return FALSE;
    }
}

gboolean
ondes_annotations_recognise (const char            *path,
                             OndesAnnotationFormat *format)
{
  g_autofree char *key_file = g_strconcat (path, ".ondes", NULL);
  OndesAnnotationFormat found = ONDES_ANNOTATIONS_ANY;
  Reader self;
  gsize size = 0;
  char *head = g_file_test (key_file, G_FILE_TEST_EXISTS) ? NULL : read_head (path, &size);
  gboolean is_one;

  if (head == NULL)
    return FALSE;
  reader_begin (&self, path, NULL, NULL);
  is_one = take_text (&self.input, &head, size, NULL) && recognise_text (&self.input, &found);
  g_free (head);
  ondes_annotation_set_unref (reader_end (&self, TRUE, NULL));
  if (is_one && format != NULL)
    *format = found;
  return is_one;
}

gboolean
ondes_annotations_are_no_recording (const char             *path,
                                    const OndesReadOptions *read,
                                    OndesRecording         *recording,
                                    OndesAnnotationFormat  *format)
{
  return !read->raw && read->column == 0 && read->time_column == 0 && read->rate_hz == 0 && read->dataset == NULL
         && read->table == NULL && (recording == NULL || ondes_recording_get_info (recording)->has_columns)
         && ondes_annotations_recognise (path, format);
}

/* Writing */

gboolean
ondes_annotations_write (OndesAnnotationSet           *set,
                         const char                   *path,
                         const OndesAnnotationWriting *writing,
                         char                       ***notes,
                         GError                      **error)
{
  const OndesAnnotationWriting usual = { ONDES_ANNOTATIONS_ANY };
  OndesAnnotationOutput output = { .set = set, .writing = writing != NULL ? writing : &usual,
                                   .notes = g_ptr_array_new_with_free_func (g_free) };
  const OndesAnnotationFormat format
    = output.writing->format != ONDES_ANNOTATIONS_ANY ? output.writing->format : ondes_annotation_format_of_path (path);
  gboolean done = FALSE;

  if (format == ONDES_ANNOTATIONS_ANY || classes[format]->write == NULL)
    {
      g_autofree char *display = ondes_display_path (path);

      g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST,
                   _("%s: the ending is none of those of annotations: .txt, .csv, .TextGrid or %s"), display,
                   ONDES_ANNOTATIONS_SUFFIX);
    }
  else
    output.file = ondes_out_file_new (path, error);
  if (output.file != NULL)
    {
      output.buffer = g_string_new (NULL);
      classes[format]->write (&output);
      if (output.error == NULL)
        ondes_out_file_write (output.file, output.buffer->str, output.buffer->len, &output.error);
      done = output.error == NULL && ondes_out_file_commit (output.file, &output.error);
      if (output.error != NULL)
        g_propagate_error (error, output.error);
      g_string_free (output.buffer, TRUE);
      ondes_out_file_free (output.file);
    }
  take_notes (output.notes, done, notes);
  return done;
}
