/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "foreign.h"

#include "signal/source.h"
#include "base/read-file.h"
#include "base/words.h"

#include <string.h>

#define TO_WAV   N_("; save the sound in it as WAV or FLAC")
#define TO_TABLE N_("; save its numbers as .csv or .npy")
/* %s is the option that opens a file as raw. */
#define TO_DATA_FILE N_("; its samples are in the file that DataFile= names, to be opened with %s")
#define COMTRADE_MOST ((gsize) 1 << 20) /* bytes of a configuration */
#define UNPACK   N_("; unpack it first")

/* Magic numbers of other programs' files. The first match counts. */
static const struct
{
  gsize       at, length;
  const char *magic;
  const char *ending; /* suffix of the file's name; NULL if any */
  const char *what, *advice;
} kinds[] = {
  { 0, 8, "\x89PNG\r\n\x1a\n", NULL, N_("a PNG picture"), "" },
  { 0, 3, "\xff\xd8\xff", NULL, N_("a JPEG picture"), "" },
  { 0, 4, "GIF8", NULL, N_("a GIF picture"), "" },
  { 0, 4, "II*\0", NULL, N_("a TIFF picture"), "" },
  { 0, 4, "MM\0*", NULL, N_("a TIFF picture"), "" },
  { 8, 4, "WEBP", NULL, N_("a WebP picture"), "" },
  { 0, 5, "%PDF-", NULL, N_("a PDF document"), "" },
  { 0, 4, "%!PS", NULL, N_("a PostScript document"), "" },
  { 0, 5, "{\\rtf", NULL, N_("an RTF document"), TO_TABLE },
  { 0, 5, "<?xml", ".eaf", N_("an annotation file of ELAN"),
    N_("; export its tiers as text between tabs, and import that as annotations") },
  { 0, 5, "<?xml", NULL, N_("an XML document"), TO_TABLE },
  { 0, 14, "<!DOCTYPE html", NULL, N_("a web page"), TO_TABLE },
  { 0, 14, "<!doctype html", NULL, N_("a web page"), TO_TABLE },
  { 0, 5, "<html", NULL, N_("a web page"), TO_TABLE },
  { 0, 4, "PK\3\4", ".npz", N_("a NumPy archive (.npz)"), N_("; save one of its arrays as .npy with numpy.save") },
  { 0, 4, "PK\5\6", ".npz", N_("a NumPy archive (.npz) without arrays"), "" },
  { 0, 4, "PK\3\4", ".xlsx", N_("an Excel table"), TO_TABLE },
  { 0, 4, "PK\3\4", ".ods", N_("an OpenDocument table"), TO_TABLE },
  { 0, 4, "PK\3\4", NULL, N_("a ZIP archive"), UNPACK },
  { 0, 2, "\x1f\x8b", NULL, N_("compressed by gzip"), UNPACK },
  { 0, 3, "BZh", NULL, N_("compressed by bzip2"), UNPACK },
  { 0, 6, "\xfd" "7zXZ\0", NULL, N_("compressed by xz"), UNPACK },
  { 0, 4, "\x28\xb5\x2f\xfd", NULL, N_("compressed by zstd"), UNPACK },
  { 0, 6, "7z\xbc\xaf\x27\x1c", NULL, N_("a 7z archive"), UNPACK },
  { 0, 6, "Rar!\x1a\7", NULL, N_("a RAR archive"), UNPACK },
  { 257, 5, "ustar", NULL, N_("a tar archive"), UNPACK },
  { 0, 19, "MATLAB 7.3 MAT-file", NULL, N_("a MATLAB file (MAT 7.3)"), TO_TABLE },
  { 0, 9, "SIMPLE  =", NULL, N_("a FITS file"), TO_TABLE },
  { 0, 4, "PAR1", NULL, N_("a Parquet file"), TO_TABLE },
  { 0, 8, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", NULL, N_("an older Microsoft Office document"), TO_TABLE },
  { 0, 15, "SQLite format 3", NULL, N_("an SQLite database"), TO_TABLE },
  { 0, 4, "TDSm", NULL, N_("a LabVIEW file (TDMS)"), N_("; convert it to HDF5 with npTDMS, or save it as .csv") },
  { 0, 8, "000001V ", NULL, N_("a whole SEED volume"), N_("; take the miniSEED out of it with “rdseed -d -o 4”, or with ObsPy") },
  { 128, 4, "DICM", NULL, N_("a DICOM file"), TO_TABLE },
  { 0, 3, "MS\3", NULL, N_("a miniSEED 3 recording"), N_("; convert it to miniSEED 2") },
  { 0, 4, "GDF ", NULL, N_("a GDF recording"), TO_TABLE },
  { 0, 4, "ABF ", NULL, N_("an Axon recording (ABF)"), TO_TABLE },
  { 0, 4, "ABF2", NULL, N_("an Axon recording (ABF)"), TO_TABLE },
  { 0, 37, "Brain Vision Data Exchange Header Fil", NULL, N_("the header of a BrainVision recording"), TO_DATA_FILE },
  { 0, 36, "BrainVision Data Exchange Header Fil", NULL, N_("the header of a BrainVision recording"), TO_DATA_FILE },
  { 0, 37, "Brain Vision Data Exchange Marker Fil", NULL, N_("the markers of a BrainVision recording"), "" },
  { 0, 36, "BrainVision Data Exchange Marker Fil", NULL, N_("the markers of a BrainVision recording"), "" },
  { 8, 4, "AVI ", NULL, N_("an AVI film"), TO_WAV },
  { 4, 4, "ftyp", NULL, N_("an MPEG-4 file"), TO_WAV },
  { 0, 4, "\x1a\x45\xdf\xa3", NULL, N_("a Matroska or WebM film"), TO_WAV },
  { 0, 4, "\x30\x26\xb2\x75", NULL, N_("a Windows Media file"), TO_WAV },
  { 0, 4, "MThd", NULL, N_("a MIDI file, which has notes and no samples"), TO_WAV },
  { 0, 4, "wvpk", NULL, N_("a WavPack sound file"), TO_WAV },
  { 0, 4, "MAC ", NULL, N_("a Monkey's Audio sound file"), TO_WAV },
  { 0, 4, "\x7f" "ELF", NULL, N_("a program"), "" },
};

/* TRUE for the configuration of COMTRADE. Its first line ends in the year of the standard, its second tells the channels as
 * "5,3A,2D". */
static gboolean
is_comtrade (const char *text)
{
  return g_regex_match_simple ("^(\\xef\\xbb\\xbf)?[^,\\r\\n]*,([^,\\r\\n]*,)? *(1991|1999|2013) *\\r?\\n"
                               " *\\d+ *, *\\d+A *, *\\d+D *\\r?(\\n|$)",
                               text, G_REGEX_RAW | G_REGEX_CASELESS, 0);
}

/* Tells of COMTRADE, whose configuration is in NAME.cfg and whose samples are in NAME.dat beside it. */
static const char *
find_comtrade (const guint8 *head,
               gsize         n,
               const char   *lower,
               const char   *path)
{
  g_autofree char *text = NULL, *problem = NULL;

  if (g_str_has_suffix (lower, ".cfg"))
    {
      text = g_strndup ((const char *) head, n);
      return is_comtrade (text) ? N_("the configuration of a COMTRADE record") : NULL;
    }
  for (guint i = 0; i < 2 && text == NULL && g_str_has_suffix (lower, ".dat"); i++)
    {
      g_autofree char *beside = g_strdup_printf ("%.*s%s", (int) strlen (path) - 4, path, i == 0 ? ".cfg" : ".CFG");
      gsize size;

      g_clear_pointer (&problem, g_free);
      text = ondes_file_read_whole (beside, COMTRADE_MOST, &size, &problem);
    }
  return text != NULL && is_comtrade (text) ? N_("the samples of a COMTRADE record") : NULL;
}

gboolean
ondes_foreign_refuse (const guint8 *head,
                      gsize         n,
                      const char   *path,
                      const char   *display,
                      GError      **error)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);
  gsize bom = n >= 3 && memcmp (head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  const char *what = NULL, *advice = "";
  g_autoptr (GString) message = NULL;

  for (gsize i = 0; !what && i < G_N_ELEMENTS (kinds); i++)
    {
      gsize at = kinds[i].at + (kinds[i].at == 0 ? bom : 0);

      if (n >= at + kinds[i].length && memcmp (head + at, kinds[i].magic, kinds[i].length) == 0
          && (!kinds[i].ending || g_str_has_suffix (lower, kinds[i].ending)))
        what = kinds[i].what, advice = kinds[i].advice;
    }
  if (!what)
    what = find_comtrade (head, n, lower, path), advice = TO_TABLE;
  if (!what)
    return FALSE;
  message = g_string_new (*advice ? _(advice) : "");
  g_string_replace (message, "%s", ondes_setting_name (ONDES_SETTING_RAW, NULL), 0);
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s is %s, which Ondes does not read%s"), display, _(what),
               message->str);
  return TRUE;
}

/* TRUE for MATLAB version 4, which begins with five 32-bit numbers: type, rows, columns, a complex flag, and the length of the
 * name that follows, with its terminating zero. */
static gboolean
is_matlab_4 (const guint8 *head,
             gsize         n)
{
  guint32 words[5], name;

  if (n < 22)
    return FALSE;
  memcpy (words, head, sizeof words);
  for (guint i = 0; i < 5; i++)
    words[i] = GUINT32_FROM_LE (words[i]);
  name = words[4];
  if (words[0] > 52 || words[0] % 10 > 2 || words[1] == 0 || words[2] == 0 || words[3] > 1 || name < 2 || name > 64
      || n < 20 + name || head[20 + name - 1] != 0 || !g_ascii_isalpha (head[20]))
    return FALSE;
  for (guint i = 1; i + 1 < name; i++)
    if (!g_ascii_isalnum (head[20 + i]) && head[20 + i] != '_')
      return FALSE;
  return TRUE;
}

gboolean
ondes_foreign_refuse_matlab (const guint8 *head,
                             gsize         n,
                             const char   *display,
                             GError      **error)
{
  static const char magic[] = "MATLAB 5.0 MAT-file";

  if ((n < strlen (magic) || memcmp (head, magic, strlen (magic)) != 0) && !is_matlab_4 (head, n))
    return FALSE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%s is a MATLAB file, of which Ondes reads only sound with its rate, as libsndfile saves it%s"), display,
               _(TO_TABLE));
  return TRUE;
}
