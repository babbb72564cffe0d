/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Truth tables from files, from text in memory and from sources, and as recordings. */
#include "signal/reader.h"
#include "signal/recording.h"

#include "truth-table-private.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/display-text.h"
#include "signal/formats/foreign.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"

#define PROBE_BYTES 65536 /* bytes of a text that are checked for its format */

static gboolean
is_called_pla (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ".pla");
}

gboolean
ondes_truth_table_detect (const char *path,
                          const char *head,
                          gsize       length)
{
  return is_called_pla (path) || ondes_pla_detect (head, length) || ondes_sbox_list_detect (head, length)
         || ondes_digits_detect (head, length) || ondes_expression_detect (head, length, TRUE);
}

/* Refuses zero bytes, the only bytes that a comment or a name may not hold. */
static gboolean
check_bytes (const OndesTruthText *text,
             GError              **error)
{
  const char *zero = memchr (text->p, '\0', (gsize) (text->end - text->p));
  OndesTruthText at = *text;

  if (!zero)
    return TRUE;
  while (at.p < zero)
    ondes_truth_text_advance (&at);
  return ondes_truth_text_refuse (&at, error,
                                  _("a byte of 0, which no text has: save the table as UTF-8 text, or find an undamaged copy"));
}

/* Parses a text from its beginning, whose fields p, end, display, table and cancellable are set. */
static OndesTruthTable *
parse (OndesTruthText *text,
       gboolean        pla,
       GError        **error)
{
  const char *string = text->p;
  gsize length = (gsize) (text->end - string), probed = MIN (length, PROBE_BYTES);
  gboolean list;
  OndesTruthTable *self;

  if (length >= 3 && memcmp (string, "\xef\xbb\xbf", 3) == 0)
    text->p += 3;
  text->line_start = text->p;
  text->line = 1;
  pla = pla || ondes_pla_detect (string, probed);
  list = !pla && ondes_sbox_list_detect (string, probed);
  if ((pla || list) && !check_bytes (text, error))
    return NULL;
  if (pla)
    self = ondes_pla_parse (text, error);
  else if (list)
    return ondes_sbox_list_parse (text, error);
  else if (ondes_expression_detect (text->p, (gsize) (text->end - text->p), FALSE))
    self = ondes_expression_parse (text, error);
  else
    self = ondes_digits_parse (text, error);
  if (self && text->table)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("%s is no list of S-boxes, so no table “%s” is in it"), text->display, text->table);
      g_clear_pointer (&self, ondes_truth_table_unref);
    }
  return self;
}

OndesTruthTable *
ondes_truth_table_parse (const char   *string,
                         gsize         length,
                         const char   *name,
                         const char   *table,
                         GCancellable *cancellable,
                         GError      **error)
{
  OndesTruthText text = { .p = string, .end = string + length, .display = name, .table = table, .cancellable = cancellable };
  OndesTruthTable *self = parse (&text, FALSE, error);

  if (!self)
    ondes_error_display (error);
  return self;
}

/* Parses a file; the fields display, table and cancellable of @text are set. */
static OndesTruthTable *
parse_file (int             fd,
            guint64         size,
            const char     *path,
            OndesTruthText *text,
            GError        **error)
{
  g_autofree char *string = size < ondes_memory_available () / 2 ? g_try_malloc (size) : NULL;

  if (!string)
    return ondes_error_set_null (error, ONDES_ERROR_FILE, _("%s has %" PRIu64 " bytes, too many for a truth table"),
                                 text->display, size);
  text->p = string;
  text->end = string + size;
  return ondes_pread_all (fd, text->display, 0, size, string, error) ? parse (text, is_called_pla (path), error) : NULL;
}

static OndesTruthTable *
open_npy (const char   *path,
          const char   *display,
          GCancellable *cancellable,
          GError      **error)
{
  const OndesWatch watch = { .cancellable = cancellable };
  g_autoptr (OndesRecording) recording = ondes_recording_open (path, NULL, &watch, error);
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_source_unref);
  guint channels = recording ? ondes_recording_get_info (recording)->channels : 0;

  for (guint c = 1; c <= channels; c++)
    {
      OndesSource *source = ondes_recording_source (recording, c, error);

      if (!source)
        return NULL;
      g_ptr_array_add (sources, source);
    }
  return recording ? ondes_truth_table_from_sources ((OndesSource *const *) sources->pdata, channels, display, cancellable, error)
                   : NULL;
}

OndesTruthTable *
ondes_truth_table_open (const char   *path,
                        const char   *table,
                        GCancellable *cancellable,
                        GError      **error)
{
  g_autofree char *display = ondes_display_path (path);
  OndesTruthText text = { .display = display, .table = table, .cancellable = cancellable };
  OndesTruthTable *self = NULL;
  guint8 head[ONDES_FOREIGN_BYTES] = "";
  guint64 size;
  int fd = ondes_file_open (path, display, &size, error);

  if (fd < 0)
    return NULL;
  if (ondes_pread_all (fd, display, 0, MIN (size, sizeof head), head, error)
      && !ondes_foreign_refuse (head, (gsize) MIN (size, sizeof head), path, display, error))
    self = memcmp (head, "\x93NUMPY", 6) == 0 ? open_npy (path, display, cancellable, error)
                                               : parse_file (fd, size, path, &text, error);
  close (fd);
  if (!self)
    ondes_error_display (error);
  return self;
}

/* Finds the largest element of all sources; FALSE if an element is not a whole number from 0. */
static gboolean
find_largest (OndesSource *const *sources,
              guint               n_sources,
              const char         *name,
              double             *largest,
              GCancellable       *cancellable,
              GError            **error)
{
  double piece[4096];

  *largest = 0;
  for (guint k = 0; k < n_sources; k++)
    for (guint64 at = 0, n; at < sources[0]->n; at += n)
      {
        n = MIN (sources[0]->n - at, G_N_ELEMENTS (piece));
        if (g_cancellable_set_error_if_cancelled (cancellable, error)
            || !ondes_source_read_as (sources[k], at, n, ONDES_F64, piece, error))
          return FALSE;
        for (guint64 i = 0; i < n; i++)
          if (piece[i] >= 0 && piece[i] <= (n_sources > 1 ? 1 : G_MAXUINT32) && piece[i] == floor (piece[i]))
            *largest = MAX (*largest, piece[i]);
          else
            {
              g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                           _("%s: element %" PRIu64 " of column %u is %g, where a truth table has 0 or 1%s"), name,
                           at + i + 1, k + 1, piece[i], n_sources > 1 ? "" : _(" and an S-box whole numbers up to 2^32 - 1"));
              return FALSE;
            }
      }
  return TRUE;
}

OndesTruthTable *
ondes_truth_table_from_sources (OndesSource *const *sources,
                                guint               n_sources,
                                const char         *name,
                                GCancellable       *cancellable,
                                GError            **error)
{
  g_autoptr (OndesTruthTable) self = NULL;
  double largest, piece[4096];
  guint inputs;

  g_return_val_if_fail (n_sources > 0, NULL);
  if (!ondes_power_of_two (sources[0]->n, &inputs) || inputs == 0)
    return ondes_error_set_null (error, ONDES_ERROR_FILE, g_dngettext (GETTEXT_PACKAGE,
                                              "%s has %" PRIu64 " element, but a truth table has a power of two, from 2 on",
                                              "%s has %" PRIu64 " elements, but a truth table has a power of two, from 2 on",
                                              (gulong) sources[0]->n),
                                 name, sources[0]->n);
  if (ondes_type_is_complex (sources[0]->type))
    return ondes_error_set_null (error, ONDES_ERROR_FILE, _("%s holds complex numbers, where a truth table has 0 or 1"), name);
  if (!find_largest (sources, n_sources, name, &largest, cancellable, error))
    return NULL;
  self = ondes_truth_table_new (inputs, largest > 1 ? g_bit_storage ((gulong) largest) : n_sources, name, NULL, error);
  if (!self)
    return NULL;
  self->sbox = largest > 1;
  for (guint k = 0; k < n_sources; k++)
    for (guint64 at = 0, n; at < sources[0]->n; at += n)
      {
        n = MIN (sources[0]->n - at, G_N_ELEMENTS (piece));
        if (g_cancellable_set_error_if_cancelled (cancellable, error)
            || !ondes_source_read_as (sources[k], at, n, ONDES_F64, piece, error))
          return NULL;
        for (guint64 i = 0; i < n; i++)
          if (self->sbox)
            ondes_truth_table_set (self, at + i, (guint64) piece[i]);
          else if (piece[i] != 0)
            ((guint8 *) (self->on + k * self->words))[(at + i) / 8] |= (guint8) (1 << ((at + i) % 8));
      }
  return ondes_truth_table_finish (g_steal_pointer (&self), _("samples"), cancellable, error);
}

typedef struct
{
  OndesReader   reader;
  OndesSource **sources; /* [channels] */
} TableReader;

static gboolean
table_read_channel (OndesReader *reader,
                    guint        channel,
                    guint64      at,
                    gsize        n,
                    void        *dst,
                    GError     **error)
{
  return ondes_source_read (((TableReader *) reader)->sources[channel - 1], at, n, dst, error);
}

static void
table_finalize (OndesReader *reader)
{
  TableReader *self = (TableReader *) reader;

  for (guint k = 0; k < reader->channels; k++)
    ondes_source_unref (self->sources[k]);
  g_free (self->sources);
}

OndesReader *
ondes_truth_table_reader_open (const OndesOpening *opening,
                               GError            **error)
{
  static const OndesReaderClass klass = { .read_channel = table_read_channel, .finalize = table_finalize };
  OndesTruthText text = { .display = opening->display, .table = opening->options->table,
                          .cancellable = ondes_watch_cancellable (opening->watch) };
  OndesTruthTable *table = parse_file (opening->fd, opening->size, opening->path, &text, error);
  guint64 open = 0;
  TableReader *self;
  OndesReader *reader;

  if (!table)
    return NULL;
  self = ondes_reader_new (sizeof *self, &klass, opening, error);
  if (!self)
    {
      ondes_truth_table_unref (table);
      return NULL;
    }
  reader = &self->reader;
  reader->truth_table = table;
  reader->format = g_strdup (ondes_truth_table_format (table));
  reader->channels = table->outputs;
  reader->frames = (guint64) 1 << table->inputs;
  reader->type = ONDES_U8;
  reader->bits = 8;
  reader->rate = 1;
  reader->time_unit = g_strdup ("index");
  reader->names = g_new0 (char *, table->outputs);
  self->sources = g_new (OndesSource *, table->outputs);
  for (guint k = 1; k <= table->outputs; k++)
    {
      self->sources[k - 1] = ondes_truth_table_source (table, k, ONDES_DONT_CARE_0, NULL);
      reader->names[k - 1] = g_strdup (ondes_truth_table_output_name (table, k));
      open += ondes_truth_table_n_dont_care (table, k);
    }
  ondes_reader_note (reader, _("%s is a %s; its outputs are the channels, and time is the index, x1 its most significant bit."),
                     opening->display, reader->format);
  for (const char *const *note = ondes_truth_table_notes (table); *note; note++)
    ondes_reader_note (reader, "%s", *note);
  if (open > 0)
    ondes_reader_note (reader, _("%s leaves open (as don't-care) %" PRIu64 " of its values, here taken as 0."),
                       opening->display, open);
  return reader;
}
