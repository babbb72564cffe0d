/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the built ondes-cli (ONDES_CLI) in a folder of its own, and files for it. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  int   status; /* exit status; minus the signal's number */
  char *out;
  gsize n_out;
  char *err;
} CliResult;

/* The folder in which commands run; made new for each test, and removed with what is in it. */
typedef struct
{
  char *folder;
} CliFolder;

void       cli_folder_set_up    (CliFolder    *self,
                                 gconstpointer data);
/* The same, with a module of the tests of engines, "fake-second-old", in the place of the CUDA engine; NULL: none is there. */
void       cli_folder_set_up_engine (CliFolder    *self,
                                     gconstpointer module);
void       cli_folder_tear_down (CliFolder    *self,
                                 gconstpointer data);
char      *cli_folder_path      (CliFolder    *self,
                                 const char   *name);
/* Files in it, hidden ones too. */
guint      cli_folder_count     (CliFolder    *self);
/* Writes a file into it. */
void       cli_folder_write     (CliFolder    *self,
                                 const char   *name,
                                 const void   *data,
                                 gsize         n);
/* A .npy of one dimension: @n elements of @bytes each, "<i8" and the like. */
void       cli_folder_write_array (CliFolder  *self,
                                   const char *name,
                                   const char *descr,
                                   const void *values,
                                   guint64     n,
                                   guint       bytes);
/* The same of float64. */
void       cli_folder_write_npy (CliFolder    *self,
                                 const char   *name,
                                 const double *values,
                                 guint64       n);
/* A WAV of 16 bit PCM; claims @claimed frames, holds @n. */
void       cli_folder_write_wav (CliFolder    *self,
                                 const char   *name,
                                 guint         channels,
                                 guint32       rate,
                                 const gint16 *samples,
                                 guint32       n,
                                 guint32       claimed);
char      *cli_folder_read      (CliFolder    *self,
                                 const char   *name,
                                 gsize        *n);

/* Words end with NULL. Free with cli_result_free(). */
CliResult *cli_run              (CliFolder    *self,
                                 ...) G_GNUC_NULL_TERMINATED;
CliResult *cli_run_words        (CliFolder          *self,
                                 const char *const  *words);
void       cli_result_free      (CliResult    *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliResult, cli_result_free)

/* Status, and one sentence on one line that begins with @about; nothing on standard output. */
void       cli_assert_refused   (const CliResult *result,
                                 int              status,
                                 const char      *about);
void       cli_assert_done      (const CliResult *result);

/* The double values of a version 1 .npy of two dimensions; NULL where descr differs. Borrowed from @data. */
const void *cli_npy             (const char      *data,
                                 gsize            n,
                                 const char      *descr,
                                 guint64         *rows,
                                 guint64         *cols);
/* The same of one dimension. */
const void *cli_npy_vector       (const char      *data,
                                  gsize            n,
                                  const char      *descr,
                                  guint64         *count);

G_END_DECLS
