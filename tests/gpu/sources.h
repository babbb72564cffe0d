/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The digest of the files of @directory as gpu/sources-sha256 makes it; NULL where there are none. */
char *gpu_sources_sha256 (const char *directory);
