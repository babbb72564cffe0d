/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What most files include, compiled once where that is quicker: in the build of the fuzz targets. */
#pragma once

#include <cairo.h>
#include <gio/gio.h>
#include <pango/pangocairo.h>
