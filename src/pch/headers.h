/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The headers most files include, precompiled in the sanitised build and that of the fuzz targets. */
#include <cairo.h>
#include <gio/gio.h>
#include <pango/pangocairo.h>
