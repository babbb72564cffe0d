/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the settings of every page, and the commands that it copies: golden-pages RECORDING [SETTINGS].
 *
 * First come the defaults. Then every setting takes another value, and the page prints what it accepts. Last comes the state of the
 * session, as a session file has it. With SETTINGS, a file of lines "settings NAME {…}" or "state {…}" that an earlier version
 * printed, pages and session take these in place of the defaults, and the pages print their commands.
 */
#include <glib.h>
#include <locale.h>
#include <string.h>

#include "picture/scalogram-analysis.h"
#include "picture/walshgram-analysis.h"
#include "series/dyadic-analysis.h"
#include "series/filter-analysis.h"
#include "series/psd-analysis.h"
#include "series/spectrum-analysis.h"

#define N_PAGES 6

static void
settle (OndesSession  *session,
        OndesAnalysis *pages[N_PAGES])
{
  gboolean busy = TRUE;

  while (busy)
    {
      busy = ondes_session_is_busy (session, NULL);
      for (guint i = 0; i < N_PAGES; i++)
        busy = busy || ondes_analysis_is_busy (pages[i], NULL);
      if (busy)
        g_main_context_iteration (NULL, TRUE);
    }
}

/* Returns another value of the same type, the way a person could change it. Floating. */
static GVariant *
other_value (GVariant *value)
{
  GVariantBuilder parts;

  switch (g_variant_classify (value))
    {
    case G_VARIANT_CLASS_BOOLEAN:
      return g_variant_new_boolean (!g_variant_get_boolean (value));
    case G_VARIANT_CLASS_INT32:
      return g_variant_new_int32 (g_variant_get_int32 (value) == 0 ? 1 : g_variant_get_int32 (value) * 2);
    case G_VARIANT_CLASS_UINT32:
      return g_variant_new_uint32 (g_variant_get_uint32 (value) == 0 ? 1 : g_variant_get_uint32 (value) * 2);
    case G_VARIANT_CLASS_UINT64:
      return g_variant_new_uint64 (g_variant_get_uint64 (value) == 0 ? 1024 : g_variant_get_uint64 (value) * 2);
    case G_VARIANT_CLASS_DOUBLE:
      return g_variant_new_double (g_variant_get_double (value) == 0 ? 0.5 : g_variant_get_double (value) * 1.25);
    case G_VARIANT_CLASS_VARIANT:
      {
        g_autoptr (GVariant) inner = g_variant_get_variant (value);

        return g_variant_new_variant (other_value (inner));
      }
    case G_VARIANT_CLASS_DICT_ENTRY:
      {
        g_autoptr (GVariant) key = g_variant_get_child_value (value, 0), held = g_variant_get_child_value (value, 1);

        return g_variant_new_dict_entry (key, other_value (held));
      }
    case G_VARIANT_CLASS_ARRAY:
    case G_VARIANT_CLASS_TUPLE:
      g_variant_builder_init (&parts, g_variant_get_type (value));
      for (gsize i = 0; i < g_variant_n_children (value); i++)
        {
          g_autoptr (GVariant) part = g_variant_get_child_value (value, i);

          g_variant_builder_add_value (&parts, other_value (part));
        }
      return g_variant_builder_end (&parts);
    default:
      return value; /* words, see change_all() */
    }
}

/* Gives @page the one setting @entry. Returns FALSE if the page refuses it, or cannot compute with it. */
static gboolean
take_setting (OndesSession  *session,
              OndesAnalysis *pages[N_PAGES],
              OndesAnalysis *page,
              GVariant      *entry)
{
  g_autoptr (GVariant) one = g_variant_ref_sink (g_variant_new_array (G_VARIANT_TYPE ("{sv}"), &entry, 1));
  g_autoptr (GVariant) before = g_variant_ref_sink (ondes_analysis_save_settings (page)), after = NULL;

  ondes_analysis_restore_settings (page, one);
  after = g_variant_ref_sink (ondes_analysis_save_settings (page));
  if (g_variant_equal (before, after))
    return FALSE;
  settle (session, pages);
  if (ondes_analysis_get_problem (page) == NULL)
    return TRUE;
  ondes_analysis_restore_settings (page, before);
  settle (session, pages);
  return FALSE;
}

/* Changes each setting of @page on its own, so that one that is refused leaves the others. */
static void
change_all (OndesSession  *session,
            OndesAnalysis *pages[N_PAGES],
            OndesAnalysis *page)
{
  static const char *const words[] = { "morlet", "l2", "reflect", "overlap-save", "double", "power", "rms", "mean", "scales",
                                       "constant:0.1", "up", "cubic", "magma", "linear", "haar", "hann", "paley", "cooley-tukey",
                                       "sign", "highpass", "derivative" };
  g_autoptr (GVariant) settings = g_variant_ref_sink (ondes_analysis_save_settings (page));

  for (gsize i = 0; i < g_variant_n_children (settings); i++)
    {
      g_autoptr (GVariant) entry = g_variant_get_child_value (settings, i), other = g_variant_ref_sink (other_value (entry));
      g_autofree char *name = NULL;
      g_autoptr (GVariant) value = NULL;

      g_variant_get (entry, "{sv}", &name, &value);
      if (!g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
        take_setting (session, pages, page, other);
      else
        for (guint j = 0; j < G_N_ELEMENTS (words); j++)
          {
            g_autoptr (GVariant) word = g_variant_ref_sink (g_variant_new ("{sv}", name, g_variant_new_string (words[j])));

            if (take_setting (session, pages, page, word))
              break;
          }
    }
}

/* Of a page in view: others compute nothing, and have no commands. */
static void
print_page (OndesAnalysis *page,
            const char    *which)
{
  static const struct { OndesExportFormat format; const char *path; } outputs[] = {
    { ONDES_EXPORT_PNG, "OUT.png" }, { ONDES_EXPORT_NPY, "OUT.npy" }, { ONDES_EXPORT_CSV, "OUT.csv" },
  };
  g_autoptr (GVariant) settings = g_variant_ref_sink (ondes_analysis_save_settings (page));
  g_autofree char *text = g_variant_print (settings, TRUE);

  g_print ("%s\nsettings %s %s\n", which, ondes_analysis_get_name (page), text);
  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      g_autofree char *command = ondes_analysis_command (page, outputs[i].path, outputs[i].format, NULL, 1000);

      g_print ("command %s %s\n", outputs[i].path, command == NULL ? "none" : command);
    }
  if (ondes_analysis_get_problem (page) != NULL)
    g_print ("problem %s\n", ondes_analysis_get_problem (page));
}

static GVariant *
parse_settings (const char *text)
{
  g_autoptr (GError) error = NULL;
  GVariant *settings = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, &error);

  g_assert_no_error (error);
  return settings;
}

/* Gives the session the state that @path has for it, and each page its settings. */
static void
take_settings (OndesSession  *session,
               OndesAnalysis *pages[N_PAGES],
               const char    *path)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (g_str_has_prefix (lines[i], "state "))
        {
          g_autoptr (GVariant) state = parse_settings (lines[i] + strlen ("state "));

          ondes_session_restore_state (session, state);
        }
      for (guint j = 0; j < N_PAGES; j++)
        {
          g_autofree char *head = g_strdup_printf ("settings %s ", ondes_analysis_get_name (pages[j]));

          if (g_str_has_prefix (lines[i], head))
            {
              g_autoptr (GVariant) settings = parse_settings (lines[i] + strlen (head));

              ondes_analysis_restore_settings (pages[j], settings);
            }
        }
    }
}

static void
print_state (OndesSession *session)
{
  g_autoptr (GVariant) state = ondes_session_save_state (session, TRUE);
  g_autofree char *text = NULL;

  g_variant_take_ref (state);
  text = g_variant_print (state, TRUE);
  g_print ("state %s\n", text);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (OndesSession) session = ondes_session_new ();
  OndesAnalysis *pages[N_PAGES] = {
    ONDES_ANALYSIS (ondes_scalogram_analysis_new (session)), ONDES_ANALYSIS (ondes_spectrum_analysis_new (session)),
    ONDES_ANALYSIS (ondes_dyadic_analysis_new (session)),    ONDES_ANALYSIS (ondes_filter_analysis_new (session)),
    ONDES_ANALYSIS (ondes_walshgram_analysis_new (session)), ONDES_ANALYSIS (ondes_psd_analysis_new (session)),
  };

  setlocale (LC_CTYPE, "");
  if (argc < 2)
    return 2;
  ondes_session_open (session, argv[1], NULL);
  settle (session, pages);
  if (argc > 2)
    take_settings (session, pages, argv[2]);
  for (guint i = 0; i < N_PAGES; i++)
    {
      ondes_analysis_set_active (pages[i], TRUE);
      settle (session, pages);
      print_page (pages[i], argc > 2 ? "as an earlier version left it" : "as it comes");
      if (argc == 2)
        {
          change_all (session, pages, pages[i]);
          print_page (pages[i], "everything changed");
        }
      ondes_analysis_set_active (pages[i], FALSE);
    }
  if (argc == 2)
    print_state (session);
  for (guint i = 0; i < N_PAGES; i++)
    g_object_unref (pages[i]);
  return 0;
}
