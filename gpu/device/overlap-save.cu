/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overlap-save: coefficients, magnitude, power or phase of every sample, from the block spectra of bank.cu.
 *
 * Method: a thread block of 128 computes eight phases of one signal block for several rows. The 256 bins are multiplied by the
 * row's spectrum once for all phases; each phase rotates the products, transforms them (fourier.cuh) and stores every (L/256)th
 * output. Rotations and twiddles are merged into one table in registers, shared by all rows.
 *
 * Layout: eight neighbouring threads store eight neighbouring outputs, a whole sector.
 *
 * Memory floor: storing the results, 4 to 16 bytes per value, 0.38 ms for 1,024,000 samples × 200 rows in complex single
 * precision at 4.3 TB/s. Operation count: 22 operations per point for two butterflies, 8 for two rotations, 4 for the phase of
 * the result if needed, and a tenth of that for the product; 1.2 to 1.4 points per output. Arithmetic thus takes 0.35 ms in
 * single precision at 3e13 operations per second, 0.75 ms in double, besides the stores.
 */
#include "bank.cuh"

#include <cstdlib>
#include <cstring>

template<typename T>
struct SaveArgs
{
  BankArgs<T>       args;
  T                *data;
  uint64_t          stride;
  OndesCudaQuantity quantity;
};

/* Returns the mask of this thread's results that are valid outputs, bit k for result k. Sets @out to the output index of
 * result 0. */
template<typename I>
__device__ static __forceinline__ unsigned
find_valid (const Group &group,
            const I     &inverse,
            int          hop,
            int64_t      n,
            int64_t     &out)
{
  const int each = (int) (inverse.fine / (uint32_t) group.length), low = group.halo * each, high = low + group.step * each;
  const unsigned block = inverse.block + (unsigned) inverse.block_slot;
  const int64_t position = group.position + (int64_t) block * group.step * each;
  const int at = inverse.position + (int) threadIdx.x / FFTS * group.phases;
  unsigned valid = 0;

  for (int k = 0; k < RADIX; k++)
    if (block < group.blocks && at + k * hop >= low && at + k * hop < high && position + at + k * hop >= 0
        && position + at + k * hop < n)
      valid |= 1u << k;
  out = position + at;
  return valid;
}

/* Stores a thread's valid results, @hop outputs apart, as any @quantity except complex coefficients. */
template<typename T>
__device__ static __forceinline__ void
store_results (T                *to,
               Complex<T>        (&x)[RADIX],
               Complex<T>        rotation,
               OndesCudaQuantity quantity,
               bool              complex_out,
               unsigned          valid,
               int               hop)
{
  if (!complex_out)
    {
#pragma unroll
      for (int k = 0; k < RADIX; k++)
        x[digit_reversed (k)] = { x[digit_reversed (k)].re * rotation.re - x[digit_reversed (k)].im * rotation.im, 0 };
      rotation = { 1, 0 };
    }
  else if (quantity == ONDES_CUDA_PHASE)
    {
#pragma unroll
      for (int k = 0; k < RADIX; k++)
        x[digit_reversed (k)] = x[digit_reversed (k)] * rotation;
    }
#pragma unroll
  for (int k = 0; k < RADIX; k++)
    {
      const Complex<T> w = x[digit_reversed (k)];

      if (!(valid & 1u << k))
        continue;
      if (quantity == ONDES_CUDA_MAGNITUDE)
        to[k * hop] = fast_sqrt (w.re * w.re + w.im * w.im) * rotation.re;
      else if (quantity == ONDES_CUDA_POWER)
        to[k * hop] = (w.re * w.re + w.im * w.im) * rotation.re * rotation.re;
      else if (quantity == ONDES_CUDA_PHASE)
        to[k * hop] = atan2 (w.im, w.re);
      else
        to[k * hop] = w.re;
    }
}

template<typename T, bool ROTATED, bool DELAYED>
__global__ static void __launch_bounds__ (FFT_THREADS, sizeof (T) == 4 ? 4 : 2)
overlap_save_rows (const SaveArgs<T> save)
{
  extern __shared__ __align__ (16) char shared[];
  const BankArgs<T> &args = save.args;
  const Group &group = *group_of_block<&Group::first_inverse> (args.groups, args.n_groups);
  const unsigned index = blockIdx.x - group.first_inverse, unit_at = index % group.blocks_per_chunk;
  const int hop = RADIX * group.phases;
  const T gain = (T) (1 / args.scaling->gain);
  const OndesCudaQuantity quantity = save.quantity;
  Inverse<T, 1, DELAYED> inverse;
  unsigned valid;
  int64_t out;

  inverse.begin (args, group, index, shared);
  if (group.phases_used < FFTS)
    {
      inverse.set_block (args, group, unit_at * (unsigned) inverse.blocks_at_once);
      inverse.set_phases (0);
    }
  else
    {
      const unsigned octets = (unsigned) (group.phases_used / FFTS);

      inverse.set_block (args, group, unit_at / octets);
      inverse.set_phases ((int) (unit_at % octets) * FFTS);
    }
  inverse.prefetch_row (0);

  valid = find_valid (group, inverse, hop, args.n, out);
  for (unsigned i = 0; i < inverse.n; i++)
    {
      const int64_t at = inverse.order[i].y * (int64_t) save.stride + out;
      Complex<T> x[RADIX], rotation = { gain, 0 };

      inverse.multiply (i);
      if (ROTATED)
        inverse.set_rotation (i);
      inverse.prefetch_row (i + 1);
      inverse.transform (x);
      if (ROTATED)
        rotation = inverse.rotation_of (i) * gain;
      if (quantity == ONDES_CUDA_COEFFICIENTS && args.complex_out)
        {
          Complex<T> *const to = (Complex<T> *) save.data + at;

#pragma unroll
          for (int k = 0; k < RADIX; k++)
            if (valid & 1u << k)
              to[k * hop] = x[digit_reversed (k)] * rotation;
          continue;
        }
      store_results (save.data + at, x, rotation, quantity, args.complex_out, valid, hop);
    }
}

template<typename T>
static OndesCudaStatus
run (OndesCuda             *self,
     OndesCudaBank         *bank,
     const OndesCudaSignal *signal,
     uint64_t               n,
     const OndesCudaOutput *output)
{
  const uint64_t shared = Inverse<T, 1, false>::shared_bytes ();
  const bool rotated /* whether the phase of the result matters */
    = bank->wavelet.real || output->quantity == ONDES_CUDA_COEFFICIENTS || output->quantity == ONDES_CUDA_PHASE;
  static void (*const kernels[2][2]) (const SaveArgs<T>)
    = { { overlap_save_rows<T, false, false>, overlap_save_rows<T, true, false> },
        { overlap_save_rows<T, false, true>, overlap_save_rows<T, true, true> } };
  void (*const kernel) (const SaveArgs<T>) = kernels[bank->delayed][rotated];
  SaveArgs<T> save;
  Layout layout;
  OndesCudaStatus status = ondes_cuda_bank_spectra (self, bank, signal, n, 0, &save.args, &layout);

  if (status != ONDES_CUDA_OK || (status = ondes_cuda_shared (self, (const void *) kernel, shared)) != ONDES_CUDA_OK)
    return status;
  save.data = (T *) output->data;
  save.stride = output->stride;
  save.quantity = output->quantity;
  kernel<<<layout.inverse_blocks, FFT_THREADS, shared, self->compute>>> (save);
  ONDES_CUDA_LAUNCHED ("overlap-save failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_overlap_save (OndesCuda             *self,
                         OndesCudaBank         *bank,
                         const OndesCudaSignal *signal,
                         uint64_t               n,
                         const OndesCudaOutput *output)
{
  return bank->single ? run<float> (self, bank, signal, n, output) : run<double> (self, bank, signal, n, output);
}
