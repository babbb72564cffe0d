/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reference counts of structs that are made by g_atomic_rc_box_new0(). */
#pragma once

#include <glib.h>

/* Defines @prefix_ref() and @prefix_unref() of @Type; the last unref calls the static function @prefix_clear(), which releases
 * what the struct owns but not the struct. */
#define ONDES_DEFINE_COUNTED(Type, prefix)                                                                                     \
  Type *                                                                                                                       \
  prefix##_ref (Type *self)                                                                                                    \
  {                                                                                                                            \
    return g_atomic_rc_box_acquire (self);                                                                                     \
  }                                                                                                                            \
                                                                                                                               \
  void                                                                                                                         \
  prefix##_unref (Type *self)                                                                                                  \
  {                                                                                                                            \
    g_atomic_rc_box_release_full (self, prefix##_clear);                                                                       \
  }
