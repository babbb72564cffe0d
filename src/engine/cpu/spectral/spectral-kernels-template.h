/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Included by spectral-kernels-isa.h once per element type T and butterfly (FIRST and SECOND, in terms of u and v), for vectors
 * of VECTOR_BYTES. The order of the levels does not depend on the vector width, so that all machines round identically. */

#define LANES (VECTOR_BYTES / sizeof (T))
typedef T NAME (V) __attribute__ ((vector_size (VECTOR_BYTES), aligned (sizeof (T)), may_alias));
#define V NAME (V)

/* Applies levels [from, r) across 2^r vectors. */
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

/* Applies r levels across 2^r rows of @columns values; @dst may be @src. */
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

/* Applies all levels within 2^k vectors. Within a pair of vectors, separating even from odd elements rotates the bits of the
 * index by one; after one rotation per index bit, every element is back in place. */
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
          for (guint rotation = 1; rotation <= LANES; rotation *= 2)
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

/* Applies levels [level, level + r) across 2^n rows. */
static void
NAME (step) (guint                    r,
             guint                    level,
             guint                    n,
             const OndesSpectralRows *rows)
{
  const T *src = rows->src;
  T *dst = rows->dst;

  for (gsize group = 0; group < (gsize) 1 << n; group += (gsize) 1 << (level + r))
    for (gsize row = group; row < group + ((gsize) 1 << level); row++)
      NAME (rows) (r, src + row * rows->src_stride, rows->src_stride << level, dst + row * rows->dst_stride,
                   rows->dst_stride << level, rows->columns);
}

static void
NAME (tile) (const OndesSpectralRows *rows,
             guint                    n,
             void                    *local)
{
  const guint parts = TILE_PARTS (n);
  OndesSpectralRows part = *rows;
  guint level = n;

  for (guint i = 0; i < parts; i++)
    {
      const guint r = (n + i) / parts;
      const gboolean last = i == parts - 1;

      part.dst = last ? rows->dst : local;
      part.dst_stride = last ? rows->dst_stride : ONDES_SPECTRAL_STRIDE (rows->columns, sizeof (T));
      level -= r;
      NAME (step) (r, level, n, &part);
      part.src = part.dst;
      part.src_stride = part.dst_stride;
    }
}

#ifdef PRODUCT
/* Applies r levels to 2^r rows of src and of g, multiplies them element-wise and applies the r levels to the product. */
static inline __attribute__ ((always_inline)) void
NAME (radix_product) (const guint       r,
                      OndesSpectralRows rows,
                      const T          *g)
{
  const T *f = rows.src;
  T *dst = rows.dst;

  for (gsize c = 0; c < rows.columns; c += LANES)
    {
      V x[8], y[8];

      UNROLL (8)
      for (guint i = 0; i < 1u << r; i++)
        {
          x[i] = *(const V *) (f + i * rows.src_stride + c);
          y[i] = *(const V *) (g + i * rows.src_stride + c);
        }
      NAME (butterflies) (0, r, x);
      NAME (butterflies) (0, r, y);
      UNROLL (8)
      for (guint i = 0; i < 1u << r; i++)
        x[i] *= y[i];
      NAME (butterflies) (0, r, x);
      UNROLL (8)
      for (guint i = 0; i < 1u << r; i++)
        *(V *) (dst + i * rows.dst_stride + c) = x[i];
    }
}

static void
NAME (product) (void       *f,
                const void *g,
                gsize       stride,
                guint       n_rows,
                gsize       columns,
                void       *local)
{
  const guint parts = TILE_PARTS (n_rows), r = (n_rows + parts - 1) / parts;
  const gsize local_stride = ONDES_SPECTRAL_STRIDE (columns, sizeof (T));
  T *copies[2] = { local, (T *) local + (local_stride << n_rows) };
  const T *from[2] = { f, g };
  const guint n = g == f ? 1 : 2;
  gsize src_stride = stride;
  guint level = n_rows;

  for (guint i = 0; i + 1 < parts; i++)
    {
      level -= (n_rows + i) / parts;
      for (guint j = 0; j < n; j++)
        {
          NAME (step) ((n_rows + i) / parts, level, n_rows,
                       &(OndesSpectralRows) { from[j], src_stride, copies[j], local_stride, columns });
          from[j] = copies[j];
        }
      src_stride = local_stride;
    }
  for (gsize row = 0; row < (gsize) 1 << n_rows; row += (gsize) 1 << r)
    {
      const T *x = from[0] + row * src_stride, *y = from[n - 1] + row * src_stride;
      const OndesSpectralRows rows = { .src = x, .src_stride = src_stride, .columns = columns,
                                       .dst = parts > 1 ? copies[0] + row * local_stride : (T *) f + row * stride,
                                       .dst_stride = parts > 1 ? local_stride : stride };

      switch (r)
        {
        case 1:
          NAME (radix_product) (1, rows, y);
          break;
        case 2:
          NAME (radix_product) (2, rows, y);
          break;
        default:
          NAME (radix_product) (3, rows, y);
        }
    }
  for (guint i = parts - 1; i-- > 0; level += (n_rows + i) / parts)
    NAME (step) ((n_rows + i) / parts, level, n_rows,
                 &(OndesSpectralRows) { copies[0], local_stride, i ? copies[0] : f, i ? local_stride : stride, columns });
}

static const OndesSpectralKernels NAME (kernels) = { NAME (low), NAME (tile), NAME (product) };
#undef PRODUCT
#else
static const OndesSpectralKernels NAME (kernels) = { NAME (low), NAME (tile), NULL };
#endif

#undef V
#undef LANES
#undef NAME
#undef FIRST
#undef SECOND
