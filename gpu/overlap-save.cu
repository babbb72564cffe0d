/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every sample of each row: coefficients, magnitude, power or phase, from the spectra of blocks (bank.cu).
 *
 * Method. A block of 128 threads takes eight phases of one block of samples, and some rows: a row's 256 bins are multiplied by its
 * filter once for all phases, each phase turns them, transforms (fourier.cuh) and puts every (L/256)th output, so that eight
 * neighbours make a whole sector of memory. The turns of phases and those between the two butterflies are one table in registers,
 * made once for all rows.
 *
 * Floor: the results written, 4 to 16 bytes a value (0.38 ms for 1,024,000 samples × 200 rows in complex single precision at
 * 4.3 TB/s). Arithmetic: 22 operations a point for two butterflies, 8 for two turns, 4 for the phase of the result where it counts,
 * a tenth as much for the product; 1.2 to 1.4 points an output. In single precision 40 · 1.25 · 204.8e6 operations at 3e13 a second
 * are 0.35 ms beside the writing, in double precision at half that 0.75 ms.
 */
#include "bank.cuh"

#include <cstdlib>
#include <cstring>

template<typename T>
struct Save
{
  Work<T>           work;
  T                *data;
  uint64_t          stride;
  OndesCudaQuantity quantity;
};

template<typename T, bool turned>
__global__ static void __launch_bounds__ (BANK_THREADS, sizeof (T) == 4 ? 4 : 2)
save_rows (const Save<T> save)
{
  extern __shared__ __align__ (16) char shared[];
  const Work<T> &work = save.work;
  const Group &group = *group_of_block<&Group::inverse> (work.groups, work.n_groups);
  const unsigned index = blockIdx.x - group.inverse, unit_at = index % group.n_units;
  const int j = (int) threadIdx.x / SLOTS, hop = RADIX * group.phases;
  const T gain = (T) (1 / work.level->gain);
  const OndesCudaQuantity quantity = save.quantity;
  Inverse<T, 1> inverse;
  unsigned good = 0; /* bits of the results that are outputs */
  int64_t out;

  inverse.begin (work, group, index, shared);
  if (group.used < SLOTS)
    {
      inverse.set_block (work, group, unit_at * (unsigned) inverse.subs);
      inverse.set_phases (0);
    }
  else
    {
      const unsigned octets = (unsigned) (group.used / SLOTS);

      inverse.set_block (work, group, unit_at / octets);
      inverse.set_phases ((int) (unit_at % octets) * SLOTS);
    }
  inverse.fetch (0);

  {
    const int each = (int) (inverse.fine / (uint32_t) group.length), low = group.halo * each, high = low + group.step * each;
    const unsigned block = inverse.block + (unsigned) inverse.sub;
    const int64_t place = group.place + (int64_t) block * group.step * each;
    const int at = inverse.place + j * group.phases;

    for (int k = 0; k < RADIX; k++)
      if (block < group.blocks && at + k * hop >= low && at + k * hop < high && place + at + k * hop >= 0
          && place + at + k * hop < work.n)
        good |= 1u << k;
    out = place + at;
  }

  for (unsigned i = 0; i < inverse.n; i++)
    {
      const int64_t at = inverse.order[i].y * (int64_t) save.stride + out;
      Complex<T> x[RADIX], turn = { gain, 0 };

      inverse.multiply (i);
      if (turned)
        inverse.set_turn (i);
      inverse.fetch (i + 1);
      inverse.transform (x);
      if (turned)
        turn = inverse.turn_of (i) * gain;
      if (quantity == ONDES_CUDA_COEFFICIENTS && work.complex_out)
        {
          Complex<T> *const to = (Complex<T> *) save.data + at;

#pragma unroll
          for (int k = 0; k < RADIX; k++)
            if (good & 1u << k)
              to[k * hop] = x[result_of (k)] * turn;
          continue;
        }
      T *const to = save.data + at;
      if (!work.complex_out)
        {
#pragma unroll
          for (int k = 0; k < RADIX; k++)
            x[result_of (k)] = { x[result_of (k)].re * turn.re - x[result_of (k)].im * turn.im, 0 };
          turn = { 1, 0 };
        }
      else if (quantity == ONDES_CUDA_PHASE)
        {
#pragma unroll
          for (int k = 0; k < RADIX; k++)
            x[result_of (k)] = x[result_of (k)] * turn;
        }
#pragma unroll
      for (int k = 0; k < RADIX; k++)
        {
          const Complex<T> w = x[result_of (k)];

          if (!(good & 1u << k))
            continue;
          if (quantity == ONDES_CUDA_MAGNITUDE)
            to[k * hop] = root (w.re * w.re + w.im * w.im) * turn.re;
          else if (quantity == ONDES_CUDA_POWER)
            to[k * hop] = (w.re * w.re + w.im * w.im) * turn.re * turn.re;
          else if (quantity == ONDES_CUDA_PHASE)
            to[k * hop] = atan2 (w.im, w.re);
          else
            to[k * hop] = w.re;
        }
    }
}

template<typename T>
static OndesCudaStatus
run (OndesCuda             *self,
     OndesCudaBank         *bank,
     const OndesCudaSignal *signal,
     uint64_t               n,
     const OndesCudaOutput *output,
     char                  *why)
{
  const uint64_t shared = Inverse<T, 1>::shared_bytes ();
  const bool turned /* the phase of the result matters */
    = bank->wavelet.real || output->quantity == ONDES_CUDA_COEFFICIENTS || output->quantity == ONDES_CUDA_PHASE;
  void (*const kernel) (const Save<T>) = turned ? save_rows<T, true> : save_rows<T, false>;
  Save<T> save;
  Layout layout;
  OndesCudaStatus status = ondes_cuda_bank_spectra (self, bank, signal, n, 0, &save.work, &layout, why);

  if (status != ONDES_CUDA_OK || (status = ondes_cuda_bank_shared (self, (const void *) kernel, shared, why)) != ONDES_CUDA_OK)
    return status;
  save.data = (T *) output->data;
  save.stride = output->stride;
  save.quantity = output->quantity;
  kernel<<<layout.inverse, BANK_THREADS, shared, self->compute>>> (save);
  ONDES_CUDA_LAUNCHED ("overlap-save does not run");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_overlap_save (OndesCuda             *self,
                         OndesCudaBank         *bank,
                         const OndesCudaSignal *signal,
                         uint64_t               n,
                         const OndesCudaOutput *output,
                         char                   why[ONDES_CUDA_WHY])
{
  return bank->single ? run<float> (self, bank, signal, n, output, why) : run<double> (self, bank, signal, n, output, why);
}
