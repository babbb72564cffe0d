/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For tests: a request that is made, computed and done with. */
#pragma once

#include "engine/compute.h"

/* Takes @request over; NULL is one that was refused with @error. */
static inline gboolean
compute_once (OndesComputer    *computer,
              OndesRequest     *request,
              OndesSink        *sink,
              const OndesWatch *watch,
              OndesReport      *report,
              GError          **error)
{
  const gboolean done = request != NULL && ondes_compute (computer, request, sink, watch, report, error);

  g_clear_pointer (&request, ondes_request_unref);
  return done;
}
