/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file-formats.h"

#include "archive.h"
#include "base/words.h"
#include "edf-header.h"
#include "sac.h"
#include "wfdb.h"

#include <sndfile.h>
#include <string.h>

#define SNDFILE NULL, "libsndfile", "libsndfile1-dev"

static gboolean
is_edf (const char   *path,
        const guint8 *head,
        gsize         n)
{
  return ondes_edf_begins (head, n);
}

/* TRUE for the fixed header of a data record: sequence number, quality, a year in either byte order and a time of day. */
static gboolean
is_mseed (const char   *path,
          const guint8 *head,
          gsize         n)
{
  int big, little;

  if (n < 48 || strchr ("DRQM", head[6]) == NULL || head[6] == '\0' || (head[7] != ' ' && head[7] != '\0'))
    return FALSE;
  for (guint i = 0; i < 6; i++)
    if (!g_ascii_isdigit (head[i]) && head[i] != ' ' && head[i] != '\0')
      return FALSE;
  big = head[20] << 8 | head[21];
  little = head[21] << 8 | head[20];
  return ((big >= 1900 && big <= 2100) || (little >= 1900 && little <= 2100)) && head[24] <= 23 && head[25] <= 59 && head[26] <= 60;
}

gboolean
ondes_sigmf_begins (const char *text,
                    gsize       n)
{
  static const char key[] = "\"core:datatype\"";
  gsize blanks = 0;

  while (blanks < n && g_ascii_isspace (text[blanks]))
    blanks++;
  return blanks < n && text[blanks] == '{' && memmem (text, n, key, strlen (key)) != NULL;
}

/* Samples are known by their name alone, metadata by what they have, too. */
static gboolean
is_sigmf (const char   *path,
          const guint8 *head,
          gsize         n)
{
  const OndesFileFormat *named = ondes_file_format_of_name (path);

  return (named != NULL && g_str_equal (named->id, "sigmf")) || ondes_sigmf_begins ((const char *) head, n);
}

/* The open functions of what is optional; NULL where it was left out. */
#ifdef ONDES_HAVE_MSEED
#define OPEN_MSEED ondes_mseed_open
#else
#define OPEN_MSEED NULL
#endif
#ifdef ONDES_HAVE_SIGMF
#define OPEN_SIGMF ondes_sigmf_open
#else
#define OPEN_SIGMF NULL
#endif

#ifdef ONDES_HAVE_HDF5
#define OPEN_HDF5 ondes_hdf5_open
#else
#define OPEN_HDF5 NULL
#endif

static const OndesFileFormat formats[] = {
  { "wav", N_("WAV, Broadcast Wave, RF64"), NULL, ONDES_FORMAT_SOUND, { ".wav", ".wave", ".bwf", ".rf64" }, SNDFILE, SF_FORMAT_WAV,
    NULL, ondes_sndfile_open },
  { "w64", "Wave64", NULL, ONDES_FORMAT_SOUND, { ".w64" }, SNDFILE, SF_FORMAT_W64, NULL, ondes_sndfile_open },
  { "flac", "FLAC", NULL, ONDES_FORMAT_SOUND, { ".flac" }, SNDFILE, SF_FORMAT_FLAC, NULL, ondes_sndfile_open },
  { "ogg", N_("Ogg with Vorbis, Opus or FLAC"), NULL, ONDES_FORMAT_SOUND, { ".ogg", ".oga", ".opus" }, SNDFILE, SF_FORMAT_OGG, NULL,
    ondes_sndfile_open },
  { "mpeg", N_("MPEG audio: MP3, MP2"), NULL, ONDES_FORMAT_SOUND, { ".mp3", ".mp2" }, SNDFILE, SF_FORMAT_MPEG, NULL,
    ondes_sndfile_open },
  { "aiff", "AIFF", NULL, ONDES_FORMAT_SOUND, { ".aif", ".aiff", ".aifc" }, SNDFILE, SF_FORMAT_AIFF, NULL, ondes_sndfile_open },
  { "au", "AU", NULL, ONDES_FORMAT_SOUND, { ".au", ".snd" }, SNDFILE, SF_FORMAT_AU, NULL, ondes_sndfile_open },
  { "caf", "CAF", NULL, ONDES_FORMAT_SOUND, { ".caf" }, SNDFILE, SF_FORMAT_CAF, NULL, ondes_sndfile_open },
  { "nist", "NIST SPHERE", NULL, ONDES_FORMAT_SOUND, { ".nist", ".sph" }, SNDFILE, SF_FORMAT_NIST, NULL, ondes_sndfile_open },
  { "svx", "IFF, 8SVX", NULL, ONDES_FORMAT_SOUND, { ".svx", ".iff", ".8svx" }, SNDFILE, SF_FORMAT_SVX, NULL, ondes_sndfile_open },
  { "ircam", "IRCAM", NULL, ONDES_FORMAT_SOUND, { ".sf", ".ircam" }, SNDFILE, SF_FORMAT_IRCAM, NULL, ondes_sndfile_open },
  { "sound", N_("other sound files"), NULL, ONDES_FORMAT_SOUND,
    { ".voc", ".xi", ".sd2", ".sds", ".vox", ".gsm", ".avr", ".htk", ".paf", ".pvf", ".mpc" }, SNDFILE, 0, NULL,
    ondes_sndfile_open },
  { "edf", "EDF, EDF+, BDF", N_("an EDF recording"), ONDES_FORMAT_ARCHIVE, { ".edf", ".bdf" }, .detect = is_edf,
    .open = ondes_edf_open },
  { "mseed", "miniSEED 2", N_("a miniSEED recording"), ONDES_FORMAT_ARCHIVE, { ".mseed", ".miniseed", ".msd", ".seed" }, NULL,
    "libmseed", "libmseed-dev", 0, is_mseed, OPEN_MSEED },
  { "sac", "SAC", N_("a SAC recording"), ONDES_FORMAT_ARCHIVE, { ".sac" }, .detect = ondes_sac_detect, .open = ondes_sac_open },
  { "wfdb", "WFDB", N_("a WFDB record"), ONDES_FORMAT_ARCHIVE, { ".hea" }, .detect = ondes_wfdb_detect, .open = ondes_wfdb_open },
  { "sigmf", "SigMF", N_("a SigMF recording"), ONDES_FORMAT_ARCHIVE, { ".sigmf-data", ".sigmf-meta" }, ".sigmf-meta", "JSON-GLib",
    "libjson-glib-dev", 0, is_sigmf, OPEN_SIGMF },
  { "mat", N_("MATLAB arrays, MAT 5"), N_("a MATLAB file"), ONDES_FORMAT_ARCHIVE, { ".mat" }, .detect = ondes_mat_detect,
    .open = ondes_mat_open },
  { "netcdf", N_("netCDF classic"), N_("a netCDF file"), ONDES_FORMAT_ARCHIVE, { ".nc", ".nc3", ".cdf" },
    .detect = ondes_cdf_detect, .open = ondes_cdf_open },
  { "hdf5", N_("HDF5, netCDF-4, MAT 7.3"), N_("an HDF5 file"), ONDES_FORMAT_ARCHIVE, { ".h5", ".hdf5", ".hdf", ".he5", ".nc4" },
    NULL, "libhdf5", "libhdf5-dev", .detect = ondes_hdf5_detect, .open = OPEN_HDF5 },
  { "text", N_("text in columns"), NULL, ONDES_FORMAT_NUMBERS, { ".csv", ".tsv", ".txt", ".dat", ".asc" },
    .open = ondes_text_open },
  { "npy", N_("NumPy arrays"), NULL, ONDES_FORMAT_NUMBERS, { ".npy" }, .open = ondes_npy_open },
  { "truth-table", N_("truth tables and S-boxes"), NULL, ONDES_FORMAT_NUMBERS, { ".pla" }, .open = ondes_truth_table_reader_open },
  { "raw", N_("headerless samples, as you say"), NULL, ONDES_FORMAT_NUMBERS, { ".raw", ".pcm" }, .open = ondes_raw_open },
  { NULL },
};

const OndesFileFormat *
ondes_file_formats (void)
{
  return formats;
}

/* TRUE if the libsndfile that runs knows the format @major: MPEG, FLAC and Ogg may be left out of it. */
static gboolean
sndfile_knows (int major)
{
  int n = 0;

  if (sf_command (NULL, SFC_GET_FORMAT_MAJOR_COUNT, &n, sizeof n) != 0)
    return FALSE;
  for (int i = 0; i < n; i++)
    {
      SF_FORMAT_INFO found = { .format = i };

      if (sf_command (NULL, SFC_GET_FORMAT_MAJOR, &found, sizeof found) == 0 && (found.format & SF_FORMAT_TYPEMASK) == major)
        return TRUE;
    }
  return FALSE;
}

gboolean
ondes_file_format_in_folder (const char *path)
{
  const OndesFileFormat *self = ondes_file_format_of_name (path);
  const gsize n = strlen (path), ending = self != NULL && self->beside != NULL ? strlen (self->beside) : 0;

  return self != NULL && self->kind != ONDES_FORMAT_NUMBERS
         && (ending == 0 || g_ascii_strcasecmp (path + n - ending, self->beside) != 0);
}

gboolean
ondes_file_format_built (const OndesFileFormat *self)
{
  return self->open != NULL && (self->major == 0 || sndfile_knows (self->major));
}

const OndesFileFormat *
ondes_file_format_of_name (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (const OndesFileFormat *format = formats; format->id != NULL; format++)
    for (const char *const *ending = format->endings; *ending != NULL; ending++)
      if (g_str_has_suffix (lower, *ending))
        return format;
  return NULL;
}

const OndesFileFormat *
ondes_file_format_detect (const char   *path,
                          const guint8 *head,
                          gsize         n)
{
  for (const OndesFileFormat *format = formats; format->id != NULL; format++)
    if (format->detect != NULL && format->detect (path, head, n))
      return format;
  return NULL;
}

OndesReader *
ondes_file_format_open (const OndesFileFormat *self,
                        const OndesOpening    *opening,
                        GError               **error)
{
  if (self->open != NULL)
    return self->open (opening, error);
  return ondes_error_set_null (error, ONDES_ERROR_FILE,
                               _("%s is %s; Ondes was built without %s (Debian: %s)"), opening->display,
                               _(self->what), self->library, self->package);
}
