/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "json.h"

#include <string.h>

#define DEEPEST 32

static GVariant *value (const char **at,
                        guint        depth);

static void
blank (const char **at)
{
  *at += strspn (*at, " \t\r\n");
}

static gboolean
take (const char **at,
      const char  *word)
{
  if (!g_str_has_prefix (*at, word))
    return FALSE;
  *at += strlen (word);
  return TRUE;
}

static gboolean
hex4 (const char **at,
      gunichar    *c)
{
  *c = 0;
  for (guint i = 0; i < 4; i++, (*at)++)
    {
      int digit = g_ascii_xdigit_value (**at);

      if (digit < 0)
        return FALSE;
      *c = *c * 16 + (gunichar) digit;
    }
  return TRUE;
}

static char *
string (const char **at)
{
  static const char escapes[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
  g_autoptr (GString) text = g_string_new (NULL);

  if (!take (at, "\""))
    return NULL;
  while (**at != '"')
    {
      const char *escape;
      gunichar c, low;

      if ((guchar) **at < 0x20)
        return NULL; /* the end of the text too */
      if (!take (at, "\\"))
        g_string_append_c (text, *(*at)++);
      else if (take (at, "u"))
        {
          if (!hex4 (at, &c) || c == 0)
            return NULL;
          if (c >= 0xd800 && c < 0xdc00)
            {
              if (!take (at, "\\u") || !hex4 (at, &low) || low < 0xdc00 || low >= 0xe000)
                return NULL;
              c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
            }
          else if (c >= 0xdc00 && c < 0xe000)
            return NULL;
          g_string_append_unichar (text, c);
        }
      else if (**at != '\0' && (escape = strchr (escapes, **at)) != NULL)
        {
          g_string_append_c (text, meaning[escape - escapes]);
          (*at)++;
        }
      else
        return NULL;
    }
  (*at)++;
  return g_utf8_validate (text->str, (gssize) text->len, NULL) ? g_strdup (text->str) : NULL;
}

static gboolean
digits (const char **at)
{
  gsize n = strspn (*at, "0123456789");

  *at += n;
  return n > 0;
}

static GVariant *
number (const char **at)
{
  const char *begin = *at;

  take (at, "-");
  if (!take (at, "0") && !digits (at))
    return NULL;
  if (take (at, ".") && !digits (at))
    return NULL;
  if (take (at, "e") || take (at, "E"))
    {
      if (!take (at, "+"))
        take (at, "-");
      if (!digits (at))
        return NULL;
    }
  return g_variant_ref_sink (g_variant_new_double (g_ascii_strtod (begin, NULL)));
}

static GVariant *
object (const char **at,
        guint        depth)
{
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);

  blank (at);
  if (take (at, "}"))
    return g_variant_ref_sink (g_variant_dict_end (&dict));
  for (;;)
    {
      g_autofree char *key = NULL;
      g_autoptr (GVariant) v = NULL;

      blank (at);
      key = string (at);
      if (key == NULL || g_variant_dict_contains (&dict, key))
        return NULL;
      blank (at);
      if (!take (at, ":") || (v = value (at, depth)) == NULL)
        return NULL;
      g_variant_dict_insert_value (&dict, key, v);
      if (take (at, "}"))
        return g_variant_ref_sink (g_variant_dict_end (&dict));
      if (!take (at, ","))
        return NULL;
    }
}

static GVariant *
array (const char **at,
       guint        depth)
{
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("av"));

  blank (at);
  if (take (at, "]"))
    return g_variant_ref_sink (g_variant_builder_end (&builder));
  for (;;)
    {
      g_autoptr (GVariant) v = value (at, depth);

      if (v == NULL)
        return NULL;
      g_variant_builder_add (&builder, "v", v);
      if (take (at, "]"))
        return g_variant_ref_sink (g_variant_builder_end (&builder));
      if (!take (at, ","))
        return NULL;
    }
}

/* With the blanks before and behind. */
static GVariant *
value (const char **at,
       guint        depth)
{
  GVariant *v = NULL;

  if (depth > DEEPEST)
    return NULL;
  blank (at);
  if (take (at, "{"))
    v = object (at, depth + 1);
  else if (take (at, "["))
    v = array (at, depth + 1);
  else if (**at == '"')
    {
      g_autofree char *text = string (at);

      v = text != NULL ? g_variant_ref_sink (g_variant_new_string (text)) : NULL;
    }
  else if (take (at, "true"))
    v = g_variant_ref_sink (g_variant_new_boolean (TRUE));
  else if (take (at, "false"))
    v = g_variant_ref_sink (g_variant_new_boolean (FALSE));
  else if (take (at, "null"))
    v = g_variant_ref_sink (g_variant_new_tuple (NULL, 0));
  else
    v = number (at);
  blank (at);
  return v;
}

GVariant *
json_parse (const char *text)
{
  g_autoptr (GVariant) v = value (&text, 0);

  return v != NULL && *text == '\0' ? g_steal_pointer (&v) : NULL;
}
