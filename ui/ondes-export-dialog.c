/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ondes-export-dialog.h"
#include "ondes-settings.h"
#include "ondes-words.h"

struct _OndesExportDialog
{
  AdwWindow       parent_instance;

  OndesDocument  *document;
  GSettings      *settings; /* may be NULL */
  gboolean        ready, was_exporting, failed;

  AdwComboRow    *format, *pooled;
  GtkSpinButton  *width, *height, *scale, *dpi, *columns;
  GtkWidget      *figure, *numbers, *export_button, *stop_button, *progress_box, *image_button;
  GtkWidget      *command_button;
  GtkProgressBar *progress;
  GtkLabel       *facts;
};

/* Of all windows. */
static GFile *last_folder;

G_DEFINE_FINAL_TYPE (OndesExportDialog, ondes_export_dialog, ADW_TYPE_WINDOW)

static OndesExportFormat
get_format (OndesExportDialog *self)
{
  return (OndesExportFormat) MIN (adw_combo_row_get_selected (self->format), (guint) ONDES_EXPORT_CSV);
}

static gboolean
is_figure (OndesExportFormat format)
{
  return format <= ONDES_EXPORT_PDF;
}

static void
get_size (OndesExportDialog *self,
          OndesFigureSize *size)
{
  *size = ondes_figure_size_default;
  size->width = gtk_spin_button_get_value_as_int (self->width);
  size->height = gtk_spin_button_get_value_as_int (self->height);
  size->scale_factor = gtk_spin_button_get_value (self->scale);
  size->dpi = gtk_spin_button_get_value (self->dpi);
}

static guint
get_columns (OndesExportDialog *self)
{
  if (is_figure (get_format (self)) || adw_combo_row_get_selected (self->pooled) != 1)
    return 0;
  return (guint) gtk_spin_button_get_value_as_int (self->columns);
}

/* What the file will be: pixels, or rows × columns and about how many bytes. */
static void
update_facts (OndesExportDialog *self)
{
  OndesScalogram *scalogram = ondes_document_get_scalogram (self->document);
  g_autofree char *text = NULL;
  g_autofree char *bytes = NULL;
  g_autofree char *number = NULL;
  OndesFigureSize size;
  double first, count;
  guint64 columns, each;
  guint rows;

  get_size (self, &size);
  if (get_format (self) == ONDES_EXPORT_PNG)
    text = g_strdup_printf (_("%.0f × %.0f pixels"), size.width * size.scale_factor, size.height * size.scale_factor);
  else if (is_figure (get_format (self)))
    /* Translators: centimetres, from the size and the dots an inch. */
    text = g_strdup_printf (_("%.1f × %.1f cm"), size.width / size.dpi * 2.54, size.height / size.dpi * 2.54);
  else if (scalogram != NULL)
    {
      ondes_document_get_view (self->document, &first, &count);
      rows = scalogram->rows;
      columns = get_columns (self) > 0 ? MIN (get_columns (self), (guint64) count) : (guint64) count;
      each = get_format (self) == ONDES_EXPORT_CSV ? 12 : 4;
      bytes = g_format_size (rows * columns * each);
      number = g_strdup_printf ("%'" G_GUINT64_FORMAT, columns);
      /* Translators: rows, columns, and the size of the file. */
      text = g_strdup_printf (_("%u × %s values, about %s in single precision"), rows, number, bytes);
    }
  gtk_label_set_text (self->facts, text != NULL ? text : "");
}

static void
store (OndesExportDialog *self)
{
  OndesFigureSize size;

  if (self->settings == NULL)
    return;
  get_size (self, &size);
  g_settings_set_string (self->settings, "export-format", ondes_export_names[get_format (self)]);
  g_settings_set_int (self->settings, "export-width", size.width);
  g_settings_set_int (self->settings, "export-height", size.height);
  g_settings_set_double (self->settings, "export-scale", size.scale_factor);
  g_settings_set_double (self->settings, "export-dpi", size.dpi);
  g_settings_set_uint (self->settings, "export-columns",
                       adw_combo_row_get_selected (self->pooled) == 1
                         ? (guint) gtk_spin_button_get_value_as_int (self->columns)
                         : 0);
}

static void
on_changed (OndesExportDialog *self)
{
  gboolean figure = is_figure (get_format (self));

  if (!self->ready)
    return;
  gtk_widget_set_visible (self->figure, figure);
  gtk_widget_set_visible (self->numbers, !figure);
  gtk_widget_set_visible (self->image_button, figure);
  gtk_widget_set_sensitive (GTK_WIDGET (self->columns), adw_combo_row_get_selected (self->pooled) == 1);
  update_facts (self);
  store (self);
}

static void
on_state (OndesExportDialog *self)
{
  double fraction;
  gboolean exporting = ondes_document_is_exporting (self->document, &fraction);
  const char *problem = ondes_document_get_problem (self->document);

  gtk_widget_set_visible (self->progress_box, exporting);
  gtk_progress_bar_set_fraction (self->progress, CLAMP (fraction, 0, 1));
  gtk_widget_set_sensitive (self->export_button, !exporting && problem == NULL);
  gtk_widget_set_sensitive (self->image_button, !exporting && problem == NULL);
  gtk_widget_set_sensitive (self->command_button, problem == NULL);
  if (self->was_exporting && !exporting)
    {
      /* The window says how it went. */
      gtk_window_close (GTK_WINDOW (self));
      return;
    }
  self->was_exporting = exporting;
}

static void
on_chosen (GtkNativeDialog *chooser,
           int response,
           OndesExportDialog *self)
{
  OndesFigureSize size;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
      g_autofree char *path = g_file_get_path (file);
      g_autofree char *full = NULL;
      OndesExportFormat named;

      g_clear_object (&last_folder);
      last_folder = g_file_get_parent (file);

      get_size (self, &size);
      /* The ending says the format; one that says another, or none, gets the chosen one. */
      if (path != NULL
          && (!ondes_export_format_from_path (path, &named, NULL) || named != get_format (self)))
        full = g_strdup_printf ("%s.%s", path, ondes_export_names[get_format (self)]);
      if (path != NULL)
        ondes_document_export (self->document, full != NULL ? full : path, get_format (self), &size, get_columns (self));
    }
  g_object_unref (chooser);
}

/* "" for the whole recording, else " 12.3-15.6 s": exports of several spans do not write over each other. */
static char *
describe_span (OndesDocument *document)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_document_get_recording (document));
  OndesSource *source = ondes_document_get_source (document);
  g_autofree char *unit = ondes_words_time_unit (info->time_unit);
  double first, count, step;
  int decimals;

  ondes_document_get_view (document, &first, &count);
  if (source == NULL || (first <= 0 && count >= (double) source->n))
    return g_strdup ("");
  /* Three digits of the span. */
  step = MAX (count / source->rate_hz / 100, 1e-9);
  decimals = CLAMP ((int) ceil (-log10 (step)), 0, 9);
  return g_strdup_printf (" %.*f-%.*f %s", decimals, info->start + first / source->rate_hz, decimals,
                          info->start + (first + count) / source->rate_hz, unit);
}

static GFile *
parent_of (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return g_file_get_parent (file);
}

static void
on_export (OndesExportDialog *self)
{
  OndesRecording *recording = ondes_document_get_recording (self->document);
  const OndesRecordingInfo *info;
  GtkFileChooserNative *chooser;
  g_autoptr (GFile) folder = NULL;
  g_autofree char *base = NULL;
  g_autofree char *span = NULL;
  g_autofree char *name = NULL;
  char *dot;

  if (recording == NULL)
    return;
  info = ondes_recording_get_info (recording);
  base = g_path_get_basename (info->path);
  if ((dot = strrchr (base, '.')) != NULL && dot != base)
    *dot = 0;
  span = describe_span (self->document);
  name = g_strdup_printf ("%s%s.%s", base, span, ondes_export_names[get_format (self)]);
  chooser = gtk_file_chooser_native_new (_("Export"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"),
                                         _("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  /* Where the last one went, or beside the recording. */
  folder = last_folder != NULL ? g_object_ref (last_folder) : parent_of (info->path);
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
on_stop (OndesExportDialog *self)
{
  ondes_document_cancel_export (self->document);
}

static void
on_copy_image (OndesExportDialog *self)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));

  store (self);
  if (parent != NULL)
    gtk_widget_activate_action (GTK_WIDGET (parent), "win.copy-image", NULL);
}

static void
on_copy_command (OndesExportDialog *self)
{
  OndesRecording *recording = ondes_document_get_recording (self->document);
  OndesFigureSize size;
  g_autofree char *name = g_strdup_printf ("figure.%s", ondes_export_names[get_format (self)]);
  g_autofree char *command = NULL;

  if (recording == NULL)
    return;
  get_size (self, &size);
  command = ondes_document_command (self->document, name, get_format (self), &size, get_columns (self));
  if (command == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  gtk_label_set_text (self->facts, command);
}

static void
ondes_export_dialog_dispose (GObject *object)
{
  OndesExportDialog *self = ONDES_EXPORT_DIALOG (object);

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (ondes_export_dialog_parent_class)->dispose (object);
}

static void
ondes_export_dialog_class_init (OndesExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ondes_export_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ondes/Ondes/ondes-export-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, format);
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, pooled);
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, width);
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, height);
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, scale);
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, dpi);
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, columns);
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, figure);
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, numbers);
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, export_button);
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, stop_button);
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, progress_box);
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, image_button);
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, command_button);
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, progress);
  gtk_widget_class_bind_template_child (widget_class, OndesExportDialog, facts);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_export);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_image);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_command);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ondes_export_dialog_init (OndesExportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
load (OndesExportDialog *self)
{
  OndesFigureSize size;
  guint columns = 0;
  int format = ONDES_EXPORT_PNG;

  ondes_settings_load_size (self->settings, &size);
  if (self->settings != NULL)
    {
      g_autofree char *name = g_settings_get_string (self->settings, "export-format");

      for (int i = 0; i <= ONDES_EXPORT_CSV; i++)
        if (g_str_equal (name, ondes_export_names[i]))
          format = i;
      columns = g_settings_get_uint (self->settings, "export-columns");
    }
  adw_combo_row_set_selected (self->format, (guint) format);
  gtk_spin_button_set_value (self->width, size.width);
  gtk_spin_button_set_value (self->height, size.height);
  gtk_spin_button_set_value (self->scale, size.scale_factor);
  gtk_spin_button_set_value (self->dpi, size.dpi);
  adw_combo_row_set_selected (self->pooled, columns > 0 ? 1 : 0);
  gtk_spin_button_set_value (self->columns, columns > 0 ? columns : 1000);
}

void
ondes_export_dialog_present (GtkWindow *parent,
                             OndesDocument *document,
                             GSettings *settings)
{
  OndesExportDialog *self = g_object_new (ONDES_TYPE_EXPORT_DIALOG, "transient-for", parent, NULL);

  self->document = g_object_ref (document);
  self->settings = settings != NULL ? g_object_ref (settings) : NULL;
  g_signal_connect_swapped (document, "state-changed", G_CALLBACK (on_state), self);
  load (self);
  self->ready = TRUE;
  on_changed (self);
  on_state (self);
  gtk_window_present (GTK_WINDOW (self));
}
