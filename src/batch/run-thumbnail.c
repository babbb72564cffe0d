/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run-thumbnail.h"

#include <string.h>

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
#define COLOURS     "" /* key of their finding; those of rows are longer */
#define NPY_NAME    "values.npy"
#define KEPT_BYTES  (64 << 20) /* of thumbnails */
#define MOST_COUNTED 512       /* thumbnails whose values tell the colours of all */

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

/* TRUE if the run's scalograms are numbers. */
static gboolean
has_numbers (const OndesBatchRun *run)
{
  return g_strcmp0 (ondes_batch_run_option (run, "--scalogram"), "npz") == 0;
}

/* Returns the decibels of a factor of 10 in the values that @product has. */
static double
decade_of (const OndesBatchRun *run,
           OndesBatchProduct    product)
{
  return product == ONDES_BATCH_SCALOGRAM && g_strcmp0 (ondes_batch_run_option (run, "--quantity"), "power") == 0 ? 10 : 20;
}

/* Sets @product to what of the row has values to draw; FALSE if nothing has. */
static gboolean
find_product (const OndesBatchRun *run,
              const OndesRunRow   *row,
              OndesBatchProduct   *product)
{
  *product = row->outputs & 1u << ONDES_BATCH_SHEET ? ONDES_BATCH_SHEET : ONDES_BATCH_SCALOGRAM;
  return row->outputs & 1u << *product && (*product == ONDES_BATCH_SHEET || has_numbers (run));
}

void
ondes_run_colours_find (const OndesBatchRun *run,
                        const OndesRunRows  *rows,
                        OndesRunColours     *colours,
                        GCancellable        *cancellable)
{
  const OndesBatchProduct made = run->outputs & 1u << ONDES_BATCH_SHEET ? ONDES_BATCH_SHEET : ONDES_BATCH_SCALOGRAM;
  g_autoptr (OndesBatchColours) counts = ondes_batch_colours_new (decade_of (run, made));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < rows->n; i++)
    {
      OndesBatchProduct product;

      if (find_product (run, rows->rows[i], &product) && product == made)
        g_array_append_val (found, i);
    }
  for (guint k = 0, n = MIN (found->len, MOST_COUNTED); k < n && !g_cancellable_is_cancelled (cancellable); k++)
    {
      const guint i = g_array_index (found, guint, (guint) ((guint64) k * found->len / n));
      OndesBatchThumbnail thumbnail = { 0 };

      if (read_values (run, rows->rows[i], made, &thumbnail))
        ondes_batch_colours_count (counts, &thumbnail);
      g_free (thumbnail.values);
    }
  ondes_batch_colours_get (counts, &colours->top_db, &colours->range_db);
}

static cairo_surface_t *
draw_values (const OndesBatchRun       *run,
             const OndesBatchThumbnail *thumbnail,
             const OndesRunColours     *colours,
             double                     decade_db)
{
  const char *name = ondes_batch_run_option (run, "--palette");
  const int palette = name != NULL ? ondes_name_index (ondes_palette_names, name) : 0;
  const OndesContactSheet sheet = { .palette = palette >= 0 ? (guint) palette : 0, .top_db = colours->top_db,
                                    .range_db = colours->range_db, .decade_db = decade_db };

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
ondes_run_thumbnail_read (const OndesBatchRun   *run,
                          const OndesRunRow     *row,
                          const OndesRunColours *colours,
                          int                    width,
                          int                    height)
{
  OndesBatchThumbnail thumbnail = { 0 };
  OndesBatchProduct product;
  cairo_surface_t *surface = NULL;
  g_autofree char *path = NULL;
  gboolean values = find_product (run, row, &product);

  if (values && read_values (run, row, product, &thumbnail))
    surface = draw_values (run, &thumbnail, colours, decade_of (run, product));
  else if (!values && row->outputs & 1u << ONDES_BATCH_SCALOGRAM)
    {
      path = ondes_batch_run_output (run, &row->file, ONDES_BATCH_SCALOGRAM);
      surface = read_picture (path);
    }
  g_free (thumbnail.values);
  return surface != NULL ? fit (surface, width, height, !values) : NULL;
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

  OndesRunColours colours;
  guint          serial; /* of the colours; 0 until they are found */
  guint64        of;     /* recordings that were done when they were last looked for */
  gboolean       finding;
};

static guint landed_signal;

G_DEFINE_FINAL_TYPE (OndesRunThumbnails, ondes_run_thumbnails, G_TYPE_OBJECT)

typedef struct
{
  OndesRunModel   *model; /* which keeps the run */
  OndesRunRow     *row;
  char            *key;
  int              width, height;
  OndesRunColours  colours;
  cairo_surface_t *surface;
} Reading;

/* The colours being found. */
typedef struct
{
  OndesRunModel  *model;
  OndesRunRows   *rows;
  OndesRunColours colours;
} Finding;

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

/* Returns what tells the outputs of @row and their colours apart. */
static char *
key_of (const OndesRunRow *row,
        guint serial)
{
  return g_strdup_printf ("%x %u %s", row->outputs, serial, row->file.path);
}

static gboolean
reading_work (OndesComputer *computer,
              gpointer data,
              const OndesWatch *watch,
              GError **error)
{
  Reading *self = data;

  self->surface = ondes_run_thumbnail_read (ondes_run_model_get_run (self->model), self->row, &self->colours, self->width,
                                            self->height);
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

static void
finding_free (gpointer data)
{
  Finding *self = data;

  g_object_unref (self->model);
  ondes_run_rows_unref (self->rows);
  g_free (self);
}

static gboolean
finding_work (OndesComputer *computer,
              gpointer data,
              const OndesWatch *watch,
              GError **error)
{
  Finding *self = data;

  ondes_run_colours_find (ondes_run_model_get_run (self->model), self->rows, &self->colours, ondes_watch_cancellable (watch));
  return TRUE;
}

static void
on_found (gpointer data,
          const GError *error,
          gpointer user_data)
{
  OndesRunThumbnails *self = user_data;
  const Finding *finding = data;

  self->finding = FALSE;
  if (error != NULL)
    return;
  if (self->serial == 0 || finding->colours.top_db != self->colours.top_db || finding->colours.range_db != self->colours.range_db)
    self->serial++;
  self->colours = finding->colours;
  g_signal_emit (self, landed_signal, 0);
}

/* Looks for the colours, if they are unknown, or if many recordings were done since, or all. */
static void
find_colours (OndesRunThumbnails *self)
{
  OndesRunRows *rows = ondes_run_model_get_rows (self->model);
  const gboolean rests = ondes_run_model_get_state (self->model) == ONDES_RUN_IDLE && !ondes_run_model_is_looking (self->model);
  Finding *finding;

  if (self->finding || (self->serial > 0 && rows->done <= self->of + (rests ? 0 : self->of / 2)))
    return;
  self->finding = TRUE;
  self->of = rows->done;
  finding = g_new0 (Finding, 1);
  finding->model = g_object_ref (self->model);
  finding->rows = ondes_run_rows_ref (rows);
  ondes_queue_submit (self->queue, &(OndesTask) { .key = COLOURS, .work = finding_work, .data = finding, .destroy = finding_free,
                                                  .done = on_found, .user_data = self });
}

static void
read_row (OndesRunThumbnails *self,
          OndesRunRow *row,
          const char *key)
{
  Reading *reading;

  if (!g_hash_table_add (self->asked, g_strdup (key)))
    return;
  reading = g_new0 (Reading, 1);
  *reading = (Reading) { .model = g_object_ref (self->model), .row = ondes_run_row_ref (row), .key = g_strdup (key),
                         .width = self->width, .height = self->height, .colours = self->colours };
  ondes_queue_submit (self->queue, &(OndesTask) { .key = key, .work = reading_work, .data = reading, .destroy = reading_free,
                                                  .done = on_read, .user_data = self });
}

cairo_surface_t *
ondes_run_thumbnails_get (OndesRunThumbnails *self,
                          OndesRunRow *row)
{
  g_autofree char *key = key_of (row, self->serial), *before = key_of (row, self->serial - 1);
  const Kept *kept;

  if ((row->outputs & (1u << ONDES_BATCH_SHEET | 1u << ONDES_BATCH_SCALOGRAM)) == 0)
    return NULL;
  find_colours (self);
  if (self->serial == 0)
    return NULL;
  kept = ondes_lru_get (self->kept, &(Kept) { .key = key });
  if (kept != NULL)
    return kept->surface;
  read_row (self, row, key);
  kept = ondes_lru_get (self->kept, &(Kept) { .key = before }); /* in its old colours until it is read */
  return kept != NULL ? kept->surface : NULL;
}

void
ondes_run_thumbnails_forget (OndesRunThumbnails *self,
                             OndesRunRow *row)
{
  g_autofree char *key = key_of (row, self->serial);

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
