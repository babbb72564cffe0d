/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run: a folder with what is to be done to many recordings, and with what is done.
 *
 *   preset           the parameters, an option of the command a line, its value behind the first blank
 *   manifest.tsv     the recordings, a line each (batch-file.h), in the order of the paths' bytes
 *   PRODUCT/HH/…     the outputs, a file for each recording; HH parts them among 256 folders
 *   failed/HH/…      the sentence about each recording that failed
 *   failed.tsv       all of those, made by merging, as are bands.csv and the like
 *
 * The outputs are the state: each appears whole and on the disk, with a stamp (io/stamp.h) of its parameters and its source.
 * What has the right stamp is done, what has not is to do, whatever ended the processes that worked on it. There is no lock: two
 * processes that do the same write the same bytes. Any thread.
 */
#pragma once

#include "batch-file.h"
#include "batch-files.h"
#include "batch-options.h"
#include "io/out-file.h"

G_BEGIN_DECLS

#define ONDES_BATCH_MANIFEST "manifest.tsv"

typedef enum
{
  ONDES_BATCH_SCALOGRAM,
  ONDES_BATCH_BANDS,
  ONDES_BATCH_ENERGY,
  ONDES_BATCH_ANNOTATIONS,
  ONDES_BATCH_SHEET, /* of a recording: its thumbnail */
  ONDES_BATCH_LTSA,  /* made by merging the tables of bands, without an output of a recording's own */
  ONDES_BATCH_N_PRODUCTS
} OndesBatchProduct;

extern const char *const ondes_batch_products[]; /* scalogram bands energy annotations sheet ltsa, NULL-terminated */

typedef struct
{
  char      *folder;
  GPtrArray *words;      /* options and their values in turn, "" for a flag; without --products */
  guint      products;   /* 1 << OndesBatchProduct of each that was asked for */
  guint      outputs;    /* the same of each recording, with what others are merged of */
  char       parameters[ONDES_BATCH_HASH + 1]; /* of the words */
} OndesBatchRun;

typedef enum
{
  ONDES_BATCH_TO_DO,
  ONDES_BATCH_DONE,
  ONDES_BATCH_FAILED,
} OndesBatchState;

/* Creates a run that is not on the disk yet. @words is copied. */
OndesBatchRun *ondes_batch_run_new      (const char            *folder,
                                         const GPtrArray       *words,
                                         guint                  products);
/* Reads the preset of a run. Fails with ONDES_ERROR_FILE, also if it names a file outside the folder, which nobody plans so. */
OndesBatchRun *ondes_batch_run_open     (const char            *folder,
                                         GError               **error);
void           ondes_batch_run_free     (OndesBatchRun         *self);
/* TRUE if there is a run in @folder. */
gboolean       ondes_batch_run_exists   (const char            *folder);
/* Makes the folder and writes the preset. */
gboolean       ondes_batch_run_save     (const OndesBatchRun   *self,
                                         GError               **error);
/* Return the last value of @option, borrowed, or NULL: of @words, options and values by turns, and of a run. */
const char    *ondes_batch_words_find   (const GPtrArray       *words,
                                         const char            *option);
const char    *ondes_batch_run_option   (const OndesBatchRun   *self,
                                         const char            *option);
/* Parses "scalogram,bands". Fails with ONDES_ERROR_REQUEST; the message does not name the option. */
gboolean       ondes_batch_products_parse (const char          *text,
                                           guint               *products,
                                           GError             **error);
/* Reads a file of options, a line each as above; empty lines and those that begin with # are left out. Returns options and values
 * in turn, transfer full. Fails with ONDES_ERROR_FILE. */
GPtrArray     *ondes_batch_preset_read  (const char            *path,
                                         GError               **error);

/* Returns the path of a product of @file, or of @name in the folder. Transfer full. */
char          *ondes_batch_run_output   (const OndesBatchRun   *self,
                                         const OndesBatchFile  *file,
                                         OndesBatchProduct      product);
char          *ondes_batch_run_path     (const OndesBatchRun   *self,
                                         const char            *name);
/* Returns the stamp of a product of @file. Transfer full. */
char          *ondes_batch_run_stamp    (const OndesBatchRun   *self,
                                         const OndesBatchFile  *file,
                                         OndesBatchProduct      product);
/* Sets @missing, which may be NULL, to the products that are to do; a file that failed has all of them. */
OndesBatchState ondes_batch_run_state   (const OndesBatchRun   *self,
                                         const OndesBatchFile  *file,
                                         guint                 *missing);
/* Records that @file failed, or removes that record. */
gboolean       ondes_batch_run_fail     (const OndesBatchRun   *self,
                                         const OndesBatchFile  *file,
                                         const char            *sentence,
                                         GError               **error);
void           ondes_batch_run_forgive  (const OndesBatchRun   *self,
                                         const OndesBatchFile  *file);
/* Returns the sentence recorded about @file, transfer full; NULL if there is none. */
char          *ondes_batch_run_sentence (const OndesBatchRun   *self,
                                         const OndesBatchFile  *file);
/* Do as ondes_batch_prepare() does for the file @name. Return its path, or the file to write it. */
char          *ondes_batch_run_target   (const OndesBatchRun   *self,
                                         const char            *name,
                                         GError               **error);
OndesOutFile  *ondes_batch_run_create   (const OndesBatchRun   *self,
                                         const char            *name,
                                         GError               **error);

/* Reads the manifest from its beginning, a file at a time. */
typedef struct _OndesBatchManifest OndesBatchManifest;

OndesBatchManifest *ondes_batch_manifest_open (const OndesBatchRun *run,
                                               GError             **error);
void                ondes_batch_manifest_free (OndesBatchManifest  *self);
/* Fills @file, which is cleared first, so that it must start as zeroes. FALSE at the end, or with an error. */
gboolean            ondes_batch_manifest_next (OndesBatchManifest  *self,
                                               OndesBatchFile      *file,
                                               GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesBatchRun, ondes_batch_run_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesBatchManifest, ondes_batch_manifest_free)

G_END_DECLS
