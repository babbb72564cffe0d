/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The headers most files of the window include, precompiled in the sanitised build. */
#include <adwaita.h>
#include <gtk/gtk.h>
