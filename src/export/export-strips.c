/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export-strips.h"

#include "analysis/extents.h"
#include "base/current-cancel.h"
#include "base/memory.h"
#include "io/out-file.h"

/* Reads the extents of each channel. */
static gboolean
read_all (const OndesStripsExport *export,
          guint                    columns,
          OndesExtent             *extents,
          const OndesWatch        *watch,
          GError                 **error)
{
  for (guint i = 0; i < export->n; i++)
    {
      g_autoptr (OndesSource) source = ondes_recording_source (export->recording, export->channels[i], error);

      if (source == NULL || !ondes_extents_read (source, export->span, columns, extents + (gsize) i * columns,
                                                 ondes_watch_cancellable (watch), error))
        return FALSE;
      ondes_watch_tell (watch, (i + 1.0) / export->n);
    }
  return TRUE;
}

gboolean
ondes_strips_export_run (const OndesStripsExport *export,
                         const OndesWatch        *watch,
                         GError                 **error)
{
  const guint columns = ondes_figure_columns (&export->size);
  const OndesImageTarget to = { export->path, ondes_export_images[export->format], NULL };
  g_autoptr (OndesOutFile) probe = NULL;
  g_autofree OndesExtent *extents = NULL;
  gboolean done;

  if (!ondes_export_check_output (export->path, export->recording, error) ||
      (probe = ondes_out_file_new (export->path, error)) == NULL)
    return FALSE;
  extents = ondes_memory_try ((gsize) export->n * columns * sizeof *extents, error);
  if (extents == NULL || !read_all (export, columns, extents, watch, error))
    return FALSE;
  ondes_current_cancel_push (ondes_watch_cancellable (watch));
  done = ondes_strips_figure_write (&to, &export->size,
                                    &(OndesStripsFigure) { ondes_recording_get_info (export->recording), export->span, export->n,
                                                           export->channels, extents, export->common }, error);
  ondes_current_cancel_pop (ondes_watch_cancellable (watch));
  return done;
}
