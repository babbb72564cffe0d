/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sigmf-meta.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "base/display-text.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"
#include "signal/date.h"

#define DEPTH_MOST    64        /* of brackets: JSON-GLib's parser calls itself for each */
#define TREE_A_BYTE   48        /* bytes of memory for a byte of text, at most */
#define CHANNELS_MOST 65536
#define EXACT_MOST    9007199254740992.0 /* whole numbers up to 2^53 are exact */

static gboolean
refuse (const char *display,
        GError    **error,
        const char *sentence)
{
  return ondes_error_set (error, ONDES_ERROR_FILE, _("%s: the metadata of SigMF %s"), display, sentence);
}

/* Sets @deepest to how deeply the brackets are nested. TRUE if the text is a single object: JSON-GLib 1.10 accepts several
 * values, and then aborts. */
static gboolean
is_one_object (const char *text,
               gsize       n,
               gsize      *deepest)
{
  gboolean quoted = FALSE, begun = FALSE, one = TRUE;
  gsize depth = 0;

  *deepest = 0;
  for (gsize i = 0; i < n; i++)
    {
      const char c = text[i];

      if (depth == 0 && !g_ascii_isspace (c))
        {
          one &= c == '{' && !begun;
          begun = TRUE;
        }
      if (quoted && c == '\\')
        i++;
      else if (c == '"')
        quoted = !quoted;
      else if (!quoted && (c == '{' || c == '['))
        {
          depth++;
          *deepest = MAX (*deepest, depth);
        }
      else if (!quoted && (c == '}' || c == ']') && depth > 0)
        depth--;
    }
  return one && begun && depth == 0;
}

/* Returns the number of a member; @none if it has none. */
static double
get_number (JsonObject *object,
            const char *name,
            double      none)
{
  JsonNode *node = json_object_get_member (object, name);
  GType type = node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;
  double value = type == G_TYPE_INT64    ? (double) json_node_get_int (node)
                 : type == G_TYPE_DOUBLE ? json_node_get_double (node)
                                         : none;

  return isfinite (value) ? value : none;
}

/* The same of a whole number from 0; −1 if the member is another. */
static double
get_count (JsonObject *object,
           const char *name,
           double      none)
{
  const double value = get_number (object, name, json_object_has_member (object, name) ? -1 : none);

  return value == none || (value >= 0 && value <= EXACT_MOST && value == floor (value)) ? value : -1;
}

/* Returns the text of a member, borrowed; NULL if it has none. */
static const char *
get_text (JsonObject *object,
          const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node) : NULL;
}

/* Returns an element of an array that is an object; NULL if it is another. */
static JsonObject *
get_object (JsonArray *array,
            guint      i)
{
  JsonNode *node = json_array_get_element (array, i);

  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static JsonArray *
get_array (JsonObject *object,
           const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* Parses "cf32_le": real or complex, kind, bits, byte order. */
static gboolean
parse_datatype (const char   *text,
                OndesElement *element)
{
  static const char *const sizes[] = { "8", "16", "32", "64" };
  gboolean is_complex, big;
  gsize digits;
  char kind;

  if (strlen (text) < 3 || (text[0] != 'r' && text[0] != 'c') || strchr ("fiu", text[1]) == NULL)
    return FALSE;
  is_complex = text[0] == 'c';
  kind = text[1];
  text += 2;
  digits = strspn (text, "0123456789");
  big = strcmp (text + digits, "_be") == 0;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    if (strlen (sizes[i]) == digits && strncmp (text, sizes[i], digits) == 0)
      {
        const guint bytes = 1u << i;

        if ((kind == 'f' ? bytes < 4 : bytes > 4) || (!big && strcmp (text + digits, bytes > 1 ? "_le" : "") != 0))
          return FALSE;
        kind = kind == 'f' ? (is_complex ? 'c' : 'f') : kind == 'i' ? (is_complex ? 'j' : 'i') : is_complex ? 'k' : 'm';
        *element = (OndesElement) { kind, bytes * (is_complex ? 2 : 1), bytes > 1 && big == (G_BYTE_ORDER == G_LITTLE_ENDIAN) };
        return TRUE;
      }
  return FALSE;
}

static void
add_fact (OndesSigmfMeta *self,
          const char     *name,
          const char     *value)
{
  if (value == NULL)
    return;
  g_ptr_array_add (self->facts, g_strdup (name));
  g_ptr_array_add (self->facts, g_strdup (value));
}

static gboolean
take_global (OndesSigmfMeta *self,
             JsonObject     *global,
             double         *offset,
             const char     *display,
             GError        **error)
{
  const double channels = get_count (global, "core:num_channels", 1), rate = get_number (global, "core:sample_rate", 0);
  const double trailing = get_count (global, "core:trailing_bytes", 0);
  JsonNode *only = json_object_get_member (global, "core:metadata_only");

  *offset = get_count (global, "core:offset", 0);
  self->datatype = g_strdup (get_text (global, "core:datatype"));
  if (self->datatype == NULL)
    return refuse (display, error, _("do not tell the type of its samples (core:datatype)"));
  if (!parse_datatype (self->datatype, &self->element))
    {
      g_autofree char *type = ondes_display_text (self->datatype);
      g_autofree char *sentence
        = g_strdup_printf (_("have samples of the type “%s”, which SigMF does not have; cf32_le is one"), type);

      return refuse (display, error, sentence);
    }
  if (channels < 1 || channels > CHANNELS_MOST || trailing < 0 || *offset < 0)
    return refuse (display, error,
                   _("have a number that cannot be: of channels, of the first sample or of the bytes after the last"));
  self->channels = (guint) channels;
  self->trailing_bytes = (guint64) trailing;
  self->rate = ondes_rate_valid (rate) ? rate : 0;
  self->dataset = g_strdup (get_text (global, "core:dataset"));
  self->metadata_only = only != NULL && JSON_NODE_HOLDS_VALUE (only) && json_node_get_value_type (only) == G_TYPE_BOOLEAN
                        && json_node_get_boolean (only);
  add_fact (self, "SigMF Description", get_text (global, "core:description"));
  add_fact (self, "SigMF Author", get_text (global, "core:author"));
  add_fact (self, "SigMF Hardware", get_text (global, "core:hw"));
  add_fact (self, "SigMF Recorder", get_text (global, "core:recorder"));
  add_fact (self, "SigMF License", get_text (global, "core:license"));
  return TRUE;
}

static gint
by_frame (gconstpointer a,
          gconstpointer b)
{
  const OndesSigmfCapture *one = a, *other = b;

  return (one->frame > other->frame) - (one->frame < other->frame);
}

static gboolean
take_captures (OndesSigmfMeta *self,
               JsonArray      *captures,
               double          offset,
               const char     *display,
               GError        **error)
{
  for (guint i = 0; captures != NULL && i < json_array_get_length (captures); i++)
    {
      JsonObject *object = get_object (captures, i);
      const double begin = object != NULL ? get_count (object, "core:sample_start", 0) : -1;
      const double header = object != NULL ? get_count (object, "core:header_bytes", 0) : -1;
      OndesSigmfCapture capture = { .start.source = ONDES_START_UNKNOWN };
      const char *date;

      if (begin < offset || header < 0)
        return refuse (display, error, _("have a capture without a place in the data (core:sample_start)"));
      capture.frame = (guint64) (begin - offset);
      capture.header_bytes = (guint64) header;
      capture.index = get_number (object, "core:global_index", NAN);
      capture.frequency = get_number (object, "core:frequency", NAN);
      date = get_text (object, "core:datetime");
      if (date != NULL && ondes_start_from_guano (date, &capture.start))
        capture.start.source = ONDES_START_HEADER;
      g_array_append_val (self->captures, capture);
    }
  g_array_sort (self->captures, by_frame);
  return TRUE;
}

static void
take_marks (OndesSigmfMeta *self,
            JsonArray      *marks,
            double          offset)
{
  for (guint i = 0; marks != NULL && i < json_array_get_length (marks); i++)
    {
      JsonObject *object = get_object (marks, i);
      const double begin = object != NULL ? get_count (object, "core:sample_start", -1) : -1;
      const double count = object != NULL ? get_count (object, "core:sample_count", 0) : -1;
      OndesSigmfMark mark;
      const char *label;

      if (begin < 0 || count < 0)
        continue;
      label = get_text (object, "core:label");
      mark = (OndesSigmfMark) { (gint64) (begin - offset), (gint64) count, get_number (object, "core:freq_lower_edge", NAN),
                                get_number (object, "core:freq_upper_edge", NAN),
                                g_strdup (label != NULL ? label : get_text (object, "core:description")),
                                g_strdup (get_text (object, "core:comment")) };
      g_array_append_val (self->marks, mark);
    }
}

static void
mark_clear (gpointer data)
{
  OndesSigmfMark *mark = data;

  g_free (mark->label);
  g_free (mark->comment);
}

static gboolean
take_root (OndesSigmfMeta *self,
           JsonNode       *root,
           const char     *display,
           GError        **error)
{
  JsonObject *object = root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  JsonNode *global = object != NULL ? json_object_get_member (object, "global") : NULL;
  double offset;

  if (global == NULL || !JSON_NODE_HOLDS_OBJECT (global))
    return refuse (display, error, _("have no object “global”"));
  if (!take_global (self, json_node_get_object (global), &offset, display, error)
      || !take_captures (self, get_array (object, "captures"), offset, display, error))
    return FALSE;
  take_marks (self, get_array (object, "annotations"), offset);
  return TRUE;
}

gboolean
ondes_sigmf_meta_parse (OndesSigmfMeta *self,
                        const char     *text,
                        gsize           n,
                        const char     *display,
                        GError        **error)
{
  g_autoptr (JsonParser) parser = NULL;
  g_autoptr (GError) problem = NULL;
  gboolean one;
  gsize deepest;

  *self = (OndesSigmfMeta) { .facts = g_ptr_array_new_with_free_func (g_free),
                             .captures = g_array_new (FALSE, FALSE, sizeof (OndesSigmfCapture)),
                             .marks = g_array_new (FALSE, FALSE, sizeof (OndesSigmfMark)) };
  g_array_set_clear_func (self->marks, mark_clear);
  if (TREE_A_BYTE * (guint64) n > ondes_memory_available ())
    return refuse (display, error, _("are larger than what memory there is"));
  if (!g_utf8_validate (text, (gssize) n, NULL))
    return refuse (display, error, _("are not in UTF-8"));
  one = is_one_object (text, n, &deepest);
  if (deepest > DEPTH_MOST)
    return refuse (display, error, _("are nested more deeply than any that programs write"));
  parser = json_parser_new ();
  if (one && json_parser_load_from_data (parser, text, (gssize) n, &problem))
    return take_root (self, json_parser_get_root (parser), display, error);
  return refuse (display, error, _("are no JSON; find an undamaged copy"));
}

void
ondes_sigmf_meta_clear (OndesSigmfMeta *self)
{
  g_free (self->datatype);
  g_free (self->dataset);
  g_clear_pointer (&self->facts, g_ptr_array_unref);
  g_clear_pointer (&self->captures, g_array_unref);
  g_clear_pointer (&self->marks, g_array_unref);
  self->datatype = self->dataset = NULL;
}
