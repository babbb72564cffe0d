/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "param.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/option.h"
#include "base/request-error.h"
#include "base/words.h"

#define ESCAPED "percent:" /* before text whose bytes are escaped */

#define PLACE(row, owner, type) ((const type *) ((const char *) (owner) + (row)->offset))

static gboolean
has_flags (const OndesParam *row,
           guint             flags)
{
  return (row->flags & flags) == flags;
}

const OndesParam *
ondes_params_find (const OndesParam *rows,
                   const char       *key)
{
  for (; rows->key != NULL; rows++)
    if (g_str_equal (rows->key, key))
      return rows;
  return NULL;
}

const OndesParam *
ondes_params_find_option (const OndesParam *rows,
                          const char       *option)
{
  for (; rows->key != NULL; rows++)
    if (g_strcmp0 (rows->option, option) == 0)
      return rows;
  return NULL;
}

const OndesParam *
ondes_params_find_setting (const OndesParam *rows,
                           guint             setting)
{
  for (; rows->key != NULL; rows++)
    if (rows->setting == setting)
      return rows;
  return NULL;
}

/* Returns the row whose value is the argument of a word of @row; NULL if the word has none. */
static const OndesParam *
find_argument (const OndesParam *rows,
               const OndesParam *row,
               guint             word)
{
  for (; rows->key != NULL; rows++)
    if (rows->argument != NULL && rows->option == NULL && g_strcmp0 (rows->of, row->key) == 0 && rows->of_word == word)
      return rows;
  return NULL;
}

gboolean
ondes_param_applies (const OndesParam *rows,
                     const OndesParam *row,
                     gconstpointer     owner)
{
  if (row->of != NULL && *PLACE (ondes_params_find (rows, row->of), owner, guint) != row->of_word)
    return FALSE;
  return row->applies == NULL || row->applies (owner);
}

gsize
ondes_param_bytes (const OndesParam *row)
{
  switch (row->type)
    {
    case ONDES_PARAM_NUMBER:
    case ONDES_PARAM_COUNT:
      return sizeof (guint64);
    case ONDES_PARAM_RANGE:
      return 2 * sizeof (double);
    case ONDES_PARAM_TEXT:
    case ONDES_PARAM_FORM:
      return row->size;
    case ONDES_PARAM_STRING:
      return sizeof (char *);
    default:
      return sizeof (guint);
    }
}

double
ondes_param_get_number (const OndesParam *row,
                        gconstpointer     owner)
{
  if (row->type == ONDES_PARAM_NUMBER)
    return *PLACE (row, owner, double);
  return row->type == ONDES_PARAM_COUNT ? (double) *PLACE (row, owner, guint64) : *PLACE (row, owner, guint);
}

void
ondes_param_set_number (const OndesParam *row,
                        gpointer          owner,
                        double            number)
{
  gpointer place = (char *) owner + row->offset;

  if (row->type == ONDES_PARAM_NUMBER)
    *(double *) place = number;
  else if (row->type == ONDES_PARAM_COUNT)
    *(guint64 *) place = number > 0 ? (guint64) MIN (round (number), 0x1p63) : 0;
  else
    *(guint *) place = number > 0 ? (guint) MIN (round (number), G_MAXUINT) : 0;
}

gboolean
ondes_param_may_be_automatic (const OndesParam *row)
{
  return row->low > 0;
}

void
ondes_param_copy (const OndesParam *row,
                  gpointer          to,
                  gconstpointer     from)
{
  memcpy ((char *) to + row->offset, PLACE (row, from, char), ondes_param_bytes (row));
}

void
ondes_params_own (const OndesParam *rows,
                  gpointer          owner)
{
  for (; rows->key != NULL; rows++)
    if (rows->type == ONDES_PARAM_STRING)
      *(char **) ((char *) owner + rows->offset) = g_strdup (*PLACE (rows, owner, char *));
}

void
ondes_params_clear (const OndesParam *rows,
                    gpointer          owner)
{
  for (; rows->key != NULL; rows++)
    if (rows->type == ONDES_PARAM_STRING)
      g_clear_pointer ((char **) ((char *) owner + rows->offset), g_free);
}

static gboolean
equal_forms (const OndesParam *row,
             gconstpointer     a,
             gconstpointer     b)
{
  g_autofree char *one = row->print (a), *other = row->print (b);

  return g_strcmp0 (one, other) == 0;
}

/* NAN, a number that was not chosen yet, equals itself. */
static gboolean
same_number (double a,
             double b)
{
  return a == b || (isnan (a) && isnan (b));
}

gboolean
ondes_param_equal (const OndesParam *row,
                   gconstpointer     a,
                   gconstpointer     b)
{
  switch (row->type)
    {
    case ONDES_PARAM_WORD:
    case ONDES_PARAM_INDEX:
      return *PLACE (row, a, guint) == *PLACE (row, b, guint);
    case ONDES_PARAM_NUMBER:
      return same_number (*PLACE (row, a, double), *PLACE (row, b, double));
    case ONDES_PARAM_COUNT:
      return *PLACE (row, a, guint64) == *PLACE (row, b, guint64);
    case ONDES_PARAM_BOOLEAN:
      return !*PLACE (row, a, gboolean) == !*PLACE (row, b, gboolean);
    case ONDES_PARAM_RANGE:
      return PLACE (row, a, double)[0] == PLACE (row, b, double)[0] && PLACE (row, a, double)[1] == PLACE (row, b, double)[1];
    case ONDES_PARAM_STRING:
      return g_strcmp0 (*PLACE (row, a, char *), *PLACE (row, b, char *)) == 0;
    case ONDES_PARAM_FORM:
      return equal_forms (row, a, b);
    default:
      return strcmp (PLACE (row, a, char), PLACE (row, b, char)) == 0;
    }
}

gboolean
ondes_params_equal (const OndesParam *rows,
                    guint             flags,
                    gconstpointer     a,
                    gconstpointer     b)
{
  for (; rows->key != NULL; rows++)
    if (has_flags (rows, flags) && !ondes_param_equal (rows, a, b))
      return FALSE;
  return TRUE;
}

/* As entries of a dictionary. */

/* Returns @text, which may hold a path of any bytes, as a string of UTF-8. */
static GVariant *
save_text (const char *text)
{
  g_autofree char *escaped = NULL;

  if (g_utf8_validate (text, -1, NULL) && !g_str_has_prefix (text, ESCAPED))
    return g_variant_new_string (text);
  escaped = g_uri_escape_bytes ((const guint8 *) text, strlen (text), "/:;, ");
  return g_variant_new_take_string (g_strconcat (ESCAPED, escaped, NULL));
}

static void
restore_text (const char *saved,
              char       *place,
              gsize       size)
{
  g_autoptr (GBytes) bytes = g_str_has_prefix (saved, ESCAPED)
                             ? g_uri_unescape_bytes (saved + strlen (ESCAPED), -1, NULL, NULL) : NULL;
  g_autofree char *text = bytes != NULL ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes)) : NULL;

  g_strlcpy (place, text != NULL ? text : saved, size);
}

/* Returns the value, floating; NULL if there is none. */
static GVariant *
save (const OndesParam *row,
      gconstpointer     owner)
{
  char *text;

  switch (row->type)
    {
    case ONDES_PARAM_WORD:
      return g_variant_new_string (row->words[*PLACE (row, owner, guint)]);
    case ONDES_PARAM_NUMBER:
      return g_variant_new_double (*PLACE (row, owner, double));
    case ONDES_PARAM_COUNT:
      return g_variant_new_uint64 (*PLACE (row, owner, guint64));
    case ONDES_PARAM_INDEX:
      return g_variant_new_uint32 (*PLACE (row, owner, guint));
    case ONDES_PARAM_BOOLEAN:
      return g_variant_new_boolean (*PLACE (row, owner, gboolean) != FALSE);
    case ONDES_PARAM_RANGE:
      return g_variant_new ("(dd)", PLACE (row, owner, double)[0], PLACE (row, owner, double)[1]);
    case ONDES_PARAM_STRING:
      text = *(char *const *) PLACE (row, owner, char *);
      return text != NULL ? g_variant_new_bytestring (text) : NULL;
    case ONDES_PARAM_FORM:
      text = row->print (owner);
      return text != NULL ? g_variant_new_take_string (text) : NULL;
    default:
      return save_text (PLACE (row, owner, char));
    }
}

void
ondes_params_save (const OndesParam *rows,
                   guint             flags,
                   gconstpointer     owner,
                   GVariantBuilder  *builder)
{
  for (; rows->key != NULL; rows++)
    {
      GVariant *value = has_flags (rows, flags) ? save (rows, owner) : NULL;

      if (value != NULL)
        g_variant_builder_add (builder, "{sv}", rows->key, value);
    }
}

/* Restores a value whose text is parsed; of a string, earlier versions stored lists as text. */
static void
restore_parsed (const OndesParam *row,
                gpointer          owner,
                GVariant         *saved)
{
  const char *text;

  if (!g_variant_lookup (saved, row->key, "&s", &text)
      && (row->type != ONDES_PARAM_STRING || !g_variant_lookup (saved, row->key, "^&ay", &text)))
    return;
  if (row->parse != NULL)
    row->parse (row, text, owner, NULL);
  else if (row->words == NULL || ondes_name_index (row->words, text) >= 0)
    *(const char **) ((char *) owner + row->offset) = text;
}

static void
restore (const OndesParam *row,
         gpointer          owner,
         GVariant         *saved)
{
  gpointer place = (char *) owner + row->offset;
  const char *text;
  double number, other;
  int index;

  switch (row->type)
    {
    case ONDES_PARAM_WORD:
      index = g_variant_lookup (saved, row->key, "&s", &text) ? ondes_name_index (row->words, text) : -1;
      if (index >= 0)
        *(guint *) place = (guint) index;
      break;
    case ONDES_PARAM_NUMBER:
      if (g_variant_lookup (saved, row->key, "d", &number) && isfinite (number))
        *(double *) place = number;
      break;
    case ONDES_PARAM_COUNT:
      g_variant_lookup (saved, row->key, "t", place);
      break;
    case ONDES_PARAM_INDEX:
      g_variant_lookup (saved, row->key, "u", place);
      break;
    case ONDES_PARAM_BOOLEAN:
      g_variant_lookup (saved, row->key, "b", place);
      break;
    case ONDES_PARAM_RANGE:
      if (g_variant_lookup (saved, row->key, "(dd)", &number, &other) && isfinite (number) && isfinite (other))
        {
          ((double *) place)[0] = number;
          ((double *) place)[1] = other;
        }
      break;
    case ONDES_PARAM_STRING:
    case ONDES_PARAM_FORM:
      restore_parsed (row, owner, saved);
      break;
    default:
      if (g_variant_lookup (saved, row->key, "&s", &text))
        restore_text (text, place, row->size);
    }
}

void
ondes_params_restore (const OndesParam *rows,
                      guint             flags,
                      gpointer          owner,
                      GVariant         *saved)
{
  for (; rows->key != NULL; rows++)
    if (has_flags (rows, flags))
      restore (rows, owner, saved);
}

/* As options. */

/* Returns the words that an option takes, "none, mean, moving:T"; transfer full. */
static char *
list_words (const OndesParam *rows,
            const OndesParam *row)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; row->words[i] != NULL; i++)
    {
      const OndesParam *argument = find_argument (rows, row, i);

      g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", row->words[i]);
      if (argument != NULL)
        g_string_append_printf (all, ":%s", argument->argument);
    }
  return g_string_free (all, FALSE);
}

const char *const *
ondes_param_words (const OndesParam *rows,
                   const OndesParam *row)
{
  g_auto (GStrv) words = row->words != NULL ? g_strdupv ((char **) row->words) : NULL;

  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    if (find_argument (rows, row, i) != NULL)
      {
        g_autofree char *word = g_steal_pointer (&words[i]);

        words[i] = g_strconcat (word, ":", NULL);
      }
  return (const char *const *) g_steal_pointer (&words);
}

static gboolean
parse_word (const OndesParam *rows,
            const OndesParam *row,
            const char       *text,
            gpointer          owner,
            GError          **error)
{
  const char *colon = strchr (text, ':');
  g_autofree char *word = colon != NULL ? g_strndup (text, (gsize) (colon - text)) : g_strdup (text);
  const int index = ondes_name_index (row->words, word);
  const OndesParam *argument = index >= 0 ? find_argument (rows, row, (guint) index) : NULL;
  g_autofree char *all = NULL;

  if (index < 0 || (argument != NULL) != (colon != NULL))
    {
      all = list_words (rows, row);
      return ondes_option_refuse (error, row->option, _("“%s” is none of %s"), text, all);
    }
  if (argument != NULL && !ondes_param_parse (rows, argument, colon + 1, owner, error))
    return FALSE;
  *(guint *) ((char *) owner + row->offset) = (guint) index;
  return TRUE;
}

/* Parses one of the row's numbers or, if it lists none, any within its limits. */
static gboolean
parse_index (const OndesParam *row,
             const char       *option,
             const char       *text,
             guint            *value,
             GError          **error)
{
  const gboolean any = row->low == 0 && row->high == 0;
  guint64 count;
  guint i;

  if (row->words != NULL)
    {
      if (!ondes_option_choice (option, text, row->words, &i, error))
        return FALSE;
      count = g_ascii_strtoull (row->words[i], NULL, 10);
    }
  else if (!ondes_option_integer (option, text, (guint64) row->low, any ? G_MAXUINT : (guint64) row->high, &count, error))
    return FALSE;
  *value = (guint) count;
  return TRUE;
}

/* Parses by the type alone. */
static gboolean
parse_value (const OndesParam *rows,
             const OndesParam *row,
             const char       *text,
             gpointer          owner,
             GError          **error)
{
  const gboolean any = row->low == 0 && row->high == 0;
  const char *option = row->option == NULL && row->of != NULL ? ondes_params_find (rows, row->of)->option : row->option;
  gpointer place = (char *) owner + row->offset;

  switch (row->type)
    {
    case ONDES_PARAM_WORD:
      return parse_word (rows, row, text, owner, error);
    case ONDES_PARAM_NUMBER:
      if (row->words != NULL && ondes_name_index (row->words, text) >= 0)
        {
          *(double *) place = ondes_name_index (row->words, text);
          return TRUE;
        }
      return ondes_option_number (option, text, any ? -G_MAXDOUBLE : row->low, any ? G_MAXDOUBLE : row->high, place, error);
    case ONDES_PARAM_COUNT:
      return ondes_option_integer (option, text, (guint64) row->low, any ? G_MAXUINT64 : (guint64) row->high, place, error);
    case ONDES_PARAM_INDEX:
      return parse_index (row, option, text, place, error);
    case ONDES_PARAM_BOOLEAN:
      *(gboolean *) place = !has_flags (row, ONDES_PARAM_UNSET);
      return TRUE;
    case ONDES_PARAM_RANGE:
      return ondes_option_range (option, text, place, (double *) place + 1, error);
    case ONDES_PARAM_STRING:
      if (row->words != NULL && ondes_name_index (row->words, text) < 0)
        return ondes_option_refuse (error, option, _("“%s” is not %s"), text, _(row->expected));
      *(const char **) place = text;
      return TRUE;
    default:
      if (strlen (text) >= row->size)
        return ondes_option_refuse (error, option, _("longer than %zu bytes"), row->size - 1);
      g_strlcpy (place, text, row->size);
      return TRUE;
    }
}

gboolean
ondes_param_parse (const OndesParam *rows,
                   const OndesParam *row,
                   const char       *text,
                   gpointer          owner,
                   GError          **error)
{
  GError *local = NULL;
  const gboolean done = row->parse != NULL ? row->parse (row, text, owner, &local) : parse_value (rows, row, text, owner, &local);

  if (done || (local != NULL && (row->parse != NULL || row->expected == NULL)))
    return ondes_error_none (local, error);
  g_clear_error (&local);
  if (row->setting == 0)
    return ondes_option_refuse (error, row->option, _("“%s” is not %s"), text, _(row->expected));
  return ondes_request_error_set (error, (OndesSetting) row->setting, text, _("“%s” is not %s"), text, _(row->expected));
}

/* TRUE if a number has a word. */
static gboolean
has_word (const OndesParam *row,
          double            value)
{
  return row->words != NULL && value >= 0 && value < g_strv_length ((char **) row->words) && value == floor (value);
}

char *
ondes_param_print (const OndesParam *rows,
                   const OndesParam *row,
                   gconstpointer     owner)
{
  const OndesParam *argument = row->type == ONDES_PARAM_WORD ? find_argument (rows, row, *PLACE (row, owner, guint)) : NULL;
  g_autofree char *after = argument != NULL ? ondes_param_print (rows, argument, owner) : NULL;
  char number[ONDES_NUMBER_SIZE], high[ONDES_NUMBER_SIZE];
  double value;
  char *text;

  if (row->print != NULL)
    {
      text = row->print (owner);
      return text != NULL ? text : g_strdup ("");
    }
  switch (row->type)
    {
    case ONDES_PARAM_WORD:
      return g_strconcat (row->words[*PLACE (row, owner, guint)], after != NULL ? ":" : NULL, after, NULL);
    case ONDES_PARAM_NUMBER:
      value = *PLACE (row, owner, double);
      return g_strdup (has_word (row, value) ? row->words[(guint) value] : ondes_number_print (number, value));
    case ONDES_PARAM_COUNT:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, *PLACE (row, owner, guint64));
    case ONDES_PARAM_INDEX:
      return g_strdup_printf ("%u", *PLACE (row, owner, guint));
    case ONDES_PARAM_BOOLEAN:
      return g_strdup ("");
    case ONDES_PARAM_RANGE:
      return g_strdup_printf ("%s:%s", ondes_number_print (number, PLACE (row, owner, double)[0]),
                              ondes_number_print (high, PLACE (row, owner, double)[1]));
    case ONDES_PARAM_STRING:
      text = *(char *const *) PLACE (row, owner, char *);
      return g_strdup (text != NULL ? text : "");
    default:
      return g_strdup (PLACE (row, owner, char));
    }
}

gboolean
ondes_param_is_given (const OndesParamTable *table,
                      const OndesParam      *row,
                      gconstpointer          owner)
{
  const OndesParam *argument;

  if (row->option == NULL || !ondes_param_applies (table->rows, row, owner))
    return FALSE;
  if (has_flags (row, ONDES_PARAM_STATED) || !ondes_param_equal (row, owner, table->defaults))
    return TRUE;
  argument = row->type == ONDES_PARAM_WORD ? find_argument (table->rows, row, *PLACE (row, owner, guint)) : NULL;
  return argument != NULL && !ondes_param_equal (argument, owner, table->defaults);
}

void
ondes_params_print (const OndesParamTable *table,
                    guint                  flags,
                    guint                  without,
                    gconstpointer          owner,
                    GString               *out)
{
  for (const OndesParam *row = table->rows; row->key != NULL; row++)
    {
      g_autofree char *value = NULL;

      if (!has_flags (row, flags) || (row->flags & without) != 0 || !ondes_param_is_given (table, row, owner))
        continue;
      value = ondes_param_print (table->rows, row, owner);
      g_string_append_printf (out, " %s%s%s", row->option, *value != '\0' ? " " : "", value);
    }
}

/* TRUE if the default stands for an automatic choice, or a flag for nothing: then commands leave the option out. */
static gboolean
is_silent (const OndesParam *row,
           gconstpointer     defaults)
{
  return row->type == ONDES_PARAM_BOOLEAN || (row->type == ONDES_PARAM_NUMBER && *PLACE (row, defaults, double) == 0)
         || (row->type == ONDES_PARAM_WORD && g_str_equal (row->words[*PLACE (row, defaults, guint)], "auto"));
}

void
ondes_params_list (const OndesParamTable *table,
                   guint                  flags,
                   guint                  without,
                   gconstpointer          owner,
                   GPtrArray             *options)
{
  for (const OndesParam *row = table->rows; row->key != NULL; row++)
    {
      if (row->option == NULL || !has_flags (row, flags) || (row->flags & without) != 0
          || !ondes_param_applies (table->rows, row, owner)
          || (is_silent (row, table->defaults) && ondes_param_equal (row, owner, table->defaults)))
        continue;
      g_ptr_array_add (options, g_strdup (row->option));
      g_ptr_array_add (options, ondes_param_print (table->rows, row, owner));
    }
}

gboolean
ondes_param_check (const OndesParam *row,
                   gconstpointer     owner,
                   GError          **error)
{
  char number[ONDES_NUMBER_SIZE];
  const char *text;
  double value;

  if (row->type == ONDES_PARAM_STRING && row->words != NULL)
    {
      text = *PLACE (row, owner, char *);
      return text == NULL || ondes_name_index (row->words, text) >= 0
             || ondes_request_error_set (error, (OndesSetting) row->setting, text, _("“%s” is not %s"), text, _(row->expected));
    }
  if (row->type != ONDES_PARAM_NUMBER || (row->low == 0 && row->high == 0))
    return TRUE;
  value = *PLACE (row, owner, double);
  if ((value >= row->low && value <= row->high) || has_word (row, value))
    return TRUE;
  ondes_number_print (number, value);
  if (row->high == G_MAXDOUBLE)
    return ondes_request_error_set (error, (OndesSetting) row->setting, number, _("%s is out of range; it has to be above 0"),
                                    number);
  return ondes_request_error_set (error, (OndesSetting) row->setting, number, _("%g is out of range; choose %g to %g"), value,
                                  row->low, row->high);
}

gboolean
ondes_params_check (const OndesParam *rows,
                    guint             flags,
                    gconstpointer     owner,
                    GError          **error)
{
  for (; rows->key != NULL; rows++)
    if (has_flags (rows, flags) && !ondes_param_check (rows, owner, error))
      return FALSE;
  return TRUE;
}

/* Text counts up to its end: what stands behind it means nothing. */
static void
identify (const OndesParam *row,
          gconstpointer     owner,
          GByteArray       *bytes)
{
  const guint8 *place = PLACE (row, owner, guint8);
  g_autofree char *printed = NULL;

  if (row->type == ONDES_PARAM_STRING || row->type == ONDES_PARAM_FORM)
    place = (const guint8 *) (printed = ondes_param_print (row, row, owner));
  g_byte_array_append (bytes, place, (guint) (printed != NULL || row->type == ONDES_PARAM_TEXT
                                                ? strlen ((const char *) place) + 1 : ondes_param_bytes (row)));
}

void
ondes_params_identify (const OndesParam *rows,
                       gconstpointer     owner,
                       GByteArray       *bytes)
{
  for (const OndesParam *row = rows; row->key != NULL; row++)
    if (has_flags (row, ONDES_PARAM_SPEC) && ondes_param_bytes (row) == sizeof (gint32))
      identify (row, owner, bytes);
  for (const OndesParam *row = rows; row->key != NULL; row++)
    if (has_flags (row, ONDES_PARAM_SPEC) && ondes_param_bytes (row) != sizeof (gint32))
      identify (row, owner, bytes);
}
