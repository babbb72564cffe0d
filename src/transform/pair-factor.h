/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An order of pairs without conflicts, if pairs may be reversed and groups are full. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @half pairs, a multiple of @width ≤ 32; pair i touches the banks k[i] and l[i] < width, and each bank is touched 2
 * half/width times. Sets @order and @reversed so that in each group of @width places, the first banks of the pairs all
 * differ, and the second ones too: places hold the pairs order[place], with k and l exchanged if reversed[place].
 *
 * The pairs are edges of a graph of the banks, regular of even degree. An Euler tour directs them so that as many leave
 * each bank as enter it; that is a regular bipartite graph, whose edges are as many perfect matchings (Kőnig 1916).
 * Together they are Petersen's theorem on 2-factors (1891). */
void ondes_pair_factor (const guint8 *k,
                        const guint8 *l,
                        guint         half,
                        guint         width,
                        guint        *order,
                        guint8       *reversed);

G_END_DECLS
