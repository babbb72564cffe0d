/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-text.h"

#include "base/number.h"
#include "base/option.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

#define MOST_BANDS     4096
#define MOST_FRACTION  24
#define MOST_HARMONICS 100000

/* From the second on in the order of OndesFirKind. */
const char *const ondes_filter_kind_options[] = { "--taps",  "--lowpass",        "--highpass", "--bandpass", "--bandstop",
                                                  "--notch", "--differentiator", "--hilbert",  "--bank",     NULL };
const char *const ondes_filter_shape_options[] = { "--ripple-db", "--transition", "--length", "--window", NULL };
/* Those that a step has too. */
static const char *const use_options[] = { "--band", "--resample-taps", "--causal", "--post", NULL };

/* The options as they are asked for. */
typedef struct
{
  OndesFilterLookup lookup;
  gconstpointer     data;
} Asked;

static const char *
get (const Asked *self,
     const char  *option)
{
  return self->lookup (self->data, option);
}

static gboolean
has (const Asked *self,
     const char  *option)
{
  return get (self, option) != NULL;
}

/* Finds the one option that chooses the filter; NULL if there is none and @may_lack. */
static gboolean
find_kind (const Asked *asked,
           gboolean     may_lack,
           const char **kind,
           GError     **error)
{
  *kind = NULL;
  for (const char *const *option = ondes_filter_kind_options; *option != NULL; option++)
    {
      if (!has (asked, *option))
        continue;
      if (*kind != NULL)
        return ondes_option_refuse (error, *option, _("%s asks for another filter; leave one out"), *kind);
      *kind = *option;
    }
  if (*kind != NULL || may_lack)
    return TRUE;
  return ondes_option_refuse (error, "--taps",
                              _("missing; name a file of taps, or design a filter, as with --bandpass 300:3000 or "
                                "--bank octave"));
}

static gboolean
parse_bank (const char        *text,
            OndesFilterChoice *choice,
            GError           **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 5);
  const guint n = g_strv_length (parts);
  const gboolean gammatone = n > 0 && g_str_equal (parts[0], "gammatone");
  guint64 fraction;

  if (g_str_equal (text, "octave"))
    choice->fraction = 1;
  else if (g_str_equal (text, "third-octave"))
    choice->fraction = 3;
  else if (g_str_has_prefix (text, "1/") && g_ascii_string_to_unsigned (text + 2, 10, 1, MOST_FRACTION, &fraction, NULL))
    choice->fraction = (guint) fraction;
  else if (((n == 4 && g_str_equal (parts[0], "morlet")) || ((n == 3 || n == 4) && gammatone))
           && ondes_number_parse (parts[1], &choice->fmin_hz) && ondes_number_parse (parts[2], &choice->fmax_hz)
           && ondes_number_parse (n == 4 ? parts[3] : "1", &choice->voices) && choice->fmin_hz > 0
           && choice->fmin_hz <= choice->fmax_hz && choice->voices > 0
           && (gammatone || log2 (choice->fmax_hz / choice->fmin_hz) * choice->voices < MOST_BANDS))
    choice->gammatone = gammatone;
  else
    return ondes_option_refuse (error, "--bank",
                                _("“%s” is none of octave, third-octave, 1/B with B up to 24, morlet:FMIN:FMAX:V and "
                                  "gammatone:FMIN:FMAX[:V]"), text);
  return TRUE;
}

/* Parses "HZ" or "HZ:COUNT". */
static gboolean
parse_notch (const char     *text,
             OndesFirDesign *design,
             GError        **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 3);
  const guint n = g_strv_length (parts);
  guint64 harmonics = 1;

  if (n < 1 || n > 2 || !ondes_number_parse (parts[0], &design->lo_hz) || !(design->lo_hz > 0)
      || (n == 2 && !g_ascii_string_to_unsigned (parts[1], 10, 1, MOST_HARMONICS, &harmonics, NULL)))
    return ondes_option_refuse (error, "--notch", _("“%s” is not HZ or HZ:COUNT, as 50:5"), text);
  design->harmonics = (guint) harmonics;
  ondes_filter_choice_widen (design);
  return TRUE;
}

/* Parses length and window, or ripple and transition. */
static gboolean
parse_shape (const Asked    *asked,
             OndesFirDesign *design,
             GError        **error)
{
  const char *window = get (asked, "--window"), *taps = get (asked, "--length"), *ripple = get (asked, "--ripple-db");
  const char *transition = get (asked, "--transition");
  guint64 length = 0;

  design->window = (OndesFirWindow) { ONDES_WINDOW_KAISER, ONDES_FILTER_BETA };
  if ((taps != NULL && !ondes_option_integer ("--length", taps, 1, ONDES_FIR_TAPS_MAX, &length, error))
      || (ripple != NULL && !ondes_option_number ("--ripple-db", ripple, 1, 300, &design->ripple_db, error))
      || (transition != NULL
          && !ondes_option_number ("--transition", transition, G_MINDOUBLE, G_MAXDOUBLE, &design->transition_hz, error))
      || (window != NULL && !ondes_window_parse (window, &design->window, error)))
    return FALSE;
  design->length = (guint) length;
  if (window != NULL && length == 0)
    return ondes_option_refuse (error, "--window",
                                _("a window needs --length; without it, length and window follow from --ripple-db and "
                                  "--transition"));
  if (length > 0 && ripple != NULL)
    return ondes_option_refuse (error, "--ripple-db", _("--length asks for the taps already; leave one out"));
  if (length > 0 && transition != NULL && !has (asked, "--notch"))
    return ondes_option_refuse (error, "--transition", _("--length asks for the taps already; leave one out"));
  return TRUE;
}

/* Refuses options of a design that nothing designs; @kind is NULL if there is no filter. */
static gboolean
check_unused (const Asked *asked,
              const char  *kind,
              GError     **error)
{
  for (const char *const *option = ondes_filter_shape_options; *option != NULL; option++)
    if (has (asked, *option))
      return kind != NULL ? ondes_option_refuse (error, *option, _("%s has its own taps; leave one out"), kind)
                          : ondes_option_refuse (error, *option, _("no filter is named; name one, as --highpass 20000"));
  return TRUE;
}

/* Parses how the filter is used. */
static gboolean
parse_use (const Asked       *asked,
           const char        *kind,
           OndesFilterChoice *choice,
           GError           **error)
{
  const char *band = get (asked, "--band"), *post = get (asked, "--post");
  guint64 number = 0;
  guint word = ONDES_POST_NONE;

  if ((band != NULL && !ondes_option_integer ("--band", band, 1, G_MAXUINT, &number, error))
      || (post != NULL && !ondes_option_choice ("--post", post, ondes_post_names, &word, error)))
    return FALSE;
  if (band != NULL && (kind == NULL || (choice->taps == NULL && !g_str_equal (kind, "--bank"))))
    return ondes_option_refuse (error, "--band", _("chooses a filter of --bank or --taps; leave it out"));
  choice->band = (guint) number;
  choice->post = (OndesPost) word;
  choice->causal = has (asked, "--causal");
  choice->resample_taps = has (asked, "--resample-taps");
  return !choice->resample_taps || choice->taps != NULL
         || ondes_option_refuse (error, "--resample-taps", _("there are no --taps to resample; leave it out"));
}

/* Parses the cut-offs and the shape of a design. */
static gboolean
parse_design (const Asked    *asked,
              OndesFirDesign *design,
              GError        **error)
{
  const char *lowpass = get (asked, "--lowpass"), *highpass = get (asked, "--highpass");
  const char *bandpass = get (asked, "--bandpass"), *bandstop = get (asked, "--bandstop");

  if (!parse_shape (asked, design, error))
    return FALSE;
  for (guint i = 1; ondes_filter_kind_options[i] != NULL; i++)
    if (has (asked, ondes_filter_kind_options[i]))
      design->kind = (OndesFirKind) (i - 1);
  if ((lowpass != NULL && !ondes_option_number ("--lowpass", lowpass, G_MINDOUBLE, G_MAXDOUBLE, &design->hi_hz, error))
      || (highpass != NULL && !ondes_option_number ("--highpass", highpass, G_MINDOUBLE, G_MAXDOUBLE, &design->lo_hz, error))
      || (bandpass != NULL && !ondes_option_range ("--bandpass", bandpass, &design->lo_hz, &design->hi_hz, error))
      || (bandstop != NULL && !ondes_option_range ("--bandstop", bandstop, &design->lo_hz, &design->hi_hz, error))
      || (design->kind == ONDES_FIR_NOTCH && !parse_notch (get (asked, "--notch"), design, error)))
    return FALSE;
  return ondes_fir_design_check (design, INFINITY, error);
}

gboolean
ondes_filter_choice_parse (OndesFilterChoice *choice,
                           OndesFilterLookup  lookup,
                           gconstpointer      data,
                           GError           **error)
{
  const Asked asked = { lookup, data };
  const char *kind;

  if (!find_kind (&asked, choice->none, &kind, error))
    return FALSE;
  *choice = (OndesFilterChoice) { .none = kind == NULL, .taps = get (&asked, "--taps"), .design = ondes_fir_design_default };
  if (!parse_use (&asked, kind, choice, error))
    return FALSE;
  if (choice->none)
    return check_unused (&asked, NULL, error);
  if (choice->taps != NULL)
    return check_unused (&asked, kind, error);
  if (g_str_equal (kind, "--bank"))
    return check_unused (&asked, kind, error) && parse_bank (get (&asked, "--bank"), choice, error);
  return parse_design (&asked, &choice->design, error);
}

/* Printed. */

static void
add_word (GPtrArray  *words,
          const char *option,
          char       *value)
{
  g_ptr_array_add (words, g_strdup (option));
  g_ptr_array_add (words, value);
}

static void
add_number (GPtrArray  *words,
            const char *option,
            double      value)
{
  char number[ONDES_NUMBER_SIZE];

  add_word (words, option, g_strdup (ondes_number_print (number, value)));
}

static void
add_range (GPtrArray  *words,
           const char *option,
           double      lo,
           double      hi)
{
  char numbers[2][ONDES_NUMBER_SIZE];

  add_word (words, option, g_strdup_printf ("%s:%s", ondes_number_print (numbers[0], lo), ondes_number_print (numbers[1], hi)));
}

static void
add_kind (GPtrArray            *words,
          const OndesFirDesign *design)
{
  const char *option = ondes_filter_kind_options[design->kind + 1];

  switch (design->kind)
    {
    case ONDES_FIR_LOWPASS:
      add_number (words, option, design->hi_hz);
      break;
    case ONDES_FIR_HIGHPASS:
      add_number (words, option, design->lo_hz);
      break;
    case ONDES_FIR_BANDPASS:
    case ONDES_FIR_BANDSTOP:
      add_range (words, option, design->lo_hz, design->hi_hz);
      break;
    case ONDES_FIR_NOTCH:
      if (design->harmonics > 1)
        add_range (words, option, design->lo_hz, design->harmonics);
      else
        add_number (words, option, design->lo_hz);
      break;
    case ONDES_FIR_DIFFERENTIATOR:
    case ONDES_FIR_HILBERT:
    default:
      add_word (words, option, g_strdup (""));
    }
}

static void
add_design (GPtrArray            *words,
            const OndesFirDesign *design)
{
  add_kind (words, design);
  if (design->length == 0 && design->ripple_db != ondes_fir_design_default.ripple_db)
    add_number (words, "--ripple-db", design->ripple_db);
  if (design->transition_hz > 0 && (design->length == 0 || design->kind == ONDES_FIR_NOTCH))
    add_number (words, "--transition", design->transition_hz);
  if (design->length == 0)
    return;
  add_number (words, "--length", design->length);
  if (design->window.kind != ONDES_WINDOW_KAISER || design->window.beta != ONDES_FILTER_BETA)
    add_word (words, "--window", ondes_window_print (&design->window));
}

static char *
print_bank (const OndesFilterChoice *choice)
{
  char numbers[3][ONDES_NUMBER_SIZE];

  if (choice->voices > 0)
    return g_strdup_printf ("%s:%s:%s:%s", choice->gammatone ? "gammatone" : "morlet",
                            ondes_number_print (numbers[0], choice->fmin_hz),
                            ondes_number_print (numbers[1], choice->fmax_hz), ondes_number_print (numbers[2], choice->voices));
  return choice->fraction == 1   ? g_strdup ("octave")
         : choice->fraction == 3 ? g_strdup ("third-octave")
                                 : g_strdup_printf ("1/%u", choice->fraction);
}

GPtrArray *
ondes_filter_choice_words (const OndesFilterChoice *choice)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  if (choice->taps != NULL)
    add_word (words, "--taps", g_canonicalize_filename (choice->taps, NULL));
  else if (choice->fraction > 0 || choice->voices > 0)
    add_word (words, "--bank", print_bank (choice));
  else if (!choice->none)
    add_design (words, &choice->design);
  if (choice->band > 0)
    add_number (words, "--band", choice->band);
  if (choice->resample_taps)
    add_word (words, "--resample-taps", g_strdup (""));
  if (choice->causal)
    add_word (words, "--causal", g_strdup (""));
  if (choice->post != ONDES_POST_NONE)
    add_word (words, "--post", g_strdup (ondes_post_names[choice->post]));
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

static gboolean
is_option (const char *option)
{
  return g_strv_contains (ondes_filter_kind_options, option) || g_strv_contains (ondes_filter_shape_options, option)
         || g_strv_contains (use_options, option);
}

/* Adds "NAME=VALUE" or "NAME", which is @length bytes long. */
static gboolean
add_part (GPtrArray  *parts,
          const char *text,
          gsize       length,
          GError    **error)
{
  static const char *const flags[] = { "--differentiator", "--hilbert", "--resample-taps", "--causal", NULL };
  const char *equals = memchr (text, '=', length);
  const gsize name = equals != NULL ? (gsize) (equals - text) : length;
  g_autofree char *option = g_strdup_printf ("--%.*s", (int) name, text);
  const gboolean is_flag = g_strv_contains (flags, option);

  if (!is_option (option))
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
ondes_filter_step_parse (const char        *text,
                         OndesFilterChoice *choice,
                         GError           **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const char *at = text + strlen (ONDES_FILTER_STEP), *taps = NULL;

  g_return_val_if_fail (g_str_has_prefix (text, ONDES_FILTER_STEP), FALSE);
  for (gboolean more = TRUE; more;)
    {
      const gboolean is_file = g_str_has_prefix (at, "taps="); /* all that follows is its name */
      const gsize length = is_file ? strlen (at) : strcspn (at, ",");

      if (!add_part (parts, at, length, error))
        return FALSE;
      if (is_file)
        taps = at + strlen ("taps=");
      more = at[length] == ',';
      at += length + 1;
    }
  *choice = (OndesFilterChoice) { .none = FALSE };
  if (!ondes_filter_choice_parse (choice, find_part, parts, error))
    return FALSE;
  choice->taps = taps; /* rather than that of the parts */
  return TRUE;
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
ondes_filter_step_print (const OndesFilterChoice *choice)
{
  g_autoptr (GPtrArray) words = ondes_filter_choice_words (choice);
  GString *step = g_string_new (ONDES_FILTER_STEP);

  for (guint i = 0; i < words->len; i += 2)
    if (!g_str_equal (g_ptr_array_index (words, i), "--taps"))
      add_to_step (step, g_ptr_array_index (words, i), g_ptr_array_index (words, i + 1));
  if (choice->taps != NULL)
    add_to_step (step, "--taps", g_ptr_array_index (words, 1));
  return g_string_free (step, FALSE);
}
