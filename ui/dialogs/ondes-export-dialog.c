/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "shell/ondes-accessible.h"
#include "ondes-export-dialog.h"
#include "ondes-file-chooser.h"
#include "picture/scalogram-analysis.h"
#include "rows/ondes-param-rows.h"
#include "rows/ondes-rows.h"
#include "rows/ondes-slider-row.h"
#include "series/filter-analysis.h"
#include "session/settings.h"
#include "session/words.h"
#include "session/words-settings.h"
#include "shell/ondes-template.h"
#include "shell/ondes-texture.h"
#include "shell/ondes-toasts.h"

struct _OndesExportDialog
{
  AdwWindow       parent_instance;

  OndesAnalysis *model;
  GSettings      *settings; /* NULL if none */
  OndesExportFormat formats[ONDES_N_EXPORT_FORMATS]; /* in the order of the format row's items */
  gboolean        ready, was_exporting;
  gboolean        writing; /* a file is being written; the dialog closes afterwards */

  OndesFigureSize size; /* not settled, so that the size in pixels stays beside one on paper */
  OndesParamRows *rows; /* of the size */
  gboolean        drawable; /* the size is one that a figure can have */

  AdwComboRow    *part, *product, *format, *pooled;
  GtkToggleButton *pixels, *column, *page;
  GtkSpinButton  *columns;
  GtkWidget      *figure, *numbers, *export_button, *stop_button, *progress_box, *image_button;
  GtkWidget      *command_button;
  GtkProgressBar *progress;
  GtkLabel       *facts;
  OndesToasts     *toasts;
};

#define COLUMN_MM 85  /* of a page with two columns */
#define PAGE_MM   170
#define PAPER_TYPE_PT 8

/* The folder last exported to, shared by all windows. */
static GFile *last_folder;

G_DEFINE_FINAL_TYPE (OndesExportDialog, ondes_export_dialog, ADW_TYPE_WINDOW)

static OndesExportFormat
get_format (OndesExportDialog *self)
{
  return self->formats[MIN (adw_combo_row_get_selected (self->format), (guint) ONDES_N_EXPORT_FORMATS - 1)];
}

static void show_medium (OndesExportDialog *self);

static void
get_size (OndesExportDialog *self,
          OndesFigureSize *size)
{
  *size = self->size;
  ondes_figure_size_settle (size);
}

static OndesTimeline *
timeline_of (OndesAnalysis *model)
{
  return ondes_session_get_timeline (ondes_analysis_get_session (model));
}

/* TRUE if the numbers can be pooled. Only transforms whose rows can be pooled offer both NPY and NPZ. */
static gboolean
pools (OndesExportDialog *self)
{
  const guint both = 1u << ONDES_EXPORT_NPY | 1u << ONDES_EXPORT_NPZ;

  return (ondes_analysis_get_formats (self->model) & both) == both;
}

static guint
get_columns (OndesExportDialog *self,
             OndesExportFormat format)
{
  guint selected = adw_combo_row_get_selected (self->pooled);

  if (ondes_export_is_figure (format) || !pools (self) || selected == 0)
    return 0;
  if (selected == 2)
    return ONDES_EXPORT_COEFFICIENTS;
  return (guint) gtk_spin_button_get_value_as_int (self->columns);
}

/* Shows the size of the output: pixels, centimetres or the count of numbers; or why a figure cannot have it. */
static void
update_facts (OndesExportDialog *self)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  OndesFigureSize size;

  get_size (self, &size);
  self->drawable = !ondes_export_is_figure (get_format (self)) || ondes_figure_size_check (&size, &error);
  if (error != NULL)
    text = ondes_words_row_error (error);
  else if (get_format (self) == ONDES_EXPORT_PNG)
    text = g_strdup_printf (_("%.0f × %.0f pixels"), size.width * size.scale_factor, size.height * size.scale_factor);
  else if (ondes_export_is_figure (get_format (self)))
    /* Translators: centimetres, from the size and the dots an inch. */
    text = g_strdup_printf (_("%.1f × %.1f cm"), size.width / ondes_figure_size_per_inch (&size) * 2.54,
                            size.height / ondes_figure_size_per_inch (&size) * 2.54);
  else
    text = ondes_analysis_count_numbers (self->model, get_format (self), get_columns (self, get_format (self)));
  gtk_label_set_text (self->facts, text);
}

static void
store (OndesExportDialog *self)
{
  if (self->settings == NULL)
    return;
  ondes_settings_store_size (self->settings, &self->size);
  g_settings_set_string (self->settings, "export-format", ondes_export_endings[get_format (self)]);
  if (pools (self))
    g_settings_set_uint (self->settings, "export-columns",
                         adw_combo_row_get_selected (self->pooled) == 1
                           ? (guint) gtk_spin_button_get_value_as_int (self->columns)
                           : 0);
}

/* Allows what can be done now. */
static void
allow (OndesExportDialog *self)
{
  const gboolean able = ondes_analysis_get_problem (self->model) == NULL && self->drawable;
  const gboolean exporting = ondes_analysis_is_exporting (self->model, NULL);

  gtk_widget_set_sensitive (self->export_button, able && !exporting);
  gtk_widget_set_sensitive (self->image_button, able && !exporting);
  gtk_widget_set_sensitive (self->command_button, able);
}

static void
on_changed (OndesExportDialog *self)
{
  gboolean figure = ondes_export_is_figure (get_format (self));

  if (!self->ready)
    return;
  gtk_widget_set_visible (self->figure, figure);
  gtk_widget_set_visible (self->numbers, !figure && pools (self));
  gtk_widget_set_visible (self->image_button, figure);
  ondes_param_rows_show (self->rows);
  gtk_widget_set_visible (ondes_param_rows_get (self->rows, "svg-text"), get_format (self) == ONDES_EXPORT_SVG);
  gtk_widget_set_sensitive (GTK_WIDGET (self->columns), adw_combo_row_get_selected (self->pooled) == 1);
  update_facts (self);
  allow (self);
  store (self);
}

static void
on_state (OndesExportDialog *self)
{
  double fraction;
  gboolean exporting = ondes_analysis_is_exporting (self->model, &fraction);

  gtk_widget_set_visible (self->progress_box, exporting);
  gtk_progress_bar_set_fraction (self->progress, CLAMP (fraction, 0, 1));
  allow (self);
  if (self->was_exporting && !exporting && self->writing)
    {
      /* The main window reports the outcome. */
      gtk_window_close (GTK_WINDOW (self));
      return;
    }
  self->was_exporting = exporting;
}

/* Finds the format that the ending of @path names. */
static gboolean
find_format (const char *path,
             OndesExportFormat *format)
{
  const char *dot = strrchr (path, '.');

  for (guint i = 0; dot != NULL && i < ONDES_N_EXPORT_FORMATS; i++)
    if (g_ascii_strcasecmp (dot + 1, ondes_export_endings[i]) == 0)
      {
        *format = (OndesExportFormat) i;
        return TRUE;
      }
  return FALSE;
}

static void
on_chosen (gpointer owner,
           GFile *file)
{
  OndesExportDialog *self = ONDES_EXPORT_DIALOG (owner);
  g_autofree char *path = g_file_get_path (file), *full = NULL;
  OndesExportFormat named, format = get_format (self);
  OndesFigureSize size;

  g_clear_object (&last_folder);
  last_folder = g_file_get_parent (file);
  get_size (self, &size);
  /* The extension selects the format. If it names none that can be written, append that of the selected format. */
  if (find_format (path, &named) && (ondes_analysis_get_formats (self->model) & (1u << named)) != 0)
    format = named;
  else
    full = g_strdup_printf ("%s.%s", path, ondes_export_endings[format]);
  ondes_analysis_export (self->model, full != NULL ? full : path, format, &size, get_columns (self, format));
  self->writing = ondes_analysis_is_exporting (self->model, NULL);
}

static void
on_export (OndesExportDialog *self)
{
  GtkFileChooser *chooser;
  g_autoptr (GFile) folder = NULL;
  g_autofree char *directory = NULL;
  g_autofree char *base = NULL;
  g_autofree char *name = NULL;

  if (ondes_analysis_get_formats (self->model) == 0)
    return;
  base = ondes_analysis_name_export (self->model, &directory);
  name = g_strdup_printf ("%s.%s", base, ondes_export_endings[get_format (self)]);
  chooser = ondes_file_chooser_new (self, _("Export"), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), on_chosen);
  /* Start in the folder of the last export or, for the first, in that of the recording. */
  if (last_folder != NULL)
    folder = g_object_ref (last_folder);
  else if (directory != NULL)
    folder = g_file_new_for_path (directory);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, folder, NULL);
  gtk_file_chooser_set_current_name (chooser, name);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
on_stop (OndesExportDialog *self)
{
  ondes_analysis_cancel_export (self->model);
}

typedef struct
{
  GtkWidget       *widget;
  OndesImageCopied copied;
} Copying;

static void
on_image (cairo_surface_t *surface,
          gpointer user_data)
{
  g_autofree Copying *copying = user_data;
  g_autoptr (GtkWidget) widget = copying->widget;
  g_autoptr (GdkTexture) texture = NULL;
  cairo_surface_t *argb;
  cairo_t *cr;

  if (surface == NULL)
    return;
  argb = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, cairo_image_surface_get_width (surface),
                                     cairo_image_surface_get_height (surface));
  cr = cairo_create (argb);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  texture = ondes_texture_new (argb);
  cairo_surface_destroy (argb);
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (widget), texture);
  copying->copied (widget);
}

void
ondes_export_copy_image (GtkWidget *widget,
                         OndesAnalysis *model,
                         GSettings *settings,
                         OndesImageCopied copied)
{
  OndesFigureSize size;
  Copying *copying;

  if (ondes_analysis_get_formats (model) == 0)
    return;
  ondes_settings_load_size (settings, &size);
  ondes_figure_size_settle (&size);
  copying = g_new (Copying, 1);
  *copying = (Copying) { g_object_ref (widget), copied };
  ondes_analysis_copy_image (model, &size, on_image, copying);
}

static void
on_image_copied (GtkWidget *widget)
{
  OndesExportDialog *self = ONDES_EXPORT_DIALOG (widget);

  if (self->model != NULL) /* not closed in the meantime */
    ondes_toasts_say (self->toasts, _("Copied the image"));
}

static void
on_copy_image (OndesExportDialog *self)
{
  store (self);
  ondes_export_copy_image (GTK_WIDGET (self), self->model, self->settings, on_image_copied);
}

static void
on_copy_command (OndesExportDialog *self)
{
  OndesFigureSize size;
  g_autofree char *name = g_strdup_printf ("%s.%s", ondes_export_is_figure (get_format (self)) ? "figure" : "out",
                                            ondes_export_endings[get_format (self)]);
  g_autofree char *command = NULL;

  get_size (self, &size);
  command = ondes_analysis_command (self->model, name, get_format (self), &size, get_columns (self, get_format (self)));
  if (command == NULL)
    {
      gtk_label_set_text (self->facts, _("No command makes the same"));
      return;
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  gtk_label_set_text (self->facts, command);
}

/* Lists the formats of the page and selects the one used last. */
static void
load_formats (OndesExportDialog *self)
{
  static const char *const words[] = { N_("PNG figure"),  N_("SVG figure"),  N_("PDF figure"),
                                       N_("NPY numbers"), N_("NPZ numbers"), N_("CSV numbers"),
                                       N_("WAV sound"),   N_("FLAC sound") };
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  g_autofree char *last = self->settings != NULL ? g_settings_get_string (self->settings, "export-format") : NULL;
  guint formats = ondes_analysis_get_formats (self->model), n = 0, selected = 0;

  for (int format = 0; format < ONDES_N_EXPORT_FORMATS; format++)
    if ((formats & (1u << format)) != 0)
      {
        if (g_strcmp0 (last, ondes_export_endings[format]) == 0)
          selected = n;
        self->formats[n++] = format;
        gtk_string_list_append (list, _(words[format]));
      }
  adw_combo_row_set_model (self->format, G_LIST_MODEL (list));
  adw_combo_row_set_selected (self->format, selected);
}

static void
get_rows (gpointer dialog,
          gpointer owner)
{
  *(OndesFigureSize *) owner = ONDES_EXPORT_DIALOG (dialog)->size;
}

static void
set_rows (gpointer          dialog,
          gpointer          owner,
          const OndesParam *row)
{
  OndesExportDialog *self = dialog;

  self->size = *(const OndesFigureSize *) owner;
  show_medium (self);
  on_changed (self);
}

/* Shows which of the usual sizes the figure has; none for another width on paper. */
static void
show_medium (OndesExportDialog *self)
{
  const gboolean ready = self->ready;

  self->ready = FALSE;
  gtk_toggle_button_set_active (self->pixels, self->size.width_mm == 0);
  gtk_toggle_button_set_active (self->column, self->size.width_mm == COLUMN_MM);
  gtk_toggle_button_set_active (self->page, self->size.width_mm == PAGE_MM);
  self->ready = ready;
}

/* A figure on paper begins as a journal has it: as a PDF with small type, and with the words in the text around it. */
static void
on_medium (OndesExportDialog *self)
{
  const gboolean was_paper = self->size.width_mm > 0, paper = !gtk_toggle_button_get_active (self->pixels);
  const double width_mm = gtk_toggle_button_get_active (self->column) ? COLUMN_MM
                          : gtk_toggle_button_get_active (self->page) ? PAGE_MM
                                                                      : 0;

  if (!self->ready || paper != (width_mm > 0) || width_mm == self->size.width_mm)
    return;
  self->size.width_mm = width_mm;
  self->size.height_mm = round (width_mm * 2 / 3);
  if (paper != was_paper)
    {
      self->size.type_pt = paper ? PAPER_TYPE_PT : 0;
      self->size.title = self->size.caption = !paper;
      self->size.dpi = paper ? ONDES_FIGURE_PAPER_DPI : ondes_figure_size_default.dpi;
    }
  for (guint i = 0; paper && get_format (self) == ONDES_EXPORT_PNG && i < ONDES_N_EXPORT_FORMATS; i++)
    if (self->formats[i] == ONDES_EXPORT_PDF)
      adw_combo_row_set_selected (self->format, i);
  on_changed (self);
}

/* Describes a span of time, and of frequencies if it has some: "31.7 s – 32.8 s, 330 Hz – 3.58 kHz". */
static char *
describe_part (OndesExportDialog *self,
               OndesSelection     part)
{
  OndesSession *session = ondes_analysis_get_session (self->model);
  OndesScalogram *scalogram = ONDES_IS_SCALOGRAM_ANALYSIS (self->model)
                                ? ondes_scalogram_analysis_get_scalogram (ONDES_SCALOGRAM_ANALYSIS (self->model))
                                : NULL;
  g_autofree char *from = ondes_words_pointer_time (session, part.first), *to = ondes_words_pointer_time (session, part.end);
  g_autofree char *low = NULL, *high = NULL;

  if (scalogram == NULL || !ondes_selection_has_band (&part))
    return g_strdup_printf ("%s – %s", from, to);
  low = ondes_words_place (scalogram, part.low_hz, 3);
  high = ondes_words_place (scalogram, part.high_hz, 3);
  return g_strdup_printf ("%s – %s, %s – %s", from, to, low, high);
}

static void
on_part (OndesExportDialog *self)
{
  if (!self->ready)
    return;
  ondes_timeline_set_export_selected (timeline_of (self->model), adw_combo_row_get_selected (self->part) == 1);
  on_changed (self);
}

/* Lists what is in view and what is selected. */
static void
load_parts (OndesExportDialog *self)
{
  OndesTimeline *timeline = timeline_of (self->model);
  const OndesSelection selection = ondes_timeline_get_selection (timeline);
  const gboolean selected = ondes_timeline_is_export_selected (timeline), picture = ONDES_IS_SCALOGRAM_ANALYSIS (self->model);
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  g_autofree char *view = NULL, *box = NULL;
  OndesSelection in_view = ONDES_SELECTION_NONE;
  double count;

  gtk_widget_set_visible (GTK_WIDGET (self->part), picture || ONDES_IS_FILTER_ANALYSIS (self->model));
  if (!gtk_widget_get_visible (GTK_WIDGET (self->part)))
    return;
  ondes_timeline_get_view (timeline, &in_view.first, &count);
  in_view.end = in_view.first + count;
  if (picture)
    {
      const OndesDisplay *display = ondes_scalogram_analysis_get_display (ONDES_SCALOGRAM_ANALYSIS (self->model));

      in_view.low_hz = display->view_lo;
      in_view.high_hz = display->view_hi;
    }
  view = describe_part (self, in_view);
  gtk_string_list_take (list, g_strdup_printf (_("In view: %s"), view));
  if (ondes_selection_is_set (&selection))
    {
      box = describe_part (self, selection);
      gtk_string_list_take (list, g_strdup_printf (_("Selection: %s"), box));
    }
  adw_combo_row_set_model (self->part, G_LIST_MODEL (list));
  adw_combo_row_set_selected (self->part, selected ? 1 : 0);
}

static void
on_product (OndesExportDialog *self)
{
  if (!self->ready)
    return;
  ondes_analysis_set_product (self->model, adw_combo_row_get_selected (self->product));
  self->ready = FALSE;
  load_formats (self);
  self->ready = TRUE;
  on_changed (self);
}

/* Lists what can be exported, if that is more than one thing. */
static void
load_products (OndesExportDialog *self)
{
  const char *const *products = ondes_analysis_list_products (self->model);
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  gtk_widget_set_visible (GTK_WIDGET (self->product), products != NULL);
  for (guint i = 0; products != NULL && products[i] != NULL; i++)
    gtk_string_list_append (list, _(products[i]));
  adw_combo_row_set_model (self->product, G_LIST_MODEL (list));
  adw_combo_row_set_selected (self->product, ondes_analysis_get_product (self->model));
}

static void
ondes_export_dialog_dispose (GObject *object)
{
  OndesExportDialog *self = ONDES_EXPORT_DIALOG (object);

  if (self->model != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->model, self);
      ondes_timeline_set_export_selected (timeline_of (self->model), FALSE);
    }
  g_clear_object (&self->model);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (ondes_export_dialog_parent_class)->dispose (object);
}

static void
ondes_export_dialog_finalize (GObject *object)
{
  ondes_param_rows_free (ONDES_EXPORT_DIALOG (object)->rows);
  G_OBJECT_CLASS (ondes_export_dialog_parent_class)->finalize (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesExportDialog, name)

static void
ondes_export_dialog_class_init (OndesExportDialogClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (part), CHILD (product), CHILD (format), CHILD (pooled), CHILD (pixels), CHILD (column), CHILD (page),
    CHILD (columns), CHILD (figure), CHILD (numbers), CHILD (export_button), CHILD (stop_button),
    CHILD (progress_box), CHILD (image_button), CHILD (command_button), CHILD (progress), CHILD (facts), CHILD (toasts),
    { NULL },
  };
  static const OndesTemplateCallback callbacks[] = {
    ONDES_CALLBACK (on_changed), ONDES_CALLBACK (on_part), ONDES_CALLBACK (on_product), ONDES_CALLBACK (on_medium),
    ONDES_CALLBACK (on_export), ONDES_CALLBACK (on_stop), ONDES_CALLBACK (on_copy_image),
    ONDES_CALLBACK (on_copy_command), { NULL },
  };

  G_OBJECT_CLASS (klass)->dispose = ondes_export_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_export_dialog_finalize;
  ondes_template_install_dialog (GTK_WIDGET_CLASS (klass), "ondes-export-dialog.ui", children, callbacks);
}

static void
ondes_export_dialog_init (OndesExportDialog *self)
{
  static const OndesParamModel model = { &ondes_figure_size_params, sizeof (OndesFigureSize), get_rows, set_rows };
  static const char *const groups[] = { "pixels", "paper", "type", "svg" };

  gtk_widget_init_template (GTK_WIDGET (self));
  self->size = ondes_figure_size_default;
  self->rows = ondes_param_rows_new (&model, self);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    ondes_param_rows_add (self->rows, groups[i], ADW_PREFERENCES_GROUP (self->figure));
  /* What the type begins with where it no longer goes by the size. */
  ondes_slider_row_set_value (ondes_param_rows_get (self->rows, "type-size"), PAPER_TYPE_PT);
  ondes_accessible_name_buttons (GTK_WIDGET (self));
}

static void
load_columns (OndesExportDialog *self)
{
  const OndesPictureWords *words;

  if (!ONDES_IS_SCALOGRAM_ANALYSIS (self->model))
    return;
  words = ondes_scalogram_analysis_get_words (ONDES_SCALOGRAM_ANALYSIS (self->model));
  if (words->samples[0] != NULL)
    ondes_rows_set_items (self->pooled, (const char *const[]) { _(words->samples[0]), _(words->samples[1]), NULL });
}

static void
load (OndesExportDialog *self)
{
  guint columns;

  load_parts (self);
  load_products (self);
  load_columns (self);
  load_formats (self);
  ondes_settings_load_size (self->settings, &self->size);
  show_medium (self);
  if (self->settings == NULL)
    return;
  columns = g_settings_get_uint (self->settings, "export-columns");
  adw_combo_row_set_selected (self->pooled, columns > 0 ? 1 : 0);
  if (columns > 0)
    gtk_spin_button_set_value (self->columns, columns);
}

void
ondes_export_dialog_present (GtkWindow *parent,
                             OndesAnalysis *model,
                             GSettings *settings)
{
  OndesExportDialog *self;

  if (ondes_analysis_get_formats (model) == 0)
    {
      ondes_timeline_set_export_selected (timeline_of (model), FALSE);
      return;
    }
  self = g_object_new (ONDES_TYPE_EXPORT_DIALOG, "transient-for", parent, NULL);
  self->model = g_object_ref (model);
  self->settings = settings != NULL ? g_object_ref (settings) : NULL;
  g_signal_connect_swapped (model, "state-changed", G_CALLBACK (on_state), self);
  load (self);
  self->ready = TRUE;
  on_changed (self);
  on_state (self);
  gtk_window_present (GTK_WINDOW (self));
}
