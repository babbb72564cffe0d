/* SPDX-License-Identifier: GPL-3.0-or-later */
/* espresso's .pla format, for two-valued functions: see its manual page pla(5). */
#include "truth-table-private.h"

#include "base/display-text.h"
#include "base/number.h"
#include "base/words.h"

#include <string.h>

/* The sets that the cubes of a type specify. */
enum
{
  SAYS_ON = 1,
  SAYS_DONT_CARE = 2,
  SAYS_OFF = 4,
};

static const struct
{
  const char *name;
  guint       says;
} types[] = {
  { "f", SAYS_ON },
  { "fd", SAYS_ON | SAYS_DONT_CARE },
  { "fr", SAYS_ON | SAYS_OFF },
  { "fdr", SAYS_ON | SAYS_DONT_CARE | SAYS_OFF },
};

typedef struct
{
  OndesTruthText  *text;
  OndesTruthTable *table; /* NULL until .i and .o are known */
  guint64         *off;   /* the zeros: a plane, or NULL */
  guint64          inputs, outputs; /* 0 if not yet stated */
  guint64          claimed, cubes; /* claimed: from .p, if stated */
  gboolean         has_claim, ended;
  guint            says;
  guint            left_out;       /* line of an ignored directive; 0 if none */
  char            *title;
  char           **input_names, **output_names;
} Parser;

static gboolean
at_end_of_line (const OndesTruthText *text)
{
  return text->p == text->end || *text->p == '\n' || *text->p == '#';
}

static void
skip_blanks (OndesTruthText *text)
{
  while (text->p < text->end && strchr (" \t\f\v\r", *text->p) && *text->p)
    text->p++;
}

/* Takes the next word of this line; NULL if there is none. */
static char *
take_word (OndesTruthText *text)
{
  const char *begin;

  skip_blanks (text);
  begin = text->p;
  while (!at_end_of_line (text) && !strchr (" \t\f\v\r", *text->p))
    text->p++;
  return text->p > begin ? g_strndup (begin, (gsize) (text->p - begin)) : NULL;
}

static char **
take_words (OndesTruthText *text)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  char *word;

  while ((word = take_word (text)))
    g_ptr_array_add (words, ondes_display_text (word)), g_free (word);
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_steal (words, NULL);
}

/* Takes the word after a directive, or NULL; sets @before to its place. */
static char *
take_argument (Parser         *self,
               OndesTruthText *before)
{
  skip_blanks (self->text);
  *before = *self->text;
  return take_word (self->text);
}

static gboolean
take_number (Parser     *self,
             const char *key,
             guint64     min,
             guint64    *number,
             GError    **error)
{
  OndesTruthText before;
  g_autofree char *word = take_argument (self, &before);

  if (word && strspn (word, "0123456789") == strlen (word)
      && g_ascii_string_to_unsigned (word, 10, min, G_MAXINT64, number, NULL))
    return TRUE;
  return ondes_truth_text_refuse (&before, error, _(".%s needs a whole number from %" PRIu64), key, min);
}

static gboolean
take_size (Parser     *self,
           const char *key,
           guint64    *number,
           GError    **error)
{
  OndesTruthText before = *self->text;
  guint64 value;

  if (!take_number (self, key, 1, &value, error))
    return FALSE;
  if (*number && *number != value)
    return ondes_truth_text_refuse (&before, error, _(".%s says %" PRIu64 ", but it said %" PRIu64 " before"),
                                    key, value, *number);
  *number = value;
  /* Both sizes are checked once both are known, so a table with too many inputs is refused before its cubes are read. */
  if (self->inputs && self->outputs && !self->table)
    self->table = ondes_truth_table_new (self->inputs, self->outputs, self->text->display, self->text, error);
  return self->table || !self->inputs || !self->outputs;
}

static gboolean
take_type (Parser  *self,
           GError **error)
{
  OndesTruthText before;
  g_autofree char *word = take_argument (self, &before);

  if (self->cubes > 0)
    return ondes_truth_text_refuse (&before, error, _(".type has to stand before the cubes"));
  for (guint i = 0; word && i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (word, types[i].name))
      {
        self->says = types[i].says;
        return TRUE;
      }
  return ondes_truth_text_refuse (&before, error, _("the type is none of f, fd, fr and fdr"));
}

static gboolean
take_directive (Parser  *self,
                GError **error)
{
  static const char *const many_valued[] = { "mv", "kiss", "symbolic", "symbolic-output", "label", NULL };
  OndesTruthText before = *self->text;
  g_autofree char *key = NULL;

  self->text->p++;
  key = take_word (self->text);
  if (!key)
    return ondes_truth_text_refuse (&before, error, _("a point without a word; is the file broken off?"));
  if (g_str_equal (key, "i"))
    return take_size (self, key, &self->inputs, error);
  if (g_str_equal (key, "o"))
    return take_size (self, key, &self->outputs, error);
  if (g_str_equal (key, "type"))
    return take_type (self, error);
  if (g_str_equal (key, "e") || g_str_equal (key, "end"))
    self->ended = TRUE;
  else if (g_str_equal (key, "p"))
    {
      self->has_claim = TRUE;
      return take_number (self, key, 0, &self->claimed, error);
    }
  else if (g_str_equal (key, "ilb") || g_str_equal (key, "ob"))
    {
      char ***names = key[0] == 'i' ? &self->input_names : &self->output_names;

      g_strfreev (*names);
      *names = take_words (self->text);
    }
  else if (g_strv_contains (many_valued, key))
    return ondes_truth_text_refuse (&before, error, _(".%s is for functions of more than two values, which are not read"), key);
  else if (!self->left_out)
    self->left_out = self->text->line;
  ondes_truth_text_skip_line (self->text);
  return TRUE;
}

/* Adds the points of a cube to the output's bitmap @plane; FALSE if any of them is in @against (may be NULL). The six lowest
 * index bits form a pattern within each word; the words are those whose number agrees in the bits that the cube fixes. */
static gboolean
fill (const OndesTruthTable *table,
      guint64               *plane,
      const guint64         *against,
      guint64                value,
      guint64                care)
{
  static const guint64 ones[] = { 0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                  0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000 };
  guint within = MIN (table->inputs, 6);
  guint64 pattern = within == 6 ? G_MAXUINT64 : ((guint64) 1 << (1 << within)) - 1;
  guint64 fixed = value >> within, open = ~(care >> within) & (table->words - 1), word = 0;

  for (guint b = 0; b < within; b++)
    if (care >> b & 1)
      pattern &= value >> b & 1 ? ones[b] : ~ones[b];
  pattern = GUINT64_TO_LE (pattern);
  do
    {
      if (against && against[fixed | word] & pattern)
        return FALSE;
      plane[fixed | word] |= pattern;
      word = (word - open) & open;
    }
  while (word);
  return TRUE;
}

/* Returns the plane of output @k, from 0, allocated on first use; NULL if out of memory. */
static guint64 *
plane_of (Parser   *self,
          guint64 **plane,
          guint     k,
          GError  **error)
{
  if (!*plane)
    *plane = ondes_truth_table_plane (self->table, error);
  return *plane ? *plane + k * self->table->words : NULL;
}

/* Takes a cube's character for output @k, counted from 0, and adds the cube's points to that output. */
static gboolean
take_output (Parser  *self,
             guint    k,
             guint64  value,
             guint64  care,
             gboolean empty,
             GError **error)
{
  OndesTruthTable *table = self->table;
  char c = *self->text->p;
  guint says = c == '1' || c == '4' ? SAYS_ON : c == '0' || c == '3' ? SAYS_OFF : c == '-' || c == '2' ? SAYS_DONT_CARE : 0;
  guint64 *on = table->on + k * table->words, *plane;
  const guint64 *against = NULL;

  if (!says && c != '~')
    return ondes_truth_text_refuse_character (self->text, _("none of 0, 1, - and ~, which a cube says of an output"), error);
  if (empty || !(self->says & says))
    return TRUE;
  if (g_cancellable_set_error_if_cancelled (self->text->cancellable, error))
    return FALSE;
  plane = says == SAYS_ON ? on : plane_of (self, says == SAYS_OFF ? &self->off : &table->dont_care, k, error);
  if (!plane)
    return FALSE;
  if (says == SAYS_ON && self->off)
    against = self->off + k * table->words;
  else if (says == SAYS_OFF)
    against = on;
  if (!fill (table, plane, against, value, care))
    return ondes_truth_text_refuse (self->text, error,
                                    _("the cube says %d of output %u where one before it says %d; a .pla must not contradict "
                                      "itself"),
                                    says == SAYS_ON, k + 1, says != SAYS_ON);
  return TRUE;
}

/* Finds the next character of a cube, on this line or a later one; FALSE at the end of the text. */
static gboolean
find_character (OndesTruthText *text)
{
  while (text->p < text->end && strchr (" \t\f\v\r\n|#", *text->p) && *text->p)
    if (*text->p == '#')
      ondes_truth_text_skip_line (text);
    else
      ondes_truth_text_advance (text);
  return text->p < text->end;
}

/* Allocates all planes up front, so that lack of memory is reported before any is filled. */
static gboolean
take_planes (Parser  *self,
             GError **error)
{
  return !(self->says & SAYS_OFF) || (plane_of (self, &self->table->dont_care, 0, error) && plane_of (self, &self->off, 0, error));
}

static gboolean
take_cube (Parser  *self,
           GError **error)
{
  OndesTruthText *text = self->text;
  guint64 value = 0, care = 0;
  gboolean empty = FALSE;
  guint inputs = (guint) self->inputs, outputs = (guint) self->outputs;

  if (self->cubes == 0 && !take_planes (self, error))
    return FALSE;
  for (guint i = 0; i < inputs + outputs; i++, text->p++)
    {
      guint64 bit = i < inputs ? (guint64) 1 << (inputs - 1 - i) : 0;

      if (!find_character (text))
        return ondes_truth_text_refuse (text, error, _("the file breaks off within a cube, after %u of its %u characters"), i,
                                        inputs + outputs);
      if (i >= inputs)
        {
          if (!take_output (self, i - inputs, value, care, empty, error))
            return FALSE;
          continue;
        }
      if (!strchr ("01-2?", *text->p) || !*text->p)
        return ondes_truth_text_refuse_character (text, _("none of 0, 1 and -, which a cube has for an input"), error);
      empty |= *text->p == '?'; /* neither 0 nor 1: the cube has no points */
      care |= *text->p == '0' || *text->p == '1' ? bit : 0;
      value |= *text->p == '1' ? bit : 0;
    }
  self->cubes++;
  return TRUE;
}

static void
take_names (Parser      *self,
            const char  *key,
            char      ***from,
            guint        n,
            char      ***to)
{
  guint there = *from ? g_strv_length (*from) : n;

  if (there == n)
    *to = g_steal_pointer (from);
  else
    ondes_truth_table_note (self->table, g_dngettext (GETTEXT_PACKAGE, "%s has %u name after .%s for %u; it is left out.",
                                         "%s has %u names after .%s for %u; they are left out.", there),
                            self->text->display, there, key, n);
}

static gboolean
finish (Parser  *self,
        GError **error)
{
  OndesTruthTable *table = self->table;
  guint64 all = table && table->inputs < 6 ? GUINT64_TO_LE (((guint64) 1 << (1 << table->inputs)) - 1) : G_MAXUINT64;

  if (!table)
    return ondes_truth_text_refuse (self->text, error, _("the file ends before .i and .o have said how large the table is"));
  if (!self->ended && self->cubes < (self->has_claim ? self->claimed : 1))
    return ondes_truth_text_refuse (self->text, error,
                                    g_dngettext (GETTEXT_PACKAGE,
                                                 "the file breaks off without .e after %" PRIu64 " of its %" PRIu64 " cube or "
                                                 "more",
                                                 "the file breaks off without .e after %" PRIu64 " of its %" PRIu64 " cubes "
                                                 "or more", (gulong) (self->has_claim ? self->claimed : 1)),
                                    self->cubes, self->has_claim ? self->claimed : 1);
  if (self->has_claim && self->cubes != self->claimed)
    ondes_truth_table_note (table, g_dngettext (GETTEXT_PACKAGE,
                                                "%s has %" PRIu64 " cube, though .p tells %" PRIu64 ".",
                                                "%s has %" PRIu64 " cubes, though .p tells %" PRIu64 ".",
                                                (gulong) self->cubes),
                                   self->text->display, self->cubes, self->claimed);
  if (self->left_out)
    ondes_truth_table_note (table,
                            _("Line %u of %s has a word that says nothing of the function and is left out."), self->left_out,
                            self->text->display);
  if (self->says & SAYS_OFF)
    {
      /* Points that no cube makes one or zero are don't-care. */
      if (!plane_of (self, &table->dont_care, 0, error))
        return FALSE;
      for (guint64 w = 0; w < table->words * table->outputs; w++)
        {
          if (w % WORDS_BETWEEN == 0 && g_cancellable_set_error_if_cancelled (self->text->cancellable, error))
            return FALSE;
          table->dont_care[w] |= ~(table->on[w] | (self->off ? self->off[w] : 0)) & all;
        }
    }
  take_names (self, "ilb", &self->input_names, table->inputs, &table->input_names);
  take_names (self, "ob", &self->output_names, table->outputs, &table->output_names);
  table->name = g_steal_pointer (&self->title);
  return TRUE;
}

static gboolean
take_all (Parser  *self,
          GError **error)
{
  OndesTruthText *text = self->text;

  while (!self->ended)
    {
      while (text->p < text->end && g_ascii_isspace (*text->p))
        ondes_truth_text_advance (text);
      if (text->p == text->end)
        break;
      if (*text->p == '#')
        ondes_truth_text_skip_line (text);
      else if (*text->p == '.')
        {
          if (!take_directive (self, error))
            return FALSE;
        }
      else if (!self->table)
        {
          const char *begin = text->p;

          /* A bare line before the sizes is a title. */
          ondes_truth_text_skip_line (text);
          if (!self->title)
            {
              g_autofree char *title = g_strndup (begin, (gsize) (text->p - begin));

              self->title = ondes_display_text (g_strstrip (title));
            }
        }
      else if (!take_cube (self, error))
        return FALSE;
    }
  return finish (self, error);
}

OndesTruthTable *
ondes_pla_parse (OndesTruthText *text,
                 GError        **error)
{
  Parser self = { .text = text, .says = SAYS_ON | SAYS_DONT_CARE };
  gboolean done = take_all (&self, error);

  ondes_truth_table_plane_free (self.off);
  g_free (self.title);
  g_strfreev (self.input_names);
  g_strfreev (self.output_names);
  if (done)
    return ondes_truth_table_finish (self.table, ".pla", text->cancellable, error);
  g_clear_pointer (&self.table, ondes_truth_table_unref);
  return NULL;
}

/* TRUE if a line begins with .i or .o and a number. */
gboolean
ondes_pla_detect (const char *text,
                  gsize       length)
{
  const char *end = text + length;

  for (const char *p = text; p && p < end; p = memchr (p, '\n', (gsize) (end - p)), p = p ? p + 1 : NULL)
    {
      while (p < end && strchr (" \t\r", *p) && *p)
        p++;
      if (end - p > 3 && p[0] == '.' && (p[1] == 'i' || p[1] == 'o') && strchr (" \t", p[2]) && p[2])
        {
          for (p += 2; p < end && (*p == ' ' || *p == '\t');)
            p++;
          if (p < end && g_ascii_isdigit (*p))
            return TRUE;
        }
    }
  return FALSE;
}
