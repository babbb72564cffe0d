/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "batch-sheet.h"

#include "analysis/levels.h"
#include "base/option.h"
#include "base/read-file.h"
#include "base/request-error.h"
#include "base/words.h"
#include "batch-table.h"
#include "figure/contact-sheet.h"
#include "figure/palette.h"

#include <math.h>
#include <string.h>

#define PAGE       (ONDES_CONTACT_ACROSS * ONDES_CONTACT_UP)
#define BINS       8000 /* of the histogram of levels: tenths of a decibel from LEAST_DB on */
#define LEAST_DB   -400.0
#define BIN_DB     0.1
#define DECADE_DB  20.0 /* thumbnails have magnitudes */
#define MOST_BYTES (64 << 20) /* of a thumbnail */

/* A thumbnail of a file. */
typedef struct
{
  char               *name;
  OndesBatchThumbnail of;
} Thumbnail;

struct _OndesBatchColours
{
  guint64 histogram[BINS], counted;
  double  decade_db;
};

typedef struct
{
  const OndesBatchRun *run;
  OndesBatchColours   *colours;
  GArray              *page;     /* Thumbnail */
  guint                pages;
  guint64              recordings;
  double               top_db, range_db;
} Sheet;

static void
thumbnail_clear (gpointer data)
{
  Thumbnail *self = data;

  g_free (self->name);
  g_free (self->of.values);
}

gboolean
ondes_batch_thumbnail_parse (OndesBatchThumbnail *self,
                             const char          *data,
                             gsize                n)
{
  guint64 rows, columns, bytes;
  gsize begin;
  const char *head, *shape;
  char *end;

  if (n < 16 || memcmp (data, "\x93NUMPY\x01\x00", 8) != 0)
    return FALSE;
  begin = 10 + ((guint8) data[8] | (gsize) (guint8) data[9] << 8);
  head = data + 10;
  shape = begin <= n ? g_strstr_len (head, (gssize) begin - 10, "'shape': (") : NULL;
  if (shape == NULL)
    return FALSE;
  bytes = g_strstr_len (head, (gssize) begin - 10, "'<f4'") != NULL   ? sizeof (float)
          : g_strstr_len (head, (gssize) begin - 10, "'<f8'") != NULL ? sizeof (double)
                                                                      : 0;
  rows = g_ascii_strtoull (shape + strlen ("'shape': ("), &end, 10);
  columns = *end == ',' ? g_ascii_strtoull (end + 1, NULL, 10) : 0;
  if (bytes == 0 || rows == 0 || columns == 0 || rows > 32767 || columns > 32767 || rows * columns * bytes > n - begin)
    return FALSE;
  self->rows = (guint) rows;
  self->columns = (guint) columns;
  self->values = g_new (float, rows * columns);
  for (guint64 i = 0; i < rows * columns; i++)
    if (bytes == sizeof (float))
      memcpy (&self->values[i], data + begin + i * bytes, bytes);
    else
      {
        double value;

        memcpy (&value, data + begin + i * bytes, bytes);
        self->values[i] = (float) value;
      }
  return TRUE;
}

static gboolean
read_thumbnail (const OndesBatchRun  *run,
                const OndesBatchFile *file,
                Thumbnail            *self,
                GError              **error)
{
  g_autofree char *path = ondes_batch_run_output (run, file, ONDES_BATCH_SHEET), *data = NULL, *problem = NULL;
  gsize n;

  *self = (Thumbnail) { 0 };
  data = ondes_file_read_whole (path, MOST_BYTES, &n, &problem);
  if (data == NULL || n > MOST_BYTES || !ondes_batch_thumbnail_parse (&self->of, data, n))
    return ondes_error_set (error, ONDES_ERROR_FILE, _("%s: is no thumbnail of this run; remove it, and run the run again"),
                            path);
  self->name = g_filename_display_basename (file->path);
  return TRUE;
}

OndesBatchColours *
ondes_batch_colours_new (double decade_db)
{
  OndesBatchColours *self = g_new0 (OndesBatchColours, 1);

  self->decade_db = decade_db;
  return self;
}

void
ondes_batch_colours_free (OndesBatchColours *self)
{
  g_free (self);
}

void
ondes_batch_colours_count (OndesBatchColours         *self,
                           const OndesBatchThumbnail *thumbnail)
{
  for (gsize i = 0; i < (gsize) thumbnail->rows * thumbnail->columns; i++)
    {
      const double level_db = self->decade_db * log10 ((double) thumbnail->values[i]);

      if (isfinite (level_db))
        {
          self->histogram[(guint) CLAMP ((level_db - LEAST_DB) / BIN_DB, 0, BINS - 1)]++;
          self->counted++;
        }
    }
}

/* Returns the level that a part of all values lies below. */
static double
find_level (const OndesBatchColours *self,
            double                   part)
{
  guint64 below = 0;
  guint i;

  for (i = 0; i < BINS - 1 && (double) (below += self->histogram[i]) < part * (double) self->counted; i++)
    ;
  return LEAST_DB + BIN_DB * (i + 1);
}

void
ondes_batch_colours_get (const OndesBatchColours *self,
                         double                  *top_db,
                         double                  *range_db)
{
  *top_db = self->counted > 0 ? find_level (self, ONDES_LEVELS_TOP) : 0;
  *range_db = self->counted > 0 ? CLAMP (*top_db - find_level (self, ONDES_LEVELS_BOTTOM), ONDES_DB_MIN, ONDES_DB_MAX)
                                : ONDES_DB_MAX;
}

static gboolean
write_page (Sheet   *self,
            GError **error)
{
  g_autofree OndesContact *contacts = g_new0 (OndesContact, self->page->len + 1);
  g_autofree char *name = g_strdup_printf ("sheet-%u.png", ++self->pages), *path = ondes_batch_run_target (self->run, name, error);
  g_autofree char *title = g_strdup_printf ("Sheet %u of %" PRIu64, self->pages, (self->recordings + PAGE - 1) / PAGE);
  g_autofree char *caption = g_strdup_printf ("%u of %" PRIu64 " recordings, each with its whole length across, on one range of "
                                              "colours. Ondes " ONDES_VERSION ".", self->page->len, self->recordings);
  const int palette = ondes_name_index (ondes_palette_names, ondes_batch_run_option (self->run, "--palette"));
  gboolean done;

  for (guint i = 0; i < self->page->len; i++)
    {
      const Thumbnail *thumbnail = &g_array_index (self->page, Thumbnail, i);

      contacts[i] = (OndesContact) { thumbnail->name, thumbnail->of.rows, thumbnail->of.columns, thumbnail->of.values };
    }
  done = path != NULL
         && ondes_contact_sheet_write (&(OndesImageTarget) { path, ONDES_IMAGE_PNG, NULL },
                                    &(OndesContactSheet) {
                                      .contacts = contacts, .n = self->page->len, .palette = palette >= 0 ? (guint) palette : 0,
                                      .top_db = self->top_db, .range_db = self->range_db, .decade_db = DECADE_DB,
                                      .title = title, .caption = caption, .bar = "magnitude (dB re 1)" }, error);
  g_array_set_size (self->page, 0);
  return done;
}

/* Counts a thumbnail, or once there are pages adds it to them. */
static gboolean
take (gpointer              data,
      const OndesBatchFile *file,
      GError              **error)
{
  Sheet *self = data;
  Thumbnail thumbnail;

  if (!read_thumbnail (self->run, file, &thumbnail, error))
    return FALSE;
  if (self->page != NULL)
    {
      g_array_append_val (self->page, thumbnail);
      return self->page->len < PAGE || write_page (self, error);
    }
  self->recordings++;
  ondes_batch_colours_count (self->colours, &thumbnail.of);
  thumbnail_clear (&thumbnail);
  return TRUE;
}

gboolean
ondes_batch_sheet_write (const OndesBatchRun *run,
                         const OndesWatch    *watch,
                         GError             **error)
{
  g_autoptr (OndesBatchColours) colours = ondes_batch_colours_new (DECADE_DB);
  g_autofree Sheet *self = g_new0 (Sheet, 1);
  gboolean done;

  self->run = run;
  self->colours = colours;
  if (!ondes_batch_visit_outputs (run, ONDES_BATCH_SHEET, watch, take, self, error))
    return FALSE;
  ondes_batch_colours_get (colours, &self->top_db, &self->range_db);
  self->page = g_array_new (FALSE, FALSE, sizeof (Thumbnail));
  g_array_set_clear_func (self->page, thumbnail_clear);
  done = ondes_batch_visit_outputs (run, ONDES_BATCH_SHEET, watch, take, self, error)
         && (self->page->len == 0 || write_page (self, error));
  g_array_unref (self->page);
  return done;
}
