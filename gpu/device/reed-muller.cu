/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reed–Muller transform: butterflies.cuh with the step (u, u ⊕ v), on one value per word or 32 packed values.
 *
 * Method: within packed words, the lowest five bits are done by shifts and masks.
 *
 * Memory floor: a copy, or 1/32 of one if packed.
 *
 * Packed layout: value 32 i + b is bit b of word i.
 */
#include "butterflies.cuh"
#include "spectral-private.cuh"

static const int WORD_BITS = 5, THREADS = 256;

static_assert (sizeof (uint32_t) * 8 == 1 << WORD_BITS, "a word packs 2^WORD_BITS values");

static cudaError_t
reed_muller (SpectralCall &call)
{
  const Normaliser<uint32_t> normaliser (0, NULL);

  call.result = call.out;
  return butterflies<uint32_t, ReedMullerStep> (call.device, (uint32_t *) call.out, (uint32_t *) call.in, call.n_values,
                                                call.bits, 0, call.order, normaliser);
}

/* Reverses the index bits of packed values: bit b of word (top, middle), with five top bits, moves to bit reverse (top) of word
 * (reverse (b), reverse (middle)). A warp loads the 32 words that share middle and transposes them as a matrix of bits. */
static __global__ void __launch_bounds__ (THREADS)
reverse_packed (uint32_t       *out,
                const uint32_t *in,
                uint64_t        n_words,
                int             middle_bits)
{
  const uint64_t warp = ((uint64_t) blockIdx.x * THREADS + threadIdx.x) >> 5;
  const uint64_t row = warp >> middle_bits << (middle_bits + WORD_BITS), middle = warp & ((1ull << middle_bits) - 1);
  const unsigned lane = threadIdx.x & 31, turned = __brev (lane) >> 27;
  uint32_t word, mine = 0;

  if (warp << WORD_BITS >= n_words)
    return;
  word = in[row + ((uint64_t) turned << middle_bits) + middle];

#pragma unroll
  for (int b = 0; b < 32; b++)
    {
      const uint32_t column = __ballot_sync (~0u, word >> b & 1);

      if (turned == b)
        mine = column;
    }
  out[row + ((uint64_t) lane << middle_bits) + (middle_bits > 0 ? __brevll (middle) >> (64 - middle_bits) : 0)] = mine;
}

/* Reverses the index bits of packed rows of 2^@bits values, shorter than 32 words, bit by bit. */
static __global__ void __launch_bounds__ (THREADS)
reverse_packed_short (uint32_t       *out,
                      const uint32_t *in,
                      uint64_t        n_words,
                      int             bits)
{
  const uint64_t at = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  uint32_t word = 0;

  if (at >= n_words)
    return;
  for (int b = 0; b < 32; b++)
    {
      const uint64_t from = ordered_index (ONDES_CUDA_PALEY, bits, at << WORD_BITS | b);

      word |= (in[from >> WORD_BITS] >> (from & 31) & 1) << b;
    }
  out[at] = word;
}

static cudaError_t
reed_muller_packed (SpectralCall &call)
{
  const Normaliser<uint32_t> normaliser (0, NULL);
  const uint64_t n_words = (call.n_values + 31) >> WORD_BITS;
  const int bits = call.bits > WORD_BITS ? call.bits - WORD_BITS : 0, word_bits = call.bits - bits;
  const bool ordered = call.order != ONDES_CUDA_NATURAL;
  uint32_t *out = (uint32_t *) call.out, *in = (uint32_t *) call.in;
  cudaError_t error;

  call.result = out;
  error = butterflies<uint32_t, ReedMullerStep> (call.device, ordered ? in : out, in, n_words, bits, word_bits,
                                                 ONDES_CUDA_NATURAL, normaliser);
  if (error != cudaSuccess || !ordered)
    return error;
  if (bits >= WORD_BITS)
    return launch (call.device, false, reverse_packed, blocks_for (n_words, THREADS), THREADS, 0, out, in, n_words,
                   bits - WORD_BITS);
  return launch (call.device, false, reverse_packed_short, blocks_for (n_words, THREADS), THREADS, 0, out, in, n_words,
                 call.bits);
}

SpectralLaunch *const ondes_cuda_reed_muller[] = { NULL, NULL, reed_muller, NULL };
SpectralLaunch *const ondes_cuda_reed_muller_packed[] = { NULL, NULL, reed_muller_packed, NULL };

/* Each warp packs 32 words, by one ballot per word, with coalesced loads. Memory floor: 9/8 of the bytes. */
static __global__ void __launch_bounds__ (THREADS)
pack (uint32_t      *words,
      const uint8_t *bytes,
      uint64_t       n)
{
  const uint64_t first = ((uint64_t) blockIdx.x * THREADS + (threadIdx.x & ~31u)) << WORD_BITS;
  const unsigned lane = threadIdx.x & 31;
  uint32_t mine = 0;

#pragma unroll 8
  for (unsigned i = 0; i < 32; i++)
    {
      const uint64_t at = first + i * 32 + lane;
      const uint32_t word = __ballot_sync (~0u, at < n && (bytes[at] & 1));

      if (lane == i)
        mine = word;
    }
  if (first + lane * 32 < n)
    words[(first >> WORD_BITS) + lane] = mine;
}

static __global__ void __launch_bounds__ (THREADS)
unpack (uint8_t        *bytes,
        const uint32_t *words,
        uint64_t        n)
{
  const uint64_t first = ((uint64_t) blockIdx.x * THREADS + threadIdx.x) * 4;

  if (first + 4 <= n)
    {
      const uint32_t four = words[first >> WORD_BITS] >> (first & 31) & 15;

      *(uint32_t *) (bytes + first) = (four & 1) | (four & 2) << 7 | (four & 4) << 14 | (four & 8) << 21;
    }
  else
    for (uint64_t at = first; at < n; at++)
      bytes[at] = words[at >> WORD_BITS] >> (at & 31) & 1;
}

extern "C" OndesCudaStatus
ondes_cuda_pack (OndesCuda     *self,
                 uint32_t      *words,
                 const uint8_t *bytes,
                 uint64_t       n)
{
  const uint64_t a_block = (uint64_t) THREADS << WORD_BITS;

  pack<<<(unsigned) ((n + a_block - 1) / a_block), THREADS, 0, self->compute>>> (words, bytes, n);
  ONDES_CUDA_LAUNCHED ("packing bits failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_unpack (OndesCuda      *self,
                   uint8_t        *bytes,
                   const uint32_t *words,
                   uint64_t        n)
{
  const uint64_t a_block = (uint64_t) THREADS * 4;

  unpack<<<(unsigned) ((n + a_block - 1) / a_block), THREADS, 0, self->compute>>> (bytes, words, n);
  ONDES_CUDA_LAUNCHED ("unpacking bits failed");
  return ONDES_CUDA_OK;
}
