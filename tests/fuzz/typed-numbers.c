/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and lists of them as typed into dialogs and the side bar, in locales of which the first byte chooses the marks: what is
 * read, printed and read again is the same. */
#include "fuzz.h"

#include "base/display-text.h"
#include "base/number.h"

#include <dlfcn.h>
#include <langinfo.h>
#include <math.h>
#include <string.h>

static const struct
{
  const char *mark, *thousands;
} locales[] = { { ".", "" }, { ".", "," }, { ",", "." }, { ",", "\u202f" }, { "\u066b", "\u066c" }, { "", "" } };

static guint locale;

/* In the place of the C library's: no locale has to be installed. */
char *
nl_langinfo (nl_item item)
{
  static char *(*next) (nl_item);

  if (item == RADIXCHAR)
    return (char *) locales[locale].mark;
  if (item == THOUSEP)
    return (char *) locales[locale].thousands;
  if (!next)
    next = (char *(*) (nl_item)) dlsym (RTLD_NEXT, "nl_langinfo");
  return next (item);
}

static void
check_number (const char *text)
{
  const double value = ondes_number_read (text);
  char point[ONDES_NUMBER_SIZE];
  g_autofree char *local = NULL;

  if (isnan (value))
    return;
  local = ondes_number_to_locale (ondes_number_print (point, value));
  if (ondes_number_read (local) != value)
    g_error ("\"%s\" is shown as \"%s\"", text, local);
}

static void
check_list (const char *text)
{
  g_autofree char *list = ondes_numbers_to_point (text), *local = ondes_numbers_to_locale (list);
  g_autofree char *again = ondes_numbers_to_point (local);

  if (!g_utf8_validate (local, -1, NULL) || strcmp (list, again) != 0)
    g_error ("\"%s\" is the list \"%s\", shown as \"%s\", which is \"%s\"", text, list, local, again);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *bytes = size > 0 ? g_strndup ((const char *) data + 1, size - 1) : g_strdup ("");
  g_autofree char *text = ondes_display_text (bytes);

  locale = size > 0 ? data[0] % G_N_ELEMENTS (locales) : 0;
  check_number (text);
  check_list (text);
  return 0;
}
