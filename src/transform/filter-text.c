/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-text.h"

#include "base/option.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

/* The options as they are asked for. */
typedef struct
{
  OndesFilterLookup lookup;
  gconstpointer     data;
} Asked;

static gboolean
has (const Asked *self,
     const char  *option)
{
  return self->lookup (self->data, option) != NULL;
}

static gboolean
is_in (const OndesParam *row,
       const char       *section)
{
  return g_strcmp0 (row->section, section) == 0;
}

/* Finds the row of the one option that chooses the filter; NULL if there is none and @may_lack. */
static gboolean
find_kind (const Asked       *asked,
           gboolean           may_lack,
           const OndesParam **kind,
           GError           **error)
{
  *kind = NULL;
  for (const OndesParam *row = ondes_filter_params.rows; row->key != NULL; row++)
    {
      if (!is_in (row, "filter") || (row->flags & ONDES_PARAM_STATED) == 0 || !has (asked, row->option))
        continue;
      if (*kind != NULL)
        return ondes_option_refuse (error, row->option, _("%s asks for another filter; leave one out"), (*kind)->option);
      *kind = row;
    }
  if (*kind != NULL || may_lack)
    return TRUE;
  return ondes_option_refuse (error, "--taps",
                              _("missing; name a file of taps, or design a filter, as with --bandpass 300:3000 or "
                                "--bank octave"));
}

/* Refuses options of a design that nothing designs; @kind is NULL if there is no filter. */
static gboolean
check_unused (const Asked *asked,
              const char  *kind,
              GError     **error)
{
  for (const OndesParam *row = ondes_filter_params.rows; row->key != NULL; row++)
    if (is_in (row, "shape") && has (asked, row->option))
      return kind != NULL ? ondes_option_refuse (error, row->option, _("%s has its own taps; leave one out"), kind)
                          : ondes_option_refuse (error, row->option, _("no filter is named; name one, as --highpass 20000"));
  return TRUE;
}

/* Parses what the rows say, but for flags that only choose the kind. */
static gboolean
parse_rows (const Asked         *asked,
            OndesFilterSettings *choice,
            GError             **error)
{
  for (const OndesParam *row = ondes_filter_params.rows; row->key != NULL; row++)
    {
      const char *text = row->option != NULL ? asked->lookup (asked->data, row->option) : NULL;
      const gboolean is_kind = row->offset == G_STRUCT_OFFSET (OndesFilterSettings, kind) && row->parse == NULL;

      if (text != NULL && !is_kind && !ondes_param_parse (ondes_filter_params.rows, row, text, choice, error))
        return FALSE;
    }
  return TRUE;
}

/* Refuses options that do not go together. */
static gboolean
check_together (const Asked               *asked,
                const OndesFilterSettings *choice,
                GError                   **error)
{
  const gboolean is_design = ondes_filter_settings_is_design (choice);

  if (choice->only > 0 && (is_design || choice->kind == ONDES_FILTER_NONE))
    return ondes_option_refuse (error, "--band", _("chooses a filter of --bank or --taps; leave it out"));
  if (choice->resample_taps && choice->kind != ONDES_FILTER_TAPS)
    return ondes_option_refuse (error, "--resample-taps", _("there are no --taps to resample; leave it out"));
  if (has (asked, "--window") && !choice->by_length)
    return ondes_option_refuse (error, "--window",
                                _("a window needs --length; without it, length and window follow from --ripple-db and "
                                  "--transition"));
  if (choice->by_length && has (asked, "--ripple-db"))
    return ondes_option_refuse (error, "--ripple-db", _("--length asks for the taps already; leave one out"));
  if (choice->by_length && has (asked, "--transition") && choice->kind != ONDES_FILTER_NOTCH)
    return ondes_option_refuse (error, "--transition", _("--length asks for the taps already; leave one out"));
  return TRUE;
}

gboolean
ondes_filter_choice_parse (OndesFilterSettings *choice,
                           OndesFilterLookup    lookup,
                           gconstpointer        data,
                           GError             **error)
{
  const Asked asked = { lookup, data };
  const OndesParam *kind;
  OndesFirDesign design;

  if (!find_kind (&asked, choice->kind == ONDES_FILTER_NONE, &kind, error))
    return FALSE;
  *choice = ondes_filter_settings_default;
  choice->kind = kind != NULL ? kind->of_word : ONDES_FILTER_NONE;
  choice->by_length = has (&asked, "--length");
  if (!parse_rows (&asked, choice, error))
    return FALSE;
  if (!ondes_filter_settings_is_design (choice))
    return check_together (&asked, choice, error) && check_unused (&asked, kind != NULL ? kind->option : NULL, error);
  ondes_filter_settings_design (choice, &design);
  return check_together (&asked, choice, error) && ondes_fir_design_check (&design, INFINITY, error);
}

GPtrArray *
ondes_filter_choice_words (const OndesFilterSettings *choice)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  for (const OndesParam *row = ondes_filter_params.rows; row->key != NULL; row++)
    if (ondes_param_is_given (&ondes_filter_params, row, choice))
      {
        g_ptr_array_add (words, g_strdup (row->option));
        g_ptr_array_add (words, ondes_param_print (ondes_filter_params.rows, row, choice));
      }
  return words;
}

/* Steps. */

/* Parts of a step: options with their dashes and their values by turns. */
static const char *
find_part (gconstpointer data,
           const char   *option)
{
  const GPtrArray *parts = data;

  for (guint i = 0; i < parts->len; i += 2)
    if (g_str_equal (g_ptr_array_index (parts, i), option))
      return g_ptr_array_index (parts, i + 1);
  return NULL;
}

/* Adds "NAME=VALUE" or "NAME", which is @length bytes long. */
static gboolean
add_part (GPtrArray  *parts,
          const char *text,
          gsize       length,
          GError    **error)
{
  const char *equals = memchr (text, '=', length);
  const gsize name = equals != NULL ? (gsize) (equals - text) : length;
  g_autofree char *option = g_strdup_printf ("--%.*s", (int) name, text);
  const OndesParam *row = ondes_params_find_option (ondes_filter_params.rows, option);
  const gboolean is_flag = row != NULL && row->argument == NULL;

  if (row == NULL)
    return ondes_option_refuse (error, option, _("no such option of a filter"));
  if (find_part (parts, option) != NULL)
    return ondes_option_refuse (error, option, _("is given twice; leave one out"));
  if (is_flag && equals != NULL)
    return ondes_option_refuse (error, option, _("takes no value; leave it out"));
  if (!is_flag && (equals == NULL || name + 1 == length))
    return ondes_option_refuse (error, option, _("needs a value, as bandpass=300:3000"));
  g_ptr_array_add (parts, g_steal_pointer (&option));
  g_ptr_array_add (parts, is_flag ? g_strdup ("") : g_strndup (equals + 1, length - name - 1));
  return TRUE;
}

gboolean
ondes_filter_step_parse (const char          *text,
                         OndesFilterSettings *choice,
                         GError             **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const char *at = text + strlen (ONDES_FILTER_STEP);

  g_return_val_if_fail (g_str_has_prefix (text, ONDES_FILTER_STEP), FALSE);
  for (gboolean more = TRUE; more;)
    {
      const gboolean is_file = g_str_has_prefix (at, "taps="); /* all that follows is its name */
      const gsize length = is_file ? strlen (at) : strcspn (at, ",");

      if (!add_part (parts, at, length, error))
        return FALSE;
      more = at[length] == ',';
      at += length + 1;
    }
  choice->kind = ONDES_FILTER_TAPS;
  return ondes_filter_choice_parse (choice, find_part, parts, error);
}

static void
add_to_step (GString    *step,
             const char *option,
             const char *value)
{
  g_string_append_printf (step, "%s%s%s%s", step->len > strlen (ONDES_FILTER_STEP) ? "," : "", option + strlen ("--"),
                          value[0] != '\0' ? "=" : "", value);
}

char *
ondes_filter_step_print (const OndesFilterSettings *choice)
{
  g_autoptr (GPtrArray) words = ondes_filter_choice_words (choice);
  GString *step = g_string_new (ONDES_FILTER_STEP);

  for (guint i = 0; i < words->len; i += 2)
    if (!g_str_equal (g_ptr_array_index (words, i), "--taps"))
      add_to_step (step, g_ptr_array_index (words, i), g_ptr_array_index (words, i + 1));
  if (choice->kind == ONDES_FILTER_TAPS)
    add_to_step (step, "--taps", g_ptr_array_index (words, 1));
  return g_string_free (step, FALSE);
}
