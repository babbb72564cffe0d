/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sidecar.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>

#include "signal/date.h"
#include "base/display-text.h"
#include "base/key-text.h"
#include "base/read-file.h"
#include "base/words.h"

#define GROUP "recording"
#define CHANNEL "channel"
#define MAX_BYTES 65536

static gboolean
check_options (const OndesReadOptions *options,
               GError                **error)
{
  for (const OndesParam *row = ondes_read_params.rows; row->key != NULL; row++)
    if (ondes_param_is_given (&ondes_read_params, row, options) && !ondes_param_check (row, options, NULL))
      {
        g_autofree char *value = ondes_param_print (ondes_read_params.rows, row, options);

        /* Translators: the name of a setting, its value, and the values that it takes. */
        return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, (OndesSetting) row->setting, _("%s %s is not %s"),
                                       ondes_setting_name (row->setting, NULL), value, _(row->expected));
      }
  return TRUE;
}

static gboolean
refuse (GError    **error,
        const char *display,
        const char *key,
        const char *value,
        const char *what)
{
  g_autofree char *shown = ondes_display_text (value);

  return ondes_error_set (error, ONDES_ERROR_FILE, _("%s has %s=%s, which is not %s; correct it or remove that file"), display,
                          key, shown, what);
}

/* Returns text for display; NULL if the key is missing. */
static char *
get_text (GKeyFile   *keys,
          const char *key)
{
  g_autofree char *text = ondes_key_text (keys, GROUP, key);

  return text ? ondes_display_text (text) : NULL;
}

static gboolean
merge_start (OndesSidecar *self,
             char         *start,
             const char   *display,
             GError      **error)
{
  char *end;

  self->start = g_ascii_strtod (start, &end);
  if (end != start && !*end && isfinite (self->start))
    return TRUE;
  self->start = NAN;
  if (ondes_date_parse_zone (g_strstrip (start), &self->date_s, &self->zone))
    {
      self->zone.unknown = FALSE;
      return TRUE;
    }
  return refuse (error, display, "start", start, _("a number of time units, or a date such as 1998-03-17T14:05:30Z"));
}

/* Parses the text of a key; a flag is "true" or "false". */
static gboolean
parse (const OndesParam *row,
       const char       *text,
       OndesReadOptions *options)
{
  if (row->type != ONDES_PARAM_BOOLEAN)
    return ondes_param_parse (ondes_read_params.rows, row, text, options, NULL);
  options->resample = g_str_equal (text, "true");
  return options->resample || g_str_equal (text, "false");
}

/* TRUE if the person's @given leave the parameter to the key file. A column to which a person gives one role loses its role in the
 * key file, and the rate of a raw format is part of the format. */
static gboolean
is_open (const OndesParam       *row,
         const OndesReadOptions *given,
         const OndesReadOptions *stated,
         const OndesReadOptions *merged)
{
  if ((given->text_alone && (row->flags & ONDES_PARAM_MARKED) != 0) || ondes_param_is_given (&ondes_read_params, row, given))
    return FALSE;
  switch (row->setting)
    {
    case ONDES_SETTING_RATE:
      return !given->raw;
    case ONDES_SETTING_COLUMN:
      return stated->column != merged->time_column;
    case ONDES_SETTING_TIME_COLUMN:
      return stated->time_column != merged->column;
    default:
      return TRUE;
    }
}

/* Merges the keys into @merged, which borrows its strings from @texts. */
static gboolean
merge_options (OndesReadOptions *merged,
               GPtrArray        *texts,
               GKeyFile         *keys,
               const char       *display,
               GError          **error)
{
  const OndesReadOptions given = *merged;

  for (const OndesParam *row = ondes_read_params.rows; row->key != NULL; row++)
    {
      char *text = row->help == NULL              ? NULL
                   : g_str_equal (row->key, "unit") ? get_text (keys, row->key)
                                                    : ondes_key_text (keys, GROUP, row->key);
      OndesReadOptions stated = { 0 };

      if (text == NULL)
        continue;
      g_ptr_array_add (texts, text);
      if (!parse (row, text, &stated))
        return refuse (error, display, row->key, text, _(row->expected));
      if (is_open (row, &given, &stated, merged))
        ondes_param_copy (row, merged, &stated);
    }
  return TRUE;
}

static gboolean
merge (OndesSidecar     *self,
       OndesReadOptions *options,
       GPtrArray        *texts,
       GKeyFile         *keys,
       const char       *display,
       GError          **error)
{
  g_autofree char *start = ondes_key_text (keys, GROUP, "start"), *channel = ondes_key_text (keys, GROUP, CHANNEL);
  guint64 number = 0;

  self->title = get_text (keys, "title");
  if (channel != NULL && !g_ascii_string_to_unsigned (channel, 10, 1, G_MAXUINT, &number, NULL))
    return refuse (error, display, CHANNEL, channel, _("the number of a channel"));
  self->channel = (guint) number;
  return (start == NULL || merge_start (self, start, display, error)) && merge_options (options, texts, keys, display, error);
}

/* Loads the sidecar; fails with a sentence if it is not a key file or too large to be one. */
static gboolean
load (GKeyFile   *keys,
      const char *path,
      const char *display,
      GError    **error)
{
  g_autofree char *problem = NULL, *shown = NULL, *text = NULL;
  g_autoptr (GError) local = NULL;
  gsize n = 0;

  text = ondes_file_read_whole (path, MAX_BYTES, &n, &problem);
  if (text == NULL)
    return ondes_error_set (error, ONDES_ERROR_FILE, "%s%s", display, problem);
  if (n > MAX_BYTES)
    return ondes_error_set (error, ONDES_ERROR_FILE,
                            _("%s is larger than 64 KiB, which no key file of a recording is; remove or rename it"), display);
  if (!g_utf8_validate_len (text, n, NULL))
    local = g_error_new_literal (ONDES_ERROR, ONDES_ERROR_FILE, _("it is not text in UTF-8"));
  else if (g_key_file_load_from_data (keys, text, n, G_KEY_FILE_KEEP_COMMENTS, &local))
    return TRUE;
  shown = ondes_display_text (local->message);
  return ondes_error_set (error, ONDES_ERROR_FILE, _("%s is not a key file with a group [%s]: %s"), display, GROUP, shown);
}

gboolean
ondes_sidecar_read (OndesSidecar           *self,
                    const char             *path,
                    const OndesReadOptions *options,
                    GError                **error)
{
  g_autofree char *sidecar = g_strconcat (path, ".ondes", NULL);
  g_autofree char *display = ondes_display_path (sidecar);
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  OndesReadOptions merged = options != NULL ? *options : (OndesReadOptions) { 0 };

  *self = (OndesSidecar) { .start = NAN, .date_s = NAN };
  if (!check_options (&merged, error))
    return FALSE;
  if (g_file_test (sidecar, G_FILE_TEST_IS_REGULAR) &&
      (!load (keys, sidecar, display, error) || !merge (self, &merged, texts, keys, display, error)))
    {
      ondes_sidecar_clear (self);
      return FALSE;
    }
  if (options != NULL && options->column > 0)
    self->channel = 0; /* a person asks for another one now */
  ondes_read_options_copy (&self->options, &merged);
  return TRUE;
}

/* Writes the keys, or removes the file if it has none any more. */
static gboolean
save (GKeyFile   *keys,
      const char *sidecar,
      const char *display,
      GError    **error)
{
  g_autoptr (GError) local = NULL;
  g_auto (GStrv) groups = g_key_file_get_groups (keys, NULL);

  if (groups[0] == NULL ? g_unlink (sidecar) == 0 || errno == ENOENT : g_key_file_save_to_file (keys, sidecar, &local))
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s cannot be written: %s"), display,
               local != NULL ? local->message : g_strerror (errno));
  return FALSE;
}

/* Sets the keys of what @options give. Of a text, whose options are all known, the others are removed. */
static void
set_keys (GKeyFile               *keys,
          const OndesReadOptions *options)
{
  for (const OndesParam *row = ondes_read_params.rows; row->key != NULL; row++)
    {
      g_autofree char *value = ondes_param_print (ondes_read_params.rows, row, options);

      if (row->help == NULL)
        continue;
      if (ondes_param_is_given (&ondes_read_params, row, options))
        g_key_file_set_string (keys, GROUP, row->key, row->type == ONDES_PARAM_BOOLEAN ? "true" : value);
      else if (options->text_alone && (row->flags & ONDES_PARAM_MARKED) != 0)
        g_key_file_remove_key (keys, GROUP, row->key, NULL);
    }
}

/* Removes all keys that store() sets. A group that only they made goes, too. */
static void
remove_keys (GKeyFile *keys)
{
  g_auto (GStrv) left = NULL;

  for (const OndesParam *row = ondes_read_params.rows; row->key != NULL; row++)
    g_key_file_remove_key (keys, GROUP, row->key, NULL);
  g_key_file_remove_key (keys, GROUP, CHANNEL, NULL);
  left = g_key_file_get_keys (keys, GROUP, NULL, NULL);
  if (left != NULL && left[0] == NULL)
    g_key_file_remove_group (keys, GROUP, NULL);
}

gboolean
ondes_sidecar_store (const char             *path,
                     const OndesReadOptions *options,
                     guint                   channel,
                     GError                **error)
{
  g_autofree char *sidecar = g_strconcat (path, ".ondes", NULL);
  g_autofree char *display = ondes_display_path (sidecar);
  g_autoptr (GKeyFile) keys = g_key_file_new ();

  if (g_file_test (sidecar, G_FILE_TEST_IS_REGULAR) && !load (keys, sidecar, display, error))
    return FALSE;
  if (options != NULL)
    set_keys (keys, options);
  else
    remove_keys (keys);
  if (channel > 0)
    g_key_file_set_uint64 (keys, GROUP, CHANNEL, channel);
  return save (keys, sidecar, display, error);
}

void
ondes_sidecar_clear (OndesSidecar *self)
{
  ondes_read_options_clear (&self->options);
  g_clear_pointer (&self->title, g_free);
}
