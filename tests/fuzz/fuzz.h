/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What fuzz targets share. A target is a C file with LLVMFuzzerTestOneInput(): libFuzzer calls it with inputs of its own
 * (meson setup -Dfuzz=true with clang), replay.c with the inputs of its archive in the corpus, as a test of every build. */
#pragma once

#include "signal/recording.h"

#include <stdint.h>

G_BEGIN_DECLS

int         LLVMFuzzerTestOneInput (const uint8_t *data,
                                    size_t         size);
/* libFuzzer calls it first. */
int         LLVMFuzzerInitialize   (int           *argc,
                                    char        ***argv);
/* A folder of this process, which is the user's cache folder too; made at the first call and emptied of its last file by each
 * fuzz_file(). */
const char *fuzz_folder            (void);
/* The path of a file of that folder with these bytes, valid until the next call. */
const char *fuzz_file              (const char    *name,
                                    const void    *data,
                                    gsize          size);
/* Writes these bytes and no others into the file @path. */
void        fuzz_write             (const char    *path,
                                    const void    *data,
                                    gsize          size);
/* For what reads names of files: makes the folders FUZZ_INSIDE, emptied, and FUZZ_OUTSIDE, with files that nothing may touch, in
 * fuzz_folder(); the person's data folder is within FUZZ_INSIDE. */
void        fuzz_guard             (void);
/* Fails if anything in fuzz_folder() has changed since but FUZZ_INSIDE. */
void        fuzz_check_guard       (void);
#define FUZZ_INSIDE  "inside"
#define FUZZ_OUTSIDE "outside"
/* @whole with the bits of @data turned, as long as that is where @size is more; @length bytes, with a NUL behind them; transfer
 * full. */
char       *fuzz_damaged           (const char    *whole,
                                    gsize          n,
                                    const uint8_t *data,
                                    gsize          size,
                                    gsize         *length);
/* From the first call on there are 64 MiB of memory to take: large tables take long, and show nothing that small ones do not. */
void        fuzz_small_machine     (void);
/* Each refusal is one line that says something, in UTF-8 and without control characters; @error is freed. */
void        fuzz_check_error       (GError        *error);
/* Opens a recording, looks at what it says of itself, reads the beginning and the end of its channels, scans them, and frees it.
 * Fails if that takes much more of the processor's time than a healthy file of a megabyte does. */
void        fuzz_open              (const char             *path,
                                    const OndesReadOptions *options);

G_END_DECLS
