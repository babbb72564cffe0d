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

/* Set an error of ONDES_ERROR as g_set_error() does, and give FALSE or NULL to return. */
#define ondes_error_set(error, code, ...)      (g_set_error (error, ONDES_ERROR, code, __VA_ARGS__), FALSE)
#define ondes_error_set_null(error, code, ...) (g_set_error (error, ONDES_ERROR, code, __VA_ARGS__), NULL)

/* TRUE if @local, transfer full, is NULL; otherwise propagates it. */
static inline gboolean
ondes_error_none (GError  *local,
                  GError **error)
{
  if (local != NULL)
    g_propagate_error (error, local);
  return local == NULL;
}

/* User settings that errors refer to, each with the option of the command that sets it. */
#define ONDES_SETTINGS(SETTING)                               \
  /* File reading. */                                         \
  SETTING (RATE, "--rate")                                    \
  SETTING (TIME_UNIT, "--time-unit")                          \
  SETTING (RAW, "--raw")                                      \
  SETTING (COLUMN, "--column")                                \
  SETTING (TIME_COLUMN, "--time-column")                      \
  SETTING (TEXT_SEPARATOR, "--text-separator")                \
  SETTING (DECIMAL_MARK, "--decimal-mark")                    \
  SETTING (HEADER_ROWS, "--header-rows")                      \
  SETTING (DATE_ORDER, "--date-order")                        \
  SETTING (ZONE, "--zone")                                    \
  SETTING (TEXT_GAPS, "--text-gaps")                          \
  SETTING (TEXT_TIMES, "--text-times")                        \
  SETTING (TEXT_COLUMNS, "--text-columns")                    \
  SETTING (RESAMPLE, "--resample")                            \
  SETTING (DATASET, "--dataset")                              \
  SETTING (TIME_AXIS, "--time-axis")                          \
  SETTING (TIME_EXPANSION, "--time-expansion")                \
  SETTING (TABLE, "--table")                                  \
  SETTING (CHANNEL, "--channel")                              \
  SETTING (CONDITION, "--condition")                          \
  /* Wavelet transform. */                                    \
  SETTING (WAVELET, "--wavelet")                              \
  SETTING (OMEGA0, "--omega0")                                \
  SETTING (SCALES, "--scales")                                \
  SETTING (FREQUENCIES, "--frequencies")                      \
  SETTING (VOICES, "--voices")                                \
  SETTING (QUANTITY, "--quantity")                            \
  SETTING (BOUNDARY, "--boundary")                            \
  SETTING (DETREND, "--detrend")                              \
  SETTING (METHOD, "--method")                                \
  SETTING (PRECISION, "--precision")                          \
  SETTING (FFT_LENGTH, "--fft-length")                        \
  /* Compensation. */                                         \
  SETTING (AMPLITUDE_ERROR, "--amplitude-error")              \
  SETTING (TIMING_ERROR, "--timing-error")                    \
  SETTING (CALIBRATION, "--calibration")                      \
  SETTING (APERTURE, "--aperture")                            \
  SETTING (MASK_BITS, "--mask-bits")                          \
  SETTING (OVERSAMPLE, "--oversample")                        \
  SETTING (INTERPOLATION, "--interpolation")                  \
  /* Spectra and dyadic convolution. */                       \
  SETTING (TRANSFORM, "--transform")                          \
  SETTING (ORDER, "--order")                                  \
  SETTING (INVERSE, "--inverse")                              \
  SETTING (KEEP, "--keep")                                    \
  SETTING (LENGTH, "--length")                                \
  SETTING (PAD, "--pad")                                      \
  SETTING (SIGNED, "--signed")                                \
  SETTING (BINARISE, "--binarise")                            \
  SETTING (DONT_CARE, "--dont-care")                          \
  /* Walshgrams, whose window is ONDES_SETTING_WINDOW too. */ \
  SETTING (HOP, "--hop")                                      \
  SETTING (TAPER, "--taper")                                  \
  /* Filters. */                                              \
  SETTING (TAPS, "--taps")                                    \
  SETTING (RESAMPLE_TAPS, "--resample-taps")                  \
  SETTING (BAND, "--band")                                    \
  SETTING (LOWPASS, "--lowpass")                              \
  SETTING (HIGHPASS, "--highpass")                            \
  SETTING (BANDPASS, "--bandpass")                            \
  SETTING (BANDSTOP, "--bandstop")                            \
  SETTING (NOTCH, "--notch")                                  \
  SETTING (BANK, "--bank")                                    \
  SETTING (WINDOW, "--window")                                \
  SETTING (RIPPLE, "--ripple-db")                             \
  SETTING (TRANSITION, "--transition")                        \
  SETTING (ABOVE, "--above")                                  \
  SETTING (SEGMENT, "--segment")                              \
  /* Output. */                                               \
  SETTING (FILE, "-o")                                        \
  SETTING (FORMAT, "--format")                                \
  SETTING (SIZE, "--size")                                    \
  SETTING (SCALE_FACTOR, "--scale-factor")                    \
  SETTING (DPI, "--dpi")                                      \
  SETTING (TYPE_SIZE, "--type-size")                          \
  SETTING (COLUMNS, "--columns")                              \
  SETTING (ROWS, "--rows")                                    \
  SETTING (VIEW, "--view")                                    \
  /* Computation engine. */                                   \
  SETTING (ENGINE, "--engine")                                \
  SETTING (DEVICE, "--device")

typedef enum
{
  ONDES_SETTING_NONE,
#define ONDES_SETTING_VALUE(name, option) ONDES_SETTING_##name,
  ONDES_SETTINGS (ONDES_SETTING_VALUE)
#undef ONDES_SETTING_VALUE
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
