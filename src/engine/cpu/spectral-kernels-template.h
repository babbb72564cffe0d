/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Included by spectral-kernels-isa.h for each element type T and butterfly (FIRST and SECOND of u and v), with vectors of
 * VECTOR_BYTES. Levels are done in the same order whatever the vectors are, so that every machine rounds alike. */

#define LANES (VECTOR_BYTES / sizeof (T))
typedef T NAME (V) __attribute__ ((vector_size (VECTOR_BYTES), aligned (sizeof (T)), may_alias));
#define V NAME (V)

/* 2^r rows, @columns of each: the r levels between them, from one place to another or to the same. */
static inline __attribute__ ((always_inline)) void
NAME (radix) (const guint r,
              const T    *src,
              gsize       src_stride,
              T          *dst,
              gsize       dst_stride,
              gsize       columns)
{
  for (gsize c = 0; c < columns; c += LANES)
    {
      V x[16];

      UNROLL (16)
      for (guint i = 0; i < 1u << r; i++)
        x[i] = *(const V *) (src + i * src_stride + c);
      UNROLL (4)
      for (guint level = 0; level < r; level++)
      UNROLL (16)
        for (guint i = 0; i < 1u << r; i++)
          if (!(i >> level & 1))
            {
              const V u = x[i], v = x[i + (1u << level)];

              x[i] = FIRST;
              x[i + (1u << level)] = SECOND;
            }
      UNROLL (16)
      for (guint i = 0; i < 1u << r; i++)
        *(V *) (dst + i * dst_stride + c) = x[i];
    }
}

static void
NAME (rows) (guint    r,
             const T *src,
             gsize    src_stride,
             T       *dst,
             gsize    dst_stride,
             gsize    columns)
{
  switch (r)
    {
    case 1:
      NAME (radix) (1, src, src_stride, dst, dst_stride, columns);
      break;
    case 2:
      NAME (radix) (2, src, src_stride, dst, dst_stride, columns);
      break;
    case 3:
      NAME (radix) (3, src, src_stride, dst, dst_stride, columns);
      break;
    default:
      NAME (radix) (4, src, src_stride, dst, dst_stride, columns);
    }
}

/* The levels within two vectors. Parting the even from the odd turns the bits of the index by one, and as many turns as there are
 * bits bring all back to its place. */
static void
NAME (lowest) (T    *x,
               gsize count)
{
  for (gsize c = 0; c < count; c += 2 * LANES)
    {
      V a = *(const V *) (x + c), b = *(const V *) (x + c + LANES);

#ifdef IN_WORD
      IN_WORD (a)
      IN_WORD (b)
#endif
      UNROLL (5)
      for (guint i = 1; i <= LANES; i *= 2)
        {
          const V u = EVEN (a, b), v = ODD (a, b);

          a = FIRST;
          b = SECOND;
        }
      *(V *) (x + c) = a;
      *(V *) (x + c + LANES) = b;
    }
}

static gboolean
NAME (block) (void *data,
              gsize total,
              guint n)
{
  const guint least = ONDES_LOG2 (LANES) + 1;
  T *x = data;

  if (n < least)
    return FALSE;
  for (gsize at = 0; at < total; at += (gsize) 1 << MIN (n, BASE))
    {
      T *base = x + at;

      /* the levels that are too far apart for the first cache come first */
      if (n > BASE && (at & (((gsize) 1 << n) - 1)) == 0)
        for (guint level = n; level > BASE; level -= MIN (4, level - BASE))
          {
            const guint r = MIN (4, level - BASE);
            const gsize distance = (gsize) 1 << (level - r);

            for (gsize group = 0; group < (gsize) 1 << n; group += distance << r)
              NAME (rows) (r, base + group, distance, base + group, distance, distance);
          }
      NAME (lowest) (base, (gsize) 1 << MIN (n, BASE));
      for (guint level = least; level < MIN (n, BASE); level += MIN (4, MIN (n, BASE) - level))
        {
          const guint r = MIN (4, MIN (n, BASE) - level);
          const gsize distance = (gsize) 1 << level;

          for (gsize group = 0; group < (gsize) 1 << MIN (n, BASE); group += distance << r)
            NAME (rows) (r, base + group, distance, base + group, distance, distance);
        }
    }
  return TRUE;
}

static void
NAME (tile) (const void *data,
             gsize       src_stride,
             void       *to,
             gsize       to_stride,
             guint       n_rows,
             gsize       columns,
             void       *local)
{
  const guint parts = (n_rows + 3) / 4;
  const T *src = data;
  guint level = n_rows;

  for (guint i = 0; i < parts; i++)
    {
      const guint r = (n_rows + i) / parts;
      const gboolean last = i == parts - 1;
      T *dst = last ? to : local;
      const gsize dst_stride = last ? to_stride : columns + ONDES_SPECTRAL_PAD;

      level -= r;
      for (gsize group = 0; group < (gsize) 1 << n_rows; group += (gsize) 1 << (level + r))
        for (gsize row = group; row < group + ((gsize) 1 << level); row++)
          NAME (rows) (r, src + row * src_stride, src_stride << level, dst + row * dst_stride, dst_stride << level, columns);
      src = dst;
      src_stride = dst_stride;
    }
}

static const OndesSpectralKernels NAME (kernels) = { NAME (block), NAME (tile) };

#undef V
#undef LANES
#undef NAME
#undef FIRST
#undef SECOND
