/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An analysis that compensates. */
#pragma once

#include "scalogram-fixture.h"

OndesAnalysis            *analysis_of    (Watched *watched);
void                      set            (Watched *watched, const OndesCompensationSettings *settings);
/* Waits, and returns the picture; nothing may be wrong. */
OndesScalogram           *picture_of     (Watched *watched);
/* Does both. */
OndesScalogram           *compensated    (Watched *watched, const OndesCompensationSettings *settings);
/* Of a file in the folder of the test. */
char                     *path_of        (const char *name);
void                      write_text     (const char *name, const char *text);
/* Fills a text of the settings with @kind, the folder and @name, which begins with a slash. */
void                      put_path       (char *to, const char *kind, const char *name);
/* On, with a model; or with a table of the folder. */
OndesCompensationSettings with_amplitude (const char *model);
OndesCompensationSettings with_table     (const char *name);
void                      open_noise     (Watched *watched, guint frames);
/* Each value of @a is @gain times that of @b, but for the smallest. */
void                      assert_gain    (const OndesScalogram *a, const OndesScalogram *b, double gain);
