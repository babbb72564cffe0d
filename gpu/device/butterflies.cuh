/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kronecker transforms ⊗ [a b; c d] of rows of 2ⁿ values: n butterfly steps, one for each bit of the index, in as few passes
 * over memory as possible.
 *
 * Method: rows of up to 2^8 values use the row pass, in which lanes exchange values by shuffles. The tile pass does the low 12
 * to 15 bits: a thread block loads a tile, 32 values per thread, and each thread does the five bits that index its registers;
 * two exchanges through shared memory bring the other bits into registers. The column pass does up to 11 higher bits of
 * columns 64 to 256 bytes wide. One pass therefore suffices up to n = 15, two up to 26, three up to 37. For four-byte values,
 * deep passes do the low 16 bits, or 11 or 12 higher bits: one pass for rows of 2^16, two for n = 27 and 28. On an H200 these
 * take as long as 1.2, 2.4 and 2.6 copies.
 *
 * Later passes run in place and traverse memory in alternating directions, because the data written last is still cached. In
 * sequency and Paley order the highest bits become the lowest, so the last pass stores in the requested order.
 *
 * Memory floor of a pass: a copy. A butterfly has two additions per four memory accesses.
 *
 * Layout: natural order in memory; a pass transforms contiguous values, or columns of contiguous vectors.
 */
#pragma once

#include "butterfly-column.cuh"
#include "butterfly-deep.cuh"
#include "butterfly-row.cuh"
#include "butterfly-tile.cuh"

static const int LEAST_COLUMN_BITS = 6; /* smallest compiled column pass; for fewer bits it skips steps */

/* Compiled pass sizes and their shared memory. */
template <typename T> struct Shapes
{
  static const int TILE = Vector<T>::LOG == 2 ? 13 : 12; /* 32 KB; the next two sizes take 64 and 128 KB */

  /* Bits of the first pass for rows longer than a tile, chosen so that the remaining passes have efficient sizes. */
  static int
  tile_bits (int bits)
  {
    const int left = bits - TILE;

    return left <= 10 ? TILE : left <= 12 ? bits - 10 : left == 13 ? bits - 11 : TILE + 1;
  }

  static size_t tile_bytes (int bits) { return sizeof (T) << bits; }
  static size_t column_bytes (int k, int lc) { return (size_t) 16 << (k + lc); }
};

template <typename T, typename Step, int BITS> static cudaError_t
launch_tile (const SpectralDevice &device,
             T                    *out,
             const T              *in,
             uint64_t              n_values,
             int                   bits,
             int                   word_bits,
             OndesCudaOrder        order,
             Normaliser<T>         normaliser)
{
  const int ABOVE_LEAST = BITS - Shapes<T>::TILE; /* short rows use the smallest tile or, in natural order, perhaps the next */
  const bool natural = order == ONDES_CUDA_NATURAL;

  return launch (device, false,
                 bits < BITS ? (natural ? tile_pass<T, Step, BITS, (ABOVE_LEAST > 1), false>
                                        : tile_pass<T, Step, BITS, (ABOVE_LEAST > 0), true>)
                             : (natural ? tile_pass<T, Step, BITS, true, false> : tile_pass<T, Step, BITS, true, true>),
                 (unsigned) ((n_values + (1ull << BITS) - 1) >> BITS), 1 << (BITS - 5), Shapes<T>::tile_bytes (BITS), out, in,
                 bits, word_bits, order, normaliser);
}

/* Launches the pass for rows of half a tile. */
template <typename T, typename Step> static cudaError_t
launch_short (const SpectralDevice &device,
              T                    *out,
              const T              *in,
              uint64_t              n_values,
              int                   word_bits,
              Normaliser<T>         normaliser)
{
  const int BITS = Shapes<T>::TILE - 1;
  const int rows = n_values >> BITS >= 16 * device.processors ? 2 : 1;
  const uint64_t a_block = (uint64_t) rows << BITS;

  return launch (device, false, rows == 2 ? short_pass<T, Step, BITS, 2> : short_pass<T, Step, BITS, 1>,
                 (unsigned) ((n_values + a_block - 1) / a_block), 1 << (BITS - 5), Shapes<T>::tile_bytes (BITS), out, in,
                 word_bits, normaliser);
}

template <typename T, typename Step> static cudaError_t
launch_row (const SpectralDevice &device,
            T                    *out,
            const T              *in,
            uint64_t              n_values,
            int                   bits,
            int                   word_bits,
            Normaliser<T>         normaliser)
{
  const int times = n_values >> 22 ? 2 : 1; /* with enough warps to fill the device, keep twice as many loads in flight */
  const uint64_t a_block = (uint64_t) times * (ROW_THREADS / 32) << ROW_BITS;

  return launch (device, false, times == 2 ? row_pass<T, Step, 2> : row_pass<T, Step, 1>,
                 (unsigned) ((n_values + a_block - 1) / a_block), ROW_THREADS, 0, out, in, bits, word_bits, normaliser);
}

template <typename T, typename Step, int K, int LC> static cudaError_t
launch_column (const SpectralDevice &device,
               T                    *out,
               const T              *in,
               T                    *second,
               uint64_t              n_values,
               int                   low,
               int                   first,
               bool                  backwards,
               bool                  last,
               OndesCudaOrder        order,
               Normaliser<T>         normaliser)
{
  const bool whole = K > LEAST_COLUMN_BITS, streaming = LC < 3; /* whether the last pass uses streaming stores */

  return launch (device, true,
                 order != ONDES_CUDA_NATURAL ? column_pass<T, Step, K, LC, whole, true, streaming>
                 : last                      ? column_pass<T, Step, K, LC, whole, false, streaming>
                                             : column_pass<T, Step, K, LC, whole, false, false>,
                 dim3 ((unsigned) (n_values >> (K + LC + Vector<T>::LOG)), second != NULL ? 2 : 1), 1 << (K + LC - 4),
                 Shapes<T>::column_bytes (K, LC), out, in, second, low, first, backwards, order, normaliser);
}

/* Does bits [@done, @bits) of rows of 2^@bits values by column passes, in place in @in except the last, which writes to @out.
 * @second: another array to transform in place in the same launches, or NULL. @is_final: TRUE if no other pass follows. */
template <typename T, typename Step> static cudaError_t
columns (const SpectralDevice &device,
         T                    *out,
         T                    *in,
         T                    *second,
         uint64_t              n_values,
         int                   bits,
         int                   done,
         bool                  is_final,
         OndesCudaOrder        order,
         Normaliser<T>         normaliser)
{
  typedef cudaError_t Launch (const SpectralDevice &, T *, const T *, T *, uint64_t, int, int, bool, bool, OndesCudaOrder,
                              Normaliser<T>);
  static const struct
  {
    int     k, lc;
    Launch *launch;
  } shapes[] = {
    { 6, 4, launch_column<T, Step, 6, 4> }, { 7, 4, launch_column<T, Step, 7, 4> },   { 8, 4, launch_column<T, Step, 8, 4> },
    { 7, 3, launch_column<T, Step, 7, 3> }, { 8, 3, launch_column<T, Step, 8, 3> },   { 9, 3, launch_column<T, Step, 9, 3> },
    { 10, 2, launch_column<T, Step, 10, 2> }, { 11, 2, launch_column<T, Step, 11, 2> },
  };
  const Normaliser<T> unscaled (0, NULL);
  cudaError_t error = cudaSuccess;
  bool backwards = true;
  int max_bits = 0;

  for (const auto &shape : shapes)
    if (shape.k > max_bits && Shapes<T>::column_bytes (shape.k, shape.lc) <= device.max_shared_bytes)
      max_bits = shape.k;
  while (error == cudaSuccess && done < bits)
    {
      const int left = bits - done, passes = (left + max_bits - 1) / max_bits, now = (left + passes - 1) / passes;
      const bool last = now == left;
      const auto *best = shapes;

      /* the first matching size with enough thread blocks, otherwise the last matching one */
      for (const auto &shape : shapes)
        if (shape.k == (now > LEAST_COLUMN_BITS ? now : LEAST_COLUMN_BITS)
            && Shapes<T>::column_bytes (shape.k, shape.lc) <= device.max_shared_bytes)
          {
            best = &shape;
            if (n_values >> (shape.k + shape.lc + Vector<T>::LOG) >= BUSY_BLOCKS)
              break;
          }
      error = best->launch (device, last ? out : in, in, second, n_values, done + now - best->k, best->k - now, backwards,
                            is_final && last, last ? order : ONDES_CUDA_NATURAL, last ? normaliser : unscaled);
      done += now;
      backwards = !backwards;
    }
  return error;
}

/* Transforms rows in natural order by deep passes; cudaErrorNotSupported if they are unavailable or slower than others. */
template <typename T, typename Step> static cudaError_t
deep_butterflies (const SpectralDevice &device,
                  T                    *out,
                  const T              *in,
                  uint64_t              n_values,
                  int                   bits,
                  int                   word_bits,
                  Normaliser<T>         normaliser)
{
  const int within = word_bits < 2 ? word_bits : 2; /* bits within packed words done by the first pass, for balance */
  const Normaliser<T> unscaled (0, NULL);
  cudaError_t error;

  if (DEEP_BYTES > device.max_shared_bytes)
    return cudaErrorNotSupported;
  if (bits == DEEP_BITS && n_values >> DEEP_BITS >= device.processors)
    return launch_deep<T, Step, PART_BITS> (device, out, in, n_values, PART_BITS, 0, word_bits, normaliser);
  if (bits < 26 || bits > 28)
    return cudaErrorNotSupported;
  error = bits == 26 ? launch_tile<T, Step, 15> (device, out, in, n_values, 15, within, ONDES_CUDA_NATURAL, unscaled)
                     : launch_deep<T, Step, PART_BITS> (device, out, in, n_values, PART_BITS, 0, within, unscaled);
  if (error == cudaSuccess)
    error = bits == 28 ? launch_deep<T, Step, 4> (device, out, out, n_values, 16, within, word_bits, normaliser)
                       : launch_deep<T, Step, 5> (device, out, out, n_values, bits - 11, within, word_bits, normaliser);
  return error;
}

/* Transforms rows of 2^@bits values from @in to @out. Both may be the same array if the order is natural or a row fits in a
 * tile; in other orders @in is overwritten. @word_bits: number of index bits within a packed word, which are done first. */
template <typename T, typename Step> static cudaError_t
butterflies (const SpectralDevice &device,
             T                    *out,
             T                    *in,
             uint64_t              n_values,
             int                   bits,
             int                   word_bits,
             OndesCudaOrder        order,
             Normaliser<T>         normaliser)
{
  typedef cudaError_t Launch (const SpectralDevice &, T *, const T *, uint64_t, int, int, OndesCudaOrder, Normaliser<T>);
  const int LEAST = Shapes<T>::TILE;
  Launch *const shapes[] = { launch_tile<T, Step, LEAST>, launch_tile<T, Step, LEAST + 1>, launch_tile<T, Step, LEAST + 2> };
  const Normaliser<T> unscaled (0, NULL);
  T *const between = order == ONDES_CUDA_NATURAL ? out : in;
  int tile = bits <= LEAST + 2 ? bits : Shapes<T>::tile_bits (bits);
  cudaError_t error;

  if (bits <= ROW_BITS && order == ONDES_CUDA_NATURAL)
    return launch_row<T, Step> (device, out, in, n_values, bits, word_bits, normaliser);
  if constexpr (sizeof (T) == 4)
    if (order == ONDES_CUDA_NATURAL)
      {
        error = deep_butterflies<T, Step> (device, out, in, n_values, bits, word_bits, normaliser);
        if (error != cudaErrorNotSupported)
          return error;
        if (bits == LEAST - 1)
          return launch_short<T, Step> (device, out, in, n_values, word_bits, normaliser);
      }
  if (tile < LEAST)
    tile = LEAST;
  /* larger tiles are faster, unless there are so few that the last wave leaves multiprocessors idle */
  if (bits <= LEAST && order == ONDES_CUDA_NATURAL && n_values >> (LEAST + 1) >= 64 * device.processors)
    tile = LEAST + 1;
  while (tile > LEAST && Shapes<T>::tile_bytes (tile) > device.max_shared_bytes)
    tile--;
  if (bits <= tile)
    return shapes[tile - LEAST] (device, out, in, n_values, bits, word_bits, order, normaliser);
  error = shapes[tile - LEAST] (device, between, in, n_values, tile, word_bits, ONDES_CUDA_NATURAL, unscaled);
  if (error == cudaSuccess)
    error = columns<T, Step> (device, out, between, (T *) NULL, n_values, bits, tile, true, order, normaliser);
  return error;
}
