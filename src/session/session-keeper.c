/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session-keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOCK ".lock"
#define LAST "last"
#define TRIES 20
#define TRY_US 10000

struct _OndesKeeper
{
  char              *folder;
  char              *id;
  int                lock;     /* held while the own file may be there; −1 before */
  OndesKeeperCollect collect;
  gpointer           user_data;
  guint              attempts; /* of the windows in the own file */
  guint              delay_ms; /* from a change to its write */
  guint              timer;    /* until the next write; 0 if none is due */
  GThread           *writer;   /* NULL if none runs */
  struct _Writing   *writing;  /* of the writer */
  gboolean           again;    /* something changed while it runs */
  GVariant          *written;  /* what the own file has; NULL if there is none */
  GVariant          *ending;   /* what the last session will be; NULL while it goes on */
  GPtrArray         *adopted;  /* claims that go with the next write */
  GVariant          *rescued;  /* windows of claims that were not reopened: they become the last session; NULL for none */
  gboolean           stale;    /* the own file is to be written, also if the windows are as it has them */
};

/* The file of a process that is gone, held by its lock. */
typedef struct
{
  char *path, *lock_path;
  int   lock;
} Claim;

static void
claim_free (gpointer data)
{
  Claim *claim = data;

  close (claim->lock);
  g_free (claim->path);
  g_free (claim->lock_path);
  g_free (claim);
}

static char *
path_of (OndesKeeper *self,
         const char  *id,
         const char  *suffix)
{
  g_autofree char *base = g_strconcat (id, suffix, NULL);

  return g_build_filename (self->folder, base, NULL);
}

OndesKeeper *
ondes_keeper_new (const char        *folder,
                  OndesKeeperCollect collect,
                  gpointer           user_data)
{
  OndesKeeper *self = g_new0 (OndesKeeper, 1);
  g_autofree char *unique = g_uuid_string_random ();

  self->folder = folder != NULL ? g_strdup (folder) : g_build_filename (g_get_user_state_dir (), "ondes", NULL);
  self->id = g_strdup_printf ("window-%s", unique);
  self->lock = -1;
  self->delay_ms = ONDES_KEEPER_DELAY_MS;
  self->collect = collect;
  self->user_data = user_data;
  self->adopted = g_ptr_array_new_with_free_func (claim_free);
  return self;
}

/* Writing. */

/* TRUE if @fd is still the file at @path. */
static gboolean
is_there (int         fd,
          const char *path)
{
  struct stat held, named;

  return fstat (fd, &held) == 0 && stat (path, &named) == 0 && held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

/* Returns the descriptor of @path, locked, or −1 if another process holds it or it cannot be. */
static int
hold (const char *path,
      int         flags)
{
  const int fd = open (path, O_RDWR | O_CLOEXEC | flags, 0600);

  if (fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) == 0 && is_there (fd, path))
    return fd;
  if (fd >= 0)
    close (fd);
  return -1;
}

/* Holds the own lock before the own file is there for the first time. */
static gboolean
hold_own (OndesKeeper *self)
{
  g_autofree char *path = path_of (self, self->id, LOCK);

  if (self->lock >= 0)
    return TRUE;
  if (g_mkdir_with_parents (self->folder, 0700) != 0)
    {
      g_debug ("%s: cannot be made: %s", self->folder, g_strerror (errno));
      return FALSE;
    }
  /* Another process may look at it just now. */
  for (guint i = 0; i < TRIES && self->lock < 0; i++)
    {
      self->lock = hold (path, O_CREAT);
      if (self->lock < 0)
        g_usleep (TRY_US);
    }
  if (self->lock < 0)
    g_debug ("%s: cannot be locked: %s", path, g_strerror (errno));
  return self->lock >= 0;
}

/* Takes the files of those gone away. */
static void
drop_claims (GPtrArray *claims)
{
  for (guint i = 0; i < claims->len; i++)
    {
      const Claim *claim = g_ptr_array_index (claims, i);

      g_unlink (claim->path);
      g_unlink (claim->lock_path);
    }
  g_ptr_array_set_size (claims, 0);
}

static void
move_claims (GPtrArray *from,
             GPtrArray *to)
{
  while (from->len > 0)
    g_ptr_array_add (to, g_ptr_array_steal_index (from, from->len - 1));
}

typedef struct _Writing
{
  OndesKeeper *keeper;
  guint        told;     /* the source that tells of its end */
  GVariant    *windows;  /* NULL to have no file */
  guint        attempts;
  GPtrArray   *claims;
  GVariant    *rescued;
  gboolean     done;
} Writing;

static void
writing_free (Writing *self)
{
  g_clear_pointer (&self->windows, g_variant_unref);
  g_clear_pointer (&self->rescued, g_variant_unref);
  g_ptr_array_unref (self->claims);
  g_free (self);
}

static gboolean on_written (gpointer data);

static gboolean
write_own (OndesKeeper *self,
           GVariant    *windows,
           guint        attempts)
{
  g_autofree char *path = path_of (self, self->id, ONDES_SAVED_SUFFIX);
  g_autoptr (GError) error = NULL;

  if (windows == NULL)
    {
      g_unlink (path);
      return TRUE;
    }
  if (!hold_own (self))
    return FALSE;
  if (ondes_saved_write (path, windows, attempts, &error))
    return TRUE;
  g_debug ("%s", error->message);
  return FALSE;
}

static gboolean
write_last (OndesKeeper *self,
            GVariant    *windows)
{
  g_autofree char *path = path_of (self, LAST, ONDES_SAVED_SUFFIX);
  g_autoptr (GError) error = NULL;

  if (g_variant_n_children (windows) == 0
      || (g_mkdir_with_parents (self->folder, 0700) == 0 && ondes_saved_write (path, windows, 0, &error)))
    return TRUE;
  g_debug ("%s", error != NULL ? error->message : g_strerror (errno));
  return FALSE;
}

static gpointer
run (gpointer data)
{
  Writing *writing = data;

  writing->done = write_own (writing->keeper, writing->windows, writing->attempts)
                  && (writing->rescued == NULL || write_last (writing->keeper, writing->rescued));
  if (writing->done)
    drop_claims (writing->claims);
  writing->told = g_idle_add_full (G_PRIORITY_DEFAULT, on_written, writing, NULL);
  return NULL;
}

static gboolean
same (GVariant *a,
      GVariant *b)
{
  return a == b || (a != NULL && b != NULL && g_variant_equal (a, b));
}

static void
finish (OndesKeeper *self,
        Writing     *writing)
{
  g_clear_pointer (&self->writer, g_thread_join);
  if (writing->done)
    {
      g_clear_pointer (&self->written, g_variant_unref);
      self->written = g_steal_pointer (&writing->windows);
    }
  else
    {
      /* They wait for a write that is done; windows may have been rescued meanwhile. */
      move_claims (writing->claims, self->adopted);
      if (self->rescued == NULL)
        self->rescued = g_steal_pointer (&writing->rescued);
      self->stale = TRUE;
    }
  writing_free (writing);
}

/* Starts a write of what the windows are now, unless the file has it. */
static void
start (OndesKeeper *self)
{
  g_autoptr (GVariant) now = self->collect (self->user_data);
  Writing *writing;

  if (now != NULL && g_variant_n_children (now) == 0)
    g_clear_pointer (&now, g_variant_unref);
  if (same (now, self->written) && self->adopted->len == 0 && !self->stale)
    return;
  writing = g_new0 (Writing, 1);
  writing->keeper = self;
  writing->windows = g_steal_pointer (&now);
  writing->attempts = self->attempts;
  writing->claims = g_steal_pointer (&self->adopted);
  writing->rescued = g_steal_pointer (&self->rescued);
  self->stale = FALSE;
  self->adopted = g_ptr_array_new_with_free_func (claim_free);
  self->writing = writing;
  self->writer = g_thread_try_new ("keeper", run, writing, NULL);
  if (self->writer != NULL)
    return;
  finish (self, writing);
  ondes_keeper_note (self); /* there may be threads by then */
}

static gboolean
on_timer (gpointer user_data)
{
  OndesKeeper *self = user_data;

  self->timer = 0;
  start (self);
  return G_SOURCE_REMOVE;
}

static gboolean
on_written (gpointer data)
{
  Writing *writing = data;
  OndesKeeper *self = writing->keeper;

  finish (self, writing);
  if (self->again)
    {
      self->again = FALSE;
      ondes_keeper_note (self);
    }
  return G_SOURCE_REMOVE;
}

void
ondes_keeper_set_delay (OndesKeeper *self,
                        guint        ms)
{
  self->delay_ms = ms;
}

void
ondes_keeper_note (OndesKeeper *self)
{
  if (self->ending != NULL)
    return;
  if (self->writer != NULL)
    self->again = TRUE;
  else if (self->timer == 0)
    self->timer = g_timeout_add (self->delay_ms, on_timer, self);
}

/* Without the main loop, as windows may be torn down around the call. */
static void
wait_for_writer (OndesKeeper *self)
{
  if (self->writer == NULL)
    return;
  g_clear_pointer (&self->writer, g_thread_join);
  g_source_remove (self->writing->told);
  on_written (self->writing);
}

void
ondes_keeper_flush (OndesKeeper *self)
{
  wait_for_writer (self);
  if (self->timer == 0)
    return;
  g_clear_handle_id (&self->timer, g_source_remove);
  start (self);
  wait_for_writer (self);
}

void
ondes_keeper_end (OndesKeeper *self,
                  GVariant    *windows)
{
  GVariant *now = windows != NULL ? g_variant_ref (windows) : self->collect (self->user_data);

  g_clear_pointer (&self->ending, g_variant_unref);
  self->ending = now;
  g_clear_handle_id (&self->timer, g_source_remove);
}

void
ondes_keeper_go_on (OndesKeeper *self)
{
  g_clear_pointer (&self->ending, g_variant_unref);
}

void
ondes_keeper_free (OndesKeeper *self)
{
  g_autofree char *path = path_of (self, self->id, ONDES_SAVED_SUFFIX), *lock_path = path_of (self, self->id, LOCK);

  gboolean stored = TRUE;

  self->again = FALSE;
  wait_for_writer (self);
  g_clear_handle_id (&self->timer, g_source_remove);
  /* An end without a recording leaves the rescued windows to be the last session. */
  if (self->ending != NULL && (self->rescued == NULL || g_variant_n_children (self->ending) > 0))
    stored = write_last (self, self->ending);
  else if (self->rescued != NULL)
    stored = write_last (self, self->rescued);
  /* Where the last session cannot be written, the files stay, to be found as those of a crash. */
  if (stored)
    drop_claims (self->adopted);
  if (self->lock >= 0 && stored)
    {
      g_unlink (path);
      g_unlink (lock_path);
    }
  if (self->lock >= 0)
    close (self->lock);
  g_clear_pointer (&self->written, g_variant_unref);
  g_clear_pointer (&self->ending, g_variant_unref);
  g_clear_pointer (&self->rescued, g_variant_unref);
  g_ptr_array_unref (self->adopted);
  g_free (self->folder);
  g_free (self->id);
  g_free (self);
}

/* What was left. */

/* Reads the file of a process that is gone; returns NULL if there is none or it is damaged. */
static GVariant *
read_left (const char *path,
           guint      *attempts)
{
  g_autoptr (GError) error = NULL;
  GVariant *windows = NULL;

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    windows = ondes_saved_read (path, TRUE, attempts, &error);
  if (error != NULL)
    g_debug ("%s; it is passed over", error->message);
  return windows;
}

static void
append (GVariantBuilder *builder,
        GVariant        *windows)
{
  GVariantIter iter;
  GVariant *window;

  g_variant_iter_init (&iter, windows);
  while (g_variant_iter_loop (&iter, "@a{sv}", &window))
    g_variant_builder_add_value (builder, window);
}

/* Claims what the process of @lock_name left, if it is gone. Its windows are added to @builder. */
static void
claim_left (OndesKeeper     *self,
            const char      *lock_name,
            OndesKept       *kept,
            GVariantBuilder *builder)
{
  g_autofree char *id = g_strndup (lock_name, strlen (lock_name) - strlen (LOCK));
  g_autofree char *lock_path = path_of (self, id, LOCK), *path = path_of (self, id, ONDES_SAVED_SUFFIX);
  g_autoptr (GVariant) windows = NULL;
  const int lock = hold (lock_path, 0);
  guint attempts = 0;
  Claim *claim;

  if (lock < 0)
    return;
  claim = g_new (Claim, 1);
  *claim = (Claim) { g_steal_pointer (&path), g_steal_pointer (&lock_path), lock };
  g_ptr_array_add (kept->claims, claim);
  windows = read_left (claim->path, &attempts);
  if (windows == NULL)
    return;
  append (builder, windows);
  kept->attempts = MAX (kept->attempts, attempts);
}

OndesKept *
ondes_keeper_find (OndesKeeper *self)
{
  OndesKept *kept = g_new0 (OndesKept, 1);
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  g_autofree char *last = path_of (self, LAST, ONDES_SAVED_SUFFIX), *own = g_strconcat (self->id, LOCK, NULL);
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE (ONDES_SAVED_WINDOWS));
  g_autoptr (GVariant) crashed = NULL;
  const char *name;

  kept->claims = g_ptr_array_new_with_free_func (claim_free);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, LOCK) && !g_str_equal (name, own))
      claim_left (self, name, kept, &builder);
  crashed = g_variant_ref_sink (g_variant_builder_end (&builder));
  if (g_variant_n_children (crashed) > 0)
    kept->crashed = g_steal_pointer (&crashed);
  kept->last = read_left (last, NULL);
  return kept;
}

void
ondes_keeper_adopt (OndesKeeper *self,
                    OndesKept   *kept,
                    gboolean     reopened)
{
  move_claims (kept->claims, self->adopted);
  if (reopened)
    self->attempts = kept->attempts + 1;
  else if (kept->crashed != NULL && self->rescued == NULL)
    self->rescued = g_variant_ref (kept->crashed);
  ondes_kept_free (kept);
  ondes_keeper_note (self);
}

void
ondes_kept_free (OndesKept *self)
{
  g_clear_pointer (&self->crashed, g_variant_unref);
  g_clear_pointer (&self->last, g_variant_unref);
  g_ptr_array_unref (self->claims);
  g_free (self);
}

void
ondes_keeper_settle (OndesKeeper *self)
{
  if (self->attempts == 0)
    return;
  self->attempts = 0;
  self->stale = TRUE;
  ondes_keeper_note (self);
}
