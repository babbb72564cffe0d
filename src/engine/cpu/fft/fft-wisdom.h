/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores FFTW's wisdom (its measured plans) in the user's cache folder, one file per precision.
 *
 * FFTW barely validates imported wisdom: one corrupt bit can abort the process in a later transform. Each file therefore begins
 * with a line "ondes-wisdom 1 SHA-256", the digest of the wisdom that follows, and is ignored if they do not match. The caller
 * must hold the lock on FFTW's planner.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* TRUE if the file existed, was intact and FFTW imported it; otherwise a no-op. */
gboolean ondes_fft_wisdom_load (gboolean single);
/* Ignores write errors: they only mean that the next process measures again. */
void     ondes_fft_wisdom_save (gboolean single);

G_END_DECLS
