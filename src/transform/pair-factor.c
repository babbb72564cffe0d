/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pair-factor.h"

#include <string.h>

#define BANKS 32

typedef struct
{
  const guint8 *banks[2]; /* of each pair */
  guint         half, width, colours;
  guint8       *reversed; /* of a pair: it leads from l to k */
  guint        *at[2];    /* 1 + the pair of a colour that leaves a bank, and that enters it; 0 if none */
} Graph;

/* Directs all pairs along closed walks. */
static void
direct_pairs (Graph *self)
{
  g_autofree guint *ends = g_new (guint, 2 * self->half); /* pair and end, 2 pair + end, sorted by bank */
  g_autofree guint8 *used = g_new0 (guint8, self->half);
  guint next[BANKS + 1] = { 0 }, stop[BANKS];

  for (guint end = 0; end < 2; end++)
    for (guint i = 0; i < self->half; i++)
      next[self->banks[end][i] + 1]++;
  for (guint bank = 0; bank < self->width; bank++)
    next[bank + 1] += next[bank];
  memcpy (stop, next, sizeof stop);
  for (guint end = 0; end < 2; end++)
    for (guint i = 0; i < self->half; i++)
      ends[stop[self->banks[end][i]]++] = 2 * i + end;
  for (guint start = 0; start < self->width; start++)
    for (guint bank = start; next[bank] < stop[bank];)
      {
        const guint pair = ends[next[bank]] / 2, end = ends[next[bank]] % 2;

        next[bank]++;
        if (used[pair])
          continue;
        used[pair] = 1;
        self->reversed[pair] = (guint8) end;
        bank = self->banks[!end][pair];
      }
}

/* Returns the bank that @pair leaves (@side 0) or enters (1). */
static guint
bank_of (const Graph *self,
         guint        pair,
         guint        side)
{
  return self->banks[side ^ self->reversed[pair]][pair];
}

static guint *
place_of (Graph *self,
          guint  pair,
          guint  side,
          guint  colour)
{
  return &self->at[side][bank_of (self, pair, side) * self->colours + colour];
}

static guint
free_colour (Graph *self,
             guint  pair,
             guint  side)
{
  guint colour = 0;

  while (*place_of (self, pair, side, colour) > 0)
    colour++;
  return colour;
}

/* Exchanges the colours @a and @b on the path that begins with @a where @pair enters, so that @a is free there. It never
 * comes to the bank that @pair leaves, where @a is free. */
static void
exchange (Graph *self,
          guint  pair,
          guint  a,
          guint  b)
{
  guint path[2 * BANKS], n = 0, side = 1;

  for (guint at = *place_of (self, pair, 1, a); at > 0; side = !side)
    {
      path[n++] = at - 1;
      at = *place_of (self, at - 1, !side, side == 1 ? b : a);
    }
  for (guint i = 0; i < n; i++)
    for (side = 0; side < 2; side++)
      *place_of (self, path[i], side, i % 2 == 0 ? a : b) = 0;
  for (guint i = 0; i < n; i++)
    for (side = 0; side < 2; side++)
      *place_of (self, path[i], side, i % 2 == 0 ? b : a) = path[i] + 1;
}

void
ondes_pair_factor (const guint8 *k,
                   const guint8 *l,
                   guint         half,
                   guint         width,
                   guint        *order,
                   guint8       *reversed)
{
  const guint colours = half / width;
  g_autofree guint8 *directions = g_new (guint8, half);
  g_autofree guint *leaving = g_new0 (guint, width * colours), *entering = g_new0 (guint, width * colours);
  Graph graph = { { k, l }, half, width, colours, directions, { leaving, entering } };

  direct_pairs (&graph);
  for (guint pair = 0; pair < half; pair++)
    {
      const guint a = free_colour (&graph, pair, 0), b = free_colour (&graph, pair, 1);

      if (a != b)
        exchange (&graph, pair, a, b);
      *place_of (&graph, pair, 0, a) = *place_of (&graph, pair, 1, a) = pair + 1;
    }
  for (guint colour = 0; colour < colours; colour++)
    for (guint bank = 0; bank < width; bank++)
      {
        const guint pair = leaving[bank * colours + colour] - 1, place = colour * width + bank;

        order[place] = pair;
        reversed[place] = directions[pair];
      }
}
