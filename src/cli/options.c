/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/display-text.h"
#include "base/number.h"
#include "base/request-error.h"
#include "base/result-stream.h"
#include "transform/cwt.h"

/* Adds the options that @entry stands for. */
static void
add_params (GArray          *options,
            const CliOption *entry)
{
  for (const OndesParam *row = entry->params->rows; row->key != NULL; row++)
    if (row->help != NULL && (entry->section == NULL || g_strcmp0 (row->section, entry->section) == 0))
      {
        const gboolean tells = row->argument != NULL && strchr (row->argument, '|') != NULL; /* its words */
        const CliOption option = { row->option, row->argument, row->help,
                                   tells ? NULL : ondes_param_words (entry->params->rows, row), NULL };

        g_array_append_val (options, option);
      }
}

/* Adds the options of a second file. Their defaults are the options of the first. */
static void
add_second (GArray                *options,
            const OndesParamTable *params,
            const char            *more_on_rate)
{
  for (const OndesParam *row = params->rows; row->key != NULL; row++)
    if (row->second != NULL)
      {
        const CliOption option = {
          g_strconcat (row->option, "-2", NULL),
          row->argument != NULL ? g_strconcat (row->argument, "|own", NULL) : "yes|no",
          g_strconcat (row->second, " (default as ", row->option, ")",
                       row == params->rows ? "; of this and those below, own is as the file says" : "",
                       row->setting == ONDES_SETTING_RATE ? more_on_rate : "", NULL),
          ondes_param_words (params->rows, row),
        };

        g_array_append_val (options, option);
      }
}

const CliOption *
cli_group_options (const CliOption *group)
{
  static GHashTable *expanded; /* group → its options; the command line is read by one thread */
  GArray *options;

  if (expanded == NULL)
    expanded = g_hash_table_new (NULL, NULL);
  if (g_hash_table_contains (expanded, group))
    return g_hash_table_lookup (expanded, group);
  options = g_array_new (TRUE, TRUE, sizeof (CliOption));
  g_array_append_val (options, group[0]);
  for (const CliOption *option = group + 1; option->name != NULL || option->params != NULL || option->second != NULL; option++)
    if (option->params != NULL)
      add_params (options, option);
    else if (option->second != NULL)
      add_second (options, option->second, option->help);
    else
      g_array_append_val (options, *option);
  g_hash_table_insert (expanded, (gpointer) group, options->data);
  return (const CliOption *) g_array_free (options, FALSE);
}

static const CliOption *
find_option (const CliCommand *command,
             const char       *name,
             gsize             length)
{
  for (guint g = 0; command->groups[g] != NULL; g++)
    for (const CliOption *option = cli_group_options (command->groups[g]) + 1; option->name != NULL; option++)
      if (strlen (option->name) == length && strncmp (option->name, name, length) == 0)
        return option;
  return NULL;
}

/* TRUE if the last operand may be repeated, as in "FOLDER…". */
static gboolean
takes_more (const CliCommand *command)
{
  return command->operand != NULL && g_str_has_suffix (command->operand, "…");
}

/* Counts the words of an operand such as "FILE FILE". */
static guint
count_operands (const CliCommand *command)
{
  guint n = command->operand != NULL;

  for (const char *p = command->operand; p != NULL && *p != '\0'; p++)
    n += *p == ' ';
  return n;
}

static gboolean
take_operand (CliArguments     *self,
              const CliCommand *command,
              char             *word,
              GError          **error)
{
  guint n = count_operands (command);

  if (self->operands->len == n && !takes_more (command))
    return ondes_error_set (error, ONDES_ERROR_REQUEST, "%s: one word too many; ondes-cli %s takes %s%s", word,
                            command->name, n == 0 ? "options alone" : n == 1 ? "one " : "", n > 0 ? command->operand : "");
  g_ptr_array_add (self->operands, word);
  return TRUE;
}

/* Stores @value of @option; if @value is NULL, takes the word after *@words and advances *@words to it. */
static gboolean
take_value (CliArguments    *self,
            const CliOption *option,
            char            *value,
            char          ***words,
            GError         **error)
{
  if (option->argument == NULL)
    {
      if (value != NULL)
        return cli_refuse (error, option->name, "takes no value; leave “%s” out", value);
      value = (char *) "";
    }
  else if (value == NULL)
    {
      value = *++*words;
      if (value == NULL)
        return cli_refuse (error, option->name, "needs a value, %s", option->argument);
    }
  g_hash_table_insert (self->values, (gpointer) option->name, value);
  g_ptr_array_add (self->given, (gpointer) option->name);
  g_ptr_array_add (self->given, value);
  return TRUE;
}

/* Accepts "--name value", "--name=value", "-o value", "-ovalue"; after "--" every word is an operand. */
CliArguments *
cli_arguments_parse (const CliCommand *command,
                     char            **words,
                     GError          **error)
{
  g_autoptr (CliArguments) self = g_new0 (CliArguments, 1);
  gboolean options = TRUE;

  self->values = g_hash_table_new (g_str_hash, g_str_equal);
  self->given = g_ptr_array_new ();
  self->operands = g_ptr_array_new ();
  for (; *words != NULL; words++)
    {
      char *word = *words, *value;
      gboolean is_long = g_str_has_prefix (word, "--");
      gsize length = is_long ? strcspn (word, "=") : MIN (strlen (word), 2);
      const CliOption *option;

      if (!options || word[0] != '-' || word[1] == '\0')
        {
          if (!take_operand (self, command, word, error))
            return NULL;
          continue;
        }
      if (g_str_equal (word, "--"))
        {
          options = FALSE;
          continue;
        }
      option = find_option (command, word, length);
      if (option == NULL)
        {
          g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST,
                       "%.*s: no such option of %s; “ondes-cli %s --help” tells all", (int) length, word, command->name,
                       command->name);
          return NULL;
        }
      value = word[length] == '\0' ? NULL : word + length + (is_long ? 1 : 0);
      if (!take_value (self, option, value, &words, error))
        return NULL;
    }
  if (self->operands->len < count_operands (command) && command->operand[0] != '[')
    {
      const char *first = command->operand + (self->operands->len > 0 ? strcspn (command->operand, " ") + 1 : 0);

      return ondes_error_set_null (error, ONDES_ERROR_REQUEST, "%.*s: missing; write: ondes-cli %s %s %s",
                                   (int) strcspn (first, " "), first, command->name, command->operand, command->usage);
    }
  return g_steal_pointer (&self);
}

void
cli_arguments_free (CliArguments *self)
{
  g_hash_table_unref (self->values);
  g_ptr_array_unref (self->given);
  g_ptr_array_unref (self->operands);
  g_free (self);
}

CliArguments *
cli_arguments_copy (const CliArguments *self)
{
  CliArguments *copy = g_new0 (CliArguments, 1);
  GHashTableIter iter;
  gpointer option, value;

  copy->values = g_hash_table_new (g_str_hash, g_str_equal);
  g_hash_table_iter_init (&iter, self->values);
  while (g_hash_table_iter_next (&iter, &option, &value))
    g_hash_table_insert (copy->values, option, value);
  copy->given = g_ptr_array_copy (self->given, NULL, NULL);
  copy->operands = g_ptr_array_copy (self->operands, NULL, NULL);
  return copy;
}

const char *
cli_text (const CliArguments *self,
          const char         *option)
{
  return g_hash_table_lookup (self->values, option);
}

const char **
cli_texts (const CliArguments *self,
           const char         *option)
{
  const char **texts = g_new0 (const char *, self->given->len / 2 + 1);
  guint n = 0;

  for (guint i = 0; i < self->given->len; i += 2)
    if (g_str_equal (g_ptr_array_index (self->given, i), option))
      texts[n++] = g_ptr_array_index (self->given, i + 1);
  return texts;
}

gboolean
cli_has (const CliArguments *self,
         const char         *option)
{
  return g_hash_table_contains (self->values, option);
}

gboolean
cli_number (const CliArguments *self,
            const char         *option,
            double              lo,
            double              hi,
            double             *value,
            GError            **error)
{
  const char *text = cli_text (self, option);

  return text == NULL || ondes_option_number (option, text, lo, hi, value, error);
}

gboolean
cli_integer (const CliArguments *self,
             const char         *option,
             guint64             lo,
             guint64             hi,
             guint64            *value,
             GError            **error)
{
  const char *text = cli_text (self, option);

  return text == NULL || ondes_option_integer (option, text, lo, hi, value, error);
}

gboolean
cli_range (const CliArguments *self,
           const char         *option,
           double             *lo,
           double             *hi,
           GError            **error)
{
  const char *text = cli_text (self, option);

  return text == NULL || ondes_option_range (option, text, lo, hi, error);
}

gboolean
cli_choice (const CliArguments *self,
            const char         *option,
            const char *const  *names,
            guint              *value,
            GError            **error)
{
  const char *text = cli_text (self, option);

  return text == NULL || ondes_option_choice (option, text, names, value, error);
}

gboolean
cli_params_parse (const CliArguments *self,
                  const OndesParam   *rows,
                  gpointer            owner,
                  GError            **error)
{
  for (const OndesParam *row = rows; row->key != NULL; row++)
    {
      const char *text = row->option != NULL && (row->flags & ONDES_PARAM_OWN) == 0 ? cli_text (self, row->option) : NULL;

      if (text != NULL && *text == '\0' && row->type == ONDES_PARAM_TEXT)
        return cli_refuse (error, row->option, "needs a value, %s", row->argument);
      if (text != NULL && !ondes_param_parse (rows, row, text, owner, error))
        return FALSE;
    }
  return TRUE;
}

/* Prints an option with its help in an aligned column, on a new line after a long option; lines break at blanks. */
static void
print_option (const CliOption *option)
{
  const int indent = 30, width = 100;
  g_autofree char *left = g_strdup_printf ("  %s%s%s", option->name, option->argument != NULL ? " " : "",
                                           option->argument != NULL ? option->argument : "");
  g_auto (GStrv) words = g_strsplit (option->help, " ", 0);
  glong at = g_utf8_strlen (left, -1);

  fputs (left, ondes_result_stream ());
  if (at >= indent)
    {
      fputc ('\n', ondes_result_stream ());
      at = 0;
    }
  fprintf (ondes_result_stream (), "%*s", (int) (indent - at), "");
  at = indent;
  for (guint i = 0; words[i] != NULL; i++)
    {
      glong length = g_utf8_strlen (words[i], -1);

      if (i > 0 && at + 1 + length > width)
        {
          fprintf (ondes_result_stream (), "\n%*s", indent, "");
          at = indent;
        }
      else if (i > 0)
        {
          fputc (' ', ondes_result_stream ());
          at++;
        }
      fputs (words[i], ondes_result_stream ());
      at += length;
    }
  fputc ('\n', ondes_result_stream ());
}

void
cli_print_help (const CliCommand *command)
{
  fprintf (ondes_result_stream (), "Usage: ondes-cli %s%s%s%s%s\n%s\n", command->name, command->operand != NULL ? " " : "",
          command->operand != NULL ? command->operand : "", command->usage[0] != '\0' ? " " : "", command->usage,
          command->summary);
  for (guint g = 0; command->groups[g] != NULL; g++)
    {
      fprintf (ondes_result_stream (), "\n%s\n", command->groups[g][0].help);
      for (const CliOption *option = cli_group_options (command->groups[g]) + 1; option->name != NULL; option++)
        print_option (option);
    }
  if (command->epilogue != NULL)
    fprintf (ondes_result_stream (), "\n%s\n", command->epilogue);
}

void
cli_json_string (GString    *out,
                 const char *text)
{
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;

  if (valid == NULL)
    {
      g_string_append (out, "null");
      return;
    }
  g_string_append_c (out, '"');
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      if (c == '"' || c == '\\')
        g_string_append_printf (out, "\\%c", *p);
      else if (ondes_display_acts (c))
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_unichar (out, c);
    }
  g_string_append_c (out, '"');
}

void
cli_json_number (GString *out,
                 double   value)
{
  char text[ONDES_NUMBER_SIZE];

  g_string_append (out, isfinite (value) ? ondes_number_print (text, value) : "null");
}

static void
add_key (GString    *object,
         const char *key)
{
  g_string_append_printf (object, "%s\n  \"%s\": ", object->str[object->len - 1] == '{' ? "" : ",", key);
}

void
cli_json_add_text (GString    *object,
                   const char *key,
                   const char *value)
{
  add_key (object, key);
  cli_json_string (object, value);
}

void
cli_json_add_number (GString    *object,
                     const char *key,
                     double      value)
{
  add_key (object, key);
  cli_json_number (object, value);
}

void
cli_json_add_integer (GString    *object,
                      const char *key,
                      gint64      value)
{
  add_key (object, key);
  g_string_append_printf (object, "%" G_GINT64_FORMAT, value);
}

void
cli_json_add_boolean (GString    *object,
                      const char *key,
                      gboolean    value)
{
  add_key (object, key);
  g_string_append (object, value ? "true" : "false");
}
