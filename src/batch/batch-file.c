/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-file.h"

#include "base/number.h"
#include "base/words.h"
#include "signal/date.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#define N_FIELDS 8 /* without "changed" */
#define SECOND_NS 1000000000

void
ondes_batch_file_clear (OndesBatchFile *self)
{
  g_clear_pointer (&self->path, g_free);
}

char *
ondes_batch_escape (const char *path)
{
  GString *text = g_string_new (NULL);

  for (const char *p = path; *p != '\0'; p++)
    if (*p == '\\')
      g_string_append (text, "\\\\");
    else if (*p == '\t')
      g_string_append (text, "\\t");
    else if (*p == '\n')
      g_string_append (text, "\\n");
    else if (*p == '\r')
      g_string_append (text, "\\r");
    else if ((guchar) *p < 0x20 || *p == 0x7f)
      g_string_append_printf (text, "\\x%02x", (guchar) *p);
    else
      g_string_append_c (text, *p);
  return g_string_free (text, FALSE);
}

/* Appends the character that the escape at *@p stands for and moves *@p to its last byte. */
static gboolean
append_escaped (GString     *path,
                const char **p)
{
  static const char letters[] = "\\tnr", bytes[] = "\\\t\n\r";
  const char *letter;

  (*p)++;
  letter = **p != '\0' ? strchr (letters, **p) : NULL;
  if (letter != NULL)
    g_string_append_c (path, bytes[letter - letters]);
  else if (**p == 'x' && g_ascii_isxdigit ((*p)[1]) && g_ascii_isxdigit ((*p)[2]))
    {
      g_string_append_c (path, (char) (g_ascii_xdigit_value ((*p)[1]) << 4 | g_ascii_xdigit_value ((*p)[2])));
      *p += 2;
    }
  else
    return FALSE;
  return TRUE;
}

char *
ondes_batch_unescape (const char *text)
{
  g_autoptr (GString) path = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p++)
    if (*p != '\\')
      g_string_append_c (path, *p);
    else if (!append_escaped (path, &p))
      return NULL;
  return strlen (path->str) == path->len ? g_strdup (path->str) : NULL;
}

char *
ondes_batch_time_print (gint64 mtime_ns)
{
  const gint64 ns = (mtime_ns % SECOND_NS + SECOND_NS) % SECOND_NS;

  return g_strdup_printf ("%" PRId64 ".%09" PRId64, (mtime_ns - ns) / SECOND_NS, ns);
}

gboolean
ondes_batch_time_parse (const char *text,
                        gint64     *mtime_ns)
{
  g_auto (GStrv) parts = g_strsplit (text, ".", 3);
  gint64 seconds;
  guint64 ns;

  if (g_strv_length (parts) != 2 || strlen (parts[1]) != 9
      || !g_ascii_string_to_signed (parts[0], 10, G_MININT64 / SECOND_NS + 1, G_MAXINT64 / SECOND_NS - 1, &seconds, NULL)
      || !g_ascii_string_to_unsigned (parts[1], 10, 0, SECOND_NS - 1, &ns, NULL))
    return FALSE;
  *mtime_ns = seconds * SECOND_NS + (gint64) ns;
  return TRUE;
}

double
ondes_batch_file_seconds (const OndesBatchFile *self)
{
  return self->rate_hz > 0 ? (double) self->frames / self->rate_hz : 0;
}

char *
ondes_batch_file_print (const OndesBatchFile *self)
{
  g_autofree char *path = ondes_batch_escape (self->path), *mtime = ondes_batch_time_print (self->mtime_ns), *date = NULL;
  GString *line = g_string_new (NULL);
  char rate[ONDES_NUMBER_SIZE];

  if (isfinite (self->date_s))
    date = ondes_date_print_iso_in (self->date_s, (OndesZone) { .unknown = self->by_clock });
  g_string_append_printf (line, "%s\t%" PRIu64 "\t%s\t%s\t", path, self->size, mtime, date != NULL && date[0] != '\0' ? date : "-");
  if (self->rate_hz > 0)
    g_string_append_printf (line, "%s\t%u\t%" PRIu64, ondes_number_print (rate, self->rate_hz), self->channels, self->frames);
  else
    g_string_append (line, "-\t-\t-");
  g_string_append_printf (line, "\t%s%s", self->parameters, self->changed ? "\tchanged" : "");
  return g_string_free (line, FALSE);
}

/* Parses start, rate, channels and frames, which are unknown together but for the start. */
static gboolean
parse_facts (char          **fields,
             OndesBatchFile *self)
{
  OndesZone zone = { 0 };
  guint64 channels;

  self->date_s = NAN;
  if (g_str_equal (fields[1], "-"))
    return TRUE;
  if ((!g_str_equal (fields[0], "-") && !ondes_date_parse_zone (fields[0], &self->date_s, &zone))
      || !ondes_number_parse (fields[1], &self->rate_hz) || !(self->rate_hz > 0)
      || !g_ascii_string_to_unsigned (fields[2], 10, 1, G_MAXINT, &channels, NULL)
      || !g_ascii_string_to_unsigned (fields[3], 10, 0, G_MAXINT64, &self->frames, NULL))
    return FALSE;
  self->channels = (guint) channels;
  self->by_clock = zone.unknown;
  return TRUE;
}

gboolean
ondes_batch_file_parse (const char     *line,
                        OndesBatchFile *self)
{
  g_auto (GStrv) fields = g_strsplit (line, "\t", N_FIELDS + 2);
  const guint n = g_strv_length (fields);
  g_auto (OndesBatchFile) file = { 0 };

  *self = (OndesBatchFile) { 0 };
  if ((n != N_FIELDS && (n != N_FIELDS + 1 || !g_str_equal (fields[N_FIELDS], "changed")))
      || (file.path = ondes_batch_unescape (fields[0])) == NULL || file.path[0] == '\0'
      || !g_ascii_string_to_unsigned (fields[1], 10, 0, G_MAXINT64, &file.size, NULL)
      || !ondes_batch_time_parse (fields[2], &file.mtime_ns) || !parse_facts (fields + 3, &file)
      || strlen (fields[7]) != ONDES_BATCH_HASH)
    return FALSE;
  strcpy (file.parameters, fields[7]);
  file.changed = n > N_FIELDS;
  *self = file;
  file.path = NULL;
  return TRUE;
}

gboolean
ondes_batch_file_stat (const char *path,
                       guint64    *size,
                       gint64     *mtime_ns)
{
  struct stat info;

  if (stat (path, &info) != 0)
    return FALSE;
  if (!S_ISREG (info.st_mode))
    {
      errno = S_ISDIR (info.st_mode) ? EISDIR : EINVAL;
      return FALSE;
    }
  *size = (guint64) info.st_size;
  *mtime_ns = (gint64) info.st_mtim.tv_sec * SECOND_NS + info.st_mtim.tv_nsec;
  return TRUE;
}

char *
ondes_batch_hash (const char *text)
{
  g_autofree char *all = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  return g_strndup (all, ONDES_BATCH_HASH);
}

char *
ondes_batch_file_hash (const OndesBatchFile *self)
{
  g_autofree char *text = g_strdup_printf ("%s\n%" PRIu64 "\n%" PRId64, self->path, self->size, self->mtime_ns);

  return ondes_batch_hash (text);
}
