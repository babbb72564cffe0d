/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-columns.h"

#include "base/words.h"
#include "text-names.h"

#include <string.h>

#define MAX_COLUMNS 65536
#define NAMED 6 /* most columns that a note names */

/* TRUE if the user asks for column @c, from 0, as a channel. */
static gboolean
is_asked (const OndesReadOptions *options,
          guint                   c)
{
  return options->column == c + 1 || (options->text.columns != NULL && ondes_text_columns_have (options->text.columns, c + 1));
}

static gboolean
check_column (const OndesOpening    *opening,
              const OndesTextLayout *layout,
              OndesSetting           setting,
              guint                  column,
              GError               **error)
{
  const gboolean is_time = setting == ONDES_SETTING_TIME_COLUMN;
  const guint n = layout->one_line ? 1 : layout->columns;

  if (column > n)
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, setting,
                                   g_dngettext (GETTEXT_PACKAGE, "%s has %u column, so %s %u is not in it",
                                                "%s has %u columns, so %s %u is not in it", (gulong) n),
                                   opening->display, n, ondes_setting_name (setting, NULL), column);
  if (column && !layout->one_line
      && (layout->kinds[column - 1] == ONDES_CELL_TEXT || (!is_time && layout->kinds[column - 1] == ONDES_CELL_DATE)))
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, setting,
                                   _("%s has words, not numbers, in column %u; choose another with %s"), opening->display, column,
                                   ondes_setting_name (setting, NULL));
  return TRUE;
}

static gboolean
check_columns (const OndesOpening    *opening,
               const OndesTextLayout *layout,
               GError               **error)
{
  const OndesReadOptions *options = opening->options;
  const char *list = options->text.columns;

  if (layout->columns > MAX_COLUMNS && !layout->one_line)
    return ondes_error_set (error, ONDES_ERROR_FILE, _("%s has %u columns, which would be as many channels; transpose it"),
                            opening->display, layout->columns);
  if (options->column && options->column == options->time_column)
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_TIME_COLUMN,
                                   _("%s and %s are both column %u; name two different columns"),
                                   ondes_setting_name (ONDES_SETTING_COLUMN, NULL),
                                   ondes_setting_name (ONDES_SETTING_TIME_COLUMN, NULL), options->column);
  if (!check_column (opening, layout, ONDES_SETTING_COLUMN, options->column, error)
      || !check_column (opening, layout, ONDES_SETTING_TIME_COLUMN, options->time_column, error)
      || (list != NULL && !check_column (opening, layout, ONDES_SETTING_TEXT_COLUMNS, ondes_text_columns_last (list), error)))
    return FALSE;
  for (guint c = 0; list != NULL && c < layout->columns; c++)
    if (ondes_text_columns_have (list, c + 1) && !check_column (opening, layout, ONDES_SETTING_TEXT_COLUMNS, c + 1, error))
      return FALSE;
  return TRUE;
}

/* Sets the time unit and factor of dates and times of day: the unit asked for, otherwise seconds until the dates are examined. */
static void
take_date_unit (OndesTextColumns       *self,
                const OndesReadOptions *options)
{
  self->time_unit = options->time_unit ? options->time_unit : "s";
  self->factor = 1 / ondes_time_unit_seconds (self->time_unit);
}

/* Returns the column of dates that is time, from 1: the first with a date, else the first with a time of day; 0 if none. */
static guint
find_dates (const OndesTextLayout  *layout,
            const OndesReadOptions *options)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint c = 0; c < layout->columns; c++)
      if (layout->kinds[c] == ONDES_CELL_DATE && !is_asked (options, c) && (pass == 1 || layout->stamps[c] & ONDES_TEXT_HAS_DATE))
        return c + 1;
  return 0;
}

/* Finds the time of day beside a column of dates without one. */
static void
find_clock (OndesTextColumns      *self,
            const OndesTextLayout *layout)
{
  const guint c = self->time - 1;
  const guint beside[] = { c + 1, c - 1 };

  if (layout->kinds[c] != ONDES_CELL_DATE)
    return;
  if (c + 1 < layout->columns && layout->kinds[c + 1] == ONDES_CELL_NUMBER && g_strcmp0 (layout->names[c + 1], "ms") == 0)
    self->millis = c + 2; /* as Graphtec writes */
  if (layout->stamps[c] != ONDES_TEXT_HAS_DATE)
    return;
  for (guint i = 0; i < 2 && self->clock == 0; i++)
    if (beside[i] < layout->columns && layout->kinds[beside[i]] == ONDES_CELL_DATE
        && layout->stamps[beside[i]] == ONDES_TEXT_HAS_CLOCK)
      self->clock = beside[i] + 1;
}

static gboolean
find_named_time (OndesTextColumns       *self,
                 const OndesTextLayout  *layout,
                 const OndesReadOptions *options)
{
  for (guint c = 0; c < layout->columns; c++)
    if (layout->kinds[c] == ONDES_CELL_NUMBER && !is_asked (options, c)
        && ondes_name_is_time (layout->names[c], layout->units[c], &self->time_unit, &self->factor))
      {
        self->time = c + 1;
        return TRUE;
      }
  self->time_unit = NULL;
  self->factor = 1;
  return FALSE;
}

static void
find_time (OndesTextColumns       *self,
           const OndesTextLayout  *layout,
           const OndesReadOptions *options)
{
  self->certain = TRUE;
  self->factor = 1;
  self->time = options->time_column;
  if (self->time == 0 && options->text.times == ONDES_TEXT_TIMES_NONE)
    return;
  if (self->time == 0 && layout->columns > 1 && !layout->one_line)
    self->time = find_dates (layout, options);
  if (self->time > 0)
    {
      if (!layout->one_line && layout->kinds[self->time - 1] == ONDES_CELL_DATE)
        take_date_unit (self, options);
      else
        ondes_name_is_time (layout->names[self->time - 1], layout->units[self->time - 1], &self->time_unit, &self->factor);
      if (!layout->one_line)
        find_clock (self, layout);
      return;
    }
  if (layout->columns == 1 || layout->one_line || find_named_time (self, layout, options))
    return;
  self->certain = FALSE;
  if (layout->kinds[0] != ONDES_CELL_NUMBER || self->roles[0] == ONDES_TEXT_COUNTER || is_asked (options, 0))
    return;
  self->time = 1;
  self->place = !ondes_unit_is_time (layout->units[0], &self->time_unit, &self->factor)
                && layout->names[0] != NULL && (layout->units[0] != NULL || ondes_name_is_place (layout->names[0]));
}

/* TRUE if column @c counts rows: its name says so, or it is the first and no name says that it is time. */
static gboolean
is_counter (const OndesTextLayout *layout,
            guint                  c)
{
  const char *unit;
  double factor;

  if (!layout->counting[c])
    return FALSE;
  if (ondes_name_is_counter (layout->names[c], layout->units[c]))
    return TRUE;
  return c == 0 && !ondes_name_is_time (layout->names[0], layout->units[0], &unit, &factor)
         && !ondes_unit_is_time (layout->units[0], &unit, &factor);
}

/* Gives the columns the roles that their cells and names tell. */
static void
find_roles (OndesTextColumns       *self,
            const OndesTextLayout  *layout,
            const OndesReadOptions *options)
{
  guint channels = 0, counter = 0;

  for (guint c = 0; c < layout->columns; c++)
    {
      const gboolean numbers = layout->kinds[c] == ONDES_CELL_NUMBER;

      self->roles[c] = ONDES_TEXT_CHANNEL;
      if (is_asked (options, c) || options->time_column == c + 1 || layout->columns == 1 || layout->one_line)
        ;
      else if (!numbers)
        self->roles[c] = ONDES_TEXT_WORDS;
      else if (is_counter (layout, c))
        {
          self->roles[c] = ONDES_TEXT_COUNTER;
          counter = counter == 0 ? c + 1 : counter;
        }
      else if (options->text.columns != NULL)
        self->roles[c] = ONDES_TEXT_NOT_ASKED;
      channels += self->roles[c] == ONDES_TEXT_CHANNEL || self->roles[c] == ONDES_TEXT_NOT_ASKED;
    }
  if (channels == 0 && counter > 0)
    self->roles[counter - 1] = ONDES_TEXT_CHANNEL; /* the only numbers are no counter */
}

gboolean
ondes_text_columns_find (OndesTextColumns      *self,
                         const OndesOpening    *opening,
                         const OndesTextLayout *layout,
                         GError               **error)
{
  const OndesReadOptions *options = opening->options;

  *self = (OndesTextColumns) { 0 };
  if (!check_columns (opening, layout, error))
    return FALSE;
  self->roles = g_new0 (OndesTextRole, layout->columns);
  find_roles (self, layout, options);
  find_time (self, layout, options);
  for (guint c = 0; c < layout->columns && self->time > 0 && self->certain; c++)
    if (layout->names[c] != NULL && g_strcmp0 (layout->names[c], layout->names[self->time - 1]) == 0
        && layout->kinds[c] == ONDES_CELL_NUMBER && !is_asked (options, c))
      self->roles[c] = ONDES_TEXT_TIME; /* some programs repeat the times before each channel */
  if (self->time > 0)
    self->roles[self->time - 1] = ONDES_TEXT_TIME;
  if (self->clock > 0)
    self->roles[self->clock - 1] = ONDES_TEXT_CLOCK;
  if (self->millis > 0 && !is_asked (options, self->millis - 1))
    self->roles[self->millis - 1] = ONDES_TEXT_CLOCK;
  return TRUE;
}

/* Returns the names or numbers of the columns of @role, transfer full; @n is how many there are. */
static char *
list_columns (const OndesTextColumns *self,
              const OndesTextLayout  *layout,
              OndesTextRole           role,
              OndesCellKind           kind,
              guint                  *n)
{
  g_autoptr (GString) list = g_string_new (NULL);

  *n = 0;
  for (guint c = 0; c < layout->columns; c++)
    {
      if (self->roles[c] != role || c + 1 == self->time || (c == 0 && self->place)
          || (role == ONDES_TEXT_WORDS && layout->kinds[c] != kind)
          || (kind == ONDES_CELL_EMPTY && layout->names[c] == NULL))
        continue;
      if ((*n)++ >= NAMED)
        continue;
      g_string_append (list, list->len > 0 ? ", " : "");
      if (layout->names[c] != NULL)
        g_string_append_printf (list, "%u (“%s”)", c + 1, layout->names[c]);
      else
        g_string_append_printf (list, "%u", c + 1);
    }
  if (*n > NAMED)
    g_string_append (list, ", …");
  return g_string_free (g_steal_pointer (&list), FALSE);
}

void
ondes_text_columns_note (const OndesTextColumns *self,
                         OndesReader            *reader,
                         const OndesTextLayout  *layout)
{
  static const struct
  {
    OndesTextRole role;
    OndesCellKind kind;
    const char   *one, *many;
  } notes[] = {
    { ONDES_TEXT_WORDS, ONDES_CELL_TEXT, N_("Column %s of %s holds words and is left out."),
      N_("Columns %s of %s hold words and are left out.") },
    { ONDES_TEXT_WORDS, ONDES_CELL_DATE, N_("Column %s of %s holds more dates and is left out."),
      N_("Columns %s of %s hold more dates and are left out.") },
    { ONDES_TEXT_WORDS, ONDES_CELL_EMPTY, N_("Column %s of %s is empty and is left out."),
      N_("Columns %s of %s are empty and are left out.") },
    { ONDES_TEXT_COUNTER, ONDES_CELL_NUMBER, N_("Column %s of %s counts its rows and is left out."),
      N_("Columns %s of %s count its rows and are left out.") },
    { ONDES_TEXT_TIME, ONDES_CELL_NUMBER, N_("Column %s of %s repeats the times and is left out."),
      N_("Columns %s of %s repeat the times and are left out.") },
    { ONDES_TEXT_NOT_ASKED, ONDES_CELL_NUMBER, N_("Column %s of %s was not asked for and is left out."),
      N_("Columns %s of %s were not asked for and are left out.") },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (notes) && !layout->one_line; i++)
    {
      guint n;
      g_autofree char *list = list_columns (self, layout, notes[i].role, notes[i].kind, &n);

      if (n > 0)
        ondes_reader_note (reader, n == 1 ? _(notes[i].one) : _(notes[i].many), list, reader->display);
    }
}

void
ondes_text_columns_clear (OndesTextColumns *self)
{
  g_clear_pointer (&self->roles, g_free);
}
