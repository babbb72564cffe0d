/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables that are built here. */
#include "pair-table.h"

#include "base/words.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/read-file.h"
#include "spectrum.h"

#define DEFAULT_VALUES 256
#define MOST_DEGREE    12

const char *const ondes_pair_table_words[] = { "walsh",       "dft",   "dft-reverse", "arithmetic",
                                               "reed-muller", "field", "field:",      "file:",      NULL };

G_STATIC_ASSERT (1 << MOST_DEGREE == ONDES_PAIRS_MOST_VALUES);

/* Pairs the values @distance apart, in the order of the indices. */
static void
pair_by_distance (OndesPairTable *self,
                  guint           stage,
                  guint           distance)
{
  const guint half = self->n / 2;

  for (guint i = 0; i < half; i++)
    {
      const guint k = i / distance * 2 * distance + i % distance;

      self->k[(gsize) stage * half + i] = (guint16) k;
      self->l[(gsize) stage * half + i] = (guint16) (k + distance);
    }
}

static void
build_walsh (OndesPairTable *self)
{
  for (guint stage = 0; stage < self->stages; stage++)
    pair_by_distance (self, stage, self->n >> (stage + 1));
}

/* Stage j joins transforms of 2^j values to transforms of 2^(j + 1), by the factor exp (−2πi t / 2^(j + 1)), t < 2^j. Values in
 * natural order: t is the bit-reversed number of the block of pairs; bit-reversed ones: the place in the block. */
static void
build_dft (OndesPairTable *self,
           gboolean        reverse)
{
  const guint half = self->n / 2;

  for (guint stage = 0; stage < self->stages; stage++)
    {
      const guint distance = reverse ? 1u << stage : half >> stage;

      pair_by_distance (self, stage, distance);
      for (guint i = 0; i < half; i++)
        {
          const guint t = reverse ? i % distance : (guint) ondes_reverse_bits (i / distance, stage);
          const double turn = (double) t / (double) (2u << stage);
          double *w = self->coefficients + 2 * ((gsize) stage * half + i);

          w[0] = t == 0 ? 1 : 4 * turn == 1 ? 0 : cos (2 * G_PI * turn);
          w[1] = t == 0 ? 0 : 4 * turn == 1 ? -1 : -sin (2 * G_PI * turn);
        }
    }
}

static void
build_matrix (OndesPairTable *self,
              double          lower_left)
{
  const double matrix[] = { 1, 0, lower_left, 1 };

  build_walsh (self);
  for (gsize i = 0; i < (gsize) self->n / 2 * self->stages; i++)
    memcpy (self->coefficients + 4 * i, matrix, sizeof matrix);
}

/* Returns x times @element modulo @polynomial of this @degree. */
static guint
times_x (guint   element,
         guint64 polynomial,
         guint   degree)
{
  element <<= 1;
  return element >> degree & 1 ? element ^ (guint) polynomial : element;
}

gboolean
ondes_is_primitive (guint64 polynomial)
{
  const guint degree = polynomial > 1 ? g_bit_storage (polynomial >> 32 ? G_MAXULONG : (gulong) polynomial) - 1 : 0;
  guint element = 1, order = 0;

  if (degree < 1 || degree > MOST_DEGREE)
    return FALSE;
  do
    {
      element = times_x (element, polynomial, degree);
      order++;
    }
  while (element > 1 && order < 1u << degree);
  return element == 1 && order == (1u << degree) - 1;
}

static void
build_field (OndesPairTable *self,
             guint64         polynomial)
{
  g_autofree guint16 *places = g_new0 (guint16, self->n); /* of an element, as a number whose bits are its coefficients */
  const guint half = self->n / 2;
  guint element = 1;

  for (guint i = 1; i < self->n; i++)
    {
      places[element] = (guint16) i;
      element = times_x (element, polynomial, self->stages);
    }
  build_walsh (self);
  for (gsize i = 0; i < (gsize) half * self->stages; i++)
    {
      self->k[i] = places[self->k[i]];
      self->l[i] = places[self->l[i]];
    }
}

/* Parses the polynomial of "field" or "field:POLYNOMIAL". */
static gboolean
parse_polynomial (const char *text,
                  guint64    *polynomial,
                  GError    **error)
{
  const gboolean hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  const char *digits = hexadecimal ? text + 2 : text;
  char *end;

  errno = 0;
  *polynomial = g_ascii_strtoull (digits, &end, hexadecimal ? 16 : 10);
  if (!g_ascii_isxdigit (digits[0]) || *end != '\0' || errno != 0)
    return ondes_request_error_set (error, ONDES_SETTING_TABLE, text,
                                    _("“%s” is no polynomial; write the bits of its coefficients, as 0x11D"), text);
  if (*polynomial < 3 || *polynomial >> (MOST_DEGREE + 1) != 0)
    return ondes_request_error_set (error, ONDES_SETTING_TABLE, text,
                                    _("the polynomial %s has no degree from 1 to %d; take one of GF(2) … GF(4096)"), text,
                                    MOST_DEGREE);
  if (!ondes_is_primitive (*polynomial))
    return ondes_request_error_set (error, ONDES_SETTING_TABLE, text,
                                    _("the polynomial %s is not primitive, so that the powers of x are not the whole field; "
                                      "for GF(256) take 0x11D"), text);
  return TRUE;
}

static char *
read_file (const char *path,
           const char *name,
           gsize      *length,
           GError    **error)
{
  g_autofree char *problem = NULL, *text = ondes_file_read_whole (path, ONDES_PAIRS_TEXT_BYTES, length, &problem);

  if (text == NULL)
    ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_TABLE, "%s%s", name, problem);
  else if (*length > ONDES_PAIRS_TEXT_BYTES)
    ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_TABLE,
                             _("%s: is larger than %d MB, too large for a table of pairs"), name, ONDES_PAIRS_TEXT_BYTES >> 20);
  else
    return g_steal_pointer (&text);
  return NULL;
}

static OndesPairTable *
parse_file (const char *path,
            guint64     n,
            GError    **error)
{
  gsize length = 0;
  g_autofree char *name = g_filename_display_name (path), *text = read_file (path, name, &length, error);
  g_autoptr (OndesPairTable) self = text != NULL ? ondes_pair_table_read (text, length, name, error) : NULL;

  if (self != NULL && n > 0 && n != self->n)
    {
      ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_TABLE,
                               _("%s: is for vectors of %u values, not %" PRIu64 "; leave %s out"), name, self->n, n,
                               ondes_setting_name (ONDES_SETTING_LENGTH, NULL));
      return NULL;
    }
  if (self != NULL)
    {
      g_free (self->name);
      self->name = g_strconcat ("file:", name, NULL);
    }
  return g_steal_pointer (&self);
}

static OndesPairTable *
parse_field (const char *text,
             guint64     n,
             GError    **error)
{
  g_autofree char *name = NULL;
  g_autoptr (OndesPairTable) self = NULL;
  guint64 polynomial = ONDES_PAIRS_FIELD, values;

  if (text[0] == ':' && !parse_polynomial (text + 1, &polynomial, error))
    return NULL;
  values = G_GUINT64_CONSTANT (1) << (g_bit_storage ((gulong) polynomial) - 1);
  if (n > 0 && n != values)
    {
      ondes_request_error_set (error, ONDES_SETTING_TABLE, NULL,
                               _("the field of 0x%" PRIX64 " has %" PRIu64 " elements, not %" PRIu64 "; give a polynomial of "
                                 "another degree, as field:0x13 for 16, or leave %s out"),
                               polynomial, values, n, ondes_setting_name (ONDES_SETTING_LENGTH, NULL));
      return NULL;
    }
  name = g_strdup_printf ("field:0x%" PRIX64, polynomial);
  self = ondes_pair_table_new (ONDES_PAIRS_SUM, FALSE, values, g_bit_storage ((gulong) values) - 1, name, error);
  if (self == NULL)
    return NULL;
  build_field (self, polynomial);
  return ondes_pair_table_check (self, error) ? g_steal_pointer (&self) : NULL;
}

static OndesPairTable *
build (const char *word,
       guint64     n,
       GError    **error)
{
  static const struct
  {
    const char   *word;
    OndesPairKind kind;
    gboolean      is_complex;
  } kinds[] = {
    { "walsh", ONDES_PAIRS_SUM, FALSE },
    { "dft", ONDES_PAIRS_BUTTERFLY, TRUE },
    { "dft-reverse", ONDES_PAIRS_BUTTERFLY, TRUE },
    { "arithmetic", ONDES_PAIRS_MATRIX, FALSE },
    { "reed-muller", ONDES_PAIRS_MATRIX, FALSE },
  };
  g_autoptr (OndesPairTable) self = NULL;
  guint i = 0;

  while (i < G_N_ELEMENTS (kinds) && !g_str_equal (kinds[i].word, word))
    i++;
  if (i == G_N_ELEMENTS (kinds))
    {
      ondes_request_error_set (error, ONDES_SETTING_TABLE, word,
                               _("“%s” is no table of pairs; there are walsh, dft, dft-reverse, arithmetic, reed-muller, "
                                 "field, field:POLYNOMIAL and file:FILE"), word);
      return NULL;
    }
  if (n < 2 || n > ONDES_PAIRS_MOST_VALUES || (n & (n - 1)) != 0)
    {
      ondes_request_error_set (error, ONDES_SETTING_LENGTH, NULL,
                               _("%" PRIu64 " is no power of two from 2 to %d, as the table %s needs"), n,
                               ONDES_PAIRS_MOST_VALUES, word);
      return NULL;
    }
  self = ondes_pair_table_new (kinds[i].kind, kinds[i].is_complex, n, g_bit_storage ((gulong) n) - 1, word, error);
  if (self == NULL)
    return NULL;
  if (kinds[i].kind == ONDES_PAIRS_SUM)
    build_walsh (self);
  else if (kinds[i].is_complex)
    build_dft (self, g_str_equal (word, "dft-reverse"));
  else
    build_matrix (self, g_str_equal (word, "arithmetic") ? -1 : 1);
  self->modulus = g_str_equal (word, "reed-muller") ? 2 : 0;
  return ondes_pair_table_check (self, error) ? g_steal_pointer (&self) : NULL;
}

OndesPairTable *
ondes_pair_table_parse (const char *text,
                        guint64     n,
                        GError    **error)
{
  if (g_str_has_prefix (text, "file:") && text[5] != '\0')
    return parse_file (text + 5, n, error);
  if (g_str_equal (text, "field") || g_str_has_prefix (text, "field:"))
    return parse_field (text + 5, n, error);
  return build (text, n > 0 ? n : DEFAULT_VALUES, error);
}
