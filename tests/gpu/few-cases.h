/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* TRUE under a sanitizer, which makes all slow: the least that takes each kernel. */
static inline gboolean
few_cases (void)
{
  return g_getenv ("ONDES_TEST_FEW") != NULL;
}
