/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cancel-at.h"

#include <dlfcn.h>

static GCancellable *watched; /* atomic; NULL: none */
static int left;              /* looks, atomic */

void
cancel_at (GCancellable *cancellable,
           guint         looks)
{
  g_atomic_int_set (&left, (int) looks);
  g_atomic_pointer_set (&watched, cancellable);
}

gboolean
cancel_at_was_met (void)
{
  return g_atomic_pointer_get (&watched) == NULL;
}

gboolean
g_cancellable_set_error_if_cancelled (GCancellable *cancellable,
                                      GError      **error)
{
  gboolean (*set_error) (GCancellable *, GError **) = dlsym (RTLD_NEXT, "g_cancellable_set_error_if_cancelled");

  if (cancellable != NULL && cancellable == g_atomic_pointer_get (&watched) && g_atomic_int_dec_and_test (&left))
    {
      g_atomic_pointer_set (&watched, NULL);
      g_cancellable_cancel (cancellable);
    }
  return set_error (cancellable, error);
}
