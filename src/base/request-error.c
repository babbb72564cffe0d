/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "request-error.h"

#include "base/words.h"

/* Private data of each error in a domain of ondes_error_domain(), laid out as by G_DEFINE_EXTENDED_ERROR, which serves only one
 * domain. */
typedef struct
{
  OndesSetting setting;
  gboolean     is_about;
  char        *value;
  char        *file; /* that the message begins with; NULL if none */
} Fields;

#define MAX_DOMAINS 4

static GQuark domains[MAX_DOMAINS];
static gint n_domains;
static OndesSettingName name_setting;

static const char *const options[] = {
  [ONDES_SETTING_RATE] = "--rate",
  [ONDES_SETTING_TIME_UNIT] = "--time-unit",
  [ONDES_SETTING_RAW] = "--raw",
  [ONDES_SETTING_COLUMN] = "--column",
  [ONDES_SETTING_TIME_COLUMN] = "--time-column",
  [ONDES_SETTING_TEXT_SEPARATOR] = "--text-separator",
  [ONDES_SETTING_DECIMAL_MARK] = "--decimal-mark",
  [ONDES_SETTING_HEADER_ROWS] = "--header-rows",
  [ONDES_SETTING_DATE_ORDER] = "--date-order",
  [ONDES_SETTING_ZONE] = "--zone",
  [ONDES_SETTING_TEXT_GAPS] = "--text-gaps",
  [ONDES_SETTING_TEXT_TIMES] = "--text-times",
  [ONDES_SETTING_TEXT_COLUMNS] = "--text-columns",
  [ONDES_SETTING_RESAMPLE] = "--resample",
  [ONDES_SETTING_DATASET] = "--dataset",
  [ONDES_SETTING_TIME_AXIS] = "--time-axis",
  [ONDES_SETTING_TIME_EXPANSION] = "--time-expansion",
  [ONDES_SETTING_TABLE] = "--table",
  [ONDES_SETTING_CHANNEL] = "--channel",
  [ONDES_SETTING_CONDITION] = "--condition",
  [ONDES_SETTING_WAVELET] = "--wavelet",
  [ONDES_SETTING_OMEGA0] = "--omega0",
  [ONDES_SETTING_SCALES] = "--scales",
  [ONDES_SETTING_FREQUENCIES] = "--frequencies",
  [ONDES_SETTING_VOICES] = "--voices",
  [ONDES_SETTING_QUANTITY] = "--quantity",
  [ONDES_SETTING_BOUNDARY] = "--boundary",
  [ONDES_SETTING_DETREND] = "--detrend",
  [ONDES_SETTING_METHOD] = "--method",
  [ONDES_SETTING_PRECISION] = "--precision",
  [ONDES_SETTING_FFT_LENGTH] = "--fft-length",
  [ONDES_SETTING_AMPLITUDE_ERROR] = "--amplitude-error",
  [ONDES_SETTING_TIMING_ERROR] = "--timing-error",
  [ONDES_SETTING_CALIBRATION] = "--calibration",
  [ONDES_SETTING_APERTURE] = "--aperture",
  [ONDES_SETTING_MASK_BITS] = "--mask-bits",
  [ONDES_SETTING_OVERSAMPLE] = "--oversample",
  [ONDES_SETTING_INTERPOLATION] = "--interpolation",
  [ONDES_SETTING_TRANSFORM] = "--transform",
  [ONDES_SETTING_ORDER] = "--order",
  [ONDES_SETTING_INVERSE] = "--inverse",
  [ONDES_SETTING_KEEP] = "--keep",
  [ONDES_SETTING_LENGTH] = "--length",
  [ONDES_SETTING_PAD] = "--pad",
  [ONDES_SETTING_SIGNED] = "--signed",
  [ONDES_SETTING_BINARISE] = "--binarise",
  [ONDES_SETTING_DONT_CARE] = "--dont-care",
  [ONDES_SETTING_HOP] = "--hop",
  [ONDES_SETTING_TAPER] = "--taper",
  [ONDES_SETTING_TAPS] = "--taps",
  [ONDES_SETTING_RESAMPLE_TAPS] = "--resample-taps",
  [ONDES_SETTING_BAND] = "--band",
  [ONDES_SETTING_LOWPASS] = "--lowpass",
  [ONDES_SETTING_HIGHPASS] = "--highpass",
  [ONDES_SETTING_BANDPASS] = "--bandpass",
  [ONDES_SETTING_BANDSTOP] = "--bandstop",
  [ONDES_SETTING_NOTCH] = "--notch",
  [ONDES_SETTING_BANK] = "--bank",
  [ONDES_SETTING_WINDOW] = "--window",
  [ONDES_SETTING_RIPPLE] = "--ripple-db",
  [ONDES_SETTING_TRANSITION] = "--transition",
  [ONDES_SETTING_ABOVE] = "--above",
  [ONDES_SETTING_SEGMENT] = "--segment",
  [ONDES_SETTING_FILE] = "-o",
  [ONDES_SETTING_FORMAT] = "--format",
  [ONDES_SETTING_SIZE] = "--size",
  [ONDES_SETTING_SCALE_FACTOR] = "--scale-factor",
  [ONDES_SETTING_DPI] = "--dpi",
  [ONDES_SETTING_TYPE_SIZE] = "--type-size",
  [ONDES_SETTING_COLUMNS] = "--columns",
  [ONDES_SETTING_ROWS] = "--rows",
  [ONDES_SETTING_VIEW] = "--view",
  [ONDES_SETTING_ENGINE] = "--engine",
  [ONDES_SETTING_DEVICE] = "--device",
};

G_STATIC_ASSERT (G_N_ELEMENTS (options) == ONDES_N_SETTINGS);

static Fields *
fields_of (const GError *error)
{
  const gsize alignment = 2 * sizeof (gsize);
  const gsize bytes = (sizeof (Fields) + alignment - 1) & -alignment;

  for (gint i = 0; error != NULL && i < g_atomic_int_get (&n_domains); i++)
    if (error->domain == domains[i])
      return (Fields *) (((guint8 *) error) - bytes);
  return NULL;
}

static void
fields_init (GError *error)
{
}

static void
fields_copy (const GError *from,
             GError       *to)
{
  Fields *copy = fields_of (to);

  *copy = *fields_of (from);
  copy->value = g_strdup (copy->value);
  copy->file = g_strdup (copy->file);
}

static void
fields_clear (GError *error)
{
  g_free (fields_of (error)->value);
  g_free (fields_of (error)->file);
}

GQuark
ondes_error_domain (const char *name)
{
  static GMutex mutex;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);
  GQuark domain;

  g_return_val_if_fail (n_domains < MAX_DOMAINS, 0);
  domain = g_error_domain_register (name, sizeof (Fields), fields_init, fields_copy, fields_clear);
  domains[n_domains] = domain;
  g_atomic_int_inc (&n_domains);
  return domain;
}

GQuark
ondes_error_quark (void)
{
  static gsize quark;

  if (g_once_init_enter (&quark))
    g_once_init_leave (&quark, ondes_error_domain ("ondes-error-quark"));
  return (GQuark) quark;
}

const char *
ondes_setting_option (OndesSetting setting)
{
  g_return_val_if_fail (setting < ONDES_N_SETTINGS, NULL);
  return options[setting];
}

OndesSetting
ondes_setting_find (const char *option)
{
  for (guint i = ONDES_SETTING_NONE + 1; i < ONDES_N_SETTINGS; i++)
    if (g_str_equal (options[i], option))
      return (OndesSetting) i;
  return ONDES_SETTING_NONE;
}

const char *
ondes_setting_name (OndesSetting setting,
                    const char  *argument)
{
  g_autofree char *both = NULL;

  g_return_val_if_fail (setting > ONDES_SETTING_NONE && setting < ONDES_N_SETTINGS, "");
  if (name_setting != NULL)
    return name_setting (setting, argument);
  if (argument == NULL)
    return options[setting];
  both = g_strdup_printf ("%s %s", options[setting], argument);
  return g_intern_string (both);
}

void
ondes_setting_set_namer (OndesSettingName namer)
{
  name_setting = namer;
}

static GError *
new_error (GQuark       domain,
           int          code,
           const Fields *fields,
           const char  *message)
{
  GError *error = g_error_new_literal (domain, code, message);
  Fields *own = fields_of (error);

  if (own != NULL && fields != NULL)
    {
      *own = *fields;
      own->value = g_strdup (fields->value);
      own->file = g_strdup (fields->file);
    }
  return error;
}

static G_GNUC_PRINTF (5, 0) void
set_error (GError      **error,
           GQuark        domain,
           int           code,
           const Fields *fields,
           const char   *format,
           va_list       arguments)
{
  g_autofree char *message = g_strdup_vprintf (format, arguments);

  g_propagate_error (error, new_error (domain, code, fields, message));
}

gboolean
ondes_request_error_set (GError     **error,
                         OndesSetting setting,
                         const char  *value,
                         const char  *format,
                         ...)
{
  const Fields fields = { setting, TRUE, (char *) value };
  va_list arguments;

  va_start (arguments, format);
  set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST, &fields, format, arguments);
  va_end (arguments);
  return FALSE;
}

gboolean
ondes_setting_error_set (GError     **error,
                         GQuark       domain,
                         int          code,
                         OndesSetting setting,
                         const char  *format,
                         ...)
{
  const Fields fields = { setting, TRUE, NULL };
  va_list arguments;

  va_start (arguments, format);
  set_error (error, domain, code, &fields, format, arguments);
  va_end (arguments);
  return FALSE;
}

gboolean
ondes_remedy_error_set (GError     **error,
                        GQuark       domain,
                        int          code,
                        OndesSetting setting,
                        const char  *format,
                        ...)
{
  const Fields fields = { setting, FALSE, NULL };
  va_list arguments;

  va_start (arguments, format);
  set_error (error, domain, code, &fields, format, arguments);
  va_end (arguments);
  return FALSE;
}

GError *
ondes_error_recast (const GError *error,
                    GQuark        domain,
                    int           code)
{
  return new_error (domain, code, fields_of (error), error->message);
}

OndesSetting
ondes_error_get_setting (const GError *error)
{
  const Fields *fields = fields_of (error);

  return fields != NULL ? fields->setting : ONDES_SETTING_NONE;
}

const char *
ondes_error_get_value (const GError *error)
{
  const Fields *fields = fields_of (error);

  return fields != NULL ? fields->value : NULL;
}

gboolean
ondes_error_name_file (GError    **error,
                       const char *file)
{
  Fields *fields = error != NULL ? fields_of (*error) : NULL;

  if (fields != NULL && fields->file == NULL)
    fields->file = g_strdup (file);
  return FALSE;
}

gboolean
ondes_file_error_set (GError    **error,
                      const char *file,
                      const char *sentence)
{
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s: %s", file, sentence);
  return ondes_error_name_file (error, file);
}

const char *
ondes_error_get_file (const GError *error)
{
  const Fields *fields = fields_of (error);

  return fields != NULL ? fields->file : NULL;
}

gboolean
ondes_error_lacks_subject (const GError *error)
{
  return error->domain == ONDES_ERROR && !ondes_error_is_about (error) && ondes_error_get_file (error) == NULL;
}

gboolean
ondes_error_is_about (const GError *error)
{
  const Fields *fields = fields_of (error);

  return fields != NULL && fields->setting != ONDES_SETTING_NONE && fields->is_about;
}

char *
ondes_error_sentence (const GError *error)
{
  if (!ondes_error_is_about (error))
    return g_strdup (error->message);
  /* Translators: the name of a setting, and what is wrong with it. */
  return g_strdup_printf (_("%s: %s"), ondes_setting_name (ondes_error_get_setting (error), NULL), error->message);
}
