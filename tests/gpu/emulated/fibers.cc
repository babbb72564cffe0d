/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels: blocks one after the other, threads as fibers, the barriers that they wait at. */
#include "cuda_pipeline.h"
#include "emulated.h"

#include <stdio.h>
#include <stdlib.h>

#include <utility>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#define BEFORE_SWITCH(fake, bottom, size) __sanitizer_start_switch_fiber (fake, bottom, size)
#define AFTER_SWITCH(fake, bottom, size)  __sanitizer_finish_switch_fiber (fake, bottom, size)
#else
#define BEFORE_SWITCH(fake, bottom, size) ((void) (fake))
#define AFTER_SWITCH(fake, bottom, size)  ((void) (fake))
#define ASAN_POISON_MEMORY_REGION(at, bytes)
#define ASAN_UNPOISON_MEMORY_REGION(at, bytes)
#endif

static const unsigned MOST_THREADS = 1024, WARP = 32;
/* An odd number of cache lines apart: of a power of two, the tops of all stacks would share a few lines of the cache. */
static const size_t STACK = (256 << 10) + 17 * 64, FRAME = 4096;

enum State : unsigned char
{
  READY,
  AT_BARRIER,
  AT_NUMBERED, /* a barrier of some of the block's threads */
  AT_WARP, /* an exchange between lanes */
  DONE,
  N_STATES
};

struct Copy
{
  void       *to;
  const void *from;
  size_t      bytes, zeros;
};

struct Fiber
{
  void                          *stack_pointer;
  unsigned                       n_counts, barrier;
  std::vector<std::vector<Copy>> copies; /* of each commit; the last is open */
};

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;
alignas (128) unsigned char shared[EMULATED_SHARED]; /* what kernels declare extern __shared__ */

unsigned emulated_now_lane;
EmulatedSlot *emulated_now_slots;

static Fiber fibers[MOST_THREADS];
static EmulatedSlot slots[MOST_THREADS];
static uint3 indices[MOST_THREADS];
static State states[MOST_THREADS];
static unsigned in_state[N_STATES]; /* how many fibers */
static unsigned char *stacks;
static void *scheduler;
static const void *scheduler_bottom;
static size_t scheduler_size;
static unsigned n_fibers, current, counts[3], come[16]; /* to a numbered barrier */
static const std::function<void ()> *running;

/* Pushes what a function keeps, leaves the stack pointer in *from, and goes on from @to. */
extern "C" void emulated_switch (void **from, void *to);
#if defined(__x86_64__)
asm (".text\n.globl emulated_switch\n.hidden emulated_switch\nemulated_switch:\n"
     "push %rbp\n push %rbx\n push %r12\n push %r13\n push %r14\n push %r15\n mov %rsp, (%rdi)\n"
     "mov %rsi, %rsp\n pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbx\n pop %rbp\n ret\n");
#else
#error "emulated_switch is written for x86-64"
#endif

static void
set_state (unsigned i,
           State    state)
{
  in_state[states[i]]--;
  in_state[state]++;
  states[i] = state;
}

static void
wait_for_others (State state)
{
  void *fake = nullptr;

  set_state (current, state);
  BEFORE_SWITCH (state == DONE ? nullptr : &fake, scheduler_bottom, scheduler_size);
  emulated_switch (&fibers[current].stack_pointer, scheduler);
  AFTER_SWITCH (fake, &scheduler_bottom, &scheduler_size);
}

static void
begin (void)
{
  AFTER_SWITCH (nullptr, &scheduler_bottom, &scheduler_size);
  (*running) ();
  wait_for_others (DONE);
  abort ();
}

static void
resume (unsigned i)
{
  void *fake = nullptr;

  current = i;
  emulated_now_lane = i % WARP;
  emulated_now_slots = slots + i / WARP * WARP;
  threadIdx = indices[i];
  BEFORE_SWITCH (&fake, stacks + i * STACK, STACK);
  emulated_switch (&scheduler, fibers[i].stack_pointer);
  AFTER_SWITCH (fake, nullptr, nullptr);
}

static void
fail (const char *what)
{
  fprintf (stderr, "block %u %u %u of %u threads: %s\n", blockIdx.x, blockIdx.y, blockIdx.z, n_fibers, what);
  abort ();
}

static unsigned
count (unsigned first,
       unsigned end,
       State    state)
{
  unsigned n = 0;

  for (unsigned i = first; i < end && i < n_fibers; i++)
    n += states[i] == state;
  return n;
}

static void
release (unsigned first,
         unsigned end,
         State    state)
{
  for (unsigned i = first; i < end && i < n_fibers; i++)
    if (states[i] == state)
      set_state (i, READY);
}

static void
order_fibers (unsigned *order)
{
  static const char *how = getenv ("EMULATED_ORDER");
  static uint64_t seed = 0x9e3779b97f4a7c15;

  for (unsigned i = 0; i < n_fibers; i++)
    order[i] = how && how[0] == 'd' ? n_fibers - 1 - i : i;
  if (how && how[0] == 'r')
    for (unsigned i = n_fibers - 1; i > 0; i--)
      {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        std::swap (order[i], order[(seed >> 32) * (i + 1) >> 32]); /* without a division, which is slow */
      }
}

static void
run_block (void)
{
  static unsigned order[MOST_THREADS];

  for (unsigned i = 0; i < n_fibers; i++)
    {
      void **top = (void **) (stacks + (i + 1) * STACK) - 2;

      /* the last block's begin() has left its frame */
      ASAN_UNPOISON_MEMORY_REGION (stacks + (i + 1) * STACK - FRAME, FRAME);
      top[0] = (void *) begin; /* where the first switch returns to */
      top[1] = nullptr;
      fibers[i].stack_pointer = top - 6;
      states[i] = READY;
      fibers[i].n_counts = 0;
      fibers[i].copies.clear ();
    }
  memset (in_state, 0, sizeof in_state);
  in_state[READY] = n_fibers;
  memset (counts, 0, sizeof counts);
  memset (come, 0, sizeof come);

  while (in_state[DONE] < n_fibers)
    {
      bool in_warps = false;

      order_fibers (order);
      for (unsigned i = 0; i < n_fibers; i++)
        if (states[order[i]] == READY)
          resume (order[i]);
      if (in_state[READY] > 0)
        continue;
      for (unsigned warp = 0; warp < n_fibers && in_state[AT_WARP] > 0; warp += WARP)
        if (count (warp, warp + WARP, AT_WARP) > 0)
          {
            if (count (warp, warp + WARP, AT_BARRIER) + count (warp, warp + WARP, AT_NUMBERED) > 0)
              fail ("some lanes of a warp are in an exchange, others at a barrier");
            release (warp, warp + WARP, AT_WARP);
            in_warps = true;
          }
      if (in_warps)
        continue;
      if (in_state[AT_NUMBERED] > 0)
        fail ("some threads wait at a barrier that too few others come to");
      if (in_state[AT_BARRIER] > 0 && in_state[DONE] > 0)
        fail ("some threads wait at a barrier that others have ended without");
      release (0, n_fibers, AT_BARRIER);
    }
}

static void
run_blocks (const EmulatedLaunch        &launch,
            const std::function<void ()> &run)
{
  const dim3 grid = launch.grid;

  n_fibers = launch.block.x * launch.block.y * launch.block.z;
  if (stacks == nullptr)
    stacks = (unsigned char *) aligned_alloc (4096, MOST_THREADS * STACK);
  running = &run;
  gridDim = grid;
  blockDim = launch.block;
  for (unsigned i = 0; i < n_fibers; i++)
    indices[i] = { i % blockDim.x, i / blockDim.x % blockDim.y, i / blockDim.x / blockDim.y };
  for (blockIdx.z = 0; blockIdx.z < grid.z; blockIdx.z++)
    for (blockIdx.y = 0; blockIdx.y < grid.y; blockIdx.y++)
      for (blockIdx.x = 0; blockIdx.x < grid.x; blockIdx.x++)
        {
          ASAN_UNPOISON_MEMORY_REGION (shared, EMULATED_SHARED);
          memset (shared, EMULATED_POISON, launch.shared_bytes);
          ASAN_POISON_MEMORY_REGION (shared + launch.shared_bytes, EMULATED_SHARED - launch.shared_bytes);
          run_block ();
        }
}

void
emulated_launch_threads (const EmulatedLaunch  &launch,
                         std::function<void ()> run)
{
  std::lock_guard<std::recursive_mutex> guard (emulated_lock);
  const dim3 grid = launch.grid;
  const unsigned threads = launch.block.x * launch.block.y * launch.block.z;

  if (threads == 0 || threads > MOST_THREADS || launch.shared_bytes > EMULATED_SHARED || grid.x == 0 || grid.x > INT32_MAX
      || grid.y == 0 || grid.y > UINT16_MAX || grid.z == 0 || grid.z > UINT16_MAX)
    emulated_error = cudaErrorInvalidConfiguration;
  else
    emulated_give (launch.stream, [launch, run] { run_blocks (launch, run); });
}

void
emulated_sync (void)
{
  wait_for_others (AT_BARRIER);
}

void
emulated_barrier (unsigned id,
                  unsigned n)
{
  fibers[current].barrier = id;
  if (++come[id] < n)
    {
      wait_for_others (AT_NUMBERED);
      return;
    }
  come[id] = 0;
  for (unsigned i = 0; i < n_fibers; i++)
    if (states[i] == AT_NUMBERED && fibers[i].barrier == id)
      set_state (i, READY);
}

void
__syncwarp (unsigned)
{
  wait_for_others (AT_WARP);
}

int
__syncthreads_count (int predicate)
{
  const unsigned turn = fibers[current].n_counts++ % 3;

  counts[turn] += predicate != 0;
  wait_for_others (AT_BARRIER);
  counts[(turn + 2) % 3] = 0; /* all have read the one before, and none adds to the one behind */
  return (int) counts[turn];
}

void
__pipeline_memcpy_async (void       *to,
                         const void *from,
                         size_t      bytes,
                         size_t      zeros)
{
  auto &copies = fibers[current].copies;

  emulated_aligned ((char *) to, bytes);
  emulated_aligned ((const char *) from, bytes);
  if (copies.empty ())
    copies.emplace_back ();
  copies.back ().push_back ({ to, from, bytes, zeros });
  memset (to, EMULATED_POISON, bytes);
}

void
__pipeline_commit (void)
{
  auto &copies = fibers[current].copies;

  copies.resize (copies.empty () ? 2 : copies.size () + 1);
}

void
__pipeline_wait_prior (unsigned n)
{
  auto &copies = fibers[current].copies;

  for (; copies.size () > n + 1; copies.erase (copies.begin ()))
    for (const Copy &copy : copies.front ())
      {
        memcpy (copy.to, copy.from, copy.bytes - copy.zeros);
        memset ((char *) copy.to + copy.bytes - copy.zeros, 0, copy.zeros);
      }
}
