/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics of a source's samples, shared by the scan and the overview. */
#pragma once

#include "recording.h"
#include "stretch.h"

G_BEGIN_DECLS

/* Adds the samples measured in @stretch. */
void ondes_scan_add (OndesScan          *scan,
                     const OndesStretch *stretch);

G_END_DECLS
