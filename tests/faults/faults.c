/* SPDX-License-Identifier: GPL-3.0-or-later */
#undef _FILE_OFFSET_BITS
#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define LARGE 65536

extern void *__libc_malloc   (size_t size);
extern void *__libc_calloc   (size_t n, size_t size);
extern void *__libc_realloc  (void *old, size_t size);
extern void *__libc_memalign (size_t alignment, size_t size);

static const char *const names[] = { "allocation", "large", "read", "write", "rename", "sync", "thread", "change" };
static const char *const actions[] = { "fail", "kill", "stop", "interrupt" };

static FaultKind armed_kind;
static FaultAction armed_action;
static unsigned armed_n, counts[N_FAULTS];
static bool armed, struck, looked;
static const char *wanted_places;

void
faults_arm (FaultKind   kind,
            unsigned    n,
            FaultAction action)
{
  armed = false;
  memset (counts, 0, sizeof counts);
  struck = false;
  armed_kind = kind;
  armed_n = n;
  armed_action = action;
  armed = true;
}

void
faults_set_places (const char *places)
{
  wanted_places = places;
}

bool
faults_struck (void)
{
  return struck;
}

unsigned
faults_count (FaultKind kind)
{
  return counts[kind];
}

static void
arm_from_environment (void)
{
  const char *text = getenv ("ONDES_FAULT");
  char kind[16], action[16];
  unsigned n;

  looked = true;
  if (text == NULL || sscanf (text, "%15s %u %15s", kind, &n, action) != 3)
    return;
  faults_set_places (getenv ("ONDES_FAULT_PLACES"));
  for (unsigned i = 0; i < N_FAULTS; i++)
    for (unsigned j = 0; j < sizeof actions / sizeof *actions; j++)
      if (strcmp (kind, names[i]) == 0 && strcmp (action, actions[j]) == 0)
        faults_arm (i, n, j);
}

/* FALSE if the mark was there. */
static bool
mark (void)
{
  const char *path = getenv ("ONDES_FAULT_MARK");
  const int only = armed_action == FAULT_STOP ? O_EXCL : 0;
  const long fd = path != NULL ? syscall (SYS_openat, AT_FDCWD, path, O_CREAT | O_WRONLY | O_CLOEXEC | only, 0600) : -1;

  if (fd >= 0)
    syscall (SYS_close, fd);
  return fd >= 0;
}

/* TRUE if a file counts: its path, relative to the working directory unless absolute, begins as one of the places. */
static bool
counts_path (const char *path)
{
  char whole[8192] = "";

  if (!armed || wanted_places == NULL)
    return armed;
  if (*path != '/' && getcwd (whole, sizeof whole / 2) != NULL)
    strcat (whole, "/");
  strncat (whole, path, sizeof whole / 2 - 2);
  for (const char *place = wanted_places; *place != '\0';)
    {
      const size_t n = strcspn (place, ":");

      if (n > 0 && strncmp (whole, place, n) == 0)
        return true;
      place += n + (place[n] == ':');
    }
  return false;
}

/* The same of an open file or folder; no pipe or event of a main loop, whose calls do not fail. */
static bool
counts_file (int fd)
{
  struct stat info;
  char link[64], path[4096];
  ssize_t n;

  if (!armed || fstat (fd, &info) != 0 || !(S_ISREG (info.st_mode) || S_ISDIR (info.st_mode)))
    return false;
  snprintf (link, sizeof link, "/proc/self/fd/%d", fd);
  n = readlink (link, path, sizeof path - 1);
  if (n < 0)
    return true;
  path[n] = '\0';
  return counts_path (path);
}

/* TRUE where this call is to fail; @code is its error then. */
static bool
strikes (FaultKind kind,
         int       code)
{
  if (!armed || __atomic_add_fetch (&counts[kind], 1, __ATOMIC_SEQ_CST) != armed_n || kind != armed_kind)
    return false;
  struck = true;
  if (mark () && armed_action == FAULT_STOP)
    syscall (SYS_kill, syscall (SYS_getpid), SIGSTOP);
  if (armed_action == FAULT_KILL)
    syscall (SYS_kill, syscall (SYS_getpid), SIGKILL);
  errno = code;
  return armed_action == FAULT_FAIL;
}

/* The end of a call that changes files: the signal comes between it and whatever follows. */
static long
changed (FaultKind kind,
         unsigned  before,
         long      result)
{
  const struct timespec while_seen = { .tv_nsec = 60000000 };

  if (armed && armed_action == FAULT_INTERRUPT && kind == armed_kind && before < armed_n && counts[kind] >= armed_n)
    {
      int code = errno;

      syscall (SYS_kill, syscall (SYS_getpid), SIGINT);
      nanosleep (&while_seen, NULL);
      errno = code;
    }
  return result;
}

#define CHANGE(kind, code, counted, call)                                                         \
  do                                                                                              \
    {                                                                                             \
      if (!(counted))                                                                             \
        return call;                                                                              \
      unsigned before = counts[kind], changes = counts[FAULT_CHANGE];                             \
                                                                                                  \
      if (strikes (FAULT_CHANGE, code) || ((kind) != FAULT_CHANGE && strikes (kind, code)))       \
        return -1;                                                                                \
      return changed (kind, before, changed (FAULT_CHANGE, (kind) == FAULT_CHANGE ? ~0u : changes, call)); \
    }                                                                                             \
  while (0)

/* libsndfile writes through the NULL that it gets for its small buffers: those are not failed. */
static bool
is_of_sndfile (const void *caller)
{
  Dl_info info;

  return dladdr (caller, &info) != 0 && info.dli_fname != NULL && strstr (info.dli_fname, "libsndfile") != NULL;
}

static bool
no_memory (size_t      size,
           const void *caller)
{
  if (!armed || (size < LARGE && is_of_sndfile (caller)))
    return false;

  bool large = size >= LARGE && strikes (FAULT_LARGE, ENOMEM);

  return strikes (FAULT_ALLOCATION, ENOMEM) || large;
}

void *
malloc (size_t size)
{
  return no_memory (size, __builtin_return_address (0)) ? NULL : __libc_malloc (size);
}

void *
calloc (size_t n,
        size_t size)
{
  return no_memory (n * size, __builtin_return_address (0)) ? NULL : __libc_calloc (n, size);
}

void *
realloc (void   *old,
         size_t  size)
{
  return no_memory (size, __builtin_return_address (0)) ? NULL : __libc_realloc (old, size);
}

void *
memalign (size_t alignment,
          size_t size)
{
  return no_memory (size, __builtin_return_address (0)) ? NULL : __libc_memalign (alignment, size);
}

void *
aligned_alloc (size_t alignment,
               size_t size)
{
  return memalign (alignment, size);
}

int
posix_memalign (void   **memory,
                size_t   alignment,
                size_t   size)
{
  void *got = memalign (alignment, size);

  if (got == NULL)
    return ENOMEM;
  *memory = got;
  return 0;
}

ssize_t
read (int     fd,
      void   *data,
      size_t  n)
{
  return counts_file (fd) && strikes (FAULT_READ, EIO) ? -1 : syscall (SYS_read, fd, data, n);
}

ssize_t
pread64 (int      fd,
         void    *data,
         size_t   n,
         off64_t  at)
{
  return counts_file (fd) && strikes (FAULT_READ, EIO) ? -1 : syscall (SYS_pread64, fd, data, n, at);
}

ssize_t
pread (int     fd,
       void   *data,
       size_t  n,
       off_t   at)
{
  return pread64 (fd, data, n, at);
}

ssize_t
write (int         fd,
       const void *data,
       size_t      n)
{
  CHANGE (FAULT_WRITE, ENOSPC, counts_file (fd), syscall (SYS_write, fd, data, n));
}

ssize_t
pwrite64 (int         fd,
          const void *data,
          size_t      n,
          off64_t     at)
{
  CHANGE (FAULT_WRITE, ENOSPC, counts_file (fd), syscall (SYS_pwrite64, fd, data, n, at));
}

ssize_t
pwrite (int         fd,
        const void *data,
        size_t      n,
        off_t       at)
{
  return pwrite64 (fd, data, n, at);
}

int
rename (const char *from,
        const char *to)
{
  CHANGE (FAULT_RENAME, EIO, counts_path (to), syscall (SYS_rename, from, to));
}

int
linkat (int         from_folder,
        const char *from,
        int         to_folder,
        const char *to,
        int         flags)
{
  CHANGE (FAULT_RENAME, EIO, counts_path (to), syscall (SYS_linkat, from_folder, from, to_folder, to, flags));
}

int
fsync (int fd)
{
  CHANGE (FAULT_SYNC, EIO, counts_file (fd), syscall (SYS_fsync, fd));
}

int
fdatasync (int fd)
{
  CHANGE (FAULT_SYNC, EIO, counts_file (fd), syscall (SYS_fdatasync, fd));
}

int
fallocate64 (int     fd,
             int     mode,
             off64_t from,
             off64_t n)
{
  CHANGE (FAULT_CHANGE, ENOSPC, counts_file (fd), syscall (SYS_fallocate, fd, mode, from, n));
}

int
fallocate (int   fd,
           int   mode,
           off_t from,
           off_t n)
{
  return fallocate64 (fd, mode, from, n);
}

int
ftruncate64 (int     fd,
             off64_t n)
{
  CHANGE (FAULT_CHANGE, EIO, counts_file (fd), syscall (SYS_ftruncate, fd, n));
}

int
ftruncate (int   fd,
           off_t n)
{
  return ftruncate64 (fd, n);
}

int
fchmod (int    fd,
        mode_t mode)
{
  CHANGE (FAULT_CHANGE, EPERM, counts_file (fd), syscall (SYS_fchmod, fd, mode));
}

int
unlink (const char *path)
{
  CHANGE (FAULT_CHANGE, EPERM, counts_path (path), syscall (SYS_unlink, path));
}

static int
open_changing (const char *path,
               int         flags,
               mode_t      mode)
{
  CHANGE (FAULT_CHANGE, EACCES, counts_path (path), syscall (SYS_openat, AT_FDCWD, path, flags, mode));
}

int
open64 (const char *path,
        int         flags,
        ...)
{
  mode_t mode = 0;
  va_list arguments;

  if (flags & (O_CREAT | __O_TMPFILE))
    {
      va_start (arguments, flags);
      mode = va_arg (arguments, mode_t);
      va_end (arguments);
      return open_changing (path, flags, mode);
    }
  if (!looked && strcmp (path, "/dev/null") == 0)
    arm_from_environment ();
  return syscall (SYS_openat, AT_FDCWD, path, flags, 0);
}

int
open (const char *path,
      int         flags,
      ...)
{
  mode_t mode = 0;
  va_list arguments;

  va_start (arguments, flags);
  if (flags & (O_CREAT | __O_TMPFILE))
    mode = va_arg (arguments, mode_t);
  va_end (arguments);
  return open64 (path, flags, mode);
}

int
pthread_create (pthread_t            *thread,
                const pthread_attr_t *attributes,
                void               *(*function) (void *),
                void                 *data)
{
  static int (*next) (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);

  if (strikes (FAULT_THREAD, EAGAIN))
    return EAGAIN;
  if (next == NULL)
    next = (int (*) (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *)) dlsym (RTLD_NEXT, "pthread_create");
  return next (thread, attributes, function, data);
}
