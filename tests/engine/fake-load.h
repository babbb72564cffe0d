/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fake engine, from the folder of the test, as the CUDA engine of this process. */
#pragma once

#include "fake-engine.h"

/* Returns what rules it; @pauses, where not NULL, gets the function that says whether its runs pause. After g_test_init(). */
FakeControl *fake_load (FakePausesEntry *pauses);
