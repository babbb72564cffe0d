/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors that know which setting they are about.
 *
 * An error of ONDES_ERROR, and of any domain made by ondes_error_domain(), carries beside its sentence a setting, and the value
 * of it where there is one. The sentence does not begin with the setting's name: the command puts its option before it, the window
 * shows it at the setting's row. A sentence that names a setting within itself takes the name from ondes_setting_name(), so that
 * one sentence, translated once, serves both. g_error_copy(), g_propagate_error() and g_prefix_error() keep the fields. All of
 * this may be called from any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_ERROR_FILE,    /* the file or the machine refuses: exit status 1 */
  ONDES_ERROR_REQUEST, /* the request is wrong whatever the file: exit status 2 */
  ONDES_ERROR_NEEDS_RAW, /* the file has no header that says how to read it: ask for a raw format; exit status 1 */
} OndesError;

#define ONDES_ERROR (ondes_error_quark ())
GQuark ondes_error_quark (void);

/* What a person can set, and errors are about. The command's option of each is in request-error.c. */
typedef enum
{
  ONDES_SETTING_NONE,
  /* How a file is read. */
  ONDES_SETTING_RATE,
  ONDES_SETTING_TIME_UNIT,
  ONDES_SETTING_RAW,
  ONDES_SETTING_COLUMN,
  ONDES_SETTING_TIME_COLUMN,
  ONDES_SETTING_RESAMPLE,
  ONDES_SETTING_TABLE,
  ONDES_SETTING_CHANNEL,
  /* The wavelet transform. */
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
  /* What is written. */
  ONDES_SETTING_FILE,
  ONDES_SETTING_FORMAT,
  ONDES_SETTING_SIZE,
  ONDES_SETTING_SCALE_FACTOR,
  ONDES_SETTING_DPI,
  ONDES_SETTING_COLUMNS,
  ONDES_SETTING_ROWS,
  ONDES_SETTING_VIEW,
  /* Where it is computed. */
  ONDES_SETTING_ENGINE,
  ONDES_SETTING_DEVICE,
  ONDES_N_SETTINGS
} OndesSetting;

/* "--omega0"; NULL for ONDES_SETTING_NONE. */
const char  *ondes_setting_option    (OndesSetting        setting);

/* The setting of that option; ONDES_SETTING_NONE where there is none. */
OndesSetting ondes_setting_find      (const char         *option);

/* How the program names @setting within a sentence: the command as its option and @argument ("--precision double"), the window as
 * its row. @argument, what to give it, is a literal or NULL. The name is never freed. */
const char  *ondes_setting_name      (OndesSetting        setting,
                                      const char         *argument);
typedef const char *(*OndesSettingName) (OndesSetting  setting,
                                         const char   *argument);
/* Once, before other threads start; the options of the command until then. */
void         ondes_setting_set_namer (OndesSettingName    namer);

/* A new error domain whose errors have these fields. */
GQuark       ondes_error_domain      (const char         *name);

/* ONDES_ERROR_REQUEST about @setting, which is @value; @value may be NULL. */
void         ondes_request_error_set (GError            **error,
                                      OndesSetting        setting,
                                      const char         *value,
                                      const char         *format,
                                      ...) G_GNUC_PRINTF (4, 5);
/* An error of another domain or code about @setting. */
void         ondes_setting_error_set (GError            **error,
                                      GQuark              domain,
                                      int                 code,
                                      OndesSetting        setting,
                                      const char         *format,
                                      ...) G_GNUC_PRINTF (5, 6);
/* An error whose sentence says itself what it is about, a file mostly; @setting is what mends it. */
void         ondes_remedy_error_set  (GError            **error,
                                      GQuark              domain,
                                      int                 code,
                                      OndesSetting        setting,
                                      const char         *format,
                                      ...) G_GNUC_PRINTF (5, 6);
/* The same sentence and fields under another domain and code; both of domains with these fields. Transfer full. */
GError      *ondes_error_recast      (const GError       *error,
                                      GQuark              domain,
                                      int                 code);

/* What @error is about, or what mends it; ONDES_SETTING_NONE where it is of another domain or knows no setting. */
OndesSetting ondes_error_get_setting (const GError       *error);
/* As text, with a decimal point; NULL where there is none. */
const char  *ondes_error_get_value   (const GError       *error);
/* The whole sentence, to be shown where nothing else says what it is about: with the setting's name before it where it needs one.
 * Transfer full. */
char        *ondes_error_sentence    (const GError       *error);
/* Whether the sentence is incomplete without the setting's name before it, or the setting's row above it. */
gboolean     ondes_error_is_about    (const GError       *error);

G_END_DECLS
