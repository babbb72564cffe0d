/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kronecker transforms ⊗ [a b; c d] of rows of 2ⁿ values: n steps of butterflies in as few passes over memory as they fit.
 *
 * A tile pass does the low 12 to 15 bits of the index: a block reads a tile, each thread keeps 32 values in registers and does
 * the bits that tell them apart; two exchanges through shared memory bring the other bits into registers. A column pass does
 * up to 11 higher bits of columns 64 or 128 bytes wide. So 2ⁿ values take one pass up to n = 15, two up to 25, three up to 36.
 * Sequency and Paley order: the last pass holds the row's highest bits, which become the lowest, and writes in the new order.
 *
 * Floor of a pass: its values read once and written once, at the speed of a copy. A butterfly is two additions for 2 × 2
 * accesses, far under the machine's balance.
 */
#pragma once

#include "butterfly-column.cuh"
#include "butterfly-tile.cuh"

/* The shapes of passes that are compiled: how much a block does, and the shared memory that it takes. */
template <typename T> struct Shapes
{
  static const int TILE = Vector<T>::LOG == 2 ? 13 : 12; /* 32 KB; the next two take 64 and 128 */

  static size_t tile_bytes (int bits) { return sizeof (T) << bits; }
  static size_t column_bytes (int k, int lc, bool ordered)
  {
    return k <= 4 && !ordered ? 0 : ((size_t) 16 << (k + lc)) + (ordered ? (size_t) 16 << lc : 0);
  }
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
  return launch (device, false, order == ONDES_CUDA_NATURAL ? tile_pass<T, Step, BITS, false> : tile_pass<T, Step, BITS, true>,
                 (n_values + (1ull << BITS) - 1) >> BITS, 1 << (BITS - 5), Shapes<T>::tile_bytes (BITS), out, in, bits,
                 word_bits, order, finish);
}

template <typename T, typename Step, int K, int LC> static cudaError_t
launch_column (const SpectralDevice &device,
               T                    *out,
               const T              *in,
               uint64_t              n_values,
               int                   low,
               int                   first,
               OndesCudaOrder        order,
               Finish<T>             finish)
{
  const bool ordered = order != ONDES_CUDA_NATURAL;

  return launch (device, true, ordered ? column_pass<T, Step, K, LC, true> : column_pass<T, Step, K, LC, false>,
                 n_values >> (K + LC + Vector<T>::LOG), 1 << (K + LC - 4), Shapes<T>::column_bytes (K, LC, ordered), out, in, low,
                 first, order, finish);
}

/* The bits [@done, @bits) of rows of 2^@bits values, by column passes: in place over @in, the last one to @out. */
template <typename T, typename Step> static cudaError_t
columns (const SpectralDevice &device,
         T                    *out,
         T                    *in,
         uint64_t              n_values,
         int                   bits,
         int                   done,
         OndesCudaOrder        order,
         Finish<T>             finish)
{
  typedef cudaError_t Launch (const SpectralDevice &, T *, const T *, uint64_t, int, int, OndesCudaOrder, Finish<T>);
  static const struct
  {
    int     k, lc;
    Launch *launch;
  } shapes[] = {
    { 4, 8, launch_column<T, Step, 4, 8> },   { 8, 3, launch_column<T, Step, 8, 3> },   { 9, 3, launch_column<T, Step, 9, 3> },
    { 10, 2, launch_column<T, Step, 10, 2> }, { 11, 2, launch_column<T, Step, 11, 2> },
  };
  const Finish<T> none (0, NULL);
  cudaError_t error = cudaSuccess;
  int most = 0;

  for (const auto &shape : shapes)
    if (shape.k > most && Shapes<T>::column_bytes (shape.k, shape.lc, true) <= device.most_shared)
      most = shape.k;
  while (error == cudaSuccess && done < bits)
    {
      const int left = bits - done, passes = (left + most - 1) / most, now = (left + passes - 1) / passes;
      const bool last = now == left, ordered = last && order != ONDES_CUDA_NATURAL;

      /* The first shape that does them. Its rows may reach below the bits that are due; with runs of 2^4 values another order would
       * be written in crumbs. */
      for (const auto &shape : shapes)
        if (shape.k >= now && !(ordered && shape.k == 4)
            && Shapes<T>::column_bytes (shape.k, shape.lc, ordered) <= device.most_shared)
          {
            error = shape.launch (device, last ? out : in, in, n_values, done + now - shape.k, shape.k - now,
                                  last ? order : ONDES_CUDA_NATURAL, last ? finish : none);
            break;
          }
      done += now;
    }
  return error;
}

/* The butterflies of rows of 2^@bits values, from @in, which is lost where there are several passes, to @out. They may be one
 * array where the order is natural or the row a tile. @word_bits: bits of the index within a packed word, done before all else. */
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
  int tile = bits <= LEAST + 2 ? bits : bits <= LEAST + 10 ? LEAST : LEAST + 1;
  cudaError_t error;

  if (tile < LEAST)
    tile = LEAST;
  while (tile > LEAST && Shapes<T>::tile_bytes (tile) > device.most_shared)
    tile--;
  if (bits <= tile)
    return shapes[tile - LEAST] (device, out, in, n_values, bits, word_bits, order, finish);
  error = shapes[tile - LEAST] (device, in, in, n_values, tile, word_bits, ONDES_CUDA_NATURAL, none);
  return error == cudaSuccess ? columns<T, Step> (device, out, in, n_values, bits, tile, order, finish) : error;
}
