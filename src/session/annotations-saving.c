/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the annotations of the recording that is open, and saves them after changes. The requests of one file run in order. */
#include "config.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <sys/stat.h>

#include "annotations-model-private.h"
#include "base/counted.h"
#include "base/display-text.h"
#include "base/words.h"

#define DIGITS     12  /* of the checksum in a name */
#define STEM_BYTES 120 /* most bytes of the recording's name in it */

/* A file as it was when it was last read or written; all 0 if there was none. */
typedef struct
{
  guint64 inode, size;
  gint64  changed_ns;
} Stamp;

struct _OndesAnnotationsFile
{
  char *beside, *other; /* beside the recording; where its folder cannot be written */
  /* Of the queue's thread. */
  const char *path;     /* one of these, in use */
  Stamp       stamp;
};

static void
ondes_annotations_file_clear (gpointer data)
{
  OndesAnnotationsFile *self = data;

  g_free (self->beside);
  g_free (self->other);
}

static ONDES_DEFINE_COUNTED (OndesAnnotationsFile, ondes_annotations_file)

/* Returns the path where a recording's folder cannot be written: its name and a checksum of its path, in the user's data folder. */
static char *
make_other (const char *recording)
{
  g_autofree char *whole = g_canonicalize_filename (recording, NULL), *name = g_path_get_basename (whole);
  g_autofree char *checksum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, whole, -1);
  g_autofree char *stem = g_utf8_make_valid (name, (gssize) MIN (strlen (name), STEM_BYTES));
  g_autofree char *base = g_strdup_printf ("%s-%.*s%s", stem, DIGITS, checksum, ONDES_ANNOTATIONS_SUFFIX);

  return g_build_filename (g_get_user_data_dir (), "ondes", "annotations", base, NULL);
}

static OndesAnnotationsFile *
file_new (const OndesRecordingInfo *info)
{
  OndesAnnotationsFile *self = g_atomic_rc_box_new0 (OndesAnnotationsFile);

  self->beside = ondes_annotations_beside (info->path);
  self->other = make_other (info->path);
  self->path = self->beside;
  return self;
}

static Stamp
find_stamp (const char *path)
{
  struct stat status;

  if (stat (path, &status) != 0)
    return (Stamp) { 0 };
  return (Stamp) { status.st_ino, (guint64) status.st_size,
                   (gint64) status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec };
}

static gboolean
exists (const Stamp *stamp)
{
  return stamp->inode != 0;
}

static gboolean
same_stamp (const Stamp *a,
            const Stamp *b)
{
  return a->inode == b->inode && a->size == b->size && a->changed_ns == b->changed_ns;
}

/* Reads or writes a file. */
typedef struct
{
  OndesAnnotationsModel *self; /* borrowed: it owns the queue */
  OndesAnnotationsFile  *file;
  guint                  serial;
  char                  *path;      /* of the file when that is done */
  OndesAnnotationSet    *set;       /* to write, or read; NULL if it cannot be read */
  guint64                revision;  /* to write */
  gboolean               overwrites; /* whatever stands there */
  gboolean               is_last;   /* the recording is being left: nobody can be asked */
  gboolean               in_conflict;
  gboolean               is_chosen; /* read on a person's choice */
  char                 **notes;
} Transfer;

static void
transfer_free (gpointer data)
{
  Transfer *transfer = data;

  ondes_annotations_file_unref (transfer->file);
  g_free (transfer->path);
  g_clear_pointer (&transfer->set, ondes_annotation_set_unref);
  g_strfreev (transfer->notes);
  g_free (transfer);
}

static Transfer *
transfer_new (OndesAnnotationsModel *self)
{
  Transfer *transfer = g_new0 (Transfer, 1);

  transfer->self = self;
  transfer->file = ondes_annotations_file_ref (self->file);
  transfer->serial = self->serial;
  return transfer;
}

static void
submit (Transfer *transfer,
        OndesWork work,
        OndesDone done)
{
  ondes_queue_submit (ondes_analysis_get_asides (ONDES_ANALYSIS (transfer->self)),
                      &(OndesTask) { .work = work, .data = transfer, .destroy = transfer_free, .done = done });
}

/* Saving. */

static gboolean
write_to (Transfer *transfer,
          const char *path,
          GError **error)
{
  const OndesAnnotationWriting writing = { .format = ONDES_ANNOTATIONS_OWN };

  if (!ondes_annotations_write (transfer->set, path, &writing, NULL, error))
    return FALSE;
  transfer->file->path = path;
  transfer->file->stamp = find_stamp (path);
  return TRUE;
}

static gboolean
write_other (Transfer *transfer,
             GError **error)
{
  g_autofree char *folder = g_path_get_dirname (transfer->file->other);

  if (g_mkdir_with_parents (folder, 0700) == 0)
    return write_to (transfer, transfer->file->other, error);
  return ondes_error_set (error, ONDES_ERROR_FILE, _("%s: cannot be made: %s"), folder, g_strerror (errno));
}

static gboolean
save_to_file (Transfer *transfer,
              GError **error)
{
  const OndesAnnotationsFile *file = transfer->file;
  const Stamp now = find_stamp (file->path);

  if (!transfer->overwrites && !same_stamp (&now, &file->stamp))
    {
      transfer->in_conflict = TRUE;
      return !transfer->is_last || write_other (transfer, error);
    }
  if (!exists (&now) && ondes_annotation_set_get_length (transfer->set) == 0
      && *ondes_annotation_set_get_tracks (transfer->set) == NULL)
    return TRUE; /* nothing was ever there */
  if (write_to (transfer, file->path, error))
    return TRUE;
  /* Where the folder cannot be written; if neither can, the first reason is said. */
  if (file->path == file->other || !write_other (transfer, NULL))
    return FALSE;
  g_clear_error (error);
  return TRUE;
}

static gboolean
saving_work (OndesComputer *computer,
             gpointer data,
             const OndesWatch *watch,
             GError **error)
{
  Transfer *transfer = data;
  const gboolean saved = save_to_file (transfer, error);

  transfer->path = g_strdup (transfer->file->path);
  return saved;
}

static void
say (OndesAnnotationsModel *self,
     const char *format,
     const char *path)
{
  g_autofree char *display = ondes_display_path (path);
  g_autoptr (GString) text = g_string_new (format);

  g_string_replace (text, "%s", display, 1);
  ondes_analysis_say (ONDES_ANALYSIS (self), FALSE, text->str);
}

/* Of a recording that is no longer open. */
static void
on_saved_last (Transfer *transfer,
               const GError *error)
{
  if (error != NULL)
    ondes_analysis_say_error (ONDES_ANALYSIS (transfer->self), error);
  else if (transfer->in_conflict)
    say (transfer->self, _("Another program changed the file of annotations; those made here are saved as %s"), transfer->path);
}

static void
ask (OndesAnnotationsModel *self)
{
  g_autofree char *display = ondes_display_path (self->path);
  g_autofree char *text = g_strdup_printf (_("%s was changed by another program since it was read here"), display);

  self->in_conflict = TRUE;
  g_signal_emit_by_name (self, "conflict", text);
}

static void save_now (OndesAnnotationsModel *self,
                      gboolean               overwrites,
                      gboolean               is_last);

static void
take_saved (OndesAnnotationsModel *self,
            Transfer *transfer)
{
  const gboolean moved = g_strcmp0 (self->path, transfer->path) != 0;

  self->said_problem = FALSE;
  self->saved = transfer->revision;
  if (moved)
    {
      g_free (self->path);
      self->path = g_steal_pointer (&transfer->path);
      say (self, _("The recording’s folder is not writable; its annotations are saved as %s"), self->path);
    }
  if (self->asked)
    save_now (self, FALSE, FALSE);
  else if (ondes_annotations_model_is_unsaved (self))
    ondes_annotations_model_save_soon (self);
}

static void
on_saved (gpointer data,
          const GError *error,
          gpointer user_data)
{
  Transfer *transfer = data;
  OndesAnnotationsModel *self = transfer->self;

  if (transfer->serial != self->serial)
    {
      on_saved_last (transfer, error);
      return;
    }
  self->saving = FALSE;
  if (error != NULL)
    {
      if (!self->said_problem)
        ondes_analysis_say_error (ONDES_ANALYSIS (self), error);
      self->said_problem = TRUE;
    }
  else if (transfer->in_conflict)
    ask (self);
  else
    take_saved (self, transfer);
  self->asked = FALSE;
  ondes_analysis_changed (self);
}

static void
save_now (OndesAnnotationsModel *self,
          gboolean overwrites,
          gboolean is_last)
{
  Transfer *transfer;

  g_clear_handle_id (&self->save_source, g_source_remove);
  if (!(overwrites || ondes_annotations_model_is_unsaved (self)))
    return;
  transfer = transfer_new (self);
  transfer->set = ondes_annotation_set_ref (self->set);
  transfer->revision = self->revision;
  transfer->overwrites = overwrites;
  transfer->is_last = is_last;
  self->saving = TRUE;
  submit (transfer, saving_work, on_saved);
}

gboolean
ondes_annotations_model_is_unsaved (OndesAnnotationsModel *self)
{
  g_return_val_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self), FALSE);
  return self->ready && self->saved != self->revision;
}

void
ondes_annotations_model_save (OndesAnnotationsModel *self)
{
  g_return_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self));
  self->said_problem = FALSE;
  self->asked = self->saving;
  if (!self->saving)
    save_now (self, FALSE, FALSE);
}

static gboolean
on_save (gpointer user_data)
{
  OndesAnnotationsModel *self = user_data;

  self->save_source = 0;
  save_now (self, FALSE, FALSE);
  return G_SOURCE_REMOVE;
}

/* Does not begin the wait anew, so that a change is saved in time however many follow. */
void
ondes_annotations_model_save_soon (OndesAnnotationsModel *self)
{
  if (self->save_source == 0 && !self->saving && !self->in_conflict)
    self->save_source = g_timeout_add (ONDES_ANNOTATIONS_SAVE_MS, on_save, self);
}

/* Reading. */

/* Of two files, that changed last. */
static void
choose_file (OndesAnnotationsFile *file)
{
  const Stamp beside = find_stamp (file->beside), other = find_stamp (file->other);
  const gboolean is_beside = !exists (&other) || (exists (&beside) && beside.changed_ns >= other.changed_ns);

  file->path = is_beside ? file->beside : file->other;
  file->stamp = is_beside ? beside : other;
}

static gboolean
reading_work (OndesComputer *computer,
              gpointer data,
              const OndesWatch *watch,
              GError **error)
{
  const OndesAnnotationReading reading = { .format = ONDES_ANNOTATIONS_OWN };
  Transfer *transfer = data;
  OndesAnnotationsFile *file = transfer->file;

  choose_file (file);
  transfer->path = g_strdup (file->path);
  transfer->set = !exists (&file->stamp) ? ondes_annotation_set_new ()
                                         : ondes_annotations_read (file->path, &reading, watch, NULL, &transfer->notes, error);
  /* A file that cannot be read is foreign: it is not overwritten without asking. */
  if (transfer->set == NULL)
    file->stamp = (Stamp) { 0 };
  return transfer->set != NULL;
}

static void
take_read (OndesAnnotationsModel *self,
           Transfer *transfer)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self));
  OndesAnnotationSet *set = transfer->set != NULL ? g_steal_pointer (&transfer->set) : ondes_annotation_set_new ();

  g_free (self->path);
  self->path = g_steal_pointer (&transfer->path);
  self->ready = TRUE;
  if (!transfer->is_chosen) /* no person did this: it is no step */
    ondes_session_begin_settling (session);
  ondes_annotations_model_take (self, set, NULL, transfer->is_chosen, 0);
  self->saved = self->revision;
  g_clear_handle_id (&self->save_source, g_source_remove);
  if (!transfer->is_chosen)
    ondes_session_end_settling (session, FALSE);
}

static void
on_read (gpointer data,
         const GError *error,
         gpointer user_data)
{
  Transfer *transfer = data;
  OndesAnnotationsModel *self = transfer->self;

  if (transfer->serial != self->serial || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (error != NULL)
    ondes_analysis_say_error (ONDES_ANALYSIS (self), error);
  if (error != NULL && transfer->is_chosen)
    return;
  take_read (self, transfer);
  ondes_annotations_model_say_notes (self, "", transfer->notes);
  ondes_analysis_changed (self);
}

static void
read_file (OndesAnnotationsModel *self,
           gboolean is_chosen)
{
  Transfer *transfer = transfer_new (self);

  transfer->is_chosen = is_chosen;
  submit (transfer, reading_work, on_read);
}

gboolean
ondes_annotations_model_is_saving (OndesAnnotationsModel *self)
{
  g_return_val_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self), FALSE);
  return self->saving;
}

gboolean
ondes_annotations_model_is_in_conflict (OndesAnnotationsModel *self)
{
  g_return_val_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self), FALSE);
  return self->in_conflict;
}

void
ondes_annotations_model_resolve (OndesAnnotationsModel *self,
                                 OndesAnnotationsAnswer answer)
{
  g_return_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self));
  if (!self->in_conflict)
    return;
  self->in_conflict = FALSE;
  if (answer == ONDES_ANNOTATIONS_OVERWRITE)
    save_now (self, TRUE, FALSE);
  else if (answer == ONDES_ANNOTATIONS_READ)
    read_file (self, TRUE);
}

const char *
ondes_annotations_model_get_path (OndesAnnotationsModel *self)
{
  return self->path;
}

/* Forgets the annotations of the last recording, which are being saved. Their revision is no longer kept, so that no step of the
 * history from before the reading brings an empty set back. */
static void
forget (OndesAnnotationsModel *self)
{
  self->ready = self->saving = self->in_conflict = self->said_problem = self->asked = FALSE;
  self->serial++;
  ondes_annotation_set_unref (self->set);
  self->set = ondes_annotation_set_new ();
  self->revision = self->saved = ++self->newest;
  g_hash_table_remove_all (self->kept);
  self->step = 0;
}

void
ondes_annotations_model_follow (OndesAnnotationsModel *self)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self));
  OndesRecording *recording = ondes_session_get_recording (session);
  const OndesRecordingInfo *info;

  if (recording == NULL || (self->file != NULL && self->opened == ondes_session_get_opened (session)))
    return; /* the same file read otherwise keeps its annotations */
  save_now (self, FALSE, TRUE);
  forget (self);
  info = ondes_recording_get_info (recording);
  self->opened = ondes_session_get_opened (session);
  g_clear_pointer (&self->file, ondes_annotations_file_unref);
  self->file = file_new (info);
  g_free (self->path);
  self->path = g_strdup (self->file->beside);
  ondes_annotations_model_choose (self, NULL, 0);
  ondes_annotations_model_update_shown (self);
  read_file (self, FALSE);
}
