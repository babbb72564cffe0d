/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Truth tables written as Boolean expressions, such as an algebraic normal form. */
#include "truth-table-private.h"

#include "base/words.h"

#include <string.h>

#define NESTED_MAX 500 /* brackets and signs within each other */

/* The steps that compute an expression on a stack, in the order of the operators from the weakest on. */
typedef enum
{
  STEP_EQUAL,   /* <-> */
  STEP_IMPLIES, /* -> */
  STEP_OR,
  STEP_XOR,
  STEP_AND,
  N_OPERATORS,
  STEP_NOT = N_OPERATORS,
  STEP_INPUT,
  STEP_0,
  STEP_1,
} StepKind;

typedef struct
{
  StepKind kind;
  guint    input; /* from 1 */
} Step;

typedef struct
{
  OndesTruthText *text;
  GArray         *steps; /* of Step */
  guint           inputs, nested, depth, deepest; /* depth: values on the stack */
} Parser;

/* The signs of each operator, NULL-terminated. Two inputs with nothing between them are multiplied. */
static const char *const signs[N_OPERATORS][5] = {
  { "<->", "↔", NULL }, { "->", "→", NULL }, { "||", "|", "∨", NULL }, { "^", "+", "⊕", NULL }, { "&&", "&", "*", "·", "∧" },
};

static gboolean
skip_sign (OndesTruthText *text,
           const char     *sign)
{
  const gsize length = strlen (sign);

  if ((gsize) (text->end - text->p) < length || memcmp (text->p, sign, length) != 0)
    return FALSE;
  text->p += length;
  return TRUE;
}

static void
skip_blanks (OndesTruthText *text)
{
  while (text->p < text->end && (g_ascii_isspace (*text->p) || *text->p == '#'))
    if (*text->p == '#')
      ondes_truth_text_skip_line (text);
    else
      ondes_truth_text_advance (text);
}

static gboolean
begins_input (const OndesTruthText *text)
{
  return text->end - text->p > 1 && (*text->p == 'x' || *text->p == 'X') && g_ascii_isdigit (text->p[1]);
}

/* TRUE if an input, its negation or a bracket begins here. */
static gboolean
begins_operand (const OndesTruthText *text)
{
  static const char *const nots[] = { "!", "~", "¬" };
  OndesTruthText ahead = *text;

  for (guint i = 0; i < G_N_ELEMENTS (nots); i++)
    if (skip_sign (&ahead, nots[i]))
      return TRUE;
  return begins_input (&ahead) || skip_sign (&ahead, "(");
}

static gboolean
skip_sign_of (OndesTruthText *text,
              StepKind        kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (signs[kind]) && signs[kind][i] != NULL; i++)
    if (skip_sign (text, signs[kind][i]))
      return TRUE;
  return FALSE;
}

/* Moves past an operator that begins here; FALSE if it is another one. */
static gboolean
skip_operator (OndesTruthText *text,
               StepKind        kind)
{
  skip_blanks (text);
  return skip_sign_of (text, kind) || (kind == STEP_AND && begins_operand (text));
}

static void
add_step (Parser  *self,
          StepKind kind,
          guint    input)
{
  const Step step = { kind, input };

  if (kind < N_OPERATORS)
    self->depth--;
  else if (kind != STEP_NOT)
    self->depth++;
  self->deepest = MAX (self->deepest, self->depth);
  g_array_append_val (self->steps, step);
}

static gboolean parse_operator (Parser  *self,
                                StepKind kind,
                                GError **error);

static gboolean
parse_input (Parser  *self,
             GError **error)
{
  OndesTruthText *text = self->text;
  const OndesTruthText at = *text;
  guint input = 0;

  for (text->p++; text->p < text->end && g_ascii_isdigit (*text->p); text->p++)
    input = MIN (10 * input + (guint) (*text->p - '0'), 1000);
  if (input < 1 || input > ONDES_TRUTH_TABLE_MAX_INPUTS)
    return ondes_truth_text_refuse (&at, error, _("an input is x1 to x%d"), ONDES_TRUTH_TABLE_MAX_INPUTS);
  self->inputs = MAX (self->inputs, input);
  add_step (self, STEP_INPUT, input);
  return TRUE;
}

/* Parses an input, a constant, or what stands in brackets; a sign of negation may stand before it. */
static gboolean
parse_operand (Parser  *self,
               GError **error)
{
  OndesTruthText *text = self->text;
  OndesTruthText at;

  skip_blanks (text);
  at = *text;
  if (++self->nested > NESTED_MAX)
    return ondes_truth_text_refuse (text, error, _("more than %d brackets and signs are within each other"), NESTED_MAX);
  if (skip_sign (text, "!") || skip_sign (text, "~") || skip_sign (text, "¬"))
    {
      if (!parse_operand (self, error))
        return FALSE;
      add_step (self, STEP_NOT, 0);
    }
  else if (skip_sign (text, "("))
    {
      if (!parse_operator (self, STEP_EQUAL, error))
        return FALSE;
      skip_blanks (text);
      if (!skip_sign (text, ")"))
        return ondes_truth_text_refuse (text->p < text->end ? text : &at, error,
                                        text->p < text->end ? _("an operator or a closing bracket is missing here")
                                                            : _("this bracket is not closed"));
    }
  else if (skip_sign (text, "0"))
    add_step (self, STEP_0, 0);
  else if (skip_sign (text, "1"))
    add_step (self, STEP_1, 0);
  else if (begins_input (text))
    {
      if (!parse_input (self, error))
        return FALSE;
    }
  else if (skip_sign (text, "…"))
    return ondes_truth_text_refuse (&at, error, _("the terms that … stands for are missing"));
  else
    return ondes_truth_text_refuse (text, error, _("an input such as x1, or 0, 1, ! or (, is missing here"));
  self->nested--;
  return TRUE;
}

/* Parses operands of the operator @kind, each of operators that bind more strongly. Implication binds to the right. */
static gboolean
parse_operator (Parser  *self,
                StepKind kind,
                GError **error)
{
  if (!(kind == STEP_AND ? parse_operand (self, error) : parse_operator (self, kind + 1, error)))
    return FALSE;
  while (skip_operator (self->text, kind))
    {
      gboolean done;

      if (++self->nested > NESTED_MAX)
        return ondes_truth_text_refuse (self->text, error, _("more than %d brackets and signs are within each other"), NESTED_MAX);
      done = kind == STEP_AND       ? parse_operand (self, error)
             : kind == STEP_IMPLIES ? parse_operator (self, kind, error)
                                    : parse_operator (self, kind + 1, error);
      self->nested--;
      if (!done)
        return FALSE;
      add_step (self, kind, 0);
    }
  return TRUE;
}

/* Returns the values of input @i of @n at the 64 points of word @w, as the bitmap has them. */
static guint64
input_word (guint   i,
            guint   n,
            guint64 w)
{
  static const guint64 within[] = { 0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                    0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000 };
  const guint bit = n - i;

  if (bit < G_N_ELEMENTS (within))
    return within[bit];
  return w >> (bit - G_N_ELEMENTS (within)) & 1 ? G_MAXUINT64 : 0;
}

static guint64
combine (StepKind kind,
         guint64  a,
         guint64  b)
{
  switch (kind)
    {
    case STEP_EQUAL:
      return ~(a ^ b);
    case STEP_IMPLIES:
      return ~a | b;
    case STEP_OR:
      return a | b;
    case STEP_XOR:
      return a ^ b;
    default:
      return a & b;
    }
}

static guint64
compute_word (const Parser *self,
              guint64      *stack,
              guint64       w)
{
  guint64 *top = stack; /* above the last value */

  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = &g_array_index (self->steps, Step, i);

      if (step->kind < N_OPERATORS)
        {
          top--;
          top[-1] = combine (step->kind, top[-1], top[0]);
        }
      else if (step->kind == STEP_NOT)
        top[-1] = ~top[-1];
      else if (step->kind == STEP_INPUT)
        *top++ = input_word (step->input, self->inputs, w);
      else
        *top++ = step->kind == STEP_1 ? G_MAXUINT64 : 0;
    }
  return stack[0];
}

/* Computes the table, 64 points at once. */
static OndesTruthTable *
compute (const Parser *self,
         GError      **error)
{
  OndesTruthTable *table = ondes_truth_table_new (self->inputs, 1, self->text->display, NULL, error);
  g_autofree guint64 *stack = g_new (guint64, self->deepest);
  const guint64 kept = self->inputs < 6 ? ((guint64) 1 << (1u << self->inputs)) - 1 : G_MAXUINT64;

  if (table == NULL)
    return NULL;
  for (guint64 w = 0; w < table->words; w++)
    {
      if (w % WORDS_BETWEEN == 0 && g_cancellable_is_cancelled (self->text->cancellable))
        break; /* finishing it fails then */
      table->on[w] = GUINT64_TO_LE (compute_word (self, stack, w) & kept);
    }
  return ondes_truth_table_finish (table, "Boolean expression", self->text->cancellable, error);
}

/* TRUE if the sign of an operator stands here, which no numbers and no names of columns have. */
static gboolean
is_at_sign (OndesTruthText *text)
{
  skip_blanks (text);
  for (StepKind kind = 0; kind < N_OPERATORS; kind++)
    if (skip_sign_of (text, kind))
      return TRUE;
  return FALSE;
}

gboolean
ondes_expression_detect (const char *string,
                         gsize       length,
                         gboolean    strict)
{
  OndesTruthText text = { .p = string, .end = string + length };

  do
    skip_blanks (&text);
  while (skip_sign (&text, "(") || skip_sign (&text, "!") || skip_sign (&text, "~") || skip_sign (&text, "¬"));
  if (skip_sign (&text, "0") || skip_sign (&text, "1"))
    return is_at_sign (&text);
  if (!begins_input (&text))
    return FALSE;
  for (text.p++; text.p < text.end && g_ascii_isdigit (*text.p);)
    text.p++;
  if (!strict)
    skip_blanks (&text);
  return begins_operand (&text) || is_at_sign (&text) || text.p == text.end || *text.p == ')';
}

OndesTruthTable *
ondes_expression_parse (OndesTruthText *text,
                        GError        **error)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  Parser self = { .text = text, .steps = steps };

  if (!parse_operator (&self, STEP_EQUAL, error))
    return NULL;
  skip_blanks (text);
  if (text->p == text->end)
    return compute (&self, error);
  ondes_truth_text_refuse (text, error, _("an operator is missing here: one of & | ^ -> <->"));
  return NULL;
}
