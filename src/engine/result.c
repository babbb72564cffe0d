/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "result.h"

#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE ((guintptr) 2 << 20)
#define CACHED    (32 << 20) /* bytes of a result that may still be in a cache when it is read */
#define LINE      64

void *
ondes_result_new (gsize bytes)
{
  char *data = g_try_malloc0 (MAX (bytes, 1));
  const guintptr from = ((guintptr) data + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
  const guintptr to = ((guintptr) data + bytes) / HUGE_PAGE * HUGE_PAGE;

  if (data != NULL && from < to)
    madvise ((void *) from, to - from, MADV_HUGEPAGE);
  return data;
}

#if defined __SSE2__
#include <emmintrin.h>

static void
stream (char       *dst,
        const char *src,
        gsize       bytes)
{
  const gsize head = MIN (bytes, (gsize) (-(guintptr) dst % LINE)), whole = (bytes - head) / LINE * LINE;

  memcpy (dst, src, head);
  for (gsize i = head; i < head + whole; i += LINE)
#pragma GCC unroll 4
    for (gsize j = i; j < i + LINE; j += sizeof (__m128i))
      _mm_stream_si128 ((__m128i *) (void *) (dst + j), _mm_loadu_si128 ((const __m128i *) (const void *) (src + j)));
  memcpy (dst + head + whole, src + head + whole, bytes - head - whole);
  _mm_sfence (); /* whatever tells others of it comes later */
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
ondes_result_copy (gsize       whole,
                   void       *dst,
                   const void *src,
                   gsize       bytes)
{
  if (whole > CACHED)
    stream (dst, src, bytes);
  else
    memcpy (dst, src, bytes);
}
