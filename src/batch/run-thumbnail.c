/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run-thumbnail.h"

#include <math.h>
#include <string.h>

#include "analysis/levels.h"
#include "base/lru.h"
#include "base/option.h"
#include "base/read-file.h"
#include "batch-sheet.h"
#include "engine/queue.h"
#include "figure/contact-sheet.h"
#include "figure/palette.h"
#include "session/signals.h"

#define MOST_BYTES  (64 << 20) /* of a file */
#define MOST_PIXELS (1 << 26)  /* of a picture */
#define NPY_NAME    "values.npy"
#define KEPT_BYTES  (64 << 20) /* of thumbnails */

static char *
read_bytes (const char *path,
            gsize      *n)
{
  g_autofree char *problem = NULL;
  char *data = ondes_file_read_whole (path, MOST_BYTES, n, &problem);

  if (data != NULL && *n > MOST_BYTES)
    g_clear_pointer (&data, g_free);
  return data;
}

/* Returns the bytes of the values in an .npz, which are its first member and stored as they are (io/npz-sink.c); NULL if they are
 * not. */
static const char *
find_values (const char *data,
             gsize       n,
             gsize      *left)
{
  const guint8 *bytes = (const guint8 *) data;
  gsize begin;

  if (n < 30 || memcmp (data, "PK\003\004", 4) != 0 || bytes[8] != 0 || bytes[9] != 0)
    return NULL;
  begin = 30 + (bytes[26] | (gsize) bytes[27] << 8) + (bytes[28] | (gsize) bytes[29] << 8);
  if (begin > n || 30 + strlen (NPY_NAME) > n || memcmp (data + 30, NPY_NAME, strlen (NPY_NAME)) != 0)
    return NULL;
  *left = n - begin;
  return data + begin;
}

static gboolean
read_values (const OndesBatchRun *run,
             const OndesRunRow   *row,
             OndesBatchProduct    product,
             OndesBatchThumbnail *thumbnail)
{
  g_autofree char *path = ondes_batch_run_output (run, &row->file, product), *data = NULL;
  const char *values;
  gsize n, left;

  data = read_bytes (path, &n);
  values = data;
  left = n;
  if (data != NULL && g_str_has_suffix (path, ".npz"))
    values = find_values (data, n, &left);
  return values != NULL && ondes_batch_thumbnail_parse (thumbnail, values, left);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const float x = *(const float *) a, y = *(const float *) b;

  return (x > y) - (x < y);
}

/* Sets the range of colours to that of the values, as a picture of them alone has it. */
static void
find_range (const OndesBatchThumbnail *thumbnail,
            OndesContactSheet         *sheet)
{
  const gsize n = (gsize) thumbnail->rows * thumbnail->columns;
  g_autofree float *sorted = g_new (float, n);
  gsize kept = 0;
  double bottom_db;

  for (gsize i = 0; i < n; i++)
    if (thumbnail->values[i] > 0 && isfinite (thumbnail->values[i]))
      sorted[kept++] = thumbnail->values[i];
  sheet->range_db = ONDES_DB_MAX;
  if (kept == 0)
    return;
  qsort (sorted, kept, sizeof *sorted, compare);
  sheet->top_db = sheet->decade_db * log10 ((double) sorted[(gsize) (ONDES_LEVELS_TOP * (double) (kept - 1))]);
  bottom_db = sheet->decade_db * log10 ((double) sorted[(gsize) (ONDES_LEVELS_BOTTOM * (double) kept)]);
  sheet->range_db = CLAMP (sheet->top_db - bottom_db, ONDES_DB_MIN, ONDES_DB_MAX);
}

static cairo_surface_t *
draw_values (const OndesBatchRun       *run,
             const OndesBatchThumbnail *thumbnail,
             gboolean                   power)
{
  const char *name = ondes_batch_run_option (run, "--palette");
  const int palette = name != NULL ? ondes_name_index (ondes_palette_names, name) : 0;
  OndesContactSheet sheet = { .palette = palette >= 0 ? (guint) palette : 0, .decade_db = power ? 10 : 20 };

  find_range (thumbnail, &sheet);
  return ondes_contact_draw (&sheet, &(OndesContact) { NULL, thumbnail->rows, thumbnail->columns, thumbnail->values });
}

/* Reads a picture, unless it claims too many pixels. */
static cairo_surface_t *
read_picture (const char *path)
{
  static const guint8 head[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
  g_autofree char *data = NULL;
  cairo_surface_t *surface;
  const guint8 *bytes;
  guint64 width, height;
  gsize n;

  data = read_bytes (path, &n);
  bytes = (const guint8 *) data;
  if (data == NULL || n < 24 || memcmp (data, head, sizeof head) != 0)
    return NULL;
  width = (guint64) bytes[16] << 24 | (guint64) bytes[17] << 16 | (guint64) bytes[18] << 8 | bytes[19];
  height = (guint64) bytes[20] << 24 | (guint64) bytes[21] << 16 | (guint64) bytes[22] << 8 | bytes[23];
  if (width == 0 || height == 0 || width * height > MOST_PIXELS)
    return NULL;
  surface = cairo_image_surface_create_from_png (path);
  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
    return surface;
  cairo_surface_destroy (surface);
  return NULL;
}

/* Returns @from, which is freed, at another size; @keeps its proportions, or stretches to all of it. */
static cairo_surface_t *
fit (cairo_surface_t *from,
     int              width,
     int              height,
     gboolean         keeps)
{
  cairo_surface_t *to = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (to);
  double x = (double) width / cairo_image_surface_get_width (from), y = (double) height / cairo_image_surface_get_height (from);

  if (keeps)
    x = y = MIN (x, y);
  cairo_translate (cr, (width - x * cairo_image_surface_get_width (from)) / 2,
                   (height - y * cairo_image_surface_get_height (from)) / 2);
  cairo_scale (cr, x, y);
  cairo_set_source_surface (cr, from, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_GOOD);
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_PAD);
  cairo_rectangle (cr, 0, 0, cairo_image_surface_get_width (from), cairo_image_surface_get_height (from));
  cairo_fill (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (from);
  cairo_surface_flush (to);
  return to;
}

cairo_surface_t *
ondes_run_thumbnail_read (const OndesBatchRun *run,
                          const OndesRunRow   *row,
                          int                  width,
                          int                  height)
{
  const gboolean power = g_strcmp0 (ondes_batch_run_option (run, "--quantity"), "power") == 0;
  OndesBatchThumbnail thumbnail = { 0 };
  cairo_surface_t *surface = NULL;
  g_autofree char *path = NULL;

  if (row->outputs & 1u << ONDES_BATCH_SHEET && read_values (run, row, ONDES_BATCH_SHEET, &thumbnail))
    surface = draw_values (run, &thumbnail, FALSE);
  else if (row->outputs & 1u << ONDES_BATCH_SCALOGRAM && g_strcmp0 (ondes_batch_run_option (run, "--scalogram"), "npz") == 0)
    {
      if (read_values (run, row, ONDES_BATCH_SCALOGRAM, &thumbnail))
        surface = draw_values (run, &thumbnail, power);
    }
  else if (row->outputs & 1u << ONDES_BATCH_SCALOGRAM)
    {
      path = ondes_batch_run_output (run, &row->file, ONDES_BATCH_SCALOGRAM);
      surface = read_picture (path);
      return surface != NULL ? fit (surface, width, height, TRUE) : NULL;
    }
  g_free (thumbnail.values);
  return surface != NULL ? fit (surface, width, height, FALSE) : NULL;
}

/* --- those that are shown */

/* A picture that was read, and whose. */
typedef struct
{
  char            *key;
  cairo_surface_t *surface; /* NULL if there is none */
} Kept;

struct _OndesRunThumbnails
{
  GObject        parent_instance;

  OndesRunModel *model;
  OndesQueue    *queue;
  OndesLru      *kept;
  GHashTable    *asked; /* keys of what is being read */
  int            width, height;
};

static guint landed_signal;

G_DEFINE_FINAL_TYPE (OndesRunThumbnails, ondes_run_thumbnails, G_TYPE_OBJECT)

typedef struct
{
  OndesRunModel   *model; /* which keeps the run */
  OndesRunRow     *row;
  char            *key;
  int              width, height;
  cairo_surface_t *surface;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *self = data;

  g_object_unref (self->model);
  ondes_run_row_unref (self->row);
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  g_free (self->key);
  g_free (self);
}

static guint
hash_kept (gconstpointer value)
{
  return g_str_hash (((const Kept *) value)->key);
}

static gboolean
equal_kept (gconstpointer a,
            gconstpointer b)
{
  return g_str_equal (((const Kept *) a)->key, ((const Kept *) b)->key);
}

static void
free_kept (gpointer value)
{
  Kept *kept = value;

  g_clear_pointer (&kept->surface, cairo_surface_destroy);
  g_free (kept->key);
  g_free (kept);
}

/* Returns what tells the outputs of @row apart. */
static char *
key_of (const OndesRunRow *row)
{
  return g_strdup_printf ("%x %s", row->outputs, row->file.path);
}

static gboolean
reading_work (OndesComputer *computer,
              gpointer data,
              const OndesWatch *watch,
              GError **error)
{
  Reading *self = data;

  self->surface = ondes_run_thumbnail_read (ondes_run_model_get_run (self->model), self->row, self->width, self->height);
  return TRUE;
}

static void
on_read (gpointer data,
         const GError *error,
         gpointer user_data)
{
  OndesRunThumbnails *self = user_data;
  Reading *reading = data;
  Kept *kept;

  g_hash_table_remove (self->asked, reading->key);
  if (error == NULL)
    {
      kept = g_new (Kept, 1);
      *kept = (Kept) { g_strdup (reading->key), g_steal_pointer (&reading->surface) };
      ondes_lru_put (self->kept, kept, sizeof *kept + (guint64) self->width * (guint64) self->height * 4);
    }
  /* Who looks at one that was left out asks again. */
  g_signal_emit (self, landed_signal, 0);
}

cairo_surface_t *
ondes_run_thumbnails_get (OndesRunThumbnails *self,
                          OndesRunRow *row)
{
  g_autofree char *key = key_of (row);
  const Kept *kept = ondes_lru_get (self->kept, &(Kept) { .key = key });
  Reading *reading;

  if (kept != NULL || (row->outputs & (1u << ONDES_BATCH_SHEET | 1u << ONDES_BATCH_SCALOGRAM)) == 0)
    return kept != NULL ? kept->surface : NULL;
  if (!g_hash_table_add (self->asked, g_strdup (key)))
    return NULL;
  reading = g_new0 (Reading, 1);
  *reading = (Reading) { .model = g_object_ref (self->model), .row = ondes_run_row_ref (row), .key = g_strdup (key),
                         .width = self->width, .height = self->height };
  ondes_queue_submit (self->queue, &(OndesTask) { .key = key, .work = reading_work, .data = reading, .destroy = reading_free,
                                                  .done = on_read, .user_data = self });
  return NULL;
}

void
ondes_run_thumbnails_forget (OndesRunThumbnails *self,
                             OndesRunRow *row)
{
  g_autofree char *key = key_of (row);

  if (g_hash_table_contains (self->asked, key))
    ondes_queue_cancel_key (self->queue, key);
}

static void
ondes_run_thumbnails_dispose (GObject *object)
{
  OndesRunThumbnails *self = ONDES_RUN_THUMBNAILS (object);

  g_clear_pointer (&self->queue, ondes_queue_free);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (ondes_run_thumbnails_parent_class)->dispose (object);
}

static void
ondes_run_thumbnails_finalize (GObject *object)
{
  OndesRunThumbnails *self = ONDES_RUN_THUMBNAILS (object);

  ondes_lru_free (self->kept);
  g_hash_table_unref (self->asked);
  G_OBJECT_CLASS (ondes_run_thumbnails_parent_class)->finalize (object);
}

static void
ondes_run_thumbnails_class_init (OndesRunThumbnailsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_run_thumbnails_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_run_thumbnails_finalize;
  landed_signal = ondes_signal_new (klass, "landed");
}

static void
ondes_run_thumbnails_init (OndesRunThumbnails *self)
{
  self->queue = ondes_queue_new (ondes_computer_new ("cpu", 0, 1));
  self->kept = ondes_lru_new (hash_kept, equal_kept, free_kept, KEPT_BYTES);
  self->asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

OndesRunThumbnails *
ondes_run_thumbnails_new (OndesRunModel *model,
                          int width,
                          int height)
{
  OndesRunThumbnails *self = g_object_new (ONDES_TYPE_RUN_THUMBNAILS, NULL);

  self->model = g_object_ref (model);
  self->width = width;
  self->height = height;
  return self;
}
