/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which segments the filters of a bank take.
 *
 * Method: filters that are neighbours in length form groups, each of one segment length and one launch, such that all take the
 * least time by what was measured: a group's longest filter decides how many outputs a segment has.
 */
#include "filter-private.cuh"

#include <cmath>
#include <cstdlib>

static const int LENGTHS = SEGMENT_LENGTHS + FOUR_STEP_LENGTHS;
static const int LEAST_USEFUL = 32; /* discarded points are a multiple of this, so that stores fill sectors */
/* Picoseconds that a complex output takes, two real ones where segments are packed in pairs. @points: of a transform there and
 * back, by segment length, each point. @store hides what computing takes less. */
struct Costs
{
  double points[LENGTHS], output, part, store; /* part: a product of a part, a point */
};

/* Fitted to measurements on an H100, 2026-11-26. Up to 8192 points in single precision, of 64 filters of 64 to 2049 taps over 2^21
 * samples, all stored to one row, which leaves the memory out: within 3 %. Real segments of 1024 wait longer for memory, and cost
 * as much more. The others, of 8 to 32 filters over 2^21 to 2^24 samples, with what the memory takes: within 10 %. */
static const Costs DOUBLE = { { 3.5, 3.9, 4.4, 4.95, 5.6, HUGE_VAL, 16, 17.2, 18, 19.3, 22.2 }, 0, 0.65, 5.5 };
static const Costs SINGLE = { { 1.15, 1.45, 1.47, 1.74, 2.05, 2.4, 7.3, 7.55, 7.85, 8, 8.6 }, 0.75, 0.35, 2 };
static const Costs SINGLE_PACKED = { { 1.3, 1.57, 1.9, 1.97, 2.3, 2.72, 7.4, 7.8, 8.2, 8.5, 9.4 }, 0.75, 0.35, 2 };
static const double PARTS = 3.5;           /* transforms of parts, by way of memory, take as long as so many others */
static const double FORWARD = 1.7;         /* a group's transforms of the samples take as long as so many filters */
static const double GROUP_PS = 4;          /* launches of a group for each of about 2^20 outputs */
static const unsigned MOST_CLASSES = 512;  /* of a group: bounds the search */

/* Returns the segment length that Costs has at @i. */
static int
length_at (int i)
{
  return i < SEGMENT_LENGTHS ? ONDES_CUDA_SEGMENT_LEAST << i : ONDES_CUDA_FOUR_STEP_LEAST << (i - SEGMENT_LENGTHS);
}

static int
discarded_points (uint64_t taps)
{
  return (int) (blocks_for (taps - 1, LEAST_USEFUL) * LEAST_USEFUL);
}

static const Costs &
costs_of (const OndesCudaFirBank *bank)
{
  return !bank->single ? DOUBLE : bank->complex_in || bank->complex_taps ? SINGLE : SINGLE_PACKED;
}

static bool
is_one_part (int      length,
             uint64_t taps)
{
  return taps <= (uint64_t) (length - LEAST_USEFUL + 1);
}

static void
lay_out_group (OndesCudaFirBank *bank,
               FilterGroup      *group)
{
  uint64_t taps = 0;

  group->lead = INT64_MIN;
  for (unsigned i = group->first; i < group->first + group->n_filters; i++)
    if (bank->filters[i].delay > group->lead)
      group->lead = bank->filters[i].delay;
  for (unsigned i = group->first; i < group->first + group->n_filters; i++)
    {
      const FilterShape *shape = &bank->filters[i];

      if (shape->n_taps + (uint64_t) (group->lead - shape->delay) > taps)
        taps = shape->n_taps + (uint64_t) (group->lead - shape->delay);
    }
  group->taps = taps + (uint64_t) reach_of (bank);
  /* delays may make the frame longer than any of its filters */
  while (is_four_step (group->length) && group->length < ONDES_CUDA_FOUR_STEP_MOST && !is_one_part (group->length, group->taps))
    group->length *= 2;
  if (group->length > ONDES_CUDA_SEGMENT_MOST && !is_one_part (group->length, group->taps))
    group->length = ONDES_CUDA_SEGMENT_MOST;
  if (is_one_part (group->length, group->taps))
    {
      group->parts = 1;
      group->discarded = discarded_points (group->taps);
      group->useful = group->length - group->discarded;
    }
  else
    {
      group->useful = group->length / 2 - (reach_of (bank) > 0 ? LEAST_USEFUL : 0);
      group->discarded = group->length - group->useful;
      group->parts = (int64_t) blocks_for (taps, (uint64_t) group->useful);
    }
}

/* Neighbours in length that take equally many segments, and the best last group up to them. */
struct LengthClass
{
  uint64_t taps;
  unsigned end;                    /* of the bank's filters */
  double   parts[SEGMENT_LENGTHS]; /* by segment length, but four-step ones: of all filters up to @end */
  double   cost;                   /* of the groups up to @end, picoseconds an output */
  unsigned group_begin;            /* class where the last of them begins */
  int      length;                 /* of its segments */
};

/* Returns by how much whole segments of @useful outputs exceed those of a typical run, as a factor. */
static double
unused_part (const OndesCudaFirBank *bank,
             int                     useful)
{
  const uint64_t step = (uint64_t) useful * (bank->complex_in || bank->complex_taps ? 1 : 2);

  return bank->outputs > 0 ? (double) (blocks_for (bank->outputs, step) * step) / (double) bank->outputs : 1;
}

/* Returns the picoseconds that an output of the classes after @before up to @last takes, as a group of segment length @i. */
static double
group_cost (const OndesCudaFirBank *bank,
            const LengthClass      *before,
            const LengthClass      *last,
            int                     i)
{
  const Costs &costs = costs_of (bank);
  const int length = length_at (i);
  const double n = last->end - before->end + FORWARD;
  double each;

  if (!is_one_part (length, last->taps))
    return n * (costs.output + 2 * PARTS * costs.points[i]) + 2 * costs.part * (last->parts[i] - before->parts[i]) + GROUP_PS;
  each = costs.output + costs.points[i] * length / (length - discarded_points (last->taps));
  if (is_four_step (length))
    each *= unused_part (bank, length - discarded_points (last->taps));
  return n * fmax (each, 0.75 * costs.store + 0.25 * each) + GROUP_PS;
}

/* TRUE if a group may have the segment length @i. @segment: as asked for. */
static bool
may_have_length (const OndesCudaFirBank *bank,
                 const LengthClass      *last,
                 int                     i,
                 uint64_t                segment)
{
  const int length = length_at (i);

  if (length > ONDES_CUDA_SEGMENT_MOST && !is_one_part (length, last->taps))
    return false;
  if (length == LONG_SEGMENT)
    return segment == 0 && bank->long_segments;
  return segment == 0 || segment == (uint64_t) length;
}

/* Fills @classes after the first, which is empty, and returns how many there are. */
static unsigned
classify (const OndesCudaFirBank *bank,
          LengthClass            *classes)
{
  unsigned n = 0;

  for (unsigned f = 0; f < bank->n_filters; f++)
    {
      const uint64_t taps = bank->filters[f].n_taps + (uint64_t) reach_of (bank);

      if (n == 0 || blocks_for (taps - 1, LEAST_USEFUL) != blocks_for (classes[n].taps - 1, LEAST_USEFUL))
        {
          classes[n + 1] = classes[n];
          n++;
        }
      classes[n].taps = taps;
      classes[n].end = f + 1;
      for (int i = 0; i < SEGMENT_LENGTHS; i++)
        classes[n].parts[i] += (double) blocks_for (taps, (uint64_t) ONDES_CUDA_SEGMENT_LEAST / 2 << i);
    }
  return n;
}

bool
ondes_cuda_fir_make_groups (OndesCudaFirBank *bank,
                            uint64_t          segment)
{
  LengthClass *const classes = (LengthClass *) calloc (bank->n_filters + 1, sizeof *classes);
  const unsigned n = classes != nullptr ? classify (bank, classes) : 0;

  for (unsigned last = 1; last <= n; last++)
    {
      classes[last].cost = HUGE_VAL;
      for (unsigned before = last > MOST_CLASSES ? last - MOST_CLASSES : 0; before < last; before++)
        for (int i = 0; i < LENGTHS; i++)
          {
            if (!may_have_length (bank, &classes[last], i, segment))
              continue;

            const double cost = classes[before].cost + group_cost (bank, &classes[before], &classes[last], i);

            if (cost < classes[last].cost)
              {
                classes[last].cost = cost;
                classes[last].group_begin = before;
                classes[last].length = length_at (i);
              }
          }
    }
  for (unsigned last = n; last > 0; last = classes[last].group_begin)
    bank->n_groups++;
  bank->groups = (FilterGroup *) calloc (bank->n_groups + 1, sizeof *bank->groups);
  for (unsigned last = n, g = bank->n_groups; last > 0 && bank->groups != nullptr; last = classes[last].group_begin)
    {
      FilterGroup *group = &bank->groups[--g];

      group->length = classes[last].length;
      group->first = classes[classes[last].group_begin].end;
      group->n_filters = classes[last].end - group->first;
      group->cost_ps = classes[last].cost - classes[classes[last].group_begin].cost;
      lay_out_group (bank, group);
    }
  free (classes);
  return bank->groups != nullptr && n > 0;
}

extern "C" double
ondes_cuda_fir_bank_seconds (const OndesCudaFirBank *bank,
                             uint64_t                n)
{
  const bool complex_values = bank->complex_in || bank->complex_taps;
  const double outputs = bank->post == ONDES_CUDA_POST_INTERPOLATION ? 2 : 1;
  const double value = (bank->single ? 4 : 8) * (complex_values ? 2 : 1), store_ps = outputs * value / 4.0; /* 4 TB/s */
  /* direct: of sums of one real product a tap */
  const double product_ps = (bank->single ? 0.05 : 0.1) * (bank->complex_in ? 2 : 1) * (bank->complex_taps ? 2 : 1)
                            * (bank->compensated ? 1.3 : 1);
  double ps = 0;

  for (unsigned i = 0; i < bank->n_filters && bank->direct; i++)
    ps += fmax (store_ps, product_ps * (double) (2 * bank->filters[i].half + 1 + 8));
  for (unsigned i = 0; i < bank->n_groups; i++)
    {
      const FilterGroup *group = &bank->groups[i];
      /* a few outputs take as long as those of a segment */
      const double least = is_four_step (group->length) ? fmax (1, (double) group->useful / (double) n) : 1;

      ps += fmax (store_ps * 1.2 * (group->n_filters + FORWARD), group->cost_ps * (complex_values ? 1 : 0.5)) * least;
    }
  return 1e-5 + ps * 1e-12 * (double) n;
}
