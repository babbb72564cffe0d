/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* TRUE where all is slow, under a sanitizer or emulated: the least that takes each kernel. */
static inline gboolean
few_cases (void)
{
  return g_getenv ("ONDES_TEST_FEW") != NULL;
}

/* Where every @step-th of 1, 2, 3 … is taken in few cases, which one comes first; else 1. */
static inline guint
some_of (gint32 step)
{
  return few_cases () ? (guint) g_test_rand_int_range (1, step + 1) : 1;
}
