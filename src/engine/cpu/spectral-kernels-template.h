/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Included by spectral-kernels-isa.h for each element type T and butterfly (FIRST and SECOND of u and v), with vectors of
 * VECTOR_BYTES. Levels are done in the same order whatever the vectors are, so that every machine rounds alike. */

#define LANES (VECTOR_BYTES / sizeof (T))
typedef T NAME (V) __attribute__ ((vector_size (VECTOR_BYTES), aligned (sizeof (T)), may_alias));
#define V NAME (V)

/* Levels [from, r) between 2^r vectors. */
static inline __attribute__ ((always_inline)) void
NAME (butterflies) (const guint from,
                    const guint r,
                    V          *x)
{
  UNROLL (4)
  for (guint level = from; level < r; level++)
  UNROLL (16)
    for (guint i = 0; i < 1u << r; i++)
      if (!(i >> level & 1))
        {
          const V u = x[i], v = x[i + (1u << level)];

          x[i] = FIRST;
          x[i + (1u << level)] = SECOND;
        }
}

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
      V x[8];

      UNROLL (8)
      for (guint i = 0; i < 1u << r; i++)
        x[i] = *(const V *) (src + i * src_stride + c);
      NAME (butterflies) (0, r, x);
      UNROLL (8)
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
    default:
      NAME (radix) (3, src, src_stride, dst, dst_stride, columns);
    }
}

/* The levels within 2^k vectors. Those within two of them: parting the even from the odd turns the bits of the index by one, and as
 * many turns as there are bits bring all back to its place. */
static inline __attribute__ ((always_inline)) void
NAME (within) (const guint k,
               T          *data,
               gsize       count)
{
  for (gsize c = 0; c < count; c += LANES << k)
    {
      V x[16];

      UNROLL (16)
      for (guint i = 0; i < 1u << k; i++)
        x[i] = *(const V *) (data + c + i * LANES);
      UNROLL (8)
      for (guint i = 0; i < 1u << k; i += 2)
        {
          V a = x[i], b = x[i + 1];

#ifdef IN_WORD
          IN_WORD (a)
          IN_WORD (b)
#endif
          UNROLL (5)
          for (guint turn = 1; turn <= LANES; turn *= 2)
            {
              const V u = EVEN (a, b), v = ODD (a, b);

              a = FIRST;
              b = SECOND;
            }
          x[i] = a;
          x[i + 1] = b;
        }
      NAME (butterflies) (1, k, x);
      UNROLL (16)
      for (guint i = 0; i < 1u << k; i++)
        *(V *) (data + c + i * LANES) = x[i];
    }
}

static void
NAME (low) (void *data,
            gsize total,
            guint n)
{
  const guint base = ONDES_SPECTRAL_BASE (sizeof (T)), first = ONDES_LOG2 (LANES);
  T *x = data;

  for (gsize at = 0, count; at < total; at += count)
    {
      T *part = x + at;
      guint level = MIN (n, first + WITHIN), parts;

      count = MIN (total - at, (gsize) 1 << base);
      switch (level - first)
        {
        case 1:
          NAME (within) (1, part, count);
          break;
        case 2:
          NAME (within) (2, part, count);
          break;
        case 3:
          NAME (within) (3, part, count);
          break;
        default:
          NAME (within) (4, part, count);
        }
      for (parts = (n - level + 2) / 3; parts > 0; parts--)
        {
          const guint r = (n - level) / parts;
          const gsize distance = (gsize) 1 << level;

          for (gsize group = 0; group < count; group += distance << r)
            NAME (rows) (r, part + group, distance, part + group, distance, distance);
          level += r;
        }
    }
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
  const guint parts = (n_rows + 2) / 3; /* of eight rows that stand a power of two apart the first cache still holds all */
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

static const OndesSpectralKernels NAME (kernels) = { NAME (low), NAME (tile) };

#undef V
#undef LANES
#undef NAME
#undef FIRST
#undef SECOND
