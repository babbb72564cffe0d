/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ondes(1): the options of its table, and the keys and gestures that its window of shortcuts shows. */
#include "troff.h"

#include <string.h>

#include "../ui/shell/ondes-keys.h"

/* What is known of the innermost object of help-overlay.ui. */
typedef struct
{
  GString    *out, *text;
  char       *class, *property;
  GHashTable *properties; /* name → text */
} Overlay;

/* "<Control>plus" as "Ctrl++", as the window shows it. */
static void
append_key (GString    *out,
            const char *accelerator)
{
  static const struct
  {
    const char *name, *shown;
  } modifiers[] = { { "<Control>", "Ctrl+" }, { "<Shift>", "Shift+" }, { "<Alt>", "Alt+" } },
    keys[] = { { "question", "?" }, { "plus", "+" }, { "minus", "-" }, { "equal", "=" } };
  const char *key = strrchr (accelerator, '>');
  g_autofree char *shown = g_strdup (key != NULL ? key + 1 : accelerator);

  for (guint i = 0; i < G_N_ELEMENTS (modifiers); i++)
    if (strstr (accelerator, modifiers[i].name) != NULL)
      g_string_append (out, modifiers[i].shown);
  if (strlen (shown) == 1)
    *shown = g_ascii_toupper (*shown);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (g_str_equal (shown, keys[i].name))
      {
        g_free (shown);
        shown = g_strdup (keys[i].shown);
      }
  troff_text (out, shown);
}

static void
append_keys (GString           *out,
             const char *const *accelerators)
{
  for (guint i = 0; accelerators[i] != NULL; i++)
    {
      g_string_append (out, i > 0 ? "\\fR, \\fB" : "\\fB");
      append_key (out, accelerators[i]);
    }
  g_string_append (out, "\\fR");
}

static void
append_shortcut (Overlay *self,
                 GError **error)
{
  const char *title = g_hash_table_lookup (self->properties, "title");
  const char *action = g_hash_table_lookup (self->properties, "action-name");
  const char *accelerators = g_hash_table_lookup (self->properties, "accelerator");
  const char *gesture = g_hash_table_lookup (self->properties, "subtitle");
  const char *type = g_hash_table_lookup (self->properties, "shortcut-type");
  g_autoptr (GString) tag = g_string_new (NULL);

  if (action != NULL)
    {
      const OndesKeys *keys = ondes_keys;

      while (keys->action != NULL && !g_str_equal (keys->action, action))
        keys++;
      append_keys (tag, keys->accelerators);
    }
  else if (accelerators != NULL)
    {
      g_auto (GStrv) all = g_strsplit (accelerators, " ", -1);

      append_keys (tag, (const char *const *) all);
    }
  else if (gesture != NULL)
    troff_text (tag, gesture);
  else if (g_strcmp0 (type, "gesture-pinch") == 0)
    g_string_append (tag, "Pinch");
  if (title != NULL && tag->len > strlen ("\\fR"))
    troff_tagged (self->out, tag->str, title);
  else
    g_set_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT, "“%s” has no key or gesture that the page can name",
                 title != NULL ? title : "a shortcut");
}

static void
start_element (GMarkupParseContext *context,
               const char          *element,
               const char         **names,
               const char         **values,
               gpointer             data,
               GError             **error)
{
  Overlay *self = data;
  const char *first = names[0] != NULL ? values[0] : ""; /* class of an object, name of a property */

  g_string_truncate (self->text, 0);
  if (g_str_equal (element, "object"))
    {
      g_free (self->class);
      self->class = g_strdup (first);
      g_hash_table_remove_all (self->properties);
    }
  else if (g_str_equal (element, "property"))
    {
      g_free (self->property);
      self->property = g_strdup (first);
    }
}

static void
end_element (GMarkupParseContext *context,
             const char          *element,
             gpointer             data,
             GError             **error)
{
  Overlay *self = data;

  if (g_str_equal (element, "property"))
    {
      if (g_strcmp0 (self->class, "GtkShortcutsGroup") == 0 && g_strcmp0 (self->property, "title") == 0)
        troff_heading (self->out, ".SS", self->text->str);
      g_hash_table_insert (self->properties, g_strdup (self->property), g_strdup (self->text->str));
    }
  else if (g_str_equal (element, "object"))
    {
      if (g_strcmp0 (self->class, "GtkShortcutsShortcut") == 0)
        append_shortcut (self, error);
      g_clear_pointer (&self->class, g_free);
    }
}

static void
add_text (GMarkupParseContext *context,
          const char          *text,
          gsize                length,
          gpointer             data,
          GError             **error)
{
  g_string_append_len (((Overlay *) data)->text, text, length);
}

static gboolean
append_shortcuts (GString    *out,
                  const char *overlay,
                  GError    **error)
{
  static const GMarkupParser parser = { .start_element = start_element, .end_element = end_element, .text = add_text };
  Overlay self = { .out = out, .text = g_string_new (NULL) };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, &self, NULL);
  gboolean done;

  self.properties = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  done = g_markup_parse_context_parse (context, overlay, -1, error) && g_markup_parse_context_end_parse (context, error);
  g_hash_table_unref (self.properties);
  g_string_free (self.text, TRUE);
  g_free (self.class);
  g_free (self.property);
  return done;
}

char *
window_page (const char *overlay,
             GError    **error)
{
  g_autoptr (GString) body = g_string_new (NULL);

  troff_heading (body, ".SH", "SYNOPSIS");
  g_string_append (body, "\\fBondes\\fR [\\fIOPTION\\fR...] [\\fIFILE\\fR...]\n");
  troff_heading (body, ".SH", "DESCRIPTION");
  troff_text (body, "Opens each FILE in a window: a recording as a wavelet scalogram, which tells which frequencies are in it, how "
                    "strong, and when; a truth table or an S-box as its Walsh, Haar, Reed–Muller or arithmetic spectrum. "
                    "Without FILE the window offers samples. Sound files, columns of text, .npy arrays, headerless samples and "
                    "truth tables are read.");
  g_string_append (body, "\n.PP\nFigures and numbers are made without a window by\n.BR ondes\\-cli (1).\n");
  troff_heading (body, ".SH", "OPTIONS");
  for (const GOptionEntry *option = ondes_options; option->long_name != NULL; option++)
    {
      g_autoptr (GString) tag = g_string_new (NULL);
      g_autofree char *name = g_strconcat ("--", option->long_name, NULL);
      g_autofree char *sentence = g_strconcat (option->description, ".", NULL);

      troff_text (tag, name);
      if (option->arg_description != NULL)
        {
          g_string_append_c (tag, ' ');
          troff_argument (tag, option->arg_description);
        }
      troff_tagged (body, tag->str, sentence);
    }
  troff_tagged (body, "\\fB\\-\\-help\\fR, \\fB\\-h\\fR", "Print the options.");
  troff_tagged (body, "\\fB\\-\\-help\\-all\\fR", "Print those too that desktops start programs with.");
  troff_tagged (body, "\\fB\\-\\-help\\-gapplication\\fR", "Print those alone.");
  troff_heading (body, ".SH", "KEYS AND MOUSE");
  if (!append_shortcuts (body, overlay, error))
    return NULL;
  troff_heading (body, ".SH", "EXIT STATUS");
  troff_tagged (body, "0", "Done.");
  troff_tagged (body, "69", "There is no display to open the window on.");
  append_environment (body, TRUE);
  troff_heading (body, ".SH", "SEE ALSO");
  g_string_append (body, ".BR ondes\\-cli (1)\n");
  return troff_page ("ondes", "see recordings in time and frequency", body);
}
