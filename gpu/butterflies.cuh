/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kronecker transforms ⊗ [a b; c d] of rows of 2ⁿ values: n steps of butterflies in as few passes over memory as they fit.
 *
 * Rows of up to 2^8 values take a row pass, of lanes that exchange. A tile pass does the low 12 to 15 bits of the index: a block
 * reads a tile, each thread keeps 32 values in registers and does the bits that tell them apart; two exchanges through shared
 * memory bring the other bits into registers. A column pass does up to 11 higher bits of columns 64 to 256 bytes wide. So 2ⁿ
 * values take one pass up to n = 15, two up to 26, three up to 37. Of values of four bytes deep passes do 16 low and 11 or 12
 * higher bits: rows of 2^16 take one, n = 27 and 28 two. In copies, on an H200: 1.2, 2.4, 2.6.
 * The passes after the first are in place, and go through memory in turns up and down: what the cache still holds is what was
 * written last, and is written again before it has gone to memory.
 * Sequency and Paley order: the last pass holds the row's highest bits, which become the lowest, and writes in the new order.
 *
 * Floor of a pass: its values read once and written once, at the speed of a copy. A butterfly is two additions for 2 × 2
 * accesses, far under the machine's balance.
 */
#pragma once

#include "butterfly-column.cuh"
#include "butterfly-deep.cuh"
#include "butterfly-row.cuh"
#include "butterfly-tile.cuh"

static const int LEAST_COLUMN_BITS = 6; /* fewer are done by a pass that skips some */

/* The shapes of passes that are compiled: how much a block does, and the shared memory that it takes. */
template <typename T> struct Shapes
{
  static const int TILE = Vector<T>::LOG == 2 ? 13 : 12; /* 32 KB; the next two take 64 and 128 */

  /* Bits of the first pass of rows of 2^bits values that are longer than a tile: those that leave the fewest passes their best. */
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
             Finish<T>             finish)
{
  const int ABOVE_LEAST = BITS - Shapes<T>::TILE; /* rows shorter than a tile take the least, in natural order perhaps the next */
  const bool natural = order == ONDES_CUDA_NATURAL;

  return launch (device, false,
                 bits < BITS ? (natural ? tile_pass<T, Step, BITS, (ABOVE_LEAST > 1), false>
                                        : tile_pass<T, Step, BITS, (ABOVE_LEAST > 0), true>)
                             : (natural ? tile_pass<T, Step, BITS, true, false> : tile_pass<T, Step, BITS, true, true>),
                 (unsigned) ((n_values + (1ull << BITS) - 1) >> BITS), 1 << (BITS - 5), Shapes<T>::tile_bytes (BITS), out, in, bits,
                 word_bits, order, finish);
}

/* Rows of half a tile. */
template <typename T, typename Step> static cudaError_t
launch_short (const SpectralDevice &device,
              T                    *out,
              const T              *in,
              uint64_t              n_values,
              int                   word_bits,
              Finish<T>             finish)
{
  const int BITS = Shapes<T>::TILE - 1;
  const int rows = n_values >> BITS >= 16 * device.processors ? 2 : 1;
  const uint64_t a_block = (uint64_t) rows << BITS;

  return launch (device, false, rows == 2 ? short_pass<T, Step, BITS, 2> : short_pass<T, Step, BITS, 1>,
                 (unsigned) ((n_values + a_block - 1) / a_block), 1 << (BITS - 5), Shapes<T>::tile_bytes (BITS), out, in, word_bits,
                 finish);
}

template <typename T, typename Step> static cudaError_t
launch_row (const SpectralDevice &device,
            T                    *out,
            const T              *in,
            uint64_t              n_values,
            int                   bits,
            int                   word_bits,
            Finish<T>             finish)
{
  const int times = n_values >> 22 ? 2 : 1; /* where warps enough are there to fill the device, twice as much is on its way */
  const uint64_t a_block = (uint64_t) times * (ROW_THREADS / 32) << ROW_BITS;

  return launch (device, false, times == 2 ? row_pass<T, Step, 2> : row_pass<T, Step, 1>,
                 (unsigned) ((n_values + a_block - 1) / a_block), ROW_THREADS, 0, out, in, bits, word_bits, finish);
}

template <typename T, typename Step, int K, int LC> static cudaError_t
launch_column (const SpectralDevice &device,
               T                    *out,
               const T              *in,
               T                    *twin,
               uint64_t              n_values,
               int                   low,
               int                   first,
               bool                  down,
               bool                  last,
               OndesCudaOrder        order,
               Finish<T>             finish)
{
  const bool whole = K > LEAST_COLUMN_BITS, streamed = LC < 3; /* in the last pass */

  return launch (device, true,
                 order != ONDES_CUDA_NATURAL ? column_pass<T, Step, K, LC, whole, true, streamed>
                 : last                      ? column_pass<T, Step, K, LC, whole, false, streamed>
                                             : column_pass<T, Step, K, LC, whole, false, false>,
                 dim3 ((unsigned) (n_values >> (K + LC + Vector<T>::LOG)), twin != NULL ? 2 : 1), 1 << (K + LC - 4),
                 Shapes<T>::column_bytes (K, LC), out, in, twin, low, first, down, order, finish);
}

/* The bits [@done, @bits) of rows of 2^@bits values, by column passes: in place over @in, the last one to @out. @twin: NULL, or
 * another array for the same, in place. @ends: no pass follows. */
template <typename T, typename Step> static cudaError_t
columns (const SpectralDevice &device,
         T                    *out,
         T                    *in,
         T                    *twin,
         uint64_t              n_values,
         int                   bits,
         int                   done,
         bool                  ends,
         OndesCudaOrder        order,
         Finish<T>             finish)
{
  typedef cudaError_t Launch (const SpectralDevice &, T *, const T *, T *, uint64_t, int, int, bool, bool, OndesCudaOrder,
                              Finish<T>);
  static const struct
  {
    int     k, lc;
    Launch *launch;
  } shapes[] = {
    { 6, 4, launch_column<T, Step, 6, 4> }, { 7, 4, launch_column<T, Step, 7, 4> },   { 8, 4, launch_column<T, Step, 8, 4> },
    { 7, 3, launch_column<T, Step, 7, 3> }, { 8, 3, launch_column<T, Step, 8, 3> },   { 9, 3, launch_column<T, Step, 9, 3> },
    { 10, 2, launch_column<T, Step, 10, 2> }, { 11, 2, launch_column<T, Step, 11, 2> },
  };
  const Finish<T> none (0, NULL);
  cudaError_t error = cudaSuccess;
  bool down = true;
  int most = 0;

  for (const auto &shape : shapes)
    if (shape.k > most && Shapes<T>::column_bytes (shape.k, shape.lc) <= device.most_shared)
      most = shape.k;
  while (error == cudaSuccess && done < bits)
    {
      const int left = bits - done, passes = (left + most - 1) / most, now = (left + passes - 1) / passes;
      const bool last = now == left;
      const auto *best = shapes;

      /* the first shape that does just these with blocks enough, or else the last one */
      for (const auto &shape : shapes)
        if (shape.k == (now > LEAST_COLUMN_BITS ? now : LEAST_COLUMN_BITS)
            && Shapes<T>::column_bytes (shape.k, shape.lc) <= device.most_shared)
          {
            best = &shape;
            if (n_values >> (shape.k + shape.lc + Vector<T>::LOG) >= BUSY_BLOCKS)
              break;
          }
      error = best->launch (device, last ? out : in, in, twin, n_values, done + now - best->k, best->k - now, down,
                            ends && last, last ? order : ONDES_CUDA_NATURAL, last ? finish : none);
      done += now;
      down = !down;
    }
  return error;
}

/* Rows of 2^@bits values in natural order by deep passes, or cudaErrorNotSupported where others do better. */
template <typename T, typename Step> static cudaError_t
deep_butterflies (const SpectralDevice &device,
                  T                    *out,
                  const T              *in,
                  uint64_t              n_values,
                  int                   bits,
                  int                   word_bits,
                  Finish<T>             finish)
{
  const int within = word_bits < 2 ? word_bits : 2; /* as many of a word's bits as leave the second pass as much to do */
  const Finish<T> none (0, NULL);
  cudaError_t error;

  if (DEEP_BYTES > device.most_shared)
    return cudaErrorNotSupported;
  if (bits == DEEP_BITS && n_values >> DEEP_BITS >= device.processors)
    return launch_deep<T, Step, PART_BITS> (device, out, in, n_values, PART_BITS, 0, word_bits, finish);
  if (bits < 26 || bits > 28)
    return cudaErrorNotSupported;
  error = bits == 26 ? launch_tile<T, Step, 15> (device, out, in, n_values, 15, within, ONDES_CUDA_NATURAL, none)
                     : launch_deep<T, Step, PART_BITS> (device, out, in, n_values, PART_BITS, 0, within, none);
  if (error == cudaSuccess)
    error = bits == 28 ? launch_deep<T, Step, 4> (device, out, out, n_values, 16, within, word_bits, finish)
                       : launch_deep<T, Step, 5> (device, out, out, n_values, bits - 11, within, word_bits, finish);
  return error;
}

/* The butterflies of rows of 2^@bits values, from @in to @out, which may be one array where the order is natural or the row a tile.
 * In another order @in is lost. @word_bits: bits of the index within a packed word, done before all else. */
template <typename T, typename Step> static cudaError_t
butterflies (const SpectralDevice &device,
             T                    *out,
             T                    *in,
             uint64_t              n_values,
             int                   bits,
             int                   word_bits,
             OndesCudaOrder        order,
             Finish<T>             finish)
{
  typedef cudaError_t Launch (const SpectralDevice &, T *, const T *, uint64_t, int, int, OndesCudaOrder, Finish<T>);
  const int LEAST = Shapes<T>::TILE;
  Launch *const shapes[] = { launch_tile<T, Step, LEAST>, launch_tile<T, Step, LEAST + 1>, launch_tile<T, Step, LEAST + 2> };
  const Finish<T> none (0, NULL);
  T *const between = order == ONDES_CUDA_NATURAL ? out : in;
  int tile = bits <= LEAST + 2 ? bits : Shapes<T>::tile_bits (bits);
  cudaError_t error;

  if (bits <= ROW_BITS && order == ONDES_CUDA_NATURAL)
    return launch_row<T, Step> (device, out, in, n_values, bits, word_bits, finish);
  if constexpr (sizeof (T) == 4)
    if (order == ONDES_CUDA_NATURAL)
      {
        error = deep_butterflies<T, Step> (device, out, in, n_values, bits, word_bits, finish);
        if (error != cudaErrorNotSupported)
          return error;
        if (bits == LEAST - 1)
          return launch_short<T, Step> (device, out, in, n_values, word_bits, finish);
      }
  if (tile < LEAST)
    tile = LEAST;
  /* tiles in plenty are moved faster where they are larger; of few the last ones leave processors idle */
  if (bits <= LEAST && order == ONDES_CUDA_NATURAL && n_values >> (LEAST + 1) >= 64 * device.processors)
    tile = LEAST + 1;
  while (tile > LEAST && Shapes<T>::tile_bytes (tile) > device.most_shared)
    tile--;
  if (bits <= tile)
    return shapes[tile - LEAST] (device, out, in, n_values, bits, word_bits, order, finish);
  error = shapes[tile - LEAST] (device, between, in, n_values, tile, word_bits, ONDES_CUDA_NATURAL, none);
  if (error == cudaSuccess)
    error = columns<T, Step> (device, out, between, (T *) NULL, n_values, bits, tile, true, order, finish);
  return error;
}
