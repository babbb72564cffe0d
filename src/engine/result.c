/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "result.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE ((gsize) 2 << 20)
#define CACHED    (32 << 20) /* bytes of the largest result that may still be cached when it is read */
#define LINE      64

void *
ondes_result_new (gsize bytes)
{
  const gsize unit = bytes >= HUGE_PAGE ? HUGE_PAGE : LINE;
  gsize total;
  void *data;

  if (bytes > G_MAXSIZE - unit)
    return NULL;
  total = (MAX (bytes, 1) + unit - 1) / unit * unit;
  if (posix_memalign (&data, unit, total) != 0)
    return NULL;
  /* discarded pages read as zeros and are allocated only when written */
  if (unit == HUGE_PAGE && madvise (data, total, MADV_DONTNEED) == 0)
    madvise (data, total, MADV_HUGEPAGE);
  else
    memset (data, 0, total);
  return data;
}

#if defined __SSE2__
#include <emmintrin.h>

static void
stream (char       *dst,
        const char *src,
        gsize       bytes)
{
  const gsize head = MIN (bytes, (gsize) (-(guintptr) dst % LINE)), total = (bytes - head) / LINE * LINE;

  memcpy (dst, src, head);
  for (gsize i = head; i < head + total; i += LINE)
#pragma GCC unroll 4
    for (gsize j = i; j < i + LINE; j += sizeof (__m128i))
      _mm_stream_si128 ((__m128i *) (void *) (dst + j), _mm_loadu_si128 ((const __m128i *) (const void *) (src + j)));
  memcpy (dst + head + total, src + head + total, bytes - head - total);
  _mm_sfence (); /* orders these stores before any that publish them */
}
#else
static void
stream (char       *dst,
        const char *src,
        gsize       bytes)
{
  memcpy (dst, src, bytes);
}
#endif

void
ondes_result_copy (gsize       total,
                   void       *dst,
                   const void *src,
                   gsize       bytes)
{
  if (total > CACHED)
    stream (dst, src, bytes);
  else
    memcpy (dst, src, bytes);
}
