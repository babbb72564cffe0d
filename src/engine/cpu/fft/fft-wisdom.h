/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FFTW's wisdom (its measured plans) in the user's cache folder, one file a precision.
 *
 * FFTW checks what it imports too little: one damaged bit can abort the process in a later transform. So a file is a line
 * "ondes-wisdom 1 SHA-256" and the wisdom that this is the digest of, and a file that differs is left out. With FFTW's planner
 * held by the caller.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* TRUE where a file was there, whole, and FFTW took it; else nothing changes. */
gboolean ondes_fft_wisdom_load (gboolean single);
/* A folder that cannot be written costs only the next measurement. */
void     ondes_fft_wisdom_save (gboolean single);

G_END_DECLS
