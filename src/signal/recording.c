/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/counted.h"
#include "base/display-text.h"
#include "signal/formats/foreign.h"
#include "base/number.h"
#include "recording-private.h"
#include "sidecar.h"
#include "base/words.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CACHE_BYTES ((gsize) 64 << 20) /* a limit, not a size: memory is allocated as blocks are read */
#define SNIFF 4096
#define SETTLED (2 * G_USEC_PER_SEC)

struct _OndesRecording
{
  OndesRecordingInfo info;
  OndesBlockCache   *cache; /* owns the reader */
  OndesReader       *reader;
  guint64            id;
  char              *path, *name, *time_unit, *unit;
  char              *identity;

  /* A conditioned recording has only these besides the info; reader and cache are its parent's. */
  OndesRecording    *parent;
  OndesConditioner   conditioner;
  char             **steps;
};

typedef OndesReader *(*Opener) (const OndesOpening *opening,
                                GError            **error);

/* A magic number, which identifies a file whatever its name. */
typedef struct
{
  const char *magic;
  gsize       at, length;
  const char *then; /* four bytes required at offset 8; NULL if none */
  Opener      open;
} Magic;

static const Magic magics[] = {
  { "\x93NUMPY", 0, 6, NULL, ondes_npy_open },
  { "RIFF", 0, 4, NULL, ondes_sndfile_open },
  { "RIFX", 0, 4, NULL, ondes_sndfile_open },
  { "RF64", 0, 4, NULL, ondes_sndfile_open },
  { "riff\x2e\x91\xcf\x11", 0, 8, NULL, ondes_sndfile_open },
  { "FORM", 0, 4, "AIFF", ondes_sndfile_open },
  { "FORM", 0, 4, "AIFC", ondes_sndfile_open },
  { "FORM", 0, 4, "8SVX", ondes_sndfile_open },
  { "FORM", 0, 4, "16SV", ondes_sndfile_open },
  { "fLaC", 0, 4, NULL, ondes_sndfile_open },
  { "OggS", 0, 4, NULL, ondes_sndfile_open },
  { "caff", 0, 4, NULL, ondes_sndfile_open },
  { ".snd", 0, 4, NULL, ondes_sndfile_open },
  { "dns.", 0, 4, NULL, ondes_sndfile_open },
  { "ID3", 0, 3, NULL, ondes_sndfile_open },
  { "NIST_1A", 0, 7, NULL, ondes_sndfile_open },
  { "Creative Voice File", 0, 19, NULL, ondes_sndfile_open },
  { "Extended Instrument:", 0, 20, NULL, ondes_sndfile_open },
  { "MATLAB 5.0 MAT-file", 0, 19, NULL, ondes_sndfile_open },
  { "ALawSoundFile**", 0, 15, NULL, ondes_sndfile_open },
  { "PVF1", 0, 4, NULL, ondes_sndfile_open },
  { " paf", 0, 4, NULL, ondes_sndfile_open },
  { "fap ", 0, 4, NULL, ondes_sndfile_open },
  { "2BIT", 0, 4, NULL, ondes_sndfile_open },
};

/* Suffixes of sound files: a text file with one of them is an error. */
static const char *const sound_endings[] = {
  ".wav",  ".wave", ".bwf", ".rf64", ".w64", ".flac", ".ogg", ".oga", ".opus", ".mp3",   ".mp2", ".aif",
  ".aiff", ".aifc", ".au",  ".snd",  ".caf", ".voc",  ".svx", ".iff", ".8svx", ".xi",    ".sd2", ".sds",
  ".nist", ".sph",  ".vox", ".gsm",  ".avr", ".htk",  ".paf", ".pvf", ".sf",   ".ircam", ".mpc", NULL,
};

static gboolean
has_ending (const char        *path,
            const char *const *endings)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (; *endings; endings++)
    if (g_str_has_suffix (lower, *endings))
      return TRUE;
  return FALSE;
}

/* TRUE if @head has no control characters other than those of text. */
static gboolean
is_text (const guint8 *head,
         gsize         n)
{
  for (gsize i = 0; i < n; i++)
    if ((head[i] < 32 && !strchr ("\t\n\v\f\r\032\033", head[i])) || head[i] == 0 || head[i] == 127)
      return FALSE;
  return TRUE;
}

static const Magic *
find_magic (const guint8 *head,
            gsize         n)
{
  for (gsize i = 0; i < G_N_ELEMENTS (magics); i++)
    if (n >= magics[i].at + magics[i].length && memcmp (head + magics[i].at, magics[i].magic, magics[i].length) == 0
        && (!magics[i].then || (n >= 12 && memcmp (head + 8, magics[i].then, 4) == 0)))
      return &magics[i];
  return NULL;
}

static OndesReader *
open_by_magic (const Magic        *magic,
               const OndesOpening *opening,
               const guint8       *head,
               gsize               n,
               GError            **error)
{
  GError *local = NULL;
  OndesReader *reader = magic->open (opening, &local);

  if (!reader && g_error_matches (local, ONDES_ERROR, ONDES_ERROR_FILE)
      && ondes_foreign_refuse_matlab (head, n, opening->display, error))
    g_error_free (local);
  else if (!reader)
    g_propagate_error (error, local);
  return reader;
}

static OndesReader *
open_text (const OndesOpening *opening,
           const guint8       *head,
           gsize               n,
           gboolean            sound_ending,
           GError            **error)
{
  if (sound_ending)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("%s is called a sound file but holds text; if its columns are the recording, rename it to .txt or "
                     ".csv"),
                   opening->display);
      return NULL;
    }
  return ondes_truth_table_detect (opening->path, (const char *) head, n) ? ondes_truth_table_reader_open (opening, error)
                                                                         : ondes_text_open (opening, error);
}

static OndesReader *
open_by_content (const OndesOpening *opening,
                 GError            **error)
{
  guint8 head[SNIFF];
  gsize n = (gsize) MIN (opening->size, SNIFF);
  gboolean sound_ending = has_ending (opening->path, sound_endings);
  const Magic *magic;
  g_autoptr (GError) local = NULL;
  OndesReader *reader;

  if (opening->options->raw)
    return ondes_raw_open (opening, error);
  if (!ondes_pread_all (opening->fd, opening->display, 0, n, head, error))
    return NULL;
  if (ondes_foreign_refuse (head, MIN (n, ONDES_FOREIGN_BYTES), opening->path, opening->display, error))
    return NULL;
  magic = find_magic (head, n);
  if (magic != NULL)
    return open_by_magic (magic, opening, head, n, error);
  if (n < 4 && sound_ending)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   g_dngettext (GETTEXT_PACKAGE,
                                "%s has %zu byte, too few for a sound file",
                                "%s has %zu bytes, too few for a sound file", (gulong) n),
                   opening->display, n);
      return NULL;
    }
  if (n >= 2 && !sound_ending && ((head[0] == 0xff && head[1] == 0xfe) || (head[0] == 0xfe && head[1] == 0xff)))
    {
      ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_RAW,
                              _("%s begins like text in UTF-16; save it as UTF-8 first, or, if it is a headerless recording, say "
                                "its format with %s"),
                              opening->display, ondes_setting_name (ONDES_SETTING_RAW, "FORMAT:RATE:CHANNELS"));
      return NULL;
    }
  if (is_text (head, n))
    return open_text (opening, head, n, sound_ending, error);
  /* Data that look like MPEG are tried only under the name of a sound file: the MPEG decoder writes to standard error. */
  if (sound_ending || (!has_ending (opening->path, (const char *const[]) { ".raw", ".pcm", NULL }) && head[0] != 0xff))
    {
      reader = ondes_sndfile_open (opening, &local);
      if (reader || sound_ending || !g_error_matches (local, ONDES_ERROR, ONDES_ERROR_FILE))
        {
          if (local)
            g_propagate_error (error, g_steal_pointer (&local));
          return reader;
        }
    }
  if (ondes_foreign_refuse_matlab (head, n, opening->display, error))
    return NULL;
  ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_NEEDS_RAW, ONDES_SETTING_RAW,
                          _("%s does not say how its samples are stored; give it with %s"), opening->display,
                          ondes_setting_name (ONDES_SETTING_RAW, "FORMAT:RATE:CHANNELS, such as s16le:16000:1"));
  return NULL;
}

/* Returns the identity of the file as it is now, and of the options that change its numbers. A program may set a file's
 * modification time back, but not its change time (ctime). A file changed within the coarsest clock tick of a file system could
 * change again without a trace, so it gets no identity. */
static char *
identify (int                     fd,
          const OndesReadOptions *options)
{
  const OndesRawFormat *raw = &options->raw_format;
  char rate[G_ASCII_DTOSTR_BUF_SIZE] = "";
  GString *text;
  struct stat st;

  if (fstat (fd, &st) != 0 || g_get_real_time () - (st.st_ctim.tv_sec * G_USEC_PER_SEC + st.st_ctim.tv_nsec / 1000) < SETTLED)
    return NULL;
  text = g_string_new (NULL);
  g_string_printf (text, "file %ju %ju of %ju bytes at %jd.%09ld %jd.%09ld", (uintmax_t) st.st_dev, (uintmax_t) st.st_ino,
                   (uintmax_t) st.st_size, (intmax_t) st.st_mtim.tv_sec, st.st_mtim.tv_nsec, (intmax_t) st.st_ctim.tv_sec,
                   st.st_ctim.tv_nsec);
  if (options->raw)
    g_string_append_printf (text, "; raw %c%u %d %u", raw->kind, raw->bits, raw->big_endian, raw->channels);
  g_string_append_printf (text, "; columns %u %u", options->column, options->time_column);
  if (options->table)
    g_string_append_printf (text, "; table %s", options->table);
  if (options->resample)
    g_string_append_printf (text, "; even times %s %s", g_ascii_dtostr (rate, sizeof rate, options->rate_hz),
                            options->time_unit ? options->time_unit : "");
  return g_string_free (text, FALSE);
}

/* Notes options that have no effect on this kind of file. */
static void
note_idle_options (OndesReader            *reader,
                   const OndesReadOptions *options)
{
  const struct
  {
    gboolean     asked;
    OndesSetting setting;
  } of_text[] = {
    { options->column > 0, ONDES_SETTING_COLUMN },
    { options->time_column > 0, ONDES_SETTING_TIME_COLUMN },
    { options->resample, ONDES_SETTING_RESAMPLE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (of_text) && !reader->bits_text; i++)
    if (of_text[i].asked)
      ondes_reader_note (reader,
                         _("%s does nothing to %s, which is no text in columns (%s)."),
                         ondes_setting_name (of_text[i].setting, NULL), reader->display, reader->format);
  if (options->table && !reader->truth_table)
    ondes_reader_note (reader,
                       _("%s does nothing to %s, which is no list of S-boxes (%s)."),
                       ondes_setting_name (ONDES_SETTING_TABLE, NULL), reader->display, reader->format);
}

/* Finds the start given by the sidecar, otherwise by the file, in time units; as a date if that gives one and the unit has a
 * length in seconds. */
static void
find_start (OndesRecordingInfo *info,
            const OndesSidecar *sidecar,
            const OndesReader  *reader)
{
  const double unit_s = ondes_time_unit_seconds (info->time_unit);
  const gboolean stated = !isnan (sidecar->start) || !isnan (sidecar->date_s);

  info->start = isnan (sidecar->start) ? reader->start : sidecar->start;
  info->has_date = unit_s > 0 && !isnan (stated ? sidecar->date_s : reader->date_s);
  if (!info->has_date)
    return;
  info->date_s = round ((stated ? sidecar->date_s : reader->date_s) * 1e6) / 1e6;
  info->start = info->date_s / unit_s;
}

static void
no_progress (double   fraction,
             gpointer user_data)
{
}

/* Fills the info from the reader's facts, which the user's options and the sidecar override. */
static void
fill_info (OndesRecording *self,
           OndesSidecar   *sidecar,
           const char     *display)
{
  const OndesReadOptions *options = &sidecar->options;
  g_autofree char *basename = g_filename_display_basename (self->path);
  OndesReader *reader = self->reader;
  OndesRecordingInfo *info = &self->info;
  double rate = options->rate_hz > 0 ? options->rate_hz : reader->rate;

  self->name = sidecar->title ? g_steal_pointer (&sidecar->title) : ondes_display_text (basename);
  self->time_unit = g_strdup (options->time_unit ? options->time_unit : reader->time_unit ? reader->time_unit : "s");
  self->unit = g_strdup (options->unit ? options->unit : reader->unit ? reader->unit : "");
  if (rate == 0)
    ondes_reader_note (reader, _("%s does not say its sampling rate, so 1 Hz is taken; give it with %s."), display,
                       ondes_setting_name (ONDES_SETTING_RATE, NULL));
  note_idle_options (reader, options);
  if (!reader->names)
    reader->names = g_new0 (char *, reader->channels);
  g_ptr_array_add (reader->notes, NULL);
  *info = (OndesRecordingInfo) {
    .path = self->path,
    .name = self->name,
    .format = reader->format,
    .has_columns = reader->bits_text,
    .channels = reader->channels,
    .channel_names = (const char *const *) reader->names,
    .frames = reader->frames,
    .rate_hz = rate > 0 ? rate : 1,
    .rate_known = rate > 0,
    .time_unit = self->time_unit,
    .unit = self->unit,
    .type = reader->type,
    .pcm_bits = reader->pcm ? reader->bits : 0,
    .complex_iq = ondes_type_is_complex (reader->type),
    .first_channel = reader->first_channel,
    .time_unit_unsure = reader->time_unit_unsure,
    .irregular = reader->irregular,
    .irregular_max_samples = reader->irregular_max,
    .deviation = reader->deviation,
    .resampling = reader->resampling,
    .notes = (const char *const *) reader->notes->pdata,
  };
  find_start (info, sidecar, reader);
}

OndesRecording *
ondes_recording_open (const char             *path,
                      const OndesReadOptions *options,
                      OndesProgress           progress,
                      gpointer                user_data,
                      GCancellable           *cancellable,
                      GError                **error)
{
  g_autofree char *display = ondes_display_path (path);
  g_autofree char *identity = NULL;
  g_auto (OndesSidecar) sidecar = { 0 };
  OndesRecording *self;
  OndesReader *reader;
  guint64 size;
  int fd;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  fd = ondes_file_open (path, display, &size, error);
  if (fd < 0)
    return NULL;
  if (!ondes_sidecar_read (&sidecar, path, options, error))
    {
      close (fd);
      return NULL;
    }
  identity = identify (fd, &sidecar.options); /* before anything is read */
  reader = open_by_content (
      &(OndesOpening){ path, display, fd, size, &sidecar.options, progress ? progress : no_progress, user_data, cancellable },
      error);
  close (fd);
  if (!reader)
    {
      ondes_error_display (error);
      return NULL;
    }

  self = g_atomic_rc_box_new0 (OndesRecording);
  self->reader = reader;
  self->cache = ondes_block_cache_new (reader, CACHE_BYTES);
  self->id = ondes_source_new_id ();
  self->path = g_strdup (path);
  self->identity = g_steal_pointer (&identity);
  fill_info (self, &sidecar, display);
  return self;
}

static void
ondes_recording_clear (gpointer data)
{
  OndesRecording *self = data;

  if (self->parent != NULL)
    {
      self->conditioner.free (self->conditioner.data);
      g_strfreev (self->steps);
      ondes_recording_unref (self->parent);
      return;
    }
  ondes_source_gone (self->id);
  ondes_block_cache_free (self->cache);
  g_free (self->path);
  g_free (self->name);
  g_free (self->time_unit);
  g_free (self->unit);
  g_free (self->identity);
}

ONDES_DEFINE_COUNTED (OndesRecording, ondes_recording)

/* Returns copies of @first, which may be NULL, and @then; free with g_strfreev(). */
static char **
join_steps (const char *const *first,
            const char *const *then)
{
  GStrvBuilder *all = g_strv_builder_new ();
  char **steps;

  if (first != NULL)
    g_strv_builder_addv (all, (const char **) first);
  g_strv_builder_addv (all, (const char **) then);
  steps = g_strv_builder_end (all);
  g_strv_builder_unref (all);
  return steps;
}

OndesRecording *
ondes_recording_new_conditioned (OndesRecording         *parent,
                                 const OndesConditioner *conditioner)
{
  OndesRecording *self = g_atomic_rc_box_new0 (OndesRecording);

  self->parent = ondes_recording_ref (parent);
  self->reader = parent->reader;
  self->cache = parent->cache;
  self->conditioner = *conditioner;
  self->steps = join_steps (parent->info.conditioning, conditioner->steps);
  self->info = parent->info;
  self->info.frames = conditioner->frames;
  self->info.rate_hz = conditioner->rate_hz;
  self->info.conditioning = self->steps[0] != NULL ? (const char *const *) self->steps : NULL;
  return self;
}

OndesRecording *
ondes_recording_get_parent (OndesRecording *self)
{
  return self->parent;
}

OndesRecording *
ondes_recording_get_original (OndesRecording *self)
{
  while (self->parent != NULL)
    self = self->parent;
  return self;
}

/* Returns the samples of @to that lie in the time of @span of @from. */
static OndesSpan
map_span (OndesRecording *from,
          OndesRecording *to,
          OndesSpan       span)
{
  const double ratio = to->info.rate_hz / from->info.rate_hz;
  guint64 first, end;

  if (ratio == 1)
    return span;
  first = (guint64) MIN (floor ((double) span.first * ratio), (double) to->info.frames);
  end = (guint64) MIN (ceil ((double) (span.first + span.count) * ratio), (double) to->info.frames);
  return (OndesSpan) { first, end - first };
}

OndesSpan
ondes_recording_original_span (OndesRecording *self,
                               OndesSpan       span)
{
  return map_span (self, ondes_recording_get_original (self), span);
}

OndesSpan
ondes_recording_parent_span (OndesRecording *self,
                             OndesSpan       span)
{
  return map_span (self, self->parent, span);
}

OndesSource *
ondes_recording_apply (OndesRecording *self,
                       OndesSource    *source,
                       GError        **error)
{
  return self->conditioner.apply (self->conditioner.data, source, error);
}

const OndesRecordingInfo *
ondes_recording_get_info (OndesRecording *self)
{
  return &self->info;
}

OndesTruthTable *
ondes_recording_get_truth_table (OndesRecording *self)
{
  return self->reader->truth_table;
}

OndesReader *
ondes_recording_get_reader (OndesRecording *self)
{
  return self->reader;
}

OndesBlockCache *
ondes_recording_get_cache (OndesRecording *self)
{
  return self->cache;
}

guint64
ondes_recording_get_id (OndesRecording *self)
{
  return self->id;
}

const char *
ondes_recording_get_identity (OndesRecording *self)
{
  return self->identity;
}
