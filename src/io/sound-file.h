/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes WAV and FLAC through libsndfile into an output file (out-file.h), frame by frame. A WAV past 4 GB becomes an RF64. Use
 * from one thread at a time. */
#pragma once

#include "out-file.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean flac;     /* FALSE: WAV */
  guint    pcm_bits; /* 8, 16, 24 or 32; 0: floating point, which FLAC does not have */
  gboolean is_double; /* floating point of 64 bits instead of 32 */
  guint    channels;
  double   rate_hz;
  guint64  frames;
} OndesSoundShape;

typedef struct _OndesSoundFile OndesSoundFile;

/* TRUE if the format takes the rate, which has to be a whole number of hertz, and the channels. */
gboolean        ondes_sound_fits       (const OndesSoundShape *shape);
/* Reserves disk space and writes the header. Borrows @file, which must outlive the sound file; commit it after
 * ondes_sound_file_close(). The shape must fit. */
OndesSoundFile *ondes_sound_file_new   (OndesOutFile          *file,
                                        const OndesSoundShape *shape,
                                        GError               **error);
/* Writes @n interleaved frames; in PCM, clips values beyond ±1. */
gboolean        ondes_sound_file_write (OndesSoundFile        *self,
                                        const double          *frames,
                                        gsize                  n,
                                        GError               **error);
/* Completes the header. */
gboolean        ondes_sound_file_close (OndesSoundFile        *self,
                                        GError               **error);
void            ondes_sound_file_free  (OndesSoundFile        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesSoundFile, ondes_sound_file_free)

G_END_DECLS
