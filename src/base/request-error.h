/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors that know which setting they concern.
 *
 * An error of ONDES_ERROR, or of a domain from ondes_error_domain(), carries a setting and its value, if any, along with the
 * message. The message does not begin with the setting's name: the command prefixes its option, the window shows the message at
 * the setting's row. A message that mentions a setting takes the name from ondes_setting_name(), so one message, translated
 * once, serves both. g_error_copy(), g_propagate_error() and g_prefix_error() keep the fields. All functions: any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_ERROR_FILE,    /* refused because of the file or the machine: exit status 1 */
  ONDES_ERROR_REQUEST, /* wrong request, whatever the file: exit status 2 */
  ONDES_ERROR_NEEDS_RAW, /* the file has no header describing its format: ask for a raw format; exit status 1 */
  ONDES_ERROR_NEEDS_DATASET, /* the file holds several data sets: ask for one; exit status 1 */
  ONDES_ERROR_PARTLY, /* done as far as possible, but some of the inputs failed: exit status ONDES_STATUS_PARTLY */
} OndesError;

#define ONDES_STATUS_PARTLY 3

#define ONDES_ERROR (ondes_error_quark ())
GQuark ondes_error_quark (void);

/* TRUE if @local, transfer full, is NULL; otherwise propagates it. */
static inline gboolean
ondes_error_none (GError  *local,
                  GError **error)
{
  if (local != NULL)
    g_propagate_error (error, local);
  return local == NULL;
}

/* User settings that errors refer to. request-error.c lists the command-line option of each. */
typedef enum
{
  ONDES_SETTING_NONE,
  /* File reading. */
  ONDES_SETTING_RATE,
  ONDES_SETTING_TIME_UNIT,
  ONDES_SETTING_RAW,
  ONDES_SETTING_COLUMN,
  ONDES_SETTING_TIME_COLUMN,
  ONDES_SETTING_TEXT_SEPARATOR,
  ONDES_SETTING_DECIMAL_MARK,
  ONDES_SETTING_HEADER_ROWS,
  ONDES_SETTING_DATE_ORDER,
  ONDES_SETTING_ZONE,
  ONDES_SETTING_TEXT_GAPS,
  ONDES_SETTING_TEXT_TIMES,
  ONDES_SETTING_TEXT_COLUMNS,
  ONDES_SETTING_RESAMPLE,
  ONDES_SETTING_DATASET,
  ONDES_SETTING_TIME_AXIS,
  ONDES_SETTING_TIME_EXPANSION,
  ONDES_SETTING_TABLE,
  ONDES_SETTING_CHANNEL,
  ONDES_SETTING_CONDITION,
  /* Wavelet transform. */
  ONDES_SETTING_WAVELET,
  ONDES_SETTING_OMEGA0,
  ONDES_SETTING_SCALES,
  ONDES_SETTING_FREQUENCIES,
  ONDES_SETTING_VOICES,
  ONDES_SETTING_QUANTITY,
  ONDES_SETTING_BOUNDARY,
  ONDES_SETTING_DETREND,
  ONDES_SETTING_METHOD,
  ONDES_SETTING_PRECISION,
  ONDES_SETTING_FFT_LENGTH,
  /* Compensation. */
  ONDES_SETTING_AMPLITUDE_ERROR,
  ONDES_SETTING_TIMING_ERROR,
  ONDES_SETTING_CALIBRATION,
  ONDES_SETTING_APERTURE,
  ONDES_SETTING_MASK_BITS,
  ONDES_SETTING_OVERSAMPLE,
  ONDES_SETTING_INTERPOLATION,
  /* Spectra and dyadic convolution. */
  ONDES_SETTING_TRANSFORM,
  ONDES_SETTING_ORDER,
  ONDES_SETTING_INVERSE,
  ONDES_SETTING_KEEP,
  ONDES_SETTING_LENGTH,
  ONDES_SETTING_PAD,
  ONDES_SETTING_SIGNED,
  ONDES_SETTING_BINARISE,
  ONDES_SETTING_DONT_CARE,
  /* Walshgrams, whose window is ONDES_SETTING_WINDOW too. */
  ONDES_SETTING_HOP,
  ONDES_SETTING_TAPER,
  /* Filters. */
  ONDES_SETTING_TAPS,
  ONDES_SETTING_RESAMPLE_TAPS,
  ONDES_SETTING_BAND,
  ONDES_SETTING_LOWPASS,
  ONDES_SETTING_HIGHPASS,
  ONDES_SETTING_BANDPASS,
  ONDES_SETTING_BANDSTOP,
  ONDES_SETTING_NOTCH,
  ONDES_SETTING_BANK,
  ONDES_SETTING_WINDOW,
  ONDES_SETTING_RIPPLE,
  ONDES_SETTING_TRANSITION,
  ONDES_SETTING_ABOVE,
  ONDES_SETTING_SEGMENT,
  /* Output. */
  ONDES_SETTING_FILE,
  ONDES_SETTING_FORMAT,
  ONDES_SETTING_SIZE,
  ONDES_SETTING_SCALE_FACTOR,
  ONDES_SETTING_DPI,
  ONDES_SETTING_TYPE_SIZE,
  ONDES_SETTING_COLUMNS,
  ONDES_SETTING_ROWS,
  ONDES_SETTING_VIEW,
  /* Computation engine. */
  ONDES_SETTING_ENGINE,
  ONDES_SETTING_DEVICE,
  ONDES_N_SETTINGS
} OndesSetting;

/* Returns the option, such as "--omega0"; NULL for ONDES_SETTING_NONE. */
const char  *ondes_setting_option    (OndesSetting        setting);

/* Returns the setting of @option, or ONDES_SETTING_NONE. */
OndesSetting ondes_setting_find      (const char         *option);

/* Returns the name of @setting for use in a sentence: in the command its option with @argument ("--precision double"), in the
 * window its row. @argument, the suggested value, is a literal or NULL. The returned name is never freed. */
const char  *ondes_setting_name      (OndesSetting        setting,
                                      const char         *argument);
typedef const char *(*OndesSettingName) (OndesSetting  setting,
                                         const char   *argument);
/* Sets the function that names settings; call once, before other threads start. The default names the command's options. */
void         ondes_setting_set_namer (OndesSettingName    namer);

/* Creates an error domain whose errors have these fields. */
GQuark       ondes_error_domain      (const char         *name);

/* These return FALSE, for the caller to return. */

/* Sets ONDES_ERROR_REQUEST about @setting with its @value, which may be NULL. */
gboolean     ondes_request_error_set (GError            **error,
                                      OndesSetting        setting,
                                      const char         *value,
                                      const char         *format,
                                      ...) G_GNUC_PRINTF (4, 5);
/* Sets an error of @domain, which must have these fields, and @code about @setting. */
gboolean     ondes_setting_error_set (GError            **error,
                                      GQuark              domain,
                                      int                 code,
                                      OndesSetting        setting,
                                      const char         *format,
                                      ...) G_GNUC_PRINTF (5, 6);
/* Sets an error that is not about @setting, but that changing @setting would fix. The message names its own subject, usually a
 * file. */
gboolean     ondes_remedy_error_set  (GError            **error,
                                      GQuark              domain,
                                      int                 code,
                                      OndesSetting        setting,
                                      const char         *format,
                                      ...) G_GNUC_PRINTF (5, 6);
/* Sets ONDES_ERROR_FILE, "FILE: SENTENCE", which begins with @file. */
gboolean     ondes_file_error_set    (GError            **error,
                                      const char         *file,
                                      const char         *sentence);
/* Notes that the message of @error begins with @file, unless that is known. @error may be NULL or hold none. */
gboolean     ondes_error_name_file   (GError            **error,
                                      const char         *file);

/* Returns a copy of @error under another domain and code, with the same message and fields; both domains must have the fields.
 * Transfer full. */
GError      *ondes_error_recast      (const GError       *error,
                                      GQuark              domain,
                                      int                 code);

/* Returns the setting that @error is about, or that would fix it; ONDES_SETTING_NONE if none or if the domain has no fields. */
OndesSetting ondes_error_get_setting (const GError       *error);
/* Returns the setting's value as text with a decimal point; NULL if none. */
const char  *ondes_error_get_value   (const GError       *error);
/* Returns the file that the message begins with, as ondes_error_name_file() noted it; NULL if none or unknown. */
const char  *ondes_error_get_file    (const GError       *error);
/* TRUE if the message of an ONDES_ERROR names neither a setting nor a file, as with errors of engines. */
gboolean     ondes_error_lacks_subject (const GError     *error);
/* Returns the complete message, prefixed with the setting's name if needed, to display without context. Transfer full. */
char        *ondes_error_sentence    (const GError       *error);
/* TRUE if the message makes sense only after the setting's name or below the setting's row. */
gboolean     ondes_error_is_about    (const GError       *error);

G_END_DECLS
