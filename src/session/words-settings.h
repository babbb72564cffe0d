/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window calls the settings that errors are about, and where it shows those errors. */
#pragma once

#include "base/request-error.h"

G_BEGIN_DECLS

/* Where the window shows an error. */
typedef enum
{
  ONDES_PLACE_MESSAGE,   /* passing over the charts, or where what was asked for stands: in its dialog, at the input */
  ONDES_PLACE_SCALOGRAM, /* the side bar of the scalogram, below the setting's group */
  ONDES_PLACE_VALUES,    /* of spectra and convolutions: below how values are made */
  ONDES_PLACE_TRANSFORM, /* of spectra: below the transform */
} OndesPlace;

OndesPlace  ondes_words_setting_place (OndesSetting  setting);
/* The name of its row, button or menu, in the person's language. Valid for the whole process. */
const char *ondes_words_setting       (OndesSetting  setting);
/* The sentence of @error, with the name of its setting before it where it needs one. Transfer full. */
char       *ondes_words_error         (const GError *error);
/* The same to stand below the row of its setting, beginning with a capital. Transfer full. */
char       *ondes_words_row_error     (const GError *error);
/* From here on the library's sentences name settings as the window does. Before other threads start. */
void        ondes_words_name_settings (void);

G_END_DECLS
