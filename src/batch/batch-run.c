/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-run.h"

#include "base/display-text.h"
#include "base/lines.h"
#include "base/option.h"
#include "base/path-within.h"
#include "base/read-file.h"
#include "base/request-error.h"
#include "base/words.h"
#include "io/out-file.h"
#include "io/stamp.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#define PRESET       "preset"
#define FAILED       "failed"
#define PRESET_BYTES (1 << 20) /* most of a preset, or of what tells a failure */
#define STEM_BYTES   100
#define HEAD         "# Parameters of a run of “ondes-cli batch”: an option a line, its value behind the first blank\n"

const char *const ondes_batch_products[] = { "scalogram", "bands", "energy", "annotations", "sheet", "ltsa", NULL };

struct _OndesBatchManifest
{
  OndesLines lines;
};

/* --- parameters */

static GPtrArray *
copy_words (const GPtrArray *words)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < words->len; i++)
    g_ptr_array_add (copy, g_strdup (g_ptr_array_index (words, i)));
  return copy;
}

/* Returns the lines of the words. */
static char *
print_words (const GPtrArray *words)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i + 1 < words->len; i += 2)
    {
      const char *value = g_ptr_array_index (words, i + 1);

      g_string_append_printf (text, "%s%s%s\n", (const char *) g_ptr_array_index (words, i), value[0] != '\0' ? " " : "", value);
    }
  return g_string_free (text, FALSE);
}

/* Returns such a text. Transfer full. */
static char *
print_products (guint products)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < ONDES_BATCH_N_PRODUCTS; i++)
    if (products & 1u << i)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "," : "", ondes_batch_products[i]);
  return g_string_free (text, FALSE);
}

gboolean
ondes_batch_products_parse (const char *text,
                            guint      *products,
                            GError    **error)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);

  *products = 0;
  for (guint i = 0; names[i] != NULL; i++)
    {
      const int product = ondes_name_index (ondes_batch_products, names[i]);

      if (product < 0)
        {
          g_autofree char *all = g_strjoinv (", ", (char **) ondes_batch_products);

          return ondes_option_refuse (error, "--products", _("“%s” is no product; choose from %s"), names[i], all);
        }
      *products |= 1u << product;
    }
  return TRUE;
}

OndesBatchRun *
ondes_batch_run_new (const char      *folder,
                     const GPtrArray *words,
                     guint            products)
{
  OndesBatchRun *self = g_new0 (OndesBatchRun, 1);
  g_autofree char *text = print_words (words), *hashed = g_strconcat ("ondes-batch 1\n", text, NULL);
  g_autofree char *hash = ondes_batch_hash (hashed);

  self->folder = g_strdup (folder);
  self->words = copy_words (words);
  self->products = products;
  self->outputs = products & ~(1u << ONDES_BATCH_LTSA);
  if (products & 1u << ONDES_BATCH_LTSA)
    self->outputs |= 1u << ONDES_BATCH_BANDS;
  memcpy (self->parameters, hash, sizeof self->parameters);
  return self;
}

void
ondes_batch_run_free (OndesBatchRun *self)
{
  g_free (self->folder);
  g_ptr_array_unref (self->words);
  g_free (self);
}

GPtrArray *
ondes_batch_preset_read (const char *path,
                         GError    **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *problem = NULL, *text = NULL;
  g_auto (GStrv) lines = NULL;
  gsize size;

  text = ondes_file_read_whole (path, PRESET_BYTES, &size, &problem);
  if (text == NULL)
    return ondes_error_set_null (error, ONDES_ERROR_FILE, "%s: %s", path, problem);
  if (size > PRESET_BYTES || strlen (text) != size) /* names of files may have any other bytes */
    return ondes_error_set_null (error, ONDES_ERROR_FILE, _("%s: is no preset; it has an option of the command a line"), path);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = g_strstrip (lines[i]);
      const gsize length = strcspn (line, " \t");

      if (line[0] == '\0' || line[0] == '#')
        continue;
      if (line[0] != '-')
        {
          g_autofree char *shown = ondes_display_text (line);

          return ondes_error_set_null (error, ONDES_ERROR_FILE,
                                       _("%s: line %u, “%s”, is no option; write --name value"), path, i + 1,
                                       shown);
        }
      g_ptr_array_add (words, g_strndup (line, length));
      g_ptr_array_add (words, g_strstrip (g_strdup (line + length)));
    }
  return g_steal_pointer (&words);
}

char *
ondes_batch_run_path (const OndesBatchRun *self,
                      const char          *name)
{
  return g_build_filename (self->folder, name, NULL);
}

gboolean
ondes_batch_run_exists (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, PRESET, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Refuses a folder whose subfolders are links out of it, and parameters that name files outside or endings that are none. */
static gboolean
check_folder (const OndesBatchRun *self,
              GError             **error)
{
  const char *const others[] = { FAILED, ONDES_BATCH_FILES, NULL };
  const char *const *const lists[] = { ondes_batch_products, others };
  g_autofree char *path = ondes_batch_run_path (self, PRESET);

  for (guint list = 0; list < G_N_ELEMENTS (lists); list++)
    for (const char *const *name = lists[list]; *name != NULL; name++)
      {
        g_autofree char *within = ondes_path_within (self->folder, self->folder, *name, error);

        if (within == NULL)
          return FALSE;
      }
  for (guint i = 0; i + 1 < self->words->len; i += 2)
    {
      const char *option = g_ptr_array_index (self->words, i), *value = g_ptr_array_index (self->words, i + 1);

      if ((g_str_equal (option, "--scalogram") && ondes_name_index (ondes_batch_scalogram_formats, value) < 0)
          || (g_str_equal (option, "--ltsa") && ondes_name_index (ondes_batch_ltsa_formats, value) < 0))
        return ondes_error_set (error, ONDES_ERROR_FILE, _("%s: “%s” is not a format of %s; plan the run again"), path, value,
                                option);
    }
  return ondes_batch_check_files (self->words, self->folder, path, error);
}

static OndesBatchRun *
open_run (const char *folder,
          GError    **error)
{
  g_autoptr (OndesBatchRun) self = NULL;
  g_autofree char *path = g_build_filename (folder, PRESET, NULL);
  g_autoptr (GPtrArray) words = NULL;
  guint products = 0;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return ondes_error_set_null (error, ONDES_ERROR_FILE, _("%s: is no run; make one with “ondes-cli batch plan”"), folder);
  words = ondes_batch_preset_read (path, error);
  if (words == NULL)
    return NULL;
  for (guint i = 0; i + 1 < words->len; i += 2)
    if (g_str_equal (g_ptr_array_index (words, i), "--products"))
      {
        if (!ondes_batch_products_parse (g_ptr_array_index (words, i + 1), &products, error))
          return NULL;
        g_ptr_array_remove_range (words, i, 2);
        break;
      }
  self = ondes_batch_run_new (folder, words, products);
  return check_folder (self, error) ? g_steal_pointer (&self) : NULL;
}

OndesBatchRun *
ondes_batch_run_open (const char *folder,
                      GError    **error)
{
  OndesBatchRun *self = open_run (folder, error);

  if (self == NULL)
    ondes_error_display (error); /* it may quote the preset */
  return self;
}

gboolean
ondes_batch_run_save (const OndesBatchRun *self,
                      GError             **error)
{
  g_autofree char *products = print_products (self->products), *words = print_words (self->words);
  g_autofree char *text = g_strdup_printf (HEAD "--products %s\n%s", products, words);
  g_autoptr (OndesOutFile) file = ondes_batch_run_create (self, PRESET, error);

  return file != NULL && ondes_out_file_write (file, text, strlen (text), error) && ondes_out_file_commit (file, error);
}

const char *
ondes_batch_words_find (const GPtrArray *words,
                        const char      *option)
{
  for (guint i = words->len; i >= 2; i -= 2)
    if (g_str_equal (g_ptr_array_index (words, i - 2), option))
      return g_ptr_array_index (words, i - 1);
  return NULL;
}

const char *
ondes_batch_run_option (const OndesBatchRun *self,
                        const char          *option)
{
  return ondes_batch_words_find (self->words, option);
}

/* --- outputs */

char *
ondes_batch_run_target (const OndesBatchRun *self,
                        const char          *name,
                        GError             **error)
{
  g_autofree char *path = ondes_batch_run_path (self, name);

  return ondes_batch_prepare (self->folder, path, error) ? g_steal_pointer (&path) : NULL;
}

OndesOutFile *
ondes_batch_run_create (const OndesBatchRun *self,
                        const char          *name,
                        GError             **error)
{
  g_autofree char *path = ondes_batch_run_target (self, name, error);

  return path != NULL ? ondes_out_file_new (path, error) : NULL;
}

/* Returns the ending of the files of a product. */
static const char *
ending_of (const OndesBatchRun *self,
           OndesBatchProduct    product)
{
  static const char *const endings[]
    = { [ONDES_BATCH_BANDS] = "csv", [ONDES_BATCH_ENERGY] = "npz", [ONDES_BATCH_ANNOTATIONS] = "csv", [ONDES_BATCH_SHEET] = "npy" };
  const char *format = ondes_batch_run_option (self, "--scalogram");

  return product == ONDES_BATCH_SCALOGRAM ? (format != NULL ? format : "png") : endings[product];
}

/* Returns the name of @path's file without its ending, as the name of an output may have it. */
static char *
stem_of (const char *path)
{
  g_autofree char *name = g_path_get_basename (path), *valid = g_utf8_make_valid (name, -1);
  char *dot = strrchr (valid, '.');
  GString *stem = g_string_new (NULL);

  if (dot != NULL && dot != valid)
    *dot = '\0';
  for (const char *p = valid, *end; *p != '\0'; p = end)
    {
      end = g_utf8_next_char (p);
      if (stem->len + (gsize) (end - p) > STEM_BYTES)
        break;
      if (g_unichar_iscntrl (g_utf8_get_char (p)))
        g_string_append_c (stem, '_');
      else
        g_string_append_len (stem, p, end - p);
    }
  return g_string_free (stem, FALSE);
}

char *
ondes_batch_run_output (const OndesBatchRun  *self,
                        const OndesBatchFile *file,
                        OndesBatchProduct     product)
{
  g_autofree char *hash = ondes_batch_hash (file->path), *stem = stem_of (file->path);

  return g_strdup_printf ("%s/%s/%.2s/%s-%s.%s", self->folder, ondes_batch_products[product], hash, stem, hash,
                          ending_of (self, product));
}

static char *
failure_path (const OndesBatchRun  *self,
              const OndesBatchFile *file)
{
  g_autofree char *hash = ondes_batch_hash (file->path);

  return g_strdup_printf ("%s/" FAILED "/%.2s/%s.tsv", self->folder, hash, hash);
}

static char *
print_stamp (const OndesBatchRun  *self,
             const OndesBatchFile *file,
             const char           *product)
{
  g_autofree char *source = ondes_batch_file_hash (file);

  return g_strdup_printf (ONDES_STAMP_MAGIC "1 %s parameters=%s source=%s", product, self->parameters, source);
}

char *
ondes_batch_run_stamp (const OndesBatchRun  *self,
                       const OndesBatchFile *file,
                       OndesBatchProduct     product)
{
  return print_stamp (self, file, ondes_batch_products[product]);
}

/* A failure concerns the products that were asked for. */
static char *
failure_stamp (const OndesBatchRun  *self,
               const OndesBatchFile *file)
{
  g_autofree char *products = print_products (self->products);

  return print_stamp (self, file, products);
}

static gboolean
has_stamp (const char *path,
           const char *stamp)
{
  g_autofree char *found = ondes_stamp_read (path);

  return g_strcmp0 (found, stamp) == 0;
}

OndesBatchState
ondes_batch_run_state (const OndesBatchRun  *self,
                       const OndesBatchFile *file,
                       guint                *missing)
{
  g_autofree char *failure = NULL, *stamp = NULL;
  guint wanted = 0;

  for (guint i = 0; i < ONDES_BATCH_N_PRODUCTS; i++)
    if (self->outputs & 1u << i)
      {
        g_autofree char *path = ondes_batch_run_output (self, file, i), *right = ondes_batch_run_stamp (self, file, i);

        wanted |= has_stamp (path, right) ? 0 : 1u << i;
      }
  if (missing != NULL)
    *missing = wanted;
  if (wanted == 0)
    return ONDES_BATCH_DONE;
  failure = failure_path (self, file);
  stamp = failure_stamp (self, file);
  return has_stamp (failure, stamp) ? ONDES_BATCH_FAILED : ONDES_BATCH_TO_DO;
}

/* Returns the sentence on one line. */
static char *
one_line (const char *sentence)
{
  char *line = g_utf8_make_valid (sentence, -1);

  return g_strdelimit (line, "\t\n\r", ' ');
}

gboolean
ondes_batch_run_fail (const OndesBatchRun  *self,
                      const OndesBatchFile *file,
                      const char           *sentence,
                      GError              **error)
{
  g_autofree char *path = failure_path (self, file), *escaped = ondes_batch_escape (file->path), *said = one_line (sentence);
  g_autofree char *line = g_strdup_printf ("%s\t%s\n", escaped, said), *stamp = failure_stamp (self, file);
  g_autoptr (OndesOutFile) out = NULL;
  gboolean done;

  if (!ondes_batch_prepare (self->folder, path, error) || (out = ondes_out_file_new (path, error)) == NULL)
    return FALSE;
  ondes_stamp_set (&(OndesStamp) { stamp, NULL, NULL });
  done = ondes_out_file_write (out, line, strlen (line), error) && ondes_out_file_commit (out, error);
  ondes_stamp_set (NULL);
  return done;
}

void
ondes_batch_run_forgive (const OndesBatchRun  *self,
                         const OndesBatchFile *file)
{
  g_autofree char *path = failure_path (self, file);

  g_unlink (path);
}

char *
ondes_batch_run_sentence (const OndesBatchRun  *self,
                          const OndesBatchFile *file)
{
  g_autofree char *path = failure_path (self, file), *problem = NULL, *text = NULL;
  const char *tab;
  gsize n;

  text = ondes_file_read_whole (path, PRESET_BYTES, &n, &problem);
  if (text == NULL || (tab = strchr (text, '\t')) == NULL)
    return NULL;
  return g_strndup (tab + 1, strcspn (tab + 1, "\n"));
}

/* --- the manifest */

OndesBatchManifest *
ondes_batch_manifest_open (const OndesBatchRun *run,
                           GError             **error)
{
  g_autoptr (OndesBatchManifest) self = g_new0 (OndesBatchManifest, 1);
  g_autofree char *path = ondes_batch_run_path (run, ONDES_BATCH_MANIFEST);
  g_autoptr (GError) local = NULL;

  if (ondes_lines_open (&self->lines, path, &local))
    return g_steal_pointer (&self);
  return ondes_error_set_null (error, ONDES_ERROR_FILE, _("%s; plan the run again"), local->message);
}

void
ondes_batch_manifest_free (OndesBatchManifest *self)
{
  ondes_lines_clear (&self->lines);
  g_free (self);
}

gboolean
ondes_batch_manifest_next (OndesBatchManifest *self,
                           OndesBatchFile     *file,
                           GError            **error)
{
  ondes_batch_file_clear (file);
  do
    if (!ondes_lines_next (&self->lines, error))
      return FALSE;
  while (self->lines.line[0] == '#');
  if (ondes_batch_file_parse (self->lines.line, file))
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%s: line %" PRIu64 " does not belong to a manifest; plan the run again"), self->lines.path, self->lines.number);
  return FALSE;
}
