/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of parameters. A row describes one parameter of a struct, its owner: name, type, place, limits, words and titles.
 *
 * Everything that handles parameters reads the tables: the command's options and their help, copied commands, presets, sessions,
 * what is remembered between runs, the bytes that identify a spec, and the rows of the side bar. To add a parameter, add its row
 * and use its value. Functions take the owner as a pointer to the struct that the table is about. Any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_PARAM_WORD,    /* an enum or guint, written as one of the words */
  ONDES_PARAM_NUMBER,  /* a double; its first whole values, from 0 on, may have words: "auto" */
  ONDES_PARAM_COUNT,   /* a guint64 */
  ONDES_PARAM_INDEX,   /* a guint */
  ONDES_PARAM_BOOLEAN, /* a gboolean; its option is a flag */
  ONDES_PARAM_TEXT,    /* a char[size] */
  ONDES_PARAM_RANGE,   /* a double[2], the lower one first; its option is "LO:HI" */
  ONDES_PARAM_STRING,  /* a const char *, one of the words if there are any; NULL for none. Borrowed from whatever was parsed */
  ONDES_PARAM_FORM,    /* bytes[size], which @parse and @print know */
} OndesParamType;

typedef enum
{
  ONDES_PARAM_SPEC       = 1 << 0, /* identifies a spec: part of its canonical bytes and of its printed options */
  ONDES_PARAM_PRESET     = 1 << 1, /* kept in presets of whole analyses */
  ONDES_PARAM_REMEMBERED = 1 << 2, /* of a person: kept for other recordings and between runs */
  ONDES_PARAM_SESSION    = 1 << 3, /* saved with the session, and undone */
  ONDES_PARAM_FIGURE     = 1 << 4, /* only pictures depend on it */
  ONDES_PARAM_STATED     = 1 << 5, /* its default depends on the use of the result, so commands always state it */
  ONDES_PARAM_UNSET      = 1 << 6, /* TRUE is the default, and the option, named by it, switches it off: "--no-cone" */
  ONDES_PARAM_OWN        = 1 << 7, /* the command parses its option itself */
  ONDES_PARAM_GREYED     = 1 << 8, /* its row is greyed, not hidden, where it does not apply */
  ONDES_PARAM_LINEAR     = 1 << 9, /* its slider is not logarithmic */
  ONDES_PARAM_POWER      = 1 << 10, /* a power of two: its row is a list in place of a slider, or an entry that takes "2^10" */
  ONDES_PARAM_MARKED     = 1 << 11, /* the header of the table tells the meaning */
  ONDES_PARAM_SPIN       = 1 << 12, /* a whole number: its row is an entry with buttons that count, in the slider's range */
} OndesParamFlags;

typedef struct _OndesParam OndesParam;

struct _OndesParam
{
  const char        *key;      /* "omega0": its name in files and settings; NULL ends a table */
  OndesParamType     type;
  gsize              offset;   /* in the owner */
  const char *const *words;    /* for WORD; of an INDEX, the numbers that it may have; of a TEXT, what it may begin with, for
                                * completion. NULL-terminated */
  gsize              size;     /* for TEXT and FORM, in bytes */
  guint              flags;    /* OndesParamFlags */
  double             low, high; /* limits of the value; both 0 for none */

  /* In the command. */
  const char        *option;   /* "--omega0"; NULL if it has none, or is the argument of another one's word */
  const char        *argument; /* "W"; NULL for a flag */
  const char        *help;     /* with unit and default; NULL if the commands list the option themselves */
  const char        *section;  /* the group of options that has it, where a table serves several; NULL otherwise */
  /* A parameter of one word alone: it applies with that word. Unless it has an option itself, it is the word's argument:
   * "moving:5" is the word "moving" of @of, and 5 is this parameter. */
  const char        *of;       /* the key of the row with the word; NULL if it is of no word */
  guint              of_word;  /* the index of the word */
  const char        *expected; /* marked for translation: the end of "TEXT is not …"; NULL for a sentence by its type */
  const char        *second;   /* for the help of its option of a second file; NULL if it has none */
  /* Parse and print the option's text where it has another form than its type; NULL otherwise. Parsing changes nothing if it
   * fails, and then sets an error, unless @expected tells. Printing returns NULL for no value. */
  gboolean         (*parse) (const OndesParam *row, const char *text, gpointer owner, GError **error);
  char            *(*print) (gconstpointer owner);

  /* In the window. */
  const char        *group;    /* the rows that stand together; NULL if it has no row of its own */
  const char        *title;    /* marked for translation, as all texts here */
  const char        *said;     /* in place of the title in lists of settings and in sentences */
  const char        *tip;
  /* Of the words; of a flag's FALSE and TRUE, where its row is a list. A STRING has one more before them, for none. Of an INDEX
   * they begin with the numbers that its list offers, or are its values from 0 on. The page fills an empty list, and the INDEX is
   * the place in it. */
  const char *const *titles;
  const char        *automatic; /* title of a switch that sets 0, before the row of a number; NULL if it has none */
  const char        *question; /* title of the file chooser, of a TEXT that is the path of a file; NULL otherwise */
  const char        *unit;     /* NULL if none, or if the page sets it */
  double             slider_low, slider_high; /* the slider's range; both 0 for an entry */
  guint              setting;  /* OndesSetting of its errors; 0 if none */
  /* TRUE if the parameter has an effect now; NULL if always. */
  gboolean         (*applies) (gconstpointer owner);
  /* TRUE if the word goes together with the other values, so that its row offers it; NULL if all do. */
  gboolean         (*has_word) (gconstpointer owner,
                                guint         word);
};

typedef struct
{
  const OndesParam *rows;
  gconstpointer     defaults; /* an owner */
} OndesParamTable;

/* Returns the row of @key, of an option, or of a setting of errors; NULL if there is none. */
const OndesParam *ondes_params_find        (const OndesParam      *rows,
                                            const char            *key);
const OndesParam *ondes_params_find_option (const OndesParam      *rows,
                                            const char            *option);
const OndesParam *ondes_params_find_setting (const OndesParam     *rows,
                                            guint                  setting);
/* TRUE if @row has an effect in @owner. */
gboolean          ondes_param_applies      (const OndesParam      *rows,
                                            const OndesParam      *row,
                                            gconstpointer          owner);

/* Returns how many bytes of the owner the parameter takes. */
gsize             ondes_param_bytes        (const OndesParam      *row);
/* Returns the value of a number, count or index. */
double            ondes_param_get_number   (const OndesParam      *row,
                                            gconstpointer          owner);
/* Sets it: counts and indices are rounded, and not below 0. */
void              ondes_param_set_number   (const OndesParam      *row,
                                            gpointer               owner,
                                            double                 number);
/* TRUE if 0 is beyond the limits of a number: then it stands for an automatic choice. */
gboolean          ondes_param_may_be_automatic (const OndesParam  *row);
/* Sets the value in @to to the one in @from; strings are borrowed. */
void              ondes_param_copy         (const OndesParam      *row,
                                            gpointer               to,
                                            gconstpointer          from);
/* Copies the strings of an owner, which then owns them. */
void              ondes_params_own         (const OndesParam      *rows,
                                            gpointer               owner);
/* Frees the strings of an owner that owns them. */
void              ondes_params_clear       (const OndesParam      *rows,
                                            gpointer               owner);
/* TRUE if @a and @b have the same value. */
gboolean          ondes_param_equal        (const OndesParam      *row,
                                            gconstpointer          a,
                                            gconstpointer          b);
/* TRUE if all rows that have all of @flags are equal. */
gboolean          ondes_params_equal       (const OndesParam      *rows,
                                            guint                  flags,
                                            gconstpointer          a,
                                            gconstpointer          b);

/* Adds an entry to @builder, a{sv}, for each row that has all of @flags. */
void              ondes_params_save        (const OndesParam      *rows,
                                            guint                  flags,
                                            gconstpointer          owner,
                                            GVariantBuilder       *builder);
/* Sets the values that @saved has; entries of another type, unknown words and infinite numbers are ignored. Strings are borrowed
 * from @saved. */
void              ondes_params_restore     (const OndesParam      *rows,
                                            guint                  flags,
                                            gpointer               owner,
                                            GVariant              *saved);

/* Parses the value of an option. Fails with ONDES_ERROR_REQUEST about the option, and then changes nothing. */
gboolean          ondes_param_parse        (const OndesParam      *rows,
                                            const OndesParam      *row,
                                            const char            *text,
                                            gpointer               owner,
                                            GError               **error);
/* Returns the value as text that ondes_param_parse() takes: "5", "moving:2.5"; "" for a flag. Transfer full. */
char             *ondes_param_print        (const OndesParam      *rows,
                                            const OndesParam      *row,
                                            gconstpointer          owner);
/* TRUE if a command has to give the option: the value differs from the default, and has an effect. */
gboolean          ondes_param_is_given     (const OndesParamTable *table,
                                            const OndesParam      *row,
                                            gconstpointer          owner);
/* Appends " --option value" for each row that has all of @flags and none of @without, and that a command has to give. */
void              ondes_params_print       (const OndesParamTable *table,
                                            guint                  flags,
                                            guint                  without,
                                            gconstpointer          owner,
                                            GString               *out);
/* Adds an option and its value, "" for a flag, to @options for each of these rows, defaults too; not values that are automatic.
 * The strings are the caller's. */
void              ondes_params_list        (const OndesParamTable *table,
                                            guint                  flags,
                                            guint                  without,
                                            gconstpointer          owner,
                                            GPtrArray             *options);
/* Returns the words of @row, with a colon after each that takes an argument, for completion; NULL if it has none. Never freed. */
const char *const *ondes_param_words       (const OndesParam      *rows,
                                            const OndesParam      *row);
/* Fails with ONDES_ERROR_REQUEST if the value is a number outside its limits, or a string that is none of its words. */
gboolean          ondes_param_check        (const OndesParam      *row,
                                            gconstpointer          owner,
                                            GError               **error);
/* The same of all rows that have all of @flags. */
gboolean          ondes_params_check       (const OndesParam      *rows,
                                            guint                  flags,
                                            gconstpointer          owner,
                                            GError               **error);
/* Appends the bytes of the rows that have ONDES_PARAM_SPEC: first words, indices and flags, of 4 bytes each, then the others. */
void              ondes_params_identify    (const OndesParam      *rows,
                                            gconstpointer          owner,
                                            GByteArray            *bytes);

G_END_DECLS
