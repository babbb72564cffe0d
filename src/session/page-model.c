/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "engine/choice.h"
#include "page-model.h"
#include "words-settings.h"

G_DEFINE_INTERFACE (OndesPageModel, ondes_page_model, G_TYPE_OBJECT)

enum { STATE_CHANGED, MESSAGE, N_SIGNALS };
static guint signals[N_SIGNALS];

/* Whatever was computed, on whichever page: why the chosen engine did not is said once. */
static void
say_why (OndesPageModel *self)
{
  g_autofree char *why = ondes_choice_take_why ();
  g_autofree char *text = NULL;

  if (why == NULL)
    return;
  /* Translators: then why another engine does not. */
  text = g_strdup_printf (_("The CPU computes: %s"), why);
  ondes_page_model_say (self, TRUE, text);
}

static void
ondes_page_model_default_init (OndesPageModelInterface *iface)
{
  ondes_words_name_settings ();
  signals[STATE_CHANGED] = g_signal_new_class_handler ("state-changed", ONDES_TYPE_PAGE_MODEL, G_SIGNAL_RUN_LAST,
                                                       G_CALLBACK (say_why), NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MESSAGE] = g_signal_new ("message", ONDES_TYPE_PAGE_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                   G_TYPE_STRING, G_TYPE_BOOLEAN);
}

void
ondes_page_model_changed (OndesPageModel *self)
{
  g_signal_emit (self, signals[STATE_CHANGED], 0);
}

void
ondes_page_model_say (OndesPageModel *self,
                      gboolean is_error,
                      const char *text)
{
  g_signal_emit (self, signals[MESSAGE], 0, text, is_error);
}

void
ondes_page_model_say_error (OndesPageModel *self,
                            const GError *error)
{
  g_autofree char *text = ondes_words_error (error);

  ondes_page_model_say (self, TRUE, text);
}

gboolean
ondes_page_model_is_busy (OndesPageModel *self,
                          double *progress)
{
  return ONDES_PAGE_MODEL_GET_IFACE (self)->is_busy (self, progress);
}

const char *
ondes_page_model_get_status (OndesPageModel *self)
{
  return ONDES_PAGE_MODEL_GET_IFACE (self)->get_status (self);
}

const char *
ondes_page_model_get_problem (OndesPageModel *self)
{
  return ONDES_PAGE_MODEL_GET_IFACE (self)->get_problem (self);
}

void
ondes_page_model_cancel (OndesPageModel *self)
{
  ONDES_PAGE_MODEL_GET_IFACE (self)->cancel (self);
}

void
ondes_page_model_recompute (OndesPageModel *self)
{
  ONDES_PAGE_MODEL_GET_IFACE (self)->recompute (self);
}

void
ondes_page_model_zoom (OndesPageModel *self,
                       double factor)
{
  ONDES_PAGE_MODEL_GET_IFACE (self)->zoom (self, factor);
}

guint
ondes_page_model_get_formats (OndesPageModel *self)
{
  return ONDES_PAGE_MODEL_GET_IFACE (self)->get_formats (self);
}

char *
ondes_page_model_name_export (OndesPageModel *self,
                              char **folder)
{
  return ONDES_PAGE_MODEL_GET_IFACE (self)->name_export (self, folder);
}

char *
ondes_page_model_count_numbers (OndesPageModel *self,
                                OndesExportFormat format,
                                guint columns)
{
  return ONDES_PAGE_MODEL_GET_IFACE (self)->count_numbers (self, format, columns);
}

gboolean
ondes_page_model_is_exporting (OndesPageModel *self,
                               double *progress)
{
  return ONDES_PAGE_MODEL_GET_IFACE (self)->is_exporting (self, progress);
}

void
ondes_page_model_cancel_export (OndesPageModel *self)
{
  ONDES_PAGE_MODEL_GET_IFACE (self)->cancel_export (self);
}

void
ondes_page_model_export (OndesPageModel *self,
                         const char *path,
                         OndesExportFormat format,
                         const OndesFigureSize *size,
                         guint columns)
{
  ONDES_PAGE_MODEL_GET_IFACE (self)->export (self, path, format, size, columns);
}

char *
ondes_page_model_command (OndesPageModel *self,
                          const char *path,
                          OndesExportFormat format,
                          const OndesFigureSize *size,
                          guint columns)
{
  return ONDES_PAGE_MODEL_GET_IFACE (self)->command (self, path, format, size, columns);
}

void
ondes_page_model_copy_image (OndesPageModel *self,
                             const OndesFigureSize *size,
                             OndesImageDone done,
                             gpointer user_data)
{
  ONDES_PAGE_MODEL_GET_IFACE (self)->copy_image (self, size, done, user_data);
}
