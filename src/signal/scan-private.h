/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting what is in a source, shared by the scan and the overview. */
#pragma once

#include "recording.h"
#include "stretch.h"

G_BEGIN_DECLS

/* Adds samples that @stretch measured. */
void ondes_scan_add (OndesScan          *scan,
                     const OndesStretch *stretch);

G_END_DECLS
