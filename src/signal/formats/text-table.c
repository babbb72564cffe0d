/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-table.h"

#include "base/memory.h"
#include "signal/reader.h"
#include "base/words.h"

#include <string.h>

#define BLOCK_BYTES ((gsize) 1 << 20)
#define RESERVE ((guint64) 256 << 20) /* bytes left for the rest of the program and the machine */
#define ASK_EVERY 32                  /* blocks between checks of free memory */

struct _OndesTextTable
{
  guint      columns;
  guint      shift; /* a block has 1 << shift rows */
  guint64    rows;
  GPtrArray *blocks;
  char      *display;
};

OndesTextTable *
ondes_text_table_new (guint       columns,
                      const char *display)
{
  OndesTextTable *self = g_new0 (OndesTextTable, 1);

  self->columns = columns;
  while ((gsize) 2 << self->shift <= BLOCK_BYTES / sizeof (double) / columns)
    self->shift++;
  self->blocks = g_ptr_array_new_with_free_func (g_free);
  self->display = g_strdup (display);
  return self;
}

void
ondes_text_table_free (OndesTextTable *self)
{
  g_ptr_array_unref (self->blocks);
  g_free (self->display);
  g_free (self);
}

static inline double *
cell_at (const OndesTextTable *self,
         guint64               row,
         guint                 column)
{
  double *block = g_ptr_array_index (self->blocks, row >> self->shift);

  return block + (row & ((G_GUINT64_CONSTANT (1) << self->shift) - 1)) * self->columns + column;
}

gboolean
ondes_text_table_append (OndesTextTable *self,
                         const double   *row,
                         GError        **error)
{
  if ((self->rows & ((G_GUINT64_CONSTANT (1) << self->shift) - 1)) == 0)
    {
      gsize bytes = ((gsize) self->columns << self->shift) * sizeof (double);
      gboolean ask = self->blocks->len % ASK_EVERY == ASK_EVERY - 1;
      double *block = ask && ondes_memory_available () < RESERVE + ASK_EVERY * (guint64) bytes ? NULL : g_try_malloc (bytes);

      if (!block)
        return ondes_error_set (error, ONDES_ERROR_FILE,
                                _("%s does not fit in memory: %" PRIu64 " MiB are taken by its first %" PRIu64
                                  " lines; convert it to .npy or WAV, which are read by blocks"),
                                self->display, (guint64) self->blocks->len * bytes >> 20, self->rows);
      g_ptr_array_add (self->blocks, block);
    }
  self->rows++;
  memcpy (cell_at (self, self->rows - 1, 0), row, self->columns * sizeof (double));
  return TRUE;
}

guint
ondes_text_table_columns (const OndesTextTable *self)
{
  return self->columns;
}

guint64
ondes_text_table_rows (const OndesTextTable *self)
{
  return self->rows;
}

double
ondes_text_table_get (const OndesTextTable *self,
                      guint64               row,
                      guint                 column)
{
  return *cell_at (self, row, column);
}

void
ondes_text_table_set (OndesTextTable *self,
                      guint64         row,
                      guint           column,
                      double          value)
{
  *cell_at (self, row, column) = value;
}

void
ondes_text_table_read (const OndesTextTable *self,
                       guint                 column,
                       guint64               at,
                       gsize                 n,
                       double               *dst)
{
  for (gsize i = 0; i < n; i++)
    dst[i] = *cell_at (self, at + i, column);
}
