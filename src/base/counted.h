/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reference counts of structs. */
#pragma once

#include <glib.h>

/* Defines @prefix_ref() and @prefix_unref() of @Type, made by g_atomic_rc_box_new0(); the last unref calls the static function
 * @prefix_clear(), which releases what the struct owns but not the struct. */
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

/* Does the same for a base class @Type with a member gatomicrefcount ref_count, whose subclasses are larger; the last unref calls
 * the static function @prefix_finalize(), which frees the struct too. */
#define ONDES_DEFINE_COUNTED_CLASS(Type, prefix)                                                                               \
  Type *                                                                                                                       \
  prefix##_ref (Type *self)                                                                                                    \
  {                                                                                                                            \
    g_atomic_ref_count_inc (&self->ref_count);                                                                                 \
    return self;                                                                                                               \
  }                                                                                                                            \
                                                                                                                               \
  void                                                                                                                         \
  prefix##_unref (Type *self)                                                                                                  \
  {                                                                                                                            \
    if (g_atomic_ref_count_dec (&self->ref_count))                                                                             \
      prefix##_finalize (self);                                                                                                \
  }
